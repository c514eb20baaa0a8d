"""Orders for a later phase that the page offers to write below PHASE, with or without a condition.

Nobody knows yet what there will be to order: they come from what the units could do now and from the board
that everybody knows, and are read when the phase is due.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from sqlmodel import Session

from adjudicator.core.atlas import PlaceEntry
from pbem.commands.context import SeatContext
from pbem.commands.sheets import early_orders
from pbem.store.player_tables import LaterOrders
from pbem.web.seat_page.shared_views import atlas, targets

RETREAT, ADJUSTMENT = "retreat", "adjustment"
SUPPLIED = re.compile(r"\d*([ACFP]) (\S+)")  # units that are removed when there are too few centres


class LaterPhase(Struct, frozen=True):
    """A phase as PHASE names it, the orders that are offered for it, and the lines on file for it."""

    name: str
    orders: Sequence[str]
    filed: Sequence[str]


def later_phases(
    session: Session, at: SeatContext, moves: Sequence[tuple[str, Sequence[str]]]
) -> list[LaterPhase]:
    """Return the later phases of the turn that have orders; *moves* are the orders of each unit now."""
    offered: dict[str, list[str]] = {}
    if at.due.phase == "movement" and RETREAT in at.game.card.phases:
        offered[RETREAT] = [order for unit, orders in moves for order in _retreats(unit, orders)]
    if at.due.phase != ADJUSTMENT and ADJUSTMENT in at.game.card.phases:
        builds = [order for place in atlas(at) for order in _builds(place, at.row.power)]
        removals = [order for unit, orders in moves for order in _removals(unit, orders)]
        offered[ADJUSTMENT] = [*builds, *(["Waive"] if builds else []), *dict.fromkeys(removals)]
    wanted = {name: orders for name, orders in offered.items() if orders}
    filed = early_orders.waiting_of(at.row.power, session, at.table.key) if wanted else ()
    return [LaterPhase(name.upper(), orders, _lines(filed, name)) for name, orders in wanted.items()]


def _retreats(unit: str, orders: Sequence[str]) -> Iterator[str]:
    """Yield where a unit could retreat from where it stands now: to where it could move."""
    yield from (f"{unit} R {target}" for target in targets(unit, orders))


def _removals(unit: str, orders: Sequence[str]) -> Iterator[str]:
    """Yield the removal of a unit from where it stands now and from where it could move to."""
    if found := SUPPLIED.fullmatch(unit):
        kind, place = found.groups()
        yield from (f"Remove {kind} {where}" for where in (place, *targets(unit, orders)))


def _builds(place: PlaceEntry, power: str) -> Iterator[str]:
    if not place.is_centre or place.home != power:
        return
    yield f"Build A {place.short}"
    coasts = [coast for coast, _ in place.by_coast] or [place.short]
    if place.by_water or place.by_coast:
        yield from (f"Build F {coast}" for coast in coasts)


def _lines(filed: Sequence[LaterOrders], phase: str) -> Sequence[str]:
    return [line for row in filed if row.phase.lower() == phase for line in row.lines]
