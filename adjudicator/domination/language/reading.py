"""Read a player's sheet. Any text gives a `Reading`: lines taken, refusals with a reason, remarks.

A later sheet for the same turn replaces the earlier one whole; a letter of which nothing can be taken
leaves it in force.
"""

import re
from collections.abc import Sequence

from adjudicator.core.game import REFUSED, REMARK, TAKEN, InForce, Orders, Reading
from adjudicator.core.game import ReadLine as Read
from adjudicator.core.limits import unread, worth_reading
from adjudicator.core.words import NotAllowed, Refusal, clean
from adjudicator.domination.language import legality
from adjudicator.domination.language.grammar import Spoken, bare, spoken
from adjudicator.domination.language.legality import DUE, OPEN, ReadingContext
from adjudicator.domination.language.orders import (
    HEADINGS,
    Move,
    Order,
    OrderLine,
    Prefer,
    Test,
    from_text,
    to_text,
)
from adjudicator.domination.language.suggestions import (
    WHOLE_WORD,
    WORD,
    are_units,
    is_list_of_pieces,
    misspelt,
    misunderstood,
)
from adjudicator.domination.language.vocabulary import vocabulary
from adjudicator.domination.position import Position
from adjudicator.domination.resolve.owed import acting_now, title
from adjudicator.domination.view.wording import counts, sentence

_STARTS = re.compile(r"(?:if|else|cast|lose|keep|target|rest|piece|claim|build|all|\d+)\b", re.IGNORECASE)
_SHORT = re.compile(
    r"(?:\d+\s+)?[a-z']+(?:\s+[a-z']+)?\s+(?:(?:at|in)\s+)?[a-z]\d{1,2}(?:\s+or\s+[a-z]\d{1,2})*(?:\s+holds?)?",
    re.IGNORECASE,
)  # "Elephant B12": a build or a hold, if there were such a unit
_ARROW = re.compile(r"->|>|\w\s*-\s*\w")
FEW_WORDS = 4


class MessageOrders:
    """One letter while it is read, line by line."""

    def __init__(self, at: ReadingContext) -> None:
        self.at = at
        self.sheet: list[OrderLine] = []
        self.lines: list[Read] = []
        self.heading = OPEN[at.position.phase][0]
        self._last_if: int | None = None  # its number, 0 if it was refused

    def read(self, number: int, text: str) -> None:
        plain = clean(text).partition("#")[0].strip()
        if not plain:
            self.lines.append(Read(number, clean(text), REMARK))
            return
        words = bare(plain)
        said = spoken(self.at.data, words)
        if said is None and not _is_meant_for_an_order(self.at, words):
            self.lines.append(Read(number, plain, REMARK))
            return
        self._lead_on(said, words)
        try:
            reading = self._take(number, words, said)
        except Refusal as refusal:
            row = Read(number, plain, REFUSED, reason=refusal.reason, remedy=refusal.remedy)
        else:
            row = Read(number, plain, TAKEN, reading=reading)
        self.lines.append(row)

    def _lead_on(self, said: Spoken | None, words: str) -> None:
        """An `else` belongs to the last `if`, even to one that will be refused."""
        if (said and said.tests) or (said is None and words.lower().startswith("if ")):
            self._last_if = 0

    def _take(self, number: int, words: str, said: Spoken | None) -> str:
        if said is None:
            raise misunderstood(self.at, self.heading, words)
        _may_write(self.at)
        if said.order is None:
            return self._under(said.heading)
        if self.heading not in OPEN[self.at.position.phase]:
            raise NotAllowed(
                f"{self.heading.capitalize()} is not open.", f"Now {DUE[self.at.position.phase]}."
            )
        line = self._line(number, said, said.order)
        self.sheet.append(line)
        if line.tests:
            self._last_if = number
        return sentence(line, names_of(self.at))

    def _under(self, heading: str) -> str:
        self.heading = heading
        phase = self.at.position.phase
        if heading not in OPEN[phase]:
            raise NotAllowed(f"Nothing can stand under {heading.capitalize()} now.", f"Now {DUE[phase]}.")
        return f"{heading.capitalize()}:"

    def _line(self, number: int, said: Spoken, order: Order) -> OrderLine:
        otherwise = self._answered() if said.is_else else 0
        tests: list[Test] = [legality.condition(self.at, test) for test in said.tests]
        return OrderLine(
            number, self.heading, legality.lawful(self.at, order, self.heading), tuple(tests), otherwise
        )

    def _answered(self) -> int:
        if self._last_if is None:
            raise NotAllowed('No "if" stands above this "else".', "Write the condition first.")
        if not self._last_if:
            raise NotAllowed('The "if" above was not taken.', "Mend that line, then this one counts.")
        return self._last_if


