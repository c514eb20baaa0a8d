"""Sentences of players that contain one or more orders, and sentences from which nothing is taken."""

from typing import Any

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import REFUSED, TAKEN, Reading
from adjudicator.games import find

STANDARD = find("standard")
SPRING = STANDARD.start({}, SeededDice("sentences", 0))
XIII = find("downfall-xiii")
HARDBOP = find("hardbop")
SHORE: dict[str, Any] = {
    "phase": "movement",
    "turn": 3,
    "units": {
        "Elves": ("A Iml", "A Lor", "F GHa", "Fe Shi"),
        "Gondor": ("A MTi", "Gandalf Esg", "Faramir MTi"),
    },
    "state": {"ring": "Shi"},
}
FIELD: dict[str, Any] = {
    "phase": "movement",
    "turn": 3,
    "units": {
        "Dwarves": ("A Ere", "A Iro", "Dain Ere"),
        "Elves": ("A Fld", "F GUL"),
        "Gandalf": ("Gandalf MTi", "Aragorn DHa", "Fe Fan", "R Bre"),
        "Gondor": ("A MTi", "A Los", "A Pel", "A SIt", "Faramir MTi"),
        "Mordor": ("2A Udu", "2A Bar", "3A Gor", "Nazgul NIt", "Lord of the Nazgul MMo", "2A MMo", "A DGu"),
        "Rohan": ("C DHa", "A HDe"),
        "Saruman": ("A Ise", "Saruman Ise"),
    },
    "state": {"ring": "Tyr"},
}


def standard(power: str, text: str) -> Reading:
    return STANDARD.read(SPRING, power, None, text.splitlines())


def xiii(power: str, text: str) -> Reading:
    return XIII.read(XIII.place(FIELD), power, None, text.splitlines())


def hardbop(power: str, text: str, **other: Any) -> Reading:
    return HARDBOP.read(HARDBOP.place({**SHORE, **other}), power, None, text.splitlines())


def taken(reading: Reading) -> list[str]:
    return [line.reading for line in reading.lines if line.verdict == TAKEN]


@pytest.mark.parametrize(
    ("power", "text", "meant"),
    [
        ("England", "The London fleet sails to the English Channel.", "F Lon - ENG"),
        ("England", "The Liverpool army walks to Wales", "A Lvp - Wal"),
        (
            "England",
            "The Army in Liverpool will withdraw to Wales in order to cover the ports.",
            "A Lvp - Wal",
        ),
        ("England", "Only one thing this season. Fleet London to the North Sea.", "F Lon - NTH"),
        ("England", "Will you ever learn? F Lon - NTH", "F Lon - NTH"),
        ("England", "F Lon - NTH (you never know!)", "F Lon - NTH"),
        ("England", "F Lon - NTH - that should keep the Germans out", "F Lon - NTH"),
        ("England", "F Lon - NTH instead of ENG", "F Lon - NTH"),
        ("England", "e) Army Liverpool stays in Liverpool", "A Lvp H"),
        ("England", "lvp hld", "A Lvp H"),
        ("England", "London and Edinburgh both hold.", "F Lon H\nF Edi H"),
        ("England", "My two fleets in London and Edinburgh simply hold", "F Lon H\nF Edi H"),
        ("England", "London, Edinburgh and Liverpool hold", "F Lon H\nF Edi H\nA Lvp H"),
        ("England", "The fleets in London and Edinburgh go to the North Sea", "F Lon - NTH\nF Edi - NTH"),
        ("England", "Hold: F Lon, F Edi", "F Lon H\nF Edi H"),
        ("France", "Move Paris to Burgundy, Marseilles supports that.", "A Par - Bur\nA Mar S A Par - Bur"),
        ("France", "A Par - Bur. Marseilles supports it.", "A Par - Bur\nA Mar S A Par - Bur"),
        ("France", "Bre: hold", "F Bre H"),
        ("France", "A Par - Bur. Burgundy is supported by Marseilles.", "A Par - Bur"),
        ("England", "F Lon - ENG? F Edi - NTH", "F Edi - NTH"),
        ("France", "Par - Bur, Mar - Spa with support of Paris", "A Par - Bur\nA Mar - Spa"),
        ("England", "F Lon - NTH because nobody is there", "F Lon - NTH"),
        ("England", "F Lon to North Sea so that the Germans can't get Norway", "F Lon - NTH"),
        (
            "England",
            "edi to norwegian sea lon to north sea liverpool hold",
            "F Edi - NWG\nF Lon - NTH\nA Lvp H",
        ),
        (
            "France",
            "My army in Paris should march to\nBurgundy, and I would like the army in Marseilles "
            "to support that\nmove so that he can't simply walk in from the Ruhr.",
            "A Par - Bur\nA Mar S A Par - Bur",
        ),
        ("England", "(ENG FLT LON) MTO NTH\n( ( ENG AMY LVP ) MTO YOR )", "F Lon - NTH\nA Lvp - Yor"),
        ("England", "Order 1: F Lon - NTH\nOrder 2: F Edi - NWG", "F Lon - NTH\nF Edi - NWG"),
        ("England", "Hello, in this order please: F Lon - NTH, F Edi - NWG", "F Lon - NTH\nF Edi - NWG"),
        ("England", "London: to the North Sea\nEdinburgh: to Norwegian Sea", "F Lon - NTH\nF Edi - NWG"),
        ("England", "London holds at last, I do not trust the man one inch", "F Lon H"),
        ("England", "| Unit | Order |\n|---|---|\n| F Lon | NTH |\n| A Lvp | H |", "F Lon - NTH\nA Lvp H"),
        ("England", "| F Lon | NTH |\n| F Edi | NWG |", "F Lon - NTH\nF Edi - NWG"),
        ("France", "everybody holds except Marseilles which goes to Spain", "all hold\nA Mar - Spa"),
        ("France", "Fleets hold. A Par - Bur", "all fleets hold\nA Par - Bur"),
        ("Russia", "Moskau in die Ukraine, Warschau nach Galizien", "A Mos - Ukr\nA War - Gal"),
        (
            "France",
            "Armee Paris nach Burgund, Armee Marseille unterstützt das",
            "A Par - Bur\nA Mar S A Par - Bur",
        ),
        ("France", "A Par - Bur with A Mar support\nF Bre H", "A Par - Bur\nA Mar S A Par - Bur\nF Bre H"),
        ("France", "keep Marseilles where it is, Paris to Picardy", "A Mar H\nA Par - Pic"),
        ("England", "1/ F Lon - ENG\n2/ A Liverpool H", "F Lon - ENG\nA Lvp H"),
        ("Germany", "my army which sits in Munich goes to Ruhr", "A Mun - Ruh"),
        ("Germany", "The fleet which is in Kiel will support the army that is in Berlin", "F Kie S A Ber"),
        ("Germany", "the fleet that is in Kiel stays put", "F Kie H"),
    ],
)
def test_sentences_of_standard_diplomacy(power: str, text: str, meant: str) -> None:
    assert taken(standard(power, text)) == taken(standard(power, meant)) != []


