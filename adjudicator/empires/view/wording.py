"""Words for armies, orders, events and scores."""

from collections.abc import Sequence
from typing import assert_never

from adjudicator.core.language.words import listed
from adjudicator.core.phrasing import Speech, capital
from adjudicator.empires.ground import BOARD, FRANCO_BRITISH, ZONES, Power, Zone, zone_name
from adjudicator.empires.language import orders
from adjudicator.empires.language.orders import (
    ActionOrder,
    ArmyOrder,
    Attack,
    Conditional,
    Items,
    Kind,
    RecruitItem,
    Ref,
    Reinforce,
    SheetOrder,
)
from adjudicator.empires.position import FULL, Army
from adjudicator.empires.record import Event, Side
from adjudicator.empires.sentences import group, say
from adjudicator.empires.view.condition_words import conditional_words, conditions_words

ARMY = "army"
STEPS = {FULL: "full", 1: "reduced"}
SPEECH = Speech({}, frozenset(), frozenset(), many=frozenset({FRANCO_BRITISH}))  # "the Franco-British take"


def army_name(army: Army) -> str:
    """Return for example "small British army"."""
    return f"{army.size} {army.nation} {ARMY}".strip()


def names_its_power(nation: str, power: Power) -> bool:
    """Return whether the nation of an army says whose it is: one that was its Power's from the start."""
    return nation in BOARD.powers[power].nations


def in_orders(army: Army) -> str:
    """Return how an order names the army, without the zone: "full small British Army"."""
    return " ".join(filter(None, (STEPS[army.steps], army.size, army.nation, "Army")))


def _kind(kind: Kind) -> str:
    return " ".join(filter(None, (kind.step, kind.size, kind.nation)))


def _ref(ref: Ref) -> str:
    kind = _kind(ref.kind)
    many = f"{ref.number} " if ref.number > 1 else ""
    noun = "Armies" if ref.number > 1 else "Army"
    return " ".join(filter(None, (f"{many}{kind}".strip(), noun, zone_name(ref.zone))))


def notation(order: ActionOrder | ArmyOrder | RecruitItem, named: str = "") -> str:
    """Return in short where an army goes: "full Russian Army Riga - Dvinsk"; "" for any other order.

    *named* is its name, if that is not to be as in the order.
    """
    if not isinstance(order, ArmyOrder):
        return ""
    arrow = "=>" if order.strategic else "-"
    way = f" {arrow} ".join((named or _ref(order.army), *map(zone_name, order.path)))
    return f"{way} attacks" if order.attack else way


def sheet_words(order: SheetOrder) -> str:
    """Return a line of a sheet in full words, with its conditions and everything else on it."""
    match order:
        case Conditional():
            return _conditional_words(order)
        case Items(items=items) | orders.Recruit(items=(_, *_) as items):
            return listed([order_words(item) for item in items], "and")
        case orders.Activate(extra=extra, order=ArmyOrder() as army):
            words = order_words(army)
            return f"{order_words(order)}: {words}" if extra else words
        case _:
            return order_words(order)


def _conditional_words(order: Conditional) -> str:
    head = conditional_words(order)
    if order.order is None:
        return say("open_branch", condition=head) if not order.is_end else head
    words = sheet_words(order.order)
    if order.otherwise is None:
        return say("one_branch", condition=head, order=words)
    return say("two_branches", condition=head, order=words, otherwise=sheet_words(order.otherwise))


def order_words(order: ActionOrder | ArmyOrder | RecruitItem, public: bool = False) -> str:
    """Return the order in full words; `Game.describe` uses them as keys of its results.

    *public* leaves out what only its Power knows: technologies, missions offered and S.7.
    """
    match order:
        case ArmyOrder():
            return _army_order(order, public)
        case orders.New() | Reinforce():
            return _recruit_item(order)
        case _:
            return _action_order(order, public)


def _action_order(order: ActionOrder, public: bool) -> str:  # noqa: PLR0911  (one case per kind)
    match order:
        case orders.Recruit():
            return say("recruits")
        case orders.Activate(extra=extra):
            return say("extra_activation") if extra else say("activates_armies")
        case orders.Research(technology=technology):
            return say("researches") if public else say("researches_technology", technology=technology)
        case orders.Entrench(zone=zone):
            return say("entrenches_in", zone=zone_name(zone))
        case orders.Diplomacy(track=track, forward=forward):
            return say("diplomacy_forward", track=track) if forward else say("diplomacy_back", track=track)
        case orders.Missions():
            return say("adds_missions")
        case orders.Gas(zone=zone, target=target):
            kind, where = _kind(target), zone_name(zone)
            return say("gas_on_army", zone=where, kind=kind) if kind else say("gas_in", zone=where)
        case orders.Pause():
            return say("pauses_here")
        case orders.Pass():
            return say("passes")
        case _ as never:
            assert_never(never)


