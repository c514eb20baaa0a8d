"""Epic Domination: a request to pass a message to another player is not an order.

Position 711 is Red's: 7 Knights, a Militia and a Griffin at A7 Aldgate, a Griffin at E13.
"""

from functools import partial

import pytest

from adjudicator.core.game import REFUSED, REMARK, TAKEN
from tests.support.play.read_lines import read_at

ORDER = "Griffin A7 holds"


_read = partial(read_at, "domination", "711")


@pytest.mark.parametrize(
    "text",
    [
        "If Blue promises by press to leave A8 you can tell him I promise not to follow :-)",
        "If Blue leaves A8, please tell him that I won't follow.",
        "Should Blue ask you, tell Blue I am not coming.",
        "When he leaves A8 you may let him know that I will stay at A7!",
        "If Blue leaves A8 feel free to assure the Blue player that we'll be good.",
    ],
)
def test_a_message_to_another_player_is_not_an_order(text: str) -> None:
    read = _read(f"{ORDER}. {text}")
    assert [line.reading for line in read.lines if line.verdict == TAKEN] == ["Griffin at A7 Aldgate holds"]
    assert not [line.text for line in read.lines if line.verdict == REFUSED]
    assert [line.verdict for line in read.lines][-1] == REMARK


@pytest.mark.parametrize(
    "text",
    [
        "If Blue swears that he leaves A8, then 6 Knights A7 - A8",
        "If Blue leaves A8 tell him I attack with 6 Knights A7 - A8",
        "If Blue attacks A8 tell the Griffin to go to E15",
        "If Blue leaves A8, tell them to follow.",
        "If Blue leaves A8, tell him I go to A8 with all.",
        "If Blue leaves A8 you can tell him I won't follow, otherwise the Knights go A7 - A8",
        "If Blue leaves A8 I follow",
        "If my Knights leave A8, tell him I go too",
        "If Blue leaves A8 tell Red I follow",
    ],
)
def test_a_message_that_may_contain_an_order_is_refused(text: str) -> None:
    lines = _read(text).lines
    assert [line.text for line in lines if line.verdict == REFUSED]
    assert not [line.text for line in lines if line.verdict == TAKEN]


def test_an_order_after_a_message_and_otherwise_is_refused() -> None:
    lines = _read("If Blue leaves A8 you can tell him I won't follow.\nOtherwise 6 Knights A7 - A8").lines
    assert [line.verdict for line in lines] == [REMARK, REFUSED]
