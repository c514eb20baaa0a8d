"""How orders of standard Diplomacy are read, refused, listed and offered."""

# ruff: noqa: E501  (tables of spellings and sentences, one a line)

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.core.game import NOTED, REFUSED, REMARK, TAKEN, Reading, ReadLine
from adjudicator.core.language.words import LOOK_UP
from adjudicator.core.position import Dislodged, Position, Unit
from adjudicator.games import find
from adjudicator.standard import game
from adjudicator.standard.language.grammar import plain, written
from adjudicator.standard.language.names import language
from adjudicator.standard.language.orders import from_text
from adjudicator.standard.language.reading import read
from adjudicator.standard.view.wording import sentence, short

TABLES = game.board
BOARD = TABLES.map
SPRING = {
    "Austria": "A Vie, A Bud, F Tri",
    "England": "F Lon, F Edi, A Lvp, F NTH, F ENG, A Wal",
    "France": "A Par, A Mar, F Bre, F MAO, F Gas",
    "Germany": "A Ber, A Mun, F Kie",
    "Italy": "A Ven, A Rom, F Nap",
    "Russia": "A Mos, A War, F Sev, F Stp/nc",
    "Turkey": "A Con, A Smy, F Ank",
}


def units(powers: dict[str, str]) -> tuple[Unit, ...]:
    return tuple(
        Unit(power, *unit.split(" ")) for power, line in powers.items() for unit in line.split(", ") if unit
    )


def homes() -> dict[str, str]:
    return {home: power for power, owned in BOARD.homes.items() for home in owned}


MOVEMENT = Position(1901, "Spring", "movement", 1, units(SPRING), homes())
RETREAT = Position(
    1901,
    "Autumn",
    "retreat",
    4,
    units({"Germany": "A Bur, A Mun", "France": "A Gas"}),
    homes(),
    dislodged=(
        Dislodged(Unit("France", "A", "Par"), "Bur"),
        Dislodged(Unit("France", "F", "MAO"), None),
        Dislodged(Unit("Italy", "A", "Mar"), "Gas"),
    ),
    contested=("Pic",),
)
BUILDS = Position(
    1901,
    "Autumn",
    "adjustment",
    5,
    units({"Russia": "A Mos", "France": "A Par, A Bur, A Gas, F MAO"}),
    homes(),
)


def only(reading: Reading) -> ReadLine:
    assert len(reading.lines) == 1, reading.lines
    return reading.lines[0]


def reading_of(position: Position, power: str, text: str) -> ReadLine:
    return only(read(TABLES, position, power, None, [text]))


