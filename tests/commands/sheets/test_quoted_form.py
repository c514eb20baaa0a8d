"""If the form was edited inside the quoted text, the answer offers to file it on YES."""

import re
import textwrap

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.games import find
from pbem.commands.sheets import quoted_form
from pbem.messages.quotes import own_text
from pbem.tables.order_sheets import Place
from tests.support.table import Table, body_of, text_of
from tests.support.thorough import every

FRANCE = "france@x.org"
SEATS = {"France": FRANCE, "Germany": "germany@z.org"}


@pytest.fixture
def std1(table: Table) -> Table:
    table.vouched |= set(SEATS.values())
    table.opens("std1", "72h; retreat 24h; adjustment 24h", SEATS, "standard")
    return table


def quoted(table: Table, *changes: tuple[str, str]) -> str:
    """Return the report as a mail program quotes it, with its form changed."""
    text = body_of(table.report_to(FRANCE))
    for before, after in changes:
        assert f"\n  {before}\n" in text
        text = text.replace(f"\n  {before}\n", f"\n  {after}\n")
    lines = [f"> {line}" for line in text.splitlines()]
    return "\n".join(["On Mon, 2 Nov 2026 the Judge <judge@judge.example> wrote:", *lines])


def answer(table: Table, body: str) -> str:
    table.clock.passes(minutes=15)
    table.mail(FRANCE, body, "std1")
    return " ".join(text_of(table.last_to(FRANCE)).split())


def on_file(reply: str) -> str:
    return re.split(r"Without orders|Not accepted|A later message", reply.partition("On file for")[2])[0]


EDITED = (("A Par H", "A Par - Bur"), ("F Bre H", "F Bre - MAO"))
OFFER = "If you reply with YES, these orders are put on file: A Par - Bur; A Mar H; F Bre - MAO."


def test_a_message_that_is_all_quoted_text_gets_the_offer(std1: Table) -> None:
    reply = answer(std1, quoted(std1, *EDITED))
    assert "wrote nothing outside it" in reply
    assert OFFER in reply
    assert "Army Paris moves" not in on_file(answer(std1, "STATUS"))
    reply = answer(std1, f"YES\n\n{quoted(std1, *EDITED)}")
    assert "Army Paris moves to Burgundy" in on_file(reply)
    assert "Fleet Brest moves to the Mid-Atlantic Ocean" in on_file(reply)
    assert "If you reply with YES" not in reply
    assert "If you reply with YES" not in answer(std1, f"Thanks!\n\n{quoted(std1, *EDITED)}")


def test_the_form_is_offered_beside_other_text_and_orders(std1: Table) -> None:
    assert OFFER in answer(std1, f"Here you are.\n\n{quoted(std1, *EDITED)}")
    reply = answer(std1, f"A Mar - Spa\n\n{quoted(std1, *EDITED)}")
    assert OFFER in reply
    assert "Army Marseilles moves to Spain" in on_file(reply)


def test_an_unchanged_quoted_form_is_not_offered(std1: Table) -> None:
    assert "YES" not in answer(std1, f"A Mar - Spa\n\n{quoted(std1)}")
    assert "YES" not in answer(std1, quoted(std1))


def test_a_form_without_its_heading_is_offered_if_its_writer_says_so(std1: Table) -> None:
    form = "> A Par - Bur      <- was: H\n> A Mar H\n> F Bre - MAO"
    assert OFFER in answer(std1, f"The form, with my changes.\n\n{form}")
    assert "Army Paris moves" not in on_file(answer(std1, "STATUS"))
    assert "Fleet Brest moves to the Mid-Atlantic Ocean" in on_file(answer(std1, "YES"))
    assert "YES" not in answer(std1, f"I shall write tomorrow.\n\n{form}")


def test_part_of_a_form_is_not_offered(std1: Table) -> None:
    assert "YES" not in answer(std1, quoted(std1, ("A Par H", "")))


