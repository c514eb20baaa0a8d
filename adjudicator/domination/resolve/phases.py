"""The steps of a turn in their order, and the phase that follows. Clauses 2.7, 2.8, 3, 7.2 and 11.

The schemes go through the same steps: one order sheet for a whole turn, two messages, or phase by phase and
player by player. In a rule case one phase is played for all players.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import assert_never

from msgspec import UNSET
from msgspec.structs import replace

from adjudicator.core.dice import Dice
from adjudicator.domination.language.orders import (
    BUILD,
    COMBAT,
    LOSE,
    MAGIC,
    MOVE,
    Build,
    Cast,
    Claim,
    Hold,
    Move,
    OrderSheet,
    Pieces,
    Prefer,
)
from adjudicator.domination.position import (
    CASE,
    DOUBLE,
    MINI,
    SHEET,
    SPLIT,
    TABLE,
    CasualtyChoice,
    Position,
    can_build,
    can_move,
    data_of,
    ground_of,
    has_magic,
    is_out,
    owner_of,
    player_order,
)
from adjudicator.domination.record import SUCCEEDS, Outcome, Record, Result
from adjudicator.domination.resolve import building, combat, losses, magic, movement, set_up, victory
from adjudicator.domination.resolve.conditions import has_piece
from adjudicator.domination.resolve.owed import acting_now, scheme, skips_empty_phases, title
from adjudicator.domination.resolve.steps import (
    NOT_HELD,
    before_battle,
    builds,
    moves,
    no_builds,
    remember,
    spells,
    wait_for_battle,
)
from adjudicator.domination.resolve.turn_state import TurnState

OrderSheets = Mapping[str, OrderSheet]


class RecordingDice:
    """Dice that record their rolls, and first repeat those *before*."""

    def __init__(self, dice: Dice, before: Sequence[int] = ()) -> None:
        self._dice = dice
        self._before = list(before)
        self.rolled: list[int] = []

    def roll(self, sides: int) -> int:
        result = self._before.pop(0) if self._before else self._dice.roll(sides)
        self.rolled.append(result)
        return result


def judge(position: Position, sheets: OrderSheets, dice: Dice) -> tuple[Position, Record]:
    """Adjudicate what is due. Players without an order sheet follow 11.5."""
    acting = acting_now(position)
    given = {player: sheets[player] for player in acting if player in sheets}
    state = TurnState(position, given, dice)
    remember(state, acting)
    after = STEPS[position.phase](state, acting)
    after = replace(after, number=position.number + 1)
    record = Record(
        title=title(position),
        number=position.number,
        phase=position.phase,
        events=tuple(state.events),
        results=tuple(_by_sheet(state.results, given)),
        silent=tuple(player for player in acting if player not in sheets),
    )
    return after, record


def _by_sheet(results: Sequence[Result], sheets: OrderSheets) -> list[Result]:
    """Return the outcomes in the order of the sheets; those of lines of earlier messages come first."""
    places = {player: {line: at for at, line in enumerate(sheet)} for player, sheet in sheets.items()}
    return sorted(results, key=lambda row: places.get(row.player, {}).get(row.line, -1))


# Set-up


def _set_up(state: TurnState, _acting: Sequence[str]) -> Position:
    """Lay the pieces; in Mini Domination hold the draft from the same messages; 2.1 to 2.4, 11.4."""
    position = state.start
    lists = PieceLists(state)
    spared = lists.named() if position.is_imagined else ()
    slots = set_up.choose(position.settings, state.order, lists.of, spared)
    lists.add_results()
    if spared and (position.settings.variant == DOUBLE or not lists.has_one(state.order[0])):
        state.report("others choose")
    after, found = set_up.laid(position, slots)
    for one, other in found.swaps:
        state.report("swapped", one=one, other=other)
    if found.why:
        state.report("arranged anew", why=found.why)
    for slot, piece in enumerate(after.slots):
        owner = owner_of(position.settings, slot)
        state.report("laid", owner, slot=str(slot + 1), piece=piece)
    is_whole = position.phase == "opening" or scheme(position) != CASE
    if position.settings.variant == MINI and is_whole:
        return _drafted(TurnState(after, state.sheets, state.dice), state)
    return _to_starting_builds(after)


def _opening(state: TurnState, _acting: Sequence[str]) -> Position:
    """Carry out a whole set-up: pieces, in Mini Domination the draft, and the starting builds; 11.4."""
    laid = _claims(state, ()) if state.start.slots else _set_up(state, ())
    known = tuple(row for row in state.standing if row.order.place in ("", *ground_of(laid).spaces))
    laid = replace(laid, standing=known)
    if laid.over:
        return laid
    started = TurnState(laid, state.sheets, state.dice)
    builds(started, started.order, building.why_not_start_at, building.opening_sites)
    after = _end_of_builds(started, started.position())
    state.events += started.events
    state.results += started.results
    return after


class PieceLists:
    """The lists of pieces. The conditions of a player's lists are tested when the player chooses; 11.4."""

    def __init__(self, state: TurnState) -> None:
        self.state = state
        self.applied: set[tuple[str, int]] = set()

    def of(self, player: str, chosen: set_up.Chosen) -> list[str]:
        """Return what *player* lists in all lines that apply now."""
        found: list[str] = []
        held: dict[int, bool] = {}
        for line in self.state.sheets.get(player, ()):
            if not isinstance(line.order, Pieces):
                continue
            held[line.number] = all(has_piece(chosen, case) for case in line.cases or ())
            if held[line.number] and not held.get(line.otherwise, False):
                self.applied.add((player, line.number))
                found += line.order.pieces
        return found

    def has_one(self, player: str) -> bool:
        """Return whether *player* lists pieces: nobody takes them from who chooses first."""
        return any(isinstance(line.order, Pieces) for line in self.state.sheets.get(player, ()))

    def named(self) -> list[str]:
        """Return all pieces on any list. Where orders are only tried, other players choose these last."""
        lines = (line.order for sheet in self.state.sheets.values() for line in sheet)
        return [piece for order in lines if isinstance(order, Pieces) for piece in order.pieces]

    def add_results(self) -> None:
        for player, lines in self.state.sheets.items():
            for line in lines:
                if isinstance(line.order, Pieces):
                    applied = not line.is_conditional or (player, line.number) in self.applied
                    self.state.add_result(player, line, Outcome(SUCCEEDS) if applied else NOT_HELD)


