"""Epic Domination: builds, losses, and units that stay, in sentences and in short notation."""

import json
from pathlib import Path

import pytest

from adjudicator.core.game import REFUSED, TAKEN, Reading
from adjudicator.domination import game
from bench.first_sight import FOLDER
from pbem.messages.quotes import own_text

POSITIONS = json.loads((Path(FOLDER) / "domination" / "positions.json").read_text("utf-8"))


def _read(position: str, text: str) -> Reading:
    place = POSITIONS[position]
    return game.read(place["state"], place["power"], None, text.split("\n"))


def _taken(position: str, text: str) -> list[str]:
    found = _read(position, text).lines
    assert not [line for line in found if line.verdict == REFUSED], found
    return [line.reading for line in found if line.verdict == TAKEN]


HOME = [
    "4 Militia at C11 Coldwell hold",
    "Knight at C11 Coldwell holds",
    "Griffin at C11 Coldwell holds",
]
LOSSES = ["Lose Fort, Militia, Griffin, Knight"]
EACH = ["Build 2 Knights at C5 Carrick", "Build 2 Knights at C11 Coldwell", "Build Militia at C11 Coldwell"]
WISHES = ["Take the first of these pieces that is free: F, D, B, H, C, A, E, G"]


@pytest.mark.parametrize(
    ("position", "text", "orders"),
    [
        (
            "2706",
            '"=" means stay\nE8 3Kn = (fight it out)\nH3 2Kn -> H10 / 3Kn =',
            [
                "3 Knights at E8 hold",
                "2 Knights from H3 Harrowby to H10 Hawkhurst",
                "3 Knights at H3 Harrowby hold",
            ],
        ),
        ("2706", "The sign = is for staying.\n3Kn E8 =", ["3 Knights at E8 hold"]),
        (
            "2705",
            "3 Greifen fliegen von C16 nach Coldwell, die 2 Milizen aus C12 gehen auch dorthin.",
            ["3 Griffins from C16 to C11 Coldwell", "2 Militia from C12 to C11 Coldwell"],
        ),
        ("2705", "Was schon in Coldwell steht (4 Milizen, Ritter, Greif), bleibt da.", HOME),
        ("2705", "What is in Coldwell already (4 Militia, Knight, Griffin) stays.", HOME),
        ("2705", "Everything that stands in Coldwell (4 Militia, a Knight, a Griffin) stays there.", HOME),
        (
            "2705",
            "Verluste bitte so: erst die Befestigung, dann Miliz, dann Greifen, ganz am Schluss die Ritter.",
            LOSSES,
        ),
        (
            "2705",
            "Losses please like this: first the fort, then militia, then griffins, and the knights at"
            " the very end.",
            LOSSES,
        ),
        (
            "2705",
            "Bauen will ich je 2 Ritter in Carrick und in Coldwell und dazu eine Miliz in Coldwell.",
            EACH,
        ),
        (
            "2705",
            "Build 2 Knights each in Carrick and in Coldwell, and on top of that one Militia in Coldwell",
            EACH,
        ),
        (
            "2711",
            "3 militia h14 go to hawkhurst the militia thats there stays",
            ["3 Militia from H14 to H10 Hawkhurst", "All Militia at H10 Hawkhurst hold"],
        ),
        (
            "2711",
            "then build 4 knights hawkhurst n 3 militia harrowby",
            ["Build 4 Knights at H10 Hawkhurst", "Build 3 Militia at H3 Harrowby"],
        ),
        ("2711", "Should it come to a fight, keep the Griffins to the very end", ["Keep Griffin"]),
        (
            "2710",
            "The two Militia on D1 walk back to Dawnport, where the three Griffins\nstay at home.",
            ["2 Militia from D1 to D2 Dawnport", "3 Griffins at D2 Dawnport hold"],
        ),
        (
            "2710",
            "the Knight and the Griffin that are on D7 already wait there for them",
            ["Knight at D7 holds", "Griffin at D7 holds"],
        ),
        (
            "2710",
            "And with my 27 I would like three Knights in Dunmere, and for all that is left Militia"
            " in Dawnport.",
            ["Build 3 Knights at D11 Dunmere", "Build as many Militia as the money buys at D2 Dawnport"],
        ),
        (
            "2703",
            "I treat myself to a Dragon, which may hatch in Barrowgate",
            ["Build Dragon at B12 Barrowgate"],
        ),
        (
            "2703",
            "Bramblecross gets one Wizard to keep the Militia company, and two Ogres as well",
            ["Build Wizard at B6 Bramblecross", "Build 2 Ogres at B6 Bramblecross"],
        ),
        (
            "2703",
            "With the last four coins I buy a Transport Ship and put it in the water at B8.",
            ["Build Transport Ship at B8"],
        ),
        (
            "2704",
            "Purchases\n3 Griffins | Barrowgate | 15\n2 Knights | Bramblecross | 10",
            ["Build:", "Build 3 Griffins at B12 Barrowgate", "Build 2 Knights at B6 Bramblecross"],
        ),
        (
            "2704",
            "Only at B12: Militia first, then Fort, Knight, Griffin",
            ["Lose Militia, Fort, Knight, Griffin at B12 Barrowgate"],
        ),
        ("2708", "Treasury (28)\n- Harrowby: four Knights", ["Build:", "Build 4 Knights at H3 Harrowby"]),
        ("2712", "@E6 lose fort, mil, grf, kt", ["Lose Fort, Militia, Griffin, Knight at E6 Eaglecrag"]),
        (
            "2712",
            "E6 4 Mil, 3 Kts, 2 Grf: stand",
            [
                "4 Militia at E6 Eaglecrag hold",
                "3 Knights at E6 Eaglecrag hold",
                "2 Griffins at E6 Eaglecrag hold",
            ],
        ),
        (
            "2709",
            "For my piece I would like Farholt best of all. If that is gone, Dunmarrow, then Brackenwold,"
            " then\n"
            "Hollowmark. After those four take C, A, E and G in that order.",
            WISHES,
        ),
        (
            "2709",
            "I'd love Farholt. Second choice Dunmarrow, third Brackenwold, then Hollowmark,\nC, A, E, G.",
            WISHES,
        ),
    ],
)
def test_builds_stays_losses_and_pieces_are_understood(position: str, text: str, orders: list[str]) -> None:
    assert _taken(position, text) == orders


