"""Kill the service again and again, and check that nothing is lost or done twice.

    python -m tests.endurance.crash --kills 500            # make crash
    python -m tests.endurance.crash --kills 40 --only postgresql+imap --seed 7 --json

Players play whole turns of standard Diplomacy and Downfall XIII by mail. The service is a real process
(`tests.endurance.killed_service`) with real servers around it. It is killed (SIGKILL) at each named step of
both spines in turn, and at random moments, and is started again each time.

There are four setups: the tables are in SQLite or PostgreSQL, and messages come by SMTP, or into a mailbox of
Dovecot from which the service fetches them. A message is sent again until the answer is 250, as every mail
server does. The expected positions are computed separately, by the games alone. At the end:

- each message that was answered 250 is in the database once, is processed, and was answered by exactly one
  mail; each message in the mailbox was moved to the other folder once;
- each turn was run once, on the orders that were mailed, and every position is the expected one;
- each mail came at least once, and all copies of it are the same to the byte;
- the service died at every named step.
"""

import json
import random
import re
import sys
import tempfile
import time
import traceback
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from threading import Lock

from msgspec import Struct, to_builtins
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid
from sqlmodel import col, select

from adjudicator.core.dice import SeededDice
from adjudicator.games import find
from pbem.core import logs
from pbem.core.settings import DatabaseSettings, HouseSettings, ReceiverSettings, SenderSettings, Settings
from pbem.service.assembly import open_office
from pbem.store.game_tables import AdjudicatedTurn, GameTable
from pbem.store.mail_tables import OutgoingMail, StoredMessage
from pbem.store.states import DONE, SENT
from pbem.tables import opening
from pbem.tables.identity import gm_seat
from pbem.tables.office import Office
from pbem.tables.people.reply_addresses import seat_address
from tests.endurance.crash_mailboxes import PATIENCE, Mailboxes, Post, by_lmtp, by_smtp
from tests.endurance.killed_service import GAMES, STEPS
from tests.endurance.restarts import AT_RANDOM, Lost, RestartedService
from tests.support.dovecot import Mailbox, mailbox
from tests.support.ports import free_port
from tests.support.postgres import NoServer, server
from tests.support.waiting import end_in_good_order

JUDGE, GM = "judge@judge.example", "gm@players.example"
SETUPS = ("sqlite+smtp", "postgresql+smtp", "sqlite+imap", "postgresql+imap")
PLAYING: set[Mailboxes] = set()  # of the setups that are played now
UPGRADING = Lock()  # Alembic does it for one database at a time
LEASES = {"sqlite": 0.0, "postgresql": 2.0}  # seconds; a node alone on SQLite takes over at once
ENOUGH = 3 * len(STEPS)  # kills in one setup, after which it must have died at each step


class Played(Struct):
    """What is expected of a table: its state, each power's orders for each turn, the positions so far."""

    key: str
    game: str
    seed: str
    state: str
    gm_address: str  # of the service, with the game master's token
    number: int = 1
    orders: list[dict[str, str]] = []
    positions: list[str] = []


class Ended(Struct, frozen=True):
    """The figures of one setup in which nothing was lost."""

    setup: str
    killed: Mapping[str, int]  # by step
    seconds: float
    messages: int
    turns: int
    mails: int
    repeated: int  # copies of mails beyond the first


class Scene(Struct, frozen=True):
    """Everything that belongs to one setup while it is played."""

    office: Office
    boxes: Mailboxes
    post: Post
    service: RestartedService
    mailbox: Mailbox | None
    tables: list[Played]


# --- one setup -------------------------------------------------------------------------------------------


def play(
    setup: str, folder: Path, kills: int, seed: int, on_kill: Callable[[], None] = lambda: None
) -> Ended:
    """Play until the service was killed *kills* times, then check everything; call *on_kill* after each kill.

    Raises Lost, or NoServer if a server of the setup is not installed.
    """
    begun = time.monotonic()
    with _opened(setup, folder, kills, seed) as scene:
        scene.service.on_kill = on_kill
        with ThreadPoolExecutor(len(GAMES) + 1) as pool, scene.service.ending_at_last():
            pool.submit(_or_give_up, scene, scene.service.keep)
            playing = [partial(_play_on, scene, first, seed) for first in GAMES]
            wait([pool.submit(_or_give_up, scene, one) for one in playing])
            _or_give_up(scene, partial(_settle, scene))
        if scene.boxes.given_up:
            raise Lost(scene.boxes.given_up)
        _check(scene, kills)
        return _ended(setup, scene, time.monotonic() - begun)


