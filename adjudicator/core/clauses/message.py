"""Split a whole message into clauses, and apply what some of them say about others."""

import re
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import pairwise, zip_longest

from msgspec.structs import replace

from adjudicator.core.clauses.choices import with_choices
from adjudicator.core.clauses.clause import Clause, Sense
from adjudicator.core.clauses.denials import without_denied
from adjudicator.core.clauses.doubts import doubted, is_rest
from adjudicator.core.clauses.joining import MOST_JOINED, Joiner
from adjudicator.core.clauses.listed_below import with_listed
from adjudicator.core.clauses.pointing import HOLDS, with_questions
from adjudicator.core.clauses.references import with_references
from adjudicator.core.clauses.stops import WORDS, bare
from adjudicator.core.clauses.tables import with_lines
from adjudicator.core.clauses.units_named import NAMELESS, SHORTEST_NAME, places_named, units_named
from adjudicator.core.clauses.wordings import LONGEST, Wordings, points_at_a_place
from adjudicator.core.language.corrections.second_thoughts import (
    Spoken,
    heads_its_line,
    taken_back,
    takes_back,
    they_stay,
)
from adjudicator.core.language.corrections.withdrawing import unit_withdrawn
from adjudicator.core.language.words import clean
from adjudicator.core.languages import corrected_goal, is_closing, is_greeting, is_left_open

MOST_WORDS_BEFORE_A_POWER = 2  # its name included, where a sentence is about a power
_MAY_TAKE_BACK = re.compile(  # a removal, or what takes an order back
    r"\W*(?:(?:and|so|then|oh|please|i|i'll|ok(?:ay)?|no)[,.! ]+)*"
    r"(?:scrap|scratch|strike|delete|cancel|drop|undo|withdraw)s? (?:the |my )?[^,;:>()-]+$",
    re.IGNORECASE,
)
_SENDS_IT = re.compile(  # "cancel Rome and move it to Venice instead"
    r"\b(?:move|send|take|bring) (?:it|him|her|them|that one)\b", re.IGNORECASE
)
_ADJUSTS = re.compile(
    r"(?:build|remove|disband) (?:(?:an?|the) )?(?:(?:army|fleet|cavalry|[acfp]) (?:(?:in|at) )?)?",
    re.IGNORECASE,
)
_ITEM = re.compile(r"(?:[-*+]|\(?\d{1,2}[.)])\s")
_ENDS = re.compile(r"[.?!:]$")
_THAT_ONE = re.compile(
    r"(?:(?:and|but|please|just|or) )*(?:(?:leave|keep|hold) (?:that|this) (?:one|unit|army|fleet)\b"
    r"|(?:that|this|the same) (?:one|unit|army|fleet) (?:just |also |too )*"
    r"(?:holds?|stays?|goes|moves?|remains?)\b"
    r"|(?:(?:so|then|therefore|now),? )*(?:the|my) (?:army|fleet|unit|garrison) there "
    r"(?:(?:just|simply|also) )*(?:holds?|stays?|remains?|goes|moves?|supports?|attacks?)\b"
    r"|(?:the|my) other(?: (?:one|army|fleet|unit))?,? "
    r"(?:(?:comes?|goes|enters?|moves?|arrives?|appears?)(?: in)? )?"
    r"(?:in|at|to|into|on) (?:the )?(?-i:[A-Z])[^,;:]{2,30}$"
    r"|(?:leave|keep) (?:that|this|it)(?: (?:as (?:it )?is|there|unchanged|where it is))?[.!]*$)",
    re.IGNORECASE,
)
_WORDS_OF_NUMBERS = "two|three|four|five|six|seven|eight|nine|ten|both|zwei|drei|vier|beide|deux|trois|quatre"
_A_NUMBER = re.compile(  # in words, or after a comma: a figure alone numbers the lines below it
    rf"(?:^|[,;&]\s*|\b(?:and|und|et) )(?:{_WORDS_OF_NUMBERS}|another|all|the (?:other|two))$"
    r"|(?:[,;&]\s*|\b(?:and|und|et) )(?:an?|one|\d{1,2})$",
    re.IGNORECASE,
)
_IN_BRACKETS = re.compile(r"(?<=\S)\s+\[([^\[\]()]{3,200})\]")
_ALONE_IN_BRACKETS = re.compile(r"\s*[(\[](?P<text>[^\[\]()]{3,200})[)\]]\s*")
_PLURAL = re.compile(r"\b(?:armies|fleets|riders|horses|ships|troops|men|both|two|three)\b", re.IGNORECASE)
_STOP_BETWEEN = re.compile(r"[.?!]")


