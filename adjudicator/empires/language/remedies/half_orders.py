"""Refuse an order if a part of it is not understood: without that part it would be another order.

Such a part is the support of an attack, or the attack of an army that moves.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from adjudicator.core.language.words import Refusal, Unreadable, listed
from adjudicator.core.languages import gives_reason, is_closing, is_greeting
from adjudicator.empires.ground import zone_name
from adjudicator.empires.language.orders import Activate, ArmyOrder, Conditional
from adjudicator.empires.language.sentences.lexicon import heard
from adjudicator.empires.language.splitting import Said
from adjudicator.empires.language.supports import HELPS, SUPPORT
from adjudicator.empires.language.writing import army_order
from adjudicator.empires.sentences import say

MOST_BETWEEN = 6  # clauses from a support back to its attack
MOST_HELPERS = 4  # armies of a support that are tried
MOST_REFUSED = 12  # attacks of a message for which a whole order is suggested
_BY_WHOM = re.compile(  # "2nd Lublin helps", "the other one supports it"
    rf"(?<!\w)(?:other|second|2nd|first|1st|third|3rd|army|armies|one|both|two|all|rest|it|them)(?!\w)"
    rf"|(?-i:\b[A-Z][^\W\d_]{{2,}})(?: ?[(#/]?\d\)?)?,? (?:also |too |to |in )*{HELPS}(?!\w)"
    rf"|(?<!\w){HELPS} (?:by|from|of|to|von|durch|vom|par|de) "
    rf"|(?-i:\b[A-Z][^\W\d_]{{2,}}).*?{HELPS} (?:the |its |his )?(?:attack (?:of|on|by) )?(?-i:[A-Z])",
    re.IGNORECASE,
)
_ALONG = re.compile(  # "the other one goes along with it", which may be a support
    r"\b(?:(?:goes|go|comes?|tags?|moves?|marche?s?|rides?|joins?) (?:along )?with (?:it|him|them|the first)"
    r"|(?:goes|go|comes?|tags?) along|accompan(?:y|ies) (?:it|him|them)|(?:geht|kommt|zieht|marschiert) mit"
    r"|begleitet (?:sie|ihn|es|die)|l['’]accompagne(?:nt)?|(?:va|vient) avec (?:elle|lui|eux))(?!\w)",
    re.IGNORECASE,
)
_BEGINS_ATTACK = re.compile(r"[n&mwt]{0,3}k")  # letters of the words
_NO_ATTACK = re.compile(
    r"(?<!\w)(?:no|not|without|attacked|under attack|if|when|could|would|he|they|us)(?!\w)",
    re.IGNORECASE,
)
_NO_HELP = re.compile(
    r"(?<!\w)(?:loss|losses|thanks?|thank you|player|gm|question|rules?|may|can|cannot|could|would|if)(?!\w)",
    re.IGNORECASE,
)


def without_halves(said: Sequence[Said], is_lawful: Callable[[str], bool]) -> list[Said]:
    """Return *said*; an attack beside supports that are not understood is refused, and so are they."""
    found = list(said)
    for number, (place, supports) in enumerate(_supports_by_attack(said).items()):
        attack = _attack(said[place].order)
        texts = [said[at].text for at in supports]
        meant = _meant(attack, texts, is_lawful) if attack and number < MOST_REFUSED else []
        remedy = say("did_you_mean", found=listed(meant)) if meant else say("write_support_with_attack")
        reason = say("support_of_attack_not_understood", text=texts[0])
        found[place] = said[place]._replace(order=Unreadable(reason, remedy))
        for at in supports:
            found[at] = said[at]._replace(order=Unreadable(say("support_not_understood"), remedy))
    for place in _moves_without_attack(found)[:MOST_REFUSED]:
        found[place] = _without_its_attack(found[place], found[place + 1].text, is_lawful)
    return found


def _without_its_attack(one: Said, attack: str, is_lawful: Callable[[str], bool]) -> Said:
    """Return a move as refused because of the *attack* that is not understood."""
    move = _move(one.order)
    meant = f"{army_order(move).strip()} attacks" if move else ""
    is_meant = bool(meant) and is_lawful(meant)
    remedy = say("did_you_mean", found=meant) if is_meant else say("write_attack_with_move")
    return one._replace(order=Unreadable(say("attack_of_move_not_understood", text=attack), remedy))


def _moves_without_attack(said: Sequence[Said]) -> list[int]:
    """Return the moves whose sentence goes on with an attack that is not understood."""
    pairs = enumerate(pairwise(said))
    return [place for place, (one, behind) in pairs if _move(one.order) and _is_its_attack(one, behind)]


def _is_its_attack(one: Said, behind: Said) -> bool:
    is_unread = behind.order is None and not (behind.is_noted or behind.stays)
    goes_on = one.number == behind.number or (one.number + 1 == behind.number and behind.text[:1].islower())
    if not goes_on or not (is_unread or isinstance(behind.order, Refusal)):
        return False
    if gives_reason(behind.text) or behind.text.endswith("?") or one.text.endswith((".", "!")):
        return False
    words = "".join(word.letter for word in heard(behind.text))
    move = _move(one.order)
    goal = zone_name(move.path[-1]) if move else ""
    others = {word.said for word in heard(behind.text) if word.letter == "Z"} - {goal}
    return bool(_BEGINS_ATTACK.match(words)) and not others and not _NO_ATTACK.search(behind.text)


def _move(order: object) -> ArmyOrder | None:
    """Return the move without an attack that *order* is or contains."""
    if isinstance(order, Activate):
        return _move(order.order)
    is_move = isinstance(order, ArmyOrder) and order.path and not order.attack
    return order if isinstance(order, ArmyOrder) and is_move else None


def _supports_by_attack(said: Sequence[Said]) -> Mapping[int, list[int]]:
    """Return the places of supports that are not understood, by the place of their attack."""
    found: dict[int, list[int]] = {}
    for at in (at for at, one in enumerate(said) if _is_unread_support(one)):
        beside = next((other for other in _beside(said, at) if _attack(said[other].order)), -1)
        for place in [beside] if beside >= 0 else _named_attacks(said, at):
            found.setdefault(place, []).append(at)
    return found


def _named_attacks(said: Sequence[Said], at: int) -> list[int]:
    """Return the attacks above from or on a zone that a support names: "Lemberg supports Czernowitz"."""
    named = {word.said for word in heard(said[at].text) if word.letter == "Z"}
    attacks = ((place, _attack(one.order)) for place, one in enumerate(said[:at]))
    zones = (
        (place, {zone_name(zone) for zone in (one.army.zone, *one.path)}) for place, one in attacks if one
    )
    return [place for place, its in zones if its & named][:1]


def _is_unread_support(one: Said) -> bool:
    is_unread = one.order is None and not (one.is_noted or one.stays)
    if not (is_unread or isinstance(one.order, Refusal)):
        return False
    if not (SUPPORT.search(one.text) or _ALONG.search(one.text)):
        return False
    if _NO_HELP.search(one.text) or one.text.endswith("?") or is_closing(one.text):
        return False
    return _BY_WHOM.search(one.text) is not None and not is_greeting(one.text)


def _beside(said: Sequence[Said], at: int) -> Iterator[int]:
    """Yield the clauses that a support may belong to: the last before it, and those after it on its line."""
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


def _meant(attack: ArmyOrder, supports: Sequence[str], is_lawful: Callable[[str], bool]) -> list[str]:
    """Return the attack with all the armies that may support it, or with one, as far as it is legal."""
    zones = [word.said for text in supports for word in heard(text) if word.letter == "Z"]
    armies = [f"Army {name}" for name in dict.fromkeys([*zones, zone_name(attack.army.zone)])]
    begun = attack.attack is not None and len(attack.attack.supporters) > 0
    whole = f"{army_order(attack).strip()}{', ' if begun else ' with '}"
    helpers = [army for army in armies[:MOST_HELPERS] if is_lawful(f"{whole}{army}")]
    named = [army for army in helpers if army.removeprefix("Army ") in zones]
    orders = [f"{whole}{', '.join(named)}", *(f"{whole}{army}" for army in helpers)]
    return [order for order in orders if helpers and is_lawful(order)][:1]
