"""The report of a turn in words, only from what `sight` allows."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

from adjudicator.core.game import Facts, Item, Power, Remembered, ReportFacts, Section, Table
from adjudicator.core.position import Unit as Named
from adjudicator.core.unit_numbers import unit_numbers
from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.resolve import ownership
from adjudicator.downfall_xiii.resolve.victory import CENTRES_TO_WIN
from adjudicator.downfall_xiii.view import headlines, news
from adjudicator.downfall_xiii.view.clauses import CLAUSES
from adjudicator.downfall_xiii.view.notation import named_stacks
from adjudicator.downfall_xiii.view.ring_orders import ADVICE
from adjudicator.downfall_xiii.view.sight import Seen, Shown
from adjudicator.downfall_xiii.view.wording import place_name, sentence, unit_name
from adjudicator.middle_earth.language.orders import Unit
from adjudicator.middle_earth.resolve.pieces import NAMES, PLURALS
from adjudicator.middle_earth.view import memory, ring
from adjudicator.middle_earth.view.news import Tiding
from adjudicator.middle_earth.view.results import Account
from adjudicator.middle_earth.view.sections import RING, alt, positions, section, tally

TITLE = "Downfall XIII"

WHY_SEEN = {
    "used a power": "seen by what it did",
    "moved with a unit": "moved with a unit",
    "wears the Ring": "wears the Ring",
    "came with the Ring": "came with the Ring",
    "met others": "met others",
    "met": "shares the area with yours",
}

TIMERS = {
    "umbar_commanded": "Mordor orders Umbar's units",
    "umbar_truce": "Mordor may not attack Umbar",
}


def sheet(seen: Seen) -> ReportFacts:
    """Report the adjudicated phase, or the position if there is no record."""
    lead = headlines.lead(seen)
    sections = (
        *_news(seen, lead),
        *_results(seen),
        *_seen(seen),
        *_ring(seen),
        *_due(seen),
        positions(partial(_on_board, seen), ground.POWERS, seen.reader),
        _centres(seen),
    )
    known = facts(seen)
    return ReportFacts(
        game=TITLE,
        turn=seen.turn,
        reader=seen.reader,
        headline=headlines.headline(seen),
        lead=lead,
        sections=(*sections, *_counters(seen), *_standing(seen)),
        alt=alt(seen.turn, known),
        facts=known,
        tally=tally(seen.owners, ground.POWERS),
        remembered=tuple(_remembered(seen)) if seen.reader else (),
        numbers=_numbers(known, seen.reader),
    )


def _numbers(known: Facts, reader: Power | None) -> dict[str, int]:
    """Return the numbers for the reader's first mail."""
    return unit_numbers(known["units"].get(reader, ())) | {"win": CENTRES_TO_WIN}


def _remembered(seen: Seen) -> Iterator[Remembered]:
    """Yield what the reader has learnt about others' pieces and the Ring."""
    for one in seen.pieces:
        if one.why in WHY_SEEN:
            yield Remembered(f"{_piece(one)} ({one.piece.power})", _other(one))
    tidings, places = news.tidings(seen.news), {place: ground.NAMES[place] for place in ground.RING_PLACES}
    yield from memory.of_the_ring(tidings)
    yield from memory.searched(seen.results, tidings, seen.reader or "", places)


def _news(seen: Seen, lead: str) -> Iterator[Section]:
    items = [Item(_told(lead, one), "" if one.is_public else "seen") for one in news.tidings(seen.news)]
    yield from section("news", "News", items)


def _told(lead: str, one: Tiding) -> str:
    """Add the clause, unless the lead has the sentence already, because layouts do not repeat it."""
    return one.sentence if one.sentence in lead else CLAUSES.told(one.key, one.sentence)


def _account(seen: Seen) -> Account:
    return Account(seen.results, seen.reader, seen.turn, sentence, _name, CLAUSES)


def _results(seen: Seen) -> Iterator[Section]:
    if seen.judged:
        yield from _account(seen).sections(ground.POWERS)


