"""Epic Domination: short notations that are read, and the answers to sentences that are not understood.

Position 58 is Blue's. In D2 stand a Militia, a Knight and a Griffin, at D8 and at G8 five Knights, at D3 a
Griffin, at D11 one unit of each kind, at D12 and at G16 a Militia; Red has four Knights at G7.
"""

import json

import pytest

from adjudicator.core.game import REFUSED, TAKEN, Reading
from adjudicator.domination import game
from tests.support.play.read_lines import all_taken, read_at, written_positions


def _read(text: str, position: str = "58") -> Reading:
    return read_at("domination", position, text)


def _taken(text: str) -> list[str]:
    return all_taken(_read(text))


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("D2 M H", ["Militia D2 holds"]),
        ("D2 M H, 1G H", ["Militia D2 holds", "Griffin D2 holds"]),
        ("D8 2K-D11; D2 M H, G-D1", ["2 Knight D8 - D11", "Militia D2 holds", "Griffin D2 - D1"]),
        ("D2 K & G-D1", ["Knight D2 - D1", "Griffin D2 - D1"]),
        ("D8 3K-D11, 2K H", ["3 Knight D8 - D11", "2 Knight D8 holds"]),
        ("M D12, M & G D2 all stand", ["Militia D12 holds", "Militia D2 holds", "Griffin D2 holds"]),
        ("buy 2 kn D2 3 kn D11", ["build 2 Knight D2", "build 3 Knight D11"]),
        ("militia die first, forts 2nd", ["lose Militia, Fort"]),
        ("Loss order: F, M, K, G", ["lose Fort, Militia, Knight, Griffin"]),
        ("Cb: loss pref. M, F, K, G", ["lose Militia, Fort, Knight, Griffin"]),
        ("Griffins are the last to fall, militia the first to die", ["lose Militia", "keep Griffin"]),
        ("3 knights from D8 to D11. The other two go to D9", ["3 Knight D8 - D11", "2 Knight D8 - D9"]),
        ("3 Ritter von D8 nach D11, die anderen zwei bleiben", ["3 Knight D8 - D11", "2 Knight D8 holds"]),
        ("The D8 knights split: 3 go to D11, two remain", ["3 Knight D8 - D11", "2 Knight D8 holds"]),
        ("Reinforce Dunmere with three of the D8 knights", ["3 Knight D8 - D11"]),
        ("Leave the G16 militia where it is", ["Militia G16 holds"]),
        ("Die fünf Ritter in G8 greifen G7 an.", ["5 Knight G8 - G7"]),
        ("Kindly move my five Knights at G8 to Goldhollow (G7).", ["5 Knight G8 - G7"]),
        ("Nobody in Dawnport budges", ["all D2 holds"]),
    ],
)  # fmt: skip
def test_short_notations_and_sentences(text: str, orders: list[str]) -> None:
    assert _taken(text) == _taken("\n".join(orders))


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("3 knigts D8 to Dunmere", ["3 Knight D8 - D11"]),
        ("buidl 3 kngihts in Dawnprot", ["build 3 Knight D2"]),
        (
            "I see only five tokens left, so: three knights in Dawnport and two griffins in Dunmere",
            ["build 3 Knight D2; build 2 Griffin D11"],
        ),
        (
            "If Red's knights are still in G7, the five knights at G8 stay; else they take Goldhollow",
            ["if Red at G7: 5 Knight G8 holds", "else: 5 Knight G8 - G7"],
        ),
        (
            "If Red is still at G7 when I move, my knights in G8 attack there. If he is gone, they go to D1",
            ["if Red at G7: all Knight G8 - G7", "else: all Knight G8 - D1"],
        ),
        (
            "West: if there are four or more red knights in G7, the 5 knights at G8 go home to D1",
            ["if 4 Red at G7: 5 Knight G8 - D1"],
        ),
        ("Griffin D3 to D1 unless there is a red unit there", ["if not Red at D1: Griffin D3 - D1"]),
        (
            "That the griffin at D3 shall swiftly fly to D1, and that the weary knights of G8 ride to G7",
            ["Griffin D3 - D1", "all Knight G8 - G7"],
        ),
    ],
)
def test_each_order_of_a_sentence_gets_a_suggestion(text: str, orders: list[str]) -> None:
    read = _read(text).lines
    assert not [line.reading for line in read if line.verdict == TAKEN]
    remedies = [line.remedy for line in read if line.verdict == REFUSED]
    assert len(remedies) == len(orders)
    assert all(
        remedy.endswith(f"id you mean {order}?") for remedy, order in zip(remedies, orders, strict=True)
    )


