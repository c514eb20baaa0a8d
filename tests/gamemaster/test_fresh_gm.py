"""Stumbles of somebody who leads a table for the first time, each as it happened."""

import pytest

from tests.support.gamemaster import GM_ADDRESS, gm_asks, may_open_tables
from tests.support.table import Table, text_of


@pytest.mark.parametrize(
    ("line", "meant"),
    [("deadline = 72 hours", "did you mean pace?"), ("Frnace = ann@x.org", "did you mean France?")],
)
def test_a_key_that_is_not_known_has_a_suggestion(table: Table, line: str, meant: str) -> None:
    may_open_tables(table, GM_ADDRESS)
    table.vouched.add(GM_ADDRESS)
    told = text_of(table.says(GM_ADDRESS, f"NEW TABLE club7 standard\npace = 72h\n{line}\nEND", "hello"))
    assert meant in told


def test_phases_of_a_pace_are_shown_with_their_semicolon(table: Table) -> None:
    may_open_tables(table, GM_ADDRESS)
    table.vouched.add(GM_ADDRESS)
    told = text_of(table.says(GM_ADDRESS, "NEW TABLE club7 standard\npace = 72h, retreats 24h\nEND", "hello"))
    assert 'as in "72h; retreat 24h"' in told


def test_a_name_at_the_end_is_a_signature(table: Table) -> None:
    told = gm_asks(table, "PAUSE\n\nGrace Miller")
    assert "r1 is paused" in told and "NOT DONE" not in told
    assert "NOT DONE" in gm_asks(table, "RESUME\nGrace")  # not below an empty line
    assert "NOT DONE" in gm_asks(table, "PAUSE\n\nPreviw")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("EXTEND TO Saturday evening", "Sat 28 Nov 2026, 20:00"),
        ("PAUSE UNTIL Tuesday morning", "Tue 24 Nov 2026, 09:00"),
        ("EXTEND TO 4 Dec in the afternoon", "Fri 4 Dec 2026, 15:00"),
    ],
)
def test_parts_of_a_day_have_an_hour_that_the_answer_names(table: Table, line: str, told: str) -> None:
    table.clock.passes(hours=1)
    assert told in gm_asks(table, line)


def test_actually_is_no_part_of_an_action(table: Table) -> None:
    gm_asks(table, "PAUSE")
    assert "r1 goes on" in gm_asks(table, "Actually resume now please")
