"""Who leads a unit or goes with a piece, told after the order: "under Sauron's command"."""

import pytest

from adjudicator import downfall_xiii
from adjudicator.games import find

GAME = downfall_xiii.game


@pytest.mark.parametrize("command", ["under Sauron's command", "under Sauron", "led by Sauron"])
def test_who_commands_it(command: str) -> None:
    state = GAME.place({"phase": "movement", "turn": 3, "units": {"Mordor": ("2A Gor", "Sauron Gor")}})
    lines = GAME.read(state, "Mordor", None, [f"2A Gor - MMo, {command}"]).lines
    assert [line.reading for line in lines] == [
        "2 Armies Gorgoroth move to Minas Morgul",
        "Sauron leads 2 Armies Gorgoroth, which move to Minas Morgul",
    ]


@pytest.mark.parametrize("company", ["under Gandalf's protection", "escorted by Gandalf", "with Gandalf"])
def test_whose_company_it_has_is_part_of_the_order(company: str) -> None:
    state = GAME.place({"phase": "movement", "turn": 3, "units": {"Gandalf": ("R Shi", "Gandalf Bre")}})
    lines = GAME.read(state, "Gandalf", None, [f"Ranger Shire to Bree, {company}"]).lines
    assert [line.remedy for line in lines] == ["Move it on its own."]


@pytest.mark.parametrize("key", ["hardbop", "downfall-xiii"])
def test_a_piece_that_leads_it_leads_the_unit_in_its_place(key: str) -> None:
    """The unit named above may be another one; then the player is asked."""
    game = find(key)
    units = {"Gondor": ("A MTi", "A Osg", "Faramir MTi")}
    state = game.place({"phase": "movement", "turn": 3, "units": units})

    def last(text: str) -> tuple[str, str]:
        line = game.read(state, "Gondor", None, text.splitlines()).lines[-1]
        return line.reading, line.remedy

    led = "Faramir leads Army Minas Tirith, which moves to Anórien"
    assert last("Faramir leads it to Anorien.") == (led, "")
    assert last("A MTi - Ano\nFaramir leads it") == (led, "")
    assert last("A Osg - NIt\nFaramir leads it to Anorien") == ("", "Did you mean Faramir leads A MTi - Ano?")
