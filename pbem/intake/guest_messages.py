"""Handle messages that speak for no seat.

Some things need no seat: joining, observing, asking for the rules. Anything else is refused, with the reason
and a remedy.
"""

from msgspec.structs import replace

from pbem.commands import dispatch, misspelled
from pbem.commands.answers import limits, to_senders
from pbem.commands.answers.message_context import MessageContext
from pbem.commands.context import Person
from pbem.commands.seats import new_table, shared_seats, table_requests
from pbem.core.sentences import sentence
from pbem.messages.consent import consents
from pbem.messages.script import Script
from pbem.messages.verdict import Verdict
from pbem.store.states import HELD
from pbem.tables import identity
from pbem.tables.identity import Guest, NewAddress, Refusal


def handle(context: MessageContext, script: Script, guest: Guest) -> None:
    """Execute a message whose commands need no seat."""
    if script.acts and not guest.is_vouched:
        context.stored.state = HELD
        to_senders.ask_guest_to_confirm(context, script)
        return
    if limits.is_one_too_many(context, guest.address):
        return
    zone = context.office.settings.house.zone
    visit = context.visit(Person(guest.name, guest.address, zone, has_seat=False), script)
    to_senders.answer_guest(context, script, dispatch.perform_as_guest(visit))


def handle_new_address(context: MessageContext, confirmed: NewAddress) -> None:
    """Handle the reply to "is this your address?"; inform both addresses, or say why it does not count."""
    context.stored.note = "confirms an address"
    visit = context.visit(Person(context.message.sender_name, context.message.sender), Script(()))
    result = shared_seats.confirm_change(visit, confirmed.change_id)
    if result.is_refused:
        to_senders.refuse(context, sentence("answers", "not_confirmed", why=result.sentences))


def handle_unknown_sender(context: MessageContext, script: Script, refusal: Refusal) -> None:
    """Answer HELP and RULES, which are for everybody; refuse anything else."""
    if limits.is_one_too_many(context, context.message.sender):
        return
    why, house = refusal.why, context.office.settings.house
    offered = {
        "may_open": identity.may_open_tables(context.message.sender, house.gms, house.host),
        "has_practice": bool(context.office.settings.practice.tables),
    }
    why = replace(why, facts={**why.facts, **offered})
    if not script.requests and table_requests.is_request(context.message.text):
        _answer_wish(context, may_open=offered["may_open"])
    elif script.asks("HELP") or script.asks("RULES"):
        to_senders.answer_guest(context, script, dispatch.help_of(script, context.office))
    elif slips := misspelled.of_message(script):
        to_senders.answer_guest(context, script, slips, [why])
        context.stored.note = "refused"
    elif context.message.in_reply_to and consents(context.message.text.splitlines()) is Verdict.NO:
        to_senders.refuse(context, sentence("answers", "nothing_to_drop"))
    else:
        to_senders.refuse(context, why)


def _answer_wish(context: MessageContext, *, may_open: bool) -> None:
    """Answer somebody who would like to open a table: with a form, or with whom they may ask."""
    if not may_open:
        to_senders.refuse(
            context, sentence("new_table", "only_for_gms", host=context.office.settings.house.host)
        )
        return
    script = new_table.asking_for_form(context.message.text)
    person = Person(context.message.sender_name, context.message.sender, context.office.settings.house.zone)
    to_senders.answer_guest(context, script, dispatch.perform_as_guest(context.visit(person, script)))
