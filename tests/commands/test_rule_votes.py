"""The house rule rule_votes: a change of the house rules needs the agreement of every player."""

from email.message import EmailMessage

import pytest

from pbem.tables.house_rules import house_rules
from tests.commands.test_votes import ENGLAND, FRANCE, STANDARD, TURKEY, answer
from tests.support.gamemaster import gm
from tests.support.table import Table, text_of


@pytest.fixture
def std3(table: Table) -> Table:
    table.vouched |= {*STANDARD.values()}
    table.opens("std3", "72h; retreat 24h; adjustment 24h", STANDARD, "standard")
    table.set_rules("std3", rule_votes=True)
    table.post_office.forget()
    return table


def silence(table: Table) -> str:
    return house_rules(table.row("std3")).silence


def test_a_rule_changes_when_every_player_has_agreed(std3: Table) -> None:
    reply = gm(std3, "SET silence wait because Bob asked", "std3")
    assert 'asked whether silence should be "wait"' in reply
    asked = text_of(std3.last_to(TURKEY))
    assert "Should the house rule silence be 'wait'? It is 'hold' now." in asked and "VOTE A" in asked
    answer(std3, FRANCE, "VOTE A")
    answer(std3, ENGLAND, "VOTE A")
    assert silence(std3) == "hold"
    assert 'Every player has agreed: silence is "wait" from now on.' in answer(std3, TURKEY, "VOTE A")
    assert silence(std3) == "wait"
    news = text_of(std3.last_to(FRANCE))
    assert 'House rule silence: "wait" from now on' in news and "Bob asked" in news
    assert 'House rule silence: "wait"' in answer(std3, ENGLAND, "LOG")
    assert "No poll is open" in answer(std3, TURKEY, "VOTE A")


def test_a_rule_stays_when_one_does_not_agree_and_nobody_learns_who(std3: Table) -> None:
    gm(std3, "SET silence wait", "std3")
    answer(std3, FRANCE, "VOTE A")
    assert "Not everybody agreed, so the house rules stay as they are." in answer(std3, ENGLAND, "VOTE B")
    assert silence(std3) == "hold"
    news = text_of(std3.last_to(TURKEY))
    assert "Not everybody agreed" in news and "England" not in news
    assert "England" not in answer(std3, FRANCE, "LOG")
    assert "No poll is open" in answer(std3, TURKEY, "VOTE A")


def test_open_votes_show_who_was_against_it(std3: Table) -> None:
    std3.set_rules("std3", rule_votes=True, votes="open")
    gm(std3, "SET silence wait", "std3")
    answer(std3, ENGLAND, "VOTE B")
    assert "Against it: England." in text_of(std3.last_to(TURKEY))


def test_an_answer_can_be_changed_until_it_is_decided(std3: Table) -> None:
    gm(std3, "SET silence wait", "std3")
    told = answer(std3, FRANCE, "VOTE A")
    assert "is A: I agree" in told
    assert "learns how many" not in told
    assert "The rule changes when every player has agreed. You have answered A" in answer(
        std3, FRANCE, "VOTES"
    )
    assert "is withdrawn" in answer(std3, FRANCE, "WITHDRAW POLL")
    answer(std3, ENGLAND, "VOTE A")
    answer(std3, TURKEY, "VOTE A")
    assert silence(std3) == "hold"
    answer(std3, FRANCE, "VOTE A")
    assert silence(std3) == "wait"


def test_the_pace_and_the_rule_itself_are_rules_too(std3: Table) -> None:
    gm(std3, "SET pace 48h", "std3")
    assert std3.row("std3").pace.startswith("72h")
    gm(std3, "CLOSE POLL", "std3")
    gm(std3, "SET rule_votes no", "std3")
    assert house_rules(std3.row("std3")).rule_votes
    for address in STANDARD.values():
        answer(std3, address, "VOTE A")
    assert not house_rules(std3.row("std3")).rule_votes
    gm(std3, "SET pace 48h", "std3")
    assert std3.row("std3").pace == "48h"


