"""Units called by what they are, routes in words, labels of regions, and the pronoun "it"."""

import pytest

from adjudicator import downfall_xiii, hardbop
from adjudicator.core.game import REFUSED, TAKEN, Game, State
from adjudicator.standard import game as standard

BOP, XIII = hardbop.game, downfall_xiii.game


def _bop(power: str, *units: str) -> State:
    return BOP.place({"phase": "movement", "turn": 3, "units": {power: [*units], "Elves": ["A NDo"]}})


def _xiii(power: str, *units: str) -> State:
    return XIII.place({"phase": "movement", "turn": 3, "units": {power: [*units], "Dwarves": ["A Ere"]}})


GONDOR = _bop("Gondor", "A Bel", "A Los", "A MTi", "A Lam", "Gandalf Shi", "Faramir MTi", "R Bre")
ROHAN = _bop("Rohan", "C Edo", "C WEm", "A HDe", "C EEm")
MORDOR = _bop(
    "Mordor",
    *("2A Dag", "A Dol", "2A NIt", "2A Oro", "A SRh", "2A Nrn", "A Fra", "A OFR"),
    *("E Off", "E Off", "E Off", "E ELi", "Nazgul Udu"),
)
UMBAR = _bop("Umbar", "P TOL", "A SGo", "A Hrd", "P WES")
STACKS = _xiii("Mordor", "Nazgul Wol", "2A MMo", "LotN MMo", "2A Udu", "3A Off")
RANGERS = XIII.place(
    {
        "phase": "movement",
        "turn": 3,
        "units": {
            "Gandalf": ["Gandalf Tha", "Aragorn Iml", "Fe Iml", "R FEr", "R Shi", "R Bre"],
            "Elves": ["A Iml"],
        },
    }
)
ELVES = _xiii("Elves", "A GMo", "A BMa", "A Lor", "A Wol", "A EKH")
FRANCE = standard.place(
    {"units": {"France": ["A Mar", "A Gas", "A Par", "F Por", "A Spa"], "Italy": ["A Rom"]}}
)
ITALY = standard.place({"units": {"Italy": ["A Pie", "F WES", "A Tri", "A Rom"]}})


def _orders(game: Game, state: State, power: str, text: str) -> set[str]:
    """Return the orders of this message that are in force."""
    reading = game.read(state, power, None, text.split("\n"))
    return {row.order for row in reading.in_force if row.source == "this message"}


def _as(game: Game, state: State, power: str, orders: str) -> set[str]:
    reading = game.read(state, power, None, orders.split("\n"))
    assert all(line.verdict == TAKEN for line in reading.lines)
    return {row.order for row in reading.in_force if row.source == "this message"}


