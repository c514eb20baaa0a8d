"""PREVIEW with ASSUME, OPTIONS and FORM: what a player's orders would do, and what they could order.

A preview adjudicates what the player's power may know about the position (`Game.imagined`), with the player's
orders and those that they assume for others; other powers have an empty sheet. If dice are rolled, it tries
every possible roll, or many random ones that are not the table's own, and says how often each thing happened
(`pbem.reports.odds`).
"""

import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby, takewhile
from math import ceil

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import col, select

from adjudicator.core.dice import Dice
from adjudicator.core.game import (
    ADJUSTS,
    LENT,
    NEGLECTED,
    REFUSED,
    REPEATS,
    TAKEN,
    Due,
    Item,
    Orders,
    Power,
    ReadLine,
    Record,
    ReportFacts,
    Section,
    State,
    Turn,
    WithJourneys,
    WithSightings,
    WithTurns,
)
from adjudicator.core.language.words import listed
from pbem.commands.command import ByGm, Command, Group
from pbem.commands.context import SeatCommandContext, SeatContext, power_meant, reason, refused
from pbem.commands.sheets.combinations import are_in_any_order, choice
from pbem.commands.sheets.options_of_a_place import naming, of_units_there, place_meant
from pbem.core.logs import log
from pbem.core.sentences import Sentence, Unusable, sentence
from pbem.core.templating import form_line, words, wrapped
from pbem.messages.script import Below, Request
from pbem.reports import AnswerPage, CommandResult
from pbem.reports.odds import Trial, as_reported, in_rows, without_plain
from pbem.store.game_tables import AdjudicatedTurn
from pbem.tables import default_orders, order_sheets
from pbem.tables.trial_run import RESULT_SECTIONS, tried

MOST_PHASES = 5  # of a turn, at most: what was seen before them is left to KNOWN
MANY = 10  # orders of a unit that differ only in their end: OPTIONS and the unit lists them in one line
SEVERAL = 4  # the same for OPTIONS alone, which is long
FEW = 3  # the same if the end follows a word, as in "A Ise destroys any", and not a sign, as in "A Ise - Gap"
ADJUSTMENTS = ("Build ", "Removal ")  # entries for a number of builds or removals, not for a unit
BESIDES = ", besides"  # the end of an entry with orders in addition to the unit's action
OTHERS, ORDERED, DUE, NEWS, WAITING = "others", "results", "due", "news", "waiting"  # sections of a report
VOID, SUCCEEDS = "void", "succeeds"  # kinds of items
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
    return _judged(acting, request, (board, own), _Assumed(orders, assumed.left_out, seen))


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
    """Return the orders that the player assumes for others, as far as they can be read."""
    orders: dict[Power, Orders] = {}
    left_out: list[Sentence] = []
    for assumed in acting.visit.script.requests:
        if assumed.word != "ASSUME":
            continue
        try:
            power = _power(acting, assumed, board)
        except Unusable as wrong:
            left_out.append(wrong.sentence)
            continue
        reading = acting.at.game.read(board.state, power, orders.get(power), assumed.text)
        left_out += [_left_out(line, power) for line in reading.lines if line.verdict == REFUSED]
        if reading.lines and not any(line.verdict == TAKEN for line in reading.lines):
            continue
        orders[power] = reading.orders
    return _Assumed(orders, left_out)


def _left_out(line: ReadLine, power: Power) -> Sentence:
    text, why, remedy = line.text.strip(), line.reason, line.remedy
    return sentence("preview", "refused_line", text=text, power=power, why=why, remedy=remedy)


def _power(acting: SeatCommandContext, assumed: Request, board: _Board) -> Power:
    """Return the power of an ASSUME line. Raises Unusable."""
    try:
        power = power_meant(assumed.argument, acting.at.powers)
    except Unusable as unknown:
        line, written, why = assumed.line, assumed.written, unknown.sentence
        raise Unusable(sentence("preview", "unknown_power", line=line, written=written, why=why)) from None
    if power == acting.at.row.power:
        raise Unusable(sentence("preview", "own_power", line=assumed.line, power=power))
    if acting.at.game.card.plays_in_turn and power not in board.due.owed:
        named, turn = acting.at.game.card.named(power), board.due.turn
        raise Unusable(sentence("preview", "not_in_turn", line=assumed.line, power=named, turn=turn))
    return power


