"""The report of a turn, in words and in a picture."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, assert_never

from adjudicator import drawing
from adjudicator.core.game import Item, ReportFacts, Section, Table, Tally
from adjudicator.core.outcomes import told
from adjudicator.core.phrasing import with_article, with_cause
from adjudicator.core.position import Dislodged, Position
from adjudicator.core.unit_numbers import unit_numbers
from adjudicator.core.words import listed
from adjudicator.drawing.alt_text import in_words
from adjudicator.standard.language import orders as act
from adjudicator.standard.language.orders import Order
from adjudicator.standard.resolve import adjustments, retreats
from adjudicator.standard.resolve.board_tables import Tables
from adjudicator.standard.resolve.phases import due, title
from adjudicator.standard.resolve.record import Record, Result, power_of, results_of
from adjudicator.standard.resolve.retreats import province_of
from adjudicator.standard.view.clauses import clause_of
from adjudicator.standard.view.headlines import conquests, counted, fought_over, place_of_headline, story
from adjudicator.standard.view.notation import describe
from adjudicator.standard.view.sight import Seen
from adjudicator.standard.view.wording import place_name, sentence, short, unit_name

SILENT = {
    "movement": "No orders came from you: your units held.",
    "retreat": "No orders came from you: what had to retreat was disbanded.",
    "adjustment": "No orders came from you: nothing was built, and what had to go was chosen by the rules.",
}


def sheet(seen: Seen) -> ReportFacts:
    """The report of the turn that was judged, or of the position where there is no record."""
    sections = (
        *(_news(seen.board, seen.record) if seen.record else ()),
        *(_results(seen, seen.record) if seen.record else ()),
        *_due(seen),
        _positions(seen),
        _counts(seen),
    )
    return ReportFacts(
        game=seen.board.facts.game.title,
        turn=_turn(seen),
        reader=seen.reader,
        headline=_headline(seen),
        lead=_lead(seen),
        sections=sections,
        alt=_alt(seen),
        facts=facts(seen),
        tally=_tally(seen),
        numbers={} if seen.record else _numbers(seen),
    )


def _numbers(seen: Seen) -> dict[str, int]:
    """Return what the first mail of the reader says in numbers."""
    units = describe(seen.board, seen.position, None)["units"].get(seen.reader, ())
    return unit_numbers(units) | {"win": seen.board.facts.goal, "centres": len(seen.board.map.centres)}


def _tally(seen: Seen) -> Tally:
    held = Counter(seen.position.owners.values())
    return Tally("supply centres", {power: held[power] for power in seen.board.map.powers})


def _turn(seen: Seen) -> str:
    moment = seen.record or seen.position
    return title(seen.board, moment.year, moment.season, moment.phase)


def _headline(seen: Seen) -> str:
    if seen.record is None:
        return f"{len(seen.board.map.powers)} powers, {seen.board.facts.goal} centres to win"
    return story(seen.board, seen.record, seen.position)[0]


def _lead(seen: Seen) -> str:
    """Return the lead paragraph of the turn; before the first turn, what wins."""
    if seen.record is None:
        who = listed(seen.board.map.powers, "and")
        facts = seen.board.facts
        won = f"{facts.game.title} is won with {facts.goal} supply centres"
        return f"{who} play. {won} after {with_article(facts.seasons.autumn)}."
    return story(seen.board, seen.record, seen.position)[1]


def _news(board: Tables, record: Record) -> Iterator[Section]:
    """Yield what changed hands. Missing orders are not in it: a house rule may keep them back."""
    items = [Item(told_so, "gained") for told_so in conquests(board, record.changes)]
    items += [Item(f"{power} passes up {counted(number, 'build')}.") for power, number in record.waived]
    if items:
        yield Section("news", "What changed hands" if record.changes else "News", tuple(items))


def _results(seen: Seen, record: Record) -> Iterator[Section]:
    """Yield a player's own orders, each with its cause; those of others in zine notation, a line a power."""
    if seen.reader is not None:
        own = tuple(
            Item(_result(seen.board, row), row.outcome.word)
            for row in results_of(record.results, seen.reader)
        )
        if seen.reader in record.silent:
            own = (Item(SILENT[record.phase], "lost"), *own)
        if own:
            yield Section("results", "Your orders, and what came of them", own)
    others = tuple(
        Item(f"{power}: {'; '.join(_short(seen.board, row) for row in rows)}.", _worst(rows))
        for power in seen.board.map.powers
        if power != seen.reader and (rows := results_of(record.results, power))
    )
    if others:
        key, whose = ("others", "The orders of the others") if seen.reader else ("results", "Orders")
        yield Section(key, f"{whose}, {_turn(seen)}", others)


def _worst(rows: Sequence[Result]) -> str:
    """The outcome that marks a power's line: a layout may colour it."""
    words = [row.outcome.word for row in rows]
    return next(
        (word for word in ("destroyed", "dislodged", "fails", "cut", "void") if word in words), "succeeds"
    )


def _short(board: Tables, result: Result) -> str:
    words = told(result.outcome, partial(unit_name, board))
    return f"{short(result.order)} ({words})" if words else short(result.order)


def _result(board: Tables, result: Result) -> str:
    words = told(result.outcome, partial(unit_name, board))
    clause = clause_of(result.outcome)
    return with_cause(sentence(board, result.order), f"{words}; see RULES {clause}" if clause else words)


def _due(seen: Seen) -> Iterator[Section]:
    position = seen.position
    rows = [
        Item(
            f"{row.unit.power}: {unit_name(seen.board, row.unit)} may retreat to "
            f"{_places(seen.board, position, row)}, or disband."
        )
        for row in position.dislodged
    ]
    if position.phase == "adjustment" and not position.over:
        rows += [
            Item(f"{power}: {what}{_sites(seen, power)}.")
            for power, what in due(seen.board, position).owed.items()
        ]
    if rows:
        yield Section("due", f"Due: {due(seen.board, position).turn}", tuple(rows))


def _places(board: Tables, position: Position, row: Dislodged) -> str:
    return ", ".join(place_name(board, place) for place in retreats.places(board, position, row))


def _sites(seen: Seen, power: str) -> str:
    if adjustments.possible(seen.board, seen.position, power) < 0:
        return ""
    sites = adjustments.building_sites(seen.board, seen.position, power)
    return f" in {', '.join(place_name(seen.board, site) for site in sites)}"


def _positions(seen: Seen) -> Section:
    rows = tuple(
        (
            power,
            ", ".join(unit_name(seen.board, unit) for unit in seen.position.units if unit.power == power)
            or "none",
        )
        for power in seen.board.map.powers
    )
    return Section("positions", "Positions", tables=(Table(("Power", "Units"), rows),))


def _counts(seen: Seen) -> Section:
    position = seen.position
    units = Counter(unit.power for unit in (*position.units, *(row.unit for row in position.dislodged)))
    rows = tuple(
        (power, str(len(own)), str(units[power]), ", ".join(own) or "none")
        for power in seen.board.map.powers
        for own in [
            [place_name(seen.board, place) for place, owner in position.owners.items() if owner == power]
        ]
    )
    columns = ("Power", "Centres", "Units", "Supply centres")
    goal = (
        f"Supply centres: {seen.board.facts.goal} after {with_article(seen.board.facts.seasons.autumn)} win"
    )
    return Section("centres", goal, tables=(Table(columns, rows),))


def _alt(seen: Seen) -> str:
    units = describe(seen.board, seen.position, seen.record)["units"]
    fights = fought_over(seen.board, seen.record.results) if seen.record else ()
    where = f" There was fighting in {listed(fights, 'and')}." if fights else ""
    return in_words(f"The {seen.board.facts.game.picture}, {_turn(seen)}", units, seen.sees) + where


def facts(seen: Seen) -> dict[str, Any]:
    """The same for machines."""
    described = describe(seen.board, seen.position, seen.record)
    owed = due(seen.board, seen.position)
    return {
        **described,
        "turn": _turn(seen),
        "due": {"turn": owed.turn, "phase": owed.phase, "owed": dict(owed.owed)},
        "orders": [_fact(seen.board, result) for result in seen.record.results] if seen.record else [],
        "changes": [
            {"centre": change.centre, "owner": change.owner, "before": change.before}
            for change in (seen.record.changes if seen.record else ())
        ],
        "sees": list(seen.sees),
    }


def _fact(board: Tables, result: Result) -> dict[str, str]:
    return {
        "power": power_of(result.order),
        "order": sentence(board, result.order),
        "outcome": result.outcome.word,
        "cause": told(result.outcome, partial(unit_name, board)),
    }


def draw(seen: Seen) -> str:
    """Owners, units where they stand now, and the orders that were judged."""
    position = seen.position
    pieces = [drawing.Piece(unit.power, unit.kind, unit.place) for unit in position.units]
    pieces += [
        drawing.Piece(row.unit.power, row.unit.kind, row.unit.place, marks=("dislodged",))
        for row in position.dislodged
    ]
    results = seen.record.results if seen.record else ()
    view = drawing.View(
        owners=_owned_provinces(seen.board, position.owners),
        pieces=tuple(pieces),
        arrows=tuple(_arrows(results)),
        title=f"{seen.board.facts.game.title}: {_turn(seen)}",
        halo=place_of_headline(seen.board, seen.record, position) if seen.record else "",
    )
    return drawing.draw(seen.board.map.package, view)


def _owned_provinces(board: Tables, owners: Mapping[str, str]) -> dict[str, str]:
    return {centre: owners[centre] for centre in board.map.centres if centre in owners}


def _arrows(results: Iterable[Result]) -> Iterator[drawing.Arrow]:
    for result in results:
        drawn = arrow(result.order)
        if drawn:
            yield drawing.Arrow(*drawn, result.outcome.word, power_of(result.order))


def arrow(order: Order) -> tuple[str, tuple[str, ...]] | None:
    match order:
        case act.Move(unit=unit, target=target):
            return "move", (unit.place, target)
        case act.SupportMove(unit=unit, supported=supported, target=target):
            return "support", (unit.place, supported, province_of(target))
        case act.SupportHold(unit=unit, supported=supported):
            return "support", (unit.place, supported)
        case act.Convoy(unit=unit, army=army, target=target):
            return "convoy", (army, unit.place, target)
        case act.Retreat(unit=unit, target=target):
            return "retreat", (unit.place, target)
        case (
            act.Hold() | act.Signal() | act.Proxy() | act.Disband() | act.Build() | act.Remove() | act.Waive()
        ):
            return None
        case _ as never:
            assert_never(never)
