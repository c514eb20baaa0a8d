"""Press messages: to whom they go, and what they must not carry.

A message goes out in the judge's name alone: no header of the writer's mail is in it, no address, no token,
nothing quoted, no signature. If one recipient is not understood nothing is sent; if a message has no END, and
what stands below could be orders, nothing is sent either, for orders must not be told by a slip.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import timedelta

from msgspec.structs import replace
from sqlmodel import Session, col, select

from adjudicator.core.game import REFUSED, TAKEN
from pbem import reports
from pbem.commands.context import SeatCommandContext, TableContext, done, power_meant, refused
from pbem.core.lists import listed
from pbem.messages.script import Request
from pbem.reports import CommandResult
from pbem.reports.notes import worded
from pbem.store.database import OVER, GameTable, Seat, id_of, seats_of
from pbem.store.player_tables import Press
from pbem.tables import identity, order_sheets, reply_addresses
from pbem.tables.house_rules import house_rules

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
TOLD = {
    "signed": "messages are signed",
    "grey": "messages may be signed or grey",
    "bulletin": "there is press in the bulletin only, and messages to the GM",
    "gm": "there are messages to the GM only",
    "none": "there is no press; you may write to the GM all the same",
}
AN_ADDRESS = re.compile(r"[^\s<>()\[\]\",;:]+@[^\s<>()\[\]\",;:]+\w")
BETWEEN = re.compile(r"[,;&+/\u2026]|\.{2,}|\band\b", re.I)
LEFT_OUT = "[left out]"


def press(acting: SeatCommandContext, request: Request) -> CommandResult:
    """PRESS TO Gondor, Rohan ... END"""
    return _send(acting, request, SIGNED)


def grey(acting: SeatCommandContext, request: Request) -> CommandResult:
    """GREY PRESS TO Rohan ... END"""
    return _send(acting, request, GREY)


def _send(acting: SeatCommandContext, request: Request, manner: str) -> CommandResult:
    try:
        to = recipients(request.argument, acting.at.game.card.seats)
        to = [name for name in to if name != acting.at.row.power] or to
        _check_rules(acting, to, manner)
        text = _text(acting, request)
    except ValueError as fault:
        return refused(request, str(fault), "Nothing was sent.")
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


def recipients(said: str, powers: Sequence[str]) -> list[str]:
    """Powers in the game's order, then GM and bulletin. Raises ValueError with what would do."""
    wanted, *but = re.split(r"\s+(?:but|except)\s+", said, maxsplit=1, flags=re.I)
    names = _names(wanted, powers)
    if not names:
        raise ValueError("To whom? Write PRESS TO and the powers, ALL, GM or BULLETIN.")
    without = _names(but[0], powers) if but else []
    left = [name for name in (*powers, GM, BULLETIN) if name in names and name not in without]
    if not left:
        raise ValueError(f'"{said}" leaves nobody to write to.')
    return left


def _names(said: str, powers: Sequence[str]) -> list[str]:
    pieces = [piece.strip() for piece in BETWEEN.split(said)]
    return [name for piece in pieces if piece for name in _piece(piece, powers)]


def _piece(piece: str, powers: Sequence[str]) -> Sequence[str]:
    """One name; several words that are no name together may each be one."""
    plain = " ".join(piece.lower().split())
    if plain in ALL:
        return powers
    if plain in OFFICES:
        return [OFFICES[plain]]
    try:
        return [power_meant(piece, powers)]
    except ValueError:
        if " " not in plain:
            raise
    return [name for word in piece.split() for name in _piece(word, powers)]


def _check_rules(acting: SeatCommandContext, to: Sequence[str], manner: str) -> None:
    """Raises ValueError if the house rules do not allow the message."""
    rule = acting.rules.press
    to_players, to_bulletin = ALLOWED[rule]
    others = [name for name in to if name not in (GM, BULLETIN)]
    forbidden = (
        (bool(others) and not to_players)
        or (BULLETIN in to and not to_bulletin)
        or (manner == GREY and rule != "grey" and to != [GM])
    )
    if forbidden:
        raise ValueError(f"By the house rules of {acting.at.table.key} {TOLD[rule]}.")
    if others:
        _check_hour(acting)
    if others == [acting.at.row.power]:
        raise ValueError("You write to yourself alone; DIARY keeps notes.")
    if sent_today(acting) >= acting.rules.press_a_day:
        raise ValueError(
            f"You have sent {acting.rules.press_a_day} messages in 24 hours; that is all for today."
        )


def _check_hour(acting: SeatCommandContext) -> None:
    """Raises ValueError if players may not write to each other now, or not before they have ordered."""
    at, rules = acting.at, acting.rules
    key = at.table.key
    if rules.press_phases and at.due.phase not in rules.press_phases:
        phases = listed(rules.press_phases)
        raise ValueError(
            f"By the house rules of {key} there is press in the phase {phases} only; {at.due.turn} is due."
            " You may write to the GM all the same."
        )
    owes = rules.press_needs_orders and at.row.power in at.due.owed
    if owes and order_sheets.on_file(acting.session, at.place) is None:
        raise ValueError(f"By the house rules of {key} who owes orders sends them before messages.")


def sent_today(acting: SeatCommandContext) -> int:
    wanted = select(Press.id).where(
        Press.table_key == acting.at.table.key,
        Press.power == acting.at.row.power,
        Press.sent_utc > acting.visit.now - A_DAY,
    )
    return len(acting.session.exec(wanted).all())


