"""Messages from the inlet to their answer, as players and mail servers see them."""

from collections.abc import Callable
from datetime import timedelta
from itertools import permutations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy.exc import OperationalError

from pbem.intake import failures, intake
from pbem.outbound import outbox
from pbem.store.arrival import Arrival
from pbem.store.rows import id_of
from pbem.store.states import DEFERRED, DONE, FAILED, HELD, WAITING
from pbem.tables.people import reply_addresses
from tests.support.race import Race
from tests.support.table import JUDGE, MONDAY, Table, text_of


def test_orders_are_confirmed_with_what_was_understood_and_what_was_not(table: Table) -> None:
    number = table.mail("ann@x.org", "Hello judge,\n\ngo 3\ngo 9\n\nAnn")
    answer = text_of(table.last_to("Red"))
    assert "Red will go 3" in answer
    assert "line 4 go 9" in answer
    assert "Write GO and 1 to 6." in answer
    assert table.stored(number).note == "orders"


def test_a_later_order_replaces_the_first(table: Table) -> None:
    table.mail("ann@x.org", "go 3")
    table.mail("ann@x.org", "go 5")
    table.deadline_passes()
    assert "Your own step was 5." in text_of(table.report_to("Red"))


def test_a_bad_line_never_spoils_what_is_on_file(table: Table) -> None:
    table.mail("ann@x.org", "go 3")
    table.mail("ann@x.org", "go 77")
    answer = text_of(table.last_to("Red"))
    assert "Red will go 3 (an earlier message)" in answer
    assert "what was on file stays as it was" in answer


def test_good_lines_beside_a_bad_one_are_on_file(table: Table) -> None:
    table.opens("std1", "72h", {"France": "ann@x.org"}, "standard")
    table.mail("ann@x.org", "A Par - Bur\nA Mar - Mosow\nF Bre - MAO", "std1")
    answer = text_of(table.last_to("ann@x.org"))
    on_file, _, refused = answer.partition("Not accepted")
    assert (
        "Army Paris moves to Burgundy" in on_file and "Fleet Brest moves to the Mid-Atlantic Ocean" in on_file
    )
    assert "A Mar - Mosow" in refused and 'There is no province "Mosow".' in refused
    table.deadline_passes("std1")
    report = " ".join(text_of(table.report_to("ann@x.org")).split())
    assert "Army Burgundy" in report and "Fleet Mid-Atlantic Ocean" in report and "Army Marseilles" in report


def test_the_order_of_arrival_counts_not_the_order_of_processing(table: Table) -> None:
    early = table.message("ann@x.org", "go 1").as_bytes()
    table.clock.passes(hours=1)
    table.mail("ann@x.org", "go 2")
    table.store.store_message(Arrival(early, "ann@x.org", (JUDGE,), MONDAY, "imap:slow", "7.1"))
    table.service.look()
    assert "go 2" in text_of(table.last_to("Red"))
    table.deadline_passes()
    assert "Your own step was 2." in text_of(table.report_to("Red"))


def test_clear_deletes_all_orders(table: Table) -> None:
    table.mail("ann@x.org", "go 3")
    table.mail("ann@x.org", "Clear.")
    assert "no order: stands" in text_of(table.last_to("Red"))
    table.deadline_passes()
    assert "Red" in table.turns()[0].nmr_powers


def test_orders_below_clear_count_and_those_above_do_not(table: Table) -> None:
    table.mail("ann@x.org", "go 1\nCLEAR\ngo 2\nSIGNOFF\ngo 3")
    assert "go 2" in text_of(table.last_to("Red"))


def test_the_same_message_twice_is_one_message(table: Table) -> None:
    message = table.message("ann@x.org", "go 3").as_bytes()
    first = table.post_in(message, "ann@x.org")
    again = table.post_in(message.replace(b"\n\ngo 3", b"\nX-Way: another\n\ngo 3"), "ann@x.org")
    assert first == again
    assert len(table.mails_to("Red")) == 1


