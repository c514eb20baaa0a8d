"""STATUS: everything on file for a seat."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from adjudicator.core.game import EARLIER_MESSAGE, MISSING, THIS_MESSAGE, InForce, Reading
from pbem.commands.command import ByGm, Command, Group, Result
from pbem.commands.context import SeatCommandContext
from pbem.commands.press.blocking import blocked
from pbem.commands.press.rules import delivered_today
from pbem.commands.seats import absences
from pbem.commands.seats.joining import games
from pbem.commands.sheets import default_orders, early_orders
from pbem.commands.sheets.readiness import is_ready, may_run_by_orders
from pbem.commands.voting import votes
from pbem.core.dates.lengths import to_the_minute
from pbem.core.sentences import Sentence, Words, sentence
from pbem.core.text_layout import wrapped
from pbem.messages.script import Request
from pbem.reports import AnswerPage, CommandResult
from pbem.reports.replies import each_once
from pbem.store.states import HELD, PAUSED
from pbem.tables import order_sheets
from pbem.tables.deadlines.pauses import due_after_pause

EARLY, NO_DEADLINE = sentence("status", "early"), sentence("status", "no_deadline")
OF_MESSAGES = (THIS_MESSAGE, EARLIER_MESSAGE)  # sources that are not named


class StatusPage(AnswerPage, frozen=True):
    """What is on file; *besides* is all of it but the orders."""

    besides: str = ""


def beside_orders(page: Result) -> Result:
    """Return the result without the orders on file: the confirmation that it is in lists them."""
    return replace(page, text=page.besides) if isinstance(page, StatusPage) else page


def status(acting: SeatCommandContext, _request: Request) -> AnswerPage:
    reading = order_sheets.reading_on_file(acting.session, acting.at.place)
    force, due = reading.in_force, acting.at.table.deadline_utc
    by = [sentence("status", "deadline", due=due, zone=acting.at.row.zone)] if due else []
    rows = [] if acting.at.due.over else [acting.words(_with_origin(row)) for row in each_once(force)]
    above = [acting.words(line) for line in _in_short(acting, force)]
    below = [*standing(acting), *(acting.words(line) for line in by)]
    title = acting.words(sentence("status", "title"))
    listed = [wrapped(row, 2, 4) for row in rows]  # the indent keeps orders apart on wide screens
    notes = [acting.words(note) for note in _of_orders(acting, reading)]
    return StatusPage(
        title, "\n".join([*above, *listed, *notes, *below]), besides="\n".join([*above, *below])
    )


def _of_orders(acting: SeatCommandContext, reading: Reading) -> Iterator[Sentence]:
    """Yield what the confirmation said of the orders on file: lines still refused, and what is missing."""
    for warning in () if acting.at.due.over else reading.warnings:
        yield sentence("status", "of_orders", warning=warning)


def _in_short(acting: SeatCommandContext, force: Sequence[InForce]) -> Iterator[Sentence]:
    """Yield that the game is over, or that orders are owed and none is on file."""
    due, power = acting.at.due, acting.at.row.power
    if due.over:
        yield sentence("status", "game_over", key=acting.at.table.key)
    elif power in due.owed and not any(row.source in OF_MESSAGES for row in force):
        yield sentence("status", "nothing_on_file", owed=due.owed[power], turn=due.of(power).turn)


def status_of(acting: SeatCommandContext, request: Request) -> AnswerPage | CommandResult:
    """Return what is on file for the seat; of another table, what everybody may know."""
    if request.argument.lower() == acting.at.table.key:
        return status(acting, request)
    return games(acting.visit, request)


def _with_origin(row: InForce) -> Words:
    order = of_unit(row)
    if row.source in (*OF_MESSAGES, MISSING) or row.tells_source:
        return order
    return sentence("status", "with_origin", order=order, source=row.source)


def of_unit(row: InForce) -> str:
    """Return the order, or the name of a unit without one, if the game has such."""
    return f"{row.unit}: {row.order}" if row.source == "missing" and row.unit else row.order


def standing(acting: SeatCommandContext) -> list[str]:
    """Return what is on file for a seat besides its orders; nothing about other seats."""
    return [acting.words(line) for line in _standing(acting)]


def _standing(acting: SeatCommandContext) -> Iterator[Words]:
    at = acting.at
    yield from early_orders.describe(acting)
    yield from default_orders.describe(acting)
    match is_ready(acting.session, at.table, at.row.power):
        case True:
            yield sentence("status", "ready")
        case False:
            yield sentence("status", "wait", has_deadline=at.table.deadline_utc is not None)
        case None if may_run_by_orders(acting.rules, at.due, at.row.power):
            yield EARLY if at.table.deadline_utc else NO_DEADLINE
    if own := votes.own_votes(acting.session, at.table.key, at.row.power):
        yield sentence("status", "votes", motions=[row.motion for row in own])
    yield from absences.describe(acting.session, acting)
    if sent := delivered_today(acting):
        yield sentence("status", "press_sent", messages=sent)
    if names := blocked(at.row):
        yield sentence("press", "blocked_now", names=names)
    yield from _stopped(acting)
    if at.table.deadline_utc and at.table.deadline_utc > acting.visit.now:
        yield sentence("status", "time_left", length=to_the_minute(at.table.deadline_utc - acting.visit.now))


def _stopped(acting: SeatCommandContext) -> Iterator[Words]:
    """Yield why there is no deadline, if the game is paused or on hold."""
    table = acting.at.table
    if table.state == HELD:
        yield sentence("answers", "set_aside")
    elif table.state == PAUSED:
        until, due = table.paused_until_utc, due_after_pause(table)
        yield sentence("answers", "paused", until=until, due=due, zone=acting.at.row.zone)


COMMANDS = (
    Command(
        "STATUS",
        r"status()",
        changes=False,
        group=Group.ORDERS,
        page="status",
        topics=("seal",),
        run=status,
        after_the_end=True,
        by_gm=ByGm.IF_SHOWN,
    ),
    Command(
        "STATUS OF",
        r"status\s+of\s+([a-z][\w-]{0,30})|status[\s:]+((?=[\w-]*[\d-])[a-z][\w-]{0,30})",  # not "status quo"
        changes=False,
        group=Group.ORDERS,
        page="status",
        run=status_of,
        run_as_guest=games,
        after_the_end=True,
        by_gm=ByGm.IF_SHOWN,
        is_for_guests=True,
    ),
)
