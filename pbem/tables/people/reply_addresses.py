"""Make reply addresses and their tokens for mails, and find them in messages.

A token is signed with the installation's key. It is in the address, as in
`judge+france.std3.k3q9...@host`, or, on hosts without plus-addresses, in the subject, as in
`[std3 France #k3q9...]`. There are tokens for seats, for the confirmation of a held message or of a new
address, and for bounces. `pbem.tables.identity` decides what a token proves.
"""

import base64
import hmac
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from unicodedata import normalize

from msgspec import Struct

from pbem.messages.message import IncomingMessage
from pbem.store.game_tables import Seat

SIGNED = r"[a-z2-7]{16}"  # 80 bits of the signature
KEY = re.compile(r"[a-z][a-z0-9-]{0,19}")
SEAT_MARK = re.compile(rf"\[([a-z][a-z0-9-]*) ([^\[\]#]+?) #({SIGNED})\]", re.I)
CONFIRM_MARK = re.compile(rf"\[confirm (\d{{1,18}}) #({SIGNED})\]", re.I)
CHANGE_MARK = re.compile(rf"\[address (\d{{1,18}}) #({SIGNED})\]", re.I)
CONVERSATION = r"[a-z2-7]{8}"
SEAT_DETAIL = re.compile(rf"([a-z0-9-]+)\.([a-z][a-z0-9-]*)\.({SIGNED})(?:\.({CONVERSATION}))?")
ALL_DETAIL = re.compile(rf"all\.({CONVERSATION})")
CONFIRM_DETAIL = re.compile(rf"confirm\.(\d{{1,18}})\.({SIGNED})")
CHANGE_DETAIL = re.compile(rf"address\.(\d{{1,18}})\.({SIGNED})")
BOUNCE_DETAIL = re.compile(rf"bounce\.(\d{{1,18}})\.({SIGNED})")
COMMANDS = ("help", "status", "games", "rules", "history", "players", "places", "version")
# `judge+help@host`, without a text: look-ups only, because such an address proves nothing
RESERVED = (*COMMANDS, "all", "confirm", "address", "bounce", "digest", "gm")  # not for new tables
LONGEST_LOCAL = 64  # before the "@" (RFC 5321, 4.5.3.1.1)
WITH_TOKEN = (SEAT_DETAIL, CONFIRM_DETAIL, CHANGE_DETAIL, BOUNCE_DETAIL)


class Seal(Struct, frozen=True):
    """Signs short lists of words; *secret* is the installation's."""

    secret: str

    def sign(self, *words: str) -> str:
        """Return the token of *words*."""
        digest = hmac.digest(self.secret.encode(), "\0".join(words).encode(), sha256)
        return base64.b32encode(digest[:10]).decode().lower()

    def holds(self, token: str, *words: str) -> bool:
        """Return whether *token* is that of *words*, in constant time."""
        return hmac.compare_digest(self.sign(*words).encode(), token.lower().encode())


class Credentials(Struct, frozen=True):
    """What messages are checked with: the installation's seal and the judge's address.

    *has_plus* if mail to `judge+anything` arrives here; only otherwise are tokens read in subjects.
    """

    seal: Seal
    judge: str
    has_plus: bool = True

    def reply_by(self, address: str, tag: str) -> tuple[str, str]:
        """Return the Reply-To and the tag for the subject of a mail; only one of them holds the token."""
        return (address, "") if self.has_plus else (self.judge, tag)


