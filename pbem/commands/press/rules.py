"""Check press against the house rules: recipients, manner, time and number."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from msgspec import Struct
from sqlmodel import select

from pbem.commands.context import SeatCommandContext, TableContext
from pbem.commands.press import neighbours
from pbem.commands.press.recipients import BULLETIN, GM, Addressed
from pbem.commands.press.shown import GREY, SIGNED
from pbem.core.sentences import Unusable, sentence
from pbem.store.game_tables import seats_of
from pbem.store.player_tables import Press
from pbem.tables import order_sheets
from pbem.tables.house_rules import HouseRules, house_rules

A_DAY = timedelta(hours=24)


class Manners(Struct, frozen=True):
    """What a value of the house rule `press` allows; *usual* is the manner of a plain PRESS."""

    to_players: bool
    to_bulletin: bool
    manners: Sequence[str] = (SIGNED,)
    usual: str = SIGNED
    to_all_alone: bool = False


ALLOWED: Mapping[str, Manners] = {
    "signed": Manners(to_players=True, to_bulletin=True),
    "grey": Manners(to_players=True, to_bulletin=True, manners=(SIGNED, GREY)),
    "grey first": Manners(to_players=True, to_bulletin=True, manners=(SIGNED, GREY), usual=GREY),
    "grey only": Manners(to_players=True, to_bulletin=True, manners=(GREY,), usual=GREY),
    "broadcast": Manners(to_players=True, to_bulletin=True, to_all_alone=True),
    "bulletin": Manners(to_players=False, to_bulletin=True),
    "gm": Manners(to_players=False, to_bulletin=False),
    "none": Manners(to_players=False, to_bulletin=False),
}


def manner_meant(rules: HouseRules, to: Sequence[str], said: str | None) -> str:
    """Return the manner of a message; *said* is None if its writer named none.

    A message to the game master alone is signed, because nobody else sees who wrote it.
    """
    usual = SIGNED if list(to) == [GM] else ALLOWED[rules.press].usual
    return said or usual


def check(acting: SeatCommandContext, to: Addressed, manner: str) -> None:
    """Raise Unusable if the house rules do not allow the message."""
    check_recipients(acting, to, manner)
    check_number(acting)


def check_number(acting: SeatCommandContext) -> None:
    """Raise Unusable if the seat has sent as many messages as the house rules allow in 24 hours."""
    if sent_today(acting) >= acting.rules.press_a_day:
        raise Unusable(sentence("press", "most_a_day", most=acting.rules.press_a_day))


def check_recipients(acting: SeatCommandContext, to: Addressed, manner: str) -> None:
    """Raise Unusable if the house rules do not allow a message to these recipients now."""
    rule = acting.rules.press
    allowed = ALLOWED[rule]
    others = [name for name in to.to if name not in (GM, BULLETIN)]
    forbidden = (
        (bool(others) and not allowed.to_players)
        or (BULLETIN in to.to and not allowed.to_bulletin)
        or (manner not in allowed.manners and to.to != [GM])
    )
    if forbidden:
        raise Unusable(sentence("press", "forbidden", table=acting.at.table.key, rule=rule))
    _check_names(acting, to)
    if others:
        _check_time(acting)
        _check_broadcast(acting, others, allowed)
    if to.to != [GM]:
        _check_reach(acting, others)
    if others == [acting.at.row.power]:
        raise Unusable(sentence("press", "to_yourself"))


def _check_names(acting: SeatCommandContext, to: Addressed) -> None:
    """Raise Unusable if the message has false names that the table does not allow."""
    rule, key = acting.rules.press_fakes, acting.at.table.key
    if to.shown_as is not None and rule not in ("sender", "both"):
        raise Unusable(sentence("press", "no_false_sender", table=key))
    if to.shown_to is not None and rule not in ("recipients", "both"):
        raise Unusable(sentence("press", "no_false_recipients", table=key))
    if GM in to.to and (to.shown_as is not None or to.shown_to is not None):
        raise Unusable(sentence("press", "no_false_names_to_the_gm"))


def _check_time(acting: SeatCommandContext) -> None:
    """Raise Unusable if players may not write to each other now, or not before they have ordered."""
    at, rules = acting.at, acting.rules
    key = at.table.key
    if rules.press_phases and at.due.phase not in rules.press_phases:
        allowed = rules.press_phases
        raise Unusable(sentence("press", "not_in_this_phase", table=key, phases=allowed, turn=at.due.turn))
    is_late = at.table.deadline_utc is not None and acting.visit.stored.received_utc > at.table.deadline_utc
    if is_late and rules.press_after_deadline == "no":
        raise Unusable(sentence("press", "not_after_the_deadline", table=key))
    needs_orders = rules.press_needs_orders or (is_late and rules.press_after_deadline == "with orders")
    owes = needs_orders and at.row.power in at.due.owed
    if owes and order_sheets.on_file(acting.session, at.place) is None:
        raise Unusable(
            sentence("press", "orders_first", table=key, is_late=is_late and not rules.press_needs_orders)
        )


def _check_broadcast(acting: SeatCommandContext, others: Sequence[str], allowed: Manners) -> None:
    """Raise Unusable if the message is for some, where messages are for all."""
    if allowed.to_all_alone and not _is_to_all(acting, others):
        raise Unusable(sentence("press", "to_all_alone", table=acting.at.table.key))


def _is_to_all(acting: SeatCommandContext, others: Sequence[str]) -> bool:
    return {*others, acting.at.row.power} == set(acting.at.powers)


def _check_reach(acting: SeatCommandContext, others: Sequence[str]) -> None:
    """Raise Unusable if by the house rule `press_reach` the writer's power may not write to these."""
    rule, at = acting.rules.press_reach, acting.at
    own, key = at.row.power, at.table.key
    if rule == "all" or not neighbours.has_map(at.game):
        return
    if rule == "eliminated":
        if not neighbours.is_eliminated(at.game, at.table.position, own):
            raise Unusable(sentence("press", "not_eliminated", table=key))
        if others and not _is_to_all(acting, others):
            raise Unusable(sentence("press", "eliminated_to_all", table=key))
        return
    near = neighbours.of(at.game, at.table.position, own) or ()
    may = [one for one in at.powers if one != own and (one in near) is (rule == "neighbours")]
    if not set(others) <= {*may, own}:
        raise Unusable(sentence("press", "out_of_reach", table=key, may=may, rule=rule))


