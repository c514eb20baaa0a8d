"""Where may the beaten go, and who is lost?  (HB 3.3(b), 4.1(c), 5.2(f), 7.5.2, 9(b), 9(e))"""

from adjudicator.hardbop import ground
from adjudicator.hardbop.language import standing
from adjudicator.hardbop.position import Beaten
from adjudicator.hardbop.resolve import losses
from adjudicator.hardbop.resolve.order_collection import sheet
from adjudicator.hardbop.resolve.turn_state import TurnState, military
from adjudicator.hardbop.resolve.units import ActingUnit
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place, Standable
from adjudicator.middle_earth.resolve.outcomes import Succeeded


def waiting(f: TurnState) -> list[ActingUnit]:
    return [part for part in f.parts if part.beaten and not part.dead]


def free(f: TurnState, part: ActingUnit) -> tuple[Place, ...]:
    """What is open to it, by facts that all know."""
    return tuple(
        place
        for place in sorted(ground.steps(part.kind, part.place))
        if place not in (part.beaten_from, ground.OFF)
        and place not in f.contested
        and f.part_in(place) is None
        and not f.garrison_resists(place, part.power)
    )


def annihilate_trapped(f: TurnState) -> None:
    """9(b); and whom nobody orders is disbanded."""
    for part in waiting(f):
        if f.is_unordered(part):
            losses.lose_part(f, part, "civil disorder")
        elif not free(f, part):
            losses.lose_part(f, part, "trapped")


def rows(f: TurnState) -> tuple[Beaten, ...]:
    return tuple(Beaten(military(part), part.beaten_from, free(f, part)) for part in waiting(f))


def judge(f: TurnState, entered: int) -> None:
    """All at once; two that retreat to one space are both annihilated."""
    chosen: dict[int, Place] = {}
    for part in waiting(f):
        order = _order(f, part)
        part.said = [f.say(part.power, order, public=True)] if order else []
        open_ = free(f, part)
        wished = order.preferences if isinstance(order, act.Retreat) else ()
        target = next((place for place in wished if place in open_), "")
        if target:
            chosen[part.number] = target
        else:
            losses.lose_part(f, part, "removed" if order else "no order")
    for number, target in chosen.items():
        if list(chosen.values()).count(target) > 1:
            losses.lose_part(f, f.parts[number], "clash")
        else:
            _flee(f, f.parts[number], target, entered)
    f.contested.clear()


def _order(f: TurnState, part: ActingUnit) -> Standable | None:
    for order in reversed(standing.in_force(f.before, part.power, sheet(f, part.power))):
        unit = getattr(order, "unit", None)
        if isinstance(order, act.Retreat | act.Disband) and unit is not None and unit.place == part.place:
            return order
    return None


def _flee(f: TurnState, part: ActingUnit, target: Place, entered: int) -> None:
    led = f.leaders(part)
    part.entered_from, part.place, part.entered = part.place, target, entered
    part.beaten, part.retreated = False, True
    for number in part.said:
        f.come_of(number, Succeeded())
    for token in led:
        if token.kind == "Nazgul" and target in ground.WATER:
            token.leads = -1  # 3.10(a)
            continue
        token.entered_from, token.place, token.entered = token.place, target, entered