def _claimed(state: TurnState) -> dict[str, list[str]]:
    """Return the spaces that each player lists in all lines of the order sheet."""
    found: dict[str, list[str]] = {}
    for player, lines in state.sheets.items():
        for line in lines:
            if isinstance(line.order, Claim):
                found.setdefault(player, []).extend(line.order.spaces)
                state.add_result(player, line, Outcome(SUCCEEDS))
    return found


def _claims(state: TurnState, _acting: Sequence[str]) -> Position:
    return _drafted(state, state)


def _drafted(state: TurnState, reported_to: TurnState) -> Position:
    """Hold the draft of Mini Domination, which may already win by cities; 10.3."""
    settings = state.settings
    lists = _claimed(state)
    state.owners = set_up.draft(settings, state.start.slots, state.order, lists)
    state.home = dict(state.owners)
    state.forts = dict.fromkeys(state.ground.cities(), state.rules.fort_tokens)
    for player in state.order:
        spaces = [space for space, owner in state.owners.items() if owner == player]
        reported_to.report("claimed", player, spaces=", ".join(spaces), number=str(len(spaces)))
    victory.by_cities(state)
    if reported_to is not state:
        reported_to.events += state.events
        reported_to.results += state.results
    return _to_starting_builds(state.position())


def _to_starting_builds(position: Position) -> Position:
    return replace(position, phase="start", acting=player_order(position))


def _starting_builds(state: TurnState, acting: Sequence[str]) -> Position:
    """Carry out the starting builds, which may already cause the final turn; 2.7, 2.8, 7.2."""
    return _builds_in_order(state, acting, building.why_not_start_at)


# Turns


def _turn(state: TurnState, acting: Sequence[str]) -> Position:
    """Carry out whole order sheets; 11.1."""
    if over := _to_battles(state, acting):
        no_builds(state, acting)
        return over
    builds(state, _in_order(state), building.why_not_at)
    return _end_of_builds(state, state.position())


def _orders(state: TurnState, acting: Sequence[str]) -> Position:
    """Carry out the first of two order sheets; 11.2."""
    return _to_battles(state, acting) or _to_builds(state)


def _to_battles(state: TurnState, acting: Sequence[str]) -> Position | None:
    """Carry out a turn up to its battles; return the position if the game is over."""
    moves(state, acting)
    movement.drown(state)
    spells(state, acting)
    wait_for_battle(state, acting)
    before_battle(state)
    combat.fight_all(state)
    return _game_over(state)


def _in_order(state: TurnState) -> Sequence[str]:
    return [player for player in state.order if not is_out(state.position(), player)]


def _game_over(state: TurnState) -> Position | None:
    """Return the position if a player has won by cities or the final turn is over; 7.1, 7.2."""
    if state.start.final and not state.over:
        victory.by_morale(state)
    return replace(state.position(), acting=()) if state.over else None


def _to_builds(state: TurnState) -> Position:
    """Begin the builds, with scheme table for those who can build; end them if nobody can; 11.3."""
    position = state.position()
    acting = tuple(_in_order(state))
    if skips_empty_phases(position):
        acting = tuple(player for player in acting if can_build(position, player))
    after = replace(position, phase=BUILD, acting=acting)
    return after if acting else _end_of_builds(state, after)


def _only_draw(state: TurnState, _acting: Sequence[str]) -> Position:
    magic.draw(state)
    return state.position()


