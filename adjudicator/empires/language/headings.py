"""Find out whose orders, and for which turn, are below a heading of a message.

A heading is "Russia:" with or without orders after it, "Germany, Autumn 1915: ...", or the name of a Power
alone on its line. What is below that of another Power, or of orders that this game does not have, is
refused.
"""

import re

from adjudicator.core.clauses import behind_heading
from adjudicator.core.language.words import NotAllowed
from adjudicator.empires.ground import Power, partner, power_called
from adjudicator.empires.language.grammar import plain
from adjudicator.empires.sentences import say

_HEADING = re.compile(
    r"^([^\W\d_][\w' -]{1,24}?)(?:'s)?(?: orders?| sheet| turn)?\s*:\s*(.*)$", re.IGNORECASE
)
TURN_HEAD = re.compile(
    r"^(?P<who>[^\W\d_][\w -]{0,20}?(?:[\s,]+|: ?))??"
    r"(?P<season>sp[a-z]*|su[a-z]*|au[a-z]*|fall|wi?n?t?e?r?)\.?[ ,]*"
    r"'?(?P<year>(?:19)?\d{2})(?P<by>,? ?[^\d:]{0,20})\s*:\s+(?=\S)",
    re.IGNORECASE,
)
# Headings of what this game does not have: no line below one is an order of this turn.
_NOT_THIS_TURN = re.compile(
    r"(?:(?:my )?(?:default|conditional|contingen(?:t|cy)|provisional|backup|back-up|"
    r"alternative|fallback)"
    r"(?: (?:orders?|sheet|plan))?|defaults|(?:orders?|plans?|sheet)? ?(?:for )?(?:next|following|later) "
    r"(?:turn|season|year)s?(?: (?:orders?|plans?))?|plan [b-z2-9])\s*[:.!]*",
    re.IGNORECASE,
)
_ALONE = re.compile(  # "RUSSIA", "And for my partner:", "Orders of Russia, Autumn 1915", "Russia (me too)"
    r"(?:(?:and|now|next|also|then|here (?:are|is)) )*"
    r"(?:(?:the |my |our )?(?:orders?|sheet|turn|moves|actions|part) (?:for|of|from) |for )?"
    r"(?:(?:the|my|our|your) )?(?P<partner>(?:partner|ally|friend)(?:'s)?\b[ ,:]*)?"
    r"(?P<name>(?!orders?\b|sheet\b|turn\b|moves\b|actions\b|part\b)"
    r"[^\W\d_][^\W\d_' -]*(?:[ '-][^\W\d_]+){0,3}?)??"
    r"(?:'s)?(?: (?:orders?|sheet|turn|moves|actions|part))?"
    r"(?:[ ,-]+(?:spring|summer|autumn|fall|winter),? '?(?:19)?\d\d)?(?:,? (?:too|also|as well))?"
    r"(?: ?\([^()]{0,60}\))?",
    re.IGNORECASE,
)
FEWEST_SPACED = 4  # letters
_SPACED = re.compile(r"(?<!\S)[^\W\d_](?: [^\W\d_]){3,}(?!\S)")  # "R U S S I A"
_IS_HEADING = re.compile(
    r"\b(?:for|of|orders?|sheet|turn|moves|actions|part)\b|'s\b|partner.*:$|ally:$", re.IGNORECASE
)
LONGEST = 100  # characters of a heading alone on its line


class Headings:
    """The headings of a message, line by line; *below* is what the latest names, if not this sheet."""

    def __init__(self, power: Power, turn: str) -> None:
        self._power, self._turn = power, turn
        self.below = ""

    def split(self, text: str) -> tuple[str, str]:
        """Return the heading of the next line, "" for none, and the rest of the line."""
        heading = _HEADING.match(plain(text))
        found = power_called(heading[1]) if heading else None
        if heading and found and not _is_track(heading[2]):
            self._begin(found)
            return behind_heading(text)
        if is_of_turn(text, self._turn, self._power):
            return behind_heading(text)
        if alone := power_alone(text, self._power):
            self._begin(alone)
        elif _NOT_THIS_TURN.fullmatch(plain(text)):
            self.below = text.strip(" :.!")
        return "", text

    def _begin(self, power: Power) -> None:
        self.below = "" if power == self._power else power


def power_alone(text: str, power: Power) -> Power | None:
    """Return the Power whose name is all that a line says; *power* writes, and may name its partner."""
    if len(text) > LONGEST:
        return None
    words = _unspaced(text).strip(" \t*=_#~.:!-+>[]")
    found = _ALONE.fullmatch(words)
    if found is None or text.endswith(",") or not (found["name"] or found["partner"]):
        return None
    if found["partner"] and not _IS_HEADING.search(text):
        return None  # "my friend" greets
    return power_called(found["name"]) if found["name"] else partner(power)


def _unspaced(text: str) -> str:
    """Return *text* with "RUSSIA" for "R U S S I A"."""
    if sum(len(word) == 1 for word in text.split(" ")) < FEWEST_SPACED:
        return text
    return _SPACED.sub(lambda spaced: spaced[0].replace(" ", ""), text)


def is_of_turn(text: str, turn: str, power: Power) -> bool:
    """Return whether *text* begins with the name of the turn that is due and a colon: "AH Su15: ..."."""
    head = TURN_HEAD.match(text)
    if not head or not re.search(rf"(?<!\d)(?:{head['year']})(?!\d)|{head['year'][-2:]}(?!\d)", turn):
        return False
    season = {"fall": "autumn"}.get(head["season"].casefold(), head["season"].casefold())
    named = (one.strip(" ,:-") for one in head.group("who", "by") if one)
    return turn.casefold().startswith(season) and all(power_called(one) == power for one in named if one)


def begins_with_power(text: str) -> bool:
    """Return whether *text* begins with the name of a Power and a colon, or with a turn and one."""
    heading = _HEADING.match(plain(text))
    return bool(heading and power_called(heading[1])) or TURN_HEAD.match(text) is not None


def why_not_below(heading: str) -> NotAllowed:
    """Return why an order below *heading* does not count."""
    if power_called(heading):
        reason = say("this_stands_under_this_sheet_2", above=heading)
        return NotAllowed(reason, say("send_orders_of_each_power"))
    return NotAllowed(
        say("this_game_has_no_sheet", heading=heading.casefold()), say("leave_that_heading_out_if_you")
    )


def is_no_heading_here(heading: str, text: str) -> bool:
    """Return whether *text* is itself the heading of orders that this game does not have."""
    return not power_called(heading) and _NOT_THIS_TURN.fullmatch(plain(text)) is not None


def _is_track(rest: str) -> bool:
    """Return whether it is not the heading of a Power: "Russia: forward" is diplomacy."""
    return re.fullmatch(r"(?:forwards?|back(?:wards?)?)\W*", rest, re.IGNORECASE) is not None
