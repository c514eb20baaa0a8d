"""The language of Epic Domination, as `adjudicator.core.clauses` needs it to split messages into orders."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache

from adjudicator.core.clauses import Sense
from adjudicator.core.language.all_stay import is_case_of_its_own
from adjudicator.core.language.rewording import Pairs, Rewording, rewordings_of
from adjudicator.core.languages import condition_in, is_closing, is_greeting, says_nothing, words_in
from adjudicator.domination.data import FORT, Data
from adjudicator.domination.language.grammar import bare, parse_line
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.orders import MOVE, Hold, Move
from adjudicator.domination.language.sentences.lexicon import lexicon
from adjudicator.domination.language.sentences.lists_of_holds import holds_of_list
from adjudicator.domination.language.sentences.parts_of_stacks import PATTERNS as OF_PARTS
from adjudicator.domination.language.sentences.parts_of_stacks import parts_of_stacks
from adjudicator.domination.language.sentences.preferred_pieces import (
    pieces_nearly_in,
    preferred,
    words_of_sentences,
)
from adjudicator.domination.language.sentences.prose import orders_of
from adjudicator.domination.language.sentences.prose_moves import ALONG, LIKEWISE, THERE
from adjudicator.domination.language.sentences.prose_words import begun
from adjudicator.domination.language.sentences.rewording import (
    WORDS_OF_CONDITIONS,
    conditions,
    goes_by_way_of,
    is_aside,
    kept_last,
    named_once,
    number_of_only_kind,
    units_without_a_space,
    way_first,
)
from adjudicator.domination.language.sentences.same_stack import without_blank
from adjudicator.domination.language.sentences.spells import spells_in, words_of_spells
from adjudicator.domination.language.sentences.targets import PATTERNS as OF_TARGETS
from adjudicator.domination.language.sentences.targets import losses_by_rank, targets
from adjudicator.domination.language.sentences.who_holds import PATTERNS, who_holds
from adjudicator.domination.language.space_numbers import with_ids
from adjudicator.domination.language.vocabulary import pattern as any_of
from adjudicator.domination.language.vocabulary import vocabulary
from adjudicator.domination.position import PHASES, is_choosing
from adjudicator.domination.resolve.owed import title

MOST_SIGNS = 6000  # of wordings that are looked up in the tables for a message, so that the work is bounded
MOST_SHARED = 8  # spaces of a text that one pattern may share out, so that its work is bounded
LONGEST_SENTENCE = 240  # characters
LONGEST_PLAIN = 70  # characters of what one change of words may make an order
GOES_ON = re.compile(r"(?:lose|keep|piece|claim|elsewhere|everywhere else)\b", re.IGNORECASE)
_PIECES = re.compile(
    r"(?P<named>(?:my |the |meine? )*(?:pieces?(?: wanted)?|pcs?\.?|prefs?|list|wunschliste|wünsche"
    r"|wish list|wishes|choices?"
    r"|reihenfolge|ordre|ranking|picks?|priorit(?:y|ies)"
    r"|preferences?"
    r"|i (?:want|choose|take|prefer|would like|'?d like)"
    r"|ich (?:hätte gerne?|möchte|nehme|will|wähle))"
    r"(?: (?:are|pieces?|order|list|to have|teile?|stück|for [^\W\d_]+))*[\s:,-]*(?:zuerst |first )?)?"
    r"(?P<ids>[a-z](?:\s+first)?(?:(?:\s*[,;>/-]\s*|\s+)"
    r"(?:(?:then|and|or|and then|dann|danach|und|oder)\s+)?[a-z])*)"
    r"(?:\s*[,>-]?\s*(?:(?:and|then) )?(?:the )?(?:rest|others?)"
    r"(?: (?:do(?:n'?t| not) (?:care|matter|mind)|whatever|random|any|egal))?)?\s*",
    re.IGNORECASE,
)
_NUMBERING = re.compile(
    r"(?<!\w)\(?\d{1,2}(?:st|nd|rd|th)?(?:\s*(?:choice|wish|wahl|wunsch))?[.):]?(?=\s)", re.IGNORECASE
)
_SHARED = re.compile(  # "Griffin A15 and Griffin A16 to G13", "M A10, M A11 hold"
    r"^(?P<list>.+?\b[a-z]\d{1,2}(?:\s*(?:,|&|\+|\band\b|\bund\b)\s*(?:[^\s,].*?)??\b[a-z]\d{1,2})+)"
    r"(?P<end>\s*(?:-|>|->|to\b)\s*.*|\s+(?:(?:all|both) )?(?:holds?|h|stays?|stands?|std))$",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\s*,? (?:and|und|et)(?: also| then)?\s+|\s*,\s+", re.IGNORECASE)
MOST_WORDS_BEFORE_A_SPACE = 8  # the words of its name included
_BEGINS_WITH_IF = re.compile(r"(?:if|when|in case|should)\b", re.IGNORECASE)
_IF_HE = re.compile(  # in a game of two
    r"\b(?P<if>if|when|in case|should) (?:he|she|my (?:enemy|opponent|neighbou?r)"
    r"|the (?:opponent|other player))"
    r"(?= (?:still |also |then |really )*"
    r"(?:is|stands|sits|waits|attacks?|enters?|invades?|comes?|moves?|goes|reaches|holds?|has|controls?|takes?)\b)",
    re.IGNORECASE,
)
_THEY = re.compile(r"^(?:they(?: both| all)?|it)\b", re.IGNORECASE)
_MOVED = re.compile(r"(?P<units>[^:;.>-]{2,60}?\b[a-z]\d{1,2}) (?:- |holds)", re.IGNORECASE)
_NAME_WORDS = re.compile(r"[^\W_][\w']*")
_SPACE = re.compile(r"[a-z]\d{1,2}", re.IGNORECASE)
_UNIT_AND_SPACE = re.compile(r"(?P<unit>[^\W\d_]+(?: [^\W\d_]+)?) [a-z]\d{1,2}", re.IGNORECASE)
_PLURAL = re.compile(r"[^\W\d_]{2,}s(?: [^\W\d_]+s)? [a-z]\d{1,2}\b", re.IGNORECASE)
_FURTHER_STEP = re.compile(  # at the end of a line
    r"\b(?:then|afterwards|dann|danach|puis|ensuite),? "
    r"(?:(?:on|to|on to|nach|vers) )?(?P<step>[^,;.:]+?)\W*$",
    re.IGNORECASE,
)
_TO = re.compile(r"\b(?:in)?to(?= (?:[a-z]\d{1,2}\b|(?:the |my )?\w+ city\b))", re.IGNORECASE)
_NTH_CITY = re.compile(
    r"\b(?P<city>(?:in|at|into|to|for) (?:(?:the|my|our) )?(?:first|second|third|fourth)|1st|2nd|3rd|4th)"
    r"(?: (?:one|town))?(?=[,.;! ]*$|,? and\b|,? the rest\b|[,;])",
    re.IGNORECASE,
)
_LOOSE = re.compile(  # a space, or how many
    r"(?:(?:via|over|or|with|to|at|in) )*[a-z]\d{1,2}[\s.!]*"
    r"|\(?(?:both|all|each|half|all of them|both of them|one each|\d{1,2}|beide|alle|half and half"
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
_SPACES_HOLD = re.compile(  # "D1, D2 and D9 all hold"
    r"^(?:all (?:in |at )?)?(?P<spaces>[a-z]\d{1,2}(?:(?:,? and|,| &) [a-z]\d{1,2})*)"
    r"(?: all| both)? (?:holds?|h)$",
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
_LISTED = re.compile(r"(?P<verb>lose|keep) (?P<kinds>[^\W\d_]+(?:[ ,/>]+[^\W\d_]+)+)", re.IGNORECASE)
_BETWEEN_KINDS = re.compile(r"[ ,/>]+")
_LOSSES = re.compile(
    r"^(?:(?:combat|cb|cbt|cmbt|cmb)[:.]? )?(?:(?:priority|order|sequence) (?:of|for) )?"
    r"(?:loss(?:es)?|lose|casualties|casualty|casu?|verluste?|pertes|ordre des pertes|verlustreihenfolge)"
    r"(?: (?:pref\w*|order|priority|priorities|sequence))?\.?\s*[:=]?\s*"
    r"(?=[a-z](?:[\s/>,]+[a-z](?![^\W_]))+$)",
    re.IGNORECASE,
)
_GOES = re.compile(r"->|-|>|\b(?:to|holds?|h)\b", re.IGNORECASE)
_SEPARATOR = re.compile(r"\s*(?:,|&|\+|\band\b|\bund\b)\s*(?=.*?\b[a-z]\d{1,2}\b)", re.IGNORECASE)
_ONE_LETTER = re.compile(r"(?<![^\W_])[a-z](?![^\W_])", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]+")
_PLACE = r"[^\W_][\w' -]*?"
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
        return _reworded(context, text) if left > 0 else ()

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
        | words_in(pair.written for pair in _rewordings())
        | words_of_sentences(data)
        | words_of_spells()
        | WORDS_OF_CONDITIONS
        | words_in((*PATTERNS, *OF_PARTS, *OF_TARGETS, _PIECES.pattern, _NUMBERING.pattern, _IF_HE.pattern))
    )


def _reworded(context: ReadingContext, text: str) -> Iterator[Sequence[str]]:
    """Yield translations of *text* into the notation, each as one or more orders."""
    if is_choosing(context.position):
        if pieces := _pieces(text):
            yield (f"piece {', '.join(pieces)}",)
        if pieces := preferred(context, text):
            yield (f"piece {', '.join(pieces)}",)
    if context.position.phase == "setup":
        return
    yield from _in_prose(context, text)
    yield from _conditions_and_spells(context, text)
    yield from _of_stacks(context, text)
    has_moves = MOVE in PHASES[context.position.phase].headings
    for wording in wordings(context, text):
        yield from _without_commas(context, wording)
        if kept := kept_last(wording):
            yield kept
        if wording.casefold().startswith("build "):
            yield ("Build", wording[len("build ") :])  # the heading that it must be under
        if wording != text:
            yield (_with_all(wording),)
        if has_moves and (found := units_without_a_space(context, wording)):
            yield found
        yield from _several(context, wording)


def _in_prose(context: ReadingContext, text: str) -> Iterator[Sequence[str]]:
    """Yield the orders of a sentence; in the opening nothing moves: "4 griffins to H8" are built there."""
    if context.position.phase != "opening":
        yield from orders_of(context, text)
        return
    said = _of_opening(text)
    yield from orders_of(context, said)
    yield from orders_of(context, f"build {said}")


def _of_opening(text: str) -> str:
    """Return "in the second city" for "to the second", where no board is laid that has other places."""
    return _TO.sub("in", _NTH_CITY.sub(r"\g<city> city", text))


def _of_stacks(context: ReadingContext, text: str) -> Iterator[Sequence[str]]:
    """Yield the orders of units that are not named whole: "the ship and Militia E7 hold", "1 x D11 - A1"."""
    if listed := holds_of_list(context, text):
        yield listed
    if counted := number_of_only_kind(context, text):
        yield (counted,)
    yield from parts_of_stacks(context, text)
    yield from targets(context, text)
    yield from losses_by_rank(context, text)


def _conditions_and_spells(context: ReadingContext, text: str) -> Iterator[Sequence[str]]:
    """Yield the orders of a text with a condition or a spell, if it is no question."""
    if not text.rstrip().endswith("?"):
        yield from conditional_orders(context, text)
        yield from spells_in(context, text)


def _without_commas(context: ReadingContext, text: str) -> Iterator[Sequence[str]]:
    """Yield the order of "lose fort m k", "loss: F/M/K/G" or "loss order: F, M, K, G"."""
    listed = _LISTED.fullmatch(_LOSSES.sub("lose ", text))
    units = vocabulary(context.data).units
    kinds = [_kind(units, word) for word in _BETWEEN_KINDS.split(listed["kinds"])] if listed else []
    if listed and all(kinds):
        yield (f"{listed['verb']} {', '.join(kinds)}",)


def _kind(units: Mapping[str, str], word: str) -> str:
    folded = word.casefold()
    return units.get(folded, FORT if folded == "f" else "")


def conditional_orders(context: ReadingContext, text: str) -> Iterator[Sequence[str]]:
    """Yield the orders of a sentence with "if" or "otherwise", each in notation."""
    orders: list[str] = []
    stacks: list[str] = []
    for test, order in conditions(with_opponent(context, with_ids(context, text))):
        units = as_one_stack(stacks)
        some = orders_behind(context, _THEY.sub(units, order) if units else order)
        stacks = [found["units"] for found in map(_MOVED.match, some) if found]
        orders += [f"{test} {one}" for one in some]
    if orders:
        yield tuple(orders)


def as_one_stack(stacks: Sequence[str]) -> str:
    """Return "1 Knight + 1 Griffin A7" for "1 Knight A7" and "1 Griffin A7", "" for several spaces."""
    parted = [stack.rpartition(" ") for stack in stacks]
    spaces = {space for _, _, space in parted}
    units = list(dict.fromkeys(units for units, _, _ in parted))
    return f"{' + '.join(units)} {spaces.pop()}" if len(spaces) == 1 else ""


def with_opponent(context: ReadingContext, text: str) -> str:
    """Return "if Blue attacks C11" for "if he attacks C11", if Blue is the only opponent."""
    others = [seat for seat in context.position.settings.seats if seat != context.player]
    found = _IF_HE.search(text) if len(others) == 1 else None
    if found is None or (found.start() and _BEGINS_WITH_IF.match(text)):
        return text
    return f"{text[: found.start()]}{found['if']} {others[0]}{text[found.end() :]}"


def orders_behind(context: ReadingContext, text: str) -> Sequence[str]:
    """Return the orders after a condition, in notation; *text* itself if it says none."""
    said = (one if one == text else _with_all(one) for one in wordings(context, text))
    in_tables = ((one,) for one in said if parse_line(context.data, one))
    for some in (in_tables, orders_of(context, text)):
        if orders := next(iter(some), None):
            return orders
    return _each_of_several(context, text) or (text,)


def _each_of_several(context: ReadingContext, text: str) -> Sequence[str]:
    """Return the orders of "the Griffin in A7 goes to A8, two Knights A7 to A11 and the Wizard holds".

    Return nothing if one of them cannot be read by itself, or if they are not of one kind: builds behind the
    moves of a condition may be meant in any case.
    """
    parts = _BETWEEN.split(text)
    if not 1 < len(parts) <= MOST_SHARED:
        return ()
    found: list[str] = []
    for part in parts:
        written = parse_line(context.data, part)
        some = (part,) if written else next(iter(orders_of(context, part)), ())
        if not some:
            return ()
        found += some
    parsed = [parse_line(context.data, one) for one in found]
    kinds = {isinstance(one.order, Move | Hold) if one else None for one in parsed}
    return found if len(kinds) == 1 and None not in kinds else ()


def _with_all(wording: str) -> str:
    """Return "all Knights G13 - G7" for "Knights G13 - G7": in a sentence they are all that are there."""
    return f"all {wording}" if _PLURAL.match(wording) and _GOES.search(wording) else wording


def _several(context: ReadingContext, wording: str) -> Iterator[Sequence[str]]:
    """Yield the orders of units that share a goal or a verb: "D1 and D2 hold", "M A10, M A11 hold"."""
    spaces = _SPACES_HOLD.match(wording)
    if spaces:
        yield tuple(
            order for space in _SPACE.findall(spaces["spaces"]) for order in _holds(context, space.upper())
        )
    shared = _SHARED.match(wording) if len(_SPACE.findall(wording)) <= MOST_SHARED else None
    if shared and not _GOES.search(shared["list"]):
        stacks = _each(_SEPARATOR.split(shared["list"]))
        yield tuple(_with_all(f"{one}{shared['end']}") for one in stacks)


def _each(stacks: Sequence[str]) -> Iterator[str]:
    """Yield the stacks of a list; a space alone has the unit named before it: "Militia A10, A11"."""
    unit = ""
    for stack in filter(None, map(str.strip, stacks)):
        named = _UNIT_AND_SPACE.fullmatch(stack)
        unit = named["unit"] if named else unit
        yield f"{unit} {stack}" if unit and _SPACE.fullmatch(stack) else stack


def _holds(context: ReadingContext, space: str) -> list[str]:
    own = [row for row in context.position.units if (row.player, row.space) == (context.player, space)]
    return [f"{row.count} {row.kind} {space} holds" for row in own] or [f"all {space} holds"]


def wordings(context: ReadingContext, text: str) -> Iterator[str]:
    """Yield *text* and its translations by the tables, the most literal first."""
    named = way_first(named_once(context.data, text))
    yield named
    if not goes_by_way_of(named):
        yield from _in_notation(named)


def _pieces(text: str) -> list[str]:
    """Return the pieces that *text* lists; a single letter does not count."""
    found = _PIECES.fullmatch(_NUMBERING.sub(" ", text).strip())
    letters = _ONE_LETTER.findall(found["ids"]) if found else []
    return letters if len(letters) > 1 or (found and found["named"]) else []


def pieces_listed(context: ReadingContext, text: str) -> list[str]:
    """Return the pieces of a text that only lists pieces; [] if any word of it is of something else."""
    return _pieces(text) or preferred(context, text)


def _in_notation(text: str) -> Iterator[str]:
    if len(text) <= LONGEST_PLAIN:
        yield from map(_neat, _pairs().alone(text))
    neat = _neat(text)
    if neat != text:
        yield neat
    yield from _pairs().together(neat, _neat)


def _neat(text: str) -> str:
    return " ".join(text.split()).strip(" ,;:")


@cache
def _pairs() -> Pairs:
    return Pairs(_rewordings())


def _rewordings() -> Sequence[Rewording]:
    return rewordings_of("adjudicator.domination", "<space>", _PLACE)
