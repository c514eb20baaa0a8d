"""No message or page depends on what its reader may not know: twin tables are compared byte by byte.

Two tables are played in the same way except for the secrets of one seat: its hidden pieces, cards or
technologies, its orders, and what it writes for itself. The other players, the game master (who may not read
orders there), observers and the archive must get the same bytes. The story uses every action of a game master
and every command of a player; a template that it does not use may be given only the facts listed in
`LOOKED_AT`. So a new action, command, template, or fact in a template that is not covered fails here.
"""

import os
import re
import secrets
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from email.message import EmailMessage
from functools import partial
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import jinja2
import pytest
from jinja2 import meta
from msgspec import Struct

from adjudicator.games import rule_sets
from pbem.commands.registry import COMMANDS, read_script
from pbem.core.settings import MessageSettings, SiteSettings, WebSettings
from pbem.core.templating import environments, packaged
from pbem.gamemaster import gm_commands, reading
from pbem.store.game_tables import seats_of
from pbem.tables import opening
from pbem.tables.identity import gm_seat
from pbem.tables.people import page_links
from pbem.tables.people.reply_addresses import seat_address, slug
from pbem.web import site
from pbem.web.seat_page.handlers import ACTIONS, FILES, PAGES, STATIC
from pbem.web.server import Web
from tests.support.table import ASKS, JUDGE, Table, as_mail, header_of, text_of
from tests.support.thorough import every

GAMES = {game.card.key: game for game in rule_sets()}
HOST = "host@judge.example"
KEY, GM, WATCHER, DORA = "twin", "gm@w.org", "eve@z.org", "dora@x.org"
SITE = "https://games.example.org"
MOST_ANSWERS = 10_000
MANY = 100  # mails of one story
TOLD_AT_THE_END = f"{KEY}/story/"  # the turns of a finished game are no longer secret


class Secret(Struct, frozen=True):
    """The owner of a secret, other players, and two positions that they cannot distinguish."""

    owner: str
    reader: str
    third: str
    facts: tuple[str, str] = ("", "")
    public: str = 'state.balrog = "dead"'  # another correction, of a public fact
    game: str = ""  # if it differs from the key


SECRETS = {
    "standard": Secret(  # in fog, which hides positions as well as orders
        "Turkey",
        "England",
        "Germany",
        (
            'units.Turkey = ["A Con", "A Smy", "F Ank"]\ncentres.Turkey = ["Con", "Smy", "Ank", "Bul"]',
            'units.Turkey = ["A Con", "F Smy", "A Arm"]\ncentres.Turkey = ["Con", "Smy", "Ank", "Rum"]',
        ),
        public="state.year = 1905",
    ),
    "downfall-xiii": Secret(
        "Gandalf",
        "Mordor",
        "Umbar",
        (
            'units.Gandalf = ["Aragorn Nen", "Fe Iml", "R FEr", "R Shi"]\nstate.ring = "NDo"',
            'units.Gandalf = ["Aragorn Wit", "Fe Iml", "R FEr", "R Shi"]\nstate.ring = "NWa"',
        ),
    ),
    "hardbop": Secret("Gondor", "Mordor", "Umbar", ('state.ring = "Bar"', 'state.ring = "Iml"')),
    "empires": Secret(
        "Germany",
        "Russia",
        "Franco-British",
        (
            'state.technologies.Germany = ["Attack 1", "Defence 1"]',
            'state.technologies.Germany = ["Attack 1", "Gas"]',
        ),
        "state.diplomacy.Italy = 2",
    ),
    "domination": Secret(
        "Red",
        "Blue",
        "Green",
        ('state.hand.Red = ["Ward", "Mist"]', 'state.hand.Red = ["Fireball", "Mist"]'),
        "state.dead.Blue = 3",
    ),
}
if os.environ.get("ALL_TABLES"):
    SECRETS["clear"] = Secret(
        "France", "England", "Turkey", public='units.Turkey = ["A Con"]', game="standard"
    )
