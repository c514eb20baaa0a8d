"""Parse one line of an order sheet into a value of `orders`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple, TypedDict

from msgspec.structs import replace

from adjudicator.core.language.conditions import listed
from adjudicator.core.language.words import Unreadable, key, one_slip_from
from adjudicator.core.lazy_imports import IMPORTS
from adjudicator.empires.ground import (
    NATIONS,
    POWERS,
    TECHNOLOGY_NAMES,
    TRACK_NAMES,
    ZONE_NAMES,
    Zone,
    places,
)
from adjudicator.empires.language import orders
from adjudicator.empires.language.conditions import ENEMY, Condition, holder, read_all
from adjudicator.empires.language.orders import Attack, Kind, Order, RecruitItem, Ref
from adjudicator.empires.language.sentences.shorthand import of_set_up, spelled_out
from adjudicator.empires.language.standing import CancelAir, Retreats, SecondLoss, SupporterLoss, TrenchUse
from adjudicator.empires.sentences import say

if TYPE_CHECKING:
    from lark import Token

LONGEST_LINE = 400  # characters; a longer line is not an order
MOST = 75  # armies in the box: no number in an order is larger

# Each word that can begin an order, with an example.
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
SHORTEST_SLIP = 4  # letters of a word that may be a misspelt command; alone on a line, one more
MOST_WORDS = 8  # on a line that begins with a misspelt command
MOST_WORDS_OF_PROSE = 12  # a shorter line that begins with a command is an order
_LEAD = re.compile(  # bullets, a ticked box, "2.", "[2]", "(ii)", "Second:", "Action 2:"
    r"^(?:(?:[-*+] )?\[[xX]\]|[*+>_]+|-(?= )|\(?(?:\d{1,2}(?:\.\d{1,2})+[.):]?|\d{1,2}[.)]|[a-z]\))(?= )"
    r"|(?:\[\d{1,2}\][ ,+]*)+|\(?(?:i{2,3}|iv|vi{1,3}|ix)[.)](?= )|i\.(?= )"
    r"|(?:(?:my )?(?:first|second|third|last)(?:ly)?(?: action)?|action (?:\d|one|two|three)) ?:(?= ))\s*",
    re.IGNORECASE,
)
_SHORT_ARMY = re.compile(r"\bA\.(?= )", re.IGNORECASE)
_ARROW = re.compile(r" -+ |-+>|=+>| > ")
_COMMENT = re.compile(r"\s*(?:#|//).*$")
_HYPHENED = re.compile(r"([^\W\d_][\w']{0,40})-(?=([^\W\d_][\w']*))")
_WAYS = re.compile(  # "Turkey forward", "Italy +1", "Italy one box back"
    r"^(.*?)[\s,:]*(?:\b(?:(?:by )?(?:one|1|a)(?: (?:box|step|space))? )?"
    r"(forwards?|fwd|ahead|back|backwards?)|(?<=\s)(\+ ?1|- ?1))[.!]?$",
    re.IGNORECASE,
)
_BETWEEN_TECHNOLOGIES = re.compile(r"\s*[,;/+&]\s*(?:and\s+)?|\s+and\s+", re.IGNORECASE)
_FORWARD = re.compile(r"f|ahead|\+", re.IGNORECASE)
_OTHER_NATIONS = {"turk": "Turkish", "ottoman": "Turkish"}


@lru_cache(maxsize=1024)
def plain(line: str) -> str:
    """Return a cleaned line without bullet, asterisks and comment; "" if nothing is left."""
    bare = _LEAD.sub("", _COMMENT.sub("", line)).rstrip("_ ")
    text = (bare if bare.endswith(" *") else bare.rstrip("*_ ")).replace("&", " and ")  # it may say "attacks"
    return _HYPHENED.sub(_hyphen, spelled_out(_SHORT_ARMY.sub("A", text)))


def _hyphen(found: re.Match[str]) -> str:
    """Turn a hyphen between two zones into a dash; keep one inside a name."""
    whole, one, other = found[1] + found[2], found[1], found[2]
    apart = ZONE_NAMES.is_name(one) and ZONE_NAMES.meant(other) and not ZONE_NAMES.is_name(whole)
    return f"{one} - " if apart else found[0]


def _nation(word: str) -> str:
    begins = key(word).removesuffix("s")
    return _OTHER_NATIONS.get(begins) or next(name for name in NATIONS if key(name).startswith(begins))


def _listed(words: str) -> list[str]:
    return [part.strip(" .") for part in re.split(r"[,;]", words) if part.strip(" .")]


def _number(token: Token | str) -> int:
    return int(token) if len(token) < 4 else MOST + 1


How = Literal["STRATEGIC", "BY_SEA", "CEDE"]


class _Path(NamedTuple):
    zones: tuple[Zone, ...] = ()
    strategic: bool = False
    by_sea: bool = False


class _Extras(TypedDict, total=False):
    """What an attack has besides its target."""

    supporters: tuple[Ref, ...]
    air: int
    air_if: tuple[Condition, ...]
    tanks: bool
    loss: str


class _Described(NamedTuple):
    kind: Kind
    number: int


class _LineBuilder:
    """Makes values of `orders` while a line is parsed. Raises Unreadable for an unknown name."""

    def NAME(self, token: Token) -> Zone:  # noqa: N802  (the grammar's name)
        return ZONE_NAMES.find(str(token).strip(" ."))

    def kind(self, parts: list[Token]) -> _Described:
        numbers = [_number(part) for part in parts if part.type == "INT"]
        return _Described(self.target(parts), numbers[0] if numbers else 1)

    def target(self, parts: list[Token]) -> Kind:
        words = {part.type: str(part).casefold() for part in parts}
        nation = _nation(words["NATION"]) if "NATION" in words else ""
        return Kind(nation, words.get("SIZE", ""), words.get("STEP", ""))

    def ref(self, parts: tuple[_Described, Zone]) -> Ref:
        described, zone = parts
        return Ref(described.kind, zone, described.number)

    def place(self, parts: tuple[_Described, Zone]) -> orders.New:
        return orders.New(self.ref(parts))

    def reinforce(self, parts: tuple[_Described, Zone]) -> orders.Reinforce:
        return orders.Reinforce(self.ref(parts))

    def items(self, parts: list[RecruitItem]) -> orders.Items:
        return orders.Items(tuple(parts))

    def recruit(self, parts: list[orders.Items]) -> orders.Recruit:
        return orders.Recruit(parts[0].items if parts else ())

    def activate(self, parts: list[orders.ArmyOrder]) -> orders.Activate:
        return orders.Activate(False, parts[0] if parts else None)

    def offensive(self, parts: list[orders.ArmyOrder]) -> orders.Activate:
        return orders.Activate(True, parts[0] if parts else None)

    def how(self, parts: list[Token]) -> str:
        return parts[0].type

    def path(self, parts: list[Zone | How]) -> _Path:
        how = [part for part in parts if part in ("STRATEGIC", "BY_SEA", "CEDE")]
        return _Path(tuple(part for part in parts if part not in how), "STRATEGIC" in how, "BY_SEA" in how)

    def straight(self, parts: list[Zone | How]) -> _Path:
        return self.path(parts)._replace(strategic=True)

    def supports(self, parts: list[Ref]) -> _Extras:
        return {"supporters": tuple(parts)}

    def air(self, parts: list[Token]) -> _Extras:
        words = {part.type: str(part) for part in parts}
        conditions = read_all(listed(words["REST"]), in_combat=True) if "REST" in words else ()
        return {"air": _number(words.get("INT", "1")), "air_if": conditions}

    def tanks(self, _: list[Token]) -> _Extras:
        return {"tanks": True}

    def supporter_loss(self, parts: list[Token]) -> _Extras:
        return {"loss": str(parts[0]).casefold()}

    def attack(self, parts: list[Kind | _Extras]) -> Attack:
        attack = Attack()
        for part in parts:
            attack = replace(attack, target=part) if isinstance(part, Kind) else replace(attack, **part)
        return attack

    def army_order(self, parts: list[Ref | _Path | Attack]) -> orders.ArmyOrder:
        (army,) = [part for part in parts if isinstance(part, Ref)]
        path = next((part for part in parts if isinstance(part, _Path)), _Path())
        attack = next((part for part in parts if isinstance(part, Attack)), None)
        return orders.ArmyOrder(army, path.zones, path.strategic, path.by_sea, attack)

    def research(self, parts: list[Token]) -> orders.Research:
        return orders.Research(TECHNOLOGY_NAMES.find(str(parts[0]).strip(" .")))

    def technologies(self, parts: list[Token]) -> orders.Technologies:
        names = _BETWEEN_TECHNOLOGIES.split(str(parts[0]))
        told = [name.strip(" .") for name in names if name.strip(" .")]
        return orders.Technologies(tuple(of_set_up(name) or TECHNOLOGY_NAMES.find(name) for name in told))

    def entrench(self, parts: list[Zone]) -> orders.Entrench:
        return orders.Entrench(parts[0])

    def diplomacy(self, parts: list[Token]) -> orders.Diplomacy:
        found = _WAYS.match(str(parts[0]).strip())
        if not found:
            raise Unreadable(
                say("this_does_not_say_which_way"), say("write_or_back", forms=FORMS["diplomacy"])
            )
        return orders.Diplomacy(TRACK_NAMES.find(found[1]), bool(_FORWARD.match(found[2] or found[3])))

    def missions(self, _: list[Token]) -> orders.Missions:
        return orders.Missions()

    def gas(self, parts: tuple[_Described, Zone]) -> orders.Gas:
        described, zone = parts
        return orders.Gas(described.kind, zone)

    def pause(self, _: list[Token]) -> orders.Pause:
        return orders.Pause()

    def heading(self, _: list[Token]) -> orders.Heading:
        return orders.Heading()

    def cancel_air(self, parts: list[Token]) -> CancelAir:
        words = {part.type: str(part) for part in parts}
        how, number = words["HOW_MUCH"].casefold(), _number(words.get("INT", "0"))
        if how in ("up to", "keep") and "INT" not in words:
            raise Unreadable(say("this_does_not_say_how_many"), say("write", forms=FORMS["cancel"]))
        tail = _tail(words.get("TAIL", ""))
        return CancelAir(how, number, _where(tail), tail.get("POWER", ""), _against_us(tail.get("IF", "")))

    def trench_use(self, parts: list[Token]) -> TrenchUse:
        words = {part.type: str(part) for part in parts}
        return TrenchUse(words["WHEN"].casefold(), _where(words))

    def second_loss(self, parts: list[Token]) -> SecondLoss:
        return SecondLoss(tuple(str(part).casefold() for part in parts))

    def supporter_default(self, parts: list[Token]) -> SupporterLoss:
        return SupporterLoss(str(parts[0]).casefold())

    def retreat_from(self, parts: list[Zone]) -> Retreats:
        return Retreats(parts[0], tuple(parts[1:]))

    def retreat_to(self, parts: list[Zone]) -> Retreats:
        return Retreats("", tuple(parts))

    def line(self, parts: list[Order]) -> Order:
        return parts[0]


setattr(_LineBuilder, "pass", lambda _self, _parts: orders.Pass())


_TAIL = re.compile(
    r"(?:in\W+(?P<REST>.+?))?\s*(?:against\W+(?P<POWER>.+?))?\s*(?:in\W+(?P<THERE>.+?))?\s*"
    r"(?:(?:but\s+)?(?:only\s+)?if\W+(?P<IF>.+))?",
    re.IGNORECASE,
)


def _tail(text: str) -> dict[str, str]:
    """Return the places, the Power and the condition after CANCEL AIR and how much."""
    found = _TAIL.fullmatch(text)
    if found is None:
        raise Unreadable(say("this_is_not_understood"), say("write", forms=FORMS["cancel"]))
    words = {name: value for name, value in found.groupdict().items() if value}
    if there := words.pop("THERE", ""):
        words["REST"] = ", ".join(filter(None, (words.get("REST", ""), there)))
    if named := words.get("POWER"):
        power = holder(named.strip(" ."))
        if power not in POWERS:
            raise Unreadable(
                say("no_such_power", named=named.strip(" .")), say("write", forms=FORMS["cancel"])
            )
        words["POWER"] = power
    return words


def _against_us(words: str) -> tuple[Condition, ...]:
    """Return the conditions of a defender; in them an attack of nobody named is the enemy's."""
    if not words:
        return ()
    found = read_all(listed(words), in_combat=True)
    return tuple(replace(one, who=ENEMY) if one.kind == "attack" and not one.who else one for one in found)


