"""Battles: attacks, supports and defences that depend on each other (XIII 1.2 to 1.7 and 4.8)."""

from adjudicator.middle_earth.resolve.battle import Attack, Battle, Stay, Support

RED, BLUE, GREEN = 1, 2, 4


def attack(origin: str, target: str, power: int, strength: int = 1, **more: object) -> Attack:
    made = Attack(target, [origin], [power], strength)
    for name, value in more.items():
        setattr(made, name, value)
    return made


def battle(*attacks: Attack, supports: tuple[Support, ...] = ()) -> Battle:
    """Return a battle in which every attacker that fails stays where it began."""
    made = Battle()
    made.attacks, made.supports = list(attacks), list(supports)
    for number, one in enumerate(attacks):
        for origin in one.origins:
            made.stays[origin].append(Stay(one.strength, one.powers, number))
    return made


def test_units_that_move_in_a_circle_all_arrive() -> None:
    fought = battle(attack("A", "B", RED), attack("B", "C", BLUE), attack("C", "A", GREEN))
    fought.fight()
    assert [fought.succeeded(q) for q in range(3)] == [True, True, True]


def test_a_circle_that_is_attacked_from_outside_with_equal_strength_stands_still() -> None:
    fought = battle(
        attack("A", "B", RED), attack("B", "C", BLUE), attack("C", "A", GREEN), attack("D", "A", RED)
    )
    fought.fight()
    assert not any(fought.succeeded(q) for q in range(4))


def test_equal_units_do_not_exchange_places() -> None:
    fought = battle(attack("A", "B", RED), attack("B", "A", BLUE))
    fought.fight()
    assert not fought.succeeded(0) and not fought.succeeded(1)


def test_a_ferry_passes_a_unit_that_comes_the_other_way() -> None:
    fought = Battle()
    fought.attacks = [attack("A", "B", RED, by_ferry=True), attack("B", "A", BLUE)]
    fought.stays["B"].append(Stay(1, BLUE, 1))
    fought.fight()
    assert fought.succeeded(0) and fought.succeeded(1)


def test_the_stronger_of_two_head_to_head_wins() -> None:
    fought = battle(attack("A", "B", RED, 2), attack("B", "A", BLUE))
    fought.fight()
    assert fought.succeeded(0) and not fought.succeeded(1)


def test_a_beleaguered_unit_is_saved_by_the_stand_off_of_its_enemies() -> None:
    fought = battle(attack("A", "C", RED, 2), attack("B", "C", BLUE, 2))
    fought.stays["C"].append(Stay(1, GREEN))
    fought.fight()
    assert not fought.succeeded(0) and not fought.succeeded(1)


def test_nobody_dislodges_their_own_unit_or_helps_to() -> None:
    own = battle(attack("A", "C", RED, 3))
    own.stays["C"].append(Stay(1, RED))
    own.fight()
    helped = battle(attack("A", "C", BLUE), supports=(Support("B", "C", 2, RED, 0),))
    helped.stays["C"].append(Stay(1, RED))
    helped.fight()
    assert not own.succeeded(0) and not helped.succeeded(0)


def test_support_is_cut_from_elsewhere_but_not_from_its_target() -> None:
    aim = battle(attack("A", "C", RED), attack("C", "B", BLUE), supports=(Support("B", "C", 1, RED, 0),))
    aim.stays["B"].append(Stay(1, RED))
    aim.fight()
    elsewhere = battle(
        attack("A", "C", RED), attack("D", "B", BLUE), supports=(Support("B", "C", 1, RED, 0),)
    )
    elsewhere.stays["B"].append(Stay(1, RED))
    elsewhere.stays["C"].append(Stay(1, BLUE))
    elsewhere.fight()
    assert aim.given(0) and aim.succeeded(0)
    assert not elsewhere.given(0) and not elsewhere.succeeded(0)


def test_a_fortress_strengthens_units_that_stay_but_not_the_garrison() -> None:
    held = battle(attack("A", "C", RED, 2))
    held.stays["C"].append(Stay(1, BLUE, fortress=1))
    held.fight()
    manned = battle(attack("A", "C", RED, 2))
    manned.garrisons["C"] = RED
    manned.fight()
    assert not held.succeeded(0) and manned.succeeded(0)


def test_a_garrison_defends_when_its_occupants_leave() -> None:
    fought = battle(attack("A", "C", RED), attack("C", "D", BLUE))
    fought.garrisons["C"] = RED
    fought.fight()
    assert fought.succeeded(1) and not fought.succeeded(0)
    assert fought.opponent(0) == ("garrison", -1)


def test_units_that_merge_with_one_that_holds_defend_it() -> None:
    for strength, stands in ((2, True), (3, False)):
        fought = battle(attack("A", "C", RED, joins=True), attack("B", "C", BLUE, strength))
        fought.stays["C"].append(Stay(1, RED))
        fought.fight()
        assert fought.succeeded(0) == stands
        assert fought.succeeded(1) != stands


def test_a_landing_waits_for_its_fleet() -> None:
    fought = battle(attack("S", "T", RED), attack("X", "T", BLUE))
    fought.attacks.append(attack("T", "L", RED, after=0, by_ferry=True))
    fought.fight()
    assert not fought.succeeded(0) and not fought.succeeded(2)


def test_the_unit_that_got_in_kept_the_others_out_not_the_dislodged_one() -> None:
    """Another power's attack, and one of the dislodged unit's own power."""
    for power in (GREEN, BLUE):
        fought = battle(attack("A", "C", RED, 3), attack("B", "C", power))
        fought.stays["C"].append(Stay(1, BLUE))
        fought.fight()
        assert fought.opponent(1) == ("attack", 0)
