"""Recognise commands of other judges, and say how the same is done here."""

import re

from pbem.core.sentences import Sentence, sentence

_COMMANDS = (
    (r"set\s+(?:(?:no|white|gr[ae]y|partial|full)\s*)?press\b.*|(?:no|gunboat)\s*press", "press_rule"),
    (r"(?:set\s+)?proxy\b.*", "proxy"),
    (r"(?:set\s+)?(?:show\s+)?(?:centre|center|supply)?\s*charts?", "chart"),
    (r"(?:set\s+)?(?:quiet|silent|no\s*mail|nomail)", "quiet"),
)
_PATTERNS = tuple((re.compile(rf"\W*(?:{pattern})\W*", re.IGNORECASE), name) for pattern, name in _COMMANDS)


def answer(line: str) -> Sentence | None:
    """Return the answer to *line*, None if it is no command of another judge that we know."""
    name = next((name for pattern, name in _PATTERNS if pattern.fullmatch(line)), "")
    match name:
        case "press_rule":
            return sentence("other_judges", "press_rule")
        case "proxy":
            return sentence("other_judges", "proxy")
        case "chart":
            return sentence("other_judges", "chart")
        case "quiet":
            return sentence("other_judges", "quiet")
    return None
