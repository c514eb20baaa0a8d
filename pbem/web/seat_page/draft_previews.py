"""The text that a player has written and not sent: what its orders would do, and which would be refused."""

from collections.abc import Sequence

from msgspec import Struct

from adjudicator.core.game import REFUSED
from pbem import reports
from pbem.commands.sheets import preview
from pbem.tables import order_sheets
from pbem.web.seat_page.visits import Visit, acting_with


class Draft(Struct, frozen=True):
    """The text that the player has written and not sent, why it was not sent, and its preview.

    *press* is the text of a message to others that was not sent.
    """

    text: str = ""
    trouble: str = ""
    refused: Sequence[tuple[str, str]] = ()
    preview: str = ""
    press: str = ""


def previewed(visit: Visit, text: str) -> Draft:
    """Return *text* with what its orders would do, and those of its lines that would be refused."""
    acting = acting_with(visit, text)
    drafted = order_sheets.draft(visit.session, acting.at.place, acting.visit.script)
    refused = [
        (line.text.strip(), f"{line.reason} {line.remedy}".strip())
        for line in drafted.reading.lines
        if line.verdict == REFUSED
    ]
    result = preview.of_draft(acting)
    if isinstance(result, reports.AnswerPage):
        return Draft(text, refused=refused, preview=result.text)
    return Draft(text, " ".join(map(acting.words, result.sentences)), refused)
