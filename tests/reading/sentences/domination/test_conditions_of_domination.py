"""Epic Domination: conditions in other words and languages, after units, as questions, over several lines.

Position 3110 is Red's: a Knight at A5, a Griffin at A7 and at A12; Blue is at E6. Position 3111 is Blue's,
with 4 Griffins at H10.
"""

import time
from functools import partial

import pytest

from adjudicator.core.game import REFUSED, TAKEN
from tests.support.play.read_lines import all_taken, orders_of, read_at

AT_E6 = "If Blue is at E6 Eaglecrag: Griffin from A7 Aldgate to A8"
HOLDS = "Otherwise: Griffin at A7 Aldgate holds"

_read = partial(read_at, "domination")


@pytest.mark.parametrize(
    "text",
    [
        "Blue at E6? Griffin A7 - A8. Otherwise Griffin A7 holds.",
        "Is Blue at E6? Then Griffin A7 - A8. If not, it stays.",
        "Wenn Blau auf E6 ist: Greif A7 - A8, sonst bleibt er stehen.",
        "Falls Blau noch in E6 steht, geht der Greif von A7 nach A8, sonst bleibt er.",
        "Si Bleu est en E6, griffon A7 vers A8. Sinon il reste.",
        "if blue comes to E6 then griffin A7 to A8 else griffin stays",
        "Griffin A7: if Blue is at E6 -> A8, otherwise stay",
        "Should Blue be at Eaglecrag when my turn comes, the Griffin from A7 flies to A8, else it holds.",
        "If Blue has somebody in E6 when I get to move -> Griffin A7 to A8. If not, that Griffin stays.",
        "My Griffin in A7: if Blue has turned up at E6, it flies to A8. If Blue isn't there it simply stays.",
        "If Blue is still in Eaglecrag when my move comes, then the Griffin from A7\ngoes to A8 and joins "
        "the fight. If not, it stays where it is\nlike the others.",
    ],
)
def test_a_condition_with_what_is_done_otherwise(text: str) -> None:
    assert all_taken(_read("3110", text)) == [AT_E6, HOLDS]


@pytest.mark.parametrize(
    ("text", "test"),
    [
        ("Griffin A7: only if 3 or more enemys are at E6, -> A8", "If at least 3 enemies are at E6"),
        ("Griffin A7 to A8 only if Blue leaves 3 or more in E6", "If at least 3 of Blue's units are at E6"),
        ("Griffin A7 - A8 (only if nobody is at E6)", "If nobody is at E6"),
        ("Griffin A7 to A8 if Blue has left E6", "If Blue is not at E6"),
        ("if blue isn't in E6 any more: griffin A7-A8", "If Blue is not at E6"),
        ("Is anybody at E6? If so, Griffin A7 - A8.", "If an enemy is at E6"),
        ("If Blue leaves E6: Griffin A7 - A8", "If Blue is not at E6"),
        ("If Blue is gone from E6, Griffin A7 - A8", "If Blue is not at E6"),
        ("If Blue doesn't come to E6: Griffin A7 - A8", "If Blue is not at E6"),
        ("Falls Blau nicht mehr in E6 ist, Greif A7 nach A8", "If Blue is not at E6"),
        ("In case Blue should come to E6, Griffin A7 - A8", "If Blue is at E6"),
        ("Wenn E6 leer ist, Greif A7 nach A8", "If nobody is at E6"),
        ("Wenn ich A10 noch halte, Greif A7 nach A8", "If Red holds A10"),
        ("S'il y a un ennemi en E6: griffon A7 vers A8", "If an enemy is at E6"),
        ("S'il n'y a personne en E6, griffon A7 - A8", "If nobody is at E6"),
        ("Si je tiens encore A10: griffon A7 - A8", "If Red holds A10"),
    ],
)  # fmt: skip
def test_a_condition_alone(text: str, test: str) -> None:
    taken = [
        words.replace(" Eaglecrag", "").replace(" Ambermouth", "") for words in all_taken(_read("3110", text))
    ]
    assert taken == [f"{test}: Griffin from A7 Aldgate to A8"]


