"""Headline and story of a turn: its greatest event in one line, the whole turn in a paragraph.

They contain only public facts; a Power's report begins with what happened to that Power.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from adjudicator.core.language.words import listed
from adjudicator.core.phrasing import brief, capital, own_end, spelled, spoils
from adjudicator.empires.ground import BOARD, POWERS, ZONES, Power, zone_name
from adjudicator.empires.position import Position
from adjudicator.empires.record import Combat, Event, EventKind, Record, parts
from adjudicator.empires.resolve import victory
from adjudicator.empires.seasons import title
from adjudicator.empires.sentences import form, group, say
from adjudicator.empires.view import own_moments
from adjudicator.empires.view.own_moments import NAMES_AT_MOST
from adjudicator.empires.view.turn_events import (
    HUNGER,
    LOSSES,
    SURRENDERS,
    combats,
    events,
    is_home_city,
    subject,
    taken_zones,
)
from adjudicator.empires.view.wording import ARMY, SPEECH, event_words


class Moment(NamedTuple):
    """A great event: the greatest of a turn is the headline; each has a paragraph with its consequences."""

    kind: EventKind
    weight: int


MOMENTS: Sequence[Moment] = (Moment("surrender", 300), Moment("usa", 200), Moment("joined", 100))
LEADS = group("leads")  # the consequences of great events, by kind
LOUD = tuple(moment.kind for moment in MOMENTS)
PARAGRAPH = "\n\n"  # between the paragraphs of a story


class LeadSentence(NamedTuple):
    """A sentence of the story, and the Powers that it is about."""

    text: str
    powers: Collection[Power]


def headline(position: Position, record: Record | None, reader: Power | None = None) -> str:
    """Return the headline, of at most ten words: what happened to *reader*, else the greatest event."""
    if position.over:
        return own_end(position.winners, reader) or _end(position)
    if record is None:
        return SPEECH.sentence(form("is_to_move"), power=position.power)
    if own := own_moments.clauses(record, reader):
        return capital(brief([*own, *_great_clauses(record, reader)[:1]]))
    return _printed(record)[1]


def _great_clauses(record: Record, reader: Power | None) -> list[str]:
    """Return the great events, except that *reader* surrenders."""
    great = [event for turn in parts(record) for _, event in _great(turn)]
    others = (event for event in great if (event.kind, subject(event)) != (SURRENDERS, reader))
    return [event_words(event).rstrip(".") for event in others]


def _printed(record: Record) -> tuple[Record, str]:
    """Return the turn of the record that the headline is about first, and the headline.

    If two turns have one deadline, the headline also names the other one's event, if it has one that is more
    than routine work and there is room.
    """
    turns = parts(record)
    busy = [turn for turn in turns if not _idleness(turn)] or turns
    by_greatness = sorted(((*_greatest(turn), turn) for turn in busy), key=lambda one: one[0])
    (_, words, first), *others = by_greatness
    loud = (more for rank, more, _ in others if GREATEST_FIRST[rank] not in (_idleness, _quiet))
    return first, brief((words, *loud))


def _greatest(record: Record) -> tuple[int, str]:
    """Return the headline of a Power's turn, and its place among the kinds, the greatest 0."""
    found = ((rank, print_it(record)) for rank, print_it in enumerate(GREATEST_FIRST))
    return next((rank, words) for rank, words in found if words)


def _end(position: Position) -> str:
    if not position.winners:
        return say("no_winner")
    if len(position.winners) == 1:
        return SPEECH.sentence(form("wins_the_game"), power=position.winners[0])
    return capital(say("share_the_victory", powers=listed(map(SPEECH.named, position.winners), "and")))


# ---- the headlines, the greatest first


def _great_events(record: Record) -> str:
    return next((event_words(event).rstrip(".") for _, event in _great(record)), "")


def _great(record: Record) -> list[tuple[Moment, Event]]:
    """Return the great events, the greatest first."""
    found = [(moment, event) for moment in MOMENTS for event in events(record) if event.kind == moment.kind]
    return sorted(found, key=lambda one: -one[0].weight)


def _cities(record: Record) -> str:
    cities = [event for event in taken_zones(record) if ZONES[event.zone].city]
    return _conquest(record, cities, lambda number: say("cities", number=number))


