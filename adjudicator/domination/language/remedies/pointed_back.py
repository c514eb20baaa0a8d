"""New orders that name their units only by a pronoun or a number: "the five go to F5 instead".

They are about the order above that has so many units, or about the one right above. After words that take
something back such an order counts, if it is plain which one it replaces; else both are asked about.
"""

import re
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.core.clauses import Clause
from adjudicator.core.language.corrections.changed_minds import words_of
from adjudicator.core.language.corrections.retraction_words import SORRY
from adjudicator.core.language.corrections.second_thoughts import takes_back
from adjudicator.core.languages import condition_in
from adjudicator.domination.language.grammar import bare, parse_line
from adjudicator.domination.language.legality import ReadingContext, stack_size
from adjudicator.domination.language.names_in_text import named_spaces, named_units
from adjudicator.domination.language.orders import EVERY, Build, Hold, Move
from adjudicator.domination.language.remedies.corrections import (
    SOME,
    Above,
    Corrected,
    is_in_doubt,
    orders_above,
    release,
)
from adjudicator.domination.language.sentences.lexicon import lexicon
from adjudicator.domination.language.sentences.prose_moves import ALONG, LIKEWISE, THERE
from adjudicator.domination.language.space_numbers import with_ids

MOST = 6  # such texts of a message
LONGEST = 200  # characters of one
_SPACE = r"[a-z]\d{1,2}"
_NUMBERS = r"\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|zwei|drei|vier|fünf|deux|trois|quatre|cinq"
_BEGINS = (
    r"(?:^|[,;:.!–-]\s*|\b(?:so|and|but|then|please|thoughts?|reflection|actually|h+m+|wait|no"
    r"|sorry|oops|und|also|et|alors|nein|doch|non|finalement) )"
    r"(?:(?:so|and|but|then|please|ok(?:ay)?|now|rather|better|instead|i(?:['’]d)?|we|will|would|shall|und|also|bitte"
    r"|et|alors|no|wait)[, ]+)*"
)
_WHO = (
    rf"(?P<who>(?:the|those|these|all|die|diese|les|ces)(?: of the| the| of those| of them)?"
    rf" (?P<many>{_NUMBERS})"
    r"(?: of (?:them|those))?"
    r"(?: (?P<kind>(?!back|over|home|down|into|onto|towards|rather|instead|there|from|with|will|should|must"
    r"|shall|could|would|come|comes|goes|move|moves|march|retreat|return|attack|head|heads|nach|vers|lieber|geh|zieh)"
    r"[^\W\d_]{4,}))?"
    rf"|all (?P<all>{_NUMBERS}) of (?:them|those)|both of them|they|them|those|these|it|him|her|he|she"
    r"|sie|ihn|die|ils|elles|il|elle|les|le|la)"
)
_GOES = (
    r"(?:(?:can|could|should|shall|will|must|had|would|all|both|just|now|rather|better|sollen|gehen)[ ]+)*"
    r"(?:go(?:es)?|comes?|moves?|march(?:es)?|fl(?:y|ies)|rides?|heads?|retreats?|returns?|attacks?|advances?"
    r"|falls? back|geh(?:t|en)|zieh(?:t|en)|vont|va)"
    r"(?: (?:back|over|home|up|down|on|instead|rather|lieber|doch|plutôt))*"
)
_SENT = (
    r"(?:(?:i(?:['’]ll| will)?|we|let me|let['’]s) )?(?:send|sends|sent|move|moves|put|puts|place|bring|take"
    r"|march|pull|order|have|let|build|raise|recruit|want|schick\w*|setz\w*|stell\w*|envoie\w*|envoyez|mets|mettez)"
)
_WHERE = (
    r" ?(?:->?|>)? ?(?:(?:back|over|home|up|down|rather|instead|go|move|be|come)(?: |$))*"
    rf"(?:(?:to|into|onto|towards?|at|in|on|against|for|nach|in|auf|vers|à|en) )?(?P<goal>{_SPACE})"
)
_BEHIND = (
    r"(?:,? (?:instead|then|please|after all|rather|now|again|too|as well|this turn|of course|lieber"
    r"|stattdessen|bitte|plutôt|svp)"
    r"|,? (?:in order )?to (?!(?:[a-z]\d))[a-z]+\b[^,;.:!?\d]{0,40}"
    r"|,? (?:where|since|because|as|that|which|weil|denn|parce que|car)\b[^;.:!?]{0,70})*[\s.!)]*$"
)
_PATTERNS = (
    re.compile(f"{_BEGINS}{_WHO} {_GOES}{_WHERE}{_BEHIND}", re.IGNORECASE),
    re.compile(f"{_BEGINS}{_SENT} {_WHO}{_WHERE}{_BEHIND}", re.IGNORECASE),
)
_STAYS = re.compile(  # only after what takes back, too
    rf"{_BEGINS}{_WHO} (?:(?:all|both|just|simply|rather|better|will|should|shall|must|had) )*"
    rf"{words_of('stays')}"
    r"(?: (?:put|there|here|home|at home|in place|where (?:it|he|she|they) (?:is|are|stands?)))*"
    rf"(?: (?:at|in|on|auf|à|en) (?P<goal>{_SPACE}))?{_BEHIND}",
    re.IGNORECASE,
)
_ALL_THERE = re.compile(rf"all {_SPACE} holds", re.IGNORECASE)  # is read in "He stays in A12"
_PRONOUN = re.compile(
    r"\W*(?:(?:so|and|but|then) )*(?:he|she|it|they|er|sie|il|elle|ils|elles)\b", re.IGNORECASE
)
_ELLIPTIC = re.compile(  # only after what takes back: "no, to F6 then"
    r"(?:^|[,;:.!–-]\s*)(?:(?:rather|better|so|and|then|instead|but|lieber|plutôt)[, ]+)*"
    r"(?P<make>(?:make|change) (?:it|that|them|this) )?(?:to |into |nach |vers )?"
    rf"(?P<goal>{_SPACE})(?(make)|(?= (?:then|instead|rather|after all|it is|lieber|stattdessen|plutôt)\b))"
    rf"(?: it is)?{_BEHIND}",
    re.IGNORECASE,
)
_INSTEAD = re.compile(
    r"\b(?:instead|after all|rather|lieber|stattdessen|doch|plutôt|finalement)\b", re.IGNORECASE
)
_HESITATES = re.compile(
    r"\W*(?:h+m+|oh|ah|oops|ups|no+|nope|wait|actually|sorry|nein|halt|moment|quatsch|non|euh|attends)\b",
    re.IGNORECASE,
)
_HANGS = re.compile(  # a mail program broke the line after it
    r"\b(?:send|sends|move|put|place|bring|take|march|have|let|make|build|raise|recruit|and|so|then|to|that)$",
    re.IGNORECASE,
)
_TO_ABOVE = re.compile(rf" - (?:{THERE}|{LIKEWISE}|{ALONG})$")
_SINGLE = frozenset(("it", "him", "her", "he", "she", "ihn", "il", "elle", "le", "la"))
_OF_BUILDS = re.compile(
    r"\b(?:put|place|have|build|raise|recruit|want|be|setz\w*|stell\w*|mets|mettez)\b", re.IGNORECASE
)


