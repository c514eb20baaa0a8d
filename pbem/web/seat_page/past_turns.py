"""Reports of earlier turns on the page of a seat, as HISTORY shows them to its player.

Several phases may be run one after the other while the player has nothing to order: the report above is that
of the last one only.
"""

from collections.abc import Sequence
from typing import Any

from adjudicator.core.game import Game
from pbem.commands.context import SeatContext
from pbem.commands.lookup import history
from pbem.store.game_tables import AdjudicatedTurn
from pbem.store.states import DONE
from pbem.web.seat_page.messages import Received


def facts(
    at: SeatContext, turns: Sequence[AdjudicatedTurn], number: str, done: Received | None
) -> dict[str, Any]:
    """Return the turns before the last to choose from, the latest first, and the report of that *number*.

    *done* is the message that was just sent.
    """
    asked = next((turn for turn in turns[:-1] if str(turn.number) == number), None)
    return {
        "past_turns": turns[:-1][::-1],
        "runs_before": since_own(at.game, turns, at.row.power),
        "is_run_since": is_run_since(turns, done),
        "past": asked,
        "past_report": history.as_reported(at.game, asked, at.row.power) if asked else "",
    }


def since_own(game: Game, turns: Sequence[AdjudicatedTurn], power: str) -> Sequence[AdjudicatedTurn]:
    """Return the turns before the last one, back to the latest in which *power* owed orders.

    Empty if that was the last one, whose report is on the page.
    """
    found: list[AdjudicatedTurn] = []
    for turn in reversed(turns):
        found.append(turn)
        due = game.due(turn.before) if turn.before else None
        if due is None or power in due.owed:
            return found[:0:-1]
    return ()


def is_run_since(turns: Sequence[AdjudicatedTurn], done: Received | None) -> bool:
    """Return whether a turn was run after a message was read, whose answer is about the turn before."""
    if done is None or done.state != DONE:
        return False
    return any(turn.adjudicated_utc > done.received_utc for turn in turns)
