"""Units that a second move drove out (4.4), for headlines: their own orders were reported earlier."""

from msgspec.structs import replace

from adjudicator.core.outcomes import Dislodged
from adjudicator.core.position import Unit as Named
from adjudicator.hardbop.position import Beaten
from adjudicator.hardbop.view.sight import Seen
from adjudicator.middle_earth.language.orders import Hold, Unit
from adjudicator.middle_earth.resolve.record import Result
from adjudicator.middle_earth.view.stand_offs import start, way


def with_second_losses(seen: Seen) -> Seen:
    """Return *seen* with a result for each unit that must retreat and has none in this phase."""
    told = {(row.power, place) for row in seen.results for place in (start(row), *way(row.order))}
    found = [_loss(one, seen) for one in seen.beaten if (one.unit.power, one.unit.place) not in told]
    return replace(seen, results=(*seen.results, *(one for one in found if one is not None)))


def _loss(one: Beaten, seen: Seen) -> Result | None:
    """Return the loss with the unit that moved there, if everybody saw it."""
    unit = one.unit
    for row in seen.results:
        if row.public and row.outcome.word == "succeeds" and way(row.order)[-1:] == (unit.place,):
            by = Named(row.power, getattr(row.order, "unit", Unit("")).kind, start(row))
            order = Hold(Unit(unit.kind, unit.place, unit.size))
            return Result(unit.power, order, Dislodged(by), public=True)
    return None
