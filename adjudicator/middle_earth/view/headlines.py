"""A headline and a lead for a turn of Middle-earth, the most important news first.

Each game supplies its `Zine`: the importance of news, the names of places and powers, and the terms for
beaten units. The module gets only what `sight` allows.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.core.game import Retold
from adjudicator.core.language.words import listed
from adjudicator.core.phrasing import HEADLINE, Speech, brief, capital, own_end, spelled
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.resolve.outcomes import Destroyed, Dislodged
from adjudicator.middle_earth.resolve.record import News, Result
from adjudicator.middle_earth.sentences import form, say
from adjudicator.middle_earth.view import own_moments
from adjudicator.middle_earth.view.later_orders import NAMED_AT_MOST, later, of_later
from adjudicator.middle_earth.view.news import TOGETHER, Tiding, words
from adjudicator.middle_earth.view.own_moments import Blow, Fate, Found, OwnMoment
from adjudicator.middle_earth.view.sight import Seen
from adjudicator.middle_earth.view.stand_offs import (
    Standing,
    contested,
    first_turned_away,
    places_turned_away,
    stand_offs,
    start,
    way,
)

MOVES = (
    *(act.Move, act.HoldThenMove, act.Merge, act.Divide, act.Accompany, act.Lead, act.Neutralise),
    *(act.Embark, act.Disembark, act.FastFerry, act.PathsOfTheDead, act.MarchWithEnts),
)
TRAPPED = "unit.trapped"  # beaten, with nowhere to go
LOST = "unit."  # begins the keys of news about the end of a unit
GAINED = "centre.gained"  # formerly unowned places
CENTRES = ("centre.taken", GAINED)
LOST_AT_HOME = form("lost_at_home")
PARAGRAPH = "\n\n"  # between the paragraphs of a lead


class Moment(NamedTuple):
    """A headline for news; blanks are filled from `News.words`, and {places} from all similar news."""

    key: str
    headline: str
    weight: int  # the greatest of a turn is its headline
    lead: str | None = None  # the consequence; if not None, a great moment with a paragraph of its own
    pieces: Collection[str] = ()  # only for these pieces, if any
    at_home: bool = False  # only if a power loses a centre of its own home
    unless: str = ""  # the key of news that tells a reader more than this does

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
    own_moments: Sequence[OwnMoment]  # of the reader: these come before the news of others
    homes: Mapping[str, Collection[str]]  # the home centres of each power
    tidings: Callable[[Sequence[News]], Sequence[Tiding]]  # the same in full sentences
    speech: Speech
    is_beaten: Callable[[Result], bool]  # driven out by somebody
    all_quiet: str  # the headline if nothing happened
    retreating: Callable[[Any], Collection[tuple[str, str]]]  # power and place of each unit that must retreat
    standing: Callable[[Any], Standing]


class Loss(NamedTuple):
    """A unit that lost its place: the result of its order, and where it was then."""

    row: Result
    place: str


def headline(seen: Seen, zine: Zine) -> str:
    """Return the headline, at most ten words: what happened to the reader, else the greatest news."""
    if seen.over:
        return own_end(seen.winners, seen.reader) or the_end(seen.winners, zine.speech)
    if not seen.judged:
        return say("and_one_ring", count=len(seen.alignments))
    zine = _of_turn(seen, zine)
    if own := _own(seen, zine):
        others = _great_clauses(_of_others(seen, own), zine)
        return capital(brief([*(one.clause for one in own), *others[:1]]))
    return (
        of_news(seen.news, zine)
        or of_battles(_beaten(seen, zine), seen.results, zine.standing(seen), zine.speech)
        or of_later(seen.results, zine.speech)
        or of_gains(seen.news, zine.speech, calm(seen, zine.all_quiet))
    )


def lead(seen: Seen, zine: Zine) -> str:
    """Return paragraphs: what happened to the reader, great news, what else happened, and the stand-offs."""
    if seen.over:
        return say("game_is_over", end=the_end(seen.winners, zine.speech))
    if not seen.judged:
        powers = listed(map(zine.speech.named, seen.alignments), "and")
        return say("powers_play", powers=capital(powers))
    zine = _of_turn(seen, zine)
    own, beaten = _own(seen, zine), _not_in_news(_beaten(seen, zine), seen)
    tidings = [one for one in zine.tidings(seen.news) if one.is_public]
    keys = dict.fromkeys(one.key for one in sorted(zine.moments, key=lambda one: -one.weight))
    paragraphs = _own_paragraphs(seen, zine, own, beaten)
    first = [*paragraphs, *great_moments(seen.news, zine, _of_others(seen, own), paragraphs)]
    told = [
        *(one.sentence for key in keys for one in tidings if one.key == key),
        *driven_out([one for one in beaten if one.row.power != seen.reader], zine.speech),
        *(one.sentence for one in tidings if one.key == GAINED),
        *later(seen.results, zine.speech),
    ]
    rest = " ".join(one for one in dict.fromkeys(told) if not any(one in paragraph for paragraph in first))
    met = " ".join(stand_offs(seen.results, zine.standing(seen), zine.speech))
    return PARAGRAPH.join(filter(None, [*first, rest, met])) or _calm_sentence(seen)


def _of_turn(seen: Seen, zine: Zine) -> Zine:
    """Return the words of this turn: who is out of the game has no home to lose."""
    homes = {power: places for power, places in zine.homes.items() if power not in seen.eliminated}
    return zine._replace(homes=homes)


def _own(seen: Seen, zine: Zine) -> list[Found]:
    """Return what happened to the reader, the greatest first; nothing for the public."""
    if seen.reader is None:
        return []
    beaten = _beaten(seen, zine)
    lost = [loss for loss in _not_in_news(beaten, seen) if loss.row.power == seen.reader]
    blows = [Blow(loss.place, _victor(loss.row)) for loss in lost]
    won = [Blow(loss.place, loss.row.power) for loss in beaten if _victor(loss.row) == seen.reader]
    fate = Fate(blows, won, seen.exposed)
    return own_moments.found(seen.news, seen.reader, zine.own_moments, fate, zine.speech)


def retold(seen: Seen, zine: Zine) -> Iterator[Retold]:
    """Yield the sentences of the lead about centres of the reader alone, with the clauses of the headline."""
    own = _own(seen, zine) if seen.judged and not seen.over else []
    covered = own_moments.are_told(own)
    for one in seen.news:
        together = _with_it(one, seen.news)
        if one.key in CENTRES and one is together[0] and all(id(each) in covered for each in together):
            ids = {id(each) for each in together}
            clauses = tuple(found.clause for found in own if ids & {id(each) for each in found.news})
            yield from (Retold(tiding.sentence, clauses) for tiding in zine.tidings(together))


def _of_others(seen: Seen, own: Sequence[Found]) -> list[News]:
    """Return the news that is not about the reader."""
    told = own_moments.are_told(own)
    return [one for one in seen.news if id(one) not in told]


def _own_paragraphs(seen: Seen, zine: Zine, own: Sequence[Found], beaten: Sequence[Loss]) -> list[str]:
    """Return the reader's great news, and a paragraph with their lost battles and other news."""
    news = [one for found in own for one in found.news]
    great = great_moments(seen.news, zine, news)
    told = [
        *driven_out([one for one in beaten if one.row.power == seen.reader], zine.speech),
        *(one.sentence for each in news for one in zine.tidings(_with_it(each, seen.news))),
    ]
    rest = " ".join(one for one in dict.fromkeys(told) if not any(one in paragraph for paragraph in great))
    return [*great, *filter(None, [rest])]


