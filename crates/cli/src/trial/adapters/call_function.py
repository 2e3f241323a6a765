"""Calls a function, or a method of a class, with boards, and prints each result as a line of JSON.

    call_function.py inspect FILE NAME [FORM]
    call_function.py call FILE NAME SHAPE FORM GOAL [BOARD]

FILE is a program or a notebook. Boards are comma-separated numbers; without BOARD, they are read from
the standard input, one per line. FORM is the representation that the function receives: list, tuple,
rows, tuple-rows, string, or numpy; a blank other than 0 follows a colon, as in list:_ or list:None. Output of
the function itself goes to the standard error.
"""

import collections.abc
import enum
import importlib.util
import inspect
import itertools
import json
import linecache
import math
import os
import re
import sys
import traceback
import types

FORMS = ["list", "tuple", "rows", "tuple-rows", "string"]
# Maximum length of a path: a generator may be infinite.
MAX_ELEMENTS = 100_000
# Prefix of a remark by this program on the standard error; must equal NOTE in mod.rs.
NOTE = "\x1fnote: "
GOAL_NAME = re.compile(r"goal|target|final|(^|_)end", re.IGNORECASE)
BOARD_NAME = re.compile(
    r"board|state|puzzle|start|init|tiles|grid|root|source|problem|node|matrix|arr|list|config|layout|position|rows",
    re.IGNORECASE,
)
# Parameters for which neither a board nor a goal can be passed.
OPTION_NAME = re.compile(
    r"heuristic|^h$|h_?func|strategy|algorithm|method|limit|depth|^n$|size|width|height|verbose|queue|frontier",
    re.IGNORECASE,
)


# Messages about the failing cells of a notebook, by the name of its module.
failed_cells = {}


class Fault(Exception):
    """A reason why the function cannot be called, as a message for the user."""


# Loading the file.


def load(file):
    """Loads a program or a notebook as a module."""
    folder, name = os.path.split(os.path.abspath(file))
    sys.path[0] = folder
    sys.argv = [file]
    sys.dont_write_bytecode = True
    os.environ.setdefault("MPLBACKEND", "Agg")
    if name.endswith(".ipynb"):
        return run_notebook(file, os.path.splitext(name)[0])
    spec = importlib.util.spec_from_file_location(module_name(name), file)
    if spec is None:
        raise Fault(f"{name} is not a Python file: expected a name ending in .py or .ipynb")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def module_name(name):
    """A module name that classes and pickles can refer to. Not __main__, so that command-line code does not run."""
    return re.sub(r"\W", "_", os.path.splitext(name)[0]) or "solver"


def run_notebook(file, name):
    """Runs the cells in order. Reports a failing cell and continues: it may only draw a chart."""
    with open(file, encoding="utf-8") as notebook:
        cells = json.load(notebook).get("cells", [])
    module = types.ModuleType(module_name(name))
    module.__file__ = file
    module.display = print
    module.get_ipython = lambda: None
    sys.modules[module.__name__] = module
    for number, cell in enumerate(cells, 1):
        if cell.get("cell_type") != "code":
            continue
        source = python_of_cell("".join(cell.get("source", [])))
        label = f"{os.path.basename(file)}, cell {number}"
        linecache.cache[label] = (len(source), None, source.splitlines(True), label)
        try:
            exec(compile(source, label, "exec"), module.__dict__)
        except (Exception, SystemExit) as error:
            print(f"cell {number} of the notebook fails:", file=sys.stderr)
            traceback.print_exc()
            message = traceback.format_exception_only(type(error), error)[-1].strip()
            failed_cells.setdefault(module.__name__, []).append(f"cell {number} of the notebook fails: {message}")
    return module


