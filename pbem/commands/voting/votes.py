"""Votes to end the game, and answers to a poll of the game master.

A vote counts until it is withdrawn. A motion (`pbem.commands.voting.motions`) passes as soon as each of its
voters that has a player is for it, and ends the game at once. If all of these are one person, whom nobody
else can contradict, that person is asked first, except at a practice table. Depending on the house rule
`votes`, votes are hidden until then, so that nobody learns who voted or whether anybody did, or they are
open: VOTE and the reports say who has voted for what. Nobody can concede to powers without a player:
otherwise a single player at a new table could end its game.
"""

import re
from collections.abc import Sequence

from msgspec.structs import replace
from sqlmodel import Session, col, select

from adjudicator.core.game import Due, Motion
from pbem.commands import other_judges
from pbem.commands.command import ByGm, Command, Group
from pbem.commands.context import SeatCommandContext, done, refused
from pbem.commands.lookup.help import listing
from pbem.commands.voting import ending, motions, polls, rule_votes
from pbem.core.sentences import Sentence, Unusable, Words, sentence
from pbem.messages.script import Request
from pbem.reports import AnswerPage, CommandResult
from pbem.store.game_tables import GameTable, seats_of
from pbem.store.player_tables import Vote
from pbem.tables import robots
from pbem.tables.house_rules import house_rules
from pbem.tables.office import Office

CONFIRMED = re.compile(r"(?<=\S)[\s,.:;!-]+yes\W*$", re.I)  # VOTE DRAW YES
IS_NO = re.compile(r"\W*vote\s+no\W*", re.I)  # answers an open poll; without one it takes back all votes
ALL_OWN = ("", "all", "vote", "votes", "my vote", "my votes")
ALL_CONCESSIONS = re.compile(r"conce(?:de|ssions?)", re.I)


def vote(acting: SeatCommandContext, request: Request) -> CommandResult:
    polled = rule_votes.answer(acting, request)
    if polled is not None:
        return polled
    written = CONFIRMED.sub("", request.argument)
    try:
        motion = _meant(acting, written)
    except Unusable as unknown:
        return refused(request, other_judges.answer(request.written) or unknown.sentence)
    if (why := _why_not(acting, motion, is_confirmed=written != request.argument)) is not None:
        return refused(request, why)
    _put(acting, motion)
    if has_passed(acting.session, acting.at.table.key, motion):
        return _end(acting, request, motion)
    voters = needed(acting.session, acting.at.table.key, motion)
    fewer = voters if len(voters) < len(motion.voters) else []
    stands = sentence(
        "votes", "stands", motion=motion.sentence, needed=_named(acting, fewer), is_open=_is_open(acting)
    )
    return done(request, stands, *_missing(acting, motion), *_as_things_stand(acting))


def _why_not(acting: SeatCommandContext, motion: Motion, *, is_confirmed: bool) -> Sentence | None:
    """Return why a vote does not count; None if it does."""
    if acting.at.row.power not in motion.voters:
        return sentence("votes", "not_a_voter", motion=motion.sentence)
    if not has_player_to_win(acting.session, acting.at.table.key, motion):
        return sentence("votes", "nobody_plays", winners=_named(acting, motion.winners))
    if not is_confirmed and _would_end_alone(acting, motion):
        return sentence("votes", "alone", motion=motion.key, fact=ending.fact(motion))
    return None


def _would_end_alone(acting: SeatCommandContext, motion: Motion) -> bool:
    """Return whether this vote would end the game although nobody else agrees."""
    key = acting.at.table.key
    voted = {*_voted(acting.session, key, motion.key), acting.at.row.power}
    return {*needed(acting.session, key, motion)} <= voted and is_of_one_person(acting.session, key, motion)


def _meant(acting: SeatCommandContext, written: str) -> Motion:
    own, any_draw = acting.visit.office.house.templates, acting.rules.draws == "any"
    return motions.meant(written, acting.at.due.motions, own, any_draw=any_draw)


def _end(acting: SeatCommandContext, request: Request, motion: Motion) -> CommandResult:
    visit, at = acting.visit, acting.at
    ending.end_game(visit.session, visit.office, at.table, ending.agreed(motion, at.game.card), visit.now)
    return done(request, sentence("votes", "passed", fact=ending.what_passed(motion)))


def unvote(acting: SeatCommandContext, request: Request) -> CommandResult:
    if IS_NO.fullmatch(request.written) and polls.open_poll(acting.session, acting.at.table.key):
        answered = rule_votes.answer(acting, replace(request, argument="no"))
        if answered is not None:
            return answered
    withdrawn = polls.withdraw(acting, request, is_all=request.argument.lower() in ALL_OWN)
    if withdrawn is not None and request.argument.lower() not in ALL_OWN:
        return withdrawn
    rows = own_votes(acting.session, acting.at.table.key, acting.at.row.power)
    is_one = request.argument.lower() not in ALL_OWN and not ALL_CONCESSIONS.fullmatch(request.argument)
    try:
        motion = _meant(acting, request.argument) if is_one else None
    except Unusable as unknown:
        return refused(request, other_judges.answer(request.written) or unknown.sentence)
    gone = [row for row in rows if _is_withdrawn(row, motion, request.argument)]
    for row in gone:
        acting.session.delete(row)
    acting.session.flush()
    of_poll = withdrawn.sentences if withdrawn is not None else ()
    if not gone:
        return done(request, *(of_poll or [sentence("votes", "no_vote")]))
    names = sentence("votes", "withdrawn", motions=[row.motion for row in gone])
    return done(request, names, *of_poll, *_as_things_stand(acting))


