"""How does a player ask for more time?  EXTEND and why goes to the GM, who alone moves a deadline."""

from pbem import reports
from pbem.commands import Request
from pbem.deeds import Acting, done
from pbem.office import table_card
from pbem.rendering import when
from pbem.reports import Deed
from pbem.store import id_of


def extend(acting: Acting, request: Request) -> Deed:
    """EXTEND 24h, and why"""
    at, visit = acting.at, acting.visit
    due = (
        f"{at.due.turn} is due {when(at.table.deadline_utc, at.table.zone)}." if at.table.deadline_utc else ""
    )
    note = reports.Note(
        f"{at.row.power} asks for more time",
        f"{at.row.power} asks for more time",
        f"{due} {at.row.power} writes:".strip(),
        f"extend {id_of(visit.kept)} {request.line}",
        request.argument or "(no reason given)",
        closing="Nothing has changed; the deadline is yours to move.",
    )
    card = table_card(at.table, at.game)
    visit.tell(card, (at.table.gm_name, at.table.gm_address), note)
    return done(request, "The game master has your request. Until he grants it, the deadline stands.")
