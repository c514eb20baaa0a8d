"""A sentence for every kind of news; `sight` has decided who gets it."""

from collections.abc import Sequence

from adjudicator.hardbop import calendar, ground
from adjudicator.hardbop.sentences import group, say
from adjudicator.middle_earth.resolve.pieces import NAMES
from adjudicator.middle_earth.resolve.record import News
from adjudicator.middle_earth.view import news
from adjudicator.middle_earth.view.news import Tiding
from adjudicator.middle_earth.view.wording import mine

BACK, PLACED = ".back", ".placed"  # ends of keys: that a piece is back, for all, and where, for its player
TOLD = group("news")  # by key; blanks are filled from `News.words`, places in full


def tidings(some: Sequence[News]) -> list[Tiding]:
    """Return the sentences; a reader who knows where a piece has come back is not also told that it has."""
    placed = {one.key for one in some if one.key.endswith(PLACED)}
    told = [one for one in some if one.key.replace(BACK, PLACED) not in placed or one.key in placed]
    return news.tidings(told, in_words, ground.SPEECH)


def in_words(one: News) -> str:
    filled = news.words(one, ground.SPEECH)
    if "turn" in filled:
        filled["turn"] = f"{filled['turn']} ({calendar.name(int(filled['turn']))})"
    if "unit" in filled:
        own = news.is_own_ring(one)
        filled["unit"] = mine(filled["unit"], ground.SPEECH) if own else _unit(filled["unit"])
    is_mordors = one.key == "eliminated" and one.words["power"] == "Mordor"  # 3.4
    return ground.SPEECH.sentence(TOLD["eliminated Mordor" if is_mordors else one.key], **filled)


def _unit(text: str) -> str:
    """Return "a double Army" for "2A", "Cavalry" for "C"; names of pieces are unchanged."""
    if text.startswith("2"):
        return say("double_unit", unit=NAMES[text.removeprefix("2")])
    return news.unit(text)
