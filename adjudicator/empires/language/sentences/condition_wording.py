"""Put sentences with conditions into the words of IF, OTHERWISE and IN ANY CASE.

"Provided Krakow is ours -> missions" is "If Krakow is ours: missions". In prose a sentence with a condition
may follow another on its line, or begin at the end of a line: it gets a line of its own.
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from adjudicator.core.language import conditions as core
from adjudicator.core.language.words import Unreadable, clean
from adjudicator.core.languages import goes_on_after_stop
from adjudicator.empires.ground import POWERS, Power, zone_name
from adjudicator.empires.language.conditions import Condition, holder, read_all
from adjudicator.empires.language.sentences.lexicon import word_tables
from adjudicator.empires.language.sentences.plain_words import without_then

MOST_APART = 24  # sentences of a message that get a line of their own
LONGEST = 1000  # characters of a line that is cut
_AS_IF = re.compile(
    r"(?P<before>\W*)(?:(?:but\s+)?only\s+if|if\s+and\s+only\s+if|as\s+long\s+as|on\s+condition\s+that|"
    r"should(?!.*[.!?;]\s+\S)|"
    r"(?:provided|assuming|supposing|suppose|given)(?:\s+that)?|in\s+(?:case|the\s+event(?:\s+that)?))\s+(?=\w)",
    re.IGNORECASE,
)
_NUMBER = re.compile(  # of an action, or "The other:" and the like
    r"^\W*(?:(?:\d{1,2}|[a-z])[.):]+|(?:[^\W\d_]+\s+){0,3}(?:[^\W\d_]+|\d):(?=\s+if\b))\s+", re.IGNORECASE
)
_THEN_IF = re.compile(r"^\W*(?:(?:then|and|also|so|next)\b\W*)+(?=if\s)", re.IGNORECASE)
_BE = re.compile(r"\bbe\b", re.IGNORECASE)  # "should Warsaw be ours"
_SENTENCE = re.compile(
    r"(?<=[.;!])\s+(?=(?:(?:but\s+)?if|in\s+(?:any|either|every)\s+(?:case|event)|either\s+way|"
    r"(?:for|as|with)\s+(?:the|my)\s+(?:first|second|third|last)\s+action\s*[:,]\s*if|"
    r"whatever\s+happen(?:s|ed)|falls|sonst|sinon|in\s+the\s+event|failing\s+(?:that|this)|should\s+(?:that|this|it|he|she|they)|otherwise|else|if\s+not)\b)",
    re.IGNORECASE,
)
_VERB_BEFORE = re.compile(  # "Diplomacy: if Brussels is ours then Italy forward"
    r"^(?P<head>\W*)(?P<verb>diplomacy|dipl?o?|research|res|entrench(?:ment)?|entr?)\s*[:,–-]\s*"
    r"(?P<if>if\s[^:;.!?]{3,120}?(?:,?\s+then\b|\s*[:,]))\s*(?P<order>\S.*)",
    re.IGNORECASE,
)
_IF_THEN = re.compile(
    r"(?P<when>\W*when)(?:ever)?\s+(?P<conditions>[^,:;]{3,80}?)(?=\s*[,:]|\s+then\b)", re.IGNORECASE
)
_SAID_AGAIN = re.compile(  # "should our allies have Brussels back (so, if Brussels is ours):"
    r"(?P<before>^\W*)(?:if|should|in case|provided|when)\b[^():;.!?]{3,120}"
    r"\((?:so|i\.? ?e\.?|that is|meaning|in other words|in short)?[:,]? ?"
    r"(?P<if>if\s[^():]{3,80})\)\s*:?\s*(?P<rest>.*)",
    re.IGNORECASE,
)
_INSTEAD_THEN = re.compile(r"(?<=\bthen) instead(?=\s*[:,])|(?<=[,:]) instead(?=\s*:)", re.IGNORECASE)
_ON_WHICH = re.compile(
    r"(?P<lead>[^:;.!?]*\b(?:depends?|hangs? on|is up to|hinges?)\b[^:;.!?]*:)\s+(?=if\s)", re.IGNORECASE
)
_OTHERS_STAY = re.compile(
    r"(?:(?<=[.!;] )|^)(?:(?:sonst|ansonsten) bleib(?:t|en) (?:alles?|alle anderen)"
    r"(?: (?:stehen|so|wo (?:es|sie) (?:ist|sind|stehen?)|wie (?:es|sie) (?:ist|sind|stehen?)))?"
    r"|otherwise (?:everything|everybody|everyone|all) (?:stays|remains|holds)"
    r"(?: put| where it is| in place)?"
    r"|sinon tout (?:le monde )?reste(?: en place| sur place)?)(?=\s*(?:[.!]|$))",
    re.IGNORECASE,
)
_ELSE = re.compile(r"\W*(?:otherwise|else|sonst|sinon)\b", re.IGNORECASE)
_IS_MORE = re.compile(r"[,:]|\bthen\b|[-=]+>|\w\W*$(?<![.!;?])", re.IGNORECASE)  # than a condition
_TRAILING_IF = re.compile(r"[\s,]if\s+(?P<if>[^.;:!]{1,80})$", re.IGNORECASE)
_TO_THE_STOP = re.compile(r"[.;:!]")
_OPENER = re.compile(
    r"(?:if\s+(?:not|so)|otherwise|else|either\s+way|in\s+(?:any|either|every)\s+case)\W{0,3}", re.IGNORECASE
)
_SHORTEST_REST = 3  # letters of the line below an opener
_AFTER_A_TURN = re.compile(
    r"\s+(?:by\s+the\s+end\s+of|at\s+the\s+end\s+of|after|once|following)\s+(?:the\s+)?"
    r"(?P<who>[^\W\d_][\w-]{2,16})(?:['\u2019]s?)?\s+(?:turn|moves?|phase|(?:has|have|had)\s+(?:moved|played|finished|gone)|"
    r"(?:is|are)\s+(?:done|finished))(?:\s+is\s+over)?(?=\W|$)"
    r"|\s+(?:nach|am\s+Ende)\s+(?:de[ms]|vom)\s+Zuge?s?\s+(?:von|der|des)\s+(?P<wessen>[^\W\d_][\w-]{2,16})"
    r"(?=\W|$)|\s+après\s+le\s+tour\s+de\s+(?:l['\u2019])?(?P<de>[^\W\d_][\w-]{2,16})(?=\W|$)",
    re.IGNORECASE,
)
_ARROW = re.compile(r"(?P<if>\W*if\s+)(?P<conditions>[^,:]+?)\s*[-=]+>\s*(?=\w)", re.IGNORECASE)
_ELSE_ARROW = re.compile(r"(?P<else>\W*(?:otherwise|else|if\s+not))\W*[-=]+>\s*(?=\w)", re.IGNORECASE)
_IF_NOT = re.compile(r"(?<=\w)\s*[,;.]\s*if\s+not\b\s*[,:]?\s+(?=\w)", re.IGNORECASE)
_OF_IT = re.compile(  # "if it is ours", not "if it isn't: ..."
    r"(?P<if>\W*(?:but\s+)?if\s+)(?:it|that)(?:['\u2019]s(?=\s+\w)|"
    r"(?=\s+(?:is|was)(?:n['\u2019]t)?\s+(?!not\s*(?:[,:.]|$)|so\b|the\s+case)\w))",
    re.IGNORECASE,
)
_UNLESS = re.compile(  # of one condition: of two it would not be clear what is denied
    r"\bunless\s+(?=[^,:;.]{3,80}(?:[,:;.]|$))(?![^,:;.]{0,80}\b(?:and|or)\b)", re.IGNORECASE
)
_IN_WHICH_CASE = re.compile(r",\s+in\s+which\s+case\b,?\s*", re.IGNORECASE)  # after UNLESS
_IF_BEHIND = re.compile(  # "missions provided that Warsaw is ours", not "as long as possible"
    r"(?<=\w),?\s+(?:but\s+)?(?:only\s+)?(?:provided(?:\s+that)?|(?:as|so)\s+long\s+as(?!\s+possible)"
    r"|on\s+condition\s+that|assuming(?:\s+that)?)\s+(?=\w)",
    re.IGNORECASE,
)
_IF = re.compile(r"\bif\s", re.IGNORECASE)
_OR_ELSE = re.compile(r",?\s+or\s+(?=(?:else|otherwise)\b)", re.IGNORECASE)
_WITHOUT_STOP = re.compile(  # "if Warsaw is ours I take missions"
    r"(?P<if>\W*if\s+)(?P<conditions>[^,:]+?)\s+(?=(?:i|we|i['\u2019]ll|we['\u2019]ll)\s+\w)", re.IGNORECASE
)


class Line(NamedTuple):
    """A line of a message, or a sentence of one; *number* is that of the line."""

    number: int
    text: str


def sentences_apart(lines: Sequence[str]) -> list[Line]:
    """Return *lines*; a sentence with a condition after another gets a line of its own."""
    found: list[Line] = []
    left = MOST_APART
    for number, line in enumerate(map(_with_others_staying, lines), 1):
        above = found[-1] if found else Line(0, "")
        pieces = _pieces(line, above.text) if left and len(line) <= LONGEST else [line]
        left -= min(left, len(pieces) - 1)
        first = clean(pieces[0])
        if left and above.number == number - 1 and len(first) >= _SHORTEST_REST:
            joined = f"{clean(above.text)} {first}"
            if _opens(above.text):
                found[-1] = Line(above.number, "")
                pieces[0] = f"{clean(above.text).rstrip(' ,')}, {first}"
                left -= 1
            elif _ends_in_half_a_condition(above.text, first):
                found[-1], pieces[0] = Line(above.number, joined), ""
                left -= 1
        found += [Line(number, piece) for piece in pieces]
    return found


def _with_others_staying(line: str) -> str:
    """Return "everything else stays" for "otherwise everything stays", which is no condition."""
    return _OTHERS_STAY.sub(r"everything else stays", line) if len(line) <= LONGEST else line


def _pieces(line: str, above: str) -> list[str]:
    """Return the sentences with conditions of *line*, and what is before each; *above*: the line before."""
    is_open = core.begins(_as_if(above)) and not above.rstrip().endswith((".", ";", ":", "!"))
    is_open = is_open or (len(above) <= LONGEST and _TRAILING_IF.search(above) is not None)
    pieces = [line]
    if on_which := _ON_WHICH.match(line):  # "The last action depends on you: if ..."
        pieces = [f"# {on_which['lead']}", line[on_which.end() :]]
    for one in _SENTENCE.split(line)[1:]:
        whole = pieces[-1]
        at = whole.rfind(one)
        before, sentence = whole[:at].rstrip(), whole[at:]
        if _is_apart(before, sentence, is_chained=is_open or core.begins(_as_if(_NUMBER.sub("", before)))):
            pieces[-1:] = [before, sentence]
    return pieces


def _is_apart(before: str, sentence: str, *, is_chained: bool) -> bool:
    """Return whether a sentence stands for itself; *is_chained*: the one before it has a condition."""
    if is_chained:
        return not (_ELSE.match(sentence) and core.begins(_as_if(before)))
    return _IS_MORE.search(sentence) is not None and not goes_on_after_stop(sentence)


def _ends_in_half_a_condition(above: str, first: str) -> bool:
    """Return whether a mail program broke the line inside a condition after an order."""
    if len(above) > LONGEST or not (found := _TRAILING_IF.search(above)):
        return False
    return _are_conditions(f"{found['if']} {_TO_THE_STOP.split(first)[0]}") and not _are_conditions(
        found["if"]
    )


def _opens(text: str) -> bool:
    """Return whether a line is only "If not," or the like, which belongs to the line below."""
    return _OPENER.fullmatch(clean(text)) is not None and not text.rstrip().endswith((":", "."))


def _in_english(text: str) -> str:
    """Return a sentence that begins with IF or OTHERWISE in another language with these words in English."""
    begins, words = _foreign_words()
    if not begins.match(text) or len(text) > LONGEST:
        return text
    for pattern, english in words:
        text = pattern.sub(english, text)
    return text


@cache
def _foreign_words() -> tuple[re.Pattern[str], Sequence[tuple[re.Pattern[str], str]]]:
    table = word_tables()["conditions"]
    words = [(re.compile(pattern, re.IGNORECASE), english) for pattern, english in table["words"]]
    return re.compile(rf"\W*(?:{'|'.join(table['begin'])})\b", re.IGNORECASE), words


def _as_if(text: str) -> str:
    text = _THEN_IF.sub("", text, count=1)
    if (when := _IF_THEN.match(text)) and _are_conditions(_AFTER_A_TURN.sub("", when["conditions"])):
        return f"If {text[when.end('when') :].lstrip()}"
    found = _AS_IF.match(text)
    return f"{found['before']}If {_BE.sub('is', text[found.end() :], count=1)}" if found else text


def _said_once(text: str) -> str:
    """Return a sentence with the condition in its bracket alone, if that says it again in other words."""
    found = _SAID_AGAIN.match(text)
    if not found or not _are_conditions(found["if"][2:].strip()):
        return text
    return f"{found['before']}{found['if']}: {found['rest']}".strip()


def _with_the_verb_behind(text: str) -> str:
    """Return "if Brussels is ours then diplomacy Italy forward" for "Diplomacy: if Brussels ..."."""
    text = _INSTEAD_THEN.sub("", text)
    found = _VERB_BEFORE.match(text)
    return f"{found['head']}{found['if']} {found['verb']} {found['order']}" if found else text


def begins_as_if(text: str) -> bool:
    """Return whether *text* begins with other words for IF, such as "provided that"."""
    return (
        _AS_IF.match(text) is not None
        or _THEN_IF.match(text) is not None
        or _IF_THEN.match(text) is not None
        or _VERB_BEFORE.match(text) is not None
        or _foreign_words()[0].match(text) is not None
    )


@lru_cache(maxsize=2048)  # a line is tried as a heading, alone, and joined to those below
def in_common_words(text: str, power: Power, above: tuple[Condition, ...]) -> str:
    """Return a line with a condition in the words of IF; *above* are the conditions last read."""
    text = _with_the_verb_behind(without_then(_as_if(_in_english(_said_once(text)))))
    if _UNLESS.search(text):
        text = _IN_WHICH_CASE.sub(", otherwise ", _UNLESS.sub("if it is not true that ", text), count=1)
    text = text if core.begins(text) else _IF_BEHIND.sub(" if ", text, count=1)
    text = _OR_ELSE.sub(", ", text, count=1) if _IF.search(text) else text
    text = _AFTER_A_TURN.sub(lambda found: _without_turn(found, power), text)
    if zone := next((one.zone for one in above if one.zone), ""):
        text = _OF_IT.sub(lambda found: f"{found['if']}{zone_name(zone)}{_verb(found)}", text, count=1)
    text = _IF_NOT.sub(", otherwise ", text, count=1) if core.begins(text) else text
    text = _ELSE_ARROW.sub(r"\g<else>: ", text, count=1) if _ELSE_ARROW.match(text) else text
    for stop in (_ARROW.match(text), _WITHOUT_STOP.match(text)):
        if stop and _are_conditions(stop["conditions"]):
            return f"{stop['if']}{stop['conditions']}: {text[stop.end() :]}"
    return text


def _verb(found: re.Match[str]) -> str:
    return " is" if found[0].endswith("s") else ""


def _without_turn(found: re.Match[str], power: Power) -> str:
    """Return nothing for the turn right before that of *power*: conditions are decided when it is over."""
    who = found["who"] or found["wessen"] or found["de"]
    return "" if holder(who) == POWERS[POWERS.index(power) - 1] else found[0]


def _are_conditions(words: str) -> bool:
    try:
        return bool(read_all(core.listed(words)))
    except Unreadable:
        return False
