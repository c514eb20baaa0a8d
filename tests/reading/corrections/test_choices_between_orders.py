"""Orders with "or" between them, alone on a line or at the end of one, leave a choice: none is accepted."""

from collections.abc import Mapping

import pytest

from adjudicator.core.game import REFUSED, TAKEN, Reading
from adjudicator.games import find

FACTS: Mapping[str, Mapping[str, object]] = {
    "standard": {"phase": "movement", "units": {"France": ("A Par", "A Mar"), "Germany": ("A Mun",)}},
    "hardbop": {"phase": "movement", "units": {"Gondor": ("A MTi", "A Leb")}},
    "downfall-xiii": {"phase": "movement", "turn": 4, "units": {"Gondor": ("A MTi", "A Pel")}},
}
ORDERS = {  # two for one unit, and one for another
    "standard": ("France", "A Par - Bur", "A Par H", "A Mar H"),
    "hardbop": ("Gondor", "A MTi - Osg", "A MTi H", "A Leb H"),
    "downfall-xiii": ("Gondor", "A MTi - Osg", "A MTi H", "A Pel H"),
}


def _read(key: str, text: str) -> Reading:
    power, first, second, other = ORDERS[key]
    lines = text.format(first=first, second=second, other=other).splitlines()
    return find(key).read(find(key).place(FACTS[key]), power, None, lines)


def _remedies(reading: Reading, kind: str) -> set[str]:
    return {line.remedy for line in reading.lines if line.verdict == REFUSED and kind in line.remedy}


@pytest.mark.parametrize("key", ORDERS)
@pytest.mark.parametrize(
    "text",
    [
        "{first}\nor\n{second}",
        "{first}\n\nor:\n\n{second}\n{other}",
        "{first}\n-- or --\n{second}\n{other}",
        "{first}\n(or)\n{second}",
        "{first}\nor alternatively\n{second}",
        "{first}\nalternatively\n{second}",
        "{first}\noder\n{second}",
        "{first}\nsinon\n{second}",
        "{first}\nelse\n{second}",
        "Either\n{first}\nor\n{second}",
        "{first} or\n{second}",
        "{other}\n{first}\nOr {second}",
        "{first}\nalternatively {second}",
    ],
)
def test_two_orders_with_or_between_them_are_refused_with_both_as_remedies(key: str, text: str) -> None:
    _, first, second, other = ORDERS[key]
    reading = _read(key, text)
    taken = [line.text for line in reading.lines if line.verdict == TAKEN]
    assert taken == ([other] if "{other}" in text else [])
    found = _remedies(reading, second[:5])
    assert found
    assert all(first in remedy and second in remedy for remedy in found)


@pytest.mark.parametrize("key", ORDERS)
@pytest.mark.parametrize(
    "text",
    [
        "{first}\nor\nA Xyz - Zyx",
        "{first}, alternatively {second}",
        "{first}\nor\n{second}\nor\n{other}",
    ],
)
def test_no_order_of_a_choice_counts(key: str, text: str) -> None:
    assert not any(line.verdict == TAKEN for line in _read(key, text).lines)


@pytest.mark.parametrize("key", ORDERS)
@pytest.mark.parametrize(
    "text",
    [
        "{first}\nor so",
        "{first}\nTell me whether you like that\nor\nnot.",
        "{first}\nOtherwise nothing is new here.",
        "{first}\nor",
        "{first}\nOr else!",
    ],
)
def test_an_or_between_other_words_leaves_the_order(key: str, text: str) -> None:
    assert ORDERS[key][1] in [line.text for line in _read(key, text).lines if line.verdict == TAKEN]


@pytest.mark.parametrize("key", ORDERS)
@pytest.mark.parametrize(
    "text", ["If Germany goes there, {first}?", "If he moves: {first}?", "What if {first}?", "{first}?"]
)
def test_a_question_with_a_condition_orders_nothing(key: str, text: str) -> None:
    assert not any(line.verdict == TAKEN for line in _read(key, text).lines)


@pytest.mark.parametrize("key", ORDERS)
def test_a_hesitant_withdrawal_is_asked_back(key: str) -> None:
    _, first, _, other = ORDERS[key]
    reading = _read(key, "{first}\n{other}\nmaybe cancel {first}")
    assert [line.text for line in reading.lines if line.verdict == TAKEN] == [other]
    assert reading.lines[-1].remedy == f"Did you mean CANCEL {first} or {first}?"


@pytest.mark.parametrize(
    "text",
    [
        "Diplomacy Italy forward, alternatively Bulgaria forward",
        "Diplomacy Italy forward\nor\nDiplomacy Bulgaria forward",
        "Diplomacy Italy forward\nalternatively Diplomacy Bulgaria forward",
    ],
)
def test_a_choice_of_actions_is_refused(text: str) -> None:
    game = find("empires")
    state = game.place({"turn": 1})
    lines = game.read(state, "Germany", None, text.splitlines()).lines
    assert not any(line.verdict == TAKEN for line in lines)
