"""No query of daily work scans a database table that grows with the number of mails or turns."""

import re
from collections.abc import Iterator
from pathlib import Path
from sqlite3 import Connection

import pytest
from sqlalchemy import event

from tests.support.table import Table

GROWING = (
    "incoming_messages",
    "outbox",
    "pictures",
    "mail_pictures",
    "turns",
    "order_sheets",
    "order_lines",
    "arrivals",
    "deadline_records",
)
WHOLE = re.compile(rf"SCAN ({'|'.join(GROWING)})\b")
PLANNED = re.compile("(?:SELECT|UPDATE|DELETE|WITH) ", re.IGNORECASE)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    own = Table(tmp_path)
    own.opens()
    yield own
    own.store.close()


def _statements(table: Table) -> list[str]:
    """Return a list that gets every statement, with its values, as it is executed."""
    found: list[str] = []

    def watch(connection: Connection, *_: object) -> None:
        connection.set_trace_callback(found.append)

    event.listen(table.store._engine, "checkout", watch)
    return found


def test_messages_turns_mails_and_retention_scan_no_growing_table(table: Table) -> None:
    table.mail("ann@x.org", "go 1")
    table.deadline_passes()
    statements = _statements(table)
    table.mail("ann@x.org", "go 3")
    table.mail("ann@x.org", "STATUS")
    table.mail("ann@x.org", "HISTORY")
    table.deadline_passes()
    table.clock.passes(days=100)
    table.service.tidy()
    kinds = {re.sub(r"'[^']*'|[0-9.]+", "?", one): one for one in statements if PLANNED.match(one.strip())}
    assert len(kinds) > 50
    with table.store.reading() as session:
        connection = session.connection()
        explain = "EXPLAIN QUERY PLAN "
        plans = {
            one: [row[-1] for row in connection.exec_driver_sql(explain + one.replace("%", "%%"))]
            for one in kinds.values()
        }
    whole = {one: plan for one, plan in plans.items() if any(map(WHOLE.search, plan))}
    assert whole == {}
