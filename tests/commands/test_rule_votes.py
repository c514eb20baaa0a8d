"""The house rule rule_votes: a change of the house rules needs the agreement of every player."""

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
    assert 'asked whether silence shall be "wait"' in reply
    asked = text_of(std3.last_to(TURKEY))
    assert 'Shall the house rule silence be "wait"? It is "hold" now.' in asked and "VOTE A" in asked
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


def test_players_read_that_they_have_a_say(std3: Table) -> None:
    assert "changes only when every player has agreed" in answer(std3, FRANCE, "HOUSE")


def test_without_the_rule_the_game_master_decides(std3: Table) -> None:
    std3.set_rules("std3", rule_votes=False)
    gm(std3, "SET silence wait", "std3")
    assert silence(std3) == "wait"


def test_two_changes_in_one_message_are_asked_one_at_a_time(std3: Table) -> None:
    told = gm(std3, "SET silence wait\nSET reveal = no NOW", "std3")
    assert "asked whether silence shall be" in told
    assert 'the poll "Shall the house rule silence be "wait"?' in told.replace("The poll", "the poll")
    assert "could not be processed" not in " ".join(
        str(mail["Subject"]) for mail in std3.mails_to("gm@w.org")
    )
