"""DEFAULT: orders that are used whenever a deadline passes and the player has sent nothing.

The player is still late: reminders are sent, and house rules about missing orders count the turn. But the
units do what their player wanted, and a table that waits for missing orders does not wait for a player with
default orders.
"""

from collections.abc import Iterator

from sqlmodel import select

from adjudicator.core.game import REFUSED, TAKEN, ReadLine
from pbem.commands.command import Command, Group
from pbem.commands.context import SeatCommandContext, done, refused
from pbem.core.sentences import Sentence, sentence
from pbem.messages.script import Below, Request
from pbem.reports import CommandResult
from pbem.store.player_tables import DefaultOrders
from pbem.store.rows import id_of
from pbem.tables.turns_ahead import own_due

MOST_LINES = 200


def store(acting: SeatCommandContext, request: Request) -> CommandResult:
    """Replace the stored lines by those below; without lines, say what is stored."""
    lines = [line.strip() for line in request.text if line.strip()]
    if not lines:
        known = describe(acting)
        return done(request, *(known or [sentence("default_orders", "none")]))
    if len(lines) > MOST_LINES:
        return refused(request, sentence("default_orders", "too_many", most=MOST_LINES))
    _delete(acting)
    acting.session.add(
        DefaultOrders(
            table_key=acting.at.table.key,
            power=acting.at.row.power,
            incoming_id=id_of(acting.visit.stored),
            lines=lines,
            received_utc=acting.visit.stored.received_utc,
        )
    )
    acting.session.flush()
    return done(request, sentence("default_orders", "stored", lines=lines), *_as_read_now(acting, lines))


def _as_read_now(acting: SeatCommandContext, lines: list[str]) -> Iterator[Sentence]:
    """Say how the lines are read in the turn that is due, with a reason for each that would not count."""
    read = acting.at.place.read(None, lines).lines
    taken = [line.reading for line in read if line.verdict == TAKEN]
    if taken:
        at = acting.at
        turn = own_due(at.game, at.table.position, at.due, at.row.power).turn
        is_ahead = turn != at.due.of(at.row.power).turn
        yield sentence("default_orders", "as_things_stand", turn=turn, is_ahead=is_ahead, orders=taken)
    for line in read:
        if line.verdict != TAKEN and line.text.strip():
            yield sentence("default_orders", "not_now", line=line.text.strip(), why=_why(line))


def _why(line: ReadLine) -> str:
    return f"{line.reason} {line.remedy}".strip() if line.verdict == REFUSED else ""


def withdraw(acting: SeatCommandContext, request: Request) -> CommandResult:
    """Delete the default orders."""
    if _delete(acting):
        return done(request, sentence("default_orders", "withdrawn"))
    return done(request, sentence("default_orders", "none"))


def _delete(acting: SeatCommandContext) -> bool:
    row = _row(acting)
    if row is not None:
        acting.session.delete(row)
        acting.session.flush()
    return row is not None


def _row(acting: SeatCommandContext) -> DefaultOrders | None:
    wanted = select(DefaultOrders).where(
        DefaultOrders.table_key == acting.at.table.key, DefaultOrders.power == acting.at.row.power
    )
    return acting.session.exec(wanted).first()


def describe(acting: SeatCommandContext) -> list[Sentence]:
    """Return the default orders, if there are any."""
    row = _row(acting)
    return [sentence("default_orders", "on_file", lines=row.lines)] if row else []


COMMANDS = (
    Command(
        "CANCEL DEFAULT",
        r"(?:(?:cancel|no|withdraw|delete|clear)\s+(?:my\s+)?default(?:s|\s+orders)?|default\s+off)()",
        group=Group.ORDERS,
        page="default",
        ends_line=True,
        run=withdraw,
    ),
    Command(
        "DEFAULT",
        r"(?:set\s+)?(?:my\s+)?default(?:s|\s+orders?)?()(?:\s*:\s*(.*))?",
        below=Below.LINES,
        group=Group.ORDERS,
        page="default",
        topics=("defaults", "late", "late orders", "nmr", "missed deadline"),
        run=store,
    ),
)
