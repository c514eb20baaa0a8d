"""Shorthand: kinds in small letters, initials for names, and moves without separators."""

from collections.abc import Mapping, Sequence

import pytest

from adjudicator.core.game import REFUSED, TAKEN, Reading
from adjudicator.games import find

FACTS: Mapping[str, tuple[str, Mapping[str, object]]] = {
    "standard": (
        "England",
        {"phase": "movement", "units": {"England": ("A Lvp", "F Lon", "F Edi"), "France": ("A Par",)}},
    ),
    "downfall-xiii": (
        "Gondor",
        {"phase": "movement", "turn": 4, "units": {"Gondor": ("2A MTi", "A Pel", "A NIt")}},
    ),
    "hardbop": (
        "Umbar",
        {"phase": "movement", "units": {"Umbar": ("A SGo", "A Por", "P Fnd"), "Gondor": ("A SIt",)}},
    ),
}


def _read(key: str, message: str) -> Reading:
    power, facts = FACTS[key]
    game = find(key)
    return game.read(game.place(facts), power, None, message.splitlines())


def _taken(reading: Reading) -> Sequence[str]:
    return [line.reading for line in reading.lines if line.verdict == TAKEN]


@pytest.mark.parametrize(
    ("key", "message", "orders"),
    [
        ("standard", "f lon-nth", ("Fleet London moves to the North Sea",)),
        (
            "standard",
            "lon-nth edi-nwg lvp-yor",
            (
                "Fleet London moves to the North Sea",
                "Fleet Edinburgh moves to the Norwegian Sea",
                "Army Liverpool moves to Yorkshire",
            ),
        ),
        ("standard", "lon-n sea", ("Fleet London moves to the North Sea",)),
        (
            "downfall-xiii",
            "mti-osg pel-sit",
            ("2 Armies Minas Tirith move to Osgiliath", "Army Pelargir moves to South Ithilien"),
        ),
        ("downfall-xiii", "a n ith s a m tir", ()),
        ("hardbop", "a s gon h", ("Army South Gondor holds",)),
        ("hardbop", "a por s gondor a s ith", ("Army Poros supports Army South Ithilien where it stays",)),
        ("hardbop", "p forlond-g of lune", ("Pirate Forlond moves to the Gulf of Lune",)),
    ],
)
def test_shorthand_is_understood(key: str, message: str, orders: Sequence[str]) -> None:
    reading = _read(key, message)
    assert list(_taken(reading)) == list(orders)
    assert all(line.verdict in (TAKEN, REFUSED) for line in reading.lines)


@pytest.mark.parametrize(
    ("key", "message", "meant"),
    [
        ("standard", "a l - yor", ("A Lvp - Yor",)),
        ("standard", "lon nth; edi nwg; lvp yor", ("F Lon - NTH", "F Edi - NWG", "A Lvp - Yor")),
        ("downfall-xiii", "a m - osg", ("2A MTi - Osg",)),
    ],
)
def test_ambiguous_shorthand_is_refused_with_suggestions(
    key: str, message: str, meant: Sequence[str]
) -> None:
    reading = _read(key, message)
    remedies = " ".join(line.remedy for line in reading.lines)
    assert all(one in remedies for one in meant), remedies
    assert not _taken(reading)
