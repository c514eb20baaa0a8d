"""Find settings that are each valid but cannot work together."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pbem.core.settings import Settings


EVERYWHERE = frozenset({"0.0.0.0", "::", ""})  # noqa: S104 - what a setting may say, not what is listened at


class Wrong(NamedTuple):
    """A key that is missing or contradicts others, and a remedy."""

    section: str
    key: str
    said: str


def check(settings: "Settings", *, with_passwords: bool = True) -> Iterator[Wrong]:
    """Yield the contradictions, in the order of the file; then, *with_passwords*, those that are missing."""
    yield from _receiver(settings)
    yield from _imap(settings)
    if settings.maildir.on and settings.maildir.path is None:
        yield Wrong("maildir", "path", 'on = true needs the folder, like path = "/var/mail/judge"')
    yield from _sender(settings)
    yield from _web(settings)
    if with_passwords:
        yield from _passwords(settings)


def _receiver(settings: "Settings") -> Iterator[Wrong]:
    receiver = settings.receiver
    if receiver.key is not None and receiver.certificate is None:
        yield Wrong("receiver", "certificate", "is missing; STARTTLS needs both certificate and key")
    for key, file in (("certificate", receiver.certificate), ("key", receiver.key)):
        if receiver.on and file is not None and file.is_dir():
            yield Wrong("receiver", key, f"{file} is a folder; name the file in it (PEM)")
    yield from _host("receiver", receiver.listen, "listen")


def _imap(settings: "Settings") -> Iterator[Wrong]:
    imap = settings.imap
    if imap.ca_file is not None:
        yield from _ca_file("imap", imap.ca_file)
    if not imap.on:
        return
    if not imap.host:
        yield Wrong("imap", "host", 'on = true needs the mail server, like host = "imap.example.org"')
    yield from _host("imap", imap.host)
    if not imap.user:
        yield Wrong("imap", "user", 'needs the name of the mailbox, like user = "judge@example.org"')
    if imap.folder == imap.done_folder:
        yield Wrong("imap", "done_folder", 'is the folder itself; name another folder, like "Judged"')


def _sender(settings: "Settings") -> Iterator[Wrong]:
    sender = settings.sender
    if not sender.host:
        yield Wrong("sender", "host", 'is empty; name the relay, like host = "smtp.example.org"')
    yield from _host("sender", sender.host)


def _passwords(settings: "Settings") -> Iterator[Wrong]:
    imap, sender = settings.imap, settings.sender
    if imap.on and not imap.password.get_secret_value():
        said = "is missing; set it here, or in the environment as PBEM_IMAP__PASSWORD"
        yield Wrong("imap", "password", said)
    if sender.user and not sender.password.get_secret_value():
        said = "is missing, and there is a user; set it here, or in the environment as PBEM_SENDER__PASSWORD"
        yield Wrong("sender", "password", said)


def _web(settings: "Settings") -> Iterator[Wrong]:
    web, receiver = settings.web, settings.receiver
    if not web.on:
        return
    yield from _host("web", web.listen, "listen")
    is_same_address = web.listen == receiver.listen or {web.listen, receiver.listen} & EVERYWHERE
    if receiver.on and web.port == receiver.port and is_same_address:
        yield Wrong("web", "port", f"{web.port} is the port of [receiver] already; write another, like 8025")


def _host(section: str, host: str, key: str = "host") -> Iterator[Wrong]:
    name, colon, port = host.rpartition(":")
    if "/" in host:
        yield Wrong(section, key, 'holds a "/"; write only the name, like "mail.example.org"')
    elif colon and ":" not in name and port.isdigit():
        yield Wrong(section, key, f'holds a port; write {key} = "{name}" and port = {port}')


def _ca_file(section: str, file: Path) -> Iterator[Wrong]:
    if not file.is_file():
        said = f"there is no file {file}; name one with the certificates of an authority (PEM)"
        yield Wrong(section, "ca_file", said)
