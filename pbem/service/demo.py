"""`pbem demo`: plays the first turns of each game, by real mail, on a fast clock.

The messages stand in config/demo.toml. The service is the real one: its receiver on loopback, a throwaway
SQLite database, its outbox delivered over SMTP. Only the clock is ours: it jumps from message to message and
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
from pbem.core.settings import DatabaseSettings, HouseSettings, ReceiverSettings, SenderSettings, Settings
from pbem.core.templating import WIDTH, packaged
from pbem.gamemaster import gm_commands
from pbem.outbound.delivery import Delivery
from pbem.service.assembly import context_of, open_office, receiver_of, relay_of
from pbem.service.demo_mailboxes import Mail, PostOffice, mailbox, send, text_of, write
from pbem.service.scheduler import Service
from pbem.store.database import RUNNING, AdjudicatedTurn, GameTable
from pbem.tables import opening
from pbem.tables.office import Office

BEGIN = datetime(2026, 11, 23, 18, 0, tzinfo=UTC)
GM = "gm@players.example"
INDENT = 4  # columns: what is left of 80 beside the 76 of a mail


class FastClock:
    """A clock that is put forward by hand; it never goes back."""

    def __init__(self, moment: datetime) -> None:
        self._moment = moment

    def now(self) -> datetime:
        return self._moment

    def jump(self, moment: datetime) -> None:
        self._moment = max(moment, self._moment)


class Post(Struct, frozen=True):
    """A message of the script: by whom, for which table, and when."""

    table: str
    power: str
    name: str
    player: str
    how: str
    orders: str
    shows: str
    sent: datetime


class Stage(Struct, frozen=True):
    """All that the play is played with."""

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
        return _epilogue(stage, folder, perf_counter() - began)


def _build(script: dict[str, Any], folder: Path, console: Console, closing: ExitStack) -> Stage:
    """The service with its receiver open, the players' post office beside it; *closing* ends them all."""
    post_office = PostOffice(folder)
    post_office.start()
    closing.callback(post_office.stop)
    office = open_office(_settings(folder, post_office.port))
    closing.callback(office.store.close)
    clock = FastClock(BEGIN)
    context = context_of(office, clock)
    receiver = receiver_of(office.settings, context, clock.now)
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
        )
        opened = opening.open_table(plan, stage.office, stage.clock.now())
        stage.console.rule(f"[bold]{opened.key}: {opened.title}")
        stage.console.print(f"{len(seats)} players, a turn every {table['pace']}. The first mails go out.")
    stage.service.look()
    stage.console.print(_tally(stage, 0))


def _play_turn(stage: Stage, number: int) -> None:
    """Every message of the turn at its time, and the deadlines between them."""
    deadline = _next_deadline(stage)
    posts = sorted(_posts(stage, number, deadline), key=lambda context: context.sent)
    reports = {context: stage.post_office.last_report(context.name, context.table) for context in posts}
    stage.console.rule(f"[bold]Deadline {deadline:%a %d %b %Y, %H:%M} UTC", style="dim")
    for context in [context for context in posts if context.sent <= deadline]:
        _mail(stage, context, reports[context])
    _run_deadline(stage, deadline)
    for context in [context for context in posts if context.sent > deadline]:
        _mail(stage, context, reports[context])


def _rest(stage: Stage, played: int) -> None:
    """The GM pauses the tables whose script is at its end, so that nobody is late at them."""
    for table in stage.script["table"]:
        if len(table["turn"]) == played:
            gm_commands.say(stage.office, table["key"], "PAUSE", stage.clock.now())
    stage.service.look()


def _next_deadline(stage: Stage) -> datetime:
    with stage.office.store.reading() as session:
        running = select(GameTable).where(GameTable.state == RUNNING)
        deadlines = [table.deadline_utc for table in session.exec(running)]
    return min(deadline for deadline in deadlines if deadline is not None)


def _posts(stage: Stage, number: int, deadline: datetime) -> Iterator[Post]:
    for table in stage.script["table"]:
        powers = {name: power for power, name in table["seats"].items()}
        turn = table["turn"][number] if number < len(table["turn"]) else {"message": []}
        for message in turn["message"]:
            name = message["from"]
            yield Post(
                table=table["key"],
                power=powers[name],
                name=name,
                player=stage.script["players"][name],
                how=message.get("how", "reply"),
                orders=message["orders"],
                shows=message.get("shows", ""),
                sent=deadline - timedelta(hours=message["when"]),
            )


