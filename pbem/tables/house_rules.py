"""The house rules of a table, with their defaults.

`GameTable.house` stores what differs from the defaults, as plain JSON; `house_rules` reads it. Opening a
table checks it with `read_house_rules`, so that the GM learns of a misspelt rule before any player does.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from difflib import get_close_matches
from itertools import takewhile
from pathlib import Path
from typing import Any, Literal, get_args, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.game import Card, Due
from pbem.core.addresses import ascii_domain, canonical
from pbem.core.dates.lengths import in_words, read_length
from pbem.core.deadlines import (
    After,
    Deadline,
    Pace,
    first_due,
    read_night,
    read_pace,
    read_rest,
)
from pbem.core.sentences import Sentence, Unusable, cause_of, sentence
from pbem.core.templating import packaged, words
from pbem.store.game_tables import GameTable
from pbem.store.states import FORMING


class HouseRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Every rule with its default."""

    press: Literal["signed", "grey", "grey first", "grey only", "broadcast", "bulletin", "gm", "none"] = (
        "signed"
    )
    # signed: messages have the power's name; grey: the writer may hide it with GREY PRESS TO ...; grey first:
    # they are anonymous unless it is SIGNED PRESS; grey only: all are anonymous; broadcast: signed, and to
    # all players at once; bulletin: signed notes in the bulletin only; gm: messages to the GM only
    press_fakes: Literal["none", "sender", "recipients", "both"] = "none"  # which names may be false
    press_reach: Literal["all", "neighbours", "distant", "eliminated"] = "all"
    # by public facts: neighbours: only to powers that touch the writer's; distant: only to those
    # that do not; eliminated: only powers without a piece or a centre write, and only to all at once
    press_a_day: int = 20  # press messages a player may send in 24 hours
    press_kib: int = 16  # length of one press message
    press_phases: tuple[str, ...] = ()  # in which players may write to each other; empty: in all
    press_needs_orders: bool = False  # players who owe orders may write to players only when some are on file
    press_after_deadline: Literal["yes", "with orders", "no"] = "yes"  # between players, in the grace period
    broadcasts: Literal["mailed", "mailed and printed"] = "mailed"  # is it printed in the bulletin too?
    observer_press: Literal["none", "signed", "grey"] = "none"  # may observers write to the bulletin?
    press_delivery: Literal["at once", "with the turn"] = "at once"
    press_at_end: Literal["sealed", "open", "with names"] = "sealed"
    # does the last bulletin print all press? with names: and who wrote grey press, and press with false names
    names: Literal["shown", "hidden"] = "shown"  # may players know who plays what?
    reveal: bool = True  # are hidden names published when the game is over?
    begins: Literal["full", "by the gm"] = "full"  # a table that is open for JOIN
    invited: tuple[str, ...] = ()  # who may join, if not everybody: "ann@x.org", "@club.example"
    denied: tuple[str, ...] = ()  # who may not join, written in the same way
    min_reliability: int = 0  # percent of deadlines met that are needed to join; newcomers may
    draws: Literal["all survivors", "any"] = "all survivors"
    # any: VOTE DRAW may name the survivors who share it; all survivors must still vote for it
    votes: Literal["hidden", "open"] = "hidden"  # may everybody see who votes for what?
    early: Literal["ready", "orders", "never"] = "ready"
    # ready: a turn is run early when all who owe orders have written READY; orders: or have complete orders
    # on file and have not written WAIT
    mending: str = "12h"
    # where powers play one after the other: if a line of the orders sent ahead does not fit the position any
    # more, READY that came with them counts only after this time, in which the owner can correct the line;
    # the deadline stays
    pause_time: str = "12h"
    # where a player may divide a turn: the least time for the rest of it, or half of the pace if that is
    # less; the parts share a deadline
    observers: bool = True
    see_all: Literal["at the end", "by the gm", "never"] = "at the end"
    # when an observer may see all orders and all that is hidden; by the gm: also before, if granted
    waiting_list: bool = True
    away_days: int = 28  # the longest absence
    away: Literal["note", "wait"] = "note"
    # note: the GM is informed, and no deadline moves; wait: a deadline that would fall into the absence of
    # somebody who owes orders moves to the same hour of the first day on which nobody is away
    away_wait: str = "7d"  # the longest such move
    two_seats: Literal["told", "no", "yes"] = "told"
    # may one address have two seats? told: yes, and the GM is informed; yes: without informing anybody
    rest_weekdays: tuple[str, ...] = ()  # "Saturday": nothing is due then; deadlines move on
    # "Sunday (movement)": for that phase alone; the same with rest_days
    rest_days: tuple[str, ...] = ()  # "2026-12-24", "12-25" every year, "2026-12-24 to 2026-12-31"
    night: str = "22:00-08:00"  # a deadline counted in hours that falls into it moves to its end; or "none"
    first_time: str = (
        "48h"  # by a pace of days or hours of the day the first deadline is at least this far off
    )
    least_time: str = "12h"  # and each later one, except for phases with a pace of their own
    reminders: tuple[str, ...] = ("24h", "2h")  # before the deadline, to players with nothing on file
    last_call: bool = True  # at the deadline, if there is a grace period
    silence: Literal["hold", "wait", "civil disorder", "replace", "robot"] = "hold"
    # the NMR policy, when the grace period is over. hold: the game goes on, standing orders count (in a game
    # that has them), other units hold; wait: it is not run without the missing orders; civil disorder,
    # replace: as hold, and a player without orders for `silent_turns` turns in a row loses the seat: to
    # nobody, or to the first on the waiting list; robot: a computer player writes the missing sheet
    silent_turns: int = 2
    wait_reminder: str = "24h"  # how often players are reminded while the table waits for them
    substitute_time: str = "24h"  # a substitute has at least this time before their first deadline
    late: Literal["named", "hidden"] = "named"  # may the bulletin name players without orders?
    quiet_phases: bool = True  # does a player get only a short notice of a phase in which they owe nothing?
    log: Literal["open", "at the end", "gm"] = "open"  # who may read the GM log with LOG
    archive: Literal["shown", "hidden"] = "shown"  # may the public archive show this table?
    gm_press: Literal["own", "all"] = "own"  # does the game master get a copy of every press message?
    two_approvals: bool = False  # must a second person approve a rollback or a correction?
    rule_votes: bool = False  # must every player agree to a change of the house rules?
    gm_reads: Literal["all", "public"] = "all"  # may the game master see orders and hidden pieces?


