"""Recognise a request in plain words to open a table: "I'd like to run a game of Hardbop, 5 day deadlines".

Nothing is opened. The answer is a NEW TABLE form with the game, the pace and the number of players that are
named, to be sent back. What is not certain is left out: a game if two are named, a pace if there are several.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from sqlmodel import Session

from adjudicator.core.game import Game
from pbem.core.dates.moments import PARTS
from pbem.core.deadlines import read_pace
from pbem.core.templating import words
from pbem.store.archived_tables import ArchivedTable
from pbem.store.game_tables import GameTable
from pbem.tables.office import Office
from pbem.tables.people.reply_addresses import KEY, RESERVED

LONGEST = 600  # characters of a message that are read
WANTS = re.compile(
    r"\b(?:open|start|run|running|host|set up|begin|create|organi[sz]e|lead|gm|launch|moderate)\b"
    r"(?:\s+[\w'-]+){0,3}?\s+(?:an?|another|new|one|one more)\b(?:\s+[\w'-]+){0,5}?\s+(?:game|table)\b",
    re.I,
)
REFUSES = re.compile(
    r"\b(?:not|never|cannot|no longer|stop|unable|join|play(?:ing)? in|\w+n['\u2019]t)\b", re.I
)
MOST_WORDS_OF_A_TITLE = 3
AS_A_TITLE = r"\b(?:of|called) {0}\b|\b{0} (?:game|table)\b"  # where "run" or "chaos" is the name of a game
NUMBERS = {
    **dict(zip(["one", "two", "three", "four", "five", "six", "seven", "eight"], "12345678", strict=True)),
    "a": "1",
    "an": "1",
    "ten": "10",
    "fourteen": "14",
}
LENGTH = rf"(?P<count>\d{{1,3}}|(?:{'|'.join(NUMBERS)})(?=[ -]))[ -]?(?P<unit>hour|h|day|d|week|w)s?\b"
TURN = r"(?:deadline|turn|phase|pace|move|movement|round|order)s?"
DAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
WEEKLY = re.compile(
    rf"\b(?:every|each|on)\s+(?P<day>{DAYS})s?,?(?:\s+at)?\s+(?P<hour>\d\d?(?::\d\d)?(?!\w|\s*[ap]m)|(?:{'|'.join(PARTS)})\b)"
    r"(?:h\b)?(?:\s+(?P<zone>(?-i:UTC|[A-Z][A-Za-z]+/[A-Z]\w+)))?",
    re.I,
)
PACES = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"\b{LENGTH}[ -](?:long )?{TURN}\b",
        rf"\b{TURN}(?: (?:are|is|of|due|every|each|be|at|to|should|will))*[ :=]+{LENGTH}\b"
        r"(?! (?:retreat|build|adjust))",
        rf"\b{LENGTH} (?:for|per|between|a|each|for each|for every) {TURN}\b",
        rf"\bone {TURN} (?:every|each|per) {LENGTH}\b",
    )
)
REGULAR = re.compile(
    rf"\b(?P<how>weekly|daily) {TURN}|\b(?:one|a|1) {TURN} (?:a|per|each|every) (?P<unit>week|day)\b", re.I
)
OF_PHASE = re.compile(rf"\b{LENGTH}[ -](?:for )?(?P<phase>retreat|adjustment|build)s?\b", re.I)
NAME = re.compile(
    r"\b(?:called|named|(?:call|name) it)\s+[\"']?(?P<name>[a-z][a-z-]*\d[a-z\d-]{0,20})\b", re.I
)
NO_PRESS = re.compile(r"\b(?:no|without(?: any)?)[ -]press\b", re.I)
PLAYERS = re.compile(r"\b(?P<count>\d|two|three|four|five|six|seven|eight)[ -](?:players?|people)\b", re.I)


class TableRequest(Struct, frozen=True):
    """The table that somebody would like to open; "" for what is not named."""

    game: Game
    pace: str = ""
    players: str = ""
    name: str = ""
    has_no_press: bool = False


def is_request(text: str) -> bool:
    """Return whether *text* says that its writer would like to open a table."""
    whole = " ".join(text[:LONGEST].split())
    wanted = WANTS.search(whole)
    return wanted is not None and REFUSES.search(whole[: wanted.end()]) is None


def read_request(text: str, office: Office) -> TableRequest | None:
    """Return the table that *text* describes; None if it does not name one game."""
    whole = " ".join(text[:LONGEST].split())
    game = _game(whole, office) if is_request(whole) else None
    if game is None:
        return None
    named = NAME.search(whole)
    return TableRequest(
        game,
        _pace(whole, game),
        _players(whole, game),
        named["name"].lower() if named else "",
        has_no_press=NO_PRESS.search(whole) is not None,
    )


def filled_form(session: Session, office: Office, request: TableRequest) -> str:
    """Return the answer to such a request: the lines of NEW TABLE to send back."""
    card = request.game.card
    facts = {
        "game": card,
        "key": _free_key(session, card.key, request.name),
        "has_no_press": request.has_no_press,
        "pace": request.pace or f"{card.hours}h",
        "has_pace": bool(request.pace),
        "zone": office.settings.house.zone,
        "players": request.players,
    }
    return words("new_table_filled.txt", facts, office.house.templates)


def _free_key(session: Session, game: str, wanted: str) -> str:
    """Return the name that is asked for, or else the first that no table has: hardbop1, hardbop2 ..."""

    def is_free(key: str) -> bool:
        return all(session.get(rows, key) is None for rows in (GameTable, ArchivedTable))

    if wanted and KEY.fullmatch(wanted) and wanted not in RESERVED and is_free(wanted):
        return wanted
    name, number = re.sub(r"\W", "", game), 1
    while not is_free(f"{name}{number}"):
        number += 1
    return f"{name}{number}"


def _game(text: str, office: Office) -> Game | None:
    """Return the one game that *text* names."""
    found = {game.card.key: game for game in _games(text, office)}
    return next(iter(found.values())) if len(found) == 1 else None


def _games(text: str, office: Office) -> Iterator[Game]:
    """Yield the games of the longest names in *text*: "Hardbop Downfall" is not Downfall too."""
    left = re.findall(r"[\w-]+", text)
    for length in range(MOST_WORDS_OF_A_TITLE, 0, -1):
        for start in range(len(left) - length + 1):
            name = " ".join(left[start : start + length])
            game = _called(name, office) if "" not in left[start : start + length] else None
            if game is not None and _is_a_title(name, text, game):
                yield game
                left[start : start + length] = [""] * length


def _called(name: str, office: Office) -> Game | None:
    try:
        return office.find_game(name.lower())
    except ValueError:
        return None


def _is_a_title(name: str, text: str, game: Game) -> bool:
    """Return whether *name* means the game: "run" and "chaos" may be mere words of the sentence."""
    is_certain = len(name) > len("canton") or name.lower() in game.card.title.lower().split()
    return is_certain or re.search(AS_A_TITLE.format(re.escape(name)), text, re.I) is not None


def _pace(text: str, game: Game) -> str:
    """Return the pace in *text*, "" if there is none that can be used or more than one."""
    usual = {*_weekly(text)} or {*_lengths(text)}  # "weekly deadlines, every Monday 20:00"
    if len(usual) != 1:
        return ""
    parts = [*usual, *_of_phases(text, game)]
    pace = "; ".join(parts)
    try:
        read_pace(pace, game.card.phases)
    except ValueError:
        return ""
    return pace


def _weekly(text: str) -> Iterator[str]:
    for found in WEEKLY.finditer(text):
        said = PARTS.get(found["hour"].lower(), found["hour"])
        hour = said if ":" in said else f"{said}:00"
        yield " ".join(filter(None, ("every", found["day"].capitalize(), hour, found["zone"])))


def _lengths(text: str) -> Iterator[str]:
    for pattern in PACES:
        yield from (_length(found["count"], found["unit"]) for found in pattern.finditer(text))
    for found in REGULAR.finditer(text):
        unit = found["unit"] or {"weekly": "week", "daily": "day"}[found["how"].lower()]
        yield _length("1", unit)


def _of_phases(text: str, game: Game) -> Sequence[str]:
    named = {"build": "adjustment"}
    found = [(named.get(one["phase"].lower(), one["phase"].lower()), one) for one in OF_PHASE.finditer(text)]
    return [
        f"{phase} {_length(one['count'], one['unit'])}" for phase, one in found if phase in game.card.phases
    ]


def _length(count: str, unit: str) -> str:
    """ "five", "day" → "5 days"; "1", "week" → "7 days"."""
    number = int(NUMBERS.get(count.lower(), count))
    if unit.lower().startswith("h"):
        return f"{number}h"
    days = number * 7 if unit.lower().startswith("w") else number
    return f"{days} days" if days > 1 else "24h"


def _players(text: str, game: Game) -> str:
    """Return the number of players if the game can be played by so many or fewer, as an option of it."""
    found = {NUMBERS.get(one["count"].lower(), one["count"]) for one in PLAYERS.finditer(text)}
    values = next((option.values for option in game.card.options if option.key == "players"), ())
    return next(iter(found)) if len(found) == 1 and found <= set(values) else ""