class SentTo(Struct, frozen=True):
    """Where a message may have tokens: after the "+" in the judge's addresses, and in its subject."""

    details: Sequence[str]
    subject: str

    def seats(self) -> tuple[Sequence[tuple[str, str, str]], Sequence[tuple[str, str, str]]]:
        """Return power, table and token of the seats in the addresses, and of those in the subject."""
        found = (SEAT_DETAIL.fullmatch(detail) for detail in self.details)
        addressed = [(match[1], match[2], match[3]) for match in found if match]
        marked = [(slug(power), key.lower(), token) for key, power, token in SEAT_MARK.findall(self.subject)]
        return addressed, marked

    def held_message(self, seal: Seal) -> int | None:
        """Return the held message that this message may confirm."""
        return self._number(seal, "confirm", CONFIRM_DETAIL, CONFIRM_MARK)

    def address_change(self, seal: Seal) -> int | None:
        """Return the change of address that this message may confirm."""
        return self._number(seal, "address", CHANGE_DETAIL, CHANGE_MARK)

    @property
    def is_for_a_question(self) -> bool:
        """Return whether an address looks like that of a question, with a valid token or not."""
        shapes = (CONFIRM_DETAIL, CHANGE_DETAIL)
        return any(shape.fullmatch(detail) for detail in self.details for shape in shapes)

    def _number(
        self, seal: Seal, kind: str, detail_shape: re.Pattern[str], mark_shape: re.Pattern[str]
    ) -> int | None:
        found = [match for detail in self.details if (match := detail_shape.fullmatch(detail))]
        found += mark_shape.finditer(self.subject)
        return next((int(match[1]) for match in found if seal.holds(match[2], kind, match[1])), None)


def sent_to(message: IncomingMessage, credentials: Credentials, *, reads_subject: bool = True) -> SentTo:
    """Return where *message* may have tokens; its subject counts only on hosts without plus-addresses."""
    subject = message.subject if reads_subject and not credentials.has_plus else ""
    return SentTo(details(message.recipients, credentials.judge), subject)


# --- what a mail holds -----------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def slug(power: str) -> str:
    """Return a power's name for use in addresses: "Dol Guldur" → "dol-guldur"."""
    plain = normalize("NFKD", power).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:20] or "power"


def seat_words(key: str, power: str, epoch: int) -> tuple[str, ...]:
    """Return what the token of a seat signs; *epoch* counts its renewals."""
    return ("seat", key, power, str(epoch))


def _seat_token(seal: Seal, seat: Seat) -> str:
    return seal.sign(*seat_words(seat.table_key, seat.power, seat.epoch))


def seat_address(seal: Seal, seat: Seat, judge: str) -> str:
    """Return the address by which a reply speaks for *seat*."""
    return plus(judge, f"{slug(seat.power)}.{seat.table_key}.{_seat_token(seal, seat)}")


def seat_tag(seal: Seal, seat: Seat) -> str:
    """Return the tag that does the same in a subject."""
    return f"[{seat.table_key} {seat.power} #{_seat_token(seal, seat)}]"


def seat_reply(credentials: Credentials, seat: Seat) -> tuple[str, str]:
    """Return the Reply-To and the tag of a mail to *seat*."""
    return credentials.reply_by(
        seat_address(credentials.seal, seat, credentials.judge), seat_tag(credentials.seal, seat)
    )


def conversation_reply(credentials: Credentials, seat: Seat, conversation: str) -> tuple[str, str]:
    """Return the Reply-To and the tag of a press message to *seat*: a plain reply belongs to *conversation*.

    If such an address would be too long, that of the seat is used.
    """
    plain = seat_address(credentials.seal, seat, credentials.judge)
    local, _, domain = plain.rpartition("@")
    named = f"{local}.{conversation}"
    address = f"{named}@{domain}" if len(named) <= LONGEST_LOCAL else plain
    return credentials.reply_by(address, seat_tag(credentials.seal, seat))


def all_address(credentials: Credentials, conversation: str) -> str:
    """Return the address for everybody else in *conversation*, for "reply to all"; or ""."""
    return plus(credentials.judge, f"all.{conversation}") if credentials.has_plus else ""


