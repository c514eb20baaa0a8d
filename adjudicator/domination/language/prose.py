"""Translate sentences into notation: "the knight and both griffins from A7 march to B5".

Every word must be known (`free_words.toml`, and the names of units and spaces); with any other word the text
is not an order. Each word becomes one letter, and patterns over these letters recognise the orders. So no
word is ignored, and the results are read and checked like any order.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise, takewhile
from typing import NamedTuple

from adjudicator.core.package_files import text_beside
from adjudicator.core.toml import tables_of
from adjudicator.core.words import clean, one_slip_from
from adjudicator.domination.data import Data
from adjudicator.domination.language.legality import ReadingContext, stack_size
from adjudicator.domination.language.rewording import units_without_a_space
from adjudicator.domination.language.vocabulary import vocabulary
from adjudicator.domination.position import cities

MOST_WORDS_OF_A_NAME = 7
MOST_TOKENS = 60  # of a text; a longer one is not an order
_LETTER = r"(?<![^\W_])(?:[B-H]|A(?=\s*(?:[,.;:)>-]|$|then\b|and\b|or\b)))(?![^\W_'])"  # not the article "a"
_LETTERS = re.compile(rf"{_LETTER}\W+(?:(?:then|and|or|dann|und|oder|puis|et|ou)\W+)*{_LETTER}")
WORDS_OF_A_SENTENCE = 4
LETTERS_FOR_A_SLIP = 6  # that the name of a piece must have
_A_WORD = re.compile(r"[^\W\d_]+")
LIKEWISE = "likewise"  # stands for the goal or the hold of the order above: "the knight B6 too"
SOMEONE = "someone"  # the kind of "the one at C6"
THERE = "there"  # stands for the goal of the order above
_TOKEN = re.compile(
    r"\(\d{1,2}\)|(?<![^\W_])[x×] ?\d{1,2}(?![^\W_])"  # a number behind units: "(3)", "x2"
    r"|\d+(?=[a-z])|[^\W\d_][\w'’]*(?:-(?=[^\W\d_])[^\W\d_]\w*)*|\d+|[-=]*>|-+|[,;&+/:|]|\S"
)
_SPACE = re.compile(r"[a-z]\d{1,2}", re.IGNORECASE)
_ELISION = re.compile(r"(?<!\w)[dl]['’](?=\w)")
_NUMBER_BEHIND = re.compile(r"[(x×] ?(\d+)\)?")  # of the units before it: "Knights (3)", "Knight x2"
_COST = re.compile(r"\s=\s?\d+(?:\s?(?:gold|g))?(?!\w)")  # "3 Knights in F8 = 15"
_IGNORED = frozenset('.!"()*?')
_SIGNS = {
    ",": "&",
    ";": "&",
    "&": "&",
    "+": "&",
    "/": "&",
    "->": "t",
    ">": "t",
    "-": "t",
    "=>": "t",
    ":": ":",
}
_FROM = frozenset(("from", "out of", "aus", "von", "depuis"))
_JOINS = frozenset(("join", "joins"))
_BUDGET = re.compile(
    r"^(?:(?:with|for|spend(?:ing)?|us(?:e|ing)) )?(?:my |the |all |our )*\d+ (?:gold|coins|points) ?[:,]? "
)
_QUESTION = re.compile(
    r"\W*(?:can|could|may|might|should|shall|would|do|does|did|is|are|am)\b.*\?\W*$", re.IGNORECASE
)
_OTHER_CITY = re.compile(r"(?:my |the )+other (?:city|town)\b", re.IGNORECASE)
_SINGULAR = re.compile(r"(?:[^\W\d_]+s|va|zieht|geht|bleibt|\w+t)$")  # of a verb: "goes"


class Word(NamedTuple):
    """A word or name of a text: its letter in the patterns, and what it is called in orders."""

    letter: str
    said: str
    is_plural: bool = False


class _Lexicon(NamedTuple):
    words: Mapping[str, Word]
    parts: frozenset[str]


@lru_cache(maxsize=32)
def _lexicon(data: Data) -> _Lexicon:
    tables = tables_of(text_beside("adjudicator.domination.language", "free_words.toml"))
    words = {word: Word("", word) for word in tables["noise"]["words"]}
    words |= {word: Word(letter, word) for letter, many in tables["classes"].items() for word in many}
    words |= {word: Word("#", str(number)) for word, number in tables["numbers"].items()}
    words |= dict.fromkeys(("and", "und", "et", "plus", "as well as", "sowie"), Word("&", "and"))
    words |= dict.fromkeys(("or", "oder", "ou"), Word("/", "or"))
    words |= dict.fromkeys(("the one", "the other one", "that one", "der eine", "celui"), Word("U", SOMEONE))
    words["the other"] = Word("D", "the other")  # of two; before a unit it says nothing
    words |= {word: Word("*", "all") for word in tables["everyone"]["words"]}
    for kind, many in tables["units"].items():
        if kind in vocabulary(data).units.values():
            words |= {word: Word("U", kind, word.endswith(("s", "en"))) for word in many}
    parts = frozenset(part for word in words for part in re.findall(r"[^\W\d_]+", word))
    return _Lexicon(words, parts)


def words_of_sentences(data: Data) -> frozenset[str]:
    """Return each single word, in lower case, that an order in a sentence may have."""
    of_wishes = re.findall(r"[^\W\d_]+", " ".join((*_wish_words(), *_names_of_pieces(data))))
    return _lexicon(data).parts | {"d", "l", *of_wishes}  # the letters are French


class Sentence(NamedTuple):
    """The words of a text with the letters that stand for them."""

    words: tuple[Word, ...]

    @property
    def letters(self) -> str:
        return "".join(word.letter for word in self.words)


def _words_of(context: ReadingContext, text: str) -> tuple[Word, ...]:
    """Return the words of *text*; none if one is not known."""
    folded = _COST.sub(" ", _ELISION.sub("", clean(text).casefold()))
    folded = _BUDGET.sub("build ", folded)
    folded = _number_of_letter(context.data).sub(r"\1 (\2)", folded)
    tokens = [token for token in _TOKEN.findall(folded) if token not in _IGNORED]
    tokens = [token.rstrip("'’.") or token for token in tokens]
    if len(tokens) > MOST_TOKENS:
        return ()
    found: list[Word] = []
    at = 0
    while at < len(tokens):
        word, used = _next(context, tokens, at)
        if word is None:
            return ()
        if word.letter:
            found.append(word)
        at += used
    return tuple(
        word for word, after in pairwise([*found, Word("", "")]) if word.letter != "D" or after.letter != "U"
    )


@lru_cache(maxsize=32)
def _number_of_letter(data: Data) -> re.Pattern[str]:
    """Return the pattern of "K4" for four Knights: a letter that is a unit but no part of the board."""
    known = vocabulary(data)
    spaces = {letter.casefold() for letter in (*known.pieces, known.sea)}
    letters = "".join(word for word in known.units if len(word) == 1 and word not in spaces)
    return re.compile(rf"(?<![^\W_])([{letters}])(\d{{1,2}})(?![^\W_])" if letters else r"(?!)()()")


def _next(context: ReadingContext, tokens: Sequence[str], at: int) -> tuple[Word | None, int]:
    lexicon, known = _lexicon(context.data), vocabulary(context.data)
    for many in range(min(MOST_WORDS_OF_A_NAME, len(tokens) - at), 0, -1):
        words = " ".join(tokens[at : at + many])
        if words in context.ground.names:
            return Word("Z", context.ground.names[words]), many
        if words in lexicon.words:
            return lexicon.words[words], many
        if words in known.units:
            return Word("U", known.units[words], words.endswith("s")), many
    return _token(tokens[at]), 1


def _token(token: str) -> Word | None:
    """Return the meaning of a space, a number or a sign."""
    if number := _NUMBER_BEHIND.fullmatch(token):
        return Word("n", str(int(number[1])))
    if _SPACE.fullmatch(token):
        return Word("Z", token.upper())
    if token.isdigit():
        return Word("#", str(int(token)))
    letter = _SIGNS.get(token) or _SIGNS.get(re.sub(r"(.)\1+", r"\1", token))
    return Word(letter, token) if letter else None


# ---- the patterns: each gives the orders in notation

_SOME = r"[*]?#{0,2}Un?"
_UNITS = rf"{_SOME}(?:&+{_SOME})*"
_REF = rf"(?:{_UNITS}f*Z|[*]?Uf*Zn|[*]+f*Z|f*Z[:&]*{_UNITS}|f*Z:?[*]+)"
_REFS = rf"{_REF}(?:[&O]+o*(?:{_REF}|f*Z))*"
_PATH = r"[mtvfo:*]*Z(?:[&]+v[&f]*Z|[&O]*[fo]*[mtv][mtvfo]*Z)*"
_GOES = rf"(?:{_SOME}|D?#|E)(?:h+[fT]*(?!Z)|[mo]*(?:m+t*|t+)f*Z)"  # one row of "F10: 3 knights to F9, 2 hold"
_ROWS = rf"(?P<rows>{_GOES}(?:[&O]+{_GOES})*)"
_BUT = r"X[:f]*#U?"
_ITEMS = r"#?b?Un?(?:[&]*#b?U|&+b?Un?)*"
_GROUP = rf"(?:{_ITEMS}[bef&]*Z|U[bf]*Zn)"
_PLACED = rf"[f]*Z[b:tf&]*{_ITEMS}"
_REST = r"(?:r+[b:tf]*U[btfT&]*(?:Z)?(?:[&/]*[/]f*Z)*|f*Z:?r+[f:]*U|U[f&]*Zr+)"
_WHERE = r"(?:C(?!:)|O)*(?:(?:f+(?=Z)|(?=Z:))(?P<at>Z)[:&O]*)?"
_LAST = r"(?:f+(?P<at2>Z))?(?P<kept>(?:[&O]+U[kYO]*Y|[&O]*YO*U)?)[lO]*"
_LIST = r"U(?:[&Ol/t]+U)*"
_KEPT = r"U(?:[&O/t]+U)*"  # without a word for losses in between


class _Found:
    """A match of a pattern, with the words behind its letters."""

    def __init__(self, context: ReadingContext, words: Sequence[Word], match: re.Match[str]) -> None:
        self.context, self._words, self._match = context, words, match

    def words(self, group: str) -> Sequence[Word]:
        """Return the words of a group; none if the pattern has no such group."""
        begin, end = self._match.span(group) if group in self._match.re.groupindex else (-1, -1)
        return self._words[begin:end] if begin >= 0 else ()

    def letters(self, group: str) -> str:
        return "".join(word.letter for word in self.words(group))

    def named(self, group: str, letter: str) -> list[str]:
        return [word.said for word in self.words(group) if word.letter == letter]


_Writer = Callable[[_Found], Sequence[str]]


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], _Writer], ...]:
    written: tuple[tuple[str, _Writer], ...] = (
        (
            rf"[Oo]*m*(?P<refs>{_REFS})(?P<also>[oO&]*)(?P<both>#?)(?P<verb>m*)"
            rf"(?P<path>{_PATH})(?P<more>[omt]*)",
            _moves,
        ),
        (rf"[O]*m*(?P<refs>{_REFS})o*(?P<verb>[mt]*)T[om]*", _moves_there),
        (rf"m(?:[*#]?(?P<foe>U))?(?P<goal>f*Z)[&]*w(?P<refs>{_REFS})", _moves_with),
        (rf"m*f*(?P<origin>Z)[mo]*t+f*(?P<goal>Z)[:&w]*(?P<units>{_UNITS})", _moves_of_list),
        (rf"[mt]+f*(?P<goal>Z)[:]+(?P<refs>{_REFS})", _moves_with),
        (rf"f*(?P<spaces>Z(?:&f*Z)+)(?P<unit>[*]?U)(?:h+|(?P<verb>m*)(?P<path>{_PATH}))", _of_each_space),
        (r"h+:?f*(?P<spaces>Z(?:&f*Z)*)", _all_hold),
        (rf"[*E]h+&?X(?P<refs>{_REFS})[&]*(?P<verb>m*)(?P<path>{_PATH})", _moves_except),
        (rf"m*f*(?P<space>Z)[:mo]+{_ROWS}", _rows_of_a_space),
        (
            rf"[O]*m*(?P<first>#f*U)[tom]*f*(?P<space>Z)(?P<rows>[mo]*(?:m+t*|t+)f*Z(?:[&O]+{_GOES})+)",
            _rows_of_a_space,
        ),
        (rf"[mO]*[*]?#?(?P<kind>U)h*f*(?P<space>Z)[:]+{_ROWS}", _rows_of_a_space),
        (rf"m*f*(?P<space>Z)(?P<kind>U)[:]+{_ROWS}", _rows_of_a_space),
        (r"[h]?(?P<rows>#)(?P<kind>U)f*(?P<space>Z)h*(?P<others>[&O:]+E[mo]*(?:m+t*|t+)f*Z)", _others_go),
        (rf"m*(?P<refs>{_REFS})o*(?P<verb>m*)(?P<path>{_PATH})[&]*[wo]+(?P<refs2>{_REFS})o*", _moves_joined),
        (rf"(?P<refs>{_REFS})m*w(?P<refs2>{_REFS})o*(?P<verb>m*)(?P<path>{_PATH})", _moves_joined),
        (rf"(?P<refs>{_REFS})(?P<verb>m+)Uf*(?P<goal>Z)", _joins),
        (r"m*(?P<all>[*]?#?)(?P<unit>U)[mo]*t+f*(?P<goal>Z)", _from_everywhere),
        (rf"m*(?P<units>{_UNITS})o*[mt]+(?P<goal>Z)(?P<from>f)(?P<origin>Z)", _goal_first),
        (rf"(?P<units>{_UNITS})o*m+f*(?P<origin>Z)[mo]*t+f*(?P<goal>Z)", _verb_first),
        (
            rf"m*[*](?P<unit>U)(?P<but>(?:{_BUT})?)m*f*(?P<space>Z)(?P<but3>(?:{_BUT})?)m*(?P<path>{_PATH})(?P<but2>(?:{_BUT})?)",
            _all_but,
        ),
        (rf"(?P<units>{_UNITS})o*h+f*(?P<place>Z)", _guard),
        (rf"h+:+(?P<refs>{_REFS})(?P<place>)", _holds),
        (rf"[O]*(?P<refs>{_REFS})[o:]*h+o*f*(?P<place>Z?)T?", _holds),
        (r"[O]*(?P<refs>f*Z):?f*[*]?h+", _stand),
        (r"[O]*[Er]h+", lambda _: ("everything else holds",)),
        (rf"(?:f*(?P<space>Z):*(?P<number>#)|(?P<no>#)f+(?P<at>Z))o*(?P<verb>m*)(?P<path>{_PATH})", _both),
        (rf"f*(?P<space>Z)o*(?P<verb>m*)(?P<path>{_PATH})(?P<no>#)(?P<number>)(?P<at>)", _both),
        (r"[O&]*(?P<unit>#?U)o+", _likewise_alone),
        (rf"o+[&]*(?P<refs>{_REFS})o*|(?P<refs2>{_REFS})o+", _likewise),
        (rf"{_WHERE}[l:Of&]*l[l:Of&]*(?P<units>{_LIST})[lO]*{_LAST}", _losses),
        (rf"{_WHERE}(?P<units>{_LIST})[O&]*[fO]*l[lO&]*(?P<units2>(?:{_LIST})?)[lO]*{_LAST}", _losses),
        (rf"{_WHERE}k+f*(?P<kept>{_KEPT})[kYO&:]*l[lO:]*f*(?P<units>{_KEPT})[lO]*(?:f+(?P<at2>Z))?", _losses),
        (rf"{_WHERE}l[l:]*(?P<kept>U)Y[&O]*(?P<units>{_LIST})[lO]*(?:f+(?P<at2>Z))?", _losses),
        (rf"O*C[CO:]*(?P<units>{_LIST})O*{_LAST}", _losses_first),
        (rf"{_WHERE}k+f*(?P<units>{_KEPT})[kYO]*(?:f+(?P<at2>Z))?", _kept),
        (rf"{_WHERE}(?P<units>{_KEPT})[O]*k[kYO]*(?:f+(?P<at2>Z))?", _kept),
        (rf"(?P<head>[bO:]*)(?P<groups>{_GROUP}(?:[&O]+{_GROUP})*)(?P<more>(?:[&O]*{_REST})?)b*", _groups),
        (rf"(?P<head>[bO:]*)(?P<groups>{_PLACED}(?:[&]+{_PLACED})*)(?P<more>(?:[&O]*{_REST})?)b*", _placed),
        (rf"(?P<head>[bO:]*)(?P<more>{_REST})b*", _rest),
        (r"(?P<head>[O:]*b[bO:]*)(?P<groups>U{2,}f*Z(?:[&O]+U+f*Z)*)", _one_by_one),
        (r"(?P<head>[bO:]*)f*(?P<place>Z):+(?P<kinds>U+(?:&U+)*)", _spelt_out),
        (r"(?P<head>[bO:]*)(?P<rows>U:+#f*Z(?:[&O]+(?:U:+)?#f*Z)*)", _by_kind),
        (r"(?P<head>[bO:]*)(?P<items>#Un?(?:[&]*#U)*)f*e", _in_each_city),
        (r"(?P<head>[bO:]*)(?P<unit>#U)[&:f]*#(?:f*U)?e(?P<places>(?:[&]*f*Z)+)", _each),
        (r"(?P<head>[bO:]*)(?P<unit>#U)e(?P<places>f*Z(?:&+f*Z)+)", _each),
    )  # fmt: skip
    return tuple((re.compile(pattern), write) for pattern, write in written)


def orders_of(context: ReadingContext, text: str) -> Iterator[Sequence[str]]:
    """Yield translations of *text* into notation, each as one or more orders, if every word is understood."""
    words = () if _QUESTION.match(text) else _words_of(context, _with_other_city(context, text))
    letters = "".join(word.letter for word in words)
    for pattern, write in _patterns() if words else ():
        match = pattern.fullmatch(letters)
        if match and (orders := write(_Found(context, words, match))):
            yield tuple(orders)
            return


def _with_other_city(context: ReadingContext, text: str) -> str:
    """Return *text* with the space of "the other city", if the player has two and the text names one."""
    if not _OTHER_CITY.search(text):
        return text
    own = cities(context.position, context.player)
    spaces = {context.ground.titles.get(space, space): space for space in own}
    named = {space for title, space in spaces.items() if re.search(rf"\b{space}\b", text, re.IGNORECASE)}
    named |= {space for name, space in context.ground.names.items() if space in own and _is_in(name, text)}
    others = [space for space in own if space not in named]
    return _OTHER_CITY.sub(others[0], text) if len(own) == len("ab") and len(others) == 1 else text


def _is_in(name: str, text: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE) is not None


def pieces_in(context: ReadingContext, text: str) -> list[str]:
    """Return the pieces that *text* names by their names or those of their cities, in order."""
    names = _names_of_pieces(context.data)
    found = _any_piece(context.data).findall(text.casefold())
    return list(dict.fromkeys(names[name] for name in found))


def names_pieces(context: ReadingContext, text: str) -> bool:
    """Return whether *text* names pieces, or their letters in a list or a sentence: "A, then B"."""
    has_letters = _LETTERS.search(text) or (
        re.search(_LETTER, text) and len(_A_WORD.findall(text)) >= WORDS_OF_A_SENTENCE
    )
    return bool(has_letters or pieces_nearly_in(context, text, with_letters=False))


def pieces_nearly_in(context: ReadingContext, text: str, *, with_letters: bool = True) -> list[str]:
    """Return the pieces that *text* names, even with one letter wrong ("Dunmarow"), or by their letters."""
    names = _names_of_pieces(context.data)
    words = _A_WORD.findall(text.casefold())[:MOST_TOKENS]
    slips = {
        word: one_slip_from(word, names)
        for word in words
        if len(word) >= LETTERS_FOR_A_SLIP and word not in names
    }
    mended = _A_WORD.sub(lambda found: slips.get(found[0].casefold()) or found[0], text)
    if not with_letters:
        return pieces_in(context, mended)
    found = re.finditer(rf"(?i:{_any_piece(context.data).pattern})|{_LETTER}", mended)
    return list(dict.fromkeys(names.get(one[0].casefold(), one[0]) for one in found))


@lru_cache(maxsize=32)
def _any_piece(data: Data) -> re.Pattern[str]:
    longest_first = sorted(_names_of_pieces(data), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b")


@lru_cache(maxsize=32)
def _names_of_pieces(data: Data) -> Mapping[str, str]:
    named = {piece.name.casefold(): piece.id for piece in data.pieces.values()}
    return {name: space[0].upper() for name, space in vocabulary(data).named.items()} | named


def wishes(context: ReadingContext, text: str) -> list[str]:
    """Return the pieces that *text* lists in order of preference, [] if not every word is understood."""
    words = clean(text)
    if not pieces_in(context, words):
        return []
    names = _names_of_pieces(context.data)
    any_piece = re.compile(rf"(?i:{_any_piece(context.data).pattern})|{_LETTER}")
    pieces = [names.get(one[0].casefold(), one[0]) for one in any_piece.finditer(words)]
    rest = _any_wish(context.data).sub(" ", any_piece.sub(" ", words).casefold())
    return [] if re.search(r"[^\W_]", rest) else list(dict.fromkeys(pieces))


@lru_cache(maxsize=32)
def _any_wish(data: Data) -> re.Pattern[str]:
    """Return the pattern of the words that may stand around the names of pieces, and of numbers."""
    longest_first = sorted({*_lexicon(data).words, *_wish_words()}, key=len, reverse=True)
    words = "|".join(re.escape(word) for word in longest_first if word[0].isalnum())
    return re.compile(rf"(?<!\w)(?:{words}|\d+)(?!\w)")


@cache
def _wish_words() -> tuple[str, ...]:
    return tuple(
        tables_of(text_beside("adjudicator.domination.language", "free_words.toml"))["wishes"]["words"]
    )


# ---- the units of an order


class _Units(NamedTuple):
    number: str  # or "all"
    kind: str
    space: str


def _units(found: _Found, group: str, verb: str = "") -> list[_Units]:
    """Return the units of a list; () if it does not say how many are meant.

    Several kinds share the space that is named with them; a space alone has the units before it.
    """
    words = _number_first([word for word in found.words(group) if word.letter in "#*UnZ"])
    ends_with_space = bool(words) and words[-1].letter == "Z"
    spaces = [at for at, word in enumerate(words) if word.letter == "Z"]
    if not ends_with_space:  # "A7: 2 Knights and a Griffin"
        starts = [*spaces, len(words)]
        chunks = [(words[a + 1 : b], words[a].said) for a, b in pairwise(starts)]
        if spaces and spaces[0] != 0:
            return []
    else:
        bounds = [-1, *spaces]
        chunks = [(words[a + 1 : b], words[b].said) for a, b in pairwise(bounds)]
    units: list[_Units] = []
    before: Sequence[Word] = ()
    for at, (chunk, space) in enumerate(chunks):
        sharing = [space, *(where for _, where in takewhile(lambda one: not one[0], chunks[at + 1 :]))]
        before = _shared_out(found.context, chunk, sharing) if chunk else before
        some = _counted(found.context, before, space, verb)
        if not some:
            return []
        units += some
    return units


def _number_first(words: Sequence[Word]) -> list[Word]:
    """Return "Militia E6 x2" with the number before the space."""
    turned = list(words)
    for at in range(1, len(turned)):
        if (turned[at - 1].letter, turned[at].letter) == ("Z", "n"):
            turned[at - 1], turned[at] = turned[at], turned[at - 1]
    return turned


def _shared_out(context: ReadingContext, words: Sequence[Word], spaces: Sequence[str]) -> Sequence[Word]:
    """Return *words* for each of the spaces: "both Militia (H11 and H14)" is one each.

    Return nothing if every space has more than one: then the number could be that of each space.
    """
    letters = "".join(word.letter for word in words)
    if letters != "#U" or len(spaces) == 1 or words[0].said != str(len(spaces)):
        return words
    most = [stack_size(context, words[1].said, space) for space in spaces]
    return words[1:] if 1 in most and all(most) else words if not all(most) else ()


def _counted(context: ReadingContext, words: Sequence[Word], space: str, verb: str) -> list[_Units]:
    """Return the units of one space, [] if it is not clear how many of one kind are meant."""
    if words and all(word.letter == "*" for word in words):
        return [_Units("all", "", space)]
    number, of, found = "", "", []
    for word, after in pairwise([*words, Word("", "")]):
        if word.letter in "#*" and number.isdigit():
            of = word.said  # "four of the five knights"
        elif word.letter in "#*":
            number = word.said
        if word.letter == "U":
            if of and of != str(stack_size(context, word.said, space)):
                return []
            if after.letter == "n" and number and after.said != number:
                return []
            number = after.said if after.letter == "n" else number
            found.append(_one_kind(context, word, number, space, verb))
            number = of = ""
    is_vague = len(found) > 1 and any(one and one.number == "all" and one.kind == "Militia" for one in found)
    return (
        []
        if None in found or (is_vague and "*" not in {word.letter for word in words})
        else [one for one in found if one]
    )


def _one_kind(context: ReadingContext, word: Word, number: str, space: str, verb: str) -> _Units | None:
    if word.said == SOMEONE:
        return _only_one(context, space)
    is_many = verb and not _SINGULAR.fullmatch(verb) and _is_stack(context, word.said, space)
    return _Units(number or ("all" if word.is_plural or is_many else "1"), word.said, space)


def _only_one(context: ReadingContext, space: str) -> _Units | None:
    """Return the unit that is meant by "the one at C6", if one alone is there."""
    own = [row for row in context.position.units if (row.player, row.space) == (context.player, space)]
    return _Units("1", own[0].kind, space) if len(own) == 1 and own[0].count == 1 else None


def _is_stack(context: ReadingContext, kind: str, space: str) -> bool:
    """Return whether several militia stand there, whose name has no plural."""
    return kind == "Militia" and stack_size(context, kind, space) > 1


def _notation(units: _Units) -> str:
    return f"{units.number} {units.kind} {units.space}" if units.kind else f"{units.number} {units.space}"


# ---- moves and holds


def _moves(found: _Found) -> Sequence[str]:
    path = found.words("path")
    verb = found.words("verb") or [word for word in path if word.letter == "m"]
    if not verb and not set("to") & set(found.letters("path")) and "o" not in found.letters("also"):
        return ()
    steps, way, is_via = [], [], False
    for word in path:
        is_via = is_via or word.letter == "v"
        if word.letter == "Z" and is_via:
            way.append(word.said)
        elif word.letter == "Z":
            steps.append(word.said)
        is_via = is_via and word.letter in "vf&"
        is_via = is_via and word.letter != "Z"
    if not steps:
        return ()
    goal = " - ".join([*steps[:-1], *way, steps[-1]])
    said = verb[0].said if verb else ""
    units = _units(found, "refs", said)
    both = found.named("both", "#")
    if both and both[0] not in (str(len(units)), str(_sum(found.context, units))):
        return ()
    return (
        [f"{_notation(one)} - {goal}" for one in units if one.space != steps[-1]]
        if _all_go(units, steps)
        else ()
    )


def _sum(context: ReadingContext, units: Sequence[_Units]) -> int:
    return sum(
        int(one.number) if one.number.isdigit() else stack_size(context, one.kind, one.space) for one in units
    )


def _all_go(units: Sequence[_Units], steps: Sequence[str]) -> bool:
    return bool(units) and all(one.space != steps[0] for one in units)


def _moves_there(found: _Found) -> Sequence[str]:
    verb = found.words("verb")
    return (
        [f"{_notation(one)} - {THERE}" for one in _units(found, "refs", verb[0].said if verb else "")]
        if verb
        else ()
    )


def _moves_with(found: _Found) -> Sequence[str]:
    [goal] = found.named("goal", "Z")
    if any(stack_size(found.context, kind, goal) for kind in found.named("foe", "U")):
        return ()  # "move the Knight at F6 with the Griffin from F10": who goes where?
    return [f"{_notation(one)} - {goal}" for one in _units(found, "refs") if one.space != goal]


def _moves_of_list(found: _Found) -> Sequence[str]:
    """Return the moves of "from F10 to F9: 3 knights, 1 griffin"."""
    [origin], [goal] = found.named("origin", "Z"), found.named("goal", "Z")
    units = _counted(found.context, found.words("units"), origin, "")
    return [f"{_notation(one)} - {goal}" for one in units] if origin != goal else ()


def _rows_of_a_space(found: _Found) -> Sequence[str]:
    """Return the orders of "F10: 3 knights to F9, 2 hold": each row is about units of that space.

    A row with a number alone has the kind of the row before it, or the only kind that stands there.
    """
    [place], kinds = found.named("space", "Z"), found.words("kind")
    kind = kinds[0] if kinds else _only_kind(found.context, place)
    orders: list[str] = []
    row: list[Word] = []
    ordered = 0
    for word, after in pairwise([*found.words("first"), *found.words("rows"), Word("", "")]):
        row.append(word)
        if word.letter == "Z" or (word.letter == "h" and after.letter != "h"):
            kind = next((one for one in row if one.letter == "U"), kind)
            if kind is None or (word.letter == "Z" and word.said == place):
                return ()
            units = _of_row(found.context, row, kind, place, ordered)
            if not units or not all(stack_size(found.context, kind.said, place) for _ in units):
                return ()
            ordered += sum(int(one.number) for one in units if one.number.isdigit())
            end = "holds" if word.letter == "h" else f"- {word.said}"
            orders += [f"{_notation(one)} {end}" for one in units]
            row = []
    return orders


def _of_row(
    context: ReadingContext, row: Sequence[Word], kind: Word, space: str, ordered: int
) -> list[_Units]:
    """Return the units of a row; "the others" are those of the only kind that no row before it orders."""
    letters, left = "".join(word.letter for word in row), stack_size(context, kind.said, space) - ordered
    if "D" in letters and str(left) not in {word.said for word in row if word.letter == "#"}:
        return []  # not "the other four"
    if "E" in letters:
        is_plain = _only_kind(context, space) is not None and left > 0
        return [_Units(str(left), kind.said, space)] if is_plain else []
    words = [word for word in row if word.letter in "#*Un"]
    return _counted(context, words if "U" in letters else [*words, kind], space, "")


def _only_kind(context: ReadingContext, space: str) -> Word | None:
    """Return the kind of the player's units in a space if only one kind is there."""
    kinds = {row.kind for row in context.position.units if (row.player, row.space) == (context.player, space)}
    return Word("U", kinds.pop()) if len(kinds) == 1 else None


