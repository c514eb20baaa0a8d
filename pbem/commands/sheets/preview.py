"""PREVIEW with ASSUME: what a player's orders would do.

A preview adjudicates what the player's power may know about the position (`Game.imagined`), with the player's
orders and those that they assume for others; other powers have an empty sheet. If dice are rolled, it tries
every possible roll, or many random ones that are not the table's own, and says how often each thing happened
(`pbem.reports.odds`).
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import ceil

from msgspec import Struct
from sqlmodel import col, select

from adjudicator.core.dice import Dice
from adjudicator.core.game import (
    ADJUSTS,
    LENT,
    REFUSED,
    REPEATS,
    TAKEN,
    Due,
    Item,
    Orders,
    Power,
    ReadLine,
    Record,
    State,
    Turn,
    WithJourneys,
    WithSightings,
    WithTurns,
)
from pbem.commands.command import ByGm, Command, Group
from pbem.commands.context import SeatCommandContext, SeatContext, not_used, power_meant, reason, refused
from pbem.commands.sheets.preview_facts import (
    DUE,
    ORDERED,
    OTHERS,
    WAITING,
    as_trial,
    in_vain,
    news,
    of_interest,
    with_next,
    without_kinds,
    without_old_news,
    without_others_neglect,
)
from pbem.core.logs import log
from pbem.core.sentences import Sentence, Unusable, sentence
from pbem.core.templating import words
from pbem.messages.script import Below, Request
from pbem.reports import AnswerPage, CommandResult
from pbem.reports.odds import Trial, as_reported, in_rows, without_plain
from pbem.store.game_tables import AdjudicatedTurn
from pbem.tables import default_orders, order_sheets
from pbem.tables.seats import shared_hands
from pbem.tables.trial_run import tried

MOST_PHASES = 5  # of a turn, at most: what was seen before them is left to KNOWN
VOID = "void"  # kind of an item
CHOSEN = "declared"  # kind of an item: what powers chose in secret, which in a preview most have not


class _Assumed(Struct, frozen=True):
    """Orders by power, why lines assumed for others are not among them, and where pieces were *seen*."""

    orders: Mapping[Power, Orders]
    left_out: Sequence[Sentence]
    seen: Sequence[str] = ()


class _Own(Struct, frozen=True):
    """The orders of the player, None if there are none; *are_default* if nothing else is on file.

    *are_listed* if the answer lists them above the preview.
    """

    orders: Orders | None
    are_default: bool = False
    are_listed: bool = False


class _Board(Struct, frozen=True):
    """The position as the player knows it, and what is due on it.

    *is_ahead*: as if it were the turn of the player, whose orders were sent ahead.
    """

    state: State
    due: Due
    is_ahead: bool = False


def preview(acting: SeatCommandContext, request: Request) -> CommandResult | AnswerPage:
    """Adjudicate the orders of the player with those of the ASSUME lines of the message."""
    sheet = order_sheets.on_file(acting.session, acting.at.place)
    visit = acting.visit
    is_new = sheet is not None and sheet.received_utc == visit.stored.received_utc and any(visit.script.lines)
    return _previewed(acting, request, _Own(sheet.orders if sheet else None, are_listed=is_new))


def of_draft(acting: SeatCommandContext) -> CommandResult | AnswerPage:
    """Do the same with the lines of a message that is not sent yet, on top of what is on file."""
    place, script = acting.at.place, acting.visit.script
    drafted = order_sheets.draft(acting.session, place, script)
    has_own = order_sheets.changes(drafted.reading, script) or order_sheets.on_file(acting.session, place)
    own = drafted.reading.orders if has_own else None
    return _previewed(acting, Request("PREVIEW", "", 0, "PREVIEW"), _Own(own))


def _previewed(acting: SeatCommandContext, request: Request, on_file: _Own) -> CommandResult | AnswerPage:
    at = acting.at
    if at.due.over:
        return refused(request, sentence("preview", "game_over"))
    own = _own(acting, on_file)
    is_ahead = _is_ahead(at)
    if not (own.orders is not None if is_ahead else at.row.power in {*at.due.owed, *at.due.asked}):
        return refused(request, sentence("preview", "nothing_asked", turn=at.due.turn))
    try:
        position, seen = _imagined(acting)
    except ValueError as wrong:
        return refused(request, sentence("preview", "refused", why=reason(wrong)))
    board = _board(at, position, is_ahead=is_ahead)
    assumed = _assumed(acting, board)
    orders = {**assumed.orders, **({at.row.power: own.orders} if own.orders is not None else {})}
    return _adjudicated(acting, request, (board, own), _Assumed(orders, assumed.left_out, seen))


def _own(acting: SeatCommandContext, on_file: _Own) -> _Own:
    """Return what counts at the deadline if nothing more is sent: the sheet, or else default orders."""
    at = acting.at
    if on_file.orders is not None:
        return on_file
    if _is_ahead(at):
        stored = order_sheets.sent_ahead(acting.session, at.place)
        return _Own(stored.orders if stored else None)
    power = at.row.power
    lines = {power: default_orders.stored(acting.session, at.table.key).get(power, ())}
    found = default_orders.sheets(at.game, at.table.position, (), lines)
    return _Own(found.get(power), are_default=power in found)


def _is_ahead(at: SeatContext) -> bool:
    """Return whether the turn of the player is still to come, where powers play in turn."""
    return isinstance(at.game, WithTurns) and at.game.card.plays_in_turn and at.row.power not in at.due.owed


def _board(at: SeatContext, position: State, *, is_ahead: bool) -> _Board:
    if not is_ahead or not isinstance(at.game, WithTurns):
        return _Board(position, at.due)
    state = at.game.ahead(position, at.row.power)
    return _Board(state, at.game.due(state).of(at.row.power), is_ahead=True)


def _imagined(acting: SeatCommandContext) -> tuple[State, Sequence[str]]:
    """Return the board as the player knows it, and where they saw hidden pieces since units last moved."""
    at = acting.at
    if not isinstance(at.game, WithSightings):
        return at.game.imagined(at.table.position, at.row.power), ()
    told = _since_movement(acting)
    return at.game.with_sighted(at.table.position, at.row.power, told)


def _since_movement(acting: SeatCommandContext) -> list[tuple[State, Record]]:
    """Return position and record of the last movement and of each phase after it, the oldest first."""
    at, found = acting.at, list[tuple[State, Record]]()
    wanted = select(AdjudicatedTurn).where(AdjudicatedTurn.table_key == at.table.key)
    newest = wanted.order_by(col(AdjudicatedTurn.number).desc()).limit(MOST_PHASES)
    for turn in acting.session.exec(newest):
        found.insert(0, (turn.position, turn.record))
        if turn.phase == at.game.card.phases[0]:
            break
    return found


def _assumed(acting: SeatCommandContext, board: _Board) -> _Assumed:
    """Return the orders that the player assumes for others, as far as they can be read.

    Those of the player's other powers are on file, unless others are assumed for them.
    """
    orders: dict[Power, Orders] = dict(_of_other_powers(acting))
    left_out: list[Sentence] = []
    for assumed in acting.visit.script.requests:
        if assumed.word != "ASSUME":
            continue
        try:
            power = _power(acting, assumed, board)
        except Unusable as wrong:
            left_out += [wrong.sentence, *not_used(assumed)]
            continue
        reading = acting.at.game.read(board.state, power, orders.get(power), assumed.text)
        left_out += [_left_out(line, power) for line in reading.lines if line.verdict == REFUSED]
        if reading.lines and not any(line.verdict == TAKEN for line in reading.lines):
            continue
        orders[power] = reading.orders
    return _Assumed(orders, left_out)


def _of_other_powers(acting: SeatCommandContext) -> Iterator[tuple[Power, Orders]]:
    """Yield the orders on file of the powers that share a player with the reader's by the rules."""
    at, session = acting.at, acting.visit.session
    for seat in shared_hands.other_seats(session, at.due, at.row):
        sheet = order_sheets.on_file(session, order_sheets.Place(at.game, at.table, seat.power))
        if sheet is not None and sheet.orders:
            yield seat.power, sheet.orders