def _army_order(order: ArmyOrder, public: bool) -> str:
    words = _ref(order.army)
    if order.path:
        words += f" {_move(order)}"
    if order.attack is None:
        return words
    attack = _attack(order.attack, (order.army.zone, *order.path)[-1])
    words = say("army_moves_and_attacks", words=words, attack=attack) if order.path else f"{words} {attack}"
    return words if public else words + _extras(order.attack)


def _move(order: ArmyOrder) -> str:
    *between, goal = map(zone_name, order.path)
    count = max(1, order.army.number)
    if order.strategic:
        words = say("goes_by_strategic_move", way=goal)
    elif between:
        words = say("moves_by_way_of", between=listed(between, "and"), goal=goal, count=count)
    else:
        words = say("moves_to", way=goal, count=count)
    return say("by_sea", words=words) if order.by_sea else words


def _attack(attack: Attack, zone: Zone) -> str:
    target = _kind(attack.target)
    words = say("attacks_army", target=target) if target else say("attacks_nobody_named")
    here = [ref for ref in attack.supporters if ref.zone == zone]
    moving = [ref for ref in attack.supporters if ref.zone != zone]
    named, who = _refs(here), _refs(moving)
    goes = say("goes_there_too", count=sum(ref.number for ref in moving))
    if here and moving:
        return say("supported_by_both", words=words, supporters=named, moving=who, goes=goes)
    if moving:
        return say("supported_by_moving", words=words, moving=who, goes=goes)
    return say("supported_by", words=words, supporters=named) if here else words


def _refs(refs: Sequence[Ref]) -> str:
    return listed([_ref(ref) for ref in refs], "and")


def _extras(attack: Attack) -> str:
    extras = []
    if attack.air:
        if attack.air_if:
            held = conditions_words(attack.air_if)
            extras.append(say("aviation_of_at_most_if", count=attack.air, conditions=held))
        else:
            extras.append(say("aviation_of_at_most", count=attack.air))
    if attack.tanks:
        extras.append(say("tanks_too"))
    if attack.loss:
        extras.append(say("supporters_loss_on", loss=attack.loss))
    return f"; {', '.join(extras)}" if extras else ""


def _recruit_item(item: RecruitItem) -> str:
    if isinstance(item, Reinforce):
        return say("makes_full", army=_ref(item.army))
    kind = item.army.kind
    words = _kind(Kind(kind.nation, kind.size, kind.step or "reduced"))
    number = item.army.number
    many = say("number_of_armies", number=number, kind=words) if number > 1 else say("an_army", kind=words)
    return say("recruits_in", many=many, zone=zone_name(item.army.zone))


# ---- events

EVENTS, EVENTS_FROM = group("events"), group("events_from")  # by kind; EVENTS_FROM if there is an `other`


def event_words(event: Event, *, is_other: bool = False) -> str:
    """Return the event as a sentence, or as a clause if it belongs to a combat.

    *is_other*: an army like it, in the same zone, was named before.
    """
    pattern = EVENTS_FROM.get(event.kind) if event.other else None
    pattern = pattern or EVENTS[event.kind]
    words = SPEECH.clause(
        pattern,
        power=event.power,
        army=event.army,
        whose=say("other_army", army=_with_its_power(event)) if is_other else _with_its_power(event),
        zone=zone_name(event.zone) if event.zone else "",
        number=str(event.number),
        other=event.other,
        other_zone=zone_name(event.other) if event.other in ZONES else "",
        from_other=event.other,
    )
    return capital(words) if pattern.startswith("{") else words


def _with_its_power(event: Event) -> str:
    """Return the army, with its Power if the nation does not say it: "Turkish army (Germany)"."""
    nation = event.army.removesuffix(f" {ARMY}").rpartition(" ")[2]
    if not event.army or names_its_power(nation, event.power):
        return event.army
    return f"{event.army} ({event.power})"


SUPPORT, AVIATION = say("support"), say("aviation")
ATTACKING, DEFENDING = say("attack_level"), say("defence_level")  # which of its levels a side uses


def score(side: Side, level: str) -> str:
    """Return how a score is made up: "5 + 2 support + die 3 = 10"; *level*: ATTACKING or DEFENDING."""
    return say("score", before=score_before_die(side, level), die=side.die, score=side.score)


def score_before_die(side: Side, level: str) -> str:
    """Return a side's score before its die: "5 + 2 support"."""
    parts = [str(side.factor)]
    for number, what in (
        (side.support, SUPPORT),
        (side.higher_level, level),
        (side.aviation, AVIATION),
        (side.ground, side.ground_is),
    ):
        if number:
            parts.append(f"{number} {what}")
    return " + ".join(parts)
