"""PLAYERS, WHOIS and GAMES: the players, their addresses, and the tables that the asker runs.

Addresses and hidden names are for the game master and the deputies; the answer goes to their registered
address. Preferences of a player, such as the time zone, are not shown. Nothing here depends on orders beyond
what the reports name as missing.
"""

from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from sqlmodel import col, select

from adjudicator.core.phrasing import capital
from pbem.commands.context import power_meant
from pbem.commands.seats import absences, joining
from pbem.core.sentences import Sentence, Unusable, Words, sentence
from pbem.core.text_layout import columns
from pbem.store.game_tables import GameTable, Seat
from pbem.store.player_tables import FormerSeat, SeatAddress
from pbem.store.states import FORMING, OVER
from pbem.tables.gm_actions import GmAction, GmContext, GmRequest, NotDone
from pbem.tables.identity import gm_seats, led_by
from pbem.tables.opening import powers_of
from pbem.tables.people.names import called
from pbem.tables.people.readers import subscribers_of
from pbem.tables.robots import in_place_of_players, is_public

MOST_NAMED = 40  # most other tables that GAMES names


def players(gm: GmContext, _request: GmRequest) -> Sequence[Words]:
    """Show each power with its player: PLAYERS."""
    seated = {seat.power: seat for seat in gm.seats}
    rows = [_row(gm, power, seated.get(power)) for power in _powers(gm)]
    heads = gm.in_words(sentence("gm_people", "heads")).split(", ")
    notes = [line for power in _powers(gm) if power in seated for line in _remarks(gm, seated[power])]
    leading = [
        sentence("gm_people", "leads", who=_who(gm, seat.player, seat.address))
        for seat in gm_seats(gm.session, gm.table)
    ]
    others = [line for _, _, line in _without_seats(gm)]
    return [columns(rows, heads), "", *notes, *leading, *others]


def _without_seats(gm: GmContext) -> Iterator[tuple[str, str, Words]]:
    """Yield name, address and a line for each person who has joined, waits or observes."""
    is_forming = gm.table.state == FORMING
    for row in joining.applicants_of(gm.session, gm.table.key):
        who = _who(gm, row.player, row.address)
        yield row.player, row.address, sentence("gm_people", "applicant", who=who, is_forming=is_forming)
    for one in subscribers_of(gm.session, gm.table.key):
        yield one.name, one.address, sentence("gm_people", "observer", who=_who(gm, one.name, one.address))


def _powers(gm: GmContext) -> Sequence[str]:
    return powers_of(gm.office, gm.table)


def _row(gm: GmContext, power: str, seat: Seat | None) -> tuple[str, str, str]:
    if seat is None:
        is_robot = power in in_place_of_players(gm.session, gm.table.key)
        return power, gm.in_words(sentence("gm_people", "robot")) if is_robot else "-", "-"
    return seat.power, "-" if _is_nameless(gm, seat.player) else seat.player, seat.address


def _is_nameless(gm: GmContext, name: str) -> bool:
    """Return whether a person has given no name, so that mails call them "A player"."""
    return name in ("", gm.in_words(sentence("joining", "anonymous")))


def _who(gm: GmContext, name: str, address: str) -> str:
    """Return name and address, or the address alone if there is no name."""
    return address if _is_nameless(gm, name) else f"{name} <{address}>"


def _remarks(gm: GmContext, seat: Seat) -> Iterator[Words]:
    """Yield remarks on a player: absences, turns without orders, bounced mail."""
    for first, last in absences.to_come(gm.session, seat, gm.now):
        yield sentence("gm_people", "away", power=gm.named(seat.power), first=first, last=last)
    if seat.missed:
        yield sentence("table_status", "nmr", power=seat.power, turns=seat.missed)
    if seat.suspended_utc:
        yield sentence("table_status", "suspended", power=seat.power)


