"""`solve` resolves circular questions, and standard movement agrees with a literal reference resolver.

POSITIONS=20000 in the environment tries more random battles.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from random import Random

import pytest

from adjudicator.core.solving import NO, OPEN, YES, solve
from adjudicator.standard import game
from adjudicator.standard.language.orders import Action
from adjudicator.standard.resolve.decisions import resolve
from adjudicator.standard.resolve.strengths import NOBODY
from tests.support.play.random_movements import battle, sea_battle
from tests.support.play.reference_resolver import Reference, province

POSITIONS = int(os.environ.get("POSITIONS", "500"))
PARTS = 8

Formula = Callable[[list[bool]], bool]


def equations(answers: list[int], formulas: Sequence[Formula]) -> Callable[[int], int]:
    """Return a function that decides a question by trying all answers to the open ones."""

    def decide(question: int) -> int:
        others = [number for number, answer in enumerate(answers) if answer == OPEN and number != question]
        results = set()
        for way in range(2 ** len(others)):
            values = [answer == YES for answer in answers]
            for bit, number in enumerate(others):
                values[number] = bool(way >> bit & 1)
            results.add(formulas[question](values))
        return OPEN if len(results) > 1 else YES if results.pop() else NO

    return decide


def solved(
    formulas: Sequence[Formula],
    back_up: Callable[[Sequence[int]], Iterable[tuple[int, int]]] = lambda _: [],
) -> list[int]:
    answers = [OPEN] * len(formulas)
    everybody = [[other for other in range(len(formulas)) if other != own] for own in range(len(formulas))]
    solve(answers, equations(answers, formulas), everybody, back_up)
    return answers


def test_questions_that_do_not_depend_on_each_other_need_no_guess() -> None:
    assert solved([lambda v: not v[1], lambda _: True]) == [NO, YES]


def test_a_circle_with_two_answers_goes_to_the_back_up_rule() -> None:
    asked: list[Sequence[int]] = []

    def all_succeed(knot: Sequence[int]) -> list[tuple[int, int]]:
        asked.append(tuple(knot))
        return [(question, YES) for question in knot]

    assert solved([lambda v: v[1], lambda v: v[0]], all_succeed) == [YES, YES]
    assert asked == [(0, 1)]


def test_a_circle_without_an_answer_goes_to_the_back_up_rule() -> None:
    assert solved([lambda v: not v[1], lambda v: v[0]], lambda knot: [(knot[0], NO)]) == [NO, NO]


def test_the_only_answer_of_a_circle_is_found_by_nested_guesses() -> None:
    """A guess at the first question leaves the other two open, which depend on each other."""
    formulas: list[Formula] = [
        lambda v: not v[1] and not v[2],
        lambda v: v[0] != v[2],
        lambda v: v[0] != v[1],
    ]
    assert fitting(formulas) == [[NO, YES, YES]]
    assert solved(formulas) == [NO, YES, YES]


def fitting(formulas: Sequence[Formula]) -> list[list[int]]:
    """Return all combinations of answers that contradict no formula."""
    ways = product((NO, YES), repeat=len(formulas))
    return [
        list(way)
        for way in ways
        if all(
            formula([answer == YES for answer in way]) == (answer == YES)
            for formula, answer in zip(formulas, way, strict=True)
        )
    ]


def test_a_back_up_rule_that_settles_nothing_raises() -> None:
    with pytest.raises(ValueError, match="settled none"):
        solved([lambda v: v[1], lambda v: v[0]])


def test_answers_given_in_advance_do_not_change() -> None:
    answers = [YES, OPEN]
    solve(answers, equations(answers, [lambda _: False, lambda v: v[0]]), [[1], []], lambda _: [])
    assert answers == [YES, YES]


def orders_of(seed: int) -> list[Action]:
    random = Random(seed)
    return battle(random) if seed % 2 else sea_battle(random)


def compared(seed: int) -> int:
    """Compare the two resolvers on one battle and return how many orders were compared."""
    orders = orders_of(seed)
    facts = Reference(orders).solve()
    resolved = resolve(game.board, tuple(order.unit for order in orders), orders)
    compared = 0
    for unit, order in enumerate(orders):
        kind = "move" if resolved.targets[unit] != NOBODY else "support"
        expected = facts.get((kind, province(order.unit.place)))
        if expected is not None:
            assert (resolved.answers[unit] == YES) == expected, (seed, order)
            compared += 1
    return compared


@pytest.mark.parametrize("part", range(PARTS))
def test_agrees_with_the_reference_on_random_battles(part: int) -> None:
    assert sum(compared(seed) for seed in range(part, POSITIONS, PARTS)) > POSITIONS // PARTS


def test_the_random_battles_include_the_cases_that_other_engines_get_wrong() -> None:
    """Otherwise agreement on them would prove little."""
    found = {"paradox": 0, "help against own": 0, "the same by convoy": 0, "swap": 0, "head to head": 0}
    for seed in range(400):
        orders = orders_of(seed)
        reference, resolved = (
            Reference(orders),
            resolve(game.board, tuple(order.unit for order in orders), orders),
        )
        found["paradox"] += len(resolved.paradox)
        for helper, helped in reference.supports.items():
            victim = reference.moves.get(helped, "")
            if victim in reference.orders and reference.power(victim) == reference.power(helper):
                found["help against own"] += 1
                found["the same by convoy"] += helped in reference.convoyed
        for at in reference.moves:
            facing = reference.moves.get(reference.moves[at]) == at
            found["swap"] += facing and at in reference.convoyed
            found["head to head"] += reference.is_head_to_head(at)
    assert min(found.values()) >= 5, found