def cut(lines: Sequence[str], sense: Sense) -> list[Clause]:
    """Return the clauses of *lines* in order. An empty line is a clause without words."""
    joiner = Joiner(sense)
    clauses = list(joiner.clauses(with_lines(list(map(_with_round_brackets, lines)))))
    joined = _without_retractions(with_references(with_listed(clauses, sense), sense), sense)
    together = with_choices(_said_together(joined, sense), sense)
    return _with_headings(with_questions(together, sense), joiner.headings)


def _with_round_brackets(line: str) -> str:
    """Return *line* with a remark in square brackets in round ones, in which remarks are expected.

    "(scrap the above)" on a line of its own is no remark.
    """
    alone = _ALONE_IN_BRACKETS.fullmatch(line)
    if alone and takes_back(alone["text"]):
        return alone["text"]
    return _IN_BRACKETS.sub(r" (\1)", line) if "[" in line else line


def _said_together(joined: list[Clause], sense: Sense) -> list[Clause]:
    """Return the clauses with what some of them say of others."""
    clauses = [_asked_which(one) for one in _with_rests(without_denied(joined, sense), sense)]
    are_orders = all(one.orders or not one.text for one in clauses)
    are_carried = any(sense.carried.match(one.orders[0]) for one in clauses if one.orders)
    if are_orders and not (are_carried or any(heads_its_line(one.text, is_order=True) for one in clauses)):
        return clauses
    for place, sentence in taken_back([_spoken(one, sense) for one in _unwrapped(clauses)]).items():
        known = clauses[place].instead or _goes_elsewhere(clauses[place], sentence, sense)
        instead = _holds(clauses[place], sense) if they_stay(sentence) else known
        clauses[place] = replace(clauses[place], taken_back=sentence, instead=instead)
    return _with_sentences(_without_forgotten(clauses, sense))


def _holds(clause: Clause, sense: Sense) -> tuple[str, ...]:
    """Return that each unit of the clause holds."""
    units = dict.fromkeys(filter(None, map(sense.subject, clause.orders)))
    return tuple(f"{unit.strip()} H" for unit in units)


def _goes_elsewhere(clause: Clause, sentence: str, sense: Sense) -> tuple[str, ...]:
    """Return the order of the clause with the place that *sentence*, "no wait, Vienna", probably means."""
    place = corrected_goal(sentence)[0]
    if len(clause.orders) != 1 or len(sense.places(place)) != 1:
        return ()
    order = clause.orders[0]
    if adjusted := _ADJUSTS.match(order):
        orders: Sequence[str] = (f"{adjusted[0]}{place}",)
    else:
        orders = Wordings(sense).sent_elsewhere(order, place)
    return tuple(orders) if len(orders) == 1 and sense.is_lawful(orders[0]) else ()


def _without_forgotten(clauses: list[Clause], sense: Sense) -> list[Clause]:
    """Return the clauses; after "Forget Moscow" an order is doubtful if no order above is taken back.

    Moscow may be a build of an earlier message, which would still count.
    """
    is_known = False
    for at, clause in enumerate(clauses):
        is_known = is_known or bool(clause.taken_back)
        if clause.forgotten and not is_known and any(map(sense.carried.match, clause.orders)):
            clauses[at] = replace(clause, doubt=clause.forgotten, beside=clause.orders)
    return clauses


