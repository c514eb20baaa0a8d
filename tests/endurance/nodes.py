"""Several nodes on one PostgreSQL run each turn once, even if one is killed and one is halted in mid-turn.

    python -m tests.endurance.nodes --tables 300           # make nodes
    python -m tests.endurance.nodes --tables 300 --workers 2

Three `pbem serve` share the tables, whose deadline is the same for all. The first, whose machine's clock is
ten minutes fast, kills itself in mid-turn; the second, whose clock is as much slow, stops in mid-turn
(SIGSTOP) and goes on when the third has done all that was left. There is no leader, and no node knows of
another. At the end each turn is there once, none was run before its time, and every mail of it came.

With workers the turns are run in processes beside each node. These do not count their steps, so that the
first two nodes are killed and halted from outside, each while turns are in hand.
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
from tests.endurance.killed_service import Life, born, is_over
from tests.endurance.restarts import Lost
from tests.support.ports import free_port, listens
from tests.support.postgres import NoServer, server
from tests.support.waiting import LONG, end_in_good_order

GAME = "standard"
MID_TURN = "reports built"
NODES = (Life(MID_TURN, 3, "KILL", clock_minutes=10), Life(MID_TURN, 3, "STOP", clock_minutes=-10), Life())
AT_LARGE = tuple(Life(clock_minutes=life.clock_minutes) for life in NODES)  # they do not end on their own
NOTICE = timedelta(seconds=4)  # from when the deadline is set until it is there


class Held(Struct, frozen=True):
    """What was claimed at the moment at which a node died or stood still, by it or by the others."""

    moment: datetime
    tables: list[str]
    mails: list[int]


class Shown(Struct, frozen=True):
    """How it went; all times in seconds."""

    tables: int
    all_done: float  # after the deadline
    turns_moved: float  # longest time until another node began a turn that was claimed
    mails_moved: float  # until whatever mail was in hand was sent
    repeated: int  # copies of mails beyond the first


def play(url: str, folder: Path, tables: int, workers: int = 1) -> Shown:
    """Run one turn of all tables. Raises Lost."""
    with ExitStack() as stack:
        boxes = stack.enter_context(Mailboxes())
        _open(url, boxes.port, tables)
        store = Store(url)
        stack.callback(store.close)
        nodes = _begin_nodes(stack, url, folder, boxes.port, workers)
        due = _call_time(store)
        _until(lambda: datetime.now(UTC) > due - NOTICE / 4, "the time did not pass")
        if _turns(store):
            raise Lost("a turn was run before its time")
        held = _lose_two(nodes, store, workers)
        _until(lambda: _is_all_done(store, tables), "the third node did not take over")
        done = datetime.now(UTC)
        os.kill(nodes[1].pid or 0, signal.SIGCONT)
        time.sleep(5)  # its claimed work is lost, or repeats a mail that was already sent
        _until(lambda: _is_all_done(store, tables), "the second node undid something")
        _check(store, boxes, tables, (due, done))
        return _shown(store, boxes, held, due, done)


def _begin_nodes(stack: ExitStack, url: str, folder: Path, out: int, workers: int) -> Sequence[BaseProcess]:
    """Start the nodes, which end with *stack*; return them when all listen."""
    ports = [free_port() for _ in NODES]
    beside = {"PBEM_SERVICE__WORKERS": str(workers)}
    nodes = [
        stack.enter_context(_node(folder, environment(settings_for(url, port, out)) | beside, life))
        for port, life in zip(ports, NODES if workers == 1 else AT_LARGE, strict=True)
    ]
    _until(lambda: all(listens(port) for port in ports), "not every node listens")
    return nodes


def _lose_two(nodes: Sequence[BaseProcess], store: Store, workers: int) -> list[Held]:
    """Wait until the first node is dead and the second stands still; return what was claimed each time."""
    if workers > 1:
        _end(nodes[0], signal.SIGKILL, store)
    _until(lambda: not nodes[0].is_alive(), "the first node was never in mid-turn")
    first = _held(store)
    if workers > 1:
        _end(nodes[1], signal.SIGSTOP, store)
    _until(lambda: _is_stopped(nodes[1]), "the second node was never in mid-turn")
    return [first, _held(store)]


@contextmanager
def _node(folder: Path, own: Mapping[str, str], life: Life) -> Iterator[BaseProcess]:
    log = folder / f"node-{own['PBEM_RECEIVER__PORT']}.log"
    node = born(own, life, log, may_have_children=own["PBEM_SERVICE__WORKERS"] != "1")
    try:
        yield node
    finally:
        node.kill()
        if not is_over(node, LONG):
            raise Lost(f"a node was not dead {LONG} seconds after it was killed")


def _end(node: BaseProcess, number: signal.Signals, store: Store) -> None:
    """From outside, when turns are in hand, at this node or at another."""
    done = len(_turns(store))
    _until(lambda: len(_turns(store)) > done and bool(_held(store).tables), "no turn was in hand")
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


def _call_time(store: Store) -> datetime:
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
        raise Lost(f"{len(untimely)} turns were run, as it says, not between {between}: {untimely[:3]}")
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
    """Return the longest, in seconds."""
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
    wanted.add_argument("--json", action="store_true", help="what came of it, for a machine")
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
        console.print(f"[bold]NOT SHOWN[/bold] (see {folder}): {fault}")
        return 1
    if asked.json:
        print(json.dumps(to_builtins(shown)))
    console.print(
        f"{shown.tables} tables on three nodes, one killed and one halted in mid-turn, their clocks ten"
        f" minutes fast and slow: each turn was run once, all of them {shown.all_done} s after the deadline."
        f" Others began the turns that they had in hand within {shown.turns_moved} s and sent their mails"
        f" within {shown.mails_moved} s; {shown.repeated} mails came twice."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
