"""Take pictures of every kind of mail and page, in ./look/.

    python tools/look.py            every kind of mail of every game, the archive, and the pages of players
    python tools/look.py report     only mails whose name contains "report"
    python tools/look.py site       the archive
    python tools/look.py seat       the pages of players

It plays a few turns of each game with random legal orders. A browser shows each mail and page at 360 and 800
pixels, light and dark. Next to the pictures are the text parts, also as neomutt shows them, and a mailbox
with all mails.
"""

import base64
import email
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.support import every_mail  # noqa: E402  (the project's own mails, as its tests make them)

LOOK = Path("look")
SITE, SEAT = "site", "seat"
WIDTHS = (360, 800)  # pixels of a page
HEIGHT = 2600  # pixels of a page that are shown


def main(wanted: str = "") -> int:
    shutil.rmtree(LOOK, ignore_errors=True)
    LOOK.mkdir()
    mails = [
        (name.replace("/", "-"), every_mail.mail(name).raw) for name in every_mail.NAMES if wanted in name
    ]
    pages = [_page(name, raw) for name, raw in mails]
    for name, raw in mails:
        _text(name, raw)
        _in_neomutt(name, raw)
    if wanted in SITE:
        pages += _site()
    if wanted in SEAT:
        pages += every_mail.seat_pages(LOOK / SEAT)
    for name, page in pages:
        _shoot(name, page)
    print(
        f"{len(pages)} pages are in {LOOK}/, each light and dark, at {' and '.join(map(str, WIDTHS))} pixels."
    )
    print(f"The text is in {LOOK}/*.txt, and in {LOOK}/*-neomutt.txt as neomutt shows it.")
    print(f"All mails: neomutt -f {LOOK}/mailbox")
    return 0


def _page(name: str, raw: bytes) -> tuple[str, Path]:
    """Return the HTML of a mail, with its pictures embedded."""
    mail = email.message_from_bytes(raw, EmailMessage, policy=default)
    body = mail.get_body(("html",))
    page = str(body.get_content()) if body else ""
    for part in mail.walk():
        if part.get_content_type() == "image/png":
            picture = base64.b64encode(part.get_payload(decode=True)).decode()
            page = page.replace(f"cid:{part['Content-ID'].strip('<>')}", f"data:image/png;base64,{picture}")
    path = LOOK / f"{name}.html"
    path.write_text(page, "utf-8")
    return name, path


def _text(name: str, raw: bytes) -> None:
    """Write the text part to a file, and add the mail to a mailbox that a mail program can open."""
    mail = email.message_from_bytes(raw, EmailMessage, policy=default)
    body = mail.get_body(("plain",))
    (LOOK / f"{name}.txt").write_text(str(body.get_content()) if body else "", "utf-8")
    with (LOOK / "mailbox").open("ab") as box:
        box.write(
            b"From judge@downfall.example Mon Nov 23 09:00:00 2026\n" + raw.replace(b"\r\n", b"\n") + b"\n"
        )


NEOMUTT = """
set folder="{home}" spoolfile="{home}/box" mbox_type=Maildir record="" header_cache=""
set quit=yes delete=no wait_key=no pipe_decode=yes wrap=80
alternative_order text/plain text/html
ignore *
unignore from to subject date reply-to list-id
"""


def _in_neomutt(name: str, raw: bytes) -> None:
    """Write what a mail program shows in a terminal of 80 columns: a few headers, then the text part."""
    script = shutil.which("script")
    if not shutil.which("neomutt") or not script:
        return
    with tempfile.TemporaryDirectory() as folder:
        home, shown = Path(folder), (LOOK / f"{name}-neomutt.txt").resolve()
        for part in ("cur", "new", "tmp"):
            (home / "box" / part).mkdir(parents=True)
        (home / "box" / "new" / "1.mail").write_bytes(raw.replace(b"\r\n", b"\n"))
        (home / "rc").write_text(NEOMUTT.format(home=home))
        keys = f"<last-entry><pipe-message>cat > {shown}<enter><quit>"
        subprocess.run(  # noqa: S603 - the mail program of this machine, on a mail of ours
            [script, "-qec", f"neomutt -n -F {home}/rc -e 'push \"{keys}\"'", "/dev/null"],
            env={**os.environ, "HOME": folder, "TERM": "vt100", "LC_ALL": "C.UTF-8", "COLUMNS": "80"},
            input=b"", capture_output=True, check=False, timeout=20,
        )  # fmt: skip


def _site() -> Iterator[tuple[str, Path]]:
    """Yield one page of the archive of each kind: "site-stan1-1" is the first turn of a table."""
    folder = every_mail.archive(LOOK / "site")
    kinds: set[str] = set()
    for page in sorted(folder.rglob("*.html")):
        name = "-".join(page.relative_to(folder).with_suffix("").parts)
        kind = re.sub(r"\d+", "", name)
        if kind not in kinds:
            kinds.add(kind)
            yield f"{SITE}-{name}", page


def _shoot(name: str, page: Path) -> None:
    """Take a light and a dark picture with both widths side by side: a window cannot be 360 pixels wide."""
    for scheme, dark in (("light", []), ("dark", ["--blink-settings=preferredColorScheme=0"])):
        with tempfile.TemporaryDirectory() as folder:
            frames = Path(folder) / "frames.html"
            frames.write_text('<body style="margin:0">' + "".join(_frame(page, width) for width in WIDTHS))
            subprocess.run(  # noqa: S603 - the browser of this machine, on files of ours
                [_browser(), "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", *dark,
                 "--allow-file-access-from-files", f"--user-data-dir={folder}/profile",
                 f"--window-size={sum(WIDTHS) + 20},{HEIGHT}",
                 f"--screenshot={(LOOK / f'{name}-{scheme}.png').resolve()}", f"file://{frames}"],
                capture_output=True, check=True, timeout=120,
            )  # fmt: skip


def _frame(page: Path, width: int) -> str:
    address = f"file://{page.resolve()}"
    return f'<iframe src="{address}" width="{width}" height="{HEIGHT}" style="border:0"></iframe>'


def _browser() -> str:
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    raise SystemExit("look: there is no chromium here; install it, or open look/*.html in your browser")


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
