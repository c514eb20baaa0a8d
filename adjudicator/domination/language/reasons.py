"""Find orders in the reasons for orders: "so that Hawkhurst stays nervous" is not an order to stay.

A mail program may break the line inside a reason; what is on the next line is then no order either. Where
only the length of the lines says so, the writer is asked.
"""

import re
from collections.abc import Sequence
from itertools import zip_longest

from msgspec.structs import replace

from adjudicator.core.clauses import Clause
from adjudicator.core.language.short_texts import remembered
from adjudicator.core.languages import condition_in, doubt_in, gives_reason, giving_reasons
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.names_in_text import named_spaces, named_units

SHORTEST_WRAPPED = 55  # characters of a line that a mail program may have broken
_GOES_ON = re.compile(  # at the end of a line: the reason is not whole
    r"(?:\b(?:that|to|for|of|by|in|at|on|with|from|into|and|or|but|as|if|when|the|an?|my|our|his|her|its|their|this"
    r"|because|since|he|she|it|they|we|i|you|who|which|is|are|was|will|can|may|might|would|could|not|so|case|hoping"
    r"|hope|order|need|want|damit|weil|dass|um|zu|der|die|das|er|sie|es|und|oder|in|que|parce|pour|afin|de|le|la|les"
    r"|il|elle|ils|et|ou)|[-–,(:])$",
    re.IGNORECASE,
)
_SEEN = re.compile(  # units of others: "there are 4 Knights", "he's got 5 Knights"
    r"\b(?:there(?:['’]s| is| are| was| were)"
    r"|(?:he|she|they|enemy|opponent|red|blue|green|yellow|black|white|purple)"
    r"(?:['’]s|['’]ve| has| have| had)(?: got)?|(?:i|we) (?:see|counted|count))\b"
    r"(?!.*\b(?:so|and i|then|therefore|i (?:want|would|will|build|buy))\b)[^.!?]*$",
    re.IGNORECASE,
)
_SOME_UNITS = re.compile(  # and perhaps where they are
    r"(?:(?:an?|the|his|her|their|one|two|three|four|five|six|seven|eight|nine|ten|some|\d{1,2}) )*"
    r"[^\W\d_]+(?: riders?| ships?)?"
    r"(?: (?:in|at|on|near|beside) [^\s,;:]{2,20}(?: (?!to\b)[^\s,;:]{2,20}){0,2})?[.!]?",
    re.IGNORECASE,
)
_JOINED = re.compile(r"\s*(?:,|\+|&|\band\b|\bplus\b|\s)+\s*", re.IGNORECASE)
_ENDS = re.compile(r"[.!?)]$")
_ALSO_BEGINS = (  # in this game, what can be no order
    r"so (?:the|my|our|his|her|their) [^\W\d_]+ "
    r"(?:isn['’]t|aren['’]t|is not|are not|won['’]t|can['’]t|cannot|doesn['’]t|don['’]t)"
    r"(?! (?:mov|go|leav|budg|stir|do\b|march))"
    r"|(?:just )?in case (?:he|she|they|it|i|we|you|somebody|someone) "
    r"(?:(?:is|are|am|gets?|should be|might be) "
    r"(?:ever |still |really )?(?:wanted|needed|required|called)"
    r"|(?:needs?|wants?) (?:it|them|him|her|help))"
    r"|as (?:he|she|they|it|i|we|there)(?: (?:really|surely|probably|certainly))? "
    r"(?:will|would|may|might|must|need|needs|expect|think|hope|fear|seems?|does|do)(?:n['’]t)?"
)
_REASON = re.compile(
    rf"[,;]?\s+(?P<reason>(?:{giving_reasons().pattern}|(?:{_ALSO_BEGINS})\b)"
    r"(?P<clause>(?:(?!\s(?:and|but|und|aber|et|mais)\s)[^,;:.()!?#])*)(?:\((?P<aside>[^()#]*)\))?)",
    re.IGNORECASE,
)
_IN_CASE = re.compile(r"(?:just )?in case\b", re.IGNORECASE)
_STOP = re.compile(r"\s*[,;.:!?)]")
_ALTERNATIVE = re.compile(
    r"\b(?:unless|otherwise|else|or|if not|instead|sonst|oder|sinon|ou)\b", re.IGNORECASE
)
_DOES = re.compile(
    r"\b(?:holds?|stays?|go(?:es)?|moves?|builds?|keeps?|los[et]s?|stands?|attacks?|retreats?|returns?)\b",
    re.IGNORECASE,
)
_OF_LOSSES = re.compile(
    r"\W*(?:(?:please|combat|always|in (?:a )?(?:battles?|fights?))\W+)*"
    r"(?:lose|losing|losses|casualties|sacrifice|verluste|verliere|pertes)\b",
    re.IGNORECASE,
)
_RANKED = re.compile(
    r"[,;]?\s*(?:and |und |et )?"
    r"(?:then|next|after|followed|finally|lastly|last|dann|danach|zuletzt|puis|ensuite)\b",
    re.IGNORECASE,
)


