"""Build every kind of mail that the service sends, for every game; for tests and for tools/look.py.

The positions are those after a few turns of random legal orders, the same each time.
"""

import random
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from adjudicator import games
from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Game, Power
from pbem import reports
from pbem.reports.message_bytes import Outgoing

if TYPE_CHECKING:
    from tests.support.table import Table

SENT = datetime(2026, 12, 1, 20, 0, tzinfo=UTC)
DEADLINE = datetime(2026, 12, 4, 20, 0, tzinfo=UTC)
HOUSE = reports.House(
    "Downfall by mail", "downfall.example", "judge@downfall.example", site="https://d.example"
)
ZONE = "Europe/Berlin"
TURNS: Mapping[str, int] = {"standard": 8, "downfall-xiii": 6, "hardbop": 4, "empires": 6, "domination": 4}
GM, FINISHED = "gm@w.org", "downfall-xiii"  # a game of the archive that is over
KINDS = (
    "first-report",
    "first-bulletin",
    "report",
    "report-other",
    "phase-notice",
    "bulletin",
    "confirmation",
    "status",
    "please-confirm",
    "note",
)
HOUSE_MAIL = "house"
HOUSE_KINDS = ("transcript", "refusal", "answer", "several", "please-confirm-guest", "gm-notice")
NAMES = (
    *(f"{key}/{kind}" for key in TURNS for kind in KINDS),
    *(f"{HOUSE_MAIL}/{kind}" for kind in HOUSE_KINDS),
)
TAG = "[t1 seat #abcd]"
SEEDS: Mapping[str, int] = {"hardbop": 9}  # of the random orders; others have 7, but a test needs this game
SILENT_EVERY = 4  # in every fourth turn the second power sends no orders


class Played(NamedTuple):
    """A game after some turns: the state before the last turn, the state after it, and its record."""

    game: Game
    number: int
    before: str
    after: str
    record: str


@lru_cache(maxsize=16)
def played(key: str, turns: int | None = None) -> Played:
    game, chance = games.find(key), random.Random(SEEDS.get(key, 7))
    state = before = game.start({}, SeededDice("post bag", 0))
    record = ""
    number = 0
    while number < (turns or TURNS[key]) and not game.due(state).over:
        number += 1
        orders = {power: _orders(game, state, power, chance) for power in _awake(game, number)}
        turn = game.judge(state, orders, SeededDice("post bag", number))
        before, state, record = state, turn.state, turn.record
    return Played(game, number, before, state, record)


def _awake(game: Game, number: int) -> Iterator[Power]:
    return (power for i, power in enumerate(game.card.seats) if i != 1 or number % SILENT_EVERY)


def _orders(game: Game, state: str, power: Power, chance: random.Random) -> str:
    lines = [chance.choice(list(orders)) for orders in game.choices(state, power).values() if orders]
    return game.read(state, power, None, lines or game.form(state, power)).orders


def table_of(game: Game) -> reports.TableCard:
    key = f"{game.card.key[:4]}1"
    later = game.card.later_message
    return reports.TableCard(
        key,
        game.card.key,
        game.card.title,
        "Grace Master",
        "gm@x.org",
        "ab" * 32,
        "UTC",
        later,
        True,
        of_many=game.card.of_many,
    )


def seat_of(game: Game, power: Power, *, has_picture: bool = True) -> reports.SeatCard:
    address = "judge+seat.t1.abcd@downfall.example"
    return reports.SeatCard(
        table_of(game), power, "Bob Baker", "bob@x.org", address, TAG, ZONE, has_picture, has_json=True
    )


def context(subject: str = "orders") -> reports.MailContext:
    return reports.MailContext(HOUSE, SENT, reports.AnsweredMessage("heard@x.org", (), subject))


def run_of(one: Played) -> reports.Run:
    due = one.game.due(one.after)
    before = one.game.show(one.before, None, None).tally
    return reports.Run(one.number, due, None if due.over else DEADLINE, before=before)


def turn_view(one: Played, reader: Power | None) -> reports.TurnView:
    game, record = one.game, one.record or None
    form = game.form(one.after, reader) if reader and not game.due(one.after).over else ()
    return reports.TurnView(
        game.show(one.after, record, reader), form, game.picture(one.after, record, reader)
    )


def report(one: Played, power: Power, *, has_picture: bool = True) -> Outgoing:
    seat = seat_of(one.game, power, has_picture=has_picture)
    view = replace(turn_view(one, power), supplement=supplement_of(one), atlas=one.game.card.atlas)
    return reports.turn_report(context(), seat, run_of(one), view)


