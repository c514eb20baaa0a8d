"""The claims that headlines and leads make, and for each the check against what happened."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudicator.empires.ground import ZONES
from tests.endurance.happened import NUMBERS, Happened, holder, number, owner, stands
from tests.endurance.position_claims import (
    OF_DOMINATION,
    OF_EMPIRES,
    OF_MIDDLE_EARTH,
    OF_STANDARD,
)

MOVES = ("Move", "HoldThenMove")
BEATEN = ("dislodged", "destroyed")

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


def _is_driven_out(turn: Happened, found: re.Match[str]) -> bool:
    """Check "Gondor is dislodged from Dagorlad and North Ithilien by Mordor": by Mordor, and from both."""
    power, by = turn.power(found["power"]), turn.power(found["by"] or "")
    places = [turn.place(place) for place in re.split(r", | and ", found["place"])]
    rows = [one for one in turn.orders if one.power == power and one.word in BEATEN and by in ("", one.by)]
    waits = {unit.split()[-1].partition("/")[0] for unit in turn.after["dislodged"].get(power, {})}
    were_there = waits | {place for one in rows for place in (one.start, *one.way)}
    are_gone = all(place in were_there and _no_longer_there(turn, power, place) for place in places)
    return by != power and bool(rows) and are_gone


def _no_longer_there(turn: Happened, power: str, place: str) -> bool:
    """Return whether no ordinary unit of *power* stands at *place* after the turn."""
    return not stands(turn.after["units"].get(power, ()), place)


def _is_stand_off(turn: Happened, found: re.Match[str]) -> bool:
    places = [turn.place(one) for one in re.split(r", | and ", found["places"])]
    return all(_failed_at(turn, place) and not _came_in(turn, place) for place in places)


def _came_in(turn: Happened, place: str) -> bool:
    """Return whether a unit entered *place*: as the goal of its order, on its first step, or in passing."""
    is_taken = any(stands(units, place) for units in turn.after["units"].values())
    was_taken = any(stands(units, place) for units in turn.before["units"].values())
    went = any(one.kind == "Move" and one.word == "succeeds" and place in one.way for one in turn.orders)
    return went or (is_taken and not was_taken)


def _is_quiet(turn: Happened, _: re.Match[str]) -> bool:
    met = [one for one in turn.orders if one.kind in MOVES and one.word == "fails"]
    return not met and not any(one.word in BEATEN for one in turn.orders)


def _succeed(turn: Happened, found: re.Match[str]) -> bool:
    """Check "three of five moves succeed": in Middle-earth other orders than plain moves count, too."""
    done = _done(turn)
    return number(found["done"]) >= done and number(found["all"]) > number(found["done"])


def _done(turn: Happened) -> int:
    return sum(one.kind in MOVES and one.word == "succeeds" for one in turn.orders)


def _no_move_succeeds(turn: Happened, _: re.Match[str]) -> bool:
    return not _done(turn)


def _is_no_move(turn: Happened, _: re.Match[str]) -> bool:
    return not any(one.kind in MOVES for one in turn.orders)


def _all_get_there(turn: Happened, found: re.Match[str]) -> bool:
    return number(found["done"]) == _done(turn) == sum(one.kind in MOVES for one in turn.orders)


def _takes(turn: Happened, found: re.Match[str]) -> bool:
    """Check "France takes Munich and Berlin from Germany, and Rome from Italy": old and new owners."""
    power = turn.power(found["power"])
    spoils = re.findall(r"(.+?) from ((?:the )?[A-Z][\w-]+)(?:, and |, |$)", found["spoils"])
    return bool(spoils) and all(
        owner(turn.after, turn.place(place)) == power
        and owner(turn.before, turn.place(place)) == turn.power(loser)
        for places, loser in spoils
        for place in re.split(r", | and ", places)
    )


def _is_alone(turn: Happened, found: re.Match[str]) -> bool:
    return list(turn.winners) == ([] if found["power"] == "Nobody" else [turn.power(found["power"])])


def _is_shared(turn: Happened, _: re.Match[str]) -> bool:
    return len(turn.winners) > 1


def _takes_city(turn: Happened, found: re.Match[str]) -> bool:
    place = found["place"].split()[0]
    return owner(turn.after, place) == found["power"] != owner(turn.before, place)


def _costs(turn: Happened, found: re.Match[str]) -> bool:
    """Check that no battle costs a player more than died in the whole turn."""
    dead = {
        power: turn.after["state"]["dead"].get(power, 0) - turn.before["state"]["dead"].get(power, 0)
        for power in turn.powers.values()
    }
    losses = re.findall(rf"({'|'.join(dead)}) ({'|'.join(NUMBERS)}|\d+)(?!\w| fort)", found["losses"])
    return found["losses"] == "nobody anything" or all(number(n) <= dead.get(who, 0) for who, n in losses)


def _stands_there(turn: Happened, found: re.Match[str]) -> bool:
    place = found["place"].split()[0]
    owner = turn.after["state"].get("owner", {}).get(place, found["power"])
    return bool(owner == found["power"])


def _has_income(turn: Happened, found: re.Match[str]) -> bool:
    incomes: Mapping[str, int] = turn.after["state"]["income"]
    return int(found["number"]) == max(incomes.values())


def _controls(turn: Happened, found: re.Match[str]) -> bool:
    """Check "Germany takes Warsaw": it is Germany's after the turn, and was not before."""
    power = turn.power(found["power"])
    places = [turn.place(one) for one in re.split(r", | and ", found["places"])]
    before, after = (facts["state"].get("control", {}) for facts in (turn.before, turn.after))
    known = [one for one in places if one in after]
    return all(power == after[one] != before.get(one, "") for one in known)


