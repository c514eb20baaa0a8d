"""A headline and a lead for a turn of Middle-earth, the most important news first.

Each game supplies its `Zine`: the importance of news, the names of places and powers, and the terms for
beaten units. The module gets only what `sight` allows.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from types import UnionType
from typing import Any, NamedTuple, Protocol

from adjudicator.core.phrasing import HEADLINE, Speech, brief, capital, spelled, with_article
from adjudicator.core.position import Unit
from adjudicator.core.words import listed
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.resolve.outcomes import Destroyed, Dislodged, OwnUnit, StoodOff
from adjudicator.middle_earth.resolve.record import News, Result
from adjudicator.middle_earth.sentences import form, say
from adjudicator.middle_earth.view.news import TOGETHER, Tiding, words

LATER: Sequence[tuple[type, str]] = (
    (act.Build, form("raises")),
    (act.Remove, form("disbands")),
    (act.Disband, form("disbands")),
)
AFLOAT: Mapping[str, str] = {"F": "fleet", "P": "pirate"}  # by kind; marching units are armies
MOVES = (
    *(act.Move, act.HoldThenMove, act.Merge, act.Divide, act.Accompany, act.Lead, act.Neutralise),
    *(act.Embark, act.Disembark, act.FastFerry, act.PathsOfTheDead, act.MarchWithEnts),
)
PLURAL: Mapping[str, str] = {"army": "armies", "fleet": "fleets", "pirate": "pirates", "unit": "units"}
NAMED_AT_MOST = 2  # powers in a headline
TRAPPED = "unit.trapped"  # beaten, with nowhere to go
GAINED = "centre.gained"  # formerly unowned places
LOST_AT_HOME = form("lost_at_home")
PARAGRAPH = "\n\n"  # between the paragraphs of a lead
Starts = Mapping[tuple[str, str], Sequence[Result]]  # by power and the place where a unit began


class Seen(Protocol):
    """The parts of what the games' `sight` allows that headline and lead need."""

    @property
    def turn(self) -> str: ...
    @property
    def over(self) -> bool: ...
    @property
    def winners(self) -> tuple[str, ...]: ...
    @property
    def judged(self) -> bool: ...
    @property
    def alignments(self) -> Mapping[str, str]: ...
    @property
    def results(self) -> tuple[Result, ...]: ...
    @property
    def news(self) -> tuple[News, ...]: ...


class Moment(NamedTuple):
    """A headline for news; blanks are filled from `News.words`, and {places} from all similar news."""

    key: str
    headline: str
    weight: int  # the greatest of a turn is its headline
    lead: str | None = None  # the consequence; if not None, a great moment with a paragraph of its own
    pieces: Collection[str] = ()  # only for these pieces, if any
    at_home: bool = False  # only if a power loses a centre of its own home

    def is_of(self, news: News, homes: Mapping[str, Collection[str]]) -> bool:
        """Return whether this is the moment for *news*."""
        words = news.words
        return (
            news.key == self.key
            and (not self.pieces or words.get("piece") in self.pieces)
            and (not self.at_home or words.get("place") in homes.get(words.get("before", ""), ()))
        )


class Zine(NamedTuple):
    """The words of one game."""

    moments: Sequence[Moment]  # news without one never makes a headline
    homes: Mapping[str, Collection[str]]  # the home centres of each power
    tidings: Callable[[Sequence[News]], Sequence[Tiding]]  # the same in full sentences
    speech: Speech
    is_beaten: Callable[[Result], bool]  # driven out by somebody
    all_quiet: str  # the headline if nothing happened
    retreating: Callable[[Any], Collection[tuple[str, str]]]  # power and place of each unit that must retreat


def headline(seen: Seen, zine: Zine) -> str:
    """Return the headline, at most ten words."""
    if seen.over:
        return the_end(seen.winners, zine.speech)
    if not seen.judged:
        return say("and_one_ring", count=len(seen.alignments))
    return (
        of_news(seen.news, zine)
        or of_battles(_beaten(seen, zine), seen.results, zine.speech)
        or of_later(seen.results, zine.speech)
        or of_gains(seen.news, zine.speech, calm(seen, zine.all_quiet))
    )


