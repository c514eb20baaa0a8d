"""Every possible order can be composed by the steps of a seat's page, in Chromium.

The first test taps each order of `Game.choices` and takes it back. The second writes what players have meant
into the box, and finds each line in the lists of the page; armies of Empires have several names each.
"""

import json
import os
import re
import tomllib
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from adjudicator.games import find
from tests.support.chromium import CHROMIUM, Page
from tests.web.test_seat_browser import PHONE, SEATS, WRITTEN, Host, host, shown, stored_position

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")]
__all__ = ["host"]

COMPOSED = """(orders => {
  const box = document.getElementById('text'), failed = [];
  const written = () => Seat.lines.whole(Seat.lines.rows()).filter(Boolean).pop() || '';
  const clear = () => { box.value = ''; Seat.choosing.recompute(); };
  for (const [entry, order] of orders) {
    clear();
    const unit = Seat.units.find(one => one.dataset.unit === entry);
    const buttons = unit ? [...unit.querySelectorAll('li button')] : [];
    const parts = unit ? Seat.preferences.parts(unit, order) : [];
    const first = buttons.find(one => Seat.lines.orderOf(one) === parts[0]);
    if (!first) { failed.push([entry, order, 'not listed']); continue; }
    first.click();
    for (const part of parts.slice(1)) {
      const more = [...unit.querySelectorAll('.then button')].find(one => one.dataset.instead.endsWith(
        part.slice(Seat.preferences.headOf(unit, part).length)));
      if (more) { more.click(); }
    }
    if (written() !== order) { failed.push([entry, order, written()]); }
    else if (first.getAttribute('aria-pressed') !== 'true') { failed.push([entry, order, 'not shown']); }
    for (const part of parts) {
      const taken = buttons.find(one => Seat.lines.orderOf(one) === part);
      if (taken && taken.getAttribute('aria-pressed') === 'true') { taken.click(); }
    }
    if (box.value.split('\\n').some(row => row === order)) { failed.push([entry, order, 'not taken back']); }
  }
  clear();
  return failed;
})"""


def positions(game: str) -> Sequence[str]:
    """The numbers of the written positions of a game, of Epic Domination those for two."""
    written = json.loads((WRITTEN / game / "positions.json").read_text("utf-8"))
    return [number for number, at in written.items() if game != "domination" or at["power"] in SEATS[game]]


ALL_POSITIONS = [(game, number) for game in SEATS for number in positions(game)[::4]]
EACH = os.environ.get("TOUCH", "some") == "all"  # `make long` tries all of these, `make mailnet` some
SAMPLE = ALL_POSITIONS if EACH else ALL_POSITIONS[::9]


def listed(game: str, power: str, position: str) -> Iterable[tuple[str, str]]:
    """Each order with its entry, which "A Par, besides" shares with "A Par"."""
    playing = find(game)
    for entry, orders in playing.choices(position, power).items():
        if entry not in playing.card.headings:
            yield from ((entry.removesuffix(", besides"), order) for order in orders)


@pytest.mark.parametrize("at", SAMPLE, ids="-".join)
def test_each_order_of_the_choices_is_composed_by_touch(page: Page, host: Host, at: tuple[str, str]) -> None:
    game, number = at
    power, position = stored_position(game, number)
    shown(page, host.opens(game, power, position), PHONE, is_phone=True)
    orders = [*listed(game, power, position)]
    assert page.value(f"{COMPOSED}({json.dumps(orders)})") == []


# --- what players have written ------------------------------------------------------------------------------

TYPED_ONLY: dict[str, str] = {  # what can only be typed
    # a move by a convoy for which there are no fleets yet; the coast in a support, which need not be named
    "standard": r"^A \w+ - \w+$|^[AF] \S+ S .+/\wc$",
    "downfall-xiii": r" D : .* [HS]\b",  # parts of a stack that stay, and need not be named, or support
    "hardbop": r" destroys ",  # by an army that is built in the same message
    "domination": r" - \w+ - |\w \+ |^all ",  # a way over certain spaces, several kinds in one line
}
CONDITION = re.compile(r"^ *(?:if|else)\b", re.MULTILINE)  # typed, with all that may hang on it
TOTAL = re.compile(r" : \d*[ACF] \w+$")  # of a merge: "A Dun - Hol M A KDu - Hol : 2A Hol"
WRITES = """(() => {
  window.isRead = false;
  document.getElementById('orders').addEventListener('read', () => { window.isRead = true; });
  document.getElementById('text').value = %s;
  Seat.choosing.recompute();
})()"""
UNKNOWN = """(() => {
  let found = new Set();
  const form = document.getElementById('orders');
  form.addEventListener('orders', event => {
    found = new Set(event.detail.entries.flatMap(one => one.rows));
  }, { once: true });
  Seat.choosing.recompute();
  return Seat.lines.rows().filter((row, i) => row.trim() && !found.has(i));
})()"""


def sheets(game: str) -> Sequence[tuple[str, str, str]]:
    """The written sheets of a game without conditions: file, position, and the lines that were meant."""
    found = []
    for file in sorted((WRITTEN / game).glob("*.toml")):
        rows: list[dict[str, Any]] = tomllib.loads(file.read_text("utf-8"))["sheet"]
        found += [(file.stem, str(row["position"]), row["meant"]) for row in rows]
    known = {*positions(game)}
    return [one for one in found if one[1] in known and not CONDITION.search(one[2])]


WRITTEN_SHEETS = [(game, *one) for game in TYPED_ONLY for one in sheets(game)[::6]]


@pytest.mark.parametrize(
    "written", WRITTEN_SHEETS if EACH else WRITTEN_SHEETS[::12], ids=lambda one: "-".join(one[:3])
)
def test_what_players_write_can_be_chosen(page: Page, host: Host, written: tuple[str, str, str, str]) -> None:
    game, _, number, meant = written
    power, position = stored_position(game, number)
    in_force = find(game).read(position, power, None, meant.strip().splitlines()).in_force
    rows = [row.notation for row in in_force if row.notation and row.source == "this message"]
    lines = [*dict.fromkeys(TOTAL.sub("", row) for row in rows)]
    shown(page, host.opens(game, power, position), PHONE, is_phone=True)
    page.value(WRITES % json.dumps("\n".join(lines)))
    if lines:
        page.waits_for("window.isRead")
    assert [row for row in page.value(UNKNOWN) if not re.search(TYPED_ONLY[game], row)] == []