@pytest.mark.parametrize(
    ("power", "text", "meant"),
    [
        ("Dwarves", "The Erebor army supports the Iron Hills army", "A Ere S A Iro"),
        ("Dwarves", "A Ere - Esg, and Dain leads that army.", "A Ere - Esg\nDain leads A Ere - Esg"),
        ("Mordor", "Three armies Gorgoroth move to Udun", "3A Gor - Udu"),
        ("Mordor", "3A Gor: 2A -> Udu, 1A holds", "3A Gor D : 2A Gor - Udu, A Gor H"),
        (
            "Mordor",
            "2A Barad-dur: divide, one army to Gorgoroth, the other holds",
            "2A Bar D : A Bar - Gor, A Bar H",
        ),
        (
            "Mordor",
            "Three armies Gorgoroth divide: two armies go to Udun and\n   one army goes to Nurn",
            "3A Gor D : 2A Gor - Udu, A Gor - Nur",
        ),
        (
            "Mordor",
            "2A MMo > NIt, led by the Lord of the Nazgul",
            "2A MMo - NIt\nLord of the Nazgul leads 2A MMo - NIt",
        ),
        ("Mordor", "Nazgul to Dagorlad and on to North Ithilien", "Nazgul - Dag - NIt"),
        ("Mordor", "Nazgul to Dagorlad, then Udun", "Nazgul - Dag - Udu"),
        ("Mordor", "A Dol Guldur destroys Gandalf if it meets him", "A DGu destroys Gandalf"),
        ("Mordor", "and dgu destroys any piece it meets", "A DGu destroys any"),
        ("Gandalf", "one ranger bree to shire and neutralise it", "R Bre - Shi neutralises"),
        ("Gandalf", "Gandalf: Minas Tirith - Lossarnach", "Gandalf MTi - Los"),
        ("Saruman", "Saruman declares himself Evil.", "DECLARE Evil"),
        ("Saruman", "And declare Evil, time to drop the mask", "DECLARE Evil"),
        ("Mordor", "Nazgul holds, then goes to Dagorlad", "Nazgul H - Dag"),
        ("Mordor", "the nazgul waits and then rides to dagorlad", "Nazgul H - Dag"),
        ("Gondor", "Lossarnach and Pelargir both hold", "A Los H\nA Pel H"),
        (
            "Mordor",
            "2A MMo - NIt, and the Lord of the Nazgul leads them there",
            "2A MMo - NIt\nLord of the Nazgul leads 2A MMo - NIt",
        ),
        ("Mordor", "| Unit | To |\n| A DGu | VAn |\n| 3A Gor | Udu |", "A DGu - VAn\n3A Gor - Udu"),
        ("Mordor", "Nazgul: to Dagorlad", "Nazgul - Dag"),
        ("Dwarves", "Dain leads the Erebor army to Esgaroth", "Dain leads A Ere - Esg"),
        ("Gondor", "Faramir leads A MTi S A Pel", "A MTi S A Pel\nFaramir leads A MTi"),
    ],
)
def test_sentences_of_middle_earth(power: str, text: str, meant: str) -> None:
    assert taken(xiii(power, text)) == taken(xiii(power, meant)) != []


