"""A sentence withdraws the orders that it names by place, by number or by kind, and no others."""

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import TAKEN, Game
from adjudicator.games import find

STANDARD = find("standard")
SPRING = STANDARD.start({}, SeededDice("taken back", 0))
WINTER = STANDARD.place(
    {
        "phase": "adjustment",
        "turn": 2,
        "units": {"Russia": ["A War", "A Mos", "F Sev", "A Gre", "A Bul"], "France": ["A Par"]},
        "centres": {"Russia": ["War", "Mos"], "France": ["Par", "Bre", "Mar"]},
    }
)
XIII = find("downfall-xiii")
FIELD = XIII.place(
    {
        "phase": "movement",
        "turn": 3,
        "units": {
            "Mordor": ("2A Udu", "2A Bar", "Nazgul NIt"),
            "Rohan": ("C DHa", "A HDe"),
            "Gandalf": ("Gandalf MTi", "Aragorn DHa", "R Bre"),
        },
        "state": {"ring": "Tyr"},
    }
)
CHANNEL, NORWEGIAN, YORKSHIRE = "F Lon - ENG", "F Edi - NWG", "A Lvp - Yor"
ORDERS = [CHANNEL, NORWEGIAN, YORKSHIRE]


def _left(game: Game, state: str, power: str, orders: list[str], text: str) -> list[str]:
    """Return which of the orders are taken, with *text* below them."""
    read = game.read(state, power, None, [*orders, "", *text.splitlines()])
    return [line.text for line in read.lines if line.verdict == TAKEN and line.number <= len(orders)]


@pytest.mark.parametrize(
    ("text", "taken_back"),
    [
        ("Forget the Channel", [CHANNEL]),
        ("Forget about the English Channel.", [CHANNEL]),
        ("scrap the channel, the French are there", [CHANNEL]),
        ("Drop the fleet in London", [CHANNEL]),
        ("please undo yorkshire", [YORKSHIRE]),
        ("nvm the yorkshire one", [YORKSHIRE]),
        ("I hereby revoke my order for the army in Liverpool.", [YORKSHIRE]),
        ("The Channel is a bad idea.", [CHANNEL]),
        ("Actually not the Channel. Make it the North Sea for London.", [CHANNEL]),
        ('Corrigendum: for "Yor" read "Wal".', [YORKSHIRE]),
        ('Read "Wales" for "Yorkshire".', [YORKSHIRE]),
        ("sorry fat fingers, edi is NTH not nwg", [NORWEGIAN]),
        ("err that yor thing, dont", [YORKSHIRE]),
        ("sorry typo: Yor = Wal", [YORKSHIRE]),
        ("Instead of Yorkshire I would like Wales.", [YORKSHIRE]),
        ("edit: not yorkshire, thats miles from anywhere, make it wales", [YORKSHIRE]),
        ("So please forget the\narmy going to Yorkshire.", [YORKSHIRE]),
        ("And Liverpool holds too, obviously, no following up.", [YORKSHIRE]),
        ("I've gone off the idea with the Liverpool army.", [YORKSHIRE]),
        ("And Liverpool: leave him in Liverpool, someone has to cook.", [YORKSHIRE]),
        ("So no attack there, let the army of Liverpool stand still.", [YORKSHIRE]),
        ("Having slept on it, Yorkshire is much too close to the coast. So not there.", [YORKSHIRE]),
        ("On London I've changed my mind, do it the other way round.", [CHANNEL]),
        ("Paris stays where it is, I think.", []),
        ("Disregard Yorkshire, the Scots convinced me.", [YORKSHIRE]),
        ("My ally called. Liverpool won't be going anywhere.", [YORKSHIRE]),
        ("Let's not go to Yorkshire.", [YORKSHIRE]),
        ("We'd better stay out of the Channel.", [CHANNEL]),
        ("I have promised France that the Channel stays empty.", [CHANNEL]),
        ("Replace A Lvp - Yor by A Lvp - Wal", [YORKSHIRE]),
        ("Liverpool is to remain in Liverpool.", [YORKSHIRE]),
        ("I was drunk when I wrote the bit about Yorkshire.", [YORKSHIRE]),
        ("I wonder whether Yorkshire will not be crowded.", []),
        ("If Yorkshire is not free, so be it.", []),
        ("Liverpool is too far away for you, my friend.", [YORKSHIRE]),
        ("I hope that Liverpool stays ours, no doubt about that.", []),
        ("lon nth instead pls", [CHANNEL]),
        ("I think I prefer the North Sea for my London fleet.", [CHANNEL]),
        ("The army holds after all.", [YORKSHIRE]),
        ("all my fleets should rather stay", [CHANNEL, NORWEGIAN]),
        ("Den Angriff auf den Kanal bitte streichen.", [CHANNEL]),
        ("Und den Kanal vergessen wir lieber.", [CHANNEL]),
        ("Statt Yorkshire doch lieber Wales für die Armee.", [YORKSHIRE]),
        ("Befehl für London zurückgezogen.", [CHANNEL]),
        ("Edinburgh bleibt doch stehen.", [NORWEGIAN]),
        ("Oubliez la Manche.", [CHANNEL]),
        ("Non, pas la Manche, plutôt la mer du Nord.", [CHANNEL]),
        ("Je retire mon ordre pour Liverpool.", [YORKSHIRE]),
    ],
)
def test_the_orders_named_in_a_sentence_are_withdrawn(text: str, taken_back: list[str]) -> None:
    left = [order for order in ORDERS if order not in taken_back]
    assert _left(STANDARD, SPRING, "England", ORDERS, text) == left


