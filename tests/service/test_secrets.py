"""No mail and no log line of a random game shows what its reader may not know.

The games' own tests (`test_*_secrecy`) check that a report shows only what its reader may know. These tests
play random games by mail and search everything that leaves the service for tokens and addresses of others,
for the seed, and for sentences that occur only in the private reports of others. `SECRET_GAMES` is the number
of games of each kind (`make long`), `SECRET_TURNS` the number of turns of each.
"""

import os
import random
from collections.abc import Sequence
from email.message import EmailMessage
from html import unescape
from pathlib import Path

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import ReportFacts
from adjudicator.games import rule_sets
from pbem.core import logs
from pbem.store.game_tables import GameTable, seats_of
from pbem.store.states import OVER
from pbem.tables.identity import gm_seat
from pbem.tables.people.reply_addresses import seat_address, slug
from tests.support.table import Table, tokens_in

PLAYED = int(os.environ.get("SECRET_GAMES", "1"))
TURNS = int(os.environ.get("SECRET_TURNS", "1"))
KEYS = [game.card.key for game in rule_sets()]
BY_KEY = {game.card.key: game for game in rule_sets()}
SEED = "a seed for tests"
GM = "gm@w.org"
LEAST = 25  # characters; shorter sentences are too common to search for
CONFIDED = "Between us alone, number"


class Told:
    """The sentences of the reports of each reader (None is the public) in all turns so far."""

    def __init__(self, powers: Sequence[str]) -> None:
        self.written: dict[str, set[str]] = {
            power: set() for power in powers
        }  # the power itself, which others may name, too
        self.by: dict[str | None, set[str]] = {reader: set() for reader in (None, *powers)}

    def add(self, reader: str | None, sheet: ReportFacts) -> None:
        found = [sheet.lead, *(item.text for section in sheet.sections for item in section.items)]
        self.by[reader] |= {squeezed(text) for text in found if len(text) >= LEAST}

    def of_others(self, readers: Sequence[str]) -> set[str]:
        """Return the sentences that only people other than *readers* have been sent."""
        own = self.by[None].union(*(self.by[one] | self.written[one] for one in readers))
        return set().union(*self.by.values()) - own


def squeezed(text: str) -> str:
    return " ".join(text.split())


def texts_of(mail: EmailMessage) -> list[str]:
    """Return the headers and every part of the mail as decoded text."""
    parts = [part for part in mail.walk() if not part.is_multipart()]
    words = [bytes(part.get_payload(decode=True) or b"").decode("utf-8", "replace") for part in parts]
    heads = "\n".join(f"{name}: {value}" for name, value in mail.items())
    return [heads, *(squeezed(unescape(one)) for one in words)]


