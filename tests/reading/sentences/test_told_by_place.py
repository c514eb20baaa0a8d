"""Orders that point at a place or a unit named before, in brackets, or with what somebody calls it."""

import pytest

from adjudicator.core.game import REFUSED, TAKEN, Reading
from adjudicator.games import find

FRANCE = {
    "phase": "movement",
    "turn": 2,
    "units": {
        "France": ["A Ruh", "A Por", "A Mar", "F ENG", "F MAO"],
        "Germany": ["A Bel", "A Mun"],
        "England": ["F Lon"],
    },
}
TURKEY = {
    "phase": "movement",
    "turn": 2,
    "units": {"Turkey": ["A Con", "A Smy", "F Ank"], "Russia": ["F BLA"]},
}
GREAT_TURKEY = {
    "phase": "movement",
    "turn": 2,
    "units": {"Turkey": ["A Con", "A Smy", "F Ank", "A Bul"], "Russia": ["F BLA"]},
}
FRENCH, TURKISH = (FRANCE, "France"), (TURKEY, "Turkey")


def _read(table: tuple[dict[str, object], str], text: str) -> Reading:
    position, power = table
    return find("standard").read(find("standard").place(position), power, None, text.splitlines())


def _taken(table: tuple[dict[str, object], str], text: str) -> list[str]:
    return [line.reading for line in _read(table, text).lines if line.verdict == TAKEN]


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        (
            "my one fleet (the one in the Channel) sails to the Irish Sea",
            ["Fleet English Channel moves to the Irish Sea"],
        ),
        ("The other army, the Portuguese one, walks over to Spain.", ["Army Portugal moves to Spain"]),
        ("the other fleet, the Channel one, goes to London", ["Fleet English Channel moves to London"]),
        (
            "Flotte Atlantique (MAO) -> Méditerranée occidentale",
            ["Fleet Mid-Atlantic Ocean moves to the Western Mediterranean"],
        ),
        (
            "Fleet MAO to the Mediterranean (WES)",
            ["Fleet Mid-Atlantic Ocean moves to the Western Mediterranean"],
        ),
        (
            "A Portugal (Por) supports Marseilles (Mar) - Spain (Spa)",
            ["Army Portugal supports the move from Marseilles to Spain"],
        ),
        ("Marseilles has to be safe. So the army there stays put.", ["Army Marseilles holds"]),
        (
            "Marseilles must be safe. The army there holds and Portugal goes to Spain.",
            ["Army Marseilles holds", "Army Portugal moves to Spain"],
        ),
        ("Portugal doesn't move, I finally want that centre", ["Army Portugal holds"]),
        ("Marseilles is not moving", ["Army Marseilles holds"]),
        (
            "The army from Marseilles should then follow behind it and go to Burgundy",
            ["Army Marseilles moves to Burgundy"],
        ),
        ("Marseilles moves up into Burgundy behind the army", ["Army Marseilles moves to Burgundy"]),
        (
            "Ruhr goes to Burgundy and Marseilles to Gascony and thats all i think thanks bye",
            ["Army Ruhr moves to Burgundy", "Army Marseilles moves to Gascony"],
        ),
        (
            "Por-Gas (MAO convoys)",
            [
                "Army Portugal moves to Gascony",
                "Fleet Mid-Atlantic Ocean convoys the army in Portugal to Gascony",
            ],
        ),
        (
            "Portugal - Wales, the Channel and Mid-Atlantic carry it across",
            [
                "Army Portugal moves to Wales",
                "Fleet English Channel convoys the army in Portugal to Wales",
                "Fleet Mid-Atlantic Ocean convoys the army in Portugal to Wales",
            ],
        ),
        (
            "Ruh-Bel (ENG sup, Por-Spa)",
            [
                "Army Ruhr moves to Belgium",
                "Fleet English Channel supports the move from the Ruhr to Belgium",
                "Army Portugal moves to Spain",
            ],
        ),
        ("A Ruh - Bek *Bel", ["Army Ruhr moves to Belgium"]),
        (
            "the fleet in the english chanell to london *channel damn autocorrect",
            ["Fleet English Channel moves to London"],
        ),
        ("A Mar - Spa, where it can support Portugal or reach Gascony", ["Army Marseilles moves to Spain"]),
    ],
)
def test_what_is_named_before_or_beside(text: str, readings: list[str]) -> None:
    assert _taken(FRENCH, text) == readings


