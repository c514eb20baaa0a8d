"""Read a player's sheet. Any text gives a `Reading`: orders, refusals with a reason, remarks.

Each line stands for itself, so that a bad one spoils no other. A line is a remark only if nothing in it looks
like an order: a misspelt order is refused, never dropped.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, assert_never

from adjudicator.core.game import REFUSED, REMARK, TAKEN, Orders, Reading, ReadLine
from adjudicator.core.limits import unread, worth_reading
from adjudicator.core.position import Position
from adjudicator.core.words import Names, NotAllowed, Refusal, clean, key, nearest_form
from adjudicator.standard.language import legality, legality_after_movement
from adjudicator.standard.language.grammar import (
    Verb,
    WrittenOrder,
    in_another_phase,
    plain,
    uncommented,
    written,
)
from adjudicator.standard.language.merging import MessageOrders, in_force, is_complete, merged
from adjudicator.standard.language.names import Ground
from adjudicator.standard.language.orders import Order, from_text, to_text
from adjudicator.standard.language.warnings import cautions
from adjudicator.standard.resolve.board_tables import Tables
from adjudicator.standard.view.wording import sentence

WHEN = {
    "movement": "Units move in {spring} and in {autumn}; now {due}.",
    "retreat": "No unit retreats now: {due}.",
    "adjustment": "Builds and removals follow the {autumn} turn; now {due}.",
}
DUE = {
    "movement": "orders to move are due",
    "retreat": "retreats are due",
    "adjustment": "builds and removals are due",
}

_HEADING = re.compile(r"^([^\W\d_][\w' -]{2,24}?)(?:'s)?(?: orders?)?\s*:\s*(.*)$", re.IGNORECASE)
_WORD, _LAST_WORD = re.compile(r"[^\W\d_]+"), re.compile(r"[^\W\d_]+\Z")
LONGEST_PART = 40  # messages of a name before its hyphen
Rule = Callable[[WrittenOrder, Ground], Order]
_KIND = re.compile(r"(?:army|fleet|flt|arm[eé]e|armata|flott[ae]|[af])\b", re.IGNORECASE)
_VERB_FIRST = re.compile(r"(?:build|remove|disband|waive|hold|retreat)\b", re.IGNORECASE)
_ARROW = re.compile(r"->|\s-\s|\w-\w")
_MARKS = re.compile(r"->|\s-\s|\w-\w|\b[hscdr]\b|^(?:army|fleet)\b", re.IGNORECASE)
MOST_WORDS = 2  # of something that stands where a place should
SHORT_WORD = 4  # messages; as short ones resemble names in all prose, "wise" is not taken for Wien


class Piece(NamedTuple):
    """One order's worth of a line; *power* is the heading it stands under, if any."""

    number: int
    text: str
    power: str | None


def read(
    board: Tables, position: Position, power: str, so_far: Orders | None, lines: Sequence[str]
) -> Reading:
    """Read *lines* of one message on top of *so_far*; whatever they hold, nothing is raised."""
    ground = Ground(board, position, power)
    message = MessageOrders(ground)
    read_lines = worth_reading(lines)
    for piece in _pieces(read_lines, ground.language.powers):
        _read_piece(piece, message)
    orders, dropped = merged(from_text(board, so_far), message.orders(), ground)
    return Reading(
        orders=to_text(orders),
        lines=(*message.lines, *unread(lines, read_lines)),
        in_force=in_force(orders, message.orders(), ground),
        warnings=(*message.notes, *dropped, *cautions(orders, ground)),
        complete=is_complete(orders, ground),
    )


def _pieces(lines: Sequence[str], powers: Mapping[str, str]) -> list[Piece]:
    pieces: list[Piece] = []
    under: str | None = None
    for number, line in enumerate(lines, 1):
        text = uncommented(clean(line))
        heading = _HEADING.match(text)
        named = powers.get(key(heading[1])) if heading else None
        if heading and named:
            under, text = named, heading[2]
        parts = [part.strip() for part in text.split(";")]
        pieces.extend(Piece(number, part, under) for part in parts if part)
        if not any(parts):
            pieces.append(Piece(number, clean(line) if not named else f"{named}:", None))
    return pieces


def _read_piece(piece: Piece, message: MessageOrders) -> None:
    ground = message.ground
    text = _joined(plain(ground.board, piece.text), ground.language.names)
    phase = message.ground.position.phase
    orders = written(phase, text)
    for order in orders:
        _settle(piece, text, order, message)
    if orders:
        return
    parts = [part.strip() for part in uncommented(piece.text).split(",") if part.strip()]
    # "F SKA S Swe, Den" is no support of the unit in Sweden
    ends_too_soon = any(map(ground.language.names.meant, parts))
    if len(parts) > 1 and not ends_too_soon and any(_is_order(part, ground) for part in parts):
        for part in parts:
            _read_piece(piece._replace(text=part), message)
    else:
        message.lines.append(_not_an_order(piece, text, message.ground))


def _is_order(part: str, ground: Ground) -> bool:
    return bool(written(ground.position.phase, _joined(plain(ground.board, part), ground.language.names)))


