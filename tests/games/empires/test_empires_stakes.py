"""The report says in advance what a Power must do and which points can still change."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Section
from adjudicator.empires import game
from adjudicator.empires.ground import BOARD, POWERS
from adjudicator.empires.position import from_text, to_text
from adjudicator.empires.resolve import phases
from tests.support.play.empires_play import SEEDS, whole_game
from tests.support.table import Table, body_of

START = game.start({}, SeededDice("stakes", 0))
SUMMER_1914, SUMMER_1915, WINTER_1916, AUTUMN_1916 = 1, 5, 7, 10


def at(power: str, season: int, **changes: object) -> str:
    """Return the set-up as if *power* were to move in *season*."""
    now = replace(from_text(START), season=season, is_prepared=True, **changes)
    return to_text(phases.begun(now, power))


def section(state: str, key: str, reader: str | None) -> Section | None:
    found = [part for part in game.show(state, None, reader).sections if part.key == key]
    return found[0] if found else None


def told(state: str, reader: str | None) -> str:
    found = section(state, "obligations", reader)
    return "\n".join(item.text for item in found.items) if found else ""


def told_below(state: str, reader: str) -> str:
    """Return what the report says about duties and armies of others, below the reader's own."""
    sections = game.show(state, None, reader).sections
    return "\n".join(item.text for part in sections if part.key == "stakes" for item in part.items)


def cities(state: str, reader: str | None) -> Mapping[str, tuple[str, ...]]:
    found = section(state, "stakes", reader)
    return {row[0]: row[1:] for row in found.tables[0].rows} if found else {}


def test_germany_reads_of_its_attack_before_its_sheet_is_due() -> None:
    words = told(START, "Germany")
    assert words.startswith("You must attack a Franco-British army in this turn (RULES 9.0.6).")
    assert "it is possible in Verdun and Nancy" in words
    incomplete = "and a sheet that leaves it out is not complete (RULES 5.7, 9.0.8)."
    assert f"costs you 1 Victory Point, {incomplete}" in words


def test_where_no_attack_is_possible_it_says_so() -> None:
    away = tuple(army for army in from_text(START).armies if army.power != "Germany")
    assert "none is possible" in told(at("Germany", SUMMER_1914, armies=away), "Germany")


def test_others_read_of_the_attack_of_germany() -> None:
    """The attacked Power reads it above its own units, all others below them."""
    for reader in ("Russia", "Austria-Hungary"):
        assert "Germany must attack" in told_below(START, reader)
        assert "Germany must attack" not in told(START, reader)
    assert told(START, "Franco-British").startswith("Germany must attack")
    assert told(START, None).startswith("Germany must attack")
    assert told(at("Russia", SUMMER_1914), "Germany").startswith(
        "You must attack a Franco-British army in Autumn 1914 (RULES 9.0.6)."
    )


@pytest.mark.parametrize(("option", "is_refused"), [("refused", True), ("point", False)])
def test_the_price_is_that_of_the_table(option: str, is_refused: bool) -> None:
    words = told(game.start({"obligations": option}, SeededDice("", 0)), "Germany")
    assert "costs you 1 Victory Point" in words
    assert ("is not complete" in words) == is_refused


def test_without_an_obligation_nothing_is_said() -> None:
    assert told(game.start({"obligations": "free"}, SeededDice("", 0)), "Germany") == ""


def test_russia_reads_of_1916_from_the_start_and_of_what_it_has_made() -> None:
    early = told(at("Russia", SUMMER_1915), "Russia")
    assert "You must attack German or Austrian armies 2 times in 1916 (RULES 9.0.7)." in early
    assert "is not complete" not in early, "that concerns a sheet of next year"
    assert told(at("Germany", SUMMER_1915), "Germany") == ""
    made = at("Russia", AUTUMN_1916, attacks={"Russia": 1})
    assert "by Autumn 1916; 1 attack made so far (RULES 9.0.7)" in told(made, "Russia")
    assert "a sheet of Autumn 1916 that leaves it out is not complete" in told(made, "Russia")
    assert told(at("Russia", AUTUMN_1916, attacks={"Russia": 2}), "Russia") == ""
    assert "no attacks made so far" in told(at("Russia", WINTER_1916), None)


def test_1914_is_over_for_germany_after_its_autumn() -> None:
    assert told(at("Franco-British", 2), "Germany") == ""


