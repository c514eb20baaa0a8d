"""A message as it arrived, before it is parsed."""

from datetime import datetime

from msgspec import Struct


class Arrival(Struct, frozen=True):
    """A message as it came in, byte for byte."""

    raw: bytes
    envelope_from: str  # "" is the null sender of bounces
    recipients: tuple[str, ...]
    received: datetime  # UTC: when the mail server had the whole message, not when it was polled
    inlet: str  # "smtp", "imap:judge@mail.example", "maildir:/var/mail/judge"
    uid: str | None = None  # the inlet's own name of the message, unlike all its others; SMTP has none
