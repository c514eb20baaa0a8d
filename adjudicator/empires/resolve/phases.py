"""The order of play in a season, and the end of a turn. Clauses 4.4, 6.8 and 10.0.3."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from adjudicator.core.dice import Dice
from adjudicator.core.game import Due, Own
from adjudicator.core.language.words import Refusal
from adjudicator.empires import seasons
from adjudicator.empires.ground import BOARD, POWERS, ZONE_NAMES, ZONES, Power
from adjudicator.empires.language.on_file import OrdersOnFile
from adjudicator.empires.language.orders import Conditional, SheetOrder
from adjudicator.empires.language.parsing import said
from adjudicator.empires.language.plan import DecidedLine, Plan, Refused, SheetLine, planned, sheet_lines
from adjudicator.empires.position import (
    Army,
    Fought,
    PlannedSheet,
    Position,
    TurnSoFar,
    of_power,
    ordered,
    with_army,
    with_trench,
)
from adjudicator.empires.record import Decided, Event, EventKind, LeftOut, Record, Step, parts
from adjudicator.empires.resolve import control, entrenching, obligations, research, supply, victory
from adjudicator.empires.resolve.deciding import Scene, holds
from adjudicator.empires.resolve.diplomacy import armies_listed
from adjudicator.empires.resolve.execution import executed
from adjudicator.empires.sentences import say
from adjudicator.empires.view.condition_words import conditions_words
from adjudicator.empires.view.wording import army_name, order_words, sheet_words

Held = TypeVar("Held")

# ---- the start


USUAL = "usual"
DEFAULTS = {"pauses": "3", "pace": USUAL, "missions": "open"}  # options that older tables do not have


def with_defaults(options: Mapping[str, str]) -> dict[str, str]:
    """Return the options of a new game with the defaults filled in: tables without them play differently."""
    options = {**DEFAULTS, **options}
    if options["pace"] == USUAL:
        options["pace"] = "single" if options.get("players", "4").startswith("3") else "paired"
    return options


def start(options: Mapping[str, str]) -> Position:
    """Return the set-up of summer 1914. 2.1 to 2.4"""
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
    """Return the position as the Power's turn begins."""
    own = of_power(position.armies, power)
    turn = TurnSoFar(
        named_at={army.id: army.zone for army in own},
        was_cut=tuple(army.id for army in own if army.cut),
    )
    position = replace(position, power=power, turn=turn)
    return replace(position, turn=replace(turn, could_attack=obligations.open_attacks(position)))


def as_if_in_turn(position: Position, power: Power) -> Position:
    """Return the position on which a sheet sent ahead is read: as if it were the Power's turn."""
    if power == position.power or position.over:
        return position
    if POWERS.index(power) < POWERS.index(position.power):
        position = _season_over(position)
    position = begun(position, power)
    return replace(position, turn=replace(position.turn, follows=_follows(position)))


# ---- partners under one deadline (4.6)

NEXT = {"Franco-British": "Russia", "Austria-Hungary": "Germany"}


def _follows(position: Position) -> bool:
    """Return whether the Power in turn plays right after its partner, under the same deadline."""
    is_first = position.season == 1 and position.power == POWERS[0]
    return is_paired(position) and position.power in NEXT.values() and not is_first


def is_paired(position: Position) -> bool:
    return position.options.get("pace") == "paired"


def follower(position: Position) -> Power:
    """Return the partner that plays under the same deadline, after the Power in turn; "" for none."""
    is_last = position.season == BOARD.turns and position.power == POWERS[-1]
    return "" if position.over or is_last or not is_paired(position) else NEXT.get(position.power, "")


def owing(position: Position) -> tuple[Power, ...]:
    """Return the Powers whose sheets are due, in the order in which they are carried out."""
    return () if position.over else tuple(filter(None, (position.power, follower(position))))


def asked(position: Position) -> tuple[Power, ...]:
    """Return the Powers that are asked for the technologies of the set-up (2.3)."""
    return tuple(power for power in POWERS if power not in position.chosen) if _is_first(position) else ()


def _is_first(position: Position) -> bool:
    return position.number == 1 and not position.is_prepared


def concluded(position: Position, winners: Sequence[Power]) -> Position:
    """End the game early; *winners* share the victory. Raises ValueError for an unknown Power."""
    unknown = [name for name in winners if name not in POWERS]
    if unknown:
        raise ValueError(say("option_power_is_unknown", unknown=unknown[0], powers=", ".join(POWERS)))
    return replace(position, over=True, winners=tuple(name for name in POWERS if name in winners))


# ---- what is due


def title(season: int, power: Power) -> str:
    """Return for example "Summer 1914, Germany"."""
    return f"{seasons.title(season)}, {power}"


