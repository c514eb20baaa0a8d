"""Empires: armies that attack together or stay behind, longer headings, names in French and German."""

from functools import partial

import pytest

from adjudicator.core.game import REFUSED, REMARK, TAKEN
from tests.support.play.read_lines import lines_read

PLACE = {
    "units": {
        "Austria-Hungary": ["2 Army Krakow", "Army Lemberg", "Army Prague reduced", "Army Vienna reduced"],
        "Russia": ["Army Lublin"],
    },
    "phase": "Austria-Hungary",
    "turn": 5,
}
ATTACK = "Army Krakow moves to Lublin and attacks, supported by Army Krakow, which moves there too"
LEAVES = "Army Lemberg moves to Czernowitz"
BOTH_FULL = ["Makes full: Army Prague", "Makes full: Army Vienna"]

_read = partial(lines_read, "empires", PLACE, "Austria-Hungary")


def _taken(text: str) -> list[str]:
    found = [line.reading for line in _read(text) if line.verdict == TAKEN]
    return [words for words in found if words not in ("Activates armies", "Recruits")]


@pytest.mark.parametrize(
    "text",
    [
        "both armies in Krakow attack Lublin together",
        "The two armies in Krakow jointly attack Lublin",
        "the two armies in Krakow attack Lublin, one with the other",
        "die beiden Armeen in Krakau greifen gemeinsam Lublin an",
        "les deux armées de Cracovie attaquent ensemble Lublin",
    ],
)
def test_two_armies_that_attack_together_are_one_attack(text: str) -> None:
    assert _taken(f"ACTIVATE: {text}") == [ATTACK]


@pytest.mark.parametrize(
    "text",
    [
        "both armies in Krakow attack Lublin",  # two attacks, or one?
        "both armies in Krakow attack Lublin together with Lemberg",
    ],
)
def test_an_order_that_may_be_several_attacks_is_refused(text: str) -> None:
    assert _taken(f"ACTIVATE: {text}") == []
    assert [line for line in _read(f"ACTIVATE: {text}") if line.verdict == REFUSED]


@pytest.mark.parametrize(
    "aside",
    [
        ", the other one stays to protect the city",
        " (die andere bleibt zum Schutz der Stadt)",
        " (plain move)",
    ],
)
def test_a_note_that_another_army_stays_does_not_change_the_order(aside: str) -> None:
    assert _taken(f"ACTIVATE\nLemberg - Czernowitz{aside}") == [LEAVES]


def test_a_note_that_another_army_stays_on_a_condition_is_refused() -> None:
    assert _taken("ACTIVATE\nLemberg - Czernowitz, the other one stays if Russia attacks") == []


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("Recruit: full Austrian, Budapest", ["Recruits a full army in Budapest"]),
        ("R: full, Budapest", ["Recruits a full army in Budapest"]),
        ("Rekrutierung: die Armeen in Prag und in Wien bitte beide auffüllen", BOTH_FULL),
        ("Pour le recrutement I have 4 steps: reinforce Prague and Vienna", BOTH_FULL),
        ("Recruitment, I have 4 steps:\nreinforce Prague and Vienna", BOTH_FULL),
        ("Recrutement : une armée complète à Budapest", ["Recruits a full army in Budapest"]),
        ("RECRUIT: with the step that is left over reinforce Vienna", BOTH_FULL[1:]),
        ("Diplomatie : la Bulgarie avance d'une case", ["Diplomacy: Bulgaria forward"]),
    ],
)
def test_headings_and_lists_in_more_words(text: str, orders: list[str]) -> None:
    assert _taken(text) == orders


def test_a_number_that_does_not_fit_is_refused() -> None:
    assert _taken("Rekrutierung: die Armee in Wien bitte beide auffüllen") == []


def test_new_as_the_title_of_a_sheet_is_a_remark() -> None:
    text = "New:\nACTIVATE\nLemberg - Czernowitz"
    assert [line.reading for line in _read(text) if line.verdict == TAKEN] == ["Activates armies", LEAVES]
    assert [line.text for line in _read(text) if line.verdict == REMARK] == ["New:"]


def test_recruits_below_an_action_are_refused_with_single_letter_headings_too() -> None:
    lines = _read("A: Lemberg-Czernowitz\nR: full, Budapest")
    assert [line.number for line in lines if line.verdict == REFUSED] == [2]


def test_more_armies_go_with_the_same_activation() -> None:
    text = "activate: Lemberg - Czernowitz\nWith the same activation Vienna goes to Budapest."
    assert _taken(text) == [LEAVES, "Army Vienna moves to Budapest"]


@pytest.mark.parametrize(
    "table",
    [
        "Army      Order\nLemberg   to Czernowitz\nVienna    moves to Budapest",
        "Unit      Order\nLemberg   Czernowitz\nVienna    Budapest",
        "Who | Orders | Notes\nLemberg | to Czernowitz | empty\nVienna | Budapest | -",
    ],
)
def test_a_table_of_armies_and_their_orders(table: str) -> None:
    assert _taken(table) == [LEAVES, "Army Vienna moves to Budapest"]
    assert not [line for line in _read(table) if line.verdict == REFUSED]


def test_a_note_in_a_table_that_may_belong_to_the_order_is_not_ignored() -> None:
    table = "Who | Orders | Notes\nKrakow | attacks Lublin | with the other one"
    assert _taken(table) in ([], [ATTACK])
