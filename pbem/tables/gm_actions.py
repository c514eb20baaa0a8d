"""What a GM action needs to know, and how everybody is notified of it.

Each deed is a function from a Chair and an Order to the sentences that the GM is answered. It writes in the
transaction that is open, and raises NotDone with nothing changed if it cannot be done.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session, col, select

from adjudicator.core.game import Due, Game
from pbem import reports
from pbem.core.deadlines import Deadline
from pbem.core.sentences import Words, in_words
from pbem.core.templating import when
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.reports.message_bytes import Outgoing
from pbem.reports.notes import worded
from pbem.store.database import FORMING, PAUSED, GameTable, Seat, seats_of
from pbem.store.gm_tables import GmActionRow
from pbem.store.player_tables import Applicant
from pbem.tables.house_rules import pace_of
from pbem.tables.identity import gm_seats
from pbem.tables.office import Office, run_of, table_card
from pbem.tables.readers import all_readers


class NotDone(Exception):  # noqa: N818 - named, as all our errors, by what happened
    """A GM action was understood and is not carried out; *why* says what would do."""

    def __init__(self, why: Words) -> None:
        super().__init__(in_words(why, None))
        self.why = why


class Order(Struct, frozen=True):
    """One word of a GM's message. *line* counts from 1; *text* stands below it, up to END."""

    word: str
    arguments: tuple[str, ...] = ()
    reason: str = ""
    text: tuple[str, ...] = ()
    line: int = 1
    said: str = ""

    @property
    def argument(self) -> str:
        return next((argument for argument in self.arguments if argument), "")


class GmContext(Struct, frozen=True):
    """Who acts, at which table, when, and by which message."""

    session: Session
    office: Office
    table: GameTable
    by: str
    incoming_id: int
    now: datetime
    may: Sequence[str] | None = None  # which words; all of them for the game master and the host
    power: str = ""  # the seat of the game master, or of a deputy

    @property
    def game(self) -> Game:
        return self.office.find_game(self.table.game)

    @property
    def due(self) -> Due:
        return self.game.due(self.table.position)

    @property
    def seats(self) -> list[Seat]:
        return seats_of(self.session, self.table.key)

    def write_down(self, order: Order, sentence: Words, *, for_bulletin: bool = False) -> GmActionRow:
        """Into the log."""
        deed = GmActionRow(
            table_key=self.table.key,
            number=self.table.number,
            done_utc=self.now,
            by=self.by,
            word=order.word,
            sentence=in_words(sentence, self.office.house.templates),
            reason=order.reason,
            incoming_id=self.incoming_id,
            for_bulletin=for_bulletin,
        )
        self.session.add(deed)
        self.session.flush()
        return deed

    def notify_table(
        self, order: Order, template: str, *, with_deadline: bool = False, but: str = "", **facts: object
    ) -> None:
        """To everybody, in the words of a template; *but* is the address of who has been told already.

        Who acts has his answer; a deadline that moves is told to him too, for his calendar.
        """
        known = {"table": self.table.key, "reason": order.reason.rstrip("."), **facts}
        news = worded_news(self.office, template, known, with_deadline=with_deadline)
        told = (but, "" if with_deadline else self._own_address())
        news = replace(news, told=told, once=self.once(order))
        notify_all(self.session, self.office, self.table, news, self.now)

    def notify_each(self, order: Order, template: str, facts_for: "FactsFor") -> None:
        """Tell everybody but the actor, each with the facts that *facts_for* their powers returns."""
        told, once = (self._own_address(),), self.once(order)

        def news_for(powers: Sequence[str]) -> News:
            known = {"table": self.table.key, "reason": order.reason.rstrip("."), **facts_for(powers)}
            return replace(worded_news(self.office, template, known), told=told, once=once)

        notify_each(self.session, self.office, self.table, news_for, self.now)

    def once(self, order: Order) -> str:
        """Return what identifies this action among all others: its message and its line there."""
        return f"{self.incoming_id} {order.line} {order.word}"

    def _own_address(self) -> str:
        """Of the game master or deputy who acts; "" for the host."""
        chairs = gm_seats(self.session, self.table)
        return next((seat.address for seat in chairs if seat.power == self.power), "")

    def tell(self, order: Order, to: tuple[str, str], template: str, **facts: object) -> None:
        """To one reader, who may be nobody at the table."""
        known = {"table": self.table.key, "reason": order.reason.rstrip("."), **facts}
        once = f"{template} {self.incoming_id} {order.line} {to[1]}"
        note = worded(template, once, known, self.office.house.templates)
        said = self.office.with_reply(self.session, self.table.key, to[1], note)
        mail = reports.note(self.office.context(self.now), table_card(self.table, self.game), to, said)
        outbox.put(self.session, mail, About(self.table.key, incoming_id=self.incoming_id), self.now)