def _or_give_up(scene: Scene, action: Callable[[], None]) -> None:
    """Run *action*; an error stops all players."""
    try:
        action()
    except Lost as fault:
        scene.boxes.give_up(str(fault))
    except Exception:  # of the test itself
        scene.boxes.give_up(traceback.format_exc())


@contextmanager
def _opened(setup: str, folder: Path, kills: int, seed: int) -> Iterator[Scene]:
    database, _, inlet = setup.partition("+")
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        postgres = stack.enter_context(server(_folder(folder, "pg"))) if database == "postgresql" else ""
        box = stack.enter_context(mailbox(_folder(folder, "box"))) if inlet == "imap" else None
        boxes = stack.enter_context(Mailboxes())
        PLAYING.add(boxes)
        stack.callback(PLAYING.discard, boxes)
        settings = settings_for(postgres or f"sqlite:///{folder / 'pbem.sqlite'}", free_port(), boxes.port)
        with UPGRADING:
            office = open_office(settings)
        stack.callback(office.store.close)
        carry = by_lmtp(box.lmtp_port) if box else by_smtp(settings.receiver.port)
        own = environment(settings) | (_fetching(box) if box else {})
        service = RestartedService(folder, own, kills, f"{setup} {seed}", LEASES[database])
        yield Scene(office, boxes, Post(boxes, carry), service, box, [])


def _folder(parent: Path, name: str) -> Path:
    (parent / name).mkdir()
    return parent / name


def settings_for(url: str, port: int, out: int) -> Settings:
    return Settings(
        house=HouseSettings(name="The Judge", judge=JUDGE, host="host@judge.example"),
        database=DatabaseSettings(url=url),
        receiver=ReceiverSettings(port=port),
        sender=SenderSettings(port=out),
    )


def environment(settings: Settings) -> dict[str, str]:
    return {
        "PBEM_HOUSE__JUDGE": JUDGE,
        "PBEM_DATABASE__URL": settings.database.url,
        "PBEM_RECEIVER__PORT": str(settings.receiver.port),
        "PBEM_SENDER__PORT": str(settings.sender.port),
        "PBEM_TRUST__CHECK_DKIM": "false",
        "PBEM_MESSAGES__ANSWERS_AN_HOUR": "100000",
    }


def _fetching(box: Mailbox) -> dict[str, str]:
    return {
        "PBEM_IMAP__ON": "true",
        "PBEM_IMAP__HOST": "127.0.0.1",
        "PBEM_IMAP__PORT": str(box.imap_port),
        "PBEM_IMAP__SECURITY": "none",
        "PBEM_IMAP__USER": box.user,
        "PBEM_IMAP__PASSWORD": box.password,
    }


# --- the players -----------------------------------------------------------------------------------------


def _play_on(scene: Scene, first: str, seed: int) -> None:
    """Play turns until all kills are done; a finished game is followed by another."""
    die = random.Random(f"{seed} {first}")
    number, table = 1, _open(scene, f"{first}1", GAMES[first], seed)
    while scene.service.left > 0 and not scene.boxes.given_up:
        if find(table.game).due(table.state).over:
            number += 1
            table = _open(scene, f"{first}{number}", GAMES[first], seed + number)
        _play_turn(table, scene.boxes, scene.post, die)


def _open(scene: Scene, key: str, game: str, seed: int) -> Played:
    powers = find(game).card.seats
    players = [opening.Player(power, f"{_name(power)}.{key}@players.example") for power in powers]
    plan = opening.Plan(key, game, GM, players, "30d", seed=f"{seed}")
    row = opening.open_table(plan, scene.office, datetime.now(UTC))
    gm_address = seat_address(scene.office.credentials.seal, gm_seat(row), JUDGE)
    table = Played(key, game, row.seed, row.position, gm_address)
    scene.tables.append(table)
    return table


