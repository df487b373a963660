"""nbgrader's own fixture notebooks as sources and submissions of their own course earn what nbgrader gives."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from nbproctor.assignment.build import build
from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import Outcome, Result
from nbproctor.system.nbgrader_modules import nbgrader

pytestmark = pytest.mark.all

NBGRADER = Path(nbgrader("_version").__file__).parent
APPS = NBGRADER / "tests" / "apps" / "files"
PREPROCESSORS = NBGRADER / "tests" / "preprocessors" / "files"
GUIDE = NBGRADER / "docs" / "source" / "user_guide"

CONFIG = 'c = get_config()\nc.CourseDirectory.course_id = "fixtures"\n'


@pytest.fixture
def make_course(tmp_path):
    """Makes a course of one source notebook, with nbgrader's configuration alone, and builds its release."""

    def make(source, *beside, config=""):
        root = tmp_path / "course"
        (root / "source" / "ps1").mkdir(parents=True)
        (root / "nbgrader_config.py").write_text(CONFIG + config)
        shutil.copy(source, root / "source" / "ps1" / "p1.ipynb")
        for path in beside:
            shutil.copy(path, root / "source" / "ps1" / path.name)
        return Course(root)

    return make


def grades(course, *submissions):
    """Hand the notebooks in, a student each, and grade them."""
    for path in submissions:
        there = course.submitted / path.stem / "ps1"
        there.mkdir(parents=True)
        shutil.copy(path, there / "p1.ipynb")
    found = {}
    for submission, result in ClassGrading(course, "ps1").run():
        assert isinstance(result, Result), result
        found[submission.student] = result
    return found


def waiting(result):
    return [one.cell for one in result.exercises if one.outcome is Outcome.WAITING]


def test_answers_that_a_person_grades_among_tests(make_course):
    course = make_course(APPS / "submitted-unchanged.ipynb")
    build(course, "ps1")
    names = ["unchanged", "changed", "grade-cell-changed", "locked-cell-changed", "cheat-attempt"]
    names += ["cheat-attempt-alternative"]
    found = grades(course, *(APPS / f"submitted-{name}.ipynb" for name in names))
    assert {name: (found[f"submitted-{name}"].score, waiting(found[f"submitted-{name}"])) for name in names} == {
        "unchanged": (1, []),
        "changed": (2, ["baz", "quux"]),
        "grade-cell-changed": (1, []),
        "locked-cell-changed": (1, []),
        "cheat-attempt": (1, ["baz", "quux"]),
        "cheat-attempt-alternative": (1, ["baz", "quux"]),
    }
    assert {result.max_score for result in found.values()} == {7}


@pytest.mark.parametrize("kind", ["answer", "grade"])
def test_a_cell_whose_type_was_changed_gets_its_own_back(make_course, kind):
    # nbgrader stops with an error here.
    course = make_course(APPS / "submitted-unchanged.ipynb")
    build(course, "ps1")
    (result,) = grades(course, PREPROCESSORS / f"submitted-{kind}-cell-type-changed.ipynb").values()
    assert (result.score, result.max_score) == (1, 7)
    assert "had been made a markdown cell; it was changed back" in result.submission.repairs[0]


@pytest.mark.parametrize(
    ("name", "scores"),
    [
        ("simple", {"changed": 1, "unchanged": 0}),
        ("hashed", {"changed": 1, "unchanged": 0}),
        ("multi", {"changed": 3, "unchanged": 0}),
        ("hidden", {"changed-right": 1, "changed-wrong": 0, "unchanged": 0}),
    ],
)
def test_tests_that_nbgrader_writes_itself(make_course, name, scores):
    course = make_course(APPS / f"autotest-{name}.ipynb", APPS / "autotests.yml")
    build(course, "ps1")
    found = grades(course, *(APPS / f"autotest-{name}-{one}.ipynb" for one in scores))
    assert {student.removeprefix(f"autotest-{name}-"): one.score for student, one in found.items()} == scores
    assert {result.max_score for result in found.values()} == {4 if name == "multi" else 1}


def test_without_its_templates_a_test_that_nbgrader_would_write_is_an_error(make_course):
    with pytest.raises(GradingError, match=r"ps1.*[Nn]o autotests\.yml file found"):
        course = make_course(APPS / "autotest-simple.ipynb")
        build(course, "ps1")


