"""Epic Domination: sentences about units that hold, labels and reasons before orders, ways in brackets.

Position 1205 is Blue's: 5 Knights at G7, 8 Knights and a Griffin at G9; Red is at C11 and G13. In 1208 Blue
has Knights at C7, C8 and C14, among others.
"""

import json
from pathlib import Path

import pytest

from adjudicator.core.game import REFUSED, REMARK, TAKEN, Reading
from adjudicator.domination import game
from bench.first_sight import FOLDER

POSITIONS = json.loads((Path(FOLDER) / "domination" / "positions.json").read_text("utf-8"))
OTHERS = ["All units without another order hold"]
AT_G9 = ["All at G9 Gullhaven hold"]


def _read(text: str, number: str = "1205") -> Reading:
    place = POSITIONS[number]
    return game.read(place["state"], place["power"], None, text.splitlines())


def _taken(text: str, number: str = "1205") -> list[str]:
    return [line.reading for line in _read(text, number).lines if line.verdict == TAKEN]


@pytest.mark.parametrize(
    "text",
    [
        *("Nobody moves.", "Nobody moves this turn, please.", "No one goes anywhere.", "Nothing else moves"),
        *(
            "None of my units move.",
            "No moves this turn.",
            "I don't move anything this turn.",
            "We stay put.",
        ),
        *("My army stays where it is.", "Keiner bewegt sich.", "Es zieht niemand.", "Personne ne bouge."),
        *("Tout le monde reste.", "others: no move", "other units - hold", "hold everything"),
        *("all units remain in position", "The others hold like in your form."),
    ],
)
def test_all_others_hold(text: str) -> None:
    assert _taken(text) == OTHERS


@pytest.mark.parametrize(
    "text",
    [
        *(
            "in G9 bleiben auch alle",
            "In G9 bleibt alles wie es ist",
            "G9: tout le monde reste",
            "G9 hold all",
        ),
        *("Nobody leaves Gullhaven.", "Nobody moves at G9 this turn", "At G9 nothing moves"),
        *("the Gullhaven army stays.", "G9 bleibt komplett stehen", "the rest in Gullhaven stays"),
    ],
)
def test_all_units_in_a_space_hold(text: str) -> None:
    assert _taken(text) == AT_G9


def test_both_means_the_two_units_there() -> None:
    assert _taken("E15 holds both", "1206") == ["All at E15 Embergate hold"]
    assert _taken("E15: both hold", "1206") == ["All at E15 Embergate hold"]
    assert _taken("G9 holds both") == []


def test_units_without_a_space_are_in_the_space_named_before() -> None:
    both = ["8 Knights at G9 Gullhaven hold", "Griffin at G9 Gullhaven holds"]
    assert _taken("8 Knights at G9 and the Griffin stay") == both
    assert "2 Knights at G7 Goldhollow hold" not in _taken("the Griffin at G9 and two Knights stay")


@pytest.mark.parametrize(
    "text",
    [
        *("Nobody moves unless they attack", "nobody except the griffin moves", "Nobody goes to G8."),
        *("The others wait for the next turn", "Everybody stays except the Griffin, which goes to G8."),
        *("E15 hlods both", "Nobody moves if C11 attacks"),
    ],
)
def test_a_sentence_about_units_that_hold_is_not_a_remark(text: str) -> None:
    lines = _read(text, "1206" if "E15" in text else "1205").lines
    assert [line.verdict for line in lines] == [REFUSED]
    assert lines[0].remedy


@pytest.mark.parametrize(
    "text", ["We all stay friends.", "Nothing to report", "I hold my breath", "Nobody loves me"]
)
def test_prose_stays_a_remark(text: str) -> None:
    assert [line.verdict for line in _read(text).lines] == [REMARK]


def test_the_second_line_of_a_wrapped_sentence_is_not_an_order_for_all_units() -> None:
    stay = ["5 Knights at G7 Goldhollow hold"]
    assert _taken("My five Knights at Goldhollow\nshould all stay where they are.") == stay


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("Home: 2 Knights G7 - G8, 3 Knights G7 hold", [(2, "- G8"), (3, "holds")]),
        ("In the north: 2 Knights G7 - G8", [(2, "- G8")]),
        ("And on the left flank: 2 Knights G7 - G8", [(2, "- G8")]),
        ("Zu Hause: 3 Knights G7 bleiben", [(3, "holds")]),
    ],
)
def test_a_label_that_names_part_of_the_board_is_ignored(text: str, readings: list[tuple[int, str]]) -> None:
    said = {
        (2, "- G8"): "2 Knights from G7 Goldhollow to G8",
        (3, "holds"): "3 Knights at G7 Goldhollow hold",
    }
    assert _taken(text) == [said[one] for one in readings]


@pytest.mark.parametrize("label", ["Plan B", "Alternatively", "Red", "Next turn", "Not yet"])
def test_orders_after_any_other_label_are_not_taken(label: str) -> None:
    assert _taken(f"{label}: 2 Knights G7 - G8") == []


def test_a_wrapped_sentence_with_a_label_is_read_whole() -> None:
    text = "For the battles: I lose Militia first, then\nFort, then Knight."
    assert _taken(text) == ["Lose Militia, Fort, Knight"]


@pytest.mark.parametrize(
    ("text", "builds"),
    [
        ("Builds: as Goldhollow looks weak, 2 Knights there", ["2 Knights at G7 Goldhollow"]),
        ("Builds: since G7 is nearly empty, I want 2 Knights and a Griffin there please.", 2),
        (
            "Please do not forget my builds (I lost 20 last time): 2 Knights G7",
            ["2 Knights at G7 Goldhollow"],
        ),
        ("Builds: 2 Knights G7, fuer den Rest Militia in G9", 2),
        (
            "Bauen: zwei Ritter in G7, fuenf Milizen in G9",
            ["2 Knights at G7 Goldhollow", "5 Militia at G9 Gullhaven"],
        ),
        ("Construction: 2 Knights a Goldhollow, le reste Militia a Gullhaven aussi.", 2),
        ("Part 2 - Build\n2 Knights G7", ["2 Knights at G7 Goldhollow"]),
        ("Builds: two Knights at Goldhollow, one Griffin, also at Goldhollow", 2),
    ],
)
def test_builds_with_labels_and_reasons(text: str, builds: list[str] | int) -> None:
    found = [words.removeprefix("Build ") for words in _taken(text) if words.startswith("Build ")]
    assert found == builds if isinstance(builds, list) else len(found) == builds


def test_there_is_refused_after_two_spaces() -> None:
    assert not _read("as G7 and G9 are empty, 2 Knights there").orders.count("build")


def test_the_rest_may_have_an_alternative_place() -> None:
    rest = ["Build as many Militia as the money buys at G9 Gullhaven or G7 Goldhollow"]
    assert _taken("the rest Militia at G9 or, failing that, G7") == rest


def test_keeping_nothing_is_not_a_preference() -> None:
    assert _taken("lose Knight, keep nothing special") == ["Lose Knight"]
    assert _taken("lose Knight and keep none") == ["Lose Knight"]


def test_a_way_in_brackets() -> None:
    by_a9 = "Knight from C8 to A10 Ambermouth by way of A9"
    assert _taken("Knight C8 back to A10. (C8 - A9 - A10.) Everybody else holds.", "1208") == [by_a9, *OTHERS]
    assert _taken("Knight C8 back to A10 (C8 - A9 - A7)", "1208") == []
    assert _taken("Knight C8 - A10\nC7 - C6 - C5", "1208") == ["Knight from C8 to A10 Ambermouth"]
