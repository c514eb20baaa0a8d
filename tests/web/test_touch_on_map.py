"""What taps on the map of a seat's page do, and what the map shows."""

import json
from pathlib import Path

import pytest

from tests.support.chromium import CHROMIUM, Page, layout_shift, violations
from tests.web.test_seat_browser import (
    ANN,
    LIVE,
    MOST_SHIFT,
    ONE_OPEN,
    OPENED_UNIT,
    PHONE,
    READ,
    Host,
    as_mailed,
    box,
    host,
    opened,
    place_on_map,
    shown,
    stored_position,
)

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")]
__all__ = ["host"]
OFFERED = "[...document.querySelectorAll('#offers button')].map(one => one.textContent)"
OPEN = "document.querySelector('.unit[open]').dataset.unit"


def taps(page: Page, *names: str) -> None:
    """Tap places or pieces on the map, one after the other."""
    for name in names:
        page.tap_at(*place_on_map(page, name))


def presses_offer(page: Page, order: str) -> None:
    page.value(
        "([...document.querySelectorAll('#offers button')]"
        f".find(one => one.textContent === {json.dumps(order)}).id = 'wanted', 0)"
    )
    page.tap("#wanted")


def shows(page: Page, host: Host, game: str, number: str) -> None:
    power, position = stored_position(game, number)
    shown(page, host.opens(game, power, position), PHONE, is_phone=True)


@pytest.mark.parametrize(
    ("game", "number", "places"),
    [
        ("downfall-xiii", "1207", ("Anórien", "Eastfold")),
        ("standard", "409", ("Denmark", "Holland")),
        ("downfall-xiii", "124", ("Eastfold", "Dunharrow")),
    ],
)
def test_a_second_place_is_for_the_next_build_or_removal(
    page: Page, host: Host, game: str, number: str, places: tuple[str, str]
) -> None:
    """The first stays in the box."""
    shows(page, host, game, number)
    for count, place in enumerate(places, 1):
        taps(page, place)
        page.waits_for("document.querySelector('#offers button:enabled') !== null")
        presses_offer(page, page.value(OFFERED)[0])
        page.waits_for(f"document.getElementById('text').value.split('\\n').length === {count}")
    first, second = box(page).splitlines()
    assert first != second


def test_a_tap_on_another_own_unit_offers_to_open_it(page: Page, host: Host) -> None:
    """The tap writes no order, because it may be meant as the target or as the next unit."""
    shows(page, host, "downfall-xiii", "103")
    taps(page, "Mordor army, Dag", "Mordor army, Wil")
    assert box(page) == ""
    offered = page.value(OFFERED)
    assert offered[0] == "A Wil"
    assert "2A Dag - Wil" in offered
    assert violations(page) == []
    presses_offer(page, "A Wil")
    page.waits_for(f"{ONE_OPEN} && {OPEN} === 'A Wil'")
    taps(page, "Brown Lands")
    assert box(page) == "A Wil - Bro"


def test_a_second_tap_on_a_unit_lists_its_orders_without_a_destination(page: Page, host: Host) -> None:
    shows(page, host, "downfall-xiii", "103")
    taps(page, "Mordor army, Dag", "Mordor army, Dag")
    assert page.value(OFFERED)[0] == "2A Dag H"
    presses_offer(page, "2A Dag H")
    page.waits_for("document.getElementById('text').value === '2A Dag H'")


@pytest.mark.parametrize(
    ("game", "unit"), [("downfall-xiii", "A Lam"), ("standard", "A Par"), ("empires", "")]
)
def test_the_open_unit_is_marked_on_the_map(page: Page, host: Host, game: str, unit: str) -> None:
    opened(page, host, game, PHONE, is_phone=True)
    assert page.value("document.querySelector('.marked > *') === null")
    entry = f".unit[data-unit='{unit}']" if unit else ".unit[data-unit*=Army]"
    page.tap(f"{entry} > summary")
    page.waits_for(f"{ONE_OPEN} && document.querySelectorAll('.marked .ring').length > 0")
    page.tap(f"{entry} > summary")
    page.waits_for("document.querySelector('.marked > *') === null")


