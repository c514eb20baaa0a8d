"""Count how often things happened in many trials of a turn: the rows of a preview.

A contest (what dice decided at one place) is one row with its outcomes; sentences that repeat it, and lists
of dice, are left out.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.game import Contest, Item
from pbem.core.sentences import Words, sentence

Counted = TypeVar("Counted", str, Item, "_Numbered")
SUCCEEDS = "succeeds"  # kind of an item
SEVERAL = 2  # orders of which nothing but that is said share one row
SELDOM = 0.03  # rarer outcomes are left out if dice were rolled at random
IN_BRACKETS = re.compile(r"(.+)\. \(([^()]+)\.\)")  # "... is removed. (See RULES 6.8.)"


class Trial(Struct, frozen=True):
    """The outcomes of the player's orders, what else a report would say, and what dice decided.

    *ending* says who wins, if the game is over with this turn.
    """

    orders: Sequence[Item]
    events: Sequence[Item]
    contests: Sequence[Contest] = ()
    weight: float = 1.0  # its probability; those of all trials add up to 1
    ending: str = ""


class Share(Struct, frozen=True):
    """How often something happened, of 100; *what* is the outcome of an order, "" for an event.

    *times* of *of* rolls of the dice, if that is known exactly; else 0 of 0.
    """

    what: str
    percent: int
    times: int = 0
    of: int = 0


class Row(Struct, frozen=True):
    """An order, a contest or an event, and how often it had which outcome; empty if there was one trial.

    *notes* are sentences about a contest.
    """

    text: str
    shares: tuple[Share, ...] = ()
    notes: tuple[Words, ...] = ()


class _Numbered(NamedTuple):
    """The words of an order or a contest; of several with the same words in one trial, the *number*-th."""

    words: str
    number: int = 0


class PlainOrders(Struct, frozen=True):
    """The *trials* without the orders that simply succeed in each; *number* says how many these are."""

    trials: Sequence[Trial]
    number: int = 0

    @property
    def are_all(self) -> bool:
        """Return whether no order is left."""
        return not any(trial.orders for trial in self.trials)


def without_plain(trials: Sequence[Trial]) -> PlainOrders:
    """Leave out orders of which a preview would say no more than that they succeed, if there are several."""
    first, *others = trials
    plain = [item for item in first.orders if _is_plain(item) and all(item in one.orders for one in others)]
    if len(plain) < SEVERAL:
        return PlainOrders(trials)
    rest = [replace(trial, orders=[item for item in trial.orders if item not in plain]) for trial in trials]
    return PlainOrders(rest, len(plain))


def _is_plain(item: Item) -> bool:
    """Return whether nothing but "succeeds" is said of an order, or that it stays in force."""
    outcome = item.text.removeprefix(f"{item.order}: ")
    is_told_apart = bool(item.order) and outcome != item.text
    return item.kind == SUCCEEDS and is_told_apart and "(" not in outcome and ". " not in outcome


def as_reported(trial: Trial, summary: str = "") -> list[Row]:
    """Return the results of a turn without dice, as in a report; *summary* is of the orders left out."""
    ending = [trial.ending] if trial.ending else []
    orders = [item.text for item in trial.orders]
    events = [item.text for item in trial.events]
    return [Row(text) for text in (*ending, *orders, *([summary] if summary else []), *events)]


def in_rows(trials: Sequence[Trial], *, is_exact: bool = False, summary: str = "") -> list[Row]:
    """Return how often the game ends, and each contest, order and event with how often it had which outcome.

    An order is described by its outcome alone, and dice are left out: an event without a kind is listed only
    if it happens every time. *summary* is of the orders that were left out.
    """
    contests = list(_contests(trials))
    fought = Counter(row.text for row in contests)
    told = {text for trial in trials for contest in trial.contests for text in contest.told}
    orders = [*_orders(trials, fought), *([Row(summary)] if summary else [])]
    rows = [*_endings(trials), *contests, *orders, *_events(trials, told)]
    return [row for row in rows if is_exact or not row.shares or not _is_rare(row)]


def _is_rare(row: Row) -> bool:
    return max(share.percent for share in row.shares) < 100 * SELDOM


def _endings(trials: Sequence[Trial]) -> Iterator[Row]:
    """Yield who wins the game, and how often: nothing in a turn matters more."""
    endings: dict[str, float] = {}
    for trial in trials:
        if trial.ending:
            _add(endings, trial.ending, trial.weight)
    for ending, share in sorted(endings.items(), key=lambda end: -end[1]):
        yield Row(_without_stop(ending), _shares({"": share}))


def _orders(trials: Sequence[Trial], fought: Mapping[str, int]) -> Iterator[Row]:
    """Yield each order with its outcomes; with the reason, if they are the same in every trial.

    As many as are *fought* have the row of a contest. Equal orders to several units have a row each.
    """
    outcomes: dict[_Numbered, dict[str, float]] = {}
    items: dict[_Numbered, set[Item]] = {}
    for trial in trials:
        for order, item in zip(_ordered(trial), trial.orders, strict=True):
            _add(outcomes.setdefault(order, {}), item.kind, trial.weight)
            items.setdefault(order, set()).add(item)
    for order in _in_sequence(map(_ordered, trials)):
        if order.number < fought.get(order.words, 0):
            continue
        counts = outcomes[order]
        texts = {item.text for item in items[order]}
        is_sure = len(counts) == len(texts) == 1 and round(sum(counts.values()), 6) == 1
        told = {_with_reason(kind, items[order]): share for kind, share in counts.items()}
        yield Row(
            _without_stop(texts.pop()) if is_sure else order.words, _shares({"": 1.0} if is_sure else told)
        )


def _ordered(trial: Trial) -> Sequence[_Numbered]:
    return _told_apart([_order(item) for item in trial.orders])


def _told_apart(words: Iterable[str]) -> Sequence[_Numbered]:
    """Number equal words in their sequence: the sheet has them in the same one in every trial."""
    found: list[_Numbered] = []
    known: Counter[str] = Counter()
    for one in words:
        found.append(_Numbered(one, known[one]))
        known[one] += 1
    return found


def _with_reason(kind: str, items: Iterable[Item]) -> str:
    """Return an outcome with its reason, if it had the same whenever it happened."""
    same = [item for item in items if item.kind == kind]
    if not all(item.order and item.text.startswith(f"{item.order}: ") for item in same):
        return kind
    told = {item.text.removeprefix(f"{item.order}: ").partition(". ")[0] for item in same}
    return _without_stop(told.pop()) if len(told) == 1 else kind


def _events(trials: Sequence[Trial], told: set[str]) -> Iterator[Row]:
    events: dict[Item, float] = {}
    for trial in trials:
        for item in dict.fromkeys(trial.events):
            _add(events, item, trial.weight)
    for item in _in_sequence(trial.events for trial in trials):
        share = events[item]
        if item.text not in told and (item.kind or round(share, 6) == 1):
            yield Row(_without_stop(item.text), _shares({"": share}))


def _in_sequence(sequences: Iterable[Sequence[Counted]]) -> Sequence[Counted]:
    """Merge sequences: what is new in one follows that which comes before it there."""
    merged: list[Counted] = []
    for sequence in dict.fromkeys(map(tuple, sequences)):
        known, at = set(merged), 0
        for one in sequence:
            if one not in known:
                merged.insert(at, one)
                known.add(one)
            at = merged.index(one) + 1
    return merged


def _contests(trials: Sequence[Trial]) -> Iterator[Row]:
    found: dict[_Numbered, list[tuple[Contest, float]]] = {}
    for trial in trials:
        for where, contest in zip(_fought(trial), trial.contests, strict=True):
            found.setdefault(where, []).append((contest, trial.weight))
    for where in _in_sequence(map(_fought, trials)):
        others = (trial for trial in trials if where not in _fought(trial))
        ends_before = all(trial.ending for trial in others)
        yield Row(where.words, _ends(found[where]), tuple(_notes(found[where], ends_before=ends_before)))


def _fought(trial: Trial) -> Sequence[_Numbered]:
    return _told_apart(contest.where for contest in trial.contests)


def _ends(fought: Sequence[tuple[Contest, float]]) -> tuple[Share, ...]:
    """Return the outcomes, from the dice alone if these have the same odds in each trial."""
    odds, otherwise = fought[0][0].odds, fought[0][0].otherwise
    whole = sum(odds.values())
    if odds and all(contest.odds == odds for contest, _ in fought):
        return tuple(
            Share(what, round(100 * times / whole), times, whole)
            for what, times in sorted(odds.items(), key=lambda end: -end[1])
        )
    ends: dict[str, float] = {}
    happened = sum(weight for _, weight in fought)
    whole_weight = 1.0 if otherwise else happened
    for contest, weight in fought:
        known = contest.odds or {contest.outcome: 1}
        for what, times in known.items():
            _add(ends, what, weight / whole_weight * times / sum(known.values()))
    if otherwise and round(happened, 6) < 1:
        ends[otherwise] = 1 - happened
    return _shares(ends)


def _notes(fought: Sequence[tuple[Contest, float]], *, ends_before: bool) -> Iterator[Words]:
    """Yield who met there, how often if not always, and what each side loses on average.

    *ends_before* if the only trials in which it was not fought are those in which the game was over by then.
    """
    happened = sum(weight for _, weight in fought)
    details = {contest.detail for contest, _ in fought}
    if len(details) == 1 and details != {""}:
        yield details.pop()
    if round(happened, 6) < 1 and not fought[0][0].otherwise:
        yield sentence("preview", "how_often", percent=round(100 * happened), ends_before=ends_before)
    lost: dict[str, float] = {}
    for contest, weight in fought:
        for power, number in contest.lost.items():
            _add(lost, power, weight / happened * number)
    if lost:
        yield sentence("preview", "losses", sides={power: f"{lost[power]:.1f}" for power in sorted(lost)})


def _add(counts: dict[Counted, float], key: Counted, weight: float) -> None:
    counts[key] = counts.get(key, 0.0) + weight


def _order(item: Item) -> str:
    return item.order or _without_stop(item.text.partition(": ")[0])


def _without_stop(text: str) -> str:
    """Return a sentence without its full stop; a second one in brackets becomes a part of it."""
    if found := IN_BRACKETS.fullmatch(text):
        first, second = found.groups()
        return f"{first} ({second[0].lower()}{second[1:]})"
    return text.rstrip(".")


def _shares(counts: Mapping[str, float]) -> tuple[Share, ...]:
    """Return the shares, the largest first, without those that are below half a percent."""
    ranked = sorted(counts.items(), key=lambda end: -end[1])
    shares = [Share(what, round(100 * share)) for what, share in ranked]
    return tuple(share for share in shares if share.percent or len(shares) == 1)
