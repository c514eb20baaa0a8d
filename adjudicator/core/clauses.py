"""Cut the lines of a message into clauses, each of which is one order, so that no part of a line is lost.

Players write prefixes, several orders on a line, lines that a mail program has wrapped, and sentences. A line
that is an order as it stands is left alone. Of any other line the cut is taken that leaves the fewest words
unread, and what is unread is a clause too: the game refuses it, or it is listed as not read.

What a clause says is never guessed: each wording that is tried comes from tables (`languages`, and those of
the game), and a sentence with a word of doubt beside its orders ("but if Munich holds") is not taken in part.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, pairwise

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.languages import (
    begins_with_doubt,
    condition_in,
    doubt_in,
    goes_on_after_stop,
    heads_other_orders,
    joining,
    languages,
    names_a_turn,
    retraction_in,
    says_nothing,
    without_other,
    words_known,
)
from adjudicator.core.second_thoughts import Spoken, taken_back
from adjudicator.core.words import NotAllowed, clean

MOST_TRIES = 500  # wordings tried in a message, so that the work is bounded
MOST_JOINS = 100  # of lines, tried in a message
MOST_PIECES = 1500  # looked at in a message, those of lines that are tried together among them
MOST_CLAUSES = 40  # that a line is cut into; a longer line is left whole
LONGEST_SHORT_WORD = 2  # letters of a word that may be short for another: "St."
FEWEST_WORDS = 2  # of an order; an item of a list with fewer may be part of one
LONGEST_WORD = 40  # letters
LONGEST_RUN = 5  # clauses that may be one order together
MOST_JOINED = 7  # lines that may be one order together
LONGEST = 400  # characters of an order
LONGEST_JOINED = 600  # characters of lines that are read as one
_WORDS = re.compile(r"[^\W\d_]+")
_LEAD = re.compile(r"^(?:[*+~]+|-(?= )|\(?(?:\d{1,2}/|(?:\d{1,2}|[a-z])[.):])(?= ))\s*", re.IGNORECASE)
_LABEL = re.compile(r"[^:]{1,40}:(?=[\s\w])")  # not a smiley
_FULL_STOP = re.compile(r"(?<!\d)\.|[?!]")  # not that of "2."
_IS_DASH = re.compile(r"\s-+\s")
_BULLET = re.compile(r"[*+~]+\s|-\s|\(?(?:\d{1,2}[.):]|[a-z]\))\s", re.IGNORECASE)
_NUMBERED = re.compile(r"(?:^|\s)\d{1,2}[.):]\s")
_HANGS = re.compile(r"(?:\w\s*(?:-+>?|=+>)|\b(?:to|into|supports?|supporting))$", re.IGNORECASE)
_NO_NAMES = ("and", "And", "both", "Both")
_ASIDE = re.compile(r"\s\([^()]{3,300}(?:\)(?=\s*(?:[.,;!?]|$))|$)")  # not in the middle of an order
_BRACKET = re.compile(r"\s*\([^()]*\)")
_CHAT = re.compile(  # what begins so behind a dash is a remark, no place
    r"\s-+\s(?=(?:that|this|which|because|since|so|as|he|she|it|they|we|you|i|my guess|just|hope|sorry)\b)",
    re.IGNORECASE,
)
_RUNS_ON = re.compile(  # into a place, in what follows an order
    r"(?:(?:and|then|on|onwards?|back|further|over|from there)\s+)*"
    r"(?:to|into|onto|towards?|via|by|with|from)\s+(?:the\s+)?",
    re.IGNORECASE,
)
_SUPPORTS_IT = re.compile(
    r"(?:(?:and|with) )?(?P<unit>.{2,40}?) (?:(?:will |to )?supports?|supporting|s)"
    r"(?: (?:it|that|this|(?:that|this|the|its) (?:move|attack|advance)))?",
    re.IGNORECASE,
)
_NAMES_UNITS = re.compile(
    r"(?:(?:my|the|both|two|three|four|\d)\s+)+(?:arm(?:y|ies)|fleets?|cavalry|units?)\b(?!.*\b(?:is|are|was|were)\b)",
    re.IGNORECASE,
)
_FURTHER = re.compile(r"(?:and\s+)?(?:then|on|onwards?|back|further|over|from there)\b", re.IGNORECASE)
MOST_WORDS_OF_A_NAME = 4
_STOP_BETWEEN = re.compile(r"[.?!]")
_STOPS = re.compile(r"[,;.]\s*")
_COMMENT = re.compile(r"(?:^(?:#|--(?!>)|//|>)|\s(?:#|//)).*$")


class Clause(Struct, frozen=True):
    """One order's worth of a message, or what lies between orders.

    *text* is what was written; *orders* are the same in words that the game reads, mostly one; they are empty
    if nothing in it is an order that could be read, and then the game says what is wrong with *text*.
    *doubt* is the word for which the orders of the sentence are not taken.
    """

    number: int  # of its first line, from 1
    text: str
    orders: tuple[str, ...] = ()
    doubt: str = ""
    is_comment: bool = False  # what follows a "#" on the line of an order
    other_heading: str = ""  # the heading of orders that are not for now, of which it is one
    taken_back: str = ""  # the sentence below that takes the order back
    retraction: str = ""  # what is written below it that takes it back: "No wait"


class Sense(Struct, frozen=True):
    """What a game knows of the words of orders."""

    reads: Callable[[str], bool]  # whether a text is an order, or a heading, with names that are known
    knows: Callable[[str], bool]  # whether a word, in small letters, can be part of an order
    reworded: Callable[[str], Iterable[Sequence[str]]]  # other wordings of a text, each one or more orders
    headed: str  # what a heading may say: the turn that is due, and who writes
    begins: re.Pattern[str] = re.compile(r"(?!)")  # where an order may begin without a stop before it
    carried: re.Pattern[str] = re.compile(r"(?!)")  # a verb in front that holds for the next too
    goes_on: re.Pattern[str] = re.compile(r"(?!)")  # in an order that is a list, with commas in it
    is_name: Callable[[str], bool] = lambda _word: False  # of a place, which is never left out
    dangles: Callable[[str], bool] = lambda _text: False  # whether a rest may belong to the order beside it
    is_aside: Callable[[str], bool] = lambda _text: False  # whether words in brackets are no part of an order
    longest_short: int = LONGEST_SHORT_WORD  # letters of a word before a full stop that ends no sentence
    subject: Callable[[str], str] = lambda _order: ""  # the unit that an order is for
    tail: re.Pattern[str] = re.compile(r"(?!)")  # a verb by which a rest belongs to the order beside it


def cut(lines: Sequence[str], sense: Sense) -> list[Clause]:
    """Return the clauses of *lines* in their order. Empty lines are clauses without words."""
    clauses = _with_rests(list(_Cutter(sense).clauses(lines)), sense)
    spoken = [Spoken(one.number, one.text, bool(one.orders)) for one in clauses]
    clauses = _with_retractions(clauses, sense)
    for place, sentence in taken_back(spoken).items():
        clauses[place] = replace(clauses[place], taken_back=sentence)
    return clauses


def _with_rests(clauses: list[Clause], sense: Sense) -> list[Clause]:
    """Return the clauses; one whose rest stands on the next line, and cannot be read, is no order either."""
    for at, clause in enumerate(clauses):
        if not at or clause.orders or clause.is_comment or not _is_rest(clause.text, sense):
            continue
        line = clauses[at - 1].number
        above = [one for one in range(at) if clauses[one].number == line and clauses[one].text]
        if line + 1 != clause.number or not above or _STOP_BETWEEN.search(clauses[at - 1].text[-1:]):
            continue
        for one in above:
            clauses[one] = replace(clauses[one], orders=(), doubt=clauses[one].doubt or clause.text)
    return clauses


def _is_rest(text: str, sense: Sense) -> bool:
    return sense.tail.match(text) is not None or _runs_on(text, sense)


def _with_retractions(clauses: list[Clause], sense: Sense) -> list[Clause]:
    """Return the clauses; an order that is taken back below it ("No wait") has its retraction."""
    for at, clause in enumerate(clauses):
        words = "" if clause.orders or clause.is_comment else retraction_in(clause.text)
        before = _retracted(clauses[:at], clauses[at + 1 : at + 2], sense) if words else None
        if before is not None:
            clauses[before] = replace(clauses[before], orders=(), retraction=words)
    return clauses


def _retracted(above: Sequence[Clause], below: Sequence[Clause], sense: Sense) -> int | None:
    """Return which clause a retraction means: the last that is an order.

    None if that is unread, or if the order behind the retraction takes the place of one above it.
    """
    units = {sense.subject(order) for clause in below for order in clause.orders} - {""}
    if units & {sense.subject(order) for clause in above for order in clause.orders}:
        return None
    for at in range(len(above) - 1, -1, -1):
        if above[at].orders:
            return at
        if not retraction_in(above[at].text) and any(map(sense.is_name, _WORDS.findall(above[at].text))):
            return None
    return None


class _Part(Struct, frozen=True):
    """A piece of a line; *unread* counts its words if it is no order."""

    text: str
    orders: tuple[str, ...] = ()
    unread: int = 0
    is_comment: bool = False
    begins_sentence: bool = False
    is_glued: bool = False  # no stop parts it from the one before or after it: one order, with a slip
    at: int = 0  # where it begins on the line
    doubt: str = ""
    is_aside: bool = False  # in brackets


class _Cutter:
    """Cuts one message; it remembers what was tried."""

    def __init__(self, sense: Sense) -> None:
        self._sense = sense
        self._tries = 0
        self._pieces = 0
        self._joins = 0
        self._known: dict[str, tuple[str, ...]] = {}
        self._hanging = ""  # what is unread above and goes on below: "C Edoras -"
        self._verb = ""  # that holds for what follows: of the heading "Builds:", or of "Build A Par, F Bre"

    def clauses(self, lines: Sequence[str]) -> Iterator[Clause]:
        number, other = 0, ""
        while number < len(lines):
            text = clean(lines[number])
            if not _WORDS.search(_COMMENT.sub("", text)):
                self._verb = "" if not text else self._verb
                self._hanging = ""
                yield Clause(number + 1, text)
                number += 1
                continue
            if heads_other_orders(text) and not self._orders(text):
                other = text
            elif says_nothing(text):
                other = ""
            if other:
                yield Clause(number + 1, text, other_heading=other)
                number += 1
                continue
            parts, used = self._longest(lines, number)
            starts = list(accumulate(len(clean(line)) + 1 for line in lines[number : number + used]))
            if self._hanging and parts[0].orders:
                parts[0] = replace(parts[0], orders=(), doubt=self._hanging)
            self._hanging = parts[-1].text if _is_hanging(parts[-1]) else ""
            for part in parts:
                line = number + 1 + bisect_right(starts, part.at)
                yield Clause(line, part.text, part.orders, part.doubt, part.is_comment)
            number += used

    def _longest(self, lines: Sequence[str], number: int) -> tuple[list[_Part], int]:
        """Return the parts of line *number* and of those below that it runs on into, and how many lines."""
        verb = self._verb
        text = clean(lines[number])
        best, used, after = self._parts(text), 1, self._verb
        apart = _unread(best)
        for more in range(1, MOST_JOINED):
            below = clean(lines[number + more]) if number + more < len(lines) else ""
            if not self._may_go_on(text, below):
                break
            self._joins += 1
            self._verb = verb
            apart += _unread(self._parts(below))
            if not apart or len(text) + len(below) > LONGEST_JOINED:
                break
            text = f"{text} {below}"
            self._verb = verb
            joined = self._parts(text)
            if _unread(joined) < apart and _says_more(joined, best):
                best, used, after, apart = joined, more + 1, self._verb, _unread(joined)
        self._verb = "" if any(not part.orders and not part.is_comment for part in best) else after
        return best, used

    def _may_go_on(self, text: str, below: str) -> bool:
        """Return whether an order that begins in *text* may end in *below*, by the words where they meet."""
        words, after = _WORDS.findall(text[-LONGEST_WORD:]), _WORDS.search(below)
        if not words or after is None or self._joins > MOST_JOINS or self._pieces > MOST_PIECES:
            return False
        if _BULLET.match(below) and _is_item(text, below):
            return False
        return self._knows(words[-1]) and self._knows(after[0])

    def _parts(self, text: str) -> list[_Part]:
        if text.startswith("|"):  # the row of a table: what its columns say is not guessed
            return [_Part(text, unread=_count(text))]
        spans = list(_spans(_COMMENT.sub("", text), self._sense.begins))
        self._pieces += len(spans)
        whole = () if any(self._starts(text, spans)) else self._as_written(text) or self._orders(text)
        if whole:
            self._verb = self._carried(whole[-1])
            return [_Part(text, whole)]
        if len(spans) > MOST_CLAUSES or self._pieces > MOST_PIECES:
            return [_Part(text, unread=_count(text))]
        parts = _merged(text, self._fewest_unread(text, spans), self._sense.dangles)
        return [one for sentence in _sentences(parts) for one in _settled(sentence, self._sense)]

    def _fewest_unread(self, text: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int, _Part]]:
        """Return the cut with the fewest unread words, and of these the one with the fewest parts."""
        best: list[tuple[int, int, str, list[tuple[int, int, _Part]]] | None] = [None] * (len(spans) + 1)
        best[0] = (0, 0, self._verb, [])
        starts = self._starts(text, spans)
        barred = _doubtful(text, spans, starts)
        asked = _questions(text, spans, starts)
        for end in range(1, len(spans) + 1):
            sentence = starts[end - 1]
            runs = range(max(sentence, end - LONGEST_RUN), end)
            for begin in runs if sentence in runs else (sentence, *runs):
                before = best[begin]
                if before is None:
                    continue
                first, last = spans[begin][0], spans[end - 1][1]
                if starts[begin] in asked and "?" in text[last : last + 2]:
                    last = text.index("?", last) + 1  # so that it is a question for the game too
                words, is_one = text[first:last].strip(), end - begin == 1
                is_sentence = begin == starts[begin] and end in (len(spans), starts[min(end, len(spans) - 1)])
                is_tail = begin > starts[begin] and self._sense.tail.match(words) is not None
                if is_tail or starts[begin] in asked or (starts[begin] in barred and not is_sentence):
                    part, verb = (_Part(words, unread=_count(words)) if is_one else None), before[2]
                else:
                    part, verb = self._part(words, before[2], is_one=is_one)
                above = before[3][-1][2].orders if before[3] else ()
                if part and above and not part.orders and (support := self._support(words, above[-1])):
                    part = _Part(words, support)
                if part is None:
                    continue
                unread, count = before[0] + part.unread, before[1] + 1
                known = best[end]
                if known is None or (unread, count) < known[:2]:
                    best[end] = (unread, count, verb, [*before[3], (first, last, part)])
        found = best[-1]
        self._verb = found[2] if found else ""
        return found[3] if found else []

    def _starts(self, text: str, spans: Sequence[tuple[int, int]]) -> list[int]:
        return _starts_of_sentences(text, spans, self._sense.longest_short)

    def _part(self, text: str, verb: str, *, is_one: bool) -> tuple[_Part | None, str]:
        orders = self._orders(f"{verb} {text}") if verb else ()
        orders = orders or self._orders(text)
        if orders:
            return _Part(text, orders), self._carried(orders[-1])
        return (_Part(text, unread=_count(text)) if is_one else None), verb

    def _support(self, text: str, above: str) -> tuple[str, ...]:
        """Return the order of a text such as "Serbia supports that", by the order before it."""
        found = _SUPPORTS_IT.fullmatch(_bare(text))
        return self._orders(f"{found['unit']} S {above}") if found else ()

    def _as_written(self, text: str) -> tuple[str, ...]:
        """Return *text* if it is an order as it stands, whatever its words."""
        bare = _bare(text)
        return (bare,) if 0 < len(bare) <= LONGEST and self._sense.reads(bare) else ()

    def _orders(self, text: str) -> tuple[str, ...]:
        """Return what *text* says in words that the game reads, () if it is no order in any wording."""
        if text not in self._known:
            self._known[text] = self._tried(text)
        return self._known[text]

    def _tried(self, text: str) -> tuple[str, ...]:
        bare = self._without_the_other(_bare(self._without_asides(text)))
        if not bare or len(bare) > LONGEST or not all(map(self._knows, _WORDS.findall(bare))):
            return ()
        names = [word for word in _WORDS.findall(bare) if self._is_named(word)]
        for orders in self._wordings(bare):
            self._tries += 1
            if self._tries > MOST_TRIES:
                return ()
            if all(map(self._sense.reads, orders)) and _has_all(orders, names):
                return tuple(orders)
        return ()

    def _is_named(self, word: str) -> bool:
        """Return whether a word names a place: not "and" and "both", nor who writes, which are names too."""
        return word not in (*_NO_NAMES, *self._sense.headed.split()) and self._sense.is_name(word)

    def _without_asides(self, text: str) -> str:
        if "(" not in text or len(text) > LONGEST:
            return text
        return _BRACKET.sub(lambda aside: "" if self._sense.is_aside(aside[0].strip()) else aside[0], text)

    def _without_the_other(self, text: str) -> str:
        """Return *text* without "instead of Bur" behind an order: it names what is not ordered."""
        order, other = without_other(text)
        return order if other and self._sense.dangles(other) else text

    def _carried(self, order: str) -> str:
        found = self._sense.carried.match(order)
        return found[0] if found else ""

    def _knows(self, word: str) -> bool:
        folded = word.casefold()
        return folded in words_known() or self._sense.knows(folded)

    def _wordings(self, text: str) -> Iterator[Sequence[str]]:
        """Yield the wordings of *text*, the most literal first."""
        seen: set[str] = set()
        for wording in _plainer(text, self._sense.headed):
            if wording and wording not in seen:
                seen.add(wording)
                yield (wording,)
                yield from self._sense.reworded(wording)


def _is_hanging(part: _Part) -> bool:
    """Return whether it is no order and ends where the name of a place must follow, on the next line."""
    return not part.orders and not part.is_comment and _HANGS.search(part.text) is not None


def _is_item(text: str, below: str) -> bool:
    """Return whether *below*, which has a bullet, is an item of a list of orders that *text* is part of."""
    if text.endswith(":"):
        return not below[0].isdigit()
    last = _NUMBERED.split(text)[-1]
    return _BULLET.match(text) is not None and len(_WORDS.findall(last)) > FEWEST_WORDS


def _bare(text: str) -> str:
    """Return *text* without bullet, comment, and the stops at its end."""
    return _LEAD.sub("", _COMMENT.sub("", text)).strip(" ,;").rstrip(" .!")


def _has_all(orders: Sequence[str], names: Sequence[str]) -> bool:
    """Return whether no name was taken for another word: "den" is Denmark as well as German for "the"."""
    words = {word.casefold() for order in orders for word in _WORDS.findall(order)}
    return all(name.casefold() in words for name in names)


def _plainer(text: str, headed: str) -> Iterator[str]:
    yield text
    for language in languages():
        yield from language.bare(text, headed)
    for language in languages():
        if language.translated(text) != text:
            yield from map(language.translated, language.bare(text, headed))


def _spans(text: str, begins: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Yield where each piece of a line lies, cut at every stop and wherever an order may begin."""
    cuts = [(found.start(), found.end()) for found in joining().finditer(text)]
    cuts += [(found.start(), found.start()) for found in begins.finditer(text) if found.start()]
    cuts += [found.span() for found in _CHAT.finditer(text)]
    asides = [found.span() for found in _ASIDE.finditer(text)]
    cuts = [cut for cut in cuts if not any(first < cut[0] < last for first, last in asides)]
    cuts += [(first, first + 2) for first, _ in asides]
    cuts += [(last - 1, last) for _, last in asides if text[last - 1] == ")"]
    label = _LABEL.match(text)
    cuts += [(label.end(), label.end())] if label else []
    start = 0
    for stop, after in sorted(cuts):
        if stop > start and _WORDS.search(text[start:stop]):
            yield start, stop
            start = after
    if text[start:].strip():
        yield start, len(text)