def _text(acting: SeatCommandContext, request: Request) -> str:
    """What is sent. Raises ValueError if there is nothing, too much, or something that may be an order."""
    if not request.is_closed and holds_orders(acting, request.text):
        raise ValueError(
            "I found no END below it alone on a line, and lines in it that may be orders. Please send the"
            " message again with END below it, and the orders after that."
        )
    text = cleaned(acting, request.text)
    if not text:
        raise ValueError("There is no text below it.")
    if len(text.encode()) > acting.rules.press_kib * 1024:
        raise ValueError(f"It is longer than {acting.rules.press_kib} KiB.")
    return text


def holds_orders(acting: SeatCommandContext, lines: Sequence[str]) -> bool:
    """Does the game find anything like an order in these lines?"""
    return any(line.verdict in (TAKEN, REFUSED) for line in acting.at.place.read(None, lines).lines)


def cleaned(acting: SeatCommandContext, lines: Sequence[str]) -> str:
    """*lines* without quotes, tokens, addresses of ours and of the writer, and the writer's own signature."""
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
    """Where names are hidden: without the writer's name as the last words."""
    lines = text.split("\n")
    while lines and (not lines[-1].strip() or _is_name(lines[-1], seat.player)):
        lines.pop()
    return "\n".join(lines)


def _is_name(line: str, player: str) -> bool:
    words = re.findall(r"\w+", line.lower())
    own = re.findall(r"\w+", player.lower())
    return bool(words) and all(word in own for word in words)


def _deliver(acting: SeatCommandContext, row: Press) -> list[str]:
    """The message goes to each; what became of it, in sentences."""
    seats = {seat.power: seat for seat in seats_of(acting.session, row.table_key)}
    players = [name for name in row.to if name not in (GM, BULLETIN)]
    sent = [power for power in players if power in seats and power != row.power]
    is_postal = acting.rules.press_delivery == POSTAL and acting.at.table.state != OVER
    for power in () if is_postal else sent:
        _mail(acting.sitting, row, seats[power])
    if GM in row.to or acting.rules.gm_press == "all":
        _mail_to_gm(acting.sitting, row)
    absent = [power for power in players if power not in seats]
    return list(_delivered(row, sent, absent, is_postal))


def _delivered(row: Press, sent: Sequence[str], absent: Sequence[str], is_postal: bool) -> Iterator[str]:
    by = "without your name" if row.manner == GREY else f"signed {row.power}"
    at_once = [*([] if is_postal else sent), *(["the GM"] if GM in row.to else [])]
    if at_once:
        yield f"Sent to {listed(at_once)}, {by}."
    if is_postal and sent:
        yield f"It goes to {listed(sent)} with the results of this turn, {by}."
    if absent:
        yield f"{listed(absent)}: nobody plays it at the moment, so nothing was sent there."
    if BULLETIN in row.to:
        yield f"It stands in the next bulletin, {by}."


def deliver_with_turn(sitting: TableContext, number: int) -> None:
    """The turn *number* was run: messages that waited for its results leave."""
    if house_rules(sitting.table).press_delivery != POSTAL:
        return
    wanted = select(Press).where(Press.table_key == sitting.table.key, Press.number == number)
    seats = {seat.power: seat for seat in seats_of(sitting.session, sitting.table.key)}
    for row in sitting.session.exec(wanted.order_by(col(Press.id))):
        for power in [power for power in row.to if row.power and power in seats and power != row.power]:
            _mail(sitting, row, seats[power])


def _mail(sitting: TableContext, row: Press, seat: Seat) -> None:
    """The copy of one player: his own reply address, so that a reply of his is his own message."""
    card = sitting.office.seat_card(sitting.table, seat)
    note = replace(_note(sitting, row, "press"), reply_to=card.reply_to, tag=card.tag)
    sitting.tell((seat.player, seat.address), note)


def _mail_to_gm(sitting: TableContext, row: Press) -> None:
    table = sitting.table
    card = sitting.office.seat_card(table, identity.gm_seat(table))
    note = replace(_note(sitting, row, "press_for_gm"), reply_to=card.reply_to, tag=card.tag)
    sitting.tell((table.gm_name, table.gm_address), note)


def _note(sitting: TableContext, row: Press, template: str) -> reports.Note:
    facts = {"author": author(row), "power": row.power, "to": listed(row.to), "is_grey": row.manner == GREY}
    note = worded(template, _once(sitting, row), facts, sitting.office.house.templates)
    return replace(note, quoted=row.text)


def author(row: Press) -> str:
    """Who is said to have written it."""
    return "somebody" if row.manner == GREY else row.power or "the GM"


def _once(sitting: TableContext, row: Press) -> str:
    """Names a message in a Message-ID, from which nobody can reckon back to its writer's message."""
    return sitting.office.credentials.seal.sign("press", row.table_key, str(row.incoming_id), str(row.line))


def printed(session: Session, table: GameTable) -> list[reports.Printed]:
    """The press for the bulletin of the turn that is due, in the order in which it came."""
    wanted = select(Press).where(Press.table_key == table.key, Press.number == table.number)
    rows = session.exec(wanted.order_by(col(Press.id)))
    return [reports.Printed(author(row), row.text) for row in rows if BULLETIN in row.to]
