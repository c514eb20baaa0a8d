"""Turn the rows of a table and of lists under a heading into orders in sentences.

A table has a first row that names its columns ("Unit | From | To | Notes") and cells separated by bars, tabs
or several spaces. Below ACTIVATE or RECRUIT a row may name the zone first: "Krakow: Lublin", "Vienna: full".
The sentences are read like any other, so that a row that is not understood is refused.
"""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import takewhile

from adjudicator.core.language.words import clean
from adjudicator.core.languages import condition_in, doubt_in
from adjudicator.empires.language.grammar import plain
from adjudicator.empires.language.sentences.descriptions import is_clear, ref_words
from adjudicator.empires.language.sentences.lexicon import heard, is_a_zone, letters_of, words_of
from adjudicator.empires.language.sentences.shorthand import of_set_up

MOST_COLUMNS = 6
FEWEST_COLUMNS = 2
_FIRST = 2  # only the first columns, one of them perhaps a number, say what is done
# The columns: what is done, which army, where it is, where it goes, who supports it, anything else.
_COLUMNS = {
    "does": r"actions?|types?|kinds? of action|verbs?|commands?|what|orders?",
    "army": r"units?|arm(?:y|ies)|nations?|nationality|who|troops|corps|strength|size",
    "from": r"from|starts?|in|at|where|zones?|places?|locations?|origins?|stands in|is in",
    "to": r"to|goes to|moves? to|where to|goes|targets?|destinations?|goals?",
    "with": r"with|supports?|supporters?|supported by|support from",
    "how": r"how|orders?|notes?|remarks?|comments?|details?|what|does|attacks?\??|method",
    "note": r"notes?|remarks?|comments?|why|reasons?",
    "": r"no\.?|#|nr\.?|number",
}
_NAMED = {role: re.compile(names, re.IGNORECASE) for role, names in _COLUMNS.items()}
_ORDERS_OF_ARMIES = re.compile(r"orders?", re.IGNORECASE)  # after the armies, not the names of actions
_GAP = re.compile(r"\t+| {2,}")
_NOTHING = re.compile(r"[-\u2013\u2014=./_\s]*|n/?a|none|no|nil", re.IGNORECASE)
_YES = re.compile(r"y|yes|x|attacks?|\+", re.IGNORECASE)
_MOVES = re.compile(r"(?:just |only )?(?:moves?|goes|go|march(?:es)?|no attack)", re.IGNORECASE)
_ROW_OF_SUPPORT = re.compile(
    r"(.+?) (?:-|to) (.+?),? (?:in )?(?:supp?s?|supports?|supporting|helps?|assists?)", re.IGNORECASE
)
_RECRUITS = re.compile(r"recruit\w*|build|raise|rec", re.IGNORECASE)
_OF_ARMIES = re.compile(r"moves?|movements?|arm(?:y|ies)", re.IGNORECASE)  # need no heading
_HEADS_ARMIES = re.compile(r"activat|offensive", re.IGNORECASE)  # the rows below need no second heading
_ORDINAL = re.compile(r"\s*(?:\(\s*#?\d\s*\)|#\d)$")  # "Cologne (1)", "Cologne #2": which of several
_ASIDE = re.compile(r"(?P<verb>.*?)(?: (?:in|there|over))?\s*[,;(\u2013-]\s*(?P<aside>.*)")
_OF_ANOTHER = re.compile(r"\b(?:the )?(?:second|third|other|2nd|3rd) (?:one|army) (?=\w)", re.IGNORECASE)
MOST_ROWS = 24  # below the first row
_COST = re.compile(r"\(?(?:[1-6]|one|two|three|four) (?:steps?|actions?)(?: each)?\)?", re.IGNORECASE)
_OF_TURN = re.compile(  # when it is done: "after the one from Metz"
    r"(?:right |only |just )?(?:after|before|behind|following) (?:the )?"
    r"(?:one|army|attack|move|first|second|other|that|this|it)\b(?!.*\b(?:if|only|supports?|helps?|unless)\b)",
    re.IGNORECASE,
)
_ONE = re.compile(
    r"(?:just |only )?(?:one|1)(?: (?:army|of (?:the|my)(?: (?:two|three|four|[2-4]))?(?: armies)?))?",
    re.IGNORECASE,
)
_IN_BRACKETS = re.compile(r"(?P<what>[^()]+?)\s*\((?P<note>[^()]+)\)")
_EMPTY_FIRST_CELL = re.compile(r"\s{2,}\|.*[^\s|]\s*$")
_ONE_OR_COST = re.compile(
    r"#?[1-6]|one|an army"
    r"|(?:(?:on foot|by land|not strategic(?:ally)?|no strategic move|ordinary move)[\s,]*)+"
    rf"|{_COST.pattern}",
    re.IGNORECASE,
)
_AN_ARMY = re.compile(r"[#NSFAf]*Z[#NSFA]*")  # letters of its description
_OF_AN_ARMY = re.compile(r"\b(arm(?:y|ies)),\s+", re.IGNORECASE)
_OF_HELP = re.compile(r"w[#NSF]*[AOZ]")  # "with the other one": letters of who supports an attack
_ORDERS = set("ksrqedFt#")  # letters of words in a note that may belong to the order