def _left_out(line: ReadLine, power: Power) -> Sentence:
    text, why, remedy = line.text.strip(), line.reason, line.remedy
    return sentence("preview", "refused_line", text=text, power=power, why=why, remedy=remedy)


def _power(acting: SeatCommandContext, assumed: Request, board: _Board) -> Power:
    """Return the power of an ASSUME line. Raises Unusable."""
    try:
        power = power_meant(assumed.argument, acting.at.powers)
    except Unusable as unknown:
        line, written, why = assumed.line, assumed.written.rstrip(" :"), unknown.sentence
        raise Unusable(sentence("preview", "unknown_power", line=line, written=written, why=why)) from None
    if power == acting.at.row.power:
        raise Unusable(sentence("preview", "own_power", line=assumed.line, power=power))
    if acting.at.game.card.plays_in_turn and power not in board.due.owed:
        named, turn = acting.at.game.card.named(power), board.due.turn
        raise Unusable(sentence("preview", "not_in_turn", line=assumed.line, power=named, turn=turn))
    return power


def _adjudicated(
    acting: SeatCommandContext, request: Request, given: tuple[_Board, _Own], assumed: _Assumed
) -> CommandResult | AnswerPage:
    at, orders = acting.at, assumed.orders
    board, own = given
    try:
        trials, number, is_exact = _tried(acting, board, orders)
    except Exception:  # an error in a game must not lose the rest of the message
        log.exception("preview failed", table=at.table.key, again=False)
        return refused(request, sentence("preview", "failed"))
    trials, summary = _without_plain(acting, trials) if own.are_listed else (trials, "")
    rows = (
        as_reported(trials[0], summary)
        if number == 1
        else in_rows(trials, is_exact=is_exact, summary=summary)
    )
    facts = {
        "turn": board.due.turn,
        "is_ahead": board.is_ahead,
        "has_own": at.row.power in orders,
        "has_default": own.are_default,
        "assumed": [at.game.card.named(power) for power in orders if power != at.row.power],
        "left_out": [acting.words(one) for one in assumed.left_out],
        "seen": assumed.seen,
        "misses_hidden": isinstance(at.game, WithJourneys) and _has_void(trials),
        "trials": number,
        "is_exact": is_exact,
        "rows": rows,
        "has_throws": any(share.of for row in rows for share in row.shares),
        "error": ceil(196 * 0.5 / number**0.5),
    }
    text = words("preview.txt", facts, acting.visit.office.house.templates)
    return AnswerPage(acting.words(sentence("preview", "title")), text, is_set=True)


