"""The log of the service: names, numbers and reasons; never what people wrote.

At "info" and above no order, address or token is logged; a message is identified by its number. Tokens in an
error text are redacted. If an error may quote a message, only its class and place are logged; its text is
stored with the message or the table that it stopped, and logged at "debug".
"""

import logging
import re
import sys
import time
import traceback
from collections import deque
from collections.abc import Callable, MutableMapping
from functools import partial
from types import TracebackType
from typing import Any, Literal

from sqlalchemy.exc import OperationalError

from adjudicator.core.lazy_imports import IMPORTS

TOKENS = re.compile(r"\+[\w.-]+@|#[a-z2-7]{16}\b", re.I)
ADDRESSES = re.compile(r"[\w.+-]+@[\w.-]+\w")
OF_THE_MACHINE = (OSError, OperationalError)  # their texts never quote messages
REASONS_OF_MACHINE = (
    "is full",
    "No space",
    "quota exceeded",
    "I/O error",
    "is locked",
    "readonly",
    "unable to",
)
NOT_FACTS = frozenset({"timestamp", "level", "event", "exception"})
LONGEST_REMEMBERED = 500
REPEAT_SECONDS = 600.0
MOST_REPEATED = 1000  # lines whose time is remembered
NOISY = {
    "mail.log": logging.WARNING,  # aiosmtpd's, which contains addresses
    "apscheduler": logging.ERROR,  # warns when it is woken while it is awake
    "alembic": logging.WARNING,
    "imapclient": logging.WARNING,
    "asyncio": logging.WARNING,
}


RECENT: deque[str] = deque(maxlen=100)
"""The latest lines of this process, without secrets, for the host's page."""


class Log:
    """The log, one line per call. The first call imports structlog: most shell commands log nothing."""

    def __init__(self) -> None:
        self._set_up: Callable[[], None] | None = None  # still to be done
        self._logged: dict[str, float] = {}  # the lines of `repeated`, by time.monotonic()

    def set_up_by(self, set_up: Callable[[], None]) -> None:
        """Register *set_up*, which configures structlog before the next line is logged."""
        self._set_up = set_up

    def lines(self) -> Any:
        """structlog's logger, ready to write."""
        with IMPORTS:
            import structlog

        set_up, self._set_up = self._set_up, None
        if set_up:
            set_up()
        return structlog.get_logger()

    def info(self, event: str, **facts: object) -> None:
        self.lines().info(event, **facts)

    def warning(self, event: str, **facts: object) -> None:
        self.lines().warning(event, **facts)

    def repeated(self, event: str, **facts: object) -> None:
        """Warn of something that is tried every few seconds: once, and again while it lasts.

        The same line is logged every `REPEAT_SECONDS` at most, so that it does not bury all others.
        """
        now, line = time.monotonic(), f"{event} {facts}"
        if line in self._logged and now - self._logged[line] < REPEAT_SECONDS:
            return
        if len(self._logged) >= MOST_REPEATED:
            self._logged.clear()
        self._logged[line] = now
        self.warning(event, **facts)

    def error(self, event: str, **facts: object) -> None:
        self.lines().error(event, **facts)

    def exception(self, event: str, **facts: object) -> None:
        """Log the exception that is being handled; where it was raised, unless the machine is at fault."""
        if reason := _fault_of_machine(sys.exc_info()[1]):
            self.error(event, reason=reason, **facts)
        else:
            self.lines().exception(event, **facts)


def _fault_of_machine(fault: BaseException | None) -> str:
    """Return the reason of a fault for which our code is not to blame, or ""."""
    said = str(getattr(fault, "orig", None) or fault).partition("\n")[0]
    is_known = isinstance(fault, OF_THE_MACHINE) and any(reason in said for reason in REASONS_OF_MACHINE)
    return said if is_known else ""


log = Log()


def set_up(level: Literal["debug", "info", "warning", "error"], form: Literal["text", "json"]) -> None:
    """Write the log to standard error; "json" is one object a line."""
    number = logging.getLevelNamesMapping()[level.upper()]
    for name, least in NOISY.items():
        logging.getLogger(name).setLevel(max(number, least))
    log.set_up_by(partial(_set_up_lines, number, form))


def _set_up_lines(number: int, form: str) -> None:
    with IMPORTS:
        import structlog

    shown: list[Any] = [structlog.processors.JSONRenderer()]
    if form == "text":
        shown = [_without_nothing, structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())]
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.ExceptionRenderer(_in_words if number <= logging.DEBUG else _where),
            without_secrets if number > logging.DEBUG else without_tokens,
            _remember,
            *shown,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
        cache_logger_on_first_use=False,
    )


Raised = tuple[type[BaseException], BaseException, TracebackType | None]


def _in_words(exc_info: Raised) -> str:
    return "".join(traceback.format_exception(*exc_info)).rstrip()


def _where(exc_info: Raised) -> str:
    """Return where it was raised, from the first cause on, and the classes of the errors."""
    fault = exc_info[1]
    before = fault.__cause__ or (None if fault.__suppress_context__ else fault.__context__)
    first = [_where((type(before), before, before.__traceback__)), "which led to:"] if before else []
    words = f": {str(fault).partition(chr(10))[0]}" if isinstance(fault, OF_THE_MACHINE) else ""
    here = "".join(traceback.format_tb(fault.__traceback__)).rstrip()
    return "\n".join([*first, here, f"{type(fault).__module__}.{type(fault).__qualname__}{words}"])


def _without_nothing(
    _logger: object, _method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Leave out facts that do not apply, such as the table of a mail that belongs to none."""
    return {key: value for key, value in event.items() if value is not None}


def _remember(logger: object, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Add the line to `RECENT`, without where an error was raised."""
    clean = without_secrets(logger, method, event)
    facts = " ".join(f"{key}={value}" for key, value in clean.items() if key not in NOT_FACTS)
    head = f"{clean.get('timestamp', '')} {clean.get('level', '')} {clean.get('event', '')}"
    RECENT.append(f"{head} {facts}".rstrip()[:LONGEST_REMEMBERED])
    return event


def without_tokens(
    _logger: object, _method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Remove tokens, whatever the level."""
    return {key: TOKENS.sub("…", value) if isinstance(value, str) else value for key, value in event.items()}


def without_secrets(logger: object, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Remove tokens and addresses."""
    clean = without_tokens(logger, method, event)
    return {
        key: ADDRESSES.sub("…", value) if isinstance(value, str) else value for key, value in clean.items()
    }
