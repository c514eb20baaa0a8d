"""Limits on how much of a message a game reads, and on lines padded with spaces or signs."""

import pytest

from adjudicator.core.game import REFUSED
from adjudicator.core.language.limits import MOST, worth_reading
from tests.mail.test_hostile import BY_KEY, KEYS, positions

LONG = 400


@pytest.mark.parametrize("gap", [" ", "\t", "\x0b", "\u00a0"])
def test_a_long_gap_is_cut_short(gap: str) -> None:
    """Patterns try each start of a gap with each end: two thousand tabs once took three seconds."""
    (line,) = worth_reading([f"A Par{gap * LONG}- Bur"])
    assert line == f"A Par{gap * 8}- Bur"


@pytest.mark.parametrize("row", ["(", "( ", "-= ", "_"])
def test_a_long_row_of_signs_is_cut_short(row: str) -> None:
    (line,) = worth_reading([f"A Par {row * LONG}Bur"])
    assert line.startswith(f"A Par {row}")
    assert line.endswith("Bur")
    assert len(line) < 100


def test_tables_and_rules_between_orders_stay_as_they_are() -> None:
    lines = ["| A Par |" + " " * 8 + "| Bur |", "-" * 60, f"A Par - Bur {'.' * 50}"]
    assert worth_reading(lines) == lines


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("sign", [" ", "\t"])
def test_an_order_with_a_long_gap_is_read_as_with_a_short_one(key: str, sign: str) -> None:
    game, (state, power) = BY_KEY[key], positions(key)[0]
    written = game.form(state, power)
    drawn_out = [line.replace(" ", sign * 100, 1) for line in written]
    assert game.read(state, power, None, drawn_out).orders == game.read(state, power, None, written).orders


def test_a_character_that_expands_to_many_counts_as_many() -> None:
    """The readers see an Arabic ligature as its eighteen letters and spaces."""
    lines = ["\ufdfa" * 100] * 20
    assert len(worth_reading(lines)) == MOST.signs // (18 * 100)


@pytest.mark.parametrize("key", KEYS)
def test_a_message_of_one_overlong_line_is_refused_in_every_position(key: str) -> None:
    """In the retreats of the Middle-earth games, a message without a line that is read once failed."""
    for state, power in positions(key):
        assert BY_KEY[key].read(state, power, None, ["A Par - Bur " * 4000]).lines[-1].verdict == REFUSED
