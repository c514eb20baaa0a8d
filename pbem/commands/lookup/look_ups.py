"""Find where the rules speak of what a player asks in plain words: "Can I build cavalry?" is RULES cavalry.

Nothing is answered; the answer to the message names the look-ups.
"""

import re
from collections.abc import Iterator, Sequence

from adjudicator.core.game import Game
from pbem.commands.lookup import rules, rules_questions

MOST_NAMED = 3  # look-ups for all questions of a message
LONGEST = 300  # characters of a question that are read
_WORD = re.compile(r"[^\W\d_]{3,20}")


def look_ups(game: Game, lines: Sequence[str]) -> list[str]:
    """Return what to write after RULES, for the questions among *lines*."""
    asked = [line for line in lines if "?" in line and len(line) <= LONGEST]
    return [*dict.fromkeys(found for line in asked for found in _of_one(game, line))][:MOST_NAMED]


def _of_one(game: Game, question: str) -> Iterator[str]:
    """Yield the words of a question that rules are about.

    The name of a seat is none: rules begin with one only to say what it has at the start.
    """
    words = [word.lower() for word in _WORD.findall(question)]
    words = [word for word in dict.fromkeys(words) if not rules_questions.is_filler_beside_orders(word)]
    pieces = {name.lower() for name in game.card.pieces.values()}
    seats = {seat.lower() for seat in game.card.seats} - pieces
    yield from (word for word in words if word not in seats and rules.is_subject(game, word))
