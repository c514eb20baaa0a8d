"""A sentence for every kind of news; `sight` has decided who gets it."""

from collections.abc import Mapping, Sequence

from adjudicator.core.words import listed
from adjudicator.downfall_xiii import ground
from adjudicator.middle_earth.resolve.pieces import NAMES, PLURALS
from adjudicator.middle_earth.resolve.record import News
from adjudicator.middle_earth.view import news
from adjudicator.middle_earth.view.news import Tiding

MANY = {NAMES[kind]: many for kind, many in PLURALS.items()}

# News by key; blanks are filled from `News.words`, places in full.
TOLD: Mapping[str, str] = {
    "alignment": "{power} <is> {alignment} from now on.",
    "first alignment": "{power} <is> {alignment}, as declared.",
    "ents.march": "The Fellowship marches with the Ents: the walls of Isengard are no more.",
    "dead.join": "Aragorn takes the Paths of the Dead, and the Dead follow him.",
    "dead.gone": "The Dead are gone.",
    "fornost": "Fornost Erain is a home centre of {power}.",
    "fornost.army": "The Rangers are gone; an Army of {power} stands in {place}.",
    "shadowfax": "Gandalf has Shadowfax: he may move two spaces.",
    "gandalf.back": "Gandalf is back.",
    "gandalf.asked": "Gandalf may return: name a place with your next orders (Gandalf returns Bre).",
    "balrog.dead": "Gandalf has destroyed the Balrog, and is gone.",
    "balrog.serves": "The Balrog of Khazad-dûm serves Saruman.",
    "theoden.awake": "Théoden is awake.",
    "centre.gained": "{power} <gains> {place}.",
    "centre.taken": "{power} <takes> {place} from {before}.",
    "neutralised": "{place}, a centre of {power}, is neutralised.",
    "garrison.gone": "The garrison of {place} is gone.",
    "garrison.dwarves": "Dwarves garrison Khazad-dûm.",
    "logical.lost": "{power} <loses> every logical centre.",
    "eliminated": "{power} <is> eliminated; the units of {power} are in civil disorder.",
    "ring.found": "{unit} finds the Ring in {place}.",
    "ring.taken": "{unit} takes the Ring in {place} from {by}.",
    "ring.taken from": "{unit} in {place} loses the Ring to {by}.",
    "ring.passed": "{unit} passes the Ring to {place}.",
    "ring.given": "{unit} in {place} is given the Ring by {by}.",
    "ring.thrown": "The Ring is thrown into {place}.",
    "ring.worn": "{power} <puts> on the Ring: {unit} in {place} wears it.",
    "ring.units": "The Ring brings {unit} of {power} to {place}.",
    "ring.sauron": "Sauron puts on the Ring in {place}. All is Mordor's.",
    "ring.lost by wearer": "The Ring is taken from {power}, which is eliminated.",
    "ring.destroyed": "{power} <casts> the Ring into the Fire of {place}. It is no more.",
    "faramir.defects": "Faramir, in {place}, goes over to {to}.",
    "fellowship.dies": "Boromir seizes the Ring in {place}. The Fellowship is no more.",
    "victory": "{power} <wins> with {number} centres.",
    "piece.destroyed": "{piece}{whose} is destroyed in {place} by {power} ({unit}).",
    "ring.no units": "The Ring brings no units to {place}, where there is a unit of another power.",
    "piece.fire": "{piece} is unmade in {place}.",
    "fire.unmade": "{piece} is unmade.",
    "faramir.dead": "Faramir is dead.",
    "piece.ents": "{piece} is destroyed by the Ents in {place}.",
    "piece.wights": "{piece} is destroyed by the Barrow-wights in {place}.",
    "die": "{piece} in Khazad-dûm: a {number} is rolled; a 1 is death.",
    "piece.balrog": "{piece} is killed by the Balrog in {place}.",
    "piece.lost": "{piece} is lost in {place}: no retreat was ordered that is open.",
    "piece.no order": "{piece} is lost in {place}: no retreat was ordered.",
    "piece.barred": "{piece} is lost in {place}: the way was barred.",
    "piece.trapped": "{piece} is lost in {place}: there is no way out.",
    "piece.clash": "{piece} is lost in {place}, meeting another retreat.",
    "piece.removed": "{piece} leaves the board from {place}.",
    "piece.fleet lost": "{piece} is lost with its ship in {place}.",
    "piece.civil disorder": "{piece} is lost in {place}.",
    "piece.fate": "{piece} dies in {place}: his time is over.",
    "unit.ents": "{unit} of {power} is destroyed by the Ents in {place}.",
    "unit.balrog": "{unit} of {power} is killed by the Balrog in {place}.",
    "unit.no order": "{unit} of {power} in {place} has no retreat ordered and is disbanded.",
    "unit.barred": "{unit} of {power} in {place} finds its way barred and is disbanded.",
    "unit.trapped": "{unit} of {power} in {place} has nowhere to go and is disbanded.",
    "unit.clash": "{unit} of {power} from {place} meets another retreat; both are disbanded.",
    "unit.fleet lost": "{unit} of {power} is lost with its ships in {place}.",
    "unit.removed": "{unit} of {power} in {place} disbands.",
    "unit.civil disorder": "{unit} of {power} in {place}, in civil disorder, is disbanded.",
}
VEILED: Mapping[str, str] = {  # news for others in place of news that only its owner may know
    "unit.disbanded": "{unit} of {power} in {place} is disbanded.",
}


def tidings(told: Sequence[News]) -> list[Tiding]:
    return news.tidings(told, _sentence, ground.SPEECH)


def _sentence(told: News) -> str:
    filled = news.words(told, ground.SPEECH)
    if "number" in filled and "unit" in filled:
        filled["unit"] = _many(filled["unit"], int(filled["number"]))
    elif "unit" in filled:
        filled["unit"] = listed(map(_unit, filled["unit"].split(", ")), "and")
    return ground.SPEECH.sentence({**TOLD, **VEILED}[told.key], **filled)


def _unit(text: str) -> str:
    """Return "2 Armies" for "2A", "a Cavalry" for "C"; other texts are unchanged."""
    kind = text.lstrip("0123456789")
    number = text.removesuffix(kind)
    return f"{number} {PLURALS[kind]}" if number else news.unit(text)


def _many(unit: str, number: int) -> str:
    return news.unit(unit) if number == 1 else f"{number} {MANY[unit]}"
