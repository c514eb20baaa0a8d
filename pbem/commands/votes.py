"""Votes to end the game, for the motions that a game allows (`Due.motions`).

A vote stands until it is withdrawn. A motion passes as soon as each of its voters that has a player is for
it; until then nobody learns who voted, or that anybody did. What passes ends the game at once. Nobody can
concede to powers without a player: otherwise a single player at a new table could end its game.
"""

import re
from collections.abc import Sequence

from sqlmodel import Session, select

from adjudicator.core.game import Due, Motion
from pbem.commands import ending, other_judges
from pbem.commands.command import ByGm, Command, Group
from pbem.commands.context import SeatCommandContext, done, power_meant, refused
from pbem.commands.help import listing
from pbem.core.sentences import Unusable, sentence
from pbem.messages.script import Request
from pbem.reports import AnswerPage, CommandResult
from pbem.store.database import seats_of
from pbem.store.player_tables import Vote

ALL_CONCESSIONS = re.compile(r"conce(?:de|ssions?)", re.I)
FOR_ALL = re.compile(
    r"(?:(?:for|of|between|among|by)\s+)?(?:all|everybody|everyone|all\s+(?:survivors|powers))"
)


def vote(acting: SeatCommandContext, request: Request) -> CommandResult:
    try:
        motion = meant(request.argument, acting.at.due.motions)
    except Unusable as unknown:
        return refused(request, other_judges.answer(request.written) or unknown.sentence)
    power = acting.at.row.power
    if power not in motion.voters:
        return refused(request, sentence("votes", "not_a_voter", motion=motion.sentence))
    if not has_player_to_win(acting.session, acting.at.table.key, motion):
        return refused(request, sentence("votes", "nobody_plays", winners=motion.winners))
    _put(acting, motion)
    if has_passed(acting.session, acting.at.table.key, motion):
        return _end(acting, request, motion)
    voters = needed(acting.session, acting.at.table.key, motion)
    fewer = voters if len(voters) < len(motion.voters) else []
    return done(request, sentence("votes", "stands", motion=motion.sentence, needed=fewer))


def _end(acting: SeatCommandContext, request: Request, motion: Motion) -> CommandResult:
    visit, at = acting.visit, acting.at
    ending.end_game(visit.session, visit.office, at.table, ending.agreed(motion), visit.now)
    return done(request, sentence("votes", "passed", fact=ending.what_passed(motion)))


def unvote(acting: SeatCommandContext, request: Request) -> CommandResult:
    rows = own_votes(acting.session, acting.at.table.key, acting.at.row.power)
    named = not ALL_CONCESSIONS.fullmatch(request.argument) and request.argument.lower() not in (
        "",
        "all",
        "vote",
        "votes",
        "my vote",
        "my votes",
    )
    try:
        motion = meant(request.argument, acting.at.due.motions) if named else None
    except Unusable as unknown:
        return refused(request, other_judges.answer(request.written) or unknown.sentence)
    gone = [row for row in rows if _is_withdrawn(row, motion, request.argument)]
    for row in gone:
        acting.session.delete(row)
    acting.session.flush()
    if not gone:
        return done(request, sentence("votes", "no_vote"))
    return done(request, sentence("votes", "withdrawn", motions=[row.motion for row in gone]))


def _is_withdrawn(row: Vote, motion: Motion | None, written: str) -> bool:
    """Return whether a vote is taken back; CONCEDE without a power means all concessions."""
    if ALL_CONCESSIONS.fullmatch(written):
        return row.motion.startswith("concede ")
    return motion is None or row.motion == motion.key


def list_motions(acting: SeatCommandContext, _request: Request) -> AnswerPage:
    """List the motions of the game and the votes of the seat."""
    key = acting.at.table.key
    own = {row.motion for row in own_votes(acting.session, key, acting.at.row.power)}
    lines = [
        sentence(
            "votes",
            "motion",
            motion=motion.key,
            fact=ending.fact(motion),
            needed=needed(acting.session, key, motion),
            is_voted=motion.key in own,
        )
        for motion in acting.at.due.motions
        if has_player_to_win(acting.session, key, motion)
    ]
    title = sentence("votes", "title")
    return listing(acting.visit, title, *(lines or [sentence("votes", "nothing")]))


