"""Robots know only what their seat may know, and write sheets that are accepted.

ROBOT_EXAMPLES sets how many pairs of positions of each game are tried.
"""

import os
import random

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import TAKEN, Game
from adjudicator.downfall_xiii.ground import RING_PLACES
from adjudicator.games import every_game, find, rule_sets
from adjudicator.hardbop.ground import ring_places
from adjudicator.robots.arena import Limits, kind_of, play, playing, robot, steps
from adjudicator.robots.dumbbot import dumbbot
from adjudicator.robots.guards import guarded
from adjudicator.robots.proposals import settled
from adjudicator.robots.reasons import reasons
from adjudicator.robots.robot import LEVELS, Level, advice, sheet
from adjudicator.robots.sharing import as_written
from adjudicator.robots.valuing import PACE, Values, searched_now
from adjudicator.robots.worth import worth_of
from tests.support.elsewhere import ELSEWHERE, played
from tests.support.play.read_lines import written_positions
from tests.support.thorough import every

EXAMPLES = int(os.environ.get("ROBOT_EXAMPLES", "3"))
GAMES = rule_sets()
WANTED = {"Red": "A", "Blue": "B"}  # pieces
of_each_game = pytest.mark.parametrize("game", GAMES, ids=[game.card.key for game in GAMES])


@of_each_game
@pytest.mark.parametrize("level", every(3, LEVELS))
def test_every_line_of_a_robots_sheet_is_accepted(game: Game, level: Level) -> None:
    start = game.start({}, SeededDice("robots", 0))
    powers = playing(game, start)
    others = dict.fromkeys(powers, robot("random"))
    players = others | {powers[0]: robot(level)} if level == "steady" else dict.fromkeys(powers, robot(level))
    turns = list(steps(game, start, players, "robots", 2))
    assert any(lines for turn in turns for lines in turn.sheets.values())
    for turn in turns:
        for power, lines in turn.sheets.items():
            reading = game.read(turn.before, power, None, lines)
            assert [line.text for line in reading.lines if line.verdict == TAKEN and line.number] == [*lines]
            if game.card.key in ("standard", "domination"):
                assert reading.complete, (power, lines)


@pytest.mark.parametrize("game", every(2, GAMES), ids=[game.card.key for game in GAMES])
def test_the_same_seed_gives_the_same_sheet(game: Game) -> None:
    state = played(game, 1, 1)
    for power in [*game.due(state).owed][:2]:
        assert advice(game, state, power, "easy", "one") == advice(game, state, power, "easy", "one")
    sheets = {sheet(game, state, power, "random", f"{n}") for power in game.due(state).owed for n in range(9)}
    assert len(sheets) > 1


@pytest.mark.parametrize("game", every(2, GAMES), ids=[game.card.key for game in GAMES])
def test_facts_hidden_from_a_seat_do_not_change_its_sheet(game: Game) -> None:
    differ = 0
    for seed in range(EXAMPLES):
        chance = random.Random(seed)
        state = played(game, seed % 7, 1 + seed % 4)
        power = chance.choice(playing(game, state) or game.card.seats)
        other = ELSEWHERE[game.card.key](state, power, chance)
        assert game.show(state, None, power) == game.show(other, None, power)
        differ += other != state
        level: Level = "steady" if seed % 50 == 49 else "easy"
        assert advice(game, state, power, level, f"{seed}") == advice(game, other, power, level, f"{seed}")
    if game.card.key in ("downfall-xiii", "hardbop", "empires"):
        assert differ


@pytest.mark.thorough
def test_other_maps_have_robots_too() -> None:
    for game in every_game():
        if game not in GAMES:
            start = game.start({}, SeededDice("robots", 0))
            players = dict.fromkeys(playing(game, start), robot("easy"))
            assert play(game, start, players, "robots", Limits(1)).turns == 1


@pytest.mark.thorough
def test_a_robot_moves_to_neutral_centres() -> None:
    game = find("standard")
    start = game.start({}, SeededDice("robots", 0))
    players = dict.fromkeys(playing(game, start), robot("steady"))
    result = play(game, start, players, "robots", Limits(9, "Winter 1901"))
    assert all(count > 3 for power, count in result.tally.items() if power != "Russia")


