"""The seal of a sheet: a short hash by which players check that their own orders were used.

The confirmation of orders prints the seal of the sheet on file; the report of the turn prints it again, with
the text that it was made from: a word that nobody can guess, and each order as confirmed. The hash is that of
the words, one per line, so that line breaks and indents do not matter; `docs/security.md` shows the command.
Only the player of the seat gets it.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256

from msgspec import Struct

from adjudicator.core.game import EARLIER_MESSAGE, THIS_MESSAGE, Game, InForce, Item, Section
from pbem.core.sentences import sentence
from pbem.store.game_tables import GameTable
from pbem.tables.office import Office

LENGTH = 16  # hexadecimal digits
FROM_MESSAGES = (THIS_MESSAGE, EARLIER_MESSAGE)


class SealedSheet(Struct, frozen=True):
    """The text that is sealed."""

    text: str

    @property
    def seal(self) -> str:
        words = "".join(f"{word}\n" for word in self.text.split())
        return sha256(words.encode()).hexdigest()[:LENGTH]


def sealed(office: Office, table: GameTable, power: str, in_force: Sequence[InForce]) -> SealedSheet | None:
    """Return the sealed sheet of *power* for the turn that is due; None if no order was sent."""
    return _sealed(office, table, table.number, power, in_force)


def _sealed(
    office: Office, table: GameTable, number: int, power: str, in_force: Sequence[InForce]
) -> SealedSheet | None:
    if not any(row.source in FROM_MESSAGES for row in in_force):
        return None
    secret = office.credentials.seal.sign("orders", table.key, str(number), power)
    return SealedSheet(f"{secret}: {'; '.join(_once(in_force))}")


def _once(in_force: Sequence[InForce]) -> Iterator[str]:
    """Yield the orders; one that a leader shares with the unit that it leads comes once.

    They are the same when the turn has been run as when they were confirmed.
    """
    listed_orders: set[str] = set()
    for row in in_force:
        order = row.lasting or row.order
        if row.source != "missing" and not (row.unit and order in listed_orders):
            listed_orders.add(order)
            yield order


class UsedIn(Struct, frozen=True):
    """The turn of a report: its number, and the position in which it was run.

    *is_waiting* if the power owed orders, but its part of the turn was not run.
    """

    game: Game
    number: int
    position: str
    is_waiting: bool = False


def sections(
    office: Office, table: GameTable, turn: UsedIn, power: str, orders: str | None
) -> Iterator[Section]:
    """Yield the part of a report that prints the orders that were used, or wait, with their seal."""
    game, position = turn.game, turn.position
    if orders is None:
        return
    sheet = _sealed(office, table, turn.number, power, game.read(position, power, orders, ()).in_force)
    if sheet is None:
        return
    own = office.house.templates
    due = game.due(position)
    # In turn order, orders of a power that owes nothing wait for its turn; elsewhere they are of this phase.
    is_ahead = turn.is_waiting or (game.card.plays_in_turn and power not in due.owed)
    about = sentence("answers", "seal_of_report", seal=sheet.seal, is_ahead=is_ahead).words(own)
    title = sentence("answers", "seal_title", is_ahead=is_ahead).words(own)
    yield Section("sealed", title, (Item(sheet.text), Item(about)))
