"""Put orders in doubt that are next to words which may change them but are not read as a condition.

"Griffin A7 - A8" is not taken behind "unless it rains" or before "otherwise Knight A7 - A11": a refusal with
the order in notation costs its writer one line, and an order without its condition may cost the game. The
words are data: `circumstances.toml`. What such words on a line of their own change is found by
`adjudicator.core.clauses.denials`.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from msgspec.structs import replace

from adjudicator.core.clauses import Clause
from adjudicator.core.languages import gives_reason
from adjudicator.core.package_files import text_beside
from adjudicator.core.toml import tables_of
from adjudicator.domination.language.grammar import bare, parse_line
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.names_in_text import named_spaces, named_units
from adjudicator.domination.language.orders import Hold

LONGEST_END = 8  # characters of the last word of a clause and of the sign before it
LONGEST = 300  # characters of the words beside an order that are examined
_LEAD = re.compile(r"^\W*(?:\d{1,2}[.)]\s*)?(?:(?:and|but|so|also|now|please|pls|und|aber|bitte|et|mais) )*")
_ENDS = re.compile(r"[.!?)\"”]\W*$")
_STOP = re.compile(r"[.!?]")
_THEN = re.compile(r"^\W*(?:then|in that case|dann|alors)\b", re.IGNORECASE)
_WHOLE = re.compile(r"[,:]|\bthen\b|->|\w - \w")  # it has an order of its own
_WHOLE_CASE = re.compile(r":|\b(?:then|otherwise|else|sonst|sinon)\b")
_ELSE = re.compile(r"^else\b", re.IGNORECASE)
_IF = re.compile(r"^(?:if|else)\b", re.IGNORECASE)


@cache
def _words(name: str) -> re.Pattern[str]:
    tables = tables_of(text_beside("adjudicator.domination.language", "circumstances.toml"))
    return re.compile(rf"(?:{'|'.join(tables[name])})", re.IGNORECASE)


def with_circumstances(
    context: ReadingContext, clauses: Sequence[Clause], lines: Sequence[str]
) -> list[Clause]:
    """Return the clauses; an order that depends on what cannot be read has these words as its doubt."""
    found = list(clauses)
    for at, one in enumerate(clauses):
        if not _is_open_to_doubt(one):
            continue
        if doubt := next(_doubts(context, clauses, at, lines), ""):
            found[at] = replace(one, orders=(), doubt=doubt, beside=one.orders)
    return found


def _is_open_to_doubt(clause: Clause) -> bool:
    """Return whether it has an order, and not only one that is conditional or a heading."""
    is_plain = not clause.is_comment and not clause.doubt and not clause.taken_back
    return is_plain and any(not _IF.match(bare(order)) for order in clause.orders)


def _doubts(
    context: ReadingContext, clauses: Sequence[Clause], at: int, lines: Sequence[str]
) -> Iterator[str]:
    """Yield the words because of which the order at *at* is not taken."""
    if _is_heading(context, clauses[at]):
        return
    if _is_doubtful_itself(context, clauses, at):
        yield clauses[at].text
    if condition := _condition_before(context, clauses, at, lines):
        yield condition
    if (before := _before(clauses, at, lines)) and _changes_behind(context, before.text):
        yield before.text
    if (behind := _next(clauses, at)) and (
        _changes_above(clauses[at], behind, lines)
        or _goes_on(context, clauses[at], behind, lines)
        or _is_other_case(clauses, at, behind)
    ):
        yield behind.text


def _is_doubtful_itself(context: ReadingContext, clauses: Sequence[Clause], at: int) -> bool:
    """Return whether an order is called off, for another turn, a question, or the half of a sentence."""
    text = _plain(clauses[at].text.partition("#")[0])
    if _words("another_turn").match(text) or _called_off(text):
        return True
    is_broken = _words("left_open").search(text.strip(" ,;")[-LONGEST_END:]) is not None
    return (
        _is_answer(clauses, at)
        or text.rstrip(" )").endswith("?")
        or (is_broken and _goes_on_below(context, clauses, at))
    )


def _plain(text: str) -> str:
    return _LEAD.sub("", text.casefold())[:LONGEST]


def _called_off(text: str) -> bool:
    return re.search(rf"(?:{_words('called_off').pattern})$", text) is not None


def _condition_before(
    context: ReadingContext, clauses: Sequence[Clause], at: int, lines: Sequence[str]
) -> str:
    """Return the clause before an order that has a condition, if they are one sentence: "if ...: A; B"."""
    one, before = clauses[at], clauses[at - 1] if at else clauses[at]
    if not before.orders or before.number != one.number or before is one:
        return ""
    is_case = all(_IF.match(bare(order)) for order in before.orders)
    is_one = is_case and not _STOP.search(_between(lines, before, one))
    parsed = [parse_line(context.data, bare(order)) for order in one.orders]
    is_hold = all(found is None or isinstance(found.order, Hold) for found in parsed)  # as without an order
    return before.text if is_one and not is_hold else ""


def _goes_on_below(context: ReadingContext, clauses: Sequence[Clause], at: int) -> bool:
    """Return whether the sentence of a clause goes on, unread, with units or a space on the next line."""
    after = _next(clauses, at)
    if after is None or after.orders or after.number == clauses[at].number:
        return False
    return bool(named_units(context, after.text) or named_spaces(context, after.text))


def _is_heading(context: ReadingContext, clause: Clause) -> bool:
    parsed = [parse_line(context.data, bare(order)) for order in clause.orders]
    return all(one is not None and one.order is None for one in parsed)


def _before(clauses: Sequence[Clause], at: int, lines: Sequence[str]) -> Clause | None:
    """Return the unread clause before an order in the same sentence, None without one."""
    for place in range(at - 1, -1, -1):
        one, after = clauses[place], clauses[place + 1]
        if one.number != clauses[at].number or not one.text or one.text.startswith("#"):
            return None
        if _STOP.search(_between(lines, one, after)):
            return None
        if not (one.orders or one.is_comment):
            return one
    return None


def _between(lines: Sequence[str], one: Clause, after: Clause) -> str:
    """Return the signs between two clauses of a line; a full stop if the line is not as it was written."""
    line = " ".join(" ".join(lines[one.number - 1 : one.number + 3]).split())
    _, _, behind = line.partition(one.text)
    signs, found, _ = behind.partition(after.text)
    return f"{one.text[-1:]}{signs}" if found else "."


def _next(clauses: Sequence[Clause], at: int) -> Clause | None:
    return clauses[at + 1] if at + 1 < len(clauses) and clauses[at + 1].text else None


def changes_below(context: ReadingContext, line: str) -> bool:
    """Return whether orders below a line depend on it, or are denied or not meant now, as "for example:"."""
    is_own = not (line.startswith("#") or _WHOLE.search(line.rstrip(" ,:")))
    return is_own and _changes_behind(context, line)


def _changes_behind(context: ReadingContext, words: str) -> bool:
    """Return whether an order behind *words* depends on them, is denied, or is not meant now."""
    text = _plain(words)
    if gives_reason(words):
        return False
    if found := re.fullmatch(rf"(?:{_words('addressed').pattern})\W*", text):
        return found["whom"] in _others(context)
    is_condition = re.match(rf"(?:{_words('before').pattern})\b", text)
    return bool(is_condition or re.fullmatch(rf"(?:{_words('denied').pattern})\W*", text))


def _others(context: ReadingContext) -> frozenset[str]:
    seats = context.position.settings.seats
    return frozenset(seat.casefold() for seat in seats if seat != context.player)


def _changes_above(one: Clause, behind: Clause, lines: Sequence[str]) -> bool:
    """Return whether an order depends on the unread clause behind it.

    That is in the same sentence, begins the next sentence of the line, or is the rest of a sentence that the
    mail program broke; a whole sentence on the next line, with an order of its own, says nothing of this one.
    """
    if behind.orders or behind.is_comment or behind.text.startswith("#"):
        return False
    text = behind.text.casefold().strip(" ([-–")[:LONGEST]
    if behind.number != one.number:
        is_rest = behind.text[:1].islower() and not _ENDS.search(one.text)
        return is_rest and not _WHOLE.search(text) and _words("behind").match(text) is not None
    if _WHOLE_CASE.search(text):
        return False
    name = "after" if _STOP.search(_between(lines, one, behind)) else "behind"
    return _words(name).match(text) is not None


def _goes_on(context: ReadingContext, one: Clause, behind: Clause, lines: Sequence[str]) -> bool:
    """Return whether the unread clause behind an order goes on with its units: "the same two to A12"."""
    if behind.orders or behind.is_comment or behind.number != one.number or not one.orders:
        return False
    is_one = not _STOP.search(_between(lines, one, behind))
    refers = _words("refers").match(behind.text.casefold())
    return is_one and refers is not None and bool(named_spaces(context, behind.text))


def _is_other_case(clauses: Sequence[Clause], at: int, behind: Clause) -> bool:
    """Return whether "otherwise ..." follows an order without a condition, and no condition is above it."""
    if not (behind.orders and _ELSE.match(bare(behind.orders[0]))):
        return False
    above = (order for one in clauses[: at + 1] for order in one.orders)
    return not any(_IF.match(bare(order)) for order in above)


def _is_answer(clauses: Sequence[Clause], at: int) -> bool:
    """Return whether it answers a question before it on its line: "Is he gone? Then ..."."""
    above = clauses[at - 1] if at else None
    is_question = above is not None and not above.orders and above.text.endswith("?")
    return is_question and _THEN.match(clauses[at].text) is not None
