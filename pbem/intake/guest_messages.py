"""What becomes of a letter that speaks for no seat?

Some things need none: to join, to read along, to ask for the rules. Anything else is refused, with why and
what would do.
"""

from pbem.commands import dispatch, preferences
from pbem.commands.answers import MessageContext
from pbem.commands.context import Person
from pbem.messages.script import Script
from pbem.store.database import HELD
from pbem.tables.identity import Guest, NewAddress, Refusal


def hear(post: MessageContext, script: Script, guest: Guest) -> None:
    """A letter of somebody who asks for nothing that needs a seat."""
    if script.acts and not guest.is_vouched:
        post.kept.state = HELD
        post.ask_guest_to_confirm(script)
        return
    visit = post.visit(Person(guest.name, guest.address, post.office.settings.house.zone), script)
    post.answer_guest(script, dispatch.perform_as_guest(visit))


def hear_new_address(post: MessageContext, confirmed: NewAddress) -> None:
    """The reply to "is this your address?"; both addresses are told, or why it came to nothing."""
    post.kept.note = "confirms an address"
    visit = post.visit(Person(post.letter.sender_name, post.letter.sender), Script(()))
    told = preferences.confirm_change(visit, confirmed.change_id)
    if told.is_refused:
        post.refuse(" ".join(told.sentences), "STATUS tells what is on file for you.")


def hear_nobody(post: MessageContext, script: Script, refusal: Refusal) -> None:
    """HELP and RULES are for everybody; for anything else: why not, and what would do."""
    if script.asks("HELP") or script.asks("RULES"):
        post.answer_guest(script, dispatch.help_of(script, post.office))
    else:
        post.refuse(refusal.reason, refusal.remedy)
