"""The host's settings: config/pbem.toml, overridden by the environment (`PBEM_HOUSE__NAME=...`).

`pbem.core.settings_file` reads the file, and explains what is wrong with it.
"""

import re
from collections.abc import Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, SecretStr
from pydantic_settings import BaseSettings, InitSettingsSource, PydanticBaseSettingsSource, SettingsConfigDict

from pbem.core import database_url
from pbem.core.addresses import registrable
from pbem.core.deadlines import known_zone
from pbem.core.sentences import Unusable, sentence

PREFIX = "PBEM_"


class SettingsFault(Exception):  # noqa: N818 - named, as all our errors, by what happened
    """The settings cannot be used; the text is one line with file, key and remedy."""


def _an_address(address: str) -> str:
    local, _, domain = address.rpartition("@")
    if not local or not domain or any(character.isspace() or character in '<>"+' for character in address):
        raise Unusable(sentence("settings", "bare_address", text=address[:60]))
    return registrable(address)


def _addresses(text: str) -> str:
    """Validate an address, or "@" and a domain for everybody there."""
    return text.lower() if re.fullmatch(r"@[\w.-]+", text) else _an_address(text)


def _no_truth(value: Any) -> Any:
    """Refuse `true` for a number: it would count as 1."""
    if isinstance(value, bool):
        raise Unusable(sentence("settings", "whole_number"))
    return value


def _a_host(name: str) -> str:
    if not re.fullmatch(r"[\w.-]+", name):
        raise Unusable(sentence("settings", "host_name", text=name[:60]))
    return name


Address = Annotated[str, AfterValidator(_an_address)]
Addresses = Annotated[str, AfterValidator(_addresses)]
Zone = Annotated[str, AfterValidator(known_zone)]
HostName = Annotated[str, AfterValidator(_a_host)]
Whole = Annotated[int, BeforeValidator(_no_truth)]
Port = Annotated[Whole, Field(ge=0, le=65535)]


class SettingsSection(BaseModel):
    """A section of the file; an unknown key is a fault.

    Sections have no validators of their own unless one is constructed by hand: `load` builds one for all.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class HouseSettings(SettingsSection):
    name: str = "The Judge"
    judge: Address = "judge@localhost.localdomain"
    plus_addresses: bool = True
    host: Address = "postmaster@localhost.localdomain"
    zone: Zone = "UTC"
    templates: Path | None = None
    boards: Path = Path("config/boards")
    gms: tuple[Addresses, ...] = ()

    @property
    def domain(self) -> str:
        return self.judge.rpartition("@")[2]


class DatabaseSettings(SettingsSection):
    url: Annotated[str, AfterValidator(database_url.check)] = "sqlite:///pbem.sqlite"


class ServiceSettings(SettingsSection):
    workers: Annotated[Whole, Field(ge=1, le=64)] = 1
    pictures: bool = True


class MessageSettings(SettingsSection):
    limit_kib: Annotated[Whole, Field(ge=1)] = 256
    message_limit_kib: Annotated[Whole, Field(ge=16)] = 1024
    answers_an_hour: Annotated[Whole, Field(ge=1)] = 20


class PlayersSettings(SettingsSection):
    half_life_days: Annotated[Whole, Field(ge=1, le=36500)] = 180
    digest_hour: Annotated[Whole, Field(ge=0, le=23)] = 6


class PracticeSettings(SettingsSection):
    """Practice tables against robots; 0 tables switches them off."""

    tables: Annotated[Whole, Field(ge=0, le=10_000)] = 30
    per_person: Annotated[Whole, Field(ge=1, le=100)] = 2
    idle_days: Annotated[Whole, Field(ge=1, le=365)] = 30


class RetentionSettings(SettingsSection):
    """Days; 0 means for ever."""

    mails_days: Annotated[Whole, Field(ge=0, le=36500)] = 30
    pictures_days: Annotated[Whole, Field(ge=0, le=36500)] = 7
    messages_days: Annotated[Whole, Field(ge=0, le=36500)] = 90


class TrustSettings(SettingsSection):
    hosts: tuple[HostName, ...] = ()
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
    ca_file: Path | None = None
    folder: str = "INBOX"
    done_folder: str = "Judged"
    large_folder: str = "TooLarge"
    poll_seconds: Annotated[Whole, Field(ge=1)] = 60


class MaildirSettings(SettingsSection):
    on: bool = False
    path: Path | None = None
    poll_seconds: Annotated[Whole, Field(ge=1)] = 10


class SenderSettings(SettingsSection):
    host: str = "127.0.0.1"
    port: Port = 25
    security: Literal["tls", "starttls", "none"] = "none"
    user: str = ""
    password: SecretStr = SecretStr("")
    sessions: Annotated[Whole, Field(ge=1, le=50)] = 3


def _an_url(url: str) -> str:
    if url and not url.startswith(("https://", "http://")):
        raise Unusable(sentence("settings", "whole_url"))
    return url.rstrip("/")


class SiteSettings(SettingsSection):
    url: Annotated[str, AfterValidator(_an_url)] = ""
    folder: Path = Path("site")


class WebSettings(SettingsSection):
    on: bool = False
    listen: str = "127.0.0.1"
    port: Port = 8025
    seat_pages: bool = True
    host_page: bool = False


def _ip(text: str) -> str:
    try:
        return str(ip_address(text))
    except ValueError:
        raise Unusable(sentence("settings", "no_ip", text=text[:60])) from None


class NamesSettings(SettingsSection):
    addresses: tuple[Annotated[str, AfterValidator(_ip)], ...] = ()
    dkim_selector: str = ""


class LogSettings(SettingsSection):
    level: Literal["debug", "info", "warning", "error"] = "info"
    form: Literal["text", "json"] = "text"


NOT_WRITTEN: Any = {}  # a section that is left out has its defaults


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
    read_from: ClassVar[Path | None] = None

    house: HouseSettings = NOT_WRITTEN
    database: DatabaseSettings = NOT_WRITTEN
    service: ServiceSettings = NOT_WRITTEN
    messages: MessageSettings = NOT_WRITTEN
    players: PlayersSettings = NOT_WRITTEN
    practice: PracticeSettings = NOT_WRITTEN
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
        """Let the environment override the file, and tests both."""
        del dotenv_settings, file_secret_settings  # two more sources that we do not use
        return init_settings, env_settings, InitSettingsSource(settings_cls, dict(cls.from_file))
