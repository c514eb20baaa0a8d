"""Headlines of attacks in Downfall of Empires, none of which succeeded: "in vain" is not always true."""

import msgspec
import pytest

from adjudicator.empires import game
from adjudicator.empires.ground import ZONES
from adjudicator.empires.position import from_text
from adjudicator.empires.record import Combat, Event, Record, Side, Step
from adjudicator.empires.view import headlines, report
from adjudicator.empires.view.sight import Seen

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


def test_home_cities_lost_in_two_turns_are_reported_once() -> None:
    """The sentence that it is your turn once was joined to the loss of Warsaw, and 5.3 quoted twice."""
    first = Record(
        3, "Austria-Hungary", 1, (), (Event("control", "Austria-Hungary", "warsaw", other="Russia"),)
    )
    second = Record(4, "Germany", 1, (), (Event("control", "Germany", "riga", other="Russia"),))
    position = from_text(
        game.place({"phase": "Franco-British", "turn": 4, "units": {"Franco-British": ["French Army Paris"]}})
    )
    both = msgspec.structs.replace(first, then=second)
    lead = headlines.story(position, both)
    assert lead.startswith("Russia loses Warsaw and Riga and with each a point. (See RULES 5.3.)")
    assert lead.count("5.3") == 1
    said = report.report(Seen(position, both, "Franco-British")).lead
    assert said.endswith("\n\nIt is your turn.")


def test_three_cities_are_named_in_a_headline_and_more_are_counted() -> None:
    def taken(*zones: str) -> str:
        ends = tuple(Event("control", "Austria-Hungary", zone, other="Russia") for zone in zones)
        return headlines._cities(Record(3, "Austria-Hungary", 1, (), ends))

    assert taken("warsaw", "kiev", "minsk") == "Austria-Hungary takes Warsaw, Kiev and Minsk"
    assert taken("warsaw", "kiev", "minsk", "riga") == "Austria-Hungary takes 4 cities"