def _name(power: str) -> str:
    return re.sub("[^a-z]", "", power.lower())


def _play_turn(table: Played, boxes: Mailboxes, context: Post, die: random.Random) -> None:
    """Wait for the reports of the last turn, mail everybody's orders, and have the GM run the turn."""
    game = find(table.game)
    orders = {}
    asked = {**game.due(table.state).owed, **game.due(table.state).asked}
    for power in game.card.seats:
        address = f"{_name(power)}.{table.key}@players.example"
        report = boxes.wait_for(address, table.key, f"<{table.key}.{table.number - 1}.")
        lines = _sheet(game.choices(table.state, power), die) if power in asked else []
        if lines:
            context.send(address, str(report["Reply-To"]), f"Re: {report['Subject']}", "\n".join(lines))
            orders[power] = game.read(table.state, power, None, lines).orders
    context.send(GM, table.gm_address, table.key, "RUN NOW")
    judged = game.judge(table.state, orders, SeededDice(table.seed, table.number))
    table.state, table.number = judged.state, table.number + 1
    table.orders.append(orders)
    table.positions.append(judged.state)


def _sheet(choices: Mapping[str, Sequence[str]], die: random.Random) -> list[str]:
    return [die.choice(list(lines)) for lines in choices.values() if lines]


# --- the end ---------------------------------------------------------------------------------------------


def _settle(scene: Scene) -> None:
    """Wait until the service has nothing left to do."""
    until = time.monotonic() + PATIENCE
    while not scene.boxes.given_up and (left := _left(scene)):
        if time.monotonic() > until:
            raise Lost(f"still open after {PATIENCE} seconds: {left}")
        time.sleep(0.2)


def _left(scene: Scene) -> list[str]:
    """Return what is still to be done, as phrases such as "3 mails"; [] at the end."""
    with scene.office.store.reading() as session:
        messages = session.exec(select(StoredMessage.id).where(StoredMessage.state == DONE)).all()
        mails = session.exec(select(OutgoingMail.id).where(OutgoingMail.state != SENT)).all()
        due = {row.key: row.number for row in session.exec(select(GameTable))}
    late = [table.key for table in scene.tables if due[table.key] != table.number]
    unread = len(scene.post.taken) - len(messages)
    lying = scene.mailbox.count("INBOX") if scene.mailbox else 0
    found = {"messages": unread, "mails": len(mails), "turns": len(late), "messages in the mailbox": lying}
    return [f"{count} {what}" for what, count in found.items() if count]


def _check(scene: Scene, kills: int) -> None:
    with scene.office.store.reading() as session:
        messages = session.exec(select(StoredMessage)).all()
        parcels = session.exec(select(OutgoingMail)).all()
        judged = session.exec(select(AdjudicatedTurn).order_by(col(AdjudicatedTurn.number))).all()
    taken = Counter(scene.post.taken)
    _same("messages stored", Counter(message.fingerprint.partition(" ")[0] for message in messages), taken)
    _same("messages not done", [message.fingerprint for message in messages if message.state != DONE], [])
    if scene.mailbox:
        _same("messages moved to Judged", Counter(scene.mailbox.message_ids("Judged")), taken)
    answers = Counter(parcel.incoming_id for parcel in parcels if parcel.incoming_id)
    _same("answers to messages", answers, Counter(message.id for message in messages))
    for table in scene.tables:
        own = [row for row in judged if row.table_key == table.key]
        _same(f"{table.key}: turns", [row.number for row in own], list(range(1, len(table.positions) + 1)))
        _same(f"{table.key}: orders", [row.orders for row in own], table.orders)
        _same(f"{table.key}: positions", [row.position for row in own], table.positions)
    for parcel in parcels:
        copies = scene.boxes.copies[f"<{parcel.message_id}>"]
        if not copies or any(copy != copies[0] for copy in copies):
            raise Lost(f"mail {parcel.message_id}: {len(copies)} copies came, none or not all the same")
    put = {f"<{parcel.message_id}>" for parcel in parcels}
    _same("mails that are not in the outbox", set(scene.boxes.copies) - put, set())
    if kills >= ENOUGH:
        _same("steps at which it never died", set(STEPS) - set(scene.service.killed), set())


