"""What would a zine put above the turn?  From what `sight` lets a reader know, and from nothing else."""

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.hardbop.ground import NAMES
from adjudicator.hardbop.sight import Seen
from adjudicator.middle_earth import actions as act
from adjudicator.middle_earth import headlines
from adjudicator.middle_earth.headlines import listed, place
from adjudicator.middle_earth.outcomes import Destroyed, Dislodged
from adjudicator.middle_earth.record import News, Result
from adjudicator.middle_earth.wording import agreed

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
ALL_QUIET = "All quiet from the Grey Havens to Rhûn"
QUIET = "Nobody stood in anybody's way."


def headline(seen: Seen) -> str:
    """At most ten words."""
    return agreed(_headline(seen))


def _headline(seen: Seen) -> str:
    if seen.over:
        return _end(seen)
    if not seen.judged:
        return "The position"
    return (
        headlines.of_news(seen.news, GREAT, NAMES)
        or headlines.of_battles(_beaten(seen.results), seen.results, NAMES)
        or _of_later(seen.results)
        or headlines.of_gains(seen.news, ALL_QUIET)
    )


def _of_later(results: Sequence[Result]) -> str:
    """Of retreats, builds and removals."""
    flights = [row for row in results if _is_done(row, act.Retreat)]
    if flights:
        return f"{flights[0].power} falls back from {place(flights[0], NAMES)}"
    built, gone = (sum(_is_done(row, kind) for row in results) for kind in (act.Build, act.Remove))
    told = [f"{built} raised"] * bool(built) + [f"{gone} disbanded"] * bool(gone)
    return f"New armies: {', '.join(told)}" if built else f"Armies go home: {told[0]}" if told else ""


def _is_done(row: Result, kind: type) -> bool:
    return row.public and isinstance(row.order, kind) and row.outcome.word == "succeeds"


def _end(seen: Seen) -> str:
    if len(seen.winners) > 3:
        return f"{len(seen.winners)} powers win the game"
    return f"{listed(seen.winners) or 'Nobody'} {'win' if len(seen.winners) > 1 else 'wins'} the game"


def lead(seen: Seen) -> str:
    """A paragraph: the day, who was driven out, where nobody got through, what was taken."""
    if seen.over:
        return f"The game is over. {listed(seen.winners) or 'Nobody'} won it."
    if not seen.judged:
        return ""
    told = [
        *_of_great(seen.news),
        *headlines.driven_out(_beaten(seen.results), NAMES),
        *headlines.stand_offs(seen.results, NAMES),
        *headlines.gains(seen.news, NAMES),
        *_later(seen.results),
    ]
    month, _, day = seen.date.partition(" ")
    return f"{month.capitalize()} {day}. {agreed(' '.join(dict.fromkeys(told))) or QUIET}"


def _later(results: Sequence[Result]) -> Iterator[str]:
    """Who fell back, who raised armies where, and whose went home."""
    for kind, of_one, of_many in LATER:
        places: dict[str, list[str]] = {}
        for row in results:
            if _is_done(row, kind):
                places.setdefault(row.power, []).append(place(row, NAMES))
        for power, there in places.items():
            yield f"{power} {of_one if len(there) == 1 else of_many} {listed(there)}."


def _of_great(news: Sequence[News]) -> Iterator[str]:
    """What of the great news everybody hears, the headline too."""
    for key in GREAT:
        yield from (
            f"{GREAT[key].format_map(headlines.words(one, NAMES))}." for one in news if one.key == key
        )


def _beaten(results: Sequence[Result]) -> list[Result]:
    return [row for row in results if _is_beaten(row)]


def _is_beaten(row: Result) -> bool:
    fought = isinstance(row.outcome, Dislodged | Destroyed)
    return row.public and fought and not isinstance(row.order, act.Remove | act.Disband | act.Lead)
