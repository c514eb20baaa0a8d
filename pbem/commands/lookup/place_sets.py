"""Places that the rules name together, such as those where the Ring may lie hidden, as a seat knows them."""

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.atlas import PlaceEntry, PlaceSet
from adjudicator.core.game import ReportFacts
from pbem.commands.context import SeatCommandContext
from pbem.commands.lookup import memory
from pbem.commands.lookup.help import listing
from pbem.core.sentences import Sentence, Words, sentence
from pbem.reports import AnswerPage

HELD = "holds"  # the section of a report that says who has what was sought


def page(
    acting: SeatCommandContext, found: PlaceSet, atlas: Mapping[str, PlaceEntry], shown: ReportFacts
) -> AnswerPage:
    """Return the places of *found* that are not ruled out, or what the seat knows of that which it sought."""
    told = memory.remembered_by(acting)
    out = memory.listed_about(told, found.ruled_out)
    if out is None:
        held = [item.text for section in shown.sections if section.key == HELD for item in section.items[:1]]
        lines: list[Words] = [sentence("places", "about_set", about=one) for one in held]
        lines += memory.about_piece(told, [found.found])
        return listing(acting.visit, sentence("places", "where", place=found.found), *lines)
    left = [short for short in found.places if atlas[short].name not in out]
    gone = [short for short in found.places if short not in left]
    return listing(
        acting.visit,
        sentence("places", "where", place=found.title),
        sentence("places", "set", names=named(left, atlas)),
        *([sentence("places", "ruled_out", about=found.ruled_out, names=named(gone, atlas))] if gone else []),
        sentence("places", "about_set", about=found.about),
    )


def about_place(acting: SeatCommandContext, found: PlaceSet, entry: PlaceEntry) -> Iterator[Sentence]:
    """Yield what the seat knows of a place of *found*; nothing when it no longer matters."""
    out = memory.listed_about(memory.remembered_by(acting), found.ruled_out)
    if out is not None:
        about = found.about_other if entry.name in out else found.about_one
        yield sentence("places", "about_set", about=about)


def named(shorts: Sequence[str], atlas: Mapping[str, PlaceEntry]) -> list[str]:
    """Return places by short and full name: "Bur (Burgundy)"; "B4" for one without a name."""
    entries = [(short, atlas[short.partition("/")[0]]) for short in shorts]
    return [short if entry.name == short else f"{short} ({entry.name})" for short, entry in entries]
