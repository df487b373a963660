"""nbgrader's own fixture notebooks and the course of its documentation: every row of the gradebook is nbgrader's.

What differs stands in `DIFFERENT`, with the reason, and nothing else does.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from nbproctor.assignment.release import build
from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import Outcome, Result, Sharing
from tests.nbgrader.fixture_courses import APPS, COURSES, PREPROCESSORS, RELEASED, FixtureCourse, graded, hand_in, made
from tests.nbgrader.gradebook_rows import differing

pytestmark = pytest.mark.all

ALL = "all cells"
_TYPE = "nbgrader cannot grade a cell of another type; it gets its own back, which the report says"
_OLD = "nbgrader cannot read old metadata in a submission; what the cells are, the source says"
_DELETED = "a cell that was deleted was not answered: in nbgrader it waits for a person for ever, here it earns nothing"
# By course, student and cell.
DIFFERENT = {
    ("submitted", "submitted-answer-cell-type-changed", ALL): _TYPE,
    ("submitted", "submitted-grade-cell-type-changed", ALL): _TYPE,
    ("test", "test-v0", ALL): _OLD,
    ("test", "test-v1", ALL): _OLD,
    ("test", "test-v2", ALL): _OLD,
    ("test", "test-hidden-tests", "sum_of_squares_equation"): _DELETED,
    ("test", "test-hidden-tests", "sum_of_squares_application"): _DELETED,
    **{
        ("guide-autotest", student, cell): _DELETED
        for student in ("bitdiddle", "hacker", "half")
        for cell in ("cell-d3df8cd59fd0eb74", "cell-6e9ff83aa5dfaf17")
    },
}


def _all(name: str, points: float) -> dict[str, float]:
    """The same points for each student of a course."""
    return dict.fromkeys(COURSES[name].handed_in, points)


# Points of all, and of each student.
SCORES = {
    "submitted": (7, {**_all("submitted", 1), "submitted-changed": 2, RELEASED: 1}),
    "submitted-2": (7, {**_all("submitted-2", 1), "submitted-changed": 2, RELEASED: 1}),
    "test": (6, {**_all("test", 3), "test-hidden-tests": 1.5, RELEASED: 0}),
    "test-2": (6, {"test": 0, RELEASED: 0}),  # its tests import nose, which no longer installs
    "test-hidden-tests": (3, {"test-hidden-tests": 1.5, RELEASED: 0}),
    "autotest-simple": (1, {"autotest-simple-changed": 1, "autotest-simple-unchanged": 0, RELEASED: 0}),
    "autotest-hashed": (1, {"autotest-hashed-changed": 1, "autotest-hashed-unchanged": 0, RELEASED: 0}),
    "autotest-multi": (4, {"autotest-multi-changed": 3, "autotest-multi-unchanged": 0, RELEASED: 0}),
    "autotest-hidden": (1, {**_all("autotest-hidden", 0), "autotest-hidden-changed-right": 1, RELEASED: 0}),
    "tasks": (8, {"test_taskcell": 3, RELEASED: 0}),
    "tasks-without-nose": (8, {"test_taskcell": 0, RELEASED: 0}),
    "manually-graded-code-cell": (1, {"manually-graded-code-cell": 0, RELEASED: 0}),
    "zero-points": (0, {"validation-zero-points": 0, RELEASED: 0}),
    "timeout": (1, {"timeout": 1, RELEASED: 0}),
    "relative-file": (10, {"open_relative_file": 10, RELEASED: 10}),
    "environment-variable": (1, {"validating-environment-variable": 0, RELEASED: 0}),
    "without-tests": (0, {"itself": 0, RELEASED: 0}),
    "released-source": (10, {"test": 3, RELEASED: 0}),
    "guide": (13, {"bitdiddle": 1.5, "hacker": 3, "half": 3, RELEASED: 0}),
    "guide-autotest": (13, {"bitdiddle": 1.5, "hacker": 3, "half": 3, RELEASED: 0}),
}

# Tests that look at one course are kept together.
EVERY_COURSE = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.xdist_group(f"fixture {name}")) for name in COURSES]
)
of_submitted, of_tasks, of_guide, of_without_tests = (
    pytest.mark.xdist_group(f"fixture {name}") for name in ("submitted", "tasks", "guide", "without-tests")
)


def waiting(result: Result) -> list[str]:
    return [one.cell for one in result.exercises if one.outcome is Outcome.WAITING]


@EVERY_COURSE
def test_every_row_is_nbgraders_or_in_the_closed_list(name: str) -> None:
    both = graded(name)
    different = set()
    for kind, student, *_, cell in (key if len(key) > 2 else (*key, "") for key in differing(both.stock, both.ours)):
        if kind in ("grade", "comment"):
            different.add((name, student, ALL if student in both.refused else cell))
        else:  # a sum of what differs; no row of the assignment itself does
            assert kind in ("submission", "submitted notebook")
            assert (name, student) in {key[:2] for key in DIFFERENT}
    assert different == {key for key in DIFFERENT if key[0] == name}
    assert {(name, student, ALL) for student in both.refused} <= different


@EVERY_COURSE
def test_the_points_are_those_that_are_known(name: str) -> None:
    points, scores = SCORES[name]
    found = graded(name).results
    assert {student: result.score for student, result in found.items()} == scores
    assert {result.max_score for result in found.values()} == {points}


@of_submitted
def test_an_answer_that_was_changed_waits_for_a_person() -> None:
    found = graded("submitted").results
    assert {name: waiting(result) for name, result in found.items() if waiting(result)} == {
        f"submitted-{kind}": ["baz", "quux"] for kind in ("changed", "cheat-attempt", "cheat-attempt-alternative")
    }


@of_submitted
@pytest.mark.parametrize("kind", ["answer", "grade"])
def test_a_cell_whose_type_was_changed_gets_its_own_back(kind: str) -> None:
    result = graded("submitted").results[f"submitted-{kind}-cell-type-changed"]
    assert "had been made a markdown cell; it was changed back" in result.submission.repairs[0]


@of_tasks
def test_a_task_always_waits_for_a_person_and_its_mark_scheme_is_not_released() -> None:
    both = graded("tasks")
    assert waiting(both.results[RELEASED]) == ["task1"]
    assert "MARK SCHEME" in (both.course.source / "ps1" / "p1.ipynb").read_text()
    assert "MARK SCHEME" not in (both.course.release / "ps1" / "p1.ipynb").read_text()


@of_without_tests
def test_a_file_that_a_submission_writes_stays_in_its_own_folder() -> None:
    # nbgrader leaves it in the autograded folder.
    assert not list(graded("without-tests").course.root.rglob("side-effect.txt"))


# --- the problem set of nbgrader's guide: two notebooks, with a header ----------------------------


@of_guide
def test_an_assignment_of_two_notebooks_is_graded_as_one() -> None:
    bitdiddle = graded("guide").results["bitdiddle"]
    last = ["problem1/cell-938593c4a215c6cc", "problem2/part-a", "problem2/part-b"]
    assert [one.cell for one in bitdiddle.exercises][-3:] == last
    assert bitdiddle.submission.received == "2015-02-02 14:58:23.948203 America/Los_Angeles"


@of_guide
def test_every_notebook_has_a_page_and_the_assignment_one_record() -> None:
    both = graded("guide")
    for student, result in both.results.items():
        autograded, feedback = (both.course.root / kind / student / "ps1" for kind in ("autograded", "feedback"))
        assert Sharing().shared(Result.from_json((autograded / "results.json").read_text())) == result
        for name in ("problem1", "problem2"):
            assert (autograded / f"{name}.ipynb").is_file()
            assert (feedback / f"{name}.html").is_file()


@of_guide
def test_who_hands_in_one_notebook_of_two_is_graded_for_that_one() -> None:
    half = graded("guide").results["half"]
    assert "problem2.ipynb" in " ".join(half.submission.repairs)
    assert not half.submission.refused


# --- what is wrong with a source ------------------------------------------------------------------


def _course(path: Path, root: Path, config: str = "", beside: tuple[Path, ...] = ()) -> Course:
    """A course of one notebook."""
    return made(FixtureCourse({"p1": path}, {}, beside, config=config), root / "course")


@pytest.mark.parametrize("version", ["v0", "v1", "v2"])
def test_a_source_of_an_old_version_is_updated_by_the_command_that_is_named(version: str, tmp_path: Path) -> None:
    source = APPS / f"test-{version}.ipynb"
    course = _course(source, tmp_path, beside=(APPS / "jupyter.png",))
    with pytest.raises(GradingError, match=r"p1\.ipynb: .* has version [012].*run nbgrader update ") as raised:
        build(course, "ps1")
    command = str(raised.value).rpartition("run ")[2].split()
    subprocess.run([sys.executable, "-m", *command], check=True, capture_output=True)
    build(course, "ps1")
    hand_in(course, {"itself": {"p1": source}})
    found = {submission.student: result for submission, result in ClassGrading(course, "ps1").run()}
    scores = {name: (result.score, result.max_score) for name, result in found.items()}
    assert scores == {"itself": (3, 6), RELEASED: (0, 6)}


_CELL = r"p1\.ipynb, cell "
_STOCK = r"(?s)source/ps1.*nbgrader.*"  # what follows, nbgrader says


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("duplicate-grade-ids", _CELL + '"id1": two cells are called "id1": give each a grade_id of its own'),
        ("blank-grade-id", _CELL + "number 1: its grade_id is '': use only letters, digits, _ and -"),
        ("blank-points", _CELL + '"id1": it is graded but has no points: give it some, or 0'),
        (
            "bad-markdown-cell-1",
            _CELL + '"foo": a graded Markdown cell must also be an answer, and an answer must be graded',
        ),
        ("bad-markdown-cell-2", _CELL + "number 1: its grade_id is ''"),
        ("too-new", _CELL + '"cell-2298c977f4deff2b": its nbgrader metadata has version 10, newer than 3: update'),
        ("cell-type-changed", _STOCK + "Notebook is invalid"),
        ("test-no-metadata", _STOCK + "RuntimeError: Solution region detected in a non-solution cell"),
        ("test-no-metadata-autotest", _STOCK + "AutoTest region detected in a non-grade cell"),
        ("autotest-simple", r"ps1.*[Nn]o autotests\.yml file found"),
        ("test-v0-invalid", r"p1\.ipynb: its nbgrader metadata has version 0"),  # which nbgrader cannot update
    ],
)
def test_what_is_wrong_with_a_source_is_said(name: str, said: str, tmp_path: Path) -> None:
    path = next(path for path in (PREPROCESSORS / f"{name}.ipynb", APPS / f"{name}.ipynb") if path.exists())
    templates = (APPS / "autotests.yml",) if said.startswith(_STOCK) else ()
    with pytest.raises(GradingError, match=said):
        build(_course(path, tmp_path, beside=templates), "ps1")


# --- loops ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("loop", ["infinite-loop", "infinite-loop-with-output"])
def test_a_loop_in_a_submission_costs_only_its_own_cell(loop: str, tmp_path: Path) -> None:
    # nbgrader gives such a submission no grade at all.
    course = _course(APPS / "submitted-unchanged.ipynb", tmp_path, config="c.Grading.cell_seconds = 4\n")
    build(course, "ps1")
    notebook = json.loads((APPS / "submitted-changed.ipynb").read_text())
    notebook["cells"][:0] = json.loads((APPS / f"{loop}.ipynb").read_text())["cells"]
    path = course.submitted / "loops" / "ps1" / "p1.ipynb"
    shutil.copytree(course.release / "ps1", path.parent)
    path.write_text(json.dumps(notebook))
    ((_, result),) = ClassGrading(course, "ps1").run()
    assert isinstance(result, Result)
    assert (result.score, waiting(result)) == (2, ["baz", "quux"])