def _unwrapped(clauses: Sequence[Clause]) -> Iterator[Clause]:
    """Yield the clauses; one that ends in the middle of a sentence also has the text of the next line."""
    for clause, after in zip_longest(clauses, clauses[1:]):
        is_open = not (clause.orders or clause.is_comment) and is_left_open(clause.text)
        if is_open and after and after.number == clause.number + 1 and not after.orders:
            yield replace(clause, text=f"{clause.text} {after.text}")
        else:
            yield clause


def _with_headings(clauses: list[Clause], headings: dict[int, str]) -> list[Clause]:
    """Return the clauses; the first of a line gets back the heading before it."""
    for at, clause in enumerate(clauses):
        if heading := headings.pop(clause.number, ""):
            clauses[at] = replace(clause, text=f"{heading}{clause.text}")
    return clauses


def _without_retractions(clauses: list[Clause], sense: Sense) -> list[Clause]:
    """Return the clauses; "Scrap the army in Rome" is not an order if that is not a legal removal.

    Nor is it one if the army has an order above: whether that is repeated or taken back is not clear.
    """
    for at, clause in enumerate(clauses):
        is_withdrawal = any(map(unit_withdrawn, clause.orders))
        is_taking_back = _MAY_TAKE_BACK.match(clause.text) and not _SENDS_IT.search(clause.text)
        if not clause.orders or is_withdrawal or not is_taking_back:
            continue
        units = set(map(sense.subject, clause.orders)) - {""}
        above = {sense.subject(order) for one in clauses[:at] for order in one.orders}
        if units & above or not all(map(sense.is_lawful, clause.orders)):
            clauses[at] = replace(clause, orders=())
    return clauses


def is_order_as_written(line: str, sense: Sense) -> bool:
    """Return whether *line*, read alone, is one order as written, without a doubt about it."""
    clauses = cut([line], sense)
    text = clean(line)
    if len(clauses) != 1 or doubted(clauses[0]) or clauses[0].is_comment or clauses[0].text != text:
        return False
    return clauses[0].orders == (bare(text),)


def _spoken(clause: Clause, sense: Sense) -> Spoken:
    units = partial(_units, clause, sense)
    return Spoken(
        clause.number,
        clause.text,
        is_order=bool(clause.orders),
        is_comment=clause.is_comment,
        units=units,
        unlawful=lambda: frozenset(sense.subject(one) for one in clause.orders if not sense.is_lawful(one)),
        stacks=lambda: units() | frozenset(map(sense.first_place, clause.orders)) - {""},
        named=lambda: tuple(units_named(clause.text, sense)),
        names_a_place=partial(_names_a_place, clause, sense),
        places=cache(partial(_places, clause, sense)),
        is_of_only_unit=bool(sense.only_unit),
        holds=bool(clause.orders) and all(map(HOLDS.fullmatch, clause.orders)),
        are_several=len(clause.orders) > 1 or _PLURAL.search(clause.text) is not None,
        adjusts=bool(clause.orders) and all(map(sense.carried.match, clause.orders)),
        is_of_other=lambda: any(sense.is_other(word) for word in _first_words(clause.text)),
    )


def _units(clause: Clause, sense: Sense) -> frozenset[str]:
    return frozenset(map(sense.subject, clause.orders)) - {""}


def _names_a_place(clause: Clause, sense: Sense) -> bool:
    words = WORDS.findall(clause.text)
    is_named = any(word not in NAMELESS and sense.is_name(word) for word in words)
    return is_named or (sense.drops_names and bool(sense.first_place(clause.text)))


def _places(clause: Clause, sense: Sense) -> frozenset[str]:
    is_order = bool(clause.orders)
    texts = clause.orders or (clause.text,)
    return frozenset(place for text in texts for place in places_named(text, sense, is_order=is_order))


