"""Epic Domination: lists of pieces, tables, and conditions in many wordings."""

import json

import pytest

from adjudicator.core.game import REFUSED, TAKEN, Reading, ReadLine
from adjudicator.domination import game
from bench.first_sight import FOLDER

POSITIONS = json.loads((FOLDER / "domination" / "positions.json").read_text("utf-8"))


def _read(position: str, text: str) -> Reading:
    place = POSITIONS[position]
    return game.read(place["state"], place["power"], None, text.split("\n"))


def _taken(position: str, text: str) -> list[str]:
    found = _read(position, text).lines
    assert not _refused(found), found
    return [line.reading for line in found if line.verdict == TAKEN and not line.reading.endswith(":")]


def _refused(lines: tuple[ReadLine, ...] | list[ReadLine]) -> list[ReadLine]:
    return [line for line in lines if line.verdict == REFUSED]


@pytest.mark.parametrize("head", ["| No. | Unit | From | To |\n|---|---|---|---|", "Nr | Unit | From | To"])
def test_a_first_column_that_does_not_count_the_rows_holds_numbers_of_units(head: str) -> None:
    table = f"{head}\n| 5 | Knight | H13 | H10 |\n| 4 | Knight | A7 | hold |\n| 1 | Griffin | A7 | hold |"
    assert _taken("807", table) == [
        "5 Knights from H13 to H10 Hawkhurst",
        "4 Knights at A7 Aldgate hold",
        "Griffin at A7 Aldgate holds",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "piece D, F, B\npiece D, B, F, A",
        "Piece preferences: D, F, B. No, wait, I'd rather have B before F.\nSo D, B, F and then A.",
    ],
)
def test_a_later_list_of_pieces_in_another_order_replaces_the_first(text: str) -> None:
    lines = _read("211", text).lines
    assert [line.reading for line in lines if line.verdict == TAKEN] == [
        "Take the first of these pieces that is free: D, B, F, A"
    ]
    assert _refused(lines)[0].remedy == "Did you mean piece D, B, F, A?"


def test_two_overlapping_lists_of_pieces_are_both_refused() -> None:
    assert len(_refused(_read("211", "piece A, C, F\npiece C, A").lines)) == len(("first", "second"))


@pytest.mark.parametrize("text", ["piece A\npiece A, C", "piece A, C\npiece A, C"])
def test_a_later_list_that_continues_or_repeats_the_first_is_accepted(text: str) -> None:
    assert len(_taken("211", text)) == len(text.split("\n"))


@pytest.mark.parametrize(
    "text",
    [
        "Den Greif möchte ich im Kampf immer als Letztes verlieren.",
        "And do keep the griffins alive as long as anything else can die.",
        "No griffin should die as long as there is something else to lose.",
    ],
)
def test_a_unit_to_be_kept_is_never_suggested_as_a_loss(text: str) -> None:
    remedies = [line.remedy for line in _refused(_read("59", text).lines)]
    assert all(remedy.endswith("keep Griffin") for remedy in remedies)


@pytest.mark.parametrize(
    "text", ["My flock of four at A6 swoops on the knight at A5", "Then the knights dream of H14"]
)
def test_no_example_is_about_other_units(text: str) -> None:
    own = {"C10", "C5", "C2", "C3"}
    assert not [line for line in _refused(_read("59", text).lines) if own & {*line.remedy.split()}]


def test_a_word_that_resembles_the_start_of_a_name_is_not_a_unit() -> None:
    assert not _refused(_read("59", "Hi, writing this on the train, conection comes and goes").lines)


@pytest.mark.parametrize(
    "text",
    [
        "If Red not at A5: Griffin A2 - A1",
        "unless Red is at A5, Griffin A2 - A1",
        "Griffin A2 - A1 unless Red is at A5",
        "Griffin A2 - A1 but not if Red is at A5",
        "Griffin A2 - A1 except if Red is at A5",
        "If Red isnt at A5: Griffin A2 - A1",
        "If there is no Red at A5 then Griffin A2 - A1",
        "if Red has no units at A5, Griffin A2 - A1",
        "if Red is no longer at A5: Griffin A2 - A1",
        "if Red has left A5: Griffin A2 - A1",
    ],
)
def test_conditions_that_a_player_is_not_at_a_space(text: str) -> None:
    assert _taken("59", text) == ["If Red is not at A5: Griffin from A2 to A1"]


