"""Read a player's message and answer it clause by clause.

A message with an action in it replaces the Power's sheet; the line of an army, of a recruit, or one
after CHANGE replaces one line of it (`merging`). Standing orders and the technologies of the set-up are taken
line by line, anywhere in the message. A sheet may come ahead of its Power's turn: it is then read on the
current board, stored, and read again when the turn comes.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.core.game import (
    EARLIER_MESSAGE,
    MISSING,
    NOTED,
    REFUSED,
    REMARK,
    TAKEN,
    THIS_MESSAGE,
    InForce,
    Orders,
    Reading,
    ReadLine,
)
from adjudicator.core.language.corrections.changed_minds import numbers_replaced
from adjudicator.core.language.limits import unread, worth_reading
from adjudicator.core.language.words import NotAllowed, Refusal, listed
from adjudicator.empires.ground import ZONES, zone_names
from adjudicator.empires.language import branching, merging, standing
from adjudicator.empires.language.additions import (
    adds,
    with_added_lines_below_headings,
    with_also_noted,
    with_lead_ins_noted,
)
from adjudicator.empires.language.change_to import CHANGE, changes_in, with_new_lines, with_old_lines
from adjudicator.empires.language.entries import Entry, entries_of, entries_said, is_of_action, lines_of
from adjudicator.empires.language.in_short import in_short
from adjudicator.empires.language.on_file import OrdersOnFile, from_text, to_text
from adjudicator.empires.language.orders import (
    Activate,
    ArmyOrder,
    Conditional,
    Heading,
    Items,
    New,
    Pass,
    Pause,
    Recruit,
    RecruitItem,
    Reinforce,
    SheetOrder,
    Technologies,
)
from adjudicator.empires.language.ordinary import read_clauses
from adjudicator.empires.language.plan import (
    SHEET,
    WITHOUT_ARMIES,
    WITHOUT_RECRUITS,
    Accepted,
    DecidedLine,
    Plan,
    Refused,
    SheetLine,
    Verdict,
    planned,
    why_sheet_refused,
)
from adjudicator.empires.language.remedies.corrections import without_contradicted
from adjudicator.empires.language.remedies.dependents import without_pause_advised
from adjudicator.empires.language.remedies.later_lines import replaces_another, without_doubted
from adjudicator.empires.language.remedies.only_level import with_only_levels
from adjudicator.empires.language.remedies.orders_below_pass import without_pass, without_passes_in_words
from adjudicator.empires.language.remedies.recruit_first import recruit_first
from adjudicator.empires.language.remedies.suggestions import Adviser
from adjudicator.empires.language.remedies.warnings import (
    warnings_of_branches,
    warnings_of_ceding,
    warnings_of_headings,
    warnings_of_own_turn,
    warnings_of_pause,
    warnings_of_possible_ceding,
    warnings_without_missions,
)
from adjudicator.empires.language.sentences.implied import with_headings
from adjudicator.empires.language.sentences.new_armies import with_new_armies_by_zone
from adjudicator.empires.language.sentences.strengths import with_strengths
from adjudicator.empires.language.splitting import EVERYONE_STAYS, Said
from adjudicator.empires.language.standing import Standing
from adjudicator.empires.position import PlannedSheet, Position, in_zone, of_power
from adjudicator.empires.resolve import phases, research
from adjudicator.empires.resolve.actions import actions_left
from adjudicator.empires.resolve.obligations import zones_of_duty
from adjudicator.empires.sentences import group, say
from adjudicator.empires.view.wording import SPEECH, order_words, sheet_words

GOES_THERE = frozenset(say("goes_there_too", count=count) for count in (1, 2))  # what order_words adds
ORDINALS = group("ordinals")  # of the Activations of a sheet, of which there are as many as actions (7.2)


class _Sorted(NamedTuple):
    """The clauses of a message by what they are."""

    sheet: tuple[Said, ...]
    answered: tuple[ReadLine, ...]  # remarks, headings, standing orders, technologies
    on_file: OrdersOnFile  # with the new standing orders and technologies
    staying: tuple[Said, ...]


def read(position: Position, power: str, so_far: Orders | None, lines: Sequence[str]) -> Reading:
    """Read *lines* on top of *so_far*, or of what the state holds from earlier messages. Raises nothing.

    "" for *so_far* means that the Power has taken back all that it sent ahead; standing orders stay (S.3).
    """
    before = _on_file_before(position, power, so_far)
    on_file = entries_of(before.lines)
    ahead = phases.as_if_in_turn(position, power)
    read_lines = with_new_armies_by_zone(ahead, power, worth_reading(lines))
    said, is_added = _clauses(ahead, power, read_lines, on_file)
    parts = _sorted(position, power, before, said)
    ahead = replace(ahead, standing={**ahead.standing, power: parts.on_file.standing})
    sheet = merging.merged(
        on_file, parts.sheet, lambda entries: _refused_in(ahead, entries), is_added=is_added
    )
    new = replace(parts.on_file, lines=lines_of(sheet.entries)) if sheet.is_changed else parts.on_file
    plan = planned(ahead, _sheet_lines(sheet.entries))
    fault = _fault_of_sheet(ahead, plan, sheet.entries)
    answered = [*parts.answered, *_answers(sheet.entries, plan), *_not_merged(ahead, sheet)]
    stays, notes = _stays(ahead, parts.staying, sheet.entries)
    if fault and sheet.is_changed:
        answered.append(ReadLine(0, SHEET, REFUSED, reason=fault.reason, remedy=fault.remedy))
    warnings = _warnings(position, power, new, None if sheet.is_changed else fault)
    return Reading(
        orders=to_text(new),
        lines=(*_as_written([*answered, *stays], said), *unread(lines, read_lines)),
        in_force=_in_force((position, power), plan, sheet.entries, new),
        warnings=(
            *warnings,
            *_notes(sheet, plan),
            *_replaced(sheet, plan),
            *notes,
            *_warnings_of_plan(ahead, plan, sheet.entries),
        ),
        complete=not fault and _is_complete(position, power, new),
        unfit=tuple(text for text, _ in _refused_on_file(sheet.entries, plan.verdicts)),
        is_part=plan.is_paused and not position.over,
        offer=_offer(ahead, sheet, plan),
        gone=sheet.gone,
        unused=_unused(plan),
    )


def _offer(position: Position, sheet: merging.Sheet, plan: Plan) -> tuple[str, ...]:
    """Return the sheet in the sequence in which its lines are legal, for a YES."""
    if not sheet.is_changed:
        return ()
    return recruit_first(position, sheet.entries, plan) or without_pass(position, sheet.entries, plan)


def _on_file_before(position: Position, power: str, so_far: Orders | None) -> OrdersOnFile:
    before = from_text(so_far) if so_far else stored(position, power)
    return OrdersOnFile(standing=before.standing, taken_back=True) if so_far == "" else before


def _clauses(
    position: Position, power: str, lines: Sequence[str], on_file: Sequence[Entry]
) -> tuple[list[Said], bool]:
    """Return the clauses of a message with the headings that it leaves out, and if it adds to the sheet."""
    changes = changes_in(lines, on_file)
    read_lines = with_new_lines(lines, changes)
    clauses = read_clauses(read_lines, power, phases.title(position.season, power))
    clauses = with_old_lines(lines, changes, clauses)
    changed = without_passes_in_words(_with_changes(clauses))
    said = _with_doubts(position, with_only_levels(position, changed))
    if on_file and adds(lines, said):
        return with_lead_ins_noted(said), True
    said = with_added_lines_below_headings(with_also_noted(said))
    return with_headings(position, said, [entry.order for entry in on_file]), False


def _fault_of_sheet(position: Position, plan: Plan, entries: Sequence[Entry]) -> NotAllowed | None:
    """Return why the whole sheet is refused; what 9.0.8 asks for may be decided with its conditions."""
    fault = why_sheet_refused(position, plan)
    if fault and branching.may_attack([entry.order for entry in entries], zones_of_duty(position)):
        return None
    return fault


def _warnings_of_plan(position: Position, plan: Plan, entries: Sequence[Entry]) -> Iterator[str]:
    """Yield what the player should know of the orders that are taken."""
    orders = [entry.order for entry in entries]
    yield from _still_refused(entries, plan.verdicts)
    yield from warnings_of_headings(plan)
    yield from warnings_of_pause(plan, orders)
    yield from warnings_of_ceding(position, plan)
    yield from warnings_of_possible_ceding(position, plan, orders)
    yield from warnings_without_missions(plan)
    yield from warnings_of_own_turn(position, plan, orders)
    yield from warnings_of_branches(position, plan, orders)


def _with_changes(said: Sequence[Said]) -> Sequence[Said]:
    """Return *said*; what is below CHANGE, alone on its line, replaces single lines of the sheet."""
    begins = next((at for at, one in enumerate(said) if one.text.strip(" :.").upper() == CHANGE), len(said))
    return [
        *said[:begins],
        *(one._replace(is_noted=True) for one in said[begins : begins + 1]),
        *(one._replace(is_change=True) for one in said[begins + 1 :]),
    ]


def _replaced(sheet: merging.Sheet, plan: Plan) -> list[str]:
    """Return what a sheet leaves out that takes the place of another, and how many actions are free."""
    unused = _unused(plan)
    notes = [unused] if unused else []
    if not sheet.gone:
        return notes
    gone = listed([f'"{text}"' for text in sheet.gone], "and")
    keep = f" {say('keep_what_is_gone')}" if _left(plan) else ""
    return [f"{say('this_replaces_whole_sheet', gone=gone)}{keep}", *notes]


def _notes(sheet: merging.Sheet, plan: Plan) -> Sequence[str]:
    """Return what the message does to the sheet on file, unless all its lines are refused."""
    refused = {one.number for one in plan.verdicts if isinstance(one, Refused)}
    new = [number for number, entry in enumerate(sheet.entries) if entry.said]
    return () if new and refused.issuperset(new) else sheet.notes


def _unused(plan: Plan) -> str:
    """Return how many actions a sheet uses, if more are left and neither PASS nor PAUSE ends it."""
    left = _left(plan)
    if not left or not any(isinstance(one, Accepted) for one in plan.verdicts):
        return ""
    most = left + len(plan.position.turn.actions)
    return say("actions_used", used=most - left, most=most, count=left)


def _left(plan: Plan) -> int:
    """Return how many actions are free, none if PASS or PAUSE ends the sheet."""
    accepted = [one.order for one in plan.verdicts if isinstance(one, Accepted)]
    is_closed = any(isinstance(order, Pass | Pause) for order in accepted)
    return 0 if is_closed else max(0, actions_left(plan.position))


def _with_doubts(position: Position, said: Sequence[Said]) -> list[Said]:
    """Return *said* with what unread clauses and corrections say of others, and with suggestions."""
    if not any(map(_is_doubtful, said)):
        return list(said)
    advised = Adviser(position).advised(with_strengths(without_pause_advised(position, said)))
    return without_doubted(position, without_contradicted(position, advised))


def _is_doubtful(one: Said) -> bool:
    """Return whether it is more than an order as it stands, or an empty line."""
    is_clear = one.order is not None and not isinstance(one.order, Refusal)
    if one.is_change or one.stays or numbers_replaced(one.text) or replaces_another(one):
        return True
    return not (is_clear or (one.is_noted and not one.text))


def _as_written(answered: Sequence[ReadLine], said: Sequence[Said]) -> list[ReadLine]:
    """Return the answers in the order of the clauses."""
    places = {(one.number, one.text): place for place, one in reversed(list(enumerate(said)))}
    return sorted(answered, key=lambda line: (line.number, places.get((line.number, line.text), -1)))


def _sheet_lines(entries: Sequence[Entry]) -> list[SheetLine]:
    """Return the entries as lines of a sheet, numbered by their place."""
    return [SheetLine(number, entry.text, entry.order) for number, entry in enumerate(entries)]


def _refused_in(position: Position, entries: Sequence[Entry]) -> set[int]:
    """Return the places of the entries that are refused."""
    verdicts = planned(position, _sheet_lines(entries)).verdicts
    return {verdict.number for verdict in verdicts if isinstance(verdict, Refused)}


def stored(position: Position, power: str) -> OrdersOnFile:
    """Return what the state holds of the Power's earlier messages."""
    return OrdersOnFile(
        position.sheets.get(power, PlannedSheet()).lines,
        position.standing.get(power, Standing()),
        position.chosen.get(power, ()),
    )


