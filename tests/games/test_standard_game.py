"""Standard Diplomacy fulfils the interface of all games."""

from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator import domination, downfall_xiii, empires, hardbop, standard
from adjudicator.core.board import load
from adjudicator.core.dice import ListedDice, SeededDice
from adjudicator.core.game import TAKEN, Game, ReportFacts, State, Turn
from adjudicator.core.position import Position
from adjudicator.games import find, rule_sets
from adjudicator.robots.random_games import random_orders
from adjudicator.standard import game
from adjudicator.standard.language.orders import Move, from_text
from adjudicator.standard.resolve.phases import position_of

BOARD = load("adjudicator.standard")
NO_DICE = ListedDice([])
GAMES: tuple[Game, ...] = (standard.game, downfall_xiii.game, hardbop.game, empires.game, domination.game)


def start() -> State:
    return game.start({}, NO_DICE)


def position(state: State) -> Position:
    return msgspec.json.decode(state, type=Position)


def turns(seed: str, most: int) -> list[tuple[State, dict[str, str], Turn]]:
    """Yield the turns of a random game: the state before, the sheets, and the result."""
    played = []
    state = start()
    for number in range(1, most + 1):
        due = game.due(state)
        if due.over:
            break
        orders = random_orders(game, state, list(due.owed), SeededDice(seed, number))
        turn = game.judge(state, orders, NO_DICE)
        played.append((state, orders, turn))
        state = turn.state
    return played


def test_the_game_is_found_by_key_title_and_alias() -> None:
    assert find("standard") is find("Diplomacy") is find("dip") is game
    with pytest.raises(ValueError, match='no game "standart"'):
        find("standart")


def test_every_game_is_found() -> None:
    assert rule_sets() == GAMES


@pytest.mark.parametrize("each", GAMES, ids=lambda each: each.card.key)
def test_no_two_games_share_a_name(each: Game) -> None:
    names = {name.casefold() for name in (each.card.key, each.card.title, *each.card.aliases)}
    for other in GAMES:
        if other is not each:
            assert not names & {
                name.casefold() for name in (other.card.key, other.card.title, *other.card.aliases)
            }


def test_the_start_is_that_of_the_rules() -> None:
    assert Counter(unit.power for unit in position(start()).units) == {
        **dict.fromkeys(BOARD.powers, 3),
        "Russia": 4,
    }
    assert game.due(start()).turn == "Spring 1901, movement"
    assert game.due(start()).owed["Russia"] == "orders for 4 units"


def test_an_option_is_refused() -> None:
    with pytest.raises(ValueError, match="proxy, signals and fog, each on or off, not mist = on"):
        game.start({"mist": "on"}, NO_DICE)


def test_a_random_game_breaks_no_law() -> None:
    for _, _, turn in turns("laws", 40):
        after = position(turn.state)
        places = [BOARD.province_of(unit.place) for unit in after.units]
        assert len(places) == len(set(places)), "one unit to a province"
        for unit in after.units:
            near = BOARD.army_neighbours if unit.kind == "A" else BOARD.fleet_neighbours
            assert near[unit.place], f"{unit} cannot stand there"
        if after.season == "Spring" and after.phase == "movement":
            owned = Counter(after.owners.values())
            for power, count in Counter(unit.power for unit in after.units).items():
                assert count <= owned[power], "no more units than centres after the winter"


def test_every_lost_unit_is_accounted_for() -> None:
    for before, _, turn in turns("accounts", 40):
        was, now = position(before), position(turn.state)
        results = game.show(turn.state, turn.record, None).facts["orders"]
        gone = sum(result["outcome"] == "destroyed" for result in results)
        if was.phase == "movement":
            assert len(was.units) == len(now.units) + len(now.dislodged) + gone
        if was.phase == "retreat":
            disbanded = sum(
                result["outcome"] == "fails" or result["order"].endswith("disbands") for result in results
            )
            assert len(was.units) + len(was.dislodged) == len(now.units) + disbanded


