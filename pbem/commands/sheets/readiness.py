"""READY and WAIT: run a turn before its deadline, if the house rules allow it.

The turn is run as soon as the last power is ready, and then it is too late to learn that orders are missing.
So READY of a power that has nothing on file is refused, unless it says that there are to be no orders, and
CLEAR takes READY back unless complete orders come with it.

Only powers that owe orders publicly count, so that the time of a run reveals nothing of hidden pieces. Nobody
learns who is ready, except that all were if a turn was run early. Where somebody else may have a private
choice (`Due.waits_for_all`), every player must send READY, whether they have such a choice or not, and orders
on file are not enough.

Where powers play one after the other, READY of a power that has sent its orders ahead lasts until its turn
comes; see `pbem.turns.sent_ahead`. The power that plays first may run a part of its turn by itself; see
`pbem.commands.sheets.parts`.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from msgspec.structs import replace
from sqlalchemy import ColumnElement, bindparam
from sqlmodel import Session, col, or_, select

from adjudicator.core.game import Due, InForce
from pbem.commands.command import Command, Group
from pbem.commands.context import SeatCommandContext, SeatContext, done, refused
from pbem.core.sentences import Sentence, Words, sentence
from pbem.messages.script import CLEAR, SET, Request, Script
from pbem.reports import CommandResult
from pbem.store.game_tables import GameTable, OrderSheet, seats_of, sheets_of
from pbem.store.player_tables import Readiness
from pbem.store.prepared_queries import PreparedQuery
from pbem.store.states import RUNNING
from pbem.tables import order_sheets
from pbem.tables.house_rules import HouseRules, house_rules
from pbem.tables.office import Office
from pbem.tables.robots import practice_of

MOST_NAMED = 4  # missing orders that are listed
ANSWER = PreparedQuery(  # every message with orders asks for it
    select(Readiness.is_ready).where(
        Readiness.table_key == bindparam("table"),
        Readiness.number == bindparam("number"),
        Readiness.power == bindparam("power"),
    )
)


def set_ready(acting: SeatCommandContext, request: Request) -> CommandResult:
    rules, at = acting.rules, acting.at
    if rules.early == "never":
        return refused(request, sentence("readiness", "never_early"))
    if at.row.power not in at.due.owed and not at.due.waits_for_all:
        _store(acting, is_ready=True)
        if _lasts(acting):
            return done(
                request, sentence("readiness", "ready_ahead", mending=rules.mending), *_unused(acting)
            )
        return done(request, sentence("readiness", "owes_nothing"))
    missing = _missing(acting)
    if missing and not request.argument and order_sheets.on_file(acting.session, at.place) is None:
        return refused(request, sentence("readiness", "no_orders", turn=at.due.turn, missing=_named(missing)))
    _store(acting, is_ready=True)
    return done(
        request,
        _ready(acting),
        *(_gaps(acting, missing) if missing else []),
        *([sentence("readiness", "ready_ahead", mending=rules.mending)] if _lasts(acting) else []),
        *_unused(acting),
    )


def _unused(acting: SeatCommandContext) -> list[Words]:
    """Return how many actions the sheet on file leaves unused, unless the answer to its orders says it."""
    if acting.visit.script.is_for_the_game:
        return []
    sheet = order_sheets.on_file(acting.session, acting.at.place)
    unused = acting.at.place.read(sheet.orders if sheet else None, ()).unused
    return [unused] if unused else []


def _ready(acting: SeatCommandContext) -> Sentence:
    """Return when the turn is run; at a practice table nobody else has to be ready."""
    if practice_of(acting.session, acting.at.table.key) is not None:
        return sentence("readiness", "ready_alone")
    return sentence("readiness", "ready", all_players=acting.at.due.waits_for_all)


def _lasts(acting: SeatCommandContext) -> bool:
    """Return whether READY counts for orders of a turn to come, which are on file."""
    at, session = acting.at, acting.session
    is_ahead = at.game.card.plays_in_turn and at.row.power not in at.due.owed
    return is_ahead and (order_sheets.sent_ahead(session, at.place) is not None or _has_later(session, at))


def _has_later(session: Session, at: SeatContext) -> bool:
    return at.row.power in order_sheets.with_later_orders(session, at.table)


def _missing(acting: SeatCommandContext) -> list[str]:
    """Return what the power owes and does not have on file, in the game's words."""
    sheet = order_sheets.on_file(acting.session, acting.at.place)
    if acting.at.row.power not in acting.at.due.owed:
        asked = acting.at.due.asked.get(acting.at.row.power, "")
        return [asked] if asked and sheet is None else []
    reading = acting.at.place.read(sheet.orders if sheet else None, ())
    if reading.complete:
        return []
    rows = [row for row in reading.in_force if row.source == "missing"]
    named = [f"{row.unit} ({row.order})" if row.unit else row.order for row in rows]
    return named or [acting.at.due.owed[acting.at.row.power]]


