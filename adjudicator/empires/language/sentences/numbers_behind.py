"""Find out what a number in brackets after a recruit is: its cost, or the number of armies.

A full army costs two steps, any other recruit one (8.4). "full Metz (2), reduced Cologne (1)" are costs, and
"reduced Cologne (2)" is a number of armies. "full Metz (2)" alone may be either.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

_ITEM = re.compile(
    r"(?P<before>^\W*|[,;:+&]\s*|(?<!\w)(?:and|und|et|rec\w*|build|raise)\s+)(?P<article>(?:an?|one)\s+)?"
    r"(?P<kind>full|red(?:uced)?|reinf\w*)\b(?P<what>[^,;:()]{2,40}?)\s*"
    r"\((?P<number>[1-4])\)(?=\s*(?:$|[,;.&+#]|and\b|und\b|et\b))",
    re.IGNORECASE,
)
_MAY = re.compile(r"\([1-4]\)")
_OF_FULL = 2  # steps
LONGEST = 400  # characters of a line


_WHICH = re.compile(  # "Warsaw (2) supports": the second army of two
    r"^(?P<army>\W*(?:the |army |a )*[^\W\d_][\w-]*) \((?:#|no\.? ?)?[1-3]\)"
    r"(?=\s+(?:supp?(?:ort)?s?|helps?|stays?|holds?|waits?|unterstützt|hilft|bleibt|soutient|reste)\b)",
    re.IGNORECASE,
)


def numbers_told_apart(lines: Sequence[str]) -> Sequence[str]:
    """Return *lines* without costs after recruits, and with numbers of armies in front of them.

    Lines up to an empty one are looked at together. "full Metz (2)" stays if it is not clear which it is.
    """
    if not any(map(_MAY.search, lines)):
        return lines
    lines = [_WHICH.sub(r"\g<army>", line) for line in lines]
    return [line for _, block in groupby(lines, key=_is_empty) for line in _told_apart(list(block))]


def two_readings(text: str) -> tuple[str, ...]:
    """Return "full Metz" and "2 full Metz" for "full Metz (2)"; () if there is no such doubt."""
    if not _MAY.search(text) or len(text) > LONGEST:
        return ()
    if not any(_costs(one) == _number(one) == _OF_FULL for one in _ITEM.finditer(text)):
        return ()
    return _ITEM.sub(_without, text), _ITEM.sub(_in_front, text)


def _is_empty(line: str) -> bool:
    return not line.strip()


def _told_apart(lines: Sequence[str]) -> Iterator[str]:
    items = [one for line in lines for one in _items(line)]
    said, costs = [_number(one) for one in items], [_costs(one) for one in items]
    are_costs = said == costs and (len(set(said)) > 1 or _OF_FULL not in said)
    for line in lines:
        if not any(True for _ in _items(line)) or (said == costs and not are_costs):
            yield line
        else:
            yield _ITEM.sub(_without if are_costs else _in_front, line)


def _items(line: str) -> Iterator[re.Match[str]]:
    return _ITEM.finditer(line) if len(line) <= LONGEST and _MAY.search(line) else iter(())


def _number(found: re.Match[str]) -> int:
    return int(found["number"])


def _costs(found: re.Match[str]) -> int:
    return _OF_FULL if found["kind"].casefold() == "full" else 1


def _without(found: re.Match[str]) -> str:
    return f"{found['before']}{found['article'] or ''}{found['kind']}{found['what']}"


def _in_front(found: re.Match[str]) -> str:
    """Return "2 full Metz"; what is reinforced stays, as it is not counted in front."""
    if found["kind"].casefold().startswith("reinf"):
        return found[0]
    many = "" if _number(found) == 1 else f"{_number(found)} "
    return f"{found['before']}{many}{found['kind']}{found['what']}"
