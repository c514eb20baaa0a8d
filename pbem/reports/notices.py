"""Notices of the service: notes to players, and problems reported to the GM."""

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.phrasing import capital
from pbem.reports import envelope
from pbem.reports.context import MailContext, Run, SeatCard, TableCard
from pbem.reports.message_bytes import Outgoing, build


class Note(Struct, frozen=True, kw_only=True):
    """A mail that is not an answer; *once* distinguishes it from the next. *reply_to*, *tag*: see SeatCard.

    Mail programs show notes with the same *thread* as one thread. *text* is ours; *quoted* is somebody else's
    and is indented, so that nobody takes it for ours.
    """

    subject: str
    title: str
    text: str
    once: str
    quoted: str = ""
    reply_to: str = ""
    tag: str = ""
    closing: str = ""
    thread: str = ""
    copy_to: str = ""  # an address of ours that "reply to all" also reaches


class Trouble(Struct, frozen=True):
    """What failed, what is not affected, what to do; *once* distinguishes it from the next."""

    what: str
    unharmed: str
    todo: str
    once: str


def note(
    context: MailContext, table: TableCard, to: tuple[str, str], said: Note, moved: Run | None = None
) -> Outgoing:
    """Build a note. *to* is a name and an address; *moved* if the deadline is new."""
    written = envelope.page(context, "note", {"note": said}, table)
    subject = f"{table.key}: {said.subject} {said.tag}".rstrip()
    own = note_id(table.key, said.once, to[1], context.house.domain)
    heading = envelope.heading(context, to, subject, "note")
    if said.thread:
        root = f"{table.key}.{said.thread}@{context.house.domain}"
        heading = replace(heading, in_reply_to=root, references=(root,))
    if said.copy_to:
        heading = replace(heading, extra={"Cc": said.copy_to})
    event = envelope.deadline_event(context, table, moved) if moved else None
    return build(
        replace(heading, message_id=own, reply_to=said.reply_to), envelope.parts(written, calendar=event)
    )


def note_id(table: str, once: str, address: str, domain: str) -> str:
    """Return the Message-ID of a note to *address*, without brackets."""
    return f"{table}.note.{envelope.digest(once, address)}@{domain}"


def gm_notice(context: MailContext, gm: SeatCard, trouble: Trouble) -> Outgoing:
    """Build a notice to the GM about a problem. A reply speaks for the GM."""
    table = gm.table
    written = envelope.page(context, "gm_notice", {"table": table, "trouble": trouble}, table)
    heading = envelope.heading(context, gm, f"{table.key}: {trouble.what} {gm.tag}".rstrip(), "gm_notice")
    own = f"{table.key}.notice.{envelope.digest(trouble.once)}@{context.house.domain}"
    return build(replace(heading, message_id=own), envelope.parts(written))


def host_notice(context: MailContext, host: str, trouble: Trouble) -> Outgoing:
    """Build a notice to the host about a problem; it answers no message."""
    written = envelope.page(context, "gm_notice", {"trouble": trouble}, None)
    subject = capital(trouble.what)
    heading = envelope.heading(context, ("", host), subject, "host_notice")
    own = f"host.notice.{envelope.digest(trouble.once)}@{context.house.domain}"
    return build(replace(heading, message_id=own), envelope.parts(written))
