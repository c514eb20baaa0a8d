"""The picture of Empires shows every attack of the record, and each army that left its zone for it."""

import re

import pytest

from adjudicator.core.dice import ListedDice
from adjudicator.drawing.arrows import STYLES
from adjudicator.drawing.palette import CROSS, contrast
from adjudicator.empires import game
from adjudicator.empires.ground import POWERS
from adjudicator.empires.record import from_text
from adjudicator.empires.view.drawing_armies import fight
from adjudicator.empires.view.drawing_ground import INK, line_of, tint
from adjudicator.empires.view.drawing_panel import SUPPORT

FACTS = {
    "phase": "Germany",
    "turn": 5,
    "units": {
        "Germany": ["2 Army Metz", "Army Strasbourg", "2 Army Brussels"],
        "Franco-British": ["2 French Army Nancy", "French Army Brussels"],
    },
}
WON, LOST = (6, 1), (1, 6)
LINE = r'<path d="(M[^"]*)" stroke="#fff" stroke-width="{width}"/>'


def drawn(*orders: str, dice: tuple[int, ...]) -> tuple[str, str]:
    """Return the record of a turn and its arrows, without legend and board."""
    state = game.place(FACTS)
    sheet = game.read(state, "Germany", None, ["ACTIVATE", *orders]).orders
    turn = game.judge(state, {"Germany": sheet}, ListedDice(dice))
    before = game.picture(turn.state, None, None)
    known = set(before.splitlines())
    arrows = [line for line in game.picture(turn.state, turn.record, None).splitlines() if line not in known]
    return turn.record, "\n".join(arrows)


def lines_of(kind: str, svg: str) -> list[str]:
    """Return the ways of the lines of this kind, by the width of the white below them."""
    width = f"{STYLES[kind].width + 2.6:g}"
    return re.findall(LINE.format(width=re.escape(width)), svg)


def test_an_army_that_moves_in_to_support_has_an_arrow() -> None:
    sheet = ("Army Metz - Nancy attacks with Army Strasbourg", "Army Metz - Nancy attacks")
    record, svg = drawn(*sheet, dice=WON + WON)
    assert [step.joined for step in from_text(record).steps] == [(("strasbourg", "nancy"),), ()]
    assert len(lines_of(SUPPORT, svg)) == 1
    assert len(lines_of("move", svg)) == 2


def test_an_attack_of_an_army_that_stays_is_not_drawn_as_the_move_of_its_supporter() -> None:
    record, svg = drawn("Army Brussels attacks with Army Brussels", dice=LOST)
    assert [(step.arrow, step.joined) for step in from_text(record).steps] == [((), ())]
    assert lines_of("move", svg) == lines_of(SUPPORT, svg) == []


@pytest.mark.parametrize("dice", [WON, LOST])
def test_an_attack_inside_a_zone_has_a_sign_that_is_crossed_if_it_was_not_won(dice: tuple[int, int]) -> None:
    _, svg = drawn("Army Brussels attacks", dice=dice)
    sign = fight((0.0, 0.0), INK, has_failed=False)
    points = re.search(r'd="M([^"]*)Z"', sign)
    assert points is not None
    stars = [way for way in re.findall(r'd="M([^"]*)Z"', svg) if way.count("L") == points[1].count("L")]
    assert len(stars) == 1
    assert (f'stroke="{CROSS}"' in svg) == (dice == LOST)


def test_two_attacks_from_one_zone_to_another_are_two_arrows() -> None:
    _, svg = drawn("Army Metz - Nancy attacks", "Army Metz - Nancy attacks", dice=WON + LOST)
    ways = lines_of("move", svg)
    assert len(ways) == len(set(ways)) == 2


@pytest.mark.parametrize("power", POWERS)
def test_arrows_are_seen_on_the_own_ground_of_their_power(power: str) -> None:
    assert contrast(line_of(power), tint(power)) >= 4
