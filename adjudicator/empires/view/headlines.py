"""Headline and story of a turn: its greatest event in one line, the whole turn in a paragraph.

They contain only what everybody may know: the bulletin and every Power's report have the same words.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from msgspec import structs

from adjudicator.core.phrasing import capital, spelled, spoils
from adjudicator.core.words import listed
from adjudicator.empires.ground import BOARD, POWERS, ZONES, zone_name
from adjudicator.empires.position import Position
from adjudicator.empires.record import Combat, Event, EventKind, Record, parts
from adjudicator.empires.resolve import victory
from adjudicator.empires.seasons import title
from adjudicator.empires.view.wording import SPEECH, event_words

NAMES_AT_MOST = 2  # zones in a headline; more are counted


class Moment(NamedTuple):
    """A great event: the heaviest of a turn is its headline, and each has a paragraph with what follows."""

    kind: EventKind
    weight: int
    lead: str


MOMENTS: Sequence[Moment] = (
    Moment("surrender", 300, "Its armies neither fight nor are attacked from now on. (See RULES 12.6.)"),
    Moment("usa", 200, ""),
    Moment("joined", 100, ""),
)
LOUD = tuple(moment.kind for moment in MOMENTS)
LOST_AT_HOME = "At home {loser} <has> lost {cities}. (See RULES 5.3.)"
PARAGRAPH = "\n\n"  # between the paragraphs of a story
TAKEN = ("control", "zone_cut")


def headline(position: Position, record: Record | None) -> str:
    """Return the headline, of at most ten words."""
    if position.over:
        return _end(position)
    if record is None:
        return SPEECH.sentence("{power} <is> to move", power=position.power)
    return _printed(record)[1]


def _printed(record: Record) -> tuple[Record, str]:
    """Return the turn of the record that the headline is about, and the headline."""
    turns = parts(record)
    busy = [turn for turn in turns if not _idleness(turn)] or turns
    found = ((turn, print_it(turn)) for print_it in GREATEST_FIRST for turn in busy)
    return next((turn, words) for turn, words in found if words)


def _end(position: Position) -> str:
    if not position.winners:
        return "The game ends without a winner"
    if len(position.winners) == 1:
        return SPEECH.sentence("{power} <wins> the game", power=position.winners[0])
    return capital(f"{listed(map(SPEECH.named, position.winners), 'and')} share the victory")


# ---- the headlines, the greatest first


def _great_events(record: Record) -> str:
    return next((event_words(event).rstrip(".") for _, event in _great(record)), "")


def _great(record: Record) -> list[tuple[Moment, Event]]:
    """Return the great events, the heaviest first."""
    found = [(moment, event) for moment in MOMENTS for event in events(record) if event.kind == moment.kind]
    return sorted(found, key=lambda one: -one[0].weight)


def _cities(record: Record) -> str:
    cities = [event for event in _taken(record) if ZONES[event.zone].city]
    return _conquest(record, cities, "cities")


def _zones(record: Record) -> str:
    return _conquest(record, _taken(record), "zones")


def _conquest(record: Record, taken: Sequence[Event], many: str) -> str:
    """Return what one Power took: the Power whose turn it was comes before the others."""
    for power in (record.power, *POWERS):
        zones = [zone_name(event.zone) for event in taken if event.power == power]
        if zones:
            what = listed(zones, "and") if len(zones) <= NAMES_AT_MOST else f"{len(zones)} {many}"
            return SPEECH.sentence("{power} <takes> {what}", power=power, what=what)
    return ""


def _idleness(record: Record) -> str:
    """Report idleness only; whether a sheet came is up to the service, by a house rule."""
    is_idle = not (record.steps or record.paused or record.resumed)
    return _of(record, "<does> nothing") if is_idle else ""


def _of(record: Record, form: str, **words: str) -> str:
    """Return a sentence about the Power whose turn it was, without a full stop."""
    return SPEECH.sentence("{power} " + form, power=record.power, **words)


def _battles(record: Record) -> str:
    fought = _combats(record)
    if not fought:
        return ""
    zones = list(dict.fromkeys(zone_name(combat.zone) for combat in fought))
    won = sum(combat.outcome == "succeeds" for combat in fought)
    if len(fought) == 1:
        return _of(record, f"{SINGLE[fought[0].outcome]} {zones[0]}")
    where = zones[0] if len(zones) == 1 else f"{spelled(len(zones))} places"
    if won in (0, len(fought)):
        return _of(record, f"<attacks> {'and <wins>' if won else 'in vain'} in {where}")
    return _of(record, f"<attacks> in {where}: {won} of {len(fought)} succeed")


SINGLE = {
    "succeeds": "<attacks> and <wins> in",
    "fails": "<attacks> and <is> beaten in",
    "draw": "<attacks> and <gains> nothing in",
}


def _quiet(record: Record) -> str:
    if record.paused:
        return _of(record, "<pauses>")
    busy = list(dict.fromkeys(doing for doing, _, _ in _works(record)))
    return _of(record, listed(busy[:WORKS_AT_MOST], "and") if busy else "<attacks> nobody")


# By the beginning of a step's words: what its Power does, in a headline and in the story.
WORKS = (
    ("Recruits ", "<recruits>", "<recruits>"),
    ("Makes full: ", "<recruits>", "<makes> full the"),
    ("Entrenches in ", "<entrenches>", "<entrenches> in"),
    ("Researches", "<does> research", "<does> research"),
    ("Diplomacy: ", "<negotiates>", "<moves> the marker of"),
    ("Adds missions", "<prepares> missions", "<prepares> missions"),
)
MOVES = "<moves> armies"
WORKS_AT_MOST = 3  # in a headline


def _works(record: Record) -> Iterator[tuple[str, str, str]]:
    """Yield what was done without a fight: for a headline, for the story, and to what.

    Uses only the public words, so that the sheet's own Power reads the same as all others.
    """
    for step in record.steps:
        if step.outcome != "succeeds" or step.is_own or step.combat:
            continue
        reading = step.public or step.reading
        yield from (
            (doing, full, reading.removeprefix(beginning))
            for beginning, doing, full in WORKS
            if reading.startswith(beginning)
        )
        if len(step.arrow) > 1:
            yield MOVES, f"{MOVES} to", zone_name(step.arrow[-1])


def _peaceful(record: Record) -> str:
    """Return "recruits an army (full German) in Metz and moves armies to Nancy and Verdun", or ""."""
    done: dict[str, list[str]] = {}
    for _, full, what in _works(record):
        done.setdefault(full, []).append(what)
    return "; ".join(
        f"{full} {listed(list(dict.fromkeys(filter(None, what))), 'and')}".strip()
        for full, what in done.items()
    )


GREATEST_FIRST: tuple[Callable[[Record], str], ...] = (
    _great_events,
    _cities,
    _idleness,
    _battles,
    _zones,
    _quiet,
)


# ---- the paragraph


def story(position: Position, record: Record | None) -> str:
    """Return the turn in sentences, and how the game ended; before the first turn, how to win."""
    if record is None:
        return (
            f"{_in_order()} move one after another. The Power with the most Victory Points after"
            f" {title(BOARD.turns)} wins."
        )
    turns = parts(record)
    great = [paragraph for turn in turns for paragraph in _great_paragraphs(turn)]
    rest = [*(words for turn in turns for words in _sentences(turn)), *_points(position)]
    return PARAGRAPH.join(filter(None, [*great, " ".join(rest)])) or f"{headline(position, record)}."


def _great_paragraphs(record: Record) -> Iterator[str]:
    """Yield a paragraph for each great event, and one for the home cities that were lost."""
    for moment, event in _great(record):
        yield " ".join(filter(None, [event_words(event), moment.lead]))
    lost = [event for event in _taken(record) if is_home_city(event)]
    for loser in dict.fromkeys(event.other for event in lost):
        cities = [zone_name(event.zone) for event in lost if event.other == loser]
        yield SPEECH.sentence(LOST_AT_HOME, loser=loser, cities=listed(cities, "and"))


def is_home_city(event: Event) -> bool:
    """Return whether what was taken is a city that its loser had from the start."""
    zone = ZONES[event.zone]
    return bool(zone.city) and zone.start == event.other != event.power


def zone_of_headline(position: Position, record: Record | None) -> str:
    """Return the zone that the headline is about, "" for none."""
    if record is None or position.over:
        return ""
    record = _printed(record)[0]
    great = _great(record)
    if great:
        return great[0][1].zone
    cities = [event for event in _taken(record) if ZONES[event.zone].city]
    for power in (record.power, *POWERS):
        for event in cities:
            if event.power == power:
                return event.zone
    fought = _combats(record)
    return fought[0].zone if fought else ""


def _in_order() -> str:
    return capital(listed(map(SPEECH.named, POWERS), "and"))


def _sentences(record: Record) -> Iterator[str]:
    if _idleness(record):
        yield f"{_idleness(record)}."
    fought = _combats(record)
    if fought:
        yield f"{_of(record, _outcomes(fought))}."
    if _peaceful(record):
        yield f"{_of(record, _peaceful(record))}."
    yield from _losses(record)
    yield from conquests(record)
    yield from _supply(record)


def _outcomes(fought: Sequence[Combat]) -> str:
    if len(fought) == 1:
        return f"{SINGLE[fought[0].outcome]} {zone_name(fought[0].zone)}"
    words = {"succeeds": "won", "fails": "lost", "draw": "drawn"}
    counted = Counter(combat.outcome for combat in fought)
    counts = [f"{counted[outcome]} {word}" for outcome, word in words.items() if counted[outcome]]
    return f"<makes> {len(fought)} attacks: {', '.join(counts)}"


def _losses(record: Record) -> Iterator[str]:
    counted = Counter(event.power for event in events(record) if event.kind in ("eliminated", "starved"))
    counted.update(event.power for event in events(record) if event.kind == "no_retreat")
    lost = [f"{power} {counted[power]}" for power in POWERS if counted[power]]
    if lost:
        yield f"Armies eliminated: {', '.join(lost)}."


def conquests(record: Record) -> Iterator[str]:
    """Yield who took what from whom, by armies and because it was out of supply."""
    for power in POWERS:
        taken = _by_loser(record, "control", power)
        if taken:
            yield SPEECH.sentence("{power} <takes> {spoils}.", power=power, spoils=spoils(taken))
        for loser, zones in _by_loser(record, "zone_cut", power).items():
            verbs = "is out of supply and passes" if len(zones) == 1 else "are out of supply and pass"
            yield f"{listed(zones, 'and')} {verbs} from {loser} to {SPEECH.named(power)}."


def _by_loser(record: Record, kind: str, power: str) -> dict[str, list[str]]:
    zones: dict[str, list[str]] = {}
    for event in _taken(record):
        if (event.kind, event.power) == (kind, power):
            zones.setdefault(SPEECH.named(event.other), []).append(zone_name(event.zone))
    return zones


def _supply(record: Record) -> Iterator[str]:
    zones = dict.fromkeys(zone_name(event.zone) for event in record.end if event.kind == "unsupplied")
    if zones:
        yield f"Out of supply: {listed(list(zones), 'and')}."


def _points(position: Position) -> Iterator[str]:
    if position.over:
        points = victory.points(position)
        ranking = [f"{power} {points[power]}" for power in sorted(POWERS, key=lambda power: -points[power])]
        yield f"Victory Points: {', '.join(ranking)}."


# ---- what happened


def events(record: Record) -> Iterator[Event]:
    for step in record.steps:
        yield from step.events
        if step.combat:
            yield from step.combat.events
    yield from record.end


def _combats(record: Record) -> list[Combat]:
    return [step.combat for step in record.steps if step.combat]


def _taken(record: Record) -> list[Event]:
    """Return what changed hands: a zone that went to and fro at the end of a turn is nobody's gain."""
    before: dict[str, str] = {}
    last: dict[str, Event] = {}
    for event in record.end:
        if event.kind in TAKEN:
            before.setdefault(event.zone, event.other)
            last[event.zone] = event
    return [
        structs.replace(event, other=before[zone])
        for zone, event in last.items()
        if event.power != before[zone]
    ]