def answered_to(at_table: TableContext, own: str, writer: str | None) -> str:
    """Return whom *own* may write to in answer: "writer", "all" at once, or "nobody".

    *writer* is the power that the message shows, None for grey press, which nothing here depends on.
    """
    rules, position = house_rules(at_table.table), at_table.table.position
    allowed, rule, game = ALLOWED[rules.press], rules.press_reach, at_table.game
    one = "all" if allowed.to_all_alone else "writer"
    if not allowed.to_players:
        return "nobody"
    if rule == "all" or not neighbours.has_map(game):
        return one
    if rule == "eliminated":
        return "all" if neighbours.is_eliminated(game, position, own) else "nobody"
    near = neighbours.of(game, position, own) or ()
    others = [writer] if writer in game.card.seats else [seat for seat in game.card.seats if seat != own]
    return one if any((other in near) is (rule == "neighbours") for other in others) else "nobody"


def sent_today(acting: SeatCommandContext) -> int:
    """Return how many messages the power wrote in 24 hours, whether anybody got them or not."""
    return len(_of_today(acting))


def delivered_today(acting: SeatCommandContext) -> int:
    """Return how many of them went to a player, the game master or the bulletin."""
    played = {seat.power for seat in seats_of(acting.session, acting.at.table.key)} - {acting.at.row.power}
    return sum(not played.union((GM, BULLETIN)).isdisjoint(to) for to in _of_today(acting))


def _of_today(acting: SeatCommandContext) -> Sequence[Sequence[str]]:
    """Return the recipients of each message."""
    wanted = select(Press.to).where(
        Press.table_key == acting.at.table.key,
        Press.power == acting.at.row.power,
        Press.sent_utc > acting.visit.now - A_DAY,
    )
    return acting.session.exec(wanted).all()
