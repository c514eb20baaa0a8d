"""CORRECT: change a position, with a reason, in the words of the case files.

    CORRECT because Rumania was never Russia's
    units.Russia = ["A Mos", "A War", "F Sev", "F Stp/sc"]
    centres.Turkey = ["Con", "Ank", "Smy", "Rum"]
    END

What is written is laid over the game's own description of the position, and the difference that it makes is
brought to the position itself, so that whatever the words do not reach (standing orders, secrets, the
number of the turn) stays as it is. What does not come out as it was written is not done at all.
"""

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Game, State
from pbem.core.logs import log
from pbem.gamemaster.position_changes import known_to
from pbem.store.database import OVER
from pbem.tables.gm_actions import GmContext, NotDone, Order
from pbem.tables.house_rules import house_rules

NO_SUCH = re.compile(r"(?:(\w+), )?(\w+): no such (?:key|fact)")  # as `Game.place` says it
BARE = re.compile(r"[\w-]+", re.ASCII)  # what TOML takes for a key without quotes
MOST_UNTOLD = 12
TOO_LARGE = re.compile(r"\d{5}", re.ASCII)
FIXED = ("options", "turn")  # of the whole game, or of its progress: nothing that can be put right
TOO_LITTLE = (  # no word of the position: the house rules may keep it from who writes
    "that cannot be brought about by itself: something would change that you do not name. Please write"
    " all of it (who gains a centre, and who loses it), as the position is written."
)

DOES_NOT_GO = "it does not go together with the position as it is; by the house rules you are not told why."


class AlreadySo(NotDone):
    """Nothing is to be put right."""


def correct(gm: GmContext, order: Order) -> Sequence[str]:
    """CORRECT because ..., and lines of `key = value` below it, up to END"""
    table, game = gm.table, gm.game
    if not order.reason:
        raise NotDone('a correction is printed with its reason; write "CORRECT because ..." above the lines.')
    if table.state == OVER:
        raise NotDone(f"{table.key} is over.")
    wanted = _read("\n".join(order.text), example(gm))
    before, after = table.position, _corrected_by(gm, wanted)
    table.position = after
    table.moves += 1
    public = known_to(game, before, after, ())
    gm.write_down(order, _sentence(public), for_bulletin=True)
    gm.notify_each(order, "corrected", lambda powers: {"changes": known_to(game, before, after, powers)})
    answer = _sentences(wanted) if _may_read_all(gm) else public
    return [
        _sentence(answer),
        "Everybody has been told what of it they may know, and the next bulletin prints it with your reason.",
    ]


def _sentence(changes: Sequence[str]) -> str:
    return f"The position was corrected{': ' if changes else ''}{'; '.join(changes).rstrip('.')}."


def _may_read_all(gm: GmContext) -> bool:
    """House rules, gm_reads: a game master who may play at the table learns nothing from us."""
    return house_rules(gm.table).gm_reads == "all"


def _corrected_by(gm: GmContext, wanted: Mapping[str, Any]) -> str:
    """The position with *wanted*. A game master who may not read it learns neither what is so nor why not."""
    table, game = gm.table, gm.game
    try:
        return corrected(game, table.position, wanted)
    except AlreadySo:
        if _may_read_all(gm):
            raise
        return table.position
    except NotDone as fault:
        if _may_read_all(gm) or _is_wrong_anywhere(game, table.start, wanted, fault):
            raise
        raise NotDone(DOES_NOT_GO) from None


def _is_wrong_anywhere(game: Game, start: State, wanted: Mapping[str, Any], fault: NotDone) -> bool:
    """Is it wrong in the first position too, and in the same words? Then these tell nothing of this one."""
    try:
        corrected(game, start, wanted)
    except NotDone as same:
        return str(same) == str(fault)
    return False


def corrected(game: Game, position: str, wanted: Mapping[str, Any]) -> str:
    """*position* with *wanted* laid over its description. Raises NotDone with what is wrong."""
    facts = _placeable(game, position)
    free = [key for key in facts if key not in FIXED]
    unknown = next((key for key in wanted if key not in free), None)
    if unknown:
        raise NotDone(f'a position has no "{unknown}"; it has {", ".join(free)}.')
    _check_shape(facts, wanted)
    target = _laid_over(facts, wanted)
    try:
        before, after = json.loads(game.place(facts)), json.loads(game.place(target))
    except ValueError as fault:
        raise NotDone(f"{fault}.") from None
    except (TypeError, AttributeError, KeyError) as fault:
        log.info("a correction cannot be read", game=game.card.key, fault=repr(fault))
        raise NotDone("this is not written as a position is.") from None
    if before == after:
        raise AlreadySo("the position is so already.")
    new = json.dumps(_patched(json.loads(position), before, after), separators=(",", ":"))
    if not goes_on(game, new):
        raise NotDone("the game could not go on from there; something else must change with it.")
    if not _is_so(game, new, target) or game.due(new).number != game.due(position).number:
        raise NotDone(TOO_LITTLE)
    return new


def goes_on(game: Game, position: State) -> bool:
    """Can the game go on from *position*: be shown to everybody, be drawn, and be judged without orders?"""
    try:
        due = game.due(position)
        for reader in (None, *due.owed):
            game.show(position, None, reader)
        for power in due.owed:
            game.form(position, power)
        game.picture(position, None, None)
        if not due.over:
            game.judge(position, {}, SeededDice("correction", due.number))
    except Exception as fault:  # whatever it is: to find it here is what the trial is for
        log.info("a correction is refused: the game cannot go on", game=game.card.key, fault=repr(fault))
        return False
    return True


