"""`pbem demo`: play the first turns of each game, by real mail, on a fast clock.

The messages are in config/demo.toml. The service is the real one: its receiver on loopback, a throwaway
SQLite database, its outbox delivered over SMTP. Only the clock is fake: it jumps from message to message and
from deadline to deadline.
"""

import shutil
import tomllib
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter
from typing import Any

from msgspec import Struct
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from sqlmodel import select

from pbem.core import logs
from pbem.core.sentences import Sentence, sentence
from pbem.core.settings import DatabaseSettings, HouseSettings, ReceiverSettings, SenderSettings, Settings
from pbem.core.templating import packaged, when_soon, words
from pbem.core.text_layout import WIDTH
from pbem.gamemaster import gm_commands
from pbem.outbound.delivery import Delivery
from pbem.service import receiving
from pbem.service.assembly import context_of, open_office, relay_of
from pbem.service.demo_mailboxes import Mail, PostOffice, mailbox, send, text_of, write
from pbem.service.scheduler import Service
from pbem.store.game_tables import AdjudicatedTurn, GameTable
from pbem.store.robot_rows import PracticeTable
from pbem.store.states import RUNNING
from pbem.tables import opening
from pbem.tables.office import Office

BEGIN = datetime(2026, 11, 23, 18, 0, tzinfo=UTC)
GM = "gm@players.example"
INDENT = 4  # columns: a mail has 76 of 80


class FastClock:
    """A clock that is set forward by hand; it never goes back."""

    def __init__(self, moment: datetime) -> None:
        self._moment = moment

    def now(self) -> datetime:
        return self._moment

    def jump(self, moment: datetime) -> None:
        self._moment = max(moment, self._moment)


class ScriptedMessage(Struct, frozen=True):
    """A message of the script: its player, its table and its time."""

    table: str
    power: str
    name: str
    player: str
    how: str
    orders: str
    shows: str
    sent: datetime


class Stage(Struct, frozen=True):
    """Everything that the demo uses."""

    script: dict[str, Any]
    office: Office
    service: Service
    clock: FastClock
    post_office: PostOffice
    port: int
    console: Console


def main() -> int:
    """`pbem demo`: play on this terminal, into ./demo."""
    logs.set_up("warning", "text")
    return play(Path("demo"), Console())


def play(folder: Path, console: Console) -> int:
    """Play the script into *folder*, which is emptied first; 0 if every turn of it was run."""
    began = perf_counter()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    script = tomllib.loads((packaged("config") / "demo.toml").read_text("utf-8"))
    with ExitStack() as closing:
        stage = _build(script, folder, console, closing)
        _open_tables(stage)
        for number in range(max(len(table["turn"]) for table in script["table"])):
            _play_turn(stage, number)
            _rest(stage, number + 1)
        _practise(stage)
        return _epilogue(stage, folder, perf_counter() - began)


def _build(script: dict[str, Any], folder: Path, console: Console, closing: ExitStack) -> Stage:
    """Start the service with its receiver, and the players' post office; *closing* stops them."""
    post_office = PostOffice(folder)
    post_office.start()
    closing.callback(post_office.stop)
    office = open_office(_settings(folder, post_office.port))
    closing.callback(office.store.close)
    clock = FastClock(BEGIN)
    context = context_of(office, clock)
    receiver = receiving.receiver_of(office.settings, context, clock.now)
    delivery = Delivery(relay_of(office.settings))
    closing.callback(delivery.close)
    receiver.start()
    closing.callback(receiver.stop)
    service = Service(office, clock, [receiver], delivery)
    return Stage(script, office, service, clock, post_office, receiver.port, console)


def _settings(folder: Path, port: int) -> Settings:
    return Settings(
        house=HouseSettings(
            name="Downfall by mail", judge="judge@downfall.example", host="host@players.example"
        ),
        database=DatabaseSettings(url=f"sqlite:///{folder / 'demo.sqlite'}"),
        receiver=ReceiverSettings(port=0),
        sender=SenderSettings(host="127.0.0.1", port=port),
    )


