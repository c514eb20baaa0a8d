"""Order the sections of a report, and remove repetition.

A game decides what a reader sees (`ReportFacts`); here it is laid out: what matters most to the reader, their
own row of the tables, the public table of the powers, what is due. Nothing is added but changes, the
difference of two public counts, in brackets after the later one. What the headline or the lead says in the
same words is not repeated, and the reader's own row is printed once, not in the tables of the board again.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.game import YOUR_ROW, Due, Item, Power, ReportFacts, Section, Table, Tally
from adjudicator.core.phrasing import capital

REPORT = ("results", "seen", "holds", "news")  # above the reader's own row, in this order
BATTLES = "battles"  # the dice of battles, whose ends are news
IN_SHORT = (*REPORT, BATTLES)  # of a turn without a report
BULLETIN = ("news", BATTLES, "results", "others", "seen")
OF_THE_BOARD = ("positions", "centres")
OBLIGATIONS, STAKES = "obligations", "stakes"  # duties, and what is at stake
PIECES = "pieces"  # to choose from, before the first turn
WAITING = "waiting"  # the reader's orders for the rest of a turn: the form does not repeat them
BY_THE_FORM = (PIECES, WAITING)
ABOVE = (OBLIGATIONS, *BY_THE_FORM)  # these have places of their own in a report
TWO_SCREENS = 80  # lines of text
OF_ONE_POWER = ("seen", "holds", "standing", "own", WAITING)  # nobody else's, though it may read the same
OF_THE_WHOLE = (*OF_THE_BOARD, STAKES, "diplomacy", "technologies", "missions", "counts", "standing")
LINE = 70  # characters of a sentence in a line
HEAD = 24  # lines that every report has: who, when, own units, how to reply
SHORT = 48  # characters of a sentence that is joined to others of its power
LONG = 24  # characters; a last column with longer cells is a list, and gets its own table


class Page(Struct, frozen=True):
    """A report, laid out. *own* is the reader's row of each table; *next* what is due, one sentence each.

    *duties* stand at the deadline, *to_choose* above the order form; a bulletin has both elsewhere.
    *board_follows* if the tables of the whole board are left for the next report.
    """

    sheet: ReportFacts
    first: tuple[Section, ...]
    powers: tuple[Section, ...]
    own: tuple[tuple[str, str], ...]
    next: tuple[str, ...]
    rest: tuple[Section, ...]
    duties: tuple[Section, ...] = ()
    to_choose: tuple[Section, ...] = ()
    board_follows: bool = False


_JOINED = re.compile(r"; | and ")  # between the clauses of a headline


def without_repetition(sheet: ReportFacts) -> ReportFacts:
    """Return the whole report in its own order, without repetition: for a page of the site."""
    return replace(_shortened(sheet), sections=tuple(_without_repeated_news(sheet.sections, sheet.lead)))


def report(
    sheet: ReportFacts,
    due: Due,
    before: Tally | None,
    form: Sequence[str] = (),
    *,
    is_whole: bool = False,
) -> Page:
    """Lay out a player's report: duties, results, sightings, changes, own units, powers, stakes; the rest.

    If that and the order form fill more than two screens, the stakes and then public news go below the form,
    but what happened first stays above it in every report; the dice of battles are always below.
    Tables of the board that follow with the next report are left out, unless the report is to be whole.
    """
    page = _report(sheet, due, before, form)
    return page if is_whole or not sheet.board_follows else _without_board(page)


def _without_board(page: Page) -> Page:
    """Return the page without the tables that the next report has; what the reader has stays."""
    rest = tuple(section for section in page.rest if section.key not in OF_THE_WHOLE)
    powers = tuple(section for section in page.powers if section.key != STAKES)
    return replace(page, powers=powers, rest=rest, board_follows=True)


def _report(sheet: ReportFacts, due: Due, before: Tally | None, form: Sequence[str]) -> Page:
    counts, lists = _apart(sheet, before)
    lists = _without_repeated_news(lists, sheet.lead)
    first = _without_standing([_joined(section) for section in _of_keys(lists, REPORT)])
    duties = tuple(_of_keys(lists, (OBLIGATIONS,)))
    to_choose = tuple(_of_keys(lists, BY_THE_FORM))
    room = TWO_SCREENS - _lines([*duties, *to_choose, *counts]) - len(form) - HEAD
    stakes = list(_of_keys(lists, (STAKES,)))
    if _lines([*first, *stakes]) <= room:
        counts, room, stakes = [*counts, *stakes], room - _lines(stakes), []
    first, below = _with_room(first, room)
    others = [section for section in lists if section.key not in (*REPORT, *ABOVE, STAKES, "due")]
    reader = sheet.reader or ""
    items = _due_items(sheet, _duties_told(due, reader))
    mine = [item for item in items if _is_of(item, reader)]
    theirs = [item for item in items if item not in mine]
    return Page(
        _shortened(sheet),
        tuple(first),
        tuple(counts),
        tuple(_own(others, reader)),
        tuple(item.text for item in mine),
        (*stakes, *below, *_without_row(others, reader), *_of_the_others(sheet, theirs)),
        duties,
        to_choose,
    )


def notice(sheet: ReportFacts) -> Page:
    """Lay out the results of a phase, what was seen and the news, without repetition.

    Why the reader owes nothing, and what they may order all the same, is in it, too.
    """
    lists = _without_repeated_news(sheet.sections, sheet.lead)
    first = tuple(_joined(section) for section in _of_keys(lists, IN_SHORT))
    mine = tuple(item.text for item in _due_items(sheet, ()) if _is_of(item, sheet.reader or ""))
    return Page(_shortened(sheet), first, (), (), mine, ())


def beside(page: Page, other: Page) -> Page:
    """Return what *other*, the report of another power of the same player, says beyond *page*."""
    told = (*page.first, *page.powers, *page.rest, *page.duties, *page.to_choose)
    return replace(
        other,
        first=untold(other.first, told),
        powers=(),
        rest=untold(other.rest, told),
        duties=untold(other.duties, told),
        to_choose=untold(other.to_choose, told),
    )


def untold(sections: Sequence[Section], elsewhere: Sequence[Section]) -> tuple[Section, ...]:
    """Return the *sections* without what those *elsewhere* tell in the same words, or in more."""
    told = {item.text for section in elsewhere for item in section.items}
    return tuple(filter(None, (_beyond(section, told) for section in sections)))


def _beyond(section: Section, told: Collection[str]) -> Section | None:
    """Return the section without what is *told* elsewhere; None if nothing is left."""
    if section.key in OF_ONE_POWER:
        return section
    if section.key in OF_THE_WHOLE:
        return None
    items = tuple(item for item in section.items if not _is_told(item.text, told))
    left = section if items and section.is_in_sequence else replace(section, items=items)
    return left if left.items else None


def _is_told(text: str, told: Collection[str]) -> bool:
    """Return whether *told* has the text, or the same with more that its own reader knows."""
    return any(one.startswith(text.removesuffix(".")) for one in told)


def missed_turns(sheets: Sequence[ReportFacts]) -> tuple[Section, ...]:
    """Lay out turns without a report to the reader, one section each: what happened, and what was seen."""
    return tuple(_summary(sheet) for sheet in sheets)


def _summary(sheet: ReportFacts) -> Section:
    begins = [Item(text) for text in (f"{sheet.headline}.", _shortened(sheet).lead) if text]
    sections = list(_of_keys(_without_repeated_news(sheet.sections, sheet.lead), IN_SHORT))
    items = (item for section in sections for item in _joined(section).items)
    tables = tuple(table for section in sections for table in section.tables)
    return Section("missed", sheet.turn, (*begins, *items), tables)


def bulletin(sheet: ReportFacts, due: Due, before: Tally | None) -> Page:
    """Lay out the bulletin: what happened, what was seen, the powers and the board; then what is due."""
    counts, lists = _apart(sheet, before)
    lists = _without_repeated_news(lists, sheet.lead)
    board = list(_of_keys(lists, OF_THE_BOARD))
    counts += _of_keys(lists, (OBLIGATIONS, STAKES))
    known = {*BULLETIN, *OF_THE_BOARD, OBLIGATIONS, STAKES, "due"}
    others = [section for section in lists if section.key not in known]
    return Page(
        _shortened(sheet),
        tuple(_joined(section) for section in _of_keys(lists, BULLETIN)),
        tuple(counts),
        (),
        tuple(_what_is_next(_due_items(sheet, _duties(due.owed)), due.owed)),
        (*board, *others),
    )


def _of_keys(sections: Sequence[Section], keys: Sequence[str]) -> Iterator[Section]:
    return (section for key in keys for section in sections if section.key == key)


def _lines(sections: Sequence[Section]) -> int:
    """Estimate how many lines the sections fill."""
    items = sum(len(item.text) // LINE + 1 for section in sections for item in section.items)
    rows = sum(len(table.rows) + 2 for section in sections for table in section.tables)
    return items + rows + 3 * len(sections)


def _with_room(sections: Sequence[Section], room: int) -> tuple[list[Section], list[Section]]:
    """Move public news below the form, the last first, until the rest fits; the first list of news stays."""
    above, below = list(sections), list[Section]()
    news = [i for i, section in enumerate(above) if section.key == "news"]
    for i in reversed(news[1:]):
        if _lines(above) > room:
            below.insert(0, replace(above[i], items=_news_for(above[i], is_private=False)))
            above[i] = replace(above[i], items=_news_for(above[i], is_private=True), tables=())
    return _filled(above), _filled(below)


def _news_for(section: Section, *, is_private: bool) -> tuple[Item, ...]:
    """Return the news for the reader alone, or the rest."""
    return tuple(item for item in section.items if (item.kind == "seen") is is_private)


def _filled(sections: Sequence[Section]) -> list[Section]:
    return [section for section in sections if section.key != "news" or section.items or section.tables]


def _shortened(sheet: ReportFacts) -> ReportFacts:
    """Remove from the lead the headline, the clauses that it joins, and what says the same in other words."""
    clauses = [sheet.headline, *_JOINED.split(sheet.headline)]
    said_there = {capital(clause) for clause in sheet.headline.split("; ")}
    retold = [one for one in sheet.retold if {capital(clause) for clause in one.clauses} <= said_there]
    clauses += [one.sentence.removesuffix(".") for one in retold]
    told = "|".join(re.escape(clause[:1].upper() + clause[1:]) for clause in clauses)
    said = re.compile(rf"(?:\A|(?<=[.)] ))(?:{told})\.(?: +|\Z)")
    paragraphs = (said.sub("", paragraph).strip() for paragraph in sheet.lead.split("\n\n"))
    return replace(sheet, lead="\n\n".join(filter(None, paragraphs)))


def _without_repeated_news(sections: Sequence[Section], lead: str) -> list[Section]:
    """Remove news that the *lead* has word for word; a list in sequence stays whole or goes."""
    return _filled([_unsaid(section, lead) if section.key == "news" else section for section in sections])


def _unsaid(section: Section, lead: str) -> Section:
    items = tuple(item for item in section.items if item.text not in lead)
    return section if items and section.is_in_sequence else replace(section, items=items)


def _joined(section: Section) -> Section:
    """Join news in zine notation: short successive sentences of one power ("Red: ...") become one."""
    if section.key != "news":
        return section
    items: list[Item] = []
    for item in section.items:
        whose, colon, words = item.text.partition(": ")
        last = items[-1] if items else None
        if last and colon and len(item.text) <= SHORT and last.text.startswith(f"{whose}: "):
            items[-1] = replace(last, text=f"{last.text.removesuffix('.')}; {words}")
        else:
            items.append(item)
    return replace(section, items=tuple(items))


# --- the table of the powers -----------------------------------------------------------------------------


def _apart(sheet: ReportFacts, before: Tally | None) -> tuple[list[Section], list[Section]]:
    """Separate the counts of the powers, with their changes, from the other sections and long lists."""
    counts: list[Section] = []
    others: list[Section] = []
    for section in sheet.sections:
        column = None if counts else _counted_in(section, sheet.tally)
        if column is None or sheet.tally is None:
            others.append(section)
            continue
        short, long = _split(section.tables[0])
        short = _with_changes(short, column, _changes(sheet.tally, before))
        counts.append(replace(section, tables=(short, *section.tables[1:])))
        if long:
            others.append(Section(section.key, f"{long.columns[-1]}, by power", tables=(long,)))
    return counts, others


def _counted_in(section: Section, tally: Tally | None) -> int | None:
    """Return the column of the section's table that counts the powers; None if there is none."""
    if tally is None or not section.tables:
        return None
    table = section.tables[0]
    named = [(_power(row[0], tally.by), row) for row in table.rows]
    if {power for power, _ in named} != set(tally.by):
        return None
    columns = range(1, len(table.columns))
    return next(
        (i for i in columns if all(row[i] == str(tally.by[power]) for power, row in named)),
        None,
    )


