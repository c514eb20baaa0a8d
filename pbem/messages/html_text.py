"""Extract the lines of an HTML message, and which of them are quoted.

The page is walked once, node by node. A line ">" replaces each quoted part, so that `pbem.messages.quotes`
sees the same shape as in a plain message.
"""

import re
from collections.abc import Iterator
from itertools import islice

from selectolax.lexbor import LexborHTMLParser, LexborNode

LONGEST_PAGE = 200_000  # characters; what is beyond is not read
MOST_TAGS = 6000  # the parser's time grows with the square of the depth
MOST_NODES = 20_000  # of all pages of a message
MOST_QUOTE_BOXES = 20
MOST_STYLES = 5
LONGEST_STYLE = 20_000

QUOTE = ">"
RULE = "-" * 12
REST = "-----Original Message-----"  # all below is quoted

_LINES = {
    "address", "article", "aside", "blockquote", "body", "center", "dd", "div", "dl", "dt", "footer", "form",
    "h1", "h2", "h3", "h4", "h5", "h6", "header", "html", "li", "main", "ol", "p", "pre", "section", "table",
    "tbody", "tfoot", "thead", "tr", "ul",
}  # fmt: skip
_UNSEEN = {"head", "script", "style", "title", "noscript", "template", "svg", "-comment", "object", "select"}
_CELLS = {"td", "th"}

# Such an element and the rest of the page are the message that is answered.
_REST_IDS = re.compile(
    r"^(appendonsend|divrplyfwdmsg|stopspelling|zwchr|mail-editor-reference-message-container"
    r"|ms-outlook-mobile-reference-message|mobile-reference-message|isreplycontent|isforwardcontent"
    r"|aolmail_reply)$"
)
_QUOTE_WORDS = re.compile(
    r"yahoo_quoted|\b(moz-cite-prefix|gmail_attr|protonmail_quote|zmail_extra|ms-outlook-mobile-reference-message"
    r"|moz-forward-container|gmx_quote|elided-text|tutanota_quote|wrotePrefix|replyheader)\b",
    re.IGNORECASE,
)
_QUOTE_IDS = re.compile(r"^(reply-intro|olk_src_body_section|.{0,20}yahoo_quoted.*|qt|replysection)$")
_SIGNATURE_WORDS = re.compile(
    r"\b(gmail_signature|moz-signature|protonmail_signature_block|elementtoproof-signature|signature-block)\b"
)
_SIGNATURE_IDS = re.compile(r"^(signature|ms-outlook-mobile-signature|protonmail_mobile_signature_block)$")
# What a mail program shows struck through or hides: a preheader, a tracking text, a withdrawn order.
_STRUCK_TAGS = {"s", "strike", "del"}
_STRUCK = re.compile(r"text-decoration[\w-]*\s*:[^;]{0,60}line-through", re.IGNORECASE)
_HIDDEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(hidden|collapse)|mso-hide\s*:\s*all|color\s*:\s*transparent"
    r"|\b(opacity|max-height)\s*:\s*0*\.?0+\s*(px|pt|r?em|%)?\s*(!important\s*)?(;|$)"
    r"|text-indent\s*:\s*-\d{4}|\b(left|top)\s*:\s*-\d{4}",
    re.IGNORECASE,
)
_FONT_SIZE = re.compile(
    r"\bfont(?:-size)?\s*:\s*(?:(0*\.?0+\s*(?:px|pt|r?em|%)?\s*(?:!important\s*)?(?:;|$))|)", re.IGNORECASE
)
_STRUCK_PAGE = re.compile(r"<(?:s|strike|del)\b|line-through", re.IGNORECASE)
_STYLES = re.compile(r"<style\b[^>]{0,200}>", re.IGNORECASE)
_OF_CLASS = re.compile(r"\w{0,20}\.([\w-]{1,60})")
_NO_BORDER = re.compile(r"border\s*:\s*(none|0)", re.IGNORECASE)
_LEFT_BORDER = re.compile(r"border-left", re.IGNORECASE)
_QUOTE_BAR = re.compile(
    r"border-left\s*:\s*[^;]{0,20}(px|pt)[^;]{0,40}solid|border-left\s*:\s*solid", re.IGNORECASE
)
_SPACE = re.compile(r"[ \t\n\r\f]+")
_ARROW_FONT = re.compile(r"wingdings", re.IGNORECASE)