# --- what would pass -------------------------------------------------------------------------------------


def _as_things_stand(acting: SeatCommandContext) -> list[Sentence]:
    """Say what can pass with the seat's votes, and what cannot, without others' votes."""
    key, power = acting.at.table.key, acting.at.row.power
    own = {row.motion for row in own_votes(acting.session, key, power)}
    without = [
        motion.key
        for motion in acting.at.due.motions
        if power not in motion.voters and has_player_to_win(acting.session, key, motion)
    ]
    return [sentence("votes", "as_things_stand", own=sorted(own), without=without)]


def _named(acting: SeatCommandContext, powers: Sequence[str]) -> list[str]:
    return [acting.at.game.card.named(power) for power in powers]


def _missing(acting: SeatCommandContext, motion: Motion) -> list[Sentence]:
    """Say whose votes a motion still lacks, if votes are open."""
    if not _is_open(acting):
        return []
    voted = _voted(acting.session, acting.at.table.key, motion.key)
    missing = [one for one in needed(acting.session, acting.at.table.key, motion) if one not in voted]
    return [sentence("votes", "missing", motion=motion.key, missing=_named(acting, missing))]


def _is_open(acting: SeatCommandContext) -> bool:
    return acting.rules.votes == "open"


def _is_withdrawn(row: Vote, motion: Motion | None, written: str) -> bool:
    """Return whether a vote is withdrawn; CONCEDE without a power means all concessions."""
    if ALL_CONCESSIONS.fullmatch(written):
        return row.motion.startswith("concede ")
    return motion is None or row.motion == motion.key


def list_motions(acting: SeatCommandContext, _request: Request) -> AnswerPage:
    """List the motions of the game, the votes of the seat, open votes of others, and the poll."""
    key = acting.at.table.key
    own = {row.motion for row in own_votes(acting.session, key, acting.at.row.power)}
    shown = [motion for motion in _shown(acting, own) if _is_possible(acting.session, key, motion)]
    lines: list[Words] = [
        sentence(
            "votes",
            "motion",
            motion=motion.key,
            fact=ending.fact(motion),
            needed=_named(acting, needed(acting.session, key, motion)),
            voted=_named(acting, _voted(acting.session, key, motion.key)) if _is_open(acting) else [],
            is_voted=motion.key in own,
            is_alone=needed(acting.session, key, motion) == [acting.at.row.power],
            is_asked=is_of_one_person(acting.session, key, motion),
        )
        for motion in shown
    ]
    if shown and not own:
        lines.append(sentence("votes", "none_yet"))
    if acting.rules.draws == "any" and motions.draw_of(acting.at.due.motions) is not None:
        lines.append(sentence("votes", "draws_of_some", example=_example(acting)))
    lines += polls.lines(acting)
    title = sentence("votes", "title")
    return listing(acting.visit, title, *(lines or [sentence("votes", "nothing")]))


def _is_possible(session: Session, table_key: str, motion: Motion) -> bool:
    """Return whether players could vote for it, and one of them would win by it."""
    return bool(needed(session, table_key, motion)) and has_player_to_win(session, table_key, motion)


def _shown(acting: SeatCommandContext, own: set[str]) -> list[Motion]:
    """Return the motions of the game, and partial draws that the reader may know of."""
    voted = set(own)
    if _is_open(acting):
        voted |= {row.motion for row in _votes(acting.session, acting.at.table.key)}
    motions_of_game = acting.at.due.motions
    keys = [*(motion.key for motion in motions_of_game), *sorted(voted)]
    found = (_of_key(acting.visit.office, acting.at.table, acting.at.due, key) for key in dict.fromkeys(keys))
    return [motion for motion in found if motion is not None]


def _example(acting: SeatCommandContext) -> str:
    draw = motions.draw_of(acting.at.due.motions)
    return " ".join(draw.winners[:2]) if draw else ""


def open_votes(session: Session, office: Office, table: GameTable, due: Due) -> list[str]:
    """Return a line for each motion with votes, if votes are open, and one for the poll."""
    if due.over:
        return []
    lines: list[Sentence] = polls.open_lines(session, table)
    keys = dict.fromkeys(row.motion for row in _votes(session, table.key))
    for key in keys if house_rules(table).votes == "open" else ():
        motion = _of_key(office, table, due, key)
        if motion is not None:
            voted, named = _voted(session, table.key, key), office.find_game(table.game).card.named
            missing = [named(power) for power in needed(session, table.key, motion) if power not in voted]
            lines.append(sentence("votes", "open", motion=key, voted=[*map(named, voted)], missing=missing))
    return [line.words(office.house.templates) for line in lines]


