"""Make the report of a turn, in words and as a picture. Clause 11.8."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby

from msgspec.structs import replace

from adjudicator.core.game import BEGINS, REPEATS, Item, ReportFacts, Section, Table, Tally
from adjudicator.core.language.words import listed
from adjudicator.domination.data import Changes, PieceSide, UnitCard, data
from adjudicator.domination.language.orders import EVERY, Build, Hold, Move, Pieces
from adjudicator.domination.language.vocabulary import counted
from adjudicator.domination.position import (
    BEFORE_TURN_1,
    Position,
    cities,
    cities_to_win,
    data_of,
    ground_of,
    in_play,
    income,
    is_out,
    morale,
    player_order,
)
from adjudicator.domination.record import SUCCEEDS, Event, Result
from adjudicator.domination.resolve.owed import due, goal, title
from adjudicator.domination.sentences import say
from adjudicator.domination.view import (
    concerns,
    contests,
    drawing,
    drawing_pieces,
    places,
    slots,
    stakes,
    unspent,
)
from adjudicator.domination.view.clauses import explained, with_clause
from adjudicator.domination.view.headlines import story
from adjudicator.domination.view.notation import public_state, units
from adjudicator.domination.view.sight import Seen
from adjudicator.domination.view.wording import Names, built, event_sentence, hits_in_words, place, sentence
from adjudicator.drawing.alt_text import in_words

TITLE = "Epic Domination"
WITH_DICE = ("round", "rolled", "armour", "lost", "sunk", "struck")
TAKEN = ("taken", "city taken")
DRAWN = "drawn card"
IN_PART = "in part"  # kind of the outcome of a line that some of its units carry out
ELSEWHERE = ("morale", DRAWN)  # events that are in other sections than the news
FIRST_TURN_DONE = 2  # the number of the turn from which columns are no longer explained
OF_OPENINGS = "Militia"  # the unit that the example openings in the first message build
STRIKING = "Knight"  # the unit that the second of them builds
KINDS = {
    "moved": "succeeds",
    "drowned": "lost",
    "sunk": "lost",
    "lost": "lost",
    "taken": "gained",
    "city taken": "gained",
    "built": "gained",
    "reinforced": "gained",
    "drawn by lot": "seen",
    "round": BEGINS,
}


def report_facts(seen: Seen) -> ReportFacts:
    """Return the report of a turn, or of the position if there is no record."""
    headline, lead = _headline(seen)
    return ReportFacts(
        game=TITLE,
        turn=_turn(seen),
        reader=seen.reader,
        headline=headline,
        lead=lead,
        sections=(
            *_results(seen),
            *_hand(seen),
            *_with_unspent(seen, [_with_repetitions(seen, section) for section in _events(seen)]),
            *_due(seen),
            *stakes.sections(seen.position, seen.reader),
            *_pieces(seen),
            *_board(seen),
            *_cards(seen),
        ),
        alt=_alt(seen),
        facts=facts(seen),
        tally=_tally(seen),
        atlas=() if seen.record else places.atlas(seen.position),
        contests=tuple(contests.contests(seen.position, seen.record)) if seen.record else (),
        numbers={} if seen.record else _numbers(seen.position),
    )


def _numbers(position: Position) -> dict[str, int]:
    """Return this table's numbers for the first message."""
    rules = data_of(position).rules
    return {
        "win": cities_to_win(position.settings),
        "tokens": rules.reserves,
        "morale_city": rules.morale_city,
        "morale_dead": rules.morale_dead,
        "forts": rules.fort_tokens,
        "least_income": rules.exhaustion_income,
        "magic": int(_may_have_magic(position)),
        "opening": int(position.phase == "opening" and OF_OPENINGS in position.settings.cards),
        "knights": int(position.phase == "opening" and {OF_OPENINGS, STRIKING} <= {*position.settings.cards}),
    }


def _may_have_magic(position: Position) -> bool:
    """Return whether a Wizard is among the cards and a tower on the pieces; 8.1."""
    has_wizard = any(card.wizard for card in in_play(position.settings))
    return has_wizard and any(side.towers for _, _, side in _sides(position))


