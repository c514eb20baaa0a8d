"""Empires: orders withdrawn for others, counts after recruits, and words around armies.

Positions from `bench/written_sheets`: 1202 is Austria-Hungary's with a sheet on file,
1204 and 1206 are Germany's, 1205 and 1207 Austria-Hungary's.
"""

import json
from pathlib import Path

import pytest

from adjudicator.core.game import REFUSED, TAKEN, Reading
from adjudicator.games import find
from bench.first_sight import FOLDER

GAME = find("empires")
POSITIONS = json.loads((Path(FOLDER) / "empires" / "positions.json").read_text("utf-8"))
SHEET = "ENTRENCH Warsaw\nDIPLOMACY Bulgaria forward\nMISSIONS\n\n"
TWO = ["Entrenches in Warsaw", "Diplomacy: Bulgaria forward"]


def _read(text: str, number: str) -> Reading:
    place = POSITIONS[number]
    return GAME.read(place["state"], place["power"], None, text.splitlines())


def _taken(text: str, number: str) -> list[str]:
    headings = ("Recruits", "Activates armies")
    taken = [line.reading for line in _read(text, number).lines if line.verdict == TAKEN]
    return [one for one in taken if one not in headings]


@pytest.mark.parametrize(
    "text",
    [
        "Drop the missions, research Gas instead.",
        "Drop the\nmissions and research Gas instead. The other two stand.",
        "Hm, what would I do with missions? Drop the\nmissions, research Gas instead.",
        "Please cancel the missions, then research Gas.",
        "Forget the missions, I research Gas.",
    ],
)
def test_an_order_after_a_withdrawn_one_counts(text: str) -> None:
    assert _taken(SHEET + text, "1204") == [*TWO, "Researches Gas"]


@pytest.mark.parametrize(
    "text",
    [
        "Forget the\nmissions.",
        "Strike the\nmissions please",
        "What are missions for? Drop the missions.",
        "Skip the missions.",
    ],
)
def test_an_order_withdrawn_on_two_lines_is_not_in_force(text: str) -> None:
    assert _taken(SHEET + text, "1204") == TWO


def test_forgetting_the_trench_withdraws_the_order_to_entrench() -> None:
    taken = _taken("ENTRENCH Warsaw\nRESEARCH Gas\n\nPlease forget the trench, I take missions.", "1206")
    assert "Entrenches in Warsaw" not in taken
    assert "Adds missions" in taken


def test_each_action_in_a_list_of_withdrawn_ones_is_withdrawn() -> None:
    lines = _read(f"{SHEET}Cancel the missions, entrenching and diplomacy.", "1204").lines
    assert [line.verdict for line in lines if line.text == "MISSIONS"] == [REFUSED]
    assert len(_taken(f"{SHEET}Cancel the missions, research and diplomacy.", "1204")) <= len(TWO)


@pytest.mark.parametrize(
    "text",
    [
        *("RECRUIT: reinf Warsaw x2, reinf Metz", "RECRUIT reinforce Warsaw twice, reinforce Metz"),
        *("RECRUIT reinforce Warsaw (both), reinforce Metz", "RECRUIT: reinforce Warsaw (2), reinf Metz."),
    ],
)
def test_a_count_after_a_reinforcement(text: str) -> None:
    assert _taken(text, "1206") == [
        "Makes full: Army Warsaw",
        "Makes full: Army Warsaw",
        "Makes full: Army Metz",
    ]


@pytest.mark.parametrize(
    "text",
    ["Rekrutieren: beide reduzierten in Warschau verstärken.", "both reduced ones in Warsaw are reinforced"],
)
def test_both_reduced_armies(text: str) -> None:
    assert _taken(text, "1206") == ["Makes full: 2 Armies Warsaw"]


@pytest.mark.parametrize(
    "text",
    [
        "activate: belgrade (full one) attacks with the reduced one helping, lutsk to kiev",
        "ACTIVATE\nfull Belgrade - attacks with reduced Belgrade\nLutsk - Kiev",
    ],
)
def test_a_helping_army_and_a_dash_before_the_attack(text: str) -> None:
    attack = "full Army Belgrade attacks, supported by reduced Army Belgrade"
    assert _taken(text, "1205") == [attack, "Army Lutsk moves to Kiev"]


