"""The position on which a power tries its orders: the real one, without what part H hides from it.

Hidden pieces of others are removed, the Ring is lost unless one of its units has it, and standing orders,
proxies and dates of others are left out. The victims of the Rangers are public. `with_pieces` puts those
pieces on it that the reader was shown.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from adjudicator.downfall_xiii.position import Beaten, Fate, Piece, Ring, State, who_orders
from adjudicator.downfall_xiii.resolve.company import ALWAYS_SHOWN
from adjudicator.downfall_xiii.view.sight import SECRET_TIMERS
from adjudicator.middle_earth.language.orders import Power
from adjudicator.middle_earth.view.ring import is_known_to
from adjudicator.middle_earth.view.sightings import Sighted

NOT_SOON = 99  # turns: the date of Gandalf's return is secret


def imagined(state: State, power: Power) -> State:
    """Return *state* as far as *power* may know it."""
    return replace(
        state,
        pieces=tuple(piece for piece in state.pieces if _is_known(state, piece, power)),
        ring=state.ring if is_known_to(power, state.ring) else Ring("lost"),
        gandalf=_gandalf(state, power),
        shadowfax=state.shadowfax and power == "Gandalf",
        timers={what: turns for what, turns in state.timers.items() if what not in SECRET_TIMERS},
        begun=tuple(what for what in state.begun if what not in SECRET_TIMERS),
        proxies=tuple(one for one in state.proxies if power in (one.power, one.to)),
        standing={one: orders for one, orders in state.standing.items() if one == power},
        beaten=tuple(_beaten(state, power)),
    )


def with_pieces(state: State, sighted: Sequence[Sighted]) -> State:
    """Return *state* with the pieces that its reader was shown where they were *sighted*."""
    seen = [Piece(*one) for one in sighted]
    return replace(state, pieces=tuple(sorted({*state.pieces, *seen})))


def _is_known(state: State, piece: Piece, power: Power) -> bool:
    always = (*ALWAYS_SHOWN, "Aragorn") if state.dead.word == "awake" else ALWAYS_SHOWN
    return piece.power == power or piece.kind in always


def _gandalf(state: State, power: Power) -> Fate:
    """Return Gandalf: his absence is public; only his player knows that a place to return is due."""
    if state.gandalf.word == "returning" and power == "Gandalf":
        return state.gandalf
    gone = state.gandalf.word in ("away", "returning")
    return Fate("away", NOT_SOON) if gone else state.gandalf


def _beaten(state: State, power: Power) -> Iterator[Beaten]:
    """Return the reader's own beaten units, and others' public ones without their retreats."""
    for one in state.beaten:
        owner = one.piece.power if one.piece else one.stacks[0].power
        if owner == power:
            yield one
        elif who_orders(state, one) == power:
            yield replace(one, pursued_from=(), aboard=())  # 9.7
        elif one.shown:
            yield Beaten(one.stacks, one.piece, one.attacked_from)
