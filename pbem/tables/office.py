"""The parts of the installation that both spines need.

An Office is created once at start-up: the store, the settings, the games, and the keys for checking messages.
It has no clock; callers pass the time.
"""

import hashlib
from collections.abc import Callable
from datetime import datetime

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session

from adjudicator.core.game import Due, Game
from pbem import reports
from pbem.core.deadlines import Reason
from pbem.core.settings import Settings
from pbem.messages.authentication import Vouch
from pbem.store.database import Store
from pbem.store.game_tables import GameTable, Seat, seats_of
from pbem.store.robot_rows import PRACTICE_KEY
from pbem.tables.house_rules import house_rules
from pbem.tables.people import page_links
from pbem.tables.people.reply_addresses import Credentials, conversation_reply, seat_reply

FindGame = Callable[[str], Game]
"""Returns the game of a key, a title or an alias. Raises ValueError with a remedy if there is none."""


class Office(Struct, frozen=True):
    """Everything that processing a message or a turn needs."""

    store: Store
    settings: Settings
    find_game: FindGame
    credentials: Credentials
    vouch: Vouch

    @property
    def house(self) -> reports.House:
        house = self.settings.house
        return reports.House(house.name, house.domain, house.judge, house.templates, self.settings.site.url)

    def stop_address(self, table_key: str, address: str) -> str:
        """Return the link that stops bulletins for *address*; "" if the host has no web site."""
        if not (self.settings.web.on and self.settings.site.url):
            return ""
        return f"{self.settings.site.url}/stop/{table_key}/{self.stop_token(table_key, address)}"

    @property
    def has_seat_pages(self) -> bool:
        """Return whether each seat has a page; for its link the host needs a web site."""
        web = self.settings.web
        return web.on and web.seat_pages and bool(self.settings.site.url)

    def report_card(self, table: GameTable, seat: Seat, now: datetime) -> reports.SeatCard:
        """Return what a report has to know of a seat: the same, and the link to its page."""
        card = self.seat_card(table, seat)
        if not self.has_seat_pages:
            return card
        token = page_links.link_token(self.credentials.seal, seat, now)
        return replace(card, page=f"{self.settings.site.url}/{page_links.FOLDER}/{token}")

    def stop_token(self, table_key: str, address: str) -> str:
        return self.credentials.seal.sign("stop", table_key, address)

    def context(self, now: datetime, answered: reports.AnsweredMessage | None = None) -> reports.MailContext:
        """Return the context of a mail; *answered* is the message to which it replies."""
        return reports.MailContext(self.house, now, answered or reports.AnsweredMessage())

    def with_reply(self, session: Session, table_key: str, address: str, note: reports.Note) -> reports.Note:
        """Return *note* with the reply address of the seat that *address* has at the table, if any."""
        seat = next((one for one in seats_of(session, table_key) if one.address == address), None)
        if note.reply_to or seat is None:
            return note
        reply_to, tag = seat_reply(self.credentials, seat)
        return replace(note, reply_to=reply_to, tag=tag)

    def seat_card(self, table: GameTable, seat: Seat, conversation: str = "") -> reports.SeatCard:
        """Return the facts about a seat for a mail to it; a reply may belong to a *conversation*."""
        reply_to, tag = seat_reply(self.credentials, seat)
        if conversation:
            reply_to, tag = conversation_reply(self.credentials, seat, conversation)
        return reports.SeatCard(
            table=table_card(table, self.find_game(table.game)),
            power=seat.power,
            player=seat.player,
            address=seat.address,
            reply_to=reply_to,
            tag=tag,
            zone=seat.zone,
            has_picture=self.settings.service.pictures and seat.preferences.get("picture") != "off",
            has_json=seat.preferences.get("json") == "on",
        )


def table_card(table: GameTable, game: Game) -> reports.TableCard:
    """Return the facts about a table for a mail."""
    return reports.TableCard(
        key=table.key,
        game=table.game,
        title=game.card.title,
        gm_name=table.gm_name,
        gm_address=table.gm_address,
        seed_sha256=hashlib.sha256(table.seed.encode()).hexdigest(),
        zone=table.zone,
        later_message=game.card.later_message,
        is_archived=house_rules(table).archive == "shown",
        has_deadlines=not table.key.startswith(PRACTICE_KEY),
        of_many=game.card.of_many,
        has_dice=game.card.has_dice,
        plays_in_turn=game.card.plays_in_turn,
    )


def run_of(table: GameTable, due: Due) -> reports.Run:
    """Return the last turn that was run, and what is due now."""
    why = reasons_of(table)
    return reports.Run(table.number - 1, due, table.deadline_utc, table.edition, table.moves, why=why)


def reasons_of(table: GameTable) -> tuple[Reason, ...]:
    """Return the stored reasons of the deadline."""
    return msgspec.convert(table.deadline_why, tuple[Reason, ...])
