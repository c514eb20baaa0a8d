"""An order with supporters says which of them leave their zones. 9.0.1, 9.2.19"""

import pytest

from adjudicator.core.game import NOTED, TAKEN
from adjudicator.empires import game

FACTS = {
    "phase": "Germany",
    "turn": 5,
    "units": {
        "Germany": ["Army Minsk", "3 Army Warsaw", "Army Lublin"],
        "Russia": ["Army Brest-Litovsk", "Army Lublin"],
    },
}


@pytest.mark.parametrize(
    ("line", "supported"),
    [
        ("Army Warsaw - Lublin attacks with Army Lublin", "supported by Army Lublin"),
        (
            "Army Minsk - Brest-Litovsk attacks with Army Warsaw",
            "supported by Army Warsaw, which moves there too",
        ),
        (
            "Army Minsk - Brest-Litovsk attacks with 2 Army Warsaw",
            "supported by 2 Armies Warsaw, which move there too",
        ),
        (
            "Army Warsaw - Lublin attacks with Army Warsaw, Army Lublin",
            "supported by Army Lublin and by Army Warsaw, which moves there too",
        ),
    ],
)
def test_the_reading_says_which_supporters_move_and_can_be_sent_back(line: str, supported: str) -> None:
    state = game.place(FACTS)
    reading = game.read(state, "Germany", None, ["ACTIVATE", line]).lines[1].reading
    assert reading.endswith(f"attacks, {supported}")
    again = game.read(state, "Germany", None, ["ACTIVATE", f"{reading}."])
    assert again.lines[1].reading == reading
    assert {one.verdict for one in again.lines} <= {TAKEN, NOTED}


def test_the_answer_says_which_army_is_ceded_though_the_line_does_not() -> None:
    """14.1"""
    state = game.place({**FACTS, "state": {"control": {"Warsaw": "Germany"}}})
    found = game.read(state, "Germany", None, ["ACTIVATE", "Army Warsaw - Krakow", "Army Warsaw - Posen"])
    note = "The German army that ends in Krakow is ceded to Austria-Hungary (RULES 14.1)."
    assert [one for one in found.warnings if "ceded" in one] == [note]
