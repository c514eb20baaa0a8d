"""Find sentences that say that all units stay if something is the case: the orders above depend on it."""

import re

LONGEST = 240  # characters of a line
_IF = r"(?:if|when|in case|should|falls|wenn|sollte|si)\b"
_OF_ITS_OWN = re.compile(  # "If Blue is in F8, the Knight ...": it is no condition of the line above
    r"\W*(?:if|in case|falls|wenn)\b(?! (?:not|so|he|she|it|they|that|this|nicht|er|sie|non)\b)"
    r"[^.;!?]{4,90}?(?:[,:]\s*(?:then |dann |so )?|\s(?:then|dann)\s)"
    r"(?!(?:otherwise|else|if not|and|or|but|not|only|sonst|sinon|wenn nicht|und|oder|aber|et|ou|mais)\b)"
    r"[^\W_]",
    re.IGNORECASE,
)
_ALL_STAY_IF = re.compile(  # "If Blue is in F10, everything stays where it is"
    rf"(?:^\W*|(?<=[.;!?,] )|(?<=\bbut )|(?<=\band )|(?<=\baber )|(?<=\bund ))(?P<case>{_IF}[^.;!?]{{4,90}}?)"
    r"(?:[,:]\s*|\s)(?:then |dann |so )?"
    r"(?:(?:everything|everybody|everyone|(?:they |we )?all|both|alles?|tous|tout)(?! (?:else|others?)\b)"
    r"(?: (?:of (?:them|us|my units)|units|the above|should|shall|must|will|just|simply|please))* "
    r"(?:stays?|holds?|remains?|waits?|stands?|bleib\w*|reste\w*)\b"
    r"|(?:nobody|no one|nothing|none(?: of (?:them|us))?|niemand|keiner|personne) "
    r"(?:(?:should|shall|must|will) )?(?:moves?|goes?|leaves?|attacks?|budges?|bewegt sich|zieht|bouge\w*)\b"
    r"|bleib\w* alles?\b)(?! (?:else|others?)\b)[^.;!?,:]{0,40}[.!]*$",
    re.IGNORECASE,
)


def all_stay_if(line: str) -> str:
    """Return the sentence of *line* that says that all units stay if something is the case, "" for none."""
    found = _ALL_STAY_IF.search(line) if len(line) <= LONGEST else None
    return found[0] if found else ""


def case_in(sentence: str) -> str:
    """Return what such a sentence depends on: "If Blue is in F10"."""
    found = _ALL_STAY_IF.search(sentence)
    return found["case"] if found else ""


def is_case_of_its_own(line: str) -> bool:
    """Return whether *line* begins with a condition and goes on with what depends on it."""
    return len(line) <= LONGEST and _OF_ITS_OWN.match(line) is not None