def _starts_of_sentences(text: str, spans: Sequence[tuple[int, int]], longest_short: int) -> list[int]:
    """Return for each span the first of its sentence: no order runs over a full stop but that of "St."."""
    starts = [0] * len(spans)
    for number in range(1, len(spans)):
        before, after = spans[number - 1][1], spans[number][0]
        last = _WORDS.findall(text[:before][-longest_short - 1 :])
        stop = _FULL_STOP.search(text[before:after])
        is_short = stop is not None and stop[0] == "." and bool(last) and len(last[-1]) <= longest_short
        is_end = stop is not None and not is_short and not goes_on_after_stop(text[after:])
        starts[number] = number if is_end else starts[number - 1]
    return starts


def _doubtful(text: str, spans: Sequence[tuple[int, int]], starts: Sequence[int]) -> set[int]:
    """Return the first spans of sentences that begin with a doubt: no part of them is an order."""
    return {number for number in set(starts) if begins_with_doubt(text[spans[number][0] :])}


def _questions(text: str, spans: Sequence[tuple[int, int]], starts: Sequence[int]) -> set[int]:
    """Return the first spans of sentences that are questions: nothing in them is an order."""
    found: set[int] = set()
    for number, (_, last) in enumerate(spans):
        after = spans[number + 1][0] if number + 1 < len(spans) else len(text)
        is_last = number + 1 == len(spans) or starts[number + 1] == number + 1
        if is_last and "?" in text[max(last - 2, 0) : after]:
            found.add(starts[number])
    return found


