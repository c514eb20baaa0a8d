"""Motions to end a game early: a draw of all Powers, or a victory that the others concede."""

from adjudicator.core.game import Motion
from adjudicator.empires.ground import BOARD, POWERS, Power, enemies, own_side
from adjudicator.empires.position import Position
from adjudicator.empires.resolve.victory import hands

COALITIONS = tuple(dict.fromkeys(power.coalition for power in BOARD.powers.values()))


def motions(position: Position) -> tuple[Motion, ...]:
    """Return the motions open to the players; none once the game is over."""
    if position.over:
        return ()
    players = (_player(powers) for powers in hands(position))
    return (_draw(), *(_coalition(name) for name in COALITIONS), *players)


def _draw() -> Motion:
    return Motion(
        "draw", "The game ends in a draw shared by all four Powers. All must agree.", POWERS, POWERS
    )


def _coalition(name: str) -> Motion:
    powers = own_side(next(power for power, facts in BOARD.powers.items() if facts.coalition == name))
    sentence = f"{' and '.join(powers)} share the victory. Both Powers of the other coalition must agree."
    return Motion(f"concede {name}", sentence, enemies(powers[0]), powers)


def _player(powers: tuple[Power, ...]) -> Motion:
    others = tuple(power for power in POWERS if power not in powers)
    sentence = f"The player of {' and '.join(powers)} wins. All other Powers must agree."
    return Motion(f"concede {powers[0]}", sentence, others, powers)
