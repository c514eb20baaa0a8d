"""What a turn pays, how far the end is, and which cities can fall, before it is decided. 5, 6.1, 7."""

import pytest
from msgspec.structs import replace

from adjudicator.core.dice import SeededDice
from adjudicator.domination import game
from adjudicator.domination.position import (
    Position,
    Units,
    cities,
    cities_to_win,
    from_text,
    income,
    morale,
    to_text,
)
from tests.support.play.domination_play import play, states
from tests.support.table import Table, body_of

BEGUN = from_text(game.start({"board": "A B", "first": "Red"}, SeededDice("stakes", 0)))


def told(position: Position, key: str, reader: str | None) -> str:
    sections = game.show(to_text(position), None, reader).sections
    return "\n".join(item.text for part in sections if part.key == key for item in part.items)


def at_stake(position: Position, reader: str | None = None) -> list[tuple[str, ...]]:
    sections = game.show(to_text(position), None, reader).sections
    return [row for part in sections if part.key == "stakes" for row in part.tables[0].rows]


def turn_of(position: Position, **changes: object) -> Position:
    return replace(position, phase="turn", turn=1, **changes)


def test_a_player_reads_what_there_is_to_spend() -> None:
    words = told(BEGUN, "obligations", "Red")
    assert "You build from your income: now 27. What you do not spend is lost (RULES 6.1)" in words
    assert "Your reserve holds 40 unit tokens." in words
    cast = turn_of(BEGUN, spent={"Red": 4})
    assert "You build from your income, less 4 for your spells, as it is after the battles: now 23." in told(
        cast, "obligations", "Red"
    )
    assert "You build" not in told(BEGUN, "obligations", None)


def test_all_read_how_far_each_player_is_from_winning() -> None:
    ahead = turn_of(BEGUN, owners={**BEGUN.owners, cities(BEGUN, "Blue")[0]: "Red"})
    for reader in ("Red", "Blue", None):
        words = told(ahead, "obligations", reader)
        assert "3 cities win at once (RULES 7.1). Red needs 0 more; Blue needs 2 more." in words
        assert f"The highest morale then wins (RULES 7.3): now Red, with {morale(ahead, 'Red')}." in words


def test_the_player_nearest_to_the_last_turn_is_named() -> None:
    words = told(turn_of(BEGUN, reserves={"Red": 3, "Blue": 40}), "obligations", None)
    assert "an income below 5 (RULES 7.2)" in words
    assert "Now: smallest reserve 3 (Red), fewest cities 2 (Red and Blue) and lowest income 27" in words
    assert "This turn is the last" in told(turn_of(BEGUN, final=True), "obligations", None)


def test_the_last_turn_offers_no_builds_and_says_that_they_come_to_nothing() -> None:
    state = to_text(turn_of(BEGUN, final=True, units=(Units("Red", "Militia", "A2", 2),)))
    assert "so nothing is built in it (RULES 7.2)" in told(from_text(state), "obligations", "Red")
    assert "You build" not in told(from_text(state), "obligations", "Red")
    form = game.form(state, "Red")
    assert "Build" not in form
    assert form[-1] == "# Nothing is built: this turn is the last, and it ends after its combat (RULES 7.2)"
    offered = {**game.choices(state, "Red"), **game.later_choices(state, "Red", "")}
    assert not [line for lines in offered.values() for line in lines if "Build" in line or "rest" in line]
    sheet = game.read(state, "Red", None, ["Militia A2 holds", "Build", "rest Militia A7"])
    assert sheet.warnings == (
        "This turn is the last: it ends after its combat, and the builds of this sheet are not carried out "
        "(RULES 7.2).",
    )
    assert game.read(state, "Red", None, ["Militia A2 holds"]).warnings == ()


def test_enemies_that_stand_together_are_named() -> None:
    city = cities(BEGUN, "Blue")[0]
    against_tokens = turn_of(BEGUN, units=(Units("Red", "Knight", city, 2),))
    assert f"Enemies stand together at {city}" in told(against_tokens, "obligations", None)
    assert "stand together" not in told(turn_of(BEGUN), "obligations", None)


