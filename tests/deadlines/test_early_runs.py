"""Private choices and early runs: the table waits for everybody, so that nobody learns who has a choice."""

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.core.dice import SeededDice
from adjudicator.downfall_xiii import position
from adjudicator.games import find
from pbem.store.game_tables import GameTable
from tests.support.table import Table, text_of

SEATS = {power: f"{power.lower()}@x.org" for power in find("downfall-xiii").card.seats}
ROHAN = {
    "phase": "retreat",
    "turn": 3,
    "units": {"Mordor": ["3A Eas"]},
    "dislodged": {"Rohan": ["A Eas < WEm"]},
}
HIDDEN = {**ROHAN, "dislodged": {**ROHAN["dislodged"], "Gondor": ["Faramir Pel < SIt"]}}  # type: ignore[dict-item]


@pytest.fixture
def retreating(table: Table) -> Table:
    table.vouched |= set(SEATS.values())
    table.opens("x1", "72h; retreat 24h", SEATS, "downfall-xiii")
    return table


def place(table: Table, facts: dict[str, Any], **rules: str) -> None:
    with table.store.writing() as session:
        row = session.get_one(GameTable, "x1")
        row.position, row.house = placed(facts), rules


def placed(facts: dict[str, Any]) -> str:
    """Return the position in which nobody but Gondor knows that Faramir must retreat."""
    state = position.from_text(find("downfall-xiii").place(facts))
    beaten = [replace(one, shown=one.piece is None) for one in state.beaten]
    return position.to_text(replace(state, beaten=tuple(beaten)))


@pytest.mark.parametrize("facts", [ROHAN, HIDDEN])
@pytest.mark.parametrize("early", ["ready", "orders"])
def test_ready_of_the_others_does_not_skip_a_hidden_retreat(
    retreating: Table, facts: dict[str, Any], early: str
) -> None:
    place(retreating, facts, early=early)
    for power, address in SEATS.items():
        assert retreating.row("x1").number == 1
        retreating.mail(address, "A Eas R Ano\nREADY" if power == "Rohan" else "READY WITHOUT ORDERS", "x1")
    retreating.service.look()
    assert retreating.row("x1").number == 2


def test_whether_all_are_waited_for_is_public() -> None:
    xiii = find("downfall-xiii")
    with_secret, without = xiii.due(placed(HIDDEN)), xiii.due(placed(ROHAN))
    assert (set(with_secret.asked), set(without.asked)) == ({"Gondor"}, set())
    assert with_secret.waits_for_all and without.waits_for_all


@pytest.mark.parametrize(
    ("key", "waits"),
    [
        ("standard", False),
        ("downfall-xiii", False),
        ("hardbop", True),
        ("empires", True),
        ("domination", False),
    ],
)
def test_the_first_turn_waits_if_the_set_up_is_secret(key: str, waits: bool) -> None:
    game = find(key)
    assert game.due(game.start({}, SeededDice("s", 0))).waits_for_all is waits


@pytest.mark.parametrize("early", ["ready", "orders"])
def test_ready_beside_a_refused_line_does_not_run_the_turn(table: Table, early: str) -> None:
    people = {"France": "france@x.org", "Germany": "germany@z.org"}
    table.vouched |= {*people.values()}
    table.opens("s1", "72h", people, "standard")
    table.set_rules("s1", early=early)
    table.mail(people["Germany"], "A Mun H\nA Ber H\nF Kie H\nREADY", "s1")
    sheet = "A Par - Bur\nA Mar H\nF Bre H"
    table.mail(people["France"], f"{sheet}\nA Xyz - Pic\nREADY", "s1")
    table.service.look()
    assert table.row("s1").number == 1
    assert "so you are not ready yet" in text_of(table.last_to(people["France"]))
    table.mail(people["France"], "READY", "s1")
    table.service.look()
    assert table.row("s1").number == 2


@pytest.mark.parametrize("last", ["\nREADY", ""])
@pytest.mark.parametrize("taken", ["A Par - Pic\n", ""])
def test_a_refused_line_cancels_an_earlier_ready(table: Table, taken: str, last: str) -> None:
    people = {"France": "france@x.org", "Germany": "germany@z.org"}
    table.vouched |= {*people.values()}
    table.opens("s1", "72h", people, "standard")
    table.mail(people["France"], "A Par - Bur\nREADY", "s1")
    table.mail(people["France"], f"{taken}A Xyz - Pic{last}", "s1")
    assert "your earlier READY is taken back" in _flat(table, people["France"]) or last
    table.mail(people["Germany"], "A Mun H\nREADY", "s1")
    table.service.look()
    assert table.row("s1").number == 1
    table.mail(people["France"], "READY", "s1")
    table.service.look()
    assert table.row("s1").number == 2


def test_ready_without_orders_counts_beside_a_refused_line(table: Table) -> None:
    table.vouched.add("france@x.org")
    table.opens("s1", "72h", {"France": "france@x.org"}, "standard")
    table.mail("france@x.org", "A Xyz - Pic\nREADY WITHOUT ORDERS", "s1")
    table.service.look()
    assert table.row("s1").number == 2


def _flat(table: Table, who: str) -> str:
    return " ".join(text_of(table.last_to(who)).split())
