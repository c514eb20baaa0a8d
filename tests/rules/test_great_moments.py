"""Great moments of Middle-earth: the most important is the headline, each has a paragraph and a ring."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from adjudicator import downfall_xiii, hardbop
from adjudicator.core.dice import ListedDice
from adjudicator.core.game import Game
from adjudicator.downfall_xiii.view import headlines as xiii_headlines
from adjudicator.downfall_xiii.view import news as xiii_news
from adjudicator.drawing.halo import HALO
from adjudicator.hardbop.view import headlines as hardbop_headlines
from adjudicator.hardbop.view import news as hardbop_news
from adjudicator.middle_earth.view.headlines import Moment
from pbem.commands.lookup import rules

GAMES: Mapping[str, Game] = {"hardbop": hardbop.game, "downfall-xiii": downfall_xiii.game}
TABLES = {"hardbop": hardbop_headlines.MOMENTS, "downfall-xiii": xiii_headlines.MOMENTS}
NEWS = {"hardbop": hardbop_news.TOLD, "downfall-xiii": xiii_news.TOLD}
Sheets = Mapping[str, Sequence[str]]

CASES: list[tuple[str, str, dict[str, Any], Sheets, str, str]] = [
    (
        "hardbop",
        "the Nazgul outweighs a stand-off",
        {
            "turn": 3,
            "units": {"Mordor": ["A Dal", "Nazgul NIt"], "Gondor": ["2A NIt"], "Elves": ["A Esg"]},
        },
        {"Gondor": ["2A NIt destroys Nazgul"], "Elves": ["A Esg - RRu"], "Mordor": ["A Dal - RRu"]},
        "The Nazgul is slain in North Ithilien",
        "It may be rebuilt at the end of the second turn after this one. (See RULES 3.10(f).)",
    ),
    (
        "downfall-xiii",
        "Aragorn is slain",
        {
            "turn": 3,
            "units": {"Mordor": ["2A NIt"], "Gandalf": ["Aragorn NIt"]},
        },
        {"Mordor": ["2A NIt destroys Aragorn"]},
        "Aragorn is slain in North Ithilien",
        "Aragorn of Gandalf's side is destroyed in North Ithilien by Mordor (2 Armies)."
        " He does not come back.",
    ),
    (
        "downfall-xiii",
        "a home is lost",
        {"turn": 2, "units": {"Mordor": ["A MTi"], "Gondor": ["A Pel"]}},
        {},
        "Mordor takes Minas Tirith from Gondor",
        "Mordor takes Minas Tirith from Gondor. Gondor can no longer build in Minas Tirith.",
    ),
    (
        "downfall-xiii",
        "the Ring is worn",
        {"turn": 3, "units": {"Umbar": ["A Bre [Ring]"]}},
        {"Umbar": ["A Bre puts on the Ring"]},
        "Umbar puts on the Ring",
        "If Umbar loses the Ring, Umbar is eliminated. (See RULES 8.23.)",
    ),
]


def _played(
    key: str, facts: dict[str, Any], sheets: Sheets, reader: str | None = None
) -> tuple[str, str, str]:
    """Return headline, lead and picture of the turn."""
    game = GAMES[key]
    state = game.place(facts)
    orders = {power: game.read(state, power, None, lines).orders for power, lines in sheets.items()}
    turn = game.judge(state, orders, ListedDice([1] * 20))
    sheet = game.show(turn.state, turn.record, reader)
    return sheet.headline, sheet.lead, game.picture(turn.state, turn.record, reader)


@pytest.mark.parametrize(
    ("key", "facts", "sheets", "headline", "paragraph"),
    [(key, *rest) for key, _, *rest in CASES],
    ids=[case[1] for case in CASES],
)
def test_a_great_moment_has_the_headline_a_paragraph_and_a_ring_on_the_map(
    key: str, facts: dict[str, Any], sheets: Sheets, headline: str, paragraph: str
) -> None:
    told, lead, picture = _played(key, facts, sheets)
    assert told == headline
    assert any(paragraph in one for one in lead.split("\n\n")), lead
    assert HALO in picture


@pytest.mark.parametrize("key", GAMES)
def test_a_quiet_turn_has_no_ring(key: str) -> None:
    assert HALO not in _played(key, {"turn": 3, "units": {"Elves": ["A Iml"]}}, {})[2]


@pytest.mark.parametrize("key", GAMES)
def test_only_its_reader_sees_the_ring_of_a_secret_moment(key: str) -> None:
    facts: dict[str, Any] = {
        "turn": 3,
        "state": {"ring": "Bre"},
        "units": {"Gondor": ["R Shi"], "Elves": ["A Iml"]},
    }
    orders = {"Gondor": ["R Shi - Bre"]}
    headline, lead, picture = _played(key, facts, orders, "Gondor")
    assert headline == "You find the Ring"
    assert "Your Ranger" in lead and "Nobody else is told. What you may do with it is listed below." in lead
    assert HALO in picture
    for reader in ("Elves", None):
        twin = _played(
            key, {**facts, "state": {"ring": "Gwa" if key == "hardbop" else "Dru"}}, orders, reader
        )
        assert _played(key, facts, orders, reader) == twin
        assert HALO not in twin[2]


@pytest.mark.parametrize("key", GAMES)
def test_the_table_has_only_news_of_the_game_and_clauses_of_its_rules(key: str) -> None:
    table: Sequence[Moment] = TABLES[key]
    assert {one.key for one in table} <= {*NEWS[key], *xiii_news.VEILED}
    weights = [one.weight for one in table]
    assert weights == sorted(set(weights), reverse=True), "each has its own weight, the greatest first"
    for one in table:
        for clause in re.findall(r"RULES (\S+?)\.\)", one.lead or ""):
            assert rules.pages(GAMES[key], clause, (), None)


@pytest.mark.parametrize("key", GAMES)
def test_a_headline_has_at_most_ten_words(key: str) -> None:
    assert all(len(one.headline.split()) <= 10 for one in TABLES[key])


def test_an_army_lost_in_a_failed_merge_is_named_by_its_old_place() -> None:
    units = {"Mordor": ["A Udu", "A SRh"], "Umbar": ["3A NRh", "A Nrd", "A Wil"], "Rohan": ["4A Dag"]}
    sheets = {
        "Mordor": ["A Udu - Dag M A SRh - Dag : 2A Dag"],
        "Umbar": ["3A NRh - SRh"],
        "Rohan": ["4A Dag H"],
    }
    headline, lead, _ = _played("downfall-xiii", {"turn": 5, "units": units}, sheets)
    assert headline == "Mordor loses a force in South Rhûn"
    assert lead == "An Army of Mordor in South Rhûn, dislodged by Umbar, has nowhere to go and is disbanded."
