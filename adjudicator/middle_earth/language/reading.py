"""How do the lines of a letter become orders, refusals and remarks?  What the games of Middle-earth share.

Each line stands for itself, so that a bad one spoils no other. A line is a remark only if nothing in it looks
like an order. What the words mean on the board is for the game to say.
"""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from adjudicator.core.game import REFUSED, REMARK, TAKEN, ReadLine
from adjudicator.core.limits import unread, worth_reading
from adjudicator.core.words import Names, NotAllowed, Refusal, clean, key, nearest_form
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.grammar import LONGEST_LINE, Clear, Said, plain, spoken, uncommented
from adjudicator.middle_earth.language.knowledge import NotYours
from adjudicator.middle_earth.language.merging import MessageOrders
from adjudicator.middle_earth.language.orders import Order, Power
from adjudicator.middle_earth.resolve.pieces import is_piece

ANY_TIME = (act.Standing, act.CancelStanding, Clear)

_HEADING = re.compile(r"^([^\W\d_][\w' -]{2,24}?)(?:'s)?(?: orders?)?\s*:\s*(.*)$", re.IGNORECASE)
_ORDERED_TO = re.compile(r"\b(?:is |are )?ordered to\b", re.IGNORECASE)
BY_PROXY = re.compile(r"[ ,]*\bby proxy$", re.IGNORECASE)
# Each begins where a word does, so that a long word is not looked through from each of its letters.
_DOTTED = re.compile(r"(?<![^\W\d_])[^\W\d_]+(?:\.[^\W\d_]+)+")
_RUN = re.compile(r"(?<![^\W\d_])[^\W\d_]+(?:-[^\W\d_]+)+")
_SHAPE = re.compile(
    r"(?:\d*\s*(?:a/f|army|armies|fleets?|cavalry|cav|ranger|[acf])\b"
    r".*(?:->|-|\b[hsdr]\b|\b(?:to|holds?|supports?)\b)"
    r"|(?:standing|proxy|declare|build|remove|waive|cancel)\b.*\w|clear\b)",
    re.IGNORECASE,
)
_UNIT = re.compile(
    r"\d*\s*(?:a/f|army|armies|fleets?|cavalry|cav|rangers?|fellowship|fe|[acfrpe])\b", re.IGNORECASE
)
_DEED = re.compile(
    r"\b(?:throws?|pass(?:es)?|gives?|puts?|claims?|offers?|destroys?|neutrali[sz]es?|(?:dis)?embarks?|takes?|carries"
    r"|ferr(?:y|ies)|ff|convoys?|merges?|divides?|retreats?|kills?|slays?|builds?|removes?)\b",
    re.IGNORECASE,
)
MANY_WORDS = 6
MOST_WORDS_OF_A_NAME = 6
Kinds = tuple[type, ...]


@dataclass(frozen=True, eq=False)
class Tongue:
    """What a game adds to the language: its places and powers, and how its orders are told."""

    places: Names
    fragments: frozenset[str]  # words of names that have a hyphen inside
    power_named: Callable[[str], Power | None]
    sentence: Callable[[Order], str]


FORM = "FORM brings a sheet of what may be ordered now; HELP tells how orders are written."


def fragments(names: Sequence[str]) -> frozenset[str]:
    return frozenset(key(word) for name in names for word in name.split() if "-" in word)


@dataclass(frozen=True)
class Item:
    """One order's worth of a line; *under* is the power in whose name it stands, if any."""

    number: int
    text: str
    under: Power | None


@dataclass
class ReadItem:
    """An item, what it says, and what that means or why it is refused."""

    item: Item
    said: Said | None
    order: Order | None = None
    refusal: Refusal | None = None
    lent: bool = False
    note: str = ""


# From lines to what they say.


def entries(lines: Sequence[str], tongue: Tongue) -> list[ReadItem]:
    """The orders' worths of all lines that are read, in order, with what they say; and one for the rest."""
    read = worth_reading(lines)
    found = [entry for item in _items(read, tongue) for entry in _entries(item, tongue)]
    return [*found, *(_left_unread(line) for line in unread(lines, read))]


def _left_unread(line: ReadLine) -> ReadItem:
    return ReadItem(Item(line.number, line.text, None), None, refusal=NotAllowed(line.reason, line.remedy))