def _move_phase(state: TurnState, acting: Sequence[str]) -> Position:
    """Carry out the moves of all players in a rule case, else of one player; 11.3."""
    moves(state, acting)
    wait_for_battle(state, acting)
    left = state.start.acting[len(acting) :]
    if left:
        return replace(state.position(), acting=left)
    movement.drown(state)
    if scheme(state.start) == CASE:
        return state.position()
    position = state.position()
    holders = tuple(player for player in _in_order(state) if position.hands.get(player))
    if has_magic(position) and holders:
        return replace(position, phase=MAGIC, acting=holders)
    return _fight(state)


def _magic_phase(state: TurnState, acting: Sequence[str]) -> Position:
    spells(state, acting)
    wait_for_battle(state, acting)
    left = state.start.acting[len(acting) :]
    if left or scheme(state.start) == CASE:
        return replace(state.position(), acting=left)
    return _fight(state)


def _combat_phase(state: TurnState, acting: Sequence[str]) -> Position:
    if state.start.asking is None:
        wait_for_battle(state, acting)
    return _fight(state)


def _fight(state: TurnState) -> Position:
    """Fight the battles; after a casualty choice repeat them with the same dice and the answer; 11.3."""
    before = state.start.asking
    if before is None:
        before_battle(state)
    base = state.position()
    recorder = RecordingDice(state.dice, before.rolled if before else ())
    state.dice = recorder
    answers = (*before.answers, _answer(state, before)) if before else ()
    if data_of(base).mail.losses == "ask" and scheme(base) == TABLE:
        state.answers = list(answers)
    reported_before = len(state.events)
    skipped = before.reported if before else 0
    try:
        combat.fight_all(state)
    except losses.CasualtyChoiceNeeded as needed:
        so_far = len(state.events) - reported_before
        del state.events[reported_before : reported_before + skipped]
        asking = replace(needed.choice, rolled=tuple(recorder.rolled), answers=answers, reported=so_far)
        return replace(base, phase=COMBAT, acting=(asking.player,), asking=asking)
    del state.events[reported_before : reported_before + skipped]
    return _after_battles(state)


def _answer(state: TurnState, asking: CasualtyChoice) -> tuple[str, ...]:
    """Return the kinds that the player wants to lose; () if no answer came and preferences decide."""
    for line in state.sheets.get(asking.player, ()):
        match line.order:
            case Prefer(what=what, kinds=kinds, place=place) if what == LOSE and place in ("", asking.space):
                state.add_result(asking.player, line, Outcome(SUCCEEDS))
                return kinds
            case Prefer() | Move() | Hold() | Cast() | Build() | Pieces() | Claim():
                continue
            case _ as never:
                assert_never(never)
    return ()


def _after_battles(state: TurnState) -> Position:
    if over := _game_over(state):
        return over
    return state.position() if scheme(state.start) == CASE else _to_builds(state)


def _build_phase(state: TurnState, acting: Sequence[str]) -> Position:
    return _builds_in_order(state, acting, building.why_not_at)


def _builds_in_order(state: TurnState, acting: Sequence[str], allowed: building.SiteRule) -> Position:
    """Carry out the builds of the *acting* players; the turn ends with those of the last player."""
    builds(state, acting, allowed)
    after = replace(state.position(), acting=state.start.acting[len(acting) :])
    return after if after.acting else _end_of_builds(state, after)


def _end_of_builds(state: TurnState, position: Position) -> Position:
    """End the turn: end of the game, open cards, first player card, next cards; 2.8, 3.2, 7.2, 8.2, 8.6."""
    reasons = [] if position.over else victory.exhausted(position)
    for player, why in reasons:
        state.report("final turn", player, why=why)
    order = player_order(position)
    first = order[1 % len(order)]
    state.report("first player", first)
    after = replace(
        position,
        turn=position.turn + 1,
        first=first,
        final=bool(reasons),
        discard=(*position.discard, *position.cast),
        cast=(),
        spent={},
        effects=(),
        casts=UNSET,
        passing=(),
    )
    return _next_turn(state, after)


def _next_turn(state: TurnState, position: Position) -> Position:
    """Begin the next turn in the scheme of this game; a rule case of one phase ends here."""
    the_scheme = scheme(position)
    if the_scheme == CASE and position.phase != "turn":
        return position
    drawn = TurnState(position, {}, state.dice)
    if the_scheme != CASE or position.deck:  # a case without a deck lists no dice for a shuffle
        magic.draw(drawn)
    state.events += drawn.events
    after = drawn.position()
    first_phase = {SHEET: "turn", SPLIT: "orders", TABLE: MOVE, CASE: "turn"}[the_scheme]
    acting = tuple(player for player in player_order(after) if not is_out(after, player))
    if skips_empty_phases(after):
        acting = tuple(player for player in acting if can_move(after, player)) or acting
    return replace(after, phase=first_phase, acting=acting)


STEPS: Mapping[str, Callable[[TurnState, Sequence[str]], Position]] = {
    "setup": _set_up,
    "opening": _opening,
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
