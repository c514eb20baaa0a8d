"""A player's private notes: DIARY ... END stores a page, DIARY alone shows them all.

When the game is over, all players get their own notes, in one mail.
"""

from datetime import datetime

from msgspec.structs import replace
from sqlmodel import Session, col, func, select

from pbem import reports
from pbem.commands.command import ByGm, Command, Group
from pbem.commands.context import SeatCommandContext, done, not_used, refused
from pbem.commands.press.text import holds_orders
from pbem.core.sentences import sentence
from pbem.messages.script import Below, Request
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.reports import AnswerPage, CommandResult
from pbem.reports.notes import worded
from pbem.store.game_tables import GameTable, seats_of
from pbem.store.player_tables import DiaryPage, FormerSeat
from pbem.store.rows import id_of
from pbem.tables.office import Office

MOST_KIB = 16


def diary(acting: SeatCommandContext, request: Request) -> CommandResult | AnswerPage:
    """Store a note; DIARY alone shows them all."""
    text = "\n".join(request.text).strip()
    if not text:
        return _shown(acting)
    if not (request.is_closed or request.is_one_line) and holds_orders(acting, request.text):
        return refused(request, sentence("diary", "no_end"), *not_used(request))
    if len(text.encode()) > MOST_KIB * 1024:
        return refused(request, sentence("diary", "too_long", most=MOST_KIB))
    acting.session.add(
        DiaryPage(
            table_key=acting.at.table.key,
            power=acting.at.row.power,
            turn=acting.at.due.turn,
            text=text,
            incoming_id=id_of(acting.visit.stored),
            line=request.line,
            written_utc=acting.visit.now,
        )
    )
    acting.session.flush()
    return done(request, sentence("diary", "noted"), *text.splitlines())


def _shown(acting: SeatCommandContext) -> AnswerPage:
    text = pages_of(acting.session, acting.at.table.key, acting.at.row.power)
    return AnswerPage(
        acting.words(sentence("diary", "title")), text or acting.words(sentence("diary", "empty"))
    )


def pages_of(session: Session, key: str, power: str) -> str:
    """Return the notes of this player; they stay with the player, not with the seat."""
    left = select(func.max(FormerSeat.left_utc)).where(FormerSeat.table_key == key, FormerSeat.power == power)
    wanted = select(DiaryPage).where(DiaryPage.table_key == key, DiaryPage.power == power)
    before = session.exec(left).one()
    if before is not None:
        wanted = wanted.where(DiaryPage.written_utc > before)
    pages = session.exec(wanted.order_by(col(DiaryPage.id)))
    return "\n\n".join(f"{page.turn}:\n{page.text}" for page in pages)


def send_out(session: Session, office: Office, table: GameTable, now: datetime) -> None:
    """Mail every diary to its player when the game is over."""
    for seat in seats_of(session, table.key):
        text = pages_of(session, table.key, seat.power)
        if text:
            note = worded("diary", f"diary {seat.power}", {"table": table.key}, office.house.templates)
            card = office.seat_card(table, seat)
            own = replace(note, quoted=text, reply_to=card.reply_to, tag=card.tag)
            mail = reports.note(office.context(now), card.table, (seat.player, seat.address), own)
            outbox.put(session, mail, About(table.key, seat.power), now)


COMMANDS = (
    Command(
        "DIARY",
        r"diary()(?:\s*:\s*(.*))?",
        below=Below.NOTE,
        group=Group.MESSAGES,
        page="diary",
        run=diary,
        after_the_end=True,
        by_gm=ByGm.NO,
    ),
)
