"""Measure the database after a year of a hundred tables, and what work costs then and on the first day.

    python -m bench.year                      # make year
    python -m bench.year --tables 20 --turns 30

One table of standard Diplomacy is played for a year, a turn every three days, with seven players who send
orders for every turn, with maps, and with the default retention. Its rows are copied for the other tables, in
chronological order, with new ids, addresses and pictures. Then each operation is done alternately in that
database and in one with the same tables in the same position on their first day. Times are medians of
processor time.
"""

import shutil
import sqlite3
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from msgspec import Struct
from rich.console import Console
from rich.table import Table as Lines

from bench import timing
from pbem.core import logs
from pbem.service import backup
from pbem.store.database import Store
from tests.support.play.standard_play import PLAYERS, StandardPlay
from tests.support.table import JUDGE, Table

TURNS = 122  # a year of turns every three days
MEGABYTE = 1000**2
MILLISECONDS = 1000.0
SLOWEST = 1.1  # highest cost, as a multiple of the first day's
# Columns whose values differ between the copies of a row:
KEYS = {"key", "table_key"}
NUMBERS = {"id", "incoming_id", "mail_id"}
ADDRESSES = {"address", "recipient", "envelope_from"}
UNIQUE = {"message_id", "fingerprint", "sha256", "echo"}
DEADLINES = {"deadline_utc", "final_utc"}
SHARED = {"alembic_version", "installation"}  # tables of which there is one copy


class Cost(Struct, frozen=True):
    """Milliseconds of processor time for one operation."""

    what: str
    first_day: float
    after_a_year: float

    @property
    def ratio(self) -> float:
        return self.after_a_year / self.first_day


def play(folder: Path, turns: int) -> StandardPlay:
    """Play one table for *turns* turns."""
    folder.mkdir()
    played = StandardPlay(folder)
    for _ in range(turns):
        if not played.plays_a_turn():
            raise AssertionError("the game ended early")
        played.table.service.tidy()
    played.bytes_on_disk()  # writes the log into the file, because the file is copied
    return played


def copy(source: Path, target: Path, tables: int) -> None:
    """Make a database with copies of the one table in *source*."""
    Store(f"sqlite:///{target}").upgrade()
    with closing(sqlite3.connect(target, isolation_level=None)) as connection:
        connection.create_function("own", 2, lambda content, n: content + n.to_bytes(4, "big"))
        connection.execute("ATTACH ? AS played", (str(source),))
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("BEGIN")
        names = connection.execute("SELECT name FROM played.sqlite_master WHERE type = 'table'").fetchall()
        rows = ", ".join(f"({n})" for n in range(tables))
        numbers = f"(SELECT column1 AS n FROM (VALUES {rows}))"  # noqa: S608
        for (name,) in names:
            columns = [row[1] for row in connection.execute(f"PRAGMA played.table_info({name})")]
            listed = ", ".join(f'"{column}"' for column in columns)
            values = ", ".join(_copied(name, column, tables) for column in columns)
            copies = "(SELECT 0 AS n)" if name in SHARED else numbers
            in_order = f"FROM played.{name}, {copies} ORDER BY played.{name}.rowid, n"
            connection.execute(f"DELETE FROM main.{name}")  # noqa: S608  # names are from the schema
            connection.execute(f"INSERT INTO main.{name} ({listed}) SELECT {values} {in_order}")
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _copied(table: str, column: str, tables: int) -> str:
    """Return the SQL for a column of copy number n."""
    own = {
        **dict.fromkeys(KEYS, "{0} || '-' || n"),
        **dict.fromkeys(NUMBERS, f"{{0}} * {tables} + n"),
        **dict.fromkeys(ADDRESSES, "replace({0}, '@', '.' || n || '@')"),
        **dict.fromkeys(UNIQUE, "CASE {0} WHEN '' THEN '' ELSE {0} || n END"),
        "content": "own({0}, n)" if table == "pictures" else "{0}",
        "seed": "{0} || n",
        **dict.fromkeys(DEADLINES, "strftime('%Y-%m-%d %H:%M:%f000', {0}, '+' || n || ' minutes')"),
    }
    return ("{0}" if table in SHARED else own.get(column, "{0}")).format(f'"{column}"')