def test_another_text_with_the_same_message_id_is_another_message(table: Table) -> None:
    """Some programs give every message the same id."""
    first = table.mail("ann@x.org", "go 4", message_id="<same@x.org>")
    second = table.mail("ann@x.org", "go 5", message_id="<same@x.org>")
    assert first != second
    assert ["Red will go 4" in text_of(table.mails_to("Red")[0]), len(table.mails_to("Red"))] == [True, 2]
    assert "Red will go 5" in text_of(table.last_to("Red"))


def test_a_message_through_two_inlets_is_one_despite_different_headers(table: Table) -> None:
    message = table.message("ann@x.org", "go 4\n\nDoch! Größe", message_id="<same@x.org>")
    first = table.post_in(message.as_bytes(), "ann@x.org")
    message.set_content("go 4\n\nDoch! Größe", cte="base64")
    traces = b"Return-Path: <ann@x.org>\nDelivered-To: judge@judge.example\nReceived: from here by there\n"
    again = traces + message.as_bytes().replace(b"Subject: r1", b"Subject:\n r1")
    number = table.store.store_message(Arrival(again, "", (JUDGE,), table.clock.now(), "imap:judge", "7.1"))
    table.service.look()
    assert (number, len(table.mails_to("Red"))) == (first, 1)


def test_messages_without_message_id_are_distinguished_and_each_is_answered(table: Table) -> None:
    for body in (b"go 1", b"go 2", b"go 2"):
        table.post_in(b"From: ann@x.org\nTo: judge@judge.example\nSubject: r1\n\n" + body, "ann@x.org")
    assert len(table.mails_to("Red")) == 2


# --- what is answered, and how often -----------------------------------------------------------------------

SILENT = [
    ("", {}, "<>"),
    ("", {"Auto_Submitted": "auto-replied"}, "ann@x.org"),
    ("", {"Precedence": "bulk"}, "ann@x.org"),
    ("", {"List_Id": "<runners.x.org>"}, "ann@x.org"),
    ("", {"X_Downfall_Loop": JUDGE}, "ann@x.org"),
]


@pytest.mark.parametrize(("_name", "headers", "envelope"), SILENT)
def test_machines_and_lists_are_never_answered(
    table: Table, _name: str, headers: dict[str, str], envelope: str
) -> None:
    message = table.message("ann@x.org", "go 3\nHELP", **headers).as_bytes()
    number = table.post_in(message, "" if envelope == "<>" else envelope)
    assert table.post_office.taken == []
    assert table.stored(number).state == DONE
    table.deadline_passes()
    assert "Red" in table.turns()[0].nmr_powers


def test_a_message_from_a_stranger_gets_one_polite_answer(table: Table) -> None:
    table.mail("eve@evil.org", "go 6")
    (answer,) = table.mails_to("eve@evil.org")
    assert "eve@evil.org" in text_of(answer)
    assert "HELP" in text_of(answer)


def test_a_message_that_claims_to_be_from_the_judge_is_not_answered(table: Table) -> None:
    number = table.mail(JUDGE, "go 6")
    assert table.post_office.taken == []
    assert table.stored(number).state == DONE


EMPTY = [b"", b"   \n\n", b"> go 3\n> go 4\n", b"\x00\xff\xfe\x01" * 50]


@pytest.mark.parametrize("body", EMPTY)
def test_an_illegible_message_gets_one_polite_answer(table: Table, body: bytes) -> None:
    head = b"From: ann@x.org\nTo: judge@judge.example\nSubject: r1\nMessage-ID: <one@x.org>\n\n"
    number = table.post_in(head + body, "ann@x.org")
    assert len(table.mails_to("Red")) == 1
    assert table.stored(number).state == DONE


def test_an_unknown_charset_is_no_problem(table: Table) -> None:
    head = b"From: ann@x.org\nSubject: r1\nContent-Type: text/plain; charset=x-unknown\n\n"
    table.post_in(head + b"go 4\n", "ann@x.org")
    assert "go 4" in text_of(table.last_to("Red"))