def test_a_build_with_the_wrong_price_is_refused() -> None:
    lines = _read("2704", "Purchases\n3 Griffins | Barrowgate | 12").lines
    assert [line.verdict for line in lines] == [TAKEN, REFUSED]


def test_a_list_of_units_that_stay_is_refused_if_it_is_not_complete() -> None:
    lines = _read("2705", "What is in Coldwell already (4 Militia, Knight) stays.").lines
    assert [line.verdict for line in lines] == [REFUSED]


@pytest.mark.parametrize("sign", ["»", "›"])
def test_a_single_quotation_mark_between_blanks_is_an_arrow(sign: str) -> None:
    assert own_text(f"A4 8 Kts {sign} A7").text == "A4 8 Kts -> A7"
    assert own_text("he said « yes » to me").text == 'he said " yes " to me'


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        (
            "Hold with the Griffin and the 3 Knights in C11.",
            ["Griffin at C11 Coldwell holds", "3 Knights at C11 Coldwell hold"],
        ),
        ("The 5 Knights in C5 turn round and go to C7", ["5 Knights from C5 Carrick to C7"]),
        ("Builds: five Knights in C5... no, make that 4 Knights in C5.", ["Build 4 Knights at C5 Carrick"]),
        ("Build 5 Knights in C5, no, make that 4", ["Build 4 Knights at C5 Carrick"]),
        ("Build 3 Knights at C5 - sorry, I mean 4 Knights at C5", ["Build 4 Knights at C5 Carrick"]),
        (
            "Build 3 Knights at C5 (no, make that 4) and 2 Militia at C11",
            ["Build 4 Knights at C5 Carrick", "Build 2 Militia at C11 Coldwell"],
        ),
        ("Move 5 Knights from C5 to C7, no wait, make that 4 Knights", ["4 Knights from C5 Carrick to C7"]),
    ],
)
def test_an_order_corrected_on_its_own_line_counts_once(text: str, orders: list[str]) -> None:
    assert _taken("2701", text) == orders


@pytest.mark.parametrize(
    "text",
    [
        "I first wanted to send the 3 Knights from Coldwell as well, but no, they stay in C11, with the"
        " Griffin there.",
        "The 3 Knights in C11 stay, with the Griffin.",
        "The 3 Knights from C11 stay there with the Griffin.",
    ],
)
def test_units_that_stay_after_all_together_with_another(text: str) -> None:
    assert _taken("2701", text) == ["3 Knights at C11 Coldwell hold", "Griffin at C11 Coldwell holds"]


