"""Make the report of a turn, in words and as a picture. Clause 11.8."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby

from msgspec.structs import replace

from adjudicator.core.game import BEGINS, REPEATS, Item, ReportFacts, Section, Tally
from adjudicator.core.language.words import listed
from adjudicator.domination.language.orders import EVERY, Build, Hold, Move, Pieces
from adjudicator.domination.position import (
    BEFORE_TURN_1,
    Position,
    cities,
    cities_to_win,
    data_of,
    ground_of,
    income,
    is_out,
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
    position_tables,
    stakes,
    unspent,
)
from adjudicator.domination.view.clauses import explained, with_clause
from adjudicator.domination.view.headlines import story
from adjudicator.domination.view.notation import public_state, units
from adjudicator.domination.view.position_tables import may_have_magic
from adjudicator.domination.view.sight import Seen
from adjudicator.domination.view.wording import Names, built, event_sentence, hits_in_words, place, sentence
from adjudicator.drawing.alt_text import in_words

TITLE = "Epic Domination"
WITH_DICE = ("round", "rolled", "armour", "lost", "sunk", "struck")
TAKEN = ("taken", "city taken")
DRAWN = "drawn card"
IN_PART = "in part"  # kind of the outcome of a line that some of its units carry out
ELSEWHERE = ("morale", DRAWN)  # events that are in other sections than the news
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
            *position_tables.sections(seen),
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
        "magic": int(may_have_magic(position)),
        "opening": int(position.phase == "opening" and OF_OPENINGS in position.settings.cards),
        "knights": int(position.phase == "opening" and {OF_OPENINGS, STRIKING} <= {*position.settings.cards}),
    }


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
