"""Answer each line of a message in the words that its writer used, although some are reworded first.

Sums, labels and reasons are read as comments at the end of a line, and roundabout sentences in plain words.
The answers quote the lines of the message, not those.
"""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.core.game import NOTED, ReadLine

MOST_LINES = 4  # that one answer may be about
_WORD = re.compile(r"[^\W_]+")
_SIGNS = re.compile(r"[\W_]+")


def in_own_words(lines: Sequence[str], read: Sequence[str], answers: Sequence[ReadLine]) -> list[ReadLine]:
    """Return *answers*, which are about the lines as *read*, with the words of the *lines* as written."""
    put_otherwise = {at for at, (line, plain) in enumerate(zip(lines, read, strict=False)) if line != plain}
    return [
        replace(one, text=_quoted(one, lines, read)) if one.text and one.number - 1 in put_otherwise else one
        for one in answers
    ]


def _quoted(answer: ReadLine, lines: Sequence[str], read: Sequence[str]) -> str:
    """Return the text of an answer if it was written so, else the whole lines that it is about."""
    at = answer.number - 1
    below = _joined(lines[at : at + MOST_LINES])
    if answer.verdict == NOTED and answer.text.startswith("#"):
        comment = answer.text.lstrip("# ").strip()
        return comment if _is_in(comment, below) else answer.text
    is_changed = "#" in answer.text and "#" not in lines[at]
    is_whole = _SIGNS.sub(" ", answer.text).split() == _SIGNS.sub(" ", read[at]).split()
    if not (is_changed or is_whole) and _is_in(answer.text, below):
        return answer.text
    if is_changed and (together := _span(below, answer.text.split("#"))):
        return together
    end = at + 1
    while end < min(at + MOST_LINES, len(read)) and lines[end].strip() and _is_in(read[end], answer.text):
        end += 1  # its sentence was joined, or goes on
    return _joined(lines[at:end])


def _joined(lines: Sequence[str]) -> str:
    return " ".join(" ".join(lines).split())


def _span(written: str, parts: Sequence[str]) -> str:
    """Return the text of *written* from the first to the last of *parts*; "" if one is not in it."""
    words = [r"[\W_]+".join(map(re.escape, _WORD.findall(part))) for part in parts]
    found = [re.search(rf"(?<!\w){one}(?!\w)[.!)]?", written) for one in words if one]
    spans = [one.span() for one in found if one]
    if not spans or len(spans) < len(found):
        return ""
    return written[min(start for start, _ in spans) : max(end for _, end in spans)]


def _is_in(text: str, written: str) -> bool:
    """Return whether the words of *text* are in *written*, whatever signs are between them."""
    return f" {_SIGNS.sub(' ', text).strip()} " in f"  {_SIGNS.sub(' ', written).strip()}  "