class Played:
    """A random game at one table: its *tokens* and *addresses* by power, and what the reports *told*."""

    def __init__(self, table: Table, key: str, seed: int) -> None:
        self.table, self.game, self.chance = table, BY_KEY[key], random.Random(seed)
        self.lines: set[str] = set()  # of orders and messages, as they were written
        state = self.game.start({}, SeededDice(SEED, 0))
        due = self.game.due(state)
        playing = {*due.owed, *(power for motion in due.motions for power in motion.voters)}
        powers = [power for power in self.game.card.seats if power in playing]
        first = {power: hand[0] for hand in due.hands for power in hand}
        self.addresses = {power: _address(first.get(power, power)) for power in powers}
        table.vouched = set(self.addresses.values())
        table.opens("h1", players=self.addresses, game=key)
        self.tokens = self._tokens()
        self.told = Told(powers)
        self._note_sheets(None)
        sent = (text for mail in table.post_office.taken for text in texts_of(mail))
        self.known_before = "\n".join(
            sent
        )  # before any order was written, the first mails already show examples

    def _tokens(self) -> dict[str, str]:
        credentials = self.table.office.credentials
        with self.table.store.reading() as session:
            seats = [*seats_of(session, "h1"), gm_seat(session.get_one(GameTable, "h1"))]
        return {
            seat.power: tokens_in([seat_address(credentials.seal, seat, credentials.judge)]).pop()
            for seat in seats
        }

    def _note_sheets(self, record: str | None) -> None:
        for reader in self.told.by:
            self.told.add(reader, self.game.show(self.table.row("h1").position, record, reader))

    def turn(self) -> None:
        """Mail random legal orders and press from every player; then let the deadline pass."""
        row = self.table.row("h1")
        due = self.game.due(row.position)
        for power in sorted({*due.owed, *due.asked} & self.addresses.keys()):
            self._write(power, row.position)
        self.table.deadline_passes("h1")
        self._note_sheets(self.table.turns("h1")[-1].record)

    def _write(self, power: str, position: str) -> None:
        choices = self.game.choices(position, power)
        orders = [self.chance.choice(list(some)) for some in choices.values() if some]
        other = self.chance.choice([one for one in self.addresses if one != power])
        secret = f"{CONFIDED} {self.chance.randrange(10**9)}"
        body = "\n".join([f"GAME h1 {power}", *orders, f"PRESS TO {other}", secret, "END"])
        self.lines |= {line for line in orders if len(line) > 8} | {secret}
        self.told.by[power].add(secret)
        self.told.written[power] |= set(orders)
        self.told.by[other].add(secret)
        self.table.mail(self.addresses[power], body, "h1")

    def powers_of(self, mail: EmailMessage) -> list[str]:
        """Return the powers with the address of this mail; none for the public and the game master."""
        return [power for power, address in self.addresses.items() if address in str(mail["To"])]

    def leaks(self, mail: EmailMessage) -> list[str]:
        """Return what the mail contains that its readers may not know."""
        mine = self.powers_of(mail)
        to_gm = GM in str(mail["To"])
        own = {self.tokens[power] for power in mine} | ({self.tokens["GM"]} if to_gm else set())
        hers = {self.addresses[power] for power in mine}
        hidden = {token for token in self.tokens.values() if token not in own}
        hidden |= {address for address in self.addresses.values() if address not in hers and not to_gm}
        hidden |= {self.table.store.secret(), *([] if self.table.row("h1").state == OVER else [SEED])}
        if not to_gm or mine:
            hidden |= {secret for secret in self.told.of_others(mine) if secret not in self.known_before}
        whole = "\n".join(texts_of(mail))
        return sorted(secret for secret in hidden if secret in whole)


def _address(power: str) -> str:
    return f"{slug(power)}@players.example"


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("seed", range(PLAYED))
def test_nothing_sent_and_nothing_logged_shows_secrets(
    key: str, seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.set_up("info", "json")
    played = Played(Table(tmp_path), key, seed)
    for _ in range(TURNS):
        played.turn()
    mails = played.table.post_office.taken
    assert len(mails) > TURNS * len(played.addresses)
    leaks = {f"{mail['To']} {mail['Subject']}": played.leaks(mail) for mail in mails}
    assert {mail: found for mail, found in leaks.items() if found} == {}
    said = capsys.readouterr().err
    assert '"turn run"' in said
    assert [one for one in (*played.tokens.values(), *played.addresses.values(), SEED) if one in said] == []
    assert [line for line in played.lines if line in said] == []
    played.table.store.close()


def test_a_leak_is_found(tmp_path: Path) -> None:
    """Test the search itself: each kind of secret in a mail to the wrong person is found."""
    played = Played(Table(tmp_path), "standard", 0)
    power, other = list(played.addresses)[:2]
    played.told.by[other].add("France alone has been told of this")
    mail = played.table.mails_to(played.addresses[power])[-1]
    assert played.leaks(mail) == []
    for secret in (played.tokens[other], played.addresses[other], SEED, "France alone has been told of this"):
        leaky = EmailMessage()
        leaky["To"], leaky["Subject"] = str(mail["To"]), "report"
        leaky.set_content(f"So it went.\n{secret}\n")
        assert played.leaks(leaky) == [secret]
    played.table.store.close()