OPTIONS = {"domination": {"players": "3"}, "standard": {"fog": "on"}}


class World:
    """One of the twins: a table, the number *which* of its secret, and the actions and commands used."""

    def __init__(self, folder: Path, key: str, which: int) -> None:
        folder.mkdir()
        self.key, self.which, self.secret = key, which, SECRETS[key]
        self.game = self.secret.game or key
        self.table, self.numbers = Table(folder), count(1)
        self.words: set[str] = set()  # actions of the game master
        self.commands: set[str] = set()  # commands of players
        self.pages: dict[str, bytes] = {}
        self.table.settings = self.table.settings.model_copy(
            update={
                "messages": MessageSettings(answers_an_hour=MOST_ANSWERS),
                "web": WebSettings(on=True),
                "site": SiteSettings(url=SITE),
            }
        )
        self.table.restart()
        self.folder = folder
        self.asked: Counter[str] = Counter()

    def address(self, power: str) -> str:
        return f"{power.lower()}@players.example"

    @property
    def mine(self) -> str:
        """Return a text that differs between the twins and that only the owner of the secret writes."""
        return ("a plan that nobody knows", "the other plan, which is longer")[self.which]

    def opens(self) -> None:
        seats = (self.secret.owner, self.secret.reader, self.secret.third)
        self.table.vouched = {*(self.address(power) for power in seats), GM, WATCHER, DORA}
        players = [opening.Player(power, self.address(power)) for power in seats]
        options = OPTIONS.get(self.key, {})
        plan = opening.Plan(KEY, self.game, GM, players, options=options, seed="a seed for tests")
        opening.open_table(plan, self.table.office, self.table.clock.now())
        self.table.service.look()

    def says(self, sender: str, body: str, key: str = KEY, to: str = JUDGE) -> None:
        self.commands |= {request.word for request in read_script(body).requests}
        """Send a message; if the judge asks its sender whether it is genuine, answer YES."""
        self.table.mail(sender, body, key, to, message_id=f"<{next(self.numbers)}@x.org>")
        self.table.clock.passes(seconds=5)
        asked = self.questions(sender, "is this message yours?")
        if len(asked) > self.asked[sender]:
            self.asked[sender] = len(asked)
            self.answers(sender, "YES", "is this message yours?")

    def questions(self, to: str, question: str) -> list[EmailMessage]:
        mails = [raw for raw in self.table.post_office.raws if to in header_of(raw, "To")]
        return [as_mail(raw) for raw in mails if question in header_of(raw, "Subject")]

    def answers(self, sender: str, word: str, question: str) -> None:
        """Reply with one word to the last question of this kind."""
        asked = self.questions(sender, question)[-1]
        own = f"<{next(self.numbers)}@x.org>"
        self.table.mail(sender, word, f"Re: {asked['Subject']}", str(asked["Reply-To"]), message_id=own)
        self.table.clock.passes(seconds=5)

    def forged(self, power: str) -> None:
        """Send a message from somebody who has the reply address of a seat, and let its player reject it."""
        with self.table.store.reading() as session:
            seat = next(one for one in seats_of(session, KEY) if one.power == power)
        to = seat_address(self.table.office.credentials.seal, seat, JUDGE)
        self.table.mail("thief@x.org", "hold", KEY, to, message_id=f"<{next(self.numbers)}@x.org>")
        self.answers(self.address(power), "no", "is this message yours?")

    def owner(self, body: str) -> None:
        self.says(self.address(self.secret.owner), f"GAME {KEY}\n{body}")

    def reader(self, body: str) -> None:
        self.says(self.address(self.secret.reader), f"GAME {KEY}\n{body}")

    def gm(self, body: str) -> None:
        self.words |= {request.word for request in reading.read(body).requests}
        to = seat_address(self.table.office.credentials.seal, gm_seat(self.table.row(KEY)), JUDGE)
        self.says(GM, body, to=to)
        last = [raw for raw in self.table.post_office.raws if GM in header_of(raw, "To")][-1]
        if ASKS in text_of(as_mail(last)):
            own = f"<{next(self.numbers)}@x.org>"
            asked = as_mail(last)
            self.table.mail(GM, "YES", f"Re: {asked['Subject']}", str(asked["Reply-To"]), message_id=own)
            self.table.clock.passes(seconds=5)

    def host(self, body: str) -> None:
        """Run a command at the shell; the game master gets the transcript."""
        self.words |= {request.word for request in reading.read(body).requests}
        done = gm_commands.say(self.table.office, KEY, body, self.table.clock.now())
        assert [deed.sentences for deed in done.results if deed.is_refused] == []
        self.table.clock.passes(seconds=5)
        self.table.service.look()

    def turn(self) -> None:
        self.table.deadline_passes(KEY)
        self.table.clock.passes(minutes=1)

    def build_pages(self) -> None:
        folder = self.folder / f"site{next(self.numbers)}"
        site.build(self.table.office, folder, self.table.clock.now())
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        named = {str(path.relative_to(folder)): path.read_bytes() for path in files}
        known = {name: text for name, text in named.items() if not name.startswith(TOLD_AT_THE_END)}
        self.pages |= {f"{folder.name}/{name}": text for name, text in known.items()}
        shutil.rmtree(folder)

    def visits(self, preview: str = "hold") -> None:
        """Let the reader look at their page, preview, send orders and press, and be refused."""
        seen = Visits(self.table, self.secret.reader)
        seen.looks_around()
        seen.posts("preview", text=f"{preview}\nASSUME {self.secret.owner}:\nhold")
        seen.posts("reading", text=f"{preview}\nnonsense\nSTATUS")
        seen.posts("send", text=f"{preview}\nnonsense {next(self.numbers)}\nSTATUS")
        seen.posts("press", to=self.secret.third, text="from the page")
        seen.posts("send", text="")
        seen.posts("send", number="-1", text="hold")
        seen.looks_around()
        seen.posts("leave")
        assert seen.asked >= {("GET", page) for page in (*PAGES, *FILES)} | {("POST", one) for one in ACTIONS}
        self.pages |= {f"visit{next(self.numbers)}/{i}": text for i, text in enumerate(seen.shown)}

    def for_others(self) -> list[tuple[str, bytes]]:
        """Return everything sent to anybody except the owner of the secret and the host."""
        own = self.address(self.secret.owner)
        mails = [(header_of(raw, "To"), raw) for raw in self.table.post_office.raws]
        return [(to, raw) for to, raw in mails if own not in to and HOST not in to]


