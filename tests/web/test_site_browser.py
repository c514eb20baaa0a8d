"""The archive works in a real browser: every page narrow and wide, and the arrow keys.

Chromium shows a page of ours that holds each page of the archive in a frame, looks, and writes down what it
saw; the pages themselves are handed out by a plain web server, as any host would.
"""

import json
import re
import subprocess
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from html import unescape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from pbem.store.game_tables import GameTable
from pbem.web import site
from tests.support.chromium import CHROMIUM, Page, layout_shift, violations
from tests.support.table import Table
from tests.support.waiting import LONG

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")]
FINGER = 32  # pixels
MOST_SHIFT = 0.002
MOST_OF_A_MAP = 0.75  # the part that is in view
NOW = datetime(2026, 12, 1, tzinfo=UTC)

LOOK = """<!DOCTYPE html><body><script>
const asked = %s, seen = [];
async function shown(path, width) {
  const frame = document.createElement("iframe");
  frame.style.width = width + "px"; frame.style.height = "800px";
  document.body.append(frame);
  await new Promise(done => { frame.onload = done; frame.src = path; });
  return frame;
}
async function look() {
  for (const [path, width, key] of asked) {
    const frame = await shown(path, width);
    const page = frame.contentDocument.documentElement;
    const row = {path, width, too_wide: page.scrollWidth - page.clientWidth,
                 broken: [...frame.contentDocument.images].filter(i => !i.complete || !i.naturalWidth).length,
                 styled: getComputedStyle(frame.contentDocument.body).maxWidth !== undefined &&
                         frame.contentDocument.styleSheets.length === 1};
    if (key) {
      const gone = new Promise(done => { frame.onload = done; setTimeout(done, 1500); });
      frame.contentDocument.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
      await gone;
      row.then = frame.contentWindow.location.pathname;
    }
    seen.push(row);
    frame.remove();
  }
  document.body.textContent = JSON.stringify(seen);
}
look();
</script></body>
"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def archive(table: Table, tmp_path: Path) -> Path:
    table.opens("x1", game="downfall-xiii", players={"Gondor": "ann@x.org"})
    table.deadline_passes("x1")
    table.opens("s1", game="standard", players={"France": "bob@y.org"})
    with table.store.writing() as session:  # the game of the tests draws nothing
        session.get_one(GameTable, "r1").house = {"archive": "hidden"}
    site.build(table.office, tmp_path / "site", NOW)
    return tmp_path / "site"


@pytest.fixture
def served(archive: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(archive)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def looked_at(archive: Path, served: str, asked: list[tuple[str, int, str]]) -> list[dict[str, object]]:
    (archive / "look.html").write_text(LOOK % json.dumps(asked))
    command = [
        str(CHROMIUM),
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--no-first-run",
    ]
    command += [f"--user-data-dir={archive.parent / 'browser'}", "--virtual-time-budget=60000", "--dump-dom"]
    done = subprocess.run(
        [*command, f"{served}/look.html"], capture_output=True, text=True, timeout=5 * LONG, check=True
    )
    found = re.search(r"<body>(\[.*\])</body>", done.stdout, re.S)
    assert found, done.stdout[-500:] + done.stderr[-500:]
    rows: list[dict[str, object]] = json.loads(unescape(found.group(1)))
    return rows


def test_every_page_fits_a_phone_and_a_desktop(archive: Path, served: str) -> None:
    pages = ["/" + path.relative_to(archive).as_posix() for path in sorted(archive.rglob("*.html"))]
    assert len(pages) >= 11
    rows = looked_at(archive, served, [(page, width, "") for page in pages for width in (360, 1000)])
    assert len(rows) == 2 * len(pages)
    for row in rows:
        assert row["too_wide"] == 0, row
        assert row["broken"] == 0, row
        assert row["styled"], row


def test_the_arrow_keys_turn_the_pages(archive: Path, served: str) -> None:
    rows = looked_at(
        archive,
        served,
        [
            ("/x1/1.html", 1000, "ArrowLeft"),
            ("/x1/0.html", 1000, "ArrowRight"),
            ("/x1/0.html", 1000, "Enter"),
        ],
    )
    assert [row["then"] for row in rows] == ["/x1/0.html", "/x1/1.html", "/x1/0.html"]


# --- scripts of the archive, in a tab of their own --------------------------------------------------------


CAPTION = "document.querySelector('figcaption').textContent"
SHOWN = "document.querySelector('.replay img').getAttribute('src')"


def opened(page: Page, address: str) -> None:
    page.screen(390, 844, is_phone=True)
    page.opens(address)
    page.waits_for(f"location.href === '{address}' && document.readyState === 'complete'")


def test_the_slider_goes_through_the_turns(page: Page, served: str) -> None:
    opened(page, f"{served}/x1/index.html")
    assert page.value(SHOWN) == "1.svg"
    page.key("ArrowLeft")
    page.waits_for(f"{SHOWN} === '0.svg'")
    assert "Turn 1" in page.value(CAPTION)
    page.tap(".replay button:last-child")
    page.waits_for(f"{SHOWN} === '1.svg'")
    page.value("(document.querySelector('.replay input').focus(), 0)")
    page.key("ArrowLeft")
    page.waits_for(f"{SHOWN} === '0.svg'")


@pytest.mark.parametrize("screen", [(390, 844), (800, 900)], ids=["phone", "desktop"])
def test_the_slider_is_in_view_with_its_map(page: Page, served: str, screen: tuple[int, int]) -> None:
    page.screen(*screen, is_phone=False)
    page.opens(f"{served}/x1/index.html")
    page.waits_for("document.querySelector('.replay input') !== null")
    slider, top, bottom, height = page.value(
        "(() => { const place = name => document.querySelector(name).getBoundingClientRect();"
        " const map = place('.replay img');"
        " return [place('.replay input').top, map.top, map.bottom, innerHeight]; })()"
    )
    assert 0 < slider < top
    assert (min(bottom, height) - top) / (bottom - top) > MOST_OF_A_MAP


def test_the_buttons_of_the_slider_do_not_move(page: Page, served: str) -> None:
    opened(page, f"{served}/x1/index.html")
    button = ".replay button:first-of-type"
    place = page.middle(button)
    page.value("(document.querySelector('li[data-map]:last-child').append(' and much more'.repeat(20)), 0)")
    page.tap_at(*place)
    page.waits_for(f"{SHOWN} === '0.svg'")
    assert "much more" in page.value(CAPTION)
    assert page.middle(button) == place


@pytest.mark.parametrize(
    ("path", "links"), [("x1/1.html", "header a, .turns a"), ("index.html", "header a, .seats a")]
)
def test_links_are_large_enough_for_a_finger(page: Page, served: str, path: str, links: str) -> None:
    opened(page, f"{served}/{path}")
    assert (
        min(page.value(f"[...document.querySelectorAll('{links}')].map(one => one.offsetHeight)")) >= FINGER
    )


def test_the_search_leaves_what_has_all_words(page: Page, served: str) -> None:
    opened(page, f"{served}/search.html")
    assert page.value("document.querySelectorAll('.found li:not([hidden])').length") == 3
    page.value(
        "(() => { const field = document.getElementById('words'); field.value = 'X1 turn 1';"
        " field.dispatchEvent(new Event('input')); })()"
    )
    assert page.value("document.querySelectorAll('.found li:not([hidden])').length") == 2
    assert page.value("document.querySelector('[role=status]').textContent") == "2 found"


@pytest.mark.parametrize("path", ["index.html", "x1/index.html", "x1/1.html", "search.html", "players.html"])
def test_axe_finds_nothing_in_the_archive(page: Page, served: str, path: str) -> None:
    opened(page, f"{served}/{path}")
    assert violations(page) == []


@pytest.mark.parametrize("path", ["index.html", "x1/index.html", "x1/1.html", "search.html"])
def test_nothing_moves_when_pictures_and_scripts_come(page: Page, served: str, path: str) -> None:
    for width, is_phone in ((390, True), (800, False)):
        page.screen(width, 844, is_phone=is_phone)
        page.opens("about:blank")
        page.waits_for("location.href === 'about:blank'")
        page.opens(f"{served}/{path}")
        page.waits_for(f"location.href === '{served}/{path}' && document.readyState === 'complete'")
        assert layout_shift(page) < MOST_SHIFT, width
