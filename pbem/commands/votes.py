"""Votes to end the game, for the motions that a game allows (`Due.motions`).

A vote stands until it is withdrawn. A motion passes as soon as each of its voters that has a player is for
it; until then nobody is told who voted, or that anybody did. What passes ends the game at once. Nobody
concedes to powers that nobody plays: one player alone at a young table could end it so.
"""

import re
from collections.abc import Sequence

from sqlmodel import Session, select

from adjudicator.core.game import Due, Motion
from pbem.commands import ending
from pbem.commands.command import ByGm, Command, Group
from pbem.commands.context import SeatCommandContext, done, power_meant, refused
from pbem.commands.help import listing
from pbem.core.lists import listed
from pbem.messages.script import Request
from pbem.reports import AnswerPage, CommandResult
from pbem.store.database import seats_of
from pbem.store.player_tables import Vote

FOR_ALL = re.compile(
    r"(?:(?:for|of|between|among|by)\s+)?(?:all|everybody|everyone|all\s+(?:survivors|powers))"
)


def vote(acting: SeatCommandContext, request: Request) -> CommandResult:
    """VOTE DRAW, VOTE CONCEDE Turkey"""
    try:
        motion = meant(request.argument, acting.at.due.motions)
    except ValueError as unknown:
        return refused(request, str(unknown))
    power = acting.at.row.power
    if power not in motion.voters:
        return refused(request, f"You have no say in this: {motion.sentence}")
    if not has_player_to_win(acting.session, acting.at.table.key, motion):
        return refused(
            request, f"Nobody plays {listed(motion.winners)}, so the game cannot be conceded there."
        )
    _put(acting, motion)
    if has_passed(acting.session, acting.at.table.key, motion):
        return _end(acting, request, motion)
    return done(
        request,
        f"Your vote stands: {motion.sentence} {needed_in_words(acting, motion)}".rstrip(),
        "It is secret until the motion passes. WITHDRAW takes it back.",
    )


def _end(acting: SeatCommandContext, request: Request, motion: Motion) -> CommandResult:
    visit, at = acting.visit, acting.at
    ending.end_game(visit.session, visit.office, at.table, ending.agreed(motion), visit.now)
    passed = f"With your vote the motion has passed: {ending.what_passed(motion)}"
    return done(request, passed, "The game is over.")


def unvote(acting: SeatCommandContext, request: Request) -> CommandResult:
    """WITHDRAW DRAW, WITHDRAW"""
    rows = own_votes(acting.session, acting.at.table.key, acting.at.row.power)
    named = request.argument.lower() not in ("", "all", "vote", "votes", "my vote", "my votes")
    try:
        motion = meant(request.argument, acting.at.due.motions) if named else None
    except ValueError as unknown:
        return refused(request, str(unknown))
    gone = [row for row in rows if motion is None or row.motion == motion.key]
    for row in gone:
        acting.session.delete(row)
    acting.session.flush()
    if not gone:
        return done(request, "You had no such vote.")
    return done(request, f"Withdrawn: {listed([row.motion for row in gone])}.")


def list_motions(acting: SeatCommandContext, _request: Request) -> AnswerPage:
    """VOTE, VOTES: the motions of the game and one's own votes."""
    key = acting.at.table.key
    own = {row.motion for row in own_votes(acting.session, key, acting.at.row.power)}
    lines = [
        f"VOTE {motion.key}: {ending.fact(motion)} It takes {_votes_of(needed(acting.session, key, motion))}."
        + (" You have voted for it." if motion.key in own else "")
        for motion in acting.at.due.motions
        if has_player_to_win(acting.session, key, motion)
    ]
    return listing("What can be voted on", *(lines or ["Nothing: this game is ended by its rules alone."]))


def _votes_of(voters: Sequence[str]) -> str:
    return f"the vote{'s' if len(voters) != 1 else ''} of {listed(voters)}"


def meant(said: str, motions: Sequence[Motion]) -> Motion:
    """Return the motion that *said* names. Raises ValueError with what would do.

    Every word counts: whatever stands beside the motion's name limits or changes it, so it is refused.
    """
    plain = re.sub(r"\s+to\s+", " ", said, flags=re.I)
    verb, _, rest = plain.lower().partition(" ")
    exact = [motion for motion in motions if motion.key.lower() == plain.lower()]
    if exact:
        return exact[0]
    if verb.startswith("conce"):
        return _concession(plain[len(verb) :].strip(), motions)
    begun = [motion for motion in motions if verb and motion.key.startswith(verb)]
    if len(begun) == 1:
        return _meant_wholly(begun[0], rest)
    keys = ", ".join(f"VOTE {motion.key}" for motion in motions)
    raise ValueError(f'There is no motion "{said}". There are: {keys or "none in this game"}.')


