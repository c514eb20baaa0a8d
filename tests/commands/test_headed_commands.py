"""A command after the name of the sender's own power, on one line: "Russia: READY"."""

import pytest

from pbem.commands.sheets.readiness import is_ready
from tests.support.table import Table, answer

SEATS = {"France": "france@x.org", "Germany": "germany@z.org"}
FRANCE = SEATS["France"]
SHEET = "A Par H\nA Mar H\nF Bre H"


@pytest.fixture
def std1(table: Table) -> Table:
    table.vouched |= set(SEATS.values())
    table.opens("std1", "72h", SEATS, "standard")
    table.set_rules("std1", early="ready")
    return table


def _readiness(table: Table) -> bool | None:
    with table.store.reading() as session:
        return is_ready(session, table.row("std1"), "France")


@pytest.mark.parametrize(
    ("line", "ready"),
    [
        ("France: READY", True),
        ("FRANCE - Ready.", True),
        ("Fra: ready", True),
        ("France is ready", True),
        ("France: not ready", False),
        ("Germany: READY", None),
        ("France: RESIGN", None),
    ],
)
def test_a_headed_command_is_executed_for_the_power_of_the_sender(
    std1: Table, line: str, ready: bool | None
) -> None:
    said = answer(std1, FRANCE, f"{SHEET}\n{line}", "std1")
    assert _readiness(std1) is ready
    assert line in said  # done, or listed as not read
    assert "Army Paris holds" in said


def test_a_headed_command_without_orders(std1: Table) -> None:
    answer(std1, FRANCE, SHEET, "std1")
    answer(std1, FRANCE, "France: READY", "std1")
    assert _readiness(std1) is True


def test_a_headed_clear_drops_the_orders_above_it(std1: Table) -> None:
    said = answer(std1, FRANCE, "A Par - Bur\nFrance: CLEAR\nA Mar - Spa", "std1")
    assert "Spain" in said
    assert "Army Paris moves" not in said


def test_a_headed_question_is_answered(std1: Table) -> None:
    assert "Pace: 72h" in answer(std1, FRANCE, "France: house rules", "std1")
