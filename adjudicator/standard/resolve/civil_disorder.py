"""Choose removals without orders. Standard 11.6; DATC 4.D.8 and 6.J (2023 rules)."""

from collections.abc import Collection, Sequence

from adjudicator.core.position import Place, Unit
from adjudicator.standard.resolve.board_tables import Tables, distances


def removed_first(board: Tables, units: Sequence[Unit], own_centres: Collection[Place]) -> list[Unit]:
    """Sort *units* of one power, the first to be removed first.

    Those outside its own supply centres go before those in one; then the farthest from any of its centres,
    over land and water alike; then fleets before armies; then by the names of their provinces.
    """
    number = board.number
    centres = [number[centre] for centre in own_centres]

    def rank(unit: Unit) -> tuple[bool, int, bool, str]:
        at = number[unit.place]
        steps = min((distances(board, centre)[at] for centre in centres), default=0)
        return at in centres, -steps, unit.kind == "A", _name(board, unit.place)

    return sorted(units, key=rank)


def _name(board: Tables, place: Place) -> str:
    return board.map.provinces[board.province[place]].name
