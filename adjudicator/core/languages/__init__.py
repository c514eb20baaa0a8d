"""The words that people write around orders, from one data file for each language in this folder.

A sheet in the notation of the game needs none of this. It helps with lines that are not orders as written:
words before and after an order, several orders on a line, and the words of orders in other languages.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from msgspec import Struct, convert

from adjudicator.core.language.necessary import Guarded, Likely, numbers
from adjudicator.core.language.short_texts import remembered
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
SIGNS = "^&@~"  # before a retraction: see `english.toml`
LONGEST_CORRECTED = 200  # characters of an order with words of correction before it
LONGEST_CORRECTION = 80  # characters of "no, wait, rather to Fangorn"
LONGEST_OPEN = 8  # characters of a word that another must follow, and what stands before it
LONGEST_DENIAL = 80  # characters of the end of a line that denies what is below
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
_NUMBER = r"\d{1,2}(?![\w']|\.\d)"
_NUMBERS = rf"{_NUMBER}(?:(?:\s*(?:[,&+/-]|\b(?:and|und|et|to|bis|or)\b)){{1,2}}\s*#?{_NUMBER}){{0,9}}"
_ENDINGS = re.compile(r"([^\W\d_]+)\(\?:([\w|]+)\)")
_WORD_OR_NUMBER = re.compile(r"[^\W\d_]+|\d+")
_NAMED_IN_IT = re.compile("<(?:who|to)>")
_MOST_LEADS = 20  # words in a row that announce orders
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
        text = _without(self.trail, text)
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
        words = (self.seasons.get(word, word) for word in _WORD_OR_NUMBER.findall(name.casefold()))
        return all(word.removesuffix("s") in folded for word in words if word not in _OF_A_TURN)

    def names_a_turn(self, text: str) -> bool:
        """Return whether *text* is only the name of a turn."""
        return self.turn.fullmatch(text) is not None


def is_trail(text: str) -> bool:
    """Return whether *text* is only what may follow an order and says nothing: "please"."""
    return any(language.trail.match(text) is not None for language in languages())


def _without(trail: Guarded, text: str) -> str:
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
        seasons=_with_plain_keys(written["seasons"]),
        heads=convert(written[TABLE_HEADS], TableHeads),
        number_label=numbering["labels"],
        ordinal=re.compile(rf"(?<!\w)(?:{numbering['ordinal']})(?!\w)", re.IGNORECASE),
        ranks=_with_plain_keys(numbering["ranks"]),
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
        "doubt": Guarded(rf"(?<!\w)(?!(?:{clear})(?!\w))(?:{_choice(doubts)})(?!\w)"),
        "condition": Guarded(rf"(?<!\w)(?!(?:{clear})(?!\w))(?:{_choice(written['conditions'])})(?!\w)"),
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
        rf"[\s,(]+(?:{_choice(words)})\s+{_GOING}(?:(?:to|the|[-=]+>?)\s+)*([^,;()]+?){_AS_BEFORE}\)?$"
    )


def _choice(words: Sequence[str]) -> str:
    return "|".join(with_plain_letters(re.escape(word)) for word in words)


class HeadingWords(NamedTuple):
    """The words of headings in all languages."""

    seasons: Mapping[str, str]  # with the words of the game that they may stand for
    others: frozenset[str]


@cache
def heading_words() -> HeadingWords:
    """Return the words that a heading may have besides the names of the turn and the power."""
    tables = [language.headings for language in languages()]
    seasons = {word: season for table in tables for word, season in table["seasons"].items()}
    others = {word for table in tables for word in table["others"].split()}
    return HeadingWords(_with_plain_keys(seasons), _with_plain_words(others))


@cache
def _left_open() -> re.Pattern[str]:
    words = _words_for(lambda one: map(with_plain_letters, one.line_ends.open))
    return re.compile(rf"\b(?:{words})$", re.IGNORECASE)


def is_left_open(text: str) -> bool:
    """Return whether *text* ends in the middle of a sentence: "Forget the", "Not the army in"."""
    return _left_open().search(text[-LONGEST_OPEN:]) is not None


@cache
def _denying() -> re.Pattern[str]:
    replaced = _words_for(lambda one: map(with_plain_letters, one.line_ends.replaced))
    denied = _words_for(lambda one: map(with_plain_letters, one.line_ends.denied))
    behind = _words_for(lambda one: map(with_plain_letters, one.line_ends.before_a_stop))
    return re.compile(
        rf"(?<!\w)(?:(?P<replaced>{replaced})|(?:{denied}))(?:[ ,]+(?:{behind}))*[ ,:;\u2026-]*$",
        re.IGNORECASE,
    )


class Denial(NamedTuple):
    """What a line denies: one order below it, or all that stand there."""

    is_of_one: bool
    is_of_below: bool  # its last word shows that it cannot be about the orders above: "never mind the"


@remembered
def denies_below(text: str) -> Denial | None:
    """Return what *text* denies of the lines below it: "Please do not", "instead of"; None for nothing."""
    end = text[-LONGEST_DENIAL:]
    found = _denying().search(end)
    is_of_one = found is not None and found["replaced"] is not None
    return Denial(is_of_one, _of_below().search(end) is not None) if found else None


@cache
def _conditional() -> tuple[re.Pattern[str], re.Pattern[str]]:
    begins = _words_for(lambda one: map(with_plain_letters, one.line_ends.conditional))
    courteous = _words_for(lambda one: map(with_plain_letters, one.line_ends.courteous))
    return (
        re.compile(begins, re.IGNORECASE),
        re.compile(rf"(?<!\w)(?:{courteous})(?!\w)", re.IGNORECASE),
    )


@remembered
def begins_condition(text: str) -> bool:
    """Return whether *text* begins as a condition: "In case France agrees", not "If in doubt, ask me"."""
    begins, courteous = _conditional()
    return begins.match(text) is not None and courteous.search(text) is None


@cache
def _of_below() -> re.Pattern[str]:
    words = _words_for(lambda one: map(with_plain_letters, one.line_ends.of_below))
    return re.compile(rf"\b(?:{words})$", re.IGNORECASE)


class PointsAbove(NamedTuple):
    """A sentence about the order above: what it says, and the unit or the place that it names."""

    says: str  # "same", "follows" or "goes_on"
    named: str
    is_pronoun: bool


@cache
def _pointing() -> Mapping[str, re.Pattern[str]]:
    return {
        kind: re.compile(_pattern_of_unclear(kind), re.IGNORECASE) for kind in ("same", "follows", "goes_on")
    }


def _pattern_of_unclear(kind: str) -> str:
    """Return the pattern of all sentences of a kind; each has a group of its own for what it names."""
    every = (one for language in languages() for one in getattr(language.unclear, kind))
    named = (
        _NAMED_IN_IT.sub(rf"(?P<named{at}>[^,;:.!?]{{2,40}}?)", with_plain_letters(one))
        for at, one in enumerate(every)
    )
    return rf"(?:{'|'.join(named)})\W*"


@cache
def _pronouns() -> re.Pattern[str]:
    return re.compile(_words_for(lambda one: map(with_plain_letters, one.unclear.pronouns)), re.IGNORECASE)


@remembered
def points_above(text: str) -> PointsAbove | None:
    """Return what *text* says of the order above it, without naming all of it: "Kiel follows"."""
    for kind, pattern in _pointing().items():
        if found := pattern.fullmatch(text):
            named = next(filter(None, found.groups()))
            return PointsAbove(kind, named, is_pronoun=_pronouns().fullmatch(named) is not None)
    return None


@cache
def words_known() -> frozenset[str]:
    """Return every word that the data files use, in lower case, but not those of headings of tables.

    Known words may join an order and the text beside it; a heading is alone.
    """
    folder = resources.files("adjudicator.core.languages")
    texts = [entry.read_text(encoding="utf-8") for entry in folder.iterdir() if entry.name.endswith(".toml")]
    known = [text.partition(f"\n[{TABLE_HEADS}]")[0] for text in texts]
    return _with_plain_words(
        words_in(line for text in known for line in text.splitlines() if not line.startswith("#"))
    )


def _with_plain_words(words: Collection[str]) -> frozenset[str]:
    return frozenset(words).union(plain for word in words for plain in typed_plainly(word))


def _with_plain_keys(table: Mapping[str, Any]) -> dict[str, Any]:
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
        rf"(?=[\s;|,.?!/])(?:(?<=[^\W\d_])/\s+|\s+\(?\d{{1,2}}[.)](?=\s)|\s*[;|,]\s*(?:(?:{_choice(words)})\s+)?|(?=[.?!])(?<![\s)][sdSD]\b)(?<!pref)(?<![\w)]\sret)(?!(?<=\brem)\.\s+(?:[afcp]|army|fleet)\b)(?!(?<=\b[Nn][or])\.\s+\d)[.?!]+\s+(?=\S)|\s+(?:[&+/]|(?-i:n)|{_choice(words)})\s+)",
        re.IGNORECASE,
    )


def _words_for(words_of: Callable[[Language], Iterable[str]]) -> str:
    """Return the words of all languages for one thing, as alternatives of a pattern."""
    return "|".join(word for language in languages() for word in words_of(language))


def goals() -> str:
    """Return the words before a destination, as alternatives of a pattern."""
    return _words_for(lambda one: one.goals)


def _of_correction() -> str:
    return _words_for(lambda one: (*one.corrections, *one.making))


@cache
def _correcting() -> re.Pattern[str]:
    words = _words_for(lambda one: one.corrections)
    making = _words_for(lambda one: one.making)
    return re.compile(
        rf"(?:(?:(?P<made>{making})|{words})(?!\w)[\s,.!:-]*)+(?:(?P<goal>{goals()})\s+)?(?:the\s+)?(?P<place>[^\W\d_][^,;:!?]{{1,40}}?)"
        rf"(?:,? (?:{words}))*[.!]*",
        re.IGNORECASE,
    )


def _untrailed(text: str) -> str:
    """Return *text* without words that mean nothing after an order, in any language: "please"."""
    for language in languages():
        text = _without(language.trail, text)
    return text


class CorrectedGoal(NamedTuple):
    """The place that a correction names; "" if it says more, or something else."""

    place: str
    is_goal: bool  # a word for going comes before it: "no, wait, rather to Fangorn"
    is_made: bool  # or only what makes the order another: "make that Fangorn"


def corrected_goal(text: str) -> CorrectedGoal:
    """Return the place in "no, wait, rather to Fangorn", and what comes before it."""
    found = _correcting().fullmatch(_untrailed(text)) if len(text) <= LONGEST_CORRECTION else None
    if found is None:
        return CorrectedGoal("", is_goal=False, is_made=False)
    return CorrectedGoal(found["place"], found["goal"] is not None, found["made"] is not None)


_NOT_GOING_ON = r"(?!then\b)"  # "to H8 and whatnot, then E14" names a second step, no other goal


@cache
def _putting_right() -> re.Pattern[str]:
    return re.compile(
        rf"(?P<to>(?:(?<=[\w\s])[-=]+>?|\b(?:{goals()}))\s+(?:the\s+)?)(?P<slip>[^\W\d_][^,;:!?>-]{{1,25}}?)[\s,.]+"
        rf"{_NOT_GOING_ON}(?:(?:{_of_correction()})(?!\w)[\s,.!:-]*)+(?:(?:{goals()})\s+)?(?:the\s+)?"
        rf"(?P<place>[^\W\d_][^,;:!?]{{1,40}})",
        re.IGNORECASE,
    )


def put_right(text: str) -> tuple[str, str]:
    """Return *text* without a slip that is put right at once, and the slip: "to s garoth i mean Esgaroth"."""
    found = _putting_right().search(text) if len(text) <= LONGEST_CORRECTION else None
    if found is None or found.end() < len(text):
        return text, ""
    return f"{text[: found.start()]}{found['to']}{found['place']}", found["slip"]


@cache
def _correcting_order() -> re.Pattern[str]:
    return re.compile(rf"(?:(?:{_of_correction()})(?!\w)[ ,.:;!-]+)+(?P<order>.+)", re.IGNORECASE)


def corrected_order(text: str) -> str:
    """Return what follows the words of a correction: "no, better: C Lam - Dor"; "" without them."""
    found = _correcting_order().fullmatch(text) if len(text) <= LONGEST_CORRECTED else None
    return found["order"] if found else ""


@cache
def giving_reasons() -> Guarded:
    """Return the pattern that begins the reason for an order: "so that they stay out"."""
    words = _words_for(lambda one: one.reasons)
    return Guarded(rf"(?<!\w)(?:{words})(?!\w)")


@remembered
def gives_reason(text: str) -> bool:
    """Return whether *text* begins as the reason for an order."""
    return giving_reasons().match(text.strip()) is not None


@cache
def _heading_goals() -> re.Pattern[str]:
    units, places, goals = _heads()
    return re.compile(
        rf"\|\s*(?:{units}|{places})\s*\|(?:\s*(?:{places})\s*\|)?\s*(?:{goals})\s*\|?", re.IGNORECASE
    )


@cache
def _heads() -> tuple[str, str, str]:
    """Return the patterns of what is above a column of units, of places and of destinations."""
    return (
        _words_for(lambda one: one.heads.units),
        _words_for(lambda one: one.heads.places),
        _words_for(lambda one: one.heads.goals),
    )


def heads_goals(row: str) -> bool:
    """Return whether *row* of a table heads a column of units and one of their destinations."""
    return _heading_goals().fullmatch(row) is not None


@cache
def _column_heads() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of the heads of all columns but the last, and of the last."""
    units, places, goals = _heads()
    heads = f"{units}|{places}"
    return re.compile(heads, re.IGNORECASE), re.compile(f"{heads}|{goals}", re.IGNORECASE)


