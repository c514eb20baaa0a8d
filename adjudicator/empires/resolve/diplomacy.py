"""Diplomacy: who moves which marker, and countries that join the war. Clauses 12 and 3.4."""

import re

from msgspec.structs import replace

from adjudicator.core.language.words import NotAllowed, listed
from adjudicator.empires.ground import (
    BOARD,
    SURRENDER,
    ZONE_NAMES,
    ZONES,
    Power,
    Track,
    own_side,
    zones_of,
)
from adjudicator.empires.position import (
    Army,
    Position,
    track_is_final,
    trenches_left,
    with_army,
    with_trench,
)
from adjudicator.empires.seasons import title
from adjudicator.empires.sentences import say

FORWARD, BACK = 2, 1  # boxes: 12.1
CITIES_FOR_SURRENDER = 2  # 12.4
ENTRY = re.compile(r"(?P<nation>\w+) (?:(?P<size>small) )?(?P<zone>.+?)(?: x(?P<count>\d+))?")


def why_not(position: Position, track: Track, forward: bool) -> str:
    power = position.power
    if power not in (track.forward if forward else track.backward):
        movers = track.forward if forward else track.backward
        by = " and ".join(movers) or say("nobody")
        return say("forward_it_is_moved_by", movers=by) if forward else say("back_it_is_moved_by", movers=by)
    box = position.diplomacy.get(track.name, 0)
    if box >= track.final:
        return say("it_is_in_last_box")
    if box == 0 and not forward:
        return say("it_is_in_box")
    if not track.first <= position.season <= track.last:
        return say("it_moves_from_to_only", first=title(track.first), last=title(track.last))
    if track.name == SURRENDER and russian_cities_taken(position) < CITIES_FOR_SURRENDER:
        return say("central_powers_do_not_control_russian", cities=CITIES_FOR_SURRENDER)
    return ""


def possible(position: Position) -> str:
    """Return a remedy with the moves of markers that the Power in turn can make."""
    ways = [
        f"{track.name} {'forward' if forward else 'back'}"
        for track in BOARD.tracks.values()
        for forward in (True, False)
        if not why_not(position, track, forward)
    ]
    return say("possible", choices=listed(ways)) if ways else say("none_can_be_moved_now")


def russian_cities_taken(position: Position) -> int:
    takers = own_side("Germany")
    return sum(ZONES[zone].city and position.control.get(zone, "") in takers for zone in zones_of("Russia"))


def move(position: Position, name: str, forward: bool) -> Position:
    """Move the marker; in the last box, its country joins the war. Raises NotAllowed."""
    track = BOARD.tracks[name]
    against = why_not(position, track, forward)
    if against:
        raise NotAllowed(say("marker_of_cannot_be_moved", name=name, against=against), possible(position))
    box = position.diplomacy.get(name, 0) + (FORWARD if forward else -BACK)
    boxes = {**position.diplomacy, name: min(track.final, max(0, box))}
    after = replace(position, diplomacy={name: boxes[name] for name in BOARD.tracks if boxes.get(name)})
    return joined(after, track) if track_is_final(after, name) else after


def joined(position: Position, track: Track) -> Position:
    """Bring the country into the war with its zones, armies and trenches. 12.5"""
    if not track.country:
        return position
    turn = position.turn
    taken = dict.fromkeys(zones_of(track.country), track.joins)
    control = {**position.control, **taken}
    position = replace(position, control={zone: control[zone] for zone in ZONES if zone in control})
    for army in armies_listed(BOARD.entry.get(track.country, ()), track.joins):
        position = with_army(position, army)
    for words in BOARD.entry_trenches.get(track.country, ()):
        if trenches_left(position):
            position = with_trench(position, ZONE_NAMES.find(words), track.joins, 1)
    if position.power != track.joins:  # orders can name them when their Power's turn comes
        return replace(position, turn=turn)
    new = tuple(id_ for id_ in position.turn.named_at if id_ not in turn.named_at)
    return replace(position, turn=replace(position.turn, joined=(*turn.joined, *new)))


def armies_listed(lines: tuple[str, ...], power: Power) -> list[Army]:
    """Return armies as `board.toml` lists them ("Italian Venice x2"); `with_army` gives them ids."""
    armies = []
    for line in lines:
        found = ENTRY.fullmatch(line)
        if found is None:
            raise ValueError(f'empires/board.toml: "{line}" is no army')
        army = Army(0, found["nation"], found["size"] or "", ZONE_NAMES.find(found["zone"]), power)
        armies += [army] * int(found["count"] or 1)
    return armies