def seasons_of(position: Position, record: Record | None) -> str:
    """Return the season of the turns in the record, or of those that are due: "Summer 1914"."""
    turns = parts(record) if record else ()
    numbers = [turn.season for turn in turns] or [season for season, _ in _moments(position)]
    return seasons.span(list(dict.fromkeys(numbers)))


def title_of(position: Position, record: Record | None) -> str:
    """Return the name of the turns in the record, or of those that are due."""
    turns = parts(record) if record else ()
    return _titles([(turn.season, turn.power) for turn in turns] or _moments(position))


def _moments(position: Position) -> list[tuple[int, Power]]:
    moments = [(position.season, position.power)]
    if after := follower(position):
        moments.append((position.season + (after == POWERS[0]), after))
    return moments


def _titles(moments: Sequence[tuple[int, Power]]) -> str:
    """Return "Summer 1914, Franco-British and Russia"; the season of each where they differ."""
    seasons_ = {season for season, _ in moments}
    if len(seasons_) == 1:
        return title(moments[0][0], " and ".join(power for _, power in moments))
    return " and ".join(title(*moment) for moment in moments)


def due(position: Position) -> Due:
    first = _is_first(position)
    is_rest = position.turn.is_paused or position.turn.has_acted or bool(position.turn.actions)
    moments = _moments(position)
    owed = {power: say("orders_owed") for power in owing(position)}
    if is_rest and not position.over:
        owed[position.power] = say("rest_of_the_turn")
    return Due(
        turn=_titles(moments),
        number=position.number,
        phase=position.power,
        owed=owed,
        own={power: Own(title(season, power), power) for season, power in moments} if moments[1:] else {},
        is_rest=is_rest and not position.over,
        asked={power: say("technologies_asked") for power in asked(position)},
        waits_for_all=first and not position.over,  # 2.3, S.3; also for Powers that have chosen
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


def _changes(before: Position, after: Position, kind: EventKind) -> tuple[Event, ...]:
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
    kinds: Sequence[tuple[EventKind, Sequence[Army]]] = (
        ("unsupplied", checked.weakened),
        ("starved", checked.starved),
        ("lost_last_step", checked.worn_out),
        ("supplied", checked.freed),
    )
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
    """Begin the next season: technologies become available (10.0.3), and a new year resets its counts."""
    position = replace(research.season_over(position), season=position.season + 1)
    return replace(position, used={}, pauses={}) if seasons.begins_year(position.season) else position


def ended(position: Position) -> tuple[Position, tuple[Event, ...]]:
    """End the turn and begin the next one."""
    events: list[Event] = []
    for check in END_OF_TURN:
        position, new = check.do(position)
        events += new
    place = POWERS.index(position.power) + 1
    if place < len(POWERS):
        return begun(position, POWERS[place]), tuple(events)
    if position.season == BOARD.turns:
        over = replace(position, over=True, winners=victory.winners(position))
        return over, (*events, Event("over"))
    return begun(_season_over(position), POWERS[0]), tuple(events)


# ---- the turn


def judge(position: Position, on_file: Mapping[Power, OrdersOnFile], dice: Dice) -> tuple[Position, Record]:
    """Adjudicate the turn of the Power that is due, up to PAUSE, then that of a partner due with it (4.6).

    The sheets of all others are stored.
    """
    position = research.prepared(_with_orders(position, on_file))
    number, second = position.number, follower(position)
    known_refusals = _refused_as_told(position, second) if second else ()
    after, record = _turn(position, dice)
    if second and after.power == second:
        after, then = _turn(replace(after, turn=replace(after.turn, follows=True)), dice, known_refusals)
        record = replace(record, then=then)
    return replace(after, number=number + 1), record


def _refused_as_told(position: Position, power: Power) -> tuple[Refused, ...]:
    """Return what is refused of a sheet on the board that its player saw.

    The partner's turn may make such a line legal, but its player read "Not accepted" and does not expect it
    to be carried out.
    """
    return _refused(planned(as_if_in_turn(position, power), _lines_of(position.sheets.get(power))))


def _refused(plan: Plan) -> tuple[Refused, ...]:
    return tuple(verdict for verdict in plan.verdicts if isinstance(verdict, Refused))


def _lines_of(sheet: PlannedSheet | None) -> list[SheetLine]:
    return sheet_lines(said(sheet.lines if sheet else ()))


def _turn(position: Position, dice: Dice, known_refusals: Sequence[Refused] = ()) -> tuple[Position, Record]:
    """Carry out the sheet of the Power in turn, up to PAUSE, without what was refused before."""
    power = position.power
    sheet = position.sheets.get(power)
    position = replace(position, sheets=_without(position.sheets, power))
    plan = planned(position, _lines_of(sheet), known_refusals)
    after, steps = executed(position, plan, dice)
    after = with_fought(after, steps, is_rest=_is_resumed(position))
    after, events = (_paused(after), ()) if plan.is_paused else ended(after)
    record = Record(
        season=position.season,
        power=power,
        number=position.number,
        steps=steps,
        end=events,
        left_out=tuple(map(_left_out, _refused(plan))),
        silent=sheet is None and not _is_resumed(position),
        paused=plan.is_paused,
        resumed=_is_resumed(position),
        decided=_all_decided(position, plan),
    )
    return after, record


def _is_resumed(position: Position) -> bool:
    return position.turn.has_acted or position.turn.is_paused


def _paused(position: Position) -> Position:
    """Count the PAUSE, and wait for the rest of the turn. S.2"""
    if "pauses" not in position.options:
        return position
    pauses = {**position.pauses, position.power: position.pauses.get(position.power, 0) + 1}
    turn = replace(position.turn, is_paused=True, follows=False)
    return replace(position, turn=turn, pauses=ordered(pauses))


def with_fought(position: Position, steps: Sequence[Step], *, is_rest: bool) -> Position:
    """Remember where the Power in turn attacked.

    Its combats of the turn before are forgotten, unless these are the *steps* of the rest of a turn.
    """
    power = position.power
    if "pace" not in position.options:  # a table that is older than orders with conditions
        return position
    kept = [one for one in position.fought if one.power != power or is_rest]
    combats = [step.combat for step in steps if step.combat]
    for combat in combats:
        before = [one for one in kept if (one.power, one.zone) == (power, combat.zone)]
        is_won = combat.outcome == "succeeds" or any(one.is_won for one in before)
        kept = [*(one for one in kept if one not in before), Fought(power, combat.zone, is_won)]
    return replace(position, fought=tuple(kept))


def _left_out(refused: Refused) -> LeftOut:
    """Return the refused line; of a line with several items, the item that was refused."""
    text = order_words(refused.item) if refused.item else refused.text
    return LeftOut(text, refused.fault.reason)


def _is_end(order: SheetOrder) -> bool:
    return isinstance(order, Conditional) and order.is_end


def _all_decided(position: Position, plan: Plan) -> tuple[Decided, ...]:
    """Return what became of the lines with conditions, decided on the *position* when the turn began."""
    refused, scene = {verdict.number for verdict in _refused(plan)}, Scene(position, position.power)
    lines = (line for line in plan.decided if not _is_end(line.order))
    return tuple(replace(_decided(line, refused), unmet=_unmet(scene, line)) for line in lines)


def _unmet(scene: Scene, line: DecidedLine) -> str:
    """Return which of several conditions did not hold; "" if there was only one, or all held."""
    if line.fate.is_met is not False or not isinstance(line.order, Conditional):
        return ""
    conditions = line.order.conditions
    failed = [replace(one, is_denied=not one.is_denied) for one in conditions if not holds(scene, one)]
    return conditions_words(failed) if len(conditions) > 1 else ""


def _decided(line: DecidedLine, refused: Collection[int]) -> Decided:
    """Return the record of a line that has a condition, or did not count because of one above it.

    *refused*: the numbers of the lines that were left out in the end, so that nothing of them was used.
    """
    used, text = line.fate.order, line.text.strip()
    if not isinstance(line.order, Conditional):
        return Decided(text, None)
    is_head = line.order.order is None
    words = "" if used is None or isinstance(used, Refusal) or line.number in refused else sheet_words(used)
    is_else = line.order.is_else and not line.order.conditions
    return Decided(text, line.fate.is_met, words, is_head, is_else)


def _without(held: Mapping[Power, Held], power: Power) -> dict[Power, Held]:
    return {name: value for name, value in held.items() if name != power}


def _with_orders(position: Position, on_file: Mapping[Power, OrdersOnFile]) -> Position:
    """Store sheets, standing orders, and before season 1 the technologies. S.3, 2.3"""
    given = {power: on_file[power] for power in POWERS if power in on_file}
    position = _without_taken_back(position, [power for power, orders in given.items() if orders.taken_back])
    sheets = {power: PlannedSheet(orders.lines) for power, orders in given.items() if orders.lines}
    chosen = {power: orders.technologies for power, orders in given.items() if orders.technologies}
    standing = {power: orders.standing for power, orders in given.items()}
    return replace(
        position,
        sheets=ordered({**position.sheets, **sheets}),
        chosen={} if position.is_prepared else ordered({**position.chosen, **chosen}),
        standing=ordered({**position.standing, **standing}),
    )


def _without_taken_back(position: Position, powers: Sequence[Power]) -> Position:
    for power in powers:
        position = replace(position, sheets=_without(position.sheets, power))
        position = replace(position, chosen=_without(position.chosen, power))
    return position
