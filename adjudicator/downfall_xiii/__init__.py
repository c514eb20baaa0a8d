"""Downfall XIII: the War of the Ring for eight powers, with hidden pieces, stacks, Cavalry and the Ring."""

from collections.abc import Mapping, Sequence
from importlib import import_module, resources
from typing import Any

import msgspec

from adjudicator.dice import Dice
from adjudicator.downfall_xiii import (
    agreement,
    drawing,
    ground,
    options,
    phases,
    places,
    position,
    ring,
    sheets,
)
from adjudicator.downfall_xiii.position import Fate, Piece, Stack
from adjudicator.downfall_xiii.sight import Seen, seen
from adjudicator.downfall_xiii.victory import CENTRES_TO_WIN
from adjudicator.downfall_xiii.wording import sentence
from adjudicator.game import Card, Due, Facts, Orders, Power, Reading, Record, Sheet, State, Turn
from adjudicator.middle_earth import actions, record
from adjudicator.middle_earth.actions import Standable, Standing
from adjudicator.middle_earth.pieces import is_piece


def _page(name: str) -> str:
    page = resources.files(__package__).joinpath(name)
    return page.read_text(encoding="utf-8") if page.is_file() else ""


def _card() -> Card:
    return Card(
        key="downfall-xiii",
        title=sheets.TITLE,
        sentence=f"The War of the Ring: hidden heroes, one Ring; {CENTRES_TO_WIN} centres, or the Fire, win.",
        seats=ground.POWERS,
        rules=_page("rules.md"),
        credits=(
            "The Downfall of the Lord of the Rings and the Return of the King, version XIII: Iain Bowen.",
            "Adapted from Definitive Downfall by Glover Rogerson and John Norris.",
        ),
        aliases=("xiii", "downfall xiii", "downfall"),
        options=options.OPTIONS,
        phases=position.PHASES,
        help=_page("help.md"),
    )


def _orders() -> Any:
    """The reader of orders; it knows this package's values, and is asked only when a letter comes."""
    return import_module("adjudicator.downfall_xiii.orders")


class DownfallXIII:
    """The game as the service knows it; see `adjudicator.game.Game`."""

    card = _card()

    def start(self, given: Facts, dice: Dice) -> State:
        stacks, pieces = [], []
        for one in ground.BOARD.start:
            if is_piece(_kind(one.unit)):
                pieces += [Piece(one.power, _kind(one.unit), one.at)] if one.at else []
            else:
                stacks.append(Stack(one.power, one.unit, one.at, one.count))
        return position.to_text(
            msgspec.structs.replace(
                places.at_start(),
                stacks=tuple(sorted(stacks)),
                pieces=tuple(sorted(pieces)),
                ring=ring.first_place(dice),
                gandalf=Fate("unplaced"),
                options=options.chosen(given),
            )
        )

    def due(self, state: State) -> Due:
        now = position.from_text(state)
        return msgspec.structs.replace(phases.due(now), motions=agreement.motions(now))

    def form(self, state: State, power: Power) -> Sequence[str]:
        form = import_module("adjudicator.downfall_xiii.form")
        lines: Sequence[str] = form.form(position.from_text(state), power)
        return lines

    def choices(self, state: State, power: Power) -> Mapping[str, Sequence[str]]:
        choices = import_module("adjudicator.downfall_xiii.choices")
        found: Mapping[str, Sequence[str]] = choices.choices(position.from_text(state), power)
        return found

    def read(self, state: State, power: Power, so_far: Orders | None, lines: Sequence[str]) -> Reading:
        reading: Reading = _orders().read(position.from_text(state), power, so_far, lines)
        return reading

    def judge(self, state: State, orders: Mapping[Power, Orders], dice: Dice) -> Turn:
        now = position.from_text(state)
        if now.over:
            raise ValueError("the game is over; there is nothing to judge")
        given = {power: actions.from_text(orders[power]) for power in ground.POWERS if power in orders}
        after, judged = phases.judge(now, given, dice)
        return Turn(position.to_text(after), record.to_text(judged))

    def conclude(self, state: State, winners: Sequence[Power]) -> State:
        now = position.from_text(state)
        return position.to_text(msgspec.structs.replace(now, over=True, winners=tuple(winners)))

    def show(self, state: State, record: Record | None, reader: Power | None) -> Sheet:
        return sheets.sheet(self._seen(state, record, reader))

    def picture(self, state: State, record: Record | None, reader: Power | None) -> str:
        return drawing.draw(self._seen(state, record, reader))

    def place(self, facts: Facts) -> State:
        return position.to_text(places.place(facts, _read_standing))

    def describe(self, state: State, record_text: Record | None = None) -> dict[str, Any]:
        told = places.describe(position.from_text(state))
        told["results"] = _told_results(record_text) if record_text else {}
        return told

    def _seen(self, state: State, text: Record | None, reader: Power | None) -> Seen:
        return seen(position.from_text(state), record.from_text(text) if text else None, reader)


def _kind(unit: str) -> str:
    return "Fe" if unit == "Fellowship" else unit


def _told_results(text: Record) -> dict[str, dict[str, str]]:
    told: dict[str, dict[str, str]] = {}
    for result in record.from_text(text).results:
        told.setdefault(result.power, {}).setdefault(sentence(result.order), result.outcome.word)
    return told


def _read_standing(state: position.State, power: Power, texts: Sequence[str]) -> tuple[Standable, ...]:
    """Standing orders of a case, in the words of orders. Raises ValueError for one that is refused."""
    reading: Reading = _orders().read(state, power, None, [f"STANDING: {text}" for text in texts])
    for line in reading.lines:
        if line.reason:
            raise ValueError(f"state, standing.{power}: {line.reason}")
    orders = actions.from_text(reading.orders).orders
    return tuple(one.order for one in orders if isinstance(one, Standing))


game = DownfallXIII()
