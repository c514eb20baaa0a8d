"""A sentence that contradicts an order above puts it in doubt (refuses it), even if not understood."""

from collections.abc import Mapping
from typing import Any

import pytest

from adjudicator.core.game import REFUSED, REMARK, TAKEN
from tests.support.play.read_lines import lines_read

DOMINATION: Mapping[str, Any] = {
    "units": {"Blue": ["5 Knight B4", "Griffin A8", "Knight A7", "2 Militia A7"], "Red": ["Knight B3"]},
    "phase": "turn",
}
MOVES = "5 Knight B4 - B8\nGriffin A8 - A7\nBuild 3 Knight A7\n\n"
KNIGHTS, GRIFFIN, BUILD = 1, 2, 3  # their line numbers


def _taken(game: str, position: Mapping[str, Any], power: str, text: str) -> set[int]:
    return {line.number for line in lines_read(game, position, power, text) if line.verdict == TAKEN}


@pytest.mark.parametrize(
    "text",
    [
        "no, send only 4 of them to B8",
        "the B4 knights don't go to B8, they wait at home",
        "I prefer that one of the five knights guards B4",
        "Die Ritter auf B4 gehen doch nicht nach B8, die bleiben lieber daheim",
        "Die fünf Ritter von B4 sollen lieber nach B5 gehen",
        "Les cinq chevaliers de B4 restent finalement à la maison",
        "plutôt B5 que B8 pour les chevaliers",
        "The knights at B4 had better fall back towards B5 I think",
        "hmm B8 is a trap for the knights, make it B5",
        "two of the B4 knights stay behind to watch the gate",
        "ok so three knights to B8 and two to B5 it is",
        "nur 3 Ritter nach B8, zwei bleiben",
        "seulement trois chevaliers vers B8",
        "the knights: not B8 but B5",
        "On reflection the cavalry at B4 is going nowhere",
        "I misread the map: the five at B4 must go to B5",
        "the knights are better off at home than at B8",
        "hm, B8 is in the middle of nowhere. Put those 5 on B5 instead, that is where I am thin.",
    ],
)
def test_a_move_of_domination_is_in_doubt(text: str) -> None:
    assert _taken("domination", DOMINATION, "Blue", MOVES + text) & {KNIGHTS, GRIFFIN, BUILD} == {
        GRIFFIN,
        BUILD,
    }


@pytest.mark.parametrize(
    "text",
    [
        "make that 2 knights at A7 instead of three",
        "no knights at A7 after all, I need griffins",
        "lieber Greife statt Ritter in A7 bauen",
        "plutôt des griffons que des chevaliers à A7",
        "For the builds I would rather have griffins",
        "build griffins rather than knights",
    ],
)
def test_a_build_of_domination_is_in_doubt(text: str) -> None:
    assert _taken("domination", DOMINATION, "Blue", MOVES + text) == {KNIGHTS, GRIFFIN}


@pytest.mark.parametrize(
    "text",
    [
        "The Griffin from A8 should be safe at A7",
        "Good luck to the knights on their way from B4 to B8!",
        "I hope Red does not attack the knights at B8",
        "The two militia at A7 shouldn't move",
        "the knight at A7 stays where it is, no risk there",
        "Red's knight at B3 will not like my knights on B8",
        "his knight on B3 can go to B4 then, I don't care",
        "Nobody is at B8, so the knights should arrive there",
        "Griffin joins the others at A7 as I said",
        "If Red attacks B8 my knights will not run",
        "My knights from B4 ride to B8, and no one can stop them there",
    ],
)
def test_talk_and_repetition_change_nothing_in_domination(text: str) -> None:
    assert _taken("domination", DOMINATION, "Blue", MOVES + text) >= {KNIGHTS, GRIFFIN, BUILD}


@pytest.mark.parametrize(
    "text",
    [
        "And put the two new griffins in A7 as well, next to the knights.",
        "The new griffins should be in A7, the new knights in A10",
        "Die neuen Greife kommen nach A7",
        "les nouveaux griffons plutôt à A7",
    ],
)
def test_new_units_in_another_city_put_their_build_in_doubt(text: str) -> None:
    assert 1 not in _taken("domination", DOMINATION, "Blue", f"Build 2 Griffin A10\n\n{text}")


