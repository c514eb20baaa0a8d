"""Suggest the legal order that a line with a typo was probably meant to be.

One or two words that are not understood are replaced by the most similar words of orders. Of the resulting
lines, those are suggested that the Power may order now.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import product

from adjudicator.core.language.words import LOOK_UP, NotAllowed, Refusal, Unreadable, clean, key, listed
from adjudicator.core.languages import condition_in, doubt_in, gives_reason, is_closing
from adjudicator.core.lazy_imports import IMPORTS
from adjudicator.empires.ground import BOARD, TECHNOLOGIES, TECHNOLOGY_NAMES, TRACK_NAMES, ZONE_NAMES, ZONES
from adjudicator.empires.language import orders
from adjudicator.empires.language.grammar import FORMS, parse_line, plain
from adjudicator.empires.language.orders import Order, SheetOrder
from adjudicator.empires.language.parsing import without_standing
from adjudicator.empires.language.plan import Accepted, SheetLine, planned
from adjudicator.empires.language.remedies import by_meaning
from adjudicator.empires.language.remedies.half_orders import without_halves
from adjudicator.empires.language.remedies.long_sentences import in_pieces, order_behind_purpose
from adjudicator.empires.language.remedies.markers import with_own_way
from adjudicator.empires.language.remedies.order_like import in_full
from adjudicator.empires.language.remedies.order_like import is_like_an_order as is_order_like
from adjudicator.empires.language.sentences import free_text
from adjudicator.empires.language.sentences.lexicon import letters_of
from adjudicator.empires.language.splitting import Said, is_order
from adjudicator.empires.position import Position
from adjudicator.empires.sentences import say

MOST_STRANGE = 4  # different words of a line
FEWEST_LETTERS = 4  # of a word with a slip, in prose
FEW_STRANGE = 2  # with more, only the nearest words are tried for each
NEAREST = 3
FEWEST_PARTS, MOST_PARTS = 2, 6  # of a line, each with a suggestion of its own
MOST_TRIES = 12  # wordings of a line
MOST_LINES = 8  # of a message that get a suggestion
MOST_NAMED = 3
LONGEST = 160  # characters of a line
LONGEST_LIST = 320  # characters of one that is cut into parts
FEWEST_WORDS, MOST_WORDS = 2, 16  # of prose that may be an order with a typo
WORDS = (
    *("recruit", "reinforce", "activate", "offensive", "research", "technologies", "entrench", "diplomacy"),
    *(
        "missions",
        "gas",
        "pause",
        "pass",
        "cancel",
        "trench",
        "second",
        "supporter",
        "retreat",
        "loss",
        "army",
    ),
    *("armies", "attacks", "attack", "with", "air", "tanks", "full", "reduced", "small", "strategic", "sea"),
    *("cede", "in", "to", "by", "and", "forward", "back", "always", "never", "save", "keep", "first", "last"),
    *("another", "from", "supported", "moves", "poison", "standing", "orders", "should", "goes", "then"),
    *(counter.nation for counter in BOARD.counters.values()),
)
_WORD = re.compile(r"[^\W\d_][\w']*(?:-[^\W\d_][\w']*)*")
_HYPHENED = re.compile(r"(?<![\w-])[^\W\d_]{3,20}-[^\W\d_]{3,20}(?![\w-])")
_BETWEEN_ORDERS = re.compile(r"[,;]\s+(?:and\s+)?|(?<=:)\s+")
_JOINS = re.compile(  # before an order: "and then lille attacks brussles"
    r"^(?:(?:and|then|also|next|finally|so|but|und|dann|danach|et|puis|ensuite)\b[\s,]*)+", re.IGNORECASE
)
_LABEL = re.compile(r"^[^\W\d_]{1,8} ?\d{1,2} ?[:.)]\s+")  # "A1: ", "Action 2: "
_REQUEST = re.compile(  # "Could you also put a trench in Metz?", not "Could you tell me ...?"
    r"\W*(?:(?:and|also|so|then|please|oh|maybe)\W+)*"
    r"(?:(?:could|can|would|will)\s+you|(?:könnten|würden|können)\s+sie|pou(?:rriez|vez)[\s-]vous)\s+"
    r"(?!(?:please\s+|also\s+|kindly\s+|mir\s+|me\s+)*(?:tell|say|explain|confirm|check|remind|let|clarify|show|help|know|"
    r"see|mind|have|be|look|describe|sagen|erklären|dire|expliquer)\b)",
    re.IGNORECASE,
)
_SHOULD = re.compile(
    r"(?<=[^\W\d_] )should\b", re.IGNORECASE
)  # "the army in Rouen should move": no condition
_COUNTED = frozenset("#FSN")  # letters of numbers, strengths, sizes and nations
_AT_A_JOIN = re.compile(r"(?<=[^\W\d_]) (?=[^\W\d_])")


@cache
def _dictionary() -> tuple[tuple[str, str], ...]:
    """Return each word with its key: words of orders, and names of zones, tracks and technologies."""
    names = [name for zone in ZONES.values() for name in (zone.name, zone.abbr, *zone.aliases)]
    names += [part for name in (*TECHNOLOGIES, *BOARD.tracks) for part in _WORD.findall(name)]
    return tuple({key(word): word for word in (*names, *WORDS)}.items())


@lru_cache(maxsize=1024)
def _near(word: str) -> tuple[tuple[int, str], ...]:
    """Return the words that *word* may be a typo for, with the number of wrong letters, the nearest first."""
    with IMPORTS:
        from rapidfuzz.distance import OSA  # only typos need it, and it is slow to import

    most = 1 if len(word) < 6 else 2
    said = key(word)
    found = [
        (distance, name)
        for known, name in _dictionary()
        if (distance := OSA.distance(said, known, score_cutoff=most)) <= most and known != said
    ]
    return tuple(sorted(found, key=lambda one: (one[0], abs(len(one[1]) - len(word)), one[1]))[:6])


def suggested(text: str, is_lawful: Callable[[str], bool]) -> list[str]:
    """Return the legal orders that *text* is nearest to, at most three; none if nothing fits."""
    bare = _JOINS.sub("", plain(clean(text)))
    if len(bare) > LONGEST:
        return []
    apart = _HYPHENED.sub(_apart, bare)
    found = _nearest(bare, is_lawful) or (_nearest(apart, is_lawful) if apart != bare else {})
    return list(found)[:MOST_NAMED]


def _nearest(text: str, is_lawful: Callable[[str], bool]) -> dict[str, int]:
    """Return the legal orders that *text* is nearest to, each with the number of wrong letters."""
    found: dict[str, int] = {}
    for wrong, wording in _wordings(text):
        if found and wrong > min(found.values()):
            break
        order = wording if is_order(wording) else free_text.in_notation(wording)
        if order and is_order(order) and is_lawful(order):
            found.setdefault(order, wrong)
    return found


def _is_misspelt_order(text: str) -> bool:
    """Return whether *text* with other letters is an order, though none that is legal now."""
    bare = _JOINS.sub("", plain(clean(text)))
    if len(bare) > LONGEST or len(bare.split()) < FEWEST_WORDS or bare.endswith("?"):
        return False
    if is_closing(text):
        return False
    return any(is_order(one) or free_text.in_notation(one) for _, one in _wordings(bare))


def _apart(found: re.Match[str]) -> str:
    """Return "Mtez - Vredun" for "Mtez-Vredun", which is near no name with a hyphen."""
    halves = found[0].split("-")
    is_one = _is_known(found[0]) or _near(found[0]) or any(ZONE_NAMES.meant(half) for half in halves)
    return found[0] if is_one else " - ".join(halves)


def _wordings(text: str) -> Iterator[tuple[int, str]]:
    """Yield *text* with its strange words replaced, the nearest first, with the number of wrong letters."""
    words = list(_WORD.finditer(text))
    strange = list(dict.fromkeys(word[0] for word in words if not _is_known(word[0])))
    tries: list[tuple[int, str]] = []
    if 0 < len(strange) <= MOST_STRANGE:
        most = None if len(strange) <= FEW_STRANGE else NEAREST
        for choice in product(*(_near(word)[:most] for word in strange)):
            names = {word: name for word, (_, name) in zip(strange, choice, strict=True)}
            replaced = _WORD.sub(lambda word, names=names: names.get(word[0], word[0]), text)  # type: ignore[misc]
            tries.append((sum(distance for distance, _ in choice), replaced))
    if len(strange) <= MOST_STRANGE:
        tries += [(1, one) for one in _swapped_at_spaces(text)]
    if not strange:
        for word in words:
            if letters_of(word[0]) in _COUNTED:
                continue  # "one" is not short for a place
            tries += [
                (distance, text[: word.start()] + name + text[word.end() :])
                for distance, name in _near(word[0])[:3]
            ]
    yield from sorted(tries, key=lambda one: one[0])[:MOST_TRIES]


def _mended(text: str) -> str:
    """Return *text* with each strange word as the one that it is nearest to."""

    def nearest(found: re.Match[str]) -> str:
        word = found[0]
        near = _near(word) if len(word) >= FEWEST_LETTERS and not _is_known(word) else ()
        return near[0][1] if near else word

    return _WORD.sub(nearest, text)


def _swapped_at_spaces(text: str) -> Iterator[str]:
    """Yield *text* with a letter on the other side of a space: "Arm yMetz" is "Army Metz"."""
    for found in _AT_A_JOIN.finditer(text):
        at = found.start()
        for wording in (
            f"{text[:at]}{text[at + 1]} {text[at + 2 :]}",
            f"{text[: at - 1]} {text[at - 1]}{text[at + 1 :]}",
        ):
            if all(_is_known(word) for word in _WORD.findall(wording)):
                yield wording


@lru_cache(maxsize=4096)
def _is_known(word: str) -> bool:
    folded = word.casefold()
    return any(free_text.knows(part) for part in (folded, key(folded))) or bool(
        TRACK_NAMES.meant(word) or TECHNOLOGY_NAMES.meant(word)
    )


def _asked(found: Sequence[str]) -> Unreadable:
    return Unreadable(say("this_is_not_understood"), say("if_order_did_you_mean", found=listed(found)))


@cache
def _of_forms() -> Mapping[str, str]:
    """Return the kind of order whose general form a remedy shows, by remedy."""
    return {say("nearest_form", form=form): kind for kind, form in reversed(FORMS.items())}


def _joined(meant: Sequence[tuple[str, list[str]]]) -> list[tuple[str, list[str]]]:
    """Return the parts that may be orders, each with the parts after it that may belong to it."""
    found: list[tuple[str, list[str]]] = []
    lead = ""
    for text, may_be in meant:
        if may_be:
            found.append((f"{lead} {text}".strip(), may_be))
            lead = ""
        elif found:
            found[-1] = (f"{found[-1][0]}, {text}", found[-1][1])
        else:
            lead = f"{lead} {text}".strip()
    return found


def _parts(one: Said) -> list[str]:
    """Return the parts of a line that may be orders with slips; [] for one with a condition."""
    order = one.order
    is_prose = order is None and not (one.is_noted or one.stays)
    if not (is_prose or isinstance(order, Refusal)) or len(one.text) > LONGEST_LIST:
        return []
    if (
        doubt_in(_SHOULD.sub("", one.text))
        or condition_in(one.text)
        or one.text.endswith("?")
        or gives_reason(one.text)
    ):
        return []
    is_understood = isinstance(order, NotAllowed) and order.remedy != say("write_each_order_alone_on_its")
    behind = _LABEL.sub("", one.text)
    parts = [part.strip() for part in _BETWEEN_ORDERS.split(behind) if part.strip()]
    return parts if not is_understood and FEWEST_PARTS <= len(parts) <= MOST_PARTS else []


def _markers_joined(said: Sequence[Said]) -> list[Said]:
    """Return *said* with "Move the Turkish marker" joined to the line below that says which way."""
    found: list[Said] = []
    for one in said:
        above = found[-1] if found else None
        if above and one.number == above.number + 1 and _is_prose(one) and _is_prose(above):
            whole = f"{above.text} {one.text}"
            if by_meaning.pushes(whole) and not any(by_meaning.pushes(each.text) for each in (above, one)):
                found[-1] = above._replace(text=whole)
                continue
        found.append(one)
    return found


def _is_prose(one: Said) -> bool:
    return one.order is None and not (one.is_noted or one.stays)


class Adviser:
    """Adds suggestions to the lines of one message that are not understood."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._left = MOST_LINES
        self._tries = MOST_LINES
        self._prose = 2 * MOST_LINES
        self._examples: dict[str, str] = {}  # by kind of order
        self._lawful: dict[str, bool] = {}  # by order

    def advised(self, said: Sequence[Said]) -> list[Said]:
        parts = [part for one in _markers_joined(said) for part in self._in_parts(one)]
        return without_halves(parts, self._is_lawful)

    def _in_parts(self, one: Said) -> list[Said]:
        """Return a refused line of several orders as one refusal for each of them, with its suggestion.

        None of the orders is taken: a heading with a slip decides what those after it belong to.
        """
        parts = _parts(one) if self._left >= 1 and self._tries else []
        if pieces := in_pieces(one) if self._left >= 1 and not parts else []:
            self._left -= 1
            return pieces
        self._tries -= bool(parts)
        meant = [(text, self._part_meant(text, is_refused=one.order is not None)) for text in parts]
        if not all(may_be for _, may_be in meant):
            if one.order is None:
                return [self._with_advice(one)]
            if whole := suggested(one.text, self._is_lawful):
                return [one._replace(order=_asked(whole))]
        meant = _joined(meant)
        if len(meant) < FEWEST_PARTS:
            return [self._with_advice(one)]
        self._left -= 1
        reason = one.order.reason if isinstance(one.order, Refusal) else say("this_is_not_understood")
        remedies = ((text, say("did_you_mean", found=listed(may_be))) for text, may_be in meant)
        return [one._replace(text=text, order=Unreadable(reason, remedy)) for text, remedy in remedies]

    def _part_meant(self, text: str, *, is_refused: bool) -> list[str]:
        """Return the order that a part of a line is, or those that it is nearest to, or may mean."""
        order = plain(text) if is_order(text) else free_text.in_notation(text)
        found = [order] if order else suggested(text, self._is_lawful)
        may_mean = is_refused and not found
        return by_meaning.suggested(self._position, text, self._is_lawful) if may_mean else found

    def _with_advice(self, one: Said) -> Said:
        is_read = one.is_noted or one.stays or isinstance(one.order, Order)
        if not is_read and (order := order_behind_purpose(one.text)) and self._is_lawful(order):
            return one._replace(order=_asked([order]))
        advised = self._advised(one)
        is_prose = advised.order is None and not (one.is_noted or one.stays)
        if is_prose and (is_order_like(one.text) or (self._left > 0 and _is_misspelt_order(one.text))):
            return one._replace(order=Unreadable(say("this_is_not_understood"), say("write_it_so")))
        return advised

    def _advised(self, one: Said) -> Said:
        is_prose = one.order is None and not one.is_noted and not one.stays
        if self._left < 1 or not (is_prose or isinstance(one.order, Refusal)):
            return self._with_marker(one) if is_prose else one
        is_fit = FEWEST_WORDS <= len(one.text.split()) <= MOST_WORDS or by_meaning.pushes(one.text)
        if is_prose and not is_fit:
            return one
        self._left -= 1
        may_be_misspelt = is_prose or isinstance(one.order, Unreadable)
        found = suggested(one.text, self._is_lawful) if may_be_misspelt else []
        if is_prose and is_closing(one.text):
            found = [order for order in found if " " in order]  # "Das passt!" is no slip for PASS
        found = found or (self._meant_in_full(one.text) if may_be_misspelt else [])
        if found:
            reason = one.order.reason if isinstance(one.order, Unreadable) else say("this_is_not_understood")
            return one._replace(order=Unreadable(reason, say("did_you_mean", found=listed(found))))
        if is_prose:
            return self._with_prose(one)
        if isinstance(one.order, Refusal):
            return one._replace(order=self._with_meaning(one.text, one.order))
        return one

    def _with_marker(self, one: Said) -> Said:
        """Return it with the marker that it moves: little work, so it is done however long the message is."""
        return self._with_prose(one) if by_meaning.pushes(one.text) else one

    def _with_prose(self, one: Said) -> Said:
        self._prose -= 1
        found = self._meant_by_prose(one.text) if self._prose >= 0 else []
        return one._replace(order=_asked(found)) if found else one

    def _meant_in_full(self, text: str) -> list[str]:
        """Return the legal orders that a line may mean in which a name is short for several zones."""
        orders = (free_text.in_notation(one) for one in in_full(text))
        return [one for one in orders if one and is_order(one) and self._is_lawful(one)][:MOST_NAMED]

    def _meant_by_prose(self, text: str) -> list[str]:
        """Return the orders that a text may mean that says what to do; none for a question, or mere talk."""
        if text.endswith("?") and not _REQUEST.match(text):
            return []
        if gives_reason(text):
            return []
        mended = _mended(text)
        is_meant = mended != text and (by_meaning.says_what_to_do(mended) or is_order_like(mended))
        wordings = [*([text] if by_meaning.says_what_to_do(text) else []), *([mended] if is_meant else [])]
        meant = (by_meaning.suggested(self._position, one, self._is_lawful) for one in wordings)
        return next(filter(None, meant), [])

    def _with_meaning(self, text: str, refusal: Refusal) -> Refusal:
        """Return the refusal with orders that *text* may mean, or with an example from this position."""
        if refusal.reason == say("this_does_not_say_which_way"):
            return with_own_way(self._position, text, refusal)
        kind = _of_forms().get(refusal.remedy, "")
        if not kind and refusal.remedy not in (say("write_each_order_alone_on_its"), LOOK_UP):
            return refusal
        found = by_meaning.suggested(self._position, text, self._is_lawful)
        if found:
            is_named = refusal.remedy != LOOK_UP  # else the reason is that "I would like" is no zone
            reason = refusal.reason if is_named else say("this_is_not_understood")
            return type(refusal)(reason, say("if_order_did_you_mean", found=listed(found)))
        if not kind:
            return refusal
        if kind not in self._examples:
            self._examples[kind] = by_meaning.example(self._position, kind, self._is_lawful)
        return type(refusal)(refusal.reason, say("nearest_form", form=self._examples[kind]))

    def _is_lawful(self, text: str) -> bool:
        """Return whether *text* can be ordered now, as the only order of its kind."""
        if text not in self._lawful:
            self._lawful[text] = self._may_be_ordered(text)
        return self._lawful[text]

    def _may_be_ordered(self, text: str) -> bool:
        order = parse_line(without_standing(plain(text)))
        match order:
            case None:
                return False
            case orders.ArmyOrder():
                sheet: list[SheetOrder] = [orders.Activate(), order]
            case orders.Items():
                sheet = [orders.Recruit(), order]
            case orders.Activate(order=None) | orders.Recruit(items=()):
                return True
            case _ if isinstance(order, SheetOrder):
                sheet = [order]
            case _:
                return True
        lines = [SheetLine(number, text, one) for number, one in enumerate(sheet)]
        return all(isinstance(verdict, Accepted) for verdict in planned(self._position, lines).verdicts)
