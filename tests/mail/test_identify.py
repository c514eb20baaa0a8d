"""Identifying senders: reply addresses, tokens, authentication results, claims and refusals."""

from typing import Any

import dkim
import pytest
from msgspec import structs
from sqlmodel import select

from pbem.messages import message as messages
from pbem.messages.authentication import by_mail_server, vouches
from pbem.messages.dkim_signatures import by_signature
from pbem.store.game_tables import Seat
from pbem.tables.identity import (
    Authenticated,
    Confirmation,
    Destination,
    Refusal,
    Speaker,
    Unregistered,
    Unverified,
    gm_seat,
    identify,
)
from pbem.tables.people.reply_addresses import (
    Credentials,
    Seal,
    bounce_address,
    bounced_parcel,
    confirm_reply,
    seat_address,
    seat_tag,
    slug,
    takes,
)
from tests.support.dkim_key import PRIVATE, PUBLIC_RECORD
from tests.support.table import JUDGE, Table

sign: Any = dkim.sign  # the package has no types
SEAL = Seal("a secret of the tests")


def seat(table: Table, power: str, key: str = "r1") -> Seat:
    with table.store.reading() as session:
        return session.exec(select(Seat).where(Seat.table_key == key, Seat.power == power)).one()


def speaker(table: Table, sender: str, to: str = JUDGE, subject: str = "", preference: str = "") -> Speaker:
    raw = table.message(sender, "go 3", subject, to).as_bytes()
    message = messages.read(raw, envelope_from=sender, recipients=(to,))
    with table.store.reading() as session:
        return identify(
            session, table.office.credentials, message, Destination(((preference, ""),) if preference else ())
        )


def without_plus(table: Table) -> None:
    """Return the same host with a mail server that does not accept judge+anything."""
    own = table.office.credentials
    table.office = structs.replace(table.office, credentials=Credentials(own.seal, own.judge, has_plus=False))


def power_of(found: Speaker) -> str:
    assert isinstance(found, Authenticated | Unverified | Unregistered)
    return f"{type(found).__name__} {found.seat.table_key} {found.seat.power}"


def test_the_reply_address_speaks_for_its_seat_from_a_registered_address(table: Table) -> None:
    for power in ("Red", "Dark Green"):
        to, own = (
            seat_address(table.office.credentials.seal, seat(table, power), JUDGE),
            seat(table, power).address,
        )
        assert power_of(speaker(table, own, to)) == f"Authenticated r1 {power}"
        assert power_of(speaker(table, own.title(), to.upper())) == f"Authenticated r1 {power}"
        assert power_of(speaker(table, "phone@elsewhere.org", to)) == f"Unregistered r1 {power}"


def test_a_tag_in_the_subject_counts_only_where_there_are_no_plus_addresses(table: Table) -> None:
    own = seat(table, "Dark Green")
    tag = seat_tag(table.office.credentials.seal, own)
    assert (
        power_of(speaker(table, own.address, subject=f"Re: AW: {tag} orders")) == "Unverified r1 Dark Green"
    )
    assert isinstance(speaker(table, "x@elsewhere.org", subject=f"Re: AW: {tag} orders"), Refusal)
    without_plus(table)
    assert (
        power_of(speaker(table, own.address, subject=f"Re: AW: {tag} orders"))
        == "Authenticated r1 Dark Green"
    )
    found = speaker(table, "x@elsewhere.org", subject=f"Re: AW: {tag} orders")
    assert power_of(found) == "Unregistered r1 Dark Green"


def test_a_token_is_good_for_one_seat_of_one_table_only(table: Table) -> None:
    table.opens("r2")
    to = seat_address(table.office.credentials.seal, seat(table, "Red"), JUDGE)
    other = "b" if to[-20] == "a" else "a"
    for stolen in (to.replace("+red.", "+blue."), to.replace(".r1.", ".r2."), to[:-20] + other + to[-19:]):
        assert isinstance(speaker(table, "eve@evil.org", stolen), Refusal)


def test_a_renewed_token_makes_the_old_one_void(table: Table) -> None:
    old = seat_address(table.office.credentials.seal, seat(table, "Red"), JUDGE)
    with table.store.writing() as session:
        session.get_one(Seat, seat(table, "Red").id).epoch += 1
    assert isinstance(speaker(table, "eve@evil.org", old), Refusal)
    new = seat_address(table.office.credentials.seal, seat(table, "Red"), JUDGE)
    assert power_of(speaker(table, "ann@x.org", new)) == "Authenticated r1 Red"


def test_another_installation_has_other_tokens(table: Table) -> None:
    own = seat(table, "Red")
    assert seat_address(SEAL, own, JUDGE) != seat_address(table.office.credentials.seal, own, JUDGE)


def test_an_address_alone_only_claims(table: Table) -> None:
    assert power_of(speaker(table, "Ann@X.org", subject="r1")) == "Unverified r1 Red"