@pytest.mark.parametrize(
    ("power", "text"),
    [
        ("Mordor", "Nazgul to Dagorlad, on to Uduun"),
        ("Mordor", "2A Bar to Gor, 2A Udu to Gor, and these two merge there"),
        ("Mordor", "2A Gorgoroth to Udun, the other holds"),
        ("Mordor", "2A Bar to Gor, 2A Udu to Gor, and these two\nmerge there."),
        ("Mordor", "Nazgul to Dagorlad\nand then on to Uduun"),
        ("Mordor", "2A Bar - Gor? Hmm. No: 2A Udu - Dag"),
        ("Mordor", "2A Bar - Gor and merges with 3A Gor"),
        ("Gondor", "A MTi (Faramir) - Osg"),
        ("Gandalf", "the ranger in bree goes to the shire, then on to\nannuminas or wherever"),
        ("Rohan", "C DHa - Wes A HDe - Wes"),
        ("Mordor", "| Unit | Supports |\n| A DGu | VAn |"),
        ("Gandalf", "R Bre - Shi, neutralising the place over there"),
    ],
)
def test_no_sentence_is_taken_in_part(power: str, text: str) -> None:
    assert taken(xiii(power, text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "F Lon - ENG\nHmm, no, wait. Let me think about it.",
        "F Lon - ENG\nScrap that, I want the Channel to be left alone",
        "F Lon - ENG. Make that the Irish Sea, please do.",
        "F Lon - ENG\nNein, warte, lieber nichts riskieren",
    ],
)
def test_a_withdrawn_order_is_refused(text: str) -> None:
    [refused] = [line for line in standard("England", text).lines if line.verdict == REFUSED]
    assert refused.text == "F Lon - ENG"
    assert "You seem to take this back" in refused.reason


def test_replacing_one_order_leaves_the_others_in_force() -> None:
    reading = standard("England", "F Lon - ENG\nF Edi - NTH\nhmm no, Lon - NTH instead of ENG")
    assert "Fleet Edinburgh moves to the North Sea" in taken(reading)
    assert "Fleet London moves to the North Sea" in [row.order for row in reading.in_force]


def test_the_items_of_a_list_are_not_joined() -> None:
    reading = standard("England", "Moves:\n - Fleet, London\n - Army, Liverpool")
    assert taken(reading) == []


def test_the_end_of_a_line_that_is_not_understood_is_not_an_order() -> None:
    assert taken(standard("England", "that was nonsense, F Edi -\nLondon to North Sea")) == []


def test_an_order_described_in_a_sentence_is_suggested() -> None:
    [line] = standard(
        "England", "The gallant sailors of London will surely like the North Sea, to which they go"
    ).lines
    assert (line.verdict, line.remedy) == (REFUSED, "Did you mean F Lon - NTH?")


@pytest.mark.parametrize(
    ("power", "text", "meant"),
    [
        ("Mordor", "The army of Dol Guldur rides to Central Mirkwood", "A DGu - CMi"),
        ("Mordor", "Nazgul to Dagorlad and from there to Udun", "Nazgul - Dag - Udu"),
        ("Mordor", "A DGu destroys any personality it finds", "A DGu destroys any"),
        ("Mordor", "LoN - NIt", "Lord of the Nazgul - NIt"),
        ("Mordor", "Nazgul nach Dagorlad, dann nach Udun", "Nazgul - Dag - Udu"),
        ("Saruman", "Ise-Gap with Saruman leading", "A Ise - Gap\nSaruman leads A Ise - Gap"),
        ("Dwarves", "A Ere - Esg w/ Dain in the lead", "A Ere - Esg\nDain leads A Ere - Esg"),
        ("Gandalf", "the Bree ranger moves to the Shire", "R Bre - Shi"),
        ("Gandalf", "La Communauté reste à Fangorn", "Fe Fan H"),
        ("Dwarves", "Armee Iron Hills stützt Garnison Ere", "A Iro S garrison Ere"),
        ("Gondor", "A Pel - Leb, destroys Sauron", "A Pel - Leb\nA Pel destroys Sauron"),
        (
            "Gondor",
            "A Pel - Los and destroys the Nazgul if he is there",
            "A Pel - Los\nA Pel destroys Nazgul",
        ),
        ("Gandalf", "Gand - Ano; Ara-Dun", "Gandalf - Ano\nAragorn - Dun"),
        ("Gandalf", "Rangers: Bree to the Shire", "R Bre - Shi"),
        ("Gandalf", "R(Bre)-Shi", "R Bre - Shi"),
        ("Mordor", "Barad-dur: one army to Gorgoroth, one army stays", "2A Bar D : A Bar - Gor, A Bar H"),
        (
            "Mordor",
            "One of the two armies in Barad-dur marches to Gorgoroth, the other stays",
            "2A Bar D : A Bar - Gor, A Bar H",
        ),
        (
            "Mordor",
            "One army from Udun to Dagorlad, the other to Gorgoroth",
            "2A Udu D : A Udu - Dag, A Udu - Gor",
        ),
    ],
)
def test_words_for_what_pieces_do(power: str, text: str, meant: str) -> None:
    assert taken(xiii(power, text)) == taken(xiii(power, meant)) != []


