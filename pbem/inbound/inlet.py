"""The interface of an inlet.

A message takes the same path through every inlet: it arrives, it is stored (`Keep` commits before it
returns), and only then is the other side told: the sending server gets "250", the IMAP message is moved, the
Maildir file is renamed. If the power fails between the two, the message comes a second time; the store
recognises it by its Message-ID. If it fails before, nothing was promised and the message is still there.
"""

from collections.abc import Callable, Iterable
from datetime import datetime
from email.parser import BytesHeaderParser
from email.utils import getaddresses
from typing import Protocol

from msgspec import Struct

from pbem.core.sentences import sentence
from pbem.store.arrival import Arrival

IsOurs = Callable[[str], bool]
"""Tells whether an address is one of the service's own; called for every recipient."""

HEADER_BYTES = 65_536
LONGEST_LOCAL_PART = 64  # RFC 5321 4.5.3.1.1, in octets
LONGEST_ADDRESS = 254
LONGEST_WAIT_SECONDS = 60.0
DELIVERED = ("X-Original-To", "Delivered-To", "Envelope-To", "X-Delivered-To")


class Keep(Protocol):
    """Store messages on disk."""

    def __call__(self, *arrivals: Arrival) -> None:
        """Store the messages and commit before returning; the same message twice is one.

        If it raises, none was stored: try again.
        """


IsKept = Callable[[str, str], bool]
"""Tells whether this inlet's message with this uid (as in `Arrival`) has been stored."""


class SetAside(Struct, frozen=True):
    """A message too large to be parsed, and where it is."""

    inlet: str
    uid: str
    size_bytes: int
    where: str
    sender: str  # the From address as written, "" if it could not be read
    subject: str


Tell = Callable[[SetAside], None]
"""Called for each message that is set aside, to notify host and sender."""


class Reception(Struct, frozen=True):
    """The service as an inlet sees it. All members are thread-safe."""

    keep: Keep
    is_ours: IsOurs
    is_stored: IsKept
    tell: Tell


class InletUnreachable(Exception):  # noqa: N818 - named, as all our errors, by what happened
    """The inlet could not be emptied: it may still have messages that are in time, so no turn may be run."""


def not_emptied(inlet: str, moment: datetime, why: str) -> InletUnreachable:
    """Return the error of an inlet that fails while it is emptied up to *moment*."""
    return InletUnreachable(
        sentence("health", "not_emptied", inlet=inlet, moment=moment, why=why).words(None)
    )


def not_kept(number: int) -> str:
    """Return that so many messages could not be stored; 0 for all of them."""
    return sentence("health", "not_kept", number=number).words(None)


class Inlet(Protocol):
    """`start` and `stop` may be called from any thread, each once; `empty_until` as often as wanted."""

    name: str

    def start(self) -> None: ...

    def stop(self) -> None: ...

    def empty_until(self, moment: datetime) -> None:
        """Wait until every message received up to *moment* is stored. Raises InletUnreachable."""

    @property
    def trouble(self) -> str | None:
        """Return what is wrong now, in one line without secrets; None when all is well."""

    @property
    def is_refused(self) -> bool:
        """Return whether a server does not accept user or password."""


def may_be_address(address: str) -> bool:
    """Return whether it has one "@", text on both sides, no control characters, and a length of RFC 5321."""
    local, at, domain = address.rpartition("@")
    is_whole = bool(local and at and domain) and address.isprintable() and " " not in address
    octets = local.encode("utf-8", "surrogateescape")
    return is_whole and len(octets) <= LONGEST_LOCAL_PART and len(address) <= LONGEST_ADDRESS


def addressed_to(raw: bytes, is_ours: IsOurs) -> tuple[str, ...]:
    """Return the envelope recipients of a stored message, as the mail server recorded them.

    The topmost of each header in DELIVERED is the last server's own; those below may be forged or older.
    Some servers write only the mailbox there, without "+token": so our own addresses in To and Cc follow.
    """
    headers = BytesHeaderParser().parsebytes(raw[:HEADER_BYTES])
    delivered = [str(headers[name]) for name in DELIVERED if name in headers]
    written = [str(value) for name in ("To", "Cc") for value in headers.get_all(name, [])]
    ours = [address for address in _addresses(written) if is_ours(address)]
    return tuple(dict.fromkeys([*_addresses(delivered), *ours]))


def returned_to(raw: bytes) -> str:
    """Return the envelope sender of a stored message, from Return-Path; "" if there is none or it is null."""
    headers = BytesHeaderParser().parsebytes(raw[:HEADER_BYTES])
    return next(iter(_addresses([str(headers.get("Return-Path", ""))])), "")


def written_by(raw: bytes) -> tuple[str, str]:
    """Return From address and subject as written, each on one line of at most 200 characters."""
    headers = BytesHeaderParser().parsebytes(raw[:HEADER_BYTES])
    sender = next(iter(_addresses([str(headers.get("From", ""))])), "")
    return sender[:200], " ".join(str(headers.get("Subject", "")).split())[:200]


def _addresses(fields: Iterable[str]) -> list[str]:
    return [address for _, address in getaddresses(list(fields)) if "@" in address]


def wait_seconds(failures: int) -> float:
    """Return how long to wait after so many *failures* in a row: 1, 2, 4 ... seconds."""
    return min(2.0 ** min(max(failures, 1) - 1, 16), LONGEST_WAIT_SECONDS)
