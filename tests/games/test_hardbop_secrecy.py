"""A report of Hardbop reveals nothing that its reader may not know (part I), byte for byte.

A hidden piece or the Ring is moved or removed, and what a reader may know stays as it is: the reader's report
and picture, the bulletin and what is due must be the same. HARDBOP_EXAMPLES sets the number of positions.
"""

import os
import random
from collections.abc import Callable
from functools import partial

import msgspec
from hypothesis import assume, given

from adjudicator import hardbop
from adjudicator.core.dice import SeededDice
from adjudicator.hardbop import ground, position
from adjudicator.hardbop.position import Bearer, Military, Personality, Ring, State
from adjudicator.hardbop.view import notation
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Order, Unit
from adjudicator.middle_earth.resolve import record as records
from tests.support import secrecy
from tests.support.secrecy import seeds, without

GAME = hardbop.game
EXAMPLES = int(os.environ.get("HARDBOP_EXAMPLES", "60"))
HIDDEN = {
    "Gondor": ("Faramir", "Gandalf", "R"),
    "Mordor": ("Nazgul",),
    "Saruman": ("Saruman",),
    "Elves": ("Fe",),
}
QUIET = ("Shi", "Nen", "NDo", "Fch", "Fdw", "WWa", "Sut", "Far", "Hdw", "Blu", "Har", "Fnd", "EWa", "Iro")
BUSY = tuple(
    place
    for place in ground.LAND
    if place not in QUIET and place not in ground.MARSH and place not in (ground.ERECH, ground.KHAZAD_DUM)
)

law = secrecy.law(EXAMPLES)
_for_reader = secrecy.CachedViews(GAME, hardbop.PARTS).for_reader
ForReader = Callable[..., bytes]
_readers = partial(secrecy.readers, GAME)


def _position(chance: random.Random) -> State:
    """Units and pieces in the busy spaces, so that much happens; the quiet ones are left empty."""
    military = []
    for place in chance.sample(BUSY, 16):
        power = chance.choice(ground.POWERS)
        kind = "C" if power == "Rohan" and chance.random() < 0.5 else "A"
        military.append(Military(power, kind, place, chance.choice((1, 1, 2)) if kind == "A" else 1))
    pieces = [
        Personality(power, kind, chance.choice([*BUSY, *(one.place for one in military)]))
        for power, kinds in HIDDEN.items()
        for kind in kinds
        if chance.random() < 0.7
    ]
    return msgspec.structs.replace(
        notation.at_start(),
        turn=chance.choice((3, 4)),
        military=tuple(sorted(military)),
        personalities=tuple(sorted(pieces)),
        ring=Ring("lies", chance.choice(BUSY)),
    )


def _sheets(state: State, chance: random.Random) -> dict[str, list[Order]]:
    sheets: dict[str, list[Order]] = {power: [] for power in ground.POWERS}
    for one in state.military:
        sheets[one.power] += _unit_orders(state, one, chance)
    for piece in state.personalities:
        near = [p for p in sorted(ground.steps(piece.kind, piece.place)) if p in BUSY] or [piece.place]
        unit = Unit(piece.kind, piece.place)
        first = chance.choice(near)
        beyond = [p for p in sorted(ground.steps(piece.kind, first)) if p in BUSY] or [first]
        deeds: list[Order] = [act.Move(unit, (first,)), act.Move(unit, (first, chance.choice(beyond)))]
        deeds += [
            act.Lead(unit, Unit(one.kind, one.place, one.size))
            for one in state.military
            if (one.place, one.power) == (piece.place, piece.power)
        ]
        if piece.kind == "Nazgul":
            deeds.append(act.Paralyse(unit, Unit("A", first)))
        if piece.kind == "R":
            deeds.append(act.Neutralise(unit, (first,)))
        sheets[piece.power].append(chance.choice(deeds))
    return sheets


def _unit_orders(state: State, one: Military, chance: random.Random) -> list[Order]:
    unit = Unit(one.kind, one.place, one.size)
    near = [p for p in sorted(ground.steps(one.kind, one.place)) if p in BUSY] or [one.place]
    helped = chance.choice(state.military)
    aim = chance.choice(near)
    beyond = [p for p in sorted(ground.steps(one.kind, aim)) if p in BUSY] or [one.place]
    path = (aim, chance.choice(beyond)) if one.kind == "C" else (aim,)
    actions: list[Order] = [
        act.Move(unit, path),
        act.Move(unit, (chance.choice(near),)),
        act.SupportHold(unit, Unit("", aim)),
        act.SupportMove(unit, Unit("", helped.place), (aim,)),
    ]
    target = act.Target(chance.choice(("any", "R", "Gandalf", "Nazgul", "Fe")))
    return [chance.choice(actions), act.Destroy(unit, target)]


