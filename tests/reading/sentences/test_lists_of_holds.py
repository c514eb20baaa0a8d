"""Who holds, told as a list after a verb, a colon, or what is said of all others."""

import pytest

from adjudicator.core.game import REFUSED, TAKEN
from adjudicator.games import find

GAME = find("downfall-xiii")
UNITS = ("A CMi", "A Gor", "A Gun", "A Wil", "2A Bar", "Sauron Bar")
STATE = GAME.place({"phase": "movement", "turn": 3, "units": {"Mordor": UNITS}})
THREE = ["Army Central Mirkwood holds", "Army Gorgoroth holds", "Army Mount Gundabad holds"]


def _taken(text: str) -> list[str]:
    lines = GAME.read(STATE, "Mordor", None, text.split("\n")).lines
    assert not [line for line in lines if line.verdict == REFUSED], lines
    return [line.reading for line in lines if line.verdict == TAKEN]


@pytest.mark.parametrize(
    "text",
    [
        "CMi, Gor, Gun: all H",
        "CMi, Gor and Gun std.",
        "CMi, Gor, Gun: H",
        "Everything else stays where it is: Central Mirkwood, Gorgoroth\nand Gundabad.",
        "All others stay where they are, that would be Central Mirkwood,\nGorgoroth and Gundabad.",
        "The rest hold (CMi, Gor, Gun).",
        "No change at CMi, Gor, Gun (hold).",
        "central mirkwood, the army in gorgoroth and gundabad dont move",
    ],
)
def test_each_of_the_list_holds(text: str) -> None:
    assert _taken(text) == THREE


def test_stacks_and_pieces_may_be_in_it() -> None:
    assert _taken("All others hold, namely the two in Barad-dur, Sauron and Wil") == [
        "2 Armies Barad-dûr hold",
        "Sauron holds",
        "Army Wilderland holds",
    ]


def test_all_others_including_some() -> None:
    assert _taken("A Gor - MMo\neverybody else incl. Sauron just holds") == [
        "Army Gorgoroth moves to Minas Morgul",
        "All units without another order hold",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "The rest hold (CMi, Gor, but not Gun)",
        "The others hold except Gor, CMi",
        "All others hold: CMi S Wil",
    ],
)
def test_what_is_left_out_or_ordered_otherwise_is_no_list(text: str) -> None:
    lines = GAME.read(STATE, "Mordor", None, [text]).lines
    assert REFUSED in [line.verdict for line in lines]
    assert not [line for line in lines if "Gundabad" in line.reading or "Gorgoroth" in line.reading]


@pytest.mark.parametrize(
    "text",
    [
        "These units hold:\nCMi\nGor\nGun",
        "The following stay put:\n- A CMi\n- A Gor\n- A Gun",
        "Hold:\n* Central Mirkwood\n* Gorgoroth\n* Gundabad",
        "Remaining units holding: CMi, Gor, Gun",
        "The rest of the units incl. CMi hold: Gor, Gun",
        "CMi, Gor and Gun: no move",
        "CMi keeps its position. Gor keeps its post. Gun keeps its ground.",
    ],
)
def test_units_hold_in_lists_of_other_shapes(text: str) -> None:
    assert sorted(_taken(text)) == THREE


def test_a_name_below_another_with_the_same_bullet_is_no_destination() -> None:
    """Two of the items that follow "These hold:" were once read as a move from one to the other."""
    found = GAME.read(STATE, "Mordor", None, ["What about these two?", "- Wilderland", "- Dagorlad"])
    assert not [line for line in found.lines if line.verdict == TAKEN]


def test_respectively_gives_each_unit_its_own_destination() -> None:
    assert _taken("CMi and Wil go to Gla and Dag respectively") == [
        "Army Central Mirkwood moves to the Gladden Fields",
        "Army Wilderland moves to Dagorlad",
    ]
