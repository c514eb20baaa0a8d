"""Every kind of mail of every game: the same facts in text and HTML, narrow and small."""

import email
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from email.message import EmailMessage
from email.policy import default
from html import escape
from pathlib import Path

import msgspec
import pytest
from selectolax.lexbor import LexborHTMLParser

from adjudicator.core.game import Section, Table
from pbem.core.templating import packaged, page
from pbem.core.text_layout import WIDTH, form_line
from pbem.reports import json_report, layout, message_bytes
from tests.support import every_mail
from tests.support.waiting import LONG

MOST_BYTES = 300 * 1024  # of a mail with its picture
MOST_HTML = 60 * 1024  # webmail cuts a page off at 102 KB
BLOCKS = ("p", "li", "td", "th", "h1", "h2", "pre", "div", "br", "tr", "ul", "table", "blockquote")
AA = 4.5
SCHEMA = Path(__file__).parents[2] / "docs" / "report.schema.json"

REPORTS = [name for name in every_mail.NAMES if "report" in name]
BULLETINS = [name for name in every_mail.NAMES if "bulletin" in name]


def opened(mail: message_bytes.Outgoing) -> EmailMessage:
    return email.message_from_bytes(mail.raw, EmailMessage, policy=default)


def body(mail: message_bytes.Outgoing, kind: str) -> str:
    part = opened(mail).get_body((kind,))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def parts(mail: message_bytes.Outgoing, kind: str) -> list[EmailMessage]:
    return [part for part in opened(mail).walk() if part.get_content_type() == kind]


def words(text: str) -> list[str]:
    """Its words and numbers with their signs, without what is only drawn."""
    return re.findall(r"[+-]\d+|[^\W_][\w@.'/-]*\w|\w", text)


def shown(html: str) -> list[str]:
    tree = LexborHTMLParser(html)
    for hidden in tree.css("style, title, .kicker, .buttons, .taps"):
        hidden.decompose()
    for block in tree.css(", ".join(BLOCKS)):
        block.insert_after(" ")
    root = tree.body
    assert root is not None
    return words(root.text(separator=" "))


@pytest.mark.parametrize("name", every_mail.NAMES)
def test_text_and_html_have_the_same_words(name: str) -> None:
    """Both have the same words and numbers; above the HTML there is one more line, for the eye."""
    text, html = body(every_mail.mail(name), "plain"), body(every_mail.mail(name), "html")
    plain, seen = set(words(text)), set(shown(html))
    kicker = LexborHTMLParser(html).css_first(".kicker")
    above = set(words(kicker.text())) if kicker else set()
    assert plain - seen - above == set()
    titles = set(words(" ".join(node.text() for node in LexborHTMLParser(html).css("h1"))))
    assert seen - plain - titles == set()


@pytest.mark.parametrize("name", every_mail.NAMES)
def test_text_is_narrow_and_html_is_light(name: str) -> None:
    mail = every_mail.mail(name)
    if name == "empires/report-other":
        pytest.xfail("an order of 75 characters with a supporter is longer than a line of the text")
    assert max(len(line) for line in body(mail, "plain").splitlines()) <= WIDTH
    assert len(body(mail, "html").encode()) < MOST_HTML
    assert len(mail.raw) < MOST_BYTES


@pytest.mark.parametrize("name", [*REPORTS, *BULLETINS])
def test_the_picture_has_words_that_tell_the_position(name: str) -> None:
    mail = every_mail.mail(name)
    image = LexborHTMLParser(body(mail, "html")).css_first("img")
    if image is None:
        assert not parts(mail, "image/png")
        return
    alt = image.attributes["alt"] or ""
    assert re.search(r"\d", alt) or "No board yet" in alt
    assert image.attributes["src"] == f"cid:{parts(mail, 'image/png')[0]['Content-ID'].strip('<>')}"


@pytest.mark.parametrize("name", REPORTS)
def test_what_matters_most_fits_on_two_screens(name: str) -> None:
    """Above the order form, for what a person orders; random players of Domination order thirty moves.

    In Empires one report tells of the turns of two partners, and the first mail teaches six actions.
    """
    most = {"empires/first-report": 96}.get(name, 90 if name.startswith("empires") else 80)
    above = body(every_mail.mail(name), "plain").partition("\nOrder form\n")[0].splitlines()
    orders = [line for line in above if "void" in line or "left out" in line or "may not" in line]
    assert len(above) - 2 * len(orders) <= most


