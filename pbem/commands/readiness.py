"""READY and WAIT: whether a turn may be run before its deadline, by the house rules.

The last who is ready has the turn run at once, and then it is too late to be told that orders are missing. So
READY of a power from which nothing is on file is not taken, unless it says that there are to be no orders.
Only who owes orders publicly is asked, so that the hour of a run tells nothing of hidden pieces; and who is
ready is told to nobody: that a turn was run early says that all were. Where somebody else may have a private
choice (`Due.waits_for_all`), every player must say READY, whether they have such a choice or not, and orders
on file are not enough.
"""

from collections.abc import Mapping, Sequence

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, or_, select

from adjudicator.core.game import Due
from pbem.commands.command import Command, Group
from pbem.commands.context import SeatCommandContext, done, refused
from pbem.messages.script import SET, Request
from pbem.reports import CommandResult
from pbem.store.database import RUNNING, GameTable, OrderSheet, seats_of, sheets_of
from pbem.store.player_tables import Readiness
from pbem.tables import order_sheets
from pbem.tables.house_rules import HouseRules, house_rules
from pbem.tables.office import Office

MOST_NAMED = 4  # of what is missing


def set_ready(acting: SeatCommandContext, request: Request) -> CommandResult:
    """READY"""
    rules, at = acting.rules, acting.at
    if rules.early == "never":
        return refused(request, "By the house rules of this table no turn is run before its deadline.")
    if at.row.power not in at.due.owed and not at.due.waits_for_all:
        _preference(acting, is_ready=True)
        return done(request, "You owe nothing now, so nobody waits for you.")
    missing = _missing(acting)
    if missing and not request.argument and order_sheets.on_file(acting.session, at.place) is None:
        return refused(
            request,
            f"You have sent no orders for {at.due.turn}: {_named(missing)}. When you are ready the turn may"
            " be run at once, so send your orders first, above READY or in a message before it.",
            "If there are to be none, write READY WITHOUT ORDERS.",
        )
    _preference(acting, is_ready=True)
    return done(
        request,
        f"You are ready. When {_all_needed(acting)}, the turn is run at once; nobody is told who is."
        " WAIT takes it back.",
        *([f"You leave without orders: {_named(missing)}."] if missing else []),
    )


def _all_needed(acting: SeatCommandContext) -> str:
    return "every player is" if acting.at.due.waits_for_all else "all who owe orders are"


def _missing(acting: SeatCommandContext) -> list[str]:
    """What the power owes and has not on file, in the game's words; nothing if all is there."""
    sheet = order_sheets.on_file(acting.session, acting.at.place)
    if acting.at.row.power not in acting.at.due.owed:
        asked = acting.at.due.asked.get(acting.at.row.power, "")
        return [asked] if asked and sheet is None else []
    reading = acting.at.place.read(sheet.orders if sheet else None, ())
    if reading.complete:
        return []
    rows = [row for row in reading.in_force if row.source == "missing"]
    told = [f"{row.unit} ({row.order})" if row.unit else row.order for row in rows]
    return told or [acting.at.due.owed[acting.at.row.power]]


def _named(missing: Sequence[str]) -> str:
    """The first few; STATUS tells them all."""
    more = f" and {len(missing) - MOST_NAMED} more" if len(missing) > MOST_NAMED else ""
    return f"{', '.join(missing[:MOST_NAMED])}{more}"


def set_wait(acting: SeatCommandContext, request: Request) -> CommandResult:
    """WAIT"""
    _preference(acting, is_ready=False)
    return done(request, "This turn is not run before its deadline. READY takes it back.")


def is_ready(session: Session, table: GameTable, power: str) -> bool | None:
    """What *power* said for this turn; None if nothing."""
    row = _row(session, table, power)
    return row.is_ready if row else None


def _row(session: Session, table: GameTable, power: str) -> Readiness | None:
    wanted = select(Readiness).where(
        Readiness.table_key == table.key, Readiness.number == table.number, Readiness.power == power
    )
    return session.exec(wanted).first()


def _preference(acting: SeatCommandContext, *, is_ready: bool) -> None:
    table, power = acting.at.table, acting.at.row.power
    row = _row(acting.session, table, power)
    if row is None:
        row = Readiness(table_key=table.key, number=table.number, power=power, is_ready=is_ready)
        acting.session.add(row)
    row.is_ready = is_ready
    acting.session.flush()


def somebody_is_ready() -> ColumnElement[bool]:
    """Of a table in a query: might its turn be run early?"""
    ready = select(Readiness.id).where(
        col(Readiness.table_key) == col(GameTable.key),
        col(Readiness.number) == col(GameTable.number),
        col(Readiness.is_ready),
    )
    complete = select(OrderSheet.id).where(
        col(OrderSheet.table_key) == col(GameTable.key),
        col(OrderSheet.number) == col(GameTable.number),
        col(OrderSheet.complete),
    )
    return or_(ready.exists(), complete.exists())


def _said(session: Session, table: GameTable) -> Mapping[str, bool]:
    """By power, for this turn: READY or WAIT."""
    wanted = select(Readiness).where(Readiness.table_key == table.key, Readiness.number == table.number)
    return {row.power: row.is_ready for row in session.exec(wanted)}


def may_run_by_orders(rules: HouseRules, due: Due, power: str) -> bool:
    """Tell whether complete orders of all, *power*'s among them, are enough to run the turn early."""
    return rules.early == "orders" and power in due.owed and not due.waits_for_all


def may_run_early(session: Session, office: Office, table: GameTable) -> bool:
    """Are all who owe orders publicly, and have a player, ready by the house rules?"""
    early = house_rules(table).early
    if early == "never" or table.state != RUNNING:
        return False
    said = _said(session, table)
    if early == "ready" and not any(said.values()):  # before the game is asked anything
        return False
    due = office.find_game(table.game).due(table.position)
    needed = _playing(due) if due.waits_for_all else set(due.owed)
    asked = [seat.power for seat in seats_of(session, table.key) if seat.power in needed]
    if early == "ready" or due.waits_for_all:
        return bool(asked) and all(said.get(power) for power in asked)
    on_file = sheets_of(session, table.key, table.number)
    complete = {power for power, sheet in on_file.items() if sheet.complete}
    return bool(asked) and all(said.get(power, power in complete) for power in asked)


def _playing(due: Due) -> set[str]:
    """Return every power that is publicly still in the game."""
    return {*due.owed, *(power for motion in due.motions for power in motion.voters)}


COMMANDS = (
    Command(
        "READY",
        SET + r"(?:i am |i'm )?ready(\s+without\s+(?:any\s+|my\s+)?orders)?|set\s+no\s?wait",
        usage="READY, READY WITHOUT ORDERS: you need not wait for me",
        group=Group.DEADLINE,
        page="ready",
        topics=("deadline",),
        run=set_ready,
        of_this_turn=True,
    ),
    Command(
        "WAIT",
        SET + r"(?:wait|not\s+ready|unready)()",
        usage="WAIT: do not run the turn before the deadline",
        group=Group.DEADLINE,
        page="ready",
        run=set_wait,
        of_this_turn=True,
    ),
)
