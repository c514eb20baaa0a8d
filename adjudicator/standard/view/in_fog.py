"""What a report says where fog lies over the map: headline, lead, and what everybody knows. Standard 15.3."""

from adjudicator.core.language.words import listed
from adjudicator.core.phrasing import brief, capital, own_end, spelled
from adjudicator.standard.resolve.record import Record
from adjudicator.standard.sentences import say
from adjudicator.standard.view import own_moments
from adjudicator.standard.view.conquests import conquests
from adjudicator.standard.view.headlines import leads, supply_centres
from adjudicator.standard.view.sight import OUT_OF_SIGHT, Fog, Seen

LIES = say("fog_lies")
WHY = {OUT_OF_SIGHT: say("did_not_come_to_that")}  # of `outcomes.worded`


def headline(seen: Seen, fog: Fog, record: Record) -> str:
    """Return what happened to the reader, else who has most supply centres."""
    if seen.position.over:
        return own_end(seen.position.winners, seen.reader) or _leaders(seen, fog)
    if seen.reader:
        turn = own_moments.Turn(seen.board, record, seen.position, seen.reader)
        if own := own_moments.clauses_in_fog(turn):
            return capital(brief(own))
    return _leaders(seen, fog)


def _leaders(seen: Seen, fog: Fog) -> str:
    """Return who has most supply centres: everybody knows that."""
    most = max(fog.centres.values(), default=0)
    first = [power for power in seen.board.map.powers if fog.centres[power] == most]
    if 2 < len(first) < len(seen.board.map.powers):
        number = capital(spelled(len(first)))
        return say("powers_lead", number=number, centres=supply_centres(most))
    return leads(first, most, of=len(seen.board.map.powers))


def lead(seen: Seen, fog: Fog, record: Record) -> str:
    """Return what changed hands in sight, and how many supply centres each power has."""
    have = listed([say("has", power=power, number=number) for power, number in fog.centres.items()], "and")
    return " ".join([*conquests(seen.board, record.changes), say("who_has_centres", numbers=have)])
