"""Downfall of Empires: four Powers in turn order, World War I in eighteen seasons."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from adjudicator.core.decoded_game import OpenGame, OpenParts
from adjudicator.core.dice import Dice
from adjudicator.core.game import (
    Card,
    ConditionForm,
    Facts,
    Joined,
    Option,
    Orders,
    Power,
    Reading,
    SharedAction,
    State,
)
from adjudicator.core.lazy_imports import IMPORTS
from adjudicator.core.options import chosen
from adjudicator.core.package_files import text_beside
from adjudicator.empires import position, record, seasons
from adjudicator.empires.ground import BOARD, FRANCO_BRITISH, POWERS, ZONES
from adjudicator.empires.language import on_file, reading, standing
from adjudicator.empires.language.activation import ARMIES
from adjudicator.empires.resolve import agreement, phases, victory
from adjudicator.empires.sentences import group, say
from adjudicator.empires.view import choices, form, imagined, later_choices, notation, places, report
from adjudicator.empires.view.sight import Seen, seen

CHOSEN_FOR_THE_START = ("set-up", "standing")  # unit and source of the technologies; 2.3
CLAIMS = (
    "{} is ours",
    "{} is not ours",
    "the enemy is in {}",
    "{} is empty",
    "the attack on {} succeeded",
    "the attack on {} failed",
)
IN_COMBAT = (
    "it is the first attack",
    "it is not the first attack",
    "the first attack succeeded",
    "the first attack failed",
    "the last attack succeeded",
    "the last attack failed",
    "the army there is full",
    "the army there is reduced",
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


def _joined() -> tuple[Joined, ...]:
    return (
        Joined("RECRUIT ", say("next_recruit")),
        Joined(": ", say("next_retreat"), begins="RETREAT "),
        Joined("RETREAT ", say("next_retreat")),
    )


def _card() -> Card:
    return Card(
        conditions=ConditionForm(CLAIMS, before="IF {}: ", otherwise=" ELSE {}", never=standing.WORDS),
        combat_conditions=ConditionForm(IN_COMBAT, behind=" if {}", only=" air "),
        shared_action=SharedAction(
            "ACTIVATE",
            ARMIES,
            say("another_activation"),
            "RECRUIT",
            tuple((power, BOARD.powers[power].actions) for power in POWERS),
        ),
        joined=_joined(),
        amounts=dict.fromkeys(standing.AMOUNTS, BOARD.max_missions),
        later_message=say("later_message"),
        correction=say("correction"),
        adds=say("adds"),
        choices_note=say("choices_note"),
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
        without_orders=say("without_orders"),
        waits_for_all=say("waits_for_all"),
        help=_page("help.md"),
    )


def _line_colours() -> Mapping[Power, str]:
    with IMPORTS:
        from adjudicator.empires.view import drawing_ground  # noqa: PLC0415  (slow to import, as below)

    return {power: drawing_ground.line_of(power) for power in POWERS}


def _draw(shown: Seen) -> str:
    with IMPORTS:
        from adjudicator.empires.view import drawing  # noqa: PLC0415  (slow to import; most runs draw nothing)

    return drawing.draw(shown)


def _read(before: position.Position, power: Power, so_far: Orders | None, lines: Sequence[str]) -> Reading:
    """Read *lines*; the technologies of the set-up are not called a standing order."""
    found = reading.read(before, power, so_far, lines)
    rows = (
        replace(row, source=say("for_the_start")) if (row.unit, row.source) == CHOSEN_FOR_THE_START else row
        for row in found.in_force
    )
    return replace(found, in_force=tuple(rows))


PARTS = OpenParts(
    to_text=position.to_text,
    from_text=position.from_text,
    orders=on_file.from_text,
    record_to_text=record.to_text,
    record_from_text=record.from_text,
    due=phases.due,
    motions=agreement.motions,
    read=_read,
    form=form.form,
    choices=choices.choices,
    imagined=imagined.imagined,
    judge=phases.judge,
    conclude=phases.concluded,
    seen=seen,
    sheet=report.report,
    draw=_draw,
    describe=notation.describe,
    colours=_line_colours,
)


class Empires(OpenGame[position.Position, on_file.OrdersOnFile, record.Record, Seen]):
    """Implements `adjudicator.core.game.Game`."""

    card = _card()

    def start(self, options: Facts, dice: Dice) -> State:  # noqa: ARG002  (the set-up needs no dice)
        return position.to_text(phases.start(phases.with_defaults(chosen(options, OPTIONS))))

    def later_choices(self, state: State, power: Power, orders: Orders) -> Mapping[str, Sequence[str]]:  # noqa: ARG002
        return later_choices.later_choices(position.from_text(state), power)

    def cleared(self, state: State, power: Power, orders: Orders, nothing: Orders | None) -> Orders:
        empty = on_file.from_text(self.read(state, power, nothing, ()).orders)
        return on_file.to_text(replace(empty, standing=on_file.from_text(orders).standing))

    def alike(self, state: State, power: Power) -> Mapping[str, int]:
        return choices.alike(position.from_text(state), power)

    def ahead(self, state: State, power: Power) -> State:
        return position.to_text(phases.as_if_in_turn(position.from_text(state), power))

    def advised(self, state: State, power: Power) -> tuple[str, str]:
        return form.advised(position.from_text(state), power)

    def place(self, facts: Facts) -> State:
        options = chosen(facts.get("options") or {}, OPTIONS)
        return position.to_text(notation.place({**facts, "options": options}))


game = Empires(PARTS)
