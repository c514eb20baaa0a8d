"""The report of a turn in words, only from what `sight` allows."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from adjudicator.core.game import ADJUSTS, Facts, Item, Power, Remembered, ReportFacts, Section, Table
from adjudicator.core.language.words import listed
from adjudicator.core.phrasing import capital
from adjudicator.core.position import Unit as Named
from adjudicator.core.unit_numbers import unit_numbers
from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.position import ADJUSTMENT, Beaten
from adjudicator.downfall_xiii.resolve import ownership
from adjudicator.downfall_xiii.resolve.movement import VALE
from adjudicator.downfall_xiii.resolve.victory import CENTRES_TO_WIN
from adjudicator.downfall_xiii.sentences import form, group, say
from adjudicator.downfall_xiii.view import headlines, news, the_dead
from adjudicator.downfall_xiii.view.clauses import CLAUSES
from adjudicator.downfall_xiii.view.notation import named_stacks
from adjudicator.downfall_xiii.view.ring_orders import advice
from adjudicator.downfall_xiii.view.sight import Seen, Shown
from adjudicator.downfall_xiii.view.wording import destroy_together, place_name, sentence, unit_name
from adjudicator.middle_earth.language.orders import MarchWithEnts, PathsOfTheDead, Place, Unit
from adjudicator.middle_earth.resolve.pieces import NAMES, PLURALS
from adjudicator.middle_earth.view import memory, ring
from adjudicator.middle_earth.view.news import Tiding
from adjudicator.middle_earth.view.results import Account, Fortress
from adjudicator.middle_earth.view.sections import alt, positions, retreat_due, section, tally, to_retreat
from adjudicator.middle_earth.view.wording import mine

TITLE = "Downfall XIII"

WHY_SEEN, TIMERS, OWN_PIECE = group("why_seen"), group("timers"), group("own_piece")
CENTRE_COLUMNS = group("centre_columns")
COMMANDING = {"Gandalf": "6a.iii", "Aragorn": "6b.iii"}  # the clause


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
        retold=headlines.retold(seen),
        place_sets=() if seen.judged else ring.hiding(seen.ring_places, "8.1"),
    )


def _ring(seen: Seen) -> Iterator[Section]:
    if seen.reader is None or seen.ring_held is None:
        return
    own = {one.piece.kind for one in seen.pieces if one.why == "own"}
    counsel = advice(seen.ring_held, seen.reader, own, seen)
    yield from ring.sections(seen.ring_held, ground.SPEECH, counsel)


def _numbers(known: Facts, reader: Power | None) -> dict[str, int]:
    """Return the numbers for the reader's first message."""
    return unit_numbers(known["units"].get(reader, ())) | {"win": CENTRES_TO_WIN}


SEVERAL = (NAMES["R"],)  # pieces of which a power may have more than one


def _remembered(seen: Seen) -> Iterator[Remembered]:
    """Yield what the reader has learnt about others' pieces and the Ring."""
    sighted = [
        Remembered(memory.about(_piece(one), one.piece.power, SEVERAL), _other(one))
        for one in seen.pieces
        if one.why in WHY_SEEN
    ]
    yield from memory.of_pieces(sighted, seen.news, news.in_words, seen.reader, SEVERAL)
    tidings = news.tidings(seen.news)
    yield from memory.of_the_ring(tidings)
    own = {(one.piece.kind, one.piece.place) for one in seen.pieces if one.why == "own"}
    own |= {(one.kind, one.place) for one in seen.stacks if one.power == seen.reader}
    search = memory.Search(
        names={place: ground.NAMES[place] for place in seen.ring_places},
        ends={PathsOfTheDead: VALE, MarchWithEnts: "Ise"},
        in_passing=seen.finds_in_passing,
    )
    yield from memory.searched(seen.results, tidings, seen.reader or "", own, search)


def _news(seen: Seen, lead: str) -> Iterator[Section]:
    items = [Item(CLAUSES.of_news(one, lead), _kind_of_news(one)) for one in news.tidings(seen.news)]
    yield from section("news", say("news_title"), items)


def _kind_of_news(one: Tiding) -> str:
    """Return the mark of news. A preview leaves out declarations, since most powers send nothing there."""
    if not one.is_public:
        return "seen"
    return "declared" if one.key == "first alignment" else ""


