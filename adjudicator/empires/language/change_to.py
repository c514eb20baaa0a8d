"""Read "CHANGE RESEARCH Attack 1 TO MISSIONS" and "MISSIONS instead of RESEARCH Attack 1".

Such a line names the line of the sheet on file that it replaces, and what comes in its place. It is taken if
one line on file is meant; if only a part of the new order is written, as in "CHANGE RESEARCH Attack 1 TO
Defence 1", the rest is as in the old one. An army that is to go elsewhere may be meant to attack there, or to
go on from where it went: then both are suggested.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.core.language.words import NotAllowed, Refusal, Unreadable, clean, listed
from adjudicator.empires.ground import TECHNOLOGY_NAMES, TRACK_NAMES, ZONE_NAMES, zone_name
from adjudicator.empires.language import orders
from adjudicator.empires.language.entries import Entry, command, is_of_action
from adjudicator.empires.language.grammar import plain
from adjudicator.empires.language.orders import COMMANDS, ArmyOrder, Items, PlainOrder
from adjudicator.empires.language.splitting import Said, order_in
from adjudicator.empires.language.writing import army_order, recruit_item
from adjudicator.empires.sentences import say

CHANGE = "CHANGE"
LONGEST = 160  # characters of such a line
_CHANGES = re.compile(
    r"^\W*(?:please )?(?:change|replace|swap|switch)(?: (?:line|my|the|order))*\s*:?\s+", re.IGNORECASE
)
_FROM = re.compile(
    r"^(?:research\w*|recruit\w*|entrench\w*|diplomacy|action)? ?\bfrom\s+(?=\S)", re.IGNORECASE
)
_BETWEEN = re.compile(r"\s+(?:to|into|with|by|for)\s+", re.IGNORECASE)
_INSTEAD = re.compile(
    r"^(?P<new>.+?),? (?:instead of|rather than|in place of|(?:an)?statt) (?P<old>.+)$", re.IGNORECASE
)
_INSTEAD_FIRST = re.compile(
    r"^(?:instead of|in place of|(?:an)?statt) (?P<old>[^,:]+)[,:] (?P<new>.+)$", re.IGNORECASE
)
_ARTICLE = re.compile(r"^(?:the|my|our|die|das|der|mein\w*)\s+", re.IGNORECASE)
_COMMAND_OF = {"trench": "ENTRENCH", "trenches": "ENTRENCH", "recruitment": "RECRUIT", "recruits": "RECRUIT"}


class Change(NamedTuple):
    """What a line changes: the words of the line on file, and the *text* in its place, or why it does not.

    *above*: the number of the line of the same message that it changes, 0 for one on file.
    """

    old: str
    text: str
    fault: Refusal | None = None
    above: int = 0


def changes_in(lines: Sequence[str], on_file: Sequence[Entry]) -> Mapping[int, Change]:
    """Return what the lines of a message change that name a line of the sheet on file, by their numbers."""
    found: dict[int, Change] = {}
    is_below = False
    for number, line in enumerate(lines, 1):
        text = plain(clean(line)) if len(line) <= LONGEST else ""
        above = _entries_above(lines[: number - 1])
        one = _change_above(text, above) or _change_in(text, on_file, is_below=is_below) or _unfound(text)
        if one:
            found[number] = one
        is_below = is_below or text.strip(" :.").upper() == CHANGE
    return found


def _entries_above(lines: Sequence[str]) -> dict[int, Entry]:
    """Return the lines of a message that are one order each, by their numbers."""
    read = ((number, line, order_in(clean(line))) for number, line in enumerate(lines, 1))
    return {number: Entry(line.strip(), order) for number, line, order in read if order is not None}


def _change_above(text: str, above: Mapping[int, Entry]) -> Change | None:
    """Return the change of a line of the same message."""
    if not _CHANGES.match(text):
        return None
    change = _change_in(text, list(above.values()), is_below=False)
    numbers = [number for number, entry in above.items() if change and entry.text == change.old]
    return change._replace(above=numbers[0]) if change and len(numbers) == 1 else None


def _unfound(text: str) -> Change | None:
    """Return the refusal of "CHANGE ... TO ..." that names an order, but no line on file or above it."""
    if not _CHANGES.match(text):
        return None
    for old, new in _halves(text, is_below=False):
        if order_in(old) is not None and order_in(new) is not None:
            fault = NotAllowed(say("no_line_says", old=old), say("send_whole_sheet_again"))
            return Change(old, new, fault)
    return None


def with_new_lines(lines: Sequence[str], changes: Mapping[int, Change]) -> list[str]:
    """Return *lines* with only the new order after CHANGE."""
    return [
        f"{CHANGE} {changes[number].text}" if number in changes else line
        for number, line in enumerate(lines, 1)
    ]


def with_old_lines(lines: Sequence[str], changes: Mapping[int, Change], said: Sequence[Said]) -> list[Said]:
    """Return *said*, each change in the words of its line, with the line that it replaces."""
    found: list[Said] = []
    for one in said:
        change = changes.get(one.number) if not one.is_noted else None
        if change is None:
            found.append(one)
            continue
        is_above = change.above > 0
        order = change.fault or one.order
        replaces = "" if is_above else change.old
        text = clean(lines[one.number - 1])
        new = one._replace(text=text, order=order, is_change=not is_above, replaces=replaces)
        found = _with_change_above(found, change.above, new) if is_above else [*found, new]
    return found


def _with_change_above(said: Sequence[Said], number: int, new: Said) -> list[Said]:
    """Return *said* with the new order in the place of the line with this *number*, which it takes back."""
    if isinstance(new.order, Refusal):
        return [*said, new]
    taken_back = say("you_take_this_back", text=new.text)
    fault = NotAllowed(taken_back, say("send_it_again_if_you_want_it"))
    found: list[Said] = []
    for one in said:
        is_old = one.number == number and one.order is not None
        found += [one._replace(order=fault), new] if is_old else [one]
    return found


def _change_in(text: str, on_file: Sequence[Entry], *, is_below: bool) -> Change | None:
    for old, new in _halves(text, is_below=is_below):
        same = [entry for entry in on_file if _is_meant(_ARTICLE.sub("", old), entry)]
        change = _changed(same[0], _ARTICLE.sub("", new).strip(" .!")) if len(same) == 1 else None
        if change:
            return change
    return None


def _halves(text: str, *, is_below: bool) -> Iterator[tuple[str, str]]:
    """Yield what is said of the old line and of the new one, in each way to read *text*."""
    for pattern in (_INSTEAD_FIRST, _INSTEAD):
        if found := pattern.match(text):
            yield found["old"].strip(" .!"), found["new"]
    begins = _CHANGES.match(text)
    if not (begins or is_below):
        return
    rest = _FROM.sub("", text[begins.end() :] if begins else text)
    yield from ((rest[: one.start()], rest[one.end() :]) for one in _BETWEEN.finditer(rest))


def _is_meant(old: str, entry: Entry) -> bool:
    """Return whether *old* names the line on file: as an order, its command, or what it is about."""
    order, word = order_in(old), old.strip().casefold()
    match entry.order:
        case Refusal():
            return False
        case ArmyOrder() as army:
            return isinstance(order, ArmyOrder) and _way(order) == _way(army)
        case Items(items=items):
            return _items(order) == items
        case orders.Research(technology=name) if TECHNOLOGY_NAMES.meant(old) == (name,):
            return True
        case orders.Diplomacy(track=track) if TRACK_NAMES.meant(old) == (track,):
            return True
    named = _COMMAND_OF.get(word, word.upper())
    return order == entry.order or (named in COMMANDS and named == command(entry))


def _way(order: ArmyOrder) -> tuple[object, ...]:
    return (order.army.number, order.army.zone, *order.path)


def _items(order: PlainOrder | None) -> tuple[orders.RecruitItem, ...]:
    return order.items if isinstance(order, Items | orders.Recruit) else ()


def _changed(old: Entry, new: str) -> Change | None:
    """Return the change of a line into *new*, which may name only what is different."""
    order = order_in(new)
    if isinstance(old.order, ArmyOrder) and not isinstance(order, ArmyOrder):
        return _elsewhere(old, old.order, new) if order is None else _of_another_kind(old, new)
    if isinstance(old.order, Items):
        return _recruited(old, old.order, new)
    if is_of_action(old) or isinstance(old.order, orders.Activate | orders.Recruit):
        is_army = isinstance(old.order, ArmyOrder)
        return Change(old.text, new) if is_army else None
    if order is None:
        whole = f"{command(old)} {new}"
        return Change(old.text, whole) if order_in(whole) is not None else None
    is_part = isinstance(order, ArmyOrder | Items | orders.Activate | orders.Recruit)
    return _of_another_kind(old, new) if is_part else Change(old.text, new)


def _of_another_kind(old: Entry, new: str) -> Change:
    """Return the refusal of a change between an action and a line below one."""
    reason = say("change_of_another_kind", old=old.text.strip())
    return Change(old.text, new, NotAllowed(reason, say("send_whole_sheet_again")))


def _recruited(old: Entry, was: Items, new: str) -> Change | None:
    """Return what is recruited in place of a line; a zone alone keeps its kind."""
    items = _items(order_in(new))
    if not items and ZONE_NAMES.is_name(new) and len(was.items) == 1:
        (zone,) = ZONE_NAMES.meant(new)[:1] or ("",)
        items = (replace(was.items[0], army=replace(was.items[0].army, zone=zone)),) if zone else ()
    return Change(old.text, ", ".join(recruit_item(item).strip() for item in items)) if items else None


def _elsewhere(old: Entry, was: ArmyOrder, new: str) -> Change | None:
    """Return the change of an army's line to another zone, which leaves open what it does there."""
    meant = ZONE_NAMES.meant(new) if ZONE_NAMES.is_name(new) else ()
    if len(meant) != 1:
        return None
    alone = replace(was, path=meant, attack=None)
    other = replace(was, path=meant) if was.attack else replace(was, path=(*was.path, *meant))
    forms = [f"{CHANGE} {army_order(one).strip()}" for one in dict.fromkeys((other, alone))]
    if len(forms) == 1:
        return Change(old.text, army_order(alone).strip())
    reason = say("change_of_zone_is_not_clear", zone=zone_name(meant[0]))
    return Change(
        old.text, army_order(alone).strip(), Unreadable(reason, say("did_you_mean", found=listed(forms)))
    )
