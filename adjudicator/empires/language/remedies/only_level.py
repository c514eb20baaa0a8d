"""Take "Research Attack" for the only level of that branch which the Power may research now (10.0.4)."""

import re
from collections.abc import Sequence

from adjudicator.core.language.words import Unreadable
from adjudicator.empires.ground import TECHNOLOGY_NAMES
from adjudicator.empires.language.orders import Research
from adjudicator.empires.language.splitting import Said
from adjudicator.empires.position import Position
from adjudicator.empires.resolve import research

_RESEARCH = re.compile(r"research(?:es)?:?\s+(?P<branch>[^\W\d_]+)[ .!]*", re.IGNORECASE)


def with_only_levels(position: Position, said: Sequence[Said]) -> list[Said]:
    """Return *said*; a branch with a single possible level is an order to research that."""
    return [_with_level(position, one) for one in said]


def _with_level(position: Position, one: Said) -> Said:
    found = _RESEARCH.fullmatch(one.text.strip()) if isinstance(one.order, Unreadable) else None
    if found is None:
        return one
    meant = TECHNOLOGY_NAMES.meant(found["branch"])
    possible = [name for name in research.possible(position, position.power) if name in meant]
    return one._replace(order=Research(possible[0])) if len(possible) == 1 else one
