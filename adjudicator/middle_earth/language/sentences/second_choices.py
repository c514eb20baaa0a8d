"""Read the second choice of a retreat in a sentence of its own: "Failing that, East Mirkwood."

A retreat names its places in order of preference. People name the second one in a sentence after the first,
often on the next line. Both are one order, and become one line before the message is split.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from adjudicator.core.clauses import Sense
from adjudicator.core.clauses.units_named import NAMELESS
from adjudicator.core.clauses.wordings import Wordings
from adjudicator.core.languages import doubt_in, gives_reason
from adjudicator.core.package_files import text_beside
from adjudicator.core.toml import tables_of

MOST_CHARACTERS = 4000  # of a message in which second choices are looked for
MOST_TRIES = 12  # sentences that are read as a retreat
MOST_WORDS_OF_A_NAME = 4
SHORTEST_NAME = 3  # letters
MOST_WORDS = 40  # of a second choice
MOST_CHOICES = 6
_WORD = re.compile(r"[^\W_]+(?:[-'\u2019][^\W_]+)*|['\u2019][^\W\d_]+")
_BULLET = r"(?:[-*+\u2022]|\(?(?:\d|[a-e])[.)])\s+"
_RETREAT = re.compile(
    r"(?P<unit>.{1,40}?)\s*(?:\br\b|-+>?|\bto\b|\bretreats?(?: to)?\b)\s*(?P<to>.+)", re.IGNORECASE
)
_REFUSED = re.compile(  # the place after it is not wanted: "do not go to Dale"
    r"\b(?:not|never|no|cannot|cant|dont|wont|nicht|pas|n't) (?!then\b|dann\b|alors\b)"
    r"(?:(?:to|go|goes|retreat|retreats|move|take|choose|put|send|me|it|in|into|the|nach|die|den) )+$"
)
_STARTS_ANEW = re.compile(r"^(?:or|and|then|oder|und|ou|et)\b", re.IGNORECASE)
_WISH = re.compile(r"\b(?:i|we)(?: would|['\u2019]d) (?:like|prefer|love)\b|\bfalls? back\b", re.IGNORECASE)
_SHOULD = re.compile(  # "Cavalry East Emnet should go back to Edoras"; "should it fail" is a condition
    r"(?<=[^\W\d_]{2}) (?:should|shall|must) "
    r"(?=(?:please )?(?:go(?:es)?|retreat|fall|move|run|flee|withdraw|return|head)\b)",
    re.IGNORECASE,
)
_CORRECTS = re.compile(
    r"(?:(?:h+m+|oh|ah|wait|sorry|actually|no+|or|better|rather|make (?:that|it)|i mean"
    r"|nein|lieber|non|plutôt)\b[,.! ]*)+(?:the )?",
    re.IGNORECASE,
)
_BEHIND_COLON = re.compile(r"[:,]\s+")


class _Words(NamedTuple):
    """The words of a second choice."""

    leads: frozenset[str]
    begins: re.Pattern[str]
    closed: frozenset[str]
    allowed: frozenset[str]
    behind: frozenset[str]
    cut: re.Pattern[str]  # between a retreat and its second choice


class _Sentence(NamedTuple):
    text: str
    start: int
    end: int


class _Choices(NamedTuple):
    """A retreat with its places, and where it is in the message."""

    order: str
    start: int
    end: int


class Reflowed(NamedTuple):
    """The lines of a message with each retreat on one of its own, their numbers, and what was written."""

    lines: list[str]
    numbers: Sequence[int]
    written: Mapping[str, str]  # by the retreat


@cache
def _words() -> _Words:
    read = tables_of(text_beside("adjudicator.middle_earth", "second_choices.toml"))
    begins = "|".join(read["begins"])
    words = (*read["words"], *read["leads"], *read["closed"], *" ".join(read["begins"]).split())
    firsts = "|".join((*map(re.escape, read["leads"]), begins, *read["before_leads"]))
    return _Words(
        frozenset(read["leads"]),
        re.compile(rf"\b(?:{begins})\b", re.IGNORECASE),
        frozenset(read["closed"]),
        frozenset(words),
        frozenset(read["behind"]),
        re.compile(
            rf"(?<!\bret)(?<!\bmt)(?<!\bst)[.!?;]+(?=[\s)]|$)|\n(?=\s*(?:\n|\(|{_BULLET}))"
            rf"|[,:(\n\u2013\u2014-]\s*(?=\(?(?:{firsts})\b)"
            r"|\s(?=(?:if|or|oder|otherwise|else)\b)"
            r"|,\s(?=(?:because|weil|denn|car|parce)\b)|\s(?=\([^()]{6,}\))",
            re.IGNORECASE,
        ),
    )


def with_second_choices(lines: Sequence[str], sense: Sense, retreating: Sequence[str]) -> Reflowed:
    """Return *lines* with each retreat that has second choices in sentences as one line."""
    text = "\n".join(lines)
    may_have = len(text) <= MOST_CHARACTERS and any(map(_may_lead, lines))
    found = list(_choices(text, sense, retreating)) if may_have else []
    said: list[str] = []
    numbers: list[int] = []
    done = 0
    for one in found:
        _add(text[done : one.start].rstrip(" "), text, done, said, numbers)
        said.append(one.order)
        numbers.append(text.count("\n", 0, one.start) + 1)
        done = one.end
    _add(text[done:], text, done, said, numbers)
    written = {one.order: " ".join(text[one.start : one.end].split()) for one in found}
    return Reflowed(said, numbers, written)


def _add(part: str, text: str, start: int, said: list[str], numbers: list[int]) -> None:
    """Add the lines of a part of the text; the rest of one beside a retreat only if it says something."""
    first = text.count("\n", 0, start) + 1
    lines = part.split("\n")
    for at, line in enumerate(lines):
        is_rest = (at == 0 and start > 0) or (at == len(lines) - 1 and start + len(part) < len(text))
        if not is_rest or line.strip(" .,;:!()"):
            said.append(line)
            numbers.append(first + at)


def _may_lead(line: str) -> bool:
    words = _words()
    return words.begins.search(line) is not None or any(one in words.leads for one in _folded(line))


def _folded(text: str) -> list[str]:
    """Return the words of *text* in lower case; "can't" is "can" and "n't"."""
    words = _WORD.findall(text.casefold().replace("\u2019", "'"))
    parts = ((word[:-3], "n't") if word.endswith("n't") and len(word) > 3 else (word,) for word in words)
    return [part for pair in parts for part in pair]


def _choices(text: str, sense: Sense, retreating: Sequence[str]) -> Iterator[_Choices]:
    wordings, tries = Wordings(sense), 0
    sentences, at = _sentences(text), 0
    while at < len(sentences) - 1 and tries < MOST_TRIES:
        more, used = _others(sentences, at, sense)
        if more:
            tries += 1
            if order := _retreat(sentences[at].text, wordings, sense, retreating):
                places = " ".join(", ".join((order, *more)).split())
                yield _Choices(places, sentences[at].start, sentences[at + used].end)
        at += used + 1


def _sentences(text: str) -> list[_Sentence]:
    """Return the parts of a message; "if the Gulf is taken" belongs to "or Western Sea" before it."""
    found: list[_Sentence] = []
    start = 0
    for begin, end in (*(cut.span() for cut in _words().cut.finditer(text)), (len(text), len(text))):
        part = text[start:begin]
        if part.strip():
            first = start + len(part) - len(part.lstrip())
            is_question = "?" in text[begin:end]
            said = " ".join(part.split()) + ("?" if is_question else "")
            if found and _STARTS_ANEW.match(found[-1].text) and _words().begins.match(said):
                first, said = found[-1].start, f"{found.pop().text} {said}"
            found.append(_Sentence(said, first, end))
        start = end
    return found


def _others(sentences: Sequence[_Sentence], at: int, sense: Sense) -> tuple[list[str], int]:
    """Return the other choices that the sentences after one name, and in how many of them."""
    found: list[str] = []
    used = 0
    named = _named(sentences[at].text, sense)
    for count, one in enumerate(sentences[at + 1 : at + 1 + MOST_CHOICES], 1):
        place = _second_choice(one.text, named, sense)
        if found and not place and (better := _corrected_choice(one.text, sense)):
            found[-1:] = [better]
            used = count
        elif place:
            found.append(place)
            named |= frozenset(_folded(place))
            used = count
        elif not (_is_if_possible(one.text) or gives_reason(one.text)):
            break
    return found, used


def _corrected_choice(text: str, sense: Sense) -> str:
    """Return the place in "no, Rhudaur", after another choice; "" if it says anything else."""
    found = _CORRECTS.match(text)
    place = text[found.end() :].strip(" .,!") if found else ""
    return place if place and sense.places(place) else ""


def _named(text: str, sense: Sense) -> frozenset[str]:
    """Return the words of the places that *text* names."""
    words = _WORD.findall(text)[:MOST_WORDS]
    runs = (words[at : at + many] for at in range(len(words)) for many in range(1, MOST_WORDS_OF_A_NAME + 1))
    return frozenset(word for run in runs if sense.is_name(" ".join(run)) for word in _folded(" ".join(run)))


def _is_if_possible(text: str) -> bool:
    """Return whether it says only "if possible", after a first choice."""
    words = _folded(text)
    is_denied = any(word in _words().closed for word in words)
    return not is_denied and bool(_words().begins.match(text)) and _words().allowed.issuperset(words)


def _second_choice(text: str, named: Collection[str], sense: Sense) -> str:
    """Return the place in "If that is not possible, then Dale"; "" if it says anything else.

    *named* are the words of the places that were named before.
    """
    words = list(_WORD.finditer(text))
    if text.endswith("?") or not 1 < len(words) <= MOST_WORDS:
        return ""
    for begin, end in _places(text, words, sense):
        before, after = text[: words[begin].start()], text[words[end - 1].end() :]
        if _is_all(after, _words().behind) and _says_other(before, named):
            return text[words[begin].start() : words[end - 1].end()]
        if _is_all(before, ("or", "and", "to", "the", "then", "otherwise", "oder", "ou")) and _says_other(
            after, named
        ):
            return text[words[begin].start() : words[end - 1].end()]
    return ""


def _places(text: str, words: Sequence[re.Match[str]], sense: Sense) -> Iterator[tuple[int, int]]:
    """Yield the words that name a place: the last ones first, long names before their parts."""
    for end in range(len(words), 0, -1):
        for begin in range(max(0, end - MOST_WORDS_OF_A_NAME), end):
            name = text[words[begin].start() : words[end - 1].end()]
            is_word = end - begin == 1 and name.casefold() in _words().allowed | _words().behind
            if len(name) >= SHORTEST_NAME and not is_word and sense.places(name):
                yield begin, end
                break


def _is_all(text: str, words: Collection[str]) -> bool:
    return all(word in words for word in _folded(text))


def _says_other(text: str, named: Collection[str]) -> bool:
    """Return whether *text* says that a place is another choice, and nothing else."""
    words = _folded(text)
    if not all(word in _words().allowed or word in named for word in words):
        return False
    if _REFUSED.search(f"{' '.join(words)} ") and words[-2:] not in (["if", "not"], ["falls", "nicht"]):
        return False
    leads = any(word in _words().leads for word in words)
    return leads or (
        _words().begins.search(text) is not None and any(word in _words().closed for word in words)
    )


def _retreat(text: str, wordings: Wordings, sense: Sense, retreating: Sequence[str]) -> str:
    """Return the retreat with a single place that *text* orders, or ""."""
    text = _SHOULD.sub(" ", text)
    if text.endswith("?") or doubt_in(_WISH.sub(" ", text)):
        return ""
    tails = (text[found.end() :] for found in _BEHIND_COLON.finditer(text))
    for said in (text, *list(tails)[-2:], *_without_remark(text, sense)):
        orders = wordings.orders(said)
        found = _RETREAT.fullmatch(orders[0]) if len(orders) == 1 else None
        order = f"{found['unit']} R {found['to']}" if found else _of_the_only_unit(said, sense, retreating)
        if order and sense.reads(order):
            return order
    return ""


def _without_remark(text: str, sense: Sense) -> Iterator[str]:
    """Yield *text* without a remark that names no place: ", Aragorn is already there", "and rests"."""
    for stop in (", ", " and "):
        order, found, remark = text.partition(stop)
        if found and not any(sense.is_name(word) for word in _WORD.findall(remark) if word not in NAMELESS):
            yield order


def _of_the_only_unit(text: str, sense: Sense, retreating: Sequence[str]) -> str:
    """Return the retreat of the only unit that must, to the place that is all that *text* says."""
    words = list(_WORD.finditer(text))[:MOST_WORDS]
    for begin, end in _places(text, words, sense):
        name = text[words[begin].start() : words[end - 1].end()]
        beside = f"{text[: words[begin].start()]} {text[words[end - 1].end() :]}"
        order = f"{retreating[0]} R {name}"
        is_only = len(retreating) == 1 and _is_all(beside, _words().allowed | _words().behind)
        if is_only and not set(_folded(beside)) & _words().closed and sense.is_lawful(order):
            return order
    return ""
