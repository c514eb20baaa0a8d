"""The house rules of a table, with their defaults.

`GameTable.house` keeps what differs from the usual, as plain JSON; `house_rules` reads it. Whoever opens a
table checks it with `read_house_rules`, so that a wrong word is told to the GM and never meets a player.
"""

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, get_args, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.game import Card, Due
from pbem.core.deadlines import After, Deadline, Pace, first_due, in_words, read_length, read_pace, read_rest
from pbem.core.templating import words
from pbem.store.database import FORMING, GameTable


class HouseRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Every rule with what usually holds."""

    press: Literal["signed", "grey", "bulletin", "gm", "none"] = "signed"
    # signed: messages bear the power's name; grey: the writer may hide it with PRESS GREY TO ...;
    # bulletin: no messages between players, signed notes in the bulletin only; gm: messages to the GM only
    press_a_day: int = 20  # press messages a player may send in 24 hours
    press_kib: int = 16  # length of one press message
    press_phases: tuple[str, ...] = ()  # in which players may write to each other; none named: in all
    press_needs_orders: bool = False  # who owes orders may write to players only when some are on file
    press_delivery: Literal["at once", "with the turn"] = "at once"  # with the turn: as the old post did
    names: Literal["shown", "hidden"] = "shown"  # may players know who plays what?
    reveal: bool = True  # are hidden names told when the game is over?
    begins: Literal["full", "by the gm"] = "full"  # a table that is open for JOIN
    invited: tuple[str, ...] = ()  # who may join, if not everybody: "ann@x.org", "@club.example"
    early: Literal["ready", "orders", "never"] = "ready"
    # ready: a turn is run early when all who owe orders said READY; orders: or have complete orders on file
    # and did not say WAIT
    observers: bool = True
    waiting_list: bool = True
    away_days: int = 28  # the longest absence
    away: Literal["note", "wait"] = "note"
    # note: the GM is told, and no deadline moves; wait: a deadline that would fall into the absence of
    # somebody who owes orders moves to the same hour of the first day on which nobody is away
    away_wait: str = "7d"  # by so much at most
    two_seats: Literal["told", "no", "yes"] = "told"
    # may one address come to have two seats? told: yes, and the GM is told; yes: and nobody is told
    rest_weekdays: tuple[str, ...] = ()  # "Saturday": nothing is due then, but on the next day that is none
    rest_days: tuple[str, ...] = ()  # "2026-12-24", "12-25" every year, "2026-12-24 to 2026-12-31"
    first_time: str = "48h"  # by a pace of days or hours of the day the first deadline is at least so far off
    least_time: str = "12h"  # and each later one, but for phases with a pace of their own
    reminders: tuple[str, ...] = ("24h", "2h")  # before the deadline, to who has nothing on file
    last_call: bool = True  # at the deadline, if there is a time of grace
    silence: Literal["hold", "wait", "civil disorder", "replace"] = "hold"
    # when the time of grace is over. hold: the game goes on, standing orders stand (in a game that has
    # them), other units hold; wait:
    # it is not run without the missing orders; civil disorder, replace: as hold, and who was silent for
    # `silent_turns` turns in a row loses the seat: to nobody, or to the first on the waiting list
    silent_turns: int = 2
    wait_reminder: str = "24h"  # how often who is waited for is reminded
    substitute_time: str = "24h"  # a substitute has at least so long before his first deadline
    late: Literal["named", "hidden"] = "named"  # may the bulletin say who sent no orders?
    log: Literal["open", "at the end", "gm"] = "open"  # who may ask what the game master did, with LOG
    archive: Literal["shown", "hidden"] = "shown"  # may the site of all bulletins show this table?
    gm_press: Literal["own", "all"] = "own"  # does the game master get a copy of every press message?
    gm_reads: Literal["all", "public"] = "all"  # what PREVIEW RUN shows the game master


def house_rules(table: GameTable) -> HouseRules:
    return msgspec.convert(table.house, HouseRules)


LIMITS = {"press_a_day": (0, 1000), "press_kib": (1, 1024), "away_days": (0, 3650), "silent_turns": (1, 1000)}


def read_house_rules(said: Mapping[str, Any]) -> HouseRules:
    """*said* checked. Raises ValueError with the rule at fault and what would do."""
    try:
        rules = msgspec.convert(dict(said), HouseRules, strict=False)
    except msgspec.ValidationError as fault:
        raise ValueError(f"house rules: {_in_plain_words(str(fault), said)}") from None
    for key in ("wait_reminder", "substitute_time", "away_wait", "first_time", "least_time"):
        _checked(key, read_length, getattr(rules, key))
    _checked("reminders", lambda texts: [read_length(text) for text in texts], rules.reminders)
    _checked("rest_weekdays", lambda texts: read_rest(texts, (), "UTC"), rules.rest_weekdays)
    _checked("rest_days", lambda texts: read_rest((), texts, "UTC"), rules.rest_days)
    for key, (least, most) in LIMITS.items():
        if not least <= getattr(rules, key) <= most:
            raise ValueError(f"house rules, {key}: write {least} or more, {most} at most")
    return rules


def as_stored(key: str, said: str) -> Any:
    """Return what `GameTable.house` keeps for *said*, in the type of the rule. Raises ValueError."""
    return msgspec.to_builtins(
        getattr(
            read_house_rules({key: shaped(key, said) if key in HouseRules.__struct_fields__ else said}), key
        )
    )


def shaped(key: str, said: Any) -> Any:
    """*said* in the shape that the rule has: a list where it is one, yes and no."""
    usual = getattr(HouseRules(), key)
    if not isinstance(said, str):
        return said
    if isinstance(usual, tuple):
        return [part.strip() for part in said.split(",") if part.strip() and part.strip().lower() != "none"]
    if isinstance(usual, int) and not isinstance(usual, bool):
        return int(said) if re.fullmatch(r"\d{1,9}", said.strip()) else said
    if isinstance(usual, bool):
        return {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}.get(
            said.lower(), said
        )
    return said


def _checked(key: str, read: Callable[[Any], object], said: object) -> None:
    try:
        read(said)
    except ValueError as fault:
        raise ValueError(f"house rules, {key}: {fault}") from None


def _in_plain_words(fault: str, said: Mapping[str, Any]) -> str:
    """msgspec names the place as `$.press`; a GM knows the key."""
    what, _, place = fault.partition(" - at `$.")
    if place:
        key = place.rstrip("`").partition("[")[0]
        return f"{key}: {what[0].lower()}{what[1:]}; {_choices(key)}".rstrip("; ")
    unknown = next((key for key in said if key not in HouseRules.__struct_fields__), "")
    near = get_close_matches(unknown, HouseRules.__struct_fields__, 1)
    meant = f"did you mean {near[0]}?" if near else f"known are {', '.join(HouseRules.__struct_fields__)}"
    return f"{unknown}: there is no such rule; {meant}"


def _choices(key: str) -> str:
    """What may be written for a rule that is one of a few words."""
    wanted = get_args(get_type_hints(HouseRules)[key])
    words_of = [word for word in wanted if isinstance(word, str)]
    if words_of:
        return f"write {', '.join(words_of)}"
    return {bool: "write yes or no", int: "write a whole number"}.get(wanted_type(key), "")


def wanted_type(key: str) -> Any:
    return get_type_hints(HouseRules).get(key)


def pace_of(table: GameTable, phases: tuple[str, ...] = ()) -> Pace:
    """The table's pace with its rest days."""
    rules = house_rules(table)
    rest = read_rest(rules.rest_weekdays, rules.rest_days, table.zone)
    return replace(read_pace(table.pace, phases), rest=rest, least=read_length(rules.least_time))