_LEADER = re.compile(  # "Verdun ........ French, full"
    r"(?P<before>.*?[\w)])\s*(?:\.{3,}|\.\.(?=\s)|…+|_{3,}|·{2,}|(?:\. ){2,}\.?)\s*(?=[\w(])"
)


def without_leaders(lines: Sequence[str]) -> Sequence[str]:
    """Return *lines* with a colon for the dots after the name of a zone, and none for other dots."""
    return [_LEADER.sub(_named_before, line) if _LEADER.match(line) else line for line in lines]


def _named_before(found: re.Match[str]) -> str:
    is_name = is_a_zone(_BULLET.sub("", found["before"]).strip())
    return f"{found['before']}{':' if is_name else ''} "


def _cells(line: str) -> list[str]:
    """Return the cells of a row, without those that are empty at its ends; [] for no row.

    An empty cell before the first bar stays where a blank stands for what is in the row above.
    """
    if _EMPTY_FIRST_CELL.match(line):
        return ["", *(clean(cell) for cell in line.strip().strip("|").split("|"))]
    if "|" in line:
        return [clean(cell) for cell in line.strip().strip("|").split("|")]
    return [clean(cell) for cell in _GAP.split(line.strip())]


def tables_as_sentences(lines: Sequence[str]) -> Sequence[str]:
    """Return *lines* with the rows below the first row of a table as sentences."""
    written, columns, first, row, does = list(lines), tuple[str, ...](), 0, 0, ""
    for at, line in enumerate(lines):
        if not line.strip():
            columns = ()
        elif named := _columns(line):
            columns, first, does = _with_orders(named, lines[at + 1 :]), at, ""
        elif "does" in columns and not {"from", "to"} & set(columns):
            does = _action_row(written, at, columns, does)
            written[first] = f"# {lines[first]}"
        elif columns and (sentence := _sentence(columns, _cells(line))):
            written[at] = sentence
            written[first] = f"# {lines[first]}"
            if row and (support := _support_in(sentence, written[row])):
                written[row], written[at] = support, ""
            row = row if not written[at] else at
        row = row if columns and row > first else 0
    return written


def _support_in(row: str, above: str) -> str:
    """Return the attack in the row above with the support in this one: "Metz | Nancy | supports"."""
    found = _ROW_OF_SUPPORT.fullmatch(row)
    attack = re.search(rf" (?:-|to) {re.escape(found[2])}\b.*\bat", above, re.IGNORECASE) if found else None
    return f"{above}, {found[1]} supports" if found and attack else ""


def _columns(line: str) -> tuple[str, ...]:
    """Return what the columns are, if *line* is the first row of a table; () for any other line."""
    cells = _cells(line)
    if not FEWEST_COLUMNS <= len(cells) <= MOST_COLUMNS:
        return ()
    roles: list[str] = []
    for place, cell in enumerate(cells):
        fits = (role for role, names in _NAMED.items() if names.fullmatch(cell.strip(":")))
        role = next((one for one in fits if one not in roles and (one != "does" or place < _FIRST)), None)
        if role is None:
            return ()
        roles.append(role)
    if roles[:2] in (["army", "does"], ["from", "does"]) and _ORDERS_OF_ARMIES.fullmatch(cells[1].strip(":")):
        return ("army", "how", *("note" if role == "how" else role for role in roles[2:]))
    is_of_orders = "from" in roles or "to" in roles or {"does", "how"} <= set(roles)
    return tuple(roles) if is_of_orders else ()


