"""Complete a support that only points at another order: "A Mar S same", "Marseilles supports order no. 1"."""

import re
from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from adjudicator.core.clauses.clause import Clause, Sense
from adjudicator.core.clauses.stops import bare
from adjudicator.core.clauses.wordings import SUPPORTS, Wordings, leads_it, of_unit
from adjudicator.core.language.corrections.order_numbers import number_before
from adjudicator.core.language.corrections.second_thoughts import begins_retraction
from adjudicator.core.languages import (
    corrected_goal,
    corrected_order,
    gives_reason,
    languages,
    numbered_orders,
    retracting,
)

MOST_LINES = 2  # from an order to "no, Vienna" below an empty line
MOST_ABOVE = 20  # orders above "make that B" that it may be about
MOST_BETWEEN = 2  # clauses, one of which is a reason
FEWEST_ALIKE = 2  # orders above for units of one name
_HOLDS = re.compile(r"\s*(?:\|\s*)?\b(?:h|holds?|stays?)$", re.IGNORECASE)  # but "Faramir leads A EEm"
_INSTEAD = re.compile(r"\b(?:instead|stattdessen|plutôt)\W*$", re.IGNORECASE)
_SUPPORT = re.compile(SUPPORTS, re.IGNORECASE)
_DESTROYS = re.compile(
    r"\W*(?:(?:and|also|then|there|it|he|she|they|will|shall) )*(?:destroys?|destr\.?) [^,;:-]{2,40}",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+")
LONGEST_END = 8  # characters of the last word and the stop
_THAT = ("it", "that", "this", "same", "ditto")
_MOVE = ("move", "attack", "advance", "march", "walk", "trip", "journey", "assault", "again")
_TOO = ("too", "also", "well", "likewise", "auch", "aussi")
_ENDS = tuple(f"{word}{stop}" for word in (*_THAT, *_MOVE, *_TOO) for stop in ("", ".", "!"))
_AT_END = re.compile(
    rf"(?<!\w)(?:{SUPPORTS})(?: (?:the )?(?:{'|'.join(_THAT)})(?: (?:{'|'.join(_MOVE)}))?"
    r"|(?: it)? (?:too|also|as well|likewise|auch|aussi))[.!]?$",
    re.IGNORECASE,
)


@cache
def _numbered() -> re.Pattern[str]:
    return re.compile(
        rf"(?P<unit>.{{2,40}}?) (?P<verb>{SUPPORTS}|leads?|leading|commands?) (?:(?:my|the) )?"
        rf"\(?(?P<order>{numbered_orders()}|\d{{1,2}})\)?(?:,? (?:also|too|as well|auch|aussi))?",
        re.IGNORECASE,
    )


def points_back(text: str) -> bool:
    """Return whether *text* ends with a support of the order before it, so that it does not go on below."""
    return text[-LONGEST_END:].casefold().endswith(_ENDS) and _AT_END.search(text) is not None


def with_references(clauses: Sequence[Clause], sense: Sense) -> list[Clause]:
    """Return the clauses; a support of the order right above, or of one named by number, is completed."""
    found = list(clauses)
    wordings = Wordings(sense)
    for at, clause in enumerate(found):
        if (replaced := _replaced_by(found, at, sense)) is not None:
            found[replaced] = replace(found[replaced], taken_back=clause.text, instead=clause.orders)
            continue
        if orders := _ordered_instead(found, at, wordings, sense):
            found[at] = replace(clause, orders=orders)
            if not found[at - 1].orders:  # a question that is answered here
                found[at - 1] = replace(found[at - 1], is_comment=True, doubt="")
            continue
        if orders := _of_line_above(found, at, wordings, sense):
            found[at] = replace(clause, orders=orders)
        elif not _is_read(clause) and _names_another(found, at, sense):
            before = _right_before(found, at)
            instead = _instead(found, at, wordings, sense)
            found[before] = replace(found[before], taken_back=clause.text, instead=instead)
    return found


def _replaced_by(clauses: Sequence[Clause], at: int, sense: Sense) -> int | None:
    """Return the order right before "E Off - Nrn instead", if several alike have orders above.

    Of units that have a name each, the later order counts in any case.
    """
    clause = clauses[at]
    if len(clause.orders) != 1 or not _INSTEAD.search(clause.text):
        return None
    unit = sense.subject(clause.orders[0])
    alike = [place for place, one in enumerate(clauses[:at]) if unit in map(sense.subject, one.orders)]
    is_right_before = len(alike) >= FEWEST_ALIKE and at - alike[-1] <= MOST_BETWEEN
    return alike[-1] if unit and is_right_before else None


def _is_read(clause: Clause) -> bool:
    return bool(clause.orders or clause.is_comment or clause.doubt or clause.other_heading)


def _of_line_above(clauses: Sequence[Clause], at: int, wordings: Wordings, sense: Sense) -> tuple[str, ...]:
    """Return the order of a text that is completed by an order above it; () for any other text."""
    clause = clauses[at]
    if orders := _destroyed_by_unit_above(clauses, at, wordings, sense):
        return orders
    if _is_read(clause):
        return ()
    if orders := _sent_elsewhere(clauses, at, wordings, sense):
        return orders
    if _names_another(clauses, at, sense):
        return ()
    text = bare(bare(clause.text).strip("()")).replace(" | ", " ").removesuffix("|").rstrip()
    said = (text, *(one.translated(text) for one in languages()))
    if any(points_back(one) or leads_it(one) for one in said):
        orders = wordings.by_order_above(text, _right_above(clauses, at))
    elif by_number := _by_number(said):
        orders = _of_number(by_number, clauses, at, wordings)
    return orders if len(orders) == 1 else ()


def _instead(clauses: Sequence[Clause], at: int, wordings: Wordings, sense: Sense) -> tuple[str, ...]:
    """Return what "no, Vienna" below an order may mean: the place where the unit goes, or another unit."""
    above = clauses[_right_before(clauses, at)]
    place = corrected_goal(clauses[at].text)[0]
    if len(above.orders) != 1:
        return ()
    found = (wordings.sent_elsewhere(above.orders[0], place), wordings.of_another(above.orders[0], place))
    return tuple(one[0] for one in found if len(one) == 1 and sense.is_lawful(one[0]))


def _destroyed_by_unit_above(
    clauses: Sequence[Clause], at: int, wordings: Wordings, sense: Sense
) -> tuple[str, ...]:
    """Return the order in "destroys Nazgul" on a line of its own, below the order of the unit."""
    clause = clauses[at]
    if clause.is_comment or clause.doubt or clause.other_heading or not _DESTROYS.fullmatch(clause.text):
        return ()
    orders = wordings.by_order_above(bare(clause.text), _right_above(clauses, at))
    return orders if len(orders) == 1 and sense.is_lawful(orders[0]) else ()


def _by_number(said: Sequence[str]) -> re.Match[str] | None:
    """Return what a text, or one of its translations, says of an order that it names by number."""
    return next(filter(None, map(_numbered().fullmatch, said)), None)


def _sent_elsewhere(clauses: Sequence[Clause], at: int, wordings: Wordings, sense: Sense) -> tuple[str, ...]:
    """Return the move of the order right before it to the place that "no wait, to B" names.

    A place alone may be a unit that goes instead, or the order may be dropped: so the player is asked. "Make
    that B" is read if no other order above may go to B, and no unit of the writer there may go instead.
    """
    up_to_it = clauses[: _right_before(clauses, at) + 1]
    lines_below = clauses[at].number - up_to_it[-1].number if up_to_it else 0
    if not up_to_it or lines_below > MOST_LINES or len(up_to_it[-1].orders) != 1:
        return ()
    text = clauses[at].text
    place, is_goal, is_made = corrected_goal(text)
    if len(sense.places(place)) != 1 or not _corrects(text) or not (is_goal or is_made):
        return ()  # "then to Fangorn" goes on
    found = _sent_to(up_to_it[-1], place, wordings, sense)
    may_be_another = is_made or lines_below
    return () if may_be_another and _may_be_another(up_to_it, place, found, wordings, sense) else found


def _sent_to(clause: Clause, place: str, wordings: Wordings, sense: Sense) -> tuple[str, ...]:
    """Return the move of the single order of *clause* to another *place*, if it is accepted."""
    if len(clause.orders) != 1 or clause.doubt or clause.other_heading:
        return ()
    orders = wordings.sent_elsewhere(clause.orders[0], place)
    return orders if len(orders) == 1 and sense.is_lawful(orders[0]) else ()


def _right_before(clauses: Sequence[Clause], at: int) -> int:
    """Return the index of the clause before *at*, passing over an empty line; -1 for the first clause."""
    return at - 2 if at > 1 and not clauses[at - 1].text else at - 1


def _corrects(text: str) -> bool:
    return _begins_correction(text) or _INSTEAD.search(text) is not None


def _begins_correction(text: str) -> bool:
    return begins_retraction(text) or retracting().behind.match(text) is not None


def _names_another(clauses: Sequence[Clause], at: int, sense: Sense) -> bool:
    """Return whether "no, Vienna" stands right below an order, to which it gives another goal or unit."""
    above, text = (clauses[_right_before(clauses, at)] if at else None), clauses[at].text
    if above is None or not 0 < clauses[at].number - above.number <= MOST_LINES or not above.orders:
        return False
    return _corrects(text) and len(sense.places(corrected_goal(text)[0])) == 1


def _may_be_another(
    above: Sequence[Clause], place: str, found: Sequence[str], wordings: Wordings, sense: Sense
) -> bool:
    """Return whether "make that B" may be about another order, or B the unit that goes instead of another."""
    units = {sense.subject(order) for order in found}
    others = (one for one in above[-MOST_ABOVE:-1] if _sent_to(one, place, wordings, sense))
    if any(sense.subject(one.orders[0]) not in units for one in others):
        return True
    replaced = wordings.of_another(above[-1].orders[0], place)
    return bool(replaced) and all(map(sense.is_lawful, replaced))


def _ordered_instead(clauses: Sequence[Clause], at: int, wordings: Wordings, sense: Sense) -> tuple[str, ...]:
    """Return the order in "no, better: C Lam - Dor" for the unit of the order right before it.

    That order may be a question instead: "C Lam - Pel? No: C Lam H".
    """
    clause, above = clauses[at], clauses[at - 1] if at else None
    is_open = not (clause.orders or clause.is_comment or clause.other_heading)
    if above is None or not is_open or clause.number - above.number > 1 or above.other_heading:
        return ()
    is_correction = _begins_correction(clause.text)
    orders = wordings.as_written(corrected_order(clause.text)) if is_correction else ()
    is_asked = above.number == clause.number and not above.orders and above.text.endswith("?")
    before = (bare(above.text.rstrip("?! ")),) if is_asked else above.orders
    units = {sense.subject(order) for order in (*before, *orders)}
    is_same = len(units) == 1 and "" not in units and len(before) == 1
    return orders if orders and is_same and sense.is_lawful(orders[0]) else ()


def _right_above(clauses: Sequence[Clause], at: int) -> str:
    """Return the single order of the clause above, on its line or the one before; "" if there is none.

    The reason for that order may be between them.
    """
    lines_between = 1
    for number in range(at - 1, max(-1, at - 1 - MOST_BETWEEN), -1):
        above = clauses[number]
        if clauses[at].number - above.number > lines_between or above.doubt:
            return ""
        if above.orders:
            return of_unit(above.orders)
        if not gives_reason(above.text):
            return ""
        lines_between = 2
    return ""


def _of_number(
    said: re.Match[str], clauses: Sequence[Clause], at: int, wordings: Wordings
) -> tuple[str, ...]:
    """Return the support of the only order that has the number."""
    digits = _DIGITS.findall(said["order"])
    fitting = [one for one in clauses if digits == [str(number_before(one.text))]]
    if len(fitting) != 1 or len(fitting[0].orders) != 1 or fitting[0].doubt or fitting[0] is clauses[at]:
        return ()
    verb = "S" if _SUPPORT.fullmatch(said["verb"]) else "leads"
    order = bare(fitting[0].orders[0])
    led = order if verb == "S" else _HOLDS.sub("", order)
    return wordings.orders(f"{said['unit']} {verb} {led}")
