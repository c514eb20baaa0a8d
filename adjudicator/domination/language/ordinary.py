"""Read a message of ordinary lines ("Knight B10 - B14 - B11", "lose Militia, Fort") by their shapes.

See `adjudicator.core.language.ordinary_lines` for how this works; this module supplies the names of spaces
and parses single lines.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from adjudicator.core.clauses import is_order_as_written
from adjudicator.core.clauses.stops import bare as without_stops
from adjudicator.core.language.ordinary_lines import OrdinaryLines
from adjudicator.core.language.words import clean
from adjudicator.domination.data import Data
from adjudicator.domination.language.grammar import ParsedLine, bare, parse_line
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.message_sense import sense
from adjudicator.domination.language.sentences.prose_moves import LIKEWISE, THERE
from adjudicator.domination.language.vocabulary import vocabulary

PROBES = range(11, 30)
EMPTY_ITEM = re.compile(r"[,;]\s*(?:[,;]|$)")


class Said(Struct, frozen=True):
    """The order of a line, and its words without bullet and full stop."""

    words: str
    parsed: ParsedLine


def ordinary(context: ReadingContext, lines: Sequence[str]) -> list[tuple[str, Said | None]] | None:
    """Return each line, cleaned, with its order; None if any line is neither empty nor ordinary."""
    return shapes(context.data).read(lines, lambda line: _whole(line, context))


@lru_cache(maxsize=32)
def shapes(data: Data) -> OrdinaryLines[Said]:
    """Return the shapes of lines that were read with this data."""
    words = vocabulary(data)
    letters = "".join((*words.pieces, words.sea))
    spaces = re.compile(rf"(?<!\w)((?a:[{letters}][0-9]{{1,2}}))(?!\w)", re.IGNORECASE)
    return OrdinaryLines(spaces, (f"{words.pieces[0]}{number}" for number in PROBES), are_two=lambda *_: True)


def _whole(line: str, context: ReadingContext) -> Said | None:
    """Read one line alone; None if it is not an order of the language as written."""
    text = clean(line)
    if "#" in text or EMPTY_ITEM.search(text) or not is_order_as_written(line, sense(context)):
        return None
    words = bare(without_stops(text))
    parsed = parse_line(context.data, words)
    if parsed is None or words.endswith((f" - {THERE}", f" - {LIKEWISE}")):
        return None
    if parse_line(context.data, bare(text)) is None:  # perhaps a build, if it is under that heading
        return None
    return Said(words, parsed)