def house_rules(table: GameTable) -> HouseRules:
    """Return the house rules of a table."""
    return msgspec.convert(table.house, HouseRules)


VALUE = re.compile(r'((?:"[^"]+"(?:, )?)+)\s{2,}(\S.*)')  # in a comment: a value, and what it means
OF_COMMENT = re.compile(r"\s*#(?! ---)")
YES_OR_NO = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
WRONG_TYPE = re.compile(r"expected `\w+`, got `\w+`")
WRONG_CHOICE = re.compile(r"invalid enum value '(.*)'", re.S)  # as msgspec says it
LIMITS = {
    "press_a_day": (0, 1000),
    "press_kib": (1, 1024),
    "away_days": (0, 3650),
    "silent_turns": (1, 1000),
    "min_reliability": (0, 100),
}


def read_house_rules(written: Mapping[str, Any]) -> HouseRules:
    """Check house rules as somebody wrote them. Raises Unusable with the rule at fault and a remedy."""
    try:
        rules = msgspec.convert(dict(written), HouseRules, strict=False)
    except msgspec.ValidationError as fault:
        raise Unusable(_in_plain_words(str(fault), written)) from None
    rules = replace(rules, invited=_in_small_letters(rules.invited), denied=_in_small_letters(rules.denied))
    for key in (
        "wait_reminder",
        "substitute_time",
        "away_wait",
        "first_time",
        "least_time",
        "mending",
        "pause_time",
    ):
        _checked(key, read_length, getattr(rules, key))
    for key in ("invited", "denied"):
        _checked(key, _people, getattr(rules, key))
    _checked("night", read_night, rules.night)
    _checked("reminders", lambda texts: [read_length(text) for text in texts], rules.reminders)
    _checked("rest_weekdays", lambda texts: read_rest(texts, (), "UTC"), rules.rest_weekdays)
    _checked("rest_days", lambda texts: read_rest((), texts, "UTC"), rules.rest_days)
    for key, (least, most) in LIMITS.items():
        if not least <= getattr(rules, key) <= most:
            raise Unusable(sentence("house_rules", "limits", key=key, least=least, most=most))
    return rules


def as_stored(key: str, written: str) -> Any:
    """Return what `GameTable.house` stores for *written*, in the type of the rule. Raises Unusable."""
    value = shaped(key, written) if key in HouseRules.__struct_fields__ else written
    return msgspec.to_builtins(getattr(read_house_rules({key: value}), key))


def shaped(key: str, written: Any) -> Any:
    """Return *written* in the type of the rule: a list, a number, or True for "yes"."""
    usual = getattr(HouseRules(), key)
    if not isinstance(written, str):
        return written
    if isinstance(usual, tuple):
        parts = [part.strip() for part in re.split(r",(?![^()]*\))", written)]
        return [part for part in parts if part and part.lower() != "none"]
    if isinstance(usual, int) and not isinstance(usual, bool):
        return int(written) if re.fullmatch(r"\d{1,9}", written.strip()) else written
    if isinstance(usual, bool):
        return YES_OR_NO.get(written.lower(), written)
    return next((one for one in choices_of(key) if one == " ".join(written.lower().split())), written)


def _in_small_letters(addresses: Sequence[str]) -> tuple[str, ...]:
    return tuple(address.lower() for address in addresses)


def _people(written: Sequence[str]) -> None:
    """Raise Unusable if an entry is neither an address nor "@" and a domain."""
    for one in written:
        if not (ascii_domain(one[1:]) if one.startswith("@") else canonical(one)):
            raise Unusable(sentence("house_rules", "no_address", written=one))


