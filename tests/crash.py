"""Is anything lost or done twice when the service is killed?  A real process, real SMTP, SIGKILL.

    python -m tests.crash --kills 500            # make crash
    python -m tests.crash --kills 500 --url postgresql+psycopg://...

Players play whole turns of standard Diplomacy and Downfall XIII by mail against `tests.mortal`, which dies
at each named step of both spines in turn, and at random moments besides; it is started again whenever it is
dead. A letter is sent again until it was answered 250, as every mail server does. What should have come of
it all is worked out beside, by the games alone. At the end:

- each letter that was answered 250 is in the database once, done, and answered by exactly one mail;
- each turn was run once, on the orders that were mailed, and every position is the one worked out;
- each report came at least once, and each copy of it is the same to the byte.
"""

import os
import random
import re
import smtplib
import socket
import subprocess
import sys
import tempfile
import threading
import time
from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from email.utils import format_datetime
from pathlib import Path

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from msgspec import Struct
from rich.console import Console
from rich.progress import Progress
from sqlmodel import col, select

from adjudicator.dice import SeededDice
from adjudicator.games import find
from pbem import intake, opening, turn
from pbem.assembly import open_office
from pbem.identify import gm_seat, seat_address
from pbem.settings import DatabaseSettings, HouseSettings, ReceiverSettings, SenderSettings, Settings
from pbem.store import DONE, SENT, GameTable, JudgedTurn, KeptLetter, Parcel, Store

JUDGE, GM = "judge@judge.example", "gm@players.example"
TABLES = {"std1": "standard", "xiii1": "downfall-xiii"}
PATIENCE = 300  # seconds until a mail must have come; a turn may be killed at each of its steps first
UNMET = 8  # seconds until a doom whose step nothing leads to is met all the same
AT_RANDOM = "at random"


class Lost(AssertionError):  # noqa: N818 - named by what happened
    """What was found that should not be; the text says what and where."""


class Mailboxes:
    """Takes every mail of the service, and forgets nothing."""

    def __init__(self) -> None:
        self.copies: defaultdict[str, list[bytes]] = defaultdict(list)  # by Message-ID
        self.last: dict[tuple[str, str], EmailMessage] = {}  # by address and first word of the subject
        self.news = threading.Condition()
        self.port = free_port()
        self._server = Controller(self, hostname="127.0.0.1", port=self.port)

    def __enter__(self) -> "Mailboxes":
        self._server.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.stop()

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802 - aiosmtpd's
        raw = envelope.original_content or b""
        mail = message_from_bytes(raw, EmailMessage, policy=default)
        subject = str(mail["Subject"])
        with self.news:
            self.copies[str(mail["Message-ID"])].append(raw)
            if "report for" in subject:
                self.last[envelope.rcpt_tos[0], subject.partition(":")[0]] = mail
            self.news.notify_all()
        return "250 taken"

    def wait_for(self, address: str, table: str, thread: str) -> EmailMessage:
        """The last report to *address*, once it is of *thread* (as a Message-ID begins)."""

        def is_there() -> bool:
            mail = self.last.get((address, table))
            return mail is not None and thread in str(mail["Message-ID"])

        with self.news:
            if not self.news.wait_for(is_there, PATIENCE):
                raise Lost(f"{table}: no report {thread} came to {address} in {PATIENCE} seconds")
            return self.last[address, table]


