"""Compare headline, lead and texts of random turns with what happened.

    python -m tests.endurance.truth --turns 10000 [--game hardbop]

What is claimed is found in the sentences that readers get; what happened is taken from the positions before
and after, in the notation of rule cases, and from the orders and outcomes in the record. Nothing of the code
that words headlines is used. Printed for each kind of claim is how often it was made: one that was never made
was not checked. Exits with 1 if any claim is false.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Game, ReportFacts
from adjudicator.empires.ground import ZONES
from adjudicator.games import find, rule_sets
from adjudicator.middle_earth.resolve import record as of_middle_earth
from adjudicator.standard.resolve import record as of_standard

LEADS_WITH = "leads with"
TURNS = 1_000  # of each game
LONGEST_GAME = 60  # turns; then another game begins
NUMBERS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
OF_ONE = re.compile(
    r"(?<![\d.,/-])\b(?:1|one) (?:more )?(?:supply |logical )?"
    r"(?:centres|units|builds|armies|fleets|orders|turns|points|losses|spaces|removals|retreats|actions)\b",
    re.I,
)
MOVES = ("Move", "HoldThenMove")
BEATEN = ("dislodged", "destroyed")


class Ordered(NamedTuple):
    """An order that everybody may know, and its outcome."""

    power: str
    kind: str  # the name of the order's type
    start: str
    way: tuple[str, ...]  # the places it moves to
    word: str
    by: str  # the power of the other party


class Happened(NamedTuple):
    """One turn: the position before and after in the notation of rule cases, and the orders."""

    before: Mapping[str, Any]
    after: Mapping[str, Any]
    orders: Sequence[Ordered]
    winners: Sequence[str]
    names: Mapping[str, str]  # the short name of each place, by its names
    powers: Mapping[str, str]  # the same of powers: "the Elves" → "Elves"
    homes: Mapping[str, Sequence[str]]  # of each power: centres, or cities, that it had at the start

    def place(self, name: str) -> str:
        plain = re.sub(r"^the ", "", name.strip(), flags=re.I).partition(" (")[0]
        return self.names.get(plain.lower(), plain)

    def power(self, name: str) -> str:
        plain = re.sub(r"^the ", "", name.strip(), flags=re.I)
        return self.powers.get(plain.lower(), plain)


class Falsehood(NamedTuple):
    kind: str
    claim: str
    where: str


Check = Callable[[Happened, re.Match[str]], bool]


def _failed_at(turn: Happened, place: str, power: str = "") -> bool:
    return any(
        one.kind in MOVES and one.word in ("fails", *BEATEN) and place in one.way and power in ("", one.power)
        for one in turn.orders
    )


def _is_turned_away(turn: Happened, found: re.Match[str]) -> bool:
    places = re.split(r", | and ", found["places"])
    return all(_failed_at(turn, turn.place(place), turn.power(found["power"])) for place in places)


def _are_turned_away(turn: Happened, found: re.Match[str]) -> bool:
    powers = [turn.power(one) for one in re.split(r", | and ", found["powers"])]
    return all(
        any(
            one.power == power and one.kind in MOVES and one.word in ("fails", *BEATEN) for one in turn.orders
        )
        for power in powers
    )


def _entered(turn: Happened, place: str) -> bool:
    there = (one.way[-1] for one in turn.orders if one.kind == "Move" and one.word == "succeeds" and one.way)
    return place in there


def _is_driven_out(turn: Happened, found: re.Match[str]) -> bool:
    """ "Gondor is dislodged from Dagorlad and North Ithilien by Mordor": out of each, and by it."""
    power, by = turn.power(found["power"]), turn.power(found["by"] or "")
    places = [turn.place(place) for place in re.split(r", | and ", found["place"])]
    rows = [one for one in turn.orders if one.power == power and one.word in BEATEN and by in ("", one.by)]
    waits = {unit.split()[-1].partition("/")[0] for unit in turn.after["dislodged"].get(power, {})}
    were_there = waits | {place for one in rows for place in (one.start, *one.way)}
    are_gone = all(place in were_there and _no_longer_there(turn, power, place) for place in places)
    return by != power and bool(rows) and are_gone


def _no_longer_there(turn: Happened, power: str, place: str) -> bool:
    """Return whether no ordinary unit of *power* stands there after the turn."""
    return not _stands(turn.after["units"].get(power, ()), place)


def _stands(units: Sequence[str], place: str) -> bool:
    """Return whether one of *units* is an ordinary one that stands there."""
    return any(re.fullmatch(rf"\d*[ACFPE] {place}(/\w+)?", one) for one in units)


def _is_stand_off(turn: Happened, found: re.Match[str]) -> bool:
    places = [turn.place(one) for one in re.split(r", | and ", found["places"])]
    return all(_failed_at(turn, place) and not _came_in(turn, place) for place in places)


def _came_in(turn: Happened, place: str) -> bool:
    """Return whether a unit entered: as its order says, or on the first step of a longer way."""
    is_taken = any(_stands(units, place) for units in turn.after["units"].values())
    was_taken = any(_stands(units, place) for units in turn.before["units"].values())
    return _entered(turn, place) or (is_taken and not was_taken)


def _is_quiet(turn: Happened, _: re.Match[str]) -> bool:
    met = [one for one in turn.orders if one.kind in MOVES and one.word == "fails"]
    return not met and not any(one.word in BEATEN for one in turn.orders)


def _succeed(turn: Happened, found: re.Match[str]) -> bool:
    """The moves of the whole turn; in Middle-earth others than plain ones count as well."""
    done = sum(one.kind in MOVES and one.word == "succeeds" for one in turn.orders)
    return _number(found["done"]) >= done and _number(found["all"]) > _number(found["done"])


def _number(word: str) -> int:
    return NUMBERS.index(word.lower()) if word.lower() in NUMBERS else int(word)


def _owner(facts: Mapping[str, Any], place: str) -> str:
    return next((power for power, there in facts["centres"].items() if place in there), "")


def _takes(turn: Happened, found: re.Match[str]) -> bool:
    """ "France takes Munich and Berlin from Germany, and Rome from Italy": each changed hands just so."""
    power = turn.power(found["power"])
    spoils = re.findall(r"(.+?) from ((?:the )?[A-Z][\w-]+)(?:, and |, |$)", found["spoils"])
    return bool(spoils) and all(
        _owner(turn.after, turn.place(place)) == power
        and _owner(turn.before, turn.place(place)) == turn.power(loser)
        for places, loser in spoils
        for place in re.split(r", | and ", places)
    )


def _gains(turn: Happened, found: re.Match[str]) -> bool:
    power = turn.power(found["power"])
    places = [turn.place(one) for one in re.split(r", | and ", found["places"])]
    if any(one not in turn.names.values() for one in places):  # "gains two centres"
        return True
    return all(_owner(turn.after, one) == power != _owner(turn.before, one) for one in places)


def _is_alone(turn: Happened, found: re.Match[str]) -> bool:
    return list(turn.winners) == ([] if found["power"] == "Nobody" else [turn.power(found["power"])])


def _is_shared(turn: Happened, _: re.Match[str]) -> bool:
    return len(turn.winners) > 1


def _takes_city(turn: Happened, found: re.Match[str]) -> bool:
    place = found["place"].split()[0]
    return _owner(turn.after, place) == found["power"] != _owner(turn.before, place)


def _costs(turn: Happened, found: re.Match[str]) -> bool:
    """No battle costs a player more than died in the whole turn."""
    dead = {
        power: turn.after["state"]["dead"].get(power, 0) - turn.before["state"]["dead"].get(power, 0)
        for power in turn.powers.values()
    }
    losses = re.findall(rf"({'|'.join(dead)}) ({'|'.join(NUMBERS)}|\d+)(?!\w| fort)", found["losses"])
    return found["losses"] == "nobody anything" or all(_number(n) <= dead.get(who, 0) for who, n in losses)


def _stands_there(turn: Happened, found: re.Match[str]) -> bool:
    place = found["place"].split()[0]
    owner = turn.after["state"].get("owner", {}).get(place, found["power"])
    return bool(owner == found["power"])


def _has_income(turn: Happened, found: re.Match[str]) -> bool:
    incomes: Mapping[str, int] = turn.after["state"]["income"]
    return int(found["number"]) == max(incomes.values())


def _controls(turn: Happened, found: re.Match[str]) -> bool:
    """ "Germany takes Warsaw": after the turn it is Germany's, and before it was not."""
    power = turn.power(found["power"])
    places = [turn.place(one) for one in re.split(r", | and ", found["places"])]
    before, after = (facts["state"].get("control", {}) for facts in (turn.before, turn.after))
    known = [one for one in places if one in after]
    return all(power == after[one] != before.get(one, "") for one in known)


