"""What the Powers must still do, and which points can still change hands. 5, 6.6, 9.0.6 to 9.0.8.

All of it follows from public facts: armies, control, markers and past attacks. What concerns the reader comes
first, and readers with a Power see only changes of their own points.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.game import Item, Section, Table
from adjudicator.core.language.words import listed
from adjudicator.empires import seasons
from adjudicator.empires.ground import (
    BOARD,
    FRANCO_BRITISH,
    GERMANY,
    POWERS,
    RUSSIA,
    SURRENDER,
    ZONES,
    Power,
    Track,
    Zone,
    enemies,
    own_side,
    zone_name,
)
from adjudicator.empires.position import FULL, Army, Position, is_out
from adjudicator.empires.resolve import obligations, phases, victory
from adjudicator.empires.sentences import say
from adjudicator.empires.view.wording import SPEECH, STEPS, army_name, names_its_power


def sections(position: Position, reader: Power | None) -> Iterator[Section]:
    """Yield what must be done, and the cities that can change hands; diplomacy has its own section."""
    if position.over:
        return
    own, of_others = _of_the_reader(position, reader)
    if own:
        yield Section("obligations", say("obligations"), tuple(map(Item, own)))
    mine, elsewhere = _contested(position, reader)
    yield from mine
    rows = tuple(_cities(position, reader))
    if rows:
        columns = (
            say("column_city"),
            say("column_held_by"),
            say("column_in_reach_of"),
            say("column_points_if_taken"),
        )
        changes = Item(say("when_a_zone_changes_hands"))
        yield Section("stakes", say("cities_at_stake"), (changes,), (Table(columns, rows),))
    yield from elsewhere
    if of_others:
        yield Section("stakes", say("obligations_of_others"), tuple(map(Item, of_others)))


def _of_the_reader(position: Position, reader: Power | None) -> tuple[list[str], list[str]]:
    """Return the duties and the armies at risk that concern the reader, and those of others."""
    duties, at_risk = [*_duties(position, reader)], [*_cut(position, reader)]
    own = [words for power, words in duties if reader is None or power == reader or _is_target(power, reader)]
    own += [words for power, words in at_risk if reader in (None, power)]
    return own, [words for _, words in (*duties, *at_risk) if words not in own]


def _is_target(power: Power, reader: Power) -> bool:
    """Return whether *power* must attack the reader: Germany the Franco-British, Russia its enemies. 9.0"""
    return reader == FRANCO_BRITISH if power == GERMANY else reader in enemies(power)


def season_of(position: Position, reader: Power | None) -> str:
    """Return which season it is, and when the points are counted. 5.1"""
    season = next_turn(position, reader) if reader else position.season
    if season > BOARD.turns:
        return say("no_more_turns", last=seasons.title(BOARD.turns))
    return say(
        "season_of",
        season=seasons.title(season),
        number=season,
        seasons=BOARD.turns,
        last=seasons.title(BOARD.turns),
    )


def next_turn(position: Position, power: Power) -> int:
    """Return the season of the next turn of *power*, or of its current one."""
    return position.season + (POWERS.index(power) < POWERS.index(position.power))


# ---- obligations


def _duties(position: Position, reader: Power | None) -> Iterator[tuple[Power, str]]:
    """Yield each duty and whose it is, the reader's own first."""
    if position.options.get("obligations") == "free":
        return
    both = {GERMANY: _of_germany(position, reader), RUSSIA: _of_russia(position, reader)}
    for power in sorted(both, key=lambda power: power != reader):
        yield from ((power, duty) for duty in both[power])


def _of_germany(position: Position, reader: Power | None) -> Iterator[str]:
    """Yield what Germany must do in each season of 1914. 9.0.6"""
    season = next_turn(position, GERMANY)
    if seasons.year(season) != obligations.GERMAN_YEAR:
        return
    who = _who(GERMANY, reader)
    if position.power != GERMANY:
        duty = say("german_duty", who=who, season=seasons.title(season))
        where = [_open(phases.as_if_in_turn(position, GERMANY))] if reader == GERMANY else []
        yield " ".join([duty, *where, _price(position, GERMANY, reader)])
    elif obligations.duty(position).asked:
        duty = say("german_duty_now", who=who)
        yield f"{duty} {_open(position)} {_price(position, GERMANY, reader)}"