def _others_go(found: _Found) -> Sequence[str]:
    """Return the orders of "leave 2 militia in A10, the others go to A9"."""
    [space], [kind] = found.named("space", "Z"), found.words("kind")
    [number], [goal] = found.named("rows", "#"), found.named("others", "Z")
    units = _of_row(found.context, [Word("E", "")], kind, space, int(number))
    if not units or goal == space:
        return ()
    return [f"{number} {kind.said} {space} holds", *(f"{_notation(one)} - {goal}" for one in units)]


def _moves_joined(found: _Found) -> Sequence[str]:
    """Return the moves of "the knight H2 attacks H5 with the griffins from H1 and H9"."""
    moves = _moves(found)
    others = _units(found, "refs2", "") if moves else []
    goal = moves[0].partition(" - ")[2].rpartition(" - ")[2] if moves else ""
    if not moves or not others or any(one.space == goal for one in others) or moves[0].count(" - ") > 1:
        return ()
    return [*moves, *(f"{_notation(one)} - {goal}" for one in others)]


def _joins(found: _Found) -> Sequence[str]:
    """Return the move of "the knight at H8 joins the knight at H6"."""
    [goal], units = found.named("goal", "Z"), _units(found, "refs", found.words("verb")[0].said)
    is_clear = found.words("verb")[0].said in _JOINS and all(one.space != goal for one in units)
    return [f"{_notation(one)} - {goal}" for one in units] if is_clear else ()