@pytest.mark.thorough
def test_a_robot_beats_random_players() -> None:
    game = find("standard")
    start = game.start({}, SeededDice("robots", 0))
    players = {power: robot("random") for power in playing(game, start)} | {"France": robot("steady")}
    result = play(game, start, players, "robots", Limits(60, "Spring 1904"))
    assert result.tally["France"] >= 7


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("key", "options", "signs"),
    [
        ("domination", {"players": "2", "side": "back"}, ("if ", "else: ", "cast ")),
        ("empires", {"players": "4"}, ("IF ", "RESEARCH ", "DIPLOMACY ", "ENTRENCH ")),
    ],
)
def test_robots_write_conditions_spells_and_every_action(
    key: str, options: dict[str, str], signs: tuple[str, ...]
) -> None:
    """The seed gives a game of Domination with a tower. Each line is read, with those beside it."""
    if key == "empires":
        pytest.xfail("robots of Empires write no condition in this game since RECRUIT offers reduced armies")
    game = find(key)
    start = game.start(options, SeededDice("liveliness 1", 0))
    players = dict.fromkeys(game.card.seats if key == "empires" else playing(game, start), robot("easy"))
    lines: list[str] = []
    for step in steps(game, start, players, "r", 6):
        for power, sheet_lines in step.sheets.items():
            reading = game.read(step.before, power, None, sheet_lines)
            assert all(line.verdict == TAKEN for line in reading.lines if line.number), sheet_lines
            lines += sheet_lines
    assert [sign for sign in signs if not any(line.startswith(sign) for line in lines)] == []


PLAN = {
    "PASS": "PASS",
    "Army Metz": "IF the enemy is in Nancy: ACTIVATE Army Metz - Nancy attacks",
    "Army Cologne": "ACTIVATE Army Cologne - Brussels",
    "RESEARCH": "RESEARCH Gas",
    "Army Posen": "ACTIVATE Army Posen - Warsaw attacks",
    "RECRUIT": "RECRUIT full German in Metz",
}
WRITTEN = [
    "RECRUIT full German in Metz",
    "PASS",
    "ACTIVATE Army Cologne - Brussels",
    "Army Posen - Warsaw attacks",
    "IF the enemy is in Nancy: Army Metz - Nancy attacks",
    "RESEARCH Gas",
]


def test_units_share_the_action_that_moves_several() -> None:
    action = find("empires").card.shared_action
    assert [*as_written(PLAN, action).values()] == WRITTEN
    alone = {"Army Metz": PLAN["Army Metz"]}
    assert as_written(alone, action) == alone
    assert as_written(PLAN, None) == PLAN


@pytest.mark.thorough
def test_a_robot_moves_several_armies_of_empires_with_one_action() -> None:
    game = find("empires")
    start = game.start({}, SeededDice("shared", 0))
    sheets = [
        sheet
        for step in steps(game, start, dict.fromkeys(game.card.seats, robot("easy")), "shared", 3)
        for sheet in step.sheets.values()
    ]
    activated = [[line for line in sheet if " - " in line and "RECRUIT" not in line] for sheet in sheets]
    assert max(map(len, activated)) >= 3
    assert all(sum("ACTIVATE" in line for line in lines) <= 1 for lines in activated)


def test_what_takes_several_turns_is_finished_first() -> None:
    """Attack 2 may be begun when Attack 1 is in box 2; the choice among the others stays the same."""
    names = ["Gas", "Aviation", "Attack 1", "Offensive"]
    chosen = [
        settled({"RESEARCH": [f"RESEARCH {name}" for name in found], "PASS": ["PASS"]}, ("RESEARCH",), "s 1")
        for found in (names, names[::-1], [*names, "Attack 2"], [])
    ]
    assert chosen[0] == chosen[1]
    assert chosen[2]["RESEARCH"] in (chosen[0]["RESEARCH"], ["RESEARCH Attack 2"])
    assert chosen[3] == {"PASS": ["PASS"]}
    seeds = {
        settled({"RESEARCH": names}, ("RESEARCH",), f"s {number}")["RESEARCH"][0] for number in range(40)
    }
    assert seeds == set(names)


@pytest.mark.thorough
def test_a_line_that_ends_the_turn_is_the_last_of_a_sheet() -> None:
    game = find("empires")
    start = game.start({}, SeededDice("ends", 0))
    for step in steps(game, start, dict.fromkeys(game.card.seats, robot("easy")), "ends", 3):
        assert not any("PASS" in lines[:-1] for lines in step.sheets.values())


