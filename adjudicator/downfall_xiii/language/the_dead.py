"""Treat an order for the Dead as one for Aragorn: they go where he goes, and do what he does (6b.8)."""

from msgspec.structs import replace

from adjudicator.core.language.words import NotAllowed
from adjudicator.downfall_xiii.language.knowledge import Known
from adjudicator.downfall_xiii.sentences import say
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Standable, Unit
from adjudicator.middle_earth.resolve.pieces import is_piece

NAMES = ("dead", "the dead", "of the dead")
ARAGORN = Unit("Aragorn")


def meant(order: Standable, known: Known) -> Standable:
    """Return *order* with Aragorn in place of the Dead. Raises `NotAllowed` while they do not march."""
    match order:
        case act.Accompany(unit=who, companion=other, path=path) | act.Lead(unit=who, led=other, path=path):
            return act.Move(who, path) if path and who.kind == "Aragorn" and _is_called(other) else order
        case act.SupportHold(supported=other) | act.SupportMove(supported=other) if _is_called(other):
            order = replace(order, supported=_aragorn(known))
    unit: Unit | None = getattr(order, "unit", None)
    if unit is None or not _is_called(unit):
        return order
    return replace(order, unit=_aragorn(known))


def _is_called(unit: Unit) -> bool:
    """Return whether the words may mean the Dead; "Dead Marshes" does not."""
    return not is_piece(unit.kind) and " ".join(unit.place.casefold().split()) in NAMES


def _aragorn(known: Known) -> Unit:
    """Return Aragorn, if the Dead march with him."""
    match known.state.dead.word:
        case "awake":
            return ARAGORN
        case "gone":
            raise NotAllowed(say("dead_are_gone"), say("give_aragorn_an_order"))
    raise NotAllowed(say("dead_do_not_march"), say("how_the_dead_are_called"))