def lead(seen: Seen, zine: Zine) -> str:
    """Return a paragraph: great news, units driven out, stand-offs, centres taken, builds."""
    if seen.over:
        return say("game_is_over", end=the_end(seen.winners, zine.speech))
    if not seen.judged:
        powers = listed(map(zine.speech.named, seen.alignments), "and")
        return say("powers_play", powers=capital(powers))
    tidings = [one for one in zine.tidings(seen.news) if one.is_public]
    keys = dict.fromkeys(one.key for one in sorted(zine.moments, key=lambda one: -one.weight))
    great = great_moments(seen.news, zine)
    beaten = [loss for loss in _beaten(seen, zine) if (loss.row.power, loss.place) not in _trapped(seen)]
    told = [
        *(one.sentence for key in keys for one in tidings if one.key == key),
        *driven_out(beaten, zine.speech),
        *stand_offs(seen.results, zine.speech),
        *(one.sentence for one in tidings if one.key == GAINED),
        *later(seen.results, zine.speech),
    ]
    rest = " ".join(one for one in dict.fromkeys(told) if not any(one in paragraph for paragraph in great))
    return PARAGRAPH.join(filter(None, [*great, rest])) or _calm_sentence(seen)


def _calm_sentence(seen: Seen) -> str:
    return f"{calm(seen, say('nobody_in_the_way'))}."


def great_moments(news: Sequence[News], zine: Zine) -> list[str]:
    """Return a paragraph for each great moment: what happened, and what follows from it."""
    found: dict[str, dict[str, None]] = {}
    for moment, one in ranked(news, zine):
        if moment.lead is not None:
            told = next((tiding.sentence for tiding in zine.tidings(_with_it(one, news))), "")
            alike = [other for other in news if moment.is_of(other, zine.homes) and _is_of_one(one, other)]
            places = listed([zine.speech.place(other.words.get("place", "")) for other in alike], "and")
            filled = {**words(one, zine.speech), "places": places}
            found.setdefault(told, {})[zine.speech.sentence(moment.lead, **filled)] = None
    return [" ".join(filter(None, [told, *follows])) for told, follows in found.items()]


def _is_of_one(one: News, other: News) -> bool:
    """Return whether the same power loses in both."""
    return one.words.get("before") == other.words.get("before")


def _with_it(one: News, news: Sequence[News]) -> list[News]:
    """Return the news that share a sentence with *one*."""
    if one.key not in TOGETHER:
        return [one]
    word = TOGETHER[one.key]
    return [
        other
        for other in news
        if (other.key, other.readers, other.words.get(word)) == (one.key, one.readers, one.words.get(word))
    ]


def ranked(news: Sequence[News], zine: Zine) -> list[tuple[Moment, News]]:
    """Return possible headlines, the greatest first, each news once."""
    by_weight = sorted(zine.moments, key=lambda one: -one.weight)
    found = [(moment, one) for moment in by_weight for one in news if moment.is_of(one, zine.homes)]
    first: dict[int, tuple[Moment, News]] = {}
    for moment, one in found:
        first.setdefault(id(one), (moment, one))
    return list(first.values())


def place_of_headline(seen: Seen, zine: Zine) -> str:
    """Return the place that the headline is about, "" for none."""
    if seen.over or not seen.judged:
        return ""
    found = ranked(seen.news, zine)
    if found:
        return found[0][1].words.get("place", "")
    beaten = _beaten(seen, zine)
    return beaten[0].place if beaten else next(iter(contested(seen.results)), "")


def is_driven_out(row: Result, perils: Collection[str]) -> bool:
    """Return whether another unit is known to have driven it out; *perils*: causes that are no unit."""
    is_lost = isinstance(row.outcome, Dislodged | Destroyed)
    return row.public and is_lost and getattr(row.outcome, "why", "") not in perils


class Loss(NamedTuple):
    """A unit that lost its place: the result of its order, and where it was then."""

    row: Result
    place: str


def _beaten(seen: Seen, zine: Zine) -> list[Loss]:
    """Return the units that were driven out, those that must retreat and those that are lost."""
    fought = [row for row in seen.results if not isinstance(row.order, act.Remove | act.Disband)]
    retreating = {*zine.retreating(seen), *_trapped(seen)}
    return [Loss(row, _stood(row, fought, retreating)) for row in fought if zine.is_beaten(row)]


def _trapped(seen: Seen) -> set[tuple[str, str]]:
    """Return power and place of each unit that had nowhere to go; the news tell it."""
    return {(one.words["power"], one.words["place"]) for one in seen.news if one.key == TRAPPED}