def _name(unit: Named) -> str:
    kind = ", ".join(_kind(one) for one in unit.kind.split(", "))
    return ground.SPEECH.clause(
        "{power}'s {kind} from {place}", power=unit.power, kind=kind, place=place_name(unit.place)
    )


def _kind(text: str) -> str:
    """Return "2 Armies" for "2A"; "Dead" and names are unchanged."""
    number = text.rstrip("ACF")
    if number.isdigit():
        return unit_name(Unit(text[len(number) :], "", int(number)))
    return NAMES.get(text, text)


def _seen(seen: Seen) -> Iterator[Section]:
    items = [Item(_own(one), "own") for one in seen.pieces if one.why == "own"]
    items += [Item(_other(one), "seen") for one in seen.pieces if one.why in WHY_SEEN]
    items += [
        Item(f"Your {NAMES[seen.ring_unit]} carries the Ring: {place}.") for place in _ring_places(seen)
    ]
    yield from section("seen", "Pieces", items)


def _ring_places(seen: Seen) -> Iterator[str]:
    return (place_name(one.removeprefix("Ring ")) for one in seen.ring_with)


def _piece(shown: Shown) -> str:
    return NAMES.get(shown.piece.kind, shown.piece.kind)


def _own(shown: Shown) -> str:
    ring = RING.get(shown.ring, "")
    waits = " and must retreat" if shown.waits else ""
    return f"Your {_piece(shown)} is in {ground.SPEECH.place(shown.piece.place)}{waits}{ring}."


def _other(shown: Shown) -> str:
    owner = f" ({shown.piece.power})"
    return f"{_piece(shown)}{owner} in {ground.SPEECH.place(shown.piece.place)}: {WHY_SEEN[shown.why]}."


def _ring(seen: Seen) -> Iterator[Section]:
    where = ground.SPEECH.place(seen.ring_held.place) if seen.ring_held else ""
    yield from ring.told(seen.ring_held, where, ADVICE)


def _due(seen: Seen) -> Iterator[Section]:
    if seen.over:
        return
    items = [Item(text) for beaten in seen.beaten for text in _waiting(beaten)]
    items += [Item(_adjustment(seen, power, number)) for power, number in seen.adjustments.items()]
    yield from section("due", f"Due: {seen.due}", items)


def _waiting(beaten: Any) -> Iterator[str]:
    names = [unit_name(Unit(*_split(text))) for _, text in named_stacks(beaten.stacks)]
    power = beaten.piece.power if beaten.piece else beaten.stacks[0].power
    if beaten.piece:
        names = [f"{NAMES.get(beaten.piece.kind, beaten.piece.kind)} {place_name(beaten.piece.place)}"]
    ways = ", ".join(place_name(place) for place in beaten.free)
    free = f" may retreat to {ways}, or disband" if ways else " must retreat"
    for name in names:
        yield f"{power}: {name}{free}."


def _adjustment(seen: Seen, power: str, number: int) -> str:
    if number < 0:
        return f"{power}: remove {-number}."
    if power != seen.reader:
        return f"{power} may build {number}."
    where = ", ".join(place_name(place) for place in seen.build_places)
    return " ".join([f"{power} may build {number} in {where}.", *_limits(seen)])


def _limits(seen: Seen) -> Iterator[str]:
    for (kind, place), number in seen.build_limits.items():
        what = f"{number or 'no'} more {PLURALS[kind] if number != 1 else NAMES[kind]}"
        yield f"It may build {what}{f' in {place_name(place)} in this game' if place else ''}."


def _on_board(seen: Seen, power: str) -> str:
    own = [stack for stack in seen.stacks if stack.power == power]
    units = [unit_name(Unit(*_split(text))) for _, text in named_stacks(own)]
    pieces = [
        f"{_piece(one)} {place_name(one.piece.place)}"
        for one in seen.pieces
        if one.piece.power == power and not one.waits
    ]
    return ", ".join([*units, *sorted(pieces)]) or "none"