class _Said(NamedTuple):
    """What such a text says: how many units of which kind, and where they go."""

    many: int  # 0 for a pronoun
    is_single: bool
    kind: str
    goal: str  # "" for the space where they are
    is_elliptic: bool
    spaces: frozenset[str]  # that the text names besides
    kinds: frozenset[str]
    stays: bool = False


def with_pointed_back(context: ReadingContext, corrected: Corrected) -> Corrected:
    """Return the clauses with such texts as orders, or in doubt together with the orders they may replace."""
    clauses, places = list(corrected.clauses), {*corrected.places}
    if not any(one.orders for one in clauses):
        return corrected
    unread = (at for at, one in enumerate(clauses) if at and at not in places and _may_point(one))
    found = ((at, _said(context, _whole_text(clauses, at))) for at in unread)
    for at, said in islice(((at, said) for at, said in found if said), MOST):
        mark = _mark(clauses, at)
        if (said.is_elliptic or said.stays) and mark is None:
            continue
        if builds := _builds_meant(context, clauses, at, said):
            moved = _elsewhere(context, clauses, builds, said)
            _rebuild(clauses, at, moved, builds, mark)
        elif old := _meant(context, clauses, at, said):
            places |= _replace(clauses, at, said, old, mark)
    return Corrected(clauses, frozenset(places))


def _may_point(clause: Clause) -> bool:
    is_all = len(clause.orders) == 1 and _ALL_THERE.fullmatch(clause.orders[0]) is not None
    is_open = not clause.orders or (is_all and _PRONOUN.match(clause.text) is not None)
    is_text = bool(clause.text) and is_open and not clause.is_comment
    return is_text and len(clause.text) <= LONGEST and not clause.text.endswith("?")


