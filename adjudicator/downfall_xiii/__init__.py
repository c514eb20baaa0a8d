"""Downfall XIII: the War of the Ring for eight powers, with hidden pieces, stacks, Cavalry and the Ring."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import msgspec

from adjudicator.core.atlas import of_board
from adjudicator.core.dice import Dice
from adjudicator.core.game import Card, Facts, Joined, Orders, Power, Reading, Record, State
from adjudicator.core.lazy_imports import IMPORTS
from adjudicator.downfall_xiii import ground, options, position
from adjudicator.downfall_xiii.language.knowledge import SPELLINGS
from adjudicator.downfall_xiii.position import Fate, Piece, Stack
from adjudicator.downfall_xiii.resolve import agreement, phases
from adjudicator.downfall_xiii.resolve.pieces import ring
from adjudicator.downfall_xiii.resolve.victory import CENTRES_TO_WIN
from adjudicator.downfall_xiii.sentences import say
from adjudicator.downfall_xiii.view import choices, drawing, form, imagined, later_choices, notation, report
from adjudicator.downfall_xiii.view.sight import Seen, seen, whereabouts
from adjudicator.downfall_xiii.view.wording import sentence
from adjudicator.drawing.palette import lines_of
from adjudicator.middle_earth.game import MiddleEarthGame, MiddleEarthParts, of_diplomacy, page
from adjudicator.middle_earth.language import conditions, standing
from adjudicator.middle_earth.resolve.pieces import PIECE_TITLES, is_piece
from adjudicator.middle_earth.view.crossings import with_crossings

CROSSERS = ("Gandalf", "Aragorn", "Nazgul")  # 7d.1


def _card() -> Card:
    return Card(
        key="downfall-xiii",
        has_odds=False,
        title=report.TITLE,
        sentence=say("card_sentence", centres=CENTRES_TO_WIN),
        seats=ground.POWERS,
        of_many=("Dwarves", "Elves"),
        rules=page(__name__, "rules.md"),
        basic_rules=of_diplomacy(),
        credits=(say("credit_of_design"), say("credit_of_origin")),
        aliases=("xiii", "downfall xiii", "downfall"),
        options=options.OPTIONS,
        phases=position.PHASES,
        joined=(
            Joined(" R ", say("next_retreat"), alone=("with the stack",)),
            Joined(" D : ", say("next_part")),
        ),
        counted=("A/F", "A", "C", "F"),
        conditions=conditions.FORM,
        standing=standing.PREFIX,
        places={place: tuple(names) for place, names in SPELLINGS.items()},
        centres=tuple(ground.BOARD.centres),
        atlas=with_crossings(of_board(ground.BOARD), CROSSERS, ground.steps, ground.SPEECH),
        pieces=PIECE_TITLES,
        seasons=("Spring", "Autumn"),
        has_standing_orders=True,
        without_orders=say("without_orders"),
        clears_units=True,
        waits_for_all=say("waits_for_all"),
        help=page(__name__, "help.md"),
    )


@cache
def _reader() -> Callable[[position.State, Power, Orders | None, Sequence[str]], Reading]:
    with IMPORTS:
        from adjudicator.downfall_xiii.language import reading  # noqa: PLC0415  (slow to import; judging reads nothing)

    return reading.read


def _read(state: position.State, power: Power, so_far: Orders | None, lines: Sequence[str]) -> Reading:
    return _reader()(state, power, so_far, lines)


PARTS = MiddleEarthParts(
    to_text=position.to_text,
    from_text=position.from_text,
    due=phases.due,
    motions=agreement.motions,
    read=_read,
    form=form.FORM.lines,
    choices=choices.choices,
    later_choices=later_choices.later_choices,
    imagined=imagined.imagined,
    with_pieces=imagined.with_pieces,
    speech=ground.SPEECH,
    judge=phases.judge,
    seen=seen,
    sheet=report.sheet,
    view=drawing.view_of,
    board=drawing.BOARD,
    whereabouts=whereabouts,
    provinces=ground.PROVINCES,
    colours=lambda: lines_of(ground.BOARD),
    place=notation.place,
    describe=notation.describe,
    sentence=sentence,
)


class DownfallXIII(MiddleEarthGame[position.State, Seen]):
    """Implements `adjudicator.core.game.Game`."""

    card = _card()

    def start(self, given: Facts, dice: Dice) -> State:
        stacks, pieces = [], []
        for one in ground.BOARD.start:
            kind = "Fe" if one.unit == "Fellowship" else one.unit
            if is_piece(kind):
                pieces += [Piece(one.power, kind, one.at)] if one.at else []
            else:
                stacks.append(Stack(one.power, one.unit, one.at, one.count))
        chosen = options.chosen(given)
        state = msgspec.structs.replace(
            notation.at_start(),
            stacks=tuple(sorted(stacks)),
            pieces=tuple(sorted(pieces)),
            gandalf=Fate("unplaced"),
            options=chosen,
            ring=ring.first_place(dice, chosen),
        )
        return position.to_text(state)

    def describe(self, state: State, record_text: Record | None = None) -> dict[str, Any]:
        described = super().describe(state, record_text)
        if record_text:
            described["unsaid"] = notation.unsaid(position.from_text(state))
        return described


game = DownfallXIII(PARTS)
