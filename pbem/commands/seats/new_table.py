"""Read a NEW TABLE message: house rules, options and players below it.

    NEW TABLE std5 standard
    pace = every Sunday 18:00 Europe/London; retreat 24h; adjustment 24h; grace 12h
    reminders = 48h, 6h
    rest days = 12-25, 2026-12-27 to 2026-12-31
    France = Ann <ann@example.org>
    POSITION
    units.France = ["A Par", "F Bre"]
    END

Each line is a rule of config/house-rules.toml, pace, zone or gm name, an option of the game, or a power with
its player; a filled-in copy of that file is such a text too. Without players the table is open for JOIN. If a
line cannot be used, no table is opened, and the answer lists all faults. NEW TABLE alone gets a form. The
starting position is below POSITION (`pbem.tables.positions.starting_positions`).
"""

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from difflib import get_close_matches

from msgspec.structs import replace
from sqlmodel import Session

from adjudicator.core.game import Game
from pbem.commands.command import Command, Group
from pbem.commands.context import CommandContext, Person, done, reason, refused
from pbem.commands.seats import table_requests
from pbem.commands.seats.preferences import clean_name
from pbem.core.deadlines import read_pace
from pbem.core.person import named
from pbem.core.sentences import Sentence, Unusable, Words, sentence
from pbem.core.templating import packaged, words
from pbem.messages.script import Below, Request, Script
from pbem.reports import AnswerPage, CommandResult
from pbem.store.game_tables import GameTable
from pbem.store.states import FORMING
from pbem.tables import identity, opening
from pbem.tables.gm_actions import GmContext, GmRequest, NotDone
from pbem.tables.house_rules import HouseRules, house_rules, read_house_rules, shaped
from pbem.tables.office import Office
from pbem.tables.opening import CannotOpen, Plan, Player
from pbem.tables.seats.vacancies import vacant

LINE = re.compile(r"(?P<key>[^=:]{1,60}?)\s*[=:]\s*(?P<value>.*)")
SETS = re.compile(r"[=@#]|:\s*\S|^\s*\[\w+\]")  # in every line that is not just the end of a remark
SECTION = re.compile(r"\[\w+\]")
COMMENT = re.compile(r"(?:^|\s)#.*$")
POSITION = re.compile(r"\s*(?:starting\s+|start\s+)?position\s*(?:[=:]\s*(.*))?", re.I)
OF_PACE = re.compile(r"deadlines?|(?:turn|phase|time) ?(?:length|limit|time)|time|speed", re.I)
OF_SET = re.compile(r"\s*set\s+", re.I)  # as it is written for a table that is open
MOST_WORDS_OF_A_KEY = 3
NEAR = 0.75  # similarity of a word to the key that it misspells, by difflib
FORM_WORDS = ("", "form", "help")


def read_plan(
    heading: str, below: Sequence[str], office: Office, gm: Person
) -> tuple[Plan, Sequence[Sentence]]:
    """Return the plan that *heading* ("std5 standard") and the lines below it describe, and what is wrong.

    Raises ValueError if the game is not known.
    """
    key, _, written = heading.strip().partition(" ")
    key = key.rstrip(":,")
    below, position = _apart(below)
    lines = [line for line in (COMMENT.sub("", line).strip() for line in _unwrapped(below)) if line]
    lines = [line for line in lines if not SECTION.fullmatch(line)]
    written = written.strip(" ,:") or _value_of("game", lines)
    if not written:
        raise Unusable(sentence("new_table", "no_game", table=key))
    game = _game_named(office, key, written.removeprefix("of ").strip())
    plan = Plan(key, game.card.key, gm.address, (), zone=gm.zone, gm_name=gm.name, position=position)
    faults: list[Sentence] = []
    for line in lines:
        try:
            plan = _with_line(plan, game, line)
        except ValueError as fault:
            faults.append(sentence("new_table", "fault", line=line, why=_why(fault)))
    return plan, faults


def _game_named(office: Office, key: str, written: str) -> Game:
    """Return the game that *written* names. Raises ValueError, also if the name of the table is too long."""
    words = written.split()
    for first in range(len(words)):
        with suppress(ValueError):
            game = office.find_game(" ".join(words[first:]))
            break
    else:
        return office.find_game(written)
    if first:
        name = "-".join([key, *words[:first]]).lower()
        raise Unusable(sentence("new_table", "long_name", name=name, game=game.card.key))
    return game


def _why(fault: ValueError) -> Words:
    """Return what is wrong with a line that is quoted in front of it and so names the house rule."""
    why = reason(fault)
    if isinstance(why, Sentence) and why.area == "house_rules":
        return replace(why, facts={**why.facts, "is_quoted": True})
    return why


