"""What does each action but the Activation do?  One row an action: how it is done, and what is told of it."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from adjudicator.empires.ground import BOARD
from adjudicator.empires.language import orders
from adjudicator.empires.position import Position, track_is_final, with_missions
from adjudicator.empires.record import Event
from adjudicator.empires.resolve import diplomacy, entrenching, gas, research
from adjudicator.empires.view.wording import army_name

MISSIONS = 4  # 13.1

Done = tuple[Position, tuple[Event, ...]]


def _research(position: Position, order: orders.Research) -> Done:
    return research.research(position, order.technology), ()


def _entrench(position: Position, order: orders.Entrench) -> Done:
    return entrenching.entrench(position, order.zone), ()


def _diplomacy(position: Position, order: orders.Diplomacy) -> Done:
    after = diplomacy.move(position, order.track, order.forward)
    track = BOARD.tracks[order.track]
    if track_is_final(after, order.track):
        kind = "joined" if track.country else "usa" if track.joins else "surrender"
        return after, (Event(kind, track.joins, other=track.name),)
    box = after.diplomacy.get(order.track, 0)
    return after, (Event("box", position.power, number=box, other=order.track),)


def _missions(position: Position, _: orders.Missions) -> Done:
    return with_missions(position, position.power, MISSIONS), ()


def _gas(position: Position, order: orders.Gas) -> Done:
    after, army = gas.use(position, order.zone, order.target)
    return after, (Event("gas", army.power, order.zone, army_name(army)),)


def _nothing(position: Position, _: Any) -> Done:
    return position, ()


# By the order: its name as an action ("" where it is none), and how it is carried out.
DEEDS: dict[type, tuple[str, Callable[[Position, Any], Done]]] = {
    orders.Research: ("Research", _research),  # 10
    orders.Entrench: ("Entrench", _entrench),  # 11
    orders.Diplomacy: ("Diplomacy", _diplomacy),  # 12
    orders.Missions: ("Missions", _missions),  # 13
    orders.Gas: ("", _gas),  # 10.6
    orders.Pass: ("", _nothing),
    orders.Pause: ("", _nothing),
}


def do(position: Position, order: object) -> Done:
    """Raises NotAllowed where the order cannot be carried out."""
    return DEEDS[type(order)][1](position, order)


def acted(position: Position, action: str) -> Position:
    """The action taken: 7.1."""
    actions = (*position.turn.actions, action) if action else position.turn.actions
    return replace(position, turn=replace(position.turn, actions=actions, has_acted=True))