def _judge(state: State, sheets: secrecy.Sheets, seed: int) -> tuple[str, str]:
    return secrecy.judge(GAME, position.to_text(state), sheets, seed)


def _play_out(state: State, sheets: dict[str, list[Order]], seed: int) -> list[tuple[str, str]]:
    """The whole turn: each retreat to the busy spaces that are open, in their order; builds are waived."""
    judged = [_judge(state, sheets, seed)]
    while position.from_text(judged[-1][0]).phase != "movement":
        now = position.from_text(judged[-1][0])
        later: dict[str, list[Order]] = {power: [] for power in ground.POWERS}
        for row in now.beaten:
            unit = Unit(row.unit.kind, row.unit.place, row.unit.size)
            later[row.unit.power].append(act.Retreat(unit, tuple(p for p in row.free if p in BUSY)))
        judged.append(_judge(now, later, seed))
    return judged


def _assert_a_hidden_piece_far_from_everybody_shows_nowhere(seed: int, for_reader: ForReader) -> None:
    """The same turn, with a piece in one quiet space, in another, or not at all."""
    chance = random.Random(seed)
    state = _position(chance)
    owner = chance.choice(sorted(HIDDEN))
    kind = chance.choice(HIDDEN[owner])
    rest = tuple(piece for piece in state.personalities if piece.kind != kind)
    sheets = _sheets(msgspec.structs.replace(state, personalities=rest), chance)
    one, other = chance.sample(QUIET, 2)
    told = []
    for place in (one, other, ""):
        pieces = tuple(sorted([*rest, *([Personality(owner, kind, place)] if place else [])]))
        judged = _play_out(msgspec.structs.replace(state, personalities=pieces), sheets, seed)
        told.append(
            [
                for_reader(after, record, reader, picture=reader is None)
                for after, record in judged
                for reader in _readers(owner)
            ]
        )
    assert told[0] == told[1] == told[2]


@law
@given(seeds)
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
    """It lies in one quiet space or another, or a hidden piece carries it."""
    chance = random.Random(seed)
    state = _position(chance)
    sheets = _sheets(state, chance)
    owner = chance.choice(sorted(HIDDEN))
    bearer = Personality(owner, chance.choice(HIDDEN[owner]), chance.choice(QUIET))
    pieces = tuple(sorted([*(p for p in state.personalities if p.kind != bearer.kind), bearer]))
    state = msgspec.structs.replace(state, personalities=pieces)
    rings = [Ring("lies", place) for place in chance.sample([q for q in QUIET if q != bearer.place], 2)]
    rings += [Ring("carried", bearer=Bearer(owner, bearer.kind, bearer.place))]
    told = []
    for ring in rings:
        judged = _play_out(msgspec.structs.replace(state, ring=ring), without(sheets, bearer.kind), seed)
        told.append([_for_reader(after, record, r) for after, record in judged for r in _readers(owner)])
    assert told[0] == told[1] == told[2]


def _changed_where_hidden(now: State, reader: str | None, chance: random.Random) -> State:
    """Return the position with everything changed that *reader* may not know."""
    moved = tuple(
        sorted(
            piece
            if piece.power == reader or piece.kind == "Sauron"
            else Personality(piece.power, piece.kind, chance.choice(ground.LAND))
            for piece in now.personalities
        )
    )
    changes: dict[str, object] = {
        "personalities": moved,
        "ranger_foes": ("Umbar",),
        "neutralised": ("Bre",),
    }
    if reader != "Gondor":
        changes["returns"] = {k: n + 1 for k, n in now.returns.items() if k == "Gandalf"} | {
            k: n for k, n in now.returns.items() if k != "Gandalf"
        }
    if now.ring.how != "worn" and (now.ring.bearer is None or now.ring.bearer.power != reader):
        changes["ring"] = Ring("lies", chance.choice(ground.LAND))
    return msgspec.structs.replace(now, **changes)


