"""A headline and a lead paragraph for a turn, from public facts."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from adjudicator.core.language.words import listed
from adjudicator.core.outcomes import Bounced, Destroyed, Dislodged
from adjudicator.core.phrasing import HEADLINE, brief, capital, own_end, spelled
from adjudicator.core.position import Place, Position, Unit
from adjudicator.core.stand_offs import Meeting, shut_out
from adjudicator.standard.language.orders import Build, Disband, Move, Order, Remove, Retreat
from adjudicator.standard.resolve.board_tables import Tables
from adjudicator.standard.resolve.record import Change, Record, Result
from adjudicator.standard.sentences import say
from adjudicator.standard.view import own_moments
from adjudicator.standard.view.conquests import LeadSentence, conquest_sentences
from adjudicator.standard.view.moments import great, words
from adjudicator.standard.view.wording import spoken_place, unit_name

Story = tuple[str, str]  # a headline, and the lead under it


Events = tuple[str, Sequence[LeadSentence]]  # a headline, and the sentences of the lead

PARAGRAPH = "\n\n"  # between the paragraphs of a lead
NAMED_AT_MOST = 3  # powers in a headline, and in the lead with the places where their moves bounced


def story(board: Tables, record: Record, position: Position, reader: str | None = None) -> Story:
    """Return a headline of at most ten words and a lead. *position* is the one after the turn.

    In both the events of *reader* come first.
    """
    if position.over:
        headline, lead = _of_the_end(position)
        return own_end(position.winners, reader) or headline, lead
    headline, told = STORIES[record.phase](board, record, position)
    moments = great(board, record, position)
    filled = [(moment, event, words(event, partial(spoken_place, board))) for moment, event in moments]
    greatest = next((one.headline.format(**facts) for one, _, facts in filled if one.headline), "")
    if reader and record.phase == "retreat":  # the headline of the bulletin is about the retreats alone
        told = [*(one for one in conquest_sentences(board, record.changes) if reader in one.powers), *told]
    if reader and (own := own_moments.clauses(own_moments.Turn(board, record, position, reader))):
        others = [one.headline.format(**facts) for one, event, facts in filled if event.power != reader]
        greatest = capital(brief([*own, *filter(None, others)][: len(own) + 1]))
    great_events = [
        LeadSentence(one.lead.format(**facts), frozenset([event.power])) for one, event, facts in filled
    ]
    return greatest or headline, PARAGRAPH.join(_paragraphs(great_events, told, reader))


def _paragraphs(
    moments: Sequence[LeadSentence], told: Sequence[LeadSentence], reader: str | None
) -> Iterator[str]:
    """Yield what happened to *reader*, the great moments of others, what else happened, and the rest."""
    yield from (one.text for one in moments if reader in one.powers)
    yield from _joined(one for one in told if reader in one.powers and not one.is_last)
    yield from (one.text for one in moments if reader not in one.powers)
    yield from _joined(one for one in told if reader not in one.powers and not one.is_last)
    last = [one for one in told if one.is_last]
    yield from _joined(sorted(last, key=lambda one: reader not in one.powers))


def _joined(told: Iterable[LeadSentence]) -> Iterator[str]:
    if text := " ".join(one.text for one in told):
        yield text


def place_of_headline(board: Tables, record: Record, position: Position) -> Place:
    """Return the province that the headline is about; "" for none."""
    if position.over:
        return ""
    named = [event.places for moment, event in great(board, record, position) if moment.headline]
    if named:
        return next(iter(named[0]), "")
    return PLACES[record.phase](board, record, position).partition("/")[0]


def _place_of_movement(board: Tables, record: Record, position: Position) -> Place:
    """Return the place of what `_of_movement` chooses as the headline."""
    homes = board.map.homes
    lost = [change for change in record.changes if change.before]
    lost.sort(key=lambda change: change.centre not in homes.get(change.before or "", ()))
    beaten = [_unit(row).place for row in record.results if isinstance(row.outcome, Dislodged | Destroyed)]
    found = [*(change.centre for change in lost), *beaten]
    if found or record.changes:
        return next(iter(found), "")
    entered = [place for _, place in _abroad(board, _guests(board, position))]
    turned = [place for places in _shut_out(record.results).values() for place in places]
    return next(iter([*entered, *_places_contested(record.results), *turned]), "")


def _place_of_retreats(_board: Tables, record: Record, _position: Position) -> Place:
    """Return where the only dislodged unit went, or where it was."""
    orders = [row.order for row in record.results]
    if len(orders) != 1:
        return ""
    went = record.results[0].outcome.word == "succeeds"
    order = orders[0]
    return order.target if isinstance(order, Retreat) and went else _unit(record.results[0]).place


def _place_of_adjustments(_board: Tables, record: Record, _position: Position) -> Place:
    """Return where the only unit was built or removed."""
    places = [_unit(row).place for row in (*_built(record), *_gone(record))]
    return places[0] if len(places) == 1 else ""


def _of_the_end(position: Position) -> Story:
    owned = Counter(position.owners.values())
    lead = " ".join(
        say("owns", power=power, centres=supply_centres(owned[power])) for power in position.winners
    )
    if not position.winners:
        return say("nobody_wins"), lead
    return say("wins_the_game", count=len(position.winners), powers=_and(position.winners)), lead


def _of_movement(board: Tables, record: Record, position: Position) -> Events:
    beaten = [row for row in record.results if isinstance(row.outcome, Dislodged | Destroyed)]
    guests = _guests(board, position)
    told = [
        *conquest_sentences(board, record.changes),
        *_beaten(board, beaten),
        *_at_the_door(board, guests, record),
        *([_leader(board, position)] if record.changes else ()),
        *_stand_offs(board, record.results),
    ]
    headline = (
        _movement_headline(board, beaten, record)
        or _arrivals(board, guests)
        or _stand_off(board, record.results)
    )
    return headline or _calm(record.results), told or [LeadSentence(_march(record.results))]


def _movement_headline(board: Tables, beaten: Sequence[Result], record: Record) -> str:
    """Choose the most important event: a home centre lost, another centre, a beaten unit; then gains."""
    homes = board.map.homes
    lost = [change for change in record.changes if change.before]
    for change in sorted(lost, key=lambda change: change.centre not in homes.get(change.before or "", ())):
        return _conquest(board, change, lost)
    for row in beaten:
        return say("is_driven_out", power=_unit(row).power, place=_province(board, _unit(row)))
    gains: dict[str, list[str]] = {}
    for change in record.changes:
        gains.setdefault(change.owner, []).append(spoken_place(board, change.centre))
    if len(gains) == 1 or sum(map(len, gains.values())) == 2:
        return _and([say("gains", power=power, places=_and(places)) for power, places in gains.items()])
    most = max(map(len, gains.values()), default=0)
    first = [power for power, places in gains.items() if len(places) == most]
    if not gains or len(first) > NAMED_AT_MOST:
        return say("powers_gain_ground", number=capital(spelled(len(gains)))) if gains else ""
    centres = say("centres", count=most)
    return say("gain_most", count=len(first), powers=_and(first), centres=centres)


def _conquest(board: Tables, change: Change, lost: Sequence[Change]) -> str:
    """Describe a conquest, with other centres that the same power took, as far as they fit."""
    other = [one.centre for one in lost if (one.owner, one.before) == (change.owner, change.before)]
    whole = _takes(change, [spoken_place(board, centre) for centre in other])
    return whole if len(whole.split()) <= HEADLINE else _takes(change, [spoken_place(board, change.centre)])


def _takes(change: Change, places: Sequence[str]) -> str:
    return say("takes_from", power=change.owner, places=_and(places), loser=change.before)


def _guests(board: Tables, position: Position) -> list[tuple[str, str]]:
    """Return powers in another's supply centre, and where: it is lost if they are there in Autumn."""
    owners, centres = position.owners, set(board.map.centres)
    here = ((unit.power, unit.place.partition("/")[0]) for unit in position.units)
    return [(power, place) for power, place in here if place in centres and owners.get(place) != power]


