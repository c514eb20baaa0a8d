"""Check that several nodes on one PostgreSQL run each turn once, even if nodes die or stop in mid-turn.

    python -m tests.endurance.nodes --tables 300           # make nodes
    python -m tests.endurance.nodes --tables 300 --workers 2

Three `pbem serve` share the tables, which all have the same deadline. The first kills itself in mid-turn; its
clock is ten minutes fast. The second stops in mid-turn (SIGSTOP) and continues when the third has done all
that was left; its clock is ten minutes slow. There is no leader, and no node knows of another. At the end
each turn is there once, none was run before its time, and every mail of it has come.

With workers, the turns of each node are run in other processes. These do not count their steps; therefore the
first two nodes are killed and stopped from outside, each while turns are claimed.
"""

import json
import os
import signal
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from multiprocessing.process import BaseProcess
from pathlib import Path

from msgspec import Struct, to_builtins
from rich.console import Console
from sqlmodel import col, select

from adjudicator.games import find
from pbem.core import logs
from pbem.service.assembly import open_office
from pbem.store.database import Store
from pbem.store.game_tables import AdjudicatedTurn, GameTable
from pbem.store.mail_tables import OutgoingMail
from pbem.store.states import SENT
from pbem.tables import opening
from tests.endurance.crash import GM, environment, settings_for
from tests.endurance.crash_mailboxes import PATIENCE, Mailboxes
from tests.endurance.killed_service import ServiceRun, has_ended, start_service
from tests.endurance.restarts import Lost
from tests.support.ports import free_port, listens
from tests.support.postgres import NoServer, server
from tests.support.waiting import LONG, end_in_good_order

GAME = "standard"
MID_TURN = "reports built"
NODES = (
    ServiceRun(MID_TURN, 3, "KILL", clock_minutes=10),
    ServiceRun(MID_TURN, 3, "STOP", clock_minutes=-10),
    ServiceRun(),
)
WITHOUT_KILLS = tuple(
    ServiceRun(clock_minutes=run.clock_minutes) for run in NODES
)  # they do not end on their own
NOTICE = timedelta(seconds=4)  # from the moment at which the deadline is set until the deadline


class Held(Struct, frozen=True):
    """What nodes had claimed at the moment at which one of them died or stopped."""

    moment: datetime
    tables: list[str]
    mails: list[int]


class Shown(Struct, frozen=True):
    """The results; all times are in seconds."""

    tables: int
    all_done: float  # after the deadline
    turns_moved: float  # longest time until another node ran a turn that was claimed
    mails_moved: float  # longest time until a mail that was claimed was sent
    repeated: int  # copies of mails beyond the first


def play(url: str, folder: Path, tables: int, workers: int = 1) -> Shown:
    """Run one turn of all tables, and check the result. Raises Lost."""
    with ExitStack() as stack:
        boxes = stack.enter_context(Mailboxes())
        _open(url, boxes.port, tables)
        store = Store(url)
        stack.callback(store.close)
        nodes = _begin_nodes(stack, url, folder, boxes.port, workers)
        due = _set_deadlines(store)
        _until(lambda: datetime.now(UTC) > due - NOTICE / 4, "the time did not pass")
        if _turns(store):
            raise Lost("a turn was run before its time")
        held = _lose_two(nodes, store, workers)
        _until(lambda: _is_all_done(store, tables), "the third node did not take over")
        done = datetime.now(UTC)
        os.kill(nodes[1].pid or 0, signal.SIGCONT)
        time.sleep(5)  # its claimed work is lost, or repeats a mail that was already sent
        _until(
            lambda: _is_all_done(store, tables),
            "not everything was done again after the second node had continued",
        )
        _check(store, boxes, tables, (due, done))
        return _shown(store, boxes, held, due, done)


def _begin_nodes(stack: ExitStack, url: str, folder: Path, out: int, workers: int) -> Sequence[BaseProcess]:
    """Start the nodes, and return them when all of them listen; they end with *stack*."""
    ports = [free_port() for _ in NODES]
    beside = {"PBEM_SERVICE__WORKERS": str(workers)}
    nodes = [
        stack.enter_context(_node(folder, environment(settings_for(url, port, out)) | beside, run))
        for port, run in zip(ports, NODES if workers == 1 else WITHOUT_KILLS, strict=True)
    ]
    _until(lambda: all(listens(port) for port in ports), "not every node listens")
    return nodes


def _lose_two(nodes: Sequence[BaseProcess], store: Store, workers: int) -> list[Held]:
    """Wait until the first node is dead and the second has stopped; return what was claimed each time."""
    if workers > 1:
        _end(nodes[0], signal.SIGKILL, store)
    _until(lambda: not nodes[0].is_alive(), "the first node was never in mid-turn")
    first = _held(store)
    if workers > 1:
        _end(nodes[1], signal.SIGSTOP, store)
    _until(lambda: _is_stopped(nodes[1]), "the second node was never in mid-turn")
    return [first, _held(store)]


@contextmanager
def _node(folder: Path, own: Mapping[str, str], run: ServiceRun) -> Iterator[BaseProcess]:
    log = folder / f"node-{own['PBEM_RECEIVER__PORT']}.log"
    node = start_service(own, run, log, may_have_children=own["PBEM_SERVICE__WORKERS"] != "1")
    try:
        yield node
    finally:
        node.kill()
        if not has_ended(node, LONG):
            raise Lost(f"a node was not dead {LONG} seconds after it was killed")


