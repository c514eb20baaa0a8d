"""NEW TABLE: a game master known to the host opens a table by mail, completely or not at all."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlmodel import select

from adjudicator.games import KEYS, find
from pbem.core.settings import HouseSettings, Settings
from pbem.core.templating import packaged
from pbem.store.game_tables import GameTable
from pbem.store.states import FORMING, HELD, PAUSED, RUNNING
from pbem.tables.identity import may_open_tables
from pbem.tables.opening import CannotOpen, Plan, Player, open_table
from tests.support.table import JUDGE, Table, text_of

GRACE = "grace@club.example"
HOST = "host@judge.example"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Table]:
    """Return a host without tables that knows Grace as a game master."""
    own = Table(tmp_path)
    house = HouseSettings(name="The Judge", judge=JUDGE, host=HOST, gms=("@club.example",))
    own.settings = Settings(house=house, messages=own.settings.messages)
    own.vouched |= {GRACE, "mal@elsewhere.org"}
    own.restart()
    yield own
    own.store.close()


def answer(host: Table, body: str, sender: str = GRACE) -> str:
    return text_of(host.says(sender, body, "a new table"))


def rows(host: Table) -> list[GameTable]:
    with host.store.reading() as session:
        return list(session.exec(select(GameTable)))


def test_a_table_in_one_line_is_open_for_join_with_the_usual_rules(host: Table) -> None:
    told = answer(host, "NEW TABLE r5 race")
    table = host.row("r5")
    assert (table.state, table.gm_address, table.pace, table.house) == (FORMING, GRACE, "72h", {})
    assert "r5 is open for JOIN r5; it begins with 3 players." in told
    assert "house rules" in told
    leads = next(mail for mail in host.mails_to(GRACE) if "you run r5" in str(mail["Subject"]))
    assert "An outage of the service makes nobody late" in text_of(leads)


@pytest.mark.parametrize(
    ("heading", "pace"), [("standard", "72h"), ("empires", "72h"), ("domination", "48h"), ("epic", "48h")]
)
def test_a_table_without_a_pace_has_the_usual_one_of_its_game(host: Table, heading: str, pace: str) -> None:
    """At 72h many games of Domination take more than 25 days (docs/liveliness-domination.md)."""
    answer(host, f"NEW TABLE t1 {heading}")
    leads = next(mail for mail in host.mails_to(GRACE) if "you run t1" in str(mail["Subject"]))
    assert pace in text_of(leads)
    assert host.row("t1").pace == pace
    assert f"pace = {pace}" in answer(host, f"NEW TABLE FORM {heading}")
    answer(host, f"NEW TABLE t2 {heading}\npace = 60h\nEND")
    assert host.row("t2").pace == "60h"


def test_the_usual_paces_are_in_the_help_and_in_the_annotated_file(host: Table) -> None:
    others = {f"{card.title} {card.hours}" for key in KEYS if (card := find(key).card).hours != 72}
    assert others == {"Epic Domination 48"}
    told = " ".join(answer(host, "HELP NEW TABLE").split())
    file = (packaged("config") / "house-rules.toml").read_text("utf-8")
    for text in (told, file):
        assert "Without a pace a phase has 72 hours, in Epic Domination 48." in text


def test_a_reply_to_the_answer_speaks_for_the_game_master(host: Table) -> None:
    told = host.says(GRACE, "NEW TABLE r5 race", "a new table")
    host.reply(told, "STATUS")
    assert host.stored(host.reply(told, "SET silence = pause")).note == "game master"


WISHES = """NEW TABLE r5: race
Pace: every Sunday 18:00 Europe/London; grace 12h
zone = "Europe/London"
GM name = Grace
Reminders = 48h, 6h
rest_days = ["12-25", "2026-12-27 to 2026-12-31"]    # holidays
rest weekdays: Saturday
silence = civil disorder
last call = no
press_a_day = 3
END
Thank you!"""


def test_every_house_rule_can_be_written(host: Table) -> None:
    answer(host, WISHES)
    table = host.row("r5")
    assert (table.zone, table.gm_name) == ("Europe/London", "Grace")
    assert table.pace == "every Sunday 18:00 Europe/London; grace 12h"
    assert table.house == {
        "reminders": ["48h", "6h"],
        "rest_days": ["12-25", "2026-12-27 to 2026-12-31"],
        "rest_weekdays": ["Saturday"],
        "silence": "civil disorder",
        "last_call": False,
        "press_a_day": 3,
    }


def test_players_may_be_named_and_begin_at_once(host: Table) -> None:
    told = answer(host, "NEW TABLE r5 race\nRed = Ann <ann@x.org>\nblue: bob@y.org\nEND")
    assert host.row("r5").state == RUNNING
    assert "first orders by" in told
    assert host.report_to("Red")["To"] == "Ann <ann@x.org>"
    assert host.report_to("Blue") is not None


def test_the_gm_gets_a_mail_whose_reply_speaks_for_them(host: Table) -> None:
    answer(host, "NEW TABLE r5 race\nRed = ann@x.org\nEND")
    host.vouched.clear()
    host.reply(next(mail for mail in host.mails_to(GRACE) if "you run r5" in str(mail["Subject"])), "PAUSE")
    assert host.row("r5").state == PAUSED


def test_one_bad_line_opens_no_table_and_all_mistakes_are_reported(host: Table) -> None:
    told = answer(host, "NEW TABLE r5 race\npress = loud\npace = soon\nshoes = red\nRed = nobody\nHm\nEND")
    assert rows(host) == []
    for said in ("No table was opened", "write signed, grey", '"shoes" is not a house rule', "not an address",
                 'Hm: this is neither a rule nor a player; write "key = value"'):  # fmt: skip
        assert said in told


def test_unknown_words_and_bad_values_are_reported_at_once(host: Table) -> None:
    told = answer(
        host,
        "NEW TABLE d1 domination\nshoes = red\nplayers = 9\nprivate_cards = perhaps\nzone = Mars\n"
        'press = loud\npace = 72h; lunch 24h\nBlue = ann@x.org\nBlue = bob@x.org\nPOSITION\nunits = "?"\nEND',
    )
    assert rows(host) == []
    for said in ('"shoes" is not', '"9" is not one of', '"perhaps" is not one of',
                 '"Mars" is not a time zone', "write signed", "Blue is given to two players", "lunch",
                 "begin the line with"):  # fmt: skip
        assert said in told
    told = answer(
        host, 'NEW TABLE s1 standard\nshoes = red\nfog = maybe\nPOSITION\nunits.France = ["A Xyz"]\nEND'
    )
    for said in ('"shoes" is not', "fog = maybe", "Xyz"):
        assert said in told
    told = answer(host, "NEW TABLE d1 domination\nplayers = 3\nshoes = red\nBlack = ann@x.org\nEND")
    assert "shoes" in told
    assert "Black does not play" in told


@pytest.mark.parametrize(
    ("body", "said"),
    [("NEW TABLE r5 chess", 'no game "chess"'), ("NEW TABLE 5 race", "cannot be the name of a table"),
     ("NEW TABLE r5", "the game is not named"), ("NEW TABLE r5 race\npace = soon\nEND", '"soon" is not a'),
     ("NEW TABLE d1 domination\nplayers = 9\nEND", '"9" is not one of 2, 3'),
     ("NEW TABLE d1 domination\nplayers = 3\nBlack = ann@x.org\nEND", "for Red, Blue and Green"),
     ("NEW TABLE e1 empires\nplayers = 7\nEND", '"7" is not one of 4, 3')],
)  # fmt: skip
def test_an_unusable_table_is_refused_with_a_remedy(host: Table, body: str, said: str) -> None:
    assert said in answer(host, body)
    assert rows(host) == []


def test_a_table_name_is_unique(host: Table) -> None:
    answer(host, "NEW TABLE r5 race")
    assert "there is a table r5 already" in answer(host, "new game r5 race\nzone = UTC\nEND")


def test_new_table_alone_brings_a_form_and_the_form_opens_a_table(host: Table) -> None:
    form = answer(host, "NEW TABLE")
    assert "silence = " in form
    host.mail(GRACE, "NEW TABLE form domination", "please")
    mail = host.last_to(GRACE)
    body = mail.get_body(("plain",))
    assert body is not None
    text = str(body.get_content())
    filled = text[text.index("NEW TABLE name") :].replace("NEW TABLE name", "NEW TABLE d7")
    answer(host, filled.partition("\nEND")[0] + "\nEND")
    assert host.row("d7").state == FORMING
    assert host.row("d7").house == {}


def test_a_stranger_opens_nothing(host: Table) -> None:
    assert "only game masters known to the host" in answer(host, "NEW TABLE r5 race", "mal@elsewhere.org")
    assert rows(host) == []


def test_a_forged_gm_is_asked_first(host: Table) -> None:
    host.vouched.clear()
    number = host.mail(GRACE, "NEW TABLE r5 race", "a new table")
    assert (host.stored(number).state, rows(host)) == (HELD, [])
    host.reply(host.last_to(GRACE), "yes")
    assert host.row("r5").gm_address == GRACE


def test_a_gm_or_player_of_another_table_can_open_one(host: Table) -> None:
    answer(host, "NEW TABLE r5 race")
    assert "r6 is open" in answer(host, "NEW TABLE r6 race\nRed = grace@club.example\nEND")
    assert "r7 is open" in answer(host, "NEW TABLE r7 race\nEND")
    assert {row.key for row in rows(host)} == {"r5", "r6", "r7"}


def test_only_permitted_people_may_open_tables() -> None:
    assert may_open_tables("Grace@Club.example", ("@club.example",), HOST)
    assert may_open_tables("ann@x.org", ("ann@x.org",), HOST)
    assert may_open_tables(HOST, (), HOST)
    assert not may_open_tables("ann@club.example.evil.org", ("@club.example",), HOST)
    assert not may_open_tables("ann@y.org", ("ann@x.org",), HOST)


def test_the_shell_checks_the_players_against_the_game(host: Table) -> None:
    plan = Plan("d1", "domination", "gm@w.org", [Player("Black", "ann@x.org")], options={"players": "3"})
    with pytest.raises(CannotOpen, match=r"Black does not play: this game is for Red, Blue and Green\."):
        open_table(plan, host.office, host.clock.now())
    assert rows(host) == []


def test_nobody_is_shown_the_address_of_a_gm_without_a_name(host: Table) -> None:
    answer(host, "NEW TABLE r5 race\nRed = ann@x.org\nEND")
    assert host.row("r5").gm_name == "The GM"
    assert all(GRACE not in text_of(mail) for mail in host.mails_to("ann@x.org"))
    told = answer(host, "NEW TABLE r6 race\nGM name = grace@club.example\nEND")
    assert "A name cannot contain addresses" in told


def test_the_message_of_the_manual_opens_a_table(host: Table) -> None:
    manual = (Path(__file__).parents[2] / "docs" / "gamemaster.md").read_text("utf-8")
    message = manual[manual.index("    NEW TABLE std5") :].partition("\n\n")[0]
    told = answer(host, message)
    assert "std5 is open: first orders by Sun 29 Nov 2026" in told
    assert "Nobody plays Austria" in told
    assert host.row("std5").house["silence"] == "replace"


def test_a_form_whose_remarks_were_broken_by_a_mail_program_opens_a_table(host: Table) -> None:
    rules = "press = none  # or signed, as the\nhost has it\n# silence is\ngold\nsilence = wait"
    answer(host, f"NEW TABLE r5 race\n{rules}\nEND")
    assert host.row("r5").house == {"press": "none", "silence": "wait"}


def test_a_gm_gets_a_form_that_can_be_copied(host: Table) -> None:
    answer(host, "NEW TABLE r5 race")
    host.reply(host.mails_to(GRACE)[0], "NEW TABLE FORM race")
    assert "NEW TABLE name race" in text_of(host.last_to(GRACE))
    host.reply(host.mails_to(GRACE)[0], "SET silence wait")
    assert "A form for" not in text_of(host.last_to(GRACE))


def test_a_mistake_in_a_house_rule_is_named_once(host: Table) -> None:
    told = answer(host, "NEW TABLE r5 race\nsilence = replce\nEND")
    assert 'silence = replce: "replce" is not one of its values; write hold, wait,' in told
    assert "house rules: silence" not in told


def test_a_gm_of_a_table_practises_and_asks_for_help_like_anybody(host: Table) -> None:
    answer(host, "NEW TABLE r5 race")
    assert "Hundred ------- How to write orders" in answer(host, "HELP hundred")
    assert "How to write orders" in answer(host, "HELP germany-v-italy")
    assert "at which robots play" in answer(host, "HELP PRACTICE")
    assert "Your practice table" in answer(host, "PRACTICE hundred as England against random robots")
    assert len(rows(host)) == 2


def test_lines_of_a_gm_that_nobody_understands_open_no_practice_table(host: Table) -> None:
    answer(host, "NEW TABLE r5 race")
    told = answer(host, "PRACTICE hundred as France\nmake it so")
    assert "PRACTICE is a command of players" in told
    assert told.count("not an action of a game master") == 1
    assert [row.key for row in rows(host)] == ["r5"]


def test_a_name_of_several_words_is_refused_with_one_that_would_do(host: Table) -> None:
    told = answer(host, "NEW TABLE XIII Cup Game 1 downfall xiii\nEND")
    assert 'the name of a table is one word; write "NEW TABLE xiii-cup-game-1 downfall-xiii"' in told
    assert "There is no game" in answer(host, "NEW TABLE std5 gobble\nEND")
    assert not rows(host)


@pytest.mark.parametrize(
    "lines", ["SET players 2\nSET pace 48h", "players 2\npace 48h", "set players = 2\npace: 48h"]
)
def test_a_rule_may_be_written_as_for_a_table_that_is_open(host: Table, lines: str) -> None:
    told = answer(host, f"NEW TABLE e1 empires\n{lines}\nEND")
    assert host.row("e1").options["players"] == "2"
    assert host.row("e1").pace == "48h"
    assert "it begins with 2 players" in told  # of two Powers each


@pytest.mark.parametrize("line", ["players", "SET", "two players, please", "our club meets on Tuesdays"])
def test_a_line_without_a_rule_is_none(host: Table, line: str) -> None:
    assert f"{line}: this is neither a rule nor a player" in answer(
        host, f"NEW TABLE e1 empires\n{line}\nEND"
    )
