"""Read a player's message. Any text gives a `Reading`: accepted lines, refusals with a reason, remarks.

A later order sheet for the same turn replaces the whole earlier one, unless none of its lines is accepted.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, zip_longest
from types import MappingProxyType

from msgspec.structs import replace

from adjudicator.core.clauses import Clause
from adjudicator.core.game import EARLIER_MESSAGE, REFUSED, TAKEN, THIS_MESSAGE, Orders, Reading, ReadLine
from adjudicator.core.language.legends import explained
from adjudicator.core.language.limits import unread, worth_reading
from adjudicator.domination.language import legality, opening
from adjudicator.domination.language.additions import holds, refused, says_it_adds, together, why_not_added
from adjudicator.domination.language.clause_reading import MessageOrders
from adjudicator.domination.language.grammar import bare, parse_line
from adjudicator.domination.language.in_force import in_force
from adjudicator.domination.language.legality import ReadingContext, number_at
from adjudicator.domination.language.message_sense import sense
from adjudicator.domination.language.orders import OrderSheet, Prefer, from_text, to_text
from adjudicator.domination.language.ordinary import Said, ordinary
from adjudicator.domination.language.own_words import in_own_words
from adjudicator.domination.language.reasons import with_reasons_behind, without_orders_in_reasons
from adjudicator.domination.language.remedies import no_builds, reach
from adjudicator.domination.language.remedies.all_stopped import with_all_stopped
from adjudicator.domination.language.remedies.cases_behind import with_cases
from adjudicator.domination.language.remedies.circumstances import with_circumstances
from adjudicator.domination.language.remedies.contradictions import with_contradictions
from adjudicator.domination.language.remedies.corrections import with_corrections
from adjudicator.domination.language.remedies.kept_builds import with_builds_kept
from adjudicator.domination.language.remedies.later_lines import Outcome, doubted_below
from adjudicator.domination.language.remedies.otherwise_below import with_alternatives
from adjudicator.domination.language.remedies.pointed_back import with_pointed_back
from adjudicator.domination.language.remedies.second_orders import (
    Changed,
    cut_with_changes,
    with_second_orders,
)
from adjudicator.domination.language.remedies.withdrawn_preferences import with_withdrawals
from adjudicator.domination.language.replaced_sheets import left_out, preferences_replaced, what_is_replaced
from adjudicator.domination.language.sentences.asides_behind import with_asides_behind
from adjudicator.domination.language.sentences.conditional_sentences import with_conditional_sentences
from adjudicator.domination.language.sentences.conditions_above import with_conditions_above
from adjudicator.domination.language.sentences.else_if import with_else_ifs
from adjudicator.domination.language.sentences.piece_lists import with_lists_joined
from adjudicator.domination.language.sentences.plain_sentences import with_plain_sentences
from adjudicator.domination.language.sentences.same_condition import with_same_conditions
from adjudicator.domination.language.sentences.tables_of_builds import with_builds_in_rows
from adjudicator.domination.language.sentences.ways_behind import with_ways
from adjudicator.domination.language.space_numbers import with_names_in_one_word
from adjudicator.domination.language.vocabulary import vocabulary
from adjudicator.domination.position import Position
from adjudicator.domination.sentences import say

_BEGINS_WITH_SPACE = re.compile(  # "on to E5"
    r"\s*(?:(?:and|then|on|to|over|via|further|from there|dann|weiter|nach|über|puis|vers|->?|>)\s*)*"
    r"(?P<space>[a-z]\d{1,2})\b(?!['’]s\b)",
    re.IGNORECASE,
)
_SPACE_TO_SPACE = re.compile(r"(?P<origin>[a-z]\d{1,2})\s*(?:->?|>|\bto\b)\s*[a-z]\d{1,2}\W*", re.IGNORECASE)
_ATTACKS_SOMEBODY = re.compile(
    r"(?:to )?(?:attacks?|fights?|hits?|kills?|strikes?|meets?) "
    r"(?:(?:the|his|her|their|all|both|that|those|\d{1,2}) )*"
    r"(?P<whose>[^\W\d_]+)(?:['’]s)? [^\W\d_]+(?: there)?\W*",
    re.IGNORECASE,
)
_OF_ENEMIES = ("enemy", "enemy's", "hostile", "opposing")


def read(position: Position, player: str, so_far: Orders | None, lines: Sequence[str]) -> Reading:
    """Read the lines of one message. Any text gives an answer."""
    context = legality.reading_context(position, player)
    named = with_names_in_one_word(context, explained(worth_reading(lines)))
    above = with_conditions_above(context, named)
    joined = with_else_ifs(context, with_lists_joined(context, above.lines))
    same = with_same_conditions(context, joined)
    read_lines: Sequence[str] = with_conditional_sentences(context, same.lines)
    read_lines = with_asides_behind(context, with_plain_sentences(context, read_lines))
    read_lines = with_reasons_behind(context, with_builds_in_rows(context, read_lines))
    message = _read_lines(context, read_lines, {**above.doubts, **same.doubts})
    before, new, answers = from_text(so_far), tuple(message.sheet.lines), message.lines
    new = new or holds(context, message.held, answers)
    changes_nothing = bool(before and message.held and not new)  # "the rest stays" leaves the sheet as it is
    adds = _replaces(before, new) and says_it_adds(lines, answers)
    reason, remedy = why_not_added(context, before, new) if adds else ("", "")
    if reason:
        new, answers = (), refused(answers, reason, remedy)
    is_new = not (reason or changes_nothing) and (
        so_far is None or any(line.verdict == TAKEN for line in answers)
    )
    sheet, warnings, gone = _merged(context, before, new, adds=adds) if is_new else (before, (), ())
    if is_new:
        beside = before if adds or not _replaces(before, new) else ()
        warnings = (*warnings, *preferences_replaced(context, beside, new))
    if sheet:
        warnings = (*warnings, *opening.warnings(position, player, sheet, before))
        warnings = (*warnings, *(no_builds.warnings(position, player, sheet) if is_new else ()))
        warnings = (*warnings, *reach.warnings(position, player, sheet))
    warnings = (*warnings, *_notes(answers))
    source = THIS_MESSAGE if is_new else EARLIER_MESSAGE
    return Reading(
        orders=to_text(sheet),
        lines=(*in_own_words(lines, read_lines, answers), *unread(lines, read_lines)),
        in_force=in_force(context, sheet, source, message.sheet.in_words),
        warnings=warnings,
        complete=opening.is_complete(position, sheet),
        gone=gone,
    )


def _notes(lines: Sequence[ReadLine]) -> Iterator[str]:
    """Yield what the player should know of orders that were taken, such as that a plural was one unit."""
    return (
        f"{line.reading}: {line.condition}." for line in lines if line.verdict == TAKEN and line.condition
    )


def _read_lines(context: ReadingContext, lines: Sequence[str], doubts: Mapping[int, str]) -> MessageOrders:
    """Read ordinary lines as they are; split any others into clauses first.

    *doubts*: the conditions that may reach to the lines of these numbers.
    """
    found = ordinary(context, lines)
    words = sense(context)
    cut_up = cut_with_changes(context, lines, words) if found is None else Changed([], frozenset())
    clauses = without_orders_in_reasons(_without_words_inside(context, cut_up.clauses), lines)
    clauses = with_contradictions(
        with_ways(context, with_cases(context, with_alternatives(context, clauses))), words.first_place
    )
    clauses = with_all_stopped(context, clauses, lines)
    clauses = with_withdrawals(context, with_builds_kept(context, clauses))
    corrected = with_second_orders(context, with_corrections(context, clauses), cut_up.lines)
    clauses, corrections = with_pointed_back(context, corrected)
    clauses = with_circumstances(context, clauses, lines)
    message = MessageOrders(context, doubts, uses_headings=_uses_headings(context, found or (), clauses))
    for number, (text, said) in enumerate(found or (), 1):
        message.read_ordinary(number, text, said)
    outcomes = _read_clauses(message, clauses, corrections)
    if doubted := doubted_below(context, outcomes):
        clauses = [
            one if one.doubt else replace(one, taken_back=doubted.get(at, one.taken_back))
            for at, one in enumerate(clauses)
        ]
        message = MessageOrders(context, doubts, uses_headings=_uses_headings(context, (), clauses))
        _read_clauses(message, clauses, corrections, {at: outcomes[at].heading for at in doubted})
    message.end()
    return message


def _read_clauses(
    message: MessageOrders,
    clauses: Sequence[Clause],
    corrections: Collection[int],
    headings: Mapping[int, str] = MappingProxyType({}),
) -> list[Outcome]:
    """Read *clauses* into the message and return what became of each.

    *headings*: those that refused ones leave to the clauses below.
    """
    outcomes: list[Outcome] = []
    for at, (clause, after) in enumerate(zip_longest(clauses, clauses[1:])):
        orders, lines = len(message.sheet.lines), len(message.lines)
        if at in corrections:
            message.read_correction(clause)
        else:
            message.read(clause, goes_on=_way_behind(message.context, clause, after))
        is_refused = any(line.verdict == REFUSED for line in message.lines[lines:])
        message.sheet.heading = headings.get(at, message.sheet.heading)
        outcomes.append(Outcome(clause, message.sheet.lines[orders:], message.sheet.heading, is_refused))
    return outcomes


def _replaces(before: OrderSheet, new: OrderSheet) -> bool:
    """Return whether a message with these lines takes the place of the sheet on file."""
    return bool(before and new) and not all(isinstance(line.order, Prefer) for line in new)


def _merged(
    context: ReadingContext, before: OrderSheet, new: OrderSheet, *, adds: bool
) -> tuple[OrderSheet, tuple[str, ...], tuple[str, ...]]:
    """Return the sheet on file after a message, what to say about the one before it, and what it loses.

    *adds*: the message says that its orders are for the sheet on file.
    """
    if not (before and new):
        return new, (), ()
    if adds:
        return together(before, new), (say("orders_are_added_to_your_sheet"),), ()
    if not _replaces(before, new):
        return together(before, new), (say("your_earlier_order_sheet_still_counts"),), ()
    return new, (what_is_replaced(context, before, new),), left_out(context, before, new)


def _uses_headings(
    context: ReadingContext, found: Iterable[tuple[str, Said | None]], clauses: Iterable[Clause]
) -> bool:
    """Return whether any line of the message is a heading; then no line without one is taken for a build."""
    if any(said is not None and said.parsed.order is None for _, said in found):
        return True
    counting = (clause for clause in clauses if not clause.taken_back)
    texts = (text for clause in counting for text in (clause.orders or (clause.text,)))
    parsed = (parse_line(context.data, bare(text)) for text in texts)
    return any(one is not None and one.order is None for one in parsed)


def _without_words_inside(context: ReadingContext, clauses: Sequence[Clause]) -> list[Clause]:
    """Return the clauses; a word inside a sentence is not a heading: "the Knight there remains and fights".

    Nor is it an order if it only says whom the units meet where they go: "to E10 and attack the green
    griffin".
    """
    found = list(clauses)
    for at, (before, clause) in enumerate(pairwise(clauses), 1):
        is_inside = before.number == clause.number and bool(before.text) and clause.text[:1].islower()
        is_foe = is_inside and bool(before.orders) and _names_a_foe(context, clause)
        if is_foe or (is_inside and ":" not in clause.text and _is_heading(context, clause)):
            found[at] = replace(clause, orders=(), is_comment=True)
    return found


def _names_a_foe(context: ReadingContext, clause: Clause) -> bool:
    """Return whether it says only whose units are attacked, and not where."""
    meant = None if clause.orders else _ATTACKS_SOMEBODY.fullmatch(clause.text)
    whose = meant["whose"].casefold() if meant else ""
    others = set(vocabulary(context.data).colours) - {context.player.casefold()}
    return whose in _OF_ENEMIES or whose in others


def _is_heading(context: ReadingContext, clause: Clause) -> bool:
    parsed = parse_line(context.data, bare(clause.orders[0])) if len(clause.orders) == 1 else None
    return parsed is not None and parsed.order is None


def _way_behind(context: ReadingContext, clause: Clause, after: Clause | None) -> str:
    """Return the space at the beginning of the text after *clause* on its line, if that is not an order.

    "A11 to A10" is one, for the units that stand at A11.
    """
    if after is None or after.number != clause.number or after.orders:
        return ""
    found = _BEGINS_WITH_SPACE.match(after.text)
    whole = _SPACE_TO_SPACE.fullmatch(after.text)
    is_other = whole is not None and bool(number_at(context, whole["origin"].upper()))
    return found["space"] if found and not is_other else ""
