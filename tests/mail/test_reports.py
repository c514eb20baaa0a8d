"""Mails as people receive them: their content, what they must not contain, and their threads."""

import email
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import default
from html.parser import HTMLParser

import pytest
from msgspec.structs import replace

from adjudicator import games
from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Due, Game, Item, Reading, ReportFacts, Section
from pbem import reports
from pbem.core.templating import ending
from pbem.core.text_layout import WIDTH, columns, unwrapped, wrapped
from pbem.reports import layout
from pbem.reports.message_bytes import LOOP_HEADER, Outgoing

SENT = datetime(2026, 11, 23, 18, 0, tzinfo=UTC)
DEADLINE = datetime(2026, 12, 4, 20, 0, tzinfo=UTC)
HOUSE = reports.House("The Judge", "judge.example", "judge@judge.example")
TABLE = reports.TableCard("std3", "standard", "Diplomacy", "Grace", "gm@x.org", "ab" * 32)
ADDRESS = "judge+france.std3.k3q9@judge.example"
DUE = Due("Autumn 1901", 2, "movement", {})
HOSTILE = 'Ann\r\nBcc: all@x.org <script>alert("1")</script> {{ 7 * 7 }}'


class Words(HTMLParser):
    """What a person sees of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.hidden = 0
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)
        self.hidden += tag in ("style", "title")

    def handle_endtag(self, tag: str) -> None:
        self.hidden -= tag in ("style", "title")

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.seen.extend(data.split())


def seat(player: str = "Bob", zone: str = "UTC") -> reports.SeatCard:
    return reports.SeatCard(TABLE, "France", player, "bob@x.org", ADDRESS, "[std3 France #k3q9]", zone)


def opened(mail: Outgoing) -> EmailMessage:
    return email.message_from_bytes(mail.raw, EmailMessage, policy=default)


def text(mail: Outgoing) -> str:
    part = opened(mail).get_body(("plain",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def page(mail: Outgoing) -> Words:
    part = opened(mail).get_body(("html",))
    assert part is not None
    words = Words()
    words.feed(str(part.get_content()))
    return words


@pytest.fixture(scope="module")
def game() -> Game:
    return games.find("standard")


@pytest.fixture(scope="module")
def played(game: Game) -> tuple[str, str]:
    """The state after a first turn, and its record."""
    start = game.start({}, SeededDice("seed", 0))
    sheets: Mapping[str, list[str]] = {
        "France": ["A Par - Bur", "F Bre - MAO"],
        "Germany": ["A Mun - Bur"],
        "Austria": ["F Tri - Alb"],
    }
    orders = {power: game.read(start, power, None, lines).orders for power, lines in sheets.items()}
    turn = game.judge(start, orders, SeededDice("seed", 1))
    return turn.state, turn.record


@pytest.fixture(scope="module")
def report(game: Game, played: tuple[str, str]) -> Outgoing:
    return reports.turn_report(context(), seat(), run(game, played[0]), told(game, played, "France"))


@pytest.fixture(scope="module")
def bulletin(game: Game, played: tuple[str, str]) -> Outgoing:
    supplement = reports.Supplement(("Italy",), ("The GM was away on Friday.",))
    view = replace(told(game, played, None), supplement=supplement)
    [mail] = reports.bulletins(
        context(), TABLE, [reports.Reader("Ann", "ann@x.org")], run(game, played[0]), view
    )
    return mail


def context(heard: reports.AnsweredMessage | None = None) -> reports.MailContext:
    return reports.MailContext(HOUSE, SENT, heard or reports.AnsweredMessage())


def run(game: Game, state: str) -> reports.Run:
    return reports.Run(1, game.due(state), DEADLINE)


def told(game: Game, played: tuple[str, str], reader: str | None) -> reports.TurnView:
    state, record = played
    form = game.form(state, reader) if reader else ()
    return reports.TurnView(game.show(state, record, reader), form, game.picture(state, record, reader))


def reading(game: Game, *lines: str) -> Reading:
    return game.read(game.start({}, SeededDice("seed", 0)), "France", None, lines)


def test_a_private_question_is_not_contradicted_by_you_owe_nothing(
    game: Game, played: tuple[str, str]
) -> None:
    """A new player nearly skipped a retreat, because "You owe no orders" was above the question."""
    due = replace(game.due(played[0]), owed={}, asked={"France": "a retreat"})
    waiting = reports.Run(1, due, DEADLINE)
    mail = reports.turn_report(context(), seat(), waiting, told(game, played, "France"))
    for words in (" ".join(text(mail).split()), " ".join(" ".join(page(mail).seen).split())):
        when = r"by Fri 4 Dec 2026, 20:00 UTC( ?, .{5,25} after this message)?"
        assert re.search(rf"You are asked for a retreat, {when} ?\. Nobody else is told\.", words)
        assert "You owe" not in words and "Asked of you" not in words


def test_a_report_has_the_outcome_of_the_orders_and_what_is_next(report: Outgoing) -> None:
    words = text(report)
    assert "Army Paris moves to Burgundy" in words
    assert "bounced with Army Munich, 1 against 1" in " ".join(words.split())
    assert "Fri 4 Dec 2026, 20:00 UTC" in " ".join(words.split())
    assert "  A Par H" in words, "the order form is filled in"


def test_the_deadline_is_in_the_players_time_zone(game: Game, played: tuple[str, str]) -> None:
    abroad = seat(zone="America/New_York")
    mail = reports.turn_report(context(), abroad, run(game, played[0]), told(game, played, "France"))
    assert "Fri 4 Dec 2026, 15:00 EST" in " ".join(text(mail).split())


def test_text_keeps_to_its_columns(report: Outgoing, bulletin: Outgoing) -> None:
    for mail in (report, bulletin):
        assert max(len(line) for line in text(mail).splitlines()) <= WIDTH


def test_an_empty_last_column_is_left_out() -> None:
    assert columns([["Militia", ""], ["Knight", ""]], ["Card", ""]) == "Card\n-------\nMilitia\nKnight"
    assert columns([["a", ""], ["b", "c"]]) == "a\nb  c"


def test_the_signature_has_its_delimiter(report: Outgoing) -> None:
    assert "\n-- \n" in text(report), "RFC 3676 4.3: else replies quote the foot"


def test_text_and_html_say_the_same(report: Outgoing, bulletin: Outgoing) -> None:
    for mail in (report, bulletin):
        plain = set(text(mail).replace("*", " ").split()) - {"--"}
        shown = set(page(mail).seen) | {"·"}
        marks = {word for word in plain if not any(character.isalnum() for character in word)}
        missing = {word.strip(",:.") for word in plain - marks} - {word.strip(",:.·") for word in shown}
        assert not missing


def test_the_picture_is_in_the_mail_and_has_words_beside_it(report: Outgoing) -> None:
    pictures = [part for part in opened(report).walk() if part.get_content_type() == "image/png"]
    assert len(pictures) == 1
    html = opened(report).get_body(("html",))
    assert html is not None
    assert f'src="cid:{pictures[0]["Content-ID"].strip("<>")}"' in html.get_content()
    assert 'alt=""' not in html.get_content()
    assert len(report.raw) < 300_000


def test_only_the_private_report_holds_the_token(report: Outgoing, bulletin: Outgoing) -> None:
    assert opened(report)["Reply-To"] == ADDRESS
    assert b"k3q9" not in bulletin.raw
    assert opened(bulletin)["Reply-To"] is None
    assert "k3q9" not in text(report), "a quoted report must not give the seat away"


def test_headers_ask_programs_not_to_answer(report: Outgoing, bulletin: Outgoing) -> None:
    for mail in (report, bulletin):
        assert opened(mail)["Auto-Submitted"] == "auto-generated"
        assert opened(mail)[LOOP_HEADER] == HOUSE.judge
    assert "std3.judge.example" in opened(bulletin)["List-Id"]


def test_the_same_mail_is_the_same_bytes(game: Game, played: tuple[str, str], report: Outgoing) -> None:
    again = reports.turn_report(context(), seat(), run(game, played[0]), told(game, played, "France"))
    assert again == report


def test_a_turn_is_one_thread(report: Outgoing, bulletin: Outgoing) -> None:
    assert opened(report)["References"] == opened(bulletin)["References"]
    assert opened(report)["Message-ID"] != opened(bulletin)["Message-ID"]


def test_an_answer_is_in_the_thread_of_the_message(game: Game) -> None:
    heard = reports.AnsweredMessage("abc@x.org", ("first@judge.example",), "orders")
    start = game.start({}, SeededDice("seed", 0))
    confirmed = reports.confirmation(seat(), run(game, start), reading(game, "A Par - Bur"))
    mail = opened(reports.answer(context(heard), confirmed))
    assert mail["In-Reply-To"] == "<abc@x.org>"
    assert mail["References"] == "<first@judge.example> <abc@x.org>"
    assert mail["Subject"] == "Re: orders [std3 France #k3q9]"
    assert mail["Auto-Submitted"] == "auto-replied"


def test_a_confirmation_keeps_the_good_lines_and_explains_the_bad(game: Game) -> None:
    start = game.start({}, SeededDice("seed", 0))
    read = reading(game, "A Par - Bur", "A Mar - Piemond")
    words = text(reports.answer(context(), reports.confirmation(seat(), run(game, start), read)))
    assert "Army Paris moves to Burgundy" in words
    assert "line 2   A Mar - Piemond" in words
    assert "Did you mean A Mar - Pie?" in words
    assert "Fleet Brest" in words.partition("Without orders")[2]


def test_the_calendar_event_is_moved_not_doubled(game: Game, played: tuple[str, str]) -> None:
    start = game.start({}, SeededDice("seed", 0))
    first = reports.deadline_event(context(), TABLE, reports.Run(0, game.due(start), DEADLINE))
    second = reports.deadline_event(context(), TABLE, run(game, played[0]))
    assert first is not None
    assert second is not None
    assert b"UID:deadline.std3@judge.example" in first.ics
    assert b"UID:deadline.std3@judge.example" in second.ics
    assert (b"SEQUENCE:0" in first.ics, b"SEQUENCE:1" in second.ics) == (True, True)


def test_a_hostile_name_adds_no_header_and_no_element(game: Game, played: tuple[str, str]) -> None:
    numbers = {"armies": 2, "fleets": 1, "win": 18, "centres": 34}
    first = reports.first_mail("standard", "France", numbers, [("Germany", HOSTILE)], None)
    view = replace(told(game, played, "France"), first_mail=first)
    mail = reports.turn_report(context(), seat(player=HOSTILE), run(game, played[0]), view)
    assert opened(mail)["Bcc"] is None
    assert "script" not in page(mail).tags
    assert "{{ 7 * 7 }}" in " ".join(page(mail).seen), "a name is never a template"


@pytest.mark.parametrize(
    "subject", ["orders", "Re: orders", "RE: Re: orders", "AW: SV[2]: orders", "回复：orders"]
)
def test_an_answer_has_one_re_whatever_the_message_had(subject: str) -> None:
    refused = reports.refusal("ann@x.org", "I know no table.", "Write TABLE std3.")
    mail = opened(reports.answer(context(reports.AnsweredMessage("abc@x.org", (), subject)), refused))
    assert mail["Subject"] == "Re: orders"


def test_a_hostile_subject_adds_no_header() -> None:
    heard = reports.AnsweredMessage("abc@x.org", (), "orders\r\nBcc: all@x.org\r\n\r\n<b>body</b>")
    refused = reports.refusal("ann@x.org", "I know no table.", "Write TABLE std3.")
    mail = opened(reports.answer(context(heard), refused))
    assert mail["Bcc"] is None
    assert mail["Subject"] == "Re: orders Bcc: all@x.org <b>body</b>"


NEWS = tuple(Item(f"France gains place {number}.") for number in range(layout.TWO_SCREENS))


def sheet_with(*items: Item, lead: str = "") -> ReportFacts:
    return ReportFacts(
        "Diplomacy", "Spring 1901", "France", "News", lead, (Section("news", "News", items),), "", {}
    )


def test_news_do_not_repeat_the_lead() -> None:
    sheet = sheet_with(Item("France gains Spain."), Item("The sea is calm."), lead="France gains Spain. War!")
    for page in (layout.report(sheet, DUE, None), layout.bulletin(sheet, DUE, None)):
        assert [item.text for section in page.first for item in section.items] == ["The sea is calm."]


def test_a_list_of_what_happened_is_complete_or_left_out() -> None:
    """A space once was missing from what happened, because the headline already said who took it."""
    sheet = sheet_with(Item("France gains Spain."), Item("The sea is calm."), lead="France gains Spain. War!")
    sheet = replace(sheet, sections=(replace(sheet.sections[0], is_in_sequence=True),))
    for page in (layout.report(sheet, DUE, None), layout.bulletin(sheet, DUE, None)):
        told = [item.text for section in page.first for item in section.items]
        assert told == ["France gains Spain.", "The sea is calm."]
    same = sheet_with(Item("France gains Spain."), lead="France gains Spain.")
    assert layout.bulletin(same, DUE, None).first == ()


def test_a_lead_does_not_say_the_headline_again() -> None:
    page = layout.bulletin(sheet_with(Item("News."), lead="News."), DUE, None)
    assert (page.sheet.lead, page.first) == ("", ())
    assert layout.report(sheet_with(lead="News. War!"), DUE, None).sheet.lead == "War!"
    assert layout.report(sheet_with(lead="At last. News. War!"), DUE, None).sheet.lead == "At last. War!"
    two = layout.report(sheet_with(lead="At last.\n\nWar. News."), DUE, None).sheet.lead
    assert two == "At last.\n\nWar."


def test_a_lead_does_not_say_the_clauses_of_the_headline_again() -> None:
    sheet = replace(
        sheet_with(lead="Austria gains Rumania. Germany gains Sweden. War!"),
        headline="Austria gains Rumania and Germany gains Sweden",
    )
    assert layout.report(sheet, DUE, None).sheet.lead == "War!"


def test_private_facts_stay_above_the_form() -> None:
    own = Section("news", "What happened to you", (Item("Spain falls."),))
    others = Section("news", "What else happened", (*NEWS, Item("You find the Ring.", "seen")))
    page = layout.report(replace(sheet_with(), sections=(own, others)), DUE, None)
    told = [item.text for section in page.first for item in section.items]
    assert told == ["Spain falls.", "You find the Ring."]
    assert [section.items for section in page.rest] == [NEWS]


def test_every_report_has_what_happened_above_the_form_and_dice_below_it() -> None:
    """Once its place depended on the length of the report."""
    dice = Section("battles", "The dice", (Item("Red rolls 7."),))
    for items in (NEWS[:1], NEWS):
        sheet = sheet_with(*items)
        page = layout.report(replace(sheet, sections=(*sheet.sections, dice)), DUE, None)
        assert ([one.items for one in page.first], page.rest) == ([items], (dice,))


@pytest.mark.parametrize(
    ("winners", "words"),
    [
        ([], ""),
        (["Turkey"], ": won by Turkey"),
        (["England", "France", "Turkey"], ": shared by England, France and Turkey"),
    ],
)
def test_a_game_is_won_by_one_and_shared_by_several(winners: list[str], words: str) -> None:
    assert ending(winners) == words


def test_lines_that_were_broken_for_lack_of_room_are_joined_for_a_narrow_screen() -> None:
    one, other = "Army Minas Tirith moves to Anórien", "Army Minas Tirith moves to Lossarnach"
    order = f"2 Armies Minas Tirith divide: {one}; {other}"
    prose = "A later message replaces orders unit by unit, until Thu 26 Nov 2026, 09:00 UTC. " * 2
    short = "Army Lamedon holds"
    laid_out = "\n".join([wrapped(prose.strip()), "", wrapped(order, 4, 4), wrapped(short, 4, 4), "", "Bye,"])
    assert max(map(len, laid_out.splitlines())) <= WIDTH
    assert unwrapped(laid_out).splitlines() == [prose.strip(), "", f"    {order}", f"    {short}", "", "Bye,"]


def test_every_line_of_a_hanging_indent_is_joined_for_a_narrow_screen() -> None:
    """The third line of an item once stayed on its own, so that a narrow screen broke it twice."""
    items = [
        "The army that moves there must attack, since there are enemies and none of yours " * 3,
        "Researches Gas.",
    ]
    laid_out = "\n".join(wrapped(item.strip(), 2, 4) for item in items)
    assert len(laid_out.splitlines()) > 4
    assert unwrapped(laid_out).splitlines() == [f"  {item.strip()}" for item in items]


def test_an_answer_to_a_command_is_one_paragraph_on_a_narrow_screen() -> None:
    answer = "You have sent no orders for Spring 1901, movement: Army Paris (no order, so it holds). " * 3
    orders = ["Army Marseilles supports Army Paris moving to Burgundy", "A Mar H"]
    below = "\n".join(wrapped(order, 13, 2) for order in orders)
    laid_out = f"    line 1   READY   NOT DONE\n{wrapped(answer.strip(), 13)}\n\n    OPTIONS\n{below}"
    assert unwrapped(laid_out).splitlines() == [
        "    line 1   READY   NOT DONE",
        f"{' ' * 13}{answer.strip()}",
        "",
        "    OPTIONS",
        *(f"{' ' * 13}{order}" for order in orders),
    ]


def test_rows_of_a_table_and_full_lines_of_a_list_are_not_joined() -> None:
    rows = columns([["Gondor", "Minas Tirith " * 4], ["Rohan", "Helm's Deep " * 4]], ["Power", "Centres"])
    full = "\n".join(["    " + "x" * (WIDTH - 4), "    " + "y" * (WIDTH - 4)])
    assert unwrapped(rows) == rows
    assert unwrapped(full) == full


def test_no_line_ends_between_a_number_and_what_it_counts() -> None:
    text = "word " * 14 + "2 Armies of Mordor go on"
    broken = wrapped(text)
    assert "\n2 Armies of Mordor" in broken
    assert "\u00a0" not in broken
    assert unwrapped(broken) == text


def test_a_short_notice_says_why_nothing_is_owed() -> None:
    why = Item("France has as many units as supply centres (3), so nothing is built or removed.")
    due = Section("due", "Due: Winter 1901", (Item("Germany: 1 build in Kiel.", "adjusts"), why))
    assert layout.notice(replace(sheet_with(), sections=(due,), reader="France")).next == (why.text,)
