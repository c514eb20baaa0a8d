"""Write the service's own notes. Nothing is looked up here.

A template is plain text: its first line is the subject, the rest the text; what follows a line of three dots
is the closing.
"""

from pathlib import Path
from typing import Any

from adjudicator.core.phrasing import capital
from pbem.core.templating import words
from pbem.reports import Note


def worded(template: str, once: str, facts: dict[str, Any], own_templates: Path | None = None) -> Note:
    """Render ``note_TEMPLATE.txt`` as a Note; *once* distinguishes it from the next of its kind."""
    subject, _, rest = words(f"note_{template}.txt", facts, own_templates).strip().partition("\n")
    text, _, closing = rest.strip().partition("\n...\n")
    title = capital(subject)
    return Note(subject=subject, title=title, text=text.strip(), once=once, closing=closing.strip())