def test_every_offered_choice_is_accepted() -> None:
    for state, _, _ in turns("choices", 12):
        for power in game.due(state).owed:
            for orders in game.choices(state, power).values():
                for order in orders:
                    reading = game.read(state, power, None, [order])
                    assert [line.verdict for line in reading.lines] == [TAKEN], (order, reading.lines)


def test_the_order_form_is_a_legal_and_complete_sheet() -> None:
    for state, _, _ in turns("forms", 25):
        for power in game.due(state).owed:
            reading = game.read(state, power, None, game.form(state, power))
            assert {line.verdict for line in reading.lines if line.text[0] != "#"} == {TAKEN}
            assert reading.complete


def test_the_form_of_an_adjustment_shows_what_can_be_done() -> None:
    centres = {"France": ["Par", "Mar", "Bre", "Spa"]}
    winter = game.place(
        {
            "phase": "adjustment",
            "units": {"France": ["A Bur", "A Bre"], "Italy": ["A Rom", "A Tyr", "A Pie", "F Nap"]},
            "centres": centres,
        }
    )
    assert game.form(winter, "France") == [
        "Waive 2",
        "# Waive builds nothing; write instead at most 2, each on a line: Build A Par, Build A Mar,"
        " Build F Mar",
    ]
    assert game.form(winter, "Italy") == [
        "Remove A Pie",
        "# or instead one of: Remove A Rom, Remove A Tyr, Remove F Nap",
    ]


def test_the_order_in_which_messages_arrive_changes_nothing() -> None:
    for state, orders, turn in turns("letters", 15):
        backwards = dict(reversed(list(orders.items())))
        assert game.judge(state, backwards, NO_DICE) == turn


def told(sheet: ReportFacts) -> list[str]:
    return [item.text for section in sheet.sections for item in section.items]


def test_everybody_reads_everything_and_their_own_orders_first() -> None:
    for _, _, turn in turns("sheets", 12):
        public = game.show(turn.state, turn.record, None)
        for power in BOARD.powers:
            sheet = game.show(turn.state, turn.record, power)
            missing = set(told(public)) - set(told(sheet))
            assert all(line.startswith(f"{power}: ") for line in missing), "told under his own orders"
            own = [section.title for section in sheet.sections if section.key == "results"]
            ordered = power in {order["power"] for order in public.facts["orders"]}
            assert own == ["Your orders and their outcomes"] * ordered
            assert sheet.facts == public.facts
            assert sheet.facts["sees"] == []
        assert len(public.headline.split()) <= 10
        assert msgspec.json.decode(msgspec.json.encode(public.facts)) == public.facts


def test_every_order_is_reported_with_its_cause() -> None:
    state = game.place({"units": {"France": ["A Par", "A Mar"], "Germany": ["A Mun"]}})
    orders = {
        "France": game.read(state, "France", None, ["A Par - Bur", "A Mar S A Par - Bur"]).orders,
        "Germany": game.read(state, "Germany", None, ["A Mun - Bur"]).orders,
    }
    turn = game.judge(state, orders, NO_DICE)
    assert results_for(turn, "Germany") == [
        ("Army Munich moves to Burgundy: bounced with Army Paris, 1 against 2.", "fails"),
    ]
    assert results_for(turn, None) == [
        ("France: A Par - Bur; A Mar S Par - Bur.", "succeeds"),
        ("Germany: A Mun - Bur (bounced with Army Paris, 1 against 2).", "fails"),
    ]


def results_for(turn: Turn, reader: str | None) -> list[tuple[str, str]]:
    sheet = game.show(turn.state, turn.record, reader)
    section = next(section for section in sheet.sections if section.key == "results")
    return [(item.text, item.kind) for item in section.items]


