"""Tell a command from the same words in wrapped prose, a signature or a form.

A command is a line of its own. Mail programs break prose wherever the line is full, so "ready." or "vote
draw" may be alone without being meant; "Name:" and "Address:" begin lines of signatures and spam. Words in
capitals are nearly always meant. A line that is not executed is left for the game, so the sender learns that
it was not understood, and how to write the command.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from pbem.core.lazy_patterns import LazyPatterns

SHORTEST_WRAPPED = 50  # length of a line that a program may have broken, including the next word
LONGEST_WRAPPED = 100  # no mail program that breaks lines leaves longer ones
SHORTEST_BEFORE_CAPITALS = 66
MOST_WORDS_BEFORE_CAPITALS = 8
LONGEST_SIGNATURE = 8  # lines
LONGEST_FORM = 6  # lines looked at above and below
LONGEST_LOOKED_AT = 200  # characters of a neighbour
PREFERENCES = ("NAME", "ADDRESS", "ZONE", "STOP", "SET")

_WORD = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")
_ENDED = re.compile(r"[.!?:;。]\W*$")
_ORDER = LazyPatterns(
    r"\W*(?:(?:[acfepr]|army|fleet|cav(?:alry)?|unit|militia|knight|build|remove|disband|waive|recruit"
    r"|activate|research|entrench|diplomacy)\b"
    r"|(?:if|when|unless|otherwise|else)\b[^:]*:\s*\S"
    r"|\S+ (?:holds?|supports?|moves?|convoys?|attacks?|retreats?|builds?|disbands?|to|[hscd])\b"
    r"|.{0,60}(?: - |->|\u2192))"
)
_GOES_ON = LazyPatterns(
    r"\W*(?:if|when|whenever|before|after|unless|until|till|and|or|but|for|to|with|because|as|in|on|at|so|that"
    r"|than|by|of|while|since|wenn|falls|bevor|bis|und|oder|aber|für|weil|si|quand|avant|et|ou|mais|pour"
    r"|cuando|antes|pero|para|se|quando|prima|ma|per|als|voor|en|of|maar)\b"
)
_VALEDICTION = LazyPatterns(
    r"\W*(?:--|(?:(?:with )?(?:best|kind|kindest|warm|warmest|many) )?regards|best(?: wishes)?"
    r"|all the best|cheers"
    r"|yours(?: (?:sincerely|truly|faithfully|ever))?|sincerely(?: yours)?|respectfully"
    r"|(?:many )?thanks(?: again| in advance)?,|thank you,|take care"
    r"|(?:mit )?(?:freundlichen?|besten?|viele[nr]?|liebe[nr]?|herzlichen?|schönen?)"
    r" gr(?:ü|ue)(?:ß|ss)en?"
    r"|gru(?:ß|ss)|mfg|vg|lg"
    r"|(?:bien )?cordialement|amicalement|(?:meilleures )?salutations|bien à (?:vous|toi)"
    r"|(?:un )?(?:cordial(?:es)? )?saludos?(?: cordiales)?|atentamente|cumprimentos|abraços?|atenciosamente"
    r"|(?:cordiali|distinti) saluti|saluti|met vriendelijke groet(?:en)?|groet(?:en|jes)?|mvg"
    r"|(?:med )?vänliga hälsningar|mvh|(?:med )?venn?lig hilsen|ystävällisin terveisin"
    r"|(?:z )?poważaniem|pozdrawiam|s pozdravem|üdvözlettel"
    r"|с уважением)\W*"
)
_LABELLED = re.compile(r"\W*([^\W\d_][^\n:]{0,30}?)\s*:")
_OF_CONTACT = LazyPatterns(
    r"\W*(?:(?:(?:full|first|last|family|company|user|your) )?name"
    r"|(?:(?:e-?mail|mail|postal|home|street|web|your) )?address"
    r"|tel(?:ephone)?|phone|mobile?|cell|fax|handy|telefon|tél(?:éphone)?|e-?mail|mail|web(?:site)?"
    r"|skype|company|firma|title|position|department|office|country|city|town|state|street|zip"
    r"|age|sex|gender|occupation|date of birth"
    r"|amount|bank|account(?: (?:no|number))?|next of kin|nationality|id|vat)\W{0,3}:"
    r"|\W*(?:\+\d[\d ()./-]{6,}|https?://|www\.)"
)
_ASKED_FOR = re.compile(r"\W*(?:set|my|new)\b", re.IGNORECASE)
_A_LINK = re.compile(r"https?:|www\.|mailto:|<|@.*\bunsubscribe", re.IGNORECASE)
_AN_EXTENSION = re.compile(r"\W*ext[a-z]*[\s:.]+[\d -]{2,9}\W*", re.IGNORECASE)


def is_in_passing(written: Sequence[str], at: int, word: str) -> bool:
    """Return whether line *at*, which reads like the command *word*, is part of something else."""
    line = written[at]
    if word in PREFERENCES and (_is_label(line) or _is_of_form(written, at)):
        return True
    if word == "STOP" and _A_LINK.search(line):
        return True
    if word == "EXTEND" and _AN_EXTENSION.fullmatch(line):
        return True  # part of a telephone number
    if _is_continued(written, at):
        return True
    return not _is_in_capitals(line) and _is_below_valediction(written, at)


def _neighbour(written: Sequence[str], at: int) -> str:
    return written[at].strip()[-LONGEST_LOOKED_AT:] if 0 <= at < len(written) else ""


def _is_in_capitals(line: str) -> bool:
    first = _WORD.search(line)
    return first is not None and len(first.group()) > 1 and first.group().isupper()


def _is_continued(written: Sequence[str], at: int) -> bool:
    """Return whether it is the middle of a sentence that begins above or goes on below."""
    line, above, below = written[at].strip(), _neighbour(written, at - 1), _neighbour(written, at + 1)
    first = line.split(" ", 1)[0]
    length = len(above) + 1 + len(first)
    begins_above = _is_prose(above) and not _ENDED.search(above) and not _would_fit(written, at, length)
    if _is_in_capitals(line):
        words = len(above.split())
        return begins_above and length > SHORTEST_BEFORE_CAPITALS and words >= MOST_WORDS_BEFORE_CAPITALS
    goes_on = not _ENDED.search(line) and below[:1].islower() and _GOES_ON.match(below) is not None
    return (begins_above and length > SHORTEST_WRAPPED) or (goes_on and _is_prose(below))


def _would_fit(written: Sequence[str], at: int, length: int) -> bool:
    """Return whether a program would have left line *at* with the one above: another line is no shorter."""
    if len(written[at - 1].strip()) > LONGEST_WRAPPED:
        return True
    return any(LONGEST_WRAPPED >= len(line.rstrip()) >= length for line in written)


def _is_prose(line: str) -> bool:
    words = _WORD.findall(line)
    if len(words) < 3 or _ORDER.match(line):
        return False
    return line.isupper() or 2 * sum(word.islower() for word in words) > len(words)


def _is_label(line: str) -> bool:
    """Return whether it is "Name: ...", a form's label; "NAME: ..." and "my name: ..." are commands."""
    return _LABELLED.match(line) is not None and not _is_in_capitals(line) and not _ASKED_FOR.match(line)


def _is_of_form(written: Sequence[str], at: int) -> bool:
    """Return whether a line with a colon is one of a business card: telephone, e-mail, company, a link."""
    if not _LABELLED.match(written[at]):
        return False
    return any(_OF_CONTACT.match(line[:LONGEST_LOOKED_AT]) for line in _block_around(written, at))


def _block_around(written: Sequence[str], at: int) -> list[str]:
    """Return the lines next to line *at*, up to an empty one on either side."""
    above = reversed(written[max(0, at - LONGEST_FORM) : at])
    below = written[at + 1 : at + 1 + LONGEST_FORM]
    return [*_till_empty(above), *_till_empty(below)]


def _till_empty(lines: Iterable[str]) -> Iterator[str]:
    return takewhile(str.strip, lines)


def _is_below_valediction(written: Sequence[str], at: int) -> bool:
    near = written[max(0, at - LONGEST_SIGNATURE) : at]
    return any(_VALEDICTION.fullmatch(line[:60].strip()) for line in near)
