"""Where do Gandalf and the Nazgul begin, and when do they come back?  (HB 1(c), 3.7(b), 3.10(f), 3.10(j))"""

from collections.abc import Mapping
from typing import Protocol

from adjudicator.hardbop import ground
from adjudicator.hardbop.ground import ERECH, HOMES, KHAZAD_DUM, OFF
from adjudicator.hardbop.resolve import perils
from adjudicator.hardbop.resolve.pieces import ring
from adjudicator.hardbop.resolve.turn_state import TurnState
from adjudicator.hardbop.resolve.units import NOT_MOVED, Token
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import OrderSheet, Place, Power
from adjudicator.middle_earth.resolve.outcomes import Succeeded, Void

FIRST_PLACES = {"Gandalf": "MTi", "Nazgul": "MMo"}
OWNERS = {"Gandalf": "Gondor", "Nazgul": "Mordor"}


def may_start(kind: str, place: Place) -> bool:
    return place not in (ERECH, OFF) if kind == "Gandalf" else place in HOMES["Mordor"]


def first_places(f: TurnState) -> None:
    """With the orders of turn 1; placing counts as entering."""
    for kind in (*f.unplaced, *f.before.may_start):
        power = OWNERS[kind]
        place = FIRST_PLACES[kind] if kind in f.unplaced else ""
        for order in f.sheets.get(power, OrderSheet()).orders:
            if isinstance(order, act.StartsAt) and order.unit.kind == kind:
                said = f.say(power, order, public=False)
                lawful = may_start(kind, order.place)
                f.said[said].outcome = Succeeded() if lawful else Void("impossible")
                place = order.place if lawful else place
        if place:
            _put(f, power, kind, place)
    f.unplaced = []


def _put(f: TurnState, power: Power, kind: str, place: Place) -> None:
    """It enters: the Balrog first, then the Ring (5.4, 7.2(a))."""
    token = Token(power, kind, place, place)
    f.tokens.append(token)
    if place == KHAZAD_DUM:
        perils.enter(f, [token])
    if token.here and f.ring.how == "lies" and f.ring.place == place:
        ring.claim(f, [token])
    token.entered = NOT_MOVED


def come_back(f: TurnState) -> None:
    """After step xii of the turn that is due."""
    if f.returns.get("Gandalf") == f.before.turn:
        _return(f, "Gandalf", "Gondor", f.named_places.get("Gandalf", FIRST_PLACES["Gandalf"]))
    due = f.returns.get("Nazgul")
    if due is not None and due <= f.before.turn:
        places = nazgul_places(f)
        named = f.named_places.get("Nazgul", "")
        if places:
            _return(f, "Nazgul", f.nazgul_controller, named if named in places else places[0])


def _return(f: TurnState, kind: str, power: Power, place: Place) -> None:
    del f.returns[kind]
    f.tell(f"{kind.lower()}.back", None)
    f.tell(f"{kind.lower()}.placed", (power,), place=place)
    f.tokens = [token for token in f.tokens if token.kind != kind]
    _put(f, power, kind, place)


def nazgul_places(f: TurnState) -> list[Place]:
    """Home centres of its player that he still owns; with none it waits."""
    return nazgul_homes(f, f.nazgul_controller)


class Holds(Protocol):
    """A state, or a field while it is judged."""

    @property
    def nazgul_controller(self) -> Power: ...
    @property
    def owners(self) -> Mapping[Place, Power]: ...


def nazgul_homes(now: Holds, power: Power) -> list[Place]:
    """3.10(f): none for a power that the Nazgul does not obey."""
    if now.nazgul_controller != power:
        return []
    return sorted(place for place in ground.HOMES[power] if now.owners.get(place) == power)