def _is_slain(turn: Happened, found: re.Match[str]) -> bool:
    """Check that a piece is gone after the turn, and that the power which destroyed it has a unit there."""
    power, place = turn.power(found["power"]), turn.place(found["place"])
    theirs = turn.after["units"].get(power, ())
    return _fewer(turn, found["piece"]) and any(re.match(rf"\S+ {place}\b", one) for one in theirs)


def _fewer(turn: Happened, piece: str) -> bool:
    name = re.sub(r" of (?:the )?[A-Z]\w+(?:'s side)?$", "", piece) if piece not in NAZGUL else piece
    name = re.sub(r"^(?:A|The) ", "", name)
    kind = KINDS.get(name, re.sub("û", "u", re.sub("é", "e", name)))
    before, after = (
        sum(one.startswith((f"{kind} ", f"{name} ")) for own in facts["units"].values() for one in own)
        for facts in (turn.before, turn.after)
    )
    return bool(after < before)


def _is_slain_there(turn: Happened, found: re.Match[str]) -> bool:
    """Check "A Ranger is slain in Minhiriath": there are fewer Rangers after the turn."""
    return _fewer(turn, found["piece"])


def _puts_on(turn: Happened, found: re.Match[str]) -> bool:
    was, now = (_wearer(facts) for facts in (turn.before, turn.after))
    return now not in (was, "") and _failed_nobody(turn, "PutOnRing", turn.power(found["power"]))


def _wearer(facts: Mapping[str, Any]) -> str:
    """Return the power that wears the Ring, "" if nobody does."""
    worn = (power for power, own in facts["units"].items() for one in own if one.endswith("[Ring worn]"))
    return next(worn, "")


def _failed_nobody(turn: Happened, kind: str, power: str) -> bool:
    rows = [one for one in turn.orders if (one.kind, one.power) == (kind, power)]
    return any(one.word == "succeeds" for one in rows) or not rows


def _lost_at_home(turn: Happened, found: re.Match[str]) -> bool:
    """Check "Gondor can no longer build in Minas Tirith": a home centre that it had until this turn."""
    power = turn.power(found["power"])
    places = [turn.place(one) for one in re.split(r", | and ", found["places"])]
    return all(
        place in turn.homes.get(power, ())
        and holder(turn.before, place) == power != holder(turn.after, place)
        for place in places
    )


def _is_out(turn: Happened, found: re.Match[str]) -> bool:
    """Check "Italy is out of the game": it had a unit or a centre before the turn, and has neither now."""
    power = turn.power(found["power"])
    had, has = (
        any(facts[what].get(power) for what in ("units", "centres", "dislodged"))
        for facts in (turn.before, turn.after)
    )
    return had and not has


def _has_no_centre(turn: Happened, found: re.Match[str]) -> bool:
    power = turn.power(found["power"])
    return bool(turn.before["centres"].get(power)) and not turn.after["centres"].get(power)


def leads_with_nothing_less(turn: Happened, _: re.Match[str]) -> bool:
    """Check what a minor headline implies: no home centre lost, no power out, and the Ring not put on."""
    lost = any(
        holder(turn.before, place) == power != holder(turn.after, place) != ""
        for power, places in turn.homes.items()
        for place in places
    )
    states = turn.before["state"], turn.after["state"]
    worn = states[0].get("ring") != states[1].get("ring") == "worn"
    out = set(states[1].get("eliminated", ())) - set(states[0].get("eliminated", ()))
    return not (lost or worn or out)