# ---- by kind of line


def _sorted(position: Position, power: str, before: OrdersOnFile, said: Sequence[Said]) -> _Sorted:
    sheet, answered, staying, on_file = [], [], [], before
    for one in said:
        order = one.order
        if one.stays:
            staying.append(one)
        elif order is None:
            answered.append(ReadLine(one.number, one.text, NOTED if _says_nothing(one) else REMARK))
        elif type(order) is Heading:
            answered.append(ReadLine(one.number, one.text, TAKEN, say("standing_orders")))
        elif standing.is_standing_order(order):
            on_file = replace(on_file, standing=standing.with_order(on_file.standing, order))
            words = f"Standing order: {standing.order_as_stored(order)}"
            answered.append(ReadLine(one.number, one.text, TAKEN, words))
        elif type(order) is Technologies:
            on_file, answer = _with_technologies(position, power, on_file, one, order)
            answered.append(answer)
        else:  # the types check that all these kinds belong on a sheet
            sheet.append(one)
    return _Sorted(tuple(sheet), tuple(answered), on_file, tuple(staying))


def _says_nothing(one: Said) -> bool:
    """Return whether it is a heading, a comment, or the end of an order copied from a confirmation."""
    return one.is_noted or one.text.strip(" .") in GOES_THERE


def _with_technologies(
    position: Position, power: str, on_file: OrdersOnFile, line: Said, order: Technologies
) -> tuple[OrdersOnFile, ReadLine]:
    against = research.why_not_at_the_start(power, order.names)
    if position.is_prepared:
        against = say("you_choose_technologies_of_set_up")
    if against:
        reason = say("you_cannot_take_these_technologies", against=against)
        remedy = _technologies_remedy(position, power, order)
        return on_file, ReadLine(line.number, line.text, REFUSED, reason=reason, remedy=remedy)
    words = say("technologies_of_set_up", names=", ".join(order.names))
    return replace(on_file, technologies=order.names), ReadLine(line.number, line.text, TAKEN, words)


