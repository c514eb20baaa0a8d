"""A headline and a lead paragraph, only from what `sight` allows."""

from collections.abc import Sequence

from adjudicator.hardbop.ground import HOMES, SPEECH
from adjudicator.hardbop.view.news import tidings
from adjudicator.hardbop.view.sight import Seen
from adjudicator.middle_earth.resolve.outcomes import Destroyed, Dislodged
from adjudicator.middle_earth.resolve.pieces import is_piece
from adjudicator.middle_earth.resolve.record import Result
from adjudicator.middle_earth.view import headlines
from adjudicator.middle_earth.view.headlines import LOST_AT_HOME, Moment

# Other news never makes a headline.
MOMENTS: Sequence[Moment] = (
    Moment("ring.destroyed", "The Ring is cast into the Fire of Orodruin", 370, ""),
    Moment("victory", "{power} <rules> Middle-earth", 360),
    Moment(
        "ring.worn",
        "{power} <puts> on the Ring",
        350,
        "If {power} <loses> the wearer, {power} <is> eliminated. (See RULES 7.6.)",
    ),
    Moment("ring.lost by wearer", "{power} <loses> the Ring, and all with it", 340, ""),
    Moment(
        "eliminated",
        "Sauron is no more; {power} <falls>",
        330,
        "The units of {power} only hold from now on. (See RULES 9(e).)",
    ),
    Moment("out", "{power} <is> no more", 320, ""),
    Moment(
        "ents.march",
        "The Ents march: Isengard is no more",
        310,
        "Isengard is not a supply centre for the rest of the game. (See RULES 3.9(a).)",
    ),
    Moment("balrog.dead", "Gandalf destroys the Balrog, and falls", 300),
    Moment("balrog.serves", "The Balrog serves Mordor", 290),
    Moment("paths", "The Ranger walks the Paths of the Dead", 280),
    Moment("ring.taken", "The Ring is ours", 270, "What you may do with it is listed below."),
    Moment("ring.given", "The Ring comes into our hands", 260, "What you may do with it is listed below."),
    Moment("ring.found", "The Ring is found", 250, "What you may do with it is listed below."),
    Moment("ring.lost", "The Ring is lost", 240),
    Moment(
        "piece.destroyed",
        "{piece} is slain in {place}",
        230,
        "He comes back one to six turns later. (See RULES 3.7(b).)",
        pieces=("Gandalf",),
    ),
    Moment(
        "piece.destroyed",
        "{piece} is slain in {place}",
        220,
        "It may be rebuilt at the end of the second turn after this one. (See RULES 3.10(f).)",
        pieces=("Nazgul",),
    ),
    Moment(
        "piece.destroyed",
        "{piece} is slain in {place}",
        210,
        "Mordor is eliminated. (See RULES 3.4.)",
        pieces=("Sauron",),
    ),
    Moment(
        "piece.destroyed",
        "{piece} is slain in {place}",
        200,
        "{piece} never comes back. (See RULES 3.3(i).)",
        pieces=("Saruman", "Faramir", "Ranger", "Fellowship"),
    ),
    Moment("piece.destroyed", "{piece} is slain in {place}", 190),
    Moment("piece.balrog", "The Balrog takes {piece}", 180),
    Moment("piece.ents", "{piece} falls with Isengard", 170),
    Moment("alignment", "{power} <is> {alignment} from now on", 160),
    Moment("centre.taken", "{power} <takes> {place} from {before}", 150, LOST_AT_HOME, at_home=True),
    Moment("centre.taken", "{power} <takes> {place} from {before}", 140),
    Moment("unit.ents", "The Ents destroy an army of {power}", 130),
    Moment("unit.balrog", "The Balrog destroys an army of {power}", 120),
    Moment("unit.trapped", "{power} <loses> a force in {place}", 110),
    Moment("unit.no order", "{power} <loses> a force in {place}", 100),
    Moment("unit.clash", "Beaten armies clash in flight from {place}", 90),
    Moment("neutralised", "The Ranger frees {place} from {power}", 80),
    Moment("gandalf.back", "Gandalf walks the earth again", 70),
    Moment("nazgul.back", "The Nazgûl flies again", 60),
)
WHY_PERISHED = ("ents", "balrog", "fate")


def _is_beaten(row: Result) -> bool:
    perished = isinstance(row.outcome, Destroyed) and row.outcome.why in WHY_PERISHED
    fought = isinstance(row.outcome, Dislodged | Destroyed) and not perished
    unit = getattr(row.order, "unit", None)
    is_military = unit is not None and not is_piece(unit.kind)
    return row.public and fought and is_military


def _retreating(seen: Seen) -> set[tuple[str, str]]:
    return {(beaten.unit.power, beaten.unit.place) for beaten in seen.beaten}


ZINE = headlines.Zine(
    moments=MOMENTS,
    homes=HOMES,
    tidings=tidings,
    speech=SPEECH,
    is_beaten=_is_beaten,
    all_quiet="All quiet from the Grey Havens to Rhûn",
    retreating=_retreating,
)


def headline(seen: Seen) -> str:
    """Return the headline, at most ten words."""
    return headlines.headline(seen, ZINE)


def lead(seen: Seen) -> str:
    """Return the lead, which begins with the date after a turn."""
    told = headlines.lead(seen, ZINE)
    if seen.over or not seen.judged:
        return told
    month, _, day = seen.date.partition(" ")
    return f"{month.capitalize()} {day}. {told}"


def place_of_headline(seen: Seen) -> str:
    """Return the place that the headline is about, "" for none."""
    return headlines.place_of_headline(seen, ZINE)
