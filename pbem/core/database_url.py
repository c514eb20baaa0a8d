"""Check the URL of the database, and make it safe to print.

A password that contains "@" splits the URL at the wrong place: half of it is then read as the name of the
server, which every error prints. Such a URL is refused, and whatever is between the user and the last "@" is
never shown.
"""

import re
from urllib.parse import unquote

from pbem.core.sentences import Unusable, sentence

FORMS = "sqlite:///pbem.sqlite or postgresql+psycopg://user:password@host/name"
SIGNS = "%40 for @, %3A for :, %2F for /, %25 for %"
_PASSWORD = re.compile(r"(?<=://)(?P<user>[^:@/]*):(?P<password>.*)@", re.DOTALL)
_PORT = re.compile(r"^[^/]*//(?:[^/]*@)?(?:\[[^\]]*\]|[^/:?]*)(?::\d+)?(?:[/?,]|$)|[?&]host=")
_KIND = re.compile(r"(sqlite|postgresql)(\+\w+)?://")


def check(url: str) -> str:
    """Return *url*. Raises ValueError with a remedy, and no part of the URL but its kind."""
    if not _KIND.match(url):
        kind = url.partition("://")[0][:30] if "://" in url else ""
        raise Unusable(sentence("database", "unknown_kind", kind=kind, forms=FORMS))
    if not url.startswith("sqlite") and url.count("@") > 1:
        raise Unusable(sentence("database", "second_at", signs=SIGNS))
    if url.startswith("postgresql") and not url.startswith("postgresql+psycopg://"):
        raise Unusable(sentence("database", "other_driver", forms=FORMS))
    if not url.startswith("sqlite") and not _PORT.search(url):
        raise Unusable(sentence("database", "no_port", forms=FORMS))
    return url


def shown(url: str) -> str:
    """Return *url* without its password."""
    return _PASSWORD.sub(r"\g<user>:***@", url)


def without_password(text: str, url: str) -> str:
    """Return *text*, an error of the driver, without the password of *url* or half of it."""
    found = _PASSWORD.search(url)
    if not found:
        return text
    whole = found["password"]
    secrets = {whole, unquote(whole), *whole.split("@"), *unquote(whole).split("@")}
    for secret in sorted(secrets - {""}, key=len, reverse=True):
        text = text.replace(secret, "***")
    return text
