"""One message with the sheets of several powers of one player: "Russia:" begins that of Russia.

Such a heading stands alone or before an order, and is read as a GAME line with the table and the power, if
the sender has that seat and another one at the same table. What is above the first of them belongs to the
seat whose report was answered, and so does what is above a GAME line for another table.

READY or WAIT alone, in a message that is not a reply to the report of one seat, is for all of them, and so
are questions: those about orders are answered for each power, the others once. STATUS alone, which does not
say for which of the sender's tables it is, is answered for each.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from msgspec.structs import replace
from sqlmodel import Session, col, select

from adjudicator import games
from pbem.commands.registry import BY_WORD, read_script
from pbem.commands.sheets import quoted_form
from pbem.messages.courtesies import is_courtesy
from pbem.messages.game_sections import headings, parts
from pbem.messages.message import IncomingMessage
from pbem.messages.script import OF_THE_TURN, TABLE, Request, Script
from pbem.messages.verdict import Verdict, verdict
from pbem.store.game_tables import Seat
from pbem.store.states import OVER
from pbem.tables import identity
from pbem.tables.identity import Authenticated, Refusal, Unregistered, Unverified
from pbem.tables.people.reply_addresses import Credentials, slug

STATUS = "STATUS"
LONGEST_NAME = 40  # characters
_NAME = re.compile(r"[\s*_]*[^\W\d_]+(?:[ -][^\W\d_]+){0,2}[\s*_]*")
OF_EACH = (STATUS, "FORM", "OPTIONS", "PREVIEW", "HINT", "KNOWN")  # questions whose answers differ by power
_HEADING = re.compile(
    r"[\W_]*(?P<name>[^\W\d_][\w' -]{1,30}?)(?:['\u2019]s)?(?: orders?| sheet)?\s*:[\s*_]*(?P<rest>.*)"
)
MOST_MORE = 2  # letters that a heading may have beyond the name: "Russian"


def with_sections(
    session: Session, credentials: Credentials, message: IncomingMessage, script: Script
) -> Script:
    """Return *script* with a GAME line for each heading of another seat of the sender; else as it is."""
    if script.asks(TABLE):
        return _with_table_of_reply(session, credentials, message, script)
    if not any(map(_may_be_heading, script.lines)):
        return _of_an_answer(session, credentials, message, _for_all(session, credentials, message, script))
    own, table, address = _claimed(session, credentials, message)
    powers = _powers(session, table, address)
    read = ((number, _read_head(line.strip(), powers)) for number, line in enumerate(script.lines, 1))
    heads = {number: head for number, head in read if head is not None}
    if not {head.power for head in heads.values()} - {own}:
        return _for_all(session, credentials, message, script)
    return _cut(script, table, own, heads)


class _Head(NamedTuple):
    """A heading: the power, and what stands behind it on its line."""

    power: str
    rest: str = ""


def _may_be_heading(line: str) -> bool:
    """Return whether a line may be a heading with a colon, or is the name of a power of our rule sets."""
    if ":" in line:
        return _HEADING.fullmatch(line.strip()) is not None
    is_short = len(line) <= LONGEST_NAME and _NAME.fullmatch(line) is not None
    return is_short and slug(line.strip()) in _names_known()


def _read_head(line: str, powers: Sequence[str]) -> _Head | None:
    """Return the heading of one of the player's *powers*; without a colon only its whole name is one."""
    if found := _HEADING.fullmatch(line):
        power = _meant(found["name"], powers)
        return _Head(power, found["rest"]) if power else None
    named = [power for power in powers if slug(line.strip("*_ ")) == slug(power)]
    return _Head(named[0]) if named and len(powers) > 1 else None


@cache
def _names_known() -> frozenset[str]:
    """Return the names of the powers of all rule sets."""
    return frozenset(slug(power) for game in games.rule_sets() for power in game.card.seats)


