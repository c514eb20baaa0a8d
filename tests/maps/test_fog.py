"""Fog, an option of every map: what a power does not see does not change a byte of what it gets.

Unknown to a reader are the units and owners in provinces out of sight, and the orders of others that name
such a province. Given another arrangement of all that, with as many units and centres of each power, their
report, the bulletin, the picture, the form, OPTIONS, the answer to any message, PREVIEW and what is
due are the same.

FOG_EXAMPLES=500 pytest tests/maps/test_fog.py
"""

import os
import random
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from adjudicator.core.board import NEUTRAL
from adjudicator.core.dice import ListedDice, SeededDice
from adjudicator.core.encoding import to_text
from adjudicator.core.game import REFUSED, TAKEN
from adjudicator.core.outcomes import Bounced, Destroyed, Dislodged, Outcome, SupportCut, Void
from adjudicator.core.position import Position, Unit
from adjudicator.games import find
from adjudicator.robots.random_games import random_orders
from adjudicator.standard import StandardGame
from adjudicator.standard.language.orders import Hold, Waive
from adjudicator.standard.resolve.phases import position_of
from adjudicator.standard.resolve.record import Record, Result, from_text
from adjudicator.standard.view.sight import in_sight
from tests.support.gamemaster import may_open_tables
from tests.support.table import Table, text_of

EXAMPLES = int(os.environ.get("FOG_EXAMPLES", "10"))
NO_DICE = ListedDice([])
MAPS = ("standard", "sengoku", "winter-1900", "hundred")
TURNS = 30
FOG = {"fog": "on"}


def game_on(key: str) -> StandardGame:
    game = find(key)
    assert isinstance(game, StandardGame)
    return game


@cache
def moments(key: str) -> tuple[tuple[str, str], ...]:
    """States and records of a random game over which fog is spread, one after each turn."""
    game = game_on(key)
    state, found = game.start({}, NO_DICE), []
    for turn in range(TURNS):
        if game.due(state).over:
            break
        orders = random_orders(game, state, list(game.due(state).owed), SeededDice(key, turn))
        judged = game.judge(state, orders, NO_DICE)
        state = judged.state
        position = position_of(game.board, state)
        found.append((to_text(replace(position, options=("fog",))), judged.record))
    return tuple(found)


def told(game: StandardGame, state: str, record: str | None, reader: str | None) -> list[bytes]:
    """Return all that *reader* can get, as bytes."""
    shown = [msgspec.json.encode(game.show(state, text, reader)) for text in (record, None)]
    drawn = game.picture(state, record, reader).encode()
    due = msgspec.json.encode(game.due(state))
    if reader is None:
        return [*shown, drawn, due]
    written = [*letter(game, reader)]
    answers = (
        game.form(state, reader),
        game.choices(state, reader),
        game.read(state, reader, None, written),
        tried(game, state, reader, written),
    )
    return [*shown, drawn, due, *map(msgspec.json.encode, answers)]


def tried(game: StandardGame, state: str, reader: str, written: Sequence[str]) -> object:
    """Return what PREVIEW says of the orders that were taken."""
    imagined = game.imagined(state, reader)
    if game.due(state).over:
        return imagined
    orders = game.read(imagined, reader, None, written).orders
    turn = game.judge(imagined, {reader: orders}, NO_DICE)
    return imagined, game.show(turn.state, turn.record, reader)


@cache
def letter(game: StandardGame, reader: str) -> tuple[str, ...]:
    """Return orders of every kind that name provinces near and far."""
    places = random.Random(reader).sample([*game.card.places], 8)
    homes = game.board.map.homes[reader] or tuple(places[:2])
    lines = [f"{kind} {home} S {place}" for kind in "AF" for home in homes for place in places]
    lines += [f"{home} S {places[0]} - {place}" for home in homes for place in places]
    lines += [f"A {home} - {place} via convoy" for home in homes for place in places]
    lines += [f"F {one} C A {two} - {home}" for home in homes for one, two in pairwise(places)]
    return (*lines, *(f"Build A {home}" for home in homes), *(f"Remove {place}" for place in places))


