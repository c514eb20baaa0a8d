"""Motions to end a game early: a draw of all Powers, or a victory that the others concede."""

from adjudicator.core.game import Motion
from adjudicator.core.language.words import listed
from adjudicator.empires.ground import BOARD, POWERS, Power, enemies, own_side
from adjudicator.empires.position import Position
from adjudicator.empires.resolve.victory import hands
from adjudicator.empires.sentences import say

COALITIONS = tuple(dict.fromkeys(power.coalition for power in BOARD.powers.values()))


def motions(position: Position) -> tuple[Motion, ...]:
    """Return the motions open to the players; none once the game is over."""
    if position.over:
        return ()
    players = (_player(powers) for powers in hands(position))
    return (_draw(), *(_coalition(name) for name in COALITIONS), *players)


def _draw() -> Motion:
    return Motion("draw", say("draw"), POWERS, POWERS)


def _coalition(name: str) -> Motion:
    powers = own_side(next(power for power, facts in BOARD.powers.items() if facts.coalition == name))
    sentence = say("coalition_wins", powers=listed(powers, "and"))
    return Motion(f"concede {name}", sentence, enemies(powers[0]), powers)


def _player(powers: tuple[Power, ...]) -> Motion:
    others = tuple(power for power in POWERS if power not in powers)
    sentence = say("player_wins", powers=listed(powers, "and"))
    return Motion(f"concede {powers[0]}", sentence, others, powers)