def _count(text: str) -> int:
    return max(1, len(_WORDS.findall(text)))


def _unread(parts: Sequence[_Part]) -> int:
    return sum(part.unread for part in parts)


def _says_more(joined: Sequence[_Part], first: Sequence[_Part]) -> bool:
    """Return whether lines together are other orders than the first alone: a "cheers" below is not joined."""
    orders, alone = ([order for part in parts for order in part.orders] for parts in (joined, first))
    return bool(orders) and orders != alone


def _merged(
    text: str, cut_up: Sequence[tuple[int, int, _Part]], dangles: Callable[[str], bool]
) -> list[_Part]:
    """Return the parts, with those of a sentence that stand beside each other unread as one."""
    found: list[_Part] = []
    start = end = 0
    for first, last, part in cut_up:
        between = text[end:first]
        goes_on = dangles(part.text) or goes_on_after_stop(part.text)
        ends = bool(_STOP_BETWEEN.search(text[max(end - 1, 0) : first])) and not goes_on
        is_glued = bool(found) and not text[end:first].strip() and text[end - 1] != ":"
        if is_glued:
            found[-1] = replace(found[-1], is_glued=True)
        is_aside = "(" in between or _IS_DASH.fullmatch(between) is not None
        if found and not part.orders and not found[-1].orders and not ends and not is_aside:
            found[-1] = replace(
                found[-1], text=text[start:last].strip(), unread=found[-1].unread + part.unread
            )
        else:
            start = first
            aside = is_aside and not part.orders
            is_sign = not part.orders and not _WORDS.search(part.text)
            whole = replace(part, begins_sentence=ends, is_glued=is_glued, at=first, is_aside=aside)
            found.append(replace(whole, is_comment=part.is_comment or is_sign))
        end = last
    if found and text[end:].strip(" .,;!?)"):
        found.append(_Part(text[end:].strip(), is_comment=True, at=end))
    return found


