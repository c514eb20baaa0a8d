"""Find where a text may be cut: at punctuation, words that join orders, brackets, and ends of sentences."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, pairwise

from adjudicator.core.language.corrections.changed_minds import asks_leave
from adjudicator.core.language.corrections.second_thoughts import begins_retraction
from adjudicator.core.language.corrections.withdrawing import withdrawals
from adjudicator.core.languages import begins_with_doubt, forgets, giving_reasons, goes_on_after_stop, joining

WORDS = re.compile(r"[^\W\d_]+")
_LEAD = re.compile(
    r"^(?:[*+~]+|-(?= )|\(?(?:\d{1,2}/|\d{1,2}(?:\.\d{1,2})+[.):]?|(?:\d{1,2}|[a-z])[.):]\)?)(?= )"
    r"(?<!(?-i:[NSW]\.)))\s*",  # "S. Ithilien" is a place
    re.IGNORECASE,
)
TELLS_PLAN = (  # how a label begins that only announces what follows: "I'm going for Rumania:"
    r"(?i:(?:(?:so|ok|okay|well|and|now|this time),? )*(?:i|we)"
    r"(?:['’](?:m|re|ll|ve)| am| are| will| want| go| plan| try)\b)"
)
_OF_A_GROUP = r"(?i:(?:(?:and|so|now) )*(?:every\w+|all|both|the (?:rest|others?)|(?:in|on|at) the)\b)"
HEADS_GROUP = re.compile(  # "The others:", "the rest goes out:", "all my riders go home:"
    r"(?:(?:and|so|now|then|as for),? )*"
    r"(?:(?:(?:all|the|my|of) )*(?:others?|rest|remaining(?: \w+)?"
    r"|other (?:two|three|four|five|ones|units|armies|fleets|pieces))"
    r"|(?:all|both)(?: (?:the|my|of|them|units|armies|fleets|pieces|riders|horses|cavalry|ships))*"
    r"|every(?:thing|body|one))"
    r"(?: (?:on|by|at) (?:land|sea|home))?"
    r"(?: (?:(?:all|now|just|then|will|shall) )*"
    r"(?:goes|go|moves?|heads?|march(?:es)?|attacks?|advances?|sails?|rides?|pulls?|pushes|push"
    r"|is going|are going)"
    r"(?: (?:north|south|east|west|home|forwards?|out|back|on|ahead|together|up|down|away|in|now|too))*)?:",
    re.IGNORECASE,
)
_LABEL = re.compile(
    rf"(?:[^:]{{1,40}}|(?:[^:,]{{1,50}}, )?{TELLS_PLAN}[^:]{{1,70}}|{_OF_A_GROUP}[^:]{{1,70}}):(?=[\s\w])"
)  # not a smiley
SENTENCES = re.compile(r"[.?!]\s")  # found in a line of several sentences
FULL_STOP = re.compile(r"(?<!\d)\.|[?!]")  # not the one in "2."
_COMMENT = re.compile(r"(?:^(?:#|--(?!>)|//|>)|\s(?:#|//)|\s<-+\s).*$")
_ASIDE = re.compile(r"\s\([^()]{3,300}(?:\)(?=\s*(?:[.,;!?]|$))|$)")  # not in the middle of an order
_ABBREVIATED = re.compile(
    r"(?<!\w)(?:i\.e|e\.g|z\.b|d\.h|c\.-à-d|bal|rem|sup|supp|supt|spt|conv|incl|resp|approx|bzw"
    r"|destr|dstr|fell|fship|gand|arag|fara|rgr|cav|flt|(?<!\.)(?-i:[NSEW]))\.$",
    re.IGNORECASE,
)  # no sentence ends there: "N. Ithilien"
_STOP_IN_NAME = re.compile(r"(?<![\w'])([^\W\d_]{2,})\. ([^\W\d_]{3,})(?!\w)")
_STOP_BEHIND = re.compile(r"[.?!]\s+(?=\S)")
_CHAT = re.compile(  # words after a dash that begin a remark and not a place
    r"\s-+\s(?=(?:that|this|which|because|since|so|as|he|she|it|they|we|you|i|my guess|just|hope|sorry"
    r"|(?:some|any|every|no)(?:body|one|thing)|people|these|those|who|what|why|how|let us|let['’]s|after all"
    r"|(?:it|he|she|that|there)['’]s|(?:i|we|you|they)['’](?:m|ll|ve|re|d)|(?:about )?time to|never mind)\b"
    r"|(?:with )?(?:the|my) (?:army|fleet|cavalry|one) (?:in|at|from|of) "
    r"(?=[^-]{2,40} (?:supports?|supporting|helps?|holds?|stays?|follows?)\b)"
    r"|the \w+ (?:is|are|was|were|has|have|will|can|may|might|must|should|needs?|wants?|knows?"
    r"|said|says?|agreed?|told|asked)\b)"
    r"|(?:(?<=\sh)|(?<=\bhold)|(?<=\bholds)|(?<=\bstays))\s-+\s(?=\w+ \w+ \w)",
    re.IGNORECASE,
)

_TAKES_BACK = re.compile(  # words that take back the order right before them: "cel-wold no sorry thats rohan"
    r"\s+(?=(?:no,?\s+(?:wait|sorry|hang on|scrap)|sorry,?\s+no|oops|ha,?\s+no)\b)", re.IGNORECASE
)
_PURPOSE = re.compile(  # "to cover East Emnet's back"
    r"\s(?=to (?:cover|guard|protect|keep|block|stop|prevent|secure|watch|shield|screen|distract|deny"
    r"|threaten|annoy|bounce|cut|free|relieve|find|hunt|search|scout|spy on|look (?:for|after)"
    r"|meet|greet|visit|welcome|see (?:for|what|whether|if|how|who|to)"
    r"|be (?:home|safe|ready|able|sure|close|nearer|closer|on the safe|there in|in time)"
    r"|(?:take|have) a (?:good |close |closer )?look) \S)",
    re.IGNORECASE,
)
_ORDER_BEFORE = re.compile(  # what ends an order whose purpose follows
    r"(?:\b(?:h|holds?)|(?:-+>?|\b(?:to|s|supports?|moves?|goes)\b)\s?[^\s,;:>-][^,;:>-]*)$", re.IGNORECASE
)
LONGEST_BEFORE = 60  # characters of an order that are looked at
_COUNTS = re.compile(  # announces the list after it: "Two armies please! One in Lorien and ..."
    r"(?:(?:i (?:would like|want)|i'd like|to (?:build|raise|have)|build|raise|new) )*"
    r"(?:(?:both|two|three|four|[2-4]|an?|one|another) )?(?:more |new )?"
    r"(?:arm(?:y|ies)|fleets?|cavalry)(?: for me)?(?:,? (?:please|pls))?",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"a ([^\W\d_][\w'.]*(?: [^\W\d_][\w'.]*){0,2})")  # or an army, in small letters
_HOLDS = ("hold", "holds")
_VERBS = frozenset(
    (*_HOLDS, "-", "->", ">", "=>", "to", "move", "moves", "goes", "nach", "vers", "support", "supports")
)
_WRITTEN = re.compile(r"\S+")
_NAME_WORD = re.compile(r"[^\W\d_][\w'.]*")
_ENDS_SHORT = re.compile(  # words of two letters that are no abbreviations
    r"(?<!\w)(?:(?<=[^\W\d_]{3} )[Hh]"  # "A SIt H."
    r"|it|me|us|up|he|we|be|do|go|in|is|am|as|at|by|oh|ok|on|to|da|ab|zu|an|du|er|es|ja|um|ça|va|là)$"
)
_TO_A_STOP = re.compile(r"\s*[,;:.!?]")
_SHORT_MOVE = re.compile(
    r"(?<!\S)(?P<unit>[^\W\d_]{2,}(?:/[nsew]c)?)[-=]+>?(?P<goal>[^\W\d_]{2,})(?:/[nsew]c)?(?![^\s,;.])"
)
MOST_VERBS = 20  # verbs of a line that are examined
MOST_WORDS_OF_TWO_NAMES = 6


def unstopped(text: str, is_name: Callable[[str], bool]) -> Iterator[int]:
    """Yield where an order begins right after another: "Edi to Norwegian Sea Lon to North Sea"."""
    verbs = list(islice(_verbs(text), MOST_VERBS))
    for before, verb in pairwise(verbs):
        words = [*_NAME_WORD.finditer(text, before, verb)][-MOST_WORDS_OF_TWO_NAMES:]
        for at in range(1, len(words)):
            begin, end = words[at].start(), words[at - 1].end()
            firsts = (text[one.start() : end] for one in words[:at])
            if text[end:begin].isspace() and is_name(text[begin:verb].strip()) and any(map(is_name, firsts)):
                yield begin


def moves_in_a_row(text: str, is_name: Callable[[str], bool]) -> list[int]:
    """Return where moves begin right after another: "lon-nth edi-nwg lvp-yor"."""
    if text.count("-") < len(("lon-nth", "edi-nwg")):
        return []
    found = [one for one in _SHORT_MOVE.finditer(text) if is_name(one["unit"]) and is_name(one["goal"])]
    return [after.start() for one, after in pairwise(found) if text[one.end() : after.start()].isspace()]


def _verbs(text: str) -> Iterator[int]:
    """Yield where each verb between other words begins, with the blank before it; "hold" may be the last."""
    last = 0
    for word in _WRITTEN.finditer(text):
        first, end = word.start() - 1, word.end()
        is_last = end == len(text)
        if first >= last and (said := word[0].casefold()) in _VERBS and (not is_last or said in _HOLDS):
            yield first
            last = end + 1


def beginnings(text: str, begins: re.Pattern[str], is_name: Callable[[str], bool]) -> Iterator[int]:
    """Yield where an order may begin by its words alone; in "have a look", "a" is not an army."""
    for found in begins.finditer(text):
        article = _ARTICLE.match(text, found.start())
        words = WORDS.findall(article[1]) if article else []
        if article is None or any(is_name(" ".join(words[:many])) for many in range(1, len(words) + 1)):
            yield found.start()


def spans(
    text: str, begins: Iterable[int] = (), is_place: Callable[[str], bool] | None = None
) -> Iterator[tuple[int, int]]:
    """Yield the span of each piece of a line, cut at all punctuation and at *begins*, where orders begin.

    A name is not cut at a full stop: "Sund. Sea" is one if *is_place* says so.
    """
    cuts = [(found.start(), found.end()) for found in joining().finditer(text)]
    if is_place is not None and _STOP_IN_NAME.search(text):
        cuts = [cut for cut in cuts if not _is_in_name(text, cut[0], is_place)]
    cuts += [(at, at) for at in begins if at]
    cuts += [found.span() for found in (*_CHAT.finditer(text), *_TAKES_BACK.finditer(text))]
    cuts += [(found.start(), found.start()) for found in giving_reasons().finditer(text) if found.start()]
    cuts += [(at, at) for at in _purposes(text)] if " to " in text else []
    asides = [found.span() for found in _ASIDE.finditer(text)]
    cuts = [cut for cut in cuts if not _ABBREVIATED.search(text, max(0, cut[0] - 9), cut[0] + 1)]
    cuts = [cut for cut in cuts if not any(first < cut[0] < last for first, last in asides)]
    cuts += [(first, first + 2) for first, _ in asides]
    behind = ((last, _STOP_BEHIND.match(text, last)) for _, last in asides if text[last - 1] == ")")
    cuts += [(last - 1, stop.end() if stop else last) for last, stop in behind]
    cuts += [(at, at) for at in _labels(text)]
    start = 0
    for stop, after in sorted(cuts):
        if stop > start and WORDS.search(text[start:stop]):
            yield start, stop
            start = after
    if text[start:].strip(" .,;!?)") or not start:
        yield start, len(text)


def _is_in_name(text: str, stop: int, is_place: Callable[[str], bool]) -> bool:
    """Return whether the full stop at *stop* is in a name, whose second word alone is not one."""
    for found in _STOP_IN_NAME.finditer(text):
        if found.start() < stop < found.end():
            return is_place(f"{found[1]} {found[2]}") and not is_place(found[2])
    return False


def _labels(text: str) -> Iterator[int]:
    """Yield where a label ends: at the beginning of the line, or after "The others:" in a later sentence."""
    if label := _LABEL.match(text):
        yield label.end()
    if ":" in text:
        later = (_LABEL.match(text, stop.end()) for stop in _STOP_BEHIND.finditer(text))
        yield from (label.end() for label in later if label and _begins_anew(label[0]))


def _begins_anew(label: str) -> bool:
    return begins_retraction(label) or HEADS_GROUP.fullmatch(label) is not None


def _purposes(text: str) -> Iterator[int]:
    """Yield where the purpose of an order begins: "A Ise - WEm to cover East Emnet's back"."""
    for found in _PURPOSE.finditer(text):
        first = max(0, found.start() - LONGEST_BEFORE)
        if _ORDER_BEFORE.search(text, first, found.start()):
            yield found.end()


def starts_of_sentences(text: str, spans: Sequence[tuple[int, int]], longest_short: int) -> list[int]:
    """Return for each span the first of its sentence: an order ends at a full stop, except after "St."."""
    starts = [0] * len(spans)
    for number in range(1, len(spans)):
        before, after = spans[number - 1][1], spans[number][0]
        last = WORDS.findall(text[:before][-longest_short - 1 :])
        stop = FULL_STOP.search(text[before:after])
        is_short = stop is not None and stop[0] == "." and bool(last) and len(last[-1]) <= longest_short
        is_short = is_short and _ENDS_SHORT.search(text, max(0, before - 4), before) is None
        is_count = stop is not None and _COUNTS.fullmatch(text, spans[number - 1][0], before) is not None
        is_end = stop is not None and not (is_short or is_count) and not goes_on_after_stop(text[after:])
        starts[number] = number if is_end else starts[number - 1]
    return starts


def doubtful(text: str, spans: Sequence[tuple[int, int]], starts: Sequence[int]) -> set[int]:
    """Return the first spans of sentences that begin with a doubt: none of their parts is an order.

    "Forget the order for A Mar" is not a doubt about what follows.
    """
    begun = (number for number in set(starts) if begins_with_doubt(text[spans[number][0] :]))
    return {number for number in begun if not _takes_back_first(text[spans[number][0] :])}


def _takes_back_first(text: str) -> bool:
    """Return whether it begins as what takes back another order than the one that follows."""
    return bool(withdrawals(_TO_A_STOP.split(text, 1)[0])) or forgets(text)


def questions(text: str, spans: Sequence[tuple[int, int]], starts: Sequence[int]) -> set[int]:
    """Return the first spans of questions: none of their parts is an order."""
    found: set[int] = set()
    for number, (_, last) in enumerate(spans):
        after = spans[number + 1][0] if number + 1 < len(spans) else len(text)
        is_last = number + 1 == len(spans) or starts[number + 1] == number + 1
        is_asked = is_last and "?" in text[max(last - 2, 0) : after]
        if is_asked and not _asks_by_the_way(text, spans[starts[number] : number + 1]):
            found.add(starts[number])
    return found


def _asks_by_the_way(text: str, sentence: Sequence[tuple[int, int]]) -> bool:
    """Return whether a question in brackets is by the way: "because ... (right?)", "(is that allowed?)"."""
    first, last = sentence[-1]
    is_aside = text[last : last + 1] == ")" and text[:first].endswith("(")
    if is_aside and asks_leave(text[first:last]):
        return True
    return is_aside and any(giving_reasons().match(text[begin:end].strip()) for begin, end in sentence)


def without_comment(text: str) -> str:
    if "#" in text or "/" in text or "<" in text or text.startswith((">", "--")):
        return _COMMENT.sub("", text)
    return text


def bare(text: str) -> str:
    """Return *text* without bullet, comment and final punctuation."""
    return _LEAD.sub("", without_comment(text)).strip(" ,;").rstrip(" .!")


def number_of_words(text: str) -> int:
    return max(1, len(WORDS.findall(text)))


def behind_heading(line: str) -> tuple[str, str]:
    """Return the heading of a line, with its colon, and the rest of the line, with any comment."""
    rest = line[line.index(":") + 1 :].lstrip()
    return line[: len(line) - len(rest)], rest
