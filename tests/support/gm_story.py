"""Tell the story of a game that is run by mail: each message replies to the newest mail of the table."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path

from tests.support.gamemaster import GM_ADDRESS, answers_to_gm, may_open_tables
from tests.support.table import ASKS, Table, kind_of, text_of


class Story:
    """A table with its game master and players, and what they write to each other."""

    def __init__(self, table: Table, key: str, players: Mapping[str, str]) -> None:
        self.table, self.key, self.players = table, key, dict(players)
        self.gm_subject = key  # of the mails that the game master replies to
        may_open_tables(table, GM_ADDRESS)
        table.vouched |= {GM_ADDRESS, *players.values()}
        table.post_office.forget()

    def opens(self, text: str) -> str:
        """Send the first message of the game master, which replies to no mail; return the answer."""
        self.table.mail(GM_ADDRESS, text, self.key)
        return text_of(answers_to_gm(self.table)[-1])

    def gm(self, text: str) -> str:
        """Reply to the newest mail of the table as the game master; return the answer."""
        return self.answer(GM_ADDRESS, text)

    def previewed(self, text: str) -> str:
        """Reply as the game master; return the answer, which must be a preview that asks for YES or NO."""
        preview = self.gm(text)
        assert ASKS in preview
        return preview

    def does(self, text: str) -> str:
        """Reply as the game master and confirm the preview with YES; return the answer to YES."""
        self.previewed(text)
        return self.gm("Yes please")

    def says(self, power: str, text: str) -> str:
        """Reply to the newest mail of the table as the player of *power*; return the answer."""
        return self.answer(self.players[power], text)

    def answer(self, address: str, text: str) -> str:
        """Reply to the newest mail of the table from *address*; return the answer."""
        self.table.clock.passes(minutes=10)
        before = len(self._answers(address))
        self.table.reply(self._newest(address), text, address)
        answers = self._answers(address)
        assert len(answers) == before + 1, f"no answer to {text!r}"
        return text_of(answers[-1])

    def _newest(self, address: str) -> EmailMessage:
        """Return the newest mail of the table to *address*."""
        mails = [mail for mail in self.table.mails_to(address) if self.key in str(mail["Subject"])]
        wanted = self.gm_subject if address == GM_ADDRESS else ""
        return [mail for mail in mails if wanted in str(mail["Subject"])][-1]

    def _answers(self, address: str) -> list[EmailMessage]:
        return [mail for mail in self.table.mails_to(address) if str(mail["Subject"]).startswith("Re:")]

    def turn(self) -> str:
        """Let the deadline pass; return the bulletin that the game master gets."""
        self.table.deadline_passes(self.key)
        self.table.clock.passes(minutes=10)
        return text_of(self.table.bulletin_to(GM_ADDRESS))

    def news(self, power: str, subject: str) -> str:
        """Return the newest mail to a player with *subject* in its subject, other than a report."""
        own = [mail for mail in self.table.mails_to(self.players[power]) if kind_of(mail) != "report"]
        return text_of([mail for mail in own if subject in str(mail["Subject"])][-1])

    def turns_run(self) -> int:
        return len(self.table.turns(self.key))


@contextmanager
def whole_game(folder: Path, key: str, players: Mapping[str, str], *others: str) -> Iterator[Story]:
    """Context manager: yield the story of a table that is not open yet; the service trusts *others*, too."""
    table = Table(folder)
    table.vouched |= set(others)
    yield Story(table, key, players)
    table.store.close()
