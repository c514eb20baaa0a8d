"""Put orders to destroy pieces into words; most of them are precautions that come to nothing.

One sentence covers the orders of several units with the same target. Reports do not repeat a standing order
without effect each turn, since they list the standing orders.
"""

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from adjudicator.middle_earth.language.orders import Destroy, Order, Standable, Target, Unit
from adjudicator.middle_earth.language.standing import ALSO_ARMIES, ANYWHERE
from adjudicator.middle_earth.resolve.record import News, Result
from adjudicator.middle_earth.view.stand_offs import start, way

ANY_PIECE = "any"
SLAIN = "piece.destroyed"  # the key of such news
Together = Callable[[Sequence[Unit], Target], str]


def destroying_sentences(
    orders: Iterable[Order], sentence: Callable[[Order], str], together: Together
) -> list[str]:
    """Return the orders in words, in their order."""
    return [in_words(group, sentence, together) for group in in_groups(list(orders))]


def in_words(group: Sequence[Order], sentence: Callable[[Order], str], together: Together) -> str:
    """Return the orders of one group in words."""
    units = [order.unit for order in group if isinstance(order, Destroy)]
    first = group[0]
    if len(units) > 1 and isinstance(first, Destroy):
        return together(units, first.target)
    return sentence(first)


def in_groups(orders: Sequence[Order]) -> list[list[Order]]:
    """Return the orders in their order; with the first that destroys a target, all that destroy it too."""
    groups: dict[Target | int, list[Order]] = {}
    for number, order in enumerate(orders):
        key = order.target if isinstance(order, Destroy) and not order.conditions else number
        groups.setdefault(key, []).append(order)
    return list(groups.values())


def is_standing(order: Order, standing: Iterable[Standable]) -> bool:
    """Return whether the order to destroy is one of *standing*, or what "A *" in one of them means."""
    if not isinstance(order, Destroy):
        return False
    return any(_means(one, order) for one in standing if isinstance(one, Destroy))


def slain(row: Result, own: Sequence[Result], news: Iterable[News]) -> list[str]:
    """Return what an order to destroy any piece destroyed; of several of a player, where its unit is."""
    order = row.order
    if not isinstance(order, Destroy) or order.target.kind != ANY_PIECE or row.outcome.word != "succeeds":
        return []
    found = [one.words for one in news if one.key == SLAIN and one.words.get("power") == row.power]
    alike = [one for one in own if isinstance(one.order, Destroy) and one.outcome.word == "succeeds"]
    if len(alike) > 1:
        moved = (one for one in own if start(one) == order.unit.place and one.outcome.word == "succeeds")
        places = {order.unit.place, *(place for one in moved for place in way(one.order))}
        found = [words for words in found if words["place"] in places]
    return [words["piece"] for words in found]


def _means(one: Destroy, order: Destroy) -> bool:
    kinds = ALSO_ARMIES.get(one.unit.kind, (one.unit.kind,))
    is_meant = one.unit == order.unit or (one.unit.place == ANYWHERE and order.unit.kind in kinds)
    return is_meant and replace(one, unit=order.unit) == order