def _zones(record: Record) -> str:
    return _conquest(record, taken_zones(record), lambda number: say("zones", number=number))


def _conquest(record: Record, taken: Sequence[Event], many: Callable[[int], str]) -> str:
    """Return what one Power took: the Power whose turn it was comes before the others."""
    for power in (record.power, *POWERS):
        zones = [zone_name(event.zone) for event in taken if event.power == power]
        if zones:
            what = listed(zones, "and") if len(zones) <= NAMES_AT_MOST else many(len(zones))
            return SPEECH.sentence(form("takes"), power=power, what=what)
    return ""


def _idleness(record: Record) -> str:
    """Report only that nothing was done: whether a sheet came is reported by the service."""
    is_idle = not (record.steps or record.paused or record.resumed)
    return SPEECH.sentence(form("does_nothing"), power=record.power) if is_idle else ""


def _battles(record: Record) -> str:
    fought = combats(record)
    if not fought:
        return ""
    zones = list(dict.fromkeys(zone_name(combat.zone) for combat in fought))
    won = sum(combat.outcome == "succeeds" for combat in fought)
    if len(fought) == 1:
        return _single(record, fought[0])
    where = zones[0] if len(zones) == 1 else say("places", number=spelled(len(zones)))
    if not won:
        return _without_success(record, where)
    if won == len(fought):
        return SPEECH.sentence(form("attacks_and_wins"), power=record.power, where=where)
    if lost := _enemies_lost(record, fought):
        name = form("some_attacks_destroy_one") if lost == 1 else form("some_attacks_destroy")
        return SPEECH.sentence(name, power=record.power, where=where, number=str(lost))
    number, of_all = str(won), str(len(fought))
    return SPEECH.sentence(
        form("some_attacks_succeed"), power=record.power, where=where, won=number, attacks=of_all
    )


def offensive(record: Record) -> str:
    """Return how the attacks of an Offensive went, "" if there was none. 10.3"""
    steps = [step for step in record.steps if step.is_extra]
    if not steps:
        return ""
    counted = Counter(step.outcome for step in steps if step.combat)
    outcomes = [COUNTED[outcome].format(number=number) for outcome, number in counted.items()]
    counts = listed(outcomes, "and") or say("offensive_without_combat")
    return SPEECH.sentence(form("offensive_made"), power=record.power, counts=counts)


def _enemies_lost(record: Record, fought: Sequence[Combat]) -> int:
    """Return how many armies the enemies lost in these combats: even a drawn attack may take one."""
    happened = (event for combat in fought for event in combat.events)
    return sum(event.kind in LOSSES and event.power != record.power for event in happened)


def _without_success(record: Record, where: str) -> str:
    """Return the headline of attacks none of which succeeded; they are in vain if no enemy lost an army."""
    losers = {event.power for event in events(record) if event.kind in ("reduced", *LOSSES)}
    if losers <= {record.power}:
        return SPEECH.sentence(form("attacks_in_vain"), power=record.power, where=where)
    if record.power in losers:
        return say("both_sides_lose", where=where)
    return SPEECH.sentence(form("attacks_and_takes_nothing"), power=record.power, where=where)


def _single(record: Record, combat: Combat) -> str:
    """Return the outcome of the only combat, without a full stop."""
    return SPEECH.sentence(SINGLE[combat.outcome], power=record.power, zone=zone_name(combat.zone))


SINGLE = group("single_attack")  # by its outcome


def _quiet(record: Record) -> str:
    if record.paused:
        return SPEECH.sentence(form("pauses"), power=record.power)
    works = (WORKS_IN_BRIEF[_counted(kind, what)] for kind, what in _by_kind(record).items())
    busy = list(dict.fromkeys(works))
    if not busy:
        return SPEECH.sentence(form("attacks_nobody"), power=record.power)
    return _does(record, listed(busy[:WORKS_AT_MOST], "and"))


def _does(record: Record, works: str) -> str:
    """Return the Power with what it did; the <verbs> of *works* agree with it."""
    return SPEECH.sentence(form("does").replace("{works}", works), power=record.power)


