"""A headline and a lead paragraph, only from what `sight` allows."""

from collections.abc import Sequence

from adjudicator.downfall_xiii.ground import HOMES, SPEECH
from adjudicator.downfall_xiii.view.news import tidings
from adjudicator.downfall_xiii.view.sight import Seen
from adjudicator.middle_earth.resolve.outcomes import Destroyed, Dislodged
from adjudicator.middle_earth.resolve.record import Result
from adjudicator.middle_earth.view import headlines
from adjudicator.middle_earth.view.headlines import LOST_AT_HOME, Moment

# Other news never makes a headline.
MOMENTS: Sequence[Moment] = (
    Moment("ring.sauron", "Sauron wears the Ring", 430),
    Moment("ring.destroyed", "The Ring is cast into the Fire", 420, ""),
    Moment("victory", "{power} <rules> Middle-earth", 410),
    Moment(
        "ring.worn",
        "{power} <puts> on the Ring",
        400,
        "If {power} <loses> it, {power} <is> eliminated. (See RULES 8.23.)",
    ),
    Moment("ring.lost by wearer", "The Ring is taken from {power}", 390, ""),
    Moment(
        "eliminated",
        "{power} <is> no more",
        380,
        "The units of {power} only hold from now on. (See RULES N.4.)",
    ),
    Moment("fellowship.dies", "Boromir seizes the Ring", 370, ""),
    Moment("piece.fire", "{piece} is unmade", 360),
    Moment("fire.unmade", "{piece} is unmade", 350),
    Moment("balrog.dead", "The Balrog is dead, and Gandalf is gone", 340),
    Moment("dead.join", "The Dead march with Aragorn", 330, ""),
    Moment("ring.taken", "The Ring is ours", 320, "What you may do with it is listed below."),
    Moment("ring.given", "The Ring comes into our hands", 310, "What you may do with it is listed below."),
    Moment("ring.found", "The Ring is found", 300, "What you may do with it is listed below."),
    Moment("ring.taken from", "The Ring is lost", 290),
    Moment(
        "piece.destroyed",
        "{piece} is slain in {place}",
        280,
        "Mordor is eliminated. (See RULES 5.10.)",
        pieces=("Sauron",),
    ),
    Moment(
        "piece.destroyed",
        "{piece} is slain in {place}",
        270,
        "He does not come back. (See RULES 6a.10.)",
        pieces=("Gandalf",),
    ),
    Moment(
        "piece.destroyed", "{piece} is slain in {place}", 260, "He does not come back.", pieces=("Aragorn",)
    ),
    Moment(
        "piece.destroyed",
        "{piece} is slain in {place}",
        250,
        "It does not come back. (See RULES 6c.7.)",
        pieces=("Nazgul",),
    ),
    Moment(
        "piece.destroyed",
        "{piece} is slain in {place}",
        240,
        "",
        pieces=("Lord of the Nazgul", "Saruman", "Faramir", "Theoden", "Dain", "Fellowship"),
    ),
    Moment("piece.destroyed", "{piece} is slain in {place}", 230),
    Moment("piece.ents", "The Ents slay {piece}", 220),
    Moment("piece.wights", "The Barrow-wights take {piece}", 210),
    Moment("piece.balrog", "The Balrog slays {piece}", 200),
    Moment("faramir.dead", "Faramir is dead", 190),
    Moment("theoden.awake", "Théoden awakes", 180),
    Moment(
        "ents.march",
        "The Ents march on Isengard",
        170,
        "Isengard has neither garrison nor fortress for the rest of the game. (See RULES 6i.9.)",
    ),
    Moment("faramir.defects", "Faramir goes over to {to}", 160),
    Moment("alignment", "{power} <is> {alignment} from now on", 150),
    Moment("centre.taken", "{power} <takes> {place} from {before}", 140, LOST_AT_HOME, at_home=True),
    Moment("centre.taken", "{power} <takes> {place} from {before}", 130),
    Moment("unit.ents", "The Ents destroy an army of {power}", 120),
    Moment("unit.balrog", "The Balrog destroys an army of {power}", 110),
    Moment("neutralised", "A Ranger makes {place} nobody's", 100),
    Moment("unit.no order", "{power} <loses> a force in {place}", 90),
    Moment("unit.trapped", "{power} <loses> a force in {place}", 80),
    Moment("unit.barred", "{power} <loses> a force in {place}", 70),
    Moment("unit.disbanded", "{power} <loses> a force in {place}", 60),
    Moment("unit.clash", "Beaten armies clash in flight from {place}", 50),
)
ORDINARY = ("A", "C", "F")
WHY_PERISHED = ("ents", "wights", "balrog", "fate")


def _is_beaten(row: Result) -> bool:
    """Return whether another unit drove it out; perils and pieces have headlines of their own."""
    perished = isinstance(row.outcome, Destroyed) and row.outcome.why in WHY_PERISHED
    fought = isinstance(row.outcome, Dislodged | Destroyed) and not perished
    kind = getattr(getattr(row.order, "unit", None), "kind", "A")
    return row.public and fought and kind in ORDINARY


def _retreating(seen: Seen) -> set[tuple[str, str]]:
    return {(stack.power, stack.place) for beaten in seen.beaten for stack in beaten.stacks}


ZINE = headlines.Zine(
    moments=MOMENTS,
    homes=HOMES,
    tidings=tidings,
    speech=SPEECH,
    is_beaten=_is_beaten,
    all_quiet="All quiet from the Blue Mountains to Rhûn",
    retreating=_retreating,
)


def headline(seen: Seen) -> str:
    """Return the headline, at most ten words."""
    return headlines.headline(seen, ZINE)


def lead(seen: Seen) -> str:
    return headlines.lead(seen, ZINE)


def place_of_headline(seen: Seen) -> str:
    """Return the place that the headline is about, "" for none."""
    return headlines.place_of_headline(seen, ZINE)