@pytest.mark.parametrize(
    "text",
    [
        "The five knights at G8 attack Goldhollow. Hmm, no - four are too many for them.",
        "The five knights at G8 attack Goldhollow. They stay where they are.",
        "RED in G7: the brave ones ride over him. militia die first please, then knights",
        "All money into Knights at Dawnport, so 6 of them.",
        "3 knights from D8 to D11, the other 3 go to D9",
        "D8 3K-D11, 3K-D9",
    ],
)
def test_contradictory_orders_and_wrong_sums_are_refused(text: str) -> None:
    read = _read(text).lines
    assert any(line.verdict == REFUSED for line in read)
    assert not any("G7" in line.reading or "Lose" in line.reading or "D9" in line.reading for line in read)


def test_a_unit_called_h_is_not_read_as_hold() -> None:
    place = written_positions("domination")["58"]
    state = json.loads(place["state"])
    state["settings"]["cards"] = ["Militia", "Knight", "Harpy"]
    read = game.read(json.dumps(state), place["power"], None, ["D2 M H"])
    assert not any("holds" in line.reading for line in read.lines)


def test_no_order_is_suggested_without_its_condition() -> None:
    [line] = _read("Militia D12 - D11 if nobody is there but me.").lines
    assert line.verdict == REFUSED
    assert "mean Militia D12" not in line.remedy


def test_a_plural_after_a_condition_means_all_units_there() -> None:
    [line] = _read("if Red is at G7, my knights at G8 go to D1").lines
    assert line.reading == "If Red is at G7 Goldhollow: all Knights from G8 to D1"


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        (
            "lose Knight, Griffin; and at D2\nlose Militia first, then Fort.",
            ["lose Knight, Griffin", "at D2: lose Militia, Fort"],
        ),
        (
            "Combat: lose Knight, Griffin; and in Dawnport\nlose Militia first",
            ["Combat", "lose Knight, Griffin", "at D2: lose Militia"],
        ),
        (
            "If there is a battle, I would like to lose the fortifications first, then militia,\n"
            "then Knights, and the Griffins only at the very end.",
            ["lose Fort, Militia, Knight, Griffin"],
        ),
        ("keep knights, lose fort, militia in this order", ["lose Fort, Militia", "keep Knight"]),
    ],
)
def test_losses_are_read_with_their_place_and_their_last_kind(text: str, orders: list[str]) -> None:
    assert _taken(text) == _taken("\n".join(orders))


def test_the_last_kind_of_a_list_of_losses_may_be_marked_if_all_kinds_are_named() -> None:
    read = _read("lose the forts first, then Knights, and the Griffins only at the very end", "602").lines
    assert [line.reading for line in read] == ["Lose Fort, Knight, Griffin"]


@pytest.mark.parametrize(
    "text",
    [
        "lose Militia, Knight D2",
        "lose Militia, Fort D2",
        "Gosh, what a day; and at Nowhere\nlose Militia first",
    ],
)
def test_losses_that_may_continue_or_concern_one_place_are_refused(text: str) -> None:
    assert not [line.reading for line in _read(text).lines if line.verdict == TAKEN]


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("if Red at G7: Knights G8 - D1", "5 Knight G8"),
        ("if not Red at G7: Knights G8 - G7\nelse: Knights G8 - D1", "5 Knight G8"),
    ],
)
def test_a_plural_in_notation_after_a_condition_has_a_warning(text: str, note: str) -> None:
    assert all(note in line.condition for line in _read(text).lines)


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("Blds: 3K D2; 2M D11.", ["build 3 Knight D2", "build 2 Militia D11"]),
        ("Bui: 3K D2, 2M D11", ["build 3 Knight D2", "build 2 Militia D11"]),
        ("Blds\n3K D2; 2M D11", ["Build", "3 Knight D2", "2 Militia D11"]),
        ("B: 3K D2, 2M D11.", ["build 3 Knight D2", "build 2 Militia D11"]),
        ("B:\n1K D2\n2M D11", ["build Knight D2", "build 2 Militia D11"]),
        ("5K G8-G7\nB: 1K D2", ["5 Knight G8 - G7", "build Knight D2"]),
        ("a: 5K G8-G7\nb: 5K D8 H", ["5 Knight G8 - G7", "5 Knight D8 holds"]),
        ("B: 5K D8-D9", ["5 Knight D8 - D9"]),
        ("G D2 S.O.", ["Griffin D2 holds"]),
        ("5K G8-G7, G D2 S.O., M D12 s.o.", ["5 Knight G8 - G7", "Griffin D2 holds", "Militia D12 holds"]),
    ],
)
def test_short_labels_of_builds_and_standing_orders(text: str, orders: list[str]) -> None:
    assert _taken(text) == _taken("\n".join(orders))


