"""`pbem doctor`: check the installation, and say what would help.

Nothing is changed and no mail is sent. A check looks at one thing only and never raises: whatever is in its
way is its finding.
"""

import re
import shutil
import smtplib
import socket
import sqlite3
import ssl
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from dns.resolver import Resolver
from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError
from sqlalchemy import func, select
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col

from pbem.core import database_url
from pbem.core.error_text import plain_reason
from pbem.core.settings import HouseSettings, Settings
from pbem.service import dns_check, template_check
from pbem.service.finding import Finding
from pbem.store import schema_versions
from pbem.store.database import AdjudicatedTurn, StoredMessage, StoreFault, engine_of, reason_of, remedy_of

PATIENCE_SECONDS = 10.0
LEAST_FREE = 200 * 1024 * 1024  # bytes on the disk of the database
SOON = timedelta(days=14)  # a certificate is renewed before
OUT_OF_REACH = (OSError, smtplib.SMTPException, IMAPClientError, ssl.SSLError)


def examine(settings: Settings, now: datetime, resolver: Resolver | None = None) -> Iterator[Finding]:
    """One finding after the other, as they are made; *resolver* asks the DNS, else that of this machine."""
    yield _settings(settings)
    yield _database(settings)
    yield _templates(settings)
    yield _sender(settings)
    yield from _inlets(settings)
    yield _certificate(settings, now)
    yield _disk(settings)
    yield _clock(settings, now)
    yield from dns_check.examine(settings, resolver or dns_check.system_resolver())


# --- the parts -------------------------------------------------------------------------------------------


def _settings(settings: Settings) -> Finding:
    house, usual = settings.house, HouseSettings()
    unset = [name for name in ("judge", "host") if getattr(house, name) == getattr(usual, name)]
    if unset:
        return Finding(
            "settings",
            False,
            f"[house] {' and '.join(unset)}: nobody can write there yet",
            "set them in pbem.toml, or by PBEM_HOUSE__JUDGE",
        )
    return Finding("settings", True, f"the judge is {house.judge}, trouble is told to {house.host}")


def _database(settings: Settings) -> Finding:
    url = settings.database.url
    shown = database_url.shown(url)
    try:
        file = _file_of(url)
        if file is not None and not file.exists():
            return Finding(
                "database", None, f"{shown} is not there yet; pbem serve, or pbem new, makes it", f"{file}"
            )
        stored = _stored(url)
    except StoreFault as fault:
        return Finding("database", False, *str(fault).rsplit("; ", 1))
    except (SQLAlchemyError, sqlite3.Error) as fault:
        why = database_url.without_password(reason_of(fault), url)
        return Finding("database", False, f"{shown}: {why}", remedy_of(fault, url))
    return _of_version(shown, stored)


class _Stored(NamedTuple):
    """What a database says of itself."""

    version: str | None
    encoding: str
    is_empty: bool


def _of_version(shown: str, stored: _Stored) -> Finding:
    """Would this program work with what is kept there?"""
    known = schema_versions.versions()
    if stored.encoding != schema_versions.ENCODING:
        said = f"{shown} keeps text as {stored.encoding}, which has not the signs of all letters"
        return Finding(
            "database", False, said, f"make it anew: createdb -E {schema_versions.ENCODING} -T template0"
        )
    if stored.is_empty:
        return Finding("database", None, f"{shown} is empty; pbem serve, or pbem new, makes the tables")
    if stored.version is None:
        said = f"{shown} holds tables of another program"
        return Finding("database", False, said, "make an empty one for pbem, and name it in [database] url")
    if stored.version not in known:
        return Finding("database", False, f"{shown} was written by a newer program", "install that program")
    if stored.version != known[-1]:
        said = f"{shown} is of version {stored.version}, the program wants {known[-1]}"
        remedy = "make a backup (pbem backup); pbem serve brings it up to date"
        return Finding("database", False, said, remedy)
    return Finding("database", True, f"{shown} is reached and up to date")


def _file_of(url: str) -> Path | None:
    """The file of an SQLite database; None for another, or a URL that cannot be read."""
    try:
        parsed = make_url(url)
    except (SQLAlchemyError, ValueError):  # told under "database"
        return None
    is_file = parsed.get_backend_name() == "sqlite" and parsed.database not in (None, "", ":memory:")
    return Path((parsed.database or "").removeprefix("file:")) if is_file else None


