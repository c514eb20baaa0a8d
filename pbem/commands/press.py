"""Press messages: to whom they go, and what they must not carry.

A message goes out in the judge's name alone: no header of the writer's mail is in it, no address, no token,
nothing quoted, no signature. If one recipient is not understood nothing is sent. Nothing is sent either if a
message has no END and what stands below it could be orders, because a slip must not reveal orders.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import timedelta

from msgspec.structs import replace
from sqlmodel import Session, col, select

from adjudicator.core.game import REFUSED, TAKEN
from pbem import reports
from pbem.commands.command import Command, Group
from pbem.commands.context import SeatCommandContext, TableContext, done, power_meant, refused
from pbem.core.lists import listed
from pbem.core.sentences import Sentence, Unusable, sentence
from pbem.messages.script import Below, Request
from pbem.reports import CommandResult
from pbem.reports.envelope import digest
from pbem.reports.notes import worded
from pbem.store.database import OVER, GameTable, Seat, id_of, seats_of
from pbem.store.player_tables import Press
from pbem.tables import identity, order_sheets, reply_addresses
from pbem.tables.gm_sight import gets_all_press
from pbem.tables.house_rules import house_rules
from pbem.tables.office import Office

GM, BULLETIN = "GM", "bulletin"
SIGNED, GREY = "signed", "grey"
POSTAL = "with the turn"
A_DAY = timedelta(hours=24)
OFFICES = {
    **dict.fromkeys(("gm", "the gm", "master", "gamemaster", "game master", "moderator", "judge"), GM),
    **dict.fromkeys(("bulletin", "the bulletin", "newspaper", "paper", "press", "observers"), BULLETIN),
}
ALL = ("all", "everybody", "everyone", "all players", "broadcast", "world", "the world")
ALLOWED = {  # house rule → who may be written to: players, the bulletin
    "signed": (True, True),
    "grey": (True, True),
    "bulletin": (False, True),
    "gm": (False, False),
    "none": (False, False),
}
AN_ADDRESS = re.compile(r"[^\s<>()\[\]\",;:]+@[^\s<>()\[\]\",;:]+\w")
BETWEEN = re.compile(r"[,;&+/\u2026]|\.{2,}|\band\b", re.I)
LEFT_OUT = "[left out]"
MOST_OF_TWO = 2  # in a conversation of two, "reply to all" is a reply


def press(acting: SeatCommandContext, request: Request) -> CommandResult:
    return _send(acting, request, SIGNED)


def grey(acting: SeatCommandContext, request: Request) -> CommandResult:
    return _send(acting, request, GREY)


def _send(acting: SeatCommandContext, request: Request, manner: str) -> CommandResult:
    try:
        to = recipients(request.argument, acting.at.game.card.seats)
        to = [name for name in to if name != acting.at.row.power] or to
        _check_rules(acting, to, manner)
        text = _text(acting, request)
    except Unusable as fault:
        return refused(request, sentence("press", "refused", why=fault.sentence))
    row = Press(
        table_key=acting.at.table.key,
        number=acting.at.table.number,
        power=acting.at.row.power,
        manner=manner,
        to=to,
        text=text,
        incoming_id=id_of(acting.visit.stored),
        line=request.line,
        sent_utc=acting.visit.now,
    )
    acting.session.add(row)
    acting.session.flush()
    return done(request, *_deliver(acting, row))


def recipients(written: str, powers: Sequence[str]) -> list[str]:
    """Return the powers in the game's order, then GM and bulletin. Raises Unusable."""
    wanted, *but = re.split(r"\s+(?:but|except)\s+", written, maxsplit=1, flags=re.I)
    names = _names(wanted, powers)
    if not names:
        raise Unusable(sentence("press", "to_whom"))
    without = _names(but[0], powers) if but else []
    left = [name for name in (*powers, GM, BULLETIN) if name in names and name not in without]
    if not left:
        raise Unusable(sentence("press", "leaves_nobody", written=written))
    return left


def _names(written: str, powers: Sequence[str]) -> list[str]:
    pieces = [piece.strip() for piece in BETWEEN.split(written)]
    return [name for piece in pieces if piece for name in _piece(piece, powers)]


def _piece(piece: str, powers: Sequence[str]) -> Sequence[str]:
    """Return the recipients of one name; words that are no name together may each be one."""
    plain = " ".join(piece.lower().split())
    if plain in ALL:
        return powers
    if plain in OFFICES:
        return [OFFICES[plain]]
    try:
        return [power_meant(piece, powers)]
    except Unusable:
        if " " not in plain:
            raise
    return [name for word in piece.split() for name in _piece(word, powers)]