def other(
    game: StandardGame, state: str, text: str, reader: str | None, chance: random.Random
) -> tuple[str, str]:
    """Return the state and the record with other secrets."""
    board, position, record = game.board, position_of(game.board, state), from_text(text)
    sight = in_sight(board, position, reader) if reader else frozenset[str]()
    known = sight | seen_before(game, position, record, reader)
    units = rearranged(game, position, sight, chance)
    owners = [(centre, owner) for centre, owner in position.owners.items() if centre not in sight]
    names = [owner for _, owner in owners]
    chance.shuffle(names)
    moved = dict(zip((centre for centre, _ in owners), names, strict=True))
    whole = [*{**position.owners, **moved}.items()]
    chance.shuffle(whole)
    chance.shuffle(units)
    mine = [unit for unit in position.units if unit.power == reader]
    units = [*mine, *(unit for unit in units if unit.power != reader)]
    hidden = [place for place in board.provinces if place not in sight]
    beaten = tuple(
        replace(row, attacked_from=chance.choice(hidden)) if row.unit.power != reader and hidden else row
        for row in position.dislodged
    )
    contested = (*(one for one in position.contested if one in sight), *hidden[:2])
    after = replace(position, units=tuple(units), owners=dict(whole), dislodged=beaten, contested=contested)
    return to_text(after), to_text(other_record(game, record, reader, known, chance))


def seen_before(game: StandardGame, position: Position, record: Record, reader: str | None) -> frozenset[str]:
    """Return what was in sight before the turn, told from what the reader did."""
    stood = tuple(
        row.order.unit
        for row in record.results
        if not isinstance(row.order, Waive) and row.order.unit.power == reader
    )
    owned = {change.centre: change.before or "" for change in record.changes}
    before = {place: owned.get(place, owner) for place, owner in position.owners.items()}
    earlier = replace(position, units=stood, owners=before, dislodged=())
    return in_sight(game.board, earlier, reader)


def rearranged(
    game: StandardGame, position: Position, sight: frozenset[str], chance: random.Random
) -> list[Unit]:
    """Return the units, those out of sight elsewhere out of sight, of either kind."""
    board = game.board
    taken = {board.province[row.unit.place] for row in position.dislodged}
    free = [place for place in board.provinces if place not in sight and place not in taken]
    chance.shuffle(free)
    found = []
    for unit in position.units:
        if board.province[unit.place] in sight:
            found.append(unit)
            continue
        place = free.pop()
        is_water = board.map.provinces[place].is_water
        coasts = [
            one
            for one in board.map.places
            if board.province[one] == place and board.map.fleet_neighbours[one]
        ]
        kind = "F" if is_water or (coasts and chance.random() < 0.5) else "A"
        found.append(Unit(unit.power, kind, chance.choice(coasts) if kind == "F" else place))
    return found


def other_record(
    game: StandardGame, record: Record, reader: str | None, known: frozenset[str], chance: random.Random
) -> Record:
    """Return the same turn with other orders out of sight, and other causes for what is in sight."""
    province = game.board.province
    unseen = [place for place in game.board.provinces if place not in known]
    results = []
    for row in record.results:
        places = places_of(row)
        if not isinstance(row.order, Waive) and row.order.unit.power == reader:
            results.append(Result(row.order, other_cause(game, row.outcome, known, unseen, chance)))
        elif all(province[place] in known for place in places) and reader:
            results.append(Result(row.order, other_reason(row.outcome)))
        elif unseen:
            power = row.order.unit.power if not isinstance(row.order, Waive) else NEUTRAL
            results.append(Result(Hold(Unit(power, "A", chance.choice(unseen))), row.outcome))
    own = [row for row in results if not isinstance(row.order, Waive) and row.order.unit.power == reader]
    rest = [row for row in results if row not in own]
    chance.shuffle(rest)
    changes = [one for one in record.changes if one.centre in known or reader in (one.owner, one.before)]
    return replace(record, results=(*own, *rest), changes=tuple(changes if reader else ()))


