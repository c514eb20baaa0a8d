"""The report of a turn in words, only from what `sight` allows."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from adjudicator.core.game import LENT, Item, Remembered, ReportFacts, Section
from adjudicator.core.language.words import listed
from adjudicator.core.phrasing import capital
from adjudicator.core.position import Unit as Named
from adjudicator.core.unit_numbers import unit_numbers
from adjudicator.hardbop import calendar, ground
from adjudicator.hardbop.position import ADJUSTMENT, MOVEMENT, Military, Personality
from adjudicator.hardbop.resolve.pieces.encounters import ALWAYS_SHOWN
from adjudicator.hardbop.sentences import form, group, say
from adjudicator.hardbop.view import headlines, news
from adjudicator.hardbop.view.centres import centres
from adjudicator.hardbop.view.clauses import CLAUSES
from adjudicator.hardbop.view.due import due
from adjudicator.hardbop.view.notation import unit_in_notation
from adjudicator.hardbop.view.ring_orders import advice
from adjudicator.hardbop.view.sight import Seen, Shown
from adjudicator.hardbop.view.wording import MULTIPLE, destroy_together, place_name, sentence, unit_name
from adjudicator.middle_earth.language.orders import (
    DestroyRing,
    MarchWithEnts,
    PassRing,
    PathsOfTheDead,
    Place,
    Proxy,
    PutOnRing,
    Standable,
    Unit,
)
from adjudicator.middle_earth.resolve.pieces import GOOD, NAMES, NEUTRAL
from adjudicator.middle_earth.view import memory, ring
from adjudicator.middle_earth.view.destroying import destroying_sentences
from adjudicator.middle_earth.view.results import Account, Fortress
from adjudicator.middle_earth.view.sections import alt, plain_name, positions, section, tally, to_retreat
from adjudicator.middle_earth.view.sightings import IN_PASSING
from adjudicator.middle_earth.view.wording import mine

TITLE = "Hardbop Downfall"

WHY_SEEN, OWN_PIECE = group("why_seen"), group("own_piece")


def sheet(seen: Seen) -> ReportFacts:
    """Report the adjudicated phase, or the position if there is no record."""
    lead = headlines.lead(seen)
    sections = (
        *_results(seen),
        *_news(seen, lead),
        *_seen(seen),
        *_ring(seen),
        *due(seen),
        positions(partial(_on_board, seen), ground.POWERS, seen.reader),
        centres(seen),
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
        numbers=unit_numbers(known["units"].get(seen.reader or "", ())),
        retold=headlines.retold(seen),
        place_sets=() if seen.judged else ring.hiding(seen.ring_places, "7.1"),
    )


def _ring(seen: Seen) -> Iterator[Section]:
    if seen.reader is None:
        return
    is_ordered = any(isinstance(order, (PassRing, PutOnRing, DestroyRing)) for order in seen.waiting)
    own = {one.piece.kind for one in seen.pieces if one.why == "own"}
    told_ = advice(seen.reader, seen.alignments[seen.reader], own)
    yield from ring.sections(seen.ring_held, ground.SPEECH, told_, is_ordered)


def _remembered(seen: Seen) -> Iterator[Remembered]:
    """Yield what the reader has learnt about others' pieces and the Ring."""
    sighted = [
        Remembered(
            memory.about(_called(one.piece.kind), one.piece.power), _other(seen, one), place=one.piece.place
        )
        for one in seen.pieces
        if one.why in WHY_SEEN
    ]
    yield from memory.of_pieces(sighted, seen.news, news.in_words, seen.reader)
    yield from (Remembered("", "", place=place) for place in sorted(_without_pieces(seen)))
    if seen.hints:
        yield Remembered(say("whisper_title"), _whisper(seen))
    tidings = news.tidings(seen.news)
    yield from memory.of_the_ring(tidings, say("whisper_title"))
    own = {(one.piece.kind, one.piece.place) for one in seen.pieces if one.why == "own"}
    own |= {(one.kind, one.place) for one in seen.military if one.power == seen.reader}
    search = memory.Search(
        names={place: ground.NAMES[place] for place in seen.ring_places},
        ends={PathsOfTheDead: ground.ERECH, MarchWithEnts: ground.ISENGARD},
        placed=True,
    )
    yield from memory.searched(seen.results, tidings, seen.reader or "", own, search)


