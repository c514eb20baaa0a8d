"""PREVIEW with ASSUME, OPTIONS and FORM: what a player's orders would do, and what they could order.

A preview judges what the player's power may know of the position (`Game.imagined`), with his own orders and
those that he assumes for others, and with nothing else: whose orders nobody assumes has sent an empty sheet.
Where dice are rolled it is judged several times, with other dice than the table's own, and tells how often
each thing came about.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from adjudicator.core.game import REFUSED, Orders, Power, ReportFacts, State
from pbem.commands.context import SeatCommandContext, SeatContext, power_meant, refused
from pbem.core.logs import log
from pbem.core.templating import form_line, words
from pbem.messages.script import Request
from pbem.reports import AnswerPage, CommandResult
from pbem.tables import order_sheets
from pbem.tables.trial_run import RESULT_SECTIONS, CountingDice

OTHERS = "others"
TRIALS = 12  # where dice are rolled
SELDOM = 2


def preview(acting: SeatCommandContext, request: Request) -> CommandResult | AnswerPage:
    """PREVIEW, with the message's ASSUME lines"""
    at = acting.at
    if at.due.over:
        return refused(request, "The game is over; there is nothing to come.")
    if at.row.power not in {*at.due.owed, *at.due.asked}:
        return refused(request, f"{at.due.turn} asks nothing of you, so there is nothing to try.")
    try:
        position = at.game.imagined(at.table.position, at.row.power)
        orders = _orders(acting, position)
    except ValueError as wrong:
        return refused(request, f"There is no preview: {wrong}")
    return _judged(acting, request, position, orders)


def _orders(acting: SeatCommandContext, position: State) -> dict[Power, Orders]:
    """The player's own orders on file, and those he assumes. Raises ValueError with what would do."""
    at = acting.at
    orders: dict[Power, Orders] = {}
    for assumed in acting.visit.script.requests:
        if assumed.word == "ASSUME":
            power = _power(acting, assumed)
            orders[power] = _read(acting, position, power, orders.get(power), assumed)
    sheet = order_sheets.on_file(acting.session, at.place)
    if sheet is not None:
        orders[at.row.power] = sheet.orders
    return orders


def _power(acting: SeatCommandContext, assumed: Request) -> Power:
    try:
        power = power_meant(assumed.argument, acting.at.game.card.seats)
    except ValueError as unknown:
        raise ValueError(f"line {assumed.line}, {assumed.said}: {unknown}") from None
    if power == acting.at.row.power:
        raise ValueError(f"line {assumed.line}: {power} is your own; write your orders as always.")
    return power


def _read(
    acting: SeatCommandContext, position: State, power: Power, so_far: Orders | None, assumed: Request
) -> Orders:
    reading = acting.at.game.read(position, power, so_far, assumed.text)
    bad = next((line for line in reading.lines if line.verdict == REFUSED), None)
    if bad is not None:
        raise ValueError(f'"{bad.text.strip()}", assumed for {power}: {bad.reason} {bad.remedy}'.strip())
    return reading.orders


def _judged(
    acting: SeatCommandContext, request: Request, position: State, orders: dict[Power, Orders]
) -> CommandResult | AnswerPage:
    at = acting.at
    try:
        trials = list(_trials(at, position, orders))
    except Exception:  # a fault of the game may not cost the player the rest of his message
        log.exception("preview failed", table=at.table.key, again=False)
        return refused(request, "This cannot be previewed: a fault of ours. Your orders are not concerned.")
    facts = {
        "turn": at.due.turn,
        "assumed": [power for power in orders if power != at.row.power],
        "trials": len(trials),
        "rows": counted(trials),
    }
    return AnswerPage(
        "Preview", words("preview.txt", facts, acting.visit.office.house.templates), is_set=True
    )


def _trials(at: SeatContext, position: State, orders: dict[Power, Orders]) -> Iterator[list[str]]:
    """What comes of it, in sentences: once, or several times where dice are rolled."""
    empty = {power: at.game.read(position, power, None, ()).orders for power in at.due.owed}
    for number in range(TRIALS):
        dice = CountingDice(f"preview {at.table.number} {number}")
        turn = at.game.judge(position, empty | orders, dice)
        yield _told(at.game.show(turn.state, turn.record, at.row.power), [*orders])
        if not dice.rolls:
            return


def _told(sheet: ReportFacts, ordered: Sequence[Power]) -> list[str]:
    """What a report would tell; of others' orders only those that were assumed."""
    told = [
        item.text for section in sheet.sections if section.key in RESULT_SECTIONS for item in section.items
    ]
    others = [item.text for section in sheet.sections if section.key == OTHERS for item in section.items]
    assumed = [text for text in others if text.partition(":")[0] in ordered]
    return told + assumed


class Row(Struct, frozen=True):
    """A sentence of a preview, and in how many of the trials it came about."""

    text: str
    times: int


def counted(trials: Sequence[Sequence[str]]) -> list[Row]:
    """Each sentence once, where it first stood; what came about more seldom than `SELDOM` is left out."""
    times = Counter(text for trial in trials for text in dict.fromkeys(trial))
    order = sorted(times, key=lambda text: next(trial.index(text) for trial in trials if text in trial))
    return [Row(text, times[text]) for text in order if len(trials) == 1 or times[text] >= SELDOM]


def options(acting: SeatCommandContext, request: Request) -> CommandResult | AnswerPage:
    """OPTIONS A PAR; OPTIONS alone for all units"""
    at = acting.at
    every = at.game.choices(at.table.position, at.row.power)
    wanted = {
        unit: orders
        for unit, orders in every.items()
        if not request.argument or _is_meant(request.argument, unit)
    }
    if not wanted and every:
        units = dict.fromkeys(_unit(entry) for entry in every)
        return refused(request, f'You have no "{request.argument}". You have {", ".join(units)}.')
    text = "\n\n".join("\n".join([f"{unit}:", *(f"  {order}" for order in wanted[unit])]) for unit in wanted)
    return AnswerPage("What you may order", text or "You have nothing to order now.", is_set=True)


def _unit(entry: str) -> str:
    """The unit of an entry like "A Lam, besides"."""
    return entry.partition(",")[0]


def _is_meant(said: str, entry: str) -> bool:
    """ "a paris" for "A Par", "A MTi" for "2A MTi": word by word, one the beginning of the other."""
    words, own = _plain(said), _plain(_unit(entry))
    pairs = list(zip(words[-len(own) :], own[-len(words) :], strict=False))
    return bool(pairs) and all(one.startswith(two) or two.startswith(one) for one, two in pairs)


def _plain(unit: str) -> list[str]:
    """Its words without the number of a stack."""
    return [word for word in re.sub(r"^\d+\s*", "", unit.strip().lower()).split() if word]


def form(acting: SeatCommandContext, _request: Request) -> AnswerPage:
    """FORM"""
    lines = acting.at.game.form(acting.at.table.position, acting.at.row.power)
    text = "\n".join(map(form_line, lines))
    return AnswerPage("Order form", text or "You have nothing to order now.", is_set=True)
