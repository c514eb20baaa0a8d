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
    try:
        rules.check_number(acting)
    except Unusable as fault:
        return Recipients(why=acting.words(fault.sentence))
    refusals = {power: _refusal(acting, [power]) for power in players}
    powers = [power for power in players if not refusals[power]]
    whole = _refusal(acting, acting.at.powers) if players else ""
    to_all = [ALL] if players and not whole and len(powers) != 1 else []
    printed = [] if _refusal(acting, [BULLETIN]) else [BULLETIN]
    has_readers = bool(powers or to_all)
    why = "" if has_readers else whole or next(iter(refusals.values()), "")
    return Recipients(powers, [*to_all, GM, *printed], why, _manners(acting) if has_readers else ())


def _refusal(acting: SeatCommandContext, to: Sequence[str]) -> str:
    """Return the sentence that refuses a message in the usual manner to these; "" if it can be sent."""
    try:
        rules.check_recipients(acting, Addressed([*to]), rules.manner_meant(acting.rules, to, None))
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