def _sides(position: Position) -> Iterator[tuple[str, str, PieceSide]]:
    """Yield letter, name, and the side in play of every piece."""
    for piece in data_of(position).pieces.values():
        yield piece.id, piece.name, piece.front if position.settings.side == "front" else piece.back


def _tally(seen: Seen) -> Tally:
    seats = seen.position.settings.seats
    return Tally(say("tally"), {seat: len(cities(seen.position, seat)) for seat in seats})


def _turn(seen: Seen) -> str:
    return seen.record.title if seen.record else title(seen.position)


def _names(position: Position) -> Names:
    return ground_of(position).titles


def _headline(seen: Seen) -> tuple[str, str]:
    if seen.record:
        return story(seen.record, seen.position, _names(seen.position), seen.reader)
    seats = listed(seen.position.settings.seats, "and")
    first = seen.position.first
    headline = say("cities_to_win", number=cities_to_win(seen.position.settings))
    if seen.position.phase not in BEFORE_TURN_1:
        return headline, say("who_plays", players=seats, goal=goal(seen.position), first=first)
    second = player_order(seen.position)[1]
    return headline, say(
        "who_plays_before_turn_1", players=seats, goal=goal(seen.position), first=first, second=second
    )


def _results(seen: Seen) -> Iterator[Section]:
    """Yield the reader's own lines with their outcomes, in the order of the sheet."""
    if not seen.record or not seen.reader:
        return
    names = _names(seen.position)
    items = tuple(_result(row, sentence(row.line, names), seen) for row in seen.record.results)
    if items or seen.reader in seen.record.silent:
        yield Section("results", say("own_orders"), items or (Item(say("no_orders_sent")),))


def _result(row: Result, order: str, seen: Seen) -> Item:
    kind = IN_PART if row.outcome.done else row.outcome.word
    return Item(f"{order}: {_outcome(row)}.{_piece_got(row, seen)}", kind, order)


def _outcome(row: Result) -> str:
    """Return the outcome in words; a preference without a condition is in force until changed; 11.7."""
    if row.line.is_standing:
        return say("in_force")
    word = _in_part(row) if row.outcome.done else row.outcome.word
    why = explained(row.outcome)
    return f"{word} ({why})" if why else word


def _in_part(row: Result) -> str:
    """Return how many units carried out a line that failed for the others: "4 of 5 built"."""
    done, wanted = row.outcome.done, row.outcome.wanted
    match row.line.order:
        case Build():
            return say("some_built", done=done, wanted=wanted)
        case Hold():
            return say("some_hold", count=done, wanted=wanted)
        case _:
            return say("some_arrive", count=done, wanted=wanted)


def _piece_got(row: Result, seen: Seen) -> str:
    """Return which piece the player of a list has now, and whether pieces changed places for it; 2.3."""
    events = seen.record.events if seen.record else ()
    laid = [event for event in events if event.key == "laid" and event.player == row.player]
    if not laid or not isinstance(row.line.order, Pieces) or row.outcome.word != SUCCEEDS:
        return ""
    pieces = [event.words["piece"] for event in laid]
    named, taken = listed(pieces, "and"), listed([_before_swaps(piece, events) for piece in pieces], "and")
    if any(event.key == "arranged anew" for event in events):
        return f" {say('piece_after_changes', pieces=named)}"
    if taken != named:
        return f" {say('piece_after_swaps', taken=taken, pieces=named)}"
    return f" {say('piece_got', pieces=named)}"


def _before_swaps(piece: str, events: Sequence[Event]) -> str:
    """Return which piece was in the slot before pieces changed places; 2.3."""
    for event in reversed(events):
        if event.key == "swapped" and piece in (event.words["one"], event.words["other"]):
            piece = event.words["one"] if piece == event.words["other"] else event.words["other"]
    return piece


def _card(seen: Seen, player: str, card: str) -> str:
    spell = data_of(seen.position).spells[card]
    told = say("card_in_hand", card=card, cost=spell.cost, text=spell.text)
    return told if player == seen.reader else say("of_player", player=player, what=told)


def _hand(seen: Seen) -> Iterator[Section]:
    """Yield the card that the reader has drawn and the reader's own cards, or all if hands are open; 8.4."""
    names = _names(seen.position)
    events = seen.record.events if seen.record else ()
    items = [Item(event_sentence(event, names), "seen") for event in events if event.key == DRAWN]
    items += [
        Item(_card(seen, player, card)) for player, cards in seen.position.hands.items() for card in cards
    ]
    if items:
        yield Section("seen", say("cards_in_hand"), tuple(items))


