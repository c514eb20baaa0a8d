"""What did the game master do, and who may know?  Every deed is written down; LOG shows them.

A sentence in the log may be read by every player, so it holds nothing that only the GM may know: no orders,
no addresses, and no names of players where the house rules hide them.
"""

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session, col, select

from pbem.commands import Request
from pbem.deeds import Acting
from pbem.gm_tables import GmDeed
from pbem.house_rules import house_rules, sentences
from pbem.rendering import in_columns, when
from pbem.reports import Leaf
from pbem.rulings import rulings
from pbem.store import OVER, GameTable

GAME_MASTER, HOST, SERVICE = "the game master", "the host", "the service"


def deeds_of(session: Session, table_key: str) -> list[GmDeed]:
    """All deeds at a table, the first one first."""
    wanted = select(GmDeed).where(GmDeed.table_key == table_key)
    return list(session.exec(wanted.order_by(col(GmDeed.id))))


def may_read(table: GameTable, *, is_gm: bool) -> bool:
    """May he who asks read the log now?  House rules, log."""
    log = house_rules(table).log
    return is_gm or log == "open" or (log == "at the end" and table.state == OVER)


def lines(deeds: Sequence[GmDeed], zone: str) -> list[str]:
    """The log as it is mailed: a line for each deed."""
    return [f"{when(deed.done_utc, zone)}, {deed.by}: {with_reason(deed)}" for deed in deeds]


def with_reason(deed: GmDeed) -> str:
    return f"{deed.sentence} Reason: {deed.reason}" if deed.reason else deed.sentence


def log_text(session: Session, table: GameTable, zone: str, *, is_gm: bool) -> str:
    """The answer to LOG, for a player or for the GM."""
    if not may_read(table, is_gm=is_gm):
        later = " until the game is over" if house_rules(table).log == "at the end" else ""
        return f"By the house rules of {table.key} the log of the game master is not shown to players{later}."
    told = lines(deeds_of(session, table.key), zone)
    return "\n".join(told) if told else "Nothing was done yet but what the rules do by themselves."


def for_bulletin(session: Session, table_key: str) -> list[GmDeed]:
    """Rulings, corrections and the like that no bulletin has printed yet."""
    return [deed for deed in deeds_of(session, table_key) if deed.for_bulletin and deed.printed is None]


def show(acting: Acting, _request: Request) -> Leaf:
    """LOG, of a player"""
    told = log_text(acting.session, acting.at.table, acting.at.row.zone, is_gm=False)
    return Leaf(f"The log of {acting.at.table.key}", in_columns(told.splitlines()), is_set=True)


def show_house_rules(acting: Acting, _request: Request) -> Leaf:
    """HOUSE RULES, of a player"""
    told = [*rulings(acting.at.game, acting.at.table), *sentences(acting.at.table)]
    return Leaf(f"House rules of {acting.at.table.key}", "\n".join(told))


def printed_in(session: Session, deeds: Sequence[GmDeed], number: int) -> None:
    """The bulletin of turn *number* holds them; in the caller's transaction."""
    for deed in deeds:
        session.get_one(GmDeed, deed.id).printed = number


def by_the_service(session: Session, table: GameTable, word: str, sentence: str, now: datetime) -> GmDeed:
    """The service did it of its own accord, as the house rules say."""
    deed = GmDeed(
        table_key=table.key, number=table.number, done_utc=now, by=SERVICE, word=word, sentence=sentence
    )
    session.add(deed)
    session.flush()
    return deed