BOP_TEXTS = [
    (MORDOR, "Mordor", "the two from Dagorlad (the double) into the Brown Lands, Dol Guldur supporting",
     "2A Dag - Bro\nA Dol S 2A Dag - Bro"),
    (MORDOR, "Mordor", "- N. Ithilien double straight at Minas Tirith", "2A NIt - MTi"),
    (MORDOR, "Mordor", "Orodruin double moves to Gorgoroth", "2A Oro - Gor"),
    (MORDOR, "Mordor", "The double in Nurn keeps still.", "2A Nrn H"),
    (MORDOR, "Mordor", "S. Rhun goes to Wilderland. N. Ithilien holds.", "A SRh - Wil\n2A NIt H"),
    (MORDOR, "Mordor", "Nazgul flies from Udun over N Ithilien to Minas Morgul", "Nazgul - NIt - MMo"),
    (MORDOR, "Mordor", "Nazgul: from Udun over Gorgoroth to Orodruin", "Nazgul - Gor - Oro"),
    (MORDOR, "Mordor", "Der Nazgûl (Udun): flies over Gorgoroth to Orodruin", "Nazgul - Gor - Oro"),
    (MORDOR, "Mordor", "Framsburg into Beorn's Marches, Old Forest Road supports Framsburg",
     "A Fra - Beo\nA OFR S A Fra - Beo"),
    (MORDOR, "Mordor", "Im Norden: Framsburg nach Beorn's Marches, Old Forest Road unterstützt das.",
     "A Fra - Beo\nA OFR S A Fra - Beo"),
    (MORDOR, "Mordor", "In the north my army in Framsburg goes back to Beorn's Marches.", "A Fra - Beo"),
    (MORDOR, "Mordor", "Im Süden: Nord-Ithilien (die Doppelarmee) greift Minas Tirith an", "2A NIt - MTi"),
    (MORDOR, "Mordor", "- of the 3 Easterlings off board: one comes on at North Rhun, one at South Rhun, "
     "the third waits outside", "E Off - NRh\nE Off - SRh\nE Off H"),
    (MORDOR, "Mordor", "Von den drei off board one enters at Ered Lithui, the others at North Rhûn.",
     "E Off - ELi\nE Off - NRh\nE Off - NRh"),
    (MORDOR, "Mordor", "Easterlings: Ered Lithui goes to South Rhûn; of the three off the board one comes to "
     "Ered Lithui and two to North Rhûn", "E ELi - SRh\nE Off - ELi\nE Off - NRh\nE Off - NRh"),
    (ROHAN, "Rohan", "Those from West Emnet ride by way of Fangorn to the Wold.", "C WEm - Fan - Wol"),
    (ROHAN, "Rohan", "West Emnet takes the road by Helm's Deep to Dunharrow.", "C WEm - HDe - Dhw"),
    (ROHAN, "Rohan", "The East Emnet cavalry goes via the Brown Lands to Dol Guldur", "C EEm - Bro - Dol"),
    (ROHAN, "Rohan", "The foot soldiers leave Helm's Deep for Drúwaith Iaur, there are wild men about.",
     "A HDe - Dru"),
    (GONDOR, "Gondor", "The Minas Tirith army goes out to N Ithilien under Faramir, i.e. he leads it there.",
     "A MTi - NIt\nFaramir leads A MTi - NIt"),
    (GONDOR, "Gondor", "My ranger goes from Bree down the Brandywine and ends up in Minhiriath.",
     "R Bre - Bra - Min"),
    (GONDOR, "Gondor", "Faramir makes his way back from Minas Tirith to Anórien", "Faramir - Ano"),
    (GONDOR, "Gondor", "Gandalf: Shire, via the Brandywine, to Bree.", "Gandalf - Bra - Bre"),
    (GONDOR, "Gondor", "Gandalf goes by Bree to Amon Sul, and the Ranger leaves Bree for the Shire and then "
     "the Brandywine.", "Gandalf - Bre - Amo\nR Bre - Shi - Bra"),
    (GONDOR, "Gondor", "Lebennin is crawling with orcs and I want it back. So Belfalas attacks it, "
     "Lossarnach supporting Belfalas.", "A Bel - Leb\nA Los S A Bel - Leb"),
    (GONDOR, "Gondor", "Belfalas attacks Lebennin and is supported in this by Lossarnach",
     "A Bel - Leb\nA Los S A Bel - Leb"),
    (GONDOR, "Gondor", "Lamedon comes up to fill the gap in Lossarnach.", "A Lam - Los"),
    (MORDOR, "Mordor", "the big one in Nurn holds, and destroys any hidden piece that comes snooping",
     "2A Nrn H\n2A Nrn destroys any"),
    (MORDOR, "Mordor", "2A NIt - MTi\nThe N. Ithilien lot will content themselves with Osgiliath this turn.",
     "2A NIt - Osg"),
    (UMBAR, "Umbar", "Les pirates de Tolfalas partent pour Belfalas.", "P TOL - Bel"),
    (UMBAR, "Umbar", "South Gondor attacks Poros, avec le soutien de Harad.", "A SGo - Por"),
    (UMBAR, "Umbar", "Harad goes north into South Gondor", "A Hrd - SGo"),
    (UMBAR, "Umbar", "Pirates at Tolfalas: out to the Bay.", "P TOL - BAY"),
    (UMBAR, "Umbar", "South Gondor takes Lebennin with the Tolfalas pirates supporting",
     "A SGo - Leb\nP TOL S A SGo - Leb"),
]  # fmt: skip


@pytest.mark.parametrize(("state", "power", "text", "meant"), BOP_TEXTS)
def test_sentences_of_hardbop(state: State, power: str, text: str, meant: str) -> None:
    assert _orders(BOP, state, power, text) == _as(BOP, state, power, meant)


