"""How is a player's sheet read?  Any text gives a `Reading`: orders, refusals with a reason, remarks.

Each line stands for itself, so that a bad one spoils no other. A line is a remark only if nothing in it looks
like an order. What a line means may hang on others of the same sheet (an army lands from where its fleet
goes, the Ring is passed from where its bearer will be): what units do is understood first, then the rest.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.downfall_xiii import (
    ground,
    lawful,
    lawful_at_end,
    lawful_company,
    lawful_later,
    lawful_ships,
    lawful_standing,
    letters,
)
from adjudicator.downfall_xiii.cautions import cautions
from adjudicator.downfall_xiii.in_force import Given, in_force, is_complete
from adjudicator.downfall_xiii.known import PLACES, Known, NotYours, power_named
from adjudicator.downfall_xiii.position import ADJUSTMENT, MOVEMENT, RETREAT, State
from adjudicator.downfall_xiii.wording import sentence
from adjudicator.game import REFUSED, REMARK, TAKEN, Line, Orders, Reading
from adjudicator.middle_earth import actions as act
from adjudicator.middle_earth.actions import Order, Power, Sheet, Standable
from adjudicator.middle_earth.pieces import is_piece
from adjudicator.middle_earth.syntax import Clear, Said, plain, spoken, uncommented
from adjudicator.words import NotAllowed, Refusal, clean, key, nearest_form

FORMS = {
    MOVEMENT: (
        *("A MTi H", "A MTi - Los", "A Los S A MTi", "A Los S A MTi - Osg", "A Los S garrison MTi"),
        *(
            "C DHa - Wes - HDe",
            "C DHa H - Wes",
            "C MTi S2 C DHa - Ano",
            "3A Off D : A Off - Nrd, A Off - SRh",
        ),
        *(
            "A MTi - Los M A Pel - Los",
            "Faramir leads A MTi - Ano",
            "Faramir with A MTi",
            "Gandalf - Ano with A MTi",
        ),
        *("Gandalf orders A MTi - Osg", "Nazgul paralyses A Udu", "R Osg - SIt neutralises", "Fe Bre - Shi"),
        *(
            "A Lon embarks F ENG",
            "A/F ENG - MAO",
            "A MAO disembarks Por",
            "F GUL FF A Fld - Har",
            "F GUL takes A Fld",
        ),
        *(
            "A MTi destroys Nazgul",
            "A MTi destroys any if A Pel - Los succeeds",
            "A Bre passes the Ring to Shi",
        ),
        *("Saruman puts on the Ring", "STANDING: A * destroys R", "PROXY A Los TO Rohan", "DECLARE Neutral"),
    ),
    RETREAT: ("A MTi R Los", "A MTi R Los, Ano", "Faramir R with the stack", "A MTi D"),
    ADJUSTMENT: ("Build A Bar", "Build C DHa", "Build F Cit", "Remove A Bar", "Remove 1 of 2A Bar", "Waive"),
}
WHEN = {
    MOVEMENT: "Units move in Spring and in Autumn; now {due}.",
    RETREAT: "There is nothing to retreat: {due}.",
    ADJUSTMENT: "Builds are made after Autumn turns; now {due}.",
}
DUE = {
    MOVEMENT: "orders to move are due",
    RETREAT: "retreats are due",
    ADJUSTMENT: "builds and removals are due",
}
RULES: dict[type, Callable[..., Any]] = {
    **lawful.RULES,
    **lawful_company.RULES,
    **lawful_ships.RULES,
    **lawful_at_end.RULES,
    **lawful_later.RULES,
}
FIRST = (act.Declare, act.StartsAt)  # others of the sheet hang on them
LAST = (
    *(act.Merge, act.Disembark, act.Destroy, act.PassRing, act.ThrowRing, act.PutOnRing, act.SeizeRing),
    *(act.ClaimRing, act.OfferRing, act.DestroyRing, act.Awaken),
)
NEVER_LENT = (act.Proxy, act.Retreat, act.Disband, act.Build, act.Remove)
ANY_TIME = (act.Standing, act.CancelStanding, Clear)

_HEADING = re.compile(r"^([^\W\d_][\w' -]{2,24}?)(?:'s)?(?: orders?)?\s*:\s*(.*)$", re.IGNORECASE)
_BY_PROXY = re.compile(r"[ ,]*\bby proxy$", re.IGNORECASE)
_RUN = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)+")
_SHAPE = re.compile(
    r"(?:\d*\s*(?:a/f|army|armies|fleets?|cavalry|cav|ranger|[acf])\b"
    r".*(?:->|-|\b[hsdr]\b|\b(?:to|holds?|supports?)\b)"
    r"|(?:standing|proxy|declare|build|remove|waive|cancel)\b.*\w|clear\b)",
    re.IGNORECASE,
)
MANY_WORDS = 6


@dataclass(frozen=True)
class Item:
    """One order's worth of a line; *under* is the power in whose name it stands, if any."""

    number: int
    text: str
    under: Power | None


