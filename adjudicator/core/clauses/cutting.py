"""Cut one line into its parts: orders, and the text between them."""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.core.clauses.clause import Part, Sense
from adjudicator.core.clauses.cuts import Clauses, Cut
from adjudicator.core.clauses.doubts import doubt_of_note, settled
from adjudicator.core.clauses.stops import (
    SENTENCES,
    WORDS,
    bare,
    beginnings,
    moves_in_a_row,
    number_of_words,
    spans,
    starts_of_sentences,
    unstopped,
    without_comment,
)
from adjudicator.core.clauses.wordings import Wordings, awaits_object, leads_it
from adjudicator.core.language.corrections.second_thoughts import begins_retraction
from adjudicator.core.language.lists import has_verb
from adjudicator.core.languages import (
    asides_of,
    columns,
    columns_without,
    condition_in,
    doubt_in,
    gives_reason,
    giving_reasons,
    goes_on_after_stop,
    heads_goals,
    says_nothing,
)

MOST_PIECES = 1000  # pieces examined in a message, including those of lines that are tried together
MOST_CLAUSES = 40  # of a line; a line with more is not cut
MOST_WORDS = 1300  # of free text in a message; lines that are tried together count again
CELLS_WITH_A_KIND = 3  # the kind, the place of the unit, and its destination
CELLS_OF_A_MOVE = 2  # cells of a row: the unit and its destination
FEWEST_SEVERAL = 2  # orders
MOST_ABOVE = 3  # parts that are searched for the place of "it"
_IS_DASH = re.compile(r"\s-+\s")
_AS_LISTED = re.compile(  # after a list, whose order counts in any case
    r"(?:(?:and|exactly|strictly) )?(?:in (?:exactly )?(?:that|this|the given) (?:order|sequence)"
    r"|in dieser (?:reihenfolge)|dans cet ordre)",
    re.IGNORECASE,
)
_BETWEEN_ORDERS = re.compile(r"\s*[,;]\s*(?:and\s+)?|\.\s+(?=\S)|\s+(?:and|&|\+)\s+", re.IGNORECASE)
_IN_NOTATION = re.compile(r"[acfrpe] [^\W\d_].*(?:\w ?-+>? ?\w|\b[hs]\b)", re.IGNORECASE)  # "a s gon h"
_KEEPS = re.compile(  # after which no unit is to be removed: "Remove Ruh; I want to keep the fleet and Kiel"
    r"\b(?:keep(?:s|ing)?|retain(?:s|ing)?|spar(?:e|es|ing)|leave|hold on to|behalten?|gard(?:e|er|ons))\b",
    re.IGNORECASE,
)
_AND = re.compile(r"\b(?:and|und|et)\b", re.IGNORECASE)
_STOPS_OF_ITEMS = (",", ";")
_STOP_BETWEEN = re.compile(r"[.?!]")


