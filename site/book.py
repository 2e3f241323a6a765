"""The pages of the site, as Markdown in a folder with the layout of the project."""

import os
import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Built beside the pages, which link to them.
LAB = "lab.html"
RUST = "rust"
CRATES = ("tilebase", "tilebase-answers", "tilebase-api")

# Folders of bindings, whose READMEs are pages, and their titles in the navigation.
LANGUAGES = {"c": "C and C++", "npm": "JavaScript", "python": "Python"}

# Pages outside of docs, by their titles.
HEADERS = {"C header": "bindings/c/include/tilebase.h", "C++ header": "bindings/c/include/tilebase.hpp"}
PROJECT = {
    "Changelog": "CHANGELOG.md",
    "Benchmarks": "BENCHMARKS.md",
    "Contributing": "CONTRIBUTING.md",
    "Architecture": "ARCHITECTURE.md",
    "Security": "SECURITY.md",
}

# Files that are copied. Others that pages link to become pages.
COPIED = (".png", ".svg", ".tsv")
LEXERS = {
    ".c": "c", ".cff": "yaml", ".cpp": "cpp", ".h": "c", ".hpp": "cpp", ".ipynb": "json", ".json": "json",
    ".py": "python", ".rs": "rust", ".sh": "sh", ".toml": "toml",
    ".ts": "ts", ".yml": "yaml",
}

# A link or a picture. Code comes first, and is left as it is.
LINK = re.compile(
    r"(?P<code>^```.*?^```|`[^`\n]*`)|(?P<begin>\]\()(?P<target>[^)\s]+)(?P<end>\))", re.DOTALL | re.MULTILINE
)

# The line of links below a page's title, for readers of the files. The site has a navigation.
LINE_OF_LINKS = re.compile(r"\A(# .*\n)\n\[tilebase\]\(.*\n")


class Book:
    """The pages to build."""

    def __init__(self, folder: Path, repository: str) -> None:
        self.folder = folder
        self._releases = f"{repository}/releases/latest"
        self._linked: list[str] = list(HEADERS.values())

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def copy(self, name: str, to: str | None = None) -> None:
        path = self.folder / (to or name)
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, path)

    def project_pages(self) -> None:
        """Adds all pages of the project, and the files to which they link."""
        for path in sorted((ROOT / "docs").rglob("*.md")):
            name = str(path.relative_to(ROOT))
            self.page(name, path.read_text())
        for name in [*map(readme, languages()), *PROJECT.values()]:
            self.page(name, (ROOT / name).read_text())
        self.page("index.md", front_page())
        for name in self._linked:
            self.write(f"{name}.md", page_of_file(name))

    def page(self, name: str, text: str) -> None:
        text = LINE_OF_LINKS.sub(r"\1", text)
        text = text.replace(" the latest release,", f" [the latest release]({self._releases}),")
        self.write(name, LINK.sub(lambda found: self._with_target(name, found), text))

    def _with_target(self, page: str, found: re.Match[str]) -> str:
        """A link of a page, with the target that it has in the site."""
        if found["code"] or re.match(r"[a-z]+:|#", found["target"]):
            return found[0]
        path, _, anchor = found["target"].partition("#")
        target = os.path.normpath(os.path.join(os.path.dirname(page), path))
        if target == "README.md":
            # The front page of the site has another text.
            target, anchor = ("docs/install.md", "") if anchor == "install" else ("index.md", "")
        elif target.endswith(COPIED):
            self.copy(target)
        elif not target.endswith(".md") and target != LAB and not target.startswith(f"{RUST}/"):
            if target not in self._linked:
                self._linked.append(target)
            target += ".md"
        link = os.path.relpath(target, os.path.dirname(page) or ".")
        return f"{found['begin']}{link}{'#' + anchor if anchor else ''}{found['end']}"


def languages() -> list[str]:
    """The folders of bindings."""
    return sorted((path.parent.name for path in ROOT.glob("bindings/*/README.md")), key=lambda name: LANGUAGES[name])


def readme(language: str) -> str:
    return f"bindings/{language}/README.md"


def front_page() -> str:
    """The text of site/index.md, with the sections of docs/install.md as tabs."""
    _, *sections = re.split(r"^## ", (ROOT / "docs" / "install.md").read_text(), flags=re.MULTILINE)
    tabs = ""
    for section in sections:
        title, _, text = section.partition("\n")
        # Links lead from docs to the folder above it.
        text = re.sub(r"\]\((?![a-z]+:|#|\.\./)", "](docs/", text).replace("](../", "](")
        body = "".join(f"    {line}\n" if line else "\n" for line in text.strip().splitlines())
        tabs += f'=== "{title}"\n\n{body}\n'
    front, mark, rest = (ROOT / "site" / "index.md").read_text().partition("<!-- install -->\n")
    if not mark or not tabs:
        sys.exit("site/index.md has no mark for the tabs, or docs/install.md no sections")
    return front + tabs + rest


def page_of_file(name: str) -> str:
    """A page with the text of a file, or of all files of a folder."""
    path = ROOT / name
    is_folder = path.is_dir()
    # Not in the search, which is for the documentation.
    page = f"---\nsearch:\n  exclude: true\n---\n\n# {path.name}\n"
    for file in sorted(found for found in path.rglob("*") if found.is_file()) if is_folder else [path]:
        text = file.read_text().rstrip()
        fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", text)), 3)
        heading = f"\n## {file.relative_to(path)}\n" if is_folder else ""
        page += f"{heading}\n{fence}{LEXERS.get(file.suffix, 'text')}\n{text}\n{fence}\n"
    return page


def navigation(reference: dict[str, str]) -> list[object]:
    """The navigation, from the lists of pages in docs. `reference` has the titles and pages of the Python package."""
    groups = listed("docs/index.md", "All pages")
    notes = listed("docs/notes/README.md", "All notes")[""]
    pages = groups["Reference"]
    page_of_notes = pages.pop("Notes")
    rust = {f"Crate {crate}": f"{RUST}/{crate.replace('-', '_')}/index.html" for crate in CRATES}
    headers = {title: f"{page}.md" for title, page in HEADERS.items()}
    parts: dict[str, dict[str, str]] = {"c": headers, "npm": {}, "python": reference}
    return [
        {"Home": "index.md"},
        {"Guides": ["docs/index.md", *entries(groups["Guides"])]},
        {"Reference": [*entries(pages), {"File formats": entries(groups["File formats"])}]},
        *({LANGUAGES[language]: [readme(language), *entries(parts[language])]} for language in languages()),
        {"Rust": entries(rust)},
        {"Project": [*entries(PROJECT), {"Notes": [page_of_notes, *entries(notes)]}]},
        {"Web lab": LAB},
    ]


def listed(name: str, heading: str) -> dict[str, dict[str, str]]:
    """The titles and pages in the lists below a heading of a page, by subheading."""
    _, _, text = (ROOT / name).read_text().partition(f"\n## {heading}\n")
    groups: dict[str, dict[str, str]] = {"": {}}
    group = groups[""]
    for line in re.split(r"^## ", text, maxsplit=1, flags=re.MULTILINE)[0].splitlines():
        if line.startswith("### "):
            group = groups[line.removeprefix("### ")] = {}
        elif found := re.match(r"- \[([^]]+)\]\(([^)]+)\)", line):
            group[found[1]] = os.path.normpath(os.path.join(os.path.dirname(name), found[2]))
    return groups


def entries(group: dict[str, str]) -> list[object]:
    return [{title: page} for title, page in group.items()]