def _events(seen: Seen) -> Iterator[Section]:
    if not seen.record:
        return
    names = _names(seen.position)
    events = [event for event in seen.record.events if event.key not in ELSEWHERE]
    endings = {} if seen.position.asking else contests.endings(seen.position, events)
    if seen.reader is None or not concerns.is_split(seen.position, seen.reader, seen.record.phase):
        yield from _news(events, names, endings, (say("what_happened"), say("battles_with_dice")))
        return
    own, others = concerns.split(events, seen.position, seen.reader)
    yield from _news(own, names, endings, (say("what_concerns_you"), say("your_battles_with_dice")))
    of_others = say("what_else_happened"), say("other_battles_with_dice")
    yield from _news(others, names, endings, of_others, in_short=True)


def _with_repetitions(seen: Seen, section: Section) -> Section:
    """Mark those moves of the reader's units that only repeat an order that succeeded."""
    results = seen.record.results if seen.record else ()
    orders = (row.line.order for row in results if row.outcome.word == SUCCEEDS)
    ways = {(order.origin, *order.way) for order in orders if isinstance(order, Move) and _is_counted(order)}
    events = seen.record.events if seen.record else ()
    own = (event for event in events if event.player == seen.reader and event.path in ways)
    told = {event_sentence(event, _names(seen.position)) for event in own}
    items = (replace(item, kind=REPEATS) if item.text in told else item for item in section.items)
    return replace(section, items=tuple(items)) if told else section


def _is_counted(order: Move) -> bool:
    """Return whether the order itself says which units move, and how many."""
    return all(part.count != EVERY and part.kind for part in (*order.units, *(order.carrying or ())))


def _with_unspent(seen: Seen, sections: Sequence[Section]) -> Sequence[Section]:
    """Add who built nothing to the news of others, and what the reader left to those of the reader."""
    idle = [Item(say("builds_nothing", player=player)) for player in unspent.idle(seen)]
    left: list[Item] = []
    if lost := unspent.of_reader(seen):
        money = income(seen.position, seen.reader or "")
        left = [Item(say("left_unspent", player=seen.reader, number=lost, money=money), "lost")]
    news = [at for at, one in enumerate(sections) if one.key == "news"]
    if not news:
        return (
            [*sections, Section("news", say("what_happened"), (*idle, *left))] if idle or left else sections
        )
    told = list(sections)
    for at, items in ((news[-1], idle), (news[0], left)):
        told[at] = replace(told[at], items=(*told[at].items, *items))
    return told


def _news(
    events: Sequence[Event],
    names: Names,
    endings: Mapping[str, str],
    titles: tuple[str, str],
    *,
    in_short: bool = False,
) -> Iterator[Section]:
    """Yield what happened, with the end of each battle, and the dice of the battles."""
    happened, fought = titles
    spaces = {event.space for event in events if event.key == "round"}
    fights = [event for event in events if event.key in WITH_DICE or _is_won(event, spaces)]
    plain = [event for event in events if event not in fights or event.key == "round"]
    if plain:
        told = tuple(_what_happened(plain, names, endings, in_short=in_short))
        yield Section("news", happened, told, is_in_sequence=True)
    if fights:
        yield Section("battles", fought, tuple(_with_endings(fights, names, endings)))


def _is_won(event: Event, fought: Collection[str]) -> bool:
    """Return whether a space was taken in a battle."""
    return event.key in TAKEN and event.space in fought


def _what_happened(
    events: Sequence[Event], names: Names, endings: Mapping[str, str], *, in_short: bool
) -> Iterator[Item]:
    """Yield the events in their order, with one sentence for each battle where its dice fell; 5.1."""
    told: set[str] = set()
    for is_battle, rows in groupby(events, key=lambda event: event.key == "round"):
        if not is_battle:
            some = list(rows)
            yield from _in_short(some, names) if in_short else _items(some, names)
            continue
        for event in rows:
            if event.space in endings and event.space not in told:
                yield Item(endings[event.space])
            told.add(event.space)


