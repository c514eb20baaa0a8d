"""Refuse an attack beside a support that is not understood: without it, it would be another order."""

import re
from collections.abc import Callable, Iterator, Sequence

from adjudicator.core.languages import is_closing, is_greeting
from adjudicator.core.words import Refusal, Unreadable, listed
from adjudicator.empires.ground import zone_name
from adjudicator.empires.language.lexicon import heard
from adjudicator.empires.language.orders import Activate, ArmyOrder, Conditional
from adjudicator.empires.language.splitting import Said
from adjudicator.empires.language.supports import HELPS, SUPPORT
from adjudicator.empires.language.writing import army_order
from adjudicator.empires.sentences import say

MOST_BETWEEN = 6  # clauses from a support back to its attack
MOST_REFUSED = 12  # attacks of a message for which a whole order is suggested
_BY_WHOM = re.compile(  # "2nd Lublin helps", "the other one supports it"
    rf"(?<!\w)(?:other|second|2nd|first|1st|third|3rd|army|armies|one|both|two|all|rest|it|them)(?!\w)"
    rf"|(?-i:\b[A-Z][^\W\d_]{{2,}})(?: ?[(#/]?\d\)?)?,? (?:also |too |to |in )*{HELPS}(?!\w)"
    rf"|(?<!\w){HELPS} (?:by|from|of|to) ",
    re.IGNORECASE,
)
_NO_HELP = re.compile(
    r"(?<!\w)(?:loss|losses|thanks?|thank you|player|gm|question|rules?|may|can|cannot|could|would|if)(?!\w)",
    re.IGNORECASE,
)


def without_halves(said: Sequence[Said], is_lawful: Callable[[str], bool]) -> list[Said]:
    """Return *said*; an attack beside a support that is not understood is refused, and so is the support."""
    found, left = list(said), MOST_REFUSED
    for at, one in enumerate(said):
        if not _is_unread_support(one):
            continue
        place = next((other for other in _beside(said, at) if _attack(said[other].order)), -1)
        attack = _attack(said[place].order) if place >= 0 else None
        if attack is None:
            continue
        left -= 1
        meant = _meant(attack, one.text, is_lawful) if left >= 0 else []
        remedy = say("did_you_mean", found=listed(meant)) if meant else say("write_support_with_attack")
        found[place] = found[place]._replace(
            order=Unreadable(say("support_of_attack_not_understood", text=one.text), remedy)
        )
        found[at] = one._replace(order=Unreadable(say("support_not_understood"), remedy))
    return found


def _is_unread_support(one: Said) -> bool:
    is_unread = one.order is None and not (one.is_noted or one.stays)
    if not (is_unread or isinstance(one.order, Refusal)) or not SUPPORT.search(one.text):
        return False
    if _NO_HELP.search(one.text) or one.text.endswith("?") or is_closing(one.text):
        return False
    return _BY_WHOM.search(one.text) is not None and not is_greeting(one.text)


def _beside(said: Sequence[Said], at: int) -> Iterator[int]:
    """Yield the clauses that a support may belong to: the last before it, and those behind it on its line."""
    for one in range(at - 1, max(at - MOST_BETWEEN, -1), -1):
        if said[one].order is not None and not _is_unread_support(said[one]):
            yield one
            break
    for one in range(at + 1, len(said)):
        if said[one].number != said[at].number:
            return
        yield one


def _attack(order: object) -> ArmyOrder | None:
    if isinstance(order, Conditional):
        return _attack(order.order) or _attack(order.otherwise)
    if isinstance(order, Activate):
        return _attack(order.order)
    return order if isinstance(order, ArmyOrder) and order.attack else None


def _meant(attack: ArmyOrder, support: str, is_lawful: Callable[[str], bool]) -> list[str]:
    """Return the attack with the support that *support* may name."""
    zones = [word.said for word in heard(support) if word.letter == "Z"]
    whole = army_order(attack).strip()
    between = ", " if attack.attack and attack.attack.supporters else " with "
    names = dict.fromkeys([*zones, zone_name(attack.army.zone)])
    return [order for name in names if is_lawful(order := f"{whole}{between}Army {name}")][:1]
