"""Join lists of pieces while the board is chosen: each is read whole or refused. Clause 11.4."""

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from msgspec.structs import replace

from adjudicator.core.game import NOTED, REFUSED, TAKEN, ReadLine
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.orders import OrderLine, Pieces
from adjudicator.domination.language.sentences.free_text import pieces_listed
from adjudicator.domination.language.sentences.preferred_pieces import (
    names_pieces,
    only_pieces_in,
    pieces_nearly_in,
)
from adjudicator.domination.position import is_choosing
from adjudicator.domination.sentences import say
from adjudicator.domination.view.wording import sentence

_DEPENDS = re.compile(r"\bif (?!(?:that|it|this|not|gone|taken|possible|i (?:may|can))\b)", re.IGNORECASE)
_CASE = re.compile(
    r"(?:(?:but|and|however|only|aber|mais)[ ,]+)*(?:if|should|falls|wenn|si) (?P<who>[^\W\d_]+) "
    r"(?:(?:already|really|ever|schon|déjà) )*"
    r"(?:has|have|had|gets?|takes?|took|chooses?|chose|picks?|picked|got|owns?|wants?|turns out to have"
    r"|hat|nimmt|bekommt|a|prend) (?:already )?"
    r"(?P<piece>(?:piece |teil )?[^\W\d_]+(?: already| first| before me)?)[,:]? (?:then )?(?P<list>.+?)[.!]*",
    re.IGNORECASE,
)
_STOP = re.compile(r"(?<=\w)[.!;] +(?=\w)")
_DENIES = re.compile(  # which pieces are meant is not the sequence of their names
    r"\b(?:not|never|no|anything but|everything but|except|rather than|instead of|least|worst|avoid|without"
    r"|last of all|nicht|kein\w*|außer|pas|sauf)\b|n['’]t (?:want|like|need|care for|give)\b",
    re.IGNORECASE,
)
_ARMY = re.compile(  # "As for the army:", before anybody stands anywhere
    r"(?:^|(?<=[.;!?] ))(?:(?:and|now|then|so|next) )*(?:as for|as to|for|regarding|concerning|on to|now)"
    r" (?:(?:the|my|our) )*(?:first |starting |initial )?(?:army|armies|troops|units|forces?|men|money)"
    r"(?:, (?:no matter )?(?:whichever|whatever|which|what) [^,:;.]{3,40})?\s*:(?= )",
    re.IGNORECASE,
)
_IS_NUMBERED = re.compile(r"(?<![^\W_])\d{1,2}[.):]")
_NO_MORE = re.compile(
    r",? (?:and )?no (?:4th|fourth|3rd|third|other|further|more)(?: choices?| wish(?:es)?)?(?=\W*$)", re.I
)
_REASON = re.compile(r",? (?P<reason>(?:because|since|as|for) [^,;.!?]{5,120})$", re.IGNORECASE)
_HANGS = re.compile(r"[\s,]+(?:then|and|or|dann|und|oder|puis|et|ou)\s*$", re.IGNORECASE)
_GOES_ON = re.compile(
    r"(?:,|\b(?:then|and|or|dann|und|oder|puis|et|ou))\s*$", re.IGNORECASE
)  # on the next line


def with_lists_joined(context: ReadingContext, lines: Sequence[str]) -> Sequence[str]:
    """Return the lines of a message; while pieces are chosen, a line that ends with a comma goes on below."""
    if not is_choosing(context.position):
        return lines
    joined = list(lines)
    for at, line in enumerate(lines[:-1]):
        if _GOES_ON.search(line) and all(_lists_pieces(context, one) for one in (line, lines[at + 1])):
            start = next(above for above in range(at, -1, -1) if joined[above])
            joined[start] = f"{joined[start].rstrip()} {lines[at + 1].lstrip()}"
            joined[at + 1] = ""
    named = [_NO_MORE.sub("", _ARMY.sub("Build:", line)) for line in joined]
    return [
        _with_lists_together(context, _as_one_list(context, _with_cases(context, line))) for line in named
    ]


