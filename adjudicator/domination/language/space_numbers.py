"""Replace the names of spaces by their numbers: "Carrick" by "C5"."""

import re
from functools import lru_cache

from adjudicator.domination.language.legality import ReadingContext


def with_ids(context: ReadingContext, text: str) -> str:
    """Return *text* with the numbers of spaces for their names."""
    names = context.ground.names
    return _named(tuple(names)).sub(lambda found: names[found[0].casefold()], text)


@lru_cache(maxsize=64)
def _named(names: tuple[str, ...]) -> re.Pattern[str]:
    longest = sorted((name for name in names if name), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest))})\b" if longest else r"(?!)", re.IGNORECASE)
