"""Great events of Empires and Domination have a headline, their own paragraph, and a ring on the map."""

import re
from collections.abc import Sequence
from typing import get_args

import msgspec
import pytest

from adjudicator import domination, empires
from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Game
from adjudicator.domination import position as of_domination
from adjudicator.domination.record import Event as DominationEvent
from adjudicator.domination.record import Record as DominationRecord
from adjudicator.domination.view import headlines as domination_headlines
from adjudicator.drawing.halo import HALO
from adjudicator.empires import position as of_empires
from adjudicator.empires import record as empires_record
from adjudicator.empires.ground import ZONES
from adjudicator.empires.record import Event
from adjudicator.empires.view import headlines as empires_headlines
from adjudicator.empires.view.clauses import CLAUSES, with_clause
from pbem.commands.lookup import rules

HOME_CITY = next(zone.id for zone in ZONES.values() if zone.city and zone.start == "Russia")
COSTS = "and with it a point. (See RULES 5.3.)"


def _empires(events: Sequence[Event]) -> tuple[str, list[str], str]:
    state = empires.game.start({}, SeededDice("a", 0))
    position = of_empires.from_text(state)
    record = empires_record.Record(1, "Germany", 1, (), tuple(events))
    picture = empires.game.picture(state, empires_record.to_text(record), None)
    headline = empires_headlines.headline(position, record)
    return headline, empires_headlines.story(position, record).split("\n\n"), picture


def _domination(events: Sequence[DominationEvent], out: str = "") -> tuple[str, list[str], str]:
    position = of_domination.from_text(domination.game.start({"players": "2"}, SeededDice("a", 0)))
    if out:
        units = tuple(one for one in position.units if one.player != out)
        position = msgspec.structs.replace(position, units=units, owners={"A7": "Red"})
    record = DominationRecord("Turn 1", 1, "turn", tuple(events), ())
    headline, lead = domination_headlines.story(record, position, {})
    return headline, lead.split("\n\n"), domination_headlines.space_of_headline(record, position)


def test_the_loss_of_a_home_city_has_a_paragraph_and_a_ring() -> None:
    event = Event("control", "Germany", HOME_CITY, other="Russia")
    headline, story, picture = _empires([event])
    assert headline == f"Germany takes {ZONES[HOME_CITY].name}"
    assert story[0] == f"Russia loses {ZONES[HOME_CITY].name} {COSTS}"
    assert f"<title>{HALO}</title>" in picture


def test_russias_surrender_outweighs_everything() -> None:
    events = [Event("control", "Germany", HOME_CITY, other="Russia"), Event("surrender")]
    headline, story, _ = _empires(events)
    assert headline == "Russia surrenders"
    assert story[0].startswith("Russia surrenders. Its armies neither fight nor are attacked")
    assert story[1].startswith("Russia loses ")


def test_an_army_out_of_supply_is_reported_with_its_nation() -> None:
    """The lead once said "Out of supply: Breslau" about an enemy army in the reader's own zone."""
    cut = Event("unsupplied", "Russia", HOME_CITY, army="Russian army")
    _, story, _ = _empires([cut, cut])
    assert story[-1].endswith(f"Out of supply: 2 Russian armies in {ZONES[HOME_CITY].name}.")


def test_an_army_made_full_is_reported_as_reinforced() -> None:
    step = empires_record.Step("Makes full: Army Metz", "succeeds")
    position = of_empires.from_text(empires.game.start({}, SeededDice("a", 0)))
    record = empires_record.Record(1, "Germany", 1, (step,))
    assert "Germany reinforces Army Metz." in empires_headlines.story(position, record)


def test_a_quiet_turn_of_empires_has_no_ring() -> None:
    assert f"<title>{HALO}</title>" not in _empires([])[2]


def test_a_zone_won_and_lost_in_one_turn_is_not_a_gain() -> None:
    """A zone that is crossed and at once out of supply returns to its owner."""
    events = [Event("control", "Germany", HOME_CITY, other="Russia")]
    back = Event("zone_cut", "Russia", HOME_CITY, other="Germany")
    assert _empires(events)[0] == f"Germany takes {ZONES[HOME_CITY].name}"
    headline, story, _ = _empires([*events, back])
    assert ZONES[HOME_CITY].name not in " ".join([headline, *story])
    onwards = Event("zone_cut", "Franco-British", HOME_CITY, other="Germany")
    assert _empires([*events, onwards])[0] == f"The Franco-British take {ZONES[HOME_CITY].name}"


def test_a_city_taken_has_a_paragraph() -> None:
    event = DominationEvent("city taken", "Red", "A7", {"loser": "Blue"})
    headline, lead, space = _domination([event])
    assert headline == "Red takes the city of A7"
    assert lead[0] == "Red takes Blue's city of A7."
    assert space == "A7"


def test_the_elimination_of_a_player_outweighs_a_city() -> None:
    events = [DominationEvent("city taken", "Red", "A7", {"loser": "Blue"})]
    headline, lead, space = _domination(events, out="Blue")
    assert headline == "Blue has nothing left"
    assert lead[0].startswith("Blue has neither a space nor a unit left. (See RULES 3.3.)")
    assert "Red takes Blue's city of A7." in lead[0]
    assert space == "A7"


@pytest.mark.parametrize(
    ("game", "leads"),
    [
        (empires.game, [*empires_headlines.LEADS.values()]),
        (domination.game, [*domination_headlines.LEADS.values()]),
    ],
)
def test_each_named_clause_can_be_asked_for(game: Game, leads: Sequence[str]) -> None:
    for clause in re.findall(r"RULES (\S+?)\.\)", " ".join(leads)):
        assert rules.pages(game, clause, (), None)


def test_every_kind_of_event_of_empires_is_in_the_table_of_clauses() -> None:
    assert set(CLAUSES) == set(get_args(empires_record.EventKind))
    for clause in filter(None, CLAUSES.values()):
        (page,) = rules.pages(empires.game, clause, (), None)
        assert page.title.endswith(f", clause {clause}")
    assert with_clause("starved", "It starved.") == "It starved. (See RULES 6.6.)"
    assert with_clause("control", "Germany takes Riga.") == "Germany takes Riga."


def test_the_report_names_the_clause_for_an_army_out_of_supply() -> None:
    state = empires.game.start({}, SeededDice("a", 0))
    event = Event("unsupplied", "Russia", HOME_CITY, army="small Russian army")
    record = empires_record.to_text(empires_record.Record(1, "Germany", 1, (), (event,)))
    told = [item.text for one in empires.game.show(state, record, None).sections for item in one.items]
    assert any(text.endswith("is out of supply and loses a step. (See RULES 6.5.)") for text in told)
