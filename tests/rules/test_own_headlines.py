"""The headline of a player's report begins with what happened to them; the bulletin's is unchanged.

A newcomer once read "Stand-off in Bree" above the turn in which their only army was driven out.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.core.dice import ListedDice, SeededDice
from adjudicator.core.game import Game, ReportFacts
from adjudicator.core.phrasing import HEADLINE, own_end
from adjudicator.downfall_xiii.view import headlines as xiii_headlines
from adjudicator.downfall_xiii.view import news as xiii_news
from adjudicator.drawing.halo import HALO
from adjudicator.empires.position import from_text
from adjudicator.empires.record import Combat, Event, Record, Side, Step
from adjudicator.empires.view import headlines as empires_headlines
from adjudicator.empires.view.sight import seen as seen_in_empires
from adjudicator.games import find, rule_sets
from adjudicator.hardbop.view import headlines as hardbop_headlines
from adjudicator.hardbop.view import news as hardbop_news
from adjudicator.middle_earth.view.own_moments import DISLODGED, DISLODGES, EXPOSED
from pbem.reports import layout

Sheets = Mapping[str, Sequence[str]]
MIDDLE_EARTH = ("downfall-xiii", "hardbop")


def played(key: str, facts: dict[str, Any], sheets: Sheets) -> tuple[Game, Any]:
    game = find(key)
    state = game.place(facts)
    orders = {power: game.read(state, power, None, lines).orders for power, lines in sheets.items()}
    return game, game.judge(state, orders, ListedDice([1] * 20))


def shown(key: str, facts: dict[str, Any], sheets: Sheets, reader: str | None) -> ReportFacts:
    game, turn = played(key, facts, sheets)
    return game.show(turn.state, turn.record, reader)


MUNICH_FALLS: tuple[dict[str, Any], Sheets] = (
    {
        "units": {"France": ["A Bur"], "Germany": ["A Ber"], "Italy": ["A Ven"], "Austria": ["A Vie"]},
        "turn": 2,
        "centres": {"Germany": ["Mun", "Ber"], "Italy": ["Ven"]},
    },
    {"France": ["A Bur - Mun"], "Italy": ["A Ven - Tyr"], "Austria": ["A Vie - Tyr"]},
)
MARSEILLES_FALLS: tuple[dict[str, Any], Sheets] = (
    {"units": {"France": ["A Bur", "A Gas"], "Italy": ["A Mar"], "Germany": ["A Mun"]}},
    {"France": ["A Bur - Mar", "A Gas S A Bur - Mar"]},
)
TRAPPED: tuple[dict[str, Any], Sheets] = (
    {
        "units": {"Italy": ["A Mar"], "France": ["A Bur", "A Gas", "F LYO", "A Pie"], "Germany": ["A Spa"]},
    },
    {"France": ["A Bur - Mar", "A Gas S A Bur - Mar"]},
)
IN_ANKARA: tuple[dict[str, Any], Sheets] = (
    {
        "units": {"Russia": ["F BLA"], "Turkey": ["A Smy"], "Italy": ["A Tyr"]},
        "centres": {"Turkey": ["Ank", "Smy"], "Austria": ["Vie"]},
    },
    {"Russia": ["F BLA - Ank"], "Italy": ["A Tyr - Vie"]},
)
RETREATS: tuple[dict[str, Any], Sheets] = (
    {
        "phase": "retreat",
        "units": {"France": ["A Mar"], "Germany": ["A Mun"]},
        "dislodged": {"Italy": ["A Gas < Mar"], "Germany": ["A Bur < Mar"]},
    },
    {"Italy": ["A Gas R Spa"], "Germany": ["A Bur D"]},
)
IN_STANDARD = [
    (MUNICH_FALLS, "Germany", "You lose Munich to France"),
    (MUNICH_FALLS, "France", "You take Munich from Germany"),
    (MUNICH_FALLS, "Italy", "France takes Munich from Germany"),
    (MUNICH_FALLS, None, "France takes Munich from Germany"),
    (MARSEILLES_FALLS, "Italy", "Your Army Marseilles is dislodged by France"),
    (MARSEILLES_FALLS, "France", "You dislodge Italy from Marseilles"),
    (MARSEILLES_FALLS, "Germany", "Italy is dislodged from Marseilles"),
    (MARSEILLES_FALLS, None, "Italy is dislodged from Marseilles"),
    (TRAPPED, "Italy", "Your Army Marseilles is destroyed by France"),
    (IN_ANKARA, "Turkey", "Russia stands in your centre Ankara"),
    (IN_ANKARA, "Austria", "Italy stands in your centre Vienna"),
    (RETREATS, "Italy", "Your Army Gascony falls back to Spain"),
    (RETREATS, "Germany", "Your Army Burgundy is disbanded"),
    (RETREATS, "France", "One unit falls back, one is disbanded"),
]


@pytest.mark.parametrize(("turn", "reader", "headline"), IN_STANDARD)
def test_headlines_of_standard_diplomacy(
    turn: tuple[dict[str, Any], Sheets], reader: str | None, headline: str
) -> None:
    assert shown("standard", *turn, reader).headline == headline


def test_great_moments_of_others_follow_the_own_news_if_they_fit() -> None:
    facts: dict[str, Any] = {
        "units": {"France": ["A Bur"], "Germany": ["A Boh"], "Turkey": ["A Bul"]},
        "turn": 2,
        "centres": {"Germany": ["Mun"], "Turkey": ["Con"], "France": ["Ber", "Kie"]},
    }
    sheets = {"France": ["A Bur - Mun"], "Turkey": ["A Bul - Rum"]}
    assert shown("standard", facts, sheets, "Turkey").headline == (
        "You gain Rumania; Germany loses its last supply centre"
    )
    assert shown("standard", facts, sheets, "Germany").headline == ("You lose your last supply centre")
    assert shown("standard", facts, sheets, None).headline == "Germany loses its last supply centre"


def test_in_fog_a_report_begins_with_what_its_reader_saw() -> None:
    facts, sheets = MUNICH_FALLS
    facts = {**facts, "options": {"fog": "on"}}
    assert shown("standard", facts, sheets, "Germany").headline == "You lose Munich to France"
    public = shown("standard", facts, sheets, None).headline
    assert shown("standard", facts, sheets, "Turkey").headline == public


HOME_LOST: tuple[dict[str, Any], Sheets] = (
    {"turn": 2, "units": {"Mordor": ["A MTi"], "Gondor": ["A NIt"], "Elves": ["A Iml"]}},
    {},
)
DRIVEN_OUT: tuple[dict[str, Any], Sheets] = (
    {"turn": 3, "units": {"Mordor": ["2A Dag"], "Gondor": ["A NIt"], "Elves": ["A Iml"]}},
    {"Mordor": ["2A Dag - NIt"]},
)
SLAIN: tuple[dict[str, Any], Sheets] = (
    {"turn": 3, "units": {"Mordor": ["Nazgul NIt"], "Gondor": ["2A NIt"], "Elves": ["A Iml"]}},
    {"Gondor": ["2A NIt destroys Nazgul"]},
)
FOUND: tuple[dict[str, Any], Sheets] = (
    {
        "turn": 2,
        "state": {"ring": "Bre"},
        "units": {"Mordor": ["A MTi"], "Gondor": ["R Shi"], "Elves": ["A Iml"]},
    },
    {"Gondor": ["R Shi - Bre"]},
)
IN_MIDDLE_EARTH = [
    (HOME_LOST, "Gondor", "You lose Minas Tirith to Mordor"),
    (HOME_LOST, "Mordor", "You take Minas Tirith from Gondor"),
    (HOME_LOST, "Elves", "Mordor takes Minas Tirith from Gondor"),
    (HOME_LOST, None, "Mordor takes Minas Tirith from Gondor"),
    (DRIVEN_OUT, "Gondor", "You are dislodged from North Ithilien by Mordor"),
    (DRIVEN_OUT, "Mordor", "You dislodge Gondor from North Ithilien"),
    (DRIVEN_OUT, "Elves", "Gondor is dislodged from North Ithilien"),
    (DRIVEN_OUT, None, "Gondor is dislodged from North Ithilien"),
    (SLAIN, "Mordor", "Your Nazgul is slain in North Ithilien by Gondor"),
    (SLAIN, "Elves", "The Nazgul is slain in North Ithilien"),
    (FOUND, "Gondor", "You find the Ring; you lose Minas Tirith to Mordor"),
    (FOUND, "Elves", "Mordor takes Minas Tirith from Gondor"),
]


@pytest.mark.parametrize("key", MIDDLE_EARTH)
@pytest.mark.parametrize(("turn", "reader", "headline"), IN_MIDDLE_EARTH)
def test_headlines_of_middle_earth(
    key: str, turn: tuple[dict[str, Any], Sheets], reader: str | None, headline: str
) -> None:
    said = shown(key, *turn, reader).headline
    if turn is SLAIN and key == "downfall-xiii":
        headline = headline.replace("The Nazgul", "A Nazgul")
    assert said == headline


@pytest.mark.parametrize("key", MIDDLE_EARTH)
def test_the_lead_begins_with_the_reader_too(key: str) -> None:
    units = {"Mordor": ["A MTi"], "Gondor": ["A NIt"], "Elves": ["A Bre"]}
    facts: dict[str, Any] = {"turn": 2, "units": units}
    assert shown(key, facts, {}, "Elves").headline == "You gain Bree; Mordor takes Minas Tirith from Gondor"
    assert shown(key, facts, {}, "Elves").lead.startswith("The Elves gain Bree.")
    public = shown(key, facts, {}, None)
    assert public.headline == "Mordor takes Minas Tirith from Gondor"
    assert public.lead.startswith(f"{public.headline}. Gondor can no longer build in Minas Tirith.")


@pytest.mark.parametrize(
    ("key", "turn", "reader", "sentence"),
    [
        ("standard", MUNICH_FALLS, "Germany", "France takes Munich from Germany."),
        ("standard", MUNICH_FALLS, "France", "France takes Munich from Germany."),
        *((key, HOME_LOST, "Gondor", "Mordor takes Minas Tirith from Gondor.") for key in MIDDLE_EARTH),
        *((key, HOME_LOST, "Mordor", "Mordor takes Minas Tirith from Gondor.") for key in MIDDLE_EARTH),
    ],
)
def test_a_lead_does_not_say_again_what_the_own_headline_says(
    key: str, turn: tuple[dict[str, Any], Sheets], reader: str, sentence: str
) -> None:
    sheet = shown(key, *turn, reader)
    assert sentence in sheet.lead
    assert sentence not in layout.without_repetition(sheet).lead
    for other in ("Why this mail was sent", "You lose Bree to Mordor"):
        assert sentence in layout.without_repetition(replace(sheet, headline=other)).lead


def test_a_conquest_from_several_powers_is_told_in_the_lead_if_the_headline_has_only_a_part() -> None:
    facts: dict[str, Any] = {
        "units": {"France": ["A Bur", "F TYS"], "Germany": ["A Ber"], "Italy": ["A Ven"]},
        "turn": 2,
        "centres": {"Germany": ["Mun", "Ber"], "Italy": ["Ven", "Rom"]},
    }
    sheets = {"France": ["A Bur - Mun", "F TYS - Rom"]}
    sheet = shown("standard", facts, sheets, "Germany")
    assert sheet.headline == "You lose Munich to France"
    assert "France takes Munich from Germany, and Rome from Italy." in layout.without_repetition(sheet).lead


@pytest.mark.parametrize("key", MIDDLE_EARTH)
def test_the_own_ring_on_the_map_is_around_the_own_news(key: str) -> None:
    game, turn = played(key, *HOME_LOST)
    assert game.picture(turn.state, turn.record, "Gondor").count(f"<title>{HALO}</title>") == 1
    game, turn = played(key, *FOUND)
    assert game.picture(turn.state, turn.record, "Gondor").count(f"<title>{HALO}</title>") == 2
    assert game.picture(turn.state, turn.record, "Elves").count(f"<title>{HALO}</title>") == 1


@pytest.mark.parametrize("reader", ["Elves", "Gondor", None])
def test_who_lost_a_hidden_piece_to_a_peril_alone_reads_of_it(reader: str | None) -> None:
    """Whether the Nazgul died with the Ents is known to Mordor alone (Part H)."""
    units = {"Mordor": ["Nazgul Ise", "A Udu"], "Elves": ["A Iml"], "Gondor": ["A NIt"]}
    dead: tuple[dict[str, Any], Sheets] = ({"turn": 3, "units": units}, {"Mordor": ["Nazgul - Fan"]})
    alive: tuple[dict[str, Any], Sheets] = ({"turn": 3, "units": units}, {})
    assert shown("downfall-xiii", *dead, "Mordor").headline == "Your Nazgul is lost in Fangorn"
    assert shown("downfall-xiii", *dead, reader).headline == shown("downfall-xiii", *alive, reader).headline


def test_the_tables_name_news_of_the_games() -> None:
    known = {*xiii_news.TOLD, *hardbop_news.TOLD, DISLODGED, DISLODGES, EXPOSED}
    for table in (xiii_headlines.OWN_MOMENTS, hardbop_headlines.OWN_MOMENTS):
        assert {one.key for one in table} <= known


TAKEN = Event("control", "Germany", "verdun", other="Franco-British")


def battle_of_verdun() -> Record:
    attacker = Side("Germany", "full German army", 2, 2, die=6)
    defender = Side("Franco-British", "full French army", 2, 2, die=1)
    lost = Event("eliminated", "Franco-British", "verdun", "full French army")
    step = Step("Army Metz - Verdun", "succeeds", combat=Combat("verdun", attacker, defender, (lost,)))
    return Record(4, "Germany", 1, (step,), (TAKEN,))


@pytest.mark.parametrize(
    ("reader", "headline"),
    [
        ("Franco-British", "You lose Verdun to Germany"),
        ("Germany", "You take Verdun"),
        ("Russia", "Germany attacks and wins in Verdun"),
        (None, "Germany attacks and wins in Verdun"),
    ],
)
def test_headlines_of_empires(reader: str | None, headline: str) -> None:
    game = find("empires")
    position = game.place({"phase": "Russia", "turn": 4, "units": {"Russia": ["Army Minsk"]}})
    seen = seen_in_empires(from_text(position), battle_of_verdun(), reader)
    assert seen.record is not None
    assert empires_headlines.headline(seen.position, seen.record, reader) == headline


def test_the_story_of_empires_begins_with_its_reader() -> None:
    game = find("empires")
    position = from_text(game.place({"phase": "Russia", "turn": 4, "units": {"Russia": ["Army Minsk"]}}))
    hunger = Event("starved", "Russia", "riga", "small Russian army")
    record = battle_of_verdun()
    record = Record(4, "Germany", 1, record.steps, (TAKEN, hunger))
    own = empires_headlines.story(position, record, "Russia")
    assert own.startswith("Russia loses an army that is out of supply.")
    public = empires_headlines.story(position, record)
    assert not public.startswith("Russia loses")
    assert sorted(own.replace("\n\n", " ").split(". ")) == sorted(public.split(". "))


def test_a_winner_reads_that_they_have_won() -> None:
    assert own_end(["France"], "France") == "You win the game"
    assert own_end(["France", "Italy"], "France") == "You share the victory"
    assert own_end(["France"], "Italy") == own_end(["France"], None) == own_end([], "Italy") == ""
    for game in rule_sets():
        state = game.start({}, SeededDice("a", 0))
        winner, loser = [*dict.fromkeys([*game.due(state).owed, *game.card.seats])][:2]
        over = game.conclude(state, [winner])
        record = game.judge(state, {}, SeededDice("a", 1)).record
        assert game.show(over, record, winner).headline == "You win the game"
        public = game.show(over, record, None).headline
        assert game.show(over, record, loser).headline == public != "You win the game"


def test_own_headlines_are_short() -> None:
    turns = [("standard", *turn, reader) for turn, reader, _ in IN_STANDARD]
    turns += [(key, *turn, reader) for key in MIDDLE_EARTH for turn, reader, _ in IN_MIDDLE_EARTH]
    assert all(len(shown(*turn).headline.split()) <= HEADLINE + 1 for turn in turns)


def test_a_sentence_that_names_an_own_loss_among_others_is_told_once() -> None:
    facts: dict[str, Any] = {
        "phase": "retreat",
        "turn": 4,
        "units": {"Mordor": ["A Eas", "A Osg", "A MTi"], "Gondor": ["A Pel"], "Rohan": ["A DHa"]},
        "centres": {"Rohan": ["Eas", "DHa"], "Gondor": ["Osg", "Pel"]},
        "dislodged": {"Gondor": ["A Osg < NIt"]},
    }
    sheets = {"Gondor": ["A Osg R CAn"]}
    for reader in ("Gondor", "Rohan", "Mordor", "Elves", None):
        told = shown("downfall-xiii", facts, sheets, reader).lead
        assert told.count("Mordor takes") == 1, told
        assert told.count("Rohan can no longer build in Eastfold.") == 1, told