def _meant_wholly(motion: Motion, rest: str) -> Motion:
    """Return *motion* if *rest* limits it in no way. Raises ValueError otherwise."""
    if not rest.strip() or FOR_ALL.fullmatch(rest.strip()):
        return motion
    raise ValueError(
        f'"{rest.strip()}" cannot be a part of this vote. {ending.fact(motion)} You can vote for that with'
        f" {motion.key.upper()} and nothing beside it; a draw between some of them cannot be voted on."
    )


def _concession(to: str, motions: Sequence[Motion]) -> Motion:
    by_name = {
        motion.key.removeprefix("concede "): motion for motion in motions if motion.key.startswith("concede ")
    }
    if not by_name:
        raise ValueError("The rules of this game know no concession.")
    return by_name[power_meant(to, list(by_name))]


def own_votes(session: Session, table_key: str, power: str) -> list[Vote]:
    wanted = select(Vote).where(Vote.table_key == table_key, Vote.power == power)
    return list(session.exec(wanted.order_by(Vote.motion)))


def needed(session: Session, table_key: str, motion: Motion) -> list[str]:
    """Whose votes it takes now: who plays what is no secret, who voted is."""
    seated = {seat.power for seat in seats_of(session, table_key)}
    return [power for power in motion.voters if power in seated]


def needed_in_words(acting: SeatCommandContext, motion: Motion) -> str:
    voters = needed(acting.session, acting.at.table.key, motion)
    if len(voters) == len(motion.voters):
        return ""
    return f"Powers without a player have no vote: it takes {listed(voters)}."


def has_passed(session: Session, table_key: str, motion: Motion) -> bool:
    """Is every voter that has a player for it?  Nobody's silence passes anything."""
    voters = needed(session, table_key, motion)
    wanted = select(Vote.power).where(Vote.table_key == table_key, Vote.motion == motion.key)
    is_agreed = bool(voters) and set(voters) <= set(session.exec(wanted))
    return is_agreed and has_player_to_win(session, table_key, motion)


def has_player_to_win(session: Session, table_key: str, motion: Motion) -> bool:
    """Is there a player to whom the game would go?  Who plays what is no secret."""
    return any(seat.power in motion.winners for seat in seats_of(session, table_key))


def passed(session: Session, table_key: str, due: Due) -> Motion | None:
    """A motion that has passed, as it may when a voter has left his seat."""
    return next((motion for motion in due.motions if has_passed(session, table_key, motion)), None)


def _put(acting: SeatCommandContext, motion: Motion) -> None:
    table, power, now = acting.at.table, acting.at.row.power, acting.visit.now
    if motion.key not in {row.motion for row in own_votes(acting.session, table.key, power)}:
        acting.session.add(Vote(table_key=table.key, power=power, motion=motion.key, since_utc=now))
        acting.session.flush()


FOR = r"(?:vote|set)\s+(?:yes\s+)?(?:for\s+|to\s+)?(?:an?\s+|the\s+)?"
AGAINST = r"(?:withdraw|unvote|vote\s+(?:no|against|not)|set\s+no)"
COMMANDS = (
    Command(
        "VOTES",
        r"(?:votes|list votes|vote|motions)()",
        usage="VOTE: what can be voted on, and what you voted",
        changes=False,
        group=Group.VOTES,
        page="vote",
        run=list_motions,
        by_gm=ByGm.IF_SHOWN,
    ),
    Command(
        "UNVOTE",
        rf"{AGAINST}(?:\s+(?:my\s+)?(?:votes?\s*)?(?:for\s+|to\s+)?(.{{1,60}}))?",
        usage="WITHDRAW DRAW, WITHDRAW: your vote, or all of them, is taken back",
        group=Group.VOTES,
        page="vote",
        topics=("withdraw",),
        run=unvote,
    ),
    Command(
        "VOTE",
        rf"{FOR}(draw|conce[a-z]+\b.{{0,120}})|vote\s+(.{{1,120}})|(concede\s+.{{1,120}})",
        usage="VOTE DRAW, VOTE CONCEDE Turkey: until you withdraw it",
        group=Group.VOTES,
        page="vote",
        topics=("draw", "concede", "concession"),
        run=vote,
    ),
)
