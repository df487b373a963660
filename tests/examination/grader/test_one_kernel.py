"""What one kernel grades: no student sees what is hidden in its tests, though their code runs beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from nbproctor.config import Course
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import Result
from tests.plain_course import hand_in, make_plain_course

WRITES = "open('best.txt', 'w').write('14')"
TEST = """
assert open('best.txt').read()
### BEGIN HIDDEN TESTS
assert open('best.txt').read() == '14', 'hidden-message'
### END HIDDEN TESTS
"""
# It shows the cells that have run, whichever way.
SHOWS = """
import atexit, inspect, sys
print(In)
print(In, file=sys.stderr)
display(str(In))
raise RuntimeError(str(In))
"""


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Course, dict[str, Result]]:
    exercises = {"writes": (WRITES, TEST), "shows": ("def after(): return 1", "assert after() == 1")}
    course = make_plain_course(tmp_path_factory.mktemp("one-kernel"), exercises, tagged="writes")
    hand_in(course, course.submitted / "shows" / "kinds", {"writes": WRITES, "shows": SHOWS})
    hand_in(
        course, course.submitted / "wrong" / "kinds", {"writes": WRITES.replace("14", "2"), "shows": "after = None"}
    )
    found = {}
    for submission, result in ClassGrading(course, "kinds").run():
        assert isinstance(result, Result), result
        found[submission.student] = result
    return course, found


def test_the_tests_are_judged_with_what_is_hidden_in_them(graded: tuple[Course, dict[str, Result]]) -> None:
    _, results = graded
    points = {student: [each.earned for each in result.exercises] for student, result in results.items()}
    assert points == {"shows": [1, 0], "wrong": [0, 0]}
    assert not any(result.exercises[0].isolated for result in results.values())


@pytest.mark.parametrize("student", ["shows", "wrong"])
def test_nothing_that_students_get_shows_what_is_hidden(graded: tuple[Course, dict[str, Result]], student: str) -> None:
    course, _ = graded
    files = [path for path in (course.root / "feedback" / student).rglob("*") if path.is_file()]
    assert files
    for path in files:
        assert "hidden-message" not in path.read_text(errors="replace"), path


def test_what_a_cell_printed_before_is_shown(tmp_path: Path) -> None:
    course = make_plain_course(tmp_path, {"writes": (WRITES, TEST)})
    hand_in(course, course.submitted / "right" / "kinds", {"writes": f"print('before the test')\n{WRITES}"})
    assert len(list(ClassGrading(course, "kinds").run())) == 1
    (page,) = (course.root / "feedback").rglob("*.html")
    assert "before the test" in page.read_text()
