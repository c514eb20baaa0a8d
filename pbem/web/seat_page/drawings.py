"""What a seat's page loads later: the drawing of a turn, and the moves of others that conditions may name."""

from pbem.commands.lookup import history
from pbem.store.game_tables import AdjudicatedTurn
from pbem.store.states import OVER
from pbem.web.seat_page import shared_views
from pbem.web.seat_page.script_facts import as_json
from pbem.web.seat_page.visits import Visit

RING = "headline news"  # the title of the ring, as in `adjudicator.drawing.halo`, which is slow to import


def picture(visit: Visit, number: str) -> str:
    """Return the map of the last report as SVG, or of that of turn *number*; "" if there is no such turn."""
    table = visit.visitor.table
    if not number:
        return last_picture(visit, history.last_turn(visit.session, table))
    turns = [one for one in history.turns_of(visit.session, table.key) if str(one.number) == number]
    return shared_views.picture(_place(visit), turns[0].position, turns[0].record) if turns else ""


def last_picture(visit: Visit, last: AdjudicatedTurn | None) -> str:
    """Return the map of the last report, which is that of the *last* turn, if there was any."""
    record = last.record if last else None
    return shared_views.picture(_place(visit), visit.visitor.table.position, record)


def has_ring(svg: str) -> bool:
    """Return whether a drawing has a ring, which marks a place in the headlines."""
    return f"<title>{RING}</title><circle" in svg


def moves_of_others(visit: Visit) -> str:
    """Return the moves of the others' units that a condition may name, as JSON; [] where there are none."""
    table, place = visit.visitor.table, _place(visit)
    conditions = place.game.card.conditions
    if table.state == OVER or not conditions or conditions.subject != "moves":
        return "[]"
    return as_json(shared_views.moves_of_others(place, table.position))


def _place(visit: Visit) -> shared_views.Place:
    table, power = visit.visitor.table, visit.visitor.seat.power
    return shared_views.place_of(visit.office.find_game(table.game), table, power)
