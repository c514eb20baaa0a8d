"""Order sheets of Domination are read line by line; refusals have a reason, and any text gets an answer."""

import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import NOTED, REFUSED, REMARK, TAKEN, ReadLine
from adjudicator.domination import game
from adjudicator.domination import position as positions
from adjudicator.domination.data import data
from adjudicator.domination.language.grammar import parse_line
from tests.support.thorough import examples

CASES = sorted((Path(__file__).parents[2] / "cases" / "domination").glob("*.toml"))


def a_turn(**options: object) -> str:
    units = {"Red": ["3 Militia A7"], "Blue": ["Knight B6"]}
    return game.place({"phase": "turn", "units": units, **options})


def first(text: str, player: str = "Red", **options: object) -> ReadLine:
    return game.read(a_turn(**options), player, None, [text]).lines[0]


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("3 Militia A7 - A8", "3 Militia from A7 Aldgate to A8"),
        ("k b10->b12", "Knight from B10 to B12 Barrowgate"),
        ("Wolf  Riders Aldgate to a8", "Wolf Rider from A7 Aldgate to A8"),
        ("2 Militia + Knight A8 – B9", "2 Militia + Knight from A8 to B9"),
        ("all A12 > A7", "All from A12 to A7 Aldgate"),
        ("Catapults A7 hold", "Catapult at A7 Aldgate holds"),
        ("lose Fort, Militia", "Lose Fort, Militia"),
        ("at A3: keep Wizard", "Keep Wizard at A3"),
        ("target Blue in B7", "Target Blue at B7"),
        (
            "if not I hold B6 and 2 Blue at A8: all A7 - A8",
            "If Red does not hold B6 Bramblecross and at least 2",
        ),
        ("Militia A7 - A8   # towards the border", "Militia from A7 Aldgate to A8"),
        ("• 3 Militia A7 - A8", "3 Militia from A7 Aldgate to A8"),
        ("2) Militia A 7 --> A 8", "Militia from A7 Aldgate to A8"),
        ("wolfriders A7 => A8", "Wolf Rider from A7 Aldgate to A8"),
        ("== Build phase ==", "Build:"),
        ("**Combat**:", "Combat:"),
    ],
)
def test_an_accepted_order_is_read_back_in_full(text: str, reading: str) -> None:
    line = first(text)
    assert (line.verdict, line.reading[: len(reading)]) == (TAKEN, reading)


@pytest.mark.parametrize(
    ("text", "reason", "remedy"),
    [
        ("Militia B17 - B1", "There is no B17 on this board.", "There are B1 to B16."),
        ("Militia Dawnport - A1", "There is no Dawnport (D2) on this board.", "The pieces are A and B."),
        ("Militia A7 - Barowgate", '"Barowgate" is not a known word.', "Did you mean Barrowgate?"),
        ("Milita A7 - A8", '"Milita" is not a known word.', "Did you mean Militia A7 - A8?"),
        ("cast Fierball A7", '"Fierball" is not a known word.', "Did you mean Fireball?"),
        ("cast Mist A7", "Mist belongs under Magic, not here.", "Write it under Magic."),
        ("cast Ward A7", "Ward is not in your hand.", "You hold no card."),
        ("target Green at B7", "Green does not play in this game.", "There are Red and Blue."),
        ("target Red", "That is you.", "Name another player."),
        (
            "Militia A7",
            "A move needs a goal; builds go under Build.",
            "Write SPACE - SPACE, or put the line there.",
        ),
        ("Fort A7 - A8", "Fortifications cannot do that.", "Name units."),
        ("0 Militia A7 - A8", "This line names no unit.", "Write 1 or more, or all."),
        ("Militia A7 - A7", "This goes nowhere.", "Write A7 holds, or another goal."),
        ("else: Militia A7 - A8", 'There is no "if" above this "else".', "Write the condition first."),
        ("piece A, B", "The pieces have already been laid.", "Now orders for the turn are due."),
        ("claim A7", "You cannot claim spaces now.", "Now orders for the turn are due."),
        ("Militia A7 -", "I do not understand this line.", "Did you mean Militia A7?"),
        ("Blue: Militia A7 - A8", "An order does not begin with a player.", "Leave out Blue:"),
        ("cast Fire A8", '"Fire" is not the whole name.', "Write Fireball."),
        ("forced march A8", "Forced March is not in your hand.", "You hold no card."),
        ("loose Militia", '"loose" is not a known word.', "Did you mean lose Militia?"),
        (
            "lose Militia Kinght",
            '"Kinght" is not a known word.',
            "Did you mean lose Militia, Knight?",
        ),
    ],
)
def test_a_refused_order_has_a_reason(text: str, reason: str, remedy: str) -> None:
    line = first(text)
    assert (line.verdict, line.reason, line.remedy) == (REFUSED, reason, remedy)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Fort A7", "Fortifications cannot be rebuilt."),
        ("all Militia A7", 'A build needs a number, not "all".'),
        ("Militia A7 - A8", "A move belongs under Move, not here."),
        ("cast Ward A7", "A spell belongs under Move or Magic, not here."),
    ],
)
def test_orders_other_than_builds_are_refused_below_build(text: str, reason: str) -> None:
    line = game.read(a_turn(), "Red", None, ["Build", text]).lines[1]
    assert (line.verdict, line.reason) == (REFUSED, reason)


