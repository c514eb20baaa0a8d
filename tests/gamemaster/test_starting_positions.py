"""A table begins from a position: in the notation of rule cases, as JSON, or pasted from another judge."""

import json
from textwrap import fill

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.games import every_game, find
from pbem.core.sentences import Unusable
from pbem.core.text_layout import WIDTH
from pbem.tables.positions.judge_results import read_results
from pbem.tables.positions.position_lines import as_lines, read_lines
from pbem.tables.positions.starting_positions import read_position
from tests.support.gamemaster import gm, gm_asks, may_open_tables
from tests.support.table import Table, kind_of, text_of

RESULTS = """:: Judge: USIN  Game: club  Variant: Standard
Movement results for Fall of 1901.  (club.F1901M)

Austria: Army  Budapest -> Serbia.
Austria: Fleet Trieste SUPPORT Army Budapest -> Serbia.
England: Fleet London -> North Sea.
England: Fleet North Sea CONVOY Army Edinburgh -> Norway.
England: Army  Edinburgh -> North Sea -> Norway.
France:  Army  Marseilles -> Spain.
France:  Fleet Brest -> Mid-Atlantic Ocean.  (*bounce*)
Germany: Fleet Kiel -> Holland.
Italy:   Army  Rome, no order received.
Russia:  Fleet St. Petersburg (south coast) -> Gulf of Bothnia.  (*bounce*)
Russia:  Army  Moscow HOLD.
Turkey:  Fleet Ankara -> Black Sea.

Ownership of supply centers:

Austria:   Budapest, Serbia, Trieste, Vienna.
England:   Edinburgh, Liverpool, London, Norway.
France:    Brest, Marseilles, Paris, Spain.
Germany:   Berlin, Holland, Kiel,
           Munich.
Italy:     Naples, Rome, Venice.
Russia:    Moscow, Sevastopol, St. Petersburg, Warsaw.
Turkey:    Ankara, Constantinople, Smyrna.

Austria:   4 Supply centers,  2 Units:  Builds   2 units.
England:   4 Supply centers,  3 Units:  Builds   1 unit.

The next phase of 'club' will be Adjustments for Winter of 1901.
"""
RESULTS = RESULTS.replace("England: Fleet North Sea CONVOY", "England: Fleet Norwegian Sea CONVOY")
LISTED = """Status of the Movement phase for Spring of 1905.  (club.012)

Austria: Army  Vienna.
England: Fleet London.
Russia:  Fleet St. Petersburg (north coast).

Ownership of supply centers:

Austria:   Vienna.
England:   London.
Russia:    St. Petersburg.
Unowned:   Belgium.
"""
NEW = """NEW TABLE std9 standard
pace = 72h
France = Ann <ann@x.org>
Germany = Bob <bob@y.org>
POSITION
{position}
END"""


def opens(table: Table, position: str) -> str:
    may_open_tables(table, "gm@w.org")
    return gm_asks(table, NEW.format(position=position))


def units(table: Table) -> dict[str, list[str]]:
    facts = find("standard").describe(table.row("std9").position)
    return {power: sorted(own) for power, own in facts["units"].items() if own}


def test_a_table_begins_from_the_notation_of_rule_cases(table: Table) -> None:
    position = (
        'phase = "movement"\nstate.year = 1905\nstate.season = "Autumn"\n'
        'units.France = ["A Par", "F Bre"]\nunits.Germany = ["A Mun"]\n'
        'centres.France = ["Par", "Bre", "Mar", "Bel"]'
    )
    told = opens(table, position)
    assert "NOT DONE" not in told
    assert units(table) == {"France": ["A Par", "F Bre"], "Germany": ["A Mun"]}
    report = text_of(table.report_to("ann@x.org"))
    assert "Autumn 1905" in report
    assert "begins from a position that the game master has set up" in report
    assert "Ways to begin" not in report
    assert "What is special about France" not in report
    assert "You win alone by owning" in report
    table.mail("ann@x.org", "A Par - Bur", "std9")
    table.mail("bob@y.org", "A Mun H", "std9")
    table.deadline_passes("std9")
    assert units(table)["France"] == ["A Bur", "F Bre"]
    table.clock.passes(hours=1)
    gm(table, "ROLLBACK", "std9")
    assert units(table)["France"] == ["A Par", "F Bre"]
    assert "has run no turn" in gm(table, "ROLLBACK", "std9")


@pytest.mark.parametrize("season", ["autumn", "Fall", "AUTUMN"])
def test_a_season_is_read_as_people_write_it(table: Table, season: str) -> None:
    told = opens(
        table, f'{{"units": {{"France": ["A Par"]}}, "state": {{"year": 1905, "season": "{season}"}}}}'
    )
    assert "NOT DONE" not in told
    assert "Autumn 1905" in text_of(table.report_to("ann@x.org"))


