"""Orders among prose, denials and conditions: none vanishes, and none is taken without its "not" or "if"."""

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest

from adjudicator.core.game import REFUSED, REMARK, TAKEN, Reading
from adjudicator.games import find

SHEETS = Path(__file__).parents[3] / "bench" / "written_sheets"


class Said(NamedTuple):
    """An order in notation, in a sentence, after "to"; a word that only it has, and how it is read."""

    notation: str
    sentence: str
    infinitive: str
    word: str
    reading: str


class Seat(NamedTuple):
    """A position of a game, with two moves of the power and a unit that stays."""

    game: str
    position: str
    first: Said
    second: Said
    stays: tuple[str, str]  # the unit, and how it is read that it stays


SEATS = (
    Seat(
        "standard",
        "01",
        Said(
            "A Lvp - Yor",
            "the army in Liverpool goes to Yorkshire",
            "move the army in Liverpool to Yorkshire",
            "Liverpool|Lvp",
            "Army Liverpool moves to Yorkshire",
        ),
        Said(
            "F Lon - NTH",
            "the fleet in London sails to the North Sea",
            "send the fleet in London to the North Sea",
            "London|Lon",
            "Fleet London moves to the North Sea",
        ),
        ("Edinburgh", "Fleet Edinburgh holds"),
    ),
    Seat(
        "hardbop",
        "103",
        Said(
            "A HDe - Gap",
            "the army in Helm's Deep goes to the Gap of Rohan",
            "move the army in Helm's Deep to the Gap of Rohan",
            "Helm's Deep|HDe",
            "Army Helm's Deep moves to the Gap of Rohan",
        ),
        Said(
            "C WEm - EEm",
            "the cavalry in West Emnet rides to East Emnet",
            "send the cavalry in West Emnet to East Emnet",
            "West Emnet|WEm",
            "Cavalry West Emnet moves to East Emnet",
        ),
        ("Edoras", "Cavalry Edoras holds"),
    ),
    Seat(
        "downfall-xiii",
        "103",
        Said(
            "A NRh - Wil",
            "the army in North Rhûn goes to Wilderland",
            "move the army in North Rhûn to Wilderland",
            "North Rhûn|NRh",
            "Army North Rhûn moves to Wilderland",
        ),
        Said(
            "A Gla - CMi",
            "the army in the Gladden Fields goes to Central Mirkwood",
            "send the army in the Gladden Fields to Central Mirkwood",
            "Gladden Fields|Gla",
            "Army Gladden Fields moves to Central Mirkwood",
        ),
        ("Éothéod", "Army Éothéod holds"),
    ),
    Seat(
        "empires",
        "03",
        Said(
            "Army Brussels - Lille attacks",
            "the army in Brussels attacks Lille",
            "attack Lille from Brussels",
            "Brussels",
            "Army Brussels moves to Lille and attacks",
        ),
        Said(
            "Army Hamburg - Berlin",
            "the army in Hamburg goes to Berlin",
            "move the army in Hamburg to Berlin",
            "Hamburg",
            "Army Hamburg moves to Berlin",
        ),
        ("Cologne", ""),
    ),
)