def _power(cell: str, powers: Mapping[Power, int]) -> str:
    """Return the power of a row; a mark may follow the name, as in "Blue (first player)"."""
    return next((power for power in powers if cell == power or cell.startswith(f"{power} (")), "")


def _split(table: Table) -> tuple[Table, Table | None]:
    if len(table.columns) < 3 or max((len(row[-1]) for row in table.rows), default=0) <= LONG:
        return table, None
    short = Table(table.columns[:-1], tuple(row[:-1] for row in table.rows))
    long = Table((table.columns[0], table.columns[-1]), tuple((row[0], row[-1]) for row in table.rows))
    return short, long


def _changes(tally: Tally, before: Tally | None) -> Mapping[str, int]:
    earlier = before.by if before else {}
    return {power: number - earlier.get(power, number) for power, number in tally.by.items()}


def _with_changes(table: Table, column: int, changes: Mapping[str, int]) -> Table:
    """Add the change to each count that has changed, "2 (+1)", and say so in the head of the column."""
    rows = tuple(
        (*row[:column], f"{row[column]} ({change:+d})" if change else row[column], *row[column + 1 :])
        for row in table.rows
        for change in [changes[_power(row[0], changes)]]
    )
    head = f"{table.columns[column]} (change)" if rows != table.rows else table.columns[column]
    return Table((*table.columns[:column], head, *table.columns[column + 1 :]), rows)