@pytest.mark.parametrize(
    "text",
    [
        "The new griffins in A10 are for the defence, I am told",
        "The new griffins will fly to A7 next turn",
        "Put the new knights in A7 by all means",
    ],
)
def test_what_new_units_do_later_does_not_change_their_build(text: str) -> None:
    assert 1 in _taken("domination", DOMINATION, "Blue", f"Build 2 Griffin A10\n\n{text}")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("number 2 becomes two griffins at A7", {1}),
        ("Nr. 2 wird zu etwas anderem", {1}),
        ("l'ordre 2 devient autre chose", {1}),
        ("in number 1 make it only three", {2}),
        ("the first order should be something else", {2}),
        ("number 1 stays as it is", {1, 2}),
        ("In round 2 of the game you should use a bigger map", {1, 2}),
        ("I am number 1 in the club.", {1, 2}),
    ],
)
def test_a_numbered_order_is_put_in_doubt_by_its_number(text: str, kept: set[int]) -> None:
    orders = "1. 5 Knight B4 - B8\n2. Build 3 Knight A7\n\n"
    assert _taken("domination", DOMINATION, "Blue", orders + text) & {1, 2} == kept


def test_builds_that_are_swapped_are_both_in_doubt() -> None:
    text = (
        "Build 3 Knight A7, 2 Griffin A10\n\n"
        "Sorry, the wrong way round: the griffins should be in A7, the knights in A10"
    )
    assert not _taken("domination", DOMINATION, "Blue", text)


def test_a_rejected_destination_is_not_suggested() -> None:
    (*_, line) = lines_read(
        "domination", DOMINATION, "Blue", f"{MOVES}\nthe knights do not go to B8, they fall back on B5"
    )
    assert line.verdict == REFUSED
    assert "B4 - B5" in line.remedy


@pytest.mark.parametrize(
    ("text", "holds"),
    [("Leave the griffin in A8", True), ("3 of the 5 knights leave B4 and go to B8", False)],
)
def test_leave_in_a_space_means_hold_and_leave_a_space_means_move(text: str, holds: bool) -> None:
    [line] = lines_read("domination", DOMINATION, "Blue", text)
    assert line.verdict == TAKEN
    assert ("hold" in line.reading) == holds
    assert holds or line.reading.startswith("3 Knights from B4 to B8")


@pytest.mark.parametrize(
    ("text", "is_taken"),
    [
        ("Build:\nthe griffins at A7", False),
        ("Build:\nKnights go to A7", False),
        ("Build:\na griffin at A7", True),
        ("Build:\nMilitia A7", True),
    ],
)
def test_a_plural_build_without_a_number_is_not_read_as_one(text: str, is_taken: bool) -> None:
    assert (2 in _taken("domination", DOMINATION, "Blue", text)) is is_taken


EMPIRES: Mapping[str, Any] = {
    "turn": 5,
    "phase": "Austria-Hungary",
    "units": {
        "Austria-Hungary": [
            "Army Krakow",
            "Army Lemberg",
            "Army Belgrade",
            "Army Vienna reduced",
            "Army Agram",
        ],
        "Russia": ["Army Warsaw", "Army Kamenets"],
    },
}
ACTIONS = "ACTIVATE\nArmy Krakow - Warsaw attacks\nArmy Agram - Trieste\nDIPLOMACY Turkey forward\n\n"
KRAKOW, AGRAM, TURKEY = 2, 3, 4  # their line numbers
RECRUITS = "RECRUIT full in Trieste\nDIPLOMACY Turkey forward\n\n"


def _taken_in_empires(text: str) -> set[int]:
    return _taken("empires", EMPIRES, "Austria-Hungary", text)


@pytest.mark.parametrize(
    "text",
    [
        "Please don't send Krakow to Warsaw, that army is needed at home",
        "no attack on Warsaw after all, the one in Krakow doesn't do anything",
        "Krakow would rather go to Lemberg with the others I suppose",
        "Krakau greift doch nicht an sondern wartet",
        "Krakau geht lieber nach Lemberg zu den anderen",
        "hm Warsaw is full of Russians. I would rather have that army walk to Lemberg.",
        "The Krakow army does not attack Warsaw but moves to Lemberg",
        "Warsaw? not with those odds, Krakow had better wait",
        "Krakow should move to Lemberg and not attack anybody",
        "So no attack\non Warsaw, that army doesn't do anything",
    ],
)
def test_an_attack_of_empires_is_in_doubt(text: str) -> None:
    assert _taken_in_empires(ACTIONS + text) & {KRAKOW, AGRAM, TURKEY} == {AGRAM, TURKEY}


@pytest.mark.parametrize(
    "text",
    [
        "Please don't move Turkey, move Bulgaria\nforward instead, it is nearer to my army",
        "Turkey should not be moved, Bulgaria matters more",
        "rather Bulgaria than Turkey for the diplomacy",
        "Lieber Bulgarien vor statt die Türkei",
        "plutôt la Bulgarie que la Turquie",
        "Turkey will take forever to pay off. I'd rather spend that action on\nsomething else",
        "And Turkey we let rest, Bulgaria is worth more",
        "Turkey can wait.",
        "La Turquie peut attendre",
        "Die Türkei lassen wir erstmal in Ruhe",
        "Kein Schritt für die Türkei, lieber Bulgarien einen vor",
        "Turkey we see next time, so no diplomacy now.",
    ],
)
def test_the_diplomacy_of_empires_is_in_doubt(text: str) -> None:
    assert _taken_in_empires(ACTIONS + text) & {KRAKOW, AGRAM, TURKEY} == {KRAKOW, AGRAM}


