"""Plausible sheets of a power: guesses at the orders of others, and starting points of a search.

Each unit goes to the most attractive place, with some randomness; if another unit of the power already goes
there, it supports that unit if it can.
"""

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.game import Power
from adjudicator.robots.chance import Chance
from adjudicator.robots.valuing import Values

Choices = Mapping[str, Sequence[str]]
Plan = dict[str, str]  # the order for each entry of `Choices`; entries that are left out get none
BESIDES = ("besides", "starts")
HELP = (" S ", " C ")
LEADS = " leads "
SUPPORT_SHARE, HOLD_SHARE, CROWDED_SHARE, BESIDE_SHARE = 0.9, 0.75, 0.2, 0.08
CONVOY_SHARE = 0.3
NO_GROUND = 0.1  # the weight of centres for a piece that holds none
PLACELESS, LEAST = 0.2, 0.05  # the weight of an order that names no place, and the least weight of any order


def drawn(choices: Choices, chance: Chance) -> Plan:
    """Return random legal orders."""
    return {
        entry: chance.one_of(orders)
        for entry, orders in choices.items()
        if orders and (not is_aside(entry) or chance.share() < BESIDE_SHARE)
    }


def settled(choices: Choices, words: Sequence[str], seed: str) -> Choices:
    """Return the entries that have orders; those of *words* with the one order that comes first in this game.

    What takes several turns, such as research, is finished before something else is begun.
    """
    found = {entry: orders for entry, orders in choices.items() if orders}
    firsts = {
        word: [min(found[word], key=lambda order: Chance(f"{seed} {order}").share())]
        for word in words
        if word in found
    }
    return {**found, **firsts}


def is_aside(entry: str) -> bool:
    """Return whether an entry is for additional orders, which may be left out."""
    return entry.endswith(BESIDES[0])


def instead(choices: Choices, entry: str) -> tuple[str, ...]:
    """Return the other entries for the same card: "Mist (card 1, move)" and "Mist (card 1, magic)"."""
    card, comma, _ = entry.partition(", ")
    same = f"{card}{comma}" if entry.endswith(")") else ""
    return tuple(other for other in choices if same and other != entry and other.startswith(same))


def likely(values: Values, power: Power, choices: Choices, chance: Chance, wildness: float = 0.5) -> Plan:
    """Return orders by which the units of *power* go to the most attractive places."""
    if values.worth.limited:
        return _dearest(values, power, choices, chance, wildness)
    plan: Plan = {}
    taken: dict[str, str] = {}  # by destination, the order that leads there
    for entry in chance.shuffled([entry for entry, orders in choices.items() if orders]):
        orders = choices[entry]
        if set(instead(choices, entry)) & plan.keys():
            continue
        if is_aside(entry):
            order = _beside(values, power, orders, chance)
        else:
            by_water = values.land.standing(entry).kind in values.worth.ships
            errands = [values.errand(power, entry, order) for order in orders]
            share = NO_GROUND if values.holds_no_ground(entry) else 1.0
            pulls = [share * _wish(values, power, order, taken, by_water) for order in orders]
            wishes = [
                (pull + errand, order) for pull, errand, order in zip(pulls, errands, orders, strict=True)
            ]
            order = _best(wishes, chance, wildness)
        if order:
            plan[entry] = order
            if is_move(order):
                taken.setdefault(values.land.goal(order), order)
    for entry in plan:
        plan = in_company(choices, plan, entry)
    return {entry: plan[entry] for entry in choices if entry in plan}  # lines stay under their headings


def _dearest(values: Values, power: Power, choices: Choices, chance: Chance, wildness: float) -> Plan:
    """Return the best order of each entry, the most valuable first: the number on a sheet is limited.

    A line that ends the turn comes last, because nothing below it counts.
    """
    found: list[tuple[float, str, str]] = []
    for entry, orders in choices.items():
        wishes = [(_wish(values, power, order, {}, by_water=False), order) for order in orders]
        blurred = [(wish * (1 - wildness * chance.share()), order) for wish, order in wishes if wish >= 0]
        if blurred:
            wish, order = max(blurred, key=lambda pair: pair[0])
            found.append((wish, entry, order))
    found.sort(key=lambda one: (one[2] in values.worth.ends, -one[0], one[1]))
    return {entry: order for _, entry, order in found}


def _beside(values: Values, power: Power, orders: Sequence[str], chance: Chance) -> str:
    usual = [order for order in orders if not is_never(values, power, order)]
    eager = [order for order in usual if values.worth.is_eager(order)]
    if eager:
        return eager[0]
    return chance.one_of(usual) if usual and chance.share() < BESIDE_SHARE else ""


def is_never(values: Values, power: Power, order: str) -> bool:
    worth = values.worth
    return any(word in order for word in (*worth.never, *worth.never_of.get(power, ())))


def is_move(order: str) -> bool:
    return (" - " in order or "=>" in order) and not any(sign in order for sign in HELP)


def _wish(values: Values, power: Power, order: str, taken: Mapping[str, str], by_water: bool) -> float:
    """Return the weight of an order for a unit; less than 0 for never."""
    if is_never(values, power, order):
        return -1.0
    goal = values.land.goal(order)
    value = values.pull(power, goal, by_water=by_water) if goal else PLACELESS
    if is_move(order):
        by_convoy = CONVOY_SHARE if order.endswith(" via convoy") else 1.0  # it depends on other units
        return value * by_convoy * (CROWDED_SHARE if goal in taken else 1.0) + LEAST
    return value * (SUPPORT_SHARE if goal in taken and _helps(order, taken[goal]) else HOLD_SHARE) + LEAST


def _best(wishes: Sequence[tuple[float, str]], chance: Chance, wildness: float) -> str:
    """Return the order with the greatest weight, after each weight was reduced at random."""
    blurred = [(wish * (1 - wildness * chance.share()), order) for wish, order in wishes if wish >= 0]
    return max(blurred, key=lambda pair: pair[0], default=(0.0, ""))[1]


def _helps(order: str, move: str) -> bool:
    return any(moved(order) == moved(move) for sign in HELP if sign in order)


def moved(order: str) -> str:
    """Return "Par - Bur" for a move, and for a support or convoy of it; "" for another order."""
    if " - " not in order:
        return ""
    for sign in HELP:
        order = order.partition(sign)[2] or order
    origin, _, goal = order.removesuffix(" via convoy").partition(" - ")
    return f"{origin.rpartition(' ')[2]} - {goal}"


def in_company(choices: Choices, plan: Plan, changed: str) -> Plan:
    """Return *plan* with a unit and its leader in agreement; the order of *changed* stands.

    "Faramir leads A MTi - NIt" is void alongside "A MTi - Osg".
    """
    _, _, led = plan.get(changed, "").partition(LEADS)
    unit = next((entry for entry in choices if led == entry or led.startswith(f"{entry} ")), "")
    if unit:
        wanted = led if led in choices[unit] else plan.get(unit, "")
        return {**plan, unit: wanted} if wanted else plan
    for entry, order in plan.items():
        leader, _, led = order.partition(LEADS)
        follows = f"{leader}{LEADS}{plan.get(changed, '')}"
        if led.startswith(f"{changed} ") and follows in choices[entry]:
            plan = {**plan, entry: follows}
    return plan


def helpers(choices: Choices, move: str) -> Iterator[tuple[str, str]]:
    """Yield the orders of other units that would help *move*."""
    wanted = moved(move)
    for entry, orders in choices.items():
        for order in orders:
            if any(sign in order for sign in HELP) and moved(order) == wanted:
                yield entry, order
