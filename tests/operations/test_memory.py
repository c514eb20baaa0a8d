"""Free memory is given back to the operating system, for instance after a turn with pictures."""

from pathlib import Path

import pytest

from bench import load
from pbem.core import memory
from pbem.turns import turn
from tests.support.table import Table

SIZE, MANY = 64 << 10, 640  # 40 MB, in pieces so small that the C library takes them from its heap


def test_memory_that_was_freed_below_a_live_object_is_given_back() -> None:
    pieces = [bytearray(SIZE) for _ in range(MANY)]
    behind_them = bytearray(SIZE)
    before = load.resident_megabytes()
    del pieces
    held = load.resident_megabytes()
    memory.give_back()
    assert held > before - 10
    assert load.resident_megabytes() < before - 25
    assert len(behind_them) == SIZE


@pytest.mark.parametrize(("is_drawn", "times"), [(True, 1), (False, 0)])
def test_memory_is_given_back_after_a_turn_if_it_has_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_drawn: bool, times: int
) -> None:
    given: list[bool] = []
    monkeypatch.setattr(memory, "give_back", lambda: given.append(True))
    table = Table(tmp_path).with_pictures() if is_drawn else Table(tmp_path)
    table.opens("r1")  # a game without a board
    table.clock.passes(days=4)
    assert turn.run("r1", table.office, table.clock.now())
    table.store.close()
    assert len(given) == times
