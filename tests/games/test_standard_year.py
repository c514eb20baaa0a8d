"""The phases of a year follow clause 3: retreats, ownership, adjustments and victory."""

from collections.abc import Mapping
from functools import partial

import msgspec
import pytest

from adjudicator.core.board import load
from adjudicator.core.dice import ListedDice
from adjudicator.core.game import Turn
from adjudicator.core.outcomes import (
    Bounced,
    Destroyed,
    Dislodged,
    LostSupport,
    Outcome,
    SupportCut,
    Void,
    worded,
)
from adjudicator.core.position import Unit
from adjudicator.standard import game
from adjudicator.standard.resolve.board_tables import distances
from adjudicator.standard.resolve.civil_disorder import removed_first
from adjudicator.standard.resolve.convoys import is_of_use, reaches
from adjudicator.standard.resolve.phases import YEAR
from adjudicator.standard.view.wording import unit_name

BOARD = load("adjudicator.standard")
NO_DICE = ListedDice([])
NUMBER = game.board.number


def turn(facts: Mapping[str, object], **sheets: str) -> Turn:
    """Adjudicate a position with the sheets of some powers; orders are separated by semicolons."""
    state = game.place(facts)
    orders = {
        power: game.read(state, power, None, [order.strip() for order in sheet.split(";")]).orders
        for power, sheet in sheets.items()
    }
    return game.judge(state, orders, NO_DICE)


def next_due(judged: Turn) -> str:
    return game.due(judged.state).turn


def test_the_year_is_printed_in_the_order_of_the_rules() -> None:
    assert [(step.season, step.phase) for step in YEAR] == [
        ("Spring", "movement"),
        ("Spring", "retreat"),
        ("Autumn", "movement"),
        ("Autumn", "retreat"),
        ("Autumn", "adjustment"),
    ]


def test_phases_in_which_nothing_is_owed_are_skipped() -> None:
    others: dict[str, list[str]] = {power: [] for power in game.card.seats}
    centres = {**others, "France": ["Par", "Mar", "Bre"]}
    one = {"units": {"France": ["A Par", "A Mar", "F Bre"]}, "centres": centres}
    assert next_due(turn(one, France="A Par H")) == "Autumn 1901, movement"
    assert next_due(turn({**one, "turn": 2}, France="A Par H")) == "Spring 1902, movement"


def test_a_retreat_is_asked_for_only_where_there_is_a_choice() -> None:
    beaten = {"units": {"France": ["A Bur", "A Mar"], "Germany": ["A Gas"]}}
    asked = turn(beaten, France="A Bur - Gas; A Mar S A Bur - Gas", Germany="A Gas H")
    assert game.due(asked.state).owed == {"Germany": "1 retreat"}
    stranded = {"units": {"France": ["F MAO", "F Spa/sc"], "Germany": ["F Por"]}}
    gone = turn(stranded, France="F Spa/sc - Por; F MAO S F Spa - Por", Germany="F Por H")
    assert next_due(gone) == "Autumn 1901, movement"


def test_a_centre_changes_hands_in_autumn_only() -> None:
    facts = {"units": {"France": ["A Mun"], "Germany": []}}
    spring = turn(facts, France="A Mun H")
    assert "Mun" in game.describe(spring.state)["centres"]["Germany"]
    autumn = turn({**facts, "turn": 2}, France="A Mun H")
    assert "Mun" in game.describe(autumn.state)["centres"]["France"]
    assert msgspec.json.decode(autumn.record)["changes"] == [
        {"centre": "Mun", "owner": "France", "before": "Germany"}
    ]


def test_victory_ends_the_game_before_the_winter() -> None:
    owned = BOARD.centres[: game.board.facts.goal - 1]
    last = next(centre for centre in BOARD.centres if centre not in owned)
    facts = {"units": {"France": [f"A {last}"]}, "centres": {"France": owned}, "turn": 2}
    won = turn(facts, France=f"A {last} H")
    due = game.due(won.state)
    assert (due.over, due.winners, due.owed) == (True, ("France",), {})
    assert game.show(won.state, won.record, None).headline == "France wins the game"
    assert not game.due(turn({**facts, "turn": 1}, France=f"A {last} H").state).over


