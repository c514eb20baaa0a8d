"""The refusals of the receiver: people read them in a bounce, and hosts in the log of their mail server.

The codes (RFC 5321, RFC 3463) are here, and the words in `templates/sentences/smtp.txt`. Words are optional
in a reply, and a session must not fail for lack of them, so a reply whose words cannot be rendered has none.
"""

from functools import lru_cache
from pathlib import Path

from pbem.core.logs import log
from pbem.core.sentences import Sentence, sentence

TRY_LATER = "451 4.3.0"
TOO_LARGE = "552 5.3.4"
TOO_MANY_RECIPIENTS = "452 4.5.3"
TOO_MANY_CONNECTIONS = "421 4.7.0"
NO_ADDRESS = "550 5.1.3"
NOBODY = "550 5.1.1"


class Replies:
    """The replies in the words of the host's own templates, or else in ours."""

    def __init__(self, own_templates: Path | None) -> None:
        self.own = own_templates

    def try_later(self) -> str:
        return self._reply(TRY_LATER, sentence("smtp", "try_later"))

    def message_too_large(self, most_bytes: int) -> str:
        return self._reply(TOO_LARGE, sentence("smtp", "message_too_large", kib=most_bytes // 1024))

    def text_too_large(self, most_bytes: int) -> str:
        return self._reply(TOO_LARGE, sentence("smtp", "text_too_large", kib=most_bytes // 1024))

    def too_many_recipients(self) -> str:
        return self._reply(TOO_MANY_RECIPIENTS, sentence("smtp", "too_many_recipients"))

    def too_many_connections(self) -> str:
        return self._reply(TOO_MANY_CONNECTIONS, sentence("smtp", "too_many_connections"))

    def no_address(self) -> str:
        return self._reply(NO_ADDRESS, sentence("smtp", "no_address"))

    def nobody(self) -> str:
        return self._reply(NOBODY, sentence("smtp", "nobody"))

    def _reply(self, code: str, said: Sentence) -> str:
        try:
            return f"{code} {_words(said.name, tuple(said.facts.items()), self.own)}"
        except Exception:  # whatever it is, the peer gets its code
            log.exception("the words of a reply cannot be rendered", reply=said.name, again=True)
            return code


@lru_cache(maxsize=64)  # the first one imports Jinja; later ones must cost nothing
def _words(name: str, facts: tuple[tuple[str, object], ...], own_templates: Path | None) -> str:
    """Return the words in ASCII, as not every peer accepts more (RFC 6531)."""
    said = Sentence("smtp", name, dict(facts)).words(own_templates)
    return said.encode("ascii", "replace").decode()