def test_bytes_that_are_not_a_message_are_stored(table: Table) -> None:
    number = table.post_in(b"\xff\x00" * 300, "somebody@x.org")
    assert table.stored(number).state == DONE
    assert table.post_office.taken == []


def test_help_rules_and_status(table: Table) -> None:
    table.mail("ann@x.org", "help")
    assert "Write GO and a number" in text_of(table.last_to("Red"))
    table.mail("ann@x.org", "RULES")
    assert "1. Who goes 10 first has won." in text_of(table.last_to("Red"))
    table.mail("ann@x.org", "go 4\n")
    table.mail("ann@x.org", "Status")
    assert "go 4" in text_of(table.last_to("Red"))


def test_orders_and_help_in_one_message_get_one_answer(table: Table) -> None:
    table.mail("ann@x.org", "go 4\nHELP")
    (answer,) = table.mails_to("Red")
    assert "Red will go 4" in text_of(answer)
    assert "Write GO and a number" in text_of(answer)


def test_rules_are_for_everybody(table: Table) -> None:
    table.mail("eve@evil.org", "RULES race")
    assert "Who goes 10 first" in text_of(table.last_to("eve@evil.org"))
    table.mail("eve@evil.org", "RULES of engagement")
    assert 'no game "of engagement"' in text_of(table.last_to("eve@evil.org")).lower()


def test_the_number_of_answers_an_hour_is_limited(table: Table) -> None:
    for number in range(12):
        table.mail("eve@evil.org", f"hello {number}")
    assert len(table.mails_to("eve@evil.org")) == 5
    last = text_of(table.last_to("eve@evil.org"))
    assert "This is the last of 5 answers within an hour. Other messages are not answered before" in last
    table.clock.passes(minutes=61)
    table.mail("eve@evil.org", "hello again")
    assert len(table.mails_to("eve@evil.org")) == 6


def test_the_last_answer_of_a_day_says_when_the_next_one_comes(table: Table) -> None:
    for _ in range(20):
        table.clock.passes(minutes=50)
        table.mail("ann@x.org", "HELP")
    told = [text_of(mail) for mail in table.mails_to("Red") if "within a day" in text_of(mail)]
    assert len(told) == 1
    assert told == [text_of(table.last_to("Red"))], "nothing comes after it"
    assert "This is the last of 15 answers within a day. Until Tue 24 Nov 2026" in told[0]
    assert "what you write is still carried out: new orders are confirmed" in told[0]
    table.mail("ann@x.org", "go 3")
    assert "Red will go 3" in text_of(table.last_to("Red"))


def test_the_last_answer_to_messages_in_which_nothing_is_understood_says_so(table: Table) -> None:
    for number in range(12):
        table.clock.passes(minutes=30)
        table.mail("ann@x.org", f"Lorem ipsum {number}?")
    told = [text_of(mail) for mail in table.mails_to("Red")]
    assert ["are not answered for a day" in one for one in told] == [False] * 9 + [True]
    table.mail("ann@x.org", "STATUS")
    assert "On file" in text_of(table.last_to("Red"))


def test_a_confirmation_above_the_limit_waits_and_shows_the_newest_orders(table: Table) -> None:
    for step in (1, 2, 3, 4, 5, 6, 1, 2):
        table.mail("ann@x.org", f"go {step}")
    told = [text_of(mail) for mail in table.mails_to("Red")]
    assert ["This is the last of 5 answers within an hour" in one for one in told] == [False] * 4 + [True]
    assert "answers to orders come later, only the newest of them, and other answers are left out" in told[-1]
    table.clock.passes(minutes=61)
    table.service.look()
    assert len(table.mails_to("Red")) == 6
    assert "Red will go 2" in text_of(table.last_to("Red"))


