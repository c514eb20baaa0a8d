"""Positions of Downfall XIII of a given size, with orders, for the benchmark.

The ordinary units stand on random areas, one to an area, and belong to the powers in turn. The pieces are in
their starting places. Each call returns the same positions.
"""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Power
from adjudicator.downfall_xiii import DownfallXIII, ground, position
from adjudicator.downfall_xiii.position import Fate, Stack, State
from adjudicator.middle_earth.language import orders as actions
from adjudicator.middle_earth.language.orders import OrderSheet
from adjudicator.robots import random_games

SIZES = (15, 30, 45, 90)
POSITIONS = 20


_AREAS = tuple(place for place in ground.PROVINCES if place != ground.OFF)


class Crowd(NamedTuple):
    """A movement to adjudicate, as parsed values."""

    state: State
    sheets: Mapping[Power, OrderSheet]


def crowds(game: DownfallXIII, units: int) -> list[Crowd]:
    """Return `POSITIONS` movements with that number of *units*, not counting pieces."""
    return [_crowd(game, units, f"crowd {units} {number}") for number in range(POSITIONS)]


def _crowd(game: DownfallXIII, units: int, seed: str) -> Crowd:
    dice = SeededDice(seed, 0)
    begun = position.from_text(game.start({}, dice))
    places = sorted(_AREAS, key=lambda place: (dice.roll(1_000_000), place))[:units]
    stacks = sorted(
        Stack(ground.POWERS[number % len(ground.POWERS)], _kind(place), place)
        for number, place in enumerate(places)
    )
    state = msgspec.structs.replace(begun, turn=3, stacks=tuple(stacks), gandalf=Fate("away", 2))
    orders = random_games.random_orders(game, position.to_text(state), game.card.seats, dice)
    return Crowd(state, {power: actions.from_text(text) for power, text in orders.items()})


def _kind(place: str) -> str:
    return "F" if place in ground.WATER else "A"
