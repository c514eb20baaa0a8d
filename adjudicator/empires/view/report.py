"""The report of a turn: every combat with its dice and result, and the position after it."""

from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.core.game import NEGLECTED, Item, ReportFacts, Section, Tally
from adjudicator.core.phrasing import capital
from adjudicator.drawing.alt_text import in_words
from adjudicator.empires.ground import BOARD, NATIONS, POWERS, Power, zone_name
from adjudicator.empires.language import standing
from adjudicator.empires.language.activation import ARMIES
from adjudicator.empires.position import FULL
from adjudicator.empires.record import Combat, Decided, Event, Record, Step, parts
from adjudicator.empires.resolve import diplomacy, phases, victory
from adjudicator.empires.resolve.movement import ENEMYS, MOST_STEPS
from adjudicator.empires.sentences import form, group, say
from adjudicator.empires.view import contests, headlines, places, position_tables, stakes
from adjudicator.empires.view.clauses import with_clause
from adjudicator.empires.view.notation import describe
from adjudicator.empires.view.sight import Seen
from adjudicator.empires.view.turn_events import TAKEN
from adjudicator.empires.view.wording import ATTACKING, DEFENDING, SPEECH, STEPS, event_words, score

MARKED = {"eliminated": "destroyed", "starved": "destroyed", "lost_last_step": "destroyed", "duty": NEGLECTED}


def report(seen: Seen) -> ReportFacts:
    """Return the report of the turn in the record, or of the position if there is no record."""
    return ReportFacts(
        game=BOARD.name,
        turn=_turn(seen),
        reader=seen.reader,
        headline=headlines.headline(seen.position, seen.record, seen.reader),
        lead=_lead(seen),
        sections=_sections(seen),
        alt=_alt(seen),
        facts=facts(seen),
        tally=_tally(seen),
        contests=tuple(contests.contests(seen.record)) if seen.record else (),
        numbers={} if seen.record else _numbers(seen.reader),
        when=phases.seasons_of(seen.position, seen.record),
        atlas=() if seen.record else places.atlas(seen.position),
        board_follows=_board_follows(seen),
    )


def _sections(seen: Seen) -> tuple[Section, ...]:
    return (
        *(_what_happened(seen.record, seen.reader) if seen.record else ()),
        *_due(seen),
        *stakes.sections(seen.position, seen.reader),
        *_standing(seen),
        *_sent_ahead(seen),
        *position_tables.sections(seen),
    )


LOSSES = ("reduced", "eliminated", "trench_lost", "trench_lowered")  # kinds of events of a combat
BECAME = group("became")


def _board_follows(seen: Seen) -> bool:
    """Return whether the reader's turn has just been played, so that the enemies come before the next one."""
    if seen.record is None or seen.reader is None or seen.position.over:
        return False
    due = phases.due(seen.position)
    has_played = any(turn.power == seen.reader for turn in parts(seen.record))
    return has_played and seen.reader not in {**due.owed, **due.asked}


def _numbers(reader: Power | None) -> dict[str, int]:
    """Return the numbers in the reader's first message."""
    own = BOARD.powers[reader] if reader else None
    found = {"actions": own.actions, "start": own.start_vp} if own else {}
    factors = {nation.lower(): BOARD.counters[nation, ""].full[0] for nation in NATIONS}
    supports = {
        "support": BOARD.counters["German", ""].full[1],
        "support_of_others": BOARD.counters["Turkish", ""].full[1],
        "forward": diplomacy.FORWARD,
        "back": diplomacy.BACK,
    }
    return (
        found
        | factors
        | supports
        | {"seasons": BOARD.turns, "activated": ARMIES, "zones": MOST_STEPS, "steps": FULL}
        | {"enemys": ENEMYS, "stack": BOARD.stacking}
    )


def _tally(seen: Seen) -> Tally:
    points = {power: sum(number for _, number in victory.account(seen.position, power)) for power in POWERS}
    return Tally(say("tally"), points)


def _turn(seen: Seen) -> str:
    return phases.title_of(seen.position, seen.record)


def _lead(seen: Seen) -> str:
    """Return the story for everybody, and for a Power to move when that is."""
    story = headlines.story(seen.position, seen.record, seen.reader)
    if seen.reader not in phases.due(seen.position).owed:
        return story
    if seen.reader != seen.position.power:
        return f"{story} {say('your_turn_follows', power=SPEECH.named(seen.position.power))}".lstrip()
    after = phases.follower(seen.position)
    begins = say("it_is_your_turn_before", power=SPEECH.named(after)) if after else say("it_is_your_turn")
    if seen.record is None:
        return f"{begins} {story}"
    between = headlines.PARAGRAPH if headlines.PARAGRAPH in story else " "
    return f"{story}{between}{begins}"


