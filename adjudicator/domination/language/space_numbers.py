"""Replace the names of spaces by their numbers, "Carrick" by "C5", and names in two words by theirs."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from adjudicator.domination.language.legality import ReadingContext

_PAIR = re.compile(  # each word is tried with the one after it
    r"(?<![^\W_])(?P<first>[^\W\d_]{3,})[ -](?=(?P<second>[^\W\d_]{3,})(?![^\W_]))"
)


def with_ids(context: ReadingContext, text: str) -> str:
    """Return *text* with the numbers of spaces for their names."""
    names = context.ground.names
    return _named(tuple(names)).sub(lambda found: names[found[0].casefold()], text)


def with_names_in_one_word(context: ReadingContext, lines: Sequence[str]) -> list[str]:
    """Return the lines with "Dawnport" for "dawn port" or "Dawn-Port"."""
    return [_with_names_in_one_word(context.ground.names, line) for line in lines]


def _with_names_in_one_word(names: Mapping[str, str], line: str) -> str:
    found = [one for one in _PAIR.finditer(line) if f"{one['first']}{one['second']}".casefold() in names]
    for pair in reversed([one for one in found if one["first"].casefold() not in names]):
        begin, end = pair.start(), pair.end("second")
        line = f"{line[:begin]}{pair['first'].capitalize()}{pair['second'].casefold()}{line[end:]}"
    return line


@lru_cache(maxsize=64)
def _named(names: tuple[str, ...]) -> re.Pattern[str]:
    longest = sorted((name for name in names if name), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest))})\b" if longest else r"(?!)", re.IGNORECASE)
