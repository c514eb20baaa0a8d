"""The last bulletin tells the whole story of a game, and everybody gets it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.commands.lookup.game_story import Story, StoryTurn, _in_order, _statistics
from tests.support.gamemaster import gm
from tests.support.table import Table, kind_of, text_of

SEATS = {"France": "france@x.org", "Germany": "germany@z.org"}
MIDDLE_EARTH = {"Gondor": "gondor@x.org", "Mordor": "mordor@y.org"}


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Table]:
    own = Table(tmp_path)
    own.vouched |= {*SEATS.values(), *MIDDLE_EARTH.values()}
    yield own
    own.store.close()


def over(table: Table, key: str) -> str:
    """End the game, and return the last bulletin."""
    table.post_office.forget()
    gm(table, "END GAME because we are tired", key)
    gm(table, "YES", key) if not any(
        kind_of(mail) == "bulletin" for mail in table.post_office.taken
    ) else None
    return text_of(table.bulletin_to("gm@w.org"))


def test_the_story_has_moments_counts_centres_and_orders(played: Table) -> None:
    played.opens("std1", "72h", SEATS, "standard")
    played.mail(SEATS["France"], "A Mar - Spa\nA Par - Bur", "std1")
    played.deadline_passes("std1")
    played.deadline_passes("std1")
    played.deadline_passes("std1")
    played.mail(SEATS["France"], "STOP std1", "std1")
    told = over(played, "std1")
    assert "Spring 1901, movement: All quiet on all fronts." in told
    assert "Autumn 1901, movement: France gains Spain." in told
    assert "Spain: nobody; France from Autumn 1901." in told
    assert "Supply centres of each, turn by turn" in told
    assert "Turns in which no number changed are left out." in told
    assert re.search(r"France \d+ \d+ \d", told), "orders given, those that succeeded, turns without any"
    for address in SEATS.values():
        assert kind_of(played.bulletin_to(address)) == "bulletin", "whatever their settings"
        assert "game over" in str(played.bulletin_to(address)["Subject"])


def test_a_table_of_counts_with_one_row_says_that_they_never_changed(played: Table) -> None:
    """With one row the table looked broken."""
    played.opens("std1", "72h", SEATS, "standard")
    played.deadline_passes("std1")
    played.deadline_passes("std1")
    told = over(played, "std1")
    assert "These numbers were the same from the first turn to the last." in told


def test_the_story_says_where_the_pieces_were(played: Table) -> None:
    played.opens("hb1", "72h", MIDDLE_EARTH, "hardbop")
    played.mail(MIDDLE_EARTH["Gondor"], "Gandalf starts at Bree", "hb1")
    played.deadline_passes("hb1")
    told = over(played, "hb1")
    assert "Where the pieces were" in told
    assert "Gandalf (Gondor): " in told
    assert "Sauron (Mordor): " in told
    assert "The Ring: " in told


@pytest.mark.parametrize("rule", ["sealed", "open"])
def test_press_is_opened_only_by_the_house_rule(played: Table, rule: str) -> None:
    played.opens("std1", "72h", SEATS, "standard")
    played.set_rules("std1", press_at_end=rule, press="grey")
    played.mail(SEATS["France"], "PRESS TO Germany\nShall we?\nEND", "std1")
    played.mail(SEATS["Germany"], "GREY PRESS TO France\nBeware.\nEND", "std1")
    played.mail(SEATS["Germany"], "PRESS TO GM\nI am ill.\nEND", "std1")
    gm(played, "PRESS TO Germany\nGet well.\nEND", "std1")
    told = over(played, "std1")
    assert ("France to Germany: Shall we?" in told) is (rule == "open")
    assert ("Somebody to France: Beware." in told) is (rule == "open")
    assert "Germany to France" not in told
    assert "I am ill." not in told and "Get well." not in told  # messages of the game master are not press


def test_the_statistics_count_the_last_turn_and_no_orders_of_the_silent(played: Table) -> None:
    """The story once had 18 orders of a power that never sent any, and five silent turns of six."""
    turns = [
        StoryTurn("Spring", "s1", "r1", ["Umbar"]),
        StoryTurn("Autumn", "s2", "r2", ["Umbar"]),
    ]
    facts = [{"results": {"Umbar": {"A Hav H": "succeeds"}, "Gondor": {"A MTi H": "succeeds"}}}] * 2
    game = played.office.find_game("downfall-xiii")
    rows = {row[0]: row[1:] for row in _statistics(Story(game, turns, []), facts, None).rows}
    assert rows["Umbar"] == ("0", "0", "2")
    assert rows["Gondor"] == ("2", "2", "0")


def test_a_line_whose_condition_did_not_hold_is_not_a_failed_order(played: Table) -> None:
    facts = [
        {"results": {"Red": {"if enemy at B5: 2 Militia B4 - B5": "skipped", "Militia B1 - B2": "succeeds"}}}
    ]
    game = played.office.find_game("domination")
    story = Story(game, [StoryTurn("Turn 1", "s", "r")], [])
    assert _statistics(story, facts, None).rows == (("Red", "1", "1", "0"),)


def test_the_story_uses_the_last_phase_of_each_turn() -> None:
    """A piece that had to retreat once was "gone from Turn 4; Minas Tirith from Turn 4"."""
    changes = [
        ("Turn 1 (Spring), movement", "Osgiliath"),
        ("Turn 4 (Autumn), movement", ""),
        ("Turn 4 (Autumn), retreat", "Minas Tirith"),
        ("Turn 5 (Spring), movement", ""),
        ("Turn 5 (Spring), retreat", "Minas Tirith"),
    ]
    assert _in_order(changes) == ("Osgiliath", [("Minas Tirith", "Turn 4 (Autumn)")])


@pytest.mark.parametrize(
    ("turn", "power", "season"),
    [
        ("Autumn 1914, Austria-Hungary and Winter 1915, Germany", "Germany", "Winter 1915"),
        ("Autumn 1914, Austria-Hungary and Winter 1915, Germany", "Austria-Hungary", "Autumn 1914"),
        ("Autumn 1914, Austria-Hungary and Winter 1915, Germany", "", "Winter 1915"),
        ("Autumn 1914, Franco-British and Russia", "Franco-British", "Autumn 1914"),
        ("Spring 1901, retreats", "France", "Spring 1901"),
        ("Turn 3", "Red", "Turn 3"),
    ],
)
def test_a_change_is_told_with_the_season_in_which_its_power_played(
    turn: str, power: str, season: str
) -> None:
    _, ((what, when),) = _in_order([("before", "nobody"), (turn, power)])
    assert (what, when) == (power, season)