def _check_rules(acting: SeatCommandContext, to: Sequence[str], manner: str) -> None:
    """Raise Unusable if the house rules do not allow the message."""
    rule = acting.rules.press
    to_players, to_bulletin = ALLOWED[rule]
    others = [name for name in to if name not in (GM, BULLETIN)]
    forbidden = (
        (bool(others) and not to_players)
        or (BULLETIN in to and not to_bulletin)
        or (manner == GREY and rule != "grey" and to != [GM])
    )
    if forbidden:
        raise Unusable(sentence("press", "forbidden", table=acting.at.table.key, rule=rule))
    if others:
        _check_phase(acting)
    if others == [acting.at.row.power]:
        raise Unusable(sentence("press", "to_yourself"))
    if sent_today(acting) >= acting.rules.press_a_day:
        raise Unusable(sentence("press", "most_a_day", most=acting.rules.press_a_day))


def _check_phase(acting: SeatCommandContext) -> None:
    """Raise Unusable if players may not write to each other now, or not before they have ordered."""
    at, rules = acting.at, acting.rules
    key = at.table.key
    if rules.press_phases and at.due.phase not in rules.press_phases:
        allowed = rules.press_phases
        raise Unusable(sentence("press", "not_in_this_phase", table=key, phases=allowed, turn=at.due.turn))
    owes = rules.press_needs_orders and at.row.power in at.due.owed
    if owes and order_sheets.on_file(acting.session, at.place) is None:
        raise Unusable(sentence("press", "orders_first", table=key))


def sent_today(acting: SeatCommandContext) -> int:
    wanted = select(Press.id).where(
        Press.table_key == acting.at.table.key,
        Press.power == acting.at.row.power,
        Press.sent_utc > acting.visit.now - A_DAY,
    )
    return len(acting.session.exec(wanted).all())


def _text(acting: SeatCommandContext, request: Request) -> str:
    """Return the text to send. Raises Unusable if it is empty, too long, or may hold an order."""
    if not request.is_closed and holds_orders(acting, request.text):
        raise Unusable(sentence("press", "no_end"))
    text = cleaned(acting, request.text)
    if not text:
        raise Unusable(sentence("press", "no_text"))
    if len(text.encode()) > acting.rules.press_kib * 1024:
        raise Unusable(sentence("press", "too_long", most=acting.rules.press_kib))
    return text


def holds_orders(acting: SeatCommandContext, lines: Sequence[str]) -> bool:
    """Return whether the game finds anything like an order in these lines."""
    return any(line.verdict in (TAKEN, REFUSED) for line in acting.at.place.read(None, lines).lines)


def cleaned(acting: SeatCommandContext, lines: Sequence[str]) -> str:
    """Return *lines* without quotes, tokens, our addresses, and the address and signature of the writer."""
    seat, credentials = acting.at.row, acting.visit.office.credentials
    written = [line.rstrip() for line in lines if not line.lstrip().startswith(">")]
    text = "\n".join(written).strip()
    token = reply_addresses.seat_tag(credentials.seal, seat).rpartition("#")[2].rstrip("]")
    for secret in (
        reply_addresses.SEAT_MARK,
        reply_addresses.CONFIRM_MARK,
        re.compile(re.escape(token), re.I),
    ):
        text = secret.sub(LEFT_OUT, text)
    is_hidden = acting.rules.names == "hidden"
    text = AN_ADDRESS.sub(
        lambda found: LEFT_OUT if is_hidden or _is_known(found[0], acting) else found[0], text
    )
    return _unsigned(text, seat) if is_hidden else text


def _is_known(address: str, acting: SeatCommandContext) -> bool:
    plain = address.strip(".<>").lower()
    return plain == acting.at.row.address or reply_addresses.is_ours(
        plain, acting.visit.office.credentials.judge
    )


def _unsigned(text: str, seat: Seat) -> str:
    """Return *text* without the name of the writer at its end, for tables where names are hidden."""
    lines = text.split("\n")
    while lines and (not lines[-1].strip() or _is_name(lines[-1], seat.player)):
        lines.pop()
    return "\n".join(lines)


def _is_name(line: str, player: str) -> bool:
    words = re.findall(r"\w+", line.lower())
    own = re.findall(r"\w+", player.lower())
    return bool(words) and all(word in own for word in words)


def _deliver(acting: SeatCommandContext, row: Press) -> Iterator[Sentence]:
    """Mail the message to each recipient, and say what became of it."""
    seats = {seat.power: seat for seat in seats_of(acting.session, row.table_key)}
    players = [name for name in row.to if name not in (GM, BULLETIN)]
    sent = [power for power in players if power in seats and power != row.power]
    is_postal = acting.rules.press_delivery == POSTAL and acting.at.table.state != OVER
    for power in () if is_postal else sent:
        _mail(acting.at_table, row, seats[power])
    if GM in row.to or gets_all_press(acting.session, acting.at.table):
        _mail_to_gm(acting.at_table, row)
    absent = [power for power in players if power not in seats]
    is_grey, power = row.manner == GREY, row.power or ""
    at_once = [*([] if is_postal else sent), *([sentence("press", "the_gm")] if GM in row.to else [])]
    if at_once:
        yield sentence("press", "sent", to=at_once, is_grey=is_grey, power=power)
    if is_postal and sent:
        yield sentence("press", "sent_later", to=sent, is_grey=is_grey, power=power)
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
    note = answerable(at_table.office, at_table.table, row, seat, _note(at_table, row, "press"))
    at_table.send_note((seat.player, seat.address), note)


