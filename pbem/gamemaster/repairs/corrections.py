"""CORRECT: change a position, with a reason, in the notation of the case files.

    CORRECT because Rumania was never Russia's
    units.Russia = ["A Mos", "A War", "F Sev", "F Stp/sc"]
    centres.Turkey = ["Con", "Ank", "Smy", "Rum"]
    END

or in the short lines of `pbem.gamemaster.repairs.short_lines`.

The lines are merged into the game's description of the position, and the resulting difference is applied to
the position itself, so that everything outside the description (standing orders, secrets, the number of the
turn) stays as it is. A correction whose result is not as written is not done at all.
"""

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from adjudicator.core.game import Game, Power, State
from pbem.core.logs import log
from pbem.core.sentences import Sentence, Words, cause_of, sentence
from pbem.gamemaster.repairs.full_names import as_read, listed_as
from pbem.gamemaster.repairs.patches import patched
from pbem.gamemaster.repairs.position_changes import lines_known_to
from pbem.gamemaster.repairs.short_lines import CENTRES, UNITS, is_short, with_short_lines
from pbem.store.gm_tables import SupersededRow
from pbem.store.states import OVER
from pbem.tables.gm_actions import GmAction, GmContext, GmRequest, NotDone
from pbem.tables.positions.position_lines import key_of, read_lines, unreadable_row
from pbem.tables.trial_run import goes_on

NO_SUCH = re.compile(r"(?:(\w+), )?(\w+): no such (?:key|fact)")  # as `Game.place` says it
MOST_DERIVED = 12  # derived facts of a description
TOO_LARGE = re.compile(r"\d{5}", re.ASCII)
CORRECTION = "correction"  # the kind of the row that UNDO CORRECT needs
FIXED = ("options", "turn")  # about the whole game or its progress: not to be corrected


class AlreadySo(NotDone):
    """The position is already as the correction wants it."""


