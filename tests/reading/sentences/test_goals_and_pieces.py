"""Destinations corrected in passing, the words "there" and "then", and sentences about pieces."""

import pytest

from adjudicator.core.game import REFUSED, TAKEN, ReadLine
from tests.support.play.read_lines import orders_of, read_at


def _lines(game: str, position: str, text: str) -> tuple[ReadLine, ...]:
    return read_at(game, position, text).lines


def _taken(game: str, position: str, text: str) -> list[str]:
    return orders_of(read_at(game, position, text))


def _refused(game: str, position: str, text: str) -> list[str]:
    """Return the remedies of the refused lines, and check that nothing is taken."""
    lines = _lines(game, position, text)
    assert not [line for line in lines if line.verdict == TAKEN]
    return [line.remedy for line in lines if line.verdict == REFUSED]


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("Vienna to Trieste... no wait, to Tyrolia", "Army Vienna moves to Tyrolia"),
        ("Vienna to Trieste... no, rather to Bohemia", "Army Vienna moves to Bohemia"),
        ("Vienna nach Trieste. Nein, doch lieber nach Tyrolia.", "Army Vienna moves to Tyrolia"),
        ("Vienna - Trieste... non, attendez, plutôt vers Galicia", "Army Vienna moves to Galicia"),
    ],
)
def test_a_destination_corrected_right_after_the_order_replaces_it(text: str, reading: str) -> None:
    assert _taken("standard", "2602", text)[-1] == reading
    read = read_at("standard", "2602", text)
    assert [row.notation for row in read.in_force if row.source == "this message"] == [_short(reading)]


def _short(reading: str) -> str:
    return f"A Vie - {reading.rpartition(' ')[2][:3]}"


@pytest.mark.parametrize(
    "text",
    [
        "Vienna to Trieste... no wait, to Mars",  # no such place
        "Vienna to Trieste... no, Bohemia",
        "Vienna to Trieste... no wait, Tyrolia",  # perhaps the army in Tyrolia
        "Vienna to Trieste, then to Venice.",  # a second step
        "Vienna supports Tyrolia to Trieste... no wait, to Venice",  # whose destination?
        "Vienna to Trieste, or rather Bohemia.",
    ],
)
def test_an_unclear_correction_of_the_destination_is_refused(text: str) -> None:
    assert _refused("standard", "2602", text)


@pytest.mark.parametrize(
    ("game", "position", "text", "readings"),
    [
        (
            "hardbop",
            "2610",
            "As they whisper about the Brandywine, my Ranger goes there through the Shire.",
            ["Ranger Bree moves to the Shire and on to the Brandywine"],
        ),
        (
            "hardbop",
            "2610",
            "I think the blow will fall on Osgiliath. Faramir goes there from Minas Tirith.",
            ["Faramir moves to Osgiliath"],
        ),
        (
            "hardbop",
            "2610",
            "Gandalf starts at Minas Tirith and goes by way of Anórien to East Emnet.",
            ["Gandalf starts at Minas Tirith", "Gandalf moves to Anórien and on to East Emnet"],
        ),
        (
            "hardbop",
            "2610",
            "Gandalf starts at Minas Tirith. From there he goes to Osgiliath.",
            ["Gandalf starts at Minas Tirith", "Gandalf moves to Osgiliath"],
        ),
        (
            "hardbop",
            "2610",
            "Gandalf starts at Minas Tirith. Minas Tirith goes to Osgiliath.",
            ["Gandalf starts at Minas Tirith", "Army Minas Tirith moves to Osgiliath"],
        ),
        (
            "hardbop",
            "2610",
            "Faramir takes command of the army in Minas Tirith and leads it to Osgiliath.",
            ["Faramir leads Army Minas Tirith, which moves to Osgiliath"],
        ),
        (
            "hardbop",
            "2610",
            "Faramir takes the Minas Tirith army to Osgiliath.",
            ["Faramir leads Army Minas Tirith, which moves to Osgiliath"],
        ),
        (
            "hardbop",
            "2610",
            "Faramir will bring my Minas Tirith army with him to Osgiliath.",
            ["Faramir leads Army Minas Tirith, which moves to Osgiliath"],
        ),
        (
            "hardbop",
            "2610",
            "Faramir rides with the army in Minas Tirith to Osgiliath.",
            ["Faramir leads Army Minas Tirith, which moves to Osgiliath"],
        ),
        (
            "hardbop",
            "2609",
            "one easterling to srh, one to ered lithui",
            [
                "Easterling Army Off Board moves to South Rhûn",
                "Easterling Army Off Board moves to Ered Lithui",
            ],
        ),
        (
            "hardbop",
            "2506",
            "Build an army in Minas Tirith and let it destroy Sauron.",
            ["Army Minas Tirith is built", "Army Minas Tirith destroys Sauron"],
        ),
        (
            "hardbop",
            "2601",
            "pirates to southern sea",
            ["Pirate City of the Corsairs moves to the Southern Sea"],
        ),
        (
            "downfall-xiii",
            "2607",
            "My army in Erebor should go to Esgaroth, and Dain should go to Esgaroth with it.",
            ["Army Erebor moves to Esgaroth", "Dain goes with Army Erebor to Esgaroth"],
        ),
        ("downfall-xiii", "2608", "Gandalf: to Bree.", ["Gandalf moves to Bree"]),
        (
            "downfall-xiii",
            "2608",
            "Aragorn: orders the elven army in Rhudaur to support the garrison of Imladris.",
            ["Aragorn commands: Army Rhudaur supports the garrison of Imladris"],
        ),
        (
            "downfall-xiii",
            "2606",
            "Both fleets leave the City of the Corsairs together for the Southern Bay.",
            ["2 Fleets City of the Corsairs move to the Southern Bay"],
        ),
        (
            "downfall-xiii",
            "2607",
            "I would like to remain neutral for the time being.",
            ["Declares itself Neutral"],
        ),
        ("downfall-xiii", "2610", "Nothing for Dol Amroth, it just stays.", ["Army Dol Amroth holds"]),
        ("downfall-xiii", "2609", "La cavalerie d'East Emnet ne bouge pas.", ["Cavalry East Emnet holds"]),
        (
            "hardbop",
            "2608",
            "le pirate de Tolfalas débarque en South Gondor, soutenu par l'armée de Harad",
            [
                "Pirate Tolfalas moves to South Gondor",
                "Army Harad supports Pirate Tolfalas moving to South Gondor",
            ],
        ),
        (
            "hardbop",
            "2608",
            "Der Pirat von Tolfalas landet in South Gondor, unterstützt von der Armee in Harad",
            [
                "Pirate Tolfalas moves to South Gondor",
                "Army Harad supports Pirate Tolfalas moving to South Gondor",
            ],
        ),
        (
            "hardbop",
            "2606",
            "Beorn's Marches unterstützt die Elben von High Pass nach Old Ford",
            ["Army Beorn's Marches supports Army High Pass moving to the Old Ford"],
        ),
    ],
)
def test_sentences_about_pieces_and_stacks(game: str, position: str, text: str, readings: list[str]) -> None:
    assert _taken(game, position, text) == readings