def _settled(sentence: Sequence[_Part], sense: Sense) -> list[_Part]:
    """Return the parts of a sentence; if a doubt is among them they are one, and no order."""
    unread = [part for part in sentence if not part.orders and not part.is_comment]
    is_cut_list = _is_cut_list(sentence, sense)
    if not (0 < len(unread) < len(sentence) or is_cut_list):
        return list(sentence)
    is_one = is_cut_list or any(part.is_glued for part in unread)
    doubt = "" if is_one else _doubt(unread, sense)
    if not (is_one or doubt):
        return list(sentence)
    text = (" " if is_one else ", ").join(part.text for part in sentence).replace(":, ", ": ")
    return [_Part(text, unread=_count(text), at=sentence[0].at, doubt=doubt)]


def _is_cut_list(sentence: Sequence[_Part], sense: Sense) -> bool:
    """Return whether a list or what follows it is unread: "2A Bar D : A Bar - Nur, A Bar - Grr"."""
    pairs = [(part, after) for part, after in pairwise(sentence) if not after.is_comment]
    return any(_is_rest_of(part, after, sense) for part, after in pairs if _is_list(part, sense))


def _is_list(part: _Part, sense: Sense) -> bool:
    """Return whether it is a list, or one with a slip in it: "2A Bar D : A Baar - Nur", "piece D, Q"."""
    if part.orders:
        return sense.goes_on.search(part.orders[-1]) is not None
    found = sense.goes_on.search(part.text)
    return found is not None and (not found.start() or part.text[found.end() :].lstrip().startswith(":"))


