"""Epic Domination: lists of losses, of pieces and of builds in the words that players put around them.

Position 3110 is Red's, who may build Battleships; 3101 is a set-up.
"""

from functools import partial

import pytest

from adjudicator.core.game import REFUSED
from tests.support.play.read_lines import all_taken, orders_of, read_at

_read = partial(read_at, "domination")


def _taken(text: str, position: str = "3110") -> list[str]:
    return [words for words in all_taken(_read(position, text)) if not words.endswith(":")]


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("losses: walls, M, K, G - in that order", ["Lose Fort, Militia, Knight, Griffin"]),
        ("L: M, K, G, W", ["Lose Militia, Knight, Griffin, Wizard"]),
        ("l: Militia, Knight", ["Lose Militia, Knight"]),
        (
            "For the losses in the combat in A7: first Militia, then Knight, then\nGriffin.",
            ["Lose Militia, Knight, Griffin at A7 Aldgate"],
        ),
        (
            "only at Aldgate it's the other way: there the Knight is lost first and then\nthe walls",
            ["Lose Knight, Fort at A7 Aldgate"],
        ),
        ("At Aldgate the Wizard is to be the last one lost", ["Keep Wizard at A7 Aldgate"]),
        ("walls first, militia next, griffins at the end", ["Lose Fort, Militia", "Keep Griffin"]),
        ("bt\nM first, then K", ["Lose Militia, Knight"]),
    ],
)  # fmt: skip
def test_lists_of_losses(text: str, readings: list[str]) -> None:
    assert _taken(text) == readings


@pytest.mark.parametrize(
    "text",
    [
        "if a round gives 3+ hits: walls first.",
        "In any round in which I take 3 hits or more, lose the walls first",
        "3 or more hits in one round: walls first",
    ],
)
def test_losses_by_the_hits_of_a_round(text: str) -> None:
    assert _taken(text) == ["If you take at least 3 hits: lose Fort"]


@pytest.mark.parametrize(
    "text", ["militia first, griffins at the end", "walls first?", "if a round is boring: walls first"]
)
def test_what_may_be_no_list_of_losses(text: str) -> None:
    assert orders_of(_read("3110", text)) == []


@pytest.mark.parametrize("text", ["pcs F C A H", "pieces wanted: F, C, A, H", "Pieces F C A H"])
def test_lists_of_pieces(text: str) -> None:
    assert _taken(text, "3101") == ["Take the first of these pieces that is free: F, C, A, H"]


def test_the_letter_of_a_piece_is_not_left_out_of_the_remedy() -> None:
    """ "A" was taken for the article before the next letter."""
    remedies = [line.remedy for line in _read("3101", "wanna F C A H").lines if line.verdict == REFUSED]
    assert remedies == ["Did you mean piece F, C, A, H?"]


def test_the_heading_of_builds_may_be_one_letter_though_a_battleship_has_it() -> None:
    assert _taken("B: 3K A7 2G A10.") == [
        "Build 3 Knights at A7 Aldgate",
        "Build 2 Griffins at A10 Ambermouth",
    ]
    assert _taken("Build\nB: 2 A9") == ["Build 2 Battleships at A9"]


KNIGHT_AT_3_HITS = "If you take at least 3 hits at A7 Aldgate: lose Knight"


@pytest.mark.parametrize(
    "text",
    [
        "But if there are\n3 hits or more there in a round: Knight first (don't ask).",
        "But with 3 hits or more there: Knight first.",
        "If I take three hits or more at Aldgate in one round: Knight first",
    ],
)
def test_losses_that_depend_on_hits_at_the_place_above(text: str) -> None:
    first = "Lose Militia, Griffin at A7 Aldgate"
    assert _taken(f"Losses at Aldgate: Militia, then Griffin. {text}", "3106") == [first, KNIGHT_AT_3_HITS]


@pytest.mark.parametrize(
    "text",
    [
        "Losses at Aldgate: Militia, then Griffin. But with 3 hits: Knight first",  # only there?
        "But with 3 hits or more there: Knight first.",
        "with 3 hits the Knight may go",
    ],
)
def test_hits_at_no_plain_place_are_asked_about(text: str) -> None:
    reading = _read("3106", text)
    refused = [line for line in reading.lines if line.verdict == REFUSED]
    assert [line.remedy for line in refused] == [
        "If it is an order, write it like this: if 3 hits: lose Knight"
    ]
    assert not any("hits" in words for words in orders_of(reading))


@pytest.mark.parametrize(
    "text",
    [
        "From round 2 on keep the walls instead.",
        "in the second round keep the walls",
        "Losses: Militia, Knight. But from round two on, keep the walls",
    ],
)
def test_losses_of_the_second_round(text: str) -> None:
    assert _taken(text, "3111")[-1] == "If it is round 2: keep Fort"


@pytest.mark.parametrize(
    "text",
    [
        "from round 1 on keep the walls",  # in both
        "At H10 lose Knight. From round 2 on keep the walls instead.",  # only there?
    ],
)
def test_a_round_of_no_plain_place_is_asked_about(text: str) -> None:
    reading = _read("3111", text)
    assert any(line.verdict == REFUSED for line in reading.lines)
    assert not any("keep Fort" in words for words in orders_of(reading))


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("Losses: Militia, then Fort. Wizard last.", ["Lose Militia, Fort", "Keep Wizard"]),
        (
            "first lost are Miliz, then the walls, then Ritter. The Greif only as\nthe very last.",
            ["Lose Militia, Fort, Knight", "Keep Griffin"],
        ),
        (
            "I loose (in all fights) Militia first, than the fort, than Griffins.\nKnights last.",
            ["Lose Militia, Fort, Griffin", "Keep Knight"],
        ),
        ("In any fight the Wizard should be the last one to go.", ["Keep Wizard"]),
        (
            "fights: Walls first, then Militia. But with 3 or more hits give\nthem a Knight first.",
            ["Lose Fort, Militia", "If you take at least 3 hits: lose Knight"],
        ),
    ],
)  # fmt: skip
def test_what_is_lost_last_is_kept(text: str, readings: list[str]) -> None:
    """Two of them were passed over as remarks, after losses that were taken."""
    assert _taken(text) == readings


@pytest.mark.parametrize("text", ["Wizard last.", "At A7 lose Militia, then Knight. Wizard last."])
def test_who_is_last_is_not_kept_everywhere_without_losses_of_everywhere(text: str) -> None:
    assert "Keep Wizard" not in orders_of(_read("3110", text))