def test_conditions_that_a_player_does_not_hold_a_space_or_has_fewer_units_there() -> None:
    assert _taken("59", "if Red does not hold A5: Griffin A2 - A1") == [
        "If Red does not hold A5: Griffin from A2 to A1"
    ]
    assert _taken("59", "Griffin A2 - A1 unless there are at least 3 enemies at A5") == [
        "If fewer than 3 enemies are at A5: Griffin from A2 to A1"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "es sei denn Red ist auf A5, Griffin A2 - A1",
        "Griffin A2 - A1, solange A5 frei ist",
        "Griffin A2 - A1 vorausgesetzt A5 ist frei",
        "Griffin A2 - A1 à moins que Red ne soit en A5",
        "Griffin A2 - A1 tant que A5 est libre",
        "Griffin A2 - A1 barring an enemy at A5",
    ],
)
def test_a_condition_in_another_language_is_never_ignored(text: str) -> None:
    assert len(_refused(_read("59", text).lines)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "I would like piece A, then C, then F. But if Red has A, I want F, and C only after that.",
        "piece A, C, F\nif Red has A: F, C",
        "A, C, F. If Red takes Ashmoor, F then C",
    ],
)
def test_a_conditional_list_of_pieces_comes_before_the_general_one(text: str) -> None:
    reading = _read("211", text)
    assert not _refused(reading.lines), reading
    assert reading.orders.index('["F","C"]') < reading.orders.index('["A","C","F"]')


@pytest.mark.parametrize(
    "text",
    [
        "Griffin A2 to A1. No wait, leave the griffin on A2 where it is.",
        "Griffin A2 to A1.\nNo, the griffin on A2 stays.",
    ],
)
def test_a_unit_that_stays_after_all_withdraws_no_other_order(text: str) -> None:
    lines = _read("59", f"4 Griffins A6 - A5. {text}").lines
    assert [line.reading for line in lines if line.verdict == TAKEN] == [
        "4 Griffins from A6 to A5",
        "Griffin at A2 holds",
    ]
    assert len(_refused(lines)) == 1


def test_words_around_orders() -> None:
    assert _taken("59", "Hold C10 with the six knights.") == ["6 Knights at C10 hold"]
    assert _taken("59", "if Red has 6 or more units at A5, 4 Griffins A6 - A5") == [
        "If at least 6 of Red's units are at A5: 4 Griffins from A6 to A5"
    ]
    assert _taken("59", "The rest of C10 holds (6 knights)") == ["All at C10 hold"]


def test_table_rows_with_a_way_or_two_kinds() -> None:
    rows = "what | from | to\n2 knights | C10 | C5 (via C6)\n4 knights + griffin C10 | C6"
    assert _taken("59", rows) == [
        "2 Knights from C10 to C5 Carrick by way of C6",
        "4 Knights + Griffin from C10 to C6",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "I'd like Farholt, failing that Hollowmark, failing that Dunmarrow",
        "The piece I would like best is Farholt (F), if that is gone then Hollowmark, after that Dunmarrow",
        "Farholt would be my dream, Hollowmark my second, Dunmarrow my third choice",
        "My heart is set on Farholt. Should it be gone I'll settle for Hollowmark, or else Dunmarrow.",
        "Please give me Farholt or, if that's not possible, Hollowmark, and as a last resort Dunmarrow.",
        "First pick Farholt, backup Hollowmark, then Dunmarrow",
        "Top of my list: Farholt. Then Hollowmark. Then Dunmarrow.",
        "we'd prefer Farholt over Hollowmark over Dunmarrow",
    ],
)
def test_a_wish_for_pieces_in_prose(text: str) -> None:
    assert _taken("3301", text) == ["Take the first of these pieces that is free: F, H, D"]


@pytest.mark.parametrize(
    "text",
    [
        "Anything but Farholt",
        "I do not want Farholt, give me Hollowmark",
        "Hollowmark rather than Farholt",
        "Farholt is my least favourite, Hollowmark is better",
    ],
)
def test_a_piece_that_is_not_wanted_is_not_suggested(text: str) -> None:
    [line] = _refused(_read("3301", text).lines)
    assert "piece F" not in line.remedy
    assert "piece H, F" not in line.remedy
    assert line.remedy
