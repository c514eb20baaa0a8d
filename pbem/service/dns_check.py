"""Check in the DNS whether mail reaches us, and whether others trust ours. A part of `pbem doctor`.

The checks look up the MX of the judge's domain and the addresses behind it (RFC 5321, 5.1), SPF (RFC 7208),
DKIM (RFC 6376, 3.6), DMARC (RFC 7489) and the reverse names of the addresses from which mail leaves. If a
record is missing, the remedy is the record to set; if no name server answers, nothing is reported as wrong.
"""

import socket
from collections.abc import Iterator, Sequence
from functools import partial
from ipaddress import ip_address

import dns.exception
import dns.resolver
import dns.reversename
from dns.rdtypes.ANY.MX import MX
from dns.rdtypes.ANY.TXT import TXT
from dns.resolver import Resolver

from pbem.core.sentences import sentence
from pbem.core.settings import HouseSettings, Settings
from pbem.service.finding import Finding

PATIENCE_SECONDS = 3.0
PUBLIC = "192.0.2.1"  # an address for documentation (RFC 5737); nothing is sent there
NO_ANSWER = (dns.resolver.LifetimeTimeout, dns.resolver.NoResolverConfiguration, OSError)


class CannotAsk(Exception):  # noqa: N818 - named, as all our errors, by what happened
    """A name server was not reached, or could not answer."""

    def __init__(self, name: str, error: str) -> None:
        super().__init__(f"{name}: {error}")
        self.name, self.error = name, error


def system_resolver() -> Resolver | None:
    """Return the name servers of this machine; None where none are set."""
    try:
        resolver = Resolver()
    except dns.resolver.NoResolverConfiguration:
        return None
    resolver.lifetime = PATIENCE_SECONDS
    return resolver


def examine(settings: Settings, resolver: Resolver | None) -> Iterator[Finding]:
    """Yield one finding after the other; a single one if no name server can be asked."""
    if settings.house.judge == HouseSettings().judge:
        yield Finding("names", None, sentence("dns", "no_judge"))
        return
    if resolver is None:
        yield Finding("names", None, sentence("dns", "no_name_server"))
        return
    domain = settings.house.domain
    checks = [
        ("mx", partial(_mx, domain)),
        ("spf", partial(_spf, domain)),
        ("dkim", partial(_dkim, domain, settings.names.dkim_selector)),
        ("dmarc", partial(_dmarc, domain, settings.house.host)),
        ("reverse name", partial(_reverse, settings.names.addresses or _own_addresses())),
    ]
    for what, check in checks:
        try:
            yield check(resolver)
        except NO_ANSWER:
            yield Finding("names", None, sentence("dns", "no_answer"))
            return
        except CannotAsk as fault:
            yield Finding(what, None, sentence("dns", "could_not_ask", name=fault.name, error=fault.error))


# --- the records -----------------------------------------------------------------------------------------


def _mx(domain: str, resolver: Resolver) -> Finding:
    """Check that messages arrive: at the hosts of the MX, or at the domain itself where there is none."""
    hosts = [str(one.exchange).rstrip(".") for one in _ask(resolver, domain, "MX") if isinstance(one, MX)]
    lost = [host or "." for host in hosts or [domain] if not _addresses(resolver, host)]
    if not hosts and lost:
        return Finding("mx", False, sentence("dns", "mx_missing", domain=domain))
    if lost:
        return Finding("mx", False, sentence("dns", "mx_without_address", hosts=lost, domain=domain))
    return Finding("mx", True, sentence("dns", "mx", domain=domain, hosts=hosts or [domain]))


