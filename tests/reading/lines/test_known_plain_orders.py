"""A plain order that was legal in a position is cached as legal, unless another order changes that."""

import pytest

from adjudicator.core.game import REFUSED, TAKEN, Reading
from adjudicator.games import find

XIII = find("downfall-xiii")
UNITS = {"Dwarves": ["A Wes", "A Dun"], "Mordor": ["A Ise"], "Gondor": ["A DHa"]}
STATE = XIII.place({"phase": "movement", "units": UNITS})
SUPPORT = "A Wes S A Ise"  # Dwarves may help Evil as long as they are Neutral


def read(*lines: str, so_far: str | None = None, power: str = "Dwarves") -> Reading:
    return XIII.read(STATE, power, so_far, lines)


def verdicts(reading: Reading) -> list[str]:
    return [line.verdict for line in reading.lines]


def test_a_declaration_overrides_the_cache() -> None:
    assert verdicts(read(SUPPORT)) == [TAKEN]
    assert verdicts(read("DECLARE Good", SUPPORT)) == [TAKEN, REFUSED]
    assert verdicts(read(SUPPORT, "DECLARE Good")) == [REFUSED, TAKEN]
    assert verdicts(read(SUPPORT)) == [TAKEN]


def test_an_earlier_declaration_overrides_it_too() -> None:
    assert verdicts(read(SUPPORT)) == [TAKEN]
    assert verdicts(read(SUPPORT, so_far=read("DECLARE Good").orders)) == [REFUSED]


def test_the_cache_is_separate_for_each_power() -> None:
    assert verdicts(read("A Wes H")) == [TAKEN]
    assert verdicts(read("A Wes H", power="Mordor")) == [REFUSED]


def test_a_unit_may_have_moved_away_on_another_table() -> None:
    assert verdicts(read("A Wes H")) == [TAKEN]
    elsewhere = XIII.place({"phase": "movement", "units": {"Dwarves": ["A Dun"], "Mordor": ["A Ise"]}})
    assert verdicts(XIII.read(elsewhere, "Dwarves", None, ["A Wes H"])) == [REFUSED]


@pytest.mark.parametrize("lines", [("A Wes H", "A Wes H"), (SUPPORT, "A Dun H", SUPPORT)])
def test_a_line_that_is_sent_twice_is_read_as_the_first_time(lines: tuple[str, ...]) -> None:
    state = XIII.place({"phase": "movement", "units": {**UNITS, "Umbar": ["F GUL"]}})
    first = XIII.read(state, "Dwarves", None, lines)
    assert XIII.read(state, "Dwarves", None, lines) == first
    assert verdicts(first) == [TAKEN] * len(lines)
