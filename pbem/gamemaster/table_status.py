"""STATUS and LOG: what is due at a table, who is missing, and what was done there."""

from collections.abc import Sequence

from pbem.commands.lookup import gm_log
from pbem.commands.seats import joining
from pbem.commands.voting.polls import open_poll, rows_of
from pbem.core.sentences import Words, sentence
from pbem.gamemaster import approvals
from pbem.reports.deadline_reasons import sentences
from pbem.store.game_tables import sheets_of
from pbem.store.states import FORMING, HELD, OVER, PAUSED
from pbem.tables import robots
from pbem.tables.deadlines.pauses import due_after_pause
from pbem.tables.gm_actions import GmAction, GmContext, GmRequest
from pbem.tables.house_rules import house_rules
from pbem.tables.notices import for_gm
from pbem.tables.office import reasons_of
from pbem.tables.opening import powers_of
from pbem.tables.seats.vacancies import vacant


def show_log(gm: GmContext, _request: GmRequest) -> Sequence[Words]:
    """Show the GM log: LOG."""
    reader = gm_log.Reader(gm.table.zone, gm.office.house.templates, is_gm=True, sees_all=gm.sees_all)
    return gm_log.log_text(gm.session, gm.table, reader).splitlines()


def status(gm: GmContext, _request: GmRequest) -> Sequence[Words]:
    """Show what is due, and who is missing: STATUS."""
    table, due = gm.table, gm.due
    if table.state == FORMING:
        return _forming(gm)
    if table.state == OVER:
        return [sentence("table_status", "over", table=table.key, turn=due.turn)]
    return [
        sentence(
            "table_status",
            "due",
            table=table.key,
            turn=due.turn,
            deadline=table.deadline_utc,
            zone=table.zone,
        ),
        *sentences(reasons_of(gm.table), gm.table.zone),
        *_grace(gm),
        *_state(gm),
        *(sentence("table_status", "for_approval", number=number) for number in approvals.waiting(gm)),
        *_without_orders(gm),
        *_poll(gm),
        *(
            sentence("table_status", "nmr", power=seat.power, turns=seat.missed)
            for seat in gm.seats
            if seat.missed
        ),
        *(sentence("table_status", "suspended", power=seat.power) for seat in gm.seats if seat.suspended_utc),
    ]


def _without_orders(gm: GmContext) -> Sequence[Words]:
    """Return which players are missing, which powers nobody plays, and which a robot plays."""
    table, due = gm.table, gm.due
    on_file = sheets_of(gm.session, table.key, table.number)
    seated = {seat.power: seat for seat in gm.seats}
    missing = [power for power in due.owed if power not in on_file and power in seated]
    by_robot = [power for power in robots.levels_of(gm.session, table.key) if power not in seated]
    free = vacant(gm.session, table, gm.game)
    empty = [power for power in free if power not in by_robot]
    is_late = bool(missing) and table.deadline_utc is not None and table.deadline_utc < gm.now
    return [
        *([_missing([*map(gm.named, missing)], is_late=is_late)] if seated else []),
        *([sentence("table_status", "empty", powers=[*map(gm.named, empty)])] if empty else []),
        *([sentence("table_status", "by_robot", powers=[*map(gm.named, by_robot)])] if by_robot else []),
    ]


def _poll(gm: GmContext) -> Sequence[Words]:
    """Return how many players have answered the open poll, whatever they answered."""
    poll = open_poll(gm.session, gm.table.key)
    if poll is None:
        return []
    answered = len(rows_of(gm.session, poll))
    return [sentence("table_status", "poll", poll=poll, answered=answered, most=len(gm.seats))]


def _missing(powers: Sequence[str], *, is_late: bool) -> Words:
    if is_late:
        return sentence("table_status", "late", powers=powers)
    return sentence("table_status", "missing", powers=powers)


def _grace(gm: GmContext) -> Sequence[Words]:
    final = gm.table.final_utc
    if final is None or final == gm.table.deadline_utc:
        return []
    return [sentence("table_status", "grace", final=final, zone=gm.table.zone)]


def _state(gm: GmContext) -> Sequence[Words]:
    if gm.table.state == PAUSED:
        until, due = gm.table.paused_until_utc, due_after_pause(gm.table)
        return [sentence("table_status", "paused", until=until, due=due, zone=gm.table.zone)]
    if gm.table.state == HELD:
        return [sentence("table_status", "held", reason=for_gm(gm.session, gm.table, gm.table.held_reason))]
    return []


def _forming(gm: GmContext) -> Sequence[Words]:
    """Return who has joined a table that has not begun."""
    rows = joining.applicants_of(gm.session, gm.table.key)
    most = len(powers_of(gm.office, gm.table))
    return [
        sentence("table_status", "forming", table=gm.table.key, count=len(rows), most=most),
        *(
            sentence(
                "table_status",
                "applicant",
                player=row.player,
                address=row.address,
                preferences=row.preferences,
            )
            for row in rows
        ),
        sentence("table_status", "begins", is_begun_by_gm=house_rules(gm.table).begins == "by the gm"),
    ]


ACTIONS = (
    GmAction("STATUS", r"status", status, "always", is_page=True),
    GmAction("LOG", r"log", show_log, "always", is_page=True),
)
