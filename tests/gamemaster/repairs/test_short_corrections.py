"""CORRECT in short lines: one unit or supply centre at a time."""

import json
from functools import partial
from typing import Any

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.games import find
from pbem.gamemaster.repairs.corrections import corrected, placeable
from pbem.gamemaster.repairs.full_names import listed_as
from pbem.gamemaster.repairs.short_lines import is_short, with_short_lines
from pbem.tables.gm_actions import NotDone
from tests.support.gamemaster import gm, gm_answers, gm_asks
from tests.support.table import ASKS, Table

ANN, BOB = "france@x.org", "germany@x.org"


def changed(key: str, *rows: str) -> dict[str, Any]:
    """Return the description of the first position of a game after these lines."""
    game = find(key)
    state = game.start({}, SeededDice("x", 0))
    assert all(map(is_short, rows))
    facts = placeable(game, state)
    wanted = with_short_lines(facts, rows, partial(listed_as, game, facts))
    return dict(game.describe(corrected(game, state, wanted)))


@pytest.mark.parametrize(
    ("key", "row", "power", "units"),
    [
        ("standard", "A Par -> A Bur", "France", ["A Bur", "A Mar", "F Bre"]),
        ("standard", "a par becomes A Bur.", "France", ["A Bur", "A Mar", "F Bre"]),
        ("standard", "add A Bur to France", "France", ["A Par", "A Mar", "F Bre", "A Bur"]),
        ("standard", "remove A Par", "France", ["A Mar", "F Bre"]),
        ("standard", "France: remove A Par", "France", ["A Mar", "F Bre"]),
        ("standard", "remove A Par from France", "France", ["A Mar", "F Bre"]),
        ("standard", "A Par -> Germany", "Germany", ["A Ber", "A Mun", "F Kie", "A Par"]),
        ("downfall-xiii", "2A MTi -> A MTi", "Gondor", None),
        ("downfall-xiii", "A Pel -> A Poros", "Gondor", None),
        ("hardbop", "Gondor: Ranger Bre -> Ranger Shi", "Gondor", None),
        ("empires", "Army Danzig -> Army Danzig reduced", "Germany", None),
        ("empires", "Army Danzig -> Army Berlin", "Germany", None),
        ("empires", "German Army Danzig -> German Army Berlin", "Germany", None),
        ("empires", "2 Armies Metz -> Army Metz", "Germany", None),
        ("standard", "Army Paris -> Army Burgundy", "France", ["A Bur", "A Mar", "F Bre"]),
        ("standard", "Fleet Brest -> Fleet Spain (south coast)", "France", ["A Par", "A Mar", "F Spa/sc"]),
        ("standard", "add fleet Spain/nc to France", "France", ["A Par", "A Mar", "F Bre", "F Spa/nc"]),
        ("standard", "remove army paris", "France", ["A Mar", "F Bre"]),
        ("hundred", "Army Paris -> Army Limousin", "France", None),
        ("hardbop", "Double Army Barad-dûr -> Army Barad-dûr", "Mordor", None),
        ("hardbop", "2A Bar -> Double Army Poros", "Mordor", None),
        ("hardbop", "Ranger in Bree -> Ranger in the Shire", "Gondor", None),
        ("hardbop", "Faramir in Minas Tirith -> Faramir in Lamedon", "Gondor", None),
        ("hardbop", "Mordor: Easterling Army Off Board -> Easterling Army Poros", "Mordor", None),
        ("downfall-xiii", "2 Armies Minas Tirith -> Army Minas Tirith", "Gondor", None),
        ("downfall-xiii", "Faramir in Minas Tirith -> Faramir in Lamedon", "Gondor", None),
    ],
)  # fmt: skip
def test_one_unit_is_corrected(key: str, row: str, power: str, units: list[str] | None) -> None:
    before = find(key).describe(find(key).start({}, SeededDice("x", 0)))["units"][power]
    after = changed(key, row)["units"][power]
    if units is None:
        assert len(after) == len(before) and sum(one not in before for one in after) <= 1
        assert sorted(after) != sorted(before)
    else:
        assert sorted(after) == sorted(units)


