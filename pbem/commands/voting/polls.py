"""Polls: a question of the game master, which players answer with VOTE A.

Only one poll is open at a table at a time, so that a letter is enough; in a reply to the mail that asked, a
plain "yes" is (`pbem.commands.voting.poll_replies`). An answer counts until it is changed or withdrawn.
Nobody learns it before the poll is closed, and then only how many gave it, unless the house rules make votes
open.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from string import ascii_uppercase

from sqlmodel import Session, col, func, select

from pbem.commands.context import SeatCommandContext, done, refused
from pbem.core.sentences import Sentence, sentence
from pbem.messages.consent import consent
from pbem.messages.script import Request
from pbem.messages.verdict import Verdict
from pbem.reports import CommandResult
from pbem.store.game_tables import GameTable
from pbem.store.player_tables import Poll, PollVote
from pbem.tables.gm_actions import GmContext
from pbem.tables.house_rules import house_rules

LETTER = re.compile(
    r"(?:i\s+(?:vote|choose|pick|take|am)\s+|my\s+(?:vote|answer|choice)(?:\s+is)?:?\s+)?"
    r"(?:for\s+|option\s+|answer\s+)?\(?([a-z])\)?",
    re.I,
)
AGREE, REFUSE = range(2)  # the answers to a change of the house rules, by position
OF_POLL = re.compile(r"(?:(?:in|on|of|from)\s+)?(?:the\s+|my\s+)?(?:poll|answer)|[a-z]", re.I)
LETTERS = ascii_uppercase
_CLAUSE = re.compile(r"[.,;:!(]|\s[-\u2013]\s")


def open_poll(session: Session, table_key: str) -> Poll | None:
    wanted = select(Poll).where(Poll.table_key == table_key, col(Poll.closed_utc).is_(None))
    return session.exec(wanted.order_by(col(Poll.number).desc())).first()


def new_poll(gm: GmContext, question: str, options: Sequence[str], change: Mapping[str, str]) -> Poll:
    """Open a poll; *change* is the change of a house rule that it decides, empty for none."""
    number = gm.session.exec(select(func.count()).where(Poll.table_key == gm.table.key)).one() + 1
    poll = Poll(
        table_key=gm.table.key,
        number=number,
        question=question,
        options=list(options),
        change=dict(change),
        asked_utc=gm.now,
    )
    gm.session.add(poll)
    gm.session.flush()
    return poll


def close_rule_poll(session: Session, table: GameTable, now: datetime) -> None:
    """Close a poll about the house rules, which decides nothing any more when the game is over."""
    poll = open_poll(session, table.key)
    if poll is not None and poll.change:
        poll.closed_utc = now


def answer(acting: SeatCommandContext, request: Request) -> CommandResult | None:
    """Return the result of VOTE if it answers a poll, None if it is about a motion."""
    written = request.argument.strip()
    is_letter = LETTER.fullmatch(written) is not None
    poll = open_poll(acting.session, acting.at.table.key)
    if poll is None:
        return refused(request, sentence("polls", "none_open")) if is_letter else None
    choice = choice_of(poll, written)
    if choice is None and not is_letter and consent(written) is None:
        return None
    if choice is None:
        return refused(request, sentence("polls", "no_option", poll=poll, letters=lettered(poll)))
    _put(acting, poll, choice)
    chosen, is_open = lettered(poll)[choice], house_rules(acting.at.table).votes == "open"
    return done(request, sentence("polls", "stands", poll=poll, chosen=chosen, is_open=is_open))


def topic_of(poll: Poll) -> str:
    """Return the topic that a plain reply to the mail of a poll answers (`pbem.tables.topics`)."""
    return f"poll {poll.number}"


def choice_of(poll: Poll, written: str) -> int | None:
    """Return the option that is meant: by its letter, written out in full, or by a plain yes or no."""
    plain = " ".join(written.split()).strip(" .!*_\"'")
    if found := LETTER.fullmatch(plain):
        choice = LETTERS.index(found[1].upper())
        return choice if choice < len(poll.options) else None
    for options in (poll.options, lettered(poll)):
        lowered = [" ".join(option.lower().split()).strip(" .!") for option in options]
        if plain.lower() in lowered:
            return lowered.index(plain.lower())
    return _by_consent(poll, consent(plain))


def _by_consent(poll: Poll, said: Verdict | None) -> int | None:
    """Return the only option that says yes, or no, as the answer does; None if there is not exactly one."""
    if said not in (Verdict.YES, Verdict.NO):
        return None
    if poll.change:
        return AGREE if said is Verdict.YES else REFUSE
    first = [_CLAUSE.split(option, maxsplit=1)[0] for option in poll.options]
    alike = [place for place, words in enumerate(first) if consent(words) is said]
    return alike[0] if len(alike) == 1 else None


def lettered(poll: Poll) -> list[str]:
    """Return each option with its letter: "A: yes"."""
    return [f"{LETTERS[i]}: {option}" for i, option in enumerate(poll.options)]


def withdraw(acting: SeatCommandContext, request: Request, *, is_all: bool) -> CommandResult | None:
    """Withdraw the answer to the open poll; None if there is none, or WITHDRAW is about a motion."""
    poll = open_poll(acting.session, acting.at.table.key)
    if poll is None or not (is_all or OF_POLL.fullmatch(request.argument.strip())):
        return None
    row = own_vote(acting.session, poll, acting.at.row.power)
    if row is None:
        return None if is_all else done(request, sentence("polls", "no_answer", poll=poll))
    acting.session.delete(row)
    acting.session.flush()
    return done(request, sentence("polls", "withdrawn", poll=poll))


def lines(acting: SeatCommandContext) -> list[Sentence]:
    """Return what VOTE says about the open poll."""
    poll = open_poll(acting.session, acting.at.table.key)
    if poll is None:
        return []
    own = own_vote(acting.session, poll, acting.at.row.power)
    chosen = lettered(poll)[own.choice] if own else ""
    answered = _answered(acting.session, poll, acting.at.table)
    options = lettered(poll)
    return [sentence("polls", "in_list", answered=answered, poll=poll, options=options, chosen=chosen)]


def open_lines(session: Session, table: GameTable) -> list[Sentence]:
    """Return what the reports of a turn say about the open poll."""
    poll = open_poll(session, table.key)
    if poll is None:
        return []
    answered = _answered(session, poll, table)
    return [sentence("polls", "open", poll=poll, options=lettered(poll), answered=answered)]


def _answered(session: Session, poll: Poll, table: GameTable) -> list[str]:
    """Return who answered what, if votes are open: "England B"."""
    if house_rules(table).votes != "open":
        return []
    return [f"{row.power} {LETTERS[row.choice]}" for row in rows_of(session, poll)]


def rows_of(session: Session, poll: Poll) -> Sequence[PollVote]:
    wanted = select(PollVote).where(PollVote.table_key == poll.table_key, PollVote.poll == poll.number)
    return session.exec(wanted.order_by(PollVote.power)).all()


def own_vote(session: Session, poll: Poll, power: str) -> PollVote | None:
    return next((row for row in rows_of(session, poll) if row.power == power), None)


def _put(acting: SeatCommandContext, poll: Poll, choice: int) -> None:
    power = acting.at.row.power
    row = own_vote(acting.session, poll, power)
    if row is None:
        row = PollVote(table_key=poll.table_key, poll=poll.number, power=power, choice=choice)
        acting.session.add(row)
    row.choice = choice
    acting.session.flush()
