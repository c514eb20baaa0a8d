"""Epic Domination: the way of a move given after it, and conditions in ordinary words.

Position 803 is Red's: 5 Knights at C5, 3 Knights and a Griffin at C11; Blue is at C7, C8 and G9.
"""

from functools import partial

import pytest

from adjudicator.core.game import REFUSED
from tests.support.play.read_lines import orders_of, read_at

AWAY = "5 Knights from C5 Carrick to C7"
BY_C6 = f"{AWAY} by way of C6"
HOLD = "3 Knights at C11 Coldwell hold"
GO = "3 Knights from C11 Coldwell to G9 Gullhaven"
KNIGHTS = "Build 2 Knights at C5 Carrick"
REST = "Build as many Militia as the money buys at C11 Coldwell"
FOUR = "If at least 4 enemies are at G9 Gullhaven: "


_read = partial(read_at, "domination", "803")


def _taken(text: str) -> list[str]:
    return orders_of(_read(text))


@pytest.mark.parametrize(
    "text",
    [
        "The five Knights at C5 Carrick: to C7 (route: C5 - C6 - C7).",
        "5 Knights C5 to C7 (route C6)",
        "5 Knights C5 to C7, route: C6",
        "5 Knights C5 to C7. Please go via C6.",
        "5 Knights C5 to C7. They go via C6.",
        "5 Knights Carrick to C7 (path Carrick-C6-C7)",
        "5 Knights C5 to C7\n (way: C6)",
        "The five knights at C5 should march to C7 and fight there. Please let them go via C6.",
    ],
)
def test_a_way_given_after_the_move_counts(text: str) -> None:
    assert _taken(text) == [BY_C6]


@pytest.mark.parametrize(
    "text",
    [
        "5 Knights C5 to C7 (not via C6)",
        "5 Knights C5 to C7, avoiding C6",
        "5 Knights C5 - C6 - C7. They go via C2.",
    ],
)
def test_a_move_with_an_unclear_way_is_refused(text: str) -> None:
    assert not _taken(text)
    assert _read(text).lines[0].verdict == REFUSED


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        (
            "If there are 4 or more enemies at G9 when my turn to move comes, the 3 Knights at C11 stay where"
            " they are; otherwise they go to G9.",
            [FOUR + HOLD, f"Otherwise: {GO}"],
        ),
        (
            "if there are four or more enemies at G9,\nthe 3 knights at C11 stay there. if not,\n"
            "they go to G9.",
            [FOUR + HOLD, f"Otherwise: {GO}"],
        ),
        (
            "If 4 or more enemies are at G9, 3 Knights C11 hold, else 3 Knights C11 - G9",
            [FOUR + HOLD, f"Otherwise: {GO}"],
        ),
        (
            "if at least 4 enemy units are at G9 then 3 Knights C11 hold\nelse they go to G9",
            [FOUR + HOLD, f"Otherwise: {GO}"],
        ),
        (
            "If Blue is still at G9, then the 3 Knights at C11 hold. Else they go C11 - C7 - G9.",
            [f"If Blue is at G9 Gullhaven: {HOLD}", f"Otherwise: {GO} by way of C7"],
        ),
        (
            "If more than 4 enemies are at G9, 3 Knights C11 hold, else C11 - G9",
            [f"If at least 5 enemies are at G9 Gullhaven: {HOLD}", f"Otherwise: {GO}"],
        ),
        (
            "If there are less than 4 enemies in G9, 3 Knights C11 - G9",
            [FOUR.replace("at least", "fewer than") + GO],
        ),
        (
            "if there are not more than 4 enemies at G9, 3 Knights C11 - G9",
            [f"If fewer than 5 enemies are at G9 Gullhaven: {GO}"],
        ),
        ("If G9 has 4 or more enemies, the 3 Knights at C11 stay", [FOUR + HOLD]),
        ("If G9 is empty, the 3 Knights at C11 go there", [f"If nobody is at G9 Gullhaven: {GO}"]),
        (
            "If there are at least four blue units at G9: 3 Knights at C11 stay, otherwise they attack G9",
            [f"If at least 4 of Blue's units are at G9 Gullhaven: {HOLD}", f"Otherwise: {GO}"],
        ),
        (
            "if there's an enemy at G9, 3 Knights C11 hold; if there isn't, C11 - G9",
            [f"If an enemy is at G9 Gullhaven: {HOLD}", f"Otherwise: {GO}"],
        ),
    ],
)
def test_conditions_in_ordinary_words(text: str, readings: list[str]) -> None:
    assert _taken(text) == readings


