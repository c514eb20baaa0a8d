"""Put armies without ACTIVATE, and recruits without RECRUIT, under the heading that is left out.

An army moves or attacks only in an Activation (9.0), and a recruit belongs to the one RECRUIT of the turn, so
nothing is guessed. No heading is put where several could be meant: an ACTIVATE is written elsewhere, the
extra Activation of an Offensive is available, no action is left, or one Activation is too small for all
armies.
"""

import re
from collections.abc import Sequence
from functools import cache

from adjudicator.empires.ground import BOARD
from adjudicator.empires.language import orders
from adjudicator.empires.language.activation import armies_used, capacity
from adjudicator.empires.language.orders import ActionOrder, ArmyOrder, Conditional, Items
from adjudicator.empires.language.plan import why_no_offensive
from adjudicator.empires.language.sentences.lexicon import word_tables
from adjudicator.empires.language.splitting import Said
from adjudicator.empires.position import Position
from adjudicator.empires.resolve.actions import action_name

_OFFENSIVE = re.compile(r"\boffens", re.IGNORECASE)
_ENDS = (orders.Gas, orders.Pause, orders.Pass)  # armies above one are not those below it


def with_headings(position: Position, said: Sequence[Said], on_file: Sequence[object]) -> list[Said]:
    """Return *said*, which may replace the sheet *on_file*, with the headings that are left out."""
    if any(map(_is_block, said)):
        return _with_headings_and_branches(position, said)
    if not (_is_a_sheet(said, has_file=bool(on_file)) or _fills_a_sheet(position, said, on_file)):
        return list(said)
    return _with_activate(position, _with_recruit(position, _as_one_recruit(said)))


def _as_one_recruit(said: Sequence[Said]) -> list[Said]:
    """Return *said*; "RECRUIT full in Metz, and a new full army in Cologne" is one RECRUIT.

    So is "new full in Cologne" in the list below it: "new" alone begins no second RECRUIT.
    """
    found = list(said)
    above: Said | None = None
    for at, one in enumerate(found):
        is_beside = above is not None and (above.number == one.number or _is_new(one.text))
        is_recruit = above is not None and isinstance(above.order, orders.Recruit | Items)
        if is_beside and is_recruit and isinstance(one.order, orders.Recruit) and one.order.items:
            found[at] = one._replace(order=Items(one.order.items))
        above = found[at] if one.order is not None else above
    return found


def _is_new(text: str) -> bool:
    """Return whether *text* is an item of a list that begins with "new": "b) a new full army in Cologne"."""
    return _new_ones().match(text) is not None


@cache
def _new_ones() -> re.Pattern[str]:
    words = "|".join(word_tables()["recruiting"]["new_ones"])
    return re.compile(rf"\W*(?:[a-h1-9][.):]\s*)?(?:{words})\b", re.IGNORECASE)


def _is_a_sheet(said: Sequence[Said], *, has_file: bool) -> bool:
    """Return whether it is a whole sheet; without an action it corrects lines of the one on file."""
    if has_file and any(one.is_change for one in said):
        return False
    return not has_file or any(isinstance(order, ActionOrder) for order in _orders(said))


def _fills_a_sheet(position: Position, said: Sequence[Said], on_file: Sequence[object]) -> bool:
    """Return whether recruits and armies are all actions of a Power, and correct no line on file."""
    is_whole = bool(_places(said, Items) and _places(said, ArmyOrder))
    mends = any(one.is_change for one in said) or any(isinstance(one, orders.Activate) for one in on_file)
    actions = {action_name(one) for one in on_file if isinstance(one, ActionOrder)} - {""}
    is_full = BOARD.powers[position.power].actions == len(("recruit", "activate"))
    return is_whole and is_full and not mends and len(actions) == BOARD.powers[position.power].actions


def _is_block(one: Said) -> bool:
    return bool(one.breaks) or (isinstance(one.order, Conditional) and one.order.order is None)


def _orders(said: Sequence[Said]) -> list[object]:
    return [order for one in said for order in one.orders]


def _has_room(position: Position, said: Sequence[Said]) -> bool:
    """Return whether an action is left besides those written."""
    written = {action_name(order) for order in _orders(said) if isinstance(order, ActionOrder)} - {""}
    return len(written) < BOARD.powers[position.power].actions


def _places(said: Sequence[Said], kind: type) -> list[int]:
    return [
        at
        for at, one in enumerate(said)
        if type(one.order) is kind
        or (type(one.order) is Conditional and any(type(order) is kind for order in one.order.orders))
    ]