def _items(lines: Sequence[str], tongue: Tongue) -> list[Item]:
    items: list[Item] = []
    under: Power | None = None
    for number, line in enumerate(lines, 1):
        text = uncommented(clean(line))
        heading = _HEADING.match(text)
        named = tongue.power_named(heading[1]) if heading else None
        if heading and named:
            under, text = named, heading[2]
        parts = [part.strip() for part in text.split(";") if part.strip()]
        items += [Item(number, part, under) for part in parts]
        if not parts:
            items.append(Item(number, clean(line), None))
    return items


def _entries(item: Item, tongue: Tongue) -> list[ReadItem]:
    said = heard(item.text, tongue)
    if said is not None:
        return [ReadItem(item, said, lent=bool(BY_PROXY.search(item.text)))]
    parts = [part.strip() for part in uncommented(item.text).split(",") if part.strip()]
    found = [heard(part, tongue) for part in parts]
    ends_too_soon = any(map(tongue.places.meant, parts))  # "C Hrd H, NHa" is no hold
    if len(parts) > 1 and not ends_too_soon and any(found):
        return [
            ReadItem(Item(item.number, part, item.under), one) for part, one in zip(parts, found, strict=True)
        ]
    return [ReadItem(item, None)]


@lru_cache(maxsize=8192)
def heard(text: str, tongue: Tongue) -> Said | None:
    """What one order's worth of a line says; None if it is no order."""
    if len(text) > LONGEST_LINE:
        return None
    dotless = _DOTTED.sub(partial(_dotless, tongue=tongue), BY_PROXY.sub("", text))
    written = plain(dotless)
    said = spoken(_RUN.sub(partial(_joined, tongue=tongue), written)) or spoken(written)
    if said is None and _ORDERED_TO.search(text):
        return heard(_ORDERED_TO.sub("to", text), tongue)  # "A MTi ordered to Los" has no other verb
    return said


def _dotless(run: re.Match[str], tongue: Tongue) -> str:
    """Full stops inside names are taken out: "A.M.Ti" is "A MTi"."""
    words, told = run[0].split("."), []
    while words:
        many = next((n for n in _lengths(words) if tongue.places.is_name("".join(words[:n]))), 1)
        told.append("".join(words[:many]))
        words = words[many:]
    return " ".join(told)


def _joined(run: re.Match[str], tongue: Tongue) -> str:
    """Hyphens inside names are taken out, so that "A Barad-dur-Gor" has one dash."""
    words, joined = run[0].split("-"), []
    while words:
        many = next((n for n in _lengths(words) if _is_name(words[:n], tongue)), 1)
        joined.append("".join(words[:many]))
        words = words[many:]
    return "-".join(joined)


def _lengths(words: Sequence[str]) -> range:
    """How many of the words may be one name, the most first: a line of nothing but dots has many words."""
    return range(min(len(words), MOST_WORDS_OF_A_NAME), 1, -1)


def _is_name(words: Sequence[str], tongue: Tongue) -> bool:
    name = "".join(words)
    if tongue.places.is_name(name) or key(name) in tongue.fragments:
        return True
    return bool(tongue.places.meant(name)) and not all(tongue.places.is_name(word) for word in words)


# From what they say to what it means.


def stages(entries: Sequence[ReadItem], first: Kinds, last: Kinds) -> tuple[list[ReadItem], ...]:
    """Those on which others of the sheet hang, most of them, and those that hang on others."""
    begin = [entry for entry in entries if isinstance(entry.said, first)]
    end = [entry for entry in entries if isinstance(entry.said, last)]
    return begin, [entry for entry in entries if not isinstance(entry.said, (*first, *last))], end


def understand(entry: ReadItem, meaning: Callable[[ReadItem], Order], never_lent: Kinds) -> None:
    """What is another's may be his by a proxy of this turn, of which nothing is known here."""
    try:
        entry.order = meaning(entry)
    except NotYours as refusal:
        entry.refusal = refusal
        if not entry.lent and not isinstance(entry.said, never_lent):
            entry.lent = True
            entry.note = f"{refusal.reason} It counts only with a proxy from {refusal.owner}."
            entry.refusal = None
            understand(entry, meaning, never_lent)
    except Refusal as refusal:
        entry.refusal = refusal


def check_heading(entry: ReadItem, power: Power) -> None:
    under = entry.item.under
    if under not in (None, power):
        raise NotAllowed(f"This stands under {under}; you play {power}.", "Send your own orders only.")


def check_lives(power: Power, eliminated: Collection[Power]) -> None:
    if power in eliminated:
        raise NotAllowed(f"{power} is eliminated: its units stand in civil disorder.", "")


