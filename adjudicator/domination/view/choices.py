"""Lawful lines of a player, by what the player may know, in the words of orders; and a form."""

from collections.abc import Iterator

from adjudicator.core.dice import ListedDice
from adjudicator.domination.data import FORT, WATER
from adjudicator.domination.language.legality import OPEN
from adjudicator.domination.language.orders import BUILD, HEADINGS, MAGIC, MOVE
from adjudicator.domination.position import MINI, Position, buildable, cities, income
from adjudicator.domination.resolve import building, paths
from adjudicator.domination.resolve.owed import acting_now
from adjudicator.domination.resolve.turn_state import Table
from adjudicator.domination.view.wording import counts, short


def choices(position: Position, player: str) -> dict[str, list[str]]:
    """By stack, then by card and by kind to be built.

    Where a mail has several headings, "Move", "Magic" and "Build" are keys of their own, whose only line is
    the heading: it stands before those that count under it.
    """
    if position.over or player not in acting_now(position):
        return {}
    table = Table(position, {}, ListedDice(()))
    found: dict[str, list[str]] = {}
    has_several = position.asking is None and len(OPEN[position.phase]) > 1
    for heading, lines in _by_heading(table, player).items():
        if lines and heading in HEADINGS and has_several:
            found[heading.capitalize()] = [heading.capitalize()]
        found.update(lines)
    return found


def _by_heading(table: Table, player: str) -> dict[str, dict[str, list[str]]]:
    position = table.start
    open_now = OPEN[position.phase]
    if position.phase in ("setup", "claim"):
        return {"setup": _set_up(table)}
    if position.asking:
        return {"combat": {"Casualties": [f"lose {kind}" for kind in position.asking.kinds]}}
    found: dict[str, dict[str, list[str]]] = {}
    if MOVE in open_now:
        found[MOVE] = _moves(table, player) | _cards(table, player, MOVE)
    if MAGIC in open_now:
        found[MAGIC] = _cards(table, player, MAGIC)
    if BUILD in open_now:
        found[BUILD] = _builds(table, player)
    return found


def _set_up(table: Table) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    pieces = list(table.data.pieces)
    if table.start.phase == "setup":
        found["Piece"] = [
            f"piece {', '.join((piece, *(p for p in pieces if p != piece)))}" for piece in pieces
        ]
    if table.settings.variant == MINI and table.start.slots:
        found["Claim"] = [f"claim {space}" for space in table.ground.land()]
    return found


def _moves(table: Table, player: str) -> dict[str, list[str]]:
    """By stack; its number may be made smaller, and the rest go elsewhere."""
    found: dict[str, list[str]] = {}
    for row in table.start.units:
        if row.player == player:
            stack = f"{counts([(row.kind, row.count)])} {row.space}"
            token = next(token for token in table.here(row.space, player) if token.kind == row.kind)
            goals = paths.reachable(table, token)
            found[stack] = [f"{stack} holds", *(f"{stack} - {goal}" for goal in goals)]
    return found


def _cards(table: Table, player: str, phase: str) -> dict[str, list[str]]:
    """A card is offered under the first heading of the mail at which it may be played, and at the second."""
    spells = table.data.spells
    found: dict[str, list[str]] = {}
    for number, card in enumerate(table.start.hands.get(player, ()), 1):
        spell = spells[card]
        if phase in spell.when and table.spent.get(player, 0) + spell.cost <= table.income(player):
            lines = list(dict.fromkeys(_casts(table, player, card)))
            if lines:
                found[f"{card} (card {number}, {phase})"] = lines
    return found


def _casts(table: Table, player: str, card: str) -> Iterator[str]:
    effect = table.data.spells[card].effect
    mine = [space for space in table.ground.spaces if table.here(space, player)]
    near = list(dict.fromkeys(there for here in mine for there in (here, *table.ground.borders[here])))
    if effect == "recall":
        for space in mine:
            for kind in dict.fromkeys(t.kind for t in table.here(space, player) if t.card.kind != WATER):
                yield from (f"cast {card} {kind} {space} - {city}" for city in table.cities(player))
    elif effect == "strike":
        for space in near:
            yield from (f"cast {card} {space} on {side}" for side in table.sides(space) if side != player)
    elif effect == "raze":
        yield from (f"cast {card} {space}" for space in near if table.forts.get(space))
    elif effect == "mist":
        yield from (f"cast {card} {space}" for space in near)
    else:
        land_only = effect == "reinforce"
        yield from (f"cast {card} {space}" for space in mine if not (land_only and table.is_water(space)))


def _builds(table: Table, player: str) -> dict[str, list[str]]:
    allowed = building.may_start_at if table.start.phase == "start" else building.may_build_at
    money = building.money(table, player) if table.start.phase in ("start", BUILD) else table.income(player)
    found: dict[str, list[str]] = {}
    for kind in buildable(table.settings, player):
        places = [space for space in table.ground.spaces if allowed(table, player, kind, space)]
        if places and table.data.units[kind].cost <= money:
            found[f"New {kind}"] = [*(f"{kind} {space}" for space in places), f"rest {kind} {places[0]}"]
    return found


def form(position: Position, player: str) -> list[str]:
    """A sheet ready to be filled in: what stands in it is lawful, and what may be added stands behind #."""
    if position.over or player not in acting_now(position):
        return []
    if position.phase == "setup":
        more = ["# claim SPACE, SPACE"] if position.settings.variant == MINI else []
        return [f"piece {', '.join(sorted(_pieces(position)))}", *more]
    if position.phase == "claim":
        return ["# claim SPACE, SPACE"]
    return [line for heading in OPEN[position.phase] for line in _part(position, player, heading)]


def _pieces(position: Position) -> tuple[str, ...]:
    return tuple(Table(position, {}, ListedDice(())).data.pieces)


def _part(position: Position, player: str, heading: str) -> list[str]:
    several = len(OPEN[position.phase]) > 1
    lines = _PARTS[heading](position, player)
    return [*([heading.capitalize()] if several and lines else []), *lines]


def _moves_form(position: Position, player: str) -> list[str]:
    rows = [row for row in position.units if row.player == player]
    return [f"{f'{row.count} ' if row.count > 1 else ''}{row.kind} {row.space} holds" for row in rows]


def _magic_form(position: Position, player: str) -> list[str]:
    return [f"# cast {card} SPACE" for card in dict.fromkeys(position.hands.get(player, ()))]


def _combat_form(position: Position, player: str) -> list[str]:
    """What stands already, and else the forms in which it could be said."""
    standing = [short(row.wish) for row in position.standing if row.player == player]
    if standing:
        return [f"# {line} (stands already)" for line in standing]
    kinds = buildable(position.settings, player)
    return [f"# lose {', '.join((FORT, *kinds))}", f"# keep {kinds[-1]}"]


def _build_form(position: Position, player: str) -> list[str]:
    money = max(0, income(position, player) - position.spent.get(player, 0))
    kinds = ", ".join(buildable(position.settings, player))
    where = " or ".join(cities(position, player)) or "SPACE"
    return [f"# {money} to spend on {kinds}", f"# rest {buildable(position.settings, player)[0]} {where}"]


_PARTS = {
    "move": _moves_form,
    "magic": _magic_form,
    "combat": _combat_form,
    "build": _build_form,
}