def test_an_army_that_is_cut_off_reads_when_it_is_lost() -> None:
    armies = tuple(replace(army, cut=army.zone == "lutsk") for army in from_text(START).armies)
    state = at("Austria-Hungary", SUMMER_1915, armies=armies)
    assert "Cut off: 2 Russian armies in Lutsk. At the end of your turn in Autumn 1915" in told(
        state, "Russia"
    )
    assert "the turn of Russia in Autumn 1915 they are eliminated unless" in told_below(state, "Germany")


def test_a_reader_gets_the_cities_that_change_their_own_points() -> None:
    assert cities(START, "Germany")["Belgrade"] == ("Franco-British", "Austria-Hungary", "+1 for you")
    assert cities(START, "Austria-Hungary")["Belgrade"][-1] == "+1 for you"
    assert "Warsaw" not in cities(START, "Austria-Hungary")  # 5.5
    assert cities(START, "Russia")["Warsaw"] == ("Russia", "Germany or Austria-Hungary", "-1 for you")
    assert "Paris" not in cities(START, "Germany")  # no German army stands next to it
    assert cities(START, None)["Strasbourg"][-1] == "+1 Franco-British, -1 Germany"


def test_a_city_that_nobody_defends_says_so() -> None:
    """An enemy next to it can walk in, so this is the most important warning."""
    assert cities(START, "Germany")["Strasbourg"][0] == "Germany"
    assert cities(START, "Germany")["Brussels"][0] == "Franco-British, no army"


@pytest.mark.parametrize("reader", POWERS)
def test_the_points_of_a_marker_are_listed_beside_it(reader: str) -> None:
    found = section(START, "diplomacy", reader)
    assert found
    is_central = reader in ("Germany", "Austria-Hungary")
    rows = {row[0]: row[-1] for row in found.tables[0].rows}
    assert rows["Bulgaria"] == ("+1 for you, else -1" if is_central else "none for you")
    assert rows["Romania"] == ("none for you" if is_central else "+1 for you, else -1")


@pytest.mark.parametrize(
    ("season", "words"),
    [
        (SUMMER_1915, "1914 to 1915"),
        (SUMMER_1915 + 1, "in Autumn 1915 for the last time"),
        (WINTER_1916, "ended with Autumn 1915"),
    ],
)
def test_a_marker_that_moves_no_longer_says_so(season: int, words: str) -> None:
    """12.4: the form leaves the marker out, and moves of it once were wasted without a warning."""
    found = section(at("Germany", season), "diplomacy", "Germany")
    assert found
    assert {row[0]: row[2] for row in found.tables[0].rows}["Turkey"] == words


def test_a_city_that_is_said_to_change_the_points_changes_them() -> None:
    """Whoever takes a city of the table in a whole game gets the points that were announced."""
    checked = 0
    for turn in whole_game(SEEDS[0]):
        before, after = turn.before, turn.after
        changed = [zone for zone in after.control if after.control[zone] != before.control.get(zone)]
        stakes = cities(turn.state, turn.power)
        announced = [zone for zone in changed if _title(zone) in stakes]
        if len(changed) == len(announced) == 1 and before.diplomacy == after.diplomacy:
            tallies = [game.show(state, None, None).tally for state in (turn.state, turn.turn.state)]
            assert tallies[0]
            assert tallies[1]
            gained = tallies[1].by[turn.power] - tallies[0].by[turn.power]
            missed = after.omitted.get(turn.power, 0) - before.omitted.get(turn.power, 0)
            assert stakes[_title(announced[0])][-1] == f"{gained + missed:+d} for you"
            checked += 1
    assert checked


def _title(zone: str) -> str:
    return game.card.places[zone][0]


def test_the_game_over_leaves_nothing_at_stake() -> None:
    over = game.conclude(START, ["Germany"])
    assert section(over, "obligations", "Germany") is None
    assert section(over, "stakes", "Germany") is None


def test_the_stakes_are_above_the_order_form(table: Table) -> None:
    table.vouched.add("ger@x.org")
    table.opens("e1", "72h", {"Germany": "ger@x.org", "Russia": "rus@x.org"}, "empires")
    text = body_of(table.report_to("ger@x.org"))
    assert 0 < text.index("You must attack a Franco-British army in this turn") < text.index("Order form")