def _mail(stage: Stage, context: Post, report: Mail) -> None:
    """One message over SMTP; the service takes it in and answers."""
    stage.clock.jump(context.sent)
    heard = len(stage.post_office.filed)
    send(write(context.how, context.orders, report, context.sent), stage.port)
    stage.service.look()
    first, *more = [line for line in context.orders.strip().splitlines() if line.strip()]
    told = Text.assemble(
        (f"{context.sent:%a %H:%M}  ", "dim"),
        (f"{context.table} ", "cyan"),
        (f"{context.player} ({context.power})", "bold"),
        f" mails: {first}" + (f" ... and {len(more)} more" if more else ""),
    )
    stage.console.print(told)
    if context.shows:
        stage.console.print(Text(f"{' ' * INDENT}{context.shows}", style="italic green"))
        _show_answer(stage, context.name, heard)


def _show_answer(stage: Stage, name: str, heard: int) -> None:
    """What came back, as the player reads it, without the foot."""
    for who, mail in stage.post_office.filed[heard:]:
        if who == name:
            text = text_of(mail).partition("\n-- \n")[0].strip()
            stage.console.print(Padding(Text(text, style="dim"), (0, 0, 1, INDENT)))


def _run_deadline(stage: Stage, deadline: datetime) -> None:
    """The clock strikes: every game that is due is run, and the mails go out."""
    heard = len(stage.post_office.filed)
    with stage.office.store.reading() as session:
        finals = [table.final_utc for table in session.exec(select(GameTable)) if table.final_utc]
    stage.clock.jump(max(deadline, min(finals, default=deadline)))
    began = perf_counter()
    stage.service.look()
    spent = perf_counter() - began
    for mail in _bulletins(stage, heard):
        stage.console.print(Text.assemble(("bulletin  ", "yellow"), (mail["Subject"], "bold")))
        stage.console.print(Padding(Text(_news(mail)), (0, 0, 0, INDENT)))
    stage.console.print(_tally(stage, heard), f"({spent:.1f} s)")


def _news(bulletin: Mail) -> str:
    """Headline and lead, if there is one: what stands between the masthead and the first section."""
    _, _, below, *_ = text_of(bulletin).split("=" * WIDTH)
    paragraphs = below.strip().split("\n\n")[:2]
    return "\n".join(paragraph for paragraph in paragraphs if "\n---" not in paragraph)


def _bulletins(stage: Stage, heard: int) -> list[Any]:
    """The GM's copies of the bulletins that have just gone out."""
    gm = GM.partition("@")[0]
    news = [mail for who, mail in stage.post_office.filed[heard:] if who == gm]
    return [mail for mail in news if mail["List-Id"]]


def _tally(stage: Stage, heard: int) -> str:
    sorts = Counter(
        "bulletins" if mail["List-Id"] else "messages" for _, mail in stage.post_office.filed[heard:]
    )
    return f"[dim]{sorts['messages']} private mails and {sorts['bulletins']} bulletins delivered[/dim]"


def _epilogue(stage: Stage, folder: Path, seconds: float) -> int:
    """What was played, where it lies, and how to go on; 0 if it was all of the script."""
    wanted = {table["key"]: len(table["turn"]) for table in stage.script["table"]}
    with stage.office.store.reading() as session:
        played = Counter(turn.table_key for turn in session.exec(select(AdjudicatedTurn)))
    table = Table("table", "turns", "of", title="Played")
    for key, turns in wanted.items():
        table.add_row(key, str(played[key]), str(turns))
    stage.console.print(table)
    mails = len(list((folder / "outbox").rglob("*.eml")))
    stage.console.print(
        f"{mails} mails lie in [bold]{folder}/outbox/[/bold], a mailbox (Maildir) for each player:\n"
        f"  neomutt -f {folder}/outbox/emil\n"
        f"Their pictures lie in [bold]{folder}/pictures/[/bold]. It took {seconds:.0f} seconds.\n\n"
        "To run the service for real: copy config/pbem.toml, set the judge's address,\nthen\n"
        "  pbem new mygame --game standard --gm you@example.org \\\n"
        "      --player France=ann@example.org ...\n"
        "  pbem serve"
    )
    return 0 if all(played[key] == turns for key, turns in wanted.items()) else 1