@pytest.mark.parametrize(
    ("power", "text", "remedy"),
    [
        ("Saruman", "evil.", "Did you mean DECLARE Evil?"),
        ("Gondor", "A MTi kills Nazgul", "Did you mean A MTi destroys Nazgul?"),
        ("Saruman", "We are on the evil side of course", "Did you mean DECLARE Evil?"),
        (
            "Rohan",
            "My horsemen will hopefully reach West Emnet\nor so, where they go",
            "Did you mean C DHa - WEm?",
        ),
        (
            "Gandalf",
            "If Gandalf meets the Ring he claims it for himself",
            "Did you mean Gandalf claims the Ring?",
        ),
    ],
)
def test_an_order_of_middle_earth_described_in_a_sentence_is_suggested(
    power: str, text: str, remedy: str
) -> None:
    assert [line.remedy for line in xiii(power, text).lines if line.verdict == REFUSED] == [remedy]


@pytest.mark.parametrize("text", ["All armies: destroy Nazgul!", "each of my armies kills the Nazgul"])
def test_an_order_for_all_armies_is_an_order_for_each(text: str) -> None:
    taken = [line.reading for line in xiii("Gondor", text).lines if line.verdict == TAKEN]
    places = ("Lossarnach", "Minas Tirith", "Pelargir", "South Ithilien")
    assert taken == [f"Army {place} destroys Nazgul" for place in places]


@pytest.mark.parametrize("text", ["Everything except the army holds", "All but the fleets hold"])
def test_the_kind_named_as_an_exception_does_not_hold(text: str) -> None:
    game = find("standard")
    state = game.place({"units": {"England": ["F Lon", "A Lvp"]}})
    reading = game.read(state, "England", None, [text])
    assert not [line for line in reading.lines if line.verdict == TAKEN]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (
            "F Lon - ENG\nF Edi - NTH\nHmm, wait.\nOn second thoughts, F Edi - NWG",
            ["Fleet London moves to the English Channel", "Fleet Edinburgh moves to the Norwegian Sea"],
        ),
        (
            "F Lon - ENG\nF Edi - NTH\nA Lvp - Yor\nOops, the last two don't fit together.",
            ["Fleet London moves to the English Channel"],
        ),
        (
            "F London - ENG\nF Edinburgh - NTH\nSorry, two changes: F London had better leave it all alone",
            ["Fleet Edinburgh moves to the North Sea"],
        ),
    ],
)
def test_second_thoughts_withdraw_only_the_orders_they_mean(text: str, left: list[str]) -> None:
    assert taken(standard("England", text)) == left


@pytest.mark.parametrize(
    "text",
    [
        "I would like a new fleet at Brest and an army in Marseilles, please",
        "a new fleet in Brest and a new army in Marseilles",
        "two builds: fleet at Brest, an army at Marseilles",
        "Two builds for France: a fleet in Brest and an army in Marseilles.",
        "Builds for me: F Bre, A Mar",
        "I build two: a fleet in Brest and an army in Marseilles",
        "Brest: a new fleet please\nMarseilles - one new army there",
        "put a fleet in Brest and an army in Marseilles",
        "Brest gets a fleet and Marseilles an army",
        "a new fleet for Brest\na new army for Marseilles",
    ],
)
def test_each_build_of_a_list_keeps_its_own_kind(text: str) -> None:
    facts = {
        "phase": "adjustment",
        "turn": 2,
        "units": {"France": ["A Par"]},
        "centres": {"France": ["Par", "Bre", "Mar"]},
    }
    state = STANDARD.place(facts)
    assert taken(STANDARD.read(state, "France", None, text.splitlines())) == [
        "Fleet Brest is built",
        "Army Marseilles is built",
    ]


@pytest.mark.parametrize(
    "text", ["Take off Naples.", "I take Naples off the board", "One removal: fleet Naples"]
)
def test_removals_in_sentences(text: str) -> None:
    facts = {
        "phase": "adjustment",
        "turn": 2,
        "units": {"Italy": ["F Nap", "A Ven", "A Rom", "A Tus"]},
        "centres": {"Italy": ["Ven"]},
    }
    state = STANDARD.place(facts)
    assert taken(STANDARD.read(state, "Italy", None, [text])) == ["Fleet Naples is removed"]


@pytest.mark.parametrize("heading", ["One removal for Italy:", "Removals:", "take off"])
def test_a_removal_is_never_read_as_a_build(heading: str) -> None:
    facts = {
        "phase": "adjustment",
        "turn": 2,
        "units": {"Italy": ["F Nap"]},
        "centres": {"Italy": ["Nap", "Rom"]},
    }
    assert taken(STANDARD.read(STANDARD.place(facts), "Italy", None, [f"{heading} A Rom"])) == []


