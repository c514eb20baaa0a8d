"""First places and returns of Gandalf and the Nazgul (HB 1(c), 3.7(b), 3.10(f), 3.10(j))."""

from collections.abc import Mapping
from typing import Protocol

from adjudicator.hardbop import ground
from adjudicator.hardbop.ground import ERECH, HOMES, KHAZAD_DUM, OFF
from adjudicator.hardbop.resolve import perils
from adjudicator.hardbop.resolve.pieces import ring
from adjudicator.hardbop.resolve.turn_state import TurnState
from adjudicator.hardbop.resolve.units import NOT_MOVED, ActingPiece
from adjudicator.middle_earth.language.orders import OrderSheet, Place, Power, StartsAt
from adjudicator.middle_earth.resolve.outcomes import Succeeded, Void

FIRST_PLACES = {"Gandalf": "MTi", "Nazgul": "MMo"}
OWNERS = {"Gandalf": "Gondor", "Nazgul": "Mordor"}


def may_start(kind: str, place: Place) -> bool:
    return place not in (ERECH, OFF) if kind == "Gandalf" else place in HOMES["Mordor"]


def first_places(turn: TurnState) -> None:
    """Place them with the orders of turn 1. Placing counts as entering."""
    for kind in (*turn.unplaced, *turn.before.may_start):
        power = OWNERS[kind]
        place = FIRST_PLACES[kind] if kind in turn.unplaced else ""
        for order in turn.sheets.get(power, OrderSheet()).orders:
            if isinstance(order, StartsAt) and order.unit.kind == kind:
                given = turn.add_order(power, order, public=False)
                lawful = may_start(kind, order.place)
                turn.given[given].outcome = Succeeded() if lawful else Void("impossible")
                place = order.place if lawful else place
        if place:
            _put(turn, power, kind, place)
    turn.unplaced = []


def _put(turn: TurnState, power: Power, kind: str, place: Place) -> None:
    """Place a piece. It meets the Balrog first, then the Ring (5.4, 7.2(a))."""
    piece = ActingPiece(power, kind, place, place)
    turn.pieces.append(piece)
    if place == KHAZAD_DUM:
        perils.enter(turn, [piece])
    if piece.here and turn.ring.how == "lies" and turn.ring.place == place:
        ring.claim(turn, [piece])
    piece.entered = NOT_MOVED


def come_back(turn: TurnState) -> None:
    """Place those who return this turn, after step xii."""
    if turn.returns.get("Gandalf") == turn.before.turn:
        _return(turn, "Gandalf", "Gondor", turn.named_places.get("Gandalf", FIRST_PLACES["Gandalf"]))
    due = turn.returns.get("Nazgul")
    if due is not None and due <= turn.before.turn:
        places = nazgul_places(turn)
        named = turn.named_places.get("Nazgul", "")
        if places:
            _return(turn, "Nazgul", turn.nazgul_controller, named if named in places else places[0])


def _return(turn: TurnState, kind: str, power: Power, place: Place) -> None:
    del turn.returns[kind]
    turn.add_news(f"{kind.lower()}.back", None)
    turn.add_news(f"{kind.lower()}.placed", (power,), place=place)
    turn.pieces = [piece for piece in turn.pieces if piece.kind != kind]
    _put(turn, power, kind, place)


def nazgul_places(turn: TurnState) -> list[Place]:
    """Return the open home centres of the controller. Without one the Nazgul waits."""
    return nazgul_homes(turn, turn.nazgul_controller)


class Holds(Protocol):
    """A `State` or a `TurnState`."""

    @property
    def nazgul_controller(self) -> Power: ...
    @property
    def owners(self) -> Mapping[Place, Power]: ...


def nazgul_homes(now: Holds, power: Power) -> list[Place]:
    """Return owned home centres; none for a power that does not control the Nazgul (3.10(f))."""
    if now.nazgul_controller != power:
        return []
    return sorted(place for place in ground.HOMES[power] if now.owners.get(place) == power)
