"""In which order does a season go, and what happens when a turn ends?  Clauses 4.4, 6.8 and 10.0.3."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from adjudicator.core.dice import Dice
from adjudicator.core.game import Due
from adjudicator.empires import seasons
from adjudicator.empires.ground import BOARD, POWERS, ZONE_NAMES, ZONES, Power
from adjudicator.empires.language import orders
from adjudicator.empires.language.on_file import OrdersOnFile
from adjudicator.empires.language.parsing import said
from adjudicator.empires.language.plan import Verdict, planned
from adjudicator.empires.position import (
    PlannedSheet,
    Position,
    TurnSoFar,
    of_power,
    ordered,
    with_army,
    with_trench,
)
from adjudicator.empires.record import Event, LeftOut, Record
from adjudicator.empires.resolve import control, entrenching, obligations, research, supply, victory
from adjudicator.empires.resolve.diplomacy import armies_listed
from adjudicator.empires.resolve.execution import carried_out
from adjudicator.empires.view.wording import army_name, recruit_item

Held = TypeVar("Held")

# ---- the start


def start(options: Mapping[str, str]) -> Position:
    """The set-up of summer 1914. 2.1 to 2.4"""
    position = Position(
        season=1,
        power=POWERS[0],
        number=1,
        armies=(),
        next_id=1,
        control={zone.id: zone.start for zone in ZONES.values() if zone.start},
        trenches={},
        options=dict(options),
        is_prepared=False,
    )
    for power, lines in BOARD.setup.items():
        for army in armies_listed(lines, power):
            position = with_army(position, army)
    for power, names in BOARD.setup_trenches.items():
        for name in names:
            position = with_trench(position, ZONE_NAMES.find(name), power, 1)
    return begun(position, POWERS[0])


def begun(position: Position, power: Power) -> Position:
    """The position as the Power's turn begins."""
    own = of_power(position.armies, power)
    turn = TurnSoFar(
        named_at={army.id: army.zone for army in own},
        was_cut=tuple(army.id for army in own if army.cut),
    )
    position = replace(position, power=power, turn=turn)
    return replace(position, turn=replace(turn, could_attack=obligations.open_attacks(position)))


def as_if_in_turn(position: Position, power: Power) -> Position:
    """The position if it were the Power's turn: how a sheet mailed ahead is read."""
    if power == position.power or position.over:
        return position
    if POWERS.index(power) < POWERS.index(position.power):
        position = _season_over(position)
    return begun(position, power)


def concluded(position: Position, winners: Sequence[Power]) -> Position:
    """The game over before its time; *winners* share it. Raises ValueError for who does not play."""
    strangers = [name for name in winners if name not in POWERS]
    if strangers:
        raise ValueError(f'no power "{strangers[0]}"; there are {", ".join(POWERS)}')
    return replace(position, over=True, winners=tuple(name for name in POWERS if name in winners))


# ---- what is due


def title(season: int, power: Power) -> str:
    """Gives "Summer 1914, Germany"."""
    return f"{seasons.title(season)}, {power}"


def due(position: Position) -> Due:
    first = position.number == 1 and not position.is_prepared
    asked = "the three technologies of the set-up; without them Attack 1, Defence 1 and Manoeuvre"
    what = "the rest of the turn" if position.turn.has_acted or position.turn.actions else "a sheet"
    return Due(
        turn=title(position.season, position.power),
        number=position.number,
        phase=position.power,
        owed={} if position.over else {position.power: what},
        asked={power: asked for power in POWERS if power not in position.chosen} if first else {},
        waits_for_all=first and not position.over,  # 2.3, S.3; whoever has chosen
        over=position.over,
        winners=position.winners,
        hands=tuple(powers for powers in victory.hands(position) if len(powers) > 1),
    )


# ---- the end of a turn


class _Ended(NamedTuple):
    position: Position
    events: tuple[Event, ...] = ()


def _control(position: Position) -> _Ended:
    after = control.settled(position)
    return _Ended(after, _changes(position, after, "control"))


def _changes(before: Position, after: Position, kind: str) -> tuple[Event, ...]:
    return tuple(
        Event(kind, power, zone, other=before.control.get(zone, ""))
        for zone, power in after.control.items()
        if before.control.get(zone) != power
    )


def _trenches(position: Position) -> _Ended:
    after, gone = entrenching.lost(position)
    return _Ended(after, tuple(Event("trench_removed", power, zone) for zone, power in gone))


