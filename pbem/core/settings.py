"""The host's settings: config/pbem.toml, and over it the environment (`PBEM_HOUSE__NAME=...`).

Whatever is wrong is one line that names the file (or the variable), the key and what would do.
"""

import difflib
import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, InitSettingsSource, PydanticBaseSettingsSource, SettingsConfigDict
from pydantic_settings.exceptions import SettingsError

from pbem.core import database_url
from pbem.core.addresses import registrable
from pbem.core.deadlines import known_zone
from pbem.core.logs import log

FILE = "pbem.toml"
PREFIX = "PBEM_"
OLD_SECTIONS = {"letters": "messages"}
OLD_KEYS = {"letter_limit_kib": "message_limit_kib"}
PLACES = (Path(FILE), Path("config") / FILE, Path("/etc/pbem") / FILE)


class SettingsFault(Exception):  # noqa: N818 - named, as all our errors, by what happened
    """The settings cannot be used; the text is one line with file, key and remedy."""


def _an_address(address: str) -> str:
    local, _, domain = address.rpartition("@")
    if not local or not domain or any(character.isspace() or character in '<>"+' for character in address):
        raise ValueError('write a bare address like "judge@example.org", without "+"')
    return registrable(address)


def _addresses(text: str) -> str:
    """An address, or "@" and a domain for everybody there."""
    return text.lower() if re.fullmatch(r"@[\w.-]+", text) else _an_address(text)


Address = Annotated[str, AfterValidator(_an_address)]
Addresses = Annotated[str, AfterValidator(_addresses)]
Zone = Annotated[str, AfterValidator(known_zone)]
Port = Annotated[int, Field(ge=0, le=65535)]


class SettingsSection(BaseModel):
    """A part of the file; a key that it does not know is a fault, never passed over.

    None has a validator of its own before it is made by hand: all are read by the one that `load` builds.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class HouseSettings(SettingsSection):
    name: str = "The Judge"
    judge: Address = "judge@localhost.localdomain"
    plus_addresses: bool = True
    host: Address = "postmaster@localhost.localdomain"
    zone: Zone = "UTC"
    templates: Path | None = None
    gms: tuple[Addresses, ...] = ()

    @property
    def domain(self) -> str:
        return self.judge.rpartition("@")[2]


class DatabaseSettings(SettingsSection):
    url: Annotated[str, AfterValidator(database_url.check)] = "sqlite:///pbem.sqlite"


class ServiceSettings(SettingsSection):
    workers: Annotated[int, Field(ge=1, le=64)] = 1
    pictures: bool = True


class MessageSettings(SettingsSection):
    limit_kib: Annotated[int, Field(ge=1)] = 256
    message_limit_kib: Annotated[int, Field(ge=16)] = 1024
    answers_an_hour: Annotated[int, Field(ge=1)] = 20


class RetentionSettings(SettingsSection):
    """Days; 0 stands for "for ever"."""

    mails_days: Annotated[int, Field(ge=0, le=36500)] = 30
    messages_days: Annotated[int, Field(ge=0, le=36500)] = 90


class TrustSettings(SettingsSection):
    hosts: tuple[str, ...] = ()
    check_dkim: bool = True
    secret: SecretStr = SecretStr("")


class ReceiverSettings(SettingsSection):
    on: bool = True
    protocol: Literal["smtp", "lmtp"] = "smtp"
    listen: str = "127.0.0.1"
    port: Port = 2525
    certificate: Path | None = None
    key: Path | None = None


class ImapSettings(SettingsSection):
    on: bool = False
    host: str = ""
    port: Port = 993
    security: Literal["tls", "starttls", "none"] = "tls"
    user: str = ""
    password: SecretStr = SecretStr("")
    folder: str = "INBOX"
    done_folder: str = "Judged"
    large_folder: str = "TooLarge"
    poll_seconds: Annotated[int, Field(ge=1)] = 60


class MaildirSettings(SettingsSection):
    on: bool = False
    path: Path | None = None
    poll_seconds: Annotated[int, Field(ge=1)] = 10


class SenderSettings(SettingsSection):
    host: str = "127.0.0.1"
    port: Port = 25
    security: Literal["tls", "starttls", "none"] = "none"
    user: str = ""
    password: SecretStr = SecretStr("")
    sessions: Annotated[int, Field(ge=1, le=50)] = 2


def _an_url(url: str) -> str:
    if url and not url.startswith(("https://", "http://")):
        raise ValueError('write the whole address of the site, like "https://games.example.org/mail"')
    return url.rstrip("/")


class SiteSettings(SettingsSection):
    url: Annotated[str, AfterValidator(_an_url)] = ""
    folder: Path = Path("site")


class WebSettings(SettingsSection):
    on: bool = False
    listen: str = "127.0.0.1"
    port: Port = 8025


def _ip(text: str) -> str:
    return str(ip_address(text))  # its ValueError says what is wrong


class NamesSettings(SettingsSection):
    addresses: tuple[Annotated[str, AfterValidator(_ip)], ...] = ()
    dkim_selector: str = ""


class LogSettings(SettingsSection):
    level: Literal["debug", "info", "warning", "error"] = "info"
    form: Literal["text", "json"] = "text"


NOT_WRITTEN: Any = {}  # of a part all is as usual


class Settings(BaseSettings):
    """Everything a host may set. Sections and keys are those of config/pbem.toml."""

    model_config = SettingsConfigDict(
        extra="forbid",
        frozen=True,
        env_prefix=PREFIX,
        env_nested_delimiter="__",
        env_ignore_empty=True,
        defer_build=True,
    )
    from_file: ClassVar[Mapping[str, Any]] = {}

    house: HouseSettings = NOT_WRITTEN
    database: DatabaseSettings = NOT_WRITTEN
    service: ServiceSettings = NOT_WRITTEN
    messages: MessageSettings = NOT_WRITTEN
    retention: RetentionSettings = NOT_WRITTEN
    trust: TrustSettings = NOT_WRITTEN
    receiver: ReceiverSettings = NOT_WRITTEN
    imap: ImapSettings = NOT_WRITTEN
    maildir: MaildirSettings = NOT_WRITTEN
    sender: SenderSettings = NOT_WRITTEN
    site: SiteSettings = NOT_WRITTEN
    web: WebSettings = NOT_WRITTEN
    names: NamesSettings = NOT_WRITTEN
    log: LogSettings = NOT_WRITTEN

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment stands over the file, and tests over both."""
        del dotenv_settings, file_secret_settings  # two more sources that we do not have
        return init_settings, env_settings, InitSettingsSource(settings_cls, dict(cls.from_file))


