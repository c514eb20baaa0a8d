"""The tables of the report that show the position: units, players, cities, pieces and cards. Clause 11.8."""

from collections.abc import Iterator, Mapping

from adjudicator.core.game import Item, Section, Table
from adjudicator.domination.data import Changes, PieceSide, UnitCard, data
from adjudicator.domination.language.vocabulary import counted
from adjudicator.domination.position import Position, cities, data_of, ground_of, in_play, income, morale
from adjudicator.domination.resolve.owed import goal
from adjudicator.domination.sentences import say
from adjudicator.domination.view import slots
from adjudicator.domination.view.sight import Seen
from adjudicator.domination.view.wording import place

FIRST_TURN_DONE = 2  # the number of the turn from which columns are no longer explained


def sections(seen: Seen) -> Iterator[Section]:
    """Yield the sections about the pieces to choose from, the board and the unit cards."""
    yield from _pieces(seen)
    yield from _board(seen)
    yield from _cards(seen)


def may_have_magic(position: Position) -> bool:
    """Return whether a Wizard is among the cards and a tower on the pieces; 8.1."""
    has_wizard = any(card.wizard for card in in_play(position.settings))
    return has_wizard and any(side.towers for _, _, side in _sides(position))


def _sides(position: Position) -> Iterator[tuple[str, str, PieceSide]]:
    """Yield letter, name, and the side in play of every piece."""
    for piece in data_of(position).pieces.values():
        yield piece.id, piece.name, piece.front if position.settings.side == "front" else piece.back


def _board(seen: Seen) -> Iterator[Section]:
    position = seen.position
    if not position.slots:
        yield from _private_cards(position)
        return
    units_here = _units(position, seen.reader)
    if units_here.rows:
        yield Section("positions", say("units"), tables=(units_here,))
    explained = tuple(map(Item, _explained(position))) if position.turn < FIRST_TURN_DONE else ()
    yield Section("counts", say("players", goal=goal(position)), explained, (_counts(seen),))
    yield Section("centres", say("cities"), tables=(_cities(position),))


def _private_cards(position: Position) -> Iterator[Section]:
    """Yield who has which private card, before anything else tells the players apart; 10.2."""
    private = position.settings.private
    if private:
        rows = tuple((seat, private.get(seat, say("secret"))) for seat in position.settings.seats)
        table = Table((say("column_player"), say("column_private_card")), rows)
        yield Section("counts", say("players", goal=goal(position)), tables=(table,))


def _explained(position: Position) -> Iterator[str]:
    yield say("players_explained")
    if may_have_magic(position):
        yield say("spell_cards_explained")


def _units(position: Position, reader: str | None) -> Table:
    """Return the units of each player who has any, and of the reader in any case."""
    names = ground_of(position).titles
    rows = []
    for seat in position.settings.seats:
        at: dict[str, list[str]] = {}
        for row in position.units:
            if row.player == seat:
                at.setdefault(row.space, []).append(counted(row.kind, row.count))
        listing = "; ".join(f"{place(space, names)}: {', '.join(kinds)}" for space, kinds in at.items())
        if listing or seat == reader:
            rows.append((seat, listing or say("none")))
    return Table((say("column_player"), say("column_units")), tuple(rows))


def _counts(seen: Seen) -> Table:
    """Return the numbers of each player that 11.8 lists; spell cards only if the table plays with them."""
    position = seen.position
    seats = position.settings.seats
    columns = {
        say("column_player"): [
            say("first_player", player=seat) if seat == position.first else seat for seat in seats
        ],
        say("column_income"): [str(income(position, seat)) for seat in seats],
        say("column_cities"): [str(len(cities(position, seat))) for seat in seats],
        say("column_reserve"): [str(position.reserves[seat]) for seat in seats],
        say("column_dead"): [str(position.dead[seat]) for seat in seats],
        say("column_morale"): [str(morale(position, seat)) for seat in seats],
    }
    if may_have_magic(position) or any(seen.cards.values()):
        columns[say("column_cards")] = [str(seen.cards[seat]) for seat in seats]
    if position.settings.private:
        private = [position.settings.private.get(seat, say("secret")) for seat in seats]
        columns[say("column_private_card")] = private
    return Table((*columns,), tuple(zip(*columns.values(), strict=True)))