def _calm_sentence(seen: Seen) -> str:
    return f"{calm(seen, say('nobody_in_the_way'))}."


def great_moments(
    news: Sequence[News], zine: Zine, told: Sequence[News], above: Sequence[str] = ()
) -> list[str]:
    """Return a paragraph for each great moment among those *told*: what happened, and what follows from it.

    A consequence that several of them share is only in the last paragraph. What happened is left out if it is
    in a paragraph *above*: the reader may have lost one of several places that a sentence names.
    """
    found: dict[str, dict[str, None]] = {}
    for moment, one in ranked(told, zine):
        if moment.lead is not None:
            sentence = next((tiding.sentence for tiding in zine.tidings(_with_it(one, news))), "")
            alike = [other for other in news if moment.is_of(other, zine.homes) and _is_of_one(one, other)]
            places = listed([zine.speech.place(other.words.get("place", "")) for other in alike], "and")
            filled = {**words(one, zine.speech), "places": places}
            follows = "" if any(one.key == moment.unless for one in news) else moment.lead
            consequence = zine.speech.sentence(follows, **filled)
            for earlier in found.values():
                earlier.pop(consequence, None)
            found.setdefault(sentence, {})[consequence] = None
    parts = (
        ["" if sentence and any(sentence in one for one in above) else sentence, *follows]
        for sentence, follows in found.items()
    )
    return list(filter(None, (" ".join(filter(None, part)) for part in parts)))


def _great_clauses(news: Sequence[News], zine: Zine) -> list[str]:
    """Return the headlines of great moments among *news*, as clauses, the greatest first."""
    great = [(moment, one) for moment, one in ranked(news, zine) if moment.lead is not None]
    return [zine.speech.clause(moment.headline, **words(one, zine.speech)) for moment, one in great]


def _is_of_one(one: News, other: News) -> bool:
    """Return whether the same power loses in both."""
    return one.words.get("before") == other.words.get("before")


def _with_it(one: News, news: Sequence[News]) -> list[News]:
    """Return the news that shares a sentence with *one*."""
    if one.key not in TOGETHER:
        return [one]
    word = TOGETHER[one.key]
    return [
        other
        for other in news
        if (other.key, other.readers, other.words.get(word)) == (one.key, one.readers, one.words.get(word))
    ]


