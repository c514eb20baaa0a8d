"""Recognise what is said of the only unit that can be meant: "it falls back to the Ruhr"."""

import re

_IT = (
    r"(?:it|them|(?:my|the|that|this) (?:poor |beaten |dislodged )?"
    r"(?:(?P<kind>army|fleet|cavalry)|unit|one|ship))"
)
DISBANDS = re.compile(  # "disband it", "take the fleet off the board", "it gets disbanded"
    r"(?:(?:(?:i|we)(?: will|'ll| shall| must| have to| want to| would like to|'d like to)?"
    r"|so|then|please|just|let's|ok(?:ay)?|it's lost|and),? )*"
    rf"(?:(?:disband|remove|scuttle|dissolve|destroy|sink|scrap|delete|give up|take off) {_IT}"
    rf"|(?:take|lift) {_IT.replace('kind', 'lifted')} (?:off|from) the (?:board|map)"
    rf"|{_IT.replace('kind', 'gone')} "
    r"(?:(?:will|shall|should|can|may|must|has to|is to|is|gets?|be|get|now|just) )*"
    r"(?:disband(?:s|ed)?|removed|scuttled|dissolved|destroyed|sunk|scrapped"
    r"|taken off(?: the (?:board|map))?))"
    r"(?:,? please)?",
    re.IGNORECASE,
)
_DIGITS = "0123456789"
_MOVED = "retreat|withdraw|move|send|pull|bring|evacuate|march|sail"
RETREATS = re.compile(  # the only unit that retreats; "he" may be somebody else
    r"(?:(?:(?:i|we)(?: would|\'d|\u2019d)? (?:like|want|wish|prefer) )?"
    r"(?:it|them|they|(?:my|the|that|this) (?:poor |beaten |dislodged )?(?:army|unit|one|fleet|cavalry))"
    r" (?:to )?)?"
    r"(?:(?:should|shall|will|must|please|can|may|then|also|just|simply) )*"
    rf"(?:(?:(?:i|we) )?(?:{_MOVED}) (?:it|them|(?:my|the) (?:poor |beaten )?(?:army|unit|fleet|cavalry))"
    r"(?: (?:back|home|off|away|over|down|up))* (?:to|into|in)"
    r"|(?:moves?|go(?:es)?|retreats?|falls? back|withdraws?|runs?|flees?|slips?|pulls? back|comes?)"
    r"(?: (?:back|home|off|away|over|down|up))*(?: (?:to|into|in))?|r|-+>?) "
    r"(?:the )?(?P<to>[^\W\d_][\w',. -]{2,80})",
    re.IGNORECASE,
)
OF_KIND = re.compile(
    r"(?:(?:let|have|so|and|then|also|please|now) )*(?:(?:the|my|our) (?:(?:only|one|single) )?)?"
    r"(?P<kind>army|fleet|cavalry) (?P<does>(?!(?:in|at|of|from|on|near)\b).{2,60})",
    re.IGNORECASE,
)


def is_disbanded(text: str, unit: str) -> bool:
    """Return whether *text* disbands the only unit that retreats; *unit* is its notation, kind first."""
    found = DISBANDS.fullmatch(text)
    kind = next(filter(None, found.groupdict().values()), "") if found else ""
    return found is not None and unit.lstrip(_DIGITS).startswith(kind[:1].upper())