@pytest.mark.parametrize(
    "text",
    [
        "wait no. i need somebody further north. full one in prague pls, triest can look after itself",
        "Make the new army in Budapest instead, Trieste is safe",
        "nobody will come to Trieste. rather a full one in Prague",
        "Lieber die neue Armee in Prag statt in Triest aufstellen",
        "plutôt à Budapest la nouvelle armée, Trieste n'en a pas besoin",
        "Trieste does not need the recruit, Budapest does",
    ],
)
def test_a_recruit_of_empires_is_in_doubt(text: str) -> None:
    assert 1 not in _taken_in_empires(RECRUITS + text)


@pytest.mark.parametrize(
    "text",
    [
        "The army in Krakow has waited for this since spring.",
        "I hope the Russians do not reinforce Warsaw before that",
        "Belgrade and Lemberg do not move.",
        "Italy can wait. Turkey is the key, it cannot wait.",
        "Let us leave Belgrade alone for now",
        "The rest of you may rest in peace.",
        "Vienna is too weak to move, it stays",
        "The Turks will not like it, but who cares",
        "Kamenets will not help him in Warsaw, I think",
        "Turkey one forward, as Germany asked me, not as a favour",
        "I know the attack on Warsaw is not very likely to work",
        "No news from Bulgaria, I see",
        "The Russian in Kamenets must not be disturbed",
        "So: Krakow first, then Turkey, and no trench.",
    ],
)
def test_talk_and_repetition_change_nothing_in_empires(text: str) -> None:
    assert _taken_in_empires(ACTIONS + text) >= {KRAKOW, AGRAM, TURKEY}


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("OK then, number 2 becomes entrenching Lemberg", {1}),
        ("Instead of action 2 I would like to research Gas.", {1}),
        ("Nr. 1 wird zu einem Graben in Krakau", {2}),
        ("l'ordre 1 devient une tranchée à Lemberg", {2}),
        ("The second action should be Bulgaria forward I think", {1, 4}),
        ("Number 2 stays, of course", {1, 2}),
        ("I sent my orders no 2 days late. The number 1 player is Russia.", {1, 2}),
    ],
)
def test_a_numbered_action_is_put_in_doubt_by_its_number(text: str, kept: set[int]) -> None:
    orders = "1. ENTRENCH Belgrade\n2) DIPLOMACY Turkey forward\n\n"
    assert _taken_in_empires(orders + text) == kept


def test_an_attack_is_not_taken_without_the_army_that_goes_with_it() -> None:
    """The other army may be meant as its support."""
    text = "Lemberg attacks Kamenets\nthe other one from Lemberg goes along with it"
    assert 1 not in _taken_in_empires(text)
    assert 1 in _taken_in_empires("Lemberg attacks Kamenets\nMy neighbour goes along with the plan")


def test_the_one_in_another_zone_is_reinforced_like_the_first() -> None:
    text = "Recruit: top up the army in Krakow and the one in Vienna"
    units = {"Austria-Hungary": ["Army Krakow reduced", "Army Vienna reduced"], "Russia": ["Army Warsaw"]}
    found = lines_read("empires", {**EMPIRES, "units": units}, "Austria-Hungary", text)
    assert [line.reading for line in found if line.verdict == TAKEN][-2:] == [
        "Makes full: Army Krakow",
        "Makes full: Army Vienna",
    ]


TWO_KNIGHTS = {"units": {"Blue": ["2 Knight A7"], "Red": ["Knight B3"]}, "phase": "turn"}


def test_only_so_many_of_the_units_above_after_a_word_of_correction() -> None:
    text = "2 Knights A7 - A8\nNo, sorry, only one Knight A7 - A8"
    lines = lines_read("domination", TWO_KNIGHTS, "Blue", text)
    assert [line.reading for line in lines if line.verdict == TAKEN] == ["Knight from A7 Aldgate to A8"]


@pytest.mark.parametrize(
    "text",
    [
        "2 Knights A7 - A8\nonly one Knight A7 - A8",
        "1 Knight A7 - A8\nonly 1 Knight A7 - A3",
        "2 Knights A7 - A8. Sorry, only one Knight A7 - A3",
        "if Red at B3: 2 Knights A7 - A8\nonly one Knight A7 - A8",
    ],
)
def test_only_so_many_without_one_is_asked_about(text: str) -> None:
    assert _taken("domination", TWO_KNIGHTS, "Blue", text) == set()