@pytest.mark.parametrize(
    ("text", "taken_back"),
    [
        ("Belay that.", [YORKSHIRE]),
        ("Belay that last one.", [YORKSHIRE]),
        ("The first order is a joke, don't do it.", [CHANNEL]),
        ("My second order is withdrawn.", [NORWEGIAN]),
        ("The last order no longer stands.", [YORKSHIRE]),
        ("Scratch line one.", [CHANNEL]),
        ("Liverpool: as you were.", [YORKSHIRE]),
        ("Yorkshire? No. Wales.", [YORKSHIRE]),
        ("Yorkshire? Better not.", [YORKSHIRE]),
        ("So Yorkshire must wait.", [YORKSHIRE]),
        ("Liverpool stays home, on reflection.", [YORKSHIRE]),
        ("Hold off on Yorkshire.", [YORKSHIRE]),
        ("I'm calling off Yorkshire.", [YORKSHIRE]),
        ("The Channel is cancelled.", [CHANNEL]),
        ("Never mind Yorkshire.", [YORKSHIRE]),
        ("Don't bother with Yorkshire.", [YORKSHIRE]),
        ("No Yorkshire for me this time.", [YORKSHIRE]),
        ("Yorkshire's off.", [YORKSHIRE]),
        ("Let Yorkshire be.", [YORKSHIRE]),
        ("Sorry Yorkshire, not today.", [YORKSHIRE]),
        ("Rather than Yorkshire, the army should go to Wales.", [YORKSHIRE]),
        ("Make the army go to Wales instead.", [YORKSHIRE]),
        ("I promised not to enter the Channel.", [CHANNEL]),
        ("France begged me to leave the Channel empty and I agreed.", [CHANNEL]),
        ("Come to think of it, Liverpool is fine where it is.", [YORKSHIRE]),
        ("Cancel that Yorkshire thing.", [YORKSHIRE]),
        ("Redirect Liverpool to Wales.", [YORKSHIRE]),
        ("Pull the Liverpool order.", [YORKSHIRE]),
        ("Wrong province in line 3, sorry: Wales.", [YORKSHIRE]),
        ("Only the army order stands.", [CHANNEL, NORWEGIAN]),
        ("These are just ideas, not orders.", ORDERS),
        ("None of this counts yet.", ORDERS),
        ("Please don't process these yet.", ORDERS),
        ("I won't tell anyone about Yorkshire.", []),
        ("I can't wait to see Yorkshire.", []),
        ("Liverpool needs better beer.", []),
        ("Not a bad opening for Liverpool, I think.", []),
        ("Germany stays out of the Channel, he promised.", []),
        ("France promised to leave Liverpool alone.", []),
        ("London waits for nobody.", []),
        ("I changed the batteries in Liverpool.", []),
        ("The weather in London has changed.", []),
        ("I don't mind a bounce in Yorkshire.", []),
        ("What a mistake it was to trust France in the Channel.", []),
        ("I am not joking about Yorkshire.", []),
        ("These are provisional orders, I may send others.", []),
    ],
)
def test_sentences_withdraw_orders_far_above(text: str, taken_back: list[str]) -> None:
    """Because of the lines between, only the words of the sentence show which order is meant."""
    left = [order for order in ORDERS if order not in taken_back]
    assert _left(STANDARD, SPRING, "England", ORDERS, f"I hope that the weather is fine.\n\n{text}") == left


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("I cancel no. 2", [2]),
        ("scrap 3", [3]),
        ("drop number 1", [1]),
        ("Cancel orders 2 and 3, please.", [2, 3]),
        ("2 and 3 are withdrawn, please.", [2, 3]),
        ("Kindly strike out item 2 of the foregoing list.", [2]),
        ("On reflection number 3 should read A Lvp - Wal.", [3]),
        ("Order 2 is replaced by F Edi - NTH.", [2]),
        ("The first order is to be struck out.", [1]),
        ("Only the first two count, I haven't decided on the army yet.", [3]),
        ("scrap all but the first", [2, 3]),
        ("the last two are nonsense", [2, 3]),
        ("scrap the first two", [1, 2]),
        ("Nr. 1 bitte streichen", [1]),
        ("Befehl 3 entfällt.", [3]),
        ("j'annule le numéro 2", [2]),
        ("Le deuxième ordre est annulé.", [2]),
        ("I cancel no. 12", []),
        ("Order 1.3 is a support, not a convoy.", []),
        ("I hope the post does not drop the line 3 again.", []),
    ],
)
def test_orders_of_a_list_are_withdrawn_by_their_numbers(text: str, numbers: list[int]) -> None:
    orders = [f"{number}. {order}" for number, order in enumerate(ORDERS, 1)]
    left = [order for number, order in enumerate(orders, 1) if number not in numbers]
    assert _left(STANDARD, SPRING, "England", orders, text) == left