SPELLINGS = {
    ("France", "A Par - Bur"): """
        A Par - Bur | A Par-Bur | A(Par)-Bur | A(Par) - Bur | A PAR-BUR | a par bur -> | A Par -> Bur
        A Par → Bur | A Par – Bur | A Par — Bur | A Par --> Bur | A Par => Bur | Par - Bur | Paris - Burgundy
        army paris to burgundy | Army Paris moves to Burgundy | army in Paris to Burgundy
        the army in Paris goes to Burgundy | A. Par - Bur. | 1. A Par - Bur | 2) A Par - Bur | * A Par - Bur | - A Par - Bur
        A Par - Bur # to help you | A Par - Bur // as agreed | please A Par - Bur | Ａ Ｐａｒ － Ｂｕｒ
        France: A Par - Bur | French army Paris - Burgundy | A Par-Burg | "A Par - Bur" | A Pàris - Bürgundy
        Armée Paris - Bourgogne | armee Paris - Burgund | Armata Parigi - Borgogna | A Paris - Borgoña
        A [Par] - Bur | A PAR M BUR | Paris attacks Burgundy | A Paris advances to Burgundy | our army Paris to Burgundy!
    """,
    ("France", "A Par H"): """
        A Par H | A Par holds | A Par stands | Paris holds. | hold A Par | A Par hold | army paris stays | A(Par) H
    """,
    ("France", "F Bre S Par - Pic"): """
        F Bre S A Par - Pic | F Bre supports A Par - Pic | fleet brest supports army paris to picardy | F Bre s Par-Pic
        F(Bre) S A(Par)-Pic | F Brest supports the army in Paris in its move to Picardy | F Brest supports Paris's move to Picardy | F Bre S French A Par - Pic
        F Bre S France's A Par - Pic | Bre S Par - Pic
    """,
    ("France", "F Bre S MAO"): """
        F Bre S F MAO | F Bre S MAO | F Bre supports F Mid-Atlantic Ocean | F Bre S F MAO H | F Bre supports F MAO holding
        F Bre S F Mid | F Bre supports the fleet in the Mid-Atlantic | F Bre S F mid atlantic ocean
    """,
    ("France", "F MAO - Spa/nc"): """
        F MAO - Spa/nc | F MAO-Spa(nc) | F MAO - SPA (NC) | F MAO - Spa nc | F MAO - Spain north coast | F MAO - Spa-nc
        F Mid-Atlantic Ocean - Spain (north coast) | F MAO - Spa(n.c.) | F(MAO)-Spa(nc) | F MAO to Spain (north)
    """,
    ("France", "F Bre - ENG"): "F Brest - Manche | flotte brest - la manche | Flotta Brest - Kanal | F Brest - Channel",
    ("France", "F Gas - Spa/nc"): "F Gas - Spa | F Gas - Spa/nc",
    ("England", "F NTH C Wal - Nwy"): """
        F NTH C A Wal - Nwy | F NTH convoys A Wal - Nwy | North Sea convoys Wales to Norway | F NTH C A Wal - Nor
    """,
    ("England", "A Wal - Bel via convoy"): """
        A Wal - Bel via convoy | A Wal - Bel by convoy | A Wal - Bel (via convoy) | A Wal - ENG - Bel | A Wal - Bel via C
        A Wal - Bel via | A Wal convoys to Belgium
    """,
    ("Russia", "F Stp/nc - BAR"): """
        F Stp/nc - BAR | F Stp - Bar | F St Petersburg - Barents Sea | F St. Petersburg (nc) - Barents | F(Stp(nc))-Bar
        F St. Petersburg north coast to Barents Sea | Petersburg - Barents
    """,
}  # fmt: skip
TABLE = [
    (power, spelling.strip(), meant)
    for (power, meant), spellings in SPELLINGS.items()
    for line in spellings.splitlines()
    for spelling in line.split(" | ")
    if spelling.strip() and spelling.strip() != "a par bur ->"
]
OF_STRANGERS = [  # from messages of people who had read no instructions
    ("France", "Fleet Brest goes for the English Channel", "F Bre - ENG"),
    ("France", "the army in Marseilles follows it to Spain", "A Mar - Spa"),
    ("France", "army Marseilles moves to Burgundy behind it", "A Mar - Bur"),
    ("France", "A Mar to Spain instead", "A Mar - Spa"),
]


@pytest.mark.parametrize(("power", "spelling", "meant"), [*TABLE, *OF_STRANGERS])
def test_spellings(power: str, spelling: str, meant: str) -> None:
    reading = read(TABLES, MOVEMENT, power, None, [spelling])
    assert [(line.verdict, line.reason) for line in reading.lines] == [(TAKEN, "")]
    assert [short(order) for order in from_text(TABLES, reading.orders)] == [meant]