def _judged(
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
    of_others = _in_vain([_of_assumed(acting, turn, assumed) for turn in turns])
    shown = (at.game.show(turn.state, turn.record, at.row.power) for turn in turns)
    said = cache(lambda what: acting.words(sentence("preview", "next", what=what)))
    later = cache(lambda what: acting.words(sentence("preview", "later", what=what)))
    shown = (_with_next(_of_interest(facts, at), {DUE: said, WAITING: later}) for facts in shown)
    before = {item.text for item in _news(at.game.show(position, None, at.row.power))}
    shown = (_without_old_news(facts, before) for facts in shown)
    shown = (_without_others_neglect(facts, at, orders) for facts in shown)
    shown = (_without(facts, ADJUSTS, LENT, REPEATS) for facts in shown)
    if orders.keys() <= {at.row.power}:
        shown = (_without(facts, CHOSEN) for facts in shown)
    told = zip(shown, of_others, turns.items(), strict=True)
    trials = [
        _trial(facts, [*orders], others, weight, _ending(acting, turn))
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


def _in_vain(trials: Sequence[Sequence[Item]]) -> list[list[Item]]:
    """Return, for each trial, the outcomes of those orders that do not succeed in all trials."""
    orders = {item.order for items in trials for item in items if item.kind != SUCCEEDS}
    return [[item for item in items if item.order in orders] for items in trials]


def _of_interest(facts: ReportFacts, at: SeatContext) -> ReportFacts:
    """Return *facts* without what others will owe, where powers play in turn: it is the same every time."""
    if not at.game.card.plays_in_turn:
        return facts
    own = f"{at.row.power}:"
    kept = (
        replace(part, items=tuple(item for item in part.items if item.text.startswith(own)))
        if part.key == DUE
        else part
        for part in facts.sections
    )
    return replace(facts, sections=tuple(kept))


def _news(facts: ReportFacts) -> Iterator[Item]:
    return (item for section in facts.sections if section.key == NEWS for item in section.items)


def _without_old_news(facts: ReportFacts, before: Container[str]) -> ReportFacts:
    """Return *facts* without news that the player has *before* the turn, such as a whisper about the Ring."""
    kept = (
        replace(part, items=tuple(item for item in part.items if item.text not in before))
        if part.key == NEWS
        else part
        for part in facts.sections
    )
    return replace(facts, sections=tuple(kept))


def _without_others_neglect(facts: ReportFacts, at: SeatContext, ordered: Container[Power]) -> ReportFacts:
    """Return *facts* without what powers left out, if they have no orders in the preview."""
    silent = [at.game.card.named(power).casefold() for power in at.game.card.seats if power not in ordered]
    kept = (
        replace(part, items=tuple(item for item in part.items if not _is_neglect_of(item, silent)))
        for part in facts.sections
    )
    return replace(facts, sections=tuple(kept))


def _is_neglect_of(item: Item, silent: Sequence[str]) -> bool:
    return item.kind == NEGLECTED and item.text.casefold().startswith(tuple(silent))


def _without(facts: ReportFacts, *kinds: str) -> ReportFacts:
    """Return *facts* without items of these kinds."""
    sections = (
        replace(section, items=tuple(item for item in section.items if item.kind not in kinds))
        for section in facts.sections
    )
    return replace(facts, sections=tuple(sections))


def _with_next(facts: ReportFacts, said: Mapping[str, Callable[[str], str]]) -> ReportFacts:
    """Return *facts* with each line of what will be due, or waits, as something that comes next."""
    return replace(facts, sections=tuple(_as_next(section, said) for section in facts.sections))


def _as_next(section: Section, said: Mapping[str, Callable[[str], str]]) -> Section:
    if section.key not in said:
        return section
    items = (replace(item, text=said[section.key](item.text)) for item in section.items)
    return Section(DUE, section.title, tuple(items))


def _trial(
    facts: ReportFacts, ordered: Sequence[Power], others: Sequence[Item], weight: float, ending: str
) -> Trial:
    """Return what a report would say, with only those orders of others that were assumed."""
    own = [(section.key, item) for section in facts.sections for item in section.items]
    told = [item for key, item in own if key in RESULT_SECTIONS and key != ORDERED]
    told += [item for key, item in own if key == OTHERS and item.text.partition(":")[0] in ordered]
    orders = [item for key, item in own if key == ORDERED]
    return Trial([*orders, *others], told, facts.contests, weight, ending)


def options(acting: SeatCommandContext, request: Request) -> CommandResult | AnswerPage:
    """List the possible orders of a unit, or of all units."""
    at = acting.at
    chosen = at.game.choices(at.table.position, at.row.power)
    form = at.game.form(at.table.position, at.row.power)
    every = _as_on_form(chosen, form)
    written = _with_short_names(request.argument, at.game.card.pieces)
    wanted = (_meant(written, every) or _due_in(written, every)) if written else every
    lead: list[str] = []
    if not wanted and (place := place_meant(request.argument, at.atlas)):
        wanted = of_units_there(place, every)
        if not wanted and (wanted := naming(place, every)):
            lead = [wrapped(acting.words(sentence("preview", "none_there", place=place.name)))]
    if not wanted and (lines := _drafts_on_form(request.argument, form)):
        return _page(acting, sentence("preview", "options"), "\n".join(wrapped(line, 2, 4) for line in lines))
    if not wanted and every:
        entries = dict.fromkeys(_unit(entry) for entry in every if not _is_heading(acting, entry, every))
        return refused(request, sentence("preview", "no_unit", written=request.argument, entries=[*entries]))
    many = MANY if request.argument else SEVERAL
    note = at.game.card.choices_note
    listed_orders = [*lead, *_listed(acting, wanted, many), *([wrapped(note)] if note and wanted else [])]
    return _page(acting, sentence("preview", "options"), "\n\n".join(listed_orders))


def _is_heading(acting: SeatCommandContext, entry: str, every: Mapping[str, Sequence[str]]) -> bool:
    """Return whether an entry of `choices` is a heading of the order sheet."""
    return [*every[entry]] == [entry] and entry in acting.at.game.card.headings


def _listed(acting: SeatCommandContext, wanted: Mapping[str, Sequence[str]], many: int) -> Iterator[str]:
    """Yield a paragraph for each entry, and one for the orders in addition to the units' actions.

    Entries that are alike, such as Build 1 and Build 2, share one.
    """
    actions = (entry for entry in wanted if not entry.endswith(BESIDES))
    for orders, entries in groupby(actions, lambda entry: wanted[entry]):
        named = [*entries]
        if len(named) == 1 and _is_heading(acting, named[0], wanted):
            yield acting.words(sentence("preview", "under_heading", heading=named[0]))
            continue
        told = [line for _, line in _in_short(acting, orders, many)]
        yield "\n".join([f"{listed(named, 'and')}:", *(wrapped(line, 2, 4) for line in told)])
    besides = {_unit(entry): orders for entry, orders in wanted.items() if entry.endswith(BESIDES)}
    if any(besides.values()):
        has_more_above = len(besides) < len(wanted)
        heading = acting.words(sentence("preview", "besides", has_more_above=has_more_above))
        yield "\n".join([heading, *(wrapped(line, 2, 4) for line in _once(acting, besides))])


def _once(acting: SeatCommandContext, besides: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield lines of orders, each for the first of the units that may be ordered so, and name the others."""
    alike: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    for unit, orders in besides.items():
        for run, line in _in_short(acting, orders, MANY):
            alike.setdefault(tuple(order.removeprefix(unit) for order in run), []).append((unit, line))
    for (_, line), *others in alike.values():
        units = [unit for unit, _ in others]
        yield acting.words(sentence("preview", "same_for", line=line, units=units))


def _drafts_on_form(written: str, form: Sequence[str]) -> Sequence[str]:
    """Return the comments of the form that begin with a word in capitals, such as PAUSE."""
    drafts = (line.lstrip("# ") for line in form if line.startswith("#"))
    return [line for line in drafts if line.partition(" ")[0] == written.strip().upper()]


def _as_on_form(every: Mapping[str, Sequence[str]], form: Sequence[str]) -> dict[str, Sequence[str]]:
    """Return the entries in the order of the form, such as where Gandalf starts before what he does there.

    An entry without a line on the form stays below the one above it.
    """
    ranks: list[int] = []
    for orders in every.values():
        on_form = (rank for rank, line in enumerate(form) if line in orders)
        ranks.append(next(on_form, ranks[-1] if ranks else 0))
    in_order = sorted(zip(ranks, every.items(), strict=True), key=lambda one: one[0])
    return dict(entry for _, entry in in_order)


def _in_short(
    acting: SeatCommandContext, orders: Sequence[str], many: int
) -> Iterator[tuple[Sequence[str], str]]:
    """Yield *orders* with their lines; so *many* in a row that differ only in their end share one.

    So do those that are all the ways to choose some of several things.
    """
    if found := choice(orders):
        yield (
            orders,
            acting.words(
                sentence("preview", "choice", first=orders[0], number=found.number, things=found.things)
            ),
        )
        return
    if are_in_any_order(orders):
        yield orders, acting.words(sentence("preview", "any_order", first=orders[0]))
        return
    for stem, run in _by_stem(orders):
        if len(run) >= (FEW if stem[-1:].isalpha() else many):
            first, *others = (order.removeprefix(stem).strip() for order in run)
            yield run, acting.words(sentence("preview", "alike", first=run[0], end=first, others=others))
        else:
            yield from (([order], order) for order in run)


def _by_stem(orders: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield runs of *orders* with what they have in common up to their ends, "" if that is not enough."""
    run: list[str] = []
    stem = ""
    for order in orders:
        together = _stem(run[-1], order) if run else ""
        if run and together and stem in ("", together):
            stem = together
        elif run:
            yield stem, run
            run, stem = [], ""
        run.append(order)
    if run:
        yield stem, run


def _stem(one: str, other: str) -> str:
    """Return the words that both begin with, up to a verb or preposition, or to all but the last word.

    "A Ise destroys" is one, for "A Ise destroys Lord of the Nazgul" too, and "RESEARCH"; "A Ise" is not one.
    """
    if one.rpartition(" ")[0] == other.rpartition(" ")[0]:
        return one.rpartition(" ")[0]
    pairs = zip(one.split(), other.split(), strict=False)
    common = [word for word, _ in takewhile(lambda pair: pair[0] == pair[1], pairs)]
    is_verb = common and (
        common[-1].islower() if len(common) > 1 else common[0].isupper() and len(common[0]) > 1
    )
    return " ".join(common) if is_verb else ""


def _page(acting: SeatCommandContext, title: Sentence, text: str) -> AnswerPage:
    due = acting.at.game.due(acting.at.table.position)
    nothing = sentence("preview", "nothing_to_order", turn="" if due.over else due.turn)
    return AnswerPage(acting.words(title), text or acting.words(nothing), is_set=True)


def _unit(entry: str) -> str:
    """Return the unit of an entry like "A Lam, besides"."""
    return entry.partition(",")[0]


def _meant(written: str, every: Mapping[str, Sequence[str]]) -> dict[str, Sequence[str]]:
    """Return the entries of the units that *written* means: "Fe" is the Fellowship, not the Ranger FEr."""
    words = _plain(written)
    begun = {unit: orders for unit, orders in every.items() if _plain(_unit(unit))[: len(words)] == words}
    return begun or {unit: orders for unit, orders in every.items() if _is_meant(written, unit)}


def _with_short_names(written: str, pieces: Mapping[str, str]) -> str:
    """Return *written* with the short name of the piece that it begins with: "R" for "my Rangers"."""
    asked = " ".join(written.split())
    for short, name in pieces.items():
        if begins := re.match(rf"(?:(?:my|the)\s+)?{re.escape(name)}s?\b", asked, re.IGNORECASE):
            return f"{short}{asked[begins.end() :]}"
    return asked


def _due_in(place: str, every: Mapping[str, Sequence[str]]) -> dict[str, Sequence[str]]:
    """Return the builds and removals in *place*, as orders write it."""
    found = {
        entry: [order for order in orders if order.lower().split()[-1:] == _plain(place)]
        for entry, orders in every.items()
        if entry.startswith(ADJUSTMENTS)
    }
    return {entry: orders for entry, orders in found.items() if orders}


def _is_meant(written: str, entry: str) -> bool:
    """Return whether "a paris" means "A Par", or "A MTi" means "2A MTi": word by word, by beginnings."""
    words, own = _plain(written), _plain(_unit(entry))
    pairs = list(zip(words[-len(own) :], own[-len(words) :], strict=False))
    return bool(pairs) and all(one.startswith(two) or two.startswith(one) for one, two in pairs)


def _plain(unit: str) -> list[str]:
    """Return the words of a unit without the number of a stack."""
    return [word for word in re.sub(r"^\d+\s*", "", unit.strip().lower()).split() if word]


def form(acting: SeatCommandContext, _request: Request) -> AnswerPage:
    lines = acting.at.game.form(acting.at.table.position, acting.at.row.power)
    text = "\n".join(map(form_line, lines))
    if text and order_sheets.on_file(acting.session, acting.at.place) is not None:
        text = f"{wrapped(acting.words(sentence('preview', 'form_on_file')))}\n\n{text}"
    return _page(acting, sentence("preview", "form"), text)


COMMANDS = (
    Command(
        "FORM",
        r"(?:send\s+)?(?:order\s+)?form()",
        changes=False,
        group=Group.ORDERS,
        page="status",
        run=form,
        by_gm=ByGm.IF_SHOWN,
    ),
    Command(
        "OPTIONS",
        r"(?:options|choices)(?:\s+(?:for\s+)?(.{1,60}))?",
        changes=False,
        group=Group.ORDERS,
        page="status",
        run=options,
        by_gm=ByGm.IF_SHOWN,
    ),
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
