"""After a power failure during a GM action, it is carried out once, with its log entry and its mails."""

from typing import Any

import pytest
import sqlalchemy as sa

from pbem.commands.lookup.gm_log import actions_of
from pbem.gamemaster import gm_commands
from pbem.intake import intake
from pbem.outbound import outbox
from pbem.store.arrival import Arrival
from pbem.tables.identity import gm_seat
from pbem.tables.people.reply_addresses import seat_address
from tests.support.gamemaster import GM_ADDRESS
from tests.support.table import JUDGE, Table

MESSAGES = ("incoming_messages", "arrivals")
ACTIONS = {
    "EXTEND": "EXTEND 24h because Ann is ill",
    "PAUSE": "PAUSE",
    "RUN NOW": "RUN NOW",
    "ROLLBACK": "ROLLBACK because of a slip NOW",
    "CORRECT": "CORRECT because Red was cheated NOW\nat.Red = 4\nEND",
    "REPLACE": "REPLACE Red with Dora <dora@v.org> NOW",
    "EJECT": "EJECT Blue NOW",
    "SWAP": "SWAP Red and Blue NOW",
    "BECOME": "BECOME Blue\ngo 4\nEND",
    "BROADCAST": "BROADCAST\nHello.\nEND",
    "DEPUTY": "DEPUTY Dora <dora@v.org> may clock",
    "SET": "SET silence wait NOW",
    "END GAME": "END GAME won by Red NOW",
}


class PowerCut(BaseException):
    """An exception that nothing in the program catches."""


def stored(table: Table) -> dict[str, list[tuple[object, ...]]]:
    """Return everything in the database except messages and their origins."""
    with table.store.reading() as session:
        names = sa.inspect(session.connection()).get_table_names()
        wanted = {
            name: sa.select(sa.text("*")).select_from(sa.table(name))
            for name in names
            if name not in MESSAGES
        }
        return {
            name: sorted(map(tuple, session.connection().execute(rows)), key=repr)
            for name, rows in wanted.items()
        }


@pytest.fixture
def second(table: Table) -> Table:
    """Move the table to the second turn, so that there is something to roll back."""
    table.deadline_passes()
    table.clock.passes(hours=1)
    return table


def comes_in(table: Table, body: str) -> None:
    """Store a message of the GM that has not been processed yet."""
    to = seat_address(table.office.credentials.seal, gm_seat(table.row()), JUDGE)
    raw = table.message(GM_ADDRESS, body, "r1", to).as_bytes()
    table.store.store_message(Arrival(raw, GM_ADDRESS, (to,), table.clock.now(), "smtp"))


def dies(*_: object) -> None:
    raise PowerCut


def dies_at_the_end(step: str) -> None:
    if step == "message settled":
        raise PowerCut


def is_done_once(table: Table, word: str) -> None:
    table.post_office.forget()
    table.restart()
    table.service.look()
    with table.store.reading() as session:
        assert [entry.word for entry in actions_of(session, "r1")] == [word]
    answers = [mail for mail in table.mails_to(GM_ADDRESS) if str(mail["Subject"]).startswith("Re:")]
    assert len(answers) == 1
    ids = [str(mail["Message-ID"]) for mail in table.post_office.taken]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("word", ACTIONS)
def test_the_power_fails_before_the_action_is_committed(
    second: Table, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    comes_in(second, ACTIONS[word])
    before = stored(second)
    with monkeypatch.context() as dying:
        dying.setattr(intake, "step", dies_at_the_end)
        with pytest.raises(PowerCut):
            second.service.look()
    assert stored(second) == before
    is_done_once(second, word)


@pytest.mark.parametrize("word", ["ROLLBACK", "REPLACE", "END GAME"])
def test_the_power_fails_between_its_mails(second: Table, word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    comes_in(second, ACTIONS[word])
    before, put, calls = stored(second), outbox.put_all, iter((True, False))

    def put_and_die(*arguments: Any, **named: Any) -> int:
        if not next(calls):
            raise PowerCut
        return put(*arguments, **named)

    with monkeypatch.context() as dying:
        dying.setattr(outbox, "put_all", put_and_die)
        with pytest.raises(PowerCut):
            second.service.look()
    assert stored(second) == before
    is_done_once(second, word)


def test_the_power_fails_at_the_shell(second: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    before = stored(second)
    with monkeypatch.context() as dying:
        dying.setattr(gm_commands, "_notify_gm", dies)
        with pytest.raises(PowerCut):
            gm_commands.say(second.office, "r1", ACTIONS["ROLLBACK"], second.clock.now())
    assert stored(second) == before
