"""Epic Domination: whose units are hit in a battle of three, ranks of losses, and sentences without stops.

Position 3304 is Red's, in a game with Blue and Yellow; 3305 is Blue's, with 4 Knights and a Griffin at A7.
"""

from functools import partial

import pytest

from tests.support.play.read_lines import all_taken, orders_of, read_at

_read = partial(read_at, "domination")


@pytest.mark.parametrize(
    "text",
    [
        "My target at H10 is Yellow",
        "In H10 aim at Yellow",
        "If it comes to a three-cornered fight at H10 my target there is Yellow.",
        "If it is a battle of three at H10 I shoot at Yellow.",
        "where there are three of us in H10: aim at Yellow",
        "If Blue and Yellow are both still in H10, aim at Yellow there.",
        "At H10 my hits go to Yellow",
        "hit Yellow first at H10",
        "in any three-way battle at Hawkhurst I go for Yellow",
        "if three of us meet at H10, target Yellow",
        "focus on Yellow in Hawkhurst",
        "all my hits on Yellow at H10",
        "In H10: Yellow is the target",
    ],
)
def test_a_target_in_many_words(text: str) -> None:
    assert all_taken(_read("3304", text)) == ["Target Yellow at H10 Hawkhurst"]


@pytest.mark.parametrize(
    "text",
    [
        "aim at Yellow there",  # where?
        "If Purple and Yellow are both in H10, aim at Yellow there.",  # nobody is Purple
        "aim at Red in H10",  # the player
        "If Blue leaves H10, aim at Yellow there",
    ],
)
def test_no_target_is_guessed(text: str) -> None:
    assert orders_of(_read("3304", text)) == []


@pytest.mark.parametrize(
    ("text", "losses"),
    [
        ("first the walls, then militia, then knights, everywhere.", "Lose Fort, Militia, Knight"),
        ("Militia first, then Fort, then Knight", "Lose Militia, Fort, Knight"),
        (
            "lose the walls first, then the militia, then a griffin if there is one",
            "Lose Fort, Militia, Griffin",
        ),
        ("lose walls, then militia, then griffins if there are any left", "Lose Fort, Militia, Griffin"),
    ],
)
def test_ranks_of_losses(text: str, losses: str) -> None:
    assert all_taken(_read("3305", text)) == [losses]


@pytest.mark.parametrize("text", ["militia first, then knights", "first a wall of knights at A7"])
def test_ranks_without_the_walls_may_be_builds(text: str) -> None:
    assert orders_of(_read("3305", text)) == []


def test_a_sentence_without_stops_is_cut_where_a_number_of_units_begins() -> None:
    assert all_taken(_read("3305", "griffin a7 flys to a8 the two knights at a7 march to a11 as well")) == [
        "Griffin from A7 Aldgate to A8",
        "2 Knights from A7 Aldgate to A11",
    ]


def test_both_kinds_are_not_two_of_the_first() -> None:
    assert all_taken(_read("3305", "both the knights and the griffin from A7 to A8")) == [
        "All Knights from A7 Aldgate to A8",
        "Griffin from A7 Aldgate to A8",
    ]


@pytest.mark.parametrize(
    "text",
    ["2 of the knights A7 - A11, the same two later on to A12", "Griffin A7 - A8, then it flies on to B5"],
)
def test_a_step_that_is_not_read_leaves_no_half_way(text: str) -> None:
    found = orders_of(_read("3305", text))
    assert not [words for words in found if words.endswith(("to A11", "to A8"))]
