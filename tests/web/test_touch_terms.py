"""When an order counts, chosen by touch: under a condition, in every turn, or when nothing was sent.

The page writes the lines that a player would mail.
"""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.chromium import CHROMIUM, Page, violations
from tests.web.test_seat_browser import (
    ANN,
    LIVE,
    ONE_OPEN,
    PHONE,
    READ,
    Host,
    as_mailed,
    box,
    host,
    shown,
    stored_position,
    takes_step,
)

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")]
__all__ = ["host"]
Taps = Sequence[str]  # what is pressed; "subject X" and "claim X" choose from a list

MINE = (  # game, position; entry, order; what is tapped, and the lines in the box
    (
        *("standard", "130", "F Arm", "F Arm - Sev"),
        ["late"],
        ["F Arm - Sev", "DEFAULT:", "F Arm - Sev"],
    ),
    (
        *("downfall-xiii", "103", "2A Dag", "2A Dag - Bro"),
        ["standing", "standing", "late"],
        ["2A Dag - Bro", "DEFAULT:", "2A Dag - Bro"],
    ),
    (
        *("downfall-xiii", "103", "2A Dag", "2A Dag destroys R"),
        ["subject 2A Bar - ELi", "claim {} fails", "add", "standing"],
        ["STANDING: 2A Dag destroys R if 2A Bar - ELi fails"],
    ),
    (
        *("hardbop", "101", "A Lor", "A Lor destroys any"),
        ["subject A Iml - Ett", "add"],
        ["A Lor destroys any if A Iml - Ett succeeds"],
    ),
    (
        *("empires", "02", "full Russian Army Lutsk", "full Russian Army Lutsk - Lemberg attacks"),
        ["subject Vilna", "claim the enemy is in {}", "add", "none", "add"],
        ["IF the enemy is in Vilna: ACTIVATE full Russian Army Lutsk - Lemberg attacks"],
    ),
    (
        *("domination", "17", "3 Militia E3", "3 Militia E3 - E2"),
        ["add", "late"],
        [
            *("Move", "if enemy at E2: 3 Militia E3 - E2"),
            *("DEFAULT:", "Move", "if enemy at E2: 3 Militia E3 - E2"),
        ],
    ),
)


def presses(page: Page, entry: str, taps: Taps) -> None:
    terms = f".unit[data-unit='{entry}'] .terms"
    if not page.value(f'document.querySelector("{terms}").open'):
        page.tap(f"{terms} summary")
        page.waits_for(f'document.querySelector("{terms}").open')
        assert page.value(f'document.querySelector("{terms} [data-term=subject]:not(:has(option))") === null')
    for tap in taps:
        before, (term, _, chosen) = box(page), tap.partition(" ")
        if chosen:
            page.waits_for(f'document.querySelector("{terms} [data-term=subject] option") !== null')
            page.value(
                f'(document.querySelector("{terms} [data-term={term}]").value = {json.dumps(chosen)}, 0)'
            )
        else:
            page.tap(f"{terms} [data-term={term}]")
            page.waits_for(f"document.getElementById('text').value !== {json.dumps(before)}")