def _gaps(acting: SeatCommandContext, missing: Sequence[str]) -> list[Sentence]:
    """Say what is missing: units without orders, or what is wrong with a sheet that has orders for all."""
    sheet = order_sheets.on_file(acting.session, acting.at.place)
    if sheet is not None and [*missing] == [acting.at.due.owed.get(acting.at.row.power, "")]:
        faults = acting.at.place.read(sheet.orders, ()).warnings
        if faults:
            return [sentence("readiness", "not_complete", fault=fault) for fault in faults]
    return [sentence("readiness", "without_orders", missing=_named(missing))]


def _named(missing: Sequence[str]) -> Sentence:
    """Name the first few; STATUS lists them all."""
    more = max(0, len(missing) - MOST_NAMED)
    return sentence("readiness", "missing", named=missing[:MOST_NAMED], more=more)


def set_wait(acting: SeatCommandContext, request: Request) -> CommandResult:
    _store(acting, is_ready=False)
    has_deadline = acting.at.table.deadline_utc is not None
    return done(request, sentence("readiness", "wait", has_deadline=has_deadline))


def after_clear(acting: SeatCommandContext, script: Script) -> list[CommandResult]:
    """Take READY back after a CLEAR that leaves orders missing, and say so.

    The row is deleted: it would count as WAIT if it stayed, and the power has asked for nothing.
    """
    at = acting.at
    cleared = [one for one in script.requests if one.word == CLEAR]
    row = _row(acting.session, at.table, at.row.power) if cleared else None
    if row is None or not row.is_ready or not _lacks_orders(acting):
        return []
    acting.session.delete(row)
    acting.session.flush()
    return [done(cleared[-1], sentence("readiness", "cleared"))]


def until_corrected(
    acting: SeatCommandContext, script: Script, filed: order_sheets.Filed
) -> tuple[Script, list[CommandResult]]:
    """Return *script* without its READY if a line of it was refused, and the answers to that.

    The turn might be run at once, before the player learns what does not count. READY of an earlier message
    is taken back, too. READY WITHOUT ORDERS stays.
    """
    is_unconditional = any(one.word == "READY" and one.argument for one in script.requests)
    lines = [line.number for line in filed.refused if line.number]  # 0 is the sheet, which stays incomplete
    if not lines or is_unconditional or acting.rules.early == "never":
        return script, []
    was_ready = is_ready(acting.session, acting.at.table, acting.at.row.power)
    forget(acting.session, acting.at.table, acting.at.row.power)
    script, answered = _without_ready(script, sentence("readiness", "lines_refused"))
    if was_ready and not answered:
        answered = [CommandResult(0, "READY", [sentence("readiness", "taken_back")])]  # on no line of it
    return script, answered


def lacking(session: Session, at: SeatContext, script: Script) -> frozenset[str] | None:
    """Return the units without an order on file, for `until_whole`; None if it will not ask."""
    if script.asks(CLEAR) or order_sheets.on_file(session, at.place) is None:
        return None
    if not _asks_for_ready(script) and not is_ready(session, at.table, at.row.power):
        return None
    return _without_order(order_sheets.in_force(session, at.place))


