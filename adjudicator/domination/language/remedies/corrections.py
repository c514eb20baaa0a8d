"""Corrections of single orders further down: "forget the Griffin at A3, it stays at A3".

The order above is not accepted. The new one is, if it is plain: it must name the unit and its space, exactly
one order above must be for them, and the correction must say a whole way or that the units hold.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.core.clauses import Clause
from adjudicator.core.language.corrections.changed_minds import words_of
from adjudicator.core.language.corrections.retraction_words import INSTEAD, LEAD, OTHERWISE, TAKES_BACK
from adjudicator.core.languages import condition_in
from adjudicator.domination.language.grammar import bare, parse_line
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.names_in_text import named_spaces, named_units
from adjudicator.domination.language.orders import EVERY, Build, Hold, Move
from adjudicator.domination.language.space_numbers import with_ids
from adjudicator.domination.language.vocabulary import vocabulary

MOST = 8  # corrections of a message
SOME = -2
NEAR = 2  # clauses on both sides that may be the condition of a correction
LONGEST = 200  # characters of one
_SPACE = r"[a-z]\d{1,2}"
_FORGET = re.compile(rf"{TAKES_BACK}\W*", re.IGNORECASE)
_STAYS = (
    rf"{words_of('stays')}(?: (?:put|there|here|home|where (?:it|they) (?:is|are))"
    rf"| (?:at|in|on) (?P<at>{_SPACE}))*"
)
_GOES = (
    r"(?:go|goes|come|comes|moves?|march|marches|fly|flies|retreats?|returns?|attacks?|advances?)"
    r"(?: back| over| home)*(?: from)?"
    rf"(?P<way>\s*(?:(?:->?|to|into)\s*)?{_SPACE}(?:\s*(?:->?|to)\s*{_SPACE})*)"
)
_DOES = rf"(?:(?:will|shall|should|must|now|rather|better|just|instead) )*(?:{_STAYS}|{_GOES})"
_ASIDE = r"(?:,? (?:instead|please|sorry|thanks|thank you|i (?:nearly|almost) forgot|after all|now))*"
_THEY_DO = (
    rf"(?:instead,? )?(?:(?P<who>it|they|he|she)|(?:all|both)(?: (?P<many>\d{{1,2}}))? of (?P<them>them)) "
    rf"{_DOES}{_ASIDE}\W*"
)
_LEFT = re.compile(  # after "the Knights on B4:"
    rf"{LEAD}(?:leave|keep|hold) (?:it|them|him|her|those|that)"
    r"(?: (?:there|put|home|at home|back|where (?:it|they) (?:is|are)|as (?:it|they) (?:is|are)|in place"
    r"|in reserve|after all|please|instead))*\W*",
    re.IGNORECASE,
)
_STAYS_AFTER_ALL = re.compile(
    r"(?=\W*(?:no|wait|sorry|oh|oops|hm+|actually|correction|on second thoughts?)\b)"
    rf"{LEAD}(?:(?:leave|keep) (?P<stack>(?:the |my |both |all )[^,;:]+?)"
    r" (?:put|there|at home|in place|where (?:it|he|she|they) (?:is|are|stands?))"
    rf"|(?P<stack2>(?:the |my |both |all )[^,;:]+?) (?:(?:will|should|shall) )?{words_of('stays')}"
    r"(?: (?:put|there|at home|in place|where (?:it|he|she|they) (?:is|are|stands?)))?)"
    rf"{_ASIDE}\W*",
    re.IGNORECASE,
)
_THEY = re.compile(rf"{LEAD}{_THEY_DO}", re.IGNORECASE)
_BOTH = re.compile(rf"{TAKES_BACK}\s*[,;:.–-]+\s*(?:and |but )?{_THEY_DO}", re.IGNORECASE)
_OLD = r"(?P<old>holding|staying|waiting|moving|going|attacking)"
_INSTEAD_OF = re.compile(
    rf"{LEAD}(?P<stack>(?:the|my) [^,;:]+?) {_DOES} instead(?: of {_OLD})?{_ASIDE}\W*", re.IGNORECASE
)
_SAYS_NO = (
    r"(?=\W*(?:no|nope|wait|sorry|oh|oops|hm+|actually|correction|nein|halt|moment|non|pardon"
    r"|on second thoughts?)\b)"
)
_NO = re.compile(_SAYS_NO, re.IGNORECASE)
_KIND_GOES = re.compile(  # "No, Knight to B14 too", of the nearest Knight above
    rf"{_SAYS_NO}{LEAD}(?:(?:nein|halt|moment|non|pardon|lieber|doch)[,.! ]+)*(?:the |my |der |le )?"
    r"(?P<kind>[^\W\d_]{3,}(?: [^\W\d_]{4,})??)"
    r"(?: (?:should|shall|must|will|better|rather|had better|ought to|lieber|besser|doch|plutôt))*"
    r"(?: (?:go|goes|move|moves|march|marches|fly|flies|geht|zieht|va))?"
    rf" ?(?:->?|to|into|nach|vers) ?(?P<goal>{_SPACE})"
    r"(?:,? (?:too|also|as well|instead|rather|then|of course|please|after all|auch|lieber|aussi))*\W*",
    re.IGNORECASE,
)
_SCRAPS_BUILDS = re.compile(
    r"\b(?:scrap|scratch|forget|cancel|drop|ignore|delete|strike|undo|belay|replace|change)"
    r" (?:about )?(?:that|this|the|my|those|these) (?:last )?(?P<many>builds|purchases|build|purchase)\b",
    re.IGNORECASE,
)
_BEGINS_WITH_GOAL = re.compile(r"\s*(?:->?|to|into)\s*", re.IGNORECASE)
_ANOTHER_NUMBER = re.compile(
    r"\b(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|half|some|both|most|other|others|rest|last"
    r"|second|first|and|or|not|except|but|if|unless|all)\b",
    re.IGNORECASE,
)
_NAME = re.compile(rf"\b{_SPACE}\b", re.IGNORECASE)


class Above(NamedTuple):
    """A plain order above: where its clause is, and whose units it moves or holds."""

    at: int
    order: Move | Hold
    kind: str
    space: str
    number: int  # EVERY for all, SOME if the order is not plain


class Corrected(NamedTuple):
    """The clauses of a message, and the places of those that are new orders for units above."""

    clauses: list[Clause]
    places: frozenset[int]


def with_corrections(context: ReadingContext, clauses: Sequence[Clause]) -> Corrected:
    """Return the clauses with plain corrections as orders; the orders that they replace are taken back."""
    found = list(clauses)
    places: set[int] = set()
    for at in islice((at for at, one in enumerate(clauses) if _may_correct(one)), MOST):
        text = with_ids(context, clauses[at].text)
        if forgotten := None if clauses[at].orders else _FORGET.fullmatch(clauses[at].text):
            places |= _forget(context, found, at, forgotten["stack"])
        elif switched := None if clauses[at].orders else _KIND_GOES.fullmatch(text):
            places |= _switch(context, found, at, switched)
        elif kept := _STAYS_AFTER_ALL.fullmatch(text):
            places |= _stay(context, found, at, kept["stack"] or kept["stack2"])
        elif changed := _BOTH.fullmatch(text) or _INSTEAD_OF.fullmatch(text):
            places |= _change(context, found, at, changed)
        elif (left := _left_behind(clauses, at)) is not None:
            places |= _leave(context, found, at, left)
    return Corrected(_with_builds_taken_back(context, found), frozenset(places))


def _with_builds_taken_back(context: ReadingContext, clauses: list[Clause]) -> list[Clause]:
    """Return the clauses; "scrap that build" takes back the builds above it, and nothing else."""
    said = ((at, _SCRAPS_BUILDS.search(one.text)) for at, one in enumerate(clauses) if not one.orders)
    for at, found in islice(((at, found) for at, found in said if found), MOST):
        builds = [one for one in range(at) if builds_in(context, clauses[one])]
        if not builds:
            continue
        release(clauses, clauses[at].text)
        last = clauses[builds[-1]].number
        is_of_all = found["many"].casefold().endswith("s")
        for one in builds:
            if is_of_all or clauses[one].number == last:
                taken = clauses[one].taken_back or clauses[at].text
                clauses[one] = replace(clauses[one], taken_back=taken)
    return clauses


def _switch(context: ReadingContext, clauses: list[Clause], at: int, said: re.Match[str]) -> set[int]:
    """Make "no, Knight to B14 too" the order of the Knight that was ordered last above it, if one is."""
    kinds = named_units(context, said["kind"])
    above = [one for one in orders_above(context, clauses, at) if [one.kind] == [*kinds]]
    old = above[-1] if above else None
    if old is None or old.number != 1 or old.space == said["goal"].upper() or is_in_doubt(clauses, at):
        return set()
    is_near = clauses[old.at].number >= clauses[at].number - 1
    if not is_near or sum(clauses[one.at].number == clauses[old.at].number for one in above) > 1:
        return set()
    take_back_alone(clauses, clauses[at].text, old)
    order = f"1 {old.kind} {old.space} - {said['goal'].upper()}"
    clauses[at] = replace(clauses[at], orders=(order,), doubt="", taken_back="", sentence="")
    return {at}


def _may_correct(clause: Clause) -> bool:
    if clause.is_comment or len(clause.text) > LONGEST:
        return False
    is_stack = bool(clause.orders) and clause.text.endswith(":")
    is_told = _FORGET.match(clause.text) is not None or _STAYS_AFTER_ALL.match(clause.text) is not None
    is_told = is_told or _NO.match(clause.text) is not None
    return is_stack or is_told or "instead" in clause.text.casefold()


def _left_behind(clauses: Sequence[Clause], at: int) -> str | None:
    """Return "no, leave them there" if it follows the stack at *at*: "the Knights on B4:"."""
    behind = next(iter(clauses[at + 1 : at + 2]), None)
    if behind is None or behind.number != clauses[at].number or not clauses[at].text.endswith(":"):
        return None
    return behind.text if _LEFT.fullmatch(behind.text) else None


def _leave(context: ReadingContext, clauses: list[Clause], at: int, left: str) -> set[int]:
    """Make "the Knights on B4: no, leave them there" a hold in place of the order of the Knights."""
    old = _plain(context, clauses, at, clauses[at].text)
    if old is None:
        _ask(context, clauses, at, clauses[at].text)
        return set()
    take_back_alone(clauses, left, old)
    hold = f"{'all' if old.number == EVERY else old.number} {old.kind} {old.space} holds"
    clauses[at] = replace(clauses[at], orders=(hold,), doubt="", taken_back="", sentence="")
    clauses[at + 1] = replace(clauses[at + 1], is_comment=True)
    return {at}


def _stay(context: ReadingContext, clauses: list[Clause], at: int, stack: str) -> set[int]:
    """Make "no wait, leave the Griffin on F6 where it is" a hold in place of the order of the Griffin."""
    old = _plain(context, clauses, at, stack)
    if old is None:
        return set()
    take_back_alone(clauses, clauses[at].text, old)
    hold = f"{'all' if old.number == EVERY else old.number} {old.kind} {old.space} holds"
    clauses[at] = replace(clauses[at], orders=(hold,), doubt="", taken_back="", sentence="")
    return {at}


def _forget(context: ReadingContext, clauses: list[Clause], at: int, stack: str) -> set[int]:
    """Take back the orders of *stack*; the next clause on the line gives the new one if it is plain."""
    is_followed = clauses[at + 1 : at + 2] and clauses[at + 1].number == clauses[at].number
    said = _THEY.fullmatch(with_ids(context, clauses[at + 1].text)) if is_followed else None
    old = _plain(context, clauses, at, stack)
    order = _new_order(old, said) if old and said else ""
    if not (old and order):
        _ask(context, clauses, at, stack)
        return set()
    take_back_alone(clauses, clauses[at].text, old)
    clauses[at] = replace(clauses[at], is_comment=True)
    clauses[at + 1] = replace(clauses[at + 1], orders=(order,), doubt="", taken_back="", sentence="")
    return {at + 1}


def _change(context: ReadingContext, clauses: list[Clause], at: int, said: re.Match[str]) -> set[int]:
    """Make "the Griffin at C5 comes to A7 instead of holding" the order of the Griffin."""
    old = _plain(context, clauses, at, said["stack"])
    order = _new_order(old, said) if old and _is_as_said(old, said.groupdict().get("old")) else ""
    if not (old and order):
        if above := _ask(context, clauses, at, said["stack"]):
            clauses[at] = replace(clauses[at], doubt=clauses[at].doubt or clauses[above[0].at].text)
        return set()
    take_back_alone(clauses, clauses[at].text, old)
    clauses[at] = replace(clauses[at], orders=(order,), doubt="", taken_back="", sentence="")
    return {at}


def _ask(context: ReadingContext, clauses: list[Clause], at: int, stack: str) -> list[Above]:
    """Take back all orders above that a correction which is not plain may mean, and return them."""
    kinds, spaces = named_units(context, stack), named_spaces(context, stack)
    above = [one for one in orders_above(context, clauses, at) if one.space in spaces]
    above = [one for one in above if not one.kind or one.kind in kinds]
    builds = [place for place in range(at) if _builds(context, clauses[place], kinds, spaces)]
    for place in (*(one.at for one in above), *builds):
        clauses[place] = replace(clauses[place], taken_back=clauses[at].text)
    return above


def builds_in(context: ReadingContext, clause: Clause) -> list[Build]:
    parsed = (parse_line(context.data, bare(order)) for order in clause.orders)
    return [one.order for one in parsed if one and isinstance(one.order, Build)]


def _builds(context: ReadingContext, clause: Clause, kinds: Sequence[str], spaces: Sequence[str]) -> bool:
    """Return whether a clause builds one of *kinds* at one of *spaces*: "cancel the Griffin at C5"."""
    return any(
        {part.kind for part in build.units} & {*kinds} and {*build.places} & {*spaces}
        for build in builds_in(context, clause)
    )


def release(clauses: list[Clause], text: str) -> None:
    """Let the orders stand that only *text* took back."""
    for place, clause in enumerate(clauses):
        if clause.taken_back == text:
            clauses[place] = replace(clause, taken_back="")


def take_back_alone(clauses: list[Clause], text: str, old: Above) -> None:
    """Take back *old* alone of the orders that *text* may have meant."""
    release(clauses, text)
    clauses[old.at] = replace(clauses[old.at], taken_back=text)


def orders_above(context: ReadingContext, clauses: Sequence[Clause], at: int) -> list[Above]:
    return [one for place in range(at) for one in _orders(context, clauses[place], place)]


def orders_in(context: ReadingContext, clause: Clause, place: int) -> list[Above]:
    """Return the moves and holds of the clause at *place*, one for each kind of units."""
    return [*_orders(context, clause, place)]


def _orders(context: ReadingContext, clause: Clause, place: int) -> Iterator[Above]:
    for text in clause.orders:
        parsed = parse_line(context.data, bare(text))
        match parsed.order if parsed else None:
            case Move(units=units, origin=space) | Hold(units=units, place=space) as order:
                is_plain = parsed and len(clause.orders) == len(units) == 1
                is_plain = is_plain and parsed and not (parsed.has_condition or parsed.is_else)
                for part in units:
                    yield Above(place, order, part.kind, space, part.count if is_plain else SOME)


def _plain(context: ReadingContext, clauses: Sequence[Clause], at: int, stack: str) -> Above | None:
    """Return the only order above if it is plain that *stack* means all its units."""
    kinds, spaces = named_units(context, stack), named_spaces(context, stack)
    if len(kinds) != 1 or len(spaces) not in (1, 2) or is_in_doubt(clauses, at):
        return None
    above = [one for one in orders_above(context, clauses, at) if one.space == spaces[0]]
    above = [one for one in above if one.kind in (kinds[0], "")]
    if len(above) != 1 or above[0].number == SOME or _ANOTHER_NUMBER.search(_NAME.sub("", stack)):
        return None
    goal = above[0].order.way[-1] if isinstance(above[0].order, Move) else above[0].space
    if spaces[1:] not in ([], [goal]):
        return None
    units = vocabulary(context.data).units
    words = re.findall(r"[^\W\d_]+", stack.casefold())
    is_many = any(word.endswith("s") and units.get(word) == kinds[0] for word in words)
    return above[0] if above[0].kind and is_many == (above[0].number != 1) else None


def is_in_doubt(clauses: Sequence[Clause], at: int) -> bool:
    """Return whether the text beside a correction, or above it, may be its condition or a question."""
    near = clauses[max(at - NEAR, 0) : at + NEAR + 1]
    beside = [one for one in near if one.number == clauses[at].number]
    above = [one for one in clauses[:at] if one.number == clauses[at].number - 1 and not one.orders]
    texts = [one.text for one in (*above, *beside)]
    return any("?" in text or condition_in(INSTEAD.sub("", text)) or OTHERWISE.search(text) for text in texts)


def _is_as_said(old: Above, said: str | None) -> bool:
    is_hold = (said or "").casefold() in ("holding", "staying", "waiting")
    return said is None or is_hold == isinstance(old.order, Hold)


def _new_order(old: Above, said: re.Match[str]) -> str:
    """Return the order that *said* gives the units of *old*; "" if it names another space as theirs."""
    words = said.groupdict()
    who = words.get("who") or words.get("them")
    if who and (who.casefold() in ("they", "them")) != (old.number != 1):
        return ""
    if (many := words.get("many")) and old.number not in (int(many), EVERY):
        return ""
    count = "all " if old.number == EVERY else f"{old.number} "
    if not said["way"]:
        is_there = (said["at"] or old.space).upper() == old.space
        return f"{count}{old.kind} {old.space} holds" if is_there else ""
    way = [space.upper() for space in _NAME.findall(said["way"])]
    is_whole = way[0] == old.space
    if len(way) > 1 and not is_whole and not _BEGINS_WITH_GOAL.match(said["way"]):
        return ""
    way = way[1:] if is_whole else way
    return f"{count}{old.kind} {' - '.join((old.space, *way))}" if way and old.space not in way else ""
