"""The options of Downfall XIII are the same in code and rules, and a table lists its unusual ones."""

import re
from types import SimpleNamespace
from typing import cast

import pytest

from adjudicator import downfall_xiii
from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Option
from adjudicator.downfall_xiii import ground, options, position
from pbem.store.game_tables import GameTable
from pbem.tables.rule_options import rulings

GAME = downfall_xiii.game
ROW = re.compile(r"^\| (\w+\.\w+) \| `([\w-]+)` \| (.+) \|$", re.MULTILINE)


def _told(row: str) -> tuple[str, ...]:
    return tuple(re.findall(r"`([\w-]+)`", row))


def test_the_rules_list_every_option_with_its_values() -> None:
    listed = {key: (clause, _told(values)) for clause, key, values in ROW.findall(GAME.card.rules)}
    assert listed == {one.key: (one.clause, one.values) for one in options.OPTIONS}


@pytest.mark.parametrize("option", options.OPTIONS, ids=lambda option: option.key)
def test_the_default_value_comes_first(option: Option) -> None:
    assert option.values[0] == option.default


def test_an_unknown_option_or_value_is_refused() -> None:
    with pytest.raises(ValueError, match="no option"):
        GAME.start({"hostile-fleets": "x"}, SeededDice("1", 0))
    with pytest.raises(ValueError, match="is not one of other-alignment"):
        GAME.start({"hostile-fleet": "x"}, SeededDice("1", 0))


def _first_places(chosen: dict[str, str]) -> set[str]:
    starts = (GAME.start(chosen, SeededDice(str(seed), 0)) for seed in range(120))
    return {position.from_text(start).ring.place for start in starts}


def test_an_option_puts_the_ring_only_where_nobody_is() -> None:
    begun = position.from_text(GAME.start({}, SeededDice("1", 0)))
    there = {*(stack.place for stack in begun.stacks), *(piece.place for piece in begun.pieces)}
    taken = there & set(ground.RING_PLACES)
    assert _first_places({}) & taken
    assert not _first_places({"ring-at-the-start": "empty-area"}) & taken


def test_a_table_lists_the_options_that_differ_from_the_default() -> None:
    chosen = {"garrison-strength": "with-walls", "hostile-fleet": "other-alignment"}
    told = rulings(GAME, cast(GameTable, SimpleNamespace(options=chosen)))
    assert len(told) == 1
    assert "7b.3" in told[0]
    assert "with-walls" in told[0]


def test_the_rules_list_the_areas_beyond_the_ring_line() -> None:
    """Clause 7a.1 once said only that the board tells them."""
    listed = GAME.card.rules.partition("north and west of it are ")[2].partition(".")[0]
    assert re.findall(r"\w+(?=,| and|$)", listed) == sorted(ground.NORTH_WEST, key=str.casefold)