def test_refused_orders_above_the_limit_are_answered_later(table: Table) -> None:
    for step in (1, 2, 3, 4, 5):
        table.mail("ann@x.org", f"go {step}")
    table.mail("ann@x.org", "go 99")
    table.mail("ann@x.org", "hello there")
    assert len(table.mails_to("Red")) == 5
    table.clock.passes(minutes=61)
    table.service.look()
    assert len(table.mails_to("Red")) == 6
    assert "go 99" in text_of(table.last_to("Red")).partition("Not accepted:")[2]


# --- who the sender is -------------------------------------------------------------------------------------


def test_a_reply_speaks_for_its_seat_from_another_address_when_the_registered_one_says_yes(
    table: Table,
) -> None:
    table.mail("ann@x.org", "STATUS")
    table.vouched.clear()
    number = table.reply(table.last_to("Red"), "go 6", sender="ann@phone.org")
    assert table.stored(number).state == HELD
    assert table.mails_to("ann@phone.org") == []
    assert "YES ADD also registers ann@phone.org" in text_of(table.last_to("Red"))
    table.reply(table.last_to("Red"), "YES")
    assert "Red will go 6" in text_of(table.last_to("Red"))


def test_yes_add_registers_the_address_too(table: Table) -> None:
    table.mail("ann@x.org", "STATUS")
    table.vouched.clear()
    report = table.last_to("Red")
    table.reply(report, "go 6", sender="ann@phone.org")
    table.reply(table.last_to("Red"), "yes add")
    number = table.reply(report, "go 4", sender="Ann@Phone.org")
    assert table.stored(number).state == DONE
    assert "Red will go 4" in text_of(table.last_to("Red"))
    assert table.mails_to("ann@phone.org") == []


def test_orders_that_nobody_vouches_for_are_held_until_one_reply(table: Table) -> None:
    table.vouched.clear()
    number = table.mail("ann@x.org", "go 5")
    assert table.stored(number).state == HELD
    asked = table.last_to("Red")
    assert "go 5" in text_of(asked)
    table.reply(asked, "yes")
    assert "Red will go 5" in text_of(table.last_to("Red"))
    assert table.stored(number).state == DONE
    table.deadline_passes()
    assert "Your own step was 5." in text_of(table.report_to("Red"))


def test_a_confirmation_works_for_hosts_without_plus_addresses_too(table: Table) -> None:
    table.settings = table.settings.model_copy(
        update={"house": table.settings.house.model_copy(update={"plus_addresses": False})}
    )
    table.restart()
    table.vouched.clear()
    number = table.mail("ann@x.org", "go 5")
    assert str(table.last_to("Red")["Reply-To"]) == JUDGE
    table.mail("ann@x.org", "yes", subject=f"Re: {table.last_to('Red')['Subject']}")
    assert table.stored(number).state == DONE
    assert "Red will go 5" in text_of(table.last_to("Red"))


def test_held_orders_do_nothing_if_nobody_confirms(table: Table) -> None:
    table.vouched.clear()
    table.mail("ann@x.org", "go 5")
    table.deadline_passes()
    assert "Red" in table.turns()[0].nmr_powers


def test_a_second_confirmation_changes_nothing(table: Table) -> None:
    table.vouched.clear()
    table.mail("ann@x.org", "go 5")
    asked = table.last_to("Red")
    table.reply(asked, "yes")
    table.reply(asked, "yes, I said")
    assert "is no longer waiting for confirmation" in text_of(table.last_to("Red"))


def test_an_automatic_reply_confirms_nothing(table: Table) -> None:
    table.vouched.clear()
    number = table.mail("ann@x.org", "go 5")
    table.reply(table.last_to("Red"), "I am away", Auto_Submitted="auto-replied")
    assert table.stored(number).state == HELD


def test_a_confirmation_after_the_deadline_is_late(table: Table) -> None:
    table.vouched.clear()
    table.mail("ann@x.org", "go 5")
    asked = table.last_to("Red")
    table.clock.passes(hours=73)
    number = table.reply(asked, "yes")
    assert "Red" in table.turns()[0].nmr_powers
    assert "too late" in text_of(table.last_to("Red"))
    assert table.stored(number).state == DONE