def opened(folder: Path, database: Path, played: StandardPlay) -> Table:
    """Return a service that runs on a copy of *database*; its clock is where *played* ended."""
    folder.mkdir()
    table = Table(folder)
    table.store.close()
    shutil.copy(database, folder / "pbem.sqlite")
    table.settings, table.clock.moment = played.table.settings, played.table.clock.now()
    table.untouched = None
    table.begin()
    return table


def costs(old: Table, new: Table, played: StandardPlay, samples: int) -> Iterator[Cost]:
    """Do the same work in both services, one right after the other, on *samples* tables; yield the costs."""
    spent: dict[str, tuple[list[float], list[float]]] = {}
    for number in range(samples):
        key = f"{played.key}-{number}"
        for which, table in enumerate((new, old)):
            table.vouched |= {_address(power, number) for power in PLAYERS}
            for what, operation in _operations(table, played, key, number):
                spent.setdefault(what, ([], []))[which].append(timing.spent(operation))
    for what, (first, after) in spent.items():
        yield Cost(what, median(first) * MILLISECONDS, median(after) * MILLISECONDS)


def _address(power: str, number: int) -> str:
    return PLAYERS[power].replace("@", f".{number}@")


def _operations(
    table: Table, played: StandardPlay, key: str, number: int
) -> Iterator[tuple[str, Callable[[], object]]]:
    position = table.row(key).position
    sheets = {
        power: "\n".join(orders[0] for orders in played.game.choices(position, power).values() if orders)
        for power in played.game.due(position).owed
    }
    for power, lines in sheets.items():
        yield "orders received and answered", partial(table.mail, _address(power, number), lines, key)
    asking = _address("France", number)
    for word in ("STATUS", "HISTORY"):
        yield f"{word} answered", partial(table.mail, asking, word, key)
    yield "deadline: turn, reports, delivery", partial(table.deadline_passes, key)
    table.post_office.forget()
    yield "a look when nothing is due", table.service.look
    yield "retention", table.service.tidy


def first_day(folder: Path, played: StandardPlay) -> Path:
    """Return the database of a new table in the position that *played* has reached."""
    new = play(folder, 1)
    row = played.table.row(played.key)
    new.table.store.close()
    with closing(sqlite3.connect(new.file)) as connection:
        connection.execute("UPDATE tables SET position = ?", (row.position,))
        for column in DEADLINES:
            moment = f"{getattr(row, column):%Y-%m-%d %H:%M:%S.000000}"
            connection.execute(f"UPDATE tables SET {column} = ?", (moment,))  # noqa: S608
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return new.file


def sizes(database: Path, played: StandardPlay, tables: int) -> Mapping[str, float]:
    """Return megabytes of the database and of its backup.

    The size of the backup is computed from the one played table, because copies compress too well.
    """
    saved = database.with_suffix(".zip")
    backup.backup(played.table.store, saved, JUDGE, played.table.clock.now())
    return {
        "database": database.stat().st_size / MEGABYTE,
        "backup": tables * saved.stat().st_size / MEGABYTE,
    }


def report(size: Mapping[str, float], found: Sequence[Cost], console: Console) -> None:
    total = sum(size.values())
    parts = ", ".join(f"{what} {megabytes:.0f} MB" for what, megabytes in size.items())
    console.print(f"{parts}, together {total:.0f} MB (limit for 100 tables: 1000)")
    table = Lines("what", "first day, ms", "after a year, ms", "ratio", "at most")
    for cost in found:
        numbers = (cost.first_day, cost.after_a_year, cost.ratio, SLOWEST)
        table.add_row(cost.what, *(f"{number:.2f}" for number in numbers))
    console.print(table)


def main() -> None:
    parser = ArgumentParser(prog="python -m bench.year", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--turns", type=int, default=TURNS)
    parser.add_argument("--samples", type=int, default=15, help="tables on which each operation is done")
    asked = parser.parse_args()
    logs.set_up("error", "text")
    with TemporaryDirectory(prefix="year-") as name:
        folder = Path(name)
        played = play(folder / "played", asked.turns)
        year, day = folder / "year.sqlite", folder / "day.sqlite"
        copy(played.file, year, asked.tables)
        copy(first_day(folder / "opened", played), day, asked.tables)
        size = sizes(year, played, asked.tables)
        old, new = opened(folder / "old", year, played), opened(folder / "new", day, played)
        report(size, list(costs(old, new, played, min(asked.samples, asked.tables))), Console(width=110))


if __name__ == "__main__":
    main()