def _without_pieces(seen: Seen) -> set[Place]:
    """Return where the reader's own ended a turn and met no piece of others, which 3.1(e) would report."""
    if not seen.judged or seen.phase != MOVEMENT or seen.over:
        return set()
    own = {one.place for one in seen.military if one.power == seen.reader}
    own |= {one.piece.place for one in seen.pieces if one.why == "own"}
    return own - {one.piece.place for one in seen.pieces if one.why != "own"} - {ground.OFF}


def _news(seen: Seen, lead: str) -> Iterator[Section]:
    items = [
        Item(CLAUSES.of_news(one, lead), "" if one.is_public else "seen") for one in news.tidings(seen.news)
    ]
    if seen.hints and not seen.judged:
        items.append(Item(_whisper(seen), "seen"))
    if captured := _captured_from_good(seen):
        place, home = ground.SPEECH.place(captured), ground.PROVINCES[captured].home or ""
        items.append(Item(say("becomes_evil", place=place, home=ground.SPEECH.named(home)), "seen"))
    if seen.defends_the_fire:
        items.append(Item(say("hold_the_fire"), "seen"))
    yield from section("news", say("news_title"), items)


def _captured_from_good(seen: Seen) -> Place:
    """Return a home centre for which the reader, still Neutral, becomes Evil after the builds (8(c))."""
    if seen.phase != ADJUSTMENT or seen.over or seen.alignments.get(seen.reader or "") != NEUTRAL:
        return ""
    there = {*seen.owners.values(), *(one.power for one in seen.military)} - {*seen.eliminated}
    good = [power for power in ground.POWERS if power in there and seen.alignments[power] == GOOD]
    homes = (place for power in good for place in ground.HOMES[power])
    return next((place for place in homes if seen.owners.get(place) == seen.reader), "")


def _whisper(seen: Seen) -> str:
    return say("whisper", places=listed(map(place_name, seen.hints), "and"))


def _account(seen: Seen) -> Account:
    free = [place for place in ground.CENTRES if place not in seen.owners]
    walls = partial(_fortress, seen)
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
    """Return the fortress of a unit that stayed where it began (5.1)."""
    strength = ground.fortress(
        unit.place, unit.power, unit.place == ground.ISENGARD and seen.isengard == "destroyed"
    )
    return Fortress(strength, "5.1(a)") if strength else None


def _results(seen: Seen) -> Iterator[Section]:
    if seen.judged:
        yield from _account(seen).sections(ground.POWERS)


def _name(unit: Named) -> str:
    return ground.SPEECH.clause(
        form("unit_of_power"), power=unit.power, kind=_kind(unit.kind), place=place_name(unit.place)
    )


def _name_there(unit: Named) -> str:
    return ground.SPEECH.clause(
        form("unit_of_power_there"), power=unit.power, kind=_kind(unit.kind), place=place_name(unit.place)
    )


def _kind(text: str) -> str:
    """Return "Cavalry" for "C", "Double Army" for "2A"; names are unchanged."""
    return MULTIPLE.get(text) or NAMES.get(text, text)


def _seen(seen: Seen) -> Iterator[Section]:
    own = [_without_ring_news(seen, one) for one in seen.pieces if one.why == "own"]
    items = [Item(_own(one), "own" if _is_more(one) else "stands") for one in own]
    items += [Item(_other(seen, one), "seen") for one in seen.pieces if one.why in WHY_SEEN]
    items += [Item(_disclosed(one), "own") for one in seen.disclosed]
    items += [Item(one, "own") for one in _noticed(seen)]
    if seen.ring_unit and not seen.ring_held:
        items.append(Item(_ring_unit(seen), "own"))
    items += [
        Item(ground.SPEECH.sentence(form("piece_comes_back"), piece=_called(kind), date=calendar.name(turn)))
        for kind, turn in _later_returns(seen)
    ]
    yield from section("seen", say("pieces_title"), items)


