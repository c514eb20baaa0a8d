"""Orders in sentences that begin like a command are read as orders."""

import pytest

from pbem.commands.registry import read_script


@pytest.mark.parametrize(
    "text",
    [
        "Withdraw all from D8 to D7",
        "withdraw the Knights at D8 - D7",
        "Withdraw 3 Knights D8 -> D7",
        "Withdraw army Paris to Burgundy",
        "withdraw my fleets to the Irish Sea",
    ],
)
def test_units_that_withdraw_are_not_withdrawn_votes(text: str) -> None:
    script = read_script(text)
    assert (tuple(script.lines), tuple(script.requests)) == ((text,), ())


@pytest.mark.parametrize(
    "text", ["withdraw", "withdraw all", "withdraw draw", "withdraw my vote to end the game", "unvote draw"]
)
def test_votes_are_withdrawn(text: str) -> None:
    assert [one.word for one in read_script(text).requests] == ["UNVOTE"]