def test_units_may_be_listed_line_by_line_as_in_rule_cases(table: Table) -> None:
    assert "NOT DONE" not in opens(table, 'units = """\nFrance: A Par, F Bre\nGermany: A Mun\n"""')
    assert units(table) == {"France": ["A Par", "F Bre"], "Germany": ["A Mun"]}


def test_what_position_all_shows_can_be_pasted(table: Table) -> None:
    table.opens("std3", "72h", {"France": "france@x.org"}, "standard")
    gm(table, 'CORRECT because x\nunits.France = ["A Pic", "A Mar", "F Bre"]\nEND', "std3")
    gm_asks(table, "POSITION ALL", "std3")
    mail = table.mails_to("gm@w.org")[-1]
    body = mail.get_body(("plain",))
    assert body is not None
    shown = [line for line in str(body.get_content()).splitlines() if " = " in line or line[:1] == " "]
    assert "NOT DONE" not in opens(table, "\n".join(shown))
    assert units(table)["France"] == ["A Mar", "A Pic", "F Bre"]


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.card.key)
def test_the_description_of_each_game_is_read_as_json(game: object) -> None:
    start = game.start({}, SeededDice("x", 0))  # type: ignore[attr-defined]  # pytest gives it as an object
    facts = json.loads(json.dumps(game.describe(start)))  # type: ignore[attr-defined]
    read = read_position(game, [json.dumps(facts)], {})  # type: ignore[arg-type]
    units_of = game.describe(read)["units"]  # type: ignore[attr-defined]
    assert json.loads(json.dumps(units_of)) == facts["units"]


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.card.key)
def test_the_lines_of_each_game_are_read_again(game: object) -> None:
    start = game.start({}, SeededDice("x", 0))  # type: ignore[attr-defined]  # pytest gives it as an object
    facts = json.loads(json.dumps(game.describe(start)))  # type: ignore[attr-defined]
    lines = as_lines(facts)
    assert max(map(len, lines)) <= WIDTH
    units = {power: own for power, own in facts["units"].items() if own}
    assert {power: own for power, own in read_lines("\n".join(lines))["units"].items() if own} == units
    wrapped_again = "\n".join(fill(line, 50, subsequent_indent="    ") for line in lines)
    assert read_lines(wrapped_again) == read_lines("\n".join(lines))


def test_a_position_uses_the_options_of_new_table() -> None:
    game = find("domination")
    state = read_position(game, ['phase = "turn"', 'state.control.Red = ["B6"]'], {"players": "3"})
    assert list(game.due(state).owed) == ["Red", "Blue", "Green"]
    assert game.describe(state)["options"]["seats"] == ["Red", "Blue", "Green"]


def test_curly_quotes_and_a_name_wrapped_by_a_mail_program_are_read(table: Table) -> None:
    told = opens(
        table, "units.France = [\u201cA Par\u201d, \u201cF\n  Bre\u201d]\nunits.Germany = [\u201eA Mun\u201c]"
    )
    assert "NOT DONE" not in told
    assert units(table) == {"France": ["A Par", "F Bre"], "Germany": ["A Mun"]}


def test_results_of_another_judge_are_read(table: Table) -> None:
    told = opens(table, RESULTS)
    assert "NOT DONE" not in told
    assert units(table) == {
        "Austria": ["A Ser", "F Tri"],
        "England": ["A Nwy", "F NTH", "F NWG"],
        "France": ["A Spa", "F Bre"],
        "Germany": ["F Hol"],
        "Italy": ["A Rom"],
        "Russia": ["A Mos", "F Stp/sc"],
        "Turkey": ["F BLA"],
    }
    facts = find("standard").describe(table.row("std9").position)
    assert facts["centres"]["Germany"] == ["Ber", "Kie", "Mun", "Hol"]
    assert (facts["state"]["season"], facts["state"]["phase"]) == ("Autumn", "adjustment")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("-> North Sea -> Norway.", "-> North Sea -> Norwegian\n         Sea -> Norway."),  # wrapped
        ("Austria: Army  Budapest", "AUSTRIA: Army  Budapest"),
        ("->", "- >"),
        ("\n", "\n> "),  # forwarded
    ],
)
def test_a_position_changed_by_a_mail_program_is_read_the_same(old: str, new: str) -> None:
    game = find("standard")
    changed = RESULTS.replace(old, new)
    assert changed != RESULTS
    assert read_results(game.card, changed) == read_results(game.card, RESULTS)


