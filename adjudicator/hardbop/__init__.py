"""Hardbop Downfall: the War of the Ring for seven powers, a turn in thirteen steps."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import msgspec

from adjudicator.core.atlas import of_board
from adjudicator.core.dice import Dice
from adjudicator.core.game import Card, Facts, Joined, Orders, Power, Reading, Record, State
from adjudicator.core.lazy_imports import IMPORTS
from adjudicator.drawing.palette import lines_of
from adjudicator.hardbop import calendar, ground, options, position
from adjudicator.hardbop.language.knowledge import PERSONALITIES, SPELLINGS
from adjudicator.hardbop.position import Military, Personality
from adjudicator.hardbop.resolve import agreement, phases
from adjudicator.hardbop.resolve.pieces import ring
from adjudicator.hardbop.sentences import say
from adjudicator.hardbop.view import choices, drawing, form, imagined, later_choices, notation, report
from adjudicator.hardbop.view.sight import Seen, seen, whereabouts
from adjudicator.hardbop.view.wording import sentence
from adjudicator.middle_earth.game import MiddleEarthGame, MiddleEarthParts, of_diplomacy, page
from adjudicator.middle_earth.language import conditions, standing
from adjudicator.middle_earth.resolve import record
from adjudicator.middle_earth.resolve.pieces import PIECE_TITLES
from adjudicator.middle_earth.view.crossings import with_crossings

KINDS = {"EA": "E", "Ranger": "R", "Fellowship": "Fe"}  # by their names in board.toml


def _card() -> Card:
    return Card(
        key="hardbop",
        has_odds=False,
        title=report.TITLE,
        sentence=say("card_sentence"),
        seats=ground.POWERS,
        of_many=("Dwarves", "Elves"),
        rules=page(__name__, "rules.md"),
        basic_rules=of_diplomacy(),
        credits=(say("credit_of_design"), say("credit_of_presentation")),
        options=options.OPTIONS,
        aliases=("hardbop downfall", "hb"),
        phases=position.PHASES,
        joined=(Joined(" R ", say("next_retreat")),),
        conditions=conditions.FORM,
        standing=standing.PREFIX,
        places={place: tuple(names) for place, names in SPELLINGS.items()},
        centres=tuple(ground.BOARD.centres),
        atlas=with_crossings(of_board(ground.BOARD), PERSONALITIES, ground.steps, ground.SPEECH),
        pieces=PIECE_TITLES,
        seasons=calendar.MONTHS,
        has_standing_orders=True,
        without_orders=say("without_orders"),
        clears_units=True,
        waits_for_all=say("waits_for_all"),
        help=page(__name__, "help.md"),
    )


@cache
def _reader() -> Callable[[position.State, Power, Orders | None, Sequence[str]], Reading]:
    with IMPORTS:
        from adjudicator.hardbop.language import reading  # noqa: PLC0415  (slow to import; judging reads nothing)

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


class Hardbop(MiddleEarthGame[position.State, Seen]):
    """Implements `adjudicator.core.game.Game`."""

    card = _card()

    def start(self, given: Facts, dice: Dice) -> State:
        chosen = options.checked(given)
        hiding = ground.ring_places(chosen)
        ring_at_start = ring.first_place(dice, hiding)
        hints = ring.hints(dice, hiding) if options.is_default(chosen, options.HINTS) else {}
        military, pieces = _set_up()
        return position.to_text(
            msgspec.structs.replace(
                notation.at_start(),
                military=tuple(sorted(military)),
                personalities=tuple(sorted(pieces)),
                ring=ring_at_start,
                hints=hints,
                unplaced=("Gandalf", "Nazgul"),
                set_up=True,
                options=chosen,
            )
        )

    def describe(self, state: State, record_text: Record | None = None) -> dict[str, Any]:
        described = super().describe(state, record_text)
        if record_text:  # the date of the turn that was played (F)
            described["state"]["date"] = calendar.name(record.from_text(record_text).turn)
        return described


def _set_up() -> tuple[list[Military], list[Personality]]:
    military: list[Military] = []
    pieces: list[Personality] = []
    for one in ground.BOARD.start:
        kind = KINDS.get(one.unit, one.unit)
        if kind == "E":
            military += [Military(one.power, kind, one.at)] * one.count
        elif kind in ground.MILITARY:
            military.append(Military(one.power, kind, one.at, one.count))
        elif one.at:
            pieces.append(Personality(one.power, kind, one.at))
    return military, pieces


game = Hardbop(PARTS)
