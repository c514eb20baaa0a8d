"""RECRUIT below another action is refused (7.3, 7.4), and the answer offers the sheet with it first."""

from collections.abc import Sequence

import pytest

from adjudicator.core.game import REFUSED, TAKEN, Reading
from tests.rules.empires.test_implied_headings_empires import GAME, _state


def _read(*lines: str) -> Reading:
    return GAME.read(_state({}), "Germany", None, list(lines))


def test_the_answer_offers_the_sheet_with_recruit_first() -> None:
    """7.4: the actions are carried out in the order written, so the player must move RECRUIT."""
    found = _read("ACTIVATE", "Cologne - Frankfurt", "RECRUIT", "full in Berlin", "MISSIONS")
    assert [line.verdict for line in found.lines if "RECRUIT" in line.text] == [REFUSED]
    assert found.offer == (
        "RECRUIT",
        "full in Berlin",
        "ACTIVATE",
        "Army Cologne - Frankfurt",
        "MISSIONS",
    )
    again = GAME.read(_state({}), "Germany", found.orders, list(found.offer))
    assert all(line.verdict == TAKEN for line in again.lines)
    assert again.offer == ()


def test_a_numbered_list_with_new_armies_is_one_recruit() -> None:
    found = _read(
        "1. Activate",
        "  a) Cologne - Frankfurt",
        "2. Recruit",
        "  a) full Berlin",
        "  b) new reduced in Munich",
    )
    assert found.offer[:3] == ("RECRUIT", "full in Berlin", "reduced in Munich")


@pytest.mark.parametrize(
    "lines",
    [
        ("RECRUIT full in Berlin", "MISSIONS"),  # legal as it is
        ("MISSIONS", "RECRUIT full in Verdun"),  # refused in any place
        ("MISSIONS", "RECRUIT full in Berlin", "RECRUIT full in Munich"),  # which of the two comes first?
        ("MISSIONS", "PASS", "RECRUIT full in Berlin"),  # nothing may follow PASS
        ("MISSIONS", "RECRUIT full in Berlin", "PAUSE"),  # the first part is carried out at once
        ("IF Warsaw is ours: MISSIONS", "ENTRENCH Metz", "RECRUIT full in Berlin"),
    ],
)
def test_nothing_is_offered_if_the_place_of_recruit_is_not_the_only_mistake(lines: Sequence[str]) -> None:
    assert _read(*lines).offer == ()


def test_nothing_is_offered_that_would_lose_an_accepted_order() -> None:
    """Reinforced first, the reduced army that supports the attack would be a full one."""
    units = {
        "Germany": ["Army Metz", "Army Metz reduced"],
        "Franco-British": ["French Army Nancy"],
        "Russia": ["Army Warsaw"],
    }
    state = GAME.place({"units": units, "phase": "Germany", "turn": 8})
    attack = "full Army Metz - Nancy attacks with reduced Army Metz"
    found = GAME.read(
        state, "Germany", None, ["ACTIVATE", attack, "RECRUIT", "reinforce Metz", "full in Berlin"]
    )
    assert [line.verdict for line in found.lines if line.text == attack] == [TAKEN]
    assert found.offer == ()
