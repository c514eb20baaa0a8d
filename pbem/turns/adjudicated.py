"""A claimed table, and its turn when adjudicated but not stored yet."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from msgspec import Struct

from adjudicator.core.game import Due, Turn
from pbem import reports
from pbem.commands.seats import absences
from pbem.core.deadlines import Deadline
from pbem.store.game_tables import AdjudicatedTurn, GameTable, Seat
from pbem.store.gm_tables import GmActionRow
from pbem.tables import default_orders, robots


class ClaimedTable(Struct, frozen=True):
    """A table as it was when it was claimed; *orders* by power."""

    table: GameTable
    seats: Sequence[Seat]
    orders: Mapping[str, str]
    readers: Sequence[reports.Reader]
    all_seeing: frozenset[str]  # addresses of observers who may see everything
    last_readers: Sequence[reports.Reader]  # for a last bulletin
    press: Sequence[reports.PrintedPress]
    gm_entries: Sequence[GmActionRow]
    sealed_entries: Sequence[GmActionRow]  # printed if the game is over
    away: Sequence[absences.Gap] = ()
    defaults: default_orders.Defaults = {}
    by_robot: robots.Lines = {}  # the sheets of robots that count
    is_practice: bool = False
    recent: Sequence[AdjudicatedTurn] = ()  # the last turns, where powers play one after the other


class Adjudicated(Struct, frozen=True):
    """A turn, and the position after it, not stored yet.

    *by_default*: the sheets made of default orders; *by_robot*: those of robots; *waiting*: the powers whose
    turn was due and has not begun.
    """

    turn: Turn
    by_default: Mapping[str, str]
    before: Due
    after: Due
    nmr_powers: Sequence[str]
    deadline: Deadline | None
    now: datetime
    by_robot: Mapping[str, str] = {}
    waiting: frozenset[str] = frozenset()
