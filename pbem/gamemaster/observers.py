"""GRANT and REVOKE: let an observer see everything while the game is played. Everybody is told."""

from collections.abc import Sequence

from pbem.commands.seats import all_seeing
from pbem.commands.seats.joining import application
from pbem.commands.seats.preferences import clean_name
from pbem.core.sentences import Unusable, Words, sentence
from pbem.store.player_tables import Subscriber
from pbem.tables.gm_actions import GmAction, GmContext, GmRequest, NotDone
from pbem.tables.house_rules import house_rules
from pbem.tables.identity import plays
from pbem.tables.people import readers
from pbem.tables.people.readers import ALL_KINDS, BULLETINS


def grant(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Let an observer see everything: GRANT eve@x.org."""
    if house_rules(gm.table).see_all != "by the gm":
        raise NotDone(sentence("observers", "not_by_rules"))
    row = _observer(gm, request)
    if row is None:
        raise NotDone(sentence("observers", "no_observer", address=_named(request), table=gm.table.key))
    if plays(gm.session, gm.table, row.address) or application(gm.session, gm.table, row.address):
        raise NotDone(sentence("observers", "plays", address=row.address))
    if row.kinds and BULLETINS not in row.kinds:
        row.kinds = [*ALL_KINDS]  # what they may see comes with the bulletin
    all_seeing.grant(gm.session, gm.table, row, gm.now)
    name = _name(gm, row)
    gm.write_down(request, sentence("observers", "granted_logged", name=name), for_bulletin=True)
    gm.notify_table(request, "sees_all", name=name, is_granted=True)
    return [sentence("observers", "granted", name=name, address=row.address)]


def revoke(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Let an observer see only public facts again: REVOKE eve@x.org."""
    row = _observer(gm, request)
    if row is None:
        raise NotDone(sentence("observers", "nobody_to_revoke", address=_named(request), table=gm.table.key))
    if not row.sees_all:
        raise NotDone(sentence("observers", "sees_no_more", address=row.address))
    row.sees_all = False
    name = _name(gm, row)
    gm.write_down(request, sentence("observers", "revoked_logged", name=name), for_bulletin=True)
    gm.notify_table(request, "sees_all", name=name, is_granted=False)
    return [sentence("observers", "revoked", name=name, address=row.address)]


def _observer(gm: GmContext, request: GmRequest) -> Subscriber | None:
    """Return the observer whom the request names."""
    return readers.subscription(gm.session, gm.table, _named(request))


def _named(request: GmRequest) -> str:
    return request.argument.strip("<>").lower()


def _name(gm: GmContext, row: Subscriber) -> str:
    try:
        return clean_name(row.name)
    except Unusable:
        return gm.in_words(sentence("joining", "an_observer"))


ACTIONS = (
    GmAction("GRANT", r"grant\s+(?:all\s+)?(?:to\s+)?(\S+@\S+)", grant),
    GmAction("REVOKE", r"revoke\s+(?:all\s+)?(?:from\s+)?(\S+@\S+)", revoke),
)
