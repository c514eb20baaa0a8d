"""The phrases of all languages, from one data file for each in this folder."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from msgspec import Struct, convert

from adjudicator.core.language.necessary import Guarded, Likely
from adjudicator.core.language.words import unaccented
from adjudicator.core.toml import tables_of

FIRST = "english.toml"
TABLE_HEADS = "table_heads"  # words in this table of a file and in those below it do not count as known
NUMBERING = "numbering"
LISTS = (  # of a file that are fields of `Language` under the same name
    "joins",
    "retractions",
    "corrections",
    "goals",
    "making",
    "withdrawals",
    "cancellations",
    "cancelled_behind",
    "cancel_headings",
    "conditions_behind",
    "reasons",
    "forgetting",
)
LITERAL = (
    "doubts",
    "conditions",
    "other_goals",
    "denied_goals",
    "joins",
)  # lists of words and not of patterns
_IN_TWO_LETTERS = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"}
_PLAIN = {
    **{letter: f"[{letter}{plain}]" for letter, plain in zip("éèêëàâçûùîïô", "eeeeaacuuiio", strict=True)},
    **{letter: f"(?:{letter}|{plain})" for letter, plain in _IN_TWO_LETTERS.items()},
}
_ACCENTED = re.compile(  # a class of signs, which is left as it is, or a letter that does not stand alone
    rf"\[(?:\\.|[^\]\\])*\]|(?:(?<=[^\W\d_])|(?=.[^\W\d_]))[{''.join(_PLAIN)}]", re.IGNORECASE
)
LONGEST_NUMBER_OF_LEADS = 4  # "Hello, here are my orders: I order my ..."
_SMILEY = r"(?:[:;=]|(?<![\w(])[8xX])-?[)(DPp|/\\*]|[\U0001f1e6-\U0001faff\u2600-\u27bf\ufe0f]+"
_LETTERS_OF_SMILEYS = "DPp"  # at their ends
_GOING = r"(?:(?:going|moving|attacking|sailing|marching|riding|heading)\s+)?"  # after "instead of"
_AS_BEFORE = (
    r"(?:,? (?:as|like) i (?:had )?(?:wrote|said|ordered|sent|planned|written)"
    r"(?: (?:earlier|before|above|yesterday|last time|first))?)?"
)
_SMILEYS_AT_END = re.compile(rf"[\s,]*(?:{_SMILEY})[\s.!]*$", re.IGNORECASE)
_BETWEEN = r"\s*(?:[:,!-]+(?![-=]*>))?\s*"
_A_NAME = r"(?:[\W_]+[^\W\d_][\w'.-]*){0,3}[\W_]*"  # the name of the addressee or of the writer
_OPTIONAL = re.compile(r"([^\W\d_]+(?:'[^\W\d_]+)*)(\??)")
_LABEL = re.compile(r"[^\W\d_][^:\d]{1,30}\d[^:]{0,10}:\s*(?=\S)")  # "Germany W02:"
_ENDINGS = re.compile(r"([^\W\d_]+)\(\?:([\w|]+)\)")
WORD_OR_NUMBER = re.compile(r"[^\W\d_]+|\d+")
_WORDS_OF_A_TURN = (
    "for the this in coming present current of moves move orders order m r b phase round time season turn"
    " here again"
)
_OF_A_TURN = frozenset(("", "speaking", "reporting", *_WORDS_OF_A_TURN.split()))


class TableHeads(Struct, frozen=True):
    """The headings of the columns of a table, as patterns."""

    numbers: tuple[str, ...]  # of a first column that only counts the rows
    units: tuple[str, ...]
    places: tuple[str, ...]  # of the units, if they have a column of their own
    goals: tuple[str, ...]  # the destinations of the units
    asides: tuple[str, ...]  # of what says nothing of the order: "why"


class LineEnds(Struct, frozen=True):
    """How a line ends whose sentence goes on below, as patterns: see `english.toml`."""

    open: tuple[str, ...]
    replaced: tuple[str, ...]
    denied: tuple[str, ...]
    of_below: tuple[str, ...]
    conditional: tuple[str, ...]
    courteous: tuple[str, ...]
    before_a_stop: tuple[str, ...]


class Unclear(Struct, frozen=True):
    """Sentences about the order above that are asked about, as patterns: see `english.toml`."""

    pronouns: tuple[str, ...]
    same: tuple[str, ...]
    follows: tuple[str, ...]
    goes_on: tuple[str, ...]


class Language(Struct, frozen=True):
    """The phrases of one language, as patterns."""

    lead: re.Pattern[str]
    trail: Guarded
    turn: re.Pattern[str]
    seasons: Mapping[str, str]  # words in names of turns, each with the word that the game prints
    other: Guarded  # headings of orders that are not for this turn
    doubt: Guarded
    condition: Guarded
    other_goal: Guarded  # an alternative after an order: "instead of Bur"
    denied_goal: Guarded  # one after a move: "not Bur"
    second_choice: Guarded  # begins a sentence that belongs to the order before it
    joins: tuple[str, ...]
    words: tuple[tuple[re.Pattern[str], str], ...]
    likely: Likely  # which of *words* a text may have
    greeting: re.Pattern[str]
    closing: re.Pattern[str]
    retractions: tuple[str, ...]  # "^&@~" before one say what it takes back: see `english.toml`
    corrections: tuple[str, ...]  # between an order and the place that is meant instead
    goals: tuple[str, ...]  # before that place
    making: tuple[str, ...]  # of the corrections, those that change the order above: "make that"
    withdrawals: tuple[str, ...]  # patterns of texts that withdraw the order of a "<unit>"
    cancellations: tuple[str, ...]  # patterns of what comes before an order that is withdrawn
    cancelled_behind: tuple[str, ...]  # and after it
    cancel_headings: tuple[str, ...]  # of orders that are withdrawn
    conditions_behind: tuple[str, ...]  # begin a condition of the order above
    reasons: tuple[str, ...]  # begin a reason for an order
    forgetting: tuple[str, ...]  # begin a sentence that takes back one order and gives another
    opinion: Guarded  # begins a remark on others, in which "not" is not a doubt
    heads: TableHeads
    number_label: str  # what comes before the number of an order: "line"
    ordinal: re.Pattern[str]  # an order by its rank in a list: "the second one"
    ranks: Mapping[str, int]
    headings: Mapping[str, Any]  # the words of headings: see `heading_words`
    line_ends: LineEnds
    unclear: Unclear

    def translated(self, text: str) -> str:
        """Return *text* with the words of orders translated into English."""
        for changed in self.likely.changes(text, self._with_word):
            text = changed
        return text

    def _with_word(self, at: int, text: str) -> str:
        pattern, english = self.words[at]
        return pattern.sub(english, text)

    def bare(self, text: str, headed: str) -> Iterator[str]:
        """Yield *text* without trailing words, then with one leading phrase after the other removed.

        The name of a turn or of a power is removed only if all its words are in *headed*, the names of the
        turn that is due and of the writer's power.
        """
        text = without_trail(self.trail, text)
        yield text
        for _ in range(LONGEST_NUMBER_OF_LEADS):
            turn = self.turn.match(text) or _LABEL.match(text)
            is_due = turn is not None and self._is_true(turn[0], headed)
            found = turn if is_due else self.lead.match(text)
            if found is None or found.end() == len(text):
                return
            text = text[found.end() :]
            yield text

    def _is_true(self, name: str, headed: str) -> bool:
        """Return whether a name such as "Fall '01 moves" fits *headed* ("Autumn 1901, movement; France")."""
        folded = headed.casefold()
        words = (self.seasons.get(word, word) for word in WORD_OR_NUMBER.findall(name.casefold()))
        return all(word.removesuffix("s") in folded for word in words if word not in _OF_A_TURN)

    def names_a_turn(self, text: str) -> bool:
        """Return whether *text* is only the name of a turn."""
        return self.turn.fullmatch(text) is not None


def is_trail(text: str) -> bool:
    """Return whether *text* is only what may follow an order and says nothing: "please"."""
    return any(language.trail.match(text) is not None for language in languages())


def without_trail(trail: Guarded, text: str) -> str:
    for _ in range(LONGEST_NUMBER_OF_LEADS):
        shorter = trail.sub("", text)
        shorter = (shorter if shorter != text else _without_smiley(text)).rstrip(" ,;!")
        if shorter == text or not shorter:
            return text
        text = shorter
    return text


def _without_smiley(text: str) -> str:
    last = text.rstrip(" .!")[-1:]
    return _SMILEYS_AT_END.sub("", text) if last in _LETTERS_OF_SMILEYS or not last.isalnum() else text


@cache
def languages() -> tuple[Language, ...]:
    """Return all languages, English first."""
    folder = resources.files("adjudicator.core.languages")
    files = [entry for entry in folder.iterdir() if entry.name.endswith(".toml")]
    ordered = sorted(files, key=lambda entry: (entry.name != FIRST, entry.name))
    return tuple(_language(tables_of(entry.read_text(encoding="utf-8"))) for entry in ordered)


def with_plain_letters(pattern: str) -> str:
    """Return a regular expression that also matches words typed without accents: "geht ueber", "armee".

    A letter that stands alone is left as it is: "à" is a word, but "a" may be an army.
    """
    return _ACCENTED.sub(lambda found: _PLAIN.get(found[0].lower(), found[0]), pattern)


def _all_plain(written: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a file holds, with its lists of patterns as `with_plain_letters` makes them."""
    plain = {
        name: [with_plain_letters(one) if isinstance(one, str) else one for one in found]
        for name, found in written.items()
        if isinstance(found, list) and name not in LITERAL
    }
    words = [(with_plain_letters(pattern), to) for pattern, to in written.get("words", ())]
    return {**written, **plain, "words": words}


