"""Lines read by their shapes or from a cache are read exactly as by the whole reader."""

import json
import os
import random
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, count, islice
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from adjudicator.case_files import load
from adjudicator.core.game import Game, Power, State
from adjudicator.core.language.known_lines import KnownLines
from adjudicator.core.language.ordinary_lines import KEPT_LINES, OrdinaryLines, Whole, pattern_of
from adjudicator.core.language.short_texts import forget_all
from adjudicator.core.toml import tables_of
from adjudicator.domination.language.sentences import asides_behind, plain_sentences
from adjudicator.games import KEYS, find
from bench.contests import SHEETS, placed
from bench.first_sight import FOLDER, lines_of
from bench.slips import positions, slip
from tests.support.thorough import every
from tests.support.whole_reader import whole_reader_alone

LINES = int(os.environ.get("ORDINARY_LINES", "250"))  # of each game
EACH = int(os.environ.get("ORDINARY_EACH", "15"))  # every EACHth fixture is read
CASES = Path(__file__).parents[2] / "cases"
LONGEST_SHEET = 20
POSITIONS = 40  # of each game
FEW_LINES, FEW_POSITIONS = 1000, 8  # with at most FEW_LINES lines, FEW_POSITIONS are enough
FULL_WORDS = (
    (r"^(\d*) ?A ", r"\1 Army "), (r"^F ", "Fleet "), (r"^M ", "Militia "), (r" - ", " to "),
    (r" S ", " supports "), (r" H$", " holds"), (r" C ", " convoys "), (r" D ", " divides "),
)  # fmt: skip
NOTHING = re.compile(r"(?!)")
PLAIN_WORDS = (
    *(
        "Militia",
        "Knight",
        "M",
        "Griffin",
        "lose",
        "keep",
        "sacrifice",
        "all",
        "everybody",
        "everything",
        "not",
    ),
    *("if", "when", "unless", "because", "since", "so", "as", "that", "and", "it", "home", "front", "attack"),
)
ANOTHER_WAY = (
    ("{}", 12), ("{}.", 3), ("1. {}", 1), ("* {}", 1), ("- {}", 1), ("{};", 1), ("  {}  ", 1), ("{}!", 1),
    ("{} # firm", 1), ("please {}", 1), ("Orders: {}", 0.05), ("If it rains, {}", 0.05), ("France: {}", 0.05),
)  # fmt: skip


def assert_same(game: Game, state: State, power: Power, lines: Sequence[str]) -> None:
    first, again = (game.read(state, power, None, lines) for _ in range(2))
    with whole_reader_alone():
        whole = game.read(state, power, None, lines)
    assert first == whole, lines
    assert again == whole, lines


# --- fixtures ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_the_sheets_of_the_benchmark_are_read_alike(key: str) -> None:
    for notation in ("short", "full"):
        lines = SHEETS[key][notation].splitlines()
        for sheet in (lines, [line.upper() for line in lines], [f"{line.lower()}." for line in lines]):
            assert_same(find(key), placed(key), SHEETS[key]["power"], sheet)


@pytest.mark.parametrize("key", every(2, KEYS))
def test_the_sheets_that_people_wrote_are_read_alike(key: str) -> None:
    places = json.loads((FOLDER / key / "positions.json").read_text("utf-8"))
    files = sorted((FOLDER / key).glob("*.toml"))
    sheets = chain.from_iterable(tables_of(file.read_text("utf-8"))["sheet"] for file in files)
    for sheet in islice(sheets, 0, None, EACH):
        place = places[f"{sheet['position']:02}"]
        assert_same(find(key), place["state"], place["power"], lines_of(sheet))
        assert_same(find(key), place["state"], place["power"], sheet["meant"].strip().splitlines())


@pytest.mark.parametrize("key", KEYS)
def test_the_orders_of_the_rule_cases_are_read_alike(key: str) -> None:
    game = find(key)
    cases = chain.from_iterable(map(load, sorted((CASES / key).rglob("*.toml"))))
    for case in islice(cases, 0, None, EACH):
        if case.game == key:
            state = game.place(case.facts)
            for heading, lines in case.orders:
                power = next(
                    (seat for seat in game.card.seats if heading.startswith(seat)), game.card.seats[0]
                )
                assert_same(game, state, power, lines)


# --- cached lines ------------------------------------------------------------------------------------------


def _words(line: str) -> tuple[str, ...]:
    return tuple(line.split())


def _shapes() -> OrdinaryLines[tuple[str, ...]]:
    names = [f"{letter}{letter}{letter}" for letter in "bcdfghjklmnpqrstvwxz"]
    return OrdinaryLines(pattern_of(names), names)


def test_a_cached_line_gives_the_same_order_but_equal_orders_of_a_message_are_separate() -> None:
    shapes, lines = _shapes(), ["A bbb - ccc", "A ddd - ccc"]
    first, again = (shapes.read(lines, _words) or [] for _ in range(2))
    assert first == again == [(line, _words(line)) for line in lines]
    assert first[0][1] is again[0][1]
    one, other = shapes.read([lines[0]] * 2, _words) or []
    assert one == other == first[0]
    assert one[1] is not other[1]


