"""What may be ordered besides `choices`: losses in battles, and where the rest of the income goes."""

from collections.abc import Iterator, Sequence

from adjudicator.core.dice import ListedDice
from adjudicator.domination.data import FORT
from adjudicator.domination.language.orders import BUILD, COMBAT, KEEP, LOSE, SET_UP, TARGET, Move, Order
from adjudicator.domination.position import Position, buildable, headings
from adjudicator.domination.resolve.owed import acting_now
from adjudicator.domination.resolve.turn_state import TurnState
from adjudicator.domination.sentences import say
from adjudicator.domination.view.choices import LEFT, Choices, may_build


def later_choices(position: Position, player: str, orders: Sequence[Order]) -> Choices:
    """Return preferences for battles everywhere, and where the player is or goes by *orders*."""
    of_phase = headings(position)
    if position.over or position.asking or SET_UP in of_phase or player not in acting_now(position):
        return {}
    state = TurnState(position, {}, ListedDice(()))
    everywhere = [line.split(" ", 1) for line in _preferences(state, player)]
    places = {row.space: None for row in position.units if row.player == player}
    places |= {order.way[-1]: None for order in orders if isinstance(order, Move)}
    heading = COMBAT.capitalize()
    somewhere = [f"at {place}: {verb} {what}" for place in places for verb, what in everywhere]
    return {
        **(_rest(state, player) if BUILD in of_phase else {}),
        **({heading: [heading]} if len(of_phase) > 1 else {}),
        say("what_i_lose"): [f"{verb} {what}" for verb, what in everywhere if verb == LOSE],
        say("what_i_keep"): [f"{verb} {what}" for verb, what in everywhere if verb == KEEP],
        say("whom_i_hit"): [f"{verb} {what}" for verb, what in everywhere if verb == TARGET],
        f"{say('at_one_place')}, besides": somewhere,
    }


def _preferences(state: TurnState, player: str) -> Iterator[str]:
    own = [row.kind for row in state.start.units if row.player == player]
    for kind in dict.fromkeys((FORT, *buildable(state.settings, player), *own)):
        yield f"{LOSE} {kind}"
        yield f"{KEEP} {kind}"
    yield from (f"{TARGET} {enemy}" for enemy in state.settings.seats if enemy != player)


def _rest(state: TurnState, player: str) -> Choices:
    """Return all places at which the rest of the income may be spent, where `choices` has a few."""
    every = may_build(state, player).items()
    return {LEFT: [f"rest {kind} {space}" for kind, spaces in every for space in spaces]} if every else {}