def test_b_after_a_is_an_item_of_a_list() -> None:
    assert [line.verdict for line in _read("A: 5K G8-G7\nB: 1K D2").lines] == [TAKEN, REFUSED]


@pytest.mark.parametrize(
    "text",
    [
        "5K G8-G7.\nIf 6 enemy at G7: 5K G8 H instead.",
        "5 Knights G8 - G7. If there are six enemies in G7, the 5 knights in G8 stay instead.",
    ],
)
def test_an_order_replaced_by_another_is_refused_with_a_question(text: str) -> None:
    read = _read(text).lines
    assert {line.verdict for line in read} == {REFUSED}
    assert "if 6 enemy at G7: 5 Knight G8 holds; else: 5 Knight G8 - G7" in read[-1].remedy


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("3 knigts D8- D11", "3 Knight D8 - D11"),
        ("2 Knigts D8 holds", "2 Knight D8 holds"),
        ("4Knigts D8-D11", "4 Knight D8 - D11"),
        ("two knigts D8 to D11", "2 Knight D8 - D11"),
        ("one knigt D8 to D11", "Knight D8 - D11"),
        ("2 knights from D8 maybe go to D11, who knows", "2 Knight D8 - D11"),
    ],
)
def test_a_suggestion_has_the_number_that_was_written(text: str, order: str) -> None:
    [line] = _read(f"5 knghts G8 -G7\n{text}").lines[1:]
    assert line.verdict == REFUSED
    assert f"mean {order}?" in line.remedy


def test_no_order_is_suggested_for_more_units_than_there_are() -> None:
    [line] = _read("7 Knigts D8 holds").lines
    assert "Knight D8" not in line.remedy


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("Griffin D3 - D1. Le reste ne bouge\npas.", ["Griffin D3 - D1", "everything else holds"]),
        ("Les 5 Knights G8 ne bougent\nplus.", ["5 Knight G8 holds"]),
        ("Die 5 Ritter in G8 greifen G7\nan.", ["5 Knight G8 - G7"]),
        ("Der Rest bleibt auf seinem\nPlatz.", ["everything else holds"]),
        ("5 Ritter auf G8 halten.", ["5 Knight G8 holds"]),
        ("Die 5 Ritter auf G8 bleiben stehen", ["5 Knight G8 holds"]),
        ("5 Ritter auf G8 ziehen auf G7", ["5 Knight G8 - G7"]),
        ("5 Ritter von G8 auf G7", ["5 Knight G8 - G7"]),
    ],
)
def test_german_and_french_sentences_over_two_lines(text: str, orders: list[str]) -> None:
    assert _taken(text) == _taken("\n".join(orders))


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("5 Knights G8 - G7\n2 knights D8 go there", "2 Knight D8 - G7"),
        ("Griffin D3 - D1\n5 Knights G8 - G7\n2 knights D8 go there", "2 Knight D8 - G7"),
        ("5 Knights G8 - G7. 2 knights D8 go to the same place", "2 Knight D8 - G7"),
        ("5 Knights G8 - D5 - D1. 2 knights D8 go there", "2 Knight D8 - D1"),  # each by its own way
    ],
)
def test_there_means_the_only_destination_above(text: str, last: str) -> None:
    assert _taken(text)[-1:] == _taken(last)


@pytest.mark.parametrize(
    "text",
    [
        "5 Knights G8 - G7, Griffin D3 - D1. 2 knights D8 go there",
        "5 Knights G8 - G7. Grffin D3 attacks D1. 2 knights D8 go there",
        "5 Knights G8 - G7. Grffin D3 attacks D1. 2 knights D8 too",
        "5 Knights G8 - G7. I would like to see D1 in flames. 2 knights D8 go there",
        "if Red at G7: 5 Knights G8 - G7. 2 knights D8 go there",
        "5 Knights G8 hold. 2 knights D8 go there",
        "1 Knight G8 - G7. 2 knghts D8 attack D9. Another one goes to D1",
    ],
)
def test_there_is_refused_if_another_space_may_be_meant(text: str) -> None:
    assert _read(text).lines[-1].verdict == REFUSED