def _is_slain(turn: Happened, found: re.Match[str]) -> bool:
    """Return whether there is a piece less after the turn, and a unit of who destroyed it stands there."""
    name = re.sub(r" of (?:the )?[A-Z]\w+$", "", found["piece"]).removeprefix("A ").removeprefix("The ")
    kind = KINDS.get(name, re.sub("û", "u", re.sub("é", "e", name)))
    power, place = turn.power(found["power"]), turn.place(found["place"])
    before, after = (
        sum(one.startswith((f"{kind} ", f"{name} ")) for own in facts["units"].values() for one in own)
        for facts in (turn.before, turn.after)
    )
    theirs = turn.after["units"].get(power, ())
    return after < before and any(re.match(rf"\S+ {place}\b", one) for one in theirs)


def _puts_on(turn: Happened, found: re.Match[str]) -> bool:
    was, now = (facts["state"].get("ring") for facts in (turn.before, turn.after))
    return was != now == "worn" and _failed_nobody(turn, "PutOnRing", turn.power(found["power"]))


def _failed_nobody(turn: Happened, kind: str, power: str) -> bool:
    rows = [one for one in turn.orders if (one.kind, one.power) == (kind, power)]
    return any(one.word == "succeeds" for one in rows) or not rows


def _lost_at_home(turn: Happened, found: re.Match[str]) -> bool:
    """ "Gondor can no longer build in Minas Tirith": it was theirs before the turn, too, and is not now."""
    power = turn.power(found["power"])
    places = [turn.place(one) for one in re.split(r", | and ", found["places"])]
    return all(
        place in turn.homes.get(power, ())
        and _holder(turn.before, place) == power != _holder(turn.after, place)
        for place in places
    )


