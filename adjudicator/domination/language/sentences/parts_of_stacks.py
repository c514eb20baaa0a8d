"""Read orders for a part of the units of a space that is not named by kind and number.

"Everything from A12 to A8 except one Militia", "all Knights but one go to A8", "half of the Militia in A7
stay", "2K G A7 - A8". What goes is counted from the position, and nothing is read if the numbers do not fit.
"""

import re
from collections.abc import Iterator, Sequence

from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.sentences.lexicon import SOMEONE
from adjudicator.domination.language.sentences.prose_words import words_of
from adjudicator.domination.language.space_numbers import with_ids
from adjudicator.domination.language.vocabulary import vocabulary

LONGEST = 160  # characters
_S = r"[a-z]\d{1,2}"
_NUMBER = r"(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2})"
_ALL = (
    r"(?:(?:and|then|please|i|we|move|send|take|bring|let) )*"
    r"(?:every(?:thing|one|body)|all(?: of)?(?: (?:the|my))?(?: (?:units|men|troops|forces))?"
    r"|(?:the|my) (?:whole|entire) (?:lot|stack|army|garrison|group|force)|(?:the|my) whole of"
    r"|all (?:of )?(?:the |my )?(?P<kind>[^\W\d_]{3,}(?: (?:ships?|riders?|serpents?))?))"
    r"(?: (?:that|who|which)(?: is| are| stands?)?)?"
)
_EXCEPT = (
    r",? \(?(?:except(?:ing)?(?: for)?|but(?: not)?|apart from|save(?: for)?|minus|bar|other than|excluding"
    r"|without|leaving(?: behind)?)"
)
_LEFT = r"(?P<left>[^,;:.()!?]{2,60}?)\)?"
_GO = (
    r"(?:(?:(?:will|shall|should|all|both|can|must) )*"
    r"(?:(?:go|goes|moves?|fly|flies|march|marches|rides?|runs?|retreats?|returns?|comes?|sails?|advances?|back|up|over|down|on)"
    r" )*(?:to|into|on to|onto)|attacks?|->?|>)"
)
_STAY = (
    r"(?:(?:will|shall|should|all) )*(?:holds?|stays?|remains?|waits?)"
    r"(?: (?:put|there|here|home|at home|behind|in place))*"
)
_END = rf"(?:{_GO} ?(?P<goal>{_S})|(?P<stay>{_STAY}))"
_WHICH = (
    rf"(?:,? (?:and |but )?(?:which|who|that|he|she|it|they)(?: one)? (?P<which>{_STAY})"
    rf"(?: (?:in|at|on) {_S})?)?"
)
_AT = rf"(?: (?:in|at|from|of|on))? (?P<space>{_S})"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"{_ALL}{_AT}{_EXCEPT} {_LEFT},? {_END}",
        rf"{_ALL}{_EXCEPT} {_LEFT},?{_AT},? {_END}",
        rf"{_ALL}{_AT},? {_END}{_EXCEPT} {_LEFT}{_WHICH}",
    )
)
_HALF = re.compile(
    rf"(?:one )?half (?:of )?(?:the |my |our |all )*(?P<kind>[^\W\d_]{{3,}}){_AT},? {_END}", re.IGNORECASE
)
_RUN = re.compile(  # "2K G A7-A8", "K K G A7 hold"
    rf"(?P<units>(?:\d{{0,2}} ?[a-z][ ,+&/]{{1,3}})+\d{{0,2}} ?[a-z]) (?P<space>{_S}) ?"
    rf"(?P<end>(?:->?|>|to\b) ?{_S}(?: ?(?:->?|>|to\b) ?{_S})*|holds?|h|stays?)",
    re.IGNORECASE,
)
_ONE_OF_RUN = re.compile(r"(?P<number>\d{0,2}) ?(?P<letter>[a-z])", re.IGNORECASE)
PATTERNS = tuple(one.pattern for one in (*_FORMS, _HALF))


