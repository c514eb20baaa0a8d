"""The order language of Empires is read as its guide says: worked examples, spellings, meanings."""

import re
from importlib import resources
from typing import get_args

import pytest

from adjudicator.core.dice import ListedDice, SeededDice
from adjudicator.core.game import REFUSED, TAKEN
from adjudicator.core.language.words import Refusal, Unreadable, clean
from adjudicator.empires import game
from adjudicator.empires.ground import ZONES, ZoneFacts
from adjudicator.empires.language import orders
from adjudicator.empires.language.grammar import FORMS, parse_line, plain
from adjudicator.empires.language.parsing import meaning, said
from adjudicator.empires.record import EventKind
from adjudicator.empires.view.wording import EVENTS

ALL = ["Gas", "Offensive", "Aviation", "Manoeuvre"]
WESTERN = ["Aviation", "Tanks 1", "Tanks 2"]

# phase, season, units, state; the sheet; the lines that are refused
EXAMPLES = {
    "a sheet at a glance": (
        "Germany", 3,
        {
            "Germany": ["Army Metz reduced", "2 Armies Metz", "Army Cologne"],
            "Franco-British": ["French Army Verdun"],
        },
        {},
        ["Germany:", "RECRUIT  full in Cologne, reinforce in Metz", "ACTIVATE",
         "  Army Metz - Verdun attacks with Army Metz    # one line for each attack",
         "  Army Cologne - Brussels", "RESEARCH Attack 1"],
        [],
    ),
    "1": (
        "Germany", 3, {"Germany": ["2 Armies Verdun"], "Franco-British": ["French Army Verdun"]}, {},
        ["ACTIVATE", "  Army Verdun - Paris", "  Army Verdun - Metz"], ["Army Verdun - Paris"],
    ),
    "7": (
        "Franco-British", 13,
        {"Franco-British": ["British Army Lille reduced", "Italian Army Venice reduced"]},
        {"diplomacy": {"Italy": 6}},
        ["RECRUIT", "  full French in Paris", "  reinforce British in Lille", "  small British in Egypt",
         "  reinforce Italian in Venice"],
        [],
    ),
    "8": (
        "Germany", 3, {"Germany": ["Army Königsberg", "Army Berlin"]}, {},
        ["ACTIVATE", "Army Königsberg => Metz", "Army Berlin - Dresden"], [],
    ),
    "9": (
        "Germany", 3, {"Germany": ["Army Breslau"], "Austria-Hungary": ["German Army Lemberg"]}, {},
        ["ACTIVATE", "  Army Breslau - Krakow cede", "  Army Lemberg => Posen"], [],
    ),
    "10": (
        "Franco-British", 14,
        {"Franco-British": ["British Army Lille", "French Army Lille"], "Germany": ["Army Brussels"]},
        {"technologies": {"Franco-British": WESTERN}, "missions": {"Franco-British": 4}},
        ["ACTIVATE", "  British Army Lille - Brussels attacks with French Army Lille air 2 tanks"], [],
    ),
    "11": (
        "Germany", 5,
        {
            "Germany": ["2 Armies Verdun", "Army Metz"],
            "Franco-British": ["French Army Verdun", "French Army Verdun reduced"],
        },
        {},
        ["ACTIVATE", "  Army Verdun attacks full", "ACTIVATE", "  Army Metz - Verdun attacks reduced"], [],
    ),
    "12": (
        "Germany", 5,
        {
            "Germany": ["Army Metz", "Army Cologne"],
            "Franco-British": ["French Army Verdun", "French Army Brussels"],
        },
        {"technologies": {"Germany": ALL}, "trenches": {"Verdun": "Franco-British 1"}},
        ["GAS Verdun", "ACTIVATE", "  Army Metz - Verdun attacks", "OFFENSIVE",
         "  Army Cologne - Brussels attacks", "RESEARCH Assault Troopers", "ENTRENCH Metz"],
        [],
    ),
    "13": (
        "Franco-British", 4,
        {"Franco-British": ["British small Army Egypt"], "Austria-Hungary": ["Turkish Army Gallipoli"]},
        {"diplomacy": {"Turkey": 6}}, ["ACTIVATE", "British small Army Egypt - Gallipoli attacks"], [],
    ),
    "14": (
        "Franco-British", 7, {"Franco-British": ["French Army Paris"]}, {},
        ["RECRUIT Serbian in Salonika, 2 small French in Salonika", "DIPLOMACY Romania forward", "MISSIONS"],
        [],
    ),
    "15": (
        "Germany", 15, {"Germany": ["Army Warsaw"]}, {"control": {"Warsaw": "Germany", "Minsk": "Germany"}},
        ["DIPLOMACY Russian surrender forward"], [],
    ),
    "16": (
        "Germany", 5, {"Germany": ["2 Armies Warsaw"], "Russia": ["Army Warsaw"]}, {},
        ["ACTIVATE", "  Army Warsaw attacks with Army Warsaw", "PAUSE"], [],
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("**MISSIONS**", "MISSIONS"),
        ("Army Metz->Verdun->Paris attacks", "Army Metz - Verdun - Paris attacks"),
        ("A Brest-Litovsk=>Minsk", "A Brest-Litovsk => Minsk"),
        ("a) MISSIONS", "MISSIONS"),
        ("Germany: MISSIONS", "MISSIONS"),
        ("standing orders: TRENCH always", "TRENCH always"),
        (
            "A. Metz - Verdun attacks with A. Metz & A. Cologne",
            "A Metz - Verdun attacks with A Metz, A Cologne",
        ),
    ],
)
def test_marks_and_headings_around_an_order_do_not_matter(typed: str, meant: str) -> None:
    assert said([typed], "Germany")[0].order == said([meant])[0].order is not None


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_worked_examples_are_read_as_the_guide_says(name: str) -> None:
    phase, turn, units, state, lines, refused = EXAMPLES[name]
    place = game.place({"phase": phase, "turn": turn, "units": units, "state": state})
    reading = game.read(place, phase, None, lines)
    said = [line.text for line in reading.lines if line.verdict == REFUSED]
    assert said == refused, reading.lines


