"""What a reader may not know changes nothing in what they get, to the byte. 10.0.6, 2.3, S.1, S.3.

Hidden are the technologies that a Power has shown nobody, its missions, its standing orders, the three of the
set-up and the sheets that it mailed ahead. Missions are hidden by the option, which the games here have: an
open count may reveal a tile. EMPIRES_EXAMPLES says how many positions are tried.
"""

import os
from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from adjudicator.core.dice import ListedDice, SeededDice
from adjudicator.core.game import Orders, Record, State
from adjudicator.empires import game, practice
from adjudicator.empires.ground import BOARD, POWERS
from adjudicator.empires.language.standing import CancelAir, Retreats, Standing, TrenchUse
from adjudicator.empires.position import PlannedSheet, Position, from_text, to_text
from adjudicator.empires.resolve import research
from tests.support.play.empires_play import SEEDS, Played, whole_game

EXAMPLES = int(os.environ.get("EMPIRES_EXAMPLES", "25"))
many = settings(max_examples=EXAMPLES, deadline=None)
readers = st.sampled_from([None, *POWERS])
powers = st.sampled_from(POWERS)
LINES = ("MISSIONS", "ENTRENCH Riga", "RESEARCH Gas", "ACTIVATE", "Army Metz - Verdun attacks air 2", "PASS",
         "IF Riga is ours: MISSIONS ELSE RESEARCH Gas", "IF Metz is empty:", "OTHERWISE:")  # fmt: skip

cancels = st.builds(CancelAir, st.sampled_from(["up to", "keep"]), st.integers(0, 6))
uses = st.builds(TrenchUse, st.sampled_from(["save", "always", "never"]))
ways_out = st.builds(Retreats, st.just(""), st.just(("paris", "minsk")))
standing_orders = st.builds(
    Standing,
    cancel_air=st.lists(cancels, max_size=2).map(tuple),
    trench=st.lists(uses, max_size=1).map(tuple),
    second_loss=st.permutations(["trench", "full", "reduced"]).map(tuple),
    supporter_loss=st.sampled_from(["first", "last", "full", "reduced"]),
    retreats=st.lists(ways_out, max_size=1).map(tuple),
)


FACTS = {
    "phase": "Germany",
    "turn": 8,
    "units": {"Germany": ["Army Metz"], "Franco-British": ["French Army Verdun"]},
    "state": {"technologies": {"Germany": ["Aviation"]}, "missions": {"Germany": 5}},
    "options": {"missions": "secret"},
}