def _account(seen: Seen) -> Account:
    walls = partial(_fortress, seen)
    free = [place for place in ground.CENTRES if place not in seen.owners and place not in seen.split]
    return Account(
        seen.results,
        seen.reader,
        seen.turn,
        sentence,
        _name,
        _name_there,
        destroy_together,
        CLAUSES,
        walls,
        free,
        seen.standing,
        seen.owners,
        ground.SPEECH,
        seen.news,
        seen.eliminated,
    )


def _fortress(seen: Seen, unit: Named) -> Fortress | None:
    """Return the fortress of a unit that stayed where it began; none in Fangorn, whose Ents may be away."""
    if unit.place not in ground.WALLS - {"Fan"}:
        return None
    side = seen.alignments.get(unit.power, "")
    strength = ground.fortress(unit.place, unit.power, side, seen.fortresses_gone)
    return Fortress(strength, "7c") if strength else None


def _results(seen: Seen) -> Iterator[Section]:
    if seen.judged:
        yield from _account(seen).sections(ground.POWERS)


def _name(unit: Named) -> str:
    return ground.SPEECH.clause(
        form("unit_of_power"), power=unit.power, kind=_kinds(unit), place=place_name(unit.place)
    )


def _name_there(unit: Named) -> str:
    return ground.SPEECH.clause(
        form("unit_of_power_there"), power=unit.power, kind=_kinds(unit), place=place_name(unit.place)
    )


def _kinds(unit: Named) -> str:
    return ", ".join(_kind(one) for one in unit.kind.split(", "))


def _kind(text: str) -> str:
    """Return "2 Armies" for "2A"; "Dead" and names are unchanged."""
    text = text.lstrip("0123456789") if text.endswith(the_dead.KIND) else text
    number = text.rstrip("ACF")
    if number.isdigit():
        return unit_name(Unit(text[len(number) :], "", int(number)))
    return NAMES.get(text, text)


def _seen(seen: Seen) -> Iterator[Section]:
    own = Counter(_without_ring_news(seen, one) for one in seen.pieces if one.why == "own")
    items = [Item(_own(one, number), "own" if _is_more(one) else "stands") for one, number in own.items()]
    items += [Item(_revealed(one), "own") for one in seen.revealed]
    items += [Item(_other(one), "seen") for one in seen.pieces if one.why in WHY_SEEN]
    items += [
        Item(capital(say("carries_ring", mine=mine(seen.ring_unit, ground.SPEECH), place=place)))
        for place in _ring_places(seen)
    ]
    yield from section("seen", say("pieces_title"), items)


def _ring_places(seen: Seen) -> Iterator[str]:
    with_ring = () if seen.ring_held else seen.ring_with
    return (place_name(one.removeprefix("Ring ")) for one in with_ring)


def _piece(shown: Shown) -> str:
    return NAMES.get(shown.piece.kind, shown.piece.kind)


def _without_ring_news(seen: Seen, shown: Shown) -> Shown:
    """Return the piece without its Ring if another section says that the reader has the Ring."""
    return replace(shown, ring="") if seen.ring_held else shown


def _is_more(shown: Shown) -> bool:
    """Return whether there is more to say about the reader's own piece than its place, which is listed."""
    return bool(shown.ring or shown.waits)


def _own(shown: Shown, number: int = 1) -> str:
    """Say where a piece is, or where *number* Rangers are."""
    beaten = "beaten" if shown.waits else ""
    if number > 1:
        pattern = OWN_PIECE[f"{beaten} many".strip()]
        pieces = f"{number} {PLURALS[shown.piece.kind]}"
        return pattern.format(pieces=pieces, place=ground.SPEECH.place(shown.piece.place))
    pattern = OWN_PIECE[f"{beaten} {shown.ring}".strip() or "here"]
    whose = mine(shown.piece.kind, ground.SPEECH)
    return capital(pattern.format(mine=whose, place=ground.SPEECH.place(shown.piece.place)))


def _revealed(shown: Shown) -> str:
    whose, place = mine(shown.piece.kind, ground.SPEECH), ground.SPEECH.place(shown.piece.place)
    return say("revealed_to_all", mine=whose, place=place, why=WHY_SEEN[shown.why])