@pytest.mark.parametrize(
    ("text", "reason", "remedy"),
    [
        ("Knight Barowgate", '"Barowgate" is not a known word.', "Did you mean Knight B12?"),
        ("2 Knight Barrowgat", '"Barrowgat" is not the whole name.', "Write Barrowgate."),
        ("Militia A77", "There is no A77 on this board.", "Did you mean Militia A7?"),
        ("2 Milita A7", '"Milita" is not a known word.', "Did you mean 2 Militia A7?"),
    ],
)
def test_a_misspelt_build_is_not_a_remark(text: str, reason: str, remedy: str) -> None:
    line = game.read(a_turn(), "Red", None, ["Build", text]).lines[1]
    assert (line.verdict, line.reason, line.remedy) == (REFUSED, reason, remedy)


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("PEICE A, B, C", "Did you mean piece A, B, C?"),
        ("peice A, B, C", "Did you mean piece A, B, C?"),
    ],
)
def test_a_misspelt_list_of_pieces_is_not_a_remark(text: str, remedy: str) -> None:
    start = game.start({}, SeededDice("pieces", 0))
    line = game.read(start, "Red", None, [text]).lines[0]
    assert (line.verdict, line.remedy) == (REFUSED, remedy)


@pytest.mark.parametrize(
    "text", ["PIECES A B C", "A, B, C", "a > b > c", "I want A, then B and C", "1. A 2. B 3. C"]
)
def test_pieces_are_read_as_people_list_them(text: str) -> None:
    start = game.start({}, SeededDice("pieces", 0))
    line = game.read(start, "Red", None, [text]).lines[0]
    assert (line.verdict, line.reading) == (TAKEN, "Take the first of these pieces that is free: A, B, C")


def test_pieces_on_separate_lines_are_one_list() -> None:
    start = game.start({}, SeededDice("pieces", 0))
    reading = game.read(start, "Red", None, ["1. E", "2. B", "3. H"])
    assert [line.reading for line in reading.lines] == [
        "Take the first of these pieces that is free: E, B, H"
    ]


