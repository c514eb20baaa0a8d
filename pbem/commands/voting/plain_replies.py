"""Take the plain text of a reply for what it answers: a question about a vote, a poll, or press."""

from pbem.commands.context import SeatContext
from pbem.commands.press import replies
from pbem.commands.press.replies import Incoming
from pbem.commands.voting import lonely_votes, poll_replies
from pbem.messages.script import Script
from pbem.reports import CommandResult


def as_meant(incoming: Incoming, script: Script, at: SeatContext) -> Script:
    """Return *script* with its answer to a question, or with its text as press to those whom it answers."""
    answered = lonely_votes.as_confirmed(incoming, script, at)
    return replies.as_press(incoming, poll_replies.as_vote(incoming, answered, at), at)


def left_out(incoming: Incoming, script: Script, at: SeatContext) -> list[CommandResult]:
    """Say what was neither sent as press nor counted as an answer, if it may have been meant so."""
    return [*replies.unsent(incoming, script, at), *poll_replies.not_counted(incoming, script, at)]