BUYS = ["Build 3 Knights at C11 Coldwell", "Build 2 Griffins at C5 Carrick"]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("Build with 25: 3 Knights C11, 2 Griffins C5", BUYS),
        ("Spend: 3 Knights C11 (15), 2 Griffins C5 (10)", BUYS),
        ("b 3K C11, 2G C5", BUYS),
        ("Buy: Knight x3 @ C11; Griffin x2 @ C5", BUYS),
        ("J'achète 3 chevaliers à C11 et 2 griffons à C5", BUYS),
        (
            "With what I earn I buy three Knights for Coldwell and, with the change, Militia for Carrick.",
            [BUYS[0], "Build as many Militia as the money buys at C5 Carrick"],
        ),
        (
            "Neither the Griffin at C11 nor the 5 Knights at C5 move.",
            ["Griffin at C11 Coldwell holds", "5 Knights at C5 Carrick hold"],
        ),
        (
            "Knights: all of them stay put.",
            ["5 Knights at C5 Carrick hold", "3 Knights at C11 Coldwell hold"],
        ),
        ("Keep everyone else in place", ["All units without another order hold"]),
        ("Rather than waiting, my five Knights in C5 strike at C7", ["5 Knights from C5 Carrick to C7"]),
        ("Je déplace 5 chevaliers de C5 à C7", ["5 Knights from C5 Carrick to C7"]),
        (
            "ziehe: 5 Ritter C5 nach C7, Greif C11 bleibt",
            ["Move:", "5 Knights from C5 Carrick to C7", "Griffin at C11 Coldwell holds"],
        ),
        (
            "From | To | What\nC5 | C7 | 5 Knights\nC11 | stay | Griffin",
            ["5 Knights from C5 Carrick to C7", "Griffin at C11 Coldwell holds"],
        ),
        ("If hit: militia, fort, knight, griffin in that order", ["Lose Militia, Fort, Knight, Griffin"]),
    ],
)
def test_many_wordings_of_the_same_orders(text: str, orders: list[str]) -> None:
    assert sorted(_taken("2701", text)) == sorted(orders)


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        (
            "Build four Knights - two in C5 and two in C11.",
            ["Build 2 Knights at C5 Carrick", "Build 2 Knights at C11 Coldwell"],
        ),
        ("Build 5 Knights, all of them in C5.", ["Build 5 Knights at C5 Carrick"]),
    ],
)
def test_builds_are_divided_among_cities(text: str, orders: list[str]) -> None:
    assert _taken("2701", text) == orders


@pytest.mark.parametrize(
    "text",
    [
        "Five Knights march from C5 to C7 and four of them go on to C8.",
        "Build five Knights: two in C5 and two in C11.",
    ],
)
def test_numbers_that_do_not_add_up_are_refused(text: str) -> None:
    assert [line for line in _read("2701", text).lines if line.verdict == REFUSED]


def test_units_between_two_spaces_go_from_the_first_to_the_second() -> None:
    assert _taken("2701", "C5 5Kn C7") == ["5 Knights from C5 Carrick to C7"]
    lines = _read("2701", "C5 5Kn C11; C11 G C7").lines  # ambiguous: Knights stand in both
    assert lines[0].verdict == REFUSED


@pytest.mark.parametrize(
    ("position", "text", "orders"),
    [
        (
            "2701",
            "The 3 Knights at C11 hold their position, and so does the Griffin at C11.",
            ["3 Knights at C11 Coldwell hold", "Griffin at C11 Coldwell holds"],
        ),
        ("2701", "Hold the 3 Knights at Coldwell.", ["3 Knights at C11 Coldwell hold"]),
        (
            "2701",
            "Hold the Griffin and the 3 Knights at C11.",
            ["Griffin at C11 Coldwell holds", "3 Knights at C11 Coldwell hold"],
        ),
        (
            "2710",
            "The three Griffins from D10 go to D11 and the Militia at D10 follows them",
            ["3 Griffins from D10 to D11 Dunmere", "Militia from D10 to D11 Dunmere"],
        ),
    ],
)
def test_units_that_hold_and_units_that_follow(position: str, text: str, orders: list[str]) -> None:
    assert _taken(position, text) == orders


def test_a_condition_on_pieces_is_not_a_remark() -> None:
    assert _taken("2709", "I would like piece A, then C, then F.\nBut if Red has A, I want F, then C.") == [
        "Take the first of these pieces that is free: A, C, F",
        "If Red has piece A: take the first of these pieces that is free: F, C",
    ]
