"""How is a player's sheet read?  Any text gives a `Reading`: lines taken, refusals with a reason, remarks.

A later sheet for the same turn replaces the earlier one whole; a letter of which nothing can be taken
leaves it in force.
"""

import re
from collections.abc import Sequence

from adjudicator.domination import lawful
from adjudicator.domination.data import FORT
from adjudicator.domination.lawful import DUE, OPEN, Desk
from adjudicator.domination.orders import HEADINGS, Line, Move, Order, Prefer, Test, from_text, to_text
from adjudicator.domination.owed import acting_now, title
from adjudicator.domination.position import Position
from adjudicator.domination.syntax import LONGEST_LINE, Spoken, spoken
from adjudicator.domination.vocabulary import vocabulary
from adjudicator.domination.wording import counts, sentence
from adjudicator.game import REFUSED, REMARK, TAKEN, InForce, Orders, Reading
from adjudicator.game import Line as Read
from adjudicator.limits import unread, worth_reading
from adjudicator.words import Names, NotAllowed, Refusal, Unreadable, clean, nearest_form, one_slip_from

FORMS = (
    "Militia B10 - B14",
    "2 Militia + Knight A8 - B9",
    "Transport A9 - A13 with Militia",
    "2 Militia B10 holds",
    "cast Ward B4",
    "cast Recall 2 Knight B4 - B6",
    "lose Militia, Knight",
    "keep Wizard",
    "target Blue at C7",
    "at B4: lose Militia",
    "2 Knight B12",
    "rest Militia B6 or B12",
    "if enemy at B4: all B4 - B5",
    "else: Militia B5 - B4",
    "piece A, C, F",
    "claim B6, B12",
)
KEYWORDS = (
    *("if", "else", "cast", "lose", "keep", "target", "rest", "piece", "claim", "build", "all", "at"),
    *("to", "or", "and", "on", "in", "with", "nothing", "holds", "hold", "not", "enemy", "nobody", "me"),
)
BEGINS = ("cast", "lose", "keep", "target", "rest", "piece", "claim", "build", "else")
MOST_WORDS = 12  # in a line that begins with a misspelt one of these
_STARTS = re.compile(r"(?:if|else|cast|lose|keep|target|rest|piece|claim|build|all|\d+)\b", re.IGNORECASE)
_SHORT = re.compile(
    r"(?:\d+\s+)?[a-z']+(?:\s+[a-z']+)?\s+(?:(?:at|in)\s+)?[a-z]\d{1,2}(?:\s+or\s+[a-z]\d{1,2})*(?:\s+holds?)?",
    re.IGNORECASE,
)  # "Elephant B12": a build or a hold, if there were such a unit
_ARROW = re.compile(r"->|>|\w\s*-\s*\w")
WHOLE_WORD = 4  # letters; a shorter word that begins a unit's name may be any word
FEW_WORDS = 4
_WORD = re.compile(r"[^\W\d_][\w']*")


