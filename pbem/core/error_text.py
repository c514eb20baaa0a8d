"""Describe an error in one line without secrets, for readers other than the host.

Error texts of mail servers end up in logs and in messages to game masters.  They repeat whatever they were
given: reply tokens in plus-addresses, sometimes a password.  Both are removed here, and the length is
limited.
"""

import re

LONGEST = 200
_TOKEN = re.compile(r"\+[^\s@<>]+@")  # judge+mordor.g7.k3q9@host
_BYTES = re.compile(r"""(?<![\w'"])b(['"])(.*?)\1""")  # as Python prints a server's answer
_OF_OPENSSL = re.compile(r"\[SSL: \w+\] | \(_ssl\.c:\d+\)")  # names and lines of its source
_UNPRINTABLE = re.compile(r"[\s\x00-\x1f\x7f-\x9f]+")


def plain_reason(said: BaseException | bytes | str, *secrets: str) -> str:
    """Return one printable line of at most LONGEST characters, without *secrets* and tokens of addresses."""
    line = _OF_OPENSSL.sub("", _UNPRINTABLE.sub(" ", _BYTES.sub(r"\2", _text(said)))).strip()
    for secret in filter(None, secrets):
        line = line.replace(secret, "…")
    line = _TOKEN.sub("+…@", line)
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


def without_names(reason: str, *names: str) -> str:
    """Return *reason* without these words, such as the host's user name at a mail server: for GMs."""
    for name in filter(None, names):
        reason = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "…", reason, flags=re.I)
    return reason


def first_line(fault: object) -> str:
    """Return the first line of an error's message, or its class name. For the host alone: not redacted."""
    return str(fault).strip().partition("\n")[0] or type(fault).__name__


def _text(said: BaseException | bytes | str) -> str:
    if isinstance(said, bytes):
        return said.decode("utf-8", "replace")
    if isinstance(said, str):
        return said
    code, answer = getattr(said, "smtp_code", None), getattr(said, "smtp_error", None)
    if code is not None and answer is not None:  # smtplib shows a tuple
        return f"{code} {_text(answer)}"
    if isinstance(said, OSError) and said.errno and said.strerror:  # str() has its number: "[Errno 111] ..."
        return f"{said.strerror}: {said.filename}" if said.filename else said.strerror
    return str(said) or type(said).__name__
