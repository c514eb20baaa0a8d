"""Retreats of dislodged units (HB 3.3(b), 4.1(c), 5.2(f), 7.5.2, 9(b), 9(e))."""

from adjudicator.hardbop import ground
from adjudicator.hardbop.language import standing
from adjudicator.hardbop.position import Beaten
from adjudicator.hardbop.resolve import losses
from adjudicator.hardbop.resolve.order_collection import sheet
from adjudicator.hardbop.resolve.turn_state import TurnState, military
from adjudicator.hardbop.resolve.units import ActingUnit
from adjudicator.middle_earth.language.orders import Disband, Place, Retreat, Standable
from adjudicator.middle_earth.resolve.outcomes import Succeeded


def waiting(turn: TurnState) -> list[ActingUnit]:
    return [unit for unit in turn.units if unit.beaten and not unit.dead]


def free(turn: TurnState, unit: ActingUnit) -> tuple[Place, ...]:
    """Return the spaces that are open to it, by public facts."""
    return tuple(
        place
        for place in sorted(ground.steps(unit.kind, unit.place))
        if place not in (unit.beaten_from, ground.OFF)
        and place not in turn.contested
        and turn.unit_in(place) is None
        and not turn.garrison_resists(place, unit.power)
    )


def annihilate_trapped(turn: TurnState) -> None:
    """Annihilate units without a retreat (9(b)), and disband those that nobody orders."""
    for unit in waiting(turn):
        if turn.is_unordered(unit):
            losses.lose_unit(turn, unit, "civil disorder")
        elif not free(turn, unit):
            losses.lose_unit(turn, unit, "trapped")


def rows(turn: TurnState) -> tuple[Beaten, ...]:
    return tuple(Beaten(military(unit), unit.beaten_from, free(turn, unit)) for unit in waiting(turn))


def judge(turn: TurnState, entered: int) -> None:
    """Resolve all retreats at once. Units that retreat to one space are annihilated."""
    chosen: dict[int, Place] = {}
    for unit in waiting(turn):
        order = _order(turn, unit)
        unit.given = [turn.add_order(unit.power, order, public=True)] if order else []
        open_ = free(turn, unit)
        preferred = order.preferences if isinstance(order, Retreat) else ()
        target = next((place for place in preferred if place in open_), "")
        if target:
            chosen[unit.number] = target
        else:
            losses.lose_unit(turn, unit, "removed" if order else "no order")
    for number, target in chosen.items():
        if list(chosen.values()).count(target) > 1:
            losses.lose_unit(turn, turn.units[number], "clash")
        else:
            _flee(turn, turn.units[number], target, entered)
    turn.contested.clear()


def _order(turn: TurnState, unit: ActingUnit) -> Standable | None:
    for order in reversed(standing.in_force(turn.before, unit.power, sheet(turn, unit.power))):
        if isinstance(order, Retreat | Disband) and order.unit.place == unit.place:
            return order
    return None


def _flee(turn: TurnState, unit: ActingUnit, target: Place, entered: int) -> None:
    led = turn.leaders(unit)
    unit.entered_from, unit.place, unit.entered = unit.place, target, entered
    unit.beaten, unit.retreated = False, True
    for number in unit.given:
        turn.set_outcome_of(number, Succeeded())
    for piece in led:
        if piece.kind == "Nazgul" and target in ground.WATER:
            piece.leads = -1  # 3.10(a)
            continue
        piece.entered_from, piece.place, piece.entered = piece.place, target, entered
