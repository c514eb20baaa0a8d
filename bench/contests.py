"""The contests of `make bench` about the rules: what each measures, and the peer that it is compared with.

A contest prepares what it needs and returns a function that plays one round: it does our work and the peer's,
one right after the other, and returns the seconds that each needs for one unit of work. Preparations within a
round (a new Message-ID, the picture of the board before a turn) are not counted.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import cache, partial
from itertools import count, islice
from pathlib import Path
from typing import Any, NamedTuple

from lark import Lark

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import TAKEN, Orders, Power, State
from adjudicator.core.language.ordinary_lines import forget_lines
from adjudicator.core.language.short_texts import forget_all
from adjudicator.domination.language import grammar as domination_syntax
from adjudicator.downfall_xiii.language import reading as xiii_reading
from adjudicator.downfall_xiii.view import wording as xiii_wording
from adjudicator.empires import practice
from adjudicator.empires.language import grammar as empires_syntax
from adjudicator.empires.language import standing as empires_standing
from adjudicator.games import find
from adjudicator.hardbop.language import reading as hardbop_reading
from adjudicator.hardbop.view import wording as hardbop_wording
from adjudicator.middle_earth.language import grammar as middle_earth_syntax
from adjudicator.middle_earth.language import parsing as middle_earth_parsing
from adjudicator.robots.random_games import LEAST_UNITS, LONGEST_GAME, play, random_orders
from adjudicator.standard.language import grammar as standard_syntax
from adjudicator.standard.language import known_lines as standard_lines
from adjudicator.standard.view import wording as standard_wording
from bench.diplomacy_package import Rival, Worded
from bench.timing import Action, Round, Times, spent
from tests.support.play import domination_play, hardbop_play, xiii_play
from tests.support.whole_reader import whole_reader_alone

HERE = Path(__file__).parent
SHEETS: Mapping[str, Any] = tomllib.loads((HERE / "sheets.toml").read_text("utf-8"))
PLAIN = r"""
start: line+
line: WORD+ END
WORD: /\S+/
END: "\n"
%ignore " "
"""


# --- games -----------------------------------------------------------------------------------------------


class TurnInput(NamedTuple):
    """The input of an adjudication."""

    state: State
    orders: Mapping[Power, Orders]


def _standard(seed: int) -> Iterator[TurnInput]:
    game = find("standard")
    state = game.start({}, SeededDice(str(seed), 0))
    for number in range(1, LONGEST_GAME):
        due = game.due(state)
        if due.over:
            return
        dice = SeededDice(str(seed), number)
        orders = random_orders(game, state, list(due.owed), dice)
        yield TurnInput(state, orders)
        state = game.judge(state, orders, dice).state


def _empires(seed: int) -> Iterator[TurnInput]:
    for played in practice.whole_game(find("empires"), str(seed)):
        yield TurnInput(played.state, {played.power: played.reading.orders})


PLAYED: Mapping[str, Callable[[int], Iterator[TurnInput]]] = {
    "standard": _standard,
    "downfall-xiii": lambda seed: (TurnInput(one.before, one.orders) for one in xiii_play.play(seed)),
    "hardbop": lambda seed: (TurnInput(one.before, one.orders) for one in hardbop_play.play(seed)),
    "empires": _empires,
    "domination": lambda seed: (TurnInput(one.before, one.orders) for one in domination_play.play(seed)),
}


def whole_games(key: str, samples: int, _stack: ExitStack) -> Round:
    """Compare a whole random game (sheets made, read and adjudicated) with its adjudication alone."""
    game, seeds = find(key), count()

    def judged(played: Sequence[TurnInput]) -> None:
        for number, one in enumerate(played, 1):
            game.judge(one.state, one.orders, SeededDice("bench", number))

    def one_round() -> Times:
        played: list[TurnInput] = []
        drawn = [next(seeds) for _ in range(samples)]
        whole = spent(lambda: played.extend(one for seed in drawn for one in PLAYED[key](seed)))
        return Times(whole / samples, spent(partial(judged, played)) / samples)

    return one_round


# --- sheets ----------------------------------------------------------------------------------------------

_MIDDLE_EARTH = (middle_earth_syntax.parse_order.cache_clear, middle_earth_parsing.parse_line.cache_clear)
FORGET: Mapping[str, Sequence[Action]] = {  # clears the caches of parsed lines and of orders in words
    "standard": [
        standard_syntax.written.cache_clear,
        standard_wording.sentence.cache_clear,
        standard_lines.KNOWN.forget,
        forget_lines,
    ],
    "downfall-xiii": [
        *_MIDDLE_EARTH,
        xiii_wording.sentence.cache_clear,
        xiii_reading.READER.positions.forget,
        forget_lines,
    ],
    "hardbop": [
        *_MIDDLE_EARTH,
        hardbop_wording.sentence.cache_clear,
        hardbop_reading.READER.positions.forget,
        forget_lines,
    ],
    "empires": [
        empires_syntax.parse_line.cache_clear,
        empires_standing.order_in_words.cache_clear,
        forget_lines,
    ],
    "domination": [domination_syntax._parse.cache_clear, forget_all, forget_lines],
}


def sheets(key: str, notation: str, samples: int, _stack: ExitStack) -> Round:
    """Compare reading twenty new lines of known shapes with a grammar that only splits text into words."""
    game, sheet = find(key), SHEETS[key]
    state = placed(key)
    lines: list[str] = sheet[notation].splitlines()
    refused = [
        line.text for line in game.read(state, sheet["power"], None, lines).lines if line.verdict != TAKEN
    ]
    if refused:
        raise AssertionError(f"{key}, {notation}: refused {refused}")
    plain, read = Lark(PLAIN, parser="lalr"), _reader_of(key, notation, samples)
    return lambda: Times(
        read(), sum(spent(lambda: plain.parse(sheet[notation])) for _ in range(samples)) / samples
    )


def ordinary_sheets(key: str, notation: str, samples: int, _stack: ExitStack) -> Round:
    """Compare reading the same sheet by the shapes of its lines with the whole reader of the game alone."""
    read = _reader_of(key, notation, samples)

    def read_whole() -> float:
        with whole_reader_alone():
            return read()

    read()  # learns the shapes
    return lambda: Times(read(), read_whole())


def known_sheets(key: str, notation: str, samples: int, _stack: ExitStack) -> Round:
    """Compare reading the same sheet, whose lines are cached, with the whole reader of the game alone."""
    read = _reader_of(key, notation, samples, forget=())
    read_anew = _reader_of(key, notation, samples)

    def read_whole() -> float:
        with whole_reader_alone():
            return read_anew()

    read()
    return lambda: Times(read(), read_whole())


def _reader_of(
    key: str, notation: str, samples: int, forget: Sequence[Action] | None = None
) -> Callable[[], float]:
    """Return a function that reads the sheet *samples* times and returns the mean time in seconds.

    It calls *forget* before each time; if it is not given, the lines are new each time.
    """
    game, sheet, state = find(key), SHEETS[key], placed(key)
    lines: list[str] = sheet[notation].splitlines()
    before = FORGET[key] if forget is None else forget

    def read_once() -> float:
        for action in before:
            action()
        return spent(lambda: game.read(state, sheet["power"], None, lines))

    return lambda: sum(read_once() for _ in range(samples)) / samples


def words_to_position(samples: int, _stack: ExitStack) -> Round:
    """Compare the way from written orders to the next position with the package `diplomacy`.

    Each round has other phases, so that no line was read before, except by chance.
    """
    game = find("standard")
    phases = (phase for seed in count() for phase in play(game, f"words {seed}", LEAST_UNITS))

    def ours(dealt: Sequence[Worded]) -> None:
        for phase, sheets in dealt:
            orders = {power: game.read(phase.state, power, None, lines).orders for power, lines in sheets}
            game.judge(phase.state, orders, SeededDice("bench", 1))

    def one_round() -> Times:
        rival = Rival(list(islice(phases, samples)))
        dealt = list(rival.in_words())
        return Times(spent(partial(ours, dealt)) / samples, rival.spent_from_words(spent) / samples)

    one_round()  # builds the grammar, and learns the shapes of lines
    return one_round


@cache
def placed(key: str) -> State:
    """Return the position of the game for which bench/sheets.toml has a sheet."""
    return find(key).place({name: SHEETS[key][name] for name in ("phase", "units")})
