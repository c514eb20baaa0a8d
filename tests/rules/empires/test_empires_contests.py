"""A preview of Empires counts who holds a zone in the end, not each change of hands."""

from adjudicator.empires.ground import ZONE_NAMES
from adjudicator.empires.record import Event, Record
from adjudicator.empires.view.contests import contests

LILLE, BRUSSELS = ZONE_NAMES.find("Lille"), ZONE_NAMES.find("Brussels")


def turn(power: str, *end: Event, then: Record | None = None) -> Record:
    return Record(5, power, 1, (), end, then=then)


def held(record: Record) -> dict[str, str]:
    return {contest.where: contest.outcome for contest in contests(record)}


def test_a_zone_that_is_lost_again_in_the_same_turn_has_not_changed_hands() -> None:
    taken = Event("control", "Germany", LILLE, other="Franco-British")
    cut = Event("zone_cut", "Franco-British", LILLE, other="Germany")
    brussels = Event("control", "Germany", BRUSSELS, other="Franco-British")
    assert held(turn("Germany", taken, cut, brussels)) == {"Brussels": "Germany takes it"}


def test_of_two_turns_under_one_deadline_the_end_counts() -> None:
    lost = Event("zone_cut", "Russia", LILLE, other="Germany")
    again = Event("control", "Germany", LILLE, other="Russia")
    assert held(turn("Austria-Hungary", lost, then=turn("Germany", again))) == {}