class Letter:
    """One letter while it is read, line by line."""

    def __init__(self, at: Desk) -> None:
        self.at = at
        self.sheet: list[Line] = []
        self.lines: list[Read] = []
        self.heading = OPEN[at.position.phase][0]
        self._last_if: int | None = None  # its number, 0 if it was refused

    def read(self, number: int, text: str) -> None:
        plain = clean(text).partition("#")[0].strip()
        if not plain:
            self.lines.append(Read(number, clean(text), REMARK))
            return
        said = spoken(self.at.data, plain.rstrip(".; "))
        if said is None and not _is_meant_for_an_order(self.at, plain):
            self.lines.append(Read(number, plain, REMARK))
            return
        self._lead_on(said, plain)
        try:
            reading = self._take(number, plain, said)
        except Refusal as refusal:
            row = Read(number, plain, REFUSED, reason=refusal.reason, remedy=refusal.remedy)
        else:
            row = Read(number, plain, TAKEN, reading=reading)
        self.lines.append(row)

    def _lead_on(self, said: Spoken | None, plain: str) -> None:
        """An `else` belongs to the last `if`, even to one that will be refused."""
        if (said and said.tests) or (said is None and plain.lower().startswith("if ")):
            self._last_if = 0

    def _take(self, number: int, plain: str, said: Spoken | None) -> str:
        if said is None:
            raise _misunderstood(self.at, plain)
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

    def _line(self, number: int, said: Spoken, order: Order) -> Line:
        otherwise = self._answered() if said.is_else else 0
        tests: list[Test] = [lawful.condition(self.at, test) for test in said.tests]
        return Line(
            number, self.heading, lawful.lawful(self.at, order, self.heading), tuple(tests), otherwise
        )

    def _answered(self) -> int:
        if self._last_if is None:
            raise NotAllowed('No "if" stands above this "else".', "Write the condition first.")
        if not self._last_if:
            raise NotAllowed('The "if" above was not taken.', "Mend that line, then this one counts.")
        return self._last_if


def read(position: Position, player: str, so_far: Orders | None, lines: Sequence[str]) -> Reading:
    """Read *lines* of one letter; whatever they hold, nothing is raised."""
    letter = Letter(lawful.desk(position, player))
    read_lines = worth_reading(lines)
    for number, text in enumerate(read_lines, 1):
        letter.read(number, text)
    is_new = any(line.verdict == TAKEN for line in letter.lines) or so_far is None
    sheet = tuple(letter.sheet) if is_new else from_text(so_far)
    return Reading(
        orders=to_text(sheet),
        lines=(*letter.lines, *unread(lines, read_lines)),
        in_force=_in_force(letter.at, sheet, "this letter" if is_new else "an earlier letter"),
        warnings=_warnings(letter, is_new, so_far),
        complete=bool(sheet),
    )


def _may_write(at: Desk) -> None:
    if at.player not in at.position.settings.seats:
        raise NotAllowed(f"{at.player} does not play in this game.", "")
    if at.position.over:
        raise NotAllowed("The game is over.", "")
    if at.player not in acting_now(at.position):
        raise NotAllowed(f"Nothing is due from you now ({title(at.position)}).", "Wait for the next report.")


def _warnings(letter: Letter, is_new: bool, so_far: Orders | None) -> tuple[str, ...]:
    if not is_new:
        return ("Nothing in this letter could be taken; your earlier sheet stands.",)
    if so_far and letter.sheet:
        return ("This sheet replaces your earlier one whole.",)
    return ()


def names_of(at: Desk) -> dict[str, str]:
    return {space.id: space.city or space.tower for space in at.ground.spaces.values()}


def _in_force(at: Desk, sheet: Sequence[Line], source: str) -> tuple[InForce, ...]:
    names = names_of(at)
    told = [InForce("", sentence(line, names), source) for line in sheet]
    told += [
        InForce("", f"standing: {sentence(Line(0, '', row.wish), names)}", "standing")
        for row in at.position.standing
        if row.player == at.player and not _is_replaced(row.wish, sheet)
    ]
    return (*told, *_without_orders(at, sheet))


def _is_replaced(wish: Prefer, sheet: Sequence[Line]) -> bool:
    return any(
        isinstance(line.order, Prefer)
        and not line.is_conditional
        and (line.order.what, line.order.place) == (wish.what, wish.place)
        for line in sheet
    )


def _without_orders(at: Desk, sheet: Sequence[Line]) -> list[InForce]:
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


def _is_meant_for_an_order(at: Desk, text: str) -> bool:
    return _looks_like_an_order(at, text) or _is_list_of_pieces(at, text) or bool(_misspelt(at, text))