@pytest.mark.parametrize("version", ["test", "test-v0", "test-v1", "test-v2"])
def test_the_problem_set_against_itself_and_its_release(make_course, version, tmp_path):
    course = make_course(APPS / f"{version}.ipynb", APPS / "jupyter.png")
    if version != "test":
        with pytest.raises(GradingError, match=r"p1\.ipynb: .* of version [012].*run nbgrader update ") as raised:
            build(course, "ps1")
        command = str(raised.value).rpartition("run ")[2].split()
        subprocess.run([sys.executable, "-m", *command], check=True, capture_output=True)
    build(course, "ps1")
    release = shutil.copy(course.release / "ps1" / "p1.ipynb", tmp_path / "release.ipynb")
    found = grades(course, APPS / f"{version}.ipynb", release)
    itself, untouched = found[version], found["release"]
    assert (untouched.score, untouched.max_score, waiting(untouched)) == (0, 6, [])
    assert (itself.score, itself.max_score) == (3, 6)
    assert waiting(itself) == ["sum_of_squares_equation", "sum_of_squares_application"]


def test_a_source_without_solutions_grades_what_students_hand_in(make_course):
    course = make_course(GUIDE / "release" / "ps1" / "problem1.ipynb", APPS / "jupyter.png")
    build(course, "ps1")
    (result,) = grades(course, APPS / "test.ipynb").values()
    assert (result.score, result.max_score) == (3, 10)


NOSE = """\
def assert_equal(first, second):
    assert first == second


def assert_raises(kind, function, *arguments):
    try:
        function(*arguments)
    except kind:
        return
    raise AssertionError(f"{kind.__name__} was not raised")
"""


@pytest.fixture
def with_tasks(make_course):
    """The course with a task that a person grades; its tests want a package that no longer installs."""
    course = make_course(PREPROCESSORS / "test_taskcell.ipynb", APPS / "jupyter.png")
    (course.source / "ps1" / "nose").mkdir()
    (course.source / "ps1" / "nose" / "__init__.py").write_text("")
    (course.source / "ps1" / "nose" / "tools.py").write_text(NOSE)
    return course


def test_a_task_always_waits_for_a_person(with_tasks, tmp_path):
    build(with_tasks, "ps1")
    release = shutil.copy(with_tasks.release / "ps1" / "p1.ipynb", tmp_path / "release.ipynb")
    (untouched,) = grades(with_tasks, release).values()
    assert (untouched.score, untouched.max_score, waiting(untouched)) == (0, 8, ["task1"])
    assert "MARK SCHEME" not in release.read_text()


def test_a_test_that_the_instructors_solution_fails_is_named_before_anybody_is_graded(with_tasks):
    # nbgrader gives everybody 0 of 8.
    shutil.rmtree(with_tasks.source / "ps1" / "nose")
    build(with_tasks, "ps1")
    with pytest.raises(GradingError, match=r'cell "correct_squares": ModuleNotFoundError: No module named .nose'):
        grades(with_tasks, PREPROCESSORS / "test_taskcell.ipynb")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("duplicate-grade-ids", r'cell "id1": two cells are called "id1": give each a grade_id of its own'),
        ("blank-grade-id", r"cell number 1: its grade_id is '': give it one of letters, digits, _ and -"),
        ("blank-points", r'cell "id1": it is graded but has no points: give it some, or 0'),
        ("bad-markdown-cell-1", r'cell "foo": a text that is graded must be an answer, and an answer graded'),
        ("bad-markdown-cell-2", r"cell number 1: its grade_id is ''"),
        ("too-new", r'cell "cell-2298c977f4deff2b": its nbgrader metadata is of version 10, newer than 3: update'),
    ],
)
def test_what_is_wrong_with_a_source_is_one_sentence(make_course, name, said):
    folder = APPS if name == "too-new" else PREPROCESSORS
    course = make_course(folder / f"{name}.ipynb")
    with pytest.raises(GradingError, match=rf"p1\.ipynb, {said}"):
        build(course, "ps1")


def test_a_loop_in_a_source_is_named(make_course):
    course = make_course(APPS / "infinite-loop.ipynb", config="c.Grading.cell_seconds = 1\n")
    build(course, "ps1")
    with pytest.raises(GradingError, match=r'cell "cell-0": TimeoutError: it ran longer than 1 seconds'):
        grades(course, APPS / "infinite-loop.ipynb")


