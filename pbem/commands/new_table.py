"""Read a NEW TABLE message: house rules, options and players below it.

    NEW TABLE std5 standard
    pace = every Sunday 18:00 Europe/London; retreat 24h; adjustment 24h; grace 12h
    reminders = 48h, 6h
    rest days = 12-25, 2026-12-27 to 2026-12-31
    France = Ann <ann@example.org>
    END

Each line is a rule of config/house-rules.toml, pace, zone or gm name, an option of the game, or a power with
its player; a filled-in copy of that file is such a text too. Without players the table is open for JOIN. If a
line will not do, no table is opened, and all that is wrong is told at once. NEW TABLE alone brings a form.
"""

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec.structs import replace
from sqlmodel import Session

from adjudicator.core.game import Game
from pbem.commands.context import CommandContext, Person, refused
from pbem.commands.joining import vacant
from pbem.commands.preferences import clean_name
from pbem.core.deadlines import read_pace
from pbem.core.lists import listed
from pbem.core.person import named
from pbem.core.templating import packaged, when, words
from pbem.messages.script import Request
from pbem.reports import AnswerPage, CommandResult
from pbem.store.database import FORMING, GameTable
from pbem.tables import identity, opening
from pbem.tables.gm_actions import GmContext, GmRequest, NotDone
from pbem.tables.house_rules import HouseRules, read_house_rules, shaped
from pbem.tables.office import Office
from pbem.tables.opening import CannotOpen, Plan, Player

LINE = re.compile(r"(?P<key>[^=:]{1,60}?)\s*[=:]\s*(?P<value>.*)")
SETS = re.compile(r"[=@#]|:\s*\S|^\s*\[\w+\]")  # what a line has that says something
SECTION = re.compile(r"\[\w+\]")
COMMENT = re.compile(r"(?:^|\s)#.*$")
FORM_WORDS = ("", "form", "help")


def read_plan(heading: str, below: Sequence[str], office: Office, gm: Person) -> Plan:
    """The table that *heading* ("std5 standard") and the lines below it want.

    Raises ValueError with all that is wrong.
    """
    key, _, said = heading.strip().partition(" ")
    key = key.rstrip(":,")
    lines = [line for line in (COMMENT.sub("", line).strip() for line in _unwrapped(below)) if line]
    lines = [line for line in lines if not SECTION.fullmatch(line)]
    said = said.strip(" ,:") or _value_of("game", lines)
    if not said:
        raise ValueError(f'the game is not named; write "NEW TABLE {key or "std5"} standard"')
    game = office.find_game(said.removeprefix("of ").strip())
    plan = Plan(key, game.card.key, gm.address, (), zone=gm.zone, gm_name=gm.name)
    faults: list[str] = []
    for line in lines:
        try:
            plan = _with_line(plan, game, line)
        except ValueError as fault:
            faults.append(f"{line}: {fault}")
    if faults:
        raise ValueError("; ".join(faults))
    return plan


def _unwrapped(lines: Sequence[str]) -> list[str]:
    """Without the ends of remarks, which mail programs break off and put on a line of their own."""
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
    found = LINE.fullmatch(line)
    if found is None:
        raise ValueError('this is no rule and no player; write "key = value", and END below the last')
    key, value = found["key"].strip(" \"'"), _plain(found["value"])
    rule = "_".join(re.findall(r"\w+", key.lower()))
    if rule in KEYS:
        return KEYS[rule](plan, value)
    if rule in HouseRules.__struct_fields__:
        read_house_rules({rule: shaped(rule, value)})
        return replace(plan, house={**plan.house, rule: shaped(rule, value)})
    if option := _option(game, rule):
        return replace(plan, options={**plan.options, option: _as_text(value)})
    return replace(plan, players=[*plan.players, _player(game, key, _as_text(value))])


def _plain(said: str) -> Any:
    """The value of a line, as TOML has it or in plain words."""
    try:
        return tomllib.loads(f"value = {said}")["value"]
    except tomllib.TOMLDecodeError:
        return said.strip().strip("\"'")