def _with_orders(columns: tuple[str, ...], below: Sequence[str]) -> tuple[str, ...]:
    """Return the columns; what is called "Where" has the orders if no row has only a zone there."""
    if not {"does", "from"} <= set(columns) or {"to", "army"} & set(columns):
        return columns
    at = columns.index("from")
    rows = [_cells(line) for line in takewhile(str.strip, below[:MOST_ROWS])]
    places = [cells[at] for cells in rows if at < len(cells) and not _NOTHING.fullmatch(cells[at])]
    if not places or any(map(is_a_zone, places)):
        return columns
    renamed = {"from": "how", "how": "note"}
    return tuple(renamed.get(role, role) for role in columns)


def _action_row(written: list[str], at: int, columns: Sequence[str], above: str) -> str:
    """Rewrite a row "Recruit | full, Berlin" in *written*; return its action, or that of the row above."""
    cells = _cells(written[at])
    row = {role: cell for role, cell in zip(columns, cells, strict=False) if not _NOTHING.fullmatch(cell)}
    what, note = row.get("how", ""), row.get("note", "")
    if len(cells) > len(columns) or not what:
        return above
    does = row.get("does", above)
    what = _OF_AN_ARMY.sub(r"\1 ", what)
    what = what.replace(",", "") if letters_of(what) in ("F&Z", "Z&F") else what
    is_one = _ONE.fullmatch(note) is not None and not any(word.letter == "#" for word in heard(what))
    what = what if is_one or _is_mere_note(note, does) else f"{what} {note}"
    if "does" not in row and _RECRUITS.fullmatch(does) and written[at - 1].startswith(f"{does}: "):
        written[at] = f"{written[at - 1]}, {what}"
        written[at - 1] = ""
    else:
        is_alone = not does or _OF_ARMIES.fullmatch(does) or ("does" not in row and _HEADS_ARMIES.match(does))
        written[at] = what if is_alone else f"{does}: {what}"
    return does


def _is_mere_note(note: str, does: str) -> bool:
    """Return whether a remark beside an order says nothing of what is ordered."""
    if _COST.fullmatch(note) or _OF_TURN.match(note):
        return True
    telling = _ORDERS - set("F" if _RECRUITS.fullmatch(does) else "")
    letters = "".join(word.letter for word in heard(_OF_ANOTHER.sub("", note)))
    is_telling = bool(telling & set(letters)) or _OF_HELP.search(letters) is not None
    return not (is_telling or condition_in(note) or doubt_in(note))


def _sentence(columns: Sequence[str], cells: Sequence[str]) -> str:
    """Return the order in a row, "" if it is not clear which cell is which."""
    missing = columns[len(cells) :]
    if not FEWEST_COLUMNS <= len(cells) <= len(columns) or {"from", "to"} & set(missing):
        return ""
    filled = [
        (role, cell) for role, cell in zip(columns, cells, strict=False) if not _NOTHING.fullmatch(cell)
    ]
    row = {role: _without_aside(cell) for role, cell in filled if role}
    if not _is_mere_note(row.get("note", ""), ""):
        return ""
    if recruit := _recruit(row):
        return recruit
    if "from" not in columns:
        row = _with_the_zone_of_the_army(_with_an_army(row))
    if "to" not in row and is_a_zone(row.get("how", "")):
        row = {**row, "to": row["how"], "how": ""}
    if all(is_a_zone(row.get(role, "")) for role in ("from", "to")):
        return " ".join(filter(None, _move(row)))
    return " ".join(cell for role, cell in filled if role not in ("", "note"))


def _without_aside(cell: str) -> str:
    """Return "Metz" for "Metz (1 step)" or "Metz (on foot)": a zone without what is no part of an order."""
    found = _IN_BRACKETS.fullmatch(cell)
    if not found or not is_a_zone(found["what"]):
        return cell
    note = found["note"]
    return found["what"] if _ONE_OR_COST.fullmatch(note) or _is_mere_note(note, "") else cell


def _recruit(row: dict[str, str]) -> str:
    """Return the recruit in a row; "" if it is no such row or does not say where."""
    if not _RECRUITS.fullmatch(row.get("does", "")):
        return ""
    where = next((role for role in ("from", "to") if is_a_zone(row.get(role, ""))), "from")
    if where not in row:
        return ""
    kind = " ".join(row[role] for role in ("army", "how", "to") if role in row and role != where)
    return f"RECRUIT {kind} in {row[where]}" if kind else ""