SEVERAL_AT_A_PLACE = (  # the power, where two units are, the target of the first, and the second
    ("hardbop", "Mordor", "Mordor Easterling army, Off", "South Rhûn", "E Off 2"),
    ("downfall-xiii", "Gondor", "Minas Tirith", "Osgiliath", "Faramir"),
    ("downfall-xiii", "Gandalf", "Imladris", "Rhudaur", "Fe Iml"),
)


@pytest.mark.parametrize("several", SEVERAL_AT_A_PLACE, ids=lambda one: one[0])
def test_a_tap_opens_the_unit_at_a_place_that_has_no_order_yet(
    page: Page, host: Host, several: tuple[str, str, str, str, str]
) -> None:
    game, power, where, target, second = several
    shown(page, host.opens(game, power), PHONE, is_phone=True)
    taps(page, where, target)
    page.waits_for("document.getElementById('text').value !== ''")
    taps(page, where)
    page.waits_for(f"{ONE_OPEN} && {OPEN} === {json.dumps(second)}")


@pytest.mark.parametrize(
    ("piece", "unit"),
    [
        ("Gandalf the Fellowship, Iml", "Fe Iml"),
        ("Gandalf Aragorn, Iml", "Aragorn"),
        ("Gandalf Ranger, Shi", "R Shi"),
    ],
)
def test_a_power_with_the_name_of_a_piece_orders_the_piece_that_is_tapped(
    page: Page, host: Host, piece: str, unit: str
) -> None:
    shown(page, host.opens("downfall-xiii", "Gandalf"), PHONE, is_phone=True)
    taps(page, piece)
    page.waits_for(f"{ONE_OPEN} && {OPEN} === {json.dumps(unit)}")
    assert "Gandalf" not in page.value(OFFERED)


def test_each_kind_of_unit_of_domination_is_tapped_itself(page: Page, host: Host) -> None:
    shown(page, host.opens("domination"), PHONE, is_phone=True)
    host.table.mail(ANN, "piece A\nMilitia A7\nGriffin A7", "t1")
    host.table.mail("bob@y.org", "piece B\nKnight B6", "t1")
    host.table.deadline_passes("t1")
    reloads(page)
    taps(page, "Red Griffin, A7")
    page.waits_for(f"{ONE_OPEN} && {OPEN} === 'Griffin A7'")
    assert page.value(OFFERED) == ["Militia A7"]
    presses_offer(page, "Militia A7")
    page.waits_for(f"{ONE_OPEN} && {OPEN} === 'Militia A7'")
    taps(page, "A8")
    assert box(page) == "Move\nMilitia A7 - A8"


def test_of_a_full_and_a_reduced_army_in_a_zone_the_one_that_is_tapped_is_opened(
    page: Page, host: Host
) -> None:
    shows(page, host, "empires", "102")
    unit = "reduced German Army Danzig"
    title = unit.replace(" Army ", " army, ")
    taps(page, title)
    page.waits_for(f"{ONE_OPEN} && {OPEN} === {json.dumps(unit)}")
    ring, army = page.value(
        "(() => { const middle = one => { const box = one.getBoundingClientRect();"
        "  return [box.x + box.width / 2, box.y + box.height / 2]; };"
        " const title = [...document.querySelectorAll('#picture title')]"
        f".find(one => one.textContent === {json.dumps(title)});"
        " return [middle(document.querySelector('.marked .ring')), middle(title.parentNode)]; })()"
    )
    assert max(abs(ring[0] - army[0]), abs(ring[1] - army[1])) < 2


DOTS = "document.querySelectorAll('.marked .goal').length"


DOTTED = (  # of a written sheet, or the beginning of a game: a unit, and the number of its targets
    ("downfall-xiii", "", "A Lam", 4),
    ("standard", "", "A Par", 4),
    ("empires", "", "full German Army Metz", 10),
    ("standard", "02", "Build 1", 3),
)


@pytest.mark.parametrize("dotted", DOTTED, ids=lambda one: f"{one[0]}-{one[2]}")
def test_dots_on_the_map_show_where_the_open_unit_can_go(
    page: Page, host: Host, dotted: tuple[str, str, str, int]
) -> None:
    game, number, unit, goals = dotted
    if number:
        shows(page, host, game, number)
    else:
        opened(page, host, game, PHONE, is_phone=True)
    assert page.value(DOTS) == 0
    page.tap(f".unit[data-unit='{unit}'] > summary")
    page.waits_for(f"{ONE_OPEN} && {DOTS} === {goals}")
    page.tap(f".unit[data-unit='{unit}'] > summary")
    page.waits_for(f"{DOTS} === 0")


