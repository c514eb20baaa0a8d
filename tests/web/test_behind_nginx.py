"""The archive and the pages of players behind a real nginx, with the files of `deploy/site` as shipped.

Only the ports, the folder of the archive, the certificate and the place of the service are those of the test.
"""

import http.client
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path

import pytest
from msgspec import Struct

from pbem.core.settings import SiteSettings, WebSettings
from pbem.web.server import Web
from tests.support.chromium import CHROMIUM, Page
from tests.support.table import Table
from tests.support.waiting import LONG, until
from tests.web.test_seat_browser import LIVE, PHONE, READ, box, touches_an_order_of_each_unit
from tests.web.test_seat_page import Browser, Response, link_to

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
SHIPPED = Path(__file__).parents[2] / "deploy" / "site"
OPENSSL = shutil.which("openssl")
MORE_THAN_ALLOWED = 200  # requests in a few seconds
A_CLIENT, NEXT_CLIENT = "203.0.113.7", "203.0.113.8"
SEATS = {"France": "ann@x.org", "Germany": "bob@y.org"}
AROUND = """
user root;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log {folder}/access.log;
    types {{ text/html html; image/svg+xml svg; }}
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(NGINX is None, reason="nginx is not installed"),
]


class Proxied(Struct):
    """A table whose web server is reached through nginx at *port*."""

    table: Table
    web: Web
    port: int
    folder: Path

    @property
    def site(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def logged(self) -> str:
        return "".join((self.folder / f"{kind}.log").read_text("utf-8") for kind in ("access", "error"))

    def link(self, who: str) -> str:
        return link_to(self.table, who, self.site)


@pytest.fixture
def proxied(tmp_path: Path) -> Iterator[Proxied]:
    port = _free_port()
    with _behind(tmp_path, f"http://127.0.0.1:{port}") as (table, web):
        own = {
            "listen 80;": f"listen 127.0.0.1:{port};",
            "set_real_ip_from 172.16.0.0/12;": "set_real_ip_from 127.0.0.1;",  # the proxy with TLS
            "root /srv/site;": f"root {tmp_path / 'archive'};",
            "set $service http://pbem:8025;": f"set $service http://127.0.0.1:{web.port};",
        }
        with _nginx(tmp_path / "nginx", "nginx.conf", own, port):
            yield Proxied(table, web, port, tmp_path / "nginx")


@contextmanager
def _behind(folder: Path, site: str) -> Iterator[tuple[Table, Web]]:
    """A table and the web server for its pages, and an archive."""
    (folder / "host").mkdir()
    table = Table(folder / "host")
    table.settings = table.settings.model_copy(
        update={"site": SiteSettings(url=site), "web": WebSettings(on=True, port=0)}
    )
    table.restart()
    table.opens("std3", game="standard", players=SEATS)
    web = Web(table.office, table.clock)
    web.start()
    archive = folder / "archive"
    archive.mkdir()
    (archive / "index.html").write_text("<p>The archive</p>", "utf-8")
    yield table, web
    web.stop()
    table.store.close()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


@contextmanager
def _nginx(folder: Path, name: str, own: Mapping[str, str], port: int) -> Iterator[None]:
    """Run nginx with a shipped file, in which *own* are the values of the test."""
    folder.mkdir()
    conf = (SHIPPED / name).read_text("utf-8")
    for shipped, value in own.items():
        assert shipped in conf
        conf = conf.replace(shipped, value)
    (folder / "site.conf").write_text(conf, "utf-8")
    (folder / "nginx.conf").write_text(AROUND.format(folder=folder), "utf-8")
    assert NGINX
    nginx = subprocess.Popen([NGINX, "-p", str(folder), "-c", str(folder / "nginx.conf")])
    assert until(lambda: nginx.poll() is not None or _listens(port))
    assert nginx.poll() is None
    try:
        yield
    finally:
        nginx.terminate()
        nginx.wait(LONG)


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=LONG).close()
    except ConnectionRefusedError:
        return False
    return True


def test_the_archive_and_a_page_are_one_site(proxied: Proxied) -> None:
    browser = Browser(proxied)
    assert "The archive" in browser.ask("GET", "/").text
    path = browser.enter(proxied.link("ann@x.org").removeprefix(proxied.site))
    page = browser.ask("GET", path)
    assert page.status == HTTPStatus.OK
    assert "You owe orders for 3 units" in page.text
    assert page.headers["referrer-policy"] == "no-referrer"


def test_orders_through_nginx_are_a_message(proxied: Proxied) -> None:
    browser = Browser(proxied)
    path = browser.enter(proxied.link("ann@x.org").removeprefix(proxied.site))
    answer = browser.send(path, text="A Par - Bur")
    assert "Army Paris moves to Burgundy" in answer.text


def test_no_token_is_logged(proxied: Proxied) -> None:
    browser = Browser(proxied)
    link = proxied.link("ann@x.org")
    browser.enter(link.removeprefix(proxied.site))
    browser.ask("GET", "/index.html")
    for _ in range(MORE_THAN_ALLOWED):
        browser.ask("GET", link.removeprefix(proxied.site))
    proxied.web.stop()
    assert _asked_by(proxied, NEXT_CLIENT, link.removeprefix(proxied.site)).status == HTTPStatus.BAD_GATEWAY
    assert until(lambda: "/index.html" in proxied.logged())
    assert link.rpartition("/")[2] not in proxied.logged()


def test_another_seat_is_not_found_and_asking_too_often_is_refused(proxied: Proxied) -> None:
    browser = Browser(proxied)
    browser.enter(proxied.link("ann@x.org").removeprefix(proxied.site))
    assert browser.ask("GET", "/seat/std3/germany/").status == HTTPStatus.NOT_FOUND
    answers = {browser.ask("GET", "/seat/std3/germany/").status for _ in range(MORE_THAN_ALLOWED)}
    assert answers == {HTTPStatus.NOT_FOUND, HTTPStatus.TOO_MANY_REQUESTS}


def test_each_player_behind_the_proxy_with_tls_has_a_limit_of_their_own(proxied: Proxied) -> None:
    """The proxy adds the address of the player to those that the player claims."""
    claimed = [f"198.51.100.{number}, {A_CLIENT}" for number in range(MORE_THAN_ALLOWED)]
    answers = {_asked_by(proxied, one, "/seat/std3/germany/").status for one in claimed}
    assert answers == {HTTPStatus.NOT_FOUND, HTTPStatus.TOO_MANY_REQUESTS}
    assert _asked_by(proxied, NEXT_CLIENT, "/seat/std3/germany/").status == HTTPStatus.NOT_FOUND


def test_a_page_has_each_of_its_headers_once(proxied: Proxied) -> None:
    browser = Browser(proxied)
    path = browser.enter(proxied.link("ann@x.org").removeprefix(proxied.site))
    pages = [browser.ask("GET", one) for one in (path, f"{path}map.svg", "/seat/std3/germany/")]
    for page in pages:
        names = [name for name, _ in page.raw_headers]
        assert sorted(names) == sorted({*names})
        assert page.headers["referrer-policy"] == "no-referrer"
        assert page.headers["x-content-type-options"] == "nosniff"
        assert page.headers["cache-control"] == "no-store"
    assert [one.headers.get("content-security-policy", "")[:19] for one in pages] == [
        *("default-src 'none';", "default-src 'none';"),
        "",
    ]


def _asked_by(proxied: Proxied, forwarded: str, path: str) -> Response:
    """Ask as the proxy in front of nginx does for a client."""
    connection = http.client.HTTPConnection("127.0.0.1", proxied.port, timeout=LONG)
    connection.request("GET", path, headers={"X-Forwarded-For": forwarded})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return Response(answer.status, dict(answer.headers), text)


def test_the_metrics_and_the_page_of_the_host_are_not_passed_on(proxied: Proxied) -> None:
    browser = Browser(proxied)
    for path in ("/metrics", "/health", "/host/"):
        assert browser.ask("GET", path).status == HTTPStatus.NOT_FOUND


@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
def test_a_browser_sends_orders_through_nginx(page: Page, proxied: Proxied) -> None:
    page.screen(*PHONE, is_phone=True)
    page.opens(proxied.link("ann@x.org"))
    page.waits_for(f"location.pathname.endsWith('/') && document.readyState === 'complete' && {LIVE}")
    touches_an_order_of_each_unit(page)
    first = box(page).splitlines()[0]
    page.tap("#orders button.main")
    page.waits_for(READ)
    status = str(page.value("document.getElementById('status').innerText"))
    assert "You owe orders" not in status, first
    assert re.search(r"/seat/std3/france/", str(page.value("location.pathname")))


@pytest.mark.skipif(OPENSSL is None, reason="openssl is not installed")
def test_on_one_machine_the_cookie_is_for_tls_alone(tmp_path: Path) -> None:
    port, plain = _free_port(), _free_port()
    site = f"https://127.0.0.1:{port}"
    _certificate(tmp_path)
    live = "/etc/letsencrypt/live/games.example.org"
    with _behind(tmp_path, site) as (table, web):
        own = {
            "listen 80;": f"listen 127.0.0.1:{plain};",
            "listen 443 ssl;": f"listen 127.0.0.1:{port} ssl;",
            "root /srv/pbem-site;": f"root {tmp_path / 'archive'};",
            f"{live}/fullchain.pem": str(tmp_path / "own.pem"),
            f"{live}/privkey.pem": str(tmp_path / "own.key"),
            "http://127.0.0.1:8025;": f"http://127.0.0.1:{web.port};",
        }
        with _nginx(tmp_path / "nginx", "nginx-host.conf", own, port):
            link = link_to(table, "ann@x.org", site).removeprefix(site)
            assert "The archive" in _over_tls(port, "/").text
            entered = _over_tls(port, link)
            cookie = entered.headers["Set-Cookie"]
            assert "; Secure" in cookie
            page = _over_tls(port, "/seat/std3/france/", cookie.partition(";")[0])
            assert "You owe orders for 3 units" in page.text
            assert _over_tls(port, "/metrics").status == HTTPStatus.NOT_FOUND
            moved = http.client.HTTPConnection("127.0.0.1", plain, timeout=LONG)
            moved.request("GET", link)
            assert moved.getresponse().headers["Location"] == f"https://127.0.0.1{link}"
            moved.close()
        assert link.rpartition("/")[2] not in (tmp_path / "nginx" / "access.log").read_text("utf-8")


def _certificate(folder: Path) -> None:
    """Write a certificate that nobody has signed, and its key."""
    assert OPENSSL
    new = [OPENSSL, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=games.example.org"]
    files = ["-keyout", str(folder / "own.key"), "-out", str(folder / "own.pem")]
    subprocess.run([*new, *files], check=True, capture_output=True)


def _over_tls(port: int, path: str, cookie: str = "") -> Response:
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    connection = http.client.HTTPSConnection("127.0.0.1", port, timeout=LONG, context=trusting)
    connection.request("GET", path, headers={"Cookie": cookie} if cookie else {})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return Response(answer.status, dict(answer.headers), text)
