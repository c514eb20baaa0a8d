"""Headlines, leads and texts of random turns say what happened; and the checker finds what is false."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import ReportFacts
from adjudicator.games import find
from tests.endurance import claims, truth
from tests.endurance.happened import Happened, Ordered
from tests.support.thorough import examples

GAMES = ("standard", "downfall-xiii", "hardbop", "empires", "domination")
TURNS = examples(20)


@pytest.mark.parametrize("key", GAMES)
def test_what_random_turns_say_is_true(key: str) -> None:
    game, counts = find(key), Counter[tuple[str, str]]()
    for turn, sheet in truth.turns(game, TURNS, "in every change"):
        assert list(truth.falsehoods(game, turn, sheet, counts)) == []
    assert counts.total() > TURNS


def a_turn() -> tuple[Happened, ReportFacts]:
    """Return a turn with a stand-off in Burgundy in which France dislodges the German army in Munich."""
    game = find("standard")
    units = {"France": ["A Par", "A Ruh", "A Bur"], "Germany": ["A Mun"], "Italy": ["A Mar"]}
    centres = {"Germany": ["Mun"], "France": ["Par"]}
    state = game.place({"units": units, "centres": centres, "turn": 2})
    orders = {
        "France": ["A Ruh - Mun", "A Bur S A Ruh - Mun", "A Par - Gas"],
        "Germany": ["A Mun H"],
        "Italy": ["A Mar - Gas"],
    }
    sheets = {power: game.read(state, power, None, lines).orders for power, lines in orders.items()}
    after = game.judge(state, sheets, SeededDice("a", 1))
    facts = game.describe(state), game.describe(after.state, after.record)
    names = {name.lower(): short for short, all_names in game.card.places.items() for name in all_names}
    powers = {power.lower(): power for power in game.card.seats}
    rows = tuple(truth.ordered(game, after.record))
    turn = Happened(*facts, rows, game.due(after.state).winners, names, powers, {})
    return turn, game.show(after.state, after.record, None)


TRUE = (
    "Germany is dislodged from Munich",
    "Stand-off in Gascony",
    "Units bounce in Gascony, and none gets in",
    "Italy's move to Gascony bounces",
)
FALSE = (
    "Germany is dislodged from Berlin",
    "Germany is dislodged from Munich and Berlin",
    "Germany is dislodged from Munich by Germany",
    "Germany is dislodged from Munich by Italy",
    "France is dislodged from Munich",
    "France takes Munich from Italy",
    "France takes Munich from Germany, and Berlin from Germany",
    "Germany gains Munich",
    "Stand-off in Munich",
    "Units bounce in Gascony and Munich, and none gets in",
    "Italy's moves to Gascony and Munich bounce",
    "All quiet on all fronts",
    "Nobody stood in anybody's way",
    "France wins the game",
    "France and Italy share the victory",
    "France builds 1 armies",
)


@pytest.mark.parametrize("claim", TRUE)
def test_a_true_claim_is_taken(claim: str) -> None:
    turn, sheet = a_turn()
    counts = Counter[tuple[str, str]]()
    said = replace(sheet, headline=claim, lead="")
    assert list(truth.falsehoods(find("standard"), turn, said, counts)) == []
    assert any(kind != "one of a kind" for _, kind in counts)


@pytest.mark.parametrize("claim", FALSE)
def test_a_false_claim_is_found(claim: str) -> None:
    turn, sheet = a_turn()
    said = replace(sheet, headline=claim, lead="")
    assert [one.claim for one in truth.falsehoods(find("standard"), turn, said, Counter())] == [claim]


def _with_munich_lost() -> tuple[Happened, ReportFacts]:
    turn, sheet = a_turn()
    return turn._replace(after={**turn.after, "centres": {"France": ["Par", "Mun"]}}), sheet


def test_a_minor_headline_over_a_lost_home_centre_is_false() -> None:
    turn, sheet = _with_munich_lost()
    said = replace(sheet, headline="Stand-off in Gascony", lead="")
    for homes, kinds in (({}, []), ({"Germany": ["Mun"]}, [truth.LEADS_WITH])):
        found = truth.falsehoods(find("standard"), turn._replace(homes=homes), said, Counter())
        assert [one.kind for one in found] == kinds


@pytest.mark.parametrize(
    ("claim", "is_true"), [("Germany has lost Munich", True), ("Italy has lost Munich", False)]
)
def test_claims_about_lost_home_centres_are_checked(claim: str, is_true: bool) -> None:
    turn, _ = _with_munich_lost()
    found = re.fullmatch(r"(?P<power>\w+) has lost (?P<places>\w+)", claim)
    assert found is not None
    assert claims._lost_at_home(turn._replace(homes={"Germany": ["Mun"], "Italy": ["Mun"]}), found) is is_true


PROVED_BY_POSITIONS: Sequence[tuple[str, str, Mapping[str, Any], bool]] = (
    (
        "standard",
        "Units are in supply centres that their powers do not own: France in Munich and Trieste",
        {"units": {"France": ["A Mun", "A Tri"]}},
        True,
    ),
    (
        "standard",
        "Units are in supply centres that their powers do not own: France in Munich and Trieste",
        {"units": {"France": ["A Mun"]}},
        False,
    ),
    ("standard", "France builds Army Paris", {"units": {"France": ["A Par"]}}, True),
    ("standard", "France builds Army Brest", {"units": {"France": ["A Par"]}}, False),
    ("standard", "France builds two", {"units": {"France": ["A Par"]}}, False),
    ("standard", "France stands in Munich", {"units": {"France": ["A Mun"]}}, True),
    ("standard", "France stands in Munich", {"units": {"France": ["A Ruh"]}}, False),
    ("standard", "France leads with 3 supply centres", {"centres": {"France": ["Par", "Mar"]}}, False),
    ("standard", "Italy's Army Rome is disbanded", {}, False),
    ("hardbop", "The Elves raise armies in Bree and Fangorn", {"units": {"Elves": ["A Bre"]}}, False),
    ("hardbop", "The Elves raise an army in Bree", {"units": {"Elves": ["A Bre"]}}, True),
    ("hardbop", "Three powers gain ground", {"centres": {"Elves": ["GHa"]}}, False),
    ("hardbop", "The Elves gain Esgaroth", {"centres": {"Elves": ["Esg"]}}, True),
    ("hardbop", "The Elves gain two centres", {"centres": {"Elves": ["GHa"]}}, False),
    ("hardbop", "Gandalf is slain in Bree", {"units": {"Gondor": ["Gandalf Bre"]}}, False),
    ("hardbop", "The Elves are Evil from now on", {}, False),
    ("hardbop", "The Elves fall back from Bree", {}, False),
    ("domination", "Everybody has an income of 5", {}, False),
)


@pytest.mark.parametrize(("key", "claim", "after", "is_true"), PROVED_BY_POSITIONS)
def test_claims_that_the_positions_can_prove_are_checked(
    key: str, claim: str, after: Mapping[str, Any], is_true: bool
) -> None:
    game = find(key)
    state = game.start({}, SeededDice("a", 0)) if key == "domination" else game.place({"turn": 2})
    before = game.describe(state)
    names = {name.lower(): short for short, known in game.card.places.items() for name in known}
    powers = {power.lower(): power for power in game.card.seats}
    turn = Happened(before, {**before, **after}, (), (), names, powers, {})
    said = replace(game.show(state, None, None), headline=claim, lead="")
    found = [one.claim for one in truth.falsehoods(game, turn, said, Counter())]
    assert found == ([] if is_true else [claim])


def test_a_sentence_after_a_cited_clause_is_checked() -> None:
    turn, sheet = a_turn()
    said = replace(sheet, headline="", lead="It builds. (See RULES 11.2.)\n\nGermany gains Munich.")
    found = truth.falsehoods(find("standard"), turn, said, Counter())
    assert [one.claim for one in found] == ["Germany gains Munich"]


def test_a_unit_that_passes_through_a_place_has_entered_it() -> None:
    turn, _ = a_turn()
    ride = Ordered("France", "Move", "Bel", ("Pic", "Bre"), "succeeds", "")
    kept_out = Ordered("Italy", "Move", "Par", ("Pic",), "fails", "France")
    found = re.fullmatch(r"Stand-off in (?P<places>.+)", "Stand-off in Picardy")
    assert found is not None
    assert claims._is_stand_off(turn._replace(orders=(kept_out,)), found)
    assert not claims._is_stand_off(turn._replace(orders=(ride, kept_out)), found)
