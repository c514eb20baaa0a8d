"""How many units an order without a number means; steps after THEN; ELSE IF; withdrawn preferences."""

import pytest

from adjudicator.core.game import REFUSED, TAKEN, Reading
from adjudicator.domination import game

PLACE = {
    "phase": "turn",
    "options": {"board": "H E", "cards": ["Militia", "Knight", "Griffin"]},
    "units": {
        "Red": ("4 Griffin E9", "4 Knight H3", "2 Militia H3", "3 Militia H10"),
        "Blue": ("4 Knight E6",),
    },
    "state": {"control": {"Red": ["H3", "H10"], "Blue": ["E6", "E15"]}},
}


def _read(*lines: str) -> Reading:
    return game.read(game.place(PLACE), "Red", None, lines)


def _taken(*lines: str) -> list[str]:
    return [line.reading for line in _read(*lines).lines if line.verdict == TAKEN]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("Griffins E9 to E15", ["Griffin E9 - E15"]),  # the notation: no number means one
        ("The Griffins fly from E9 to E15", ["all Griffin E9 - E15"]),
        ("Griffin E9 to E15", ["Griffin E9 - E15"]),
        ("Knights and Militia in Harrowby hold", ["all Knight H3 holds", "all Militia H3 holds"]),
        ("Knights and Militia go from Harrowby to H7", ["all Knight H3 - H7", "all Militia H3 - H7"]),
        ("Knights + Militia H3 - H7", ["Knight + Militia H3 - H7"]),
        ("Knight + Militia H3 - H7", ["Knight + Militia H3 - H7"]),
        ("Militia H10 - H9", ["Militia H10 - H9"]),
        ("the militia in H10 go to H9", ["all Militia H10 - H9"]),
        ("Militia stay", ["all Militia hold"]),
        ("Militia holds", ["all Militia hold"]),
    ],
)
def test_how_many_units_an_order_without_a_number_means(text: str, orders: list[str]) -> None:
    assert _taken(text) == _taken(*orders)


@pytest.mark.parametrize("text", ["Griffins E9 to E15", "if Blue at E15: Griffins E9 - E15"])
def test_a_plural_read_as_one_unit_is_warned_about(text: str) -> None:
    """A new player lost the use of three Griffins: the order was read as one, without a warning."""
    [note] = [words for words in _read(text).warnings if "no number means one" in words]
    assert note.endswith("no number means one, and you have 4 there; for all of them write 4 Griffin E9.")


@pytest.mark.parametrize(
    "text", ["Griffin E9 to E15", "1 Griffin E9 - E15", "The Griffins fly from E9 to E15"]
)
def test_a_clear_number_has_no_warning(text: str) -> None:
    assert not [words for words in _read(text).warnings if "no number" in words]


@pytest.mark.parametrize("text", ["all Griffins E9 to H8 then E14", "the griffins at E9 go to H8, then E14"])
def test_a_step_after_then_belongs_to_the_way(text: str) -> None:
    assert _taken(text, "Militia holds") == _taken("all Griffin E9 - H8 - E14", "all Militia hold")


@pytest.mark.parametrize("text", ["Griffin E9 to H8 and whatnot, then E14", "Griffin E9 - H8 or so then E14"])
def test_a_step_after_then_never_belongs_to_the_line_below(text: str) -> None:
    assert not [one for one in _taken(text, "Militia holds") if "E14" in one]


def test_an_order_after_then_may_continue_on_the_next_line() -> None:
    assert _taken("Griffin E9 to H8, then Knight", "H3 to H7") == _taken("Griffin E9 - H8", "Knight H3 - H7")


@pytest.mark.parametrize(
    ("lines", "orders"),
    [
        (
            ["if not 4 enemy at E15: Griffins E9 - E15", "else if not 5 enemy at E6: Griffins E9 - E6"],
            [
                "if not 4 enemy at E15: Griffin E9 - E15",
                "if 4 enemy at E15 and not 5 enemy at E6: Griffin E9 - E6",
            ],
        ),
        (
            [
                "if Blue at E15: Griffins E9 - E6",
                "else if Blue at H8: Griffins E9 - H8",
                "else: all E9 holds",
            ],
            [
                "if Blue at E15: Griffin E9 - E6",
                "if not Blue at E15 and Blue at H8: Griffin E9 - H8",
                "if not Blue at E15 and not Blue at H8: all E9 holds",
            ],
        ),
    ],
)
def test_else_if_adds_its_condition_to_the_opposite_of_the_one_above(
    lines: list[str], orders: list[str]
) -> None:
    assert _taken(*lines) == _taken(*orders)
    assert len(_taken(*orders)) == len(orders)


