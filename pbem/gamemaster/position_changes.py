"""Compare two positions as one reader may know them: what a correction tells each of its readers.

Only `Game.show` is asked, so that nothing leaves a game but through its `sight.py`. Two corrections that a
reader cannot tell apart give that reader the same lines.
"""

from collections.abc import Iterator, Sequence

from adjudicator.core.game import Game, Power, ReportFacts, Section, State

Cell = tuple[str, str, str, int]  # where a cell stands: section, row, column, and which of several such


def known_to(game: Game, before: State, after: State, powers: Sequence[Power]) -> list[str]:
    """Return a line for each thing that is different for the player of *powers*; () is the public."""
    readers: Sequence[Power | None] = powers or (None,)
    lines = [line for reader in readers for line in _changes(game, before, after, reader)]
    return list(dict.fromkeys(lines))


def _changes(game: Game, before: State, after: State, reader: Power | None) -> Iterator[str]:
    old, new = game.show(before, None, reader), game.show(after, None, reader)
    if old.turn != new.turn:
        yield f"The turn is {new.turn}."
    yield from _changed_cells(_cells(old), _cells(new))
    gone, come = _items(old), _items(new)
    yield from (text for text in come if text not in gone)
    yield from (f"No longer: {text}" for text in gone if text not in come)


def _changed_cells(old: dict[Cell, str], new: dict[Cell, str]) -> Iterator[str]:
    for place, text in new.items():
        if old.get(place) != text:
            yield f"{_words(place)}: {text or 'none'}"
    yield from (f"{_words(place)}: no longer there" for place in old if place not in new)


def _words(place: Cell) -> str:
    section, row, column, _ = place
    return ", ".join(filter(None, (section.partition(":")[0], row, column.lower())))


def _items(sheet: ReportFacts) -> list[str]:
    return [item.text for section in sheet.sections for item in section.items]


def _cells(sheet: ReportFacts) -> dict[Cell, str]:
    """Return each cell of the tables by its place; the first cell of a row is the name of the row."""
    found: dict[Cell, str] = {}
    seen: dict[tuple[str, str, str], int] = {}
    for place, text in (cell for section in sheet.sections for cell in _cells_of(section)):
        seen[place] = seen.get(place, 0) + 1
        found[*place, seen[place]] = text
    return found


def _cells_of(section: Section) -> Iterator[tuple[tuple[str, str, str], str]]:
    for table in section.tables:
        for first, *others in table.rows:
            for column, cell in zip(table.columns[1:], others, strict=False):
                yield (section.title, first, column), cell