def test_a_player_with_two_seats_must_name_one(table: Table) -> None:
    table.opens("r2", players={"Red": "ann@x.org", "Blue": "ann@x.org"})
    found = speaker(table, "ann@x.org")
    assert isinstance(found, Refusal)
    assert "Red in r1, Red in r2 and Blue in r2" in found.why.words(None)
    assert power_of(speaker(table, "ann@x.org", subject="r2 blue")) == "Unverified r2 Blue"
    assert power_of(speaker(table, "ann@x.org", preference="R2", subject="Red")) == "Unverified r2 Red"
    assert power_of(speaker(table, "ann@x.org", to="judge+blue.r2@judge.example")) == "Unverified r2 Blue"


def test_a_message_to_two_seats_speaks_for_none(table: Table) -> None:
    credentials = table.office.credentials
    both = [seat_address(credentials.seal, seat(table, power), JUDGE) for power in ("Red", "Blue")]
    message = messages.read(table.message("ann@x.org", "go 3").as_bytes(), recipients=both)
    with table.store.reading() as session:
        found = identify(session, credentials, message, Destination())
    assert isinstance(found, Refusal)
    assert "2 seats" in found.why.words(None)


def test_a_confirmation_needs_the_sign_of_that_very_message(table: Table) -> None:
    seal = table.office.credentials.seal
    address, _ = confirm_reply(Credentials(seal, JUDGE), 17)
    _, tag = confirm_reply(Credentials(seal, JUDGE, has_plus=False), 17)
    assert speaker(table, "x@y.org", address) == Confirmation(17)
    assert isinstance(speaker(table, "x@y.org", subject=f"Re: {tag}"), Refusal)
    stolen = address.replace(".17.", ".18.")
    assert isinstance(speaker(table, "x@y.org", stolen), Refusal)
    without_plus(table)
    assert speaker(table, "x@y.org", subject=f"Re: {tag}") == Confirmation(17)


def test_the_gm_claims_to_be_the_gm(table: Table) -> None:
    found = speaker(table, "gm@w.org")
    assert isinstance(found, Unverified)
    assert (found.seat.table_key, found.seat.power) == ("r1", "GM")


def test_the_gms_reply_address_speaks_for_the_gm_from_the_registered_address(table: Table) -> None:
    own = seat_address(table.office.credentials.seal, gm_seat(table.row()), JUDGE)
    assert power_of(speaker(table, "gm@w.org", own)) == "Authenticated r1 GM"
    assert power_of(speaker(table, "somebody@else.org", own)) == "Unregistered r1 GM"


TAKEN = [
    ("judge@judge.example", True), ("JUDGE@judge.example", True), ("judge+r1@judge.example", True),
    ("judge+red.r1.abcdefghijklmnop@judge.example", True), ("judge+bounce.7@judge.example", False),
    ("judge+confirm.7.abcdefghijklmnop@judge.example", True), ("judge+a b@judge.example", False),
    ("judge+bounce.7.abcdefghijklmnop@judge.example", True),
    ("judge+red.r1.tooshort@judge.example", False), ("judged@judge.example", False),
    ("judge@elsewhere.example", False), ("", False),
]  # fmt: skip


@pytest.mark.parametrize(("address", "taken"), TAKEN)
def test_which_addresses_are_accepted(address: str, taken: bool) -> None:
    assert takes(address, JUDGE) is taken


def test_a_bounce_names_its_mail_and_cannot_be_made_up() -> None:
    credentials = Credentials(Seal("a secret"), JUDGE)
    own = bounce_address(credentials.seal, 41, JUDGE)
    assert bounced_parcel([own], credentials) == 41
    assert bounced_parcel([own.replace("bounce.41", "bounce.42")], credentials) is None
    assert bounced_parcel([JUDGE], credentials) is None


def test_reply_addresses_fit_into_mail() -> None:
    own = Seat(
        table_key="a-table-of-20-messages"[:20], power="Kingdom of the Two Sicilies", player="", address=""
    )
    local = seat_address(SEAL, own, JUDGE).partition("@")[0]
    assert len(local) <= 64
    assert (slug("Dol Guldur"), slug("Österreich"), slug("***")) == ("dol-guldur", "osterreich", "power")


def test_a_sign_holds_for_its_words_only() -> None:
    assert SEAL.holds(SEAL.sign("a", "bc"), "a", "bc")
    assert not SEAL.holds(SEAL.sign("a", "bc"), "ab", "c")
    assert not SEAL.holds("", "a")


# --- authentication -----------------------------------------------------------------------------------------