@pytest.mark.parametrize(
    "text",
    [
        "Let me start over:\nF Lon - NTH",
        "Forget the above, London goes to the North Sea.",
        "All of the above is cancelled.",
        "ignore everything above, real orders follow",
        "Nochmal von vorn:",
        "Nein, alles streichen, ich schicke morgen neue Befehle.",
        "Oubliez tout.",
    ],
)
def test_everything_above_is_withdrawn(text: str) -> None:
    assert _left(STANDARD, SPRING, "England", ORDERS, text) == []


@pytest.mark.parametrize(
    "text",
    [
        "You can forget Germany, he is asleep.",
        "I can't forget the Channel crossing of 1902, what a game that was!",
        "Don't forget the deadline is on Sunday.",
        "I had everything planned for a different opening, too bad.",
        "The Norwegian Sea is cold and not for me.",
        "The French will not like the Channel, but that is war.",
        "The real danger is Brest, not Kiel.",
        "There were only the first two pages of the rules in my copy.",
        "Last year we had to start over again because of the post strike.",
        "No attack on Yorkshire after all these years of peace was ever so sweet.",
        "If France leaves Brest I'd rather send London to the North Sea, but you don't take such orders.",
        "Is it a bad idea to open to the Channel?",
        "Vergiss nicht, dass ich am Sonntag weg bin.",
    ],
)
def test_talk_withdraws_nothing(text: str) -> None:
    assert _left(STANDARD, SPRING, "England", ORDERS, text) == ORDERS


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("F Lon - ENG... no, NTH\nF Edi - NWG", ["F Edi - NWG"]),
        ("F Edi - NWG\nF Lon - ENG. Make that the Irish Sea.", ["F Edi - NWG"]),
        ("F Lon - ENG\nA Lvp is stuck behind it. Scrap the Channel.\nF Edi - NWG", ["F Edi - NWG"]),
    ],
)
def test_a_nearby_order_is_withdrawn_by_vague_words(text: str, taken: list[str]) -> None:
    read = STANDARD.read(SPRING, "England", None, text.splitlines())
    assert [line.text for line in read.lines if line.verdict == TAKEN] == taken


@pytest.mark.parametrize(
    ("power", "text", "taken"),
    [
        ("Russia", "Remove A War\nForget the above, take off the army in Greece instead", ["Army Greece"]),
        ("Russia", "Remove A War\nScrap the army in Warsaw. I remove A Gre", ["Army Greece"]),
        ("Russia", "Scrap the fleet in Sevastopol", ["Fleet Sevastopol"]),
        ("Russia", "Remove A War, no, A Gre.", ["Army Greece"]),
        ("Russia", "Remove A Gre\nGreece stays as I said.", ["Army Greece"]),
        (
            "France",
            "Build F Bre\nBuild A Mar\nNo fleet after all. Build A Bre instead.",
            ["Marseilles", "Army Brest"],
        ),
        ("France", "Build F Bre\nBuild A Mar\nscrap the fleet", ["Army Marseilles"]),
        ("France", "Build F Bre\nBuild A Mar\nDie Flotte doch nicht.", ["Army Marseilles"]),
        ("France", "Build F Bre\nBuild A Mar\nCancel the second build.", ["Fleet Brest"]),
        ("France", "Build F Mar\nLooking at that, strike the fleet in Marseilles. So: I waive.", ["waived"]),
        ("France", "Build F Mar\nSo scrap the fleet in Marseilles, make it F Bre instead.", ["Fleet Brest"]),
    ],
)
def test_builds_and_removals_are_withdrawn(power: str, text: str, taken: list[str]) -> None:
    read = STANDARD.read(WINTER, power, None, text.splitlines())
    found = [line.reading for line in read.lines if line.verdict == TAKEN]
    assert len(found) == len(taken)
    assert all(part in reading for part, reading in zip(taken, found, strict=True))


