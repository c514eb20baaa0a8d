"""Warn of orders to enter the areas of the Ents, the Barrow-wights and the Balrog (XIII 7e, 7f, 7g).

They are allowed. The warnings rest on public facts and on the author's own orders: hidden pieces that would
save the unit change nothing.
"""

from collections.abc import Iterator, Sequence

from adjudicator.downfall_xiii.language.knowledge import Known, ways
from adjudicator.downfall_xiii.resolve.perils import (
    BARROWS,
    FANGORN,
    KHAZAD_DUM,
    SAFE_FROM_BALROG,
    fears_wights,
)
from adjudicator.downfall_xiii.sentences import say
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Order, Place, Unit
from adjudicator.middle_earth.resolve.pieces import GOOD, is_personality, is_piece
from adjudicator.middle_earth.view.wording import short_unit


def perils(orders: Sequence[Order], known: Known) -> Iterator[str]:
    """Yield a warning for each unit or piece that would be alone in one of these areas."""
    goals = [(unit, path[-1]) for order in orders for unit, path in ways(order) if path]
    led = {_led(order) for order in orders if isinstance(order, act.Lead | act.Accompany)}
    for unit, goal in dict.fromkeys(goals):
        if goal not in (FANGORN, BARROWS, KHAZAD_DUM) or unit.place in led or _is_joined(unit, goal, goals):
            continue
        yield from _threats(unit, goal, known)


def _led(order: act.Lead | act.Accompany) -> Place:
    """Return where the unit or piece stands that is not alone."""
    return order.led.place if isinstance(order, act.Lead) else order.companion.place


def _is_joined(unit: Unit, goal: Place, goals: Sequence[tuple[Unit, Place]]) -> bool:
    """Return whether it is a stack, or others are ordered there."""
    return unit.count > 1 or any(other != unit and place == goal for other, place in goals)


def _threats(unit: Unit, goal: Place, known: Known) -> Iterator[str]:
    """Yield what destroys *unit* if it is alone at *goal*."""
    is_unit = not is_piece(unit.kind)
    if goal == FANGORN and known.align(known.power) != GOOD:
        if is_unit or is_personality(unit.kind) or unit.kind == "Nazgul":
            yield say("ents_destroy_it", unit=short_unit(unit))
    elif goal == KHAZAD_DUM and is_unit and known.state.balrog == "alive":
        if known.power not in SAFE_FROM_BALROG:
            yield say("balrog_destroys_it", unit=short_unit(unit))
    elif goal == BARROWS and fears_wights(unit.kind):
        yield say("wights_destroy_it", unit=short_unit(unit))