def _cities(position: Position) -> Table:
    names = ground_of(position).titles
    rows = tuple(
        (place(city, names), position.owners.get(city, say("nobody")), str(position.forts[city]))
        for city in ground_of(position).cities()
    )
    return Table((say("column_city"), say("column_owner"), say("column_tokens")), rows)


def _pieces(seen: Seen) -> Iterator[Section]:
    """Return the pieces to choose from before the board is laid. They are public."""
    if seen.position.slots or seen.position.over:
        return
    sides = tuple(_sides(seen.position))
    rows: tuple[tuple[str, ...], ...] = tuple(
        (letter, name, str(_income(side)), _with_spaces(side.cities), _with_spaces(side.towers))
        for letter, name, side in sides
    )
    columns: tuple[str, ...] = (
        say("column_piece"),
        say("column_name"),
        say("column_income"),
        say("column_cities"),
        say("column_tower"),
    )
    if not any(side.towers for _, _, side in sides):
        rows, columns = tuple(row[:-1] for row in rows), columns[:-1]
    lie = slots.in_words(seen.position)
    beside = slots.neighbours_of_each(seen.position)
    tables = (Table(columns, rows), *([beside] if beside else []))
    yield Section("pieces", say("pieces_to_choose"), (Item(lie),) if lie else (), tables)


def _with_spaces(names: Mapping[str, str]) -> str:
    """Return cities or towers with their spaces: "A7 Aldgate, A10 Ambermouth"."""
    return ", ".join(f"{space} {name}" for space, name in names.items())


def _income(side: PieceSide) -> int:
    return sum(int(cell[1:]) for row in side.rows for cell in row.split() if cell[1:].isdigit())


def _cards(seen: Seen) -> Iterator[Section]:
    """Return the unit cards with this table's numbers; in the bulletin only until the first turn."""
    if seen.position.over or (seen.reader is None and seen.position.turn > 1):
        return
    rows = tuple(
        (card.name, card.code, card.kind, str(card.cost), str(card.move), str(card.combat), _special(card))
        for card in in_play(seen.position.settings)
    )
    columns = (
        say("column_unit_card"),
        say("column_letter"),
        say("column_kind"),
        say("column_cost"),
        say("column_move"),
        say("column_combat"),
        "",
    )
    explained = (Item(say("cards_explained")),) if seen.position.turn < FIRST_TURN_DONE else ()
    yield Section("cards", say("unit_cards"), explained, (Table(columns, rows),))
    changed = tuple(_changed(seen.position.settings.changes))
    if changed:
        yield Section("changed", say("changed_numbers"), tuple(map(Item, changed)))


def _changed(changes: Changes) -> Iterator[str]:
    """Return the values that the GM changed, such as "Ward, cost: 1"; unit cards have their own table."""
    for part in ("game", "rules"):
        for key, value in _table(changes, part).items():
            yield f"{key.replace('_', ' ')}: {value}"
    names = {letter: terrain.name for letter, terrain in data(changes).terrain.items()}
    for part in ("terrain", "spell"):
        for name in _table(changes, part):
            for key, value in _table(_table(changes, part), name).items():
                yield f"{names.get(name, name)}, {key.replace('_', ' ')}: {value}"


def _table(tables: Changes, name: str) -> Mapping[str, object]:
    found = tables.get(name)
    return found if isinstance(found, Mapping) else {}


def _special(card: UnitCard) -> str:
    found = [
        say("armour", armour=card.armour) if card.armour else "",
        say("carries", number=card.carries) if card.carries else "",
        say("draws_cards") if card.wizard else "",
        say("is_hit_last") if card.hit_last else "",
    ]
    return ", ".join(filter(None, found))