def _with_endings(fights: Sequence[Event], names: Names, endings: Mapping[str, str]) -> Iterator[Item]:
    """Yield the events of battles, with a sentence after each battle in which nobody took the space; 5.6."""
    for space, rows in groupby(fights, key=lambda event: event.space):
        events = list(rows)
        yield from _items(events, names)
        is_taken = any(event.key in TAKEN for event in events)
        if space in endings and not is_taken and any(event.key == "round" for event in events):
            yield Item(endings[space])


def _in_short(events: Sequence[Event], names: Names) -> tuple[Item, ...]:
    """Return the items of *events*, with all moves of each player in one sentence."""
    moves = [event for event in events if event.key == "moved"]
    ways: dict[str, list[str]] = {}
    for event in moves:
        ways.setdefault(event.player, []).append(f"{event.words['units']} {' - '.join(event.path)}")
    in_short = (say("all_moves_of", player=player, ways="; ".join(of)) for player, of in ways.items())
    others = _items([event for event in events if event.key != "moved"], names)
    return (*(Item(words, KINDS["moved"]) for words in in_short), *others)


def _items(events: Sequence[Event], names: Names) -> tuple[Item, ...]:
    """Return one sentence for each event, but a single one for all builds of a player."""
    items: list[Item] = []
    for (key, _), group in groupby(events, key=lambda event: (event.key, event.player)):
        rows = list(group)
        told = [with_clause(event, event_sentence(event, names)) for event in rows]
        sentences = [built(rows, names)] if key == "built" else told
        items += [Item(text, KINDS.get(key, "")) for text in sentences]
    return tuple(items)


def _due(seen: Seen) -> Iterator[Section]:
    """Describe a casualty choice; the service reports who owes orders."""
    asking = seen.position.asking
    if asking:
        where = place(asking.space, _names(seen.position))
        words = say(
            "takes_hits",
            player=asking.player,
            hits=hits_in_words(asking.hits),
            place=where,
            units=listed(asking.kinds, "and"),
        )
        items = (Item(words), Item(say("losses_come_later")))
        yield Section("due", say("due", turn=due(seen.position).turn), items)


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
    if _may_have_magic(position):
        yield say("spell_cards_explained")


def _units(position: Position, reader: str | None) -> Table:
    """Return the units of each player who has any, and of the reader in any case."""
    names = _names(position)
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
    if _may_have_magic(position) or any(seen.cards.values()):
        columns[say("column_cards")] = [str(seen.cards[seat]) for seat in seats]
    if position.settings.private:
        private = [position.settings.private.get(seat, say("secret")) for seat in seats]
        columns[say("column_private_card")] = private
    return Table((*columns,), tuple(zip(*columns.values(), strict=True)))


def _cities(position: Position) -> Table:
    names = _names(position)
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


def _alt(seen: Seen) -> str:
    position = seen.position
    if not position.slots:
        return drawing_pieces.in_words(position)
    held = ", ".join(
        say("has", player=seat, number=sum(owner == seat for owner in position.owners.values()))
        for seat in position.settings.seats
        if not is_out(position, seat)
    )
    board = say("board", pieces=", ".join(position.slots), turn=_turn(seen), held=held)
    return in_words(board, units(position))


def facts(seen: Seen) -> dict[str, object]:
    position = seen.position
    owed = due(position)
    events = seen.record.events if seen.record else ()
    names = _names(position)
    return {
        "turn": _turn(seen),
        "due": {"turn": owed.turn, "phase": owed.phase, "owed": dict(owed.owed)},
        "units": units(position),
        "state": public_state(position),
        "hand": {player: list(cards) for player, cards in position.hands.items()},
        "cards": seen.cards,
        "private": dict(position.settings.private),
        "winner": list(position.winners),
        "events": [
            {"key": event.key, "text": event_sentence(event, names), "path": list(event.path)}
            for event in events
        ],
        "orders": [
            {"order": sentence(row.line, names), "outcome": row.outcome.word, "cause": row.outcome.why}
            for row in (seen.record.results if seen.record else ())
        ],
        "sees": [card for cards in position.hands.values() for card in cards],
    }


def draw(seen: Seen) -> str:
    return drawing.draw(seen.position, seen.record, say("picture_title", game=TITLE, turn=_turn(seen)))
