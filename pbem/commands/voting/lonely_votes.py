"""Take a plain YES for the answer to the question whether the vote of one person shall end the game."""

from pbem.commands.context import SeatContext
from pbem.commands.press.replies import Incoming
from pbem.commands.registry import read_script
from pbem.commands.voting.votes import CONFIRMED
from pbem.messages import message as messages
from pbem.messages.consent import consents
from pbem.messages.script import Request, Script
from pbem.messages.verdict import Verdict
from pbem.tables import topics


def as_confirmed(incoming: Incoming, script: Script, at: SeatContext) -> Script:
    """Return *script* with VOTE DRAW YES if it is no more than YES, in reply to the answer to VOTE DRAW."""
    if script.requests or consents(incoming.message.text.splitlines()) is not Verdict.YES:
        return script
    vote = _asked_about(incoming, at)
    if vote is None:
        return script
    number = next(place for place, line in enumerate(script.lines, 1) if line.strip())
    argument = f"{vote.argument} {Verdict.YES.name}"
    return Script((), (Request("VOTE", argument, number, script.lines[number - 1].strip()),))


def _asked_about(incoming: Incoming, at: SeatContext) -> Request | None:
    """Return the one vote of the message that was answered; None if it needed no YES, or had one."""
    before = topics.answered_before(incoming.session, incoming.message, at.row)
    if before is None or before.is_emptied:
        return None
    votes = [one for one in read_script(messages.read(before.raw).text).requests if one.word == "VOTE"]
    needs_yes = len(votes) == 1 and len(votes[0].argument) > 1 and not CONFIRMED.search(votes[0].argument)
    return votes[0] if needs_yes else None