def ranked(news: Sequence[News], zine: Zine) -> list[tuple[Moment, News]]:
    """Return possible headlines, the greatest first, each piece of news once."""
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
    zine = _of_turn(seen, zine)
    if own := _own(seen, zine):
        return own[0].place
    found = ranked(seen.news, zine)
    if found:
        return found[0][1].words.get("place", "")
    if beaten := _beaten(seen, zine):
        return beaten[0].place
    standing = zine.standing(seen)
    return next(iter([*contested(seen.results, standing), *places_turned_away(seen.results, standing)]), "")


def is_driven_out(row: Result, perils: Collection[str]) -> bool:
    """Return whether another unit is known to have driven it out; *perils*: causes that are no unit."""
    is_lost = type(row.outcome) is Dislodged or type(row.outcome) is Destroyed
    return row.public and is_lost and getattr(row.outcome, "why", "") not in perils


def _beaten(seen: Seen, zine: Zine) -> list[Loss]:
    """Return the units that were driven out, those that must retreat and those that are lost."""
    fought = [row for row in seen.results if not isinstance(row.order, act.Remove | act.Disband)]
    retreating = {*zine.retreating(seen), *_trapped(seen)}
    return [Loss(row, _stood(row, fought, retreating)) for row in fought if zine.is_beaten(row)]


def _trapped(seen: Seen) -> set[tuple[str, str]]:
    """Return power and place of each unit that had nowhere to go; the news tells it."""
    return {(one.words["power"], one.words["place"]) for one in seen.news if one.key == TRAPPED}


def _not_in_news(beaten: Sequence[Loss], seen: Seen) -> list[Loss]:
    """Return those whose end the news does not tell."""
    found = (one.words for one in seen.news if one.key.startswith(LOST))
    told = {(words.get("power", ""), words.get("place", "")) for words in found}
    return [loss for loss in beaten if (loss.row.power, loss.place) not in told]


def _stood(row: Result, results: Sequence[Result], retreating: Collection[tuple[str, str]]) -> str:
    """Return where a unit was beaten: where it began, or where its first move ended."""
    order: Any = row.order
    began = order.unit.place if isinstance(getattr(order, "unit", None), act.Unit) else ""
    been: list[str] = [*_starts(order, began), *way(order)]
    for one in been:
        if (row.power, one) in retreating:
            return one
    by = getattr(row.outcome, "by", None)
    attacks = [way(one.order) for one in results if by and (one.power, start(one)) == (by.power, by.place)]
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


def of_battles(beaten: Sequence[Loss], results: Sequence[Result], standing: Standing, speech: Speech) -> str:
    """Return the first of the *beaten*, or the first stand-off among the *results*."""
    for loss in beaten:
        return _driven_out([loss], speech)
    if met := contested(results, standing):
        return say("stand_off_in", place=speech.place(met[0]))
    return first_turned_away(results, standing, speech)


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


def driven_out(beaten: Sequence[Loss], speech: Speech) -> Iterator[str]:
    """Yield a sentence for each loss; the losses of a power to one victor share it."""
    alike: dict[tuple[str, str, bool], list[Loss]] = {}
    for loss in beaten:
        key = loss.row.power, _victor(loss.row), isinstance(loss.row.outcome, Destroyed)
        alike.setdefault(key, []).append(loss)
    for (_, victor, is_lost), losses in alike.items():
        yield f"{_driven_out(losses, speech, victor, is_lost)}."


def _victor(row: Result) -> str:
    """Return the other power that beat a unit, "" if none did."""
    by = getattr(row.outcome, "by", None)
    is_foreign = by is not None and by.power and by.power != row.power
    return by.power if by is not None and is_foreign else ""


def _driven_out(losses: Sequence[Loss], speech: Speech, victor: str = "", is_lost: bool = False) -> str:
    power, places = losses[0].row.power, dict.fromkeys(loss.place for loss in losses)
    place = listed(map(speech.place, places), "and")
    if victor and is_lost:
        return speech.sentence(form("driven_out_and_lost_by"), power=power, place=place, victor=victor)
    if victor:
        return speech.sentence(form("driven_out_by"), power=power, place=place, victor=victor)
    if is_lost:
        return speech.sentence(form("driven_out_and_lost"), power=power, place=place)
    return speech.sentence(form("driven_out"), power=power, place=place)


def _gained(news: Sequence[News]) -> dict[str, list[str]]:
    """Return by power the centres that nobody owned before."""
    peaceful: dict[str, list[str]] = {}
    for one in news:
        if one.key == GAINED:
            peaceful.setdefault(one.words["power"], []).append(one.words["place"])
    return peaceful


def the_end(winners: Sequence[str], speech: Speech) -> str:
    """Return who won, for a headline."""
    if len(winners) > 3:
        return say("many_share_victory", count=len(winners))
    if len(winners) == 1:
        return speech.sentence(form("wins_the_game"), power=winners[0])
    if not winners:
        return say("nobody_wins")
    return capital(say("powers_share_victory", powers=listed(map(speech.named, winners), "and")))
