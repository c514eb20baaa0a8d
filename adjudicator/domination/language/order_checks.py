"""Check an order against the lines above it: conditions, the sum of starting builds, who may order."""

from collections.abc import Callable, Sequence

from adjudicator.core.language.words import NotAllowed
from adjudicator.domination.language import legality, opening
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.orders import PIECE, Build, Order, OrderLine, Pieces, Prefer
from adjudicator.domination.position import DOUBLE, MINI, treasury
from adjudicator.domination.resolve.owed import acting_now, title
from adjudicator.domination.sentences import say


def check_may_order(context: ReadingContext) -> None:
    if context.player not in context.position.settings.seats:
        raise NotAllowed(say("does_not_play_in_this_game", player=context.player), "")
    if context.position.over:
        raise NotAllowed(say("game_is_over"), "")
    if context.player not in acting_now(context.position):
        raise NotAllowed(
            say("you_owe_no_orders_now", title=title(context.position)), say("wait_for_next_report")
        )


def heading_before_play(order: Order, due: str) -> str:
    heading = legality.heading_before_play(order)
    if not heading:
        raise NotAllowed(say("play_begins_with_turn_1"), say("now", due=due))
    return heading


def check_conditions(context: ReadingContext, above: Sequence[OrderLine], line: OrderLine) -> None:
    """Refuse a condition that cannot be tested for this order, or when it is tested."""
    of_if = [row for row in above if row.number == line.otherwise] if line.otherwise else []
    _check_before_play(context, of_if, line)
    _check_in_battle(of_if, line)


def _check_in_battle(of_if: Sequence[OrderLine], line: OrderLine) -> None:
    """Refuse conditions on hits or rounds on other lines than preferences, and their `else`; 5.9."""
    if of_if and any(row.is_standing for row in of_if):
        raise NotAllowed(say("hits_have_no_else"), say("write_preference_without_condition"))
    if line.cases and not isinstance(line.order, Prefer) and any(case.is_in_battle for case in line.cases):
        raise NotAllowed(say("hits_are_for_preferences"), say("write_for_instance_hits"))


def _check_before_play(context: ReadingContext, of_if: Sequence[OrderLine], line: OrderLine) -> None:
    """Refuse conditions that cannot be tested while pieces are chosen or before turn 1; 11.4."""
    is_preference = type(line.order) is Prefer and line.is_conditional and not line.is_standing
    if is_preference and context.position.phase == "opening":
        raise NotAllowed(say("preferences_need_no_condition_yet"), say("write_it_without_condition"))
    if type(line.order) is not Pieces:
        return
    is_about_others = line.tests or any(case.about != PIECE for case in line.cases or ())
    if is_about_others or (of_if and not isinstance(of_if[0].order, Pieces)):
        raise NotAllowed(say("condition_of_pieces"), say("write_who_has_a_piece"))


def check_sum(
    context: ReadingContext, above: Sequence[OrderLine], line: OrderLine, lawful: Callable[[], Sequence[str]]
) -> None:
    """Refuse a starting build that the player cannot pay for: nobody else changes the sum.

    In Mini Domination as much of it is built as can be paid, as in later turns; 10.3.
    """
    position = context.position
    if position.phase == "opening" and not position.slots:
        _check_sum_of_pieces(context, above, line)
    is_start = position.phase == "start" and position.settings.variant != MINI
    if not is_start or not _cost(context, line, lawful):
        return
    money = treasury(position, context.player)
    total = sum(_cost(context, row, lawful) for row in (*above, line))
    if total > money:
        raise NotAllowed(
            say("with_this_line_your_builds_cost", total=total, money=money),
            say("order_builds_for_at_most", money=money),
        )


def _check_sum_of_pieces(context: ReadingContext, above: Sequence[OrderLine], line: OrderLine) -> None:
    """Refuse a build that the income of its piece cannot pay for."""
    piece = opening.piece_of(line)
    if context.position.settings.variant in (MINI, DOUBLE) or not piece:
        return
    money = opening.income_of(context.position, piece)
    of_piece = (row for row in (*above, line) if opening.piece_of(row) == piece)
    total = sum(opening.cost(context.data, row) for row in of_piece)
    if total > money:
        raise NotAllowed(
            say("builds_of_piece_cost", piece=piece, total=total, money=money),
            say("order_builds_for_at_most", money=money),
        )


def _cost(context: ReadingContext, line: OrderLine, lawful: Callable[[], Sequence[str]]) -> int:
    """Return the price that a build certainly has; 0 at a place where the player cannot build now."""
    order = line.order
    if not isinstance(order, Build) or order.rest or line.is_conditional:
        return 0
    known = set(lawful())
    return sum(
        part.count * context.data.units[part.kind].cost
        for part in order.units
        if any(f"{part.kind} {space}" in known for space in order.places)
    )