def test_an_order_may_follow_a_heading_on_its_line() -> None:
    text = "Only one thing to do this spring: London goes to the Channel. Everything else holds."
    assert taken(standard("England", text)) == taken(standard("England", "F Lon - ENG\nall hold"))


def test_an_order_after_make_that_replaces_the_one_above() -> None:
    text = "F Lon - ENG\nF Edi - NTH\n\nNo wait. So make\nthat: London goes to North Sea, F Edi - NWG."
    wanted = ["Fleet London moves to the North Sea", "Fleet Edinburgh moves to the Norwegian Sea"]
    assert [one.order for one in standard("England", text).in_force[:2]] == wanted


@pytest.mark.parametrize("text", ["A Lon - Nwy, via convoy", "A London nach Norwegen, per Konvoi"])
def test_the_way_of_an_army_may_follow_a_comma(text: str) -> None:
    state = STANDARD.place({"units": {"England": ["A Lon", "F NTH"]}})
    assert taken(STANDARD.read(state, "England", None, [text])) == ["Army London moves to Norway by convoy"]


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("fleet edinburgh norwegian sea", "Did you mean F Edi - NWG?"),
        ("london north sea", "Did you mean F Lon - NTH?"),
    ],
)
def test_two_places_without_a_verb_are_refused_with_a_suggestion(text: str, remedy: str) -> None:
    [line] = standard("England", text).lines
    assert (line.verdict, line.remedy) == (REFUSED, remedy)


def test_orders_after_a_remark_in_a_sentence_are_not_ignored() -> None:
    text = "cant both stay there i think so london holds edinburgh stays liverpool to wales, my lord"
    [line] = standard("England", text).lines
    assert line.verdict == REFUSED
    assert line.remedy


def test_an_order_swapped_further_down_is_not_taken() -> None:
    text = "A Par - Bur\nA Mar - Spa\nActually swap the first one: Paris to Picardy."
    assert taken(standard("France", text)) == taken(standard("France", "A Mar - Spa"))


def test_a_sentence_about_several_orders_is_refused_and_not_ignored() -> None:
    text = "convoy plan: A Lvp-Edi now, F Edi-Nwg, F Lon-Nth, next turn F Nth C A Edi-Nwy"
    lines = standard("England", text).lines
    assert [line.verdict for line in lines] == [REFUSED]


def test_standing_orders_may_follow_below_a_heading() -> None:
    text = "A DGu - VAn\n\nSTANDING ORDERS\nA * destroys any\nAs you think best\n\nORDERS\nNazgul - Dag"
    read = xiii("Mordor", text)
    assert taken(read) == taken(xiii("Mordor", "A DGu - VAn\nSTANDING: A * destroys any\nNazgul - Dag"))
    assert [line.text for line in read.lines if line.verdict == REFUSED] == ["As you think best"]


def test_a_game_without_standing_orders_takes_none() -> None:
    assert taken(standard("France", "Standing orders:\nA Par - Bur")) == []


@pytest.mark.parametrize(
    ("lines", "orders"),
    [
        (["F Lon - NTH", "F Edinburgh - Norwe-", "gian Sea"], ["F Lon - NTH", "F Edinburgh - Norwegian Sea"]),
        (["Flotte Edim-", "bourg - Mer du Nord"], ["fleet Edimbourg - Mer du Nord"]),
        (["A Swe-", "den"], ["A Swe- den"]),  # two names: a move to Denmark
    ],
)  # fmt: skip
def test_a_word_hyphenated_at_the_end_of_a_line_is_joined(lines: list[str], orders: list[str]) -> None:
    game = find("standard")
    state = game.place({"units": {"England": ["F Lon", "F Edi", "A Swe"]}})
    taken = [line.reading for line in game.read(state, "England", None, lines).lines if line.reading]
    apart = [one.reading for one in game.read(state, "England", None, orders).lines if one.reading]
    assert taken == apart
    assert len(taken) == len(orders)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Flotte London nach Ärmelkanal", "F Lon - ENG"),
        ("Flotte Edinburg nach Norwegische See", "F Edi - NWG"),
        ("Armée Liverpool - Pays de Galles", "A Lvp - Wal"),
        ("Flotte Brest - Mittelatlantik", "F Bre - MAO"),
        ("Flotte Liverpool - Mer d'Irlande", "F Lvp - IRI"),
        ("Flotte Triest - Adria", "F Tri - ADR"),
        ("F Tunis - Westliches Mittelmeer", "F Tun - WES"),
        ("F Syrien - Östliches Mittelmeer", "F Syr - EAS"),
        ("F Kiel - Deutsche Bucht", "F Kie - HEL"),
        ("F Schweden - Bottnischer Meerbusen", "F Swe - BOT"),
    ],
)
def test_names_on_german_and_french_maps_are_known(written: str, meant: str) -> None:
    game = find("standard")
    unit = " ".join(meant.split()[:2])
    state = game.place({"units": {"England": [unit]}})
    readings = [
        [line.reading for line in game.read(state, "England", None, [text]).lines]
        for text in (written, meant)
    ]
    assert readings[0] == readings[1] != [""]


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("Army Brest goes by convoy to Wales", ["Army Brest moves to Wales by convoy"]),
        (
            "The fleet in Brest sails out to the\nEnglish Channel, where it can wait for a boat to Wales.",
            ["Fleet Brest moves to the English Channel"],
        ),
        ("Flotte Brest zieht in den Ärmelkanal", ["Fleet Brest moves to the English Channel"]),
        ("La flotte de Brest va en Manche", ["Fleet Brest moves to the English Channel"]),
        ("F Bre - ENG (or MAO?)", []),
        ("| unit | from | to |\n| F | Bre | ENG |", ["Fleet Brest moves to the English Channel"]),
    ],
)
def test_sentences_of_several_kinds_in_three_games(text: str, readings: list[str]) -> None:
    state = STANDARD.place({"units": {"France": ["F Bre", "A Par"], "England": ["F ENG"]}})
    if "convoy" in text:
        state = STANDARD.place({"units": {"France": ["A Bre", "F ENG"]}})
    lines = STANDARD.read(state, "France", None, text.splitlines()).lines
    assert [line.reading for line in lines if line.verdict == TAKEN] == readings


