"""Assemble an outgoing message: headers, text, HTML, picture and calendar file.

Every mail has headers that keep programs from answering it (RFC 3834), and a Message-ID that depends only on
what the mail is, not on when it was built, so that a duplicate is recognised.

The email package writes headers that must be folded or encoded; most are one short line and are written
directly. The body, which has a picture of a hundred kilobytes, is assembled here (RFC 2045, 2046): the
package does it line by line, which took longer than the rest of a report. All readers of a bulletin share one
body.
"""

import hashlib
import re
from binascii import b2a_qp
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from email.header import Header
from email.policy import compat32
from email.utils import format_datetime, formataddr

from msgspec import Struct

from pbem.core.addresses import LONGEST
from pbem.messages.base64_lines import base64_lines

LOOP_HEADER = "X-Downfall-Loop"
KIND_HEADER = "X-Downfall-Kind"
LINE = 120  # characters of a header's line: a subject stays on one
_ON_THE_WIRE = compat32.clone(linesep="\r\n", max_line_length=LINE)


class Outgoing(Struct, frozen=True):
    """A mail ready for the outbox; *raw* is RFC 5322 with CRLF, *kind* one of the names in `reports`."""

    message_id: str
    recipient: str
    raw: bytes
    kind: str


class Calendar(Struct, frozen=True):
    """An event file for calendar programs, with its METHOD (RFC 5546)."""

    name: str
    ics: bytes
    method: str = "PUBLISH"  # or CANCEL


class Parts(Struct, frozen=True):
    """The contents of a mail. *pictures* are PNG files by their ``cid:`` in the HTML."""

    text: str
    html: str
    pictures: Mapping[str, bytes] = {}
    calendar: Calendar | None = None
    facts: tuple[str, bytes] | None = None  # a file name, and JSON for programs


class Heading(Struct, frozen=True):
    """Sender, recipient, subject and thread. Addresses are bare; names are separate and not trusted."""

    message_id: str  # without the angle brackets
    sent: datetime
    judge_name: str
    judge: str
    recipient_name: str
    recipient: str
    subject: str
    kind: str
    reply_to: str = ""
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    is_answer: bool = False
    extra: Mapping[str, str] = {}


def build(heading: Heading, parts: Parts) -> Outgoing:
    """Return the mail as bytes; equal mails have equal bytes."""
    return next(build_all([heading], parts))


def build_all(headings: Sequence[Heading], parts: Parts) -> Iterator[Outgoing]:
    """Yield the mail for many readers; the body is assembled once."""
    body = _body(parts)
    for heading in headings:
        yield Outgoing(heading.message_id, heading.recipient, _head(heading) + body, heading.kind)


def readdressed(mail: Outgoing, name: str, address: str) -> bytes:
    """Return *mail* for a second reader, without the headers that end the first one's bulletins."""
    head, _, body = mail.raw.partition(b"\r\n\r\n")
    to = _header("To", _address(name, address)).removesuffix(b"\r\n")
    fields = re.split(rb"\r\n(?![ \t])", head)
    kept = [field for field in fields if not field.lower().startswith(b"list-unsubscribe")]
    named = [to if field.lower().startswith(b"to:") else field for field in kept]
    return b"\r\n".join(named) + b"\r\n\r\n" + body


def _head(heading: Heading) -> bytes:
    """Return the headers of the mail without those of its body."""
    headers = {**_headers(heading), "MIME-Version": "1.0"}
    return b"".join(_header(name, value) for name, value in headers.items())


def _header(name: str, value: str) -> bytes:
    """Return a header as the package writes it, except that an address outside ASCII is not encoded."""
    if value.isascii() and value.isprintable() and len(name) + len(value) + 2 <= LINE:
        return f"{name}: {value}\r\n".encode("ascii")
    if name == "To" and not value.isascii():
        return f"{name}: {value}\r\n".encode()
    return _ON_THE_WIRE.fold_binary(name, value)


def one_line(text: str, longest: int = 200) -> str:
    """Return *text* fit for a header: no line ends, no control characters, limited in length."""
    printable = "".join(character if character.isprintable() else " " for character in text)
    return " ".join(printable.split())[:longest]


