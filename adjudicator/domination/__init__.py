"""Epic Domination: two to eight players on hexes, with armies, walls, ships, spells and dice."""

from collections.abc import Mapping, Sequence

from adjudicator.core.decoded_game import OpenGame, OpenParts
from adjudicator.core.dice import Dice
from adjudicator.core.game import ByOption, Card, ConditionForm, Facts, Joined, Orders, Power, Reading, State
from adjudicator.core.package_files import text_beside
from adjudicator.domination import position, record
from adjudicator.domination.data import data
from adjudicator.domination.language import reading
from adjudicator.domination.language.orders import KEEP, LOSE, OrderLine, from_text
from adjudicator.domination.options import OPTIONS, option
from adjudicator.domination.options import start as begin
from adjudicator.domination.position import PHASES, SHEET, SPLIT, TABLE, Position
from adjudicator.domination.resolve import owed, phases
from adjudicator.domination.sentences import say
from adjudicator.domination.view import choices, helping, imagined, later_choices, notation, report
from adjudicator.domination.view.drawing_owners import line_of
from adjudicator.domination.view.sight import Seen, seen, with_known_cards

CLAIMS = ("enemy at {}", "not enemy at {}", "nobody at {}", "me at {}", "I hold {}", "not I hold {}")
OF_POWERS = ("{power} at {}", "{power} holds {}")


def _page(name: str) -> str:
    return text_beside(__name__, name)


def _joined() -> tuple[Joined, ...]:
    """Return the lines that name several kinds, pieces or places, the first choice first."""
    words = ("piece ", f"{LOSE} ", f"{KEEP} ")
    rest = [Joined(f"rest {kind} ", say("other_place"), " or ") for kind in data({}).units]
    return (*(Joined(word, say("next_preference")) for word in words), *rest)


def _card() -> Card:
    return Card(
        conditions=ConditionForm(CLAIMS, before="if {}: ", otherwise=" else: {}", of_powers=OF_POWERS),
        runs_when_met=ByOption(option("scheme"), {SHEET: "", SPLIT: "", TABLE: say("runs_when_met")}),
        without_orders=ByOption(
            option("missing_sheet"), {"stand": say("without_orders"), "last": say("without_orders_last")}
        ),
        later_message=say("later_message"),
        correction=say("correction"),
        key="domination",
        title=report.TITLE,
        sentence=say("card_sentence"),
        seats=tuple(data({}).colours),
        rules=_page("rules.md"),
        credits=(say("credit_of_rule_book"), say("credit_of_the_rest")),
        options=OPTIONS,
        aliases=("epic domination", "epic"),
        phases=tuple(PHASES),
        hours=48,  # docs/liveliness-domination.md: at 72 many games take more than 25 days
        numbered=tuple(data({}).units),
        joined=_joined(),
        headings=tuple(heading.capitalize() for heading in PHASES["turn"].headings),
        help=helping.of_every_table(),
    )


def _read(now: Position, power: Power, so_far: Orders | None, lines: Sequence[str]) -> Reading:
    return reading.read(with_known_cards(now, power), power, so_far, lines)


PARTS = OpenParts(
    to_text=position.to_text,
    from_text=position.from_text,
    orders=from_text,
    record_to_text=record.to_text,
    record_from_text=record.from_text,
    due=owed.due,
    motions=owed.motions,
    read=_read,
    form=choices.form,
    choices=choices.choices,
    imagined=imagined.imagined,
    judge=phases.judge,
    seen=seen,
    sheet=report.report_facts,
    draw=report.draw,
    describe=notation.describe,
    colours=lambda: {power: line_of(colour) for power, colour in data({}).colours.items()},
)


class Domination(OpenGame[Position, tuple[OrderLine, ...], record.Record, Seen]):
    """Implements `adjudicator.core.game.Game`."""

    card = _card()

    def start(self, options: Facts, dice: Dice) -> State:
        return position.to_text(begin(options, dice))

    def later_choices(self, state: State, power: Power, orders: Orders) -> Mapping[str, Sequence[str]]:
        given = [line.order for line in from_text(orders)]
        return later_choices.later_choices(position.from_text(state), power, given)

    def help_of(self, state: State, power: Power) -> str:
        return helping.of_table(self._seen(state, None, power).position)

    def place(self, facts: Facts) -> State:
        return position.to_text(notation.place(facts))


game = Domination(PARTS)
