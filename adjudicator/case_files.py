"""Read the files of rule cases, and check what they say before any case is played.

`tests/cases/README.md` describes the format.
"""

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from adjudicator.core.game import Facts
from adjudicator.core.sentences import say
from adjudicator.core.toml import TomlError, tables_of

OUTCOMES = ("succeeds", "fails", "draw", "cut", "void", "dislodged", "destroyed")
Sections = Mapping[str, tuple[str, ...]]  # by power: units, centres, lines of a sheet
Headed = tuple[tuple[str, tuple[str, ...]], ...]  # each heading of `orders` with the lines under it


class CaseError(ValueError):
    """A case file that cannot be read: one line with the file, the case and the key."""


class Row(Struct, frozen=True, forbid_unknown_fields=True):
    """A case as the file has it."""

    id: str
    rule: str
    why: str
    game: str
    phase: str
    units: str
    turn: int | None = None
    orders: str = ""
    dislodged: str | None = None
    contested: tuple[str, ...] | None = None
    centres: str | None = None
    state: dict[str, Any] | None = None
    dice: tuple[int, ...] = ()
    options: dict[str, Any] | None = None
    after: str | None = None
    dislodged_after: str | None = None
    results: dict[str, str] | None = None
    scores: dict[str, str] | None = None
    refused: tuple[str, ...] | None = None
    centres_after: str | None = None
    state_after: dict[str, Any] | None = None
    sees: str | None = None
    unseen: str | None = None
    winner: str | tuple[str, ...] | None = None


EXPECTATIONS = (
    *("after", "dislodged_after", "results", "scores", "refused", "centres_after", "state_after"),
    *("sees", "unseen", "winner"),
)
GIVEN = ("phase", "turn", "units", "dislodged", "contested", "centres", "state", "options")
LISTS = ("units", "dislodged", "centres", "after", "dislodged_after", "centres_after", "sees", "unseen")


class Case(NamedTuple):
    """A case that was read: *facts* for `Game.place`, *orders* as headed, *expected* by key of the file."""

    id: str
    rule: str
    why: str
    game: str
    facts: Facts
    orders: Headed
    dice: tuple[int, ...]
    expected: Facts


def load(path: Path) -> list[Case]:
    """Return the cases of a file. Raises CaseError."""
    try:
        tables = tables_of(path.read_text(encoding="utf-8"))
    except OSError as fault:
        raise CaseError(say("case_file_cannot_be_opened", path=path, strerror=fault.strerror)) from None
    except (TomlError, UnicodeDecodeError) as fault:
        raise CaseError(say("case_file_is_not_toml", path=path, fault=fault)) from None
    rows = tables.pop("case", None)
    if tables or not isinstance(rows, list) or not rows:
        raise CaseError(say("case_file_has_other_tables", path=path, found=_found(tables)))
    cases = [_case(row, number, path) for number, row in enumerate(rows, 1)]
    twice = [id_ for id_, count in Counter(case.id for case in cases).items() if count > 1]
    if twice:
        raise CaseError(say("case_id_given_twice", path=path, twice=twice[0]))
    return cases


def _found(tables: Mapping[str, Any]) -> str:
    return f", not {', '.join(tables)}" if tables else ""


def _case(table: Any, number: int, path: Path) -> Case:
    where = f"{path}, case {table.get('id', f'number {number}') if isinstance(table, dict) else number}"
    try:
        row = msgspec.convert(table, Row)
    except msgspec.ValidationError as fault:
        raise CaseError(f"{where}: {_plain(str(fault))}") from None
    texts = msgspec.structs.asdict(row)
    values = {
        key: _sections(value, f"{where}, {key}") if key in LISTS else value
        for key, value in texts.items()
        if value is not None
    }
    expected = {key: values[key] for key in EXPECTATIONS if key in values}
    _check_expectations(expected, where)
    facts = {key: values[key] for key in GIVEN if key in values}
    orders = _headed(row.orders, f"{where}, orders")
    return Case(row.id, row.rule, row.why, row.game, facts, orders, row.dice, expected)


def _plain(fault: str) -> str:
    """Return an error message of msgspec in the words of the format, with the key first."""
    if found := re.match(r"Object (contains unknown|missing required) field `(\w+)`", fault):
        return f"{found[2]}: " + ("no such key" if "unknown" in found[1] else "this key is required")
    what, _, path = fault.partition(" - at `$")
    return f"{path.rstrip('`').lstrip('.') or 'case'}: {what[:1].lower()}{what[1:]}"


def _check_expectations(expected: Facts, where: str) -> None:
    if not expected:
        raise CaseError(say("case_expects_nothing", where=where, expectations=", ".join(EXPECTATIONS)))
    for order, outcome in expected.get("results", {}).items():
        if outcome not in OUTCOMES:
            raise CaseError(
                say(
                    "case_outcome_is_unknown",
                    where=where,
                    order=order,
                    outcome=outcome,
                    outcomes=", ".join(OUTCOMES),
                )
            )


def _sections(text: str, where: str) -> dict[str, tuple[str, ...]]:
    """Return the items of lines "Power: item, item", by power."""
    sections: dict[str, tuple[str, ...]] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        power, colon, items = line.partition(":")
        if not colon:
            raise CaseError(say("case_line_names_no_power", where=where, line=line))
        if power in sections:
            raise CaseError(say("case_power_has_two_lines", where=where, power=power))
        sections[power] = tuple(item.strip() for item in items.split(",") if item.strip())
    return sections


def _headed(text: str, where: str) -> Headed:
    """Return each heading "Power:" with the lines below it; a heading is not indented."""
    headed: list[tuple[str, list[str]]] = []
    for line in filter(str.strip, text.splitlines()):
        said, _, _ = line.partition("#")
        if said.rstrip().endswith(":") and not line[0].isspace():
            headed.append((said.strip(), []))
        elif not headed:
            raise CaseError(say("case_line_has_no_power", where=where, line=line.strip()))
        else:
            headed[-1][1].append(line.strip())
    return tuple((heading, tuple(lines)) for heading, lines in headed)


class Skip(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    reason: str


def load_skipped(path: Path) -> dict[str, str]:
    """Return the cases to leave out, and why, from tables [[skip]]. Raises CaseError."""
    try:
        tables = msgspec.toml.decode(path.read_bytes(), type=dict[str, tuple[Skip, ...]])
    except OSError as fault:
        raise CaseError(say("case_file_cannot_be_opened", path=path, strerror=fault.strerror)) from None
    except msgspec.MsgspecError as fault:
        raise CaseError(f"{path}: {_plain(str(fault))}") from None
    if set(tables) - {"skip"}:
        raise CaseError(say("case_skips_have_other_tables", path=path, found=_found(tables)))
    return {skip.id: skip.reason for skip in tables.get("skip", ())}
