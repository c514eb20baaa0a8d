"""Parse a reply to a confirmation request: yes, yes and add the address, no, or none of these.

Only a word on a line of its own counts, in the sender's own text. An automatic reply, a remark or an empty
reply is not an answer: it may come from a program, or from somebody who has not read the question. "No" is
recognised generously, because it only discards what was held.
"""

import re
from enum import Enum

YES = {  # as in `pbem.messages.quote_phrases`: by language
    "English": ("yes", "confirm", "confirmed"),
    "German": ("ja", "jawohl", "bestätigt", "bestätige"),
    "French": ("oui", "confirme", "confirmé"),
    "Spanish and Portuguese": ("sí", "si", "sim", "confirmo"),
    "Italian": ("sì", "confermo"),
    "Swedish, Danish, Norwegian": ("bekräftar", "bekræfter", "bekrefter"),
    "Finnish and Hungarian": ("kyllä", "vahvistan", "igen"),
    "Polish and Czech": ("tak", "potwierdzam", "ano", "potvrzuji"),
    "Turkish and Greek": ("evet", "ναι"),
    "Russian": ("да", "подтверждаю"),
    "Chinese and Japanese": ("是", "确认", "はい"),
}
NO = {
    "English": ("no", "nope", "reject", "rejected", "cancel"),
    "German": ("nein", "ablehnen"),
    "French": ("non", "refuse"),
    "Spanish and Portuguese": ("não", "nao", "rechazo"),
    "Italian": ("rifiuto",),
    "Dutch": ("nee", "weiger"),
    "Swedish, Danish, Norwegian": ("nej", "nei"),
    "Finnish and Hungarian": ("ei", "nem"),
    "Polish and Czech": ("nie", "odrzucam", "ne"),
    "Turkish and Greek": ("hayır", "όχι"),
    "Russian": ("нет", "отклоняю"),
    "Chinese and Japanese": ("否", "不是", "いいえ"),
}
YES_WORDS = frozenset(word for words in YES.values() for word in words)
NO_WORDS = frozenset(word for words in NO.values() for word in words)
ADD_WORDS = frozenset({"add"})
REMARKS = frozenset(  # what may follow YES on its line: "yes, it is mine", "ja, danke"
    word
    for words in (
        ("please", "bitte", "thanks", "thank", "you", "danke", "merci", "gracias", "grazie"),
        ("it", "is", "mine", "that", "was", "me", "i", "sent", "did", "this", "my", "own", "of", "course"),
        ("address", "message", "orders", "correct", "do", "go", "ahead"),
    )
    for word in words
)
MOST_LINES = 40  # nobody answers a question below these
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