@pytest.mark.parametrize("mine", MINE, ids=lambda one: f"{one[0]}-{len(one[4])}")
def test_when_an_order_counts_is_chosen_by_touch_as_by_mail(
    page: Page, host: Host, tmp_path: Path, mine: tuple[str, str, str, str, Taps, Sequence[str]]
) -> None:
    game, number, entry, order, taps, lines = mine
    power, position = stored_position(game, number)
    shown(page, host.opens(game, power, position), PHONE, is_phone=True)
    takes_step(page, entry, order)
    presses(page, entry, taps)
    assert box(page).splitlines() == lines
    assert violations(page) == []
    assert page.value("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    page.value("(window.isOld = true, location.reload(), 0)")
    page.waits_for(f"!window.isOld && document.readyState === 'complete' && {LIVE}")
    assert (
        page.value(f"document.querySelectorAll(\".unit[data-unit='{entry}'] [aria-pressed=true]\").length")
        > 0
    )
    assert page.value("document.querySelectorAll('.unit:has(li [aria-pressed=true])').length") == 1
    text = box(page)
    page.tap("#orders button.main")
    page.waits_for(READ)
    assert "Not accepted" not in page.value("document.getElementById('answer').innerText")
    assert host.sheets() == as_mailed(tmp_path, game, text, power, position)


SAID = """(() => {
  const row = document.querySelector("%s .only-if");
  return [...row.childNodes].filter(one => one.nodeName !== 'BUTTON')
    .map(one => one.nodeName === 'SELECT' ? one.selectedOptions[0].textContent : one.textContent).join('')
    .replace(/\\s+/g, ' ').trim();
})()"""
READ_ALOUD = (  # of an order of an entry: what is chosen, and how its boxes read then
    ("downfall-xiii", "103", "2A Dag", "2A Dag destroys R", "{} fails", "Only if {} fails"),
    (
        "empires",
        "02",
        "full Russian Army Lutsk",
        "Lutsk - Lemberg attacks",
        "{} is empty",
        "Only if {} is empty",
    ),
    (
        "empires",
        "02",
        "full Russian Army Lutsk",
        "Lutsk - Lemberg attacks",
        "the enemy is in {}",
        "Only if the enemy is in {}",
    ),
    ("domination", "17", "3 Militia E3", "3 Militia E3 - E2", "enemy at {}", "Only if enemy at {}"),
)


@pytest.mark.parametrize("case", READ_ALOUD, ids=lambda one: f"{one[0]}-{one[4]}")
def test_the_boxes_of_a_condition_read_as_a_sentence(
    page: Page, host: Host, case: tuple[str, str, str, str, str, str]
) -> None:
    game, number, entry, order, claim, sentence = case
    power, position = stored_position(game, number)
    shown(page, host.opens(game, power, position), PHONE, is_phone=True)
    takes_step(page, entry, order)
    terms = f".unit[data-unit='{entry}'] .terms"
    page.tap(f"{terms} summary")
    page.waits_for(f'document.querySelector("{terms} [data-term=subject] option") !== null')
    page.value(
        f'(() => {{ const box = document.querySelector("{terms} [data-term=claim]");'
        f" box.value = {json.dumps(claim)}; box.dispatchEvent(new Event('change')); }})()"
    )
    subject = page.value(f'document.querySelector("{terms} [data-term=subject]").value')
    assert page.value(SAID % terms) == sentence.format(subject)
    page.tap(f"{terms} [data-term=add]")
    said = f'document.querySelector("{terms} summary").innerText'
    page.waits_for(f"{said}.includes({json.dumps(', only if ' + claim.format(subject))})")
    assert violations(page) == []


def test_default_orders_on_file_stay_when_one_is_added_or_taken_away(page: Page, host: Host) -> None:
    link = host.opens("downfall-xiii")
    host.table.reply(host.table.reports_to(ANN)[-1], "DEFAULT:\nA Lam - Dor\nA Pel - Los")
    shown(page, link, PHONE, is_phone=True)
    takes_step(page, "C DAm", "C DAm H")
    presses(page, "C DAm", ["late"])
    assert box(page).splitlines() == ["C DAm H", "DEFAULT:", "A Lam - Dor", "A Pel - Los", "C DAm H"]
    takes_step(page, "A Lam", "A Lam - Dor")
    assert box(page).splitlines()[:3] == ["C DAm H", "A Lam - Dor", "DEFAULT:"]
    presses(page, "A Lam", ["late"])  # it was on file
    assert box(page).splitlines()[2:] == ["DEFAULT:", "A Pel - Los", "C DAm H"]


def test_the_last_default_order_is_taken_away_by_its_command(page: Page, host: Host) -> None:
    link = host.opens("downfall-xiii")
    host.table.reply(host.table.reports_to(ANN)[-1], "DEFAULT:\nA Lam - Dor")
    shown(page, link, PHONE, is_phone=True)
    takes_step(page, "A Lam", "A Lam - Dor")
    presses(page, "A Lam", ["late"])
    assert box(page).splitlines() == ["A Lam - Dor", "CANCEL DEFAULT"]
    presses(page, "A Lam", ["late"])  # as it was
    assert box(page).splitlines() == ["A Lam - Dor"]


def test_orders_below_default_or_for_a_later_phase_are_not_those_of_the_turn(page: Page, host: Host) -> None:
    shown(page, host.opens("downfall-xiii"), PHONE, is_phone=True)
    page.value(
        "(() => { const box = document.getElementById('text');"
        " box.value = 'PHASE RETREAT:\\nA Lam - Dor\\nDEFAULT:\\nA Lam - Dor';"
        " box.dispatchEvent(new Event('input')); })()"
    )
    assert page.value("document.querySelectorAll('.unit [aria-pressed=true]').length") == 0
    assert page.value("document.querySelectorAll('#picture .drafts *').length") == 0
    takes_step(page, "A Pel", "A Pel - Los")
    assert box(page).splitlines() == [
        "A Pel - Los",
        *("PHASE RETREAT:", "A Lam - Dor", "DEFAULT:", "A Lam - Dor"),
    ]


def test_a_standing_order_is_named_and_cancelled_by_touch(page: Page, host: Host) -> None:
    link = host.opens("downfall-xiii")
    host.table.reply(host.table.reports_to(ANN)[-1], "STANDING: A Lam - Dor\nSTANDING: A * destroys R")
    shown(page, link, PHONE, is_phone=True)
    listed = "[...document.querySelectorAll('#status ol li')].map(one => one.firstChild.textContent.trim())"
    assert page.value(listed) == ["Army Lamedon moves to Dor-en-Ernil", "every Army destroys any Ranger"]
    page.tap("#status button[value='CANCEL STANDING 1']")
    page.waits_for(READ)
    assert page.value(listed) == ["every Army destroys any Ranger"]


def test_a_unit_that_is_tapped_stays_under_the_finger(page: Page, host: Host) -> None:
    """The list that is open above it is long, and closes."""
    power, position = stored_position("downfall-xiii", "103")
    shown(page, host.opens("downfall-xiii", power, position), PHONE, is_phone=True)
    page.tap(".unit:nth-child(1) > summary")
    page.waits_for(f"document.querySelector('.unit:nth-child(1)').open && {ONE_OPEN}")
    place = page.middle(".unit:nth-child(2) > summary")
    page.tap_at(*place)
    page.waits_for(f"document.querySelector('.unit:nth-child(2)').open && {ONE_OPEN}")
    box_of = "document.querySelector('.unit:nth-child(2) > summary').getBoundingClientRect()"
    assert page.value(f"{box_of}.top") < place[1] < page.value(f"{box_of}.bottom")


AHEAD = "document.querySelector('#ahead [data-ahead={}]')"


def writes_ahead(page: Page, order: str, claim: str = "", place: str = "") -> None:
    """Choose an order for a later phase, and press the button that writes it or takes it back."""
    before = box(page)
    for name, chosen in (("order", order), ("claim", claim), ("place", place)):
        page.value(f"({AHEAD.format(name)}.value = {json.dumps(chosen)}, 0)")
    page.value("(document.getElementById('ahead').dispatchEvent(new Event('change')), 0)")
    page.tap("#ahead button")
    page.waits_for(f"document.getElementById('text').value !== {json.dumps(before)}")


def test_orders_for_a_later_phase_with_conditions_are_written_by_touch(page: Page, host: Host) -> None:
    link = host.opens("standard")
    shown(page, link, PHONE, is_phone=True)
    takes_step(page, "A Par", "A Par - Bur")
    page.tap("#ahead summary")
    page.waits_for("document.getElementById('ahead').open")
    writes_ahead(page, "A Par R Gas", "{} is empty", "Gascony")
    writes_ahead(page, "Build F Bre", "I hold {}", "Belgium")
    writes_ahead(page, "A Mar R Spa")
    retreats = ["PHASE RETREAT:", "IF Gascony is empty THEN A Par R Gas", "A Mar R Spa"]
    builds = ["PHASE ADJUSTMENT:", "IF I hold Belgium THEN Build F Bre"]
    assert sorted(box(page).splitlines()) == sorted(["A Par - Bur", *retreats, *builds])
    assert violations(page) == []
    writes_ahead(page, "A Mar R Spa")  # taken back
    assert "A Mar R Spa" not in box(page)
    page.tap("#orders button.main")
    page.waits_for(READ)
    answer = page.value("document.getElementById('status').innerText")
    assert retreats[1] in answer
    assert builds[1] in answer
    page.waits_for(LIVE)
    page.tap("#ahead summary")
    page.waits_for("document.getElementById('ahead').open")
    writes_ahead(page, "A Mar R Spa")  # those on file stay
    assert box(page).splitlines() == retreats


SEVERAL = (  # as MINE: several conditions, and an order for the other case
    (
        *("hardbop", "101", "A Lor", "A Lor destroys any"),
        ["subject A Iml - Ett", "add", "claim {} fails", "subject A EKH - Beo", "and"],
        ["A Lor destroys any if A Iml - Ett succeeds and A EKH - Beo fails"],
    ),
    (
        *("empires", "02", "full Russian Army Lutsk", "full Russian Army Lutsk - Lemberg attacks"),
        [
            *(
                "subject Vilna",
                "claim the enemy is in {}",
                "add",
                "claim {} is ours",
                "subject Warsaw",
                "and",
            ),
            *("other ACTIVATE full Russian Army Lutsk - Kamenets", "else"),
        ],
        [
            "IF the enemy is in Vilna and Warsaw is ours: ACTIVATE full Russian Army Lutsk - Lemberg attacks"
            " ELSE ACTIVATE full Russian Army Lutsk - Kamenets"
        ],
    ),
    (
        *("domination", "17", "3 Militia E3", "3 Militia E3 - E2"),
        ["add", "other 3 Militia E3 - E4", "else", "claim nobody at {}", "subject E4", "and"],
        ["Move", "if enemy at E2 and nobody at E4: 3 Militia E3 - E2 else: 3 Militia E3 - E4"],
    ),
)


@pytest.mark.parametrize("mine", SEVERAL, ids=lambda one: one[0])
def test_several_conditions_and_the_other_case_are_chosen_by_touch_as_by_mail(
    page: Page, host: Host, tmp_path: Path, mine: tuple[str, str, str, str, Taps, Sequence[str]]
) -> None:
    test_when_an_order_counts_is_chosen_by_touch_as_by_mail(page, host, tmp_path, mine)


def test_removals_and_several_conditions_of_a_later_phase_are_written_by_touch(
    page: Page, host: Host, tmp_path: Path
) -> None:
    shown(page, host.opens("standard"), PHONE, is_phone=True)
    page.tap("#ahead summary")
    page.waits_for("document.getElementById('ahead').open")
    assert page.value(f"{AHEAD.format('claim2')}.disabled && {AHEAD.format('other')}.disabled")
    writes_ahead(page, "Remove A Bur")
    for name, chosen in (("claim2", "{} is empty"), ("place2", "Brest")):
        page.value(f"({AHEAD.format(name)}.value = {json.dumps(chosen)}, 0)")
    page.value(f"({AHEAD.format('order')}.value = 'Build F Bre', 0)")
    page.value("(document.getElementById('ahead').dispatchEvent(new Event('change')), 0)")
    page.value(f"({AHEAD.format('other')}.value = 'Waive', 0)")
    writes_ahead(page, "Build F Bre", "I hold {}", "Belgium")
    line = "IF I hold Belgium AND Brest is empty THEN Build F Bre ELSE Waive"
    assert box(page).splitlines() == ["PHASE ADJUSTMENT:", "Remove A Bur", line]
    assert violations(page) == []
    assert page.value("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    page.tap("#orders button.main")
    page.waits_for(READ)
    status = page.value("document.getElementById('status').innerText")
    assert line in status
    assert "Remove A Bur" in status


AIR_WAR = {"missions": {"Russia": 2}, "available": {"Russia": ["Aviation"]}}
STANDING = (  # of Empires: entry, order; the condition of its air missions
    ("Standing order CANCEL AIR", "CANCEL AIR never against Germany", "it is the first attack"),
    ("Standing order TRENCH", "TRENCH always", ""),
    ("Standing order SECOND LOSS", "SECOND LOSS full, reduced, trench", ""),
    ("Standing order SUPPORTER LOSS", "SUPPORTER LOSS reduced", ""),
    ("Standing order RETREAT", "RETREAT Lutsk: Kiev", ""),
    ("full Russian Army Lutsk", "Lutsk - Lemberg attacks air 2", "the first attack failed"),
)
OF_STANDING = [
    "CANCEL AIR never against Germany if it is the first attack",
    *("TRENCH always", "SECOND LOSS full, reduced, trench", "SUPPORTER LOSS reduced", "RETREAT Lutsk: Kiev"),
    "ACTIVATE full Russian Army Lutsk - Lemberg attacks air 2 if the first attack failed",
]


def sets_in_combat(page: Page, entry: str, condition: str) -> None:
    terms, before = f".unit[data-unit='{entry}'] .terms", box(page)
    page.tap(f"{terms} summary")
    page.value(f'(document.querySelector("{terms} [data-term=combat]").value = {json.dumps(condition)}, 0)')
    page.tap(f"{terms} [data-term=fight]")
    page.waits_for(f"document.getElementById('text').value !== {json.dumps(before)}")


def test_standing_orders_and_conditions_of_air_missions_are_chosen_by_touch_as_by_mail(
    page: Page, host: Host, tmp_path: Path
) -> None:
    power, stored = stored_position("empires", "02")
    position = json.dumps(json.loads(stored) | AIR_WAR)
    shown(page, host.opens("empires", power, position), PHONE, is_phone=True)
    for entry, order, condition in STANDING:
        takes_step(page, entry, order)
        if condition:
            sets_in_combat(page, entry, condition)
    assert box(page).splitlines() == OF_STANDING
    assert page.value(
        "document.querySelector(\".unit[data-unit='Standing order CANCEL AIR'] [data-term=add]\") === null"
    )
    assert violations(page) == []
    page.value("(window.isOld = true, location.reload(), 0)")
    page.waits_for(f"!window.isOld && document.readyState === 'complete' && {LIVE}")
    for entry, _, _ in STANDING:
        assert page.value(
            f"document.querySelector(\".unit[data-unit='{entry}'] [aria-pressed=true]\") !== null"
        )
    text = box(page)
    page.tap("#orders button.main")
    page.waits_for(READ)
    assert "Not accepted" not in page.value("document.getElementById('answer').innerText")
    assert host.sheets() == as_mailed(tmp_path, "empires", text, power, position)


def test_the_lists_stay_when_the_box_has_only_a_command(page: Page, host: Host) -> None:
    position = stored_position("downfall-xiii", "125")[1]
    shown(page, host.opens("downfall-xiii", "Gandalf", position), PHONE, is_phone=True)
    listed = "[...document.querySelectorAll('.unit li button')].map(one => one.value).join('\\n')"
    before = page.value(listed)
    page.value(
        "(() => { const box = document.getElementById('text'); box.value = 'READY\\nA Xyz H';"
        " box.dispatchEvent(new Event('input')); })()"
    )
    page.waits_for("!document.getElementById('read').hidden")  # it was read
    assert page.value(listed) == before
