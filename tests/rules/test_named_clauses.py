"""A report names the clause that explains a surprising result, and RULES sends that clause."""

from typing import get_args

import pytest

from adjudicator.core import outcomes
from adjudicator.core.dice import SeededDice
from adjudicator.core.sentences import group
from adjudicator.domination.record import Outcome
from adjudicator.domination.resolve import paths
from adjudicator.domination.view import clauses as domination_clauses
from adjudicator.domination.view import wording as domination_wording
from adjudicator.downfall_xiii.view import clauses as xiii_clauses
from adjudicator.downfall_xiii.view import news as xiii_news
from adjudicator.games import find
from adjudicator.hardbop.view import clauses as hardbop_clauses
from adjudicator.hardbop.view import news as hardbop_news
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.resolve import outcomes as middle_earth
from adjudicator.middle_earth.view.clauses import Clauses
from adjudicator.standard.view import in_fog
from adjudicator.standard.view.clauses import BY_KIND, BY_REASON
from pbem.commands.lookup import rules

NAMED = sorted({clause for clause in (*BY_KIND.values(), *BY_REASON.values()) if clause})

MIDDLE_EARTH = {"downfall-xiii": xiii_clauses.CLAUSES, "hardbop": hardbop_clauses.CLAUSES}
NEWS = {"downfall-xiii": xiii_news.TOLD, "hardbop": hardbop_news.TOLD}


def _named(table: Clauses) -> set[str]:
    parts = (
        table.by_kind, table.void, table.failed, table.lost, table.by_order, table.by_target, table.news
    )  # fmt: skip
    return {clause for part in parts for clause in part.values() if clause}


@pytest.mark.parametrize("clause", NAMED)
def test_each_named_clause_can_be_asked_for(clause: str) -> None:
    (page,) = rules.pages(find("standard"), clause, (), None)
    assert page.title == f"Diplomacy, clause {clause}"


def test_every_kind_of_outcome_is_in_the_table() -> None:
    assert set(BY_KIND) == set(get_args(outcomes.Outcome))
    assert set(BY_REASON) <= {*group("void"), *group("destroyed"), *in_fog.WHY}


@pytest.mark.parametrize(
    ("game", "clause"),
    [(game, clause) for game, table in MIDDLE_EARTH.items() for clause in sorted(_named(table))],
)
def test_each_clause_of_middle_earth_can_be_asked_for(game: str, clause: str) -> None:
    (page,) = rules.pages(find(game), clause, (), None)
    assert page.title.endswith(f", clause {clause}") or page.title.startswith(f"{clause}. ")
    assert page.text.strip()


@pytest.mark.parametrize("game", MIDDLE_EARTH)
def test_every_reason_of_middle_earth_is_in_the_table(game: str) -> None:
    table = MIDDLE_EARTH[game]
    assert set(table.void) == set(get_args(middle_earth.VoidReason))
    assert set(table.failed) == set(get_args(middle_earth.FailReason))
    assert set(table.lost) == set(get_args(middle_earth.LossReason))
    with_reasons = {middle_earth.Void, middle_earth.Failed, middle_earth.Destroyed}
    assert set(table.by_kind) | with_reasons == set(get_args(middle_earth.Outcome))
    assert set(table.news) <= set(NEWS[game])
    assert set(table.by_order) <= set(get_args(act.Order))


@pytest.mark.parametrize("game", MIDDLE_EARTH)
def test_no_clause_reveals_what_barred_the_way(game: str) -> None:
    table = MIDDLE_EARTH[game]
    assert table.of(act.Hold(act.Unit("A", "Bre")), middle_earth.Failed("barred")) == ""
    assert table.of(act.Hold(act.Unit("A", "Bre")), middle_earth.Failed("stood off")) == ""
    assert table.lost["barred"] == ""