def places_of(row: Result) -> list[str]:
    named = (getattr(row.order, name, None) for name in ("target", "supported", "army"))
    unit = getattr(row.order, "unit", None)
    return [place for place in (unit.place if unit else None, *named) if place]


def other_cause(
    game: StandardGame, outcome: Outcome, known: frozenset[str], unseen: Sequence[str], chance: random.Random
) -> Outcome:
    """Return what came of the reader's own order, by another unit out of sight."""
    by = getattr(outcome, "by", None)
    if not isinstance(by, Unit) or not unseen or game.board.province[by.place] in known:
        return outcome
    stranger = Unit(NEUTRAL, "A", chance.choice(unseen))
    if isinstance(outcome, Bounced | SupportCut | Dislodged | Destroyed):
        return replace(outcome, by=stranger)
    return outcome


def other_reason(outcome: Outcome) -> Outcome:
    """Return what came of another's order in sight, with other strengths and for another reason."""
    match outcome:
        case Bounced():
            return replace(outcome, strength=outcome.strength + 3, against=7, lost=())
        case Void():
            return Void("no such unit")
    return outcome


@pytest.mark.parametrize("key", MAPS)
def test_what_a_power_does_not_see_changes_no_byte_for_it(key: str) -> None:
    game, changed = game_on(key), 0
    chance = random.Random(key)
    for _ in range(EXAMPLES):
        state, record = chance.choice(moments(key))
        reader = chance.choice((None, *game.card.seats))
        twin = other(game, state, record, reader, chance)
        changed += twin[0] != state
        assert told(game, state, record, reader) == told(game, *twin, reader)
    assert changed > EXAMPLES / 2  # otherwise the test would prove nothing


def test_the_games_in_fog_contain_hidden_facts_of_each_kind() -> None:
    found = [(key, *moment) for key in MAPS for moment in moments(key)]
    phases = {position_of(game_on(key).board, state).phase for key, state, _ in found}
    outcomes = {row.outcome.word for _, _, record in found for row in from_text(record).results}
    assert phases == {"movement", "retreat", "adjustment"}
    assert {"fails", "cut", "void", "dislodged"} <= outcomes


def started(**units: Sequence[str]) -> str:
    return game_on("standard").place({"units": units, "options": FOG})


def test_a_power_sees_its_own_units_what_is_next_to_them_and_its_centres() -> None:
    game = game_on("standard")
    state = started(France=["A Par"], Germany=["A Bur", "A Mun"], Italy=["A Spa", "A Mar"])
    shown = game.show(state, None, "France")
    assert shown.facts["units"] == {
        **{power: [] for power in game.card.seats},
        "France": ["A Par"],
        "Germany": ["A Bur"],
        "Italy": ["A Mar"],
    }
    assert shown.facts["centres"]["Germany"] == []
    counts = next(section for section in shown.sections if section.key == "centres").tables[0].rows
    assert ("Germany", "3", "2", "none in sight") in counts
    assert shown.tally == game.show(state, None, None).tally
    public = game.show(state, None, None)
    assert not any(public.facts["units"].values())
    assert "Fog lies over the map" in public.alt
    assert "out of your sight" in game.picture(state, None, "France")
    assert game.picture(state, None, "France") != game.picture(state, None, "Germany")


def test_without_the_option_everybody_sees_everything() -> None:
    game = game_on("standard")
    state = game.place({"units": {"France": ["A Par"], "Germany": ["A Mun"]}})
    assert game.show(state, None, "France").facts["units"]["Germany"] == ["A Mun"]
    assert game.imagined(state, "France") == state
    assert game.picture(state, None, "France") == game.picture(state, None, None)
    assert "out of your sight" not in game.picture(state, None, None)


