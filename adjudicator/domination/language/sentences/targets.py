"""Read whose units are hit in a battle of three sides: "If three of us meet at H10, my hits go to Yellow".

A target counts only in such battles, so a condition that says no more than that there is one adds nothing.
"""

import re
from collections.abc import Iterator, Sequence

from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.names_in_text import named_spaces
from adjudicator.domination.language.sentences.prose import orders_of
from adjudicator.domination.language.space_numbers import with_ids
from adjudicator.domination.language.vocabulary import vocabulary

LONGEST = 160  # characters
FEWEST_COMMAS = 2  # of a list with ranks
FEWEST_OTHERS = 2  # players; with one other, "hit Red at A8" is a wish to attack
_S = r"[a-z]\d{1,2}"
_WHERE = rf"(?:in|at|near|over|auf|bei|en|à) (?:the (?:battle|fight) (?:in|at|of) )?{_S}"
_SIDES = r"(?:three|3|drei|trois)(?:[- ](?:way|cornered|sided|handed))?"
_BATTLE = (
    r"(?:(?:if|when|whenever|where|wherever|should|in case|in|wenn|falls|si)\b"
    rf"[^,:;.!?]{{0,40}}?\b"
    rf"(?:{_SIDES} (?:battles?|fights?|of us|sides?|players?|armies|parties|colours)"
    rf"|(?:battles?|fights?) (?:of|with|between) {_SIDES}(?: sides| players| of us| armies)?)\b"
    r"[^,:;.!?]{0,30}?)"
)
_BOTH = (
    r"(?:(?:if|when|should) (?P<one>[^\W\d_]+) and (?P<two>[^\W\d_]+) (?:are|be|stand|fight|come|meet|still)"
    r"[^,:;.!?]{0,40}?)"
)
_WHO = r"(?P<who{}>[^\W\d_]+)(?: (?:first|only|alone|there))*"
_PLEASE = r"(?:(?:and|then|please|i|we|will|would|shall|want to|would like to|'d like to|let me|let us) )*"
_FORMS = (
    rf"{_PLEASE}(?:aim|aiming|shoot|fire|target|focus|concentrate|hit|strike|go)"
    r"(?: (?:all|everything|my hits|my fire))*"
    rf"(?: (?:at|on|for|against|upon))? {_WHO.format(1)}",
    r"(?:all )?(?:my |the |our )(?:target|aim|goal|hits|fire|blows)(?: (?:there|{where}))?"
    r"(?: (?:is|are|be|go|goes|should|shall|will|to|on|for|at|fall|against)|:)+ " + _WHO.format(2),
    rf"{_WHO.format(3)} (?:is|shall be|should be) (?:the|my|our) target(?: there)?",
)
_TARGET = re.compile(
    rf"(?:(?:and|but) )?(?:(?:{_BATTLE}|{_BOTH})[,:]? (?:then )?)?(?:{_WHERE}[,:]? )?"
    rf"(?:{'|'.join(_FORMS).replace('{where}', _WHERE)})(?:,? (?:{_WHERE}|there))?",
    re.IGNORECASE,
)
_THERE = re.compile(r"\bthere\b(?! (?:is|are)\b)", re.IGNORECASE)
_RANKED = re.compile(  # "first the walls, then militia, everywhere"
    r"(?!.*\b(?:keep|last|build|buy|but|except|not)\b)(?=.*\b(?:first|zuerst|d['’]abord)\b)"
    r"[^\W\d_][^:;.!?\d]{3,100}?(?:,? (?:everywhere|always|in (?:all|any|every) (?:battles?|fights?)))?",
    re.IGNORECASE,
)
_EVERYWHERE = re.compile(
    r",? (?:everywhere|always|in (?:all|any|every) (?:battles?|fights?))$", re.IGNORECASE
)
_WALLS = re.compile(
    r"\b(?:walls?|forts?|fortifications?|tokens?|mauern?|murailles?|remparts?)\b", re.IGNORECASE
)
PATTERNS = (_TARGET.pattern,)


def targets(context: ReadingContext, text: str) -> Iterator[Sequence[str]]:
    """Yield the target that *text* names, if it names one player and at most one space."""
    plain = with_ids(context, " ".join(text.split())).rstrip(" .!") if len(text) <= LONGEST else ""
    found = _TARGET.fullmatch(plain) if plain else None
    who = next((name for at in "123" if found and (name := found[f"who{at}"])), "").casefold()
    others = {seat.casefold() for seat in context.position.settings.seats if seat != context.player}
    is_battle_of_three = len(others) >= FEWEST_OTHERS
    if found is None or not is_battle_of_three or who not in others or not {*_both(found)} <= others:
        return
    spaces = named_spaces(context, plain)
    if len(spaces) > 1 or (_THERE.search(plain) and not spaces):
        return
    colour = vocabulary(context.data).colours[who]
    yield (f"target {colour} at {spaces[0]}" if spaces else f"target {colour}",)


def _both(found: re.Match[str]) -> list[str]:
    return [name.casefold() for name in (found["one"], found["two"]) if name]


def losses_by_rank(context: ReadingContext, text: str) -> Iterator[Sequence[str]]:
    """Yield the losses of a list with ranks that names the walls, which nobody moves or builds."""
    plain = text.strip(" .!")
    if len(plain) > LONGEST or not (_WALLS.search(plain) and _RANKED.fullmatch(plain)):
        return
    orders = next(iter(orders_of(context, f"lose {_EVERYWHERE.sub('', plain)}")), ())
    are_all = plain.count(",") >= FEWEST_COMMAS  # "tokens first, then militia" may go on: "griffins last"
    if orders and are_all and all(re.match(r"(?:at [^:]+: )?lose ", one) for one in orders):
        yield orders
