"""A tiny game for tests of the service: runners secretly choose how far to go; the first at 10 wins.

An order is "go 3"; the order "trip" makes the adjudication raise an error, like a bug in a game. The game is
nothing like Diplomacy, so that the service cannot rely on provinces, units or three phases.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.core.dice import Dice
from adjudicator.core.game import (
    REFUSED,
    REMARK,
    TAKEN,
    Card,
    Due,
    Facts,
    InForce,
    Item,
    Option,
    Orders,
    Power,
    Reading,
    ReadLine,
    Record,
    ReportFacts,
    Section,
    State,
    Turn,
)

RUNNERS = ("Red", "Blue", "Dark Green")
GOAL = 10


class Race:
    """The game; `adjudicator.core.game.Game` describes its methods."""

    card = Card(
        key="race",
        title="The Race",
        sentence="Choose a step, hope for the wind.",
        seats=RUNNERS,
        rules="1. Who goes 10 first has won.",
        credits=(),
        options=(Option("wind", "Does the wind blow?", ("yes", "no"), "yes", "1"),),
        aliases=("run",),
        phases=("day", "night"),
        help="Write GO and a number from 1 to 6.",
    )

    def start(self, options: Facts, dice: Dice) -> State:
        for key, value in options.items():
            if key != "wind" or value not in ("yes", "no"):
                raise ValueError(f'The Race has no option {key} = "{value}"; it has wind = yes, no')
        return _text({"at": dict.fromkeys(RUNNERS, 0), "turn": 1, "wind": options.get("wind", "yes")})

    def due(self, state: State) -> Due:
        facts = json.loads(state)
        number = facts["turn"]
        agreed = facts.get("agreed")
        winners = tuple(agreed or (runner for runner in RUNNERS if facts["at"][runner] >= GOAL))
        over = bool(winners) or agreed is not None
        owed = {} if over else dict.fromkeys(RUNNERS, "a step")
        phase = ("day", "night")[(number - 1) % 2]
        return Due(f"Lap {number}, {phase}", number, phase, owed, {}, over, winners)

    def form(self, state: State, power: Power) -> Sequence[str]:
        return ("go 1",)

    def choices(self, state: State, power: Power) -> Mapping[str, Sequence[str]]:
        return {power: [f"go {step}" for step in range(1, 7)]}

    def read(self, state: State, power: Power, so_far: Orders | None, lines: Sequence[str]) -> Reading:
        stored = json.loads(so_far)["order"] if so_far else ""
        read = tuple(_line(number, text) for number, text in enumerate(lines, 1))
        taken = [line.text.strip().lower() for line in read if line.verdict == TAKEN]
        if any("crash the reader" in text for text in lines):
            raise RuntimeError("the reader fell over its own feet")
        order = taken[-1] if taken else stored
        source = "this message" if taken else ("an earlier message" if stored else "missing")
        words = f"{power} will {order}" if order else "no order: stands"
        return Reading(
            _text({"order": order}), read, (InForce(f"Runner {power}", words, source),), (), bool(order)
        )

    def judge(self, state: State, orders: Mapping[Power, Orders], dice: Dice) -> Turn:
        facts = json.loads(state)
        wind = dice.roll(2) - 1 if facts["wind"] == "yes" else 0
        told: dict[str, Any] = {"wind": wind, "steps": {}}
        for runner in RUNNERS:
            order = json.loads(orders[runner])["order"] if runner in orders else ""
            if order == "trip":
                raise RuntimeError(f"{runner} tripped over a shoe-lace that is not there")
            told["steps"][runner] = int(order.split()[1]) if order else 0
            facts["at"][runner] += told["steps"][runner]
        facts["turn"] += 1
        return Turn(_text(facts), _text(told))

    def imagined(self, state: State, power: Power) -> State:
        if json.loads(state).get("fog"):
            raise ValueError("The runners cannot see their own feet.")
        return state

    def conclude(self, state: State, winners: Sequence[Power]) -> State:
        return _text(json.loads(state) | {"agreed": list(winners)})

    def show(self, state: State, record: Record | None, reader: Power | None) -> ReportFacts:
        facts, told = json.loads(state), json.loads(record) if record else {}
        items = [Item(f"{runner} stands at {facts['at'][runner]}.") for runner in RUNNERS]
        own = [Item(f"Your own step was {told['steps'][reader]}.", "seen")] if reader and told else []
        turn = f"Lap {facts['turn'] - bool(record)}"
        sections = (Section("results", "Results", tuple(items)), Section("seen", "Yours", tuple(own)))
        return ReportFacts(
            "The Race", turn, reader, "They run", "The race goes on.", sections, "Three runners.", facts
        )

    def picture(self, state: State, record: Record | None, reader: Power | None) -> str:
        return ""

    def place(self, facts: Facts) -> State:
        return _text(dict(facts))

    def describe(self, state: State, record: Record | None = None) -> Facts:
        facts: dict[str, Any] = json.loads(state)
        return facts


def _line(number: int, text: str) -> ReadLine:
    said = text.strip().lower()
    if re.fullmatch(r"go [1-6]|trip", said):
        return ReadLine(number, text, TAKEN, said)
    if said.startswith("go"):
        return ReadLine(number, text, REFUSED, "", f'"{text.strip()}" is no step.', "Write GO and 1 to 6.")
    return ReadLine(number, text, REMARK)


def _text(facts: Mapping[str, Any]) -> str:
    return json.dumps(facts, sort_keys=True)
