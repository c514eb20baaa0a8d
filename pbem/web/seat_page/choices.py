"""The units of a seat and what else it orders, each with its legal orders, to choose from."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.game import Game, InForce, Orders, WithLaterChoices
from pbem.commands.context import SeatCommandContext
from pbem.store.states import OVER
from pbem.web.seat_page import shared_views

NONE: tuple[str, Sequence[str]] = ("", ())
ASPECT = ", "  # in an entry about something else than the order of a unit: "Gandalf, first place"
BESIDES = ", besides"  # at the end of an entry of `Game.choices`: orders of that unit in addition to its own


class Choice(Struct, frozen=True):
    """A unit, or something else that is ordered, and its legal orders, one of which may be given.

    Any number of *added* may be given in addition, and of *later*, which other orders make possible.
    *instead* replaces *orders*, unless it is empty. What *is_extra* needs no order. Each of several units
    with the same name has its own Choice: this is the *ordinal*th of *alike*.
    """

    unit: str
    orders: Sequence[str]
    now: str  # the order on file for it, "" if none is found under this name
    heading: str = ""  # the lines under which its orders are written, "" for none
    where: str = ""  # the full name of its place, "" if *unit* already has it or names no place
    added: Sequence[str] = ()
    later: Sequence[str] = ()
    instead: Sequence[str] = ()
    is_extra: bool = False
    ordinal: int = 1
    alike: int = 1


def others(acting: SeatCommandContext) -> Sequence[str]:
    """Return the powers of the others at the table."""
    return [power for power in acting.at.powers if power != acting.at.row.power]


def _choices(
    acting: SeatCommandContext, position: str, power: str, force: Sequence[InForce] = (), below: str = ""
) -> Sequence[Choice]:
    """Return the orders to choose from for *power*, with the headings of the game below the line *below*."""
    game = acting.at.game
    place = shared_views.place_of(game, acting.at.table, acting.at.row.power)
    found: dict[tuple[str, str], Choice] = {}
    for heading, entry, orders in _entries(game, shared_views.choices(place, position, power), below):
        unit = entry.removesuffix(BESIDES)
        own = found.get((heading, unit)) or Choice(unit, (), "", heading, _where(game, unit))
        found[heading, unit] = replace(own, **{"orders" if entry == unit else "added": orders})
    number = shared_views.alike(place, position, power)
    choices = _with_orders([*found.values()], force)
    return [one for choice in choices for one in _each(choice, number.get(choice.unit, 1))]


def _with_orders(choices: Sequence[Choice], force: Sequence[InForce]) -> Iterator[Choice]:
    """Yield each entry with its order in force; "Gandalf, first place" has another than "Gandalf"."""
    units = {one.unit for one in choices}
    about = {
        one.unit: unit for one in choices if (unit := one.unit.partition(ASPECT)[0]) in units - {one.unit}
    }
    apart = {order for one in choices if one.unit in about for order in one.orders}
    for one in choices:
        own = [row for row in force if (row.notation in apart) is (one.unit in about)]
        yield replace(one, now=_now(about.get(one.unit, one.unit), one.where, own))


def _each(choice: Choice, number: int) -> Iterator[Choice]:
    """Yield an entry for each of *number* units with the same name."""
    yield from (replace(choice, ordinal=ordinal, alike=number) for ordinal in range(1, number + 1))


def _entries(
    game: Game, listed: Iterable[tuple[str, Sequence[str]]], below: str = ""
) -> Iterator[tuple[str, str, Sequence[str]]]:
    """Yield each entry that has orders, with the heading above it and its orders one by one."""
    heading = below
    for entry, orders in listed:
        if entry in game.card.headings:
            heading = f"{below}\n{entry}".lstrip()
        elif orders:
            single = (one for order in orders for one in _single(game, order))
            yield heading, entry, tuple(dict.fromkeys(single))


def _single(game: Game, order: str) -> Sequence[str]:
    """Return the orders that are joined in one: of "A MTi R Los, Ano" "A MTi R Los" and "A MTi R Ano"."""
    for one in game.card.joined:
        head, word, behind = order.partition(one.word)
        if word and order.startswith(one.begins):
            return [f"{head}{word}{item}" for item in behind.split(one.glue)]
    return [order]


def own_choices(acting: SeatCommandContext, force: Sequence[InForce]) -> Sequence[Choice]:
    """Return the orders to choose from for the seat, each with its order in *force*."""
    at = acting.at
    if at.table.state == OVER:
        return ()
    return _choices(acting, at.table.position, at.row.power, force)


def with_later(acting: SeatCommandContext, choices: Sequence[Choice], orders: Orders) -> Sequence[Choice]:
    """Return the same, each with what *orders* make possible in addition, and what is seldom ordered."""
    game, at = acting.at.game, acting.at
    if at.table.state == OVER or not isinstance(game, WithLaterChoices):
        return choices
    place = shared_views.place_of(game, at.table, at.row.power)
    listed = shared_views.later_choices(place, at.table.position, orders)
    later = {entry: (heading, orders) for heading, entry, orders in _entries(game, listed.items())}
    known = [
        replace(one, later=later.pop(one.unit + BESIDES, NONE)[1], instead=later.pop(one.unit, NONE)[1])
        for one in choices
    ]
    return [*known, *(_other(entry, heading, found) for entry, (heading, found) in later.items())]


def _other(entry: str, heading: str, orders: Sequence[str]) -> Choice:
    unit = entry.removesuffix(BESIDES)
    if unit == entry:
        return Choice(unit, orders, "", heading, is_extra=True)
    return Choice(unit, (), "", heading, later=orders, is_extra=True)


def assumed(acting: SeatCommandContext, power: str) -> Sequence[Choice]:
    """Return the orders of another power, as far as the seat may know, below the line ASSUME."""
    at = acting.at
    if at.table.state == OVER or power not in others(acting):
        return ()
    try:
        position = at.game.imagined(at.table.position, at.row.power)
    except ValueError:
        return ()
    return _choices(acting, position, power, below=f"ASSUME {power}")


def _where(game: Game, entry: str) -> str:
    """Return the full name of the place of "A EKH": "Elvenking's Halls"."""
    short = entry.rpartition(" ")[2]
    full, *_ = game.card.places.get(short.partition("/")[0], ("",))
    return "" if full == short else full


def _now(entry: str, where: str, force: Sequence[InForce]) -> str:
    """Return the order on file for "2A MTi", in full "2 Armies Minas Tirith"; "" if there is none.

    A stack may have several: its own, and that of a piece that leads it.
    """
    kind = _kind(entry)
    found = [
        row
        for row in force
        if row.unit == entry or (where and row.unit.endswith(f" {where}") and _kind(row.unit) == kind)
    ]
    if len({row.unit for row in found}) != 1:
        return ""
    return "; ".join(row.order for row in found if row.source != "missing")


def _kind(unit: str) -> str:
    return unit.lstrip("0123456789 ")[:1]
