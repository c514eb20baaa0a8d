"""What does a Power decide by its standing orders?  S.3 to S.8, with the defaults of the rules."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.empires.ground import ZONES, Zone, zone_name

SECOND_LOSS = ("trench", "full", "reduced")


class CancelAir(Struct, frozen=True, array_like=True):
    """S.4: *how* is always, never, up to or keep; *where* holds zones and regions, none for everywhere."""

    how: str
    number: int = 0
    where: tuple[str, ...] = ()


class TrenchUse(Struct, frozen=True, array_like=True):
    """S.5: *when* is save, always or never."""

    when: str
    where: tuple[str, ...] = ()


class Retreats(Struct, frozen=True, array_like=True):
    """S.8: *zone* "" for every zone that has no line of its own."""

    zone: Zone
    to: tuple[Zone, ...]


class Standing(Struct, frozen=True):
    """The standing orders of a Power, each kind in the order mailed."""

    cancel_air: tuple[CancelAir, ...] = ()
    trench: tuple[TrenchUse, ...] = ()
    second_loss: tuple[str, ...] = SECOND_LOSS
    supporter_loss: str = "first"
    retreats: tuple[Retreats, ...] = ()


NOTHING = Standing()


def with_cancel_air(standing: Standing, line: CancelAir) -> Standing:
    kept = tuple(old for old in standing.cancel_air if old.where != line.where)
    return replace(standing, cancel_air=(*kept, line))


def with_trench_use(standing: Standing, line: TrenchUse) -> Standing:
    kept = tuple(old for old in standing.trench if old.where != line.where)
    return replace(standing, trench=(*kept, line))


def with_retreats(standing: Standing, line: Retreats) -> Standing:
    kept = tuple(old for old in standing.retreats if old.zone != line.zone)
    return replace(standing, retreats=(*kept, line))


def with_second_loss(standing: Standing, kinds: Sequence[str]) -> Standing:
    """Kinds that are not named come last, in the order of the default."""
    order = dict.fromkeys([*kinds, *SECOND_LOSS])
    return replace(standing, second_loss=tuple(order))


def _is_there(where: Sequence[str], zone: Zone) -> bool:
    return not where or zone in where or any(region in where for region in ZONES[zone].regions)


def missions_against(standing: Standing, zone: Zone, held: int) -> int:
    """The most that is spent to cancel one air attack in *zone*, of *held* missions. S.4"""
    fitting = [line for line in standing.cancel_air if _is_there(line.where, zone)]
    line = fitting[-1] if fitting else CancelAir("always")
    most = {"always": held, "never": 0, "up to": line.number, "keep": held - line.number}[line.how]
    return max(0, min(held, most))


def trench_use(standing: Standing, zone: Zone) -> str:
    """S.5"""
    fitting = [line.when for line in standing.trench if _is_there(line.where, zone)]
    return fitting[-1] if fitting else "save"


def retreat_wishes(standing: Standing, zone: Zone) -> tuple[Zone, ...]:
    """S.8: the line for the zone itself before the line for every other zone."""
    lines = {line.zone: line.to for line in standing.retreats}
    return lines.get(zone, lines.get("", ()))


# ---- in words, as they can be mailed again


def in_words(standing: Standing) -> tuple[str, ...]:
    """All that is in force, the defaults too, each line as it could be mailed."""
    air, use = standing.cancel_air, standing.trench
    air = air if _has_default(air) else (CancelAir("always"), *air)
    use = use if _has_default(use) else (TrenchUse("save"), *use)
    return (
        *(f"CANCEL AIR {_how_much(line)}{_where(line.where)}" for line in air),
        *(f"TRENCH {line.when}{_where(line.where)}" for line in use),
        f"SECOND LOSS {', '.join(standing.second_loss)}",
        f"SUPPORTER LOSS {standing.supporter_loss}",
        *(_retreat(line) for line in standing.retreats),
    )


def _has_default(lines: Sequence[CancelAir] | Sequence[TrenchUse]) -> bool:
    return any(not line.where for line in lines)


def _how_much(line: CancelAir) -> str:
    return f"{line.how} {line.number}" if line.how in ("up to", "keep") else line.how


def _where(where: Sequence[str]) -> str:
    return f" in {', '.join(_place(place) for place in where)}" if where else ""


def _place(place: str) -> str:
    return zone_name(place) if place in ZONES else place


def _retreat(line: Retreats) -> str:
    to = ", ".join(zone_name(zone) for zone in line.to)
    return f"RETREAT {zone_name(line.zone)}: {to}" if line.zone else f"RETREAT {to}"


RETREAT_DEFAULT = "Retreats not named: own home cities, other home zones, then the rest, by the alphabet."
