"""The words of sentences: each word or name that is known becomes one letter for the patterns of `prose`."""

import re
from collections.abc import Sequence
from itertools import pairwise

from adjudicator.domination.language.legality import ReadingContext, stack_size
from adjudicator.domination.language.sentences.lexicon import SOMEONE, Word, lexicon
from adjudicator.domination.language.sentences.plain_words import in_plain_words
from adjudicator.domination.language.vocabulary import vocabulary

MOST_WORDS_OF_A_NAME = 3  # of a space or a unit
MOST_TOKENS = 60  # of a text; a longer one is not an order
_TOKEN = re.compile(
    r"\(\d{1,2}\)|(?<![^\W_])[x×] ?\d{1,2}(?![^\W_])"  # a number after units: "(3)", "x2"
    r"|[2-9](?:nd|rd|th)(?!\w)|1st(?!\w)|\d+(?=[a-z])"
    r"|[^\W\d_][\w'’]*(?:-(?=[^\W\d_])(?![a-z]\d{1,2}(?!\w))[^\W\d_]\w*)*|\d+|[-=]*>|-+|[,;&+/:|]|\S"
)
_SPACE = re.compile(r"[a-z]\d{1,2}", re.IGNORECASE)
_NUMBER_BEHIND = re.compile(r"[(x×] ?(\d+)\)?")  # of the units before it: "Knights (3)", "Knight x2"
SHORTEST_BEGINNING = 3  # letters of a name
_WHOLE_WORDS = frozenset(("fall", "gold", "cold", "stone", "bar"))
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
    "=": ":",
    ":": ":",
}
_OTHERS_BEFORE_A_NUMBER = frozenset(("the others", "die anderen", "die übrigen", "les autres"))
_WHERE_OR_WHITHER = "auf"
_STANDING_ON = re.compile(r"UtZ[o*]*(?:h|[mt]+Z)")  # letters of words: a hold, or another space, follows
_HOLD_LETTER = "h"
_BOTH = "both"
_BOTH_AND = re.compile(r"#Uo*(?:f*(?P<space>Z))?&+[*]?[OD]?U")  # letters of words
_NO_PLURAL = "Militia"
_THEY = frozenset(("they", "he", "she"))


def words_of(context: ReadingContext, text: str) -> tuple[Word, ...]:
    """Return the words of *text*; none if one is not known."""
    tokens = [token for token in _TOKEN.findall(in_plain_words(context, text)) if token not in _IGNORED]
    tokens = [token.rstrip("'’.") or token for token in tokens]
    if len(tokens) > MOST_TOKENS:
        return ()
    found: list[Word] = []
    both: list[int] = []
    at = 0
    while at < len(tokens):
        word, used = _next(context, tokens, at)
        if tokens[at] == _BOTH:
            both.append(len(found))
        if word is None or (tokens[at] in _THEY and _is_whole_move(found)):
            return ()
        if _is_hold(context, tokens, at, found):
            word = Word("h", "holds")
        if _is_where(context, tokens, at, found):
            word = Word("f", "à")
        if word.letter:
            found.append(word)
        at += used
    no_number = {at for at in both if _joins_only(context, found, at)}
    counted = [word for at, word in enumerate(found) if at not in no_number]
    return _without_idle_words(_standing_on(counted))


def _joins_only(context: ReadingContext, words: Sequence[Word], at: int) -> bool:
    """Return whether "both" is no number: "both the Griffin at B11 and the Griffin at B12"."""
    found = _BOTH_AND.match("".join(word.letter for word in words), at)
    unit = words[at + 1] if found else None
    if not found or unit is None or unit.is_plural:
        return False
    space = words[found.start("space")].said if found["space"] else ""
    return unit.said != _NO_PLURAL or stack_size(context, unit.said, space) == 1


def _is_whole_move(words: Sequence[Word]) -> bool:
    """Return whether *words* already say where units go: "they go to B5" after them is another sentence."""
    return bool(words) and words[-1].letter == "Z" and any(word.letter in "mt" for word in words)


def _is_hold(context: ReadingContext, tokens: Sequence[str], at: int, before: Sequence[Word]) -> bool:
    """Return whether a letter is the "H" of "2K H": no unit that the player has or may build is called so."""
    ends = at + 1 == len(tokens) or tokens[at + 1] in _SIGNS
    is_behind_units = bool(before) and before[-1].letter in "UZn"
    is_unit = vocabulary(context.data).units.get(_HOLD_LETTER) in context.own
    return tokens[at] == _HOLD_LETTER and ends and is_behind_units and not is_unit


def _is_where(context: ReadingContext, tokens: Sequence[str], at: int, before: Sequence[Word]) -> bool:
    """Return whether "a" is the French "à" without its accent: "4 Knights a Fallowick"."""
    is_alone = tokens[at] == "a" and at + 1 < len(tokens) and bool(before) and before[-1].letter in "Ubr"
    word = _next(context, tokens, at + 1)[0] if is_alone else None
    return word is not None and word.letter == "Z"


def _standing_on(words: Sequence[Word]) -> list[Word]:
    """Return *words*; units stand there in "Ritter auf A7 halten", "Ritter auf A7 ziehen nach A8"."""
    found = list(words)
    letters = "".join(word.letter for word in words)
    for at, word in enumerate(words):
        if word.said == _WHERE_OR_WHITHER and _STANDING_ON.match(letters, max(at - 1, 0)):
            found[at] = Word("f", word.said)
    return found


def _without_idle_words(words: Sequence[Word]) -> tuple[Word, ...]:
    """Return *words* without "the other" before a unit; "die anderen zwei" is "the other two"."""
    found: list[Word] = []
    for word, after in pairwise([*words, Word("", "")]):
        if word.letter == "D" and after.letter == "U":
            continue
        is_of_number = after.letter == "#" and word.said in _OTHERS_BEFORE_A_NUMBER
        is_of_place = word.letter == "D" and after.letter == "f"  # "the other one at C6"
        other = Word("D", word.said) if is_of_number else word
        found.append(Word("U", SOMEONE) if is_of_place else other)
    return tuple(found)


def _next(context: ReadingContext, tokens: Sequence[str], at: int) -> tuple[Word | None, int]:
    words_known, known = lexicon(context.data).words, vocabulary(context.data)
    longest = max(MOST_WORDS_OF_A_NAME, lexicon(context.data).longest.get(tokens[at], 1))
    for many in range(min(longest, len(tokens) - at), 0, -1):
        words = " ".join(tokens[at : at + many])
        if words in context.ground.names:
            return Word("Z", context.ground.names[words]), many
        if words in words_known:
            return words_known[words], many
        if words in known.units:
            return Word("U", known.units[words], words.endswith("s")), many
    return _token(tokens[at]) or _beginning(context, tokens[at]), 1


def begun(context: ReadingContext, word: str) -> str:
    """Return the name of the only space that *word* begins ("Amb"); "" if it begins none or several."""
    if len(word) < SHORTEST_BEGINNING or word in _WHOLE_WORDS:
        return ""
    longer = ((name, space) for name, space in context.ground.names.items() if name.startswith(word))
    spaces = {space: name for name, space in longer if len(name) > len(word) + 1}  # else it is a slip
    return next(iter(spaces.values())) if len(spaces) == 1 else ""


def _beginning(context: ReadingContext, token: str) -> Word | None:
    name = begun(context, token)
    return Word("Z", context.ground.names[name]) if name else None


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
