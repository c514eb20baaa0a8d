"""Prose that names a place to retreat to is not ignored."""

import pytest

from adjudicator import hardbop
from adjudicator.core.game import REFUSED, REMARK, TAKEN, Game, State
from adjudicator.standard import game as standard

BEATEN = hardbop.game.place(
    {
        "phase": "retreat",
        "units": {"Gondor": ["A Bel"], "Mordor": ["A MTi"]},
        "dislodged": {"Gondor": ["A MTi < Osg"]},
    }
)


def _refused(text: str, game: Game, state: State, power: str) -> list[str]:
    lines = game.read(state, power, None, text.split("\n")).lines
    return [line.remedy for line in lines if line.verdict == REFUSED]


@pytest.mark.parametrize(
    "text",
    [
        "Dear GM,\nthere is only Anórien open to the poor men.",
        "Anórien it is, the men from Minas Tirith.",
        "what is left of them will see Anorien",
    ],
)
def test_prose_that_names_a_place_to_retreat_to_is_refused_with_the_order(text: str) -> None:
    assert "A MTi R Ano" in "".join(_refused(text, hardbop.game, BEATEN, "Gondor"))


@pytest.mark.parametrize("text", ["May I go to Anórien?", "Thanks, I shall write tomorrow."])
def test_questions_and_other_prose_are_remarks(text: str) -> None:
    (line,) = hardbop.game.read(BEATEN, "Gondor", None, [text]).lines
    assert line.verdict == REMARK


def test_prose_beside_a_retreat_is_a_remark() -> None:
    lines = hardbop.game.read(BEATEN, "Gondor", None, ["A MTi R Los", "Anórien is no use to me."]).lines
    assert lines[-1].verdict == REMARK


def test_standard_diplomacy_asks_too() -> None:
    state = standard.place(
        {
            "phase": "retreat",
            "turn": 3,
            "units": {"France": ["A Spa"]},
            "dislodged": {"Italy": ["A Spa < Por"]},
        }
    )
    text = "Gascony it is, the army from Spain. I know, I know."
    assert _refused(text, standard, state, "Italy") == ["Did you mean A Spa - Gas?"]


ENGLISH = standard.place(
    {
        "phase": "retreat",
        "turn": 2,
        "units": {"Germany": ["F ENG"], "England": ["A Lvp"]},
        "dislodged": {"England": ["F ENG < NTH"]},
    }
)


def _taken(text: str, game: Game, state: State, power: str) -> list[str]:
    lines = game.read(state, power, None, text.split("\n")).lines
    return [line.reading for line in lines if line.verdict == TAKEN]


@pytest.mark.parametrize(
    ("text", "does"),
    [
        ("Disband it.", "disbands"),
        ("It's lost, take the fleet off the board.", "disbands"),
        ("scuttle the fleet", "disbands"),
        ("I must give up the fleet.", "disbands"),
        ("I retreat my fleet to Wales", "retreats to Wales"),
        ("please send it to the Mid-Atlantic", "retreats to the Mid-Atlantic Ocean"),
    ],
)
def test_what_the_only_beaten_unit_does(text: str, does: str) -> None:
    assert _taken(text, standard, ENGLISH, "England") == [f"Fleet English Channel {does}"]


@pytest.mark.parametrize(
    "text", ["disband my army", "I won't disband it", "Should I disband it?", "I will disband it if I must"]
)
def test_what_does_not_disband_the_only_beaten_unit(text: str) -> None:
    assert _taken(text, standard, ENGLISH, "England") == []


def test_the_only_beaten_unit_is_disbanded_in_another_game() -> None:
    for text in ("Disband it.", "take the army off the board", "my army disbands"):
        assert _taken(text, hardbop.game, BEATEN, "Gondor") == ["Army Minas Tirith disbands"]
    assert _taken("the cavalry disbands", hardbop.game, BEATEN, "Gondor") == []