def until_whole(
    acting: SeatCommandContext, script: Script, filed: order_sheets.Filed, before: frozenset[str] | None
) -> tuple[Script, list[CommandResult]]:
    """Return *script* without its READY if its orders leave out units or actions on file, and the answer.

    A player who sends one more line may not know that in this game a message replaces the whole sheet, so an
    earlier READY is taken back, too. READY in a message whose sheet uses all actions stays. *before* are the
    units that had no order, None if there was no sheet or no READY.
    """
    if not filed.changed or acting.rules.early == "never":
        return script, []
    gone = list(filed.reading.gone)
    left_out = [] if before is None else sorted(_without_order(filed.reading.in_force) - before)
    if not gone and not left_out:
        return script, []
    if not _asks_for_ready(script):
        return script, _taken_back(acting, filed, gone, left_out)
    if left_out:
        return _without_ready(script, sentence("readiness", "left_out", missing=_named(left_out)))
    if not filed.reading.unused:
        return script, []
    forget(acting.session, acting.at.table, acting.at.row.power)
    return _without_ready(script, sentence("readiness", "gone", gone=gone))


def _asks_for_ready(script: Script) -> bool:
    return any(one.word == "READY" and not one.argument for one in script.requests)


def _taken_back(
    acting: SeatCommandContext, filed: order_sheets.Filed, gone: Sequence[str], left_out: Sequence[str]
) -> list[CommandResult]:
    """Take READY of an earlier message back, because orders of that message are gone, and say so.

    Orders that are a part of the turn count as READY themselves.
    """
    table, power = acting.at.table, acting.at.row.power
    if (
        filed.reading.is_part
        or acting.visit.script.asks("WAIT")
        or not is_ready(acting.session, table, power)
    ):
        return []
    forget(acting.session, table, power)
    why = (
        sentence("readiness", "taken_back_gone", gone=gone)
        if gone
        else sentence("readiness", "taken_back_left_out", missing=_named(left_out))
    )
    return [CommandResult(0, "READY", [why])]  # on no line of it


def _without_ready(script: Script, why: Sentence) -> tuple[Script, list[CommandResult]]:
    """Return *script* without READY, and the answer to each, *why* it must wait."""
    early = [one for one in script.requests if one.word == "READY"]
    rest = tuple(one for one in script.requests if one not in early)
    return replace(script, requests=rest), [refused(one, why) for one in early]


def _without_order(in_force: Sequence[InForce]) -> frozenset[str]:
    return frozenset(row.unit for row in in_force if row.source == "missing" and row.unit)


def _lacks_orders(acting: SeatCommandContext) -> bool:
    """Return whether the sheet that READY was about is gone, or is not complete."""
    at = acting.at
    if at.row.power in at.due.owed or at.due.waits_for_all:
        return bool(_missing(acting))
    return not _lasts(acting)


def is_ready(session: Session, table: GameTable, power: str) -> bool | None:
    """Return True after READY of *power* for this turn, False after WAIT, None if it sent neither."""
    found = ANSWER.first(session, table=table.key, number=table.number, power=power)
    return bool(found[0]) if found else None


def _row(session: Session, table: GameTable, power: str) -> Readiness | None:
    wanted = select(Readiness).where(
        Readiness.table_key == table.key, Readiness.number == table.number, Readiness.power == power
    )
    return session.exec(wanted).first()


def _store(acting: SeatCommandContext, *, is_ready: bool) -> None:
    store(acting.session, acting.at.table, acting.at.row.power, is_ready=is_ready)


def store(session: Session, table: GameTable, power: str, *, is_ready: bool) -> None:
    """Store READY of *power* for this turn, or WAIT."""
    row = _row(session, table, power)
    if row is None:
        row = Readiness(table_key=table.key, number=table.number, power=power, is_ready=is_ready)
        session.add(row)
    row.is_ready, row.from_utc = is_ready, None
    session.flush()


def keep_open(session: Session, at: SeatContext) -> None:
    """Keep the turn open until READY, at a practice table or where complete orders are enough to run it.

    Its player asked what their orders would do, or a line of theirs was refused: they have not seen yet that
    it does not count, and the turn would be run without it.
    """
    is_asked = at.row.power in {*at.due.owed, *at.due.asked}
    runs_by_orders = may_run_by_orders(house_rules(at.table), at.due, at.row.power)
    if not is_asked or not (runs_by_orders or practice_of(session, at.table.key) is not None):
        return
    if is_ready(session, at.table, at.row.power) is None:
        store(session, at.table, at.row.power, is_ready=False)