def columns(row: str) -> list[str]:
    """Return the cells of a row of a table, whether or not there are lines at its ends."""
    return [cell.strip() for cell in row.strip().removeprefix("|").removesuffix("|").split("|")]


def columns_without(cells: Sequence[str], left_out: Collection[int]) -> list[str]:
    """Return the cells of a row but those of some columns, and the empty ones at its end."""
    found = [cell for at, cell in enumerate(cells) if at not in left_out]
    while found and not found[-1]:
        found.pop()
    return found


@cache
def _aside_heads() -> re.Pattern[str]:
    return re.compile(_words_for(lambda one: one.heads.asides), re.IGNORECASE)


def asides_of(heads: Sequence[str]) -> frozenset[int]:
    """Return which columns of a table say nothing of the order, by their *heads*: "why"."""
    return frozenset(at for at, head in enumerate(heads) if _aside_heads().fullmatch(head))


@cache
def _number_heads() -> re.Pattern[str]:
    heads = _words_for(lambda one: one.heads.numbers)
    return re.compile(heads, re.IGNORECASE)


def counts_rows(head: str) -> bool:
    """Return whether a table with this *head* numbers its rows in the first column: "No | Unit | Order"."""
    return _number_heads().fullmatch(columns(head)[0]) is not None


def _is_head_of_table(row: str) -> bool:
    """Return whether a row says what the columns are, destinations in the last: "from | what | to"."""
    said = columns(row)[int(counts_rows(row)) :]
    *cells, last = columns_without(said, asides_of(said)) or [""]
    head, last_head = _column_heads()
    return bool(cells) and all(map(head.fullmatch, cells)) and last_head.fullmatch(last) is not None