PROSE = (
    "{a}\n{b}",
    "Hello all,\n\n{A} and {b}.\n\nRegards, Tom",
    "{A}, {b}",
    "{A}; meanwhile {b}. Good luck!",
    "My orders: {a}. {B}.",
    "Nice weather here, isn't it? {A}. {B}. I hope that works.",
    "As agreed with the others: {a}, {b} :-)",
    "I think {a}. Then {b}.",
    "1. {A}\n2. {B}",
    "- {a}\n- {b}\n",
    "(a) {a}; (b) {b}",
    "Sorry for the delay, my train was late. {A}.\nAlso {b}, thanks",
    "Thank you for the map! {A}, because that is all I can do, and {b}.",
    "{A} (I have no better idea), {b} (nor here).",
    "Cheers, {a}, best wishes, {b}",
    "Dear judge, {a}. Yours, Tom\nPS: {b}",
    "This time {a} as well as {b}",
    "{A} - boring, I know - and {b}!",
    "> Spring is here\nOk.\n{A}\n{B}",
    "orders for this turn\n=====\n{a}\n{b}\n=====",
)
DENIALS = (  # the first order is not meant
    "Please do not\n{to_a}.\n{b}",
    "Do not\n{a}\n\n{b}",
    "Do NOT:\n{a}\n\n{b}",
    "Don't {to_a}. {B}.",
    "Please don't, whatever you do,\n{to_a}\n\n{b}",
    "Never\n{to_a}\n\n{b}",
    "I will not {to_a}. {B}.",
    "I won't\n{to_a}.\n\n{b}",
    "I have decided not to\n{to_a}.\n\n{b}",
    "Under no circumstances\n{to_a}.\n\n{b}",
    "Under no circumstances {to_a}.\n{b}",
    "Never mind\n{a}\n\n{b}",
    "Not {a}. {B}.",
    "not\n{a}\n\n{b}",
    "I no longer want\n{a}\n\n{b}",
    "Instead of\n{a}\nI order\n{b}",
    "Rather than {to_a}, {b}.",
    "It would be a mistake to {to_a}.\n{b}",
    "It would be a mistake to\n{to_a}.\n{b}",
    "I refuse to {to_a}.\n{b}",
    "I was going to {to_a}, but no.\n{b}",
    "Last turn I ordered\n{a}\n\n{b}",
    "Last turn I ordered: {a}\n{b}",
    "{a}\nScratch that.\n{b}",
    "{a}\nNo wait, not that.\n{b}",
    "{A}? No.\n{b}",
    "{A} - no, forget it.\n{b}",
    "Disregard this:\n{a}\n\n{b}",
    "Bitte nicht\n{a}\n\n{b}",
    "Surtout pas\n{a}\n\n{b}",
    "No, {a} is not what I want.\n{b}",
    "There is no reason to {to_a}.\n{b}",
    "Why should I {to_a}?\n{b}",
    "{A} is out of the question.\n{b}",
    "Who said that {a}?\n{b}",
)
CONDITIONS = (  # the first order must not be taken as if it stood alone
    "{A}, unless the weather is bad.\n{b}",
    "Unless somebody objects, {a}.\n{b}",
    "If my ally agrees, {a}.\n{b}",
    "{A} if my ally agrees.\n{b}",
    "Only if my ally agrees: {a}\n{b}",
    "Provided that my ally agrees, {a}.\n{b}",
    "{A}, provided that my ally agrees.\n{b}",
    "Assuming that nobody objects, {a}.\n{b}",
    "In case nobody objects, {a}.\n{b}",
    "Should nobody object, {a}.\n{b}",
    "If my ally agrees\n{a}\n{b}",
    "If my ally agrees:\n{a}\n\n{b}",
    "In case nobody objects:\n{a}\n\n{b}",
    "{A}\nif my ally agrees\n{b}",
    "{b}\n\nUnless somebody objects\n{a}",
    "{b}. In case nobody objects, {a}.",
    "Falls niemand etwas sagt:\n{a}\n\n{b}",
    "{A}\n(only if my ally agrees)\n{b}",
    "{A}, or maybe not.\n{b}",
    "Perhaps {a}.\n{b}",
    "Maybe {a}, I am not sure yet.\n{b}",
    "{A}, except when somebody objects.\n{b}",
    "{A} as long as nobody objects.\n{b}",
    "Depending on my mood, {a}.\n{b}",
    "Either {a} or nothing.\n{b}",
    "{A}, otherwise nothing.\n{b}",
)
LISTS = (  # units that stay
    "The rest hold: {stays}",
    "These units hold:\n- {stays}\n- {word_a}\n",
    "The following hold: {stays} and {word_a}",
    "Holding: {stays}, {word_a}",
    "{stays} and {word_a}: no move",
    "{stays} keeps its position",
    "All units incl. {stays} hold: {word_a}, {stays}",
)
REFERENCES = (
    "{a}. {Stays} follows.",
    "{a}\n{Stays} does the same.",
    "{a}. The same for {stays}.",
    "{a}; {stays} likewise",
    "{a}, they follow",
    "{a}. It goes on to {stays}.",
)


