"""MkDocs hook: add documents from outside docs/ to the site, and change their links to pages of the site.

In the repository the documents link to each other by path, so that the links work there. On the site each
document has a page; a link to a file without a page makes the build fail.
"""

import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
PAGES = {  # path in the repository → page of the site
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "deploy/README.md": "deploying.md",
    "tests/cases/README.md": "rule-cases.md",
}
SOURCES = {page: source for source, page in PAGES.items()}
LINK = re.compile(r"(?<=\]\()(?!https?:|mailto:|#)([^)#\s]+)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the documents from outside docs/."""
    for source, page in PAGES.items():
        files.append(File.generated(config, page, content=(ROOT / source).read_text("utf-8")))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Turn each link from a path in the repository into one between pages."""
    path = page.file.src_uri
    folder = posixpath.dirname(SOURCES.get(path, f"docs/{path}"))
    return LINK.sub(lambda link: _page(posixpath.normpath(posixpath.join(folder, link[1]))), markdown)


def _page(path: str) -> str:
    return PAGES.get(path, path.removeprefix("docs/"))
