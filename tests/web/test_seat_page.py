"""The page of a seat, over a real socket: who gets in, what it shows, and what is sent from it."""

import gzip
import http.client
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from html.parser import HTMLParser
from http import HTTPStatus
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlencode, urljoin

import pytest
from msgspec import Struct
from sqlalchemy import event
from sqlalchemy.engine import Engine
from sqlmodel import select

from adjudicator.drawing.halo import HALO, halo
from pbem.core.settings import SiteSettings, WebSettings
from pbem.core.text_layout import unwrapped
from pbem.store.game_tables import OrderSheet
from pbem.store.mail_tables import Receipt
from pbem.web.answer import Answer
from pbem.web.seat_page import drawings, shared_views
from pbem.web.server import Web
from tests.support.gamemaster import gm
from tests.support.table import Table, body_of, kind_of, text_of
from tests.support.waiting import LONG

SITE = "https://games.example.org/mail"
KEY = "std3"
SEATS = {"France": "ann@x.org", "Germany": "bob@y.org"}


class Response(Struct, frozen=True):
    status: int
    headers: Mapping[str, str]
    text: str
    raw_headers: tuple[tuple[str, str], ...] = ()


class Listening(Protocol):
    """What listens at a port of this machine."""

    @property
    def port(self) -> int: ...


Fields = Mapping[str, str | Sequence[str]]


class Browser:
    """A browser that knows one cookie, as a person who has opened one page."""

    def __init__(self, web: Listening) -> None:
        self.web, self.cookie = web, ""

    def ask(self, method: str, path: str, fields: Fields | None = None) -> Response:
        connection = http.client.HTTPConnection("127.0.0.1", self.web.port, timeout=LONG)
        headers = {"Cookie": self.cookie} if self.cookie else {}
        body = urlencode(fields, doseq=True) if fields is not None else None
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        found = tuple((name.lower(), value) for name, value in answer.getheaders())
        return Response(answer.status, dict(found), text, found)

    def enter(self, link: str) -> str:
        """Follow the link of a report; return the path of the page."""
        answer = self.ask("GET", link.removeprefix(SITE))
        assert answer.status == 200, answer
        self.cookie = answer.headers["set-cookie"].partition(";")[0]
        to = re.search(r'url=([^"]+)"', answer.text)
        assert to
        return f"/seat/{to[1]}"

    def hidden(self, page: str) -> dict[str, str]:
        """Return the hidden fields of the form for orders."""
        form = page.partition('id="orders"')[2].partition("</form>")[0]
        return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))

    def send(self, path: str, action: str = "send", **fields: str | Sequence[str]) -> Response:
        page = self.ask("GET", path)
        assert page.status == 200
        answer = self.ask("POST", f"{path}{action}", self.hidden(page.text) | fields)
        if answer.status != 303:
            return answer
        return self.ask("GET", path + answer.headers["location"].removeprefix("./"))


def link_to(table: Table, who: str, site: str = SITE) -> str:
    """Return the link in the last report to an address."""
    found = re.search(rf"{re.escape(site)}/seat/\S+", body_of(table.reports_to(who)[-1]))
    assert found
    return found[0]


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Table]:
    """A table of the standard game, on a host with a site."""
    own = Table(tmp_path)
    web = WebSettings(on=True, port=0)
    own.settings = own.settings.model_copy(update={"site": SiteSettings(url=SITE), "web": web})
    own.restart()
    own.opens(KEY, game="standard", players=SEATS)
    yield own
    own.store.close()


@pytest.fixture
def web(played: Table) -> Iterator[Web]:
    server = Web(played.office, played.clock)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def browser(web: Web) -> Browser:
    return Browser(web)


# --- getting in ------------------------------------------------------------------------------------------


