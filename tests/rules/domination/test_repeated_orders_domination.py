"""Epic Domination: a second order for the same units further down in a message.

Position 804 is Red's: Militia at D1 and F8, 4 Knights and a Griffin at F8, 3 Knights at F10; Blue is at D2.
"""

from functools import partial

import pytest

from adjudicator.core.game import REFUSED
from tests.support.play.read_lines import orders_of, read_at

ABOVE = """\
Militia D1 - D2
3 Knights F10 - F9
Griffin F8 flies to D11
Build 4 Knights at F8

"""
MILITIA, KNIGHTS = "Militia from D1 to D2 Dawnport", "3 Knights from F10 Fenbridge to F9"
GRIFFIN, BUILD = "Griffin from F8 Fallowick to D11 Dunmere", "Build 4 Knights at F8 Fallowick"
ALL = {MILITIA, KNIGHTS, GRIFFIN, BUILD}
STAYS = "Militia at D1 holds"


_read = partial(read_at, "domination", "804")


def _taken(text: str) -> set[str]:
    return set(orders_of(_read(text)))


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("Forget about the attack: the Militia\nat D1 holds.", MILITIA, STAYS),
        ("Oh, the Militia on D1: no, leave it there after all.", MILITIA, STAYS),
        (
            "Hm, that's suicide. Forget that attack, Militia D1 stays at D1. The rest as above.",
            MILITIA,
            STAYS,
        ),
        ("On second thoughts the Militia at D1 stays where it is.", MILITIA, STAYS),
        ("Militia D1 holds after all.", MILITIA, STAYS),
        ("Correction: Militia D1 holds", MILITIA, STAYS),
        ("And no attack on D2 after all, the Militia stays at D1.", MILITIA, STAYS),
        ("PS Militia D1 - F10 instead", MILITIA, "Militia from D1 to F10 Fenbridge"),
        ("Sorry, I meant Griffin F8 - D12", GRIFFIN, "Griffin from F8 Fallowick to D12"),
        (
            "Cancel the move of the Fenbridge Knights, all 3 of them stay there. The others as written.",
            KNIGHTS,
            "3 Knights at F10 Fenbridge hold",
        ),
    ],
)
def test_a_second_order_marked_as_a_correction_replaces_the_first(text: str, old: str, new: str) -> None:
    assert _taken(ABOVE + text) == {*ALL - {old}, new}


@pytest.mark.parametrize("text", ["Militia D1 holds please", "please keep the Militia D1 at home"])
def test_two_orders_for_the_same_units_are_refused_with_a_question(text: str) -> None:
    read = _read(ABOVE + text)
    assert MILITIA not in {line.reading for line in read.lines} or STAYS not in _taken(ABOVE + text)


def test_calling_off_an_attack_leaves_no_move_to_that_space_in_force() -> None:
    text = ABOVE.replace("F10 - F9", "F10 - D2") + "Forget the attack on D2, Militia D1 stays at D1."
    assert _taken(text) == {STAYS, GRIFFIN, BUILD}


@pytest.mark.parametrize(
    "text",
    [
        "Make that 3 Knights at F8.",
        "And make it 3 Knights at Fallowick instead of 4, I want more Militia.",
        "Sorry, only 3 Knights at F8 please",
    ],
)
def test_builds_with_two_different_numbers_are_refused(text: str) -> None:
    assert _taken(ABOVE + text) == ALL - {BUILD}
    assert all(line.remedy for line in _read(ABOVE + text).lines if line.verdict == REFUSED)


@pytest.mark.parametrize(
    "text",
    [
        "3 Knights F10 - F9\nGriffin F8 flies to D11, it's free\nthe rest of F8 holds\nMilitia D1 holds",
        "3 of the 4 Knights F8 - F10\nthe other Knight F8 holds please",
        "Griffin F8 flies to D11\nGriffin D11 - D12",
    ],
)
def test_compatible_orders_are_left_alone(text: str) -> None:
    assert REFUSED not in {line.verdict for line in _read(text).lines}


def test_units_that_are_only_mentioned_are_not_built() -> None:
    text = f"{ABOVE}Look: there are 4 Knights and a Griffin in D2, what a sight!"
    assert _taken(text) == ALL


@pytest.mark.parametrize(
    ("second_thought", "is_kept"),
    [
        ("Hang on ... Knight stays in G7. Builds as above.", True),
        ("Hang on ... Knight stays in G7. The builds are unchanged", True),
        ("Hang on, no griffins. Builds as above", False),
    ],
)
def test_builds_as_above_stay_in_force_unless_the_correction_concerns_them(
    second_thought: str, is_kept: bool
) -> None:
    reading = read_at("domination", "2312", f"Knight G7 - B6\nBuild 2 Griffin G7\n{second_thought}")
    assert ("Build 2 Griffins at G7 Goldhollow" in orders_of(reading)) == is_kept
