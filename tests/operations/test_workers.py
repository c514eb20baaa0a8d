"""Worker processes run each turn that is due once, even if a worker dies."""

import os
import signal
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlmodel import col, select

from pbem.core.settings import DatabaseSettings, HouseSettings, ServiceSettings, Settings
from pbem.service.assembly import assemble, open_office
from pbem.service.workers import Workers
from pbem.store.game_tables import AdjudicatedTurn
from pbem.tables import opening
from pbem.tables.office import Office
from tests.support.waiting import until

NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
TABLES = ("std1", "std2", "std3")


class Clock:
    moment = NOON

    def now(self) -> datetime:
        return self.moment


@pytest.fixture
def office(tmp_path: Path) -> Office:
    settings = Settings(
        house=HouseSettings(judge="judge@judge.example"),
        database=DatabaseSettings(url=f"sqlite:///{tmp_path / 'pbem.sqlite'}"),
    )
    office = open_office(settings)
    for key in TABLES:
        players = [opening.Player(power, f"{power}.{key}@x.org") for power in ("France", "England")]
        opening.open_table(opening.Plan(key, "standard", "gm@x.org", players, "72h", seed="s"), office, NOON)
    return office


def turns(office: Office) -> list[tuple[str, int]]:
    with office.store.reading() as session:
        rows = session.exec(select(AdjudicatedTurn).order_by(col(AdjudicatedTurn.table_key)))
        return [(row.table_key, row.number) for row in rows]


@pytest.mark.thorough
def test_every_turn_that_is_due_is_run_once_and_a_worker_that_died_is_replaced(office: Office) -> None:
    workers, clock = Workers(office.settings, open_office), Clock()
    clock.moment = NOON + timedelta(days=3, minutes=1)
    assert workers.run([*TABLES, "std1"], clock.now, lambda: False) == 3
    assert turns(office) == [(key, 1) for key in TABLES]

    kill(workers)
    assert until(
        lambda: workers._pool is not None and bool(workers._pool._broken)
    )  # the pool has noticed it before it gets the next turns
    clock.moment += timedelta(days=3, minutes=1)
    rounds = [workers.run(TABLES, clock.now, lambda: False) for _ in range(2)]
    assert rounds == [0, 3]
    assert turns(office) == sorted((key, number) for key in TABLES for number in (1, 2))

    kill(workers)
    clock.moment += timedelta(days=3, minutes=1)
    assert workers.run(TABLES, clock.now, lambda: False) == 0
    workers.stop()


def kill(workers: Workers) -> None:
    assert workers._pool is not None
    for process in list(workers._pool._processes):
        os.kill(process, signal.SIGKILL)


def test_the_service_uses_workers_if_more_than_one_is_configured(office: Office) -> None:
    alone = replace(office, settings=office.settings.model_copy(update={"service": ServiceSettings()}))
    two = replace(office, settings=office.settings.model_copy(update={"service": ServiceSettings(workers=2)}))
    assert assemble(alone, Clock())._workers is None
    assert assemble(two, Clock())._workers is not None


def test_a_service_that_stops_leaves_turns_due_that_were_not_begun(office: Office) -> None:
    workers = Workers(office.settings, open_office)
    assert workers.run(TABLES, lambda: NOON + timedelta(days=4), lambda: True) == 0
    assert turns(office) == []
