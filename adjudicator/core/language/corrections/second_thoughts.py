"""Find orders that a later sentence takes back or makes conditional: "no wait, scrap that".

Nothing is guessed: such an order is not accepted, and the player is asked to write it again.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from adjudicator.core.language.corrections.changed_minds import (
    announces_list,
    asks_leave,
    begins_list,
    may_change_later,
    says_first_ideas,
    says_stays,
    swaps,
)
from adjudicator.core.language.corrections.order_numbers import at_numbers
from adjudicator.core.language.corrections.retraction_words import (
    ABOVE,
    ADDS,
    ADJUSTS_OTHERWISE,
    ALL,
    ANNOUNCES_CHANGE,
    AS_ABOVE,
    BEGINS_CHANGE,
    COMMON,
    DENIED,
    DENIES,
    DIGIT,
    HESITATION,
    HOLDS,
    IS_A_MOVE,
    IS_CLEAR,
    IS_CONDITION,
    IS_EXPLICIT,
    IS_HOPE,
    IS_INSTEAD,
    IS_LAST,
    IS_LIKE_AN_ORDER,
    IS_NEAR,
    IS_TALK,
    KEEPS,
    KIND,
    KIND_NAMED,
    LONGEST_DENIAL,
    MAKES,
    MOVES,
    NAMES_ORDERS,
    NOT_THERE,
    NOT_TO,
    NUMBERS,
    OF_OTHER_THINGS,
    OF_US,
    ONLY,
    ONLY_ONE,
    ONLY_SO_MANY,
    OTHER_MESSAGE,
    REGRETS,
    REMOVES,
    RESTS,
    SEVERAL,
    SHORT,
    THIS_KIND,
    TOKENS,
    WAIVES,
)
from adjudicator.core.language.short_texts import remembered
from adjudicator.core.languages import doubt_in, is_closing, retracting

MOST = 20  # sentences of a message that take something back
MOST_BETWEEN = 2  # lines without orders between a sentence and the order it takes back
LONGEST = 300  # characters of such a sentence
SHORTEST_WORD = 4  # letters; shorter words do not distinguish orders
_SEVERAL = ("they", "both", "these", "those")  # what may be more than one unit
_THEY_STAY = re.compile(
    r"\b(?P<who>they|both|these|those|it|he|she) (?:(?:all|both|just|simply|will|shall|should|do|does) )*"
    r"(?:holds?|stays?|remains?|stand still|not move|wait)"
    r"(?: (?:put|there|here|(?:where|as) (?:they|it) (?:are|is)))?\W*$",
    re.IGNORECASE,
)
SHORTEST_NAME = 3  # letters of a word with a capital: "Gas"


class Spoken(NamedTuple):
    """A clause of a message."""

    number: int  # of its line
    text: str
    is_order: bool
    is_comment: bool = False
    units: Callable[[], frozenset[str]] = frozenset  # that its orders are for
    unlawful: Callable[[], frozenset[str]] = frozenset  # those of *units* whose orders are refused
    stacks: Callable[[], frozenset[str]] = frozenset  # *units*, and their places where a place identifies one
    named: Callable[[], Sequence[str]] = tuple  # the units in its text, where an order would name its own
    names_a_place: Callable[[], bool] = bool
    places: Callable[[], frozenset[str]] = frozenset  # that it names, in any of their names
    is_of_other: Callable[[], bool] = bool  # whether it begins with the name of another power
    is_of_only_unit: bool = False  # does the writer order a single unit?
    holds: bool = False  # do its orders only let units hold?
    are_several: bool = False  # is it about more than one unit?
    adjusts: bool = False  # is it a build or a removal, whose first order counts?

    @property
    def is_prose(self) -> bool:
        """Return whether it may be a sentence about other orders: not an order, a comment or a closing."""
        if self.is_order or self.is_comment or not 1 < len(self.text) <= LONGEST:
            return False
        is_apart = self.text.startswith("#") or is_closing(self.text)
        return not (is_apart or may_change_later(self.text))

    def replaces(self) -> frozenset[str]:
        """Return the units whose earlier orders it replaces: those that its accepted orders are for."""
        return self.units() - self.unlawful() if self.is_order else frozenset()


def taken_back(said: Sequence[Spoken]) -> dict[int, str]:
    """Return the indices in *said* of orders that are taken back, each with the sentence."""
    found = _replaced_by_list(said)
    marks = [at for at in range(len(said)) if _takes_back(said, at)]
    named = [at for at in range(len(said)) if at not in marks and _may_name(said[at])]
    for at in sorted((*marks[:MOST], *named[:MOST])):
        for place in _meant(said, at):
            found.setdefault(place, said[at].text)
    known = frozenset(text for text in found.values() if not swaps(text))
    others = (at for at in range(1, len(said)) if said[at].text not in known and _says_otherwise(said, at))
    for at in islice(others, MOST):
        for place in _otherwise(said, at):
            found.setdefault(place, said[at].text)
    for at in _corrections_after(said, marks[0]) if marks else ():
        for place in _orders_for(said, at, marks[0]):
            found.setdefault(place, said[at].text)
    for at in islice((at for at in range(1, len(said)) if said[at].adjusts), MOST):
        for place in _adjusted_otherwise(said, at, found):
            found.setdefault(place, said[at].text)
    found |= _replaced_by(said, found)
    return _perhaps_changed(said, found) | found


def _replaced_by_list(said: Sequence[Spoken]) -> dict[int, str]:
    """Return all orders above the last text that puts others in their place: "My real orders are:"."""
    last = next((at for at in reversed(range(len(said))) if said[at].is_order), -1)
    for at in reversed(range(len(said))):
        if _heads_list(said, at, is_above=at <= last):
            return {place: said[at].text for place in range(at) if said[place].is_order}
    return {}


def _heads_list(said: Sequence[Spoken], at: int, *, is_above: bool) -> bool:
    """Return whether the clause at *at* begins orders in the place of those before it.

    *is_above*: whether an order is below it, or else only what could not be read.
    """
    one = said[at]
    if heads_its_line(one.text, is_order=one.is_order):
        return True
    if one.is_order or one.text.startswith("#") or not 1 < len(one.text) <= LONGEST:
        return False
    is_below = not is_above and any(other.is_prose for other in said[at + 1 :])
    if one.text.endswith(":") and (is_above or is_below):
        return announces_list(one.text) or (begins_list(one.text) and _is_behind_retraction(said, at))
    is_line = is_above and said[at + 1].number != one.number
    return (is_line and announces_list(one.text)) or (is_above and says_first_ideas(one.text))


def heads_its_line(text: str, *, is_order: bool) -> bool:
    """Return whether *text* is "My real orders are: ..." with an order, or with one that is not read."""
    head, colon, _ = text[:LONGEST].partition(":")
    is_named = is_order or (not text.endswith(":") and NAMES_ORDERS.search(head) is not None)
    return bool(colon) and is_named and announces_list(f"{head}:")


def _is_behind_retraction(said: Sequence[Spoken], at: int) -> bool:
    """Return whether something is taken back between the last order above the clause at *at* and itself."""
    for one in reversed(said[:at]):
        if one.is_order:
            return False
        if one.text and takes_back(one.text):
            return True
    return False


def _perhaps_changed(said: Sequence[Spoken], found: Mapping[int, str]) -> dict[int, str]:
    """Return all orders above "One last change: the hills stay", if nothing shows which of them is meant."""
    for at in reversed(range(1, len(said))):
        if _announces_change(said[at]) and not _is_change_known(said, at, found):
            return dict.fromkeys(_perhaps_meant(said, at), said[at].text)
    return {}


def _perhaps_meant(said: Sequence[Spoken], at: int) -> list[int]:
    """Return the orders above that a change of mind may be about; of "they hold" none that hold anyway."""
    above = [place for place in range(at) if said[place].is_order]
    stay = _let_stay(said, at)
    return above if stay is None else stay


def _let_stay(said: Sequence[Spoken], at: int) -> list[int] | None:
    """Return the orders above that "they hold" changes, none of which only holds; None without such words."""
    stays = they_stay(said[at].text)
    if not stays or said[at].places():
        return None
    going = [place for place in range(at) if said[place].is_order and not said[place].holds]
    here = [place for place in going if said[place].number == said[at].number]
    if stays.casefold() not in _SEVERAL or (here and said[here[-1]].are_several):
        return going[-1:]
    return here or going


def they_stay(text: str) -> str:
    """Return the pronoun in "I've changed my mind, they hold"; "" if *text* says no such thing."""
    found = _THEY_STAY.search(text)
    return found["who"] if found else ""


def _announces_change(one: Spoken) -> bool:
    is_said = one.is_prose and ANNOUNCES_CHANGE.search(one.text) is not None
    if is_said and OF_OTHER_THINGS.search(one.text) and not one.names_a_place():
        return False
    return is_said and not (OTHER_MESSAGE.search(one.text) or IS_CONDITION.search(one.text))


def _is_change_known(said: Sequence[Spoken], at: int, found: Mapping[int, str]) -> bool:
    """Return whether an order replaces one above, or what is here and below takes one back."""
    if any(one.replaces() or AS_ABOVE.search(one.text) for one in said[at:]):
        return True
    last = said[at].number + said[at].text.endswith(":")
    here = {one.text for one in said[at:] if one.number <= last}
    return any(found[place] in here for place in range(at) if place in found)


def _adjusted_otherwise(said: Sequence[Spoken], at: int, found: Mapping[int, str]) -> list[int]:
    """Return the orders above for the place of which a build says something else: "an army there instead".

    After "no wait, what would I do with a fleet", which takes nothing back itself, all builds above are.
    """
    is_retracted = begins_retraction(said[at - 1].text)
    if not (is_retracted or ADJUSTS_OTHERWISE.search(said[at].text)):
        return []
    above = [place for place in range(at) if said[place].is_order]
    same = [place for place in above if said[place].units() & said[at].units()]
    if not same and IS_INSTEAD.search(said[at].text) and _is_retracted_between(said, above, at):
        return [place for place in above if said[place].adjusts]
    is_known = said[at - 1].is_order or said[at - 1].text in found.values()
    is_other = is_retracted and not is_known and said[at - 1].number == said[at].number
    is_other = is_other and not ADDS.search(said[at].text)
    return same or ([place for place in above if said[place].adjusts] if is_other else [])


def _is_retracted_between(said: Sequence[Spoken], above: Sequence[int], at: int) -> bool:
    """Return whether a retraction is between the last order above and the clause at *at*."""
    between = said[above[-1] + 1 : at] if above else ()
    return any(begins_retraction(one.text) for one in between)


def _replaced_by(said: Sequence[Spoken], found: Mapping[int, str]) -> dict[int, str]:
    """Return the orders above those *found* for the same units: it is not clear whether they count again."""
    return {
        place: sentence
        for at, sentence in found.items()
        for place in range(at)
        if place not in found and said[place].is_order and said[place].units() & said[at].units()
    }


def _says_otherwise(said: Sequence[Spoken], at: int) -> bool:
    """Return whether an unread sentence says of a unit or place what an order above may contradict."""
    one, before = said[at], said[at - 1]
    is_order = IS_LIKE_AN_ORDER.search(one.text) is not None and not BEGINS_CHANGE.match(one.text)
    if is_order or (one.text[:1].islower() and before.text and before.number < one.number):
        return False  # the rest of an order, or of the sentence above
    if not (one.is_prose or _holds_in_vain(one)) or one.text.endswith("?"):
        return False
    if IS_CONDITION.search(one.text) or IS_HOPE.match(one.text) or OTHER_MESSAGE.search(one.text):
        return False
    if one.is_of_other() and not OF_US.search(one.text):
        return False
    text = _not_denied(one.text)
    if REGRETS.search(text) or NOT_THERE.match(text) or _denies_question(said, at):
        return True
    return (RESTS.search(text) or KEEPS.search(text)) is not None and not AS_ABOVE.search(text)


def _otherwise(said: Sequence[Spoken], at: int) -> list[int]:
    """Return the orders on lines above that the sentence at *at* contradicts: "Nurn: leave him in Nurn"."""
    text = _not_denied(said[at].text)
    above = [place for place in range(at) if said[place].is_order and said[place].number < said[at].number]
    replaced = {unit for one in said[at + 1 :] for unit in one.replaces()}
    above = [place for place in above if not said[place].units() & replaced]
    moving = [one for one in above if MOVES.search(said[one].text) or not HOLDS.search(said[one].text)]
    if removed := _spared(said, at, above) or _waived(said, text, above):
        return removed
    of_unit = _at_places(said, at, moving) if RESTS.search(text) else []
    if _denies_question(said, at):
        return _at_places(said, at - 1, moving) or _sharing(said, at - 1, moving)
    if of_unit or not (REGRETS.search(text) or NOT_THERE.match(text)):
        return of_unit
    of_unit = _at_places(said, at, moving) or _orders_for(said, at, at)
    if NOT_THERE.match(text):
        of_unit = of_unit or _sharing(said, at - 1, above)
    return of_unit or _sharing(said, at, moving)


def _spared(said: Sequence[Spoken], at: int, above: Sequence[int]) -> list[int]:
    """Return the removals above of a unit that the sentence keeps: "keep the cavalry"."""
    kept = KEEPS.search(said[at].text)
    removals = [place for place in above if kept and REMOVES.match(said[place].text)]
    of_unit = (_at_places(said, at, removals) or _of_kind(said, at, removals)) if removals else []
    is_only = len(removals) == 1 and begins_retraction(said[at].text)  # "no, keep that one"
    return of_unit or (removals if is_only else [])


def _waived(said: Sequence[Spoken], text: str, above: Sequence[int]) -> list[int]:
    """Return the builds that are waived above, of "so I do not waive anything"."""
    return [place for place in above if WAIVES.search(said[place].text)] if WAIVES.search(text) else []


def _holds_in_vain(one: Spoken) -> bool:
    """Return whether it tells a place to wait where the writer has no unit: "So Burgundy must wait"."""
    is_refused = one.is_order and bool(one.units()) and one.units() == one.unlawful()
    return is_refused and says_stays(one.text)


def _denies_question(said: Sequence[Spoken], at: int) -> bool:
    """Return whether it answers a question before it on its line: "Burgundy? No."."""
    asked = said[at - 1]
    is_behind = asked.number == said[at].number and asked.text.endswith("?") and _is_short(asked.text)
    return is_behind and DENIES.match(said[at].text) is not None


def _sharing(said: Sequence[Spoken], at: int, above: Sequence[int]) -> list[int]:
    """Return the orders above that name a place which the sentence names, too."""
    places = said[at].places() if at >= 0 else frozenset()
    return [one for one in above if places & said[one].places()]


def _corrections_after(said: Sequence[Spoken], mark: int) -> list[int]:
    """Return the clauses after the first retraction that may correct orders, although none is accepted."""
    after = range(mark + 1, len(said))
    may_correct = (at for at in after if said[at].is_order or said[at].is_prose)
    return [at for at in may_correct if not AS_ABOVE.search(said[at].text)][:MOST]


def _corrected_on_its_line(said: Sequence[Spoken], at: int) -> list[int]:
    """Return the orders above whose units the next clause on the line of the retraction names in vain.

    That clause is not an order, or it is one that is refused: "No wait, A Par - Mos".
    """
    behind = said[at + 1 : at + 2]
    if not behind or behind[0].number != said[at].number:
        return []
    units = behind[0].unlawful() if behind[0].is_order else frozenset(behind[0].named())
    return [place for place in range(at) if said[place].is_order and said[place].stacks() & units]


def _orders_for(said: Sequence[Spoken], at: int, mark: int) -> list[int]:
    """Return the orders above *mark* for units that the clause at *at* names, but none that is replaced."""
    named = set(said[at].unlawful() if said[at].is_order else said[at].named())
    if not named:
        return []
    named -= {unit for one in said[mark + 1 :] for unit in one.replaces()}
    return [place for place in range(mark) if said[place].is_order and said[place].stacks() & named]


@remembered
def begins_retraction(text: str) -> bool:
    """Return whether *text* begins as what takes back the order above it: "No wait"."""
    return retracting().at_start.match(text) is not None


@remembered
def takes_back(text: str) -> bool:
    """Return whether *text* takes an order back wherever it is; see `languages.retracting`."""
    pattern = retracting()
    if pattern.at_start.match(text) or pattern.anywhere.search(text):
        return True
    return DIGIT.search(text) is not None and pattern.numbered.search(text) is not None


def _takes_back(said: Sequence[Spoken], at: int) -> bool:
    one = said[at]
    if not one.is_prose or asks_leave(one.text):
        return False
    is_hesitant = at > 0 and HESITATION.fullmatch(said[at - 1].text) is not None  # "Er ... no"
    pattern, text = retracting(), _not_denied(one.text)
    if pattern.condition.match(text):
        return at > 0 and said[at - 1].is_order
    return takes_back(text) or bool((_is_behind(said, at) or is_hesitant) and pattern.behind.match(text))


def _may_name(one: Spoken) -> bool:
    """Return whether it takes an order back if it names one, or says another of its unit."""
    return one.is_prose and _names_or_switches(one.text)


@remembered
def _names_or_switches(text: str) -> bool:
    pattern, said = retracting(), _not_denied(text)
    return bool(pattern.naming.search(said) or pattern.switching.search(said))


def _not_denied(text: str) -> str:
    """Return *text* without "don't forget" and the like, which take nothing back."""
    return DENIED.sub(" ", text)


def _is_behind(said: Sequence[Spoken], at: int) -> bool:
    """Return whether the clause follows right after an order on its line."""
    return at > 0 and said[at - 1].is_order and said[at - 1].number == said[at].number


def _is_right_behind(said: Sequence[Spoken], at: int) -> bool:
    """Return whether it begins as what takes back the order before it on its line: "no, NTH"."""
    return _is_behind(said, at) and retracting().behind.match(said[at].text) is not None


def _meant(said: Sequence[Spoken], at: int) -> list[int]:
    text = _not_denied(said[at].text)
    above = [place for place in range(at) if said[place].is_order]
    is_elsewhere = OTHER_MESSAGE.search(text) and not ABOVE.search(text)
    if not above or is_elsewhere or _is_told_next(said, at) or _denies_other_goal(said, at, above):
        return []
    if ALL.search(text):
        return above
    if kept := _kept_alone(said, at, above):
        return [place for place in above if place not in kept]
    if not _takes_back(said, at):
        is_named = retracting().naming.search(text) is not None
        return (_only_named(said, at, above) if is_named else []) or _switched(said, at, above)
    counted = _let_stay(said, at) if they_stay(text) else None
    counted = _counted(said, text, above) if counted is None else counted
    if counted is not None:
        return counted
    is_condition = retracting().condition.match(text)
    return _nearest(said, at, above) if is_condition else _retracted(said, at, above)


def _denies_other_goal(said: Sequence[Spoken], at: int, above: Sequence[int]) -> bool:
    """Return whether it says where nobody is ordered to go: "Not to Wold, the cavalry goes there"."""
    text, places = said[at].text, said[at].places()
    if not (places and NOT_TO.match(text)) or says_stays(text) or IS_INSTEAD.search(text):
        return False
    return not any(places & said[place].places() for place in above)


def _kept_alone(said: Sequence[Spoken], at: int, above: Sequence[int]) -> list[int]:
    """Return the orders above of "Only the fleet counts"; [] if it names none."""
    text = said[at].text
    if ONLY.search(text) or not ONLY_ONE.search(text):
        return []
    return _of_kind(said, at, above) or _of_named(said, at) or []


def _only_named(said: Sequence[Spoken], at: int, above: Sequence[int]) -> list[int]:
    """Return the orders above that the clause names: by places, or by other words if `IS_CLEAR` is in it."""
    text = said[at].text
    is_named = (said[at].places() or IS_CLEAR.search(text)) and not text.endswith("?")
    of_named = _of_named(said, at) if is_named else []
    return _orders_for(said, at, at) or of_named or _of_kind(said, at, above)


def _switched(said: Sequence[Spoken], at: int, above: Sequence[int]) -> list[int]:
    """Return the orders of units about which the clause says something else: "London North Sea instead"."""
    text = said[at].text
    is_switched = retracting().switching.search(_not_denied(text))
    if not is_switched or IS_CONDITION.search(text) or not any(said[place].places() for place in above):
        return []
    if len(said[at].places()) > 1 or says_stays(text):
        return _orders_for(said, at, at) or _at_places(said, at, above) or _of_kind(said, at, above)
    return _of_only_kind(said, at, above) or _built_elsewhere(said, at, above)


def _built_elsewhere(said: Sequence[Spoken], at: int, above: Sequence[int]) -> list[int]:
    """Return the builds right above a clause that names another place for one: "Portsmouth instead"."""
    one = said[at]
    is_named = (
        bool(one.places() or one.names_a_place())
        and not one.is_of_other()
        and IS_INSTEAD.search(one.text) is not None
    )
    if not is_named or not all(said[place].adjusts for place in above):
        return []
    if any(one.places() & said[place].places() for place in above):
        return []
    return _nearest(said, at, above)


def _is_told_next(said: Sequence[Spoken], at: int) -> bool:
    """Return whether it is an interjection, and the next clause on its line says what is taken back."""
    behind = said[at + 1 : at + 2]
    if not behind or behind[0].number != said[at].number or not _is_short(said[at].text):
        return False
    return _takes_back(said, at + 1) or _may_name(said[at + 1])


def _denied_next(said: Sequence[Spoken], at: int) -> list[int]:
    """Return the order that the clause after an interjection names in other words: "Wait. Not Krakow"."""
    behind = at + 1
    if behind == len(said) or said[behind].number != said[at].number or not said[behind].is_prose:
        return []
    is_denial = len(TOKENS.findall(said[behind].text)) <= LONGEST_DENIAL and doubt_in(said[behind].text)
    named = _of_named(said, behind) if is_denial else None
    return [place for place in named or () if place < at]


def _retracted(said: Sequence[Spoken], at: int, above: Sequence[int]) -> list[int]:
    """Return the orders that the retraction or the text after it names, or else those right above it."""
    text = said[at].text
    own, corrected = _orders_for(said, at, at), _corrected_on_its_line(said, at)
    if not (own or corrected) and (_is_replaced_next(said, at, above) or _is_about_itself(said[at])):
        return []
    if not (own or corrected) and (IS_TALK.search(text) or not _is_about_nearest(said, at, above)):
        return _named_afar(said, at)
    if (own and not IS_LAST.search(text)) or (corrected and text.endswith(":")):
        return own or corrected
    if not IS_EXPLICIT.search(text) and _is_replaced(said, at, above):
        return []
    return list(above) if not own and _is_only_one(said, at, above) else _nearest_or_named(said, at, above)


def _nearest_or_named(said: Sequence[Spoken], at: int, above: Sequence[int]) -> list[int]:
    """Return the orders right above a retraction that is about the nearest, or those that it names."""
    text = said[at].text
    own, corrected = _orders_for(said, at, at), _corrected_on_its_line(said, at)
    nearest = {*_nearest(said, at, above), *corrected}
    if not own and (MAKES.match(text) or _is_right_behind(said, at)):
        return _at_places(said, at, above) or sorted(nearest) or _sharing(said, at - 1, above)
    of_kind = [] if own else _of_kind(said, at, above)
    named = None if of_kind else _of_named(said, at)
    if of_kind or (not IS_NEAR.search(text) and (named is not None or said[at].names_a_place())):
        return of_kind or named or []
    return sorted({*nearest, *(named or ())})


def _named_afar(said: Sequence[Spoken], at: int) -> list[int]:
    """Return the orders that a retraction names, or the denial after it, if it is not about the nearest."""
    text = said[at].text
    if _is_short(text) and not said[at].places():
        return _denied_next(said, at)
    is_named = said[at].places() and not (IS_TALK.search(text) or text.endswith("?"))
    return (_of_named(said, at) or []) if is_named else []


def _at_places(said: Sequence[Spoken], at: int, above: Sequence[int]) -> list[int]:
    """Return the orders above of units that stand at a place which the clause names."""
    places = said[at].places()
    units = {
        place: {unit.split()[-1] for unit in said[place].units() if unit.strip()} for place in above if places
    }
    return [place for place, standing in units.items() if places & standing]


def _of_only_kind(said: Sequence[Spoken], at: int, above: Sequence[int]) -> list[int]:
    """Return the only order of a kind of unit for which the clause names another goal: "the fleet to NTH".

    "This fleet" may be any of them.
    """
    found = _of_its_kind(said, at, above)
    return found if len(found) == 1 or THIS_KIND.search(said[at].text) else []


def _of_kind(said: Sequence[Spoken], at: int, above: Sequence[int]) -> list[int]:
    """Return the orders above of the kind of unit that the clause names without its place: "the fleet"."""
    return [] if said[at].places() else _of_its_kind(said, at, above)


def _of_its_kind(said: Sequence[Spoken], at: int, above: Sequence[int]) -> list[int]:
    found = KIND_NAMED.search(said[at].text)
    if not found:
        return []
    kind = found[1][0].casefold()
    return [place for place in above if (of := KIND.match(said[place].text)) and of[1][0].casefold() == kind]


def _of_named(said: Sequence[Spoken], at: int) -> list[int] | None:
    """Return the orders above that the clause names, None if it names nothing above."""
    named = _named(said, at)
    return None if named is None else [place for place in named if said[place].is_order]


def _is_about_nearest(said: Sequence[Spoken], at: int, above: Sequence[int]) -> bool:
    """Return whether the clause may be about the order above it.

    It is if it says so, if it is on the same line, or if nothing else is between.
    """
    text = said[at].text
    is_clear = IS_CLEAR.search(text) and not (text.endswith("?") and not _is_short(text))
    if is_clear or said[above[-1]].number == said[at].number or _is_only_one(said, at, above):
        return True
    between = said[above[-1] + 1 : at]
    return all(one.text and (one.is_comment or _is_interjection(one.text)) for one in between)


def _is_only_one(said: Sequence[Spoken], at: int, above: Sequence[int]) -> bool:
    """Return whether the clause names a place, and all orders can only be for one unit."""
    is_alone = said[at].is_of_only_unit and all(said[place].units() for place in above)
    return is_alone and bool(said[at].places()) and not said[at].text.endswith("?")


def _is_short(text: str) -> bool:
    return len(TOKENS.findall(text)) <= SHORT


def _is_interjection(text: str) -> bool:
    return begins_retraction(text) or HESITATION.fullmatch(text) is not None


def _counted(said: Sequence[Spoken], text: str, above: list[int]) -> list[int] | None:
    """Return the orders above that *text* means by number: "the last two", "no. 3"; None if by none."""
    if (so_many := ONLY_SO_MANY.search(text)) and len(above) > NUMBERS[so_many[1].casefold()]:
        return above
    if only := ONLY.search(text):
        kept = _end_of(said, above, only)
        return [place for place in above if place not in kept]
    if several := SEVERAL.search(text):
        return _end_of(said, above, several)
    found = at_numbers(text, [(said[place].number, said[place].text) for place in above])
    return None if found is None else [above[at] for at in found]


def _end_of(said: Sequence[Spoken], above: list[int], which: re.Match[str]) -> list[int]:
    """Return the orders of "the first two", or the last ones; a clause may hold several."""
    wanted, found = NUMBERS[(which[2] or "one").casefold()], 0
    is_first = which[1].casefold() == "first"
    ends = above if is_first else above[::-1]
    for many, place in enumerate(ends, 1):
        found += max(1, len(said[place].units()))
        if found >= wanted:
            return sorted(ends[:many])
    return above


def _is_replaced(said: Sequence[Spoken], at: int, above: Sequence[int]) -> bool:
    """Return whether the next order is for a unit that has one above: it takes its place."""
    units = _next_order(said, at)
    return bool(units) and any(units & said[place].units() for place in above)


def _next_order(said: Sequence[Spoken], at: int) -> frozenset[str]:
    """Return the units of the order after *at*, with at most some words between that name no place."""
    for one in said[at + 1 : at + 2 + MOST_BETWEEN]:
        if one.is_order:
            return one.replaces()
        if one.names_a_place() or begins_retraction(one.text):
            break
    return frozenset()


def _is_replaced_next(said: Sequence[Spoken], at: int, above: Sequence[int]) -> bool:
    """Return whether the sentence after it orders a unit anew: "Let BLA support Arm - Sev instead"."""
    is_behind = at + 1 < len(said) and said[at + 1].number == said[at].number and said[at + 1].is_order
    is_told = is_behind and IS_INSTEAD.search(said[at + 1].text) is not None
    return is_told and not IS_EXPLICIT.search(said[at].text) and _is_replaced(said, at, above)


def _is_about_itself(one: Spoken) -> bool:
    """Return whether it takes back what it says before: "Liverpool to Edinburgh - or no, scrub that"."""
    found = retracting().anywhere.search(one.text)
    before = one.text[: found.start()] if found else ""
    return IS_A_MOVE.search(before) is not None and any(unit.strip() for unit in one.named())


def _nearest(said: Sequence[Spoken], at: int, above: Sequence[int]) -> list[int]:
    """Return the orders of the last line above that has any, if no other order was tried since."""
    last = said[above[-1]].number
    since = [one for one in said[above[-1] + 1 : at] if one.text.strip() and not begins_retraction(one.text)]
    between = {one.number for one in since if one.number != last} - {said[at].number}
    if len(between) > MOST_BETWEEN or any(one.names_a_place() for one in since):
        return []
    return [place for place in above if said[place].number == last]


def _named(said: Sequence[Spoken], at: int) -> list[int] | None:
    """Return the indices of what the clause at *at* names above, None if it names nothing there.

    These are the orders that share the most places with it, or else the nearest clause that shares the most
    words; an order takes precedence over a question about it.
    """
    if places := said[at].places():
        shared = {one: len(places & said[one].places()) for one in range(at) if said[one].is_order}
        words = _words(said[at].text)
        scores = {one: (count, len(words & _words(said[one].text))) for one, count in shared.items() if count}
        if most := max(scores.values(), default=None):
            return [one for one, score in scores.items() if score == most]
    words = _words(said[at].text)
    counts = [(len(words & _words(said[place].text)), said[place].is_order, place) for place in range(at)]
    count, _, nearest = max(counts, default=(0, False, 0))
    return [nearest] if count else None


def _words(text: str) -> set[str]:
    """Return the words of *text* that distinguish orders: long ones, names of spaces, single capitals."""
    return {
        word.casefold()
        for word in TOKENS.findall(text)
        if (
            len(word) >= (SHORTEST_NAME if word[0].isupper() else SHORTEST_WORD)
            and word.casefold() not in COMMON
        )
        or (word[0].isalpha() and word[1:].isdigit())
        or (len(word) == 1 and word.isupper() and word != "I")
    }
