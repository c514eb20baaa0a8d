"""Messages that wait together are claimed and processed together, and one by one if one fails."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlmodel import delete, select

from pbem.intake import claims, intake, understanding
from pbem.store.arrival import Arrival
from pbem.store.database import Installation
from pbem.store.game_tables import Seat, seats_of
from pbem.store.gm_tables import Deputy
from pbem.store.mail_tables import StoredMessage
from pbem.store.prepared_queries import PreparedQuery
from pbem.store.states import DONE, FAILED, WAITING
from pbem.tables.office import Office
from pbem.tables.people.reply_addresses import seat_address
from tests.support.table import JUDGE, MONDAY, Table, text_of

ANN, BOB, CYD, DOT = "ann@x.org", "bob@y.org", "cyd@z.org", "dot@w.org"


class Death(BaseException):
    """The power fails."""


def keep(table: Table, *messages: tuple[str, str]) -> list[int]:
    """Store messages, given as sender and words, while the service is idle; return their numbers.

    A message with RESIGN is a reply to the seat's address, because RESIGN needs that proof.
    """
    with table.store.reading() as session:
        seats = {seat.address: seat for seat in seats_of(session, "r1")}
    arrivals = []
    for sender, body in messages:
        to = seat_address(table.office.credentials.seal, seats[sender], JUDGE) if "RESIGN" in body else JUDGE
        raw = table.message(sender, body, to=to).as_bytes()
        arrivals.append(Arrival(raw, sender, (to,), table.clock.now(), "smtp"))
    return table.store.store_messages(arrivals)


def fates(table: Table, numbers: Sequence[int]) -> list[tuple[str, str]]:
    return [(table.stored(number).state, table.stored(number).note) for number in numbers]


def test_sheets_that_wait_share_a_transaction(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []
    numbers = keep(table, (ANN, "go 3"), (BOB, "go 2"), (CYD, "go 4"))
    monkeypatch.setattr(intake, "step", steps.append)
    table.service.look()
    assert steps[-6:] == ["message settled"] * 3 + ["message done"] * 3
    assert fates(table, numbers) == [(DONE, "orders")] * 3
    assert [len(table.mails_to(power)) for power in ("Red", "Blue", "Dark Green")] == [1, 1, 1]


def test_the_last_of_several_sheets_of_one_power_counts(table: Table) -> None:
    keep(table, (ANN, "go 1"), (BOB, "go 2"), (ANN, "go 5"))
    table.service.look()
    table.deadline_passes()
    assert table.turns()[0].orders == {"Red": '{"order": "go 5"}', "Blue": '{"order": "go 2"}'}


def test_a_failed_message_does_not_affect_the_others(table: Table) -> None:
    numbers = keep(table, (ANN, "go 3"), (BOB, "crash the reader"), (CYD, "go 4"))
    table.service.look()
    assert [table.stored(number).state for number in numbers] == [DONE, FAILED, DONE]
    assert [len(table.mails_to(power)) for power in ("Red", "Blue", "Dark Green")] == [1, 1, 1]
    assert "Red will go 3" in text_of(table.last_to("Red"))
    assert "is stored" in text_of(table.last_to("Blue"))


def test_a_message_repeated_in_the_same_batch_is_recognised(table: Table) -> None:
    message = table.message(ANN, "go 3").as_bytes()
    raws = [message, message.replace(b"Message-ID: <", b"Message-ID: <again.")]
    first, again = table.store.store_messages([Arrival(raw, ANN, (JUDGE,), MONDAY, "smtp") for raw in raws])
    table.service.look()
    assert fates(table, [first, again]) == [(DONE, "orders"), (DONE, f"repeats message {first}")]


def test_permission_is_checked_after_the_messages_before(table: Table) -> None:
    table.vouched.add(DOT)
    numbers = keep(
        table,
        (BOB, "RESIGN Blue"),
        (ANN, "go 1"),
        (DOT, "TAKE OVER r1\nNAME Dot"),
        (DOT, "go 6"),
        (BOB, "go 2"),
    )
    table.service.look()
    assert fates(table, numbers)[3:] == [(DONE, "orders"), (DONE, "refused")]
    table.deadline_passes()
    assert table.turns()[0].orders == {"Red": '{"order": "go 1"}', "Blue": '{"order": "go 6"}'}


@pytest.mark.parametrize("player", ["eve@v.org", None])
def test_a_seat_that_changes_hands_meanwhile_is_spoken_for_by_its_new_player(
    table: Table, monkeypatch: pytest.MonkeyPatch, player: str | None
) -> None:
    """Another node gives it away between the reading of a message and its answer."""
    numbers = keep(table, (ANN, "go 3"), (BOB, "go 2"))

    def give_away(step: str) -> None:
        if step == "speaker known":
            monkeypatch.setattr(intake, "step", lambda _step: None)
            with table.store.writing() as session:
                (seat,) = session.exec(select(Seat).where(Seat.power == "Red")).all()
                session.delete(seat)
                session.flush()
                if player:
                    session.add(Seat(**seat.model_dump() | {"id": None, "address": player, "epoch": 2}))

    monkeypatch.setattr(intake, "step", give_away)
    table.service.look()
    assert fates(table, numbers) == [(DONE, "refused"), (DONE, "orders")]
    table.deadline_passes()
    assert table.turns()[0].orders == {"Blue": '{"order": "go 2"}'}


def test_the_program_gives_up_only_the_message_that_kills_it(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = keep(table, (ANN, "go 3"), (BOB, "go 2"), (CYD, "go 4"))
    read = understanding.read

    def deadly(stored: StoredMessage, office: Office) -> object:
        if stored.id == numbers[1]:
            raise Death
        return read(stored, office)

    monkeypatch.setattr(understanding, "read", deadly)
    for _ in range(intake.MOST_TRIES):
        with pytest.raises(Death):
            table.service.look()
        table.restart()
    table.service.look()
    assert [table.stored(number).state for number in numbers] == [DONE, FAILED, DONE]


def test_trouble_with_the_database_does_not_count_as_a_try(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk has room for claiming a message, but not for its answer."""
    numbers = keep(table, (ANN, "go 3"), (BOB, "go 2"))

    def full(step: str) -> None:
        if step == "message settled":
            raise OperationalError("INSERT", None, Exception("database or disk is full"))

    with monkeypatch.context() as trouble:
        trouble.setattr(intake, "step", full)
        for _ in range(intake.MOST_TRIES + 1):
            with pytest.raises(OperationalError):
                table.service.look()
    assert [(table.stored(number).state, table.stored(number).tries) for number in numbers] == [
        (WAITING, 0)
    ] * 2
    table.service.look()
    assert fates(table, numbers) == [(DONE, "orders")] * 2


