"""Find orders that the text beside them contradicts or limits.

A move is taken back by "He stays at home" after it. Losses in general are in doubt beside a place that may
limit them, or beside a unit that may be the rest of their list.
"""

import re
from collections.abc import Callable, Sequence
from itertools import islice

from msgspec.structs import replace

from adjudicator.core.clauses import Clause
from adjudicator.core.language.corrections.changed_minds import words_of
from adjudicator.core.languages import is_greeting, says_nothing

MOST = 20  # clauses of a message that say "instead"
MOST_ABOVE = 40  # clauses among which the order is looked for that one of them replaces
_LOSSES = re.compile(r"(?:lose|keep) ")  # not "at E7: lose"
_THERE = re.compile(r"at [a-z]\d{1,2}: ", re.IGNORECASE)
_EVERYWHERE = re.compile(
    r"\b(?:everywhere|elsewhere|anywhere|always|wherever|general(?:ly)?|otherwise|overall|überall|sonst|immer"
    r"|partout|ailleurs|toujours)\b",
    re.IGNORECASE,
)
_JOINED = re.compile(r"\b(?:and|but|und|aber|et|mais)\b", re.IGNORECASE)
_RANKS = re.compile(r"\b(?:first|then|next|second|zuerst|dann|danach|abord|puis|ensuite)\b", re.IGNORECASE)
_OF_LOSSES = re.compile(
    r"\b(?:los[est]|casualt|sacrific|spend|keep|kept|protect|spare|verl|opfer|schon|perd|pert|garde|sacrifi)",
    re.IGNORECASE,
)
_SPACE_AND_COLON = re.compile(r"[^:]{,40}\b[a-z]\d{1,2}\b[^:]{,20}:", re.IGNORECASE)
_PLACE_AT_THE_END = re.compile(  # "and at A7": of what is on the next line
    r"(?:^|[,;:.] ?|\b(?:and|but|und|aber|et|mais) )(?:at|in|on|for|near|auf|bei|à|en)(?: the)? "
    r"[^\W_]\w*(?: [^\W\d_]+)?[:,]?$",
    re.IGNORECASE,
)
_UNIT_AND_SPACE = re.compile(  # without a number: "Knight A7", the rest of a list or a build
    r"\W*(?:(?:and|then|or|und|et) )*[^\W\d_]+(?: [^\W\d_]+)?\W+(?:(?:and|at|in|on) )*[a-z]\d{1,2}\W*",
    re.IGNORECASE,
)
_NOT_WHOLE = re.compile(r"(?:,|\b(?:then|and|before|und|dann|et|puis))\s*$", re.IGNORECASE)
_NEXT_OF_LIST = re.compile(  # "then Griffin", "and the Knights last."
    r"\W*(?:(?:and|then|finally|next|lastly|und|dann|et|puis)\W+)+"
    r"(?:the |my )?[^\W\d_]+(?: last| then| at last)*\W*"
    r"|(?:fort|fortifications?|tokens?|militia|knights?|griffins?|ogres?|wizards?|dragons?|harp(?:y|ies)"
    r"|catapults?)(?: last| at last)?\W*",
    re.IGNORECASE,
)
_SHORT_WORD = re.compile(
    r"(?!(?:ok|so|and|well|oh|hm+|yes|please|pls|then|also|now|thanks|thx|ps)\b)[^\W\d_]{2,8}\.?",
    re.IGNORECASE,
)
_INSTEAD = re.compile(r",? ?\b(?:instead|stattdessen|plutôt)\b", re.IGNORECASE)
_CONDITION = re.compile(r"(?:if [^:]*|else): ?", re.IGNORECASE)
_TEST = re.compile(r"\W*(?:if|when|should|wenn|falls|si)\b[^,:]*[,:]\s*(?P<order>.+)", re.IGNORECASE)
_STAYS = re.compile(
    r"\W*(?:(?:so|and|but|no|then|instead|rather|better)\W+)*(?:he|she|it|they) "
    r"(?:(?:just|rather|better|will|shall|should|must|had|both|all) )*"
    rf"{words_of('stays')}"
    r"(?: (?:put|home|at home|here|back|where (?:it|he|she|they) (?:is|are|stands?)|instead|after all))+\W*",
    re.IGNORECASE,
)


def with_contradictions(clauses: Sequence[Clause], stack: Callable[[str], str]) -> list[Clause]:
    """Return the clauses; a move that prose after it on its line contradicts is taken back.

    *stack* gives the first space of an order.
    """
    found = list(clauses)
    for at, clause in enumerate(found):
        if any(map(_LOSSES.match, clause.orders)):
            doubt = _limit(found, at) or _place_beside(found, at, stack)
            found[at] = replace(clause, doubt=clause.doubt or doubt)
        elif len(clause.orders) == 1 and _UNIT_AND_SPACE.fullmatch(clause.text):
            found[at] = replace(clause, doubt=clause.doubt or _number_before(found, at))
        elif len(clause.orders) > 1 and all(map(_THERE.match, clause.orders)):
            found[at] = replace(clause, doubt=clause.doubt or _other_place_beside(found, at))
        elif any(" - " in order for order in clause.orders) and not clause.taken_back:
            found[at] = replace(clause, taken_back=_contradiction(found, at))
    marked = (at for at, clause in enumerate(found) if _INSTEAD.search(clause.text))
    for at in islice(marked, MOST):
        if order := _order_behind_a_test(found[at]):
            _ask_about_both(found, at, stack(order), stack)
    return found