def _armies_supply(position: Position) -> _Ended:
    checked = supply.checked(position)
    kinds = (("unsupplied", checked.weakened), ("starved", checked.starved), ("supplied", checked.freed))
    events = tuple(
        Event(kind, army.power, army.zone, army_name(army)) for kind, armies in kinds for army in armies
    )
    return _Ended(checked.position, events)


def _zones_supply(position: Position) -> _Ended:
    after = supply.with_lost_zones(position, supply.zones_lost(position))
    return _Ended(after, _changes(position, after, "zone_cut"))


def _obligations(position: Position) -> _Ended:
    after, missing = obligations.settled(position)
    return _Ended(after, (Event("duty", position.power, number=missing),) if missing else ())


class Check(NamedTuple):
    """A step at the end of every Power's turn."""

    do: Callable[[Position], _Ended]
    clause: str


END_OF_TURN = (
    Check(_control, "3.5"),
    Check(_trenches, "11.4"),
    Check(_armies_supply, "6.4"),
    Check(_zones_supply, "6.7"),
    Check(_obligations, "5.7"),
)


def _season_over(position: Position) -> Position:
    """10.0.3, and what is counted by the year begins anew."""
    position = replace(research.season_over(position), season=position.season + 1)
    return replace(position, used={}) if seasons.begins_year(position.season) else position


def ended(position: Position) -> tuple[Position, tuple[Event, ...]]:
    """The end of the turn, and the beginning of the next one."""
    events: list[Event] = []
    for check in END_OF_TURN:
        done = check.do(position)
        position = done.position
        events += done.events
    place = POWERS.index(position.power) + 1
    if place < len(POWERS):
        return begun(position, POWERS[place]), tuple(events)
    if position.season == BOARD.turns:
        over = replace(position, over=True, winners=victory.winners(position))
        return over, (*events, Event("over"))
    return begun(_season_over(position), POWERS[0]), tuple(events)


# ---- the turn


def judge(position: Position, letters: Mapping[Power, OrdersOnFile], dice: Dice) -> tuple[Position, Record]:
    """The turn of the Power that is due, or its part up to PAUSE; sheets of the others are kept."""
    position = research.prepared(_taken_in(position, letters))
    power = position.power
    sheet = position.sheets.get(power)
    position = replace(position, sheets=_without(position.sheets, power))
    plan = planned(position, said(sheet.lines if sheet else ()))
    told = carried_out(position, plan, dice)
    paused = plan.is_paused
    after, events = (told.position, ()) if paused else ended(told.position)
    record = Record(
        season=position.season,
        power=power,
        number=position.number,
        steps=told.steps,
        end=events,
        left_out=tuple(LeftOut(_left_out(v), v.fault.reason) for v in plan.verdicts if v.fault),
        silent=sheet is None and not position.turn.has_acted,
        paused=paused,
        resumed=position.turn.has_acted,
    )
    return replace(after, number=position.number + 1), record


def _left_out(verdict: Verdict) -> str:
    """The line; of a line with several items the one that was refused."""
    if isinstance(verdict.order, orders.New | orders.Reinforce):
        return recruit_item(verdict.order)
    return verdict.text


def _without(held: Mapping[Power, Held], power: Power) -> dict[Power, Held]:
    return {name: value for name, value in held.items() if name != power}


def _taken_in(position: Position, letters: Mapping[Power, OrdersOnFile]) -> Position:
    """What the Powers mailed: sheets, standing orders, and before season 1 the technologies. S.3, 2.3"""
    given = {power: letters[power] for power in POWERS if power in letters}
    position = _forgotten(position, [power for power, letter in given.items() if letter.taken_back])
    sheets = {power: PlannedSheet(letter.lines) for power, letter in given.items() if letter.lines}
    chosen = {power: letter.technologies for power, letter in given.items() if letter.technologies}
    standing = {power: letter.standing for power, letter in given.items()}
    return replace(
        position,
        sheets=ordered({**position.sheets, **sheets}),
        chosen={} if position.is_prepared else ordered({**position.chosen, **chosen}),
        standing=ordered({**position.standing, **standing}),
    )


def _forgotten(position: Position, powers: Sequence[Power]) -> Position:
    """Without what these Powers had mailed ahead."""
    for power in powers:
        position = replace(position, sheets=_without(position.sheets, power))
        position = replace(position, chosen=_without(position.chosen, power))
    return position