def test_later_orders_cancel_the_offer(std1: Table) -> None:
    answer(std1, quoted(std1, *EDITED))
    answer(std1, "A Par - Pic")
    reply = answer(std1, "YES")
    assert "Army Paris moves to Picardy" in on_file(reply)
    assert "Burgundy" not in on_file(reply)


def test_yes_with_orders_is_not_an_answer_to_the_offer(std1: Table) -> None:
    answer(std1, quoted(std1, *EDITED))
    assert "Burgundy" not in on_file(answer(std1, "yes\nA Mar - Spa"))


def test_an_offer_is_only_for_its_turn(std1: Table) -> None:
    answer(std1, quoted(std1, *EDITED))
    std1.deadline_passes("std1")
    assert "Mid-Atlantic" not in on_file(answer(std1, "YES"))


def test_nobody_else_can_accept_the_offer(std1: Table) -> None:
    answer(std1, quoted(std1, *EDITED))
    std1.mail("germany@z.org", "YES", "std1")
    assert "Burgundy" not in on_file(answer(std1, "STATUS"))


@pytest.mark.parametrize("key", ["standard", "downfall-xiii", "hardbop", "empires", "domination"])
@pytest.mark.parametrize("width", every(3, [72, 200, 50]))
def test_no_game_considers_its_own_form_changed(table: Table, key: str, width: int) -> None:
    owing = find(key).due(find(key).start({}, SeededDice("seed", 0))).owed
    seats = {power: f"player{number}@x.org" for number, power in enumerate(owing)}
    table.opens("t1", "72h", seats, key)
    for name, address in seats.items():
        report = body_of(table.report_to(address)).splitlines()
        lines = [f"> {short}" for line in report for short in wrapped(line, width)]
        quote = own_text("\n".join(["On Mon, 2 Nov 2026 the Judge <j@x.org> wrote:", *lines]))
        assert "Order form" in quote.quotation
        place = Place(find(key), table.row("t1"), name)
        assert quoted_form.changed(quote.quotation, "Order form", place) == ()


def wrapped(line: str, width: int) -> list[str]:
    return textwrap.wrap(line, width, drop_whitespace=False) or [""]