def _from_everywhere(found: _Found) -> Sequence[str]:
    """Return the moves of "all griffins home to H3"."""
    [kind], [goal] = found.words("unit"), found.named("goal", "Z")
    number = " ".join(word.said for word in found.words("all"))
    said = f"{number} {kind.said}{'s' if kind.is_plural and not number else ''} - {goal}".strip()
    orders = units_without_a_space(found.context, said)
    return orders if not any(f" {goal} - " in order for order in orders) else ()


def _of_each_space(found: _Found) -> Sequence[str]:
    """Return the orders of "H7 and H13 M hold": () if not every space has exactly one such unit."""
    [kind] = [word for word in found.words("unit") if word.letter == "U"]
    spaces, path = found.named("spaces", "Z"), found.named("path", "Z")
    is_all = "*" in found.letters("unit")
    sizes = [stack_size(found.context, kind.said, space) for space in spaces]
    if (
        not all(sizes)
        or not (is_all or set(sizes) == {1} or not path)
        or len(path) > 1
        or set(path) & set(spaces)
    ):
        return ()
    end = f"- {path[0]}" if path else "holds"
    return [f"{size} {kind.said} {space} {end}" for size, space in zip(sizes, spaces, strict=True)]


def _all_hold(found: _Found) -> Sequence[str]:
    """Return the holds of "hold: H3, H7"."""
    return [f"all {space} holds" for space in found.named("spaces", "Z")]