def _language(accented: Mapping[str, Any]) -> Language:
    written = _all_plain(accented)
    numbering = written[NUMBERING]
    return Language(
        **_announcing(written),
        **_doubting(written),
        **_translating(written.get("words", ())),
        **_lists(written),
        seasons=with_plain_keys(written["seasons"]),
        heads=convert(written[TABLE_HEADS], TableHeads),
        number_label=numbering["labels"],
        ordinal=re.compile(rf"(?<!\w)(?:{numbering['ordinal']})(?!\w)", re.IGNORECASE),
        ranks=with_plain_keys(numbering["ranks"]),
        headings=written["headings"],
        line_ends=convert(written["line_ends"], LineEnds),
        unclear=convert(written["unclear"], Unclear),
    )


def _lists(written: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(written[name]) for name in LISTS}


def _announcing(written: Mapping[str, Any]) -> dict[str, Any]:
    """Return the patterns of what comes before and after orders, and above and below them."""
    lead, trail = "|".join(written["leads"]), "|".join(written["trails"])
    return {
        "lead": re.compile(rf"(?:{lead})(?!\w){_BETWEEN}", re.IGNORECASE),
        "trail": Guarded(rf"[\s,]*(?<!\w)(?:{trail})[\s.!]*$"),
        "turn": re.compile(rf"(?:{'|'.join(written['turns'])})(?!\w){_BETWEEN}", re.IGNORECASE),
        "other": Guarded(rf"[\W_]*(?:{'|'.join(written['others'])})[\W_]*"),
        "greeting": re.compile(rf"\W*(?:{'|'.join(written['greetings'])}){_A_NAME}", re.IGNORECASE),
        "closing": re.compile(rf"\W*(?:{'|'.join(written['closings'])}){_A_NAME}", re.IGNORECASE),
    }


