"""Verified solutions, against a slow replay and against the compiled reader of answers."""

from __future__ import annotations

import functools
import inspect
import random
from typing import Any

import numpy as np
import pytest

import tilebase
from tilebase import ACTIONS, Board, Report, Verdict

CONVENTIONS: list[Any] = ["blank", "tile"]

NAMES: dict[str, tuple[list[str], str]] = {
    "letters": (["U", "D", "L", "R"], ""),
    "small letters": (["u", "d", "l", "r"], " "),
    "words": (["Up", "DOWN", "left", "right"], ", "),
    "compass": (["N", "S", "W", "E"], " "),
    "points": (["north", "South", "west", "EAST"], "\n"),
    "arrows": (["↑", "↓", "←", "→"], ""),
    "ascii arrows": (["^", "v", "<", ">"], ";"),
    "counts": (["U1", "D1", "L1", "R1"], ""),
}


def replayed(board: Board, moves: list[str]) -> tuple[str, int | None]:
    """The legal letters, and the number of the first illegal one."""
    for number, move in enumerate(moves, 1):
        if move not in dict(board.neighbors()):
            return "".join(moves[: number - 1]), number
        board = board.after(move)
    return "".join(moves), None


def walks(shape: tuple[int, int], n: int, seed: int) -> list[tuple[Board, list[str]]]:
    """Boards with moves: optimal or random, then often with a detour or with a random move put in."""
    chance = random.Random(seed)
    found = []
    for tiles in tilebase.scramble(n, steps=12, shape=shape, seed=seed):
        board = Board(tiles, shape)
        moves = list(tilebase.solve(board)) if chance.random() < 0.6 else chance.choices(ACTIONS, k=chance.randrange(8))
        if chance.random() < 0.4:
            moves.insert(chance.randrange(len(moves) + 1), chance.choice(ACTIONS))
        elif chance.random() < 0.3:
            move = board.neighbors()[0][0]
            moves = [move, {"U": "D", "D": "U", "L": "R", "R": "L"}[move], *moves]
        found.append((board, moves))
    return found


@pytest.mark.parametrize("shape", [(2, 3), (3, 3), (3, 4), (4, 4)])
def test_a_report_is_that_of_a_slow_replay(shape: tuple[int, int]) -> None:
    kinds = set()
    for board, moves in walks(shape, 60, seed=1):
        report = tilebase.verify(board, "".join(moves))
        legal, illegal = replayed(board, moves)
        assert (str(report.path), report.illegal) == (legal, illegal)
        boards = report.path.boards()
        assert report.distances == tuple(tilebase.distance(one) for one in boards)
        assert all(type(distance) is int for distance in report.distances)
        seen = [boards.index(one) for one in boards]
        assert report.loops == tuple((first, place) for place, first in enumerate(seen) if first != place)
        assert report.last == boards[-1] and report.nearest == min(report.distances)
        assert report.solved == (illegal is None and boards[-1] == tilebase.solve(boards[0]).end)
        assert bool(report) == report.optimal == (report.solved and len(moves) == report.distances[0])
        assert str(report) == report.verdict.message
        kinds.add(report.verdict.kind)
    assert {"optimal", "longer", "illegal-move", "ends-elsewhere"} <= kinds


@pytest.mark.parametrize("convention", ["blank", "tile"])
@pytest.mark.parametrize("form", NAMES)
def test_directions_are_read_as_the_judge_reads_them(form: str, convention: Any) -> None:
    symbols, separator = NAMES[form]
    swap = {"U": "D", "D": "U", "L": "R", "R": "L"} if convention == "tile" else dict(zip(ACTIONS, ACTIONS))
    for board, moves in walks((3, 3), 80, seed=2):
        named = [symbols[ACTIONS.index(swap[move])] for move in moves]
        text = separator.join(named)
        for answer in (text, named, tuple(named), f"[{text}]", f'"{text}"'):
            report = tilebase.verify(board, answer, convention=convention)
            assert (str(report.path), report.illegal) == replayed(board, moves), answer
            assert report.verdict == tilebase.check(board, answer, convention=convention), answer


