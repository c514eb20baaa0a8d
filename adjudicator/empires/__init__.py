"""Downfall of Empires: four Powers in turn order, World War I in eighteen seasons."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from adjudicator.core.dice import Dice
from adjudicator.core.game import (
    Card,
    ConditionForm,
    Due,
    Facts,
    GameOverError,
    Joined,
    Option,
    Orders,
    Power,
    Reading,
    Record,
    ReportFacts,
    SharedAction,
    State,
    Turn,
)
from adjudicator.core.lazy_imports import IMPORTS
from adjudicator.core.options import chosen
from adjudicator.core.package_files import text_beside
from adjudicator.empires import position, record, seasons
from adjudicator.empires.ground import BOARD, FRANCO_BRITISH, POWERS, ZONES
from adjudicator.empires.language import on_file, reading
from adjudicator.empires.language.activation import ARMIES
from adjudicator.empires.resolve import agreement, phases, victory
from adjudicator.empires.sentences import group, say
from adjudicator.empires.view import choices, imagined, notation, places, report
from adjudicator.empires.view.sight import Seen, seen

CLAIMS = (
    "{} is ours",
    "{} is not ours",
    "the enemy is in {}",
    "{} is empty",
    "the attack on {} succeeded",
    "the attack on {} failed",
)
TITLES = group("options")
OPTIONS = (
    Option(
        "players",
        TITLES["players"],
        tuple(victory.PLAYERS),
        "4",
        "4.5",
    ),
    Option(
        "pace",
        TITLES["pace"],
        (phases.USUAL, "paired", "single"),
        phases.USUAL,
        "4.6",
    ),
    Option("pause", TITLES["pause"], ("on", "off"), "on", "S.2"),
    Option("pauses", TITLES["pauses"], ("1", "2", "3", "4", "6", "12"), "3", "S.2"),
    Option(
        "obligations",
        TITLES["obligations"],
        ("refused", "point", "free"),
        "refused",
        "9.0.8",
    ),
    Option(
        "greece",
        TITLES["greece"],
        ("both", "austria"),
        "both",
        "8.11",
    ),
    Option(
        "missions",
        TITLES["missions"],
        ("open", "secret"),
        "open",
        "10.0.6",
    ),
)


def _page(name: str) -> str:
    return text_beside(__name__, name)


def _card() -> Card:
    return Card(
        has_conditions=True,
        conditions=ConditionForm(CLAIMS, before="IF {}: "),
        shared_action=SharedAction("ACTIVATE", ARMIES, say("another_activation"), "RECRUIT"),
        joined=(Joined("RECRUIT ", say("next_recruit")),),
        later_message=say("later_message"),
        key="empires",
        title=BOARD.name,
        sentence=say("card_sentence", turns=BOARD.turns),
        seats=POWERS,
        of_many=(FRANCO_BRITISH,),
        rules=_page("rules.md"),
        credits=(say("credit_of_design"),),
        options=OPTIONS,
        aliases=("downfall of empires", "doe"),
        phases=POWERS,
        plays_in_turn=True,
        places={zone.id: (zone.name, zone.abbr, *zone.aliases) for zone in ZONES.values()},
        atlas=places.of_board(),
        centres=tuple(zone.id for zone in ZONES.values() if zone.city),
        seasons=seasons.NAMES,
        has_standing_orders=True,
        waits_for_all=say("waits_for_all"),
        help=_page("help.md"),
    )


class Empires:
    """The game as the service knows it; see `adjudicator.core.game.Game`."""

    card = _card()

    def start(self, options: Facts, dice: Dice) -> State:  # noqa: ARG002  (the set-up needs no dice)
        return position.to_text(phases.start(phases.with_defaults(chosen(options, OPTIONS))))

    def due(self, state: State) -> Due:
        now = position.from_text(state)
        return msgspec.structs.replace(phases.due(now), motions=agreement.motions(now))

    def form(self, state: State, power: Power) -> Sequence[str]:
        return choices.form(position.from_text(state), power)

    def choices(self, state: State, power: Power) -> Mapping[str, Sequence[str]]:
        return choices.choices(position.from_text(state), power)

    def read(self, state: State, power: Power, so_far: Orders | None, lines: Sequence[str]) -> Reading:
        return reading.read(position.from_text(state), power, so_far, lines)

    def judge(self, state: State, orders: Mapping[Power, Orders], dice: Dice) -> Turn:
        before = position.from_text(state)
        if before.over:
            raise GameOverError
        given = {power: on_file.from_text(orders[power]) for power in POWERS if power in orders}
        after, judged = phases.judge(before, given, dice)
        return Turn(position.to_text(after), record.to_text(judged))

    def imagined(self, state: State, power: Power) -> State:
        return position.to_text(imagined.imagined(position.from_text(state), power))

    def ahead(self, state: State, power: Power) -> State:
        return position.to_text(phases.as_if_in_turn(position.from_text(state), power))

    def advised(self, state: State, power: Power) -> tuple[str, str]:
        return choices.advised(position.from_text(state), power)

    def conclude(self, state: State, winners: Sequence[Power]) -> State:
        return position.to_text(phases.concluded(position.from_text(state), winners))

    def show(self, state: State, record: Record | None, reader: Power | None) -> ReportFacts:
        return report.report(self._seen(state, record, reader))

    def picture(self, state: State, record: Record | None, reader: Power | None) -> str:  # noqa: ARG002
        return _picture(state, record)

    def colours(self) -> Mapping[Power, str]:
        with IMPORTS:
            from adjudicator.empires.view import drawing_ground  # noqa: PLC0415  (slow to import, as above)

        return {power: drawing_ground.line_of(power) for power in self.card.seats}

    def place(self, facts: Facts) -> State:
        options = chosen(facts.get("options") or {}, OPTIONS)
        return position.to_text(notation.place({**facts, "options": options}))

    def describe(self, state: State, record: Record | None = None) -> dict[str, Any]:
        return notation.describe(position.from_text(state), _record(record))

    def _seen(self, state: State, text: Record | None, reader: Power | None) -> Seen:
        return seen(position.from_text(state), _record(text), reader)


@lru_cache(maxsize=8)  # the picture is the same for every reader
def _picture(state: State, text: Record | None) -> str:
    with IMPORTS:
        from adjudicator.empires.view import drawing  # noqa: PLC0415  (slow to import; most runs draw nothing)

    return drawing.draw(seen(position.from_text(state), _record(text), None))


def _record(text: Record | None) -> record.Record | None:
    return record.from_text(text) if text else None


game = Empires()
