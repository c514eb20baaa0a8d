"""What would my orders do, and what could I order?  PREVIEW with ASSUME, OPTIONS, FORM.

A preview judges the position with the player's own orders and those that he assumes for others, and with
nothing else: whoever is not assumed to order anything is silent. The position itself may tell secrets, so
only an open game (`Card.is_open`) is previewed. Dice fall as they like, never as the table's own will.
"""

import re

import structlog

from adjudicator.dice import SeededDice
from adjudicator.game import REFUSED, Orders, Power
from pbem import sheets
from pbem.commands import Request
from pbem.deeds import Acting, power_meant, refused
from pbem.reports import Deed, Leaf

log = structlog.get_logger(__name__)


class _Wrong(Exception):  # noqa: N818 - named, as all our errors, by what happened
    """An assumption that cannot be read: why, and what would do."""


def preview(acting: Acting, request: Request) -> Deed | Leaf:
    """PREVIEW, with the letter's ASSUME lines"""
    at = acting.at
    if not at.game.card.is_open:
        return refused(
            request,
            f"{at.game.card.title} keeps secrets: a preview that judged the real position would tell you of"
            " them. OPTIONS and a unit tells what you may order.",
        )
    if at.due.over:
        return refused(request, "The game is over; there is nothing to come.")
    try:
        orders = _orders(acting)
    except _Wrong as wrong:
        return refused(request, str(wrong))
    return _judged(acting, request, orders)


def _orders(acting: Acting) -> dict[Power, Orders]:
    """The player's own orders on file, and those he assumes. Raises _Wrong."""
    at = acting.at
    orders: dict[Power, Orders] = {}
    for assumed in acting.visit.script.requests:
        if assumed.word == "ASSUME":
            power = _power(acting, assumed)
            orders[power] = _read(acting, power, orders.get(power), assumed)
    sheet = sheets.on_file(acting.session, at.place)
    if sheet is not None:
        orders[at.row.power] = sheet.orders
    return orders


def _power(acting: Acting, assumed: Request) -> Power:
    try:
        power = power_meant(assumed.argument, acting.at.game.card.seats)
    except ValueError as unknown:
        raise _Wrong(f"line {assumed.line}, {assumed.said}: {unknown}") from None
    if power == acting.at.row.power:
        raise _Wrong(f"line {assumed.line}: {power} is your own; write your orders as always.")
    return power


def _read(acting: Acting, power: Power, so_far: Orders | None, assumed: Request) -> Orders:
    reading = acting.at.game.read(acting.at.table.position, power, so_far, assumed.text)
    bad = next((line for line in reading.lines if line.verdict == REFUSED), None)
    if bad is not None:
        raise _Wrong(f'"{bad.text.strip()}", assumed for {power}: {bad.reason} {bad.remedy}'.strip())
    return reading.orders


def _judged(acting: Acting, request: Request, orders: dict[Power, Orders]) -> Deed | Leaf:
    at = acting.at
    try:
        turn = at.game.judge(at.table.position, orders, SeededDice("preview", at.table.number))
        sheet = at.game.show(turn.state, turn.record, None)
    except Exception:  # a fault of the game may not cost the player the rest of his letter
        log.exception("preview failed", table=at.table.key, again=False)
        return refused(request, "This cannot be previewed: a fault of ours. Your orders are not concerned.")
    assumed = [power for power in orders if power != at.row.power]
    lead = f"{sheet.turn}, with your orders on file"
    lead += (
        f", those you assume for {', '.join(assumed)}, and none of anybody else:" if assumed else " alone:"
    )
    lines = [
        f"  {item.text}"
        for section in sheet.sections
        if section.key in ("results", "due")
        for item in section.items
    ]
    return Leaf("Preview", "\n".join([lead, "", *lines, "", "Nothing of this has happened."]), is_set=False)


def options(acting: Acting, request: Request) -> Deed | Leaf:
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
    return Leaf("What you may order", text or "You have nothing to order now.", is_set=True)


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


def form(acting: Acting, _request: Request) -> Leaf:
    """FORM"""
    lines = acting.at.game.form(acting.at.table.position, acting.at.row.power)
    text = "\n".join(f"  {line}" for line in lines)
    return Leaf("Order form", text or "You have nothing to order now.", is_set=True)