def test_messages_claimed_by_a_living_node_are_left_to_it(postgres: str, tmp_path: Path) -> None:
    table = Table(tmp_path, postgres)
    table.opens()
    numbers = keep(table, (ANN, "go 3"), (BOB, "go 2"))
    assert [stored.id for stored in claims.take(table.store, numbers, table.clock.now())] == numbers
    assert table.service.poll_messages() == 0
    table.clock.moment += claims.CLAIMED
    assert table.service.poll_messages() == len(numbers)
    assert fates(table, numbers) == [(DONE, "orders")] * 2
    table.store.close()


def test_database_errors_raise_the_same_exceptions_as_elsewhere(table: Table) -> None:
    new = PreparedQuery(insert(Installation))
    with pytest.raises(IntegrityError, match="UNIQUE"), table.store.writing() as session:
        for _ in range(2):
            new.do(session, name="colour", value="red")
    with pytest.raises(OperationalError, match="no such table"), table.store.writing() as session:
        session.connection().exec_driver_sql("DROP TABLE deputies")
        PreparedQuery(delete(Deputy)).do(session)
    with table.store.reading() as session:
        assert session.get(Installation, "colour") is None
        assert session.exec(select(Deputy)).all() == []


def test_a_hosts_sentence_may_leave_out_the_remedy(table: Table, tmp_path: Path) -> None:
    (tmp_path / "own" / "sentences").mkdir(parents=True)
    own = tmp_path / "own" / "sentences" / "answers.txt"
    own.write_text("{% block nothing_in %}Nothing to do: {{ faults | length }}{% endblock %}")
    house = table.settings.house.model_copy(update={"templates": tmp_path / "own"})
    table.settings = table.settings.model_copy(update={"house": house})
    table.restart()
    table.mail("bob@y.org", "")
    assert "Nothing to do: " in text_of(table.last_to("Blue"))
