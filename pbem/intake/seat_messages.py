"""Messages that speak for a seat, or claim to.

Its orders and commands are heard (`pbem.commands.orders`) and answered in one mail, or they wait for the turn
that is about to be run. If nothing proves who wrote, what changes anything is held until the registered
address confirms it (`pbem.intake.confirmations`). The seat of a game master has a room of its own:
`pbem.intake.gm_messages`.
"""

from pbem.commands import dispatch, orders
from pbem.commands.answers import MessageContext
from pbem.intake import gm_messages
from pbem.messages.script import Script
from pbem.store.database import HELD, OVER, GameTable, Seat
from pbem.tables import identity


def hear(context: MessageContext, script: Script, table: GameTable, seat: Seat) -> None:
    """Orders are filed, commands done, and all is told in one mail."""
    if identity.is_gm(seat.power):
        gm_messages.hear(context, table, seat.power)
    elif script.acts and orders.must_wait(context.stored, table):
        orders.defer(context.stored, table)
    else:
        context.send(orders.handle(context, script, context.placed(table, seat)))


def hear_claim(
    context: MessageContext, script: Script, table: GameTable, seat: Seat, *, may_add: bool = False
) -> None:
    """Nothing proves who wrote: what changes nothing is answered, to the registered address.

    *may_add* if the message has the seat's token, and its address may be added to the seat.
    """
    if identity.is_gm(seat.power):
        gm_messages.hear_claim(context, script, table, seat.power)
        return
    is_only_late = table.state == OVER and not dispatch.asked(script)
    if not script.acts or is_only_late:
        hear(context, script, table, seat)
        return
    at = context.placed(table, seat)
    context.stored.state = HELD
    context.ask_to_confirm(at, script, may_add=may_add)
