"""Rule cases of Domination fail when the deck, the slots or the number of dice differ."""

from pathlib import Path
from typing import Any

import pytest

from adjudicator.case_files import Case, load
from adjudicator.cases import check
from adjudicator.games import find

FOLDER = Path(__file__).parents[2] / "cases" / "domination"
CASES = {case.id: case for path in FOLDER.glob("*.toml") for case in load(path)}


def with_state_after(case: Case, **changed: Any) -> Case:
    return case._replace(expected={**case.expected, "state_after": changed})


@pytest.mark.parametrize(
    ("id_", "key", "wrong"),
    [
        ("dom.8.3.discards-are-shuffled", "deck", ["Recall", "Ward"]),
        ("dom.2.3.bordering-cities-swap", "slots", ["F", "C"]),
    ],
)
def test_a_case_checks_the_order_of_the_deck_and_the_slots(id_: str, key: str, wrong: list[str]) -> None:
    assert [found.what for found in check(with_state_after(CASES[id_], **{key: wrong}), find)] == [
        f"state_after, {key}"
    ]


def test_a_case_ignores_the_order_of_a_hand() -> None:
    case = with_state_after(CASES["dom.8.2.cards-per-turn"], hand={"Red": ["Mist", "Ward"]})
    assert check(case, find) == ()


def test_a_case_with_unused_dice_fails() -> None:
    case = CASES["dom.5.1.empty-space-falls"]._replace(dice=(7, 8))
    assert [(found.what, found.came) for found in check(case, find)] == [("dice", "left over: 7, 8")]


def test_units_may_be_listed_one_by_one() -> None:
    case = CASES["dom.5.3.no-second-round"]
    twice = CASES["dom.4.12.two-berths"]._replace(
        expected={"after": {"Red": ("Militia A9", "Militia A9", "Militia A10", "Transport Ship A9")}}
    )
    assert (check(case, find), check(twice, find)) == ((), ())
