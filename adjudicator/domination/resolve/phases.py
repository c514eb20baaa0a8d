"""The steps of a turn in their order, and what follows. Clauses 2.7, 2.8, 3, 7.2 and 11.

Each scheme is a way through the same steps: one sheet for a whole turn, two mails, or step by step and player
by player. In a rule case a phase is played for all players, and nothing comes after it.
"""

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from adjudicator.core.dice import Dice
from adjudicator.domination.language.orders import (
    BUILD,
    COMBAT,
    LOSE,
    MAGIC,
    MOVE,
    Claim,
    OrderLine,
    Pieces,
    Prefer,
)
from adjudicator.domination.position import (
    CASE,
    MINI,
    SHEET,
    SPLIT,
    TABLE,
    Asking,
    Position,
    data_of,
    has_magic,
    is_out,
    player_order,
)
from adjudicator.domination.record import SUCCEEDS, Outcome, Record
from adjudicator.domination.resolve import building, combat, losses, magic, movement, set_up, victory
from adjudicator.domination.resolve.owed import acting_now, scheme, title
from adjudicator.domination.resolve.steps import (
    before_battle,
    builds,
    moves,
    no_builds,
    remember,
    spells,
    wait_for_battle,
)
from adjudicator.domination.resolve.turn_state import Table

Sheets = Mapping[str, Sequence[OrderLine]]


class Recorder:
    """Dice that remember what was rolled, and begin with what was rolled before."""

    def __init__(self, dice: Dice, before: Sequence[int] = ()) -> None:
        self._dice = dice
        self._before = list(before)
        self.rolled: list[int] = []

    def roll(self, sides: int) -> int:
        result = self._before.pop(0) if self._before else self._dice.roll(sides)
        self.rolled.append(result)
        return result


def judge(position: Position, sheets: Sheets, dice: Dice) -> tuple[Position, Record]:
    """Judge what is due. A player without a sheet is silent; 11.5."""
    acting = acting_now(position)
    given = {player: sheets[player] for player in acting if player in sheets}
    table = Table(position, given, dice)
    remember(table, acting)
    after = STEPS[position.phase](table, acting)
    after = replace(after, number=position.number + 1)
    record = Record(
        title=title(position),
        number=position.number,
        phase=position.phase,
        events=tuple(table.events),
        results=tuple(table.results),
        silent=tuple(player for player in acting if player not in sheets),
    )
    return after, record


# -- the set-up


def _set_up(table: Table, _acting: Sequence[str]) -> Position:
    """Pieces and swaps; in Mini Domination the draft from the same mails; 2.1 to 2.4, 11.4."""
    position = table.start
    slots = set_up.choose(position.settings, table.order, _named(table, Pieces))
    after, found = set_up.laid(position, slots)
    for one, other in found.swaps:
        table.tell("swapped", one=one, other=other)
    if found.why:
        table.tell("arranged anew", why=found.why)
    for slot, piece in enumerate(after.slots):
        owner = set_up.owner_of(position.settings, slot)
        table.tell("laid", owner, slot=str(slot + 1), piece=piece)
    if position.settings.variant == MINI and scheme(position) != CASE:
        return _drafted(Table(after, table.sheets, table.dice), table)
    return _to_starting_builds(after)


def _named(table: Table, kind: type[Pieces] | type[Claim]) -> dict[str, list[str]]:
    """What each player lists, all lines of the sheet together."""
    found: dict[str, list[str]] = {}
    for player, lines in table.sheets.items():
        for line in lines:
            if isinstance(line.order, kind):
                words = line.order.pieces if isinstance(line.order, Pieces) else line.order.spaces
                found.setdefault(player, []).extend(words)
                table.settle(player, line, Outcome(SUCCEEDS))
    return found


def _claims(table: Table, _acting: Sequence[str]) -> Position:
    return _drafted(table, table)


def _drafted(table: Table, told: Table) -> Position:
    """10.3; the draft may already win by cities."""
    settings = table.settings
    lists = _named(table, Claim)
    table.owners = set_up.draft(settings, table.start.slots, table.order, lists)
    table.home = dict(table.owners)
    table.forts = dict.fromkeys(table.ground.cities(), table.rules.fort_tokens)
    for player in table.order:
        spaces = [space for space, owner in table.owners.items() if owner == player]
        told.tell("claimed", player, spaces=", ".join(spaces), number=str(len(spaces)))
    victory.by_cities(table)
    if told is not table:
        told.events += table.events
        told.results += table.results
    return _to_starting_builds(table.position())


def _to_starting_builds(position: Position) -> Position:
    return replace(position, phase="start", acting=player_order(position))


def _starting_builds(table: Table, acting: Sequence[str]) -> Position:
    """2.7, 2.8; a player may start the final turn already, 7.2."""
    builds(table, acting, building.may_start_at)
    after = replace(table.position(), acting=table.start.acting[len(acting) :])
    return after if after.acting else _end_of_builds(table, after)


# -- the whole turn


def _turn(table: Table, acting: Sequence[str]) -> Position:
    """One sheet: everything in the order of the rules; 11.1."""
    moves(table, acting)
    movement.drown(table)
    spells(table, acting)
    wait_for_battle(table, acting)
    before_battle(table)
    combat.fight_all(table)
    over = _game_over(table)
    if over:
        no_builds(table, acting)
        return over
    builds(table, _in_order(table), building.may_build_at)
    return _end_of_builds(table, table.position())