class Patient:
    """The process, its dooms, and whoever starts it again."""

    def __init__(self, folder: Path, own: Mapping[str, str], kills: int, seed: int) -> None:
        self.folder, self.environment, self.left = folder, own, kills
        self.killed: Counter[str] = Counter()
        self.random = random.Random(seed)
        self._ending = threading.Event()
        self._keeper = threading.Thread(target=self._keep, daemon=True)

    def __enter__(self) -> "Patient":
        self._keeper.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ending.set()
        self._keeper.join(PATIENCE)

    def _keep(self) -> None:
        fates = self._fates()
        while not self._ending.is_set():
            step = next(fates) if self.left > 0 else ""
            process = self._start(step)
            self._watch(process, step)
            process.wait()

    def _fates(self) -> Iterator[str]:
        """Each step once in every round, and some moments at random, in an order of its own.

        Never two steps of the reading of letters in a row: a letter over which the service dies three times
        is put aside as poisoned, and rightly so.
        """
        while True:
            reading, others = [*intake.STEPS], [*turn.STEPS, *[AT_RANDOM] * (len(intake.STEPS) - 1)]
            self.random.shuffle(reading)
            self.random.shuffle(others)
            for other in others:
                yield other
                if reading:
                    yield reading.pop()

    def _start(self, step: str) -> subprocess.Popen[bytes]:
        named = step if step != AT_RANDOM else ""
        count = self.random.randint(1, 6) if step in intake.STEPS else 1
        doom = {"MORTAL_STEP": named, "MORTAL_COUNT": str(count)}
        with (self.folder / "service.log").open("ab") as log:
            command = [sys.executable, "-m", "tests.mortal"]
            return subprocess.Popen(
                command, env={**os.environ, **self.environment, **doom}, stdout=log, stderr=log
            )

    def _watch(self, process: subprocess.Popen[bytes], step: str) -> None:
        """Until it is dead; kill it where its doom is a moment, or where nothing leads to its step."""
        moment = self.random.uniform(0.0, 4.0) if step == AT_RANDOM else UNMET
        while process.poll() is None and not listens(int(self.environment["PBEM_RECEIVER__PORT"])):
            time.sleep(0.05)
        begun = time.monotonic()
        while process.poll() is None:
            if self._ending.is_set() and not step:
                process.terminate()
                process.wait(PATIENCE)
                return
            if step and time.monotonic() - begun > moment:
                process.kill()
                process.wait()
                step = AT_RANDOM
            time.sleep(0.02)
        if not step:
            raise Lost(f"the service ended by itself with {process.returncode}; see service.log")
        self.left -= 1
        self.killed[step] += 1


class Played(Struct):
    """A table as it should be: its state, and the positions so far."""

    key: str
    game: str
    seed: str
    state: str
    gm_address: str  # of the service, with the game master's token
    number: int = 1
    positions: list[str] = []