class NodeBudget:
    """How many more nodes of a message's pages may be examined, in all pages together."""

    def __init__(self, nodes: int = MOST_NODES) -> None:
        self.nodes = nodes


def to_text(html: str, room: NodeBudget) -> str:
    """Return the page as lines of text, each quoted part as a line ">", as far as *room* goes."""
    body = LexborHTMLParser(_bounded(html).replace("\0", "")).body if room.nodes > 0 else None
    if body is None:
        return ""
    page = _Page(room, _hiding_classes(html))
    page.walk(body)
    return page.text()


class _Page:
    """The walk over one page: the text so far, and how many more quote boxes may be searched."""

    def __init__(self, room: NodeBudget, hiding: frozenset[str]) -> None:
        self.pieces: list[str] = []
        self.hiding = hiding
        self.sizes: list[bool] = []  # whether the font size is zero, for each enclosing element that sets one
        self.room = room
        self.boxes = MOST_QUOTE_BOXES
        self.preformatted = 0

    def text(self) -> str:
        return "".join(self.pieces)

    def walk(self, body: LexborNode) -> None:
        """Visit every node in page order, without recursion: pages may be nested thousands deep."""
        node: LexborNode | None = body
        depth = 0
        while node is not None and self.room.nodes > 0:
            self.room.nodes -= 1
            inside = self.enter(node)
            if inside is _END:
                return
            if inside and node.child is not None:
                node, depth = node.child, depth + 1
                continue
            if inside:
                self.leave(node)
            node, depth = self.after(node, depth)

    def after(self, node: LexborNode, depth: int) -> tuple[LexborNode | None, int]:
        current: LexborNode | None = node
        while current is not None and depth > 0:
            if current.next is not None:
                return current.next, depth
            current, depth = current.parent, depth - 1
            if current is not None:
                self.leave(current)
        return None, 0

    def enter(self, node: LexborNode) -> bool | object:
        """Begin a node: True to look inside, False to skip it, _END if all below is quoted."""
        tag = node.tag or ""
        if tag == "-text":
            if not (self.sizes and self.sizes[-1]):
                self.write(node.text(deep=False))
            return False
        if tag in _UNSEEN:
            return False
        if tag == "br":
            self.pieces.append("\n")
            return False
        verdict = self.verdict(tag, node)
        if verdict is not True:
            return verdict
        if tag == "hr":
            self.line(RULE)
        if tag in _LINES:
            self.start_line()
        if tag in _CELLS and self.pieces and not self.pieces[-1].endswith(("\n", " ")):
            self.pieces.append(" ")
        self.preformatted += tag == "pre"
        self.sizes += _font_size(node)
        return True

    def leave(self, node: LexborNode) -> None:
        if self.sizes and _font_size(node):
            self.sizes.pop()
        if node.tag in _LINES:
            self.start_line()
        self.preformatted -= node.tag == "pre"

    def verdict(self, tag: str, node: LexborNode) -> bool | object:
        if tag in _STRUCK_TAGS:
            return False
        marks = {name: value or "" for name, value in node.attributes.items()}
        if tag == "blockquote" and not _is_indented(marks):
            return self.quote()
        if not marks:
            return True
        own, words = marks.get("id", "").lower().removeprefix("x_"), marks.get("class", "")
        if _REST_IDS.match(own) or marks.get("data-marker") == "__DIVIDER__":
            self.line(REST)
            return _END
        if _is_quoted(tag, own, words, marks) or ("gmail_quote" in words and self.is_whole_quote(node)):
            return self.quote()
        signed = _SIGNATURE_IDS.match(own) or _SIGNATURE_WORDS.search(words)
        return not (signed or self.is_unseen(words, marks))

    def is_unseen(self, words: str, marks: dict[str, str]) -> bool:
        """Return whether it is hidden or struck through, by its own style or by its class."""
        style = marks.get("style", "")
        if "hidden" in marks or _HIDDEN.search(style) or _STRUCK.search(style):
            return True
        return bool(self.hiding) and not self.hiding.isdisjoint(words.split())

    def is_whole_quote(self, node: LexborNode) -> bool:
        """Return whether all of a Gmail box is quoted: a forward, or one box more than we search.

        A box with a blockquote may contain answers beside it.
        """
        self.boxes -= 1
        return self.boxes < 0 or node.css_first("blockquote") is None

    def quote(self) -> bool:
        self.line(QUOTE)
        return False

    def line(self, text: str) -> None:
        self.start_line()
        self.pieces.append(text + "\n")

    def start_line(self) -> None:
        if self.pieces and not self.pieces[-1].endswith("\n"):
            self.pieces.append("\n")

    def write(self, text: str) -> None:
        if not self.preformatted:
            text = _SPACE.sub(" ", text)
            if not self.pieces or self.pieces[-1].endswith(("\n", " ")):
                text = text.lstrip(" ")
        if text:
            self.pieces.append(text)


