"""Decide proposed changes of the house rules by the players' answers.

A change is made when every player has agreed to it, and dropped as soon as one refuses. It is announced like
any other change of the rules; who refused is published only if votes are open.
"""

from collections.abc import Sequence

from sqlmodel import Session

from pbem.commands.context import SeatCommandContext, done
from pbem.commands.voting import polls
from pbem.core.sentences import Words, sentence
from pbem.messages.script import Request
from pbem.reports import CommandResult
from pbem.store.game_tables import seats_of
from pbem.store.player_tables import Poll
from pbem.store.rows import id_of
from pbem.tables import rule_changes
from pbem.tables.gm_actions import GmContext, GmRequest, NotDone
from pbem.tables.house_rules import house_rules

WORD = "SET"  # in the GM log


def answer(acting: SeatCommandContext, request: Request) -> CommandResult | None:
    """Answer the open poll, and carry out a decision; None if VOTE is about a motion of the game."""
    poll = polls.open_poll(acting.session, acting.at.table.key)
    result = polls.answer(acting, request)
    if result is None or poll is None or not poll.change:
        return result
    decided = _decided(acting, poll)
    return done(request, *decided) if decided else result


def _decided(acting: SeatCommandContext, poll: Poll) -> Sequence[Words]:
    """Return what the answers so far have decided; None while the question is open."""
    chosen = {row.power: row.choice for row in polls.rows_of(acting.session, poll)}
    if polls.REFUSE in chosen.values():
        against = [power for power, choice in chosen.items() if choice == polls.REFUSE]
        return _dropped(acting, poll, sorted(against))
    if have_all_agreed(acting.session, poll):
        return _made(acting, poll)
    return ()


def have_all_agreed(session: Session, poll: Poll) -> bool:
    """Return whether each player has agreed; for a player with several powers, one answer is enough."""
    agreed = {row.power for row in polls.rows_of(session, poll) if row.choice == polls.AGREE}
    players: dict[str, bool] = {}
    for seat in seats_of(session, poll.table_key):
        players[seat.address] = players.get(seat.address, False) or seat.power in agreed
    return bool(players) and all(players.values())


def _made(acting: SeatCommandContext, poll: Poll) -> Sequence[Words]:
    gm, request = _as_asked(acting, poll)
    poll.closed_utc = acting.visit.now
    try:
        change = rule_changes.checked(gm, poll.change["key"], poll.change["value"])
        rule_changes.make(gm, request, change)
    except NotDone as fault:  # the rules have changed since the question was asked
        gm.write_down(request, fault.why, for_bulletin=True)
        return [fault.why]
    return [sentence("rule_votes", "made", key=change.key, value=change.value)]


def _dropped(acting: SeatCommandContext, poll: Poll, refusing: Sequence[str]) -> Sequence[Words]:
    gm, request = _as_asked(acting, poll)
    poll.closed_utc = acting.visit.now
    is_open = house_rules(acting.at.table).votes == "open"
    shown = [*map(gm.named, refusing)] if is_open else []
    dropped = sentence("rule_votes", "dropped", question=poll.question, powers=shown)
    gm.write_down(request, dropped, for_bulletin=True)
    gm.notify_table(request, "rule_vote_dropped", question=poll.question, powers=shown)
    return [dropped]


def _as_asked(acting: SeatCommandContext, poll: Poll) -> tuple[GmContext, GmRequest]:
    """Return who acts and by which line: the game master who asked, and the deciding message."""
    visit = acting.visit
    gm = GmContext(
        visit.session, visit.office, acting.at.table, poll.change["by"], id_of(visit.stored), visit.now
    )
    return gm, GmRequest(WORD, (poll.change["key"], poll.change["value"]), poll.change["reason"])
