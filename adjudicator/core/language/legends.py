"""Read signs as the writer explains them: "* = attack, > = move", '"=" means stay'.

Only explanations in the message itself count, and only of signs that are not words. The explanation becomes
a comment, so that it is not an order.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache

from adjudicator.core.package_files import text_beside
from adjudicator.core.toml import tables_of

MOST_EXPLAINED = 6  # signs of a message
_QUOTES = "\"'“”„‘’«»`"
_ARROWS = frozenset((">", "->", "=>", "-->"))  # are read as they are
_SIGN = r"[*=>~^!°§$%&+@\\<-]{1,3}"
_MAY_EXPLAIN = re.compile(r"[^\w\s.]\s*(?:[=:]|\b[^\W\d_]{2,}\b)")
_ENDS = r"(?=\s|$|[,;.()/])"
_BULLET = re.compile(r"\s*[*+~>=-]\s+(?=\S)")


def explained(lines: Sequence[str]) -> Sequence[str]:
    """Return *lines* with the signs that one of them explains in words."""
    meant: dict[str, str] = {}
    read = list(lines)
    if not any(map(_MAY_EXPLAIN.search, lines)):
        return lines
    for at, line in enumerate(lines):
        found = list(_legends().finditer(line))[:MOST_EXPLAINED]
        if not found:
            continue
        meant |= {one["quoted"] or one["bare"]: _meanings()[one["word"].casefold()] for one in found}
        read[at] = _as_comment(line, found)
    signs = {sign: word for sign, word in meant.items() if sign not in _ARROWS}
    return [_in_words(line, signs) for line in read] if signs else read if meant else lines


def _as_comment(line: str, legends: Sequence[re.Match[str]]) -> str:
    """Return *line* with its legends, and the brackets around them, as a comment."""
    first, last = legends[0].start(), legends[-1].end()
    before = line[:first].rstrip().rstrip("([{").rstrip()
    behind = line[last:].lstrip(" .;,)]}")
    return f"{before} {behind}".strip() + f" # {line[first:last]}"


def _in_words(line: str, signs: Mapping[str, str]) -> str:
    order, hash_, comment = line.partition("#")
    lead = _BULLET.match(order)
    begin = lead.end() if lead else 0
    rest = order[begin:]
    for sign, word in signs.items():
        rest = re.sub(rf"(?<=\s){re.escape(sign)}{_ENDS}|(?<=\w){re.escape(sign)}{_ENDS}", f" {word}", rest)
    rest = re.sub(r"(?<=\S) {2}(?=(?:attacks|stays|supports|to)\b)", " ", rest)
    return f"{order[:begin]}{rest}{hash_}{comment}"


@cache
def _meanings() -> Mapping[str, str]:
    means = tables_of(text_beside("adjudicator.core.language", "legends.toml"))["means"]
    return {word: said for said, words in means.items() for word in words}


@cache
def _legends() -> re.Pattern[str]:
    """Return the pattern of one sign and what it means."""
    between = tables_of(text_beside("adjudicator.core.language", "legends.toml"))["is"]["words"]
    joins = "|".join(re.escape(word) for word in sorted(between, key=len, reverse=True))
    words = "|".join(re.escape(word) for word in sorted(_meanings(), key=len, reverse=True))
    sign = rf"(?:[{_QUOTES}](?P<quoted>{_SIGN})[{_QUOTES}]|(?<![^\s(])(?P<bare>{_SIGN}))"
    return re.compile(
        rf"(?:the )?(?:sign |mark |symbol )?{sign}\s*(?:{joins})"
        rf"\s*(?:an? |the |to )?(?P<word>{words})(?![\w'])"
        r"(?=\s*(?:$|[,;.:)\]}]|and\b|und\b|et\b))",
        re.IGNORECASE,
    )
