"""Which unit is lost for a hit: preferences, the default, armour, Dragons. Clauses 5.5, 5.9 to 5.12."""

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.domination.data import FORT, LAND
from adjudicator.domination.language.orders import KEEP, LOSE, TARGET, Prefer
from adjudicator.domination.position import Asking
from adjudicator.domination.resolve.turn_state import Table

EARLY, NAMED, USUAL, LAST_WALL, KEPT = range(5)
# In which order kinds go: those of `lose`, walls but the last, units, ships, the last wall, those of `keep`.


class Asked(Exception):  # noqa: N818  (a question, no error)
    """The game stops for a casualty choice; 11.3."""

    def __init__(self, asking: Asking) -> None:
        super().__init__(asking.player)
        self.asking = asking


class LossPreferences(NamedTuple):
    lose: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()


def wishes(table: Table, space: str, player: str) -> LossPreferences:
    """What counts in *space*: lines for this space take the place of the general ones; 5.9."""
    mine = [row.wish for rows in (table.passing, table.standing) for row in rows if row.player == player]
    for place in (space, ""):
        found = [_first(mine, what, place) for what in (LOSE, KEEP)]
        if any(found):
            lose, keep = (wish.kinds if wish else () for wish in found)
            return LossPreferences(lose, keep)
    return LossPreferences()


def _first(mine: Sequence[Prefer], what: str, place: str) -> Prefer | None:
    return next((wish for wish in mine if wish.what == what and wish.place == place), None)


def wished_target(table: Table, space: str, player: str) -> str:
    """5.8"""
    mine = [row.wish for rows in (table.passing, table.standing) for row in rows if row.player == player]
    found = _first(mine, TARGET, space) or _first(mine, TARGET, "")
    return found.player if found else ""


def first_lost(
    table: Table, space: str, player: str, of_kind: str = "", order: LossPreferences | None = None
) -> str:
    """The kind that goes first (FORT for a token), among units of one sort where *of_kind* says so.

    "" if nobody is there to be lost.
    """
    there = candidates(table, space, player, of_kind)
    if not there:
        return ""
    wished = order or wishes(table, space, player)
    return min(there, key=lambda kind: _rank(table, space, kind, wished))


def candidates(table: Table, space: str, player: str, of_kind: str = "") -> list[str]:
    """The kinds that may be hit now; Dragons only when nothing else is left, 5.11."""
    units = [token.card for token in table.here(space, player)]
    if of_kind:
        return [card.name for card in units if card.kind == of_kind]
    exposed = [card.name for card in units if not card.hit_last and _fights(table, space, card.kind)]
    walls = [FORT] if table.tokens_of(space, player) else []
    alone = [card.name for card in units] if all(card.hit_last for card in units) else []
    return list(dict.fromkeys(exposed + walls)) or list(dict.fromkeys(alone))


def _fights(table: Table, space: str, kind: str) -> bool:
    """Passengers stay out of it where the GM has it so; 5.12."""
    return table.rules.cargo_fights or kind != LAND or not table.is_water(space)


def _rank(table: Table, space: str, kind: str, wished: LossPreferences) -> tuple[int, ...]:
    if kind in wished.keep:
        return KEPT, -wished.keep.index(kind)
    if kind in wished.lose:
        return EARLY, wished.lose.index(kind)
    if kind == FORT:
        return (NAMED if table.forts[space] > 1 else LAST_WALL), 0
    card = table.data.units[kind]
    return USUAL, int(card.carries > 0), card.cost, card.combat, list(table.data.units).index(kind)


def take_hits(table: Table, space: str, player: str, hits: int) -> None:
    """Take *hits* one by one, with armour dice as each is taken; 5.5, 5.10."""
    order = _answer(table, space, player, hits)
    lost: list[str] = []
    for _ in range(hits):
        kind = first_lost(table, space, player, order=order)
        if not kind:
            break  # hits beyond the last are wasted
        if not _blocks(table, space, player, kind):
            table.lose_one(space, player, kind)
            lost.append(kind)
    for kind in dict.fromkeys(lost):
        table.tell("lost", player, space, unit=kind, number=str(lost.count(kind)))


def _blocks(table: Table, space: str, player: str, kind: str) -> bool:
    armour = armour_of(table, space, player, kind)
    if not armour:
        return False
    rolled = table.roll()
    table.tell("armour", player, space, unit=kind, die=str(rolled), need=str(armour))
    return rolled <= armour


def armour_of(table: Table, space: str, player: str, kind: str) -> int:
    """Its own, or a Ward's; fortifications have none; 5.10, 8.8."""
    if kind == FORT:
        return 0
    wards = [table.data.spells[row.spell].armour for row in table.effects_at(space, "armour", player)]
    return table.data.units[kind].armour or max(wards, default=0)


def _answer(table: Table, space: str, player: str, hits: int) -> LossPreferences | None:
    """The player's answer where casualties are asked for; None where standing preferences decide."""
    kinds = candidates(table, space, player)
    if table.answers is None or not hits or len(kinds) < 2 or hits >= table.strength(space, player):
        return None
    if not table.answers:
        raise Asked(Asking(player, space, hits, tuple(kinds), (), (), 0))
    given = table.answers.pop(0)
    return LossPreferences(lose=given) if given else None


def sink_with_ships(table: Table, space: str) -> None:
    """Land units beyond the berths that remain are lost too; 5.12."""
    if not table.is_water(space):
        return
    for player in table.sides(space):
        over = len(table.land_aboard(space, player)) - table.berths(space, player)
        for _ in range(over):
            kind = first_lost(table, space, player, LAND)
            table.lose_one(space, player, kind)
            table.tell("sunk", player, space, unit=kind)