def forget(session: Session, table: GameTable, power: str) -> None:
    """Take READY of *power* for this turn back, if it sent READY: it has not asked to wait."""
    row = _row(session, table, power)
    if row is not None and row.is_ready:
        session.delete(row)
        session.flush()


def somebody_is_ready() -> ColumnElement[bool]:
    """Return a query condition: the turn of the table might be run early."""
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


def answers(session: Session, key: str, number: int) -> Mapping[str, Readiness]:
    """Return by power what it sent for the turn: READY or WAIT."""
    wanted = select(Readiness).where(Readiness.table_key == key, Readiness.number == number)
    return {row.power: row for row in session.exec(wanted)}


def _answers(session: Session, table: GameTable, now: datetime) -> Mapping[str, bool]:
    """Return by power whether it sent READY or WAIT for this turn, as far as that counts *now*."""
    sent = answers(session, table.key, table.number)
    counting = [row for row in sent.values() if row.from_utc is None or row.from_utc <= now]
    return {row.power: row.is_ready for row in counting}


def may_run_by_orders(rules: HouseRules, due: Due, power: str) -> bool:
    """Return whether complete orders of all, including *power*, are enough to run the turn early."""
    return orders_are_enough(rules, due) and power in due.owed


def orders_are_enough(rules: HouseRules, due: Due) -> bool:
    """Return whether a turn is run as soon as the orders of all who owe some are complete, without READY."""
    by_rule = rules.early == "orders" or (rules.early == "ready" and due.runs_when_met)
    return by_rule and not due.waits_for_all


def may_run_early(session: Session, office: Office, table: GameTable, now: datetime) -> bool:
    """Return whether all powers that owe orders publicly, and have a player, are ready by the house rules."""
    rules = house_rules(table)
    if rules.early == "never" or table.state != RUNNING:
        return False
    sent, may_be_met = _answers(session, table, now), office.find_game(table.game).card.runs_when_met
    if rules.early == "ready" and not any(sent.values()) and not may_be_met:  # cheaper than asking the game
        return False
    due = office.find_game(table.game).due(table.position)
    needed = _playing(due) if due.waits_for_all else set(due.owed)
    asked = [seat.power for seat in seats_of(session, table.key) if seat.power in needed]
    first = order_sheets.Place(office.find_game(table.game), table, next(iter(due.owed), ""))
    if _runs_a_part(session, first, due, sent):
        return True
    if not orders_are_enough(rules, due):
        return bool(asked) and all(sent.get(power) for power in asked)
    on_file = sheets_of(session, table.key, table.number)
    complete = {power for power, sheet in on_file.items() if sheet.complete}
    return bool(asked) and all(sent.get(power, power in complete) for power in asked)


def _runs_a_part(session: Session, place: order_sheets.Place, due: Due, sent: Mapping[str, bool]) -> bool:
    """Return whether the power that plays first is ready and has ordered a part of its turn."""
    may_run = bool(sent.get(place.power)) and not due.waits_for_all
    return may_run and order_sheets.is_part_on_file(session, place)


def _playing(due: Due) -> set[str]:
    """Return every power that is publicly still in the game."""
    return {*due.owed, *(power for motion in due.motions for power in motion.voters)}


COMMANDS = (
    Command(
        "READY",
        SET + r"(?:i am |i'm )?ready(\s+without\s+(?:any\s+|my\s+)?orders)?|set\s+no\s?wait",
        group=Group.DEADLINE,
        page="ready",
        topics=("deadline", "deadlines", "time", "times"),
        run=set_ready,
        is_of_player=True,
        of_this_turn=True,
    ),
    Command(
        "WAIT",
        SET + r"(?:(?:strict\s+)?wait|not\s+ready|unready)()",
        group=Group.DEADLINE,
        page="ready",
        run=set_wait,
        is_of_player=True,
        of_this_turn=True,
    ),
)
