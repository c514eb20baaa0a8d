"""Lines of a message that are meant for another power of the same player.

A player of several powers gets one report for all of them. Its reply address is that of one power, so an
order for another one needs a heading, "Russia:". The answer says so where the heading is missing, and where
the form of another power was changed in the quoted text; nothing is filed for a power that is not named.
"""

from collections.abc import Iterator, Sequence

from adjudicator.core.game import TAKEN
from pbem.commands.answers.message_context import MessageContext
from pbem.commands.context import SeatContext
from pbem.commands.sheets import quoted_form
from pbem.core.sentences import Sentence, sentence
from pbem.messages.script import Script
from pbem.tables import order_sheets
from pbem.tables.seats import shared_hands


def notes(
    context: MessageContext, script: Script, at: SeatContext, filed: order_sheets.Filed | None
) -> Iterator[Sentence]:
    """Yield for each other power of the player which lines of the message are orders of that power."""
    refused = [line.text for line in filed.refused] if filed else []
    for seat in shared_hands.other_seats(context.session, at.due, at.row):
        other = context.placed(at.table, seat)
        power, name = other.card.named, other.row.power
        theirs = [line for line in _taken(other.place, script) if line in refused] if refused else []
        if theirs:
            yield sentence("other_powers", "theirs", power=power, name=name, lines=theirs)
        changed = _changed_form(context, other)
        if changed:
            yield sentence("other_powers", "form", power=power, name=name, lines=changed)


def _taken(place: order_sheets.Place, script: Script) -> Iterator[str]:
    """Yield the lines of the message that the power of *place* could order, were the message its own."""
    return (line.text for line in place.read(None, script.lines).lines if line.verdict == TAKEN)


def _changed_form(context: MessageContext, other: SeatContext) -> Sequence[str]:
    heading = sentence("form", "heading_of", power=other.card.named).words(context.office.house.templates)
    return quoted_form.changed(context.message.quotation, heading, other.place)
