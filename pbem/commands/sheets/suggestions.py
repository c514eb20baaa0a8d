"""What a reply of YES to "Did you mean ...?" puts on file: the orders that refusals suggest."""

from collections.abc import Sequence

from adjudicator.core.game import MISSING, REFUSED, TAKEN, THIS_MESSAGE, Reading, ReadLine
from adjudicator.core.language.suggested import suggested
from pbem.tables.order_sheets import Place


def corrected(place: Place, reading: Reading) -> tuple[Sequence[str], Sequence[str]]:
    """Return the orders that the refusals of *reading* suggest, and the lines that a YES files.

    The lines are these orders alone or added to the sheet, if all other orders stay, else the whole message
    with them, unless that would drop a refused line without a word. Both are empty if a suggestion cannot be
    filed so.
    """
    refused = [line for line in reading.lines if line.verdict == REFUSED]
    orders = [order for line in refused if (order := _order(line))]
    if not orders:
        return (), ()
    wholes = [_whole(reading.lines)] if len(orders) == len(refused) else []
    adds = place.game.card.adds
    added = [[adds, *orders]] if adds else []
    for lines in (orders, *added, *wholes):
        again = place.read(reading.orders, lines)
        if not any(line.verdict == REFUSED for line in again.lines) and _keeps(reading, again, orders):
            return orders, lines
    return (), ()


def _order(line: ReadLine) -> str:
    return suggested(line.remedy) if line.verdict == REFUSED else ""


def _whole(lines: Sequence[ReadLine]) -> list[str]:
    """Return the lines with the suggestions in the place of what was refused, without prose."""
    written = (_order(line) or (line.text if line.verdict == TAKEN else "") for line in lines)
    return [line for line in written if line]


def _keeps(before: Reading, after: Reading, orders: Sequence[str]) -> bool:
    """Return whether *after* has each of *orders*, and every order in force of *before* for other units.

    Suggestions for several lines about one unit would replace each other.
    """
    new = [row for row in after.in_force if row.source == THIS_MESSAGE]
    replaced = {row.unit for row in new if row.unit}
    now = {(row.unit, row.order) for row in after.in_force}
    kept = {
        (row.unit, row.order) for row in before.in_force if row.source != MISSING and row.unit not in replaced
    }
    taken = sum(line.verdict == TAKEN for line in after.lines)
    return kept <= now and min(taken, len(new)) >= len(orders)
