"""Refuse orders that a line below takes back without ordering anything: "edit: not Krakow, it stays".

The game never picks one of two contradicting lines. A sentence takes an order back if it begins as a
correction, or if it says that all the armies of a zone stay although the order moves one of them.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.core.languages import condition_in, gives_reason, is_closing
from adjudicator.core.words import NotAllowed, Refusal
from adjudicator.empires.ground import ZONES, Zone, zone_name
from adjudicator.empires.language import orders
from adjudicator.empires.language.lexicon import LONGEST_STANDING, heard
from adjudicator.empires.language.orders import ArmyOrder, Conditional, Order, RecruitItem
from adjudicator.empires.language.splitting import EVERYONE_STAYS, Said
from adjudicator.empires.language.supports import SUPPORT
from adjudicator.empires.position import Position, in_zone, of_power
from adjudicator.empires.sentences import say

MOST = 20  # sentences of a message that take something back
_MARK = re.compile(
    r"\W*(?:p\.?p?\.?s\b\W*)?(?:edit(?:ed|ing)?|correct(?:ion|ed|ing)|updated?|errat(?:um|a)|amend(?:ment|ed|ing)|"
    r"korrektur|berichtigung|nachtrag|rectificatif|change[ds]?|changing)\b(?!\s+(?:nothing|anything|hands))\s*[^\w\s]",
    re.IGNORECASE,
)
_VERB = r"(?:move|go|march|attack|advance|leave|budge|be\s+activated|take\s+part)"
_DENIES = re.compile(
    rf"^\W*(?:and\s+|but\s+|so\s+|please\s+)*(?:no|not|without|except)\b|\b(?:do(?:es)?|should|shall|will|must|is|are|can)"
    rf"(?:n['\u2019]?t|\s+not)\s+(?:to\s+)?(?:(?:actually|really|yet)\s+)?{_VERB}|"
    r"\b(?:stays?|staying|remains?|stands?\s+still|leave|keep|cancel|scrap|drop|skip|undo|bleibt|bleiben|reste)\b",
    re.IGNORECASE,
)
_INSTEAD_OF = re.compile(  # "entrench in Warsaw instead of the research": an action, not a zone
    r"\b(?:instead\s+of|rather\s+than|in\s+place\s+of|anstelle|statt|au\s+lieu\s+de)\b(?P<what>[^.;:!?]*)",
    re.IGNORECASE,
)
_AS_ORDERED = re.compile(
    r"\b(?:as\s+(?:above|before|ordered|written|planned|it\s+is\s+written)|unchanged|as\s+well\s+as|i\s+hope|"
    r"hopefully|in\s+touch)\b|\?\s*$",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"\b(?:other|others|second|2nd|rest|remaining|third|3rd|zweite|andere[rn]?|autre)\b", re.IGNORECASE
)


_ACTIONS = {"h": "H", "d": "X"}  # the letters of "research" and "diplomacy", and of what they name


class _Subject(NamedTuple):
    """What an order is about: its letter in `lexicon`, and the name; "" for what needs none."""

    letter: str
    name: str


def without_contradicted(position: Position, said: Sequence[Said]) -> list[Said]:
    """Return *said*; an order that another line takes back is refused, with the words of that line."""
    said = _with_marks(said)
    words: dict[int, dict[_Subject, str]] = {}
    heeded: set[int] = set()
    for at in islice((at for at, one in enumerate(said) if _may_take_back(one)), MOST):
        meant = _meant(position, said, at)
        for place, subjects in meant.items():
            for subject in subjects:
                words.setdefault(place, {}).setdefault(subject, said[at].text)
        if meant and _named(said[at]) <= {subject for subjects in meant.values() for subject in subjects}:
            heeded.add(at)
    found: list[Said] = []
    for place, one in enumerate(said):
        is_heeded = place in heeded and not (isinstance(one.order, Order) or one.stays)
        whole = one._replace(order=None, is_noted=True) if is_heeded else one
        found += _divided(one, words[place]) if place in words else [whole]
    return found


def _with_marks(said: Sequence[Said]) -> list[Said]:
    """Return *said* with "Edit" alone joined to the clause behind it, if that is no order."""
    found: list[Said] = []
    for one in said:
        above = found[-1] if found else None
        is_marked = above and above.number == one.number and _MARK.fullmatch(f"{above.text}:")
        if above and is_marked and above.order is None and not isinstance(one.order, Order):
            found[-1] = one._replace(text=f"{above.text}: {one.text}", is_noted=False)
        else:
            found.append(one)
    return found


def _may_take_back(one: Said) -> bool:
    is_unread = isinstance(one.order, Refusal) or (one.order is None and not one.is_noted)
    if not 1 < len(one.text) <= LONGEST_STANDING or is_closing(one.text):
        return False
    if _is_change(one) or (one.stays and one.stays != EVERYONE_STAYS):
        return True
    if not is_unread or one.breaks:
        return False
    if _MARK.match(one.text) or _replaced_actions(one.text):
        return True
    is_talk = gives_reason(one.text) or _AS_ORDERED.search(one.text) or SUPPORT.search(one.text)
    return _DENIES.search(one.text) is not None and not (is_talk or condition_in(one.text))


def _is_change(one: Said) -> bool:
    return one.is_change and isinstance(one.order, Order)


def _meant(position: Position, said: Sequence[Said], at: int) -> dict[int, list[_Subject]]:
    """Return the orders that the clause at *at* takes back, by their place, with what of each."""
    one = said[at]
    if replaced := _replaced_actions(one.text):
        return _orders_of(said[:at], replaced)
    named = _named(one)
    is_marked = _is_change(one) or _MARK.match(one.text) is not None
    others = range(at) if is_marked or not one.stays else range(len(said))
    found = {place: [s for s in _subjects(said[place].order) if s in named] for place in others}
    found = {place: subjects for place, subjects in found.items() if subjects}
    if is_marked:
        return found or ({} if named or isinstance(one.order, Order) else _nearest(said, at))
    if _OTHERS.search(one.text) and not one.stays:
        return {}
    ordered = {subject: _ordered(said, subject) for subjects in found.values() for subject in subjects}
    gone = [s for s, number in ordered.items() if s.letter == "Z" and number >= _standing(position, s.name)]
    return {
        p: kept
        for p, all_ in found.items()
        if (kept := [s for s in all_ if s in gone and _moves(said[p], s)])
    }


def _replaced_actions(text: str) -> set[_Subject]:
    """Return the actions that something else is to be done "instead of"; without a name, all of the kind."""
    found = _INSTEAD_OF.search(text)
    words = heard(found["what"]) if found else ()
    named = {
        _Subject(word.letter, _name_of(word.letter, word.said)) for word in words if word.letter in "HXM"
    }
    kinds = {_Subject(_ACTIONS[word.letter], "") for word in words if word.letter in _ACTIONS}
    return named or kinds


def _orders_of(said: Sequence[Said], actions: set[_Subject]) -> dict[int, list[_Subject]]:
    """Return the orders among *said* of *actions*, by their place."""
    found = {
        place: [s for s in _subjects(one.order) if s in actions or _Subject(s.letter, "") in actions]
        for place, one in enumerate(said)
    }
    return {place: subjects for place, subjects in found.items() if subjects}


def _named(one: Said) -> set[_Subject]:
    if one.stays:
        return {_Subject("Z", one.stays)}
    if _is_change(one):
        return set(_subjects(one.order))
    words = heard(_MARK.sub("", one.text))
    return {
        _Subject(word.letter, _name_of(word.letter, word.said)) for word in words if word.letter in "ZHXMp"
    }


def _name_of(letter: str, said: str) -> str:
    return said if letter in "ZHX" else ""


def _nearest(said: Sequence[Said], at: int) -> dict[int, list[_Subject]]:
    """Return the orders of the last line above that has any."""
    above = [place for place in range(at) if list(_subjects(said[place].order))]
    last = said[above[-1]].number if above else 0
    return {place: list(_subjects(said[place].order)) for place in above if said[place].number == last}


def _subjects(order: object) -> Iterator[_Subject]:
    match order:
        case ArmyOrder(army=army):
            yield _Subject("Z", zone_name(army.zone))
        case orders.Activate(order=ArmyOrder() as one):
            yield from _subjects(one)
        case orders.Items(items=items) | orders.Recruit(items=items):
            yield from (_Subject("Z", zone_name(item.army.zone)) for item in items)
        case Conditional():
            yield from (subject for one in order.orders for subject in _subjects(one))
        case orders.Research(technology=name):
            yield _Subject("H", name)
        case orders.Diplomacy(track=name):
            yield _Subject("X", name)
        case orders.Entrench(zone=zone):
            yield _Subject("Z", zone_name(zone))
        case orders.Missions():
            yield _Subject("M", "")
        case orders.Gas(zone=zone):
            yield from (_Subject("p", ""), _Subject("Z", zone_name(zone)))


def _army_orders(one: Said) -> Iterator[ArmyOrder]:
    for order in one.orders:
        if isinstance(order, orders.Activate) and order.order:
            yield order.order
        elif isinstance(order, ArmyOrder):
            yield order


def _moves(one: Said, subject: _Subject) -> bool:
    return any(zone_name(order.army.zone) == subject.name for order in _army_orders(one))


def _ordered(said: Sequence[Said], subject: _Subject) -> int:
    """Return how many armies of the zone the message orders."""
    armies = (order.army for one in said for order in _army_orders(one))
    return sum(army.number for army in armies if zone_name(army.zone) == subject.name)


def _standing(position: Position, name: str) -> int:
    zone: Zone = next(zone for zone in ZONES if zone_name(zone) == name)
    return max(1, len(of_power(in_zone(position, zone), position.power)))


def _divided(one: Said, words: dict[_Subject, str]) -> list[Said]:
    """Return a clause without what is taken back, and the refusal of that."""
    fault = NotAllowed(
        say("you_take_this_back", text=next(iter(words.values()))), say("send_it_again_if_you_want_it")
    )
    refused = one._replace(order=fault)
    match one.order:
        case orders.Activate(order=ArmyOrder()) as heading:
            return [one._replace(order=replace(heading, order=None)), refused]
        case orders.Recruit(items=items) | orders.Items(items=items) if len(items) > 1:
            kept = tuple(item for item in items if not _is_of(item, words))
            return [one._replace(order=replace(one.order, items=kept)), refused] if kept else [refused]
        case _:
            return [refused]


def _is_of(item: RecruitItem, words: dict[_Subject, str]) -> bool:
    return _Subject("Z", zone_name(item.army.zone)) in words