def python_of_cell(source):
    """Removes magics, shell commands, and help requests from a cell. A cell magic removes the whole cell, unless it
    runs it. A cell that is Python as it is stays unchanged: a text in it may have a line like a magic."""
    try:
        compile(source, "cell", "exec")
        return source
    except (SyntaxError, ValueError):
        pass
    first = source.lstrip().split(None, 1)[0] if source.strip() else ""
    if first.startswith("%%") and first not in ("%%time", "%%timeit", "%%capture", "%%prun"):
        return ""
    is_python = lambda line: not re.match(r"\s*([%!?]|\w+\s*=\s*[%!])|.*\?\s*$", line) or line.lstrip().startswith("#")
    # Replace a removed line by `pass`, so that indented blocks stay valid.
    lines = source.split("\n")
    return "\n".join(line if is_python(line) else re.match(r"\s*", line)[0] + "pass" for line in lines)


# Finding and calling the function.


def find(module, name):
    """Finds a function, a class with a method `solve`, or Class.method. Returns a class and a method name, or a
    function and None."""
    own = {key: value for key, value in vars(module).items() if not key.startswith("_") and callable(value)}
    own = {key: value for key, value in own.items() if getattr(value, "__module__", None) == module.__name__}
    there = ", ".join(sorted(own)) or "none"
    target, _, method = name.partition(".")
    if not name:
        raise Fault(f"name the function, e.g. {os.path.basename(module.__file__)}:solve; it has: {there}")
    found = getattr(module, target, None)
    if not callable(found):
        failed = "".join(f"; {message}" for message in failed_cells.get(module.__name__, []))
        raise Fault(f"there is no function {target!r}{meant(target, own)}; it has: {there}{failed}")
    if not inspect.isclass(found):
        if method:
            raise Fault(f"{target!r} is not a class, so it has no method {method!r}")
        return found, None
    methods = sorted(key for key, value in vars(found).items() if not key.startswith("_") and callable(value))
    method = method or "solve"
    if not callable(getattr(found, method, None)):
        raise Fault(f"class {target!r} has no method {method!r}{meant(method, methods)}; it has: {', '.join(methods) or 'none'}")
    return found, method


def meant(name, names):
    """A suggestion, if there is a similar name."""
    import difflib

    close = difflib.get_close_matches(name, list(names), 1, 0.75)
    return f" (did you mean {close[0]!r}?)" if close else ""


POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def plan(function, is_given=False):
    """The arguments to pass, each "board" or "goal". The goal is passed if a parameter requires it or is named like it.
    `is_given` says that the constructor has already received the board."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return ["board"]
    arguments = []
    for parameter in parameters:
        if parameter.kind == inspect.Parameter.VAR_POSITIONAL and not arguments and not is_given:
            arguments.append("board")
        if parameter.kind not in POSITIONAL:
            continue
        is_needed = parameter.default is inspect.Parameter.empty
        if is_needed and OPTION_NAME.search(parameter.name):
            raise wants(function, parameter.name)
        is_goal = bool(GOAL_NAME.search(parameter.name)) and "goal" not in arguments
        is_board = "board" not in arguments and not is_given
        if not (is_goal or is_needed or (is_board and not arguments)):
            break
        if is_goal and not (is_board and not is_needed):
            arguments.append("goal")
        elif is_board:
            arguments.append("board")
        elif is_needed and "goal" not in arguments:
            arguments.append("goal")
        else:
            raise wants(function, parameter.name)
    return arguments


def wants(function, name):
    return Fault(
        f"{function.__name__} requires `{name}`: write a function that takes only the board (and a goal) and creates `{name}`, "
        "and name that function instead"
    )


def needed(function):
    """The names of the parameters without defaults, except that of the goal."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    names = [one.name for one in parameters if one.kind in POSITIONAL and one.default is inspect.Parameter.empty]
    return [name for name in names if not GOAL_NAME.search(name)]


