"""Check the DNS: does mail reach us, and do others trust ours? A part of `pbem doctor`.

Asked are the MX of the judge's domain and the addresses behind it (RFC 5321, 5.1), SPF (RFC 7208), DKIM
(RFC 6376, 3.6), DMARC (RFC 7489) and the reverse names of the addresses from which mail leaves. Where a
record is missing the remedy is the record to be set; where no name server answers, nothing is at fault.
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

from pbem.core.settings import HouseSettings, Settings
from pbem.service.finding import Finding

PATIENCE_SECONDS = 3.0
PUBLIC = "192.0.2.1"  # of documentation (RFC 5737); nothing is sent there
NO_ANSWER = (dns.resolver.LifetimeTimeout, dns.resolver.NoResolverConfiguration, OSError)


class CannotAsk(Exception):  # noqa: N818 - named, as all our errors, by what happened
    """A name server was not reached, or could not answer."""


def system_resolver() -> Resolver | None:
    """The name servers of this machine; None where none are set."""
    try:
        resolver = Resolver()
    except dns.resolver.NoResolverConfiguration:
        return None
    resolver.lifetime = PATIENCE_SECONDS
    return resolver


def examine(settings: Settings, resolver: Resolver | None) -> Iterator[Finding]:
    """One finding after the other; a single one if nobody can be asked."""
    if settings.house.judge == HouseSettings().judge:
        yield Finding("names", None, "not asked: [house] judge is not set")
        return
    if resolver is None:
        yield Finding("names", None, "could not ask: this machine knows no name server")
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
            yield Finding("names", None, "could not ask: no name server answers")
            return
        except CannotAsk as trouble:
            yield Finding(what, None, f"could not ask: {trouble}")


# --- the records -----------------------------------------------------------------------------------------


def _mx(domain: str, resolver: Resolver) -> Finding:
    """Where messages to the judge go: to the hosts of the MX, or to the domain itself where there is none."""
    hosts = [str(one.exchange).rstrip(".") for one in _ask(resolver, domain, "MX") if isinstance(one, MX)]
    lost = [host or "." for host in hosts or [domain] if not _addresses(resolver, host)]
    if not hosts and lost:
        remedy = f"set: {domain}. IN MX 10 mail.{domain}.   with the address of that host"
        return Finding("mx", False, f"{domain} has no MX and no address: no message can come", remedy)
    if lost:
        remedy = f"set an address (A or AAAA) for {', '.join(lost)}, or another MX"
        return Finding("mx", False, f"{', '.join(lost)} of the MX of {domain} has no address", remedy)
    return Finding("mx", True, f"messages to {domain} go to {', '.join(hosts or [domain])}")


def _spf(domain: str, resolver: Resolver) -> Finding:
    found = [text for text in _texts(resolver, domain) if text.lower().split()[:1] == ["v=spf1"]]
    record = (
        f'{domain}. IN TXT "v=spf1 mx -all"   (with a:HOST, ip4: or include: of the relay if it is another)'
    )
    if not found:
        return Finding("spf", False, f"{domain} does not say who may send for it", f"set: {record}")
    if len(found) > 1:
        return Finding("spf", False, f"{domain} has {len(found)} records of SPF: none counts", "leave one")
    if found[0].lower().split()[-1] in ("+all", "all"):
        return Finding("spf", False, f"{found[0]}: everybody may send for {domain}", "end it with -all")
    return Finding("spf", True, found[0])


def _dkim(domain: str, selector: str, resolver: Resolver) -> Finding:
    if not selector:
        said = "not asked: [names] dkim_selector is not set; the relay should sign what it sends"
        return Finding("dkim", None, said)
    name = f"{selector}._domainkey.{domain}"
    record = f'{name}. IN TXT "v=DKIM1; k=rsa; p=..."   with the public key of the relay'
    found = [text for text in _texts(resolver, name) if "p=" in text]
    keys = [part.partition("=")[2].strip() for text in found for part in text.split(";") if _is_key(part)]
    if not found:
        return Finding("dkim", False, f"there is no key at {name}", f"set: {record}")
    if not any(keys):
        return Finding("dkim", False, f"the key at {name} is withdrawn", f"set: {record}")
    return Finding("dkim", True, f"a key is at {name}")


def _is_key(part: str) -> bool:
    return part.partition("=")[0].strip() == "p"


def _dmarc(domain: str, host: str, resolver: Resolver) -> Finding:
    """At the domain, or at one above it."""
    labels = domain.split(".")
    for above in (".".join(labels[n:]) for n in range(max(1, len(labels) - 1))):
        found = [text for text in _texts(resolver, f"_dmarc.{above}") if text.startswith("v=DMARC1")]
        if found:
            return Finding("dmarc", True, f"{found[0]} (at _dmarc.{above})")
    record = f'_dmarc.{domain}. IN TXT "v=DMARC1; p=none; rua=mailto:{host}"'
    return Finding("dmarc", False, f"{domain} has no DMARC; large hosts refuse such mail", f"set: {record}")


def _reverse(addresses: Sequence[str], resolver: Resolver) -> Finding:
    """Each address has a name, and the name has the address: many hosts refuse mail from others."""
    if not addresses:
        said = "not asked: this machine has no public address; [names] addresses tells those of the relay"
        return Finding("reverse name", None, said)
    named = {address: _names(resolver, address) for address in addresses}
    for address, names in named.items():
        if not any(address in _addresses(resolver, name) for name in names):
            led = f"{', '.join(names)} does not lead back to it" if names else "it has none"
            remedy = "ask the owner of the address (the provider) to set it, and an A or AAAA for the name"
            return Finding("reverse name", False, f"{address}: {led}", remedy)
    told = ", ".join(f"{address} is {names[0]}" for address, names in named.items())
    return Finding("reverse name", True, told)


# --- asking ----------------------------------------------------------------------------------------------


def _ask(resolver: Resolver, name: str, kind: str) -> list[object]:
    """The records; none if there are none. Raises CannotAsk, and whatever NO_ANSWER holds."""
    try:
        return list(resolver.resolve(name, kind, raise_on_no_answer=False, lifetime=PATIENCE_SECONDS))
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return []
    except dns.resolver.LifetimeTimeout:
        raise
    except dns.exception.DNSException as fault:
        raise CannotAsk(f"{name}: {type(fault).__name__}") from fault


def _texts(resolver: Resolver, name: str) -> list[str]:
    """A record of more than 255 bytes comes in pieces that belong together."""
    found = _ask(resolver, name, "TXT")
    return [b"".join(one.strings).decode("utf-8", "replace") for one in found if isinstance(one, TXT)]


def _addresses(resolver: Resolver, host: str) -> list[str]:
    return [str(one) for kind in ("A", "AAAA") for one in _ask(resolver, host, kind)] if host else []


def _names(resolver: Resolver, address: str) -> list[str]:
    return [str(one).rstrip(".") for one in _ask(resolver, str(dns.reversename.from_address(address)), "PTR")]


def _own_addresses() -> list[str]:
    """The address from which this machine would send; none if it is a private one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect((PUBLIC, 53))  # chooses a way, and sends nothing
            address = str(line.getsockname()[0])
        except OSError:
            return []
    return [address] if ip_address(address).is_global else []
