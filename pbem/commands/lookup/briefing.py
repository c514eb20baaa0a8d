"""Mails with the position between turns, under a headline that says why they came.

`brief` is for players who know their game, after a rollback for instance. The others also send what the first
mails of the game contained: `introduce` to a new player, `introduce_second` to the second player of a seat,
and `introduce_observer`, with public facts only, to an observer.
"""

from msgspec.structs import replace

from pbem import reports
from pbem.commands.context import TableContext
from pbem.core.sentences import Sentence, sentence
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.reports import SeatCard, TurnView
from pbem.store.game_tables import Seat
from pbem.tables import opening
from pbem.tables.office import run_of
from pbem.tables.seats.vacancies import vacant


def brief(at_table: TableContext, seat: Seat, headline: Sentence) -> None:
    """Mail the position to *seat*, with an order form as something to reply to."""
    card = at_table.office.report_card(at_table.table, seat, at_table.now)
    view = opening.position_view(at_table.game, at_table.table, seat.power, is_drawn=card.has_picture)
    view = replace(view, atlas=at_table.game.card.atlas)
    _mail(at_table, seat, card, _under(at_table, headline, view))


def introduce(at_table: TableContext, seat: Seat) -> None:
    """Mail the position to *seat*, whose player is new, with what the first mails of the game contained."""
    card = at_table.office.report_card(at_table.table, seat, at_table.now)
    _introduce(at_table, seat, card, sentence("briefing", "new_player", power=card.named))


def introduce_second(at_table: TableContext, seat: Seat, second: tuple[str, str]) -> None:
    """Mail the same to the *second* player of a shared seat, a name and an address, and to nobody else."""
    name, address = second
    own = at_table.office.report_card(at_table.table, seat, at_table.now)
    card = replace(own, player=name, address=address)
    headline = sentence("briefing", "second_player", power=own.named, first=seat.player)
    _introduce(at_table, seat, card, headline, ".second")


def _introduce(
    at_table: TableContext, seat: Seat, card: SeatCard, headline: Sentence, once: str = ""
) -> None:
    view = opening.introduction(at_table.session, at_table.office, at_table.table, card)
    _mail(at_table, seat, card, _under(at_table, headline, view), once)


def introduce_observer(at_table: TableContext, reader: reports.Reader) -> None:
    """Mail an observer of a running game the public position, the house rules and the hash of the seed."""
    session, office, table = at_table.session, at_table.office, at_table.table
    public = opening.public_introduction(session, office, table)
    supplement = replace(public.supplement, vacant=vacant(session, table, at_table.game))
    headed = _under(at_table, sentence("briefing", "position"), public)
    view = replace(headed, supplement=supplement, again=f"observes.{table.number}.{table.moves}")
    run = run_of(table, at_table.game.due(table.position))
    for mail in reports.bulletins(office.context(at_table.now), at_table.card, [reader], run, view):
        outbox.put(session, mail, About(table.key, None, table.number), at_table.now)


def _under(at_table: TableContext, headline: Sentence, view: TurnView) -> TurnView:
    words = headline.words(at_table.office.house.templates)
    return replace(view, sheet=replace(view.sheet, headline=words))


def _mail(at_table: TableContext, seat: Seat, card: SeatCard, view: TurnView, once: str = "") -> None:
    """Mail a report that counts for the turn that is due; *once* distinguishes it from an earlier one."""
    table, now = at_table.table, at_table.now
    run = run_of(table, at_table.game.due(table.position))
    own = f".{seat.epoch}.{table.moves}{once}"
    mail = reports.turn_report(at_table.office.context(now), card, run, view, own)
    outbox.put(at_table.session, mail, About(table.key, seat.power, table.number), now)