def phase_notice(one: Played, power: Power) -> Outgoing:
    view = replace(turn_view(one, power), supplement=supplement_of(one))
    return reports.phase_notice(context(), seat_of(one.game, power), run_of(one), view)


def supplement_of(one: Played) -> reports.Supplement:
    """Return what the service adds to a report: press, a note of the game master, and who sent no orders."""
    press = (
        reports.PrintedPress(
            one.game.card.seats[0], "Who sent that fleet north?\n\nI shall find out <soon>."
        ),
        reports.PrintedPress("somebody", "A rumour: all is not well."),
    )
    notes = ("The deadline was moved by 24 hours: a holiday.",)
    silent = [one.game.card.named(power) for power in one.game.card.seats[1:2]]
    return reports.Supplement(silent, notes, press=press)


def bulletin(one: Played) -> Outgoing:
    reader = reports.Reader("Ann", "ann@x.org", "https://d.example/stop/x")
    view = replace(turn_view(one, None), supplement=supplement_of(one))
    return next(reports.bulletins(context(), table_of(one.game), [reader], run_of(one), view))


def _first_messages(key: str) -> Iterator[tuple[str, Outgoing]]:
    """Yield the kinds and the mails that are sent when a table begins."""
    game = games.find(key)
    start = game.start({}, SeededDice("post bag", 0))
    one = Played(game, 0, start, start, "")
    yield "first-report", _first_report(one, game.card.seats[0])
    supplement = reports.Supplement(rules=("A turn takes three days.", "Press is signed."))
    view = replace(turn_view(one, None), supplement=supplement)
    reader = reports.Reader("Ann", "ann@x.org")
    yield "first-bulletin", next(reports.bulletins(context(), table_of(game), [reader], run_of(one), view))


def _first_report(one: Played, power: Power) -> Outgoing:
    """Return the first report of a new table, with the part that explains the game."""
    card, view = one.game.card, turn_view(one, power)
    tally = view.sheet.tally
    assert tally is not None
    others = [(other, "a robot") for other in tally.by if other != power]
    page = reports.first_mail(card.key, power, view.sheet.numbers, others)
    assert page is not None
    key = tuple(line.words(None) for line in reports.key_to_places(card.atlas)) if card.atlas else ()
    view = replace(view, first_mail=replace(page, places=key), atlas=card.atlas)
    return reports.turn_report(context(), seat_of(one.game, power, has_picture=False), run_of(one), view)


def of_game(key: str) -> Iterator[tuple[str, Outgoing]]:
    """Yield the kind and the mail of everything that a table of this game sends."""
    yield from _first_messages(key)
    one = played(key)
    game, run = one.game, run_of(one)
    power = next(iter(run.due.owed), game.card.seats[0])
    seat = seat_of(game, power)
    yield "report", report(one, power)
    other = next(other for other in game.card.seats if other != power)
    yield "phase-notice", phase_notice(one, power)
    yield "report-other", report(one, other, has_picture=False)
    yield "bulletin", bulletin(one)
    reading = game.read(one.after, power, None, [*game.form(one.after, power)[:2], "A Nowhere - Elsewhere"])
    besides = reports.Besides(
        ("Your message came in HTML.",), (reports.CommandResult(4, "READY", ("You are ready.",)),)
    )
    yield "confirmation", reports.answer(context(), reports.confirmation(seat, run, reading, besides))
    on_file = reports.OnFile(reading.in_force, game.form(one.after, power), ("You have voted for a draw.",))
    yield "status", reports.answer(context(), reports.status(seat, run, on_file))
    held = reports.Held(("A Par - Bur", "F Bre H"), "bob@x.org", "judge+held.abc@downfall.example", TAG)
    yield "please-confirm", reports.please_confirm(context(), seat, run, held)
    paused = reports.Run(one.number, run.due, None, moves=1)
    note = reports.Note(
        subject="a word to you",
        title="A word to you",
        text="Somebody writes:",
        once="1",
        quoted="Hello,\n\nshall we talk?",
    )
    yield "note", reports.note(context(), seat.table, ("Bob", "bob@x.org"), note, paused)


