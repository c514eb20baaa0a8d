"""News for everybody at a table: players, game master, deputies and observers, one mail each.

Each mail has the reader's own reply address. If a deadline has moved, it says when orders are due now and has
the new calendar entry.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from msgspec import Struct
from sqlmodel import Session, col, select

from adjudicator.core.phrasing import capital
from pbem import reports
from pbem.core.sentences import sentence
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.reports.deadline_reasons import why
from pbem.reports.message_bytes import Outgoing
from pbem.reports.notes import worded
from pbem.store.game_tables import GameTable, Seat, seats_of
from pbem.store.player_tables import Applicant
from pbem.store.states import FORMING, PAUSED
from pbem.tables import topics
from pbem.tables.deadlines.pauses import due_after_pause
from pbem.tables.identity import gm_seats
from pbem.tables.office import Office, run_of, table_card
from pbem.tables.people.readers import NEWS, all_readers


class News(Struct, frozen=True):
    """News for everybody at a table; *with_deadline* if the deadline has changed.

    *informed* are the addresses of people who know it already. *once* identifies the action, so that two
    actions of one kind in the same second are two messages. *conversation* names, for each power, the
    conversation to which a plain reply belongs. *topic* names a question that a plain reply answers
    (`pbem.tables.topics`).
    """

    subject: str
    paragraphs: Sequence[str]
    with_deadline: bool = False
    informed: Sequence[str] = ()
    once: str = ""
    conversation: Callable[[str], str] | None = None
    topic: str = ""


TOLD_ABOVE = ("extended", "outage", "substitute", "moved_here")  # from the news themselves
NewsFor = Callable[[Sequence[str]], News]
"""The news for the reader who plays these powers; () is the public."""


def worded_news(
    office: Office, template: str, facts: Mapping[str, object], *, with_deadline: bool = False
) -> News:
    """Return the news that ``note_TEMPLATE.txt`` makes of *facts*."""
    note = worded(template, "", dict(facts), office.house.templates)
    return News(note.subject, [note.text], with_deadline)


def notify_all(session: Session, office: Office, table: GameTable, news: News, now: datetime) -> None:
    """Mail *news* to everybody at the table."""
    notify_each(session, office, table, lambda _: news, now)


def notify_each(session: Session, office: Office, table: GameTable, news_for: NewsFor, now: datetime) -> None:
    """Mail everybody at the table what *news_for* returns for their powers."""
    seats = seats_of(session, table.key)
    seated = {seat.address: seat for seat in (*gm_seats(session, table), *seats)}
    for name, address in [*all_readers(session, table, NEWS), *_applicants(session, table)]:
        news = news_for([seat.power for seat in seats if seat.address == address])
        if address not in news.informed:
            mail = _news_mail(office, table, (name, address, seated.get(address)), news, now)
            outbox.put(session, mail, About(table.key), now)


def _applicants(session: Session, table: GameTable) -> list[tuple[str, str]]:
    """Return name and address of those who have joined a table that has not begun."""
    if table.state != FORMING:
        return []
    wanted = select(Applicant).where(Applicant.table_key == table.key).order_by(col(Applicant.id))
    return [(row.player, row.address) for row in session.exec(wanted)]


def _news_mail(
    office: Office, table: GameTable, reader: tuple[str, str, Seat | None], news: News, now: datetime
) -> Outgoing:
    name, address, seat = reader
    game = office.find_game(table.game)
    run = run_of(table, game.due(table.position))
    zone = seat.zone if seat else table.zone
    named = news.conversation(seat.power) if seat and news.conversation else ""
    named = topics.conversation(office, table.key, news.topic, seat.power) if seat and news.topic else named
    card = office.seat_card(table, seat, named) if seat else None
    deadline = deadline_sentence(office, table, run, zone) if news.with_deadline else ""
    note = reports.Note(
        subject=news.subject,
        title=capital(news.subject),
        text="\n\n".join([*news.paragraphs, *([deadline] if news.with_deadline else [])]),
        once=news.topic or _once(table, news, now),
        reply_to=card.reply_to if card else "",
        tag=card.tag if card else "",
    )
    moved = run if news.with_deadline else None
    return reports.note(office.context(now), table_card(table, game), (name, address), note, moved)


def _once(table: GameTable, news: News, now: datetime) -> str:
    return f"{news.subject} {now.isoformat()} {table.edition} {table.moves} {news.once or _of_text(news)}"


def _of_text(news: News) -> str:
    """Identify news without a single cause by their text."""
    return hashlib.sha256("\n\n".join(news.paragraphs).encode()).hexdigest()[:16]


def deadline_sentence(office: Office, table: GameTable, run: reports.Run, zone: str) -> str:
    """Return when orders are due in *zone*; "" if the game is over."""
    own, turn = office.house.templates, run.due.turn
    if table.state == PAUSED:
        until, due = table.paused_until_utc, due_after_pause(table)
        return sentence("news", "no_deadline", turn=turn, until=until, due=due, zone=zone).words(own)
    if run.deadline_utc is None:
        return ""
    said = sentence("news", "is_due", turn=turn, deadline=run.deadline_utc, zone=zone).words(own)
    is_told = any(reason.kind in TOLD_ABOVE for reason in run.why)
    return said if is_told else " ".join(filter(None, [said, why(run.why, zone, own)]))
