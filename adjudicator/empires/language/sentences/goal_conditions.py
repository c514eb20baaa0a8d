"""Name the zone in a condition that only points at it: "Cologne - Brussels if it is still empty".

"It" and "there" are the zone to which the army goes, in which it attacks, or that is entrenched.
"""

import re
from functools import cache

from adjudicator.empires.ground import Zone, zone_name
from adjudicator.empires.language.orders import Activate, ArmyOrder, Entrench, PlainOrder
from adjudicator.empires.language.sentences.lexicon import word_tables

_LONGEST = 80  # characters of a condition
_SEVERAL = re.compile(r"\b(?:and|or)\b", re.IGNORECASE)
_STAYS = re.compile(  # "otherwise it stays": what happens anyway
    r"(?:please )?(?:(?:the |my )?(?P<who>[^\W\d_][\w-]*(?: [^\W\d_][\w-]*)??) )??"
    r"(?:(?:just|simply|will|shall|should) )*"
    r"(?:stays?|remains?|holds?|waits?|keeps? still|do(?:es)? nothing|do(?:es)? not move|nothing)"
    r"(?: (?:put|there|home|at home|where (?:it|he|she) is|in place))?\W*",
    re.IGNORECASE,
)
_POINTS = frozenset(("", "it", "he", "she", "army", "that army", "the army", "that one", "one"))


def of_goal(condition: str, order: PlainOrder | None) -> str:
    """Return *condition* with the name of the zone that *order* is about; unchanged if it names its own."""
    zone = _goal(order)
    if not zone or len(condition) > _LONGEST or _SEVERAL.search(condition):
        return condition
    text = " ".join(condition.strip(" .,!").split())
    found = ((pattern.fullmatch(text), words) for pattern, words in _wordings())
    changed = (match.expand(words) for match, words in found if match)
    return next(changed, condition).replace("{zone}", zone_name(zone))


def only_stays(otherwise: str, order: PlainOrder | None) -> bool:
    """Return whether an OTHERWISE part says that the army of *order* stays where it is."""
    army = order.order if isinstance(order, Activate) else order
    found = _STAYS.fullmatch(otherwise.strip()) if len(otherwise) <= _LONGEST else None
    if not found or not isinstance(army, ArmyOrder):
        return False
    who = (found["who"] or "").casefold()
    return who in _POINTS or who == zone_name(army.army.zone).casefold()


def _goal(order: PlainOrder | None) -> Zone:
    match order:
        case Activate(order=ArmyOrder() as army) | (ArmyOrder() as army):
            return (army.army.zone, *army.path)[-1]
        case Entrench(zone=zone):
            return zone
        case _:
            return ""


@cache
def _wordings() -> tuple[tuple[re.Pattern[str], str], ...]:
    written = word_tables()["conditions"]["of_goal"]
    return tuple((re.compile(pattern, re.IGNORECASE), words) for pattern, words in written)