def test_a_city_with_an_enemy_beside_it_is_at_stake() -> None:
    ground = game.show(to_text(BEGUN), None, None)
    assert ground.sections
    city = cities(BEGUN, "Blue")[0]
    there = turn_of(BEGUN, units=(Units("Red", "Knight", city, 2), Units("Blue", "Militia", city, 1)))
    rows = at_stake(there)
    assert [(row[0].split()[0], *row[1:4]) for row in rows] == [
        (city, "Blue", "3 fortification tokens, Militia", "Red: 2 Knights")
    ]
    assert at_stake(turn_of(BEGUN)) == []


def test_a_city_that_an_enemy_can_reach_is_at_stake_and_the_reader_s_own_comes_first() -> None:
    """A new player with three Knights near five enemies left the city and lost the game in turn 1."""
    begun = from_text(game.start({"board": "F B", "first": "Red"}, SeededDice("stakes", 0)))
    knights = (Units("Blue", "Knight", "B6", 5), Units("Red", "Griffin", "F8", 2))
    rows = at_stake(turn_of(begun, units=knights), "Red")
    assert [(row[0], *row[2:4]) for row in rows] == [
        ("F8 Fallowick", "3 fortification tokens, 2 Griffins", "Blue: 5 Knights"),
        ("B6 Bramblecross", "3 fortification tokens, 5 Knights", "Red: 2 Griffins"),
    ]


def test_a_ship_and_a_unit_that_is_stopped_threaten_no_city() -> None:
    """A land unit stops in the first space of an opponent: two spaces from a city it does not arrive; 4.3."""
    begun = from_text(game.start({"board": "F B", "first": "Red"}, SeededDice("stakes", 0)))
    assert at_stake(turn_of(begun, units=(Units("Red", "Knight", "F8", 3),))) == []


@pytest.mark.thorough
def test_the_numbers_are_those_of_played_positions() -> None:
    """In whole games, what is said to be lacking is what wins: a winner by cities lacks none."""
    ends = 0
    for seed in range(9):
        for judged in play(seed):
            _, after, record = states(judged)
            if after.over or not after.slots:
                ends += any(event.key == "won by cities" for event in record.events)
                assert told(after, "obligations", "Red") == ""
                continue
            words = told(after, "obligations", None)
            assert f"{cities_to_win(after.settings)} cities win at once" in words
            lowest = min(income(after, seat) for seat in after.settings.seats)
            assert f"lowest income {lowest} (" in words or after.final
    assert ends


def test_the_stakes_are_above_the_order_form(table: Table) -> None:
    table.vouched.add("red@x.org")
    table.opens("d1", "72h", {"Red": "red@x.org", "Blue": "blue@x.org"}, "domination", {"setup": "by phase"})
    table.deadline_passes("d1")
    text = body_of(table.report_to("red@x.org"))
    assert 0 < text.index("You build from your income: now 27") < text.index("Order form")


# --- after the turn -----------------------------------------------------------------------------------------


def after(lines: str, reader: str | None = "Red") -> list[str]:
    """Return the sentences of Red's report after the starting builds, section by section."""
    state = to_text(BEGUN)
    orders = {"Red": game.read(state, "Red", None, lines.splitlines()).orders}
    turn = game.judge(state, orders, SeededDice("stakes", 1))
    return [item.text for part in game.show(turn.state, turn.record, reader).sections for item in part.items]


def test_only_its_player_reads_of_unspent_money() -> None:
    lost = "Red leaves 12 of its income of 27 unspent. It is lost (RULES 6.1)."
    assert lost in after("5 Militia Aldgate")
    assert lost not in after("5 Militia Aldgate", "Blue")
    assert not any("unspent" in text for text in after("9 Militia Aldgate"))
    assert not any("unspent" in text for text in after("5 Knight Aldgate"))  # 2 pay for nothing