def test_a_picture_is_drawn_of_every_turn() -> None:
    for state, _, turn in turns("pictures", 8):
        assert game.picture(state, None, None).startswith("<svg")
        drawn = game.picture(turn.state, turn.record, None)
        assert drawn == game.picture(turn.state, turn.record, "France")


def test_a_position_is_described_and_placed_again() -> None:
    for state, _, _ in turns("places", 20):
        described = game.describe(state)
        was = position(state)
        again = position(
            game.place(
                {
                    "units": described["units"],
                    "centres": {power: list(own) or [] for power, own in described["centres"].items()},
                    "dislodged": {
                        power: [
                            f"{row.unit.kind} {row.unit.place} < {row.attacked_from or 'convoy'}"
                            for row in was.dislodged
                            if row.unit.power == power
                        ]
                        for power in BOARD.powers
                    },
                    "contested": described["contested"],
                    "phase": was.phase,
                    "state": {"year": was.year, "season": was.season},
                }
            )
        )
        assert sorted(again.units) == sorted(was.units)
        assert sorted(again.dislodged) == sorted(was.dislodged)
        assert (again.owners, again.contested) == (was.owners, was.contested)


@pytest.mark.parametrize(
    ("facts", "fault"),
    [
        ({"units": {"Prussia": ["A Ber"]}}, 'units: no power "Prussia"'),
        ({"units": {"France": ["A Paris-on-Sea"]}}, "units: no province"),
        ({"units": {"France": ["A ENG"]}}, "cannot be there"),
        ({"units": {"France": ["Par"]}}, "is not a unit"),
        ({"units": {}, "centres": {"France": ["Bur"]}}, "centres: Bur is not a supply centre"),
        ({"units": {}, "phase": "harvest"}, 'phase: no phase "harvest"'),
        ({"units": {}, "weather": "fair"}, "weather: no such key"),
        ({"units": {}, "dislodged": {"France": ["A Par"]}}, "does not say who attacked"),
        ({"units": {}, "state": {"ring": "Bre"}}, "state, ring: no such fact"),
        ({"units": {}, "options": {"mist": "on"}}, "options: standard Diplomacy has proxy, signals and fog"),
    ],
)
def test_an_impossible_position_is_reported_with_its_key(facts: dict[str, object], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        game.place(facts)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(BOARD.powers), unique=True))
def test_silent_powers_are_named_and_their_units_hold(silent: list[str]) -> None:
    state = start()
    orders = random_orders(game, state, BOARD.powers, SeededDice("silent", 1))
    turn = game.judge(state, {p: text for p, text in orders.items() if p not in silent}, NO_DICE)
    told = msgspec.json.decode(turn.record)
    assert told["silent"] == [power for power in BOARD.powers if power in silent]
    for fact in game.show(turn.state, turn.record, None).facts["orders"]:
        if fact["power"] in silent:
            assert fact["order"].endswith("holds")


def test_a_finished_game_cannot_be_adjudicated() -> None:
    state = msgspec.json.encode(msgspec.structs.replace(position(start()), over=True)).decode()
    with pytest.raises(ValueError, match="over"):
        game.judge(state, {}, NO_DICE)
    assert game.due(state).owed == {}


def test_a_name_that_is_read_is_the_boards_own_string() -> None:
    """So that it is found in the board's tables without being compared."""
    own = {place: place for place in BOARD.places}
    turn = turns("names", 1)[0]
    units = position_of(game.board, turn[0]).units
    orders = [order for text in turn[1].values() for order in from_text(game.board, text)]
    moves = [order for order in orders if isinstance(order, Move)]
    assert units and moves
    assert all(unit.place is own[unit.place] for unit in units)
    assert all(move.target is own[move.target] and move.unit.place is own[move.unit.place] for move in moves)
    with pytest.raises(msgspec.ValidationError, match="Invalid enum value 'Xyz'"):
        from_text(game.board, '[{"type":"Hold","unit":["France","A","Xyz"]}]')