@pytest.mark.parametrize(
    ("position", "text", "readings"),
    [
        (
            "2602",
            "Vienna marches to Trieste, and both Tyrolia and Albania help Vienna with that.",
            [
                "Army Vienna moves to Trieste",
                "Army Tyrolia supports the move from Vienna to Trieste",
                "Army Albania supports the move from Vienna to Trieste",
            ],
        ),
        ("2602", "Vienna to Trieste, because otherwise it bounces.", ["Army Vienna moves to Trieste"]),
        ("2602", "Vienna to Trieste, he will never expect that.", ["Army Vienna moves to Trieste"]),
        (
            "2602",
            "From Vienna I go to Trieste, and with Tyrolia I attack Venice.",
            ["Army Vienna moves to Trieste", "Army Tyrolia moves to Venice"],
        ),
        ("2602", "In Warsaw I hold.", ["Army Warsaw holds"]),
        (
            "2602",
            "The fleet sails home to Tunis before somebody steals it.",
            ["Fleet Western Mediterranean moves to Tunis"],
        ),
        ("2610", "The army in Liverpool takes the train to Wales.", ["Army Liverpool moves to Wales"]),
        (
            "2604",
            "Die Armee in Bulgarien greift Rumänien an. Die Flotte im Schwarzen Meer unterstützt diesen "
            "Angriff. Die Armee aus Konstantinopel rückt nach Bulgarien nach.",
            [
                "Army Bulgaria moves to Rumania",
                "Fleet Black Sea supports the move from Bulgaria to Rumania",
                "Army Constantinople moves to Bulgaria",
            ],
        ),
        (
            "2604",
            "Die Flotte im Schwarzen Meer unterstützt den Angriff von Bulgarien auf Rumänien",
            ["Fleet Black Sea supports the move from Bulgaria to Rumania"],
        ),
        (
            "2606",
            "La flotte de la Manche attaque Brest, et la flotte MAO soutient cette attaque. "
            "L'armée de Bourgogne rentre à Paris, et celle de Marseille va en Espagne.",
            [
                "Fleet English Channel moves to Brest",
                "Fleet Mid-Atlantic Ocean supports the move from the English Channel to Brest",
                "Army Burgundy moves to Paris",
                "Army Marseilles moves to Spain",
            ],
        ),
    ],
)
def test_sentences_of_standard_diplomacy(position: str, text: str, readings: list[str]) -> None:
    assert _taken("standard", position, text) == readings


@pytest.mark.parametrize(
    "text",
    [
        "Vienna to Trieste, because he may come, otherwise I hold",
        "Vienna to Trieste, he will not expect Serbia there.",
        "Vienna would go to Trieste, he would never expect it",
        "Vienna to Trieste before Serbia moves",
    ],
)
def test_a_condition_or_a_doubt_about_a_place_is_refused(text: str) -> None:
    assert _refused("standard", "2602", text)


def test_an_order_after_introductory_words_is_suggested() -> None:
    text = "Enough sitting on the fence: Umbar declares for Evil!"
    assert _refused("downfall-xiii", "2606", text) == ["Did you mean DECLARE Evil?"]


def test_a_standing_order_is_asked_for_in_a_sentence() -> None:
    text = "And a standing order please: Army Harad destroys Gandalf, always."
    taken = [line.reading for line in _lines("downfall-xiii", "2606", text) if line.verdict == TAKEN]
    assert taken == ["Standing order: Army Harad destroys Gandalf"]


def test_a_negated_order_is_not_suggested() -> None:
    assert "destroys" not in " ".join(_refused("hardbop", "2610", "Lamedon is NOT to destroy it."))


def test_neutral_is_not_an_order_when_nobody_may_declare() -> None:
    assert not _taken("hardbop", "2405", "I want to stay neutral for now, so no declaration yet.")
