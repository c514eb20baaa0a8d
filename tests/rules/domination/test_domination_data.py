"""A GM can change every number of Domination (cards, boards, options) without changing code."""

import tomllib
from collections.abc import Mapping
from itertools import permutations
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.core.dice import ListedDice, SeededDice
from adjudicator.domination import game, options
from adjudicator.domination import position as positions
from adjudicator.domination.data import data
from adjudicator.domination.ground import ground
from adjudicator.domination.position import Position, Settings, cities, income
from adjudicator.domination.resolve import combat, losses, set_up
from adjudicator.domination.resolve.turn_state import TurnState

PIECES = "ABCDEFGH"
SEATS = ("Red", "Blue", "Green", "Yellow", "Purple", "Orange", "White", "Black")


def begin(**given: str) -> Position:
    return options.start(given, SeededDice("data", 0))


def judged(state: str, sheets: dict[str, list[str]], dice: tuple[int, ...] = ()) -> Position:
    orders = {player: game.read(state, player, None, lines).orders for player, lines in sheets.items()}
    return positions.from_text(game.judge(state, orders, ListedDice(dice)).state)


# -- changed cards


def test_a_changed_card_is_played_as_changed() -> None:
    """A Knight for 1 with five points and combat 20."""
    changes = "unit.Knight = { cost = 1, move = 5, combat = 20 }"
    state = positions.to_text(begin(board="A B", first="Red", changes=changes))
    after = judged(state, {"Red": ["27 Knight A12"], "Blue": ["Militia B13"]})
    assert after.reserves["Red"] == 13
    sheet = {"Red": ["Knight A12 - A8 - A4 - A3", "all A12 - B9"], "Blue": []}
    moved = game.judge(
        positions.to_text(after),
        {p: game.read(positions.to_text(after), p, None, s).orders for p, s in sheet.items()},
        ListedDice(()),
    )
    places = {row.space: row.count for row in positions.from_text(moved.state).units if row.player == "Red"}
    assert places == {"A3": 1, "B9": 26}


def test_a_new_card_can_be_ordered_by_its_name() -> None:
    changes = 'unit.Pikeman = { code = "P", kind = "land", cost = 2, move = 1, combat = 6 }'
    state = positions.to_text(begin(board="A B", first="Red", cards="Militia, Pikeman", changes=changes))
    after = judged(state, {"Red": ["3 Pikemans A12", "P A7", "Pi A8"], "Blue": []})
    assert {(row.kind, row.space, row.count) for row in after.units} == {
        ("Pikeman", "A12", 3),
        ("Pikeman", "A7", 1),
        ("Pikeman", "A8", 1),
    }


def test_a_changed_spell_and_a_changed_rule() -> None:
    changes = "spell.Ward.cost = 1\nrules.fort_tokens = 5"
    position = begin(board="A C", side="back", changes=changes)
    assert positions.data_of(position).spells["Ward"].cost == 1
    assert set(position.forts.values()) == {5}