def _split(text: str) -> tuple[str, str, int]:
    kind, _, place = text.partition(" ")
    letters = kind.lstrip("0123456789")
    return letters, place, int(kind[: len(kind) - len(letters)] or 1)


def _centres(seen: Seen) -> Section:
    units = _counted(seen)
    rows = tuple(
        (
            power,
            seen.alignments[power],
            str(len(own)),
            str(seen.logical.get(power, 0)),
            str(seen.allowed[power]),
            str(units[power]),
            ", ".join(place_name(place) for place in own) or "none",
        )
        for power in ground.POWERS
        for own in [ownership.centres_of(seen.owners, power)]
    )
    columns = ("Power", "Alignment", "Centres", "Logical", "Allowed", "Units", "Supply centres")
    shared = tuple(
        Item(f"{place_name(place)} is shared: {', '.join(f'{p} {s}' for p, s in shares.items())}.")
        for place, shares in sorted(seen.split.items())
    )
    title = f"Supply centres: {CENTRES_TO_WIN} after an Autumn turn win"
    return Section("centres", title, shared, (Table(columns, rows),))


def _counters(seen: Seen) -> Iterator[Section]:
    items = [Item(f"{_timer(what)}: {_left(turns)}.") for what, turns in sorted(seen.timers.items())]
    if seen.theoden.startswith("awake"):
        items.append(Item(f"Théoden: {_left(int(seen.theoden.removeprefix('awake ')))}."))
    if seen.dead.startswith("awake"):
        items.append(Item(f"The Dead: {_left(int(seen.dead.removeprefix('awake ')))}."))
    if seen.gandalf in ("gone", "returning"):
        items.append(Item("Gandalf is not on the board."))
    if seen.shadowfax:
        items.append(Item("Gandalf has Shadowfax."))
    if seen.worn_by:
        items.append(Item(ground.SPEECH.sentence("{power} <wears> the Ring.", power=seen.worn_by)))
    items += [
        Item(ground.SPEECH.sentence("{power} <is> eliminated.", power=power)) for power in seen.eliminated
    ]
    items += [Item(f"You may order {what}.") for what in seen.may_command]
    yield from section("counts", "In effect now", items)


def _left(turns: int) -> str:
    return "1 more turn" if turns == 1 else f"{turns} more turns"


def _timer(what: str) -> str:
    if what.endswith("_evil"):
        return ground.SPEECH.sentence("{power} <turns> Evil", power=what.removesuffix("_evil").capitalize())
    return TIMERS[what]


def _standing(seen: Seen) -> Iterator[Section]:
    items = [Item(f"{number}. {sentence(order)}.") for number, order in enumerate(seen.standing, 1)]
    items += [
        Item(f"Proxy of {power} for {unit_name(unit) if unit else 'all units'} to {to}.")
        for power, unit, to in seen.proxies
    ]
    yield from section("standing", "Standing orders and proxies", items)


def _counted(seen: Seen) -> Counter[str]:
    """Return the units by power."""
    units = Counter[str]()
    for stack in seen.stacks:
        units[stack.power] += stack.count
    return units


def facts(seen: Seen) -> dict[str, Any]:
    """Return the same facts for programs."""
    return {
        "turn": seen.turn,
        "units": {
            power: [text for _, text in named_stacks([s for s in seen.stacks if s.power == power])]
            for power in ground.POWERS
        },
        "pieces": {
            power: sorted(
                f"{one.piece.kind} {one.piece.place}" for one in seen.pieces if one.piece.power == power
            )
            for power in ground.POWERS
        },
        "centres": {power: list(ownership.centres_of(seen.owners, power)) for power in ground.POWERS},
        "alignment": dict(seen.alignments),
        "due": {"turn": seen.due, "phase": seen.phase, "owed": dict(seen.owed)},
        "winners": list(seen.winners),
        "orders": _account(seen).facts(),
        "sees": list(seen.sees),
    }
