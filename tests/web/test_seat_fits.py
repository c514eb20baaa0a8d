"""No page of a seat is wider than its screen: every game in several states, with every panel open.

What a player wrote may be one long word without a space, in an order, in press and in the answer to them.
"""

import json
from collections.abc import Sequence

import pytest

from adjudicator.games import find
from tests.support.chromium import CHROMIUM, Page
from tests.web.test_seat_browser import (
    ANN,
    FLIGHT,
    LATER,
    LIVE,
    NARROW,
    PHONE,
    READ,
    SEATS,
    SITE,
    Host,
    host,
    shown,
    stored_position,
)
from tests.web.test_seat_page import link_to

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")]
__all__ = ["host"]

LONG_WORD = "https://example.org/" + "Supercalifragilistic" * 8
OPENS_ALL = (  # of the units only one at a time is open, unless they have no common name
    "document.querySelectorAll('details').forEach(one => { one.removeAttribute('name'); one.open = true; })"
)
CHOOSES_LONGEST = """(() => {
  const length = one => one.textContent.length;
  const longest = all => [...all].sort((one, other) => length(other) - length(one))[0];
  for (const unit of document.querySelectorAll('.unit')) {
    const order = longest([...unit.querySelectorAll('li button')].filter(one => !one.disabled));
    if (order) { order.click(); }
  }
  for (const list of document.querySelectorAll('select:not(#turn):has(option)')) {
    list.value = longest(list.options).value;
    list.dispatchEvent(new Event('change', { bubbles: true }));
  }
})()"""
TOO_WIDE = """(() => {
  const width = %d, root = document.documentElement, found = [];
  const cuts = one => getComputedStyle(one).overflowX !== 'visible';
  const isCut = one => Boolean(one.parentElement) && (cuts(one.parentElement) || isCut(one.parentElement));
  const isBeyond = box => box.width && (box.right > width + 1 || box.left < -1);
  for (const one of document.querySelectorAll('body *:not(.skip)')) {
    const box = one.getBoundingClientRect();
    const hides = cuts(one) && one.clientWidth && one.scrollWidth > one.clientWidth + 1;
    if ((isBeyond(box) && !isCut(one)) || (hides && !one.closest('#picture'))) {
      found.push([one.tagName, one.id || one.className, Math.round(box.right), one.scrollWidth]);
    }
  }
  const fits = innerWidth === width && root.scrollWidth <= width && !found.length;
  return fits ? '' : JSON.stringify([innerWidth, root.scrollWidth, ...found]);
})()"""
PREVIEWS = "document.querySelector('#orders button[formaction^=preview]:not([name])').click()"
HAS_PREVIEW = "document.querySelector('#preview, .trouble') !== null"
STATES: Sequence[tuple[str, str, str]] = (  # game, number of a written position or "", and what is due
    *((game, "", "start") for game in SEATS),
    *LATER,
    ("downfall-xiii", "flight", "retreat"),
    ("hardbop", "225", "retreat"),
)


def seat_and_position(game: str, number: str) -> tuple[str, str]:
    if number == "flight":
        return "Gandalf", find(game).place(FLIGHT)
    return stored_position(game, number) if number else ("", "")


def fits(page: Page, what: str) -> None:
    """Check that nothing on the page is wider than a phone, or cut off, with all panels open."""
    for width, height in (PHONE, NARROW):
        page.screen(width, height, is_phone=True)
        page.value(f"({OPENS_ALL}, 0)")
        assert page.settles(TOO_WIDE % width) == "", (what, width)


def loads(page: Page, action: str, until: str = "true") -> None:
    page.screen(*PHONE, is_phone=True)
    page.value(f"(() => {{ window.isOld = true; {action}; }})()")
    page.waits_for(f"!window.isOld && document.readyState === 'complete' && {LIVE} && {until}")


def submits(selector: str) -> str:
    return f"document.querySelector({json.dumps(selector)}).form.requestSubmit()"


@pytest.mark.parametrize("state", STATES, ids="-".join)
def test_nothing_is_wider_than_the_screen(page: Page, host: Host, state: tuple[str, str, str]) -> None:
    game, number, _ = state
    link = host.opens(game, *seat_and_position(game, number))
    host.table.reply(host.table.reports_to(ANN)[-1], f"PRESS TO GM\n{LONG_WORD}\nEND\nDEFAULT\n{LONG_WORD}")
    shown(page, link, PHONE, is_phone=True)
    page.value(CHOOSES_LONGEST)
    page.waits_for("![...document.querySelectorAll('.means')].some(one => one.textContent === '\\u2026')")
    fits(page, "each unit with its longest order")
    loads(page, f"document.getElementById('text').value += '\\n{LONG_WORD}'; {PREVIEWS}", HAS_PREVIEW)
    fits(page, "a preview, with a line that is not an order")
    loads(page, "document.querySelector('#orders button.main').click()", READ)
    fits(page, "the answer")
    host.table.deadline_passes("t1")
    host.table.deadline_passes("t1")
    later = link_to(host.table, ANN, SITE).removeprefix(SITE)
    shown(page, f"{SITE}:{host.port}{later}", PHONE, is_phone=True)
    fits(page, "two turns later")
    for form in ("#assume", "#report-of"):
        if page.value(f"document.querySelector('{form}') !== null"):
            loads(page, submits(form))
            fits(page, form)
