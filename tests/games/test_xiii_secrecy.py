"""A report of Downfall XIII reveals nothing that its reader may not know (part H), byte for byte.

A hidden piece or the Ring is moved or removed, and what a reader may know stays as it is: the reader's report
and picture, the bulletin and what is due must be the same. XIII_EXAMPLES sets how many positions are tried.
"""

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

import msgspec
import pytest
from hypothesis import assume, example, given

from adjudicator import downfall_xiii
from adjudicator.core.dice import SeededDice
from adjudicator.downfall_xiii import ground, position
from adjudicator.downfall_xiii.position import Bearer, Piece, Ring, Stack, State
from adjudicator.downfall_xiii.view import notation
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Order, Unit
from adjudicator.middle_earth.resolve import record as records
from adjudicator.middle_earth.resolve.pieces import is_personality
from tests.support import secrecy
from tests.support.secrecy import seeds, without

GAME = downfall_xiii.game
EXAMPLES = int(os.environ.get("XIII_EXAMPLES", "60"))
HIDDEN = {
    "Gandalf": ("Gandalf", "Aragorn", "R", "Fe"),
    "Gondor": ("Faramir", "R"),
    "Mordor": ("Nazgul", "Lord of the Nazgul"),
    "Saruman": ("Saruman",),
    "Elves": ("R",),
}
QUIET = (
    "Shi",
    "Fcl",
    "NDo",
    "Nen",
    "Wit",
    "NWa",
    "FHa",
    "Kha",
    "Sut",
    "Adr",
    "Anf",
    "Hdw",
    "EWa",
    "Fdw",
    "Crn",
)
BUSY = tuple(place for place in ground.LAND if place not in QUIET)

law = secrecy.law(EXAMPLES)
_for_reader = secrecy.CachedViews(GAME, downfall_xiii.PARTS).for_reader
ForReader = Callable[..., bytes]
_readers = partial(secrecy.readers, GAME)


def _position(chance: random.Random) -> State:
    """Stacks and pieces in the busy areas, so that much happens; the quiet ones are left empty."""
    stacks: dict[tuple[str, str], Stack] = {}
    for place in chance.sample(BUSY, 14):
        power = chance.choice(ground.POWERS)
        stacks[power, place] = Stack(power, "A", place, chance.choice((1, 1, 1, 2, 3)))
    pieces = [
        Piece(power, kind, chance.choice([*BUSY, *(p for _, p in stacks)]))
        for power, kinds in HIDDEN.items()
        for kind in kinds
        if chance.random() < 0.6
    ]
    return msgspec.structs.replace(
        notation.at_start(),
        turn=chance.choice((3, 4)),
        stacks=tuple(sorted(stacks.values())),
        pieces=tuple(sorted(pieces)),
        ring=Ring("lies", chance.choice(BUSY)),
    )


def _sheets(state: State, chance: random.Random) -> dict[str, list[Order]]:
    sheets: dict[str, list[Order]] = {power: [] for power in ground.POWERS}
    for stack in state.stacks:
        sheets[stack.power] += _stack_orders(state, stack, chance)
    for piece in state.pieces:
        steps = sorted(ground.steps(piece.kind, piece.place))
        near = [p for p in steps if p in BUSY] or [piece.place]
        unit = Unit(piece.kind, piece.place)
        with_it = [s for s in state.stacks if (s.place, s.power) == (piece.place, piece.power)]
        moves: list[Order] = [act.Move(unit, (chance.choice(near),)), act.Hold(unit)]
        if with_it:
            moves.append(act.Accompany(unit, Unit("A", piece.place, with_it[0].count)))
        if piece.kind == "Nazgul" and state.stacks:
            moves.append(act.Paralyse(unit, Unit("A", chance.choice(near))))
        sheets[piece.power].append(chance.choice(moves))
    return sheets


def _stack_orders(state: State, stack: Stack, chance: random.Random) -> Iterator[Order]:
    unit = Unit(stack.kind, stack.place, stack.count)
    near = [p for p in sorted(ground.steps(stack.kind, stack.place)) if p in BUSY] or [stack.place]
    others = [s for s in state.stacks if s is not stack]
    helped = chance.choice(others)
    aim = chance.choice(near)
    actions: list[Order] = [
        act.Move(unit, (aim,)),
        act.Move(unit, (chance.choice(near),)),
        act.SupportHold(unit, Unit("A", aim)),
        act.SupportMove(unit, Unit("A", helped.place), (aim,)),
    ]
    yield chance.choice(actions)
    yield act.Destroy(unit, act.Target(chance.choice(("any", "R", "Gandalf", "Nazgul"))))


def _judge(state: State, sheets: secrecy.Sheets, seed: int) -> tuple[str, str]:
    return secrecy.judge(GAME, position.to_text(state), sheets, seed)


