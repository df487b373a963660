"""Ctrl-C always arrives: also while Python runs what it shows and drops the exceptions of."""

from __future__ import annotations

import signal
import subprocess
import sys
from textwrap import dedent, indent

import pytest

from tests.patience import HANGS

_DROPPED = {
    "finalizer": """
        class Interrupted:
            def __del__(self):
                signal.raise_signal(signal.SIGINT)
        Interrupted()
    """,
    "callback of a weak reference": """
        thing = threading.Lock()
        reference = weakref.ref(thing, lambda _: signal.raise_signal(signal.SIGINT))
        del thing
    """,
    "callback of the garbage collector": """
        gc.callbacks.append(lambda phase, _: phase == "stop" and signal.raise_signal(signal.SIGINT))
        gc.collect()
        gc.callbacks.clear()
    """,
}


def _run(statements: str, handler: str = "default_int_handler") -> subprocess.CompletedProcess[str]:
    """A program that calls `stop_at_ctrl_c` and then does what the statements say."""
    start = f"""
        import gc, signal, threading, weakref
        from nbproctor.cli.console import stop_at_ctrl_c
        signal.signal(signal.SIGINT, signal.{handler})
        stop_at_ctrl_c()
    """
    program = dedent(start) + dedent(statements)
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=HANGS)


@pytest.mark.parametrize("dropped", _DROPPED.values(), ids=_DROPPED)
def test_an_interruption_that_python_drops_comes_again(dropped: str) -> None:
    tried = dedent(dropped) + "threading.Event().wait(250)"
    done = _run(f"try:\n{indent(tried, '    ')}\nexcept KeyboardInterrupt:\n    print('stopped')")
    assert (done.stdout, done.stderr, done.returncode) == ("stopped\n", "", 0)


def test_the_second_one_ends_the_program_at_once() -> None:
    done = _run("""
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            print("first", flush=True)
            signal.raise_signal(signal.SIGINT)
            print("second")
    """)
    assert (done.stdout, done.returncode) == ("first\n", -signal.SIGINT)


def test_other_exceptions_that_python_drops_are_shown_as_before() -> None:
    done = _run("""
        class Wrong:
            def __del__(self):
                raise KeyboardInterrupt("of its own")
        Wrong()
        print("goes on")
    """)
    assert done.stdout == "goes on\n"
    assert "Exception ignored in" in done.stderr and "KeyboardInterrupt: of its own" in done.stderr


def test_who_wants_it_ignored_is_obeyed() -> None:
    done = _run(
        """
        signal.raise_signal(signal.SIGINT)
        print("goes on")
    """,
        handler="SIG_IGN",
    )
    assert (done.stdout, done.stderr) == ("goes on\n", "")
