"""A submission that speaks to the grader or the examiner by itself costs its own exercise, and no more time."""

from __future__ import annotations

from collections.abc import Callable

import nbformat
import pytest
from nbformat import NotebookNode

from nbproctor.config import Course
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import Outcome, Result

P, F, E, T = Outcome.PASSED, Outcome.FAILED, Outcome.ERRORED, Outcome.TIMED_OUT

SOCKETS = """\
import gc, os, socket, struct, time
me = next(each for each in gc.get_objects() if type(each).__name__ == "Candidate")
to_examiner, to_grader = me._examiner._socket, me._control._socket
def dribble(sock):
    sock.sendall(struct.pack("!I", 1000))
    while True:
        sock.send(b"[")
        time.sleep(0.1)
"""
SLEEP = "time.sleep(60)"

# What the submission does in a call, or in a cell, and what becomes of that exercise.
IN_A_CALL = {
    "a header and no more": (f"to_examiner.sendall(struct.pack('!I', 9)); {SLEEP}", T),
    "half a header": (f"to_examiner.sendall(bytes(2)); {SLEEP}", T),
    "a byte now and then": ("dribble(to_examiner)", T),
    "four gigabytes": (f"to_examiner.sendall(b'\\xff' * 4); {SLEEP}", E),
    "no value": (f"to_examiner.sendall(struct.pack('!I', 1) + b'\\xc1'); {SLEEP}", E),
    "nothing but headers of lists": (f"to_examiner.sendall(struct.pack('!I', 5000) + b'\\xdd' * 5000); {SLEEP}", E),
    "bytes without end": ("while True: to_examiner.send(bytes(1 << 16))", E),
    "its end closed": (f"to_examiner.shutdown(socket.SHUT_RDWR); {SLEEP}", E),
}
IN_A_CELL = {
    "a header and no more to the grader": (f"to_grader.sendall(struct.pack('!I', 9)); {SLEEP}", T),
    "a byte now and then to the grader": ("dribble(to_grader)", T),
    "four gigabytes to the grader": (f"to_grader.sendall(b'\\xff' * 4); {SLEEP}", E),
    "more than the grader reads": (f"to_grader.sendall(struct.pack('!I', 30 << 20)); {SLEEP}", E),
    "msgpack to the grader": (f"to_grader.sendall(struct.pack('!I', 4) + b'\\x93\\x90\\xc3\\1'); {SLEEP}", E),
    "lists without end to the grader": (f"to_grader.sendall(struct.pack('!I', 99999) + b'[' * 99999); {SLEEP}", E),
    "a number of digits to the grader": (f"to_grader.sendall(struct.pack('!I', 9999) + b'9' * 9999); {SLEEP}", E),
    "files for the grader": (
        "for _ in range(50): socket.send_fds(to_grader, [b'\\0'], [0] * 50)\n" + SLEEP,
        E,
    ),
}
SUBMISSIONS = {
    **{name: (f"{SOCKETS}def shout(text):\n    {what}", outcome) for name, (what, outcome) in IN_A_CALL.items()},
    **{name: (SOCKETS + what, outcome) for name, (what, outcome) in IN_A_CELL.items()},
}


@pytest.fixture(scope="module")
def results(
    built_course: Course, solved: Callable[[Course], NotebookNode], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Result]:
    folder = tmp_path_factory.mktemp("senders")
    for name, (source, _) in SUBMISSIONS.items():
        notebook = solved(built_course)
        for cell in notebook.cells:
            cell.source = source if cell.metadata.nbgrader.grade_id == "ex3" else cell.source
        place = folder / "submitted" / name / "numbers"
        place.mkdir(parents=True)
        nbformat.write(notebook, place / "numbers.ipynb")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(built_course.grading, "cell_seconds", 3.0)
        found = list(ClassGrading(built_course, "numbers", folder / "submitted", folder / "graded").run())
    assert not [each for _, each in found if isinstance(each, Exception)]
    return {submission.student: each for submission, each in found if isinstance(each, Result)}


@pytest.mark.parametrize("name", SUBMISSIONS)
def test_what_a_submission_sends_by_itself_costs_one_exercise_and_a_bounded_time(
    name: str, results: dict[str, Result]
) -> None:
    exercises = results[name].exercises
    assert [one.outcome for one in exercises] == [P, P, SUBMISSIONS[name][1], P], [one.message for one in exercises]
    # A cell may take 3 seconds here; the examiner has five more to notice that the candidate is gone.
    assert exercises[2].seconds < 30
