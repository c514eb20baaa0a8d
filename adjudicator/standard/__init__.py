"""Standard Diplomacy: the basis of the other province games; its test cases (DATC) prove the engine."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from adjudicator.core.atlas import of_board
from adjudicator.core.board import Board, load
from adjudicator.core.dice import Dice
from adjudicator.core.encoding import to_text
from adjudicator.core.game import (
    Card,
    Due,
    Facts,
    Option,
    Orders,
    Power,
    Reading,
    Record,
    ReportFacts,
    State,
    Turn,
)
from adjudicator.core.package_files import text_beside
from adjudicator.core.phrasing import spelled
from adjudicator.core.position import Position, Unit
from adjudicator.drawing.palette import lines_of
from adjudicator.standard.language import known_lines, reading
from adjudicator.standard.language.word_names import check_names
from adjudicator.standard.map_facts import MapFacts, facts_of
from adjudicator.standard.map_pages import help_of, rules_of
from adjudicator.standard.resolve import agreement, phases
from adjudicator.standard.resolve.board_tables import Tables, tables
from adjudicator.standard.resolve.options import FOG, OFF, ON, PROXY, SIGNALS
from adjudicator.standard.resolve.phases import position_of
from adjudicator.standard.resolve.record import from_text as record_from
from adjudicator.standard.sentences import group, say
from adjudicator.standard.view import choices, notation, report
from adjudicator.standard.view.sight import Seen, is_in_fog, known, seen

TITLES = group("options")
OPTIONS = (
    Option(PROXY, TITLES[PROXY], (OFF, ON), OFF, "standard 15.1"),
    Option(SIGNALS, TITLES[SIGNALS], (OFF, ON), OFF, "standard 15.2"),
    Option(
        FOG,
        TITLES[FOG],
        (OFF, ON),
        OFF,
        "standard 15.3",
    ),
)


def _card(the_map: Board) -> Card:
    about = facts_of(the_map)
    powers = spelled(len(the_map.powers)).capitalize()
    return Card(
        key=about.game.key,
        title=about.game.title,
        sentence=say("card_sentence", powers=powers, goal=about.goal),
        seats=the_map.powers,
        rules=_rules(the_map, about),
        credits=about.game.credits,
        aliases=about.game.aliases,
        places={place.id: (place.name, *place.aliases) for place in the_map.provinces.values()},
        centres=the_map.centres,
        atlas=of_board(the_map),
        phases=tuple(dict.fromkeys(step.phase for step in phases.YEAR)),
        seasons=(about.seasons.spring, about.seasons.autumn, about.seasons.adjustment),
        help=_help(the_map, about),
        options=OPTIONS,
        without_orders=say("without_orders"),
        has_dice=False,
        has_odds=False,
        clears_units=True,
    )


def _rules(the_map: Board, about: MapFacts) -> str:
    return text_beside(__name__, "rules.md") if the_map.package == __name__ else rules_of(the_map, about)


def _help(the_map: Board, about: MapFacts) -> str:
    return text_beside(__name__, "help.md") if the_map.package == __name__ else help_of(the_map, about)


class StandardGame:
    """The standard rules on one map; see `adjudicator.core.game.Game`."""

    def __init__(self, the_map: Board) -> None:
        """Take the map; raises BoardError if it lacks facts that the rules need."""
        check_names(the_map)
        self.board, self._whole = tables(the_map), the_map
        self.card = _card(the_map)

    def start(self, options: Facts, dice: Dice) -> State:  # noqa: ARG002  (nothing is rolled for)
        units = tuple(Unit(piece.power, piece.unit, piece.at) for piece in self.board.map.start)
        given = {**self._moment(), **({"options": options} if options else {})}
        return to_text(msgspec.structs.replace(notation.place(self.board, given), units=units, number=1))

    def _moment(self) -> dict[str, Any]:
        """Return the phase of the first turn: on some maps the builds of the previous winter."""
        facts = self.board.facts
        if facts.game.begins == "movement":
            return {}
        return {"phase": "adjustment", "state": {"year": facts.game.first_year - facts.seasons.years}}

    def due(self, state: State) -> Due:
        position = self._position(state)
        return msgspec.structs.replace(
            phases.due(self.board, position), motions=agreement.motions(self.board, position)
        )

    def form(self, state: State, power: Power) -> Sequence[str]:
        return choices.form(self.board, self._known(state, power), power)

    def choices(self, state: State, power: Power) -> Mapping[str, Sequence[str]]:
        return choices.choices(self.board, self._known(state, power), power)

    def read(self, state: State, power: Power, so_far: Orders | None, lines: Sequence[str]) -> Reading:
        found = known_lines.read(self.board, state, power, so_far, lines)
        return found or reading.read(self.board, self._known(state, power), power, so_far, lines)

    def judge(self, state: State, orders: Mapping[Power, Orders], dice: Dice) -> Turn:  # noqa: ARG002
        after, judged = phases.turn(self.board, state, orders)
        return Turn(after, judged)

    def imagined(self, state: State, power: Power) -> State:
        position = self._position(state)
        return to_text(known(self.board, position, power)) if is_in_fog(position) else state

    def conclude(self, state: State, winners: Sequence[Power]) -> State:
        return to_text(msgspec.structs.replace(self._position(state), over=True, winners=tuple(winners)))

    def show(self, state: State, record: Record | None, reader: Power | None) -> ReportFacts:
        return report.sheet(self._seen(state, record, reader))

    def picture(self, state: State, record: Record | None, reader: Power | None) -> str:
        is_public = reader is None or not is_in_fog(self._position(state))
        return _picture(self.board, state, record, None if is_public else reader)

    def colours(self) -> Mapping[Power, str]:
        return lines_of(self._whole)

    def place(self, facts: Facts) -> State:
        return to_text(notation.place(self.board, facts))

    def describe(self, state: State, record: Record | None = None) -> dict[str, Any]:
        judged = record_from(record) if record else None
        return notation.describe(self.board, self._position(state), judged)

    def _known(self, state: State, power: Power) -> Position:
        return known(self.board, self._position(state), power)

    def _position(self, state: State) -> Position:
        return position_of(self.board, state)

    def _seen(self, state: State, text: Record | None, reader: Power | None) -> Seen:
        return _seen(self.board, state, text, reader)


def _seen(board: Tables, state: State, text: Record | None, reader: Power | None) -> Seen:
    return seen(board, position_of(board, state), record_from(text) if text else None, reader)


@lru_cache(maxsize=8)  # all its readers see the same, unless there is fog
def _picture(board: Tables, state: State, text: Record | None, reader: Power | None) -> str:
    return report.draw(_seen(board, state, text, reader))


game = StandardGame(load(__name__))
