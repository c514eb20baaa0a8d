"""Compare two positions as one reader may know them, to show readers a correction.

Only `Game.show` is used, so facts leave a game through its `sight.py` alone. Two corrections that a reader
cannot distinguish give that reader the same lines.
"""

import re
from collections.abc import Iterator, Sequence, Set

from adjudicator.core.game import Game, Power, ReportFacts, Section, State
from pbem.core.sentences import Words, sentence
from pbem.tables.gm_actions import GmContext

Row = tuple[str, str]  # section and row
Cell = tuple[str, str, str, int]  # the place of a cell: section, row, column, and which of several such


def known_to(game: Game, before: State, after: State, powers: Sequence[Power]) -> Iterator[Words]:
    """Yield a line for each difference that the player of *powers* sees; () is the public."""
    readers: Sequence[Power | None] = powers or (None,)
    for reader in readers:
        yield from _changes(game, before, after, reader)


def lines_known_to(gm: GmContext, before: State, powers: Sequence[Power]) -> list[str]:
    """Return the differences that the player of *powers* sees in words, each once."""
    known = map(gm.in_words, known_to(gm.game, before, gm.table.position, powers))
    return list(dict.fromkeys(known))


def _changes(game: Game, before: State, after: State, reader: Power | None) -> Iterator[Words]:
    old, new = game.show(before, None, reader), game.show(after, None, reader)
    if old.turn != new.turn:
        yield sentence("corrections", "turn_is", turn=new.turn)
    yield from _changed_cells(_cells(old), _cells(new))
    gone, come = _items(old), _items(new)
    yield from (text for text in come if text not in gone)
    yield from (sentence("corrections", "no_longer", text=text) for text in gone if text not in come)


def _changed_cells(old: dict[Cell, str], new: dict[Cell, str]) -> Iterator[Words]:
    """Yield a line for each row with changes, and for each row or section that is gone."""
    rows: dict[Row, dict[Cell, str]] = {}
    for place, text in new.items():
        if old.get(place) != text:
            rows.setdefault(_row(place), {})[place] = text
    for cells in rows.values():
        yield _changed_row(old, cells)
    sections, kept = {place[0] for place in new}, {_row(place) for place in new}
    gone = [place for place in old if place not in new]
    remarks = [place for place in gone if not place[2] and _row(place) in kept]
    for place in remarks:
        yield sentence("corrections", "no_remark", place=_names(place), remark=old[place])
    left = [_names(_left(place, sections, kept)) for place in gone if place not in remarks]
    yield from (sentence("corrections", "no_cell", place=names) for names in dict.fromkeys(left))


def _changed_row(old: dict[Cell, str], cells: dict[Cell, str]) -> Words:
    """Return the line for the *cells* of a row that have changed."""
    gone = {place: _gone(old.get(place, ""), text) for place, text in cells.items()}
    if len(cells) == 1:
        ((place, text),) = cells.items()
        return sentence("corrections", "cell", place=_names(place), text=text, gone=gone[place])
    first = next(iter(cells))
    told = [(place[2].lower(), text, gone[place]) for place, text in cells.items()]
    return sentence("corrections", "row", place=_names((*first[:2], "", 1)), cells=told)


def _row(place: Cell) -> Row:
    return place[0], place[1]


def _left(place: Cell, sections: Set[str], rows: Set[Row]) -> Cell:
    """Return the cell that is gone, or its row or section if nothing of that is left."""
    section, row, column, number = place
    if section not in sections:
        return section, "", "", 1
    return (section, row, column, number) if _row(place) in rows else (section, row, "", 1)


def _gone(before: str, after: str) -> list[str]:
    """Return the items of a list in a cell that are no longer in it."""
    kept = after.split(", ")
    return [item for item in before.split(", ") if item and item not in kept] if ", " in before else []


def _names(place: Cell) -> tuple[str, ...]:
    section, row, column, _ = place
    return tuple(name for name in (re.split(r"[:(]", section)[0].strip(), row, column.lower()) if name)


def _items(facts: ReportFacts) -> list[str]:
    return [item.text for section in facts.sections for item in section.items]


def _cells(facts: ReportFacts) -> dict[Cell, str]:
    """Return each cell of the tables by its place; the first cell of a row holds its name and a remark."""
    found: dict[Cell, str] = {}
    seen: dict[tuple[str, str, str], int] = {}
    for place, text in (cell for section in facts.sections for cell in _cells_of(section)):
        seen[place] = seen.get(place, 0) + 1
        found[*place, seen[place]] = text
    return found


def _cells_of(section: Section) -> Iterator[tuple[tuple[str, str, str], str]]:
    for table in section.tables:
        for first, *others in table.rows:
            name, _, remark = first.partition(" (")  # "Blue (first player)"
            if remark:
                yield (section.title, name, ""), remark.rstrip(")")
            for column, cell in zip(table.columns[1:], others, strict=False):
                yield (section.title, name, column), cell
