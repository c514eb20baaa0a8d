"""Put orders in doubt that a later sentence contradicts, although that sentence is not understood itself.

"Please don't move Italy, move Romania" and "gas takes too long, I'd rather spend that action on recruits" do
not say plainly what is taken back, but the order above them is no longer meant as it stands. A line that
says the same again, or is only talk, changes nothing.
"""

import re
from collections.abc import Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from adjudicator.core.language.corrections.changed_minds import (
    is_hope,
    lets_be,
    number_before,
    numbers_replaced,
    prefers,
    says_otherwise,
    says_stays,
)
from adjudicator.core.language.corrections.second_thoughts import begins_retraction
from adjudicator.core.language.words import Refusal
from adjudicator.core.languages import condition_in, gives_reason, is_closing
from adjudicator.empires.ground import zone_name
from adjudicator.empires.language.orders import ArmyOrder, Order
from adjudicator.empires.language.remedies.corrections import (
    TRENCH,
    Subject,
    army_orders,
    divided,
    ordered_of,
    pattern,
    standing_in,
    subjects_of,
)
from adjudicator.empires.language.sentences.lexicon import LONGEST_STANDING, Word, heard
from adjudicator.empires.language.splitting import Said
from adjudicator.empires.position import Position, of_power

GAS = "Gas"  # a technology, and the use of it
MOST = 20  # sentences of a message that are compared with the orders above
MOST_BEFORE = 2  # unread clauses before one, that may say what it is about
_PARTS = re.compile(r"[,;.!]+\s+|\s+#\s*")
_BEHIND_A_SENTENCE = re.compile(r"[.!?]+\s+(?P<behind>\S.*)")
MOST_WORDS_OF_A_CORRECTION = 10
_IT_IS = re.compile(
    r"\b(?:it is|it['’]s|make (?:it|that)|instead|rather|lieber|stattdessen|doch|plutôt)\b", re.IGNORECASE
)
_ONE_OF_A_KIND = "XH"  # letters of what an action names: one track, one technology
_NO_ATTACK = re.compile(
    r"\b(?:no|not an?|without|kein\w*|ohne|pas d[e'’]|sans) ?(?:attacks?|attacking|fight\w*|combat"
    r"|angriff\w*|kampf|attaque\w*)\b",
    re.IGNORECASE,
)
_NOT_NAMED = re.compile(
    r"\b(?:not|instead of|rather than|nicht|(?:an)?statt|pas|au lieu de) "
    r"(?:(?:in|at|to|from|on|for|the|my|nach|auf|für|die|der|à|en|de|la|le) ?){0,2}(?-i:[A-ZÀ-Ý]).*",
    re.IGNORECASE,
)
_STANDING = re.compile(
    r"\b(?:ret(?:reat\w*|ire\w*)?|loss(?:es)?|st(?:anding)?\.? ?ord\w*|rückzug|verlust\w*)\b", re.IGNORECASE
)
_TO = frozenset("tk")  # letters of words before a zone that somebody goes to
_ORDERED = frozenset("ZHXMpehdrqQ")  # letters of words that orders are about
_MARKER_MOVES = frozenset("Xm")
_OF_MOVES, _OF_RECRUITS = frozenset("mtk"), frozenset("rqQF")  # letters of words


class _Later(NamedTuple):
    """A sentence that was not read: the letters of its words, what it names, and its zones in order."""

    at: int
    text: str
    letters: frozenset[str]
    named: frozenset[Subject]
    zones: Sequence[str]
    armies: Sequence[str]  # those of its zones that nobody goes to
    is_otherwise: bool
    numbers: frozenset[int]  # of the lines above that it replaces


def without_doubted(position: Position, said: Sequence[Said]) -> list[Said]:
    """Return *said*; an order that a later sentence contradicts is refused with that sentence."""
    message = _Message(position, said)
    words: dict[int, dict[Subject, str]] = {}
    for at in islice((at for at, one in enumerate(said) if at and _may_contradict(one)), MOST):
        later = _heard(at, _behind(said[at]))._replace(text=said[at].text)
        is_instead = isinstance(said[at].order, Order) and replaces_another(said[at])
        is_otherwise = later.is_otherwise or is_instead or _is_behind_retraction(said, at)
        later = later._replace(is_otherwise=is_otherwise)
        for place, subjects in message.meant(later).items():
            for subject in subjects:
                words.setdefault(place, {}).setdefault(subject, said[at].text)
    return [
        kept
        for place, one in enumerate(said)
        for kept in (divided(one, words[place]) if place in words else [one])
    ]