def _with_an_army(row: dict[str, str]) -> dict[str, str]:
    """Return the row of a table in which the column "What" names armies that go to a zone."""
    if "army" in row or not (is_a_zone(row.get("to", "")) and _army_in(row.get("how", ""))[1]):
        return row
    return {role: cell for role, cell in row.items() if role != "how"} | {"army": row["how"]}


def _with_the_zone_of_the_army(row: dict[str, str]) -> dict[str, str]:
    """Return the row of a table without a column of zones, in which the army is named by its zone."""
    described, zone = _army_in(_ORDINAL.sub("", row.get("army", "")))
    if not zone:
        return row
    how = row.get("how", "")
    aside = _ASIDE.fullmatch(how)
    verb = aside["verb"] if aside and _is_mere_note(aside["aside"], "") else how
    how = "" if _MOVES.fullmatch(verb) else how
    return row | {"army": described, "from": zone, "how": how}


def _army_in(cell: str) -> tuple[str, str]:
    """Return how "the full army in Temesvar" describes an army, and its zone; "" for none."""
    if is_a_zone(cell):
        return "", cell
    words = words_of(cell) or ()
    if not _AN_ARMY.fullmatch("".join(word.letter for word in words)) or not is_clear(words):
        return "", ""
    zone = next(word.said for word in words if word.letter == "Z")
    return ref_words(words).removesuffix(zone).strip(), zone


def _move(row: dict[str, str]) -> Iterator[str]:
    yield row.get("does", "")
    yield row.get("army", "")
    how = row.get("how", "attacks" if "with" in row else "")
    yield f"{row['from']} - {row['to']}"
    yield "attacks" if _YES.fullmatch(how) else "by sea" if how.casefold() == "sea" else how
    if support := row.get("with"):
        yield support if support.casefold().startswith(("with", "support")) else f"supported by {support}"


# ---- rows with the zone first, below a heading

_HEADS = (
    (re.compile(r"[nm1-9#]*a+[n#A]*:?"), "activate"),
    (re.compile(r"[n#]*o+[n#A]*:?"), "activate"),
    (re.compile(r"[n#]*r+[n#A]*:?"), "recruit"),
)
_ARMY_ROWS = (
    (re.compile(r"[#NSFA]*Z[AFNS]*[:]+t?Z[gyc]*(?:[&tm]*k[#NSFAft]*)?"), " -> "),
    (re.compile(r"[#NSFAf]*Z[AFNS]*[:]+k[#NSFAft]*Z?A*(?:[&]*[ws]+[#NSFAOft]*Z?[AFNS]*s*)?"), " "),
)
_SUPPORT_ROW = re.compile(r"[&]*(?:[ws]+:?[ft]*|s+:)O?f*[#NSFAft]*Z[AFNS]*(?:[&]+[#NSFAf]*Z[AFNS]*)*")
_HELP_ROW = re.compile(r"[#NSFA]*Z[AFNS]*:+t?Z[&tm]*s+k?")  # "Verdun (2nd): Metz, supports"
_WHICH = re.compile(
    r"\s*\((?:the )?(?:1st|2nd|3rd|first|second|third|one|other|another|#?\d)(?: (?:one|army))?\)(?=\s*:)"
)
_ROW = re.compile(r"[#NSFAOfqws&:]*Z")  # anything else ends what is below the heading
_NEW_ROW = re.compile(r"[#NSFA]*Z[AFNS]*[:t&]+n*r?[#NSA]*(?:F&?[#NSA]*|[#NSA]+&F)[#NSA]*")
_COLON = re.compile(r"\s*(?::|\s[-\u2013=]+>?|->)\s*")


def rows_with_zones_first(lines: Sequence[str]) -> Sequence[str]:
    """Return *lines* with "Krakow: Lublin" below ACTIVATE, and "Vienna: full" below RECRUIT, as sentences."""
    written, heading, above = list(lines), "", -1
    for at, line in enumerate(lines):
        text = _WHICH.sub("", plain(clean(line)))
        letters = letters_of(text)
        if not text:
            continue
        if named := next((name for head, name in _HEADS if head.fullmatch(letters)), ""):
            heading, above = named, -1
        elif not _ROW.match(letters):
            heading, above = "", -1
        elif heading == "activate":
            above = _army_row(written, at, (text, letters), above)
        elif heading == "recruit" and _NEW_ROW.fullmatch(letters) and (colon := _COLON.search(text)):
            written[at] = f"{text[colon.end() :].replace(',', '')} in {text[: colon.start()]}"
    return written