def plans(target, method):
    """The arguments of the constructor, if one is called, and of the function."""
    if method is None:
        return None, plan(target)
    found = inspect.getattr_static(target, method)
    if isinstance(found, (staticmethod, classmethod)):
        return None, plan(getattr(target, method))
    of_constructor = plan(target) if has_own_constructor(target) else []
    function = getattr(target, method)
    bound = types.MethodType(function, object())
    # If the method takes the board, the constructor takes something else.
    by_method, by_constructor = needed(bound)[:1], needed(target)[:1] if of_constructor else []
    if by_constructor and any(map(BOARD_NAME.search, by_method)) and not BOARD_NAME.search(by_constructor[0]):
        raise wants(target, by_constructor[0])
    return of_constructor, plan(bound, is_given="board" in of_constructor)


def has_own_constructor(target):
    return target.__init__ is not object.__init__ or target.__new__ is not object.__new__


def forms_by_annotation(target, method):
    """The representations that match the annotation of the board."""
    of_constructor, of_call = plans(target, method)
    if of_constructor and "board" in of_constructor:
        function, place = target, of_constructor.index("board")
    else:
        function = target if method is None else getattr(target, method)
        place = of_call.index("board") if "board" in of_call else 0
        is_method = method is not None and of_constructor is not None
        place += is_method
    try:
        annotation = list(inspect.signature(function).parameters.values())[place].annotation
    except (TypeError, ValueError, IndexError):
        return FORMS
    if inspect.isclass(annotation) and not getattr(annotation, "__args__", None):
        annotation = annotation.__name__
    text = re.sub(r"\b(typing|collections\.abc|numpy|np)\.|\s", "", str(annotation)).lower()
    for pattern, forms in (
        (r"ndarray", ["numpy"]),
        (r"(list|sequence|iterable)\[(list|sequence)", ["rows"]),
        (r"tuple\[tuple", ["tuple-rows"]),
        (r"(list|sequence|iterable)\[(int|str)", ["list"]),
        (r"tuple\[(int|str)", ["tuple"]),
        (r"list|sequence|iterable", ["list", "rows"]),
        (r"tuple", ["tuple", "tuple-rows"]),
        (r"str$", ["string"]),
    ):
        if re.match(pattern, text):
            return forms
    return FORMS


def blank_of(form):
    """The blank of a form: a number, None, or a sign."""
    sign = form.partition(":")[2] or "0"
    if re.fullmatch(r"-?\d+", sign):
        return int(sign)
    return {"None": None, "space": " "}.get(sign, sign)


def with_blank(numbers, form):
    blank = blank_of(form)
    return [blank if number == 0 else number for number in numbers]


def with_zero(value, cells, blank):
    """Replaces the blank by 0 in the boards of an answer: in lists and texts with the cells of the board."""
    if isinstance(value, dict):
        return {key: with_zero(part, cells, blank) for key, part in value.items()}
    if isinstance(value, str):
        is_board = sorted(value) == sorted(map(str, cells))
        return value.replace(str(blank), "0") if is_board else value
    if not isinstance(value, list):
        return value
    if sorted(map(repr, elements(value))) == sorted(map(repr, cells)):
        return in_all(value, lambda part: 0 if repr(part) == repr(blank) else part)
    return type(value)(with_zero(part, cells, blank) for part in value)


def elements(value):
    return [one for part in value for one in elements(part)] if isinstance(value, list) else [value]


def in_all(value, change):
    return type(value)(in_all(part, change) for part in value) if isinstance(value, list) else change(value)


def board_in_form(numbers, shape, form):
    numbers = with_blank(numbers, form)
    form = form.partition(":")[0]
    columns = int(shape.split("x")[1])
    rows = [numbers[at : at + columns] for at in range(0, len(numbers), columns)]
    if form == "list":
        return list(numbers)
    if form == "tuple":
        return tuple(numbers)
    if form == "rows":
        return rows
    if form == "tuple-rows":
        return tuple(map(tuple, rows))
    if form == "string":
        return ("" if len(numbers) <= 10 else ",").join(map(str, numbers))
    try:
        import numpy
    except ImportError:
        raise Fault("numpy is not installed: pip install numpy, or choose another --notation") from None
    return numpy.array(rows)


