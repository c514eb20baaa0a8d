"""Parse a message and find for whom it speaks, without changes or locks.

`pbem.tables.identity` decides for whom a message speaks, or claims to. This module gives it the TABLE lines
of the message, lets senders without a seat ask for what needs none, and accepts a claim if the sender is
authenticated, which may ask the DNS.
"""

from functools import partial
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session

from pbem.commands import dispatch
from pbem.commands.answers.message_context import PreparedAnswer
from pbem.commands.registry import BY_WORD, read_script
from pbem.core.sentences import sentence
from pbem.gamemaster import reading as gm_reading
from pbem.messages import message as messages
from pbem.messages.game_sections import headings
from pbem.messages.message import IncomingMessage, Kind
from pbem.messages.script import Script
from pbem.store.game_tables import Seat
from pbem.store.mail_tables import StoredMessage
from pbem.tables import identity
from pbem.tables.identity import (
    Authenticated,
    Confirmation,
    Guest,
    NewAddress,
    Refusal,
    Several,
    Speaker,
    Unregistered,
    Unverified,
)
from pbem.tables.office import Office
from pbem.tables.people import readers, reply_addresses


class ParsedMessage(Struct, frozen=True):
    """What is known about a message before anything is changed."""

    stored: StoredMessage
    message: IncomingMessage
    script: Script
    speaker: Speaker
    foreseen: PreparedAnswer | None = None

    @property
    def seat(self) -> Seat | None:
        """The seat that it speaks for, or claims to."""
        return (
            self.speaker.seat if isinstance(self.speaker, Authenticated | Unverified | Unregistered) else None
        )

    @property
    def table(self) -> str | None:
        """The table of the message; of one for several games the first."""
        if isinstance(self.speaker, Several):
            return next((one.table.key for one in self.speaker.sections if one.table), None)
        return self.seat.table_key if self.seat else None

    @property
    def is_orders_alone(self) -> bool:
        """Return whether it has only orders of a player, so that it cannot change seats."""
        is_of_player = isinstance(self.speaker, Authenticated) and not identity.is_gm(self.speaker.seat.power)
        return is_of_player and not self.script.requests


def read(stored: StoredMessage, office: Office) -> IncomingMessage:
    """Parse a stored message."""
    message = messages.read(
        stored.raw,
        envelope_from=stored.envelope_from,
        recipients=stored.recipients,
        limit=office.settings.messages.message_limit_kib * 1024,
    )
    return with_command(message, office.credentials.judge)


def with_command(message: IncomingMessage, judge: str) -> IncomingMessage:
    """Return a message without text as if it held the command that it is addressed to (`judge+help@...`)."""
    word = reply_addresses.command_of(message.recipients, judge) if message.kind is Kind.EMPTY else ""
    if not word:
        return message
    faults = tuple(one for one in message.faults if one.name not in ("empty", "all_quoted"))
    return replace(message, text=word, kind=Kind.PLAYER, faults=faults)


def as_heard(message: IncomingMessage) -> IncomingMessage:
    """Return a message that a program may have written, with its text; its kind still forbids an answer."""
    return replace(message, text=message.doubtful_text) if message.doubtful_text else message


def of_machine(
    session: Session, stored: StoredMessage, office: Office, message: IncomingMessage
) -> ParsedMessage:
    """Return a message that gets no answer: it speaks for nobody or, if in doubt, for a token's seat."""
    own = as_heard(message)
    if own.text and identity.has_token(session, office.credentials, own):
        script = read_script(own.text)
        speaker = named_in(session, office, own, script)
        if isinstance(speaker, Authenticated | Unverified | Unregistered) and not identity.is_gm(
            speaker.seat.power
        ):
            return ParsedMessage(stored, own, script, speaker)
    return ParsedMessage(stored, message, Script(()), Refusal(sentence("identity", "not_answered")))