@pytest.mark.parametrize(
    "text",
    [
        "if 4 enemies at G9: 3 Knights C11 hold\notherwise they attack it",
        "if there is nobody at G9 the griffin C11 goes there. if there is, it goes to C5.",
        "if only 4 enemies are at G9: 3 Knights C11 - G9",
        "if there are 4 blue knights at G9, 3 Knights C11 hold",
    ],
)
def test_an_alternative_that_is_not_understood_is_refused(text: str) -> None:
    assert _read(text).lines[-1].verdict == REFUSED


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        (
            "lose Militia, then Knights, Griffins only at the very end",
            ["Lose Militia, Knight", "Keep Griffin"],
        ),
        ("If anyone attacks me, lose the fort first, then the knights.", ["Lose Fort, Knight"]),
        ("As for losses, take the Militia first, then the Knights please.", ["Lose Militia, Knight"]),
        (
            "lose Fort, Militia in general, but at C11 I would rather lose the Militia before the Fort",
            ["Lose Fort, Militia", "Lose Militia, Fort at C11 Coldwell"],
        ),
        (
            "Losses M,F,K,G. At C5 F,M,K,G.",
            [
                "Lose Militia, Fort, Knight, Griffin",
                "Lose Fort, Militia, Knight, Griffin at C5 Carrick",
            ],
        ),
        (
            "With my income of 27 I would like to buy three Knights in Carrick",
            ["Build 3 Knights at C5 Carrick"],
        ),
        ("Build 2K C5, bal. M C11.", ["Build 2 Knights at C5 Carrick", REST]),
        ("Build 2 Knights at C5. If anything is left over, Militia at C11.", [KNIGHTS, REST]),
        ("Build 2 Knights at C5. Anything left over goes into Militia at C11.", [KNIGHTS, REST]),
        ("And now shopping, my favourite part: 2 Knights at C5, that makes 10.", [KNIGHTS]),
        ("build 2 Knights at C5 and 3 at C11", [KNIGHTS, "Build 3 Knights at C11 Coldwell"]),
        ("The 5 Knights from Carrick follow them: C5 - C6 - C7.", [BY_C6]),
        ("I would like 5 Knights to march from Carrick to C6 and from there on to C7.", [BY_C6]),
        (
            "In Coldwell everybody stays: the 3 Knights and the Griffin.",
            [HOLD, "Griffin at C11 Coldwell holds"],
        ),
        ("A. Moves\n(a) 5 Knights, C5 to C7\n(b) 3 Knights, C11: hold", ["Move:", AWAY, HOLD]),
    ],
)
def test_losses_builds_and_moves_in_messages(text: str, readings: list[str]) -> None:
    assert _taken(text) == readings


@pytest.mark.parametrize(
    "text",
    [
        "Build 2K C5, remg. M C11.",
        "In Coldwell everybody stays: the 3 Knights and the Militia.",
        "Losses M F K G, at C5 F M K G",
        "Elsewhere lose the Fort first, then Militia, then\n\nGriffin.",
    ],
)
def test_an_order_with_a_part_that_is_not_understood_is_refused(text: str) -> None:
    assert REFUSED in {line.verdict for line in _read(text).lines}


def test_a_sheet_without_builds_warns_of_the_lost_money() -> None:
    [warning] = _read("5 Knights C5 hold").warnings
    assert warning.startswith("This order sheet builds nothing.")
    assert not _read("5 Knights C5 hold\nrest Militia C5").warnings