def test_two_orders_with_one_condition() -> None:
    text = "If Blue is at E6: Knight A7 - A8 and Griffin A7 - A8. Otherwise they both stay."
    assert all_taken(_read("3110", text)) == [
        "If Blue is at E6 Eaglecrag: Knight from A7 Aldgate to A8",
        AT_E6,
        "Otherwise: Knight + Griffin at A7 Aldgate hold",
    ]


def test_there_is_the_city_where_the_units_go() -> None:
    """The condition was tested where they came from, because their goal had a name."""
    text = "The Knight A5 goes to Ambermouth unless 2 or more enemies are in there by then"
    assert all_taken(_read("3110", text)) == [
        "If fewer than 2 enemies are at A10 Ambermouth: Knight from A5 to A10 Ambermouth"
    ]


def test_if_he_leaves_as_many_is_the_other_case() -> None:
    text = (
        "If he leaves fewer than 3 units in Fallowick, my four Griffins\nfly from Hawkhurst to Fallowick and "
        "try for the city. If he leaves 3 or more\nthey stay at home."
    )
    assert all_taken(_read("3111", text)) == [
        "If fewer than 3 enemies are at F8 Fallowick: 4 Griffins from H10 Hawkhurst to F8 Fallowick",
        "Otherwise: 4 Griffins at H10 Hawkhurst hold",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Is Blue at E6? Griffin A7 - A8",  # a question, or a condition?
        "If Blue is at E6, Griffin A7 - A8. If Blue is at E7, it stays.",  # not the other case
        "If Blue answers my mail, Griffin A7 - A8.",
        "If Blue is at E6 or E7: Griffin A7 - A8",
        "If Blue moves from E6 to A8: Griffin A7 - A8",
        "If Blue was at E6 last turn, Griffin A7 - A8",
        "If there is a Knight at E6: Griffin A7 - A8",
        "Wenn Blau mir schreibt, Greif A7 nach A8",
        "If Blue is at E6 then Griffin A7 - A8. Otherwise it does what it likes.",
    ],
)
def test_what_is_not_plain_is_refused(text: str) -> None:
    reading = _read("3110", text)
    assert REFUSED in {line.verdict for line in reading.lines}
    assert "Griffin from A7 Aldgate to A8" not in orders_of(reading)


@pytest.mark.parametrize(
    "text",
    ["Wenn Blau in E6 ist, Greif A7 nach A8?", "If Blue is at E6, Griffin A7 - A8?", "Blue at E6? A7 - A8?"],
)
def test_a_question_is_no_order(text: str) -> None:
    assert orders_of(_read("3110", text)) == []


def test_a_question_about_something_else_is_no_condition() -> None:
    assert orders_of(_read("3110", "What is War Cry at E6? Griffin A7 - A8")) == [
        "Griffin from A7 Aldgate to A8"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Transport Ship A9 (if blocked, A13)",
        "Transport Ship A9 (if that is blocked, then A13)",
        "Transport Ship A9, or A13 should A9 not be possible",
        "Transport Ship at A9 - or at A13 if that is full",
    ],
)
def test_a_second_place_of_a_build(text: str) -> None:
    assert all_taken(_read("3110", f"Build\n{text}")) == ["Build:", "Build Transport Ship at A9 or A13"]


def test_several_conditions_in_a_paragraph() -> None:
    text = (
        "If Blue has somebody in E6, Griffin A7 to A8. If there is any enemy at A8 when I\nget to move -> "
        "Griffin A12 to A8. The Knight A5 stays."
    )
    assert all_taken(_read("3110", text)) == [
        AT_E6,
        "If an enemy is at A8: Griffin from A12 to A8",
        "Knight at A5 holds",
    ]


def test_the_answer_quotes_the_whole_sentence() -> None:
    text = "Build 2 Knights A7 or A10 if A7 is lost"
    assert [line.text for line in _read("3110", text).lines] == [text]


def test_a_move_has_no_second_place() -> None:
    reading = _read("3110", "Move\nTransport Ship A9 - S3 (if blocked, A13)")
    assert orders_of(reading) == ["Move:"]


