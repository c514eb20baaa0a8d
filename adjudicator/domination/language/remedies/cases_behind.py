"""Cases after an order, in a sentence of their own: "If I don't hold G7 any more, put them at G9".

Where it is plain what they say they are read together with the order. An order whose writer makes it depend
on a sentence that is not read is never taken alone.
"""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.core.clauses import Clause
from adjudicator.core.language.corrections.changed_minds import words_of
from adjudicator.domination.language.grammar import bare, parse_line
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.orders import Build, Hold, Move
from adjudicator.domination.language.sentences.conditional_orders import conditional_orders, orders_behind
from adjudicator.domination.language.sentences.conditional_sentences import asks_for_condition
from adjudicator.domination.language.sentences.lexicon import PAIR
from adjudicator.domination.language.space_numbers import with_ids

MOST = 8  # cases of a message
LONGEST = 240  # characters of an order and its case
SHORTEST_BROKEN = 45  # characters of a line that may be broken by a mail program
_SPACE = r"[a-z]\d{1,2}"
_MAY_BE = re.compile(r"\b(?:if|should|in case|when|unless|as soon as)\b", re.IGNORECASE)
_IF_WORD = re.compile(r"\b(?:if|unless|in case|wenn|falls)\b", re.IGNORECASE)
_STOPS = re.compile(r"(?:[.:;!?)]|\b[a-z]\d{1,2})$", re.IGNORECASE)
_BEGINS_AN_ORDER = re.compile(
    r"(?:if|else|otherwise|build|buy|lose|losing|losses|keep|cast|target|then)\b", re.IGNORECASE
)
_IF = r"(?:but |and |or |then )*(?:if|should|in case)"
_BEGINS = re.compile(rf"\W*(?:{_IF}\b|(?:else|otherwise|or|at|in)\b.*\bif\b)", re.IGNORECASE)
_LONGER = r"(?: (?:any ?more|any longer|by then|then|at that time|at that point|now|already|still))*"
_LOST = (
    r"(?:(?:i|we) (?:do not|don['’]t|no longer|cannot|can['’]t)(?: still)? (?:hold|own|have|control|build)"
    rf"(?: (?P<lost>{_SPACE}|it|there))?"
    rf"|(?:i|we)(?: have|['’]ve)? los[et] (?P<lost2>{_SPACE}|it)"
    rf"|(?P<lost3>{_SPACE}|it|that|this)(?: (?:is|was|has been|has|gets|should be|does|will be|be))?"
    r"(?: (?:lost|taken|gone|captured|conquered|not mine|no longer mine|not ours|no longer ours"
    r"|falls?|fallen|fell|impossible|not possible|not work|fails)|n['’]t (?:mine|ours|possible|work)))"
    rf"{_LONGER}"
)
_HELD = (
    rf"(?:(?:i|we)(?: still)? (?:hold|have|own|control|keep) (?P<held>{_SPACE}|it)"
    rf"|(?P<held2>{_SPACE}|it) is(?: still)? (?:mine|ours|held|in my hands)){_LONGER}"
)
_PUT = (
    r"(?:(?:then|please|i|we|would|will|want to|['’]ll|like to|rather) )*"
    r"(?:(?:put|place|build|raise|muster|make|buy|take) )?"
    r"(?:(?:them|it|those|these|that|all of them|all|the same|everything) )*"
    r"(?:go |goes |are built )?(?:instead )?"
    rf"(?:at|in|to|on) (?P<other>{_SPACE})(?: instead| then)?\W*"
)
_ORDER = r"(?P<order>[^;]*?)"
_PLACES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_ORDER}[.;,(\s-]+{_IF} {_LOST}\s*[,:]?\s*{_PUT}",
        rf"{_ORDER}[.;,(\s-]+(?:or|else|otherwise)(?: else)? (?:at|in) (?P<other>{_SPACE}),? if {_LOST}\W*",
        rf"{_ORDER}[.;,(\s-]+(?:at|in) (?P<other>{_SPACE}),? if {_LOST}\W*",
        rf"{_ORDER}[,(\s]+(?:but )?(?:only )?if {_HELD}\s*[.;,:]?\s*(?:or )?"
        rf"(?:else|otherwise|if not)[,:]?\s*{_PUT}",
    )
)
_STAYS = (
    rf"{words_of('stays')}"
    r"(?: (?:put|at home|home|there|where (?:they are|it is|they stand|it stands)|in place|behind))?"
    r"(?: instead| then)?"
)
_UNITS_CASE = re.compile(
    rf"{_IF} (?P<test>[^:;.]{{3,120}}?)\s*[,:]\s*(?:then )?(?:they|it|he|she)"
    r"(?: (?:will|should|shall|must|do|are to|is to|all|just|simply|please))*"
    rf" (?:(?P<stays>{_STAYS})|(?:go|goes|moves?|march(?:es)?|fl(?:y|ies)|rides?|turns?|attacks?)"
    rf"(?: (?:instead|back|rather))* (?:(?:to|into|for) )?(?P<goal>{_SPACE})(?: instead| then)?)\W*",
    re.IGNORECASE,
)
_OF_THE_ORDER = re.compile(  # what a case says of the order above
    r"\W*(?:but |and |then )*(?:if|should|in case|unless|as soon as|when)\b[^:;]*?"
    r"\b(?:them|they|it|those|these|one of them|instead)\b",
    re.IGNORECASE,
)
_MOVES = re.compile(rf"(?P<units>.*?\b{_SPACE})\s*(?:(?:->?|>|to\b).+|\bholds?)", re.IGNORECASE)


