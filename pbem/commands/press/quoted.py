"""Press commands in the quoted text of a message: they are not sent, and the answer says so.

Most of what is quoted is ours or was sent before, so no quoted line is ever executed. A command for press
that stands there may be meant all the same, by somebody who writes between quote marks.
"""

import re
from collections.abc import Iterator

from pbem.commands.context import refused
from pbem.commands.press.sending import SENDING
from pbem.commands.registry import PARSER
from pbem.core.sentences import sentence
from pbem.messages.script import Request
from pbem.reports import CommandResult

MOST_LINES = 400  # of the quoted text
MOST_TOLD = 3
IS_PRESS = re.compile(r"\W*(?:\w+\s+)?(?:(?:press|message)\s+to\s+\w|broadcast\b)", re.I)  # unlike "Press: 1"
OF_HELP = re.compile(r"\.\.\.|, GREY PRESS,")  # in the usage of commands, and above HELP PRESS


def not_sent(quotation: str) -> list[CommandResult]:
    """Return a refusal for each press command in the quoted text; none if it quotes a page of HELP."""
    if OF_HELP.search(quotation):
        return []
    found = [request for request in _commands_in(quotation) if request.word in SENDING]
    said = sentence("press", "in_quotation")
    return [refused(Request("", "", 0, request.written.strip()), said) for request in found[:MOST_TOLD]]


def _commands_in(quotation: str) -> Iterator[Request]:
    for line in quotation.splitlines()[:MOST_LINES]:
        request = PARSER.read_command(line) if IS_PRESS.match(line) else None
        if request is not None:
            yield request
