"""One class gets the same rows, messages and marks by whatever door it comes in."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from nbproctor.config import Course
from nbproctor.marking.class_grading import ClassGrading, GradingOptions
from nbproctor.marking.class_preview import ClassPreview
from nbproctor.marking.cluster.dask_cluster import DaskCluster
from nbproctor.marking.marking_place import Coming, MarkingJob, ThisMachine
from nbproctor.portal.graders.embedded_graders import EmbeddedGrader
from nbproctor.portal.graders.grader import Grader
from nbproctor.portal.graders.grader_program import grader
from nbproctor.portal.instructors.gradebook_export import export
from nbproctor.portal.intake_desk import Arrival, Rule
from nbproctor.portal.portal_folder import PortalFolder
from nbproctor.report.grade_changes import GradeFate
from tests.chaos.workers import Workers, cluster
from tests.course_copy import Run
from tests.kernels.kernel_course import LANGUAGES, NEED, hand_in, install_kernels
from tests.kernels.kernel_course import make_course as make_kernel_course
from tests.marking.class_runs import Results, configured, gradebook, graded
from tests.marking.mixed_course import CLASS, make_course
from tests.portal.graded_portals import results as of_portal
from tests.portal.graded_portals import until

pytestmark = [pytest.mark.all, pytest.mark.xdist_group("doors")]

# By student and cell: what a grade is made of.
Marks = dict[tuple[str, str], tuple[object, ...]]
_NOT_TWICE = ("seconds",)


def marks(results: Results) -> Marks:
    """All that the results say of exercises, but for how long they took."""
    found: Marks = {}
    for student, result in results.items():
        found[student, ""] = (result.score, result.percent, result.submission.repairs)
        for exercise in result.exercises:
            fields = {name: getattr(exercise, name) for name in exercise.__slots__ if name not in _NOT_TWICE}
            found[student, exercise.cell] = tuple(fields.values())
    return found


def rows(folder: Path, course: Course, assignment: str) -> dict[tuple[str, str], tuple[object, ...]]:
    with gradebook(course, folder) as book:
        return {
            (submission.student_id, grade.name): (grade.auto_score, grade.manual_score, grade.needs_manual_grade)
            for submission in book.assignment_submissions(assignment)
            for notebook in submission.notebooks
            for grade in notebook.grades
        }


@pytest.fixture(scope="module", autouse=True)
def kernels(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The kernels of other languages are found, by Dask's workers too."""
    folder = tmp_path_factory.mktemp("jupyter")
    install_kernels(folder)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("JUPYTER_PATH", str(folder))
        yield


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    return make_course(tmp_path_factory.mktemp("doors") / "course")


@pytest.fixture(scope="module")
def pool(course: Course, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Results]:
    """What two workers on this machine make of the class: the folder, which is only read, and the results."""
    folder = tmp_path_factory.mktemp("pool")
    return folder, graded(course, "mixed", None, folder, ThisMachine(2))[0]


@pytest.fixture(scope="module")
def workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workers]:
    folder = tmp_path_factory.mktemp("dask")
    (folder / "scratch").mkdir()
    with cluster(folder, folder / "scratch") as started:
        yield started


def test_the_class_has_something_of_each_kind(pool: tuple[Path, Results]) -> None:
    _, results = pool
    ended = {(exercise.outcome, exercise.isolated) for result in results.values() for exercise in result.exercises}
    assert {(outcome, isolated) for outcome in ("passed", "failed", "errored") for isolated in (True, False)} <= ended
    assert {("timed_out", True), ("not_attempted", True), ("waiting", True)} <= ended
    assert {student for student, result in results.items() if result.score == results["right"].score} == {
        "right",
        "equals",  # a plain test believes the object that it tests
    }


@pytest.mark.parametrize("place", ["one worker", "Dask"])
def test_other_workers_give_the_same(
    course: Course, pool: tuple[Path, Results], tmp_path: Path, workers: Workers, place: str
) -> None:
    at = ThisMachine(1) if place == "one worker" else DaskCluster(workers.address)
    found, _ = graded(course, "mixed", None, tmp_path, at)
    folder, results = pool
    assert marks(found) == marks(results)
    assert rows(tmp_path, course, "mixed") == rows(folder, course, "mixed")


@pytest.mark.parametrize("options", [{"regrade": True}, {"regrade": True, "never_lower": True}], ids=str)
def test_another_run_gives_the_same(
    course: Course, pool: tuple[Path, Results], tmp_path: Path, options: dict[str, bool]
) -> None:
    folder, results = pool
    own = Path(shutil.copytree(folder, tmp_path / "graded", symlinks=True))
    found, grading = graded(course, "mixed", None, own, ThisMachine(2), **options)
    assert grading.kept == 0
    assert marks(found) == marks(results)
    assert rows(own, course, "mixed") == rows(folder, course, "mixed")


def test_a_preview_says_the_same_before_and_after_the_class_is_graded(
    course: Course, pool: tuple[Path, Results], tmp_path: Path
) -> None:
    folder, results = pool
    for output, fate, options in (
        (tmp_path / "none", GradeFate.NEW, GradingOptions()),
        (folder, GradeFate.SAME, GradingOptions(regrade=True)),
    ):
        changes = ClassPreview(course, "mixed", output=output).changes(ThisMachine(2), options)
        assert {each.student: (each.after, each.percent, each.change) for each in changes.students} == {
            student: (result.total, result.percent, fate) for student, result in results.items()
        }
    assert not (tmp_path / "none").exists()