def test_where_a_unit_can_retreat_to_is_in_view_at_first(page: Page, host: Host) -> None:
    """Sevastopol is large, and far from Armenia."""
    shows(page, host, "standard", "06")
    in_view = (
        "(() => { const map = document.getElementById('picture').getBoundingClientRect();"
        " const dot = document.querySelector('.marked .goal').getBoundingClientRect();"
        " return dot.top > map.top && dot.bottom < map.bottom"
        "  && dot.left > map.left && dot.right < map.right; })()"
    )
    taps(page, "Russia fleet, Arm (dislodged)")
    page.waits_for(f"{DOTS} === 1")
    assert page.value(in_view) is True
    for _ in range(2):  # also when the map follows the unit that is opened in the list
        page.tap(".unit > summary")
    page.waits_for(f"{DOTS} === 1 && {in_view}")


def test_of_several_units_that_can_go_to_a_place_one_is_chosen_below_the_map(page: Page, host: Host) -> None:
    opened(page, host, "downfall-xiii", PHONE, is_phone=True)
    taps(page, "Lossarnach")
    assert page.value(OFFERED) == ["2A MTi", "A Pel", "Faramir"]
    presses_offer(page, "A Pel")
    page.waits_for("document.getElementById('text').value === 'A Pel - Los'")
    assert page.value(OPEN) == "A Pel"
    taps(page, "Gondor army, MTi")  # the next unit, not another target
    page.waits_for(f"{ONE_OPEN} && {OPEN} === '2A MTi'")
    assert box(page) == "A Pel - Los"


def test_the_list_is_shown_with_the_line_that_says_to_what_it_was_narrowed(page: Page, host: Host) -> None:
    opened(page, host, "downfall-xiii", PHONE, is_phone=True)
    taps(page, "Lossarnach")
    page.tap("#next button")
    page.waits_for(
        "(() => { const box = document.querySelector('.filter').getBoundingClientRect();"
        " return box.top >= document.querySelector('header').getBoundingClientRect().bottom"
        "  && box.bottom < innerHeight / 2; })()"
    )


def test_arrows_of_the_draft_leave_names_and_pieces_readable(page: Page, host: Host) -> None:
    opened(page, host, "downfall-xiii", PHONE, is_phone=True)
    taps(page, "Gondor army, Lam", "Dor-en-Ernil")
    page.waits_for("document.querySelector('.drafts .head') !== null")
    assert page.value(
        "Boolean(document.querySelector('.drafts').compareDocumentPosition(document.querySelector('[data-layer=turn]'))"
        " & Node.DOCUMENT_POSITION_FOLLOWING)"
    )
    tip, name = page.value(
        "(() => { const inside = one => { const box = one.getBoundingClientRect();"
        "  return [box.left, box.top, box.right, box.bottom]; };"
        " return [inside(document.querySelector('.drafts .head')),"
        "  inside(Seat.where.labelOf(document.querySelector('#picture svg'), 'Dor-en-Ernil'))]; })()"
    )
    assert tip[2] <= name[0] or tip[0] >= name[2] or tip[3] <= name[1] or tip[1] >= name[3]


def test_what_is_added_to_an_order_is_listed_after_a_target_was_tapped(page: Page, host: Host) -> None:
    """The list was narrowed to the target, which nothing that may be added names."""
    opened(page, host, "downfall-xiii", PHONE, is_phone=True)
    taps(page, "Gondor army, Lam", "Dor-en-Ernil")
    page.tap(".unit[data-unit='A Lam'] > .added:not(.later) > summary")
    page.waits_for("document.querySelector(\".unit[data-unit='A Lam'] > .added li:not([hidden])\") !== null")
    page.tap(".unit[data-unit='A Lam'] > summary")
    page.waits_for("document.querySelector('.unit[open]') === null")
    page.tap(".unit[data-unit='A Lam'] > summary")
    page.waits_for(ONE_OPEN)
    assert page.value("document.querySelectorAll(\".unit[data-unit='A Lam'] li[hidden]\").length") == 0


