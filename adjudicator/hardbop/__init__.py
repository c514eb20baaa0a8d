"""Hardbop Downfall: the War of the Ring for seven powers, a turn in thirteen steps."""

from collections.abc import Mapping, Sequence
from importlib import import_module, resources
from typing import Any

import msgspec

from adjudicator.dice import Dice
from adjudicator.game import Card, Due, Facts, Option, Orders, Power, Reading, Record, Sheet, State, Turn
from adjudicator.hardbop import agreement, calendar, drawing, ground, phases, places, position, ring, sheets
from adjudicator.hardbop.position import Military, Personality
from adjudicator.hardbop.sight import Seen, seen
from adjudicator.hardbop.wording import sentence
from adjudicator.middle_earth import actions, record
from adjudicator.middle_earth.actions import Standable, Standing

KINDS = {"EA": "E", "Ranger": "R", "Fellowship": "Fe"}  # as the board's file calls them
HINTS = Option(
    "hints", "Whether Mordor, Saruman and Gondor begin with hints of the Ring", ("on", "off"), "on", "7.1(b)"
)


def _page(name: str) -> str:
    page = resources.files(__package__).joinpath(name)
    return page.read_text(encoding="utf-8") if page.is_file() else ""


def _card() -> Card:
    return Card(
        key="hardbop",
        title=sheets.TITLE,
        sentence="The War of the Ring in thirteen steps: leaders, two-space riders, the Ring and the Balrog.",
        seats=ground.POWERS,
        rules=_page("rules.md"),
        credits=(
            "Hardbop Downfall is by James and Mark Nelson,",
            "presented by Stephen Agar.",
        ),
        options=(HINTS,),
        aliases=("hardbop downfall", "hb"),
        phases=position.PHASES,
        help=_page("help.md"),
    )


def _orders() -> Any:
    """The reader of orders; it knows this package's values, and is asked only when a letter comes."""
    return import_module("adjudicator.hardbop.orders")


class Hardbop:
    """The game as the service knows it; see `adjudicator.game.Game`."""

    card = _card()

    def start(self, options: Facts, dice: Dice) -> State:
        chosen = _chosen(options)
        lies = ring.first_place(dice)
        whispered = ring.hints(dice) if chosen.get(HINTS.key, HINTS.default) == "on" else {}
        military, pieces = _set_up()
        return position.to_text(
            msgspec.structs.replace(
                places.at_start(),
                military=tuple(sorted(military)),
                personalities=tuple(sorted(pieces)),
                ring=lies,
                hints=whispered,
                unplaced=("Gandalf", "Nazgul"),
                set_up=True,
                options=chosen,
            )
        )

    def due(self, state: State) -> Due:
        now = position.from_text(state)
        return msgspec.structs.replace(phases.due(now), motions=agreement.motions(now))

    def form(self, state: State, power: Power) -> Sequence[str]:
        form = import_module("adjudicator.hardbop.form")
        lines: Sequence[str] = form.form(position.from_text(state), power)
        return lines

    def choices(self, state: State, power: Power) -> Mapping[str, Sequence[str]]:
        choices = import_module("adjudicator.hardbop.choices")
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
        if record_text:  # the turn that was played, not the one that is due (F)
            told["state"]["date"] = calendar.name(record.from_text(record_text).turn)
        return told

    def _seen(self, state: State, text: Record | None, reader: Power | None) -> Seen:
        return seen(position.from_text(state), record.from_text(text) if text else None, reader)


def _chosen(options: Facts) -> dict[str, str]:
    for key, value in options.items():
        if key != HINTS.key:
            raise ValueError(f'no option "{key}"; there is {HINTS.key}')
        if str(value) not in HINTS.values:
            raise ValueError(f'{key}: "{value}" is none of {", ".join(HINTS.values)}')
    return {key: str(value) for key, value in options.items()}


def _set_up() -> tuple[list[Military], list[Personality]]:
    military: list[Military] = []
    pieces: list[Personality] = []
    for one in ground.BOARD.start:
        kind = KINDS.get(one.unit, one.unit)
        if kind == "E":
            military += [Military(one.power, kind, one.at)] * one.count
        elif kind in ground.MILITARY:
            military.append(Military(one.power, kind, one.at, one.count))
        elif one.at:
            pieces.append(Personality(one.power, kind, one.at))
    return military, pieces


def _told_results(text: Record) -> dict[str, dict[str, str]]:
    told: dict[str, dict[str, str]] = {}
    for result in record.from_text(text).results:
        told.setdefault(result.power, {}).setdefault(sentence(result.order), result.outcome.word)
    return told


def _read_standing(state: position.State, power: Power, texts: Sequence[str]) -> tuple[Standable, ...]:
    """Standing orders of a case, in the order language. Raises ValueError for one that is refused."""
    reading: Reading = _orders().read(state, power, None, [f"STANDING: {text}" for text in texts])
    for line in reading.lines:
        if line.reason:
            raise ValueError(f"state, standing.{power}: {line.reason}")
    orders = actions.from_text(reading.orders).orders
    return tuple(one.order for one in orders if isinstance(one, Standing))


game = Hardbop()