@pytest.mark.parametrize(
    ("power", "text", "reason", "remedy"),
    [
        ("France", "A Mar - Piemond", 'There is no province "Piemond".', "Did you mean A Mar - Pie?"),
        ("France", "Flottille Brest - Kanaal", 'There is no province "Flottille Brest".', LOOK_UP),
        ("France", "A Mar - Mun", "Munich is not next to Marseilles.", "A Mar can go to Bur, Gas, Pie or Spa."),
        ("France", "A Xyz H", 'There is no province "Xyz".', LOOK_UP),
        ("France", "A Bur H", "You have no army in Burgundy.", "You can order: A Par, A Mar, F Bre, F MAO, F Gas."),
        ("France", "A Mun - Bur", "Army Munich belongs to Germany.", "You can order: A Par, A Mar, F Bre, F MAO, F Gas."),
        ("France", "A Bre H", "Your unit in Brest is a fleet, not an army.", "Write F Bre."),
        ("France", "F Bre - Par", "Paris has no shore: a fleet cannot go there.", "F Bre can go to Gas, Pic, ENG or MAO."),
        ("Italy", "F Nap - Ven", "Venice is not next to Naples.", "F Nap can go to Rom, Apu, TYS or ION."),
        ("France", "A Mar - LYO", "The Gulf of Lyon is water: an army cannot go there.", "A Mar can go to Bur, Gas, Pie or Spa."),
        ("France", "F MAO - Spa", "Fleet Mid-Atlantic Ocean can reach more than one coast of Spain.", "Write Spa/nc or Spa/sc."),
        ("France", "F Gas - Spa/sc", "Fleet Gascony cannot reach Spain (south coast).", "Write Spa/nc."),
        ("France", "A Par - Par", "Army Paris is there already.", "To stay, write A Par H."),
        ("France", "A Par S A Par", "Army Paris cannot support or convoy itself.", "Name another unit."),
        ("France", "F Gas S A Mar", "Fleet Gascony could not move to Marseilles, so it cannot support there.", "F Gas can support in Bre, Spa or MAO."),
        ("France", "A Par S A Bur", "There is no unit in Burgundy.", "Name the province where it is now."),
        ("France", "A Par S F Mar - Bur", "The unit in Marseilles is an army, not a fleet.", "Write A Mar."),
        ("France", "F Bre C A Par - Lon", "Fleet Brest is not at sea; only a fleet at sea convoys.", "Give it another order."),
        ("England", "F NTH C F Lon - Nwy", "Fleet London is a fleet; only armies are convoyed.", "Name an army on a shore."),
        ("England", "F Lon - Bel via convoy", "A fleet moves one province a turn and is not convoyed.", "F Lon can go to Wal, Yor, NTH or ENG."),
        ("France", "Build A Par", "Builds and removals follow the Autumn turn; now orders to move are due.", "Write A Par - Bre."),
        ("France", "Germany: A Mun - Bur", "This order is under the heading Germany, but you play France.", "Send your own orders only."),
        ("France", "F Bre - ENG if England moves there", 'An order cannot have a condition ("if"), so the line is refused. Write the order alone, or leave it out.', "F Bre can go to Gas, Pic, ENG or MAO."),
        ("France", "A Mar - Bur unless Germany moves there", 'An order cannot have a condition ("unless"), so the line is refused. Write the order alone, or leave it out.', LOOK_UP),
        ("France", "F Bre supprts A Par - Pic", "This is not understood.", "Did you mean F Bre S Par - Pic?"),
        ("England", "A Lvp supprts A Yor", "This is not understood.", "OPTIONS lists what you may order, with all names as they are written."),
    ],
)  # fmt: skip
def test_refusals_quote_the_line_and_give_a_reason_and_a_suggestion(
    power: str, text: str, reason: str, remedy: str
) -> None:
    line = reading_of(MOVEMENT, power, text)
    assert (line.verdict, line.reason, line.remedy) == (REFUSED, reason, remedy)


@pytest.mark.parametrize(
    "text",
    ["Hello Germany,", "Good luck to everyone!", "Regards, Jim", "See you in Munich", "A word to the wise", "I hold you dear", "Thanks!", "...", "¡Hola!", "👍"],
)  # fmt: skip
def test_prose_is_a_remark(text: str) -> None:
    assert reading_of(MOVEMENT, "France", text).verdict == REMARK


@pytest.mark.parametrize(
    "text", ["", "# A Par - Bur", "> A Par - Bur", "// no", "-- Jim", "France:", "Germany:"]
)
def test_a_heading_or_a_comment_is_noted(text: str) -> None:
    assert reading_of(MOVEMENT, "France", text).verdict == NOTED


def test_a_bad_line_spoils_no_other() -> None:
    reading = read(
        TABLES,
        MOVEMENT,
        "France",
        None,
        ["Dear judge,", "A Par - Bur", "A Mar - Piemond", "F Bre - MAO; Mar H"],
    )
    assert [line.verdict for line in reading.lines] == [REMARK, TAKEN, REFUSED, TAKEN, TAKEN]
    assert [line.number for line in reading.lines] == [1, 2, 3, 4, 4]


def test_several_orders_on_a_line() -> None:
    sheet = "A Par - Bur, A Mar S A Par - Bur F Bre - MAO and F MAO - Por"
    reading = read(TABLES, MOVEMENT, "France", None, [sheet])
    assert [short(order) for order in from_text(TABLES, reading.orders)] == [
        "A Par - Bur", "A Mar S Par - Bur", "F Bre - MAO", "F MAO - Por",
    ]  # fmt: skip


def test_lines_below_another_powers_name_are_refused_until_the_players_own() -> None:
    lines = ["Germany:", "A Par - Bur", "France:", "A Par - Pic"]
    assert [line.verdict for line in read(TABLES, MOVEMENT, "France", None, lines).lines] == [
        NOTED,
        REFUSED,
        NOTED,
        TAKEN,
    ]


