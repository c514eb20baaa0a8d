"""Orders announced in a sentence, retreats with the verb first, and Easterlings that enter."""

from collections.abc import Mapping, Sequence

import pytest

from adjudicator.core.game import TAKEN
from adjudicator.games import find

FACTS: Mapping[str, Mapping[str, object]] = {
    "standard": {
        "phase": "movement",
        "units": {"Russia": ("A Ukr", "A Gal", "F Sev"), "Turkey": ("F Rum",)},
    },
    "downfall-xiii": {
        "phase": "movement",
        "turn": 1,
        "units": {"Mordor": ("A NIt", "2A Dag"), "Dwarves": ("A Ere",)},
    },
    "hardbop": {
        "phase": "movement",
        "units": {"Mordor": ("2A Bar", "Sauron Bar", "E Off", "E Off", "E Off")},
    },
    "hardbop, retreats": {
        "phase": "retreat",
        "units": {"Saruman": ("A Cad",)},
        "dislodged": {"Elves": ("A Cad < Bra",)},
    },
}


@pytest.mark.parametrize(
    ("where", "power", "message", "orders"),
    [
        (
            "standard",
            "Russia",
            "I'm going for Rumania with everything I've got this time: the army in Ukraine moves into"
            " Rumania, and both the army in Galicia and the fleet at Sevastopol support it.",
            (
                "Army Ukraine moves to Rumania",
                "Army Galicia supports the move from Ukraine to Rumania",
                "Fleet Sevastopol supports the move from Ukraine to Rumania",
            ),
        ),
        (
            "downfall-xiii",
            "Mordor",
            "South\n- North Ithilien to South Ithilien\n- 2A Dagorlad to North Ithilien",
            ("Army North Ithilien moves to South Ithilien", "2 Armies Dagorlad move to North Ithilien"),
        ),
        ("downfall-xiii", "Dwarves", "We dwarves declare ourselves Good.", ("Declares itself Good",)),
        (
            "hardbop",
            "Mordor",
            "Sauron leads 2A Barad-dur to Gorgoroth. They destroy any piece that comes there.",
            (
                "Sauron leads Double Army Barad-dûr, which moves to Gorgoroth",
                "Double Army Barad-dûr destroys any piece that it can",
            ),
        ),
        (
            "hardbop",
            "Mordor",
            "9. The three Easterlings enter: one at North Rhun, one at South Rhun, one at Ered Lithui",
            (
                "Easterling Army Off Board moves to North Rhûn",
                "Easterling Army Off Board moves to South Rhûn",
                "Easterling Army Off Board moves to Ered Lithui",
            ),
        ),
    ],
)
def test_announced_orders_are_understood(where: str, power: str, message: str, orders: Sequence[str]) -> None:
    game = find(where.partition(",")[0])
    reading = game.read(game.place(FACTS[where]), power, None, message.splitlines())
    assert [line.reading for line in reading.lines if line.verdict == TAKEN] == list(orders)


def test_a_retreat_may_begin_with_its_verb() -> None:
    game = find("hardbop")
    state = game.place(FACTS["hardbop, retreats"])
    message = "Retreat Cardolan to Bree; if that is not possible, to Amon Sul."
    reading = game.read(state, "Elves", None, [message])
    assert [line.reading for line in reading.lines] == ["Army Cardolan retreats to Bree or Amon Sûl"]
