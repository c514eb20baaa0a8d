"""A game master writes to the reply address of a table, and reads the answers."""

from email.message import EmailMessage

from pbem.tables.identity import gm_seat
from pbem.tables.reply_addresses import seat_address
from tests.support.table import JUDGE, Table, text_of

GM_ADDRESS = "gm@w.org"


def gm(table: Table, body: str, key: str = "r1") -> str:
    """Send *body* from the GM to the reply address of the table; return the answer."""
    to = seat_address(table.office.credentials.seal, gm_seat(table.row(key)), JUDGE)
    table.mail(GM_ADDRESS, body, key, to)
    answers = [mail for mail in table.mails_to(GM_ADDRESS) if str(mail["Subject"]).startswith("Re:")]
    return text_of(answers[-1])


def news_to(table: Table, who: str, subject: str) -> EmailMessage:
    """Return the last mail to *who* with *subject* in its subject."""
    return [mail for mail in table.mails_to(who) if subject in str(mail["Subject"])][-1]


def got(table: Table, who: str, subject: str) -> bool:
    """Return whether *who* got a mail with *subject* in its subject."""
    return any(subject in str(mail["Subject"]) for mail in table.mails_to(who))
