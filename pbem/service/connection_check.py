"""The doctor's look at the connections: the relay, the inlets, the ports and the certificate."""

import os
import re
import smtplib
import socket
import ssl
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection, HTTPException

from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError, LoginError

from pbem.core.error_text import plain_reason
from pbem.core.sentences import Unusable, sentence
from pbem.core.settings import Settings
from pbem.core.tls import trusting
from pbem.service.finding import Finding

PATIENCE_SECONDS = 10.0
LONGEST_PAGE = 100_000  # bytes that are read
SOON = timedelta(days=14)  # time before its end at which a certificate should be renewed
KINDS: Sequence[tuple[str, tuple[type[Exception], ...]]] = (  # of errors; the first that fits
    ("login", (LoginError, smtplib.SMTPAuthenticationError)),
    ("certificate", (ssl.SSLCertVerificationError,)),
    ("security", (ssl.SSLError, smtplib.SMTPNotSupportedError)),
    ("refused", (ConnectionRefusedError,)),
    ("name", (socket.gaierror,)),
    ("silent", (TimeoutError,)),
)
OUT_OF_REACH = (OSError, smtplib.SMTPException, IMAPClientError, ssl.SSLError)
_VALIDITY = re.compile(rb"\x30.(?:\x17\x0d|\x18\x0f)\d{12,14}Z(\x17\x0d|\x18\x0f)(\d{12,14})Z", re.DOTALL)


def relay(settings: Settings) -> Finding:
    """Check that the relay answers, and takes the login if one is set."""
    sender = settings.sender
    where = f"{sender.host}:{sender.port}"
    try:
        answer = _greeting(settings)
    except OUT_OF_REACH as fault:
        reason = plain_reason(fault, sender.password.get_secret_value())
        kind = _kind(fault)
        return Finding(
            "sender", False, sentence("doctor", "sender_fault", where=where, reason=reason, kind=kind)
        )
    return Finding("sender", True, sentence("doctor", "sender", where=where, answer=answer))


def _kind(fault: Exception) -> str:
    """Return what went wrong with a mail server, as the sentences distinguish it."""
    return next((kind for kind, types in KINDS if isinstance(fault, types)), "")


def _greeting(settings: Settings) -> str:
    """Return what the relay says to EHLO, after TLS and login where they are set."""
    sender = settings.sender
    trust = ssl.create_default_context()
    name = settings.house.domain
    session: smtplib.SMTP
    if sender.security == "tls":
        session = smtplib.SMTP_SSL(sender.host, sender.port, name, timeout=PATIENCE_SECONDS, context=trust)
    else:
        session = smtplib.SMTP(sender.host, sender.port, name, timeout=PATIENCE_SECONDS)
    with session:
        code, answer = session.ehlo()
        if sender.security == "starttls":
            session.starttls(context=trust)
            code, answer = session.ehlo()
        if sender.user:
            session.login(sender.user, sender.password.get_secret_value())
        if code >= 400:  # RFC 5321, 4.2.1
            raise smtplib.SMTPResponseException(code, answer)
        return answer.decode("utf-8", "replace").partition("\n")[0]


def inlets(settings: Settings) -> Iterator[Finding]:
    """Check each inlet that is on, and that there is one."""
    checks: list[tuple[bool, Callable[[Settings], Finding]]] = [
        (settings.receiver.on, _receiver),
        (settings.imap.on, _imap),
        (settings.maildir.on, _maildir),
    ]
    if not any(is_on for is_on, _ in checks):
        yield Finding("inlet", False, sentence("doctor", "no_inlet"))
    yield from (check(settings) for is_on, check in checks if is_on)


def _receiver(settings: Settings) -> Finding:
    """Check that the port is free for the service, or that the service itself answers there."""
    receiver = settings.receiver
    where = f"{receiver.listen}:{receiver.port}"
    try:
        with socket.create_server((receiver.listen, receiver.port)):
            return Finding("receiver", True, sentence("doctor", "receiver_free", where=where))
    except OSError as taken:
        answer = _first_line_of(receiver.listen, receiver.port)
        if answer.startswith("220 "):
            return Finding(
                "receiver", True, sentence("doctor", "receiver_answers", where=where, answer=answer)
            )
        refused = sentence("doctor", "receiver_taken", where=where, reason=_plain(taken), section="receiver")
        return Finding("receiver", False, refused)


