"""Reports of earlier turns on the page of a seat, as HISTORY shows them to its player.

Several phases may be run one after the other while the player has nothing to order: the report above is that
of the last one only.
"""

from collections.abc import Sequence
from typing import Any

from pbem.commands.context import SeatContext
from pbem.commands.lookup import history
from pbem.store.game_tables import AdjudicatedTurn
from pbem.store.states import DONE
from pbem.web.seat_page.messages import Received


def facts(at: SeatContext, turns: Sequence[AdjudicatedTurn], number: str) -> dict[str, Any]:
    """Return the turns to choose from, the latest first, and the report of the one with this number."""
    asked = next((turn for turn in turns if str(turn.number) == number), None)
    return {
        "past_turns": turns[::-1],
        "past": asked,
        "past_report": history.as_reported(at.game, asked, at.row.power) if asked else "",
    }


def is_run_since(turns: Sequence[AdjudicatedTurn], done: Received | None) -> bool:
    """Return whether a turn was run after a message was read, whose answer is about the turn before."""
    if done is None or done.state != DONE:
        return False
    return any(turn.adjudicated_utc > done.received_utc for turn in turns)