def _retreat(text: str, seed: int) -> tuple[str, str | None]:
    """The retreats after a movement, where there are any: each to the areas that are open, in their order."""
    state = position.from_text(text)
    if state.phase != "retreat":
        return text, None
    sheets: dict[str, list[Order]] = {power: [] for power in ground.POWERS}
    for beaten in state.beaten:
        for stack in beaten.stacks[:1]:
            unit = Unit(stack.kind, stack.place, stack.count)
            sheets[stack.power].append(act.Retreat(unit, tuple(p for p in beaten.free if p in BUSY)))
    return _judge(state, sheets, seed)


def _assert_a_hidden_piece_far_from_everybody_shows_nowhere(seed: int, for_reader: ForReader) -> None:
    """The same turn, with a piece in one quiet area, in another, or not at all."""
    chance = random.Random(seed)
    state = _position(chance)
    owner = chance.choice(sorted(HIDDEN))
    kind = chance.choice(HIDDEN[owner])
    rest = tuple(piece for piece in state.pieces if (piece.power, piece.kind) != (owner, kind))
    sheets = _sheets(msgspec.structs.replace(state, pieces=rest), chance)
    one, other = chance.sample(QUIET, 2)
    told = []
    for place in (one, other, ""):
        pieces = tuple(sorted([*rest, *([Piece(owner, kind, place)] if place else [])]))
        after, record = _judge(msgspec.structs.replace(state, pieces=pieces), sheets, seed)
        later, second = _retreat(after, seed)
        told.append([for_reader(after, record, reader, picture=reader is None) for reader in _readers(owner)])
        told[-1] += [for_reader(later, second, reader) for reader in _readers(owner)]
    assert told[0] == told[1] == told[2]


@law
@given(seeds)
@pytest.mark.thorough
def test_a_hidden_piece_far_from_everybody_shows_nowhere(seed: int) -> None:
    _assert_a_hidden_piece_far_from_everybody_shows_nowhere(seed, _for_reader)


@secrecy.law_of_some(EXAMPLES)
@given(seeds)
def test_reports_made_separately_for_each_reader_show_no_more(seed: int) -> None:
    """Elsewhere the parts that several readers share are made once."""
    _assert_a_hidden_piece_far_from_everybody_shows_nowhere(seed, partial(secrecy.for_reader, GAME))


@law
@given(seeds)
def test_the_ring_far_from_everybody_shows_nowhere(seed: int) -> None:
    """It lies in one quiet area or another, in a river, or a hidden piece carries it."""
    chance = random.Random(seed)
    state = _position(chance)
    sheets = _sheets(state, chance)
    owner = chance.choice(sorted(HIDDEN))
    bearer = Piece(owner, chance.choice(HIDDEN[owner]), chance.choice(QUIET))
    pieces = tuple(sorted([*(p for p in state.pieces if p.kind != bearer.kind), bearer]))
    state = msgspec.structs.replace(state, pieces=pieces)
    rings = [Ring("lies", place) for place in chance.sample([q for q in QUIET if q != bearer.place], 2)]
    rings += [Ring("lost"), Ring("carried", bearer=Bearer(owner, bearer.kind, bearer.place))]
    told = []
    for ring in rings:
        after, record = _judge(msgspec.structs.replace(state, ring=ring), without(sheets, bearer.kind), seed)
        told.append([_for_reader(after, record, reader) for reader in _readers(owner)])
    assert told[0] == told[1] == told[2] == told[3]


@law
@given(seeds)
def test_a_report_takes_nothing_of_others_secrets_from_the_state(seed: int) -> None:
    """Facts that the record does not show a reader may differ in the state; the report is the same."""
    chance = random.Random(seed)
    state = _position(chance)
    after, record = _judge(state, _sheets(state, chance), seed)
    now = position.from_text(after)
    reader = chance.choice(_readers(""))
    moved = tuple(
        sorted(
            piece
            if piece.power == reader or piece.kind in ("Sauron", "Dain", "Theoden")
            else Piece(piece.power, piece.kind, chance.choice(ground.LAND))
            for piece in now.pieces
        )
    )
    changes: dict[str, object] = {"pieces": moved, "grudges": {"Elves": ("Rohan",)}}
    if reader != "Gandalf":
        changes["shadowfax"] = not now.shadowfax
    if now.ring.bearer is None or now.ring.bearer.power != reader:
        changes["ring"] = Ring("lies", chance.choice(ground.LAND))
    other = position.to_text(msgspec.structs.replace(now, **changes))
    assert _for_reader(after, record, reader, picture=True) == _for_reader(
        other, record, reader, picture=True
    )
    secret = {what: value for what, value in changes.items() if what != "grudges"}  # those were public
    tried = position.to_text(msgspec.structs.replace(now, **secret))
    assert reader is None or GAME.imagined(after, reader) == GAME.imagined(tried, reader)
    told, same = [(after, record)], [(tried, record)]
    assert not reader or GAME.with_sighted(after, reader, told) == GAME.with_sighted(tried, reader, same)


