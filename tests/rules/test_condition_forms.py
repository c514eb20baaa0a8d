"""Each game understands the conditions that the page of a seat offers beside an order."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from adjudicator.core.game import TAKEN, ConditionForm
from adjudicator.games import every_game, find

WRITTEN = Path(__file__).parents[2] / "bench" / "written_sheets"
ORDERS: Mapping[
    str, tuple[str, str, str]
] = {  # a stored position, an order, and the subject of its condition
    "downfall-xiii": ("103", "2A Dag destroys R", "2A Bar - ELi"),
    "hardbop": ("101", "A Lor destroys R", "A Iml - Ett"),
    "empires": ("02", "RESEARCH Attack 1", "Warsaw"),
    "domination": ("17", "3 Militia E3 - E2", "E2"),
}
WITH_CONDITIONS = {game.card.key: game.card.conditions for game in every_game() if game.card.conditions}


def line(form: ConditionForm, claim: str, order: str, subject: str) -> str:
    condition = claim.replace("{}", subject)
    return form.before.replace("{}", condition) + order + form.behind.replace("{}", condition)


def test_each_game_that_offers_conditions_has_an_example_here() -> None:
    assert set(WITH_CONDITIONS) == set(ORDERS)


@pytest.mark.parametrize(
    ("game", "claim"),
    [
        (game, claim.replace("{power}", "Blue"))
        for game, form in WITH_CONDITIONS.items()
        if form
        for claim in (*form.claims, *form.of_powers)
    ],
)
def test_an_offered_condition_is_understood(game: str, claim: str) -> None:
    number, order, subject = ORDERS[game]
    form = WITH_CONDITIONS[game]
    stored = json.loads((WRITTEN / game / "positions.json").read_text("utf-8"))[number]
    assert form is not None
    read = find(game).read(stored["state"], stored["power"], None, [line(form, claim, order, subject)])
    assert [one.verdict for one in read.lines] == [TAKEN], read.lines
