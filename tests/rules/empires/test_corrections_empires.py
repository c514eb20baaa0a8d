"""Lines of Empires that withdraw or replace an order above them."""

from collections.abc import Sequence

import pytest

from adjudicator.core.game import NOTED, REFUSED, TAKEN, ReadLine
from adjudicator.games import find

GAME = find("empires")
UNITS = {
    "Austria-Hungary": ["2 Army Krakow", "Army Temesvar", "Army Prague", "Army Innsbruck"],
    "Russia": ["Army Warsaw"],
}
STATE = GAME.place({"units": UNITS, "phase": "Austria-Hungary", "turn": 5})
SHEET = ["RECRUIT reduced in Vienna", "ACTIVATE Temesvar-Agram, Prague-Vienna"]


def read(lines: Sequence[str]) -> Sequence[ReadLine]:
    return GAME.read(STATE, "Austria-Hungary", None, lines).lines


def orders(lines: Sequence[str]) -> list[str]:
    """Return the orders that were taken, without headings."""
    found = [line.reading for line in read(lines) if line.verdict == TAKEN]
    return [words for words in found if words != "Activates armies"]


RECRUITS, AGRAM, VIENNA = orders(SHEET)


@pytest.mark.parametrize(
    "correction",
    [
        "edit: not Temesvar, it stays where it is",
        "EDIT: Temesvar doesn't move after all.",
        "Update - leave Temesvar where it is.",
        "PS the army in Temesvar should not move after all",
        "Correction: Temesvar stays",
        "Temesvar stays",
        "Nachtrag: Temesvar bleibt doch stehen",
        "Not Temesvar, the Serbs are in reach of it",
        "edit: Temesvar goes to Blegrade instead",
    ],
)
def test_the_order_named_by_a_correction_is_not_in_force(correction: str) -> None:
    answers = read([*SHEET, correction])
    assert orders([*SHEET, correction]) == [RECRUITS, VIENNA]
    [refused] = [line for line in answers if line.verdict == REFUSED and "Temesvar-Agram" in line.text]
    assert correction.rsplit(maxsplit=1)[-1] in refused.reason
    assert refused.remedy


def test_a_correction_that_withdraws_an_order_is_noted() -> None:
    *_, last = read([*SHEET, "edit: not Temesvar, it stays where it is"])
    assert last.verdict == NOTED


def test_a_correction_with_a_new_order_replaces_the_order_above() -> None:
    assert orders([*SHEET, "edit: Temesvar to Klausenburg instead"]) == [
        RECRUITS,
        VIENNA,
        "Army Temesvar moves to Klausenburg",
    ]


def test_a_refused_correction_leaves_neither_order_in_force() -> None:
    assert orders([*SHEET, "correction: Prague - Krakow"]) == [RECRUITS, AGRAM]


def test_the_word_it_means_the_order_right_above() -> None:
    lines = ["ACTIVATE", "Temesvar - Agram", "Prague - Vienna", "EDIT - it stays home"]
    assert orders(lines) == [AGRAM]


def test_other_actions_are_withdrawn_by_name() -> None:
    lines = ["ACTIVATE Temesvar-Agram", "RESEARCH Gas", "edit: not gas"]
    assert orders(lines) == [AGRAM]
    lines = ["RECRUIT reduced in Vienna", "DIPLOMACY Turkey forward", "Edit: leave Turkey alone"]
    assert orders(lines) == [RECRUITS]


def test_an_order_replaced_by_something_unclear_is_withdrawn() -> None:
    lines = [
        "ACTIVATE Temesvar-Agram",
        "RESEARCH Gas",
        "Rather some trench instead of the research, but where?",
    ]
    assert orders(lines) == [AGRAM]
    lines = ["RESEARCH Gas", "DIPLOMACY Turkey forward", "Better dig a trench instead of Gas, only where?"]
    assert orders(lines) == ["Diplomacy: Turkey forward"]


