"""Positions of Hardbop of a given size, with orders, for the benchmark.

Military Units stand on random spaces, one to a space, and belong to the powers in turn. The pieces, including
Gandalf and the Nazgul, are in their starting places. Each call returns the same positions.
"""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Game, Power
from adjudicator.hardbop import ground, position
from adjudicator.hardbop.position import Military, Personality, State
from adjudicator.hardbop.resolve.pieces.returns import FIRST_PLACES, OWNERS
from adjudicator.middle_earth.language import orders as actions
from adjudicator.middle_earth.language.orders import OrderSheet
from adjudicator.robots import random_games

POSITIONS = 20

_SPACES = tuple(p for p in ground.PROVINCES if p not in (ground.OFF, ground.ERECH) and p not in ground.MARSH)


class Crowd(NamedTuple):
    """A movement to adjudicate, as parsed values."""

    state: State
    sheets: Mapping[Power, OrderSheet]


def crowds(game: Game, units: int) -> list[Crowd]:
    """Return `POSITIONS` movements with that number of Military *units*."""
    return [_crowd(game, units, f"crowd {units} {number}") for number in range(POSITIONS)]


def _crowd(game: Game, units: int, seed: str) -> Crowd:
    dice = SeededDice(seed, 0)
    begun = position.from_text(game.start({}, dice))
    places = sorted(_SPACES, key=lambda place: (dice.roll(1_000_000), place))[:units]
    military = sorted(
        _unit(ground.POWERS[number % len(ground.POWERS)], place) for number, place in enumerate(places)
    )
    placed = [Personality(OWNERS[kind], kind, FIRST_PLACES[kind]) for kind in begun.unplaced]
    state = msgspec.structs.replace(
        begun,
        turn=3,
        set_up=False,
        military=tuple(military),
        personalities=tuple(sorted([*begun.personalities, *placed])),
        unplaced=(),
    )
    orders = random_games.random_orders(game, position.to_text(state), game.card.seats, dice)
    return Crowd(state, {power: actions.from_text(text) for power, text in orders.items()})


def _unit(power: Power, place: str) -> Military:
    riders = power == "Rohan" and place not in ground.WATER
    return Military(power, "F" if place in ground.WATER else "C" if riders else "A", place)
