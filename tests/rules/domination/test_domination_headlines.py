"""The headline and the lead of a turn of Epic Domination, and how battles are described."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from adjudicator.core.dice import SeededDice
from adjudicator.domination import game, position
from adjudicator.domination.record import Event, Record
from adjudicator.domination.view.headlines import story

FIGHT = Event("round", space="A7", words={"number": "1", "sides": "Blue, Red"})


def lost(player: str, space: str, unit: str, number: int) -> Event:
    return Event("lost", player, space, {"unit": unit, "number": str(number)})


def told(events: Sequence[Event], reader: str | None = None) -> tuple[str, str]:
    start = position.from_text(game.start({"players": "2"}, SeededDice("a", 0)))
    return story(Record("Turn 1", 1, "turn", tuple(events), ()), start, {}, reader)


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
        "The battle at A7 costs Blue five units and Red three units and two fortification tokens.",
    ),
    (
        "walls alone",
        [FIGHT, lost("Blue", "A7", "Militia", 1), lost("Red", "A7", "Fort", 1)],
        "Blue beaten back at A7",
        "The battle at A7 costs Blue one unit and Red a fortification token.",
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
        "The battle at A7 costs Blue one unit and Red one unit.",
    ),
    (
        "one battle more than are told",
        [
            event
            for space in ("A7", "B7", "C7", "D7")
            for event in (Event("round", space=space), lost("Red", space, "Militia", 1))
        ],
        "Red beaten back at A7",
        "There is one more battle, at D7.",
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
def test_a_battle_has_the_headline_and_sentence_that_fit_its_result(
    _why: str, events: Sequence[Event], headline: str, sentence: str
) -> None:
    first, lead = told(events)
    assert first == headline
    assert sentence in lead


def fought(space: str, *sides: str) -> list[Event]:
    begun = Event("round", space=space, words={"number": "1", "sides": ", ".join(sides)})
    return [begun, lost(sides[0], space, "Knight", 1)]


def taken(player: str, space: str, loser: str) -> Event:
    return Event("taken", player, space, {"loser": loser})


FAR_AND_NEAR = [
    *fought("A7", "Blue", "Green"),
    lost("Green", "A7", "Knight", 1),
    *fought("B7", "Red", "Green"),
    taken("Green", "C1", "Blue"),
    taken("Green", "C2", "Red"),
    taken("Green", "C3", "Blue"),
]


def test_the_lead_of_a_report_begins_with_what_concerns_its_reader() -> None:
    """A player who had lost land and a unit once read a lead about battles at the other end of the board."""
    headline, lead = told(FAR_AND_NEAR, "Red")
    assert told(FAR_AND_NEAR)[0] == "Battle at A7"
    assert headline == "You lose C2 to Green"
    assert lead.index("The battle at B7") < lead.index("The battle at A7")
    assert "Green takes C2 from Red and Green takes C1 and C3." in lead
    public = told(FAR_AND_NEAR)[1]
    assert public.index("The battle at A7") < public.index("The battle at B7")
    assert "Green takes C1, C2 and C3." in public


def test_of_equally_bloody_battles_the_one_in_which_walls_fell_is_the_headline() -> None:
    city = [*fought("A7", "Red", "Blue"), lost("Blue", "A7", "Fort", 1)]
    assert told([*fought("B7", "Blue", "Red"), *city])[0] == "Red beaten back at A7"


def test_a_large_gain_of_land_outranks_a_small_battle() -> None:
    """The headline once was "Red beaten back at H7", for one Militia, although four spaces were lost."""
    land = [taken("Red", space, "Blue") for space in ("C1", "C2", "C3", "C4")]
    small = fought("A7", "Red", "Blue")
    headline, lead = told([*land, *small], "Blue")
    assert told([*land, *small])[0] == "Red takes four spaces"
    assert headline == "You lose four spaces to Red"
    assert "Red takes C1, C2, C3 and C4 from Blue." in lead
    assert told([*land[:2], *small])[0] != "Red takes two spaces"


def test_three_dead_do_not_make_a_bloody_battle() -> None:
    three = [FIGHT, lost("Blue", "A7", "Militia", 1), lost("Red", "A7", "Militia", 2)]
    assert told(three)[0] == "Battle at A7"


def test_the_lead_mentions_builds_only_if_few_built_and_nobody_fought() -> None:
    built = [Event("built", player, "A7", {"units": "Militia"}) for player in ("Red", "Blue", "Green")]
    assert "Red builds one unit at A7." in told(built[:2])[1]
    assert "raises" not in told(built)[1]
    assert "raises" not in told([*fought("B7", "Red", "Blue"), built[0]])[1]


def test_a_player_whose_units_or_land_remain_was_not_beaten_back() -> None:
    start = position.from_text(game.start({"players": "2"}, SeededDice("a", 0)))
    start = replace(start, owners={"A7": "Red", "B7": "Blue"})
    left = replace(start, units=(position.Units("Blue", "Knight", "A7", 1),))
    events = (FIGHT, lost("Blue", "A7", "Knight", 3), lost("Red", "A7", "Fort", 1))
    assert story(Record("Turn 1", 1, "turn", events, ()), left, {})[0] == "Blue loses three units at A7"
    held = replace(start, owners={"A7": "Blue", "B7": "Red"})
    assert story(Record("Turn 1", 1, "turn", events, ()), held, {})[0] == "Blue loses three units at A7"