def _doubting(written: Mapping[str, Any]) -> dict[str, Any]:
    """Return the patterns of what makes an order doubtful, and of remarks in which nothing does."""
    doubts = sorted(written["doubts"], key=len, reverse=True)
    clear = "|".join(written.get("no_doubts", ())) or "(?!)"
    return {
        "doubt": Guarded(rf"(?<!\w)(?!(?:{clear})(?!\w))(?:{choice(doubts)})(?!\w)"),
        "condition": Guarded(rf"(?<!\w)(?!(?:{clear})(?!\w))(?:{choice(written['conditions'])})(?!\w)"),
        "other_goal": _other_goal(written["other_goals"]),
        "denied_goal": _other_goal(written["denied_goals"]),
        "second_choice": Guarded(rf"\W*(?:{'|'.join(written['second_choices'])})(?!\w)"),
        "opinion": Guarded(rf"\W*(?:{'|'.join(written['opinions'])})(?!\w)"),
    }


def _translating(words: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Return the patterns of the words of orders, each with the word in English."""
    patterns = [rf"(?<!\w)(?:{word})(?!\w)" for word, _ in words]
    return {
        "likely": Likely(patterns),
        "words": tuple(
            (re.compile(pattern, re.IGNORECASE), to) for pattern, (_, to) in zip(patterns, words, strict=True)
        ),
    }


def _other_goal(words: Sequence[str]) -> Guarded:
    """Return the pattern of an alternative after an order: "instead of Bur"."""
    return Guarded(
        rf"[\s,(]+(?:{choice(words)})\s+{_GOING}(?:(?:to|the|[-=]+>?)\s+)*([^,;()]+?){_AS_BEFORE}\)?$"
    )


def choice(words: Sequence[str]) -> str:
    return "|".join(with_plain_letters(re.escape(word)) for word in words)


@cache
def words_known() -> frozenset[str]:
    """Return every word that the data files use, in lower case, but not those of headings of tables.

    Known words may join an order and the text beside it; a heading is alone.
    """
    folder = resources.files("adjudicator.core.languages")
    texts = [entry.read_text(encoding="utf-8") for entry in folder.iterdir() if entry.name.endswith(".toml")]
    known = [text.partition(f"\n[{TABLE_HEADS}]")[0] for text in texts]
    return with_plain_words(
        words_in(line for text in known for line in text.splitlines() if not line.startswith("#"))
    )


def with_plain_words(words: Collection[str]) -> frozenset[str]:
    return frozenset(words).union(plain for word in words for plain in typed_plainly(word))


def with_plain_keys(table: Mapping[str, Any]) -> dict[str, Any]:
    return {word: to for key, to in table.items() for word in (*typed_plainly(key), key)}


def typed_plainly(word: str) -> tuple[str, str]:
    """Return *word* without accents: of French, then of German."""
    return unaccented(word), "".join(_IN_TWO_LETTERS.get(letter, letter) for letter in word)


def words_in(patterns: Iterable[str]) -> frozenset[str]:
    """Return the words in regular expressions, in lower case, with and without an optional "s"."""
    text = re.sub(r"\\{1,2}[a-zA-Z](?:<\w+>)?|\?P<\w+>", " ", " ".join(patterns)).casefold()
    found = {word for word, _ in _OPTIONAL.findall(text)}
    shorter = {word[:-1] for word, mark in _OPTIONAL.findall(text) if mark}
    endings = {f"{word}{ending}" for word, ends in _ENDINGS.findall(text) for ending in ends.split("|")}
    return frozenset(found | shorter | endings)


@cache
def joining() -> re.Pattern[str]:
    """Return the pattern of separators between two orders on a line."""
    words = sorted({word for language in languages() for word in language.joins}, key=len, reverse=True)
    return re.compile(
        rf"(?=[\s;|,.?!/])(?:(?<=[^\W\d_])/\s+|\s+\(?\d{{1,2}}[.)](?=\s)|\s*[;|,]\s*(?:(?:{choice(words)})\s+)?|(?=[.?!])(?<![\s)][sdSD]\b)(?<!pref)(?<![\w)]\sret)(?!(?<=\brem)\.\s+(?:[afcp]|army|fleet)\b)(?!(?<=\b[Nn][or])\.\s+\d)[.?!]+\s+(?=\S)|\s+(?:[&+/]|(?-i:n)|{choice(words)})\s+)",
        re.IGNORECASE,
    )


def words_for(words_of: Callable[[Language], Iterable[str]]) -> str:
    """Return the words of all languages for one thing, as alternatives of a pattern."""
    return "|".join(word for language in languages() for word in words_of(language))


def goals() -> str:
    """Return the words before a destination, as alternatives of a pattern."""
    return words_for(lambda one: one.goals)