RESULTS = [
    (["mx.host; dkim=pass header.d=x.org"], True, "our own mail server says so"),
    (["MX.host 1; dkim=pass (2048-bit key) header.d=x.org header.i=@x.org"], True, "version and comment"),
    (["mx.host; dmarc=pass (p=none) header.from=x.org"], True, "DMARC"),
    (["mx.host; spf=pass smtp.mailfrom=ann@x.org"], True, "SPF of the domain"),
    (["mx.host; spf=fail smtp.mailfrom=x.org; dkim=pass header.d=x.org"], True, "one is enough"),
    (["mx.host; none", "mx.host; dkim=pass header.d=x.org"], True, "two of the same server"),
    (["mx.host; dkim=fail header.d=x.org"], False, "it failed"),
    (["mx.host; dkim=pass header.d=evil.org"], False, "another domain"),
    (["mx.host; dkim=pass header.d=org"], False, "a parent domain is not checked here"),
    (["mx.host; dkim=pass header.d=x.org.evil.org"], False, "ends otherwise"),
    (["mx.host; spf=pass smtp.mailfrom=evil.org; dkim=none"], False, "SPF of another"),
    (["evil.host; dkim=pass header.d=x.org"], False, "a server that we do not know"),
    (["other.host; dkim=pass header.d=x.org", "mx.host; dkim=pass header.d=x.org"], False,
     "below another's it came with the message"),
    (["mx.host; dkim=fail (dkim=pass header.d=x.org) header.d=evil.org"], False, "in a comment"),
    (["mx.host; dkim=fail (; dkim=pass header.d=x.org"], False, "in a comment without end"),
    (['mx.host; dkim=fail reason="; dkim=pass header.d=x.org" header.d=evil.org'], False, "in quotes"),
    (["mx.host; dkim=passable header.d=x.org"], False, "another word"),
    (["mx.host; arc=pass header.d=x.org"], False, "another method"),
    (["; dkim=pass header.d=x.org"], False, "nobody"),
    ([""], False, "nothing"),
    ([], False, "none"),
]  # fmt: skip


@pytest.mark.parametrize(("results", "expected", "_why"), RESULTS)
def test_authentication_results_of_the_mail_server(results: list[str], expected: bool, _why: str) -> None:
    assert by_mail_server(results, "x.org", ["mx.host"]) is expected


def test_nobody_is_trusted_who_is_not_named() -> None:
    assert not by_mail_server(["mx.host; dkim=pass header.d=x.org"], "x.org", [])


PLAIN = b"From: ann@x.org\r\nTo: judge@judge.example\r\nSubject: r1\r\n\r\ngo 3\r\n"


def signed(raw: bytes = PLAIN, domain: bytes = b"x.org", **how: object) -> bytes:
    return bytes(sign(raw, b"s1", domain, PRIVATE, **how)) + raw


def dns(name: bytes, timeout: int = 5) -> bytes | None:
    return PUBLIC_RECORD if bytes(name).startswith(b"s1._domainkey.") else None


def test_a_good_signature_of_the_very_domain_vouches() -> None:
    assert by_signature(signed(), "x.org", dns)


BAD_SIGNATURES = [
    (PLAIN, "none at all"),
    (signed().replace(b"go 3", b"go 6"), "changed words"),
    (signed().replace(b"From: ann@", b"From: bob@"), "changed sender"),
    (signed(domain=b"evil.org"), "of another domain"),
    (signed(length=True) + b"go 6\r\n", "over the beginning only"),
    (b"From: eve@x.org\r\n" + signed(), "two senders"),
    (b"DKIM-Signature: nonsense\r\n" + PLAIN, "nonsense"),
    (b"DKIM-Signature: v=1; a=rsa-sha256; d=\xff; s=s1; h=from; b=x; bh=y\r\n" + PLAIN, "binary nonsense"),
]


@pytest.mark.parametrize(("raw", "_why"), BAD_SIGNATURES)
def test_a_bad_signature_vouches_for_nobody(raw: bytes, _why: str) -> None:
    assert not by_signature(raw, "x.org", dns)


def test_a_key_that_cannot_be_fetched_vouches_for_nobody() -> None:
    def nothing(_name: bytes, timeout: int = 5) -> None:
        return None

    def silence(_name: bytes, timeout: int = 5) -> None:
        raise dkim.DnsTimeoutError

    assert not by_signature(signed(), "x.org", nothing)
    assert not by_signature(signed(), "x.org", silence)


def test_invalid_domain_names_vouch_for_nobody() -> None:
    for broken in (b"s=a..b;", b"s=" + b"a" * 70 + b";"):
        assert not by_signature(signed().replace(b"s=s1;", broken), "x.org")


def test_the_dns_is_asked_for_the_senders_domain_only() -> None:
    asked = []

    def ask(name: bytes, timeout: int = 5) -> bytes | None:
        asked.append(name)
        return dns(name)

    assert not by_signature(signed(domain=b"evil.org"), "x.org", ask)
    assert asked == []
    assert by_signature(signed(), "x.org", ask)
    assert asked == [b"s1._domainkey.x.org."]


def test_one_voucher_is_enough_and_dkim_can_be_switched_off() -> None:
    message = messages.read(signed())
    assert vouches(message, signed(), [], check_dkim=True, ask_dns=dns)
    assert not vouches(message, signed(), [], check_dkim=False, ask_dns=dns)


def test_a_sender_without_an_address_is_nobody() -> None:
    raw = b"Subject: r1\r\n\r\ngo 3\r\n"
    assert not vouches(messages.read(raw), raw, ["mx.host"], check_dkim=True, ask_dns=dns)


def test_the_door_is_a_value(table: Table) -> None:
    assert table.office.credentials == Credentials(Seal(table.store.secret()), JUDGE)
