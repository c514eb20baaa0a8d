"""The actions besides Recruit and Activate, each written on a line of its own."""

from collections.abc import Sequence
from typing import assert_never

from msgspec.structs import replace

from adjudicator.core.language.words import NotAllowed
from adjudicator.empires.ground import BOARD
from adjudicator.empires.language import orders
from adjudicator.empires.language.orders import ACTIONS, ActionOrder, SingleLine, command_of
from adjudicator.empires.position import Position, track_is_final, with_missions
from adjudicator.empires.record import Event, EventKind
from adjudicator.empires.resolve import diplomacy, entrenching, gas, research
from adjudicator.empires.sentences import say
from adjudicator.empires.view.wording import army_name

MISSIONS = 4  # 13.1

Done = tuple[Position, tuple[Event, ...]]


def action_name(order: ActionOrder) -> str:
    """Return the name of the action, such as "Research"; "" for orders that are not actions."""
    command = command_of(order)
    return command.capitalize() if command in ACTIONS else ""


def actions_left(position: Position) -> int:
    return BOARD.powers[position.power].actions - len(position.turn.actions)  # 7.1


def why_no_action(position: Position, action: str, earlier: Sequence[str] = ()) -> NotAllowed | None:
    """Return why the Power may not take *action* now, by its name.

    *earlier* are the actions that were carried out before PAUSE.
    """
    taken = position.turn.actions
    if action in taken and action != "Activate":  # 7.2
        remedy = say("was_taken_before_pause") if action in earlier else say("leave_one_of_them_out")
        return NotAllowed(say("may_be_taken_once_turn", called=action), remedy)
    if actions_left(position) < 1:
        return _why_none_left(position, earlier)
    if action == "Recruit" and (taken or position.turn.has_acted):  # 7.3
        is_resumed = bool(earlier) or position.turn.is_paused
        remedy = say("leave_it_out") if is_resumed else say("write_it_above_all_others")
        reason = (
            say("recruit_may_only_be_first_action")
            if taken
            else say("gas_and_offensive_are_not_above_recruit")
        )
        return NotAllowed(reason, remedy)
    return None


def _why_none_left(position: Position, earlier: Sequence[str]) -> NotAllowed:
    power, most = position.power, BOARD.powers[position.power].actions
    if not earlier:
        words = say("has_actions_turn_they_are_taken", power=power, most=most)
        return NotAllowed(words, say("leave_this_one_out_or_one"))
    words = say("actions_before_pause_count", power=power, most=most, count=len(earlier))
    remedy = say("leave_it_out") if len(earlier) >= most else say("leave_this_one_out_or_one")
    return NotAllowed(words, remedy)


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
