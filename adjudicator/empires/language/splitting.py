"""Cut a message into clauses and parse each of them: an order, a refusal, or no order."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.core.clauses import Clause, Sense, cut, doubted
from adjudicator.core.language.all_stay import all_stay_if
from adjudicator.core.language.legends import explained
from adjudicator.core.language.rewording import who_holds
from adjudicator.core.language.words import LOOK_UP, NotAllowed, Refusal, Unreadable, clean, listed
from adjudicator.core.languages import begins_with_doubt, doubt_in, gives_reason, is_closing, is_greeting
from adjudicator.core.sentences import say as of_all
from adjudicator.empires.ground import TECHNOLOGY_NAMES, TRACK_NAMES, ZONE_NAMES, Power
from adjudicator.empires.language import branches
from adjudicator.empires.language.conditions import Condition
from adjudicator.empires.language.grammar import FORMS, parse_line, plain
from adjudicator.empires.language.headings import (
    Headings,
    begins_with_power,
    is_no_heading_here,
    why_not_below,
)
from adjudicator.empires.language.orders import (
    ActionOrder,
    Activate,
    ArmyOrder,
    Conditional,
    Heading,
    Items,
    Order,
    PlainOrder,
    Recruit,
)
from adjudicator.empires.language.parsing import meaning, without_standing
from adjudicator.empires.language.remedies import meant_forms
from adjudicator.empires.language.sentences import free_text
from adjudicator.empires.language.sentences.condition_wording import (
    Line,
    begins_as_if,
    in_common_words,
    sentences_apart,
)
from adjudicator.empires.language.sentences.lexicon import heard, letters_of
from adjudicator.empires.language.sentences.numbers_behind import numbers_told_apart, two_readings
from adjudicator.empires.language.sentences.one_and_other import (
    alternatives_joined,
    one_and_other_joined,
)
from adjudicator.empires.language.sentences.plain_words import is_conditional, with_plain_words
from adjudicator.empires.language.sentences.retractions_apart import retractions_apart
from adjudicator.empires.language.sentences.shorthand import technologies_in_full, with_steps
from adjudicator.empires.language.sentences.standing_sentences import (
    is_standing,
    standing_joined,
    with_standing_heading,
)
from adjudicator.empires.language.sentences.tables import (
    lists_joined,
    rows_with_zones_first,
    tables_as_sentences,
    without_leaders,
)
from adjudicator.empires.language.supports import supports_joined
from adjudicator.empires.sentences import say

_BEGINS = re.compile(
    r"(?<=\s)(?=(?:recruit|activate|research|entrench|diplomacy|missions|offensive|pause|pass)\b)",
    re.IGNORECASE,
)
_BEGINS_ACTION = re.compile(
    r"\W*(?:\d\W+)?(?:recruit|activat|act\b|research|entrench|diplomacy|missions|offensive|pause|pass\b|army\b"
    r"|technolog|standing|trench|cancel|second|supporter)",
    re.IGNORECASE,
)
_ACTION_NUMBER = re.compile(
    r"^(?:[-*+]\s+)?(?:(?:for |as |with )?(?:my |the )?"
    r"(?:first|second|third|last|\d(?:st|nd|rd)?|one|two|three)\.? a[ck]tion|"
    r"(?:(?:the|my) )?(?:other|remaining|next|final) action(?=\s*[:,]\s)|"
    r"(?:(?:meine |die )?(?:erste|zweite|dritte|letzte)r? aktion)|"
    r"(?:the |my )?(?:first|second|third|last) (?:one|thing)(?=\s*[:,]\s)|"
    r"(?:the|my) (?:other|second|third|last)(?: one)?(?=\s*:)|"
    r"(?:fixed|certain|definite|settled|decided|for sure|certainly|definitely)(?=\s*:)|"
    r"(?:first|second|third|finally|last|firstly|secondly|thirdly|erstens|zweitens|drittens)(?=\s*[:,]\s)|"
    r"(?:one|two|three)(?=\.\s)|"
    r"(?:action|aktion|step)s? ?#?(?:\d|one|two|three|[abc])|a(?:ct|kt)?\.? ?\d?(?=\s*:)|"
    r"\(?[1-6]\)?(?=\s+(?:rec|act|res|off|miss|dipl?o?|ent)[a-z]*\b))"
    r"\s*[:.,)=-]*\s*(?:is\b|will be\b)?(?: to\b)?\s*",
    re.IGNORECASE,
)
_RUNS_ON = re.compile(r"\b(?:as|for|in|and|with|of|my|our|the|is|be)$", re.IGNORECASE)  # into the next line
_SHORT = re.compile(  # a heading with a full stop or a dash: "Act. Metz to Verdun", "Recruit - full in Metz"
    r"^((?:\(?[1-6][.)]\s+)?(?:act|rec|recr|res|dipl?o?|entr?|miss?|off|recruit(?:ing|ments?)?|activat(?:e|ions?)|research|diplomacy|entrench(?:ment)?)\b)"
    r"\.(?=\s+\S)|"
    r"^((?:\(?[1-6][.)]\s+)?(?:act|off|rec|res|dipl|entr)"
    r"(?:(?=\s+to\s)|[a-z]*(?=\s+[-=\u2013])))\s+(?:[-=\u2013]+>?|to)\s+",  # "to" by a legend: "- = move"
    re.IGNORECASE,
)
_SHORT_NATION = re.compile(  # "Brit. Bordeaux to Rouen", "red. Vienna": no end of a sentence
    r"\b(brit?|fr|ger|germ|aus|austr|ital?|russ?|serb?|turk?|rom|bulg?|amer?|red|reinf|sm|rd|supp?|w/ att|st|"
    r"retr?|canc|ords)\.(?=\s+(?:small\b|full\b|reduced\b|arm|ord|fm\b|by\b|loss\b|air\b|[@A-Z])|,)",
    re.IGNORECASE,
)
_SHORT_ATTACK = re.compile(  # "A Cologne - Brussels att. w/ A Metz"
    r"\b(att?|atk)\.(?=\s+(?:w/|w\.|with\b|supp?\b|mit\b)|,)", re.IGNORECASE
)
_LETTER_HEAD = re.compile(r"^([RADETGM]) ?[/=] ?(?=[^\W_])")  # "R/ reinforce Lyon", "D= Italy +1"
_RESEARCH_IN_SHORT = re.compile(  # "T: Def 1"; "R:" is for recruits, unless a technology follows
    r"^(?:T ?: ?(?=\S)|R ?: ?(?=(?:att?|atk|attack|def|defen[cs]e) ?\d))"
    r"|(?<=[.;,/] )T ?: ?(?=(?:att|atk|def|man|off|avi|gas|tank|ass)[a-z]*\b)",
    re.IGNORECASE,
)
_RECRUITS_IN_SHORT = re.compile(  # "Rec f Ber, red Col", "Blds: red Kra"
    r"^(?:(?:rec|recr|rcrts?)(?=\s)|(?:blds?|bld)\s*[:.-]?(?=\s)|(?-i:R) ?:(?=\s))\s+"
    r"(?=(?:f|r|full|red|reduced|reinf\w*|sm|small|new|\d)\b)",
    re.IGNORECASE,
)
_KIND = r"(?:tr(?:ench)?|full|red(?:uced)?|[TFR])"
_SECOND_LOSS = re.compile(  # "2nd loss trench/reduced/full"
    rf"\b(?:2nd|second) loss(?:es)?(?: order)?\s*[:=]?\s+({_KIND}(?:\s*[/>,]\s*{_KIND}){{1,2}}"
    rf"|{_KIND} first(?:,? (?:and )?then (?:the )?{_KIND}){{1,2}})(?![\w/])",
    re.IGNORECASE,
)
_IN_FULL = {"t": "trench", "f": "full", "r": "reduced"}
_LEVEL = re.compile(  # "Res Att 1. SOs as before": the number is not an item of a list
    r"\b(att?(?:ack)?|def(?:en[cs]e)?) ?([1-3])\.(?=\s)", re.IGNORECASE
)
_NONE_OF_IT = re.compile(  # "Recruitment: none."
    r"(?:recruit\w*|activat\w*|research|missions?|diplomacy|entrench\w*|offensive|retreats?|gas|reinforce)"
    r"(?:\W*[:=-]\W*(?:none|nothing|no|nil|n/a|0|zero|-)|\s+(?:nothing|nobody|no one|none)(?: else)?)"
    r"(?: (?:for )?(?:this|my) (?:turn|season|time|year))?\W*",
    re.IGNORECASE,
)
_RETREATS = re.compile(  # after it and below it no army marches
    r"\W*(?:standing )?(?:retreats?|rets?|retr|rückz[uü]ge?|retraites?|replis?)"
    r"(?: (?:orders?|paths?|lines?))?\s*:",
    re.IGNORECASE,
)
_CANCEL_IF = re.compile(  # the default is always, so that the condition alone would change nothing
    r"(?:please )?cancel (?:their |enemy |the )?air(?:craft)?,? (?:but )?(?:only )?"
    r"(?P<condition>(?:if|when) .+?)[.!]*",
    re.IGNORECASE,
)
_AS_LAST_TURN = re.compile(  # "Same as last turn.", "Everything as last time, but ..."
    r"\W*(?:please )?(?:(?:repeat|do|make|play) )?"
    r"(?:(?:(?:everything|all|my orders?|the)\s+)*(?:is |are |the )*same"
    r"(?: (?:orders?|things?|moves?|sheet|plan))? (?:as|like)"
    r""
    r"|(?:everything|all|my orders?|repeat)(?: \w+){0,2}? (?:as|like|of|from))"
    r"(?: in| the| my){0,2} (?:last|previous) (?:turn|time|season|year|sheet|month)s?\b"
    r"|\W*(?:as|like) (?:in )?(?:the )?(?:last|previous) (?:turn|time|season)(?: please| again)?\W*$",
    re.IGNORECASE,
)
_AGAINST = re.compile(
    r"\b(?:against|gegen|contre|towards?|onto|into|nach|vers)\s+(?P<goal>.+)$", re.IGNORECASE
)
_POLITE = re.compile(r"\b(?:i|we)(?: would|['\u2019]d) like\b", re.IGNORECASE)  # nothing depends on it
_SLASHED = re.compile(r"(?<![^\s])([1-3])/ ?(?=[^\W\d_])")  # "1/ missions 2/ research Gas"
_SUPPORT = re.compile(
    r"(?:and |also |both )*(?:with|w/|supported|supporting|supports?|supp?|"
    r"helps?|helped|backed|using|by|mit|avec)"
    r"(?!\w)",
    re.IGNORECASE,
)
_NAMES_SUPPORT = re.compile(  # "both Nancys supp", not "thanks for the support"
    r"\W*(?:(?:and|also|both|the|my|other|army|armies|one|in|from|at|of) )*[A-Z][^\W\d_]{2,}[\s,:]+"
    r"(?:to )?(?:s|supp?s?|supports?|supporting)\b"
)
_DESCRIBES = re.compile(
    r"#[FSN]+A*|[#O]A*s+"
)  # "one full", "both reduced", "one supports", "the other helps"
_NEW_SHEET = re.compile(  # what is below it replaces what is on file
    r"\W*(?:(?:and|here(?: is| are)?|the|my|a) )*new(?: (?:one|sheet|orders?|list|version|plan))?\s*:\W*",
    re.IGNORECASE,
)
_NAMED_ARMY = re.compile(
    r"\W*(?:the |my |our |one |two |both )*(?P<name>[A-ZÀ-Ý][^\W\d_]{2,}) (?:army|armies|corps|armee|armée) "
    r"(?P<does>[^,;:?]{3,60})$"
)
_STAYS_BEHIND = re.compile(  # of an army that has no order: "The reduced one stays where it is"
    r"\W*(?:(?:and|but|while) )?"
    r"(?:(?:the|my|our|die|der|la|le|l['’])\s?(?:[^\W\d_]+ )?(?:one|army|armee|andere|armée|autre)? ?"
    r"|(?:other|second|small|little|big|large|full|reduced|weak|remaining) (?:one|army) )"
    r"(?:stays?|remains?|holds?|waits?|keeps out|bleibt|hält|wartet|reste|attend)\b[^,;:.!?]{0,30}[.!]*",
    re.IGNORECASE,
)
_HOW_MANY = re.compile(  # "Move the armies in Agram to Temesvar, both of them"
    r"\W*(?:both|all|each|two|three|all (?:two|three|four)|[2-4])(?: (?:of them|of these|armies))?\W*",
    re.IGNORECASE,
)
_TELLS = re.compile(  # of an army of others: "that Russian there is half dead"
    r"(?:that|this|those|these) [^,;:.]*\b(?:is|are|was|were|looks?|has|have)\b", re.IGNORECASE
)
MOST_TRIES = 1000  # wordings of a message: people write it as prose, in several lines a sentence
MOST_WORDS_BEFORE_A_ZONE = 8  # with its name
_HEADS_A_CONDITION = re.compile(  # "ACTIVATE (if Warsaw falls)"
    r"\W*(?:\d{1,2}[.):]\s*)?(?P<head>[^\W\d_]{3,20})\s*(?:(?:no\.?|#)?\s*\d)?\s*[:,(-]?\s*"
    r"(?:but |only )*(?:if|unless|in case|provided|assuming|when|once|as long as|falls|wenn|si)\b"
    r"(?![^:]*[:)]\s*\w)(?![^,]*,\s*\w+\s\w)(?!.*(?:->|=>|\s-\s))",
    re.IGNORECASE,
)
_NAME_WORDS = re.compile(r"[^\W\d_][\w'-]*")
_LETTER = re.compile(r"[^\W_]")
_GRAMMAR = frozenset(  # words of standing orders and the like, which sentences do not have
    re.findall(
        r"\w+",
        "standing orders order cancel air up to never always keep trench save second supporter loss first"
        " last full reduced in retreat technologies technology reinforces recruiting activates missions"
        " mission strategically cedes aircraft aviation supporters turkishs",
    )
)
CELLS = 2  # vertical bars that make a line the row of a table
_ALONE = (
    "MHpe"  # letters of words that may be an order without another: missions, a technology, gas, a trench
)
EVERYONE_STAYS = "all"  # in `Said.stays`
_OF_ONE_WORD = frozenset(("PASS", "PAUSE", "OFFENSIVE"))  # a remark may contain the word
_TALKS = re.compile(  # "Let it pass", "This too shall pass", "I'm off now"
    r"\b(?:it|that|them|they|he|she|this (?:too |will|shall)|i am|i['’]?m|we are|we['’]re)\b"
    r"[^,;:(]*\b(?:pass|pause|off|offensive)\b",
    re.IGNORECASE,
)
_INSTEAD = re.compile(
    r"[\s,]+(?:(?:instead|rather)\b(?!\s+(?:of|than)\b)|(?:then|please|as well|all the same)(?=\W*$))",
    re.IGNORECASE,
)
_REASON_IN_BRACKETS = re.compile(
    r"\s*\((?:because|since|as|so that|in order to|weil|da)\b[^()]*\)(?=\W*$)", re.IGNORECASE
)
_CHANGE = re.compile(
    r"^(?:please )?(?:change|replace|correction|amend|amendment|fix|edit(?=:)|update(?=:))"
    r"(?: (?:line|my|the|order))*"
    r"\s*(?::|\bto\b|(?=\s))\s*(?=\S)",
    re.IGNORECASE,
)


_RUNS_INTO_NEXT = re.compile(
    r"\b(?:to|the|a|an|and|or|is|are|be|in|at|of|from|with|then|i|we|it|must|want|please|should|will"
    r"|otherwise|else)$",
    re.IGNORECASE,
)
_NEEDS_A_NAME = re.compile(r"\b(?:to|the|an?|in|at|of|from|with|into|our|my)$", re.IGNORECASE)
_OF_A_TIME = re.compile(r"\b(?:by|when|once|until|before|as|as soon as|our|my|not)$", re.IGNORECASE)
_TIME = re.compile(r"(?:by|at|when|once|as soon as) (?:the|my|our|it|i|we|this|that)\b", re.IGNORECASE)
_OTHERWISE = re.compile(r"\b(?:otherwise|else|if not)\b", re.IGNORECASE)
MOST_FAULTS = 12  # conditions that are not understood; those below them are read line by line
MOST_WRAPPED = 2  # lines that may continue a line with a condition
_IMPLIED = "ACTIVATE: "  # of a numbered action that moves armies
_SENTENCE_ENDS = re.compile(r"\.\s")
_ITEMS = re.compile(r"[,;.]\s|\s/\s|\band\b")
_ARMIES = re.compile(r"(?!activate)(?:\w+ )*?(?:army|armies) .+(?:-|=>|attacks)", re.IGNORECASE)


_COUNTS = re.compile(r"\b(?:actions?|that)\b[^:]*:$|\b(?:two|three|[23]) actions?\b[^:]*\?$", re.IGNORECASE)
_GERUND = re.compile(r"(?:activat(?:ing|e)|recruit(?:ing)?)\W*", re.IGNORECASE)


_ENDS_IN_NUMBER = re.compile(r"\s\(\d{1,2}\)$")  # of armies, not of the line below: "Metz - Nancy (2)"
_NUMBERED = re.compile(r"(?:^|\s)\(?\d{1,2}[.):]\s")
_ENDS_IN_HEADING = re.compile(
    r"\b(?:activat(?:e|ions?|ing)|recruit(?:s|ing|ment)?|offensive|aktivier(?:en?|ung)|activ(?:er|ons)|recrut\w*)"
    r"\W*$",
    re.IGNORECASE,
)
_ARE_NOW = re.compile(  # the strength of armies, before what is to become of them
    r"\b(?:is|are) (?:both |all |each |now |still |only |already |just )*(?:reduced|full|weak(?:ened)?)\b",
    re.IGNORECASE,
)


class Said(NamedTuple):
    """A clause of a message, or one of its orders; *order* is None for what is not an order.

    *is_noted*: it is a heading, a comment or empty. *stays*: the zone of an army that needs no order, or
    "all".
    """

    number: int
    text: str
    order: Order | Refusal | None = None
    is_noted: bool = False
    stays: str = ""
    is_change: bool = False  # it is after CHANGE, and replaces one line of the sheet on file
    replaces: str = ""  # that line, if it is named
    breaks: str = ""  # what depends on this refused condition: a "block", a "list", or a "line" for nothing

    @property
    def orders(self) -> Sequence[Order | Refusal | None]:
        """Its order, or those that depend on its condition."""
        return self.order.orders if type(self.order) is Conditional else (self.order,)


def said_in(lines: Sequence[str], power: str, turn: str) -> list[Said]:
    """Return the clauses of *lines*; *turn* is the turn that is due, which a heading may name."""
    read = alternatives_joined(standing_joined(retractions_apart(without_leaders(explained(lines)))))
    rows = numbers_told_apart(rows_with_zones_first(lists_joined(tables_as_sentences(read))))
    apart = sentences_apart(supports_joined(one_and_other_joined(rows)))
    said = _without_stopped(list(_without_counted(_said([line.text for line in apart], power, turn))))
    return [one._replace(number=apart[one.number - 1].number) for one in said if _is_told(one, apart)]


def _without_stopped(said: Sequence["Said"]) -> list["Said"]:
    """Return *said*; the armies above "if Warsaw is ours, everything stays" depend on that."""
    stops = {at: doubt for at, one in enumerate(said) if (doubt := all_stay_if(one.text))}
    if not stops:
        return list(said)
    last = max(stops)
    refusal = NotAllowed(
        of_all("belongs_to_no_order", text=stops[last]), say("write_each_order_alone_on_its")
    )
    return [
        one._replace(order=refusal)
        if at in stops or (at < last and isinstance(one.order, ArmyOrder))
        else one
        for at, one in enumerate(said)
    ]


def _without_counted(said: Iterator["Said"]) -> Iterator["Said"]:
    """Yield *said*; in "That makes three actions: activating and diplomacy" no action is a heading."""
    listed = 0  # the line whose actions are only counted
    for one in said:
        if one.order is None and not one.is_noted and _COUNTS.search(one.text):
            listed = one.number
        is_counted = one.number == listed and _GERUND.fullmatch(one.text) is not None
        yield one._replace(order=None) if is_counted and not isinstance(one.order, Refusal) else one


def _is_told(one: "Said", apart: Sequence[Line]) -> bool:
    """Return whether it is more than the empty rest of a line whose words were moved to another line."""
    at = one.number - 1
    is_left = not one.text and one.is_noted and at > 0 and apart[at - 1].number == apart[at].number
    return not is_left


class _Prepared(NamedTuple):
    """A line before it is cut into clauses.

    *head*: what comes before its order, as the number of an action. *above*: the heading of others that
    it is under. *is_implied*: ACTIVATE was put before it.
    """

    text: str
    head: str
    above: str
    is_change: bool
    is_implied: bool


def _said(lines: Sequence[str], power: str, turn: str) -> Iterator[Said]:
    names = Headings(power, turn)
    above = ("", *lines)
    prepared = [_prepared(line, before, names, power) for before, line in zip(above, lines, strict=False)]
    conditional = _Conditionals(lines, power)
    bare = [conditional.rest(number, one.text) for number, one in enumerate(prepared, 1)]
    heads = {number: one.head for number, one in enumerate(prepared, 1)}
    retreats = _lines_of_retreats(lines)
    last = 0
    for clause in _without_states(cut(bare, _sense(f"{turn}; {power}"))):
        number = clause.number
        yield from conditional.ended(last, number)
        last = number
        line = prepared[number - 1]._replace(head=heads.pop(number, ""))
        for one in _as_written(conditional.said(clause), line):
            is_march = number in retreats and isinstance(one.order, ArmyOrder)
            yield _below(one._replace(order=_no_march()) if is_march else one, line.above)
    yield from conditional.ends.values()


def _prepared(line: str, before: str, names: Headings, power: str) -> _Prepared:
    """Return a line without headings and numbers, in plain words; *before* is the line above it."""
    said = technologies_in_full(with_standing_heading(clean(line)))
    head, rest = names.split(_SLASHED.sub(r"\1) ", said))
    own = _LETTER_HEAD.sub(r"\1: ", _without_table(rest))
    changed = _CHANGE.sub("", own)
    unnumbered = changed if _RUNS_ON.search(clean(before)) else _ACTION_NUMBER.sub("", changed)
    order = _in_full(unnumbered, power)
    if unnumbered != changed:
        order = _with_activate(order)
    is_implied = order.startswith(_IMPLIED) and not unnumbered.startswith(_IMPLIED) and unnumbered != changed
    number = own.removesuffix(unnumbered) if unnumbered != own else ""
    return _Prepared(order, f"{head}{number}", names.below, changed != own, is_implied)


def _in_full(text: str, power: str) -> str:
    """Return a line with its abbreviations in full, and in plain words."""
    in_full = _LEVEL.sub(r"\1 \2;", _SHORT_NATION.sub(r"\1", _SHORT_ATTACK.sub(r"\1", text)))
    in_full = _SECOND_LOSS.sub(_second_loss, _RECRUITS_IN_SHORT.sub("Rec: ", in_full))
    in_full = _RESEARCH_IN_SHORT.sub("Res: ", with_steps(with_plain_words(in_full), power))
    return _SHORT.sub(_with_colon, in_full)


def _as_written(said: Iterator[Said], line: _Prepared) -> Iterator[Said]:
    """Yield what a clause says, the first with the head of its line, and without what was put there."""
    head = line.head
    for one in said:
        own_words = one.text.removeprefix(_IMPLIED) if line.is_implied else one.text
        yield one._replace(text=f"{head}{own_words}".strip(), is_change=line.is_change)
        head = ""


def _lines_of_retreats(lines: Sequence[str]) -> set[int]:
    """Return the lines with "Retreats: ...", and those below it up to an empty line or an action."""
    found: set[int] = set()
    is_below = False
    for number, line in enumerate(lines, 1):
        text = clean(line)
        is_head = _RETREATS.match(text) is not None
        is_below = is_head or (is_below and bool(text) and _BEGINS_ACTION.match(text) is None)
        if is_below:
            found.add(number)
    return found


def _no_march() -> Unreadable:
    return Unreadable(say("this_is_not_understood"), say("write", forms=FORMS["retreat"]))


def _without_states(clauses: list[Clause]) -> list[Clause]:
    """Return the clauses; before "and the army in Lublin are both reduced" none is recruited."""
    for at, clause in enumerate(clauses):
        if clause.orders or not _ARE_NOW.search(clause.text):
            continue
        for place in range(at):
            if clauses[place].number == clause.number:
                doubt = clauses[place].doubt or clause.text
                clauses[place] = replace(clauses[place], orders=(), doubt=doubt)
    return clauses


class _Conditionals:
    """The lines of a message with conditions; one that was wrapped includes the lines that continue it."""

    def __init__(self, lines: Sequence[str], power: Power) -> None:
        self._lines = lines
        self._power = power
        self._above: tuple[Condition, ...] = ()  # those last read
        self._joined: set[int] = set()  # lines that continue the one above
        self._is_open = False  # a heading with IF or OTHERWISE
        self._is_chained = False  # is there a line with IF and an order, which OTHERWISE continues?
        self._faults = 0
        self._heads = 0
        self.found: dict[int, list[Said]] = {}
        self.ends: dict[int, Said] = {}  # of the lines whose condition is a heading for the rest of the line

    def ended(self, after: int, before: int) -> Iterator[Said]:
        """Yield the ends of headings on the lines from *after* up to *before*."""
        yield from (self.ends.pop(number) for number in range(after, before) if number in self.ends)

    def said(self, clause: Clause) -> Iterator[Said]:
        """Yield what a clause says: the order of a line with a condition, or whatever the clause is."""
        head = self.found.pop(clause.number, [])
        yield from map(_as_a_heading, head)
        if clause.text or not (head or clause.number in self._joined):
            yield from map(_as_a_heading, _of_clause(clause))

    def rest(self, number: int, text: str) -> str:
        """Return what of line *number* is read like any other line: all of it, or what has no condition."""
        may_be = branches.may_be(text) or begins_as_if(text)
        if may_be and number not in self._joined and (behind := self._behind_a_head(number, text)):
            return behind
        return "" if self._takes(number, text) else text

    def _worded(self, text: str) -> str:
        """Return a line with a condition in the words of IF."""
        return in_common_words(text, self._power, self._above)

    def _behind_a_head(self, number: int, text: str) -> str:
        """Return the orders after OTHERWISE and the like, if they are several; "" if it is not such a line.

        Its condition becomes a heading, and IN ANY CASE ends it below the line.
        """
        if self._heads >= MOST_FAULTS or _begins_with_standing(text, ()):
            return ""
        worded = self._worded(text)
        for head, behind in branches.headed(worded):
            if not text.endswith(behind) and not text.startswith(behind):
                continue
            self._heads += 1
            is_one = not head.is_end and isinstance(branches.parsed(plain(worded), order_in), Conditional)
            is_inside = self._is_open and not (head.is_else or (head.is_end and text.endswith(behind)))
            if is_one or is_inside or not _are_orders(behind):
                continue
            around = text.removesuffix(behind).removeprefix(behind).strip()
            is_noted = head.is_end and not self._is_open
            self._above = head.conditions or self._above
            self.found[number] = [Said(number, around, None if is_noted else head, is_noted=is_noted)]
            if head.is_end:
                self._is_open = self._is_chained = False
            else:
                self._end_below(number)
            return behind
        return ""

    def _end_below(self, number: int) -> None:
        """End the heading of line *number* below the line, unless the next line does."""
        below = next(filter(None, map(clean, self._lines[number:])), "")
        self._is_open, self._is_chained = branches.goes_on(plain(below)), False
        if not self._is_open:
            self.ends[number] = Said(number, "", Conditional(is_end=True))

    def _takes(self, number: int, text: str) -> bool:
        """Return whether line *number* has a condition, continues the one above it, or wants no action."""
        if number in self._joined:
            return True
        if one := _said_as_a_whole(number, text):
            self.found[number] = [one]
            return True
        most = MOST_WRAPPED if self._faults < MOST_FAULTS else 0
        below = [clean(line) for line in self._lines[number : number + most]]
        may_be = branches.may_be(text) or begins_as_if(text)
        if not may_be or _begins_with_standing(text, below):
            return False
        fault = None
        for count, whole in _in_turn(text, below):
            order = branches.parsed(plain(self._worded(whole)), order_in)
            if not count and _is_cut_off(text) and isinstance(order, Conditional) and order.order is None:
                break
            if self._is_read(number, (count, whole), order):
                return True
            fault = fault or (order if isinstance(order, Refusal) else None)
        return self._is_refused(number, text, below, fault)

    def _is_read(self, number: int, joined: tuple[int, str], order: object) -> bool:
        """Take line *number*, which may be joined with lines below it, if all of it is understood."""
        count, whole = joined
        chain = _chain(whole)
        if isinstance(order, Conditional) and not (order.is_end and not self._is_open):
            self._follow(order)
            self._above = order.conditions or self._above
            chain = [(whole, order)]
        if chain:
            self._joined |= set(range(number + 1, number + 1 + count))
            self.found[number] = [Said(number, part, one) for part, one in chain]
        return bool(chain)

    def _is_refused(self, number: int, text: str, below: Sequence[str], fault: Refusal | None) -> bool:
        """Refuse line *number* if a condition is meant by it; return whether it is."""
        named = any(word.letter in "ZN" for word in heard(text))
        is_half = _is_cut_off(text) and branches.begins(text) and named
        if is_half and fault is None:
            fault = NotAllowed(say("condition_goes_on_below"), say("write_each_order_alone_on_its"))
        is_meant = is_half or branches.is_meant(plain(self._worded(text)), meant_forms.is_like_an_order)
        if fault is None or not is_meant:
            return False
        if below and _goes_on_below(text, below[0]):  # its end is no order of its own
            self._joined.add(number + 1)
            text = f"{text} {below[0]}"
        self._faults += 1
        self._breaks(number, text, fault)
        return True

    def _follow(self, order: Conditional) -> None:
        """Note whether lines below belong to a heading, as `branching` decides it."""
        if order.order is None:
            self._is_open, self._is_chained = not order.is_end, False
        elif not order.is_else:
            self._is_chained = True
        elif not self._is_chained:
            self._is_open, self._is_chained = False, True

    def _breaks(self, number: int, text: str, fault: Refusal) -> None:
        """Refuse a condition, and with it the lines that depend on it."""
        begins = branches.begins(plain(self._worded(text)))
        opened = branches.opens(text) or ("block" if _is_cut_off(text) else "") if begins else ""
        self._is_open = self._is_open or opened == "block"
        self.found[number] = [Said(number, text, fault, breaks=(opened or "line") if begins else "")]


def _said_as_a_whole(number: int, text: str) -> Said | None:
    """Return a line that is not cut: it wants no action, or it has two readings."""
    if _NONE_OF_IT.fullmatch(text):
        return Said(number, text)
    if forms := two_readings(text):
        return Said(number, text, Unreadable(say("number_or_cost"), say("did_you_mean", found=listed(forms))))
    if _AS_LAST_TURN.match(text):
        fault = NotAllowed(say("nothing_of_an_earlier_turn"), say("write_orders_of_this_turn"))
        return Said(number, text, fault)
    if found := _CANCEL_IF.fullmatch(text):
        remedy = say("write_cancel_air_twice", condition=found["condition"])
        return Said(number, text, Unreadable(say("cancel_air_says_not_how_often"), remedy))
    return None


def _in_turn(text: str, below: Sequence[str]) -> list[tuple[int, str]]:
    """Return a line and its joins with those below, with the number of these, in the order to try them."""
    wholes = list(enumerate(branches.wrapped(text, below)))
    if len(wholes) == 1 and below and below[0] and begins_as_if(text) and _is_cut_off(text):
        wholes.append((1, f"{text} {below[0]}"))
    if _is_cut_off(text) or _goes_on_in(text, below):
        return [*wholes[1:], *wholes[:1]]
    return wholes


def _goes_on_below(text: str, below: str) -> bool:
    """Return whether a sentence is broken off in "the army in", or in a word before small letters."""
    is_cut = _RUNS_INTO_NEXT.search(text) is not None and below[:1].islower()
    is_name = below[:1].isupper() and _BEGINS_ACTION.match(below) is None
    return is_cut or (is_name and _NEEDS_A_NAME.search(text) is not None)


def _goes_on_in(text: str, below: Sequence[str]) -> bool:
    """Return whether the sentence goes on: "If Warsaw is ours,", "research Gas, otherwise missions"."""
    is_sentence = text.endswith(",") and _OTHERWISE.search(" ".join(below)) is not None
    return bool(below) and (is_sentence or _TIME.match(below[0]) is not None)


def _is_cut_off(text: str) -> bool:
    """Return whether a line with a condition ends in a word that must go on: "If Warsaw is ours by"."""
    return (_RUNS_INTO_NEXT.search(text) or _OF_A_TIME.search(text)) is not None


def _begins_with_standing(text: str, below: Sequence[str]) -> bool:
    """Return whether it is a standing order, perhaps wrapped: "if Nancy falls, retreat to Lyon"."""
    first, *_ = _SENTENCE_ENDS.split(text, maxsplit=1)
    return any(map(is_standing, (first, *branches.wrapped(text, below))))


def _are_orders(text: str) -> bool:
    """Return whether *text* is nothing but orders of a sheet, perhaps with the reason for one."""
    said = [one for clause in cut([text], _sense("")) for one in _of_clause(clause)]
    said = [one for one in said if one.order is not None or not gives_reason(one.text) or one.stays]
    return bool(said) and all(isinstance(one.order, ActionOrder | ArmyOrder | Items) for one in said)


def _chain(text: str) -> list[tuple[str, Conditional]]:
    """Return the parts of "IF ... ELSE IF ... ELSE ..." with their orders; [] if one is not understood."""
    parts = branches.chained(text)
    if len(parts) == 1:
        return []
    read = [(part, branches.parsed(plain(part), order_in)) for part in parts]
    found = [(part, order) for part, order in read if isinstance(order, Conditional)]
    return found if len(found) == len(parts) else []


def order_in(text: str) -> PlainOrder | None:
    """Parse the order that depends on a condition, in the notation or in words."""
    text = _INSTEAD.sub("", _REASON_IN_BRACKETS.sub("", text))
    for wording in (_bare(text), free_text.in_notation(text)):
        order = meaning(wording) if wording else None
        if isinstance(order, PlainOrder):
            return order
    return None


def is_cut_as_written(text: str) -> bool:
    """Return whether a clean line has no table, no heading of a Power and no number of an action."""
    if begins_with_power(text) or "|" in text:
        return False
    return _SHORT.sub("", _ACTION_NUMBER.sub("", _CHANGE.sub("", text))) == text


def _second_loss(found: re.Match[str]) -> str:
    kinds = [_IN_FULL[kind[0].casefold()] for kind in re.findall(rf"\b{_KIND}\b", found[1], re.IGNORECASE)]
    return f"SECOND LOSS {', '.join(kinds)}"


def _with_colon(found: re.Match[str]) -> str:
    return f"{found[1]}:" if found[1] else f"{found[2]}: "


def _with_activate(text: str) -> str:
    """Return the text after the number of an action, with ACTIVATE before one that moves armies."""
    first = _ITEMS.split(text, maxsplit=1)[0]
    moves = free_text.in_notation(first) or (plain(first) if is_order(first) else "")
    moves = moves or next(iter(free_text.reworded(text)), ("",))[0]
    is_of_armies = bool(_ARMIES.match(moves)) or (
        bool(moves) and isinstance(meaning(_bare(moves)), ArmyOrder)
    )
    return f"{_IMPLIED}{text}" if is_of_armies else text


def _without_table(text: str) -> str:
    """Return the cells of a row of a table as one text, without the number of the row."""
    if text.count("|") < CELLS:
        return text
    unnumbered = re.sub(r"^\s*\|?\s*\d{0,2}\s*\|", "", text)  # of the row, alone in its cell
    return re.sub(r"[-+=]{2,}", "", re.sub(r"\s*\|\s*", " ", unnumbered)).strip()


def _below(one: Said, above: str) -> Said:
    """Refuse what is below the heading of another Power, or of orders that this game does not have."""
    if not above:
        return one
    is_heading = is_no_heading_here(above, one.text)
    if is_heading or (one.order is not None and not one.is_noted) or one.stays:
        return one._replace(order=why_not_below(above), is_noted=False, stays="")
    return one


def _of_clause(clause: Clause) -> Iterator[Said]:
    text = plain(clause.text)
    fault = None if clause.other_heading or _are_headings(clause.orders) else doubted(clause)
    if fault:
        yield Said(clause.number, clause.text, fault, breaks="list" if _ends_in_a_heading(clause) else "")
    elif _NONE_OF_IT.fullmatch(text):
        yield Said(clause.number, clause.text)
    elif clause.is_comment or not _LETTER.search(text):
        yield Said(clause.number, clause.text, is_noted=True)
    elif not clause.orders and is_closing(clause.text):  # "Passt!" is no slip for PASS
        yield Said(clause.number, clause.text)
    elif clause.orders:
        for order in clause.orders:
            zone = "" if is_order(order) else _who_stays(order)
            found = None if zone or _is_talk(order, clause.text) else meaning(_bare(order))
            found = _without_goal(found, clause.text)
            yield Said(clause.number, clause.text, found, stays=zone)
    else:
        # a line that begins like a condition but is not one is prose
        read = None if branches.begins(text) else meaning(_bare(clause.text))
        found = _conditional(text) or read or _half_understood(text)
        opened = _opened_in_doubt(text) if found is None else None
        yield Said(clause.number, clause.text, found or opened, breaks="list" if opened else "")


def _without_goal(order: Order | Refusal | None, text: str) -> Order | Refusal | None:
    """Refuse ACTIVATE alone for "activate the two armies there against Danzig", which says more than that."""
    is_heading = isinstance(order, Activate) and order.order is None
    if not (is_heading and (found := _AGAINST.search(text)) and _first_zone(found["goal"])):
        return order
    return Unreadable(say("this_is_not_understood"), say("nearest_form", form=FORMS["attack"]))


def _is_talk(order: str, text: str) -> bool:
    """Return whether an order of one word is only a word of a remark: PASS of "This too shall pass"."""
    return _bare(order).strip(" .!").upper() in _OF_ONE_WORD and _TALKS.search(text) is not None


def _as_a_heading(one: Said) -> Said:
    """Return *one*; the lines below "ACTIVATE, if Warsaw falls" depend on it if it is refused."""
    if not isinstance(one.order, Refusal) or one.breaks not in ("", "line"):
        return one
    found = _HEADS_A_CONDITION.match(one.text)
    return one._replace(breaks="list") if found and _is_open_heading(found["head"]) else one


def _ends_in_a_heading(clause: Clause) -> bool:
    """Return whether lines of armies or recruits below belong to a clause: "Plan B, otherwise: activate"."""
    *_, end = ("", *(clause.orders or clause.beside))
    is_last = clause.text.rstrip(" :.").casefold().endswith(end.rstrip(" :.").casefold())
    if not (end and is_last and is_conditional(clause.text)):
        return False
    return _is_open_heading(end)


def _is_open_heading(text: str) -> bool:
    """Return whether armies or recruits follow below it."""
    order = meaning(_bare(text))
    return order == Recruit() or (isinstance(order, Activate) and order.order is None)


def _opened_in_doubt(text: str) -> NotAllowed | None:
    """Refuse what ends in a heading but is no order: lines below "Or else activate" depend on it."""
    if not (_ENDS_IN_HEADING.search(text) and is_conditional(text)):
        return None
    return NotAllowed(say("heading_in_doubt"), say("write_each_order_alone_on_its"))


def _are_headings(orders: Sequence[str]) -> bool:
    """Return whether it is only "Standing orders:", which is not taken back."""
    return bool(orders) and all(isinstance(meaning(_bare(order)), Heading) for order in orders)


def _conditional(text: str) -> NotAllowed | None:
    """Refuse an order with a condition or the like, which the grammar alone would take for prose."""
    doubt = "" if text.endswith("?") else doubt_in(_POLITE.sub("", text))
    if not doubt or is_order(text):
        return None
    if not (meant_forms.is_like_an_order(text) or (_begins_with_condition(text) and _names_an_action(text))):
        return None
    reason = say("there_is_in_this_sentence", doubt=doubt)
    return NotAllowed(reason, say("write_each_order_alone_on_its"))


def _who_stays(text: str) -> str:
    return EVERYONE_STAYS if who_holds(text) is not None else free_text.stays(text)


def _begins_with_condition(text: str) -> bool:
    return begins_with_doubt(text.lstrip(" (-*")) or begins_as_if(text)


def _names_an_action(text: str) -> bool:
    """Return whether a word of *text* alone may be an order, such as "missions" or "Attack 1"."""
    return any(word.letter in _ALONE for word in heard(text))


def _half_understood(text: str) -> Unreadable | None:
    """Refuse what has the words of an order but is not one: otherwise it would count as prose."""
    if text.endswith("?") or is_greeting(text) or is_closing(text) or who_holds(text) is not None:
        return None
    if _NEW_SHEET.fullmatch(text):
        return None
    form = meant_forms.form_meant(text)
    if not form and _is_of_unknown_army(text):
        return Unreadable(say("this_is_not_understood"), LOOK_UP)
    return Unreadable(say("this_is_not_understood"), say("nearest_form", form=FORMS[form])) if form else None


def _is_of_unknown_army(text: str) -> bool:
    """Return whether a short text orders an army with a name that is not known: "Brst army fights on"."""
    found = _NAMED_ARMY.match(text)
    if not found or knows(found["name"].casefold()) or doubt_in(text):
        return False
    return bool({word.letter for word in heard(found["does"])} & set("mkgtse"))


def _bare(text: str) -> str:
    return without_standing(plain(text))


@lru_cache(maxsize=2048)
def is_order(text: str) -> bool:
    """Return whether *text* is an order, with names that are known in each of its places."""
    try:
        return parse_line(_bare(text)) is not None
    except Unreadable:
        return False


@lru_cache(maxsize=2048)  # the same text is tried alone, as a part of a line, and joined to the next line
def _reads(text: str) -> bool:
    return is_order(text) or who_holds(text) is not None or bool(free_text.stays(text))


def _sense(headed: str) -> Sense:
    return Sense(
        reads=_reads,
        knows=knows,
        reworded=free_text.reworded,
        headed=headed,
        most_tries=MOST_TRIES,
        begins=_BEGINS,
        first_place=_first_zone,
        drops_names=True,
        dangles=lambda text: (
            _begins_with_a_name(text) or _is_of_an_attack(text) or _HOW_MANY.fullmatch(text) is not None
        ),
        ends_way=lambda text: bool(_ENDS_IN_NUMBER.search(text)) and not _NUMBERED.search(text),
        is_apart=lambda text: _STAYS_BEHIND.fullmatch(text) is not None,
    )


def knows(word: str) -> bool:
    """Return whether *word*, in lower case, can be part of an order."""
    return (
        word in _GRAMMAR
        or free_text.knows(word)
        or bool(TRACK_NAMES.meant(word) or TECHNOLOGY_NAMES.meant(word))
    )


def _is_of_an_attack(text: str) -> bool:
    """Return whether the rest of a sentence describes the army next to it, or its supporters."""
    is_described = meant_forms.begins_with_a_description(text) or _DESCRIBES.fullmatch(letters_of(text))
    is_support = _SUPPORT.match(text) is not None or _NAMES_SUPPORT.match(text) is not None
    is_apart = is_closing(text) or _TELLS.match(text) or _STAYS_BEHIND.fullmatch(text)
    return bool(is_described or is_support) and not is_apart


def _first_zone(text: str) -> str:
    """Return the first zone that *text* names, "" if none."""
    words = _NAME_WORDS.findall(text)[:MOST_WORDS_BEFORE_A_ZONE]
    runs = (" ".join(words[at : at + many]) for at in range(len(words)) for many in (3, 2, 1))
    found = (ZONE_NAMES.meant(run) for run in runs if ZONE_NAMES.is_name(run))
    return next((meant[0] for meant in found if len(meant) == 1), "")


def _begins_with_a_name(text: str) -> bool:
    """Return whether the rest of a sentence begins with a name, and so may belong to the order next to it."""
    words = text.split()
    known = (ZONE_NAMES, TRACK_NAMES, TECHNOLOGY_NAMES)
    return any(names.is_name(" ".join(words[:many])) for many in (1, 2) if words for names in known)