@pytest.mark.parametrize(
    "text",
    [
        "Marseilles and Portugal must be safe. So the army there holds.",  # two places
        "Munich must be taken. So the army there holds.",  # of somebody else
        "Paris (MAO) - Western Med",  # two different places
        "A Mar - Gas *not Burgundy",
        "Portugal doesn't move to Spain",
        "A Mar - Spa *Gas *Bur",
    ],
)
def test_what_is_not_clear_is_not_read(text: str) -> None:
    assert _taken(FRENCH, text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Con holds, and both the other\nunits support it.",
        "Constantinople holds and the two other units support it",
        "Con holds. My other two units support it.",
        "Nothing new from me this time, I am just digging in: Con holds, both others support it.",
        "Both the other units support Constantinople, Con holds",
    ],
)
def test_all_other_units_support(text: str) -> None:
    supports = [f"{unit} supports the unit in Constantinople" for unit in ("Army Smyrna", "Fleet Ankara")]
    assert sorted(_taken(TURKISH, text)) == ["Army Constantinople holds", *supports]


@pytest.mark.parametrize(
    ("position", "text"),
    [
        (GREAT_TURKEY, "Con holds, and both the other units support it."),  # there are three
        (TURKEY, "Con holds, and both the other armies support it."),  # there is one
        (TURKEY, "Con - Bul, and both the other units support that."),  # Ankara cannot
        (TURKEY, "Smy - Arm. Con holds, the others support it."),  # which others?
    ],
)
def test_others_support_only_if_it_is_clear_which(position: dict[str, object], text: str) -> None:
    assert not any("supports" in reading for reading in _taken((position, "Turkey"), text))


def test_an_army_that_takes_the_place_of_another() -> None:
    text = "Smyrna goes to Armenia, and Constantinople takes its place."
    assert _taken(TURKISH, text) == ["Army Smyrna moves to Armenia", "Army Constantinople moves to Smyrna"]
    assert _taken(TURKISH, "Ankara - Arm, Smy - Syr, Con takes the place of Ankara")[-1] == (
        "Army Constantinople moves to Ankara"
    )


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("Portugal: nothing", ["Army Portugal holds"]),
        ("Portugal: -", ["Army Portugal holds"]),
        ("Portugal, please hold.", ["Army Portugal holds"]),
        ("Portugal: hold the line", ["Army Portugal holds"]),
        ("Portugal stays out of this, and so does Ruhr.", ["Army Portugal holds", "Army Ruhr holds"]),
        ("Ruhr holds. Portugal, same.", ["Army Ruhr holds", "Army Portugal holds"]),
        ("Hold with Marseilles and Portugal.", ["Army Marseilles holds", "Army Portugal holds"]),
        ("The other two hold.", ["All units without another order hold"]),
        ("Everybody else does nothing at all", ["All units without another order hold"]),
        (
            "Nobody moves, except Marseilles, who goes to Spain.",
            ["All units without another order hold", "Army Marseilles moves to Spain"],
        ),
        (
            "Belgium gets hit by Ruhr, Channel supporting.",
            [
                "Army Ruhr moves to Belgium",
                "Fleet English Channel supports the move from the Ruhr to Belgium",
            ],
        ),
        (
            "Move Ruhr to Belgium. Support it with the Channel.",
            [
                "Army Ruhr moves to Belgium",
                "Fleet English Channel supports the move from the Ruhr to Belgium",
            ],
        ),
        (
            "The plan: Ruhr into Belgium, helped by the Channel fleet.",
            [
                "Army Ruhr moves to Belgium",
                "Fleet English Channel supports the move from the Ruhr to Belgium",
            ],
        ),
        ("Our ships in the Channel are to sail to London", ["Fleet English Channel moves to London"]),
        ("A Ruh - Kie... just kidding.", []),
        (
            "Marseilles goes to Spain, but Portugal stays.",
            ["Army Marseilles moves to Spain", "Army Portugal holds"],
        ),
        ("Ruhr goes to Holland, not Belgium!", ["Army Ruhr moves to Holland"]),
        ("Update: Ruhr goes to Holland instead of Belgium.", ["Army Ruhr moves to Holland"]),
        ("Not much to do: Por-Spa.", ["Army Portugal moves to Spain"]),
        ("Marseilles goes to Spain, but Portugal stays if it must.", []),
        ("Marseilles goes to Spain, but wait for my confirmation", []),
        ("Marseilles goes to Spain, but not Portugal", []),
        ("A Por H, not A Mar", []),  # an order for another unit is denied
        ("A Mar - Spa, not A Por", []),
    ],
)
def test_what_units_do_in_other_words(text: str, readings: list[str]) -> None:
    assert _taken(FRENCH, text) == readings


