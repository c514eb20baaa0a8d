"""The actions besides Recruit and Activate, each written on a line of its own."""

from typing import assert_never

from msgspec.structs import replace

from adjudicator.empires.ground import BOARD
from adjudicator.empires.language import orders
from adjudicator.empires.language.orders import ACTIONS, ActionOrder, SingleLine, command_of
from adjudicator.empires.position import Position, track_is_final, with_missions
from adjudicator.empires.record import Event, EventKind
from adjudicator.empires.resolve import diplomacy, entrenching, gas, research
from adjudicator.empires.view.wording import army_name

MISSIONS = 4  # 13.1

Done = tuple[Position, tuple[Event, ...]]


def action_name(order: ActionOrder) -> str:
    """Return the name of the action, such as "Research"; "" for orders that are not actions."""
    command = command_of(order)
    return command.capitalize() if command in ACTIONS else ""


def carry_out(position: Position, order: SingleLine) -> Done:
    """Carry out an order. Raises NotAllowed if that is impossible."""
    match order:
        case orders.Research(technology=technology):  # 10
            return research.research(position, technology), ()
        case orders.Entrench(zone=zone):  # 11
            return entrenching.entrench(position, zone), ()
        case orders.Diplomacy():  # 12
            return _diplomacy(position, order)
        case orders.Missions():  # 13
            return with_missions(position, position.power, MISSIONS), ()
        case orders.Gas(zone=zone, target=target):  # 10.6
            after, army = gas.use(position, zone, target)
            return after, (Event("gas", army.power, zone, army_name(army)),)
        case orders.Pass() | orders.Pause():
            return position, ()
        case _ as never:
            assert_never(never)


def _diplomacy(position: Position, order: orders.Diplomacy) -> Done:
    after = diplomacy.move(position, order.track, order.forward)
    track = BOARD.tracks[order.track]
    if track_is_final(after, order.track):
        kind: EventKind = "joined" if track.country else "usa" if track.joins else "surrender"
        return after, (Event(kind, track.joins, other=track.name),)
    box = after.diplomacy.get(order.track, 0)
    return after, (Event("box", position.power, number=box, other=order.track),)


def acted(position: Position, action: str) -> Position:
    """Count *action* as taken, if it has a name. 7.1"""
    actions = (*position.turn.actions, action) if action else position.turn.actions
    return replace(position, turn=replace(position.turn, actions=actions, has_acted=True))