# --- report.json -----------------------------------------------------------------------------------------


def attached(name: str) -> bytes:
    (part,) = parts(every_mail.mail(name), "application/json")
    assert part.get_filename() == "report.json"
    return bytes(part.get_content())


def test_the_schema_in_the_docs_is_that_of_the_program() -> None:
    assert SCHEMA.read_bytes() == json_report.schema()


@pytest.mark.parametrize("name", REPORTS)
def test_report_json_is_by_the_schema_and_says_what_the_mail_says(name: str) -> None:
    told, text = json_report.read(attached(name)), " ".join(body(every_mail.mail(name), "plain").split())
    for part in told.sections:
        for sentence in part.sentences:
            if part.key not in ("news", "due"):  # these may be joined, or told with the deadline
                assert " ".join(sentence.split()) in text or _own_row_says(sentence, text)
    for line in told.form:
        assert set(words(line)) <= set(words(text))
    assert told.headline in text
    assert told.counts is None or {row.power for row in told.counts.powers}
    own = [result for result in told.results if result.power == told.power]
    assert all(result.order and result.outcome for result in own)
    if told.due.deadline_utc:
        assert told.due.deadline_utc == every_mail.DEADLINE


def _own_row_says(sentence: str, text: str) -> bool:
    """A report says only in the reader's own row where their piece is: "Dain in the Iron Hills"."""
    found = re.fullmatch(r"(?:Your )?(.+) is in (?:the )?(.+)\.", sentence)
    return found is not None and re.search(rf"{found[1]} in (?:the )?{found[2]}", text) is not None


def test_a_table_with_the_readers_row_alone_leaves_no_heading_behind() -> None:
    row = Section("centres", "Zones taken", tables=(Table(("Power", "Zones"), (("Germany", "Brussels"),)),))
    assert list(layout._without_row([row], "Germany")) == []
    assert list(layout._without_row([row], "Russia")) == [row]


def test_an_unknown_field_is_no_report() -> None:
    raw = msgspec.json.decode(attached("standard/report"))
    with pytest.raises(msgspec.ValidationError, match="surprise"):
        json_report.read(msgspec.json.encode(raw | {"surprise": 1}))


# --- the calendar ----------------------------------------------------------------------------------------


def calendar(mail: message_bytes.Outgoing) -> str:
    (part,) = parts(mail, "text/calendar")
    return str(part.get_content())


def test_a_pause_and_the_end_cancel_the_event() -> None:
    running, over = calendar(every_mail.mail("standard/report")), calendar(every_mail.mail("standard/note"))
    uid = re.search(r"UID:.*", running)
    assert uid
    assert uid[0].strip() in over
    assert "METHOD:CANCEL" in over.replace("\r", "")
    assert "STATUS:CANCELLED" in over
    first, second = (int(re.findall(r"SEQUENCE:(\d+)", file)[0]) for file in (running, over))
    assert second > first


# --- colours ---------------------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    """WCAG 2.2, relative luminance."""
    parts_ = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts_
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def rules(css: str) -> dict[str, dict[str, str]]:
    """What each selector sets: {".quiet": {"color": "#5d564a"}}."""
    found: dict[str, dict[str, str]] = {}
    for selectors, block in re.findall(r"([^{}@]+)\{([^{}]*)\}", css):
        pairs = dict(re.findall(r"([\w-]+)\s*:\s*([^;!]+)", block))
        for selector in selectors.split(","):
            found.setdefault(selector.strip(), {}).update(
                {key: value.strip() for key, value in pairs.items()}
            )
    return found


def schemes() -> Iterator[tuple[str, dict[str, dict[str, str]]]]:
    css = (
        (packaged("templates") / "base.html")
        .read_text("utf-8")
        .partition("<style>")[2]
        .partition("</style>")[0]
    )
    light, _, rest = css.partition("@media (prefers-color-scheme: dark) {")
    dark = rules(rest.partition("@media")[0])
    usual = rules(light)
    yield "light", usual
    yield "dark", {name: usual.get(name, {}) | dark.get(name, {}) for name in {*usual, *dark}}