def test_a_changed_piece() -> None:
    changes = 'piece.A.front.rows = ["g9 f2 w1 m1", "f2 m1 f4 g1", "w1 g4 g1 f2", "g1 f2 w1 g2"]'
    assert income(begin(board="A B", changes=changes), "Red") == 35


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ("unit.Knight.cst = 6", "cst"),
        ('unit.Knight.kind = "swimming"', "swimming"),
        ("units.Knight.cost = 6", "no table units"),
        ("rules.reserves = 'many'", "rules"),
        ("unit.Knight.cost =", "not TOML"),
        (f"unit = {'[' * 9000}", "not TOML"),
        ('spell.Reinforcements.unit = "Troll"', "Troll"),
        ('sets.first = ["Troll"]', "Troll"),
    ],
)
def test_a_mistake_in_the_changes_is_named(changes: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        begin(changes=changes)


def with_hand(changes: str, *hand: str) -> Position:
    """Red has a Militia and Blue a Knight at A10; it is Red's and Blue's turn."""
    begun = begin(board="A C", side="back", first="Red", changes=changes)
    there = (positions.Units("Red", "Militia", "A10", 1), positions.Units("Blue", "Knight", "A10", 1))
    return replace(
        begun, phase="turn", turn=1, acting=("Red", "Blue"), units=there, hands={"Red": hand}, deck=()
    )


@pytest.mark.parametrize("kind", list(data({}).units))
def test_every_card_can_be_changed(kind: str) -> None:
    """Cost, move, combat and armour are read from the card, whichever it is."""
    changes = f'unit."{kind}" = {{ cost = 2, move = 3, combat = 13, armour = 7 }}'
    space = "A9" if data({}).units[kind].kind == "water" else "A10"
    cards = ", ".join(dict.fromkeys((kind, "Militia", "Transport Ship")))
    begun = begin(board="A C", side="back", cards=cards, first="Red", changes=changes)
    built = judged(positions.to_text(begun), {"Red": [f"12 {kind} {space}"]})
    assert built.units == (positions.Units("Red", kind, space, 12),)  # 25 to spend
    table = TurnState(built, {}, ListedDice(()))
    dice = combat.dice_of(table, space, "Red")
    assert (12, 13) in [(row.number, row.need) for row in dice]
    assert losses.armour_of(table, space, "Red", kind) == 7
    assert {token.points for token in table.here(space, "Red")} == {3}


SPELLS: tuple[tuple[str, str, tuple[int, ...], str], ...] = (
    ("Reinforcements", 'units = 5, unit = "Knight"', (), "5 Knights from the reserve at A10"),
    ("Fireball", "dice = 1, hits_on = 20", (20,), "dice 20, 1 hit on 20 or less"),
    ("War Cry", "bonus = 11", (15,), "Red rolls 15 for a Militia (a hit is 15 or less): 1 hit"),
    ("Ward", "armour = 19", (20, 20, 9, 19), "Red's Militia at A10 Ambermouth rolls 19, 19 or less"),
    ("Earthquake", "tokens = 3", (), "Red loses 3 fortification tokens at A10"),
)


@pytest.mark.parametrize(("spell", "change", "dice", "wanted"), SPELLS, ids=[row[0] for row in SPELLS])
def test_every_spell_can_be_changed(spell: str, change: str, dice: tuple[int, ...], wanted: str) -> None:
    state = positions.to_text(with_hand(f'spell."{spell}" = {{ cost = 1, {change} }}', spell))
    sheet = ["lose Militia", "Magic", f"cast {spell} A10"]
    orders = {"Red": game.read(state, "Red", None, sheet).orders}
    turn = game.judge(state, orders, ListedDice((*dice, *(20,) * 30)))
    told = [item.text for part in game.show(turn.state, turn.record, None).sections for item in part.items]
    assert any(wanted in line for line in told), told
    assert f"Red casts {spell} at A10 Ambermouth (cost 1)." in told


def test_a_march_and_a_recall_can_be_changed() -> None:
    now = with_hand('spell."Forced March".bonus = 5\nspell.Recall.units = 1', "Forced March", "Recall")
    now = replace(now, units=(positions.Units("Red", "Militia", "A10", 2),), forts={})
    sheet = ["cast Recall 2 Militia A10 - A7", "cast Forced March A10", "Militia A10 - A11 - A12 - A8 - A7"]
    after = judged(positions.to_text(now), {"Red": sheet})
    assert after.units == (positions.Units("Red", "Militia", "A7", 2),)


# -- options


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"fog": "on"}, 'no option "fog"'),
        ({"players": "9"}, "players"),
        ({"seats": "Red, Pink"}, "Pink"),
        ({"seats": "Red"}, "different colours"),
        ({"variant": "double", "players": "5"}, "variant"),
        ({"cards": "Troll"}, "Troll"),
        ({"cards": "Militia, Knight, Griffin, Ogre, Wolf Rider, Catapult, Harpy"}, "max_types"),
        ({"private": "Red Militia, Blue Ogre"}, "Militia"),
        ({"private": "Red Ogre, Blue Ogre"}, "two players"),
        ({"private": "Red Ogre"}, "no card for Blue"),
        ({"board": "A A"}, "different pieces"),
        ({"first": "Green"}, "Green"),
        ({"losses": "ask"}, "table"),
    ],
)
def test_an_impossible_option_is_named(given: dict[str, str], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        begin(**given)


def test_only_cards_of_the_set_may_be_built() -> None:
    """Clause 1.4: the first game has three cards; ships come with the water."""
    assert positions.buildable(begin().settings, "Red") == ("Militia", "Knight", "Griffin")
    assert "Transport Ship" in positions.buildable(
        begin(side="back", cards="Militia, Knight").settings, "Red"
    )


def test_seats_are_taken_by_colour() -> None:
    position = begin(seats="green, Black", first="Black")
    assert (position.settings.seats, position.first) == (("Green", "Black"), "Black")
    assert game.read(positions.to_text(position), "Red", None, ["piece A"]).lines[0].reason == (
        "Red does not play in this game."
    )


def test_private_cards_are_dealt_from_the_seed() -> None:
    """Clause 10.2: each player gets a different one, none of the common ones, and everybody sees it."""
    position = begin(players="4", private="yes")
    cards = position.settings.private
    assert set(cards) == set(SEATS[:4]) and len(set(cards.values())) == 4
    assert not set(cards.values()) & {"Militia", "Knight", "Griffin", "Transport Ship"}
    assert game.show(positions.to_text(position), None, None).facts["private"] == dict(cards)


def test_private_cards_may_be_secret() -> None:
    """Clause 10.2: only its owner's report names it, and no refusal reveals it."""
    position = begin(private="Red Ogre, Blue Harpy", private_cards="secret", board="A B")
    state = positions.to_text(position)
    assert game.show(state, None, None).facts["private"] == {}
    assert game.show(state, None, "Red").facts["private"] == {"Red": "Ogre"}
    said = [game.read(state, "Red", None, [f"lose {kind}"]).lines[0].reason for kind in ("Harpy", "Dragon")]
    assert said[0].replace("Harpy", "Dragon") == said[1]


# -- the board


@pytest.mark.parametrize("piece", PIECES)
def test_fronts_yield_what_the_file_says(piece: str) -> None:
    """Clause 2.5 and clause 1.3: water yields nothing."""
    the_data = data({})
    front = ground(the_data, "front", (piece,)).spaces.values()
    assert sum(space.value for space in front) == the_data.about.front_income
    back = ground(the_data, "back", (piece,)).spaces.values()
    assert sum(space.value for space in back) == 25 + 3 * (not any(space.tower for space in back))
    assert not any(space.value for space in back if space.is_water)


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("side", ["front", "back"])
def test_borders_go_both_ways_and_hexes_are_apart(players: int, side: str) -> None:
    """Clause 1.2."""
    the_ground = ground(data({}), side, tuple(PIECES[:players]))
    assert len({space.hex for space in the_ground.spaces.values()}) == len(the_ground.spaces)
    for space, borders in the_ground.borders.items():
        assert all(space in the_ground.borders[there] for there in borders)
        if side == "back" and the_ground.spaces[space].slot >= 0:
            assert len(borders) == 6


def test_the_board_of_three_is_the_same_from_every_seat() -> None:
    the_ground = ground(data({}), "front", ("A", "B", "C"))
    degrees = [
        [len(the_ground.borders[f"{piece}{number}"]) for number in range(1, 17)] for piece in ("A", "B", "C")
    ]
    assert degrees[0] == degrees[1] == degrees[2]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("side", ["front", "back"])
def test_no_cities_border_each_other_after_three_swaps(players: int, side: str) -> None:
    """Clause 2.3: with the pieces as printed at most three swaps are needed."""
    settings = Settings(SEATS[:players], ("Militia",), side=side)
    for slots in permutations(PIECES, players):
        after, swaps, _ = set_up.settled(settings, slots)
        assert sorted(after) == sorted(slots)
        assert len(swaps) <= 3
        the_ground = ground(data({}), side, after)
        towns = set(the_ground.cities())
        assert not any(there in towns for city in towns for there in the_ground.borders[city])
        if sum(1 for _ in slots) == 4 and slots[0] == "B":
            break  # one seventh of the four-player boards is enough


def test_arrangements_that_move_fewer_pieces_are_tried_first() -> None:
    """Clause 2.3: the arrangements are tried by the number of pieces moved, then in slot order."""
    found = list(set_up.arrangements(("A", "B", "C"), lambda *_: True))
    assert found == [("B", "A", "C"), ("C", "B", "A"), ("A", "C", "B"), ("B", "C", "A"), ("C", "A", "B")]


def test_everybody_has_a_port_if_any_arrangement_allows_it() -> None:
    """Clause 9.1: an arrangement that shuts somebody off is changed if another gives everybody a port."""
    settings = Settings(SEATS[:4], ("Militia",), side="back")
    changed = []
    for slots in permutations("ABCD", 4):
        swapped = set_up._swapped(settings, slots).slots
        after = set_up.settled(settings, slots).slots
        if swapped != after:
            changed.append(slots)
            assert set_up._all_reach_the_sea(settings, after)
            assert not set_up._all_reach_the_sea(settings, swapped)
    assert all(len(set(slots)) == 4 for slots in changed)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7, 8])
