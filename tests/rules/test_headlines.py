"""The headline of a turn: the heaviest blow first, and never more than ten words."""

import pytest

from adjudicator.core.dice import ListedDice, SeededDice
from adjudicator.core.game import Turn
from adjudicator.drawing.halo import HALO
from adjudicator.games import find
from adjudicator.standard import game
from adjudicator.standard.resolve.phases import position_of
from adjudicator.standard.resolve.record import from_text as record_from_text
from adjudicator.standard.view.headlines import place_of_headline

NO_DICE = ListedDice([])

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
        "Italy's Army Marseilles is dislodged by France's Army Burgundy.",
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
        "Units bounce in Burgundy, and none gets in.",
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
        "Units are in supply centres that their powers do not own: Austria in Trieste.",
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
        "Germany no longer owns Munich at home, and can build nothing there. (See RULES 11.2.)\n\n",
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
        "Units bounce in Burgundy, and none gets in.",
    ),
    (
        "a unit that holds against one of another power",
        {"units": {"France": ["A Bur"], "Germany": ["A Mun"]}},
        {"France": ["A Bur - Mun"], "Germany": ["A Mun H"]},
        "France's move to Munich bounces",
        "France's move to Munich bounces.",
    ),
    (
        "two that meet where one holds",
        {"units": {"France": ["A Bur"], "Germany": ["A Mun"], "Austria": ["A Boh"]}},
        {"France": ["A Bur - Mun"], "Germany": ["A Mun H"], "Austria": ["A Boh - Mun"]},
        "France's move to Munich bounces",
        "France's move to Munich bounces. Austria's move to Munich bounces.",
    ),
    (
        "moves of many that bounce",
        {
            "units": {
                "France": ["A Bur"],
                "Germany": ["A Mun", "A Ber"],
                "Austria": ["A Vie", "A Tri"],
                "Italy": ["A Ven"],
                "Russia": ["A Pru", "A War"],
                "Turkey": ["A Gal"],
            }
        },
        {
            "France": ["A Bur - Mun"],
            "Italy": ["A Ven - Tri"],
            "Russia": ["A Pru - Ber"],
            "Turkey": ["A Gal - War"],
        },
        "France's move to Munich bounces",
        "Moves of France, Italy, Russia and Turkey bounce.",
    ),
    (
        "a foreign army in a home",
        {"units": {"Austria": ["A Tyr"], "Italy": ["A Rom"]}},
        {"Austria": ["A Tyr - Ven"]},
        "Austria stands in Venice",
        "Units are in supply centres that their powers do not own: Austria in Venice.",
    ),
    (
        "a stand-off at sea",
        {"units": {"Turkey": ["F Ank"], "Russia": ["F Sev"]}},
        {"Turkey": ["F Ank - BLA"], "Russia": ["F Sev - BLA"]},
        "Stand-off in the Black Sea",
        "Units bounce in the Black Sea, and none gets in.",
    ),
    (
        "one of two gets through",
        {"units": {"Austria": ["F ADR", "A Tri"], "France": ["A Tus"]}},
        {"Austria": ["F ADR - Ven", "A Tri S F ADR - Ven"], "France": ["A Tus - Ven"]},
        "Austria stands in Venice",
        "Austria in Venice.\n\nFrance's move to Venice bounces.",
    ),
    (
        "one of two gets through in peace",
        {"units": {"Austria": ["F ADR", "F Alb"], "France": ["F TYS"]}},
        {"Austria": ["F ADR - ION", "F Alb S F ADR - ION"], "France": ["F TYS - ION"]},
        "France's move to the Ionian Sea bounces",
        "France's move to the Ionian Sea bounces.",
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
        "Germany builds Army Berlin and Army Munich. Turkey builds Army Constantinople."
        " Italy disbands Army Apulia.",
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


def _played(facts: dict[str, object], sheets: Sheets) -> Turn:
    state = game.place(facts)
    orders = {power: game.read(state, power, None, lines).orders for power, lines in sheets.items()}
    return game.judge(state, orders, NO_DICE)


def test_the_text_of_the_picture_says_where_units_met() -> None:
    turn = _played(
        {"units": {"France": ["A Par"], "Germany": ["A Mun"]}},
        {"France": ["A Par - Bur"], "Germany": ["A Mun - Bur"]},
    )
    assert "Units bounced or were dislodged in Burgundy." in game.show(turn.state, turn.record, None).alt


EVENTS: dict[str, object] = {
    "units": {
        "Austria": ["A Tri", "A Tyr"],
        "France": ["A Bur", "A Ruh"],
        "Germany": ["A Mun", "A Kie"],
        "Italy": ["A Ven"],
        "Russia": ["A Pru"],
    },
}
ORDERS = {
    "Austria": ["A Tri - Ven", "A Tyr S A Tri - Ven"],
    "France": ["A Bur - Mun", "A Ruh S A Bur - Mun"],
    "Germany": ["A Kie - Ber"],
    "Russia": ["A Pru - Ber"],
}


def test_the_lead_of_a_private_report_begins_with_its_reader() -> None:
    turn = _played(EVENTS, ORDERS)
    of_germany, of_italy, of_russia, of_all = (
        game.show(turn.state, turn.record, reader).lead.split("\n\n")
        for reader in ("Germany", "Italy", "Russia", None)
    )
    assert of_germany[0] == "Germany's Army Munich is dislodged by France's Army Burgundy."
    assert of_italy[0] == "Italy's Army Venice is dislodged by Austria's Army Trieste."
    assert of_all == of_russia
    assert {of_germany[-1], of_italy[-1], of_all[-1]} == {"Units bounce in Berlin, and none gets in."}
    assert sorted(" ".join(of_italy)) == sorted(" ".join(of_all))


def test_in_autumn_the_lead_says_that_centres_are_counted_after_the_retreats() -> None:
    facts = {"turn": 2, "units": {"Austria": ["A Tri", "A Tyr"], "Italy": ["A Ven"]}}
    orders = {"Austria": ["A Tri - Ven", "A Tyr S A Tri - Ven"]}
    for turn, is_told in ((2, True), (1, False)):
        played = _played({**facts, "turn": turn}, orders)
        lead = game.show(played.state, played.record, None).lead
        assert "Units are in supply centres that their powers do not own: Austria in Venice." in lead
        assert ("Supply centres are counted after the retreats." in lead) == is_told


@pytest.mark.parametrize(
    ("facts", "sheets", "place"),
    [
        (
            {"units": {"France": ["A Par"], "Germany": ["A Mun"], "Italy": ["A Ven"], "Austria": ["A Tri"]}},
            {
                "Austria": ["A Tri - Ven"],
                "Italy": ["A Ven H"],
                "France": ["A Par - Bur"],
                "Germany": ["A Mun - Bur"],
            },
            "Bur",
        ),
        (
            {"phase": "retreat", "units": {"France": ["A Mar"]}, "dislodged": {"Italy": ["A Mar < Bur"]}},
            {"Italy": ["A Mar - Pie"]},
            "Pie",
        ),
        (
            {
                "phase": "adjustment",
                "turn": 2,
                "units": {"Austria": ["A Tyr", "F Alb", "A Vie", "A Bud", "A Tri"]},
            },
            {"Austria": ["Remove A Tyr", "Remove F Alb"]},
            "",
        ),
    ],
)
def test_the_ring_is_where_the_headline_is(facts: dict[str, object], sheets: Sheets, place: str) -> None:
    turn = _played(facts, sheets)
    record, position = record_from_text(turn.record), position_of(game.board, turn.state)
    assert place_of_headline(game.board, record, position) == place
    assert (HALO in game.picture(turn.state, turn.record, None)) == bool(place)


LOST = 'stroke-width="3.6"'  # of the cross through a unit that is off the board


def test_every_removed_unit_is_marked_as_lost() -> None:
    """Units whose owner removed them once had no mark; only those that the rules chose had one."""
    units = {"Austria": ["A Tyr", "F Alb", "A Vie", "A Bud", "A Tri"]}
    drawn = []
    for removed in (["Remove A Tyr"], ["Remove A Tyr", "Remove F Alb"], []):
        turn = _played({"phase": "adjustment", "turn": 2, "units": units}, {"Austria": removed})
        drawn.append(game.picture(turn.state, turn.record, None).count(LOST))
    assert len(set(drawn)) == 1 and drawn[0] >= 2


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
