"""Turn the words of a sentence into letters: each stands for a class of words in `free_words.toml`.

Names of zones, tracks and nations come from the board; a text with any other word has no letters.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import islice, pairwise
from typing import Any, NamedTuple

from adjudicator.core.language.words import clean, unaccented
from adjudicator.core.languages import typed_plainly
from adjudicator.core.package_files import text_beside
from adjudicator.core.toml import tables_of
from adjudicator.empires.ground import BOARD, REGIONS, ZONE_NAMES, zone_name
from adjudicator.empires.language.grammar import plain

MOST_WORDS_OF_A_NAME = 5
MOST_WORDS_OF_A_ZONE = 2
MOST_TOKENS = 60  # of a text; a longer one is not an order
SHORTEST_BEGINNING = 4  # letters of an abbreviated name in a sentence
LONGEST_STANDING = 120  # characters of a sentence that may be a standing order
_TOKEN = re.compile(
    r"w/|=+>|-+>|~+>?|>+|_+|\d+(?:st|nd|rd)(?!\w)|\d+|[,;&+:]|(?<=\s)-+(?=\s)|[^\W\d_][\w'.]*(?:-[^\W\d_][\w'.]*)*|w/|\S"
)
_SAID = {
    "->": "t",
    ">": "t",
    "-": "t",
    "_": "t",
    "~": "t",
    "~>": "t",
    "=>": "=",
    ",": "&",
    ";": "&",
    "&": "&",
    "+": "&",
    ":": ":",
}
SIZES = ("small", "large")
_CONSONANTS = re.compile(r"[bcdfghjklmnpqrstvwxz]+")
ENDINGS = ".!'\")"  # what may follow a word
_KINDS = tuple("NSF")  # "the other British army": the nation says which
_ONE_BOX = re.compile(r"(?<=\w) ?(?:[+-] ?1|\+(?=$))(?=\W*$)")  # "Italy +1", "Italy +"
_TIMES = re.compile(r"(?<!\w)(\d) ?[x×](?= )", re.IGNORECASE)  # "2x full in Metz"
_TIMES_BEHIND = re.compile(r"(?<!\w)x ?(\d)(?=\s*:)", re.IGNORECASE)  # "reinforce x3: Metz, ..."
_TAKEN_BACK = re.compile(r"\b(takes?|wins?) ((?:\w+ ){0,2}\w+) back\b")  # "Danzig takes Königsberg back"
_NAMED_ONE = re.compile(
    r"\b(the )((?:\w+ )?\w+) one\b(?= (?:to|attack|move|go|march)|->?)"
)  # "the Paris one to Lille"
_RAISED = re.compile(r"(?<!\w)heben? (.{3,60}?) aus(?=$|[,;.&]| und)")  # "ich hebe eine Armee in Metz aus"
_FILLED = re.compile(r"(?<!\w)(?:fülle|stocke)n? (.{3,60}?) auf(?=$|[,;.&]| und)")  # "ich fülle Metz auf"
_DUG = re.compile(
    r"(?<!\w)gr[aä]b\w* (?:uns|mich|sich) (.{3,40}?) ein(?=$|[,;.&]| und)"
)  # "wir graben uns in Metz ein"
_PLUS = re.compile(  # "Metz x Verdun + Cologne": the one after the plus supports
    r"((?<!\w)(?:x|att?a?c?ks?|att|atk|assaults?) [^+,;&:]{3,40}?) ?\+ ?(?=[^\W\d_]{3})"
)
ELISION = re.compile(r"(?<!\w)[dlj]['\u2019](?=[^\W\d_]{3})")  # "l'armée d'Orléans"


_COSTS = re.compile(  # "a full army in Berlin (2 steps)": what it costs, if that fits the strength
    r"(\bfull\b[^()]{0,60}?) ?\((?:2|two) steps(?: each)?(?:\)|$)"
    r"|(\b(?:red(?:uced)?|reinforce\w*)\b[^()]{0,60}?) ?\((?:1|one) step(?: each)?(?:\)|$)"
    r"|(\breinforce\w* [^():;,]{1,40}? and [^():;,]{1,40}?) ?\((?:2|two) steps(?: together| in all)?(?:\)|$)"
    r"|(\breinforce\w* [^():;,]{1,40}?) ?: ?(?:1|one)(?: step)?(?=[,;.]|$)"
)


class Word(NamedTuple):
    """A word or name of a text: its letter in the patterns, and what it is called in orders."""

    letter: str
    said: str


class Lexicon(NamedTuple):
    words: Mapping[str, Word]
    parts: frozenset[str]  # each single word, in lower case
    longest: Mapping[
        str, int
    ]  # by first word, the number of words of the longest entry; MOST_WORDS_OF_A_ZONE for others


@cache
def word_tables() -> Mapping[str, Any]:
    return tables_of(text_beside("adjudicator.empires.language", "free_words.toml"))


@cache
def lexicon() -> Lexicon:
    tables = word_tables()
    words: dict[str, Word] = {word: Word("", "") for word in tables["noise"]["words"]}
    words |= {word: Word(letter, word) for letter, many in tables["classes"].items() for word in many}
    words |= {word: Word("#", str(number)) for word, number in tables["numbers"].items()}
    for letter, table in (("N", "nations"), ("X", "tracks"), ("H", "technologies")):
        words |= {word: Word(letter, name) for name, many in tables[table].items() for word in many}
    words["the other"] = words["other"] = Word("O", "the other")
    words["and"] = words["und"] = words["et"] = Word("&", "and")
    words["or"] = words["oder"] = words["ou"] = Word("|", "or")  # in RETREAT only: the order of preference
    for said, synonyms in tables["described"].items():
        words |= {word: Word("S" if said in SIZES else "F", said) for word in (said, *synonyms)}
    for word in tuple(words):  # "zurueck", "armee complete"
        for plain_word in typed_plainly(word):
            words.setdefault(plain_word, words[word])
    parts = frozenset(part for word in words for part in re.findall(r"[^\W\d_]+", word))
    longest: dict[str, int] = {}
    for word in words:
        first, many = word.partition(" ")[0], word.count(" ") + 1
        longest[first] = min(MOST_WORDS_OF_A_NAME, max(many, longest.get(first, MOST_WORDS_OF_A_ZONE)))
    return Lexicon(words, parts, longest)


@cache
def parts_of_names() -> frozenset[str]:
    zones = (name for zone in BOARD.zones.values() for name in (zone.name, zone.abbr, *zone.aliases))
    powers = (name for power in BOARD.powers.values() for name in (power.name, *power.aliases))
    return frozenset(
        part for name in (*zones, *powers, *REGIONS) for part in re.findall(r"[^\W\d_]+", name.casefold())
    )


@lru_cache(maxsize=2048)
def words_of(text: str) -> tuple[Word, ...] | None:
    """Return the words of *text* with their letters; None if one of them is not known."""
    folded = _TIMES.sub(r"\1", ELISION.sub("", plain(clean(text)).casefold()))
    folded = _TIMES_BEHIND.sub(r"\1", _COSTS.sub(lambda one: one[1] or one[2] or one[3] or one[4], folded))
    folded = _TAKEN_BACK.sub(lambda one: f"takes {one[2]}" if is_zone(one[2]) else one[0], folded)
    folded = _NAMED_ONE.sub(lambda one: f"the army {one[2]}" if is_zone(one[2]) else one[0], folded)
    folded = _PLUS.sub(r"\1 with ", _RAISED.sub(r"rekrutiere \1", folded))
    folded = _DUG.sub(r"verschanzen \1", folded)
    folded = _FILLED.sub(r"verstärke \1", folded)
    folded = _ONE_BOX.sub(lambda one: " forward" if "+" in one[0] else " back", folded)
    tokens = [found[0] for found in _TOKEN.finditer(folded)]
    tokens = [token.rstrip(ENDINGS) or token for token in tokens]
    if tokens[1:].count("*") % 2 and not (tokens[0] == "*" and tokens.count("*") == len("**")):
        return None  # a star after something is not a mark of a list: "Verdun > Nancy *" may attack
    tokens = [token for token in tokens if token not in (".", "!", "(", ")", '"', "'", "*")]
    found: list[Word] = []
    at = 0
    while at < len(tokens) and len(found) < MOST_TOKENS:
        word, used = _next(tokens, at)
        if word is None:
            return None
        if word.letter:
            found.append(word)
        at += used
    while [word.letter for word in found[:2]] == ["n", "&"]:  # "Third, a trench in Metz"
        del found[:2]
    following = pairwise([*found, Word("", "")])
    said = [
        w
        for at_word, (w, after) in enumerate(following)
        if not (w.letter == "O" and _adds_nothing(found[:at_word], after))
    ]
    return tuple(said) if said and at == len(tokens) else None


@lru_cache(maxsize=256)
def heard(text: str) -> tuple[Word, ...]:
    """Return those words of *text* that are known, at most MOST_TOKENS; the others are skipped."""
    folded = ELISION.sub("", plain(clean(text)).casefold())
    bare = (token[0].rstrip(ENDINGS) for token in _TOKEN.finditer(folded))
    tokens = list(islice(filter(None, bare), MOST_TOKENS))
    found: list[Word] = []
    at = 0
    while at < len(tokens):
        word, used = _next(tokens, at)
        found += [word] if word is not None and word.letter else []
        at += used
    return tuple(found)


def _adds_nothing(before: Sequence[Word], after: Word) -> bool:
    """Return whether "the other" only repeats a word: "the other British army", "the other Metz army"."""
    return after.letter in _KINDS or (after.letter == "Z" and after in before)


def _next(tokens: Sequence[str], at: int) -> tuple[Word | None, int]:
    known = lexicon()
    for many in range(min(known.longest.get(tokens[at], MOST_WORDS_OF_A_ZONE), len(tokens) - at), 0, -1):
        words = " ".join(tokens[at : at + many])
        if words in known.words:
            return known.words[words], many
        if many <= MOST_WORDS_OF_A_ZONE and is_zone(words):
            meant = ZONE_NAMES.meant(words)
            return (Word("Z", zone_name(meant[0])) if len(meant) == 1 else None), many
    return _one(tokens[at])


@lru_cache(maxsize=4096)
def is_zone(words: str) -> bool:
    return all(word[0].isalpha() for word in words.split(" ")) and ZONE_NAMES.is_name(words)


def is_plural(word: str) -> bool:
    """Return whether *word* stands for the armies in a zone: "one of the Agrams"."""
    return len(word) > SHORTEST_BEGINNING and word.endswith("s") and is_zone(word[:-1])


@lru_cache(maxsize=4096)
def _one(token: str) -> tuple[Word | None, int]:
    """Return the meaning of a word that is not in the lexicon: a number, a sign or a shortened zone."""
    if token.isdigit():
        return Word("#", token), 1
    if letter := _SAID.get(token) or _SAID.get(re.sub(r"(.)\1+", r"\1", token)):
        return Word(letter, token), 1
    meant = ZONE_NAMES.meant(token) if len(token) >= SHORTEST_BEGINNING else ()
    if not meant and is_plural(token):
        meant = ZONE_NAMES.meant(token[:-1])
    if not meant and (zone := without_vowels(token)):
        return Word("Z", zone), 1
    return (Word("Z", zone_name(meant[0])), 1) if len(meant) == 1 else (None, 1)


@lru_cache(maxsize=4096)
def without_vowels(token: str) -> str:
    """Return the only zone that *token* leaves the vowels out of: "kgsbg"; "" for none or several."""
    bare = token.casefold()
    if len(bare) < SHORTEST_BEGINNING or not _CONSONANTS.fullmatch(bare):
        return ""
    names = {zone_name(zone) for zone in BOARD.zones}
    found = [name for name in names if _has_in_order(unaccented(name.casefold()), bare)]
    return found[0] if len(found) == 1 else ""


def _has_in_order(name: str, letters: str) -> bool:
    rest = iter(name)
    return name[0] == letters[0] and all(letter in rest for letter in letters)


def letters_of(text: str) -> str:
    """Return the letters of the words of *text*; "" if one of them is not known, or if it is long."""
    return "".join(word.letter for word in words_of(text) or ()) if len(text) <= LONGEST_STANDING else ""


def is_a_zone(words: str) -> bool:
    """Return whether *words* are the name of one zone, or short for it."""
    return bool(words) and len(ZONE_NAMES.meant(words)) == 1
