"""Name an army that is recruited in the same turn by its zone alone: "the new army of Berlin supports it".

It is so named in orders, too. Where other armies of the Power stand it stays "new", which no order knows:
which of them is meant would be a guess.
"""

import re
from collections.abc import Sequence

from adjudicator.core.language.words import Unreadable
from adjudicator.empires.ground import ZONE_NAMES, Power
from adjudicator.empires.position import Position

_NEW = re.compile(
    r"\b(?:new|newly (?:raised|recruited|built)|neuen?|nouvelle) "
    r"(?P<army>(?:army|armee|armée|one) (?:of|in|from|at|aus|von|à|de) "
    r"(?P<zone>[^\W\d_][\w'-]+(?: [^\W\d_][\w'-]+)??))"
    r"(?=,? (?:(?:will|shall|should|must|is to|can|then|also|soll|wird) )*"
    r"(?:attack|support|help|join|assist|move|go|march|advance|greift|unterstützt|hilft|zieht|geht"
    r"|attaque|soutient|va\b))",
    re.IGNORECASE,
)


def with_new_armies_by_zone(position: Position, power: Power, lines: Sequence[str]) -> Sequence[str]:
    """Return *lines* without "new" before an army of a zone in which the Power has no other."""
    own = {army.zone for army in position.armies if army.power == power}
    return [_NEW.sub(lambda found: _by_zone(found, own), line) for line in lines]


def _by_zone(found: re.Match[str], own: set[str]) -> str:
    try:
        zone = ZONE_NAMES.find(found["zone"])
    except Unreadable:
        return found[0]
    return found[0] if zone in own else found["army"]