def test_a_later_message_replaces_orders_unit_by_unit() -> None:
    first = read(TABLES, MOVEMENT, "France", None, ["A Par - Pic", "A Mar H"])
    second = read(TABLES, MOVEMENT, "France", first.orders, ["A Par - Bur", "F Bre - Par"])
    assert {row.unit: (row.order, row.source) for row in second.in_force} == {
        "Army Paris": ("Army Paris moves to Burgundy", "this message"),
        "Army Marseilles": ("Army Marseilles holds", "an earlier message"),
        "Fleet Brest": ("no order, so it holds", "missing"),
        "Fleet Mid-Atlantic Ocean": ("no order, so it holds", "missing"),
        "Fleet Gascony": ("no order, so it holds", "missing"),
    }
    assert not second.complete
    third = read(TABLES, MOVEMENT, "France", second.orders, ["F Bre H", "F MAO H", "F Gas H"])
    assert third.complete


def test_of_two_orders_for_a_unit_in_a_message_the_later_counts_with_a_warning() -> None:
    reading = read(TABLES, MOVEMENT, "France", None, ["A Par - Pic", "A Par - Bur"])
    assert reading.warnings == ("There are two orders for Army Paris in this message; the later one counts.",)
    assert [short(order) for order in from_text(TABLES, reading.orders)] == ["A Par - Bur"]


@pytest.mark.parametrize(
    ("lines", "caution"),
    [
        (["A Par - Bur", "A Mar - Bur"], "Army Paris and Army Marseilles move to Burgundy with equal support: they stand each other off."),
        (["F Bre - MAO", "F MAO H"], "Fleet Brest moves to the Mid-Atlantic Ocean, but Fleet Mid-Atlantic Ocean stays there and is yours."),
        (["A Par - Pic", "A Mar S A Par - Bur"], "Army Marseilles supports the move from Paris to Burgundy, but Army Paris moves to Picardy."),
        (["F MAO - Por", "F Bre S F MAO"], "Fleet Brest supports the unit in the Mid-Atlantic Ocean, but Fleet Mid-Atlantic Ocean moves to Portugal."),
    ],
)  # fmt: skip
def test_orders_that_do_not_fit_together_are_warned_about(lines: list[str], caution: str) -> None:
    assert read(TABLES, MOVEMENT, "France", None, lines).warnings == (caution,)


@pytest.mark.parametrize(
    ("lines", "orders"),
    [
        (["A Par R Gas"], []),
        (["A Par - Bre"], ["A Par - Bre"]),
        (["A Par R Bre"], ["A Par - Bre"]),
        (["A Par retreats to Brest"], ["A Par - Bre"]),
        (["Retreat A Par - Bre"], ["A Par - Bre"]),
        (["A Par - Bur"], []),
        (["A Par - Pic"], []),
        (["A Par D"], ["A Par disband"]),
        (["disband A Par", "F MAO - Por"], ["A Par disband", "F MAO - Por"]),
        (["F MAO - Spa/sc"], ["F MAO - Spa/sc"]),
        (["A Mar - Pie"], []),
        (["A Par H"], []),
        (["A Par S F MAO - Por"], []),
    ],
)
def test_retreats(lines: list[str], orders: list[str]) -> None:
    reading = read(TABLES, RETREAT, "France", None, lines)
    assert [short(order) for order in from_text(TABLES, reading.orders)] == orders
    assert reading.complete == (len(orders) == 2)
    assert [line.verdict for line in reading.lines] == [TAKEN if orders else REFUSED] * len(lines)


