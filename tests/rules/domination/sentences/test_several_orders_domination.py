"""Epic Domination: several orders in one sentence or line, each of which is read or gets its own suggestion.

Position 3404 is Blue's: five Knights and three Griffins in A12, a Knight each in B1 and B10; in B6 four
Militia, a Knight and a Griffin; Red has Militia in B5. In 3405 Blue has three Knights in D4, two in D6, four
in B10, five Griffins in B6 and two in D14, a Knight in D15 and three Militia in D2. In 3510 Blue has units in
D7, D12, D15 and D16 and a Militia in A11. In 3309 Red has three Knights and a Griffin in F10, a Knight in F8.
In 3401 and 3501 the board is not laid yet.
"""

import pytest

from adjudicator.core.game import REFUSED, REMARK, TAKEN
from tests.support.play.read_lines import all_taken, read_at


def _taken(position: str, text: str) -> list[str]:
    return all_taken(read_at("domination", position, text))


@pytest.mark.parametrize(
    ("position", "text", "orders"),
    [
        (
            "3404",
            "Everything up north goes for Aldgate: the 5 knights from A12, the knight from B1, all to A7.",
            ["5 Knight A12 - A7", "Knight B1 - A7"],
        ),
        (
            "3405",
            "All my griffins fly to Dunmere: the one in B6 and the pair in D14",
            ["Griffin B6 - D11", "2 Griffin D14 - D11"],
        ),
        (
            "3510",
            "Everyone to Dunmere!!! I mean D7, D12, D15 and D16.",
            ["all D7 - D11", "all D12 - D11", "all D15 - D11", "all D16 - D11"],
        ),
        (
            "3510",
            "All of D7, D12, D15, D16 to D11. A11 to A10.",
            ["all D7 - D11", "all D12 - D11", "all D15 - D11", "all D16 - D11", "Militia A11 - A10"],
        ),
        (
            "3404",
            "Everything in Bramblecross stays, except the Knight, who rides against the Militia at B5.",
            ["4 Militia + Griffin B6 holds", "Knight B6 - B5"],
        ),
        ("3404", "Everything I have at A12, Knights and Griffins alike, goes for Aldgate", ["all A12 - A7"]),
        (
            "3404",
            "My two Knights, at B1 and B10, don't move",
            ["all Knight B1 holds", "all Knight B10 holds"],
        ),
        ("3404", "B1 comes back to B6, B10 ditto", ["Knight B1 - B6", "Knight B10 - B6"]),
        (
            "3405",
            "Knights: D4 (3) to D2, D6 (2) to D2, D15 to D11, B10 (4) stay",
            ["3 Knight D4 - D2", "2 Knight D6 - D2", "all Knight D15 - D11", "4 Knight B10 holds"],
        ),
        ("3502", "A7 M K H", ["Militia A7 holds", "Knight A7 holds"]),
        ("3309", "The Knight at F8 is in danger, so it goes to F10", ["Knight F8 - F10"]),
        (
            "3507",
            "3 knights in H10, two of them go to H13, one stays",
            ["2 Knight H10 - H13", "Knight H10 holds"],
        ),
    ],
)
def test_what_is_said_once_holds_for_each_stack(position: str, text: str, orders: list[str]) -> None:
    assert _taken(position, text) == _taken(position, "\n".join(orders))


@pytest.mark.parametrize(
    ("position", "text"),
    [
        ("3404", "If Red is gone everything goes for Aldgate: the 5 knights from A12, the knight from B1"),
        ("3405", "Four of my griffins go to Dunmere: the one in B6 and the pair in D14"),  # three
        ("3404", "Not everything goes for Aldgate: the 5 knights from A12, the knight from B1"),
    ],
)
def test_a_list_with_a_condition_or_a_wrong_sum_is_not_taken(position: str, text: str) -> None:
    assert not any(
        "to A7" in line.reading or "to D11" in line.reading
        for line in read_at("domination", position, text).lines
    )


