"""SWAP: two players exchange their powers.

Both get new reply addresses and the position of their new power; the old addresses are void. Orders on file
stay with the power, as with REPLACE. Powers that share a player by the rules move together, so that nobody
plays for two sides. The players still know what they have seen of the game so far; the GM log tells
everybody so.
"""

from collections.abc import Sequence

from pbem.commands.context import Person, TableContext
from pbem.commands.lookup.briefing import introduce
from pbem.commands.seats.seat_changes import give_time, seat_of, take, vacate
from pbem.core.sentences import Words, sentence
from pbem.gamemaster.seats import check_not_over, notify_second, power_to_move, together
from pbem.store.game_tables import Seat
from pbem.tables.gm_actions import GmAction, GmContext, GmRequest, NotDone
from pbem.tables.house_rules import house_rules


def swap(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Let two players exchange their powers: SWAP France and England; SWAP Ann and Bob."""
    check_not_over(gm)
    old = [_side(gm, text) for text in request.arguments]
    if old[0][0].address == old[1][0].address:
        called = _named(gm, [side[0] for side in old])
        raise NotDone(sentence("gm_seats", "same_player", powers=called))
    people = [Person(side[0].player, side[0].address, side[0].zone) for side in old]
    powers = [[seat.power for seat in side] for side in old]
    for seat in (*old[0], *old[1]):
        notify_second(gm, request, seat)
        vacate(gm.session, gm.table, seat, "replaced", gm.now)
    new = [
        [take(gm.session, gm.table, power, person) for power in side]
        for side, person in zip(powers, reversed(people), strict=True)
    ]
    is_moved = give_time(gm.table, gm.now)
    for seat in (*new[0], *new[1]):
        introduce(TableContext(gm.session, gm.office, gm.table, gm.now), seat)
    _tell(gm, request, new, is_moved=is_moved)
    addresses = [side[0].address for side in new]
    return [sentence("gm_seats", "swapped", sides=_sides(gm, new), addresses=addresses)]


def _side(gm: GmContext, text: str) -> Sequence[Seat]:
    """Return the seats that move with the one that *text* names. Raises NotDone if nobody plays it."""
    power = power_to_move(gm, text)
    seat = seat_of(gm.session, gm.table.key, power)
    if seat is None:
        raise NotDone(sentence("gm_seats", "no_swap", power=gm.named(power), word=power))
    return [one for one in gm.seats if one.power in together(gm, power)]


def _tell(gm: GmContext, request: GmRequest, new: Sequence[Sequence[Seat]], *, is_moved: bool) -> None:
    """Write it down, and inform everybody; by name only where the house rules show names."""
    is_shown = house_rules(gm.table).names == "shown"
    players = [side[0].player for side in new] if is_shown else []
    sides = _sides(gm, new)
    logged = sentence("gm_seats", "swap_logged", sides=sides, players=players)
    gm.write_down(request, logged, for_bulletin=True)
    gm.notify_table(request, "seats_swapped", with_deadline=is_moved, sides=sides, players=players)


def _sides(gm: GmContext, new: Sequence[Sequence[Seat]]) -> list[list[str]]:
    return [_named(gm, side) for side in new]


def _named(gm: GmContext, seats: Sequence[Seat]) -> list[str]:
    return [gm.named(seat.power) for seat in seats]


ACTIONS = (
    GmAction(
        "SWAP",
        r"(?:swap|exchange|switch)\s+(?:(?:the\s+)?(?:seats|powers|players|places)\s+(?:of\s+)?)?"
        r"(?:([^<>]{1,60}?)\s+(?:and|&)\s+([^<>]{1,60})|([^<>]{1,60}?)\s+(?:with|for|against|by)\s+([^<>@]{1,60}))",
        swap,
        "seats",
    ),
)
