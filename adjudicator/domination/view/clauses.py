"""The clause behind a surprising result or event, for readers to look up with RULES 4.17."""

from collections.abc import Mapping

from adjudicator.core.language.words import listed
from adjudicator.domination.record import Event, Outcome
from adjudicator.domination.resolve import building, magic, movement, paths, steps
from adjudicator.domination.sentences import say

REASONS: Mapping[str, str] = {
    building.NO_PLACE: "6.2",
    building.NOT_YOUR_SPACE: "2.7",
    building.NOT_YOUR_CITY: "6.2",
    building.NO_CITY: "6.2",
    building.NO_WATER_AT_A_CITY: "6.3",
    building.NO_MONEY: "6.5",
    building.NO_TOKENS: "6.4",
    building.NOT_YOURS: "11.4",
    building.NO_SUCH_CITY: "11.4",
    magic.NO_CARD: "8.7",
    magic.TOO_DEAR: "8.6",
    magic.NO_UNIT_OF_YOURS: "8.8",
    magic.NO_UNIT_NEAR: "8.8",
    movement.NOT_TAKEN: "4.15",
    paths.NO_POINTS: "4.1",
    paths.LOCKED: "4.7",
    paths.LOCKED_AT_SEA: "4.11",
    paths.NO_BERTH: "4.12",
    paths.NO_SHIP_POINTS: "4.12",
    paths.NO_LAND: "4.9",
    paths.NO_WAY: "11.6",
    paths.STOPPED: "4.3",
    paths.TOO_FAR: "4.1",
    steps.NOT_HELD.why: "11.1",
}
EVENTS: Mapping[str, str] = {
    "swapped": "2.3",
    "drowned": "4.17",
    "sunk": "5.12",
    "mist": "8.8",
    "final turn": "7.2",
    "won by cities": "7.1",
}


def explained(outcome: Outcome) -> str:
    """Return why an order had this outcome, with the clauses of its reasons."""
    clauses = list(dict.fromkeys(REASONS[why] for why in outcome.why.split("; ") if why in REASONS))
    return say("see_rules", cause=outcome.why, clauses=listed(clauses, "and")) if clauses else outcome.why


def with_clause(event: Event, sentence: str) -> str:
    """Return the sentence with the clause of the event."""
    clause = EVENTS.get(event.key)
    return say("with_clause", sentence=sentence, clause=clause) if clause else sentence