def _stored(url: str) -> _Stored:
    """What the database says of itself. Raises SQLAlchemyError, also if it cannot be written."""
    engine = engine_of(url)
    try:
        with engine.connect() as connection:
            stored = _Stored(
                schema_versions.version_of(connection),
                schema_versions.encoding_of(connection),
                schema_versions.is_empty(connection),
            )
            connection.rollback()
            _wants_to_write(connection)
            return stored
    finally:
        engine.dispose()


def _wants_to_write(connection: Connection) -> None:
    """Begin to write, and write nothing. Raises SQLAlchemyError if that cannot be."""
    if connection.dialect.name == "sqlite":
        driver: Any = connection.connection.driver_connection
        driver.execute("PRAGMA busy_timeout=0").close()
        _begin_to_write(driver)
    elif str(connection.exec_driver_sql("SHOW transaction_read_only").scalar()) == "on":
        raise StoreFault("the database is read-only; let the user of [database] url write to it")


def _begin_to_write(driver: Any) -> None:
    """Raises sqlite3.Error, but not if the service is just writing: then it can be written."""
    try:
        driver.execute("BEGIN IMMEDIATE").close()
    except sqlite3.OperationalError as fault:
        if "locked" not in str(fault):
            raise
    else:
        driver.rollback()


def _templates(settings: Settings) -> Finding:
    own = settings.house.templates
    found = template_check.faults(own)
    if found:
        return Finding(
            "templates", False, template_check.first_lines(found, 20), "mend the line that is named"
        )
    return Finding("templates", True, f"all do{f', with those of {own}' if own else ''}")


def _sender(settings: Settings) -> Finding:
    sender = settings.sender
    where = f"{sender.host}:{sender.port}"
    try:
        said = _greeted(settings)
    except OUT_OF_REACH as fault:
        reason = plain_reason(fault, sender.password.get_secret_value())
        return Finding("sender", False, f"{where}: {reason}", "see [sender] in pbem.toml")
    return Finding("sender", True, f"{where} answers: {said}")


def _greeted(settings: Settings) -> str:
    """What the relay says to EHLO, after TLS and login where they are set."""
    sender = settings.sender
    trust = ssl.create_default_context()
    name = settings.house.domain
    session: smtplib.SMTP
    if sender.security == "tls":
        session = smtplib.SMTP_SSL(sender.host, sender.port, name, timeout=PATIENCE_SECONDS, context=trust)
    else:
        session = smtplib.SMTP(sender.host, sender.port, name, timeout=PATIENCE_SECONDS)
    with session:
        code, said = session.ehlo()
        if sender.security == "starttls":
            session.starttls(context=trust)
            code, said = session.ehlo()
        if sender.user:
            session.login(sender.user, sender.password.get_secret_value())
        if code >= 400:  # RFC 5321, 4.2.1
            raise smtplib.SMTPResponseException(code, said)
        return said.decode("utf-8", "replace").partition("\n")[0]


def _inlets(settings: Settings) -> Iterator[Finding]:
    checks: list[tuple[bool, Callable[[Settings], Finding]]] = [
        (settings.receiver.on, _receiver),
        (settings.imap.on, _imap),
        (settings.maildir.on, _maildir),
    ]
    if not any(is_on for is_on, _ in checks):
        yield Finding(
            "inlet", False, "no message can come in", "put [receiver], [imap] or [maildir] on in pbem.toml"
        )
    yield from (check(settings) for is_on, check in checks if is_on)


def _receiver(settings: Settings) -> Finding:
    """Free for the service, or the service itself answers there."""
    receiver = settings.receiver
    where = f"{receiver.listen}:{receiver.port}"
    try:
        with socket.create_server((receiver.listen, receiver.port)):
            return Finding("receiver", True, f"{where} is free for the service")
    except OSError as taken:
        answer = _first_line_of(receiver.listen, receiver.port)
        if answer.startswith("220 "):
            return Finding("receiver", True, f"{where} answers: {answer}")
        remedy = "see [receiver] listen and port; ports below 1024 need a right of their own"
        return Finding("receiver", False, f"{where} cannot be had ({taken.strerror})", remedy)


def _first_line_of(host: str, port: int) -> str:
    try:
        with socket.create_connection((host, port), PATIENCE_SECONDS) as line:
            return line.recv(200).decode("ascii", "replace").partition("\r\n")[0]
    except OSError:
        return ""