@pytest.mark.parametrize(
    ("state", "power", "text", "meant"),
    [
        (STACKS, "Mordor", "Udun: both of them to Dagorlad together.", "2A Udu - Dag"),
        (STACKS, "Mordor", "Off board: all three to North Rhun.", "3A Off - NRh"),
        (STACKS, "Mordor", "Witch-king: on his own to North Ithilien.", "LotN - NIt"),
        (STACKS, "Mordor", "Lord of the Nazgûl: Minas Morgul to North Ithilien", "LotN - NIt"),
        (STACKS, "Mordor", "Nazgul (Wold): flies over the Brown Lands to Dol Guldur.", "Nazgul - Bro - DGu"),
        (
            STACKS,
            "Mordor",
            "Minas Morgul: the pair splits up, one army to North Ithilien and one to South Ithilien.",
            "2A MMo D : A MMo - NIt, A MMo - SIt",
        ),
        (
            RANGERS,
            "Gandalf",
            "Aragorn takes the elvish army of Imladris along with him and goes to Rhudaur - the Elves know",
            "Aragorn - Rhu with A Iml",
        ),
        (RANGERS, "Gandalf", "Saruman is near, so ranger sits tight in Fornost", "R FEr H"),
        (RANGERS, "Gandalf", "Gandalf walks from Tharbad up to Sarn Ford", "Gandalf - SFo"),
        (RANGERS, "Gandalf", "Die Fellowship geht allein nach Hollin.", "Fe Iml - Hol"),
        (
            RANGERS,
            "Gandalf",
            "The ranger who is in the Shire walks up to Fornost Erain and neutralises it; the other one, in "
            "Bree, goes to Cardolan.",
            "R Shi - FEr neutralises\nR Bre - Cdl",
        ),
        (ELVES, "Elves", "Lórien and the Wold support each other", "A Lor S A Wol\nA Wol S A Lor"),
        (
            ELVES,
            "Elves",
            "Grey Mountains supports Beorn's Marches into Éothéod, and Beorn's Marches goes there.",
            "A GMo S A BMa - Eot\nA BMa - Eot",
        ),
        (ELVES, "Elves", "The Elvenking's men move to North Mirkwood", "A EKH - NMi"),
    ],
)
def test_sentences_of_downfall_xiii(state: State, power: str, text: str, meant: str) -> None:
    assert _orders(XIII, state, power, text) == _as(XIII, state, power, meant)


@pytest.mark.parametrize(
    ("state", "power", "text", "meant"),
    [
        (
            FRANCE,
            "France",
            "I want Burgundy, so Marseilles walks in with Gascony backing it up.",
            "A Mar - Bur\nA Gas S A Mar - Bur",
        ),
        (
            FRANCE,
            "France",
            "Marseilles attacks Burgundy, Gascony lends its support.",
            "A Mar - Bur\nA Gas S Mar - Bur",
        ),
        (FRANCE, "France", "Spain and Portugal support each other", "A Spa S Por\nF Por S Spa"),
        (
            FRANCE,
            "France",
            "L'armée d'Espagne et la flotte de Portugal se soutiennent mutuellement",
            "A Spa S Por\nF Por S Spa",
        ),
        (
            ITALY,
            "Italy",
            "My fleet leaves the Western Med for the Tyrrhenian, and the Trieste lads fall back to Venice",
            "F WES - TYS\nA Tri - Ven",
        ),
        (
            ITALY,
            "Italy",
            "my lads in Rome dig in. Those from Piedmont march south to Tuscany",
            "A Rom H\nA Pie - Tus",
        ),
    ],
)
def test_sentences_of_standard_diplomacy(state: State, power: str, text: str, meant: str) -> None:
    assert _orders(standard, state, power, text) == _as(standard, state, power, meant)


def test_an_army_there() -> None:
    state = BOP.place(
        {
            "phase": "adjustment",
            "turn": 3,
            "units": {"Rohan": ["C Edo", "C WEm"]},
            "centres": {"Rohan": ["Edo", "Dhw", "HDe"]},
        }
    )
    text = "Yes please to the one build, and since Helm's Deep is empty, an army there."
    taken = [line.reading for line in BOP.read(state, "Rohan", None, [text]).lines if line.verdict == TAKEN]
    assert taken == ["Army Helm's Deep is built"]


@pytest.mark.parametrize(
    "text",
    [
        "Lebennin and Poros are lost. So Belfalas attacks it.",
        "Perhaps Lebennin is empty, so Belfalas goes there.",
        "If Lebennin is empty, Belfalas goes there.",
        "Dol Amroth is mine. So Belfalas attacks it.",
    ],
)
def test_it_must_mean_exactly_one_place_in_reach(text: str) -> None:
    assert _orders(BOP, GONDOR, "Gondor", text) == set()


def test_an_incomplete_support_in_notation_gets_only_a_suggestion() -> None:
    lines = BOP.read(MORDOR, "Mordor", None, ["A Fra - Beo", "A OFR S A Fra"]).lines
    assert [line.verdict for line in lines] == [TAKEN, REFUSED]
    assert lines[1].remedy == "Did you mean A OFR S A Fra - Beo?"


def test_a_double_unit_that_does_not_exist_is_refused() -> None:
    (line,) = BOP.read(MORDOR, "Mordor", None, ["the two in Dol Guldur hold"]).lines
    assert (line.verdict, line.remedy) == (REFUSED, "Write A Dol.")


@pytest.mark.parametrize(
    "text",
    [
        "of the 3 Easterlings off board: one comes on at North Rhun, one at South Rhun",
        "of the 2 Easterlings off board: one comes on at North Rhun, one somewhere else",
    ],
)
def test_parts_that_do_not_add_up_are_refused(text: str) -> None:
    reading = BOP.read(MORDOR, "Mordor", None, [text])
    assert {line.verdict for line in reading.lines} == {REFUSED}