# --- too late ----------------------------------------------------------------------------------------------


def test_a_message_after_the_deadline_is_late_and_never_guessed_to_be_for_the_next_turn(table: Table) -> None:
    table.clock.moment = MONDAY + timedelta(hours=72, seconds=1)
    number = table.store.store_message(
        Arrival(
            table.message("ann@x.org", "go 5").as_bytes(), "ann@x.org", (JUDGE,), table.clock.now(), "smtp"
        )
    )
    table.service.poll_messages()
    assert table.stored(number).state == DEFERRED
    table.clock.passes(seconds=5)
    table.service.look()
    assert table.stored(number).note == "late"
    answer = text_of(table.last_to("Red"))
    assert "too late for Lap 1, day" in answer
    assert "TURN NEXT" in answer
    table.deadline_passes()
    assert "Red" in table.turns()[1].nmr_powers


def test_a_reply_to_an_old_report_is_late_and_turn_next_helps(table: Table) -> None:
    table.mail("ann@x.org", "STATUS")
    old = table.last_to("Red")
    table.deadline_passes()
    table.clock.passes(hours=1)
    table.reply(old, "go 5")
    assert "too late for Lap 1, day" in text_of(table.last_to("Red"))
    table.reply(old, "turn next\ngo 5")
    assert "Red will go 5" in text_of(table.last_to("Red"))


def test_a_reply_to_the_new_report_is_in_time(table: Table) -> None:
    table.deadline_passes()
    table.clock.passes(hours=1)
    table.reply(table.report_to("Red"), "go 5")
    assert "Red will go 5" in text_of(table.last_to("Red"))


def test_a_reply_to_the_new_report_is_in_time_by_a_slow_clock_too(table: Table) -> None:
    table.deadline_passes()
    report = table.report_to("Red")
    message = table.message(
        "ann@x.org", "go 5", "Re: r1", str(report["Reply-To"]), In_Reply_To=str(report["Message-ID"])
    )
    behind = table.clock.now() - timedelta(minutes=2)
    to = (str(report["Reply-To"]),)
    table.store.store_message(Arrival(message.as_bytes(), "ann@x.org", to, behind, "imap:slow", "7.1"))
    table.service.look()
    assert "Red will go 5" in text_of(table.last_to("Red"))


@pytest.mark.parametrize(("second", "note"), [(0, "late"), (1, "orders")])
def test_a_mailbox_has_whole_seconds_and_a_reply_in_the_same_second_is_in_time(
    table: Table, second: int, note: str
) -> None:
    table.clock.moment = MONDAY + timedelta(hours=72, seconds=1, milliseconds=400)
    table.service.look()
    assert table.turns()[0].adjudicated_utc == table.clock.now()
    message = table.message("ann@x.org", "go 5").as_bytes()
    received = MONDAY + timedelta(hours=72, seconds=second)
    number = table.store.store_message(Arrival(message, "ann@x.org", (JUDGE,), received, "imap:judge", "7.1"))
    table.service.look()
    assert table.stored(number).note == note


def test_orders_for_a_turn_that_is_not_due_are_not_taken(table: Table) -> None:
    table.mail("ann@x.org", "TURN Lap 7\ngo 5")
    assert "TURN Lap 7" in text_of(table.last_to("Red"))
    table.mail("ann@x.org", "TURN Lap 1\ngo 5")
    assert "Red will go 5" in text_of(table.last_to("Red"))


def test_a_message_counts_by_the_time_of_the_mail_server(table: Table) -> None:
    table.clock.moment = MONDAY + timedelta(hours=72, minutes=5)
    message = table.message("ann@x.org", "go 5").as_bytes()
    in_time = MONDAY + timedelta(hours=71, minutes=59)
    table.inlet.waiting.append(Arrival(message, "ann@x.org", (JUDGE,), in_time, "imap:judge", "7.1"))
    table.service.look()
    assert "Your own step was 5." in text_of(table.report_to("Red"))


