"""What a run imports, it imports in one thread: another could get a package of which half is there."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from nbproctor.config import Course
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.marking.marking_place import ThisMachine
from tests.marking.class_runs import HandIn

# A run in a new process, where nothing is imported yet. It prints what is looked for in another thread.
_RUN = """
    import sys, threading

    def note(event, details):
        if event == "import" and threading.current_thread() is not threading.main_thread():
            print(threading.current_thread().name, "imports", details[0])

    sys.addaudithook(note)

    from pathlib import Path
    from nbproctor.config import Course
    from nbproctor.marking.class_grading import ClassGrading
    from nbproctor.marking.marking_place import ThisMachine

    root, submitted, output = map(Path, sys.argv[1:])
    graded = list(ClassGrading(Course(root), "numbers", submitted, output).run(ThisMachine(2)))
    assert len(graded) == 4, graded
"""


def _imports_elsewhere(course: Course, submitted: Path, output: Path) -> str:
    command = [sys.executable, "-c", dedent(_RUN), *map(str, (course.root, submitted, output))]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


@pytest.mark.parametrize("is_again", [pytest.param(False, marks=pytest.mark.all), True], ids=["first run", "later run"])
def test_packages_are_imported_by_the_main_thread_alone(
    built_course: Course, hand_in: HandIn, tmp_path: Path, is_again: bool
) -> None:
    for number in range(1, 4):
        submitted = hand_in(built_course, f"student-00{number}")
    unreadable = submitted / "student-004" / "numbers" / "numbers.ipynb"
    unreadable.parent.mkdir(parents=True)
    unreadable.write_text("{")
    output = tmp_path / "graded"
    if is_again:  # those that have been graded have rows before anything is examined
        assert len(list(ClassGrading(built_course, "numbers", submitted, output).run(ThisMachine(2)))) == 4
        shutil.rmtree(output / "autograded" / "student-002")
    assert _imports_elsewhere(built_course, submitted, output) == ""