def _imap(settings: Settings) -> Finding:
    imap, password = settings.imap, settings.imap.password.get_secret_value()
    where = sentence("doctor", "mailbox", user=imap.user, host=imap.host, port=imap.port)
    try:
        authorities = trusting(imap.ca_file)
        with IMAPClient(
            imap.host,
            imap.port,
            ssl=imap.security == "tls",
            ssl_context=authorities,
            timeout=PATIENCE_SECONDS,
        ) as client:
            if imap.security == "starttls":
                client.starttls(authorities or ssl.create_default_context())
            client.login(imap.user, password)
            number = client.folder_status(imap.folder, ["MESSAGES"])[b"MESSAGES"]
    except OUT_OF_REACH as fault:
        reason = plain_reason(fault, password)
        kind = _kind(fault)
        return Finding("imap", False, sentence("doctor", "imap_fault", where=where, reason=reason, kind=kind))
    holds = sentence("doctor", "imap", where=where, folder=imap.folder, number=number)
    return Finding("imap", True, holds)


def _maildir(settings: Settings) -> Finding:
    path = settings.maildir.path
    missing = [name for name in ("cur", "new", "tmp") if path is None or not (path / name).is_dir()]
    if missing:
        incomplete = sentence("doctor", "maildir_incomplete", path=path, missing=missing)
        return Finding("maildir", False, incomplete)
    return Finding("maildir", True, sentence("doctor", "maildir", path=path))


def web_pages(settings: Settings) -> Iterator[Finding]:
    """Check that the port of the pages is free for the service, or that the service itself answers there."""
    web = settings.web
    where = f"{web.listen}:{web.port}"
    if not web.on:
        return
    try:
        with socket.create_server((web.listen, web.port)):
            yield Finding("web", True, sentence("doctor", "web_free", where=where))
    except OSError as taken:
        if _is_own_page(web.listen, web.port):
            yield Finding("web", True, sentence("doctor", "web_answers", where=where))
            return
        refused = sentence("doctor", "receiver_taken", where=where, reason=_plain(taken), section="web")
        yield Finding("web", False, refused)


def _is_own_page(host: str, port: int) -> bool:
    """Return whether the figures of the service are there."""
    line = HTTPConnection(host, port, timeout=PATIENCE_SECONDS)
    try:
        line.request("GET", "/metrics")
        return b"pbem_" in line.getresponse().read(LONGEST_PAGE)
    except (OSError, HTTPException):
        return False
    finally:
        line.close()


def _plain(fault: OSError) -> str:
    """Return why the port cannot be used, without what Python adds."""
    return os.strerror(fault.errno) if fault.errno and fault.errno > 0 else str(fault.strerror)


def _first_line_of(host: str, port: int) -> str:
    try:
        with socket.create_connection((host, port), PATIENCE_SECONDS) as line:
            return line.recv(200).decode("ascii", "replace").partition("\r\n")[0]
    except OSError:
        return ""


def certificate(settings: Settings, now: datetime) -> Finding:
    """Check that the certificate of the receiver fits its key and is valid for some time."""
    path = settings.receiver.certificate
    if path is None or not settings.receiver.on:
        return Finding("certificate", None, sentence("doctor", "no_certificate"))
    try:
        key = settings.receiver.key or path
        key.read_bytes()
        expires = expiry(path.read_text("ascii", "replace"))
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(path, key)
    except (OSError, ValueError) as fault:
        file = getattr(fault, "filename", None) or path
        reason = getattr(fault, "strerror", None) or fault
        is_pair = isinstance(fault, ssl.SSLError)
        wrong = sentence("doctor", "certificate_fault", path=file, reason=reason, is_pair=is_pair)
        return Finding("certificate", False, wrong)
    if expires - now < SOON:
        return Finding(
            "certificate", False, sentence("doctor", "certificate_ends", path=path, expires=expires)
        )
    return Finding("certificate", True, sentence("doctor", "certificate", path=path, expires=expires))


def expiry(pem: str) -> datetime:
    """Return when the first certificate of *pem* ends (RFC 5280, 4.1.2.5). Raises ValueError without one."""
    first = re.search(r"-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----\n?", pem, re.DOTALL)
    der = ssl.PEM_cert_to_DER_cert(first[0]) if first else b""
    found = _VALIDITY.search(der)
    if not found:
        raise Unusable(sentence("doctor", "file_without_certificate"))
    text = found[2].decode()
    whole = text if len(text) == len("20261231235959") else f"20{text}"
    return datetime.strptime(whole, "%Y%m%d%H%M%S").replace(tzinfo=UTC)
