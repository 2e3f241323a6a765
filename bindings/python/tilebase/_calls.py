"""Calls the user's function on many boards, with a limit on the time of each call.

A call runs in a child process, which is killed to stop it, or in a thread, in which an exception is raised. For the
limits of both, see ``grade``.
"""

from __future__ import annotations

import ctypes
import os
import pickle
import queue
import signal
import sys
import threading
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Union

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

__all__ = ["Call", "Isolation", "calls", "read_isolation"]

Isolation = Union[Literal["process"], Literal["thread"], None]
"""Where the function runs. None means a process on Linux, and a thread elsewhere."""

# How long a thread may take to stop, in seconds.
_GRACE = 1.0
# Maximum length of the text of an exception.
_MAX_TEXT = 4000


class Call(NamedTuple):
    """The outcome of a call."""

    kind: str
    """"returned", "exception", "timeout", "crash", or "not-tried"."""
    answer: Any = None
    """The returned value."""
    message: str = ""
    """The reason, if nothing was returned."""
    traceback: str = ""
    """The traceback of an exception."""


class _TimeIsUp(BaseException):
    """Raised in the thread of a call. Not an Exception, which the user's function may catch."""


def read_isolation(isolation: Isolation) -> str:
    """Returns "process" or "thread"; raises ValueError if the system does not support it."""
    if isolation not in ("process", "thread", None):
        raise ValueError(f"isolation: expected 'process', 'thread' or None, found {isolation!r}")
    if isolation == "process" and not hasattr(os, "fork"):
        raise ValueError("isolation: this system can't fork a process: pass 'thread'")
    # On macOS, system libraries may abort in a forked process.
    return isolation or ("process" if sys.platform == "linux" else "thread")


def calls(
    function: Callable[[Any], Any],
    arguments: list[Any],
    *,
    timeout: float | None,
    max_timeouts: int,
    isolation: str,
) -> list[Call]:
    """Calls the function with each argument. After ``max_timeouts``, no more calls are made."""
    if timeout is None:
        return [_call(function, argument) for argument in arguments]
    run = _in_process if isolation == "process" else _in_thread
    made: list[Call] = []
    while len(made) < len(arguments):
        if sum(call.kind == "timeout" for call in made) >= max_timeouts:
            break
        # Ends early after a call that was stopped. The next run begins with the next argument.
        made.extend(run(function, arguments[len(made) :], timeout))
        if made[-1].kind == "not-tried":
            # The call continues in its thread, and would slow down the others.
            made.pop()
            break
    return made + [Call("not-tried", message="not tried, after too many calls timed out")] * (len(arguments) - len(made))


def _call(function: Callable[[Any], Any], argument: Any) -> Call:
    try:
        answer = function(argument)
        # The function may be a generator of moves.
        return Call("returned", list(answer) if isinstance(answer, Iterator) else answer)
    except _TimeIsUp:
        raise
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:
        # SystemExit, too: a call of exit() is a fault of the function.
        text = "".join(traceback.format_exception(type(error), error, error.__traceback__))[-_MAX_TEXT:]
        return Call("exception", message=f"{type(error).__name__}: {error}"[:_MAX_TEXT].rstrip(": "), traceback=text)


def _timed_out(timeout: float) -> Call:
    return Call("timeout", message=f"timed out after {timeout:g} s")


def _in_process(function: Callable[[Any], Any], arguments: list[Any], timeout: float) -> Iterable[Call]:
    """Calls in a forked process, which needs no pickling of the function."""
    # Imported here because the assertions need no process.
    from multiprocessing import Pipe

    receiver, sender = Pipe(duplex=False)
    # An interrupt between the start of the child and the block that kills it would leave it running.
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    child = 0
    try:
        with warnings.catch_warnings():
            # Python warns that a lock of another thread may be held. The child only runs the function.
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:
            _child(function, arguments, sender)
        sender.close()
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        for _ in arguments:
            if not receiver.poll(timeout):
                yield _timed_out(timeout)
                return
            try:
                yield receiver.recv()
            except (EOFError, OSError):
                status = _kill(child)
                child = 0
                yield Call("crash", message=f"the process ended, {_ended(os.waitstatus_to_exitcode(status))}")
                return
            except Exception as error:
                yield Call("exception", message=f"the answer can't be unpickled: {error}")
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        receiver.close()
        if child:
            _kill(child)


def _ended(code: int) -> str:
    return f"with exit code {code}" if code >= 0 else f"by signal {signal.Signals(-code).name}"


def _kill(child: int) -> int:
    """Kills a child and its process group, and returns its wait status.

    If the child has ended already, its status is unchanged.
    """
    try:
        os.killpg(child, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        # The child has no group yet. If only zombies are left in the group, macOS raises PermissionError.
        pass
    try:
        os.kill(child, signal.SIGKILL)
    except ProcessLookupError:
        pass
    return os.waitpid(child, 0)[1]


def _child(function: Callable[[Any], Any], arguments: list[Any], sender: Connection) -> None:
    """Runs the calls in the child process, and never returns."""
    code = 1
    try:
        # A group of its own, so that processes of the function's are killed with it.
        os.setsid()
        # The streams of a notebook belong to its threads, which the child does not have.
        sys.stdout = sys.stderr = open(os.devnull, "w")
        sys.stdin = open(os.devnull)
        for argument in arguments:
            sender.send_bytes(_pickled(_call(function, argument)))
        code = 0
    finally:
        # Skip the exit handlers and the buffers of the parent.
        os._exit(code)


def _pickled(call: Call) -> bytes:
    try:
        return pickle.dumps(call)
    except Exception as error:
        name = type(call.answer).__name__
        return pickle.dumps(Call("exception", message=f"the answer, of type {name}, can't be pickled: {error}"))


def _in_thread(function: Callable[[Any], Any], arguments: list[Any], timeout: float) -> Iterable[Call]:
    """Calls in a thread. Each call is a message, so that the time of each can be limited."""
    made: queue.SimpleQueue[Call | None] = queue.SimpleQueue()

    def run() -> None:
        try:
            for argument in arguments:
                made.put(_call(function, argument))
        except BaseException:
            made.put(None)

    # A daemon, so that a call that can't be stopped does not keep Python from exiting.
    thread = threading.Thread(target=run, name="tilebase calls", daemon=True)
    thread.start()
    try:
        for _ in arguments:
            call = made.get(timeout=timeout)
            if call is None:
                yield Call("exception", message="KeyboardInterrupt")
                return
            yield call
        # All that is left is to return.
        thread.join()
    except queue.Empty:
        yield _timed_out(timeout)
        if not _stop(thread):
            yield Call("not-tried")
    finally:
        _stop(thread)


def _stop(thread: threading.Thread) -> bool:
    """Raises an exception in a thread repeatedly, for up to a second, until the thread has ended."""
    for _ in range(10):
        if not thread.is_alive():
            return True
        if thread.ident is not None:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(_TimeIsUp))
        thread.join(_GRACE / 10)
    return not thread.is_alive()