@pytest.mark.parametrize("form", FORMS.values())
def test_the_lines_of_the_order_form_are_orders(form: str) -> None:
    assert parse_line(plain(form)) is not None


def test_the_examples_of_the_help_page_are_orders() -> None:
    page = resources.files("adjudicator.empires").joinpath("help.md").read_text("utf-8")
    shown = [re.split(r"\s{3,}", line.strip())[0] for line in page.splitlines() if line.startswith("    ")]
    assert len(shown) > 14
    meant = {line: meaning(plain(clean(line))) for line in shown}
    assert [line for line, order in meant.items() if order is None or isinstance(order, Refusal)] == []


@pytest.mark.parametrize(
    "spelling",
    [
        "Army Brest-Litovsk - Warsaw",
        "army brest litovsk -> warszawa",
        "A BLI to WAR",
        "ARMY BREST-LITOVSK – WARSAW",
        "Brest-Litovsk → Warsaw",
        "* Army Brest-Litovsk moves to Warsaw.",
        "1. A Brest-Litovsk - Warsaw  # a remark",
    ],
)
def test_one_move_in_many_spellings(spelling: str) -> None:
    order = parse_line(plain(clean(spelling)))
    assert isinstance(order, orders.ArmyOrder)
    assert (order.army.zone, order.path) == ("brestlitovsk", ("warsaw",))


@pytest.mark.parametrize("zone", ZONES.values(), ids=lambda zone: zone.id)
def test_every_name_of_every_zone_is_read(zone: ZoneFacts) -> None:
    for name in (zone.name, zone.abbr, *zone.aliases):
        order = parse_line(plain(clean(f"ENTRENCH {name}")))
        assert order == orders.Entrench(zone.id), name
        order = parse_line(plain(clean(f"2 small British Armies {name} - {name} attacks")))
        assert isinstance(order, orders.ArmyOrder)
        assert (order.army.zone, order.path) == (zone.id, (zone.id,)), name