def _of_russia(position: Position, reader: Power | None) -> Iterator[str]:
    """Yield what Russia must do in 1916; to other readers from the season before. 9.0.7"""
    season, year = next_turn(position, RUSSIA), obligations.RUSSIAN_YEAR
    begun = season >= seasons.first_of(year)
    made = _made_by_russia(position)
    is_told = reader == RUSSIA or season >= seasons.first_of(year) - 1
    if seasons.year(season) > year or made >= obligations.ATTACKS_OF_RUSSIA or not is_told:
        return
    who, last = _who(RUSSIA, reader), seasons.title(_last_of(year))
    times = obligations.ATTACKS_OF_RUSSIA
    duty = say("russian_duty", who=who, times=times, year=year)
    if begun:
        so_far = _attacks(made)
        duty = say("russian_duty_begun", who=who, times=times, year=year, season=last, attacks=so_far)
    if not begun:
        yield f"{duty} {say('attack_not_made', whom=_whom(RUSSIA, reader))}"
        return
    where = [_open(position)] if position.power == RUSSIA else []
    yield " ".join([duty, *where, _price(position, RUSSIA, reader, last)])


def _made_by_russia(position: Position) -> int:
    now = position.turn.dutiful if position.power == RUSSIA else 0
    return position.attacks.get(RUSSIA, 0) + now


def _last_of(year: int) -> int:
    return seasons.first_of(year + 1) - 1


def _attacks(number: int) -> str:
    return say("attacks", count=number) if number else say("no_attacks")


def _open(position: Position) -> str:
    """Say where such an attack is possible from the armies' present zones. 9.0.8"""
    found = obligations.open_by_zone(position)
    if not found:
        return say("none_is_possible")
    return say("possible_in", zones=listed(map(zone_name, found), "and"))


def _price(position: Position, power: Power, reader: Power | None, season: str = "") -> str:
    """Say what it costs to leave the attack out, by the table's option. 5.7, 9.0.8"""
    whom = _whom(power, reader)
    if position.options.get("obligations", "refused") != "refused":
        if power == GERMANY:
            return say("one_attack_not_made", whom=whom)
        return say("attack_not_made", whom=whom)
    if season:
        return say("attack_not_made_refused_in", whom=whom, season=season)
    return say("one_attack_not_made_refused", whom=whom)


def _whom(power: Power, reader: Power | None) -> str:
    return say("you") if power == reader else power


def _who(power: Power, reader: Power | None) -> str:
    return say("you_first") if power == reader else power


def _cut(position: Position, reader: Power | None) -> Iterator[tuple[Power, str]]:
    """Yield by Power the armies that are eliminated when its next turn ends, unless supplied. 6.6"""
    for power in sorted(POWERS, key=lambda power: power != reader):
        lost = [army for army in position.armies if army.power == power and army.cut]
        if lost:
            season = seasons.title(next_turn(position, power))
            where, number = listed(_armies(lost), "and"), len(lost)
            if power == reader:
                yield power, say("your_armies_cut_off", count=number, armies=where, season=season)
            else:
                whose = SPEECH.named(power)
                text = say("armies_cut_off", count=number, armies=where, power=whose, season=season)
                yield power, text


def _armies(armies: Sequence[Army]) -> Iterator[str]:
    """Yield "2 Russian armies in Lutsk" for each kind and zone."""
    counted = Counter((army_name(army), zone_name(army.zone)) for army in armies)
    for (name, zone), number in counted.items():
        yield say("armies_in", count=number, kind=name.removesuffix(" army"), zone=zone)


# ---- zones in which enemies stand


def _contested(position: Position, reader: Power | None) -> tuple[list[Section], list[Section]]:
    """Return the zones with armies of two enemies: those with armies of the reader, and others.

    For the public they are all together. 3.2, 3.6, 9.1.8
    """
    by_zone: dict[Zone, dict[Power, list[Army]]] = {}
    for army in position.armies:
        by_zone.setdefault(army.zone, {}).setdefault(army.power, []).append(army)
    zones = [zone for zone, sides in by_zone.items() if any(set(enemies(one)) & {*sides} for one in sides)]
    own = [zone for zone in zones if reader is None or reader in by_zone[zone]]
    shown = {zone: Item(_contested_zone(position, zone, by_zone[zone])) for zone in zones}
    mine, others = [], [shown[zone] for zone in zones if zone not in own]
    if own:
        explained = Item(say("contested_explained", zone=zone_name(own[0])))
        items = (*(shown[zone] for zone in own), explained)
        mine = [Section("obligations", say("contested"), items)]
    return mine, [Section("stakes", say("contested_by_others"), tuple(others))] if others else []