@pytest.mark.parametrize(
    ("game", "position", "orders", "told"),
    [
        (
            "hardbop",
            {"units": {"Gondor": ["A Osg"], "Mordor": ["A SIt", "Nazgul SIt"]}},
            {"Gondor": ["A Osg - SIt"], "Mordor": ["Nazgul SIt paralyses A Osg"]},
            "see RULES 3.10(g)",
        ),
        (
            "hardbop",
            {"units": {"Rohan": ["A Gap"]}},
            {"Rohan": ["A Gap - Ise"]},
            "the garrison held; see RULES 5.2(a)",
        ),
        (
            "downfall-xiii",
            {"units": {"Gondor": ["A Osg", "A MTi", "C SIt"], "Mordor": ["A NIt"]}},
            {"Gondor": ["A MTi S C SIt"], "Mordor": []},
            "",
        ),
        (
            "downfall-xiii",
            {"units": {"Elves": ["A Iml", "R Bre"], "Umbar": ["A Shi"]}},
            {"Elves": ["A Iml destroys any"]},
            "see RULES 5.8",
        ),
        (  # the Nazgul is there, and a single army without a leader may not destroy it
            "hardbop",
            {"units": {"Gondor": ["A MTi"], "Mordor": ["Nazgul MTi"]}},
            {"Gondor": ["A MTi destroys Nazgul"]},
            "or it could not be destroyed; see RULES 3.3(g) and 3.10(e)",
        ),
        (  # it is not there, and the report says the same
            "hardbop",
            {"units": {"Gondor": ["A MTi"], "Mordor": ["Nazgul Nrn"]}},
            {"Gondor": ["A MTi destroys Nazgul"]},
            "or it could not be destroyed; see RULES 3.3(g) and 3.10(e)",
        ),
        (
            "hardbop",
            {"units": {"Gondor": ["A MTi"], "Elves": ["Fellowship Shi"]}},
            {"Gondor": ["A MTi destroys Fellowship"]},
            "see RULES 3.3(g)",
        ),
    ],
)
def test_a_report_of_middle_earth_names_the_clause_of_a_surprising_result(
    game: str, position: dict[str, object], orders: dict[str, list[str]], told: str
) -> None:
    played = find(game)
    state = played.place(position)
    sheets = {power: played.read(state, power, None, lines).orders for power, lines in orders.items()}
    turn = played.judge(state, sheets, SeededDice("a", 1))
    sheet = played.show(turn.state, turn.record, next(iter(orders)))
    own = " ".join(
        item.text for section in sheet.sections if section.key == "results" for item in section.items
    )
    assert own
    assert told in own
    assert ("see RULES" in own) is bool(told)


@pytest.mark.parametrize(
    ("units", "orders", "told"),
    [
        (
            {"France": ["A Par", "A Bur"]},
            {"France": ["A Par - Bur", "A Bur H"]},
            "may not dislodge Army Burgundy, a unit of its own power; see RULES 7.7",
        ),
        (
            {"France": ["A Bur", "A Mar"], "Germany": ["A Mun"]},
            {"France": ["A Mar S A Bur", "A Bur H"], "Germany": ["A Mun - Bur"]},
            "",
        ),
        (
            {"France": ["A Par", "A Gas"]},
            {"France": ["A Par S A Gas - Bur", "A Gas H"]},
            "see RULES 6.3",
        ),
    ],
)
def test_a_standard_report_names_the_clause_of_a_surprising_result(
    units: dict[str, list[str]], orders: dict[str, list[str]], told: str
) -> None:
    game = find("standard")
    state = game.place({"units": units})
    sheets = {power: game.read(state, power, None, lines).orders for power, lines in orders.items()}
    turn = game.judge(state, sheets, SeededDice("a", 1))
    sheet = game.show(turn.state, turn.record, "France")
    own = " ".join(
        item.text for section in sheet.sections if section.key == "results" for item in section.items
    )
    assert told in own
    assert ("see RULES" in own) is bool(told)


def test_each_clause_of_domination_can_be_asked_for() -> None:
    for clause in {*domination_clauses.REASONS.values(), *domination_clauses.EVENTS.values()}:
        (page,) = rules.pages(find("domination"), clause, (), None)
        assert page.title.endswith(f", clause {clause}")
    assert set(domination_clauses.EVENTS) <= set(domination_wording.EVENTS)


def test_a_failed_order_of_domination_names_its_clauses() -> None:
    failed = Outcome("fails", f"{paths.NO_BERTH}; {paths.NO_POINTS}; only 2 of these units were there")
    assert domination_clauses.explained(failed) == f"{failed.why}; see RULES 4.12 and 4.1"
    assert (
        domination_clauses.explained(Outcome("fails", "no more than 3 can come")) == "no more than 3 can come"
    )
    assert domination_clauses.explained(Outcome("succeeds")) == ""


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("A MTi destroys Gandalf", "because no such piece was there or it could not be destroyed; see"),
        ("A MTi destroys Gandalf if A Osg - Los fails", "nothing was destroyed; see RULES 3.3(g)"),
    ],
)
def test_an_army_that_was_led_does_not_read_that_it_had_no_leader(line: str, told: str) -> None:
    """Once the report cited only the clause that asks for a leader, because Gandalf had left by then."""
    played = find("hardbop")
    units = {"Saruman": ["A MTi", "A Osg", "Saruman MTi"], "Gondor": ["Gandalf Bel"]}
    state = played.place({"units": units})
    sheet = played.read(state, "Saruman", None, ["Saruman leads A MTi", line]).orders
    turn = played.judge(state, {"Saruman": sheet}, SeededDice("a", 1))
    shown = played.show(turn.state, turn.record, "Saruman")
    own = [item.text for one in shown.sections if one.key == "results" for item in one.items]
    assert any("Gandalf" in text and told in text for text in own), own
