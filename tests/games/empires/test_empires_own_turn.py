"""S.11: conditions are decided when the turn begins; one that waits for the turn itself is warned of."""

import pytest

from adjudicator.empires import game

FACTS = {
    "phase": "Russia",
    "turn": 3,
    "units": {
        "Russia": ["2 Armies Warsaw", "Army Kamenets", "Army Odessa"],
        "Austria-Hungary": ["Army Lutsk reduced"],
        "Germany": ["Army Warsaw"],
    },
    "state": {"control": {"Lutsk": "Austria-Hungary"}},
}
ATTACK = ("ACTIVATE", "Army Kamenets - Lutsk attacks")


def warned(*lines: str) -> list[str]:
    found = game.read(game.place(FACTS), "Russia", None, lines)
    return [note.partition(": this is decided")[0] for note in found.warnings if "this is decided" in note]


@pytest.mark.parametrize(
    "condition", ["Lutsk is mine", "Lutsk is ours", "no enemy is in Lutsk", "the attack on Lutsk succeeded"]
)
def test_a_condition_on_the_result_of_a_line_above_it_is_warned_of(condition: str) -> None:
    assert warned(*ATTACK, f"IF {condition}: Army Odessa - Kamenets") == [f'"{condition}"']
    as_heading = (f"IF {condition}:", "ENTRENCH Warsaw", "OTHERWISE:", "MISSIONS")
    assert warned(*ATTACK, *as_heading) == [f'"{condition}"']


@pytest.mark.parametrize(
    "lines",
    [
        ("IF Lutsk is mine: ENTRENCH Warsaw", *ATTACK),
        ("IF the enemy is in Lutsk:", *ATTACK),
        (*ATTACK, "IF Lutsk is not ours: ENTRENCH Warsaw"),
        (*ATTACK, "IF Brussels is ours: ENTRENCH Warsaw"),
    ],
)  # fmt: skip
def test_conditions_on_the_board_before_the_turn_are_not(lines: tuple[str, ...]) -> None:
    assert warned(*lines) == []