def test_a_build_in_a_city_that_is_still_held() -> None:
    text = (
        "Build\n- 2 Knights Harrowby if it is still mine, otherwise 2 more Knights at\n"
        "  Hawkhurst (if the money does)"
    )
    assert all_taken(_read("3111", text))[1:] == [
        "If Blue holds H3 Harrowby: build 2 Knights at H3 Harrowby",
        "Otherwise: build 2 Knights at H10 Hawkhurst",
    ]


@pytest.mark.parametrize(
    "line",
    ["If Blue is at E6, " * 20, "Blue at E6? " * 30, "if " * 130, "wenn auf A7 " * 33, "A7 if it " * 44],
)
def test_long_texts_are_read_in_time(line: str) -> None:
    start = time.perf_counter()
    _read("3110", "\n".join([line] * 160))
    assert time.perf_counter() - start < 10  # seconds, on a busy computer


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("If the Wizard of Green is at D2: Militia F14 - D2", "if Green at D2: Militia F14 - D2"),
        ("If the Wizard of Green is there, Griffin D3 - D2", "if Green at D2: Griffin D3 - D2"),
        ("if Green's wizard is at Dawnport, Griffin D3 holds", "if Green at D2: Griffin D3 holds"),
        ("Griffin D3 - D2 unless the Wizard of Green is there", "if not Green at D2: Griffin D3 - D2"),
        ("if their wizard is at D2: Griffin D3 holds", "if enemy at D2: Griffin D3 holds"),
        ("if two Griffins at D2: Griffin D3 holds", "if 2 enemy at D2: Griffin D3 holds"),
        ("if my wizard is at F14: Griffin D3 holds", "if me at F14: Griffin D3 holds"),
    ],
)
def test_a_condition_on_a_kind_is_refused_with_one_on_its_player(text: str, order: str) -> None:
    [line] = _read("3104", text).lines
    assert (line.verdict, line.remedy) == (REFUSED, f"If it is an order, did you mean {order}?")
    assert line.reason.startswith("A condition can ask whose units are in a space")
    assert len(all_taken(_read("3104", order))) == 1


def test_a_move_with_else_on_its_line() -> None:
    assert all_taken(_read("3104", "if enemy at D2: 1 Militia F14 - F13 else: hold")) == [
        "If an enemy is at D2 Dawnport: Militia from F14 to F13",
        "Otherwise: Militia at F14 holds",
    ]


def test_otherwise_only_some_of_them() -> None:
    text = "if enemy in G9: all 5 K G7 > G9\notherwise only 2 K G7 > G9"
    assert all_taken(_read("3105", text)) == [
        "If an enemy is at G9 Gullhaven: 5 Knights from G7 Goldhollow to G9 Gullhaven",
        "Otherwise: 2 Knights from G7 Goldhollow to G9 Gullhaven",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "then 3 K: at G9 if I still hold it, else at G7",
        "3 Knights: in Gullhaven if it is still mine, otherwise in Goldhollow.",
    ],
)
def test_a_build_with_its_two_places_behind_a_colon(text: str) -> None:
    assert all_taken(_read("3105", f"Build\n{text}"))[1:] == [
        "If Blue holds G9 Gullhaven: build 3 Knights at G9 Gullhaven",
        "Otherwise: build 3 Knights at G7 Goldhollow",
    ]


def test_another_number_at_the_second_place_is_not_guessed() -> None:
    text = "Build\n3 Knights: in Gullhaven if it is still mine, otherwise 2 in Goldhollow."
    assert orders_of(_read("3105", text)) == ["Build:"]