def _checked(key: str, read: Callable[[Any], object], written: object) -> None:
    try:
        read(written)
    except ValueError as fault:
        raise Unusable(sentence("house_rules", "unusable", key=key, why=cause_of(fault))) from None


def choices_of(key: str) -> list[str]:
    """Return the values that a house rule can have as written for SET; [] if they are no fixed choice."""
    kind = get_type_hints(HouseRules)[key]
    return ["yes", "no"] if kind is bool else [choice for choice in get_args(kind) if isinstance(choice, str)]


def explained(key: str) -> list[str]:
    """Return what config/house-rules.toml says of a rule: its comment, and a line for each value."""
    found: list[str] = []
    for line in _comments(key):
        value = VALUE.fullmatch(line)
        if value or not found:
            found.append(f"{value[1]}: {value[2]}" if value else line)
        else:
            found[-1] += f" {line}"
    return found


def _comments(key: str) -> Iterator[str]:
    """Yield the lines of the comment of a rule."""
    text = (packaged("config") / "house-rules.toml").read_text("utf-8")
    _, begun, below = text.partition(f"\n{key} = ")
    first, *others = below.splitlines() if begun else [""]
    comments = [first.partition("  #")[2], *takewhile(OF_COMMENT.match, others)]
    yield from (line for line in (one.strip(" #") for one in comments) if line)


def _in_plain_words(fault: str, written: Mapping[str, Any]) -> Sentence:
    """Return the fault with the key that the GM knows; msgspec writes `$.press`."""
    what, _, place = fault.partition(" - at `$.")
    if place:
        key = place.rstrip("`").partition("[")[0]
        what = f"{what[0].lower()}{what[1:]}"
        kind = get_type_hints(HouseRules)[key]
        choices = [] if kind is bool else choices_of(key)
        kind_of_value = {bool: "truth", int: "number"}.get(kind, "")
        if kind_of_value and WRONG_TYPE.fullmatch(what):
            what = f'"{written.get(key)}"'
        if enum := WRONG_CHOICE.fullmatch(what):
            return sentence(
                "house_rules", "no_such_value", key=key, written=enum[1], choices=choices, is_quoted=False
            )
        return sentence(
            "house_rules",
            "wrong_value",
            key=key,
            what=what,
            choices=choices,
            kind=kind_of_value,
            is_quoted=False,
        )
    unknown = next((key for key in written if key not in HouseRules.__struct_fields__), "")
    near = get_close_matches(unknown, HouseRules.__struct_fields__, 1)
    known = HouseRules.__struct_fields__
    return sentence("house_rules", "no_such_rule", key=unknown, near="".join(near), known=known)


def pace_of(table: GameTable, phases: tuple[str, ...] = ()) -> Pace:
    """Return the table's pace with its rest days."""
    rules = house_rules(table)
    rest = read_rest(rules.rest_weekdays, rules.rest_days, table.zone, phases)
    least, night = read_length(rules.least_time), read_night(rules.night)
    return replace(read_pace(table.pace, phases, table.zone), rest=rest, least=least, night=night)


def first_deadline(table: GameTable, due: Due, phases: tuple[str, ...], now: datetime) -> Deadline:
    """Return when the first orders of a table that begins *now* are due."""
    least = read_length(house_rules(table).first_time)
    return first_due(now, due.phase, pace_of(table, phases), least)


def sentences(table: GameTable, card: Card, *, gm_plays: bool = False) -> Sequence[str]:
    """Return the house rules in force as players read them, one or two sentences each.

    *card* is that of the table's game: nothing is promised that its rules do not have. *gm_plays* if the game
    master has a seat and is therefore shown nothing hidden.
    """
    pace = pace_of(table)
    facts = {
        "rules": house_rules(table),
        "card": card.at_table(table.options),
        "options": table.options,
        "gm_plays": gm_plays,
        "is_forming": table.state == FORMING,
        "pace": table.pace,
        "zone": table.zone,
        "is_by_the_clock": not isinstance(pace.usual, After),
        "has_hours": any(isinstance(beat, After) for beat in (pace.usual, *pace.phases.values())),
        "grace": in_words(timedelta(hours=pace.grace_hours)).words(None) if pace.grace_hours else "",
    }
    return [line for line in words("house_rules.txt", facts).splitlines() if line.strip()]


class TableFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A copy of config/house-rules.toml, filled in by a GM."""

    game: str = ""
    pace: str = ""
    zone: str = ""
    options: Mapping[str, str] = {}
    house: Mapping[str, Any] = {}


def read_table_file(path: Path) -> TableFile:
    """Read and check a table file. Raises Unusable: one line with the file, the key and a remedy."""
    try:
        found = msgspec.convert(tomllib.loads(path.read_text("utf-8")), TableFile)
        read_house_rules(found.house)
    except OSError as fault:
        raise Unusable(sentence("house_rules", "no_file", path=path, why=fault.strerror)) from None
    except ValueError as fault:  # of TOML, of the encoding, of msgspec, or of a rule
        raise Unusable(sentence("house_rules", "bad_file", path=path, why=cause_of(fault))) from None
    return found
