"""Read tables and lists of builds: "| Build | Where | Cost |" with one build in each row.

The row above the builds says what the columns are, in any order; "| City | Units |" needs a line "Builds"
above it. What a build costs is not a part of the order.
"""

import re
from collections.abc import Mapping, Sequence

from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.vocabulary import vocabulary

_COLUMNS = {  # what the heads of columns say
    "units": r"(?:new |my )?(?:builds?|units?|kinds?|types?|what|pieces?|troops?|recruits?"
    r"|bau(?:en)?|einheit(?:en)?|quoi|unités?)",
    "number": r"(?:how many|numbers?|no\.?|nr\.?|#|count|qty\.?|quantity|amount|anzahl|zahl|combien|nombre)",
    "place": r"(?:where|places?|city|cities|at|in|spaces?|town|location|wo|ort|stadt|où|lieu|ville)",
    "cost": r"(?:costs?|prices?|gold|points?|total|sum|money|kosten|preis|summe|coût|prix)",
}
_HEADS = {column: re.compile(head, re.IGNORECASE) for column, head in _COLUMNS.items()}
_SAYS_BUILDS = re.compile(r"\b(?:builds?|recruits?|bau(?:en)?)\b", re.IGNORECASE)
_HEADING = re.compile(  # of builds
    r"\W*(?:\d\W+)?(?:(?:my|our|the|new) )?(?:builds?|buildings?|recruits?|recruitment|purchases?"
    r"|shopping(?: list)?|treasury|spending"
    r"|einkäufe|achats|bau(?:en)?|constructions?)(?: \(\d+\))?\W*",
    re.IGNORECASE,
)
_RULE = re.compile(r"[\s|:+=-]+")
_PRICED = re.compile(  # "3   Knight   Aldgate   15"
    r"\s*(?P<build>(?P<number>\d{1,2})\s+(?P<unit>[^\W\d_]+)\s+[^\W_][\w' -]*?)\s+(?P<price>\d{1,3})\s*"
)
_IN_BRACKETS = re.compile(  # "3 Knights F8 (15)"
    r"(?P<build>\b(?P<number>\d{1,2}) ?(?P<unit>[^\W\d_]+)(?: [^,;()|:]{2,25}?)?) \((?P<price>\d{1,3})"
    r"(?: (?:gold|coins?|points?))?\)",
    re.IGNORECASE,
)
_BUILDS = re.compile(r"\s*(?:i |we )?(?:builds?|buy|recruit)\s*:?\s+(?=\d)", re.IGNORECASE)
_NUMBERS = re.compile(r"\s+(?=\d{1,2}\s+[^\W\d_])")
_SEVERAL = re.compile(r"[,;.&+/()]|\b(?:and|und|et)\b", re.IGNORECASE)
_UNITS = re.compile(r"(?:\d+ ?[x×]? ?)?[^\W\d_]+(?: [^\W\d_]+)?")


def with_builds_in_rows(context: ReadingContext, lines: Sequence[str]) -> Sequence[str]:
    """Return the lines; each row below heads of columns of builds is a build in words."""
    read = list(lines)
    columns: Mapping[str, int] = {}
    is_headed = False
    for at, line in enumerate(lines):
        if "|" not in line and not (columns and line.strip() and _RULE.fullmatch(line)):
            priced = _without_price(context, line) if is_headed else ""
            read[at] = priced or _with_commas(context, _without_prices(context, line))
            is_headed = bool(priced) or (_HEADING.fullmatch(line) is not None if line.strip() else is_headed)
            columns = {}
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if heads := _columns(cells, is_headed=is_headed):
            columns = heads
        elif is_headed and not columns and (build := _priced_cells(context, cells)):
            read[at] = build
        elif columns and not _RULE.fullmatch(line):
            read[at] = _build(cells, columns) or line
    return read


def _without_price(context: ReadingContext, line: str) -> str:
    """Return "3 Knight A7" for "3 Knight A7 15", a row without bars, if that is what they cost; else ""."""
    found = _PRICED.fullmatch(line)
    unit = vocabulary(context.data).units.get(found["unit"].casefold()) if found else None
    kind = context.data.units.get(unit) if unit else None
    if found is None or kind is None or int(found["number"]) * kind.cost != int(found["price"]):
        return ""
    return found["build"]


def _without_prices(context: ReadingContext, line: str) -> str:
    """Return "3 Knights F8, 2 Griffins F8" for the same with "(15)" and "(10)", if they cost that."""

    def without(found: re.Match[str]) -> str:
        is_price = _price(context, found["number"], found["unit"]) == int(found["price"])
        return found["build"] if is_price else found[0]

    return _IN_BRACKETS.sub(without, line) if "(" in line else line


def _price(context: ReadingContext, number: str, unit: str) -> int:
    """Return what that many units cost, 0 if there is no such unit."""
    units, word = vocabulary(context.data).units, unit.casefold()
    kind = units.get(word) or units.get(word.removesuffix("s"))
    return int(number) * context.data.units[kind].cost if kind in context.data.units else 0


def _priced_cells(context: ReadingContext, cells: Sequence[str]) -> str:
    """Return "build 3 Griffins Barrowgate" for a row with these and their price; "" for any other row."""
    if len(cells) != len(("3 Griffins", "Barrowgate", "15")) or not cells[2].isdigit():
        return ""
    number, _, unit = cells[0].partition(" ") if cells[0][:1].isdigit() else ("1", "", cells[0])
    is_price = number.isdigit() and _price(context, number, unit) == int(cells[2])
    return f"build {number} {unit} {cells[1]}" if is_price else ""


def _with_commas(context: ReadingContext, line: str) -> str:
    """Return "build 3 Griffin Carrick, 4 Militia Coldwell" for the same without a comma.

    A slip in one of the builds then refuses no other.
    """
    verb = _BUILDS.match(line)
    items = _NUMBERS.split(line[verb.end() :]) if verb and not _SEVERAL.search(line) else []
    if verb and len(items) > 1 and all(_is_placed(context, item) for item in items):
        return f"{verb[0]}{', '.join(items)}"
    return line


def _is_placed(context: ReadingContext, item: str) -> bool:
    """Return whether *item* is a number, a unit and at least one word more."""
    words = item.split()
    if len(words) < len(("3", "Griffin", "Carrick")):
        return False
    number, unit, *_ = words
    return number.isdigit() and unit.casefold() in vocabulary(context.data).units


def _columns(cells: Sequence[str], *, is_headed: bool) -> Mapping[str, int]:
    """Return where each column is, {} if they are not those of builds, which a heading above them may say."""
    found: dict[str, int] = {}
    for at, cell in enumerate(cells):
        column = next((name for name, head in _HEADS.items() if head.fullmatch(cell)), "")
        if not column or column in found:
            return {}
        found[column] = at
    is_of_builds = is_headed or "cost" in found or any(map(_SAYS_BUILDS.search, cells))
    return found if is_of_builds and {"units", "place"} <= {*found} else {}


def _build(cells: Sequence[str], columns: Mapping[str, int]) -> str:
    """Return the build of a row, "" if it says something else."""
    if len(cells) != len(columns) or not (place := cells[columns["place"]]):
        return ""
    units = cells[columns["units"]]
    number = cells[columns["number"]] if "number" in columns else ""
    if not _UNITS.fullmatch(units) or (number and (not number.isdigit() or units[0].isdigit())):
        return ""
    return f"build {number} {units} {place}".replace("  ", " ")