def test_builds_without_orders_are_waived_and_reported() -> None:
    facts = {"units": {"France": ["A Par"]}, "phase": "adjustment"}
    judged = turn(facts, France="Build F Bre")
    assert game.describe(judged.state)["units"]["France"] == ["A Par", "F Bre"]
    news = game.show(judged.state, judged.record, None).sections[0]
    assert "France waives 1 build." in [item.text for item in news.items]


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (
            Bounced(
                Unit("France", "A", "Mar"),
                1,
                1,
                (LostSupport(Unit("France", "A", "Bre"), Unit("England", "F", "ENG")),),
            ),
            "bounced with Army Marseilles, 1 against 1; "
            "its support from Army Brest was cut by Fleet English Channel",
        ),
        (
            Dislodged(Unit("France", "A", "Mar"), SupportCut(Unit("Italy", "A", "Pie"))),
            "dislodged by Army Marseilles; cut by Army Piedmont",
        ),
        (Void("moves", Unit("France", "A", "Mar")), "void: that unit is ordered to move"),
        (
            Destroyed("no retreat", Unit("France", "A", "Mar")),
            "dislodged by Army Marseilles with no place to retreat to, and disbanded",
        ),
    ],
)
def test_an_outcome_has_a_sentence_with_its_cause(outcome: Outcome, words: str) -> None:
    assert worded(outcome, partial(unit_name, game.board)) == words


def test_a_game_may_add_its_own_reasons() -> None:
    more = {"paralysed": "a Nazgul paralyses it"}
    assert worded(Void("paralysed"), partial(unit_name, game.board), more) == "void: a Nazgul paralyses it"


def test_distance_is_counted_over_land_and_water() -> None:
    assert distances(game.board, NUMBER["Nap"])[NUMBER["Alb"]] == 2
    assert distances(game.board, NUMBER["Stp"])[NUMBER["NAO"]] == 3


def test_a_unit_on_a_centre_is_the_last_to_go() -> None:
    units = [Unit("Italy", "A", "War"), Unit("Italy", "A", "Gal"), Unit("Italy", "F", "ENG")]
    assert removed_first(game.board, units, ["War"]) == [units[2], units[1], units[0]]


def test_a_fleet_off_the_route_does_not_help_a_convoy() -> None:
    """DATC 6.G.19: the Gulf of Lyon alone joins Marseilles and Spain."""
    seas = [NUMBER["LYO"], NUMBER["WES"]]
    assert reaches(game.board, NUMBER["Mar"], NUMBER["Spa"], seas)
    assert is_of_use(game.board, seas[0], NUMBER["Mar"], NUMBER["Spa"], seas)
    assert not is_of_use(game.board, seas[1], NUMBER["Mar"], NUMBER["Spa"], seas)
    assert is_of_use(game.board, seas[1], NUMBER["Mar"], NUMBER["Tun"], seas)


def test_no_power_helps_to_dislodge_its_own_unit_by_convoy() -> None:
    """Several engines let the victim's own power help a convoyed army to dislodge him."""
    facts = {"units": {"Germany": ["A Lvn", "F BAL"], "Russia": ["A Ber", "A Sil"]}}
    judged = turn(
        facts,
        Germany="A Lvn - Ber; F BAL C A Lvn - Ber",
        Russia="A Ber H; A Sil S A Lvn - Ber",
    )
    assert game.describe(judged.state)["units"]["Russia"] == ["A Ber", "A Sil"]


def test_a_convoy_of_an_army_without_an_order_does_not_speak_of_another_order() -> None:
    state = game.place({"units": {"Italy": ["A Tun", "F ION", "A Ven"]}})
    lines = ["F ION C A Tun - Gre", "A Ven H"]
    turn = game.judge(state, {"Italy": game.read(state, "Italy", None, lines).orders}, NO_DICE)
    results = next(
        one for one in game.show(turn.state, turn.record, "Italy").sections if one.key == "results"
    )
    (convoy,) = [item.text for item in results.items if "convoys" in item.text]
    assert "void: that army has no such order" in convoy
