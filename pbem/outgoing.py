"""How does a mail of ours look as bytes?  Headers, text, HTML, picture and calendar file put together.

Every mail carries what keeps machines from answering it (RFC 3834) and what keeps a repeat recognisable:
a Message-ID that depends only on what the mail is, not on when it was built.
"""

from collections.abc import Mapping
from datetime import datetime
from email.charset import QP, Charset
from email.header import Header
from email.message import Message
from email.mime.application import MIMEApplication
from email.mime.image import MIMEImage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from email.policy import compat32
from email.utils import format_datetime, formataddr

from msgspec import Struct

LOOP_HEADER = "X-Downfall-Loop"
_UTF8 = Charset("utf-8")
_UTF8.body_encoding = QP
_ON_THE_WIRE = compat32.clone(linesep="\r\n", max_line_length=120)  # a subject stays on one line


class Outgoing(Struct, frozen=True):
    """A mail ready for the outbox; *raw* is RFC 5322 with CRLF, *kind* one of the names of `reports`."""

    message_id: str
    recipient: str
    raw: bytes
    kind: str


class Calendar(Struct, frozen=True):
    """A file that a calendar program takes for an event, and what it is to do with it (RFC 5546)."""

    name: str
    ics: bytes
    method: str = "PUBLISH"  # or CANCEL


class Parts(Struct, frozen=True):
    """What a mail says. *pictures* are PNG by the name that the HTML uses in ``cid:``."""

    text: str
    html: str
    pictures: Mapping[str, bytes] = {}
    calendar: Calendar | None = None
    facts: tuple[str, bytes] | None = None  # a file's name, and JSON for machines


class Heading(Struct, frozen=True):
    """Who, to whom, about what, in which thread. Addresses are bare; names are separate and untrusted."""

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
    """The mail as bytes. The boundaries come from the Message-ID: the same mail is the same bytes."""
    mail = _body(parts, heading.message_id)
    for name, value in _headers(heading).items():
        mail[name] = value
    return Outgoing(heading.message_id, heading.recipient, mail.as_bytes(policy=_ON_THE_WIRE), heading.kind)


def one_line(text: str, longest: int = 200) -> str:
    """*text* fit for a header: no line ends, no control characters, not endless."""
    printable = "".join(character if character.isprintable() else " " for character in text)
    return " ".join(printable.split())[:longest]


def _headers(heading: Heading) -> dict[str, str]:
    """Every header of the mail, in the order in which it is written."""
    always = {
        "From": _address(heading.judge_name, heading.judge),
        "To": _address(heading.recipient_name, heading.recipient),
        "Subject": _encoded(heading.subject),
        "Date": format_datetime(heading.sent),
        "Message-ID": f"<{heading.message_id}>",
        "Auto-Submitted": "auto-replied" if heading.is_answer else "auto-generated",
        LOOP_HEADER: heading.judge,
    }
    where_known = {
        "Reply-To": one_line(heading.reply_to),
        "In-Reply-To": _bracketed((heading.in_reply_to,)),
        "References": _bracketed(heading.references[-12:]),
    }
    extra = {name: one_line(value, 900) for name, value in heading.extra.items()}
    return always | {name: value for name, value in where_known.items() if value} | extra


def _address(name: str, address: str) -> str:
    return formataddr((one_line(name, 60), one_line(address)), charset="utf-8")


def _encoded(text: str) -> str:
    line = one_line(text)
    return line if line.isascii() else Header(line, "utf-8").encode()


def _bracketed(ids: tuple[str, ...]) -> str:
    """Message-IDs as a header holds them. A folding space stands before each, so no line grows too long."""
    return " ".join(f"<{one_line(i, 250).strip('<>')}>" for i in ids if i)


def _body(parts: Parts, message_id: str) -> Message:
    """multipart/alternative; with pictures the HTML is multipart/related; with a file all of it is mixed."""
    alternative = MIMEMultipart("alternative", boundary=_boundary("alternative", message_id))
    alternative.attach(MIMEText(parts.text, "plain", _UTF8))  # type: ignore[arg-type]  # a Charset is taken too
    alternative.attach(_illustrated(parts, message_id))
    if parts.calendar is None and parts.facts is None:
        return alternative
    mixed = MIMEMultipart("mixed", boundary=_boundary("mixed", message_id))
    mixed.attach(alternative)
    if parts.calendar:
        mixed.attach(_calendar(parts.calendar))
    if parts.facts:
        mixed.attach(_facts(*parts.facts))
    return mixed


def _illustrated(parts: Parts, message_id: str) -> Message:
    html = MIMEText(parts.html, "html", _UTF8)  # type: ignore[arg-type]  # a Charset is taken too
    if not parts.pictures:
        return html
    related = MIMEMultipart("related", boundary=_boundary("related", message_id))
    related.attach(html)
    for name, png in parts.pictures.items():
        picture = MIMEImage(png, "png")
        picture["Content-ID"] = f"<{name}>"
        picture["Content-Disposition"] = f'inline; filename="{name}.png"'
        related.attach(picture)
    return related


def _facts(name: str, json: bytes) -> Message:
    part = MIMEApplication(json, "json")
    part["Content-Disposition"] = f'attachment; filename="{name}"'
    return part


def _calendar(calendar: Calendar) -> Message:
    part = MIMEText(calendar.ics.decode(), "calendar", _UTF8)  # type: ignore[arg-type]  # a Charset is taken too
    part.set_param("method", calendar.method)
    part["Content-Disposition"] = f'attachment; filename="{calendar.name}"'
    return part


def _boundary(kind: str, message_id: str) -> str:
    """``=_`` cannot occur in quoted-printable or base64, so no boundary is ever found inside a part."""
    letters = "".join(character for character in message_id if character.isalnum())
    return f"=_{kind}_{letters[:40]}"
