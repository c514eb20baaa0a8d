"""The Atom feed of bulletins (RFC 4287)."""

from collections.abc import Sequence
from datetime import datetime
from html import escape
from xml.etree import ElementTree

from msgspec import Struct

ATOM = "http://www.w3.org/2005/Atom"


class FeedEntry(Struct, frozen=True):
    """One bulletin: its permanent id, its link from the feed, title, lead, when it was published, its map."""

    id: str
    link: str
    title: str
    lead: str
    published_utc: datetime
    picture: str
    alt: str


class Feed(Struct, frozen=True):
    """*link* is the feed itself, *page* what it is about; absolute URLs, or relative to the feed."""

    id: str
    link: str
    page: str
    title: str
    author: str


def atom(feed: Feed, entries: Sequence[FeedEntry], updated_utc: datetime) -> bytes:
    """Return the feed as XML. *entries*: the newest first."""
    ElementTree.register_namespace("", ATOM)
    root = ElementTree.Element(_name("feed"))
    _text(root, "id", feed.id)
    _text(root, "title", feed.title)
    _text(root, "updated", _time(updated_utc))
    _link(root, "self", feed.link)
    _link(root, "alternate", feed.page)
    _text(ElementTree.SubElement(root, _name("author")), "name", feed.author)
    for entry in entries:
        _entry(root, entry)
    ElementTree.indent(root)
    written: bytes = ElementTree.tostring(root, "utf-8", xml_declaration=True)
    return written


def _entry(root: ElementTree.Element, entry: FeedEntry) -> None:
    row = ElementTree.SubElement(root, _name("entry"))
    _text(row, "id", entry.id)
    _text(row, "title", entry.title)
    _text(row, "updated", _time(entry.published_utc))
    _link(row, "alternate", entry.link)
    _link(row, "enclosure", entry.picture, "image/svg+xml")
    _text(row, "summary", entry.lead)
    content = ElementTree.SubElement(row, _name("content"), {"type": "html"})
    shown = f'<img src="{escape(entry.picture)}" alt="{escape(entry.alt)}">'
    content.text = f"<p>{escape(entry.lead)}</p><p>{shown}</p>"


def _name(tag: str) -> str:
    return f"{{{ATOM}}}{tag}"


def _text(parent: ElementTree.Element, tag: str, text: str) -> None:
    ElementTree.SubElement(parent, _name(tag)).text = text


def _link(parent: ElementTree.Element, relation: str, address: str, kind: str = "") -> None:
    given = {"rel": relation, "href": address} | ({"type": kind} if kind else {})
    ElementTree.SubElement(parent, _name("link"), given)


def _time(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
