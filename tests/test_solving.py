"""Does the resolver agree with the definitions, and does `solve` untie knots as it says?"""

import os
from random import Random

import pytest

from adjudicator.solving import NO, OPEN, YES, solve
from adjudicator.standard.movement import NOBODY, resolve
from tests.battles import battle, sea_battle
from tests.reference import Reference, province

POSITIONS = int(os.environ.get("POSITIONS", "2000"))
PARTS = 8


def agree(seed: int) -> None:
    random = Random(seed)
    orders = battle(random) if seed % 2 else sea_battle(random)
    facts = Reference(orders).solve()
    resolved = resolve(orders)
    for unit, order in enumerate(orders):
        at = province(order.unit.place)
        kind = "move" if resolved.targets[unit] != NOBODY else "support"
        expected = facts.get((kind, at))
        if expected is not None:
            assert (resolved.answers[unit] == YES) == expected, (seed, order)


@pytest.mark.parametrize("part", range(PARTS))
def test_agrees_with_the_definitions_on_random_battles(part: int) -> None:
    for seed in range(part, POSITIONS, PARTS):
        agree(seed)
