"""Corrections that name another technology or diplomacy track, and orders of Empires in slang."""

import pytest

from adjudicator.core.game import REFUSED
from tests.support.play.read_lines import all_taken, orders_of, read_at

RUSSIA, GERMANY, RUSSIA_EARLY, AUSTRIA, GERMANY_EARLY = "2403", "2402", "2410", "2404", "2411"  # positions
LUTSK_ATTACKS = "Army Lutsk moves to Kiev and attacks, supported by Army Lutsk, which moves there too"


def _refused(number: str, text: str) -> list[str]:
    return [line.remedy for line in read_at("empires", number, text).lines if line.verdict == REFUSED]


@pytest.mark.parametrize(
    "text",
    [
        "no, Italy it is.",
        "hmm, make that Italy instead",
        "Doch lieber Italien",
        "non, plutôt Italie",
        "if i waste Romania now they never come.. no, Italy it is. Italy forward not Romania!!",
    ],
)
def test_a_correction_to_another_track_leaves_the_diplomacy_above_out_of_force(text: str) -> None:
    assert orders_of(read_at("empires", RUSSIA, f"DIPLOMACY Romania forward\n\n{text}")) == []


def test_a_correction_to_another_technology_leaves_the_research_above_out_of_force() -> None:
    assert orders_of(read_at("empires", RUSSIA, "RESEARCH Attack 1\n\nno, Manoeuvre it is.")) == []


@pytest.mark.parametrize(
    "text", ["Italy will be pleased.", "no, I do not trust Germany", "Romania it is!", "kiev attack stands"]
)
def test_talk_does_not_change_the_diplomacy_above(text: str) -> None:
    reading = read_at("empires", RUSSIA, f"DIPLOMACY Romania forward\n\n{text}")
    assert orders_of(reading) == ["Diplomacy: Romania forward"]


@pytest.mark.parametrize(
    ("number", "text", "orders"),
    [
        (RUSSIA, "both Lutsk armies hit Kiev. one is the attacker the other one joins in", [LUTSK_ATTACKS]),
        (RUSSIA, "Army Lutsk - Kiev attacks. the other one joins in", [LUTSK_ATTACKS]),
        (RUSSIA, "Riga digs in", ["Entrenches in Riga"]),
        (RUSSIA_EARLY, "Kgsbg army fights on. One Caucasus army rails to Odessa. Kiev digs in.", [
            "Army Königsberg attacks", "Army Caucasus goes by strategic move to Odessa", "Entrenches in Kiev"
        ]),
        (GERMANY, "Recruit: bring the tired Königsberg army to full, plus a new full one in Breslau", [
            "Makes full: Army Königsberg", "Recruits a full army in Breslau"
        ]),
        (AUSTRIA, "the full army of Lutsk goes back to Lublin. The reduced one bleibt wo sie ist.", [
            "full Army Lutsk moves to Lublin"
        ]),
        (GERMANY_EARLY, "Fixed: Activate, with Cologne into Brussels (nobody there).", [
            "Army Cologne moves to Brussels"
        ]),
        (GERMANY_EARLY, "The French in Nancy are weak, so Strasbourg attacks Nancy.", [
            "Army Strasbourg moves to Nancy and attacks"
        ]),
    ],
)  # fmt: skip
def test_orders_in_colloquial_words(number: str, text: str, orders: list[str]) -> None:
    taken = [
        one
        for one in all_taken(read_at("empires", number, text))
        if one not in ("Activates armies", "Recruits")
    ]
    assert taken == orders


@pytest.mark.parametrize(
    ("number", "text"),
    [
        ("2401", "Sarajevo goes to Belgrade (yes, attack)"),  # the bracket adds something to the order
        (GERMANY_EARLY, "Cologne into Brussels (if nobody is there)"),
        (GERMANY_EARLY, "If Warsaw is lost, so Cologne attacks Brussels"),
        (RUSSIA, "Brst army fights on."),
        (RUSSIA, "The Wrsk army goes to Riga"),
    ],
)
def test_an_ambiguous_order_is_refused(number: str, text: str) -> None:
    assert _refused(number, text)


@pytest.mark.parametrize(
    "text", ["The German army fights on.", "Poor army, it fights on", "Franz army jokes aside"]
)
def test_talk_about_armies_is_not_an_order(text: str) -> None:
    assert _refused(RUSSIA, text) == []
