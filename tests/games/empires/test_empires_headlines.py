"""Headlines of attacks in Downfall of Empires of which none succeeded: "in vain" is not always true."""

import pytest

from adjudicator.empires.ground import ZONES
from adjudicator.empires.record import Combat, Event, Record, Side, Step
from adjudicator.empires.view import headlines

ZONE = next(iter(ZONES))


def combat(*events: Event) -> Step:
    attacker = Side("Germany", "large German army", 2, 1, die=1)
    fought = Combat(ZONE, attacker, Side("Franco-British", "small French army", 1, 1, die=6), events)
    return Step("Army Metz - Liege", "fails", combat=fought)


@pytest.mark.parametrize(
    ("losers", "headline"),
    [
        ([], "in vain"),
        (["Germany"], "in vain"),
        (["Germany", "Franco-British"], "Losses on both sides in"),
        (["Franco-British"], "takes nothing"),
    ],
)
def test_attacks_without_success_are_in_vain_only_if_no_enemy_lost(losers: list[str], headline: str) -> None:
    lost = [Event("eliminated", power, ZONE, "small army") for power in losers]
    record = Record(0, "Germany", 1, (combat(*lost), combat()))
    assert headline in headlines._battles(record)
