"""Play tables of standard Diplomacy with seven players who send random legal orders, for measurements."""

from contextlib import closing
from pathlib import Path
from random import Random
from sqlite3 import connect

from tests.support.table import Table

PLAYERS = {
    power: f"{power.lower()}@players.example"
    for power in ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
}


class StandardPlay:
    """Tables "std1", "std2" ... with maps in their mails, one after the other.

    The orders are random, but the same in each run.
    """

    def __init__(self, folder: Path) -> None:
        self.file = folder / "pbem.sqlite"
        self.table = Table(folder).with_pictures()
        self.games = 0
        self.begins_a_game()
        self.table.vouched |= set(PLAYERS.values())
        self.game = self.table.office.find_game("standard")
        self._random = Random(1)

    @property
    def key(self) -> str:
        """Return the key of the table that is played now."""
        return f"std{self.games}"

    def begins_a_game(self) -> None:
        """Open the next table for the same players."""
        self.games += 1
        self.table.opens(self.key, players=PLAYERS, game="standard")

    def plays_a_turn(self) -> bool:
        """Send everybody's orders, and let the deadline pass; return False if the game was over."""
        row = self.table.row(self.key)
        due = self.game.due(row.position)
        if due.over:
            return False
        for power in due.owed:
            choices = self.game.choices(row.position, power).values()
            self.table.mail(
                PLAYERS[power],
                "\n".join(self._random.choice(orders) for orders in choices if orders),
                subject=self.key,
            )
        self.table.deadline_passes(self.key)
        self.table.post_office.forget()
        return True

    def bytes_on_disk(self) -> int:
        """Return the size of the database after a checkpoint of its log."""
        with closing(connect(self.file)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return self.file.stat().st_size

    def bytes_in_use(self) -> int:
        """Return the size of the database without its free pages."""
        with closing(connect(self.file)) as connection:
            pages = connection.execute("PRAGMA page_count").fetchone()[0]
            free = connection.execute("PRAGMA freelist_count").fetchone()[0]
            return int(pages - free) * int(connection.execute("PRAGMA page_size").fetchone()[0])
