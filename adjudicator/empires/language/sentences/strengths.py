"""Give a recruit the strength that its sentence names after it: "a new army in Vienna, a full one".

Without a word for it an army is reduced, so a strength that is not understood is never ignored.
"""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.core.language.words import Refusal, Unreadable, listed
from adjudicator.empires.ground import zone_name
from adjudicator.empires.language.orders import Items, New, Recruit
from adjudicator.empires.language.splitting import Said
from adjudicator.empires.sentences import say

_FULL = r"full(?:[- ]strength)?|fresh|complete|two[- ]?steps?|2[- ]?steps?|voll\w*|compl[eè]te?s?|pleine?s?"
_REDUCED = r"reduced|half(?:[- ]strength)?|one[- ]?step|1[- ]?step|halb\w*|reduziert\w*|r[ée]duite?s?|weak"
_ANY = re.compile(rf"\b(?:{_FULL}|{_REDUCED}|strength|stärke)\b", re.IGNORECASE)
_BEHIND = re.compile(
    r"\W*(?:(?:and|but|so|please|make|making|made|at|with|of|in|to|it|them|this|that|which|they|a|an|the|is|are|"
    r"be|should|shall|will|must|both|each|all|one|ones|army|armies|mit|und|eine?|beide|une?|les|deux)\W+)*"
    rf"(?:(?P<full>{_FULL})|(?P<reduced>{_REDUCED}))"
    r"(?:\W+(?:one|ones|army|armies|strength|stärke|please|each|both|units?|of\s+them))*\W*?(?=$|[,.;:!()]|\s-)",
    re.IGNORECASE,
)
_RECRUITS = re.compile(
    r"\b(?:recruit\w*|raise|build|new|rekrut\w*|recrut\w*|army|armee|armée)\b", re.IGNORECASE
)
_OF_ALL = re.compile(r"\b(?:both|each|all|them|they|ones|armies|beide|deux|tou(?:te)?s)\b", re.IGNORECASE)
_FIRST_WORDS = re.compile(r"\W*(?:[\w'-]+\W+){0,5}[\w'-]*")


def with_strengths(said: Sequence[Said]) -> list[Said]:
    """Return *said*; a strength in the clause after a recruit belongs to the recruit, or it is refused."""
    found: list[Said] = []
    for one in said:
        above = found[-1] if found else None
        if above and _may_continue(above, one) and _ANY.search(_first_words(one.text)):
            found[-1:] = _together(above, one)
        elif above and _may_begin(above, one):  # "a full army with all its guns, in Paris"
            found.append(one._replace(order=_which(one)))
        else:
            found.append(one)
    return found


def _first_words(text: str) -> str:
    begun = _FIRST_WORDS.match(text)
    return begun[0] if begun else ""


def _may_continue(above: Said, one: Said) -> bool:
    """Return whether *one* is unread and may say more about the recruits of *above*."""
    is_unread = isinstance(one.order, Refusal) or (one.order is None and not (one.is_noted or one.stays))
    is_next = one.number == above.number or not above.text.rstrip().endswith((".", "!", ":"))
    return is_unread and is_next and len(_unsized(above)) > 0


def _may_begin(above: Said, one: Said) -> bool:
    """Return whether the unread clause *above* says something about the recruits of *one*."""
    is_unread = isinstance(above.order, Refusal) or (above.order is None and not above.is_noted)
    is_before = is_unread and above.number == one.number and not above.text.rstrip().endswith((".", "!", ":"))
    is_about = _RECRUITS.search(above.text) is not None and _ANY.search(above.text) is not None
    return is_before and is_about and len(_unsized(one)) > 0


def _unsized(one: Said) -> list[New]:
    """Return the recruits of a clause that have no strength."""
    items = one.order.items if isinstance(one.order, Recruit | Items) else ()
    return [item for item in items if isinstance(item, New) and not item.army.kind.step]


def _together(above: Said, one: Said) -> list[Said]:
    text = f"{above.text.rstrip(' .,;')}, {one.text}"
    named = _BEHIND.match(one.text)
    if named is None or (len(_unsized(above)) > 1 and not _OF_ALL.search(named[0])):
        return [above._replace(text=text, order=_which(above))]
    rest = one.text[named.end() :].strip(" ,;:.!()-")
    whole = text.removesuffix(one.text[named.end() :]) if rest else text
    step = "full" if named["full"] else "reduced"
    taken = above._replace(text=whole, order=_sized(above, step))
    return [taken, one._replace(text=rest, order=None)] if rest else [taken]


def _sized(one: Said, step: str) -> Recruit | Items:
    assert isinstance(one.order, Recruit | Items)  # noqa: S101  (others have no recruits)
    unsized = _unsized(one)
    items = tuple(
        replace(item, army=replace(item.army, kind=replace(item.army.kind, step=step)))
        if item in unsized
        else item
        for item in one.order.items
    )
    return replace(one.order, items=items)


def _which(one: Said) -> Unreadable:
    zones = [zone_name(item.army.zone) for item in _unsized(one)]
    forms = [f"RECRUIT {', '.join(f'{step} in {zone}' for zone in zones)}" for step in ("full", "reduced")]
    return Unreadable(say("which_strength"), say("did_you_mean", found=listed(forms)))
