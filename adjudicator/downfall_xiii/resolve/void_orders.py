"""Replace void orders by standing orders; a unit without one holds (XIII N.1, 4.10).

The turn is rehearsed up to the battle. An order that proves void and replaces a standing order is set aside,
and so is a merge that not everybody ordered. The rehearsal is repeated until no further order is set aside,
since other orders may depend on it.
"""

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.language import standing
from adjudicator.downfall_xiii.position import State
from adjudicator.downfall_xiii.resolve.turn_state import GivenOrder, TurnState, Voids
from adjudicator.middle_earth.language.orders import Divide, Merge, Order, OrderSheet, Paralyse, Power
from adjudicator.middle_earth.resolve.outcomes import Outcome, Void

NO_CONSENT = "no consent"
REPLACED = ("taken", "in a merge")  # replaced by another order on the same sheet


def candidates(state: State, sheets: dict[Power, OrderSheet]) -> dict[Power, list[Order]]:
    """Return the orders that are replaced if they are void."""
    found: dict[Power, list[Order]] = {}
    for power in ground.POWERS:
        sheet = sheets.get(power, OrderSheet())
        rivals = standing.overruling(state, power, sheet)
        given = [order for order in sheet.orders if type(order) is Merge]
        merges: list[Order] = [order for order in given if _names_another(state, power, order)]
        if rivals or merges:
            found[power] = [*rivals, *(merge for merge in merges if merge not in rivals)]
    return found


def _names_another(state: State, power: Power, order: Merge) -> bool:
    """Return whether it is a merge with units of another power."""
    places = {part.unit.place for part in order.parts}
    return any(stack.place in places for stack in state.stacks if stack.power != power)


def set_aside(rehearsed: TurnState, waiting: dict[Power, list[Order]]) -> Voids:
    """Return those of *waiting* that the rehearsal newly showed to be void."""
    found: dict[Power, dict[Order, Outcome]] = {}
    for given in rehearsed.given:
        if given.order in waiting.get(given.power, ()) and _is_void(given):
            found.setdefault(given.power, {})[given.order] = given.outcome or Void("nothing")
    return {
        power: new
        for power, orders in found.items()
        if (new := {o: why for o, why in orders.items() if o not in rehearsed.voids.get(power, {})})
    }


def _is_void(given: GivenOrder) -> bool:
    if not isinstance(given.outcome, Void) or given.outcome.why in REPLACED:
        return False
    if isinstance(given.order, Paralyse):
        return False  # it was used
    if isinstance(given.order, Merge):
        return given.outcome.why == NO_CONSENT  # 4.8: a unit that cannot move drops out alone
    if isinstance(given.order, Divide):
        return given.outcome.why in ("no such unit", "not yours")  # a part with a void order holds
    return True


def joined(old: Voids, new: Voids) -> Voids:
    return {power: {**old.get(power, {}), **new.get(power, {})} for power in {**old, **new}}