def test_each_of_many_lines_without_dashes_is_refused_with_its_order() -> None:
    lines = _read(FRENCH, "ruh bel\neng s ruh bel\npor spa\nmao wes\nmar bur").lines
    assert [line.verdict for line in lines] == [REFUSED] * len(lines)
    assert lines[-1].remedy == "Did you mean A Mar - Bur?"


def test_an_unclear_unit_there_is_refused() -> None:
    lines = _read(FRENCH, "Marseilles and Portugal must be safe. So the army there holds.").lines
    assert lines[-1].verdict == REFUSED
    assert lines[-1].remedy


@pytest.mark.parametrize(
    "text",
    [
        "With the Channel's help Ruhr takes Belgium.",
        "With support from the Channel, Ruhr goes to Belgium",
        "Ruhr takes Belgium with the Channel's help",
    ],
)
def test_the_move_and_its_support_in_one_sentence(text: str) -> None:
    move, support = (
        "Army Ruhr moves to Belgium",
        "Fleet English Channel supports the move from the Ruhr to Belgium",
    )
    assert sorted(_taken(FRENCH, text)) == [move, support]


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("Ruhr: -> Belgium", ["Army Ruhr moves to Belgium"]),
        (
            "Ruhr goes to Holland. Marseilles fills the hole in Burgundy.",
            ["Army Ruhr moves to Holland", "Army Marseilles moves to Burgundy"],
        ),
        ("MAO moves to where the Channel was.", ["Fleet Mid-Atlantic Ocean moves to the English Channel"]),
        ("With luck Ruhr takes Belgium", []),
    ],
)
def test_moves_to_places_that_others_leave(text: str, readings: list[str]) -> None:
    assert _taken(FRENCH, text) == readings


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        (
            "Con h/ Smy s Con/ Ank s Con",
            [
                "Army Constantinople holds",
                "Army Smyrna supports the unit in Constantinople",
                "Fleet Ankara supports the unit in Constantinople",
            ],
        ),
        (
            "Smyrna covers Con's back, Con holds.",
            ["Army Smyrna supports the unit in Constantinople", "Army Constantinople holds"],
        ),
        ("Smyrna joins the defence of Constantinople.", ["Army Smyrna supports the unit in Constantinople"]),
        ("Ankara takes on the Russian fleet in the Black Sea", ["Fleet Ankara moves to the Black Sea"]),
        (
            "Constantinople and Smyrna swap places.",
            ["Army Constantinople moves to Smyrna", "Army Smyrna moves to Constantinople"],
        ),
        ("swap these two", []),
    ],
)
def test_strokes_defences_and_swaps(text: str, readings: list[str]) -> None:
    assert _taken(TURKISH, text) == readings


def test_a_stroke_before_a_coast_does_not_end_an_order() -> None:
    text = "F MAO - Spa/ sc, A Por H"
    assert _taken(FRENCH, text) == [
        "Fleet Mid-Atlantic Ocean moves to Spain (south coast)",
        "Army Portugal holds",
    ]


def test_the_army_of_a_convoy_follows_its_verb() -> None:
    text = "A Por nach Gas, per Konvoi\nF MAO convoyiert A Por nach Gas\nA Mar hält"
    assert _taken(FRENCH, text) == [
        "Army Portugal moves to Gascony by convoy",
        "Fleet Mid-Atlantic Ocean convoys the army in Portugal to Gascony",
        "Army Marseilles holds",
    ]