CITIES = frozenset(zone.name for zone in ZONES.values() if zone.city)
NAZGUL = ("The Lord of the Nazgul", "Lord of the Nazgul")
KINDS: Mapping[str, str] = {"Fellowship": "Fe", "Ranger": "R"}
SMALL = (
    r"Stand-off in .+|All quiet\b.*|Nobody .+|No army .+|\w+ of \w+ moves succeeds?"
    r"|.+ (?:is|are) dislodged from .+"
    r"|.+ (?:is|are) turned away from .+|.+'s moves? to .+ bounces?|.+ falls? back from .+"
    r"|.+ raises? .+|.+ gains? .+|.+ attacks? .+"
    r"|.+ recruits? .+|.+ entrenche?s? .+|.+ (?:has|have) the highest income.+"
)
POWER, PLACES = r"(?P<power>(?:the )?[A-Z][\w' -]*?)", r"(?P<places>[^.:;]+)"
OUT, DISBANDED = r"dislodged", r"(?: and is disbanded)?"
A_BATTLE = r"The battle at (?P<place>.+?) costs (?P<losses>.+?)"
ON_A_MAP: Sequence[tuple[str, str, Check]] = (
    (
        "driven out",
        rf"{POWER} (?:is|are) {OUT} from (?P<place>.+?)(?: by (?P<by>.+?))?(?: and must disband)?",
        _is_driven_out,
    ),
    (
        "unit driven out",
        rf"{POWER}'s (?:Army|Fleet) (?P<place>.+?) is {OUT}(?: by (?P<by>\w+)'s .+?)?{DISBANDED}",
        _is_driven_out,
    ),
    ("stand-off", rf"Stand-off in {PLACES}", _is_stand_off),
    ("bounce", rf"Units bounce in {PLACES}, and none gets in", _is_stand_off),
    ("turned away", rf"{POWER} (?:is|are) turned away from {PLACES}", _is_turned_away),
    ("moves bounce", rf"{POWER}'s moves? to {PLACES} bounces?", _is_turned_away),
    (
        "many turned away",
        r"Moves of (?P<powers>[^.:;]+) (?:are turned away|bounce)",
        _are_turned_away,
    ),
    ("quiet", r"All quiet\b.*|Nobody stood in anybody's way", _is_quiet),
    ("no goal", r"No move reaches its goal|Nobody gets anywhere", _no_move_succeeds),
    ("no move", r"No army moves|Nobody moves", _is_no_move),
    ("all get there", r"(?P<done>\w+) units? march(?:es)?, and (?:all get|gets) there", _all_get_there),
    ("moves succeed", r"(?P<done>\w+) of (?P<all>\w+) moves succeeds?", _succeed),
    ("takes from", rf"{POWER} takes? (?P<spoils>.+ from .+)", _takes),
    (
        "lost at home",
        rf"{POWER} (?:has lost|have lost|can no longer build in) {PLACES}",
        _lost_at_home,
    ),
    (
        "no longer owned",
        rf"{POWER} no longer owns {PLACES} at home, and can build nothing there",
        _lost_at_home,
    ),
    ("out", rf"{POWER} (?:is|are) out of the game", _is_out),
    ("last centre", rf"{POWER} (?:loses|has lost) its last supply centre(?:: .+)?", _has_no_centre),
    (
        "slain",
        rf"(?P<piece>[^.]+?) is destroyed in (?P<place>.+?) by {POWER} \(.+\)",
        _is_slain,
    ),
    ("slain there", r"(?P<piece>[^.:]+?) (?:is|are) slain in (?P<place>.+)", _is_slain_there),
    (
        "piece lost",
        r"(?P<piece>(?!An? (?:Army|Cavalry|Fleet|double))[^.:]+?) is (?:lost|killed|destroyed by the) .+",
        _is_slain_there,
    ),
    ("puts on the Ring", rf"{POWER} puts? on the Ring(?:: .+)?", _puts_on),
)
THE_END: Sequence[tuple[str, str, Check]] = (
    ("wins", rf"{POWER} wins? the game", _is_alone),
    ("shared", r"The game is shared by .+|.+ share the (?:victory|game)", _is_shared),
)
CLAIMS: Mapping[str, Sequence[tuple[str, str, Check]]] = {
    "standard": (*ON_A_MAP, *OF_STANDARD, *THE_END),
    **dict.fromkeys(("downfall-xiii", "hardbop"), (*ON_A_MAP, *OF_MIDDLE_EARTH, *THE_END)),
    "empires": (
        *OF_EMPIRES,
        ("takes", rf"{POWER} takes? {PLACES}", _controls),
        ("lost at home", rf"{POWER} loses? {PLACES} and with (?:it|each) a point", _lost_at_home),
        *THE_END,
    ),
    "domination": (
        *OF_DOMINATION,
        ("takes a city", rf"{POWER} takes (?:the|\w[\w ]*'s) city of (?P<place>.+)", _takes_city),
        ("a battle's losses", rf"{A_BATTLE}(?:; .+)?", _costs),
        ("takes the space", rf"{A_BATTLE}; {POWER} takes the space", _stands_there),
        ("wins the battle", rf"{POWER} wins the battle at (?P<place>.+)", _stands_there),
        ("highest income", r".+ (?:has|have) the highest income, (?P<number>\d+)", _has_income),
        *THE_END,
    ),
}
