"""A sentence for every kind of news; `sight` has decided who gets it."""

from collections.abc import Mapping, Sequence

from adjudicator.hardbop import calendar, ground
from adjudicator.middle_earth.resolve.pieces import NAMES
from adjudicator.middle_earth.resolve.record import News
from adjudicator.middle_earth.view import news
from adjudicator.middle_earth.view.news import Tiding

# News by key; blanks are filled from `News.words`, places in full.
TOLD: Mapping[str, str] = {
    "alignment": "{power} <is> {alignment} from now on.",
    "paths": "The Ranger takes the Paths of the Dead.",
    "paths.centre": "{place}, which was neutral, now belongs to Gondor.",
    "ents.march": "The Fellowship marches with the Ents: Isengard is no longer a fortress or a centre.",
    "balrog.dead": "Gandalf has destroyed the Balrog, and fallen with it.",
    "balrog.serves": "Sauron has come to Khazad-dûm: the Balrog serves Mordor now.",
    "gandalf.back": "Gandalf is back.",
    "gandalf.placed": "Gandalf is back, in {place}.",
    "gandalf.due": "Gandalf comes back at the end of turn {turn}; name his space with its orders.",
    "nazgul.back": "The Nazgûl is back.",
    "nazgul.placed": "The Nazgûl is back, in {place}.",
    "nazgul.due": "The Nazgûl comes back at the end of turn {turn}; name a home centre with its orders.",
    "nazgul.barred": "Gandalf kept the Nazgûl out of {place}.",
    "nazgul.driven": "Gandalf has driven the Nazgûl out of {place}.",
    "nazgul.flees": "The Nazgûl has fled to {place}.",
    "centre.taken": "{power} <takes> {place} from {before}.",
    "centre.gained": "{power} <gains> {place}.",
    "neutralised": "The Ranger has neutralised {place}, a centre of {power}.",
    "eliminated": "{power} <is> eliminated; the units of {power} are in civil disorder.",
    "out": "{power} <has> neither centre nor unit, and is out of the game.",
    "ring.found": "{unit} in {place} has claimed the Ring.",
    "ring.taken": "{unit} in {place} takes the Ring from {by}.",
    "ring.lost": "{unit} in {place} loses the Ring to {by}.",
    "ring.passed": "{unit} passes the Ring to {place}.",
    "ring.given": "{unit} in {place} is given the Ring by {by}.",
    "ring.worn": "{power} <puts> on the Ring: {unit} in {place} wears it.",
    "ring.army": "With the Ring comes a double Army of {power} in {place}.",
    "ring.lost by wearer": "The Ring is taken from {power}, which is eliminated.",
    "ring.destroyed": "{power} <casts> the Ring into the Fire of {place}. It is no more.",
    "mordor.weaker": "Mordor's double Armies become single, Easterlings stay, the Nazgûl serves {power}.",
    "victory": "{power} <wins>, by its share of the centres and of the units.",
    "piece.destroyed": "{piece}{whose} is destroyed in {place} by {power} ({unit}).",
    "piece.balrog": "{piece} is annihilated by the Balrog in {place}.",
    "piece.ents": "{piece} falls with the unit that the Ents annihilate in {place}.",
    "piece.driven out": "{piece}, driven out of {place}, had nowhere to go.",
    "piece.no order": "{piece} is lost with the unit in {place}: no retreat was ordered.",
    "piece.trapped": "{piece} is lost with the unit in {place}: there was no way out.",
    "piece.clash": "{piece} is lost with the unit from {place}, meeting another retreat.",
    "piece.removed": "{piece} leaves the board with the unit in {place}.",
    "piece.civil disorder": "{piece} is lost with the unit in {place}, in civil disorder.",
    "unit.balrog": "{unit} of {power} is annihilated by the Balrog in {place}.",
    "unit.ents": "{unit} of {power} is annihilated by the Ents in {place}.",
    "unit.no order": "{unit} of {power} in {place} has no retreat ordered and is disbanded.",
    "unit.trapped": "{unit} of {power} in {place} has nowhere to go and is annihilated.",
    "unit.clash": "{unit} of {power} from {place} meets another retreat; both are annihilated.",
    "unit.removed": "{unit} of {power} in {place} is taken off the board.",
    "unit.civil disorder": "{unit} of {power} in {place}, in civil disorder, is disbanded.",
}


def tidings(told: Sequence[News]) -> list[Tiding]:
    return news.tidings(told, _sentence, ground.SPEECH)


def _sentence(told: News) -> str:
    filled = news.words(told, ground.SPEECH)
    if "turn" in filled:
        filled["turn"] = f"{filled['turn']} ({calendar.name(int(filled['turn']))})"
    if "unit" in filled:
        filled["unit"] = _unit(filled["unit"])
    return ground.SPEECH.sentence(TOLD[told.key], **filled)


def _unit(text: str) -> str:
    """Return "a double Army" for "2A", "a Cavalry" for "C"; names of pieces are unchanged."""
    if text.startswith("2"):
        return f"a double {NAMES[text.removeprefix('2')]}"
    return news.unit(text)