def test_the_outcome_of_an_order_about_an_unseen_unit_reveals_only_its_success() -> None:
    game = game_on("standard")
    orders = ["A Par S A Mun - Bur", "F ENG C A Nwy - Bre", "A Par S Gas"]
    outcomes = []
    for germans in ((["A Mun"]), ([])):
        state = started(France=["A Par", "F ENG"], Germany=germans, England=["F MAO"])
        read = game.read(state, "France", None, orders[:1])
        assert [line.verdict for line in read.lines] == [TAKEN]
        turn = game.judge(state, {"France": read.orders}, NO_DICE)
        outcomes.append(msgspec.json.encode(game.show(turn.state, turn.record, "France").facts["orders"]))
        assert b"out of your sight" in outcomes[-1]
    assert outcomes[0] == outcomes[1]
    state = started(France=["A Par", "F ENG"], England=["F NTH"])
    by_sea, nobody = (game.read(state, "France", None, [line]).lines[0] for line in orders[1:])
    assert (by_sea.verdict, nobody.verdict) == (TAKEN, REFUSED)
    assert "Gascony" in nobody.reason  # in sight, and nobody stands there


def test_an_army_may_be_sent_by_fleets_out_of_sight() -> None:
    game = game_on("standard")
    for sailors in ((["F NTH", "F NWG"]), (["F NTH"])):
        state = started(France=["A Bel"], England=sailors)
        read = game.read(state, "France", None, ["A Bel - Cly via convoy"])
        assert read.lines[0].verdict == TAKEN
    plain = game.place({"units": {"France": ["A Bel"], "England": ["F NTH"]}})
    assert game.read(plain, "France", None, ["A Bel - Cly via convoy"]).lines[0].verdict == REFUSED


def test_owed_orders_do_not_reveal_whether_a_home_is_taken() -> None:
    game = game_on("standard")
    centres = {"France": ["Par", "Mar", "Bre", "Spa"]}
    told_due = []
    for place in ("Par", "Gas"):
        units = {"France": ["A Bre", "A Mar"], "Germany": [f"A {place}"]}
        state = game.place({"phase": "adjustment", "units": units, "centres": centres, "options": FOG})
        told_due.append(game.due(state).owed["France"])
        assert game.form(state, "France")
    assert told_due == ["2 builds", "2 builds"]


def test_fog_stays_after_the_end_because_a_game_may_be_reopened() -> None:
    game = game_on("standard")
    state = game.conclude(started(France=["A Par"], Turkey=["A Ank"]), ["France"])
    assert game.show(state, None, None).facts["units"]["Turkey"] == []
    assert game.show(state, None, "Turkey").headline == "7 powers, 18 centres to win"
    assert game.describe(state)["units"]["Turkey"] == ["A Ank"]  # the story in the archive is made from it


@pytest.mark.parametrize("option", ["proxy", "signals"])
def test_fog_goes_with_no_other_option(option: str) -> None:
    with pytest.raises(
        ValueError, match=f"fog = on cannot be combined with another option; write {option} = off"
    ):
        game_on("pure").start({**FOG, option: "on"}, NO_DICE)


def test_a_table_in_fog_is_opened_and_played_by_mail(tmp_path: Path) -> None:
    host = Table(tmp_path)
    may_open_tables(host, "gm@x.org")
    seats = {"England": "eve@x.org", "France": "fay@x.org", "Burgundy": "bea@x.org"}
    host.vouched |= {"gm@x.org", *seats.values()}
    players = "\n".join(f"{power}: {address}" for power, address in seats.items())
    told_gm = text_of(host.says("gm@x.org", f"NEW TABLE f1 hundred\nfog = on\n{players}\nEND", "new"))
    assert host.row("f1").options == FOG, told_gm
    assert "Army Dauphine" in text_of(host.report_to("fay@x.org"))
    assert "Army Dauphine" not in text_of(host.report_to("eve@x.org"))
    host.clock.passes(hours=1)
    answer = text_of(host.says("eve@x.org", "F Lon - STR\nPREVIEW", "f1"))
    assert "Fleet London moves to the Strait of Dover" in answer
    host.says("bea@x.org", "A Dij - Can", "f1")
    host.deadline_passes("f1")
    assert "Army Cantons" not in text_of(host.report_to("eve@x.org"))
    assert "Army Cantons" in text_of(host.report_to("bea@x.org"))
    assert "Fog lies over the map" in text_of(host.bulletin_to("gm@x.org"))
    assert "Army Cantons" not in text_of(host.bulletin_to("gm@x.org"))
    host.store.close()
