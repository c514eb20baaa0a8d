"""The daily digest of a reader: the bulletins and news of several tables in one mail."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from pbem.core.sentences import sentence
from pbem.reports import envelope
from pbem.reports.context import MailContext, Reader
from pbem.reports.mail_links import mail_url
from pbem.reports.message_bytes import Outgoing, build


class DigestEntry(Struct, frozen=True):
    """A mail in a digest: its subject, its text without the frame, and its table."""

    subject: str
    text: str
    table: str


def digest(context: MailContext, to: Reader, entries: Sequence[DigestEntry], due: datetime) -> Outgoing:
    """Build the digest that was *due* at that time; built again, it has the same Message-ID."""
    tables = sorted({entry.table for entry in entries})
    written = envelope.page(context, "digest", {"entries": entries, "tables": tables}, None)
    subject = sentence("subjects", "digest", tables=tables, house=context.house.name)
    words = subject.words(context.house.templates)
    heading = envelope.heading(context, (to.name, to.address), words, "digest")
    own = f"digest.{due:%Y%m%dT%H%MZ}.{envelope.digest(to.address)}@{context.house.domain}"
    heading = replace(heading, message_id=own, extra=_as_a_list(context, to, tables))
    return build(heading, envelope.parts(written))


def _as_a_list(context: MailContext, to: Reader, tables: Sequence[str]) -> dict[str, str]:
    """Return the headers of a newsletter (RFC 2919, 2369, 8058): one click stops everything in it."""
    house = context.house
    by_mail = mail_url(house.judge, "stop", "\n".join(f"STOP {table}" for table in tables))
    headers = {"List-Id": f"{house.name}, daily digest <digest.{house.domain}>"}
    headers["List-Unsubscribe"] = f"<{to.stop}>, <{by_mail}>" if to.stop else f"<{by_mail}>"
    if to.stop:
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers
