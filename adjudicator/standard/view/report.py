"""The report of a turn, in words and as a picture."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, assert_never

from adjudicator import drawing
from adjudicator.core.game import ADJUSTS, Item, ReportFacts, Section, Table, Tally
from adjudicator.core.language.words import listed
from adjudicator.core.outcomes import Destroyed, worded
from adjudicator.core.phrasing import with_article, with_cause
from adjudicator.core.position import Dislodged, Position
from adjudicator.core.unit_numbers import unit_numbers
from adjudicator.drawing.alt_text import in_words
from adjudicator.standard.language import orders as act
from adjudicator.standard.language.orders import Order
from adjudicator.standard.resolve import adjustments, retreats
from adjudicator.standard.resolve.board_tables import Tables
from adjudicator.standard.resolve.phases import due, title
from adjudicator.standard.resolve.record import Record, Result, power_of, proxy_of, results_of
from adjudicator.standard.resolve.retreats import province_of
from adjudicator.standard.sentences import group, say
from adjudicator.standard.view import builds, in_fog
from adjudicator.standard.view.clauses import clause_of
from adjudicator.standard.view.conquests import conquests, retold
from adjudicator.standard.view.headlines import Story, fought_over, place_of_headline, story
from adjudicator.standard.view.notation import describe
from adjudicator.standard.view.sight import Fog, Seen
from adjudicator.standard.view.wording import place_name, sentence, short, spoken_place, unit_name

SILENT = group("silent")  # by phase


def sheet(seen: Seen) -> ReportFacts:
    """Report the adjudicated turn, or the position if there is no record."""
    sections = (
        *(_news(seen.board, seen.record) if seen.record else ()),
        *(_results(seen, seen.record) if seen.record else ()),
        *_due(seen),
        _positions(seen),
        _counts(seen),
    )
    headline, lead = _story(seen)
    return ReportFacts(
        game=seen.board.facts.game.title,
        turn=_turn(seen),
        reader=seen.reader,
        headline=headline,
        lead=lead,
        sections=sections,
        alt=_alt(seen),
        facts=facts(seen),
        tally=_tally(seen),
        numbers={} if seen.record else _numbers(seen),
        retold=tuple(retold(seen.board, seen.record, seen.reader)) if seen.record else (),
    )


def _numbers(seen: Seen) -> dict[str, int]:
    """Return the numbers for the reader's first message."""
    units = describe(seen.board, seen.position, None)["units"].get(seen.reader, ())
    return unit_numbers(units) | {"win": seen.board.facts.goal, "centres": len(seen.board.map.centres)}


def _tally(seen: Seen) -> Tally:
    held = seen.fog.centres if seen.fog else Counter(seen.position.owners.values())
    return Tally(say("tally"), {power: held[power] for power in seen.board.map.powers})


def _turn(seen: Seen) -> str:
    moment = seen.record or seen.position
    return title(seen.board, moment.year, moment.season, moment.phase)


def _story(seen: Seen) -> Story:
    """Return headline and lead of the turn; before the first turn, who plays and what wins."""
    if seen.record is None:
        return _before_the_first_turn(seen.board)
    if seen.fog:
        return in_fog.headline(seen, seen.fog, seen.record), in_fog.lead(seen, seen.fog, seen.record)
    return story(seen.board, seen.record, seen.position, seen.reader)


def _before_the_first_turn(board: Tables) -> Story:
    facts, powers = board.facts, board.map.powers
    lead = say(
        "who_plays",
        powers=listed(powers, "and"),
        game=facts.game.title,
        goal=facts.goal,
        an_autumn=with_article(facts.seasons.autumn),
    )
    return say("powers_and_goal", powers=len(powers), goal=facts.goal), lead


def _news(board: Tables, record: Record) -> Iterator[Section]:
    """Yield what changed hands. Missing orders are left out: a house rule may hide them."""
    items = [Item(told_so, "gained") for told_so in conquests(board, record.changes)]
    items += [Item(say("passes_up", power=power, count=number)) for power, number in record.waived]
    if items:
        title_ = say("changed_hands") if record.changes else say("news")
        yield Section("news", title_, tuple(items))


def _results(seen: Seen, record: Record) -> Iterator[Section]:
    """Yield a player's own orders with causes, and others' in zine notation, one line per power."""
    if seen.reader is not None:
        own = tuple(
            Item(_result(seen.board, row, proxy_of(record, row.order)), row.outcome.word)
            for row in results_of(record.results, seen.reader)
        )
        if seen.reader in record.silent:
            own = (Item(SILENT[record.phase], "lost"), *own)
        if own:
            yield Section("results", say("own_orders"), own)
    others = tuple(
        Item(say("orders_of", power=power, orders="; ".join(_short(seen, row) for row in rows)), _worst(rows))
        for power in seen.board.map.powers
        if power != seen.reader and (rows := results_of(record.results, power))
    )
    if others and seen.reader:
        yield Section("others", say("orders_of_others", turn=_turn(seen)), others)
    elif others:
        yield Section("results", say("orders_of_turn", turn=_turn(seen)), others)


def _worst(rows: Sequence[Result]) -> str:
    """Return the outcome that marks a power's line, which a layout may colour."""
    words = [row.outcome.word for row in rows]
    return next(
        (word for word in ("destroyed", "dislodged", "fails", "cut", "void") if word in words), "succeeds"
    )


def _short(seen: Seen, result: Result) -> str:
    proxy, words = _proxy(seen, result.order), _cause(seen, result)
    whose = say("you") if proxy == seen.reader else proxy
    who = say("ordered_by", power=whose) if proxy else ""
    besides = "; ".join(filter(None, (who, words)))
    return f"{short(result.order)} ({besides})" if besides else short(result.order)


def _proxy(seen: Seen, order: Order) -> str:
    """Return the power that ordered another's unit; in fog only these two learn it."""
    proxy = proxy_of(seen.record, order) if seen.record else ""
    return "" if seen.fog and seen.reader not in (power_of(order), proxy) else proxy


def _cause(seen: Seen, result: Result) -> str:
    """Return what came of an order, with the cause; in fog only one's own order has one."""
    if seen.fog and power_of(result.order) != seen.reader:
        return "" if result.outcome.word == "succeeds" else result.outcome.word
    return worded(result.outcome, partial(unit_name, seen.board), in_fog.WHY)


def _result(board: Tables, result: Result, proxy: str) -> str:
    words = worded(result.outcome, partial(unit_name, board), in_fog.WHY)
    clause = clause_of(result.outcome)
    order = sentence(board, result.order)
    order = say("order_by_proxy", order=order, power=proxy) if proxy else order
    return with_cause(order, say("see_rules", cause=words, clause=clause) if clause else words)


def _due(seen: Seen) -> Iterator[Section]:
    position = seen.position
    rows = [
        Item(
            say(
                "may_retreat",
                power=row.unit.power,
                unit=unit_name(seen.board, row.unit),
                places=_places(seen.board, position, row),
            )
        )
        for row in position.dislodged
    ]
    rows += [
        Item(say("must_retreat", power=unit.power, unit=unit_name(seen.board, unit)))
        for unit in (seen.fog.beaten if seen.fog else ())
    ]
    if position.phase == "adjustment" and not position.over:
        rows += [
            Item(_adjusts(seen, power, what), "" if power == seen.reader else ADJUSTS)
            for power, what in _owed(seen).items()
        ]
        if seen.reader not in (None, *_owed(seen)):
            rows += map(Item, builds.without_any(seen, seen.reader or ""))
    if rows:
        yield Section("due", say("due", turn=due(seen.board, position).turn), tuple(rows))


def _places(board: Tables, position: Position, row: Dislodged) -> str:
    return listed(spoken_place(board, place) for place in retreats.places(board, position, row))


def _owed(seen: Seen) -> Mapping[str, str]:
    """Return who owes what: everybody knows it, in fog too."""
    return seen.fog.owed if seen.fog else due(seen.board, seen.position).owed


def _adjusts(seen: Seen, power: str, what: str) -> str:
    """Return what a power owes, with the places to build if the reader may know them."""
    is_hidden = seen.fog and power != seen.reader
    if is_hidden or adjustments.possible(seen.board, seen.position, power) < 0:
        return say("owes", power=power, what=what)
    sites = adjustments.building_sites(seen.board, seen.position, power)
    is_each = adjustments.possible(seen.board, seen.position, power) == len(sites)
    places = listed([spoken_place(seen.board, site) for site in sites], "and" if is_each else "or")
    owes = say("owes_in", power=power, what=what, places=places)
    return " ".join([owes, *(builds.fewer_than_allowed(seen, power) if power == seen.reader else ())])


def _positions(seen: Seen) -> Section:
    rows = tuple(
        (
            power,
            ", ".join(unit_name(seen.board, unit) for unit in seen.position.units if unit.power == power)
            or _nothing(seen),
        )
        for power in seen.board.map.powers
        if not seen.fog or seen.reader
    )
    if not rows:
        return Section("positions", say("positions"), (Item(in_fog.LIES),))
    columns = (say("column_power"), say("column_units"))
    return Section("positions", say("positions"), tables=(Table(columns, rows),))


def _nothing(seen: Seen) -> str:
    return say("none_in_sight") if seen.fog else say("none")


def _counts(seen: Seen) -> Section:
    position = seen.position
    units = Counter(unit.power for unit in (*position.units, *(row.unit for row in position.dislodged)))
    counted_units = seen.fog.units if seen.fog else units
    rows = tuple(
        (
            power,
            str(seen.fog.centres[power] if seen.fog else len(own)),
            str(counted_units[power]),
            ", ".join(own) or _nothing(seen),
        )
        for power in seen.board.map.powers
        for own in [
            [place_name(seen.board, place) for place, owner in position.owners.items() if owner == power]
        ]
    )
    columns = (
        say("column_power"),
        say("column_number_of_centres"),
        say("column_units"),
        say("column_centres"),
    )
    an_autumn = with_article(seen.board.facts.seasons.autumn)
    goal = say("goal", number=seen.board.facts.goal, an_autumn=an_autumn)
    return Section("centres", goal, tables=(Table(columns, rows),))


def _alt(seen: Seen) -> str:
    units = describe(seen.board, seen.position, seen.record)["units"]
    map_of_turn = say("map_of_turn", map=seen.board.facts.game.picture, turn=_turn(seen))
    if seen.fog and seen.reader is None:
        return f"{map_of_turn}. {in_fog.LIES}"
    fights = fought_over(seen.board, seen.record.results) if seen.record else ()
    where = [say("fighting_in", places=listed(fights, "and"))] if fights else []
    return " ".join([in_words(map_of_turn, units, seen.sees), *where])


def facts(seen: Seen) -> dict[str, Any]:
    """Return the same facts for programs."""
    described = describe(seen.board, seen.position, seen.record)
    owed = due(seen.board, seen.position)
    results = seen.record.results if seen.record else ()
    return {
        **described,
        "turn": _turn(seen),
        "due": {"turn": owed.turn, "phase": owed.phase, "owed": dict(_owed(seen))},
        "orders": [_fact(seen, result) for result in results],
        "changes": [
            {"centre": change.centre, "owner": change.owner, "before": change.before}
            for change in (seen.record.changes if seen.record else ())
        ],
        "sees": list(seen.sees),
        **({"totals": _totals(seen.fog)} if seen.fog else {}),
    }


def _totals(fog: Fog) -> Mapping[str, Mapping[str, int]]:
    """Return what everybody knows of each power in fog."""
    return {power: {"units": number, "centres": fog.centres[power]} for power, number in fog.units.items()}


def _fact(seen: Seen, result: Result) -> dict[str, str]:
    proxy = _proxy(seen, result.order)
    return {
        "power": power_of(result.order),
        "order": sentence(seen.board, result.order),
        "outcome": result.outcome.word,
        "cause": _cause(seen, result),
        **({"ordered_by": proxy} if proxy else {}),
    }


def draw(seen: Seen) -> str:
    """Draw owners, units where they are now, and the adjudicated orders."""
    position = seen.position
    pieces = [drawing.Piece(unit.power, unit.kind, unit.place) for unit in position.units]
    pieces += [
        drawing.Piece(row.unit.power, row.unit.kind, row.unit.place, marks=("dislodged",))
        for row in position.dislodged
    ]
    pieces += [
        drawing.Piece(unit.power, unit.kind, unit.place, marks=("dislodged",))
        for unit in (seen.fog.beaten if seen.fog else ())
    ]
    results = seen.record.results if seen.record else ()
    pieces += [] if seen.fog else _gone(results)
    view = drawing.View(
        owners=_owned_provinces(seen.board, position.owners),
        pieces=tuple(pieces),
        arrows=tuple(_arrows(results)),
        title=say("picture_title", game=seen.board.facts.game.title, turn=_turn(seen)),
        halo=place_of_headline(seen.board, seen.record, position) if seen.record and not seen.fog else "",
        fog=tuple(place for place in seen.board.provinces if seen.fog and place in seen.fog.hidden),
    )
    return drawing.draw(seen.board.map.package, view)


def _gone(results: Iterable[Result]) -> Iterator[drawing.Piece]:
    """Yield the units that are off the board, where they stood."""
    for row in results:
        order = row.order
        if isinstance(order, act.Waive):
            continue
        if isinstance(row.outcome, Destroyed) or isinstance(order, act.Remove | act.Disband):
            unit = order.unit
            yield drawing.Piece(unit.power, unit.kind, unit.place, marks=("disbanded",))


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
