"""Sentences of Downfall of Empires: groups of armies, lists under a heading, retreats and standing orders."""

import json

import pytest

from adjudicator.core.game import REFUSED, TAKEN
from adjudicator.empires import game
from bench.first_sight import FOLDER

POSITIONS = json.loads((FOLDER / "empires" / "positions.json").read_text("utf-8"))


def _taken(position: str, *lines: str) -> list[str]:
    place = POSITIONS[position]
    read = game.read(place["state"], place["power"], None, lines).lines
    assert not [(line.text, line.reason) for line in read if line.verdict == REFUSED]
    return [line.reading for line in read if line.verdict == TAKEN]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        (
            "Retreats: Nancy -> Paris, Lyon; Verdun -> Paris",
            ["RETREAT Nancy: Paris, Lyon", "RETREAT Verdun: Paris"],
        ),
        ("If Nancy falls, retreat to Lyon", ["RETREAT Nancy: Lyon"]),
        ("If our army in Nancy is beaten it goes to Lyon, or else to Paris", ["RETREAT Nancy: Lyon, Paris"]),
        ("Cancel up to two air attacks in France-Belgium", ["CANCEL AIR up to 2 in France-Belgium"]),
        ("Keep at least two missions in reserve", ["CANCEL AIR keep 2"]),
        ("Do not use the trench in Verdun", ["TRENCH never in Verdun"]),
        ("use our trench in Nancy always", ["TRENCH always in Nancy"]),
        ("Keep the trench in Nancy as long as possible", ["TRENCH save in Nancy"]),
        ("Second loss: reduced before full before trench", ["SECOND LOSS reduced, full, trench"]),
        (
            "In case of a second loss take the reduced army first, then the full one, the trench last.",
            ["SECOND LOSS reduced, full, trench"],
        ),
        ("With our first action we take missions.", ["MISSIONS"]),
        ("Our third action shall be used for missions.", ["MISSIONS"]),
        ("research Gas into box 1", ["RESEARCH Gas"]),
        ("Diplomacy with Italy, one forward", ["DIPLOMACY Italy forward"]),
        ("DIPLO: Italy +1", ["DIPLOMACY Italy forward"]),
        (
            "1/ missions 2/ research Offensive 3/ trench in Brussels",
            ["MISSIONS", "RESEARCH Offensive", "ENTRENCH Brussels"],
        ),
        ("recruit: reduced British army, London", ["RECRUIT reduced British in London"]),
        ("Recruit 1x reduced British in London", ["RECRUIT reduced British in London"]),
        ("We do nothing this season.", ["PASS"]),
    ],
)
def test_actions_and_standing_orders_in_sentences(text: str, orders: list[str]) -> None:
    assert _taken("212", text) == [one for order in orders for one in _taken("212", order)]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("Act: Lyon, Paris -> Orleans", ["Army Lyon - Orleans", "Army Paris - Orleans"]),
        (
            "Activate the armies in Lyon and Paris: both go to Orleans",
            ["Army Lyon - Orleans", "Army Paris - Orleans"],
        ),
        (
            "Activate the armies in Lyon and Paris and move them to Orleans",
            ["Army Lyon - Orleans", "Army Paris - Orleans"],
        ),
        (
            "Activate: Fr. Lyon -> Orleans; Brit. Nantes -> Rouen",
            ["French Army Lyon - Orleans", "Army Nantes - Rouen"],
        ),
        ("Activate: Paris (small) - Lille", ["small Army Paris - Lille"]),
        ("Activate: from Paris to Lille: small French", ["small French Army Paris - Lille"]),
        ("Activate: Army Brussels attacks Cologne alone", ["Army Brussels - Cologne attacks"]),
    ],
)
def test_groups_of_armies(text: str, orders: list[str]) -> None:
    assert [one for one in _taken("212", text) if "ctivates" not in one] == [
        one for one in _taken("212", "ACTIVATE", *orders) if "ctivates" not in one
    ]


def test_one_attacks_and_the_other_supports() -> None:
    text = "Activate both armies in Czernowitz: one attacks Kamenets, supported by the other."
    order = "Army Czernowitz - Kamenets attacks with Army Czernowitz"
    assert _taken("203", text)[-1] == _taken("203", "ACTIVATE", order)[-1]


def test_lists_under_a_heading() -> None:
    assert _taken("212", "Retreats", "Nancy: Paris, Lyon", "Brussels: Lille") == [
        *_taken("212", "RETREAT Nancy: Paris, Lyon"),
        *_taken("212", "RETREAT Brussels: Lille"),
    ]
    technologies = ("Our technologies:", "- Attack 1", "- Defence 1", "- Manoeuvre")
    assert _taken("213", *technologies) == _taken("213", "TECHNOLOGIES Attack 1, Defence 1, Manoeuvre")


def test_else_if_may_stand_on_one_line() -> None:
    first, second, third = (
        "IF Brussels is German: MISSIONS",
        "ELSE IF Metz is French: RESEARCH Gas",
        "ELSE ENTRENCH Nancy",
    )
    assert _taken("212", f"{first} {second} {third}") == _taken("212", first, f"{second} {third}")


def test_the_second_part_of_a_condition_may_leave_out_its_verb() -> None:
    whole = "Research Gas if Italy has joined, otherwise research Attack 1"
    assert _taken("212", whole.replace("otherwise research", "otherwise")) == _taken("212", whole)


@pytest.mark.parametrize(
    "lines",
    [
        ("Recruitment: none.", "MISSIONS"),
        ("Activation: none this turn", "MISSIONS"),
    ],
)
def test_recruitment_none_is_not_an_action(lines: tuple[str, ...]) -> None:
    assert _taken("212", *lines) == _taken("212", "MISSIONS")


@pytest.mark.parametrize(
    "lines",
    [
        ("ACTIVATE", "Move the armies in Nancy to Paris, both of them"),  # one line moves one army
        ("ACTIVATE: Army Brussels attacks", "Cologne; Army Lyon moves to Orleans"),  # wrapped
    ],
)
def test_a_line_understood_only_in_part_moves_no_army(lines: tuple[str, ...]) -> None:
    place = POSITIONS["212"]
    read = game.read(place["state"], place["power"], None, lines).lines
    assert "Army Cologne" not in " ".join(line.reading for line in read)
    assert not [
        line for line in read if line.verdict == TAKEN and line.reading == "Army Nancy moves to Paris"
    ]


def test_a_misspelt_strength_of_a_recruit_is_not_ignored() -> None:
    place = POSITIONS["212"]
    [line] = game.read(place["state"], place["power"], None, ("RECRUIT pull British in London",)).lines
    assert line.verdict == REFUSED
