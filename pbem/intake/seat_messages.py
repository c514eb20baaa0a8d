"""Handle messages that speak for a seat, or claim to.

Their orders and commands are executed (`pbem.commands.sheets.orders`) and answered in one mail, or they wait
for the turn that is about to be run. If nothing proves who wrote, a message that changes anything is held
until the registered address confirms it (`pbem.intake.confirmations`). For the seat of a game master see
`pbem.intake.gm_messages`.
"""

from msgspec.structs import replace

from pbem.commands import dispatch
from pbem.commands.answers import limits, to_seats
from pbem.commands.answers.message_context import MessageContext
from pbem.commands.context import SeatContext
from pbem.commands.press import replies
from pbem.commands.sheets import orders
from pbem.commands.sheets.subject_orders import with_subject
from pbem.commands.voting import plain_replies
from pbem.intake import gm_messages
from pbem.messages.script import Script
from pbem.store.game_tables import GameTable, Seat
from pbem.store.states import HELD, OVER
from pbem.tables import identity


def handle(context: MessageContext, script: Script, table: GameTable, seat: Seat) -> None:
    """File the orders, execute the commands, and answer in one mail."""
    if identity.is_gm(seat.power):
        gm_messages.handle(context, table, seat.power)
    elif script.acts and orders.must_wait(context.stored, table):
        orders.defer(context.stored, table)
    else:
        context = replace(context, for_gm=gm_messages.meant_for_gm(context, table))
        limits.send(context, orders.handle(context, script, context.placed(table, seat)))


def handle_claim(
    context: MessageContext, script: Script, table: GameTable, seat: Seat, *, may_add: bool = False
) -> None:
    """Answer a message whose sender is not proved if it changes nothing, so many an hour, else hold it.

    *may_add* if the message has the seat's token, and its address may be added to the seat.
    """
    is_gm = identity.is_gm(seat.power)
    at = gm_messages.at(context, table, seat.power) if is_gm else context.placed(table, seat)
    if not is_gm:
        incoming = replies.Incoming(context.session, context.office, context.message)
        script = plain_replies.as_meant(incoming, script, at)
    if gm_messages.acts(context, at.row) if is_gm else _acts(context, script, at):
        context.stored.state, context.stored.table_key = HELD, table.key
        to_seats.ask_to_confirm(context, at, script, may_add=may_add and not is_gm)
    elif not limits.is_one_too_many(context, at.row.address):
        handle(context, script, table, seat)


def _acts(context: MessageContext, script: Script, at: SeatContext) -> bool:
    """Return whether a player's message changes anything, so that its sender must be proved."""
    is_only_late = at.table.state == OVER and not dispatch.asked(script)
    acts = script.acts or with_subject(script, context.message.subject, at.place).acts
    return acts and not is_only_late