@pytest.mark.thorough
def test_a_robot_of_germany_makes_the_attack_that_it_owes() -> None:
    """9.0.6: the search alone often ended before it had tried that order."""
    game = find("empires")
    start = game.start({}, SeededDice("duty", 0))
    for seed in ("practice 0", "practice 2"):
        lines = advice(game, start, "Germany", "steady", seed).lines
        reading = game.read(start, "Germany", None, lines)
        assert [line.text for line in reading.lines if line.verdict == "refused"] == []
        assert reading.complete


def test_a_condition_stays_above_its_order_in_a_hint() -> None:
    game = find("domination")
    start = game.start({}, SeededDice("robots", 0))
    lines = ["if 3 enemy at B4: 2 Knight A3 holds", "else: 2 Knight A3 - B4"]
    assert reasons(game, start, "Red", lines, [0.0, 1.0])[0].kind == "heading", "without words of its own"


def test_dumbbot_plays_a_legal_and_complete_sheet() -> None:
    game = find("standard")
    start = game.start({}, SeededDice("robots", 0))
    for turn in steps(game, start, dict.fromkeys(playing(game, start), dumbbot), "dumbbot", 12):
        for power, lines in turn.sheets.items():
            reading = game.read(turn.before, power, None, lines)
            assert all(line.verdict == TAKEN for line in reading.lines if line.number)
            assert reading.complete


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("A Par - Bur", "move"),
        ("A Par S A Mar - Bur", "support"),
        ("A Lon - Bel via convoy", "by convoy"),
        ("Build A Par", "build"),
        ("RECRUIT full French in Lyon", "recruit"),
        ("F Tri disband", "disband"),
        ("5 Knight B1 holds", "hold"),
    ],
)
def test_an_order_line_is_counted_by_its_kind(line: str, kind: str) -> None:
    assert kind_of(line) == kind


@pytest.mark.parametrize(
    ("game", "power", "line", "kind"),
    [
        ("hardbop", "Gondor", "A MTi - Osg", "takes"),
        ("hardbop", "Gondor", "Faramir leads A MTi - Osg", "takes"),
        ("hardbop", "Gondor", "Faramir - Osg", "goes"),
        ("hardbop", "Gondor", "R Bre - Cad - Bra", "goes"),
        ("hardbop", "Gondor", "R Bre - Cad - Bra neutralises", "goes"),
        ("hardbop", "Gondor", "R Bre - NDo - Iml neutralises", "takes"),
        ("downfall-xiii", "Gandalf", "Fe Iml - Crk", "goes"),
        ("downfall-xiii", "Gandalf", "Aragorn - KDu", "goes"),
        ("standard", "France", "A Mar - Spa", "takes"),
    ],
)
def test_no_reason_says_that_a_piece_takes_a_centre(game: str, power: str, line: str, kind: str) -> None:
    """Pieces own no centres; only a unit that one leads, or a Ranger that neutralises, changes an owner."""
    known = find(game)
    (why,) = reasons(known, known.start({}, SeededDice("robots", 0)), power, [line], [1.0])
    assert why.kind == kind


@pytest.mark.thorough
@pytest.mark.parametrize("key", ["standard", "downfall-xiii", "hardbop"])
def test_no_order_of_a_sheet_is_void_because_of_another(key: str) -> None:
    """A leader goes where the unit is ordered to go, and no unit supports a move that is not ordered."""
    game = find(key)
    players = {power: robot("easy") for power in game.card.seats}
    sheets = 0
    for step in steps(game, game.start({}, SeededDice("a", 0)), players, "a", 4):
        for power, lines in step.sheets.items():
            sheets += 1
            said = game.read(step.before, power, None, lines).warnings
            assert not [
                words for words in said if "the lead is void" in words or "not ordered to make" in words
            ]
    assert sheets > len(game.card.seats)