def _without_plain(acting: SeatCommandContext, trials: Sequence[Trial]) -> tuple[Sequence[Trial], str]:
    """Return the trials without orders that simply succeed, and a sentence about those."""
    found = without_plain(trials)
    if not found.number:
        return trials, ""
    said = sentence("preview", "succeed", number=found.number, are_all=found.are_all)
    return found.trials, acting.words(said)


def _has_void(trials: Sequence[Trial]) -> bool:
    return any(item.kind == VOID for trial in trials for item in trial.orders)


def _tried(
    acting: SeatCommandContext, board: _Board, orders: Mapping[Power, Orders]
) -> tuple[Sequence[Trial], int, bool]:
    """Return the trials of the turn, their number, and whether they cover all possibilities."""
    at, position = acting.at, board.state
    empty = {power: at.game.read(position, power, None, ()).orders for power in board.due.owed}

    def run(dice: Dice) -> Turn:
        return at.game.judge(position, {**empty, **orders}, dice)

    found = tried(run, f"preview {at.table.number}", lambda turn: len(turn.record))
    turns: dict[Turn, float] = {}
    for turn, weight in found.results:
        turns[turn] = turns.get(turn, 0.0) + weight
    assumed = [power for power in orders if power != at.row.power]
    of_others = in_vain([_of_assumed(acting, turn, assumed) for turn in turns])
    shown = (at.game.show(turn.state, turn.record, at.row.power) for turn in turns)
    said = cache(lambda what: acting.words(sentence("preview", "next", what=what)))
    later = cache(lambda what: acting.words(sentence("preview", "later", what=what)))
    shown = (with_next(of_interest(facts, at), {DUE: said, WAITING: later}) for facts in shown)
    before = {item.text for item in news(at.game.show(position, None, at.row.power))}
    shown = (without_old_news(facts, before) for facts in shown)
    shown = (without_others_neglect(facts, at, orders) for facts in shown)
    shown = (without_kinds(facts, ADJUSTS, LENT, REPEATS) for facts in shown)
    if orders.keys() <= {at.row.power}:
        shown = (without_kinds(facts, CHOSEN) for facts in shown)
    told = zip(shown, of_others, turns.items(), strict=True)
    trials = [
        as_trial(facts, [*orders], others, weight, _ending(acting, turn))
        for facts, others, (turn, weight) in told
    ]
    return trials, found.number, found.is_exact


def _ending(acting: SeatCommandContext, turn: Turn) -> str:
    """Return who wins if the turn ends the game, else ""."""
    game, own = acting.at.game, acting.at.row.power
    due = game.due(turn.state)
    if not due.over:
        return ""
    others = [game.card.named(power) for power in due.winners if power != own]
    return acting.words(sentence("preview", "ending", wins=own in due.winners, others=others))


def _of_assumed(acting: SeatCommandContext, turn: Turn, powers: Sequence[Power]) -> list[Item]:
    """Return the outcomes of the orders assumed for others, where the report of the player has none.

    The board is the one that the player imagines, so these reports tell nothing that it does not show.
    """
    game, found = acting.at.game, list[Item]()
    own = game.show(turn.state, turn.record, acting.at.row.power)
    if any(section.key == OTHERS for section in own.sections):
        return found
    told = {item.text for section in own.sections for item in section.items}
    for power in powers:
        sections = game.show(turn.state, turn.record, power).sections
        ordered = (item for section in sections if section.key == ORDERED for item in section.items)
        items = (item for item in ordered if item.order and item.text not in told)
        found += (Item(f"{power}: {item.text}", item.kind, f"{power}: {item.order}") for item in items)
    return found


COMMANDS = (
    Command(
        "PREVIEW",
        r"(?:preview|dry\s?run|what\s?if)()",
        changes=False,
        group=Group.ORDERS,
        page="preview",
        run=preview,
        of_this_turn=True,
        by_gm=ByGm.IF_SHOWN,
    ),
    Command(
        "ASSUME",
        r"(?:preview[\s,:]+(?:with\s+)?)?(?:assume|suppose)[\s:]+([^:]{1,40})(?:\s*:\s*(.*))?",
        below=Below.LINES,
        changes=False,
        group=Group.ORDERS,
        page="preview",
        by_gm=ByGm.IF_SHOWN,
    ),
)