def _goes_to_same(above: str, row: str) -> bool:
    """Return whether both rows name one goal."""
    goals = [[word for word in heard(text) if word.letter == "Z"][1:2] for text in (above, row)]
    return bool(goals[0]) and goals[0] == goals[1]


def _army_row(written: list[str], at: int, row: tuple[str, str], above: int) -> int:
    """Rewrite a row below ACTIVATE in *written*; return the row that a supporter below it belongs to."""
    text, letters = row
    if above >= 0 and _HELP_ROW.fullmatch(letters) and _goes_to_same(written[above], text):
        written[above] = f"{written[above].rstrip(' .;,')}, {text[: text.find(':')]} supports"
        written[at] = ""
        return above
    if above >= 0 and _SUPPORT_ROW.fullmatch(letters):
        written[above] = f"{written[above].rstrip(' .;,')} {text.replace(':', ' ', 1)}"
        written[at] = ""
        return above
    between = next((sign for pattern, sign in _ARMY_ROWS if pattern.fullmatch(letters)), "")
    colon = text.find(":")
    if not between or colon < 0:
        return -1
    written[at] = f"{text[:colon]}{between}{text[colon + 1 :].strip()}"
    return at


# ---- lists below a heading

_BULLET = re.compile(r"^\s*(?:[-*+•]|\(?[a-h][.)]|\(?\d{1,2}(?:\.\d{1,2})*[.):]|\(?\d{1,2}(?:\.\d{1,2})+)\s+")
_OF_SET_UP = re.compile(r"[nf#]*Yn*:?")
_HEADS_OF_LISTS: tuple[tuple[re.Pattern[str], re.Pattern[str], str], ...] = (  # and each of the lines below
    (_OF_SET_UP, re.compile(r"[n#]*[HpolT]"), ", "),
    (re.compile(r"b+:?"), re.compile(r"A?f?Z[:t]+Z(?:[&|]+t?Z)*"), "; "),
)
_HEADS_OF_ONE = (  # and the single row below it
    (re.compile(r"[n#]*e+:?"), re.compile(r"f?ZA*")),
    (re.compile(r"[n#]*h+:?"), re.compile(r"[HpolT]n*")),
    (re.compile(r"[n#]*d+:?"), re.compile(r"[XN]D")),
)
MOST_OF_A_LIST = 12


def lists_joined(lines: Sequence[str]) -> Sequence[str]:
    """Return *lines* with lists of technologies or retreats on the line of their heading."""
    joined = list(lines)
    for at, line in enumerate(lines[:-1]):
        letters = letters_of(line)
        lists = ((row, between) for head, row, between in _HEADS_OF_LISTS if head.fullmatch(letters))
        row, between = next(lists, (None, ""))
        below = lines[at + 1 : at + MOST_OF_A_LIST]
        is_set_up = _OF_SET_UP.fullmatch(letters) is not None
        rows = list(takewhile(partial(_is_row, row, is_set_up), below)) if row else []
        if len(rows) > 1:
            listed = between.join(_BULLET.sub("", clean(one)).rstrip(" ,;.") for one in rows)
            joined[at] = f"{line.rstrip().rstrip(':')}: {listed}"
            joined[at + 1 : at + 1 + len(rows)] = [""] * len(rows)
        elif _is_list_of_one([line, *lines[at + 1 : at + 3]]):
            joined[at] = f"{line.rstrip().rstrip(':')}: {_BULLET.sub('', clean(lines[at + 1]))}"
            joined[at + 1] = ""
    return joined


def _is_row(row: re.Pattern[str], is_set_up: bool, line: str) -> bool:
    """Return whether a line belongs to the list; in one of technologies a level may be left out."""
    is_branch = is_set_up and bool(of_set_up(_BULLET.sub("", clean(line)).rstrip(" ,;.")))
    return is_branch or row.fullmatch(_row(line)) is not None


def _is_list_of_one(lines: Sequence[str]) -> bool:
    """Return whether the first line is the heading of an action, and only the next belongs to it."""
    head = _row(lines[0])
    row = next((row for pattern, row in _HEADS_OF_ONE if pattern.fullmatch(head)), None)
    if row is None or _BULLET.match(lines[1]) is None:
        return False
    return [bool(row.fullmatch(_row(line))) for line in lines[1:]] in ([True], [True, False])


def _row(line: str) -> str:
    return letters_of(_BULLET.sub("", clean(line)))
