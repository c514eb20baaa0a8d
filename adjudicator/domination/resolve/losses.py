"""Choose the unit that a hit destroys: preferences, armour, Dragons. Clauses 5.5, 5.9 to 5.12."""

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.domination.data import FORT, LAND
from adjudicator.domination.language.orders import KEEP, LOSE, TARGET
from adjudicator.domination.position import CasualtyChoice, Preference
from adjudicator.domination.resolve.conditions import holds
from adjudicator.domination.resolve.turn_state import TurnState

# Kinds are lost in this order: those of `lose`, tokens but the last, units, the last token, those of `keep`.
PREFERRED, TOKEN, UNIT, LAST_TOKEN, TO_KEEP = range(5)


class CasualtyChoiceNeeded(Exception):  # noqa: N818  (not an error)
    """Raised to wait for a casualty choice of a player; 11.3."""

    def __init__(self, choice: CasualtyChoice) -> None:
        super().__init__(choice.player)
        self.choice = choice


class LossPreferences(NamedTuple):
    lose: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()


def preferences(state: TurnState, space: str, player: str) -> LossPreferences:
    """Return the preferences for *space*; those for this space replace the general ones; 5.9."""
    own = _applying(state, player)
    for place in (space, ""):
        lose, keep = _first(own, LOSE, place), _first(own, KEEP, place)
        if lose or keep:
            return _together(state, lose, keep)
    return LossPreferences()


def _together(state: TurnState, lose: Preference | None, keep: Preference | None) -> LossPreferences:
    """Return both; a kind that both name is lost if only that line has a condition, else kept; 5.9."""
    losing, keeping = (row.order.kinds if row else () for row in (lose, keep))
    if lose and keep and _is_conditional(state, lose) and not _is_conditional(state, keep):
        keeping = tuple(kind for kind in keeping if kind not in losing)
    return LossPreferences(losing, keeping)


def _is_conditional(state: TurnState, row: Preference) -> bool:
    return bool(row.conditions) or row in state.passing


def _applying(state: TurnState, player: str) -> list[Preference]:
    """Return the preferences of *player* that apply now, the one that counts first.

    Those of this turn go before standing ones, and standing ones with a condition before the others; 5.9.
    """
    standing = sorted(state.standing, key=lambda row: not row.cases)
    return [
        row
        for row in (*state.passing, *standing)
        if row.player == player and all(holds(state, player, condition) for condition in row.conditions)
    ]


def _first(own: Sequence[Preference], what: str, place: str) -> Preference | None:
    return next((row for row in own if row.order.what == what and row.order.place == place), None)


def preferred_target(state: TurnState, space: str, player: str) -> str:
    """Return the enemy named with `target`, or ""; 5.8."""
    own = _applying(state, player)
    found = _first(own, TARGET, space) or _first(own, TARGET, "")
    return found.order.player if found else ""


def first_lost(
    state: TurnState, space: str, player: str, of_kind: str = "", order: LossPreferences | None = None
) -> str:
    """Return the kind of unit that is lost first (`FORT` for a token), or ""; *of_kind* limits the choice."""
    there = candidates(state, space, player, of_kind)
    if not there:
        return ""
    preferred = order or preferences(state, space, player)
    return min(there, key=lambda kind: _rank(state, space, kind, preferred))


def candidates(state: TurnState, space: str, player: str, of_kind: str = "") -> list[str]:
    """Return the kinds that may be hit now; Dragons only when nothing else is left; 5.11."""
    cards = [unit.card for unit in state.here(space, player)]
    if of_kind:
        return [card.name for card in cards if card.kind == of_kind]
    exposed = [card.name for card in cards if not card.hit_last and fights(state, space, card.kind)]
    tokens = [FORT] if state.fort_tokens(space, player) else []
    alone = [card.name for card in cards] if all(card.hit_last for card in cards) else []
    return list(dict.fromkeys(exposed + tokens)) or list(dict.fromkeys(alone))


def fights(state: TurnState, space: str, kind: str) -> bool:
    """Return whether units of this kind fight in *space*; passengers by the rule `cargo_fights`; 5.12."""
    return state.rules.cargo_fights or kind != LAND or not state.is_water(space)


def _rank(state: TurnState, space: str, kind: str, preferred: LossPreferences) -> tuple[int, ...]:
    if kind in preferred.keep:
        return TO_KEEP, -preferred.keep.index(kind)
    if kind in preferred.lose:
        return PREFERRED, preferred.lose.index(kind)
    if kind == FORT:
        return (TOKEN if state.forts[space] > 1 else LAST_TOKEN), 0
    card = state.data.units[kind]
    return UNIT, int(card.carries > 0), card.cost, card.combat, list(state.data.units).index(kind)


def take_hits(state: TurnState, space: str, player: str, hits: int) -> None:
    """Take *hits* one by one, each with its armour die; 5.5, 5.10."""
    order = _answer(state, space, player, hits)
    lost: list[str] = []
    for _ in range(hits):
        kind = first_lost(state, space, player, order=order)
        if not kind:
            break  # hits beyond the last are wasted
        if not _blocks(state, space, player, kind):
            state.lose_one(space, player, kind)
            lost.append(kind)
    for kind in dict.fromkeys(lost):
        state.report("lost", player, space, unit=kind, number=str(lost.count(kind)))


def _blocks(state: TurnState, space: str, player: str, kind: str) -> bool:
    armour = armour_of(state, space, player, kind)
    if not armour:
        return False
    rolled = state.roll()
    state.report("armour", player, space, unit=kind, die=str(rolled), need=str(armour))
    return rolled <= armour


def armour_of(state: TurnState, space: str, player: str, kind: str) -> int:
    """Return the unit's own armour, or that of a Ward; fortifications have none; 5.10, 8.8."""
    if kind == FORT:
        return 0
    wards = [state.data.spells[row.spell].armour for row in state.effects_at(space, "armour", player)]
    return state.data.units[kind].armour or max(wards, default=0)


def _answer(state: TurnState, space: str, player: str, hits: int) -> LossPreferences | None:
    """Return the player's casualty choice, or None if standing preferences decide."""
    kinds = candidates(state, space, player)
    if state.answers is None or not hits or len(kinds) < 2 or hits >= state.strength(space, player):
        return None
    if not state.answers:
        raise CasualtyChoiceNeeded(CasualtyChoice(player, space, hits, tuple(kinds), (), (), 0))
    given = state.answers.pop(0)
    return LossPreferences(lose=given) if given else None


def sink_with_ships(state: TurnState, space: str) -> None:
    """Remove land units beyond the berths that remain; 5.12."""
    if not state.is_water(space):
        return
    for player in state.sides(space):
        over = len(state.land_aboard(space, player)) - state.berths(space, player)
        for _ in range(over):
            kind = first_lost(state, space, player, LAND)
            state.lose_one(space, player, kind)
            state.report("sunk", player, space, unit=kind)
