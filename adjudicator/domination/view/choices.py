"""List the legal lines of a player, by what the player may know, and draft an order form."""

from collections.abc import Iterator, Sequence
from typing import assert_never, get_args

from adjudicator.core.dice import ListedDice
from adjudicator.domination.data import FORT, WATER
from adjudicator.domination.language.orders import (
    BUILD,
    COMBAT,
    MAGIC,
    MOVE,
    MY_CITIES,
    SET_UP,
    Build,
    Cast,
    Claim,
    Hold,
    Move,
    Order,
    Pieces,
    Prefer,
)
from adjudicator.domination.position import (
    MINI,
    Position,
    Units,
    buildable,
    cities,
    data_of,
    headings,
    is_choosing,
    treasury,
)
from adjudicator.domination.resolve import building, paths
from adjudicator.domination.resolve.owed import acting_now
from adjudicator.domination.resolve.turn_state import TurnState
from adjudicator.domination.sentences import say
from adjudicator.domination.view.wording import short_rule, stack

KINDS: tuple[type[Order], ...] = get_args(Order)
Choices = dict[str, list[str]]
LEFT = "With the rest of the income"
FIRST_TURN = 1  # in which the form shows how a move is written
OF_REST = 2  # places offered for each kind that the rest of the income may buy


def choices(position: Position, player: str) -> Choices:
    """Return the legal lines by stack, card, and kind to be built.

    If the phase has several headings, "Move", "Magic" and "Build" are keys too, with the heading as their
    only line; it comes before the lines that belong under it.
    """
    if position.over or player not in acting_now(position):
        return {}
    state = TurnState(position, {}, ListedDice(()))
    of_phase = headings(position)
    has_headings = position.asking is None and len(of_phase) > 1
    found: Choices = {}
    for heading in of_phase:
        lines: Choices = {}
        for kind in KINDS:
            lines |= _choices_of(kind, state, player, heading)
        if lines and has_headings and heading != SET_UP:
            found[heading.capitalize()] = [heading.capitalize()]
        found |= lines
    return found


def _choices_of(  # noqa: PLR0911  (one case for each kind)
    kind: type[Order], state: TurnState, player: str, heading: str
) -> Choices:
    """Return the lines of one kind of order under a heading; mypy checks that no kind is missing."""
    if issubclass(kind, Move):
        return _moves(state, player) if heading == MOVE else {}
    if issubclass(kind, Hold):
        return {}  # offered with the moves of the same stack
    if issubclass(kind, Cast):
        return _casts(state, player, heading)
    if issubclass(kind, Prefer):
        asked = state.start.asking
        return {"Casualties": [f"lose {unit}" for unit in asked.kinds]} if asked else {}
    if issubclass(kind, Build):
        return _builds(state, player) if heading == BUILD else {}
    if issubclass(kind, Pieces):
        return _pieces(state) if heading == SET_UP and is_choosing(state.start) else {}
    if issubclass(kind, Claim):
        is_draft = heading == SET_UP and state.settings.variant == MINI and state.start.slots
        return {"Claim": [f"claim {space}" for space in state.ground.land()]} if is_draft else {}
    assert_never(kind)


def _pieces(state: TurnState) -> Choices:
    pieces = list(state.data.pieces)
    return {
        "Piece": [f"piece {', '.join((first, *(one for one in pieces if one != first)))}" for first in pieces]
    }


def _moves(state: TurnState, player: str) -> Choices:
    """Return the lines of each stack; a player may lower the number and send the rest elsewhere."""
    found: Choices = {}
    for row in state.start.units:
        if row.player == player:
            named = f"{stack(row.kind, row.count)} {row.space}"
            unit = next(unit for unit in state.here(row.space, player) if unit.kind == row.kind)
            goals = paths.reachable(state, unit)
            found[named] = [f"{named} holds", *(f"{named} - {goal}" for goal in goals)]
    return found


def _casts(state: TurnState, player: str, heading: str) -> Choices:
    """Return the lines of each card that may be played under this heading."""
    found: Choices = {}
    for number, card in enumerate(state.start.hands.get(player, ()), 1):
        spell = state.data.spells[card]
        if heading in spell.when and state.spent.get(player, 0) + spell.cost <= state.income(player):
            lines = [f"cast {card} {target}" for target in dict.fromkeys(_targets(state, player, card))]
            if lines:
                found[f"{card} (card {number}, {heading})"] = lines
    return found


def _targets(state: TurnState, player: str, card: str) -> Iterator[str]:
    effect = state.data.spells[card].effect
    own = [space for space in state.ground.spaces if state.here(space, player)]
    near = dict.fromkeys(there for here in own for there in (here, *state.ground.borders[here]))
    match effect:
        case "recall":
            for space in own:
                for kind in dict.fromkeys(u.kind for u in state.here(space, player) if u.card.kind != WATER):
                    yield from (f"{kind} {space} - {city}" for city in state.cities(player))
        case "strike":
            for space in near:
                yield from (f"{space} on {side}" for side in state.sides(space) if side != player)
        case "raze":
            yield from (space for space in near if state.forts.get(space))
        case "mist":
            yield from near
        case "reinforce":
            yield from (space for space in own if not state.is_water(space))
        case "combat" | "armour" | "march":
            yield from own
        case _ as never:
            assert_never(never)


def _builds(state: TurnState, player: str) -> Choices:
    if state.start.phase == "opening":
        return _opening_builds(state, player)
    places = may_build(state, player)
    found = {f"New {kind}": [f"{kind} {space}" for space in spaces] for kind, spaces in places.items()}
    rest = [f"rest {kind} {space}" for kind, spaces in places.items() for space in spaces[:OF_REST]]
    return found | ({LEFT: rest} if rest else {})


