"""Downfall XIII: the War of the Ring for eight powers, with hidden pieces, stacks, Cavalry and the Ring."""

from typing import Any

import msgspec

from adjudicator.core.dice import Dice
from adjudicator.core.game import Card, Facts, Record, State
from adjudicator.downfall_xiii import ground, options, position
from adjudicator.downfall_xiii.position import Fate, Piece, Stack
from adjudicator.downfall_xiii.resolve import agreement, phases
from adjudicator.downfall_xiii.resolve.pieces import ring
from adjudicator.downfall_xiii.resolve.victory import CENTRES_TO_WIN
from adjudicator.downfall_xiii.view import notation, report
from adjudicator.downfall_xiii.view.sight import Seen, seen
from adjudicator.downfall_xiii.view.wording import sentence
from adjudicator.middle_earth.game import GameParts, MiddleEarthGame, page
from adjudicator.middle_earth.resolve.pieces import is_piece


def _card() -> Card:
    return Card(
        key="downfall-xiii",
        title=report.TITLE,
        sentence=f"The War of the Ring: hidden heroes, one Ring; {CENTRES_TO_WIN} centres, or the Fire, win.",
        seats=ground.POWERS,
        rules=page(__name__, "rules.md"),
        credits=(
            "The Downfall of the Lord of the Rings and the Return of the King, version XIII: Iain Bowen.",
            "Adapted from Definitive Downfall by Glover Rogerson and John Norris.",
        ),
        aliases=("xiii", "downfall xiii", "downfall"),
        options=options.OPTIONS,
        phases=position.PHASES,
        seasons=("Spring", "Autumn"),
        has_standing_orders=True,
        waits_for_all="In a retreat phase",
        help=page(__name__, "help.md"),
    )


ROOMS = GameParts(
    package=__name__,
    powers=ground.POWERS,
    to_text=position.to_text,
    from_text=position.from_text,
    due=phases.due,
    motions=agreement.motions,
    judge=phases.judge,
    seen=seen,
    sheet=report.sheet,
    place=notation.place,
    describe=notation.describe,
    sentence=sentence,
)


class DownfallXIII(MiddleEarthGame[position.State, Seen]):
    """The game as the service knows it; see `adjudicator.core.game.Game`."""

    card = _card()

    def start(self, given: Facts, dice: Dice) -> State:
        stacks, pieces = [], []
        for one in ground.BOARD.start:
            if is_piece(_kind(one.unit)):
                pieces += [Piece(one.power, _kind(one.unit), one.at)] if one.at else []
            else:
                stacks.append(Stack(one.power, one.unit, one.at, one.count))
        state = msgspec.structs.replace(
            notation.at_start(),
            stacks=tuple(sorted(stacks)),
            pieces=tuple(sorted(pieces)),
            gandalf=Fate("unplaced"),
            options=options.chosen(given),
        )
        empty = options.value(state, options.RING_PLACE) == "empty-area"
        taken = {*(stack.place for stack in stacks), *(piece.place for piece in pieces)}
        lies = ring.first_place(dice, taken if empty else ())
        return position.to_text(msgspec.structs.replace(state, ring=lies))

    def describe(self, state: State, record_text: Record | None = None) -> dict[str, Any]:
        told = super().describe(state, record_text)
        return {**told, "unsaid": notation.unsaid(position.from_text(state))} if record_text else told


def _kind(unit: str) -> str:
    return "Fe" if unit == "Fellowship" else unit


game = DownfallXIII(ROOMS)
