"""What does a player note for himself?  DIARY ... END keeps a page, DIARY alone shows them all."""

from sqlmodel import col, func, select

from pbem.commands import Request
from pbem.deeds import Acting, done, refused
from pbem.desk_tables import DiaryPage, FormerSeat
from pbem.press import holds_orders
from pbem.reports import Deed, Leaf
from pbem.store import id_of

MOST_KIB = 16


def diary(acting: Acting, request: Request) -> Deed | Leaf:
    """DIARY ... END"""
    text = "\n".join(request.text).strip()
    if not text:
        return _shown(acting)
    if not request.is_closed and holds_orders(acting, request.text):
        return refused(
            request, "I found no END below it, and lines in it that may be orders.", "Please end it with END."
        )
    if len(text.encode()) > MOST_KIB * 1024:
        return refused(request, f"It is longer than {MOST_KIB} KiB.")
    acting.session.add(
        DiaryPage(
            table_key=acting.at.table.key,
            power=acting.at.row.power,
            turn=acting.at.due.turn,
            text=text,
            letter_id=id_of(acting.visit.kept),
            line=request.line,
            written_utc=acting.visit.now,
        )
    )
    acting.session.flush()
    return done(request, "Noted. Nobody else reads it; DIARY alone shows all that you noted.")


def _shown(acting: Acting) -> Leaf:
    """What this player noted; a diary does not go with the seat."""
    key, power = acting.at.table.key, acting.at.row.power
    left = select(func.max(FormerSeat.left_utc)).where(FormerSeat.table_key == key, FormerSeat.power == power)
    wanted = select(DiaryPage).where(DiaryPage.table_key == key, DiaryPage.power == power)
    before = acting.session.exec(left).one()
    if before is not None:
        wanted = wanted.where(DiaryPage.written_utc > before)
    pages = acting.session.exec(wanted.order_by(col(DiaryPage.id)))
    text = "\n\n".join(f"{page.turn}:\n{page.text}" for page in pages)
    return Leaf("Your diary", text or "It is empty. DIARY, your note, and END keep one.")
