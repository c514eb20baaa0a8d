"""Cut messages into orders: what `adjudicator.core.clauses` must know of the language of Epic Domination."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from adjudicator.core.clauses import Sense
from adjudicator.core.languages import is_closing, is_greeting, says_nothing, words_in
from adjudicator.core.package_files import text_beside
from adjudicator.core.toml import tables_of
from adjudicator.domination.data import Data
from adjudicator.domination.language.grammar import bare, parse_line
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.vocabulary import vocabulary
from adjudicator.domination.resolve.owed import title

GOES_ON = re.compile(r"(?:lose|keep|piece|claim)\b", re.IGNORECASE)
_ALL_HOLD = re.compile(
    r"(?:all|both|every(?:one|body|thing)?|(?:all |the |any |my )*(?:rest|others?|remaining))"
    r"(?: (?:else|other|of (?:them|my)|(?:my |the )?(?P<kind>[^\W\d_]+(?: ships?| riders?| serpents?)?)))*?"
    r" (?:h|holds?|holding|stays?|stands?|remains?|waits?|bleiben|bleibt|hält|halten)"
    r"(?: (?:put|still|fast|there|here|in place|where (?:it|they) (?:is|are)|at home|stehen))*",
    re.IGNORECASE,
)
_PIECES = re.compile(
    r"(?P<named>(?:my |the )*(?:pieces?|wishes|choices?|preferences?"
    r"|i (?:want|choose|take|prefer|would like))(?: (?:are|piece|order))*[\s:,-]*)?"
    r"(?P<ids>[a-z](?:(?:\s*[,;>/-]\s*|\s+)(?:(?:then|and|or|dann)\s+)?[a-z])*)"
    r"(?:\s*[,>-]?\s*(?:(?:and|then) )?(?:the )?(?:rest|others?)"
    r"(?: (?:do(?:n'?t| not) (?:care|matter|mind)|whatever|random|any|egal))?)?\s*",
    re.IGNORECASE,
)
_NUMBERING = re.compile(r"(?<!\w)\(?\d{1,2}(?:st|nd|rd|th)?[.):]?(?=\s)", re.IGNORECASE)
_SHARED = re.compile(  # "Griffin A15 and Griffin A16 to G13", "M A10, M A11 hold"
    r"^(?P<list>.+?\b[a-z]\d{1,2}(?:\s*(?:,|&|\+|\band\b|\bund\b)\s*.+?\b[a-z]\d{1,2})+)"
    r"(?P<end>\s*(?:-|>|->|to\b|holds?\b|h\b).*)$",
    re.IGNORECASE,
)
_SPACE = re.compile(r"[a-z]\d{1,2}", re.IGNORECASE)
_SPACES_HOLD = re.compile(  # "D1, D2 and D9 all hold"
    r"^(?:all (?:in |at )?)?(?P<spaces>[a-z]\d{1,2}(?:(?:,? and|,| &) [a-z]\d{1,2})*)"
    r"(?: all| both)? (?:holds?|h)$",
    re.IGNORECASE,
)
_ARROW = re.compile(r"->|-|>|\b(?:to|holds?|h)\b", re.IGNORECASE)
_SEPARATOR = re.compile(r"\s*(?:,|&|\+|\band\b|\bund\b)\s*(?=.*?\b[a-z]\d{1,2}\b)", re.IGNORECASE)
_ONE_LETTER = re.compile(r"(?<![^\W_])[a-z](?![^\W_])", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]+")
_PLACE = r"[^\W_][\w' -]*?"
_KEYWORDS = (
    "move moves magic combat phase orders if else cast lose keep target rest piece pieces claim "
    "build builds all at in on to or and with nothing holds hold h not enemy enemies nobody me i a "
    "an b c d e f g x too as well also st nd rd th"
)


def sense(context: ReadingContext) -> Sense:
    """Return what the cutting of a message must know of this position."""
    data = context.data
    known = _words(data, tuple(context.position.settings.seats))
    is_set_up = context.position.phase == "setup"

    return Sense(
        reads=lambda text: parse_line(data, bare(text)) is not None or who_holds(text, data) is not None,
        knows=known.__contains__,
        reworded=lambda text: _reworded(text, is_set_up=is_set_up),
        headed=f"{title(context.position)}; {context.player}",
        goes_on=GOES_ON,
        dangles=lambda text: is_set_up and not (is_greeting(text) or is_closing(text) or says_nothing(text)),
    )


@lru_cache(maxsize=64)
def _words(data: Data, seats: tuple[str, ...]) -> frozenset[str]:
    words = vocabulary(data)
    names = (*words.units, *words.spells, *words.named, *words.colours, *words.pieces, words.sea, *seats)
    of_names = {part for name in names for part in _WORDS.findall(name.casefold())}
    return (
        frozenset(of_names)
        | frozenset(_KEYWORDS.split())
        | words_in(pattern.pattern for pattern, _ in _pairs())
    )


def who_holds(text: str, data: Data) -> str | None:
    """Return the kind of the units that *text* lets hold ("" for all), None if it says no such thing."""
    found = _ALL_HOLD.fullmatch(text)
    if found is None:
        return None
    kind = (found["kind"] or "units").casefold()
    if kind in ("unit", "units", "piece", "pieces", "forces", "troops", "else", "other"):
        return ""
    return vocabulary(data).units.get(kind)


def _reworded(text: str, *, is_set_up: bool) -> Iterator[Sequence[str]]:
    """Yield what *text* may say in the notation of a sheet, each as one or more orders."""
    if is_set_up and (pieces := _pieces(text)):
        yield (f"piece {', '.join(pieces)}",)
    for wording in (text, *_in_notation(text)):
        if wording.casefold().startswith("build "):
            yield ("Build", wording[len("build ") :])  # the heading that it must stand under
        if wording != text:
            yield (wording,)
        spaces = _SPACES_HOLD.match(wording)
        if spaces:
            yield tuple(f"all {space} holds" for space in _SPACE.findall(spaces["spaces"]))
        shared = _SHARED.match(wording)
        if shared:
            yield tuple(
                f"{one.strip()}{shared['end']}" for one in _SEPARATOR.split(shared["list"]) if one.strip()
            )


def _pieces(text: str) -> list[str]:
    """Return the pieces that *text* lists: a single letter alone is none."""
    found = _PIECES.fullmatch(_NUMBERING.sub(" ", text).strip())
    letters = _ONE_LETTER.findall(found["ids"]) if found else []
    return letters if len(letters) > 1 or (found and found["named"]) else []


def _in_notation(text: str) -> Iterator[str]:
    for pattern, to in _pairs():
        changed = pattern.sub(to, text)
        if changed != text:
            yield _neat(changed)
    so_far = text
    for pattern, to in _pairs():
        changed = _neat(pattern.sub(to, so_far))
        if changed != so_far:
            so_far = changed
            yield so_far


def _neat(text: str) -> str:
    return " ".join(text.split()).strip(" ,;:")


@lru_cache(maxsize=1)
def _pairs() -> tuple[tuple[re.Pattern[str], str], ...]:
    written = tables_of(text_beside("adjudicator.domination", "rewordings.toml"))["rewordings"]
    return tuple(
        (re.compile(pattern.replace("<space>", _PLACE), re.IGNORECASE), to) for pattern, to in written
    )