def parts_of_stacks(context: ReadingContext, text: str) -> Iterator[Sequence[str]]:
    """Yield the orders of *text*, if it is about a part of the units of one space."""
    if len(text) > LONGEST:
        return
    plain = with_ids(context, " ".join(text.split())).rstrip(" .!")
    for found in filter(None, (form.fullmatch(plain) for form in _FORMS)):
        if orders := _all_but(context, found):
            yield orders
            return
    for form, read in ((_HALF, _half), (_RUN, _in_a_row)):
        part = form.fullmatch(plain)
        if part and (order := read(context, part)):
            yield (order,)


def _own(context: ReadingContext, space: str) -> dict[str, int]:
    """Return how many units of each kind the player has in a space."""
    rows = (row for row in context.position.units if (row.player, row.space) == (context.player, space))
    return {row.kind: row.count for row in rows}


def _all_but(context: ReadingContext, found: re.Match[str]) -> Sequence[str]:
    """Return the order of all units but those that are left, and the hold of these if the text says it."""
    space, there = found["space"].upper(), _own(context, found["space"].upper())
    if found["kind"]:
        kind = vocabulary(context.data).units.get(found["kind"].casefold(), "")
        there = {kind: there[kind]} if kind in there else {}
    left = _left(context, found["left"], there)
    going = {kind: count - left.get(kind, 0) for kind, count in there.items()}
    if not left or min(going.values()) < 0 or not any(going.values()):
        return ()
    orders = [f"{_stack(going)} {space} {_end(found)}"]
    if "which" in found.re.groupindex and found["which"]:
        orders.append(f"{_stack(left)} {space} holds")
    return orders


def _left(context: ReadingContext, text: str, there: dict[str, int]) -> dict[str, int]:
    """Return how many of each kind are left; {} if the text says anything else or it is not clear."""
    left: dict[str, int] = {}
    number = ""
    words = words_of(context, text)
    for word in words:
        if word.letter in "#*":
            number = word.said
        elif word.letter == "U" and word.said != SOMEONE and word.said in there:
            most = there[word.said]
            is_whole = number == "all" or (not number and (word.is_plural or most == 1))
            if not (is_whole or number.isdigit()):
                return {}
            left[word.said] = most if is_whole else int(number)
            number = ""
        elif word.letter != "&":
            return {}
    if number.isdigit() and not left and len(there) == 1:  # "all Knights but one"
        return {next(iter(there)): int(number)}
    return left if words and not number else {}


def _stack(units: dict[str, int]) -> str:
    return " + ".join(f"{count} {kind}" for kind, count in units.items() if count)


def _end(found: re.Match[str]) -> str:
    return f"- {found['goal'].upper()}" if found["goal"] else "holds"


def _half(context: ReadingContext, found: re.Match[str]) -> str:
    space = found["space"].upper()
    kind = vocabulary(context.data).units.get(found["kind"].casefold(), "")
    count = _own(context, space).get(kind, 0)
    return f"{count // 2} {kind} {space} {_end(found)}" if count and count % 2 == 0 else ""


def _in_a_row(context: ReadingContext, found: re.Match[str]) -> str:
    """Return "2 Knight + 1 Griffin A7 - A8" for "2K G A7-A8", if so many are there."""
    space = found["space"].upper()
    there, units = _own(context, space), vocabulary(context.data).units
    wanted: dict[str, int] = {}
    for one in _ONE_OF_RUN.finditer(found["units"]):
        kind = units.get(one["letter"].casefold(), "")
        wanted[kind] = wanted.get(kind, 0) + int(one["number"] or 1)
    is_there = all(0 < count <= there.get(kind, 0) for kind, count in wanted.items())
    end = "holds" if found["end"][:1].casefold() in "hs" and "-" not in found["end"] else found["end"]
    end = re.sub(r"\s*(?:->?|>|\bto\b)\s*", " - ", end, flags=re.IGNORECASE).strip()
    return f"{_stack(wanted)} {space} {end}" if is_there and wanted else ""