def test_should_a_city_be_completely_empty() -> None:
    text = (
        "should Fallowick be completely empty when it is my turn, then all four griffins fly from Hawkhurst\n"
        "to Fallowick. If it is not, two griffins go from Hawkhurst to Harrowby."
    )
    assert all_taken(_read("3111", text)) == [
        "If nobody is at F8 Fallowick: 4 Griffins from H10 Hawkhurst to F8 Fallowick",
        "Otherwise: 2 Griffins from H10 Hawkhurst to H3 Harrowby",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "If Blue is at Eaglecrag:\n  Griffin A7 - A8\n  Griffin A12 - A8\nThe Knight A5 stays.",
        "If Blue is at Eaglecrag (E6) at the moment I move:\n\n  Griffin A7 to A8\n  Griffin A12 to A8\n\n"
        "The Knight A5 stays.",
        "Only if Blue is at E6:\n1. Griffin A7 - A8\n2. Griffin A12 - A8\nIn any case:\n3. Knight A5 holds",
        "if Blue at E6 then\n  Griffin A7 - A8; Griffin A12 - A8\nKnight A5 holds",
        "1) if Blue is at E6\n   a) Griffin A7 - A8\n   b) Griffin A12 - A8\n2) Knight A5 holds",
        "Wenn Blau auf E6 ist:\n- Greif A7 nach A8\n- Greif A12 nach A8\n\nRitter A5 bleibt",
        "If Blue is at E6:\n- Griffin A7 - A8\n- Griffin A12 - A8\nelse they all stay home.\nKnight A5 holds",
        "If Blue is at E6:\nGriffin A7 - A8\nGriffin A12 - A8\n"
        "Otherwise everybody stays where they are.\n\nKnight A5 holds",
        "If Blue is at E6:\n- Griffin A7 - A8\n- Griffin A12 - A8\n"
        "If Blue isn't there, they both stay put.\nKnight A5 holds",
    ],
)  # fmt: skip
def test_a_condition_above_a_list_is_of_all_its_orders(text: str) -> None:
    """Only the first had it: the others were carried out whether it held or not."""
    assert all_taken(_read("3110", text)) == [
        AT_E6,
        "If Blue is at E6 Eaglecrag: Griffin from A12 to A8",
        "Knight at A5 holds",
    ]


def test_a_list_of_what_is_done_otherwise() -> None:
    text = (
        "If Blue is at E6:\n- Griffin A7 - A8\n- Griffin A12 - A8\n"
        "Else:\n- Knight A5 - A6\n- Griffin A12 - A11"
    )
    assert all_taken(_read("3110", text)) == [
        AT_E6,
        "If Blue is at E6 Eaglecrag: Griffin from A12 to A8",
        "Otherwise: Knight from A5 to A6",
        "Otherwise: Griffin from A12 to A11",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "If Blue is at E6:\nGriffin A7 - A8\nGriffin A12 - A8",  # how far does it reach?
        "If nobody is at A8:\n- Griffin A7 - A8\n- Griffin A12 - A8",  # the first is there then
    ],
)
def test_an_order_that_may_be_below_a_condition_is_asked_about(text: str) -> None:
    reading = _read("3110", text)
    [_, first, second] = reading.lines
    assert (first.verdict, second.verdict) == (TAKEN, REFUSED)
    assert "if " in second.remedy and "Griffin A12 - A8" in second.remedy


@pytest.mark.parametrize(
    "text",
    [
        "If Blue answers my mail about E6:\n- Griffin A7 - A8\n- Griffin A12 - A8",
        "If Blue is at E6 with a Knight:\n  Griffin A7 - A8\n  Griffin A12 - A8",
    ],
)
def test_no_order_below_a_condition_that_is_not_read(text: str) -> None:
    assert orders_of(_read("3110", text)) == []


def test_talk_with_if_is_no_condition() -> None:
    text = "If I may, here are my orders:\n- Griffin A7 - A8\n- Griffin A12 - A8"
    assert all_taken(_read("3110", text)) == ["Griffin from A7 Aldgate to A8", "Griffin from A12 to A8"]


@pytest.mark.parametrize(
    "text",
    [
        "if Blue at E6: Griffin A7 - A8\nsame condition for the Griffin in A12, also to A8",
        "if Blue at E6: Griffin A7 - A8\nUnder the same condition the Griffin A12 to A8",
        "if Blue at E6: Griffin A7 - A8\nin that case Griffin A12 - A8 as well",
        "Griffin A7 - A8 if Blue is at E6\nGriffin A12 - A8, same condition",
    ],
)
def test_the_same_condition_as_the_line_above(text: str) -> None:
    assert all_taken(_read("3110", text)) == [AT_E6, "If Blue is at E6 Eaglecrag: Griffin from A12 to A8"]


def test_no_order_with_the_same_condition_as_none() -> None:
    text = "Griffin A7 - A8\nGriffin A12 - A8, same condition"
    assert orders_of(_read("3110", text)) == ["Griffin from A7 Aldgate to A8"]