def call(target, method, numbers, goal, shape, form):
    def fill(arguments):
        given = {"board": numbers, "goal": goal}
        return [board_in_form(given[argument], shape, form) for argument in arguments]

    of_constructor, of_call = plans(target, method)
    if method is None:
        return target(*fill(of_call))
    if of_constructor is None:
        return getattr(target, method)(*fill(of_call))
    return getattr(target(*fill(of_constructor)), method)(*fill(of_call))


# Converting the result.


def answer(value, cells=(), blank=0):
    """The fields of an answer, for JSON. `cells` are those of the board, with this blank."""
    value = plain(value)
    if blank != 0:
        value = with_zero(value, cells, blank)
    if value is None or value is False:
        return {"solvable": False}
    if value is True:
        return {"solvable": True}
    if isinstance(value, (int, float)):
        return of_number(value)
    if isinstance(value, str):
        # For the goal, an empty path is the answer.
        return {"answer": value} if value.strip() else {"moves": []}
    if isinstance(value, dict):
        return {str(key): field(part) for key, part in value.items()}
    if is_record(value):
        return of_record(value)
    return {"moves": path(value)}


def of_number(number):
    if math.isinf(number) or number == -1:
        return {"solvable": False}
    return {"length": int(number) if number == int(number) else number} if number >= 0 else {"answer": str(number)}


def field(value):
    value = plain(value)
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return path(value) if isinstance(value, list) else value


def is_record(value):
    """Whether it is a tuple of a path, or None, and numbers."""
    parts = value if isinstance(value, Record) else ()
    others = [part for part in parts if not (part is None or is_number(part))]
    has_path = len(others) == 1 and isinstance(others[0], (str, list))
    return len(parts) > 1 and (has_path or (not others and None in parts))


def of_record(parts):
    """A path with its length. Other numbers are not judged: they may be counts of expanded states."""
    found = next((part for part in parts if not (part is None or is_number(part))), None)
    numbers = [part for part in parts if is_number(part)]
    fields = answer(found)
    moves = fields.get("moves", fields.get("answer"))
    if moves is None:
        return fields
    lengths = lengths_of(moves)
    if any(number in lengths for number in numbers):
        fields["length"] = next(number for number in numbers if number in lengths)
    elif numbers:
        print(
            f"{NOTE}{', '.join(map(str, numbers))}, returned with a path of {len(moves)}, is not judged: it may be a count "
            'of nodes. To have it judged, return {"path": ..., "length": ...}',
            file=sys.stderr,
        )
    return fields


def lengths_of(moves):
    """The possible lengths of a path: the first board may be the start, and a text may contain words."""
    has_boards = isinstance(moves, list) and moves and isinstance(moves[0], list)
    words = moves.replace(",", " ").split() if isinstance(moves, str) else []
    return {len(moves)} | ({len(moves) - 1} if has_boards else set()) | ({len(words)} if len(words) > 1 else set())


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


class Record(list):
    """A list that was a tuple."""