def speaker_of(
    session: Session, office: Office, message: IncomingMessage, script: Script, raw: bytes
) -> Speaker:
    """Return who speaks; the sender is authenticated only if that matters."""
    speaker = named_in(session, office, message, script)
    would_gain = isinstance(speaker, Unverified | Guest) or (
        isinstance(speaker, Several) and message.sender.lower() == speaker.address
    )
    return proved(speaker) if would_gain and office.vouch(message, raw) else speaker


def named_in(session: Session, office: Office, message: IncomingMessage, script: Script) -> Speaker:
    """Return who speaks, before the sender is authenticated."""
    places = tuple((heading.table, heading.power) for heading in headings(script))
    text = message.text
    destination = identity.Destination(
        places, partial(gm_reading.is_for_gm, text), partial(gm_reading.asks_for_own_tables, text)
    )
    return _as_guest(
        identity.identify(session, office.credentials, message, destination), message, script, session
    )


def _as_guest(speaker: Speaker, message: IncomingMessage, script: Script, session: Session) -> Speaker:
    """Return a guest if a sender without a clear seat, or a GM, asks only for what needs none.

    Observers are always guests: commands that need a seat are refused one by one.
    """
    if isinstance(speaker, Unverified) and identity.is_gm(speaker.seat.power):
        is_guest = _is_of_a_gm_as_guest(message, script)
        return Guest(message.sender.lower(), message.sender_name) if is_guest else speaker
    if not isinstance(speaker, Refusal) or not message.sender:
        return speaker
    if dispatch.is_of_a_guest(script) or (
        dispatch.asked(script) and readers.observes(session, message.sender)
    ):
        return Guest(message.sender.lower(), message.sender_name)
    return speaker


def _is_of_a_gm_as_guest(message: IncomingMessage, script: Script) -> bool:
    """Return whether a GM without a token writes only commands that need no seat: PRACTICE, NEW TABLE."""
    read_as_gm = gm_reading.read(message.text)
    of_guests = {one.line for one in script.requests if dispatch.is_of_a_guest(Script((), (one,)))}
    lines = {one.number for one in read_as_gm.not_understood} | {one.line for one in read_as_gm.requests}
    is_of_table = any(one.word != "NEW TABLE" for one in read_as_gm.requests)
    return bool(lines) and lines <= of_guests and not is_of_table


def confirmed(speaker: Speaker) -> Speaker:
    """Return the same speaker, now that the registered address has said YES."""
    match speaker:
        case Authenticated(seat) | Unverified(seat) | Unregistered(seat):
            return Authenticated(seat, is_certain=True)
        case Several(address, sections):
            return Several(address, sections, is_vouched=True, is_certain=True)
    return proved(speaker)


def is_enough(speaker: Authenticated | Several, script: Script) -> bool:
    """Return whether the proof of the sender is enough for what the message asks for.

    A GM action or a grave command needs the token of the seat or a confirmation; an authenticated address is
    not enough.
    """
    is_gm = isinstance(speaker, Authenticated) and identity.is_gm(speaker.seat.power)
    is_grave = is_gm or any(BY_WORD[request.word].is_grave for request in script.requests)
    return speaker.is_certain or not is_grave


def is_proved(speaker: Speaker) -> bool:
    """Return whether something proves who wrote: a token, or a server that vouches for the address."""
    match speaker:
        case Authenticated() | Confirmation() | NewAddress():
            return True
        case Several(_, _, is_vouched) | Guest(_, _, is_vouched):
            return is_vouched
        case Unverified() | Unregistered() | Refusal():
            return False
        case _ as never:
            assert_never(never)


def proved(speaker: Speaker) -> Speaker:
    """Return the same speaker, now proved: a claim is accepted."""
    match speaker:
        case Unverified(seat):
            return Authenticated(seat)
        case Several(address, sections):
            return Several(address, sections, is_vouched=True)
        case Guest(address, name):
            return Guest(address, name, is_vouched=True)
    return speaker
