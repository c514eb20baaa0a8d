"""What does one line of a sheet say?  Text → a value of `orders`, or nothing where it is no order."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from adjudicator.core.words import Unreadable, key, one_slip_from
from adjudicator.empires.ground import (
    NATIONS,
    TECHNOLOGY_NAMES,
    TRACK_NAMES,
    ZONE_NAMES,
    Zone,
    places,
)
from adjudicator.empires.language import orders as given
from adjudicator.empires.language.orders import Kind, Ref
from adjudicator.empires.language.standing import CancelAir, Retreats, TrenchUse

if TYPE_CHECKING:
    from lark import Token

LONGEST_LINE = 400  # signs; what is longer is no order
MOST = 75  # armies in the box: no number in an order is larger

# Words that begin a line and make it an order, and an example of each.
FORMS = {
    "recruit": "RECRUIT full in Cologne, reinforce in Metz",
    "reinforce": "reinforce in Metz",
    "activate": "ACTIVATE",
    "offensive": "OFFENSIVE",
    "research": "RESEARCH Attack 1",
    "technologies": "TECHNOLOGIES Attack 1, Defence 1, Manoeuvre",
    "entrench": "ENTRENCH Metz",
    "diplomacy": "DIPLOMACY Turkey forward",
    "missions": "MISSIONS",
    "gas": "GAS Verdun",
    "pause": "PAUSE",
    "pass": "PASS",
    "cancel": "CANCEL AIR up to 2 in France-Belgium",
    "trench": "TRENCH always in Verdun",
    "second": "SECOND LOSS trench, full, reduced",
    "supporter": "SUPPORTER LOSS last",
    "retreat": "RETREAT Verdun: Paris, Orleans",
    "army": "Army Metz - Verdun attacks with Army Metz",
    "armies": "2 Armies Metz - Nancy",
    "attack": "Army Metz - Verdun attacks with Army Metz",
}
SHORTEST_SLIP = 4  # letters of a word that may be a misspelt word of command; alone in a line one more
MOST_WORDS = 8  # in a line that begins with one
MOST_WORDS_OF_PROSE = 12  # a line that begins with a word of command is an order, if it is shorter
_LEAD = re.compile(r"^(?:[*+>_]+|-(?= )|\(?(?:\d{1,2}[.)]|[a-z]\))(?= ))\s*", re.IGNORECASE)
_SHORT_ARMY = re.compile(r"\bA\.(?= )", re.IGNORECASE)
_ARROW = re.compile(r" -+ |-+>|=+>")
_COMMENT = re.compile(r"\s*(?:#|//).*$")
_HYPHENED = re.compile(r"([^\W\d_][\w']{0,40})-(?=([^\W\d_][\w']*))")
_WAYS = re.compile(r"^(.*?)[\s,:]*\b(forwards?|back|backwards?)[.!]?$", re.IGNORECASE)
_OTHER_NATIONS = {"turk": "Turkish", "ottoman": "Turkish"}


def plain(line: str) -> str:
    """A clean line without bullet, stars and comment; "" if nothing is left."""
    text = _LEAD.sub("", _COMMENT.sub("", line)).rstrip("*_ ").replace("&", " and ")
    return _HYPHENED.sub(_hyphen, _SHORT_ARMY.sub("A", text))


def _hyphen(found: re.Match[str]) -> str:
    """A hyphen between two zones is a dash; one inside a name stays."""
    whole, one, other = found[1] + found[2], found[1], found[2]
    apart = ZONE_NAMES.is_name(one) and ZONE_NAMES.meant(other) and not ZONE_NAMES.is_name(whole)
    return f"{one} - " if apart else found[0]


def _nation(word: str) -> str:
    begins = key(word).removesuffix("s")
    return _OTHER_NATIONS.get(begins) or next(name for name in NATIONS if key(name).startswith(begins))


def _parts(words: str) -> list[str]:
    return [part.strip(" .") for part in re.split(r"[,;]", words) if part.strip(" .")]


def _number(token: Token | str) -> int:
    return int(token) if len(token) < 4 else MOST + 1


class _Speech:
    """Makes values of `orders` while the line is parsed. Raises Unreadable for a name nobody bears."""

    def NAME(self, token: Token) -> Zone:  # noqa: N802  (called so by the grammar)
        return ZONE_NAMES.find(str(token).strip(" ."))

    def kind(self, parts: list[Token]) -> tuple[Kind, int]:
        numbers = [_number(part) for part in parts if part.type == "INT"]
        return self.target(parts), numbers[0] if numbers else 1

    def target(self, parts: list[Token]) -> Kind:
        said = {part.type: str(part).casefold() for part in parts}
        nation = _nation(said["NATION"]) if "NATION" in said else ""
        return Kind(nation, said.get("SIZE", ""), said.get("STEP", ""))

    def ref(self, parts: list[Any]) -> Ref:
        (kind, number), zone = parts
        return Ref(kind, zone, number)

    def place(self, parts: list[Any]) -> given.New:
        return given.New(self.ref(parts))

    def reinforce(self, parts: list[Any]) -> given.Reinforce:
        return given.Reinforce(self.ref(parts))

    def items(self, parts: list[Any]) -> given.Items:
        return given.Items(tuple(parts))

    def recruit(self, parts: list[given.Items]) -> given.Recruit:
        return given.Recruit(parts[0].items if parts else ())

    def activate(self, parts: list[given.ArmyOrder]) -> given.Activate:
        return given.Activate(False, parts[0] if parts else None)

    def offensive(self, parts: list[given.ArmyOrder]) -> given.Activate:
        return given.Activate(True, parts[0] if parts else None)

    def how(self, parts: list[Token]) -> str:
        return parts[0].type

    def path(self, parts: list[str]) -> dict[str, Any]:
        ways = [part for part in parts if part in ("STRATEGIC", "BY_SEA", "CEDE")]
        zones = tuple(part for part in parts if part not in ways)
        return {"path": zones, "strategic": "STRATEGIC" in ways, "by_sea": "BY_SEA" in ways}

    def straight(self, parts: list[str]) -> dict[str, Any]:
        return {**self.path(parts), "strategic": True}

    def supports(self, parts: list[Ref]) -> dict[str, Any]:
        return {"supporters": tuple(parts)}

    def air(self, parts: list[Token]) -> dict[str, Any]:
        return {"air": _number(parts[0]) if parts else 1}

    def tanks(self, _: list[Token]) -> dict[str, Any]:
        return {"tanks": True}

    def supporter_loss(self, parts: list[Token]) -> dict[str, Any]:
        return {"loss": str(parts[0]).casefold()}

    def attack(self, parts: list[Any]) -> dict[str, Any]:
        said: dict[str, Any] = {}
        for extra in parts[1:]:
            said.update(extra)
        return {"attack": given.Attack(target=parts[0], **said)}

    def army_order(self, parts: list[Any]) -> given.ArmyOrder:
        said: dict[str, Any] = {}
        for part in parts[1:]:
            said.update(part)
        return given.ArmyOrder(parts[0], **said)

    def research(self, parts: list[Token]) -> given.Research:
        return given.Research(TECHNOLOGY_NAMES.find(str(parts[0]).strip(" .")))

    def technologies(self, parts: list[Token]) -> given.Technologies:
        return given.Technologies(tuple(TECHNOLOGY_NAMES.find(name) for name in _parts(str(parts[0]))))

    def entrench(self, parts: list[Zone]) -> given.Entrench:
        return given.Entrench(parts[0])

    def diplomacy(self, parts: list[Token]) -> given.Diplomacy:
        found = _WAYS.match(str(parts[0]).strip())
        if not found:
            raise Unreadable("This does not say which way.", f"Write {FORMS['diplomacy']}, or back.")
        return given.Diplomacy(TRACK_NAMES.find(found[1]), found[2].casefold().startswith("forward"))

    def missions(self, _: list[Token]) -> given.Missions:
        return given.Missions()

    def gas(self, parts: list[Any]) -> given.Gas:
        (kind, _), zone = parts
        return given.Gas(kind, zone)

    def pause(self, _: list[Token]) -> given.Pause:
        return given.Pause()

    def heading(self, _: list[Token]) -> given.Heading:
        return given.Heading()

    def cancel_air(self, parts: list[Token]) -> CancelAir:
        said = {part.type: str(part) for part in parts}
        how, number = said["HOW_MUCH"].casefold(), _number(said.get("INT", "0"))
        if how in ("up to", "keep") and "INT" not in said:
            raise Unreadable("This does not say how many missions.", f"Write {FORMS['cancel']}.")
        return CancelAir(how, number, _where(said))

    def trench_use(self, parts: list[Token]) -> TrenchUse:
        said = {part.type: str(part) for part in parts}
        return TrenchUse(said["WHEN"].casefold(), _where(said))

    def second_loss(self, parts: list[Token]) -> given.SecondLoss:
        return given.SecondLoss(tuple(str(part).casefold() for part in parts))

    def supporter_default(self, parts: list[Token]) -> given.SupporterLoss:
        return given.SupporterLoss(str(parts[0]).casefold())

    def retreat_from(self, parts: list[Zone]) -> Retreats:
        return Retreats(parts[0], tuple(parts[1:]))

    def retreat_to(self, parts: list[Zone]) -> Retreats:
        return Retreats("", tuple(parts))

    def line(self, parts: list[Any]) -> Any:
        return parts[0]


setattr(_Speech, "pass", lambda _self, _parts: given.Pass())


def _where(said: dict[str, str]) -> tuple[str, ...]:
    named = [place for words in _parts(said.get("REST", "")) for place in places(words)]
    return tuple(dict.fromkeys(named))


@cache
def _reader() -> Callable[[str], Any]:
    from adjudicator.core.grammar import grammar_of, reader  # see there

    return reader(grammar_of("adjudicator.empires.language"), _Speech(), start="line")


@cache
def _reader_to_the_break() -> Callable[[str], Any]:
    from adjudicator.core.grammar import grammar_of, reader_to_the_break

    return reader_to_the_break(grammar_of("adjudicator.empires.language"), _Speech(), start="line")


@lru_cache(maxsize=8192)
def spoken(text: str) -> Any:
    """The order that *text* (plain) says; None if it is none.

    Raises Unreadable for an unknown name, also where what follows it makes the line no order.
    """
    if len(text) > LONGEST_LINE:
        return None
    order = _reader()(text)
    return _reader_to_the_break()(text) if order is None else order


def is_like_an_order(text: str) -> bool:
    """Does a line that is none begin as orders do, with a word of command, an army or a zone and a dash?"""
    words = [word.strip(",:.") for word in _ARROW.sub(" ", text.casefold()).split()]
    if not words:
        return False
    if words[0] in FORMS or words[0].rstrip("s") in FORMS:
        return len(words) < MOST_WORDS_OF_PROSE or text.split(maxsplit=1)[0].isupper() or _names_a_zone(words)
    if misspelt(text):
        return True
    moves = has_arrow(text) or "attacks" in words or "attack" in words
    return moves and _names_a_zone(words)


def has_arrow(text: str) -> bool:
    return bool(_ARROW.search(text))


def misspelt(text: str) -> str:
    """The word of command with which *text* begins but for a slip; "" if it may as well be prose.

    Capitals are meant for a command, and so is a word that stands alone or before the name of something.
    """
    first, *others = [word.strip(",:.!") for word in text.split()]
    if len(first) < SHORTEST_SLIP or len(others) >= MOST_WORDS or first.casefold() in FORMS:
        return ""
    is_meant = len(first) > SHORTEST_SLIP if not others else _names_anything(others)
    return one_slip_from(first.casefold(), FORMS) if first.isupper() or is_meant else ""


def _names_anything(words: Sequence[str]) -> bool:
    known = (ZONE_NAMES, TRACK_NAMES, TECHNOLOGY_NAMES)
    return any(len(word) > 2 and any(names.is_name(word) for names in known) for word in words)


def _names_a_zone(words: Sequence[str]) -> bool:
    return any(len(word) > 2 and (ZONE_NAMES.is_name(word) or ZONE_NAMES.near(word)) for word in words)
