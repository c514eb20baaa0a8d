"""Who leads a unit or goes with a piece, told behind the order: "under Sauron's command"."""

import pytest

from adjudicator import downfall_xiii

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