@pytest.mark.parametrize(
    ("row", "number"),
    [
        ("remove British Army London", 1),
        ("remove 2 Armies Metz", 2),
        ("add French Army Paris to Franco-British", -1),
        ("add Army Berlin to Germany", -1),
    ],
)
def test_armies_of_empires_come_and_go(row: str, number: int) -> None:
    game = find("empires")
    start = game.start({}, SeededDice("x", 0))
    facts = placeable(game, start)
    wanted = with_short_lines(facts, [row], partial(listed_as, game, facts))
    before, after = (json.loads(one) for one in (start, corrected(game, start, wanted)))
    kept = [army for army in before["armies"] if army in after["armies"]]
    assert len(before["armies"]) - len(after["armies"]) == number
    assert len(kept) == min(len(before["armies"]), len(after["armies"]))  # with the numbers that they had
    assert len({army[0] for army in after["armies"]}) == len(after["armies"])
    assert max(army[0] for army in after["armies"]) < after["next_id"]


@pytest.mark.parametrize(
    ("row", "red"),
    [
        ("3 Militia A7 -> 2 Militia A7", "2 Militia A7"),
        ("3 Militias Aldgate -> 3 Militias Ambermouth", "3 Militia A10"),
        ("3 Militia at A7 -> 3 Militia in Ambermouth", "3 Militia A10"),
        ("3 Militia A7 Aldgate -> 3 Militia A10 Ambermouth", "3 Militia A10"),
        ("add Militia A7 Aldgate to Red", "4 Militia A7"),
    ],
)
def test_units_of_domination_are_named_short_or_in_full(row: str, red: str) -> None:
    game = find("domination")
    options = {"board": "A C", "seats": ["Red", "Blue"]}
    state = game.place({"phase": "build", "options": options, "units": {"Red": ["3 Militia A7"]}})
    facts = placeable(game, state)
    wanted = with_short_lines(facts, [row], partial(listed_as, game, facts))
    assert game.describe(corrected(game, state, wanted))["units"]["Red"] == [red]


def test_the_owner_of_a_centre_is_corrected() -> None:
    centres = changed("standard", "Rum -> Turkey", "Mun -> France")["centres"]
    assert centres["Turkey"] == ["Con", "Ank", "Smy", "Rum"]
    assert "Mun" in centres["France"] and "Mun" not in centres["Germany"]


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (["A Prs -> A Bur"], "did you mean A Par"),
        (["France: A Kie -> A Bur"], "France has A Par, A Mar, F Bre"),
        (["add A Bur to Frnace"], 'nobody here is called "Frnace"'),
        (["add A Kie to Germany", "add A Kie to France", "A Kie -> A Bur"], "each have"),
    ],
)  # fmt: skip
def test_a_missing_unit_or_centre_is_refused_with_what_is_there(rows: list[str], why: str) -> None:
    with pytest.raises(NotDone, match=why):
        changed("standard", *rows)


@pytest.mark.parametrize("row", ['units.France = ["A Par"]', "state.year = 1905", "", "Thanks, Grace"])
def test_other_lines_are_not_read_as_short_corrections(row: str) -> None:
    assert not is_short(row)


@pytest.mark.parametrize(
    "body",
    ["CORRECT A Par -> A Bur because of a slip",
     "CORRECT because of a slip\nA Par -> A Bur\nEND",
     "correct: a par becomes A Bur, because it was a slip\nEND",
     "CORRECT because of a slip\nremove A Par\nadd A Bur to France\nEND",
     'CORRECT because of a slip\nunits.Germany = ["F Kie"]\nA Par -> A Bur\nEND'],
)  # fmt: skip
def test_a_game_master_corrects_one_unit_by_mail(table: Table, body: str) -> None:
    table.opens("std1", game="standard", players={"France": ANN, "Germany": BOB})
    told = gm_asks(table, body, "std1")
    assert ASKS in told and "Army Burgundy" in told
    assert ("no longer Army Berlin" in told) == ("Germany =" in body)
    gm_answers(table, "YES")
    assert "Army Burgundy" in gm(table, "POSITION", "std1")
    assert "slip" in gm(table, "LOG", "std1")