def _headers(heading: Heading) -> dict[str, str]:
    """Return every header of the mail, in order."""
    always = {
        "From": _address(heading.judge_name, heading.judge),
        "To": _address(heading.recipient_name, heading.recipient),
        "Subject": _encoded(heading.subject),
        "Date": format_datetime(heading.sent),
        "Message-ID": f"<{heading.message_id}>",
        "Auto-Submitted": "auto-replied" if heading.is_answer else "auto-generated",
        "X-Auto-Response-Suppress": "All",  # respected by Exchange and Outlook
        LOOP_HEADER: heading.judge,
        KIND_HEADER: heading.kind,  # for the filters of mail programs
    }
    where_known = {
        "Reply-To": one_line(heading.reply_to),
        "In-Reply-To": _bracketed((heading.in_reply_to,)),
        "References": _bracketed(heading.references[-12:]),
    }
    extra = {name: one_line(value, 900) for name, value in heading.extra.items()}
    return always | {name: value for name, value in where_known.items() if value} | extra


def _address(name: str, address: str) -> str:
    """Return name and address for a header, whatever they contain.

    The package refuses an address that is not ASCII. It is written unencoded (RFC 6532), for a relay that
    supports SMTPUTF8; no other gets the mail (`pbem.outbound.delivery`).
    """
    shown, bare = one_line(name, 60), one_line(address, LONGEST)
    if bare.isascii():
        return formataddr((shown, bare), charset="utf-8")
    before = formataddr((shown, "@"), charset="utf-8").removesuffix("<@>").removesuffix("@")
    return f"{before}<{bare}>"


def _encoded(text: str) -> str:
    line = one_line(text)
    return line if line.isascii() else Header(line, "utf-8").encode()


def _bracketed(ids: tuple[str, ...]) -> str:
    """Return Message-IDs for a header, separated by spaces at which the line can be folded."""
    return " ".join(f"<{one_line(i, 250).strip('<>')}>" for i in ids if i)


def _body(parts: Parts) -> bytes:
    """Return multipart/alternative; with pictures the HTML is multipart/related; files make it mixed."""
    own = _fingerprint(parts)
    text = _text("text/plain", parts.text.encode("utf-8", "replace"))
    alternative = _multipart("alternative", own, [text, _illustrated(parts, own)])
    files = [_calendar(parts.calendar)] if parts.calendar else []
    files += [_facts(*parts.facts)] if parts.facts else []
    return _multipart("mixed", own, [alternative, *files]) if files else alternative


def _illustrated(parts: Parts, own: str) -> bytes:
    html = _text("text/html", parts.html.encode("utf-8", "replace"))
    pictures = [_picture(name, png) for name, png in parts.pictures.items()]
    return _multipart("related", own, [html, *pictures]) if pictures else html


def _picture(name: str, png: bytes) -> bytes:
    headers = {"Content-ID": f"<{name}>", "Content-Disposition": f'inline; filename="{name}.png"'}
    return _part(
        {"Content-Type": "image/png", "Content-Transfer-Encoding": "base64"} | headers, base64_lines(png)
    )


def _facts(name: str, json: bytes) -> bytes:
    kind = {"Content-Type": "application/json", "Content-Transfer-Encoding": "base64"}
    return _part(kind | {"Content-Disposition": f'attachment; filename="{name}"'}, base64_lines(json))


def _calendar(calendar: Calendar) -> bytes:
    attached = {"Content-Disposition": f'attachment; filename="{calendar.name}"'}
    return _text(f"text/calendar; method={calendar.method}", calendar.ics, attached)


def _text(kind: str, text: bytes, besides: Mapping[str, str] = {}) -> bytes:
    headers = {"Content-Type": f'{kind}; charset="utf-8"', "Content-Transfer-Encoding": "quoted-printable"}
    lines = b2a_qp(text.replace(b"\r\n", b"\n"), istext=True)
    return _part({**headers, **besides}, lines.replace(b"\n", b"\r\n"))


def _part(headers: Mapping[str, str], content: bytes) -> bytes:
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return head.encode("ascii") + b"\r\n" + content


def _multipart(kind: str, own: str, parts: Sequence[bytes]) -> bytes:
    """Join parts with boundaries: ``=_`` occurs in no quoted-printable or base64, so never inside a part."""
    boundary = f"=_{kind}_{own}"
    opening = f"--{boundary}\r\n".encode("ascii")
    content = b"".join(opening + part + b"\r\n" for part in parts)
    closing = f"--{boundary}--\r\n".encode("ascii")
    return _part({"Content-Type": f'multipart/{kind};\r\n boundary="{boundary}"'}, content + closing)


def _fingerprint(parts: Parts) -> str:
    """Return a hash that makes boundaries differ from those of another body that quotes this one."""
    return hashlib.sha256(f"{parts.text}\0{parts.html}".encode("utf-8", "replace")).hexdigest()[:20]