@pytest.mark.parametrize(
    ("power", "orders", "text", "left"),
    [
        ("Mordor", ["2A Bar - Gor", "2A Udu - Dag"], "scrap dagorlad", ["2A Bar - Gor"]),
        (
            "Mordor",
            ["2A Bar - Gor", "Nazgul - Dag", "2A Udu - Dag"],
            "Forget about Dagorlad for the Nazgul, he stays.",
            ["2A Bar - Gor", "2A Udu - Dag"],
        ),
        (
            "Mordor",
            ["2A Bar - Gor", "2A Udu - Dag"],
            "Forget about Dagorlad, it is too far from everything.",
            ["2A Bar - Gor"],
        ),
        ("Mordor", ["2A Bar - Gor", "Nazgul - Dag"], "The Nazgul waits after all.", ["2A Bar - Gor"]),
        ("Rohan", ["C DHa - Eas", "A HDe - Wes"], "scrap the cavalry", ["A HDe - Wes"]),
        ("Gandalf", ["R Bre - Shi", "Gandalf - Ano"], "Drop the ranger order", ["Gandalf - Ano"]),
    ],
)
def test_orders_of_middle_earth_are_withdrawn(
    power: str, orders: list[str], text: str, left: list[str]
) -> None:
    assert _left(XIII, FIELD, power, orders, text) == left


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("A Par - Bur\nA Mar S same", "A Par - Bur\nA Mar S A Par - Bur"),
        ("A Par - Bur, A Mar S same", "A Par - Bur\nA Mar S A Par - Bur"),
        ("A Par - Bur\nMarseilles supports it\nF Bre - MAO", "A Par - Bur\nA Mar S A Par - Bur\nF Bre - MAO"),
        ("1. A Par - Bur\n2. F Bre - MAO\n3. A Mar S 1", "A Par - Bur\nF Bre - MAO\nA Mar S A Par - Bur"),
        ("1. A Par supports order no. 2\n2. A Mar - Bur", "A Par S A Mar - Bur\nA Mar - Bur"),
        ("1. A Par supports order no. 4\n2. A Mar - Bur", "A Mar - Bur"),
        ("Marseilles supports it\nA Par - Bur", "A Par - Bur"),
    ],
)
def test_a_support_may_name_the_unit_of_another_order(text: str, meant: str) -> None:
    readings = [
        [line.reading for line in read.lines if line.verdict == TAKEN]
        for read in (STANDARD.read(SPRING, "France", None, one.splitlines()) for one in (text, meant))
    ]
    assert readings[0] == readings[1]


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("build f bre\n\nEdit: sorry, typed too quickly.\nI waive the builds.", ["1 build is waived"]),
        (
            "Build F Bre\n\nThe council talked. So the order is withdrawn, and we waive the build.",
            ["1 build is waived"],
        ),
        ("Build F Bre\nMy builds are hereby revoked.", []),
        ("Build F Bre\n\nI hope the build is lawful.", ["Fleet Brest is built"]),
    ],
)
def test_a_withdrawn_build_is_not_in_force(text: str, taken: list[str]) -> None:
    read = STANDARD.read(WINTER, "France", None, text.splitlines())
    assert [line.reading for line in read.lines if line.verdict == TAKEN] == taken


def test_an_order_beside_a_hold_is_withdrawn() -> None:
    lines = ["London to the Channel, Edinburgh holds.", "", "I've gone off the idea with the London fleet."]
    read = STANDARD.read(SPRING, "England", None, lines)
    assert "Fleet London moves to the English Channel" not in [line.reading for line in read.lines]


def test_a_name_broken_between_two_lines_puts_both_orders_in_doubt() -> None:
    """ "At the Grey" would be an army at the Grey Havens, and the next line says a fleet."""
    state = XIII.place({"phase": "adjustment", "turn": 2, "units": {"Elves": ("A Wol",)}})
    lines = ["I build an army in L\u00f3rien and, at the Grey", "Havens, a fleet."]
    assert "Havens" not in str(XIII.read(state, "Elves", None, lines).orders)
    assert not [line for line in XIII.read(state, "Elves", None, lines).lines if line.verdict == TAKEN]


@pytest.mark.parametrize(
    "text",
    [
        "hmm no the Germans never come that far, marsseilles instead",
        "no the Germans never come that far, Marseilles instead",
        "I think Marseilles instead",
    ],
)
def test_a_build_is_taken_back_for_another_place(text: str) -> None:
    assert _left(STANDARD, WINTER, "France", ["Build F Bre"], text) == []


@pytest.mark.parametrize(
    "text", ["hmm no problem", "Germany should build in Kiel instead", "Let us play chess instead"]
)
def test_a_build_is_not_taken_back_for_a_remark(text: str) -> None:
    assert _left(STANDARD, WINTER, "France", ["Build F Bre"], text) == ["Build F Bre"]