def _technologies_remedy(position: Position, power: str, order: Technologies) -> str:
    """Return what to write instead: later than the set-up, RESEARCH with one of the names."""
    if not position.is_prepared:
        return say("write_technologies_attack_defence_manoeuvre")
    possible = [name for name in order.names if not research.why_not(position, power, name)]
    found = listed([f"RESEARCH {name}" for name in possible])
    return say("did_you_mean", found=found) if possible else say("leave_line_out")


# ---- the answer


def _answers(entries: Sequence[Entry], plan: Plan) -> list[ReadLine]:
    """Return the answers to the clauses of this message that are on the sheet now."""
    found = []
    verdicts, fates = plan.verdicts, {one.number: one for one in plan.decided}
    refused = {
        entries[v.number].said
        for v in verdicts
        if isinstance(v, Refused) and _is_heading(entries[v.number]) and not _is_answered_below(v)
    }
    for verdict in verdicts:
        entry = entries[verdict.number]
        said = entry.said
        if said is None or (not _is_heading(entry) and said in refused):
            continue
        if _is_answered_below(verdict):
            found += [] if entry.has_more else [ReadLine(said.number, said.text, NOTED)]
            continue
        match verdict:
            case Refused(fault=fault):
                reason = _reason(fault, entry, fates.get(verdict.number))
                found.append(ReadLine(said.number, said.text, REFUSED, reason=reason, remedy=fault.remedy))
            case Accepted(order=order):
                if not (_is_heading(entry) and entry.has_more) and not isinstance(entry.order, Conditional):
                    found.append(ReadLine(said.number, said.text, TAKEN, order_words(order)))
    refused_lines = {(line.number, line.text) for line in found if line.verdict == REFUSED}
    found += [
        ReadLine(said.number, said.text, TAKEN, _with_fate(one))
        for number, one in fates.items()
        if (said := entries[number].said) and said.text and (said.number, said.text) not in refused_lines
    ]
    return found