def _moves_except(found: _Found) -> Sequence[str]:
    """Return the orders of "everything holds except the knights from H11, which attack H5"."""
    moves = _moves(found)
    return [*moves, "everything else holds"] if moves else ()


def _goal_first(found: _Found) -> Sequence[str]:
    """Return the moves of "the griffins return to A8 from G3"."""
    return _between(found) if found.words("from")[0].said in _FROM else ()


def _verb_first(found: _Found) -> Sequence[str]:
    """Return the moves of "the knights march A6 to A5"."""
    return _between(found)


def _between(found: _Found) -> Sequence[str]:
    [origin], [goal] = found.named("origin", "Z"), found.named("goal", "Z")
    units = _counted(found.context, found.words("units"), origin, "")
    are_there = all(stack_size(found.context, one.kind, origin) for one in units)
    return [f"{_notation(one)} - {goal}" for one in units] if origin != goal and are_there else ()


def _all_but(found: _Found) -> Sequence[str]:
    """Return the move of "all knights but one from F10 to F9": () if the exception is of another kind."""
    exceptions = [word for group in ("but", "but2", "but3") for word in found.words(group)]
    numbers = [int(word.said) for word in exceptions if word.letter == "#"]
    kinds = {word.said for word in exceptions if word.letter == "U"}
    [kind], [space] = found.named("unit", "U"), found.named("space", "Z")
    left = stack_size(found.context, kind, space) - sum(numbers)
    if len(numbers) != 1 or not kinds <= {kind} or left <= 0:
        return ()
    goals, is_way = found.named("path", "Z"), "v" in found.letters("path")
    return [f"{left} {kind} {space} - {goals[0]}"] if len(goals) == 1 and not is_way else ()


