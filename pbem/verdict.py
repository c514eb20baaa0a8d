"""What a reply to a question of ours says: yes, yes and add the address, no, or nothing of the kind.

Only a word on a line of its own counts, in the sender's own text. An automatic reply, a remark or an empty
reply is no answer: it may come from a machine, or from somebody who has not read the question. "No" is read
generously, because it only voids what was held.
"""

import re
from enum import Enum

YES_WORDS = frozenset(
    ["yes", "confirm", "confirmed", "ja", "jawohl", "bestätigt", "bestätige", "oui", "confirme", "confirmé", "sí", "si", "confirmo", "sì", "confermo", "sim", "bekräftar", "bekræfter", "bekrefter", "kyllä", "vahvistan", "tak", "potwierdzam", "ano", "potvrzuji", "igen", "evet", "да", "подтверждаю", "ναι", "是", "确认", "はい"]
)
NO_WORDS = frozenset(
    ["no", "reject", "rejected", "nein", "ablehnen", "non", "refuse", "não", "nao", "rechazo", "rifiuto", "nee", "weiger", "nej", "nei", "ei", "nie", "odrzucam", "ne", "nem", "hayır", "нет", "отклоняю", "όχι", "否", "不是", "いいえ"]
)
ADD_WORDS = frozenset({"add"})
REMARKS = frozenset(  # what may stand beside the word on its line
    """
    please bitte thanks thank you danke merci gracias grazie it is mine that was me i sent did this my own
    address message orders correct of course
    """.split()
)
MOST_LINES = 40  # below them nobody answers a question
LONGEST_LINE = 200

_WORD = re.compile(r"[^\W\d_]+")


class Verdict(Enum):
    """The answer to a question whether a message or an address is genuine."""

    YES = "yes"
    YES_AND_ADD = "yes, and register the address"
    NO = "no"
    UNCLEAR = "unclear"


def verdict(text: str) -> Verdict:
    """Return what the sender's own *text* (without quotes and signature) answers; "no" anywhere prevails."""
    found = [_of_line(line) for line in text.splitlines()[:MOST_LINES]]
    for one in (Verdict.NO, Verdict.YES_AND_ADD, Verdict.YES):
        if one in found:
            return one
    return Verdict.UNCLEAR


def _of_line(line: str) -> Verdict:
    words = _WORD.findall(line[:LONGEST_LINE].lower())
    if not words:
        return Verdict.UNCLEAR
    if words[0] in NO_WORDS:
        return Verdict.NO
    rest = set(words[1:])
    if words[0] not in YES_WORDS or not rest <= YES_WORDS | ADD_WORDS | REMARKS:
        return Verdict.UNCLEAR
    return Verdict.YES_AND_ADD if rest & ADD_WORDS else Verdict.YES