IN_VIEW = """(() => {
  const map = document.getElementById('picture').getBoundingClientRect();
  const svg = document.querySelector('#picture svg');
  return Seat.where.ownPlaces().map(place => Seat.where.areaOf(svg, place).getBoundingClientRect())
    .filter(box => box.right > map.left && box.left < map.right)
    .filter(box => box.bottom > map.top && box.top < map.bottom).length;
})()"""


def test_my_units_are_all_in_view_also_those_far_away(page: Page, host: Host) -> None:
    shows(page, host, "downfall-xiii", "103")
    every = page.value("Seat.where.ownPlaces().length")
    first = page.settles(IN_VIEW)
    assert every / 2 < first < every  # names can be read at first; so not all have room
    page.tap("[data-map=own]")
    page.waits_for(f"{IN_VIEW} === {every}")


def test_the_number_of_an_order_has_a_label(page: Page, host: Host) -> None:
    opened(page, host, "downfall-xiii", PHONE, is_phone=True)
    page.tap(".unit[data-unit=Faramir] > summary")
    page.waits_for(ONE_OPEN)
    page.tap(".unit[data-unit=Faramir] button[value='Faramir leads 2A MTi - Osg']")
    page.waits_for(
        "document.querySelector('.unit[data-unit=Faramir] .numbers').innerText.startsWith('How many')"
    )


def test_everything_that_is_tapped_has_room_for_a_finger(page: Page, host: Host) -> None:
    opened(page, host, "downfall-xiii", PHONE, is_phone=True)
    small = page.value(
        "[...document.querySelectorAll('button, select, input, summary, header a, textarea')]"
        ".map(one => one.type === 'checkbox' ? one.closest('label') : one)"
        ".filter(one => one.offsetParent).map(one => [one.textContent.trim().slice(0, 20),"
        " one.getBoundingClientRect().width, one.getBoundingClientRect().height])"
        ".filter(one => one[1] < 44 || one[2] < 44)"
    )
    assert small == []


def test_a_tap_on_an_earlier_map_tells_of_it_and_orders_nothing(page: Page, host: Host) -> None:
    """The units may stand elsewhere now."""
    link = host.opens("downfall-xiii")
    for _ in range(2):
        host.table.reply(host.table.reports_to(ANN)[-1], "A Lam - Dor\nA Dor - Pel")
        host.table.deadline_passes("t1")
    shown(page, link, PHONE, is_phone=True)
    earlier = "document.querySelector('#turn option:last-child').value"
    page.value(
        f"(() => {{ const turn = document.getElementById('turn'); turn.value = {earlier};"
        " turn.dispatchEvent(new Event('change')); })()"
    )
    page.waits_for("document.querySelector('#picture svg').textContent.includes('Turn 1 (Spring), movement')")
    taps(page, "Gondor army, Dor")
    page.waits_for("document.getElementById('place').textContent.includes('Gondor army, Dor')")
    assert page.value("document.querySelector('.unit[open]') === null")
    assert page.value("document.querySelector('.filter').hidden") is True


def test_an_earlier_draft_is_counted_and_links_to_send(page: Page, host: Host) -> None:
    opened(page, host, "downfall-xiii", PHONE, is_phone=True)
    taps(page, "Gondor army, Lam", "Dor-en-Ernil")
    page.waits_for("document.getElementById('text').value !== ''")
    reloads(page)
    assert "With an order: 1 of 6." in page.value("document.getElementById('next').innerText")


def test_the_link_that_skips_the_report_is_seen_when_it_has_the_focus(page: Page, host: Host) -> None:
    opened(page, host, "standard", (800, 900), is_phone=False)
    page.key("Tab")
    assert page.value(
        "(() => { const one = document.activeElement, box = one.getBoundingClientRect();"
        " return one.matches('.skip')"
        "  && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === one; })()"
    )