@pytest.mark.parametrize(
    ("power", "lines", "orders"),
    [
        ("Russia", ["Build A War", "Build F Stp/nc"], ["Build A War", "Build F Stp/nc"]),
        (
            "Russia",
            ["build army warsaw, fleet sevastopol and F Stp(sc)"],
            ["Build A War", "Build F Sev", "Build F Stp/sc"],
        ),
        ("Russia", ["B F Sev", "Waive 2"], ["Build F Sev", "Waive 2"]),
        ("Russia", ["Waive"], ["Waive 1"]),
        ("Russia", ["nothing to build"], ["Waive 1"]),
        ("Russia", ["I would like to build an army. Warsaw."], ["Build A War"]),
        ("Russia", ["New fleet: Sevastopol"], ["Build F Sev"]),
        ("Russia", ["Fleet!! Sevastopol!!"], ["Build F Sev"]),
        ("Russia", ["A War"], ["Build A War"]),
        ("Russia", ["Build War"], ["Build A War"]),
        ("Russia", ["Build Sev", "Build F Stp", "Build F War", "Build A Mos", "Build A Ukr", "Waive 4"], []),
        ("Russia", ["Remove A Mos"], []),
        ("France", ["Remove A Gas"], ["Remove A Gas"]),
        ("France", ["A Gas disband"], ["Remove A Gas"]),
        ("France", ["Gascony"], ["Remove A Gas"]),
        ("France", ["Build A Mar", "Waive", "Remove A Ber"], []),
    ],
)
def test_adjustments(power: str, lines: list[str], orders: list[str]) -> None:
    reading = read(TABLES, BUILDS, power, None, lines)
    assert [short(order) for order in from_text(TABLES, reading.orders)] == orders
    assert all(line.verdict == (TAKEN if orders else REFUSED) for line in reading.lines)


def test_builds_beyond_those_due_are_refused_but_a_later_message_may_change_them() -> None:
    lines = ["Build A War", "Build A Sev", "Build A Stp", "Waive"]
    reading = read(TABLES, BUILDS, "Russia", None, lines)
    assert [line.verdict for line in reading.lines] == [TAKEN, TAKEN, TAKEN, REFUSED]
    assert reading.complete
    later = read(TABLES, BUILDS, "Russia", reading.orders, ["Build F Stp/sc", "Waive"])
    assert [short(order) for order in from_text(TABLES, later.orders)] == [
        "Build A Sev",
        "Build F Stp/sc",
        "Waive 1",
    ]
    assert later.warnings == ("No longer in force: Army Warsaw is built.",)


def test_missing_builds_are_listed() -> None:
    rows = read(TABLES, BUILDS, "Russia", None, ["Build A War"]).in_force
    assert [(row.unit, row.order, row.source) for row in rows] == [
        ("Army Warsaw", "Army Warsaw is built", "this message"),
        ("", "2 more to build, without an order: waived", "missing"),
    ]


@pytest.mark.parametrize("power", BOARD.powers)
def test_every_offered_choice_and_form_is_understood(power: str) -> None:
    state = msgspec.json.encode(MOVEMENT).decode()
    game = find("standard")
    offered = [order for orders in game.choices(state, power).values() for order in orders]
    assert offered
    for order in (*offered, *game.form(state, power)):
        assert reading_of(MOVEMENT, power, order).verdict == TAKEN, order


@pytest.mark.parametrize(
    "line", ["# or: A Par H, A Mar H", "> A Par H, A Mar H", "// A Par H, A Mar H; F Bre H"]
)
def test_commented_lines_give_no_order(line: str) -> None:
    assert [row.verdict for row in read(TABLES, MOVEMENT, "France", None, [line]).lines] == [NOTED]


def test_the_examples_of_the_help_page_are_orders() -> None:
    page = find("standard").card.help
    examples = [line.strip().split("  ")[0] for line in page.splitlines() if line.startswith("    ")]
    assert len(examples) >= 8
    assert [example for example in examples if not written("movement", plain(TABLES, example))] == []


WORDS = st.sampled_from(
    ["A", "F", "Par", "Bur", "Spa/nc", "Stp", "-", "->", "S", "C", "H", "via convoy", "to", ";", ",", "Build", "Waive",
     "Remove", "disband", "R", "(", ")", "France:", "Germany:", "Mid-Atlantic", "North Sea", "Pi", "99", "и", "\u0000"]
)  # fmt: skip
SHEETS = st.lists(st.one_of(st.text(max_size=80), st.lists(WORDS, max_size=12).map(" ".join)), max_size=8)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from([MOVEMENT, RETREAT, BUILDS]), st.sampled_from(BOARD.powers), SHEETS)
def test_any_text_gives_an_answer(position: Position, power: str, lines: list[str]) -> None:
    reading = read(TABLES, position, power, None, lines)
    assert {line.number for line in reading.lines} <= set(range(1, len(lines) + 1))
    for line in reading.lines:
        assert bool(line.reading) == (line.verdict == TAKEN)
        assert bool(line.reason) == (line.verdict == REFUSED)
    told = {line.reading for line in reading.lines}
    assert {sentence(TABLES, order) for order in from_text(TABLES, reading.orders)} <= told


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(BOARD.powers), SHEETS)
def test_orders_written_in_short_notation_are_read_back_the_same(power: str, lines: list[str]) -> None:
    orders = read(TABLES, MOVEMENT, power, None, lines).orders
    assert (
        read(TABLES, MOVEMENT, power, None, [short(order) for order in from_text(TABLES, orders)]).orders
        == orders
    )