def _with_lists_together(context: ReadingContext, line: str) -> str:
    """Return a line with the sentences that list pieces in one, although others are between them."""
    sentences = [one for one in _STOP.split(line) if one.strip()]
    lists = [one for one in sentences if _is_list(context, one)]
    others = [one for one in sentences if one not in lists]
    if len(lists) < len(("one", "another")) or _DEPENDS.search(line) or _DENIES.search(" ".join(lists)):
        return line
    if "#" in line or _IS_NUMBERED.search(line) or any(names_pieces(context, one) for one in others):
        return line
    reasons = " ".join(found["reason"] for found in map(_REASON.search, lists) if found)
    together = ", ".join(_REASON.sub("", one).rstrip(". !") for one in lists)
    at = sentences.index(lists[0])
    parts = [*others[:at], together, *others[at:]]
    return f"{'. '.join(parts)}{f' # {reasons}' if reasons else ''}"


def _is_list(context: ReadingContext, sentence: str) -> bool:
    """Return whether it lists pieces, perhaps with the reason behind them."""
    plain = _REASON.sub("", sentence)
    return bool(pieces_listed(context, plain) or only_pieces_in(context, plain))


def _with_cases(context: ReadingContext, line: str) -> str:
    """Return a line with "if Blue has A: piece F, C" for "But if Blue has A, I want F, then C".

    It comes before the list of the line, which it replaces.
    """
    if not _CASE.search(line):
        return line
    written = {one: _case(context, one) for one in _STOP.split(line)}
    cases = [case for one, case in written.items() if case != one]
    others = [_in_notation(context, one) for one, case in written.items() if case == one]
    return ". ".join((*cases, *others)) if cases else line


def _in_notation(context: ReadingContext, sentence: str) -> str:
    pieces = pieces_listed(context, sentence)
    return f"piece {', '.join(pieces)}" if pieces else sentence


def _case(context: ReadingContext, sentence: str) -> str:
    found = _CASE.fullmatch(sentence)
    pieces = only_pieces_in(context, found["list"]) if found else []
    had = only_pieces_in(context, found["piece"]) if found else []
    if not (found and pieces and len(had) == 1):
        return sentence
    return f"if {found['who']} has {had[0]}: piece {', '.join(pieces)}"


def lists_for_cases_first(sheet: list[OrderLine]) -> None:
    """Put a conditional list before the one above it that has some of its pieces: below it changes nothing.

    Changes *sheet*.
    """
    lists = [line for line in sheet if isinstance(line.order, Pieces)]
    first = next((line for line in lists if not line.is_conditional), None)
    below = lists[lists.index(first) + 1 :] if first else []
    groups = {
        line.number for line in below if line.cases and not line.otherwise and _names_some_of(line, first)
    }
    moved = [line for line in below if line.number in groups or line.otherwise in groups]
    if first and moved:
        others = [line for line in sheet if line not in moved]
        at = others.index(first)
        sheet[:] = [*others[:at], *moved, *others[at:]]


def _names_some_of(line: OrderLine, other: OrderLine | None) -> bool:
    return other is not None and bool({*_pieces_of(line)} & {*_pieces_of(other)})


def _lists_pieces(context: ReadingContext, line: str) -> bool:
    """Return whether every sentence of *line* lists pieces."""
    sentences = [_HANGS.sub("", one) for one in _STOP.split(line) if one.strip()]
    is_listed = all(pieces_listed(context, one) or only_pieces_in(context, one) for one in sentences)
    return is_listed and not _DEPENDS.search(line)


def _as_one_list(context: ReadingContext, line: str) -> str:
    """Return "Farholt, then Dunmarrow, after those A" for the same in several sentences."""
    is_list = len(_STOP.split(line)) > 1 and _lists_pieces(context, line)
    return _STOP.sub(", ", line) if is_list else line


def join_lists(
    context: ReadingContext, sheet: list[OrderLine], in_words: dict[OrderLine, str], lines: list[ReadLine]
) -> None:
    """Make one list of those of several sentences. Changes *sheet*, *in_words* and *lines*."""
    lists = [line for line in sheet if isinstance(line.order, Pieces)]
    readings = {in_words[line] for line in lists}
    read = [at for at, line in enumerate(lines) if line.verdict == TAKEN and line.reading in readings]
    is_in_notation = all(lines[at].text.lstrip().casefold().startswith("piece") for at in read)
    if len(lists) < len(("one", "another")) or is_in_notation or any(one.is_conditional for one in lists):
        return
    together = tuple(dict.fromkeys(piece for line in lists for piece in _pieces_of(line)))
    whole = replace(lists[0], order=Pieces(together))
    in_words[whole] = sentence(whole, context.ground.titles)
    sheet[:] = [whole if line is lists[0] else line for line in sheet if line not in lists[1:]]
    for at in read:
        lines[at] = replace(lines[at], verdict=NOTED, reading="")
    lines[read[0]] = replace(lines[read[0]], verdict=TAKEN, reading=in_words[whole])


