"""OBSERVE: bulletins and news of a table for somebody who does not play there; OBSERVE std3 ALL."""

import re

from pbem.commands.command import Command, Group
from pbem.commands.context import CommandContext, done, refused
from pbem.commands.lookup import game_story
from pbem.commands.lookup.briefing import introduce_observer
from pbem.commands.lookup.history import story_page
from pbem.commands.seats.joining import application
from pbem.commands.seats.preferences import clean_name
from pbem.commands.visitors import table_meant
from pbem.core.sentences import Sentence, Unusable, sentence
from pbem.messages.script import Request
from pbem.reports import AnswerPage, CommandResult, Reader
from pbem.reports.notes import worded
from pbem.store.game_tables import GameTable
from pbem.store.player_tables import Subscriber
from pbem.store.states import FORMING, OVER
from pbem.tables.house_rules import house_rules
from pbem.tables.identity import plays
from pbem.tables.people import readers

ALL = re.compile(r"\b(?:all|everything)\b", re.I)
KINDS = {"bulletins": re.compile(r"\bbulletins?\b", re.I), "news": re.compile(r"\b(?:news|notices)\b", re.I)}


def observe(visit: CommandContext, request: Request) -> CommandResult | AnswerPage:
    try:
        table, rest = table_meant(visit, request.argument)
    except Unusable as unknown:
        return refused(request, unknown.sentence)
    if not house_rules(table).observers:
        return refused(request, sentence("joining", "no_observers", table=table.key))
    if ALL.search(rest):
        return _observe_all(visit, request, table)
    kinds = [kind for kind, words in KINDS.items() if words.search(rest)]
    row = readers.subscription(visit.session, table, visit.person.address)
    if row is None and not kinds and _gets_bulletins(visit, table):
        return done(request, sentence("joining", "observes_already", table=table.key, kinds=()))
    if row is not None and row.kinds == kinds:
        return done(request, sentence("joining", "observes_already", table=table.key, kinds=kinds))
    row = row or _subscribe(visit, table)
    row.kinds = kinds
    visit.session.flush()
    _introduce(visit, table)
    return done(request, sentence("joining", "observes", table=table.key, kinds=kinds))


def _introduce(visit: CommandContext, table: GameTable) -> None:
    """Mail where the game stands to somebody who will get its bulletins and has missed the first."""
    if table.state not in (FORMING, OVER) and _gets_bulletins(visit, table):
        own = visit.person
        stop = visit.office.stop_address(table.key, own.address)
        introduce_observer(visit.at(table), Reader(own.name, own.address, stop))


def _subscribe(visit: CommandContext, table: GameTable) -> Subscriber:
    row = Subscriber(
        table_key=table.key, name=visit.person.name, address=visit.person.address, since_utc=visit.now
    )
    visit.session.add(row)
    visit.session.flush()
    return row


def _gets_bulletins(visit: CommandContext, table: GameTable) -> bool:
    found = readers.bulletin_readers(visit.session, visit.office, table)
    return any(reader.address == visit.person.address for reader in found)


# --- everything ------------------------------------------------------------------------------------------


def _observe_all(visit: CommandContext, request: Request, table: GameTable) -> CommandResult | AnswerPage:
    """Show the whole story of a game that is over; ask the game master while it is played."""
    if table.state == OVER and house_rules(table).see_all != "never":
        return story_page(visit, table, game_story.load(visit.session, visit.office, table))
    refusal = _refusal(visit, table)
    if refusal is not None:
        return refused(request, refusal)
    row = readers.subscription(visit.session, table, visit.person.address) or _subscribe(visit, table)
    if row.sees_all:
        return done(request, sentence("joining", "sees_all_already", table=table.key))
    _introduce(visit, table)
    facts = {"table": table.key, "name": shown_name(visit, row.name), "address": row.address}
    once = f"all {row.address} {table.number}"
    visit.notify_gm(table, worded("asks_to_see_all", once, facts, visit.office.house.templates))
    return done(request, sentence("joining", "asked_for_all", table=table.key, gm=table.gm_name))


def _refusal(visit: CommandContext, table: GameTable) -> Sentence | None:
    """Return why the sender cannot see everything; None if the game master may allow it."""
    rule, own = house_rules(table).see_all, visit.person.address
    if rule != "by the gm":
        return sentence("joining", "not_all", table=table.key, rule=rule)
    if plays(visit.session, table, own) or application(visit.session, table, own) is not None:
        return sentence("joining", "plays_or_waits", table=table.key)
    return None


def shown_name(visit: CommandContext, name: str) -> str:
    """Return the name of an observer if it can be printed, else a substitute."""
    try:
        return clean_name(name)
    except Unusable:
        return visit.words(sentence("joining", "an_observer"))


COMMANDS = (
    Command(
        "OBSERVE",
        r"(?:observe|watch|monitor|subscribe)(?:[\s:]+(.{1,60}))?",
        group=Group.SEATS,
        page="join",
        run_as_guest=observe,
        by_program=False,
    ),
)
