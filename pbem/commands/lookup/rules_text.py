"""The chapters and clauses of a text of rules in Markdown, without notes for testers."""

import re
from collections.abc import Sequence

from msgspec import Struct

from pbem.core.markdown_text import unmarked

HEADING = re.compile(r"(?P<marks>##+) (?P<key>[0-9A-Z]+[a-z]?(?:\.\d+)?)\.? (?P<title>.+)")
NUMBER = r"[0-9A-Z]+[a-z]?(?:\.(?:\d+|[ivx]+))*(?:\([a-z]\))?"  # 7.5.2, 6a.iv, 3.2(c)
CLAUSE = re.compile(
    rf"(?:- )?(?:\*\*)?(?P<key>(?=[^\s.(]*(?:\.[\divx]|\()|[A-Z]\d+\.)(?>{NUMBER}))[ *.]"
)  # no "8.5); ..."
FOR_TESTERS = "rule cases"  # in the heading of a chapter
CHAPTER = 2  # the marks of its heading; parts of a chapter have three


class Chapter(Struct, frozen=True):
    """A chapter or a part of one: "6a", "Gandalf", and its Markdown including its parts."""

    key: str
    title: str
    depth: int
    text: str

    @property
    def heading(self) -> str:
        return f"{self.key}. {self.title}"


class Clause(Struct, frozen=True):
    """A numbered clause, and its Markdown."""

    key: str
    text: str


def chapters(rules: str) -> Sequence[Chapter]:
    """Return the chapters in order, without those for testers."""
    lines = rules.splitlines()
    heads = [(at, match) for at, line in enumerate(lines) if (match := HEADING.fullmatch(line))]
    found = []
    for number, (at, match) in enumerate(heads):
        depth = len(match["marks"])
        ends = (later for later, other in heads[number + 1 :] if len(other["marks"]) <= depth)
        text = "\n".join(lines[at : next(ends, len(lines))]).strip()
        found.append(Chapter(match["key"], match["title"], depth, text))
    return [one for one in found if FOR_TESTERS not in one.title]


def clauses(rules: str) -> Sequence[Clause]:
    """Return every numbered clause, with the text up to the next one."""
    found: list[tuple[str, list[str]]] = [("", [])]
    for chapter in (one for one in chapters(rules) if one.depth == CHAPTER):
        for line in chapter.text.splitlines():
            match = CLAUSE.match(line.strip())
            if match is not None or HEADING.fullmatch(line):
                found.append((match["key"] if match else "", []))
            found[-1][1].append(line)
    return [Clause(key, "\n".join(text).strip()) for key, text in found if key]


def on_one_line(clause: Clause) -> str:
    """Return a clause on one line, without marks."""
    return " ".join(unmarked(clause.text).split()).removeprefix("- ")