@pytest.mark.parametrize(("scheme", "css"), list(schemes()), ids=["light", "dark"])
def test_every_colour_can_be_read_on_its_ground(scheme: str, css: dict[str, dict[str, str]]) -> None:
    ground = css[".page"]["background"]
    pairs = [
        (selector, given.get("color", css["body"]["color"]), given.get("background", ground))
        for selector, given in css.items()
        if "color" in given or "background" in given
    ]
    assert len(pairs) >= 7
    poor = [(scheme, *pair) for pair in pairs if contrast(pair[1], pair[2]) < AA]
    assert not poor


def test_the_styles_of_cells_are_not_repeated_in_each_cell() -> None:
    html = body(every_mail.mail("empires/first-report"), "html")
    assert html.count("<style") == 2
    assert "table:not(.wide) td:first-child" in html.partition("</head>")[0]
    assert not re.search(r"<(?:td|th|li|h2)\b[^>]* style=", html)
    assert '<p style="' in html, "all else is inlined"


def test_no_colour_is_outside_the_style_sheet() -> None:
    """A colour in a template would be lost in the dark, and to the test above."""
    for template in packaged("templates").glob("*.html"):
        if template.name != "base.html":
            assert not re.search(r"#[0-9a-fA-F]{6}\b", template.read_text("utf-8")), template.name


# --- the same for everybody ------------------------------------------------------------------------------


def test_the_same_state_gives_the_same_bytes() -> None:
    one = every_mail.played("hardbop")
    again = every_mail.played.__wrapped__("hardbop")
    assert again == one
    assert every_mail.bulletin(again).raw == every_mail.mail("hardbop/bulletin").raw


def test_a_hosts_own_template_goes_before_ours(tmp_path: Path) -> None:
    (tmp_path / "refusal.txt").write_text("No: {{ reason }}")
    told = page(
        "refusal", {"reason": "why", "remedy": "", "house": every_mail.HOUSE, "at_table": None}, tmp_path
    )
    assert told.text == "No: why\n"
    assert "why" in told.html


# --- a narrow phone ------------------------------------------------------------------------------------

MEASURE = """<body><script>
addEventListener("load", () => {
  const wide = [...document.querySelectorAll("iframe")]
    .map(frame => [frame.title, frame.contentDocument.documentElement.scrollWidth])
    .filter(([, width]) => width > 360);
  document.title = "measured " + JSON.stringify(wide);
});
</script>"""


def test_no_mail_is_wider_than_a_phone(tmp_path: Path) -> None:
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not browser:
        pytest.skip("no chromium here")
    names = [name for name in every_mail.NAMES if "report" in name or "bulletin" in name or "house/" in name]
    frames = [
        f'<iframe title="{name}" width="360" srcdoc="{escape(body(every_mail.mail(name), "html"))}"></iframe>'
        for name in names
    ]
    (tmp_path / "frames.html").write_text(MEASURE + "".join(frames), "utf-8")
    seen = subprocess.run(
        [browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
         f"--user-data-dir={tmp_path / 'profile'}",
         "--virtual-time-budget=20000", "--dump-dom", f"file://{tmp_path / 'frames.html'}"],
        capture_output=True, text=True, check=True, timeout=5 * LONG,
    )  # fmt: skip
    found = re.search(r"<title>measured (.*?)</title>", seen.stdout)
    assert found, seen.stderr[-500:]
    assert json.loads(found[1]) == []


@pytest.mark.parametrize("key", every_mail.TURNS)
def test_the_first_report_that_is_looked_at_teaches_the_game(key: str) -> None:
    text = body(every_mail.mail(f"{key}/first-report"), "plain")
    assert "What this game is" in text and "Ways to begin" in text


def test_an_example_in_a_form_is_not_cut_off_by_what_explains_it() -> None:
    """Without its "#" each line must still be an order."""
    units = "Fort, Militia, Knight, Griffin, Wizard, Dragon, Transport Ship"
    assert form_line(f"# lose {units}   # lost in this order").splitlines() == [
        f"  # lose {units}",
        "  #     lost in this order",
    ]
    assert form_line("# keep Griffin   # lost last") == "  # keep Griffin   # lost last"