def correct(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Change the position: CORRECT because ..., lines of `key = value`, END."""
    table = gm.table
    if not request.reason:
        raise NotDone(sentence("corrections", "no_reason"))
    if table.state == OVER:
        raise NotDone(sentence("corrections", "over", table=table.key))
    wanted = _read(gm, request.text)
    before, table.position = table.position, _corrected_by(gm, wanted)
    _store(gm, before, is_secret=False)
    table.moves += 1

    def changes(powers: Sequence[Power]) -> list[str]:
        return lines_known_to(gm, before, powers)

    gm.write_down(request, sentence("corrections", "logged", changes=changes(())), for_bulletin=True)
    gm.notify_each(request, "corrected", lambda powers: {"changes": changes(powers), "is_undone": False})
    answer = _as_sentences(_as_it_is(gm, wanted)) if gm.sees_all else changes(())
    return [sentence("corrections", "corrected", changes=answer)]


def correct_secretly(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Change what is hidden, and tell only those affected: CORRECT SECRETLY because ..., lines, END.

    Nobody else may notice: the log entry stays secret until the end of the game, and no deadline moves.
    """
    table = gm.table
    if not request.reason:
        raise NotDone(sentence("corrections", "no_reason"))
    if table.state == OVER:
        raise NotDone(sentence("corrections", "over", table=table.key))
    if not gm.sees_all:
        raise NotDone(sentence("gm_views", "kept", is_player=gm.is_player))
    wanted = _read(gm, request.text)
    before, table.position = table.position, _corrected_by(gm, wanted)
    if _differs(gm, before, None):
        raise NotDone(sentence("corrections", "is_public"))
    _store(gm, before, is_secret=True)
    own, values = tell_affected(gm, request, before), _as_sentences(_as_it_is(gm, wanted))
    gm.write_down(request, sentence("corrections", "sealed", changes=values))
    return [sentence("corrections", "corrected_secretly", changes=values, powers=[*map(gm.named, own)])]


def tell_affected(
    gm: GmContext, request: GmRequest, before: State, *, is_undone: bool = False
) -> Sequence[Power]:
    """Mail the players whose view has changed since *before*, and nobody else; return their powers."""
    own = {seat.power: seat for seat in gm.seats if _differs(gm, before, seat.power)}
    for address in dict.fromkeys(seat.address for seat in own.values()):
        powers = [power for power, seat in own.items() if seat.address == address]
        facts = {"changes": lines_known_to(gm, before, powers), "is_undone": is_undone}
        gm.notify_one(request, (own[powers[0]].player, address), "corrected_secretly", **facts)
    return list(own)


def _store(gm: GmContext, before: State, *, is_secret: bool) -> None:
    """Store the position before a correction, for UNDO CORRECT."""
    row = {"before": before, "after": gm.table.position, "is_secret": is_secret}
    gm.session.add(
        SupersededRow(
            table_key=gm.table.key,
            edition=gm.table.edition,
            number=gm.table.number,
            kind=CORRECTION,
            row=row,
            superseded_utc=gm.now,
        )
    )


def _differs(gm: GmContext, before: State, reader: Power | None) -> bool:
    """Return whether *reader* could notice that the position has changed since *before*."""
    game, after = gm.game, gm.table.position
    old, new = game.due(before), game.due(after)
    is_other = game.show(before, None, reader) != game.show(after, None, reader)
    is_other |= game.picture(before, None, reader) != game.picture(after, None, reader)
    if reader is None:
        return is_other or (old.owed, old.phase, old.hands) != (new.owed, new.phase, new.hands)
    return is_other or list(game.form(before, reader)) != list(game.form(after, reader))


def _corrected_by(gm: GmContext, wanted: Mapping[str, Any]) -> str:
    """Return the position with *wanted*. If the GM may not see it, no error reveals anything about it."""
    table, game = gm.table, gm.game
    try:
        return corrected(game, table.position, wanted)
    except AlreadySo:
        if gm.sees_all:
            raise
        return table.position
    except NotDone as fault:
        if gm.sees_all or _is_wrong_anywhere(game, table.start, wanted, fault):
            raise
        raise NotDone(sentence("corrections", "does_not_fit")) from None


def _is_wrong_anywhere(game: Game, start: State, wanted: Mapping[str, Any], fault: NotDone) -> bool:
    """Return whether it fails in the same way at the first position, so that the error reveals nothing."""
    try:
        corrected(game, start, wanted)
    except NotDone as same:
        return str(same) == str(fault)
    return False


def corrected(game: Game, position: str, wanted: Mapping[str, Any]) -> str:
    """Return *position* with *wanted* merged into its description. Raises NotDone with the fault."""
    facts = placeable(game, position)
    free = [key for key in facts if key not in FIXED]
    unknown = next((key for key in wanted if key not in free), None)
    if unknown:
        raise NotDone(sentence("corrections", "unknown", key=unknown, known=free))
    _check_given(json.loads(json.dumps(game.describe(position))), facts, wanted)
    _check_shape(facts, wanted)
    target = _merged(facts, wanted)
    try:
        before, after = json.loads(game.place(facts)), json.loads(game.place(target))
    except ValueError as fault:
        raise NotDone(sentence("gm_actions", "unusable", why=cause_of(fault))) from None
    except (TypeError, AttributeError, KeyError) as fault:
        log.info("a correction cannot be read", game=game.card.key, fault=repr(fault))
        raise NotDone(sentence("corrections", "unreadable")) from None
    if before == after:
        raise AlreadySo(sentence("corrections", "already_so"))
    new = json.dumps(patched(json.loads(position), before, after), separators=(",", ":"))
    if not goes_on(game, new):
        raise NotDone(sentence("corrections", "cannot_go_on"))
    if not _is_so(game, new, as_read(game, target)) or game.due(new).number != game.due(position).number:
        raise NotDone(sentence("corrections", "too_little"))
    return new


def _check_given(
    whole: Mapping[str, Any], facts: Mapping[str, Any], wanted: Mapping[str, Any], above: str = ""
) -> None:
    """Raise NotDone for what only follows from the position, such as an income."""
    for key, value in wanted.items():
        if above and key in whole and key not in facts:
            raise NotDone(sentence("corrections", "derived", key=f"{above}{key}"))
        shown, given = whole.get(key), facts.get(key)
        if isinstance(value, Mapping) and isinstance(shown, Mapping) and isinstance(given, Mapping):
            _check_given(shown, given, value, f"{above}{key}.")


def _check_shape(facts: Mapping[str, Any], wanted: Mapping[str, Any], above: str = "") -> None:
    """Raise NotDone unless each value is a table, a list or a single value where the position has one."""
    for key, value in wanted.items():
        now = facts.get(key, next(iter(facts.values()), value) if above else value)
        if isinstance(now, Mapping) and isinstance(value, Mapping):
            _check_shape(now, value, f"{above}{key}.")
        elif _shape(now) != _shape(value):
            raise NotDone(
                sentence("corrections", "shape", key=f"{above}{key}", wanted=_shape(now), found=_shape(value))
            )
        elif isinstance(value, list) and not all(isinstance(one, str) for one in value):
            raise NotDone(sentence("corrections", "list_of_texts", key=f"{above}{key}"))
        elif TOO_LARGE.search(str(value)):
            raise NotDone(sentence("corrections", "too_large", key=f"{above}{key}"))


def _shape(value: Any) -> str:
    """Return "table", "list", "truth", "number" or "text", for a sentence about how to write it."""
    if isinstance(value, Mapping):
        return "table"
    if isinstance(value, list | tuple):
        return "list"
    if isinstance(value, bool):
        return "truth"
    return "number" if isinstance(value, int) else "text"


def example(gm: GmContext) -> str:
    """Return an example line for CORRECT at this table, with the present value.

    If the house rules keep the position from the game master, it has the value at the start.
    """
    position = gm.table.position if gm.sees_all else gm.table.start
    facts = json.loads(json.dumps(gm.game.describe(position)))
    tables = [key for key, value in facts.items() if isinstance(value, dict)]
    table = "units" if "units" in tables else tables[0]
    power = next(name for name in (*gm.game.card.seats, *facts[table]) if name in facts[table])
    value = facts[table][power]
    such = json.dumps(value[:2] if isinstance(value, list) else value, ensure_ascii=False)
    return f"{table}.{key_of(power)} = {such}"


def short_example(gm: GmContext) -> str:
    """Return a short line that fits the table: a unit in the place of another.

    It is "" before there are units, and for those who may not use such lines.
    """
    units = gm.game.describe(gm.table.position).get(UNITS, {}) if gm.sees_all else {}
    first = next((things[0] for things in units.values() if things), "")
    other = next((things[-1] for things in reversed(units.values()) if things), "")
    return f"{first} -> {' '.join([*first.split()[:-1], other.split()[-1]])}" if first != other else ""


def _read(gm: GmContext, rows: Sequence[str]) -> Mapping[str, Any]:
    """Return what the lines of a correction ask for, as they are written or short."""
    short = [row for row in rows if is_short(row)]
    if short and not gm.sees_all:  # whether a thing is there would be seen from the answer
        raise NotDone(sentence("corrections", "whole_lists", example=example(gm)))
    wanted = _read_whole(gm, "\n".join(row for row in rows if row not in short), is_all=not short)
    if not short:
        return wanted
    facts = _merged(placeable(gm.game, gm.table.position), wanted)
    return _merged(wanted, with_short_lines(facts, short, partial(listed_as, gm.game, facts)))


def _read_whole(gm: GmContext, text: str, *, is_all: bool) -> Mapping[str, Any]:
    """Return what the lines of whole values ask for; *is_all* if there are no others."""
    try:
        wanted = read_lines(text)
    except tomllib.TOMLDecodeError:
        row = unreadable_row(text)
        such = _as_list(gm, row) or example(gm)
        raise NotDone(
            sentence("corrections", "no_toml", row=row, example=such, short=short_example(gm))
        ) from None
    if is_all and not wanted:
        raise NotDone(sentence("corrections", "no_lines", example=short_example(gm) or example(gm)))
    return wanted


def _as_list(gm: GmContext, row: str) -> str:
    """Return the line that "France: A Pic, A Mar" is meant to be; "" if it names no power of this game."""
    name, _, listed = re.sub(r"^units[. ]+", "", row.strip(), flags=re.I).partition(
        ":" if ":" in row else "="
    )
    power = next((one for one in gm.game.card.seats if one.casefold() == name.strip().casefold()), "")
    things = [one.strip(" \"'[].") for one in listed.split(",")]
    if not power or not all(things):
        return ""
    return f"units.{key_of(power)} = {json.dumps(things, ensure_ascii=False)}"


def placeable(game: Game, position: str) -> dict[str, Any]:
    """Return the description without derived facts (who has won ...).

    Units that must retreat are left out too, and so stay as they are: a description says where they may go,
    but not where they were attacked from.
    """
    facts = json.loads(json.dumps(game.describe(position)))
    if any(facts.get("dislodged", {}).values()):
        del facts["dislodged"]
    for _ in range(MOST_DERIVED):
        try:
            game.place(facts)
        except ValueError as fault:
            _drop(facts, str(fault))
        else:
            break
    return {key: value for key, value in facts.items() if isinstance(key, str)}


def _drop(facts: dict[str, Any], fault: str) -> None:
    """Remove the fact that *fault* names."""
    found = NO_SUCH.match(fault)
    inside = facts.get(found[1]) if found and found[1] else facts
    if found is None or not isinstance(inside, dict) or found[2] not in inside:
        raise NotDone(sentence("corrections", "indescribable", fault=fault))
    value = inside.pop(found[2])
    if found[1] and found[2] == "phase":
        facts["phase"] = value


def _merged(facts: Mapping[str, Any], wanted: Mapping[str, Any]) -> dict[str, Any]:
    both = {
        key: _merged(facts[key], value)
        if isinstance(value, dict) and isinstance(facts.get(key), Mapping)
        else value
        for key, value in wanted.items()
    }
    return {**facts, **both}


def _is_so(game: Game, position: str, target: Mapping[str, Any]) -> bool:
    try:
        facts = game.describe(position)
    except (ValueError, KeyError, TypeError):
        return False
    return all(_same(facts.get(key), value) for key, value in target.items() if key in facts)


def _same(found: Any, wanted: Any) -> bool:
    """Return whether both are equal, in any order of lists; nothing is equal to an empty list."""
    if isinstance(found, Mapping) and isinstance(wanted, Mapping):
        return all(_same(found.get(key), value) for key, value in wanted.items())
    if isinstance(found, list | tuple) and isinstance(wanted, list | tuple):
        return sorted(str(one).casefold() for one in found) == sorted(str(one).casefold() for one in wanted)
    return bool(found == wanted) or (not found and not wanted)


def _as_it_is(gm: GmContext, wanted: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what was corrected, with units and centres as the position now lists them."""
    facts = gm.game.describe(gm.table.position)
    listed = {
        key: {power: list(facts[key].get(power, things)) for power, things in wanted[key].items()}
        for key in (UNITS, CENTRES)
        if isinstance(wanted.get(key), Mapping) and isinstance(facts.get(key), Mapping)
    }
    return {**wanted, **listed}


def _as_sentences(wanted: Mapping[str, Any], *above: str) -> list[Sentence]:
    """Return "units of France: A Par, F Bre" for each value."""
    found: list[Sentence] = []
    for key, value in wanted.items():
        if isinstance(value, Mapping):
            found += _as_sentences(value, *above, key)
        else:
            values = value if isinstance(value, list) else [value]
            found.append(sentence("corrections", "value", path=(*above, key), values=values))
    return found


ACTIONS = (
    GmAction(
        "CORRECT SECRETLY",
        r"(?:correct\s+secretly|secretly\s+correct)(?:\s+(?:the\s+)?position)?",
        correct_secretly,
        "turns",
        has_text=True,
    ),
    GmAction("CORRECT", r"correct(?:\s+(?:the\s+)?position)?", correct, "turns", has_text=True),
)