def _noticed(seen: Seen) -> Iterator[str]:
    """Yield a sentence for each piece of the reader that another power saw beside its own unit. 3.1(e)"""
    if not seen.judged or seen.phase != MOVEMENT or seen.over:
        return
    units = {one.place: one.power for one in seen.military if one.power != seen.reader}
    for one in seen.pieces:
        power = units.get(one.piece.place, "")
        if one.why == "own" and power and one.piece.kind not in ALWAYS_SHOWN and power not in seen.eliminated:
            own, place = mine(one.piece.kind, ground.SPEECH), ground.SPEECH.place(one.piece.place)
            yield capital(say("noticed", mine=own, place=place, power=ground.SPEECH.named(power)))


def _later_returns(seen: Seen) -> list[tuple[str, int]]:
    """Return when the reader's pieces come back, except those that the news of this turn mentions."""
    told = {one.key for one in seen.news}
    return [(kind, turn) for kind, turn in seen.returns if f"{kind.lower()}.due" not in told]


def _ring_unit(seen: Seen) -> str:
    own, place = mine(seen.ring_unit, ground.SPEECH), place_name(seen.ring_place)
    if seen.worn_by == seen.reader:
        return capital(say("unit_wears_ring", mine=own, place=place))
    return capital(say("unit_carries_ring", mine=own, place=place))


def _called(kind: str) -> str:
    return NAMES.get(kind, kind)


def _without_ring_news(seen: Seen, shown: Shown) -> Shown:
    """Return the piece without its Ring if another section says that the reader has the Ring."""
    return replace(shown, ring="") if seen.ring_held else shown


def _is_more(shown: Shown) -> bool:
    """Return whether there is more to say about the reader's own piece than its place, which is listed."""
    return bool(shown.ring)


def _own(shown: Shown) -> str:
    place = ground.SPEECH.place(shown.piece.place)
    own = mine(shown.piece.kind, ground.SPEECH)
    return capital(OWN_PIECE[shown.ring or "here"].format(mine=own, place=place))


def _disclosed(one: Personality) -> str:
    own = mine(one.kind, ground.SPEECH)
    return say("everybody_was_shown", mine=own, place=place_name(one.place))


def _other(seen: Seen, shown: Shown) -> str:
    piece, place = _called(shown.piece.kind), ground.SPEECH.place(shown.piece.place)
    why = WHY_SEEN[shown.why]
    if shown.why == "met" and (mine := _mine(seen, shown.piece.place)):
        why = say("in_the_same_space", mine=listed(mine, "and"))
    return say("seen_piece", piece=piece, power=shown.piece.power, place=place, why=why)


def _mine(seen: Seen, place: Place) -> list[str]:
    """Return what the reader has there: "Double Army", "Gandalf"."""
    units = [unit_name(Unit(one.kind, "", one.size)) for one in seen.military if _is_mine(seen, one, place)]
    return [*units, *(_called(one.piece.kind) for one in seen.pieces if _is_mine(seen, one.piece, place))]


def _is_mine(seen: Seen, one: Military | Personality, place: Place) -> bool:
    return (one.power, one.place) == (seen.reader, place)


def _unit(one: Military) -> str:
    return unit_name(Unit(one.kind, one.place, one.size))


def _on_board(seen: Seen, power: str) -> str:
    own = (one for one in seen.military if one.power == power and one.place != ground.OFF)
    units = [
        _unit(one) for one in sorted(own, key=lambda one: (one.kind, plain_name(ground.NAMES[one.place])))
    ]
    units += to_retreat(_unit(one.unit) for one in seen.beaten if one.unit.power == power)
    units += _off_board(seen, power)
    pieces = {
        say("piece_stands", piece=_called(one.piece.kind), place=ground.SPEECH.place(one.piece.place))
        for one in seen.pieces
        if one.piece.power == power and one.why not in IN_PASSING
    }
    return ", ".join([*units, *sorted(pieces)]) or say("nothing")