def test_a_loop_in_a_submission_costs_only_its_own_cell(make_course):
    course = make_course(APPS / "submitted-unchanged.ipynb", config="c.Grading.cell_seconds = 4\n")
    build(course, "ps1")
    path = course.submitted / "loops" / "ps1" / "p1.ipynb"
    path.parent.mkdir(parents=True)
    notebook = json.loads((APPS / "submitted-changed.ipynb").read_text())
    notebook["cells"][:0] = json.loads((APPS / "infinite-loop.ipynb").read_text())["cells"]
    path.write_text(json.dumps(notebook))
    (result,) = grades(course).values()
    assert (result.score, waiting(result)) == (2, ["baz", "quux"])


def test_a_file_that_a_submission_writes_stays_in_its_own_folder(make_course):
    # nbgrader leaves it in the autograded folder.
    course = make_course(APPS / "side-effects.ipynb")
    build(course, "ps1")
    (result,) = grades(course, APPS / "side-effects.ipynb").values()
    assert (result.score, result.max_score) == (0, 0)
    assert not list(course.root.rglob("side-effect.txt"))


# --- the problem set of nbgrader's guide: two notebooks, with a header ----------------------------


@pytest.fixture(scope="module")
def problem_set(tmp_path_factory):
    root = tmp_path_factory.mktemp("guide") / "course"
    for folder in ("source", "submitted"):
        shutil.copytree(GUIDE / folder, root / folder)
    shutil.rmtree(root / "source" / "ps1_autotest")
    header = 'c.IncludeHeaderFooter.header = "source/header.ipynb"\n'
    (root / "nbgrader_config.py").write_text(CONFIG + header)
    course = Course(root)
    build(course, "ps1")
    return course, grades(course)


def test_an_assignment_of_two_notebooks_is_graded_as_one(problem_set):
    _, found = problem_set
    assert {student: (one.score, one.max_score) for student, one in found.items()} == {
        "bitdiddle": (1.5, 13),
        "hacker": (3, 13),
    }
    bitdiddle = found["bitdiddle"]
    assert [one.cell for one in bitdiddle.exercises][-3:] == [
        "problem1/cell-938593c4a215c6cc",
        "problem2/part-a",
        "problem2/part-b",
    ]
    assert bitdiddle.submission.received == "2015-02-02 14:58:23.948203 America/Los_Angeles"


def test_every_notebook_has_a_page_and_the_assignment_one_record(problem_set):
    course, found = problem_set
    for student, result in found.items():
        autograded, feedback = (course.root / kind / student / "ps1" for kind in ("autograded", "feedback"))
        assert Result.from_json((autograded / "results.json").read_text()) == result
        for name in ("problem1", "problem2"):
            assert (autograded / f"{name}.ipynb").is_file()
            assert (feedback / f"{name}.html").is_file()


def test_the_gradebook_sums_both_notebooks_and_says_what_waits(problem_set):
    course, found = problem_set
    with nbgrader("api").Gradebook(f"sqlite:///{course.root / 'gradebook.db'}", "fixtures") as book:
        for student, result in found.items():
            submission = book.find_submission("ps1", student)
            assert (submission.score, submission.max_score) == (result.score, 13)
            assert submission.needs_manual_grade
            assert {one.name: one.max_score for one in submission.notebooks} == {"problem1": 10, "problem2": 3}
            waits = {
                f"{one.notebook.name}/{one.name}"
                for book_ in submission.notebooks
                for one in book_.grades
                if one.needs_manual_grade
            }
            assert waits == set(waiting(result))


def test_who_hands_in_one_notebook_of_two_is_graded_for_that_one(problem_set, tmp_path):
    course, _ = problem_set
    (tmp_path / "submitted" / "half" / "ps1").mkdir(parents=True)
    shutil.copy(GUIDE / "submitted" / "hacker" / "ps1" / "problem1.ipynb", tmp_path / "submitted" / "half" / "ps1")
    ((_, result),) = ClassGrading(course, "ps1", tmp_path / "submitted", tmp_path / "graded").run()
    assert (result.score, result.max_score) == (3, 13)
    assert "problem2.ipynb" in " ".join(result.submission.repairs)
    assert not result.submission.refused
