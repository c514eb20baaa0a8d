"""The name of the turn, who owes a sheet, and how the game could end by agreement."""

from adjudicator.core.game import Due, Motion
from adjudicator.domination.position import (
    CASE,
    TABLE,
    Position,
    cities_to_win,
    data_of,
    income,
    is_out,
)

ONE_BY_ONE = ("move", "magic", "build")

TITLES = {
    "setup": "Set-up: the pieces",
    "claim": "Set-up: the claims",
    "start": "Starting builds",
    "turn": "Turn {turn}",
    "orders": "Turn {turn}: moves and battles",
    "draw": "Turn {turn}: the cards",
    "move": "Turn {turn}: moves",
    "magic": "Turn {turn}: magic",
    "combat": "Turn {turn}: battles",
    "build": "Turn {turn}: builds",
}
OWED = {
    "setup": "a list of pieces",
    "claim": "a list of spaces",
    "start": "a starting build for {income}",
    "turn": "a sheet for the turn",
    "orders": "moves and preferences",
    "draw": "nothing",
    "move": "moves",
    "magic": "spells",
    "combat": "a casualty choice",
    "build": "builds for {money}",
}


def scheme(position: Position) -> str:
    return data_of(position).mail.scheme


def is_one_by_one(position: Position) -> bool:
    """Does only the first of those who act mail now?  11.3, 11.4"""
    if position.phase == "start":
        return data_of(position).mail.start == "in order" and scheme(position) != CASE
    return position.phase in ONE_BY_ONE and scheme(position) == TABLE


def acting_now(position: Position) -> tuple[str, ...]:
    return position.acting[:1] if is_one_by_one(position) else position.acting


def title(position: Position) -> str:
    """As printed: "Turn 3", "Turn 3: Red's moves"."""
    plain = TITLES[position.phase].format(turn=position.turn)
    if not is_one_by_one(position) or not position.acting:
        return plain
    before, _, what = plain.rpartition(": ")
    whose = f"{position.acting[0]}'s {what[:1].lower()}{what[1:]}"
    return f"{before}: {whose}" if before else whose


def due(position: Position) -> Due:
    owed = {} if position.over else {player: _owed(position, player) for player in acting_now(position)}
    return Due(
        turn=title(position),
        number=position.number,
        phase=position.phase,
        owed=owed,
        over=position.over,
        winners=position.winners,
        motions=_motions(position),
    )


def _owed(position: Position, player: str) -> str:
    own = income(position, player)
    return OWED[position.phase].format(income=own, money=max(0, own - position.spent.get(player, 0)))


def _motions(position: Position) -> tuple[Motion, ...]:
    """All who still play may share the game; nobody may be shut out of it."""
    if position.over:
        return ()
    alive = tuple(
        player for player in position.settings.seats if not position.turn or not is_out(position, player)
    )
    return (Motion("draw", "All who still have spaces or units share the game.", alive, alive),)


def goal(position: Position) -> str:
    return f"{cities_to_win(position.settings)} cities win"