class Cutter:
    """Cuts the lines of one message."""

    def __init__(self, sense: Sense) -> None:
        self._sense = sense
        self._wordings = Wordings(sense)
        self._pieces = 0
        self._words = 0  # of lines that are not orders as written
        # a line that was tried with the one above it is read alone next: by text and carried verb
        self._done: dict[tuple[str, str], tuple[Sequence[Part], str]] = {}
        self._has_goals: bool | None = None  # whether the table has columns for units and destinations
        self._is_headed = False  # does the table begin with a row that says what its columns are?
        self._asides: frozenset[int] = frozenset()  # its columns that say nothing of the orders
        self.verb = ""  # of the heading "Builds:", or of "Build A Par, F Bre"; applies to all orders

    @property
    def is_tired(self) -> bool:
        """Return whether lines are no longer tried together, so that enough is left for those below."""
        return self._pieces > MOST_PIECES or self._wordings.is_half_spent

    @property
    def is_spent(self) -> bool:
        """Return whether the limit is reached from which only orders as written are read."""
        return self._words > MOST_WORDS or self._wordings.is_spent

    def knows(self, word: str) -> bool:
        """Return whether *word* can be part of an order."""
        return self._wordings.knows(word)

    def is_order_as_written(self, text: str) -> bool:
        return bool(self._wordings.as_written(text))

    def is_order(self, text: str) -> bool:
        """Return whether *text* is an order in any wording."""
        return bool(self._wordings.orders(text))

    def parts(self, text: str) -> list[Part]:
        """Return the parts of a line. A line that is an order as written is not examined further."""
        if text.startswith("|"):
            return self._row(text)
        if "|" not in text:
            self._has_goals, self._is_headed = None, False
        elif self._is_headed or says_nothing(text):  # a table without lines at its ends
            row = self._row(text)
            if row[0].orders or says_nothing(text):
                return row
        if doubt := doubt_of_note(text):
            order = without_comment(text)
            return [Part(order, unread=number_of_words(order), doubt=doubt)]
        asked = text, self.verb
        if asked not in self._done:
            parts = self._examined(text)
            self._done[asked] = parts, self.verb
        found, self.verb = self._done[asked]
        return list(found)

    def _examined(self, text: str) -> list[Part]:
        in_a_row = moves_in_a_row(text, self._sense.is_name)
        if not (in_a_row or SENTENCES.search(text)) and (whole := self._wordings.as_written(text)):
            self._pieces += 1
            return self._whole(text, whole)
        if self.is_spent and not self._wordings.as_written(text):
            return [Part(text, unread=number_of_words(text))]
        self._words += number_of_words(text)
        plain = without_comment(text)
        is_name = self._sense.is_name
        begins = (*beginnings(plain, self._sense.begins, is_name), *unstopped(plain, is_name), *in_a_row)
        pieces = list(spans(plain, begins, lambda words: len(self._sense.places(words)) == 1))
        self._pieces += len(pieces)
        starts = starts_of_sentences(text, pieces, self._sense.longest_short)
        is_one = not (any(starts) or in_a_row)
        whole = (self._wordings.as_written(text) or self._wordings.orders(text)) if is_one else ()
        if whole:
            return self._whole(text, whole)
        if len(pieces) > MOST_CLAUSES or self._pieces > MOST_PIECES or self.is_spent:
            return [Part(text, unread=number_of_words(text))]
        parts = _merged(text, self._fewest_unread(Clauses(text, pieces, starts)), self._sense)
        found = (one for sentence in _sentences(parts) for one in settled(sentence, self._sense))
        return [one for part in found for one in self._one_by_one(part)]

    def _row(self, text: str) -> list[Part]:
        """Return the row of a table: an order as written, or a unit and its destination.

        Two columns under any other heading are not interpreted.
        """
        cells = columns(text)
        if self._has_goals is None:
            self._asides = asides_of(cells)
        note = " ".join(cell for at, cell in enumerate(cells) if at in self._asides).strip(" ()")
        whole, cells = columns_without(cells, ()), _without_notes(columns_without(cells, self._asides))
        orders = self._wordings.as_written(" ".join(cells))
        if not orders and len(cells) in (CELLS_OF_A_MOVE, CELLS_WITH_A_KIND) and self._has_goals is not False:
            orders = self._wordings.as_written(f"{' '.join(cells[:-1])} - {cells[-1]}")
        if not orders and self._is_headed:
            orders = self._wordings.orders(" | ".join(cells))
            if not orders and self._has_goals and len(cells) > 1:
                orders = self._wordings.orders(f"{' '.join(cells[:-1])} - {cells[-1]}")
        if self._has_goals is None:
            self._has_goals = bool(orders) or heads_goals(f"|{'|'.join(cells)}|")
            self._is_headed = says_nothing(text)
        is_head = not orders and says_nothing(text)
        orders, doubt = self._with_note(orders, note, whole) if orders and note else (orders, "")
        unread = 0 if orders and not doubt else number_of_words(text)
        beside = orders if doubt else ()
        return [Part(text, () if doubt else orders, unread, is_head, doubt=doubt, beside=beside)]

    def _with_note(
        self, orders: tuple[str, ...], note: str, cells: Sequence[str]
    ) -> tuple[tuple[str, ...], str]:
        """Return the orders of a row and of its note ("Sauron leads it"), and a note that may change them."""
        if beside := self._wordings.by_orders_above(note, orders):
            return (*orders, *beside), ""
        if self._sense.tail.match(note) is None:
            return orders, ""
        whole = self._wordings.orders(" ".join(cells))
        return (whole, "") if whole else (orders, note)

    def _whole(self, text: str, orders: tuple[str, ...]) -> list[Part]:
        self.verb = self._wordings.carried(orders[-1])
        return self._one_by_one(Part(text, orders))

    def _one_by_one(self, part: Part) -> list[Part]:
        """Return the parts of one that is several orders as written, so that each is answered alone."""
        text = part.text
        is_list = part.orders == (bare(text),) and _BETWEEN_ORDERS.search(text) is not None
        if not is_list or ":" in text or self._sense.carried.match(text) or self._sense.goes_on.search(text):
            return [part]
        found, first = [], 0
        for stop in (*_BETWEEN_ORDERS.finditer(text), None):
            item = text[first : stop.start() if stop else len(text)]
            orders = self._wordings.as_written(item)
            if not orders or not self._sense.subject(orders[0]):
                return [part]
            found.append(replace(part, text=item, orders=orders, at=part.at + first))
            first = stop.end() if stop else first
        return found

    def _fewest_unread(self, clauses: Clauses) -> Sequence[tuple[int, int, Part]]:
        """Return the cut with the fewest unread words; of these, one at commas rather than at "and".

        Each clause is tried alone first, so that in a long sentence enough is left for every one of them.
        """
        whole = [self._is_whole(clauses, at) for at in range(len(clauses.spans))]
        best: list[Cut | None] = [Cut(verb=self.verb)]
        for end in range(1, len(clauses.spans) + 1):
            begins = (at for at in clauses.beginnings(end) if not self._are_several(clauses, whole, at, end))
            begun = ((best[begin], begin) for begin in begins)
            longer = [self._longer(cut, clauses, begin, end) for cut, begin in begun if cut]
            best.append(min((cut for cut in longer if cut), key=lambda cut: cut.cost, default=None))
        found = best[-1] or Cut()
        self.verb = found.verb
        return found.parts

    def _is_whole(self, clauses: Clauses, at: int) -> bool:
        """Return whether a clause is an order that needs no words behind it: another is not part of it.

        In a long sentence, that is one which names its own unit and says what it does.
        """
        words = clauses.words(at, at + 1)
        orders = self._wordings.orders(words)
        if not orders or all(map(self._sense.says_all, orders)):
            return bool(orders)
        is_long = not clauses.is_short(at) and not self.verb
        return is_long and has_verb(words) and self._sense.subject(orders[0]) != ""

    def _are_several(self, clauses: Clauses, whole: Sequence[bool], begin: int, end: int) -> bool:
        """Return whether the clauses from *begin* to before *end* need not be tried as one order.

        They are not one if an order is before an order, or a reason inside. Every wording of such a stretch
        would be tried in vain, and too little would be left for the clauses and lines behind it.
        """
        if end - begin == 1 or self._sense.goes_on.search(clauses.text, *clauses.stretch(begin, end)):
            return False
        inside = (clauses.words(at, at + 1) for at in range(begin + 1, end))
        if not clauses.is_short(begin) and any(map(giving_reasons().match, inside)):
            return True
        several = sum(whole[begin:end]) >= FEWEST_SEVERAL
        return several and not condition_in(clauses.words(begin, end))

    def _longer(self, cut: Cut, clauses: Clauses, begin: int, end: int) -> Cut | None:
        """Return *cut* with the clauses from *begin* to before *end* as one part, if they can be one."""
        first, last = clauses.stretch(begin, end)
        words, is_one = clauses.words(begin, end), end - begin == 1
        is_open = words.endswith(":") and (not is_one or _ends_with_condition(words))
        is_tail = begin > clauses.starts[begin] and self._sense.tail.match(words) is not None
        above = cut.parts[-1][2].orders if cut.parts else ()
        part: Part | None
        if is_tail or is_open or clauses.is_barred(begin, end):
            part, verb = (self._barred(words, clauses.text[last:]) if is_one else None), cut.verb
            above = above if is_tail else ()
        else:
            part, verb = self._part(words, cut.verb, is_one=is_one)
            verb = "" if part and not part.orders and _KEEPS.search(words) else verb
            above = () if part and part.orders else above
        if (
            above
            and not _awaits_object(words, clauses, end)
            and (same := self._wordings.by_orders_above(words, above))
        ):
            part = Part(words, same)
        if part and not part.orders and leads_it(bare(words)):
            orders = self._of_leader(words, cut, clauses.starts[begin], clauses)
            part = Part(words, orders) if orders else part
        if part and not part.orders and (there := self._where_above(cut, clauses.text)):
            orders = self._wordings.by_place_above(words, there)
            part = Part(words, orders) if orders else part
        if part is None:
            return None
        unstopped = cut.unstopped + (begin > 0 and clauses.is_unmarked(begin))
        return Cut(verb, cut.unread + part.unread, (*cut.parts, (first, last, part)), unstopped)

    def _of_leader(self, words: str, cut: Cut, sentence: int, clauses: Clauses) -> tuple[str, ...]:
        """Return the lead of the last order of the sentence, with a remark between: "..., X leads them"."""
        first = clauses.spans[sentence][0]
        above = (part.orders for at, _, part in reversed(cut.parts[-MOST_ABOVE:]) if at >= first)
        ordered = next(filter(None, above), ())
        return self._wordings.by_orders_above(words, ordered) if ordered else ()

    def _where_above(self, cut: Cut, text: str) -> str:
        """Return the nearest text above that names a place, with nothing but such texts between; or "".

        It is returned with what its sentence says before it: "Rome and Venice must be safe".
        """
        for at in reversed(range(len(cut.parts))[-MOST_ABOVE:]):
            part = cut.parts[at][2]
            if part.orders or self._wordings.names_place(part.text):
                return "" if part.orders else _with_its_sentence(cut, at, text)
        return ""

    def _barred(self, words: str, behind: str) -> Part:
        """Return a part of a question or the like; an order in it is doubtful: "A Par - Bur ... or what?"."""
        orders = self._wordings.as_written(words)
        doubt = behind.strip(" .,;") if orders else ""
        return Part(words, unread=number_of_words(words), doubt=doubt, beside=orders if doubt else ())

    def _part(self, text: str, verb: str, *, is_one: bool) -> tuple[Part | None, str]:
        orders = self._wordings.orders(f"{verb} {text}") if verb else ()
        orders = orders or self._wordings.orders(text)
        if orders:
            return Part(text, orders), self._wordings.carried(orders[-1])
        return (Part(text, unread=number_of_words(text)) if is_one else None), verb


