"""Who meets whom at the end of a move?  Every sighting of a hidden piece is decided here.  (XIII 5.7, H)"""

from collections.abc import Collection

from adjudicator.downfall_xiii import options
from adjudicator.downfall_xiii.resolve.company import ALWAYS_SHOWN
from adjudicator.downfall_xiii.resolve.pieces.fellowship import others_in
from adjudicator.downfall_xiii.resolve.turn_state import Token, TurnState
from adjudicator.middle_earth.language.orders import Place, Power
from adjudicator.middle_earth.resolve.record import Sighting

Sightings = tuple[Sighting, ...]


def note(f: TurnState, only: Collection[Place] | None = None) -> Sightings:
    """Sightings of all hidden pieces, in *only* these places if any are named (new units, S.1)."""
    found = [
        one
        for token in f.tokens
        if not token.dead and token.kind not in ALWAYS_SHOWN and (only is None or token.place in only)
        for one in _sightings(f, token)
    ]
    if f.put_on and f.holder is not None:
        found.append(Sighting("Ring", f.holder.power, f.holder.place, None, "put on"))
    return tuple(sorted(found, key=lambda one: (one.owner, one.kind, one.place, one.readers or ())))


def _sightings(f: TurnState, token: Token) -> list[Sighting]:
    if token.kind == "Fe" and token.shown and _to_those_alone(f):
        return _sighted(token, _owners_met(f, token), "met others")
    if token.shown:
        return [Sighting(token.kind, token.power, token.place, None, _why(f, token))]
    if token.kind == "Fe" or not token.here:
        return []
    return _sighted(token, neighbours(f, token), "met")


def _sighted(token: Token, readers: set[Power], why: str) -> list[Sighting]:
    told = tuple(sorted(readers))
    return [Sighting(token.kind, token.power, token.place, told, why)] if told else []


def _to_those_alone(f: TurnState) -> bool:
    return f.options[options.ENCOUNTERS] == "those-who-met"


def _owners_met(f: TurnState, fellowship: Token) -> set[Power]:
    """Whom it met: in its area, or in the one that it was kept from (6i.8)."""
    places = {fellowship.place, *fellowship.path}
    met = {one.power for place in places if place for one in others_in(f, place, fellowship)}
    return met - {fellowship.power}


def _why(f: TurnState, token: Token) -> str:
    if token.by_ring:
        return "wears the Ring" if token is f.holder else "came with the Ring"
    if token.is_personality:
        return "moved with a unit"
    return "met others" if token.kind == "Fe" else "used a power"


def neighbours(f: TurnState, token: Token) -> set[Power]:
    """Owners of ordinary units in its area; of any unit or piece for a personality (5.7, 6a.2, H.3)."""
    there = f.parts_in(token.place)
    if not there and not token.is_personality:
        return set()
    units = [part for part in there if part.power != token.power]
    if f.options[options.REPORTS] == "full-stacks" and not token.is_personality:
        units = [part for part in units if f.is_full(part)]
    owners = {part.power for part in units}
    if token.is_personality:
        met = [other for other in f.tokens if other.place == token.place and _is_met(other)]
        owners |= {other.power for other in met if other.power != token.power}
    return owners


def _is_met(token: Token) -> bool:
    """The Fellowship is there, too, when it must retreat (6i.4)."""
    return token.here or (token.kind == "Fe" and not token.dead)