def first_deadline(table: GameTable, due: Due, phases: tuple[str, ...], now: datetime) -> Deadline:
    """When the first orders of a table that begins *now* are due."""
    least = read_length(house_rules(table).first_time)
    return first_due(now, due.phase, pace_of(table, phases), least)


def sentences(table: GameTable, card: Card) -> Sequence[str]:
    """The house rules in force as players read them, a sentence or two each, and the ladder for silence.

    *card* is of the table's game: what its rules do not have is not promised.
    """
    pace = pace_of(table)
    facts = {
        "rules": house_rules(table),
        "card": card,
        "is_forming": table.state == FORMING,
        "pace": table.pace,
        "zone": table.zone,
        "is_by_the_clock": not isinstance(pace.usual, After),
        "grace": in_words(timedelta(hours=pace.grace_hours)) if pace.grace_hours else "",
    }
    return [line for line in words("house_rules.txt", facts).splitlines() if line.strip()]


class TableFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A copy of config/house-rules.toml, as a GM has filled it in."""

    game: str = ""
    pace: str = "72h"
    zone: str = ""
    options: Mapping[str, str] = {}
    house: Mapping[str, Any] = {}


def read_table_file(path: Path) -> TableFile:
    """Raises ValueError: one line with the file, the key and what would do."""
    try:
        found = msgspec.convert(tomllib.loads(path.read_text("utf-8")), TableFile)
        read_house_rules(found.house)
    except OSError as fault:
        raise ValueError(f"{path}: cannot be read ({fault.strerror})") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError, ValueError) as fault:
        raise ValueError(f"{path}: {fault}") from None
    return found