@law
@given(seeds)
def test_a_report_takes_nothing_of_others_secrets_from_the_state(seed: int) -> None:
    """Facts that the record does not show a reader may differ in the state; the report is the same."""
    chance = random.Random(seed)
    state = _position(chance)
    for after, record in _play_out(state, _sheets(state, chance), seed):
        now = position.from_text(after)
        reader = chance.choice(_readers(""))
        changed = _changed_where_hidden(now, reader, chance)
        other = position.to_text(changed)
        assert _for_reader(after, record, reader, picture=True) == _for_reader(
            other, record, reader, picture=True
        )
        if reader and now.unfinished is None:
            public = {"ranger_foes": now.ranger_foes, "neutralised": now.neutralised}  # to all, when it was
            tried = position.to_text(msgspec.structs.replace(changed, **public))
            assert GAME.imagined(after, reader) == GAME.imagined(tried, reader)
            told, same = [(after, record)], [(tried, record)]
            assert GAME.with_sighted(after, reader, told) == GAME.with_sighted(tried, reader, same)


@law
@given(seeds)
def test_a_piece_is_seen_only_by_those_who_met_it_or_by_all(seed: int) -> None:
    """Private sightings only of those who had a unit of any kind there."""
    chance = random.Random(seed)
    state = _position(chance)
    for after, text in _play_out(state, _sheets(state, chance), seed):
        now = position.from_text(after)
        for seen in records.from_text(text).sightings:
            if seen.readers is None:
                assert seen.why in ("power", "led", "shield")
                continue
            for reader in seen.readers:
                assert reader != seen.owner
                there = [(one.power, one.place) for one in now.military]
                there += [(one.power, one.place) for one in now.personalities]
                assert seen.why in ("passing", "passed") or (reader, seen.place) in there, (seen, reader)


@law
@given(seeds)
def test_silent_secrets_change_no_report(seed: int) -> None:
    """Orders that come to nothing, standing orders and permissions of another leave no trace."""
    chance = random.Random(seed)
    state = _position(chance)
    sheets = _sheets(state, chance)
    one = chance.choice(state.military)
    author, unit = one.power, Unit(one.kind, one.place, one.size)
    secrets: list[Order] = [
        act.PutOnRing(unit),
        act.DestroyRing(unit),
        act.PassRing(unit, one.place),
        act.Standing(act.Destroy(unit, act.Target("Sauron"))),
        act.Standing(act.Retreat(Unit("Nazgul"), (one.place,))),
    ]
    secrets += [act.Lead(Unit("Faramir"), unit)] if author == "Rohan" else []
    told = []
    for extra in ([], secrets):
        judged = _play_out(state, {**sheets, author: [*sheets[author], *extra]}, seed)
        rows = [row for _, record in judged for row in records.from_text(record).results]
        assume(all(row.outcome.word != "succeeds" for row in rows if row.order in extra))
        told.append([_for_reader(after, record, r) for after, record in judged for r in _readers(author)])
    assert told[0] == told[1]


