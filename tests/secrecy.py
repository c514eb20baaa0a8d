"""What leaves a game for one reader, to the byte?  For the laws of secrecy of the games of Middle-earth."""

from collections.abc import Mapping, Sequence

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from adjudicator.dice import SeededDice
from adjudicator.game import Game
from adjudicator.middle_earth import actions as act
from adjudicator.middle_earth.actions import Order, Power, Unit

Sheets = Mapping[Power, Sequence[Order]]

seeds = st.integers(min_value=0, max_value=2**32)


def law(examples: int) -> settings:
    return settings(max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def judge(game: Game, state: str, sheets: Sheets, seed: int) -> tuple[str, str]:
    """The state and the record after *sheets*."""
    orders = {power: act.to_text(act.Sheet(tuple(given))) for power, given in sheets.items()}
    turn = game.judge(state, orders, SeededDice(str(seed), game.due(state).number))
    return turn.state, turn.record


def told(game: Game, state: str, record: str | None, reader: Power | None, picture: bool = False) -> bytes:
    """Everything that leaves the game for one reader."""
    due = game.due(state)
    drawn = game.picture(state, record, reader) if picture else ""
    mine = due.asked.get(reader or "")
    shown = (game.show(state, record, reader), msgspec.structs.replace(due, asked={}), mine, drawn)
    return msgspec.json.encode(shown, order="deterministic")


def readers(game: Game, but: Power) -> list[Power | None]:
    """The public, and every power but one."""
    return [None, *(power for power in game.card.seats if power != but)]


def without(sheets: Sheets, kind: str) -> dict[Power, list[Order]]:
    """*sheets* but for the orders of that kind of piece."""
    return {
        power: [order for order in given if getattr(order, "unit", Unit("")).kind != kind]
        for power, given in sheets.items()
    }
