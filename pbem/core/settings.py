"""The host's settings: config/pbem.toml, overridden by the environment (`PBEM_HOUSE__NAME=...`).

A fault is reported in one line that names the file (or the variable), the key and a remedy.
"""

import difflib
import json
import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, get_origin

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, InitSettingsSource, PydanticBaseSettingsSource, SettingsConfigDict
from pydantic_settings.exceptions import SettingsError

from pbem.core import database_url, settings_checks
from pbem.core.addresses import registrable
from pbem.core.deadlines import known_zone
from pbem.core.logs import log
from pbem.core.sentences import Sentence, Unusable, sentence

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


LIST = '["...", "..."]'
EXAMPLES = {"gms": '["grace@example.org"]', "hosts": '["mx.example.org"]', "addresses": '["203.0.113.5"]'}
MOST_LINES = 1000  # the most of a file that is searched for a fault

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


def load(
    path: Path | None = None,
    environment: Mapping[str, str] = os.environ,
    *,
    with_passwords: bool = True,
) -> Settings:
    """Load settings from *path*, or PBEM_CONFIG, or the first of `PLACES`, or else the defaults.

    Raises SettingsFault; a password that is missing is a fault only *with_passwords*.
    """
    named = path or (Path(environment["PBEM_CONFIG"]) if environment.get("PBEM_CONFIG") else None)
    file = named or next((place for place in PLACES if place.is_file()), None)
    written = _with_new_names(_read(file), str(file)) if file else {}
    for section, key, value in _old_variables(environment):
        written.setdefault(section, {})[key] = value

    class Loaded(Settings):
        from_file: ClassVar[Mapping[str, Any]] = written
        read_from: ClassVar[Path | None] = file

    try:
        loaded = Loaded()
    except ValidationError as fault:
        raise SettingsFault(_first_fault(fault, str(file or FILE), written)) from None
    except SettingsError as fault:
        raise SettingsFault(_not_json(environment, fault)) from None
    for wrong in settings_checks.check(loaded, with_passwords=with_passwords):
        where = _where([wrong.section, wrong.key], str(file or FILE), written, wrong.key)
        raise SettingsFault(f"{where}: {wrong.said.words(None)}")
    return loaded


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8-sig"))  # some editors begin the file with a mark
    except OSError as fault:
        said = sentence("settings", "unreadable", why=fault.strerror).words(None)
        raise SettingsFault(f"{file}: {said}") from None
    except UnicodeDecodeError:
        raise SettingsFault(f"{file}: {sentence('settings', 'not_utf8').words(None)}") from None
    except tomllib.TOMLDecodeError as fault:
        raise SettingsFault(f"{file}: {_toml_fault(file.read_text('utf-8-sig'), fault)}") from None


def _toml_fault(text: str, fault: tomllib.TOMLDecodeError) -> str:
    """Return what is wrong with the TOML, with its line, and a remedy."""
    said = str(fault)
    lines = text.splitlines()[:MOST_LINES]
    number = next((n for n in range(len(lines), 0, -1) if _is_toml("\n".join(lines[: n - 1]))), 1)
    line = lines[number - 1] if lines else ""
    if "at end of document" in said:
        said = said.replace("at end of document", f"at line {number}")
    return _toml_remedy(said, line, number).words(None)


def _is_toml(text: str) -> bool:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True


def _toml_remedy(said: str, line: str, number: int) -> Sentence:
    if "overwrite" in said or "twice" in said:
        return sentence("settings", "key_twice", why=said)
    if any(quote in line for quote in "“”„«»‘’"):
        return sentence("settings", "curly_quotes", why=said)
    if "\\" in line:
        return sentence("settings", "backslash", why=said)
    if re.search(r"=\s*(True|False|TRUE|FALSE|Yes|No|yes|no|on|off)\b", line):
        return sentence("settings", "small_letters", why=said)
    if _lacks_a_quote(line):
        return sentence("settings", "unclosed_quote", number=number)
    return sentence("settings", "not_toml", why=said)


