"""A person is written as a name, an address, or both."""

import pytest

from pbem.core.person import LONGEST, named


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Ann <Ann@X.org>", ("Ann", "ann@x.org")),
        ('"Ann Lee" <ann@x.org>', ("Ann Lee", "ann@x.org")),
        ("ann@x.org", ("", "ann@x.org")),
        ("Ann", ("", "")),
        ("Ann <ann>", ("", "")),
    ],
)
def test_a_name_and_an_address_are_separated(said: str, meant: tuple[str, str]) -> None:
    assert named(said) == meant


def test_a_text_too_long_for_an_address_is_not_one() -> None:
    fits = "a" * (LONGEST - len("@x.org")) + "@x.org"
    assert named(fits) == ("", fits)
    assert named("a" + fits) == ("", "")
