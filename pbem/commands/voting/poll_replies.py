"""Take a plain reply to the mail of a poll as an answer: "Yes", "I agree", "B".

Only a reply to the mail that asked counts, and only a line that is an answer and nothing else. Where "yes"
answers something else, is limited, or may belong to another vote of the message, nothing is counted, and the
answer says what to write.
"""

from collections.abc import Mapping

from sqlmodel import col, select

from pbem.commands.context import SeatContext, refused
from pbem.commands.press.replies import Incoming
from pbem.commands.voting.polls import LETTER, LETTERS, choice_of, open_poll, own_vote, topic_of
from pbem.core.sentences import sentence
from pbem.messages.consent import consent, is_limited
from pbem.messages.courtesies import is_courtesy
from pbem.messages.script import Request, Script
from pbem.reports import CommandResult
from pbem.store.game_tables import Seat
from pbem.store.player_tables import Poll
from pbem.tables import topics

VOTING = ("VOTE", "UNVOTE", "TABLE")
LATEST = 10  # polls of a table whose mails are recognised


def as_vote(incoming: Incoming, script: Script, at: SeatContext) -> Script:
    """Return *script* with VOTE for the line that answers the poll whose mail the message is a reply to."""
    may_answer = _may_answer(incoming, script) and topics.may_be_answered(incoming.office, incoming.message)
    poll = open_poll(incoming.session, at.table.key) if may_answer else None
    if poll is None or not _is_reply(incoming, poll, at.row):
        return script
    found = _answers(poll, script)
    choices = set(found.values())
    if len(choices) != 1 or None in choices or _is_limited(script, max(found)) or _votes_on(poll, script):
        return script
    if _has_votes(script) and any(consent(script.lines[place - 1]) is not None for place in found):
        return script
    number, choice = max(found), choices.pop()
    vote = Request("VOTE", LETTERS[choice or 0], number, script.lines[number - 1].strip())
    lines = tuple("" if place in found else line for place, line in enumerate(script.lines, 1))
    return Script(lines, (vote, *script.requests))


def not_counted(incoming: Incoming, script: Script, at: SeatContext) -> list[CommandResult]:
    """Say that a line is not an answer to a poll, if it may have been meant so."""
    number = next((place for place, line in enumerate(script.lines, 1) if _is_like_one(line)), 0)
    may_answer = bool(number) or topics.may_be_answered(incoming.office, incoming.message)
    polls = _latest(incoming, at) if may_answer and _may_answer(incoming, script) else []
    answered = next((poll for poll in polls if _is_reply(incoming, poll, at.row)), None)
    poll = answered or next((poll for poll in polls if poll.closed_utc is None), None)
    number = number or (_first_remark(script, at) if answered else 0)
    if poll is None or not number or _drops(incoming, poll, at) or _votes_on(poll, script):
        return []
    if _has_votes(script) and not answered:
        return []
    told = sentence("polls", "not_counted", poll=poll, options=dict(zip(LETTERS, poll.options, strict=False)))
    return [refused(Request("VOTE", "", number, script.lines[number - 1].strip()), told)]


def _drops(incoming: Incoming, poll: Poll, at: SeatContext) -> bool:
    """Return whether the message says NO to an answer, as to "this was not counted", and is no new vote."""
    has_voted = own_vote(incoming.session, poll, at.row.power) is not None
    return not has_voted and topics.declines(incoming.session, incoming.message, at.row)


def _first_remark(script: Script, at: SeatContext) -> int:
    """Return the first line of a reply without orders and commands that says something, 0 if none does."""
    if script.requests or any(line.is_order for line in at.place.read(None, script.lines).lines):
        return 0
    said = (place for place, line in enumerate(script.lines, 1) if line.strip() and not is_courtesy(line))
    return next(said, 0)


def _is_like_one(line: str) -> bool:
    return consent(line) is not None or LETTER.fullmatch(line.strip(" .!")) is not None


def _may_answer(incoming: Incoming, script: Script) -> bool:
    return script.is_for_the_game and incoming.message.is_of_a_person


def _has_votes(script: Script) -> bool:
    return any(request.word in VOTING for request in script.requests)


def _votes_on(poll: Poll, script: Script) -> bool:
    """Return whether a command of the message is itself an answer to the poll, or takes votes back."""
    votes = [request for request in script.requests if request.word in VOTING]
    return any(one.word != "VOTE" or choice_of(poll, one.argument) is not None for one in votes)


def _is_reply(incoming: Incoming, poll: Poll, seat: Seat) -> bool:
    return topics.is_answered(incoming.office, incoming.message, seat, topic_of(poll))


def _latest(incoming: Incoming, at: SeatContext) -> list[Poll]:
    wanted = select(Poll).where(Poll.table_key == at.table.key).order_by(col(Poll.number).desc())
    return list(incoming.session.exec(wanted.limit(LATEST)))


def _answers(poll: Poll, script: Script) -> Mapping[int, int | None]:
    """Return the option of each line that answers, None for one that is unclear."""
    found = {number: choice_of(poll, line) for number, line in enumerate(script.lines, 1) if line.strip()}
    return {
        number: choice
        for number, choice in found.items()
        if choice is not None or consent(script.lines[number - 1]) is not None
    }


def _is_limited(script: Script, number: int) -> bool:
    return is_limited([line for line in script.lines[number:] if line.strip()])