def _open_tables(stage: Stage) -> None:
    names = stage.script["players"]
    for table in stage.script["table"]:
        seats = [opening.Player(power, mailbox(name), names[name]) for power, name in table["seats"].items()]
        plan = opening.Plan(
            table["key"],
            table["game"],
            GM,
            seats,
            table["pace"],
            table.get("options", {}),
            gm_name="Grace Master",
            seed=table["seed"],
            house=table.get("house", {}),
        )
        opened = opening.open_table(plan, stage.office, stage.clock.now())
        stage.console.rule(f"[bold]{opened.key}: {opened.title}")
        stage.console.print(_said(sentence("demo", "opened", players=len(seats), pace=table["pace"])))
    stage.service.look()
    stage.console.print(_tally(stage, 0))


def _play_turn(stage: Stage, number: int) -> None:
    """Send every message of the turn at its time, and run the deadline between them."""
    deadline = _next_deadline(stage)
    messages = sorted(_messages(stage, number, deadline), key=lambda message: message.sent)
    reports = {one: stage.post_office.last_report(one.name, one.table) for one in messages}
    due = sentence("demo", "deadline", moment=deadline)
    stage.console.rule(f"[bold]{_said(due)}", style="dim")
    for message in [one for one in messages if one.sent <= deadline]:
        _mail(stage, message, stage.post_office.last_report(message.name, message.table))
    _run_deadline(stage, deadline)
    for message in [one for one in messages if one.sent > deadline]:
        _mail(stage, message, reports[message])


def _rest(stage: Stage, played: int) -> None:
    """Pause the tables whose script has ended, so that nobody is late at them."""
    for table in stage.script["table"]:
        if len(table["turn"]) == played:
            gm_commands.say(stage.office, table["key"], "PAUSE", stage.clock.now())
    stage.service.look()


def _practise(stage: Stage) -> None:
    """Let the first player open a practice table, ask for a hint there, and play a turn."""
    script, table = stage.script["practice"], stage.script["table"][0]
    name, key = script["from"], table["key"]
    power = next(power for power, who in table["seats"].items() if who == name)
    stage.console.rule(f"[bold]{_said(sentence('demo', 'practice'))}")
    for message in script["message"]:
        sent = stage.clock.now() + timedelta(hours=1)
        one = ScriptedMessage(
            table=key,
            power=power,
            name=name,
            player=stage.script["players"][name],
            how="reply",
            orders=message["orders"],
            shows=message["shows"],
            sent=sent,
        )
        _mail(stage, one, stage.post_office.last_report(name, key))
        with stage.office.store.reading() as session:
            key, power = session.exec(select(PracticeTable.table_key)).one(), script["power"]
    stage.console.print(_tally(stage, len(stage.post_office.filed) - 1))


def _next_deadline(stage: Stage) -> datetime:
    with stage.office.store.reading() as session:
        running = select(GameTable).where(GameTable.state == RUNNING)
        deadlines = [table.deadline_utc for table in session.exec(running)]
    return min(deadline for deadline in deadlines if deadline is not None)


def _messages(stage: Stage, number: int, deadline: datetime) -> Iterator[ScriptedMessage]:
    for table in stage.script["table"]:
        powers = {name: power for power, name in table["seats"].items()}
        turn = table["turn"][number] if number < len(table["turn"]) else {"message": []}
        for message in turn["message"]:
            name = message["from"]
            yield ScriptedMessage(
                table=table["key"],
                power=powers[name],
                name=name,
                player=stage.script["players"][name],
                how=message.get("how", "reply"),
                orders=message["orders"],
                shows=message.get("shows", ""),
                sent=deadline - timedelta(hours=message["when"]),
            )