@law
@given(seeds)
def test_what_orders_make_possible_depends_on_nothing_hidden(seed: int) -> None:
    """Others' pieces may be anywhere, and so may the Ring if the reader does not carry it."""
    chance = random.Random(seed)
    state = _position(chance)
    reader = chance.choice(ground.POWERS)
    own = [piece for piece in state.pieces if piece.power == reader]
    if own and chance.random() < 0.5:
        piece = chance.choice(own)
        bearer = Bearer(piece.power, piece.kind, piece.place)
        state = msgspec.structs.replace(state, ring=Ring("carried", bearer=bearer))
    orders = act.to_text(act.OrderSheet(tuple(_sheets(state, chance)[reader])))
    others = [Piece(p, k, chance.choice(ground.LAND)) for p, ks in HIDDEN.items() if p != reader for k in ks]
    moved = msgspec.structs.replace(state, pieces=tuple(sorted([*own, *others])))
    if moved.ring.bearer is None:
        moved = msgspec.structs.replace(moved, ring=Ring("lies", chance.choice(ground.LAND)))
    one, other = (GAME.later_choices(position.to_text(at), reader, orders) for at in (state, moved))
    assert one == other


@law
@given(seeds)
@example(seed=16985)  # the Fellowship meets Faramir and has no retreat
def test_a_piece_is_seen_only_by_those_who_met_it_or_by_all(seed: int) -> None:
    """Private sightings only of those who share an area, by the units that the rules name."""
    chance = random.Random(seed)
    state = _position(chance)
    after, text = _judge(state, _sheets(state, chance), seed)
    now, record = position.from_text(after), records.from_text(text)
    intruded_upon = [row.piece for row in now.beaten if row.piece is not None and row.piece.kind == "Fe"]
    trapped = {(row.words["power"], row.words["place"]) for row in record.news if row.key == "piece.trapped"}
    for seen in record.sightings:
        if seen.readers is None:
            assert seen.why in ("used a power", "moved with a unit", "met others")
            continue
        for reader in seen.readers:
            units = any((s.power, s.place) == (reader, seen.place) for s in now.stacks)
            there = (*now.pieces, *intruded_upon)  # 6i.4: it shares the area until it retreats
            pieces = {(p.power, p.place) for p in there} | trapped  # or is lost for want of a retreat
            assert reader != seen.owner
            is_met = (reader, seen.place) in pieces and is_personality(seen.kind)
            assert units or is_met, (seen, reader)


@law
@given(seeds)
def test_nobody_reads_twice_about_one_personality(seed: int) -> None:
    """There is one of each, so a second sighting in one turn would count it as two."""
    chance = random.Random(seed)
    state = _position(chance)
    _, text = _judge(state, _sheets(state, chance), seed)
    for reader in ground.POWERS:
        told = Counter(
            seen.kind
            for seen in records.from_text(text).sightings
            if is_personality(seen.kind) and (seen.readers is None or reader in seen.readers)
        )
        assert all(number == 1 for number in told.values()), (reader, told)


@law
@given(seeds)
def test_silent_secrets_change_no_report(seed: int) -> None:
    """Orders that come to nothing, standing orders and proxies of another leave no trace."""
    chance = random.Random(seed)
    state = _position(chance)
    sheets = _sheets(state, chance)
    author = chance.choice([stack.power for stack in state.stacks])
    stack = next(stack for stack in state.stacks if stack.power == author)
    unit = Unit("A", stack.place, stack.count)
    secrets: list[Order] = [
        act.PutOnRing(unit),
        act.DestroyRing(unit),
        act.PassRing(unit, stack.place),
        act.Standing(act.Retreat(Unit("Faramir"), with_stack=True)),
        act.Destroy(unit, act.Target("Galadriel")),
    ]
    told = []
    for extra in ([], secrets):
        after, record = _judge(state, {**sheets, author: [*sheets[author], *extra]}, seed)
        done = [row for row in records.from_text(record).results if row.order in extra]
        assume(all(row.outcome.word != "succeeds" for row in done))  # a Ring just found may be passed
        told.append([_for_reader(after, record, reader) for reader in _readers(author)])
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("there", "told"),
    [
        ("2A Shi", "it met Mordor's 2 Armies from the Shire"),
        ("Nazgul Shi", "another piece was there, perhaps a hidden one"),
    ],
)
def test_the_fellowship_learns_which_unit_it_met_if_everybody_sees_it(there: str, told: str) -> None:
    state = GAME.place({"phase": "movement", "turn": 3, "units": {"Gandalf": ["Fe Bre"], "Mordor": [there]}})
    orders = {"Gandalf": GAME.read(state, "Gandalf", None, ["Fe - Shi"]).orders}
    turn = GAME.judge(state, orders, SeededDice("x", 1))
    sections = GAME.show(turn.state, turn.record, "Gandalf").sections
    assert any(told in item.text for section in sections for item in section.items)