def _looks_like_an_order(at: Desk, text: str) -> bool:
    """A keyword in front and a space or a unit behind it, or a unit, a space and an arrow."""
    words = vocabulary(at.data)
    letters = "".join(words.pieces) + words.sea
    has_space = bool(re.search(rf"\b[{letters}]\d{{1,2}}\b", text, re.IGNORECASE))
    folded = text.casefold()
    has_name = any(name in folded for name in words.named)
    tokens = _WORD.findall(text)
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
    if has_unit and has_space and len(tokens) <= FEW_WORDS:
        return True  # "3x Militia A7"
    return has_space and bool(_ARROW.search(text) or first in HEADINGS)


def _is_list_of_pieces(at: Desk, text: str) -> bool:
    """ "A, C, F" without the word before it"""
    said = re.split(r"[\s,]+", text.strip(" ,."))
    return at.position.phase == "setup" and len(said) > 2 and _are_pieces(at, said)


def _are_pieces(at: Desk, said: Sequence[str]) -> bool:
    pieces = {piece.casefold() for piece in vocabulary(at.data).pieces}
    return bool(said) and all(one.casefold() in pieces for one in said)


def _misspelt(at: Desk, text: str) -> str:
    """The word with which *text* begins but for a slip, before the letters of pieces or in capitals."""
    first, *others = _WORD.findall(text) or [""]
    if len(first) < WHOLE_WORD or len(others) > MOST_WORDS:
        return ""
    is_meant = first.isupper() or _are_pieces(at, others)
    return one_slip_from(first.casefold(), BEGINS) if is_meant else ""


def _misunderstood(at: Desk, text: str) -> Refusal:
    """What is strange in it: a word that nothing is called, else the shape of the whole."""
    if len(text) > LONGEST_LINE:
        return Unreadable("This line is too long for an order.", "One line is one order.")
    if _is_list_of_pieces(at, text):
        return Unreadable("It is not said what these are.", f"Did you mean piece {text}?")
    if meant := _misspelt(at, text):
        return Unreadable(f'I know no "{_WORD.findall(text)[0]}".', f"Did you mean {meant}?")
    known = _known_words(at)
    strange = next((word for word in _WORD.findall(text) if not _is_known(at, word, known)), None)
    if strange:
        try:
            known.find(strange)
        except Refusal as refusal:
            return Unreadable(f'I know no "{strange}".', refusal.remedy)
    begun = _begun_names(at, text)
    if begun:
        return Unreadable(f'"{begun[0]}" is not the whole name.', f"Write {begun[1]}.")
    return Unreadable("This is not understood.", f"Nearest form: {nearest_form(text, FORMS)}")


def _begun_names(at: Desk, text: str) -> tuple[str, str] | None:
    """A word that begins the name of a city or tower on this board, and that name."""
    for word in _WORD.findall(text):
        for name, space in at.ground.names.items():
            if name.startswith(word.casefold()) and WHOLE_WORD <= len(word) < len(name.split()[0]):
                return word, at.ground.spaces[space].city or at.ground.spaces[space].tower
    return None


def _known_words(at: Desk) -> Names:
    words = vocabulary(at.data)
    names = [
        at.ground.spaces[space].city or at.ground.spaces[space].tower for space in at.ground.names.values()
    ]
    all_words = (*at.data.units, FORT, *at.data.spells, *at.position.settings.seats, *names, *KEYWORDS)
    return Names({word: (word,) for word in dict.fromkeys((*all_words, *words.pieces))}, "word")


def _is_known(at: Desk, word: str, known: Names) -> bool:
    words = vocabulary(at.data)
    if word.casefold() in words.units or known.is_name(word) or word.casefold() in words.colours:
        return True
    parts = {part for name in (*words.named, *words.spells, *words.units) for part in name.split()}
    is_space = re.fullmatch(rf"[{''.join(words.pieces)}{words.sea}]\d{{1,2}}", word, re.IGNORECASE)
    return bool(is_space) or word.casefold() in parts or word.casefold() in {"i", "a", "an", "enemies"}