def _own(sections: Sequence[Section], reader: Power) -> Iterator[tuple[str, str]]:
    """Yield the reader's row of the board: ("Units", "Army Paris, Fleet Brest")."""
    tables = [table for section in _of_keys(sections, OF_THE_BOARD) for table in section.tables]
    for columns, row in [(one.columns, row) for one in tables for row in one.rows if row[0] == reader]:
        heads = (head.removesuffix(" known to you") for head in columns[1:])
        yield from zip(heads, row[1:], strict=True)


def _without_standing(sections: Sequence[Section]) -> list[Section]:
    """Remove sentences that only say where an own piece stands: the reader's own row has that."""
    stored = [
        replace(section, items=tuple(item for item in section.items if item.kind != "stands"))
        for section in sections
    ]
    return [section for section in stored if section.items or section.tables]


def _without_row(sections: Sequence[Section], reader: Power) -> Iterator[Section]:
    """Yield the sections with a note for the reader's row of the board, which is above by itself."""
    for section in sections:
        if section.key not in OF_THE_BOARD:
            yield section
            continue
        tables = (
            replace(table, rows=tuple(_noted(row) if row[0] == reader else row for row in table.rows))
            for table in section.tables
            if any(row[0] != reader for row in table.rows)
        )
        left = replace(section, tables=tuple(table for table in tables if table.rows))
        if left.tables or left.items:
            yield left