def _same(what: str, found: object, wanted: object) -> None:
    if found != wanted:
        raise Lost(f"{what}: found {found}, wanted {wanted}")


def _ended(setup: str, scene: Scene, seconds: float) -> Ended:
    copies = scene.boxes.copies
    return Ended(
        setup=setup,
        killed=dict(sorted(scene.service.killed.items())),
        seconds=round(seconds, 1),
        messages=len(scene.post.taken),
        turns=sum(len(table.positions) for table in scene.tables),
        mails=len(copies),
        repeated=sum(len(same) - 1 for same in copies.values()),
    )


# --- all setups ------------------------------------------------------------------------------------------


def play_all(asked: Namespace, folder: Path, progress: Progress) -> dict[str, Ended | str]:
    """Return the result of each setup, or why it was not run."""
    setups = asked.only or SETUPS
    shares = [len(range(i, asked.kills, len(setups))) for i in range(len(setups))]
    with ThreadPoolExecutor(asked.at_once) as pool, _ended_with_us(pool):
        playing = {
            setup: pool.submit(_play_or_say, setup, folder, kills, asked.seed, progress)
            for setup, kills in zip(setups, shares, strict=True)
        }
        return {setup: one.result() for setup, one in playing.items()}


@contextmanager
def _ended_with_us(pool: ThreadPoolExecutor) -> Iterator[None]:
    """Context manager: if we are stopped in the middle, end every setup cleanly, with its servers."""
    try:
        yield
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for boxes in list(PLAYING):
            boxes.give_up("it was stopped before its end")
        raise


def _play_or_say(setup: str, folder: Path, kills: int, seed: int, progress: Progress) -> Ended | str:
    task = progress.add_task(setup, total=kills)
    try:
        return play(setup, folder / setup.replace("+", "-"), kills, seed, partial(progress.advance, task))
    except NoServer as missing:
        return f"left out: {missing}"
    except Lost as lost:
        return f"LOST (seed {seed}, see {folder}): {lost}"


def main() -> int:
    asked = _asked()
    end_in_good_order()
    logs.set_up("warning", "text")
    folder = Path(tempfile.mkdtemp(prefix="crash-"))
    begun = time.monotonic()
    console = Console(stderr=asked.json)
    with Progress(console=console, transient=True) as progress:
        found = play_all(asked, folder, progress)
    ended = [one for one in found.values() if isinstance(one, Ended)]
    if asked.json:
        print(json.dumps({setup: to_builtins(one) for setup, one in found.items()}, indent=2))
    else:
        _notify(console, found)
    lost = [one for one in found.values() if isinstance(one, str) and one.startswith("LOST")]
    if lost or not ended:
        return 1
    kills = sum(sum(one.killed.values()) for one in ended)
    console.print(f"{kills} kills in {time.monotonic() - begun:.0f} s: nothing lost, nothing done twice")
    return 0


def _asked() -> Namespace:
    wanted = ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    wanted.add_argument("--kills", type=int, default=500, help="in all setups together")
    wanted.add_argument("--seed", type=int, default=1)
    wanted.add_argument("--only", action="append", choices=SETUPS, help="only this setup; may be repeated")
    wanted.add_argument("--at-once", type=int, default=2, help="how many setups run at the same time")
    wanted.add_argument("--json", action="store_true", help="print the results as JSON")
    return wanted.parse_args()


def _notify(console: Console, found: Mapping[str, Ended | str]) -> None:
    ended = [one for one in found.values() if isinstance(one, Ended)]
    grid = Grid("killed at", *(one.setup for one in ended))
    for step in (*STEPS, AT_RANDOM):
        grid.add_row(step, *(str(one.killed.get(step, 0)) for one in ended))
    for name in ("messages", "turns", "mails", "repeated", "seconds"):
        grid.add_row(name, *(str(getattr(one, name)) for one in ended))
    console.print(grid)
    for setup, one in found.items():
        if isinstance(one, str):
            console.print(f"{setup}: {one}", markup=False)


if __name__ == "__main__":
    sys.exit(main())
