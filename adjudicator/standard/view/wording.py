"""Orders in words: in full, "Army Paris moves to Burgundy", and short, "A Par - Bur"."""

from functools import lru_cache

import msgspec

from adjudicator.core.position import Place, Unit
from adjudicator.standard.language.orders import Order
from adjudicator.standard.resolve.board_tables import Tables

KINDS = {"A": "Army", "F": "Fleet"}
COASTS = {"nc": "north coast", "sc": "south coast", "ec": "east coast", "wc": "west coast"}

# Each order in full words and as the order form and the rule cases write it.
FORMS = {
    "Hold": ("{unit} holds", "{unit} H"),
    "Move": ("{unit} moves to {target}", "{unit} - {target}"),
    "SupportHold": ("{unit} supports the unit in {supported}", "{unit} S {supported}"),
    "SupportMove": (
        "{unit} supports the move from {supported} to {target}",
        "{unit} S {supported} - {target}",
    ),
    "Convoy": ("{unit} convoys the army in {army} to {target}", "{unit} C {army} - {target}"),
    "Retreat": ("{unit} retreats to {target}", "{unit} - {target}"),
    "Disband": ("{unit} disbands", "{unit} disband"),
    "Build": ("{unit} is built", "Build {unit}"),
    "Remove": ("{unit} is removed", "Remove {unit}"),
    "Waive": ("The building of {count} is waived", "Waive {count}"),
}


@lru_cache(maxsize=1024)
def place_name(board: Tables, place: Place) -> str:
    """*place* in full: "St Petersburg (north coast)" for "Stp/nc"."""
    province, _, coast = place.partition("/")
    name = board.map.provinces[province].name
    return f"{name} ({COASTS[coast]})" if coast else name


def unit_name(board: Tables, unit: Unit) -> str:
    """Gives "Army Paris"."""
    return f"{KINDS[unit.kind]} {place_name(board, unit.place)}"


def short_unit(unit: Unit) -> str:
    """Gives "A Par"."""
    return f"{unit.kind} {unit.place}"


def sentence(board: Tables, order: Order) -> str:
    """*order* in full words; only the power is not in them."""
    told = FORMS[type(order).__name__][0].format_map(
        {key: _in_full(board, value) for key, value in msgspec.structs.asdict(order).items()}
    )
    return told + " by convoy" if getattr(order, "by_convoy", False) else told


def _in_full(board: Tables, value: Unit | Place | int) -> str:
    match value:
        case Unit():
            return unit_name(board, value)
        case str():
            return place_name(board, value)
    return "one unit" if value == 1 else f"{value} units"


def short(order: Order) -> str:
    """*order* as the rule cases write it; read again it is the same order."""
    told = FORMS[type(order).__name__][1].format_map(
        {
            key: short_unit(value) if isinstance(value, Unit) else value
            for key, value in msgspec.structs.asdict(order).items()
        }
    )
    return told + " via convoy" if getattr(order, "by_convoy", False) else told