def test_recruits_and_armies_that_fill_a_sheet_replace_the_one_on_file() -> None:
    text = "reinforce lemberg + czernowitz\n\nthen lemberg attacks, other lemberg army supports"
    attack = "Army Lemberg attacks, supported by Army Lemberg"
    assert _taken(text, "1202") == ["Makes full: Army Lemberg", "Makes full: Army Czernowitz", attack]
    assert _taken("reinforce lemberg + czernowitz", "1202") == []
    assert _taken("lemberg attacks, other lemberg army supports", "1202") == []


def test_words_about_an_enemy_do_not_belong_to_the_attack() -> None:
    attack = "Army Vienna moves to Krakow and attacks"
    text = "Army Vienna - Krakow attacks, that Russian there is half dead already."
    assert _taken(text, "1207") == [attack]


def test_a_reason_with_a_negation_does_not_refuse_the_order() -> None:
    text = "Activate: Army Innsbruck by strategic move to Vienna, so the capital is not empty"
    assert _taken(text, "1207") == ["Army Innsbruck goes by strategic move to Vienna"]


def test_a_standing_order_from_now_on() -> None:
    text = "Also from now on: second loss reduced first, then full, then the trench."
    assert _taken(text, "1209") == ["Standing order: SECOND LOSS reduced, full, trench"]


def test_if_not_at_the_end_of_a_numbered_line() -> None:
    condition = "2) if Warsaw is still ours when my turn comes: Bulgaria forward. If not:"
    text = f"1) missions\n{condition}\nentrench Lublin."
    lines = [line.reading for line in _read(text, "1211").lines if line.verdict == TAKEN]
    assert lines[1].startswith("If Warsaw is held by your side: Diplomacy: Bulgaria forward")
    assert lines[2].startswith("Otherwise, the lines below count")


def test_the_replacements_are_recruits() -> None:
    text = "First the replacements: reinforce Kaschau and reinforce Temesvar."
    assert _taken(text, "1207") == ["Makes full: Army Kaschau", "Makes full: Army Temesvar"]


def test_actions_that_are_only_counted_are_not_headings() -> None:
    orders = "So: Army Kiev - Odessa\nThe recruits: reinforce Budapest\n\n"
    text = f"{orders}That's my two actions I think? Recruit + activate."
    assert _taken(text, "1212") == ["Army Kiev moves to Odessa", "Makes full: Army Budapest"]


@pytest.mark.parametrize(
    "lines",
    [
        ["RECRUIT full Berlin (2)", "ACTIVATE", "Danzig - Posen"],
        ["RECRUIT", "full Berlin (2)", "ACTIVATE", "Danzig - Posen"],
        ["Recruit: full in Berlin (2)", "RESEARCH Gas"],
    ],
)
def test_a_number_that_may_be_a_cost_is_refused_with_both_readings(lines: list[str]) -> None:
    [refused] = [line for line in _read("\n".join(lines), "1206").lines if "Berlin" in line.text]
    assert refused.verdict == REFUSED
    assert "2 full" in refused.remedy
    assert " or " in refused.remedy


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        (
            "RECRUIT full Berlin (2), red Posen (1)",
            ["Recruits a full army in Berlin", "Recruits a reduced army in Posen"],
        ),
        (
            "RECRUIT\n- full Berlin (2)\n- red Posen (1)\nMISSIONS",
            ["Recruits a full army in Berlin", "Recruits a reduced army in Posen", "Adds missions"],
        ),
        ("Recruit: red Posen (2)\nMISSIONS", ["Recruits 2 reduced armies in Posen", "Adds missions"]),
        ("Recruit: full Berlin (1)\nMISSIONS", ["Recruits a full army in Berlin", "Adds missions"]),
    ],
)
def test_numbers_that_are_costs_or_counts_without_a_doubt(text: str, taken: list[str]) -> None:
    assert _taken(text, "1206") == taken


def test_a_number_behind_an_army_does_not_number_the_line_below() -> None:
    found = _read("ACTIVATE\nMetz - Nancy (2)\nRESEARCH Gas", "1206").lines
    assert [line.verdict for line in found if "Nancy" in line.text] == [REFUSED]
