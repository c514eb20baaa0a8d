"""Read the starting position of a new table, as a game master writes or pastes it.

    units.France = ["A Par", "F Bre"]     lines as rule cases have them (tests/cases/README.md), and as
    state.year = 1905                     POSITION ALL shows them
    {"units": {...}, "state": {...}}      the same as JSON
    Austria: Army Vienna.                 for the standard rules, what other judges print: see `judge_results`

In each case the game must be able to go on from it, and to describe it as it was written.
"""

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Facts, Game, State
from pbem.core.sentences import Unusable, cause_of, sentence
from pbem.tables.positions.judge_results import is_of_a_judge, read_results
from pbem.tables.positions.position_lines import read_lines, unreadable_row
from pbem.tables.trial_run import goes_on

DERIVED = ("winner", "results", "scores", "company", "notation")  # in a description, but not in a position
NO_SUCH = re.compile(r"(?:(\w+), )?(\w+): no such (?:key|fact)")  # as `Game.place` says it
MOST_DERIVED = 12  # derived facts of a description
BY_POWER = ("units", "dislodged", "centres")


def read_position(game: Game, lines: Sequence[str], options: Mapping[str, str]) -> State:
    """Return the position that *lines* describe. Raises Unusable with what cannot be read."""
    text = "\n".join(lines).strip()
    facts = _facts(game, text)
    if options and "options" not in facts:
        facts = {**facts, "options": _described(game, options).get("options", dict(options))}
    try:
        state = game.place(_without_derived(game, facts, options))
        is_over = game.due(state).over
    except ValueError as fault:
        raise Unusable(sentence("positions", "unusable", why=cause_of(fault))) from None
    except (TypeError, AttributeError, KeyError, IndexError):
        raise Unusable(sentence("positions", "unreadable")) from None
    if is_over:
        raise Unusable(sentence("positions", "is_over"))
    if not goes_on(game, state):
        raise Unusable(sentence("positions", "cannot_go_on"))
    return state


def _without_derived(game: Game, facts: Facts, options: Mapping[str, str]) -> Facts:
    """Return *facts* without derived ones, which the game only describes. Raises ValueError."""
    described = _described(game, options)
    for _ in range(MOST_DERIVED):
        try:
            game.place(facts)
        except ValueError as fault:
            found = NO_SUCH.match(str(fault))
            above = described.get(found[1], {}) if found and found[1] else described
            if found is None or found[2] not in above:
                raise
            facts = _without(facts, found[1], found[2])
        else:
            break
    return facts


def _described(game: Game, options: Mapping[str, str]) -> Facts:
    """Return the description of a new game: the options there are not always those of NEW TABLE."""
    return game.describe(game.start(dict(options), SeededDice("position", 0)))


def _without(facts: Facts, above: str | None, key: str) -> Facts:
    if above:
        return {**facts, above: {name: one for name, one in facts[above].items() if name != key}}
    return {name: one for name, one in facts.items() if name != key}


def _facts(game: Game, text: str) -> Facts:
    if not text:
        raise Unusable(sentence("positions", "nothing"))
    if text.startswith("{"):
        return _placeable(_json(text))
    if is_of_a_judge(text):
        return read_results(game.card, text)
    try:
        return _placeable(read_lines(text))
    except tomllib.TOMLDecodeError:
        raise Unusable(sentence("positions", "no_toml", row=unreadable_row(text))) from None


def _json(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError as fault:
        raise Unusable(sentence("positions", "no_json", fault=str(fault))) from None
    except RecursionError:
        raise Unusable(sentence("positions", "unreadable")) from None
    if not isinstance(found, dict):
        raise Unusable(sentence("positions", "unreadable"))
    return found


def _placeable(written: Mapping[str, Any]) -> Facts:
    """Return a description without derived facts."""
    facts = {
        key: value
        for key, value in written.items()
        if key not in DERIVED
        and (key == "units" or not isinstance(value, dict | list) or _has_content(value))
    }
    state = facts.get("state")
    if isinstance(state, dict) and "phase" in state and "phase" not in facts:
        facts = {**facts, "phase": state["phase"]}
        facts["state"] = {key: value for key, value in state.items() if key != "phase"}
    return {key: _by_power(value) if key in BY_POWER else value for key, value in facts.items()}


def _has_content(value: object) -> bool:
    if isinstance(value, dict):
        return any(map(_has_content, value.values()))
    return bool(value) if isinstance(value, list) else True


def _by_power(value: Any) -> Any:
    """Return "France: A Par, F Bre", line by line, as a table; a table is returned as it is."""
    if not isinstance(value, str):
        return value
    found: dict[str, list[str]] = {}
    for line in filter(str.strip, value.splitlines()):
        power, colon, items = line.partition(":")
        if not colon:
            raise Unusable(sentence("positions", "no_power", line=line.strip()))
        found[power.strip()] = [item.strip() for item in items.split(",") if item.strip()]
    return found