@pytest.mark.parametrize(
    ("said", "meant"),
    [("Nor", "Nwy"), ("Norw", "Nwy"), ("Roma", "Rom"), ("Bel", "Bel"), ("Gre", "Gre"), ("Ven", "Ven"),
     ("München", "Mun"), ("Muenchen", "Mun"), ("Wien", "Vie"), ("Venezia", "Ven"), ("Nordsee", "NTH")],
)  # fmt: skip
def test_names_in_other_languages_are_read_and_do_not_change_short_names(said: str, meant: str) -> None:
    assert language(TABLES).names.meant(said) == (meant,)


@pytest.mark.parametrize(
    "text",
    [
        "My orders: A Par - Bur, A Mar S A Par - Bur",
        "Here are my orders: A Par - Bur; A Mar S A Par - Bur",
        "Spring 1901: A Par - Bur and A Mar S A Par - Bur",
        "FRA: A PAR-BUR, A MAR S A PAR-BUR",
        "Orders for France: A Par - Bur. A Mar S A Par - Bur.",
        "A Par - Bur with support from A Mar",
        "A Par-Bur, S A Mar",
        "I order Paris to Burgundy, supported by Marseilles",
        "1) A Par -> Bur 2) A Mar supports A Par to Bur",
        "A Par - Bur A Mar S A Par - Bur",
        "The army at Paris move to Burgundy; the army at Marseilles support move to Burgundy from Paris",
        "( ( FRA AMY PAR ) MTO BUR ); ( ( FRA AMY MAR ) SUP ( FRA AMY PAR ) MTO BUR )",
        "Armee Paris nach Burgund und Armee Marseille unterstützt Armee Paris nach Burgund",
        "attack Burgundy from Paris, Marseilles helps Paris to Burgundy",
        "Move A Par to Bur :-) and A Mar S A Par - Bur, thanks",
    ],
)
def test_two_orders_on_a_line(text: str) -> None:
    reading = read(TABLES, MOVEMENT, "France", None, [text])
    assert [short(order) for order in from_text(TABLES, reading.orders)] == [
        "A Par - Bur",
        "A Mar S Par - Bur",
    ]
    assert all(line.verdict == TAKEN for line in reading.lines)


@pytest.mark.parametrize(
    "lines",
    [
        ["A Mar S A", "Par - Bur"],
        ["A Mar S A Par", "- Bur"],
        ["So this is what I would like to do: the army in Marseilles", "supports Paris", "to Burgundy."],
    ],
)
def test_wrapped_lines_are_joined(lines: list[str]) -> None:
    reading = read(TABLES, MOVEMENT, "France", None, lines)
    assert [short(order) for order in from_text(TABLES, reading.orders)] == ["A Mar S Par - Bur"]


@pytest.mark.parametrize(
    "text",
    [
        "A Par - Bur, but only if Munich holds",
        "Fall 1901: A Par - Bur",
        "Plan B: A Par - Bur",
        "Germany suggests: A Par - Bur",
        "not A Par - Bur",
        "A Par - Bur or A Par - Pic",
        "Should I play A Par - Bur, A Mar - Gas?",
        "F Bre supprts A Par - Pic",
        "I will never A Par - Bur",
    ],
)
def test_a_doubtful_line_is_not_an_order(text: str) -> None:
    assert read(TABLES, MOVEMENT, "France", None, [text]).orders == "[]"


def test_all_others_hold() -> None:
    reading = read(TABLES, MOVEMENT, "France", None, ["A Par - Bur", "everything else holds"])
    found = {short(order) for order in from_text(TABLES, reading.orders)}
    assert {"A Par - Bur", "A Mar H"} <= found
    assert len(found) == len(reading.in_force)


def test_all_armies_hold() -> None:
    reading = read(TABLES, MOVEMENT, "France", None, ["all armies hold"])
    assert {short(order)[0] for order in from_text(TABLES, reading.orders)} == {"A"}