def _without_notes(cells: Sequence[str]) -> list[str]:
    """Return the cells of a row without those in brackets after a complete order."""
    return [
        cell
        for at, cell in enumerate(cells)
        if at < CELLS_WITH_A_KIND or not cell.startswith("(") or doubt_in(cell) or condition_in(cell)
    ]


def _with_its_sentence(cut: Cut, at: int, text: str) -> str:
    """Return the text of the part at *at*, with the unread ones before it in its sentence."""
    first = at
    while first and not cut.parts[first - 1][2].orders:
        if _STOP_BETWEEN.search(text[cut.parts[first - 1][1] : cut.parts[first][0]]):
            break
        first -= 1
    return text[cut.parts[first][0] : cut.parts[at][1]]


def _awaits_object(words: str, clauses: Clauses, end: int) -> bool:
    """Return whether *words* are a support whose object follows with no stop between: "A Los S" (A Leb)."""
    is_open = clauses.is_unstopped(end) and awaits_object(words)
    return is_open and not gives_reason(clauses.text[clauses.spans[end][0] :])


def _ends_with_condition(text: str) -> bool:
    """Return whether a condition is at the end of *text*: "A7 - A8 if nobody at A9:", of what follows."""
    first, _, rest = text.partition(" ")
    return bool(condition_in(rest)) and not condition_in(first)


