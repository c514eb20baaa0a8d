"""Word the service's own notes and sentences. Facts are given; nothing is looked up here.

A template makes subject, text and closing of one note. It is plain text: its first line is the subject, what
follows is the text; what stands below a line of three dots is the closing. The sentences of a room stand in
one template, `said_ROOM.txt`, a block for each occasion; three dots part one sentence from the next.
"""

from pathlib import Path
from typing import Any

from pbem.core.templating import block, words
from pbem.reports import Note


def worded(template: str, once: str, facts: dict[str, Any], own_templates: Path | None = None) -> Note:
    """``note_TEMPLATE.txt`` as a Note; *once* tells it from the next of its kind."""
    subject, _, rest = words(f"note_{template}.txt", facts, own_templates).strip().partition("\n")
    text, _, closing = rest.strip().partition("\n...\n")
    title = subject[:1].upper() + subject[1:]
    return Note(subject=subject, title=title, text=text.strip(), once=once, closing=closing.strip())


def said(room: str, occasion: str, own_templates: Path | None = None, **facts: object) -> tuple[str, ...]:
    """The sentences of one occasion, each on one line."""
    text = block(f"said_{room}.txt", occasion, facts, own_templates).strip()
    return tuple(" ".join(sentence.split()) for sentence in text.split("\n...\n"))


def sentence(room: str, occasion: str, own_templates: Path | None = None, **facts: object) -> str:
    """The same where there is one."""
    return " ".join(said(room, occasion, own_templates, **facts))