def _joined(text: str, names: Names) -> str:
    """Return *text* without the hyphens inside names, so that "F Bre-Mid-Atlantic" has one dash.

    A hyphen between two whole names is a dash: "Swe-Den" is no Sweden.
    """
    first, *others = text.split("-")
    joined = [first]
    for left, right in pairwise((first, *others)):
        before, behind = _LAST_WORD.search(left[-LONGEST_PART:]), _WORD.match(right)
        is_name = before and behind and _is_one_name(before[0], behind[0], names)
        joined += [right] if is_name else ["-", right]
    return "".join(joined)


def _is_one_name(before: str, behind: str, names: Names) -> bool:
    are_two = names.is_name(before) and names.is_name(behind)
    return bool(names.meant(before + behind)) and not are_two


def _settle(piece: Piece, text: str, order: WrittenOrder, message: MessageOrders) -> None:
    """Add *order* to the message, or refuse it with the reason."""
    if not _names_a_place(text, order, message.ground.language.names):
        message.lines.append(ReadLine(piece.number, piece.text, REMARK))
        return
    try:
        meant = _meaning(piece, order, message.ground)
        message.take(meant)
    except Refusal as refusal:
        line = ReadLine(piece.number, piece.text, REFUSED, reason=refusal.reason, remedy=refusal.remedy)
    else:
        line = ReadLine(piece.number, piece.text, TAKEN, reading=sentence(message.ground.board, meant))
    message.lines.append(line)


def _meaning(piece: Piece, order: WrittenOrder, ground: Ground) -> Order:
    if piece.power not in (None, ground.power):
        reason = f"This stands under {piece.power}; you play {ground.power}."
        raise NotAllowed(reason, "Send your own orders only.")
    return rule(order.verb)(order, ground)


def rule(verb: Verb) -> Rule:  # noqa: C901, PLR0911  (one case a verb)
    """Return the function that checks an order of that verb and gives it as a value."""
    match verb:
        case "hold":
            return legality.hold
        case "move":
            return legality.move
        case "support_hold":
            return legality.support_hold
        case "support_move":
            return legality.support_move
        case "convoy":
            return legality.convoy
        case "retreat":
            return legality_after_movement.retreat
        case "disband":
            return legality_after_movement.disband
        case "build":
            return legality_after_movement.build
        case "remove":
            return legality_after_movement.remove
        case "waive":
            return legality_after_movement.waive
        case "adjust":
            return legality_after_movement.adjust
        case _ as never:
            assert_never(never)


def _names_a_place(text: str, order: WrittenOrder, known: Names) -> bool:
    """Return whether it names a place: "Good luck to everyone" has the shape of an order and names none."""
    if order.verb == "waive" or (order.unit.kind and _MARKS.search(text)):
        return True
    places = [unit.place for unit in (order.unit, order.other) if unit] + list(order.route)
    names = [words.partition("/")[0] for words in places]
    if any(known.meant(name) for name in names):
        return True
    if any(len(name) > SHORT_WORD and known.near(name) for name in names):
        return True
    return order.verb == "move" and any(_holds_a_place(name, known) for name in names)


def _holds_a_place(words: str, known: Names) -> bool:
    """Return whether one of at most two words is a place, as in "Flottille Brest"; more words are prose."""
    parts = words.split()
    return 1 < len(parts) <= MOST_WORDS and any(
        len(word) >= SHORT_WORD and known.is_name(word) for word in parts
    )


def _not_an_order(piece: Piece, text: str, ground: Ground) -> ReadLine:
    phase = ground.position.phase
    other, orders = in_another_phase(phase, text)
    if any(_names_a_place(text, order, ground.language.names) for order in orders):
        seasons = ground.board.facts.seasons
        reason = WHEN[other].format(due=DUE[phase], spring=seasons.spring, autumn=seasons.autumn)
        return ReadLine(
            piece.number, piece.text, REFUSED, reason=reason, remedy=f"Write {_nearest('', ground)}."
        )
    if not _looks_like_an_order(text, ground.language.names):
        return ReadLine(piece.number, piece.text, REMARK)
    remedy = f"Nearest form: {_nearest(text, ground)}"
    return ReadLine(piece.number, piece.text, REFUSED, reason="This is not understood.", remedy=remedy)


def _examples(ground: Ground) -> Sequence[str]:
    known = ground.board.facts.examples
    by_phase = {"movement": known.movement, "retreat": known.retreat, "adjustment": known.adjustment}
    return by_phase[ground.position.phase]


def _nearest(text: str, ground: Ground) -> str:
    """Return the lawful order that *text* resembles most, or for "" any move; else an example."""
    own = ground.choices or _examples(ground)
    return nearest_form(text, own) if text else next((order for order in own if " - " in order), own[0])


def _looks_like_an_order(text: str, names: Names) -> bool:
    """Return whether it begins with a kind of unit and a place, a verb and a kind, or a short name."""
    words = text.split()
    if not words:
        return False
    if _VERB_FIRST.match(words[0]):
        return len(words) > 1 and bool(_KIND.fullmatch(words[1]))
    first = re.split(r"\W", words[0])[0]
    if _KIND.fullmatch(first):
        place = re.split(r"\W", " ".join(words)[len(first) :].strip(" -"))[0]
        return len(place) > 2 and bool(names.meant(place) or names.near(place))
    return len(first) > 2 and names.is_name(first) and bool(_ARROW.search(text))
