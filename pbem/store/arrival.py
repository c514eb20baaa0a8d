"""A message as it arrived, before it is parsed."""

from datetime import datetime

from msgspec import Struct


class Arrival(Struct, frozen=True):
    """A message as it came in, byte for byte."""

    raw: bytes
    envelope_from: str  # "" is the null sender, as in bounces
    recipients: tuple[str, ...]
    received: datetime  # UTC: when the mail server had the whole message, not when it was fetched
    inlet: str  # "smtp", "imap:judge@mail.example", "maildir:/var/mail/judge"
    uid: str | None = None  # the inlet's unique name for the message; SMTP has none
