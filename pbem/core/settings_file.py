"""Load the settings from their file and the environment.

A fault is reported in one line that names the file (or the variable), the key and a remedy.
"""

import difflib
import json
import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_settings.exceptions import SettingsError

from pbem.core import settings_checks
from pbem.core.logs import log
from pbem.core.sentences import Sentence, sentence
from pbem.core.settings import PREFIX, Settings, SettingsFault

FILE = "pbem.toml"
OLD_SECTIONS = {"letters": "messages"}
OLD_KEYS = {"letter_limit_kib": "message_limit_kib"}
PLACES = (Path(FILE), Path("config") / FILE, Path("/etc/pbem") / FILE)
LIST = '["...", "..."]'
EXAMPLES = {"gms": '["grace@example.org"]', "hosts": '["mx.example.org"]', "addresses": '["203.0.113.5"]'}
MOST_LINES = 1000  # the most of a file that is searched for a fault


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