def _is_rest_of(part: _Part, after: _Part, sense: Sense) -> bool:
    """Return whether either is unread, or *after* is a list only by a word that it does not have."""
    if not (part.orders and after.orders):
        return True
    return bool(sense.goes_on.search(after.orders[0])) and not sense.goes_on.search(after.text)


def _doubt(unread: Sequence[_Part], sense: Sense) -> str:
    """Return a word of doubt, a label ("Plan B:"), or a rest that may belong to an order; "" for none."""
    meant = [part for part in unread if not retraction_in(part.text)]
    strange = (part.text for part in meant if _is_strange(part, sense))
    beside = " ".join(part.text for part in meant if not part.is_aside)
    asides = (_doubt_of_aside(part.text, sense) for part in meant if part.is_aside)
    return doubt_in(beside) or next(filter(None, asides), "") or next(strange, "")


def _is_strange(part: _Part, sense: Sense) -> bool:
    """Return whether a part that is unread may belong to the order beside it."""
    return (
        part.text.endswith(":")
        or bool(_NAMES_UNITS.match(part.text))
        or names_a_turn(part.text)
        or bool(sense.tail.match(part.text))
        or any(sense.dangles(one) or _runs_on(one, sense) for one in _STOPS.split(part.text))
    )


def _runs_on(text: str, sense: Sense) -> bool:
    """Return whether it begins as the rest of an order: "on to Celebrant", "via the Channel"."""
    found = _RUNS_ON.match(text)
    words = text[found.end() :].split()[:MOST_WORDS_OF_A_NAME] if found else []
    if found and _FURTHER.match(text) and len(text[found.end() :].split()) < MOST_WORDS_OF_A_NAME:
        return True
    return any(sense.dangles(" ".join(words[:count]).rstrip(" .!)")) for count in range(1, len(words) + 1))


