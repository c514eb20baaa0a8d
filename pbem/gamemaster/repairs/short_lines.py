"""The short lines of a correction, for one unit or supply centre at a time.

    A Spa -> A Mar              in place of it; "France: A Spa -> A Mar" if several powers have one
    Bel -> Germany              goes to that power, from another or from nobody
    add A Par to France
    remove F Bre

They are changes of the lists by power that a description of the position has, in every game.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple

from pbem.core.sentences import sentence
from pbem.tables.gm_actions import NotDone

Facts = Mapping[str, Any]
ListedAs = Callable[[str, str], str]
_POWER = r"(?:(?P<power>[\w' -]{1,40}):\s*)?"
_MOVED = re.compile(rf"{_POWER}(?P<old>[^=:]+?)\s*(?:->|→|=>|\bbecomes\b)\s*(?P<new>[^=:]+)", re.I)
_ADDED = re.compile(r"add\s+(?P<new>[^=:]+)\s+(?:to|for)\s+(?P<power>[\w' -]+)", re.I)
_REMOVED = re.compile(
    rf"{_POWER}(?:remove|delete)\s+(?P<old>[^=:]+?)(?:\s+from\s+(?P<owner>[\w' -]+))?", re.I
)
UNITS, CENTRES = "units", "centres"  # keys of a description, in every game
MOST_NAMED = 12  # things of a power in a refusal


class Found(NamedTuple):
    """Where a thing is listed: the key of the table, the power, and its place in the power's list."""

    table: str
    power: str
    at: int


def is_short(row: str) -> bool:
    """Return whether *row* is a short line of a correction."""
    return any(shape.fullmatch(row.strip(" .;")) for shape in (_MOVED, _ADDED, _REMOVED))


def with_short_lines(
    facts: Facts, rows: Sequence[str], listed_as: ListedAs
) -> dict[str, dict[str, list[str]]]:
    """Return the lists that the short lines *rows* change, as the longer lines would give them.

    *listed_as* returns a thing of a table as its list has it. Raises NotDone for a thing that is not there,
    or that several powers have.
    """
    lists = {key: _lists(value) for key, value in facts.items() if isinstance(value, Mapping)}
    changed: set[tuple[str, str]] = set()
    for row in (row.strip(" .;") for row in rows):
        changed |= _changed_by(lists, row, listed_as)
    wanted: dict[str, dict[str, list[str]]] = {}
    for table, power in sorted(changed):
        wanted.setdefault(table, {})[power] = lists[table][power]
    return wanted


def _lists(value: Mapping[str, Any]) -> dict[str, list[str]]:
    return {key: list(one) for key, one in value.items() if isinstance(one, list | tuple)}


def _changed_by(
    lists: Mapping[str, dict[str, list[str]]], row: str, listed_as: ListedAs
) -> set[tuple[str, str]]:
    """Change *lists* as *row* says, and return the table and power of each list that changed."""
    if added := _ADDED.fullmatch(row):
        power = _power(lists[UNITS], added["power"])
        lists[UNITS][power].append(added["new"])
        return {(UNITS, power)}
    if removed := _REMOVED.fullmatch(row):
        old = _as_listed(lists, removed["old"], listed_as)
        found = _find(lists, old, removed["power"] or removed["owner"])
        del lists[found.table][found.power][found.at]
        return {(found.table, found.power)}
    if (moved := _MOVED.fullmatch(row)) is None:
        return set()
    return _exchanged(lists, moved["power"], _as_listed(lists, moved["old"], listed_as), moved["new"])


def _as_listed(lists: Mapping[str, dict[str, list[str]]], thing: str, listed_as: ListedAs) -> str:
    """Return *thing* as a list has it, if one has it by another name: "Army Lamedon" is "A Lam"."""
    others = (listed_as(table, thing) for table in (UNITS, CENTRES) if table in lists)
    return thing if _where(lists, thing) else next((one for one in others if _where(lists, one)), thing)


def _exchanged(
    lists: Mapping[str, dict[str, list[str]]], power: str | None, old: str, new: str
) -> set[tuple[str, str]]:
    """Put *new* in the place of *old*, or give *old* to the power *new*."""
    if (owner := _same(lists.get(CENTRES, {}), new)) and not _where(lists, old):
        lists[CENTRES][owner].append(old)  # a centre that nobody owned
        return {(CENTRES, owner)}
    found = _find(lists, old, power)
    owner = _same(lists[found.table], new)
    if owner is None:
        lists[found.table][found.power][found.at] = new
        return {(found.table, found.power)}
    lists[found.table][owner].append(lists[found.table][found.power].pop(found.at))
    return {(found.table, found.power), (found.table, owner)}


def _find(lists: Mapping[str, dict[str, list[str]]], thing: str, power: str | None) -> Found:
    """Return where *thing* is listed, of *power* if that is given. Raises NotDone."""
    owner = _power(lists[UNITS], power) if power else None
    there = [found for found in _where(lists, thing) if owner in (None, found.power)]
    if not there:
        known = [one for things in lists[UNITS].values() for one in things]
        own = lists[UNITS][owner] if owner else get_close_matches(thing, known, MOST_NAMED)
        raise NotDone(
            sentence("corrections", "no_such_thing", thing=thing, own=own[:MOST_NAMED], power=owner or "")
        )
    if len(there) > 1:
        powers = [one.power for one in there]
        raise NotDone(sentence("corrections", "several_have_it", thing=thing, powers=powers))
    return there[0]


def _where(lists: Mapping[str, dict[str, list[str]]], thing: str) -> list[Found]:
    return [
        Found(table, power, at)
        for table, by_power in lists.items()
        for power, things in by_power.items()
        if (at := _place(things, thing)) >= 0
    ]


def _place(things: Sequence[str], thing: str) -> int:
    wanted = _plain(thing)
    return next((at for at, one in enumerate(things) if _plain(one) == wanted), -1)


def _power(by_power: Mapping[str, list[str]], written: str) -> str:
    """Return the power that is *written*. Raises NotDone."""
    power = _same(by_power, written)
    if power is None:
        raise NotDone(sentence("corrections", "no_such_power", power=written, powers=list(by_power)))
    return power


def _same(names: Mapping[str, Any], written: str) -> str | None:
    return next((name for name in names if _plain(name) == _plain(written)), None)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
