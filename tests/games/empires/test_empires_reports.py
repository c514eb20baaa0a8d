"""What reports say of combats and cities follows from the record, and names what decided it."""

import pytest
from msgspec.structs import replace

from adjudicator.core.dice import ListedDice
from adjudicator.core.game import ReportFacts
from adjudicator.empires import game
from adjudicator.empires.position import from_text
from adjudicator.empires.record import Event, Record, Step
from adjudicator.empires.view import headlines, stakes

FACTS = {
    "phase": "Germany",
    "turn": 5,
    "units": {
        "Germany": ["Army Metz", "Army Cologne", "Army Brussels reduced"],
        "Franco-British": ["French Army Nancy", "French Army Brussels reduced", "French Army Verdun"],
    },
    "state": {"control": {"Brussels": "Franco-British"}},
}


def played(*sheet: str, dice: tuple[int, ...], reader: str | None = None) -> ReportFacts:
    state = game.place(FACTS)
    orders = game.read(state, "Germany", None, ["ACTIVATE", *sheet]).orders
    turn = game.judge(state, {"Germany": orders}, ListedDice(dice))
    return game.show(turn.state, turn.record, reader)


@pytest.mark.parametrize(
    ("line", "dice", "why"),
    [
        ("Army Metz - Nancy attacks", (6, 1), "at double the score the winner loses nothing (RULES 9.2.10)"),
        ("Army Metz - Nancy attacks", (3, 2), ""),
        ("Army Metz - Nancy attacks", (1, 2), ""),
        ("Army Metz - Nancy attacks", (3, 4), ""),
        (
            "Army Brussels attacks",
            (5, 3),
            "no second loss can be taken, so the winner loses nothing (RULES 9.2.15)",
        ),
    ],
)
def test_a_combat_says_why_the_winner_lost_nothing(line: str, dice: tuple[int, int], why: str) -> None:
    said = [item.text for part in played(line, dice=dice).sections for item in part.items]
    told = next(text for text in said if "attacks: in" in text)
    assert ("loses nothing" in told) == bool(why)
    assert why in told


def test_a_headline_counts_the_armies_that_the_enemy_lost_though_an_attack_was_drawn() -> None:
    sheet = ("Army Brussels attacks", "Army Metz - Nancy attacks")
    assert played(*sheet, dice=(1, 2, 6, 1)).headline == (
        "Germany attacks in two places and eliminates 2 armies"
    )


def test_an_army_lost_out_of_supply_is_not_reported_as_beaten() -> None:
    lost = Event("lost_last_step", "Franco-British", "agram", "Serbian army")
    told = list(headlines._losses(Record(4, "Austria-Hungary", 1, (), (lost,))))
    assert [one.text for one in told] == ["The Franco-British lose an army that is out of supply."]


def test_a_city_in_which_only_enemies_stand_is_held_without_an_army() -> None:
    units = {"Germany": ["Army Vilna"], "Russia": ["Army Minsk"]}
    position = from_text(game.place({"phase": "Germany", "turn": 2, "units": units}))
    table = next(one for one in stakes.sections(position, "Germany") if one.key == "stakes").tables[0]
    assert {row[0]: row[1] for row in table.rows}["Vilna"] == "Russia, no army"
    assert table.columns[2] == "Enemies near"


def test_a_headline_tells_of_both_turns_under_one_deadline() -> None:
    def taken(power: str, *zones: str) -> Record:
        ends = tuple(Event("control", power, zone, other="Russia") for zone in zones)
        return Record(3, power, 1, (Step("Army A moves to B", "succeeds"),), ends)

    def printed(first: Record, then: Record) -> str:
        return headlines._printed(replace(first, then=then))[1]

    austrian, german = taken("Austria-Hungary", "odessa"), taken("Germany", "riga")
    assert printed(austrian, german) == "Austria-Hungary takes Odessa; Germany takes Riga"
    field = taken("Austria-Hungary", "kamenets")
    assert printed(field, german) == "Germany takes Riga; Austria-Hungary takes Kamenets"
    many = taken("Germany", "riga", "vilna", "minsk")
    three = taken("Austria-Hungary", "odessa", "kiev", "warsaw")
    assert printed(three, many) == "Austria-Hungary takes Odessa, Kiev and Warsaw"  # no room for more
    dug = Record(3, "Germany", 1, (Step("Entrenches in Metz", "succeeds"),))
    assert printed(austrian, dug) == "Austria-Hungary takes Odessa"