def _other(shown: Shown) -> str:
    place, why = ground.SPEECH.place(shown.piece.place), WHY_SEEN[shown.why]
    return say("seen_piece", piece=_piece(shown), power=shown.piece.power, place=place, why=why)


def _due(seen: Seen) -> Iterator[Section]:
    if seen.over:
        return
    by_power = sorted(seen.beaten, key=lambda one: ground.POWERS.index(_owner(one)))
    items = [Item(text) for beaten in by_power for text in _waiting(beaten)]
    items += [
        Item(_adjustment(seen, power, number), "" if power == seen.reader else ADJUSTS)
        for power, number in seen.adjustments.items()
    ]
    if seen.phase == ADJUSTMENT and seen.reader not in (None, *seen.adjustments):
        items += _without_place_to_build(seen, seen.reader or "")
    yield from section("due", say("due_title", turn=seen.due), items)


def _without_place_to_build(seen: Seen, power: Power) -> Iterator[Item]:
    """Say why a power builds none: it has all the units that it may have, or no place for more."""
    counted = _counted(seen)[power]
    number = seen.allowed[power] - counted
    if number == 0 and counted:
        yield Item(ground.SPEECH.sentence(form("has_all_allowed"), power=power, number=str(counted)))
    if number > 0 and power not in seen.eliminated:
        units = say("number_of_units", count=number)
        text = ground.SPEECH.sentence(form("no_place_to_build"), power=power, units=units)
        yield Item(" ".join([text, *_closed_to_builds(seen, power)]))


def _closed_to_builds(seen: Seen, power: Power) -> Iterator[str]:
    """Yield why *power*, the reader, may not build in its other home centres (S.1)."""
    closed = sorted(set(seen.homes) - set(seen.build_places))
    lost = [home for home in closed if seen.owners.get(home) != power]
    full = [home for home in closed if home not in lost]
    if lost:
        yield say("no_build_where_not_owned", places=_places(lost), count=len(lost))
    if full:
        yield say("no_build_where_a_unit_is", places=_places(full), count=len(full))
    if not seen.homes:
        yield say("no_home_centre")


def _places(places: Sequence[Place]) -> str:
    return listed(map(place_name, places), "and")


def _owner(beaten: Beaten) -> Power:
    return beaten.piece.power if beaten.piece else beaten.stacks[0].power


def _waiting(beaten: Beaten) -> Iterator[str]:
    names = [unit_name(Unit(*_split(text))) for _, text in named_stacks(beaten.stacks)]
    power = _owner(beaten)
    if beaten.piece:
        names = [_so_many(beaten.piece.kind, beaten.piece.place, 1)]
    ways = listed(place_name(place) for place in beaten.free)
    yield from (retreat_due(power, name, ways) for name in names)


def _adjustment(seen: Seen, power: str, number: int) -> str:
    units = say("number_of_units", count=abs(number))
    if number < 0:
        return ground.SPEECH.sentence(form("must_remove"), power=power, units=units)
    if power != seen.reader:
        return ground.SPEECH.sentence(form("may_build_number"), power=power, units=units)
    where = ", ".join(place_name(place) for place in seen.build_places)
    may_build = ground.SPEECH.sentence(form("may_build_number_in"), power=power, units=units, places=where)
    return " ".join([may_build, *_closed_to_builds(seen, power), *_limits(seen)])


def _limits(seen: Seen) -> Iterator[str]:
    for (kind, place), number in seen.build_limits.items():
        yield _limit_in(kind, place_name(place), number) if place else _limit(kind, number)


def _limit(kind: str, number: int) -> str:
    if number == 0:
        return say("no_more_builds", kinds=PLURALS[kind])
    return say("more_builds", count=number, kind=NAMES[kind], kinds=PLURALS[kind])


def _limit_in(kind: str, place: str, number: int) -> str:
    if number == 0:
        return say("no_more_builds_in", kinds=PLURALS[kind], place=place)
    return say("more_builds_in", count=number, kind=NAMES[kind], kinds=PLURALS[kind], place=place)