def _first_words(text: str) -> list[str]:
    """Return the words of *text* that may be the power that it is about; an abbreviation may be a unit."""
    return [word for word in WORDS.findall(text)[:MOST_WORDS_BEFORE_A_POWER] if len(word) > SHORTEST_NAME]


def _with_rests(clauses: list[Clause], sense: Sense) -> list[Clause]:
    """Return the clauses; if the continuation of one on the next line cannot be read, it is not an order."""
    for at, clause in enumerate(clauses):
        if at and clause.orders and _is_counted_above(clauses[at - 1], clause):
            clauses[at] = replace(clause, orders=(), doubt=clause.doubt or clauses[at - 1].text)
        if not at or clause.is_comment or clause.doubt:
            continue
        is_cut = _cuts_a_name(clauses[at - 1].text, clause.text, sense)
        if not is_cut and (clause.orders or not is_rest(clause.text, sense)):
            continue
        line = clauses[at - 1].number
        above = [one for one in range(at) if clauses[one].number == line and clauses[one].text]
        if line + 1 != clause.number or not above or _STOP_BETWEEN.search(clauses[at - 1].text[-1:]):
            continue
        for one in (one for one in (*above, at) if clauses[one].orders):
            clauses[one] = replace(clauses[one], orders=(), doubt=clauses[one].doubt or clause.text)
    return clauses


def _is_counted_above(above: Clause, clause: Clause) -> bool:
    """Return whether a mail program broke the line after a number: "two", "Knights in Fenbridge"."""
    return above.number + 1 == clause.number and not above.orders and _A_NUMBER.search(above.text) is not None


def _cuts_a_name(above: str, text: str, sense: Sense) -> bool:
    """Return whether a mail program broke the line inside a name: "over the High", "Pass to Old Ford"."""
    last, first = above.split()[-1:], text.split()[:1]
    if not (last and first and last[0][:1].isupper() and first[0][:1].isupper()):
        return False
    if len(first[0].strip(".,;:!?")) < SHORTEST_NAME:
        return False
    return sense.is_name(f"{last[0]} {first[0].strip('.,;:!?')}")


def _asked_which(clause: Clause) -> Clause:
    """Return the clause; "leave that one" is doubtful: the unit is on another line, perhaps a quoted one."""
    is_pointing = not (clause.orders or clause.is_comment) and _THAT_ONE.match(clause.text)
    return replace(clause, doubt=clause.doubt or clause.text) if is_pointing else clause


def _with_sentences(clauses: list[Clause]) -> list[Clause]:
    """Return the clauses; one that is not an order and continues below gets the whole sentence."""
    goes_on = [_goes_on(before, after) for before, after in pairwise(clauses)]
    for at in range(len(clauses) - 1):
        if not goes_on[at]:
            continue
        most = min(at + MOST_JOINED, len(goes_on))
        last = next((end for end in range(at, most) if not goes_on[end]), most)
        sentence = " ".join(one.text for one in clauses[at : last + 1])
        if len(sentence) <= LONGEST and sentence != clauses[at].text:
            clauses[at] = replace(clauses[at], sentence=sentence)
    for at in range(1, len(clauses)):
        above, here = clauses[at - 1], clauses[at]
        if points_at_a_place(here.text) and _is_unread(above) and _is_unread(here) and not here.sentence:
            clauses[at] = replace(here, sentence=f"{above.text}. {here.text}"[:LONGEST])
    return clauses


def _goes_on(before: Clause, after: Clause) -> bool:
    """Return whether *before* is not an order, and continues with *after* on the next line."""
    is_next = after.number == before.number + 1 and _ENDS.search(before.text) is None
    is_next = is_next and _ITEM.match(after.text) is None
    return is_next and _is_unread(before) and _is_unread(after)


def _is_unread(clause: Clause) -> bool:
    if not clause.text or clause.orders or clause.is_comment or clause.other_heading:
        return False
    return not (is_greeting(clause.text) or is_closing(clause.text))