def test_a_message_in_time_that_is_fetched_after_the_turn_is_shown_to_the_gm(table: Table) -> None:
    table.deadline_passes()
    message = table.message("ann@x.org", "go 5").as_bytes()
    in_time = MONDAY + timedelta(hours=71)
    table.store.store_message(Arrival(message, "ann@x.org", (JUDGE,), in_time, "imap:judge", "7.1"))
    table.service.look()
    assert "too late" in text_of(table.last_to("Red"))
    assert "missed its turn" in str(table.last_to("gm@w.org")["Subject"])


# --- failures of the program -------------------------------------------------------------------------------


def test_a_message_that_raises_is_stored_answered_once_and_shown_to_the_gm(
    table: Table,
) -> None:
    bad = table.mail("ann@x.org", "crash the reader")
    good = table.mail("bob@y.org", "go 2")
    assert table.stored(bad).state == FAILED
    assert "fell over its own feet" in table.stored(bad).fault
    assert table.stored(good).note == "orders"
    (answer,) = table.mails_to("Red")
    assert "is stored" in text_of(answer)
    (notice,) = table.mails_to("gm@w.org")
    assert f"message {bad} could not be processed" in str(notice["Subject"])
    table.service.look()
    assert len(table.mails_to("Red")) == 1


def test_a_failed_message_can_be_processed_again(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def fall(*_: object) -> None:
        raise RuntimeError("a fault that will be mended")

    with monkeypatch.context() as faulty:
        faulty.setattr(Race, "read", fall)
        number = table.mail("ann@x.org", "go 4")
    assert table.stored(number).state == FAILED
    assert failures.again(number, table.office)
    table.service.look()
    assert table.stored(number).state == DONE
    table.deadline_passes()
    assert "Your own step was 4." in text_of(table.report_to("Red"))
    assert not failures.again(number, table.office)


def test_the_program_gives_up_a_message_that_kills_it_three_times(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Death(BaseException):
        """Simulate a power failure."""

    def die(*_: object) -> None:
        raise Death

    message = Arrival(table.message("ann@x.org", "go 5").as_bytes(), "ann@x.org", (JUDGE,), MONDAY, "smtp")
    number = table.store.store_message(message)
    with monkeypatch.context() as dying:
        dying.setattr(intake, "parse", die)
        for _ in range(intake.MOST_TRIES):
            with pytest.raises(Death):
                table.service.look()
    table.service.look()
    assert table.stored(number).state == FAILED
    assert "The program crashed 3 times" in table.stored(number).fault


def test_a_database_error_is_not_blamed_on_a_message(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(*_: object, **__: object) -> None:
        raise OperationalError("INSERT", {}, Exception("database is locked"))

    message = Arrival(table.message("ann@x.org", "go 5").as_bytes(), "ann@x.org", (JUDGE,), MONDAY, "smtp")
    number = table.store.store_message(message)
    with monkeypatch.context() as broken:
        broken.setattr(outbox, "put", locked)
        with pytest.raises(OperationalError):
            table.service.look()
    assert table.stored(number).state == WAITING
    table.service.look()
    assert "go 5" in text_of(table.last_to("Red"))


@pytest.mark.parametrize("name", intake.STEPS)
def test_the_power_may_fail_at_any_step(table: Table, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Death(BaseException):
        """Simulate a power failure."""

    def die_at(at: str) -> None:
        if at == name:
            raise Death

    message = Arrival(table.message("ann@x.org", "go 5").as_bytes(), "ann@x.org", (JUDGE,), MONDAY, "smtp")
    with monkeypatch.context() as dying:
        dying.setattr(intake, "step", die_at)
        table.store.store_message(message)
        with pytest.raises(Death):
            table.service.look()
    table.restart()
    table.service.look()
    (answer,) = table.mails_to("Red")
    assert "Red will go 5" in text_of(answer)
    table.deadline_passes()
    assert "Your own step was 5." in text_of(table.report_to("Red"))


# --- which table -------------------------------------------------------------------------------------------


def test_a_game_that_is_over_takes_no_orders(table: Table) -> None:
    for _ in range(2):
        for address in ("ann@x.org", "bob@y.org", "cyd@z.org"):
            table.mail(address, "go 6")
        table.deadline_passes()
        table.clock.passes(hours=2)
    table.mail("ann@x.org", "go 6")
    assert "is over" in text_of(table.last_to("Red"))


def test_two_tables_are_distinguished_by_the_subject_or_a_line(table: Table) -> None:
    table.opens("r2")
    table.mail("ann@x.org", "go 5", subject="my move")
    assert "Red in r1 and Red in r2" in text_of(table.last_to("Red"))
    table.mail("ann@x.org", "go 5", subject="Orders for R2!")
    assert "game r2" in text_of(table.last_to("Red"))
    table.mail("ann@x.org", "table r1\ngo 5", subject="my move")
    assert "game r1" in text_of(table.last_to("Red"))
    table.mail("ann@x.org", "go 5", subject="my move", to="judge+r2@judge.example")
    assert "game r2" in text_of(table.last_to("Red"))


def test_a_reply_to_one_table_that_names_another_counts_for_neither(table: Table) -> None:
    table.opens("r2")
    table.mail("ann@x.org", "STATUS", subject="r1")
    table.reply(table.last_to("Red"), "TABLE r2\ngo 5")
    assert "has a line GAME r2" in text_of(table.last_to("Red"))


def test_a_bounce_marks_the_mail_and_notifies_the_gm(
    table: Table, bounce_of: Callable[[str, str], bytes]
) -> None:
    table.mail("ann@x.org", "go 5")
    parcel = table.outbox("confirmation")[-1]
    to = reply_addresses.bounce_address(table.office.credentials.seal, id_of(parcel), JUDGE)
    table.post_in(bounce_of("ann@x.org", to), "", to)
    assert table.outbox("confirmation")[-1].state == FAILED
    assert "no mail reaches ann@x.org" in str(table.last_to("gm@w.org")["Subject"])


@pytest.fixture
def bounce_of() -> Callable[[str, str], bytes]:
    def bounce(recipient: str, to: str) -> bytes:
        return (
            f"From: MAILER-DAEMON@mx.example\nTo: {to}\nSubject: Undelivered Mail Returned to Sender\n"
            "Auto-Submitted: auto-replied\nMIME-Version: 1.0\nMessage-ID: <b1@mx.example>\n"
            "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n"
            "--b\nContent-Type: text/plain\n\nNobody of that name.\n\n"
            "--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\n"
            f"Final-Recipient: rfc822; {recipient}\nAction: failed\nStatus: 5.1.1\n\n--b--\n"
        ).encode()

    return bounce


# --- laws --------------------------------------------------------------------------------------------------


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    st.one_of(
        st.binary(max_size=400), st.text(max_size=300).map(lambda words: words.encode("utf-8", "replace"))
    )
)
def test_any_message_is_stored_and_processed(table: Table, body: bytes) -> None:
    head = b"From: ann@x.org\r\nSubject: r1\r\n" if len(body) % 2 else b""
    number = table.post_in(head + b"\r\n" + body, "ann@x.org")
    assert table.stored(number).state == DONE


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_order_in_which_inlets_bring_messages_changes_nothing(
    table: Table, order: tuple[int, ...]
) -> None:
    messages = []
    for body in ("go 1\n", "CLEAR\n", "go 2\ngo 7\n"):
        messages.append((table.message("ann@x.org", body).as_bytes(), table.clock.now()))
        table.clock.passes(minutes=10)
    for number in order:
        raw, received = messages[number]
        table.store.store_message(Arrival(raw, "ann@x.org", (JUDGE,), received, "imap:slow", f"7.{number}"))
        table.service.look()
    table.deadline_passes()
    assert table.turns()[0].orders == {"Red": '{"order": "go 2"}'}
