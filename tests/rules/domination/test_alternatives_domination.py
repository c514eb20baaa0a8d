"""Epic Domination: alternatives after an order, moves revoked further down, and roundabout sentences.

Position 803 is Red's: 5 Knights at C5, 3 Knights and a Griffin at C11; Blue is at C7, C8 and G9.
"""

from functools import partial

import pytest

from adjudicator.core.game import REFUSED
from tests.support.play.read_lines import orders_of, read_at

KNIGHTS = "Build 2 Knights at C5 Carrick or C11 Coldwell"
GO = "5 Knights from C5 Carrick to C7"

_read = partial(read_at, "domination", "803")


def _taken(text: str) -> list[str]:
    return [words for words in orders_of(_read(text)) if not words.endswith(":")]


@pytest.mark.parametrize(
    "text",
    [
        "2 Knights at C5. If I don't hold C5 any more, put them at C11.",
        "2 Knights at Carrick. But if Carrick has fallen, build them at Coldwell instead.",
        "2 Knights at C5 (in case I lose it, at C11)",
        "2 Knights at C5, or at C11 if C5 is lost.",
        "2 Knights at C5 if I still hold it, otherwise at C11.",
        "2 Knights at C5\nShould C5 fall, then at C11.",
    ],
)
def test_an_alternative_place_for_a_build(text: str) -> None:
    assert _taken(f"Build\n{text}") == [KNIGHTS]


@pytest.mark.parametrize(
    "text",
    [
        "5 Knights C5 - C7. If there are 6 enemies at C7, they stay.",
        "The five Knights at C5 march to C7. But if 6 enemies are at C7, they will stay at home.",
    ],
)
def test_an_exception_after_a_move_becomes_if_and_otherwise(text: str) -> None:
    assert _taken(text) == [
        "If at least 6 enemies are at C7: 5 Knights at C5 Carrick hold",
        f"Otherwise: {GO}",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "5 Knights C5 - C7. If Blue answers my mail, they stay.",
        "5 Knights C5 - C7. Should Blue be at C7 with six units, they stay at home.",
        "Build\n2 Knights at C5. If my ally agrees, put them somewhere else.",
    ],
)
def test_an_order_is_refused_if_its_exception_is_not_understood(text: str) -> None:
    assert not _taken(text)


def test_a_conditional_build_is_not_an_alternative_place_for_the_build_above() -> None:
    assert _taken("Build\n2 Knights at C5.\nIn case C5 is lost, 1 Griffin at C11.") == [
        "Build 2 Knights at C5 Carrick",
        "If Red does not hold C5 Carrick: build Griffin at C11 Coldwell",
    ]


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("The Knights at C5 do not go to C7 after all.", "All Knights at C5 Carrick hold"),
        ("Hmm, no: the five Knights at C5 won't go to C7, they\nstay there.", "5 Knights at C5 Carrick hold"),
        ("The five Knights at C5 do not go to C7 but to C6.", "5 Knights from C5 Carrick to C6"),
    ],
)  # fmt: skip
def test_a_move_revoked_further_down_is_not_in_force(text: str, order: str) -> None:
    reading = _read(f"Move\n5 Knights C5 - C7\n\n{text}")
    assert [line.verdict for line in reading.lines if line.number == len("ab")] == [REFUSED]
    assert [words for words in orders_of(reading) if words != "Move:"] == [order]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        (
            "Everybody who is in\nColdwell, that is the three Knights and the Griffin, should stay.",
            ["3 Knights at C11 Coldwell hold", "Griffin at C11 Coldwell holds"],
        ),
        ("Combat\n1. By way of exception, at C5: Fort, Knight", ["Lose Fort, Knight at C5 Carrick"]),
        ("Keep the griffin to the last please, it was expensive.", ["Keep Griffin"]),
        (
            "Builds | Where\n-------+------\n2 Knights | C5\n",
            ["Build 2 Knights at C5 Carrick"],
        ),
    ],
)
def test_roundabout_sentences(text: str, orders: list[str]) -> None:
    assert _taken(text) == orders