@pytest.mark.parametrize(
    ("line", "is_asked"),
    [
        ("CORRECT A Par -> A Bur because of a slip NOW", False),
        ("CORRECT A Par -> A Bur because of a slip, NOW.", False),
        ("CORRECT A Par -> A Bur because the slip is known by now", True),
    ],
)
def test_now_at_the_end_of_a_correction_in_one_line_skips_the_question(
    table: Table, line: str, is_asked: bool
) -> None:
    table.opens("std1", game="standard", players={"France": ANN, "Germany": BOB})
    told = gm_asks(table, line, "std1")
    assert (ASKS in told) is is_asked
    assert "NOW" not in gm(table, "LOG", "std1")
    assert ("Army Burgundy" in gm(table, "POSITION", "std1")) is not is_asked


def test_help_and_refusals_show_such_a_line(table: Table) -> None:
    table.opens("std1", game="standard", players={"France": ANN})
    assert "A Vie -> A Ank" in gm(table, "HELP CORRECT", "std1")
    assert "A Vie -> A Ank" in gm(table, "CORRECT because of a slip\nEND", "std1")


def test_a_gm_who_may_not_see_the_position_learns_nothing_from_them(table: Table) -> None:
    table.opens("h1", game="hardbop", players={"Gondor": ANN})
    table.set_rules("h1", gm_reads="public")
    answers = {
        gm(table, f"CORRECT because of a slip\nRanger {place} -> Ranger Shi\nEND", "h1").replace(place, "?")
        for place in ("Bre", "Min")
    }
    assert len(answers) == 1 and "write whole lists" in answers.pop()


@pytest.mark.parametrize(
    ("line", "listed"),
    [
        ("Army Pelargir -> Army Poros", "Army Poros"),
        ("Gondor: Army Lamedon -> A Dor", "Army Dor-en-Ernil"),
        ("remove Army Lamedon", "(no longer Army Lamedon)"),
        ("Bree -> Gondor", "Bree"),
    ],
)
def test_names_may_be_written_as_reports_print_them(table: Table, line: str, listed: str) -> None:
    table.opens("xiii", "72h", {"Gondor": "ann@x.org", "Mordor": "bob@y.org"}, "downfall-xiii")
    told = gm_asks(table, f"CORRECT {line} because of a slip", "xiii")
    assert ASKS in told and listed in told


@pytest.mark.parametrize(
    ("game", "power", "line", "listed"),
    [
        ("standard", "France", "Army Paris -> Army Burgundy", "units of France: A Bur, A Mar, F Bre"),
        ("hardbop", "Gondor", "Ranger in Bree -> Ranger in the Shire", "Ranger Shi"),
        ("empires", "Germany", "German Army Danzig -> German Army Berlin", "Army Berlin"),
    ],
)
def test_the_answer_lists_them_as_the_position_does(
    table: Table, game: str, power: str, line: str, listed: str
) -> None:
    table.opens("t1", "72h", {power: "ann@x.org"}, game)
    told = gm(table, f"CORRECT {line} because of a slip", "t1")
    assert listed in told.rpartition("The position was corrected:")[2]
    assert "Everybody has been informed" in told


def test_a_name_in_full_of_what_is_not_there_is_refused(table: Table) -> None:
    table.opens("xiii", "72h", {"Gondor": "ann@x.org", "Mordor": "bob@y.org"}, "downfall-xiii")
    assert (
        "no power has" in gm_asks(table, "CORRECT Army Poros -> Army Lamedon because of it", "xiii").lower()
    )
