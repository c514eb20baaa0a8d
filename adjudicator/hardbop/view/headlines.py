"""A headline and a lead paragraph, from what `sight` lets a reader know, and nothing else."""

from collections.abc import Mapping

from adjudicator.hardbop.ground import SPEECH
from adjudicator.hardbop.view.news import tidings
from adjudicator.hardbop.view.sight import Seen
from adjudicator.middle_earth.resolve.outcomes import Destroyed, Dislodged
from adjudicator.middle_earth.resolve.pieces import is_piece
from adjudicator.middle_earth.resolve.record import Result
from adjudicator.middle_earth.view import headlines

# The greatest news first; blanks are filled from `News.words`. What is not here makes no headline.
GREAT: Mapping[str, str] = {
    "ring.destroyed": "The Ring is cast into the Fire of Orodruin",
    "victory": "{power} <rules> Middle-earth",
    "ring.worn": "{power} <puts> on the Ring",
    "ring.lost by wearer": "{power} <loses> the Ring, and all with it",
    "eliminated": "Sauron is no more; {power} <falls>",
    "out": "{power} <is> no more",
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
    "alignment": "{power} <is> {alignment} from now on",
    "centre.taken": "{power} <takes> {place} from {before}",
    "unit.ents": "The Ents destroy an army of {power}",
    "unit.balrog": "The Balrog destroys an army of {power}",
    "unit.trapped": "{power} <loses> a force in {place}",
    "unit.no order": "{power} <loses> a force in {place}",
    "unit.clash": "Beaten armies clash in flight from {place}",
    "neutralised": "The Ranger frees {place} from {power}",
    "gandalf.back": "Gandalf walks the earth again",
    "nazgul.back": "The Nazgûl flies again",
}
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
    great=GREAT,
    tidings=tidings,
    speech=SPEECH,
    is_beaten=_is_beaten,
    all_quiet="All quiet from the Grey Havens to Rhûn",
    retreating=_retreating,
)


def headline(seen: Seen) -> str:
    """At most ten words."""
    return headlines.headline(seen, ZINE)


def lead(seen: Seen) -> str:
    """After a turn the day comes first."""
    told = headlines.lead(seen, ZINE)
    if seen.over or not seen.judged:
        return told
    month, _, day = seen.date.partition(" ")
    return f"{month.capitalize()} {day}. {told}"