def _orders(table: Table, acting: Sequence[str]) -> Position:
    """The first of two mails; 11.2."""
    moves(table, acting)
    movement.drown(table)
    spells(table, acting)
    wait_for_battle(table, acting)
    before_battle(table)
    combat.fight_all(table)
    return _game_over(table) or _to_builds(table)


def _in_order(table: Table) -> Sequence[str]:
    return [player for player in table.order if not is_out(table.position(), player)]


def _game_over(table: Table) -> Position | None:
    """Won by cities, or the final turn is done; 7.1, 7.2."""
    if table.start.final and not table.over:
        victory.by_morale(table)
    return replace(table.position(), acting=()) if table.over else None


def _to_builds(table: Table) -> Position:
    position = table.position()
    return replace(position, phase=BUILD, acting=tuple(_in_order(table)))


def _only_draw(table: Table, _acting: Sequence[str]) -> Position:
    magic.draw(table)
    return table.position()


def _move_phase(table: Table, acting: Sequence[str]) -> Position:
    """All of it in a rule case, one player's part at the table; 11.3."""
    moves(table, acting)
    wait_for_battle(table, acting)
    left = table.start.acting[len(acting) :]
    if left:
        return replace(table.position(), acting=left)
    movement.drown(table)
    if scheme(table.start) == CASE:
        return table.position()
    position = table.position()
    holders = tuple(player for player in _in_order(table) if position.hands.get(player))
    if has_magic(position) and holders:
        return replace(position, phase=MAGIC, acting=holders)
    return _fight(table)


def _magic_phase(table: Table, acting: Sequence[str]) -> Position:
    spells(table, acting)
    wait_for_battle(table, acting)
    left = table.start.acting[len(acting) :]
    if left or scheme(table.start) == CASE:
        return replace(table.position(), acting=left)
    return _fight(table)


def _combat_phase(table: Table, acting: Sequence[str]) -> Position:
    if table.start.asking is None:
        wait_for_battle(table, acting)
    return _fight(table)


def _fight(table: Table) -> Position:
    """The battles; they stop for a casualty choice where the GM has it so, and begin anew with the answer."""
    before = table.start.asking
    if before is None:
        before_battle(table)
    base = table.position()
    recorder = Recorder(table.dice, before.rolled if before else ())
    table.dice = recorder
    answers = (*before.answers, _answer(table, before)) if before else ()
    if data_of(base).mail.losses == "ask" and scheme(base) == TABLE:
        table.answers = list(answers)
    told_before = len(table.events)
    skipped = before.told if before else 0
    try:
        combat.fight_all(table)
    except losses.Asked as stopped:
        so_far = len(table.events) - told_before
        del table.events[told_before : told_before + skipped]
        asking = replace(stopped.asking, rolled=tuple(recorder.rolled), answers=answers, told=so_far)
        return replace(base, phase=COMBAT, acting=(asking.player,), asking=asking)
    del table.events[told_before : told_before + skipped]
    return _after_battles(table)


def _answer(table: Table, asking: Asking) -> tuple[str, ...]:
    """The kinds that the asked player gives up first; none where no answer came: the preferences decide."""
    for line in table.sheets.get(asking.player, ()):
        if (
            isinstance(line.order, Prefer)
            and line.order.what == LOSE
            and line.order.place in ("", asking.space)
        ):
            table.settle(asking.player, line, Outcome(SUCCEEDS))
            return line.order.kinds
    return ()


def _after_battles(table: Table) -> Position:
    over = _game_over(table)
    if over:
        return over
    return table.position() if scheme(table.start) == CASE else _to_builds(table)


def _build_phase(table: Table, acting: Sequence[str]) -> Position:
    builds(table, acting, building.may_build_at)
    after = replace(table.position(), acting=table.start.acting[len(acting) :])
    return after if after.acting else _end_of_builds(table, after)


def _end_of_builds(table: Table, position: Position) -> Position:
    """The end tests, the open cards, the first player card, the next cards; 2.8, 3.2, 7.2, 8.2, 8.6."""
    reasons = [] if position.over else victory.exhausted(position)
    for player, why in reasons:
        table.tell("final turn", player, why=why)
    order = player_order(position)
    first = order[1 % len(order)]
    table.tell("first player", first)
    begun = replace(
        position,
        turn=position.turn + 1,
        first=first,
        final=bool(reasons),
        discard=(*position.discard, *position.cast),
        cast=(),
        spent={},
        effects=(),
        passing=(),
    )
    return _next_turn(table, begun)


def _next_turn(table: Table, position: Position) -> Position:
    """The beginning of a turn, in the scheme of this game; in a rule case of one phase nothing follows."""
    the_scheme = scheme(position)
    if the_scheme == CASE and position.phase != "turn":
        return position
    drawn = Table(position, {}, table.dice)
    if the_scheme != CASE or position.deck:  # a case that gives no deck has no dice for a shuffle either
        magic.draw(drawn)
    table.events += drawn.events
    after = drawn.position()
    first_phase = {SHEET: "turn", SPLIT: "orders", TABLE: MOVE, CASE: "turn"}[the_scheme]
    acting = tuple(player for player in player_order(after) if not is_out(after, player))
    return replace(after, phase=first_phase, acting=acting)


STEPS: Mapping[str, Callable[[Table, Sequence[str]], Position]] = {
    "setup": _set_up,
    "claim": _claims,
    "start": _starting_builds,
    "turn": _turn,
    "orders": _orders,
    "draw": _only_draw,
    "move": _move_phase,
    "magic": _magic_phase,
    "combat": _combat_phase,
    "build": _build_phase,
}