def of_the_house() -> Iterator[tuple[str, Outgoing]]:
    """Yield mails that are the same in every game."""
    game = games.find("standard")
    seat = seat_of(game, "France")
    results = (
        reports.CommandResult(1, "VOTE DRAW", ("Your vote is on file.",)),
        reports.CommandResult(2, "SET ZONE Mars", ("I know no zone Mars.",), is_refused=True),
    )
    page = reports.AnswerPage("Help", game.card.help.partition("\n\n")[0])
    transcript = reports.transcript(seat, reports.Besides((), results, (page,)))
    refusal = reports.refusal("ann@x.org", "I know no table std9.", "Write TABLES for those that there are.")
    yield "transcript", reports.answer(context(), transcript)
    yield "refusal", reports.answer(context(), refusal)
    yield (
        "answer",
        reports.answer(context(), reports.text_answer("ann@x.org", "Help", "Write HELP.\n\nOr RULES.")),
    )
    yield "several", reports.answers(context(), "ann@x.org", [("std3", transcript), ("std9", refusal)])
    held = reports.Held(("JOIN std3",), "ann@x.org", "judge+held.abc@downfall.example", TAG)
    yield "please-confirm-guest", reports.ask_guest(context(), held)
    trouble = reports.Trouble("std3 was not run.", "Nothing has changed.", "See: pbem show std3", "1")
    yield "gm-notice", reports.gm_notice(context(), seat, trouble)
    yield "host-notice", reports.host_notice(context(), "host@judge.example", trouble)


@lru_cache(maxsize=8)
def mails_of(game: str) -> Mapping[str, Outgoing]:
    """Return the mails of a game by kind, or with HOUSE_MAIL those that are the same in every game."""
    return dict(of_the_house() if game == HOUSE_MAIL else of_game(game))


def mail(name: str) -> Outgoing:
    """Return the mail with one of NAMES, such as "hardbop/report"."""
    game, _, kind = name.partition("/")
    return mails_of(game)[kind]


def archive(folder: Path) -> Path:
    """Build the archive of a table of each game, after a turn; return the folder of its pages.

    One game is over, so that there is its whole story, and one table still needs players.
    """
    from pbem.tables.opening import Plan, open_table  # noqa: PLC0415  (only here)
    from pbem.web import site  # noqa: PLC0415
    from tests.support.table import Table  # noqa: PLC0415

    folder.mkdir(parents=True, exist_ok=True)
    table = Table(folder)
    for key in TURNS:
        game = games.find(key)
        players = {power: f"p{i}@x.org" for i, power in enumerate(game.card.seats[:2])}
        table.opens(f"{key[:4]}1", game=key, players=players)
        table.deadline_passes(f"{key[:4]}1")
    table.vouched |= {GM}
    table.says(GM, f"END GAME won by {games.find(FINISHED).card.seats[0]}", f"{FINISHED[:4]}1")
    open_table(Plan("open1", "standard", GM, (), "72h"), table.office, table.clock.now())
    site.build(table.office, folder / "pages", SENT)
    table.store.close()
    return folder / "pages"


def _table_on_the_web(folder: Path, key: str) -> "Table":
    """Return a table of a game after a turn, with two players who have seat pages."""
    from pbem.core.settings import SiteSettings, WebSettings  # noqa: PLC0415  (only here)
    from tests.support.table import Table  # noqa: PLC0415

    table = Table(folder)
    web = {"web": WebSettings(on=True), "site": SiteSettings(url="https://games.example.org")}
    table.settings = table.settings.model_copy(update=web)
    table.restart()
    players = {power: f"p{i}@x.org" for i, power in enumerate(games.find(key).card.seats[:2])}
    table.opens("t1", game=key, players=players)
    table.deadline_passes("t1")
    return table


def seat_pages(folder: Path) -> Iterator[tuple[str, Path]]:
    """Write the seat page of a player of each game, after a turn, with its files; yield name and file."""
    from pbem.store.game_tables import seats_of  # noqa: PLC0415
    from pbem.tables.people import page_links  # noqa: PLC0415
    from pbem.web.answer import Asked  # noqa: PLC0415
    from pbem.web.seat_page.handlers import SeatPages  # noqa: PLC0415

    for key in TURNS:
        own = folder / key
        own.mkdir(parents=True, exist_ok=True)
        table = _table_on_the_web(own, key)
        pages, first = SeatPages(table.office, table.clock), games.find(key).card.seats[0]
        with table.store.reading() as session:
            seat = next(one for one in seats_of(session, "t1") if one.power == first)
        link = page_links.link_token(table.office.credentials.seal, seat, table.clock.now())
        opened = pages.answer(Asked("GET", f"/seat/{link}"))
        cookie = dict(opened.headers)["Set-Cookie"].partition(";")[0]
        path = page_links.folder_of("", seat)
        for name in ("", "map.svg"):
            shown = pages.answer(Asked("GET", path + name, cookies=cookie))
            (own / (name or "page.html")).write_text(shown.body.replace("../../page.", "page."), "utf-8")
        for name in ("page.css", "page.js"):
            (own / name).write_text(pages.answer(Asked("GET", f"/seat/{name}")).body, "utf-8")
        table.store.close()
        yield f"seat-{key}", own / "page.html"