def test_a_long_line_of_an_answer_goes_on_below_its_first_word(page: Page, host: Host) -> None:
    opened(page, host, "downfall-xiii", PHONE, is_phone=True)
    page.value("(document.getElementById('text').value = 'C DAm S A Pel - Dor', 0)")
    page.tap("#orders button.main")
    page.waits_for(READ)
    page.waits_for(
        "document.querySelector('#answer pre').innerText.includes('    Cavalry Dol Amroth supports')"
    )
    first, last, rows = page.value(
        "(() => { const line = [...document.querySelectorAll('#answer .line')]"
        ".find(one => one.textContent.includes('Cavalry')); const range = document.createRange();"
        " range.setStart(line.firstChild, 4); range.setEnd(line.firstChild, line.firstChild.length - 1);"
        " const boxes = [...range.getClientRects()];"
        " return [boxes[0].left, boxes[boxes.length - 1].left, boxes.length]; })()"
    )
    assert rows > 1
    assert abs(first - last) < 1
    assert page.value("document.querySelector('#answer pre').innerText.includes('\\n\\n\\n')") is False


# --- press -----------------------------------------------------------------------------------------------

WRITES_PRESS = """(() => {
  const words = document.getElementById('words');
  document.querySelector('.to [value=Blue]').click();
  document.querySelector('.to [value=GM]').click();
  words.value = 'Peace?';
  words.dispatchEvent(new Event('input', { bubbles: true }));
})()"""
DRAFT = (
    "[...document.querySelectorAll('.to :checked')].map(one => one.value)"
    ".concat(document.getElementById('words').value)"
)


def reloads(page: Page) -> None:
    page.value("(window.isOld = true, location.reload(), 0)")
    page.waits_for(f"!window.isOld && document.readyState === 'complete' && {LIVE}")


def test_press_that_was_not_sent_survives_a_reload_and_other_forms(page: Page, host: Host) -> None:
    opened(page, host, "domination", PHONE, is_phone=True)
    page.value(WRITES_PRESS)
    reloads(page)
    assert page.value(DRAFT) == ["Blue", "GM", "Peace?"]
    page.tap("#status button[value=WAIT]")
    page.waits_for(f"{READ} && {LIVE}")
    assert page.value(DRAFT) == ["Blue", "GM", "Peace?"]
    page.tap("#words + p button")
    page.waits_for(f"{READ} && {LIVE} && document.getElementById('press').innerText.includes('With ')")
    assert page.value("document.getElementById('words').value") == ""
    reloads(page)
    assert page.value("document.getElementById('words').value") == ""


# --- conditions ------------------------------------------------------------------------------------------


def test_a_condition_may_name_the_move_of_another_power(page: Page, host: Host) -> None:
    opened(page, host, "downfall-xiii", PHONE, is_phone=True)
    unit = ".unit[data-unit='C DAm']"
    page.tap(f"{unit} > summary")
    page.waits_for(ONE_OPEN)
    page.tap(f"{unit} > .added:not(.later) > summary")
    page.tap(f"{unit} button[value='C DAm destroys any']")
    page.waits_for(f'document.querySelector("{unit} .terms") !== null')
    page.tap(f"{unit} .terms summary")
    subject = f'document.querySelector("{unit} [data-term=subject]")'
    page.waits_for(f"{subject}.querySelector('optgroup[label=Rohan]') !== null")
    assert page.value(f"[...{subject}.options].some(one => / M | with | S /.test(one.value))") is False
    page.value(f"({subject}.value = 'C Eas - Ano', 0)")
    page.tap(f"{unit} [data-term=add]")
    page.waits_for("document.getElementById('text').value === 'C DAm destroys any if C Eas - Ano succeeds'")
    assert violations(page) == []
    page.tap("#orders button.main")
    page.waits_for(READ)
    assert "Not accepted" not in page.value("document.getElementById('answer').innerText")
    assert host.sheets()


@pytest.mark.parametrize(
    ("number", "told"), [("08", "Orders in the box: 1."), ("02", "With an order: 1 of 6.")]
)
def test_only_stacks_are_counted_as_owing_an_order(page: Page, host: Host, number: str, told: str) -> None:
    """Not what may be built, nor cards."""
    shows(page, host, "domination", number)
    page.tap(".unit:nth-child(1) > summary")
    page.waits_for(ONE_OPEN)
    page.tap(".unit:nth-child(1) > ul li:first-child button")
    page.waits_for(f"document.getElementById('next').innerText.startsWith({json.dumps(told)})")


