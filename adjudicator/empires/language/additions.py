"""Add the orders of a message to the sheet on file, instead of putting them in its place.

A message adds if words such as "also" begin it. The line of an army for which the sheet has no order joins
the one ACTIVATE of the sheet: an army moves only in an Activation (9.0), and each line names its army.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from adjudicator.core.language.words import Refusal
from adjudicator.empires.language import orders
from adjudicator.empires.language.entries import Entry, command, entries_of_clause, is_of_action, subject
from adjudicator.empires.language.orders import (
    COMMANDS,
    ActionOrder,
    ArmyOrder,
    Conditional,
    Items,
    Order,
    SheetOrder,
)
from adjudicator.empires.language.splitting import Said

_ADDS = re.compile(
    r"\b(?:also|in addition|additionally|besides|on top of (?:that|this|it)|as well|plus|moreover"
    r"|furthermore|add(?: this| these| to (?:it|that|my (?:orders|sheet)))?|one more|another (?:action|order)"
    r"|(?:i|we)(?: have)? forg[oe]t(?:ten)?|still ha(?:ve|d) (?:an?|one|the|my|another)(?: \w+)? action"
    r"|außerdem|ausserdem|zusätzlich|dazu|auch|en plus|de plus|aussi|en outre)\b",
    re.IGNORECASE,
)
_ACTION = re.compile(rf"\b(?:{'|'.join(COMMANDS)}|arm(?:y|ies))\b", re.IGNORECASE)
RefusedIn = Callable[[Sequence[Entry]], set[int]]
_ENDS = (orders.Gas, orders.Pause, orders.Pass)  # what is below one is not carried out above it
_END = Entry("IN ANY CASE:", Conditional(is_end=True))
_MOST_WORDS = 4  # of a line that only leads in and has no colon


def adds(lines: Sequence[str], said: Sequence[Said]) -> bool:
    """Return whether the first order of a message, or a line that leads in to it, says that it is added."""
    ordered = [one.number for one in said if isinstance(one.order, SheetOrder)]
    if not ordered:
        return False
    first = min(ordered)
    line = lines[first - 1]
    begins = line if ordered.count(first) == 1 else _ACTION.split(line, maxsplit=1)[0]
    return any(map(_ADDS.search, [begins, *filter(_leads_in, lines[: first - 1])]))


def with_added_lines_below_headings(said: Sequence[Said]) -> list[Said]:
    """Return *said*; armies and recruits after ALSO, below another action, are below the heading above them.

    So they are if the message adds them to a sheet on file. With several such headings, nothing is moved.
    """
    found = list(said)
    for kind, heading in ((ArmyOrder, orders.Activate()), (Items, orders.Recruit())):
        head = _only_heading(found, type(heading))
        added = _added(found, head, kind) if head >= 0 else []
        kept = [one for at, one in enumerate(found) if at not in added]
        end = _end_of_lines(kept, head)
        found = [*kept[:end], *(found[at] for at in added), *kept[end:]]
    return found


def _only_heading(said: Sequence[Said], heading: type) -> int:
    """Return the place of the one ACTIVATE or RECRUIT; -1 if it is not clear, or depends on a condition."""
    heads = [at for at, one in enumerate(said) if isinstance(subject(one.order), heading)]
    if len(heads) != 1 or any(map(_is_branch, said)):
        return -1
    order = said[heads[0]].order
    is_extra = isinstance(order, orders.Activate) and order.extra
    return -1 if is_extra or isinstance(order, Conditional) else heads[0]


def _added(said: Sequence[Said], head: int, kind: type) -> list[int]:
    """Return the places of lines of a *kind* that are under no heading, and behind ALSO."""
    found: list[int] = []
    is_added = False
    for at in range(_end_of_lines(said, head), len(said)):
        one = said[at]
        if isinstance(one.order, _ENDS):
            break
        is_added = is_added or _is_also(one.text) or one.text.upper().startswith("ALSO ")
        if is_added and isinstance(subject(one.order), kind):
            found.append(at)
    return found


def _end_of_lines(said: Sequence[Said], head: int) -> int:
    """Return the place of the first action below the one at *head*."""
    below = range(head + 1, len(said))
    return next((at for at in below if isinstance(subject(said[at].order), ActionOrder)), len(said))


def _is_branch(one: Said) -> bool:
    return bool(one.breaks) or (isinstance(one.order, Conditional) and one.order.order is None)


def with_also_noted(said: Sequence[Said]) -> list[Said]:
    """Return *said*; "ALSO" alone on a line needs no answer."""
    return [one._replace(is_noted=True) if one.order is None and _is_also(one.text) else one for one in said]


def _is_also(text: str) -> bool:
    return _ADDS.fullmatch(text.strip(" :.,!")) is not None


def with_lead_ins_noted(said: Sequence[Said]) -> list[Said]:
    """Return *said*; words such as "one more action:" need no answer where they were understood."""
    return [
        one._replace(is_noted=True) if one.order is None and _ADDS.search(one.text) else one for one in said
    ]


def _leads_in(line: str) -> bool:
    return line.rstrip().endswith(":") or 0 < len(line.split()) <= _MOST_WORDS


def with_added(on_file: Sequence[Entry], clauses: Sequence[Said], refused_in: RefusedIn) -> list[Entry]:
    """Return the entries on file and those of the *clauses*; *refused_in* says which entries are refused."""
    ordered = [part for one in clauses for order in one.orders for part in _parts(order)]
    entries = [
        entry for at, entry in enumerate(on_file) if not (entry.order in ordered and is_loose(on_file, at))
    ]
    for block in _blocks(clauses):
        first = block[0]
        new = [entry for one in block for entry in entries_of_clause(one)]
        match first.order:
            case orders.Recruit() | Items():
                entries = _with_recruits(entries, first, new)
            case ArmyOrder() | Conditional(order=ArmyOrder()):
                entries = _with_army(entries, first, new, refused_in)
            case Conditional(order=None):
                entries = _with_branches(entries, new, refused_in)
            case _:
                entries = _at_the_end(entries, new)
    return entries


def _parts(order: Order | Refusal | None) -> Sequence[Order | Refusal | None]:
    """Return an order, and the army or the recruits on its line."""
    match order:
        case orders.Recruit(items=items):
            return (order, Items(items))
        case orders.Activate(order=army):
            return (order, army)
        case _:
            return (order,)


def is_loose(entries: Sequence[Entry], at: int) -> bool:
    """Return whether a line is of an army or a recruit, and under no ACTIVATE or RECRUIT."""
    order = subject(entries[at].order)
    if not isinstance(order, ArmyOrder | Items):
        return False
    heading = orders.Activate if isinstance(order, ArmyOrder) else orders.Recruit
    above = next((one for one in reversed(entries[:at]) if not is_of_action(one)), None)
    is_branch = above is not None and isinstance(above.order, Conditional) and above.order.order is None
    return not is_branch and (above is None or not isinstance(subject(above.order), heading))


def _with_army(entries: list[Entry], first: Said, new: Sequence[Entry], refused_in: RefusedIn) -> list[Entry]:
    """Return *entries* with an army below the ACTIVATE on file, or else below one of its own."""
    if place := place_of_army(entries, new, refused_in):
        return [*entries[:place], *new, *entries[place:]]
    return _at_the_end(entries, [_heading(first, orders.Activate()), *new])


def _with_branches(entries: list[Entry], new: Sequence[Entry], refused_in: RefusedIn) -> list[Entry]:
    """Return *entries* with a heading with IF and what depends on it: armies alone are below ACTIVATE."""
    if any(command(entry) for entry in new):
        return _at_the_end(entries, _activated(new))
    block = [*new, _END] if _is_open_below(new) else [*new]
    place = place_of_army(entries, block, refused_in)
    if place and not _depends(entries[:place]):
        return [*entries[:place], *block, *entries[place:]]
    return _at_the_end(entries, _activated(new))


def _depends(above: Sequence[Entry]) -> bool:
    """Return whether what is below these lines depends on a condition."""
    head = next(entry for entry in reversed(above) if not is_of_action(entry))
    return isinstance(head.order, Conditional) or _is_open_below(above)


def _activated(new: Sequence[Entry]) -> list[Entry]:
    """Return the lines of branches with ACTIVATE above the armies of each, unless it is there."""
    found: list[Entry] = []
    is_below = False
    for entry in new:
        is_army = isinstance(subject(entry.order), ArmyOrder)
        if is_army and not is_below and entry.said:
            found.append(_heading(entry.said, orders.Activate()))
        if not is_of_action(entry):
            is_below = isinstance(subject(entry.order), orders.Activate)
        is_below = is_below or is_army
        found.append(entry)
    return found


def place_of_army(entries: Sequence[Entry], new: Sequence[Entry], refused_in: RefusedIn) -> int:
    """Return the place below the lines of the one ACTIVATE, or of the only one that has room for *new*.

    0 if there is none, or if it is not clear which is meant.
    """
    heads = [at for at, entry in enumerate(entries) if isinstance(subject(entry.order), orders.Activate)]
    ends = [_end(entries, at) for at in heads]
    if len(ends) > 1:
        ends = [end for end in ends if _fits(entries, new, end, refused_in)]
    return ends[0] if len(ends) == 1 else 0


def _fits(entries: Sequence[Entry], new: Sequence[Entry], at: int, refused_in: RefusedIn) -> bool:
    """Return whether the *new* lines are accepted at a place, and no other line is refused for them."""
    refused = refused_in([*entries[:at], *new, *entries[at:]])
    is_accepted = refused.isdisjoint(range(at, at + len(new)))
    return is_accepted and len(refused) <= len(refused_in(entries))


def _end(entries: Sequence[Entry], head: int) -> int:
    """Return the place below the lines of the action at *head*."""
    end = head + 1
    while end < len(entries) and is_of_action(entries[end]):
        end += 1
    return end


def _blocks(clauses: Sequence[Said]) -> Iterator[list[Said]]:
    """Yield each action with the lines of armies or recruits below it, and all that depends on one IF."""
    block: list[Said] = []
    for one in clauses:
        is_part = isinstance(one.order, ArmyOrder | Items) and bool(block) and _is_heading(block[0])
        if block and not is_part and not _is_open(block):
            yield block
            block = []
        block.append(one)
    if block:
        yield block


def _is_open(block: Sequence[Said]) -> bool:
    """Return whether what follows depends on a heading with IF, up to IN ANY CASE."""
    first, last = block[0].order, block[-1].order
    is_ended = isinstance(last, Conditional) and last.is_end
    return isinstance(first, Conditional) and first.order is None and not is_ended


def _is_heading(one: Said) -> bool:
    return isinstance(one.order, orders.Activate | orders.Recruit)


def _with_recruits(entries: list[Entry], first: Said, new: Sequence[Entry]) -> list[Entry]:
    """Return *entries* with the recruits below the RECRUIT on file, or below a new one above all."""
    heads = [at for at, entry in enumerate(entries) if isinstance(subject(entry.order), orders.Recruit)]
    items = [entry for entry in new if not isinstance(entry.order, orders.Recruit)]
    if len(heads) > 1:
        return _at_the_end(entries, new)
    if heads:
        place = _end(entries, heads[0])
        return [*entries[:place], *items, *entries[place:]]
    head = [entry for entry in new if entry not in items] or [_heading(first, orders.Recruit())]
    return [*head, *items, *entries]


def _heading(one: Said, order: orders.Activate | orders.Recruit) -> Entry:
    [entry] = entries_of_clause(one._replace(order=order))
    return entry


def _at_the_end(entries: Sequence[Entry], new: Iterable[Entry]) -> list[Entry]:
    """Return *entries* with *new* below them, but above PASS, and below no heading with IF."""
    kept = [entry for entry in entries if not isinstance(entry.order, orders.Pass)]
    ends = [_END] if _is_open_below(kept) else []
    passes = [entry for entry in entries if entry not in kept]
    return [*kept, *ends, *new, *passes]


def _is_open_below(entries: Sequence[Entry]) -> bool:
    """Return whether a line below them would depend on a heading with IF."""
    heads = [one for entry in entries if isinstance(one := entry.order, Conditional) and one.order is None]
    return bool(heads) and not heads[-1].is_end
