"""A submission's outputs are those of a real kernel, for every sample and for nbgrader's own notebooks."""

import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
from pytest import mark, param

from nbproctor.assignment.release import build
from nbproctor.config import Course
from nbproctor.examination.grader.stopped_cells import WITHHELD_MESSAGE
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.system.nbgrader_modules import nbgrader
from tests.course.graded_samples import ASSIGNMENTS, graded_samples
from tests.notebook_runs import run_notebook
from tests.shell.kernel_outputs import normal, streams_apart

pytestmark = mark.all

ROOT = Path(__file__).parents[2]
APPS = Path(nbgrader("_version").__file__).parent / "tests" / "apps" / "files"

# Samples that differ, and why they are meant to.
DIFFERENT = {
    "loops-for-ever": "a kernel never comes to the end of it",
    "looks-answers-up": "it passes the visible cases, which are all that a kernel has",
}
# The cells that print what is drawn by chance: a test before them leaves another state of `random` with other cases.
BY_CHANCE = {"lesson1": {"ex10", "plot"}}
# Of nbgrader's fixtures: a source, what lies beside it, and what is handed in for it.
FIXTURES = {
    "submitted-unchanged": ([], ["submitted-unchanged", "submitted-changed", "submitted-cheat-attempt"]),
    "test": (["jupyter.png"], ["test"]),
    "side-effects": ([], ["side-effects"]),
    "autotest-hidden": (["autotests.yml"], ["autotest-hidden-changed-right", "autotest-hidden-changed-wrong"]),
    "autotest-multi": (["autotests.yml"], ["autotest-multi-changed", "autotest-multi-unchanged"]),
}


@mark.parametrize("assignment", [param(name, marks=mark.xdist_group(f"samples of {name}")) for name in ASSIGNMENTS])
def test_a_sample_shows_what_it_shows_in_a_kernel(assignment, tmp_path):
    samples = graded_samples(assignment)
    students = sorted(set(samples.results) - set(DIFFERENT))
    assert_the_same(Course(ROOT), assignment, students, samples.folder, tmp_path)


@mark.parametrize("source", FIXTURES)
def test_a_fixture_of_nbgraders_shows_what_it_shows_in_a_kernel(source, tmp_path):
    beside, students = FIXTURES[source]
    folder = tmp_path / "source" / "ps1"
    folder.mkdir(parents=True)
    (tmp_path / "nbgrader_config.py").write_text('c = get_config()\nc.CourseDirectory.course_id = "fixtures"\n')
    shutil.copy(APPS / f"{source}.ipynb", folder / "ps1.ipynb")
    for name in beside:
        shutil.copy(APPS / name, folder / name)
    for student in students:
        (tmp_path / "submitted" / student / "ps1").mkdir(parents=True)
        shutil.copy(APPS / f"{student}.ipynb", tmp_path / "submitted" / student / "ps1" / "ps1.ipynb")
    course = Course(tmp_path)
    build(course, "ps1")
    for submission, result in ClassGrading(course, "ps1", tmp_path / "submitted", tmp_path / "graded").run():
        assert not isinstance(result, Exception), submission
    assert_the_same(course, "ps1", students, tmp_path / "graded", tmp_path)


def assert_the_same(course, assignment, students, graded, folder):
    """Run graded notebooks again in real kernels, and compare cell by cell."""
    paths = [graded / "autograded" / student / assignment / f"{assignment}.ipynb" for student in students]
    with ThreadPoolExecutor(2) as threads:
        found = threads.map(lambda path: differences(path, course.release / assignment, folder / "kernels"), paths)
        differing = {
            student: cells
            for student, cells in zip(students, found, strict=True)
            if cells.keys() - BY_CHANCE.get(assignment, set())
        }
        assert differing == {}


def differences(path, release, folder):
    """The cells of a graded notebook that show something else in a kernel, with both outputs; not what is random."""
    ours = nbformat.read(path, as_version=4)
    home = shutil.copytree(release, folder / path.parts[-3])
    theirs = outputs_in_a_kernel(ours, home)
    withheld = [f"{WITHHELD_MESSAGE}\n"]  # in the place of what a hidden test says
    pairs = {name: (shown(cell), theirs[name]) for name, cell in code(ours)}
    differing = {name: both for name, both in pairs.items() if both[0] not in (both[1], withheld)}
    again = outputs_in_a_kernel(ours, home) if differing else {}
    return {name: both for name, both in differing.items() if theirs[name] == again[name]}


def outputs_in_a_kernel(notebook, home):
    run = nbformat.from_dict(notebook)
    # As where nbgrader grades: the last cell of an exam shows its table to nobody else than a student.
    run_notebook(run, home, allow_errors=True, env={**os.environ, "NBGRADER_EXECUTION": "autograde"})
    return {name: shown(cell) for name, cell in code(run)}


def code(notebook):
    return [(cell.id, cell) for cell in notebook.cells if cell.cell_type == "code"]


def shown(cell):
    """What a cell shows, but for the frames of a traceback: ipykernel may point at wrong lines of a cell.

    Drawings and HTML are made safe to open in the graded notebook, so what matters is that they are there. A test is
    told by its last words: its cases are not the kernel's.
    """
    outputs = [as_compared(one) for one in normal(cell.outputs)]
    if cell.metadata.get("nbgrader", {}).get("grade"):
        return [one.get("ename") or one.get("text") for one in outputs][-1:]
    return streams_apart(outputs)


def as_compared(output):
    if "traceback" in output:
        return {**output, "traceback": []}
    if {"image/svg+xml", "text/html"} & set(output.get("data", {})):
        return {**output, "data": output["data"]["text/plain"]}
    return output