def is_opinion(text: str) -> bool:
    """Return whether *text* begins as a remark on others: "I don't trust him"."""
    return any(language.opinion.match(text) for language in languages())


@remembered
def doubt_in(text: str) -> str:
    """Return the first word of *text* that makes the orders next to it doubtful, "" for none."""
    found = (language.doubt.search(text) for language in languages())
    return next((match[0] for match in found if match), "")


@remembered
def condition_in(text: str) -> str:
    """Return the first word of *text* that makes it a condition ("if"), "" for none."""
    found = (language.condition.search(text) for language in languages())
    return next((match[0] for match in found if match), "")


def without_other(text: str) -> tuple[str, str]:
    """Split off what an order explicitly excludes: "instead of Bur", "not Bur"."""
    for at in numbers(_other_goals().those(text)):
        if found := languages()[at].other_goal.search(text):
            return text[: found.start()], found[1]
    return text, ""


def without_denied(text: str) -> tuple[str, str]:
    """Return *text* without "not Bur" at its end, and the place that it names; "" if none."""
    found = next(filter(None, (one.denied_goal.search(text) for one in languages())), None)
    return (text[: found.start()], found[1]) if found else (text, "")


@cache
def _other_goals() -> Likely:
    return Likely([language.other_goal.pattern for language in languages()])


