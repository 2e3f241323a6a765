"""The command ``tilebase``, also run by ``python -m tilebase``: solves boards, checks answers, and opens the web lab.

Exit codes are those of ``pdb-solve``: 0 if all boards are solved or all answers are right; 1 if a board is unsolvable
or an answer is wrong; 2 if a time limit is reached, an argument, a board, or a file can't be read, or there is no web
lab; 130 after Ctrl-C. With several boards or answers, the highest code counts.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import webbrowser
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import tilebase

EXAMPLES = """\
examples:
  tilebase solve 638541720
  tilebase check 638541720 UULDDLUURDLDRURDLURULDLURRDD
  tilebase check --input answers.txt      lines such as: 638541720 UULDD...
  tilebase lab
"""


def main(arguments: list[str] | None = None) -> int:
    """Runs a command, and returns its exit code."""
    options = _parser().parse_args(arguments)
    try:
        code: int = options.run(options)
    except (OSError, UnicodeDecodeError) as error:
        print(f"tilebase: {error}", file=sys.stderr)
        code = 2
    except KeyboardInterrupt:
        code = 130
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tilebase",
        description="Exact distances for sliding-tile puzzles. The Python functions do more: help(tilebase).",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"tilebase {tilebase.__version__} (Python)")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    solve = commands.add_parser("solve", help="find shortest solutions")
    solve.add_argument("boards", metavar="BOARD", nargs="*", help="board, such as 638541720; 0 is the blank")
    solve.add_argument("--show", action="store_true", help="print each board along the path")
    solve.add_argument("--timeout", type=float, metavar="SECONDS", help="time limit per board")
    solve.set_defaults(run=_solve)

    check = commands.add_parser("check", help="check the answers of another solver")
    check.add_argument("pair", metavar="BOARD ANSWER", nargs="*", help='board, and its moves, length or "unsolvable"')
    check.set_defaults(run=_check)

    for command, line in ((solve, "a board"), (check, "a board and an answer")):
        text = f"file with {line} per line; - for standard input"
        command.add_argument("-i", "--input", metavar="FILE", help=text)
        command.add_argument("-g", "--goal", help="goal: blank-last (default), blank-first, snail, or a board")
        command.add_argument("--cost", help='move costs: tile (its number), or one per direction of the blank, such as "U=1,D=3,L=2,R=2"')

    lab = commands.add_parser("lab", help="open the web lab in a browser, or write it to a file")
    lab.add_argument("-o", "--output", type=Path, metavar="FILE", help="write the page here, and do not open it")
    lab.set_defaults(run=_lab)
    return parser


def _solve(options: argparse.Namespace) -> int:
    boards = list(options.boards) + [line for _, line in _lines(options.input)]
    if not boards:
        return _usage("solve needs a board, or --input FILE")
    return max(_solve_one(board, options) for board in boards)


def _solve_one(board: str, options: argparse.Namespace) -> int:
    try:
        path = tilebase.solve(board, options.goal, timeout=options.timeout, cost=options.cost)
    except tilebase.UnreachableError as error:
        print(f"{board}: unsolvable: {error}")
        return 1
    except tilebase.LimitReached as error:
        print(f"{board}: {error}")
        return 2
    except ValueError as error:
        print(f"tilebase: {board}: {error}", file=sys.stderr)
        return 2
    moves = _count(len(path), "move")
    if options.cost is None:
        print(f"{board}: {moves}, optimal")
    else:
        print(f"{board}: cost {tilebase.distance(board, options.goal, cost=options.cost)}, {moves}, cheapest")
    print(path)
    if options.show:
        for step in path.boards():
            print(f"\n{step}")
    return 0


def _check(options: argparse.Namespace) -> int:
    if len(options.pair) not in (0, 2):
        return _usage("check takes a board and an answer, or --input FILE")
    given = [("answer", *options.pair)] if options.pair else []
    given += [(f"line {number}", *line.partition(" ")[::2]) for number, line in _lines(options.input)]
    if not given:
        return _usage("check needs a board and an answer, or --input FILE")
    codes = [_check_one(place, board, answer, options) for place, board, answer in given]
    unreadable = f", {codes.count(2)} unreadable" if 2 in codes else ""
    print(f"{_count(len(codes), 'answer')}: {codes.count(0)} right, {codes.count(1)} wrong{unreadable}")
    return max(codes)


def _check_one(place: str, board: str, text: str, options: argparse.Namespace) -> int:
    answer: str | int | None = text.strip()
    if answer == "unsolvable":
        answer = None
    elif isinstance(answer, str) and answer.isdecimal():
        answer = int(answer)
    try:
        verdict = tilebase.check(board, answer, options.goal, cost=options.cost)
    except ValueError as error:
        print(f"tilebase: {place}: {error}", file=sys.stderr)
        return 2
    if not verdict:
        print(f"{place}: {board}: {verdict.kind}: {verdict}")
    return 0 if verdict else 1


def _lab(options: argparse.Namespace) -> int:
    page = resources.files("tilebase").joinpath("lab.html")
    if not page.is_file():
        message = "this installation has no web lab; published wheels contain it, and scripts/lab writes it"
        print(f"tilebase: {message}", file=sys.stderr)
        return 2
    if options.output is not None:
        options.output.write_bytes(page.read_bytes())
        print(f"wrote {options.output}")
        return 0
    # A copy, because the package may be in an archive, and browsers in containers cannot read its folder.
    copy = Path(tempfile.mkdtemp(prefix="tilebase-")) / "lab.html"
    copy.write_bytes(page.read_bytes())
    if not webbrowser.open(copy.as_uri()):
        print(f"no browser was found; open {copy}")
    return 0


def _lines(name: str | None) -> Iterator[tuple[int, str]]:
    """The lines of a file that are not empty, with their numbers."""
    if name is None:
        return
    text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield number, line.strip()


def _usage(message: str) -> int:
    print(f"tilebase: {message}", file=sys.stderr)
    return 2


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


if __name__ == "__main__":
    sys.exit(main())
