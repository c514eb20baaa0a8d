"""Find orders that a later sentence takes back or makes conditional: "no wait, scrap that".

Nothing is guessed: such an order is not accepted, and the player is asked to write it again.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from adjudicator.core.languages import doubt_in, is_closing, retracting
from adjudicator.core.order_numbers import at_numbers

MOST = 20  # sentences of a message that take something back
MOST_BETWEEN = 2  # lines without orders between a sentence and the order it takes back
LONGEST = 300  # characters of such a sentence
SHORTEST_WORD = 4  # letters; shorter words do not distinguish orders
SHORTEST_NAME = 3  # letters of a word with a capital: "Gas"
_HESITATION = re.compile(r"(?:h+m+|u+h+|u+m+|er+m?|oh|ah|argh|well|wait|euh|äh+m?)\W*", re.IGNORECASE)
_TOKENS = re.compile(r"\w+")
_VERBS = "scrap|scratch|strike|forget|ignore|disregard|delete|cancel|drop|undo|revoke|withdraw|replace|change"
_ALL = re.compile(
    rf"\b(?:(?:{_VERBS}|take back)(?: about| out)? (?:please )?(?:everything(?! about)|the lot"
    r"|all(?=\W*$| (?:of )?(?:that|this|it|them|those|these|above|the above|my orders|the orders)\b)"
    r"|the above(?! (?:two|three|four|orders?|lines?|one|move)\b))"
    r"|(?<!after )(?<!for )(?<!with )all(?: of)? (?:that|this|it|them)"
    r"|everything (?:above|i (?:wrote|said|ordered))|take (?:everything|(?:it |that )?all) back"
    r"|whole (?:thing|lot|sheet|set|list|turn|batch|mess)"
    r"|(?:start|begin) (?:(?:all )?over|again|afresh|anew|from scratch)"
    r"|(?:vergiss|vergesst|streiche?|lösche?|ignoriere?)(?: ich)?(?: bitte| doch)* alles"
    r"|alles (?:bitte |doch |oben |wieder )*(?:zurück|streichen|vergessen|löschen)|von vorne?"
    r"|(?:annul|oubli|ignor|supprim)\w+ tout|recommenc(?:e|ons)|reprenons)\b",
    re.IGNORECASE,
)
_MAKES = re.compile(  # the order above goes elsewhere
    r"\W*(?:(?:no+|oh|ok(?:ay)?|sorry|or|and|so|wait|well|actually|better|hm+)[,.! ]+)*"
    r"(?:make (?:that|it)|i meant?|ich mein(?:t)?e|je (?:veux|voulais) dire)\b",
    re.IGNORECASE,
)
_OTHER_MESSAGE = re.compile(
    r"\b(?:(?:e-?)?mails?|messages?|sheets?|i sent|sent (?:you|in|it|ahead)"
    r"|yesterday|earlier|previous|old)\b",
    re.IGNORECASE,
)
_IS_NEAR = re.compile(  # these mean the order right above, whatever else is named
    r"\b(?:wait|hang on|hold on|last|line"
    r"|(?:scrap|scratch|strike|forget|ignore|delete|cancel|drop|undo) (?:that|this|it))\b",
    re.IGNORECASE,
)
_IS_EXPLICIT = re.compile(  # whatever comes after it
    r"\b(?:scrap|scratch|strike|forget|ignore|delete|cancel|drop|undo)"
    r" (?:that|this|the last) (?:line|order|one)\b",
    re.IGNORECASE,
)
_IS_CLEAR = re.compile(  # these take back an order even with other sentences or an empty line between
    r"\b(?:scrap|scratch|strike|forget|ignore|delete|cancel|drop|skip|undo|withdraw|revoke|retract"
    r"|take back|swap|replace|amend|alter|change|correct(?:ion)?|instead|meant?|thought (?:it over )?again"
    r"|second thoughts?|that(?:'s| is| was) (?:wrong|nonsense|a mistake|not right|rubbish)"
    r"|reflection|reading|change of (?:mind|plan)|chang(?:e|ed) my mind(?! about)|make (?:that|it)"
    r"|vergiss|streiche?|korrektur|annule[rz]?|oubliez?)\b",
    re.IGNORECASE,
)
_IS_TALK = re.compile(  # never about an order above
    r"\b(?:(?:nearly|almost|totally|quite) forgot|hold on to\b"
    r"|not that (?:it|i|he|she|we|they|you|any|there)\b"
    r"|(?:you|he|she|they) had better|(?:last|next) (?:turn|time|season|year|week|game))\b",
    re.IGNORECASE,
)
_SHORT = 3  # words of an interjection: "Hm, no wait"
_IS_LAST = re.compile(r"\b(?:last|line|that|this|it)\b(?! [^,;.:!]*[-=]+>?)", re.IGNORECASE)
_AS_ABOVE = re.compile(
    r"\b(?:as (?:above|before|written|it (?:is|was)|i (?:said|wrote|ordered)|(?:said|ordered|planned))|unchanged"
    r"|the same|stands?|remains?|wie (?:oben|gesagt|geschrieben|geplant)|comme (?:dit|prévu|ci-dessus))\b",
    re.IGNORECASE,
)
_SEVERAL = re.compile(r"\b(?:the )?(?:last|first|above|these|those) (two|three|four)\b", re.IGNORECASE)
_NUMBERS = {"two": 2, "three": 3, "four": 4}
_ABOVE = re.compile(r"\babove\b", re.IGNORECASE)
_COMMON = frozenset(  # words that do not distinguish orders
    re.findall(
        r"\w+",
        "that this line them they wait scrap order orders have will with make second thoughts thought"
        " anyway nonsense course sorry mean meant instead because there here army armies fleet move moves"
        " attack attacks attacking first last hold holds support supports what then than from into would"
        " should could reach mind changed your please forget ignore strike cancel drop delete mistake"
        " wrong typo rather better only also build builds after before turn just like does doing done"
        " want wanted said wrote not the and but for all any are can did has its may now nor one off our out"
        " she too two use was way who why yes yet you his her him let old new see",
    )
)


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

    @property
    def is_prose(self) -> bool:
        """Return whether it may be a sentence about other orders: not an order, a comment or a closing."""
        if self.is_order or self.is_comment or not 1 < len(self.text) <= LONGEST:
            return False
        return not (self.text.startswith("#") or is_closing(self.text))

    def replaces(self) -> frozenset[str]:
        """Return the units whose earlier orders it replaces: those that its accepted orders are for."""
        return self.units() - self.unlawful() if self.is_order else frozenset()


def taken_back(said: Sequence[Spoken]) -> dict[int, str]:
    """Return the indices in *said* of orders that are taken back, each with the sentence."""
    found: dict[int, str] = {}
    marks = [at for at in range(len(said)) if _takes_back(said, at)]
    for at in marks[:MOST]:
        for place in _meant(said, at):
            found.setdefault(place, said[at].text)
    for at in _corrections_after(said, marks[0]) if marks else ():
        for place in _orders_for(said, at, marks[0]):
            found.setdefault(place, said[at].text)
    return found


def _corrections_after(said: Sequence[Spoken], mark: int) -> list[int]:
    """Return the clauses after the first retraction that may correct orders, although none is an order."""
    after = range(mark + 1, len(said))
    return [at for at in after if said[at].is_prose and not _AS_ABOVE.search(said[at].text)][:MOST]


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
    named = set(said[at].named())
    if not named:
        return []
    named -= {unit for one in said[mark + 1 :] for unit in one.replaces()}
    return [place for place in range(mark) if said[place].is_order and said[place].stacks() & named]


def begins_retraction(text: str) -> bool:
    """Return whether *text* begins as what takes back the order above it: "No wait"."""
    return retracting().at_start.match(text) is not None


def takes_back(text: str) -> bool:
    """Return whether *text* takes an order back wherever it stands; see `languages.retracting`."""
    pattern = retracting()
    return bool(pattern.at_start.match(text) or pattern.anywhere.search(text))


def _takes_back(said: Sequence[Spoken], at: int) -> bool:
    one = said[at]
    if not one.is_prose:
        return False
    is_behind = at > 0 and said[at - 1].is_order and said[at - 1].number == one.number
    is_hesitant = at > 0 and _HESITATION.fullmatch(said[at - 1].text) is not None  # "Er ... no"
    pattern = retracting()
    if pattern.condition.match(one.text):
        return at > 0 and said[at - 1].is_order
    if takes_back(one.text) or pattern.naming.search(one.text):
        return True
    return bool((is_behind or is_hesitant) and pattern.behind.match(one.text))


def _meant(said: Sequence[Spoken], at: int) -> list[int]:
    text = said[at].text
    above = [place for place in range(at) if said[place].is_order]
    if not above or (_OTHER_MESSAGE.search(text) and not _ABOVE.search(text)) or _is_told_next(said, at):
        return []
    if _ALL.search(text):
        return above
    counted = _counted(said, text, above)
    if counted is not None:
        return counted
    if not takes_back(text) and retracting().naming.search(text):
        return _orders_for(said, at, at) or _of_named(said, at) or []
    if retracting().condition.match(text):
        return _nearest(said, at, above)
    return _retracted(said, at, above)


def _is_told_next(said: Sequence[Spoken], at: int) -> bool:
    """Return whether it is an interjection, and the next clause on its line says what is taken back."""
    behind = said[at + 1 : at + 2]
    if not behind or behind[0].number != said[at].number or not _is_short(said[at].text):
        return False
    return _takes_back(said, at + 1)


def _denied_next(said: Sequence[Spoken], at: int) -> list[int]:
    """Return the order that the clause behind an interjection names in other words: "Wait. Not Krakow"."""
    behind = at + 1
    if behind == len(said) or said[behind].number != said[at].number or not said[behind].is_prose:
        return []
    named = _of_named(said, behind) if doubt_in(said[behind].text) else None
    return [place for place in named or () if place < at]


def _retracted(said: Sequence[Spoken], at: int, above: Sequence[int]) -> list[int]:
    """Return the orders that the retraction or the text behind it names, or else those right above it."""
    text = said[at].text
    own, corrected = _orders_for(said, at, at), _corrected_on_its_line(said, at)
    if not (own or corrected) and (_IS_TALK.search(text) or not _is_about_nearest(said, at, above)):
        return _denied_next(said, at) if _is_short(text) else []
    if (own and not _IS_LAST.search(text)) or (corrected and text.endswith(":")):
        return own or corrected
    if not _IS_EXPLICIT.search(text) and _is_replaced(said, at, above):
        return []
    if _MAKES.match(text) and not own:
        return sorted({*_nearest(said, at, above), *corrected})
    named = _of_named(said, at)
    if not _IS_NEAR.search(text) and (named is not None or said[at].names_a_place()):
        return named or []
    return sorted({*_nearest(said, at, above), *corrected, *(named or ())})


def _of_named(said: Sequence[Spoken], at: int) -> list[int] | None:
    """Return the orders above that the clause names, None if it names nothing that stands above."""
    named = _named(said, at)
    return None if named is None else [place for place in named if said[place].is_order]


def _is_about_nearest(said: Sequence[Spoken], at: int, above: Sequence[int]) -> bool:
    """Return whether the clause may be about the order above it.

    It is if it says so, if it is on the same line, or if nothing else stands between.
    """
    text = said[at].text
    is_clear = _IS_CLEAR.search(text) and not (text.endswith("?") and not _is_short(text))
    if is_clear or said[above[-1]].number == said[at].number:
        return True
    between = said[above[-1] + 1 : at]
    return all(one.text and (one.is_comment or _is_interjection(one.text)) for one in between)


def _is_short(text: str) -> bool:
    return len(_TOKENS.findall(text)) <= _SHORT


def _is_interjection(text: str) -> bool:
    return begins_retraction(text) or _HESITATION.fullmatch(text) is not None


def _counted(said: Sequence[Spoken], text: str, above: list[int]) -> list[int] | None:
    """Return the orders above that *text* means by number: "the last two", "no. 3"; None if by none."""
    if several := _SEVERAL.search(text):
        return above[-_NUMBERS.get(several[1].casefold(), len(above)) :]
    found = at_numbers(text, [(said[place].number, said[place].text) for place in above])
    return None if found is None else [above[at] for at in found]


def _is_replaced(said: Sequence[Spoken], at: int, above: Sequence[int]) -> bool:
    """Return whether the order right behind is for a unit that has one above: it takes its place."""
    units = {unit for one in said[at + 1 : at + 2] for unit in one.replaces()}
    return bool(units) and any(units & said[place].units() for place in above)


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

    That are the orders that share most places with it, or else the nearest clause that shares most words.
    """
    if places := said[at].places():
        shared = {one: len(places & said[one].places()) for one in range(at) if said[one].is_order}
        if most := max(shared.values(), default=0):
            return [one for one, count in shared.items() if count == most]
    words = _words(said[at].text)
    counts = [(len(words & _words(said[place].text)), place) for place in range(at) if words]
    most, nearest = max(counts, default=(0, 0))
    return [nearest] if most else None


def _words(text: str) -> set[str]:
    """Return the words of *text* that distinguish orders: long ones, names of spaces, single capitals."""
    return {
        word.casefold()
        for word in _TOKENS.findall(text)
        if (
            len(word) >= (SHORTEST_NAME if word[0].isupper() else SHORTEST_WORD)
            and word.casefold() not in _COMMON
        )
        or (word[0].isalpha() and word[1:].isdigit())
        or (len(word) == 1 and word.isupper() and word != "I")
    }
