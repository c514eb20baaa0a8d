"""Names in full in the lines of a correction: "Army Lamedon" is "A Lam".

Reports print units and places in full, and some games read them so. A correction is compared with the
position as the game lists it, so what was written in full is read by the game first.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from adjudicator.core.game import Game
from pbem.gamemaster.repairs.short_lines import CENTRES, UNITS

COUNT = re.compile(r"\d{1,3}(?= )")


def listed_as(game: Game, facts: Mapping[str, Any], table: str, thing: str) -> str:
    """Return *thing* as the position lists it, for a name in full; unchanged if it is not there."""
    for power, things in facts[table].items():
        with suppress(ValueError, TypeError, AttributeError, KeyError):
            alone = {**facts, table: {**facts[table], power: [thing]}}
            found = game.describe(game.place(alone))[table][power]
            if len(found) == 1 and found[0] in things:
                return str(found[0])
    return thing


def as_read(game: Game, target: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return *target* with units and centres as the game lists them, where they were written in full."""
    read = game.describe(game.place(dict(target)))
    own = {key: dict(target[key]) for key in (UNITS, CENTRES) if isinstance(target.get(key), Mapping)}
    for key, by_power in own.items():
        for power, things in by_power.items():
            known = read.get(key, {}).get(power)
            if isinstance(things, list) and isinstance(known, list | tuple) and _as_many(things, known):
                by_power[power] = list(known)
    return {**target, **own}


def _as_many(things: Sequence[str], known: Sequence[str]) -> bool:
    """Return whether both are as many units: "2 Armies Metz" may have been written as two lines."""
    return sum(map(_count, things)) == sum(map(_count, known))


def _count(thing: str) -> int:
    found = COUNT.match(thing)
    return int(found[0]) if found else 1
