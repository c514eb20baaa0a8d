"""A reply of YES to "Did you mean ...?" files the order that the refusal suggests."""

from pathlib import Path

import pytest

import adjudicator
from adjudicator.core.language.suggested import suggested
from adjudicator.core.language.words import listed
from adjudicator.core.sentences import say
from adjudicator.core.toml import tables_of
from tests.support.table import Table, text_of

FRANCE, GONDOR, RED = "france@x.org", "gondor@x.org", "red@x.org"


@pytest.fixture
def std1(table: Table) -> Table:
    table.vouched |= {FRANCE}
    table.opens("std1", "72h", {"France": FRANCE}, "standard")
    return table


def answer(table: Table, sender: str, body: str, key: str = "std1") -> str:
    table.clock.passes(minutes=15)
    table.mail(sender, body, key)
    return " ".join(text_of(table.last_to(sender)).split())


def on_file(table: Table, sender: str, key: str = "std1") -> str:
    return answer(table, sender, "STATUS", key).partition("Order form")[0]


def test_a_yes_files_the_suggested_order_and_leaves_the_others(std1: Table) -> None:
    reply = answer(std1, FRANCE, "A Par - Brugundy\nF Bre - MAO")
    assert "Did you mean A Par - Bur?" in reply
    assert "If you reply with YES, this order is put on file: A Par - Bur." in reply
    reply = answer(std1, FRANCE, "Yes, please!")
    assert "Army Paris moves to Burgundy" in reply and "Fleet Brest moves" in reply
    assert "reply with YES" not in reply


def test_commands_beside_the_yes_are_executed_too(std1: Table) -> None:
    answer(std1, FRANCE, "A Par - Brugundy")
    reply = answer(std1, FRANCE, "Yes\nASSUME Germany\nA Mun - Bur\nEND\nPREVIEW")
    assert "Army Paris moves to Burgundy" in reply
    assert "None of this has happened" in reply


@pytest.mark.parametrize("body", ["No", "Thanks", "A Mar S A Par - Bur", "PREVIEW"])
def test_no_other_reply_files_the_suggestion(std1: Table, body: str) -> None:
    answer(std1, FRANCE, "A Par - Brugundy")
    answer(std1, FRANCE, body)
    assert "Army Paris moves" not in on_file(std1, FRANCE)


def test_two_suggestions_for_one_line_cannot_be_accepted_by_yes(std1: Table) -> None:
    reply = answer(std1, FRANCE, "A Mar - Pie or Spa")
    assert "reply with YES" not in reply


def test_a_suggestion_replaces_the_order_of_its_unit(std1: Table) -> None:
    answer(std1, FRANCE, "A Par - Gas\nF Bre - MAO")
    reply = answer(std1, FRANCE, "A Par - Brugundy")
    assert "this order is put on file: A Par - Bur." in reply
    reply = answer(std1, FRANCE, "Yes")
    assert "Army Paris moves to Burgundy" in reply and "Gascony" not in reply and "Fleet Brest moves" in reply


def test_suggestions_that_replace_each_other_cannot_be_accepted_by_yes(std1: Table) -> None:
    reply = answer(std1, FRANCE, "A Par - Brugundy\nA Par - Pikardy")
    assert reply.count("Did you mean A Par") == 2
    assert "reply with YES" not in reply


def test_all_suggestions_of_a_message_are_accepted_together(std1: Table) -> None:
    reply = answer(std1, FRANCE, "A Par - Brugundy\nF Brst - MAO")
    assert "these orders are put on file: A Par - Bur; F Bre - MAO." in reply
    reply = answer(std1, FRANCE, "yes")
    assert "Army Paris moves to Burgundy" in reply and "Fleet Brest moves" in reply