def refuse_half_lists(
    context: ReadingContext, sheet: list[OrderLine], lines: list[ReadLine], asked: Collection[int]
) -> None:
    """Refuse the line that names pieces if no list was understood, or one that lacks some of them.

    *asked* has the numbers of lines whose refusal already asks about pieces. Changes *sheet* and *lines*.
    """
    naming = _lines_naming_pieces(context, sheet, lines) if is_choosing(context.position) else []
    named = pieces_nearly_in(context, " ".join(lines[at].text for at in naming))
    listed_now = [order.pieces for line in sheet if isinstance(order := line.order, Pieces)]
    together = list(dict.fromkeys(piece for pieces in listed_now for piece in pieces))
    is_denied = _DENIES.search(" ".join(lines[at].text for at in naming))
    is_whole = together == named and not is_denied
    if not naming or is_whole or any(set(named) <= set(pieces) for pieces in listed_now):
        return
    taken = [at for at in naming if lines[at].verdict == TAKEN]
    is_answered = any(lines[at].number in asked for at in naming)
    sheet[:] = [line for line in sheet if not taken or not isinstance(line.order, Pieces)]
    remedy = say("did_you_mean_piece", text=", ".join(named))
    remedy = say("write_it_like_this", meant="piece A, C, F") if is_denied else remedy
    for at in taken or ([] if is_answered else naming[:1]):
        line = lines[at]
        reason = say("i_do_not_understand_this_line")
        lines[at] = ReadLine(line.number, line.text, REFUSED, reason=reason, remedy=remedy)


def refuse_lists_changed(
    sheet: list[OrderLine], in_words: Mapping[OrderLine, str], lines: list[ReadLine]
) -> None:
    """Refuse a list of pieces that a later one puts in another order: both together would count as the first.

    The later one stands if it has all the pieces; otherwise nobody knows which of them is meant.
    *in_words* has what was read of each order. Changes *sheet* and *lines*.
    """
    lists = [line for line in sheet if isinstance(line.order, Pieces) and not line.is_conditional]
    for earlier, later in pairwise(lists):
        before, after = _pieces_of(earlier), _pieces_of(later)
        together = [*before, *(piece for piece in after if piece not in before)]
        if not set(before) & set(after) or together == after:
            continue
        is_whole = set(before) <= set(after)
        for one in (earlier,) if is_whole else (earlier, later):
            sheet[:] = [line for line in sheet if line is not one]
            _refuse(lines, in_words[one], ", ".join(after if is_whole else together))


def _pieces_of(line: OrderLine) -> list[str]:
    return list(line.order.pieces) if isinstance(line.order, Pieces) else []


def _refuse(lines: list[ReadLine], reading: str, pieces: str) -> None:
    reason, remedy = say("another_list_changes_the_order"), say("did_you_mean_piece", text=pieces)
    for at, one in enumerate(lines):
        if one.verdict == TAKEN and one.reading == reading:
            lines[at] = ReadLine(one.number, one.text, REFUSED, reason=reason, remedy=remedy)


def _lines_naming_pieces(
    context: ReadingContext, sheet: Sequence[OrderLine], lines: Sequence[ReadLine]
) -> list[int]:
    """Return the places in *lines* of those that name pieces; [] if a condition may name others."""
    if any(isinstance(line.order, Pieces) and line.is_conditional for line in sheet):
        return []
    others = {line.number for line in sheet if not isinstance(line.order, Pieces)}
    naming = [line for line in lines if not (line.number in others and line.verdict == TAKEN)]
    told = {
        line.number
        for line in naming
        if not line.text.strip().casefold().startswith("if ") and names_pieces(context, line.text)
    }
    return [at for at, line in enumerate(lines) if line.number in told and line in naming]
