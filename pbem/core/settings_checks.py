"""Find settings that are each valid but cannot work together."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pbem.core.sentences import Sentence, sentence

if TYPE_CHECKING:
    from pbem.core.settings import Settings


HERE = frozenset({"127.0.0.1", "localhost", "::1"})
EVERYWHERE = frozenset({"0.0.0.0", "::"})  # noqa: S104 - read, not bound
EVERYWHERE = frozenset({"0.0.0.0", "::", ""})  # noqa: S104 - what a setting may say, not what is listened at


class Wrong(NamedTuple):
    """A key that is missing or contradicts others, and a remedy."""

    section: str
    key: str
    said: Sentence


def check(settings: "Settings", *, with_passwords: bool = True) -> Iterator[Wrong]:
    """Yield the contradictions, in the order of the file; then, *with_passwords*, those that are missing."""
    yield from _house(settings)
    yield from _receiver(settings)
    yield from _imap(settings)
    if settings.maildir.on and settings.maildir.path is None:
        yield Wrong("maildir", "path", sentence("settings", "maildir_path"))
    yield from _sender(settings)
    yield from _web(settings)
    if with_passwords:
        yield from _passwords(settings)


def _house(settings: "Settings") -> Iterator[Wrong]:
    if settings.house.host == settings.house.judge:
        yield Wrong("house", "host", sentence("settings", "host_is_judge"))


def _receiver(settings: "Settings") -> Iterator[Wrong]:
    receiver = settings.receiver
    if receiver.key is not None and receiver.certificate is None:
        yield Wrong("receiver", "certificate", sentence("settings", "certificate_missing"))
    for key, file in (("certificate", receiver.certificate), ("key", receiver.key)):
        if receiver.on and file is not None and file.is_dir():
            yield Wrong("receiver", key, sentence("settings", "is_folder", file=file))
    yield from _host("receiver", receiver.listen, "listen")


def _imap(settings: "Settings") -> Iterator[Wrong]:
    imap = settings.imap
    if imap.ca_file is not None:
        yield from _ca_file("imap", imap.ca_file)
    if not imap.on:
        return
    if not imap.host:
        yield Wrong("imap", "host", sentence("settings", "imap_host"))
    yield from _host("imap", imap.host)
    if not imap.user:
        yield Wrong("imap", "user", sentence("settings", "imap_user"))
    if imap.folder == imap.done_folder:
        yield Wrong("imap", "done_folder", sentence("settings", "done_folder"))


def _sender(settings: "Settings") -> Iterator[Wrong]:
    sender = settings.sender
    if not sender.host:
        yield Wrong("sender", "host", sentence("settings", "relay"))
    yield from _host("sender", sender.host)
    if _is_own_receiver(settings):
        yield Wrong("sender", "port", sentence("settings", "own_receiver", port=sender.port))
    if sender.password.get_secret_value() and not sender.user:
        yield Wrong("sender", "user", sentence("settings", "sender_user"))


def _is_own_receiver(settings: "Settings") -> bool:
    """Return whether the service would send its mail to itself."""
    sender, receiver = settings.sender, settings.receiver
    listens_here = receiver.listen in (*HERE, *EVERYWHERE)  # else port 25 of loopback may be another program
    is_here = sender.host == receiver.listen or (sender.host in HERE and listens_here)
    return receiver.on and is_here and sender.port == receiver.port != 0


def _passwords(settings: "Settings") -> Iterator[Wrong]:
    imap, sender = settings.imap, settings.sender
    if imap.on and not imap.password.get_secret_value():
        yield Wrong("imap", "password", sentence("settings", "imap_password"))
    if sender.user and not sender.password.get_secret_value():
        yield Wrong("sender", "password", sentence("settings", "sender_password"))


def _web(settings: "Settings") -> Iterator[Wrong]:
    web, receiver = settings.web, settings.receiver
    if not web.on:
        if web.host_page:
            yield Wrong("web", "host_page", sentence("settings", "page_without_web"))
        return
    yield from _host("web", web.listen, "listen")
    is_same_address = web.listen == receiver.listen or {web.listen, receiver.listen} & EVERYWHERE
    if receiver.on and web.port == receiver.port and is_same_address:
        yield Wrong("web", "port", sentence("settings", "port_in_use", port=web.port))


def _host(section: str, host: str, key: str = "host") -> Iterator[Wrong]:
    name, colon, port = host.rpartition(":")
    if "/" in host:
        yield Wrong(section, key, sentence("settings", "slash"))
    elif colon and ":" not in name and port.isdigit():
        yield Wrong(section, key, sentence("settings", "holds_port", key=key, name=name, port=port))


def _ca_file(section: str, file: Path) -> Iterator[Wrong]:
    if not file.is_file():
        yield Wrong(section, "ca_file", sentence("settings", "ca_file", file=file))