def _whole_text(clauses: Sequence[Clause], at: int) -> str:
    """Return the text of the clause at *at*, after that of the line above if its sentence begins there."""
    above, clause = clauses[at - 1], clauses[at]
    is_begun = above.number + 1 == clause.number and not above.orders and _HANGS.search(above.text)
    return f"{above.text} {clause.text}" if is_begun else clause.text


def _said(context: ReadingContext, text: str) -> _Said | None:
    plain = with_ids(context, text)
    found = next((one for pattern in _PATTERNS if (one := pattern.search(plain))), None)
    stays = None if found else _STAYS.search(plain)
    elliptic = None if found or stays else _ELLIPTIC.search(plain)
    match = found or stays or elliptic
    if match is None or condition_in(_INSTEAD.sub("", plain[: match.start()])) or _names_own(plain, match):
        return None
    before = plain[: match.start()]
    goal = (match["goal"] or "").upper()
    spaces = frozenset(named_spaces(context, before)) - {goal}
    others = frozenset(named_units(context, before))
    if elliptic:
        return _Said(0, False, "", goal, is_elliptic=True, spaces=spaces, kinds=others)
    kinds = named_units(context, match["kind"] or "")
    if match["kind"] and not kinds:
        return None
    number = match["many"] or match["all"] or ("two" if match["who"].casefold().startswith("both") else "")
    words = lexicon(context.data).words
    many = int(number) if number.isdigit() else int(words[number.casefold()].said) if number else 0
    is_single = match["who"].casefold() in _SINGLE
    kind = kinds[0] if kinds else ""
    is_hold = stays is not None
    return _Said(many, is_single, kind, goal, is_elliptic=False, spaces=spaces, kinds=others, stays=is_hold)


def _names_own(text: str, match: re.Match[str]) -> bool:
    """Return whether another space than the goal is in or after the order itself."""
    spaces = {one.upper() for one in re.findall(rf"\b{_SPACE}\b", text[match.start() :], re.IGNORECASE)}
    return bool(spaces - {(match["goal"] or "").upper()})


def _mark(clauses: Sequence[Clause], at: int) -> str | None:
    """Return the words that take something back before *at* in its paragraph or in it, None for none."""
    text = clauses[at].text
    if takes_back(text) or _INSTEAD.search(text) or _HESITATES.match(text):
        return text
    for one in reversed(clauses[:at]):
        if not one.text or one.orders:
            return None
        if takes_back(one.text) or SORRY.fullmatch(one.text) or _HESITATES.match(one.text):
            return one.text
    return None


def _builds_meant(context: ReadingContext, clauses: Sequence[Clause], at: int, said: _Said) -> list[int]:
    """Return the clauses of the builds on the nearest line above with orders, if *said* may be about them."""
    is_of_builds = _OF_BUILDS.search(_whole_text(clauses, at)) is not None
    is_of_builds = is_of_builds and not (said.is_elliptic or said.stays)
    if not is_of_builds or said.goal not in context.ground.titles:
        return []
    found = [(one, _build(context, clauses[one])) for one in _on_line_above(clauses, at)]
    builds = [(one, build) for one, build in found if build is not None]
    counts = {part.count for _, build in builds for part in build.units}
    is_meant = len(builds) == len(found) and (not said.many or said.many in counts)
    return [one for one, _ in builds] if is_meant else []


def _on_line_above(clauses: Sequence[Clause], at: int) -> list[int]:
    """Return the clauses with orders on the nearest line above that has any."""
    last = next((one for one in range(at - 1, -1, -1) if clauses[one].orders), None)
    if last is None:
        return []
    near = [one for one in range(last + 1) if clauses[one].number == clauses[last].number]
    return [one for one in near if clauses[one].orders]


def _build(context: ReadingContext, clause: Clause) -> Build | None:
    """Return the only order of the clause, if it is a build; headings do not count."""
    parsed = [parse_line(context.data, bare(text)) for text in clause.orders]
    orders = [one.order for one in parsed if one and one.order]
    return orders[0] if len(orders) == 1 and isinstance(orders[0], Build) else None