def _contested_zone(position: Position, zone: Zone, sides: Mapping[Power, Sequence[Army]]) -> str:
    armies = [_armies_of(power, sides[power]) for power in POWERS if power in sides]
    holder = SPEECH.named(position.control.get(zone, "")) or say("nobody")
    against = say("against").join(armies)
    return say("contested_zone", zone=zone_name(zone), power=holder, armies=against)


def _armies_of(power: Power, armies: Sequence[Army]) -> str:
    """Return "2 French armies and reduced French army"."""
    counted = Counter((army.steps, army_name(army).removesuffix(" army")) for army in armies)
    named = [
        say("armies_of_kind", count=number, kind=kind if steps == FULL else f"{STEPS[steps]} {kind}")
        for (steps, kind), number in counted.items()
    ]
    if all(names_its_power(army.nation, power) for army in armies):
        return listed(named, "and")
    return say("armies_of", armies=listed(named, "and"), power=SPEECH.named(power))


# ---- points that can still change hands


def _cities(position: Position, reader: Power | None) -> Iterator[tuple[str, str, str, str]]:
    """Yield the cities that an enemy stands in or next to; for a reader those that change their points."""
    for zone in victory.CITIES:
        holder = position.control.get(zone, "")
        takers = _takers(position, zone, holder) if holder else []
        by_points: dict[str, list[Power]] = {}
        for taker in takers:
            words = _points(_changes(position, zone, taker), reader)
            by_points.setdefault(words, []).append(taker)
        for words, powers in by_points.items():
            if words:
                yield zone_name(zone), _held_by(position, zone, holder), listed(powers), words


def _held_by(position: Position, zone: Zone, holder: Power) -> str:
    """Return who holds the city, and whether anybody defends it; into squares no enemy comes. 3.9"""
    own = own_side(holder)
    is_empty = not any(army.zone == zone and army.power in own for army in position.armies)
    is_empty = is_empty and not ZONES[zone].square
    return say("held_without_army", power=holder) if is_empty else holder


def _takers(position: Position, zone: Zone, holder: Power) -> list[Power]:
    """Return the enemies of *holder* with an army in the zone or next to it. 3.5, 3.9, 12.6"""
    near = {zone, *ZONES[zone].neighbours} if not ZONES[zone].square else set()
    there = {army.power for army in position.armies if army.zone in near and not is_out(position, army)}
    return [power for power in enemies(holder) if power in there]


def _changes(position: Position, zone: Zone, taker: Power) -> dict[Power, int]:
    """Return whose points change, and by how much, if *taker* takes the city. 5.3 to 5.5"""
    found = {}
    for power in POWERS:
        before = victory.city_points(position, zone, position.control[zone], power)
        found[power] = victory.city_points(position, zone, taker, power) - before
    return {power: change for power, change in found.items() if change}


def of_marker(track: Track, reader: Power | None) -> str:
    """Return the points that depend on a marker: "+1 Franco-British and Russia, else -1". 5.6"""
    gainers = track.forward if track.name == SURRENDER else own_side(track.joins)
    words = _points(dict.fromkeys((power for power in POWERS if power in gainers), 1), reader)
    if not (track.unjoined_vp and words):
        return words
    return say("points_or_else", points=words, otherwise=f"{track.unjoined_vp:+d}")


def _points(changes: Mapping[Power, int], reader: Power | None) -> str:
    """Return "+1 Germany and Austria-Hungary, -1 Russia"; for a reader with a Power only their own points."""
    if reader:
        return say("points_for_you", points=f"{changes[reader]:+d}") if reader in changes else ""
    by_number: dict[int, list[Power]] = {}
    for power, number in changes.items():
        by_number.setdefault(number, []).append(power)
    ranked = sorted(by_number.items(), reverse=True)
    return ", ".join(
        say("points_for", points=f"{number:+d}", powers=listed(powers, "and")) for number, powers in ranked
    )
