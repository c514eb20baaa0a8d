"""Translate what needs more than a table: units without a space, conditions, lists of builds.

Text that is ambiguous in this position is not translated, and is refused with a question.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from adjudicator.core.languages import doubt_in, words_in
from adjudicator.domination.data import Data
from adjudicator.domination.language.grammar import parse_line
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.orders import Build
from adjudicator.domination.language.sentences.lexicon import PAIR
from adjudicator.domination.language.vocabulary import pattern, vocabulary
from adjudicator.domination.position import Units
from adjudicator.domination.sentences import say

_NO_ORIGIN = re.compile(
    r"^(?:(?P<count>\d+|all|both)\s+)?(?P<unit>[^\W\d_]+(?: [^\W\d_]+)?)"
    r"(?P<end>\s*(?:->|-|>|\bto\b).*|\s+holds)$",
    re.IGNORECASE,
)
_ELSE = (  # not "if not Red at B5: ..."
    r"(?:else|otherwise|if not(?! [^,:;.]*\b[a-z]\d{1,2}\s*(?:[,:]|then\b)))\b"
)
_CONDITION = re.compile(
    r"^if (?P<test>.+?)(?:\s*[,:]\s*(?:then\s+)?|\s+then\s+)"
    rf"(?P<order>(?!{_ELSE}).+?)"
    rf"(?:\s*[,;.]?\s*\b{_ELSE}[\s,:]*(?P<other>.+))?$",
    re.IGNORECASE,
)
_NO_KIND = re.compile(  # "1 x D11 - D12", "2 of D11 hold"
    r"(?P<count>\d{1,2}) ?(?:x|×|of|from) ?(?P<space>[a-z]\d{1,2})(?P<end>\s*(?:->?|>|\bto\b).*|\s+holds?)",
    re.IGNORECASE,
)
_CONDITION_BEHIND = re.compile(
    r"^(?P<order>.+?),? if (?P<test>.+?)(?:\s*[,;.]\s*\b(?:else|otherwise|if not)\b[\s,:]*(?P<other>.+))?$",
    re.IGNORECASE,
)
_UNMARKED = re.compile(  # no full stop after the test
    r"^if (?P<test>(?:(?! then )[^,:;.])+?[a-z]\d{1,2}) "
    r"(?P<order>(?:cast|move|build|lose|keep|all|an?|\d+|two|three|four|five|my|the|hold)\b.+?)"
    r"(?:\s*[,;.]?\s*\b(?:else|otherwise|if not)\b[\s,:]*(?P<other>.+))?$",
    re.IGNORECASE,
)
_SPACE = re.compile(r"\b[a-z]\d{1,2}\b", re.IGNORECASE)
_BEGINS = re.compile(r"(?:if|else|otherwise)\b", re.IGNORECASE)
_OTHERWISE = re.compile(rf"^{_ELSE}[\s,:]*(?P<order>.+)$", re.IGNORECASE)
_NAMES_A_SPACE = r"\b[a-z]\d{1,2}"
_AT_ONLY = re.compile(r"^(?:at|in|on|to|->?|>) ?(?P<place>[a-z]\d{1,2})$", re.IGNORECASE)
_NAMES_NO_UNIT = re.compile(r"^[a-z]\d{1,2} ?(?:->?|>|to\b)", re.IGNORECASE)
_IT = re.compile(r"^(?:it|they|he|she)\b\s*", re.IGNORECASE)
_SEVERAL = re.compile(  # "Knight A7 - A8 and Griffin A7 - A8"
    rf"\band (?:(?:the|my|both|all|\d{{1,2}}) )*[^\W\d_]+ (?:(?:at|in|from) )?{_NAMES_A_SPACE}", re.IGNORECASE
)
_FROM_THERE = re.compile(  # "3 Knights at B6 go B6 - B5"
    rf"(?P<units>.*?)(?P<space>{_NAMES_A_SPACE}) "
    r"(?:(?:go|goes|moves?|march|marches|fl(?:y|ies)|attacks?|advances?)(?: from)?|from) "
    r"(?P=space)(?= ?(?:->?|>|to\b))",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"^(?:the |my )?(?P<subject>(?:\d+ |all )?[a-z ]*?(?:[a-z]\d{1,2}|from [a-z ]+?))"
    r"\s*(?:->|-|>|to\b|holds?|stays?|goes|moves?|attacks?|flies)",
    re.IGNORECASE,
)
PLACE = r"[^\W_][\w']*(?: [^\W\d_]+)?"  # the name of a place, in one word or two
_BY_WAY_OF = r"(?:via|through|by way of|over|über|passing(?: through)?)"
_WAY = re.compile(  # "Knight A7 marches to G13 via A12 and A16"
    rf"^(?P<head>.+?)\s*(?:->|>|-|\b(?:to|nach|into|attacks?)\b)\s*(?P<goal>{PLACE})\s*,?\s*\(?{_BY_WAY_OF} "
    r"(?P<way>[^()]+?)\)?$",
    re.IGNORECASE,
)
_BY_WAY = re.compile(rf"\b{_BY_WAY_OF}\b", re.IGNORECASE)
_STEP = re.compile(r"\s*(?:,|->|>|-|\b(?:and|then|und|dann)\b)+\s*", re.IGNORECASE)
_AFTER_A_GOAL = re.compile(rf"(?:->|>|-|\b(?:to|nach|into)\b).+\b{_BY_WAY_OF}\b", re.IGNORECASE)
_LAST = re.compile(
    r"^lose (?P<first>.+?)\s*(?:,| and)\s*(?:and )?(?P<last>[^\W\d_]+) last$",
    re.IGNORECASE,
)
_PLACE_FIRST = re.compile(r"^(?:at |in )?(?P<place>[^:]+?)\s*:\s*(?P<units>.+)$", re.IGNORECASE)
_DASH = re.compile(r"\s*(?:->|>|=|:|-)\s*|\s+to\s+", re.IGNORECASE)
_ITEM = re.compile(r"\s*(?:[,;+&]|\band\b|\bund\b)\s*", re.IGNORECASE)
_OF_LISTS = frozenset(
    ("all", "each", "both", "half", "there", "first", "last", "lose", "keep", "target", "build")
)
_PLACE_OF_TEST = r"[a-z]\d{1,2}"
_IN_CASE = re.compile(
    r"^(?:in (?:the )?(?:case|event) (?:that )?(?!of )|should (?=\w+ (?:attacks?|enters?|be) ))",
    re.IGNORECASE,
)
_ONLY_IF = re.compile(
    r",? (?:and |but )?(?:only (?:if|when)|provided(?: that)?|on condition that|as long as)\b", re.IGNORECASE
)
_UNLESS = re.compile(  # before a test that denies nothing itself
    r"(?P<lead>^|[\s,])(?:unless|except (?:if|when)|but not if)\s+"
    r"(?!.*\b(?:not|no|nobody|no one|none|\w+n['’]t)\b)",
    re.IGNORECASE,
)
_BY_THEN = re.compile(  # it is tested when the line is carried out, whatever is said about that
    r" (?:when (?:the|this|that|my) (?:line|order|turn|move) "
    r"(?:comes?(?: up)?|is (?:carried out|executed|read))"
    r"|after (?:the |all )?(?:battles?|combats?|fights?|fighting)"  # before builds, which are made after them
    r"(?=\W+(?:then )?(?:i )?(?:build|buy|recruit|raise)s?\b)"
    r"|before (?:i|we) (?:move|go|act)|before (?:it is )?my (?:turn|move)"
    r"|by then|at (?:that|the) (?:time|moment)|when (?:it|i|we) gets? there"
    r"|when it is (?:his|her|its|my) turn|when (?:it|they|he|she|i|we) (?:moves?|goes|go|arrives?)"
    r"|when (?:my|the|their|its) (?:turn|time|move) (?:to move |to go )?(?:comes?|has come|arrives?)"
    r"|when (?:my|the|their|its) (?:turn|time) to (?:move|go) (?:comes?|has come|arrives?))"
    r"(?=[,.;:]|$)",
    re.IGNORECASE,
)
_IF_HE_IS_NOT = re.compile(  # the opposite of the condition before it
    r"[.;,]\s*if (?:he|she|it|they|that|there) (?:is|are)(?:n['’]t| not| no| none| nobody| fewer| less)"
    r"(?: (?:more|longer|any ?more|there|here|so|the case|than that))*\s*[,:]\s*(?:then )?",
    re.IGNORECASE,
)
_THERE = re.compile(  # the place of the condition; who stays there stays where they are
    r"(?<!stay )(?<!stays )(?<!hold )(?<!holds )(?<!wait )(?<!waits )(?<!stand )(?<!stands )"
    r"(?<!remain )(?<!remains )"
    r"\b(?:in |at )?there\b(?! (?:is|are)\b|['’]s\b)",
    re.IGNORECASE,
)
_TO_FIGHT = re.compile(
    r" and (?:fights?|make there the battle|do(?:es)? battle|attacks?) *(?=[.;,]|$)", re.IGNORECASE
)
_THEM = re.compile(r"(?<=\battack )(?:them|it|him|her)\b", re.IGNORECASE)
_ASIDE = re.compile(r"\s*\([^()]*\)")
_HOW_MANY = re.compile(  # "Knights A8 (three) - A7"; a figure may be the price as well
    r"\s*\((?:just |only |all |both |the )*"
    r"(?:both|two|three|four|five|six|seven|eight|nine|ten|zwei|drei|vier|fünf|sechs|deux|trois|quatre|cinq)"
    r"(?: (?:of (?:them|these|those|my|the|it)\b.*|only|pieces?|units?))?\)",
    re.IGNORECASE,
)
_BEGINS_WITH_HOW_MANY = re.compile(  # "Knights E6 - E9 (two; one stays home)"
    r"\s*\((?:just |only |all |both |the )*"
    r"(?:both|one|two|three|four|five|six|eine?r?|zwei|drei|vier|fünf|une?|deux|trois|quatre|cinq)"
    r"(?=\s*[,;:]|\s(?:of|stays?|remains?|holds?|goe?s?)\b)",
    re.IGNORECASE,
)
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}


def _hits(found: re.Match[str]) -> str:
    """Return the condition "3 hits at A7" for "it is three hits or more in A7"."""
    number = _NUMBERS.get(found["hits"].casefold(), found["hits"])
    return f"{number} hits{found['where'].replace(' in ', ' at ')}"


def in_figures(found: re.Match[str]) -> str:
    return str(_NUMBERS[found[0].casefold()])


def _one_more(found: re.Match[str]) -> str:
    """Return "5" for "more than 4", "not 5" for "at most 4", and "not 4" for "fewer than 4"."""
    words = " ".join(found[0].casefold().replace(found["n"], "").split())
    is_most = words in _AT_MOST
    number = int(found["n"]) + (is_most or words == "more than")
    return f"not {number}" if is_most or words in ("fewer than", "less than") else str(number)


_AT_MOST = frozenset(("at most", "no more than", "not more than", "or fewer", "or less"))
_TESTS: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (r"\b(?:no longer|no more(?! than\b)|not any ?more|not any longer)\b", "not"),
    (
        r"^(?:the )?(?P<who>[^\W\d_]+)(?: (?:units?|troops|men))? (?:has|have|did|does)(?: already)? "
        rf"(?:left|leave|gone from|abandoned|vacated)(?: at)? (?P<where>{_PLACE_OF_TEST})$",
        r"not \g<who> at \g<where>",
    ),
    (
        r"^(?:the )?(?P<who>[^\W\d_]+) (?:has|have|got|has got) "
        r"(?:no (?:units?|troops|men|pieces|one)|nobody|nothing) "
        rf"(?:at|in|on) (?P<where>{_PLACE_OF_TEST})$",
        r"not \g<who> at \g<where>",
    ),
    (
        r"^(?P<who>[^\W\d_]+) (?:do(?:es)?(?: not|n['’]?t)|not|cannot|can['’]t) (?:still )?"
        rf"(?:hold|control|own|have)s? (?P<where>{_PLACE_OF_TEST})$",
        r"not \g<who> holds \g<where>",
    ),
    (rf"\b(?:{'|'.join(_NUMBERS)})(?= (?:or (?:more|fewer|less)\b|[^\W\d_]))", in_figures),
    (
        r"\b(?:(?:no|not) more than|more than|fewer than|less than|at most) (?P<n>\d{1,2})\b",
        _one_more,
    ),
    (r"\b(?P<n>\d{1,2}) or (?:fewer|less)\b", _one_more),
    (r"\b(?P<n>\d{1,2})(?:\+| or more| and more| or over)(?= |$)", r"\g<n>"),
    (
        rf"^(?P<where>{_PLACE_OF_TEST}) (?:has|contains|holds|is held by|is occupied by) "
        r"(?P<who>(?:not |at least )?(?:\d{1,2} )?(?:an? )?(?:enem\w+|hostile)(?: units?)?)$",
        r"\g<who> at \g<where>",
    ),
    (
        rf"^(?P<where>{_PLACE_OF_TEST}) (?:is|stands|has been left|was left|gets|remains|stays)"
        r"(?: still| now| then)? (?:empty|vacant|unoccupied|free|deserted|abandoned)$",
        r"nobody at \g<where>",
    ),
    (
        r"^(?:there (?:is|are) )?(?:someone|somebody|anyone|anybody)(?= (?:is |stands |sits )?(?:at|in|on) )",
        "enemy",
    ),
    (
        r"\b(?P<number>\d{1,2}) of (?:the enemy|his|their) (?:units|men|troops|pieces)\b",
        r"\g<number> enemy",
    ),
    (
        r"^(?:(?:it|that|this) is|there are|(?:i|we) (?:take|get|suffer|have)|at least)? ?(?:at least )?"
        rf"(?P<hits>\d+|{'|'.join(_NUMBERS)}) (?:or more )?(?:hits?|losses|casualties)(?: or more)?"
        r"(?P<where>(?: (?:in|at) [a-z]\d{1,2})?)$",
        _hits,
    ),
    (r"\b(?:still|now|already|then|any ?more|any longer)\b ?", ""),
    (r"\bthere['’]s\b", "there is"),
    (
        rf"^(?:(?:i am|i'm|we are|we're) attacked (?:at|in|on) (?P<at>{_PLACE_OF_TEST})"
        rf"|(?P<where>{_PLACE_OF_TEST}) (?:is|gets) (?:attacked|invaded))$",
        r"enemy at \g<at>\g<where>",
    ),
    (r"\b(?:enters?|attacks?|invades?|comes? (?:to|into)|moves? (?:to|into)|reaches)(?= [a-z]\d)", "at"),
    (
        rf"^(?:the |my )?(?P<where>{_PLACE_OF_TEST}) (?:is|was|has been|gets|got) lost$",
        r"not I hold \g<where>",
    ),
    (
        r"^(?:i|we) (?:can )?(?:take|win|conquer|capture|get|keep|control|own)s? (?:at |in )?"
        rf"(?P<where>{_PLACE_OF_TEST})$",
        r"I hold \g<where>",
    ),
    (r"\b(?:there (?:is|are)|is|are|stands?|standing|sits?|sitting|waits?|waiting)\b ?", ""),
    (r"\b(?:an?|any|some) (?=enem)", ""),
    (r"\b(?:the )?(?:(?:enemy|hostile) (?:units?|troops|men|pieces|forces)|enemy|enemies)\b", "enemy"),
    (r"\bat least\b ", ""),
    (r"\b(?:in|on)\b", "at"),
    (r"(?<=\w)(?:['’]s)? (?:units?|troops|men|pieces|forces)(?= at )", ""),
    (
        r"^(?P<who>\w+) (?:has|have|keeps?) (?:at least )?(?P<n>\d{1,2}) (?:or more )?"
        rf"(?:(?:units?|troops|men|pieces) )?at (?P<where>{_PLACE_OF_TEST})$",
        r"\g<n> \g<who> at \g<where>",
    ),
    (r"\b(?:no|not any|not an) (?=enem)", "not "),
    (  # "Red not at B5", "Red isn't at B5"
        rf"^(?!nobody\b)(?P<who>(?:\d{{1,2}} )?[^\W\d_]+) (?:not|is not|isn['’]t|aren['’]t|isnt|arent) "
        rf"(?:any ?more |any longer )?at (?P<where>{_PLACE_OF_TEST})$",
        r"not \g<who> at \g<where>",
    ),
    (rf"^(?:no|not any) (?P<who>[^\W\d_]+) (?=at {_PLACE_OF_TEST}$)", r"not \g<who> "),
    (r"^not (?:no|not) ", ""),
    (r"\b(?:no one|noone)\b", "nobody"),
    (r"\b(?:controls?|owns?|have|has|still holds?|own)\b", "holds"),
)

WORDS_OF_CONDITIONS = words_in(
    (
        *(pattern for pattern, _ in _TESTS),
        *(one.pattern for one in (_IN_CASE, _ONLY_IF, _BY_THEN, _IF_HE_IS_NOT, _TO_FIGHT, _UNLESS)),
    )
)


def units_without_a_space(context: ReadingContext, text: str) -> tuple[str, ...]:
    """Return the orders of "both Griffins - E10": () unless it is plain which units are meant."""
    found = _NO_ORIGIN.match(text)
    kind = vocabulary(context.data).units.get(found["unit"].casefold()) if found else None
    if not (found and kind):
        return ()
    stacks = [row for row in context.position.units if row.player == context.player and row.kind == kind]
    is_hold = found["end"].strip().casefold() == "holds"
    is_many = not found["count"] and found["unit"].casefold().endswith("s")
    if is_many and (len(stacks) == 1 or is_hold):
        return tuple(f"{row.count} {kind} {row.space}{found['end']}" for row in stacks)
    return tuple(
        f"{count} {kind} {space}{found['end']}" for count, space in _meant(stacks, found["count"] or "")
    )


def number_of_only_kind(context: ReadingContext, text: str) -> str:
    """Return "1 Knight D11 - D12" for "1 x D11 - D12" if Knights alone are there, more than that; else ""."""
    found = _NO_KIND.fullmatch(text)
    space = found["space"].upper() if found else ""
    own = [row for row in context.position.units if (row.player, row.space) == (context.player, space)]
    is_plain = found is not None and len(own) == 1 and 0 < int(found["count"]) <= own[0].count
    return f"{found['count']} {own[0].kind} {space}{found['end']}" if found and is_plain else ""


def _meant(stacks: Sequence[Units], count: str) -> list[tuple[int, str]]:
    """Return how many of which stacks are meant by *count*, "" for a unit without a number."""
    total = sum(row.count for row in stacks)
    if count.casefold() == "both" and total != PAIR:
        return []
    if count.casefold() in ("all", "both") or (count and int(count) == total):
        return [(row.count, row.space) for row in stacks]
    number = int(count or 1)
    is_plain = len(stacks) == 1 and (number < total if count else total == 1)
    return [(number, stacks[0].space)] if is_plain else []


def conditions(text: str) -> list[tuple[str, str]]:
    """Return the orders of a sentence with "if", each after its test, and the one for otherwise."""
    text = _UNLESS.sub(r"\g<lead>if not ", text)
    text = _ONLY_IF.sub(" if", _BY_THEN.sub("", _TO_FIGHT.sub("", _IF_HE_IS_NOT.sub(". Otherwise ", text))))
    text = _condition_first(_IN_CASE.sub("if ", text))
    if not _BEGINS.match(text):
        return []
    otherwise = _OTHERWISE.match(text)
    if otherwise:
        return [("else:", otherwise["order"])]
    found = _UNMARKED.match(text) or _CONDITION.match(text)
    if not found:
        return []
    test = found["test"]
    for words, to in _TESTS:
        test = re.sub(words, to, test, flags=re.IGNORECASE)
    place = _SPACE.search(test)
    order = _THERE.sub(place[0] if place else "there", found["order"])
    order = _THEM.sub(place[0], order) if place else order
    other = [("else:", _other(order, found["other"]))] if found["other"] else []
    return [(say("if", condition=test.strip()), order), *other]


def _condition_first(text: str) -> str:
    """Return "Griffin H11 - B12 if nobody is there" with its condition in front."""
    found = None if _BEGINS.match(text) else _CONDITION_BEHIND.match(text)
    if not found:
        return text
    goals = _SPACE.findall(found["order"])
    test = _THERE.sub(f"at {goals[-1]}", found["test"]) if goals else found["test"]
    other = f", otherwise {found['other']}" if found["other"] else ""
    return f"if {test}: {found['order']}{other}"


def _other(order: str, other: str) -> str:
    """Return *other* in full: "at E10" and "it - B9" leave out what is in *order*."""
    at_only = _AT_ONLY.match(other.strip())
    if at_only:
        return re.sub(r"[a-z]\d{1,2}$", at_only["place"], order, flags=re.IGNORECASE)
    subject = _SUBJECT.match(order)
    if subject and _NAMES_NO_UNIT.match(other.strip()):
        units, _, space = subject["subject"].rpartition(" ")  # "A7" alone names no units
        return (
            f"{units} {other.strip()}".strip()
            if other.strip().casefold().startswith(f"{space.casefold()} ")
            else other
        )
    if _IT.match(other) and _SEVERAL.search(order):
        return other  # of all of them
    whole = _IT.sub(f"{subject['subject']} " if subject else "it ", other)
    return _FROM_THERE.sub(r"\g<units>\g<space>", whole)


def way_first(text: str) -> str:
    """Return *text* with the spaces on the way before the goal, as the notation has them."""
    found = _WAY.match(text) if _BY_WAY.search(text) else None
    if not found or _AFTER_A_GOAL.search(found["head"]):
        return text
    way = " - ".join(filter(None, _STEP.split(found["way"])))
    return f"{found['head']} - {way} - {found['goal']}"


def goes_by_way_of(text: str) -> bool:
    """Return whether *text* still names the way after a goal, which the tables would take for the goal."""
    return _BY_WAY.search(text) is not None and _AFTER_A_GOAL.search(text) is not None


def kept_last(text: str) -> tuple[str, ...]:
    """Return the two orders of "lose Militia, Fort, Wizard last"."""
    found = _LAST.match(text)
    return (f"lose {found['first']}", f"keep {found['last']}") if found else ()


def builds(context: ReadingContext, text: str, wordings: Iterable[str]) -> tuple[str, ...]:
    """Return the builds of "2 Knights - Barrowgate" or "Aldgate: 2 Knights, Griffin", () unless all are."""
    plain = _ASIDE.sub("", text) if is_aside(context, text) else text
    return next((found for one in (plain, *wordings) if (found := _builds(context, one))), ())


def _builds(context: ReadingContext, text: str) -> tuple[str, ...]:
    first = _PLACE_FIRST.match(text)
    if first:
        items = [f"{item} {first['place']}" for item in _ITEM.split(first["units"])]
        if all(_is_build(context, item) for item in items):
            return tuple(items)
    items = [_DASH.sub(" ", item).strip() for item in _ITEM.split(text) if item.strip()]
    return tuple(items) if items and all(_is_build(context, item) for item in items) else ()


def _is_build(context: ReadingContext, text: str) -> bool:
    parsed = parse_line(context.data, text)
    return (
        parsed is not None
        and isinstance(parsed.order, Build)
        and not parsed.has_condition
        and not parsed.is_else
    )


def is_aside(context: ReadingContext, text: str) -> bool:
    """Return whether the text in brackets is not a part of an order: no unit, no space, and not how many."""
    asides = " ".join(_ASIDE.findall(f" {text}"))
    if not asides or doubt_in(asides) or _SPACE.search(asides) or _says_how_many(asides):
        return False
    words = [word.casefold() for word in re.findall(r"[^\W\d_]+", asides)]
    units, named = vocabulary(context.data).units, vocabulary(context.data).named
    return not any(
        word in named or (len(word) > 1 and units.get(word)) or word in _OF_LISTS for word in words
    )


def _says_how_many(aside: str) -> bool:
    return (_HOW_MANY.fullmatch(aside) or _BEGINS_WITH_HOW_MANY.match(aside)) is not None


@lru_cache(maxsize=32)
def _numbers_with_names(data: Data) -> re.Pattern[str]:
    words = vocabulary(data)
    return re.compile(
        rf"\b([{''.join(words.pieces)}{words.sea}]\d{{1,2}})[\s,]*\(?({pattern(words.named)})\b\)?",
        re.IGNORECASE,
    )


@lru_cache(maxsize=32)
def _names_with_numbers(data: Data) -> re.Pattern[str]:
    words = vocabulary(data)
    return re.compile(
        rf"\b({pattern(words.named)})\s*(?:\(|,? ?\b(?:at|in|on) )?"
        rf"\b([{''.join(words.pieces)}{words.sea}]\d{{1,2}})\b\)?",
        re.IGNORECASE,
    )


@lru_cache(maxsize=2048)
def named_once(data: Data, text: str) -> str:
    """Return *text* with one name for a space that is named twice: "A7 Aldgate", "Aldgate (A7)"."""
    named = vocabulary(data).named

    def agree(space: str, name: str) -> bool:
        return named.get(name.casefold(), "").casefold() == space.casefold()

    text = _numbers_with_names(data).sub(lambda two: two[1] if agree(two[1], two[2]) else two[0], text)
    return _names_with_numbers(data).sub(lambda two: two[2] if agree(two[2], two[1]) else two[0], text)