def taker(
    letter: MessageOrders, check: Callable[[Order], None], left_out: Callable[[Said | None, Order], list[str]]
) -> Callable[[ReadItem], None]:
    """Counts an order of the letter, when the game's own *check* lets it pass; CLEAR has none."""

    def take(entry: ReadItem) -> None:
        if entry.order is None:
            letter.clear()
            return
        check(entry.order)
        letter.take(entry.order)
        letter.notes += [entry.note] if entry.note else []
        letter.notes += left_out(entry.said, entry.order)

    return take


# What the player is told.


def answer(
    entry: ReadItem, tongue: Tongue, take: Callable[[ReadItem], None], lawful: Callable[[], Sequence[str]]
) -> ReadLine:
    """*take* the order of the entry into the letter, or say why not.

    *lawful* tells all that the player may order now, for an example that he can use.
    """
    item = entry.item
    if isinstance(entry.said, Clear):
        take(entry)
        return ReadLine(item.number, item.text, TAKEN, reading="All orders of this turn are struck out")
    if entry.said is None and entry.refusal is None:
        return _not_an_order(item, tongue, lawful)
    if entry.refusal is None and entry.order is not None:
        try:
            take(entry)
        except Refusal as refusal:
            entry.refusal = refusal
        else:
            reading = tongue.sentence(entry.order)
            return ReadLine(item.number, item.text, TAKEN, reading=reading, condition=entry.note)
    if entry.said is not None and not _names_something(item.text, entry.said, tongue):
        return ReadLine(item.number, item.text, REMARK)
    why = entry.refusal or NotAllowed("This cannot be ordered.", "")
    return ReadLine(item.number, item.text, REFUSED, reason=why.reason, remedy=why.remedy)


def inner(said: Said | None) -> Said | None:
    return said.order if isinstance(said, act.Standing) else said


def _names_something(text: str, said: Said, tongue: Tongue) -> bool:
    """Is it an order at all?  "Good luck to everyone" has the shape of one and names nothing of the board."""
    what = inner(said)
    unit = getattr(what, "unit", None)
    if unit is None or isinstance(said, ANY_TIME):
        return True
    if is_piece(unit.kind) or (unit.kind and len(text.split()) <= MANY_WORDS):
        return True
    names = [word for word in (unit.place, *_words(what)) if word]
    return any(tongue.places.meant(word) for word in names) or any(tongue.places.near(word) for word in names)


def _words(said: Said | None) -> list[str]:
    """The player's words for places, beside the unit's own."""
    if isinstance(said, act.Merge):
        return [part.target for part in said.parts]
    found = [getattr(said, "place", ""), getattr(said, "target", "")]
    return [*getattr(said, "path", ()), *(one for one in found if isinstance(one, str))]


def _not_an_order(item: Item, tongue: Tongue, lawful: Callable[[], Sequence[str]]) -> ReadLine:
    if not _looks_like_an_order(item.text, tongue):
        return ReadLine(item.number, item.text, REMARK)
    form = nearest_form(item.text, lawful())
    reason = f'This is not understood: "{item.text}".' if len(item.text) < 80 else "This is not understood."
    return ReadLine(item.number, item.text, REFUSED, reason=reason, remedy=f"Nearest form: {form}")


def _looks_like_an_order(text: str, tongue: Tongue) -> bool:
    """Does it begin as orders do: with a unit and a place, a piece, a verb, or a short name and a dash?"""
    said = plain(text)
    words = [word for word in re.split(r"[\s-]+", said) if word]
    if len(words) < 2:
        return bool(words) and bool(re.fullmatch(r"clear|waive", words[0], re.IGNORECASE))
    if len(words[0]) > 2 and tongue.places.is_name(words[0]):
        return bool(re.search(r"-|\b[hsdr]\b", said, re.IGNORECASE))
    if spoken(f"{words[0]} H") is not None and len(words[0]) > 2 and spoken(f"{words[0]} Los H") is not None:
        return not tongue.places.is_name(words[0]) and _is_piece_word(words[0])
    if _UNIT.match(said) and _DEED.search(said) and any(map(tongue.places.is_name, words[1:3])):
        return True
    if not _SHAPE.match(said):
        return False
    return _is_verb(words[0]) or any(
        len(word) > 2 and (tongue.places.meant(word) or tongue.places.near(word)) for word in words[1:3]
    )


def _is_piece_word(word: str) -> bool:
    said = spoken(f"{word} H")
    return isinstance(said, act.Hold) and is_piece(said.unit.kind)


def _is_verb(word: str) -> bool:
    return bool(
        re.fullmatch(r"standing:?|proxy|declare|build|remove|waive|cancel|clear", word, re.IGNORECASE)
    )