def meant(written: str, motions: Sequence[Motion]) -> Motion:
    """Return the motion that *written* names. Raises Unusable.

    Every word counts: whatever stands beside the motion's name limits or changes it, so it is refused.
    """
    plain = re.sub(r"\s+to\s+", " ", written, flags=re.I)
    verb, _, rest = plain.lower().partition(" ")
    exact = [motion for motion in motions if motion.key.lower() == plain.lower()]
    if exact:
        return exact[0]
    if verb.startswith("conce"):
        return _concession(plain[len(verb) :].strip(), motions)
    begun = [motion for motion in motions if verb and motion.key.startswith(verb)]
    if len(begun) == 1:
        return _meant_wholly(begun[0], rest)
    raise Unusable(
        sentence("votes", "no_motion", written=written, motions=[motion.key for motion in motions])
    )


def _meant_wholly(motion: Motion, rest: str) -> Motion:
    """Return *motion* if *rest* limits it in no way. Raises Unusable otherwise."""
    if not rest.strip() or FOR_ALL.fullmatch(rest.strip()):
        return motion
    fact = ending.fact(motion)
    raise Unusable(sentence("votes", "limited", limit=rest.strip(), fact=fact, motion=motion.key))


def _concession(to: str, motions: Sequence[Motion]) -> Motion:
    by_name = {
        motion.key.removeprefix("concede "): motion for motion in motions if motion.key.startswith("concede ")
    }
    if by_name and not to:
        raise Unusable(
            sentence("votes", "no_motion", written="concede", motions=[motion.key for motion in motions])
        )
    if not by_name:
        raise Unusable(sentence("votes", "no_concession"))
    return by_name[power_meant(to, list(by_name))]


def own_votes(session: Session, table_key: str, power: str) -> list[Vote]:
    wanted = select(Vote).where(Vote.table_key == table_key, Vote.power == power)
    return list(session.exec(wanted.order_by(Vote.motion)))


def needed(session: Session, table_key: str, motion: Motion) -> list[str]:
    """Return whose votes it takes now: who plays what is no secret, who voted is."""
    seated = {seat.power for seat in seats_of(session, table_key)}
    return [power for power in motion.voters if power in seated]


def has_passed(session: Session, table_key: str, motion: Motion) -> bool:
    """Return whether every voter that has a player is for it. Silence passes nothing."""
    voters = needed(session, table_key, motion)
    wanted = select(Vote.power).where(Vote.table_key == table_key, Vote.motion == motion.key)
    is_agreed = bool(voters) and set(voters) <= set(session.exec(wanted))
    return is_agreed and has_player_to_win(session, table_key, motion)


def has_player_to_win(session: Session, table_key: str, motion: Motion) -> bool:
    """Return whether a player would win by it. Who plays what is no secret."""
    return any(seat.power in motion.winners for seat in seats_of(session, table_key))


def passed(session: Session, table_key: str, due: Due) -> Motion | None:
    """Return a motion that has passed, as it may when a voter has left their seat."""
    return next((motion for motion in due.motions if has_passed(session, table_key, motion)), None)


def _put(acting: SeatCommandContext, motion: Motion) -> None:
    table, power, now = acting.at.table, acting.at.row.power, acting.visit.now
    if motion.key not in {row.motion for row in own_votes(acting.session, table.key, power)}:
        acting.session.add(Vote(table_key=table.key, power=power, motion=motion.key, since_utc=now))
        acting.session.flush()


FOR = r"(?:vote|set|propose)\s+(?:yes\s+)?(?:for\s+|to\s+)?(?:an?\s+|the\s+)?"
AGAINST = r"(?:withdraw|unvote|vote\s+(?:no|against|not)|set\s+no(?=\s+(?:draw|conce|vote)))"
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
        rf"{AGAINST}(?:\s+(?:my\s+)?(?:votes?\s*)?(?:for\s+|to\s+)?(.{{1,60}}))?|set\s+no(draw|conce[a-z]*)",
        usage="WITHDRAW DRAW, WITHDRAW: your vote, or all of them, is taken back",
        group=Group.VOTES,
        page="vote",
        topics=("withdraw",),
        run=unvote,
        is_of_player=True,
    ),
    Command(
        "VOTE",
        rf"{FOR}(draw|conce[a-z]+\b.{{0,120}})|vote\s+(.{{1,120}})|(concede\s+.{{1,120}})",
        usage="VOTE DRAW, VOTE CONCEDE and a power: until you withdraw it",
        group=Group.VOTES,
        page="vote",
        topics=("draw", "concede", "concession"),
        run=vote,
        is_of_player=True,
    ),
)
