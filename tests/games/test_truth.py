"""Headlines, leads and texts of random turns say what happened; and the checker finds what is false."""

import re
from collections import Counter

import pytest
from msgspec.structs import replace

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import ReportFacts
from adjudicator.games import find
from tests.endurance import truth
from tests.support.thorough import examples

GAMES = ("standard", "downfall-xiii", "hardbop", "empires", "domination")
TURNS = examples(20)


@pytest.mark.parametrize("key", GAMES)
def test_what_random_turns_say_is_true(key: str) -> None:
    game, counts = find(key), Counter[tuple[str, str]]()
    for turn, sheet in truth.turns(game, TURNS, "in every change"):
        assert list(truth.falsehoods(game, turn, sheet, counts)) == []
    assert counts.total() > TURNS


def a_turn() -> tuple[truth.Happened, ReportFacts]:
    """In Burgundy two meet, France takes Munich from Germany, and drives its army out."""
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
    turn = truth.Happened(*facts, rows, game.due(after.state).winners, names, powers, {})
    return turn, game.show(after.state, after.record, None)


TRUE = (
    "Germany is dislodged from Munich",
    "Stand-off in Gascony",
    "Moves to Gascony stand each other off: no unit gets in",
    "Italy is turned away from Gascony",
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
    "Moves to Gascony and Munich stand each other off: no unit gets in",
    "Italy is turned away from Munich",
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


def _with_munich_lost() -> tuple[truth.Happened, ReportFacts]:
    turn, sheet = a_turn()
    return turn._replace(after={**turn.after, "centres": {"France": ["Par", "Mun"]}}), sheet


def test_a_small_headline_over_a_lost_home_is_a_falsehood() -> None:
    turn, sheet = _with_munich_lost()
    said = replace(sheet, headline="Stand-off in Gascony", lead="")
    for homes, kinds in (({}, []), ({"Germany": ["Mun"]}, [truth.LEADS_WITH])):
        claims = truth.falsehoods(find("standard"), turn._replace(homes=homes), said, Counter())
        assert [one.kind for one in claims] == kinds


@pytest.mark.parametrize(
    ("claim", "is_true"), [("Germany has lost Munich", True), ("Italy has lost Munich", False)]
)
def test_what_is_lost_at_home_is_checked(claim: str, is_true: bool) -> None:
    turn, _ = _with_munich_lost()
    found = re.fullmatch(r"(?P<power>\w+) has lost (?P<places>\w+)", claim)
    assert found is not None
    assert truth._lost_at_home(turn._replace(homes={"Germany": ["Mun"], "Italy": ["Mun"]}), found) is is_true
