"""Refuse orders that a line below takes back without ordering anything: "edit: not Krakow, it stays".

The game never picks one of two contradicting lines. A sentence takes an order back if it begins as a
correction, or if it says that all the armies of a zone stay although the order moves one of them.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.core.language.necessary import Guarded
from adjudicator.core.language.words import NotAllowed, Refusal
from adjudicator.core.languages import condition_in, gives_reason, is_closing
from adjudicator.empires.ground import ZONES, Zone, zone_name
from adjudicator.empires.language import orders
from adjudicator.empires.language.orders import ArmyOrder, Conditional, Order, RecruitItem
from adjudicator.empires.language.sentences.free_text import stays
from adjudicator.empires.language.sentences.lexicon import (
    LONGEST_STANDING,
    Word,
    heard,
    letters_of,
    word_tables,
    words_of,
)
from adjudicator.empires.language.splitting import EVERYONE_STAYS, Said
from adjudicator.empires.language.supports import SUPPORT
from adjudicator.empires.position import Position, in_zone, of_power
from adjudicator.empires.sentences import say

MOST = 20  # sentences of a message that take something back
MOST_WORDS_CANCELLED = 8  # "attack of my second army in Warsaw on Breslau please"
TWO = 2  # zones of a move
_CANCEL_BEGINS = re.compile(r"\W*(?:\w+\W+){0,3}")
TRENCH = re.compile(r"\btrench\b", re.IGNORECASE)
_PARTS = re.compile(r"[,;.]\s+")
# The letters of actions in `lexicon`, and of what their orders are about.
_ACTIONS = {"h": "H", "d": "X"}
_OF_ORDERS = frozenset("ZHXMpehdrk")  # letters of words that only orders have
_ABOUT_ACTIONS = "nwfjt"  # letters of words beside that of an action
_GOALS = "HXMpolT"  # letters of what actions are about: a second one belongs to an order
_DENIED = _ACTIONS | {letter: letter for letter in "eMpor"}


@cache
def pattern(what: str) -> Guarded:
    """Return the pattern of the table of corrections that is called *what*."""
    return Guarded("|".join(word_tables()["corrections"][what]))


class Subject(NamedTuple):
    """What an order is about: its letter in `lexicon`, and the name; "" for what needs none."""

    letter: str
    name: str


def without_contradicted(position: Position, said: Sequence[Said]) -> list[Said]:
    """Return *said*; an order that another line takes back is refused, with the words of that line."""
    said = _with_marks(said)
    words: dict[int, dict[Subject, str]] = {}
    heeded: set[int] = set()
    for at in islice(
        (at for at, one in enumerate(said) if _may_take_back(one) or _may_order_anew(one)), MOST
    ):
        meant = _meant(position, said, at)
        for place, subjects in meant.items():
            for subject in subjects:
                words.setdefault(place, {}).setdefault(subject, said[at].text)
        if meant and (
            _is_cancelled(said[at]) or _named(said[at]) <= {s for all_ in meant.values() for s in all_}
        ):
            heeded.add(at)
    found: list[Said] = []
    for place, one in enumerate(said):
        is_heeded = place in heeded and not (isinstance(one.order, Order) or one.stays)
        whole = one._replace(order=None, is_noted=True) if is_heeded else _answered(said, place)
        found += divided(one, words[place]) if place in words else [whole]
    return found


def _with_marks(said: Sequence[Said]) -> list[Said]:
    """Return *said* with "Edit" alone joined to the clause after it, if that is not an order."""
    found: list[Said] = []
    for one in said:
        above = found[-1] if found else None
        is_marked = above and above.number == one.number and pattern("marks").fullmatch(f"{above.text}:")
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
    is_marked = pattern("marks").match(one.text) or pattern("cancels").search(one.text)
    if is_marked or _actions_dropped(one.text):
        return True
    is_talk = gives_reason(one.text) or pattern("as_ordered").search(one.text) or SUPPORT.search(one.text)
    return pattern("denials").search(one.text) is not None and not (is_talk or condition_in(one.text))


def _is_change(one: Said) -> bool:
    return one.is_change and isinstance(one.order, Order)


def _meant(position: Position, said: Sequence[Said], at: int) -> dict[int, list[Subject]]:
    """Return the orders that the clause at *at* takes back, by place, each with the parts taken back."""
    one = said[at]
    if dropped := _actions_dropped(one.text):
        return _orders_of(said[:at], dropped)
    meant = _cancelled(said, at) or (_ordered_anew(position, said, at) if _may_order_anew(one) else {})
    if meant or not _may_take_back(one):
        return meant
    named = _named(one)
    is_marked = _is_change(one) or pattern("marks").match(one.text) is not None
    others: Collection[int] = range(at) if is_marked or not one.stays else range(len(said))
    if one.is_change:  # it replaces a line on file, and so does every other line after CHANGE
        others = [place for place in others if not said[place].is_change]
    found = {place: subjects for place, subjects in _about(said, named).items() if place in others}
    if is_marked:
        return found or ({} if named or isinstance(one.order, Order) else nearest_above(said, at))
    if pattern("others").search(one.text) and not one.stays:
        return {}
    ordered = {subject: ordered_of(said, subject) for subjects in found.values() for subject in subjects}
    gone = [s for s, number in ordered.items() if s.letter == "Z" and number >= standing_in(position, s.name)]
    return {
        p: kept
        for p, all_ in found.items()
        if (kept := [s for s in all_ if s in gone and _moves(said[p], s)])
    }


def _actions_dropped(text: str) -> set[Subject]:
    return _replaced_actions(text) or _denied_actions(text) or _actions_off(text)


def _denied_actions(text: str) -> set[Subject]:
    """Return the action of "So no digging after all"; none if anything else is said, such as a zone."""
    found = (pattern("no_action").match(part) for part in _PARTS.split(text))
    behind = next((one.string[one.end() :] for one in found if one), "")
    what = pattern("no_action_ends").sub("", behind.rstrip(" .!"))
    letters = letters_of(what).replace("n", "") if what else ""
    return {Subject(_DENIED[letters], "")} if letters in _DENIED else set()


def _actions_off(text: str) -> set[Subject]:
    """Return the action of "The diplomacy with Bulgaria is off"; none if anything else is said of it."""
    found = pattern("action_off").search(text)
    what = found and (found["what"] or found["what2"])
    said = words_of(pattern("no_action_ends").sub("", what)) if what else ()
    words = [word for word in said or () if word.letter not in _ABOUT_ACTIONS]
    letters, names = [word.letter for word in words], [word for word in words if word.letter in "XH"]
    if len(letters) == TWO and len(names) == 1 and set(letters) & _ACTIONS.keys():
        return {Subject(names[0].letter, names[0].said)}
    return {Subject(_DENIED[letters[0]], "")} if len(letters) == 1 and letters[0] in _DENIED else set()


def _cancelled(said: Sequence[Said], at: int) -> dict[int, list[Subject]]:
    """Return the orders above that "Cancel the attack on Breslau" means: those that fit its names best."""
    words = heard(_behind_cancel(said[at].text))
    names = {word.said for word in words if word.letter in "ZHX"}
    of_armies = any(w.letter in "mk" for w in words) and not any(w.letter in "XH" for w in words)
    kinds = {_DENIED[word.letter] for word in words if word.letter in _DENIED}
    kinds |= {"e"} if TRENCH.search(_behind_cancel(said[at].text)) else set()
    if not (names or of_armies) and len(kinds) == 1:  # "strike the missions"
        return _orders_of(said[:at], {Subject(kinds.pop(), "")})
    fits = {
        place: len(names & _names(one))
        for place, one in enumerate(said[:at])
        if not of_armies or next(army_orders(one), None)
    }
    most = max(fits.values(), default=0)
    return {
        place: list(subjects_of(said[place].order)) for place, fit in fits.items() if most and fit == most
    }


def _behind_cancel(text: str) -> str:
    found = pattern("cancels").search(text)
    return text[found.end() :] if found else ""


def _is_cancelled(one: Said) -> bool:
    """Return whether the clause only cancels an order: nothing else is in it than who stays."""
    what, *more = _PARTS.split(_behind_cancel(one.text).strip(" .!"))
    return bool(what) and len(what.split()) <= MOST_WORDS_CANCELLED and all(map(stays, more))


def _answered(said: Sequence[Said], at: int) -> Said:
    """Return the clause at *at*; if it cancels what is not in the message, with the answer to that."""
    one = said[at]
    found = pattern("cancels").search(one.text)
    if not found or isinstance(one.order, Order):
        return one
    lead = one.text[: found.start()]
    is_said = any(isinstance(other.order, Refusal) and one.text in other.order.reason for other in said[:at])
    goals = [word for word in heard(_behind_cancel(one.text)) if word.letter in _GOALS]
    if (
        is_said
        and _is_cancelled(one)
        and len(goals) <= 1
        and not {w.letter for w in heard(lead)} & _OF_ORDERS
    ):
        return one._replace(order=None, is_noted=True)
    begins = _CANCEL_BEGINS.fullmatch(lead)
    words = heard(_behind_cancel(one.text)) if begins else ()
    if not {word.letter for word in words} & _OF_ORDERS:
        return one
    if any(_is_refused_for(other, one.text, words) for other in said[:at]):
        return one._replace(order=None, is_noted=True) if _is_cancelled(one) else one
    return one._replace(order=NotAllowed(say("no_such_order_above"), say("send_sheet_without_it")))


def _is_refused_for(one: Said, text: str, words: Sequence[Word]) -> bool:
    """Return whether *one* is refused already, and *text* is why, or names the same or the same action."""
    if not isinstance(one.order, Refusal):
        return False
    return text in one.order.reason or bool(_meant_by(words) & _meant_by(heard(one.text)))


def _meant_by(words: Sequence[Word]) -> set[Subject]:
    named = {Subject(word.letter, word.said) for word in words if word.letter in "ZHX"}
    return named | {Subject(word.letter, "") for word in words if word.letter in "ehdMp"}


def _may_order_anew(one: Said) -> bool:
    is_refused = isinstance(one.order, NotAllowed) and not one.breaks and len(one.text) <= LONGEST_STANDING
    return is_refused and pattern("anew").search(one.text) is not None and not gives_reason(one.text)


def _ordered_anew(position: Position, said: Sequence[Said], at: int) -> dict[int, list[Subject]]:
    """Return the orders above for which a sentence that is refused for a doubt names others.

    "Recruit the full army in Munich, not the other way round" is about the recruits in Munich above.
    """
    words = heard(said[at].text)
    letters, zones = {w.letter for w in words}, [w.said for w in words if w.letter == "Z"]
    if letters & set("rq"):
        return _about(said[:at], {Subject("r", zone) for zone in zones})
    if not letters & set("mtk") or len(set(zones)) < TWO:
        return {}
    army = Subject("Z", zones[0])
    is_gone = ordered_of(said[:at], army) >= standing_in(position, army.name)
    found = _about(said[:at], {army}) if is_gone else {}
    return {place: subjects for place, subjects in found.items() if _moves(said[place], army)}


def _about(said: Sequence[Said], named: set[Subject]) -> dict[int, list[Subject]]:
    """Return the orders that are about what is *named*, by their place, each with the parts that are."""
    found = {place: [s for s in subjects_of(one.order) if s in named] for place, one in enumerate(said)}
    return {place: subjects for place, subjects in found.items() if subjects}


def _names(one: Said) -> set[str]:
    """Return the names in an order: of its zones, and of its technology or track."""
    goals = (zone_name(zone) for order in army_orders(one) for zone in order.path)
    return {subject.name for subject in subjects_of(one.order)} | set(goals)


def _replaced_actions(text: str) -> set[Subject]:
    """Return the actions that something else is to be done "instead of"; without a name, all of the kind."""
    found = pattern("instead_of").search(text)
    words = heard(found["what"]) if found else ()
    named = {Subject(word.letter, _name_of(word.letter, word.said)) for word in words if word.letter in "HXM"}
    kinds = {Subject(_ACTIONS[word.letter], "") for word in words if word.letter in _ACTIONS}
    return named or kinds


def _orders_of(said: Sequence[Said], actions: set[Subject]) -> dict[int, list[Subject]]:
    """Return the orders among *said* of *actions*, by their place."""
    kinds = {s.letter for s in actions if not s.name}
    named = {s for one in said for s in subjects_of(one.order) if s.letter in kinds}
    return _about(said, actions | named)


def _named(one: Said) -> set[Subject]:
    if one.stays:
        return {Subject("Z", one.stays)}
    if _is_change(one):
        return set(subjects_of(one.order))
    words = heard(pattern("marks").sub("", one.text))
    return {
        Subject(word.letter, _name_of(word.letter, word.said)) for word in words if word.letter in "ZHXMp"
    }


def _name_of(letter: str, said: str) -> str:
    return said if letter in "ZHX" else ""


def nearest_above(said: Sequence[Said], at: int) -> dict[int, list[Subject]]:
    """Return the orders of the last line above that has any."""
    above = [place for place in range(at) if list(subjects_of(said[place].order))]
    last = said[above[-1]].number if above else 0
    return {place: list(subjects_of(said[place].order)) for place in above if said[place].number == last}


def subjects_of(order: object) -> Iterator[Subject]:
    match order:
        case ArmyOrder(army=army):
            yield Subject("Z", zone_name(army.zone))
        case orders.Activate(order=ArmyOrder() as one):
            yield from subjects_of(one)
        case orders.Items(items=items) | orders.Recruit(items=items):
            yield from (Subject(kind, zone_name(item.army.zone)) for item in items for kind in "Zr")
        case Conditional():
            yield from (subject for one in order.orders for subject in subjects_of(one))
        case orders.Research(technology=name):
            yield Subject("H", name)
        case orders.Diplomacy(track=name):
            yield Subject("X", name)
        case orders.Entrench(zone=zone):
            yield from (Subject("Z", zone_name(zone)), Subject("e", zone_name(zone)))
        case orders.Missions():
            yield Subject("M", "")
        case orders.Gas(zone=zone):
            yield from (Subject("p", ""), Subject("Z", zone_name(zone)))


def army_orders(one: Said) -> Iterator[ArmyOrder]:
    for order in one.orders:
        if isinstance(order, orders.Activate) and order.order:
            yield order.order
        elif isinstance(order, ArmyOrder):
            yield order


def _moves(one: Said, subject: Subject) -> bool:
    return any(zone_name(order.army.zone) == subject.name for order in army_orders(one))


def ordered_of(said: Sequence[Said], subject: Subject) -> int:
    """Return how many armies of the zone the message orders."""
    armies = (order.army for one in said for order in army_orders(one))
    return sum(army.number for army in armies if zone_name(army.zone) == subject.name)


def standing_in(position: Position, name: str) -> int:
    zone: Zone = next(zone for zone in ZONES if zone_name(zone) == name)
    return max(1, len(of_power(in_zone(position, zone), position.power)))


def divided(one: Said, words: dict[Subject, str]) -> list[Said]:
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


def _is_of(item: RecruitItem, words: dict[Subject, str]) -> bool:
    return any(Subject(kind, zone_name(item.army.zone)) in words for kind in "Zr")