@pytest.mark.parametrize(
    "words",
    [
        "So no digging.",
        "no entrenching after all",
        "Please skip the digging",
        "Scrap the trench in Krakow",
        "Cancel the entrenchment please",
    ],
)
def test_an_unwanted_trench_is_withdrawn(words: str) -> None:
    lines = ["ACTIVATE Temesvar-Agram", "ENTRENCH Krakow", "That was the plan.", words]
    assert orders(lines) == [AGRAM]
    assert read(lines)[-1].verdict == NOTED


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("RESEARCH Gas", "So no research this time"),
        ("DIPLOMACY Turkey forward", "then no diplomacy"),
        ("MISSIONS", "Without missions please"),
        ("RECRUIT reduced in Vienna, reduced in Prague", "No recruits after all"),
    ],
)
def test_each_action_can_be_withdrawn_by_its_kind(order: str, words: str) -> None:
    lines = [order, "ACTIVATE Temesvar-Agram", "That was the plan.", words]
    assert orders(lines) == [AGRAM]
    assert orders(["ACTIVATE Temesvar-Agram", words]) == [AGRAM]


@pytest.mark.parametrize(
    "words",
    [
        "Cancel the attack on Warsaw please, both Krakow armies stay.",
        "Please drop the attack on Warsaw",
        "Call off my attack from Krakow",
        "Forget the move to Warsaw",
    ],
)
def test_an_attack_is_withdrawn_by_its_origin_or_target(words: str) -> None:
    lines = [
        "ACTIVATE",
        "Temesvar - Agram",
        "one Krakow - Warsaw attacks",
        "RESEARCH Aviation",
        "",
        "Hm.",
        words,
    ]
    assert orders(lines) == [AGRAM, "Researches Aviation"]
    assert read(lines)[-1].verdict == NOTED


def test_an_order_that_is_not_in_the_message_cannot_be_withdrawn_there() -> None:
    *_, last = read(["ACTIVATE Temesvar-Agram", "Scrap the attack on Munich"])
    assert orders(["ACTIVATE Temesvar-Agram", "Scrap the attack on Munich"]) == [AGRAM]
    assert "No order of this message fits this" in last.reason


@pytest.mark.parametrize(
    "words",
    [
        "recruit the full army in Prague and the reduced one in Vienna, not the other way round.",
        "Better recruit in Prague and Vienna the full and the reduced army instead",
    ],
)
def test_recruits_that_a_refused_sentence_swaps_are_not_in_force(words: str) -> None:
    lines = ["RECRUIT full in Vienna, reduced in Prague", "ACTIVATE Temesvar-Agram", "", words]
    assert orders(lines) == [AGRAM]
    assert read(lines)[-1].verdict == REFUSED


def test_a_heading_is_not_withdrawn() -> None:
    lines = ["ACTIVATE", "Temesvar - Agram", "Standing orders as before.", "", "Scrap that."]
    assert "Standing orders:" in orders(lines)


@pytest.mark.parametrize(
    "reason",
    [
        " (vacant)",
        " so that it is held by two",
        " (as there is no Russian left in it)",
        ", which is empty",
        ", nobody home",
    ],
)
def test_a_reason_withdraws_nothing(reason: str) -> None:
    assert orders([f"Temesvar to Agram{reason}."]) == [AGRAM]


def test_of_several_recruits_only_the_one_named_is_withdrawn() -> None:
    lines = ["RECRUIT reduced in Vienna, reduced in Prague", "edit: not Prague"]
    assert orders(lines) == [RECRUITS]


@pytest.mark.parametrize(
    "remark",
    [
        "I hope Temesvar is not attacked.",
        "Nothing to change, Temesvar stands as ordered",
        "Innsbruck stays",
        "Krakow does not move",
        "because Temesvar must not stay there",
        "The other Temesvar army stays with me in spirit",
        "All others stay",
    ],
)
def test_other_remarks_withdraw_nothing(remark: str) -> None:
    assert orders([*SHEET, remark]) == [RECRUITS, AGRAM, VIENNA]


def test_one_of_two_armies_may_stay() -> None:
    lines = ["ACTIVATE one Krakow - Kaschau", "The other Krakow army stays"]
    assert orders(lines) == orders(lines[:1]) != []
    assert read(lines)[-1].verdict == NOTED
