"""Read sentences of game masters that are not written as actions: "please give everybody two more days".

The wordings are data, in `own_words.toml`. A sentence that has one meaning alone is read as the line of an
action; anything else gets at most suggestions, which hold the names and times of the sentence.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from msgspec import Struct

from adjudicator.core.package_files import text_beside
from adjudicator.core.toml import tables_of
from pbem.gamemaster.clock import A_TIME, LENGTH
from pbem.messages.courtesies import is_courtesy
from pbem.tables.rule_changes import OF_TABLE, RULES

LONGEST = 300  # characters that are read
MOST_PIECES = 5  # sentences on one line
MOST_LEADS = 4  # "Hello, could you please tell me ..."
_NO_NAME = (
    r"(?:the|a|an|my|his|her|their|him|them|me|us|it|all|every\w*|any\w*|this|that"
    r"|who|which|what|nobody|no|i|we|you|he|she|they|people|players?"
    r"|whose|whom|who(?:so)?ever|whichever|when|where|why|how|does|did|do|has|have|is|are|was|were|if|not)\b"
)
_NAME = rf"(?!{_NO_NAME})(?<!\w)[^\W\d_][\w.@-]{{0,40}}"
_LONG_NAME = rf"{_NAME}(?: (?!who\b|and\b)[^\W\d_][\w.@-]{{0,40}}){{0,2}}?"
_ADDRESS = r"[(<\[]?[\w.+-]{1,64}@[\w.-]{1,80}\w[)>\]]?"
_ALONE = r"(?!.*, (?:i|we|he|she|they|it|my|our)\b)"
SIGNS = {
    "<person>": rf"(?P<person>{_LONG_NAME})",
    "<several>": rf"(?P<several>{_LONG_NAME}(?:(?:,| &|,? and) {_LONG_NAME})+)",
    "<powers>": r"(?P<powers>[^\W\d_][^.;:!?]{2,80}?)",
    "<new>": rf"(?P<new>(?<![\w.+-])(?:(?-i:[A-Z])(?:[\w'-]{{0,40}}|[\w'-]{{0,2}}\.) ){{0,3}}{_ADDRESS})",
    "<length>": rf"(?P<length>{LENGTH})",
    "<time>": rf"(?P<time>(?!(?:(?:another|by|for|an extra) )?(?:{LENGTH})$)(?={A_TIME}){_ALONE}.{{1,40}})$",
    "<turn>": r"(?P<turn>.{3,60})",
    "<text>": r"(?P<text>\S.+)",
    "<value>": r"(?P<value>\S.{0,120}?)",
    "<rule>": "(?P<rule>" + "|".join(name.replace("_", "[ _]") for name in (*RULES, *OF_TABLE)) + ")",
}
_SIGN = re.compile("|".join(SIGNS))
_AND = re.compile(r",? and (?:also )?", re.I)
_OF_PEOPLE = re.compile(r"\\g<(?:person|several|powers|both|new|address|who)>")
_BETWEEN = re.compile(r"(?<=[.!?])\s+")
_REASON = re.compile(
    r",? (?:because|since|as) (?P<of>of )?(?=\S)"
    r"|[,;:] (?P<told>(?=(?:i|we|he|she|they|it|there|my|our|(?!(?:and|so|then)\b)\w+ (?:is|has|was))\b))",
    re.I,
)
_APOSTROPHE = re.compile("[\u2018\u2019\u00b4`]")


class Meaning(Struct, frozen=True):
    """The lines of actions that a text means, or may mean if it *is_doubtful*.

    In doubt, a word alone stands for the help of the action. If only some sentences of the text are known,
    *rest* are the others.
    """

    lines: tuple[str, ...]
    is_doubtful: bool = False
    rest: tuple[str, ...] = ()
    is_known: bool = False  # each line is what one of several sentences means


class Wording(NamedTuple):
    """A pattern, and the lines of actions that it means."""

    pattern: re.Pattern[str]
    lines: tuple[str, ...]
    has_text: bool

    def lines_of(self, found: re.Match[str]) -> tuple[str, ...]:
        """Return the lines with what the sentence names."""
        return tuple(" ".join(found.expand(line).split()) for line in self.lines)


class Wordings(NamedTuple):
    """What `own_words.toml` holds."""

    before: re.Pattern[str]
    after: re.Pattern[str]
    how: re.Pattern[str]
    unclear: re.Pattern[str]
    asks: re.Pattern[str]
    answers: re.Pattern[str]
    remark: re.Pattern[str]
    beside: re.Pattern[str]
    never: re.Pattern[str]
    settings: tuple[tuple[re.Pattern[str], str], ...]
    sure: tuple[Wording, ...]
    near: tuple[Wording, ...]


def meaning(text: str, action_of: Callable[[str], str]) -> Meaning | None:
    """Return what *text*, one line or more, means; None if nothing is known.

    *action_of* returns the action that a sentence is without the words before and after it, "" for none.
    """
    if len(text) > LONGEST:
        return None
    whole = _APOSTROPHE.sub("'", " ".join(text.split()))
    if (alone := _sure(whole, action_of)) is not None:
        return Meaning((alone,))
    split = _BETWEEN.split(whole)
    if len(split) > MOST_PIECES:
        return None
    pieces = [one for piece in split if not says_nothing(piece) for one in _questions(piece, action_of)]
    means = [_sure(piece, action_of) for piece in pieces]
    if len(set(means)) == 1 and all(map(_is_question, pieces)):
        pieces, means = pieces[:1], means[:1]
    if len(means) == 1 and means[0] is not None:
        return Meaning((means[0],))
    if known := tuple(line for line in means if line is not None):
        rest = tuple(piece for piece, line in zip(pieces, means, strict=True) if line is None)
        return Meaning(known, is_doubtful=True, rest=rest, is_known=True)
    found = next(_near(whole), ())
    return Meaning(found, is_doubtful=True) if found else None


def setting_meant(text: str) -> str:
    """Return the line that does here what SET and *text* do in other judges; "" if none."""
    plain = " ".join(text.split())
    return next((line for pattern, line in wordings().settings if pattern.fullmatch(plain)), "")


def only_asks(lines: Sequence[str]) -> bool:
    """Return whether each of the suggested *lines* only shows something."""
    return all(wordings().answers.match(line) for line in lines)


def _questions(text: str, action_of: Callable[[str], str]) -> Sequence[str]:
    """Return the two questions of "who is late, and when is the deadline?"; other text as it is."""
    for between in _AND.finditer(text) if _sure(text, action_of) is None else ():
        both = (text[: between.start()], text[between.end() :])
        if all(map(_is_question, both)) and all(_sure(one, action_of) for one in both):
            return both
    return (text,)


def says_nothing(text: str) -> bool:
    """Return whether a sentence is a courtesy, or only says that something was a mistake."""
    return is_courtesy(text) or wordings().remark.fullmatch(text) is not None


def _is_question(text: str) -> bool:
    return any(wordings().asks.match(bare) for _, bare in _bare(text))


def _sure(text: str, action_of: Callable[[str], str]) -> str | None:
    """Return the line of the action that a sentence means and nothing else, or None."""
    words = wordings()
    for whole, bare in _bare(text):
        asked = words.how.match(bare)
        if asked is not None and (line := _help(bare[asked.end() :], action_of)):
            return line
        lines = (_line(one, whole if one.has_text else bare) for one in words.sure)
        if found := next((line for line in lines if line is not None and _may_mean(bare, line)), None):
            return found
        if action_of(bare) and not words.unclear.search(bare) and _may_mean(bare, bare):
            return bare
    return None


def _may_mean(bare: str, line: str) -> bool:
    """Return whether a sentence may mean *line*: a question never means what changes the game."""
    words = wordings()
    return words.asks.match(bare) is None or words.answers.match(line) is not None


def _line(wording: Wording, bare: str) -> str | None:
    """Return the line of the action if *wording* is what *bare* says, with its reason."""
    if found := wording.pattern.fullmatch(bare):
        return wording.lines_of(found)[0]
    because = None if wording.has_text else _REASON.search(bare)
    found = wording.pattern.fullmatch(bare[: because.start()].rstrip(" ,;")) if because else None
    if found is None or because is None:
        return None
    return f"{wording.lines_of(found)[0]} because {because['of'] or ''}{bare[because.end() :]}"


def _help(text: str, action_of: Callable[[str], str]) -> str:
    """Return HELP for the action that *text* means, "" if it means none."""
    words, bare = wordings(), text.strip(" ,")
    found = next((one for one in words.sure if one.pattern.fullmatch(bare)), None)
    if found is None and (word := action_of(bare)):
        return f"HELP {word}"
    found = found or next((one for one in words.near if one.pattern.search(bare)), None)
    line = found.lines[0] if found else ""
    return line if line.startswith("HELP") else line and f"HELP {_word_of(line)}"


def _word_of(line: str) -> str:
    """ "REPLACE \\g<person> with me" → "REPLACE"."""
    begun = re.match(r"[A-Z]+(?: [A-Z]+)*\b", line)
    return begun[0].removesuffix(" AT").removesuffix(" TO") if begun else line


def _near(text: str) -> Iterator[tuple[str, ...]]:
    """Yield the lines of actions that *text* may mean, the likeliest first."""
    words, (_, bare) = wordings(), list(_bare(text))[-1]
    for one in words.near if not words.never.match(bare) else ():
        names = any(map(_OF_PEOPLE.search, one.lines))
        if names and not all(_may_mean(bare, line) for line in one.lines):
            continue  # "how many units has Red left?" is about nobody who has left
        if found := one.pattern.search(bare):
            yield one.lines_of(found)


def _bare(text: str) -> Iterator[tuple[str, str]]:
    """Yield a sentence, and the same without what may be said at its end ("please, thank you").

    Both are yielded again after each introduction is removed ("Hello,", then "could you"), and at last
    without the words that are ignored anywhere.
    """
    words, whole = wordings(), text
    for _ in range(MOST_LEADS):
        yield whole, _without_end(whole)
        found = words.before.match(whole)
        if found is None or found.end() == len(whole):
            break
        whole = whole[found.end() :].lstrip(" ,")
    if words.beside.search(whole):
        yield whole, _without_end(words.beside.sub(" ", whole))


def _without_end(text: str) -> str:
    """Return a sentence without what is said at its end, such as "please, thank you"."""
    bare = " ".join(text.split()).strip(" .!?,;")
    while (found := wordings().after.search(bare)) is not None:
        bare = bare[: found.start()].rstrip(" .!?,;")
    return bare


@cache
def wordings() -> Wordings:
    """Return the wordings of `own_words.toml`."""
    written = tables_of(text_beside("pbem.gamemaster", "own_words.toml"))
    before, after, how = "|".join(written["before"]), "|".join(written["after"]), written["how"]
    return Wordings(
        re.compile(rf"(?:{before})(?:\s+|(?<=[,:!])\s*)", re.I),
        re.compile(rf"(?:{after})[\s.!?]*$", re.I),
        re.compile(rf"{how}\s+", re.I),
        re.compile(rf"\b{written['unclear']}\b", re.I),
        re.compile(written["asks"], re.I),
        re.compile(written["answers"]),
        re.compile(written["remark"], re.I),
        re.compile(rf",? ?\b{written['beside']}\b,?", re.I),
        re.compile(rf"{written['never']}\b", re.I),
        tuple((re.compile(pattern, re.I), line) for pattern, line in written["settings"]),
        tuple(_wording(pattern, (line,)) for pattern, line in written["sure"]),
        tuple(
            _wording(pattern.replace("<asks>", written["asks"]), lines) for pattern, lines in written["near"]
        ),
    )


def _wording(pattern: str, lines: Sequence[str]) -> Wording:
    with_signs = _SIGN.sub(lambda sign: SIGNS[sign[0]], pattern)
    return Wording(re.compile(with_signs, re.I), tuple(lines), "<text>" in pattern)