def _guard(found: _Found) -> Sequence[str]:
    """Return the holds of "the militia and one knight guard Fenbridge"."""
    [place] = found.named("place", "Z")
    return [f"{_notation(one)} holds" for one in _counted(found.context, found.words("units"), place, "")]


def _holds(found: _Found) -> Sequence[str]:
    units, place = _units(found, "refs"), found.named("place", "Z")
    if place and any(one.space != place[0] for one in units):
        return ()
    return [f"{_notation(one)} holds" for one in units]


def _stand(found: _Found) -> Sequence[str]:
    [place] = found.named("refs", "Z")
    return [f"all {place} holds"]


def _both(found: _Found) -> Sequence[str]:
    """Return the move in "C12: both to C7" or "the two in C12 attack C7", if so many are there in all."""
    [space] = [*found.named("space", "Z"), *found.named("at", "Z")]
    [number] = [*found.named("number", "#"), *found.named("no", "#")]
    goals = found.named("path", "Z")
    is_move = bool(found.words("verb")) or bool(set("mt") & set(found.letters("path")))
    rows, player = found.context.position.units, found.context.player
    here = sum(row.count for row in rows if (row.player, row.space) == (player, space))
    is_one_way = len(goals) == 1 and goals[0] != space and "v" not in found.letters("path")
    return [f"all {space} - {goals[0]}"] if is_move and is_one_way and here == int(number) else ()