@pytest.mark.parametrize(
    ("test", "read"),
    [
        ("Blue has at most three units in Eaglecrag (E6)", "fewer than 4 of Blue's units are"),
        ("Blue has fewer than four units in E6", "fewer than 4 of Blue's units are"),
        ("Blue has no more than three units at E6", "fewer than 4 of Blue's units are"),
        ("there are four or more Blues in E6 by then", "at least 4 of Blue's units are"),
        ("Blue has four units in E6 or more", "at least 4 of Blue's units are"),
        ("Blue has 4 units or more in E6", "at least 4 of Blue's units are"),
    ],
)
def test_a_number_in_a_condition(test: str, read: str) -> None:
    assert all_taken(_read("3110", f"If {test}: Griffin A7 - A8")) == [
        f"If {read} at E6 Eaglecrag: Griffin from A7 Aldgate to A8"
    ]


def test_two_units_with_a_condition_that_is_denied() -> None:
    text = "if not 3 enemy at E6: the Griffin in A7 and the Griffin in A12 go to A8"
    assert all_taken(_read("3110", text)) == [
        "If fewer than 3 enemies are at E6 Eaglecrag: Griffin from A7 Aldgate to A8",
        "If fewer than 3 enemies are at E6 Eaglecrag: Griffin from A12 to A8",
    ]


def test_many_conditions_above_lists_are_read_in_good_time() -> None:
    text = "If Blue is at E6:\n" + "  Griffin A7 - A8\n" * 2000 + "if Blue at E6:\n\n" * 1500
    begun = time.perf_counter()
    _read("3110", text)
    assert time.perf_counter() - begun < 5


@pytest.mark.parametrize(
    "text",
    [
        "I attack A8 with\n  the Griffin from A7\n  the Griffin from A12\n\nKnight A5 holds",
        "To A8:\n- Griffin A7\n- Griffin A12\n\nKnight A5 holds",
        "These go to A8:\n- the Griffin from Aldgate\n- the Griffin from A12\nKnight A5 holds",
    ],
)
def test_a_goal_above_a_list_is_that_of_all_its_units(text: str) -> None:
    assert all_taken(_read("3110", text)) == [
        "Griffin from A7 Aldgate to A8",
        "Griffin from A12 to A8",
        "Knight at A5 holds",
    ]


def test_a_condition_and_a_goal_above_a_list() -> None:
    text = (
        "If Blue has fewer than three units in Eaglecrag when I move, I storm it with\n"
        "  the Griffin from A7\n  the Griffin from A12\nIf he has three or more there, they all stay.\n"
        "Whatever happens, the Knight in A5 holds."
    )
    test = "If fewer than 3 of Blue's units are at E6 Eaglecrag"
    assert all_taken(_read("3110", text)) == [
        f"{test}: Griffin from A7 Aldgate to E6 Eaglecrag",
        f"{test}: Griffin from A12 to E6 Eaglecrag",
        "Knight at A5 holds",
    ]


def test_no_goal_for_a_list_with_goals_of_its_own() -> None:
    text = "I attack A8 with:\n- Griffin A7 - A8\n- Griffin A12 - A11"
    assert orders_of(_read("3110", text)) == ["Griffin from A7 Aldgate to A8", "Griffin from A12 to A11"]


def test_they_are_all_who_go_in_the_other_case() -> None:
    text = "If Blue is in E6, the Griffins of A7 and A12 both go to A8. If not, they stay."
    assert all_taken(_read("3110", text)) == [
        AT_E6,
        HOLDS,
        "If Blue is at E6 Eaglecrag: Griffin from A12 to A8",
        "Otherwise: Griffin at A12 holds",
    ]


def test_units_with_a_goal_and_another_for_the_other_case() -> None:
    text = "The Griffin in A7: home to A8 if there are two or more Blues\nin it by then, else to Eaglecrag."
    assert all_taken(_read("3110", text)) == [
        "If at least 2 of Blue's units are at A8: Griffin from A7 Aldgate to A8",
        "Otherwise: Griffin from A7 Aldgate to E6 Eaglecrag",
    ]
