"""The position on which a power tries its orders: the real one, without what part I hides from it.

Hidden pieces of others are removed, the Ring is nowhere unless one of its units has it, and standing orders,
hints and dates of others are left out. What the Ranger neutralised is public. `with_pieces` puts those pieces
on it that the reader was shown.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.hardbop.position import Beaten, Personality, Ring, State
from adjudicator.hardbop.resolve.pieces.encounters import ALWAYS_SHOWN
from adjudicator.hardbop.resolve.pieces.returns import OWNERS
from adjudicator.hardbop.sentences import say
from adjudicator.middle_earth.language.orders import Power
from adjudicator.middle_earth.view.ring import is_known_to
from adjudicator.middle_earth.view.sightings import Sighted

GONDOR = "Gondor"  # plays Gandalf


def imagined(state: State, power: Power) -> State:
    """Return *state* as far as *power* may know it. Raises ValueError in the middle of a turn."""
    if state.unfinished is not None:
        raise ValueError(say("turn_has_stopped_half_way"))
    return replace(
        state,
        personalities=tuple(one for one in state.personalities if _is_known(state, one, power)),
        ring=state.ring if is_known_to(power, state.ring) else Ring(),
        returns={kind: turn for kind, turn in state.returns.items() if _owner(state, kind) == power},
        unplaced=tuple(kind for kind in state.unplaced if OWNERS[kind] == power),
        hints={one: places for one, places in state.hints.items() if one == power},
        standing={one: orders for one, orders in state.standing.items() if one == power},
        beaten=tuple(one if one.unit.power == power else Beaten(one.unit) for one in state.beaten),
    )


def with_pieces(state: State, sighted: Sequence[Sighted]) -> State:
    """Return *state* with the pieces that its reader was shown where they were *sighted*."""
    seen = [Personality(*one) for one in sighted]
    return replace(state, personalities=tuple(sorted({*state.personalities, *seen})))


def _is_known(state: State, one: Personality, power: Power) -> bool:
    """Return whether it is the reader's own, always shown, or public from the start."""
    is_public = state.set_up and one.kind not in state.unplaced
    return one.power == power or one.kind in ALWAYS_SHOWN or is_public


def _owner(state: State, kind: str) -> Power:
    return state.nazgul_controller if kind == "Nazgul" else GONDOR