@pytest.mark.parametrize(
    ("position", "text", "builds"),
    [
        ("3502", "build 2 knights and the rest militia in A7", ["2 Knight A7", "rest Militia A7"]),
        ("3502", "Build one griffin & knights for the rest, all in A10", ["Griffin A10", "rest Knight A10"]),
        ("3502", "B A7 3K A10 1G + M REST", ["3 Knight A7", "Griffin A10", "rest Militia A10"]),
        (
            "3502",
            "Cash: 3 knights in A7; whatever remains, militia in A10",
            ["3 Knight A7", "rest Militia A10"],
        ),
        (
            "3502",
            "2 knights in A7, and as many militia as I can get into Ambermouth",
            ["2 Knight A7", "rest Militia A10"],
        ),
        (
            "3502",
            "Spend 15 on Knights in A7 and the rest on Militia in A10",
            ["3 Knight A7", "rest Militia A10"],
        ),
        (
            "3502",
            "3 knights in A7, whatever sum remains is to be laid out on militia at A10",
            ["3 Knight A7", "rest Militia A10"],
        ),
        ("3502", "2 griffins A7, remainder in militia same place", ["2 Griffin A7", "rest Militia A7"]),
        (
            "3502",
            "2 Knights in A7, Militia for the rest in A7 or, should that be lost, A10",
            ["2 Knight A7", "rest Militia A7 or A10"],
        ),
    ],
)
def test_builds_by_what_is_left(position: str, text: str, builds: list[str]) -> None:
    wanted = _taken(position, "\n".join(["Build", *builds]))
    assert [one for one in _taken(position, f"Build\n{text}") if one != "Build:"] == wanted[1:]


@pytest.mark.parametrize(
    "text",
    [
        "2 Griffins in A7 plus 2 Knights in A10, all the rest on Militia, half and half",
        "3 knights in A7, whatever remains, 2 militia in A10",
        "Spend 14 on Knights in A7",
    ],
)
def test_money_that_is_not_shared_out_plainly_is_asked_about(text: str) -> None:
    read = read_at("domination", "3502", f"Build\n{text}").lines
    assert any(line.verdict == REFUSED for line in read)
    assert not any("as many" in line.reading or "Knight" in line.reading for line in read)


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("Losses - militia, then knights", ["lose Militia, Knight"]),
        (
            "Casualties: Militia, Knight in that order, forts before anything else",
            ["lose Fort, Militia, Knight"],
        ),
        ("my units should be lost in this order: militia, then the walls", ["lose Militia, Fort"]),
        ("if it goes wrong kill militia then walls then knights", ["lose Militia, Fort, Knight"]),
        (
            "Lose militia before knights, knights before walls; griffins never",
            ["lose Militia, Knight, Fort", "keep Griffin"],
        ),
        (
            "Should it come to blows, the Militia are to be sacrificed first, only thereafter the Knights",
            ["lose Militia, Knight"],
        ),
        ("If we lose units it's Militia - Fort - Knights", ["lose Militia, Fort, Knight"]),
        ("L: F M K G", ["lose Fort, Militia, Knight, Griffin"]),
        (
            "Fights: in A7 it's knights, then griffins. Anywhere else: militia, fort",
            ["at A7: lose Knight, Griffin", "lose Militia, Fort"],
        ),
        (
            "militia should go first, and griffins should be the last ones standing",
            ["lose Militia", "keep Griffin"],
        ),
    ],
)
def test_losses_in_the_words_of_players(text: str, orders: list[str]) -> None:
    assert _taken("3502", text) == _taken("3502", "\n".join(orders))


def test_all_kinds_of_one_sentence_are_one_list_of_losses() -> None:
    text = "Fortifications are to be lost first, then Militia, then Griffins; Knights last."
    assert _taken("3404", text) == ["Lose Fort, Militia, Griffin, Knight"]


@pytest.mark.parametrize(
    ("position", "text", "readings"),
    [
        (
            "3501",
            "I have looked at the pieces for a long time. I like Hollowmark best, because it is near. If that"
            " is gone, please give me Carrowmere. As for the army, whatever piece I get: two Knights in the"
            " first city, and for the rest of the money as many Militia as possible in the second. In battle"
            " please let the walls go first, then the Militia.",
            [
                "Take the first of these pieces that is free: H, C",
                "Build 2 Knights at your first city",
                "Build as many Militia as the money buys at your second city",
                "Lose Fort, Militia",
            ],
        ),
        (
            "3501",
            "2K 1st city, all other cash M in the 2nd.",
            [
                "Build 2 Knights at your first city",
                "Build as many Militia as the money buys at your second city",
            ],
        ),
        (
            "3501",
            "Second city: 1 Knight, and Militia with the rest.",
            [
                "Build Knight at your second city",
                "Build as many Militia as the money buys at your second city",
            ],
        ),
    ],
)
def test_a_whole_set_up_in_one_paragraph(position: str, text: str, readings: list[str]) -> None:
    assert _taken(position, text) == readings


def test_a_list_of_pieces_that_is_not_understood_is_refused_beside_builds() -> None:
    text = "I like Hollowmark best; if Blue takes it I am all for Brackenwold. 2 Knights in the first city."
    first, second = read_at("domination", "3501", text).lines
    assert first.verdict == REFUSED
    assert first.remedy == "Did you mean piece H, B?"
    assert second.reading == "Build 2 Knights at your first city"


