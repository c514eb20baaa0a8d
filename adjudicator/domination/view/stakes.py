"""How far off each end of the game is, what this turn pays, and which cities can fall. 5, 6.1, 7.

Everything here is public, as the counts of 11.8 are.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.game import Item, Section, Table
from adjudicator.core.words import listed
from adjudicator.domination.language.vocabulary import counted
from adjudicator.domination.position import (
    Position,
    cities,
    cities_to_win,
    data_of,
    ground_of,
    income,
    is_out,
    morale,
    treasury,
)
from adjudicator.domination.view.wording import place


def sections(position: Position, reader: str | None) -> Iterator[Section]:
    if position.over or not position.slots:
        return
    items = (*_money(position, reader), *_battles(position), *_ends(position))
    yield Section("obligations", "What this turn pays, and how the game ends", tuple(map(Item, items)))
    rows = tuple(_cities(position))
    if rows:
        columns = ("City", "Held by", "Tokens", "Enemies there or next to it", "Income")
        taker = "Whoever takes a city has its income at once (5.2), and one city more towards the victory."
        title = "Cities at stake: an enemy stands there or next to it"
        yield Section("stakes", title, (Item(taker),), (Table(columns, rows),))


def _money(position: Position, reader: str | None) -> Iterator[str]:
    """Yield what the reader has to spend, and what it costs not to; 1.5, 2.7, 6.1."""
    if reader not in position.settings.seats or is_out(position, reader):
        return
    spells = position.spent.get(reader, 0)
    less = f", less {spells} for your spells" if spells else ""
    when = "" if position.phase in ("start", "build") else ", as it is after the battles"
    yield (
        f"You build from your income{less}{when}: now {treasury(position, reader)}."
        " What you do not spend is lost (6.1); units cost nothing once they are built."
    )
    yield f"Your reserve holds {_tokens(position.reserves[reader])}. The dead never come back (1.5)."


def _tokens(number: int) -> str:
    return "1 token" if number == 1 else f"{number} tokens"


def _battles(position: Position) -> Iterator[str]:
    """Yield the spaces with units of enemies; 5.1, 5.13."""
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
        yield f"Enemies stand together at {where}: if both stay, they fight (5.13)."


def _ends(position: Position) -> Iterator[str]:
    """Yield how the game ends, and how far each player is from it; 7.1 to 7.3."""
    seats = [seat for seat in position.settings.seats if not is_out(position, seat)]
    wanted = cities_to_win(position.settings)
    lacking = _by_number({seat: wanted - len(cities(position, seat)) for seat in seats})
    need = listed((f"{listed(who, 'and')} {number} more" for number, who in sorted(lacking.items())), "and")
    yield f"{wanted} cities win at once (7.1). Still needed: {need}."
    yield _last_turn(position, position.settings.seats)  # players who are out count too
    scores = _by_number({seat: morale(position, seat) for seat in seats})
    best = max(scores)
    yield f"Then the highest morale wins (7.3): now {best}, {listed(scores[best], 'and')}."


def _last_turn(position: Position, seats: Sequence[str]) -> str:
    """Say what brings the last turn, and who is nearest to it; 7.2."""
    if position.final:
        return "This turn is the last; it ends after its combat (7.2)."
    least = data_of(position).rules.exhaustion_income
    nearest = {
        "smallest reserve": {seat: position.reserves[seat] for seat in seats},
        "fewest cities": {seat: len(cities(position, seat)) for seat in seats},
        "lowest income": {seat: income(position, seat) for seat in seats},
    }
    told = listed((f"{what} {_least(numbers)}" for what, numbers in nearest.items()), "and")
    return (
        "One more turn is played if at the end of the builds anybody has an empty reserve, no city or an"
        f" income below {least} (7.2). Now: {told}."
    )


def _least(numbers: Mapping[str, int]) -> str:
    """Return "11 (Red and Blue)"."""
    number = min(numbers.values())
    return f"{number} ({listed(_by_number(numbers)[number], 'and')})"


def _by_number(numbers: Mapping[str, int]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for seat, number in numbers.items():
        found.setdefault(number, []).append(seat)
    return found


def _cities(position: Position) -> Iterator[tuple[str, str, str, str, str]]:
    ground = ground_of(position)
    for city in ground.cities():
        holder = position.owners.get(city, "nobody")
        near = {city, *ground.borders[city]}
        enemies: dict[str, Counter[str]] = {}
        for row in position.units:
            if row.space in near and row.player != holder:
                enemies.setdefault(row.player, Counter())[row.kind] += row.count
        if enemies:
            units = "; ".join(
                f"{player}: {', '.join(counted(kind, number) for kind, number in kinds.items())}"
                for player, kinds in enemies.items()
            )
            value = str(ground.spaces[city].value)
            yield place(city, ground.titles), holder, str(position.forts.get(city, 0)), units, value
