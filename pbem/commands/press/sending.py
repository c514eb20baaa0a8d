"""Press messages: PRESS, GREY PRESS, SIGNED PRESS and BROADCAST, and how they are delivered.

A message is sent in the judge's name: it has no header, address, token, quotation or signature of the writer.
If one recipient is not understood nothing is sent. Nothing is sent either if a message has no END and the
lines below it could be orders, because a mistake must not reveal orders.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace
from sqlmodel import col, select

from pbem import reports
from pbem.commands.command import Command, Group
from pbem.commands.context import SeatCommandContext, TableContext, done, not_used, refused
from pbem.commands.press import observing, rules, shown
from pbem.commands.press.blocking import is_blocked
from pbem.commands.press.recipients import BULLETIN, GM, Addressed, addressed
from pbem.commands.press.shown import GREY, SIGNED
from pbem.commands.press.text import text_of
from pbem.core.sentences import Sentence, Unusable, sentence
from pbem.messages.script import Below, Request
from pbem.reports import CommandResult
from pbem.reports.notes import worded
from pbem.store.game_tables import Seat, seats_of
from pbem.store.player_tables import Press
from pbem.store.rows import id_of
from pbem.store.states import OVER
from pbem.tables import identity, robots
from pbem.tables.gm_sight import gets_all_press
from pbem.tables.house_rules import house_rules

POSTAL = "with the turn"
BROADCAST = "broadcast"


def press(acting: SeatCommandContext, request: Request) -> CommandResult:
    return _send(acting, request, None)


def signed(acting: SeatCommandContext, request: Request) -> CommandResult:
    return _send(acting, request, SIGNED)


def grey(acting: SeatCommandContext, request: Request) -> CommandResult:
    return _send(acting, request, GREY)


def _send(acting: SeatCommandContext, request: Request, said: str | None) -> CommandResult:
    try:
        to = _addressed(acting, request.argument)
        manner = rules.manner_meant(acting.rules, to.to, said)
        rules.check(acting, to, manner)
        text = text_of(acting, request)
    except Unusable as fault:
        return refused(request, sentence("press", "refused", why=fault.sentence), *not_used(request))
    row = Press(
        table_key=acting.at.table.key,
        number=acting.at.table.number,
        power=acting.at.row.power,
        manner=manner,
        to=to.to,
        shown_as=to.shown_as,
        shown_to=to.shown_to,
        text=text,
        incoming_id=id_of(acting.visit.stored),
        line=request.line,
        sent_utc=acting.visit.now,
    )
    acting.session.add(row)
    acting.session.flush()
    result = [*_deliver(acting, row)]
    if request.is_beside:
        result.append(sentence("press", "reply_sent", text=text.splitlines(), to=to.to, kept=request.kept))
    return done(request, *result)


def _addressed(acting: SeatCommandContext, written: str) -> Addressed:
    """Return the recipients without the writer; BROADCAST goes to the bulletin too if the table says so."""
    to = addressed(written, acting.at.powers, acting.find_player)
    names = [name for name in to.to if name != acting.at.row.power] or to.to
    is_printed = written.lower().startswith(BROADCAST) and acting.rules.broadcasts == "mailed and printed"
    return replace(to, to=[*names, *([BULLETIN] if is_printed and BULLETIN not in names else [])])


def _deliver(acting: SeatCommandContext, row: Press) -> Iterator[Sentence]:
    """Mail the message to each recipient, and return the result."""
    seats = {seat.power: seat for seat in seats_of(acting.session, row.table_key)}
    players = [name for name in row.to if name not in (GM, BULLETIN)]
    sent = [power for power in players if power in seats and power != row.power]
    is_postal = acting.rules.press_delivery == POSTAL and acting.at.table.state != OVER
    for power in () if is_postal else sent:
        _mail(acting.at_table, row, seats[power])
    if GM in row.to or gets_all_press(acting.session, acting.at.table):
        _mail_to_gm(acting.at_table, row)
    if acting.at.row.preferences.get("echo") == "on":
        _echo(acting, row)
    played = robots.in_place_of_players(acting.session, row.table_key)
    absent = [power for power in players if power not in seats]
    named = acting.at.game.card.named
    without = [named(power) for power in absent if power not in played]
    yield from _answer(row, [*map(named, sent)], without, is_postal=is_postal)
    if courteous := [power for power in absent if power in played]:
        yield sentence("robots", "courtesy", powers=[*map(named, courteous)])


def _answer(row: Press, sent: Sequence[str], absent: Sequence[str], *, is_postal: bool) -> Iterator[Sentence]:
    """Say what happened to a message, without mentioning who blocks it."""
    is_grey, power = row.manner == GREY, row.shown_as or row.power or ""
    at_once = [*([] if is_postal else sent), *([sentence("press", "the_gm")] if GM in row.to else [])]
    if at_once:
        yield sentence("press", "sent", to=at_once, is_grey=is_grey, power=power)
    if is_postal and sent:
        yield sentence("press", "sent_later", to=sent, is_grey=is_grey, power=power)
    if row.shown_to is not None:
        yield sentence("press", "sent_as_if_to", to=row.shown_to)
    if absent:
        yield sentence("press", "absent", powers=absent)
    if BULLETIN in row.to:
        yield sentence("press", "in_bulletin", is_grey=is_grey, power=power)


def deliver_with_turn(at_table: TableContext, number: int) -> None:
    """Mail the messages that waited for the results of turn *number*."""
    if house_rules(at_table.table).press_delivery != POSTAL:
        return
    wanted = select(Press).where(Press.table_key == at_table.table.key, Press.number == number)
    seats = {seat.power: seat for seat in seats_of(at_table.session, at_table.table.key)}
    for row in at_table.session.exec(wanted.order_by(col(Press.id))):
        for power in [power for power in row.to if row.power and power in seats and power != row.power]:
            _mail(at_table, row, seats[power])


def _mail(at_table: TableContext, row: Press, seat: Seat) -> None:
    """Mail a copy to one player, with the reply address of that player in this conversation."""
    if is_blocked(seat, row):
        return
    answered_to = rules.answered_to(at_table, seat.power, None if row.manner == GREY else shown.writer(row))
    note = _note(at_table, row, "press", answered_to=answered_to)
    note = shown.answerable(at_table.office, at_table.table, row, seat, note)
    at_table.send_note((seat.player, seat.address), note)


def _mail_to_gm(at_table: TableContext, row: Press) -> None:
    table = at_table.table
    seat = identity.gm_seat(table)
    note = _note(at_table, row, "press_for_gm")
    if row.shown_as is None and row.shown_to is None:
        note = shown.answerable(at_table.office, table, row, seat, note)
    at_table.send_note((table.gm_name, table.gm_address), note)


def _echo(acting: SeatCommandContext, row: Press) -> None:
    """Mail the writer a copy of the message as its readers see it."""
    note = _note(acting.at_table, row, "press_echo")
    seat = acting.at.row
    acting.at_table.send_note((seat.player, seat.address), replace(note, thread="", once=f"{note.once} echo"))


def _note(at_table: TableContext, row: Press, template: str, *, answered_to: str = "") -> reports.Note:
    facts = shown.facts(row, may_be_false=shown.may_be_false(at_table.table)) | {"answered_to": answered_to}
    note = worded(template, shown.once(at_table.office, row), facts, at_table.office.house.templates)
    return replace(note, quoted=row.text, thread=shown.thread(row))


KIND = r"(?:press|message)"
SENT = rf"(?:(?:standard|normal|partial|postal)\s?)?{KIND}(?:\s+no\s?reply)?"
SENT_GREY = rf"(?:(?:grey|gray|anonymous)\s+{KIND}|{KIND}\s+(?:grey|gray))"
SENT_SIGNED = rf"(?:(?:signed|white)\s+{KIND}|{KIND}\s+(?:signed|white))"
TO = r"(?:\s+to[\s:]+([^:]{1,200})(?:\s*:\s*(.*))?)?"
FAKED = r"(?:fake\s+(?:press|broadcast)|(?:press|broadcast)\s+fake)\b.{0,200}()"  # answered with "To whom?"
TO_ALL = (
    r"(?:broadcast\s+to[\s:]+([^:]{1,200})(?:\s*:\s*(.*))?"
    r"|(broadcast(?:\s+(?:fake\s+)?(?:from|as)\s+[^:]{1,40})?)(?:\s*:\s*(.*))?)"
)
COMMANDS = (
    Command(
        "GREY",
        rf"{SENT_GREY}{TO}|(?:grey|gray|anonymous)\s+{TO_ALL}",
        below=Below.MESSAGE,
        group=Group.MESSAGES,
        page="press",
        topics=("grey press",),
        run=grey,
        by_program=False,
    ),
    Command(
        "SIGNED",
        rf"{SENT_SIGNED}{TO}|(?:signed|white)\s+{TO_ALL}",
        below=Below.MESSAGE,
        group=Group.MESSAGES,
        page="press",
        topics=("signed press", "white press"),
        run=signed,
        after_the_end=True,
        by_program=False,
    ),
    Command(
        "PRESS",
        rf"{SENT}{TO}|{SENT}\s+(?:for\s+)?([^:]{{1,200}})\s*:\s*(.+)|{TO_ALL}|{FAKED}",
        below=Below.MESSAGE,
        group=Group.MESSAGES,
        page="press",
        topics=("broadcast", "bulletin"),
        run=press,
        run_as_guest=observing.press,
        after_the_end=True,
        by_program=False,
    ),
)
SENDING = frozenset(command.word for command in COMMANDS)
