"""Orders in words: in full, "Army Paris moves to Burgundy", and short, "A Par - Bur"."""

from functools import cache, lru_cache, partial
from typing import assert_never

from adjudicator.core import phrasing
from adjudicator.core.board import Board
from adjudicator.core.phrasing import Speech
from adjudicator.core.position import Place, Unit
from adjudicator.standard.language import orders as act
from adjudicator.standard.language.orders import Order
from adjudicator.standard.resolve.board_tables import Tables
from adjudicator.standard.sentences import group, say

KINDS = {"A": "Army", "F": "Fleet"}
COASTS = group("coasts")


@lru_cache(maxsize=1024)
def place_name(board: Tables, place: Place) -> str:
    """Return *place* in full: "St Petersburg (north coast)" for "Stp/nc"."""
    province, _, coast = place.partition("/")
    name = board.map.provinces[province].name
    return say("on_coast", place=name, coast=COASTS[coast]) if coast else name


@lru_cache(maxsize=1024)
def spoken_place(board: Tables, place: Place) -> str:
    """Return *place* as it is called inside a sentence: "the English Channel"."""
    province, _, coast = place.partition("/")
    name = _speech(board.map).place(province)
    return say("on_coast", place=name, coast=COASTS[coast]) if coast else name


@cache
def _speech(the_board: Board) -> Speech:
    return phrasing.read(the_board)


def unit_name(board: Tables, unit: Unit) -> str:
    """Return "Army Paris"; words for the unit without a place that stands for one out of sight."""
    if not unit.place:
        return say("unit_out_of_sight")
    return f"{KINDS[unit.kind]} {place_name(board, unit.place)}"


def short_unit(unit: Unit) -> str:
    """Return "A Par"."""
    return f"{unit.kind} {unit.place}"


@lru_cache(maxsize=4096)  # a confirmation says each order two or three times
def sentence(board: Tables, order: Order) -> str:  # noqa: PLR0911  (one case a kind)
    """Return *order* in full words, without the power."""
    if type(order) is act.Waive:
        return say("waives", count=order.count)
    unit, place = unit_name(board, order.unit), partial(spoken_place, board)
    match order:
        case act.Move(target=target, by_convoy=True):
            return say("order_moves_by_convoy", unit=unit, place=place(target))
        case act.Move(target=target):
            return say("order_moves", unit=unit, place=place(target))
        case act.SupportMove(supported=supported, target=target):
            return say("order_supports_move", unit=unit, origin=place(supported), place=place(target))
        case act.SupportHold(supported=supported):
            return say("order_supports", unit=unit, place=place(supported))
        case act.Hold():
            return say("order_holds", unit=unit)
        case act.Convoy(army=army, target=target):
            return say("order_convoys", unit=unit, origin=place(army), place=place(target))
        case act.Signal(meant=meant):
            return say("order_signals", order=sentence(board, meant))
        case act.Proxy(to=power):
            return say("order_leaves", unit=unit, power=power)
        case _:
            return _after_movement(board, order)


def _after_movement(board: Tables, order: act.Retreat | act.Disband | act.Build | act.Remove) -> str:
    """Return an order for retreats or adjustments."""
    unit = unit_name(board, order.unit)
    match order:
        case act.Retreat(target=target):
            return say("order_retreats", unit=unit, place=spoken_place(board, target))
        case act.Disband():
            return say("order_disbands", unit=unit)
        case act.Build():
            return say("order_builds", unit=unit)
        case act.Remove():
            return say("order_removes", unit=unit)
        case _ as never:
            assert_never(never)


def short(order: Order) -> str:  # noqa: C901, PLR0911, PLR0912  (one case a kind)
    """Return *order* in the notation of forms and rule cases, which reads back as the same order."""
    if type(order) is act.Waive:
        return f"Waive {order.count}"
    unit = short_unit(order.unit)
    match order:
        case act.Move(target=target, by_convoy=by_convoy):
            return f"{unit} - {target}{' via convoy' if by_convoy else ''}"
        case act.SupportMove(supported=supported, target=target):
            return f"{unit} S {supported} - {target}"
        case act.SupportHold(supported=supported):
            return f"{unit} S {supported}"
        case act.Hold():
            return f"{unit} H"
        case act.Convoy(army=army, target=target):
            return f"{unit} C {army} - {target}"
        case act.Signal(meant=meant):
            return f"SIGNAL {short(meant)}"
        case act.Proxy(to=power):
            return f"PROXY {unit} TO {power}"
        case act.Retreat(target=target):
            return f"{unit} - {target}"
        case act.Disband():
            return f"{unit} disband"
        case act.Build():
            return f"Build {unit}"
        case act.Remove():
            return f"Remove {unit}"
        case _ as never:
            assert_never(never)
