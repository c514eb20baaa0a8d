"""What becomes of a letter that was held, when one reply confirms it?

It has its voice now, and is heard as if it had come with the confirmation: it counts by the time of that.
"""

from sqlmodel import select

from pbem import answers, gm_letters, guest_letters, hearing, identify, seat_letters, several
from pbem.answers import Correspondence
from pbem.commands import read_script
from pbem.identify import Confirmation, Guest, Several, Voice
from pbem.seated import locked_table, seated
from pbem.store import DONE, HELD, GameTable, KeptLetter
from pbem.understanding import as_heard, named_in, proved, read


def confirm(post: Correspondence, confirmation: Confirmation) -> None:
    """The letter that is confirmed is heard, or waits with its confirmation, or is not held any more."""
    wanted = select(KeptLetter).where(KeptLetter.id == confirmation.letter_id, KeptLetter.state == HELD)
    held = post.session.exec(wanted.with_for_update()).first()
    table = locked_table(post.session, held.table_key) if held and held.table_key else None
    if held is None:
        post.refuse_confirmation()
    elif table is not None and hearing.must_wait(post.kept, table):
        hearing.put_off(post.kept, table)
    else:
        _release(post, held, table)


def _release(post: Correspondence, held: KeptLetter, table: GameTable | None) -> None:
    letter = as_heard(read(held, post.office))
    script = read_script(letter.text)
    speaker = proved(named_in(post.session, post.office, letter, script))
    held.state, held.note, held.received_utc = DONE, "confirmed", post.kept.received_utc
    post.kept.note = f"confirms letter {held.id}"
    as_sent = Correspondence(post.session, post.office, held, letter, post.now)
    match speaker:
        case Voice(seat) if table is not None and identify.is_gm(seat.power):
            gm_letters.hear(as_sent, table, seat.power)
        case Voice(seat) if table is not None:
            (place,) = seated(post.session, [seat]).values()
            seat_letters.hear(answers.confirming(post, held), script, *place)
        case Several():
            several.hear(answers.confirming(post, held), script, speaker)
        case Guest():
            guest_letters.hear(as_sent, script, speaker)
