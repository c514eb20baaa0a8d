"""People who see what each power alone knows: observers who may, and game masters who looked.

They may never take a seat at the table, so both are recorded among the former seats. A current game master
who looked may still play a power. Everybody is informed, and the game master can no longer look.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

from msgspec.structs import replace
from sqlmodel import Session, col, select

from adjudicator.core.game import Game, Item, Section
from pbem.core.sentences import Unusable, sentence
from pbem.store.game_tables import GameTable
from pbem.store.player_tables import FormerSeat, Subscriber
from pbem.tables.office import Office

SAW_ALL = "saw all"  # `FormerSeat.reason`
LOOKED = "looked"  # as the game master or a deputy


def sections(game: Game, position: str, record: str | None, office: Office) -> list[Section]:
    """Return the orders of every power, and what its report says beyond the bulletin."""
    public = game.show(position, record, None).sections
    return [
        section
        for power in game.card.seats
        for section in _of_power(game, (position, record), power, public, office)
    ]


def _of_power(
    game: Game, turn: tuple[str, str | None], power: str, public: Sequence[Section], office: Office
) -> Iterator[Section]:
    position, record = turn
    results = game.describe(position, record).get("results", {}) if record else {}
    orders = [Item(f"{order}: {result}") for order, result in dict(results.get(power, {})).items()]
    own = office.house.templates
    if orders:
        title = sentence("joining", "orders_of", power=game.card.named(power)).words(own)
        yield Section(f"all {power} orders", title, tuple(orders))
    for section in game.show(position, record, power).sections:
        if section not in public and section.key != "due":
            title = sentence("joining", "known_to", power=game.card.named(power), title=section.title).words(
                own
            )
            yield replace(section, key=f"all {power} {section.key}", title=title)


def has_seen(session: Session, table: GameTable, address: str, *reasons: str) -> bool:
    """Return whether somebody was shown secrets of *table*, for one of the *reasons*."""
    wanted = select(FormerSeat.id).where(
        FormerSeat.table_key == table.key,
        FormerSeat.address == address.lower(),
        col(FormerSeat.reason).in_(reasons),
    )
    return session.exec(wanted).first() is not None


def check_has_not_seen(session: Session, table: GameTable, address: str) -> None:
    """Raise Unusable for somebody who was shown secrets, and so cannot play."""
    if has_seen(session, table, address, SAW_ALL, LOOKED):
        raise Unusable(sentence("joining", "has_seen", table=table.key))


def grant(session: Session, table: GameTable, row: Subscriber, now: datetime) -> None:
    """Let an observer see everything from now on."""
    row.sees_all = True
    remember(session, table, (row.name, row.address), SAW_ALL, now)


def remember(session: Session, table: GameTable, person: tuple[str, str], reason: str, now: datetime) -> None:
    """Record that somebody, a name and an address, is shown secrets."""
    name, address = person
    if has_seen(session, table, address, reason):
        return
    session.add(
        FormerSeat(
            table_key=table.key,
            power="",
            player=name,
            address=address.lower(),
            epoch=0,
            reason=reason,
            number=table.number,
            left_utc=now,
        )
    )
    session.flush()
