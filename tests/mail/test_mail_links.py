"""Links in reports that open a mail with orders or a command; and how large a report is."""

import io
import re
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from html import unescape
from urllib.parse import parse_qs, unquote

import pytest
from msgspec.structs import replace
from PIL import Image

from pbem import reports
from pbem.reports import mail_links
from tests.support import every_mail
from tests.support.every_mail import TURNS, Played, played
from tests.support.table import Table, text_of, tokens_in

MOST_BYTES = 150 * 1024
CLIPPED = 102 * 1024  # bytes of HTML, from which on a large mail service cuts


def report(one: Played, power: str) -> EmailMessage:
    mail = message_from_bytes(every_mail.report(one, power).raw, policy=default)
    assert isinstance(mail, EmailMessage)
    return mail


def html_of(mail: EmailMessage) -> str:
    body = mail.get_body(("html",))
    assert body is not None
    return str(body.get_content())


def links_of(mail: EmailMessage) -> dict[str, str]:
    """Return the body of the mail that each link opens, by the link."""
    urls = [unescape(url) for url in re.findall(r'href="(mailto:[^"]*)"', html_of(mail))]
    return {url: parse_qs(url.partition("?")[2]).get("body", [""])[0].replace("\r\n", "\n") for url in urls}


def first_owed(one: Played) -> str:
    return next(iter(one.game.due(one.after).owed))


@pytest.mark.parametrize("key", TURNS)
def test_a_report_has_a_link_for_each_common_command(key: str) -> None:
    one = played(key)
    mail = report(one, first_owed(one))
    links = links_of(mail)
    assert {"READY", "PREVIEW", "STATUS", "HELP"} <= set(links.values())
    assert all(len(url) <= mail_links.LONGEST_URL for url in links)
    begins = f"mailto:{every_mail.HOUSE.judge}?subject={one.game.card.key[:4]}1"
    assert all(unquote(url).startswith(begins) for url in links)


@pytest.mark.parametrize("key", TURNS)
def test_the_link_of_the_form_opens_the_form_if_it_is_short(key: str) -> None:
    one = played(key)
    power = first_owed(one)
    form = "\n".join(one.game.form(one.after, power))
    subject = f"{every_mail.table_of(one.game).key}: {power}"
    url = mail_links.mail_url(every_mail.HOUSE.judge, subject, form)
    links = links_of(report(one, power))
    assert (form in links.values()) is (url in links) is (len(url) <= mail_links.LONGEST_URL)


@pytest.mark.parametrize("key", ["standard", "hardbop"])
def test_each_order_of_a_link_is_understood_and_legal(key: str) -> None:
    one = played(key)
    power = first_owed(one)
    bodies = [body for body in links_of(report(one, power)).values() if re.match(r"\d*[A-Z] \w+ (H|-)", body)]
    orders = [body for body in bodies if "\n" not in body]
    assert len(orders) > 10
    for order in orders:
        (line,) = one.game.read(one.after, power, None, [order]).lines
        assert line.verdict == "taken", (order, line.reason)


def test_a_player_who_owes_nothing_has_no_link_to_order() -> None:
    one = played("empires")
    power = next(power for power in one.game.card.seats if power not in one.game.due(one.after).owed)
    assert {"READY", "PREVIEW"}.isdisjoint(links_of(report(one, power)).values())


def test_a_tap_is_an_order_of_the_seat_and_shows_no_token(table: Table) -> None:
    table.opens("std1", "72h", {"France": "ann@x.org", "Italy": "bob@y.org"}, "standard")
    mail = table.report_to("ann@x.org")
    url, body = next((url, body) for url, body in links_of(mail).items() if body == "A Par - Bur")
    assert tokens_in([url]) == set()
    subject = parse_qs(url.partition("?")[2])["subject"][0]
    table.vouched.add("ann@x.org")
    table.mail("ann@x.org", body, subject)
    assert "Army Paris moves to Burgundy" in text_of(table.last_to("ann@x.org"))


@pytest.mark.parametrize("key", TURNS)
def test_a_report_with_its_picture_is_small(key: str) -> None:
    one = played(key)
    for power in one.game.card.seats[:2]:
        seat = replace(every_mail.seat_of(one.game, power), has_json=False)
        view = replace(every_mail.turn_view(one, power), atlas=one.game.card.atlas)
        mail = reports.turn_report(every_mail.context(), seat, every_mail.run_of(one), view)
        assert len(mail.raw) <= MOST_BYTES
        assert len(html_of(report(one, power)).encode()) < CLIPPED


def test_a_large_map_is_large() -> None:
    one = played("standard")
    svg = one.game.picture(one.after, one.record, None)
    with Image.open(io.BytesIO(reports.picture(svg, is_large=True))) as it:
        assert (it.format, it.width) == ("PNG", 2400)