def conversations(message: IncomingMessage, judge: str) -> tuple[set[str], set[str]]:
    """Return the conversations that a message is addressed to, and those in which it is for everybody.

    The headers count too: a copy that went to both addresses may arrive by one of them.
    """
    found = details((*message.recipients, *message.copied_to), judge)
    to_one = {match[4] for detail in found if (match := SEAT_DETAIL.fullmatch(detail)) and match[4]}
    to_all = {match[1] for detail in found if (match := ALL_DETAIL.fullmatch(detail))}
    return to_one, to_all


def confirm_reply(credentials: Credentials, incoming_id: int) -> tuple[str, str]:
    """Return the Reply-To and the tag of the question whether a held message is genuine."""
    return _numbered_reply(credentials, "confirm", incoming_id)


def change_reply(credentials: Credentials, change_id: int) -> tuple[str, str]:
    """Return the Reply-To and the tag of the question whether a new address is the player's."""
    return _numbered_reply(credentials, "address", change_id)


def _numbered_reply(credentials: Credentials, kind: str, number: int) -> tuple[str, str]:
    token = credentials.seal.sign(kind, str(number))
    address = plus(credentials.judge, f"{kind}.{number}.{token}")
    return credentials.reply_by(address, f"[{kind} {number} #{token}]")


def bounce_address(seal: Seal, parcel_id: int, judge: str) -> str:
    """Return the envelope sender of our mail, so that a bounce names the mail and cannot be forged."""
    return plus(judge, f"bounce.{parcel_id}.{seal.sign('bounce', str(parcel_id))}")


def plus(judge: str, detail: str) -> str:
    local, _, domain = judge.rpartition("@")
    return f"{local}+{detail}@{domain}"


# --- what a message is addressed to ----------------------------------------------------------------------


def details(addresses: Iterable[str], judge: str) -> Sequence[str]:
    """Return the parts after the "+" in the judge's addresses among these; "" for the bare address."""
    local, _, domain = judge.lower().rpartition("@")
    pattern = re.compile(rf"{re.escape(local)}(?:\+(.*))?@{re.escape(domain)}")
    found = (pattern.fullmatch(address.strip("<> ").lower()) for address in addresses)
    return [match[1] or "" for match in found if match]


def command_of(recipients: Iterable[str], judge: str) -> str:
    """Return the command that one of these addresses names, in capitals; "" if none does.

    Tokens are not mistaken for commands, because they have dots.
    """
    named = (detail.upper() for detail in details(recipients, judge) if detail in COMMANDS)
    return next(named, "")


def is_ours(address: str, judge: str) -> bool:
    """Return whether *address* is the judge's, with or without "+something"."""
    return bool(details([address], judge))


def takes(address: str, judge: str) -> bool:
    """Return whether messages to *address* are accepted: the judge's, or with "+" a token or a table."""
    found = details([address], judge)
    return any(
        not detail or any(shape.fullmatch(detail) for shape in (*WITH_TOKEN, ALL_DETAIL, KEY))
        for detail in found
    )


def has_token_shape(recipients: Iterable[str], judge: str) -> bool:
    """Return whether one of these addresses looks as if it had a token."""
    found = details(recipients, judge)
    return any(shape.fullmatch(detail) for detail in found for shape in WITH_TOKEN)


def bounced_parcel(recipients: Iterable[str], credentials: Credentials) -> int | None:
    """Return our mail that bounced, for a message to these addresses."""
    found = (BOUNCE_DETAIL.fullmatch(detail) for detail in details(recipients, credentials.judge))
    signed = (match for match in found if match and credentials.seal.holds(match[2], "bounce", match[1]))
    return next((int(match[1]) for match in signed), None)


def is_for_bounces(recipients: Iterable[str], judge: str) -> bool:
    """Return whether a message went to an address that accepts only delivery reports."""
    return any(detail.partition(".")[0] == "bounce" for detail in details(recipients, judge))


def tables_of(recipients: Iterable[str], judge: str) -> list[str]:
    """Return the tables of the seats that these addresses name, with a valid token or not."""
    found = (SEAT_DETAIL.fullmatch(detail) for detail in details(recipients, judge))
    return [match[2] for match in found if match]