def _likewise_alone(found: _Found) -> Sequence[str]:
    """Return the order of "the griffin too", if the player has only one such stack."""
    [kind], number = found.named("unit", "U"), (found.named("unit", "#") or ["1"])[0]
    rows, player = found.context.position.units, found.context.player
    own = [row for row in rows if (row.player, row.kind) == (player, kind)]
    if len(own) != 1 or str(own[0].count) != number:
        return ()
    return [f"{number} {kind} {own[0].space} - {LIKEWISE}"]


def _likewise(found: _Found) -> Sequence[str]:
    group = "refs" if found.letters("refs") else "refs2"
    return [f"{_notation(one)} - {LIKEWISE}" for one in _units(found, group)]


# ---- losses


def _kinds(found: _Found, *groups: str) -> list[str]:
    named = [word.said for group in groups for word in found.words(group) if word.letter == "U"]
    return named if SOMEONE not in named else []


def _at(found: _Found) -> str:
    places = [*found.named("at", "Z"), *found.named("at2", "Z")]
    return f"at {places[0]}: " if len(places) == 1 else "" if not places else "?"


def _losses(found: _Found) -> Sequence[str]:
    kinds, kept = _kinds(found, "units", "units2"), _kinds(found, "kept")
    at = _at(found)
    if at == "?" or not kinds or len(set(kinds)) != len(kinds) or set(kinds) & set(kept):
        return ()
    return [f"{at}lose {', '.join(kinds)}", *(f"{at}keep {kind}" for kind in kept)]