def _where(words: dict[str, str]) -> tuple[str, ...]:
    named = [place for name in _listed(words.get("REST", "")) for place in places(name)]
    return tuple(dict.fromkeys(named))


# Lark is imported when the first line is parsed: starting, adjudicating and showing a game do not need it.


@cache
def _reader() -> Callable[[str], Order | None]:
    with IMPORTS:
        from adjudicator.core.language.grammar import grammar_of, reader

    return reader(grammar_of("adjudicator.empires.language"), _LineBuilder(), start="line")


@cache
def _reader_to_the_break() -> Callable[[str], Order | None]:
    with IMPORTS:
        from adjudicator.core.language.grammar import grammar_of, reader_to_the_break

    return reader_to_the_break(grammar_of("adjudicator.empires.language"), _LineBuilder(), start="line")


@lru_cache(maxsize=8192)
def parse_line(text: str) -> Order | None:
    """Parse *text*, cleaned by `plain`, into an order; None if it is not one.

    Raises Unreadable for an unknown name, even if the rest of the line is not an order.
    """
    if len(text) > LONGEST_LINE or is_question(text):
        return None
    order = _reader()(text)
    return _reader_to_the_break()(text) if order is None else order


def is_question(text: str) -> bool:
    return text.rstrip(" .!)\"'").endswith("?")


_ASKS = re.compile(  # not "can you" and "would you", which ask for an order to be carried out
    r"\W*(?:(?:and|but|so|or|by the way|one question)\b[\s,:]*)*"
    r"(?:(?:what|which|how|who|whom|whose|why|when|where)\b"
    r"|(?:is|are|am|was|were|do|does|did|has|have|had|should|shall)\s+\S"
    r"|(?:can|could|may|might|must|will|would)\s+(?!you\b|we\b)\S"
    r"|(?:wer|wie|was|warum|wann|wo|welche[rsn]?|kann|darf|ist|sind|hat|wird)\b"
    r"|(?:qui|que|quoi|quel(?:le)?s?|comment|pourquoi|quand|est-ce|puis-je)\b)",
    re.IGNORECASE,
)


def asks(text: str) -> bool:
    """Return whether it asks for an answer, and is not an order with a question mark after it."""
    return is_question(text) and _ASKS.match(text) is not None


def is_like_an_order(text: str) -> bool:
    """Return whether an unreadable line looks like an order: a command, or a zone with arrow or attack."""
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
    """Return the command that the first word of *text* misspells; "" if the line may be prose.

    A word counts as a command if it is in capitals, alone on the line, or before the name of something.
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
