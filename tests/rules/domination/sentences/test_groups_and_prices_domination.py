"""Epic Domination: sentences about groups, builds and the set-up, and prices after builds."""

import json
from pathlib import Path

import pytest

from adjudicator.core.game import NOTED, REFUSED, TAKEN, Reading
from adjudicator.domination import game
from bench.first_sight import FOLDER

POSITIONS = json.loads((Path(FOLDER) / "domination" / "positions.json").read_text("utf-8"))


def _read(position: str, *lines: str) -> Reading:
    place = POSITIONS[position]
    return game.read(place["state"], place["power"], None, lines)


def _taken(position: str, *lines: str) -> list[str]:
    return [line.reading for line in _read(position, *lines).lines if line.verdict == TAKEN]


@pytest.mark.parametrize(
    ("position", "text", "orders"),
    [
        (
            "2605",
            "of the nine militia in A11 four go to Ambermouth and three to Aldgate, the last two stay put",
            ["4 Militia A11 - A10", "3 Militia A11 - A7", "2 Militia A11 holds"],
        ),
        ("2606", "3 chevaliers de B9 vont en D8, les deux autres restent en B9",
         ["3 Knight B9 - D8", "2 Knight B9 holds"]),
        ("2606", "3 Ritter von B9 nach D8, die zwei anderen bleiben in B9",
         ["3 Knight B9 - D8", "2 Knight B9 holds"]),
        ("2606", "Die 5 Knights von B9 gehen doch lieber auch nach B5", ["5 Knight B9 - B5"]),
        ("2611", "Griffins from G4, all three, to Goldhollow", ["3 Griffin G4 - G7"]),
        ("2611", "Goldhollow: the knight there stays and fights", ["Knight G7 holds"]),
        ("2611", "Ambermouth: the four militia from A9 go in there", ["4 Militia A9 - A10"]),
        ("2611", "Build: as many knights in Ambermouth as the money buys.", ["build rest Knight A10"]),
        ("2606", "Bauen: so viele Ritter in Bramblecross wie möglich", ["build rest Knight B6"]),
        ("2606", "Constructions : avec le reste de l'argent des miliciens à B6", ["build rest Militia B6"]),
        ("2603", "Finally I would like to play my card Reinforcements in Embergate",
         ["cast Reinforcements E15"]),
        ("2603", "The pieces in Embergate remain there.", ["all E15 holds"]),
        ("2610", "My favourite is Emberfell, then Dunmarrow, after those alphabetically A, B, C",
         ["piece E, D, A, B, C"]),
        ("2610", "I buy two knights in the first city and one griffin in the second",
         ["build 2 Knight first city", "build Griffin second city"]),
        ("2610", "zwei Ritter in der ersten Stadt, ein Greif in der zweiten Stadt",
         ["build 2 Knight first city", "build Griffin second city"]),
    ],
)  # fmt: skip
def test_sentences_are_read_as_they_are_meant(position: str, text: str, orders: list[str]) -> None:
    read = _read(position, text)
    assert not [line.text for line in read.lines if line.verdict == REFUSED]
    assert [one for one in _taken(position, text) if not one.endswith(":")] == _taken(position, *orders)


def test_the_word_no_in_a_description_of_a_place_does_not_negate_the_order() -> None:
    text = "The three militia in the Eye of Ember should march to Eaglecrag, which has no garrison"
    assert _taken("2603", text) == _taken("2603", "3 Militia E3 - E6")


def test_an_enemy_that_the_units_attack_is_not_given_an_order() -> None:
    read = _read("2603", "The griffin in E2 should fly to E10 and attack the green griffin")
    assert [line.verdict for line in read.lines] == [TAKEN, NOTED]
    own = _read("2603", "The griffin in E2 should fly to E10 and attack the blue griffin")
    assert NOTED not in [line.verdict for line in own.lines], "Blue is the player"


def test_a_number_after_a_build_is_ignored_only_if_it_is_the_price() -> None:
    assert "Build 3 Knights at B6 Bramblecross" in _taken("2608", "BUILDS", "3   knight   Bramblecross   15")
    assert not [one for one in _taken("2608", "BUILDS", "3   knight   Bramblecross   12") if "Knight" in one]


def test_a_misspelt_build_does_not_refuse_the_others() -> None:
    read = _read("2612", "build 3 griffin carrick 4 militia coldwel").lines
    assert [line.verdict for line in read] == [TAKEN, REFUSED]


def test_a_condition_without_units_is_answered() -> None:
    assert _read("2612", "A7 - if Militia : A7 - else").lines
