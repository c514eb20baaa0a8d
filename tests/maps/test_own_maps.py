"""A host's own map: a folder in `config/boards/` is a game, without installing anything."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator import games
from adjudicator.__main__ import main
from adjudicator.core.package_files import text_beside
from pbem.core.settings import DatabaseSettings, HouseSettings, ServiceSettings, Settings
from pbem.service import doctor
from pbem.service.assembly import open_office
from tests.support.table import JUDGE, Table, text_of

GM = "gm@w.org"
LANDS = text_beside("tests.boards.three_lands", "board.toml").replace("[0, 0, 300, 300]", "[0, 0, 900, 700]")


@pytest.fixture
def boards(tmp_path: Path) -> Iterator[Path]:
    """Return a folder with the map of the Three Lands, which is installed nowhere else."""
    folder = tmp_path / "boards" / "three_lands"
    folder.mkdir(parents=True)
    (folder / "board.toml").write_text(LANDS, "utf-8")
    assert main(["board", "new", str(folder)]) == 0
    yield folder.parent
    games.use_maps(None)


def settings_of(boards: Path) -> Settings:
    house = HouseSettings(name="The Judge", judge=JUDGE, host="host@judge.example", gms=(GM,), boards=boards)
    url = f"sqlite:///{boards.parent / 'own.sqlite'}"
    return Settings(house=house, database=DatabaseSettings(url=url), service=ServiceSettings())


@pytest.mark.thorough
def test_a_folder_of_the_host_is_a_game_and_two_turns_are_played_by_mail(
    boards: Path, tmp_path: Path
) -> None:
    office = open_office(settings_of(boards))
    assert office.find_game("three-lands").card.title == "Three Lands"
    office.store.close()
    host = Table(tmp_path)
    host.settings = settings_of(boards)
    host.vouched |= {GM, "ann@x.org", "bob@y.org"}
    host.registry.find = games.find  # type: ignore[method-assign,assignment]
    host.restart()
    seats = "Ash: Ann <ann@x.org>\nOak: Bob <bob@y.org>"
    assert "l1" in text_of(host.says(GM, f"NEW TABLE l1 three-lands\n{seats}\nEND", "new"))
    assert "You are Ash." in text_of(host.report_to("ann@x.org"))
    assert "A Asa - Mid" in text_of(host.says("ann@x.org", "HELP three-lands", "l1"))
    assert "on the map Three Lands" in text_of(host.says("ann@x.org", "RULES ALL", "l1"))
    host.says("ann@x.org", "A Asa - Mid", "l1")
    host.says("bob@y.org", "A Oka H", "l1")
    host.deadline_passes("l1")
    assert "A Asa - Mid" in text_of(host.report_to("bob@y.org"))
    host.says("ann@x.org", "A Mid H", "l1")
    host.says("bob@y.org", "A Oka H", "l1")
    host.deadline_passes("l1")
    assert len(host.turns("l1")) == 2
    assert "Frost 700" in text_of(host.report_to("ann@x.org"))
    host.store.close()


def test_the_doctor_reports_an_unusable_map_and_other_maps_still_work(boards: Path) -> None:
    for name, text in (
        ("broken", LANDS.replace('"Lak"],', '"Lac"],')),
        ("standard", LANDS),
        ("renamed", LANDS),
    ):
        (boards / name).mkdir()
        (boards / name / "board.toml").write_text(text, "utf-8")
    *found, usable = doctor.boards(settings_of(boards))
    told = " ".join(str(one) for one in found)
    assert len(found) == 3
    assert usable.is_well
    assert usable.sentence.words(None) == "your own maps can be played: three-lands"
    assert "broken" in told
    assert "is a game already" in told
    assert "write game.key" in told
    assert "three-lands" in [game.card.key for game in games.every_game()]
    assert games.find("standard") in games.rule_sets()
    with pytest.raises(ValueError, match=r'the map "broken" cannot be used: .*no province "Lac"'):
        games.find("broken")


def test_without_a_folder_there_are_the_usual_games(tmp_path: Path) -> None:
    before = games.every_game()
    games.use_maps(tmp_path / "nowhere")
    assert games.every_game() == before
    assert games.faults_of_maps() == {}
