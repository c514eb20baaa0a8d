"""What the reading of Domination knows of words, as `adjudicator.core.clauses` needs it to split messages."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from adjudicator.core.clauses import Sense
from adjudicator.core.language.all_stay import is_case_of_its_own
from adjudicator.core.languages import condition_in, is_closing, is_greeting, says_nothing, words_in
from adjudicator.domination.data import Data
from adjudicator.domination.language.grammar import bare, parse_line
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.orders import Hold, Move
from adjudicator.domination.language.remedies.circumstances import changes_below
from adjudicator.domination.language.sentences.conditional_orders import IF_HE
from adjudicator.domination.language.sentences.free_text import NUMBERING, PIECES
from adjudicator.domination.language.sentences.free_text import reworded as reworded_text
from adjudicator.domination.language.sentences.lexicon import lexicon
from adjudicator.domination.language.sentences.parts_of_stacks import PATTERNS as OF_PARTS
from adjudicator.domination.language.sentences.preferred_pieces import pieces_nearly_in, words_of_sentences
from adjudicator.domination.language.sentences.prose_moves import ALONG, LIKEWISE, THERE
from adjudicator.domination.language.sentences.prose_words import begun
from adjudicator.domination.language.sentences.rewording import WORDS_OF_CONDITIONS, is_aside
from adjudicator.domination.language.sentences.same_stack import without_blank
from adjudicator.domination.language.sentences.spells import words_of_spells
from adjudicator.domination.language.sentences.targets import PATTERNS as OF_TARGETS
from adjudicator.domination.language.sentences.who_holds import PATTERNS, who_holds
from adjudicator.domination.language.sentences.wordings import LONGEST_PLAIN, rewordings
from adjudicator.domination.language.vocabulary import pattern as any_of
from adjudicator.domination.language.vocabulary import vocabulary
from adjudicator.domination.position import is_choosing
from adjudicator.domination.resolve.owed import title

GOES_ON = re.compile(r"(?:lose|keep|piece|claim|elsewhere|everywhere else)\b", re.IGNORECASE)
MOST_SIGNS = 6000  # of wordings that are looked up in the tables for a message, so that the work is bounded
LONGEST_SENTENCE = 240  # characters
MOST_WORDS_BEFORE_A_SPACE = 8  # the words of its name included
_SPACE = re.compile(r"[a-z]\d{1,2}", re.IGNORECASE)
_NAME_WORDS = re.compile(r"[^\W_][\w']*")
_FURTHER_STEP = re.compile(  # at the end of a line
    r"\b(?:then|afterwards|dann|danach|puis|ensuite),? "
    r"(?:(?:on|to|on to|nach|vers) )?(?P<step>[^,;.:]+?)\W*$",
    re.IGNORECASE,
)
_LOOSE = re.compile(  # a space, or how many
    r"(?:(?:via|over|or|with|to|at|in) )*[a-z]\d{1,2}[\s.!]*"
    r"|\(?(?:both|all|each|half|all of them|both of them|one each|beide|alle|half and half"
    r"|(?:just |only )?(?:\d{1,2}|one|two|three|four|five|six|zwei|drei|vier|fünf|deux|trois|quatre|cinq)"
    r"(?: of (?:them|those|these))?"
    r"|half[- ]half|fifty[- ]fifty|50[-/ ]50|evenly|equally|shared|split(?: evenly| equally)?"
    r"|je zur hälfte|moitié moitié)\)?[\s.!]*"
    r"|(?:so|that is|that's|that makes|which makes|i\.?e\.?) "
    r"(?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)"
    r"(?: of (?:them|those)| in (?:all|total))?[\s.!]*",
    re.IGNORECASE,
)
_LEFTOVERS = re.compile(  # what units beside it are bought with
    r"(?:(?:and|with|for|from|the|all|my) )*"
    r"(?:what(?:ever)?(?: [^\W\d_]+)?(?: is|['’]s)? (?:left(?: over)?|remains|remaining)"
    r"|rest|remainder|leftovers?|change|(?:rest|remainder) of (?:the|my) (?:money|gold|cash)"
    r"|(?:remaining|other|leftover) (?:money|gold|cash|coins?)|(?:everything|anything) (?:else|left)"
    r"|der rest|le reste)",
    re.IGNORECASE,
)
_RANKS = re.compile(  # which pieces are meant, or in which sequence
    r"\b(?:first|second|third|fourth|last|then|next|rest|others?|remaining|another|any|either|neither|none"
    r"|both|all|except|but|not|no|or|else|otherwise|instead|rather|alphabet\w*|order|same|possible|gone|taken|free"
    r"|erste\w*|zweite\w*|dritte\w*|letzte\w*|dann|sonst|nicht|kein\w*|andere\w*|premi\w+|deuxième|dernier\w*|puis"
    r"|sinon|pas|autres?)\b|\w+n['’]t\b|\b\d",
    re.IGNORECASE,
)
_STACK_THERE = (  # "three militia at B9 march": and more words
    r"(?:two|three|four|five|six|seven|eight|nine|ten|\d{1,2}) [^\W\d_]{3,}(?: ships?| riders?)? "
    r"(?:in|at|from) [^\W_]{2,}(?: [^\W_]+){1,2} "
)
_BEGINS = re.compile(
    r"(?<=\d\s)(?=\d{1,2} ?(?:[a-z]|[^\W\d_]{3,}) ?[a-z]\d)"
    rf"|(?<=\d\s)(?=(?:(?:and|the|my|all|both) )*{_STACK_THERE})"
    rf"|(?<=[^\W\d_]\s)(?=(?:and )?(?:the|my) {_STACK_THERE})",
    re.IGNORECASE,
)  # a second order, without a separator before it
_WORDS = re.compile(r"[^\W\d_]+")
_KEYWORDS = (
    "move moves magic combat phase orders if else cast lose keep target rest piece pieces claim "
    "build builds all at in on to or and with nothing holds hold h not enemy enemies nobody me i a "
    "ich hätte gern gerne möchte nehme will wähle teil teile stück danach both then there it they is are "
    "any some least otherwise controls control owns own have has still others "
    "units unit last no one noone stand stands can "
    "an b c d e f g l x too as well also st nd rd th"
)


def sense(context: ReadingContext) -> Sense:
    """Return the facts about this position for splitting a message."""
    data = context.data
    known = _words(data, tuple(context.position.settings.seats))
    is_set_up = is_choosing(context.position)
    return Sense(
        reads=lambda text: _reads(data, text),
        knows=lambda word: word in known or bool(begun(context, word)),
        reworded=_rewording(context),
        headed=f"{title(context.position)}; {context.player}",
        most_tries=1000,  # messages about many units are wrapped
        begins=_BEGINS,
        goes_on=GOES_ON,
        is_aside=lambda text: is_aside(context, text),
        says_all=lambda order: _says_all(data, order),
        counted=_counted(data),
        longest_short=0,  # "lose F, M. Keep K" is two sentences
        first_place=lambda text: first_space(context, text),
        is_whole=lambda line: _is_heading(data, line) or (not is_set_up and is_case_of_its_own(line)),
        changes_below=lambda line: changes_below(context, line),
        ends_way=lambda text: _ends_way(context, text),
        dangles=lambda text: _may_belong_to_a_list(context, text) if is_set_up else _is_loose(text),
    )


def _is_heading(data: Data, line: str) -> bool:
    """Return whether a line is a heading alone, which ends no order above it."""
    parsed = parse_line(data, bare(line))
    return parsed is not None and parsed.order is None


def _rewording(context: ReadingContext) -> Callable[[str], Iterable[Sequence[str]]]:
    """Return the translation of a text of one message into the notation, for a limited number of signs."""
    left = MOST_SIGNS

    def reworded(text: str) -> Iterable[Sequence[str]]:
        nonlocal left
        if len(text) > LONGEST_SENTENCE:
            return ()
        left -= len(text)
        return reworded_text(context, text) if left > 0 else ()

    return reworded


def _reads(data: Data, text: str) -> bool:
    """Return whether *text* is an order, or says who holds."""
    order = _filled(without_blank(bare(text)))
    return parse_line(data, order) is not None or who_holds(text, data) is not None


def _filled(order: str) -> str:
    """Return *order* with some end, if it leaves that to the order above, which is not read yet."""
    for word in (THERE, LIKEWISE, ALONG):
        order = order.removesuffix(f" - {word}") + " holds" if order.endswith(f" - {word}") else order
    return order


def _says_all(data: Data, order: str) -> bool:
    """Return whether *order* says which units go where, or stay; a build or losses may go on in a list."""
    parsed = parse_line(data, _filled(order))
    return parsed is not None and isinstance(parsed.order, Move | Hold)


def first_space(context: ReadingContext, text: str) -> str:
    """Return the first space that *text* names, "" if none."""
    words = _NAME_WORDS.findall(text.casefold())[:MOST_WORDS_BEFORE_A_SPACE]
    runs = (" ".join(words[at : at + many]) for at in range(len(words)) for many in (3, 2, 1))
    names = context.ground.names
    return next((names.get(run, run.upper()) for run in runs if run in names or _SPACE.fullmatch(run)), "")


def _ends_way(context: ReadingContext, text: str) -> bool:
    """Return whether *text* ends with a further step of units that go: "to H8, then E9"."""
    found = _FURTHER_STEP.search(text[-LONGEST_PLAIN:])
    words = found["step"].casefold() if found else ""
    return words in context.ground.names or _SPACE.fullmatch(words) is not None


def _is_loose(text: str) -> bool:
    """Return whether *text*, unread beside an order, may be the rest of it: a space, or how many."""
    return _LOOSE.fullmatch(text.strip()) is not None or _LEFTOVERS.fullmatch(text.strip(" ,.!")) is not None


def _may_belong_to_a_list(context: ReadingContext, text: str) -> bool:
    """Return whether *text*, unread beside a list of pieces or builds, may change it: pieces, or a rank."""
    if is_greeting(text) or is_closing(text) or says_nothing(text):
        return False
    return bool(condition_in(text) or _RANKS.search(text) or pieces_nearly_in(context, text))


@lru_cache(maxsize=32)
def _counted(data: Data) -> re.Pattern[str]:
    """Return the pattern of units followed by their number: "Militia (9)", "Militia first city (9)"."""
    units = "|".join(re.escape(word) for word in vocabulary(data).units if len(word) > 1)
    place = rf"(?:in |at )?(?:(?:the |my )?\w+ city|{any_of(vocabulary(data).named)})"
    others = "|".join(re.escape(word) for word, one in lexicon(data).words.items() if one.letter == "U")
    return re.compile(
        rf"(?:(?<!\d )\b(?:{units}|{others})s? (?:in|at|on|from|auf|aus|von|bei|de|à|en) [a-z]\d{{1,2}}"
        rf"|\b(?:{units})s?(?: [a-z]\d{{1,2}})?|(?<!\d )\b(?:{units})s? {place}) ?\(\d{{1,2}}\)$",
        re.IGNORECASE,
    )


@lru_cache(maxsize=64)
def _words(data: Data, seats: tuple[str, ...]) -> frozenset[str]:
    words = vocabulary(data)
    names = (*words.units, *words.spells, *words.named, *words.colours, *words.pieces, words.sea, *seats)
    of_names = {part for name in names for part in _WORDS.findall(name.casefold())}
    letters = (word for word in words.units if len(word) == 1)
    glued = {f"{unit}{piece}".casefold() for unit in letters for piece in (*words.pieces, words.sea)}
    return (
        frozenset(of_names | glued)  # "KA7" begins with both
        | frozenset(_KEYWORDS.split())
        | words_in(pair.written for pair in rewordings())
        | words_of_sentences(data)
        | words_of_spells()
        | WORDS_OF_CONDITIONS
        | words_in((*PATTERNS, *OF_PARTS, *OF_TARGETS, PIECES.pattern, NUMBERING.pattern, IF_HE.pattern))
    )
