"""The players' side of the demo: their mailboxes, and how each of them writes messages.

Everything goes through real SMTP on loopback: messages into the service's own receiver, its mails into a
server that files each one as `outbox/<player>/new/<number>-<what>.eml`: a Maildir, which mail programs open.
"""

import email
import html
import re
import smtplib
from datetime import datetime
from email.message import EmailMessage
from email.policy import default
from email.utils import format_datetime, make_msgid
from pathlib import Path

from pbem.core.clock import SystemClock
from pbem.inbound.inlet import Reception
from pbem.inbound.smtp import SmtpInlet
from pbem.inbound.smtp_session import SmtpSettings
from pbem.store.arrival import Arrival

DOMAIN = "players.example"
LARGEST = 2**26  # bytes of a mail
PATIENCE_SECONDS = 60
MAILDIR = ("new", "cur", "tmp")  # the parts of a Maildir

Mail = EmailMessage


class PostOffice:
    """An SMTP server that files every mail, and remembers each player's last one.

    It is the service's own receiver, which accepts every recipient here.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.filed: list[tuple[str, Mail]] = []  # recipient and mail
        reception = Reception(self.keep, lambda _: True, lambda *_: False, lambda _: None)
        session = SmtpSettings(port=0, message_bytes=LARGEST, text_bytes=LARGEST)
        self._server = SmtpInlet(session, reception, SystemClock().now)

    @property
    def port(self) -> int:
        """Return the port, once it listens."""
        return self._server.port

    def start(self) -> None:
        self._server.start()

    def stop(self) -> None:
        self._server.stop()

    def keep(self, *arrivals: Arrival) -> None:
        for arrival in arrivals:
            mail = email.message_from_bytes(arrival.raw, EmailMessage, policy=default)
            for recipient in arrival.recipients:
                self._file(recipient.partition("@")[0], mail, arrival.raw)

    def _file(self, name: str, mail: Mail, raw: bytes) -> None:
        maildir = self.folder / "outbox" / name
        for folder in MAILDIR:
            (maildir / folder).mkdir(parents=True, exist_ok=True)
        number = len(list((maildir / "new").iterdir())) + 1
        (maildir / "new" / f"{number:02}-{_what(mail)}.eml").write_bytes(raw)
        self.filed.append((name, mail))
        for part in mail.walk():
            if part.get_content_type() == "image/png":
                self._save_picture(part)

    def _save_picture(self, picture: Mail) -> None:
        folder = self.folder / "pictures"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / (picture.get_filename() or "map.png")).write_bytes(picture.get_content())

    def last_report(self, name: str, table: str) -> Mail:
        """Return the report that *name* replies to. Raises LookupError if there is none."""
        own = [mail for who, mail in self.filed if who == name and _is_report(mail, table)]
        if not own:
            raise LookupError(f"{name} got no report of {table}")
        return own[-1]


def _is_report(mail: Mail, table: str) -> bool:
    return str(mail["Subject"]).startswith((f"{table}:", f"{table} ")) and mail["Reply-To"] is not None


def _what(mail: Mail) -> str:
    """Return the subject as a file name, without the seat's tag."""
    subject = re.sub(r"\[.*?\]", "", mail["Subject"])
    return re.sub(r"[^a-z0-9]+", "-", subject.lower()).strip("-")[:60]


def text_of(mail: Mail) -> str:
    part = mail.get_body(("plain",))
    return "\n".join(str(part.get_content()).splitlines()) if part else ""


def write(how: str, orders: str, report: Mail, sent: datetime) -> Mail:
    """Write a message to the seat's address; *how* is one of the ways that config/demo.toml explains."""
    message = EmailMessage()
    message["From"] = report["To"]
    message["To"] = report["Reply-To"]
    message["Date"] = format_datetime(sent)
    message["Message-ID"] = make_msgid(domain=DOMAIN)
    if how == "new":
        message["Subject"] = "Orders"
        message.set_content(orders)
        return message
    message["Subject"] = f"Re: {report['Subject']}"
    message["In-Reply-To"] = report["Message-ID"]
    _fill(message, how, orders.strip(), report)
    return message


def _fill(message: Mail, how: str, orders: str, report: Mail) -> None:
    """Set the body of a reply, with the report quoted as a mail program of that kind does."""
    attribution = f"On {report['Date']}, {report['From'].addresses[0].display_name} wrote:"
    quoted = "\n".join(f"> {line}".rstrip() for line in text_of(report).splitlines())
    if how == "html":
        message.set_content(_webmail(orders, attribution, quoted), subtype="html")
    elif how == "bottom":
        message.set_content(f"{attribution}\n{quoted}\n\n{orders}\n")
    else:
        message.set_content(f"{orders}\n\n{attribution}\n{quoted}\n")


def _webmail(orders: str, attribution: str, quoted: str) -> str:
    lines = "".join(f"<div>{html.escape(line)}</div>" for line in orders.splitlines())
    old = "<br>".join(html.escape(line.removeprefix("> ")) for line in quoted.splitlines())
    return (
        f'<div dir="ltr">{lines}</div><br><div class="gmail_quote"><div class="gmail_attr">'
        f'{html.escape(attribution)}</div><blockquote class="gmail_quote">{old}</blockquote></div>'
    )


def send(message: Mail, port: int) -> None:
    """Send over SMTP to the service's receiver on loopback."""
    with smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE_SECONDS) as session:
        session.send_message(message)


def mailbox(name: str) -> str:
    return f"{name}@{DOMAIN}"
