"""Give the armies of planned orders the shortest description that is unique in their zone.

The same order thus has the same words however the player named its armies, and an ambiguous name becomes
exact: with a full and a reduced army in Metz, "Army Metz" becomes "full Army Metz".
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from adjudicator.core.language.words import NotAllowed
from adjudicator.empires.ground import Zone
from adjudicator.empires.language import orders
from adjudicator.empires.language.activation import Action
from adjudicator.empires.language.orders import Kind, RecruitItem, Ref
from adjudicator.empires.position import FULL, Army, Position, hostile, in_zone, of_power
from adjudicator.empires.resolve import recruiting
from adjudicator.empires.resolve.movement import is_sailing

_PARTS = (
    *((), ("step",), ("size",), ("nation",), ("nation", "step"), ("size", "step"), ("nation", "size")),
    ("nation", "size", "step"),
)


def in_short(before: Position, after: Position, action: Action) -> Action:
    """Return the action with the order in the fewest words; *after* has the armies recruited in this turn."""
    order, assault = action.order, action.assault
    leaders = [assault.attacker] if assault else [march.army for march in action.marches]
    armies = {army.id: army for army in (*after.armies, *before.armies)}
    by_sea = order.by_sea or is_sailing(armies[leaders[0]], order.path, order.by_sea)
    short = replace(order, army=_ref(after, order.army, leaders, armies), by_sea=by_sea)
    if order.attack and assault:
        refs, at = [], 0
        for ref in order.attack.supporters:
            refs.append(_ref(after, ref, assault.supporters[at : at + ref.number], armies))
            at += ref.number
        target = _target(before, order.attack.target, action.zone)
        short = replace(short, attack=replace(order.attack, target=target, supporters=tuple(refs)))
    return action._replace(order=short)


def _ref(position: Position, ref: Ref, ids: Sequence[int], armies: Mapping[int, Army]) -> Ref:
    kinds = {_kind(armies[id_]) for id_ in ids}
    if len(kinds) != 1:
        return ref
    [kind] = kinds
    power = armies[ids[0]].power
    beside = {
        _kind(army)
        for army in of_power(armies.values(), power)
        if position.turn.named_at.get(army.id, army.zone) == ref.zone
    }
    return replace(ref, kind=_shortest(kind, beside))


def _shortest(kind: Kind, beside: set[Kind]) -> Kind:
    """Return the fewest words that fit no other of the armies *beside*."""
    for parts in _PARTS:
        if not any(
            all(getattr(one, part) == getattr(kind, part) for part in parts) for one in beside - {kind}
        ):
            return Kind(**{part: getattr(kind, part) for part in parts})
    return kind


def _kind(army: Army) -> Kind:
    return Kind(army.nation, army.size, "full" if army.steps == FULL else "reduced")


def _target(position: Position, target: Kind, zone: Zone) -> Kind:
    """Return the target without a nation that all enemies in the zone have."""
    nations = {army.nation for army in hostile(in_zone(position, zone), position.power)}
    return replace(target, nation="") if len(nations) == 1 else target


def item_in_short(position: Position, item: RecruitItem) -> RecruitItem:
    """Return the item without a nation and size that `counter_meant` would supply; *position*: before it."""
    short = replace(item.army, kind=Kind(step=item.army.kind.step if isinstance(item, orders.New) else ""))
    if isinstance(item, orders.New) and short.kind.step == "reduced":
        short = replace(short, kind=Kind())
    try:
        if isinstance(item, orders.New):
            same = recruiting.counter_meant(position, short) == recruiting.counter_meant(position, item.army)
        else:
            same = _kind(recruiting.weakened(position, short)) == _kind(
                recruiting.weakened(position, item.army)
            )
    except NotAllowed:
        return item
    return replace(item, army=short) if same else item