def test_every_number_of_players_can_begin(players: int) -> None:
    for side in ("front", "back"):
        position = begin(players=str(players), side=side, pieces="random")
        assert len(position.slots) == players and position.phase == "start"
        assert all(len(cities(position, seat)) == 2 for seat in position.settings.seats)


# -- positions as rule cases write them


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"units": {"Red": ["3 Elephant A7"]}}, '"3 Elephant A7" is not a unit'),
        ({"units": {"Red": ["Militia Z9"]}}, 'no space "Z9"'),
        ({"units": {"Pink": []}}, '"Pink" does not play'),
        ({"state": {"hnd": {}}}, "hnd: no such key"),
        ({"state": {"dead": 3}}, r"as in dead\.Red = 3"),
        ({"state": {"hand": {"Red": ["Thunder"]}}}, 'no spell "Thunder"'),
        ({"state": {"forts": {"A8": 2}}}, "A8 is not a city"),
        ({"state": {"effects": ["Ward A7"]}}, '"Ward A7" names no player'),
        ({"options": {"board": "A A"}}, '"A A" are not pieces'),
        ({"options": {"private": {"Red": "Troll"}}}, 'private: no unit card "Troll"'),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(
    given: dict[str, dict[str, object]], fault: str
) -> None:
    with pytest.raises(ValueError, match=fault):
        game.place({"phase": "move", **given})


