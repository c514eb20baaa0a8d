"""The headline of a turn: the heaviest blow first, and never more than ten words."""

import pytest

from adjudicator.core.dice import ListedDice, SeededDice
from adjudicator.games import find

NO_DICE = ListedDice([])
game = find("standard")

Sheets = dict[str, list[str]]

CASES: list[tuple[str, dict[str, object], Sheets, str, str]] = [
    (
        "a home centre lost",
        {
            "units": {"France": ["A Bur"], "Germany": ["A Ber"]},
            "turn": 2,
            "centres": {"Germany": ["Mun", "Ber"]},
        },
        {"France": ["A Bur - Mun"]},
        "France takes Munich from Germany",
        "France takes Munich from Germany.",
    ),
    (
        "a unit driven out",
        {"units": {"France": ["A Bur", "A Gas"], "Italy": ["A Mar"]}},
        {"France": ["A Bur - Mar", "A Gas S A Bur - Mar"]},
        "Italy is dislodged from Marseilles",
        "Italy's Army Marseilles is dislodged by France from Burgundy.",
    ),
    (
        "centres that were nobody's",
        {"units": {"France": ["A Gas", "A Bur"]}, "turn": 2},
        {"France": ["A Gas - Spa", "A Bur - Bel"]},
        "France gains Spain and Belgium",
        "France gains Spain and Belgium. France leads with 5 supply centres.",
    ),
    (
        "a stand-off",
        {"units": {"France": ["A Par"], "Germany": ["A Mun"]}},
        {"France": ["A Par - Bur"], "Germany": ["A Mun - Bur"]},
        "Stand-off in Burgundy",
        "Moves to Burgundy stand each other off: no unit gets in.",
    ),
    (
        "nothing at all",
        {"units": {"France": ["A Par"]}},
        {"France": ["A Par - Bur"]},
        "All quiet, and everybody on the march",
        "One unit marches, and gets there.",
    ),
    (
        "nobody moves",
        {"units": {"France": ["A Par"]}},
        {"France": ["A Par H"]},
        "Nobody moves",
        "Every unit stays where it is.",
    ),
    (
        "nobody gets through to himself",
        {"units": {"France": ["A Par", "A Pic"]}},
        {"France": ["A Par - Pic", "A Pic H"]},
        "Nobody gets anywhere",
        "Every unit stays where it is.",
    ),
    (
        "some get there",
        {"units": {"France": ["A Par", "A Pic", "A Gas"]}},
        {"France": ["A Par - Pic", "A Pic H", "A Gas - Bur"]},
        "One of two moves succeeds",
        "One of two moves succeeds.",
    ),
    (
        "a power comes home",
        {"units": {"Austria": ["A Tyr"]}, "turn": 3, "centres": {"Italy": ["Tri"]}},
        {"Austria": ["A Tyr - Tri"]},
        "All quiet, and everybody on the march",
        "Austria stands in Trieste.",
    ),
]


CASES += [
    (
        "a power's last centre, and units that it still has",
        {
            "units": {"France": ["A Bur"], "Germany": ["A Sil"]},
            "turn": 2,
            "centres": {"Germany": ["Mun"], "England": ["Kie", "Ber"]},
        },
        {"France": ["A Bur - Mun"]},
        "Germany loses its last supply centre",
        "Germany has lost its last supply centre: Munich. (See RULES 11.1.)\n\n",
    ),
    (
        "a power out of the game",
        {
            "units": {"France": ["A Bur"]},
            "turn": 2,
            "centres": {"Germany": ["Mun"], "England": ["Kie", "Ber"]},
        },
        {"France": ["A Bur - Mun"]},
        "Germany is out of the game",
        "Germany has no supply centre and no unit left, and is out of the game. (See RULES 13.2.)\n\n",
    ),
    (
        "a home centre lost has a paragraph",
        {
            "units": {"France": ["A Bur"], "Germany": ["A Ber"]},
            "turn": 2,
            "centres": {"Germany": ["Mun", "Ber"]},
        },
        {"France": ["A Bur - Mun"]},
        "France takes Munich from Germany",
        "At home Germany has lost Munich. It builds only in home centres that it owns. (See RULES 11.2.)\n\n",
    ),
    (
        "one centre short of victory",
        {
            "units": {"France": ["A Gas"]},
            "turn": 2,
            "centres": {
                "France": [
                    *("Par", "Mar", "Bre", "Por", "Bel", "Hol", "Lon", "Lvp", "Edi"),
                    *("Mun", "Kie", "Ber", "Den", "Rom", "Nap", "Ven"),
                ]
            },
        },
        {"France": ["A Gas - Spa"]},
        "France is one centre short of victory",
        "France is one centre short of victory.\n\n",
    ),
    (
        "all who move get there, and others stay",
        {"units": {"France": ["A Par", "A Gas"]}},
        {"France": ["A Par - Pic", "A Gas H"]},
        "All quiet on all fronts",
        "One unit marches, and gets there.",
    ),
    (
        "a stand-off between units of one power",
        {"units": {"France": ["A Par", "A Gas", "F Bre"]}},
        {"France": ["A Par - Bur", "A Gas - Bur", "F Bre - MAO"]},
        "Stand-off in Burgundy",
        "Moves to Burgundy stand each other off: no unit gets in.",
    ),
    (
        "a unit that holds against one of another power",
        {"units": {"France": ["A Bur"], "Germany": ["A Mun"]}},
        {"France": ["A Bur - Mun"], "Germany": ["A Mun H"]},
        "France is turned away from Munich",
        "France is turned away from Munich.",
    ),
    (
        "two that meet where one holds",
        {"units": {"France": ["A Bur"], "Germany": ["A Mun"], "Austria": ["A Boh"]}},
        {"France": ["A Bur - Mun"], "Germany": ["A Mun H"], "Austria": ["A Boh - Mun"]},
        "France is turned away from Munich",
        "France is turned away from Munich. Austria is turned away from Munich.",
    ),
    (
        "a foreign army in a home",
        {"units": {"Austria": ["A Tyr"], "Italy": ["A Rom"]}},
        {"Austria": ["A Tyr - Ven"]},
        "Austria stands in Venice",
        "Austria stands in Venice.",
    ),
    (
        "a stand-off at sea",
        {"units": {"Turkey": ["F Ank"], "Russia": ["F Sev"]}},
        {"Turkey": ["F Ank - BLA"], "Russia": ["F Sev - BLA"]},
        "Stand-off in the Black Sea",
        "Moves to the Black Sea stand each other off: no unit gets in.",
    ),
    (
        "one of two gets through",
        {"units": {"Austria": ["F ADR", "A Tri"], "France": ["A Tus"]}},
        {"Austria": ["F ADR - Ven", "A Tri S F ADR - Ven"], "France": ["A Tus - Ven"]},
        "Austria stands in Venice",
        "France is turned away from Venice. Austria stands in Venice.",
    ),
    (
        "one of two gets through in peace",
        {"units": {"Austria": ["F ADR", "F Alb"], "France": ["F TYS"]}},
        {"Austria": ["F ADR - ION", "F Alb S F ADR - ION"], "France": ["F TYS - ION"]},
        "France is turned away from the Ionian Sea",
        "France is turned away from the Ionian Sea.",
    ),
    (
        "a single retreat",
        {"phase": "retreat", "units": {"France": ["A Mar"]}, "dislodged": {"Italy": ["A Mar < Bur"]}},
        {"Italy": ["A Mar - Pie"]},
        "Italy's Army Marseilles falls back to Piedmont",
        "Italy's Army Marseilles falls back to Piedmont.",
    ),
    (
        "builds and removals",
        {
            "phase": "adjustment",
            "turn": 2,
            "units": {"Italy": ["A Tus", "A Apu", "A Pie", "A Rom"], "Germany": ["A Sil"]},
        },
        {"Italy": ["Remove A Apu"], "Germany": ["Build A Ber", "Build A Mun"], "Turkey": ["Build A Con"]},
        "Germany builds two; Italy disbands one",
        "Germany raises Army Berlin and Army Munich. Turkey raises Army Constantinople."
        " Italy gives up Army Apulia.",
    ),
]