def _check_shape(facts: Mapping[str, Any], wanted: Mapping[str, Any], above: str = "") -> None:
    """Raise NotDone unless each value is a table, a list or a single value where the position has one."""
    for key, value in wanted.items():
        now = facts.get(key, next(iter(facts.values()), value) if above else value)
        if isinstance(now, Mapping) and isinstance(value, Mapping):
            _check_shape(now, value, f"{above}{key}.")
        elif _shape(now) != _shape(value):
            raise NotDone(f"{above}{key}: write {_shape(now)} here, not {_shape(value)}.")
        elif isinstance(value, list) and not all(isinstance(one, str) for one in value):
            raise NotDone(f'{above}{key}: write each thing in the list as "...".')
        elif TOO_LARGE.search(str(value)):
            raise NotDone(f"{above}{key}: no number of this game is as large.")


def _shape(value: Any) -> str:
    if isinstance(value, Mapping):
        return "a table (key.name = ...)"
    if isinstance(value, list | tuple):
        return 'a list (["...", "..."])'
    if isinstance(value, bool):
        return "true or false"
    return "a number" if isinstance(value, int) else "a text"


def example(gm: GmContext) -> str:
    """A line as it may stand below CORRECT at this table: of the position now, or of the first one.

    The first where the house rules keep the position from the game master.
    """
    position = gm.table.position if _may_read_all(gm) else gm.table.start
    facts = json.loads(json.dumps(gm.game.describe(position)))
    tables = [key for key, value in facts.items() if isinstance(value, dict)]
    table = "units" if "units" in tables else tables[0]
    power = next(name for name in (*gm.game.card.seats, *facts[table]) if name in facts[table])
    told = facts[table][power]
    such = json.dumps(told[:2] if isinstance(told, list) else told, ensure_ascii=False)
    return f"{table}.{power if BARE.fullmatch(power) else json.dumps(power)} = {such}"


def _read(text: str, such: str) -> Mapping[str, Any]:
    try:
        wanted = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise NotDone(f"the lines cannot be read ({fault}); write {such}") from None
    if not wanted:
        raise NotDone(f"nothing stands below it; write lines like {such}, and END.")
    return wanted


def _placeable(game: Game, position: str) -> dict[str, Any]:
    """The description without what no position can be told (who has won ...).

    What waits for its retreat is left out too: a description tells where it may go, and not from where it
    was attacked. So it stays as it is.
    """
    facts = json.loads(json.dumps(game.describe(position)))
    if any(facts.get("dislodged", {}).values()):
        del facts["dislodged"]
    for _ in range(MOST_UNTOLD):
        try:
            game.place(facts)
        except ValueError as fault:
            _drop(facts, str(fault))
        else:
            break
    return {key: value for key, value in facts.items() if isinstance(key, str)}


def _drop(facts: dict[str, Any], fault: str) -> None:
    """Without the fact that a position cannot be told; the phase stands outside of the state there."""
    found = NO_SUCH.match(fault)
    inside = facts.get(found[1]) if found and found[1] else facts
    if found is None or not isinstance(inside, dict) or found[2] not in inside:
        raise NotDone(f"this position cannot be told in words: {fault}.")
    value = inside.pop(found[2])
    if found[1] and found[2] == "phase":
        facts["phase"] = value


def _laid_over(facts: Mapping[str, Any], wanted: Mapping[str, Any]) -> dict[str, Any]:
    both = {
        key: _laid_over(facts[key], value)
        if isinstance(value, dict) and isinstance(facts.get(key), Mapping)
        else value
        for key, value in wanted.items()
    }
    return {**facts, **both}


def _patched(now: Any, before: Any, after: Any) -> Any:
    """*now*, changed as *before* was to *after*."""
    if before == after:
        return now
    if isinstance(now, dict) and isinstance(before, dict) and isinstance(after, dict):
        stored = {key: value for key, value in now.items() if key in after or key not in before}
        changes = {key: _patched(now.get(key), before.get(key), value) for key, value in after.items()}
        changed = {key: value for key, value in changes.items() if before.get(key) != after[key]}
        return {**stored, **changed}
    if isinstance(now, list) and isinstance(before, list) and isinstance(after, list):
        return _patched_list(now, before, after)
    return after


def _patched_list(now: list[Any], before: list[Any], after: list[Any]) -> list[Any]:
    """Without the items that went, with those that came, in the sequence of *after* as far as it tells."""
    if now == before:
        return after
    gone, come = (
        [item for item in before if item not in after],
        [item for item in after if item not in before],
    )
    return [*(item for item in now if item not in gone), *come]


def _is_so(game: Game, position: str, target: Mapping[str, Any]) -> bool:
    try:
        told = game.describe(position)
    except (ValueError, KeyError, TypeError):
        return False
    return all(_same(told.get(key), value) for key, value in target.items() if key in told)


def _same(told: Any, wanted: Any) -> bool:
    """Equal, but for the sequence of lists and what no position can be told."""
    if isinstance(told, Mapping) and isinstance(wanted, Mapping):
        return all(_same(told.get(key), value) for key, value in wanted.items())
    if isinstance(told, list | tuple) and isinstance(wanted, list | tuple):
        return sorted(str(one).casefold() for one in told) == sorted(str(one).casefold() for one in wanted)
    return bool(told == wanted) or (not told and not wanted)


def _sentences(wanted: Mapping[str, Any], above: str = "") -> list[str]:
    """ "units of France are now A Par, F Bre" """
    told: list[str] = []
    for key, value in wanted.items():
        if isinstance(value, Mapping):
            told += _sentences(value, f"{above}{key} of ")
        else:
            words = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
            told.append(f"{above}{key}: {words or 'none'}")
    return told
