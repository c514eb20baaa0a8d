"""What would a zine put above the turn?  From what `sight` lets a reader know, and from nothing else."""

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.downfall_xiii.sight import Seen
from adjudicator.downfall_xiii.wording import place_name
from adjudicator.middle_earth import actions as act
from adjudicator.middle_earth.outcomes import Destroyed, Dislodged, StoodOff
from adjudicator.middle_earth.record import News, Result
from adjudicator.middle_earth.wording import agreed

# The greatest news first; blanks are filled from `News.words`. What is not here makes no headline.
GREAT: Mapping[str, str] = {
    "ring.sauron": "Sauron wears the Ring",
    "ring.destroyed": "The Ring is cast into the Fire",
    "victory": "{power} rules Middle-earth",
    "ring.worn": "{power} puts on the Ring",
    "ring.lost by wearer": "The Ring is taken from {power}",
    "eliminated": "{power} is no more",
    "fellowship.dies": "Boromir seizes the Ring",
    "piece.fire": "{piece} is unmade",
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
    "theoden.awake": "Théoden awakes",
    "ents.march": "The Ents march on Isengard",
    "faramir.defects": "Faramir goes over to {to}",
    "alignment": "{power} is {alignment} from now on",
    "centre.taken": "{power} takes {place} from {before}",
    "unit.ents": "The Ents destroy an army of {power}",
    "unit.balrog": "The Balrog destroys an army of {power}",
    "neutralised": "A Ranger makes {place} nobody's",
}


WHY_PERISHED = ("ents", "wights", "balrog", "fate")


def headline(seen: Seen) -> str:
    """At most ten words."""
    if seen.over:
        return f"{' and '.join(seen.winners) or 'Nobody'} wins the game"
    if not seen.judged:
        return f"{seen.turn}: the position"
    return agreed(_of_news(seen.news) or _of_battles(seen.results) or _of_gains(seen.news))


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


def _is_beaten(row: Result) -> bool:
    """Driven out by somebody; the perils have headlines of their own."""
    perished = isinstance(row.outcome, Destroyed) and row.outcome.why in WHY_PERISHED
    return row.public and isinstance(row.outcome, Dislodged | Destroyed) and not perished


def _of_gains(news: Sequence[News]) -> str:
    gains = sum(one.key == "centre.gained" for one in news)
    if gains:
        return f"{gains} {'centre' if gains == 1 else 'centres'} taken without a fight"
    return "All quiet from the Blue Mountains to Rhûn"


def lead(seen: Seen) -> str:
    """A paragraph: who was driven out, where nobody got through, what was taken."""
    if seen.over:
        return "The game is over."
    if not seen.judged:
        return f"{seen.due} is due."
    told = [*_beaten(seen.results), *_stand_offs(seen.results), *_gains(seen.news)]
    return agreed(" ".join(told)) or "Nobody stood in anybody's way."


def _beaten(results: Sequence[Result]) -> Iterator[str]:
    for row in results:
        if not _is_beaten(row) or not isinstance(row.outcome, Dislodged | Destroyed):
            continue
        by = row.outcome.by
        thanks = f" by {by.power}" if by is not None and by.power else ""
        doom = " and lost" if isinstance(row.outcome, Destroyed) else ""
        yield f"{row.power} is driven out of {_place(row)}{thanks}{doom}."


def _stand_offs(results: Sequence[Result]) -> Iterator[str]:
    contested = _contested(results)
    if contested:
        yield f"Nobody gets through in {_listed(contested)}."


def _contested(results: Sequence[Result]) -> list[str]:
    """Where public moves met others, each area once, in the order of the results."""
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