def _is_answered_below(verdict: Verdict) -> bool:
    """Return whether it is a heading of which a note says that nothing is accepted under it."""
    return isinstance(verdict, Refused) and verdict.fault in (WITHOUT_ARMIES, WITHOUT_RECRUITS)


def _reason(fault: Refusal, entry: Entry, decided: DecidedLine | None) -> str:
    """Return why a line is refused; if the line has two parts, also which of them is refused."""
    if decided is None or not isinstance(entry.order, Conditional) or not entry.order.otherwise:
        return fault.reason
    if decided.fate.order == entry.order.otherwise:
        return say("second_part_refused", reason=fault.reason)
    return say("first_part_refused", reason=fault.reason)


def _with_fate(line: DecidedLine) -> str:
    """Return a line with a condition in words, and whether it holds or applies as things stand now."""
    words, order, fate = sheet_words(line.order), line.order, line.fate
    if not isinstance(order, Conditional):
        return say("does_not_apply_now", line=words)
    if order.is_end:
        return words
    is_used = fate.is_met if order.order is None else fate.order is not None
    if not is_used and (order.is_else or fate.is_met):  # what is above the line decides
        return say("does_not_apply_now", line=words)
    if not order.conditions:
        return say("applies_now", line=words)
    if fate.is_met:
        return say("holds_now", line=words)
    return say("holds_not_now_but_otherwise", line=words) if is_used else say("holds_not_now", line=words)