@pytest.mark.parametrize("text", ["brest mid atlantic", "brest channel"])
def test_a_line_of_places_alone_is_refused_and_not_ignored(text: str) -> None:
    state = STANDARD.place({"units": {"France": ["F Bre"]}})
    lines = STANDARD.read(state, "France", None, [text]).lines
    assert [line.verdict for line in lines] == [REFUSED]


def test_a_stack_that_is_divided_in_words() -> None:
    state = XIII.place({"units": {"Mordor": ["4A Nur"]}})
    found = [
        [line.verdict for line in XIII.read(state, "Mordor", None, [text]).lines]
        for text in (
            "4A Nur split: one to Gor, the other three stay put",
            "4A Nur: one to Gor, the other two stay",
        )
    ]
    assert found == [[TAKEN], [REFUSED]]


@pytest.mark.parametrize(
    ("game", "place", "power", "text"),
    [
        ("downfall-xiii", {"units": {"Dwarves": ["A Iro", "A Ere"]}}, "Dwarves", "iron hills support"),
        ("downfall-xiii", {"units": {"Dwarves": ["Dain Ere", "A Ere"]}}, "Dwarves", "stays with Erebor"),
        (
            "empires",
            {"units": {"Germany": ["Army Metz"]}, "phase": "Germany", "turn": 5},
            "Germany",
            "and the other one goes to frankfurt",
        ),
    ],
)
def test_half_an_order_is_refused_and_not_ignored(
    game: str, place: dict[str, Any], power: str, text: str
) -> None:
    engine = find(game)
    lines = engine.read(engine.place(place), power, None, [text]).lines
    assert REFUSED in [line.verdict for line in lines]
    assert TAKEN not in [line.verdict for line in lines]


def test_abbreviated_mountains_are_known() -> None:
    state = XIII.place({"units": {"Dwarves": ["A Blu"]}})
    lines = XIII.read(state, "Dwarves", None, ["blue mts hold"]).lines
    assert [line.reading for line in lines] == ["Army Blue Mountains holds"]


@pytest.mark.parametrize(
    "text",
    [
        "The fleet floats out of the Grey\nHavens to Forlond",
        "Who would not love the Grey\nHavens to Forlond, and the sea",
    ],
)
def test_the_second_half_of_a_broken_name_is_not_an_order(text: str) -> None:
    reading = hardbop("Elves", text)
    assert taken(reading) == []
    assert [line.verdict for line in reading.lines if line.text.startswith("Havens")] == [REFUSED]


@pytest.mark.parametrize(
    ("power", "text", "meant"),
    [
        ("Elves", "The fleet sails out of the Grey\nHavens to Harlond.", "F GHa - Har"),
        ("Elves", "Frodo and company walk from the Shire to Bree", "Fe Shi - Bre"),
        ("Elves", "The Fellowship goes from the Shire to Bree", "Fe Shi - Bre"),
        (
            "Elves",
            "Army Imladris stays where it\nis, the one in Lorien goes to Fangorn",
            "A Iml H\nA Lor - Fan",
        ),
        (
            "Elves",
            "Fe Shi H, and it passes the Ring to Bree at the end of the turn",
            "Fe Shi H\nFe passes the Ring to Bre",
        ),
        ("Elves", "Fellowship holds and passes the Ring to Bree", "Fe Shi H\nFe passes the Ring to Bre"),
    ],
)
def test_sentences_of_hardbop(power: str, text: str, meant: str) -> None:
    assert taken(hardbop(power, text)) == taken(hardbop(power, meant)) != []