def test_a_list_of_pieces_is_never_taken_in_part() -> None:
    start = game.start({}, SeededDice("pieces", 0))
    reading = game.read(start, "Red", None, ["perhaps C, after it F, A and E"])
    assert TAKEN not in [line.verdict for line in reading.lines]


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        (
            "Militia A7 - A8; Knight A7 - A8",
            ["Militia from A7 Aldgate to A8", "Knight from A7 Aldgate to A8"],
        ),
        ("protect Militia", ["Keep Militia"]),
        ("lose Militia first, then Knight", ["Lose Militia, Knight"]),
        ("Militia A7, Knight A8 H", ["Militia at A7 Aldgate holds", "Knight at A8 holds"]),
        ("Combat: lose Militia. Keep Knight.", ["Combat:", "Lose Militia", "Keep Knight"]),
        ("Knight A8 bleibt", ["Knight at A8 holds"]),
        ("if no enemy at B5: all A7 - A8", ["If no enemy is at B5: all from A7 Aldgate to A8"]),
        ("everything else stays", ["All units without another order hold"]),
    ],
)
def test_sentences_and_several_orders_on_a_line(text: str, readings: list[str]) -> None:
    lines = game.read(a_turn(), "Red", None, [text]).lines
    assert [line.reading for line in lines] == readings


def test_preferences_alone_leave_the_sheet_as_it_is() -> None:
    sheet = game.read(a_turn(), "Red", None, ["Militia A7 - A8", "lose Knight"])
    both = game.read(a_turn(), "Red", sheet.orders, ["keep Knight"])
    assert [row.order for row in both.in_force if row.source != "missing"][:1] == [
        "Militia from A7 Aldgate to A8"
    ]
    assert any("Keep Knight" in row.order for row in both.in_force)
    assert both.warnings[0] == "Your earlier order sheet still counts, with these preferences."


@pytest.mark.parametrize("text", ["Peace to all", "peace", "J. R.", "A friend"])
def test_friendly_words_above_the_pieces_are_remarks(text: str) -> None:
    start = game.start({}, SeededDice("pieces", 0))
    assert game.read(start, "Red", None, [text]).lines[0].verdict == REMARK


@pytest.mark.parametrize("text", ["3x Militia A7", "three Militia at Aldgate", "3 x M A7", "build 3M A7"])
def test_numbers_are_read_as_people_write_them(text: str) -> None:
    line = game.read(a_turn(), "Red", None, ["Build", text]).lines[-1]
    assert (line.verdict, line.reading) == (TAKEN, "Build 3 Militia at A7 Aldgate")


def test_a_unit_that_is_not_in_play_is_refused() -> None:
    line = first("Dragon A7 - A8", options={"cards": ["Militia", "Knight"]})
    assert line.reason == "No Dragon is in play."
    assert line.remedy == "These are in play: Militia and Knight."


@pytest.mark.parametrize(
    "text",
    ["Hello, dear GM!", "Good luck to Blue and Red.", "I am away on Friday."],
)
def test_friendly_words_are_remarks(text: str) -> None:
    assert first(text).verdict == REMARK


@pytest.mark.parametrize("text", ["", "   ", "# all a comment"])
def test_comments_are_noted(text: str) -> None:
    assert first(text).verdict == NOTED


def test_an_else_below_a_refused_if_is_refused_too() -> None:
    lines = ["if enemy at B77: Militia A7 - A8", "else: Militia A7 - A11"]
    read = game.read(a_turn(), "Red", None, lines).lines
    assert [line.verdict for line in read] == [REFUSED, REFUSED]
    assert read[1].reason == 'The "if" above was not accepted.'


def test_a_later_sheet_replaces_the_earlier_one_whole() -> None:
    state = a_turn()
    earlier = game.read(state, "Red", None, ["Militia A7 - A8", "lose Knight"])
    later = game.read(state, "Red", earlier.orders, ["Militia A7 - A11"])
    assert later.orders == game.read(state, "Red", None, ["Militia A7 - A11"]).orders
    again = "An order sheet has all lines of the turn in one message: to have any of these again, send the "
    assert later.warnings[0] == (
        "This order sheet replaces your whole earlier one. Gone: Militia from A7 Aldgate to A8; Lose Knight. "
        f"{again}whole sheet with them."
    )
    assert later.gone == ("Lose Knight",)
    other = game.read(state, "Red", later.orders, ["Militia A7 - A8"])
    assert other.warnings[0] == (
        "This order sheet replaces your whole earlier one. Gone: Militia from A7 Aldgate to A11."
    )
    assert other.gone == ()


