"""Two powers that have one player by the rules: the Central Powers in a game of three."""

import pytest

from pbem.store.game_tables import seats_of
from tests.support.gamemaster import gm, gm_asks, got, news_to
from tests.support.table import Table, text_of

ANN, BOB, CYD, DORA = "ann@x.org", "bob@y.org", "cyd@z.org", "dora@v.org"
PLAYERS = {"Germany": ANN, "Austria-Hungary": ANN, "Franco-British": BOB, "Russia": CYD}
BOTH = "Germany and Austria-Hungary"


@pytest.fixture
def war(table: Table) -> Table:
    table.vouched.add(DORA)
    table.opens("war", "72h", PLAYERS, "empires", {"players": "3"})
    table.post_office.forget()
    return table


def players(table: Table) -> str:
    """Return who plays the two powers, each address once."""
    with table.store.reading() as session:
        return " ".join({seat.address for seat in seats_of(session, "war") if seat.power in BOTH})


@pytest.mark.parametrize(
    "line",
    [
        "REPLACE Germany with Dora <dora@v.org>",
        "REPLACE Austria-Hungary with Dora <dora@v.org>",
        "REPLACE Austria-Hungary and Germany with Dora <dora@v.org>",
        "REPLACE ann with Dora <dora@v.org>",
    ],
)
def test_a_new_player_gets_both(war: Table, line: str) -> None:
    assert f"{BOTH} have a new player: Dora" in gm(war, line, "war")
    assert players(war) == DORA
    mails = [mail for mail in war.mails_to(DORA) if "from now on" in str(mail["Subject"])]
    assert len(mails) == 2
    taken = [text_of(mail) for mail in war.mails_to(ANN) if "your seat at" in str(mail["Subject"])]
    assert len(taken) == 1
    assert f"has taken {BOTH} from you at war" in taken[0]
    assert got(war, BOB, f"a new player for {BOTH}")


def test_robots_and_the_gm_get_both(war: Table) -> None:
    assert f"Robots play {BOTH}" in gm(war, "REPLACE Germany with a robot", "war")
    assert f"{BOTH} have a new player" in gm(war, "REPLACE Germany with me", "war")
    assert players(war) == "gm@w.org"


def test_both_are_open_after_an_ejection_and_taken_over_together(war: Table) -> None:
    assert f"{BOTH} have no player now" in gm(war, "EJECT Austria-Hungary", "war")
    assert players(war) == ""
    assert f"You play {BOTH} at war from now on." in text_of(war.says(DORA, "TAKE OVER Germany in war", "hi"))
    assert players(war) == DORA


def test_a_player_resigns_both(war: Table) -> None:
    gm(war, "RENEW Germany", "war")
    war.reply(war.last_to(ANN), "RESIGN Germany")
    assert f"You have left {BOTH} at war." in text_of(war.last_to(ANN))
    assert players(war) == ""


def test_powers_with_two_players_are_replaced_one_by_one(war: Table) -> None:
    told = gm_asks(war, "REPLACE Germany and Russia with Dora <dora@v.org>", "war")
    assert "Germany, Austria-Hungary and Russia do not share a player by the rules" in told
    gm(war, "REPLACE Russia with Dora <dora@v.org>", "war")
    assert players(war) == ANN
    assert "Russia has a new player: Dora" in text_of(news_to(war, BOB, "a new player for Russia"))


@pytest.mark.parametrize("first", ["Germany", "Austria-Hungary"])
def test_one_substitute_gets_both_powers_of_a_silent_player(war: Table, first: str) -> None:
    war.set_rules("war", silence="replace", silent_turns=1)
    war.vouched |= {"emil@u.org"}
    for address in (DORA, "emil@u.org"):
        war.mail(address, "JOIN war", "war")
        war.clock.passes(minutes=5)
    for sender in [BOB, CYD, *([ANN] if first == "Austria-Hungary" else [])]:
        war.mail(sender, "PASS", "war")
    turns = 0
    while players(war) == ANN and turns < 4:
        war.deadline_passes("war")
        turns += 1
    assert players(war) == DORA
    assert got(war, BOB, f"a new player for {BOTH}")
    taken = [text_of(mail) for mail in war.mails_to(ANN) if "your seat" in str(mail["Subject"])]
    assert len(taken) == 1
    assert f"you no longer play {BOTH}" in taken[0]


def test_both_powers_of_a_silent_player_are_open_together(war: Table) -> None:
    war.set_rules("war", silence="civil disorder", silent_turns=1)
    war.deadline_passes("war")
    assert players(war) == ""
    told = text_of(news_to(war, BOB, "are open"))
    assert f"{BOTH} sent no orders for 1 turn, and the seats have no player now" in told
