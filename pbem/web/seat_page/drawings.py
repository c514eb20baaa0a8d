"""What a seat's page loads later: the drawing of a turn, and the moves of others that conditions may name."""

import re

from pbem.commands.lookup import history
from pbem.store.states import OVER
from pbem.web.seat_page import shared_views
from pbem.web.seat_page.script_facts import as_json
from pbem.web.seat_page.visits import Visit

RING = "headline news"  # the title of the ring, as in `adjudicator.drawing.halo`, which is slow to import
# Our pages allow no inline styles; the rest is for the painter of the pictures in mails.
NOT_SHOWN = re.compile(r' (?:style="background:[^"]*"|data-(?:box|at|colours)="[^"]*")')


def picture(visit: Visit, number: str) -> str:
    """Return the map of the last report as SVG, or of that of turn *number*; "" if there is no such turn."""
    table, power = visit.visitor.table, visit.visitor.seat.power
    game, last = visit.office.find_game(table.game), history.last_turn(visit.session, table)
    place = shared_views.place_of(game, table, power)
    if not number:
        record = last.record if last else None
        return _for_page(shared_views.picture(place, table.position, record))
    turns = [one for one in history.turns_of(visit.session, table.key) if str(one.number) == number]
    return _for_page(shared_views.picture(place, turns[0].position, turns[0].record)) if turns else ""


def has_ring(svg: str) -> bool:
    """Return whether a drawing has a ring, which marks a place in the headlines."""
    return f"<title>{RING}</title><circle" in svg


def moves_of_others(visit: Visit) -> str:
    """Return the moves of the others' units that a condition may name, as JSON; [] where there are none."""
    table, power = visit.visitor.table, visit.visitor.seat.power
    game = visit.office.find_game(table.game)
    if table.state == OVER or not game.card.conditions or game.card.conditions.subject != "moves":
        return "[]"
    return as_json(shared_views.moves_of_others(shared_views.place_of(game, table, power), table.position))


def _for_page(svg: str) -> str:
    return NOT_SHOWN.sub("", svg)
