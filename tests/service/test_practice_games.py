"""A practice game of each kind, by mail, to its end: the player follows the hints.

Standard Diplomacy, Empires and Domination are played from the first turn to the last. The Middle-earth games
take dozens of turns, so they begin late, with the Fellowship in the Fire carrying the Ring.
"""

from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlmodel import select

from adjudicator.core.game import Game
from adjudicator.games import find
from adjudicator.robots.robot import Budget
from pbem.store.game_tables import GameTable
from pbem.store.robot_rows import PracticeTable
from pbem.store.states import OVER
from tests.support.table import Table, body_of, kind_of, text_of
from tests.support.thorough import every_row

NEW = "new@x.org"
MOST = 90  # messages of one game
NOTATION = ("phase", "turn", "units", "dislodged", "contested", "centres", "state", "options")


@pytest.fixture
def quick_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the robot that writes hints search only briefly."""
    monkeypatch.setattr("pbem.tables.robots.STANDS_IN", "easy")
    monkeypatch.setattr("adjudicator.robots.robot.EASY", Budget(judged=12, futures=1, begins=2))


class Practice:
    """A player at a practice table, who does what HINT says."""

    def __init__(self, folder: Path, game: str, power: str) -> None:
        self.host = Table(folder)
        self.host.vouched.add(NEW)
        self.host.mail(NEW, f"PRACTICE {game} as {power} against random robots\nNAME Nora", subject="hello")
        with self.host.store.reading() as session:
            self.key = str(session.exec(select(PracticeTable.table_key)).one())
        with self.host.store.writing() as session:
            session.get_one(GameTable, self.key).seed = f"practice {game}"  # every run is the same game
        self.game: Game = find(game)

    @property
    def is_over(self) -> bool:
        return self.host.row(self.key).state == OVER

    def play_turn(self) -> None:
        """Send what HINT suggests, and READY if that is not a complete sheet."""
        number = self.host.row(self.key).number
        self.host.clock.passes(hours=6)  # answers per hour are limited
        self.host.reply(self._mail(), "HINT")
        hint = body_of(self.host.last_to(NEW))
        assert hint.startswith("A hint for")
        hinted = self._lines(hint)
        self.host.reply(self._mail(), "\n".join(hinted) or "READY WITHOUT ORDERS")
        if self.host.row(self.key).number == number and not self.is_over:
            self.host.reply(self._mail(), "READY WITHOUT ORDERS")
        assert self.is_over or self.host.row(self.key).number > number

    def _mail(self) -> EmailMessage:
        return [one for one in self.host.mails_to(NEW) if kind_of(one) in ("report", "note")][-1]

    @staticmethod
    def _lines(hint: str) -> list[str]:
        """Return the order lines of a hint, without the indented reasons below them."""
        lines = hint.partition("---\n")[2].partition("These are suggestions")[0].splitlines()
        return [line for line in lines if line and not line.startswith("  ")]

    def moves_the_ring_into_the_fire(self, power: str, piece: str) -> None:
        """Begin from a late position in which the Fellowship of *power* is in the Fire with the Ring."""
        with self.host.store.writing() as session:
            row = session.get_one(GameTable, self.key)
            facts = {key: value for key, value in self.game.describe(row.position).items() if key in NOTATION}
            units = {one: list(texts) for one, texts in facts["units"].items()}
            kind = piece.partition(" ")[0]
            others = [text for text in units[power] if text.partition(" ")[0] != kind]
            facts["units"] = {
                one: [text.replace(" [Ring]", "") for text in texts] for one, texts in units.items()
            } | {power: [*others, f"{piece} Oro [Ring]"]}
            facts["state"] = {**facts["state"], "ring": "carried"}
            row.position = self.game.place(facts)
        self.host.service.look()


@pytest.mark.parametrize(
    ("game", "power"), every_row(3, [("standard", "France"), ("empires", "Russia"), ("domination", "Red")])
)
@pytest.mark.usefixtures("quick_hints")
@pytest.mark.thorough
def test_a_practice_game_is_played_to_its_end(tmp_path: Path, game: str, power: str) -> None:
    practice = Practice(tmp_path, game, power)
    for _ in range(MOST):
        if practice.is_over:
            break
        practice.play_turn()
    assert practice.is_over
    last = practice.host.last_to(NEW)
    assert "game over" in str(last["Subject"])
    is_told = practice.host.row(practice.key).seed in text_of(last)
    assert is_told == find(game).card.has_dice  # without dice there is nothing to check


@pytest.mark.parametrize(
    ("game", "power", "piece"),
    every_row(2, [("xiii", "Gandalf", "Fe"), ("hardbop", "Elves", "Fellowship")]),
)
def test_a_practice_game_of_middle_earth_ends_in_the_fire(
    tmp_path: Path, game: str, power: str, piece: str
) -> None:
    practice = Practice(tmp_path, game, power)
    practice.moves_the_ring_into_the_fire(power, piece)
    while not practice.is_over and len(practice.host.turns(practice.key)) < 9:
        practice.play_turn()
    assert practice.is_over
    assert "game over" in str(practice.host.last_to(NEW)["Subject"])


def hint_of(folder: Path, game: str, power: str) -> str:
    practice = Practice(folder, game, power)
    practice.host.reply(practice._mail(), "HINT")
    return body_of(practice.host.last_to(NEW))


@pytest.mark.usefixtures("quick_hints")
def test_a_hint_says_a_reason_once_for_all_precautions(tmp_path: Path) -> None:
    hint = hint_of(tmp_path, "downfall-xiii", "Mordor")
    assert hint.count(" destroys any") > 1
    assert hint.count("Just in case: this costs nothing") == 1
    assert hint.index("Just in case") > hint.rindex(" destroys any")


@pytest.mark.usefixtures("quick_hints")
def test_a_hint_for_builds_says_why_and_keeps_the_heading_bare(tmp_path: Path) -> None:
    lines = hint_of(tmp_path, "domination", "Red").splitlines()
    heading = lines.index("Build")
    assert lines[heading + 1] == ""
    assert any(line.startswith("  Money that you do not spend is lost.") for line in lines[heading:])


@pytest.mark.usefixtures("quick_hints")
def test_a_hint_before_the_own_turn_answers_the_question_and_suggests_a_sheet(tmp_path: Path) -> None:
    """Germany moves first; Russia is asked for technologies, and may send its sheet already."""
    practice = Practice(tmp_path, "empires", "Russia")
    practice.host.mail(NEW, "HINT", practice.key)
    hint = " ".join(text_of(practice.host.last_to(NEW)).split())
    assert "TECHNOLOGIES Attack 1, Defence 1, Manoeuvre" in hint
    assert "nobody else sees them" in hint
    assert "You may send your own sheet now" in hint
    lines = practice._lines(body_of(practice.host.last_to(NEW)))
    assert len(lines) > 1
    assert sum(line.startswith("TECHNOLOGIES") for line in lines) == 1  # no second choice from the robot
    practice.host.mail(NEW, "\n".join(lines), practice.key)
    assert "Not accepted" not in text_of(practice.host.last_to(NEW))