def test_a_number_of_builds_with_the_places_in_the_next_sentence() -> None:
    place: dict[str, Any] = {"phase": "adjustment", "units": {"Elves": ("A Iml",)}}
    text = "Two armies please! One in Lorien and one in the Grey Havens."
    meant = taken(hardbop("Elves", "Build A Lor\nBuild A GHa", **place))
    assert taken(hardbop("Elves", text, **place)) == meant != []


def test_an_order_is_withdrawn_by_the_name_of_its_unit() -> None:
    text = "Gandalf - CMi\nA MTi H\n\nEdit: cancel the Gandalf one, I'd rather have him hold in Esgaroth."
    verdicts = {line.text: line.verdict for line in hardbop("Gondor", text).lines}
    assert verdicts["Gandalf - CMi"] == REFUSED
    assert verdicts["A MTi H"] == TAKEN


def test_a_unit_named_only_by_a_pronoun_is_refused() -> None:
    reading = hardbop("Elves", "> A Lor H\nleave that one, holds\n> A Iml H\nA Iml - Rhu")
    [asked] = [line for line in reading.lines if line.verdict == REFUSED]
    assert asked.text == "leave that one, holds"
    assert taken(reading) == ["Army Imladris moves to Rhudaur"]


def test_mountains_on_the_way_are_not_the_mountains_of_mirkwood() -> None:
    [line] = xiii("Mordor", "Nazgul goes over the mountains to Dagorlad").lines
    assert (line.verdict, line.remedy) == (REFUSED, "Did you mean Nazgul - Dag?")


def test_he_means_the_unit_that_was_just_ordered() -> None:
    meant = taken(xiii("Gandalf", "R Bre - Shi neutralises"))
    for text in ("Ranger Bree to the Shire and he neutralises it", "R Bre - Shi, he will neutralise it"):
        assert taken(xiii("Gandalf", text)) == meant != []


def test_a_place_in_prose_is_not_a_removal() -> None:
    place = {"phase": "adjustment", "turn": 1901, "units": {"Germany": ["F Kie", "A Sil", "A Mun"]}}
    text = "It's the fleet in Kiel that I'll disband, Silesia\nis needed against the Tsar."
    reading = STANDARD.read(STANDARD.place(place), "Germany", None, text.splitlines())
    assert taken(reading) == []
    assert REFUSED in [line.verdict for line in reading.lines]


def test_the_writer_names_their_power_in_front_of_orders() -> None:
    meant = taken(standard("France", "A Par - Bur\nA Mar S A Par - Bur"))
    assert (
        taken(standard("France", "Hi all,\nFrance this time:\nParis to Burgundy with support of Marseilles"))
        == meant
    )


@pytest.mark.parametrize(
    "text",
    [
        "I raise two armies: Lorien, Grey Havens.",
        "New armies: Lorien, Grey Havens",
        "Build armies: Lorien and Grey Havens",
        "Two new armies: Lorien, Grey Havens",
    ],
)
def test_builds_may_be_listed_after_a_colon(text: str) -> None:
    place: dict[str, Any] = {"phase": "adjustment", "units": {"Elves": ("A Iml",)}}
    meant = taken(hardbop("Elves", "Build A Lor\nBuild A GHa", **place))
    assert taken(hardbop("Elves", text, **place)) == meant != []


def test_a_number_that_does_not_fit_the_list_builds_nothing() -> None:
    place: dict[str, Any] = {"phase": "adjustment", "units": {"Elves": ("A Iml",)}}
    assert taken(hardbop("Elves", "I raise three armies: Lorien, Grey Havens", **place)) == []


def test_an_impossible_order_is_answered_with_what_the_unit_may_do() -> None:
    [line] = hardbop("Elves", "Send one of the armies in Lorien to Mordor").lines
    assert line.verdict == REFUSED
    assert "A Lor - " in line.remedy


BUILDING: dict[str, Any] = {
    "phase": "adjustment",
    "turn": 4,
    "units": {"Dwarves": ("A Crn",)},
    "centres": {"Dwarves": ("Blu", "Ere", "Iro")},
    "state": {"ring": "Tyr"},
}


@pytest.mark.parametrize(
    ("text", "builds"),
    [
        ("A Blu", "Build A Blu"),
        ("A Blu, A Ere. Keep the third for later", "Build A Blu\nBuild A Ere\nWaive"),
        ("Ere A, Iro A", "Build A Ere\nBuild A Iro"),
        ("army, Erebor", "Build A Ere"),
        ("2 armies please: Erebor + Iron Hills", "Build A Ere\nBuild A Iro"),
        ("Erebor and the Iron Hills each get an army.", "Build A Ere\nBuild A Iro"),
        ("no builds, thanks", "Waive"),
        ("build A Ere, waive the other", "Build A Ere\nWaive"),
    ],
)
def test_a_unit_alone_is_built_if_builds_are_due(text: str, builds: str) -> None:
    def read(text: str) -> Reading:
        return XIII.read(XIII.place(BUILDING), "Dwarves", None, text.splitlines())

    assert taken(read(text)) == taken(read(builds)) != []


