"""Merge the lines of a message with the sheet on file.

A message with an action replaces the sheet. Without one, the line of an army or of a recruit replaces the
line of the same army or zone on file; so does a line after CHANGE, and a single action whose line on file is
refused.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from adjudicator.core.language.words import NotAllowed, Refusal, one_slip_from
from adjudicator.empires.ground import ZONE_NAMES
from adjudicator.empires.language import orders
from adjudicator.empires.language.orders import (
    ACTIONS,
    COMMANDS,
    ActionOrder,
    ArmyOrder,
    Conditional,
    Items,
    Order,
    RecruitItem,
    SheetOrder,
    SingleLine,
    command_of,
)
from adjudicator.empires.language.parsing import meaning, said
from adjudicator.empires.language.splitting import Said
from adjudicator.empires.language.writing import in_notation
from adjudicator.empires.sentences import say

NOT_FOUND = NotAllowed(say("line_that_this_replaces_is_not_found"), say("send_whole_sheet_again"))
NO_SUCH_ARMY = NotAllowed(say("no_line_of_sheet_orders_this_army"), say("send_sheet_with_it_below_activate"))
_OF_RECRUIT = Items | Conditional | Refusal  # lines below RECRUIT


class Entry(NamedTuple):
    """A line of the sheet as it is stored; *said* is the clause of this message that it comes from."""

    text: str
    order: SheetOrder | Refusal
    said: Said | None = None
    has_more: bool = False  # a heading; the orders on its line are the entries after it


class Sheet(NamedTuple):
    """The sheet after a message; *refused* are clauses that are not on it."""

    entries: tuple[Entry, ...]
    is_changed: bool
    has_file: bool
    refused: tuple[tuple[Said, Refusal], ...] = ()
    notes: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()  # actions on file that a sheet with fewer actions leaves out


def entries_of(lines: Sequence[str]) -> tuple[Entry, ...]:
    """Return the entries of a stored sheet."""
    parsed = ((line.text, line.order) for line in said(lines))
    return tuple(Entry(text, order) for text, order in parsed if isinstance(order, SheetOrder | Refusal))


def lines_of(entries: Sequence[Entry]) -> tuple[str, ...]:
    """Return the entries as they are stored."""
    return tuple(entry.text for entry in entries)


def entries_said(clauses: Sequence[Said]) -> tuple[Entry, ...]:
    return tuple(entry for one in clauses for entry in _entries(one))


def _entries(one: Said) -> tuple[Entry, ...]:
    order = one.order
    if isinstance(order, Refusal):
        return (Entry(one.text, order, one),)
    assert isinstance(order, SheetOrder)  # noqa: S101  (the reading sorts the others out)
    texts = in_notation(order)
    found = [Entry(text, _as_stored(text), one, len(texts) > 1) for text in texts]
    return tuple(found)


def _as_stored(text: str) -> SheetOrder | Refusal:
    [line] = said([text])
    if isinstance(line.order, SheetOrder | Refusal):
        return line.order
    raise AssertionError(f"not read again: {text}")


def merged(
    on_file: Sequence[Entry], clauses: Sequence[Said], refused_in: Callable[[Sequence[Entry]], set[int]]
) -> Sheet:
    """Return the sheet after a message with these *clauses*; *refused_in* says which entries are refused."""
    readable = [one for one in clauses if not isinstance(one.order, Refusal)]
    has_file = bool(on_file)
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
    """Return the actions that the new sheet leaves out, if it has fewer: they may have been meant to stay."""
    before, now = _actions(on_file), [command for command, _ in _actions(entries)]
    if not 0 < len(now) < len(before):  # PASS alone is meant as it is
        return ()
    gone = []
    for command, text in before:
        if command in now:
            now.remove(command)
        else:
            gone.append(text)
    return tuple(gone)


def _actions(entries: Sequence[Entry]) -> list[tuple[str, str]]:
    """Return each action as its command and its text, with the lines below it."""
    found: list[tuple[str, list[str]]] = []
    for entry in entries:
        command = _command(entry)
        if command:
            found.append((command, [entry.text.strip()]))
        elif found and isinstance(_subject(entry.order), ArmyOrder | Items):
            found[-1][1].append(entry.text.strip())
    return [
        (command, " ".join((first, ", ".join(below))).strip())
        for command, (first, *below) in found
        if command in ACTIONS
    ]


def _is_action(order: Order | Refusal | None) -> bool:
    """Return whether it is an action, a line with a condition that may bring one, or a heading with IF."""
    if isinstance(order, Conditional):
        return order.order is None or any(isinstance(one, ActionOrder) for one in order.orders)
    return isinstance(order, ActionOrder)


def _subject(order: Order | Refusal | None) -> Order | Refusal | None:
    """Return the order of a line; if the line has a condition, the order for the case that it holds."""
    return order.order if isinstance(order, Conditional) else order


def _is_stored(one: Said) -> bool:
    """Return whether it is an order, or refused in the same way when it is read again."""
    return not isinstance(one.order, Refusal) or isinstance(meaning(one.text), Refusal)


def _all_refused(clauses: Sequence[Said]) -> tuple[tuple[Said, Refusal], ...]:
    return tuple((one, one.order if isinstance(one.order, Refusal) else NOT_FOUND) for one in clauses)


def _mends(
    on_file: Sequence[Entry], readable: Sequence[Said], refused_in: Callable[[Sequence[Entry]], set[int]]
) -> bool:
    """Return whether a message with an action replaces single lines: after CHANGE, or of a refused action."""
    if all(one.is_change or isinstance(_subject(one.order), ArmyOrder | Items) for one in readable):
        return True
    if len(readable) != 1 or len(on_file) < 2 or not isinstance(readable[0].order, SingleLine):
        return False
    same = _of_command(on_file, readable[0].order)
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
        new = tuple(entry for clause in (one, *below) for entry in _entries(clause))
        span = _span(entries, one, places[0]) if len(places) == 1 else ()
        if len(span) == 0 or (len(span) > 1) != (len(new) > 1):
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
    while end < len(entries) and not _command(entries[end]) and isinstance(entries[end].order, _OF_RECRUIT):
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
    return NO_SUCH_ARMY if isinstance(_subject(one.order), ArmyOrder) and is_new else NOT_FOUND


def _places(
    entries: Sequence[Entry], one: Said, refused_in: Callable[[Sequence[Entry]], set[int]]
) -> list[int]:
    """Return the places on the sheet that *one* may replace; with none or several, it is not clear which."""
    match _subject(one.order):
        case ArmyOrder(army=army) as order:
            same = [
                at
                for at, entry in enumerate(entries)
                if isinstance(ordered := _subject(entry.order), ArmyOrder)
                and ordered.army.zone == army.zone
                and entry.said is None
            ]
        case Items(items=(item,)) as order:
            same = [
                at
                for at, entry in enumerate(entries)
                if isinstance(ordered := _subject(entry.order), Items)
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
        and not _command(entry)
        and any(ZONE_NAMES.meant(word) == (zones[0],) for word in entry.text.split())
    ]


def _zones(items: Sequence[RecruitItem]) -> list[str]:
    return [item.army.zone for item in items]


def _of_command(entries: Sequence[Entry], order: ActionOrder) -> list[int]:
    """Return the places of the action of the same kind, readable or not."""
    wanted = command_of(order)
    return [at for at, entry in enumerate(entries) if _command(entry) == wanted]


def _command(entry: Entry) -> str:
    order = _subject(entry.order)
    if isinstance(order, ActionOrder):
        return command_of(order)
    if isinstance(entry.order, Refusal):
        first = entry.text.split()[0].strip(",:.!").upper()
        return first if first in COMMANDS else one_slip_from(first, COMMANDS)
    return ""