def _on_board(seen: Seen, power: str) -> str:
    own = [stack for stack in seen.stacks if stack.power == power]
    units = [unit_name(Unit(*_split(text))) for _, text in named_stacks(own)]
    beaten = [stack for one in seen.beaten for stack in one.stacks if stack.power == power]
    units += to_retreat(unit_name(Unit(*_split(text))) for _, text in named_stacks(beaten))
    there = Counter(
        (one.piece.kind, one.piece.place) for one in seen.pieces if one.piece.power == power and not one.waits
    )
    pieces = [_so_many(_with_the_dead(kind, seen), place, number) for (kind, place), number in there.items()]
    return ", ".join([*units, *sorted(pieces)]) or say("nothing")


def _with_the_dead(kind: str, seen: Seen) -> str:
    return the_dead.called(kind, is_with_them=seen.dead.startswith("awake"))


def _so_many(kind: str, place: Place, number: int) -> str:
    """Return "Gandalf in Bree", "2 Rangers in Bree"."""
    called = NAMES.get(kind, kind) if number == 1 else f"{number} {PLURALS[kind]}"
    return say("piece_stands", piece=called, place=ground.SPEECH.place(place))


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
            str(0 if power in seen.eliminated else seen.allowed[power]),
            str(units[power]),
            ", ".join(ground.NAMES[place] for place in own) or say("nothing"),
        )
        for power in ground.POWERS
        for own in [ownership.centres_of(seen.owners, power)]
    )
    shared = tuple(
        Item(
            say(
                "shared_centre",
                place=ground.NAMES[place],
                shares=", ".join(f"{p} {s}" for p, s in shares.items()),
            )
        )
        for place, shares in sorted(seen.split.items())
    )
    title = say("centres_title", number=CENTRES_TO_WIN)
    before = (Item(say("centres_before_retreats")),) if seen.are_owners_of_before else ()
    notes = (Item(say("columns_explained")), *before, *shared)
    return Section("centres", title, notes, (Table(tuple(CENTRE_COLUMNS.values()), rows),))


def _counters(seen: Seen) -> Iterator[Section]:
    items = [
        Item(say("timer", what=_timer(what), count=turns, turn=seen.last_turns[what]))
        for what, turns in sorted(seen.timers.items())
    ]
    if seen.theoden.startswith("awake"):
        items.append(Item(say("theoden_stays_awake", turn=seen.last_turns["theoden"])))
    if seen.dead.startswith("awake"):
        items.append(
            Item(say("dead_stay_awake", turn=seen.last_turns["dead"], strength=seen.strength_of_the_dead))
        )
    if seen.gandalf in ("gone", "returning"):
        items.append(Item(say("gandalf_off_board")))
    if seen.shadowfax:
        items.append(Item(say("gandalf_has_shadowfax")))
    if seen.worn_by:
        items.append(Item(ground.SPEECH.sentence(form("wears_ring"), power=seen.worn_by)))
    items += [
        Item(ground.SPEECH.sentence(form("is_eliminated_now"), power=power)) for power in seen.eliminated
    ]
    if seen.orders_umbar:
        items.append(Item(say("you_may_order_umbar")))
    items += [
        Item(say("may_command", piece=piece, short=short, clause=COMMANDING[piece]))
        for piece, short in seen.may_command
    ]
    yield from section("counts", say("counters_title"), items)


def _timer(what: str) -> str:
    if what.endswith("_evil"):
        return ground.SPEECH.sentence(form("turns_evil"), power=what.removesuffix("_evil").capitalize())
    return TIMERS[what]


def _standing(seen: Seen) -> Iterator[Section]:
    items = [
        Item(say("numbered_standing_order", number=number, order=sentence(order)))
        for number, order in enumerate(seen.standing, 1)
    ]
    items += [Item(_proxy(power, unit, to)) for power, unit, to in seen.proxies]
    yield from section("standing", say("standing_title"), items)


def _proxy(power: Power, unit: Unit | None, to: Power) -> str:
    if unit is None:
        return say("proxy_for_all", power=power, to=to)
    return say("proxy_for_unit", power=power, unit=unit_name(unit), to=to)


def _counted(seen: Seen) -> Counter[str]:
    """Return the units by power, with those that must retreat."""
    units = Counter[str]()
    for stack in (*seen.stacks, *(stack for one in seen.beaten for stack in one.stacks)):
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
