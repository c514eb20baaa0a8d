"""The directory of players and the statistics of the archive.

Only people who agreed to it are listed (SET LISTED ON), and only finished games count that the archive shows
and whose players are named: nothing here says who plays what in a running game.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct
from sqlmodel import Session, col, select

from pbem.store.game_tables import GameTable, Seat, seats_of
from pbem.store.states import OVER
from pbem.tables.house_rules import house_rules
from pbem.tables.office import Office
from pbem.tables.people import profiles
from pbem.tables.people.reliability import Reliability, reliability


class Finished(Struct, frozen=True):
    """A game that is over, with its result and who played what at its end."""

    table: GameTable
    winners: Sequence[str]
    seats: Sequence[Seat]
    are_named: bool


class ListedPlayer(Struct, frozen=True):
    """A person in the directory. *seats* holds table, power and result ("won", "shared", "played")."""

    name: str
    reliability: Reliability
    seats: Sequence[tuple[str, str, str]]

    def count(self, result: str) -> int:
        return sum(one == result for _, _, one in self.seats)


class PowerRecord(Struct, frozen=True):
    """How often a power won or shared the finished games of one kind."""

    power: str
    won: int
    shared: int


class GameRecord(Struct, frozen=True):
    """The finished games of one kind; *drawn* are those that several shared or nobody won."""

    title: str
    games: int
    drawn: int
    powers: Sequence[PowerRecord]


class Directory(Struct, frozen=True):
    """The page of players and statistics."""

    players: Sequence[ListedPlayer] = ()
    games: Sequence[GameRecord] = ()


def directory(session: Session, office: Office, now: datetime) -> Directory:
    """Return who agreed to be listed, and how the finished games ended."""
    finished = _finished(session, office)
    players = [
        ListedPlayer(
            profile.name,
            reliability(session, office, profile.address, now),
            _seats(finished, profile.address),
        )
        for profile in profiles.listed(session)
    ]
    return Directory(players, _records(finished, office))


def _finished(session: Session, office: Office) -> list[Finished]:
    wanted = select(GameTable).where(GameTable.state == OVER).order_by(col(GameTable.key))
    found = [(table, house_rules(table)) for table in session.exec(wanted)]
    return [
        Finished(
            table,
            office.find_game(table.game).due(table.position).winners,
            seats_of(session, table.key),
            rules.names == "shown" or rules.reveal,
        )
        for table, rules in found
        if rules.archive == "shown"
    ]


def _seats(finished: Sequence[Finished], address: str) -> list[tuple[str, str, str]]:
    return [
        (one.table.key, seat.power, _result(one.winners, seat.power))
        for one in finished
        for seat in one.seats
        if one.are_named and seat.address == address
    ]


def _result(winners: Sequence[str], power: str) -> str:
    if power not in winners:
        return "played"
    return "won" if len(winners) == 1 else "shared"


def _records(finished: Sequence[Finished], office: Office) -> list[GameRecord]:
    by_game: dict[str, list[Finished]] = {}
    for one in finished:
        by_game.setdefault(one.table.game, []).append(one)
    return [_record(rows, office) for _, rows in sorted(by_game.items())]


def _record(rows: Sequence[Finished], office: Office) -> GameRecord:
    won = Counter(one.winners[0] for one in rows if len(one.winners) == 1)
    shared = Counter(power for one in rows if len(one.winners) > 1 for power in one.winners)
    seats = office.find_game(rows[0].table.game).card.seats
    powers = [PowerRecord(power, won[power], shared[power]) for power in seats]
    drawn = sum(len(one.winners) != 1 for one in rows)
    return GameRecord(rows[0].table.title, len(rows), drawn, powers)
