"""Say in the notation of orders what players write in sentences, or in the notation of other programs.

Used only for what is no order as it stands; what results is read, and refused, like anything else.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from adjudicator.core.clauses import Sense
from adjudicator.core.languages import words_in
from adjudicator.core.package_files import text_beside
from adjudicator.core.toml import tables_of
from adjudicator.core.words import key
from adjudicator.standard.language.grammar import WrittenOrder, in_another_phase, plain, written
from adjudicator.standard.language.names import Ground, joined
from adjudicator.standard.resolve.board_tables import Tables

ALL_HOLD = re.compile(
    r"(?:all|every(?:one|body|thing)?|(?:all |the )*(?:rest|others?|remaining))"
    r"(?: (?:else|other|of (?:them|my)|(?:my |the )?(?:units?|armies|fleets?|pieces|forces)))*"
    r" (?:h|holds?|holding|stays?|stands?|remains?)(?: (?:put|still|fast|in place|position))?",
    re.IGNORECASE,
)
BEGINS = re.compile(r"(?<=\s)(?=(?:a|f|army|fleet)[ (./][^\W\d_]{2})", re.IGNORECASE)
CARRIED = re.compile(r"(?:build|remove|disband)\b", re.IGNORECASE)
_PLACE = r"[^\W\d_][\w' ./()-]*?"
_WORDS = re.compile(r"[^\W\d_]+")
_WITH_SUPPORT = re.compile(
    r"^(?P<order>.+?)[\s,(]+"
    r"(?:(?:(?:with|and|plus|by|gets?|has|is|being) )*(?:the )?(?:supported|support|s|backed)"
    r"(?: (?:of|from|by|up|in))*"
    r"|with (?:the )?help (?:of|from))"
    r"(?: by| from)? (?P<by>.+?)\)?$",
    re.IGNORECASE,
)
_LIST = re.compile(r"\s*(?:,|&|\+|\band\b)\s*(?:(?:by|from)\s+)?", re.IGNORECASE)
_DAIDE_UNIT = r"\(\s*\w{3}\s+(AMY|FLT)\s+(\w{3}|\(\s*\w{3}\s+\w{3}\s*\))\s*\)"
_DAIDE = tuple(
    (re.compile(pattern.replace("UNIT", _DAIDE_UNIT).replace("SITE", r"(\w{3}|\(\s*\w{3}\s+\w{3}\s*\))")), to)
    for pattern, to in (
        (r"\(?\s*UNIT\s+SUP\s+UNIT\s+MTO\s+SITE\s*\)?", r"\1 \2 S \4 - \5"),
        (r"\(?\s*UNIT\s+SUP\s+UNIT\s*\)?", r"\1 \2 S \4"),
        (r"\(?\s*UNIT\s+CVY\s+UNIT\s+CTO\s+SITE\s*\)?", r"\1 \2 C \4 - \5"),
        (r"\(?\s*UNIT\s+CTO\s+SITE(?:\s+VIA\s+\([\w\s]+\))?\s*\)?", r"\1 \2 - \3 via convoy"),
        (r"\(?\s*UNIT\s+(?:MTO|RTO)\s+SITE\s*\)?", r"\1 \2 - \3"),
        (r"\(?\s*UNIT\s+HLD\s*\)?", r"\1 \2 H"),
        (r"\(?\s*UNIT\s+DSB\s*\)?", r"\1 \2 D"),
        (r"\(?\s*UNIT\s+BLD\s*\)?", r"Build \1 \2"),
        (r"\(?\s*UNIT\s+REM\s*\)?", r"Remove \1 \2"),
        (r"\(?\s*\w{3}\s+WVE\s*\)?", r"Waive"),
    )
)
_DAIDE_COAST = re.compile(r"\(\s*(\w{3})\s+([NSEW])CS\s*\)")
DAIDE_PLACES = {"ECH": "Eng", "GOB": "Bot", "GOL": "Lyo"}
_DAIDE_WORDS = "amy flt mto cto cvy rto hld dsb bld rem wve via sup ncs scs ecs wcs"
_ENGLISH = (
    "a f h s c r d b m x army armies fleet fleets flt hold holds holding stand stands stay stays "
    "support supports supported supporting convoy convoys convoying via by to move moves moving "
    "goes marches sails attacks attack advances into retreat retreats retreating disband disbands "
    "otb build builds built remove removes removal waive waives waived nc sc ec wc north south "
    "east west coast and help units unit pieces rest everything else other others remaining all "
    "everyone backed being armee arme armata flotte flotta"
)


@cache
def _rewordings() -> tuple[tuple[re.Pattern[str], str], ...]:
    written = tables_of(text_beside("adjudicator.standard", "rewordings.toml"))["rewordings"]
    patterns = (pattern.replace("<place>", _PLACE) for pattern, _ in written)
    return tuple((re.compile(one, re.IGNORECASE), to) for one, (_, to) in zip(patterns, written, strict=True))


@cache
def _words_of_rewordings() -> frozenset[str]:
    return words_in(pattern.pattern for pattern, _ in _rewordings())


@cache
def _parts_of_names(board: Tables) -> frozenset[str]:
    names = (
        name for place in board.map.provinces.values() for name in (place.id, place.name, *place.aliases)
    )
    adjectives = board.facts.adjectives
    powers = (word for power in board.map.powers for word in (power, *adjectives.get(power, ())))
    known = {word.casefold() for name in (*names, *powers) for word in _WORDS.findall(name)}
    known |= {key(power[:3]) for power in board.map.powers}
    return (
        frozenset(known)
        | _words_of_rewordings()
        | frozenset(f"{_ENGLISH} {_DAIDE_WORDS}".split())
        | frozenset(map(str.casefold, DAIDE_PLACES))
    )


def sense(ground: Ground, headed: str) -> Sense:
    """Return what the cutting of a message must know of this position; *headed* is what a heading may say."""
    board, phase = ground.board, ground.position.phase
    parts = _parts_of_names(board)
    names = ground.language.names

    def is_name(text: str) -> bool:
        return bool(names.meant(plain(board, text).removeprefix("A ").removeprefix("F ")))

    return Sense(
        reads=lambda text: bool(ALL_HOLD.fullmatch(text)) or is_order(ground, phase, text),
        knows=lambda word: word in parts or bool(names.meant(word)),
        reworded=reworded,
        headed=headed,
        begins=BEGINS,
        carried=CARRIED,
        dangles=is_name,
    )


def is_order(ground: Ground, phase: str, text: str) -> bool:
    """Return whether *text* is an order of any phase, with a name that is known in each of its places."""
    words = joined(plain(ground.board, text), ground.language.names)
    orders = written(phase, words) or in_another_phase(phase, words)[1]
    return bool(orders) and all(_has_known_names(order, ground) for order in orders)


def _has_known_names(order: WrittenOrder, ground: Ground) -> bool:
    if order.verb == "waive":
        return True
    places = [unit.place for unit in (order.unit, order.other) if unit] + list(order.route)
    return all(ground.language.names.meant(place.partition("/")[0]) for place in places)


def reworded(text: str) -> Iterator[Sequence[str]]:
    """Yield what *text* may say in the notation of orders, each as one or more orders."""
    seen = {text}
    for wording in _in_notation(text):
        if wording not in seen:
            seen.add(wording)
            yield (wording,)
    supported = _WITH_SUPPORT.match(text)
    if supported:
        yield from _with_supports(supported["order"], supported["by"])


def _with_supports(order: str, by: str) -> Iterator[Sequence[str]]:
    """Yield an order and those of the units that support it: "A Bur - Par with support from Gas, Pic"."""
    helpers = [part.strip() for part in _LIST.split(by) if part.strip()]
    for wording in (order, *_in_notation(order)):
        yield (wording, *(f"{helper} S {wording}" for helper in helpers))


def _in_notation(text: str) -> Iterator[str]:
    if "(" in text:
        yield from _from_daide(text)
    for pattern, to in _rewordings():
        changed = pattern.sub(to, text)
        if changed != text:
            yield changed
    so_far = text
    for pattern, to in _rewordings():
        changed = pattern.sub(to, so_far)
        if changed != so_far:
            so_far = changed
            yield " ".join(so_far.split())


def _from_daide(text: str) -> Iterator[str]:
    for pattern, to in _DAIDE:
        found = pattern.fullmatch(text)
        if found:
            coasts = _DAIDE_COAST.sub(r"\1/\2c", found.expand(to).replace("AMY", "A").replace("FLT", "F"))
            yield " ".join(DAIDE_PLACES.get(word, word) for word in coasts.split())
            return