def test_the_answer_to_an_unknown_zone_suggests_the_nearest_name() -> None:
    with pytest.raises(Unreadable, match="Did you mean Warsaw"):
        parse_line("Army Warsow - Minsk")


def test_which_army_an_ambiguous_order_means() -> None:
    """Full before reduced, the Power's own nations before others, large before small."""
    units = {"Franco-British": ["Italian Army Lyon", "French small Army Lyon", "French Army Lyon reduced"]}
    state = game.place(
        {"phase": "Franco-British", "turn": 8, "units": units, "state": {"diplomacy": {"Italy": 6}}}
    )
    sheet = ["ACTIVATE", "Army Lyon - Nancy", "Army Lyon - Orleans", "Army Lyon - Bordeaux"]
    reading = game.read(state, "Franco-British", None, sheet)
    assert {line.verdict for line in reading.lines} == {TAKEN}
    after = game.judge(state, {"Franco-British": reading.orders}, ListedDice([])).state
    assert set(game.describe(after)["units"]["Franco-British"]) == {
        "French small Army Nancy", "Italian Army Orleans", "French Army Bordeaux reduced",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("ATACK Verdun", "ATTACK"),
        ("Atack Verdun", "ATTACK"),
        ("ACTIVTE", "ACTIVATE"),
        ("activte", "ACTIVATE"),
        ("RECRIUT full in Cologne", "RECRUIT"),
        ("DIPLOMCY Turkey forward", "DIPLOMACY"),
        ("PAUS", "PAUSE"),
    ],
)
def test_a_misspelt_keyword_gets_a_suggestion(line: str, meant: str) -> None:
    found = said([line])[0].order
    assert isinstance(found, Unreadable)
    assert found.remedy.startswith(f"Did you mean {meant}?")


def test_attack_cannot_begin_an_order_and_the_answer_says_how_to_write_it() -> None:
    found = said(["ATTACK Verdun"])[0].order
    assert isinstance(found, Unreadable)
    assert found.remedy == "Nearest form: Army Metz - Verdun attacks with Army Metz"


@pytest.mark.parametrize(
    "line",
    ["Verdun will fall", "Attach the sheet, please", "Activity report", "Pas de quoi", "Paula", "Rest of us",
     "Missing you at Verdun", "Amy", "Trenches are bad", "cancelled, alas"],
)  # fmt: skip
def test_prose_is_not_an_order(line: str) -> None:
    assert said([line])[0].order is None


def test_every_event_has_its_sentence() -> None:
    assert set(EVENTS) == set(get_args(EventKind))


@pytest.mark.parametrize(
    "heading", ["Summer 1914:", "Su 1914: Germany", "Germany, Summer 1914:", "Summer 1914, movement:"]
)
def test_the_name_of_a_turn_may_stand_alone(heading: str) -> None:
    state = game.start({}, ListedDice([6] * 100))
    reading = game.read(state, "Germany", None, [heading])
    assert all(line.verdict != TAKEN for line in reading.lines)


def test_lines_refused_for_the_same_reason_are_answered_together() -> None:
    state = game.start({}, SeededDice("together", 0))
    armies = [unit for unit in game.choices(state, "Germany") if "Army" in unit][:5]
    asked = [line for army in armies for line in ("ACTIVATE", f"{army} - Berlin")]
    taken = ["MISSIONS", "RESEARCH Attack 1", "DIPLOMACY Turkey forward"]  # no action is left
    first = game.read(state, "Germany", None, [*taken, *asked])
    later = game.read(state, "Germany", first.orders, ["TRENCH save"])
    refused = [words for words in later.warnings if words.startswith("Still refused on your sheet")]
    assert len(refused) == len({words.rpartition('". ')[2] for words in refused}) > 0
    assert any('each for the same reason: "full German Army' in words for words in refused)
