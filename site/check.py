"""Checks of a built site: links and anchors lead somewhere, and no page loads anything from another host."""

import os
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# Attributes whose address the browser loads by itself.
LOADED = {
    ("audio", "src"), ("embed", "src"), ("iframe", "src"), ("img", "src"), ("img", "srcset"), ("link", "href"),
    ("object", "data"), ("script", "src"), ("source", "src"), ("source", "srcset"), ("video", "src"),
}

# Links of <link> that are not loaded.
NOT_LOADED = {"canonical", "next", "prev", "alternate", "edit"}

STYLE_ADDRESS = re.compile(r"""url\(\s*["']?([^"')]+)|@import\s+["']([^"']+)""")


class Page(HTMLParser):
    """The anchors, links and loaded files of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.is_style = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.anchors |= {values[name] for name in ("id", "name") if name in values and (tag == "a" or name == "id")}
        self.is_style = tag == "style"
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        is_loaded = tag != "link" or not NOT_LOADED & set(values.get("rel", "").split())
        for name, value in values.items():
            if (tag, name) in LOADED and is_loaded:
                self.loaded += [part.split()[0] for part in value.split(",") if part.strip()] if name == "srcset" else [value]
            if name == "style":
                self.loaded += addresses_of_style(value)

    def handle_data(self, data: str) -> None:
        if self.is_style:
            self.loaded += addresses_of_style(data)

    def handle_endtag(self, tag: str) -> None:
        self.is_style = False


def addresses_of_style(style: str) -> list[str]:
    return [one or two for one, two in STYLE_ADDRESS.findall(style)]


@cache
def page(path: Path) -> Page:
    return Page(path.read_text())


class Site:
    """A built site. `root` is its path on its host, and `left_out` the beginnings of paths that were not built."""

    def __init__(self, folder: Path, root: str, left_out: tuple[str, ...] = ()) -> None:
        self.folder = folder
        self.root = root.rstrip("/") + "/"
        self.left_out = left_out

    def faults(self) -> list[str]:
        """The broken links, and what pages load from other hosts."""
        return [
            f"{path.relative_to(self.folder)}: {fault}"
            for path in sorted(self.folder.rglob("*"))
            for fault in self._faults_of(path)
            if fault
        ]

    def _faults_of(self, path: Path) -> list[str | None]:
        if path.suffix == ".html":
            links, loaded = page(path).links, page(path).loaded
        elif path.suffix == ".css":
            links, loaded = [], addresses_of_style(re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL))
        else:
            return []
        return [self._broken(path, link) for link in links] + [self._missing(path, link) for link in loaded]

    def _missing(self, path: Path, link: str) -> str | None:
        """The fault of the address of a file that a page loads."""
        if link.startswith("data:"):
            return None
        if is_elsewhere(link):
            return f"loads {link} from another host"
        return self._broken(path, link)

    def _broken(self, path: Path, link: str) -> str | None:
        """The fault of a link."""
        if is_elsewhere(link):
            return None
        parts = urlsplit(link)
        place = unquote(parts.path)
        if place.startswith(self.root):
            target = self.folder / place.removeprefix(self.root)
        elif place:
            target = Path(os.path.normpath(path.parent / place))
        else:
            target = path
        if not target.is_relative_to(self.folder):
            return f"{link} leads out of the site"
        if str(target.relative_to(self.folder)).startswith(self.left_out):
            return None
        if target.is_dir():
            target /= "index.html"
        if not target.is_file():
            return f"{link} leads to no file"
        anchor = parts.fragment
        # rustdoc selects ranges of lines by script. A required method ("tymethod") is one of a foreign trait, whose
        # documentation is copied with its links.
        is_of_rustdoc = re.match(r"\d+-\d+$|tymethod\.", anchor)
        if not anchor or target.suffix != ".html" or is_of_rustdoc:
            return None
        # Browsers look for the anchor as it is first, and then decoded.
        if not {anchor, unquote(anchor)} & page(target).anchors:
            return f"{link} leads to no anchor"
        return None


def is_elsewhere(link: str) -> bool:
    return bool(urlsplit(link).scheme) or link.startswith("//")
