"""Moves with any dash, arrow or other sign between their places, for every border and name of every board.

Whatever sign a player writes between two neighbouring places, the line is read as that move or not at all,
never as another order. Each sign is tried somewhere on each board; `make thorough` tries more, and
DASHES_EVERY=1 tries every sign between every two names, as `make long` does.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest

from adjudicator.case_files import load
from adjudicator.core.dice import SeededDice
from adjudicator.core.game import TAKEN, Game, ReadLine, State
from adjudicator.downfall_xiii import ground as xiii
from adjudicator.downfall_xiii.language.knowledge import ALSO
from adjudicator.games import find
from adjudicator.hardbop import ground as hardbop
from adjudicator.middle_earth.language.names import spellings
from adjudicator.standard import game as standard
from adjudicator.standard.language.names import language
from tests.support.thorough import every

DASHES = ("-", " - ", "--", "->", " -> ", "=>", "–", " – ", "—", "−", "‐", "→", " -", "- ", " to ")
OTHERS = ("_", "/", " ", ",", ".", "+")  # they may be understood, but never as something else
ARMIES = {"standard": "France", "downfall-xiii": "Gondor", "hardbop": "Gondor"}
TOGETHER = 12  # units in one position
EVERY = int(os.environ.get("DASHES_EVERY", "40"))  # one line in this many is tried


def spelt(key: str) -> Mapping[str, Sequence[str]]:
    """Return the names of each place, the short one first; for standard only land, for armies."""
    if key == "standard":
        land = [one for one in standard.board.map.provinces.values() if one.kind == "land"]
        return {one.id: (one.id, one.name, *one.aliases) for one in land}
    provinces, also = (xiii.PROVINCES, ALSO) if key == "downfall-xiii" else (hardbop.PROVINCES, {})
    return {place: (place, *names) for place, names in spellings(provinces, also).items()}


def positions(key: str) -> Iterator[tuple[Game, State]]:
    """Yield positions that together have an army of one power in every place."""
    game, power, places = find(key), ARMIES[key], list(spelt(key))
    for first in range(0, len(places), TOGETHER):
        units = tuple(f"A {place}" for place in places[first : first + TOGETHER])
        yield game, game.place({"phase": "movement", "units": {power: units}})


def moves(game: Game, state: State, power: str) -> Iterator[tuple[str, str]]:
    """Yield the moves of armies in the order form, by short names: ("Par", "Bur")."""
    for orders in game.choices(state, power).values():
        for order in orders:
            _, _, way = order.partition(" ")
            here, dash, there = way.partition(" - ")
            if order.startswith("A ") and dash and here.isalpha() and there.isalpha():
                yield here, there


def one_line(game: Game, state: State, power: str, text: str) -> ReadLine:
    [line] = game.read(state, power, None, [text]).lines
    return line


@cache
def wrong(key: str) -> tuple[list[str], list[str], int]:
    """Return the lines read as another order, those not understood, and the number of all lines."""
    other, unread, count = [], [], 0
    names, power = spelt(key), ARMIES[key]
    for game, state in positions(key):
        for here, there in moves(game, state, power):
            meant = one_line(game, state, power, f"A {here} - {there}").reading
            texts = [f"A {here}{sign}{there}" for sign in (*DASHES, *OTHERS)]
            texts += [f"A {a}{sign}{b}" for a in names[here] for b in names[there] for sign in ("-", " - ")]
            for text in texts[len(here + there + meant) % EVERY :: EVERY]:
                line = one_line(game, state, power, text)
                count += 1
                if line.verdict == TAKEN and line.reading != meant:
                    other.append(f"{text}: {line.reading}")
                elif line.verdict != TAKEN and any(sign in text for sign in DASHES):
                    unread.append(f"{text}: {line.reason}")
    return other, unread, count


@pytest.mark.parametrize("key", ARMIES)
def test_no_move_is_read_as_another_order(key: str) -> None:
    other, _, count = wrong(key)
    assert other == []
    assert count > 5000 // EVERY


@pytest.mark.parametrize("key", ARMIES)
def test_a_move_with_any_dash_between_any_two_names_is_read(key: str) -> None:
    _, unread, _ = wrong(key)
    assert unread == []


def meanings(game: Game, state: State, power: str, texts: Sequence[str]) -> list[str]:
    """Return the accepted orders of a sheet."""
    return [line.reading for line in game.read(state, power, None, texts).lines if line.verdict == TAKEN]


def _is_march(line: str) -> bool:
    """Return whether this is a move of an army between zones without a hyphen in their names."""
    return line.startswith("Army ") and "-" not in line.replace(" - ", "")


PLAIN = ("-", " - ", "->", " -> ", "–", " – ", "→", " to ")
SOME = min(EVERY, 8)  # one in SOME of these signs is tried for each case


@pytest.mark.parametrize("key", every(2, ["empires", "domination"]))
def test_a_move_with_any_dash_is_read_in_empires_and_domination(key: str) -> None:
    """Every move of the rule cases, in its own position."""
    game, count = find(key), 0
    folder = Path(__file__).parents[2] / "cases" / key
    for case in (one for path in sorted(folder.glob("*.toml")) for one in load(path)):
        state = game.place(case.facts)
        for heading, lines in case.orders:
            power = heading.rstrip(":")
            if power not in game.due(state).owed:
                continue
            meant = meanings(game, state, power, lines)
            signs = PLAIN[len(case.id) % SOME :: SOME]
            for sign in signs if any(" - " in line for line in lines) else ():
                count += len(meant)
                texts = [line.replace(" - ", sign) for line in lines]
                taken = meanings(game, state, power, texts)
                assert set(taken) <= set(meant), f"{case.id} {sign}"
                is_plain = all(_is_march(line) for line in lines if " - " in line)
                assert taken == meant or not (key == "domination" or is_plain), f"{case.id} {sign}"
    assert count > 500 // SOME


@pytest.mark.parametrize("words", ["br", "ti", "be", "s", ""])
def test_two_letters_are_not_the_start_of_a_name(words: str) -> None:
    assert language(standard.board).names.meant(words) == ()


def test_two_letters_get_a_suggestion() -> None:
    game = find("standard")
    line = one_line(game, game.start({}, SeededDice("x", 0)), "France", "A Par - br")
    assert line.reason == 'There is no province "br".'
    assert line.remedy == "Did you mean A Par - Bre?"


def test_roma_is_rome() -> None:
    assert language(standard.board).names.meant("Roma") == ("Rom",)


BETWEEN = ("_", "__", "/", " ", ",", ", ", ".", ". ", "+", "&", "|", ":", "=", "~", "-", " – ", "—", "->")
OTHERS_AND_HYPHEN = ("_", "/", " ", ", ", ".", "+", "-")
LIVELY = ["standard", "downfall-xiii", "hardbop", "empires"]


@pytest.mark.parametrize("key", every(2, LIVELY))
def test_no_order_of_the_form_is_read_as_another_order(key: str) -> None:
    """This includes supports, convoys and leads: no sign between two places makes a shorter order."""
    game, count = find(key), 0
    state = game.start({}, SeededDice("x", 0))
    for power in game.due(state).owed:
        for order in {
            one for orders in game.choices(state, power).values() for one in orders if " - " in one
        }:
            meant = meanings(game, state, power, [order])
            for sign in OTHERS_AND_HYPHEN[len(order) % SOME :: SOME]:
                count += 1
                taken = meanings(game, state, power, [order.replace(" - ", sign)])
                assert taken in ([], meant), f"{order} with {sign!r}"
    assert count > 150 // SOME


@pytest.mark.parametrize("sign", BETWEEN)
def test_a_support_for_a_move_is_never_read_as_a_support_to_hold(sign: str) -> None:
    game = find("standard")
    state = game.place({"phase": "movement", "units": {"Russia": ["F SKA", "A Swe", "A Den"]}})
    moving = ["Fleet Skagerrak supports the move from Sweden to Denmark"]
    assert meanings(game, state, "Russia", [f"F SKA S A Swe{sign}Den"]) in ([], moving)


def test_two_names_without_a_dash_are_refused_with_a_suggestion() -> None:
    game = find("standard")
    state = game.place({"phase": "movement", "units": {"Russia": ["F SKA", "A Swe", "A Den"]}})
    line = one_line(game, state, "Russia", "F SKA S A Swe Den")
    assert line.reason == '"Swe Den" names two provinces, Sweden and Denmark.'
    assert line.remedy == "Did you mean F SKA S Swe - Den?"


@pytest.mark.parametrize(
    ("words", "meant"),
    [("Mar Baltico", "BAL"), ("Mar Balt", "BAL"), ("Mid Atl", "MAO"), ("Den mark", "Den"), ("Swe Den", ""),
     ("Den_Mar", ""), ("Boh Eme", "")],
)  # fmt: skip
def test_words_are_joined_only_if_they_make_a_name_of_the_board(words: str, meant: str) -> None:
    assert language(standard.board).names.meant(words) == ((meant,) if meant else ())