def _may_contradict(one: Said) -> bool:
    """Return whether it is a sentence that is not read, and neither a question nor a reason.

    An order may say itself in whose place it is: "the third action should be ENTRENCH Breslau", "research
    Defence 1 instead of Attack 1".
    """
    if isinstance(one.order, Order) and one.text and (numbers_replaced(one.text) or replaces_another(one)):
        return True
    is_refused = isinstance(one.order, Refusal)
    is_prose = one.order is None and not (one.is_noted or one.stays)
    is_prose = is_prose and (prefers(one.text) or lets_be(one.text) or _says_no_marker_moves(one.text))
    is_prose = is_prose or (one.order is None and not one.is_noted and _names_another(one.text))
    if not (is_refused or is_prose) or not 1 < len(one.text) <= LONGEST_STANDING:
        return False
    if one.breaks:
        return says_otherwise(_behind(one))
    is_talk = one.text.endswith("?") or gives_reason(one.text) or is_closing(one.text) or is_hope(one.text)
    return not (is_talk or _STANDING.search(one.text))


def replaces_another(one: Said) -> bool:
    """Return whether an order says in whose place it is: "instead of Attack 1", "rather than Turkey"."""
    found = _NOT_NAMED.search(one.text)
    is_named = found is not None and any(word.letter in _ONE_OF_A_KIND for word in heard(found[0]))
    return is_named and next(army_orders(one), None) is None


def _behind(one: Said) -> str:
    """Return the text of a clause; of a condition that is not understood, the sentences after it."""
    found = _BEHIND_A_SENTENCE.search(one.text) if one.breaks else None
    return found["behind"] if found else "" if one.breaks else one.text


def _names_another(text: str) -> bool:
    """Return whether a short text puts another name into an action: "no, Italy it is", "make that Gas"."""
    if len(text.split()) > MOST_WORDS_OF_A_CORRECTION or condition_in(text):
        return False
    is_correction = begins_retraction(text) or _IT_IS.search(text) is not None
    return is_correction and any(word.letter in _ONE_OF_A_KIND for word in heard(text))


def _is_behind_retraction(said: Sequence[Said], at: int) -> bool:
    """Return whether the clause before it begins to take something back: "wait, no."."""
    before = said[at - 1]
    is_near = before.number in (said[at].number, said[at].number - 1) and before.order is None
    return is_near and begins_retraction(before.text)


def _says_no_marker_moves(text: str) -> bool:
    return says_otherwise(text) and {word.letter for word in heard(text)} >= _MARKER_MOVES


def _heard(at: int, text: str) -> _Later:
    words = [word for part in _told(text) for word in heard(part)]
    named = frozenset(Subject(word.letter, word.said) for word in words if word.letter in "ZHX")
    kinds = frozenset(Subject(word.letter, "") for word in words if word.letter in "Mp")
    kinds |= {Subject("H", GAS)} if Subject("p", "") in kinds else frozenset()
    zones = tuple(word.said for word in words if word.letter == "Z")
    armies = tuple(
        word.said
        for before, word in pairwise((Word("", ""), *words))
        if word.letter == "Z" and before.letter not in _TO
    )
    letters = frozenset(word.letter for word in words)
    is_otherwise = says_otherwise(text) or lets_be(text)
    return _Later(at, text, letters, named | kinds, zones, armies, is_otherwise, numbers_replaced(text))


def _told(text: str) -> Sequence[str]:
    """Return the parts of *text* that say what is meant instead, or all of them if those name nothing."""
    parts = [part for part in _PARTS.split(text) if not pattern("as_ordered").search(part)]
    telling = [part for part in parts if says_otherwise(part) or lets_be(part)]
    letters = {word.letter for part in telling for word in heard(part)}
    is_told = bool(letters & _ORDERED) or any(map(TRENCH.search, telling))
    return [_denied(part) for part in (telling if is_told else parts)]


def _denied(part: str) -> str:
    """Return what "Budapest and not Vienna" or "Turkey instead of Italy" denies."""
    found = _NOT_NAMED.search(part)
    return found[0] if found else part


def _numbers(said: Sequence[Said]) -> Sequence[int]:
    """Return for each clause the number before its line, or before one above it in its paragraph."""
    found, number, line = [], 0, 0
    for one in said:
        if one.number != line:
            line = one.number
            number = number_before(one.text) or (number if one.text else 0)
        found.append(number)
    return found


