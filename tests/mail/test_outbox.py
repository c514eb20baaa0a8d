"""The outbox: mail is sent at least once, always with the same Message-ID, or given up and reported."""

from datetime import timedelta

from pbem.core.settings import SenderSettings
from pbem.outbound import outbox
from pbem.outbound.delivery import Verdict
from pbem.outbound.outbox import About
from pbem.reports.message_bytes import Outgoing
from pbem.store.rows import id_of
from pbem.store.states import FAILED, SENT, WAITING
from tests.support.table import Table, text_of


def test_a_mail_leaves_once(table: Table) -> None:
    table.mail("ann@x.org", "go 3")
    assert len(table.mails_to("Red")) == 1
    (parcel,) = table.outbox("confirmation")
    assert (parcel.state, parcel.attempts, parcel.sent_utc) == (SENT, 1, table.clock.now())
    table.clock.passes(days=1)
    table.service.look()
    assert len(table.mails_to("Red")) == 1


def test_a_mail_refused_for_now_is_tried_again_later_and_later(table: Table) -> None:
    table.post_office.verdicts["ann@x.org"] = Verdict.AGAIN
    table.mail("ann@x.org", "go 3")
    waits = []
    for _ in range(4):
        (parcel,) = table.outbox("confirmation")
        waits.append((parcel.due_utc - table.clock.now()) / timedelta(minutes=1))
        table.clock.moment = parcel.due_utc
        table.service.look_at_outbox()
    assert waits == [1, 5, 15, 30]
    table.post_office.verdicts.clear()
    (parcel,) = table.outbox("confirmation")
    table.clock.moment = parcel.due_utc
    table.service.look_at_outbox()
    assert len(table.mails_to("Red")) == 1


def test_a_mail_refused_permanently_is_given_up_and_the_gm_is_notified(table: Table) -> None:
    table.post_office.verdicts["ann@x.org"] = Verdict.NEVER
    table.mail("ann@x.org", "go 3")
    (parcel,) = table.outbox("confirmation")
    assert (parcel.state, parcel.last_error) == (FAILED, "the post office was made to fail")
    assert "no mail reaches ann@x.org" in str(table.last_to("gm@w.org")["Subject"])


def test_the_gm_does_not_learn_the_name_of_the_host_at_the_relay(table: Table) -> None:
    table.settings = table.settings.model_copy(update={"sender": SenderSettings(user="post")})
    table.restart()
    table.post_office.verdicts["ann@x.org"] = Verdict.NEVER
    table.mail("ann@x.org", "go 3")
    assert table.outbox("confirmation")[0].last_error == "the post office was made to fail"
    assert "was given up after 1 try: the \u2026 office was made to fail" in text_of(
        table.last_to("gm@w.org")
    )


def test_a_mail_is_given_up_after_days_of_trying(table: Table) -> None:
    table.post_office.verdicts["ann@x.org"] = Verdict.AGAIN
    table.mail("ann@x.org", "go 3")
    begun = table.clock.now()
    while (parcel := table.outbox("confirmation")[0]).state == WAITING:
        table.clock.moment = parcel.due_utc
        table.service.look_at_outbox()
    assert parcel.attempts == outbox.MOST_TRIES
    assert timedelta(days=2) < table.clock.now() - begun < timedelta(days=5)


def test_nobody_is_notified_that_the_gm_cannot_be_reached(table: Table) -> None:
    table.post_office.verdicts["gm@w.org"] = Verdict.NEVER
    table.deadline_passes()
    assert [p.kind for p in table.outbox() if p.recipient == "gm@w.org"] == ["bulletin", "note", "bulletin"]


def test_a_dead_relay_is_not_a_failed_try_of_a_mail(table: Table) -> None:
    table.post_office.verdicts["*"] = Verdict.NOT_TRIED
    table.mail("ann@x.org", "go 3")
    (parcel,) = table.outbox("confirmation")
    assert (parcel.state, parcel.attempts, parcel.claimed_until_utc) == (WAITING, 0, None)
    table.post_office.verdicts.clear()
    table.service.look()
    assert len(table.mails_to("Red")) == 1


def test_a_sender_that_dies_holding_mails_loses_none(table: Table) -> None:
    put(table, "one@judge.example")
    (claimed,) = outbox.claim(table.store, table.clock.now())
    assert outbox.claim(table.store, table.clock.now()) == []
    table.clock.passes(minutes=6)
    (again,) = outbox.claim(table.store, table.clock.now())
    assert (id_of(again), again.message_id, again.raw) == (id_of(claimed), "one@judge.example", b"words")


def test_the_same_mail_is_put_once(table: Table) -> None:
    assert put(table, "one@judge.example")
    assert not put(table, "one@judge.example")
    assert len(outbox.claim(table.store, table.clock.now())) == 1


def test_the_next_mail_is_found_without_loading_all_that_wait(table: Table) -> None:
    """Rows are long, so reading each of them took longer the more mails waited."""
    with table.store.reading() as session:
        connection = session.connection()
        words = outbox.next_ones(table.clock.now(), 50, False).compile(
            connection, compile_kwargs={"literal_binds": True}
        )
        steps = [row[-1] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {words}")]
    assert steps == [
        "SEARCH outbox USING COVERING INDEX ix_outbox_next (state=? AND answers=? AND due_utc<?)"
    ]


def test_an_answer_does_not_wait_for_the_reports_of_a_deadline(table: Table) -> None:
    for number in range(6):
        put(table, f"report{number}@judge.example")
    table.clock.passes(seconds=1)
    for number in range(3):
        put(table, f"answer{number}@judge.example", answers=True)
    claimed = [
        parcel.message_id.partition("@")[0] for parcel in outbox.claim(table.store, table.clock.now(), 4)
    ]
    assert sorted(claimed) == ["answer0", "answer1", "report0", "report1"]


def test_each_lane_may_be_claimed_alone(table: Table) -> None:
    for number in range(6):
        put(table, f"report{number}@judge.example")
    put(table, "answer@judge.example", answers=True)
    now = table.clock.now()
    (answer,) = outbox.claim(table.store, now, 4, outbox.ANSWERS_LANE)
    assert answer.message_id == "answer@judge.example"
    assert [len(outbox.claim(table.store, now, 4, outbox.OTHERS_LANE)) for _ in range(3)] == [4, 2, 0]


def test_the_oldest_leaves_first(table: Table) -> None:
    for name in ("b", "a", "c"):
        put(table, f"{name}@judge.example")
        table.clock.passes(seconds=1)
    assert [p.message_id[0] for p in outbox.claim(table.store, table.clock.now(), 2)] == ["b", "a"]
    assert [p.message_id[0] for p in outbox.claim(table.store, table.clock.now(), 2)] == ["c"]


def test_a_mail_of_a_failed_transaction_is_not_in_the_outbox(table: Table) -> None:
    before = len(table.outbox())
    try:
        with table.store.writing() as session:
            mail = Outgoing("one@judge.example", "ann@x.org", b"words", "report")
            outbox.put(session, mail, About(), table.clock.now())
            raise RuntimeError("the power fails")
    except RuntimeError:
        pass
    assert len(table.outbox()) == before


def put(table: Table, message_id: str, *, answers: bool = False) -> bool:
    mail = Outgoing(message_id, "ann@x.org", b"words", "report")
    with table.store.writing() as session:
        return outbox.put(session, mail, About(answers=answers), table.clock.now())