def may_build(state: TurnState, player: str) -> dict[str, list[str]]:
    """Return the spaces at which the player may build now, by the kinds that they can pay for."""
    is_start = state.start.phase == "start"
    why_not = building.why_not_start_at if is_start else building.why_not_at
    money = building.money(state, player) if is_start or state.start.phase == BUILD else state.income(player)
    kinds = [kind for kind in buildable(state.settings, player) if state.data.units[kind].cost <= money]
    spaces = state.ground.spaces
    places = {kind: [one for one in spaces if not why_not(state, player, kind, one)] for kind in kinds}
    return {kind: found for kind, found in places.items() if found}


def _opening_builds(state: TurnState, player: str) -> Choices:
    """Return builds at the first cities of the piece that the player will get, whichever it is; 11.4."""
    found: Choices = {}
    rest: list[str] = []
    for kind in buildable(state.settings, player):
        if state.settings.side == state.data.sea.used_with or state.data.units[kind].kind != WATER:
            found[f"New {kind}"] = [f"{kind} {city}" for city in MY_CITIES[:OF_REST]]
            rest += [f"rest {kind} {city}" for city in MY_CITIES[:OF_REST]]
    return {**found, LEFT: rest}


def form(position: Position, player: str) -> list[str]:
    """Return a legal order sheet to complete; lines that may be added are comments."""
    if position.over or player not in acting_now(position):
        return []
    of_phase = headings(position)
    found: list[str] = []
    for heading in of_phase:
        lines = [line for kind in KINDS for line in _form_of(kind, position, player, heading)]
        has_heading = lines and len(of_phase) > 1 and heading != SET_UP
        found += [heading.capitalize(), *lines] if has_heading else lines
    return [*found, f"# {say('form_last_turn')}"] if position.final and found else found


def _form_of(  # noqa: PLR0911  (one case for each kind)
    kind: type[Order], position: Position, player: str, heading: str
) -> list[str]:
    """Return the lines of the form for one kind of order; mypy checks that no kind is missing."""
    if issubclass(kind, Move):
        return []  # all units hold until the player writes a move
    if issubclass(kind, Hold):
        own = [row for row in position.units if row.player == player] if heading == MOVE else []
        return [*_example_of_move(position, player), *_holding(own)] if own else []
    if issubclass(kind, Cast):
        hand = position.hands.get(player, ()) if heading == MAGIC else ()
        return [f"# {line}" for line in _examples_of_spells(position, player, hand)]
    if issubclass(kind, Prefer):
        return _preferences_form(position, player) if heading == COMBAT else []
    if issubclass(kind, Build):
        return _builds_form(position, player) if heading == BUILD else []
    if issubclass(kind, Pieces):
        is_chosen = heading == SET_UP and is_choosing(position)
        pieces = sorted(data_of(position).pieces) if is_chosen else []
        return [f"piece {', '.join(pieces)}"] if pieces else []
    if issubclass(kind, Claim):
        is_draft = heading == SET_UP and position.settings.variant == MINI
        return ["# claim SPACE, SPACE"] if is_draft else []
    assert_never(kind)


def _holding(own: Sequence[Units]) -> Iterator[str]:
    return (f"{stack(row.kind, row.count)} {row.space} holds" for row in own)


def _example_of_move(position: Position, player: str) -> Iterator[str]:
    """In the first turn, yield how a move is written, with the first possible one as the example."""
    if position.turn > FIRST_TURN:
        return
    moves = _moves(TurnState(position, {}, ListedDice(())), player).values()
    line = next((line for lines in moves for line in lines if " - " in line), "")
    if line:
        units, _, goal = line.partition(" - ")
        yield f"# {say('form_move', units=units, goal=goal)}"


def _examples_of_spells(position: Position, player: str, hand: Sequence[str]) -> Iterator[str]:
    """Yield a line for each card, with a target that is allowed as the board stands if there is one."""
    state = TurnState(position, {}, ListedDice(()))
    for card in dict.fromkeys(hand):
        yield f"cast {card} {next(_targets(state, player, card), 'SPACE')}"


def _preferences_form(position: Position, player: str) -> list[str]:
    if position.asking and position.asking.player == player:
        return [f"# lose {', '.join(position.asking.kinds)}   # {say('form_lose')}"]
    standing = [short_rule(row) for row in position.standing if row.player == player]
    if standing:
        return [f"# {say('form_in_force', line=line)}" for line in standing]
    kinds = buildable(position.settings, player)
    lose, keep = f"# lose {', '.join((FORT, *kinds))}", f"# keep {kinds[-1]}"
    return [f"{lose}   # {say('form_lose')}", f"{keep}   # {say('form_keep')}"]


def _builds_form(position: Position, player: str) -> list[str]:
    kinds = buildable(position.settings, player)
    cards = data_of(position).units
    units = ", ".join(f"{kind} {cards[kind].cost}" for kind in kinds)
    rest = f"# {say('form_rest')}"
    if position.phase == "opening":
        spend = say("form_opening", units=units, unit=kinds[0], place=MY_CITIES[0])
        return [f"# {spend}", rest, f"rest {kinds[0]} {MY_CITIES[0]}"]
    money = treasury(position, player)
    own = cities(position, player) or ("SPACE",)
    spend = say("form_money", money=money, units=units, unit=kinds[0], place=own[0])
    return [f"# {spend}", rest, f"# rest {kinds[0]} {' or '.join(own)}"]