def plain(value, depth=0):
    """Converts a value to None, bool, number, string, list, record, or dictionary."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, enum.Enum):
        return value.name
    if isinstance(value, (int, float)):
        return value
    if isinstance(value, bytes):
        return value.decode(errors="replace")
    if depth > 6:
        return str(value)
    if hasattr(value, "tolist"):  # numpy arrays and numbers
        return plain(value.tolist(), depth + 1)
    if isinstance(value, collections.abc.Mapping):
        return {key: plain(part, depth + 1) for key, part in value.items()}
    if hasattr(value, "parent") and not isinstance(value, type):
        return plain(nodes(value), depth + 1)
    if isinstance(value, collections.abc.Iterable):
        parts = list(itertools.islice(value, MAX_ELEMENTS + 1))
        if len(parts) > MAX_ELEMENTS:
            raise Fault(f"it returns more than {MAX_ELEMENTS} elements")
        parts = [plain(part, depth + 1) for part in parts]
        return Record(parts) if isinstance(value, tuple) else parts
    for name in ("state", "board", "tiles", "puzzle", "grid"):
        if hasattr(value, name):
            return plain(getattr(value, name), depth + 1)
    return str(value)


def nodes(last):
    """The states of a chain of nodes linked by `parent`, from the first to the last."""
    chain = []
    while last is not None and len(chain) <= MAX_ELEMENTS:
        chain.append(last)
        last = getattr(last, "parent", None)
    states = [next((getattr(node, name) for name in ("state", "board", "tiles") if hasattr(node, name)), None) for node in chain]
    return list(reversed(states))


def path(parts):
    """The elements of a path. Pairs of a move and a board are reduced to the moves."""
    if not isinstance(parts, list):
        return parts
    is_pair = lambda part: isinstance(part, list) and len(part) == 2
    if parts and all(map(is_pair, parts)):
        for place in (0, 1):
            moves = [part[place] for part in parts]
            moves = moves[1:] if moves[0] in (None, "") else moves
            boards = [part[1 - place] for part in parts]
            if all(isinstance(move, str) for move in moves) and all(isinstance(board, list) for board in boards):
                return moves
    boards = [board_of_text(part) if isinstance(part, str) else None for part in parts]
    return boards if parts and all(boards) else parts


def board_of_text(text):
    """The tiles of a board that is written with digits or numbers; None if it is not a board."""
    numbers = re.findall(r"\d+", text)
    tiles = [int(number) for number in (numbers if len(numbers) > 1 else "".join(numbers))]
    return tiles if len(tiles) >= 4 and sorted(tiles) == list(range(len(tiles))) else None


# The command line.


def run(arguments, out):
    boards = arguments[6:] or sys.stdin.read().split()
    # A program that asks for input must not consume the boards.
    sys.stdin = open(os.devnull, encoding="utf-8")
    if arguments[0] == "inspect":
        module = load(arguments[1])
        target, method = find(module, arguments[2])
        plans(target, method)
        forms = forms_by_annotation(target, method)
        uses_numpy = "numpy" in sys.modules and forms is FORMS
        if "numpy" in arguments[3:]:
            board_in_form([0], "1x1", "numpy")
        failed = failed_cells.get(module.__name__, [])
        print(json.dumps({"forms": forms + ["numpy"] * uses_numpy, "failed_cells": failed}), file=out)
        return
    file, name, shape, form, goal = arguments[1:6]
    target, method = find(load(file), name)
    goal = [int(number) for number in goal.split(",")]
    for board in boards:
        numbers = [int(number) for number in board.split(",")]
        returned = call(target, method, numbers, goal, shape, form)
        fields = answer(returned, with_blank(numbers, form), blank_of(form))
        print(json.dumps(fields, default=str), file=out, flush=True)


def print_traceback(error):
    """Prints the traceback without the frames of this file."""
    place = error.__traceback__
    while place and place.tb_frame.f_code.co_filename in (__file__, "<frozen importlib._bootstrap>", "<frozen importlib._bootstrap_external>"):
        place = place.tb_next
    traceback.print_exception(type(error), error, place)


def main(arguments):
    # Reserve the standard output for answers. dup2 also redirects output of C extensions and child processes.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    try:
        run(arguments, out)
    except Fault as fault:
        if arguments[0] == "inspect":
            print(json.dumps({"fault": str(fault)}), file=out)
        print(fault, file=sys.stderr)
        return 1
    except BaseException as error:
        print_traceback(error)
        return 1
    finally:
        out.flush()
    return 0


if __name__ == "__main__":
    code = main(sys.argv[1:])
    sys.stdout.flush()
    sys.stderr.flush()
    # Do not wait for threads that the function has left running.
    os._exit(code)
