"""The arguments and results of commands.

A command is a function from a `Request` to a `CommandResult` or an `AnswerPage`. It writes in the transaction
of its message and sends no answer itself: all results of a message go into one mail.
"""

from collections.abc import Sequence
from datetime import datetime
from difflib import get_close_matches

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session

from adjudicator.core.atlas import PlaceEntry
from adjudicator.core.game import Due, Game, Power, State
from pbem import reports
from pbem.core.sentences import Sentence, Unusable, Words, in_words, sentence
from pbem.messages.message import IncomingMessage
from pbem.messages.script import Request, Script
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.reports import CommandResult
from pbem.store.game_tables import GameTable, Seat, seats_of
from pbem.store.mail_tables import StoredMessage
from pbem.store.rows import id_of
from pbem.tables import order_sheets
from pbem.tables.house_rules import HouseRules, house_rules
from pbem.tables.identity import gm_seat
from pbem.tables.office import Office, run_of, table_card
from pbem.tables.people.names import called
from pbem.tables.seats.vacancies import playing

SHORTEST_BEGINNING = 4  # letters that the name of a power shares with what was probably meant for it


class SeatContext(Struct, frozen=True):
    """A seat at its table, with the facts for an answer."""

    table: GameTable
    row: Seat
    game: Game
    due: Due
    card: reports.SeatCard

    @property
    def place(self) -> order_sheets.Place:
        return order_sheets.Place(self.game, self.table, self.row.power)

    @property
    def powers(self) -> Sequence[str]:
        """The powers at the table: Domination has more colours than players."""
        return playing(self.game.due(self.table.start), self.game.card.seats)

    @property
    def run(self) -> reports.Run:
        return run_of(self.table, self.due)

    @property
    def atlas(self) -> Sequence[PlaceEntry]:
        return atlas_of(self.game, self.table.position, self.row.power)


def atlas_of(game: Game, position: State, power: Power) -> Sequence[PlaceEntry]:
    """Return the places with all that *power* may know of them if the game has that, or those of its card."""
    return game.show(position, None, power).atlas or game.card.atlas


class TableContext(Struct, frozen=True):
    """A table, the open transaction, and the time."""

    session: Session
    office: Office
    table: GameTable
    now: datetime

    @property
    def game(self) -> Game:
        return self.office.find_game(self.table.game)

    @property
    def card(self) -> reports.TableCard:
        return table_card(self.table, self.game)

    def send_note(self, to: tuple[str, str], note: reports.Note) -> None:
        """Put a note that answers no message into the outbox."""
        with_reply = self.office.with_reply(self.session, self.table.key, to[1], note)
        mail = reports.note(self.office.context(self.now), self.card, to, with_reply)
        outbox.put(self.session, mail, About(self.table.key), self.now)


class Person(Struct, frozen=True):
    """The sender, with a seat or without; *address* is authenticated.

    A sender without a seat has the zone of the host; at a table that they join, the zone of the table.
    """

    name: str
    address: str
    zone: str = "UTC"
    has_seat: bool = True


class CommandContext(Struct, frozen=True):
    """A message with or without a seat, as for JOIN, TAKE OVER and OBSERVE."""

    session: Session
    office: Office
    stored: StoredMessage
    message: IncomingMessage
    script: Script
    now: datetime
    person: Person

    def at(self, table: GameTable) -> TableContext:
        return TableContext(self.session, self.office, table, self.now)

    def words(self, sentence: Words) -> str:
        """Return the text of a sentence, using the host's templates."""
        return in_words(sentence, self.office.house.templates)

    def send_note(self, card: reports.TableCard, to: tuple[str, str], note: reports.Note) -> None:
        """Put a note to somebody into the outbox."""
        with_reply = self.office.with_reply(self.session, card.key, to[1], note)
        mail = reports.note(self.office.context(self.now), card, to, with_reply)
        outbox.put(self.session, mail, About(card.key, incoming_id=id_of(self.stored)), self.now)

    def notify_gm(self, table: GameTable, note: reports.Note) -> None:
        """Put a note to the game master into the outbox; a reply to it speaks for the game master."""
        card = self.office.seat_card(table, gm_seat(table))
        to = (table.gm_name, table.gm_address)
        self.send_note(card.table, to, replace(note, reply_to=card.reply_to, tag=card.tag))


class SeatCommandContext(Struct, frozen=True):
    """A message that speaks for a seat."""

    visit: CommandContext
    at: SeatContext

    @property
    def session(self) -> Session:
        return self.visit.session

    @property
    def rules(self) -> HouseRules:
        return house_rules(self.at.table)

    def words(self, sentence: Words) -> str:
        return self.visit.words(sentence)

    def find_player(self, written: str) -> Sequence[str]:
        """Return the powers of the player called *written*; none where names are hidden. Raises Unusable."""
        if self.rules.names == "hidden":
            return ()
        return powers_of_player(written, seats_of(self.session, self.at.table.key))

    @property
    def at_table(self) -> TableContext:
        return self.visit.at(self.at.table)


def done(request: Request, *sentences: Words) -> CommandResult:
    return CommandResult(request.line, request.written, sentences)


def refused(request: Request, *sentences: Words) -> CommandResult:
    return CommandResult(request.line, request.written, sentences, is_refused=True)


def not_used(request: Request) -> list[Sentence]:
    """Return the sentence that names the lines of a command that is refused, if it has any."""
    lines = [line.strip() for line in request.text if line.strip()]
    return [sentence("commands", "not_used", lines=lines)] if lines else []


def reason(fault: ValueError) -> Words:
    """Return the text of an error for the person who caused it."""
    return fault.sentence if isinstance(fault, Unusable) else str(fault)


def powers_begun(written: str, powers: Sequence[str]) -> list[str]:
    """Return the powers whose names begin with *written*, or only the one with exactly that name."""
    wanted = " ".join(written.lower().split()).removeprefix("the ")  # as reports say "the Elves"
    begun = [power for power in powers if wanted and power.lower().startswith(wanted)]
    return [power for power in begun if power.lower() == wanted] or begun


def power_meant(written: str, powers: Sequence[str]) -> str:
    """Return the power whose name begins with *written*. Raises Unusable if there is none, or several."""
    begun = powers_begun(written, powers)
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise Unusable(sentence("names", "may_be", written=written, powers=begun))
    raise Unusable(sentence("names", "no_power", written=written, near=_near(written, powers), powers=powers))


def is_nearly_power(written: str, powers: Sequence[str]) -> bool:
    """Return whether *written* may be the name of a power with a slip, or the beginning of several."""
    longest = max((len(power.split()) for power in powers), default=0)
    is_short = len(written.lower().removeprefix("the ").split()) <= longest
    return len(powers_begun(written, powers)) > 1 or (is_short and bool(_near(written, powers)))


def _near(written: str, powers: Sequence[str]) -> str:
    """Return the power whose name is like *written*, or begins like it: "France" for the Franco-British."""
    first = written.lower()[:SHORTEST_BEGINNING]
    begun = [one for one in powers if len(first) == SHORTEST_BEGINNING and one.lower().startswith(first)]
    return "".join(get_close_matches(written.title(), powers, 1) or (begun if len(begun) == 1 else ()))


def powers_of_player(written: str, seats: Sequence[Seat], *, with_address: bool = False) -> list[str]:
    """Return the powers of the player who is called that. Raises Unusable if there are several players.

    *with_address* only for a game master: see `called`.
    """
    found = called(written, seats, with_address=with_address)
    if len({seat.address for seat in found}) > 1:
        raise Unusable(sentence("names", "may_be", written=written, powers=[seat.power for seat in found]))
    return [seat.power for seat in found]
