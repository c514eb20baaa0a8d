"""Ask for confirmation of a message that may be forged; one reply confirms it."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from pbem.core.sentences import sentence
from pbem.reports import envelope
from pbem.reports.context import MailContext, Run, SeatCard
from pbem.reports.message_bytes import Outgoing, build


class Held(Struct, frozen=True):
    """A held message: its lines, the address that it claims, and the address that confirms it.

    *tag* is the same for the subject, for hosts without plus-addresses. *may_add* if the answer can also
    register the sender's address.
    """

    lines: Sequence[str]
    claimed: str
    reply_to: str
    tag: str
    may_add: bool = False


def please_confirm(context: MailContext, seat: SeatCard, run: Run, held: Held) -> Outgoing:
    """Ask the registered address whether orders that came in its name are its own."""
    written = envelope.page(
        context, "please_confirm", envelope.waiting(seat, run) | {"held": held}, seat.table
    )
    subject = sentence("subjects", "confirm", table=seat.table.key, tag=held.tag)
    heading = envelope.heading(context, seat, subject.words(context.house.templates), "please_confirm")
    own = {"message_id": f"ask.{envelope.answer_id(context, seat.address)}", "reply_to": held.reply_to}
    return build(replace(heading, **own), envelope.parts(written))


def ask_guest(context: MailContext, held: Held) -> Outgoing:
    """Ask an address without a seat whether a message that came in its name is its own."""
    written = envelope.page(context, "please_confirm_guest", {"held": held}, None)
    subject = sentence("subjects", "confirm_guest", tag=held.tag).words(context.house.templates)
    heading = envelope.heading(context, ("", held.claimed), subject, "please_confirm")
    own = {"message_id": f"ask.{envelope.answer_id(context, held.claimed)}", "reply_to": held.reply_to}
    return build(replace(heading, **own), envelope.parts(written))
