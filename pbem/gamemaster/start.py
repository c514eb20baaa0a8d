"""BEGIN: start a table before it is full. NEW TABLE: open another one."""

from collections.abc import Sequence

from pbem.commands.seats import joining, new_table
from pbem.core.sentences import Words, sentence
from pbem.store.game_tables import seats_of
from pbem.store.states import FORMING
from pbem.tables import opening
from pbem.tables.gm_actions import THE_GAME, GmAction, GmContext, GmRequest, NotDone


def begin(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Start the game with those who have joined: BEGIN."""
    table, session = gm.table, gm.session
    if table.state != FORMING:
        raise NotDone(sentence("gm_start", "has_begun", table=table.key, state=table.state))
    if not joining.applicants_of(session, table.key):
        raise NotDone(sentence("gm_start", "nobody", table=table.key))
    joining.begin(session, gm.office, table, gm.now)
    seated = [seat.power for seat in seats_of(session, table.key)]
    empty = [power for power in opening.powers_of(gm.office, table) if power not in seated]
    gm.write_down(request, sentence("gm_start", "logged", empty=empty), for_bulletin=True)
    return [
        sentence(
            "gm_start", "begins", table=table.key, deadline=table.deadline_utc, zone=table.zone, empty=empty
        )
    ]


ACTIONS = (
    GmAction("BEGIN", rf"(?:begin|start){THE_GAME}(?:\s+now)?", begin, "clock"),
    GmAction("NEW TABLE", r"new\s+(?:table|game)(?:[\s:]+(.{1,300}))?", new_table.of_gm, has_text=True),
)
