"""STATUS: all that is on file for a seat."""

from datetime import timedelta

from adjudicator.core.game import InForce
from pbem.commands import absences, early_orders, press, votes
from pbem.commands.command import ByGm, Command, Group
from pbem.commands.context import SeatCommandContext
from pbem.commands.readiness import is_ready, may_run_by_orders
from pbem.core.deadlines import in_hours
from pbem.core.templating import when
from pbem.messages.script import Request
from pbem.reports import AnswerPage
from pbem.tables import order_sheets

EARLY = (
    "This turn may be run before its deadline: as soon as all who owe orders have complete orders on file."
    " Write WAIT to keep the time to the deadline."
)


def status(acting: SeatCommandContext, _request: Request) -> AnswerPage:
    """STATUS"""
    force = order_sheets.in_force(acting.session, acting.at.place)
    table = acting.at.table
    lines = [f"{of_unit(row)}{_origin(row)}" for row in force]
    due = table.deadline_utc
    by = [f"The deadline is {when(due, acting.at.row.zone)}."] if due else []
    return AnswerPage("On file", "\n".join([*lines, *standing(acting), *by]))


def _origin(row: InForce) -> str:
    """Where an order comes from, if not from a message, as nearly all of them do."""
    return "" if row.source in ("this message", "an earlier message", "missing") else f" ({row.source})"


def of_unit(row: InForce) -> str:
    """Return the order; a unit without one is named, where there are such."""
    return f"{row.unit}: {row.order}" if row.source == "missing" and row.unit else row.order


def standing(acting: SeatCommandContext) -> list[str]:
    """What there is for a seat besides its orders, in sentences; nobody else's is in it."""
    at = acting.at
    ready = {
        True: ["You are READY: the turn is run as soon as all are."],
        False: ["You said WAIT: the turn is not run early."],
        None: [],
    }
    own = votes.own_votes(acting.session, at.table.key, at.row.power)
    voted = [f"You vote for: {', '.join(row.motion for row in own)}."] if own else []
    sent = press.sent_today(acting)
    messages = [f"Press messages you sent in the last 24 hours: {sent}."] if sent else []
    left = at.table.deadline_utc - acting.visit.now if at.table.deadline_utc else timedelta(0)
    time = [f"Time left: {in_hours(left)}."] if left > timedelta(0) else []
    said = is_ready(acting.session, at.table, at.row.power)
    return [
        *early_orders.describe(acting),
        *ready[said],
        *([EARLY] if said is None and may_run_by_orders(acting.rules, at.due, at.row.power) else []),
        *voted,
        *absences.describe(acting.session, acting),
        *messages,
        *time,
    ]


COMMANDS = (
    Command(
        "STATUS",
        r"status()",
        usage="STATUS: all that I have for you: orders, votes, press, deadline",
        changes=False,
        group=Group.ORDERS,
        page="status",
        run=status,
        after_the_end=True,
        by_gm=ByGm.IF_SHOWN,
    ),
)