@dataclass
class Entry:
    """An item, what it says, and what that means or why it is refused."""

    item: Item
    said: Said | None
    order: Order | None = None
    refusal: Refusal | None = None
    lent: bool = False
    note: str = ""


def read(state: State, power: Power, so_far: Orders | None, lines: Sequence[str]) -> Reading:
    """Read *lines* of one letter on top of *so_far*; whatever they hold, nothing is raised."""
    before = list(act.from_text(so_far).orders) if so_far else []
    entries = [entry for item in _items(lines) for entry in _entries(item)]
    cleared = any(isinstance(entry.said, Clear) for entry in entries)
    if cleared:
        before = [order for order in before if isinstance(order, letters.KEPT)]
    for is_due in (_is_first, _is_second, _is_last):
        _understand([entry for entry in entries if is_due(entry)], entries, state, power, before)
    letter = letters.Letter(Known(state, power))
    told = tuple(_told(entry, letter, state) for entry in entries)
    orders = letters.merged(before, letter.orders)
    known = Known(state, power, orders)
    notes = letter.notes
    if state.phase == ADJUSTMENT:
        orders, dropped = letters.fitted(orders, known)
        notes = [*notes, *dropped]
    given = Given(orders, known)
    return Reading(
        orders=act.to_text(Sheet(tuple(orders))),
        lines=told,
        in_force=in_force(given, orders, letter.orders, known),
        warnings=(*dict.fromkeys(notes), *cautions(orders, known)),
        complete=is_complete(given, known),
    )


# From lines to what they say.


def _items(lines: Sequence[str]) -> list[Item]:
    items: list[Item] = []
    under: Power | None = None
    for number, line in enumerate(lines, 1):
        text = uncommented(clean(line))
        heading = _HEADING.match(text)
        named = power_named(heading[1]) if heading else None
        if heading and named:
            under, text = named, heading[2]
        parts = [part.strip() for part in text.split(";") if part.strip()]
        items += [Item(number, part, under) for part in parts]
        if not parts:
            items.append(Item(number, clean(line), None))
    return items


def _entries(item: Item) -> list[Entry]:
    said = _said(item.text)
    if said is not None:
        return [Entry(item, said, lent=bool(_BY_PROXY.search(item.text)))]
    parts = [part.strip() for part in item.text.split(",") if part.strip()]
    found = [_said(part) for part in parts]
    if len(parts) > 1 and any(found):
        return [
            Entry(Item(item.number, part, item.under), one) for part, one in zip(parts, found, strict=True)
        ]
    return [Entry(item, None)]


def _said(text: str) -> Said | None:
    return spoken(_RUN.sub(_joined, plain(_BY_PROXY.sub("", text))))


def _joined(run: re.Match[str]) -> str:
    """Hyphens inside names are taken out, so that "A Barad-dur-Gor" has one dash."""
    words, joined = run[0].split("-"), []
    while words:
        many = next((n for n in range(len(words), 1, -1) if _is_name(words[:n])), 1)
        joined.append("".join(words[:many]))
        words = words[many:]
    return "-".join(joined)