class Visits:
    """Every byte that the web server sends to the player of one seat, with headers."""

    def __init__(self, table: Table, power: str) -> None:
        self.table, self.web, self.shown = table, Web(table.office, table.clock), list[bytes]()
        self.asked = set[tuple[str, str]]()
        with table.store.reading() as session:
            self.seat = next(one for one in seats_of(session, KEY) if one.power == power)
        link = page_links.link_token(table.office.credentials.seal, self.seat, table.clock.now())
        self.cookies, self.path = "", f"/seat/{KEY}/{slug(power)}/"
        _, headers, _ = self.asks("GET", f"/seat/{link}")
        self.cookies = headers["Set-Cookie"].partition(";")[0]

    def looks_around(self) -> None:
        """Request everything that a page shows and loads, for each turn and power, and pages of others."""
        seats = self.table.office.find_game(self.table.row(KEY).game).card.seats
        for page in PAGES:
            self.asks("GET", self.path + page)
        for file in FILES:
            for number in ("", "1", "2", "3", "9"):
                self.asks("GET", self.path + file, f"turn={number}")
        for query in (*(f"assume={other}" for other in seats), "report=1", "report=2", "report=9", "sent=a"):
            self.asks("GET", self.path, query)
        for other in (*seats, "nobody"):
            if slug(other) != slug(self.seat.power):
                self.asks("GET", f"/seat/{KEY}/{slug(other)}/")
        for name in STATIC:
            self.asks("GET", f"/seat/{name}")
        self.asks("HEAD", self.path)
        self.asks("GET", f"{self.path}nothing")

    def asks(
        self, method: str, path: str, query: str = "", body: bytes = b""
    ) -> tuple[str, dict[str, str], bytes]:
        """Return status, headers and body of an answer, and record it."""
        self.asked.add((method, path.removeprefix(self.path)))
        begun: list[tuple[str, list[tuple[str, str]]]] = []
        environ = {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "HTTP_COOKIE": self.cookies,
            "HTTP_ACCEPT_ENCODING": "gzip",
            "wsgi.input": BytesIO(body),
        }
        text = b"".join(self.web(environ, lambda *one: begun.append(one)))
        (status, headers) = begun[0]
        self.shown.append(repr((status, headers, text)).encode())
        return status, dict(headers), text

    def posts(self, action: str, **fields: str) -> None:
        """Send the form of the page, and request the page that it leads to."""
        status, _, page = self.asks("GET", self.path)
        assert status == "200 OK"
        form = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page.decode())[:4])
        _, headers, _ = self.asks("POST", f"{self.path}{action}", body=urlencode(form | fields).encode())
        if "Location" in headers:
            self.asks("GET", self.path, headers["Location"].partition("?")[2])
        self.table.clock.passes(seconds=5)