def _as_text(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _with_pace(plan: Plan, value: Any) -> Plan:
    read_pace(_as_text(value))
    return replace(plan, pace=_as_text(value))


def _with(field: str) -> Callable[[Plan, Any], Plan]:
    return lambda plan, value: replace(plan, **{field: _as_text(value)})


KEYS: Mapping[str, Callable[[Plan, Any], Plan]] = {
    "game": lambda plan, _value: plan,
    "pace": _with_pace,
    "zone": _with("zone"),
    "time_zone": _with("zone"),
    "gm": lambda plan, value: replace(plan, gm_name=clean_name(_as_text(value))),
    "gm_name": lambda plan, value: replace(plan, gm_name=clean_name(_as_text(value))),
}


def _option(game: Game, said: str) -> str:
    """The option of the game that is meant, "" if none is."""
    wanted = said.removeprefix("option_")
    keys = {"_".join(re.findall(r"\w+", option.key.lower())): option.key for option in game.card.options}
    return keys.get(wanted, "")


def _player(game: Game, said: str, who: str) -> Player:
    power = re.sub(r"^player\s+", "", said, flags=re.I)
    if not any(seat.lower().startswith(power.lower()) for seat in game.card.seats):
        raise ValueError(
            f'"{said}" is no house rule, no option and no power of {game.card.title};'
            f' "NEW TABLE FORM {game.card.key}" brings a list of all'
        )
    name, address = named(who)
    if not address:
        raise ValueError(f'"{who}" is nobody\'s address; write "{said} = Ann <ann@example.org>"')
    return Player(power, address, name)


# --- who may, and what is answered -----------------------------------------------------------------------


def open_table(session: Session, office: Office, gm: Person, said: Sequence[str], now: datetime) -> GameTable:
    """*said*: the heading, and the lines below it. Raises ValueError, and nothing was opened."""
    house = office.settings.house
    if not identity.may_open_tables(gm.address, house.gms, house.host):
        raise ValueError(f"only game masters whom the host knows open tables here; please ask {house.host}")
    plan = read_plan(said[0], said[1:], office, gm)
    try:
        return opening.open_in(session, plan, office, now)
    except CannotOpen as fault:
        raise ValueError(str(fault)) from fault


def told(session: Session, office: Office, table: GameTable) -> list[str]:
    """What is answered to who opened it: how it stands; its rules are told where he is told how to lead."""
    powers = opening.powers_of(office, table)
    how = (
        f"{table.key} is open for JOIN {table.key}; it begins with {len(powers)} players."
        if table.state == FORMING
        else f"{table.key} is open: first orders by {when(table.deadline_utc, table.zone)}."
        if table.deadline_utc
        else f"{table.key} is open."
    )
    free = vacant(session, table, office.find_game(table.game))
    empty = [f"Nobody plays {listed(free)} yet: who writes JOIN {table.key} {free[0]} does."] if free else []
    return [how, *empty, "A mail of its own tells its house rules, and how you lead it."]


def form(office: Office, said: str) -> str:
    """A message to be filled in, with the options of the game that *said* names, else of standard."""
    try:
        game = office.find_game(said)
    except ValueError:
        game = office.find_game("standard")
    rules = (packaged("config") / "house-rules.toml").read_text("utf-8").partition("[house]")[2].strip()
    facts = {"game": game.card, "rules": [line.rstrip() for line in rules.splitlines()]}
    return words("new_table.txt", facts, office.house.templates)


def of_visit(visit: CommandContext, request: Request) -> CommandResult | AnswerPage:
    """NEW TABLE, of anybody"""
    if _asks_for_form(request.argument, request.text):
        return AnswerPage("A form for NEW TABLE", form(visit.office, _game_of(request.argument)), is_set=True)
    person = _named(visit)
    try:
        table = open_table(visit.session, visit.office, person, (request.argument, *request.text), visit.now)
    except ValueError as fault:
        return refused(request, f"No table was opened: {fault}.")
    return CommandResult(request.line, request.said, told(visit.session, visit.office, table))


def _named(visit: CommandContext) -> Person:
    """Who wrote, by a name that shows nobody his address."""
    person = visit.person
    try:
        name = clean_name(visit.script.argument("NAME") or person.name)
    except ValueError:
        name = "The GM"
    return Person(name, person.address, person.zone)


def of_gm(gm: GmContext, order: GmRequest) -> Sequence[str | AnswerPage]:
    """NEW TABLE, of who leads another table"""
    if _asks_for_form(order.argument, order.text):
        page = form(gm.office, _game_of(order.argument))
        return [AnswerPage("A form for NEW TABLE", page, is_set=True)]
    table = gm.table
    try:
        opened = open_table(
            gm.session,
            gm.office,
            Person(table.gm_name, table.gm_address, table.zone),
            (order.argument, *order.text),
            gm.now,
        )
    except ValueError as fault:
        raise NotDone(f"no table was opened: {fault}.") from None
    return told(gm.session, gm.office, opened)


def _asks_for_form(heading: str, below: Sequence[str]) -> bool:
    first = heading.strip().partition(" ")[0].lower()
    return first in FORM_WORDS and not any(line.strip() for line in below)


def _game_of(heading: str) -> str:
    return heading.strip().partition(" ")[2] or "standard"
