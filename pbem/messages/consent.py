"""Tell whether a line of a message agrees to a question or not: "Yes, I agree", "No thanks".

Only a line that says nothing else is an answer. "Yes, but not before Monday" is unclear.
"""

import re
from collections.abc import Sequence

from pbem.messages.courtesies import is_courtesy
from pbem.messages.verdict import LONGEST_LINE, NO_WORDS, YES_WORDS, Verdict

_ABOUT = r"(?:to|with|of) (?:it|this|that|the (?:change|proposal|new rule|rule))"
_PLEASE = (
    r"(?: (?:please|thanks|thank you|(?:from|for|by|with) me|of course"
    r"|bitte|danke|gerne?|merci|gracias|grazie))*"
)
_VOTE = r"(?:(?:i|we) vote(?: for)?|my (?:vote|answer)(?: is)?)"
_AM = r"(?:(?:i am|i'm|we are|we're) )?"
_YES = re.compile(
    rf"(?:{_VOTE} )?(?:{'|'.join(map(re.escape, sorted(YES_WORDS)))}|ok(?:ay)?|aye|yep|yeah|yup|sure|fine)"
    rf"(?: (?:to it|i do))?{_PLEASE}"
    rf"|(?:(?:i|we) (?:fully |do )?(?:agree|accept)|agreed|accepted)(?: {_ABOUT})?{_PLEASE}"
    rf"|{_AM}(?:for it|in favou?r)(?: {_ABOUT})?|{_AM}(?:fine|happy|ok(?:ay)?) {_ABOUT}",
    re.I,
)
_NO = re.compile(
    rf"(?:{_VOTE} )?(?:{'|'.join(map(re.escape, sorted(NO_WORDS)))}|nope|nay)"
    rf"(?: i (?:don't|do not))?{_PLEASE}"
    rf"|(?:i|we) (?:(?:do not|don't|cannot|can't) (?:agree|accept)|disagree|object|refuse)(?: {_ABOUT})?"
    rf"|(?:i|we) (?:don't|do not) (?:think so|want (?:it|this|that))|better not|rather not"
    rf"|(?:not agreed|disagree)|{_AM}(?:against|not in favou?r|not for)(?: (?:it|this|that|{_ABOUT}))?",
    re.I,
)
_BEGINS = re.compile(rf"(?:{_YES.pattern}|{_NO.pattern})\b", re.I)
_LIMITS = re.compile(
    r"\W*(?:but|if|only|unless|provided|except|however|as long as|on condition|aber|wenn|nur|mais|si)\b", re.I
)
_CLAUSES = re.compile(r"[.,;:!]+\s*|\s+[-\u2013\u2014]+\s+")


def consent(line: str) -> Verdict | None:
    """Return YES or NO if *line* says just that, UNCLEAR if it says more, None if it is not an answer."""
    if len(line) > LONGEST_LINE:
        return None
    plain = " ".join(line.replace("\u2019", "'").split()).strip(" *_\"'()")
    clauses = [clause for clause in _CLAUSES.split(plain) if clause]
    said = [_of_clause(clause) for clause in clauses]
    answers = {one for one in said if one is not None}
    if not answers:  # as of nearly every line
        return Verdict.UNCLEAR if _BEGINS.match(plain) else None
    if None not in said and len(answers) == 1:
        return answers.pop()
    courteous = [clause for clause, one in zip(clauses, said, strict=True) if one is None]
    if len(answers) == 1 and all(is_courtesy(clause) or clause.lower() == "sorry" for clause in courteous):
        return answers.pop()
    return Verdict.UNCLEAR


def consents(lines: Sequence[str]) -> Verdict | None:
    """Return the answer of a text that says nothing else but courtesies; UNCLEAR if there is more in it."""
    said = [(consent(line), line) for line in lines if line.strip()]
    answers = {one for one, _ in said if one is not None}
    is_only = all(one is not None or is_courtesy(line) for one, line in said)
    return (answers.pop() if len(answers) == 1 and is_only else Verdict.UNCLEAR) if answers else None


def is_limited(lines: Sequence[str]) -> bool:
    """Return whether one of *lines* limits an answer above it: "but only from next year on"."""
    return any(_LIMITS.match(line) for line in lines)


def _of_clause(clause: str) -> Verdict | None:
    if _NO.fullmatch(clause):
        return Verdict.NO
    return Verdict.YES if _YES.fullmatch(clause) else None
