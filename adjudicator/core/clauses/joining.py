"""Join the lines that a mail program has wrapped: an order that begins on one may end on the next."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise

from msgspec.structs import replace

from adjudicator.core.clauses.clause import Clause, Part, Sense, words_unread
from adjudicator.core.clauses.cutting import Cutter
from adjudicator.core.clauses.headings import split_heading
from adjudicator.core.clauses.references import points_back
from adjudicator.core.clauses.standing import (
    as_standing,
    heads_standing,
    is_of_standing,
    standing_clauses,
    with_standing,
)
from adjudicator.core.clauses.stops import WORDS, bare, without_comment
from adjudicator.core.clauses.units_named import units_named
from adjudicator.core.clauses.wordings import leads_it
from adjudicator.core.language.corrections.second_thoughts import begins_retraction
from adjudicator.core.language.corrections.withdrawing import CLEARS_THIS, heads_cancelled
from adjudicator.core.language.words import clean
from adjudicator.core.languages import heads_other_orders, is_left_open, says_nothing

MOST_JOINS = 60  # joins of lines that are tried in a message
FEWEST_WORDS = 2  # of an order; a list item with fewer may be part of an order
LONGEST_WORD = 40  # letters
LONGEST_NAME = 60  # characters, of a place
MOST_WORDS_OF_A_NAME = 3  # on either side of the end of a line
MOST_WORDS_OF_A_TAIL = 3  # of a sentence; a longer text is an order of its own: "A Par - Bur"
MOST_JOINED = 10  # lines that may be one order together
LONGEST_HEADED = 1000  # characters of a line that may begin with a heading
LONGEST_JOINED = 600  # characters of lines that are read as one
_BULLET = re.compile(r"[*+~]+\s|-\s|\(?(?:\d{1,2}(?:\.\d{1,2})+[.):]?|\d{1,2}[.):]|[a-z]\))\s", re.IGNORECASE)
_POINT = re.compile(  # above a list of orders
    r"(?:in (?:the )?)?(?:north|south|east|west|cent(?:re|er)|middle)(?:ern front)?\W*", re.IGNORECASE
)
_NUMBER = re.compile(r"\(?(\d{1,2})[.):]\s")  # of an item of a list
_HEADING = re.compile(r"(?:[A-Z]|[IVX]{1,4}|\d{1,2})[.):]\s+[A-Z][^\W\d_]+(?: [^\W\d_]+)?")  # "A. Moves"
_BULLETS = ("- ", "* ", "+ ", "~ ")
_HYPHENS = ("-", "\u2010", "\u00ad")
_BROKEN = re.compile(rf"([^\W\d_]{{2,}})[{''.join(_HYPHENS)}]$")
_REST_OF_WORD = re.compile(r"\s*([^\W\d_A-Z]{2,})")
_NUMBERED = re.compile(r"(?:^|\s)\d{1,2}[.):]\s")
_GOES_ON = re.compile(r"(?:move|attack|advance|one|again|thing)s?\b", re.IGNORECASE)  # after "supports that"
_HANGS = re.compile(r"(?:\w\s*(?:-+>?|=+>)|\b(?:to|into|supports?|supporting))$", re.IGNORECASE)
_ENDS_ORDER = re.compile(r"h|holds?|any", re.IGNORECASE)


class Joiner:
    """Cuts the lines of one message, joining lines that were wrapped."""

    def __init__(self, sense: Sense) -> None:
        self._sense = sense
        self._cutter = Cutter(sense)
        self._joins = 0
        self.headings: dict[int, str] = {}  # at the beginnings of lines, by their numbers
        self._wholes: set[str] = set()  # lines that are headings
        self._hanging = ""  # unread text that continues on the next line: "C Edoras -"
        self._unread = ""  # unread text at the end of the line above

    def clauses(self, lines: Sequence[str]) -> Iterator[Clause]:
        lines = self._without_headings(_unbroken(lines, self._sense, self._cutter.knows))
        number, other = 0, ""
        while number < len(lines):
            text = clean(lines[number])
            if not WORDS.search(without_comment(text)):
                self._cutter.verb = "" if not text else self._cutter.verb
                is_list = heads_cancelled(other) or is_of_standing(other, self._sense)
                if not text and is_list and clean(lines[number - 1]) != other:
                    other = ""
                self._hanging = self._unread = ""
                yield Clause(number + 1, text)
                number += 1
                continue
            if text in self._wholes:
                other, self._cutter.verb = "", ""
                yield Clause(number + 1, text, is_comment=True)
                number += 1
                continue
            if self._heads_list(text):
                other = text
            elif says_nothing(text) or number + 1 in self.headings or self._ends_standing(text, other):
                other = ""
            if other:
                yield from self._under(other, number + 1, text)
                number += 1
                continue
            parts, used = self._longest(lines, number)
            starts = list(accumulate(len(clean(line)) + 1 for line in lines[number : number + used]))
            if parts[0].orders and (self._hanging or self._is_tail(parts[0].text)):
                parts[0] = replace(parts[0], orders=(), doubt=self._hanging or self._unread)
            self._hanging = parts[-1].text if _is_hanging(parts[-1]) else ""
            is_left = _is_unread(parts[-1]) and not points_back(parts[-1].text)
            self._unread = parts[-1].text if is_left else ""
            for part in self._with_standing(parts, starts):
                line = number + 1 + bisect_right(starts, part.at)
                yield self._clause(part, line)
            number += used

    def _clause(self, part: Part, number: int) -> Clause:
        """Return what *part*, which begins on line *number*, is in the message."""
        return Clause(
            number,
            part.text,
            part.orders,
            part.doubt,
            part.is_comment,
            is_unread=self._cutter.is_spent and not (part.orders or part.is_comment or part.beside),
            beside=part.beside,
            rest=part.rest,
            shares=part.shares,
            forgotten=part.forgotten,
        )

    def _without_headings(self, lines: list[str]) -> list[str]:
        """Return the lines without the headings at their beginnings; a line that is a heading stays."""
        for at, line in enumerate(lines):
            text = clean(line) if len(line) <= LONGEST_HEADED else ""
            heading, rest = split_heading(text, self._sense.headed, self._sense.reads)
            if not heading or self._cutter.is_order_as_written(text):
                continue
            if rest:
                lines[at] = rest
                self.headings[at + 1] = text[: len(text) - len(rest)]
            else:
                self._wholes.add(text)
        return lines

    def _is_tail(self, text: str) -> bool:
        """Return whether *text* ends the unread line above: "Not the army in", "Paris!"; not "rest holds"."""
        words = WORDS.findall(text)
        is_short = len(words) <= MOST_WORDS_OF_A_TAIL and any(
            map(self._sense.is_name, (" ".join(words), *words))
        )
        return (is_short and is_left_open(self._unread)) or self._is_tail_of_name(text)

    def _is_tail_of_name(self, text: str) -> bool:
        """Return whether a name is broken between the unread line above and *text*: "the Grey", "Havens".

        "A Par - Bur or Pic" above "A Mar - Spa" is not a beginning of "Pica...".
        """
        if self._sense.begins.match(f" {text}", 1):
            return False
        before, after = WORDS.findall(self._unread[-LONGEST_NAME:]), WORDS.findall(text[:LONGEST_NAME])
        return any(
            self._sense.is_name(" ".join((*before[-first:], *after[:other])))
            for first in range(1, min(len(before), MOST_WORDS_OF_A_NAME) + 1)
            for other in range(1, min(len(after), MOST_WORDS_OF_A_NAME) + 1)
        )

    def _heads_list(self, text: str) -> bool:
        """Return whether *text* is a heading that says what the orders below it are for."""
        if heads_cancelled(text) or heads_standing(text, self._sense):
            return True
        return heads_other_orders(text) and not self._cutter.is_order(text)

    def _ends_standing(self, text: str, heading: str) -> bool:
        """Return whether *text* is another heading, below one of standing orders."""
        is_heading = text.endswith(":") and is_of_standing(heading, self._sense)
        return is_heading and not self._cutter.is_order(text)

    def _with_standing(self, parts: Sequence[Part], starts: Sequence[int]) -> list[Part]:
        """Return the parts; what is on the line of a standing order is one, too."""
        here = bisect_left([part.at for part in parts], starts[bisect_right(starts, parts[0].at)])
        return [*with_standing(parts[:here], self._sense), *parts[here:]]

    def _under(self, heading: str, number: int, text: str) -> Iterator[Clause]:
        """Yield the clauses of a line under the *heading* of other orders; some games have standing ones."""
        is_standing = is_of_standing(heading, self._sense)
        if text == heading and (is_standing or heads_cancelled(heading)):
            yield Clause(number, text, is_comment=True)
        elif is_standing and (order := as_standing(text, self._sense)):
            yield Clause(number, text, (order,))
        elif is_standing:
            self._cutter.verb = ""
            yield from standing_clauses(self._cutter.parts(text), number, heading, self._sense)
        elif heads_cancelled(heading) and self._sense.reads(order := f"{CLEARS_THIS}{bare(text)}"):
            yield Clause(number, text, (order,))
        else:
            yield Clause(number, text, other_heading=heading)

    def _longest(self, lines: Sequence[str], number: int) -> tuple[list[Part], int]:
        """Return the parts of line *number* joined with its continuation lines, and the number of lines."""
        verb = self._cutter.verb
        text = clean(lines[number])
        best, used, after = self._cutter.parts(text), 1, self._cutter.verb
        apart = words_unread(best)
        for more in range(1, MOST_JOINED):
            below = clean(lines[number + more]) if number + more < len(lines) else ""
            if not self._may_go_on(text, below) or _have_same_bullet(clean(lines[number + more - 1]), below):
                break
            self._joins += 1
            self._cutter.verb = verb
            apart += words_unread(self._cutter.parts(below))
            if not apart or len(text) + len(below) > LONGEST_JOINED:
                break
            text = f"{text} {below}"
            self._cutter.verb = verb
            joined = self._cutter.parts(text)
            is_better = words_unread(joined) < apart and _says_more(joined, best)
            if is_better and not self._swallows(
                joined, [clean(one) for one in lines[number : number + more + 1]]
            ):
                best, used, after, apart = joined, more + 1, self._cutter.verb, words_unread(joined)
        self._cutter.verb = "" if any(not part.orders and not part.is_comment for part in best) else after
        return best, used

    def _swallows(self, joined: Sequence[Part], lines: Sequence[str]) -> bool:
        """Return whether a part of the *joined* lines is an order that is refused and made of whole ones."""
        starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
        for part in joined:
            if not part.orders or all(map(self._sense.is_lawful, part.orders)):
                continue
            end = part.at + len(part.text)
            whole = [line for at, line in zip(starts, lines, strict=False) if part.at <= at < end]
            if any(self._is_whole(one) and self._begins_anew(other) for one, other in pairwise(whole)):
                return True
        return False

    def _is_whole(self, line: str) -> bool:
        """Return whether *line* is an order, and does not end with a word that another must follow."""
        last = WORDS.findall(line[-LONGEST_WORD:])[-1:]
        is_ended = line.endswith((".", "!", ";")) or any(
            self._sense.is_name(word) or _ENDS_ORDER.fullmatch(word) for word in last
        )
        return is_ended and self._cutter.is_order(line)

    def _begins_anew(self, line: str) -> bool:
        """Return whether *line* is an order, or names a unit where an order does."""
        return self._cutter.is_order(line) or next(units_named(line, self._sense), "") != ""

    def _may_go_on(self, text: str, below: str) -> bool:
        """Return whether an order may continue from *text* into *below*, by the words where they meet."""
        words, after = WORDS.findall(text[-LONGEST_WORD:]), WORDS.search(below)
        if not words or after is None or self._joins > MOST_JOINS or self._cutter.is_tired:
            return False
        if (
            (points_back(text) and not _GOES_ON.match(below))
            or leads_it(bare(text))
            or begins_retraction(below)
            or self._sense.ends_way(text)
            or self._sense.is_whole(below)
            or ("|" in text and "|" in below)  # two rows of a table
            or self._is_label(text, below)
            or without_comment(text) != text  # what is joined to a comment would be part of it
        ):
            return False
        if _BULLET.match(below) and (_is_item(text, below) or _POINT.fullmatch(text)):
            return False
        return self._cutter.knows(words[-1]) and self._cutter.knows(after[0])

    def _is_label(self, text: str, below: str) -> bool:
        """Return whether one line is a label such as "AT SEA:", and the other goes without it."""
        if says_nothing(below):
            return below.endswith(":") or below.isupper()
        return says_nothing(text) and self._cutter.is_order(below)


def _unbroken(lines: Sequence[str], sense: Sense, knows: Callable[[str], bool]) -> list[str]:
    """Return the lines; a word that a hyphen broke at the end of one is joined: "Norwe-", "gian Sea"."""
    found = list(lines)
    for at in range(len(found) - 1):
        end = found[at][-LONGEST_WORD:].rstrip()
        begun = _BROKEN.search(end) if end.endswith(_HYPHENS) else None
        rest = _REST_OF_WORD.match(found[at + 1][:LONGEST_WORD]) if begun else None
        if begun and rest and _is_one_word(begun[1], rest[1], sense, knows):
            found[at] = found[at].rstrip()[:-1] + rest[1]
            found[at + 1] = found[at + 1][rest.end() :]
    return found


def _is_one_word(begun: str, rest: str, sense: Sense, knows: Callable[[str], bool]) -> bool:
    """Return whether two parts make one word that an order may have, and are not two names with a dash."""
    if sense.is_name(begun + rest):
        return not (sense.is_name(begun) and sense.is_name(rest))
    return knows(begun + rest) and not (knows(begun) and knows(rest))


def _is_hanging(part: Part) -> bool:
    """Return whether it is not an order and ends where the name of a place must follow on the next line."""
    is_left_open = _HANGS.search(part.text[-LONGEST_WORD:]) is not None and not says_nothing(part.text)
    return is_left_open and not (part.orders or part.is_comment or part.is_aside)


def _is_unread(part: Part) -> bool:
    """Return whether it is not an order, and no full stop ends it."""
    is_whole = part.text.endswith((".", "!", "?", ":")) or says_nothing(part.text)
    return not (part.orders or part.is_comment or part.is_aside or is_whole)


def _have_same_bullet(line: str, below: str) -> bool:
    """Return whether two lines are items of one list: "- London" above "- Yorkshire" is no move."""
    return line[:2] in _BULLETS and line[:2] == below[:2]


def _is_item(text: str, below: str) -> bool:
    """Return whether *below*, which has a bullet, and *text* belong to the same list of orders."""
    if text.endswith(":"):
        return not below[0].isdigit()
    if _is_next_number(text, below):
        return len(WORDS.findall(text)) > FEWEST_WORDS
    if below.startswith("(") and _HEADING.fullmatch(text):
        return True
    last = _NUMBERED.split(text)[-1]
    return _BULLET.match(text) is not None and len(WORDS.findall(last)) > FEWEST_WORDS


def _is_next_number(text: str, below: str) -> bool:
    """Return whether *below* is the item of a list that follows *text*: "3) ... supports 1)", "4) ..."."""
    first, other = _NUMBER.match(text), _NUMBER.match(below)
    return first is not None and other is not None and int(other[1]) == int(first[1]) + 1


def _says_more(joined: Sequence[Part], first: Sequence[Part]) -> bool:
    """Return whether the joined lines give other orders than the first alone; "cheers" adds none."""
    orders, alone = ([order for part in parts for order in part.orders] for parts in (joined, first))
    return bool(orders) and orders != alone
