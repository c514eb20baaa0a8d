"""To whom a seat can write press now, and in which manner: what its page offers for a new message.

Each recipient is checked as a message to it alone would be, so that the page offers nothing that is refused.
"""

from collections.abc import Sequence

from msgspec import Struct

from pbem.commands.context import SeatCommandContext
from pbem.commands.press import rules
from pbem.commands.press.recipients import BULLETIN, GM, Addressed
from pbem.commands.press.shown import GREY, SIGNED
from pbem.core.sentences import Unusable

ALL = "ALL"


class Recipients(Struct, frozen=True):
    """The recipients that can be chosen: *powers*, and *others* such as the GM.

    *why* is the sentence why no power can be written to now, "" if one can. *manners* are those of messages
    between players, the usual one first; () if there is no choice.
    """

    powers: Sequence[str] = ()
    others: Sequence[str] = ()
    why: str = ""
    manners: Sequence[str] = ()


def recipients(acting: SeatCommandContext, players: Sequence[str]) -> Recipients:
    """Return to whom the seat can write; *players* are the other powers that are not played by robots."""
    if why := _refusal(acting, [GM]):  # too many messages in a day
        return Recipients(why=why)
    refusals = {power: _refusal(acting, [power]) for power in players}
    powers = [power for power in players if not refusals[power]]
    whole = _refusal(acting, acting.at.game.card.seats) if players else ""
    others = [
        *([ALL] if len(players) > 1 and not whole else []),
        GM,
        *([] if _refusal(acting, [BULLETIN]) else [BULLETIN]),
    ]
    why = whole or next(iter(refusals.values()), "") if not powers and ALL not in others else ""
    return Recipients(powers, others, why, _manners(acting) if powers or ALL in others else ())


def _refusal(acting: SeatCommandContext, to: Sequence[str]) -> str:
    """Return the sentence that refuses a message in the usual manner to these; "" if it can be sent."""
    try:
        rules.check(acting, Addressed([*to]), rules.manner_meant(acting.rules, to, None))
    except Unusable as fault:
        return acting.words(fault.sentence)
    return ""


def _manners(acting: SeatCommandContext) -> Sequence[str]:
    allowed = rules.ALLOWED[acting.rules.press]
    others = [manner for manner in allowed.manners if manner != allowed.usual]
    return [allowed.usual, *others] if others else []


def command(to: Sequence[str], manner: str) -> str:
    """Return the command that sends a message: "GREY PRESS TO Rohan, GM"; *manner* "" is the usual one."""
    named = f"{manner.upper()} " if manner in (SIGNED, GREY) else ""
    return f"{named}PRESS TO {', '.join(filter(None, to))}"