def test_an_unusable_rule_and_a_second_question_are_refused_at_once(std3: Table) -> None:
    assert "NOT DONE" in gm(std3, "SET silence sometimes", "std3")
    gm(std3, "SET silence wait", "std3")
    assert "is still open" in gm(std3, "SET late hidden", "std3")


def test_the_house_rules_say_that_players_must_agree(std3: Table) -> None:
    assert "changes only when every player has agreed" in answer(std3, FRANCE, "HOUSE")


def test_without_the_rule_the_game_master_decides(std3: Table) -> None:
    std3.set_rules("std3", rule_votes=False)
    gm(std3, "SET silence wait", "std3")
    assert silence(std3) == "wait"


def test_two_changes_in_one_message_are_asked_one_at_a_time(std3: Table) -> None:
    told = gm(std3, "SET silence wait\nSET reveal = no NOW", "std3")
    assert "asked whether silence should be" in told
    assert "the poll \"Should the house rule silence be 'wait'?" in told.replace("The poll", "the poll")
    assert "could not be processed" not in " ".join(
        str(mail["Subject"]) for mail in std3.mails_to("gm@w.org")
    )


# --- plain answers to the mail that asked ----------------------------------------------------------------


def asked(table: Table, who: str) -> EmailMessage:
    return next(
        mail for mail in reversed(table.mails_to(who)) if "change of the house rules" in mail["Subject"]
    )


def replies(table: Table, who: str, body: str, **headers: str) -> str:
    """Reply to the mail that asked; return the answer."""
    table.clock.passes(minutes=30)
    table.reply(asked(table, who), body, who, **headers)
    answers = [mail for mail in table.mails_to(who) if mail["Auto-Submitted"] == "auto-replied"]
    return text_of(answers[-1])


def test_a_plain_yes_to_the_mail_is_an_answer(std3: Table) -> None:
    gm(std3, "SET silence wait", "std3")
    assert "is A: I agree" in replies(std3, FRANCE, "Yes")
    assert "is A: I agree" in replies(std3, ENGLAND, "Hi,\n\nyes, I agree.\n\nBest,\nBob")
    assert silence(std3) == "hold"
    assert "from now on" in replies(std3, TURKEY, "fine with me\n\n-- \nSent from my phone")
    assert silence(std3) == "wait"


@pytest.mark.parametrize(
    "line", ["No", "no thanks", "I do not agree.", "I don\u2019t agree", "B", "Nein danke"]
)
def test_a_plain_no_to_the_mail_drops_the_change(std3: Table, line: str) -> None:
    gm(std3, "SET silence wait", "std3")
    assert "Not everybody agreed" in replies(std3, FRANCE, line)
    assert silence(std3) == "hold"


@pytest.mark.parametrize("line", ["VOTE YES", "Vote: I agree", "VOTE NO", "I vote no"])
def test_vote_yes_and_no_are_answers_too(std3: Table, line: str) -> None:
    gm(std3, "SET silence wait", "std3")
    told = answer(std3, FRANCE, line)
    assert ("Not everybody agreed" if "no" in line.lower() else "is A: I agree") in told


@pytest.mark.parametrize(
    "body",
    [
        "Yes, but only from next year on",
        "Yes\nbut only from next year on",
        "Yes and no",
        "Yes\n\nNo",
        "Yes, Bob",
    ],
)
def test_an_unclear_answer_is_not_counted_and_the_reply_says_what_to_write(std3: Table, body: str) -> None:
    gm(std3, "SET silence wait", "std3")
    told = replies(std3, FRANCE, body)
    assert 'VOTE A for "I agree" or VOTE B for "I do not agree"' in told
    assert "You have answered" not in answer(std3, FRANCE, "VOTES")


def test_a_yes_to_another_mail_is_not_counted(std3: Table) -> None:
    gm(std3, "SET silence wait", "std3")
    std3.deadline_passes("std3")
    std3.reply(std3.report_to(FRANCE), "Yes")
    assert 'VOTE A for "I agree"' in text_of(std3.last_to(FRANCE))
    assert "You have answered" not in answer(std3, FRANCE, "VOTES")