CONFIRMATIONS = secrecy.law(max(10, EXAMPLES // 10))  # each is a hundred refusals and choices
PHASES = ("movement", "adjustment")


@CONFIRMATIONS
@given(seeds)
def test_forms_choices_and_confirmations_do_not_depend_on_hidden_facts(seed: int) -> None:
    """Others' pieces, the Ring, standing orders and dates may be anything, also where the reader stands."""
    chance = random.Random(seed)
    state = msgspec.structs.replace(
        _position(chance), phase=PHASES[seed % 2], turn=4, paths_walked=chance.random() < 0.5
    )
    reader = chance.choice(ground.POWERS)
    one, other = (_with_other_secrets(state, reader, chance) for _ in range(2))
    lines = [
        line for found in GAME.choices(one, reader).values() for line in found[:: max(1, len(found) // 3)]
    ]
    lines += [
        "A MTi destroys any if Gandalf - KDu succeeds",
        "Nazgul - MTi",
        "Gandalf returns Iml",
        "F SOU - Cit",
    ]
    assert _confirmed(one, reader, lines) == _confirmed(other, reader, lines)


def _with_other_secrets(state: State, reader: str, chance: random.Random) -> str:
    own = [piece for piece in state.personalities if piece.power == reader]
    kinds = [(power, kind) for power, kinds in HIDDEN.items() if power != reader for kind in kinds]
    pieces = [Personality(p, k, chance.choice(ground.LAND)) for p, k in kinds if chance.random() < 0.7]
    returns = {"Gandalf": chance.choice((4, 5, 6))} if reader != "Gondor" and chance.random() < 0.5 else {}
    pieces = [piece for piece in pieces if piece.kind not in returns]
    order = act.Destroy(Unit("A", "*"), act.Target("any"))
    keeps = chance.choice([power for power in ground.POWERS if power != reader])
    return position.to_text(
        msgspec.structs.replace(
            state,
            personalities=tuple(sorted([*own, *pieces])),
            ring=Ring("lies", chance.choice(ground.LAND)),
            returns=returns,
            standing={keeps: (order,)},
            hints={keeps: (chance.choice(ground.LAND),)},
            ranger_foes=(keeps,) if reader != "Gondor" else (),
        )
    )


def _confirmed(state: str, reader: str, lines: list[str]) -> bytes:
    """Return everything that an answer to a message contains."""
    reading = GAME.read(state, reader, None, lines)
    later = GAME.later_choices(state, reader, reading.orders)
    answer = (GAME.form(state, reader), GAME.choices(state, reader), reading, later)
    return msgspec.json.encode((answer, _for_reader(state, None, reader)), order="deterministic")


# What a clever player might try, one trick each.


def _bulletin(units: dict[str, list[str]], sheets: dict[str, list[str]], reader: str | None = None) -> bytes:
    state = GAME.place({"phase": "movement", "turn": 3, "units": units})
    orders = {power: GAME.read(state, power, None, lines).orders for power, lines in sheets.items()}
    turn = GAME.judge(state, orders, SeededDice("tricks", 3))
    return _for_reader(turn.state, turn.record, reader, picture=True)


def test_a_convoy_does_not_reveal_a_hidden_piece() -> None:
    """A convoy for an army that stays is void, whether or not a hidden piece wants to cross there."""
    units = {"Gondor": ["A Lam", "Faramir Lam"], "Umbar": ["F BAY"]}
    sheets = {"Umbar": ["F BAY C A Lam - And"], "Gondor": ["A Lam H"]}
    crossing = {**sheets, "Gondor": ["A Lam H", "Faramir Lam - And"]}
    assert _bulletin(units, sheets) == _bulletin(units, crossing)
    assert _bulletin(units, sheets, "Umbar") == _bulletin(units, crossing, "Umbar")


def test_a_fleet_that_convoys_a_hidden_piece_reveals_neither_it_nor_its_destination() -> None:
    units = {"Gondor": ["Faramir Lam", "Gandalf Lam", "F BAY"], "Umbar": ["A HUm"]}
    told = [
        _bulletin(units, {"Gondor": ["F BAY C Faramir Lam - And", "Faramir Lam - And"]}),
        _bulletin(units, {"Gondor": ["F BAY C Faramir Lam - Bel"]}),
        _bulletin(units, {"Gondor": ["F BAY C Gandalf Lam - And"]}),
    ]
    assert told[0] == told[1] == told[2]


def test_a_wall_held_by_a_lone_piece_looks_like_any_other_failure() -> None:
    """5.1(d): the failure of the attack is public, and nobody learns the reason."""
    sheets = {"Mordor": ["A Lam - Bel"]}
    held = _bulletin({"Gondor": ["Faramir Bel"], "Mordor": ["A Lam"]}, sheets)
    other = _bulletin({"Gondor": ["Gandalf Bel"], "Mordor": ["A Lam"]}, sheets)
    assert held == other
    assert b"Faramir" not in held


def test_only_its_player_reads_who_barred_the_nazgul() -> None:
    """3.10(c), 3.3(a): everybody sees that its lead failed."""
    units = {"Mordor": ["A NIt", "Nazgul NIt"], "Gondor": ["Gandalf Osg"], "Elves": ["A Iml"]}
    sheets = {"Mordor": ["Nazgul leads A NIt - Osg"]}
    assert b"Gandalf" not in _bulletin(units, sheets)
    assert b"Gandalf" not in _bulletin(units, sheets, "Elves")
    assert b"Gandalf kept" in _bulletin(units, sheets, "Mordor")


def test_an_unused_permission_reveals_nothing() -> None:
    units = {"Gondor": ["Faramir MTi", "A Bel"], "Rohan": ["A HDe"]}
    told = [
        _bulletin(units, {"Rohan": ["A HDe - Gap", *extra]}, reader)
        for reader in (None, "Gondor")
        for extra in ([], ["Faramir leads A HDe - Gap"])
    ]
    assert told[0] == told[1]
    assert told[2] == told[3]


def test_the_roll_for_gandalf_does_not_depend_on_others() -> None:
    """A die rolled for somebody else does not change it."""
    dice, others = SeededDice("tricks", 3), SeededDice("tricks", 3)
    others.roll(6)
    assert dice.apart("Gandalf").roll(6) == others.apart("Gandalf").roll(6)
