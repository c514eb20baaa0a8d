"""Read a position of the standard rules from mail of njudge and DPjudge: results, or the list of a game.

    Movement results for Fall of 1901.  (club.F1901M)
    Austria: Army  Budapest -> Serbia.
    Russia:  Fleet Rumania -> Black Sea.  (*bounce*)
    Ownership of supply centers:
    Austria:   Budapest, Serbia, Trieste, Vienna.
    The next phase of 'club' will be Movement for Spring of 1902.

Units are where their orders have brought them. The centres and the phase that is due must be named too:
nothing is guessed, and no line about a unit is passed over. A position with pending retreats is refused,
because such a mail does not say where attackers came from. So are results of retreats and adjustments: they
name only some of the units.
"""

import re
from collections.abc import Iterator, Mapping, Sequence, Set

from msgspec import Struct

from adjudicator.core.game import Card, Facts
from adjudicator.core.language.words import Names, Unreadable
from pbem.core.sentences import Unusable, sentence

UNIT = re.compile(r"^\s*(?P<power>[a-z]+)\s*:\s*(?P<kind>Army|Fleet)\s+(?P<rest>\S.*)$", re.M | re.I)
LIKE_A_UNIT = re.compile(r"^\s*(?P<power>[a-z]+)\s*:?\s+(?:army|fleet|[af])\s+\S", re.I)
QUOTE = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.M)
ARROW = re.compile(r"\s*(?:-\s*>|\u2192|\u2013>)\s*")
PARTIAL = re.compile(
    r"\b(?:retreat|adjustment|build)s?\s+(?!phase)[a-z]+\s+for\s+(?:spring|fall|autumn|summer|winter)\b", re.I
)
DESTROYED = re.compile(
    r"\bthe\s+[a-z]+\s+(?:army|fleet)\s+in\s+(?:the\s+)?(?P<place>(?:St\.\s*)?[^.]{1,40}?)"
    r"\s+(?:with\s[^.]{1,40}\s)?was\s+destroyed\b",
    re.I,
)
OWNERSHIP = re.compile(r"^\s*ownership\s+of\s+supply\s+cent(?:er|re)s\s*:?\s*$", re.I)
OWNER = re.compile(r"^\s*(?P<power>[a-z]+)\s*:\s*(?P<places>[^:]*)$", re.I)
NOTHING = re.compile(  # instead of a list: the power is eliminated, or no centre is unowned
    r"\W*(?:none|nothing|(?:no|0)(?:\s+supply)?\s+cent(?:er|re)s?|(?:has\s+been\s+|is\s+)?eliminated)\b.*",
    re.I,
)
COUNT = re.compile(r"\bsupply\s+cent(?:er|re)s?\b|\bunits?\b", re.I)
PHASE = re.compile(
    r"(?P<phase>movement|retreats?|adjustments?|builds?)(?:\s+phase)?\s+for\s+"
    r"(?P<season>spring|fall|autumn|summer|winter)\s+(?:of\s+)?(?P<year>\d{4})",
    re.I,
)
START = re.compile(
    r"starting\s+position\s+for\s+(?P<season>spring|fall|autumn)\s+(?:of\s+)?(?P<year>\d{4})", re.I
)
NEXT = re.compile(r"the\s+next\s+phase\s+of\s+.{1,60}?\s+will\s+be\s+", re.I)
STATUS = re.compile(r"status\s+of\s+the\s+", re.I)
COAST = re.compile(r"\s*\((?P<side>north|south|east|west)\s+coast\)", re.I)
REMARK = re.compile(r"\(\*(?P<word>[^*()]{1,60})\*\)")
ORDER = re.compile(r"\s+(?:hold|support|convoy|no\s+order)s?\b.*$", re.I)
SEASONS = {"spring": "Spring", "fall": "Autumn", "autumn": "Autumn"}
NOBODY = ("unowned", "none", "neutral")
RULES = ("standard",)


class Due(Struct, frozen=True):
    """The phase that such a mail names as next."""

    phase: str
    season: str
    year: int


def is_of_a_judge(text: str) -> bool:
    """Return whether *text* looks like a mail of one of these judges."""
    text = QUOTE.sub("", text)
    return UNIT.search(text) is not None or PARTIAL.search(text) is not None


def read_results(card: Card, text: str) -> Facts:
    """Return the position in the notation of rule cases. Raises Unusable with what cannot be read."""
    if card.key not in RULES:
        raise Unusable(sentence("judge_results", "other_game", title=card.title))
    text = _mended(text)
    if PARTIAL.search(text):
        raise Unusable(sentence("judge_results", "partial"))
    names = Names(card.places, "place")
    due = _due(text)
    units: dict[str, list[str]] = {}
    destroyed = _destroyed(text, names) if NEXT.search(text) else set()
    for found in _units(card, text):
        power = _power(card, found["power"], found[0])
        units.setdefault(power, []).extend(_unit(names, found, destroyed))
    every = [unit.partition(" ")[2].partition("/")[0] for own in units.values() for unit in own]
    twice = next((place for place in every if every.count(place) > 1), None)
    if twice:
        raise Unusable(sentence("judge_results", "twice", place=card.places[twice][0]))
    state = {"season": due.season, "year": due.year}
    return {"phase": due.phase, "units": units, "centres": _centres(card, names, text), "state": state}