def test_a_yes_comes_too_late_when_the_question_is_closed(std3: Table) -> None:
    gm(std3, "SET silence wait", "std3")
    gm(std3, "CLOSE POLL", "std3")
    assert "is closed, so this was not counted" in replies(std3, FRANCE, "Yes")
    gm(std3, "SET late hidden", "std3")
    first = next(mail for mail in std3.mails_to(FRANCE) if "change of the house rules" in mail["Subject"])
    std3.reply(first, "Yes")
    assert "is closed, so this was not counted" in text_of(std3.last_to(FRANCE))
    assert "You have answered" not in answer(std3, FRANCE, "VOTES")


def test_orders_beside_a_yes_are_filed(std3: Table) -> None:
    gm(std3, "SET silence wait", "std3")
    told = replies(std3, FRANCE, "Yes, I agree\n\nA Par - Bur")
    assert "is A: I agree" in told and "Army Paris" in told


def test_a_yes_without_proof_waits_for_a_confirmation(std3: Table) -> None:
    gm(std3, "SET silence wait", "std3")
    std3.vouched.discard(FRANCE)
    std3.mail(FRANCE, "Yes", In_Reply_To=str(asked(std3, FRANCE)["Message-ID"]), subject="Re: std3: a change")
    assert "is this message yours?" in str(std3.last_to(FRANCE)["Subject"])
    std3.reply(std3.last_to(FRANCE), "YES")
    assert "is A: I agree" in text_of(std3.last_to(FRANCE))


def test_an_automatic_reply_does_not_agree(std3: Table) -> None:
    gm(std3, "SET silence wait", "std3")
    before = len(std3.mails_to(FRANCE))
    std3.reply(asked(std3, FRANCE), "Yes", FRANCE, Auto_Submitted="auto-replied")
    assert len(std3.mails_to(FRANCE)) == before
    assert "You have answered" not in answer(std3, FRANCE, "VOTES")


def test_a_game_master_who_plays_is_asked_as_well(std3: Table) -> None:
    gm(std3, "REPLACE Turkey with me", "std3")
    gm(std3, "SET silence wait", "std3")
    mail = asked(std3, "gm@w.org")
    std3.vouched.add("gm@w.org")
    std3.reply(mail, "Yes")
    replies(std3, FRANCE, "Yes")
    replies(std3, ENGLAND, "Yes")
    assert silence(std3) == "wait"


@pytest.mark.parametrize(
    ("written", "told"),
    [("B", "is B: no"), ("yes", "is A: yes, 48 hours"), ("No.", "is B: no"), ("yes, 48 hours", "is A: yes")],
)
def test_a_letter_or_the_words_of_an_answer_are_enough_in_a_reply_to_a_poll(
    std3: Table, written: str, told: str
) -> None:
    gm(std3, "POLL Shall we play faster?\nyes, 48 hours\nno\nEND", "std3")
    std3.reply(std3.last_to(FRANCE), written)
    assert told in text_of(std3.last_to(FRANCE))


def test_yes_to_a_poll_with_two_such_answers_is_not_counted(std3: Table) -> None:
    gm(std3, "POLL Shall we play faster?\nyes, 48 hours\nyes, 24 hours\nno\nEND", "std3")
    std3.reply(std3.last_to(FRANCE), "yes")
    assert 'VOTE A for "yes, 48 hours", VOTE B for' in text_of(std3.last_to(FRANCE))


@pytest.mark.parametrize("body", ["I don't think so", "Better not."])
def test_a_polite_no_is_a_no(std3: Table, body: str) -> None:
    gm(std3, "SET silence wait", "std3")
    assert "Not everybody agreed" in replies(std3, FRANCE, body)


def test_any_other_reply_is_answered_with_how_to_answer(std3: Table) -> None:
    gm(std3, "SET silence wait", "std3")
    assert 'VOTE A for "I agree"' in replies(std3, FRANCE, "What would that change for me?")
    told = replies(std3, FRANCE, "A Par - Bur")
    assert "VOTE A" not in told and "Army Paris" in told
