"""Rewrite conditions in notation that are stated in other words or languages, or over several lines.

"If there is any enemy at Gullhaven when I get to move -> 5 Knights G7 to G9", "Red at A5? Griffin A2 - A1",
"My Griffin in A9: if Blue is there, it flies to H12". A sentence is rewritten only if all of it can be
read; any other is left as it is, to be refused with its condition.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.core.language.necessary import Guarded
from adjudicator.core.language.rewording import Rewording, rewordings_of
from adjudicator.core.language.short_texts import remembered
from adjudicator.domination.language.grammar import ParsedLine, bare, parse_line
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.orders import Hold, Move, Test
from adjudicator.domination.language.sentences.conditional_orders import (
    as_one_stack,
    conditional_orders,
    orders_behind,
    with_opponent,
)
from adjudicator.domination.language.sentences.lexicon import PAIR
from adjudicator.domination.language.sentences.rewording import in_figures, is_aside
from adjudicator.domination.language.space_numbers import with_ids

MOST = 12  # sentences of a message that are tried
MOST_OF_A_LINE = 3
MOST_LINES = 5  # of a sentence with what is done otherwise
LONGEST = 400  # characters of these lines
SHORTEST_WRAPPED = 45  # characters of a line that may go on below it
_SPACE = r"[a-z]\d{1,2}"
_A_SPACE = re.compile(rf"\b{_SPACE}\b", re.IGNORECASE)
_ASIDE_BEHIND = re.compile(r"\s*(?P<aside>\([^()]{1,60}\))[.!]*\s*$")
_BUT_HITS = re.compile(  # or another round
    r"(?!.*\b(?:any|every)where\b)\W*(?:(?:but|however|only|except)\b[^:]*\b(?:hits?|rounds?)\b"
    r"|.*\brounds?\b.*\binstead\W*$)",
    re.IGNORECASE,
)
_HITS_THERE = re.compile(  # of the place in the sentence before it
    r"(?P<hits>\bhits?(?: or more)?(?: (?:come|fall|happen|land))?) (?:in |at |over )?there\b", re.IGNORECASE
)
_MAY_BE = Guarded(
    r"\b(?:if|unless|should|provided|in case|wenn|falls|sofern|sollten?|si|s['’]il|rounds?|hits)\b|\?"
)
_STOP = re.compile(
    r"(?<=[\w)\]'\"’])[.!;]+\s+(?=\S)|(?<=[\w)])\s*\?+\s*(?=\S)"
    r"|\n(?=\W*(?:else|otherwise|if not|sonst|sinon)\b)",
    re.IGNORECASE,
)
_IS_OPEN = re.compile(r"(?:[,:]|\b(?:to|at|in|the|my|from|then|and|nach|auf|en|à))$", re.IGNORECASE)
_IS_ITEM = re.compile(r"\s*(?:[-*•·>]\s|\(?\d{1,2}[.)]\s)")
_LEAD = re.compile(r"\s*(?:(?:[-*•·]|\(?\d{1,2}[.)])\s+)?")
_OTHERWISE = re.compile(
    r"\W*(?:(?:and|but|und|et) )?(?:else|otherwise|if|should|wenn|falls|sonst|ansonsten|andernfalls"
    r"|sinon|si)\b",
    re.IGNORECASE,
)
_IS_OTHER_CASE = re.compile(
    r"\W*(?:(?:and|but|und|et) )?(?:(?:else|otherwise|if not|sonst|ansonsten|andernfalls|sinon)\b"
    r"|(?:if|should) (?![^,:]*\b[a-z]\d)[^,:]*(?:\b(?:he|she|it|they|there|that|not|so|no)\b|n['’]t\b))",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"(?:(?P<asks>is there|are there|is|are) )?(?P<test>[^?]{3,60}?)\s*\?+\s*"
    r"(?P<then>(?:then|->?|=>|(?:if )?(?:so|yes))\s*)?"
    r"[,:]?\s*(?P<order>.+)",
    re.IGNORECASE,
)
_ASKS = re.compile(r"\W*(?:is|are|has|have|does)\b (?:there )?(?P<test>[^?]{3,60})\?\W*", re.IGNORECASE)
_UNITS_FIRST = re.compile(  # "My Griffin in A9: if an enemy is there, it flies to H12"
    rf"(?P<units>[^:;.,?]{{2,60}}?\b{_SPACE})\s*(?:[:,]|\s[–-])\s*(?:(?:but )?only )?if (?P<test>[^:;?]+?)"
    r"(?:\s*[,:]\s*(?:then )?|\s*(?=->|=>)|(?<!by)\s+then\b\s*)"
    r"(?:(?:it|they|he|she|both|all)\b\s*)*(?P<order>[^,:].*)",
    re.IGNORECASE,
)
_UNITS_AND_GOAL = re.compile(  # "the Griffins in G12: home to B6 if there are four Reds, else to G9"
    rf"(?P<units>[^:;.,?]{{2,60}}?\b{_SPACE})\s*:\s*(?:(?:home|back|over|go(?:es)?|fly|flies)\b ?)*"
    rf"(?P<order>(?:to|->?) ?{_SPACE},? (?:but )?(?:only )?if .+)",
    re.IGNORECASE,
)
_BEGINS_OTHERWISE = re.compile(
    r"\W*(?:and |but )?(?:(?:else|otherwise|if not|if no)\b|no(?=\s*:))[\s,:]*(?P<order>.+)", re.IGNORECASE
)
_IF = re.compile(
    r"\W*(?:and |but )?if\b (?P<test>[^,:]+?)"
    r"(?:\s*[,:]\s*(?:then )?|\s*(?:->|=>)\s*|(?<!by)\s+then\b\s*| (?=(?:they|it|he|she)\b))(?P<order>\S.*)",
    re.IGNORECASE,
)
_HE_LEAVES = re.compile(  # in a game of two
    r"\b(?:he|she) (?=(?:(?:still|only|then) )?(?:leaves?|keeps?|has) (?:fewer|less|more|at|no more|\d))",
    re.IGNORECASE,
)
_THERE = re.compile(r" (?:(?:in|at) )?there\b(?! (?:is|are|isn|aren)|['’])", re.IGNORECASE)
_NAMED_TWICE = re.compile(rf"\b({_SPACE}),? \(?\1\b\)?", re.IGNORECASE)  # "Gullhaven (G9)"
_NUMBER_OF_TEST = re.compile(  # "fewer than five units", "four units or more"
    r"(?<=(?:than|most|east) )(?P<n>two|three|four|five|six|seven|eight)\b"
    r"|\b(?P<many>two|three|four|five|six|seven|eight)(?= (?:[^\W\d_]+ )?(?:(?:in|at|on) [a-z]\d{1,2} )?"
    r"or (?:more|fewer|less)\b)",
    re.IGNORECASE,
)
_ARROW = re.compile(r"^\W*if (?P<test>[^,:>]{3,80}?)\s*[-–=]+>\s*", re.IGNORECASE)
_SAYS_IF = re.compile(r"if\b", re.IGNORECASE)
_PRONOUN = re.compile(
    r"(?:(?P<many>they(?: both| all)?|both(?: of them)?|all of them)|it|he|she"
    r"|(?:(?:that|this|those|these|the same|the) )?"
    r"(?P<kind>[^\W\d_]+)(?= (?:stays?|holds?|remains?|goes|moves?|flies)\b))"
    r"(?: (?:just|simply|rather|then|instead|will|shall|should))* ",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"(?:stays?|holds?|remains?|waits?|goes|go|moves?|flies|fly|attacks?|->|to)\b ?", re.IGNORECASE
)
_INSIDE = re.compile(  # what is done otherwise, in the same sentence
    r"(?P<first>.+?)\s*[,;.–-]*\s*\b(?:else|otherwise|if not)\b[\s,:]*(?P<other>.+)", re.IGNORECASE
)
_ANY_ORDER = ": all A1 holds"  # after a condition that is read alone
_UNITS = re.compile(
    rf"(?:if [^:]+: |else: )?(?P<units>[^:;.>-]{{2,60}}?\b{_SPACE}) ?(?:-|>|to\b|holds)", re.IGNORECASE
)
_NOT_POSSIBLE = (
    r"(?:(?:not|no longer|n['’]t)(?: be)? (?:possible|free|available|allowed|mine|ours|open|work)"
    r"|impossible|unavailable|blocked|lost|taken|full|occupied|gone|captured|closed)"
)
_SECOND_PLACES = (
    re.compile(  # "A9 (if that is blocked, A13)"
        rf"\b(?P<first>{_SPACE})\s*[,(–-]*\s*(?:or |but )?if (?:(?:{_SPACE}|it|that|this|the \w+) )?"
        rf"(?:(?:is|has been|gets|should be|does)(?:n['’]t)? )?{_NOT_POSSIBLE}(?: (?:then|by then))?"
        rf"[,:]?\s*(?:then |else )?(?:(?:at|in|on|to) )?(?P<other>{_SPACE})(?: instead)?\)?",
        re.IGNORECASE,
    ),
    re.compile(  # "in E6 - or in E15 should E6 not be possible"
        rf"\b(?P<first>{_SPACE})\s*[,(–-]*\s*(?:or|else|otherwise)(?: else)? "
        rf"(?:(?:at|in|on) )?(?P<other>{_SPACE})"
        rf",? (?:if|should|in case) (?:(?:(?P=first)|it|that|this) )?(?:(?:is|has been|gets|be|should be) )?"
        rf"{_NOT_POSSIBLE}\)?",
        re.IGNORECASE,
    ),
)


class _Sentence(NamedTuple):
    """A sentence of the lines that are joined, and where it is in them."""

    text: str
    start: int
    end: int


def with_conditional_sentences(context: ReadingContext, lines: Sequence[str]) -> list[str]:
    """Return the lines with such sentences in notation."""
    found, left = list(lines), MOST
    for at in range(len(found)):
        line = found[at]
        if left and _may_be(line) and parse_line(context.data, bare(line)) is None:
            left -= 1
            _rewrite(context, found, at)
    return found


@remembered
def _may_be(line: str) -> bool:
    return "#" not in line and len(line) <= LONGEST and _MAY_BE.search(line) is not None


def asks_for_condition(context: ReadingContext, text: str) -> bool:
    """Return whether *text* is "Is Red at F8?": a question, or the condition of the order after it."""
    found = _ASKS.fullmatch(text)
    return found is not None and _test(context, found["test"]) is not None


def _rewrite(context: ReadingContext, lines: list[str], at: int) -> None:
    """Rewrite such sentences that begin on line *at*; the last one first, which may go on below it."""
    text = "\n".join(lines[at : _end(context, lines, at)])
    starts = [
        one.start
        for one in _sentences(text)
        if one.start < len(lines[at]) and _MAY_BE.search(text[one.start : one.end])
    ]
    for start in reversed(starts[:MOST_OF_A_LINE]):
        _rewrite_one(context, lines, at, start)


def _rewrite_one(context: ReadingContext, lines: list[str], at: int, start: int) -> None:
    text = "\n".join(lines[at : _end(context, lines, at)])
    sentences = [one for one in _sentences(text) if one.start >= start]
    for some in _together(text, sentences) if sentences else ():
        is_asked = text[: some[-1].end].rstrip().endswith("?")
        is_asked = is_asked or _is_of_unclear_place(context, some[0].text, text[: some[0].start])
        last, aside = _without_aside(context, some[-1].text)
        first, *others = (*(one.text for one in some[:-1]), last)
        first = _with_place_before(context, first, text[: some[0].start])
        if not is_asked and (plain := _plain(context, (first, *others))):
            _put(lines, at, text, (some[0].start, some[-1].end), f"{plain}{aside}")
            return


def _without_aside(context: ReadingContext, text: str) -> tuple[str, str]:
    """Return a sentence without a remark in brackets at its end, and the remark as a comment."""
    found = _ASIDE_BEHIND.search(text)
    if found is None or not is_aside(context, found["aside"]):
        return text, ""
    return text[: found.start()], f" # {found['aside']}"


def _with_place_before(context: ReadingContext, text: str, before: str) -> str:
    """Return "if 3 hits at A7: ..." for "if 3 hits there: ..." after a sentence that names only A7."""
    places = _places_in_last(context, before) if _HITS_THERE.search(text) else set()
    return _HITS_THERE.sub(rf"\g<hits> at {places.pop()}", text) if len(places) == 1 else text


def _is_of_unclear_place(context: ReadingContext, text: str, before: str) -> bool:
    """Return whether "But with 3 hits: ..." follows losses at a space: it may be for that space alone.

    So may "From round 2 on keep the walls instead".
    """
    if _BUT_HITS.match(text) is None or _A_SPACE.search(with_ids(context, text)) or _HITS_THERE.search(text):
        return False
    return bool(_places_in_last(context, before))


def _places_in_last(context: ReadingContext, text: str) -> set[str]:
    """Return the spaces that the last sentence of *text* names."""
    [*_, last] = [one.text for one in _sentences(text) if one.text] or [""]
    return {found.upper() for found in _A_SPACE.findall(with_ids(context, last))}


def _end(context: ReadingContext, lines: Sequence[str], at: int) -> int:
    """Return the line before which the sentences end that begin on line *at*."""
    end, length = at + 1, len(lines[at])
    while end < min(at + MOST_LINES, len(lines)) and _goes_on(context, lines[end - 1], lines[end]):
        length += len(lines[end]) + 1
        if length > LONGEST:
            break
        end += 1
    return end


def _goes_on(context: ReadingContext, line: str, below: str) -> bool:
    """Return whether the text of a line may go on below it: a mail program breaks only long lines."""
    if not below.strip() or "#" in below or _IS_ITEM.match(below):
        return False
    if _IS_OPEN.search(line.rstrip()) or _OTHERWISE.match(below):
        return True
    parsed = parse_line(context.data, bare(below.strip()))
    is_order = parsed is not None and isinstance(parsed.order, Move | Hold)
    return len(line.rstrip()) >= SHORTEST_WRAPPED and not is_order


def _sentences(text: str) -> Iterator[_Sentence]:
    start = 0
    for stop in _STOP.finditer(text):
        yield _Sentence(_neat(text[start : stop.start()]), start, stop.end())
        start = stop.end()
    yield _Sentence(_neat(text[start:]), start, len(text))


def _neat(text: str) -> str:
    return " ".join(text.split()).rstrip(" .!;")


def _together(text: str, sentences: Sequence[_Sentence]) -> Iterator[Sequence[_Sentence]]:
    """Yield the sentences that may be one condition, as many as possible first."""
    first = sentences[0]
    if text[: first.end].rstrip().endswith("?"):
        if len(sentences) == 1:
            return
        joined = _Sentence(f"{first.text}? {sentences[1].text}", first.start, sentences[1].end)
        sentences = [joined, *sentences[2:]]
    if len(sentences) > 1 and _OTHERWISE.match(sentences[1].text):
        yield sentences[:2]
        if _IS_OTHER_CASE.match(sentences[1].text):
            return  # one that is not read would be left without its condition
    yield sentences[:1]


def _put(lines: list[str], at: int, text: str, span: tuple[int, int], plain: str) -> None:
    """Put *plain* in the place of a part of *text*, the lines from *at*; what follows stays on its line."""
    begin, end = span
    last = at + text.count("\n", 0, end)
    behind = text[end:].partition("\n")[0]
    lead = _LEAD.match(text, begin)
    before = text[: lead.end() if lead else begin]
    if behind.strip() and text[begin:end].rstrip().endswith(";"):
        plain = f"{plain.rstrip('.')};"  # what follows may be under the condition too
    if last > at and text[end - 1 : end] == "\n":
        last, behind = last - 1, ""
    lines[at] = f"{before}{plain}" if last > at else f"{before}{plain} {behind}".rstrip()
    lines[at + 1 : last + 1] = [*[""] * (last - at - 1), behind] if last > at else []


def _plain(context: ReadingContext, sentences: Sequence[str]) -> str:
    """Return what one or two sentences say in notation, "" if they cannot be read as a whole."""
    first, *others = (_reworded(context, one) for one in sentences)
    if not others and (swapped := _with_second_place(first)) != first:
        return f"{swapped}."
    joined = _orders(context, ". ".join((first, *others)))
    if joined and (not others or joined[-1].startswith("else")):
        return f"{'. '.join(joined)}."
    if not others and (cut := _INSIDE.fullmatch(first)):
        first, others = cut["first"], [f"otherwise {cut['other']}"]
    orders = _orders(context, first) if others else ()
    other = _otherwise(context, orders, others[0]) if orders else ()
    if len(other) == len(orders):  # each with its own: "else" belongs to the last "if"
        return " ".join(f"{order}. {another}." for order, another in zip(orders, other, strict=True))
    return f"{'. '.join((*orders, *other))}." if other else ""


def _reworded(context: ReadingContext, text: str) -> str:
    """Return *text* with the numbers of spaces, and in the words of the table."""
    named = _NAMED_TWICE.sub(r"\1", with_ids(context, _LEAD.sub("", text, count=1)))
    text = with_opponent(context, named)
    if len(context.position.settings.seats) == PAIR:
        text = _HE_LEAVES.sub("enemy ", text)
    text = _NUMBER_OF_TEST.sub(in_figures, text)
    for wording in _wordings():
        text = wording.applied(text)
    return text


@cache
def _wordings() -> Sequence[Rewording]:
    return rewordings_of("adjudicator.domination", "<space>", _SPACE, "conditions")


def _with_second_place(text: str) -> str:
    """Return "A9 or A13" for "A9 (if that is blocked, A13)"."""
    for pattern in _SECOND_PLACES:
        text = pattern.sub(r"\g<first> or \g<other>", text)
    return text


def _orders(context: ReadingContext, text: str) -> Sequence[str]:
    """Return the conditional orders of a sentence in notation, () if any of it is not read."""
    plain = _condition_first(text)
    return _whole(context, next(iter(conditional_orders(context, plain)), ())) if plain else ()


def _condition_first(text: str) -> str:
    """Return a sentence with "if" in front of its test; "" for a question about which that is not plain."""
    if found := _UNITS_FIRST.fullmatch(text):
        return f"if {found['test']}: {found['units']} {found['order']}"
    if found := _UNITS_AND_GOAL.fullmatch(text):
        return f"{found['units']} {found['order']}"
    if (found := _QUESTION.fullmatch(text)) and not _SAYS_IF.match(text):
        is_plain = not found["asks"] or found["then"]
        return f"if {found['test']}: {found['order']}" if is_plain else ""
    return _ARROW.sub(r"if \g<test>: ", text)


def _whole(context: ReadingContext, orders: Sequence[str]) -> Sequence[str]:
    """Return *orders* if all are read, and the first has a condition."""
    parsed = [parse_line(context.data, order) for order in orders]
    is_read = bool(parsed) and all(one is not None and one.order is not None for one in parsed)
    return orders if is_read and parsed[0] and parsed[0].has_condition else ()


def _otherwise(context: ReadingContext, orders: Sequence[str], text: str) -> Sequence[str]:
    """Return the orders of the sentence after *orders* for the case that their condition does not hold."""
    first = parse_line(context.data, orders[0])
    if first is None or any(order.startswith("else") for order in orders):
        return ()
    said = _BEGINS_OTHERWISE.fullmatch(text) or opposite(context, first, text)
    if said is None:
        return ()
    stacks = [found["units"] for found in map(_UNITS.match, orders) if found]
    is_known = len(stacks) == len(orders)
    texts = _of_each(said["order"], stacks) if is_known else ()
    texts = texts or (_of_the_same(said["order"], stacks) if is_known else said["order"],)
    others = [f"else: {one}" for text in texts for one in orders_behind(context, text)]
    return others if all(parse_line(context.data, one) for one in others) else ()


def _of_each(text: str, stacks: Sequence[str]) -> Sequence[str]:
    """Return *text* with each of several stacks, which are in several spaces, for "they"."""
    found = _PRONOUN.match(text)
    if found is None or not found["many"] or len(stacks) == 1 or as_one_stack(stacks):
        return ()
    return [f"{stack} {text[found.end() :].strip()}" for stack in stacks]


def _of_the_same(text: str, stacks: Sequence[str]) -> str:
    """Return *text* with the units of the orders above for "it", "they both", "that Knight", or for none."""
    found = _PRONOUN.match(text)
    if found is None:
        is_short = len(stacks) == 1 and _VERB.match(text) is not None
        return f"{stacks[0]} {text}" if is_short else text
    if found["kind"] and {_kind(stack) for stack in stacks} != {found["kind"].casefold().rstrip("s")}:
        return text
    units = as_one_stack(stacks) if len(stacks) == 1 or found["many"] else ""
    return f"{units} {text[found.end() :].strip()}" if units else text


def _kind(stack: str) -> str:
    """Return the kind of "2 Knights A7", as it is called in the singular."""
    return stack.split()[-2].casefold().rstrip("s")


def opposite(context: ReadingContext, first: ParsedLine, text: str) -> re.Match[str] | None:
    """Return the match of "if there is no enemy, it stays", if it is the opposite of the only test above."""
    said = _IF.fullmatch(text)
    if said is None or len(first.tests) != 1 or first.cases:
        return None
    [test] = first.tests
    words = _THERE.sub("", said["test"])
    where = "" if re.search(rf"\b{_SPACE}\b", words, re.IGNORECASE) else f" at {test.place}"
    other = _test(context, f"{words}{where}")
    return said if other == replace(test, negated=not test.negated) else None


def _test(context: ReadingContext, text: str) -> Test | None:
    parsed = parse_line(context.data, condition_of(context, f"if {text}") + _ANY_ORDER)
    return parsed.tests[0] if parsed and len(parsed.tests) == 1 else None


def condition_of(context: ReadingContext, text: str) -> str:
    """Return "if not 4 Blue at G9" for "if Blue has at most three units there"; "" if it is not read."""
    orders = next(iter(conditional_orders(context, _reworded(context, f"{text}{_ANY_ORDER}"))), ())
    parsed = parse_line(context.data, orders[0]) if len(orders) == 1 else None
    return orders[0].rpartition(":")[0] if parsed and parsed.has_condition else ""