def _off_board(seen: Seen, power: str) -> list[str]:
    """Return "3 Easterling Armies Off Board": they are interchangeable."""
    waiting = Counter(one.kind for one in seen.military if one.power == power and one.place == ground.OFF)
    return [unit_name(Unit(kind, ground.OFF, number)) for kind, number in sorted(waiting.items())]


def _counters(seen: Seen) -> Iterator[Section]:
    items = []
    if seen.worn_by:
        items.append(Item(ground.SPEECH.sentence(form("wears_ring"), power=seen.worn_by)))
    if seen.balrog != "alive":
        items.append(Item(say("balrog_is_dead") if seen.balrog == "dead" else say("balrog_serves_mordor")))
    if seen.isengard == "destroyed":
        items.append(Item(say("isengard_is_destroyed")))
    if seen.paths_walked:
        items.append(Item(say("ranger_has_walked")))
    if seen.garrisons_gone:
        gone = ", ".join(place_name(place) for place in seen.garrisons_gone)
        items.append(Item(say("garrisons_destroyed", places=gone)))
    items += [
        Item(ground.SPEECH.sentence(form("is_eliminated_now"), power=power)) for power in seen.eliminated
    ]
    yield from section("counts", say("counters_title"), items)


def _standing(seen: Seen) -> Iterator[Section]:
    items = [
        Item(say("numbered_standing_order", number=number, order=sentence(order)))
        for number, order in enumerate(seen.standing, 1)
    ]
    yield from section("standing", say("standing_title"), items)
    proxies = [one for one in seen.waiting if isinstance(one, Proxy)]
    later = [one for one in seen.waiting if one not in proxies]
    waits = [*map(Item, _rest_of_turn(seen, later))]
    waits += [Item(say("waiting_order", order=sentence(proxy)), LENT) for proxy in proxies]
    yield from section("waiting", say("waiting_title"), waits)


def _rest_of_turn(seen: Seen, orders: Sequence[Standable]) -> Iterator[str]:
    """Yield the orders in words; orders of several units share a line only if all or none have no effect."""
    for clause in dict.fromkeys(seen.in_vain.get(one, "") for one in orders):
        alike = [one for one in orders if seen.in_vain.get(one, "") == clause]
        for order in destroying_sentences(alike, sentence, destroy_together):
            yield (
                say("waiting_in_vain", order=order, clause=clause)
                if clause
                else say("waiting_order", order=order)
            )


def facts(seen: Seen) -> dict[str, Any]:
    """Return the same facts for programs."""
    return {
        "turn": seen.turn,
        "units": {
            power: [unit_in_notation(one) for one in seen.military if one.power == power]
            for power in ground.POWERS
        },
        "pieces": {
            power: sorted({unit_in_notation(one.piece) for one in seen.pieces if one.piece.power == power})
            for power in ground.POWERS
        },
        "centres": {
            power: sorted(place for place, owner in seen.owners.items() if owner == power)
            for power in ground.POWERS
        },
        "alignment": dict(seen.alignments),
        "due": {"turn": seen.due, "phase": seen.phase, "owed": dict(seen.owed)},
        "winners": list(seen.winners),
        "orders": _account(seen).facts(),
        "sees": _sees(seen),
    }


FALLEN = "piece."  # the end of a piece, and its place: public in step xii and for leaders


def _sees(seen: Seen) -> list[str]:
    """Return hidden pieces, pieces whose end is public, and the Ring, in the notation of rule cases."""
    told_ = {unit_in_notation(piece) for piece in seen.sees}
    told_ |= {f"Ring {one.piece.place}" for one in seen.pieces if one.ring}
    if seen.ring_unit:
        told_.add(f"Ring {seen.ring_place}")
    told_ |= {f"Ring {news.words['place']}" for news in seen.news if news.key == "ring.worn"}
    fallen = [news.words for news in seen.news if news.key.startswith(FALLEN)]
    told_ |= {f"{words['piece']} {words['place']}" for words in fallen}
    return sorted(told_)