@remembered
def goes_on_after_stop(text: str) -> bool:
    """Return whether a sentence belongs to the order before it: "If that is not possible, to Bur"."""
    return any(language.second_choice.match(text) for language in languages())


def names_a_turn(text: str) -> bool:
    """Return whether *text* is only the name of a turn, in any language."""
    return any(language.names_a_turn(text) for language in languages())


@remembered
def heads_other_orders(text: str) -> bool:
    """Return whether *text* is a heading of orders for other turns or cases: "DEFAULT ORDERS", "Plan B:"."""
    return any(language.other.fullmatch(text) for language in languages())


@remembered
def begins_with_doubt(text: str) -> bool:
    """Return whether *text* begins as a condition or the like: "If Munich holds, A Par - Bur"."""
    return any(language.doubt.match(text) for language in languages()) or begins_condition(text)


@cache
def _forgetting() -> Guarded:
    return Guarded(rf"\W*(?:{_words_for(lambda one: one.forgetting)})")


@remembered
def forgets(text: str) -> bool:
    """Return whether *text* takes back what it names first: "Forget Moscow, make it an army in Rome"."""
    return _forgetting().match(text) is not None


@remembered
def is_greeting(text: str) -> bool:
    """Return whether *text* is only a greeting, perhaps with a name."""
    return any(language.greeting.fullmatch(text) for language in languages())


