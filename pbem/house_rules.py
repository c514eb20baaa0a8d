"""What may be settled for one table?  The house rules that the players' side asks for, with the usual ones.

`GameTable.house` keeps what differs from the usual, as plain JSON; `house_rules` reads it. Whoever opens a
table checks it with `read_house_rules`, so that a wrong word is told to the GM and never meets a player.
"""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct

from pbem.store import GameTable


class HouseRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Every rule with what usually holds."""

    press: Literal["signed", "grey", "bulletin", "gm", "none"] = "signed"
    # signed: letters bear the power's name; grey: the writer may hide it with PRESS GREY TO ...;
    # bulletin: no letters between players, signed notes in the bulletin only; gm: letters to the GM only
    press_a_day: int = 20  # press letters a player may send in 24 hours
    press_kib: int = 16  # length of one press letter
    names: Literal["shown", "hidden"] = "shown"  # may players know who plays what?
    early: Literal["ready", "orders", "never"] = "ready"
    # ready: a turn is run early when all who owe orders said READY; orders: or have complete orders on file
    # and did not say WAIT
    observers: bool = True
    waiting_list: bool = True
    away_days: int = 28  # the longest absence


def house_rules(table: GameTable) -> HouseRules:
    return msgspec.convert(table.house, HouseRules)


def read_house_rules(said: Mapping[str, Any]) -> HouseRules:
    """*said* checked. Raises ValueError with the rule at fault and what would do."""
    try:
        return msgspec.convert(dict(said), HouseRules, strict=False)
    except msgspec.ValidationError as fault:
        raise ValueError(f"house rules: {fault}") from None