def _noted(row: tuple[str, ...]) -> tuple[str, ...]:
    """Return a note for the reader's row, which is above: without one, it would read as if empty."""
    power, *cells = row
    return (power, YOUR_ROW, *[""] * (len(cells) - 1))


# --- what is due -----------------------------------------------------------------------------------------


def _due_items(sheet: ReportFacts, printed: Collection[str]) -> list[Item]:
    """Return the game's sentences about what is due, without those *printed* with the deadline."""
    sections = (section for section in sheet.sections if section.key == "due")
    return [
        item for section in sections for item in section.items if not item.text.startswith(tuple(printed))
    ]


def _duties(owed: Mapping[Power, str]) -> Collection[str]:
    """Return the plain duties as a game may write them: "France: orders for 3 units."."""
    return {f"{power}: {what}." for power, what in owed.items()}


def _duties_told(due: Due, reader: Power) -> Collection[str]:
    """Return the plain duties told beside the deadline: the reader's, and those of powers that it names."""
    asked = {f"{reader}: {due.asked[reader]}"} if reader in due.asked else set()
    told = {power: what for power, what in due.owed.items() if power == reader or power in due.turn}
    return {*_duties(told), *asked}


def _of_the_others(sheet: ReportFacts, items: Sequence[Item]) -> tuple[Section, ...]:
    title = next((section.title for section in sheet.sections if section.key == "due"), "")
    return (Section("due from others", title, tuple(items)),) if items else ()


def _is_of(item: Item, power: Power) -> bool:
    return item.text.removeprefix("The ").startswith((f"{power}: ", f"{power} "))


def _what_is_next(items: Sequence[Item], owed: Mapping[Power, str]) -> Iterator[str]:
    """Yield the game's own sentences; then, for powers without one, each duty with its powers."""
    yield from (item.text for item in items)
    by_duty: dict[str, list[Power]] = {}
    for power, what in owed.items():
        if not any(_is_of(item, power) for item in items):
            by_duty.setdefault(what, []).append(power)
    for what, powers in by_duty.items():
        yield f"{capital(what)}: {', '.join(powers)}."