_FRAGMENTS = frozenset(
    key(word)
    for province in ground.PROVINCES.values()
    for name in (province.name, *province.aliases)
    for word in name.split()
    if "-" in word
)


def _is_name(words: Sequence[str]) -> bool:
    name = "".join(words)
    if PLACES.is_name(name) or key(name) in _FRAGMENTS:
        return True
    return bool(PLACES.meant(name)) and not all(PLACES.is_name(word) for word in words)


# From what they say to what it means.


def _inner(said: Said | None) -> Said | None:
    return said.order if isinstance(said, act.Standing) else said


def _is_first(entry: Entry) -> bool:
    return isinstance(entry.said, FIRST)


def _is_last(entry: Entry) -> bool:
    return isinstance(entry.said, LAST)


def _is_second(entry: Entry) -> bool:
    return not _is_first(entry) and not _is_last(entry)


def _understand(
    due: Sequence[Entry], entries: Sequence[Entry], state: State, power: Power, before: Sequence[Order]
) -> None:
    """Give the entries that are due their meaning, by what the others are known to order."""
    if not due:
        return
    letter = [entry.order for entry in entries if entry.order is not None]
    earlier = letters.merged(before, letter)[: -len(letter) or None]
    known = Known(state, power, letter, earlier)
    lent = known.with_proxies()
    for entry in due:
        if entry.said is None or isinstance(entry.said, Clear):
            continue
        _understand_one(entry, known, lent)


def _understand_one(entry: Entry, known: Known, lent: Known) -> None:
    """What is another's may be his by a proxy of this turn, of which nothing is known here (4.11)."""
    try:
        entry.order = _meaning(entry, lent if entry.lent else known)
    except NotYours as refusal:
        entry.refusal = refusal
        if not entry.lent and not isinstance(entry.said, NEVER_LENT):
            entry.lent = True
            entry.note = f"{refusal.reason} It counts only with a proxy from {refusal.owner}."
            entry.refusal = None
            _understand_one(entry, known, lent)
    except Refusal as refusal:
        entry.refusal = refusal


def _meaning(entry: Entry, known: Known) -> Order:
    state, said = known.state, entry.said
    if entry.item.under not in (None, known.power):
        raise NotAllowed(
            f"This stands under {entry.item.under}; you play {known.power}.", "Send your own orders only."
        )
    if isinstance(said, act.Convoy):
        raise NotAllowed("XIII has no convoys: use FF or embarks.", "Write F GUL FF A Fld - Har.")
    if known.power in state.eliminated:
        raise NotAllowed(f"{known.power} is eliminated: its units stand in civil disorder.", "")
    if isinstance(said, act.Standing):
        return act.Standing(lawful_standing.named(said.order))
    if isinstance(said, act.CancelStanding):
        return _cancel(said, known)
    order = _in_this_phase(said, state)  # type: ignore[arg-type]  # nothing else is left
    meant: Order = RULES[type(order)](order, known)
    return meant


def _cancel(order: act.CancelStanding, known: Known) -> act.CancelStanding:
    new = sum(isinstance(one, act.Standing) for one in known.ordered)
    listed = len(known.state.standing.get(known.power, ())) + new
    if order.number > listed:
        reason = f"There is no standing order {order.number}." if listed else "You have no standing orders."
        raise NotAllowed(reason, "The numbers stand in the answer to each letter.")
    return order


def _in_this_phase(said: Standable, state: State) -> Standable:
    """*said* as the phase that is due understands it. Raises NotAllowed in the wrong season."""
    if state.phase == RETREAT and isinstance(said, act.Move) and len(said.path) == 1:
        return act.Retreat(said.unit, said.path)
    belongs = {act.Retreat: RETREAT, act.Disband: RETREAT, act.Build: ADJUSTMENT, act.Remove: ADJUSTMENT}
    phase = {**belongs, act.Waive: ADJUSTMENT}.get(type(said), MOVEMENT)
    if phase == state.phase:
        return said
    if isinstance(said, act.Disband) and state.phase == MOVEMENT:
        reason = "Units disband only when they retreat."
        raise NotAllowed(reason, "To divide a stack, name the parts: 2A Bar D : A Bar - Nur, A Bar H.")
    remedy = f"Write {FORMS[state.phase][0]}."
    if isinstance(said, act.Retreat):
        remedy = "For turns to come write STANDING: before it."
    raise NotAllowed(WHEN[phase].format(due=DUE[state.phase]), remedy)


