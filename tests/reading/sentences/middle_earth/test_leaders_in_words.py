"""A leader is ordered in many words: before, beside and below the order of the unit, which "it" is."""

import pytest

from adjudicator.core.game import REFUSED, REMARK, TAKEN, Reading
from adjudicator.games import find

UNITS = {"Gondor": ("A Los", "A MTi", "Faramir MTi", "A Lam")}
BOTH = pytest.mark.parametrize("key", ["hardbop", "downfall-xiii"])
LED = "Faramir leads Army Minas Tirith, which moves to Osgiliath"


def _read(key: str, text: str) -> Reading:
    game = find(key)
    state = game.place({"phase": "movement", "turn": 3, "units": UNITS})
    return game.read(state, "Gondor", None, text.splitlines())


def _taken(reading: Reading) -> list[str]:
    return [line.reading for line in reading.lines if line.verdict == TAKEN]


@BOTH
@pytest.mark.parametrize(
    "text",
    [
        "A MTi - Osg\nFaramir leads it",
        "A MTi - Osg\n(Faramir leads)",
        "A MTi - Osg\n  Leader: Faramir",
        "A MTi-Osg, Far leads",
        "A MTi - Osg\nFaramir leads A MTi",
        "Faramir leads A MTi\nA MTi - Osg",
        "Minas Tirith attacks Osgiliath, before somebody goes there, and Faramir leads them.",
        "The army in Minas Tirith takes Osgiliath because it is a centre, with Faramir in the lead.",
        "The army in Minas Tirith goes to Osgiliath; Faramir, who is there anyway, leads it.",
        "The army in Minas Tirith marches to Osgiliath, Faramir at its head.",
        "With Faramir in the lead, Minas Tirith goes to Osgiliath.",
        "Led by Faramir, the army in Minas Tirith marches to Osgiliath.",
        "Faramir goes with Minas Tirith to Osgiliath",
        "Faramir with A MTi - Osg",
        "Faramir joins the army from Minas Tirith on its way to Osgiliath.",
    ],
)
def test_the_leader_goes_with_the_unit(key: str, text: str) -> None:
    reading = _read(key, text)
    assert LED in _taken(reading)
    assert all("Minas Tirith" in one for one in _taken(reading))
    assert REFUSED not in {line.verdict for line in reading.lines}


@BOTH
def test_a_lead_below_an_order_is_not_read_with_the_line_below_it(key: str) -> None:
    reading = _read(key, "A Los H\nFaramir leads it\nA MTi - Osg")
    assert _taken(reading) == ["Army Lossarnach holds", "Army Minas Tirith moves to Osgiliath"]
    refused = [line for line in reading.lines if line.verdict == REFUSED]
    assert [line.text for line in refused] == ["Faramir leads it"]
    assert refused[0].reason == "Faramir is in MTi, but A Los is not."


@BOTH
@pytest.mark.parametrize(
    "remark",
    [
        "because Faramir, who leads it, likes the place",
        "hence Faramir may lead it",
        "since I want it, and Faramir should be in command there",
    ],
)
def test_a_remark_that_says_who_leads_is_asked_about(key: str, remark: str) -> None:
    last = _read(key, f"A MTi - Osg, {remark}").lines[-1]
    assert (last.text, last.verdict) == (remark, REFUSED)
    assert last.remedy == "Did you mean Faramir leads A MTi - Osg?"


@BOTH
@pytest.mark.parametrize(
    "text",
    [
        "A MTi - Osg\nFaramir leads it\nbecause Faramir, who leads it, likes the place",
        "A MTi - Osg because Saruman leads nobody there",
        "A MTi - Osg because Faramir does not lead anybody now",
        "A MTi - Osg because Faramir is there",
    ],
)
def test_other_remarks_about_leaders_stay_remarks(key: str, text: str) -> None:
    assert _read(key, text).lines[-1].verdict == REMARK


@BOTH
def test_a_lead_without_a_move_in_the_message_says_only_whom_it_leads(key: str) -> None:
    assert _taken(_read(key, "Faramir leads A MTi")) == ["Faramir leads Army Minas Tirith"]
    assert "Faramir leads Army Minas Tirith" in _taken(_read(key, "Faramir leads A MTi\nA MTi S A Lam"))


def test_a_leader_may_be_written_in_short() -> None:
    assert LED in _taken(_read("hardbop", "A MTi-Osg w/ Far"))
    assert "Faramir goes with Army Minas Tirith" in _taken(_read("downfall-xiii", "A MTi-Osg w/ Far"))


@pytest.mark.parametrize(
    "text", ["A Ise - Gap, Sar leads", "A Ise - Gap\nSar w/ Ise", "Sar leads A Ise - Gap"]
)
def test_a_short_name_before_leads_is_that_of_the_leader(text: str) -> None:
    game = find("downfall-xiii")
    state = game.place({"phase": "movement", "turn": 3, "units": {"Saruman": ("A Ise", "Saruman Ise")}})
    reading = game.read(state, "Saruman", None, text.splitlines())
    assert any(row.notation.startswith("Saruman ") for row in reading.in_force)
    assert REFUSED not in {line.verdict for line in reading.lines}