def _stood(row: Result, results: Sequence[Result], retreating: Collection[tuple[str, str]]) -> str:
    """Return where a unit was beaten: where it began, or where its first move ended."""
    order: Any = row.order
    began = order.unit.place if isinstance(getattr(order, "unit", None), act.Unit) else ""
    been: list[str] = [*_starts(order, began), *_way(order)]
    for one in been:
        if (row.power, one) in retreating:
            return one
    by = getattr(row.outcome, "by", None)
    attacks = [_way(one.order) for one in results if by and (one.power, _start(one)) == (by.power, by.place)]
    attacked = dict.fromkeys(place for way in attacks for place in way)
    if any(one in attacked for one in been):
        return next(one for one in been if one in attacked)
    waiting = [place for power, place in retreating if power == row.power]
    found = [
        place for place in waiting if place in attacked
    ] or waiting  # of a merge, by another of its orders
    return found[0] if len(found) == 1 else began


def _starts(order: object, began: str) -> Sequence[str]:
    return [part.unit.place for part in order.parts] if isinstance(order, act.Merge) else [began]


def _start(row: Result) -> str:
    unit = getattr(row.order, "unit", None)
    return unit.place if isinstance(unit, act.Unit) else ""


def _way(order: object) -> tuple[str, ...]:
    if isinstance(order, act.Move):
        return order.path
    return (order.target,) if isinstance(order, act.HoldThenMove | act.Merge) else ()


def of_news(news: Sequence[News], zine: Zine) -> str:
    """Return the greatest news, together with related news."""
    found = ranked(news, zine)
    if not found:
        return ""
    moment, first = found[0]
    together = next((one.sentence.rstrip(".") for one in zine.tidings(_with_it(first, news))), "")
    if moment.key in TOGETHER and len(together.split()) <= HEADLINE:
        return together
    return capital(zine.speech.clause(moment.headline, **words(first, zine.speech)))


def of_battles(beaten: Sequence[Loss], results: Sequence[Result], speech: Speech) -> str:
    """Return the first of the *beaten*, or the first stand-off among the *results*."""
    for loss in beaten:
        return _driven_out(loss, speech)
    met = contested(results)
    return say("stand_off_in", place=speech.place(met[0])) if met else first_turned_away(results, speech)


def of_gains(news: Sequence[News], speech: Speech, quiet: str) -> str:
    """Return the powers that took centres without a fight; *quiet* if there are none."""
    gained = _gained(news)
    if not gained:
        return quiet
    told = [_so_many(power, places, speech) for power, places in gained.items()]
    if len(told) <= NAMED_AT_MOST:
        return capital(listed(told, "and"))
    return say("powers_gain_ground", number=spelled(len(told)).capitalize())


def _so_many(power: str, places: Sequence[str], speech: Speech) -> str:
    if len(places) == 1:
        place = speech.places.get(places[0], places[0])
        return speech.clause(form("gains_place"), power=power, place=place)
    return speech.clause(form("gains_centres"), power=power, number=spelled(len(places)))


def calm(seen: Seen, quiet: str) -> str:
    """Return the headline of a phase without events: *quiet*, or that nothing was ordered."""
    if seen.turn.endswith("adjustment"):
        return say("no_adjustments")
    if not seen.turn.endswith("movement"):
        return quiet
    moves = [row for row in seen.results if row.public and isinstance(row.order, MOVES)]
    there = sum(row.outcome.word == "succeeds" for row in moves)
    if not moves:
        return say("no_moves")
    if not there:
        return say("no_move_succeeds")
    if there == len(moves):
        return quiet
    return say("moves_succeed", count=there, there=spelled(there).capitalize(), moves=spelled(len(moves)))


def of_later(results: Sequence[Result], speech: Speech) -> str:
    """Return the headline of retreats, builds and removals."""
    flights = [row for row in results if _is_done(row, act.Retreat)]
    if flights:
        place_left = place(flights[0], speech)
        return speech.sentence(form("falls_back"), power=flights[0].power, places=place_left)
    told = [
        _mustered(results, act.Build, RAISING, speech),
        _mustered(results, act.Remove | act.Disband, DISBANDING, speech),
    ]
    return capital(brief(told))


class Mustering(NamedTuple):
    """The headlines of raising or of disbanding: by one power, by two with equal numbers, by more."""

    one: str
    each: str
    many: str


RAISING = Mustering(form("raises"), form("raise_each"), form("powers_raise"))
DISBANDING = Mustering(form("disbands"), form("disband_each"), form("powers_disband"))