def _spf(domain: str, resolver: Resolver) -> Finding:
    found = [text for text in _texts(resolver, domain) if text.lower().split()[:1] == ["v=spf1"]]
    if not found:
        return Finding("spf", False, sentence("dns", "spf_missing", domain=domain))
    if len(found) > 1:
        return Finding("spf", False, sentence("dns", "spf_twice", domain=domain, number=len(found)))
    if found[0].lower().split()[-1] in ("+all", "all"):
        return Finding("spf", False, sentence("dns", "spf_open", record=found[0], domain=domain))
    return Finding("spf", True, sentence("dns", "spf", record=found[0]))


def _dkim(domain: str, selector: str, resolver: Resolver) -> Finding:
    if not selector:
        return Finding("dkim", None, sentence("dns", "dkim_not_asked"))
    name = f"{selector}._domainkey.{domain}"
    found = [text for text in _texts(resolver, name) if "p=" in text]
    keys = [part.partition("=")[2].strip() for text in found for part in text.split(";") if _is_key(part)]
    if not found:
        return Finding("dkim", False, sentence("dns", "dkim_missing", name=name))
    if not any(keys):
        return Finding("dkim", False, sentence("dns", "dkim_withdrawn", name=name))
    return Finding("dkim", True, sentence("dns", "dkim", name=name))


def _is_key(part: str) -> bool:
    return part.partition("=")[0].strip() == "p"


def _dmarc(domain: str, host: str, resolver: Resolver) -> Finding:
    """Check the DMARC record of the domain, or of one above it."""
    labels = domain.split(".")
    for above in (".".join(labels[n:]) for n in range(max(1, len(labels) - 1))):
        found = [text for text in _texts(resolver, f"_dmarc.{above}") if text.startswith("v=DMARC1")]
        if found:
            return Finding("dmarc", True, sentence("dns", "dmarc", record=found[0], domain=above))
    return Finding("dmarc", False, sentence("dns", "dmarc_missing", domain=domain, host=host))


def _reverse(addresses: Sequence[str], resolver: Resolver) -> Finding:
    """Check that each address has a name and the name has the address: many hosts refuse mail otherwise."""
    if not addresses:
        return Finding("reverse name", None, sentence("dns", "no_address"))
    named = {address: _names(resolver, address) for address in addresses}
    for address, names in named.items():
        if not names:
            return Finding("reverse name", False, sentence("dns", "reverse_missing", address=address))
        if not any(address in _addresses(resolver, name) for name in names):
            elsewhere = sentence("dns", "reverse_elsewhere", address=address, names=names)
            return Finding("reverse name", False, elsewhere)
    return Finding("reverse name", True, sentence("dns", "reverse", named=named))


# --- asking ----------------------------------------------------------------------------------------------


def _ask(resolver: Resolver, name: str, kind: str) -> list[object]:
    """Return the records; none if there are none. Raises CannotAsk, and the errors of NO_ANSWER."""
    try:
        return list(resolver.resolve(name, kind, raise_on_no_answer=False, lifetime=PATIENCE_SECONDS))
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return []
    except dns.resolver.LifetimeTimeout:
        raise
    except dns.exception.DNSException as fault:
        raise CannotAsk(name, type(fault).__name__) from fault


def _texts(resolver: Resolver, name: str) -> list[str]:
    """Return the TXT records; one of more than 255 bytes comes in pieces, which are joined."""
    found = _ask(resolver, name, "TXT")
    return [b"".join(one.strings).decode("utf-8", "replace") for one in found if isinstance(one, TXT)]


def _addresses(resolver: Resolver, host: str) -> list[str]:
    return [str(one) for kind in ("A", "AAAA") for one in _ask(resolver, host, kind)] if host else []


def _names(resolver: Resolver, address: str) -> list[str]:
    return [str(one).rstrip(".") for one in _ask(resolver, str(dns.reversename.from_address(address)), "PTR")]


def _own_addresses() -> list[str]:
    """Return the address from which this machine would send; none if it is a private one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect((PUBLIC, 53))  # chooses a route without sending anything
            address = str(line.getsockname()[0])
        except OSError:
            return []
    return [address] if ip_address(address).is_global else []