class _Message:
    """The clauses of a message with their orders, which a later sentence may contradict."""

    def __init__(self, position: Position, said: Sequence[Said]) -> None:
        self._position = position
        self._said = said
        self._own = {zone_name(army.zone) for army in of_power(position.armies, position.power)}
        self._numbers = _numbers(said)

    def meant(self, later: _Later) -> dict[int, list[Subject]]:
        """Return the orders above that *later* contradicts, by place, each with the parts that differ."""
        above = [place for place in range(later.at) if isinstance(self._said[place].order, Order)]
        found = {place: self._contradicted(place, later) for place in above}
        found = {place: subjects for place, subjects in found.items() if subjects}
        is_heeded = any(later.text in fault.reason for fault in self._faults(later))
        if found or is_heeded or not prefers(later.text):
            return found
        return self._meant_before(above, later)

    def _faults(self, later: _Later) -> list[Refusal]:
        return [one.order for one in self._said[: later.at] if isinstance(one.order, Refusal)]

    def _contradicted(self, place: int, later: _Later) -> list[Subject]:
        """Return the parts of the order at *place* that *later* contradicts."""
        one, clause = self._said[place], self._said[later.at]
        is_same_sentence = one.number == clause.number and not clause.text[:1].isupper()
        if is_same_sentence and not later.is_otherwise:
            return []
        if self._numbers[place] in later.numbers:
            return list(subjects_of(one.order))
        moves = self._moves(one, later)
        return [subject for subject in subjects_of(one.order) if self._is_other(subject, one, later) or moves]

    def _is_other(self, subject: Subject, one: Said, later: _Later) -> bool:
        is_denied = later.is_otherwise and _NOT_NAMED.search(later.text) is not None
        if _names_another(later.text) and subject.letter in _ONE_OF_A_KIND and not is_denied:
            named = {one for one in later.named if one.letter == subject.letter}
            return bool(named - {subject})
        if not later.is_otherwise or subject not in later.named | self._recruits(later):
            return False
        is_army = subject.letter == "Z" and next(army_orders(one), None) is not None
        is_of_moves = bool(later.letters & _OF_MOVES) and not later.letters & _OF_RECRUITS
        return not is_army and not (subject.letter in "Zre" and is_of_moves)

    def _recruits(self, later: _Later) -> set[Subject]:
        return {Subject("r", zone) for zone in later.zones}

    def _moves(self, one: Said, later: _Later) -> bool:
        """Return whether *later* sends the army that *one* moves elsewhere, or nowhere."""
        is_of_recruits = bool(later.letters & _OF_RECRUITS) and not later.letters & _OF_MOVES
        return not is_of_recruits and any(self._goes_otherwise(order, later) for order in army_orders(one))

    def _goes_otherwise(self, order: ArmyOrder, later: _Later) -> bool:
        zone, path = zone_name(order.army.zone), [zone_name(to) for to in order.path]
        said = later.text if order.attack else _NO_ATTACK.sub(" ", later.text)
        is_otherwise = later.is_otherwise and (says_otherwise(said) or lets_be(said))
        if zone in later.armies:
            is_elsewhere = later.zones[0] == zone and bool({*later.zones} - {zone, *path})
            is_all = not pattern("others").search(later.text)
            is_all = is_all and ordered_of(self._said, Subject("Z", zone)) >= standing_in(
                self._position, zone
            )
            is_stay = says_stays(later.text) and not {*path} & {*later.zones}
            return is_otherwise or (is_all and not condition_in(later.text) and (is_elsewhere or is_stay))
        is_goal = bool(path) and path[-1] in later.zones and is_otherwise
        return is_goal and not {*later.armies} & (self._own - {path[-1]})

    def _meant_before(self, above: Sequence[int], later: _Later) -> dict[int, list[Subject]]:
        """Return the orders named by unread sentences before one that says "instead" without their names."""
        named: set[Subject] = set()
        for one in reversed(self._said[max(later.at - MOST_BEFORE, 0) : later.at]):
            if isinstance(one.order, Order) or not one.text:
                break
            named |= _heard(later.at, one.text).named
        found = {place: self._named_at(place, named) for place in above}
        return {place: subjects for place, subjects in found.items() if subjects}

    def _named_at(self, place: int, named: set[Subject]) -> list[Subject]:
        """Return the parts of the order at *place* that are *named*, or move to a zone that is."""
        one, zones = self._said[place], {subject.name for subject in named if subject.letter == "Z"}
        goals = {zone_name(zone) for order in army_orders(one) for zone in order.path[-1:]}
        return [subject for subject in subjects_of(one.order) if subject in named or goals & zones]