def with_reasons_behind(context: ReadingContext, lines: Sequence[str]) -> Sequence[str]:
    """Return the lines; reasons that would make their orders doubtful are moved after them, as comments.

    "Knights at A7 hold because he comes when he can" has no condition, and "lose Fort first because stones
    don't bleed, then Militia" is one list. A reason that names units and spaces stays where it is.
    """
    return [
        _with_reason_behind(context, line) if ends_with_its_line(line, after) else line
        for line, after in zip_longest(lines, lines[1:], fillvalue="")
    ]


def ends_with_its_line(line: str, after: str) -> bool:
    """Return whether the sentence ends with its line."""
    return not after.strip() or _ENDS.search(line.rstrip()) is not None


def _with_reason_behind(context: ReadingContext, line: str) -> str:
    if not _may_have_reason(line):
        return line
    found = next(
        (one for one in _REASON.finditer(line) if one.start() and _is_beside(context, line, one)), None
    )
    if found is None:
        return line
    order = f"{line[: found.start()]}{line[found.end() :]}"
    return f"{order.rstrip()} # {found['reason'].strip()}"


@remembered
def _may_have_reason(line: str) -> bool:
    return "#" not in line and "|" not in line and _REASON.search(line) is not None


def _is_beside(context: ReadingContext, line: str, found: re.Match[str]) -> bool:
    """Return whether a reason says nothing about the orders beside it, but would make them doubtful."""
    reason, aside = found["clause"], found["aside"] or ""
    if named_spaces(context, f"{reason} {aside}") or _ALTERNATIVE.search(reason):
        return False
    if aside and (named_units(context, aside) or _DOES.search(aside)):
        return False
    before, behind = line[: found.start()], line[found.end() :]
    if behind.strip() and not _STOP.match(behind):
        return False
    if _OF_LOSSES.match(before) and _RANKED.match(behind):
        return True
    is_case = _IN_CASE.match(found["reason"]) is not None and bool(named_spaces(context, before))
    is_case = is_case or (not behind.strip(" .!") and bool(condition_in(before)))
    return is_case or bool(doubt_in(reason) or condition_in(reason) or condition_in(aside))


def without_orders_in_reasons(clauses: Sequence[Clause], lines: Sequence[str]) -> list[Clause]:
    """Return the clauses; one that is a reason, or the rest of one on the next line, orders nothing."""
    found = list(clauses)
    for at, clause in enumerate(found):
        if clause.orders and gives_reason(clause.text):
            found[at] = replace(clause, orders=())
        if at and _is_seen(found[at - 1], clause, lines):
            found[at] = replace(clause, orders=(), is_comment=True)
        elif at and clause.orders and _goes_on(found[at - 1], clause, lines):
            found[at] = replace(clause, orders=(), doubt=clause.doubt or found[at - 1].text)
    return found


def _is_seen(before: Clause, clause: Clause, lines: Sequence[str]) -> bool:
    """Return whether *clause* goes on with what others have: "there are 4 Knights", "a Griffin in D2"."""
    if before.orders or before.is_comment or before.number != clause.number or not clause.text:
        return False
    if not _SOME_UNITS.fullmatch(clause.text) or _DOES.search(clause.text):
        return False
    line = lines[clause.number - 1]
    _, _, behind = line.partition(before.text)
    joined, found, _ = behind.partition(clause.text)
    return bool(found) and _JOINED.fullmatch(joined) is not None and _SEEN.search(before.text) is not None


def _goes_on(reason: Clause, clause: Clause, lines: Sequence[str]) -> bool:
    """Return whether *clause* begins the line below a *reason* that is not whole."""
    if reason.number + 1 != clause.number or not gives_reason(reason.text) or _ENDS.search(reason.text):
        return False
    above, below = lines[reason.number - 1].rstrip(), lines[clause.number - 1].lstrip()
    if not above.endswith(reason.text[-1:]) or not below.startswith(clause.text[:1]):
        return False
    return _GOES_ON.search(reason.text) is not None or (
        len(above) >= SHORTEST_WRAPPED and below[:1].islower()
    )
