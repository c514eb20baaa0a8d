"""Check that a turn of the standard rules, on any map, obeys the rules.

Nothing here uses the resolver's tables: neighbours, convoy routes, building sites, owners and the end of the
game are computed again from the map, the previous position and the orders.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from adjudicator.core.board import NEUTRAL, Board
from adjudicator.core.position import Position, Unit
from adjudicator.standard import StandardGame
from adjudicator.standard.language.orders import Build, Move, Order, Remove, Retreat


def assert_lawful_turn(
    game: StandardGame, before: Position, orders: Sequence[Order], after: Position
) -> None:
    """Check that *after* can follow from *before* with these orders."""
    assert_units_stand_where_they_may(game, after)
    new = [unit for unit in after.units if unit not in returned_neutrals(game.board.map, before, after)]
    match before.phase:
        case "movement":
            assert_units_are_those_of_before(game, before, orders, new, after)
        case "retreat":
            assert_retreats_were_lawful(game, before, orders, new)
        case "adjustment":
            assert_builds_and_removals_were_lawful(game, before, orders, new)
    assert_centres_and_victory(game, before, after)


def assert_units_stand_where_they_may(game: StandardGame, position: Position) -> None:
    board = game.board.map
    standing = Counter(board.province_of(unit.place) for unit in position.units)
    assert all(count == 1 for count in standing.values()), "only one unit to a province (3.1)"
    for unit in (*position.units, *(row.unit for row in position.dislodged)):
        province = board.provinces[board.province_of(unit.place)]
        assert unit.power in (*board.powers, NEUTRAL)
        if unit.kind == "A":
            assert not province.is_water, "no army at sea (3.2)"
            assert "/" not in unit.place
        else:
            assert board.fleet_neighbours[unit.place], "no fleet inland (3.3)"
            assert not province.coasts or "/" in unit.place, "a fleet is on one of several coasts (3.4)"
    assert set(position.owners) <= set(board.centres)
    assert set(position.owners.values()) <= set(board.powers), "neutral units own nothing"


def returned_neutrals(board: Board, before: Position, after: Position) -> set[Unit]:
    """Return the neutral units that came back to places without an owner when centres were counted."""
    if not is_counted(before, after):
        return set()
    return {
        unit
        for unit in after.units
        if unit.power == NEUTRAL
        and unit not in before.units
        and board.province_of(unit.place) not in after.owners
        and any((row.power, row.unit, row.at) == (NEUTRAL, unit.kind, unit.place) for row in board.start)
    }


# ---- movement and retreats


def assert_units_are_those_of_before(
    game: StandardGame, before: Position, orders: Sequence[Order], new: Sequence[Unit], after: Position
) -> None:
    """Check that each unit was there before and has stayed, or moved by a legal order; none is duplicated."""
    moves = [order for order in orders if isinstance(order, Move)]
    for move in moves:
        assert may_go(game, before, move), f"{move}: not a neighbour, and no fleets could convoy (7, 8)"
    came = {
        unit: [
            *([unit] if unit in before.units else []),
            *(move.unit for move in moves if arrived(move) == unit and move.unit in before.units),
        ]
        for unit in new
    }
    dislodged = [row.unit for row in after.dislodged]
    assert all(unit in before.units for unit in dislodged), "a dislodged unit stood on the board before"
    came |= {Unit(unit.power, unit.kind, f"{unit.place} dislodged"): [unit] for unit in dislodged}
    assert is_one_to_one(came), "every unit was there before (7)"
    assert len(new) + len(dislodged) <= len(before.units)


def arrived(move: Move) -> Unit:
    return Unit(move.unit.power, move.unit.kind, move.target)


def is_one_to_one(came: dict[Unit, list[Unit]]) -> bool:
    """Return whether each unit can be matched to a different one of the units that it may have been."""
    given: dict[Unit, Unit] = {}

    def find(unit: Unit, tried: set[Unit]) -> bool:
        for one in came[unit]:
            if one in tried:
                continue
            tried.add(one)
            if one not in given or find(given[one], tried):
                given[one] = unit
                return True
        return False

    return all(find(unit, set()) for unit in came)


def may_go(game: StandardGame, position: Position, move: Move) -> bool:
    board = game.board.map
    if move.unit.kind == "F":
        return move.target in board.fleet_neighbours[move.unit.place]
    beside = board.army_neighbours[move.unit.place]
    return move.target in beside or move.target in landings(game, position, move.unit.place)


def landings(game: StandardGame, position: Position, start: str) -> set[str]:
    """Return the land to which the fleets of *position* could convoy an army from *start*."""
    board, islands = game.board.map, game.board.facts.islands
    reach = {
        board.province_of(unit.place): {board.province_of(to) for to in board.fleet_neighbours[unit.place]}
        for unit in position.units
        if unit.kind == "F" and convoys(board, islands, unit)
    }
    waiting = [sea for sea in reach if start in shores(board, sea)]
    passed, found = set(waiting), set[str]()
    while waiting:
        sea = waiting.pop()
        found |= {to for to in reach[sea] if not board.provinces[to].is_water}
        nearby = [to for to in reach[sea] if to in reach and to not in passed]
        passed.update(nearby)
        waiting += nearby
    return found - {start}


def convoys(board: Board, islands: frozenset[str], unit: Unit) -> bool:
    province = board.province_of(unit.place)
    return board.provinces[province].is_water or province in islands


def shores(board: Board, sea: str) -> set[str]:
    """Return the provinces that are adjacent to *sea* for a fleet, in either direction."""
    return {
        board.province_of(one)
        for place, beside in board.fleet_neighbours.items()
        for one, other in ((place, to) for to in beside)
        if board.province_of(other) == sea
    } | {
        board.province_of(to)
        for place, beside in board.fleet_neighbours.items()
        if board.province_of(place) == sea
        for to in beside
    }


def assert_retreats_were_lawful(
    game: StandardGame, before: Position, orders: Sequence[Order], new: Sequence[Unit]
) -> None:
    board = game.board.map
    assert set(before.units) <= set(new), "no other unit moves in a retreat phase (9)"
    wanted = {order.unit: order.target for order in orders if isinstance(order, Retreat)}
    lawful = {}
    for row in before.dislodged:
        target = wanted.get(row.unit)
        if target is None:
            continue
        beside = board.army_neighbours if row.unit.kind == "A" else board.fleet_neighbours
        assert target in beside[row.unit.place], "retreats go to a neighbour (9)"
        lawful[Unit(row.unit.power, row.unit.kind, target)] = row
    taken = {board.province_of(unit.place) for unit in before.units}
    for unit in set(new) - set(before.units):
        row, province = lawful[unit], board.province_of(unit.place)
        assert province not in taken, "retreats go to an empty place (9)"
        assert province not in before.contested, "no retreat to the place of a stand-off (9)"
        origin = row.attacked_from
        assert origin is None or province != board.province_of(origin), (
            "no retreat to where the attack came from (9)"
        )


# ---- builds and removals


def assert_builds_and_removals_were_lawful(
    game: StandardGame, before: Position, orders: Sequence[Order], new: Sequence[Unit]
) -> None:
    board = game.board.map
    built, gone = set(new) - set(before.units), set(before.units) - set(new)
    assert built <= {order.unit for order in orders if isinstance(order, Build)}
    taken = {board.province_of(unit.place) for unit in before.units}
    for unit in built:
        place = board.province_of(unit.place)
        assert place in sites(game, unit.power), "builds are in centres where the power may build (11.2)"
        assert before.owners.get(place) == unit.power
        assert place not in taken, "builds are in empty centres (11.2)"
    ordered_away = {order.unit for order in orders if isinstance(order, Remove)}
    for power in board.powers:
        centres = sum(owner == power for owner in before.owners.values())
        had = [unit for unit in before.units if unit.power == power]
        lost, won = [unit for unit in had if unit in gone], [unit for unit in built if unit.power == power]
        assert len(lost) == max(0, len(had) - centres), (
            "all units above the number of centres are removed (11)"
        )
        assert len(won) <= max(0, centres - len(had)), "there are no more builds than free centres (11)"
        kept = ordered_away & set(had) - gone
        assert not kept or set(lost) <= ordered_away, "units that were ordered to be removed go first (11)"


def sites(game: StandardGame, power: str) -> Sequence[str]:
    board, facts = game.board.map, game.board.facts
    match facts.builds:
        case "anywhere":
            return board.centres
        case "chosen centres":
            return facts.building.get(power, ())
        case _:
            return board.homes[power]


# ---- centres and the end


def is_counted(before: Position, after: Position) -> bool:
    """Return whether centres were counted between two positions, which happens once a year, after autumn."""
    was_autumn = before.season == "Autumn" and before.phase != "adjustment"
    is_autumn = after.season == "Autumn" and after.phase != "adjustment" and not after.over
    return was_autumn and (after.year != before.year or not is_autumn)


def assert_centres_and_victory(game: StandardGame, before: Position, after: Position) -> None:
    board = game.board.map
    if not is_counted(before, after):
        assert dict(after.owners) == dict(before.owners), "centres change hands after the autumn (10)"
        assert not after.winners
        return
    standing = {board.province_of(unit.place): unit.power for unit in after.units}
    for centre in board.centres:
        here = standing.get(centre, NEUTRAL)
        owner = before.owners.get(centre) if here == NEUTRAL else here
        assert after.owners.get(centre) == owner, f"{centre}: the power whose unit stands there owns it (10)"
    expected = set(winners(game, after))
    assert set(after.winners) == expected, "the map's rule for victory decides who wins (13.1)"
    assert after.over == bool(expected) or not set(board.powers) & {unit.power for unit in after.units}


def winners(game: StandardGame, position: Position) -> Iterator[str]:
    """Yield the powers that have won by their number of centres."""
    facts, owned = game.board.facts, Counter(position.owners.values())
    enough = [power for power in game.board.map.powers if owned[power] >= facts.goal]
    ahead = [power for power in enough if owned[power] == max(owned.values())]
    match facts.victory.tie:
        case "shared":
            yield from enough
        case "the most":
            yield from ahead
        case _:
            yield from ahead if len(ahead) == 1 else ()
