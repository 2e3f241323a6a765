"""The reference of the Python package, as Markdown for mkdocstrings. Nothing is imported or compiled."""

import ast
import re
from pathlib import Path

from book import ROOT, Book

PACKAGE = ROOT / "bindings" / "python" / "tilebase"

# Names that are not documented by themselves.
LEFT_OUT = ("ACTIONS", "__version__", "heuristics")

MODULES = ("heuristics", "testing", "gym")

# The decorator of a function that no other overload of the same name follows.
LAST_OVERLOAD = re.compile(
    r"^( *)@overload\n(?=\1def (\w+)\()(?!.*^\1@overload\n\1def \2\()", re.DOTALL | re.MULTILINE
)

ROLE = re.compile(r":(?:class|func|mod|meth|exc|attr):`~?([^`]+)`")


def python_reference(book: Book) -> dict[str, str]:
    """Writes the pages. Returns their titles and names."""
    public = ast.parse((PACKAGE / "_public.py").read_text())
    groups: dict[str, list[str]] = {"Functions": [], "Classes": [], "Results": [], "Errors": []}
    homes = {
        alias.name: node.module for node in public.body if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    for name in exports(public):
        if name not in LEFT_OUT:
            of_home = {"errors": "Errors", "records": "Results"}
            groups[of_home.get(str(homes.get(name)), "Classes" if name[0].isupper() else "Functions")].append(name)
    pages = {}
    for group, names in groups.items():
        pages[group] = f"python/{group.lower()}.md"
        book.write(pages[group], f"# {group}\n\n{members('tilebase', names)}")
    for module in MODULES:
        tree = ast.parse((PACKAGE / f"{module}.py").read_text())
        text = f"# tilebase.{module}\n\n{as_markdown(tree)}\n\n{members(f'tilebase.{module}', exports(tree))}"
        pages[f"tilebase.{module}"] = f"python/{module}.md"
        book.write(pages[f"tilebase.{module}"], text)
    plugin = ast.parse((PACKAGE / "pytest_plugin.py").read_text())
    pages["pytest plugin"] = "python/pytest_plugin.md"
    book.write(pages["pytest plugin"], f"# pytest plugin\n\n{as_markdown(plugin)}\n")
    return pages


def copy_sources(folder: Path) -> None:
    """Copies the package for mkdocstrings, which finds no function that has only overloads, as in stubs.

    The last overload, which has the docstring, becomes an ordinary function.
    """
    for path in [*PACKAGE.glob("*.py"), *PACKAGE.glob("*.pyi")]:
        text = path.read_text()
        if path.suffix == ".pyi":
            text = LAST_OVERLOAD.sub("", text)
        target = folder / PACKAGE.name / path.name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)


def exports(module: ast.Module) -> list[str]:
    """The names in a module's `__all__`."""
    for node in module.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return sorted(ast.literal_eval(node.value))
    raise ValueError("a module without __all__")


def members(module: str, names: list[str]) -> str:
    return "\n".join(f"::: {module}.{name}\n" for name in names)


def as_markdown(module: ast.Module) -> str:
    """The docstring of a module."""
    text = ROLE.sub(r"`\1`", ast.get_docstring(module) or "").replace("``", "`")
    return re.sub(r"^>>> .*?(?=\n\n|\Z)", r"```pycon\n\g<0>\n```", text, flags=re.DOTALL | re.MULTILINE)
