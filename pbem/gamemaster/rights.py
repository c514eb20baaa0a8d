"""The rights of deputies: all GM actions except those about deputies, in groups.

Each action declares its group (`GmAction.right`). A game master writes actions, groups, or "everything".
"""

import re
from collections.abc import Sequence

from pbem.core.sentences import sentence
from pbem.gamemaster import (
    announcements,
    approvals,
    become,
    clock,
    failed_messages,
    game_end,
    looking,
    observers,
    people,
    poll_actions,
    reminding,
    rule_changes,
    seat_swaps,
    seats,
    start,
    table_status,
    views,
)
from pbem.gamemaster.repairs import (
    corrections,
    preview_run,
    reopening,
    rollback,
    rollforward,
    undone_corrections,
)
from pbem.tables.gm_actions import GmAction, NotDone

ACTIONS: Sequence[GmAction] = (
    *table_status.ACTIONS,
    *people.ACTIONS,
    *views.ACTIONS,
    *looking.ACTIONS,
    *failed_messages.ACTIONS,
    *clock.ACTIONS,
    *preview_run.ACTIONS,
    *rollback.ACTIONS,
    *rollforward.ACTIONS,
    *reopening.ACTIONS,
    *corrections.ACTIONS,
    *undone_corrections.ACTIONS,
    *seats.ACTIONS,
    *seat_swaps.ACTIONS,
    *become.ACTIONS,
    *start.ACTIONS,
    *reminding.ACTIONS,
    *announcements.ACTIONS,
    *poll_actions.ACTIONS,
    *observers.ACTIONS,
    *rule_changes.ACTIONS,
    *game_end.ACTIONS,
    *approvals.ACTIONS,
)
ALWAYS = tuple(action.word for action in ACTIONS if action.right == "always")
GIVEN = tuple(action for action in ACTIONS if action.right not in ("always", "never"))
ALL = tuple(action.word for action in GIVEN)
GROUPS = {
    group: tuple(action.word for action in GIVEN if action.right == group)
    for group in dict.fromkeys(action.right for action in GIVEN)
}


def read_rights(text: str) -> tuple[str, ...]:
    """Return the actions that "extend, pause", "clock and words" or "everything" names. Raises NotDone."""
    pieces = [piece.strip().lower() for piece in re.split(r",|\band\b", text.rstrip(". ")) if piece.strip()]
    if pieces in (["everything"], ["all"], ["anything"]):
        return ALL
    found = [word for piece in pieces for word in _named(piece)]
    return tuple(word for word in ALL if word in found)


def _named(piece: str) -> Sequence[str]:
    for group, words in GROUPS.items():
        if piece == group:
            return words
    words = tuple(word for word in ALL if piece in (word.lower(), word.split()[0].lower()))
    if not words:
        known = [*(word.lower() for word in ALL), *GROUPS, "everything"]
        raise NotDone(sentence("deputies", "no_right", text=piece, known=known))
    return words