@pytest.mark.parametrize(
    "first",
    [
        "if me at H8: Griffins E9 - E15",
        "if Blue at E15 and Blue at E6: Griffins E9 - E15",
        "if Blue holds E15: Griffins E9 - E15",
    ],
)
def test_else_if_is_refused_alone_if_the_condition_above_cannot_be_negated(first: str) -> None:
    read = _read(first, "else if not 5 enemy at E6: Griffins E9 - E6").lines
    assert [line.verdict for line in read] == [TAKEN, REFUSED]


def test_an_else_that_is_not_understood_does_not_change_the_condition_above() -> None:
    read = _read("if Blue at E6: Griffins E9 - E15", "otherwise all Griffins E9 - E6 perhaps via Z9").lines
    assert [line.verdict for line in read] == [TAKEN, REFUSED]


def test_an_attempt_to_withdraw_a_preference_leaves_the_orders_in_force() -> None:
    lines = ("Build:", "5 Knights in Harrowby, 1 Militia in Hawkhurst", "", "cancel my lose line")
    assert _taken(*lines) == _taken("Build:", "5 Knight H3", "Militia H10")
    refused = [line for line in _read(*lines).lines if line.verdict == REFUSED]
    assert [line.text for line in refused] == ["cancel my lose line"]
    assert refused[0].remedy == "Write the new line, for instance lose Militia, Knight."


def test_the_answer_says_how_to_restore_the_usual_order_of_losses() -> None:
    """No line withdraws a preference; naming a kind that you do not have restores the usual order."""
    options = {"board": "H E", "cards": ["Militia", "Knight", "Griffin", "Dragon"]}
    before = game.place({**PLACE, "options": options})
    line = game.read(before, "Red", None, ["cancel my lose line"]).lines[0]
    assert line.remedy == (
        "Write the new line, for instance lose Militia, Knight. To have the usual order of losses again "
        "(RULES 5.9), name a unit of which you have none: lose Dragon."
    )


def test_a_preference_withdrawn_in_the_same_message_is_not_in_force() -> None:
    assert _taken("lose Militia", "Knight H3 - H7", "cancel my lose line") == _taken("Knight H3 - H7")


def test_units_to_be_kept_after_but_are_not_a_condition() -> None:
    text = "lose militia first, then Fort, but keep griffins to the last"
    assert _taken(text) == ["Lose Militia, Fort", "Keep Griffin"]


def test_units_go_to_a_place_before_the_board_is_laid() -> None:
    opening = game.place({"phase": "opening"})
    read = [
        game.read(opening, "Red", None, [text]).lines[0] for text in ("4 griffin to A8", "4 griffins in A8")
    ]
    assert read[0].reading == read[1].reading != ""


def test_to_begin_with_is_not_a_place() -> None:
    text = "To begin with I buy two knights in the first city and one griffin in the second"
    read = game.read(game.place({"phase": "opening"}), "Red", None, [text]).lines
    assert [line.verdict for line in read] == [TAKEN, TAKEN]


def test_the_player_who_chooses_first_is_not_warned_that_others_may_take_the_piece() -> None:
    opening = game.place({"phase": "opening", "state": {"first": "Red"}})
    sheet = ["piece B, E, F", "Build", "5 Militia B6"]
    assert game.read(opening, "Red", None, sheet).warnings == ()
    (warned,) = game.read(opening, "Blue", None, sheet).warnings
    assert "you build nothing" in warned
    elsewhere = ["piece E, B", "Build", "5 Militia B6"]
    (warned,) = game.read(opening, "Red", None, elsewhere).warnings
    assert warned.startswith("If you get piece E, you build nothing.")