@cache
def _position(game: str, number: str) -> tuple[str, str]:
    found = json.loads((SHEETS / game / "positions.json").read_text())[number]
    return found["state"], found["power"]


def _read(seat: Seat, text: str) -> Reading:
    return find(seat.game).read(*_position(seat.game, seat.position), None, text.splitlines())


def _taken(reading: Reading) -> set[str]:
    return {line.reading for line in reading.lines if line.verdict == TAKEN}


def _quoted(reading: Reading) -> str:
    """Return all that the answer refuses or lists as not read."""
    return "\n".join(line.text for line in reading.lines if line.verdict in (REFUSED, REMARK))


def _messages(frames: tuple[str, ...]) -> Iterator[tuple[Seat, str]]:
    for seat, frame, (a, b) in product(SEATS, frames, product(("notation", "sentence"), repeat=2)):
        text = _filled(frame, seat, getattr(seat.first, a), getattr(seat.second, b))
        if not (b == "sentence" and "{b}" not in frame and "{B}" not in frame):
            yield seat, text


def _filled(frame: str, seat: Seat, a: str, b: str) -> str:
    stays, _ = seat.stays
    first = seat.first
    name = re.split(r"\|", first.word)[0]
    return frame.format(
        a=a,
        b=b,
        A=_capital(a),
        B=_capital(b),
        to_a=first.infinitive,
        stays=stays,
        Stays=stays,
        word_a=name,
    )


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _id(value: object) -> str:
    return value.game if isinstance(value, Seat) else str(value)


@pytest.mark.parametrize(("seat", "text"), [*_messages(PROSE)], ids=_id)
def test_no_order_among_prose_vanishes(seat: Seat, text: str) -> None:
    reading = _read(seat, text)
    taken, quoted = _taken(reading), _quoted(reading)
    for one in (seat.first, seat.second):
        assert one.reading in taken or re.search(one.word, quoted), one.notation


@pytest.mark.parametrize(("seat", "text"), [*_messages(DENIALS)], ids=_id)
def test_no_order_is_taken_without_its_denial(seat: Seat, text: str) -> None:
    reading = _read(seat, text)
    in_force = {row.order for row in reading.in_force}
    assert seat.first.reading not in _taken(reading) & in_force | _taken(reading)
    assert seat.second.reading in _taken(reading) or re.search(seat.second.word, _quoted(reading))


@pytest.mark.parametrize(("seat", "text"), [*_messages(CONDITIONS)], ids=_id)
def test_no_order_is_taken_without_its_condition(seat: Seat, text: str) -> None:
    reading = _read(seat, text)
    assert seat.first.reading not in _taken(reading)
    assert re.search(seat.first.word, _quoted(reading)) or any(
        one.startswith("If ") for one in _taken(reading)
    )
    assert seat.second.reading in _taken(reading) or re.search(seat.second.word, _quoted(reading))


@pytest.mark.parametrize(("seat", "text"), [*_messages(LISTS)], ids=_id)
def test_no_unit_of_a_list_vanishes(seat: Seat, text: str) -> None:
    reading = _read(seat, text)
    unit, holds = seat.stays
    assert holds in _taken(reading) or unit in _quoted(reading) or seat.game == "empires"  # they stay anyway
    assert not any("moves" in one for one in _taken(reading))


@pytest.mark.parametrize(("seat", "text"), [*_messages(REFERENCES)], ids=_id)
def test_what_a_reference_means_is_not_guessed(seat: Seat, text: str) -> None:
    reading = _read(seat, text)
    assert _taken(reading) <= {seat.first.reading, "Activates armies"}
    refused = " ".join(line.text for line in reading.lines if line.verdict == REFUSED)
    assert re.search(rf"{seat.stays[0]}|they|It", refused)
