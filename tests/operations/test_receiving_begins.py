"""The service accepts messages before the rest of it is imported, and answers them afterwards."""

import smtplib
import subprocess
import sys
from email.message import EmailMessage
from pathlib import Path

from sqlmodel import select

from pbem.core.clock import SystemClock
from pbem.core.settings import DatabaseSettings, HouseSettings, ReceiverSettings, Settings
from pbem.service import receiving
from pbem.service.assembly import assemble, office_of
from pbem.store.mail_tables import OutgoingMail, StoredMessage
from pbem.store.states import DONE
from tests.support.ports import free_port, listens
from tests.support.waiting import until

JUDGE = "judge@judge.example"
REST = ("pbem.intake.intake", "pbem.service.scheduler", "pbem.commands.registry", "jinja2", "apscheduler")


def settings_in(folder: Path, **receiver: object) -> Settings:
    return Settings(
        house=HouseSettings(judge=JUDGE),
        database=DatabaseSettings(url=f"sqlite:///{folder / 'pbem.sqlite'}"),
        receiver=ReceiverSettings.model_validate({"port": free_port(), **receiver}),
    )


def test_the_receiver_is_imported_without_the_rest_of_the_service() -> None:
    code = f"""
import sys
from pbem.cli import serving
from pbem.inbound import smtp
print(*[name for name in {REST} if name in sys.modules])
"""
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert found.stdout.strip() == ""


def test_messages_received_during_the_imports_are_answered_afterwards(tmp_path: Path) -> None:
    settings, clock = settings_in(tmp_path), SystemClock()
    database = receiving.opened(settings)
    receiver = receiving.started(settings, database, clock)
    assert receiver is not None
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"], mail["Message-ID"] = "ann@x.org", JUDGE, "help", "<1@x.org>"
    mail.set_content("HELP\n")
    with smtplib.SMTP("127.0.0.1", receiver.port) as session:
        session.send_message(mail)
    service = assemble(office_of(settings, database), clock, receiver)
    service.start()
    try:
        assert until(lambda: states(database) == [DONE])
    finally:
        service.stop()
    with database.store.reading() as session:
        (answer,) = session.exec(select(OutgoingMail)).all()
    assert answer.recipient == "ann@x.org"
    assert not listens(receiver.port)


def states(database: receiving.Opened) -> list[str]:
    with database.store.reading() as session:
        return [row.state for row in session.exec(select(StoredMessage))]


def test_a_disabled_receiver_is_not_started(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, on=False)
    assert receiving.started(settings, receiving.opened(settings), SystemClock()) is None