def story(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use every action and every command at a table where the game master may not read orders."""
    world.opens()
    world.gm("SET gm_reads public\nSET log open\nSET press grey\nSET silence wait")
    world.says(WATCHER, f"OBSERVE {KEY}")
    world.says(world.address(world.secret.reader), "STATUS")
    if world.secret.facts[0]:
        world.host(f"CORRECT because it was wrong\n{world.secret.facts[world.which]}\nEND")
    world.gm("LOG\nSTATUS\nHOUSE RULES")
    orders_differ(world)
    reader_asks(world)
    world.visits()
    gm_looks(world)
    a_turn_fails(world, monkeypatch)
    world.build_pages()
    same_orders(world)
    world.gm("EXTEND 24h\nRUN NOW\nSTATUS")
    world.build_pages()
    reader_asks_again(world)
    world.visits(first_order(world))
    gm_acts(world)
    world.visits()
    seats_change(world)
    the_end(world)
    world.build_pages()


def orders_differ(world: World) -> None:
    """Let the owner of the secret send different orders in each twin, and write private texts."""
    game, position = world.table.office.find_game(world.game), world.table.row(KEY).position
    choices = game.choices(position, world.secret.owner)
    picked = [list(some)[-1 if world.which else 0] for some in choices.values() if some]
    lines = "\n".join(picked) if picked else "nothing yet"
    world.owner(lines)
    world.owner(f"DEFAULT:\n{lines}")
    world.owner(f"DIARY\n{world.mine}\nEND\nPREVIEW\nSTATUS\nOPTIONS {next(iter(choices), 'all')}")
    world.owner(f"ZONE {('Europe/London', 'Asia/Tokyo')[world.which]}\nSET JSON {('ON', 'OFF')[world.which]}")


def first_order(world: World) -> str:
    """Return a legal order of the reader."""
    game, position = world.table.office.find_game(world.key), world.table.row(KEY).position
    return next((some[0] for some in game.choices(position, world.secret.reader).values()), "hold")


def same_orders(world: World) -> None:
    world.owner("CLEAR\nCANCEL DEFAULT\nZONE UTC\nSET JSON OFF")


def batched(names: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    yield from (names[at : at + size] for at in range(0, len(names), size))


def reader_asks(world: World) -> None:
    for body in (*look_ups(world), *requests_of_all_kinds(world)):
        world.reader(f"{body}\nEND")


def look_ups(world: World) -> Iterator[str]:
    """Yield messages that only ask."""
    card = world.table.office.find_game(world.game).card
    names = [entry.short for entry in card.atlas] or ["A1"]
    yield from ("\n".join(f"WHERE {name}" for name in some) for some in batched(names, 40))
    yield "PLACES"
    yield "HELP\nHELP PRESS\nHELP GM"
    yield "\n".join(
        f"HELP {page}"
        for page in ("default", "diary", "join", "later", "press", "preview", "share", "status", "vote")
    )
    yield "RULES\nVERSION"
    yield "STATUS"
    yield "STATUS\nFORM\nOPTIONS all"
    yield f"STATUS {KEY}\nSTATUS OF {KEY}"
    yield f"PREVIEW\nASSUME {world.secret.owner}:\nhold\n\nPREVIEW"
    yield "HISTORY\nLOG\nHOUSE RULES\nREPORT\nMAP\nKNOWN"


def requests_of_all_kinds(world: World) -> Sequence[str]:
    """Return messages with orders, votes, press and preferences."""
    reader, third = world.secret.reader, world.secret.third
    last = world.table.office.find_game(world.game).card.phases[-1]
    return (
        "LATER next: hold",
        f"LATER {last}:\nIF it rains THEN hold",
        "DEFAULT:\nhold\nDEFAULT\nCANCEL DEFAULT",
        "TURN NEXT\nhold",
        "READY\nWAIT\nVOTES\nVOTE DRAW\nUNVOTE",
        "AWAY 3 to 10 December\nBACK\nEXTEND 24h, please",
        f"GREY PRESS TO {third}\na word\nEND\nPRESS TO {third}, GM\nanother word\nEND",
        f"SET ECHO ON\nSIGNED PRESS TO {third}\none more\nEND\nBLOCK {third}\nUNBLOCK {third}\nSET ECHO OFF",
        "DIARY\nmy own note\nEND\nNAME Rob\nZONE UTC\nSET PICTURE OFF\nSET LISTED ON\nSET DIGEST ON",
        f"GAMES\nPLAYERS\nGAMES {KEY}\nSTANDINGS\nHINT\nPRACTICE",
        f"RESIGN\nTAKE OVER {world.secret.owner} in {KEY}\nJOIN {KEY}\nSTOP {KEY}",
        "NEW TABLE",
        "SHARE with Zoe <zoe@x.org>\nUNSHARE",
        "CLEAR",
        f"ADDRESS {world.address(reader)}",
        "RENEW",
    )


def gm_looks(world: World) -> None:
    owner = world.secret.owner
    world.gm("STATUS\nLOG\nPREVIEW RUN\nPLAYERS\nGAMES\nHISTORY\nREPORT\nPOSITION\nSUMMARY\nMAP")
    world.gm("STANDINGS\nNEW TABLE")
    world.gm("I would like to run a game of Hardbop with 5 day deadlines.")
    world.gm(f"WHOIS {owner}\nLOOK AT {owner}\nPOSITION ALL\nRETRY 9999\nAPPROVE 9999\nHELP CORRECT")
    if world.secret.facts[0]:
        world.gm(f"CORRECT SECRETLY because of this\n{world.secret.facts[0]}\nEND")
    world.words.add("CORRECT SECRETLY")  # nothing hidden, so nothing to correct in secret
    world.gm(f"BECOME {owner}\nSTATUS\nEND\nBECOME {owner}\nWAIT\nEND")
    world.gm(f"PRESS TO {world.secret.reader}\na word\nEND\nBROADCAST\na word to all\nEND")
    world.gm("POLL Is it late?\nyes\nno\nEND\nCLOSE POLL")
    world.gm("GRANT nobody@x.org\nREVOKE nobody@x.org")
    world.gm("REMIND\nHELP REMIND")
    world.says(WATCHER, f"HISTORY {KEY}\nREPORT {KEY}\nOBSERVE {KEY} ALL\nOBSERVE {KEY} BULLETINS")
    world.gm("RULING\nso it is\nEND\nNOTE\na note\nEND\nPAUSE because of me\nRESUME\nEXTEND 24h\nSTATUS")


def a_turn_fails(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a turn fail: the text of an error may contain anything, including the secret."""

    def fails(*_: object) -> None:
        raise RuntimeError(f"there is something wrong with {world.mine}")

    game = type(world.table.office.find_game(world.game))
    with monkeypatch.context() as broken:
        broken.setattr(game, "judge", fails)
        world.gm("PREVIEW RUN\nRUN NOW")
        world.turn()
        world.gm("STATUS")
        world.reader("STATUS")
        broken.setattr(game, "read", fails)
        world.owner("hold")


def reader_asks_again(world: World) -> None:
    world.reader("HISTORY\nLOG\nSTATUS\nREPORT\nFORM\nOPTIONS all\nPREVIEW\nEND")


def gm_acts(world: World) -> None:
    world.gm("ROLLBACK because a message was lost\nROLLFORWARD")
    world.gm("ROLLBACK\nSTATUS\nLOG")
    world.gm(f"CORRECT because it is public\n{world.secret.public}\nEND\nLOG")
    world.gm("UNDO CORRECT because it is only a test")
    world.gm(f"CORRECT because it is public\n{world.secret.public}\nEND\nLOG")
    world.turn()


def seats_change(world: World) -> None:
    reader, third = world.secret.reader, world.secret.third
    world.gm("DEPUTY Dora <dora@x.org> may extend\nNO DEPUTY Dora\nGM IS Dora <dora@x.org>\nACCEPT\nBEGIN")
    exchange = f"SWAP {reader} and {third} NOW"
    world.gm(f"{exchange}\n{exchange}\nRENEW {reader}\nMAIL {reader}\nEJECT {third}")
    world.gm(f"REPLACE {third} with Dora <dora@x.org>")
    world.says(DORA, f"GAME {KEY}\nRESIGN {third}")
    world.says(DORA, f"TAKE OVER {third} in {KEY}")
    world.says("stranger@x.org", f"GAME {KEY} {third}\nhold")
    own, new = world.address(reader), "new@players.example"
    world.forged(reader)
    world.says(own, f"GAME {KEY}\nADDRESS ADD two@players.example")
    world.answers("two@players.example", "yes", "is this your address?")
    world.says(own, f"GAME {KEY}\nADDRESS {new}")
    world.answers(new, "no", "is this your address?")


def the_end(world: World) -> None:
    """End the game twice: once with REOPEN afterwards, and once for good."""
    world.gm("END GAME because we are done\nREOPEN because we are not")
    world.gm("END GAME\nLOG\nSTATUS")
    world.reader("STATUS\nHISTORY\nLOG\nEND")


@pytest.fixture
def reached(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return a set that records the names of the templates used from now on."""
    names: set[str] = set()
    original = jinja2.Environment.get_template

    def noted(self: jinja2.Environment, name: Any, *others: Any, **named: Any) -> jinja2.Template:
        names.add(str(name))
        return original(self, name, *others, **named)

    monkeypatch.setattr(jinja2.Environment, "get_template", noted)
    return names


def twins(folder: Path, key: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """Return two worlds with the same keys and seeds, each after its story."""
    for which in (0, 1):
        keys = partial(_key, count(1))
        monkeypatch.setattr(secrets, "token_hex", keys)
        world = World(folder / str(which), key, which)
        story(world, monkeypatch)
        yield world
        world.table.store.close()


def _key(numbers: "count[int]", size: int) -> str:
    return f"{next(numbers):0{2 * size}x}"


@pytest.mark.parametrize("key", every(5, ["hardbop", "standard", "domination", "downfall-xiii", "empires"]))
def test_no_message_or_page_depends_on_what_its_reader_may_not_know(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reached: set[str]
) -> None:
    first, second = twins(tmp_path, key, monkeypatch)
    assert len(first.for_others()) > MANY
    for one, other in zip(first.for_others(), second.for_others(), strict=True):
        assert one == other
    assert first.pages == second.pages
    assert first.words == set(reading.BY_WORD)
    assert first.commands == {command.word for command in COMMANDS} - {"END"}
    assert unreached(reached) == {}


def unreached(reached: set[str]) -> Mapping[str, Sequence[str]]:
    """Return templates that the story does not use and that are given a fact not listed in LOOKED_AT."""
    environment = environments(None)[0]
    folder = packaged("templates")
    found = {}
    for path in sorted(path for path in folder.rglob("*") if path.suffix in (".txt", ".html")):
        name = str(path.relative_to(folder))
        facts = meta.find_undeclared_variables(environment.parse(path.read_text("utf-8")))
        unknown = sorted(facts - LOOKED_AT.get(name, set()))
        if name not in reached | AT_THE_SHELL and unknown:
            found[name] = unknown
    return found


# Templates only for the host, who may read the database.
AT_THE_SHELL = {
    "backup_readme.txt",
    "demo_end.txt",
    "host_status.txt",
    "site/host.html",
    *(
        f"sentences/{area}.txt"
        for area in (
            "backup",
            "database",
            "demo",
            "dns",
            "doctor",
            "retention",
            "risks",
            "settings",
            "shell",
            "template_check",
            "transfer",
            "undelivered",
        )
    ),
}

# Templates that the story does not use, and the facts that each is given: about people, addresses and
# durations, and about a reader's own orders.
# *why* explains a deadline: the pace, the calendar, GM actions; it names nobody who is absent.
OF_A_NOTICE = {"deadline", "first", "house", "notes", "run", "seat", "sheet", "supplement", "table", "why"}
FIRST_MAILS = (packaged("templates") / "first_mail").rglob("*.txt")
LOOKED_AT: Mapping[str, set[str]] = {
    # *numbers* are about the board and the reader's own pieces
    **{str(path.relative_to(packaged("templates"))): {"numbers"} for path in FIRST_MAILS},
    "first_mail/any-map/game.txt": {"numbers", "power"},  # the reader's own
    # *other* is a power of the same reader, who may know all of it
    "also.html": {"other", "run"},
    "also.txt": {"other", "run"},
    "sentences/other_powers.txt": {"lines", "name", "power"},  # the reader's own lines and power
    "answer.html": {"text", "title"},
    "answer.txt": {"text", "title"},
    # MAP with pictures: only what the report of the same reader says
    "large_map.html": {"house", "left", "picture", "seat", "sheet", "table"},
    "large_map.txt": {"house", "seat", "sheet", "table"},
    "note_address_new.txt": {"new", "old", "power", "table"},
    "note_approval_answered.txt": {"by", "is_done", "lines", "number"},
    "note_approval_asked.txt": {"by", "number", "shown", "written"},  # *shown* as the approver may know it
    # *by* is the game master or the deputy who acted
    "note_corrected_secretly.txt": {"by", "changes", "reason", "is_undone"},  # only to the player concerned
    "note_asks_to_see_all.txt": {"address", "name", "table"},
    "note_came_too_late_to_us.txt": {"message", "table"},
    "note_game_goes_on_here.txt": {"judge", "table"},
    "note_gm_was.txt": {"is_player", "name", "table"},  # to the former one: whether they play there
    "note_guessing.txt": {"address"},
    "note_host_trouble.txt": {"kind", "reason"},
    "note_last_call.txt": {"deadline", "final", "grace", "owed", "turns", "why", "zone"},
    "note_message_too_large.txt": {"aside"},
    "note_new_gm.txt": {"before", "is_player", "name"},
    "note_not_delivered.txt": {"parcel", "reason", "table"},
    "note_not_played.txt": {"reason", "table"},
    "note_outage.txt": {"before", "length", "zone"},
    "note_reminder.txt": {"deadline", "left", "owed", "turns", "why", "zone"},
    "note_reminder_of_gm.txt": {"by", "deadline", "final", "is_late", "left", "owed", "turns", "zone"},
    "note_removed_from_list.txt": {"by", "reason"},
    "help-practice.txt": {"examples"},
    "note_press_of_observer_for_gm.txt": {"is_grey", "name"},
    "note_robots_play.txt": {"powers", "reason"},
    "sentences/robots.txt": {"lines", "powers"},  # *lines* to the player whose sheet it is
    "note_rule_vote.txt": {"by", "meaning", "question", "reason"},
    "note_rule_vote_dropped.txt": {"powers", "question"},  # about votes, as published at the table
    "note_sees_all.txt": {"by", "is_granted", "name", "reason", "table"},
    "note_share_begun.txt": {"first", "power", "second", "table"},
    "note_share_ended.txt": {"power", "table"},
    "note_nobody_plays.txt": {"free", "links", "table", "waiting"},  # to the game master: who may be seated
    "note_share_over.txt": {"gone", "is_left", "left", "power", "table"},
    "note_share_told.txt": {"address", "first", "power", "second", "table"},
    "digest.html": {"entries", "house", "tables"},
    "digest.txt": {"entries", "house", "tables"},
    "note_seat_lost.txt": {"powers", "table", "turns"},
    "note_seat_taken.txt": {"is_moved", "power", "table"},
    "note_suspended.txt": {"most", "named", "seat", "table"},
    "note_table_full.txt": {"players", "table"},
    "note_turn_waits.txt": {"reason", "table"},
    "note_two_seats.txt": {"address", "other", "power", "table"},
    "phase_notice.html": {*OF_A_NOTICE, "pace", "next"},  # a part of the report
    "phase_notice.txt": {*OF_A_NOTICE, "pace", "next"},
    "places.html": {"first_mail"},  # for maps with names
    "places.txt": {"first_mail"},
    "please_confirm.html": {"deadline", "held", "run", "seat", "table"},
    "please_confirm.txt": {"deadline", "held", "run", "seat", "table"},
    "please_confirm_guest.html": {"held"},
    "please_confirm_guest.txt": {"held"},
    "sentences/delivery.txt": {"why"},  # the relay's words
    "sentences/failures.txt": {"number", "there", "tries"},
    "sentences/health.txt": {  # about the program and the machine
        *("number", "oldest", "last", "longest", "seconds", "moment"),
        *("free", "folder", "least", "inlet", "why"),
    },
    "sentences/judge_results.txt": {"line", "place", "powers", "title", "why"},  # what the sender pasted
    "sentences/positions.txt": {"fault", "line", "row", "why"},
    "sentences/gm_help.txt": {"example", "first", "second", "soon"},
    "sentences/gm_help_pages.txt": {"first", "soon"},
    "sentences/house_rules.txt": {
        "choices",
        "key",
        "kind",
        "known",
        "least",
        "most",
        "near",
        "path",
        "what",
        "why",
        "written",
        "is_quoted",
    },
    "sentences/message_faults.txt": {  # of what the sender wrote
        "charset",
        "fault",
        "lines",
        "most",
        "name",
        "names",
        "read",
        "read_as",
        "size",
    },
    "sentences/names.txt": {"near", "powers", "written"},
    "sentences/nmr.txt": {"player", "power", "turns"},
    "sentences/opening.txt": {
        "address",
        "counts",
        "faults",  # of what the sender wrote
        "free",  # an unused name for a table
        "game",
        "key",
        "near",
        "over",
        "playing",
        "power",
        "powers",
        "table",
        "text",
    },
    "sentences/outages.txt": {"before", "length", "zone"},
    "sentences/rule_votes.txt": {"before", "key", "powers", "question", "value"},
    "sentences/smtp.txt": {"kib"},
    "sentences/several_games.txt": {"due", "power", "table", "why", "zone"},
    "several.html": {"parts"},
    "several.txt": {"parts"},
    "site/tournament.html": {
        "drawn",
        "event",
        "house",
        "points",
        "scored",
        "shown",
    },  # about finished games
    "site/stop.html": {"done", "house", "is_digest", "known", "table"},
}