def test_a_further_step_of_a_move_is_not_left_out() -> None:
    text = "the armies of Lorien and Wold shall march into Fangorn, and there they merge into one host."
    assert _orders(XIII, ELVES, "Elves", text) == {
        "Army Lórien moves to Fangorn and Army Wold moves to Fangorn, to merge"
    }


def test_the_initials_of_a_writer_change_nothing() -> None:
    text = "Dear GM,\nA Bel - Leb\nYours,\nS. W. Talbot"
    assert _orders(BOP, GONDOR, "Gondor", text) == _as(BOP, GONDOR, "Gondor", "A Bel - Leb")


def test_each_part_of_a_sentence_has_its_remedy() -> None:
    text = "Minas Tirith would love to see Osgiliath taken and Lamedon could march towards Lossarnach"
    (line,) = BOP.read(GONDOR, "Gondor", None, [text]).lines
    assert line.verdict == REFUSED
    assert "A Lam - Los" in line.remedy


@pytest.mark.parametrize(
    ("state", "power", "text", "reading"),
    [
        (GONDOR, "Gondor", "Gandalf -> goes back home to Bree, alone", "Gandalf moves to Bree"),
        (GONDOR, "Gondor", "Gandalf (Mithrandir) goes to Bree", "Gandalf moves to Bree"),
        (
            ROHAN,
            "Rohan",
            "From Helm's Deep one goes down to the Gap of Rohan",
            "Army Helm's Deep moves to the Gap of Rohan",
        ),
        (
            GONDOR,
            "Gondor",
            "the Belfalas army remains on its hill and enjoys the view",
            "Army Belfalas holds",
        ),
        (GONDOR, "Gondor", "belfalas army same thing dont move", "Army Belfalas holds"),
        (GONDOR, "Gondor", "lamedon holds it gets the centre this turn", "Army Lamedon holds"),
        (
            GONDOR,
            "Gondor",
            "the Ranger, who I think is in Bree as well, goes to the Shire",
            "Ranger Bree moves to the Shire",
        ),
        (
            GONDOR,
            "Gondor",
            "lossarnach goes to lebennin (its a free centre right??)",
            "Army Lossarnach moves to Lebennin",
        ),
        (
            STACKS,
            "Mordor",
            "The double army in Udun: both go to Gorgoroth.",
            "2 Armies Udûn move to Gorgoroth",
        ),
        (
            STACKS,
            "Mordor",
            "The other one, Lord of the Nazgul, keeps sitting in Minas Morgul.",
            "Lord of the Nazgul holds",
        ),
    ],
)
def test_what_is_told_with_more_words(state: State, power: str, text: str, reading: str) -> None:
    game = XIII if state is STACKS else BOP
    lines = game.read(state, power, None, [text]).lines
    assert not [line for line in lines if line.verdict == REFUSED]
    assert reading in [line.reading for line in lines]


def test_a_piece_stays_with_an_army_wherever_that_goes() -> None:
    lines = BOP.read(
        GONDOR, "Gondor", None, ["A MTi - Los and Faramir stays with it wherever it goes lol"]
    ).lines
    assert [line.reading for line in lines if line.verdict == TAKEN][1:] == [
        "Faramir leads Army Minas Tirith, which moves to Lossarnach"
    ]


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("A HDe (Rohan's finest) - Dru", "Army Helm's Deep moves to Drúwaith Iaur"),
        ("Armee Helm's Deep -> zurueck nach Druwaith", "Army Helm's Deep moves to Drúwaith Iaur"),
        (
            "my army in Helm's Deep goes and looks what is in Druwaith Iaur",
            "Army Helm's Deep moves to Drúwaith Iaur",
        ),
    ],
)
def test_what_says_nothing_of_the_order(text: str, reading: str) -> None:
    state = _bop("Rohan", "A HDe")
    assert [line.reading for line in BOP.read(state, "Rohan", None, [text]).lines] == [reading]


@pytest.mark.parametrize("aside", ["maybe", "Gandalf", "not sure", "Edoras"])
def test_what_may_say_more_is_no_aside(aside: str) -> None:
    lines = BOP.read(_bop("Rohan", "A HDe"), "Rohan", None, [f"A HDe ({aside}) - Dru"]).lines
    assert [line.verdict for line in lines] == [REFUSED]


def test_where_it_is_ends_before_what_it_does_as_well() -> None:
    state = BOP.place({"phase": "movement", "turn": 3, "units": {"Gondor": ["F Bel"]}})
    text = "The fleet in Belfalas stays where it is and destroys Gandalf"
    taken = [line.reading for line in BOP.read(state, "Gondor", None, [text]).lines if line.verdict == TAKEN]
    assert taken == ["Fleet Belfalas holds", "Fleet Belfalas destroys Gandalf"]
