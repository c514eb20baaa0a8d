"""How are armies, orders and events told in words?"""

from adjudicator.core.phrasing import Speech, capital
from adjudicator.core.words import listed
from adjudicator.empires.ground import FRANCO_BRITISH, ZONES, zone_name
from adjudicator.empires.language import orders as given
from adjudicator.empires.language.orders import ArmyOrder, Kind, Ref
from adjudicator.empires.position import FULL, Army
from adjudicator.empires.record import Event, Side

STEPS = {FULL: "full", 1: "reduced"}
SPEECH = Speech({}, frozenset(), frozenset(), many=frozenset({FRANCO_BRITISH}))  # "the Franco-British take"


def army_name(army: Army) -> str:
    """Gives "small British army"."""
    return f"{army.size} {army.nation} army".strip()


def in_orders(army: Army) -> str:
    """As an order names the army, but for the zone: "full small British Army"."""
    return " ".join(filter(None, (STEPS[army.steps], army.size, army.nation, "Army")))


def _kind(kind: Kind) -> str:
    return " ".join(filter(None, (kind.step, kind.size, kind.nation)))


def _ref(ref: Ref) -> str:
    kind = _kind(ref.kind)
    many = f"{ref.number} " if ref.number > 1 else ""
    noun = "Armies" if ref.number > 1 else "Army"
    return " ".join(filter(None, (f"{many}{kind}".strip(), noun, zone_name(ref.zone))))


def army_order(order: ArmyOrder, public: bool = False) -> str:
    """The order in full words; *public* leaves out what only its Power knows: missions offered, S.7."""
    words = _ref(order.army)
    plural = "" if order.army.number > 1 else "s"
    if order.path:
        way = ", ".join(zone_name(zone) for zone in order.path)
        deed = f"goes by strategic move to {way}" if order.strategic else f"move{plural} to {way}"
        words += f" {deed}{' by sea' if order.by_sea else ''}"
    if order.attack is None:
        return words
    attack, joined = order.attack, " and" if order.path else ""
    target = _kind(attack.target)
    words += f"{joined} attacks{' the ' + target + ' army' if target else ''}"
    if attack.supporters:
        words += f", supported by {listed([_ref(ref) for ref in attack.supporters], 'and')}"
    return words if public else words + _extras(attack)


def _extras(attack: given.Attack) -> str:
    extras = []
    if attack.air:
        extras.append(f"aviation (at most {attack.air} {'mission' if attack.air == 1 else 'missions'})")
    if attack.tanks:
        extras.append("tanks")
    if attack.loss:
        extras.append(f"the supporter's loss on the {attack.loss}")
    return f"; {', '.join(extras)}" if extras else ""


def recruit_item(item: given.New | given.Reinforce) -> str:
    if isinstance(item, given.Reinforce):
        return f"Makes full: {_ref(item.army)}"
    step = item.army.kind.step or "reduced"
    kind = Kind(item.army.kind.nation, item.army.kind.size, step)
    many = f"{item.army.number} armies" if item.army.number > 1 else "an army"
    return f"Recruits {many} ({_kind(kind)}) in {zone_name(item.army.zone)}"


def deed(order: object, public: bool = False) -> str:
    """Any order of the sheet but an army's and a recruit's."""
    if isinstance(order, given.Research):
        return "Researches" if public else f"Researches {order.technology}"
    if isinstance(order, given.Diplomacy):
        return f"Diplomacy: {order.track} {'forward' if order.forward else 'back'}"
    if isinstance(order, given.Gas):
        kind = _kind(order.target)
        return f"Gas in {zone_name(order.zone)}{' on the ' + kind + ' army' if kind else ''}"
    if isinstance(order, given.Entrench):
        return f"Entrenches in {zone_name(order.zone)}"
    if isinstance(order, given.Activate) and order.extra:
        return "Extra Activation by Offensive"
    return PLAIN[type(order)]


PLAIN: dict[type, str] = {
    given.Activate: "Activates armies",
    given.Recruit: "Recruits",
    given.Missions: "Adds missions",
    given.Pause: "Pauses; the rest of the turn follows",
    given.Pass: "Passes",
}


# ---- events

EVENTS = {
    "reduced": "the {army} {owner} loses a step",
    "eliminated": "the {army} {owner} is eliminated",
    "trench_lost": "the trench of {power} absorbs a loss and is gone",
    "trench_lowered": "the trench of {power} absorbs a loss and is of level {number} now",
    "retreats": "the {army} {owner} retreats to {other_zone}",
    "no_retreat": "the {army} {owner} cannot retreat and is eliminated",
    "tanks": "tanks cancel the trench of level {number}, for 1 mission",
    "assault_troopers": "Assault Troopers lower what the trench adds",
    "air": "aviation adds 2 (missions spent: {number} to {other})",
    "air_cancelled": "aviation is cancelled (missions spent: {number} to {other})",
    "gas": "In {zone} the {army} {owner} loses a step by gas.",
    "control": "{power} <takes> {zone}{from_other}.",
    "trench_removed": "The trench of {power} in {zone} is removed.",
    "unsupplied": "The {army} {owner} in {zone} is out of supply and loses a step.",
    "starved": "The {army} {owner} in {zone} is out of supply and eliminated.",
    "supplied": "The {army} {owner} in {zone} is in supply again.",
    "zone_cut": "{zone} is out of supply and passes{from_other} to {power}.",
    "joined": "{other} joins {power}.",
    "usa": "The USA joins the Franco-British.",
    "surrender": "Russia surrenders.",
    "box": "The marker of {other} stands in box {number}.",
    "ceded": "The {army} in {zone} is ceded to Austria-Hungary.",
    "taken_back": "Germany takes the {army} back to {zone}.",
    "duty": "{power} left out {number} of its obligatory attacks.",
    "gained": "{power} <has> {number} missions now.",
    "over": "The game is over.",
    "late": "The sheet that {power} mailed ahead was used.",
}


def told(event: Event) -> str:
    form = EVENTS[event.kind]
    said = SPEECH.clause(
        form,
        power=event.power,
        owner=f"({event.power})",
        army=event.army,
        zone=zone_name(event.zone) if event.zone else "",
        number=str(event.number),
        other=event.other,
        other_zone=zone_name(event.other) if event.other in ZONES else "",
        from_other=f" from {SPEECH.named(event.other)}" if event.other else "",
    )
    return capital(said) if form.startswith("{") else said


def score(side: Side) -> str:
    """How a score is made up: "5 + 2 support + die 3 = 10"."""
    parts = [str(side.factor)]
    for number, what in (
        (side.support, "support"),
        (side.higher_level, "level"),
        (side.aviation, "aviation"),
        (side.ground, side.ground_is),
    ):
        if number:
            parts.append(f"{number} {what}")
    return f"{' + '.join(parts)} + die {side.die} = {side.score}"