def who_is(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Show everything about one player: WHOIS France; WHOIS Ann; WHOIS ann@example.org."""
    text = request.argument.lower().strip("<>? ")
    found = _meant(gm, text)
    if not found and not (others := list(_elsewhere(gm, text))):
        raise NotDone(_nobody(gm, request.argument.strip("? ")))
    return [line for seat in found for line in (*_told(gm, seat), "")][:-1] or others


def _elsewhere(gm: GmContext, text: str) -> Iterator[Words]:
    """Yield what is known about people without a seat whose name or address is *text*."""
    yield from (line for name, address, line in _without_seats(gm) if text in (name.lower(), address))
    for power in _powers(gm):
        for row in _former(gm, power):
            if text in (row.player.lower(), row.address):
                yield _formerly(gm, row)


def _nobody(gm: GmContext, text: str) -> Sentence:
    """Return that nobody at the table is called that, with the power that may be meant."""
    near = get_close_matches(text.title(), _powers(gm), 1)
    return sentence("gm_people", "nobody", text=text, near="".join(near), powers=_powers(gm))


def _meant(gm: GmContext, text: str) -> Sequence[Seat]:
    """Return the seats that a power, a name or an address in small letters means."""
    seats = gm.seats
    named = called(text, seats, with_address=True)
    if named := named or [seat for seat in seats if text in _others(gm, seat)]:
        return named
    try:
        power = power_meant(text, _powers(gm))
    except Unusable:
        return []
    own = [seat for seat in seats if seat.power == power]
    is_empty = not own and power not in in_place_of_players(gm.session, gm.table.key)
    if is_empty and not _former(gm, power):
        raise NotDone(sentence("gm_seats", "nobody_plays", power=gm.named(power)))
    return own or [Seat(table_key=gm.table.key, power=power, player="", address="")]


def _told(gm: GmContext, seat: Seat) -> Iterator[Words]:
    if seat.address:
        yield sentence(
            "gm_people", "plays", power=gm.named(seat.power), who=_who(gm, seat.player, seat.address)
        )
        if others := _others(gm, seat):
            yield sentence("gm_people", "other_addresses", addresses=others)
        yield from _remarks(gm, seat)
    elif seat.power in in_place_of_players(gm.session, gm.table.key):
        yield sentence("gm_seats", "robots_play", powers=[gm.named(seat.power)])
    else:
        yield capital(gm.in_words(sentence("gm_seats", "nobody_plays", power=gm.named(seat.power))))
    yield from (_formerly(gm, row) for row in _former(gm, seat.power))


def _formerly(gm: GmContext, row: FormerSeat) -> Words:
    return sentence(
        "gm_people",
        "former",
        power=gm.named(row.power),
        who=_who(gm, row.player, row.address),
        reason=row.reason,
        left=row.left_utc,
        zone=gm.table.zone,
    )


def _others(gm: GmContext, seat: Seat) -> list[str]:
    wanted = select(SeatAddress.address).where(
        SeatAddress.table_key == seat.table_key,
        SeatAddress.power == seat.power,
        SeatAddress.owner == seat.address,
    )
    return list(gm.session.exec(wanted.order_by(col(SeatAddress.id))))


def _former(gm: GmContext, power: str) -> list[FormerSeat]:
    wanted = select(FormerSeat).where(FormerSeat.table_key == gm.table.key, FormerSeat.power == power)
    return list(gm.session.exec(wanted.order_by(col(FormerSeat.id))))


def games(gm: GmContext, _request: GmRequest) -> Sequence[Words]:
    """Show the tables that the asker runs or helps to run, and name the others: GAMES."""
    own = gm.own_address or gm.table.gm_address
    led = [table for _, table in led_by(gm.session, own)]
    others = [key for key in _public_tables(gm) if key not in {table.key for table in led}]
    named = [sentence("gm_people", "other_tables", tables=others)] if others else []
    return [*(_game(gm, table) for table in led), *named]


def _public_tables(gm: GmContext) -> Sequence[str]:
    wanted = select(GameTable.key).where(GameTable.state != OVER, is_public()).order_by(GameTable.key)
    return gm.session.exec(wanted.limit(MOST_NAMED)).all()


def _game(gm: GmContext, table: GameTable) -> Words:
    game = gm.office.find_game(table.game)
    return sentence(
        "gm_people",
        "game",
        table=table.key,
        title=game.card.title,
        turn=game.due(table.position).turn,
        state=table.state,
        deadline=table.deadline_utc,
        zone=table.zone,
    )


ACTIONS = (
    GmAction("PLAYERS", r"(?:list\s+)?players", players, "always", is_page=True),
    GmAction("WHOIS", r"who\s?is\s+(.{1,80})", who_is, "always", is_page=True),
    GmAction(
        "GAMES",
        r"(?:list\s+)?(?:my\s+)?(?:games|tables)(?:\s+of\s+mine)?",
        games,
        "always",
        is_page=True,
        is_of_players=True,
    ),
)