def test_an_attack_has_a_condition_only_if_something_can_change_before_it() -> None:
    """Germany plays first: nobody moves before its first attack, which may empty Verdun before the second."""
    game = find("empires")
    start = game.start({}, SeededDice("guards", 0))
    plan = {
        "Army Metz": "ACTIVATE Army Metz - Verdun attacks",
        "Army Strasbourg": "ACTIVATE Army Strasbourg - Verdun attacks",
    }
    values = Values(game, start, "Germany")
    assert [entry for entry, _ in guarded(values, "Germany", plan, {})] == ["Army Strasbourg"]
    ahead = {"Army Nancy": "ACTIVATE Army Nancy - Metz attacks"}
    values = Values(game, start, "Franco-British")
    assert [entry for entry, _ in guarded(values, "Franco-British", ahead, {})] == ["Army Nancy"]


def test_recruiting_is_not_said_to_guard_a_place() -> None:
    game = find("empires")
    start = game.start({}, SeededDice("reasons", 0))
    lines = ["RECRUIT full German in Posen", "RECRUIT full German in Königsberg"]
    assert {one.kind for one in reasons(game, start, "Germany", lines, [])} == {"recruits"}


def test_a_robot_destroys_no_hero_of_its_own_side() -> None:
    """ "Destroys any" would also mean Gandalf, who went with the army."""
    game = find("downfall-xiii")
    units = {"Elves": ["A Hol"], "Gandalf": ["Gandalf Hol"], "Mordor": ["A Nin"], "Gondor": ["A Ano"]}
    state = game.place({"phase": "movement", "turn": 4, "units": units})
    assert "destroys any" in "\n".join(sheet(game, state, "Mordor", "easy", "friends"))
    for power in ("Elves", "Gondor"):  # it may also stay as it is
        sheets = "\n".join(line for seed in "abcdef" for line in sheet(game, state, power, "easy", seed))
        assert "destroys any" not in sheets
        assert "destroys Lord of the Nazgul" in sheets


@pytest.mark.parametrize(("key", "places"), [("downfall-xiii", RING_PLACES), ("hardbop", ring_places({}))])
def test_the_ring_is_looked_for_wherever_it_may_lie(key: str, places: tuple[str, ...]) -> None:
    rounds = [aim.places for aim in worth_of(key).aims if aim.searches]
    assert [sorted(one) for one in rounds] == [sorted(places)]