def test_a_position_is_written_in_the_words_of_orders() -> None:
    state = game.place(
        {
            "phase": "move",
            "units": {"Red": ["3 Militias Aldgate", "R A8"]},
            "state": {"control": {"Red": "B4, Bramblecross"}},
        }
    )
    told: dict[str, Any] = game.describe(state, None)
    assert told["units"]["Red"] == ["3 Militia A7", "Wolf Rider A8"]
    assert told["centres"]["Red"] == ("A7", "A10", "B6")
    assert told["state"]["control"]["Red"] == ["B4", "B6"]


# -- the marks on the cards, and the board's own numbers


def with_changes(facts: Mapping[str, object], changes: Mapping[str, object]) -> str:
    placed = positions.from_text(game.place(facts))
    settings = replace(placed.settings, changes={**placed.settings.changes, **changes})
    return positions.to_text(replace(placed, settings=settings))


def moved(changes: str, units: dict[str, list[str]], lines: list[str], side: str = "front") -> set[str]:
    """Where Red's units stand after one move phase, with *changes* to the cards."""
    facts = {"phase": "move", "units": units, "options": {"board": "A C", "side": side}}
    state = with_changes(facts, tomllib.loads(changes))
    return {row.space for row in judged(state, {"Red": lines}).units if row.player == "Red"}


def test_kind_berths_and_terrain_are_data() -> None:
    """A Militia that flies, a Battleship that carries, a Knight that rides over a cheap mountain."""
    assert moved('unit.Militia.kind = "aerial"', {"Red": ["Militia A7"]}, ["Militia A7 - A4 - A8"]) == {"A8"}
    load = {"Red": ["Battleship A9", "3 Militia A10"]}
    assert moved("unit.Battleship.carries = 3", load, ["3 Militia A10 - A9"], "back") == {"A9"}
    assert moved("terrain.m.cost = 1", {"Red": ["Militia A7"]}, ["Militia A7 - A6 - A11"]) == {"A11"}


@pytest.mark.parametrize(("wizard", "hand"), [(False, ()), (True, ("Ward",))])
def test_which_pieces_draw_cards_is_data(wizard: bool, hand: tuple[str, ...]) -> None:
    facts = {
        "phase": "draw",
        "units": {"Red": ["Knight A3"]},
        "options": {"board": "A C", "side": "back"},
        "state": {"deck": ["Ward"]},
    }
    state = with_changes(facts, {"unit": {"Knight": {"wizard": wizard}}})
    assert tuple(judged(state, {}).hands.get("Red", ())) == hand


@pytest.mark.parametrize(("hit_last", "left"), [(False, "Catapult"), (True, "Knight")])
def test_which_piece_is_lost_last_is_data(hit_last: bool, left: str) -> None:
    """The cheaper Knight would be lost first."""
    units = {"Red": ["Knight A12", "Catapult A12"], "Blue": ["Dragon A12"]}
    state = with_changes({"phase": "combat", "units": units}, {"unit": {"Knight": {"hit_last": hit_last}}})
    after = judged(state, {}, (20, 20, 16, 20, 20))
    assert [row.kind for row in after.units if row.player == "Red"] == [left]


def test_the_die_is_data() -> None:
    """With six sides a 6 is the highest that anybody can throw."""
    battle = {"Red": ["Militia A12"], "Blue": ["Militia A12"]}
    state = with_changes({"phase": "combat", "units": battle}, {"game": {"die": 6}})
    with pytest.raises(ValueError, match="6 sides cannot show 7"):
        judged(state, {}, (7, 7))


def test_players_learn_which_numbers_were_changed() -> None:
    """RULES prints the numbers as shipped."""
    changed = begin(board="A B", changes="rules.fort_tokens = 5\nspell.Ward.cost = 1")
    for position, wanted in ((begin(board="A B"), []), (changed, ["fort tokens: 5", "Ward, cost: 1"])):
        sheet = game.show(positions.to_text(position), None, "Red")
        told = [item.text for part in sheet.sections if part.key == "changed" for item in part.items]
        assert told == wanted
