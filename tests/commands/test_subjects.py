"""Subjects that only announce orders are not read as orders, and no game would read them as such."""

from itertools import product

import pytest

from adjudicator.core.game import TAKEN
from adjudicator.games import KEYS, find
from bench.contests import SHEETS, placed
from pbem.commands.sheets.subject_orders import _SAYS_ORDERS

SUBJECTS = [
    f"{words}{what}{end}"
    for words, what, end in product(
        ("", "my ", "My ", "our new ", "the final ", "my first revised ", "changed "),
        ("orders", "order", "Befehle", "ordres"),
        ("", ".", "!"),
    )
]


@pytest.mark.parametrize("key", KEYS)
def test_no_game_reads_such_a_subject_as_an_order(key: str) -> None:
    for subject in SUBJECTS:
        assert _SAYS_ORDERS.fullmatch(subject)
        reading = find(key).read(placed(key), SHEETS[key]["power"], None, [subject])
        assert not all(line.verdict == TAKEN for line in reading.lines), subject


@pytest.mark.parametrize(
    "subject", ["A Par - Bur", "orders: A Par H", "my orders are A Par H", "reorders", ""]
)
def test_any_other_subject_may_be_an_order(subject: str) -> None:
    assert not _SAYS_ORDERS.fullmatch(subject)