def _doubt_of_aside(text: str, sense: Sense) -> str:
    """Return a word of doubt in brackets: a condition, or one about a place; "(you never know)" is none."""
    about = any(map(sense.is_name, _WORDS.findall(text)))
    return condition_in(text) or (doubt_in(text) if about else "")


def _sentences(parts: Sequence[_Part]) -> list[list[_Part]]:
    found: list[list[_Part]] = []
    for part in parts:
        if not found or part.begins_sentence:
            found.append([])
        found[-1].append(part)
    return found


def behind_heading(line: str) -> tuple[str, str]:
    """Return the heading of a line, with its colon, and what stands behind it, a comment among it."""
    rest = line[line.index(":") + 1 :].lstrip()
    return line[: len(line) - len(rest)], rest


def doubted(clause: Clause) -> NotAllowed | None:
    """Return why no order is taken from a clause with a doubt about it; None if there is no doubt."""
    if clause.other_heading:
        reason = f'This stands under "{clause.other_heading}", so it is not taken as an order for this turn.'
        return NotAllowed(reason, "Write what is for this turn under ORDERS, or in a message of its own.")
    if clause.retraction:
        reason = f'Below it you write "{clause.retraction}", so I do not take this as an order.'
        return NotAllowed(reason, "Write it once more, alone on its line, if you want it carried out.")
    if clause.taken_back:
        reason = f'You seem to take this back, or to make it depend on something: "{clause.taken_back}"'
        return NotAllowed(reason, "Send your orders again as you want them carried out.")
    if not clause.doubt:
        return None
    if clause.doubt.casefold() == clause.doubt and doubt_in(clause.doubt):
        reason = f'There is a "{clause.doubt}" in this sentence, and I never guess what an order depends on.'
    else:
        reason = f'I do not see to which order "{clause.doubt}" belongs.'
    return NotAllowed(reason, "Write each order alone on its line, as you want it carried out.")