def _losses_first(found: _Found) -> Sequence[str]:
    """Return the losses of "in battle: Militia first, then Knights"; () if no word says which way it goes."""
    said = {word.said for word in found._words if word.letter in "OY"}
    return _losses(found) if said & {"first", "firstly", "last", "at last", "zuerst"} else ()


def _kept(found: _Found) -> Sequence[str]:
    kinds, at = _kinds(found, "units"), _at(found)
    return [f"{at}keep {', '.join(kinds)}"] if kinds and at != "?" and len(set(kinds)) == len(kinds) else ()


# ---- builds


def _items(context: ReadingContext, words: Sequence[Word], space: str, verb: str) -> list[str]:
    """Return a build for each kind; () if a plural or militia has no number.

    A second number must be the same, or what they cost: "3 Griffins (15)".
    """
    found, count = [], ""
    for word, after in pairwise([*words, Word("", "")]):
        if word.letter == "#":
            count = word.said
        elif word.said == SOMEONE:
            return []
        elif word.letter == "U":
            if (
                after.letter == "n"
                and count
                and int(after.said) not in _same_number(context, word.said, count)
            ):
                return []
            count = after.said if after.letter == "n" and not count else count
            if not count and (word.is_plural or word.said == "Militia"):
                return []
            found.append(f"{verb}{count or '1'} {word.said} {space}")
            count = ""
    return found


