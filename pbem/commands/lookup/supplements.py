"""What the service added to the reports of a turn: press, notes of the GM, who sent nothing."""

from sqlmodel import Session, col, select

from adjudicator.core.game import Card
from pbem.commands.lookup import gm_log
from pbem.commands.press.shown import printed
from pbem.reports import PrintedPress, Supplement
from pbem.store.game_tables import AdjudicatedTurn, GameTable, seats_of
from pbem.store.gm_tables import GmActionRow
from pbem.store.player_tables import FormerSeat
from pbem.tables.house_rules import house_rules


def stored_supplement(session: Session, table: GameTable, turn: AdjudicatedTurn, card: Card) -> Supplement:
    """Return what the service added to reports and bulletin of *turn*, without the seed."""
    silent = [card.named(power) for power in _silent(session, table, turn)]
    return Supplement(silent, *_printed(session, table, turn.number, turn.name))


def last_supplement(session: Session, table: GameTable, due: str) -> Supplement:
    """Return what it added to the last bulletin of a game that ended without a turn while *due* was due."""
    return Supplement((), *_printed(session, table, table.number, due))


def _printed(
    session: Session, table: GameTable, number: int, turn: str
) -> tuple[list[str], str, list[PrintedPress]]:
    """Return notes, no seed, and press, in the order that Supplement has."""
    return _notes(session, table, number, turn), "", printed(session, table, number)


def _silent(session: Session, table: GameTable, turn: AdjudicatedTurn) -> list[str]:
    """Return the powers to be named; who had default orders is in `AdjudicatedTurn.orders`."""
    if house_rules(table).late != "named":
        return []
    played = _played(session, table)
    return [power for power in turn.nmr_powers if power in played and power not in turn.orders]


def _notes(session: Session, table: GameTable, number: int, turn: str) -> list[str]:
    wanted = select(GmActionRow).where(GmActionRow.table_key == table.key, GmActionRow.printed == number)
    actions = session.exec(wanted.order_by(col(GmActionRow.id))).all()
    secret = [action for action in actions if action.word == gm_log.SEALED]
    public = [gm_log.with_reason(action) for action in actions if action.word != gm_log.SEALED]
    return [*public, *gm_log.opened(session, table, secret, turn)]


def _played(session: Session, table: GameTable) -> set[str]:
    """Return the powers that somebody has played."""
    former = session.exec(select(FormerSeat.power).where(FormerSeat.table_key == table.key))
    return {seat.power for seat in seats_of(session, table.key)} | set(former)
