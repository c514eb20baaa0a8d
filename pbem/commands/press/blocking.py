"""BLOCK and UNBLOCK: stop the messages of a power, or all grey ones, to a player.

A blocked message is accepted, counted and confirmed like any other, and copied to the game master; only this
one copy is not mailed, so that the writer cannot tell. The writer's name as shown to readers decides:
otherwise a missing message would reveal who hides behind grey press or a false name.
"""

from collections.abc import Sequence

from pbem.commands.command import ByGm, Command, Group
from pbem.commands.context import SeatCommandContext, done, power_meant, refused
from pbem.commands.press.shown import GREY, writer
from pbem.core.sentences import Unusable, sentence
from pbem.messages.script import Request
from pbem.reports import CommandResult
from pbem.store.game_tables import Seat
from pbem.store.player_tables import Press

KEY = "blocked"  # in the preferences of a seat: powers, and "grey"


def blocked(seat: Seat) -> list[str]:
    return [name for name in seat.preferences.get(KEY, "").split(",") if name]


def is_blocked(seat: Seat, row: Press) -> bool:
    """Return whether the player of *seat* does not want this message of another player."""
    if row.power is None:  # of the game master
        return False
    return (GREY if row.manner == GREY else writer(row)) in blocked(seat)


def block(acting: SeatCommandContext, request: Request) -> CommandResult:
    now = blocked(acting.at.row)
    if not request.argument:
        return done(request, sentence("press", "blocked_now", names=now))
    try:
        name = _meant(acting, request.argument)
    except Unusable as fault:
        return refused(request, fault.sentence)
    _store(acting, [*now, *([] if name in now else [name])])
    return done(request, sentence("press", "blocked", name=name, is_grey=name == GREY))


def unblock(acting: SeatCommandContext, request: Request) -> CommandResult:
    now = blocked(acting.at.row)
    try:
        gone = [_meant(acting, request.argument)] if request.argument.lower() not in ("", "all") else now
    except Unusable as fault:
        return refused(request, fault.sentence)
    if not set(gone) & set(now):
        return refused(request, sentence("press", "not_blocked", names=now))
    _store(acting, [name for name in now if name not in gone])
    return done(request, sentence("press", "unblocked", names=gone))


def _meant(acting: SeatCommandContext, written: str) -> str:
    if written.lower().strip() in ("grey", "gray", "grey press", "gray press", "anonymous"):
        return GREY
    played = acting.find_player(written)
    name = played[0] if len(played) == 1 else power_meant(written, acting.at.powers)
    if name == acting.at.row.power:
        raise Unusable(sentence("press", "block_yourself"))
    return name


def _store(acting: SeatCommandContext, names: Sequence[str]) -> None:
    seat = acting.at.row
    seat.preferences = {**seat.preferences, KEY: ",".join(names)}
    acting.session.flush()


_NO_POWER = (  # "please ignore my earlier mail" is about orders
    r"(?:my|our|the|this|that|these|those|it|all|any|every\w*|what\w*|previous|earlier|last|above|orders?|lines?"
    r"|mails?|messages?|him|her|them|me|us|everything)\b"
)
COMMANDS = (
    Command(
        "BLOCK",
        rf"(?:set\s+)?(?:block|mute|ignore(?!\s*$|\s+{_NO_POWER}))"
        r"(?:\s+(?:press\s+(?:from|of)\s+)?([\w -]{1,40}))?",
        group=Group.MESSAGES,
        page="press",
        run=block,
        after_the_end=True,
        by_gm=ByGm.NO,
        by_program=False,
    ),
    Command(
        "UNBLOCK",
        r"(?:set\s+)?(?:unblock|unignore|unmute)(?:\s+(?:press\s+(?:from|of)\s+)?([\w -]{1,40}))?",
        group=Group.MESSAGES,
        page="press",
        run=unblock,
        after_the_end=True,
        by_gm=ByGm.NO,
        by_program=False,
    ),
)
