"""Standing orders of a Power (S.3 to S.8), with the defaults of the rules."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeGuard, assert_never, get_args

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.empires.ground import ZONES, Power, Zone, zone_name
from adjudicator.empires.language.conditions import Condition
from adjudicator.empires.sentences import say

SECOND_LOSS = ("trench", "full", "reduced")
WORDS = ("CANCEL AIR", "TRENCH", "SECOND LOSS", "SUPPORTER LOSS", "RETREAT")  # how their lines begin
AMOUNTS = ("up to", "keep")  # of CANCEL AIR, before a number of missions
MOST_LINES = 50  # of CANCEL AIR; the oldest are dropped


class CancelAir(Struct, frozen=True, array_like=True):
    """S.4: *how* is always, never, up to or keep; *where* holds zones and regions, none for everywhere.

    *against*: the Power that attacks, "" for either; *conditions* must hold before the dice of the combat.
    """

    how: str
    number: int = 0
    where: tuple[str, ...] = ()
    against: Power = ""
    conditions: tuple[Condition, ...] = ()


class TrenchUse(Struct, frozen=True, array_like=True):
    """S.5: *when* is save, always or never."""

    when: str
    where: tuple[str, ...] = ()


class SecondLoss(Struct, frozen=True):
    """S.6: what takes the second loss together with a reduced defender, the preferred kind first."""

    kinds: tuple[str, ...]


class SupporterLoss(Struct, frozen=True):
    """S.7: *which* is first, last, full or reduced."""

    which: str


class Retreats(Struct, frozen=True, array_like=True):
    """S.8: *zone* is "" for every zone without a line of its own."""

    zone: Zone
    to: tuple[Zone, ...]


StandingOrder = CancelAir | TrenchUse | SecondLoss | SupporterLoss | Retreats
_KINDS = frozenset(get_args(StandingOrder))


class Standing(Struct, frozen=True):
    """The standing orders of a Power; of one kind, the later line wins."""

    cancel_air: tuple[CancelAir, ...] = ()
    trench: tuple[TrenchUse, ...] = ()
    second_loss: tuple[str, ...] = SECOND_LOSS
    supporter_loss: str = "first"
    retreats: tuple[Retreats, ...] = ()


NOTHING = Standing()


def is_standing_order(order: object) -> TypeGuard[StandingOrder]:
    """Return whether it is a standing order; `isinstance` asks about one kind after another."""
    return type(order) in _KINDS


def with_order(standing: Standing, order: StandingOrder) -> Standing:
    """Return *standing* with *order* in place of an earlier one for the same zones."""
    match order:
        case Retreats():
            retreats = tuple(old for old in standing.retreats if old.zone != order.zone)
            return replace(standing, retreats=(*retreats, order))
        case CancelAir():
            others = tuple(old for old in standing.cancel_air if not _is_replaced(old, order))
            return replace(standing, cancel_air=(*others, order)[-MOST_LINES:])
        case TrenchUse():
            uses = tuple(old for old in standing.trench if old.where != order.where)
            return replace(standing, trench=(*uses, order))
        case SecondLoss(kinds=kinds):
            # kinds that are not named come last, as in the default
            return replace(standing, second_loss=tuple(dict.fromkeys([*kinds, *SECOND_LOSS])))
        case SupporterLoss(which=which):
            return replace(standing, supporter_loss=which)
        case _ as never:
            assert_never(never)


def _is_replaced(old: CancelAir, new: CancelAir) -> bool:
    """Return whether *old* can no longer count, because *new* fits every attack that *old* fits."""
    is_same = old.where == new.where and old.against == new.against
    return is_same and (not new.conditions or old.conditions == new.conditions)


def _is_there(where: Sequence[str], zone: Zone) -> bool:
    return not where or zone in where or any(region in where for region in ZONES[zone].regions)


def missions_against(
    standing: Standing, zone: Zone, held: int, fits: Callable[[CancelAir], bool] = lambda _: True
) -> int:
    """Return the most missions, of *held*, that are spent to cancel one air attack in *zone*. S.4

    *fits* returns whether the Power and the conditions of a line fit the attack.
    """
    fitting = [line for line in standing.cancel_air if _is_there(line.where, zone) and fits(line)]
    line = fitting[-1] if fitting else CancelAir("always")
    most = {"always": held, "never": 0, "up to": line.number, "keep": held - line.number}[line.how]
    return max(0, min(held, most))


def trench_use(standing: Standing, zone: Zone) -> str:
    """Return whether trenches absorb losses in *zone*: save, always or never. S.5"""
    fitting = [line.when for line in standing.trench if _is_there(line.where, zone)]
    return fitting[-1] if fitting else "save"


def retreat_preferences(standing: Standing, zone: Zone) -> tuple[Zone, ...]:
    """Return the preferred zones; a line for *zone* itself replaces the line for every zone. S.8"""
    lines = {line.zone: line.to for line in standing.retreats}
    return lines.get(zone, lines.get("", ()))


# ---- in words, as players write them


@lru_cache(maxsize=1024)  # a confirmation says each order twice
def order_in_words(order: StandingOrder) -> str:
    """Return *order* as a player could write it."""
    match order:
        case Retreats(zone=zone, to=to):
            goals = ", ".join(zone_name(goal) for goal in to)
            return f"RETREAT {zone_name(zone)}: {goals}" if zone else f"RETREAT {goals}"
        case CancelAir(how=how, number=number, where=where, against=against, conditions=conditions):
            how_much = f"{how} {number}" if how in AMOUNTS else how
            power = f" against {against}" if against else ""
            condition = f" if {' and '.join(one.words for one in conditions)}" if conditions else ""
            return f"CANCEL AIR {how_much}{_where(where)}{power}{condition}"
        case TrenchUse(when=when, where=where):
            return f"TRENCH {when}{_where(where)}"
        case SecondLoss(kinds=kinds):
            return f"SECOND LOSS {', '.join(kinds)}"
        case SupporterLoss(which=which):
            return f"SUPPORTER LOSS {which}"
        case _ as never:
            assert_never(never)


def order_as_stored(order: StandingOrder) -> str:
    """Return *order* in the words of the reports, with defaults filled in."""
    if type(order) is SecondLoss:
        order = SecondLoss(with_order(NOTHING, order).second_loss)
    return order_in_words(order)


def in_words(standing: Standing) -> tuple[str, ...]:
    """Return everything in force, defaults included, each line as a player could write it."""
    air, use = standing.cancel_air, standing.trench
    default_air = () if any(_is_general(line) for line in air) else (CancelAir("always"),)
    default_use = () if any(not line.where for line in use) else (TrenchUse("save"),)
    orders: tuple[StandingOrder, ...] = (
        *default_air, *air, *default_use, *use,
        SecondLoss(standing.second_loss), SupporterLoss(standing.supporter_loss),
        *standing.retreats,
    )  # fmt: skip
    return tuple(order_in_words(order) for order in orders)


def _is_general(line: CancelAir) -> bool:
    return not (line.where or line.against or line.conditions)


def _where(where: Sequence[str]) -> str:
    places = [zone_name(place) if place in ZONES else place for place in where]
    return f" in {', '.join(places)}" if places else ""


RETREAT_DEFAULT = say("retreat_default")
