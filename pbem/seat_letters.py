"""What becomes of a letter that speaks for a seat, or claims to?

Its orders and commands are heard (`pbem.hearing`) and answered in one mail, or they wait for the turn that is
about to be run. If nothing proves who wrote, what changes anything is held until the registered address
confirms it (`pbem.confirming`). The seat of a game master has a room of its own: `pbem.gm_letters`.
"""

from pbem import desk, gm_letters, hearing, identify
from pbem.answers import Correspondence
from pbem.commands import Script
from pbem.store import HELD, OVER, GameTable, Seat


def hear(post: Correspondence, script: Script, table: GameTable, seat: Seat) -> None:
    """Orders are filed, commands done, and all is told in one mail."""
    if identify.is_gm(seat.power):
        gm_letters.hear(post, table, seat.power)
    elif script.acts and hearing.must_wait(post.kept, table):
        hearing.put_off(post.kept, table)
    else:
        post.send(hearing.hear(post, script, post.placed(table, seat)))


def hear_claim(
    post: Correspondence, script: Script, table: GameTable, seat: Seat, *, may_add: bool = False
) -> None:
    """Nothing proves who wrote: what changes nothing is answered, to the registered address.

    *may_add* if the message has the seat's token, and its address may be added to the seat.
    """
    if identify.is_gm(seat.power):
        gm_letters.hear_claim(post, script, table, seat.power)
        return
    is_only_late = table.state == OVER and not desk.asked(script)
    if not script.acts or is_only_late:
        hear(post, script, table, seat)
        return
    at = post.placed(table, seat)
    post.kept.state = HELD
    post.ask_to_confirm(at, script, may_add=may_add)
