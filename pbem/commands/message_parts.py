"""Commands that mark how other lines of a message are meant: CLEAR, GAME, TURN and END.

They are not executed. The parser handles CLEAR and END, `pbem.messages.game_sections` GAME, and
`pbem.commands.answers.acceptance` TURN.
"""

from collections.abc import Iterator

from adjudicator.core.game import Card
from pbem.commands.command import ByGm, Command, Group
from pbem.commands.context import CommandContext, done, refused
from pbem.core.sentences import sentence
from pbem.messages.courtesies import is_courtesy
from pbem.messages.script import CLEAR, END, MORE, MOST_REQUESTS, TABLE, Request, Script
from pbem.reports import CommandResult

SIGN_ON = r"(sign\s?on\s+\S{2,60})(?:\s+\S{1,80}){0,3}"  # as on older judges: SIGNON France@std3 secret


def _refuse_more(_visit: CommandContext, request: Request) -> CommandResult:
    return refused(request, sentence("commands", "too_many", most=MOST_REQUESTS))


def cleared(script: Script, card: Card) -> Iterator[CommandResult]:
    """Yield for each CLEAR what it did, and which lines above it were not read."""
    for request in script.requests:
        if request.word == CLEAR:
            lines = [line for line in request.kept if not is_courtesy(line)]
            above = [sentence("commands", "above_clear", lines=lines)] if lines else []
            yield done(
                request, sentence("commands", "cleared", has_standing=card.has_standing_orders), *above
            )


COMMANDS = (
    Command(
        CLEAR,
        r"clear(?:\s+(?:all|orders|all orders|my orders))?()",
        group=Group.ORDERS,
        page="status",
        is_of_player=True,
    ),
    Command(
        TABLE,
        rf"(?:table|game)[\s:]+([a-z][a-z0-9-]*(?:[\s:,]+[a-z][\w'-]{{0,20}}){{0,2}})|{SIGN_ON}",
        changes=False,
        group=Group.READING,
        page="status",
        topics=("game", "signon", "sign on"),
        by_gm=ByGm.NO,
    ),
    Command(
        "TURN",
        r"turn[\s:]+([\w ,()]{1,40})|(next turn)",
        changes=False,
        group=Group.READING,
        page="status",
        by_gm=ByGm.NO,
    ),
    Command(
        END,
        r"(?:end|end\s?(?:press|broadcast|diary)|sign\s?off)()",
        changes=False,
        group=Group.READING,
        page="press",
    ),
)
MORE_COMMANDS = Command(
    MORE, r"(?!)", changes=False, group=Group.READING, run_as_guest=_refuse_more
)  # no line matches it: the parser adds it where it stops
