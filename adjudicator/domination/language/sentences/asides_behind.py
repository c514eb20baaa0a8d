"""Put what says nothing about the orders of its line behind them, as a comment: sums, and long labels.

"4 Knights at F8 and 2 Militia at F10, that makes 26", "Now shopping, my favourite part: 2 Griffins at H10".
"""

import re
from collections.abc import Sequence

from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.remedies.suggestions import named_spaces, named_units

_MONEY = r"(?:gold|coins?|points?|money|income|pounds?)"
_SUM = re.compile(
    r"\s*(?:[,;–-]\s*|\.\s+)?(?P<sum>\(?(?:and )?"
    r"(?:that|which|this|it|all)(?:['’]s| is| are| makes?| comes to| adds up to| costs?| uses up"
    r"| should be| will be)"
    r"(?: (?:exactly|just|all|a total of|of|my|the|together|about))*"
    r" (?:\d{2,3}|twenty|thirty|forty)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?"
    rf"(?: {_MONEY})?(?: (?:of my \d+|exactly|altogether|in all|in total|all told|in sum|spent|together))?"
    r"(?: \(?\d+ ?[+x*][^)]*\)?)?\)?)(?=\s*[.!]?\s*$)",
    re.IGNORECASE,
)
_BUILDS = re.compile(
    r"^(?P<label>(?=[^:\d]{25,70}:\s)[^:\d]*?"
    r"\b(?:shopping|builds?|building|buying|purchases?|recruit\w*|spending|reinforcements|einkauf\w*|bauten|achats)\b[^:\d]*:)\s+(?P<orders>\S.*)$",
    re.IGNORECASE,
)
_IS_ORDER = re.compile(
    r"\b(?:holds?|stays?|go(?:es)?|moves?|if|when|not|no|but|or|lose|keep|instead)\b", re.IGNORECASE
)


def with_asides_behind(context: ReadingContext, lines: Sequence[str]) -> list[str]:
    """Return the lines; sums and long labels of builds are comments on them."""
    return [_with_label_behind(context, _with_sum_behind(line)) for line in lines]


def _with_sum_behind(line: str) -> str:
    found = _SUM.search(line) if "#" not in line else None
    if not found or not line[: found.start()].strip():
        return line
    return f"{line[: found.start()]}{line[found.end() :]} # {found['sum']}"


def _with_label_behind(context: ReadingContext, line: str) -> str:
    found = _BUILDS.match(line)
    if not found or "#" in found["label"] or _IS_ORDER.search(found["label"]):
        return line
    if named_spaces(context, found["label"]) or named_units(context, found["label"]):
        return line
    return f"Build: {found['orders']} # {found['label']}"
