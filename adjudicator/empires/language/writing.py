"""Write orders in the notation of sheets, one a line; parsing them again gives the same orders."""

from typing import assert_never

from adjudicator.empires.ground import zone_name
from adjudicator.empires.language import orders
from adjudicator.empires.language.orders import (
    ArmyOrder,
    Attack,
    Conditional,
    Kind,
    PlainOrder,
    RecruitItem,
    Ref,
    SheetOrder,
)


def in_notation(order: SheetOrder) -> tuple[str, ...]:  # noqa: C901, PLR0911, PLR0912  (one case per kind)
    """Return the lines of *order*; each order on the line of a heading gets its own line."""
    match order:
        case ArmyOrder():
            return (army_order(order),)
        case orders.Items(items=items):
            return tuple(map(recruit_item, items))
        case orders.Recruit(items=items):
            return ("RECRUIT", *map(recruit_item, items))
        case orders.Activate(extra=extra, order=first):
            heading = "OFFENSIVE" if extra else "ACTIVATE"
            return (heading, army_order(first)) if first else (heading,)
        case orders.Research(technology=technology):
            return (f"RESEARCH {technology}",)
        case orders.Entrench(zone=zone):
            return (f"ENTRENCH {zone_name(zone)}",)
        case orders.Diplomacy(track=track, forward=forward):
            return (f"DIPLOMACY {track} {'forward' if forward else 'back'}",)
        case orders.Missions():
            return ("MISSIONS",)
        case orders.Gas(zone=zone, target=target):
            return (_words("GAS", _kind(target), zone_name(zone)),)
        case orders.Pause():
            return ("PAUSE",)
        case orders.Pass():
            return ("PASS",)
        case Conditional():
            return (_conditional(order),)
        case _ as never:
            assert_never(never)


def _conditional(order: Conditional) -> str:
    """Return the line with the words of its conditions as they were written."""
    if order.is_end:
        return "IN ANY CASE:"
    condition = f"IF {' AND '.join(one.words for one in order.conditions)}" if order.conditions else ""
    head = _words("OTHERWISE" if order.is_else else "", condition)
    otherwise = f" ELSE {_on_one_line(order.otherwise)}" if order.otherwise else ""
    return f"{head}: {_on_one_line(order.order)}{otherwise}" if order.order else f"{head}:"


def _on_one_line(order: PlainOrder) -> str:
    head, *items = (line.strip() for line in in_notation(order))
    if isinstance(order, orders.Items):
        return ", ".join((head, *items))
    return _words(head, ", ".join(items))


def recruit_item(item: RecruitItem) -> str:
    verb = "reinforce" if isinstance(item, orders.Reinforce) else ""
    number = str(item.army.number) if item.army.number > 1 else ""
    return f"  {_words(verb, number, _kind(item.army.kind), 'in', zone_name(item.army.zone))}"


def army_order(order: ArmyOrder) -> str:
    path = [zone_name(zone) for zone in order.path]
    words = [_ref(order.army)]
    if order.strategic and len(path) == 1:
        words.append(f"=> {path[0]}")
    else:
        words += [f"- {zone}" for zone in path]
        words += ["strategic"] if order.strategic else []
    words += ["by sea"] if order.by_sea else []
    words += [_attack(order.attack)] if order.attack else []
    return f"  {_words(*words)}"


def _attack(attack: Attack) -> str:
    supporters = ", ".join(map(_ref, attack.supporters))
    return _words(
        "attacks",
        _kind(attack.target),
        f"with {supporters}" if supporters else "",
        f"air {attack.air}" if attack.air and not attack.air_if else "",
        "tanks" if attack.tanks else "",
        f"supporter loss {attack.loss}" if attack.loss else "",
        f"air {attack.air} if {' and '.join(one.words for one in attack.air_if)}" if attack.air_if else "",
    )


def _ref(ref: Ref) -> str:
    number = str(ref.number) if ref.number > 1 else ""
    return _words(number, _kind(ref.kind), "Army" if ref.number == 1 else "Armies", zone_name(ref.zone))


def _kind(kind: Kind) -> str:
    return _words(kind.step, kind.size, kind.nation)


def _words(*words: str) -> str:
    return " ".join(filter(None, words))