def _is_out(turn: Happened, found: re.Match[str]) -> bool:
    """ "Italy is out of the game": before it had a unit or a centre, after it has neither."""
    power = turn.power(found["power"])
    had, has = (
        any(facts[what].get(power) for what in ("units", "centres", "dislodged"))
        for facts in (turn.before, turn.after)
    )
    return had and not has


def _has_no_centre(turn: Happened, found: re.Match[str]) -> bool:
    power = turn.power(found["power"])
    return bool(turn.before["centres"].get(power)) and not turn.after["centres"].get(power)


def _holder(facts: Mapping[str, Any], place: str) -> str:
    control: Mapping[str, str] = facts["state"].get("control", {})
    return control.get(place, "") if control else _owner(facts, place)


def _leads_with_nothing_less(turn: Happened, _: re.Match[str]) -> bool:
    """A headline of small things claims that nothing great has happened."""
    lost = any(
        _holder(turn.before, place) == power != _holder(turn.after, place) != ""
        for power, places in turn.homes.items()
        for place in places
    )
    states = turn.before["state"], turn.after["state"]
    worn = states[0].get("ring") != states[1].get("ring") == "worn"
    out = set(states[1].get("eliminated", ())) - set(states[0].get("eliminated", ()))
    return not (lost or worn or out)


