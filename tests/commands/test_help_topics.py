"""HELP answers the words that people try first."""

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import WithHelpOfTable
from adjudicator.games import KEYS, find
from pbem.commands.lookup.examples import of_position
from pbem.commands.lookup.help import Seated, help_text, language
from pbem.commands.registry import COMMANDS, read_script
from tests.support.table import Table, text_of

OF_ORDERS = (
    *("orders", "order", "form", "how", "moves", "syntax", "examples", "how to write orders", "with orders"),
    *("how do I write my orders", "order form", "on notation", "me write orders"),
)
OF_A_WORD = {  # each topic with words of the answer
    "standard": {
        "support": "F Bre S A Par - Pic",
        "convoy": "C A Lon - Nwy",
        "builds": "Build F Stp/nc",
        "waive": "Waive 2",
    },
    "hardbop": {"support": " S ", "builds": "PHASE: orders for a turn"},
}


def asked(key: str, topic: str) -> str:
    """Return the answer to HELP of the first player at a new table."""
    game = find(key)
    start = game.start({}, SeededDice("topics", 0))
    power = next(iter(game.due(start).owed))
    needed = game.help_of(start, power) if isinstance(game, WithHelpOfTable) else ""
    seated = Seated(of_position(game, start, power), language(game, needed))
    return help_text(COMMANDS, [game], topic, None, seated)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("topic", OF_ORDERS)
def test_help_on_orders_shows_how_they_are_written_in_that_game(key: str, topic: str) -> None:
    told = asked(key, topic)
    assert "There is no help page" not in told
    assert f"# {find(key).card.title}" in told
    assert "Orders look like this:" in told


@pytest.mark.parametrize("topic", ["me", "me please", "start", "getting started", "how to play", "beginners"])
def test_words_of_beginners_get_the_general_help(topic: str) -> None:
    assert asked("standard", topic) == asked("standard", "")


@pytest.mark.parametrize(
    ("key", "word", "shown"),
    [(key, word, shown) for key, words in OF_A_WORD.items() for word, shown in words.items()],
)
def test_help_on_a_word_of_orders_shows_its_lines(key: str, word: str, shown: str) -> None:
    assert shown in asked(key, word)
    assert "There is no help page" not in asked(key, f"how do I {word}")


def test_the_lines_about_a_word_have_no_bare_labels() -> None:
    assert "* Pieces" not in asked("hardbop", "pieces").splitlines()


@pytest.mark.parametrize("key", ["hardbop", "downfall-xiii"])
@pytest.mark.parametrize("topic", ["standing", "standing orders", "proxy"])
def test_help_on_standing_orders_and_proxies_explains_them(key: str, topic: str) -> None:
    told = " ".join(asked(key, topic).split())
    assert "PHASE" not in told
    assert "CLEAR STANDING cancels all" in told or "CANCEL PROXY takes it back" in told


@pytest.mark.parametrize(
    ("topic", "page"),
    [
        *(("quit", "RESIGN"), ("leave", "RESIGN"), ("late orders", "DEFAULT:"), ("the deadline", "READY")),
        *(("password", "RENEW"), ("email", "ADDRESS"), ("abbreviations", "PLACES"), ("voting", "VOTE")),
    ],
)
def test_help_finds_the_page_by_other_words(topic: str, page: str) -> None:
    told = asked("standard", topic)
    assert "There is no help page" not in told
    assert page in told


def test_an_unknown_topic_names_help_on_orders() -> None:
    told = asked("standard", "blorb")
    assert 'There is no help page on "blorb".' in told
    assert "HELP ORDERS" in told


@pytest.mark.parametrize(
    "line", ["HELP ORDERS", "help: orders", "Help with orders?", "HELP! how do I write orders?"]
)
def test_the_ways_to_ask_for_help(line: str) -> None:
    request = read_script(line).requests[0]
    assert (request.word, request.argument.lower().endswith("orders")) == ("HELP", True)


def test_a_guest_learns_where_each_game_shows_its_orders(table: Table) -> None:
    table.mail("eve@e.org", "HELP ORDERS")
    told = text_of(table.last_to("eve@e.org"))
    assert "HELP STANDARD, HELP DOWNFALL-XIII" in told


def test_help_on_declare_says_what_it_changes_and_how_it_is_taken_back(table: Table) -> None:
    """A newcomer got the list of all other lines, and guessed how to take it back."""
    table.vouched.add("saruman@x.org")
    table.opens("hb1", "72h", {"Saruman": "saruman@x.org"}, "hardbop")
    told = " ".join(text_of(table.says("saruman@x.org", "HELP DECLARE", "hb1")).split())
    assert "makes a Neutral power Good or Evil" in told and "CLEAR DECLARE Evil takes it back" in told
    assert "STANDING: A * destroys R" not in told


def test_help_on_a_word_of_examples_shows_only_their_lines_below_their_heading(table: Table) -> None:
    table.vouched.add("umbar@x.org")
    table.opens("dx1", "72h", {"Umbar": "umbar@x.org"}, "downfall-xiii")
    told = text_of(table.says("umbar@x.org", "HELP DECLARE", "dx1"))
    assert told.split("Other lines")[1].split()[:2] == ["DECLARE", "Evil"] and "PROXY" not in told
