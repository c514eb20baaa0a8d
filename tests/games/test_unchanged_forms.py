"""Nothing bad follows when every power's first order form comes back unchanged, in all five games."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import REFUSED, Game, Power, Reading, ReadLine, State, Turn
from adjudicator.games import KEYS, find

SHOWN = ("Dain", "Sauron", "Theoden")  # of the pieces, those whose places are printed for all
MAY_APPEAR = ("Gandalf", "Nazgul")  # placed with the orders of turn 1
OBLIGATION = "must attack"  # Empires 9.0.6: whom to attack no form can say, and the answer names it


class Sent(NamedTuple):
    game: Game
    before: State
    readings: Mapping[Power, Reading]
    turn: Turn


OPTIONS = {"domination": {"setup": "by phase"}}  # in one message, the set-up ends with builds


@cache
def _sent(key: str, seed: str = "forms") -> Sent:
    """The first turn of a game in which everybody sends the form back as it is."""
    game = find(key)
    before = game.start(OPTIONS.get(key, {}), SeededDice(seed, 0))
    powers = [power for power in game.card.seats if game.form(before, power)]
    readings = {power: game.read(before, power, None, game.form(before, power)) for power in powers}
    orders = {power: reading.orders for power, reading in readings.items()}
    return Sent(game, before, readings, game.judge(before, orders, SeededDice(seed, 1)))


def _is_refused(line: ReadLine) -> bool:
    return line.verdict == REFUSED and OBLIGATION not in line.reason


@pytest.mark.parametrize("key", KEYS)
def test_every_line_is_taken_without_a_warning(key: str) -> None:
    readings = _sent(key).readings
    assert readings
    assert [line for reading in readings.values() for line in reading.lines if _is_refused(line)] == []
    assert [warning for reading in readings.values() for warning in reading.warnings] == []


@pytest.mark.parametrize("key", KEYS)
def test_nobody_has_to_retreat(key: str) -> None:
    sent = _sent(key)
    due = sent.game.due(sent.turn.state)
    assert [what for what in (*due.owed.values(), *due.asked.values()) if "retreat" in what] == []
    assert not due.over


@pytest.mark.parametrize("key", KEYS)
def test_nobody_loses_anything(key: str) -> None:
    sent = _sent(key)
    before, after = sent.game.describe(sent.before), sent.game.describe(sent.turn.state)
    for power, units in before.get("units", {}).items():
        appeared = [unit for unit in after["units"][power] if unit.partition(" ")[0] in MAY_APPEAR]
        left = [unit for unit in after["units"][power] if unit not in appeared or unit in units]
        assert sorted(left) == sorted(units)
    assert all(set(held) <= set(after["centres"][who]) for who, held in before.get("centres", {}).items())


@pytest.mark.parametrize("key", KEYS)
def test_every_order_succeeds(key: str) -> None:
    sent = _sent(key)
    results = sent.game.describe(sent.turn.state, sent.turn.record)["results"]
    outcomes = {(power, order): word for power, row in results.items() for order, word in row.items()}
    assert {one: word for one, word in outcomes.items() if word != "succeeds"} == {}


@pytest.mark.parametrize("key", KEYS)
def test_no_reader_learns_where_hidden_pieces_are(key: str) -> None:
    sent = _sent(key)
    public = sent.game.show(sent.turn.state, sent.turn.record, None)
    seen = public.facts.get("sees", [])
    assert [piece for piece in seen if piece.partition(" ")[0] not in SHOWN] == []


def test_no_report_mentions_the_fellowship() -> None:
    sent = _sent("downfall-xiii")
    for reader in (None, *(power for power in sent.game.card.seats if power != "Gandalf")):
        sheet = sent.game.show(sent.turn.state, sent.turn.record, reader)
        texts = [sheet.headline, sheet.lead, *(item.text for part in sheet.sections for item in part.items)]
        assert [text for text in texts if "Fellowship" in text] == []
