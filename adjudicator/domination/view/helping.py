"""The order language as it applies to a table: only its units, and nothing that it plays without.

In `help.md`, text between `<!-- if WORD -->` and `<!-- end -->` is for tables with that word, and `{units}`
stands for the unit cards in play.
"""

import re
from collections.abc import Collection, Iterable

from adjudicator.core.package_files import text_beside
from adjudicator.domination.data import UnitCard, data
from adjudicator.domination.language.orders import SET_UP
from adjudicator.domination.position import MINI, PHASES, Position, data_of, has_magic, in_play, is_choosing
from adjudicator.domination.sentences import say

MAGIC, SEA, SETUP, MINI_WORD = "magic", "sea", "setup", "mini"
MARK = re.compile(r"(?m)^<!-- (if \w+|end) -->\n|<!-- (if \w+|end) -->")
PAGE = text_beside("adjudicator.domination", "help.md")


def of_every_table() -> str:
    """Return the whole page, with all units."""
    return _page((MAGIC, SEA, SETUP, MINI_WORD), data({}).units.values())


def of_table(position: Position) -> str:
    """Return the page for *position*, as far as anybody may know it."""
    settings = position.settings
    is_laid = bool(position.slots)
    applies = {
        MAGIC: has_magic(position) if is_laid else any(card.wizard for card in in_play(settings)),
        SEA: settings.side == data_of(position).sea.used_with,
        SETUP: is_choosing(position) or SET_UP in PHASES[position.phase].headings or position.turn == 0,
        MINI_WORD: settings.variant == MINI,
    }
    return _page([word for word, is_so in applies.items() if is_so], in_play(settings))


def _page(words: Collection[str], cards: Iterable[UnitCard]) -> str:
    """Return the text outside all marks, and the text inside the marks of *words*."""
    shown, asked, at = [], list[str](), 0
    for mark in MARK.finditer(PAGE):
        shown += [PAGE[at : mark.start()]] if set(asked) <= {*words} else []
        what = mark[1] or mark[2]
        asked = asked[:-1] if what == "end" else [*asked, what.removeprefix("if ")]
        at = mark.end()
    return "".join([*shown, PAGE[at:]]).replace("{units}", ", ".join(map(_unit, cards)))


def _unit(card: UnitCard) -> str:
    """Return "Knight K", "Wolf Rider R (or Rider)"."""
    *_, last = card.name.split()
    named = f"{card.name} {card.code}"
    return named if last == card.name else say("or_in_short", unit=named, short=last)
