"""A headline and a lead paragraph, from what `sight` lets a reader know, and nothing else."""

from collections.abc import Mapping

from adjudicator.downfall_xiii.ground import SPEECH
from adjudicator.downfall_xiii.view.news import tidings
from adjudicator.downfall_xiii.view.sight import Seen
from adjudicator.middle_earth.resolve.outcomes import Destroyed, Dislodged
from adjudicator.middle_earth.resolve.record import Result
from adjudicator.middle_earth.view import headlines

# The greatest news first; blanks are filled from `News.words`. What is not here makes no headline.
GREAT: Mapping[str, str] = {
    "ring.sauron": "Sauron wears the Ring",
    "ring.destroyed": "The Ring is cast into the Fire",
    "victory": "{power} <rules> Middle-earth",
    "ring.worn": "{power} <puts> on the Ring",
    "ring.lost by wearer": "The Ring is taken from {power}",
    "eliminated": "{power} <is> no more",
    "fellowship.dies": "Boromir seizes the Ring",
    "piece.fire": "{piece} is unmade",
    "fire.unmade": "{piece} is unmade",
    "balrog.dead": "The Balrog is dead, and Gandalf is gone",
    "dead.join": "The Dead march with Aragorn",
    "ring.taken": "The Ring is ours",
    "ring.given": "The Ring comes into our hands",
    "ring.found": "The Ring is found",
    "ring.taken from": "The Ring is lost",
    "piece.destroyed": "{piece} is slain in {place}",
    "piece.ents": "The Ents slay {piece}",
    "piece.wights": "The Barrow-wights take {piece}",
    "piece.balrog": "The Balrog slays {piece}",
    "faramir.dead": "Faramir is dead",
    "theoden.awake": "Théoden awakes",
    "ents.march": "The Ents march on Isengard",
    "faramir.defects": "Faramir goes over to {to}",
    "alignment": "{power} <is> {alignment} from now on",
    "centre.taken": "{power} <takes> {place} from {before}",
    "unit.ents": "The Ents destroy an army of {power}",
    "unit.balrog": "The Balrog destroys an army of {power}",
    "neutralised": "A Ranger makes {place} nobody's",
    "unit.no order": "{power} <loses> a force in {place}",
    "unit.trapped": "{power} <loses> a force in {place}",
    "unit.barred": "{power} <loses> a force in {place}",
    "unit.disbanded": "{power} <loses> a force in {place}",
    "unit.clash": "Beaten armies clash in flight from {place}",
}
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
    great=GREAT,
    tidings=tidings,
    speech=SPEECH,
    is_beaten=_is_beaten,
    all_quiet="All quiet from the Blue Mountains to Rhûn",
    retreating=_retreating,
)


def headline(seen: Seen) -> str:
    """At most ten words."""
    return headlines.headline(seen, ZINE)


def lead(seen: Seen) -> str:
    return headlines.lead(seen, ZINE)
