"""A submission that speaks to the grader by itself costs its own exercise, and no more time."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import indent

import pytest
from nbformat import NotebookNode

from nbproctor.config import Course
from nbproctor.results import Outcome, Result
from tests.examination.classes import NAME, answered, hand_in, results_of

P, E, T = Outcome.PASSED, Outcome.ERRORED, Outcome.TIMED_OUT

SOCKETS = """\
import gc, os, socket, struct, time
to_grader = next(each for each in gc.get_objects() if type(each).__name__ == "Runner")._control._socket
def dribble(sock):
    sock.sendall(struct.pack("!I", 1000))
    while True:
        sock.send(b"[")
        time.sleep(0.1)
"""
SLEEP = "time.sleep(60)"

# What the submission does, and what becomes of that exercise.
SENT = {
    "a header and no more": (f"to_grader.sendall(struct.pack('!I', 9)); {SLEEP}", T),
    "half a header": (f"to_grader.sendall(bytes(2)); {SLEEP}", T),
    "a byte now and then": ("dribble(to_grader)", T),
    "four gigabytes": (f"to_grader.sendall(b'\\xff' * 4); {SLEEP}", E),
    "more than the grader reads": (f"to_grader.sendall(struct.pack('!I', 30 << 20)); {SLEEP}", E),
    "bytes without end": ("while True: to_grader.send(bytes(1 << 16))", E),
    "msgpack": (f"to_grader.sendall(struct.pack('!I', 4) + b'\\x93\\x90\\xc3\\1'); {SLEEP}", E),
    "lists without end": (f"to_grader.sendall(struct.pack('!I', 99999) + b'[' * 99999); {SLEEP}", E),
    "a number of digits": (f"to_grader.sendall(struct.pack('!I', 9999) + b'9' * 9999); {SLEEP}", E),
    "files": (f"for _ in range(50): socket.send_fds(to_grader, [b'\\0'], [0] * 50)\n{SLEEP}", E),
    "its end closed": (f"to_grader.shutdown(socket.SHUT_RDWR); {SLEEP}", E),
}
SUBMISSIONS = {f"{name}, in a cell": (SOCKETS + what, outcome) for name, (what, outcome) in SENT.items()}
for name, (what, outcome) in SENT.items():
    SUBMISSIONS[f"{name}, in a call"] = f"{SOCKETS}def shout(text):\n{indent(what, '    ')}", outcome


@pytest.fixture(scope="module")
def results(
    built_course: Course, solved: Callable[[Course], NotebookNode], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Result]:
    folder = tmp_path_factory.mktemp("senders")
    for name, (source, _) in SUBMISSIONS.items():
        hand_in(folder / "submitted", name, answered(solved(built_course), {"ex3": source}))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(built_course.grading, "cell_seconds", 3.0)
        return results_of(built_course, NAME, folder / "submitted", folder / "graded")


@pytest.mark.parametrize("name", SUBMISSIONS)
def test_what_a_submission_sends_by_itself_costs_one_exercise(name: str, results: dict[str, Result]) -> None:
    exercises = results[name].exercises
    assert [one.outcome for one in exercises] == [P, P, SUBMISSIONS[name][1], P], [one.message for one in exercises]
