"""The tables of the report that show the position: armies, zones, diplomacy, technologies and points."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.game import Item, Section, Table
from adjudicator.empires.ground import BOARD, POWERS, SURRENDER, ZONES, Power, Track, zone_name
from adjudicator.empires.position import FULL, Army, Position, has_surrendered, track_is_final
from adjudicator.empires.resolve import victory
from adjudicator.empires.seasons import title, year
from adjudicator.empires.sentences import say
from adjudicator.empires.view import stakes
from adjudicator.empires.view.sight import Seen


def sections(seen: Seen) -> Iterator[Section]:
    """Yield the sections about the position, the reader's own technologies first."""
    yield from _own_research(seen)
    yield _positions(seen.position, seen.reader)
    yield from _zones(seen.position)
    yield _diplomacy(seen.position, seen.reader)
    yield _research(seen)
    yield from _open_missions(seen.position)
    yield _points(seen.position, seen.reader)


def _positions(position: Position, reader: Power | None) -> Section:
    """Return the armies of each Power that has any, and of the reader in any case."""
    armies = {power: _armies(position, power) for power in POWERS}
    rows = tuple((power, own or say("none")) for power, own in armies.items() if own or power == reader)
    table = Table((say("column_power"), say("column_armies")), rows)
    return Section("positions", say("armies"), tables=(table,))


def _armies(position: Position, power: Power) -> str:
    """Return the armies by zone: "Cologne: 3 German, Egypt: small British (reduced)"."""
    counted = Counter((zone_name(army.zone), _army(army)) for army in position.armies if army.power == power)
    return ", ".join(
        f"{zone}: {number} {words}" if number > 1 else f"{zone}: {words}"
        for (zone, words), number in sorted(counted.items())
    )


def _army(army: Army) -> str:
    marks = [*([say("mark_reduced")] if army.steps < FULL else []), *([say("mark_cut")] if army.cut else [])]
    return f"{army.size + ' ' if army.size else ''}{army.nation}{_bracket(marks)}"


def _bracket(marks: list[str]) -> str:
    return f" ({', '.join(marks)})" if marks else ""


def _zones(position: Position) -> Iterator[Section]:
    """Yield the zones that changed hands, and the trenches, for the Powers that have any."""
    abroad, dug = {}, {}
    for power in POWERS:
        abroad[power] = [
            zone_name(zone)
            for zone, holder in position.control.items()
            if holder == power and ZONES[zone].start != power
        ]
        dug[power] = [
            f"{zone_name(zone)} {here[power]}" for zone, here in position.trenches.items() if power in here
        ]
    yield from _by_power("centres", say("zones_taken"), say("column_zones_taken"), abroad)
    yield from _by_power("centres", say("trenches"), say("column_trenches"), dug)


def _by_power(key: str, heading: str, column: str, lists: Mapping[Power, Sequence[str]]) -> Iterator[Section]:
    """Yield a table of the Powers whose list is not empty, if there are any."""
    rows = tuple((power, ", ".join(names)) for power, names in lists.items() if names)
    if rows:
        yield Section(key, heading, tables=(Table((say("column_power"), column), rows),))


def _diplomacy(position: Position, reader: Power | None) -> Section:
    rows = tuple(
        (
            name,
            _box(position, name),
            _moves(position, track),
            stakes.of_marker(track, reader) or say("no_points_for_you"),
        )
        for name, track in BOARD.tracks.items()
    )
    columns = (say("column_marker"), say("column_box"), say("column_moves"), say("column_last_box"))
    return Section("diplomacy", say("diplomacy"), tables=(Table(columns, rows),))


def _moves(position: Position, track: Track) -> str:
    """Return the seasons in which the marker is moved, or that they end or have ended. 12.4"""
    if position.season > track.last:
        return say("moves_no_more", last=title(track.last))
    if position.season == track.last and not position.over:
        return say("last_season_to_move", season=title(track.last))
    first, last = year(track.first), year(track.last)
    return str(first) if first == last else say("from_to", first=first, last=last)


def _box(position: Position, name: str) -> str:
    if track_is_final(position, name):
        return say("surrendered") if name == SURRENDER and has_surrendered(position) else say("joined")
    return say("of", number=position.diplomacy.get(name, 0), most=BOARD.tracks[name].final)


def _research(seen: Seen) -> Section:
    """Return the technologies that everybody has seen in use."""
    shown = {power: [*seen.position.shown.get(power, ()), *_levels(seen, power)] for power in POWERS}
    found = _by_power("technologies", say("technologies_seen"), say("column_technologies"), shown)
    none = Section("technologies", say("technologies_seen"), (Item(say("no_technology_seen")),))
    return next(found, none)


def _levels(seen: Seen, power: Power) -> Iterator[str]:
    """Yield in which branches the Power's higher level was seen, and when: no more is public. 10.0.6"""
    for branch, season in seen.position.higher.get(power, {}).items():
        yield say("higher_level_seen", branch=branch, season=title(season))


def _open_missions(position: Position) -> Iterator[Section]:
    if position.options.get("missions") != "open":
        return
    held = {power: position.missions.get(power, 0) for power in POWERS}
    counted = {power: [str(number)] for power, number in held.items() if number}
    none = Section("missions", say("missions"), (Item(say("no_missions")),))
    yield next(_by_power("missions", say("missions"), say("column_missions"), counted), none)


def _own_research(seen: Seen) -> Iterator[Section]:
    if seen.reader:
        rows = tuple((box, tiles) for box, tiles in _own_boxes(seen.position, seen.reader) if tiles)
        tables = (Table((say("column_technologies"), say("column_tiles")), rows),) if rows else ()
        are_open = seen.position.options.get("missions") == "open"
        title_ = say("your_technologies") if are_open else say("your_technologies_and_missions")
        is_under_way = bool(seen.position.research.get(seen.reader))
        explained = (Item(say("technologies_explained")),) if is_under_way else ()
        yield Section("own", title_, (Item(_missions(seen.position, seen.reader)), *explained), tables)


def _missions(position: Position, power: Power) -> str:
    return say("missions_held", number=position.missions.get(power, 0), most=BOARD.max_missions)


def _own_boxes(position: Position, power: Power) -> Iterator[tuple[str, str]]:
    yield say("available"), ", ".join(position.available.get(power, ()))
    available_from = say("available_from", season=title(position.season + 1))  # 10.0.3
    yield available_from, ", ".join(position.obtained.get(power, ()))
    yield say("in_box_1"), ", ".join(position.research.get(power, position.chosen.get(power, ())))


def _points(position: Position, reader: Power | None) -> Section:
    counted = Counter(army.power for army in position.armies)
    rows = tuple(
        (
            power,
            str(sum(number for _, number in account)),
            str(counted[power]),
            ", ".join(f"{what} {number:+d}" for what, number in account if number) or say("none"),
        )
        for power in POWERS
        for account in [victory.account(position, power)]
    )
    columns = (say("column_power"), say("column_points"), say("column_armies"), say("column_account"))
    words = say("victory_points") if position.over else say("victory_points_now")
    season = () if position.over else (Item(stakes.season_of(position, reader)),)
    return Section("counts", words, season, (Table(columns, rows),))
