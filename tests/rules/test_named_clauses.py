"""A report names the clause behind a surprising result, and RULES sends that clause."""

import pytest

from adjudicator.core import outcomes
from adjudicator.core.dice import SeededDice
from adjudicator.games import find
from adjudicator.standard.view.clauses import BY_KIND, BY_REASON
from pbem.commands import rules

NAMED = sorted({clause for clause in (*BY_KIND.values(), *BY_REASON.values()) if clause})


@pytest.mark.parametrize("clause", NAMED)
def test_each_clause_that_is_named_can_be_asked_for(clause: str) -> None:
    (page,) = rules.pages(find("standard"), clause, (), None)
    assert page.title == f"Diplomacy, clause {clause}"


def test_every_kind_of_outcome_has_its_place_in_the_table() -> None:
    assert set(BY_KIND) == set(outcomes.TELLING) | {outcomes.Succeeded}
    assert set(BY_REASON) <= {*outcomes.VOID, *outcomes.DESTROYED}


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
def test_the_report_names_it(units: dict[str, list[str]], orders: dict[str, list[str]], told: str) -> None:
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
