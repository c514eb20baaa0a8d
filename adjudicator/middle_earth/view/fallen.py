"""Units that are gone, for the picture of the turn in which everybody saw their end."""

import re
from collections.abc import Iterable, Iterator

from adjudicator import drawing
from adjudicator.middle_earth.resolve.pieces import NAMES, PLURALS
from adjudicator.middle_earth.resolve.record import News

ENDED = "unit."  # begins the keys of such news
UNIT = re.compile(r"(\d*) ?([^\W\d].*)")  # "2A" of Hardbop, "2 Armies" of a stack of Downfall XIII
STACK = re.compile(r"^A stack of ")
KINDS = {name: kind for names in (NAMES, PLURALS) for kind, name in names.items()}


def fallen(news: Iterable[News]) -> Iterator[drawing.Piece]:
    """Yield a piece for each kind of unit whose end is public, where it was lost."""
    for one in news:
        if one.readers is not None or not one.key.startswith(ENDED) or "unit" not in one.words:
            continue
        for part in STACK.sub("", one.words["unit"]).split(" and "):
            if found := UNIT.fullmatch(part):
                kind, count = KINDS.get(found[2], found[2]), int(found[1] or 1)
                place, power = one.words["place"], one.words["power"]
                yield drawing.Piece(power, kind, place, count, ("disbanded",))