def _mail(stage: Stage, message: ScriptedMessage, report: Mail) -> None:
    """Send one message over SMTP; the service processes and answers it."""
    stage.clock.jump(message.sent)
    before = len(stage.post_office.filed)
    send(write(message.how, message.orders, report, message.sent), stage.port)
    stage.service.look()
    first, *more = [line for line in message.orders.strip().splitlines() if line.strip()]
    line = Text.assemble(
        (f"{when_soon(message.sent, message.sent, 'UTC')}  ", "dim"),
        (f"{message.table} ", "cyan"),
        (f"{message.player} ({message.power})", "bold"),
        f" {_said(sentence('demo', 'mails', first=first, more=len(more)))}",
    )
    stage.console.print(line)
    if message.shows:
        stage.console.print(Text(f"{' ' * INDENT}{message.shows}", style="italic green"))
        _show_answer(stage, message.name, before)


def _show_answer(stage: Stage, name: str, before: int) -> None:
    """Print the answer as the player reads it, without the footer."""
    for who, mail in stage.post_office.filed[before:]:
        if who == name:
            text = text_of(mail).partition("\n-- \n")[0].strip()
            stage.console.print(Padding(Text(text, style="dim"), (0, 0, 1, INDENT)))


def _run_deadline(stage: Stage, deadline: datetime) -> None:
    """Advance the clock to the deadline: due turns are run, and the mails go out."""
    before = len(stage.post_office.filed)
    with stage.office.store.reading() as session:
        finals = [table.final_utc for table in session.exec(select(GameTable)) if table.final_utc]
    stage.clock.jump(max(deadline, min(finals, default=deadline)))
    began = perf_counter()
    stage.service.look()
    spent, heading = perf_counter() - began, _said(sentence("demo", "bulletin"))
    for mail in _bulletins(stage, before):
        stage.console.print(Text.assemble((f"{heading}  ", "yellow"), (mail["Subject"], "bold")))
        stage.console.print(Padding(Text(_news(mail)), (0, 0, 0, INDENT)))
    stage.console.print(_tally(stage, before), f"({spent:.1f} s)")


def _news(bulletin: Mail) -> str:
    """Return headline and lead, between the masthead and the first section."""
    _, _, below, *_ = text_of(bulletin).split("=" * WIDTH)
    paragraphs = below.strip().split("\n\n")[:2]
    return "\n".join(paragraph for paragraph in paragraphs if "\n---" not in paragraph)


def _bulletins(stage: Stage, before: int) -> list[Any]:
    """Return the GM's copies of the latest bulletins."""
    gm = GM.partition("@")[0]
    news = [mail for who, mail in stage.post_office.filed[before:] if who == gm]
    return [mail for mail in news if mail["List-Id"]]


def _tally(stage: Stage, before: int) -> str:
    sorts = Counter(
        "bulletins" if mail["List-Id"] else "messages" for _, mail in stage.post_office.filed[before:]
    )
    said = sentence("demo", "delivered", messages=sorts["messages"], bulletins=sorts["bulletins"])
    return f"[dim]{_said(said)}[/dim]"


def _epilogue(stage: Stage, folder: Path, seconds: float) -> int:
    """Print what was played, where it is, and how to go on; return 0 if the whole script was played."""
    wanted = {
        table["key"]: sum(turn.get("runs", 1) for turn in table["turn"]) for table in stage.script["table"]
    }
    with stage.office.store.reading() as session:
        played = Counter(turn.table_key for turn in session.exec(select(AdjudicatedTurn)))
    heads = sentence("demo", "table"), sentence("demo", "turns"), sentence("demo", "of")
    table = Table(*map(_said, heads), title=_said(sentence("demo", "played")))
    for key, turns in wanted.items():
        table.add_row(key, str(played[key]), str(turns))
    stage.console.print(table)
    mails = len(list((folder / "outbox").rglob("*.eml")))
    facts = {"mails": mails, "folder": folder, "seconds": f"{seconds:.0f}"}
    stage.console.print(words("demo_end.txt", facts).rstrip())
    return 0 if all(played[key] == turns for key, turns in wanted.items()) else 1


def _said(said: Sentence) -> str:
    return said.words(None)