# What the player is told.


def _told(entry: Entry, letter: letters.Letter, state: State) -> Line:
    """Take the order into the letter, or say why not."""
    item = entry.item
    if isinstance(entry.said, Clear):
        letter.clear()
        return Line(item.number, item.text, TAKEN, reading="All orders of this turn are struck out")
    if entry.said is None:
        return _not_an_order(item, state)
    if entry.refusal is None and entry.order is not None:
        try:
            letter.take(entry.order)
            letter.notes += [entry.note] if entry.note else []
            letter.notes += lawful_later.left_out(entry.said, entry.order)
        except Refusal as refusal:
            entry.refusal = refusal
        else:
            return Line(item.number, item.text, TAKEN, reading=sentence(entry.order))
    if not _names_something(item.text, entry.said):
        return Line(item.number, item.text, REMARK)
    why = entry.refusal or NotAllowed("This cannot be ordered.", "")
    return Line(item.number, item.text, REFUSED, reason=why.reason, remedy=why.remedy)


def _names_something(text: str, said: Said) -> bool:
    """Is it an order at all?  "Good luck to everyone" has the shape of one and names nothing of the board."""
    inner = _inner(said)
    unit = getattr(inner, "unit", None)
    if unit is None or isinstance(said, ANY_TIME):
        return True
    if is_piece(unit.kind) or (unit.kind and len(text.split()) <= MANY_WORDS):
        return True
    names = [word for word in (unit.place, *_words(inner)) if word]
    return any(PLACES.meant(word) for word in names) or any(PLACES.near(word) for word in names)


def _words(said: Said | None) -> list[str]:
    """The player's words for places, beside the unit's own."""
    if isinstance(said, act.Merge):
        return [part.target for part in said.parts]
    found = [getattr(said, "place", ""), getattr(said, "target", "")]
    return [*getattr(said, "path", ()), *(one for one in found if isinstance(one, str))]


def _not_an_order(item: Item, state: State) -> Line:
    if not _looks_like_an_order(item.text):
        return Line(item.number, item.text, REMARK)
    form = nearest_form(item.text, FORMS[state.phase])
    reason = f'This is not understood: "{item.text}".' if len(item.text) < 80 else "This is not understood."
    return Line(item.number, item.text, REFUSED, reason=reason, remedy=f"Nearest form: {form}")


def _looks_like_an_order(text: str) -> bool:
    """Does it begin as orders do: with a unit and a place, a piece, a verb, or a short name and a dash?"""
    said = plain(text)
    words = [word for word in re.split(r"[\s-]+", said) if word]
    if len(words) < 2:
        return bool(words) and bool(re.fullmatch(r"clear|waive", words[0], re.IGNORECASE))
    if len(words[0]) > 2 and PLACES.is_name(words[0]):
        return bool(re.search(r"-|\b[hsdr]\b", said, re.IGNORECASE))
    if spoken(f"{words[0]} H") is not None and len(words[0]) > 2 and spoken(f"{words[0]} Los H") is not None:
        return not PLACES.is_name(words[0]) and _is_piece_word(words[0])
    if not _SHAPE.match(said):
        return False
    return _is_verb(words[0]) or any(
        len(word) > 2 and (PLACES.meant(word) or PLACES.near(word)) for word in words[1:3]
    )


def _is_piece_word(word: str) -> bool:
    said = spoken(f"{word} H")
    return isinstance(said, act.Hold) and is_piece(said.unit.kind)


def _is_verb(word: str) -> bool:
    return bool(
        re.fullmatch(r"standing:?|proxy|declare|build|remove|waive|cancel|clear", word, re.IGNORECASE)
    )
