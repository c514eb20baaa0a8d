"""Put several sentences about both armies of a zone into one.

"My two armies in Kamenets both go to Lemberg. One attacks, the other supports it." A mail program
may break the lines anywhere in them.
"""

import re
from collections.abc import Sequence

from adjudicator.empires.language.sentences.lexicon import is_a_zone, letters_of

MOST = 6  # groups of sentences of a message that are tried
MOST_LINES = 4  # of a group
LONGEST = 400  # characters of a group
LONGEST_OR = 20  # characters of a line that is only "or"
MOST_EMPTY = 3  # lines between the word and what it joins
OR = "|"  # the letter of the word
_MODAL = r"(?:(?:should|shall|will|must|may|can|are to|is to|please|then|now) )*"
_NAME = r"[^\W\d_][\w'-]+(?: [^\W\d_][\w'-]+)??"
_KIND = (
    r"(?:full|reduced|german|austrian|turkish|bulgarian|british|french|serbian|russian|italian|romanian"
    r"|american)"
)
_BOTH = re.compile(
    r"(?:^|(?<=[.!?;:] ))(?P<lead>(?:[-*•] )?(?:[\w'’ ]{0,40}?\bactivat\w*[:,]? )?)"
    rf"(?:(?:my|the|our|both|two|2|of) )+"
    rf"(?:armies (?:in|at|from|of) (?P<zone>{_NAME})|(?P<zone2>{_NAME}) armies)[.,:;]? "
    rf"(?:(?:and|they|both|the two|these|of them|of these) )*{_MODAL}"
    r"(?:(?:move|go|march|advance|head)(?: together| both)?(?: in)?(?:to| to)"
    r"|attack|hit|strike|assault|go for|fall on)"
    rf" (?P<goal>{_NAME})(?: together| both)?(?:[.,;:]| and) "
    rf"(?:and |there |where )*(?:one|the first)(?: of them| of the two| army| one)?,? {_MODAL}"
    r"(?:(?:attack|assault|strike|lead)(?:s|ing)?|(?:(?:is|being|acts as) )?the attacker|does the attacking)"
    rf"(?: (?:the |a )?(?P<target>(?:{_KIND} )+)(?:army|armies|one|ones))?"
    r"(?: there| in that zone)?[,.;]? ?(?:and |while |whilst )?"
    rf"(?:the other|the second)(?: one| army| of them)? {_MODAL}"
    r"(?:(?:support|help|assist)(?:s|ing)?|(?:join|chip|pitch)(?:s|es|ing)? in|back(?:s|ing)? (?:it|him) up"
    r"|lend(?:s|ing)? a hand|(?:is|being) the supporter)"
    r"(?: (?:it|him|(?:in )?(?:the|that|this) attack|the first|the first one))?(?P<end>[.!;,]|$)",
    re.IGNORECASE,
)
_MAY = re.compile(r"\b(?:support|help|assist|join|chip|pitch|back|lend)", re.IGNORECASE)
_ARMIES = re.compile(r"\barmies\b", re.IGNORECASE)


def one_and_other_joined(lines: Sequence[str]) -> Sequence[str]:
    """Return *lines* with an attack by one of two armies, told in several sentences, as one sentence."""
    written, left = list(lines), MOST
    for at, line in enumerate(lines):
        if left and _ARMIES.search(line):
            left -= 1
            _join(written, at)
    return written


def alternatives_joined(lines: Sequence[str]) -> Sequence[str]:
    """Return *lines*; the lines above and below "or" alone are one line, as only one of the two is wanted."""
    written = list(lines)
    for at, line in enumerate(lines):
        if len(line) > LONGEST_OR or letters_of(line.strip(" -–—*.:,")) != OR:
            continue
        above, below = _beside(written, range(at - 1, -1, -1)), _beside(written, range(at + 1, len(lines)))
        if above is None or below is None or len(written[above]) + len(written[below]) > LONGEST:
            continue
        joined = f"{written[above].rstrip(' .,;')} {line.strip()} {written[below].strip()}"
        written[above] = written[at] = ""
        written[below] = joined
    return written


def _beside(lines: Sequence[str], places: range) -> int | None:
    """Return the first of *places* whose line is not empty, if it is near."""
    return next((at for at in places[:MOST_EMPTY] if lines[at].strip()), None)


def _join(written: list[str], at: int) -> None:
    """Join the sentences about the armies of line *at*, if they go on in the lines below."""
    for end in range(at + 1, min(at + MOST_LINES, len(written)) + 1):
        text = " ".join(" ".join(written[at:end]).split())
        if not written[end - 1].strip() or len(text) > LONGEST:
            return
        found = _BOTH.search(text) if _MAY.search(written[end - 1]) else None
        if found and is_a_zone(_zone(found)) and is_a_zone(found["goal"]):
            written[at] = f"{text[: found.start()]}{_sentence(found)}"
            written[at + 1 : end] = [""] * (end - at - 1)
            written[end - 1 if end > at + 1 else at] += text[found.end() :]
            return


def _zone(found: re.Match[str]) -> str:
    return found["zone"] or found["zone2"] or ""


def _sentence(found: re.Match[str]) -> str:
    target = f"the {found['target'].strip()} army" if found["target"] else "the army"
    lead = "Activate: " if "activat" in found["lead"].casefold() else found["lead"]
    attack = f"one attacks {target} in {found['goal']}, supported by the other."
    return f"{lead}both armies in {_zone(found)}: {attack}"