# The kind of work, by the first words of a step.
WORKS = (
    ("Recruits ", "recruits"),
    ("Makes full: ", "makes full"),
    ("Entrenches in ", "entrenches"),
    ("Researches", "researches"),
    ("Diplomacy: ", "negotiates"),
    ("Adds missions", "missions"),
)
WORKS_IN_BRIEF, WORKS_IN_FULL = group("works_in_brief"), group("works_in_full")  # for headline and story
WORKS_AT_MOST = 3  # in a headline
ARMIES = "Armies "  # in a step that moves several


def _works(record: Record) -> Iterator[tuple[str, str]]:
    """Yield what was done without combat: the kind of work, and its object.

    Uses only the public words, so that the sheet's own Power reads the same as all others.
    """
    for step in record.steps:
        if step.outcome != "succeeds" or step.is_own or step.combat:
            continue
        reading = step.public or step.reading
        yield from (
            (kind, reading.removeprefix(beginning))
            for beginning, kind in WORKS
            if reading.startswith(beginning)
        )
        if len(step.arrow) > 1:
            armies = 2 if ARMIES in reading else 1
            yield from [("moves", zone_name(step.arrow[-1]))] * armies


def _by_kind(record: Record) -> dict[str, list[str]]:
    done: dict[str, list[str]] = {}
    for kind, what in _works(record):
        done.setdefault(kind, []).append(what)
    return done


def _counted(kind: str, what: Sequence[str]) -> str:
    """Return the kind of work by which its words are found: those of a single army differ."""
    return "moves one" if kind == "moves" and len(what) == 1 else kind


def _peaceful(record: Record) -> str:
    """Return "recruits a full German army in Metz and moves armies to Nancy and Verdun", or ""."""
    works = [
        WORKS_IN_FULL[_counted(kind, what)].format(what=listed(dict.fromkeys(what), "and"))
        for kind, what in _by_kind(record).items()
    ]
    is_simple = len(works) < 2 or not any(" and " in work or "," in work for work in works)
    return listed(works, "and") if is_simple else ", and ".join([", ".join(works[:-1]), works[-1]])


GREATEST_FIRST: tuple[Callable[[Record], str], ...] = (
    _great_events,
    _cities,
    _idleness,
    _battles,
    _zones,
    _quiet,
)


# ---- the paragraph


def story(position: Position, record: Record | None, reader: Power | None = None) -> str:
    """Return the turn in sentences, and how the game ended; before the first turn, how to win.

    What is about *reader* comes first.
    """
    if record is None:
        return say("before_the_first_turn", powers=_in_order(), season=title(BOARD.turns))
    turns = parts(record)
    great = [one for turn in turns for one in _great_paragraphs(turn)]
    great += _lost_at_home(turns)
    sentences = [sentence for turn in turns for sentence in _sentences(turn)]
    paragraphs = [one.text for one in great if reader in one.powers]
    paragraphs.append(" ".join(one.text for one in sentences if reader in one.powers))
    paragraphs += [one.text for one in great if reader not in one.powers]
    rest = [one.text for one in sentences if reader not in one.powers]
    paragraphs.append(" ".join([*rest, *_points(position)]))
    return PARAGRAPH.join(filter(None, paragraphs)) or f"{headline(position, record)}."


def _great_paragraphs(record: Record) -> Iterator[LeadSentence]:
    """Yield a paragraph for each great event."""
    for moment, event in _great(record):
        text = " ".join(filter(None, [event_words(event), LEADS.get(moment.kind, "")]))
        yield LeadSentence(text, (subject(event),))


def _lost_at_home(turns: Sequence[Record]) -> Iterator[LeadSentence]:
    """Yield a paragraph for each Power that lost home cities in these turns."""
    lost = [event for turn in turns for event in taken_zones(turn) if is_home_city(event)]
    for loser in dict.fromkeys(event.other for event in lost):
        cities = [zone_name(event.zone) for event in lost if event.other == loser]
        lead = LEADS["lost at home" if len(cities) == 1 else "lost several at home"]
        yield LeadSentence(SPEECH.sentence(lead, loser=loser, cities=listed(cities, "and")), (loser,))


