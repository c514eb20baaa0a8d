"""The options of a new game."""

from collections.abc import Sequence

from adjudicator.core.game import Facts, Option
from adjudicator.core.sentences import say


def chosen(given: Facts, options: Sequence[Option]) -> dict[str, str]:
    """Return the options of a new game as text; one without values on the card accepts any.

    Raises ValueError for an unknown key or value.
    """
    known = {option.key: option.values for option in options}
    for key, wanted in given.items():
        if key not in known:
            raise ValueError(say("option_is_unknown", key=key, known=", ".join(known)))
        if known[key] and str(wanted) not in known[key]:
            raise ValueError(
                say("option_has_no_such_value", key=key, wanted=wanted, known=", ".join(known[key]))
            )
    return {key: str(wanted) for key, wanted in given.items()}
