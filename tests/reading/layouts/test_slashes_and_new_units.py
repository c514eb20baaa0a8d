"""Slashes, units that are built or given up, labels, and full stops in names."""

import pytest

from adjudicator.core.game import REFUSED, ReadLine
from tests.support.play.read_lines import orders_of, read_at


def _lines(game: str, position: str, text: str) -> tuple[ReadLine, ...]:
    return read_at(game, position, text).lines


def _taken(game: str, position: str, text: str) -> list[str]:
    return orders_of(read_at(game, position, text))


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("Boh/Vie", "Army Bohemia moves to Vienna"),
        ("Gal s Boh/Vie", "Army Galicia supports the move from Bohemia to Vienna"),
        ("Gal supports Boh/Vie", "Army Galicia supports the move from Bohemia to Vienna"),
    ],
)
def test_a_slash_between_two_places_is_a_move(text: str, reading: str) -> None:
    assert _taken("standard", "2705", text) == [reading]


@pytest.mark.parametrize("text", ["Boh/Vie/Tyr", "Boh/Vie?", "Boh/Vie or Tyr"])
def test_slashes_between_more_places_are_not_a_move(text: str) -> None:
    assert _taken("standard", "2705", text) == []


def test_units_separated_by_a_slash_share_the_order_below() -> None:
    assert _taken("standard", "2705", "Boh/Gal:\nhold") == ["Army Bohemia holds", "Army Galicia holds"]


@pytest.mark.parametrize("order", ["", " (in this order)"])
def test_places_to_retreat_to_may_be_separated_by_slashes_and_spaces(order: str) -> None:
    text = f"Fellowship -> Rhudaur / Hollin / Carrock{order}"
    assert _taken("downfall-xiii", "2703", text) == [
        "Fellowship retreats to Rhudaur or Hollin or the Carrock"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "then build a new army in Udun",
        "one new army for Mordor in Udun please",
        "Mordor builds an army in Udun this time",
        "Ich baue eine neue Armee in Udun.",
        "Je construis une nouvelle armée à Udun.",
    ],
)
def test_a_new_unit_is_built(text: str) -> None:
    assert _taken("hardbop", "2707", text) == ["Army Udûn is built"]


@pytest.mark.parametrize(
    "text",
    [
        "He builds an army in Udun",
        "Build no new army in Udun",
        "Build a new army",
        "Ich baue keine neue Armee in Udun",
        "Gondor builds an army in Minas Tirith",
    ],
)
def test_builds_of_others_or_of_nobody_are_not_taken(text: str) -> None:
    assert _taken("hardbop", "2707", text) == []


@pytest.mark.parametrize("text", ["Alignment: Evil", "My alignment is Evil", "Our allegiance = evil"])
def test_an_alignment_may_follow_its_label(text: str) -> None:
    assert _taken("downfall-xiii", "2705", text) == ["Declares itself Evil"]


@pytest.mark.parametrize("text", ["Alignment: Evil?", "Alignment: not Evil", "Gondor alignment: Evil"])
def test_a_doubtful_alignment_is_not_declared(text: str) -> None:
    assert _taken("downfall-xiii", "2705", text) == []
    assert {line.verdict for line in _lines("downfall-xiii", "2705", text)} <= {REFUSED, "remark"}


@pytest.mark.parametrize(
    ("text", "removed"),
    [
        (
            "The two units I give up are the army in Lossarnach and the army in North Ithilien.",
            ["Army Lossarnach is removed", "Army North Ithilien is removed"],
        ),
        ("I must part with the army in Lossarnach.", ["Army Lossarnach is removed"]),
        ("The unit I remove is the army in Lossarnach", ["Army Lossarnach is removed"]),
    ],
)
def test_units_described_as_given_up_are_removed(text: str, removed: list[str]) -> None:
    assert _taken("downfall-xiii", "2701", text) == removed


@pytest.mark.parametrize(
    "text",
    [
        "I do not give up the army in Lossarnach",
        "I would hate to give up the army in Lossarnach",
        "Must I give up the army in Lossarnach?",
        "I lose the army in Lossarnach",
    ],
)
def test_units_that_are_kept_or_were_lost_are_not_removed(text: str) -> None:
    assert _taken("downfall-xiii", "2701", text) == []


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("fl Sund. Sea > GUL", ["Fleet Sundering Sea moves to the Gulf of Lune"]),
        ("Wold sup. Lor", ["Army Wold supports Army Lórien where it stays"]),
        (
            "Lor stands, destr. any",
            ["Army Lórien holds", "Army Lórien destroys any piece that it can"],
        ),
    ],
)
def test_a_full_stop_may_abbreviate_a_word_of_an_order(text: str, readings: list[str]) -> None:
    assert _taken("downfall-xiii", "2712", text) == readings


@pytest.mark.parametrize("text", ["Fell. Shi - Lhun", "Fell. - Lhun"])
def test_a_full_stop_may_abbreviate_a_piece(text: str) -> None:
    assert _taken("hardbop", "2705", text) == ["Fellowship moves to Lhûn"]


def test_a_full_stop_between_two_sentences_still_ends_the_first() -> None:
    assert _taken("hardbop", "2705", "Lor holds. Iml - Rhud. GHa - Harlond") == [
        "Army Lórien holds",
        "Army Imladris moves to Rhudaur",
        "Fleet Grey Havens moves to Harlond",
    ]


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("T: Tyr >> Tri", "Army Tyrolia moves to Trieste"),
        ("Sil s. Pru >> Ber", "Army Silesia supports the move from Prussia to Berlin"),
    ],
)
def test_a_double_arrow_is_an_arrow(text: str, reading: str) -> None:
    assert _taken("standard", "2712", text) == [reading]


def test_a_line_that_begins_with_a_double_arrow_is_a_quotation() -> None:
    assert _taken("standard", "2712", ">> Tyr >> Tri") == []
