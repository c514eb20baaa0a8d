"""What would a zine put above the turn?  From what `sight` lets a reader know, and from nothing else."""

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.hardbop.sight import Seen
from adjudicator.hardbop.wording import agreeing, place_name
from adjudicator.middle_earth import actions as act
from adjudicator.middle_earth.outcomes import Destroyed, Dislodged, StoodOff
from adjudicator.middle_earth.record import News, Result

# The greatest news first; blanks are filled from `News.words`. What is not here makes no headline.
GREAT: Mapping[str, str] = {
    "ring.destroyed": "The Ring is cast into the Fire of Orodruin",
    "victory": "{power} rules Middle-earth",
    "ring.worn": "{power} puts on the Ring",
    "ring.lost by wearer": "{power} loses the Ring, and all with it",
    "eliminated": "Sauron is no more; {power} falls",
    "out": "{power} is no more",
    "ents.march": "The Ents march: Isengard is no more",
    "balrog.dead": "Gandalf destroys the Balrog, and falls",
    "balrog.serves": "The Balrog serves Mordor",
    "paths": "The Ranger walks the Paths of the Dead",
    "ring.taken": "The Ring is ours",
    "ring.given": "The Ring comes into our hands",
    "ring.found": "The Ring is found",
    "ring.lost": "The Ring is lost",
    "piece.destroyed": "{piece} is slain in {place}",
    "piece.balrog": "The Balrog takes {piece}",
    "piece.ents": "{piece} falls with Isengard",
    "alignment": "{power} is {alignment} from now on",
    "centre.taken": "{power} takes {place} from {before}",
    "unit.ents": "The Ents destroy an army of {power}",
    "unit.balrog": "The Balrog destroys an army of {power}",
    "unit.trapped": "{power} loses an army in {place}",
    "unit.no order": "{power} loses an army in {place}",
    "unit.clash": "Beaten armies clash in flight from {place}",
    "neutralised": "The Ranger frees {place} from {power}",
    "gandalf.back": "Gandalf walks the earth again",
    "nazgul.back": "The Nazgûl flies again",
}
LATER = (  # of one unit, and of many
    (act.Retreat, "falls back from", "falls back from"),
    (act.Build, "raises an army in", "raises armies in"),
    (act.Remove, "disbands an army in", "disbands armies in"),
)
QUIET = "Nobody stood in anybody's way."


def headline(seen: Seen) -> str:
    """At most ten words."""
    return agreeing(_headline(seen))


def _headline(seen: Seen) -> str:
    if seen.over:
        return _end(seen)
    if not seen.judged:
        return f"{seen.turn}: the position"
    return _of_news(seen.news) or _of_battles(seen.results) or _of_later(seen.results) or _of_gains(seen.news)


def _of_later(results: Sequence[Result]) -> str:
    """Of retreats, builds and removals."""
    flights = [row for row in results if _is_done(row, act.Retreat)]
    if flights:
        return f"{flights[0].power} falls back from {_place(flights[0])}"
    built, gone = (sum(_is_done(row, kind) for row in results) for kind in (act.Build, act.Remove))
    told = [f"{built} raised"] * bool(built) + [f"{gone} disbanded"] * bool(gone)
    return f"New armies: {', '.join(told)}" if built else f"Armies go home: {told[0]}" if told else ""


def _is_done(row: Result, kind: type) -> bool:
    return row.public and isinstance(row.order, kind) and row.outcome.word == "succeeds"


def _end(seen: Seen) -> str:
    if len(seen.winners) > 3:
        return f"{len(seen.winners)} powers win the game"
    return f"{_listed(seen.winners) or 'Nobody'} {'win' if len(seen.winners) > 1 else 'wins'} the game"


def _of_news(news: Sequence[News]) -> str:
    found = [one for key in GREAT for one in news if one.key == key]
    return GREAT[found[0].key].format_map(_words(found[0])) if found else ""


def _words(news: News) -> dict[str, str]:
    return {key: place_name(value) if key == "place" else value for key, value in news.words.items()}


def _of_battles(results: Sequence[Result]) -> str:
    for row in results:
        if _is_beaten(row):
            return f"{row.power} is driven out of {_place(row)}"
    return f"Stand-off in {contested[0]}" if (contested := _contested(results)) else ""


def _of_gains(news: Sequence[News]) -> str:
    gains = sum(one.key == "centre.gained" for one in news)
    if gains:
        return f"{gains} {'centre' if gains == 1 else 'centres'} taken without a fight"
    return "All quiet from the Grey Havens to Rhûn"


def lead(seen: Seen) -> str:
    """A paragraph: the day, who was driven out, where nobody got through, what was taken."""
    if seen.over:
        return f"The game is over. {_listed(seen.winners) or 'Nobody'} won it."
    if not seen.judged:
        return f"{seen.due} is due."
    told = [*_of_great(seen.news), *_beaten(seen.results), *_stand_offs(seen.results), *_gains(seen.news)]
    told += [*_later(seen.results)]
    month, _, day = seen.date.partition(" ")
    return f"{month.capitalize()} {day}. {agreeing(' '.join(dict.fromkeys(told))) or QUIET}"


def _later(results: Sequence[Result]) -> Iterator[str]:
    """Who fell back, who raised armies where, and whose went home."""
    for kind, of_one, of_many in LATER:
        places: dict[str, list[str]] = {}
        for row in results:
            if _is_done(row, kind):
                places.setdefault(row.power, []).append(_place(row))
        for power, there in places.items():
            yield f"{power} {of_one if len(there) == 1 else of_many} {_listed(there)}."


def _of_great(news: Sequence[News]) -> Iterator[str]:
    """What of the great news everybody hears, the headline too."""
    for key in GREAT:
        yield from (f"{GREAT[key].format_map(_words(one))}." for one in news if one.key == key)


def _is_beaten(row: Result) -> bool:
    fought = isinstance(row.outcome, Dislodged | Destroyed)
    return row.public and fought and not isinstance(row.order, act.Remove | act.Disband)


def _beaten(results: Sequence[Result]) -> Iterator[str]:
    for row in results:
        if _is_beaten(row):
            by = getattr(row.outcome, "by", None)
            thanks = f" by {by.power}" if by is not None and by.power else ""
            doom = " and lost" if isinstance(row.outcome, Destroyed) else ""
            yield f"{row.power} is driven out of {_place(row)}{thanks}{doom}."


def _stand_offs(results: Sequence[Result]) -> Iterator[str]:
    contested = _contested(results)
    if contested:
        yield f"Nobody gets through in {_listed(contested)}."


def _contested(results: Sequence[Result]) -> list[str]:
    """Where public moves met others, each space once, in the order of the results."""
    met = [
        place_name(row.order.path[0])
        for row in results
        if row.public and isinstance(row.order, act.Move) and isinstance(row.outcome, StoodOff)
    ]
    return list(dict.fromkeys(met))


def _gains(news: Sequence[News]) -> Iterator[str]:
    peaceful: dict[str, list[str]] = {}
    for one in news:
        if one.key == "centre.gained":
            peaceful.setdefault(one.words["power"], []).append(place_name(one.words["place"]))
    if peaceful:
        yield f"{_listed([f'{power} gains {_listed(places)}' for power, places in peaceful.items()])}."


def _place(row: Result) -> str:
    unit = getattr(row.order, "unit", None)
    return place_name(unit.place) if isinstance(unit, act.Unit) else "its place"


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
