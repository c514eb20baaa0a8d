"""End a game before its rules end it, by agreement of its players, or by its GM.

The position is concluded by the game itself; everybody gets a last report or bulletin with the reason, with
the seed of the dice, and with who played what.
"""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session

from adjudicator.core.game import Motion, ReportFacts
from pbem import reports
from pbem.commands import diary
from pbem.commands.context import TableContext
from pbem.commands.press import deliver_with_turn, printed
from pbem.core.lists import listed
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.store.database import OVER, GameTable, Seat, seats_of
from pbem.store.gm_tables import SupersededRow
from pbem.tables.house_rules import house_rules
from pbem.tables.office import Office, run_of, table_card
from pbem.tables.readers import last_readers

ENDING = "ending"


class Ending(Struct, frozen=True):
    """Who has won or shares, and why: a headline and a paragraph for everybody."""

    winners: Sequence[str]
    headline: str
    reason: str


def agreed(motion: Motion) -> Ending:
    return Ending(motion.winners, _headline(motion), f"The players have agreed: {what_passed(motion)}")


def _headline(motion: Motion) -> str:
    if motion.key.startswith("concede "):
        return f"{listed(motion.winners)} {'wins' if len(motion.winners) == 1 else 'win'} by concession"
    return "The game is a draw"


def fact(motion: Motion) -> str:
    """What comes of the motion, without the half that says whose votes it takes."""
    return f"{motion.sentence.partition(';')[0].rstrip('.')}."


def what_passed(motion: Motion) -> str:
    """The same within a sentence."""
    told = fact(motion)
    return told if told.startswith(motion.winners) else told[0].lower() + told[1:]


def end_game(session: Session, office: Office, table: GameTable, ending: Ending, now: datetime) -> None:
    """The table is over; all mails of its end are put. In the caller's transaction."""
    game = office.find_game(table.game)
    _put_aside(session, table, now)
    table.position = game.conclude(table.position, ending.winners)
    table.state, table.held_reason = OVER, ""
    table.deadline_utc = table.final_utc = None
    session.flush()
    seats = seats_of(session, table.key)
    svg = game.picture(table.position, None, None) if office.settings.service.pictures else ""
    told = reports.TurnView(_ended(game.show(table.position, None, None), ending), (), svg)
    notes = [*names(table, seats), "Thank you for playing."]
    issue = reports.Issue(told, (), notes, table.seed, printed(session, table))
    run = replace(run_of(table, game.due(table.position)), number=table.number)
    readers = last_readers(session, office, table)
    mails = reports.bulletins(office.context(now), table_card(table, game), readers, run, issue)
    about = About(table.key, None, table.number)
    outbox.put_all(session, [(mail, about) for mail in mails], now)
    deliver_with_turn(TableContext(session, office, table, now), table.number)
    diary.send_out(session, office, table, now)


def _put_aside(session: Session, table: GameTable, now: datetime) -> None:
    """The position as it was, for REOPEN."""
    session.add(
        SupersededRow(
            table_key=table.key,
            edition=table.edition,
            number=table.number,
            kind=ENDING,
            row={"position": table.position},
            superseded_utc=now,
        )
    )


def _ended(sheet: ReportFacts, ending: Ending) -> ReportFacts:
    return replace(sheet, headline=ending.headline, lead=ending.reason)


def names(table: GameTable, seats: Sequence[Seat]) -> list[str]:
    """Who played what, unless that was hidden and stays so."""
    rules = house_rules(table)
    if not seats or (rules.names != "shown" and not rules.reveal):
        return []
    return ["; ".join(f"{seat.power} was played by {seat.player}" for seat in seats) + "."]