def test_answers_below_the_lines_of_the_form_need_no_unit(std1: Table) -> None:
    reply = answer(
        std1, "see below\n\n> A Par H\nto Bur\n> A Mar H\n\nS A Par - Bur\n\n> F Bre H\n-> MAO\n\nBest, Ann"
    )
    found = on_file(reply)
    for words in ("Army Paris moves to Burgundy", "Army Marseilles supports", "Fleet Brest moves to"):
        assert words in found


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("> A Par H\nto Bur", "A Par to Bur"),
        ("> Militia B2 holds\n\n- B9", "Militia B2 - B9"),
        ("> A Par H\n- A Bur - Mun", "- A Bur - Mun"),
        ("> C Wol H\nC Wol - Bro", "C Wol - Bro"),
        ("> A Par H\nto be honest, I forgot", "to be honest, I forgot"),
        ("> A Par H\nTo be honest, I forgot", "To be honest, I forgot"),
        ("> F Bre H\nTo the Channel please.", "F Bre To the Channel please."),
        ("> A Par H\nOff to Burgundy!", "A Par Off to Burgundy!"),
        ("> A Par H\nNo, into Burgundy with him, it is empty.", "A Par into Burgundy, it is empty."),
        ("> A Par H\nHello\nto Bur", "Hello\nto Bur"),
        ("> Reply with HELP.\nto Bur", "to Bur"),
        ("> # A Par H\nto Bur", "to Bur"),
        ("> A Par H\nno, to Bur", "A Par to Bur"),
        ("> A Par H\nYes", "A Par H"),
        ("> A Par H\nno", "A Par H no"),
        ("> A Par H\nyes, if Italy does", "A Par H, if Italy does"),
        ("> A Par H\nno, but A Mar is to hold", "no, but A Mar is to hold"),
        ("> Will you help me?\nyes", "yes"),
        ("> Knight A7 holds\nalso E5.", "Knight A7 to E5"),
        ("> A Par H\nalso to Bur", "A Par to Bur"),
        ("> A Par H\nalso please tell me the deadline", "also please tell me the deadline"),
        ("> Militia A7 holds\n> Knight A7 holds\nok, both", "Militia A7 holds\nKnight A7 holds"),
        ("> Militia A7 holds\n> Knight A7 holds\nfine", "Militia A7 holds\nKnight A7 holds"),
        ("> Militia A7 holds\nfine weather here", "fine weather here"),
        ("> A Par H\n> # lose Fort\nfine", "fine"),
        ("> Faramir H\nwith A Eas", "Faramir with A Eas"),
        ("> 4 Knight A7 holds\nno, 4 Knight A7 - A8", "4 Knight A7 - A8"),
        ("> 4 Knight A7 holds\n3 of them to A8, 1 stays", "3 Knight A7 to A8, 1 stays"),
        ("> Griffin A7 holds\nIt goes to A8", "Griffin A7 goes to A8"),
        ("> 2 Militia G9 holds\nyes, poor lads", "2 Militia G9 holds # poor lads"),
        ("> # lose Fort, Militia\nyes please", "lose Fort, Militia"),
        ("> # lose Fort, Militia\nno", "# no"),
        ("> Build\n> # 29 to spend on Militia, Knight\n4 Knights A7", "Build\n4 Knights A7"),
        ("> Build\n> # 29 to spend on Militia, Knight\n4 Knight A7 - A8", "4 Knight A7 - A8"),
        ("> Build\n> # 29 to spend on Militia, Knight\n\nThanks, Ann", "Thanks, Ann"),
        ("> Build\n> When?\n4 Knights A7", "4 Knights A7"),
        (
            "> #   full German Army Cologne - ...   # 3 of them\n- Brussels",
            "full German Army Cologne - Brussels",
        ),
        ("> # RESEARCH Attack 1 / Gas\nGas", "RESEARCH Gas"),
        ("> PASS\nno", "# no"),
        ("> TRENCH save\nok", "TRENCH save"),
        ("> PASS\nno pass of course", "no pass of course"),
        ("> A Par H\nok, stays", "A Par H # stays"),
        ("> A Par H\nyes but only if Mun is empty", "A Par H, but only if Mun is empty"),
        ("> A Par H\nyesterday I wrote to him", "yesterday I wrote to him"),
        ("> A Par H\nno, stay where you are", "A Par H no, stay where you are"),
    ],
)
def test_an_answer_belongs_to_a_unit_only_right_below_its_line(body: str, text: str) -> None:
    assert own_text(body).text.strip() == text


def test_answers_between_the_lines_of_a_form_with_headings() -> None:
    form = [
        "Move",
        "4 Knight A7 holds",
        "Combat",
        "# lose Fort, Militia, Knight",
        "Build",
        "# 29 for Militia",
    ]
    answers = ["no, to A8", "", "yes please", "", "3 Militia A7"]
    lines = ["> Move"]
    for row, answer_to_it in zip(form[1:], answers, strict=True):
        lines += [f"> {row}", answer_to_it]
    text = [line for line in own_text("\n".join(lines)).text.splitlines() if line]
    assert text == [
        "4 Knight A7 to A8",
        "Combat",
        "lose Fort, Militia, Knight",
        "Build",
        "3 Militia A7",
    ]


def test_a_list_that_its_writer_marked_like_a_quotation_is_offered(std1: Table) -> None:
    """Such lines once were neither read nor mentioned."""
    reply = answer(std1, "a simple turn:\n > A Par - Bur\n > A Mar H\n > F Bre - MAO\nthanks")
    assert OFFER in reply
    assert "If you reply with YES" not in answer(std1, "I read this:\n > A Par - Bur\n > what do you think?")


def test_a_table_row_with_an_empty_first_cell_is_not_quoted_text() -> None:
    body = "ACTIVATE   | Army Posen -> Warsaw\n           | Army Berlin -> Posen"
    assert own_text(body).text == body
    assert own_text("yes\n| A Par - Bur").text == "yes"
