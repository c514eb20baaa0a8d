"""Measure what happens to orders with one typo: `python -m bench.slips [--game KEY] [--orders 1000]`.

Legal orders of random positions are written with one letter wrong, missing, added or swapped. Each must be
read as the intended order or be refused. It must never be read as another order, unless the typo makes
exactly that order. For each game it prints how many were read as meant, became another order, were misread,
were refused with the right suggestion first, with it among others, or with none or a wrong one, and how many
were not recognised as orders.
"""

import argparse
import random
import string
from collections import Counter
from collections.abc import Iterator

from rich.console import Console
from rich.progress import track
from rich.table import Table

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import REFUSED, TAKEN, Game, Power, State
from adjudicator.games import find, rule_sets
from adjudicator.robots.random_games import random_orders
from tests.support.play import domination_play

CLASSES = ("as meant", "made another", "misread", "first", "among", "wrong or none", "not taken for an order")
MOST_TURNS = 12
LETTERS = string.ascii_lowercase


def positions(game: Game, seeds: Iterator[int]) -> Iterator[tuple[State, Power]]:
    """Yield positions of random games, each with a power that may order something."""
    for seed in seeds:
        key = game.card.key
        options = domination_play.options_of(seed) if key == "domination" else {}
        state = game.start(options, SeededDice(str(seed), 0))
        for turn in range(MOST_TURNS):
            due = game.due(state)
            if due.over:
                break
            yield from ((state, power) for power in due.owed if any(game.choices(state, power).values()))
            orders = random_orders(game, state, list(due.owed), SeededDice(str(seed), turn))
            state = game.judge(state, orders, SeededDice(str(seed), turn + 1)).state


def slip(text: str, chance: random.Random) -> str:
    """Return *text* with a typo in one of its letters."""
    places = [at for at, sign in enumerate(text) if sign.isalpha()]
    at = chance.choice(places)
    match chance.randrange(4):
        case 0:
            return text[:at] + text[at + 1 :]
        case 1:
            return text[:at] + chance.choice(LETTERS) + text[at + 1 :]
        case 2:
            return text[:at] + chance.choice(LETTERS) + text[at:]
        case _:
            other = text[at : at + 2]
            return text[:at] + other[::-1] + text[at + 2 :]


def meaning(game: Game, state: State, power: Power, text: str) -> tuple[str, str, str]:
    """Return the verdict on *text*, what it was read as, and the remedy."""
    lines = game.read(state, power, None, [text]).lines
    taken = "; ".join(line.reading for line in lines if line.verdict == TAKEN)
    refused = next((line for line in lines if line.verdict == REFUSED), None)
    if refused:
        return REFUSED, taken, refused.remedy
    return (TAKEN if taken else ""), taken, ""


def classed(game: Game, state: State, power: Power, order: str, written: str) -> str:
    """Return the one of CLASSES to which *written* belongs, which is *order* with a typo."""
    _, meant, _ = meaning(game, state, power, order)
    verdict, taken, remedy = meaning(game, state, power, written)
    if taken and taken != meant:
        return "made another" if is_as_it_is_written(game, state, power, written, taken) else "misread"
    if verdict == TAKEN:
        return "as meant"
    if verdict != REFUSED:
        return "not taken for an order"
    suggested = suggestions(remedy)
    readings = [meaning(game, state, power, one)[1] for one in suggested]
    if meant in readings[:2]:
        return "first"
    return "among" if meant in readings else "wrong or none"


def is_as_it_is_written(game: Game, state: State, power: Power, written: str, taken: str) -> bool:
    """Return whether *written* is exactly a legal order that means *taken*."""
    lawful = [one for orders in game.choices(state, power).values() for one in orders]
    same = [one for one in lawful if one.casefold() == written.casefold()]
    return any(meaning(game, state, power, one)[1] == taken for one in same)


def suggestions(remedy: str) -> list[str]:
    """Return the orders that a remedy suggests: all of it as one order, then each part of a list."""
    words = (
        remedy.partition("?")[0]
        .removeprefix("Did you mean ")
        .removeprefix("Nearest form: ")
        .removesuffix("?")
    )
    return [words, *(part for comma in words.split(", ") for part in comma.split(" or "))]


def measured(game: Game, number: int, seed: int) -> tuple[Counter[str], list[str]]:
    """Return the number of typos in each class, and a line about each that is not "as meant" or "first"."""
    chance, counts, bad = random.Random(f"{game.card.key} {seed}"), Counter[str](), []
    found = positions(game, iter(range(seed, seed + 1000)))
    pool = [next(found) for _ in range(60)]
    for _ in track(range(number), description=game.card.key, transient=True):
        state, power = chance.choice(pool)
        lawful = [order for orders in game.choices(state, power).values() for order in orders]
        order = chance.choice(lawful)
        if meaning(game, state, power, order)[0] != TAKEN:
            continue
        written = slip(order, chance)
        what = classed(game, state, power, order, written)
        counts[what] += 1
        if what not in ("as meant", "first"):
            bad.append(f"{what}: {order} | {written} | {meaning(game, state, power, written)}")
    return counts, bad


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game")
    parser.add_argument("--orders", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--show", type=int, default=0, help="print so many that are neither as meant nor corrected at once"
    )
    given = parser.parse_args()
    table = Table("game", *CLASSES)
    console = Console(width=200)
    for game in [find(given.game)] if given.game else rule_sets():
        counts, bad = measured(game, given.orders, given.seed)
        table.add_row(game.card.key, *(str(counts[one]) for one in CLASSES))
        for line in bad[: given.show]:
            console.print(line, markup=False, highlight=False)
    console.print(table)


if __name__ == "__main__":
    main()