def _mended(text: str) -> str:
    """Return the text without quote marks, and with rows of units that were wrapped on one line."""
    rows: list[str] = []
    for line in ARROW.sub(" -> ", QUOTE.sub("", text)).splitlines():
        is_indented = line[:1].isspace() and line.strip() and ":" not in line
        if is_indented and rows and UNIT.match(rows[-1]):
            rows[-1] = f"{rows[-1].rstrip()} {line.strip()}"
        else:
            rows.append(line)
    return "\n".join(rows)


def _units(card: Card, text: str) -> Iterator[re.Match[str]]:
    """Yield the rows of units. Raises Unusable for one that is written in another way."""
    powers = {power.lower() for power in card.seats}
    for line in text.splitlines():
        if found := UNIT.match(line):
            yield found
        elif (like := LIKE_A_UNIT.match(line)) and like["power"].lower() in powers:
            raise Unusable(sentence("judge_results", "no_unit", line=" ".join(line.split())))


def _destroyed(text: str, names: Names) -> set[str]:
    """Return the places where a dislodged unit was destroyed, because it could not retreat."""
    rows = DESTROYED.finditer(" ".join(text.split()))
    return {_place(names, row["place"], row[0]).partition("/")[0] for row in rows}


def _due(text: str) -> Due:
    """Return the next phase according to the text."""
    for said in (NEXT, STATUS):
        if (lead := said.search(text)) is not None:
            found = PHASE.match(text, lead.end())
            if found is None:
                raise Unusable(sentence("judge_results", "no_phase"))
            return _phase(found)
    if (begun := START.search(text)) is not None:
        return Due("movement", SEASONS[begun["season"].lower()], int(begun["year"]))
    raise Unusable(sentence("judge_results", "no_phase"))


def _phase(found: re.Match[str]) -> Due:
    written = found["phase"].lower()
    if written.startswith("retreat"):
        raise Unusable(sentence("judge_results", "retreats"))
    if written.startswith("movement"):
        season = SEASONS.get(found["season"].lower(), "")
        if season not in ("Spring", "Autumn"):
            raise Unusable(sentence("judge_results", "no_phase"))
        return Due("movement", season, int(found["year"]))
    return Due("adjustment", "Autumn", int(found["year"]))  # as the game calls it


def _power(card: Card, written: str, line: str) -> str:
    power = next((one for one in card.seats if one.lower() == written.lower()), None)
    if power is None:
        line = " ".join(line.split())
        raise Unusable(sentence("judge_results", "no_power", line=line, powers=card.seats))
    return power


def _unit(names: Names, found: re.Match[str], destroyed: Set[str]) -> Iterator[str]:
    """Yield "F Stp/sc" for "Fleet St. Petersburg (south coast) -> ...": where it is afterwards, if it is."""
    line = " ".join(found[0].split())
    remarks = {one["word"].lower().strip() for one in REMARK.finditer(found["rest"])}
    is_dislodged = any("dislodged" in word or "destroyed" in word for word in remarks)
    written = REMARK.sub("", found["rest"]).strip().rstrip(".").strip()
    steps = [step.strip() for step in written.split("->")]
    is_support = ORDER.search(steps[0]) is not None
    if is_support:
        steps = [ORDER.sub("", steps[0])]
    where = _place(names, steps[0] if remarks or len(steps) == 1 else steps[-1], line)
    if is_dislodged and where.partition("/")[0] not in destroyed:
        raise Unusable(sentence("judge_results", "retreats"))
    if not is_dislodged:
        yield f"{found['kind'][0].upper()} {where}"


def _place(names: Names, written: str, line: str) -> str:
    coast = COAST.search(written)
    try:
        short = names.find(COAST.sub("", written).strip().rstrip("."))
    except Unreadable as unknown:
        raise Unusable(sentence("judge_results", "no_place", line=line, why=unknown.reason)) from None
    return f"{short}/{coast['side'][0].lower()}c" if coast else short


def _centres(card: Card, names: Names, text: str) -> Mapping[str, Sequence[str]]:
    """Return the centres of each power; others are unowned."""
    owned: dict[str, list[str]] = {power: [] for power in card.seats}
    rows = list(_ownership(text))
    if not rows:
        raise Unusable(sentence("judge_results", "no_centres"))
    for owner, places in rows:
        row = f"{owner}: {places}"
        written = "" if NOTHING.fullmatch(places) else places
        here = [_place(names, place, row) for place in written.split(",") if place.strip(" .")]
        if owner.lower() not in NOBODY:
            owned[_power(card, owner, row)] += here
    wrong = next((place for own in owned.values() for place in own if place not in card.centres), None)
    if wrong:
        raise Unusable(sentence("judge_results", "no_centre", place=card.places[wrong][0]))
    taken = [place for own in owned.values() for place in own]
    twice = next((place for place in taken if taken.count(place) > 1), None)
    if twice:
        raise Unusable(sentence("judge_results", "owned_twice", place=card.places[twice][0]))
    return {**owned, "none": [place for place in card.centres if place not in taken]}


def _ownership(text: str) -> Iterator[tuple[str, str]]:
    """Yield owner and places of each row of the list; a row may continue on the next lines."""
    lines = iter(text.splitlines())
    if not any(OWNERSHIP.match(line) for line in lines):
        return
    owner, places = "", ""
    for line in lines:
        found = OWNER.match(line)
        if found and (UNIT.match(line) or (COUNT.search(line) and not NOTHING.fullmatch(found["places"]))):
            break
        if found:
            if owner:
                yield owner, places
            owner, places = found["power"], found["places"].strip()
        elif owner and line[:1].isspace() and line.strip():
            places = f"{places} {line.strip()}"
        elif line.strip():
            break
    if owner:
        yield owner, places