@st.composite
def boxes(draw: st.DrawFn, power: str, shown: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The Power's tiles, at random in their boxes; what it has shown everybody is available."""
    rest = draw(st.permutations([t for t in BOARD.powers[power].technologies if t not in shown]))
    one, two, three = sorted(draw(st.tuples(*[st.integers(0, len(rest))] * 3)))
    return {
        "available": (*shown, *rest[:one]),
        "obtained": tuple(rest[one:two]),
        "research": tuple(rest[two:three]),
    }


@st.composite
def disguises(draw: st.DrawFn, position: Position, power: str) -> Position:
    """Yield positions that look the same to everybody except *power*."""
    secrets = {
        **draw(boxes(power, position.shown.get(power, ()))),
        "missions": draw(st.integers(0, BOARD.max_missions)),
        "standing": draw(standing_orders),
        "sheets": PlannedSheet(tuple(draw(st.lists(st.sampled_from(LINES), max_size=4)))),
    }
    fields = {name: _with(getattr(position, name), power, value) for name, value in secrets.items()}
    return replace(position, **fields)


def _with(held: dict[str, object], power: str, value: object) -> dict[str, object]:
    return {name: value if name == power else held[name] for name in POWERS if name == power or name in held}


def played_turns() -> list[Played]:
    return [turn for seed in SEEDS[:2] for turn in whole_game(seed, "secret")[2::7]]


def all_that_leaves(state: State, record: Record | None, reader: str | None, with_picture: bool) -> list[str]:
    """Return everything that *reader* could be sent about a state."""
    sheets = [msgspec.json.encode(game.show(state, told, reader)).decode() for told in (record, None)]
    pictures = [game.picture(state, record, reader)] if with_picture else []
    due = game.due(state)
    public = [repr((due.turn, due.number, dict(due.owed), due.over, due.winners, due.motions))]
    return [*sheets, *pictures, *public, *(answers(state, reader) if reader else [])]


def answers(state: State, reader: str) -> list[str]:
    """Return the order form, the choices, and the confirmation of a message."""
    form = game.form(state, reader)
    letter = practice.sheet(from_text(state), reader, SeededDice("letter", 1))
    reading = game.read(state, reader, None, [*letter, *LINES])
    asked = game.due(state).asked.get(reader, "")
    return [repr(form), repr(game.choices(state, reader)), msgspec.json.encode(reading).decode(), asked]


@many
@given(st.data())
def test_another_powers_secrets_change_no_byte(data: st.DataObject) -> None:
    turn = data.draw(st.sampled_from(played_turns()))
    power = data.draw(powers)
    reader = data.draw(readers.filter(lambda name: name != power))
    other = to_text(data.draw(disguises(turn.after, power)))
    for state in (turn.turn.state, other):
        assert from_text(state).control == turn.after.control
    is_drawn = data.draw(st.booleans())
    assert all_that_leaves(other, turn.turn.record, reader, is_drawn) == all_that_leaves(
        turn.turn.state, turn.turn.record, reader, is_drawn
    )


@many
@given(st.data())
def test_a_power_is_shown_its_own_secrets(data: st.DataObject) -> None:
    """The converse, so that showing nobody anything does not pass."""
    turn = data.draw(st.sampled_from(played_turns()))
    power = data.draw(powers)
    other = data.draw(disguises(turn.after, power))
    told = msgspec.json.encode(game.show(to_text(other), None, power)).decode()
    held = [name for box in (other.available, other.obtained, other.research) for name in box.get(power, ())]
    assert all(name in told for name in held)
    assert f"SUPPORTER LOSS {other.standing[power].supporter_loss}" in told


@many
@given(st.data())
def test_nobody_else_sees_a_message_that_waits(data: st.DataObject) -> None:
    """Sheets mailed ahead, technologies of the set-up and standing orders, mailed during another's turn."""
    turn = data.draw(st.sampled_from([whole_game(SEEDS[0], "secret")[0], *played_turns()]))
    power = data.draw(powers.filter(lambda name: name != turn.power))
    reader = data.draw(readers.filter(lambda name: name != power))
    choices = [
        name for name in BOARD.powers[power].technologies if not research.why_not_in_box_1(power, name, ())
    ]
    three = ", ".join(data.draw(st.permutations(choices))[:3])
    lines = data.draw(st.lists(st.sampled_from([*LINES, f"TECHNOLOGIES {three}"]), min_size=1))
    own = game.read(turn.state, turn.power, None, ["MISSIONS"]).orders
    ahead = game.read(turn.state, power, None, lines).orders
    one, two = (_judged(turn, {turn.power: own, **more}) for more in ({}, {power: ahead}))
    assert all_that_leaves(*one, reader, False) == all_that_leaves(*two, reader, False)


def _judged(turn: Played, orders: dict[str, Orders]) -> tuple[State, Record]:
    judged = game.judge(turn.state, orders, ListedDice([]))
    return judged.state, judged.record


@many
@given(st.data())
def test_what_is_researched_is_seen_by_nobody(data: st.DataObject) -> None:
    """Which tile a turn moved: the others' sheets of that turn are the same, whichever it was."""
    turn = data.draw(st.sampled_from(played_turns()))
    reader = data.draw(readers.filter(lambda name: name != turn.power))
    names = data.draw(st.permutations(research.possible(turn.before, turn.power)))[:2]
    told = []
    for name in names:
        own = game.read(turn.state, turn.power, None, [f"RESEARCH {name}"]).orders
        told.append(all_that_leaves(*_judged(turn, {turn.power: own}), reader, False))
    assert all(words == told[0] for words in told)


def test_only_their_power_reads_of_refused_lines_and_extras() -> None:
    """A line that was left out, missions offered, whose loss: nobody else reads of them."""
    state = game.place(FACTS)
    attack = "Army Metz - Verdun attacks air"
    sheets = (
        ["ACTIVATE", f"{attack} 2"],
        ["RECRUIT full in Atlantis", "ACTIVATE", f"{attack} 5 supporter loss last", "GAS Verdun"],
    )
    told = []
    for lines in sheets:
        own = game.read(state, "Germany", None, lines).orders
        judged = game.judge(state, {"Germany": own}, ListedDice([2, 3]))
        told.append([all_that_leaves(judged.state, judged.record, name, True) for name in (None, "Russia")])
    assert told[0] == told[1]


def test_only_its_power_reads_of_gas_that_found_nobody() -> None:
    """10.0.6: it would reveal a technology that was not used."""
    facts = {
        "phase": "Germany",
        "turn": 8,
        "units": {"Germany": ["Army Metz"], "Franco-British": ["French Army Verdun"]},
        "state": {"technologies": {"Germany": ["Gas"]}, "trenches": {"Verdun": "Franco-British 1"}},
    }
    state = game.place(facts)
    own = game.read(state, "Germany", None, ["ACTIVATE", "Army Metz - Verdun attacks", "GAS Verdun"]).orders
    judged = game.judge(state, {"Germany": own}, ListedDice([4, 1]))
    told = [
        msgspec.json.encode(game.show(judged.state, judged.record, name)).decode()
        for name in (None, "Germany")
    ]
    assert ["Gas" in words for words in told] == [False, True]


def test_open_missions_are_shown_where_the_table_plays_so() -> None:
    """Option missions: both sides."""
    told = []
    for option in ("secret", "open"):
        state = game.place({**FACTS, "options": {"missions": option}})
        told.append(msgspec.json.encode(game.show(state, None, "Russia")).decode())
    assert ['["Germany","5"]' in words for words in told] == [False, True]
    assert "Aviation" not in told[1], "the tiles are secret all the same"


@pytest.mark.parametrize("missions", ["open", "secret"])
@pytest.mark.parametrize("reader", [None, "Russia"])
def test_an_open_count_reveals_missions_and_nothing_more(missions: str, reader: str | None) -> None:
    """10.0.6, 13.2: that Aviation was obtained shows in the count of two; which tile it was does not.

    A tile without missions shows nowhere. Where missions are secret the three reports are the same.
    """
    told = {name: _after_research(name, missions, reader) for name in ("Aviation", "Gas", "Attack 2")}
    assert told["Gas"] == told["Attack 2"]
    assert (told["Aviation"] == told["Gas"]) is (missions == "secret")
    without = told["Aviation"].replace('["Germany","3"]', '["Germany","1"]')
    assert without.replace('"missions":{"Germany":3', '"missions":{"Germany":1') == told["Gas"]


def _after_research(name: str, missions: str, reader: str | None) -> str:
    """Return the report to *reader* of a turn in which Germany obtains one of the tiles it has begun."""
    state = {
        "technologies": {"Germany": ["Attack 1"]},
        "research": {"Germany": ["Aviation", "Gas", "Attack 2"]},
        "missions": {"Germany": 1},
    }
    position = game.place({**FACTS, "state": state, "options": {"missions": missions}})
    own = game.read(position, "Germany", None, [f"RESEARCH {name}"]).orders
    judged = game.judge(position, {"Germany": own}, ListedDice([]))
    return "\n".join(all_that_leaves(judged.state, judged.record, reader, with_picture=True))


@pytest.mark.parametrize("options", [{}, {"missions": "open"}])
def test_missions_are_open_in_a_new_game_and_secret_in_an_older_one(options: dict[str, str]) -> None:
    state = game.start(options, SeededDice("new", 0))
    older = {name: value for name, value in from_text(state).options.items() if name != "missions"}
    told = [
        msgspec.json.encode(game.show(one, None, None)).decode()
        for one in (state, to_text(replace(from_text(state), options=older)))
    ]
    assert ['"title":"Missions"' in words for words in told] == [True, False]
