"""Requests for more time: EXTEND and a reason go to the GM, who alone moves a deadline.

The mail has a reply address that speaks for the GM, so that EXTEND 24h as the answer grants the request.
"""

from msgspec.structs import replace
from sqlmodel import select

from pbem import reports
from pbem.commands.command import ByGm, Command, Group
from pbem.commands.context import SeatCommandContext, done, refused
from pbem.core.dates.lengths import length_in
from pbem.core.sentences import sentence
from pbem.core.templating import when
from pbem.messages.script import Request
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.reports import CommandResult
from pbem.reports.notes import worded
from pbem.store.mail_tables import OutgoingMail
from pbem.store.rows import id_of
from pbem.tables import identity

MOST = 3  # most requests for one turn


def extend(acting: SeatCommandContext, request: Request) -> CommandResult:
    at, visit = acting.at, acting.visit
    if at.table.deadline_utc is None:
        return refused(request, sentence("extensions", "no_deadline"))
    if _asked(acting) >= MOST:
        return refused(request, sentence("extensions", "asked_often", most=MOST))
    facts = {
        "table": at.table.key,
        "power": at.card.named,
        "turn": at.due.turn,
        "length": length_in(request.argument),
        "due": when(at.table.deadline_utc, at.table.zone, visit.office.house.templates),
    }
    once = f"extend {at.table.number} {at.row.power} {id_of(visit.stored)} {request.line}"
    note = worded("more_time", once, facts, visit.office.house.templates)
    gm = visit.office.seat_card(at.table, identity.gm_seat(at.table))
    why = request.argument or acting.words(sentence("extensions", "no_reason"))
    question = replace(note, quoted=why, reply_to=gm.reply_to, tag=gm.tag)
    mail = reports.note(visit.office.context(visit.now), gm.table, (gm.player, gm.address), question)
    outbox.put(visit.session, mail, _about(acting), visit.now)
    return done(request, sentence("extensions", "asked"))


def _about(acting: SeatCommandContext) -> About:
    """Mark the mail as a request of this player for this turn."""
    at = acting.at
    return About(at.table.key, at.row.power, at.table.number, id_of(acting.visit.stored))


def _asked(acting: SeatCommandContext) -> int:
    wanted = select(OutgoingMail.id).where(
        OutgoingMail.table_key == acting.at.table.key,
        OutgoingMail.power == acting.at.row.power,
        OutgoingMail.number == acting.at.table.number,
        OutgoingMail.recipient == acting.at.table.gm_address.lower(),
        OutgoingMail.kind == "note",
    )
    return len(acting.session.exec(wanted).all())


COMMANDS = (
    Command(
        "EXTEND",
        r"(?:extend|(?:give\s+me\s+|(?:ask\s+for\s+|request\s+))?(?:an\s+)?extension)(?:\s+(?:of\s+|by\s+)?(.{1,200}))?",
        group=Group.DEADLINE,
        page="away",
        topics=("extension",),
        run=extend,
        by_gm=ByGm.NO,
        by_program=False,
    ),
)