Do = Callable[[GmContext, Order], "Sequence[Words] | Sequence[Words | reports.AnswerPage]"]
FactsFor = Callable[[Sequence[str]], Mapping[str, object]]  # of the powers of one reader; () for the public


class News(Struct, frozen=True):
    """What everybody at a table is told at once; *with_deadline* if the deadline is another one now.

    *told* are the addresses of those who know it already. *once* identifies the action that the news is
    about, so that two actions of one kind in the same second are two messages.
    """

    subject: str
    paragraphs: Sequence[str]
    with_deadline: bool = False
    told: Sequence[str] = ()
    once: str = ""


NewsFor = Callable[[Sequence[str]], News]


def worded_news(office: Office, template: str, facts: dict[str, Any], *, with_deadline: bool = False) -> News:
    note = worded(template, "", facts, office.house.templates)
    return News(note.subject, [note.text], with_deadline)


def notify_all(session: Session, office: Office, table: GameTable, news: News, now: datetime) -> None:
    """A mail to each player, under his own reply address, to the GM and to who reads along."""
    notify_each(session, office, table, lambda _: news, now)


def notify_each(session: Session, office: Office, table: GameTable, news_for: NewsFor, now: datetime) -> None:
    """The same, with what *news_for* returns for the powers of each reader; () is the public."""
    seats = seats_of(session, table.key)
    seated = {seat.address: seat for seat in (*gm_seats(session, table), *seats)}
    for name, address in [*all_readers(session, table), *_waiting(session, table)]:
        news = news_for([seat.power for seat in seats if seat.address == address])
        if address not in news.told:
            mail = _news_mail(office, table, (name, address, seated.get(address)), news, now)
            outbox.put(session, mail, About(table.key), now)


def _waiting(session: Session, table: GameTable) -> list[tuple[str, str]]:
    """Who has joined a table that has not begun."""
    if table.state != FORMING:
        return []
    wanted = select(Applicant).where(Applicant.table_key == table.key).order_by(col(Applicant.id))
    return [(row.player, row.address) for row in session.exec(wanted)]


def _news_mail(
    office: Office, table: GameTable, reader: tuple[str, str, Seat | None], news: News, now: datetime
) -> Outgoing:
    name, address, seat = reader
    run = run_of(table, office.find_game(table.game).due(table.position))
    zone = seat.zone if seat else table.zone
    card = office.seat_card(table, seat) if seat else None
    paragraphs = [*news.paragraphs, *([deadline_sentence(table, run, zone)] if news.with_deadline else [])]
    said = reports.Note(
        subject=news.subject,
        title=news.subject[:1].upper() + news.subject[1:],
        text="\n\n".join(paragraphs),
        once=f"{news.subject} {now.isoformat()} {table.edition} {table.moves} {news.once or _of_text(news)}",
        reply_to=card.reply_to if card else "",
        tag=card.tag if card else "",
    )
    own = table_card(table, office.find_game(table.game))
    return reports.note(office.context(now), own, (name, address), said, run if news.with_deadline else None)


def _of_text(news: News) -> str:
    """Identify news that no single action has caused by what they say."""
    return hashlib.sha256("\n\n".join(news.paragraphs).encode()).hexdigest()[:16]


def deadline_sentence(table: GameTable, run: reports.Run, zone: str) -> str:
    if table.state == PAUSED:
        return f"{run.due.turn}: orders are still taken; no deadline is set."
    if run.deadline_utc is None:
        return ""
    return f"{run.due.turn} is due {when(run.deadline_utc, zone)}."


def set_deadline(table: GameTable, deadline: Deadline | None, now: datetime) -> None:
    """The deadline is another one: calendars are told so, and reminders begin anew."""
    table.deadline_utc = deadline.due_utc if deadline else None
    table.final_utc = deadline.final_utc if deadline else None
    table.moves += 1
    table.reminded_until_utc = now


def with_grace(table: GameTable, moment: datetime) -> Deadline:
    """Orders are due at *moment*; after it there is the time of grace that the table's pace has."""
    return Deadline(moment, moment + timedelta(hours=pace_of(table).grace_hours))