def test_a_correction_is_compared_without_what_stays_as_above() -> None:
    position = {"units": {"Rohan": ["C Edo", "C Dhw"]}, "phase": "movement"}
    above = "Edo - WEm\nDhw waits and then goes to WEm\n\nJust a moment, those two would meet in WEm. "
    better = "Better: Edo - WEm - Gap"
    assert _taken("hardbop", position, "Rohan", f"{above}{better}, the rest as above.") == {2}
    assert _taken("hardbop", position, "Rohan", f"{above}Dhw as above, and the rest too.") == {1, 2}


XIII: Mapping[str, Any] = {
    "units": {"Gandalf": ["Aragorn CMi", "Fe Rhu", "R NDo", "R Tha"]},
    "phase": "movement",
    "turn": 3,
}
SHEET = "\n\nAragorn to Bro\nFe Rhu - Ett\nR NDo - Nen"
FRANCE: Mapping[str, Any] = {"units": {"France": ["A Par", "A Mar"]}, "phase": "movement"}


@pytest.mark.parametrize(
    ("game", "position", "power", "sentence", "sheet"),
    [
        (
            "downfall-xiii",
            XIII,
            "Gandalf",
            "One correction please: the Ranger in NDo goes to Nen instead of FEr.",
            SHEET,
        ),
        (
            "downfall-xiii",
            XIII,
            "Gandalf",
            "Aragorn to Bro please, the Fellowship goes to Ettenmoors:",
            SHEET,
        ),
        (
            "standard",
            FRANCE,
            "France",
            "One correction please: the army in Paris goes to Burgundy instead of Picardy.",
            "\nA Par - Bur",
        ),
    ],
)
def test_a_sentence_that_tells_moves_ordered_in_other_lines_is_no_refused_order(
    game: str, position: Mapping[str, Any], power: str, sentence: str, sheet: str
) -> None:
    """Beside the good orders it once kept READY from being accepted."""
    first, *others = lines_read(game, position, power, sentence + sheet)
    assert (first.verdict, first.text) == (REMARK, sentence)
    assert REFUSED not in {line.verdict for line in others}
    assert lines_read(game, position, power, sentence)[0].verdict != REMARK, "alone it is in doubt"


@pytest.mark.parametrize(
    "sentence",
    [
        "One correction please: the Ranger in NDo goes to FEr.",
        "One correction please: the Ranger in NDo goes to FEr instead of Nen.",
        "One correction please: the Ranger in Tharbad goes to Nen instead of FEr.",
        "Aragorn to Bro please, the Fellowship goes to Weather Hills:",
        "Aragorn to Crk please, the Fellowship goes to Ettenmoors:",
    ],
)
def test_a_sentence_that_tells_another_move_than_those_ordered_is_refused(sentence: str) -> None:
    assert lines_read("downfall-xiii", XIII, "Gandalf", sentence + SHEET)[0].verdict == REFUSED


RUSSIA: Mapping[str, Any] = {
    "units": {"Russia": ["A War", "A Mos", "F Rum", "F Stp/sc"], "Germany": ["A Pru"]},
    "phase": "movement",
}
RUSSIAN = "A War - Gal\nA Mos - Ukr\nF Rum H\nF Stp/sc - GoB\n\n"


@pytest.mark.parametrize(
    "text",
    [
        "The northern fleet goes to Finland instead of the gulf.",
        "I send the northern ships to Finland rather than out to sea",
    ],
)
def test_a_unit_that_could_go_elsewhere_instead_is_in_doubt(text: str) -> None:
    assert _taken("standard", RUSSIA, "Russia", RUSSIAN + text) == {1, 2, 3}


@pytest.mark.parametrize(
    "text",
    ["The Germans go to Silesia instead of Warsaw, I hear", "Germany wants Burgundy rather than peace"],
)
def test_a_place_that_no_unit_of_the_writer_can_reach_doubts_nothing(text: str) -> None:
    assert _taken("standard", RUSSIA, "Russia", RUSSIAN + text) >= {2, 3, 4}


def test_what_stays_and_holds_is_one_order() -> None:
    text = "War stays and holds, and Moscow supports it there."
    readings = [line.reading for line in lines_read("standard", RUSSIA, "Russia", text)]
    assert readings == ["Army Warsaw holds", "Army Moscow supports the unit in Warsaw"]


EASTERLINGS: Mapping[str, Any] = {
    "units": {"Mordor": ["2A ELi", "E Off", "E Off", "E Off", "Sauron Bar"]},
    "phase": "movement",
    "turn": 3,
}


def test_of_units_of_one_name_the_order_right_before_it_is_replaced() -> None:
    text = "E Off - SRh, E Off - ELi... no, ELi is full. E Off - Nrn instead."
    taken = [
        line.text for line in lines_read("hardbop", EASTERLINGS, "Mordor", text) if line.verdict == TAKEN
    ]
    assert taken == ["E Off - SRh", "E Off - Nrn instead."]
