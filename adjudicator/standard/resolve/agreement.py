"""Agreements of the players to end the game. Standard 14."""

from adjudicator.core.game import Motion
from adjudicator.core.position import Position
from adjudicator.standard.resolve.board_tables import Tables
from adjudicator.standard.sentences import say


def survivors(board: Tables, position: Position) -> tuple[str, ...]:
    """Return the powers with a unit, even one that must retreat, or a supply centre.  13.2"""
    alive = {unit.power for unit in position.units} | {row.unit.power for row in position.dislodged}
    alive |= set(position.owners.values())
    return tuple(power for power in board.map.powers if power in alive)


def motions(board: Tables, position: Position) -> tuple[Motion, ...]:
    """Return a draw, and a concession to each survivor, while the game goes on."""
    if position.over:
        return ()
    alive = survivors(board, position)
    return (_draw(alive), *(_concession(power, alive) for power in alive))


def _draw(alive: tuple[str, ...]) -> Motion:
    """Return the motion for a draw.  14.1"""
    return Motion("draw", say("draw", powers=", ".join(alive)), alive, alive)


def _concession(power: str, alive: tuple[str, ...]) -> Motion:
    """Return the motion to concede the game to *power*.  14.2"""
    others = tuple(one for one in alive if one != power)
    sentence = say("concession", power=power, others=", ".join(others))
    return Motion(f"concede {power}", sentence, others, (power,))
