"""Settings: config/pbem.toml has the defaults, and every mistake is reported in one helpful line."""

from pathlib import Path

import pytest

from pbem.core.settings import Settings, SettingsFault
from pbem.core.settings_file import load

PRINTED = Path(__file__).parents[2] / "config" / "pbem.toml"


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PBEM_CONFIG", raising=False)


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "pbem.toml"
    file.write_text(text, "utf-8")
    return file


def test_a_settings_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / "pbem.toml").write_text('\ufeff[house]\r\nname = "Chair"\r\n', "utf-8", newline="")
    assert load(tmp_path / "pbem.toml", {}).house.name == "Chair"


def test_the_file_that_we_ship_has_the_defaults() -> None:
    assert load(PRINTED).model_dump() == Settings().model_dump()


def test_a_key_in_the_file_replaces_the_default(tmp_path: Path) -> None:
    settings = load(written(tmp_path, '[house]\nname = "Iris"\njudge = "Judge@Example.org"\n'))
    assert settings.house.name == "Iris"
    assert (settings.house.judge, settings.house.domain) == ("judge@example.org", "example.org")


def test_the_environment_overrides_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_RECEIVER__PORT", "2626")
    settings = load(written(tmp_path, '[receiver]\nport = 2527\nlisten = "::1"\n'))
    assert (settings.receiver.port, settings.receiver.listen) == (2626, "::1")


def test_a_password_is_not_shown(tmp_path: Path) -> None:
    settings = load(written(tmp_path, '[imap]\npassword = "geheim"\n'))
    assert "geheim" not in repr(settings)
    assert settings.imap.password.get_secret_value() == "geheim"


FAULTS = [
    ("[house\n", "pbem.toml: ", "[brackets]"),
    ('[hose]\nname = "x"\n', "pbem.toml, [hose]", "did you mean house?"),
    ("[messages]\nlimit = 3\n", "pbem.toml, [messages] limit:", "did you mean limit_kib?"),
    ('[messages]\nlimit_kib = "much"\n', "pbem.toml, [messages] limit_kib:", "write a whole number"),
    ("[messages]\nlimit_kib = 0\n", "pbem.toml, [messages] limit_kib:", "1 or more"),
    ('[house]\nzone = "Mars/Olympus"\n', "pbem.toml, [house] zone:", "Europe/London"),
    ('[house]\njudge = "nobody"\n', "pbem.toml, [house] judge:", "judge@example.org"),
    ('[receiver]\nprotocol = "uucp"\n', "pbem.toml, [receiver] protocol:", "'smtp' or 'lmtp'"),
]


@pytest.mark.parametrize(("text", "where", "remedy"), FAULTS)
def test_a_mistake_in_the_file_is_one_line_with_file_key_and_remedy(
    tmp_path: Path, text: str, where: str, remedy: str
) -> None:
    with pytest.raises(SettingsFault) as fault:
        load(written(tmp_path, text))
    line = str(fault.value)
    assert where in line
    assert remedy in line
    assert "\n" not in line


def test_a_mistake_in_the_environment_is_reported_with_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_RECEIVER__PORT", "many")
    with pytest.raises(SettingsFault, match=r"environment, PBEM_RECEIVER__PORT: .*whole number"):
        load()


def test_a_settings_file_that_is_named_must_exist(tmp_path: Path) -> None:
    with pytest.raises(SettingsFault, match=r"elsewhere.toml: cannot be read .*pbem init --to writes one"):
        load(tmp_path / "elsewhere.toml")


@pytest.mark.parametrize(("listen", "is_own"), [("127.0.0.1", True), ("::", True), ("192.0.2.7", False)])
def test_a_relay_that_is_the_receiver_of_the_service_is_refused(
    tmp_path: Path, listen: str, is_own: bool
) -> None:
    both = '[sender]\nhost = "127.0.0.1"\nport = 2525\n[receiver]\non = true\nport = 2525\n'
    file = written(tmp_path, f'{both}listen = "{listen}"\n')
    if is_own:
        with pytest.raises(SettingsFault, match="would send its mail to itself"):
            load(file)
    else:
        assert load(file).receiver.listen == listen