_END = object()


def strikes_out(html: str) -> bool:
    """Return whether the page may have struck-through words; a plain-text part would show them too."""
    return _STRUCK_PAGE.search(html[:LONGEST_PAGE]) is not None


def _font_size(node: LexborNode) -> list[bool]:
    """Return whether the element's font size is zero; empty if it has none."""
    found = _FONT_SIZE.search(node.attributes.get("style") or "")
    return [found.group(1) is not None] if found else []


def _hiding_classes(html: str) -> frozenset[str]:
    """Return the classes that the page's style sheets strike through or hide, on screens of any size."""
    found: set[str] = set()
    for start in islice(_STYLES.finditer(html[:LONGEST_PAGE]), MOST_STYLES):
        sheet = html[start.end() : start.end() + LONGEST_STYLE]
        for selectors, style in _rules(sheet[: _end_of(sheet)]):
            if _STRUCK.search(style) or _HIDDEN.search(style):
                found.update(_classes_of(selectors))
    return frozenset(found)


def _classes_of(selectors: str) -> Iterator[str]:
    """Yield for each selector the class of the selected element, not of those around it."""
    for selector in filter(str.strip, selectors.split(",")):
        meant = _OF_CLASS.fullmatch(selector.split()[-1])
        if meant:
            yield meant.group(1)


def _end_of(sheet: str) -> int:
    end = sheet.lower().find("</style")
    return len(sheet) if end < 0 else end


def _rules(sheet: str) -> Iterator[tuple[str, str]]:
    """Yield selectors and style of each rule that is not nested, as in "@media"."""
    depth = start = opened = 0
    for brace in re.finditer(r"[{}]", sheet):
        if brace.group() == "{":
            opened = brace.start() if depth == 0 else opened
            depth += 1
            is_flat = depth == 1
            continue
        depth = max(0, depth - 1)
        if depth == 0:
            if is_flat:
                yield sheet[start:opened], sheet[opened + 1 : brace.start()]
            start = brace.end()


def has_arrow_font(html: str) -> bool:
    """Return whether the page uses the font in which Word's arrow is the letter "à"."""
    return _ARROW_FONT.search(html[:LONGEST_PAGE]) is not None


def _bounded(html: str) -> str:
    tags = html[:LONGEST_PAGE].split("<", MOST_TAGS + 1)
    return "<".join(tags[: MOST_TAGS + 1])


def _is_indented(marks: dict[str, str]) -> bool:
    """Return whether a blockquote is an indentation made in webmail: without border, type or class."""
    style = marks.get("style", "")
    plain = not marks.get("type") and not marks.get("class") and not marks.get("cite")
    return plain and _NO_BORDER.search(style) is not None and _LEFT_BORDER.search(style) is None


def _is_quoted(tag: str, own: str, words: str, marks: dict[str, str]) -> bool:
    if _QUOTE_IDS.match(own) or _QUOTE_WORDS.search(words):
        return True
    return tag == "div" and (
        marks.get("name") == "quote" or _QUOTE_BAR.search(marks.get("style", "")) is not None
    )
