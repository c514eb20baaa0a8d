"""The phases of a year, and what is owed in each. Standard 3."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from adjudicator.core.board import NEUTRAL
from adjudicator.core.encoding import to_text
from adjudicator.core.game import Due, GameOverError
from adjudicator.core.position import Position, named
from adjudicator.standard.language.orders import NONE, Order, decoder
from adjudicator.standard.resolve import adjustments, counts, movement, options, retreats, victory
from adjudicator.standard.resolve.board_tables import Tables, names
from adjudicator.standard.resolve.record import Change, Record, Result
from adjudicator.standard.sentences import say

Given = Mapping[str, Sequence[Order]]  # orders by power; powers without orders are not in it
Waived = tuple[tuple[str, int], ...]
Judged = tuple[Position, tuple[Result, ...], Collection[str], Waived]  # with the powers that owed orders


def _movement(board: Tables, position: Position, orders: Given) -> Judged:
    if position.options is UNSET:
        after, results, owing = movement.judge(board, position, _all(orders))
        return after, results, owing, ()
    after, results, owing = movement.judge(board, position, options.counted(orders))
    results = options.as_ordered(results, orders)
    return after, results, owing, ()


def _retreat(board: Tables, position: Position, orders: Given) -> Judged:
    after, results = retreats.judge(board, position, _all(orders))
    return after, results, _beaten(board, position), ()


def _all(orders: Given) -> list[Order]:
    return list(chain.from_iterable(orders.values()))


def _units(board: Tables, position: Position) -> Mapping[str, int]:
    return counts.named(board, counts.units(board, position))


def _beaten(_board: Tables, position: Position) -> Mapping[str, int]:
    return Counter([row.unit.power for row in position.dislodged])


def _any_units(_board: Tables, position: Position) -> object:
    return position.units


def _any_dislodged(_board: Tables, position: Position) -> object:
    return position.dislodged


class Step(NamedTuple):
    """A phase; skipped in a year in which no power owes anything in it."""

    season: str
    phase: str
    judge: Callable[[Tables, Position, Given], Judged]
    waiting: Callable[[Tables, Position], object]  # whether any order is needed
    owes: Callable[[Tables, Position], Mapping[str, int]]  # the number by power; below zero for removals
    in_words: Callable[[int], str]  # what is owed, by its number
    clause: str


def _orders_for(number: int) -> str:
    return say("orders_for_units", count=number)


def _retreats(number: int) -> str:
    return say("retreats", count=number)


def _adjustments(number: int) -> str:
    return say("removals", count=-number) if number < 0 else say("builds", count=number)


MOVING = _movement, _any_units, _units, _orders_for, "standard 7"
RETREATING = _retreat, _any_dislodged, _beaten, _retreats, "standard 9"
ADJUSTING = adjustments.judge, adjustments.is_due, adjustments.due, _adjustments, "standard 11"
YEAR = (
    Step("Spring", "movement", *MOVING),
    Step("Spring", "retreat", *RETREATING),
    Step("Autumn", "movement", *MOVING),
    Step("Autumn", "retreat", *RETREATING),
    # Here supply centres change hands, and a power may have won: standard 10 and 13.
    Step("Autumn", "adjustment", *ADJUSTING),
)
NUMBERS = {(step.season, step.phase): number for number, step in enumerate(YEAR)}
AFTER_THE_AUTUMN = 4  # index in YEAR of the step before which centres change hands


@cache
def _positions(board: Tables) -> msgspec.json.Decoder[Position]:
    return msgspec.json.Decoder(named(Position, names(board)))


def printed(board: Tables, season: str, phase: str) -> str:
    """Return the board's name of the season; builds may have one of their own."""
    seasons = board.facts.seasons
    if phase == "adjustment":
        return seasons.adjustment
    return seasons.spring if season == "Spring" else seasons.autumn


def title(board: Tables, year: int, season: str, phase: str) -> str:
    """Return the name of a turn: "Spring 1901, movement"."""
    return f"{printed(board, season, phase)} {year_of(board, year, season)}, {phase}"


def year_of(board: Tables, year: int, season: str) -> int:
    """Return the printed year: if turns are half decades, the spring of 1425 is followed by 1430."""
    return year + board.facts.seasons.autumn_after if season == "Autumn" else year


def position_of(board: Tables, state: str) -> Position:
    """Decode a position. Raises msgspec.ValidationError for a text that `to_text` did not write."""
    return _positions(board).decode(state)


def step_of(position: Position) -> int:
    """Return the index of the position's phase in `YEAR`."""
    return NUMBERS[position.season, position.phase]


def due(board: Tables, position: Position) -> Due:
    step = YEAR[step_of(position)]
    owed = {} if position.over else step.owes(board, position)
    return Due(
        turn=title(board, position.year, position.season, position.phase),
        number=position.number,
        phase=position.phase,
        owed={power: step.in_words(owed[power]) for power in board.map.powers if power in owed},
        over=position.over,
        winners=position.winners,
    )


def turn(board: Tables, state: str, orders: Mapping[str, str]) -> tuple[str, str]:
    """Do the same as `judge` from text to text: return the next state and the record.

    Raises ValueError if the game is over, msgspec.ValidationError for a text that was not written here.
    """
    position = position_of(board, state)
    if position.over:
        raise GameOverError
    decode = decoder(board).decode
    given = {power: decode(orders[power] or NONE) for power in board.map.powers if power in orders}
    after, record = judge(board, position, given)
    return to_text(after), to_text(record)


def judge(board: Tables, position: Position, orders: Given) -> tuple[Position, Record]:
    """Adjudicate what is due; return the position in which something is owed again, or the end."""
    now = step_of(position)
    judged, results, owing, waived = YEAR[now].judge(board, position, orders)
    after, changes = _proceed(board, judged, now)
    record = Record(
        year=position.year,
        season=position.season,
        phase=position.phase,
        number=position.number,
        results=results,
        changes=changes,
        silent=tuple([power for power in board.map.powers if power not in orders and power in owing]),
        waived=waived,
        ordered_by=UNSET if position.options is UNSET else options.ordered_by(orders) or UNSET,
    )
    return after, record


def _proceed(board: Tables, position: Position, now: int) -> tuple[Position, tuple[Change, ...]]:
    """Go on to the next phase in which anything is owed; return it and the centres that changed hands."""
    changes: tuple[Change, ...] = ()
    year = position.year
    for following in range(now + 1, now + len(YEAR) + 1):
        number = following % len(YEAR)
        step = YEAR[number]
        if number == 0:
            year += board.facts.seasons.years
        if number == AFTER_THE_AUTUMN:
            position, changes = adjustments.take_centres(board, position)
            if NEUTRAL in board.powers:
                position = adjustments.with_neutrals(board, position)
            won = victory.winners(board, position)
            position = replace(position, winners=won, over=True) if won else position
        if position.over or step.waiting(board, position):
            return _begun(position, year, step, position.over), changes
    return _begun(position, year, step, over=True), changes  # nobody has a unit or can have one


def _begun(position: Position, year: int, step: Step, over: bool) -> Position:
    season, phase, number = step.season, step.phase, position.number + 1
    return replace(position, year=year, season=season, phase=phase, number=number, over=over)