def _lacks_a_quote(line: str) -> bool:
    """Return whether a text in the line has only one of its two quotes; in "..." an apostrophe is not one."""
    value = line.partition("#")[0] if line.count('"') % 2 == 0 else line
    quote = '"' if '"' in value else "'"
    return value.count(quote) % 2 == 1


def _with_new_names(written: dict[str, Any], file: str) -> dict[str, Any]:
    """Accept the names of earlier versions, with a warning; a new name wins over an old one."""
    for old, new in OLD_SECTIONS.items():
        if isinstance(written.get(old), dict) and new not in written:
            log.warning("old name in the settings", file=file, section=old, use=new)
            written[new] = {OLD_KEYS.get(key, key): value for key, value in written.pop(old).items()}
    return written


def _old_variables(environment: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield section, key and value of each variable with a name of an earlier version."""
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


def _not_json(environment: Mapping[str, str], fault: SettingsError) -> str:
    """Return which variable should hold a list and does not."""
    for name, value in environment.items():
        keys = name.removeprefix(PREFIX).lower().split("__")
        if name.startswith(PREFIX) and len(keys) == 2 and _is_list(keys) and not _is_json(value):
            said = sentence("settings", "no_list", example=EXAMPLES.get(keys[1], LIST))
            return f"environment, {name}: {said.words(None)}"
    return sentence("settings", "of_environment", why=str(fault), prefix=PREFIX).words(None)


def _is_list(keys: Sequence[str]) -> bool:
    section = Settings.model_fields.get(keys[0])
    fields = getattr(section.annotation, "model_fields", {}) if section else {}
    return keys[1] in fields and get_origin(fields[keys[1]].annotation) is tuple


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def _where(keys: Sequence[str], file: str, written: Mapping[str, Any], missing: str = "") -> str:
    """ "pbem.toml, [messages] limit_kib", or the variable when the file does not hold the key.

    A key that is *missing* belongs in the file if the file has its section.
    """
    section, key = keys[0], keys[1] if len(keys) > 1 else ""
    held = written.get(section, None)
    variable = PREFIX + "__".join(keys[:2]).upper()
    in_file = held is not None and (not key or not isinstance(held, dict) or missing == key or key in held)
    if not in_file or os.environ.get(variable):
        return f"environment, {variable}"
    return f"{file}, [{section}] {key if isinstance(held, dict) else ''}".rstrip()


def _remedy(kind: str, message: str, keys: Sequence[str]) -> str:
    found = re.search(r"-?\d+$", message)
    number = found.group() if found else "?"
    said = message.removeprefix("Value error, ")
    example = EXAMPLES.get(keys[1] if len(keys) > 1 else "", LIST)
    match kind:
        case "greater_than_equal":
            remedy = sentence("settings", "number_at_least", number=number)
        case "less_than_equal":
            remedy = sentence("settings", "number_at_most", number=number)
        case "string_type" | "path_type":
            remedy = sentence("settings", "text")
        case "bool_parsing" | "bool_type":
            remedy = sentence("settings", "yes_or_no")
        case "int_parsing" | "int_from_float" | "int_type":
            remedy = sentence("settings", "whole_number")
        case "tuple_type":
            remedy = sentence("settings", "list", example=example)
        case "model_type" | "model_attributes_type":
            remedy = sentence("settings", "section")
        case "literal_error":
            remedy = sentence("settings", "one_of", choices=said.removeprefix("Input should be "))
        case "extra_forbidden":
            remedy = _unknown_key(keys)
        case _:
            return said[0].lower() + said[1:]
    return remedy.words(None)


def _unknown_key(keys: Sequence[str]) -> Sentence:
    known = list(_known_keys(keys))
    near = "".join(difflib.get_close_matches(keys[-1], known, 1))
    inside = [name for name in known if len(keys) == 1 and keys[0] in _known_keys([name, ""])]
    if inside and not near:
        return sentence("settings", "key_of_section", sections=inside, key=keys[0])
    return sentence("settings", "no_key", near=near, known=known)


def _known_keys(keys: Sequence[str]) -> Sequence[str]:
    fields = Settings.model_fields
    if len(keys) == 1:
        return list(fields)
    section = fields[keys[0]].annotation
    return list(section.model_fields) if isinstance(section, type) and issubclass(section, BaseModel) else []