def test_each_misspelt_order_of_a_line_has_its_own_suggestion() -> None:
    read = read_at("domination", "3404", "build 4 Knihgt B6 and 1 Griffn B12, rest Miltia B12").lines
    assert [(line.text, line.remedy) for line in read] == [
        ("build 4 Knihgt B6", "Did you mean build 4 Knight B6?"),
        ("1 Griffn B12", "Did you mean build Griffin B12?"),
        ("rest Miltia B12", "Did you mean rest Militia B12?"),
    ]


@pytest.mark.parametrize(
    ("text", "suggested"),
    [
        ("3 Knights F10 - F6\nGriffin F10 - F6\nIf Blue is in F10, everything stays where it is.", "F10"),
        ("3 Knights F10 - F6\nGriffin F10 - F6\nif Blue is at F6, nobody moves", "F6"),
    ],
)
def test_moves_above_a_sentence_that_stops_them_all_are_asked_about(text: str, suggested: str) -> None:
    knights, griffin, stop = read_at("domination", "3309", text).lines
    assert {line.verdict for line in (knights, griffin, stop)} == {REFUSED}
    assert f"if not Blue at {suggested}: 3 Knight F10 - F6?" in knights.remedy
    assert f"if not Blue at {suggested}: Griffin F10 - F6?" in griffin.remedy


@pytest.mark.parametrize(
    "text",
    [
        "Griffin F10 - F6\nIf Blue is in F8, the knihgt F8 goes to F10",
        "Griffin F10 - F6\nif Blue is in F8, all others stay",
    ],
)
def test_the_condition_of_the_next_line_is_not_that_of_the_order_above(text: str) -> None:
    above, below = read_at("domination", "3309", text).lines
    assert above.reading == "Griffin from F10 Fenbridge to F6"
    assert below.verdict == REFUSED


def test_a_wrapped_condition_still_belongs_to_the_order_above() -> None:
    read = read_at("domination", "3309", "Griffin F10 - F6\nif Blue is in F8").lines
    assert [line.reading for line in read if line.verdict == TAKEN] == [
        "If Blue is at F8 Fallowick: Griffin from F10 Fenbridge to F6"
    ]


@pytest.mark.parametrize(
    ("position", "text"),
    [
        ("3510", "Everyone to Dunmere!"),
        ("3505", "CMB: F M K G everywhere, except H10: M F K G"),
        ("3404", "as many Militia as the boat can carry into Barrowgate, where the walls are nearly gone."),
    ],
)
def test_what_names_units_or_everybody_is_never_only_a_remark(position: str, text: str) -> None:
    read = read_at("domination", position, text).lines
    assert any(line.verdict == REFUSED for line in read)
    assert read[0].verdict != REMARK


@pytest.mark.parametrize(
    ("position", "text", "never"),
    [
        ("3207", "both single griffins (D1, D3) and 3 knights D8, from north and south", "build 3 Knight"),
        ("3404", "send the other 3 to B5 with the knight and the griffin", "A12 - B5"),
        ("3507", "Lose Militia, Fort, Knight; at H5 lose whoever comes first", "at H5: lose Militia"),
        (
            "3503",
            "As for losses, militia will be going first, and griffins be the last of the bunch",
            "keep Militia",
        ),
        (
            "3404",
            "alle Einheiten aus A12 greifen Aldgate an, ausser einem Ritter, der in A12 bleibt",
            "all A12 - A7",
        ),
        (
            "3308",
            "Knight G11 and Griffin G4: attack G7 if Yellow is weak there, otherwise both to G12",
            "build",
        ),
    ],
)
def test_a_suggestion_leaves_out_no_exception_and_means_no_other_unit(
    position: str, text: str, never: str
) -> None:
    assert not any(never in line.remedy for line in read_at("domination", position, text).lines)


def test_a_number_at_the_end_of_a_sentence_does_not_count_the_units_of_the_next() -> None:
    text = "3 knights D8 - F8, that's 3. The militia and the knight in Dawnport stay."
    assert "Militia at D2 Dawnport holds" in [
        line.reading for line in read_at("domination", "3207", text).lines
    ]


def test_a_heading_alone_ends_no_list_of_pieces() -> None:
    """Below such a sentence "Build" was joined to the list, so that our own form seemed to be changed."""
    text = "replaces the sheet; one that begins with also.\npiece A, B, C\nBuild\nrest Militia first city"
    lines = read_at("domination", "3501", text).lines
    assert [line.text for line in lines if line.verdict == TAKEN] == text.splitlines()[1:]
