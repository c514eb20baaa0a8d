"""The clause behind an event that may surprise a player, who can look it up with RULES; "" for the others.

Events of a combat need no clause, because the report shows its sums. Great events and conquests need none,
because the story of the turn explains them.
"""

from collections.abc import Mapping

from adjudicator.empires.record import EventKind
from adjudicator.empires.sentences import say

CLAUSES: Mapping[EventKind, str] = {
    "reduced": "",
    "eliminated": "",
    "trench_lost": "",
    "trench_lowered": "",
    "retreats": "",
    "no_retreat": "",
    "tanks": "",
    "assault_troopers": "",
    "air": "",
    "air_cancelled": "",
    "gas": "10.6.1",
    "control": "",
    "trench_removed": "6.8",
    "unsupplied": "6.5",
    "starved": "6.6",
    "lost_last_step": "6.5",
    "supplied": "",
    "zone_cut": "",
    "joined": "",
    "usa": "",
    "surrender": "",
    "box": "",
    "ceded": "14.1",
    "taken_back": "14.3",
    "duty": "5.7",
    "gained": "13.2",
    "over": "",
    "late": "",
}


def with_clause(kind: EventKind, sentence: str) -> str:
    """Return the sentence with the clause behind the event."""
    clause = CLAUSES[kind]
    return say("with_clause", sentence=sentence, clause=clause) if clause else sentence
