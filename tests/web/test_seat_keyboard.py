"""The page of a seat by keyboard alone: a year of standard Diplomacy, and a whole turn of every other game.

After each key the focus is on something that is shown, and has an outline; Escape goes one step back.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from adjudicator.games import find
from pbem.web.server import Web
from tests.support.chromium import CHROMIUM, Page
from tests.web.test_seat_browser import (
    AT_SEA,
    DESK,
    READ,
    SEATS,
    SITE,
    STEPS,
    Host,
    Step,
    as_mailed,
    box,
    every_entry,
    free_order,
    host,
    opened,
    shown,
    stored_position,
)
from tests.web.test_seat_page import link_to

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")]
__all__ = ["host"]

IS_SEEN = """(() => {
  const one = document.activeElement, box = one.getBoundingClientRect();
  if (one === document.body || !box.width) { return false; }
  const x = box.left + box.width / 2, y = box.top + Math.min(box.height / 2, innerHeight / 2);
  const above = document.elementFromPoint(x, y), style = getComputedStyle(one.closest('.map') || one);
  const isCovered = !above || !(one.contains(above) || above.contains(one));
  return !isCovered && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0;
})()"""
FOCUSED = "(document.activeElement.value || document.activeElement.textContent).trim()"

# --- a year -------------------------------------------------------------------------------------------------

YEAR: Sequence[Mapping[str, Sequence[str]]] = (  # England is played by keyboard, the others by mail
    {
        "England": ("F Lon - NTH", "F Edi - NWG", "A Lvp - Edi"),
        "France": ("F Bre - ENG",),
        "Germany": ("F Kie - Hol",),
    },
    {  # an army goes by convoy with support, and the supporting fleet is driven out
        "England": ("A Edi - Nwy via convoy", "F NWG C Edi - Nwy", "F NTH S Edi - Nwy"),
        "France": ("F ENG S F Hol - NTH",),
        "Germany": ("F Hol - NTH",),
    },
    {"England": ("F NTH - SKA",)},
    {"England": ("Build F Lon",)},
)


class Played:
    """A table of standard Diplomacy with three players, whose web server listens."""

    def __init__(self, folder: Path) -> None:
        self.host = Host(folder)
        self.host.table.opens("t1", game="standard", players={one: self.address(one) for one in YEAR[0]})
        self.host.server = Web(self.host.table.office, self.host.table.clock)
        self.host.server.start()

    def address(self, power: str) -> str:
        return f"{power.lower()}@x.org"

    def link(self, power: str) -> str:
        path = link_to(self.host.table, self.address(power), SITE).removeprefix(SITE)
        return f"{SITE}:{self.host.port}{path}"

    def mails(self, power: str, lines: Sequence[str]) -> None:
        self.host.table.reply(self.host.table.reports_to(self.address(power))[-1], "\n".join(lines))


def test_a_year_of_standard_is_played_by_keyboard_as_by_mail(page: Page, tmp_path: Path) -> None:
    by_keyboard, by_mail = Played(tmp_path / "keyboard"), Played(tmp_path / "mail")
    try:
        for phase in YEAR:
            plays(page, by_keyboard, phase["England"])
            by_mail.mails("England", phase["England"])
            for played in (by_keyboard, by_mail):
                for power in ("France", "Germany"):
                    if power in phase:
                        played.mails(power, phase[power])
            assert sorted(by_keyboard.host.sheets()) == sorted(by_mail.host.sheets())
            for played in (by_keyboard, by_mail):
                played.host.table.deadline_passes("t1")
        assert by_keyboard.host.table.row("t1").position == by_mail.host.table.row("t1").position
        assert "Winter 1901, adjustment" in by_keyboard.host.table.reports_to("england@x.org")[-1]["Subject"]
    finally:
        by_keyboard.host.stop()
        by_mail.host.stop()


def plays(page: Page, played: Played, lines: Sequence[str]) -> None:
    shown(page, played.link("England"), DESK, is_phone=False)
    for line in lines:
        unit = str(page.value(f"({BUTTON % json.dumps(line)}).closest('.unit').dataset.unit"))
        presses(page, f'.unit[data-unit="{unit}"] > summary')
        presses(page, f'.unit[data-unit="{unit}"] button[value="{line}"]', " ")
        page.waits_for(f"document.getElementById('text').value.split('\\n').includes({json.dumps(line)})")
    sends(page)


BUTTON = "[...document.querySelectorAll('.unit li button')].find(one => one.value === %s && !one.disabled)"


def presses(page: Page, selector: str, key: str = "Enter") -> None:
    """Press Tab until an element has the focus, then a key; the focus must be seen before and after."""
    page.tab_to(selector)
    assert page.value(IS_SEEN), selector
    page.key(key)
    page.waits_for(IS_SEEN)


def sends(page: Page) -> None:
    page.tab_to("#orders button.main")
    page.key("Enter")
    page.waits_for(READ)
    assert "Not accepted" not in str(page.value("document.getElementById('answer').innerText"))


# --- the other games ----------------------------------------------------------------------------------------

TURNS = (("downfall-xiii", "103"), ("hardbop", "101"), ("empires", "02"), ("domination", "17"))


@pytest.mark.parametrize("turn", TURNS, ids="-".join)
def test_all_orders_of_a_turn_are_given_by_keyboard_as_by_mail(
    page: Page, host: Host, tmp_path: Path, turn: tuple[str, str]
) -> None:
    game, number = turn
    power, position = stored_position(game, number)
    shown(page, host.opens(game, power, position), DESK, is_phone=False)
    for entry in every_entry(page):
        unit = f".unit:nth-child({entry})"
        presses(page, f"{unit} > summary")
        page.waits_for(f"document.querySelector('{unit}').open")
        if page.value(f"document.querySelector('{unit} > ul button:enabled') !== null"):
            presses(page, free_order(page, unit, -1), " ")
            page.waits_for(f"document.querySelector('{unit} [aria-pressed=true]') !== null")
    text = box(page)
    assert text.strip()
    page.tab_to("#orders button.main")
    page.key("Enter")
    page.waits_for(READ)
    assert host.sheets()
    assert host.sheets() == as_mailed(tmp_path, game, text, power, position)


@pytest.mark.parametrize("steps", STEPS, ids=lambda one: f"{one[0]}-{one[2]}")
def test_orders_of_several_steps_are_given_by_keyboard_as_by_mail(
    page: Page, host: Host, tmp_path: Path, steps: tuple[str, str, str, Sequence[Step], Sequence[str]]
) -> None:
    game, number, seat, taken, lines = steps
    power, position = stored_position(game, number) if number else (seat, find(game).place(AT_SEA))
    shown(page, host.opens(game, power, position), DESK, is_phone=False)
    for entry, step in taken:
        takes_step(page, entry, step)
    assert box(page).splitlines() == lines
    sends(page)
    assert host.sheets() == as_mailed(tmp_path, game, "\n".join(lines), power, position)


def takes_step(page: Page, entry: str, step: str) -> None:
    unit, before = f'.unit[data-unit="{entry}"]', box(page)
    if not page.value(f"document.querySelector('{unit}').open"):
        presses(page, f"{unit} > summary")
    if step.startswith("One "):
        presses(page, f'{unit} .numbers button[aria-label="{step}"]')
    elif step.startswith("+ "):
        presses(page, marked(page, f"{unit} .then button", step.removeprefix("+ ")))
    else:
        button = f"{unit} button[value$='{step}']"
        page.waits_for(f"document.querySelector({json.dumps(button)}) !== null")
        if page.value(f"!document.querySelector({json.dumps(button)}).closest('details').open"):
            presses(page, marked(page, f"{unit} details:has(button[value$='{step}']) > summary"))
        presses(page, button)
    page.waits_for(f"document.getElementById('text').value !== {json.dumps(before)}")


def marked(page: Page, selector: str, text: str = "") -> str:
    """A selector of the element with this text, or the last of all; it is marked."""
    page.value(
        "(() => { for (const old of document.querySelectorAll('[data-next]')) delete old.dataset.next;"
        f" const all = [...document.querySelectorAll({json.dumps(selector)})];"
        f" (all.find(one => one.textContent === {json.dumps(text)}) || all.at(-1)).dataset.next = ''; }})()"
    )
    return "[data-next]"


# --- the focus ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SEATS)
def test_the_focus_goes_through_the_whole_page_and_is_always_seen(page: Page, host: Host, game: str) -> None:
    opened(page, host, game, DESK, is_phone=False)
    wanted = "a[href], button:enabled, input:not([type=hidden]):enabled, select:enabled, textarea, summary"
    page.value(
        f"(window.wanted = [...document.querySelectorAll({json.dumps(wanted)})]"
        ".filter(one => one.getClientRects().length && one.checkVisibility()), 0)"
    )
    page.key("Tab")
    order: list[int] = []
    while page.value("document.activeElement !== document.body"):
        order.append(page.value("window.wanted.indexOf(document.activeElement)"))
        assert page.value(IS_SEEN), page.value("document.activeElement.outerHTML")[:200]
        page.key("Tab")
    numbers = [one for one in order if one >= 0]  # others are texts that may be scrolled, and the map
    assert numbers == sorted({*numbers})
    assert len(numbers) == page.value("window.wanted.length")


def test_escape_goes_one_step_back(page: Page, host: Host) -> None:
    shown(page, host.opens("downfall-xiii"), DESK, is_phone=False)
    unit = '.unit[data-unit="2A MTi"]'
    presses(page, f"{unit} > summary")
    presses(page, f"{unit} > .added > summary")
    page.tab_to(f"{unit} > .added li button")
    page.key("Escape")
    page.waits_for(f"!document.querySelector('{unit} > .added').open")
    assert page.value(f"document.activeElement.matches('{unit} > .added > summary')")
    assert page.value(f"document.querySelector('{unit}').open")
    page.key("Escape")
    page.waits_for(f"!document.querySelector('{unit}').open")
    assert page.value(f"document.activeElement.matches('{unit} > summary')")
    page.key("Escape")  # nothing is open
    assert page.value(IS_SEEN)
    assert box(page) == ""


def test_escape_in_the_box_changes_nothing(page: Page, host: Host) -> None:
    shown(page, host.opens("downfall-xiii"), DESK, is_phone=False)
    presses(page, '.unit[data-unit="A Lam"] > summary')
    presses(page, '.unit[data-unit="A Lam"] button[value="A Lam - Dor"]')
    page.tab_to("#text")
    page.key("Escape")
    assert page.value("document.activeElement.id") == "text"
    assert page.value("document.querySelector('.unit[open]') !== null")
    assert box(page) == "A Lam - Dor"


def test_the_focus_goes_to_a_neighbour_of_a_button_that_disappears(page: Page, host: Host) -> None:
    position = find("downfall-xiii").place(AT_SEA)
    shown(page, host.opens("downfall-xiii", "Gondor", position), DESK, is_phone=False)
    for step in ("Faramir R Los", "+ Ano"):
        takes_step(page, "Faramir", step)
    assert page.value("document.activeElement.matches('.unit[data-unit=Faramir] .then button')")
    assert page.value(FOCUSED) != "Ano"
