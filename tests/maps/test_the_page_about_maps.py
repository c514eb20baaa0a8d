"""The small map of docs/adding-a-map.md, made and played as the page says."""

import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from adjudicator import games
from adjudicator.__main__ import main
from adjudicator.core.board import load
from adjudicator.map_making.geometry import drawn
from pbem.core.settings import HouseSettings, ServiceSettings, Settings
from pbem.service.assembly import open_office
from pbem.web.site import build
from tests.maps.test_every_map_is_played import pictures_in
from tests.support.table import JUDGE, Table, text_of

PAGE = (Path(__file__).parents[2] / "docs" / "adding-a-map.md").read_text("utf-8")
GM, ANN, BOB = "gm@example.org", "ann@example.org", "bob@example.org"
IMPORTS = Path(__file__).parents[1] / "boards" / "imports"


@cache
def drawing() -> str:
    """Return what `adjudicator board new` writes, made once."""
    return drawn(load(str(Path("config/boards/narrow_sea").resolve())))


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def commands() -> Iterator[list[str]]:
    for block in blocks("sh"):
        for line in block.splitlines():
            program, *words = shlex.split(line)
            if program == "adjudicator":
                yield words


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder in which the steps of the page have been carried out."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "config" / "boards" / "narrow_sea"
    folder.mkdir(parents=True)
    (tmp_path / "two_islands.map").write_text((IMPORTS / "two_islands.map").read_text("utf-8"), "utf-8")
    (folder / "board.toml").write_text(blocks("toml")[0], "utf-8")
    yield tmp_path
    games.use_maps(None)


@pytest.mark.thorough
def test_every_command_of_the_page_does_what_it_says(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adjudicator.map_making.geometry.drawn", lambda *_: drawing())
    said = []
    for words in commands():
        main(words)
        said.append(capsys.readouterr().out)
    first, new, again, picture, imported = said
    assert "has no drawing yet" in first
    assert first.endswith("1 to mend\n")
    assert "8 provinces drawn" in new
    assert again == "Narrow Sea: 8 provinces, nothing wrong\n"
    assert picture == ""
    assert "West Sound" in (here / "narrow_sea.svg").read_text("utf-8")
    assert "6 provinces, 2 powers" in imported


def test_a_wrong_border_is_reported_as_the_page_says(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = here / "config" / "boards" / "narrow_sea" / "board.toml"
    file.write_text(file.read_text("utf-8").replace('["Ald", "Bre"]', '["Ald", "Brew"]'), "utf-8")
    assert main(["board", "check", "config/boards/narrow_sea"]) == 1
    sentence = re.search(r"it would say: `(.*?)`", PAGE, re.DOTALL)
    assert sentence
    assert " ".join(sentence[1].split()) in capsys.readouterr().out


@pytest.mark.thorough
def test_two_turns_are_played_by_mail(here: Path) -> None:
    (here / "config" / "boards" / "narrow_sea" / "board.geojson").write_text(drawing(), "utf-8")
    host = the_host(here)
    letter, orders = blocks("text")
    told = text_of(host.says(GM, letter, "a new table"))
    assert host.row("n1").state == "running", told
    first = host.report_to(ANN)
    assert "You are Amber." in text_of(first)
    assert pictures_in(first)
    a_player_asks(host, orders)
    assert "not understood" not in text_of(host.says(ANN, orders, "n1"))
    assert "Fleet Dunmere moves to West Sound" in text_of(host.says(BOB, "A Elm H\nDun - WES", "n1"))
    host.deadline_passes("n1")
    assert "bounced" in text_of(host.report_to(ANN))  # both fleets wanted the West Sound
    host.says(ANN, "A Cor H\nFleet Aldmoor - West Sound", "n1")
    host.says(BOB, "all hold", "n1")
    host.deadline_passes("n1")
    assert len(host.turns("n1")) == 2
    assert "Fleet West Sound" in text_of(host.report_to(ANN))
    a_map_is_sent(host)
    build(host.office, here / "site", host.clock.now())
    pages = "".join(page.read_text("utf-8") for page in (here / "site").rglob("*.html"))
    assert "Narrow Sea" in pages
    assert "Winter 1" in pages
    host.store.close()


def a_player_asks(host: Table, orders: str) -> None:
    for words, wanted in (
        ("HELP narrow-sea", "Narrow Sea"),
        ("RULES ALL", "Bridges join Brewood and Elmside"),
        ("RULES ALL", "The Fells"),
        (f"PREVIEW\n{orders}", "moves to West Sound"),
        ("PLACES", "West Sound"),
        ("OPTIONS", "F Ald - WES"),
    ):
        host.clock.passes(hours=1)
        assert wanted in text_of(host.says(ANN, words, "n1")), words


def a_map_is_sent(host: Table) -> None:
    host.clock.passes(hours=1)
    before = len(host.mails_to(ANN))
    host.mail(ANN, "MAP", "n1")
    assert any(pictures_in(mail) for mail in host.mails_to(ANN)[before:])


def the_host(folder: Path) -> Table:
    """A service whose settings name the folder of the maps, as the usual ones do."""
    house = HouseSettings(name="The Judge", judge=JUDGE, host="host@judge.example", gms=(GM,))
    settings = Settings(house=house, service=ServiceSettings())
    assert settings.house.boards == Path("config/boards")
    open_office(settings).store.close()
    host = Table(folder)
    host.settings = settings.model_copy(update={"messages": host.settings.messages})
    host.vouched |= {GM, ANN, BOB}
    host.registry.find = games.find  # type: ignore[method-assign,assignment]
    host.restart()
    return host
