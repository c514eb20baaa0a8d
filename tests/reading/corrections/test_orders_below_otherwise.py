"""Orders below a condition and below "Otherwise:" are refused together, each with the other as a remedy."""

import pytest

from adjudicator.core.game import REFUSED, REMARK, TAKEN, Reading
from adjudicator.games import find
from tests.reading.corrections.test_choices_between_orders import FACTS, ORDERS


def _read(key: str, text: str) -> Reading:
    power, first, second, other = ORDERS[key]
    lines = text.format(first=first, second=second, other=other).splitlines()
    return find(key).read(find(key).place(FACTS[key]), power, None, lines)


def _taken(reading: Reading) -> list[str]:
    return [line.text for line in reading.lines if line.verdict == TAKEN]


@pytest.mark.parametrize("key", ORDERS)
@pytest.mark.parametrize(
    "text",
    [
        "If Bree is not empty:\n{first}\nOtherwise:\n{second}",
        "If Bree is not empty:\n{first}\n\nOtherwise:\n{second}\n\n{other}",
        "If Bree is empty\n  {first}\nelse\n  {second}",
        "If he comes:\n- {first}\nIf not:\n- {second}",
        "If he comes:\n{first}\nIn all other cases:\n{second}",
        "When he comes:\n{first}\nIn any other case:\n{second}",
        "Falls er kommt:\n{first}\nSonst:\n{second}",
        "S'il vient:\n{first}\nDans le cas contraire:\n{second}",
    ],
)
def test_both_blocks_are_refused_with_both_as_remedies(key: str, text: str) -> None:
    _, first, second, other = ORDERS[key]
    reading = _read(key, text)
    assert _taken(reading) == ([other] if "{other}" in text else [])
    refused = [line for line in reading.lines if line.verdict == REFUSED and first[:5] in line.text]
    assert [line.remedy for line in refused if line.text.endswith((first, second))] == [
        f"Did you mean {first} or {second}?"
    ] * 2


@pytest.mark.parametrize("key", ORDERS)
@pytest.mark.parametrize(
    "text",
    [
        "If he comes: {first}.\nOtherwise:\n{second}",
        "If he comes: {first}\nOtherwise: {second}",
        "Case 1 (he comes):\n{first}\nCase 2 (he does not):\n{second}",
        "If he comes:\n{first}\nOtherwise:\n{second}\n{other}",
    ],
)
def test_no_order_of_either_block_counts(key: str, text: str) -> None:
    assert _taken(_read(key, text)) == []


@pytest.mark.parametrize("key", ORDERS)
@pytest.mark.parametrize("text", ["If he comes:\n{first}\nOtherwise:\nit stays", "otherwise {second}"])
def test_a_line_after_otherwise_is_not_passed_over(key: str, text: str) -> None:
    verdicts = [line.verdict for line in _read(key, text).lines]
    assert verdicts[-1] == REFUSED


@pytest.mark.parametrize("key", ORDERS)
@pytest.mark.parametrize(
    "text",
    [
        "If anything is wrong, please tell me. Otherwise:\n{first}",
        "When you get this, please use:\n{first}",
        "If in doubt, ask me.\n\n{first}",
    ],
)
def test_what_is_no_condition_leaves_the_order(key: str, text: str) -> None:
    reading = _read(key, text)
    assert _taken(reading) == [ORDERS[key][1]]
    assert reading.lines[0].verdict == REMARK
