"""Scores and standings of a tournament.

A finished game has 100 points. Only finished games count that the archive shows and whose players are named;
nothing here reveals who plays what at a table with hidden players, or how a running game stands.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct
from sqlmodel import Session, col, select

from adjudicator.core.game import Power
from pbem.core.addresses import NOBODY
from pbem.store.game_tables import GameTable, Seat, seats_of
from pbem.store.states import OVER
from pbem.store.tournament_rows import Tournament, TournamentTable
from pbem.tables.house_rules import house_rules
from pbem.tables.office import Office

GAME = Fraction(100)  # points of one game


class Ending(Struct, frozen=True):
    """The end of a game: who won or shared it, and each power's public count."""

    winners: Sequence[Power]
    tally: Mapping[Power, int]


Scores = Mapping[Power, Fraction]


def _shared(winners: Sequence[Power]) -> Scores:
    return {power: GAME / len(winners) for power in winners}


def draw_size(ending: Ending) -> Scores:
    """Share the points equally among the winners."""
    return _shared(ending.winners)


def dias(ending: Ending) -> Scores:
    """Give all points to a single winner; else share them equally among all survivors."""
    if len(ending.winners) == 1:
        return _shared(ending.winners)
    return _shared([power for power, count in ending.tally.items() if count > 0])


def sum_of_squares(ending: Ending) -> Scores:
    """Give all points to a single winner; else share them in proportion to the squares of the counts."""
    if len(ending.winners) == 1:
        return _shared(ending.winners)
    squares = {power: count * count for power, count in ending.tally.items()}
    whole = sum(squares.values())
    return {power: GAME * square / whole for power, square in squares.items() if square}


SYSTEMS: Mapping[str, Callable[[Ending], Scores]] = {
    "draw-size": draw_size,
    "sum-of-squares": sum_of_squares,
    "dias": dias,
}
COUNTING = ("sum-of-squares", "dias")  # systems for games with counts


class Played(Struct, frozen=True):
    """A seat of a person at a table of the event; *points* is None while the game is played."""

    table: str
    power: Power
    points: Fraction | None


class Standing(Struct, frozen=True):
    """A person of the event; people with the same points have the same *place*."""

    place: int
    name: str
    points: Fraction
    seats: Sequence[Played]

    @property
    def finished(self) -> int:
        """Return the number of finished games."""
        return len({seat.table for seat in self.seats if seat.points is not None})


class EventTable(Struct, frozen=True):
    """A table of the event; *is_shown* if the archive shows it and its players may be named now."""

    key: str
    title: str
    is_over: bool
    is_shown: bool
    winners: Sequence[Power]


class Standings(Struct, frozen=True):
    """A tournament as everybody may see it."""

    event: Tournament
    tables: Sequence[EventTable]
    people: Sequence[Standing]

    @property
    def is_over(self) -> bool:
        return all(table.is_over for table in self.tables)


def tournaments(session: Session) -> Sequence[Tournament]:
    """Return all events, the newest first."""
    wanted = select(Tournament).order_by(col(Tournament.created_utc).desc(), col(Tournament.key))
    return session.exec(wanted).all()


def tournament_of(session: Session, table_key: str) -> Tournament | None:
    """Return the event to which a table belongs."""
    row = session.get(TournamentTable, table_key)
    return session.get(Tournament, row.tournament) if row else None


def standings(session: Session, office: Office, event: Tournament) -> Standings:
    """Return the standings of an event, best first."""
    wanted = select(GameTable).join(TournamentTable).where(TournamentTable.tournament == event.key)
    tables = session.exec(wanted.order_by(col(TournamentTable.number))).all()
    seats: dict[tuple[str, ...], list[tuple[str, Played]]] = {}
    for table in filter(_is_named, tables):
        scores = SYSTEMS[event.scoring](ending(office, table)) if table.state == OVER else None
        for seat in seats_of(session, table.key):
            points = None if scores is None else scores.get(seat.power, Fraction())
            played = Played(table.key, seat.power, points)
            seats.setdefault(_person(seat), []).append((seat.player, played))
    return Standings(event, [_event_table(office, table) for table in tables], _ranked(seats))


def ending(office: Office, table: GameTable) -> Ending:
    """Return how a game ended, or would end now."""
    game = office.find_game(table.game)
    tally = game.show(table.position, None, None).tally
    return Ending(game.due(table.position).winners, tally.by if tally else {})


def _person(seat: Seat) -> tuple[str, ...]:
    """Return a key that identifies a person across seats; erased people are all different."""
    return (seat.address,) if seat.address != NOBODY else (seat.table_key, seat.power)


def _is_named(table: GameTable) -> bool:
    rules = house_rules(table)
    is_named = rules.names == "shown" or (rules.reveal and table.state == OVER)
    return rules.archive == "shown" and is_named


def _event_table(office: Office, table: GameTable) -> EventTable:
    is_over, is_shown = table.state == OVER, house_rules(table).archive == "shown"
    winners = office.find_game(table.game).due(table.position).winners if is_over and is_shown else ()
    return EventTable(table.key, table.title, is_over, is_shown, winners)


def _ranked(seats: Mapping[tuple[str, ...], Sequence[tuple[str, Played]]]) -> list[Standing]:
    found = [
        (sum((seat.points or Fraction() for _, seat in played), Fraction()), played)
        for played in seats.values()
    ]
    found.sort(key=lambda one: (-one[0], one[1][0][0].casefold(), one[1][0][1].table))
    all_points = [points for points, _ in found]
    return [
        Standing(all_points.index(points) + 1, played[0][0], points, [seat for _, seat in played])
        for points, played in found
    ]


def in_words(points: Fraction) -> str:
    """Return points with one decimal at most: "33.3", "100"."""
    return f"{float(points):.1f}".removesuffix(".0")


def as_facts(shown: Standings) -> dict[str, object]:
    """Return standings for programs; points are rounded to a hundredth."""
    return {
        "tournament": shown.event.key,
        "title": shown.event.title,
        "scoring": shown.event.scoring,
        "seed": shown.event.seed,
        "is_over": shown.is_over,
        "tables": [table.key for table in shown.tables],
        "people": [
            {
                "place": one.place,
                "name": one.name,
                "points": round(float(one.points), 2),
                "finished": one.finished,
            }
            for one in shown.people
        ],
    }