def _number_before(clauses: Sequence[Clause], at: int) -> str:
    """Return the one unread word before "M E15" on its line, which may say how many: "bal.", "rem"."""
    before, clause = clauses[at - 1] if at else None, clauses[at]
    if before is None or before.number != clause.number or before.orders or before.is_comment:
        return ""
    is_word = _SHORT_WORD.fullmatch(before.text) is not None
    return before.text if is_word and not (says_nothing(before.text) or is_greeting(before.text)) else ""


def _order_behind_a_test(clause: Clause) -> str:
    """Return the order of "if 6 enemy at C12: 3K H9 holds", also of one that could not be read."""
    if clause.orders:
        is_tested = _CONDITION.match(clause.orders[0])
        return _CONDITION.sub("", clause.orders[0]) if is_tested else ""
    found = _TEST.match(clause.text)
    return found["order"] if found else ""


def _ask_about_both(clauses: list[Clause], at: int, space: str, stack: Callable[[str], str]) -> None:
    """Doubt "if 6 enemy at C12: 3K H9 holds instead" and the order of *space* above, which comes first."""
    clause = clauses[at]
    for above in range(at - 1, max(at - 1 - MOST_ABOVE, -1), -1):
        orders = clauses[above].orders
        if orders and not any(map(_CONDITION.match, orders)) and space in map(stack, orders):
            both = f"{_INSTEAD.sub('', clause.text).rstrip(' .')}, otherwise {orders[0]}"
            clauses[above] = replace(clauses[above], taken_back=clause.text)
            clauses[at] = replace(
                clause, doubt=clauses[above].text, sentence=both if len(orders) == 1 else ""
            )
            return


def _limit(clauses: Sequence[Clause], at: int) -> str:
    """Return the text beside the losses at *at* that may be about their place or the rest of them."""
    return _label(clauses, at) or _place_above(clauses, at) or _rest_of_list(clauses, at)


def _place_above(clauses: Sequence[Clause], at: int) -> str:
    """Return the unread end of the line above if it names a place: "and at A7", "in Aldgate"."""
    above = clauses[at - 1] if at else None
    if above is None or above.orders or above.is_comment or above.number != clauses[at].number - 1:
        return ""
    return above.text if _PLACE_AT_THE_END.search(above.text) else ""


def _place_beside(clauses: Sequence[Clause], at: int, stack: Callable[[str], str]) -> str:
    """Return the losses of one place, or the beginning of a list, whose sentence has those at *at*.

    They may be for that place, too, or be the rest of that list.
    """
    before, clause = clauses[at - 1] if at else None, clauses[at]
    if before is None or before.number != clause.number or before.is_comment:
        return ""
    if clause.text[:1].isupper() or _EVERYWHERE.search(clause.text):  # another sentence, or no place
        return ""
    if before.orders:
        return before.text if any(map(_THERE.match, before.orders)) else ""
    is_of_place = _OF_LOSSES.search(before.text) and stack(before.text)
    return before.text if is_of_place or _RANKS.search(before.text) else ""


def _other_place_beside(clauses: Sequence[Clause], at: int) -> str:
    """Return "at C11 lose militia" before "at C12 lose knights, keep griffins": the last may be of both."""
    before, clause = clauses[at - 1] if at else None, clauses[at]
    if before is None or before.number != clause.number or _JOINED.search(clause.text):
        return ""
    return before.text if any(map(_THERE.match, before.orders)) else ""


def _rest_of_list(clauses: Sequence[Clause], at: int) -> str:
    """Return what may be the rest of losses: "lose Militia, Knight A7", or "Griffin" on the next line.

    A list that ends with "then" or "and" is not whole, whatever is below it.
    """
    behind = next(iter(clauses[at + 1 : at + 2]), None)
    is_below = behind is not None and behind.number == clauses[at].number + 1 and not behind.orders
    if _NOT_WHOLE.search(clauses[at].text):
        return clauses[at].text
    if behind and is_below and _NEXT_OF_LIST.fullmatch(behind.text) and not behind.is_comment:
        return behind.text
    is_beside = behind is not None and behind.number == clauses[at].number
    return behind.text if behind and is_beside and _UNIT_AND_SPACE.fullmatch(behind.text) else ""


def _label(clauses: Sequence[Clause], at: int) -> str:
    """Return "RED in E7:" if the line of a clause begins with it, "" if it does not, or if it was read."""
    number = clauses[at].number
    first = next(clause for clause in clauses if clause.number == number)
    found = None if first.orders else _SPACE_AND_COLON.match(first.text)
    return found[0] if found else ""


def _contradiction(clauses: Sequence[Clause], at: int) -> str:
    """Return the prose that contradicts the order at *at*, "" for none; the next order ends the search."""
    for behind in clauses[at + 1 :]:
        if behind.orders or behind.number != clauses[at].number:
            break
        if _STAYS.fullmatch(behind.text):
            return behind.text
    return ""
