"""Merge the lines of a message with the sheet on file.

A message with an action replaces the sheet. Without one, the line of an army or of a recruit replaces the
line of the same army or zone on file; so does a line after CHANGE, and a single action whose line on file is
refused. What is added to the sheet is in `additions`.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from adjudicator.core.language.words import NotAllowed, Refusal
from adjudicator.empires.ground import ZONE_NAMES
from adjudicator.empires.language import orders
from adjudicator.empires.language.additions import is_loose, place_of_army, with_added
from adjudicator.empires.language.entries import (
    Entry,
    command,
    entries_of_clause,
    entries_said,
    is_of_action,
    subject,
)
from adjudicator.empires.language.orders import (
    ActionOrder,
    ArmyOrder,
    Conditional,
    Items,
    Order,
    RecruitItem,
    SingleLine,
    command_of,
)
from adjudicator.empires.language.parsing import meaning
from adjudicator.empires.language.splitting import Said
from adjudicator.empires.sentences import say

NOT_FOUND = NotAllowed(say("line_that_this_replaces_is_not_found"), say("send_whole_sheet_again"))
NO_SUCH_ARMY = NotAllowed(say("no_line_of_sheet_orders_this_army"), say("send_sheet_with_it_below_activate"))
_STRENGTHS = re.compile(r"\b(?:full|reduced) (?=(?:\w+ )?Army\b)")
_OF_RECRUIT = Items | Conditional | Refusal  # lines below RECRUIT


class Sheet(NamedTuple):
    """The sheet after a message; *refused* are clauses that are not on it."""

    entries: tuple[Entry, ...]
    is_changed: bool
    has_file: bool
    refused: tuple[tuple[Said, Refusal], ...] = ()
    notes: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()  # what was accepted on file and the new sheet leaves out


def merged(
    on_file: Sequence[Entry],
    clauses: Sequence[Said],
    refused_in: Callable[[Sequence[Entry]], set[int]],
    *,
    is_added: bool = False,
) -> Sheet:
    """Return the sheet after a message with these *clauses*; *refused_in* says which entries are refused.

    *is_added*: the message says that its orders are added to the sheet on file.
    """
    readable = [one for one in clauses if not isinstance(one.order, Refusal)]
    has_file = bool(on_file)
    if has_file and readable and is_added:
        others = [one for one in clauses if one not in readable]
        added = tuple(with_added(on_file, readable, refused_in))
        return Sheet(added, True, True, _all_refused(others), (say("this_is_added_to_sheet"),))
    has_action = any(_is_action(one.order) for one in readable)
    if has_file and readable and (not has_action or _mends(on_file, readable, refused_in)):
        return _mended(on_file, clauses, refused_in)
    if not readable or (has_file and not has_action):
        return Sheet(tuple(on_file), False, has_file, _all_refused(clauses))
    # what would be refused on any sheet, such as a line under the heading of another Power, is not stored
    own = [one for one in clauses if not isinstance(one.order, NotAllowed) and _is_stored(one)]
    others = [one for one in clauses if one not in own]
    entries = entries_said(own)
    return Sheet(
        entries, True, has_file, _all_refused(others), gone=_gone(_accepted(on_file, refused_in), entries)
    )


def _accepted(
    on_file: Sequence[Entry], refused_in: Callable[[Sequence[Entry]], set[int]]
) -> tuple[Entry, ...]:
    refused = refused_in(on_file) if on_file else set()
    return tuple(entry for at, entry in enumerate(on_file) if at not in refused)


def _gone(on_file: Sequence[Entry], entries: Sequence[Entry]) -> tuple[str, ...]:
    """Return what the new sheet leaves out, in the order of the sheet on file.

    An action that is left out as a whole is one text, with the lines below it.
    """
    now = Counter(_compared(entry) for entry in entries)
    gone: list[str] = []
    for head, below in _blocks_of([entry for entry in on_file if not _orders_nothing(entry)]):
        lost = [entry for entry in below if not _found(entry, now)]
        is_kept = head is None or _found(head, now)
        if head is not None and len(lost) == len(below) and (below or not is_kept):
            gone.append(f"{head.text.strip()} {', '.join(entry.text.strip() for entry in lost)}".strip())
        else:
            gone += [entry.text.strip() for entry in lost]
    return tuple(gone)


def _orders_nothing(entry: Entry) -> bool:
    order = entry.order
    return isinstance(order, orders.Pass) or (isinstance(order, Conditional) and order.is_end)


def _compared(entry: Entry) -> str:
    """Return the text by which lines are compared; an army is the same in whatever strength it is named."""
    return _STRENGTHS.sub("", entry.text).strip().casefold()


def _found(entry: Entry, now: Counter[str]) -> bool:
    """Return whether a line of the new sheet is the same, and count that line as used."""
    text = _compared(entry)
    now[text] -= 1
    return now[text] >= 0


def _blocks_of(entries: Sequence[Entry]) -> Iterator[tuple[Entry | None, list[Entry]]]:
    """Yield each action, or heading with IF, with the lines of armies and recruits below it."""
    head: Entry | None = None
    below: list[Entry] = []
    for entry in entries:
        if is_of_action(entry):
            below.append(entry)
            continue
        if head is not None or below:
            yield head, below
        head, below = entry, []
    if head is not None or below:
        yield head, below


def _is_action(order: Order | Refusal | None) -> bool:
    """Return whether it is an action, a line with a condition that may bring one, or a heading with IF."""
    if isinstance(order, Conditional):
        return order.order is None or any(isinstance(one, ActionOrder) for one in order.orders)
    return isinstance(order, ActionOrder)


def _is_stored(one: Said) -> bool:
    """Return whether it is an order, or refused in the same way when it is read again."""
    return not isinstance(one.order, Refusal) or isinstance(meaning(one.text), Refusal)


def _all_refused(clauses: Sequence[Said]) -> tuple[tuple[Said, Refusal], ...]:
    return tuple((one, one.order if isinstance(one.order, Refusal) else NOT_FOUND) for one in clauses)


def _mends(
    on_file: Sequence[Entry], readable: Sequence[Said], refused_in: Callable[[Sequence[Entry]], set[int]]
) -> bool:
    """Return whether a message with an action replaces single lines: after CHANGE, or of a refused action."""
    if all(one.is_change or isinstance(subject(one.order), ArmyOrder | Items) for one in readable):
        return True
    first, *below = readable
    if len(on_file) < 2 or not isinstance(first.order, SingleLine | orders.Recruit):
        return False
    are_items = isinstance(first.order, orders.Recruit) and all(isinstance(one.order, Items) for one in below)
    if below and not are_items:
        return False
    same = _of_command(on_file, first.order)
    return len(same) == 1 and same[0] in refused_in(on_file)


def _mended(
    on_file: Sequence[Entry], clauses: Sequence[Said], refused_in: Callable[[Sequence[Entry]], set[int]]
) -> Sheet:
    entries, refused, notes = list(on_file), [], []
    for one, below in _blocks(clauses):
        if isinstance(one.order, Refusal):
            refused.append((one, one.order))
            continue
        places = _places(entries, one, refused_in)
        new = tuple(entry for clause in (one, *below) for entry in entries_of_clause(clause))
        loose = [at for at in places if is_loose(entries, at)]
        kept = [entry for at, entry in enumerate(entries) if at not in loose]
        is_new_army = places == loose and isinstance(subject(one.order), ArmyOrder) and not one.replaces
        joins = place_of_army(kept, new, refused_in) if is_new_army else 0
        if joins:
            entries = [*kept[:joins], *new, *kept[joins:]]
            notes.append(say("this_is_added_to_activate"))
            continue
        span = _span(entries, one, places[0]) if len(places) == 1 else ()
        is_unread = len(span) == 1 and isinstance(entries[span[0]].order, Refusal)
        if len(span) == 0 or (not is_unread and (len(span) > 1) != (len(new) > 1)):
            refused.append((one, _why_not(one, is_new=not places)))
            continue
        notes.append(_replaced([entries[at].text.strip() for at in span]))
        entries[span[0] : span[-1] + 1] = new
    return Sheet(tuple(entries), len(notes) > 0, True, tuple(refused), tuple(dict.fromkeys(notes)))


def _blocks(clauses: Sequence[Said]) -> Iterator[tuple[Said, tuple[Said, ...]]]:
    """Yield each clause; RECRUIT alone on its line with the recruits on the lines below it."""
    left = list(clauses)
    while left:
        one, below = left.pop(0), list[Said]()
        while one.order == orders.Recruit() and left and isinstance(left[0].order, Items):
            below.append(left.pop(0))
        yield one, tuple(below)


def _span(entries: Sequence[Entry], one: Said, at: int) -> range:
    """Return the places of the lines that *one* replaces: RECRUIT is replaced with all that it recruits.

    Empty if one of those lines has a condition, so that it is not clear what of it stays.
    """
    if not isinstance(one.order, orders.Recruit):
        return range(at, at + 1)
    end = at + 1
    while end < len(entries) and not command(entries[end]) and isinstance(entries[end].order, _OF_RECRUIT):
        end += 1
    is_clear = not any(isinstance(entry.order, Conditional) for entry in entries[at:end])
    return range(at, end) if is_clear else range(0)


def _replaced(old: Sequence[str]) -> str:
    if len(old) == 1:
        return say("this_replaces_one_line", old=old[0])
    head, *items = old
    return say("this_replaces_one_action", old=f"{head} {', '.join(items)}")


def _why_not(one: Said, *, is_new: bool) -> NotAllowed:
    """Return why the clause replaces nothing; *is_new*: it would only be one more line."""
    if isinstance(one.order, orders.Activate) or (isinstance(one.order, orders.Recruit) and not is_new):
        command = command_of(one.order)
        remedy = say("send_whole_sheet_again_or_lines", command=command)
        return NotAllowed(say("this_is_more_than_one_line"), remedy)
    return NO_SUCH_ARMY if isinstance(subject(one.order), ArmyOrder) and is_new else NOT_FOUND


def _places(
    entries: Sequence[Entry], one: Said, refused_in: Callable[[Sequence[Entry]], set[int]]
) -> list[int]:
    """Return the places on the sheet that *one* may replace; with none or several, it is not clear which."""
    if one.replaces:
        return [at for at, entry in enumerate(entries) if entry.text == one.replaces and not entry.said]
    match subject(one.order):
        case ArmyOrder(army=army) as order:
            same = [
                at
                for at, entry in enumerate(entries)
                if isinstance(ordered := subject(entry.order), ArmyOrder)
                and ordered.army.zone == army.zone
                and entry.said is None
            ]
        case Items(items=(item,)) as order:
            same = [
                at
                for at, entry in enumerate(entries)
                if isinstance(ordered := subject(entry.order), Items)
                and _zones(ordered.items) == _zones([item])
            ]
        case action if isinstance(action, ActionOrder):
            return _of_command(entries, action)
        case _:
            return []
    if len(same) != 1:
        refused = refused_in(entries)
        return [at for at in same if at in refused] if same else _unread_of(entries, order)
    return same


def _unread_of(entries: Sequence[Entry], order: ArmyOrder | Items) -> list[int]:
    """Return the places of unreadable lines that name the zone of the army or of the recruit."""
    zones = [order.army.zone] if isinstance(order, ArmyOrder) else _zones(order.items)
    return [
        at
        for at, entry in enumerate(entries)
        if isinstance(entry.order, Refusal)
        and not command(entry)
        and any(ZONE_NAMES.meant(word) == (zones[0],) for word in entry.text.split())
    ]


def _zones(items: Sequence[RecruitItem]) -> list[str]:
    return [item.army.zone for item in items]


def _of_command(entries: Sequence[Entry], order: ActionOrder) -> list[int]:
    """Return the places of the action of the same kind, readable or not."""
    wanted = command_of(order)
    return [at for at, entry in enumerate(entries) if command(entry) == wanted]
