"""Sentences that ask for a message to another player: "if Blue leaves A8 you can tell him I won't follow".

They order nothing, though they begin like a condition. One that may tell a unit what to do is not meant here:
"if Blue comes, tell them to go to A8", "tell him that the Griffin goes".
"""

import re

from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.names_in_text import named_units

LONGEST = 240  # characters
_MESSAGE = re.compile(
    r"\W*(?:if|when|should|in case|once)\b(?P<test>[^;:.!?]*?)[\s,:]+"
    r"(?:(?:then|please|kindly|just|do|feel free to|you|may|can|could|might|are welcome to|i|want you to"
    r"|would|like you to|be so kind to|be so kind as to)[\s,]+)*"
    r"(?:tell|inform|assure|let|answer|remind|promise|say to|write to|reply to) "
    r"(?P<whom>him|her|(?:the )?[^\W\d_]+(?: player)?)(?: know| from me| in my name)*,? "
    r"(?:that )?(?:i|we)(?:['’](?:ll|d|m|re))?\b(?P<said>[^;:?]*)",
    re.IGNORECASE,
)
_SMILE = re.compile(r"[\s.!]*[:;]-?[()DP]?\s*$|[\s.!]+$")
_NAMES_AN_ORDER = re.compile(
    r"->|=>|\w\s*[->]\s*[a-z]\d|\b(?:otherwise|else|if not|instead|unless|and (?:then|move|build|cast|send)"
    r"|or|then|orders?|builds?|lose|cast|all)\b|\d+ ?[a-z]\b",
    re.IGNORECASE,
)
_OTHERS = frozenset(("him", "her", "the other player", "my opponent", "the enemy"))


def is_message_to_others(context: ReadingContext, text: str) -> bool:
    """Return whether *text* is nothing but a message for another player, on a condition."""
    if len(text) > LONGEST:
        return False
    plain = _SMILE.sub("", text)
    found = _MESSAGE.fullmatch(plain)
    if found is None or not _is_another(context, found["whom"]):
        return False
    names_own = named_units(context, found["test"]) or named_units(context, found["said"])
    return not (names_own or _NAMES_AN_ORDER.search(plain))


def _is_another(context: ReadingContext, whom: str) -> bool:
    """Return whether *whom* is another player, or a word for one."""
    word = whom.casefold().removeprefix("the ").removesuffix(" player")
    seats = {seat.casefold() for seat in context.position.settings.seats if seat != context.player}
    return word in seats or whom.casefold() in _OTHERS