def test_a_leader_goes_with_the_army_that_was_misspelled(table: Table) -> None:
    table.vouched |= {GONDOR}
    table.opens("t1", "72h", {"Gondor": GONDOR}, "downfall-xiii")
    reply = answer(table, GONDOR, "A Lam - Pel\nFaramir leads 2A MTi - Osgilliath", "t1")
    assert "this order is put on file: Faramir leads 2A MTi - Osg." in reply
    assert "Faramir leads 2 Armies Minas Tirith" in answer(table, GONDOR, "Yes\nPREVIEW", "t1")


def test_a_suggestion_keeps_the_rest_of_a_whole_sheet(table: Table) -> None:
    table.vouched |= {RED}
    table.opens("e1", "72h", {"Germany": RED}, "empires", {"pace": "single"})
    reply = answer(table, RED, "ACTIVATE\n  Army Cologne - Brussels\n  Army Mezt - Nancy attacks\nPASS", "e1")
    assert "is put on file: Army Metz - Nancy attacks." in reply
    reply = answer(table, RED, "YES", "e1")
    assert "Army Cologne moves to Brussels" in reply and "Army Metz moves to Nancy" in reply


@pytest.mark.parametrize(
    "file",
    sorted(Path(adjudicator.__file__).parent.glob("*/sentences.toml")),
    ids=lambda path: path.parent.name,
)
def test_every_game_asks_in_the_same_words(file: Path) -> None:
    """The code finds the suggestion in a refusal by the words around it."""
    names = ("did_you_mean", "if_order_did_you_mean", "if_it_is_order_did_you")
    asks = [text for name, text in tables_of(file.read_text("utf-8")).items() if name in names]
    assert all(suggested(text) for text in asks)


def test_a_suggestion_is_one_order() -> None:
    assert suggested(say("did_you_mean", names="A Par - Bur")) == "A Par - Bur"
    assert suggested(say("did_you_mean", names=listed(["A Par - Bur", "A Par - Pic"]))) == ""
    assert suggested("Write it like A Par - Bur.") == ""


def test_a_yes_also_files_what_is_suggested_for_doubtful_lines(table: Table) -> None:
    """A newcomer wrote three sentences, and a YES would have filed the first of three suggestions."""
    table.vouched |= {RED}
    table.opens("d1", "72h", {"Red": RED, "Blue": "blue@x.org"}, "domination")
    sheet = "Pieces G, D and E in this order.\nOn a whim, two knights in the first city."
    reply = answer(table, RED, sheet, "d1")
    assert "If it is an order, did you mean" in reply
    assert "put on file: build 2 Knight first city" in reply
    reply = answer(table, RED, "YES", "d1")
    assert "2 Knights" in on_file(table, RED, "d1")


def test_no_yes_drops_a_refused_line_that_has_no_suggestion(table: Table) -> None:
    table.vouched |= {FRANCE}
    table.opens("e1", "72h", {"Russia": FRANCE}, "empires")
    sheet = "RECRUIT full in Vilnna\nACTIVATE\nArmy Warsaw - Krakow attacks\nArmy Warsaw - Petrograd"
    reply = answer(table, FRANCE, sheet, "e1")
    assert "Did you mean" in reply
    assert "If you reply with YES, this order is put on file: RECRUIT full in Vilna." in reply
    filed = answer(table, FRANCE, "YES", "e1")
    assert "a full army in Vilna" in filed and "Army Warsaw moves to Krakow and attacks" in filed
    assert 'Still refused on your sheet: "Army Warsaw - Petrograd"' in filed


def test_a_suggested_action_joins_the_sheet(table: Table) -> None:
    table.vouched |= {FRANCE}
    table.opens("e1", "72h", {"Russia": FRANCE}, "empires")
    reply = answer(table, FRANCE, "ENTRENCH Warsaw\nDIPLOMACY Romenia forward", "e1")
    assert "If you reply with YES, this order is put on file: DIPLOMACY Romania forward." in reply
    filed = answer(table, FRANCE, "YES", "e1")
    assert "Entrenches in Warsaw" in filed and "Diplomacy: Romania forward" in filed