def _mustered(results: Sequence[Result], kind: type | UnionType, wording: Mustering, speech: Speech) -> str:
    """Say which power raised or disbanded most: "the Elves raise two armies"."""
    rows = [row for row in results if _is_done(row, kind)]
    counted = Counter(row.power for row in rows)
    if not counted:
        return ""
    most = max(counted.values())
    first = [power for power, number in counted.items() if number == most]
    if len(first) > NAMED_AT_MOST:
        return wording.many.format(number=spelled(len(counted)), units=PLURAL[_in_common(rows)])
    what = _so_much([row for row in rows if row.power in first], most)
    if len(first) > 1:
        return wording.each.format(powers=listed(map(speech.named, first), "and"), units=what)
    return speech.clause(wording.one, power=first[0], units=what)


def _so_much(rows: Sequence[Result], number: int) -> str:
    """Return "an army", "two fleets"; for several kinds, "two units"."""
    thing = _in_common(rows)
    return with_article(thing) if number == 1 else f"{spelled(number)} {PLURAL[thing]}"


def _in_common(rows: Sequence[Result]) -> str:
    things = {_thing(row) for row in rows}
    return things.pop() if len(things) == 1 else "unit"


def _thing(row: Result) -> str:
    unit = getattr(row.order, "unit", None)
    return AFLOAT.get(unit.kind, "army") if isinstance(unit, act.Unit) else "army"


def later(results: Sequence[Result], speech: Speech) -> Iterator[str]:
    """Describe retreats, builds and removals."""
    for power, there in _by_power_and_kind(results, act.Retreat, speech).items():
        places = [place for kind in there.values() for place in kind]
        yield f"{speech.sentence(form('falls_back'), power=power, places=_places(places))}."
    for kind, wording in LATER:
        for power, things in _by_power_and_kind(results, kind, speech).items():
            what = [
                say(
                    "units_in",
                    units=with_article(thing) if len(places) == 1 else PLURAL[thing],
                    places=_places(places),
                )
                for thing, places in things.items()
            ]
            yield f"{speech.sentence(wording, power=power, units=listed(what, 'and'))}."


def _by_power_and_kind(
    results: Sequence[Result], kind: type, speech: Speech
) -> dict[str, dict[str, list[str]]]:
    """Return the places by power and kind of unit."""
    found: dict[str, dict[str, list[str]]] = {}
    for row in results:
        if _is_done(row, kind):
            there = found.setdefault(row.power, {}).setdefault(_thing(row), [])
            there.append(speech.named(place(row, speech)))
    return found


def _places(places: Sequence[str]) -> str:
    return listed(dict.fromkeys(places), "and")


def _is_done(row: Result, kind: type | UnionType) -> bool:
    """Return whether it was done; a unit that disbands in a retreat phase is destroyed."""
    done = "destroyed" if isinstance(row.order, act.Disband) else "succeeds"
    return row.public and isinstance(row.order, kind) and row.outcome.word == done


def driven_out(beaten: Sequence[Loss], speech: Speech) -> Iterator[str]:
    for loss in beaten:
        by = getattr(loss.row.outcome, "by", None)
        is_foreign = by is not None and by.power and by.power != loss.row.power
        victor = by.power if by is not None and is_foreign else ""
        yield f"{_driven_out(loss, speech, victor, isinstance(loss.row.outcome, Destroyed))}."


def _driven_out(loss: Loss, speech: Speech, victor: str = "", is_lost: bool = False) -> str:
    power, place = loss.row.power, speech.places.get(loss.place, loss.place)
    if victor and is_lost:
        return speech.sentence(form("driven_out_and_lost_by"), power=power, place=place, victor=victor)
    if victor:
        return speech.sentence(form("driven_out_by"), power=power, place=place, victor=victor)
    if is_lost:
        return speech.sentence(form("driven_out_and_lost"), power=power, place=place)
    return speech.sentence(form("driven_out"), power=power, place=place)


def stand_offs(results: Sequence[Result], speech: Speech) -> Iterator[str]:
    met = contested(results)
    if met:
        yield say("nobody_gets_through", places=listed(map(speech.place, met), "and"))
    yield from (f"{told}." for told in turned_away(results, speech))


def contested(results: Sequence[Result]) -> list[str]:
    """Return where public moves met and none entered, each place once, in the order of the results."""
    shut = {*_entered(results), *_held(results)}
    return [place for place in dict.fromkeys(one.place for one in _met(results)) if place not in shut]