def read(position: Position, player: str, so_far: Orders | None, lines: Sequence[str]) -> Reading:
    """Read *lines* of one letter; whatever they hold, nothing is raised."""
    letter = MessageOrders(legality.desk(position, player))
    read_lines = worth_reading(lines)
    for number, text in enumerate(read_lines, 1):
        letter.read(number, text)
    is_new = any(line.verdict == TAKEN for line in letter.lines) or so_far is None
    sheet = tuple(letter.sheet) if is_new else from_text(so_far)
    return Reading(
        orders=to_text(sheet),
        lines=(*letter.lines, *unread(lines, read_lines)),
        in_force=_in_force(letter.at, sheet, "this message" if is_new else "an earlier message"),
        warnings=_warnings(letter, is_new, so_far),
        complete=bool(sheet),
    )


def _may_write(at: ReadingContext) -> None:
    if at.player not in at.position.settings.seats:
        raise NotAllowed(f"{at.player} does not play in this game.", "")
    if at.position.over:
        raise NotAllowed("The game is over.", "")
    if at.player not in acting_now(at.position):
        raise NotAllowed(f"Nothing is due from you now ({title(at.position)}).", "Wait for the next report.")


def _warnings(letter: MessageOrders, is_new: bool, so_far: Orders | None) -> tuple[str, ...]:
    if not is_new:
        return ("Nothing in this message could be taken; your earlier sheet stands.",)
    if so_far and letter.sheet:
        return ("This sheet replaces your earlier one whole.",)
    return ()


def names_of(at: ReadingContext) -> dict[str, str]:
    return {space.id: space.city or space.tower for space in at.ground.spaces.values()}


def _in_force(at: ReadingContext, sheet: Sequence[OrderLine], source: str) -> tuple[InForce, ...]:
    names = names_of(at)
    told = [InForce("", sentence(line, names), source) for line in sheet]
    told += [
        InForce("", f"standing: {sentence(OrderLine(0, '', row.wish), names)}", "standing")
        for row in at.position.standing
        if row.player == at.player and not _is_replaced(row.wish, sheet)
    ]
    return (*told, *_without_orders(at, sheet))


def _is_replaced(wish: Prefer, sheet: Sequence[OrderLine]) -> bool:
    return any(
        isinstance(line.order, Prefer)
        and not line.is_conditional
        and (line.order.what, line.order.place) == (wish.what, wish.place)
        for line in sheet
    )


def _without_orders(at: ReadingContext, sheet: Sequence[OrderLine]) -> list[InForce]:
    """The spaces with units of the player's from which no line of the sheet leads."""
    if "move" not in OPEN[at.position.phase] or at.player not in acting_now(at.position):
        return []
    named = {line.order.origin for line in sheet if isinstance(line.order, Move)}
    named |= {getattr(line.order, "place", "") for line in sheet}
    mine = [row for row in at.position.units if row.player == at.player and row.space not in named]
    return [
        InForce(f"{counts([(row.kind, row.count)])} {row.space}", "no order: stands", "missing")
        for row in mine
    ]


# -- what cannot be understood


def _is_meant_for_an_order(at: ReadingContext, text: str) -> bool:
    return _looks_like_an_order(at, text) or is_list_of_pieces(at, text) or bool(misspelt(at, text))


def _looks_like_an_order(at: ReadingContext, text: str) -> bool:
    """A keyword in front and a space or a unit behind it, or a unit, a space and an arrow."""
    words = vocabulary(at.data)
    letters = "".join(words.pieces) + words.sea
    has_space = bool(re.search(rf"\b[{letters}]\d{{1,2}}\b", text, re.IGNORECASE))
    folded = text.casefold()
    has_name = any(name in folded for name in words.named)
    tokens = WORD.findall(text)
    first = tokens[0].casefold() if tokens else ""
    has_unit = any(len(token) > 2 and token.casefold() in words.units for token in tokens)
    if _STARTS.match(text) and (has_space or has_unit or has_name or len(tokens) <= 4):
        return not text[0].isdigit() or has_unit or has_space
    if has_space and _SHORT.fullmatch(text):
        return True
    if first in words.units and len(tokens) <= 12 and (has_space or has_name or _ARROW.search(text)):
        return True
    if first in words.units and len(first) >= WHOLE_WORD and len(tokens) <= FEW_WORDS:
        return True  # "Knight Barowgate", "Militia Z9": a place that nobody knows
    if len(tokens) <= FEW_WORDS and ((has_unit and has_space) or are_units(at, tokens[1:])):
        return True  # "3x Militia A7", "protect Wizard"
    return has_space and bool(_ARROW.search(text) or first in HEADINGS)