def test_the_cache_of_lines_has_a_limit() -> None:
    shapes = _shapes()
    for number in range(2 * KEPT_LINES // 100):
        shapes.read([f"A bbb{' ' * (at + 1)}- {number}" for at in range(100)], _words)
    assert 0 < len(shapes._lines) <= KEPT_LINES


def test_rewriting_sentences_changes_no_plain_move_of_domination() -> None:
    game = find("domination")
    lines = [
        f"{number}{word} B10 {to} B14 - A7"
        for number in ("", "2 ", "12 ")
        for word in PLAIN_WORDS
        for to in ("-", "to")
    ]
    state, power = placed("domination"), SHEETS["domination"]["power"]
    guarded = [game.read(state, power, None, [line]) for line in lines]
    with (
        patch.object(plain_sentences, "PLAIN_MOVE", NOTHING),
        patch.object(asides_behind, "PLAIN_MOVE", NOTHING),
    ):
        forget_all()
        assert [game.read(state, power, None, [line]) for line in lines] == guarded
    forget_all()


# --- generated lines --------------------------------------------------------------------------------------


@cache
def _places(key: str) -> tuple[tuple[State, Power, tuple[str, ...]], ...]:
    """Return positions of random games, each with a power and its legal orders."""
    game = find(key)
    most, every = (POSITIONS, 3) if LINES > FEW_LINES else (FEW_POSITIONS, 1)
    return tuple(
        (state, power, tuple(chain.from_iterable(game.choices(state, power).values())))
        for state, power in islice(positions(game, count(1)), 0, most * every, every)
    )


def _written(order: str, key: str, chance: random.Random) -> str:
    """Return the order as a player might write it, rarely with a typing error or other places."""
    if chance.random() < 0.4:
        for short, full in FULL_WORDS:
            order = re.sub(short, full, order)
    if chance.random() < 0.4:
        order = re.sub(r"[^\W\d_]{3}\b", lambda found: _in_full(found[0], key, chance), order)
    dash = chance.choice((" - ", " - ", " - ", "-", " -> ", "->", " – ", " > ", " to "))
    order = order.replace(" - ", dash)
    order = chance.choice((str, str, str, str.lower, str.upper, str.title))(order)
    if order and chance.random() < 0.03 and any(map(str.isalpha, order)):
        order = slip(order, chance)
    frames, weights = zip(*ANOTHER_WAY, strict=True)
    return str(chance.choices(frames, weights)[0].format(order))


def _in_full(short: str, key: str, chance: random.Random) -> str:
    names = {name.casefold(): given for name, given in find(key).card.places.items()}
    return chance.choice(names.get(short.casefold(), (short,)))


def _sheets(key: str, chance: random.Random) -> Iterator[tuple[State, Power, list[str]]]:
    """Yield sheets of lines that are legal for the power, or were legal in another position."""
    found = [place for place in _places(key) if place[2]]
    every = [order for *_, orders in found for order in orders]
    while True:
        state, power, own = chance.choice(found)
        orders = [
            chance.choice(every if chance.random() < 0.15 else own)
            for _ in range(chance.randint(1, LONGEST_SHEET))
        ]
        lines = [_written(order, key, chance) for order in orders]
        if chance.random() < 0.3:
            lines.insert(chance.randrange(len(lines)), "")
        yield state, power, lines


@pytest.mark.parametrize("key", every(2, KEYS))
def test_generated_lines_are_read_alike(key: str) -> None:
    game, chance = find(key), random.Random(key)
    sheets, lines = _sheets(key, chance), 0
    while lines < LINES:
        state, power, sheet = next(sheets)
        assert_same(game, state, power, sheet)
        lines += len(sheet)


@pytest.fixture
def by_shape(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Return a list that records, for each sheet read from now on, whether it was read by shapes."""
    read = OrdinaryLines.read
    found: list[bool] = []

    def watched(shapes: OrdinaryLines[Any], lines: Sequence[str], whole: Whole[Any]) -> object:
        said = read(shapes, lines, whole)
        found.append(said is not None)
        return said

    monkeypatch.setattr(OrdinaryLines, "read", watched)
    monkeypatch.setattr(KnownLines, "get", lambda *_: None)
    return found


@pytest.mark.parametrize("key", KEYS)
def test_the_sheets_of_the_benchmark_are_read_by_shapes(key: str, by_shape: list[bool]) -> None:
    for notation in ("short", "full"):
        find(key).read(placed(key), SHEETS[key]["power"], None, SHEETS[key][notation].splitlines())
    assert by_shape == [True, True]


@pytest.mark.parametrize("key", KEYS)
def test_most_sheets_of_legal_orders_are_read_by_shapes(key: str, by_shape: list[bool]) -> None:
    chance = random.Random(key)
    for state, power, orders in _places(key):
        if orders:
            find(key).read(state, power, None, chance.sample(orders, min(len(orders), 10)))
    assert sum(by_shape) > 0.8 * len(by_shape)
