"""An order with supporters says which of them leave their zones. 9.0.1, 9.2.19"""

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import NOTED, TAKEN
from adjudicator.empires import game

FACTS = {
    "phase": "Germany",
    "turn": 5,
    "units": {
        "Germany": ["Army Minsk", "3 Army Warsaw", "Army Lublin"],
        "Russia": ["Army Brest-Litovsk", "Army Lublin"],
    },
}


@pytest.mark.parametrize(
    ("line", "supported"),
    [
        ("Army Warsaw - Lublin attacks with Army Lublin", "supported by Army Lublin"),
        (
            "Army Minsk - Brest-Litovsk attacks with Army Warsaw",
            "supported by Army Warsaw, which moves there too",
        ),
        (
            "Army Minsk - Brest-Litovsk attacks with 2 Army Warsaw",
            "supported by 2 Armies Warsaw, which move there too",
        ),
        (
            "Army Warsaw - Lublin attacks with Army Warsaw, Army Lublin",
            "supported by Army Lublin and by Army Warsaw, which moves there too",
        ),
    ],
)
def test_the_reading_says_which_supporters_move_and_can_be_sent_back(line: str, supported: str) -> None:
    state = game.place(FACTS)
    reading = game.read(state, "Germany", None, ["ACTIVATE", line]).lines[1].reading
    assert reading.endswith(f"attacks, {supported}")
    again = game.read(state, "Germany", None, ["ACTIVATE", f"{reading}."])
    assert again.lines[1].reading == reading
    assert {one.verdict for one in again.lines} <= {TAKEN, NOTED}


def test_the_answer_says_which_army_is_ceded_though_the_line_does_not() -> None:
    """14.1"""
    state = game.place({**FACTS, "state": {"control": {"Warsaw": "Germany"}}})
    found = game.read(state, "Germany", None, ["ACTIVATE", "Army Warsaw - Krakow", "Army Warsaw - Posen"])
    note = "The German army that ends in Krakow is ceded to Austria-Hungary (RULES 14.1)."
    assert [one for one in found.warnings if "ceded" in one] == [note]


CEDING = {
    "phase": "Germany",
    "turn": 5,
    "options": {"pace": "paired"},
    "units": {
        "Germany": ["2 Armies Breslau", "Army Warsaw"],
        "Austria-Hungary": ["German Army Lemberg", "Army Brest-Litovsk"],
    },
    "state": {"control": {"Warsaw": "Germany"}},
}


def test_form_and_options_say_which_armies_can_be_ceded_and_taken_back() -> None:
    """14.1, 14.3"""
    state = game.place(CEDING)
    form = "\n".join(game.form(state, "Germany"))
    assert "an army that ends in Krakow, Prague or Vienna is ceded to Austria-Hungary" in form
    assert "Army Lemberg => ...   # ceded; this takes it back" in form
    offered = game.choices(state, "Germany")
    assert "ACTIVATE full German Army Breslau - Krakow cede" in offered["full German Army Breslau"]
    assert "ACTIVATE full German Army Lemberg => Berlin" in offered["full German Army Lemberg"]
    assert not [line for line in offered["full German Army Warsaw"] if line.endswith("Posen cede")]


@pytest.mark.parametrize(
    ("line", "number"),
    [("IF Warsaw is ours: Army Breslau - Krakow", 0), ("IF Riga is ours: Army Breslau - Krakow", 1),
     ("Army Breslau - Posen", 0), ("Army Breslau - Trieste", 0)],
)  # fmt: skip
def test_a_move_that_may_cede_is_noted(line: str, number: int) -> None:
    """14.1: the condition may hold when the turn begins."""
    warned = game.read(game.place(CEDING), "Germany", None, ["ACTIVATE", line]).warnings
    assert len([one for one in warned if "if Austria-Hungary controls that zone" in one]) == number


def test_a_refusal_for_the_italian_frontier_says_where_the_army_may_go() -> None:
    """9.1.11"""
    facts = {**CEDING, "units": {"Germany": ["Army Munich"], "Austria-Hungary": ["German Army Trieste"]}}
    found = game.read(game.place(facts), "Germany", None, ["ACTIVATE", "Army Munich - Innsbruck"])
    assert "(RULES 9.1.11)" in found.lines[1].reason
    assert found.lines[1].remedy.startswith("From Munich it may go to ")


def test_the_news_name_an_offensive_and_how_its_attacks_went() -> None:
    """10.3.1"""
    facts = {
        "phase": "Germany",
        "turn": 5,
        "units": {"Germany": ["3 Armies Metz"], "Franco-British": ["Army Verdun"]},
        "state": {"technologies": {"Germany": ["Offensive"]}},
    }
    state = game.place(facts)
    orders = game.read(state, "Germany", None, ["OFFENSIVE", "Army Metz - Verdun attacks"]).orders
    turn = game.judge(state, {"Germany": orders}, SeededDice("offensive", 1))
    for reader in (None, "Germany", "Russia"):
        told = [
            item.text for one in game.show(turn.state, turn.record, reader).sections for item in one.items
        ]
        assert [text for text in told if text.startswith("Germany makes an Offensive: 1 ")], told