def _arrivals(board: Tables, guests: Sequence[tuple[str, str]]) -> str:
    """Return the first power in another's home."""
    abroad = _abroad(board, guests)
    return next((say("stands_in", power=power, place=spoken_place(board, at)) for power, at in abroad), "")


def _abroad(board: Tables, guests: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    home_of = {place: power for power, homes in board.map.homes.items() for place in homes}
    return [(power, place) for power, place in guests if home_of.get(place, power) != power]


def _at_the_door(board: Tables, guests: Sequence[tuple[str, str]], record: Record) -> Iterator[LeadSentence]:
    """Tell who stands in supply centres of others, and in Autumn that they are not counted yet."""
    places: dict[str, list[str]] = {}
    for power, place in guests:
        places.setdefault(power, []).append(spoken_place(board, place))
    if not places:
        return
    there = "; ".join(say("in_places", power=power, places=_and(its)) for power, its in places.items())
    yield LeadSentence(say("in_centres_of_others", there=there))
    if record.season == "Autumn":
        yield LeadSentence(say("counted_after_retreats"))


def _calm(results: Sequence[Result]) -> str:
    """Return the headline of a turn in which no units met."""
    ordered, done = _moves(results)
    if not done:
        return say("nobody_gets_anywhere") if ordered else say("nobody_moves")
    if done == len(results):
        return say("everybody_on_the_march")
    return say("all_quiet") if done == ordered else _march(results).rstrip(".")


def _march(results: Sequence[Result]) -> str:
    ordered, done = _moves(results)
    if not done:
        return say("every_unit_stays")
    number = capital(spelled(done))
    if done < ordered:
        return say("moves_succeed", count=done, number=number, ordered=spelled(ordered))
    return say("all_get_there", count=done, number=number)


def _moves(results: Sequence[Result]) -> tuple[int, int]:
    """Return how many moves were ordered, and how many of them succeeded."""
    moves = [row for row in results if isinstance(row.order, Move)]
    return len(moves), sum(row.outcome.word == "succeeds" for row in moves)


def _stand_off(board: Tables, results: Sequence[Result]) -> str:
    met = _contested(board, results)
    return say("stand_off", place=met[0]) if met else _first_turned_away(board, results)


def _beaten(board: Tables, beaten: Sequence[Result]) -> Iterator[LeadSentence]:
    for row in beaten:
        power, unit = _unit(row).power, unit_name(board, _unit(row))
        by, is_destroyed = getattr(row.outcome, "by", None), isinstance(row.outcome, Destroyed)
        if not isinstance(by, Unit):
            yield LeadSentence(_driven_out(power, unit, is_destroyed), frozenset([power]))
            continue
        attacker = unit_name(board, by)
        if is_destroyed:
            text = say("unit_destroyed_by", power=power, unit=unit, by=by.power, attacker=attacker)
        else:
            text = say("unit_driven_out_by", power=power, unit=unit, by=by.power, attacker=attacker)
        yield LeadSentence(text, frozenset([power, by.power]))


def _driven_out(power: str, unit: str, is_destroyed: bool) -> str:
    if is_destroyed:
        return say("unit_destroyed", power=power, unit=unit)
    return say("unit_driven_out", power=power, unit=unit)


def _stand_offs(board: Tables, results: Sequence[Result]) -> Iterator[LeadSentence]:
    contested = _contested(board, results)
    if contested:
        yield LeadSentence(say("nobody_gets_in", places=_and(contested)), is_last=True)
    away = _shut_out(results)
    if len(away) > NAMED_AT_MOST:
        yield LeadSentence(say("many_turned_away", powers=_and([*away])), is_last=True)
        return
    for power, places in away.items():
        yield LeadSentence(f"{_turned_away(board, power, places)}.", frozenset([power]), is_last=True)


def _contested(board: Tables, results: Sequence[Result]) -> list[str]:
    """Return where units met and none entered."""
    return list(dict.fromkeys(spoken_place(board, place) for place in _places_contested(results)))


def _places_contested(results: Sequence[Result]) -> list[Place]:
    shut = {*_entered(results), *_held(results)}
    return [meeting.place for meeting in _met(results) if meeting.place not in shut]


def _turned_away(board: Tables, power: str, places: Sequence[Place]) -> str:
    """Say that moves of *power* met another power's unit that entered or stayed."""
    named = _and([spoken_place(board, place) for place in places])
    return say("turned_away", count=len(places), power=power, place=named)


def _first_turned_away(board: Tables, results: Sequence[Result]) -> str:
    """Return the first power and its first place for a headline; "" if no move was turned away."""
    for power, places in _shut_out(results).items():
        return _turned_away(board, power, places[:1])
    return ""


def _shut_out(results: Sequence[Result]) -> Mapping[str, Sequence[Place]]:
    """Return by power the places from which its moves were turned away."""
    return shut_out(_met(results), _entered(results) | _held(results))


def _entered(results: Sequence[Result]) -> set[Place]:
    return {_target(row.order) for row in results if row.outcome.word == "succeeds"}


def _held(results: Sequence[Result]) -> set[Place]:
    """Return the provinces in which there is a unit that has not left it."""
    stayed = (row for row in results if row.outcome.word != "succeeds" or not isinstance(row.order, Move))
    units = (getattr(row.order, "unit", None) for row in stayed)
    return {unit.place.partition("/")[0] for unit in units if isinstance(unit, Unit)}


def _met(results: Sequence[Result]) -> list[Meeting]:
    """Return the moves that bounced off another unit, in the order of the results."""
    bounced = [
        Meeting(row.order.unit.power, _target(row.order), row.outcome.by.power == row.order.unit.power)
        for row in results
        if isinstance(row.order, Move) and isinstance(row.outcome, Bounced)
    ]
    return list(dict.fromkeys(bounced))


def _target(order: Order) -> str:
    """Return the destination of a move; none for another order."""
    return order.target.partition("/")[0] if isinstance(order, Move) else ""


def fought_over(board: Tables, results: Sequence[Result]) -> list[str]:
    """Return where units of different powers met, or one was beaten, in the order of the results."""
    beaten = [
        _province(board, _unit(row)) for row in results if isinstance(row.outcome, Dislodged | Destroyed)
    ]
    return list(
        dict.fromkeys([*beaten, *(spoken_place(board, one.place) for one in _met(results) if not one.is_own)])
    )


def _leader(board: Tables, position: Position) -> LeadSentence:
    owned = Counter(position.owners.values())
    most = max(owned.values(), default=0)
    first = [power for power in board.map.powers if owned[power] == most]
    return LeadSentence(f"{leads(first, most, of=len(board.map.powers))}.")


def _of_retreats(board: Tables, record: Record, _position: Position) -> Events:
    gone = [
        row for row in record.results if isinstance(row.order, Retreat) and row.outcome.word == "succeeds"
    ]
    lost = [row for row in record.results if row not in gone]
    told = [LeadSentence(_fate(board, row), frozenset([_unit(row).power])) for row in (*gone, *lost)]
    if len(record.results) == 1:
        return told[0].text.rstrip("."), told
    counts = [say("units_fall_back", count=len(gone), number=spelled(len(gone)))] if gone else []
    counts += [say("units_disbanded", count=len(lost), number=spelled(len(lost)))] if lost else []
    return capital(", ".join(counts)), told


def _fate(board: Tables, row: Result) -> str:
    """Say what became of a dislodged unit."""
    power, unit, order = _unit(row).power, unit_name(board, _unit(row)), row.order
    if isinstance(order, Retreat) and row.outcome.word == "succeeds":
        return say("falls_back", power=power, unit=unit, place=spoken_place(board, order.target))
    return say("is_disbanded", power=power, unit=unit)


def _of_adjustments(board: Tables, record: Record, _position: Position) -> Events:
    built, gone = _built(record), _gone(record)
    headline = brief([_builds(built), _disbands(gone)])
    told = [
        LeadSentence(say("raises", power=power, units=units), frozenset([power]))
        for power, units in _by_power(board, built)
    ]
    told += [
        LeadSentence(say("gives_up", power=power, units=units), frozenset([power]))
        for power, units in _by_power(board, gone)
    ]
    return capital(headline) or say("nobody_builds"), told or [LeadSentence(say("armies_stay"))]


def _built(record: Record) -> list[Result]:
    return [row for row in record.results if isinstance(row.order, Build) and row.outcome.word == "succeeds"]


def _gone(record: Record) -> list[Result]:
    return [row for row in record.results if isinstance(row.order, Remove | Disband)]


def _builds(rows: Sequence[Result]) -> str:
    """Say which powers build most: "France and Germany build two each"."""
    first, number, all_of_them = _most(rows)
    if len(first) > NAMED_AT_MOST:
        return say("powers_build", number=all_of_them)
    return say("build_most", count=len(first), powers=_and(first), number=number) if first else ""


def _disbands(rows: Sequence[Result]) -> str:
    first, number, all_of_them = _most(rows)
    if len(first) > NAMED_AT_MOST:
        return say("powers_disband", number=all_of_them)
    return say("disband_most", count=len(first), powers=_and(first), number=number) if first else ""


def _most(rows: Sequence[Result]) -> tuple[list[str], str, str]:
    """Return the powers with most of *rows*, how many each has, and how many powers have any."""
    by_power = Counter(_unit(row).power for row in rows)
    most = max(by_power.values(), default=0)
    first = [power for power, number in by_power.items() if number == most]
    return first, spelled(most), spelled(len(by_power))


def _by_power(board: Tables, rows: Sequence[Result]) -> Iterator[tuple[str, str]]:
    """Yield each power with its units in words."""
    units: dict[str, list[str]] = {}
    for row in rows:
        units.setdefault(_unit(row).power, []).append(unit_name(board, _unit(row)))
    return ((power, _and(names)) for power, names in units.items())


STORIES: Mapping[str, Callable[[Tables, Record, Position], Events]] = {
    "movement": _of_movement,
    "retreat": _of_retreats,
    "adjustment": _of_adjustments,
}
PLACES: Mapping[str, Callable[[Tables, Record, Position], Place]] = {
    "movement": _place_of_movement,
    "retreat": _place_of_retreats,
    "adjustment": _place_of_adjustments,
}


def _unit(row: Result) -> Unit:
    """Return the unit of an order; a waiver, which has none, never gets here."""
    unit: Unit = getattr(row.order, "unit")  # noqa: B009  every other order has one
    return unit


def _province(board: Tables, unit: Unit) -> str:
    return spoken_place(board, unit.place.partition("/")[0])


def leads(powers: Sequence[str], number: int, *, of: int) -> str:
    """Return "France and Italy lead with 5 supply centres", or "All have 3 ..." if all *of* the powers do."""
    centres = supply_centres(number)
    if len(powers) == of == 2:
        return say("both_have", centres=centres)
    if len(powers) == of > 2:
        return say("all_have", centres=centres)
    return say("leads", count=len(powers), powers=_and(powers), centres=centres)


def supply_centres(number: int) -> str:
    return say("supply_centres", count=number, number=number or say("no_centres"))


def _and(words: Sequence[str]) -> str:
    return listed(words, "and")
