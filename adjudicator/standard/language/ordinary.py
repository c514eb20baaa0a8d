"""Read a message of ordinary lines ("A Par - Bur", "F Nth C A Lon - Nwy") by their shapes.

See `adjudicator.core.language.ordinary_lines` for how this works; this module supplies the names of a board
and parses single lines.
"""

from collections.abc import Sequence
from functools import cache, lru_cache

from adjudicator.core.clauses import is_order_as_written
from adjudicator.core.clauses.stops import bare
from adjudicator.core.language.ordinary_lines import OrdinaryLines, is_fit, pattern_of
from adjudicator.core.language.rewording import who_holds
from adjudicator.core.language.words import clean
from adjudicator.standard.language.grammar import WrittenOrder, plain, written
from adjudicator.standard.language.names import Ground, joined, language
from adjudicator.standard.language.rewording import sense
from adjudicator.standard.resolve.board_tables import Tables

Said = tuple[WrittenOrder, ...]


def ordinary(ground: Ground, lines: Sequence[str]) -> list[tuple[str, Said | None]] | None:
    """Return each line, cleaned, with its orders; None if any line is neither empty nor ordinary."""
    return shapes(ground.board, ground.position.phase).read(lines, lambda line: _whole(line, ground))


@cache
def shapes(board: Tables, _phase: str) -> OrdinaryLines[Said]:
    """Return the shapes of lines that were read in this phase, on this board."""
    names = _names(board)
    known = language(board).names

    def are_two(left: str, right: str) -> bool:
        return joined(f"{left}-{right}", known) == f"{_as_joined(left)}-{_as_joined(right)}"

    return OrdinaryLines(pattern_of(names), filter(str.isalpha, names), _as_joined, are_two)


@lru_cache(maxsize=4096)
def _as_joined(name: str) -> str:
    """Return *name* as `joined` leaves it."""
    return name.replace("-", "") if "-" in name else name


@cache
def _names(board: Tables) -> tuple[str, ...]:
    """Return the names that mean one province and cannot be mistaken for other words of an order."""
    provinces = board.map.provinces.values()
    named = [name for one in provinces for name in (one.id, one.name, *one.aliases)]
    return tuple(dict.fromkeys(name for name in named if is_fit(name) and _is_left_alone(name, board)))


def _is_left_alone(name: str, board: Tables) -> bool:
    known = language(board)
    orders = written("movement", joined(plain(board, f"A {name} H"), known.names))
    is_read = len(orders) == 1 and orders[0].unit.place == _as_joined(name)
    return is_read and len(known.names.meant(name)) == 1 and who_holds(name) is None


def _whole(line: str, ground: Ground) -> Said | None:
    """Read one line alone; None if it is not an order of this phase as written."""
    text = clean(line)
    may_be_heading = ":" in line
    if (
        may_be_heading
        or who_holds(bare(text)) is not None
        or not is_order_as_written(line, sense(ground, ""))
    ):
        return None
    return written(ground.position.phase, words_of(text, ground)) or None


def words_of(text: str, ground: Ground) -> str:
    """Return the words of an ordinary line as the grammar gets them."""
    return joined(plain(ground.board, bare(text)), ground.language.names)