@pytest.mark.parametrize(
    ("facts", "sheets", "headline", "sentence"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_the_headline_is_the_heaviest_blow(
    facts: dict[str, object], sheets: Sheets, headline: str, sentence: str
) -> None:
    state = game.place(facts)
    orders = {power: game.read(state, power, None, lines).orders for power, lines in sheets.items()}
    turn = game.judge(state, orders, NO_DICE)
    sheet = game.show(turn.state, turn.record, None)
    assert sheet.headline == headline
    assert sentence in sheet.lead


def test_the_text_of_the_picture_says_where_there_was_fighting() -> None:
    state = game.place({"units": {"France": ["A Par"], "Germany": ["A Mun"]}})
    sheets = {"France": ["A Par - Bur"], "Germany": ["A Mun - Bur"]}
    orders = {power: game.read(state, power, None, lines).orders for power, lines in sheets.items()}
    turn = game.judge(state, orders, NO_DICE)
    assert "There was fighting in Burgundy." in game.show(turn.state, turn.record, None).alt


@pytest.mark.parametrize(
    ("key", "headline", "sentence"),
    [
        ("standard", "7 powers, 18 centres to win", "Austria, England, France, Germany, Italy, Russia and"),
        ("downfall-xiii", "8 powers and one Ring", "The Dwarves, the Elves, Gandalf, Gondor, Mordor, Rohan,"),
        ("hardbop", "7 powers and one Ring", "The Dwarves, the Elves, Gondor, Mordor, Rohan, Saruman and"),
        ("empires", "Germany is to move", "The Power with the most Victory Points after Autumn 1918 wins."),
        ("domination", "3 cities to win", "Red and Blue play; 3 cities win."),
    ],
)
def test_before_the_first_turn_the_headline_says_who_plays_and_what_wins(
    key: str, headline: str, sentence: str
) -> None:
    other = find(key)
    sheet = other.show(other.start({}, SeededDice("headlines", 0)), None, None)
    assert sheet.headline == headline
    assert sentence in sheet.lead


@pytest.mark.parametrize(
    ("key", "centres", "said"),
    [
        ("france-v-austria", {}, "Both have 3 supply centres"),
        ("france-v-austria", {"France": ["Par", "Mar", "Bre", "Spa"]}, "France leads with 4 supply centres"),
        ("chaos", {}, "All have 1 supply centre"),
    ],
)
def test_nobody_leads_when_all_have_the_same_number_of_centres(
    key: str, centres: dict[str, list[str]], said: str
) -> None:
    on_map = find(key)
    state = on_map.start({"fog": "on"}, NO_DICE)
    if centres:
        state = on_map.place({"units": {"France": ["A Par"]}, "centres": centres, "options": {"fog": "on"}})
    judged = on_map.judge(state, dict.fromkeys(on_map.due(state).owed, ""), NO_DICE)
    view = on_map.show(judged.state, judged.record, None)
    assert said in view.headline
