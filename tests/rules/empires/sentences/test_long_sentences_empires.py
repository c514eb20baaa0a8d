"""Long sentences with several orders: each is read, or refused with what it says alone."""

from adjudicator.core.game import REFUSED, REMARK, TAKEN, ReadLine
from adjudicator.games import find

GAME = find("empires")
FACTS = {
    "phase": "Russia",
    "turn": 2,
    "units": {
        "Russia": ["2 Armies Warsaw", "Army Brest-Litovsk", "Army Kiev"],
        "Germany": ["Army Danzig"],
    },
}
RECRUIT = "I would perhaps like to recruit one full army in Warsaw"
ATTACK = "one of the armies in Warsaw attacks Danzig with the other one from Warsaw in support"
MOVE = "the army from Brest-Litovsk goes to Warsaw since there might be something coming from Lemberg"
END = "and I hope that this finds you well and in a better mood than last time"


def read(text: str) -> tuple[ReadLine, ...]:
    return GAME.read(GAME.place(FACTS), "Russia", None, [text]).lines


def test_each_order_of_a_doubtful_sentence_is_refused_with_itself() -> None:
    found = read(f"{RECRUIT}, then I activate and {ATTACK}, {MOVE}, {END}")
    remedies = [line.remedy for line in found if line.verdict == REFUSED]
    assert not any(line.verdict == TAKEN for line in found)
    assert remedies[0] == "Did you mean RECRUIT full in Warsaw?"
    assert any("Army Warsaw - Danzig attacks with Army Warsaw" in remedy for remedy in remedies)
    assert "Did you mean Army Brest-Litovsk - Warsaw?" in remedies


def test_never_mind_the_style_is_no_doubt() -> None:
    found = read(f"Never mind the style, {ATTACK}, I recruit one full army in Warsaw.")
    assert [line.verdict for line in found].count(REFUSED) == 0
    assert "Recruits a full army in Warsaw" in [line.reading for line in found]
    doubtful = read("Never mind the attack, I recruit one full army in Warsaw.")
    assert not any(line.verdict == TAKEN for line in doubtful) or doubtful[0].verdict == REMARK


def test_an_order_after_its_purpose_is_suggested_as_it_stands() -> None:
    text = "So that Warsaw isn't left to the new boys the army from Brest-Litovsk goes to Warsaw."
    [found] = read(text)
    assert found.verdict == REFUSED
    assert found.remedy == "If it is an order, did you mean Army Brest-Litovsk - Warsaw?"


def test_what_becomes_full_again_is_reinforced_in_suggestions() -> None:
    text = "I begin with the recruitment: the army of Kiev, which is reduced, becomes full again, and so on."
    assert any("RECRUIT reinforce Kiev" in line.remedy or line.verdict == TAKEN for line in _weak(text))


def _weak(text: str) -> tuple[ReadLine, ...]:
    state = GAME.place({**FACTS, "units": {"Russia": ["Army Kiev reduced"], "Germany": []}})
    return GAME.read(state, "Russia", None, [text]).lines
