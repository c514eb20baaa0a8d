"""How far off each end of the game is, what this turn pays, and which cities can fall. 5, 6.1, 7.

Everything here is public, as the counts of 11.8 are.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.dice import ListedDice
from adjudicator.core.game import Item, Section, Table
from adjudicator.core.language.words import listed
from adjudicator.core.phrasing import capital
from adjudicator.domination.data import WATER
from adjudicator.domination.language.vocabulary import counted
from adjudicator.domination.position import (
    Position,
    cities,
    cities_to_win,
    data_of,
    ground_of,
    has_magic,
    in_play,
    income,
    is_out,
    morale,
    treasury,
)
from adjudicator.domination.resolve import paths
from adjudicator.domination.resolve.turn_state import TurnState
from adjudicator.domination.sentences import say
from adjudicator.domination.view.wording import place

FEW = 2  # players who are named even if they are all


def sections(position: Position, reader: str | None) -> Iterator[Section]:
    if position.over or not position.slots:
        return
    items = (*_money(position, reader), *_battles(position), *_ends(position))
    yield Section("obligations", say("pay_and_end"), tuple(map(Item, items)))
    rows = tuple(_cities(position, reader))
    if rows:
        columns = (
            say("column_city"),
            say("column_held_by"),
            say("column_defended_by"),
            say("column_enemies_in_reach"),
            say("column_income"),
        )
        has_more = has_magic(position) or any(card.kind == WATER for card in in_play(position.settings))
        taker = Item(say("whoever_takes_a_city_without") if has_more else say("whoever_takes_a_city"))
        yield Section("stakes", say("cities_at_stake"), (taker,), (Table(columns, rows),))


def _money(position: Position, reader: str | None) -> Iterator[str]:
    """Yield what the reader has to spend, and what it costs not to spend it; 1.5, 2.7, 6.1.

    Nothing is built in the last turn; 7.2.
    """
    if reader not in position.settings.seats or is_out(position, reader) or position.final:
        return
    spells = position.spent.get(reader, 0)
    money, is_now = treasury(position, reader), position.phase in ("start", "build")
    if spells:
        now = say("build_now_less_spells", money=money, spells=spells)
        later = say("build_after_battles_less_spells", money=money, spells=spells)
    else:
        now, later = say("build_now", money=money), say("build_after_battles", money=money)
    yield f"{now if is_now else later} {say('unspent_is_lost')}"
    yield say("reserve_holds", count=position.reserves[reader])


def _battles(position: Position) -> Iterator[str]:
    """Yield the spaces with units of enemies, unless they are fighting already; 5.1, 5.13."""
    if position.asking:
        return
    sides: dict[str, set[str]] = {}
    for row in position.units:
        sides.setdefault(row.space, set()).add(row.player)
    for space, number in position.forts.items():
        if number and space in sides and space in position.owners:
            sides[space].add(position.owners[space])
    spaces = [space for space in ground_of(position).spaces if len(sides.get(space, ())) > 1]
    if spaces:
        names = ground_of(position).titles
        where = listed((place(space, names) for space in spaces), "and")
        yield say("enemies_together", places=where)


def _ends(position: Position) -> Iterator[str]:
    """Yield how the game ends, and how far each player is from it; 7.1 to 7.3."""
    seats = [seat for seat in position.settings.seats if not is_out(position, seat)]
    wanted = cities_to_win(position.settings)
    lacking = _by_number({seat: wanted - len(cities(position, seat)) for seat in seats})
    need = [_lacks(who, number, seats) for number, who in sorted(lacking.items())]
    yield say("cities_win_at_once", wanted=wanted, need=capital("; ".join(need)))
    yield _last_turn(position, position.settings.seats)  # players who are out count too
    scores = _by_number({seat: morale(position, seat) for seat in seats})
    best = max(scores)
    yield say("highest_morale_wins", number=best, players=_named(scores[best], seats))


def _lacks(who: Sequence[str], number: int, seats: Sequence[str]) -> str:
    """Return "Red needs 1 more", "Red and Blue each need 1 more", "everybody needs 1 more"."""
    named = _named(who, seats)
    is_one = len(who) == 1 or named == say("everybody")
    if is_one:
        return say("needs_more", players=named, number=number)
    return say("each_need_more", players=named, number=number)


def _last_turn(position: Position, seats: Sequence[str]) -> str:
    """Say what brings the last turn, and who is nearest to it; 7.2."""
    if position.final:
        return say("this_turn_is_last")
    least = data_of(position).rules.exhaustion_income
    return say(
        "one_more_turn",
        income=least,
        smallest_reserve=_least({seat: position.reserves[seat] for seat in seats}),
        fewest_cities=_least({seat: len(cities(position, seat)) for seat in seats}),
        lowest_income=_least({seat: income(position, seat) for seat in seats}),
    )


def _least(numbers: Mapping[str, int]) -> str:
    """Return "11 (Red and Blue)"."""
    number = min(numbers.values())
    return say("number_of", number=number, players=_named(_by_number(numbers)[number], [*numbers]))


def _named(who: Sequence[str], seats: Sequence[str]) -> str:
    """Return the players; "everybody" if they are more than two and all: eight colours are hard to read."""
    is_all = len(who) == len(seats) > FEW
    return say("everybody") if is_all else listed(who, "and")


def _by_number(numbers: Mapping[str, int]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for seat, number in numbers.items():
        found.setdefault(number, []).append(seat)
    return found


def _cities(position: Position, reader: str | None) -> Iterator[tuple[str, str, str, str, str]]:
    """Yield the cities that enemies can be in this turn, the reader's own first."""
    ground = ground_of(position)
    comers = _comers(position)
    own_first = sorted(ground.cities(), key=lambda city: position.owners.get(city) != reader)
    for city in own_first:
        if city in comers:
            holder = position.owners.get(city, say("nobody"))
            comers_ = "; ".join(f"{player}: {_counted(kinds)}" for player, kinds in comers[city].items())
            yield (
                place(city, ground.titles),
                holder,
                _defence(position, city, holder),
                comers_,
                str(ground.spaces[city].value),
            )


def _comers(position: Position) -> dict[str, dict[str, Counter[str]]]:
    """Return by city the enemy units that are there, or can come in one turn; 4, 11.6."""
    state = TurnState(position, {}, ListedDice(()))
    cities_ = set(ground_of(position).cities())
    found: dict[str, dict[str, Counter[str]]] = {}
    for row in position.units:
        unit = next(unit for unit in state.here(row.space, row.player) if unit.kind == row.kind)
        if unit.card.kind == WATER:
            continue
        for city in cities_.intersection((row.space, *paths.reachable(state, unit))):
            if position.owners.get(city) != row.player:
                found.setdefault(city, {}).setdefault(row.player, Counter())[row.kind] += row.count
    return found


def _defence(position: Position, city: str, holder: str) -> str:
    """Return "3 fortification tokens, 2 Knights": what is in *city* for its holder."""
    tokens = position.forts.get(city, 0)
    units = Counter(
        {row.kind: row.count for row in position.units if row.space == city and row.player == holder}
    )
    words = [say("tokens", count=tokens) if tokens else "", _counted(units)]
    return ", ".join(filter(None, words)) or say("undefended")


def _counted(kinds: Mapping[str, int]) -> str:
    return ", ".join(counted(kind, number) for kind, number in kinds.items())
