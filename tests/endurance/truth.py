"""Check the headlines, leads and other texts of random turns against what happened.

    python -m tests.endurance.truth --turns 10000 [--game hardbop]

Claims are found in the sentences that readers get. What happened is taken from the positions before and after
the turn, in the notation of rule cases, and from the orders and outcomes in the record; the code that writes
headlines is not used. For each kind of claim the program prints how often it was made, because a kind that
was never made was not checked. It exits with 1 if any claim is false.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Game, ReportFacts
from adjudicator.games import find, rule_sets
from adjudicator.middle_earth.resolve import record as of_middle_earth
from adjudicator.standard.resolve import record as of_standard
from tests.endurance.claims import CITIES, CLAIMS, SMALL, leads_with_nothing_less
from tests.endurance.happened import Happened, Ordered

LEADS_WITH = "leads with"
TURNS = 1_000  # of each game
LONGEST_GAME = 60  # turns; then another game begins
OF_ONE = re.compile(
    r"(?<![\d.,/-])\b(?:1|one) (?:more )?(?:supply |logical )?"
    r"(?:centres|units|builds|armies|fleets|orders|turns|points|losses|spaces|removals|retreats|actions)\b",
    re.I,
)


class Falsehood(NamedTuple):
    """A false claim: its kind, the sentence, and the turn."""

    kind: str
    claim: str
    where: str


def falsehoods(
    game: Game, turn: Happened, sheet: ReportFacts, counts: Counter[tuple[str, str]]
) -> Iterator[Falsehood]:
    """Yield the claims of *sheet* that are false; count all claims by game and kind."""
    key = game.card.key
    headlines = sheet.headline.split("; ")  # the most important one is the first
    small = re.fullmatch(SMALL, headlines[0])
    if small is not None and key != "domination":
        counts[key, LEADS_WITH] += 1
        if not leads_with_nothing_less(turn, small):
            yield Falsehood(LEADS_WITH, sheet.headline, sheet.turn)
    for sentence in [*headlines, *re.split(r"(?<=[.!?])\s+|(?<=\.\))\s+", sheet.lead)]:
        plain = re.sub(r"^[A-Z][a-zû]+ I+ \d+\. ", "", sentence).strip().rstrip(".")
        for kind, pattern, check in CLAIMS[key]:
            found = re.fullmatch(pattern, plain)
            if found is not None:
                counts[key, kind] += 1
                if not check(turn, found):
                    yield Falsehood(kind, plain, sheet.turn)
    for text in _texts(sheet):
        counts[key, "one of a kind"] += 1
        if OF_ONE.search(text):
            yield Falsehood("one of a kind", text, sheet.turn)


def _texts(sheet: ReportFacts) -> Iterator[str]:
    yield from (sheet.headline, sheet.lead)
    yield from (item.text for section in sheet.sections for item in section.items)


def ordered(game: Game, text: str) -> Iterator[Ordered]:
    """Yield the public orders of a record of standard Diplomacy or of Middle-earth."""
    if game.card.key == "standard":
        for row in of_standard.from_text(text).results:
            yield _row(of_standard.power_of(row.order), row.order, row.outcome)
    elif game.card.key in ("downfall-xiii", "hardbop"):
        for one in of_middle_earth.from_text(text).results:
            if one.public:
                yield _row(one.power, one.order, one.outcome)


def _row(power: str, order: Any, outcome: Any) -> Ordered:
    start = getattr(getattr(order, "unit", None), "place", "")
    target = getattr(order, "target", None)
    way = getattr(order, "path", ()) or ((target,) if isinstance(target, str) else ())
    by = getattr(getattr(outcome, "by", None), "power", "")
    plain = [place.partition("/")[0] for place in (start, *way)]
    return Ordered(power, type(order).__name__, plain[0], tuple(plain[1:]), outcome.word, by)


def _names(game: Game) -> Mapping[str, str]:
    """Return, for every name of each place, the name that `describe` uses: short, but full in Empires."""
    known = {
        short: names[0] if game.card.key == "empires" else short for short, names in game.card.places.items()
    }
    return {name.lower(): known[short] for short, names in game.card.places.items() for name in names}


def homes_of(game: Game, start: str) -> Mapping[str, Sequence[str]]:
    """Return the home centres of each power: its centres at the start; its cities in Empires; no others."""
    facts = game.describe(start)
    if game.card.key == "empires":
        return {
            power: [
                zone
                for zone, holder in facts["state"]["control"].items()
                if holder == power and zone in CITIES
            ]
            for power in game.card.seats
        }
    return {} if game.card.key == "domination" else facts["centres"]


def turns(game: Game, count: int, seed: str) -> Iterator[tuple[Happened, ReportFacts]]:
    """Yield *count* random turns, each with what the public is shown of it."""
    done, number, names = 0, 0, _names(game)
    powers = {power.lower(): power for power in game.card.seats}
    while done < count:
        own, number = f"{seed} {number}", number + 1
        state = game.start({}, SeededDice(own, 0))
        homes = homes_of(game, state)
        for played in range(1, LONGEST_GAME):
            if game.due(state).over or done >= count:
                break
            dice = SeededDice(own, played)
            due = game.due(state)
            sheets = {}
            for power in sorted({*due.owed, *due.asked}):
                choices = game.choices(state, power)
                lines = [some[dice.roll(len(some)) - 1] for some in choices.values() if some]
                sheets[power] = game.read(state, power, None, lines).orders
            after = game.judge(state, sheets, dice)
            orders = tuple(ordered(game, after.record))
            facts = game.describe(state), game.describe(after.state, after.record)
            winners = game.due(after.state).winners
            happened = Happened(*facts, orders, winners, names, powers, homes)
            yield happened, game.show(after.state, after.record, None)
            state, done = after.state, done + 1


def main() -> int:
    """Check the claims of random turns; return 1 if any is false."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--turns", type=int, default=TURNS, help="of each game")
    parser.add_argument("--game", action="append", help="of this game only; may be repeated")
    parser.add_argument("--seed", default="truth")
    given = parser.parse_args()
    console, counts, false = Console(), Counter[tuple[str, str]](), list[tuple[str, Falsehood]]()
    for game in [find(key) for key in given.game] if given.game else rule_sets():
        for turn, sheet in track(turns(game, given.turns, given.seed), game.card.title, total=given.turns):
            false += [(game.card.key, one) for one in falsehoods(game, turn, sheet, counts)]
    table = Table("game", "claim", "made", "false")
    wrong = Counter((key, one.kind) for key, one in false)
    for (key, kind), made in sorted(counts.items()):
        table.add_row(key, kind, str(made), str(wrong[key, kind]))
    console.print(table)
    for key, one in false[:40]:
        console.print(f"{key}, {one.where}: {one.claim}", markup=False, highlight=False)
    return 1 if false else 0


if __name__ == "__main__":
    sys.exit(main())