class Retracting(NamedTuple):
    """Patterns of sentences that take back the orders above."""

    anywhere: Guarded
    at_start: Guarded
    behind: Guarded  # only right after an order on its line
    condition: Guarded  # begins a condition of the order above
    naming: Guarded  # takes back only what it names
    switching: Guarded  # takes back the order of a unit by giving it another
    numbered: Guarded  # takes back orders by their numbers, anywhere


@cache
def retracting() -> Retracting:
    every = [one for language in languages() for one in language.retractions]
    written = [_with_numbers(one) for one in every]
    numbered = "|".join(_with_numbers(one) for one in every if one[0] not in SIGNS and "<orders>" in one)
    anywhere = "|".join(one for one in every if one[0] not in SIGNS and "<orders>" not in one)
    at_start, behind, naming, switching = (
        "|".join(one[1:] for one in written if one[0] == sign) for sign in SIGNS
    )
    condition = "|".join(one for language in languages() for one in language.conditions_behind)
    return Retracting(
        Guarded(rf"(?<!\w)(?:{anywhere})(?!\w)"),
        Guarded(rf"\W*(?:p\.? ?s\.?\W+)?(?:{at_start})(?!\w)"),
        Guarded(rf"\W*(?:{behind})(?!\w)"),
        Guarded(rf"\W*(?:{condition})(?!\w)"),
        Guarded(rf"(?<!\w)(?:{naming})"),
        Guarded(rf"(?<!\w)(?:{switching})"),
        Guarded(rf"(?<!\w)(?:{numbered})(?!\w)"),
    )


def _with_numbers(pattern: str) -> str:
    """Return the pattern with those of the numbers of orders, alone or with "line" before them."""
    return pattern.replace("<orders>", numbered_orders()).replace("<numbers>", _NUMBERS)


@cache
def numbered_orders() -> str:
    """Return the pattern of orders that are named by their numbers: "lines 2 and 3"."""
    labels = "|".join(language.number_label for language in languages())
    return rf"(?:(?:(?:{labels})\b[ .]*){{1,3}}#?|#){_NUMBERS}"


def ranks_in(text: str) -> list[int]:
    """Return the ranks of the orders that *text* names by them, from 1: "the second one"."""
    found = (
        language.ranks.get(one["rank"].casefold())
        for language in languages()
        for one in language.ordinal.finditer(text)
    )
    return [rank for rank in found if rank]


@remembered
def is_closing(text: str) -> bool:
    """Return whether *text* only closes a message: thanks, regards, perhaps a name."""
    return any(language.closing.fullmatch(text) for language in languages())


def announces(label: str) -> bool:
    """Return whether a label only says that orders follow: "Hello, in this order:"."""
    parts = (part.strip(" :") for part in label.split(","))
    return all(is_greeting(part) or says_nothing(part) or says_nothing(f"{part}:") for part in parts if part)


@remembered
def says_nothing(text: str) -> bool:
    """Return whether *text* only announces orders: "Here are my orders:", "Spring 1901", "from | to"."""
    if "|" in text and _is_head_of_table(text):
        return True
    for language in languages():
        rest = text
        for _ in range(_MOST_LEADS):
            found = language.turn.match(rest) or language.lead.match(rest)
            if not found or not found.end():
                break
            rest = rest[found.end() :]
        if not _WORD_OR_NUMBER.search(rest):
            return True
    return False
