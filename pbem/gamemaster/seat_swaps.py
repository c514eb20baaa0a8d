"""SWAP: two players exchange their powers.

Both get new reply addresses and the position of their new power; the old addresses are void. Orders on file
stay with the power, as with REPLACE. What the players have seen of the game so far they keep in mind, which
the GM log says to everybody.
"""

from collections.abc import Sequence

from pbem.commands.context import Person, TableContext
from pbem.commands.lookup.briefing import introduce
from pbem.commands.seats.seat_changes import give_time, seat_of, take, vacate
from pbem.core.sentences import Words, sentence
from pbem.gamemaster.seats import notify_second, power_of
from pbem.store.game_tables import Seat
from pbem.tables.gm_actions import GmAction, GmContext, GmRequest, NotDone
from pbem.tables.house_rules import house_rules


def swap(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Let two players exchange their powers: SWAP France and England; SWAP Ann and Bob."""
    old = [_seat(gm, text) for text in request.arguments]
    if old[0].address == old[1].address:
        raise NotDone(sentence("gm_seats", "same_player", powers=[gm.named(one.power) for one in old]))
    people = [Person(one.player, one.address, one.zone) for one in old]
    powers = [one.power for one in old]
    for seat in old:
        notify_second(gm, request, seat)
        vacate(gm.session, gm.table, seat, "replaced", gm.now)
    new = [take(gm.session, gm.table, *pair) for pair in zip(powers, reversed(people), strict=True)]
    is_moved = give_time(gm.table, gm.now)
    for seat in new:
        introduce(TableContext(gm.session, gm.office, gm.table, gm.now), seat)
    _tell(gm, request, new, is_moved=is_moved)
    return [sentence("gm_seats", "swapped", powers=_named(gm, new), addresses=[one.address for one in new])]


def _seat(gm: GmContext, text: str) -> Seat:
    """Return the seat that is named by its power or its player. Raises NotDone if nobody plays it."""
    power = power_of(gm, text, gm.game.card.seats)
    seat = seat_of(gm.session, gm.table.key, power)
    if seat is None:
        raise NotDone(sentence("gm_seats", "no_swap", power=gm.named(power), word=power))
    return seat


def _tell(gm: GmContext, request: GmRequest, new: Sequence[Seat], *, is_moved: bool) -> None:
    """Write it down, and inform everybody; by name only where the house rules show names."""
    is_shown = house_rules(gm.table).names == "shown"
    players = [seat.player for seat in new] if is_shown else []
    powers = _named(gm, new)
    gm.write_down(
        request, sentence("gm_seats", "swap_logged", powers=powers, players=players), for_bulletin=True
    )
    gm.notify_table(request, "seats_swapped", with_deadline=is_moved, powers=powers, players=players)


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