def _is_heading(entry: Entry) -> bool:
    return isinstance(entry.order, Activate | Recruit)


def _not_merged(position: Position, sheet: merging.Sheet) -> list[ReadLine]:
    """Return the refusals of the clauses that are not put on the sheet."""
    if sheet.is_changed or sheet.has_file:
        return [
            ReadLine(said.number, said.text, REFUSED, reason=fault.reason, remedy=fault.remedy)
            for said, fault in sheet.refused
        ]
    entries = entries_said([said for said, _ in sheet.refused])
    return _answers(entries, planned(position, _sheet_lines(entries)))


def _still_refused(entries: Sequence[Entry], verdicts: Sequence[Verdict]) -> list[str]:
    """Return a sentence for each reason why lines of earlier messages are refused as things stand."""
    by_reason: dict[str, dict[str, None]] = {}
    for text, reason in _refused_on_file(entries, verdicts):
        by_reason.setdefault(reason, {})[f'"{text}"'] = None
    return [
        say("still_refused_on_your_sheet", count=len(texts), texts=listed(texts, "and"), reason=reason)
        for reason, texts in by_reason.items()
    ]


def _refused_on_file(entries: Sequence[Entry], verdicts: Sequence[Verdict]) -> list[tuple[str, str]]:
    """Return the lines of earlier messages that are refused as things stand, each with the reason."""
    return [
        (entries[verdict.number].text.strip(), verdict.fault.reason)
        for verdict in verdicts
        if isinstance(verdict, Refused)
        and entries[verdict.number].said is None
        and not _is_answered_below(verdict)
    ]


def _stays(
    position: Position, staying: Sequence[Said], entries: Sequence[Entry]
) -> tuple[list[ReadLine], list[str]]:
    """Note the armies that stay, or refuse the line if there are none."""
    answers, zones, everyone = [], [], False
    for one in staying:
        everyone = everyone or one.stays == EVERYONE_STAYS
        fault = None if one.stays == EVERYONE_STAYS else _why_not_staying(position, one.stays, entries)
        if fault:
            answers.append(ReadLine(one.number, one.text, REFUSED, reason=fault.reason, remedy=fault.remedy))
            continue
        answers.append(ReadLine(one.number, one.text, NOTED))
        zones += [zone for zone in ZONES if ZONES[zone].name == one.stays and zone not in zones]
    who = say("your_army_in", zones=zone_names(zones)) if zones else say("the_others") if everyone else ""
    they = say("it_stands") if zones and len(zones) == 1 else say("they_stand")
    return answers, [say("this_leaves_army_where_it_stands", who=who, they=they)] if who else []


def _why_not_staying(position: Position, name: str, entries: Sequence[Entry]) -> NotAllowed | None:
    zone = next(zone for zone, facts in ZONES.items() if facts.name == name)
    own = of_power(in_zone(position, zone), position.power)
    if not own:
        return NotAllowed(
            say("has_no_army", power=position.power, called=name), say("army_that_stays_needs_no_order")
        )
    ordered = sum(
        entry.order.army.number
        for entry in entries
        if isinstance(entry.order, ArmyOrder) and entry.order.army.zone == zone
    )
    if ordered >= len(own):
        return NotAllowed(say("another_line_orders_army", called=name), say("leave_one_of_two_lines_out"))
    return None