def _merged(text: str, cut_up: Sequence[tuple[int, int, Part]], sense: Sense) -> list[Part]:
    """Return the parts, with adjacent unread parts of a sentence joined, unless they are items of a list."""
    found: list[Part] = []
    start = end = 0
    for first, last, part in cut_up:
        between = text[end:first]
        goes_on = (not part.orders and sense.dangles(part.text)) or goes_on_after_stop(part.text)
        ends = bool(_STOP_BETWEEN.search(text[max(end - 1, 0) : first])) and not goes_on
        is_reason = bool(found) and giving_reasons().match(part.text) is not None
        is_reason = is_reason and not (_is_reason(found[-1]) and not between.strip())
        is_apart = bool(between.strip()) or text[end - 1] == ":" or is_reason or begins_retraction(part.text)
        is_glued = bool(found) and not is_apart and bool(part.orders or found[-1].orders)
        if is_glued:
            found[-1] = replace(found[-1], is_glued=True)
        is_aside = "(" in between or _IS_DASH.fullmatch(between) is not None or is_reason
        is_unread = bool(found) and not part.orders and not found[-1].orders
        if is_unread and not (ends or is_aside or _are_items(found[-1], between, part, sense)):
            found[-1] = replace(
                found[-1], text=text[start:last].strip(), unread=found[-1].unread + part.unread
            )
        else:
            start = first
            aside = is_aside and not part.orders
            is_sign = not part.orders and not WORDS.search(part.text)
            is_sign = is_sign or (bool(found) and _AS_LISTED.fullmatch(part.text) is not None)
            whole = replace(part, begins_sentence=ends, is_glued=is_glued, at=first, is_aside=aside)
            whole = replace(whole, begins_run=";" in between, follows_and=bool(_AND.search(between)))
            found.append(replace(whole, is_comment=part.is_comment or is_sign))
        end = last
    if found and text[end:].strip(" .,;!?)"):
        found.append(Part(text[end:].strip(), is_comment=True, at=end))
    return found


def _are_items(one: Part, between: str, other: Part, sense: Sense) -> bool:
    """Return whether a comma is between two parts that begin with a unit: "a har-x, p fnd-y"."""
    begins = (
        sense.begins.match(f" {part.text}", 1) or _IN_NOTATION.match(part.text) for part in (one, other)
    )
    return between.strip() in _STOPS_OF_ITEMS and all(begins)


def _is_reason(part: Part) -> bool:
    return not part.orders and giving_reasons().match(part.text) is not None


def _sentences(parts: Sequence[Part]) -> list[list[Part]]:
    found: list[list[Part]] = []
    for part in parts:
        if not found or part.begins_sentence:
            found.append([])
        found[-1].append(part)
    return found
