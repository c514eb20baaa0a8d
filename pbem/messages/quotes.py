"""Find the lines that the sender wrote, without quotes and signature.

Only structure decides. Quoted orders are never accepted: a quote without marks has no known end, so it
extends to the end of the message. Lines between marked quotes are the sender's own.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache
from operator import attrgetter
from typing import NamedTuple

from pbem.messages.form_answers import FormAnswers
from pbem.messages.line_marks import MarkedLine, marked_lines
from pbem.messages.quote_phrases import ADDED, CONFIDENTIAL, FORWARDS, MARKERS, SENT_FROM

MOST_LINES = 2000
LAST_INTRODUCED = 400  # lines; further down only marks identify a quote
LONGEST_LINE = 2000
CUT = " [...]"  # at the end of a longer one
LONGEST_ATTRIBUTION = 400
MOST_ATTRIBUTION_LINES = 4
MOST_HEADER_LINES = 16
MOST_DRAWN = 40  # dashes and similar characters before a marker
LONGEST_MARKER = 61
LONGEST_FOOTER = 14  # lines
LONGEST_BARE_SIGNATURE = 9  # lines, below dashes that lack the space of a proper signature
SHORTEST_FLOWED = 50  # characters; a shorter line that ends in a space was ended by its writer

Introduced = Callable[[int], int]  # by `introduction`


class Reply(NamedTuple):
    """The writer's own text, whether something quoted was left out, and the quotation without its marks.

    *is_cut* if a line of the text was longer than LONGEST_LINE, *is_struck* if words were struck through.
    """

    text: str
    quoted: bool
    quotation: str = ""
    is_cut: bool = False
    is_struck: bool = False


_POINTS = re.compile(r"(?<=\S )[\u00bb\u203a](?= \S)")  # from a unit to its goal
_LOOKALIKES: dict[int, str] = {
    **dict.fromkeys((0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), " "),
    0x09: "  ",  # the cells of a row stay apart
    **dict.fromkeys(
        (0xAD, 0x61C, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFE0E,
         0xFE0F, 0xFEFF),
        "",
    ),
    **dict.fromkeys((*range(0x2010, 0x2016), 0x2212, 0xFE58, 0xFE63, 0xFF0D), "-"),
    **dict.fromkeys((0x2192, 0x21D2, 0x21E8, 0x2794, 0x279C, 0x279D, 0x27A1, 0x27F6, 0x27F9, 0xF0E0), "->"),
    **dict.fromkeys((0x2018, 0x2019, 0x201A, 0x201B, 0x2032, 0xB4), "'"),
    **dict.fromkeys((0x201C, 0x201D, 0x201E, 0x201F, 0x2033, 0xAB, 0xBB), '"'),
    **dict.fromkeys((0x85, 0x2028, 0x2029, 0x0B, 0x0C), "\n"),
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F) if code != 0xFF0D},
    **dict.fromkeys((*range(9), *range(0x0E, 0x20), 0x7F, *range(0x80, 0x85), *range(0x86, 0xA0)), ""),
}  # fmt: skip
_STRUCK = re.compile(r".[\u0335-\u0338]|~~(?=\S)[^~\n]{1,300}~~")  # struck through: phones, Markdown
_ODD = re.compile(r"[^\n -~]")
_DRAWN = "-_*=>< "
_RULE = re.compile(r"[-_=*]{5,200}|[-_=* ]{9,200}")
_BULLET = re.compile(r" *[•·▪◦‣●○∙➢➤]\s*| {1,6}[-*o] +(?=\S)| {1,6}\d{1,2}[.)] +(?=\S)")
_INDENTED = "  "  # as an item of a list
_BOLD = re.compile(r"([*_])(?=\S)([^*_]+)(?<=\S)\1")
_MARKS = re.compile(r"(?: {0,3}[>|])* ?")
_SIGNATURE_DASHES = re.compile(r"-- ?")
# Below underscores any footer, below dashes only a list's: people draw dashes themselves.
_IS_OF_FOOTER = {True: attrgetter("is_of_footer"), False: attrgetter("is_of_list_footer")}
_PGP_SIGNED = re.compile(
    r"^-----BEGIN PGP SIGNED MESSAGE-----\n(?:[A-Za-z-]+: [^\n]*\n)*\n?(.*?)"
    r"(?:^-----BEGIN PGP SIGNATURE-----\n.*?(?:^-----END PGP SIGNATURE-----|\Z)|\Z)",
    re.MULTILINE | re.DOTALL,
)


def own_text(text: str, *, flowed: bool = False, deleted_space: bool = False) -> Reply:
    """Return the sender's own text, tidied; *flowed* and *deleted_space* as in Content-Type (RFC 3676)."""
    whole = unsigned(text.replace("\r\n", "\n").replace("\r", "\n"))
    lines = tidy(whole)
    if flowed:
        lines = unflow(lines, deleted_space)
    stored, quotation = _unquoted(lines)
    is_cut = any(len(line) > LONGEST_LINE // 2 and line.endswith(CUT) for line in stored)
    quoted = "\n".join(quotation or ())
    return Reply(_joined(stored), quotation is not None, quoted, is_cut, _is_struck(whole))


def _is_struck(text: str) -> bool:
    """Return whether words of *text* are struck through that are not in a marked quotation."""
    if not _STRUCK.search(text):
        return False
    lines = text.split("\n", MOST_LINES)[:MOST_LINES]
    return any(_STRUCK.search(line) and not MarkedLine(line, "").is_quoted for line in lines)


def tidy(text: str) -> list[str]:
    """Return the lines in plain characters: dashes, arrows, quotes and spaces of every kind become ASCII."""
    text = _STRUCK.sub("", text)
    if _ODD.search(text):
        if "\u00ab" not in text and "\u2039" not in text:  # else it ends a quotation
            text = _POINTS.sub("->", text)
        text = text.translate(_LOOKALIKES)
    return [_cut(line) for line in text.split("\n", MOST_LINES)[:MOST_LINES]]


def _cut(line: str) -> str:
    """Return at most LONGEST_LINE characters of *line*, which show that there were more."""
    if len(line) <= LONGEST_LINE or len(line.rstrip()) <= LONGEST_LINE:
        return line[:LONGEST_LINE]
    return line[: LONGEST_LINE - len(CUT)] + CUT


def unsigned(text: str) -> str:
    """Return the text inside a PGP clear signature, with its dash escapes removed."""
    if "-----BEGIN PGP SIGNED MESSAGE-----\n" not in text:
        return text
    return _PGP_SIGNED.sub(lambda found: re.sub(r"(?m)^- ", "", found.group(1)), text, count=1)


def unflow(lines: Sequence[str], deleted_space: bool) -> list[str]:
    """Join format=flowed lines into paragraphs and remove space-stuffing; quotes keep their marks."""
    found: list[str] = []
    before, depth = "", 0
    for line in lines:
        marks = line[: len(line) - len(line.lstrip(">"))]
        bare = line[len(marks) :].removeprefix(" ")
        is_soft = before.endswith(" ") and before != "-- " and bare != "-- "
        if is_soft and len(marks) == depth and _is_full(before, bare, deleted_space):
            joined = (found[-1][:-1] if deleted_space else found[-1]) + bare
            found[-1] = _cut(joined)
        else:
            found.append(f"{marks} {bare}" if marks else bare)
        before, depth = bare, len(marks)
    return found


def _is_full(line: str, following: str, deleted_space: bool) -> bool:
    """Return whether a program broke *line* because the next word did not fit."""
    first = following.split(" ", 1)[0]
    return deleted_space or len(line) + len(first) > SHORTEST_FLOWED


def _unquoted(texts: Sequence[str]) -> tuple[list[str], list[str] | None]:
    """Return the writer's own lines, and the quoted ones; None if nothing is quoted."""
    lines = marked_lines(texts)
    introduced = cache(lambda at: introduction(lines, at) if at < LAST_INTRODUCED else 0)
    stored: list[str] = []
    quotation: list[str] = []
    is_any = False
    answers = FormAnswers()
    at = 0
    while at < len(lines):
        if lines[at].is_quoted:
            quotation.append(_MARKS.sub("", lines[at].text, count=1))
            answers.see(quotation[-1])
            is_any, at = True, at + 1
            stored.append("")
            continue
        length = introduced(at)
        if length:
            is_any, at = True, _next_written(lines, at + length)
            if at < len(lines) and not lines[at].is_quoted:
                quotation += [line.text for line in lines[at:]]
                break
            continue
        length = _addition(lines, at, introduced)
        if not length:
            stored.append(answers.completed(_plain(lines[at].text)))
        at += length or 1
    return stored, quotation if is_any else None


def introduction(lines: Sequence[MarkedLine], at: int) -> int:
    """Return how many lines from *at* on introduce a quote or a forwarded message."""
    line = lines[at].bare
    if not line:
        return 0
    if _is_marker(line):
        following = _next_written(lines, at + 1)
        return following - at + _heading(lines, following)
    if _is_unlisted_marker(line) and _is_attribution(lines[at : at + 1], before_quote=False):
        return 1
    if _RULE.fullmatch(line) or _is_unlisted_marker(line):
        following = _next_written(lines, at + 1)
        heading = _heading(lines, following)
        return following - at + heading if heading else 0
    return _header_block(lines, at) or _attribution(lines, at)


def _heading(lines: Sequence[MarkedLine], at: int) -> int:
    """Return the length of a heading at *at*, below a rule or marker."""
    if at >= len(lines):
        return 0
    return _header_block(lines, at, loose=True) or _attribution(lines, at)


def _is_marker(line: str) -> bool:
    lower = line.lower().rstrip(" :：")
    if lower.startswith(FORWARDS) and len(lower) < 60:
        return True
    drawn, words = len(lower) - len(lower.lstrip(_DRAWN)), lower.strip(f"{_DRAWN}:")
    return 1 < drawn <= MOST_DRAWN and len(words) <= LONGEST_MARKER and words.startswith(MARKERS)


def _is_unlisted_marker(line: str) -> bool:
    """Return whether it is dashes, a few words in a language that is not in the tables, and dashes."""
    return line.startswith("--") and line.endswith("--") and len(line) < 120


def _header_block(lines: Sequence[MarkedLine], at: int, *, loose: bool = False) -> int:
    """Return the length of a block From, Sent, To, Subject that begins at *at*.

    Players head their press "From: ... To: ..." too, so a date or an address must be among it, unless a rule
    or a marker is above (*loose*).
    """
    if lines[at].role in ("", "other"):
        return 0
    roles: set[str] = set()
    length = strange = 0
    for offset, line in enumerate(lines[at : at + MOST_HEADER_LINES]):
        strange = 0 if line.role else strange + 1
        if strange > 2:
            break
        if line.role:
            roles.add(line.role)
            length = offset + 1
    block = lines[at : at + length]
    addressed = any(line.is_mailed for line in block)
    if not (loose or addressed or any(line.is_dated for line in block)):
        return 0
    return length if _is_heading(roles, addressed=addressed, loose=loose) else 0


def _is_heading(roles: set[str], *, addressed: bool, loose: bool) -> bool:
    if loose:
        return {"from", "sent"} <= roles or ({"from", "subject"} <= roles and (addressed or "to" in roles))
    return len(roles) >= 3 and ({"from", "sent"} <= roles or (addressed and {"from", "subject"} <= roles))


def _attribution(lines: Sequence[MarkedLine], at: int) -> int:
    """Return the length of "On Friday Judge <judge@...> wrote:", perhaps broken over lines; 0 if none."""
    together = lines[at : at + MOST_ATTRIBUTION_LINES]
    if not any(line.ends_attribution for line in together):
        return 0
    for length, line in enumerate(together, start=1):
        group = together[:length]
        if not line.bare or sum([len(one.bare) for one in group]) > LONGEST_ATTRIBUTION:
            return 0
        if length > 1 and (line.begins_attribution or not _may_begin(group[:-1])):
            return 0  # what came before is the writer's own
        if line.ends_attribution and _is_attribution(group, _is_quoted_next(lines, at + length)):
            return length
    return 0


def _may_begin(group: Sequence[MarkedLine]) -> bool:
    if group[0].begins_attribution or group[-1].bare.endswith("<"):
        return True
    return _is_mailed(group) or _is_dated(group)


def _is_attribution(group: Sequence[MarkedLine], before_quote: bool) -> bool:
    signs = _is_mailed(group) + _is_dated(group) + _says_wrote(group)
    if group[-1].bare.endswith(">"):
        return signs == 3  # some programs forget the colon
    return signs >= 2 or (before_quote and (signs == 1 or any(line.says_year for line in group)))


def _is_dated(group: Sequence[MarkedLine]) -> bool:
    return any(line.is_dated for line in group) or any(line.is_dated_with_next for line in group[:-1])


def _is_mailed(group: Sequence[MarkedLine]) -> bool:
    return any(line.is_mailed for line in group)


def _says_wrote(group: Sequence[MarkedLine]) -> bool:
    return any(line.says_wrote for line in group) or any(line.says_wrote_with_next for line in group[:-1])


def _is_quoted_next(lines: Sequence[MarkedLine], at: int) -> bool:
    following = _next_written(lines, at)
    return following < len(lines) and following - at <= 2 and lines[following].is_quoted


def _next_written(lines: Sequence[MarkedLine], at: int) -> int:
    while at < len(lines) and not lines[at].bare:
        at += 1
    return at


def _addition(lines: Sequence[MarkedLine], at: int, introduced: Introduced) -> int:
    """Return how many lines from *at* on are a signature or footer that was added to the message."""
    line = lines[at]
    if not line.bare:
        return 0
    if _SIGNATURE_DASHES.fullmatch(line.text):
        return _signature(lines, at, introduced)
    if _RULE.fullmatch(line.bare):
        return _footer(lines, at, introduced) or 1
    if CONFIDENTIAL.match(f"{line.bare} {' '.join(one.text for one in lines[at + 1 : at + 4])}"[:600]):
        return _paragraph(lines, at)
    return int(_is_added_line(line.bare))


def _footer(lines: Sequence[MarkedLine], at: int, introduced: Introduced) -> int:
    is_said = _IS_OF_FOOTER[lines[at].bare.startswith("_")]
    if not any(map(is_said, lines[at : at + LONGEST_FOOTER])):
        return 0
    run = _run(lines, at, LONGEST_FOOTER, introduced)
    return run if run < LONGEST_FOOTER and any(map(is_said, lines[at : at + run])) else 0


def _signature(lines: Sequence[MarkedLine], at: int, introduced: Introduced) -> int:
    if lines[at].text == "-- ":
        return _run(lines, at, MOST_LINES, introduced)
    run = _run(lines, at, LONGEST_BARE_SIGNATURE, introduced)
    says_something = any(line.is_spoken for line in lines[at + 1 : at + run])
    return 0 if says_something or run == LONGEST_BARE_SIGNATURE else run


def _is_added_line(bare: str) -> bool:
    if len(bare) <= 100 and SENT_FROM.match(bare):
        return True
    return len(bare) <= 160 and ADDED.match(bare) is not None


def _run(lines: Sequence[MarkedLine], at: int, most: int, introduced: Introduced) -> int:
    """Return the number of lines from *at* to the next quote, or *most*."""
    end, last = at + 1, min(len(lines), at + most)
    while end < last and not lines[end].is_quoted and not introduced(end):
        end += 1
    return end - at


def _paragraph(lines: Sequence[MarkedLine], at: int) -> int:
    end = at
    while end < len(lines) and lines[end].bare:
        end += 1
    return end - at


def _plain(line: str) -> str:
    """Return the line without bullet, asterisks of bold type and trailing spaces.

    A sign after blanks leaves the line indented: a list may be under the condition above it.
    """
    bullet = _BULLET.match(line)
    indent = _INDENTED if bullet and bullet[0].isascii() else ""
    bare = line[bullet.end() if bullet else 0 :].rstrip()
    bold = _BOLD.fullmatch(bare)
    return f"{indent}{bold.group(2) if bold else bare}"


def _joined(lines: Sequence[str]) -> str:
    """Join the lines, without empty ones at the ends and never two in a row."""
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")
