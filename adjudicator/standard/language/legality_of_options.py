"""Orders of the optional rules: proxies, orders for units of others, signals. Standard 15.

Nothing here looks at another power's orders: proxies are matched when the turn is run.
"""

from collections.abc import Callable

from msgspec import UNSET

from adjudicator.core.language.words import NotAllowed, Refusal, Unreadable, key
from adjudicator.core.position import Place
from adjudicator.standard.language import orders
from adjudicator.standard.language.grammar import WrittenOrder, WrittenUnit
from adjudicator.standard.language.names import Ground, find, own_unit, province_of
from adjudicator.standard.resolve.options import PROXY, SIGNALS
from adjudicator.standard.sentences import say

AN_ORDER = ("hold", "move", "support_hold", "support_move", "convoy")


def is_on(option: str, ground: Ground) -> bool:
    return ground.position.options is not UNSET and option in ground.position.options


def proxy(written: WrittenOrder, ground: Ground) -> orders.Order:
    """Let another power order a unit.  15.1"""
    if not is_on(PROXY, ground):
        raise NotAllowed(say("no_proxy"), say("no_proxy_remedy"))
    unit = own_unit(written.unit, ground)
    power = ground.language.powers.get(key(written.route[-1]))
    if power is None:
        raise Unreadable(say("no_such_power", power=written.route[-1]))
    if power == ground.power:
        raise NotAllowed(say("left_to_yourself", unit=ground.unit(unit)), say("give_another"))
    return orders.Proxy(unit, power)


def ground_for(written: WrittenOrder, ground: Ground) -> Ground:
    """Return the *ground* of the unit's owner, if the power may have a proxy for the unit.  15.1"""
    if not is_on(PROXY, ground) or written.verb not in AN_ORDER:
        return ground
    unit = ground.standing.get(_province_named(written.unit, ground))
    if unit is None or unit.power == ground.power:
        return ground
    return Ground(ground.board, ground.position, unit.power)


def _province_named(unit: WrittenUnit, ground: Ground) -> str:
    try:
        return find(ground, unit.place, ground.standing.__contains__)[0]
    except Refusal:  # the order itself is refused with the reason
        return ""


def signal(
    written: WrittenOrder, rule: Callable[[WrittenOrder, Ground], orders.Order], ground: Ground
) -> orders.Order:
    """Return an order that cannot succeed and is only printed.  15.2"""
    if not is_on(SIGNALS, ground):
        raise NotAllowed(say("no_signals"), say("no_signals_remedy"))
    own_unit(written.unit, ground)
    try:
        rule(written, ground)
    except NotAllowed:
        return _signal(written, ground)
    raise NotAllowed(say("signal_is_possible"), say("signal_is_possible_remedy"))


def _signal(written: WrittenOrder, ground: Ground) -> orders.Order:
    unit = own_unit(written.unit, ground)
    supported = find(ground, written.other.place)[0] if written.other else ""
    target = _place(written.route[-1], ground) if written.route else ""
    match written.verb:
        case "move":
            return orders.Signal(unit, orders.Move(unit, target, written.by_convoy))
        case "support_hold":
            return orders.Signal(unit, orders.SupportHold(unit, supported))
        case "support_move":
            return orders.Signal(unit, orders.SupportMove(unit, supported, target))
        case "convoy":
            return orders.Signal(unit, orders.Convoy(unit, supported, province_of(target)))
    raise NotAllowed(say("signal_is_possible"), say("signal_is_possible_remedy"))


def _place(words: str, ground: Ground) -> Place:
    """Return the place that *words* name, with a coast that the province has."""
    province, coast = find(ground, words)
    has_coast = coast in ground.board.map.provinces[province].coasts
    return f"{province}/{coast}" if has_coast else province