def test_a_zone_with_armies_of_two_enemies_is_explained_to_both() -> None:
    """Armies of both sides in Verdun once looked like a mistake of the map."""
    armies = [
        replace(army, zone="verdun") if army.zone == "metz" else army for army in from_text(START).armies
    ]
    state = at("Germany", SUMMER_1914, armies=tuple(armies))
    for reader in ("Germany", "Franco-British", "Russia", None):
        sections = game.show(state, None, reader).sections
        (found,) = [part for part in sections if part.title.startswith("Contested")]
        words = [item.text for item in found.items]
        assert words[0] == "Verdun, held by the Franco-British: 2 German armies against 2 French armies."
        assert ("ARMY Verdun ATTACKS fights on" in words[-1]) is (reader != "Russia"), "it has no army there"
    assert not [part for part in game.show(START, None, None).sections if part.title.startswith("Contested")]


def test_the_report_says_which_season_of_the_game_it_is() -> None:
    found = section(at("Russia", SUMMER_1914), "counts", "Germany")
    assert found
    assert found.items[0].text.startswith("Autumn 1914 is season 2 of 18.")


@pytest.mark.parametrize(("power", "has_turn"), [("Germany", False), ("Austria-Hungary", True)])
def test_after_the_last_turn_of_a_power_nothing_is_left_to_order(power: str, has_turn: bool) -> None:
    """The form and "season 19 of 18" of a turn that never comes were in the report."""
    last = at("Austria-Hungary", BOARD.turns)
    words = section(last, "counts", power)
    assert words
    assert ("You have played your last turn." in words.items[0].text) is not has_turn
    assert bool(game.form(last, power)) is has_turn


def test_the_report_of_one_s_own_turn_leaves_the_tables_for_the_summary(table: Table) -> None:
    """Two mails a turn once had the same ten tables."""
    table.vouched.add("ger@x.org")
    table.opens("e1", "72h", {"Germany": "ger@x.org", "Russia": "rus@x.org"}, "empires")
    table.deadline_passes("e1")
    own = body_of(table.report_to("ger@x.org"))
    assert "Diplomacy (RULES 5.6, 12)" not in own
    assert "come with the summary before your next turn" in own
    table.mail("ger@x.org", "REPORT", "e1")
    assert "Diplomacy (RULES 5.6, 12)" in body_of(table.report_to("ger@x.org"))
    table.deadline_passes("e1")
    summary = body_of(table.report_to("ger@x.org"))
    assert "Diplomacy (RULES 5.6, 12)" in summary
    assert "come with the summary" not in summary


def test_empty_tables_are_left_out() -> None:
    """On a phone a screen of "none" and "0" was between the reader and the news."""
    sheet = game.show(START, None, "Germany")
    cells = [cell for part in sheet.sections for table in part.tables for row in table.rows for cell in row]
    assert not {"none", "0", "-"} & {*cells}
    said = {part.key: part.items for part in sheet.sections}
    said_of_nobody = "No Power has shown a technology yet, and none a higher level in a combat."
    assert said["technologies"][0].text == said_of_nobody
    assert said["missions"][0].text == "No Power has missions now."


def test_the_technologies_of_the_start_are_no_standing_order() -> None:
    (row,) = (
        row
        for row in game.read(START, "Germany", None, ["TECHNOLOGIES Attack 1, Gas, Manoeuvre"]).in_force
        if row.order.startswith("Technologies")
    )
    assert row.source == "for the start of the game"


def test_zones_contested_by_others_are_listed_below_the_own_units() -> None:
    armies = tuple(
        replace(army, zone="verdun") if (army.power, army.zone) == ("Germany", "strasbourg") else army
        for army in from_text(START).armies
    )
    state = at("Germany", SUMMER_1914, armies=armies)
    assert "Verdun, held by" in told_below(state, "Russia")
    sections = [part for part in game.show(state, None, "Germany").sections if part.key == "obligations"]
    assert any("Verdun, held by" in item.text for part in sections for item in part.items)


def test_germany_is_told_that_one_attack_is_enough() -> None:
    """9.0.6: two zones in which it is possible are not two attacks that must be made."""
    units = {"Germany": ["Army Metz"], "Franco-British": ["French Army Verdun", "French Army Nancy"]}
    told = str(game.show(game.place({"units": units, "phase": "Germany", "turn": 1}), None, "Germany"))
    assert "in Verdun and Nancy" in told or "in Nancy and Verdun" in told
    assert "One attack is enough" in told
    assert "Each possible attack" not in told
