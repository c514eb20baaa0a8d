"""Find the army that a line names, by its zone when the turn began and by what the line says of its kind."""

from collections import Counter
from collections.abc import Callable, Sequence

from adjudicator.core.language.words import NotAllowed, listed
from adjudicator.empires.ground import AUSTRIA, BOARD, GERMANY, NATIONS, Power, Zone, zone_name
from adjudicator.empires.language.orders import ArmyOrder, Recruit, Ref
from adjudicator.empires.position import Army, Position, of_power
from adjudicator.empires.resolve.actions import action_name
from adjudicator.empires.resolve.combat import fits
from adjudicator.empires.sentences import say


def army_meant(position: Position, ref: Ref, order: ArmyOrder | None) -> Army:
    """Return an army that fits *ref* and is not activated yet. Raises NotAllowed."""
    of_zone = [army for army in _own(position, order) if _named_at(position, army) == ref.zone]
    fit = [army for army in of_zone if fits(army, ref.kind)]
    free = [army for army in fit if army.id not in position.turn.activated]
    if free:
        return min(free, key=_preferred(position.power))
    if fit:
        raise _all_taken(position, ref, fit)
    kind = " ".join(filter(None, (ref.kind.step, ref.kind.size, ref.kind.nation)))
    there = f"; there: {_counted(of_zone)}" if of_zone else ""
    what = f"{kind} army" if kind else "army"
    raise NotAllowed(
        say("has_no", power=position.power, what=what, zone=zone_name(ref.zone), there=there),
        _which(position, ref) if of_zone else _where(position, order),
    )


def _all_taken(position: Position, ref: Ref, fit: Sequence[Army]) -> NotAllowed:
    """Return why no army of the kind is left: the lines so far use all that stand there."""
    reason = say("armies_there_are_used", power=position.power, count=len(fit), zone=zone_name(ref.zone))
    return NotAllowed(reason, say("army_acts_once_turn"))


def _which(position: Position, ref: Ref) -> str:
    """Return a remedy for armies that stand there and are not of the kind: RECRUIT may have changed them."""
    is_recruited = ref.kind.step == "reduced" and action_name(Recruit()) in position.turn.actions
    return say("name_one_of_these_as_recruited") if is_recruited else say("name_one_of_these")


def _counted(armies: Sequence[Army]) -> str:
    """Return "2 full German, reduced German"."""
    found = Counter(map(_described, armies))
    return ", ".join(f"{number} {kind}" if number > 1 else kind for kind, number in sorted(found.items()))


def _where(position: Position, order: ArmyOrder | None) -> str:
    """Return a remedy that names the zones with armies."""
    zones = {zone_name(_named_at(position, army)) for army in _own(position, order)}
    return (
        say("its_armies_stand", zones=listed(sorted(zones), "and")) if zones else say("it_has_no_army_left")
    )


def _described(army: Army) -> str:
    return f"{'full' if army.steps == 2 else 'reduced'} {army.size + ' ' if army.size else ''}{army.nation}"


def _own(position: Position, order: ArmyOrder | None) -> list[Army]:
    """Return the Power's armies; for a leading army of Germany also the ceded ones, after its own."""
    own = list(of_power(position.armies, position.power))
    if position.power == GERMANY and order is not None:
        own += [army for army in of_power(position.armies, AUSTRIA) if army.is_ceded]
    return own


def _named_at(position: Position, army: Army) -> Zone:
    return position.turn.named_at.get(army.id, army.zone)


def _preferred(power: Power) -> Callable[[Army], tuple[int, int, int, str, int]]:
    """Return a sort key: full before reduced, own before ceded, then by nation, then large before small."""
    nations = BOARD.powers[power].nations

    def rank(army: Army) -> tuple[int, int, int, str, int]:
        is_own = army.nation in nations
        place = nations.index(army.nation) if is_own else len(nations) + NATIONS.index(army.nation)
        return (-army.steps, army.power != power, place, army.size, army.id)

    return rank
