"""Messages processed by worker processes: none is lost, and all get the same answers as without workers."""

import os
import signal
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace
from pydantic import SecretStr
from sqlmodel import col, select

from adjudicator.core.game import Game, Orders, Power, Reading, State
from pbem.core.settings import DatabaseSettings, HouseSettings, Settings
from pbem.intake import claims, intake
from pbem.intake.claims import WaitingMessage
from pbem.service import intake_pool, workers
from pbem.service.assembly import open_office
from pbem.service.workers import Workers
from pbem.store.arrival import Arrival
from pbem.store.game_tables import Seat
from pbem.store.mail_contents import forget_pictures
from pbem.store.mail_tables import OutgoingMail, StoredMessage
from pbem.store.states import DONE, FAILED
from pbem.tables import opening
from pbem.tables.office import Office
from pbem.tables.people.reply_addresses import seat_address

NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
JUDGE = "judge@judge.example"
TABLES = ("std1", "std2", "std3")
GOOD = "A Par - Bur\nA Lon - Wal\nA Mar - Atlantis\n"
DEADLY = "whoever reads this stands still, and the next one dies"


class Deadly:
    """A game that kills its worker process when it reads a certain line."""

    def __init__(self, game: Game, folder: Path) -> None:
        self._game, self._folder = game, folder

    def __getattr__(self, name: str) -> object:
        return getattr(self._game, name)

    def read(self, state: State, power: Power, so_far: Orders | None, lines: Sequence[str]) -> Reading:
        if DEADLY in lines:
            self._end()
        workers.STILL_SECONDS = 5  # only from the next messages on, when everything is imported
        return self._game.read(state, power, so_far, lines)

    def _end(self) -> None:
        once = self._folder / "once"
        if once.exists():
            os.kill(os.getpid(), signal.SIGKILL)
        once.touch()
        time.sleep(600)


def open_deadly_office(settings: Settings) -> Office:
    """Open the office in a worker process, with the deadly game."""
    intake.MOST_TRIES = 2
    office = open_office(settings)
    folder = Path(settings.database.url.removeprefix("sqlite:///")).parent
    return replace(office, find_game=lambda key: cast(Game, Deadly(office.find_game(key), folder)))


def opened(folder: Path) -> Office:
    folder.mkdir()
    settings = Settings(
        house=HouseSettings(judge=JUDGE), database=DatabaseSettings(url=f"sqlite:///{folder / 'pbem.sqlite'}")
    )
    office = open_office(settings)
    for key in TABLES:
        players = [opening.Player(power, f"{power}.{key}@x.org") for power in ("France", "England")]
        opening.open_table(opening.Plan(key, "standard", "gm@x.org", players, "72h", seed="s"), office, NOON)
    with office.store.writing() as session:
        parcels = session.exec(select(OutgoingMail)).all()
        forget_pictures(session, [parcel.id for parcel in parcels])
        for parcel in parcels:
            session.delete(parcel)
    return office


def keep(office: Office, *words: str) -> list[int]:
    """Store a message of each seat with these words, in turn; return their numbers."""
    with office.store.reading() as session:
        seats = session.exec(select(Seat).order_by(col(Seat.id))).all()
    arrivals = []
    for number, said in enumerate(words):
        seat = seats[number % len(seats)]
        head = f"From: {seat.address}\nSubject: orders\nMessage-ID: <{number}@x.org>\n\n"
        to = seat_address(office.credentials.seal, seat, JUDGE)
        arrivals.append(Arrival((head + said).encode(), seat.address, (to,), NOON, "smtp"))
    return office.store.store_messages(arrivals)


def states(office: Office, numbers: Sequence[int]) -> list[str]:
    with office.store.reading() as session:
        return [session.get_one(StoredMessage, number).state for number in numbers]


def answers(office: Office) -> list[tuple[str, bytes]]:
    with office.store.reading() as session:
        rows = session.exec(
            select(OutgoingMail).where(col(OutgoingMail.answers).is_(True)).order_by(OutgoingMail.message_id)
        )
        return [(row.message_id, row.raw) for row in rows]


@pytest.mark.thorough
def test_workers_answer_like_the_service_even_if_one_dies_of_a_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake_pool, "MANY", 0)
    monkeypatch.setattr(claims, "TOGETHER", 4)  # a bundle for each table
    alone, beside = (opened(tmp_path / name) for name in ("alone", "beside"))
    beside = replace(beside, credentials=alone.credentials)  # the same tokens, and so the same bytes
    secret = alone.settings.trust.model_copy(update={"secret": SecretStr(alone.store.secret())})
    helpers = Workers(beside.settings.model_copy(update={"trust": secret}), open_deadly_office)
    numbers = [keep(office, *[GOOD] * 7, "A Par H\n", DEADLY, GOOD) for office in (alone, beside)]

    intake_pool.take_in_what_waits(alone, lambda: NOON, None, lambda: False)
    intake_pool.take_in_what_waits(beside, lambda: NOON, helpers, lambda: False)
    helpers.stop()

    assert (tmp_path / "beside" / "once").exists()
    assert states(alone, numbers[0]) == [DONE] * 10
    assert states(beside, numbers[1]) == [DONE] * 8 + [FAILED, DONE]
    assert set(answers(beside)) < set(answers(alone))
    assert len(answers(beside)) == 9


def test_related_messages_stay_in_one_bundle() -> None:
    token = "a" * 16
    messages = [
        WaitingMessage(1, 0, "ann@x.org", [f"judge+france.std1.{token}@judge.example"]),
        WaitingMessage(2, 0, "bob@x.org", [f"judge+france.std2.{token}@judge.example"]),
        WaitingMessage(3, 0, "Ann@x.org", [f"judge+italy.std3.{token}@judge.example"]),
        WaitingMessage(4, 0, "cyd@x.org", [f"judge+italy.std1.{token}@judge.example"]),
        WaitingMessage(5, 0, "dot@x.org", [JUDGE]),
        WaitingMessage(6, 0, "<>", ["judge+bounce.7.{token}@judge.example"]),
        WaitingMessage(7, 0, "eve@x.org", [JUDGE]),
        WaitingMessage(8, 0, "", [f"judge+france.std2.{token}@judge.example"]),
    ]
    groups = [list(group) for group in claims._related(messages, JUDGE)]
    assert groups == [[1, 3, 4], [2, 8], [5, 7], [6]]
    assert claims.apart(messages, JUDGE) == [[1, 3, 4, 2, 8, 5, 7, 6]]
    others = [
        WaitingMessage(number, 0, f"{number}@x.org", [f"judge+a.t{number}.{token}@judge.example"])
        for number in range(9, 50)
    ]
    bundles = claims.apart([*messages, *others], JUDGE)
    assert [len(bundle) for bundle in bundles] == [20, 20, 9]
    assert claims.apart([], JUDGE) == []