def _rebuild(clauses: list[Clause], at: int, moved: str, builds: Sequence[int], mark: str | None) -> None:
    """Put "put them in Aldgate instead" in the place of the only build above, or ask about all of them."""
    for one in builds:
        text = mark or clauses[at].text
        clauses[one] = replace(clauses[one], taken_back=clauses[one].taken_back or text)
    if moved and mark is not None and not is_in_doubt(clauses, at):
        clauses[at] = replace(clauses[at], orders=(moved,), doubt="", taken_back="", sentence="")
    else:
        doubt = clauses[at].doubt or clauses[builds[-1]].text
        clauses[at] = replace(clauses[at], doubt=doubt, sentence=moved)


def _elsewhere(context: ReadingContext, clauses: Sequence[Clause], builds: Sequence[int], said: _Said) -> str:
    """Return the only build in the city of *said*; "" if there are several, or if it builds the rest."""
    build = _build(context, clauses[builds[0]]) if len(builds) == 1 else None
    if build is None or build.rest or len(build.places) != 1 or len(build.units) != 1:
        return ""
    [part] = build.units
    return f"build {part.count} {part.kind} {said.goal}"


def _meant(context: ReadingContext, clauses: Sequence[Clause], at: int, said: _Said) -> list[Above]:
    """Return the moves and holds above that *said* may be about, the nearest last."""
    known = [_with_goal(clause) for clause in clauses[:at]]
    above = [one for one in orders_above(context, known, at) if one.kind and said.kind in ("", one.kind)]
    if said.stays:
        above = [one for one in above if isinstance(one.order, Move) and said.goal in ("", one.space)]
    if said.spaces:
        above = [one for one in above if said.spaces & {one.space, *_goal(one)}]
    if said.many:
        return [one for one in above if said.many == _number(context, one)]
    nearest = _nearest(clauses, at, above)
    if said.is_elliptic:
        moves = [one for one in nearest if isinstance(one.order, Move)]
        is_here = bool(moves) and clauses[moves[-1].at].number == clauses[at].number
        return moves[-1:] if is_here and moves[-1] == nearest[-1] else moves
    return [one for one in nearest if (_number(context, one) == 1) == said.is_single]


def _with_goal(clause: Clause) -> Clause:
    """Return the clause; for "the griffin goes there" it is enough to know which units are meant."""
    orders = tuple(_TO_ABOVE.sub(" holds", order) for order in clause.orders)
    return clause if orders == clause.orders else replace(clause, orders=orders)


def _nearest(clauses: Sequence[Clause], at: int, above: Sequence[Above]) -> Sequence[Above]:
    """Return the orders above on the line of the clause at *at*, or else those of the paragraph above."""
    here = [one for one in above if clauses[one.at].number == clauses[at].number]
    if here or not above:
        return here
    gaps = [one for one in range(above[-1].at) if not clauses[one].text]
    return [one for one in above if one.at > max(gaps, default=-1)]


def _number(context: ReadingContext, one: Above) -> int:
    return stack_size(context, one.kind, one.space) if one.number == EVERY else one.number


def _replace(clauses: list[Clause], at: int, said: _Said, old: Sequence[Above], mark: str | None) -> set[int]:
    """Put the order that *said* gives in the place of the only one of *old*, or ask about all of them."""
    one, text = old[-1], clauses[at].text
    if all(isinstance(other.order, Hold) if said.stays else _goes_there(other, said.goal) for other in old):
        return set()
    is_plain = len(old) == 1 and one.number != SOME and (said.stays or said.goal != one.space)
    is_sure = not said.kinds or one.kind in said.kinds
    count = "all" if one.number == EVERY else str(one.number)
    end = "holds" if said.stays else f"- {said.goal}"
    order = f"{count} {one.kind} {one.space} {end}" if is_plain else ""
    if order and is_sure and mark is not None and not is_in_doubt(clauses, at):
        if mark == text:  # it names the order that it takes back
            release(clauses, text)
        taken = clauses[one.at].taken_back or mark
        clauses[one.at] = replace(clauses[one.at], taken_back=taken)
        clauses[at] = replace(clauses[at], orders=(order,), doubt="", taken_back="", sentence="")
        return {at}
    for other in old if mark is not None else old[-1:]:
        clauses[other.at] = replace(clauses[other.at], taken_back=clauses[other.at].taken_back or text)
    doubt = clauses[at].doubt or clauses[one.at].text
    clauses[at] = replace(clauses[at], doubt=doubt, sentence=order)
    return set()


def _goes_there(one: Above, goal: str) -> bool:
    return goal in _goal(one)


def _goal(one: Above) -> tuple[str, ...]:
    return one.order.way[-1:] if isinstance(one.order, Move) else ()
