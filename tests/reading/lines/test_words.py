"""Find the place that a name means, and the answer if there is none or more than one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core.language.words import LOOK_UP, Names, Unreadable, clean, key, listed

NAMES = Names(
    {
        "Par": ("Paris",),
        "Pie": ("Piedmont",),
        "Pic": ("Picardy",),
        "NTH": ("North Sea",),
        "NWG": ("Norwegian Sea", "NRG"),
        "Nwy": ("Norway", "Nor"),
        "Stp": ("St Petersburg", "Saint Petersburg"),
        "Udu": ("Udûn",),
        "VAn": ("Anduin", "And"),
        "AND": ("River Anduin", "And"),
    }
)


@pytest.mark.parametrize(
    ("sent", "cleaned"),
    [
        ("A Par – Bur", "A Par - Bur"),
        ("A Par — Bur", "A Par - Bur"),
        ("A Par − Bur", "A Par - Bur"),
        ("A Par → Bur", "A Par -> Bur"),
        ("A Par ➡️ Bur", "A Par -> Bur"),
        ("A\u00a0Par\u2009-\u202fBur", "A Par - Bur"),
        ("A Pa\u200br - B\u00adur\ufeff", "A Par - Bur"),
        ("Ａ Ｐａｒ － Ｂｕｒ", "A Par - Bur"),
        ("Paris’ “army”", 'Paris\' "army"'),
        ("  A   Par\t-  Bur \r\n", "A Par - Bur"),
        ("Udûn", "Udûn"),
    ],
)
def test_typographic_characters_are_replaced(sent: str, cleaned: str) -> None:
    assert clean(sent) == cleaned


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("par", "Par"),
        ("PARIS", "Par"),
        ("pari", "Par"),
        ("nor", "Nwy"),  # a short name takes precedence over the start of a name
        ("north", "NTH"),
        ("St. Petersburg", "Stp"),
        ("st-petersburg", "Stp"),
        ("udun", "Udu"),
        ("UDÛN", "Udu"),
        ("Üdun", "Udu"),
        ("Norw Sea", "NWG"),
        ("nort sea", "NTH"),
    ],
)
def test_a_place_is_found(said: str, meant: str) -> None:
    assert NAMES.find(said) == meant


@pytest.mark.parametrize(
    ("said", "reason", "remedy"),
    [
        ("Piemond", 'There is no province "Piemond".', "Did you mean Piedmont?"),
        ("nrth sea", 'There is no province "nrth sea".', "Did you mean North Sea?"),
        ("Norwgian Sea", 'There is no province "Norwgian Sea".', "Did you mean Norwegian Sea?"),
        ("Xyzzy", 'There is no province "Xyzzy".', LOOK_UP),
        ("", "You do not say which province you mean.", "Write its short name."),
        ("Pi", '"Pi" may be Piedmont or Picardy.', "Write the name in full or use its short name."),
        (
            "Nor Se",
            '"Nor Se" may be North Sea or Norwegian Sea.',
            "Write the name in full or use its short name.",
        ),
        ("And", '"And" may be Anduin or River Anduin.', "Write the name in full or use its short name."),
    ],
)
def test_an_unknown_or_ambiguous_name_is_refused(said: str, reason: str, remedy: str) -> None:
    with pytest.raises(Unreadable) as refused:
        NAMES.find(said)
    assert refused.value.reason in (reason, reason.replace("Piedmont or Picardy", "Picardy or Piedmont"))
    assert refused.value.remedy == remedy


def test_the_places_that_the_unit_can_enter_decide_an_ambiguous_name() -> None:
    assert NAMES.find("And", fits={"AND"}.__contains__) == "AND"
    with pytest.raises(Unreadable):
        NAMES.find("And", fits={"Par"}.__contains__)


def test_two_equally_near_names_are_both_suggested() -> None:
    names = Names({"a": ("Northland",), "b": ("Northlund",), "c": ("Paris",)})
    assert names.near("Northlind") == ("a", "b")


@pytest.mark.parametrize(
    ("names", "told"), [([], ""), (["a"], "a"), (["a", "b"], "a or b"), ("abc", "a, b or c")]
)
def test_lists_have_commas_and_a_final_word(names: list[str], told: str) -> None:
    assert listed(names) == told


@given(st.text())
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    assert clean(clean(text)) == clean(text)


@given(st.text())
def test_any_text_is_found_or_refused(text: str) -> None:
    assert key(text) == key(text.upper().casefold().strip()) or not text.isascii()
    try:
        assert NAMES.find(text)
    except Unreadable as refusal:
        assert refusal.reason