CITIES = frozenset(zone.name for zone in ZONES.values() if zone.city)
KINDS: Mapping[str, str] = {"Fellowship": "Fe", "Ranger": "R"}
SMALL = (
    r"Stand-off in .+|All quiet\b.*|Nobody .+|No army .+|\w+ of \w+ moves succeeds?"
    r"|.+ (?:is|are) dislodged from .+"
    r"|.+ (?:is|are) turned away from .+|.+ falls? back from .+|.+ raises? .+|.+ gains? .+|.+ attacks? .+"
    r"|.+ recruits? .+|.+ entrenche?s? .+|.+ (?:has|have) the highest income.+"
)
POWER, PLACES = r"(?P<power>[A-Z][\w' -]*?)", r"(?P<places>[^.:;]+)"
OUT, DISBANDED = r"dislodged", r"(?: and disbanded)?"
A_BATTLE = r"The battle at (?P<place>.+?) costs (?P<losses>.+?)"
ON_A_MAP: Sequence[tuple[str, str, Check]] = (
    (
        "driven out",
        rf"{POWER} (?:is|are) {OUT} from (?P<place>.+?)(?: by (?P<by>.+?))?(?: and must disband)?",
        _is_driven_out,
    ),
    (
        "unit driven out",
        rf"{POWER}'s (?:Army|Fleet) (?P<place>.+?) is {OUT}(?: by (?P<by>\w+) from .+?)?{DISBANDED}",
        _is_driven_out,
    ),
    ("stand-off", rf"Stand-off in {PLACES}", _is_stand_off),
    ("nobody gets in", rf"Moves to {PLACES} stand each other off: no unit gets in", _is_stand_off),
    ("turned away", rf"{POWER} (?:is|are) turned away from {PLACES}", _is_turned_away),
    ("many turned away", r"Moves of (?P<powers>[^.:;]+) are turned away", _are_turned_away),
    ("quiet", r"All quiet\b.*|Nobody stood in anybody's way", _is_quiet),
    ("moves succeed", r"(?P<done>\w+) of (?P<all>\w+) moves succeeds?", _succeed),
    ("takes from", rf"{POWER} takes? (?P<spoils>.+ from .+)", _takes),
    ("gains", rf"{POWER} gains? {PLACES}", _gains),
    (
        "lost at home",
        rf"(?:At home )?{POWER} (?:has lost|have lost|can no longer build in) {PLACES}",
        _lost_at_home,
    ),
    ("out", rf"{POWER} (?:is|are) out of the game", _is_out),
    ("last centre", rf"{POWER} (?:loses|has lost) its last supply centre(?:: .+)?", _has_no_centre),
    (
        "slain",
        rf"(?P<piece>[^.]+?) is destroyed in (?P<place>.+?) by {POWER} \(.+\)",
        _is_slain,
    ),
    ("puts on the Ring", rf"{POWER} puts? on the Ring(?:: .+)?", _puts_on),
)
THE_END: Sequence[tuple[str, str, Check]] = (
    ("wins", rf"{POWER} wins? the game", _is_alone),
    ("shared", r"The game is shared by .+|.+ share the (?:victory|game)", _is_shared),
)
CLAIMS: Mapping[str, Sequence[tuple[str, str, Check]]] = {
    **dict.fromkeys(("standard", "downfall-xiii", "hardbop"), (*ON_A_MAP, *THE_END)),
    "empires": (
        ("takes", rf"{POWER} takes? {PLACES}", _controls),
        ("lost at home", rf"At home {POWER} (?:has|have) lost {PLACES}", _lost_at_home),
        *THE_END,
    ),
    "domination": (
        ("takes a city", rf"{POWER} takes (?:the|\w[\w ]*'s) city of (?P<place>.+)", _takes_city),
        ("a battle's losses", rf"{A_BATTLE}(?:; .+)?", _costs),
        ("takes the space", rf"{A_BATTLE}; {POWER} takes the space", _stands_there),
        ("wins the field", rf"{POWER} wins the field at (?P<place>.+)", _stands_there),
        ("highest income", r".+ (?:has|have) the highest income, (?P<number>\d+)", _has_income),
        *THE_END,
    ),
}


def falsehoods(
    game: Game, turn: Happened, sheet: ReportFacts, counts: Counter[tuple[str, str]]
) -> Iterator[Falsehood]:
    """Yield the claims of *sheet* that are false; count all claims by game and kind."""
    key = game.card.key
    deeds = sheet.headline.split("; ")  # of several the greatest stands first
    small = re.fullmatch(SMALL, deeds[0])
    if small is not None and key != "domination":
        counts[key, LEADS_WITH] += 1
        if not _leads_with_nothing_less(turn, small):
            yield Falsehood(LEADS_WITH, sheet.headline, sheet.turn)
    for sentence in [*deeds, *re.split(r"(?<=[.!?])\s+", sheet.lead)]:
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
    """Return by each name of a place the one that `describe` has: the short one, in Empires the full one."""
    known = {
        short: names[0] if game.card.key == "empires" else short for short, names in game.card.places.items()
    }
    return {name.lower(): known[short] for short, names in game.card.places.items() for name in names}


def homes_of(game: Game, start: str) -> Mapping[str, Sequence[str]]:
    """Return what each power has at the start: its centres; in Empires its cities, in Domination nothing."""
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
    """Yield *count* random turns and what everybody is shown of each."""
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
    """Check the claims of random turns; 1 if any is false."""
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