def _imap(settings: Settings) -> Finding:
    imap, password = settings.imap, settings.imap.password.get_secret_value()
    where = f"{imap.user} at {imap.host}:{imap.port}"
    try:
        with IMAPClient(imap.host, imap.port, ssl=imap.security == "tls", timeout=PATIENCE_SECONDS) as client:
            if imap.security == "starttls":
                client.starttls(ssl.create_default_context())
            client.login(imap.user, password)
            number = client.folder_status(imap.folder, ["MESSAGES"])[b"MESSAGES"]
    except OUT_OF_REACH as fault:
        return Finding("imap", False, f"{where}: {plain_reason(fault, password)}", "see [imap] in pbem.toml")
    return Finding("imap", True, f"{where}: {imap.folder} holds {number} messages")


def _maildir(settings: Settings) -> Finding:
    path = settings.maildir.path
    missing = [name for name in ("cur", "new", "tmp") if path is None or not (path / name).is_dir()]
    if missing:
        return Finding(
            "maildir",
            False,
            f"{path} has no {', '.join(missing)}",
            "see [maildir] path; maildirmake makes one",
        )
    return Finding("maildir", True, f"{path} is there")


def _certificate(settings: Settings, now: datetime) -> Finding:
    path = settings.receiver.certificate
    if path is None or not settings.receiver.on:
        return Finding("certificate", None, "none is set: the receiver offers no TLS")
    try:
        expires = expiry(path.read_text("ascii"))
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(path, settings.receiver.key)
    except (OSError, ValueError) as fault:
        return Finding("certificate", False, f"{path}: {fault}", "see [receiver] certificate and key")
    said = f"{path} is good until {expires:%d %b %Y}"
    if expires - now < SOON:
        return Finding("certificate", False, said, "renew it, and start the service anew")
    return Finding("certificate", True, said)


_VALIDITY = re.compile(rb"\x30.(?:\x17\x0d|\x18\x0f)\d{12,14}Z(\x17\x0d|\x18\x0f)(\d{12,14})Z", re.DOTALL)


def expiry(pem: str) -> datetime:
    """When the first certificate of *pem* ends (RFC 5280, 4.1.2.5). Raises ValueError if there is none."""
    first = re.search(r"-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----\n?", pem, re.DOTALL)
    der = ssl.PEM_cert_to_DER_cert(first[0]) if first else b""
    found = _VALIDITY.search(der)
    if not found:
        raise ValueError("no certificate stands in it")
    text = found[2].decode()
    whole = text if len(text) == len("20261231235959") else f"20{text}"
    return datetime.strptime(whole, "%Y%m%d%H%M%S").replace(tzinfo=UTC)


def _disk(settings: Settings) -> Finding:
    folder = (_file_of(settings.database.url) or Path("x")).absolute().parent
    if not folder.is_dir():
        return Finding("disk", False, f"there is no folder {folder}", "make it, or see [database] url")
    free = shutil.disk_usage(folder).free
    said = f"{free // 2**20} MB are free in {folder}"
    return Finding(
        "disk", free >= LEAST_FREE, said, "" if free >= LEAST_FREE else "make room: 200 MB at least"
    )


def _clock(settings: Settings, now: datetime) -> Finding:
    """Later than the last thing written down, and the zones of players are known."""
    try:
        ZoneInfo("Europe/London")
    except (LookupError, OSError):
        return Finding("clock", False, "no time zones are known", "install tzdata")
    last = _last_written(settings.database.url)
    if last and last > now + timedelta(minutes=2):
        said = f"it is {now:%d %b %Y %H:%M} UTC, but something was written at {last:%d %b %Y %H:%M} UTC"
        return Finding("clock", False, said, "set the clock of this machine (NTP)")
    return Finding("clock", True, f"it is {now:%a %d %b %Y, %H:%M} UTC")


def _last_written(url: str) -> datetime | None:
    file = _file_of(url)
    if file is not None and not file.exists():
        return None
    try:
        engine = engine_of(url)
    except StoreFault:  # told under "database"
        return None
    try:
        with engine.connect() as connection:
            wanted = (
                select(func.max(col(StoredMessage.received_utc))),
                select(func.max(col(AdjudicatedTurn.adjudicated_utc))),
            )
            moments = [connection.execute(one).scalar() for one in wanted]
    except (SQLAlchemyError, sqlite3.Error):  # told under "database"
        return None
    finally:
        engine.dispose()
    return max((moment for moment in moments if moment), default=None)