def _end(node: BaseProcess, number: signal.Signals, store: Store) -> None:
    """Send the signal to the node while turns are claimed, by this node or by another."""
    done = len(_turns(store))
    _until(lambda: len(_turns(store)) > done and bool(_held(store).tables), "no turn was claimed")
    os.kill(node.pid or 0, number)


def _open(url: str, out: int, tables: int) -> None:
    """Open tables that are not due yet, with two players each."""
    office = open_office(settings_for(url, 0, out))
    powers = find(GAME).card.seats[:2]
    for i in range(tables):
        players = [opening.Player(power, f"{power.lower()}.{i}@players.example") for power in powers]
        plan = opening.Plan(f"t{i}", GAME, GM, players, "30d", seed=f"{i}")
        opening.open_table(plan, office, datetime.now(UTC))
    office.store.close()


def _set_deadlines(store: Store) -> datetime:
    """Set the deadline of every table to a moment from now."""
    due = datetime.now(UTC) + NOTICE
    with store.writing() as session:
        for table in session.exec(select(GameTable)):
            table.deadline_utc = table.final_utc = due
    return due


def _is_stopped(node: BaseProcess) -> bool:
    return Path(f"/proc/{node.pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"


def _turns(store: Store) -> list[AdjudicatedTurn]:
    with store.reading() as session:
        return list(session.exec(select(AdjudicatedTurn)))


def _held(store: Store) -> Held:
    with store.reading() as session:
        tables = session.exec(select(GameTable.key).where(col(GameTable.claimed_until_utc).is_not(None)))
        mails = session.exec(select(OutgoingMail.id).where(col(OutgoingMail.claimed_until_utc).is_not(None)))
        return Held(datetime.now(UTC), list(tables), [number for number in mails if number])


def _is_all_done(store: Store, tables: int) -> bool:
    with store.reading() as session:
        turns = session.exec(select(AdjudicatedTurn.id)).all()
        open_mails = session.exec(select(OutgoingMail.id).where(OutgoingMail.state != SENT)).first()
    return len(turns) == tables and open_mails is None


def _check(store: Store, boxes: Mailboxes, tables: int, between: tuple[datetime, datetime]) -> None:
    judged = _turns(store)
    with store.reading() as session:
        due = Counter(row.number for row in session.exec(select(GameTable)))
        parcels = session.exec(select(OutgoingMail)).all()
    turns = Counter((row.table_key, row.number) for row in judged)
    if turns != Counter({(f"t{i}", 1): 1 for i in range(tables)}) or due != Counter({2: tables}):
        raise Lost(f"turns that were run: {turns}; due: {due}")
    untimely = [row.adjudicated_utc for row in judged if not between[0] <= row.adjudicated_utc <= between[1]]
    if untimely:
        raise Lost(f"{len(untimely)} turns were not run between {between}, but at {untimely[:3]}")
    missing = [parcel.message_id for parcel in parcels if not boxes.copies[f"<{parcel.message_id}>"]]
    if missing:
        raise Lost(f"{len(missing)} mails never came: {missing[:3]}")
    differing = [key for key, copies in boxes.copies.items() if len(set(copies)) > 1]
    if differing:
        raise Lost(f"copies of one mail differ: {differing[:3]}")


def _shown(store: Store, boxes: Mailboxes, held: list[Held], due: datetime, done: datetime) -> Shown:
    run = {row.table_key: row.adjudicated_utc for row in _turns(store)}
    with store.reading() as session:
        sent = {row.id: row.sent_utc for row in session.exec(select(OutgoingMail))}
    turns = [run[key] - one.moment for one in held for key in one.tables]
    mails = [(sent[number] or done) - one.moment for one in held for number in one.mails]
    return Shown(
        tables=len(run),
        all_done=_seconds([done - due]),
        turns_moved=_seconds(turns),
        mails_moved=_seconds(mails),
        repeated=sum(len(copies) - 1 for copies in boxes.copies.values()),
    )


def _seconds(lengths: list[timedelta]) -> float:
    """Return the longest of *lengths* in seconds."""
    return round(max(lengths, default=timedelta()).total_seconds(), 1)


def _until(is_so: Callable[[], bool], otherwise: str) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        if time.monotonic() > end:
            raise Lost(f"{otherwise} in {PATIENCE} seconds")
        time.sleep(0.1)


def main() -> int:
    wanted = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    wanted.add_argument("--tables", type=int, default=300)
    wanted.add_argument("--workers", type=int, default=1, help="of each node")
    wanted.add_argument("--json", action="store_true", help="print the results as JSON")
    asked = wanted.parse_args()
    end_in_good_order()
    logs.set_up("warning", "text")
    console = Console(stderr=asked.json)
    folder = Path(tempfile.mkdtemp(prefix="nodes-"))
    (folder / "pg").mkdir()
    try:
        with server(folder / "pg") as url:
            shown = play(url, folder, asked.tables, asked.workers)
    except (Lost, NoServer) as fault:
        console.print(f"[bold]FAILED[/bold] (see {folder}): {fault}")
        return 1
    if asked.json:
        print(json.dumps(to_builtins(shown)))
    console.print(
        f"There were {shown.tables} tables and three nodes; one node was killed and one stopped in mid-turn,"
        " and their clocks were ten minutes fast and slow. Each turn was run once, and all were run and their"
        f" mails sent {shown.all_done} s after the deadline. Other nodes ran the claimed turns within"
        f" {shown.turns_moved} s and sent the claimed mails within {shown.mails_moved} s;"
        f" {shown.repeated} extra copies of mails were sent."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
