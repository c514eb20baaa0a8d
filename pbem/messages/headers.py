"""Read the headers of a message: sender, recipients, subject, date, references.

Addresses are read from the raw header: nothing in an encoded or quoted display name counts as an address.
"""

import binascii
import re
import unicodedata
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import NamedTuple

from pbem.core.addresses import canonical
from pbem.core.sentences import Sentence, sentence
from pbem.messages.mime import Headers, decode, from_base64

LONGEST_VALUE = 4000
LONGEST_SUBJECT = 200
LONGEST_NAME = 100
MOST_REFERENCES = 50

_WORD = re.compile(r"=\?([\w.:-]{1,40})(?:\*[\w-]{1,20})?\?([bBqQ])\?([^?\s]*(?: [^?\s]+)*)\?=")
_GAP = re.compile(r"(\?=)\s+(?==\?)")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_COMMENT = re.compile(r"\([^()]*\)")
_ANGLED = re.compile(r"<([^<>]*)>")
_ID = re.compile(r"<[!-;=?-~]{1,248}>")


class Sender(NamedTuple):
    """The address ("" if it is not certain), the display name, and what was wrong."""

    address: str
    name: str
    faults: tuple[Sentence, ...] = ()


def words(value: str) -> str:
    """Decode a header (RFC 2047) to one line, without control and direction marks."""
    value = _GAP.sub(r"\1", value[:LONGEST_VALUE])
    decoded: list[str] = []
    pending, charset, end = b"", "", 0
    for word in _WORD.finditer(value):
        if pending and (word.start() > end or word.group(1).lower() != charset):
            decoded.append(decode(pending, charset).text)
            pending = b""
        decoded.append(value[end : word.start()])
        charset, end = word.group(1).lower(), word.end()
        pending += _word_bytes(word.group(2), word.group(3))
    decoded.append(decode(pending, charset).text if pending else "")
    return one_line("".join(decoded) + value[end:])


def one_line(text: str) -> str:
    """Return *text* with single spaces and without unprintable characters."""
    visible = (char if unicodedata.category(char)[0] not in "CZ" else _space(char) for char in text)
    return " ".join("".join(visible).split())


def sender(headers: Headers) -> Sender:
    """Return the sender according to From; with two different addresses there is none."""
    values = headers.all("from")
    if not values:
        return Sender("", "", (sentence("message_faults", "no_sender"),))
    found = sorted({address for value in values for address in addresses(value)})
    name = display_name(values[0])
    if len(found) > 1:
        return Sender("", name, (sentence("message_faults", "several_senders"),))
    if not found:
        return Sender("", name, (sentence("message_faults", "unreadable_sender"),))
    return Sender(found[0], name)


def addresses(value: str) -> tuple[str, ...]:
    """Return the addresses of a header, in order, domain in lower case; names and comments do not count."""
    bare = _COMMENT.sub(" ", _QUOTED.sub(_blank_name, value[:LONGEST_VALUE]))
    angled = _ANGLED.findall(bare)
    loose = re.split(r"[,;]", _ANGLED.sub(",", bare))
    lone = [piece.rsplit(":", 1)[-1].strip() for piece in loose]
    wanted = [piece.strip() for piece in angled] + ([] if angled and "," not in bare else lone)
    return tuple(dict.fromkeys(filter(None, map(address, wanted))))


def address(text: str) -> str:
    """Return *text* as an address with its domain in lower case and ASCII; "" if it is not one."""
    return canonical(text)


def display_name(value: str) -> str:
    bare = _ANGLED.sub(" ", value[:LONGEST_VALUE])
    return words(bare).strip("\"' ")[:LONGEST_NAME]


def message_ids(value: str, most: int = MOST_REFERENCES) -> tuple[str, ...]:
    """Return the message ids of a header in angle brackets, without overlong and unprintable ones."""
    return tuple(_ID.findall(value[:16_000])[-most:])


def message_id(headers: Headers) -> str:
    """Return the message's own id in angle brackets; "" if there is no usable one."""
    return next(iter(message_ids(headers.first("message-id"), 1)), "")


def date(headers: Headers) -> datetime | None:
    """Return the sender's Date in UTC, or None if there is none that can be parsed."""
    try:
        moment = parsedate_to_datetime(headers.first("date")[:100])
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _blank_name(quoted: re.Match[str]) -> str:
    """Remove a quoted name; a quoted local part stays, and makes the address unreadable."""
    after = quoted.string[quoted.end() : quoted.end() + 1]
    return quoted.group() if after == "@" else " "


def _space(char: str) -> str:
    return " " if char in "\t\n\r\v\f" or unicodedata.category(char) == "Zs" else ""


def _word_bytes(encoding: str, text: str) -> bytes:
    data = text.encode("utf-8", "replace")
    if encoding in "bB":
        return from_base64(data.replace(b" ", b""))
    return binascii.a2b_qp(data.replace(b"_", b" "), header=True)