# ---- what happened


def _what_happened(record: Record, reader: Power | None) -> Iterator[Section]:
    """Yield the sections: for the Power in turn its orders come first, for all others the news."""
    turns = parts(record)
    own = [turn for turn in turns if turn.power == reader]
    others = [turn for turn in turns if turn.power != reader]
    for turn in own:
        yield from (*_results(turn), *_conditions(turn), *_left_out(turn))
    yield from _news(turns, reader)
    for turn in others:
        is_before = bool(own) and turns.index(turn) < turns.index(own[0])
        yield from _results(turn, is_before=is_before)


def _news(turns: Sequence[Record], reader: Power | None) -> Iterator[Section]:
    items = [item for turn in turns for item in _news_items(turn, reader)]
    if items:
        yield Section("news", say("news"), tuple(items))


def _news_items(record: Record, reader: Power | None) -> list[Item]:
    is_own_nmr = record.silent and record.power == reader  # whether others read it is a house rule
    items = [Item(say("no_sheet"), "lost")] if is_own_nmr else []
    if record.paused:
        paused = SPEECH.sentence(form("paused"), power=record.power)
        items.append(Item(paused))
    items += [Item(words) for words in [headlines.offensive(record)] if words]
    steps = [event for step in record.steps for event in step.events]
    items += [_item(event) for event in steps if event.kind in headlines.LOUD]
    items += [Item(sentence, "gained") for sentence in headlines.conquests(record)]
    ends = [event for event in record.end if event.kind not in (*TAKEN, "over")]
    return items + [_item(event, is_other=_is_other(ends, at)) for at, event in enumerate(ends)]


def _item(event: Event, *, is_other: bool = False) -> Item:
    words = event_words(event, is_other=is_other)
    return Item(with_clause(event.kind, words), MARKED.get(event.kind, ""))


def _is_other(events: Sequence[Event], at: int) -> bool:
    """Return whether the event is of the second of two armies that are alike, in one zone."""
    alike = [
        place
        for place, event in enumerate(events)
        if event.army and (event.power, event.zone, event.army) == _named(events[at])
    ]
    return len(alike) == 2 and alike[1] == at


def _named(event: Event) -> tuple[str, str, str]:
    return event.power, event.zone, event.army


def _results(record: Record, *, is_before: bool = False) -> Iterator[Section]:
    """Yield the orders with their outcomes; a pass after others says nothing."""
    passes = say("passes").casefold()
    acts = [step for step in record.steps if step.reading.casefold() != passes]
    items = tuple(Item(_step(step), step.outcome, capital(step.reading)) for step in acts or record.steps)
    if items:
        name = phases.title(record.season, record.power)
        yield Section(
            "results", say("orders_before", turn=name) if is_before else say("orders", turn=name), items
        )


def _step(step: Step) -> str:
    words = capital(step.reading)
    if step.why:
        return say("void", order=words, why=step.why)
    if step.combat:
        return say("with_combat", order=words, combat=_combat(step.combat))
    events = " ".join(event_words(event) for event in step.events)
    return f"{words}. {events}".strip()


def _combat(combat: Combat) -> str:
    one, other = combat.attacker, combat.defender
    return say(
        "combat",
        zone=zone_name(combat.zone),
        attacker=f"{STEPS[one.steps]} {one.army}",
        defender=f"{STEPS[other.steps]} {other.army}",
        score=score(one, ATTACKING),
        other_score=score(other, DEFENDING),
        losses=_losses(combat),
    )


def _losses(combat: Combat) -> str:
    """Return what each side lost, and why the winner lost nothing if it did not."""
    losses = "; ".join(event_words(event) for event in combat.events) or say("no_losses")
    if combat.outcome == "draw":
        return losses
    sides = (combat.attacker, combat.defender)
    winner, loser = sides if combat.outcome == "succeeds" else sides[::-1]
    if any(event.kind in LOSSES and event.power == winner.power for event in combat.events):
        return losses
    if winner.score >= 2 * loser.score:
        return say("unhurt_at_double", losses=losses)
    return say("unhurt_without_second_loss", losses=losses)


def _conditions(record: Record) -> Iterator[Section]:
    """Yield which conditions of the reader held, and which lines were used.

    A line that counted and was then refused is among those left out, with the reason.
    """
    left_out = {line.text for line in record.left_out}
    shown = [line for line in record.decided if line.text not in left_out or not _has_counted(line)]
    if shown:
        items = tuple(Item(_decided(line), _became(line), f'"{line.text}"') for line in shown)
        yield Section("results", say("your_conditions"), items)


