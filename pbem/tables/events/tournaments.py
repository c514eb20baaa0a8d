"""Open a tournament: its tables, with seats drawn by lot, in one transaction."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from pbem.core.error_text import plain_reason
from pbem.core.logs import log
from pbem.core.person import named
from pbem.core.sentences import cause_of, sentence
from pbem.store.game_tables import GameTable
from pbem.store.tournament_rows import Tournament
from pbem.tables import opening
from pbem.tables.events import tournament_scores
from pbem.tables.events.tournament_draw import draw
from pbem.tables.house_rules import house_rules
from pbem.tables.office import Office
from pbem.tables.opening import CannotOpen, Plan, Player
from pbem.tables.people.reply_addresses import KEY

MOST_TABLES = 100
MOST_PLAYERS = 1000
LARGEST = 1024 * 1024  # bytes of a file with players


class Entrant(Struct, frozen=True):
    """A player of a tournament."""

    name: str
    address: str


class Event(Struct, frozen=True):
    """The plan of a tournament. *table* is the plan of every table; its key and players are not used."""

    key: str
    tables: int
    entrants: Sequence[Entrant]
    scoring: str
    table: Plan
    title: str = ""
    seed: str = ""


def read_entrants(file: Path) -> list[Entrant]:
    """Return the players in a file, one per line: "Ann <ann@x.org>". Raises CannotOpen."""
    try:
        with file.open("rb") as content:
            lines = content.read(LARGEST).decode("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as fault:
        why = plain_reason(fault) if isinstance(fault, OSError) else "UTF-8"
        raise CannotOpen(sentence("tournaments", "no_file", file=file, reason=why)) from fault
    written = [(number, line.partition("#")[0].strip()) for number, line in enumerate(lines, 1)]
    return [_entrant(file, number, line) for number, line in written if line]


def _entrant(file: Path, number: int, line: str) -> Entrant:
    name, address = named(line)
    if not address:
        raise CannotOpen(sentence("tournaments", "no_player", file=file, number=number, line=line[:80]))
    return Entrant(name or address.partition("@")[0], address)


def open_tournament(event: Event, office: Office, now: datetime) -> tuple[Tournament, list[GameTable]]:
    """Open the tournament and its tables, and mail everybody their first position. Raises CannotOpen."""
    event = replace(event, key=event.key.lower(), seed=event.seed or secrets.token_hex(16))
    _check(event)
    hands = _hands(event, office, now)
    places = _drawn(event, len(hands))
    with office.store.writing() as session:
        if session.get(Tournament, event.key) is not None:
            raise CannotOpen(sentence("tournaments", "taken", key=event.key))
        row = Tournament(
            key=event.key,
            title=event.title or event.key,
            scoring=event.scoring,
            seed=event.seed,
            created_utc=now,
        )
        session.add(row)
        session.flush()
        opened = []
        for number, people in enumerate(places, 1):
            players, key = _players(event, hands, people), f"{event.key}-{number}"
            plan = replace(event.table, key=key, players=players, tournament=event.key)
            opened.append(opening.open_in(session, plan, office, now))
    log.info("tournament opened", tournament=event.key, tables=len(opened))
    return row, opened


def _check(event: Event) -> None:
    """Raise CannotOpen if the tournament is not possible."""
    addresses = [entrant.address for entrant in event.entrants]
    twice = next((address for address in addresses if addresses.count(address) > 1), None)
    if not KEY.fullmatch(f"{event.key}-{event.tables}"):
        raise CannotOpen(sentence("tournaments", "no_key", key=event.key))
    if not 1 <= event.tables <= MOST_TABLES:
        raise CannotOpen(sentence("tournaments", "no_tables", most=MOST_TABLES))
    if len(addresses) > MOST_PLAYERS:
        raise CannotOpen(sentence("tournaments", "many_players", most=MOST_PLAYERS))
    if twice:
        raise CannotOpen(sentence("tournaments", "twice", address=twice))
    if event.scoring not in tournament_scores.SYSTEMS:
        known = list(tournament_scores.SYSTEMS)
        raise CannotOpen(sentence("tournaments", "no_system", written=event.scoring, known=known))


def _hands(event: Event, office: Office, now: datetime) -> list[tuple[str, ...]]:
    """Return the powers of each place at a table. Raises CannotOpen for an unsuitable plan."""
    try:
        table = opening.new_table(replace(event.table, key=f"{event.key}-1", players=()), office, now)
    except ValueError as fault:
        raise CannotOpen(cause_of(fault)) from fault
    rules = house_rules(table)
    if rules.archive != "shown" or (rules.names != "shown" and not rules.reveal):
        raise CannotOpen(sentence("tournaments", "must_be_shown"))
    is_counted = bool(tournament_scores.ending(office, table).tally)
    if event.scoring in tournament_scores.COUNTING and not is_counted:
        raise CannotOpen(sentence("tournaments", "not_counted", title=table.title, system=event.scoring))
    return opening.hands_of(office, table)


def _drawn(event: Event, places: int) -> list[list[int]]:
    people = len(event.entrants)
    try:
        return draw(people, event.tables, places, event.seed)
    except ValueError:
        tables, seats = event.tables, event.tables * places
        raise CannotOpen(
            sentence("tournaments", "does_not_fit", people=people, tables=tables, places=places, seats=seats)
        ) from None


def _players(event: Event, hands: Sequence[tuple[str, ...]], people: Sequence[int]) -> list[Player]:
    entrants = [event.entrants[person] for person in people]
    return [
        Player(power, entrant.address, entrant.name)
        for hand, entrant in zip(hands, entrants, strict=True)
        for power in hand
    ]
