"""Messages that speak for no seat.

Some things need none: to join, to read along, to ask for the rules. Anything else is refused, with why and
what would do.
"""

from pbem.commands import dispatch, preferences
from pbem.commands.answers import MessageContext
from pbem.commands.context import Person
from pbem.core.sentences import sentence
from pbem.messages.script import Script
from pbem.store.database import HELD
from pbem.tables.identity import Guest, NewAddress, Refusal


def hear(context: MessageContext, script: Script, guest: Guest) -> None:
    """A message of somebody who asks for nothing that needs a seat."""
    if script.acts and not guest.is_vouched:
        context.stored.state = HELD
        context.ask_guest_to_confirm(script)
        return
    visit = context.visit(Person(guest.name, guest.address, context.office.settings.house.zone), script)
    context.answer_guest(script, dispatch.perform_as_guest(visit))


def hear_new_address(context: MessageContext, confirmed: NewAddress) -> None:
    """The reply to "is this your address?"; both addresses are told, or why it came to nothing."""
    context.stored.note = "confirms an address"
    visit = context.visit(Person(context.message.sender_name, context.message.sender), Script(()))
    told = preferences.confirm_change(visit, confirmed.change_id)
    if told.is_refused:
        context.refuse(sentence("answers", "not_confirmed", why=told.sentences))


def hear_nobody(context: MessageContext, script: Script, refusal: Refusal) -> None:
    """HELP and RULES are for everybody; for anything else: why not, and what would do."""
    if script.asks("HELP") or script.asks("RULES"):
        context.answer_guest(script, dispatch.help_of(script, context.office))
    else:
        context.refuse(refusal.why)
