"""Ask for confirmation of a message that may not be the player's own; one reply confirms it."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from pbem.reports import envelope
from pbem.reports.context import MailContext, Run, SeatCard
from pbem.reports.message_bytes import Outgoing, build


class Held(Struct, frozen=True):
    """Orders that came in somebody's name: its lines, who claimed them, and the address that confirms them.

    *tag* is the same for the subject, for hosts without plus-addresses. *may_add* if the address that wrote
    can be registered with the same answer.
    """

    lines: Sequence[str]
    claimed: str
    reply_to: str
    tag: str
    may_add: bool = False


def please_confirm(context: MailContext, seat: SeatCard, run: Run, held: Held) -> Outgoing:
    """Asks the registered address whether held orders, that came in its name, are its own."""
    told = envelope.page(context, "please_confirm", envelope.waiting(seat, run) | {"held": held}, seat.table)
    heading = envelope.heading(
        context, seat, f"{seat.table.key}: is this message yours? {held.tag}".rstrip(), "please_confirm"
    )
    own = {"message_id": f"ask.{envelope.answer_id(context, seat.address)}", "reply_to": held.reply_to}
    return build(replace(heading, **own), envelope.parts(told))


def ask_guest(context: MailContext, held: Held) -> Outgoing:
    """Asks an address without a seat whether a message that came in its name is its own."""
    told = envelope.page(context, "please_confirm_guest", {"held": held}, None)
    heading = envelope.heading(
        context, ("", held.claimed), f"is this message yours? {held.tag}".rstrip(), "please_confirm"
    )
    own = {"message_id": f"ask.{envelope.answer_id(context, held.claimed)}", "reply_to": held.reply_to}
    return build(replace(heading, **own), envelope.parts(told))