def test_the_command_prints_the_same(course: Course, pool: tuple[Path, Results], tmp_path: Path, run: Run) -> None:
    printed = run("course", "grade", "mixed", "--output", tmp_path / "out", "--json", cwd=course.root).stdout
    names = ("name", "earned", "outcome", "isolated", "cases", "message", "mistake", "disputed")
    assert {
        each["student"]: [tuple(exercise[name] for name in names) for exercise in each["exercises"]]
        for each in json.loads(printed)
    } == {
        student: [tuple(getattr(exercise, name) for name in names) for exercise in result.exercises]
        for student, result in pool[1].items()
    }


def _portal(course: Course, assignment: str) -> PortalFolder:
    """A portal to which the class has handed in."""
    folder = PortalFolder(course)
    desk = folder.intake_desk()
    for number, path in enumerate(sorted(course.submitted.glob(f"*/{assignment}/*.ipynb"))):
        work = path.read_bytes()
        student = path.parents[1].name
        arrival = Arrival(
            student, assignment, f"key-{number:08}", folder.uploads.keep(work), len(work), desk.clock.now()
        )
        desk.receipt_for(arrival, Rule())
    return folder


@contextmanager
def _running(grader: Grader) -> Iterator[None]:
    running = threading.Thread(target=grader.run)
    running.start()
    try:
        yield
    finally:
        grader.stop()
        running.join()


def _of_portal(folder: PortalFolder) -> Results:
    until(lambda: not folder.rows.read("SELECT * FROM jobs"))
    return of_portal(folder)


@pytest.mark.parametrize("graders", ["embedded", "separate", "Dask"])
def test_the_portal_gives_the_same(
    course: Course, pool: tuple[Path, Results], tmp_path: Path, workers: Workers, graders: str
) -> None:
    own = Course(Path(shutil.copytree(course.root, tmp_path / "course", symlinks=True)))
    configured(own, 'c.ExamDay.not_isolated = "allow"')  # what a grader reads that is a process of its own
    folder = _portal(own, "mixed")
    if graders == "embedded":
        with EmbeddedGrader(own, ["mixed"]):
            found = _of_portal(folder)
    else:
        own.grading.scheduler = workers.address if graders == "Dask" else ""
        with _running(grader(own, folder, ["mixed"])):
            found = _of_portal(folder)
    assert marks(found) == marks(pool[1])
    shutil.rmtree(own.submitted)
    assert export(own, folder, "mixed") == (len(CLASS), [])
    assert rows(own.root, own, "mixed") == rows(pool[0], course, "mixed")


@pytest.mark.parametrize("place", ["pool", "Dask"])
def test_an_assignment_of_two_notebooks_has_the_same_for_each(
    pool: tuple[Path, Results], tmp_path: Path, workers: Workers, place: str
) -> None:
    students = ["right", "minus", "hidden", "half", "ends"]
    two = make_course(tmp_path / "course", ("mixed", "more"), students)
    at = DaskCluster(workers.address) if place == "Dask" else ThisMachine(2)
    found, _ = graded(two, "mixed", None, tmp_path / "out", at)
    alone = {key: mark for key, mark in marks(pool[1]).items() if key[0] in students and key[1]}
    # Names and cells, which come first, begin with the notebook's.
    assert {key: mark[2:] for key, mark in marks(found).items() if key[1]} == {
        (student, f"{notebook}/{cell}"): mark[2:]
        for notebook in ("mixed", "more")
        for (student, cell), mark in alone.items()
    }
    of_one = {key: row for key, row in rows(pool[0], two, "mixed").items() if key[0] in students}
    assert rows(tmp_path / "out", two, "mixed") == of_one


def test_progress_counts_the_submissions_of_the_notebook_that_is_graded(tmp_path: Path) -> None:
    two = make_course(tmp_path / "course", ("mixed", "more"), ["right", "minus"])
    grading = ClassGrading(two, "mixed", output=tmp_path / "out")
    shown = []

    class Watched(ThisMachine):
        def marked(self, job: MarkingJob) -> Coming:
            for each in super().marked(job):
                yield each
                shown.append(grading.notebook_progress)

    list(grading.run(Watched(1)))
    assert shown == ["mixed: 1 of 2", "mixed: 2 of 2", "more: 1 of 2", "more: 2 of 2"]


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.needs(NEED[name])) for name in LANGUAGES])
def test_other_kernels_give_the_same_by_each_door(tmp_path: Path, workers: Workers, name: str) -> None:
    language = LANGUAGES[name]
    both = make_kernel_course(tmp_path, language)
    for student, solutions in {
        "right": language.right,
        "wrong": {**language.right, **language.wrong},
        "endless": {**language.right, "square": language.endless},
    }.items():
        hand_in(both, student, solutions)
    course = Course(both.ours)
    course.grading.cell_seconds = 5
    pool, _ = graded(course, "ps1", None, tmp_path / "pool", ThisMachine(2))
    assert len({result.score for result in pool.values()}) == 3
    assert pool["right"].score == pool["right"].max_score
    for place in (ThisMachine(1), DaskCluster(workers.address)):
        found, _ = graded(course, "ps1", None, tmp_path / type(place).__name__, place)
        assert marks(found) == marks(pool), workers.log.read_text()
        assert rows(tmp_path / type(place).__name__, course, "ps1") == rows(tmp_path / "pool", course, "ps1")
    folder = _portal(course, "ps1")
    with _running(grader(course, folder, ["ps1"])):
        assert marks(_of_portal(folder)) == marks(pool)
    changes = ClassPreview(course, "ps1", output=tmp_path / "pool").changes(None, GradingOptions(regrade=True))
    assert {each.change for each in changes.students} == {GradeFate.SAME}