def test_every_line_that_no_longer_counts_is_named() -> None:
    """Another line for other units of the same space does not stand in for one that is gone."""
    state = game.place({"phase": "turn", "units": {"Red": ["3 Knight A7", "2 Militia A7"]}})
    lines = ["if enemy at A8: 3 Knight A7 - A8", "else: 3 Knight A7 - A11", "2 Militia A7 holds"]
    earlier = game.read(state, "Red", None, lines)
    later = game.read(state, "Red", earlier.orders, ["2 Militia A7 - A8"])
    named = (
        "If an enemy is at A8: 3 Knights from A7 Aldgate to A8",
        "Otherwise: 3 Knights from A7 Aldgate to A11",
    )
    gone = "; ".join((*named, "2 Militia at A7 Aldgate hold"))
    assert later.warnings[0].startswith(f"This order sheet replaces your whole earlier one. Gone: {gone}. ")
    assert later.gone == named


def test_an_otherwise_below_another_condition_is_another_line() -> None:
    state = a_turn()
    earlier = game.read(state, "Red", None, ["if enemy at A8: Militia A7 - A8", "else: Militia A7 - A11"])
    later = game.read(
        state, "Red", earlier.orders, ["if not enemy at A8: Militia A7 - A8", "else: Militia A7 - A11"]
    )
    assert "; Otherwise: Militia from A7 Aldgate to A11." in later.warnings[0]


def test_a_preference_of_an_earlier_turn_is_not_called_gone_while_it_stands() -> None:
    before = a_turn()
    sheets = {"Red": game.read(before, "Red", None, ["lose Militia, Fort"]).orders, "Blue": "[]"}
    state = game.judge(before, sheets, SeededDice("losses", 1)).state
    earlier = game.read(state, "Red", None, ["lose Militia, Fort", "Militia A7 - A8"])
    later = game.read(state, "Red", earlier.orders, ["Militia A7 - A11"])
    assert "Gone: Militia from A7 Aldgate to A8." in later.warnings[0]
    assert "standing: Lose Militia, Fort" in [row.order for row in later.in_force]
    assert later.gone == ()


@pytest.mark.parametrize(
    ("first", "later", "gone"),
    [
        ("lose Militia, Fort", "if 3 hits: lose Knight", "Lose Militia, Fort"),
        ("if 3 hits: lose Knight", "lose Militia", "If you take at least 3 hits: lose Knight"),
        ("lose Militia", "if 3 hits: lose Knight\nlose Militia", ""),
        ("lose Militia", "lose Knight", ""),
        ("lose Militia", "keep Knight", ""),
        ("lose Militia", "at A7: lose Knight", ""),
    ],
)
@pytest.mark.parametrize("is_of_this_turn", [True, False])
def test_a_preference_replaced_by_one_with_another_condition_is_named(
    first: str, later: str, gone: str, *, is_of_this_turn: bool
) -> None:
    """Clause 11.7: a preference stands until changed, by any of its kind for the same place."""
    state, on_file = a_turn(), game.read(a_turn(), "Red", None, [first]).orders
    if not is_of_this_turn:
        state = game.judge(state, {"Red": on_file, "Blue": "[]"}, SeededDice("losses", 1)).state
    reading = game.read(state, "Red", on_file if is_of_this_turn else None, later.splitlines())
    named = [one for one in reading.warnings if one.startswith("No longer in force: ")]
    assert [one.split(". ")[0] for one in named] == ([f"No longer in force: {gone}"] if gone else [])
    assert [row.order for row in reading.in_force if gone and gone in row.order] == []


def test_a_sheet_that_only_adds_lines_names_those() -> None:
    state = a_turn()
    earlier = game.read(state, "Red", None, ["Militia A7 - A8", "lose Knight"])
    later = game.read(state, "Red", earlier.orders, ["Militia A7 - A8", "2 Militia A7 holds", "lose Knight"])
    assert later.warnings[0] == (
        "All lines of your earlier order sheet still count. New: 2 Militia at A7 Aldgate hold."
    )
    same = game.read(state, "Red", earlier.orders, ["Militia A7 - A8", "lose Knight"])
    assert same.warnings[0] == "This order sheet has the same lines as your earlier one."


