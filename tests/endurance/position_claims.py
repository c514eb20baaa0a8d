"""Check claims against the positions before and after a turn: units raised and lost, centres, alignments.

The checks parse phrases such as "armies in Lórien and Imladris and a fleet in Mithlond" themselves and use
nothing of the code that writes them.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from tests.endurance.happened import Happened, holder, number, owner, stands

Check = Callable[[Happened, re.Match[str]], bool]
Claim = tuple[str, str, Check]
Facts = Mapping[str, Any]

POWERS = r"(?P<powers>(?!Nobody|\w+ powers)(?:[Tt]he )?[A-Z][^.:;]*?)"
POWER, PLACES = r"(?P<power>(?:[Tt]he )?[A-Z][\w-]*)", r"(?P<places>[^.:;]+?)"
SPACE = r"([A-H]\d+)(?: [A-Z]\w+)?"
COUNT = r"(?P<number>\w+)"
UNITS = r"(?P<units>(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|armies|fleets|units)\b[^.:;]*?)"
FORCE = r"(?:An?|The) (?:double )?(?:[A-Z]\w+)"
ENDS = r"is (?:lost (?:with|in)|destroyed by the|killed by the Balrog)[^.]*"


def listed(text: str) -> list[str]:
    return [one for one in re.split(r", and |, | and ", text) if one]


def powers_of(turn: Happened, text: str) -> list[str]:
    return [turn.power(one) for one in listed(text)]


def _units(facts: Facts, power: str) -> list[str]:
    """Return all units and pieces of *power*, including those that must retreat."""
    return [*facts["units"].get(power, ()), *facts["dislodged"].get(power, {})]


def _count(facts: Facts, power: str, place: str = "") -> int:
    """Return the number of ordinary units of *power*, in *place* or anywhere.

    A "2A" of Hardbop counts as one unit, and an Army/Fleet of Downfall XIII as two.
    """
    where = rf"{place}(?:/\w+)?" if place else r"\S+"
    units = [one.replace("A/F ", "2A ") for one in _units(facts, power)]
    found = [re.match(rf"(\d*)[ACFPE] {where}(?: \[.+\])?$", one) for one in units]
    is_hardbop = "date" in facts["state"]
    return sum(1 if is_hardbop else int(one[1] or 1) for one in found if one)


def _more(turn: Happened, power: str, place: str = "") -> int:
    return _count(turn.after, power, place) - _count(turn.before, power, place)


def _places_of(turn: Happened, units: str) -> Iterator[str]:
    """Yield the places in "armies in Lórien and Imladris and a fleet in Mithlond"."""
    for part in re.split(r"(?:,| and) (?=(?:an?|armies|fleets|cavalry|two|three) )", units):
        yield from (turn.place(one) for one in listed(part.partition(" in ")[2]))


def _raise(turn: Happened, found: re.Match[str]) -> bool:
    places = list(_places_of(turn, found["units"]))
    return all(
        _more(turn, power) > 0 and all(_more(turn, power, place) > 0 for place in places)
        for power in powers_of(turn, found["powers"])
    )


def _disband(turn: Happened, found: re.Match[str]) -> bool:
    """Check that each power has fewer units than before, and fewer in each of the places."""
    places = list(_places_of(turn, found["units"]))
    return all(
        _more(turn, power) < 0 and all(_more(turn, power, place) < 0 for place in places)
        for power in powers_of(turn, found["powers"])
    )


def _so_many_raise(turn: Happened, found: re.Match[str]) -> bool:
    return number(found["number"]) == sum(_more(turn, power) > 0 for power in turn.powers.values())


def _so_many_disband(turn: Happened, found: re.Match[str]) -> bool:
    return number(found["number"]) == sum(_more(turn, power) < 0 for power in turn.powers.values())


def _build(turn: Happened, found: re.Match[str]) -> bool:
    return all(_more(turn, one) == number(found["number"]) for one in powers_of(turn, found["powers"]))


def _remove(turn: Happened, found: re.Match[str]) -> bool:
    return all(-_more(turn, one) == number(found["number"]) for one in powers_of(turn, found["powers"]))


def _named_units(turn: Happened, units: str) -> Iterator[str]:
    """Yield the places of "Army Kiel and Fleet Berlin"."""
    for one in re.split(r",? and (?=Army |Fleet )|, (?=Army |Fleet )", units):
        yield turn.place(one.partition(" ")[2])


def _raise_named(turn: Happened, found: re.Match[str]) -> bool:
    power = turn.power(found["power"])
    return all(_more(turn, power, place) > 0 for place in _named_units(turn, found["units"]))


def _give_up(turn: Happened, found: re.Match[str]) -> bool:
    power = turn.power(found["power"])
    return all(_more(turn, power, place) < 0 for place in _named_units(turn, found["units"]))


def _stay_as_they_are(turn: Happened, _: re.Match[str]) -> bool:
    return all(_more(turn, power) == 0 for power in turn.powers.values())


def _all_stay(turn: Happened, _: re.Match[str]) -> bool:
    return all(
        sorted(_units(turn.before, one)) == sorted(_units(turn.after, one)) for one in turn.powers.values()
    )


def _fall_back(turn: Happened, found: re.Match[str]) -> bool:
    """Check that a unit of one of the powers had to retreat from each of the places."""
    waiting = [unit for one in powers_of(turn, found["powers"]) for unit in turn.before["dislodged"][one]]
    return all(stands(waiting, turn.place(place)) for place in listed(found["places"]))


def _falls_back_to(turn: Happened, found: re.Match[str]) -> bool:
    power = turn.power(found["power"])
    was = stands(list(turn.before["dislodged"].get(power, ())), turn.place(found["place"]))
    return was and stands(turn.after["units"].get(power, ()), turn.place(found["to"]))


def _is_gone(turn: Happened, found: re.Match[str]) -> bool:
    """Check that the power has fewer units than before, those that had to retreat included."""
    return _more(turn, turn.power(found["power"])) < 0


def _gained(turn: Happened, power: str) -> list[str]:
    """Return the centres of *power* that nobody owned before."""
    return [one for one in turn.after["centres"].get(power, ()) if not owner(turn.before, one)]


def _gain(turn: Happened, found: re.Match[str]) -> bool:
    """Check "Gondor gains Lamedon and Rohan gains two centres": the named centres, or their number."""
    parts = re.split(r",? and (?=(?:the )?[A-Z][\w-]* gains? )|, (?=(?:the )?[A-Z][\w-]* gains? )", found[0])
    return all(_gains(turn, part) for part in parts)


def _gains(turn: Happened, text: str) -> bool:
    who, _, what = re.sub(r" gains? ", " gains ", text).partition(" gains ")
    gained = [_gained(turn, power) for power in powers_of(turn, who)]
    count = re.fullmatch(r"(\w+) (?:supply )?centres?(?: each)?", what)
    if count:
        return all(len(places) == number(count[1]) for places in gained)
    return all(turn.place(place) in places for places in gained for place in listed(what))


def _so_many_gain(turn: Happened, found: re.Match[str]) -> bool:
    return number(found["number"]) == sum(bool(_gained(turn, power)) for power in turn.powers.values())


def _lead_with(turn: Happened, found: re.Match[str]) -> bool:
    """Check that these powers, and no others, have that many centres, and that nobody has more."""
    owned = {power: len(turn.after["centres"].get(power, ())) for power in turn.powers.values()}
    most = [power for power, count in owned.items() if count == max(owned.values())]
    return int(found["number"]) == max(owned.values()) and sorted(most) == sorted(
        powers_of(turn, found["powers"])
    )


def _stand_in(turn: Happened, found: re.Match[str]) -> bool:
    power, places = turn.power(found["power"]), [turn.place(one) for one in listed(found["places"])]
    units = turn.after["units"].get(power, ())
    return all(stands(units, place) and owner(turn.after, place) != power for place in places)


def _all_stand_in(turn: Happened, found: re.Match[str]) -> bool:
    each = [re.fullmatch(rf"{POWER} in {PLACES}", part) for part in found["there"].split("; ")]
    return all(one is not None and _stand_in(turn, one) for one in each)


def _are_aligned(turn: Happened, found: re.Match[str]) -> bool:
    was, now = (facts["state"]["alignment"] for facts in (turn.before, turn.after))
    return all(
        now[power] == found["alignment"] != was.get(power) for power in powers_of(turn, found["powers"])
    )


def _is_eliminated(turn: Happened, found: re.Match[str]) -> bool:
    return turn.power(found["power"]) in turn.after["state"]["eliminated"]


def _is_nobodys(turn: Happened, found: re.Match[str]) -> bool:
    place = turn.place(found["place"])
    before = owner(turn.before, place)
    return bool(before) and before != owner(turn.after, place)


def _is_neutralised(turn: Happened, found: re.Match[str]) -> bool:
    return owner(turn.before, turn.place(found["place"])) == turn.power(found["power"]) and _is_nobodys(
        turn, found
    )


def _loses_units(turn: Happened, found: re.Match[str]) -> bool:
    return _more(turn, turn.power(found["power"])) < 0


# Empires and Domination.


def _armies(facts: Facts, power: str, zone: str = "") -> int:
    where = zone or r"\S+"
    found = (
        re.fullmatch(rf"(\d*) ?(?:[\w-]+ )*?Arm(?:y|ies) {where}(?: .+)?", one)
        for one in facts["units"].get(power, ())
    )
    return sum(int(one[1] or 1) for one in found if one)


def _loses_armies(turn: Happened, found: re.Match[str]) -> bool:
    """Check that the power has at most one army more: it may also have recruited in the same turn."""
    power = turn.power(found["power"])
    recruited = max(0, _armies(turn.after, power) - _armies(turn.before, power))
    return recruited <= 1


def _are_armies_in(turn: Happened, found: re.Match[str]) -> bool:
    power, zones = turn.power(found["power"]), [turn.place(zone) for zone in listed(found["places"])]
    return all(_armies(turn.after, power, zone) > 0 or _is_ceded(turn, zone) for zone in zones)


def _is_ceded(turn: Happened, zone: str) -> bool:
    """Return whether a German army stands there that serves Austria-Hungary."""
    return any(one.endswith(zone) and "German" in one for one in turn.after["units"]["Austria-Hungary"])


def _passes(turn: Happened, found: re.Match[str]) -> bool:
    """Check "Blue takes A13 from Red and Red takes E8 from Blue": the owners before and after the turn."""
    pairs = re.findall(rf"(\w+) takes {SPACE} from (\w+)", found[0])
    was, now = (facts["state"].get("owner", {}) for facts in (turn.before, turn.after))
    return bool(pairs) and all(was.get(at) == loser and now.get(at) == taker for taker, at, loser in pairs)


def _have_income(turn: Happened, found: re.Match[str]) -> bool:
    return set(turn.after["state"]["income"].values()) == {int(found["number"])}


def _has_morale(turn: Happened, found: re.Match[str]) -> bool:
    scores = {turn.power(who): int(count) for who, count in re.findall(r"(\w+) (-?\d+)", found["scores"])}
    return scores == dict(turn.after["state"]["morale"])


def _has_cities(turn: Happened, found: re.Match[str]) -> bool:
    return int(turn.after["state"]["cities"][found["power"]]) == number(found["number"])


def _has_no_reserve(turn: Happened, found: re.Match[str]) -> bool:
    return all(not turn.after["state"]["reserves"][one] for one in powers_of(turn, found["powers"]))


def _is_beaten_back(turn: Happened, found: re.Match[str]) -> bool:
    """Check that the power does not own the space after the turn."""
    return holder(turn.after, found["place"].split()[0]) != found["power"]


OF_STANDARD: Sequence[Claim] = (
    ("stands in", rf"{POWER} stands in {PLACES}", _stand_in),
    (
        "all stand in",
        r"Units are in supply centres that their powers do not own: (?P<there>.+)",
        _all_stand_in,
    ),
    ("leads with", rf"{POWERS} leads? with (?P<number>\d+) supply centres", _lead_with),
    ("raises", rf"{POWER} builds (?P<units>(?:Army|Fleet) .+)", _raise_named),
    ("gives up", rf"{POWER} disbands (?P<units>(?:Army|Fleet) .+)", _give_up),
    ("builds", rf"{POWERS} builds? {COUNT}(?: each)?", _build),
    ("disbands", rf"{POWERS} disbands? {COUNT}(?: each)?", _remove),
    ("so many build", rf"{COUNT} powers build", _so_many_raise),
    ("so many disband", rf"{COUNT} powers disband", _so_many_disband),
    ("falls back", rf"{POWER}'s (?:Army|Fleet) (?P<place>.+) falls back to (?P<to>.+)", _falls_back_to),
    ("is disbanded", rf"{POWER}'s (?:Army|Fleet) .+? is disbanded", _is_gone),
    ("nobody builds", r"Nobody builds, nobody disbands|The armies stay as they are", _stay_as_they_are),
    ("all stay", r"Every unit stays where it is", _all_stay),
    ("gains", rf"{POWERS} gains? .+", _gain),
    ("so many gain", rf"{COUNT} powers gain ground", _so_many_gain),
)
OF_MIDDLE_EARTH: Sequence[Claim] = (
    ("raises", rf"{POWERS} raises? {UNITS}(?: each)?", _raise),
    ("disbands", rf"{POWERS} disbands? {UNITS}(?: each)?", _disband),
    ("so many raise", rf"{COUNT} powers raise (?:armies|fleets|units)", _so_many_raise),
    ("so many disband", rf"{COUNT} powers disband (?:armies|fleets|units)", _so_many_disband),
    ("falls back", rf"{POWERS} falls? back from {PLACES}", _fall_back),
    ("nobody builds", r"Nobody raises or disbands an army", _stay_as_they_are),
    ("gains", rf"{POWERS} gains? .+", _gain),
    ("so many gain", rf"{COUNT} powers gain ground", _so_many_gain),
    (
        "aligned",
        rf"{POWERS} (?:is|are) (?P<alignment>Good|Evil|Neutral) from now on(?:, .+)?",
        _are_aligned,
    ),
    ("eliminated", rf"{POWER} (?:is|are) eliminated(?:;.+)?", _is_eliminated),
    ("nobody's", r"A Ranger neutralises (?P<place>.+)", _is_nobodys),
    ("neutralised", rf"(?P<place>.+), a centre of {POWER}, is neutralised", _is_neutralised),
    ("unit lost", rf"{FORCE} of {POWER} (?:in .+ has nowhere to go and is disbanded|{ENDS})", _loses_units),
    ("force lost", rf"{POWER} loses? a force in .+", _loses_units),
    ("lost to the Ents", rf"The Ents destroy an army of {POWER}", _loses_units),
)
OF_EMPIRES: Sequence[Claim] = (
    ("moves", rf"(?:.+? and |.+, and )?{POWER} moves? (?:an army|armies) to {PLACES}", _are_armies_in),
    ("reinforces", rf"{POWER} reinforces? Army (?P<places>[^,]+?)(?:,? and moves? .+)?", _are_armies_in),
    ("loses an army", rf"{POWER} loses? an army", _loses_armies),
    (
        "recruits",
        rf"{POWER} recruits? a full (?:[\w-]+ )*army in {PLACES}(?:,? and moves? .+)?",
        _are_armies_in,
    ),
)
OF_DOMINATION: Sequence[Claim] = (
    ("takes from", rf"\w+ takes {SPACE} from \w+(?: and \w+ takes {SPACE} from \w+)?", _passes),
    ("all have income", r"Everybody has an income of (?P<number>\d+)", _have_income),
    ("morale", r"Morale at the end: (?P<scores>.+)", _has_morale),
    ("cities", rf"{POWER} controls {COUNT} cities and wins", _has_cities),
    ("no reserve", rf"The next turn is the last: {POWERS} (?:has|have) no unit left .+", _has_no_reserve),
    ("beaten back", rf"{POWER} beaten back at (?P<place>.+)", _is_beaten_back),
)