def test_a_unit_that_could_not_retreat_is_left_out() -> None:
    text = RESULTS.replace("Moscow HOLD.", "St. Petersburg HOLD.  (*dislodged*)").replace("(*bounce*)", "")
    told = "\nThe Russian Army in St. Petersburg with no\nvalid retreats was destroyed.\n"
    assert read_results(find("standard").card, text + told)["units"]["Russia"] == ["F BOT"]
    with pytest.raises(Unusable, match="waits for retreats"):
        read_results(find("standard").card, text)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("Movement results", "Retreat orders", "which do not name all units"),
        ("Movement results", "Adjustment orders", "which do not name all units"),
        (
            "Austria: Army  Budapest",
            "Austria: A Budapest",
            'A Budapest -> Serbia." looks like a unit',
        ),
        ("Austria: Army  Budapest", "Austria Army Budapest", "looks like a unit"),
    ],
)
def test_no_unit_is_ignored(old: str, new: str, why: str) -> None:
    with pytest.raises(Unusable) as refused:
        read_results(find("standard").card, RESULTS.replace(old, new))
    assert why in str(refused.value)


def test_the_list_of_positions_of_a_report_is_read() -> None:
    facts = read_results(find("standard").card, LISTED)
    assert facts["units"] == {"Austria": ["A Vie"], "England": ["F Lon"], "Russia": ["F Stp/nc"]}
    assert facts["state"] == {"season": "Spring", "year": 1905}
    assert "Bel" in facts["centres"]["none"]
    assert "Ank" in facts["centres"]["none"]


GONE = ["", "None.", "Eliminated.", "(eliminated)", "No supply centers.", "0 supply centers, eliminated."]


@pytest.mark.parametrize("row", [f"Germany:   {gone}" for gone in GONE] + ["GERMANY: none"])
def test_a_list_names_powers_that_are_eliminated(row: str) -> None:
    text = LISTED.replace("England:   London", f"{row}\nEngland:   London")
    assert read_results(find("standard").card, text) == read_results(find("standard").card, LISTED)


def test_owners_in_capitals() -> None:
    shouted = LISTED.replace("England:   London", "ENGLAND:   London")
    assert read_results(find("standard").card, shouted) == read_results(find("standard").card, LISTED)


def test_players_of_eliminated_powers_are_seated_too(table: Table) -> None:
    told = opens(table, LISTED)  # for France and Germany, who have nothing left
    assert "std9 is open: first orders by" in told
    report = text_of(table.report_to("ann@x.org"))
    assert "Spring 1905" in report
    assert "You owe nothing" in report
    table.vouched.add("vic@x.org")
    table.mail("vic@x.org", "TAKE OVER Austria in std9", "hello")
    assert "A Vie H" in text_of(table.report_to("vic@x.org"))
    table.mail("vic@x.org", "A Vie - Tri", "std9")
    table.deadline_passes("std9")
    assert units(table)["Austria"] == ["A Tri"]
    (notice,) = [mail for mail in table.mails_to("ann@x.org") if kind_of(mail) == "phase_notice"]
    assert "Spring 1905" in text_of(notice)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("Ownership of supply centers", "Something else", "do not say who owns which supply centre"),
        ("Status of the", "About the", "do not say which phase is next"),
        ("Movement phase", "Retreat phase", "waits for retreats"),
        ("Army  Vienna.", "Army  Vienna (*dislodged*).", "waits for retreats"),
        ("Army  Vienna.", "Army  Atlantis.", "Atlantis"),
        ("Austria: Army", "Ruritania: Army", "no such power here"),
        ("Fleet London.", "Fleet Vienna.", "two units stand in Vienna"),
        ("England:   London.", "England:   London, Vienna.", "Vienna has two owners"),
        ("England:   London.", "England:   Burgundy.", "Burgundy is not a supply centre"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_sentence(old: str, new: str, why: str) -> None:
    assert old in LISTED
    with pytest.raises(Unusable) as refused:
        read_results(find("standard").card, LISTED.replace(old, new))
    assert why in str(refused.value)


@pytest.mark.parametrize(
    ("position", "why"),
    [
        ("", "there is nothing below POSITION"),
        ("units.France = [A Par]", "cannot be read"),
        ('units.France = ["A Nowhere"]', "Nowhere"),
        ('shoes.France = ["A Par"]', "shoes"),
        ("{not json", "begins like JSON"),
        ("[" * 3000, "cannot be read"),
        ('{"units": 3}', "position"),
    ],
)
def test_an_unusable_position_opens_no_table(table: Table, position: str, why: str) -> None:
    told = opens(table, position)
    assert "NOT DONE" in told
    assert why in told
    assert "std9" not in gm_asks(table, "GAMES")


def test_a_judges_results_are_for_the_standard_rules_alone() -> None:
    with pytest.raises(Unusable, match="only for the standard rules"):
        read_position(find("hardbop"), LISTED.splitlines(), {})
