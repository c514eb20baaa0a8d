"""The results of dice, battle by battle, for a preview: who holds the space afterwards. 5.3 to 5.6."""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from adjudicator.core.game import Contest
from adjudicator.core.language.words import listed
from adjudicator.domination.position import Position, ground_of
from adjudicator.domination.record import Event, Record
from adjudicator.domination.sentences import say
from adjudicator.domination.view.wording import Names, event_sentence, kind_and_number, place

OF_A_BATTLE = ("round", "rolled", "armour", "lost", "sunk", "taken", "city taken")


def contests(position: Position, record: Record) -> Iterator[Contest]:
    """Yield each battle of the turn; *position* is that after it."""
    names, fought = ground_of(position).titles, before_builds(position, record.events)
    for space, events in _by_space(record.events).items():
        yield _contest(fought, space, events, names)


def endings(position: Position, events: Sequence[Event]) -> dict[str, str]:
    """Return by space how each battle ended, as a sentence."""
    names, fought = ground_of(position).titles, before_builds(position, events)
    return {space: _ending(fought, space, of_space, names) for space, of_space in _by_space(events).items()}


def before_builds(position: Position, events: Sequence[Event]) -> Position:
    """Return *position* without the units that were built in the turn: they did not fight."""
    built: Counter[tuple[str, str, str]] = Counter()
    for event in events:
        if event.key == "built":
            kind, number = kind_and_number(event.words["units"])
            built[event.player, kind, event.space] += number
    left = (replace(row, count=row.count - built[row.player, row.kind, row.space]) for row in position.units)
    return replace(position, units=tuple(row for row in left if row.count > 0)) if built else position


def _by_space(events: Sequence[Event]) -> dict[str, list[Event]]:
    """Return the events of each space in which a battle was fought, in the order of the battles."""
    found: dict[str, list[Event]] = {}
    for event in events:
        if event.key in OF_A_BATTLE:
            found.setdefault(event.space, []).append(event)
    fought = {event.space for event in events if event.key == "round"}
    return {space: rows for space, rows in found.items() if space in fought}


def _ending(position: Position, space: str, events: Sequence[Event], names: Names) -> str:
    ended = outcome(position, space, events)
    return say("battle_ended", place=place(space, names), outcome=ended)


def _contest(position: Position, space: str, events: Sequence[Event], names: Names) -> Contest:
    sides = next(event.words["sides"] for event in events if event.key == "round")
    lost: Counter[str] = Counter()
    for event in events:
        if event.key in ("lost", "sunk"):
            lost[event.player] += int(event.words.get("number", "1"))
    return Contest(
        where=say("battle", place=place(space, names)),
        outcome=outcome(position, space, events),
        detail=sides.replace(", ", " against "),
        lost={player: lost[player] for player in position.settings.seats if lost[player]},
        told=(
            *(event_sentence(event, names) for event in events),
            _ending(position, space, events, names),
        ),
    )


def outcome(position: Position, space: str, events: Sequence[Event]) -> str:
    """Say who has the space after the battle; both sides may still be there. 5.6"""
    taker = next((event.player for event in events if event.key in ("taken", "city taken")), "")
    if taker:
        return say("takes_it", player=taker)
    owner = position.owners.get(space, "")
    left = list(dict.fromkeys(row.player for row in position.units if row.space == space))
    if owner and position.forts.get(space, 0) and owner not in left:
        left.append(owner)
    if owner and set(left) <= {owner}:
        return say("keeps_it", player=owner)
    if len(left) == 1:
        return say("is_left_alone", player=left[0])
    fighting = listed(sorted(left, key=position.settings.seats.index), "and")
    return say("still_fighting", players=fighting) if left else say("nobody_is_left")