def _has_counted(line: Decided) -> bool:
    """Return whether a part of the line itself was to be carried out, and nothing of it was."""
    return not line.is_head and not line.order and (line.is_else or line.is_met is not None)


def _became(line: Decided) -> str:
    """Return in short what became of the line; previews say how often each of these happened."""
    if line.is_else or line.is_met is None:
        is_used = bool(line.is_met) if line.is_head else bool(line.order)
        return BECAME["used" if is_used else "not used"]
    return BECAME["held" if line.is_met else "not held"]


def _decided(line: Decided) -> str:
    if line.is_head:
        return _head_decided(line)
    if not line.order:
        is_unmet = line.is_met is False and not line.is_else
        return (
            say("condition_not_held", line=line.text, unmet=_unmet(line))
            if is_unmet
            else say("condition_line_skipped", line=line.text)
        )
    if line.is_else:
        return say("condition_else_used", line=line.text, order=line.order)
    return (
        say("condition_held_and_used", line=line.text, order=line.order)
        if line.is_met
        else say("condition_not_held_other_used", line=line.text, order=line.order, unmet=_unmet(line))
    )


def _unmet(line: Decided) -> str:
    return say("condition_unmet", unmet=line.unmet) if line.unmet else ""


def _head_decided(line: Decided) -> str:
    if line.is_else or line.is_met is None:
        return (
            say("condition_else_counted", line=line.text)
            if line.is_met
            else say("condition_else_counted_not", line=line.text)
        )
    return (
        say("condition_head_held", line=line.text)
        if line.is_met
        else say("condition_head_not_held", line=line.text, unmet=_unmet(line))
    )


def _left_out(record: Record) -> Iterator[Section]:
    items = tuple(
        Item(say("left_out", line=line.text, reason=line.reason), "void") for line in record.left_out
    )
    if items:
        yield Section("seen", say("lines_left_out"), items)


# ---- what is due


def _due(seen: Seen) -> Iterator[Section]:
    if seen.position.over:
        return
    due = phases.due(seen.position)
    items = [Item(say("owes", power=power, what=what)) for power, what in due.owed.items()]
    if seen.reader and seen.reader in due.asked:
        items.append(Item(say("is_asked_for", power=seen.reader, what=due.asked[seen.reader])))
    yield Section("due", say("due", turn=due.turn), tuple(items))


def _standing(seen: Seen) -> Iterator[Section]:
    """Repeat the reader's standing orders, defaults included. S.3"""
    if seen.reader is None:
        return
    orders = seen.position.standing.get(seen.reader, standing.NOTHING)
    items = (*standing.in_words(orders), standing.RETREAT_DEFAULT)
    yield Section("standing", say("your_standing_orders"), tuple(Item(words) for words in items))


def _sent_ahead(seen: Seen) -> Iterator[Section]:
    sheet = seen.position.sheets.get(seen.reader or "")
    if sheet:
        items = tuple(Item(line) for line in sheet.lines)
        yield Section("seen", say("sheet_sent_ahead"), items)


def _alt(seen: Seen) -> str:
    return in_words(say("map_of_turn", turn=_turn(seen)), describe(seen.position, seen.record)["units"])


# ---- the report as data


HIDDEN = ("technologies", "obtained", "research", "standing")


def facts(seen: Seen) -> dict[str, Any]:
    """Return the report as plain values, without the secrets of others."""
    described = describe(seen.position, seen.record)
    state = described["state"]
    are_open = seen.position.options.get("missions") == "open"
    for name in HIDDEN if are_open else (*HIDDEN, "missions"):
        state[name] = {power: value for power, value in state[name].items() if power == seen.reader}
    due = phases.due(seen.position)
    return {
        **described,
        "turn": _turn(seen),
        "due": {"turn": due.turn, "phase": due.phase, "owed": dict(due.owed)},
        "orders": [_fact(turn, step) for turn in parts(seen.record) for step in turn.steps]
        if seen.record
        else [],
        "sees": _technologies_named(seen),
    }


def _fact(record: Record, step: Step) -> dict[str, str]:
    return {"power": record.power, "order": step.reading, "outcome": step.outcome, "cause": step.why}


def _technologies_named(seen: Seen) -> list[str]:
    """Return all technologies that the report names: those seen in use, and the reader's own."""
    position, power = seen.position, seen.reader or ""
    boxes = (position.available, position.obtained, position.research)
    own = [name for box in boxes for name in box.get(power, ())]
    seen_in_use = [name for names in position.shown.values() for name in names]
    return sorted({*own, *seen_in_use})
