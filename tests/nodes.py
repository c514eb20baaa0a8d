"""Do several nodes on one PostgreSQL run each turn once, when one is killed and one stands still in mid-turn?

    python -m tests.nodes --tables 300           # make nodes

Three `pbem serve` share the tables, whose deadline is the same for all. The first kills itself in mid-turn,
the second stops in mid-turn (SIGSTOP) and goes on when the third has done all that was left. There is no
leader, and no node knows of another. At the end each turn is there once, and every mail of it came.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from sqlmodel import select

from adjudicator.games import find
from pbem import opening
from pbem.assembly import open_office
from pbem.store import SENT, GameTable, JudgedTurn, Parcel, Store
from tests.crash import GM, PATIENCE, Lost, Mailboxes, environment, free_port, listens, settings_for
from tests.postgres import NoServer, server

GAME = "standard"
MID_TURN = "reports built"


def play(url: str, folder: Path, tables: int) -> dict[str, float]:
    """Run one turn of all tables; how many seconds it took until the last was run. Raises Lost."""
    with ExitStack() as stack:
        boxes = stack.enter_context(Mailboxes())
        ports = [free_port() for _ in range(3)]
        _open(url, boxes.port, tables)
        dooms = ((MID_TURN, "KILL"), (MID_TURN, "STOP"), ("", "KILL"))
        nodes = [
            stack.enter_context(_node(folder, url, port, boxes.port, doom))
            for port, doom in zip(ports, dooms, strict=True)
        ]
        _until(lambda: all(listens(port) for port in ports), "not every node listens")
        store = Store(url)
        _call_time(store)
        begun = time.monotonic()
        _until(lambda: nodes[0].poll() is not None, "the first node was never in mid-turn")
        _until(lambda: _is_stopped(nodes[1].pid), "the second node was never in mid-turn")
        _until(lambda: _is_all_done(store, tables), "the third node did not take over")
        taken = time.monotonic() - begun
        nodes[1].send_signal(signal.SIGCONT)
        time.sleep(5)  # what it had in hand comes to nothing, or to a mail that came before
        _until(lambda: _is_all_done(store, tables), "the second node undid something")
        _check(store, boxes, tables)
    return {"tables": tables, "seconds": round(taken, 1)}


@contextmanager
def _node(
    folder: Path, url: str, port: int, out: int, doom: tuple[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    own = environment(settings_for(url, port, out))
    own |= {"MORTAL_STEP": doom[0], "MORTAL_COUNT": "3", "MORTAL_SIGNAL": doom[1]}
    with (folder / f"node-{port}.log").open("ab") as log:
        node = subprocess.Popen(
            [sys.executable, "-m", "tests.mortal"], env={**os.environ, **own}, stdout=log, stderr=log
        )
    try:
        yield node
    finally:
        node.kill()
        node.wait()


def _open(url: str, out: int, tables: int) -> None:
    """Tables whose time has not come yet, with two players each."""
    office = open_office(settings_for(url, 0, out))
    powers = find(GAME).card.seats[:2]
    for i in range(tables):
        players = [opening.Player(power, f"{power.lower()}.{i}@players.example") for power in powers]
        plan = opening.Plan(f"t{i}", GAME, GM, players, "30d", seed=f"{i}")
        opening.open_table(plan, office, datetime.now(UTC))
    office.store.close()


def _call_time(store: Store) -> None:
    """The deadline of every table is now."""
    now = datetime.now(UTC)
    with store.writing() as session:
        for table in session.exec(select(GameTable)):
            table.deadline_utc = table.final_utc = now


def _is_stopped(process: int) -> bool:
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "T"


def _is_all_done(store: Store, tables: int) -> bool:
    with store.reading() as session:
        turns = session.exec(select(JudgedTurn.id)).all()
        open_mails = session.exec(select(Parcel.id).where(Parcel.state != SENT)).first()
    return len(turns) == tables and open_mails is None


def _check(store: Store, boxes: Mailboxes, tables: int) -> None:
    with store.reading() as session:
        turns = Counter((row.table_key, row.number) for row in session.exec(select(JudgedTurn)))
        due = Counter(row.number for row in session.exec(select(GameTable)))
        parcels = session.exec(select(Parcel)).all()
    store.close()
    if turns != Counter({(f"t{i}", 1): 1 for i in range(tables)}) or due != Counter({2: tables}):
        raise Lost(f"turns that were run: {turns}; due: {due}")
    missing = [parcel.message_id for parcel in parcels if not boxes.copies[f"<{parcel.message_id}>"]]
    if missing:
        raise Lost(f"{len(missing)} mails never came: {missing[:3]}")
    differing = [key for key, copies in boxes.copies.items() if len(set(copies)) > 1]
    if differing:
        raise Lost(f"copies of one mail differ: {differing[:3]}")


def _until(condition: object, otherwise: str) -> None:
    assert callable(condition)
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise Lost(f"{otherwise} in {PATIENCE} seconds")
        time.sleep(0.1)


def main() -> int:
    wanted = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    wanted.add_argument("--tables", type=int, default=300)
    asked = wanted.parse_args()
    console = Console()
    folder = Path(tempfile.mkdtemp(prefix="nodes-"))
    (folder / "pg").mkdir()
    try:
        with server(folder / "pg") as url:
            found = play(url, folder, asked.tables)
    except (Lost, NoServer) as fault:
        console.print(f"[bold]NOT SHOWN[/bold] (see {folder}): {fault}")
        return 1
    console.print(
        f"{found['tables']:.0f} tables on three nodes, one killed and one halted in mid-turn: each turn was"
        f" run once, all of them {found['seconds']} s after the deadline"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
