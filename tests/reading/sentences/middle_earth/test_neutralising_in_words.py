"""Neutralising by a Ranger in sentences, and warnings about centres that are not neutralised."""

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import REFUSED, Reading
from adjudicator.games import find


def read(line: str, key: str = "hardbop", power: str = "Gondor", **facts: object) -> Reading:
    game = find(key)
    state = (
        game.place({"phase": "movement", "turn": 3, **facts}) if facts else game.start({}, SeededDice("", 0))
    )
    return game.read(state, power, None, [line])


@pytest.mark.parametrize(
    ("line", "remedy"),
    [
        ("Ranger neutralises", "R Bre can go to Amo, Bra, Cad, NDo, Nen or Shi."),
        ("Ranger Bre neutralises", "R Bre can go to Amo, Bra, Cad, NDo, Nen or Shi."),
        ("Ranger Shi neutralises", "Write where it goes: Ranger - Shi neutralises."),
        ("Ranger neutralises Bra", "Write where it goes: Ranger - Bra neutralises."),
        ("R(Bre) neutralises Brandywine", "Write where it goes: Ranger - Bra neutralises."),
        ("Bre neutralises Bra", "R Bre can go to Amo, Bra, Cad, NDo, Nen or Shi."),
        ("the Ranger neutralizes Bra", "Write where it goes: Ranger - Bra neutralises."),
    ],
)
def test_without_a_move_the_refusal_suggests_a_valid_order(line: str, remedy: str) -> None:
    """XIII 1.1, 6h.3: "neutralises" is part of a move and not an order by itself."""
    (answer,) = read(line).lines
    assert (answer.verdict, answer.remedy) == (REFUSED, remedy)
    assert answer.reason == "A Ranger neutralises the centre into which it moves in the same turn."


@pytest.mark.parametrize(
    ("line", "way"), [("R Iml neutralises Crk", "R Iml - Crk"), ("R neutralises", "R Osg - SIt")]
)
def test_downfall_xiii_refuses_it_and_suggests_a_valid_order(line: str, way: str) -> None:
    (answer,) = read(line, "downfall-xiii", "Elves", units={"Elves": ["R Iml", "R Shi"]}).lines
    assert (answer.verdict, answer.remedy) == (REFUSED, f"Write where it goes: {way} neutralises.")


def test_the_example_names_a_centre_nearby() -> None:
    units = {"Gondor": ["Ranger Gap"], "Saruman": ["A Ise"]}
    (answer,) = read("Ranger neutralises", units=units).lines
    assert answer.remedy == "Write where it goes: Ranger - Dld neutralises."


def test_the_confirmation_warns_of_a_centre_that_will_not_be_neutralised() -> None:
    """Owners of centres and Military Units are public; hidden pieces there do not change the warning."""
    nobodys = read("Ranger - Bra neutralises")
    assert nobodys.warnings == ("Nobody owns the Brandywine: there is nothing for the Ranger to neutralise.",)
    units = {"Gondor": ["Ranger Gap"], "Saruman": ["A Dld"]}
    held = read("Ranger - Dld neutralises", units=units)
    assert held.warnings == (
        "Army Dunland is there: the Ranger neutralises Dunland only if that unit leaves. (See RULES 3.8(c).)",
    )
    hidden = {"Gondor": ["Ranger Gap"], "Saruman": ["Saruman Dld"], "Mordor": ["Nazgul Dld"]}
    assert read("Ranger - Dld neutralises", units=hidden).warnings == ()
    own = read("Ranger - Leb neutralises", units={"Gondor": ["Ranger Bel"]})
    assert own.warnings == ("Lebennin is yours: the Ranger neutralises only centres of other powers.",)


def test_downfall_xiii_warns_too() -> None:
    units = {"Gondor": ["R Osg"], "Mordor": ["A SIt"]}
    known = read("R Osg - SIt neutralises", "downfall-xiii", units=units, centres={"Mordor": ["SIt"]})
    assert known.warnings == (
        "Army South Ithilien is there: the Ranger neutralises South Ithilien only if that unit leaves. "
        "(See RULES 6h.3.)",
    )
