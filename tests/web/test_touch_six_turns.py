"""Six turns of Downfall XIII by touch on a phone: five players tap orders of every kind, as planned.

In the plan each kind has its turn: the Fellowship finds the Ring and hands it on, Umbar goes to sea,
Gondor drives Mordor out twice. What an ordinary game seldom has is ordered in a position of its own. The same
lines, mailed at another table, come to the same sheets.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

import pytest

from adjudicator.games import find
from adjudicator.middle_earth.language import orders
from pbem.web.server import Web
from tests.support.chromium import CHROMIUM, Page, violations
from tests.web.test_seat_browser import (
    LIVE,
    ONE_OPEN,
    PHONE,
    READ,
    SITE,
    Host,
    as_mailed,
    box,
    host,
    shown,
    stored_position,
)
from tests.web.test_seat_page import link_to

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")]
__all__ = ["host"]
GAME = "downfall-xiii"
POWERS = ("Gondor", "Gandalf", "Mordor", "Umbar", "Rohan")
Phase = Mapping[str, Sequence[str]]  # the lines of each power that orders

PLAN: Sequence[Phase] = (
    {  # turn 1
        "Gondor": (
            *("A Lam H", "A Lam destroys any", "A Pel S C DAm - Dor", "C DAm H - Dor"),
            *("Faramir leads 2A MTi - Osg", "R Osg - SIt neutralises", "Boromir seizes the Ring"),
        ),
        "Gandalf": (
            *("Gandalf starts at Iml", "Gandalf S A KDu", "Aragorn S garrison KDu"),
            *("Fe Iml - Crk", "R Shi - Bre neutralises", "R FEr H"),
        ),
        "Mordor": (
            *("2A Bar - Gor M A Nur - Gor", "2A MMo D : A MMo - SIt", "Nazgul paralyses A DGu"),
            *("Sauron puts on the Ring", "Lord of the Nazgul H"),
        ),
        "Umbar": ("DECLARE Evil", "C Hrd - SGo - Por", "2F Cit D : F Cit - SBY", "A Hav - Cit"),
        "Rohan": ("C DHa S2 C Eas H - WEm", "C Eas H - WEm", "PROXY A HDe TO Gondor"),
    },
    {  # turn 2
        "Gondor": ("2A Osg - SIt", "Faramir - SIt with 2A Osg"),
        "Gandalf": ("Aragorn orders A Iml - Hol", "Gandalf - Crk", "Gandalf R Hol"),
        "Mordor": ("A SIt H",),
        "Umbar": ("A Hav embarks F SBY", "F SBY - NBY", "A NBY disembarks DAm"),
        "Rohan": ("C WEm - EEm",),
    },
    {"Mordor": ("A SIt R NIt",)},
    {"Umbar": ("Build A Hav",), "Rohan": ("Waive",)},
    {  # turn 3
        "Gondor": ("2A SIt - MMo", "C Dor - Lam"),
        "Gandalf": ("Fe Crk offers the Ring to Elves", "Gandalf - Gla"),
        "Mordor": (*("2A Udu destroys R if A NIt - Osg succeeds", "STANDING: A MMo H", "Nazgul - CMi"),),
        "Umbar": ("F NBY FF A DAm - Adr", "A Hav - Hrd"),
        "Rohan": ("C EEm - Eas",),
    },
    {  # turn 4
        "Gondor": ("2A SIt - NIt",),
        "Gandalf": ("Fe Crk - Gla", "Gandalf H"),
        "Mordor": ("A NIt H", "CANCEL STANDING 1"),
        "Umbar": ("C Por - SIt - Osg",),
    },
    {"Mordor": ("A NIt D",)},
    {"Mordor": ("Build A Bar",), "Umbar": ("Waive",)},
    {"Gandalf": ("Fe Gla passes the Ring to Gandalf",), "Gondor": ("2A NIt H",)},  # turn 5
    {"Gandalf": ("Gandalf claims the Ring",), "Umbar": ("F NBY - SBY",)},  # turn 6
)
RARE = (  # a position of bench/written_sheets or a placed one, the power, and its order
    ("229", "Mordor", "2A Oro destroys the Ring"),
    ("404", "Umbar", "2F SBY takes A Dor"),
    ("1012", "Rohan", "Remove A Adr"),
    ("2108", "Saruman", "A SFo throws the Ring into BRA"),
    ({"Gandalf": ["Gandalf KDu"]}, "Gandalf", "Gandalf destroys the Balrog"),
    ({"Gandalf": ["Gandalf DHa"]}, "Gandalf", "Gandalf awakens Theoden"),
    ({"Gandalf": ["Fe Fan"]}, "Gandalf", "Fe Fan marches with the Ents"),
    ({"Gandalf": ["Aragorn DHa"]}, "Gandalf", "Aragorn takes the Paths of the Dead"),
    ({"Gandalf": ["R Bre"], "gandalf": "returning"}, "Gandalf", "Gandalf returns Iml"),
)
NOT_HERE = {"Convoy"}  # of Hardbop
FINDS = """(order => {
  for (const old of document.querySelectorAll('[data-next]')) delete old.dataset.next;
  const own = button => button.value.split('\\n').pop() === order && button.closest('.units');
  const button = [...document.querySelectorAll('.unit li button')].find(one => own(one) && !one.disabled);
  if (!button) { return null; }
  button.closest('.unit').dataset.next = 'unit';
  button.closest('details').dataset.next += button.closest('details').matches('.unit') ? '' : 'list';
  button.dataset.next = 'order';
  return [...document.querySelectorAll('.unit')].indexOf(button.closest('.unit'));
})"""


class Players:
    """A table of Downfall XIII with the five players, whose web server listens."""

    def __init__(self, folder: Path) -> None:
        self.host = Host(folder)
        self.host.table.opens("t1", game=GAME, players={power: self.address(power) for power in POWERS})
        self.host.server = Web(self.host.table.office, self.host.table.clock)
        self.host.server.start()

    def address(self, power: str) -> str:
        return f"{power.lower()}@x.org"

    def link(self, power: str) -> str:
        path = link_to(self.host.table, self.address(power), SITE).removeprefix(SITE)
        return f"{SITE}:{self.host.port}{path}"

    def mails(self, power: str, text: str) -> None:
        self.host.table.reply(self.host.table.reports_to(self.address(power))[-1], text)


def kinds(value: Any) -> Iterator[str]:
    """The kinds of all orders in stored sheets."""
    if isinstance(value, dict):
        yield from (str(kind) for kind in [value.get("type")] if kind)
    if isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from kinds(one)


def every_kind() -> set[str]:
    return {kind.__name__ for kind in get_args(orders.Order)}


def tap(page: Page, order: str) -> None:
    """Open the unit that has an order in one of its lists, and that list; tap the order."""
    page.waits_for(f"{FINDS}({json.dumps(order)}) !== null")
    unit = page.value(f"{FINDS}({json.dumps(order)})")
    entry = f"document.querySelectorAll('.unit')[{unit}]"
    if not page.value(f"{entry}.open"):
        page.value(f"({entry}.querySelector(':scope > summary').id = 'now', 0)")
        page.tap("#now")
        page.waits_for(f"{entry}.open && {ONE_OPEN}")
        page.value("(document.getElementById('now').removeAttribute('id'), 0)")
    inner = f"{entry}.querySelector('details:has([data-next=order]):not([open]) > summary')"
    if page.value(f"{inner} !== null"):
        page.value(f"({inner}.id = 'now', 0)")
        page.tap("#now")
        page.value("(document.getElementById('now').removeAttribute('id'), 0)")
    page.tap("[data-next=order]")


def orders_by_touch(page: Page, line: str) -> None:
    """Tap a line of the plan: an order, with what says when it counts."""
    before, (order, _, condition) = box(page), line.removeprefix("STANDING: ").partition(" if ")
    tap(page, order)
    page.waits_for(f"document.getElementById('text').value !== {json.dumps(before)}")
    if condition or order != line:
        terms = f"[data-order={json.dumps(order)}]"
        page.tap(f"{terms} summary")
        page.waits_for(f"document.querySelector('{terms}').open")
        if condition:
            move, _, claim = condition.rpartition(" ")
            for term, value in (("subject", move), ("claim", f"{{}} {claim}")):
                page.value(
                    f"(document.querySelector('{terms} [data-term={term}]').value = {json.dumps(value)}, 0)"
                )
        page.tap(f"{terms} [data-term={'add' if condition else 'standing'}]")
    page.waits_for(f"document.getElementById('text').value.split('\\n').includes({json.dumps(line)})")


def plays(page: Page, players: Players, power: str, lines: Sequence[str]) -> str:
    """Order by touch on the page of a power, and send; return what was in the box."""
    shown(page, players.link(power), PHONE, is_phone=True)
    cancelled = [line for line in lines if line.startswith("CANCEL STANDING")]
    for line in lines:
        if line not in cancelled:
            orders_by_touch(page, line)
    text = box(page)
    assert sorted(text.splitlines()) == sorted(line for line in lines if line not in cancelled)
    button = f"#status button[value='{cancelled[0]}']" if cancelled else "#orders button.main"
    page.value("(window.isOld = true, 0)")
    page.tap(button)
    page.waits_for(f"!window.isOld && {READ}")
    assert "Not accepted" not in str(page.value("document.getElementById('answer').innerText"))
    if cancelled:  # a small form leaves the draft in the box
        page.waits_for(LIVE)
        assert box(page) == text
        page.value("(window.isOld = true, 0)")
        page.tap("#orders button.main")
        page.waits_for(f"!window.isOld && {READ}")
    return "\n".join([*cancelled, text])


def test_six_turns_with_orders_of_every_kind_are_played_by_touch(page: Page, tmp_path: Path) -> None:
    by_touch, by_mail = Players(tmp_path / "touch"), Players(tmp_path / "mail")
    found = set[str]()
    try:
        for phase in PLAN:
            for power, lines in phase.items():
                by_mail.mails(power, plays(page, by_touch, power, lines))
            sheets = by_touch.host.sheets()
            assert sheets == by_mail.host.sheets()
            found |= {kind for sheet in sheets for kind in kinds(json.loads(sheet))}
            for players in (by_touch, by_mail):
                players.host.table.deadline_passes("t1")
        assert violations(page) == []
        assert by_touch.host.table.row("t1").number > len(PLAN)
    finally:
        by_touch.host.stop()
        by_mail.host.stop()
    rare = {kind for at, power, order in RARE for kind in kinds_of(position(at), power, order)}
    assert found | rare == every_kind() - NOT_HERE


def kinds_of(state: str, power: str, order: str) -> set[str]:
    return {*kinds(json.loads(find(GAME).read(state, power, None, [order]).orders))}


def position(at: str | Mapping[str, Any]) -> str:
    if isinstance(at, str):
        return stored_position(GAME, at)[1]
    units = {power: units for power, units in at.items() if isinstance(units, list)}
    state = {name: value for name, value in at.items() if name not in units}
    facts = {"phase": "movement", "turn": 4, "units": {"Gondor": ["A MTi"], **units}, "state": state}
    return find(GAME).place(facts)


@pytest.mark.parametrize("rare", RARE, ids=lambda one: one[2])
def test_an_order_of_a_rare_kind_is_given_by_touch_as_by_mail(
    page: Page, tmp_path: Path, rare: tuple[str | Mapping[str, Any], str, str]
) -> None:
    at, power, order = rare
    host = Host(tmp_path / "host")
    try:
        shown(page, host.opens(GAME, power, position(at)), PHONE, is_phone=True)
        tap(page, order)
        page.waits_for(f"document.getElementById('text').value === {json.dumps(order)}")
        page.tap("#orders button.main")
        page.waits_for(READ)
        assert host.sheets() == as_mailed(tmp_path, GAME, order, power, position(at))
    finally:
        host.stop()


SUMMARIES = (
    "Object.fromEntries([...document.querySelectorAll('.unit[data-unit^=Gandalf]')]"
    ".map(one => [one.dataset.unit, one.querySelector('.chosen').innerText]))"
)


def test_where_gandalf_starts_is_not_counted_as_his_order(page: Page, host: Host) -> None:
    shown(page, host.opens("downfall-xiii", "Gandalf"), PHONE, is_phone=True)
    tap(page, "Gandalf starts at Iml")
    page.waits_for("document.getElementById('text').value === 'Gandalf starts at Iml'")
    page.waits_for("document.querySelector('.means').innerText.includes('Imladris')")
    assert page.value(SUMMARIES) == {"Gandalf": "", "Gandalf, first place": "Gandalf starts at Iml"}
    tap(page, "R Shi - Bre")
    page.waits_for("document.getElementById('next').innerText.includes('With an order: 2 of 6')")
    page.tap("#orders button.main")
    page.waits_for(f"{READ} && {LIVE}")
    filed = page.value(SUMMARIES)
    assert filed["Gandalf"] == ""
    assert "Imladris" in filed["Gandalf, first place"]