class Post:
    """What the players send: each letter until it is answered 250."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.taken: list[str] = []  # Message-IDs

    def send(self, sender: str, to: str, subject: str, body: str) -> None:
        mail = EmailMessage()
        number = len(self.taken) + 1
        mail["From"], mail["To"], mail["Subject"] = sender, to, subject
        mail["Date"] = format_datetime(datetime.now(UTC))
        mail["Message-ID"] = f"<letter.{number}@players.example>"
        mail.set_content(body)
        until = time.monotonic() + PATIENCE
        while not self._is_taken(sender, to, mail):
            if time.monotonic() > until:
                raise Lost(f"letter {number} was not taken in {PATIENCE} seconds")
            time.sleep(0.1)
        self.taken.append(f"<letter.{number}@players.example>")

    def _is_taken(self, sender: str, to: str, mail: EmailMessage) -> bool:
        try:
            with smtplib.SMTP("127.0.0.1", self.port, timeout=10) as server:
                server.send_message(mail, sender, [to])
        except (OSError, smtplib.SMTPException):
            return False
        return True


def play(url: str, folder: Path, kills: int, seed: int, progress: Progress | None = None) -> Counter[str]:
    """Play until the service was killed *kills* times, then check everything. Raises Lost."""
    port = free_port()
    with ExitStack() as stack:
        boxes = stack.enter_context(Mailboxes())
        settings = settings_for(url, port, boxes.port)
        tables = _open(settings, seed)
        post = Post(port)
        patient = stack.enter_context(Patient(folder, environment(settings), kills, seed))
        task = progress.add_task("kills", total=kills) if progress else None
        die = random.Random(seed)
        while patient.left > 0:
            for table in tables:
                _play_turn(table, boxes, post, die)
                if progress and task is not None:
                    progress.update(task, completed=kills - patient.left)
        _settle(Store(url), tables)
    _check(Store(url), tables, post, boxes)
    return patient.killed


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
        "PBEM_LETTERS__ANSWERS_AN_HOUR": "100000",
    }


def _open(settings: Settings, seed: int) -> list[Played]:
    office = open_office(settings)
    tables = []
    for key, game in TABLES.items():
        powers = find(game).card.seats
        players = [opening.Player(power, f"{_name(power)}.{key}@players.example") for power in powers]
        plan = opening.Plan(key, game, GM, players, "30d", seed=f"{seed}")
        row = opening.open_table(plan, office, datetime.now(UTC))
        gm_address = seat_address(office.door.seal, gm_seat(row), JUDGE)
        tables.append(Played(key, game, row.seed, row.position, gm_address))
    office.store.close()
    return tables


def _name(power: str) -> str:
    return re.sub("[^a-z]", "", power.lower())


def _play_turn(table: Played, boxes: Mailboxes, post: Post, die: random.Random) -> None:
    """Everybody who has something to say mails it, the game master has the turn run, the reports come."""
    game = find(table.game)
    orders = {}
    asked = {**game.due(table.state).owed, **game.due(table.state).asked}
    for power in game.card.seats:
        address = f"{_name(power)}.{table.key}@players.example"
        report = boxes.wait_for(address, table.key, f"<{table.key}.{table.number - 1}.")
        lines = _sheet(game.choices(table.state, power), die) if power in asked else []
        if lines:
            post.send(address, str(report["Reply-To"]), f"Re: {report['Subject']}", "\n".join(lines))
            orders[power] = game.read(table.state, power, None, lines).orders
    post.send(GM, table.gm_address, table.key, "RUN NOW")
    judged = game.judge(table.state, orders, SeededDice(table.seed, table.number))
    table.state, table.number = judged.state, table.number + 1
    table.positions.append(judged.state)


def _sheet(choices: Mapping[str, Sequence[str]], die: random.Random) -> list[str]:
    return [die.choice(list(lines)) for lines in choices.values() if lines]


def _settle(store: Store, tables: Sequence[Played]) -> None:
    """Wait until the service has nothing left to do."""
    wanted = {table.key: table.number for table in tables}
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with store.reading() as session:
            letters = session.exec(select(KeptLetter.id).where(KeptLetter.state != DONE)).all()
            mails = session.exec(select(Parcel.id).where(Parcel.state != SENT)).all()
            due = {row.key: row.number for row in session.exec(select(GameTable))}
        if not letters and not mails and due == wanted:
            return
        time.sleep(0.2)
    raise Lost(f"still open after {PATIENCE} seconds: letters {letters}, mails {mails}, turns {due}")


def _check(store: Store, tables: Sequence[Played], post: Post, boxes: Mailboxes) -> None:
    with store.reading() as session:
        letters = session.exec(select(KeptLetter)).all()
        parcels = session.exec(select(Parcel)).all()
        judged = session.exec(select(JudgedTurn).order_by(col(JudgedTurn.number))).all()
    store.close()
    _same("letters kept", Counter(letter.fingerprint for letter in letters), Counter(post.taken))
    answers = Counter(parcel.letter_id for parcel in parcels if parcel.letter_id)
    _same("answers to letters", answers, Counter(letter.id for letter in letters))
    for table in tables:
        own = [row for row in judged if row.table_key == table.key]
        _same(f"{table.key}: turns", [row.number for row in own], list(range(1, len(table.positions) + 1)))
        _same(f"{table.key}: positions", [row.position for row in own], table.positions)
    for parcel in parcels:
        copies = boxes.copies[f"<{parcel.message_id.strip('<>')}>"]
        if not copies or any(copy != copies[0] for copy in copies):
            raise Lost(f"mail {parcel.message_id} came {len(copies)} times, in different words or never")


def _same(what: str, found: object, wanted: object) -> None:
    if found != wanted:
        raise Lost(f"{what}: found {found}, wanted {wanted}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def main() -> int:
    wanted = ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    wanted.add_argument("--kills", type=int, default=500)
    wanted.add_argument("--seed", type=int, default=1)
    wanted.add_argument("--url", default="", help="a database that is empty; else SQLite in a new folder")
    asked = wanted.parse_args()
    console = Console()
    folder = Path(tempfile.mkdtemp(prefix="crash-"))
    url = asked.url or f"sqlite:///{folder / 'pbem.sqlite'}"
    begun = time.monotonic()
    with Progress(console=console, transient=True) as progress:
        try:
            killed = play(url, folder, asked.kills, asked.seed, progress)
        except Lost as lost:
            console.print(f"[bold]LOST[/bold] (seed {asked.seed}, see {folder}): {lost}", markup=True)
            return 1
    for step, count in sorted(killed.items()):
        console.print(f"{count:5}  {step}")
    console.print(f"{killed.total()} kills in {time.monotonic() - begun:.0f} s: nothing lost, nothing twice")
    return 0


if __name__ == "__main__":
    sys.exit(main())