def zone_of_headline(position: Position, record: Record | None) -> str:
    """Return the zone that the headline is about, "" for none."""
    if record is None or position.over:
        return ""
    record = _printed(record)[0]
    great = _great(record)
    if great:
        return great[0][1].zone
    cities = [event for event in taken_zones(record) if ZONES[event.zone].city]
    for power in (record.power, *POWERS):
        for event in cities:
            if event.power == power:
                return event.zone
    fought = combats(record)
    return fought[0].zone if fought else ""


def _in_order() -> str:
    return capital(listed(map(SPEECH.named, POWERS), "and"))


def _sentences(record: Record) -> Iterator[LeadSentence]:
    if _idleness(record):
        yield LeadSentence(f"{_idleness(record)}.", (record.power,))
    fought = combats(record)
    if fought:
        defenders = {combat.defender.power for combat in fought}
        yield LeadSentence(f"{_outcomes(record, fought)}.", {record.power, *defenders})
    if _peaceful(record):
        yield LeadSentence(f"{_does(record, _peaceful(record))}.", (record.power,))
    yield from _losses(record)
    yield from _conquests(record)
    yield from _supply(record)


def _outcomes(record: Record, fought: Sequence[Combat]) -> str:
    """Return the outcomes of all combats, without a full stop."""
    if len(fought) == 1:
        return _single(record, fought[0])
    counted = Counter(combat.outcome for combat in fought)
    counts = ", ".join(
        words.format(number=counted[outcome]) for outcome, words in COUNTED.items() if counted[outcome]
    )
    number = str(len(fought))
    return SPEECH.sentence(form("makes_attacks"), power=record.power, number=number, counts=counts)


COUNTED = group("counted_attacks")  # by their outcome


def _losses(record: Record) -> Iterator[LeadSentence]:
    """Yield who lost armies in combat, and who others out of supply, which nobody attacked."""
    for kinds, one, more in (
        (LOSSES, form("loses_an_army"), form("loses_armies")),
        (HUNGER, form("loses_an_army_unsupplied"), form("loses_armies_unsupplied")),
    ):
        counted = Counter(event.power for event in events(record) if event.kind in kinds)
        for power in filter(counted.get, POWERS):
            words = one if counted[power] == 1 else more
            yield LeadSentence(SPEECH.sentence(words, power=power, number=str(counted[power])), (power,))


def conquests(record: Record) -> Iterator[str]:
    """Yield who took what from whom, by armies and because it was out of supply."""
    yield from (one.text for one in _conquests(record))


def _conquests(record: Record) -> Iterator[LeadSentence]:
    for power in POWERS:
        taken = _by_loser(record, "control", power)
        if taken:
            what = spoils({SPEECH.named(loser): zones for loser, zones in taken.items()})
            yield LeadSentence(
                SPEECH.sentence(form("takes_spoils"), power=power, spoils=what), {power, *taken}
            )
        for loser, zones in _by_loser(record, "zone_cut", power).items():
            text = say(
                "zones_cut",
                count=len(zones),
                zones=listed(zones, "and"),
                loser=SPEECH.named(loser),
                power=SPEECH.named(power),
            )
            yield LeadSentence(text, {power, loser})


def _by_loser(record: Record, kind: str, power: str) -> dict[Power, list[str]]:
    zones: dict[Power, list[str]] = {}
    for event in taken_zones(record):
        if (event.kind, event.power) == (kind, power):
            zones.setdefault(event.other, []).append(zone_name(event.zone))
    return zones


def _supply(record: Record) -> Iterator[LeadSentence]:
    """Yield whose armies were found out of supply: the zone may be the reader's, and the army not."""
    found = (event for event in record.end if event.kind == "unsupplied")
    counted = Counter((event.army.removesuffix(f" {ARMY}"), zone_name(event.zone)) for event in found)
    armies = [
        say("armies_in", count=number, kind=kind, zone=zone) for (kind, zone), number in counted.items()
    ]
    if armies:
        owners = {event.power for event in record.end if event.kind == "unsupplied"}
        yield LeadSentence(say("out_of_supply", armies=listed(armies, "and")), owners)


def _points(position: Position) -> Iterator[str]:
    if position.over:
        points = victory.points(position)
        ranked = sorted(POWERS, key=lambda power: -points[power])
        ranking = [say("number_of", power=power, number=points[power]) for power in ranked]
        yield say("final_points", numbers=", ".join(ranking))
