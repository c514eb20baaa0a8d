"""Translate sentences and the notation of other programs into the notation of orders.

This is used only for texts that are not orders as written; the results are read, and perhaps refused, like
any order.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache, partial

from adjudicator.core.clauses import Sense
from adjudicator.core.language.corrections.withdrawing import order_withdrawn, unit_withdrawn
from adjudicator.core.language.rewording import CARRIED, Rewordings, named_in_full, who_holds
from adjudicator.core.language.words import key
from adjudicator.standard.language import daide
from adjudicator.standard.language.daide import from_daide
from adjudicator.standard.language.grammar import WrittenOrder, in_another_phase, plain, written
from adjudicator.standard.language.names import Ground, joined
from adjudicator.standard.language.withdrawn import is_withdrawn
from adjudicator.standard.resolve.board_tables import Tables

BEGINS = re.compile(
    r"(?<=\s)(?=(?:a|f|army|fleet)[ (./]"
    r"(?!(?:to|into|in|at|from|on|moves?|goes|holds?|supports?|stays?|will|is|and|there|here|sails)\b)[^\W\d_]{2})",
    re.IGNORECASE,
)
TAIL = re.compile(
    r"(?:(?:he|she|it|they|is|are|gets?|which)\s+)*(?:support(?:ed|ing|(?= (?:from|by)))|convoyed|backed"
    r"|(?:helped|assisted|aided)(?= by\b))\b",
    re.IGNORECASE,
)
REWORDINGS = Rewordings("adjudicator.standard")
_WORDS = re.compile(r"[^\W\d_]+")


@cache
def _parts_of_names(board: Tables) -> frozenset[str]:
    names = (
        name for place in board.map.provinces.values() for name in (place.id, place.name, *place.aliases)
    )
    adjectives = board.facts.adjectives
    powers = [word for power in board.map.powers for word in (power, *adjectives.get(power, ()))]
    powers += [f"{word}s" for word in powers]  # "the Germans"
    known = {word.casefold() for name in (*names, *powers) for word in _WORDS.findall(name)}
    known |= {key(power[:3]) for power in board.map.powers}
    return frozenset(known) | REWORDINGS.words | daide.WORDS


def sense(ground: Ground, headed: str) -> Sense:
    """Return the facts for splitting a message; *headed* is what a heading may say."""
    board, phase = ground.board, ground.position.phase
    parts = _parts_of_names(board)
    names = ground.language.names

    def is_name(text: str) -> bool:
        return bool(names.meant(plain(board, text).removeprefix("A ").removeprefix("F ")))

    return Sense(
        reads=lambda text: _says_of_orders(text, ground) or is_order(ground, phase, text),
        knows=lambda word: word in parts or bool(names.meant(word)) or names.begins_word(word),
        reworded=lambda text: _in_any_names(text, ground),
        headed=headed,
        begins=BEGINS,
        carried=CARRIED,
        is_name=names.is_name,
        places=names.meant,
        not_names=daide.POWER,
        dangles=is_name,
        subject=lambda text: _subject(ground, phase, text),
        is_other=lambda word: ground.language.powers.get(key(word)) not in (None, ground.power),
        near=names.near,
        tail=TAIL,
    )


def _in_any_names(text: str, ground: Ground) -> Iterator[Sequence[str]]:
    """Yield the text with its names in full, if that is an order in one way, and translations of *text*."""
    phase = ground.position.phase
    yield from named_in_full(text, ground.language.names, partial(is_order, ground, phase), reworded)
    yield from reworded(text)


def _says_of_orders(text: str, ground: Ground) -> bool:
    """Return whether *text* is about the orders of units: "all others hold", or one that is withdrawn."""
    if order := order_withdrawn(text):
        phase = ground.position.phase
        words = joined(plain(ground.board, order), ground.language.names)
        return len(written(phase, words)) == 1 and is_order(ground, phase, order)
    return who_holds(text) is not None or is_withdrawn(text, ground)


def _subject(ground: Ground, phase: str, text: str) -> str:
    """Return the province of the unit that *text* orders, "" if uncertain."""
    said = f"{unit} H" if (unit := unit_withdrawn(text)) else order_withdrawn(text) or text
    texts = (
        joined(plain(ground.board, one), ground.language.names) for one in (said, said.removesuffix(" H"))
    )
    orders = next(filter(None, (written(phase, one) for one in texts)), ())
    meant = ground.language.names.meant(orders[0].unit.place.partition("/")[0]) if orders else ()
    return meant[0] if len(meant) == 1 else ""


def is_order(ground: Ground, phase: str, text: str) -> bool:
    """Return whether *text* is an order of any phase in which all names are known."""
    words = joined(plain(ground.board, text), ground.language.names)
    orders = written(phase, words) or in_another_phase(phase, words)[1]
    return bool(orders) and all(_has_known_names(order, ground) for order in orders)


def _has_known_names(order: WrittenOrder, ground: Ground) -> bool:
    if order.verb == "waive":
        return True
    places = [unit.place for unit in (order.unit, order.other) if unit] + list(order.route)
    return all(ground.language.names.meant(place.partition("/")[0]) for place in places)


def reworded(text: str) -> Iterator[Sequence[str]]:
    """Yield translations of *text* into the notation, each as one or more orders."""
    if "(" in text and (order := from_daide(text)):
        yield (order,)
    yield from REWORDINGS.reworded(text)
