"""Standard Diplomacy: the base of the other games of provinces, and the proof that the engine is right."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from adjudicator import board
from adjudicator.beside import text_beside
from adjudicator.dice import Dice
from adjudicator.game import Card, Due, Facts, Orders, Power, Reading, Record, Sheet, State, Turn
from adjudicator.keeping import to_text
from adjudicator.position import Unit
from adjudicator.standard import agreement, choices, phases, places, reading, record, sheets, victory
from adjudicator.standard.phases import position_of
from adjudicator.standard.sight import Seen, seen


def _page(name: str) -> str:
    return text_beside(__name__, name)


def _card() -> Card:
    return Card(
        key="standard",
        title=sheets.TITLE,
        sentence=f"Seven powers, secret orders: first to {victory.goal()} supply centres wins.",
        seats=phases.powers(),
        rules=_page("rules.md"),
        credits=("Diplomacy was designed by Allan B. Calhamer.",),
        aliases=("diplomacy", "dip"),
        phases=tuple(dict.fromkeys(step.phase for step in phases.YEAR)),
        seasons=tuple(dict.fromkeys(phases.PRINTED.get(step.phase, step.season) for step in phases.YEAR)),
        help=_page("help.md"),
    )


class Standard:
    """The game as the service knows it; see `adjudicator.game.Game`."""

    card = _card()

    def start(self, options: Facts, dice: Dice) -> State:  # noqa: ARG002  (nothing is rolled for)
        if options:
            raise ValueError(f"standard Diplomacy has no options, not {', '.join(options)}")
        the_board = board.load("adjudicator.standard")
        units = tuple(Unit(piece.power, piece.unit, piece.at) for piece in the_board.start)
        return to_text(msgspec.structs.replace(places.place({}), units=units))

    def due(self, state: State) -> Due:
        position = position_of(state)
        return msgspec.structs.replace(phases.due(position), motions=agreement.motions(position))

    def form(self, state: State, power: Power) -> Sequence[str]:
        return choices.form(position_of(state), power)

    def choices(self, state: State, power: Power) -> Mapping[str, Sequence[str]]:
        return choices.choices(position_of(state), power)

    def read(self, state: State, power: Power, so_far: Orders | None, lines: Sequence[str]) -> Reading:
        return reading.read(position_of(state), power, so_far, lines)

    def judge(self, state: State, orders: Mapping[Power, Orders], dice: Dice) -> Turn:  # noqa: ARG002
        after, judged = phases.turn(state, orders)
        return Turn(after, judged)

    def imagined(self, state: State, power: Power) -> State:  # noqa: ARG002  (nothing is hidden)
        return state

    def conclude(self, state: State, winners: Sequence[Power]) -> State:
        return to_text(msgspec.structs.replace(position_of(state), over=True, winners=tuple(winners)))

    def show(self, state: State, record: Record | None, reader: Power | None) -> Sheet:
        return sheets.sheet(self._seen(state, record, reader))

    def picture(self, state: State, record: Record | None, reader: Power | None) -> str:  # noqa: ARG002
        return _picture(state, record)

    def place(self, facts: Facts) -> State:
        return to_text(places.place(facts))

    def describe(self, state: State, record: Record | None = None) -> dict[str, Any]:
        public = self._seen(state, record, None)
        return places.describe(public.position, public.record)

    def _seen(self, state: State, text: Record | None, reader: Power | None) -> Seen:
        return seen(position_of(state), record.from_text(text) if text else None, reader)


@lru_cache(maxsize=8)  # all its readers see the same
def _picture(state: State, text: Record | None) -> str:
    return sheets.draw(seen(position_of(state), record.from_text(text) if text else None, None))


game = Standard()