@pytest.mark.parametrize("pieces", [1, 2, 5])
def test_pieces_that_search_see_every_place_of_their_round(pieces: int) -> None:
    """They once set out for another place each turn, all for the same one, and never arrived."""
    (aim,) = (aim for aim in worth_of("downfall-xiii").aims if aim.searches)
    turns = [searched_now(aim, pieces, number) for number in range(PACE * len(aim.places) // pieces)]
    assert {place for places in turns for place in places} == {*aim.places}
    assert all(len({*places}) == pieces for places in turns)


def test_pieces_of_one_power_look_for_the_ring_in_different_places() -> None:
    game = find("downfall-xiii")
    units = {"Gandalf": ["Gandalf Bre", "Aragorn Bre", "Fe Bre", "R Bre"], "Mordor": ["2A Bar"]}
    state = game.place({"phase": "movement", "turn": 2, "units": units})
    lines = sheet(game, state, "Gandalf", "easy", "search")
    goals = {line.partition(" - ")[2].partition(" ")[0] for line in lines if " - " in line}
    assert len(goals) >= 3


@pytest.mark.parametrize("bearer", ["R Nrd", "Gandalf Nrd", "Fe Nrd", "Aragorn Nrd"])
def test_any_good_bearer_takes_the_ring_to_the_fire_and_destroys_it(bearer: str) -> None:
    """Only the Fellowship did, so a Ring that Gandalf or a Ranger had found was carried around forever."""
    game = find("downfall-xiii")
    units = {"Gandalf": [f"{bearer} [Ring]"], "Mordor": ["A Udu"], "Umbar": ["A Hav"]}
    state = game.place({"phase": "movement", "turn": 9, "units": units, "state": {"ring": "carried"}})
    players = {"Gandalf": robot("easy")}
    result = play(game, state, players, "fire", Limits(12))
    assert result.winners == ("Gandalf",)


def test_a_hint_of_hardbop_says_why_the_fellowship_goes_somewhere() -> None:
    """The notation "Fe" must not appear in the sentence."""
    game = find("hardbop")
    start = game.start({}, SeededDice("robots", 0))
    (why,) = reasons(game, start, "Elves", ["Fe Shi - Bra"], [1.0])
    assert why.said.startswith("This is part of a search of the places")


def test_the_ring_is_destroyed_in_the_turn_in_which_it_comes_to_the_fire() -> None:
    """8.24: at the end of the move. Robots that waited a turn often lost it to an army of Mordor."""
    game = find("downfall-xiii")
    units = {"Gandalf": ["Gandalf Bar [Ring]"], "Mordor": ["A Udu"], "Umbar": ["A Hav"]}
    state = game.place({"phase": "movement", "turn": 9, "units": units, "state": {"ring": "carried"}})
    lines = sheet(game, state, "Gandalf", "steady", "fire")
    assert {"Gandalf - Oro", "Gandalf destroys the Ring"} <= {*lines}


@pytest.mark.parametrize(
    ("unit", "line", "words"),
    [
        ("R Shi", "R Shi - Bre", "This is part of a search of the places where the Ring may lie"),
        ("R Shi [Ring]", "R Shi - Bre", "This takes the Ring towards Orodruin"),
    ],
)
def test_a_hint_says_that_a_piece_looks_for_the_ring_or_carries_it(unit: str, line: str, words: str) -> None:
    """ "From there, more can be taken or guarded" once was said of Rangers, who take and guard nothing."""
    game = find("downfall-xiii")
    facts = {"phase": "movement", "turn": 9, "units": {"Gandalf": [unit], "Mordor": ["A Bar"]}}
    state = game.place(facts | {"state": {"ring": "carried"}} if "Ring" in unit else facts)
    (why,) = reasons(game, state, "Gandalf", [line], [1.0])
    assert why.said.startswith(words)


def test_an_action_of_empires_has_the_reason_that_its_game_gives() -> None:
    """ "This is what a robot would do here" taught nobody what research is for."""
    game = find("empires")
    start = game.start({}, SeededDice("reasons", 0))
    lines = ["RESEARCH Attack 1", "ENTRENCH Metz", "ACTIVATE full German Army Metz - Brussels"]
    research, trench, brussels = reasons(game, start, "Germany", lines, [])
    assert research.said.startswith("A technology must reach box 2")
    assert trench.said.startswith("A trench adds to your defence")
    assert (brussels.kind, brussels.centre, brussels.said) == ("takes", "city", "")


@pytest.mark.parametrize("seed", range(3))
def test_the_rest_of_the_money_is_spent_last(seed: int) -> None:
    """Above other builds it would leave nothing for them."""
    game = find("domination")
    lines = sheet(game, game.start({}, SeededDice("robots", seed)), "Red", "easy", f"rest {seed}")
    rest = [number for number, line in enumerate(lines) if line.startswith("rest ")]
    assert rest == [len(lines) - 1]


def test_the_rest_of_the_money_is_spent_elsewhere_if_a_city_is_lost() -> None:
    """Position 3110 is Red's, with cities at A7 and A10."""
    game, place = find("domination"), written_positions("domination")["3110"]
    sheet = advice(game, place["state"], place["power"], "easy", "elsewhere").lines
    rest = [line for line in sheet if line.startswith("rest ")]
    assert rest and all({"A7", "A10"} <= set(line.split()) for line in rest)


@pytest.mark.parametrize(
    ("game", "power", "line", "place"),
    [
        ("hardbop", "Dwarves", "A Ere - Iro", "the Iron Hills"),
        ("downfall-xiii", "Rohan", "A Edo - Shi", "the Shire"),
        ("empires", "Russia", "ACTIVATE full Russian Army Odessa => Caucasus", "the Caucasus"),
        ("standard", "France", "A Par - Bur", "Burgundy"),
    ],
)
def test_a_reason_names_a_place_as_a_sentence_does(game: str, power: str, line: str, place: str) -> None:
    known = find(game)
    (why,) = reasons(known, known.start({}, SeededDice("robots", 0)), power, [line], [1.0])
    assert why.place == place


def test_units_that_hold_a_city_of_domination_guard_it() -> None:
    game = find("domination")
    start = game.start({}, SeededDice("robots", 0))
    sheets = {seat: game.read(start, seat, None, [f"piece {piece}"]).orders for seat, piece in WANTED.items()}
    begun = game.judge(start, sheets, SeededDice("robots", 1)).state
    (why,) = reasons(game, begun, "Red", ["3 Militia A7 holds"], [1.0])
    assert (why.kind, why.place) == ("guards", "Aldgate")