def _apart(lines: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Return the lines above POSITION, and the position, which extends to the end."""
    for number, line in enumerate(lines):
        if found := POSITION.fullmatch(line):
            return lines[:number], [found[1] or "", *lines[number + 1 :]]
    return lines, ()


def _unwrapped(lines: Sequence[str]) -> list[str]:
    """Drop the ends of remarks that a mail program has wrapped onto a line of their own."""
    stored: list[str] = []
    in_remark = False
    for line in lines:
        is_end = in_remark and bool(line.strip()) and not SETS.search(line)
        in_remark = is_end or bool(COMMENT.search(line))
        stored += [] if is_end else [line]
    return stored


def _value_of(key: str, lines: Sequence[str]) -> str:
    pairs = [(found["key"], found["value"]) for line in lines if (found := LINE.fullmatch(line))]
    return next((str(_plain(value)) for name, value in pairs if name.strip().lower() == key), "")


def _with_line(plan: Plan, game: Game, line: str) -> Plan:
    line = OF_SET.sub("", line)
    found = LINE.fullmatch(line) or _without_sign(game, line)
    if found is None:
        raise Unusable(sentence("new_table", "no_rule"))
    key, value = found["key"].strip(" \"'"), _plain(found["value"])
    rule = "_".join(re.findall(r"\w+", key.lower()))
    if rule in KEYS and not _is_option(game, rule, value):
        return KEYS[rule](plan, value)
    if rule in HouseRules.__struct_fields__:
        read_house_rules({rule: shaped(rule, value)})
        return replace(plan, house={**plan.house, rule: shaped(rule, value)})
    if option := _option(game, rule):
        return replace(plan, options={**plan.options, option: _as_text(value)})
    if rule in (*game.card.phases, "grace"):
        pace = plan.pace or f"{game.card.hours}h"
        raise Unusable(sentence("new_table", "part_of_pace", part=f"{rule} {_as_text(value)}", pace=pace))
    return replace(plan, players=[*plan.players, _player(game, key, _as_text(value))])


def _without_sign(game: Game, line: str) -> re.Match[str] | None:
    """Return key and value of a line such as "players 2", if it begins with a rule or an option."""
    for number in range(MOST_WORDS_OF_A_KEY, 0, -1):
        found = re.match(rf"(?P<key>\w+(?:\s\w+){{{number - 1}}})\s+(?P<value>\S.*)", line, re.I)
        rule = "_".join(found["key"].lower().split()) if found else ""
        if rule in KEYS or rule in HouseRules.__struct_fields__ or _option(game, rule):
            return found
    return None


def _plain(written: str) -> object:
    """Return the value of a line, as TOML or in plain words."""
    try:
        return tomllib.loads(f"value = {written}")["value"]
    except tomllib.TOMLDecodeError:
        return written.strip().strip("\"'")


def _as_text(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _with_pace(plan: Plan, value: object) -> Plan:
    read_pace(_as_text(value))
    return replace(plan, pace=_as_text(value))


def _with(field: str) -> Callable[[Plan, object], Plan]:
    return lambda plan, value: replace(plan, **{field: _as_text(value)})


KEYS: Mapping[str, Callable[[Plan, object], Plan]] = {
    "game": lambda plan, _value: plan,
    "pace": _with_pace,
    "zone": _with("zone"),
    "time_zone": _with("zone"),
    "gm": lambda plan, value: replace(plan, gm_name=clean_name(_as_text(value))),
    "gm_name": lambda plan, value: replace(plan, gm_name=clean_name(_as_text(value))),
}


def _is_option(game: Game, rule: str, value: object) -> bool:
    """Return whether *value* is one of a game option with the name of a house rule: pace = paired."""
    own = _option(game, rule)
    return any(one.key == own and _as_text(value) in one.values for one in game.card.options)


def _option(game: Game, written: str) -> str:
    """Return the option of the game that is meant, or ""."""
    wanted = written.removeprefix("option_")
    keys = {"_".join(re.findall(r"\w+", option.key.lower())): option.key for option in game.card.options}
    return keys.get(wanted, "")


def _key_meant(game: Game, written: str) -> str:
    """Return the rule, option or power that *written* may be another word for, or a misspelling of."""
    if OF_PACE.fullmatch(written):
        return "pace"
    own = (*(option.key for option in game.card.options), *game.card.seats)
    known = {key.lower(): key for key in ("pace", *HouseRules.__struct_fields__, *own)}
    return "".join(known[key] for key in get_close_matches(written.lower(), known, 1, NEAR))


def _player(game: Game, written: str, who: str) -> Player:
    power = re.sub(r"^player\s+", "", written, flags=re.I)
    if not any(seat.lower().startswith(power.lower()) for seat in game.card.seats):
        title, key, near = game.card.title, game.card.key, _key_meant(game, written)
        raise Unusable(
            sentence(
                "new_table",
                "unknown_key",
                written=written,
                title=title,
                game=key,
                near=near,
                powers=game.card.seats,
            )
        )
    name, address = named(who)
    if not address:
        raise Unusable(sentence("new_table", "no_address", who=who, power=written))
    return Player(power, address, name)


# --- permission and answer -------------------------------------------------------------------------------


def open_table(
    session: Session, office: Office, gm: Person, written: Sequence[str], now: datetime
) -> GameTable:
    """Open the table of *written*: the heading, and the lines below it.

    Raises ValueError, or CannotOpen with all faults.
    """
    house = office.settings.house
    if not identity.may_open_tables(gm.address, house.gms, house.host):
        raise Unusable(sentence("new_table", "not_allowed", host=house.host))
    plan, faults = read_plan(written[0], written[1:], office, gm)
    if faults:
        raise CannotOpen(*faults, *opening.faults(session, plan, office, now, is_alone=False))
    return opening.open_in(session, plan, office, now)


def _not_opened(fault: ValueError | CannotOpen) -> Sentence:
    """Return the answer that lists what is wrong."""
    faults = fault.faults if isinstance(fault, CannotOpen) else (reason(fault),)
    return sentence("new_table", "not_opened", faults=faults)


def opened(session: Session, office: Office, table: GameTable) -> list[Sentence]:
    """Return the answer to the person who opened the table."""
    how = sentence("new_table", "running", table=table.key, due=table.deadline_utc, zone=table.zone)
    if table.state == FORMING:
        players = len(opening.hands_of(office, table))
        by_gm = house_rules(table).begins == "by the gm"
        how = sentence("new_table", "forming", table=table.key, players=players, is_begun_by_gm=by_gm)
    free = vacant(session, table, office.find_game(table.game))
    empty = [sentence("new_table", "vacant", free=free, table=table.key)] if free else []
    return [how, *empty, sentence("new_table", "how_to_lead")]


def form(office: Office, written: str) -> str:
    """Return a form for the game that *written* names, or else for the standard game."""
    try:
        game = office.find_game(written)
    except ValueError:
        game = office.find_game("standard")
    rules = (packaged("config") / "house-rules.toml").read_text("utf-8").partition("[house]")[2].strip()
    facts = {"game": game.card, "rules": [line.rstrip() for line in rules.splitlines()]}
    return words("new_table.txt", facts, office.house.templates)


def _form_for(session: Session, office: Office, written: str) -> str:
    """Return the form for a game, or the filled-in one for the table that *written* describes."""
    wanted = table_requests.read_request(written, office)
    return table_requests.filled_form(session, office, wanted) if wanted else form(office, written)


def asking_for_form(text: str) -> Script:
    """Return a message that asks for the form for the table that *text* describes."""
    whole = " ".join(text[: table_requests.LONGEST].split())
    return Script((), (Request("NEW TABLE", f"form {whole}", 1, whole),))


def of_visit(visit: CommandContext, request: Request) -> CommandResult | AnswerPage:
    """Open a table for a game master known to the host, or return the form."""
    if asks_for_form(request.argument, request.text):
        title = visit.words(sentence("new_table", "form"))
        page = _form_for(visit.session, visit.office, _game_of(request.argument))
        return AnswerPage(title, page, is_set=True)
    person = _named(visit)
    try:
        table = open_table(visit.session, visit.office, person, (request.argument, *request.text), visit.now)
    except (ValueError, CannotOpen) as fault:
        return refused(request, *_not_opened(fault).parts(visit.office.house.templates))
    return done(request, *opened(visit.session, visit.office, table))


def _named(visit: CommandContext) -> Person:
    """Return the sender with a name that does not show the address."""
    person = visit.person
    try:
        name = clean_name(visit.script.argument("NAME") or person.name)
    except Unusable:
        name = visit.words(sentence("new_table", "the_gm"))
    return Person(name, person.address, person.zone)


def of_gm(gm: GmContext, order: GmRequest) -> Sequence[Words | AnswerPage]:
    """Open another table for the game master of this one."""
    if asks_for_form(order.argument, order.text):
        page = _form_for(gm.session, gm.office, _game_of(order.argument))
        return [AnswerPage(gm.in_words(sentence("new_table", "form")), page, is_set=True)]
    table = gm.table
    try:
        new = open_table(
            gm.session,
            gm.office,
            Person(table.gm_name, table.gm_address, table.zone),
            (order.argument, *order.text),
            gm.now,
        )
    except (ValueError, CannotOpen) as fault:
        raise NotDone(_not_opened(fault)) from None
    return opened(gm.session, gm.office, new)


def asks_for_form(heading: str, below: Sequence[str]) -> bool:
    """Return whether NEW TABLE only asks for a form, and opens nothing."""
    first = heading.strip().partition(" ")[0].lower()
    return first in FORM_WORDS and not any(line.strip() for line in below)


def _game_of(heading: str) -> str:
    return heading.strip().partition(" ")[2] or "standard"


COMMANDS = (
    Command(
        "NEW TABLE",
        r"new\s+(?:table|game)(?:[\s:]+(.{1,300}))?",
        below=Below.FORM,
        group=Group.SEATS,
        page="new table",
        topics=("new game", "gm", "game master"),
        run_as_guest=of_visit,
        by_program=False,
    ),
)