def test_the_link_of_a_report_opens_the_page_of_its_seat(played: Table, browser: Browser) -> None:
    link = link_to(played, "ann@x.org")
    path = browser.enter(link)
    assert path == f"/seat/{KEY}/france/"
    page = browser.ask("GET", path)
    assert page.status == 200
    assert "You owe orders for 3 units" in page.text
    assert "A Par - Bur" in unescape(page.text)
    assert link.rpartition("/")[2] not in page.text
    picture = browser.ask("GET", f"{path}map.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert "<title>Paris</title>" in picture.text


def test_the_cookie_is_for_one_page_and_no_script(played: Table, browser: Browser) -> None:
    cookie = browser.ask("GET", link_to(played, "ann@x.org").removeprefix(SITE)).headers["set-cookie"]
    parts = [part.strip() for part in cookie.split(";")]
    assert parts[1:] == [
        f"Path=/mail/seat/{KEY}/france/",
        f"Max-Age={14 * 24 * 3600}",
        "HttpOnly",
        "SameSite=Strict",
        "Secure",
    ]


def test_a_page_is_not_cached_and_tells_no_other_site_where_it_is(played: Table, browser: Browser) -> None:
    page = browser.ask("GET", browser.enter(link_to(played, "ann@x.org")))
    assert page.headers["cache-control"] == "no-store"
    assert page.headers["referrer-policy"] == "no-referrer"
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert not re.search(r"<script(?![^>]* src=)|<style| style=| on\w+=", page.text)


def nothing_here(browser: Browser) -> Response:
    answer = browser.ask("GET", "/nowhere")
    assert answer.status == 404
    return Response(404, {}, answer.text, without_date(answer))


def without_date(answer: Response) -> tuple[tuple[str, str], ...]:
    return tuple(one for one in answer.raw_headers if one[0] != "date")


def is_nothing(browser: Browser, method: str, path: str, fields: Mapping[str, str] | None = None) -> bool:
    """Return whether the answer is, byte for byte, the one for an unknown address."""
    answer, nothing = browser.ask(method, path, fields), nothing_here(browser)
    return (answer.status, answer.text, without_date(answer)) == (404, nothing.text, nothing.raw_headers)


def test_requests_without_permission_find_nothing(played: Table, browser: Browser, web: Web) -> None:
    other = Browser(web)
    theirs = other.enter(link_to(played, "bob@y.org"))
    link = link_to(played, "ann@x.org").removeprefix(SITE)
    mine = browser.enter(link)
    guessed = link[:-1] + ("a" if link[-1] != "a" else "b")
    page = browser.ask("GET", mine).text
    nowhere = ("/seat/", "/seat/x", f"/seat/{KEY}/england/", mine[:-1])
    for path in (theirs, f"{theirs}map.svg", guessed, *nowhere):
        assert is_nothing(browser, "GET", path)
    own = {**browser.hidden(page), "text": "A Mun - Bur"}
    assert is_nothing(browser, "POST", f"{theirs}send", own)
    assert is_nothing(other, "POST", f"{theirs}send", own)  # the form of another page
    assert is_nothing(browser, "POST", f"{mine}send", {**own, "token": "a" * 16})
    assert is_nothing(browser, "POST", f"{mine}send", {"text": "A Par - Bur"})
    with played.store.reading() as session:
        assert session.exec(select(Receipt).where(Receipt.inlet == "web")).all() == []


def test_links_and_cookies_end_with_renew_and_by_themselves(played: Table, browser: Browser) -> None:
    link = link_to(played, "ann@x.org").removeprefix(SITE)
    path = browser.enter(link)
    played.clock.passes(days=14, seconds=-1)
    assert browser.ask("GET", path).status == 200
    played.clock.passes(seconds=1)
    assert is_nothing(browser, "GET", path)
    assert is_nothing(browser, "GET", link)
    played.reply(played.reports_to("ann@x.org")[-1], "REPORT")
    again = link_to(played, "ann@x.org")
    browser.enter(again)
    assert browser.ask("GET", path).status == 200
    played.reply(played.reports_to("ann@x.org")[-1], "RENEW")
    assert is_nothing(browser, "GET", path)
    assert is_nothing(browser, "GET", again.removeprefix(SITE))


def test_a_page_can_be_closed(played: Table, browser: Browser) -> None:
    path = browser.enter(link_to(played, "ann@x.org"))
    own = browser.hidden(browser.ask("GET", path).text)
    answer = browser.ask("POST", f"{path}leave", own)
    assert "Max-Age=0" in answer.headers["set-cookie"]
    assert "closed on this device" in answer.text


def test_without_a_site_there_are_no_pages_and_no_links(tmp_path: Path) -> None:
    own = Table(tmp_path)
    own.opens(KEY, game="standard", players=SEATS)
    assert "/seat/" not in text_of(own.reports_to("ann@x.org")[-1])
    own.store.close()


def test_looking_too_often_is_refused(played: Table, browser: Browser) -> None:
    path = browser.enter(link_to(played, "ann@x.org"))
    statuses = [browser.ask("GET", f"{path}map.svg").status for _ in range(121)]
    assert statuses == [200] * 120 + [429]
    played.clock.passes(minutes=1, seconds=1)
    assert browser.ask("GET", path).status == 200


# --- sending ---------------------------------------------------------------------------------------------


def test_orders_from_the_page_are_a_message_like_any_other(played: Table, browser: Browser) -> None:
    path = browser.enter(link_to(played, "ann@x.org"))
    page = browser.send(path, text="A Par - Bur\r\nA Mar S A Par - Bur\r\nF Bre - XYZ")
    assert "Your message was read" in page.text
    assert "Army Paris moves to Burgundy" in page.text
    assert "XYZ" in page.text
    played.service.look()
    mail = played.last_to("ann@x.org")
    assert kind_of(mail) == "confirmation"
    shown = page.text.partition('id="answer"')[2].partition("<pre")[2].partition("</pre>")[0]
    answer = unescape(re.sub("<[^>]*>", "", f"<{shown}"))
    assert answer.strip() == unwrapped(body_of(mail).partition("\n-- \n")[0]).strip()
    with played.store.reading() as session:
        assert [row.inlet for row in session.exec(select(Receipt))] == ["web"]
    played.deadline_passes(KEY)
    assert "A Par - Bur" in text_of(played.reports_to("bob@y.org")[-1]).replace("Army Paris", "A Par")


def test_an_answer_from_before_the_turn_is_not_shown_above_its_report(
    played: Table, browser: Browser
) -> None:
    path = browser.enter(link_to(played, "ann@x.org"))
    own = browser.hidden(browser.ask("GET", path).text) | {"text": "A Par - Bur"}
    to = urljoin(path, browser.ask("POST", f"{path}send", own).headers["location"])
    before = browser.ask("GET", to).text
    assert '<a href="./">Look for a new report</a>' in before
    assert "before the turn was run" not in before
    played.deadline_passes(KEY)
    after = browser.ask("GET", to).text
    assert "Your message was read before the turn was run" in after
    assert "<summary>The answer to your message</summary>" in after
    assert "Army Paris moves to Burgundy" in after


def test_the_reports_of_earlier_turns_can_be_read(played: Table, browser: Browser) -> None:
    path = browser.enter(link_to(played, "ann@x.org"))
    assert "Report of" not in browser.ask("GET", path).text
    browser.send(path, text="A Par - Gas")
    for _ in range(2):
        played.deadline_passes(KEY)
    page = browser.ask("GET", path).text
    assert "Army Paris moves to Gascony" not in page
    first = played.turns(KEY)[0]
    assert f'<option value="{first.number}">{first.name}</option>' in page
    past = browser.ask("GET", f"{path}?report={first.number}").text.partition('id="past"')[2]
    assert "Army Paris moves to Gascony" in past.partition("</section>")[0]
    assert 'id="past"' not in browser.ask("GET", f"{path}?report=77").text


def test_a_preview_can_be_sent_from_below_it(played: Table, browser: Browser) -> None:
    path = browser.enter(link_to(played, "ann@x.org"))
    own = browser.hidden(browser.ask("GET", path).text) | {"text": "A Par - Bur"}
    shown = browser.ask("POST", f"{path}preview", own).text.partition('id="preview"')[2]
    assert '<button type="submit" form="orders" class="main">' in shown.partition("</section>")[0]
    assert "on file" not in shown.partition("</section>")[0]


def test_a_phone_that_reloads_a_preview_gets_the_page(played: Table, browser: Browser) -> None:
    path = browser.enter(link_to(played, "ann@x.org"))
    for action in ("preview", "send", "press"):
        assert 'id="orders"' in browser.ask("GET", f"{path}{action}").text
    assert is_nothing(browser, "GET", f"{path}leave")
    browser.cookie = ""
    assert is_nothing(browser, "GET", f"{path}preview")


def test_the_same_form_sent_twice_is_one_message(played: Table, browser: Browser) -> None:
    path = browser.enter(link_to(played, "ann@x.org"))
    fields = {**browser.hidden(browser.ask("GET", path).text), "to": "Germany", "text": "Peace?"}
    first = browser.ask("POST", f"{path}press", fields)
    played.clock.passes(seconds=5)
    second = browser.ask("POST", f"{path}press", fields)
    assert (first.status, second.status) == (303, 303)
    assert first.headers["location"] == second.headers["location"]
    played.service.look()
    press = [mail for mail in played.mails_to("bob@y.org") if "Peace?" in body_of(mail)]
    assert len(press) == 1


def test_orders_for_a_turn_that_was_run_are_not_sent(played: Table, browser: Browser) -> None:
    path = browser.enter(link_to(played, "ann@x.org"))
    old = browser.hidden(browser.ask("GET", path).text)
    played.deadline_passes(KEY)
    page = browser.ask("POST", f"{path}send", {**old, "text": "A Par - Bur"})
    assert "Nothing was sent: the turn has changed" in page.text
    assert "A Par - Bur</textarea>" in page.text
    assert [mail for mail in played.mails_to("ann@x.org") if kind_of(mail) == "confirmation"] == []


class Attributes(HTMLParser):
    """The attributes of the first element that has a given one."""

    def __init__(self, wanted: str) -> None:
        super().__init__()
        self.wanted, self.found = wanted, dict[str, str | None]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.wanted in dict(attrs) and not self.found:
            self.found = dict(attrs)


def attribute(page: str, name: str) -> str:
    parser = Attributes(name)
    parser.feed(page)
    return str(parser.found[name])


def test_what_scripts_know_of_a_place_is_sent_once(played: Table, browser: Browser) -> None:
    """The page is not compressed: it has secrets beside what others wrote."""
    played.opens("x1", game="downfall-xiii", players={"Gondor": "ann@x.org"})
    page = browser.ask("GET", browser.enter(link_to(played, "ann@x.org"))).text
    places = json.loads(attribute(page, "data-places"))
    assert places["Anórien"] == ["Ano", ", supply centre"]
    assert places["Beorn's Marches"] == ["BMa", ""]
    assert (
        'aria-label="Which move"' in page
    )  # the subject of a condition, which had the name of a list of places
    assert "&#34;" not in page
    assert len(page.encode()) < 52_000


def test_a_quotation_mark_in_a_default_order_ends_no_attribute(played: Table, browser: Browser) -> None:
    played.reply(played.report_to("ann@x.org"), "DEFAULT\nA Par H '\"<b>&amp;\n")
    page = browser.ask("GET", browser.enter(link_to(played, "ann@x.org"))).text
    assert json.loads(attribute(page, "data-default")) == ["A Par H '\"<b>&amp;"]


def test_the_map_has_nothing_that_only_the_painter_of_mails_needs(played: Table, browser: Browser) -> None:
    svg = browser.ask("GET", f"{browser.enter(link_to(played, 'ann@x.org'))}map.svg").text
    assert set(re.findall(r" data-(\w+)=", svg)) == {"layer"}


def test_only_powers_at_the_table_are_offered_as_readers_and_for_previews(
    played: Table, browser: Browser
) -> None:
    played.opens("d1", game="domination", players={"Red": "ann@x.org", "Blue": "bob@y.org"})
    page = browser.ask("GET", browser.enter(link_to(played, "ann@x.org"))).text
    assert offered(page) == ["Blue", "GM", "bulletin"]
    assert "Blue</option>" in page.partition('<select id="assume"')[2]
    assert "Green" not in offered(page)
    assert "Green</option>" not in page


def test_a_setting_says_whether_it_is_on_and_offers_the_other(played: Table, browser: Browser) -> None:
    path = browser.enter(link_to(played, "ann@x.org"))
    page = browser.ask("GET", path).text
    assert "The map in your reports, now on:" in page
    assert "A copy of each press message that you write, now off:" in page
    assert re.findall(r'value="(SET \w+ \w+)"', page) == ["SET PICTURE OFF", "SET BULLETIN ON", "SET ECHO ON"]
    browser.send(path, order="SET ECHO ON")
    assert "A copy of each press message that you write, now on:" in browser.ask("GET", path).text


def test_irreversible_commands_have_to_be_confirmed_by_mail(played: Table, browser: Browser) -> None:
    path = browser.enter(link_to(played, "ann@x.org"))
    page = browser.send(path, text="ADDRESS new@z.org")
    assert "Your message waits for you" in page.text
    played.service.look()
    asked = played.last_to("ann@x.org")
    assert "is this message yours?" in str(asked["Subject"])
    address = str(asked["Reply-To"])
    assert address.partition("+")[2] not in page.text
    assert played.mails_to("new@z.org") == []
    played.reply(asked, "YES")
    assert len(played.mails_to("new@z.org")) == 1


def test_a_page_speaks_for_no_other_table(played: Table, browser: Browser) -> None:
    played.opens("std4", game="standard", players={"Italy": "ann@x.org"})
    path = browser.enter(link_to(played, "bob@y.org"))
    page = browser.send(path, text="GAME std4 Italy\nF Nap - TYS\n\nGAME std3 Germany\nA Mun - Bur")
    assert "std4" in page.text.partition('id="answer"')[2].partition("</section>")[0]
    with played.store.reading() as session:
        assert session.exec(select(OrderSheet)).all() == []


def test_a_message_signed_for_the_page_cannot_be_sent_from_outside(played: Table, browser: Browser) -> None:
    path = browser.enter(link_to(played, "ann@x.org"))
    browser.send(path, text="A Par - Bur")
    with played.store.reading() as session:
        (receipt,) = session.exec(select(Receipt)).all()
        to = played.stored(receipt.incoming_id).recipients[0]
    played.mail("thief@z.org", "A Par - Pic", KEY, to)
    played.deadline_passes(KEY)
    assert "Picardy" not in text_of(played.reports_to("ann@x.org")[-1]).partition("Due")[0]


def test_a_preview_changes_nothing(played: Table, browser: Browser) -> None:
    path = browser.enter(link_to(played, "ann@x.org"))
    page = browser.send(path, "preview", text="A Par - Bur\nA Mar - Xyz\nASSUME Germany:\nA Mun - Bur")
    assert "Preview: nothing was sent" in page.text
    assert "bounce" in page.text.lower()
    assert "Not accepted" in page.text.partition('id="preview"')[2]
    assert "A Par - Bur" in page.text.partition("<textarea")[2]
    played.service.look()
    assert [mail for mail in played.mails_to("ann@x.org") if kind_of(mail) == "confirmation"] == []


def test_the_text_in_the_box_is_read_and_not_stored(played: Table, browser: Browser) -> None:
    path = browser.enter(link_to(played, "ann@x.org"))
    form = browser.hidden(browser.ask("GET", path).text)
    text = "army paris to burgundy\nA Mar S A Par - Bur\nA Mar - Xyz\nREADY\nASSUME Germany:\nA Mun - Bur"
    answer = browser.ask("POST", f"{path}reading", form | {"text": text})
    assert answer.headers["content-type"] == "application/json; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    said = json.loads(answer.text)
    assert said["lines"][0] == ["army paris to burgundy", "Army Paris moves to Burgundy", True]
    assert [line[2] for line in said["lines"]] == [True, True, False]
    assert said["lines"][2][1].startswith("Not accepted: ")
    assert said["units"].count("") == 1
    assert "Army Paris moves to Burgundy" in said["units"]
    assert browser.ask("POST", f"{path}reading", form | {"text": " "}).status == 409
    assert browser.ask("POST", f"{path}reading", form | {"text": text, "number": "-1"}).status == 409
    assert browser.ask("GET", f"{path}reading").status == 404
    with played.store.reading() as session:
        assert session.exec(select(OrderSheet)).all() == []
        assert session.exec(select(Receipt)).all() == []


def test_the_report_begins_above_the_map(played: Table, browser: Browser) -> None:
    played.deadline_passes(KEY)
    page = browser.ask("GET", browser.enter(link_to(played, "ann@x.org"))).text
    above = page.partition('id="map"')[0]
    assert 'class="lead"' in above.partition('id="report"')[2].partition("<details>")[0]
    assert "Army Paris" in above.partition('id="report"')[2]


def test_press_goes_both_ways_and_is_shown_as_a_conversation(played: Table, web: Web) -> None:
    ann, bob = Browser(web), Browser(web)
    to_ann, to_bob = ann.enter(link_to(played, "ann@x.org")), bob.enter(link_to(played, "bob@y.org"))
    ann.send(to_ann, "press", to="Germany", text="Shall we share <Belgium>?\nA Par - Bur")
    played.clock.passes(seconds=2)
    played.service.look()
    page = bob.ask("GET", to_bob).text
    assert "With France (1)" in page
    assert "Shall we share &lt;Belgium&gt;?" in page
    played.reply(played.last_to("bob@y.org"), "Gladly.")
    played.clock.passes(seconds=2)
    page = ann.ask("GET", to_ann).text
    assert "With Germany (2)" in page
    assert "Gladly." in page
    third = Browser(web)
    assert is_nothing(third, "GET", to_ann)


def test_the_status_of_the_seat_is_shown(played: Table, browser: Browser) -> None:
    path = browser.enter(link_to(played, "ann@x.org"))
    browser.send(path, text="A Par - Bur\nZONE America/New_York\nVOTE DRAW\nAWAY 3 to 10 December")
    played.clock.passes(seconds=2)
    page = unescape(browser.ask("GET", path).text)
    assert "Army Paris moves to Burgundy" in page
    assert "EST" in page.partition('class="deadline"')[2].partition("</p>")[0]
    status = page.partition('id="status"')[2].partition("</section>")[0]
    assert "draw" in status.lower()
    assert "Dec" in status


def test_the_page_does_not_ask_for_orders_that_are_on_file(played: Table, browser: Browser) -> None:
    path = browser.enter(link_to(played, "ann@x.org"))
    page = browser.send(path, text="A Par - Bur")
    assert "You owe orders" in page.text  # two units have none
    page = browser.send(path, text="A Par - Bur\nA Mar H\nF Bre - MAO")
    assert "You owe orders" not in page.text
    assert "Your orders are on file; you may change them until" in page.text


def test_the_status_names_who_was_without_orders(played: Table, browser: Browser) -> None:
    played.mail("ann@x.org", "A Par - Bur", KEY)
    played.deadline_passes(KEY)
    page = unescape(browser.ask("GET", browser.enter(link_to(played, "ann@x.org"))).text)
    status = page.partition('id="status"')[2].partition("</section>")[0]
    assert "Last turn no orders came from Germany" in status


@pytest.mark.parametrize("body", ["", "text=%ff%fe%00", "shown=zz&token=&text=a", "a=1&" * 50, "\x00\xff"])
def test_no_request_body_causes_an_error(played: Table, browser: Browser, body: str) -> None:
    path = browser.enter(link_to(played, "ann@x.org"))
    connection = http.client.HTTPConnection("127.0.0.1", browser.web.port, timeout=LONG)
    for action in ("send", "preview", "press", "reading", "leave"):
        connection.request("POST", path + action, body.encode("latin-1"), {"Cookie": browser.cookie})
        answer = connection.getresponse()
        assert (answer.status, answer.read()) == (404, b"There is nothing here.\n")
    connection.close()


def test_strange_text_is_stored_and_answered(played: Table, browser: Browser) -> None:
    path = browser.enter(link_to(played, "ann@x.org"))
    for text in ("\x00", "> A Par - Bur", "-- \nA Par - Bur", "é" * 5000, "\ud7ff\U0001f600", "<script>"):
        played.clock.passes(seconds=2)
        assert browser.send(path, text=text).status == 200
    played.service.look()
    assert len(browser.send(path, text="x" * 20_000).text) < 300_000


def test_the_maps_of_earlier_turns_are_there_and_no_others(played: Table, browser: Browser) -> None:
    path = browser.enter(link_to(played, "ann@x.org"))
    assert browser.ask("GET", f"{path}map.svg?turn=1").status == 404
    played.deadline_passes(KEY)
    played.deadline_passes(KEY)
    page = browser.ask("GET", path).text
    assert '<option value="1">Spring 1901' in page.replace(", movement", "")
    assert "Spring 1901" in browser.ask("GET", f"{path}map.svg?turn=1").text
    assert "Autumn 1901" in browser.ask("GET", f"{path}map.svg").text
    for number in ("0", "3", "x", "-1", "1e1"):
        assert is_nothing(browser, "GET", f"{path}map.svg?turn={number}")


def test_votes_absence_and_settings_have_small_forms(played: Table, browser: Browser) -> None:
    path = browser.enter(link_to(played, "ann@x.org"))
    page = browser.ask("GET", path).text
    assert 'value="VOTE draw"' in page
    away = browser.send(path, command="AWAY", first="2026-12-03", last="2026-12-10")
    assert "3 Dec" in away.text.partition('id="answer"')[2].partition("</pre>")[0]
    zone = browser.send(path, command="ZONE", first="America/New_York")
    assert "New_York" in zone.text.partition('id="answer"')[2].partition("</pre>")[0]
    assert "Nothing was sent" in browser.send(path, command="ZONE", first=" ").text
    voted = browser.send(path, order="VOTE draw")
    assert "draw" in voted.text.partition('id="answer"')[2].partition("</pre>")[0].lower()


def test_an_open_poll_has_a_button_for_each_answer(played: Table, browser: Browser) -> None:
    path = browser.enter(link_to(played, "ann@x.org"))
    assert "VOTE A" not in browser.ask("GET", path).text
    gm(played, "POLL Shall we play faster?\nyes\nno\nEND", KEY)
    page = browser.ask("GET", path).text
    assert "Shall we play faster?" in page
    assert 'value="VOTE A">A: yes</button>' in page
    voted = browser.send(path, order="VOTE B")
    assert "no" in voted.text.partition('id="answer"')[2].partition("</pre>")[0]


def test_orders_of_others_can_be_assumed_from_a_list(played: Table, browser: Browser) -> None:
    path = browser.enter(link_to(played, "ann@x.org"))
    assert "ASSUME Germany\n" not in browser.ask("GET", path).text
    page = unescape(browser.ask("GET", f"{path}?assume=Germany").text)
    assert "Orders that you assume for Germany" in page
    assert 'formaction="preview#preview" name="order" value="ASSUME Germany\nA Mun - Bur"' in page
    for other in ("France", "Nobody", "x" * 99, "%3Cb%3E"):
        assert "Orders that you assume" not in browser.ask("GET", f"{path}?assume={other}").text
    previewed = browser.send(path, "preview", text="A Par - Bur", order="ASSUME Germany\nA Mun - Bur")
    assert "bounce" in previewed.text.partition('id="preview"')[2].lower()


def test_sightings_are_shown_by_turn_only_to_the_seat_that_had_them(played: Table, browser: Browser) -> None:
    played.opens("x1", game="downfall-xiii", players={"Elves": "eve@z.org", "Gondor": "gus@z.org"})
    played.deadline_passes("x1")
    page = unescape(browser.ask("GET", browser.enter(link_to(played, "eve@z.org"))).text)
    seen = page.partition('id="sightings"')[2].partition("</details>")[0]
    assert 'data-number="1"' in seen
    assert "Aragorn (Gandalf) in Imladris: in the same area as yours." in seen
    assert "Elvenking's Halls" in page
    assert ", besides" not in page
    unit = page.partition('<span class="where">Elvenking\'s Halls</span>')[2].partition("</details>")[0]
    assert "In addition to its order" in unit.partition(" H</button>")[2]
    assert " destroys any</button>" in unit.partition("In addition to its order")[2]
    other = Browser(browser.web)
    page = other.ask("GET", other.enter(link_to(played, "gus@z.org"))).text
    assert "in one area" not in page
    assert 'id="sightings"' not in page


def test_a_map_is_packed_once_for_each_reader() -> None:
    one, other = (Answer(HTTPStatus.OK, "<svg/>" * 9, packed_for=name) for name in ("t1 Red", "t1 Blue"))
    packed, headers = one.content(takes_gzip=True)
    assert gzip.decompress(packed) == one.body.encode()
    assert headers == (("Content-Encoding", "gzip"),)
    assert one.content(takes_gzip=True)[0] is packed
    assert other.content(takes_gzip=True)[0] == packed
    assert other.content(takes_gzip=True)[0] is not packed
    assert one.content(takes_gzip=False) == (one.body.encode(), ())


def test_orders_of_others_have_the_headings_of_their_game(played: Table, browser: Browser) -> None:
    players = {"Red": "ann@d.org", "Blue": "bob@d.org"}
    played.opens("d1", game="domination", players=players, options={"setup": "by phase"})
    for red, blue in (("piece A", "piece B, A"), ("9 Militia A12", "4 Knight B10\nMilitia B14")):
        played.reply(played.reports_to("ann@d.org")[-1], red)
        played.reply(played.reports_to("bob@d.org")[-1], blue)
        played.deadline_passes("d1")
    path = browser.enter(link_to(played, "ann@d.org"))
    page = unescape(browser.ask("GET", f"{path}?assume=Blue").text).partition('id="assumed"')[2]
    move = re.search(r'value="(ASSUME Blue\nMove\n[^"]*B10 - [^"]*)"', page)
    assert move
    previewed = browser.send(path, "preview", order=move[1]).text
    assert "Blue" in previewed.partition('id="preview"')[2]
    assert 'role="alert"' not in previewed


def test_another_view_of_the_same_position_computes_nothing_again(played: Table, browser: Browser) -> None:
    """Neither does it find what another seat was shown."""
    shared_views.choices.cache_clear()
    shared_views.picture.cache_clear()
    other = Browser(browser.web)
    for own, link in ((browser, link_to(played, "ann@x.org")), (other, link_to(played, "bob@y.org"))):
        path = own.enter(link)
        for _ in range(2):
            own.ask("GET", path)
            own.ask("GET", f"{path}map.svg")
    for cached in (shared_views.choices, shared_views.picture):  # the page asks for the size of its map, too
        assert cached.cache_info().misses == 2
        assert cached.cache_info().hits >= 2
    path = browser.enter(link_to(played, "ann@x.org"))
    before = browser.ask("GET", path).text
    played.deadline_passes(KEY)
    assert browser.ask("GET", path).text != before
    assert shared_views.choices.cache_info().misses == 3


def test_what_orders_make_possible_is_computed_once_for_the_same_orders(
    played: Table, browser: Browser
) -> None:
    played.opens("xiii", game="downfall-xiii", players={"Gondor": "ann@x.org"})
    shared_views.later_choices.cache_clear()
    path = browser.enter(link_to(played, "ann@x.org"))
    looks = [browser.ask("GET", path).text for _ in range(2)]
    assert shared_views.later_choices.cache_info().misses == 1
    browser.send(path, text="C DAm - Dor")
    looks.append(browser.ask("GET", path).text)
    assert shared_views.later_choices.cache_info().misses == 2
    listed = [
        re.findall(r'<button name="order" value="(C DAm destroys [^"]+ if [^"]+)"', one) for one in looks
    ]
    assert [bool(one) for one in listed] == [False, False, True]


def test_a_page_says_how_many_actions_a_turn_has(played: Table, browser: Browser) -> None:
    players = {"Germany": "ann@x.org", "Russia": "bob@y.org"}
    played.opens("e1", game="empires", players=players)
    told = [browser.ask("GET", browser.enter(link_to(played, who))).text for who in players.values()]
    assert ["in your turn" in one for one in told] == [True, True]
    assert "You have 3 actions in your turn." in told[0]
    assert "You have 2 actions in your turn." in told[1]


def test_a_page_of_a_game_without_actions_says_nothing_of_them(played: Table, browser: Browser) -> None:
    assert "in your turn" not in browser.ask("GET", browser.enter(link_to(played, "ann@x.org"))).text


def test_a_page_reads_the_turns_of_its_game_once(played: Table, browser: Browser) -> None:
    """They are long, and many at the end of a game."""
    path = browser.enter(link_to(played, "ann@x.org"))
    played.deadline_passes(KEY)
    asked: list[str] = []

    def note(connection: object, cursor: object, statement: str, *rest: object) -> None:
        asked.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    browser.ask("GET", path)
    event.remove(Engine, "before_cursor_execute", note)
    assert len([one for one in asked if "FROM turns" in one.replace("\n", " ")]) == 1


def test_an_order_of_two_units_is_listed_once_and_shown_at_both(played: Table, browser: Browser) -> None:
    played.opens("xiii", game="downfall-xiii", players={"Gondor": "ann@x.org"})
    path = browser.enter(link_to(played, "ann@x.org"))
    merge, divide = "A Lam - Pel M A Pel", "2A MTi D : A MTi - Ano, A MTi - Los"
    page = unescape(browser.send(path, text=f"{merge}\n{divide}\nFaramir leads 2A MTi - Los").text)
    merged = "Army Lamedon moves to Pelargir and Army Pelargir holds, to merge"
    led = "Faramir leads 2 Armies Minas Tirith, which move to Lossarnach"
    shown = dict(re.findall(r'data-unit="([^"]+)".*?<span class="chosen">(.*?)</span>', page, re.DOTALL))
    assert shown["A Lam"] == shown["A Pel"] == merged
    assert shown["2A MTi"].startswith("2 Armies Minas Tirith divide")
    assert led in shown["2A MTi"]
    assert led == shown["Faramir"]
    for part in (
        page.partition('id="answer"')[2].partition("</section>")[0],
        page.partition('id="status"')[2],
    ):
        assert part.count(merged) == part.count(led) == 1


def test_moves_of_others_are_listed_for_conditions_as_far_as_the_seat_knows(
    played: Table, browser: Browser
) -> None:
    played.opens("x1", game="downfall-xiii", players={"Gondor": "ann@x.org"})
    path = browser.enter(link_to(played, "ann@x.org"))
    listed = dict(json.loads(browser.ask("GET", f"{path}moves.json").text))
    assert "C Eas - Ano" in listed["Rohan"]
    assert "Gondor" not in listed
    game, row = played.registry.find("downfall-xiii"), played.row("x1")
    imagined = game.imagined(row.position, "Gondor")
    for power, moves in listed.items():
        assert set(moves) <= {order for orders in game.choices(imagined, power).values() for order in orders}
    hidden = {order for orders in game.choices(row.position, "Gandalf").values() for order in orders}
    assert not any(move.startswith("Fe ") for move in listed["Gandalf"])
    assert any(order.startswith("Fe ") for order in hidden)


def test_the_ring_on_the_map_is_known_by_its_title() -> None:
    ring = halo((0.0, 0.0), 10.0)
    assert drawings.has_ring(ring)
    assert drawings.RING == HALO
    assert not drawings.has_ring(ring.replace(HALO, "another"))


def test_games_whose_conditions_name_no_moves_list_none(played: Table, browser: Browser) -> None:
    path = browser.enter(link_to(played, "ann@x.org"))
    assert browser.ask("GET", f"{path}moves.json").text == "[]"
    assert is_nothing(Browser(browser.web), "GET", f"{path}moves.json")


def offered(page: str) -> list[str]:
    """Return the recipients that the form of a new message offers."""
    return re.findall(r'type="checkbox" name="to" value="([^"]*)"', page)


def test_press_is_not_offered_to_robots_and_says_that_nothing_was_sent(
    played: Table, browser: Browser
) -> None:
    played.vouched.add("new@x.org")
    played.mail("new@x.org", "PRACTICE standard as France against random robots", subject="hello")
    path = browser.enter(link_to(played, "new@x.org"))
    page = unescape(browser.ask("GET", path).text)
    press = page.partition('id="press"')[2]
    assert offered(press) == ["GM", "bulletin"]
    assert "and do not negotiate" in press
    browser.send(path, "press", to="Italy", text="Peace?")
    played.clock.passes(seconds=2)
    press = unescape(browser.ask("GET", path).text).partition('id="press"')[2]
    assert "With Italy (1)" in press
    assert "A robot plays Italy. It does not negotiate, so your message was not sent to it" in press
    assert "Your answer to Italy" not in press


def test_a_player_can_still_be_written_to_beside_robots(played: Table, browser: Browser) -> None:
    path = browser.enter(link_to(played, "ann@x.org"))
    press = browser.ask("GET", path).text.partition('id="press"')[2]
    assert "Germany" in offered(press)
    assert "ALL" in offered(press)
    assert "negotiate" not in press


def test_one_message_goes_to_several_powers(played: Table, browser: Browser) -> None:
    played.vouched.add("obs@z.org")
    played.mail("obs@z.org", f"OBSERVE {KEY}")
    path = browser.enter(link_to(played, "ann@x.org"))
    browser.send(path, "press", to=["Germany", "bulletin"], text="Peace in Burgundy.")
    played.clock.passes(seconds=2)
    played.service.look()
    assert "Peace in Burgundy." in body_of(played.last_to("bob@y.org"))
    played.deadline_passes(KEY)
    assert "Peace in Burgundy." in body_of(played.bulletin_to("obs@z.org"))


def test_a_message_without_a_recipient_is_not_sent_and_not_lost(played: Table, browser: Browser) -> None:
    path = browser.enter(link_to(played, "ann@x.org"))
    page = browser.send(path, "press", text="Peace <soon>?").text
    assert "choose to whom your message goes" in page
    assert "Peace &lt;soon&gt;?</textarea>" in page.partition('id="words"')[2]
    assert "Peace" not in page.partition('id="text"')[2].partition("</textarea>")[0]


@pytest.mark.parametrize(
    ("rules", "to", "said"),
    [
        ({"press": "none"}, ["GM"], "there is no press; you can still write to the GM"),
        ({"press": "bulletin"}, ["GM", "bulletin"], "there is press in the bulletin only"),
        ({"press": "broadcast"}, ["ALL", "GM", "bulletin"], ""),
        ({"press_phases": ["retreat"]}, ["GM", "bulletin"], "there is press only in the phase retreat"),
        ({"press_a_day": 0}, [], "that is all for today"),
    ],
)
def test_the_page_offers_the_press_that_the_house_rules_allow(
    played: Table, browser: Browser, rules: dict[str, Any], to: Sequence[str], said: str
) -> None:
    played.set_rules(KEY, **rules)
    page = unescape(browser.ask("GET", browser.enter(link_to(played, "ann@x.org"))).text)
    assert offered(page) == to
    assert said in page.partition("A new message")[2]
    assert ('id="words"' in page) is bool(to)


def test_where_press_is_for_all_the_only_other_player_is_all(played: Table, browser: Browser) -> None:
    played.opens("d1", game="domination", players={"Red": "ann@x.org", "Blue": "bob@y.org"})
    played.set_rules("d1", press="broadcast")
    page = browser.ask("GET", browser.enter(link_to(played, "ann@x.org"))).text
    assert offered(page) == ["Blue", "GM", "bulletin"]


def test_powers_that_are_many_have_their_article_in_conversations(played: Table, browser: Browser) -> None:
    played.opens("d1", game="downfall-xiii", players={"Gondor": "gus@x.org", "Elves": "eve@x.org"})
    path = browser.enter(link_to(played, "gus@x.org"))
    browser.send(path, "press", to=["Elves", "GM"], text="Well met.")
    page = browser.ask("GET", path).text.partition('id="press"')[2]
    assert "With the Elves and the GM (1)" in page
    assert "You to the Elves and the GM," in page
    assert "Your answer to the Elves and the GM</label>" in page


def test_grey_press_is_offered_where_it_is_allowed(played: Table, browser: Browser) -> None:
    path = browser.enter(link_to(played, "ann@x.org"))
    assert 'name="manner"' not in browser.ask("GET", path).text
    played.set_rules(KEY, press="grey")
    page = browser.ask("GET", path).text
    manners = re.findall(r'<option value="(signed|grey)">(\w+)', page)
    assert manners == [("signed", "France"), ("grey", "nobody")]
    browser.send(path, "press", to="Germany", manner="grey", text="Beware of the Turk.")
    played.clock.passes(seconds=2)
    played.service.look()
    told = body_of(played.last_to("bob@y.org"))
    assert "Beware of the Turk." in told
    assert "France" not in told


def test_reports_of_turns_since_the_own_orders_are_linked(played: Table, browser: Browser) -> None:
    """The last report may be that of a turn in which the player had nothing to order."""
    played.opens("e1", game="empires", players={"Germany": "eve@x.org"})
    game, turns = played.registry.find("empires"), played.turns("e1")
    while not turns or "Germany" in game.due(turns[-1].before).owed:
        played.deadline_passes("e1")
        turns = played.turns("e1")
    page = browser.ask("GET", browser.enter(link_to(played, "eve@x.org"))).text
    own = next(at for at, turn in enumerate(turns) if "Germany" in game.due(turn.before).owed)
    linked = re.findall(r'href="\?report=(\d+)#past"', page)
    assert linked == [str(turn.number) for turn in turns[own:-1]]
    assert linked


@pytest.mark.parametrize("players", [2, 3])
def test_conditions_about_each_of_several_other_powers_are_offered(
    played: Table, browser: Browser, players: int
) -> None:
    """Of two players the other is "enemy"; of three "enemy at B4" does not say which of them."""
    seats = {"Red": "ann@x.org", "Blue": "bob@y.org", "Green": "cem@z.org"}
    at_table = dict(list(seats.items())[:players])
    played.opens("d1", game="domination", players=at_table, options={"players": str(players)})
    page = browser.ask("GET", browser.enter(link_to(played, "ann@x.org"))).text
    for claim in ('value="Blue at {}"', 'value="Green holds {}"'):
        assert (claim in page) is (players > len(["Red", "Blue"]))
    assert 'value="Purple' not in page