def _same_number(context: ReadingContext, kind: str, count: str) -> tuple[int, ...]:
    """Return *count* of units of that kind, and what they cost."""
    unit = context.data.units.get(kind)
    return (int(count), int(count) * unit.cost) if unit else (int(count),)


def _verb(found: _Found) -> str:
    return "build " if "b" in found.letters("head") else ""


def _groups(found: _Found) -> Sequence[str]:
    orders: list[str] = []
    items: list[Word] = []
    for word in _number_first(found.words("groups")):
        if word.letter == "e":
            return ()
        if word.letter != "Z":
            items.append(word)
            continue
        some = _items(found.context, items, word.said, _verb(found))
        if not some:
            return ()
        orders += some
        items = []
    return _with_rest(found, orders)


def _one_by_one(found: _Found) -> Sequence[str]:
    """Return the builds of "build K K G F10, M M F8"."""
    orders: list[str] = []
    kinds: list[str] = []
    for word in found.words("groups"):
        if word.letter == "U":
            kinds.append(word.said)
        elif word.letter == "Z":
            counts = {kind: kinds.count(kind) for kind in kinds}
            orders += [f"{_verb(found)}{count} {kind} {word.said}" for kind, count in counts.items()]
            kinds = []
    return orders


def _placed(found: _Found) -> Sequence[str]:
    orders: list[str] = []
    space = ""
    items: list[Word] = []
    for word in (*found.words("groups"), Word("Z", "")):
        if word.letter != "Z":
            items.append(word)
            continue
        some = _items(found.context, items, space, _verb(found)) if space else []
        if space and not some:
            return ()
        orders += some
        space, items = word.said, []
    return _with_rest(found, orders)


def _with_rest(found: _Found, orders: list[str]) -> Sequence[str]:
    if not found.letters("more"):
        return orders
    rest = _rest(found, orders[-1].rsplit(" ", 1)[-1] if orders else "")
    return [*orders, *rest] if rest else ()


def _rest(found: _Found, space: str = "") -> Sequence[str]:
    places = found.named("more", "Z") or ([space] if space else [])
    [kind] = _kinds(found, "more") or [""]
    return [f"{_verb(found)}rest {kind} {' or '.join(places)}"] if places and kind else ()


def _each(found: _Found) -> Sequence[str]:
    """Return the builds of "9 Militia, three each at F8, F10 and F9"."""
    numbers = [int(word.said) for word in found._words if word.letter == "#"]
    [kind], places = _kinds(found, "unit") or [""], found.named("places", "Z")
    each = numbers[-1]
    if not kind or (len(numbers) > 1 and numbers[0] != each * len(places)):
        return ()
    return [f"{_verb(found)}{each} {kind} {place}" for place in places]


def _spelt_out(found: _Found) -> Sequence[str]:
    """Return the builds of "D2: K K M"; () for one unit, which may be a hold."""
    kinds, [place] = found.named("kinds", "U"), found.named("place", "Z")
    if len(kinds) == 1 or SOMEONE in kinds or any(word.is_plural for word in found.words("kinds")):
        return ()
    return [f"{_verb(found)}{kinds.count(kind)} {kind} {place}" for kind in dict.fromkeys(kinds)]


def _by_kind(found: _Found) -> Sequence[str]:
    """Return the builds of "Knights: 3 in D2, 1 in D11"."""
    orders: list[str] = []
    kind = number = ""
    for word in found.words("rows"):
        kind = word.said if word.letter == "U" else kind
        number = word.said if word.letter == "#" else number
        if word.letter == "Z":
            orders.append(f"{_verb(found)}{number} {kind} {word.said}")
    return orders if SOMEONE not in orders else ()


def _in_each_city(found: _Found) -> Sequence[str]:
    """Return the builds of "3 militia and 1 knight in each city"."""
    own = cities(found.context.position, found.context.player)
    return [
        order for city in own for order in _items(found.context, found.words("items"), city, _verb(found))
    ]
