"""What a report says where fog lies over the map: headline, lead, and what everybody knows. Standard 15.3."""

from collections.abc import Mapping

from adjudicator.core.phrasing import spelled
from adjudicator.core.words import listed
from adjudicator.standard.resolve.record import Record
from adjudicator.standard.view.headlines import conquests, counted
from adjudicator.standard.view.sight import OUT_OF_SIGHT, Fog, Seen

LIES = "Fog lies over the map: who does not play sees no units, and each power only what is near its own."
WHY: Mapping[str, str] = {OUT_OF_SIGHT: "it did not come to that, out of your sight"}  # of `outcomes.told`


def headline(seen: Seen, fog: Fog) -> str:
    """Return who has most supply centres: the same for every reader."""
    most = max(fog.centres.values(), default=0)
    first = [power for power in seen.board.map.powers if fog.centres[power] == most]
    if len(first) > 2:
        return f"{spelled(len(first)).capitalize()} powers lead with {counted(most, 'supply centre')}"
    verb = "leads" if len(first) == 1 else "lead"
    return f"{listed(first, 'and')} {verb} with {counted(most, 'supply centre')}"


def lead(seen: Seen, fog: Fog, record: Record) -> str:
    """Return what changed hands in sight, and how many supply centres each power has."""
    have = listed([f"{power} {number}" for power, number in fog.centres.items()], "and")
    return " ".join([*conquests(seen.board, record.changes), f"Supply centres: {have}."])