def test_the_others_read_who_built_nothing() -> None:
    """A new player had to compare tables to see that the neighbour had built nothing."""
    assert "Blue builds nothing." in after("5 Militia Aldgate")
    assert "Red builds nothing." in after("", "Blue") and "Red builds nothing." in after("", None)
    assert "Red builds nothing." not in after("5 Militia Aldgate", "Blue")


def test_builds_of_one_kind_in_one_city_are_one_number() -> None:
    """A line for one Knight and a line for four are reported as "5 Knights", not "Knight and 4 Knights"."""
    assert "Red builds 5 Knights at A7 Aldgate." in after("Knight Aldgate\n4 Knight Aldgate")
    assert "Red builds 4 Knights at A7 Aldgate." in after("2 Knight Aldgate\n2 Knight Aldgate")


def test_the_outcomes_have_the_order_of_the_sheet() -> None:
    told_ = after("Build\n2 Knight Ambermouth\nCombat\nlose Militia, Fort\nBuild\n2 Militia Aldgate")
    kinds = [text.split()[0] for text in told_[:3]]
    assert kinds == ["Build", "Lose", "Build"]


@pytest.mark.parametrize(
    ("shown", "of_blue"), [("public", "Griffin"), ("secret", "secret")], ids=["public", "secret"]
)
def test_before_the_board_is_laid_the_players_differ_by_private_cards_alone(shown: str, of_blue: str) -> None:
    """All other columns would be zeros; without private cards there is no table of the players."""
    private = {"cards": "Militia, Knight", "private": "Red Ogre, Blue Griffin", "private_cards": shown}
    start = game.start(private, SeededDice("private", 0))
    (players,) = (part for part in game.show(start, None, "Red").sections if part.key == "counts")
    assert players.tables[0].rows == (("Red", "Ogre"), ("Blue", of_blue))
    plain = game.start({}, SeededDice("private", 0))
    assert not [part for part in game.show(plain, None, "Red").sections if part.key == "counts"]


def test_a_skipped_line_says_what_was_there_instead() -> None:
    units = (Units("Blue", "Militia", "B2", 2), Units("Red", "Militia", "A2", 1))
    state = to_text(turn_of(BEGUN, units=units))
    lines = [
        "Move",
        "if at least 4 enemies are at B2: Militia A2 holds",
        "if an enemy is at A1: Militia A2 holds",
        "if at least 4 enemies are at B6: Militia A2 holds",
    ]
    sheets = {"Red": game.read(state, "Red", None, lines).orders}
    turn = game.judge(state, sheets, SeededDice("skipped", 1))
    sections = game.show(turn.state, turn.record, "Red").sections
    own = [item.text for part in sections if part.key == "results" for item in part.items]
    assert any("its condition did not hold; found at B2: 2 of Blue's units; see RULES" in one for one in own)
    in_city = "found at B6: 3 of Blue's units, fortification tokens included; see RULES 11.1"
    assert any(f"its condition did not hold; {in_city}" in one for one in own)
    assert any("its condition did not hold; nobody was at A1; see RULES 11.1" in one for one in own)


def test_a_line_that_some_of_its_units_carry_out_says_how_many() -> None:
    """ "Fails" was read as if nothing had been built."""
    units = (Units("Red", "Militia", "A2", 2),)
    state = to_text(turn_of(BEGUN, units=units))
    lines = ["Move", "3 Militia A2 holds", "Build", "9 Knight A7"]
    sheets = {"Red": game.read(state, "Red", None, lines).orders}
    turn = game.judge(state, sheets, SeededDice("in part", 1))
    sections = game.show(turn.state, turn.record, "Red").sections
    own = [item.text for part in sections if part.key == "results" for item in part.items]
    assert own == [
        "3 Militia at A2 hold: 2 of 3 hold (only 2 of these units were there).",
        "Build 9 Knights at A7 Aldgate: 5 of 9 built (not enough money was left; see RULES 6.5).",
    ]
