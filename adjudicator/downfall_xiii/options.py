"""Which rulings may a group play another way?  (Part V of the rules; the default is what `rules.md` takes)"""

from adjudicator.downfall_xiii.position import State
from adjudicator.game import Facts, Option

THE_DEAD = "strength-of-the-dead"
RISK = "aragorn-in-khazad-dum"
COMPANY = "company-without-retreat"
ENCOUNTERS = "fellowship-encounters"

OPTIONS = (
    Option(THE_DEAD, "With what strength Aragorn and the Dead strike", ("3", "2"), "3", "6b.8"),
    Option(
        RISK, "Whether Aragorn throws the die of a Ranger in Khazad-dum", ("risk", "safe"), "risk", "7g.2"
    ),
    Option(
        COMPANY,
        "What becomes of dislodged company without a retreat of its own",
        ("lost", "with-the-stack"),
        "lost",
        "6d.4",
    ),
    Option(
        ENCOUNTERS, "Who is told when the Fellowship meets others", ("all", "those-who-met"), "all", "6i.8"
    ),
)
_DEFAULTS = {option.key: option.default for option in OPTIONS}


def value(state: State, key: str) -> str:
    return state.options.get(key, _DEFAULTS[key])


def chosen(given: Facts) -> dict[str, str]:
    """The options of a new game. Raises ValueError for a key or a value that there is not."""
    known = {option.key: option for option in OPTIONS}
    for key, wanted in given.items():
        if key not in known:
            raise ValueError(f'no option "{key}"; there are {", ".join(known)}')
        if str(wanted) not in known[key].values:
            raise ValueError(f'{key}: "{wanted}" is none of {", ".join(known[key].values)}')
    return {key: str(wanted) for key, wanted in given.items()}
