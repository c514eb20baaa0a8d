"""A change of mind that names a unit replaces, or puts in doubt, only the order of that unit."""

from adjudicator.core.game import REFUSED, TAKEN, Reading
from adjudicator.games import find

TURKEY = {
    "phase": "movement",
    "turn": 2,
    "units": {"Turkey": ["A Con", "F BLA", "A Arm"], "Russia": ["A Sev"]},
}
ENGLAND = {"phase": "movement", "turn": 2, "units": {"England": ["F Nwy", "F Edi", "A Lvp", "F Lon"]}}
MORDOR = {"phase": "movement", "turn": 3, "units": {"Mordor": ["A Gla", "Sauron Gor"]}}


def _read(game: str, position: dict[str, object], power: str, text: str) -> Reading:
    return find(game).read(find(game).place(position), power, None, text.splitlines())


def _taken(reading: Reading) -> list[str]:
    return [line.reading for line in reading.lines if line.verdict == TAKEN]


def _in_force(reading: Reading) -> list[str]:
    return [one.order for one in reading.in_force]


ABOVE = "Con - Bul\nBla - Rum\nArm - Sev\n\n"
WAIT = "no wait, the Russian will see that coming and just sit in Sevastopol."


def test_an_order_instead_of_another_leaves_the_rest() -> None:
    anew = "Let the Black Sea fleet support Armenia to Sevastopol instead of going to Rumania."
    assert sorted(_in_force(_read("standard", TURKEY, "Turkey", f"{ABOVE}{WAIT} {anew}"))) == [
        "Army Armenia moves to Sevastopol",
        "Army Constantinople moves to Bulgaria",
        "Fleet Black Sea supports the move from Armenia to Sevastopol",
    ]


def test_without_a_new_order_the_orders_named_are_in_doubt() -> None:
    assert "Army Armenia moves to Sevastopol" not in _taken(
        _read("standard", TURKEY, "Turkey", f"{ABOVE}{WAIT}")
    )
    scrapped = _read("standard", TURKEY, "Turkey", "Con - Bul, Bla - Rum, Arm - Sev. No, scrub that.")
    assert _taken(scrapped) == []


def test_an_order_withdrawn_in_its_own_sentence() -> None:
    text = (
        "Norway goes to Barents Sea. Edinburgh to the North Sea. The army in Liverpool to Edinburgh - or no, "
        "scrub that, I would rather have it in Wales."
    )
    reading = _read("standard", ENGLAND, "England", text)
    assert _taken(reading) == [
        "Fleet Norway moves to the Barents Sea",
        "Fleet Edinburgh moves to the North Sea",
    ]
    assert [line.verdict for line in reading.lines].count(REFUSED) == 1


def test_a_withdrawn_order_of_a_unit_with_an_earlier_order() -> None:
    text = (
        "Liverpool to Edinburgh. London to Wales. Liverpool to Wales - or no, scrub that, it had better stay."
    )
    assert "Army Liverpool moves to Edinburgh" not in _taken(_read("standard", ENGLAND, "England", text))


def test_second_thoughts_about_a_piece() -> None:
    text = "A Gla - DGu, Sauron - Oro\n\nHmm, second thoughts on the boss: "
    text += "Sauron goes home to Barad-dur and not to Orodruin."
    assert _in_force(_read("downfall-xiii", MORDOR, "Mordor", text))[-2:] == [
        "Army Gladden Fields moves to Dol Guldur",
        "Sauron moves to Barad-dûr",
    ]


def test_a_change_of_mind_about_a_unit_a_place_or_something_else() -> None:
    orders = "Liverpool to Edinburgh\nLondon to Wales\n\n"
    for about, taken in (("lunch", 2), ("Wales", 0), ("wales", 0), ("attacking", 0), ("the fleet", 0)):
        reading = _read("standard", ENGLAND, "England", f"{orders}I changed my mind about {about}.")
        assert (len(_taken(reading)) == 2) is (taken == 2), about


def test_a_label_of_a_second_thought_in_a_later_sentence() -> None:
    text = "Liverpool to Edinburgh. Hmm, second thoughts on this: Liverpool holds."
    assert "Army Liverpool holds" in _in_force(_read("standard", ENGLAND, "England", text))