def turned_away(results: Sequence[Result], speech: Speech) -> Iterator[str]:
    """Yield for each power the places where its moves met another power's unit that entered or stayed."""
    yield from (_turned_away(power, places, speech) for power, places in _shut_out(results).items())


def first_turned_away(results: Sequence[Result], speech: Speech) -> str:
    """Return the first power and its first place for a headline; "" if no move was turned away."""
    return next((_turned_away(power, places[:1], speech) for power, places in _shut_out(results).items()), "")


def _turned_away(power: str, places: Sequence[str], speech: Speech) -> str:
    return speech.sentence(form("turned_away"), power=power, place=listed(map(speech.place, places), "and"))


def _shut_out(results: Sequence[Result]) -> Mapping[str, Sequence[str]]:
    """Return by power the places from which its moves were turned away."""
    shut = {*_entered(results), *_held(results)}
    away = (meeting for meeting in _met(results) if meeting.place in shut and not meeting.is_own)
    found: dict[str, list[str]] = {}
    for power, place in dict.fromkeys((meeting.power, meeting.place) for meeting in away):
        found.setdefault(power, []).append(place)
    return found


class Meeting(NamedTuple):
    """A public move of *power* that a unit stood off, at *place*; *is_own* if that was of the same power."""

    power: str
    place: str
    is_own: bool


def _entered(results: Sequence[Result]) -> set[str]:
    """Return where public moves ended, alone or merged, or where they stopped before their second area."""
    public, starts = [row for row in results if row.public], _starts_of(results)
    done = {_way(row.order)[-1] for row in public if row.outcome.word == "succeeds" and _way(row.order)}
    return done | {
        row.order.path[0]
        for row in public
        if isinstance(row.order, act.Move)
        and isinstance(row.outcome, StoodOff | OwnUnit)
        and _stopped(row.order, row.outcome.by, starts) != row.order.path[0]
    }


def _held(results: Sequence[Result]) -> set[str]:
    """Return where a unit that stood a move off had been when the turn began."""
    return {
        row.outcome.by.place
        for row in results
        if row.public
        and isinstance(row.order, act.Move)
        and isinstance(row.outcome, StoodOff)
        and row.outcome.by.place in row.order.path
    }


def _met(results: Sequence[Result]) -> list[Meeting]:
    """Return the public moves that another unit stood off."""
    starts = _starts_of(results)
    return [
        Meeting(row.power, _stopped(row.order, row.outcome.by, starts), row.outcome.by.power == row.power)
        for row in results
        if row.public and isinstance(row.order, act.Move) and isinstance(row.outcome, StoodOff)
    ]


def _stopped(move: act.Move, by: Unit, starts: Starts) -> str:
    """Return the area of *move* in which *by* stood it off: the first one where *by* began or went.

    If it went elsewhere, a part of its stack without an order of its own has stayed where it began.
    """
    rows = starts.get((by.power, by.place), ())
    left = any(row.outcome.word == "succeeds" and _way(row.order) for row in rows)
    been = {place for row in rows for place in _way(row.order)} | (set() if left else {by.place})
    stayed = by.place if by.place in move.path else move.path[0]
    return next((place for place in move.path if place in been), stayed)


def _starts_of(results: Sequence[Result]) -> Starts:
    """Return the results by their power and where their unit began."""
    found: dict[tuple[str, str], list[Result]] = {}
    for row in results:
        found.setdefault((row.power, _start(row)), []).append(row)
    return found


def _gained(news: Sequence[News]) -> dict[str, list[str]]:
    """Return by power the centres that nobody owned before."""
    peaceful: dict[str, list[str]] = {}
    for one in news:
        if one.key == GAINED:
            peaceful.setdefault(one.words["power"], []).append(one.words["place"])
    return peaceful


def place(row: Result, speech: Speech) -> str:
    """Return the board's name of the place of an order's unit."""
    unit = getattr(row.order, "unit", None)
    return speech.places.get(unit.place, unit.place) if isinstance(unit, act.Unit) else say("its_place")


def the_end(winners: Sequence[str], speech: Speech) -> str:
    """Return who won, for a headline."""
    if len(winners) > 3:
        return say("many_share_victory", count=len(winners))
    if len(winners) == 1:
        return speech.sentence(form("wins_the_game"), power=winners[0])
    if not winners:
        return say("nobody_wins")
    return capital(say("powers_share_victory", powers=listed(map(speech.named, winners), "and")))
