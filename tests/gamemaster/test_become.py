"""BECOME: what a game master may do for a seat, who is informed of it, and what stays secret."""

import pytest

from pbem.store.states import OVER, RUNNING
from pbem.tables.opening import Plan, Player, open_table
from tests.support.table import Table, text_of

GM = "gm@w.org"
SEATS = {"France": "ann@x.org", "England": "bob@y.org", "Turkey": "cyd@z.org"}


def opened(table: Table, **house: object) -> None:
    players = [Player(power, address) for power, address in SEATS.items()]
    open_table(Plan("std3", "standard", GM, players, seed="s", house=house), table.office, table.clock.now())
    table.vouched |= {GM}
    table.service.look()


def gm(table: Table, body: str) -> str:
    return text_of(table.says(GM, body, "std3"))


def note_to(table: Table, address: str, words: str) -> str:
    return text_of(next(mail for mail in reversed(table.mails_to(address)) if words in str(mail["Subject"])))


ALL = """become france
a par – bur
ready
vote draw
PRESS TO England
Dear Bob, A Lon - Nth?
END
status
preview
end
become turkey
a con - bul
end
STATUS"""


def test_the_gm_can_do_for_a_seat_what_its_player_could(table: Table) -> None:
    opened(table)
    told = gm(table, ALL)
    assert "Army Paris moves to Burgundy" in told
    assert "ready: " in told and "vote draw: Your vote stands" in told
    assert "On file, France" in told and "You vote for: draw." in told
    assert "Preview" in told
    assert "Army Constantinople moves to Bulgaria" in told
    assert "Orders are missing from England." in told
    press = text_of(table.last_to("bob@y.org"))
    assert "Dear Bob, A Lon - Nth?" in press and "France" in press and "game master" not in press
    note = note_to(table, "ann@x.org", "orders by the game master")
    assert "Army Paris moves to Burgundy" in note and "vote draw: Your vote stands" in note
    assert "PRESS TO England: " in note
    log = gm(table, "LOG")
    assert (
        "Orders for France were sent, commands were given for France and what France has on file was" in log
    )
    assert "draw" not in log  # a vote is secret, but everybody may read the log


def test_a_vote_by_the_gm_for_a_seat_can_decide_a_motion(table: Table) -> None:
    opened(table)
    gm(table, "BECOME France\nVOTE DRAW\nEND\nBECOME England\nVOTE DRAW\nEND\nBECOME Turkey\nVOTE DRAW")
    assert table.row("std3").state == OVER


def test_a_game_ended_by_a_vote_goes_on_without_the_votes(table: Table) -> None:
    opened(table)
    for address in SEATS.values():
        table.mail(address, "VOTE DRAW", "std3")
    assert table.row("std3").state == OVER
    gm(table, "reopen the game")
    table.mail("ann@x.org", "VOTE DRAW", "std3")
    assert table.row("std3").state == RUNNING


def test_a_power_without_a_player_gets_its_orders_from_the_gm(table: Table) -> None:
    opened(table)
    assert "Army Rome moves to Tuscany" in gm(table, "BECOME Italy\nA Rom - Tus\nREADY")
    table.deadline_passes("std3")
    assert "Army Tuscany" in text_of(table.bulletin_to(GM))


def test_the_gm_cannot_do_what_belongs_to_the_player(table: Table) -> None:
    opened(table)
    assert "ADDRESS is for the player of France alone" in gm(
        table, "BECOME France\nA Par - Bur\nADDRESS me@w.org"
    )
    assert "DIARY is for the player" in gm(table, "BECOME France\nDIARY")
    assert "Paris moves" not in gm(table, "BECOME France\nSTATUS")


def test_a_gm_who_may_not_read_orders_is_shown_only_their_own(table: Table) -> None:
    opened(table, gm_reads="public")
    table.mail("ann@x.org", "A Mar - Spa", "std3")
    told = gm(table, "BECOME France\nA Par - Bur\nEND")
    assert "Army Paris moves to Burgundy" in told and "Spain" not in told
    assert "you are not shown orders; leave STATUS out" in gm(table, "BECOME France\nSTATUS")
    assert "Spain" in note_to(table, "ann@x.org", "orders by the game master")


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("BECOME Atlantis\nREADY", 'There is no power "Atlantis"'),
        ("BECOME France\nhello there", "No line below BECOME France is an order"),
        ("BECOME France\nA Par - Xyz", 'There is no province "Xyz"'),
        ("BECOME France\nA Par H\nEND\nBECOME France\nA Mar H", "has orders for France above"),
    ],
)
def test_a_refusal_gives_the_reason(table: Table, message: str, said: str) -> None:
    opened(table)
    assert said in gm(table, message)