def load(path: Path | None = None, environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings from *path*, else from PBEM_CONFIG, else from the first of `PLACES`, else as printed.

    Raises SettingsFault.
    """
    named = path or (Path(environment["PBEM_CONFIG"]) if environment.get("PBEM_CONFIG") else None)
    file = named or next((place for place in PLACES if place.is_file()), None)
    written = _with_new_names(_read(file), str(file)) if file else {}
    for section, key, value in _old_variables(environment):
        written.setdefault(section, {})[key] = value

    class Loaded(Settings):
        from_file: ClassVar[Mapping[str, Any]] = written

    try:
        return Loaded()
    except ValidationError as fault:
        raise SettingsFault(_first_fault(fault, str(file or FILE), written)) from None
    except SettingsError as fault:
        raise SettingsFault(f'the environment: {fault}; write parts like {PREFIX}HOUSE__NAME="..."') from None


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except OSError as fault:
        why = f"cannot be read ({fault.strerror})"
        raise SettingsFault(f"{file}: {why}; copy config/pbem.toml there") from None
    except UnicodeDecodeError:
        raise SettingsFault(f"{file}: is not UTF-8; save it as UTF-8") from None
    except tomllib.TOMLDecodeError as fault:
        raise SettingsFault(f'{file}: {fault}; texts stand in "quotes", sections in [brackets]') from None


def _with_new_names(written: dict[str, Any], file: str) -> dict[str, Any]:
    """Accept the names of earlier versions, with a warning; a new name wins over an old one."""
    for old, new in OLD_SECTIONS.items():
        if isinstance(written.get(old), dict) and new not in written:
            log.warning("old name in the settings", file=file, section=old, use=new)
            written[new] = {OLD_KEYS.get(key, key): value for key, value in written.pop(old).items()}
    return written


def _old_variables(environment: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield section, key and value of each variable that has its name from an earlier version."""
    for name, value in environment.items():
        parts = name.removeprefix(PREFIX).lower().split("__")
        if value and name.startswith(PREFIX) and len(parts) == 2 and parts[0] in OLD_SECTIONS:
            section, key = OLD_SECTIONS[parts[0]], OLD_KEYS.get(parts[1], parts[1])
            log.warning("old name in the environment", variable=name, use=f"{PREFIX}{section}__{key}".upper())
            yield section, key, value


def _first_fault(fault: ValidationError, file: str, written: Mapping[str, Any]) -> str:
    first = fault.errors(include_url=False, include_context=False)[0]
    keys = [str(key) for key in first["loc"]]
    return f"{_where(keys, file, written)}: {_remedy(first['type'], first['msg'], keys)}"


def _where(keys: Sequence[str], file: str, written: Mapping[str, Any]) -> str:
    """ "pbem.toml, [messages] limit_kib", or the variable when the file does not hold the key."""
    section, key = keys[0], keys[1] if len(keys) > 1 else ""
    held = written.get(section, None)
    variable = PREFIX + "__".join(keys[:2]).upper()
    in_file = held is not None and (not key or (isinstance(held, dict) and key in held))
    if not in_file or os.environ.get(variable):
        return f"environment, {variable}"
    return f"{file}, [{section}] {key}".rstrip()


def _remedy(kind: str, message: str, keys: Sequence[str]) -> str:
    said = message.removeprefix("Value error, ")
    if kind != "extra_forbidden":
        return said[0].lower() + said[1:]
    known = list(_known_keys(keys))
    near = difflib.get_close_matches(keys[-1], known, 1)
    meant = f"did you mean {near[0]}?" if near else f"known are {', '.join(known)}"
    return f"there is no such key; {meant}"


def _known_keys(keys: Sequence[str]) -> Sequence[str]:
    fields = Settings.model_fields
    if len(keys) == 1:
        return list(fields)
    section = fields[keys[0]].annotation
    return list(section.model_fields) if isinstance(section, type) and issubclass(section, BaseModel) else []
