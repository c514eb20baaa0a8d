"""How does a table begin?

Everything is checked first; then the table, its seats and their first mails are one transaction.
"""

import re
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from difflib import get_close_matches
from typing import Any

import msgspec
from msgspec import Struct
from sqlmodel import Session

from adjudicator.dice import SeededDice
from adjudicator.game import Game
from pbem import outbox, reports
from pbem.deadlines import due, known_zone
from pbem.house_rules import HouseRules, pace_of, read_house_rules, sentences
from pbem.identify import KEY, seat_address
from pbem.office import Office, run_of, table_card
from pbem.outbox import About
from pbem.store import GameTable, Seat
from pbem.subscribers import all_readers

ADDRESS = re.compile(r"[^\s@<>,;\"]+@[^\s@<>,;\"]+\.?[^\s@<>,;\"]*")


class CannotOpen(Exception):  # noqa: N818 - named, as all our errors, by what happened
    """The table cannot be opened: one line that says why and what would do."""


class Player(Struct, frozen=True):
    power: str
    address: str
    name: str = ""
    zone: str = ""


class Plan(Struct, frozen=True):
    """What a GM wants. *players* may be fewer than the seats: the others are in civil disorder."""

    key: str
    game: str
    gm: str
    players: Sequence[Player]
    pace: str = "72h"
    options: Mapping[str, str] = {}
    zone: str = "UTC"
    gm_name: str = "The GM"
    seed: str = ""
    house: Mapping[str, Any] = {}


def open_table(plan: Plan, office: Office, now: datetime) -> GameTable:
    """Open the table and mail the first position to everybody. Raises CannotOpen."""
    try:
        table, seats = new_table(plan, office, now), _seats(plan, office)
    except ValueError as fault:
        raise CannotOpen(str(fault)) from fault
    with office.store.writing() as session:
        if session.get(GameTable, table.key) is not None:
            raise CannotOpen(f"there is a table {table.key} already; choose another name")
        session.add(table)
        session.flush()
        session.add_all(seats)
        session.flush()
        announce(session, office, table, seats, now)
    return table


def new_table(plan: Plan, office: Office, now: datetime) -> GameTable:
    """The table at its start, not kept yet. Raises ValueError."""
    game = office.find_game(plan.game)
    seed = plan.seed or secrets.token_hex(32)
    options = dict(plan.options)
    start = game.start(options, SeededDice(seed, 0))
    waited_for = game.due(start)
    table = GameTable(
        key=_key(plan.key),
        game=game.card.key,
        title=game.card.title,
        gm_name=plan.gm_name,
        gm_address=_address(plan.gm),
        options=options,
        pace=plan.pace,
        zone=known_zone(plan.zone),
        seed=seed,
        start=start,
        position=start,
        number=waited_for.number,
        created_utc=now,
        house=_house(plan.house),
        told_until_utc=now,
    )
    deadline = due(now, waited_for.phase, pace_of(table, game.card.phases))
    table.deadline_utc, table.final_utc = deadline.due_utc, deadline.final_utc
    return table


def _house(said: Mapping[str, Any]) -> dict[str, Any]:
    """What differs from the usual house rules. Raises ValueError for a rule that is none."""
    wanted = msgspec.to_builtins(read_house_rules(said))
    usual = msgspec.to_builtins(HouseRules())
    return {key: value for key, value in wanted.items() if value != usual[key]}


def _key(key: str) -> str:
    if not KEY.fullmatch(key.lower()):
        raise ValueError(
            f'"{key}" is no name for a table: a letter, then letters, digits and "-", 20 at most'
        )
    return key.lower()


def _address(address: str) -> str:
    if not ADDRESS.fullmatch(address):
        raise ValueError(f'"{address}" is no address; write name@host')
    return address.lower()


def _seats(plan: Plan, office: Office) -> list[Seat]:
    game = office.find_game(plan.game)
    if not plan.players:
        raise ValueError("nobody plays; write --player POWER=ADDRESS for each player")
    seats = [_seat(plan, player, game) for player in plan.players]
    fit(seats, office)
    powers = [seat.power for seat in seats]
    twice = next((power for power in powers if powers.count(power) > 1), None)
    if twice:
        raise ValueError(f"{twice} is given to two players; a power has one")
    return seats


def fit(seats: Sequence[Seat], office: Office) -> None:
    """The reply addresses must be addresses: at most 64 letters before the "@" (RFC 5321, 4.5.3.1.1)."""
    longest = max(
        (seat_address(office.door.seal, seat, office.door.judge) for seat in seats),
        key=lambda address: address.index("@"),
    )
    over = longest.index("@") - 64
    if over > 0:
        raise ValueError(f"{longest} is too long for an address; take a table name {over} letters shorter")


def _seat(plan: Plan, player: Player, game: Game) -> Seat:
    address = _address(player.address)
    name = player.name or address.partition("@")[0]
    zone = known_zone(player.zone or plan.zone)
    power = _power(player.power, game)
    return Seat(table_key=_key(plan.key), power=power, player=name, address=address, zone=zone)


def _power(said: str, game: Game) -> str:
    """The power that is meant, in any case and by any beginning that only one has."""
    begun = [power for power in game.card.seats if power.lower().startswith(said.lower())]
    exact = [power for power in begun if power.lower() == said.lower()]
    if len(exact or begun) == 1:
        return (exact or begun)[0]
    near = get_close_matches(said.title(), game.card.seats, 1)
    meant = f"did you mean {near[0]}?" if near else f"it has {', '.join(game.card.seats)}"
    raise ValueError(f'{game.card.title} has no power "{said}"; {meant}')


def announce(
    session: Session, office: Office, table: GameTable, seats: Sequence[Seat], now: datetime
) -> None:
    """The first position, to each player his own, and the first bulletin, with the promise of the dice."""
    game = office.find_game(table.game)
    waited_for = game.due(table.position)
    desk, run = office.desk(now), run_of(table, waited_for)
    for seat in seats:
        told = _told(game, table, seat.power)
        mail = reports.turn_report(desk, office.seat_card(table, seat), run, told)
        outbox.put(session, mail, About(table.key, seat.power, table.number), now)
    issue = reports.Issue(_told(game, table, None), rules=sentences(table))
    for to in all_readers(session, table):
        mail = reports.bulletin(desk, table_card(table, game), to, run, issue)
        outbox.put(session, mail, About(table.key, None, table.number), now)


def _told(game: Game, table: GameTable, reader: str | None) -> reports.Told:
    position = table.position
    form = game.form(position, reader) if reader else ()
    return reports.Told(game.show(position, None, reader), form, game.picture(position, None, reader))
