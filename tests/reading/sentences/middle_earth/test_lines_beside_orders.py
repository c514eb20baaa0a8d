"""Standing orders below a heading, and lines and questions beside orders that say nothing about them."""

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import REFUSED, REMARK, TAKEN, Game, Reading
from adjudicator.games import find

XIII, HARDBOP = find("downfall-xiii"), find("hardbop")
SHARED = ("A Osg", "A Los", "A Lam")  # units of Gondor at places of both boards
OTHERS = ("2A MTi", "A Pel", "C DAm", "Faramir MTi")
BOTH = pytest.mark.parametrize("game", [XIII, HARDBOP], ids=["xiii", "hardbop"])


def read(text: str, game: Game = XIII) -> Reading:
    units = (*SHARED, *(OTHERS if game is XIII else ()))
    state = game.place({"phase": "movement", "turn": 3, "units": {"Gondor": units, "Mordor": ("A Bar",)}})
    return game.read(state, "Gondor", None, text.splitlines())


def taken(reading: Reading) -> list[str]:
    return [line.reading for line in reading.lines if line.verdict == TAKEN]


def refused(reading: Reading) -> dict[str, str]:
    """Return the texts that were refused, each with its remedy."""
    return {line.text: line.remedy for line in reading.lines if line.verdict == REFUSED}


@BOTH
@pytest.mark.parametrize("heading", ["STANDING:", "Standing", "My standing orders are:", "STANDING:\n"])
def test_standing_alone_heads_all_lines_up_to_an_empty_one(game: Game, heading: str) -> None:
    reading = read(f"{heading}\nA Lam H\nA Los destroys Nazgul, A Los H\n\nA Osg - NIt", game)
    assert taken(reading) == [
        "Standing order: Army Lamedon holds",
        "Standing order: Army Lossarnach destroys Nazgul",
        "Standing order: Army Lossarnach holds",
        "Army Osgiliath moves to North Ithilien",
    ]
    assert not refused(reading)


@pytest.mark.parametrize("other", ["Orders for this turn:", "ORDERS", "This turn:"])
def test_another_heading_ends_the_standing_orders(other: str) -> None:
    assert taken(read(f"STANDING:\nA Lam H\n{other}\nA Pel - SIt")) == [
        "Standing order: Army Lamedon holds",
        "Army Pelargir moves to South Ithilien",
    ]


def test_a_standing_order_on_its_line_says_nothing_of_the_lines_below() -> None:
    assert taken(read("STANDING: A Lam H\nA Pel - SIt"))[1] == "Army Pelargir moves to South Ithilien"


def test_thanks_and_questions_below_the_heading_are_no_standing_orders() -> None:
    reading = read("STANDING:\nA Lam H\nwherever they please\nIs that enough?\nThanks")
    assert list(refused(reading)) == ["wherever they please"]


@BOTH
def test_all_orders_on_a_line_of_standing_orders_are(game: Game) -> None:
    reading = read("Standing: A Osg destroys Nazgul, A Los destroys Nazgul; A Lam H", game)
    assert taken(reading) == [
        "Standing order: Army Osgiliath destroys Nazgul",
        "Standing order: Army Lossarnach destroys Nazgul",
        "Standing order: Army Lamedon holds",
    ]


def test_an_order_in_a_sentence_behind_a_standing_one_is_asked_about() -> None:
    reading = read("Standing: A Pel destroys Nazgul. A Lam - Dor")
    assert list(refused(reading)) == ["A Lam - Dor"]


@pytest.mark.parametrize(
    "below", ["if A Bar - Udu then 2A MTi H", "IF Mordor holds MTi THEN A Lam - Dor", "Faramir R with A Lam"]
)
def test_a_line_with_an_order_of_its_own_is_no_doubt_about_the_others(below: str) -> None:
    reading = read(f"A Lam H\n{below}\nA Pel - SIt")
    assert taken(reading) == ["Army Lamedon holds", "Army Pelargir moves to South Ithilien"]
    assert all(line.verdict != TAKEN for line in reading.lines if line.text == below)


@pytest.mark.parametrize("below", ["if Osg falls", "if Osg falls then"])
def test_a_condition_without_an_order_is(below: str) -> None:
    assert not taken(read(f"A Lam H\n{below}"))


def test_a_leader_who_retreats_with_a_stack_leaves_its_retreat_as_it_is() -> None:
    units = {"Gondor": ["2A SIt"], "Mordor": ["2A MMo", "2A NIt"]}
    before = XIII.place({"phase": "movement", "turn": 3, "units": units})
    lines = {"Mordor": ["2A MMo - SIt", "2A NIt S 2A MMo - SIt"]}
    orders = {power: XIII.read(before, power, None, own).orders for power, own in lines.items()}
    beaten = XIII.judge(before, orders, SeededDice("a", 1)).state
    reading = XIII.read(beaten, "Gondor", None, ["2A SIt R Osg, Por", "Faramir R with 2A SIt"])
    assert taken(reading) == ["2 Armies South Ithilien retreat to Osgiliath or Poros"]


@pytest.mark.parametrize(
    "text",
    [
        "A Lam - Dor\nWait, is that allowed?",
        "A Lam - Dor (is that allowed?)",
        "A Lam - Dor\nIs it even legal?",
    ],
)
def test_a_question_whether_an_order_is_allowed_does_not_withdraw_it(text: str) -> None:
    reading = read(text)
    assert taken(reading) == ["Army Lamedon moves to Dor-en-Ernil"]
    assert [line.verdict for line in reading.lines][1:] == [REMARK]


@pytest.mark.parametrize("text", ["A Lam - Dor\nWait, no", "A Lam - Dor (or Pel?)", "A Lam - Dor\non to Pel"])
def test_a_withdrawal_and_another_goal_are_asked_about(text: str) -> None:
    assert not taken(read(text))


def test_what_is_said_to_others_is_no_order_and_no_rest_of_one() -> None:
    reading = read("A Pel - SIt\nBack to the city with you.")
    assert taken(reading) == ["Army Pelargir moves to South Ithilien"]
    assert not refused(reading)


def test_a_support_of_a_unit_that_is_led_is_suggested_without_the_leader() -> None:
    text = "A Pel S Faramir leads 2A MTi - Los"
    assert refused(read(text)) == {text: "Did you mean A Pel S 2A MTi - Los?"}
    out_of_reach = "A Pel S Faramir leads 2A MTi - Osg"
    assert "Did you mean" not in refused(read(out_of_reach))[out_of_reach]


@pytest.mark.parametrize(
    "text", ["2A MTi destroys any if Faramir arrives", "If A Lam meets Nazgul, 2A MTi destroys any"]
)
def test_no_order_is_suggested_without_its_condition(text: str) -> None:
    assert "Did you mean" not in refused(read(text))[text]


def test_an_order_without_a_condition_is_still_suggested() -> None:
    text = "2A MTi destroyes any"
    assert refused(read(text)) == {text: "Did you mean 2A MTi destroys any?"}


def test_the_verb_of_a_question_is_no_place() -> None:
    assert [line.verdict for line in read("Can my leader go with an army?").lines] == [REMARK]


@pytest.mark.parametrize(
    "text", [
        "Faramir leads 2 Armies Minas Tirith, which move to Osgiliath",
        "Faramir leads 2 Armies Minas Tirith, which hold",
    ],
)  # fmt: skip
def test_the_words_of_a_confirmation_are_read(text: str) -> None:
    assert taken(read(text)) == [text]


def test_a_lead_is_not_taken_without_what_its_unit_does() -> None:
    assert not taken(read("Faramir leads 2 Armies Minas Tirith, which move to Osgilath"))
