"""A preview of an assignment of several notebooks, of a gradebook on a server, and one that is stopped."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator, Mapping
from pathlib import Path

import psycopg
import pytest

from nbproctor.assignment.release import build
from nbproctor.config import Course
from nbproctor.marking.class_preview import ClassPreview
from nbproctor.report.grade_changes import GradeFate
from tests.gradebook.decided_course import RIGHT, decide, hand_in, make_course, record
from tests.gradebook.decided_course import grade as grade_decided
from tests.marking.changed_tests import CHANGE, CHANGED, change_tests, changed_course, files, grade, preview
from tests.marking.class_runs import change_cells, graded, in_a_terminal, wait_for
from tests.patience import HANGS
from tests.postgresql_server import Server, new_database, plain, server
from tests.progress_lines import without_progress

pytestmark = [pytest.mark.all, pytest.mark.xdist_group("preview elsewhere")]


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(Path(tmp_path_factory.mktemp("pg"))) as found:
        yield found


def _tables(url: str) -> dict[str, list[tuple[object, ...]]]:
    """All rows of a database, and when each was written."""
    with psycopg.connect(plain(url)) as own:
        names = own.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        return {name: sorted(own.execute(f"SELECT xmin::text, * FROM {name}"), key=repr) for (name,) in names}


@pytest.mark.needs("PostgreSQL")
def test_a_gradebook_on_a_server_is_only_read(own_server: Server, tmp_path: Path) -> None:
    url = new_database(own_server.address, "preview")
    course = changed_course(tmp_path / "course")
    course.config.CourseDirectory.db_url = url
    grade(course)
    with psycopg.connect(plain(url)) as own:
        own.execute(
            "UPDATE grade SET manual_score = 0.5 FROM base_cell, submitted_notebook, submitted_assignment "
            "WHERE base_cell.id = cell_id AND base_cell.name = 'test_two' "
            "AND grade.notebook_id = submitted_notebook.id "
            "AND submitted_notebook.assignment_id = submitted_assignment.id AND student_id = 'student-07'"
        )
    change_tests(course, CHANGED)
    was, rows = files(course.root), _tables(url)
    found = preview(course)
    assert {one: found[one].change for one in CHANGE} == CHANGE
    assert (found["student-07"].before, found["student-07"].after) == (1.5, 2.5)
    assert (files(course.root), _tables(url)) == (was, rows)


@pytest.fixture(scope="module")
def two_notebooks(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """A graded assignment of two notebooks, whose tests are changed in both: one gains in a, all lose in b."""
    course = make_course(tmp_path_factory.mktemp("two") / "course", ("a", "b"))
    hand_in(course, "a-float", RIGHT | {"two": "def two(): return 2.0"}, ("a", "b"))
    grade_decided(course)
    _change(course, _CHANGED)
    return course


_CHANGED = {"a": {"test_one": "assert one() in (1, 3)"}, "b": {"test_two": "assert two() == 2 and type(two()) is int"}}
_BACK = {"a": {"test_one": "assert one() == 1"}, "b": {"test_two": "assert two() == 2"}}


def _change(course: Course, tests: Mapping[str, Mapping[str, str]]) -> None:
    for name, cells in tests.items():
        change_cells(course.source / "ps1" / f"{name}.ipynb", cells)
    build(course, "ps1")


@pytest.fixture
def two(two_notebooks: Course, tmp_path: Path) -> Course:
    return Course(Path(shutil.copytree(two_notebooks.root, tmp_path / "course", symlinks=True)))


def test_the_notebooks_of_an_assignment_count_together(two: Course) -> None:
    decide(two, "all-right", "test_one", 1.0, notebook="a")
    was = files(two.root)
    changes = ClassPreview(two, "ps1").changes()
    assert files(two.root) == was
    found = {each.student: each for each in changes.students}
    assert {one: (each.change, each.before, each.after) for one, each in found.items()} == {
        "all-right": (GradeFate.SAME, 7, 7),
        "one-empty": (GradeFate.SAME, 8, 8),
        "one-wrong": (GradeFate.GAINS, 4, 6),
        "a-float": (GradeFate.LOSES, 8, 6),
    }
    assert [(each.test, each.gain, each.lose) for each in changes.tests] == [("a/test_one", 1, 0), ("b/test_two", 0, 1)]


def test_of_a_notebook_that_is_not_asked_for_the_record_counts(two: Course) -> None:
    was = files(two.root)
    two.override(notebook_id="a")
    changes = ClassPreview(two, "ps1").changes()
    assert files(two.root) == was
    assert {each.student: (each.change, each.after) for each in changes.students} == {
        "all-right": (GradeFate.SAME, 8),
        "one-empty": (GradeFate.SAME, 8),
        "one-wrong": (GradeFate.GAINS, 6),
        "a-float": (GradeFate.SAME, 8),
    }


def test_the_sum_of_all_notebooks_decides_what_is_kept(two: Course) -> None:
    # It gains two points in a, and loses two in b: the sum is the same, and the new result counts.
    hand_in(two, "one-wrong", RIGHT | {"one": "def one(): return 3", "two": "def two(): return 2.0"}, ("a", "b"))
    _change(two, _BACK)
    grade_decided(two)
    _change(two, _CHANGED)
    found, _ = graded(two, "ps1", never_lower=True)
    assert (found["one-wrong"].score, found["one-wrong"].kept_since) == (4, "")
    assert (found["a-float"].score, bool(found["a-float"].kept_since)) == (8, True)
    assert {each.cell: each.earned for each in record(two, "one-wrong").exercises}["b/test_two"] == 0


def test_of_one_notebook_alone_the_sum_decides_too(two: Course) -> None:
    two.override(notebook_id="b")
    found, _ = graded(two, "ps1", never_lower=True)
    assert {one for one, each in found.items() if each.kept_since} == {"a-float"}
    two.override(notebook_id="*")
    found, grading = grade_decided(two)
    assert grading.kept == 0, "of the other notebook nobody knows yet"
    assert (found["a-float"].score, bool(found["a-float"].kept_since)) == (8, True)
    assert found["one-wrong"].score == 6
    assert grade_decided(two)[1].kept == len(found)


def test_ctrl_c_leaves_nothing_behind(tmp_path: Path) -> None:
    course = changed_course(tmp_path / "course")
    was = files(course.root)
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    run = in_a_terminal(course, "--preview", TMPDIR=str(temporary))
    wait_for(lambda: list(temporary.glob("course-*/first/autograded/*/kinds/kinds.ipynb")), run)
    os.killpg(run.pid, signal.SIGINT)
    _, said = run.communicate(timeout=HANGS)
    assert without_progress(said) == "course: stopped; nothing has been changed\n"
    assert run.returncode == 130
    assert list(temporary.iterdir()) == []
    assert files(course.root) == was