@pytest.mark.parametrize(
    ("text", "suggested"),
    [("build everything", "Build A Blu"), ("3 armies, one in each of my centres", "Build A Blu")],
)
def test_builds_without_places_are_answered_with_a_possible_place(text: str, suggested: str) -> None:
    reading = XIII.read(XIII.place(BUILDING), "Dwarves", None, [text])
    assert [line.verdict for line in reading.lines] == [REFUSED]
    assert suggested in reading.lines[0].remedy


@pytest.mark.parametrize(
    ("power", "text", "may"),
    [
        ("Gondor", "A Pel", "A Pel H"),
        ("Gondor", "4) Army Pelargir burns everything", "A Pel H"),
        ("Gandalf", "Ranger Bree searches", "R Bre H"),
        ("Rohan", "Cavalry Dunharrow patrols", "C DHa H"),
    ],
)
def test_a_unit_without_an_order_is_answered_with_what_it_may_do(power: str, text: str, may: str) -> None:
    [line] = xiii(power, text).lines
    assert line.verdict == REFUSED
    assert may in line.remedy


def test_an_army_with_two_orders_gets_only_compatible_ones() -> None:
    assert taken(standard("Germany", "A Mun - Bur and it holds")) == ["Army Munich moves to Burgundy"]


@pytest.mark.parametrize("text", ["lon nth\nedi nwg", "lon nth\n\nedi nwg"])
def test_each_line_of_places_alone_gets_a_suggestion(text: str) -> None:
    remedies = [line.remedy for line in standard("England", text).lines if line.text]
    assert remedies == ["Did you mean F Lon - NTH?", "Did you mean F Edi - NWG?"]


@pytest.mark.parametrize(
    ("power", "text", "meant"),
    [
        ("Germany", "Kiel I'd like to move over to Denmark", "F Kie - Den"),
        ("Germany", "My fleet (Kie) shall try Denmark", "F Kie - Den"),
        ("Germany", "Munich --> holds", "A Mun H"),
        ("Germany", "Berlin home to Kiel", "A Ber - Kie"),
        ("Germany", "Munich stays on guard", "A Mun H"),
        ("England", "Lon - Eng Ch", "F Lon - ENG"),
        ("Germany", "Munich takes Tyrolia back", "A Mun - Tyr"),
    ],
)
def test_wordings_of_moves(power: str, text: str, meant: str) -> None:
    assert taken(standard(power, text)) == taken(standard(power, meant)) != []


def test_a_greeting_before_a_bad_line_is_not_an_order() -> None:
    reading = standard("England", "Dear judge,\nmy fleet goes to the moon")
    assert [line.verdict for line in reading.lines if line.text.startswith("Dear")] != [REFUSED]


@pytest.mark.parametrize(
    "courtesy", ["if you please", "if you would be so kind", "if you don't mind", "if you'd be so kind."]
)
def test_a_courtesy_with_if_is_no_condition(courtesy: str) -> None:
    assert [line.verdict for line in standard("France", f"A Par - Bur, {courtesy}").lines] == [TAKEN]


@pytest.mark.parametrize("condition", ["if you must", "if you please the king", "if you would rather not"])
def test_another_sentence_with_if_is_a_condition(condition: str) -> None:
    assert TAKEN not in [line.verdict for line in standard("France", f"A Par - Bur, {condition}").lines]


MORDOR: dict[str, Any] = {
    "phase": "movement",
    "turn": 3,
    "units": {"Mordor": ("Nazgul CMi", "Lord of the Nazgul MMo", "Sauron Bar", "2A MMo")},
}


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("LN-NIt", "Lord of the Nazgul moves to North Ithilien"),
        ("N CMi-EMi", "Nazgul moves to East Mirkwood"),
        ("S h", "Sauron holds"),
        ("2A MMo - NIt avec le Lord of the Nazgul", "2 Armies Minas Morgul move to North Ithilien"),
    ],
)
def test_pieces_may_be_short(text: str, reading: str) -> None:
    assert reading in [line.reading for line in XIII.read(XIII.place(MORDOR), "Mordor", None, [text]).lines]


@pytest.mark.parametrize("text", ["N - EMi", "S MMo H", "LN"])
def test_a_letter_without_a_place_is_no_piece(text: str) -> None:
    assert TAKEN not in [line.verdict for line in XIII.read(XIII.place(MORDOR), "Mordor", None, [text]).lines]


@pytest.mark.parametrize(
    "text", ["later, A Par - Bur", "Later on, A Par - Bur", "A Par - Bur, later", "später, A Par - Bur"]
)
def test_an_order_for_later_is_not_taken_now(text: str) -> None:
    assert TAKEN not in [line.verdict for line in standard("France", text).lines]


@pytest.mark.parametrize(
    "text", ["A Par - Bur\nLater\nTom", "A Par - Bur. See you later!", "Later!\nA Par - Bur"]
)
def test_a_farewell_puts_nothing_off(text: str) -> None:
    assert TAKEN in [line.verdict for line in standard("France", text).lines]