def _is_complete(position: Position, power: str, on_file: OrdersOnFile) -> bool:
    """Return whether nothing is missing; before season 1 a Power that is not in turn needs no sheet (2.3)."""
    if power not in phases.asked(position):
        return bool(on_file.lines)
    return bool(on_file.technologies) and (bool(on_file.lines) or power not in phases.owing(position))


def _in_force(
    seat: tuple[Position, str], plan: Plan, entries: Sequence[Entry], on_file: OrdersOnFile
) -> tuple[InForce, ...]:
    position, power = seat
    words = {one.number: order_words(one.order) for one in plan.verdicts if isinstance(one, Accepted)}
    words |= _numbered(plan)
    refused = {one.number for one in plan.verdicts if isinstance(one, Refused)} - words.keys()
    decided = [one for one in plan.decided if one.number not in refused]
    words |= {one.number: _with_fate(one) for one in decided}
    lasting = {one.number: sheet_words(one.order) for one in decided}
    drawn = in_short(position, plan)
    under = _headings(plan, words)
    new = _of_this_message(entries)
    rows = [
        InForce(
            "",  # two lines with the same words are two orders
            said,
            THIS_MESSAGE if number in new else EARLIER_MESSAGE,
            drawn.get(number, ""),
            under.get(number, ""),
            lasting.get(number, ""),
        )
        for number, said in sorted(words.items())
    ]
    if not rows:
        rows.append(InForce("turn", _nothing(position, power, on_file), MISSING))
    if power in phases.asked(position) and not on_file.technologies:
        rows.append(InForce("set-up", say("technologies_missing"), MISSING))
    if on_file.technologies:
        rows.append(InForce("set-up", f"Technologies: {', '.join(on_file.technologies)}", "standing"))
    rows += [InForce("standing order", words, "standing") for words in standing.in_words(on_file.standing)]
    return tuple(rows)


def _of_this_message(entries: Sequence[Entry]) -> set[int]:
    """Return the places of the lines of this message, and of the actions that have one of them below."""
    found: set[int] = set()
    head = -1
    for at, entry in enumerate(entries):
        if not is_of_action(entry):
            head = at
        if entry.said:
            found |= {at, head} - {-1}
    return found


def _numbered(plan: Plan) -> dict[int, str]:
    """Return the words of each ACTIVATE, by its line, if there are several: "Activates armies (second)"."""
    found = [
        one
        for one in plan.verdicts
        if isinstance(one, Accepted) and isinstance(one.order, Activate) and not one.order.extra
    ]
    if len(found) < 2:
        return {}
    return {
        one.number: say("activates_armies_again", words=order_words(one.order), ordinal=ORDINALS[str(place)])
        for place, one in enumerate(sorted(found, key=lambda one: one.number), 1)
    }


def _headings(plan: Plan, words: Mapping[int, str]) -> Mapping[int, str]:
    """Return the words of the action of which a line is a part, by the number of the line."""
    found: dict[int, str] = {}
    heading = ""
    told: dict[int, SheetOrder | RecruitItem] = {}
    told |= {one.number: one.order for one in plan.verdicts if isinstance(one, Accepted)}
    told |= {one.number: one.order for one in plan.decided}
    for number, order in sorted(told.items()):
        part = order.order if isinstance(order, Conditional) else order
        if number not in words or part is None:
            heading = ""
        elif isinstance(part, ArmyOrder | Items | New | Reinforce):
            found[number] = heading
        else:
            heading = words[number]
    return found


def _nothing(position: Position, power: str, on_file: OrdersOnFile) -> str:
    if on_file.lines:
        return say("no_line_of_your_sheet_is")
    is_due = position.over or power in phases.owing(position)
    return say("no_sheet_you_do_nothing") if is_due else say("no_sheet_ahead")


def _ahead(position: Position, power: str) -> list[str]:
    """Return what happens with a sheet that is not the first to be carried out."""
    if power == position.power:
        return []
    if power == phases.follower(position):
        return [say("carried_out_after", power=SPEECH.named(position.power))]
    return [say("it_is_not_your_turn_yet", power=SPEECH.named(power))]


def _warnings(position: Position, power: str, on_file: OrdersOnFile, fault: NotAllowed | None) -> list[str]:
    if position.over:
        return [say("game_is_over_no_more_orders")]
    warnings = _ahead(position, power) if on_file.lines else []
    if fault:
        warnings.append(f"{fault.reason} {fault.remedy}")
    return warnings
