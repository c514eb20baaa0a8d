"""Empires: sentences over several lines, orders withdrawn in prose, attacks in several sentences."""

from functools import partial

import pytest

from adjudicator.core.game import REFUSED, TAKEN
from tests.support.play.read_lines import lines_read

PLACE = {
    "units": {
        "Austria-Hungary": ["2 Army Krakow", "Army Lemberg", "Army Prague", "Army Vienna reduced"],
        "Russia": ["Army Lublin"],
    },
    "phase": "Austria-Hungary",
    "turn": 5,
}
BULGARIA = "Diplomacy: Bulgaria forward"
MISSIONS = "Adds missions"
TRENCH = "Entrenches in Lemberg"
FULL = "Makes full: Army Vienna"
ATTACK = "Army Krakow moves to Lublin and attacks, supported by "

_read = partial(lines_read, "empires", PLACE, "Austria-Hungary")


def _taken(text: str) -> list[str]:
    found = [line.reading for line in _read(text) if line.verdict == TAKEN]
    return [words for words in found if words not in ("Activates armies", "Recruits")]


@pytest.mark.parametrize(
    "text",
    [
        "Having slept on it: please cancel\nthe diplomacy with Bulgaria. Instead of\nit I entrench Lemberg.",
        "I changed my mind, so please drop the\ndiplomacy. In its place I entrench Lemberg.",
        "So the diplomacy with Bulgaria is off. Instead I entrench Lemberg.",
        "Thinking of it, I would rather not do the diplomacy. Instead I entrench Lemberg.",
        "My ally insists that I must withdraw\nmy diplomacy. Instead of that I entrench Lemberg.",
    ],
)
def test_an_order_withdrawn_in_prose_is_not_in_force(text: str) -> None:
    assert _taken(f"DIPLOMACY Bulgaria forward\n{text}") == [TRENCH]


@pytest.mark.parametrize(
    "text",
    [
        "I do not want to do any research this turn.",
        "We should never forget\nthe missions of last year, haha.",
    ],
)
def test_prose_that_names_no_order_above_withdraws_nothing(text: str) -> None:
    assert _taken(f"DIPLOMACY Bulgaria forward\n{text}") == [BULGARIA]


@pytest.mark.parametrize(
    "text",
    [
        "if Krakow is ours by\nthe time my turn comes, take missions, otherwise entrench Lemberg",
        "It depends on you: if Krakow is still\nours when it's my go, missions, if not, entrench Lemberg.",
        "If Krakow is ours,\nmissions, otherwise entrench Lemberg.",
        "If Krakow is ours at the\nmoment of my turn: missions. Otherwise I entrench Lemberg.",
        "If Krakow is ours I take missions. If not I dig in at Lemberg.",
    ],
)
def test_a_condition_may_continue_on_the_next_line(text: str) -> None:
    words = " ".join(_taken(text))
    assert words.startswith("If Krakow is held by your side: Adds missions")
    assert f"Otherwise: {TRENCH}" in words


@pytest.mark.parametrize("head", ["if Krakow is ours by", "if Krakow is ours and", "if the Russians are in"])
def test_half_a_condition_is_not_a_heading(head: str) -> None:
    lines = _read(f"{head}\nMISSIONS\nDIPLOMACY Bulgaria forward")
    assert [line.verdict for line in lines] == [REFUSED] * 3


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("Activate my armies in Krakow. Both go to\nLublin. One attacks, the other helps.", "Army Krakow"),
        ("My two armies in Krakow go to Lublin and one attacks while the other helps.", "Army Krakow"),
        ("Activate: Krakow to Lublin and attack, Lemberg goes along and supports that one", "Army Lemberg"),
        ("Activate: Krakow to Lublin and attack, with Lemberg following in support", "Army Lemberg"),
        ("ACT: A Krakow - Lublin att. w/ A Lemberg", "Army Lemberg"),
        ("ACT: Krakow - Lublin, att w. Lemberg", "Army Lemberg"),
    ],
)  # fmt: skip
def test_an_attack_with_support_in_sentences(text: str, who: str) -> None:
    assert _taken(text) == [f"{ATTACK}{who}, which moves there too"]


@pytest.mark.parametrize(
    "text",
    [
        "First the dear old recruiting office: reinforce Vienna, that is one step if I count right.",
        "| Action | Where | Remark |\n|---|---|---|\n| Recruit | reinforce Vienna | 1 step |",
        "RECRUIT (one step)\n- Reinforce the army in Vienna",
        "Rekrutieren: dazu Wien verstärken",
    ],
)
def test_recruits_with_words_around_them(text: str) -> None:
    assert _taken(text) == [FULL]


@pytest.mark.parametrize(
    "text",
    [
        "ENTRENCH Lemberg to level 2",
        "Secondly I would like to entrench in Lemberg, so that the trench there becomes\nlevel 2.",
    ],
)
def test_entrenching_with_the_new_level(text: str) -> None:
    assert _taken(text) == [TRENCH]


def test_no_attack_in_brackets_makes_a_plain_move() -> None:
    assert _taken("ACTIVATE\nLemberg - Krakow (no attack)") == ["Army Lemberg moves to Krakow"]
