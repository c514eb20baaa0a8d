"""Find the legal orders that an unread sentence describes: "our men in Rome will see Venice".

They are only suggested. A sentence describes an order if it names each of its places and has a word for the
action.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from msgspec import Struct

from adjudicator.core.language.near_orders import LawfulOrders
from adjudicator.core.language.suggested import together
from adjudicator.core.language.words import clean, unaccented
from adjudicator.core.languages import doubt_in, gives_reason, languages
from adjudicator.core.lazy_imports import IMPORTS

MOST_NAMED = 3
MOST_PIECES = 4  # of a sentence that is about several units
SHORTEST_PIECE = 6  # characters
_PIECES = re.compile(r"[,;.:!]\s+(?:(?:or|oder|ou)\s+)?|\s(?:and|und|et|while|with|or|oder|ou|n)\s")
_BEHIND_REASON = re.compile(  # where an order may begin that names its unit
    r"[,;.]\s+(?:(?:and|so|but|then|therefore|hence|now) )*(?=(?:the|my|our) |[A-Z])"
)
LONGEST_REMARK = 400  # characters
MOST_FITTING = 6  # orders; a sentence that fits more is about the war
FEW_WORDS = 5  # of a text that may be an incomplete order
FEW_WORDS_OF_A_UNIT = 6  # of a text that begins with a unit, and says something strange about it
LONGEST_BARE = 60  # characters of a text that only names places
LONGEST = 300  # characters
SHORTEST_NAME = 3  # letters of a short name
LETTERS_FOR_A_SLIP = 6  # that a name must have to be known with one letter wrong
LETTERS_FOR_TWO = 10
MOST_WRONG = 2  # letters of a name
KEPT_RUNS = 2048  # of letters that may be a misspelt name
SHORTEST_WORD = 3  # letters of a word in an order that a sentence must have: "Gandalf", "any"
Lawful = Callable[[], Sequence[str]]  # returns the legal orders
_WORDS = re.compile(r"[^\W\d_]+")
_PARTS = re.compile(r"[^\s:,()]+")
_BEGINS_WITH_UNIT = re.compile(
    r"\W*(?:\d{1,2}\W+)?(?:(?:the|my|our)\s+)*"
    r"(?P<kind>[acfrp]|arm(?:y|ies)|fleets?|cavalry|rangers?|pirates?)\s+(?=[^\W\d_]{3})",
    re.IGNORECASE,
)
_ASKS = re.compile(  # what is or was, and not whether something may be done
    r"(?!.*\b(?:(?:what|how) about|what if|why not|why do(?:n['’]?t| not)"
    r"|is it (?:ok|okay|possible|allowed))\b)"
    r"(?:(?:dear|hello|hi|hey|sorry|excuse|judge|gm|and|but|so|also|please|btw)\b[^.?!]{0,30}?[\s,:]\s*)*"
    r"(?:why|who|whose|what|where|when|how|which|did|does|is|are|was|were|has|have|had"
    r"|warum|wieso|weshalb|wer|wen|was|wo|wann|wie|welche[rsn]?|ist|sind|war|waren|hat|haben"
    r"|pourquoi|qui|que|où|quand|comment|quel(?:le)?s?)\b[^?]*\?\W*",
    re.IGNORECASE,
)
_IS_ARTICLE = re.compile(  # "A strider in my Gwathlo!"
    r"\W*an? (?P<what>[a-z]{3,}) (?:in|at|near|around|inside|close|here|there)\b", re.IGNORECASE
)
_DONE = {  # notation in an order, and words for it
    "-": r"to|into|towards?|moves?|go|goes|takes?|attacks?|enters?|hits?|march|marches|sails?|walks?"
    r"|returns?|rides?|comes?|via|retires?|crosses|proceeds?|advances?|heads?|leaves?|fl(?:y|ies)|slips?|sneaks?"
    r"|strikes?|assaults?|charges?|storms?|lunges?|visits?|climbs?|follows?|joins?|sends?|sent"
    r"|slides?|drops?|steps?|creeps?|gallops?|follows?|pulls?|sets? (?:out|off)|walks? in|occup(?:y|ies)",
    "S": r"support(?:s|ed|ing)?|help(?:s|ing)?|assist(?:s|ing)?|back(?:s|ing|ed)?|(?:lends?|gives?) a hand",
    "C": r"convoys?|ships?|transports?|carry|carries|ferry|ferries",
    "H": r"holds?|stays?|remains?|stands?|sits?|waits?|defends?",
    "R": r"retreats?|withdraws?|flees?|falls?|escapes?",
    "D": r"disband\w*|divides?|splits?",
    "Build": r"builds?|raises?|recruits?|new|another|create|want|army|armies|fleets?|cavalry|ships?",
    "Remove": r"remov\w*|disband\w*|destroys?|scrap|lose",
    "disband": r"disband\w*|remov\w*|dissolv\w*",
    "starts": r"starts?|begins?|placed?",
    "leads": r"leads?|leading|led|lead|command\w*",
    "with": r"with|along|accompan\w+",
    "destroys": r"destroys?|kills?|slays?",
    "embarks": r"embarks?|aboard|boards?",
    "neutralises": r"neutrali[sz]\w*",
    "M": r"merges?|joins?",
    "passes": r"pass|passes|gives?|hands?|ring (?:should |shall |must |will )?(?:goes|go|travels?|moves?)",
    "puts": r"puts?|wears?",
    "claims": r"claims?",
    "throws": r"throws?",
    "DECLARE": r"declar\w*|side|alignment|neutrals?|neutres?",
    "PROXY": r"prox(?:y|ies)",
    "Waive": r"waiv\w*",
}
_PATTERNS = {sign: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for sign, words in _DONE.items()}
_PATTERNS["-"] = re.compile(rf"\b(?:{_DONE['-']})\b|-+>|\s-\s", re.IGNORECASE)
_NOT_DONE = re.compile(
    r"(?:\b(?:not|never|no longer|nicht)|n't|\b(?:do|wo)nt) "
    r"(?:(?:want|wish|intend|need|have|mean|like|going) to |to )?[a-z]+"
)
_KINDS = {  # of units, as orders name them, and what sentences call them
    "A": re.compile(r"\b(?:arm(?:y|ies)|troops|forces)\b"),
    "F": re.compile(r"\b(?:fleets?|ships?|navy)\b"),
    "C": re.compile(r"\b(?:cavalry|horse\w*|riders?)\b"),
    "R": re.compile(r"\brangers?\b"),
    "P": re.compile(r"\bpirates?\b"),
    "Fe": re.compile(r"\b(?:fellowship|communaute|gefahrten)\b"),
}
_GOING = re.compile(
    rf"(?:->?|\b(?:to|into|towards?|on|against|with|for|from|off|around|{_DONE['-']}|{_DONE['S']}|{_DONE['C']})\b)"
)
_OF_TWO = frozenset("SC")
_BARE = ("a", "f", "c", "r", "p", "my", "the", "and")
_DIGITS = "0123456789"
_EACH = re.compile(r"(?:all|both|each|every)\b")
_OF_THEM = re.compile(r"\bof (?:them|my (?:units|pieces|men))\b")  # "all four of them destroy any"
_REQUEST = re.compile(r"(?:please )?(?:send|move|order|let|have|bring|push|pull|shift|march|sail|put|get)\b")
_BUILDS_SOME = re.compile(  # "build everything", "3 armies, one in each of my centres"
    r"(?:i |we |please )*(?:(?:want|would like) to )?(?:build|raise|recruit)\b"
    r"|\W*(?:\d|two|three|four|five) (?:new )?(?:arm|fleet)"
)
_RING = "ring"
_WITHOUT_PLACE = {"DECLARE", "Waive"}  # orders that may name none


class _Told(Struct, frozen=True):
    """What an order says, part by part."""

    places: frozenset[str]
    signs: frozenset[str]
    kinds: tuple[str, ...]
    words: frozenset[str]  # in lower case, with no other meaning: pieces, "ring"
    own: str  # the place of the unit, if it follows its kind
    labels: tuple[str, ...]  # of each kind, with the place after it: "a edo"


class _Sentence(Struct, frozen=True):
    """A text: as it stands, folded and in each language, its words, the actions and places it names."""

    text: str
    said: str
    words: frozenset[str]
    done: frozenset[str]
    here: frozenset[str]
    is_pair: bool = False  # is it nothing but a unit and a place?

    @property
    def is_short(self) -> bool:
        return len(self.words) <= FEW_WORDS  # "iron hills support": it does not say whom


def told(
    text: str, lawful: LawfulOrders, names: Mapping[str, str], in_full: Callable[[str], str] = str
) -> list[str]:
    """Return up to three of the *lawful* orders that *text* describes; *names* are places by short name.

    Orders of several units are one suggestion: "A Par - Bur and A Mar H".

    *in_full* writes out the names of places in a text. *lawful* is called only for a text that names a place
    and has a word for an order, or begins with a unit.
    """
    if asks(text) or not lawful.may_look():
        return []
    orders = cache(lawful)  # called once for the whole sentence
    whole = in_full(text)
    each = _in_pieces(whole, orders, names)
    first, *others = _PIECES.split(whole) if each else ("",)
    are_pairs = bool(others) and _is_bare(first, names) and not doubt_in(text)
    if len(each) > 1 or are_pairs:
        return [*together(each, text)]
    return _told_in(whole, orders, names) or each


def told_behind(text: str, told_in: Callable[[str], Sequence[str]]) -> list[str]:
    """Return the orders behind the reason with which *text* begins: "since he may come, my army goes home".

    *told_in* returns the orders that a piece of a sentence describes.
    """
    pieces = _BEHIND_REASON.split(text, MOST_PIECES)[1:] if len(text) <= LONGEST_REMARK else []
    found = [told_in(piece) for piece in pieces if len(piece) >= SHORTEST_PIECE and not gives_reason(piece)]
    orders = [*dict.fromkeys(order for orders in found for order in orders)]
    return orders if len(orders) <= MOST_NAMED else []


def asks(text: str) -> bool:
    """Return whether *text* only asks what is or was, and orders nothing: "Judge, why does A Gap stay?"."""
    return "?" in text and len(text) <= LONGEST and _ASKS.fullmatch(text.strip()) is not None


def denies(text: str) -> bool:
    """Return whether all that *text* says is what is not done: "Lórien is not to destroy it"."""
    said = _said(text)
    return _NOT_DONE.search(said) is not None and not _done_in(_NOT_DONE.sub(" ", said))


def _in_pieces(text: str, lawful: Lawful, names: Mapping[str, str]) -> list[str]:
    """Return the orders in a sentence about several units, if each unit has a clear part of its own."""
    pieces = _PIECES.split(text) if len(text) <= LONGEST else []
    if not 1 < len(pieces) <= MOST_PIECES:
        return []
    found = (_told_in(piece, lawful, names) for piece in pieces if len(piece) >= SHORTEST_PIECE)
    return [*dict.fromkeys(orders[0] for orders in found if len(orders) == 1)][:MOST_PIECES]


def _told_in(text: str, lawful: Lawful, names: Mapping[str, str]) -> list[str]:
    one = _sentence(text, names)
    if one is None:
        return []
    if not one.done:
        return _of_the_unit(one, lawful, names) if len(one.words) <= FEW_WORDS_OF_A_UNIT else []
    if not one.here and _BUILDS_SOME.match(one.said):
        return [order for order in lawful() if order.startswith("Build")][:MOST_NAMED]
    is_of_no_place = not one.here and not one.done & _WITHOUT_PLACE and _RING not in one.words
    if len(one.words) == 1 or (is_of_no_place and not _EACH.match(one.said)):
        return []
    return _described(one, lawful, names)


def _sentence(text: str, names: Mapping[str, str]) -> _Sentence | None:
    """Return what *text* names; None if it is empty or too long."""
    said = _said(text)
    if not said or len(said) > LONGEST * (len(languages()) + 1):
        return None
    words = frozenset(_WORDS.findall(said))
    done = _done_in(_NOT_DONE.sub(" ", said)) or _done_in(said) - _WITHOUT_PLACE
    is_pair = not done and _is_bare(text, names)
    done = frozenset("-R") if is_pair else done
    here = {short for short, full in names.items() if _is_named(short, full, said, words)}
    if done and not here:
        here = _nearly_named(said, names)
    return _Sentence(text, said, words, done, frozenset(here), is_pair)


def _done_in(said: str) -> frozenset[str]:
    return frozenset(sign for sign, pattern in _PATTERNS.items() if pattern.search(said))


def _described(one: _Sentence, lawful: Lawful, names: Mapping[str, str]) -> list[str]:
    """Return the orders that fit most of what the sentence names."""
    places = _places(tuple(names))
    meant = {order: _parts(order, places) for order in lawful()}
    fitting = {
        order: parts
        for order, parts in meant.items()
        if parts.signs <= one.done and parts.words <= one.words and _may_be_told(parts)
    }
    best = {order: _score(parts, one.said) for order, parts in fitting.items() if parts.places <= one.here}
    first = _named_first(one, names)
    if one.is_pair:
        pairs = [order for order in best if meant[order].places == one.here]
        return sorted(_of_first(pairs, meant, first), key=len)[:1]
    best = best or _by_kind(fitting, one)
    if best:
        most = max(best.values())
        found = _of_first([order for order, score in best.items() if score == most], meant, first)
        if len(found) <= MOST_FITTING and all(meant[order].places == {meant[order].own} for order in found):
            return [*together(found, one.text)]
        return found[:MOST_NAMED] if len(found) <= MOST_FITTING else []
    if _EACH.match(one.said):  # "all armies destroy Nazgul": some of their orders show how
        return _of_each(fitting, one.said)
    if one.is_short or _REQUEST.match(one.said):  # "send one of the armies in Rome to Madrid"
        moves = {order: parts for order, parts in meant.items() if parts.signs <= {"-"}}
        some = fitting if one.is_short else moves
        found = [order for order, parts in some.items() if parts.own in one.here][:MOST_NAMED]
        return found or _of_the_unit(one, lawful, names)
    return []


def _named_first(one: _Sentence, names: Mapping[str, str]) -> str:
    """Return the place that the sentence names first, "" if that is where somebody goes: "to Kiel goes A"."""
    found = {short: one.said.find(_folded(names[short])) for short in one.here}
    found |= {short: one.said.find(short.casefold()) for short, at in found.items() if at < 0}
    first = min((at, short) for short, at in found.items()) if found else (-1, "")
    return "" if first[0] < 0 or _GOING.search(one.said[: first[0]]) else first[1]


def _of_first(orders: Sequence[str], meant: Mapping[str, _Told], first: str) -> list[str]:
    """Return those of the *orders* for the unit at the place named *first*; all of them if there are none.

    They are not told apart by that if one is a support or a convoy, or if all of them name no other place.
    """
    if any(meant[order].signs & _OF_TWO or meant[order].places == {meant[order].own} for order in orders):
        return [*orders]
    return [order for order in orders if meant[order].own == first] or [*orders]


def _of_each(fitting: Mapping[str, _Told], said: str) -> list[str]:
    """Return those that fit most of what is said of each unit: "any", where that is said."""
    scores = {order: _score(parts, said) for order, parts in fitting.items() if _is_of_each(parts, said)}
    most = max(scores.values(), default=0)
    return [order for order, score in scores.items() if score == most][:MOST_NAMED]


def _by_kind(fitting: Mapping[str, _Told], one: _Sentence) -> dict[str, int]:
    """Return the scores of orders whose units are named by their kind alone: "my fleet sails to Tunis"."""
    return {
        order: _score(parts, one.said)
        for order, parts in fitting.items()
        if parts.own
        and parts.places - {parts.own}
        and parts.places - {parts.own} <= one.here
        and _kinds(parts, one.said)
    }


def _is_of_each(parts: _Told, said: str) -> bool:
    names_kinds = _kinds(parts, said) == len(parts.kinds) or _OF_THEM.search(said) is not None
    return bool(parts.own) and parts.places == {parts.own} and names_kinds


def _of_the_unit(one: _Sentence, lawful: Lawful, names: Mapping[str, str]) -> list[str]:
    """Return the legal orders of the unit with which the text begins: "Ranger Osgiliath searches"."""
    found = _BEGINS_WITH_UNIT.match(one.text)
    if found is None or not one.here or _is_prose(one, found, names):
        return []
    kind, places = found["kind"][0].upper(), _places(tuple(names))
    told_here = ((order, _parts(order, places)) for order in lawful())
    fitting = (order for order, parts in told_here if parts.own in one.here and parts.kinds[:1] == (kind,))
    return list(fitting)[:MOST_NAMED]


def _is_prose(one: _Sentence, found: re.Match[str], names: Mapping[str, str]) -> bool:
    """Return whether the text begins with an article and no unit: "A strider in my Gwathlo?"."""
    is_article = _IS_ARTICLE.match(one.text) is not None or one.text.rstrip().endswith("?")
    behind = unaccented(one.text[found.end() :])
    named = {name for short in one.here for name in (short.casefold(), _folded(names[short]))}
    return is_article and not behind.startswith(tuple(named))


def _is_bare(text: str, names: Mapping[str, str]) -> bool:
    """Return whether *text* is nothing but two places and a kind of unit: "fleet London North Sea"."""
    plain = unaccented(clean(text))
    if len(plain) > LONGEST_BARE:
        return False
    found = 0
    for name in _longest_first(tuple(names.items())):
        if name in plain:
            plain, count = re.subn(rf"(?<!\w){re.escape(name)}(?!\w)", " ", plain)
            found += count
    rest = _WORDS.findall(plain)
    return found == 2 and all(
        word in _BARE or any(kind.fullmatch(word) for kind in _KINDS.values()) for word in rest
    )


@lru_cache(maxsize=64)
def _longest_first(names: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """Return the full and the short names without accents, in lower case."""
    found = {*(_folded(full) for _, full in names), *(short.casefold() for short, _ in names)}
    return tuple(sorted((name for name in found if len(name) >= SHORTEST_NAME), key=len, reverse=True))


def _may_be_told(one: _Told) -> bool:
    return bool(one.places or one.signs & _WITHOUT_PLACE or _RING in one.words)


def _said(text: str) -> str:
    """Return *text* without accents and capitals, and once more for each language that it may be in."""
    plain = clean(text)
    if len(plain) > LONGEST:
        return plain.ljust(LONGEST * (len(languages()) + 1) + 1)
    others = (one.translated(plain) for one in languages())
    return " ".join(unaccented(one) for one in dict.fromkeys((plain, *others)))


@lru_cache(maxsize=64)
def _places(names: tuple[str, ...]) -> frozenset[str]:
    """Return one shared set for equal *names*, because a set compares fast with itself."""
    return frozenset(names)


@lru_cache(maxsize=16384)
def _parts(order: str, names: frozenset[str]) -> _Told:
    parts = _PARTS.findall(order)
    kinds = [at for at in range(len(parts)) if _is_kind(parts, at, names)]
    own = parts[kinds[0] + 1] if kinds[:1] == [0] and parts[1:] and parts[1] in names else ""
    rest = [part for at, part in enumerate(parts) if at not in kinds and part not in names]
    return _Told(
        places=frozenset(part for part in parts if part in names),
        signs=frozenset(part for part in rest if part in _PATTERNS),
        kinds=tuple(parts[at].lstrip(_DIGITS) for at in kinds),
        words=frozenset(unaccented(part) for part in rest if _must_be_said(part)),
        own=own,
        labels=tuple(" ".join(parts[at : at + 2]).lstrip(_DIGITS).casefold() for at in kinds),
    )


def _is_kind(parts: list[str], at: int, names: frozenset[str]) -> bool:
    """Return whether the part is a kind of unit; after a place, "C" and "R" are what the unit does."""
    return parts[at].lstrip(_DIGITS) in _KINDS and (not at or parts[at - 1] not in names)


def _must_be_said(part: str) -> bool:
    return (
        len(part) >= SHORTEST_WORD and part.isalpha() and part not in _PATTERNS and part not in ("the", "via")
    )


def _score(one: _Told, said: str) -> int:
    return len(one.places) + len(one.signs) + len(one.words) + _kinds(one, said)


def _kinds(one: _Told, said: str) -> int:
    said = f" {said} "
    return sum(
        f" {label} " in said or _KINDS[kind].search(said) is not None
        for kind, label in zip(one.kinds, one.labels, strict=True)
    )


def _is_named(short: str, full: str, said: str, words: frozenset[str]) -> bool:
    if len(short) >= SHORTEST_NAME and short.casefold() in words:
        return True
    name = _folded(full)
    return name in said and re.search(rf"\b{re.escape(name)}\b", said) is not None


@lru_cache(maxsize=4096)
def _folded(name: str) -> str:
    """Return *name* without accents, capitals, and an article: "shire" for "the Shire"."""
    return unaccented(clean(name)).removeprefix("the ")


def _nearly_named(said: str, names: Mapping[str, str]) -> set[str]:
    """Return the places whose names are in *said* with a letter wrong, or two in a long one."""
    spoken = _WORDS.findall(said)
    runs = {*spoken, *(f"{first} {other}" for first, other in pairwise(spoken))}
    slips = _slips(tuple(names.items()))
    return {short for run in runs if len(run) >= LETTERS_FOR_A_SLIP for short in slips.near(run)}


class _Slips:
    """The long names of places, among which misspelt ones are looked for."""

    def __init__(self, names: Sequence[tuple[str, str]]) -> None:
        self._by_length: dict[int, dict[str, str]] = {}  # names by their short ones
        for short, full in names:
            name = _folded(full)
            if len(name) >= LETTERS_FOR_A_SLIP:
                self._by_length.setdefault(len(name), {})[short] = name
        self.near = lru_cache(maxsize=KEPT_RUNS)(self._near)

    def _near(self, run: str) -> Sequence[str]:
        """Return the short names of those that *run* is with a letter wrong, or two in a long one."""
        with IMPORTS:
            from rapidfuzz.distance import OSA  # only slips need these, and they are slow to load
            from rapidfuzz.process import extract

        found: list[str] = []
        for length in range(len(run) - MOST_WRONG, len(run) + MOST_WRONG + 1):
            most = 1 if length < LETTERS_FOR_TWO else MOST_WRONG
            names = self._by_length.get(length) if abs(length - len(run)) <= most else None
            if names:
                near = extract(run, names, scorer=OSA.distance, score_cutoff=most, limit=None)
                found += [short for _, _, short in near]
        return found


_slips = lru_cache(maxsize=64)(_Slips)
