"""Orders in passing are refused with a suggestion; mere talk is left alone."""

from collections.abc import Sequence

import pytest

from adjudicator.core.game import NOTED, REFUSED, REMARK, ReadLine
from adjudicator.games import find

GAME = find("empires")
UNITS = {
    "Germany": ["3 Armies Cologne", "Army Metz reduced", "Army Posen"],
    "Franco-British": ["French Army Brussels"],
    "Russia": ["Army Warsaw"],
}
STATE = GAME.place({"units": UNITS, "phase": "Germany", "turn": 6})


def _read(*lines: str) -> Sequence[ReadLine]:
    return GAME.read(STATE, "Germany", None, list(lines)).lines


def _suggests(order: str, *lines: str) -> bool:
    return any(line.verdict == REFUSED and order in line.remedy for line in _read(*lines))


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("And let's talk to the Bulgarians, marker one forward.", "DIPLOMACY Bulgaria forward"),
        ("turky one forward, last chance ive read", "DIPLOMACY Turkey forward"),
        ("the Bulgarian marker, one forward please mate", "DIPLOMACY Bulgaria forward"),
        ("Could you also put a trench in Cologne for me?", "ENTRENCH Cologne"),
        ("Would you kindly dig a trench for me in Posen?", "ENTRENCH Posen"),
        ("Könnten Sie in Berlin rekrutieren?", "RECRUIT full in Berlin"),
        ("Colonge to Brusels and attakc, suported by antoher Colonge", "Cologne - Brussels attack"),
        ("Psoen to Warsw and atack, suportd by anothr Psoen", "Posen - Warsaw attack"),
    ],
)
def test_an_order_in_passing_is_suggested(text: str, order: str) -> None:
    assert _suggests(order, text)


@pytest.mark.parametrize(
    "lines",
    [
        ("And move the Turkish marker", "forward, it's the last chance if I read the table right."),
        ("Then I'd push the marker of the Turks", "one forward, they like us"),
    ],
)
def test_a_marker_and_its_direction_may_be_on_two_lines(lines: tuple[str, ...]) -> None:
    assert _suggests("DIPLOMACY Turkey forward", *lines)


@pytest.mark.parametrize(
    "lines",
    [
        ("Could you tell me whether I can entrench in Posen?",),
        ("Can you please explain how the Turkish marker moves forward?",),
        ("Can I recruit in Berlin?",),
        ("The Turkish marker went forward last season.",),
        ("I look forward to your report from Turkey.",),
        ("We talked to the Turks.", "Looking forward to the weekend"),
        ("Sory for the typos, new keybord",),
    ],
)
def test_talk_is_not_an_order(lines: tuple[str, ...]) -> None:
    assert {line.verdict for line in _read(*lines)} <= {REMARK, NOTED}


def test_an_order_for_a_marker_is_found_at_the_end_of_a_long_message() -> None:
    talk = ["Oh dear me", "I had such a bad day at work", "They walk over to the other side"] * 4
    assert _suggests(
        "DIPLOMACY Bulgaria forward", *talk, "And let's talk to the Bulgarians, marker one forward."
    )


TABLES: dict[str, tuple[tuple[str, ...], list[str]]] = {
    "an army of several": (
        (
            "Army | to | what",
            "---+---+---",
            "Cologne (1) | Frankfurt | just move in, it's empty",
            "Posen | Warsaw | attack",
        ),
        ["Army Cologne moves to Frankfurt", "Army Posen moves to Warsaw and attacks"],
    ),
    "numbered with a sign": (
        ("Army\tto\twhat", "Cologne #2\tFrankfurt\tonly moves (for now)"),
        ["Army Cologne moves to Frankfurt"],
    ),
    "actions": (
        ("Action | detail", "---|---", "recruit | full, Berlin", "research | Defence 1"),
        ["Recruits a full army in Berlin", "Researches Defence 1"],
    ),
    "an action over two rows": (
        (
            "| Action | What | Remark |",
            "|---|---|---|",
            "| Recruit | reinforce Metz | the reduced one obviously |",
            "|  | full in Berlin |  |",
            "| Move | German army, Posen - Breslau | the Russians worry me |",
            "|  | 1 Cologne - Frankfurt | the second one keeps the passes |",
        ),
        [
            "Makes full: Army Metz",
            "Recruits a full army in Berlin",
            "Army Posen moves to Breslau",
            "Army Cologne moves to Frankfurt",
        ],
    ),
}