@pytest.mark.parametrize("shape", [(3, 3), (4, 4)])
def test_numbers_and_boards_are_read_as_the_judge_reads_them(shape: tuple[int, int]) -> None:
    for board, moves in walks(shape, 40, seed=3):
        legal, illegal = replayed(board, moves)
        path = tilebase.Path(board, legal)
        boards = path.boards()
        answers: list[Any] = [path, " ".join(map(str, path.tiles_moved))]
        answers += [boards, np.array(boards), [one.rows for one in boards]]
        if legal:
            grids = ["\n".join(" ".join(map(str, row)) for row in one.rows) for one in boards]
            answers += [[one.text for one in boards], "\n".join(one.text for one in boards), "\n\n".join(grids)]
            answers += [list(map(str, boards)), "\n\n".join(map(str, boards))]
        for answer in answers:
            report = tilebase.verify(board, answer)
            assert (str(report.path), report.illegal) == (legal, None), answer
            assert report.verdict == tilebase.check(board, answer), answer
        actions = [ACTIONS.index(move) for move in moves]
        for answer in (actions, np.array(actions, np.int8), tuple(actions)):
            for convention in CONVENTIONS:
                report = tilebase.verify(board, answer, convention=convention)
                assert (str(report.path), report.illegal) == (legal, illegal)
                assert report.verdict == tilebase.check(board, "".join(moves))


@pytest.mark.parametrize(
    ("answer", "kind", "illegal", "path", "words"),
    [
        ("5 7", "illegal-move", 2, "R", "move 2 is illegal: tile 7 is not beside the blank of 123450786"),
        ("58", "illegal-move", 2, "R", "move 2 is illegal: tile 8"),
        ("9", "illegal-move", 1, "", "tile 9 is not beside"),
        (["123405786", "123456780"], "illegal-move", 1, "", "123456780 is not one slide away from 123405786"),
        (["123450786", "123456780"], "starts-elsewhere", None, "", "it begins at 123450786, not at 123405786"),
        ("right, 6", "malformed", None, "", "expected all moves in the same form (words), found '6'"),
        ("R U13", "malformed", None, "", "expected 1 to 11 repetitions, found 13"),
        ("R" + "D" * 3000, "illegal-move", 3, "RD", "move 3 is illegal"),
        ("D" * 3 + "999999999999999999999", "malformed", None, "", "repetitions"),
        ("I move the blank right", "malformed", None, "", "expected a move, found"),
        ("ß", "malformed", None, "", "expected a move, found 'ß'"),
        ([4], "malformed", None, "", "expected an action from 0 to 3 (U, D, L, R), found 4"),
        ([-1], "malformed", None, "", "found -1"),
        (["123405786", "12345"], "malformed", None, "", "item 1 of the list, counted from 0: cannot read"),
        ("LU", "other-convention", None, "LU", "other move convention"),
        (None, "says-unsolvable", None, "", "it can be solved, in 2 moves: RD"),
    ],
)
def test_faults_are_named(answer: Any, kind: str, illegal: int | None, path: str, words: str) -> None:
    report = tilebase.verify("123405786", answer)
    assert (report.verdict.kind, report.illegal, str(report.path)) == (kind, illegal, path)
    assert words in str(report)
    assert not report and not report.solved and 0 <= report.reward < 0.5


def test_what_is_no_answer_raises_an_exception() -> None:
    for answer in (3.5, {"R"}, b"R", 2, True):
        with pytest.raises(TypeError, match="expected moves, as text or as a list of moves, actions or boards, found"):
            tilebase.verify("123405786", answer)
    with pytest.raises(tilebase.MoveError, match="convention"):
        tilebase.verify("123405786", "R", convention="both")  # type: ignore[arg-type]
    with pytest.raises(tilebase.GoalError):
        tilebase.verify("123405786", "R", "1230")
    with pytest.raises(tilebase.BoardError):
        tilebase.verify("1234", "R")


def test_goals_in_any_form() -> None:
    for goal in ("blank-first", "012345678", Board("012345678"), list(range(9)), np.arange(9).reshape(3, 3)):
        report = tilebase.verify("102345678", "L", goal)
        assert report.optimal and report.distances == (1, 0)


def test_a_board_that_cannot_be_solved() -> None:
    report = tilebase.verify("213456780", "UL")
    assert (report.verdict.kind, report.distances, report.nearest, report.reward) == ("says-solvable", (), None, 0.0)
    assert str(report.path) == "UL" and not report.solved
    assert tilebase.verify("213456780", None).reward == 1.0


def report_of(kind: str, distances: tuple[int, ...], illegal: int | None = None) -> Report:
    path = tilebase.solve(tilebase.sample(1, depth=len(distances) - 1, seed=1)[0])
    return Report(Verdict(kind == "optimal", kind, ""), path, illegal, distances, ())


