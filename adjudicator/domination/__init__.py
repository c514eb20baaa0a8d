"""Epic Domination: two to eight players on hexes, with armies, walls, ships, spells and dice."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec.structs import replace

from adjudicator.core.dice import Dice
from adjudicator.core.game import (
    Card,
    ConditionForm,
    Due,
    Facts,
    GameOverError,
    Joined,
    Orders,
    Power,
    Reading,
    Record,
    ReportFacts,
    State,
    Turn,
)
from adjudicator.core.package_files import text_beside
from adjudicator.domination import position, record
from adjudicator.domination.data import data
from adjudicator.domination.language import reading
from adjudicator.domination.language.orders import KEEP, LOSE, from_text
from adjudicator.domination.options import OPTIONS
from adjudicator.domination.options import start as begin
from adjudicator.domination.position import PHASES
from adjudicator.domination.resolve import owed, phases
from adjudicator.domination.sentences import say
from adjudicator.domination.view import choices, helping, imagined, later_choices, notation, report
from adjudicator.domination.view.drawing_owners import line_of
from adjudicator.domination.view.sight import Seen, seen, with_known_cards

CLAIMS = ("enemy at {}", "not enemy at {}", "nobody at {}", "me at {}", "I hold {}", "not I hold {}")


def _page(name: str) -> str:
    return text_beside(__name__, name)


def _joined() -> tuple[Joined, ...]:
    """Return the lines that name several kinds, pieces or places, the first choice first."""
    words = ("piece ", f"{LOSE} ", f"{KEEP} ")
    rest = [Joined(f"rest {kind} ", say("other_place"), " or ") for kind in data({}).units]
    return (*(Joined(word, say("next_preference")) for word in words), *rest)


def _card() -> Card:
    return Card(
        has_conditions=True,
        conditions=ConditionForm(CLAIMS, before="if {}: "),
        runs_when_met=say("runs_when_met"),
        later_message=say("later_message"),
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


class Domination:
    """Implements `adjudicator.core.game.Game`."""

    card = _card()

    def start(self, options: Facts, dice: Dice) -> State:
        return position.to_text(begin(options, dice))

    def due(self, state: State) -> Due:
        return owed.due(position.from_text(state))

    def form(self, state: State, power: Power) -> Sequence[str]:
        return choices.form(position.from_text(state), power)

    def choices(self, state: State, power: Power) -> Mapping[str, Sequence[str]]:
        return choices.choices(position.from_text(state), power)

    def later_choices(self, state: State, power: Power, orders: Orders) -> Mapping[str, Sequence[str]]:
        given = [line.order for line in from_text(orders)]
        return later_choices.later_choices(position.from_text(state), power, given)

    def read(self, state: State, power: Power, so_far: Orders | None, lines: Sequence[str]) -> Reading:
        return reading.read(with_known_cards(position.from_text(state), power), power, so_far, lines)

    def judge(self, state: State, orders: Mapping[Power, Orders], dice: Dice) -> Turn:
        now = position.from_text(state)
        if now.over:
            raise GameOverError
        seats = now.settings.seats
        given = {seat: from_text(orders[seat]) for seat in seats if seat in orders}
        after, judged = phases.judge(now, given, dice)
        return Turn(position.to_text(after), record.to_text(judged))

    def imagined(self, state: State, power: Power) -> State:
        return position.to_text(imagined.imagined(position.from_text(state), power))

    def conclude(self, state: State, winners: Sequence[Power]) -> State:
        now = position.from_text(state)
        return position.to_text(replace(now, over=True, winners=tuple(winners)))

    def show(self, state: State, record: Record | None, reader: Power | None) -> ReportFacts:
        return report.report_facts(self._seen(state, record, reader))

    def picture(self, state: State, record: Record | None, reader: Power | None) -> str:  # noqa: ARG002
        return _picture(state, record)

    def help_of(self, state: State, power: Power) -> str:
        return helping.of_table(self._seen(state, None, power).position)

    def colours(self) -> Mapping[Power, str]:
        return {power: line_of(colour) for power, colour in data({}).colours.items()}

    def place(self, facts: Facts) -> State:
        return position.to_text(notation.place(facts))

    def describe(self, state: State, record: Record | None = None) -> dict[str, object]:
        return notation.describe(position.from_text(state), _record(record))

    def _seen(self, state: State, text: Record | None, reader: Power | None) -> Seen:
        return seen(position.from_text(state), _record(text), reader)


@lru_cache(maxsize=8)  # all readers see the same
def _picture(state: State, text: Record | None) -> str:
    return report.draw(seen(position.from_text(state), _record(text), None))


def _record(text: Record | None) -> record.Record | None:
    return record.from_text(text) if text else None


game = Domination()
