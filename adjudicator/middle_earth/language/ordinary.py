"""Read a message of ordinary lines ("A Bar - Gor", "2A Dag S A Bar - Gor") by their shapes.

See `adjudicator.core.language.ordinary_lines` for how this works; this module supplies the names of both
boards and parses single lines.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache

from msgspec import Struct

from adjudicator.core.clauses.stops import bare
from adjudicator.core.game import ReadLine
from adjudicator.core.language.limits import unread, worth_reading
from adjudicator.core.language.ordinary_lines import OrdinaryLines, is_fit, pattern_of
from adjudicator.core.language.words import NotAllowed, clean
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.grammar import (
    HoldAll,
    ParsedOrder,
    TakeBack,
    Withdraw,
    plain,
)
from adjudicator.middle_earth.language.orders import Unit
from adjudicator.middle_earth.language.parsing import (
    OrderLanguage,
    OrderText,
    ReadItem,
    parse_line,
    without_hyphens,
)
from adjudicator.middle_earth.language.sentences.rewording import is_order
from adjudicator.middle_earth.language.splitting import parse_lines

WITCH_KING = r"(?-i:LoN)\b"  # a piece, though "Lon" may be a place


class Said(Struct, frozen=True):
    """The order of a line, and whether the line says that it is given by proxy."""

    parsed: ParsedOrder
    by_proxy: bool


def read_items(
    lines: Sequence[str],
    language: OrderLanguage,
    headed: str,
    is_lawful: Callable[[str], bool],
    retreating: Sequence[str] = (),
) -> list[ReadItem]:
    """Return an item for each order, and one for each clause that is not an order."""
    read = worth_reading(lines)
    beyond = [_not_read(line) for line in unread(lines, read)]
    found = None if beyond else shapes(language).read(read, lambda line: _whole(line, language))
    if found is None:
        return [*parse_lines(read, language, headed, is_lawful, retreating), *beyond]
    return [_item(number, text, said) for number, (text, said) in enumerate(found, 1)]


def _not_read(line: ReadLine) -> ReadItem:
    item = OrderText(line.number, line.text, None)
    return ReadItem(item, None, refusal=NotAllowed(line.reason, line.remedy))


def _item(number: int, text: str, said: Said | None) -> ReadItem:
    if said is None:
        return ReadItem(OrderText(number, text, None, is_noted=True), None)
    return ReadItem(OrderText(number, text, None), said.parsed, by_proxy=said.by_proxy)


@cache
def shapes(language: OrderLanguage) -> OrdinaryLines[Said]:
    """Return the shapes of lines that were read in this language."""
    names = [name for name in language.places.every() if is_fit(name) and _is_left_alone(name, language)]

    def are_two(left: str, right: str) -> bool:
        return without_hyphens(f"{left}-{right}", language) == f"{_plain(left)}-{_plain(right)}"

    return OrdinaryLines(pattern_of(names, WITCH_KING), filter(str.isalpha, names), _plain, are_two)


@lru_cache(maxsize=4096)
def _plain(name: str) -> str:
    """Return *name* as `parse_line` leaves it, without accents and hyphens."""
    return name if name.isascii() and "-" not in name else plain(name).replace("-", "")


def _is_left_alone(name: str, language: OrderLanguage) -> bool:
    is_read = parse_line(f"A {name} H", language) == act.Hold(Unit("A", _plain(name)))
    return is_read and len(language.places.meant(name)) == 1


def _whole(line: str, language: OrderLanguage) -> Said | None:
    """Read one line alone; None if it is not a single clause that is an order as written."""
    if not is_order(bare(clean(line)), language):  # a name is unknown: it may run on into the next line
        return None
    items = parse_lines([line], language, "", lambda _order: True)
    if len(items) != 1 or items[0].item != OrderText(1, clean(line), None) or items[0].refusal is not None:
        return None
    parsed = items[0].parsed
    if parsed is None or isinstance(parsed, (HoldAll, Withdraw, TakeBack)):
        return None
    return Said(parsed, items[0].by_proxy)
