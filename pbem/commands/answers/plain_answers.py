"""Answer a YES or NO of a player for which no question waits.

Such a message never has an effect. The player may have taken the name of a command, as in "RESIGN and your
power", for a question, so the answer repeats the commands named in the mail that was replied to.
"""

from collections.abc import Sequence

from pbem.commands.answers.message_context import MessageContext
from pbem.commands.context import SeatContext
from pbem.commands.misspelled import hints
from pbem.commands.registry import read_script
from pbem.core.sentences import Sentence, sentence
from pbem.messages import message as messages
from pbem.messages.consent import consents
from pbem.messages.verdict import Verdict
from pbem.tables import topics

WORDS = {Verdict.YES: "YES", Verdict.NO: "NO"}


def to_no_question(context: MessageContext, at: SeatContext) -> Sequence[Sentence]:
    """Return what to write instead if the message is no more than YES or NO; () if it is not."""
    said = consents(context.message.text.splitlines())
    if said not in WORDS:
        return ()
    commands = _commands_named(context, at) if said is Verdict.YES else []
    return [sentence("answers", "to_no_question", word=WORDS[said], table=at.table.key, commands=commands)]


def _commands_named(context: MessageContext, at: SeatContext) -> list[Sentence]:
    """Return the usage of the commands named in the mail to which the message replies."""
    before = topics.answered_before(context.session, context.message, at.row)
    return hints(_not_done(messages.read(before.raw).text)) if before and not before.is_emptied else []


def _not_done(text: str) -> Sequence[str]:
    """Return the lines that were not commands as written, and RESIGN, which needs the name of the power."""
    script = read_script(text)
    return [*script.lines, *(request.written for request in script.requests if request.word == "RESIGN")]
