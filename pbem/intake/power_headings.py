"""One message with the sheets of several powers of one player: a line "Russia:" begins that of Russia.

Such a line is read as a GAME line with the table and the power, if the sender has that seat and another one
at the same table. What is above the first of them belongs to the seat whose report was answered, and so
does what is above a GAME line for another table.

READY or WAIT alone, in a message that is not a reply to the report of one seat, is for all of them. STATUS
alone, which does not say for which of the sender's tables it is, is answered for each.
"""

import re
from collections.abc import Mapping

from msgspec.structs import replace
from sqlmodel import Session, col, select

from pbem.messages.courtesies import is_courtesy
from pbem.messages.game_sections import headings, parts
from pbem.messages.message import IncomingMessage
from pbem.messages.script import OF_THE_TURN, TABLE, Request, Script
from pbem.store.game_tables import Seat
from pbem.store.states import OVER
from pbem.tables import identity
from pbem.tables.identity import Authenticated, Refusal, Unregistered, Unverified
from pbem.tables.people.reply_addresses import Credentials, slug

STATUS = "STATUS"
_HEADING = re.compile(r"[\W_]*(?P<name>[^\W\d_][\w' -]{1,30}?)(?:['\u2019]s)?(?: orders?| sheet)?\s*:[\s*_]*")


def with_sections(
    session: Session, credentials: Credentials, message: IncomingMessage, script: Script
) -> Script:
    """Return *script* with a GAME line for each heading of another seat of the sender; else as it is."""
    if script.asks(TABLE):
        return _with_table_of_reply(session, credentials, message, script)
    found = {
        number: slug(heading["name"])
        for number, line in enumerate(script.lines, 1)
        if line.rstrip(" *_").endswith(":") and (heading := _HEADING.fullmatch(line.strip()))
    }
    if not found:
        return _for_all(session, credentials, message, script)
    own, table, address = _claimed(session, credentials, message)
    powers = {slug(power): power for power in _powers(session, table, address)}
    heads = {number: powers[name] for number, name in found.items() if name in powers}
    return _cut(script, table, own, heads) if set(heads.values()) - {own} else script


def _with_table_of_reply(
    session: Session, credentials: Credentials, message: IncomingMessage, script: Script
) -> Script:
    """Return *script* with a GAME line for the seat of the reply, if lines above the others are its own.

    If nothing is below the GAME lines, the lines above may be meant for them; nothing is assumed.
    """
    named = headings(script)
    speaker = identity.identify(session, credentials, message, identity.Destination())
    if not isinstance(speaker, Authenticated | Unregistered) or identity.is_gm(speaker.seat.power):
        return script
    own = speaker.seat
    has_token = isinstance(speaker, Unregistered) or speaker.is_certain
    is_for_both = _says_something(parts(script)[0]) and any(map(_says_something, parts(script)[1:]))
    if not (has_token and is_for_both and any(one.table != own.table_key for one in named)):
        return script
    begun = Request(TABLE, f"{own.table_key} {own.power}", 0, changes=False)
    return replace(script, requests=(begun, *script.requests))


def _says_something(part: Script) -> bool:
    """Return whether a part of a message is more than a greeting."""
    said = (line for line in part.lines if line.strip())
    return bool(part.requests) or any(not is_courtesy(line) for line in said)


def _for_all(session: Session, credentials: Credentials, message: IncomingMessage, script: Script) -> Script:
    """Return a message that says only READY, WAIT or STATUS with a GAME line for each seat of its sender."""
    word = script.requests[0].word if len(script.requests) == 1 else ""
    if script.is_for_the_game or word not in (*OF_THE_TURN, STATUS):
        return script
    if word == STATUS:
        return _at_each_table(session, credentials, message, script)
    own, table, address = _claimed(session, credentials, message)
    powers = [] if own else _powers(session, table, address)
    return _cut(script, table, "", dict(enumerate(powers, 1 - len(powers)))) if powers[1:] else script


def _at_each_table(
    session: Session, credentials: Credentials, message: IncomingMessage, script: Script
) -> Script:
    """Return STATUS for each seat of the sender in a game that is not over, unless it is for one of them."""
    speaker = identity.identify(session, credentials, message, identity.Destination())
    seats = identity.seats_of_address(session, message.sender) if isinstance(speaker, Refusal) else []
    named = _in_subject(message, {table.key for _, table in seats})
    own = [
        f"{table.key} {seat.power}"
        for seat, table in seats
        if seat.address == seats[0][0].address and table.state != OVER and table.key in (named or {table.key})
    ]
    if len(own) < 2:
        return script
    asked = script.requests[0]
    requests = [
        request
        for number, seat in enumerate(own)
        for request in (
            Request(TABLE, seat, 2 * number + 1, changes=False),
            replace(asked, line=2 * number + 2),
        )
    ]
    return Script(("",) * len(requests), tuple(requests))


def _claimed(session: Session, credentials: Credentials, message: IncomingMessage) -> tuple[str, str, str]:
    """Return the power, the table and the address that the message claims; "" where it does not say."""
    speaker = identity.identify(session, credentials, message, identity.Destination())
    if isinstance(speaker, Authenticated | Unverified | Unregistered):
        return speaker.seat.power, speaker.seat.table_key, speaker.seat.address
    sender = message.sender.lower()
    tables = {seat.table_key for seat, _ in identity.seats_of_address(session, sender)}
    meant = _in_subject(message, tables) or tables
    return ("", meant.pop(), sender) if len(meant) == 1 else ("", "", "")


def _in_subject(message: IncomingMessage, tables: set[str]) -> set[str]:
    """Return those of the *tables* that the subject names."""
    return tables & {*re.findall(r"[\w-]+", message.subject.lower())}


def _powers(session: Session, table: str, address: str) -> list[str]:
    """Return the powers of one player at the table."""
    wanted = select(Seat.power).where(Seat.table_key == table, Seat.address == address)
    return list(session.exec(wanted.order_by(col(Seat.id))))


def _cut(script: Script, table: str, own: str, heads: Mapping[int, str]) -> Script:
    lines = tuple("" if number in heads else line for number, line in enumerate(script.lines, 1))
    first = min(heads)
    is_begun = any(line.strip() for line in lines[:first]) or any(one.line < first for one in script.requests)
    above = {0: own} if is_begun and own else {}
    begun = [
        Request(TABLE, f"{table} {power}", number, changes=False)
        for number, power in (above | dict(heads)).items()
    ]
    requests = sorted((*script.requests, *begun), key=lambda one: one.line)
    return replace(script, lines=lines, requests=tuple(requests))