def with_cases(context: ReadingContext, clauses: Sequence[Clause]) -> list[Clause]:
    """Return the clauses; a case after an order is one with it, or both are asked about."""
    found: list[Clause] = []
    left = MOST
    for clause in clauses:
        if left and (_is_asked_above(context, found[-1:], clause) or _is_begun_above(found[-1:], clause)):
            left -= 1
            found.append(replace(clause, taken_back=clause.taken_back or found[-1].text))
            continue
        is_open = not (clause.orders or clause.text.startswith("#")) or clause.doubt
        if not (left and is_open and not clause.is_comment and _MAY_BE.search(clause.text)):
            found.append(clause)
            continue
        left -= 1
        above = found[-1] if found and _is_right_behind(found[-1], clause) else None
        if above and (both := _together(context, above, clause)):
            found[-1] = both
        elif orders := _with_places(context, clause.text):
            found.append(replace(clause, orders=orders, doubt="", sentence=""))
        else:
            if above and not above.taken_back and _OF_THE_ORDER.match(clause.text):
                found[-1] = replace(above, taken_back=clause.text)
            found.append(clause)
    return found


def _is_asked_above(context: ReadingContext, above: Sequence[Clause], clause: Clause) -> bool:
    """Return whether the text right before an order may be its condition: "Is Red at F8? Knight F5 - F8"."""
    are_beside = all(one.number == clause.number and one.text.endswith("?") for one in above)
    return bool(above and clause.orders) and are_beside and asks_for_condition(context, above[0].text)


def _is_begun_above(above: Sequence[Clause], clause: Clause) -> bool:
    """Return whether an order on a line of its own may end a sentence with "if" that is broken before it."""
    is_below = all(one.number == clause.number - 1 and not one.orders and not one.is_comment for one in above)
    is_tail = clause.text[:1].islower() and not _BEGINS_AN_ORDER.match(clause.text)
    if not (above and clause.orders and is_below and is_tail):
        return False
    text = above[0].text
    return len(text) >= SHORTEST_BROKEN and not _STOPS.search(text) and bool(_IF_WORD.search(text))


def _is_right_behind(above: Clause, clause: Clause) -> bool:
    is_plain = above.orders and not (above.doubt or above.taken_back or above.is_comment)
    return bool(is_plain) and clause.number <= above.number + 1


def _together(context: ReadingContext, above: Clause, clause: Clause) -> Clause | None:
    """Return one clause of an order and the case after it; None if it is not plain what they say."""
    text = f"{above.text.rstrip(' .')}. {clause.text}"
    order = with_ids(context, bare(above.orders[0]))
    parsed = parse_line(context.data, order)
    if len(above.orders) != 1 or not parsed or parsed.has_condition or parsed.is_else or len(text) > LONGEST:
        return None
    case = with_ids(context, clause.text).strip()
    orders: Sequence[str] = ()
    if isinstance(parsed.order, Build) and _BEGINS.match(case):
        orders = _placed(context, order, f"at {' or '.join(parsed.order.places)}. {case}")
    elif isinstance(parsed.order, Move | Hold) and (said := _UNITS_CASE.fullmatch(case)):
        orders = _in_both_cases(context, order, said)
    return replace(above, text=text, orders=tuple(orders)) if orders else None


def _placed(context: ReadingContext, order: str, text: str) -> Sequence[str]:
    """Return a build with the second place that *text* names after its first."""
    found = next(filter(None, (pattern.fullmatch(text) for pattern in _PLACES)), None)
    parsed = parse_line(context.data, order)
    if not (found and parsed and isinstance(parsed.order, Build)) or parsed.has_condition or parsed.is_else:
        return ()
    named = {key: word.casefold() for key, word in found.groupdict().items() if word}
    about = {word for key, word in named.items() if key.startswith(("lost", "held"))}
    places = [place.casefold() for place in parsed.order.places]
    if len(places) != 1 or not about <= {*places, "it", "that", "this", "there"} or named["other"] in places:
        return ()
    orders = (f"{order} or {named['other'].upper()}",)
    again = parse_line(context.data, orders[0])
    is_so = again and isinstance(again.order, Build) and len(again.order.places) == len(places) + 1
    return orders if is_so else ()


def _with_places(context: ReadingContext, text: str) -> tuple[str, ...]:
    """Return the build of "3 Knights at G7, or at G9 if G7 is lost"."""
    text = with_ids(context, bare(text)) if len(text) <= LONGEST else ""
    found = next(filter(None, (pattern.fullmatch(text) for pattern in _PLACES)), None)
    orders = orders_behind(context, found["order"].strip(" ,.(")) if found else ()
    return tuple(_placed(context, with_ids(context, bare(orders[0])), text)) if len(orders) == 1 else ()


def _in_both_cases(context: ReadingContext, order: str, said: re.Match[str]) -> Sequence[str]:
    """Return the orders of "5 Knights G8 - G12" with "If there are 6 enemies, they stay"."""
    units = _MOVES.fullmatch(order)
    does = "holds" if said["stays"] else f"- {said['goal']}"
    if not units:
        return ()
    text = f"if {said['test']}: {units['units']} {does}. Otherwise {order}"
    orders = next(iter(conditional_orders(context, text)), ())
    return orders if len(orders) == PAIR and all(parse_line(context.data, one) for one in orders) else ()