@pytest.mark.parametrize(("lines", "orders"), TABLES.values(), ids=TABLES)
def test_a_table_needs_no_column_of_zones(lines: tuple[str, ...], orders: list[str]) -> None:
    found = [line.reading for line in _read(*lines) if line.reading]
    assert [one for one in found if one not in ("Recruits", "Activates armies")] == orders


@pytest.mark.parametrize(
    "row",
    [
        "| Move | Posen - Breslau | only if Warsaw is ours |",
        "| Move | Posen - Breslau | not sure about this one |",
        "| Move | Posen - Breslau | attacks |",
        "| Move | Cologne - Frankfurt | both |",
        "| Move | Posen - Breslau | unless you tell me otherwise |",
    ],
)
def test_a_remark_in_a_table_that_changes_the_order_is_not_dropped(row: str) -> None:
    plain = _read("| Action | What | Remark |", "| Move | Posen - Breslau |  |")
    assert "Army Posen moves to Breslau" in [line.reading for line in plain]
    moves = [line.reading for line in _read("| Action | What | Remark |", row) if "moves" in line.reading]
    assert not {"Army Posen moves to Breslau", "Army Cologne moves to Frankfurt"} & set(moves)


def test_a_remark_with_a_condition_in_a_table_of_moves_is_not_dropped() -> None:
    lines = ("From | To | What | Notes", "Posen | Breslau | move | only if Warsaw is ours")
    assert not [line.reading for line in _read(*lines) if "moves" in line.reading]


@pytest.mark.parametrize(
    "lines",
    [
        ("Cologne att Metz w support Strasbourg and", "also Frankfurt supports. research gas"),
        ("Cologne attacks Metz supported by Strasbourg and", "Frankfurt supports too."),
        ("Research Gas. Cologne attacks Metz with the support of Strasbourg plus", "Frankfurt helps"),
    ],
)
def test_a_second_supporter_may_stand_on_the_next_line(lines: tuple[str, ...]) -> None:
    found = [line.reading for line in _near_metz(*lines)]
    supporters = "Army Strasbourg and Army Frankfurt, which move there too"
    assert f"Army Cologne moves to Metz and attacks, supported by {supporters}" in found


@pytest.mark.parametrize(
    "below", ["Frankfurt supports Posen", "Frankfurt supports if it can", "Frankfurt does not support"]
)
def test_a_line_that_is_not_a_second_supporter_is_not_added(below: str) -> None:
    found = [line.reading for line in _near_metz("Cologne attacks Metz supported by Strasbourg and", below)]
    assert not [one for one in found if "Army Strasbourg and Army Frankfurt" in one]


@pytest.mark.parametrize(
    "line",
    [
        "So that makes three actions: activating, entrenching and diplomacy. No recruits.",
        "That's it for the actions then: activating, diplomacy, missions of no kind",
    ],
)
def test_actions_that_are_only_counted_are_not_headings(line: str) -> None:
    found = [one.reading for one in _read("Posen - Breslau", line) if one.reading]
    assert found == ["Activates armies", "Army Posen moves to Breslau"]


def test_activating_with_a_colon_is_a_heading() -> None:
    assert "Activates armies" in [one.reading for one in _read("Activating:", "Posen - Breslau")]


def _near_metz(*lines: str) -> Sequence[ReadLine]:
    units = {
        "Germany": ["Army Cologne", "Army Strasbourg", "Army Frankfurt"],
        "Franco-British": ["French Army Metz"],
    }
    state = GAME.place({"units": units, "phase": "Germany", "turn": 6})
    return GAME.read(state, "Germany", None, list(lines)).lines