def test_all_orders_in_the_box_are_counted(page: Page, host: Host) -> None:
    """Those of which an entry may have any number were left out: standing orders of Empires."""
    shown(page, host.opens("empires"), PHONE, is_phone=True)
    for number, order in enumerate(("SECOND LOSS full, trench, reduced", "RETREAT Metz: Cologne", "PASS"), 1):
        button = (
            f"[...document.querySelectorAll('.unit button')].find(one => one.value === {json.dumps(order)})"
        )
        page.value(f"({button}.click(), 0)")
        told = f"Orders in the box: {number}."
        page.waits_for(f"document.getElementById('next').innerText.startsWith({json.dumps(told)})")


def test_the_ring_around_the_place_of_the_headline_is_explained(page: Page, host: Host) -> None:
    link = host.opens("standard")
    meaning = "document.getElementById('ring').innerText"
    shown(page, link, PHONE, is_phone=True)
    assert page.value("document.getElementById('ring').hidden") is True
    host.table.reply(host.table.reports_to(ANN)[-1], "A Par - Bur\nA Mar - Bur")
    host.table.deadline_passes("t1")
    page.value("(window.isOld = true, location.reload(), 0)")
    page.waits_for(f"!window.isOld && document.readyState === 'complete' && {LIVE}")
    assert page.value("document.getElementById('ring').hidden") is False
    assert page.value(meaning).strip() == "a place in the headlines."
    assert layout_shift(page) < MOST_SHIFT


# --- standing orders of Empires ----------------------------------------------------------------------------


def test_several_retreats_and_missions_in_one_zone_are_standing_orders_by_touch(
    page: Page, host: Host, tmp_path: Path
) -> None:
    power, position = stored_position("empires", "02")
    shows(page, host, "empires", "02")
    for entry, button in (
        ("RETREAT", "button[value='RETREAT Warsaw: Lublin']"),
        ("RETREAT", ".then button[data-instead='RETREAT Warsaw: Lublin, Grodno']"),
        ("RETREAT", "button[value='RETREAT Kiev']"),
        ("RETREAT", ".then button[data-instead='RETREAT Kiev, Riga']"),
        ("CANCEL AIR", "button[value='CANCEL AIR never in Warsaw']"),
        ("CANCEL AIR", "button[value='CANCEL AIR up to 1 in Riga against Germany']"),
        ("CANCEL AIR", ".numbers button:last-child"),
    ):
        unit = f".unit[data-unit='Standing order {entry}']"
        if not page.value(f'document.querySelector("{unit}").open'):
            page.tap(f"{unit} > summary")
            page.waits_for(ONE_OPEN)
        page.tap(f"{unit} {button}")
    lines = [
        *("RETREAT Warsaw: Lublin, Grodno", "RETREAT Kiev, Riga", "CANCEL AIR never in Warsaw"),
        "CANCEL AIR up to 2 in Riga against Germany",
    ]
    page.waits_for(f"document.getElementById('text').value === {json.dumps(chr(10).join(lines))}")
    text = box(page)
    page.tap("#orders button.main")
    page.waits_for(READ)
    assert "Not accepted" not in page.value("document.getElementById('answer').innerText")
    assert host.sheets() == as_mailed(tmp_path, "empires", text, power, position)


def test_a_tap_on_the_zone_of_another_army_is_not_a_strategic_move_to_it(page: Page, host: Host) -> None:
    """Every zone of the own side is a target, so a player who means the next army would move the first."""
    power, position = stored_position("empires", "02")
    shown(page, host.opens("empires", power, position), PHONE, is_phone=True)
    page.tap(".unit[data-unit='full Russian Army Riga'] > summary")
    page.waits_for(f"{OPENED_UNIT} === 'full Russian Army Riga'")
    page.tap_at(*place_on_map(page, "Odessa"))
    offers = "document.getElementById('offers').innerText"
    page.waits_for(f"{offers}.includes('full Russian Army Odessa')")
    assert box(page) == ""
    assert "One of its orders names that place." in page.value("document.getElementById('next').innerText")
    offered = page.value("[...document.querySelectorAll('#offers button')].map(one => one.textContent)")
    assert offered == ["full Russian Army Odessa", "ACTIVATE full Russian Army Riga => Odessa"]
    page.tap("#offers button")
    page.waits_for(f"{OPENED_UNIT} === 'full Russian Army Odessa'")