# --- what is stored --------------------------------------------------------------------------------------


def own_votes(session: Session, table_key: str, power: str) -> list[Vote]:
    wanted = select(Vote).where(Vote.table_key == table_key, Vote.power == power)
    return list(session.exec(wanted.order_by(Vote.motion)))


def _votes(session: Session, table_key: str) -> list[Vote]:
    return list(session.exec(select(Vote).where(Vote.table_key == table_key).order_by(col(Vote.id))))


def _voted(session: Session, table_key: str, motion: str) -> list[str]:
    wanted = select(Vote.power).where(Vote.table_key == table_key, Vote.motion == motion)
    return list(session.exec(wanted.order_by(Vote.power)))


def needed(session: Session, table_key: str, motion: Motion) -> list[str]:
    """Return whose votes it needs now: who plays is not secret, who voted is."""
    seated = {seat.power for seat in seats_of(session, table_key)}
    return [power for power in motion.voters if power in seated]


def is_of_one_person(session: Session, table_key: str, motion: Motion) -> bool:
    """Return whether one person has all its votes, at a table where others may care about the game."""
    voters = needed(session, table_key, motion)
    people = {seat.address for seat in seats_of(session, table_key) if seat.power in voters}
    return len(people) == 1 and robots.practice_of(session, table_key) is None


def has_passed(session: Session, table_key: str, motion: Motion) -> bool:
    """Return whether every voter that has a player is for it; with no such voter it does not pass."""
    voters = needed(session, table_key, motion)
    is_agreed = bool(voters) and set(voters) <= set(_voted(session, table_key, motion.key))
    return is_agreed and has_player_to_win(session, table_key, motion)


def has_player_to_win(session: Session, table_key: str, motion: Motion) -> bool:
    """Return whether a player would win by it."""
    return any(seat.power in motion.winners for seat in seats_of(session, table_key))


def passed(session: Session, office: Office, table: GameTable, due: Due) -> Motion | None:
    """Return a motion that has passed, for example because a voter has left their seat."""
    keys = dict.fromkeys([*(motion.key for motion in due.motions), *_keys(session, table.key)])
    found = (_of_key(office, table, due, key) for key in keys)
    return next((motion for motion in found if motion and has_passed(session, table.key, motion)), None)


def _keys(session: Session, table_key: str) -> list[str]:
    return sorted({row.motion for row in _votes(session, table_key)})


def _of_key(office: Office, table: GameTable, due: Due, key: str) -> Motion | None:
    own, any_draw = office.house.templates, house_rules(table).draws == "any"
    return motions.of_key(key, due.motions, own, any_draw=any_draw)


def _put(acting: SeatCommandContext, motion: Motion) -> None:
    table, power, now = acting.at.table, acting.at.row.power, acting.visit.now
    if motion.key not in {row.motion for row in own_votes(acting.session, table.key, power)}:
        acting.session.add(Vote(table_key=table.key, power=power, motion=motion.key, since_utc=now))
        acting.session.flush()


FOR = r"(?:vote|set|propose)\s+(?:yes\s+)?(?:for\s+|to\s+)?(?:an?\s+|the\s+)?"
_IS_ORDER = (  # "withdraw all from D8 to D7"
    r"(?!(?!.*\bvot).*(?:\bfrom\b.*\bto\b|->|\s-\s|\b[a-z]\d{1,2}\b"
    r"|\b(?:arm(?:y|ies)|fleets?|units?|troops|forces)\b.*\bto\b))"
)
AGAINST = rf"(?:withdraw{_IS_ORDER}|unvote|vote\s+(?:no|against|not)|set\s+no(?=\s+(?:draw|conce|vote)))"
COMMANDS = (
    Command(
        "VOTES",
        r"(?:votes|list votes|vote|motions)()",
        changes=False,
        group=Group.VOTES,
        page="vote",
        run=list_motions,
        by_gm=ByGm.IF_SHOWN,
    ),
    Command(
        "UNVOTE",
        rf"{AGAINST}(?:\s+(?:my\s+)?(?:votes?\s*)?(?:for\s+|to\s+)?(.{{1,60}}))?|set\s+no(draw|conce[a-z]*)",
        group=Group.VOTES,
        page="vote",
        topics=("withdraw",),
        run=unvote,
        is_of_player=True,
    ),
    Command(
        "VOTE",
        rf"{FOR}(draw\b.{{0,120}}|conce[a-z]+\b.{{0,120}})|vote(?:\s|:)\s*(.{{1,120}})|(concede\s+.{{1,120}})"
        r"|i\s+vote\s+(?:for\s+)?(yes|no|(?:(?:option|answer)\s+)?[a-z])",
        group=Group.VOTES,
        page="vote",
        topics=("votes", "voting", "draw", "draws", "concede", "concession", "poll"),
        run=vote,
        is_of_player=True,
    ),
)