def _of_an_answer(
    session: Session, credentials: Credentials, message: IncomingMessage, script: Script
) -> Script:
    """Return a YES that names no power with a GAME line for the only power with an offer for a YES."""
    if verdict(message.text) is not Verdict.YES or script.asks(TABLE):
        return script
    own, table, address = _claimed(session, credentials, message)
    powers = [] if own else _powers(session, table, address)
    offered = quoted_form.offered_to(session, table, powers) if powers[1:] else []
    return _cut(script, table, "", {0: _Head(offered[0])}) if len(offered) == 1 else script


def _meant(written: str, powers: Sequence[str]) -> str:
    """Return the one of the *powers* that a heading names: "Russia", "Russian", "Rus", "FB"; else ""."""
    name = slug(written)
    found = [power for power in powers if _names(name, slug(power))]
    return found[0] if len(found) == 1 else ""


def _names(name: str, power: str) -> bool:
    initials = "".join(word[:1] for word in power.split("-"))
    is_short = len(name) > 1 and (power.startswith(name) or name == initials)
    return is_short or (name.startswith(power) and len(name) <= len(power) + MOST_MORE)


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
    """Return a message that only says READY or WAIT, or only asks, with a GAME line for each of its seats."""
    words = [one.word for one in script.requests]
    if script.is_for_the_game or not words:
        return script
    if words == [STATUS]:
        return _at_each_table(session, credentials, message, script)
    is_of_the_turn = len(words) == 1 and words[0] in OF_THE_TURN
    if not is_of_the_turn and any(BY_WORD[word].changes for word in words):
        return script
    own, table, address = _claimed(session, credentials, message)
    powers = [] if own else _powers(session, table, address)
    if not powers[1:]:
        return script
    if is_of_the_turn:
        return _cut(script, table, "", dict(enumerate(map(_Head, powers), 1 - len(powers))))
    return _each_asked(script, table, powers)


def _each_asked(script: Script, table: str, powers: Sequence[str]) -> Script:
    """Return the script with a section for each power; what concerns the whole table is asked once."""
    of_each = [one for one in script.requests if one.word in OF_EACH]
    others = [one for one in script.requests if one not in of_each]
    asked = {f"{table} {power}": [*of_each, *(others if power == powers[0] else ())] for power in powers}
    return _sectioned(asked)


def _sectioned(asked: Mapping[str, Sequence[Request]]) -> Script:
    """Return a script without lines of its own: under each place what is asked there."""
    requests: list[Request] = []
    for place, own in asked.items():
        begun = [Request(TABLE, place, 0, changes=False), *own] if own else []
        requests += [replace(one, line=number) for number, one in enumerate(begun, len(requests) + 1)]
    return Script(("",) * len(requests), tuple(requests))


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
    return _sectioned(dict.fromkeys(own, script.requests)) if own[1:] else script


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


def _cut(script: Script, table: str, own: str, heads: Mapping[int, _Head]) -> Script:
    asked = {number: _command(head.rest, number) for number, head in heads.items()}
    lines = list(script.lines)
    for number, head in heads.items():
        if number > 0:
            lines[number - 1] = "" if asked[number] else head.rest
    first = min(heads)
    is_begun = any(map(str.strip, lines[: max(0, first - 1)])) or any(
        one.line < first for one in script.requests
    )
    above = {0: _Head(own)} if is_begun and own else {}
    begun = [
        Request(TABLE, f"{table} {head.power}", number, changes=False, is_one_line=bool(head.rest))
        for number, head in (above | dict(heads)).items()
    ]
    beside = [one for one in asked.values() if one]
    requests = sorted((*begun, *script.requests, *beside), key=lambda one: one.line)
    return replace(script, lines=tuple(lines), requests=tuple(requests))


def _command(text: str, line: int) -> Request | None:
    """Return the command that stands behind a heading, if it needs no text below it."""
    asked = read_script(text).requests
    return replace(asked[0], line=line) if len(asked) == 1 and not asked[0].text else None