def _moved(said: Sequence[Said], which: Sequence[int], to: int, heading: orders.Order | None) -> list[Said]:
    """Return *said* with the clauses at *which* before the one at *to*, below *heading*."""
    moved = [said[at] for at in which]
    lead = [moved[0]._replace(order=heading)] if heading else []
    before = [one for at, one in enumerate(said) if at < to and at not in which]
    after = [one for at, one in enumerate(said) if at >= to and at not in which]
    return [*before, *lead, *moved, *after]


# ---- recruits


def _with_recruit(position: Position, said: Sequence[Said]) -> list[Said]:
    items = _places(said, Items)
    if not items:
        return list(said)
    written = [at for at, one in enumerate(said) if isinstance(one.order, ActionOrder)]
    headings = _places(said, orders.Recruit)
    if len(headings) > 1 or (headings and headings[0] not in written):
        return list(said)
    heading = headings[0] if headings else -1
    if not headings and not _has_room(position, said):
        return list(said)
    others = [at for at in written if at != heading]
    first = min(others, default=len(said))
    loose = [at for at in items if at < first]  # below another action they belong to nothing
    if heading > first or not loose:
        return list(said)
    if not headings:
        return _moved(said, loose, 0, orders.Recruit())
    above = [at for at in loose if at < heading]
    return _moved(said, above, heading + 1, None) if above else list(said)


# ---- armies


def _with_activate(position: Position, said: Sequence[Said]) -> list[Said]:
    armies = _places(said, ArmyOrder)
    if not armies or not _has_room(position, said) or not _may_be_activated(position, said, armies):
        return list(said)
    return _moved(said, armies, max(armies[0], _end_of_recruits(said)), orders.Activate())


def _may_be_activated(position: Position, said: Sequence[Said], armies: Sequence[int]) -> bool:
    """Return whether one ACTIVATE, and no other heading, can be meant above the *armies*."""
    if _places(said, orders.Activate):
        return False
    if not why_no_offensive(position) or any(_OFFENSIVE.search(one.text) for one in said):
        return False
    if any(armies[0] < at < armies[-1] for kind in _ENDS for at in _places(said, kind)):
        return False
    return sum(_armies_of(said[at]) for at in armies) <= capacity(position)  # else they are of several


def _with_headings_and_branches(position: Position, said: Sequence[Said]) -> list[Said]:
    """Return *said* with the headings that are left out in its branches, or above the first of them."""
    first = next(at for at, one in enumerate(said) if _is_block(one))
    if max(_places(said, ArmyOrder), default=0) >= first:
        return _with_activate_in_branches(position, said)
    if _places(said[first:], orders.Activate) or any(one.breaks for one in said):
        return list(said)
    return [*_with_activate(position, said[:first]), *said[first:]]


def _with_activate_in_branches(position: Position, said: Sequence[Said]) -> list[Said]:
    """Return *said* with ACTIVATE above the armies that depend on a heading with IF, or on its OTHERWISE.

    Only one of these branches is carried out, so no other Activation can be meant, unless there are armies
    elsewhere, too.
    """
    branches = [range(at + 1, _end_of_branch(said, at)) for at, one in enumerate(said) if _is_head(one)]
    armies = _places(said, ArmyOrder)
    places = [[at for at in armies if at in branch] for branch in branches]
    heads = [one.order for one in said if type(one.order) is Conditional and one.order.order is None]
    is_chain = sum(not (head.is_else or head.is_end) for head in heads) == 1
    is_clear = is_chain and sum(map(len, places)) == len(armies) and not any(one.breaks for one in said)
    if not is_clear or not all(_may_be_activated(position, said, which) for which in places if which):
        return list(said)
    found = list(said)
    for which in reversed([which for which in places if which]):
        found = _moved(found, which, which[0], orders.Activate())
    return found


def _is_head(one: Said) -> bool:
    return type(one.order) is Conditional and one.order.order is None and not one.order.is_end


def _end_of_branch(said: Sequence[Said], head: int) -> int:
    """Return the place below the last line that depends on the heading at *head*."""
    return next((at for at in range(head + 1, len(said)) if _is_block(said[at])), len(said))


def _armies_of(one: Said) -> int:
    """Return how many armies of an Activation a line takes, whatever its condition."""
    return max(armies_used(order) for order in one.orders if isinstance(order, ArmyOrder))


def _end_of_recruits(said: Sequence[Said]) -> int:
    """Return the place after the recruits, which come first (7.3); 0 if they are below another action."""
    written = [at for at, one in enumerate(said) if isinstance(one.order, ActionOrder)]
    if not written or not isinstance(said[written[0]].order, orders.Recruit):
        return 0
    next_ = written[1] if len(written) > 1 else len(said)
    return max([at for at in _places(said, Items) if at < next_] + written[:1]) + 1
