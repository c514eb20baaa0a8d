"""Recognise commands of other judges, and say what does the same here."""

import re

from pbem.core.sentences import Sentence, sentence

OF_THE_GM = (
    r"(?:deadline|grace|start|clock|move|retreat|adjust|nmr|moderate|reveal|access|level|variant|dias)"
)
_COMMANDS = (
    (
        r"set\s+(?:(?:no|white|gr[ae]y|partial|full)\s*)?press\b.*|(?:no|gunboat)\s*press"
        r"|set\s+(?:white|gr[ae]y)\b.*",
        sentence("other_judges", "press_rule"),
    ),
    (r"(?:set\s+)?proxy\b.*", sentence("other_judges", "proxy")),
    (r"(?:set\s+)?(?:show\s+)?(?:centre|center|supply)?\s*charts?", sentence("other_judges", "chart")),
    (r"(?:set\s+)?(?:quiet|silent|no\s*mail|nomail)", sentence("other_judges", "quiet")),
    (r"set\s+password\b.*", sentence("other_judges", "password")),
    (r"set\s+pref(?:erence)?s?\b.*", sentence("other_judges", "preference")),
    (r"(?:set\s+)?no\s?echo|echo", sentence("other_judges", "echo")),
    (rf"set\s+(?:no\s+)?{OF_THE_GM}s?\b.*", sentence("other_judges", "gm_sets")),
    (r"(?-i:GET|SEND)\s+\S+", sentence("other_judges", "get")),
    (r"register", sentence("other_judges", "register")),
)
_PATTERNS = tuple((re.compile(rf"\W*(?:{pattern})\W*", re.IGNORECASE), said) for pattern, said in _COMMANDS)


def answer(line: str) -> Sentence | None:
    """Return the answer to *line*; None if it is not a known command of another judge."""
    return next((said for pattern, said in _PATTERNS if pattern.fullmatch(line)), None)
