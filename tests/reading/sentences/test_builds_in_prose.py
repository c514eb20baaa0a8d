"""Builds and removals in sentences: "an army it has to be, and in Rome", "the Black Sea fleet can go"."""

from collections.abc import Sequence

import pytest

from adjudicator.core.game import TAKEN, Reading
from adjudicator.games import find

BUILDS = {
    "phase": "adjustment",
    "turn": 1,
    "units": {"Russia": ["A Rum", "F Sev", "F BOT"]},
    "centres": {"Russia": ["Mos", "War", "Stp", "Sev"]},
}
REMOVALS = {
    "phase": "adjustment",
    "turn": 1,
    "units": {"Russia": ["A Sil", "F BLA", "F Swe", "F Stp/sc"]},
    "centres": {"Russia": ["Stp", "Swe"], "Germany": ["Mos", "War"], "Turkey": ["Sev"]},
}


def _read(position: dict[str, object], text: str) -> Reading:
    return find("standard").read(find("standard").place(position), "Russia", None, text.splitlines())


def _taken(position: dict[str, object], text: str) -> list[str]:
    return [line.reading for line in _read(position, text).lines if line.verdict == TAKEN]


@pytest.mark.parametrize(
    "text",
    [
        "1 army, Moscow.",
        "One army please, Moscow.",
        "So an army it has to be, and in Moscow, where it can reach Ukraine or support Warsaw in time.",
        "An army it is, in Moscow.",
        "It has to be an army in Moscow.",
        "I'll go for an army, and in Moscow. Please don't waive anything.",
        "new army moscow pls, england is sitting in norway and i dont like it",
        "Let's raise another army in Moscow.",
        "My new unit is an army in Moscow",
        "We need land forces. Therefore: an army, Moscow.",
    ],
)
def test_a_build_in_a_sentence(text: str) -> None:
    assert _taken(BUILDS, text) == ["Army Moscow is built"]


@pytest.mark.parametrize(
    "text",
    [
        "new army moscow, but i dont think so",
        "new army moscow, and i dont like moscow",
        "It does not have to be an army in Moscow.",
        "If it has to be an army in Moscow, so be it.",
        "I don't want to waive",
    ],
)
def test_no_build_in_a_sentence(text: str) -> None:
    assert _taken(BUILDS, text) == []


@pytest.mark.parametrize(
    ("text", "removed"),
    [
        ("The Black Sea fleet can go.", ["Fleet Black Sea"]),
        ("The army in Silesia must go.", ["Army Silesia"]),
        ("Silesia has to go", ["Army Silesia"]),
        ("Sweden and Black Sea are to be removed", ["Fleet Sweden", "Fleet Black Sea"]),
        (
            "Both the Swedish fleet and the Black Sea fleet are dissolved.",
            ["Fleet Sweden", "Fleet Black Sea"],
        ),
        ("I'm giving up Sweden and the Black Sea.", ["Fleet Sweden", "Fleet Black Sea"]),
        ("Off the board go F BLA and F Swe.", ["Fleet Black Sea", "Fleet Sweden"]),
        ("Scrap the Swedish fleet and the Black Sea one.", ["Fleet Sweden", "Fleet Black Sea"]),
        (
            "The Black Sea fleet\ncan go, it's lost anyway, and for the second take off the fleet in Sweden.",
            ["Fleet Black Sea", "Fleet Sweden"],
        ),
    ],
)
def test_removals_in_sentences(text: str, removed: Sequence[str]) -> None:
    assert _taken(REMOVALS, text) == [f"{unit} is removed" for unit in removed]


@pytest.mark.parametrize(
    "text",
    [
        "The Black Sea fleet must not go.",
        "The Black Sea fleet can go to Rumania.",
        "Must Silesia go?",
        "Sweden and the Black Sea are not to be removed",
        "I'm not giving up Sweden.",
    ],
)
def test_what_is_no_removal(text: str) -> None:
    assert _taken(REMOVALS, text) == []


def test_a_waiver_that_is_denied_is_not_suggested() -> None:
    assert not any("Waive" in line.remedy for line in _read(BUILDS, "Please don't waive anything.").lines)


def test_a_fleet_on_a_coast() -> None:
    text = "My new unit shall be a fleet on the north coast of St Petersburg."
    assert _taken(BUILDS, text) == ["Fleet St Petersburg (north coast) is built"]


def test_units_that_stay_are_not_suggested_for_removal() -> None:
    line = _read(REMOVALS, "Silesia and Stp stay.").lines[-1]
    assert "Remove" not in line.remedy
    assert line.remedy
