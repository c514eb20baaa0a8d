"""What a zine would headline of a turn of Epic Domination, and how battles are told."""

from collections.abc import Sequence

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.domination import game, position
from adjudicator.domination.record import Event, Record
from adjudicator.domination.view.headlines import story

FIGHT = Event("round", space="A7", words={"number": "1", "sides": "Blue, Red"})


def lost(player: str, space: str, unit: str, number: int) -> Event:
    return Event("lost", player, space, {"unit": unit, "number": str(number)})


def told(events: Sequence[Event]) -> tuple[str, str]:
    start = position.from_text(game.start({"players": "2"}, SeededDice("a", 0)))
    return story(Record("Turn 1", 1, "turn", tuple(events), ()), start, {})


CASES = [
    (
        "walls are no troops",
        [
            FIGHT,
            lost("Blue", "A7", "Militia", 5),
            lost("Red", "A7", "Griffin", 3),
            lost("Red", "A7", "Fort", 2),
        ],
        "Bloody battle at A7",
        "The battle at A7 costs Blue five and Red three and two fortification tokens.",
    ),
    (
        "walls alone",
        [FIGHT, lost("Blue", "A7", "Militia", 1), lost("Red", "A7", "Fort", 1)],
        "Blue beaten back at A7",
        "The battle at A7 costs Blue one and Red a fortification token.",
    ),
    (
        "a loss by fire after a battle is none of the battle",
        [
            FIGHT,
            lost("Blue", "A7", "Militia", 1),
            lost("Red", "A7", "Militia", 1),
            Event("struck", "Red", "A7", {"victim": "Blue", "dice": "1", "need": "9", "hits": "1"}),
            lost("Blue", "A7", "Knight", 4),
        ],
        "Battle at A7",
        "The battle at A7 costs Blue one and Red one.",
    ),
    (
        "one battle more than are told",
        [
            event
            for space in ("A7", "B7", "C7", "D7")
            for event in (Event("round", space=space), lost("Red", space, "Militia", 1))
        ],
        "Red beaten back at A7",
        "There is one more battle.",
    ),
    (
        "fire on several spaces",
        [
            Event("struck", "Red", space, {"victim": "Blue", "dice": "1", "need": "9", "hits": "0"})
            for space in ("A7", "B7")
        ],
        "Fire falls on two spaces",
        "",
    ),
    (
        "fire on one",
        [Event("struck", "Red", "A7", {"victim": "Blue", "dice": "1", "need": "9", "hits": "0"})],
        "Fire falls on Blue at A7",
        "",
    ),
]


@pytest.mark.parametrize(("_why", "events", "headline", "sentence"), CASES, ids=[case[0] for case in CASES])
def test_battles_are_told_as_they_were(
    _why: str, events: Sequence[Event], headline: str, sentence: str
) -> None:
    first, lead = told(events)
    assert first == headline
    assert sentence in lead