def test_a_message_without_valid_orders_leaves_the_sheet_unchanged() -> None:
    state = a_turn()
    earlier = game.read(state, "Red", None, ["Militia A7 - A8"])
    later = game.read(state, "Red", earlier.orders, ["Thanks for the report!", "Militia A99 - A7"])
    assert later.orders == earlier.orders
    assert later.warnings == ()  # the confirmation says that what was on file stays
    assert later.in_force[0].source == "an earlier message"


def test_the_answer_lists_what_is_in_force_and_who_has_no_order() -> None:
    reading = game.read(a_turn(), "Red", None, ["lose Militia"])
    assert [(row.unit, row.source) for row in reading.in_force] == [
        ("", "this message"),
        ("3 Militia A7", "missing"),
    ]
    assert reading.complete


def test_headings_may_come_in_any_order() -> None:
    sheet = ["BUILD:", "Militia A7", "moves", "Militia A7 - A8", "Combat", "lose Militia"]
    read = game.read(a_turn(), "Red", None, sheet)
    assert {line.verdict for line in read.lines} == {TAKEN}


def case_lines() -> list[str]:
    lines = []
    for path in CASES:
        for case in tomllib.loads(path.read_text("utf-8"))["case"]:
            refused = set(case.get("refused", ()))
            rows = [line for line in case.get("orders", "").splitlines() if line.startswith(" ")]
            lines += [line.partition("#")[0].strip() for line in rows if line.strip() not in refused]
    return sorted(set(lines))


@pytest.mark.parametrize("line", case_lines())
def test_every_order_of_the_rule_cases_is_understood(line: str) -> None:
    assert parse_line(data({}), line.rstrip(".")) is not None


def test_every_order_of_the_help_is_understood() -> None:
    page = game.card.help
    rows = [re.split(r"\s{2,}", row.strip())[0] for row in page.splitlines() if row.startswith("    ")]
    assert [row for row in rows if parse_line(data({}), row) is None] == []


WORDS = [
    *(
        "Militia",
        "Knight",
        "T",
        "all",
        "3",
        "0",
        "999999",
        "A7",
        "B6",
        "S1",
        "Z9",
        "Aldgate",
        "-",
        "->",
        "to",
    ),
    *("if", "else", "enemy", "at", "not", "and", ":", ",", "+", "cast", "Mist", "Recall", "on", "Blue", "I"),
    *("hold", "lose", "keep", "target", "rest", "or", "Build", "piece", "A", "claim", "with", "nothing", "#"),
]


@settings(max_examples=examples(40), deadline=None)
@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join), max_size=6))
def test_any_words_of_the_language_give_an_answer(lines: list[str]) -> None:
    for state in STATES:
        reading = game.read(state, "Red", None, lines)
        assert {line.number for line in reading.lines} <= set(range(1, len(lines) + 1))
        assert all(line.reason for line in reading.lines if line.verdict == REFUSED)
        game.judge(state, {"Red": reading.orders}, SeededDice("any", 1))


@settings(max_examples=examples(40), deadline=None)
@given(st.lists(st.text(max_size=80), max_size=4))
def test_any_text_gives_an_answer(lines: list[str]) -> None:
    reading = game.read(STATES[0], "Red", None, lines)
    assert {line.number for line in reading.lines} <= set(range(1, len(lines) + 1))


STATES = (
    a_turn(units={}, options={"board": "A C", "side": "back"}, state={"hand": {"Red": ["Mist", "Recall"]}}),
    game.place({"phase": "start"}),
    game.place({"phase": "setup"}),
    game.place({"phase": "claim", "options": {"board": "A", "variant": "mini"}}),
    positions.to_text(positions.from_text(game.start({"variant": "mini"}, SeededDice("s", 0)))),
)
