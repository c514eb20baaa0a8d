"""What happened to one reader in a turn of Middle-earth, for the headline of their report.

Each game supplies its table of `OwnMoment`. Only what `sight` allows is used, so a reader without a power
(the bulletin) has none.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from adjudicator.core.language.words import listed
from adjudicator.core.phrasing import Speech
from adjudicator.middle_earth.resolve.record import News, Sighting
from adjudicator.middle_earth.sentences import group
from adjudicator.middle_earth.view.news import words
from adjudicator.middle_earth.view.wording import mine

OWNER, LOSER, WINNER = "owner", "before", "power"  # words of news that name a power
HEADLINES = group("own_headlines")
DISLODGED, DISLODGES, EXPOSED = "dislodged", "dislodges", "exposed"  # moments that are no news


class OwnMoment(NamedTuple):
    """The clause of a headline for one kind of news about the reader.

    News of this kind is about the power in its word *whose*. If *whose* is "", it is about whoever is told
    it, when not everybody is. News that agrees in the words *shared* makes one clause with all {places}.
    """

    key: str
    headline: str
    whose: str = ""
    shared: Sequence[str] = ()

    def is_of(self, news: News, reader: str) -> bool:
        """Return whether this is the moment for *news*."""
        is_own = news.words.get(self.whose) == reader if self.whose else news.readers is not None
        return news.key == self.key and is_own


class Found(NamedTuple):
    """A clause of a headline, the place that it is about, and its news, if any."""

    clause: str
    place: str
    news: Sequence[News] = ()


class Blow(NamedTuple):
    """A unit that was dislodged: where, and the other power; "" if no other dislodged it."""

    place: str
    other: str


class Fate(NamedTuple):
    """What happened to the reader beside the news: units dislodged, and pieces that everybody was shown.

    *blows* are to units of the reader, *won* to those of others, by the reader's.
    """

    blows: Sequence[Blow] = ()
    won: Sequence[Blow] = ()
    exposed: Sequence[Sighting] = ()


OF_BOTH = (  # in the order of their weight
    OwnMoment("centre.taken", HEADLINES["centre lost"], LOSER, (WINNER,)),
    *(
        OwnMoment(f"unit.{why}", HEADLINES["force lost"], WINNER)
        for why in ("ents", "balrog", "trapped", "no order", "barred", "clash", "fleet lost")
    ),
    OwnMoment(DISLODGED, HEADLINES["dislodged"]),
    OwnMoment("neutralised", HEADLINES["neutralised"], WINNER),
    OwnMoment("alignment", HEADLINES["alignment"], WINNER),
    OwnMoment("centre.taken", HEADLINES["centre taken"], WINNER, (LOSER,)),
    OwnMoment("centre.gained", HEADLINES["centre gained"], WINNER),
    OwnMoment(DISLODGES, HEADLINES["dislodges"]),
    OwnMoment(EXPOSED, HEADLINES["exposed"]),
)
PERISHED = tuple(  # `piece.` and why; the news of an order to destroy names the owner, all others the power
    OwnMoment(f"piece.{why}", HEADLINES["piece lost"], WINNER)
    for why in (
        *("ents", "wights", "balrog", "fate", "lost", "no order", "barred", "trapped", "clash"),
        *("fleet lost", "driven out", "civil disorder"),
    )
)


def found(
    news: Sequence[News], reader: str, table: Sequence[OwnMoment], fate: Fate, speech: Speech
) -> list[Found]:
    """Return what happened to *reader*, the greatest first."""
    clauses: list[Found] = []
    for moment in table:
        if moment.key == DISLODGED:
            clauses += _dislodged(fate.blows, DISLODGED, speech)
        elif moment.key == DISLODGES:
            clauses += _dislodged(fate.won, DISLODGES, speech)
        elif moment.key == EXPOSED:
            clauses += _exposed(moment, fate.exposed, speech)
        else:
            clauses += _of_news(moment, [one for one in news if moment.is_of(one, reader)], speech)
    return clauses


def _of_news(moment: OwnMoment, news: Sequence[News], speech: Speech) -> Iterator[Found]:
    """Yield a clause for all *news* with the same words in `moment.shared`."""
    alike: dict[tuple[str, ...], list[News]] = {}
    for one in news:
        alike.setdefault(tuple(one.words.get(word, "") for word in moment.shared), []).append(one)
    for together in alike.values():
        named = [one.words["place"] for one in together if "place" in one.words]
        places = listed(map(speech.place, named), "and")
        filled = {**words(together[0], speech), "places": places}
        if "piece" in filled:
            filled["piece"] = mine(filled["piece"], speech)
        clause = speech.clause(moment.headline, **filled)
        yield Found(clause, next(iter(named), ""), together)


def _dislodged(blows: Sequence[Blow], name: str, speech: Speech) -> Iterator[Found]:
    """Yield a clause for each power that dislodged units of the reader's, or that the reader dislodged."""
    for other in dict.fromkeys(blow.other for blow in blows):
        there = list(dict.fromkeys(blow.place for blow in blows if blow.other == other))
        form = HEADLINES["dislodged by" if other and name == DISLODGED else name]
        places = listed(map(speech.place, there), "and")
        yield Found(speech.clause(form, places=places, power=other), there[0])


def _exposed(moment: OwnMoment, sightings: Sequence[Sighting], speech: Speech) -> Iterator[Found]:
    for one in sightings:
        piece, place = mine(one.kind, speech), speech.place(one.place)
        yield Found(speech.clause(moment.headline, piece=piece, places=place), one.place)


def are_told(found: Sequence[Found]) -> Collection[int]:
    """Return the identities of the news in *found*."""
    return {id(news) for one in found for news in one.news}