def test_rewards_are_ordered_and_between_0_and_1() -> None:
    cases = [
        (report_of("malformed", (8,)), 0.0),
        (report_of("ends-elsewhere", (8, 9)), 0.0),
        (report_of("illegal-move", (8, 7, 6), 3), 0.0625),
        (report_of("ends-elsewhere", (8, 7, 6)), 0.125),
        (report_of("illegal-move", (8, 7, 6, 5, 4, 3, 2, 1, 0), 9), 0.25),
        (report_of("ends-elsewhere", (8, 7, 6, 5, 4, 3, 2, 1)), 0.4375),
        (report_of("longer", (2, 3, 2, 1, 0)), 0.75),
        (report_of("optimal", (2, 1, 0)), 1.0),
    ]
    rewards = [report.reward for report, _ in cases]
    assert rewards == [expected for _, expected in cases] == sorted(rewards)
    chance = random.Random(4)
    for board, moves in walks((2, 3), 300, seed=4):
        report = tilebase.verify(board, moves if chance.random() < 0.8 else "nothing")
        assert 0.0 <= report.reward <= 1.0
        assert (report.reward == 1.0) == report.optimal and (report.reward > 0.5) <= report.solved
    # The goal itself: no moves are optimal, and a detour is worth half.
    goal = "123456780"
    assert [tilebase.verify(goal, moves).reward for moves in ("", "UD", "U", "R")] == [1.0, 0.5, 0.0, 0.0]


def test_a_trainer_can_call_it() -> None:
    columns: dict[str, Any] = {
        "prompts": ["Solve it."] * 5,
        "completions": [
            "RD",
            "First I thought of <answer>U</answer>, but it is <answer>\nright, down\n</answer>",
            r"So the answer is $\boxed{\text{R}}$ or rather \boxed{R D U D}.",
            "",
            "Unsolvable.",
        ],
        "completion_ids": [[1]] * 5,
        "board": ["123405786"] * 5,
        "trainer_state": None,
    }
    assert tilebase.reward(**columns) == [1.0, 1.0, 0.75, 0.0, 0.0]
    columns["completions"] = [[{"role": "assistant", "content": text}] for text in columns["completions"]]
    assert tilebase.reward(**columns) == [1.0, 1.0, 0.75, 0.0, 0.0]
    parts = [[{"role": "assistant", "content": [{"type": "text", "text": "R"}, {"type": "text", "text": "D"}]}], []]
    assert tilebase.reward(parts, ["123405786"] * 2) == [1.0, 0.0]
    assert tilebase.reward.__name__ == "reward"
    assert inspect.signature(tilebase.reward).parameters["kwargs"].kind is inspect.Parameter.VAR_KEYWORD


def test_goals_and_options_of_a_reward() -> None:
    boards = ["102345678", "123456708", "213456780"]
    assert tilebase.reward(["L", "R", " Unsolvable\n"], boards, ["blank-first", None, None]) == [1.0, 1.0, 1.0]
    assert tilebase.reward(["L", "L"], boards[:1] * 2, "blank-first") == [1.0, 1.0]
    assert tilebase.reward(["R"], boards[:1], Board("012345678"), convention="tile") == [1.0]
    last_line = functools.partial(tilebase.reward, extract=lambda text: text.splitlines()[-1])
    assert last_line(["Hm.\nR"], boards[1:2]) == [1.0]
    assert tilebase.reward([], []) == []
    with pytest.raises(ValueError, match="found 2 completions, 1 boards and 2 goals"):
        tilebase.reward(["L", "L"], boards[:1])
    with pytest.raises(tilebase.BoardError):
        tilebase.reward(["L"], ["12345"])
    wrong: list[dict[str, Any]] = [{"board": "123456708"}, {"completions": "R"}, {"completions": [7]}, {"goal": {1}}]
    for columns in wrong:
        with pytest.raises(TypeError, match=f"{next(iter(columns))}: expected .*, found"):
            tilebase.reward(**{"completions": ["R"], "board": ["123456708"], **columns})
    assert tilebase.reward([[{"role": "assistant", "content": None}], [{}]], boards[:2]) == [0.0, 0.0]


def test_no_completion_raises_an_exception() -> None:
    chance = random.Random(5)
    words = ["R", "right", "6", "8", "U2", "123405786", "0", "\n", ",", " ", "ſ", "²", "٣", "↑", "e", "\ud800"]
    words += ["\\boxed{", "}", "<answer>"]
    texts = ["".join(chance.choices(words, k=chance.randrange(9))) for _ in range(3000)]
    rewards = tilebase.reward(texts, ["123405786"] * len(texts))
    assert all(0 <= reward <= 1 for reward in rewards)
    for text in texts:
        # If check() can't read a text, verify() must not accept it; else their verdicts are equal.
        report, verdict = tilebase.verify("123405786", text), tilebase.check("123405786", text)
        if verdict.kind == "malformed":
            assert report.verdict.kind in ("malformed", "illegal-move"), text
        elif verdict.kind not in ("starts-elsewhere", "not-one-slide") and not any(digit in text for digit in "068"):
            assert report.verdict == verdict, text
