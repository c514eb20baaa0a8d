"""Name the turn, list who owes orders, and propose how the game can end by agreement."""

from adjudicator.core.game import Due, Motion
from adjudicator.domination.position import (
    CASE,
    PHASES,
    TABLE,
    Position,
    cities_to_win,
    data_of,
    income,
    is_out,
)
from adjudicator.domination.sentences import group, say

TITLES_OF_ONE = group("phase_titles_of_one")  # where one player orders after the other
ONE_BY_ONE = ("move", "magic", "build")


def scheme(position: Position) -> str:
    return data_of(position).mail.scheme


def skips_empty_phases(position: Position) -> bool:
    """Return whether players with nothing to do owe no orders; 11.3. Not at tables older than that rule."""
    return scheme(position) == TABLE and bool(data_of(position).mail.setup)


def is_one_by_one(position: Position) -> bool:
    """Return whether only the first of the acting players orders now; 11.3, 11.4."""
    if position.phase == "start":
        return data_of(position).mail.start == "in order" and scheme(position) != CASE
    return position.phase in ONE_BY_ONE and scheme(position) == TABLE


def acting_now(position: Position) -> tuple[str, ...]:
    return position.acting[:1] if is_one_by_one(position) else position.acting


def title(position: Position) -> str:
    """Return the title as printed: "Turn 3", "Turn 3: Red's moves"."""
    plain = PHASES[position.phase].title.format(turn=position.turn)
    if not is_one_by_one(position) or not position.acting:
        return plain
    return TITLES_OF_ONE[position.phase].format(turn=position.turn, player=position.acting[0])


def due(position: Position) -> Due:
    owed = {} if position.over else {player: _owed(position, player) for player in acting_now(position)}
    return Due(
        turn=title(position),
        number=position.number,
        phase=position.phase,
        owed=owed,
        over=position.over,
        winners=position.winners,
        runs_when_met=skips_empty_phases(position) and not position.over,
    )


def _owed(position: Position, player: str) -> str:
    own = income(position, player)
    return PHASES[position.phase].owed.format(income=own, money=max(0, own - position.spent.get(player, 0)))


def motions(position: Position) -> tuple[Motion, ...]:
    """Propose a draw of all players who are not out."""
    if position.over:
        return ()
    alive = tuple(
        player for player in position.settings.seats if not position.turn or not is_out(position, player)
    )
    return (Motion("draw", say("draw"), alive, alive),)


def goal(position: Position) -> str:
    return say("cities_win", number=cities_to_win(position.settings))