def _mail_to_gm(at_table: TableContext, row: Press) -> None:
    table = at_table.table
    seat = identity.gm_seat(table)
    note = answerable(at_table.office, table, row, seat, _note(at_table, row, "press_for_gm"))
    at_table.send_note((table.gm_name, table.gm_address), note)


def answerable(office: Office, table: GameTable, row: Press, seat: Seat, note: reports.Note) -> reports.Note:
    """Return *note* with the addresses by which *seat* answers the writer of signed press, or all."""
    name = conversation(office, row, seat.power) if row.manner == SIGNED else ""
    card = office.seat_card(table, seat, name)
    others = members(row) - {seat.power}
    copy_to = reply_addresses.all_address(office.credentials, name) if name and len(others) > 1 else ""
    return replace(note, reply_to=card.reply_to, tag=card.tag, copy_to=copy_to)


def members(row: Press) -> set[str]:
    """Return the powers, and GM, between which a message went."""
    return {row.power or GM, *row.to} - {BULLETIN}


def conversation(office: Office, row: Press, power: str) -> str:
    """Return the name that the message has in the reply address of *power*; nobody else has the same."""
    return office.credentials.seal.sign("conversation", once(office, row), power)[:8]


def _note(at_table: TableContext, row: Press, template: str) -> reports.Note:
    note = worded(template, once(at_table.office, row), note_facts(row), at_table.office.house.templates)
    return replace(note, quoted=row.text, thread=thread(row))


def note_facts(row: Press) -> dict[str, object]:
    """Return what the templates of press are given; *between* are all who are in the conversation."""
    own = [row.power or GM, *row.to]
    between = sorted({*own} - {BULLETIN, GM}) + (["the GM"] if GM in own else [])
    return {
        "author": author(row),
        "power": row.power,
        "to": listed(row.to),
        "between": listed(between),
        "is_grey": row.manner == GREY,
        "is_to_many": len(members(row)) > MOST_OF_TWO,
    }


def thread(row: Press) -> str:
    """Return the name of the conversation: all signed messages between the same; grey ones have none."""
    if row.manner == GREY:
        return ""
    return f"press.{digest(*sorted({row.power or GM, *row.to}))}"


def author(row: Press) -> str:
    """Return the name that the message is printed with."""
    return "somebody" if row.manner == GREY else row.power or "the GM"


def once(office: Office, row: Press) -> str:
    """Return a name for the Message-ID from which nobody can compute the message of the writer."""
    if row.power is None:
        return f"press of gm {row.incoming_id} {row.line}"
    return office.credentials.seal.sign("press", row.table_key, str(row.incoming_id), str(row.line))


def printed(session: Session, table: GameTable) -> list[reports.PrintedPress]:
    """Return the press for the bulletin of the turn that is due, in the order in which it came."""
    wanted = select(Press).where(Press.table_key == table.key, Press.number == table.number)
    rows = session.exec(wanted.order_by(col(Press.id)))
    return [reports.PrintedPress(author(row), row.text) for row in rows if BULLETIN in row.to]


SENT = r"(?:(?:signed|white)\s+)?(?:press|message)"
SENT_GREY = r"(?:(?:grey|gray|anonymous)\s+(?:press|message)|(?:press|message)\s+(?:grey|gray))"
TO = r"(?:\s+to[\s:]+([^:]{1,200})(?:\s*:\s*(.*))?)?"
COMMANDS = (
    Command(
        "GREY",
        SENT_GREY + TO,
        below=Below.MESSAGE,
        usage="GREY PRESS TO Rohan ... END: a message without your name, where allowed",
        group=Group.MESSAGES,
        page="press",
        topics=("grey press",),
        run=grey,
        by_program=False,
    ),
    Command(
        "PRESS",
        rf"{SENT}{TO}|{SENT}\s+([^:]{{1,200}})\s*:\s*(.+)|(broadcast)(?:\s*:\s*(.*))?",
        below=Below.MESSAGE,
        usage="PRESS TO Gondor, Rohan ... END: a message; to ALL, GM, BULLETIN too",
        group=Group.MESSAGES,
        page="press",
        topics=("broadcast", "bulletin"),
        run=press,
        after_the_end=True,
        by_program=False,
    ),
)
