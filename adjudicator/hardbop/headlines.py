"""What comes first in a report?  A line of at most ten words, and a paragraph."""

from collections import Counter

from adjudicator.hardbop import ground
from adjudicator.hardbop.sight import Seen

# The news that a zine would put on its first page, the greatest first.
GREAT = {
    "ring.destroyed": "The Ring is cast into the Fire of Orodruin",
    "ring.worn": "{power} puts on the Ring",
    "ring.lost by wearer": "{power} loses the Ring, and all with it",
    "eliminated": "Sauron is no more; {power} falls",
    "ents.march": "The Ents march: the walls of Isengard are no more",
    "balrog.dead": "Gandalf destroys the Balrog, and falls",
    "balrog.serves": "The Balrog serves Mordor",
    "paths": "The Ranger walks the Paths of the Dead",
    "piece.destroyed": "{piece} is destroyed by {power}",
    "alignment": "{power} is {alignment} now",
    "neutralised": "The Ranger frees a centre of {power}",
}


def headline(seen: Seen) -> str:
    if seen.over:
        return f"{_listed(seen.winners)} {'wins' if len(seen.winners) == 1 else 'win'} the game"[:90]
    if not seen.judged:
        return f"{seen.turn}: the position"
    open_ = [news for news in seen.news if news.readers is None and news.key in GREAT]
    if open_:
        first = min(open_, key=lambda news: list(GREAT).index(news.key))
        return GREAT[first.key].format_map(first.words)
    words = Counter(result.outcome.word for result in seen.results if result.public)
    beaten = words["dislodged"] + words["destroyed"]
    if beaten:
        return f"{beaten} {'unit is' if beaten == 1 else 'units are'} beaten"
    return f"{words['succeeds']} orders succeed, nobody is beaten"


def _listed(powers: tuple[str, ...]) -> str:
    if not powers:
        return "Nobody"
    return powers[0] if len(powers) == 1 else f"{len(powers)} powers"


def lead(seen: Seen) -> str:
    """For a player what he owes; for everybody who owes what."""
    if seen.over:
        return f"The game is over. {', '.join(seen.winners) or 'Nobody'} won it."
    if seen.reader:
        return f"{seen.due} is due: {seen.reader} owes {seen.owed.get(seen.reader, 'nothing')}."
    owing = ", ".join(f"{power} {what}" for power, what in seen.owed.items())
    centres = Counter(seen.owners.values())
    most = max(ground.POWERS, key=lambda power: (centres[power], power))
    return f"{seen.due} is due: {owing or 'nothing'}. Most centres: {most}, {centres[most]}."
