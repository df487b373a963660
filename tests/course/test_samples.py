"""The sample submissions are what their script makes of the releases, and grading them finds what they show."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from nbproctor.config import Course
from nbproctor.marking.class_grading import ClassGrading
from tests.made_once import made_once

ROOT = Path(__file__).parents[2]
# Seconds for a cell, on a busy machine: a sample that never ends takes them all, others compute long.
QUICK_CELL_SECONDS, SLOW_CELL_SECONDS = 4.0, 60.0
SUBMISSION_SECONDS = 300.0
EXAMPLES = ROOT / "examples"
ASSIGNMENTS = sorted(path.name for path in (ROOT / "source").iterdir())
EXPECTED = {name: json.loads((EXAMPLES / "expected" / f"{name}.json").read_text("utf-8")) for name in ASSIGNMENTS}


def _storey(assignment):
    """The samples of one assignment are graded in the first storey; those of the others take minutes."""
    return () if assignment == "midterm1" else pytest.mark.all


SAMPLES = [
    pytest.param(assignment, sample, marks=_storey(assignment))
    for assignment in ASSIGNMENTS
    for sample in EXPECTED[assignment]
]


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """Grades the samples of an assignment, once: the result of each, by its name."""

    @made_once
    def graded(assignment):
        course = Course(ROOT)
        course.grading.cell_seconds = QUICK_CELL_SECONDS if assignment == "midterm1" else SLOW_CELL_SECONDS
        course.grading.submission_seconds = SUBMISSION_SECONDS
        course.grading.probes = 0  # tests/agreement compares both ways
        grading = ClassGrading(course, assignment, EXAMPLES / "submitted", tmp_path_factory.mktemp("graded"))
        results = {submission.student: result for submission, result in grading.run()}
        bugs = [result for result in results.values() if isinstance(result, Exception)]
        if bugs:
            raise ExceptionGroup("grading some samples failed", bugs)
        return results

    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("COURSE_OFFICIAL_SEED", "samples")
        yield graded


@pytest.fixture(scope="module")
def tables():
    """The rows of the tables in the README, by assignment and sample: earned points, score, percent."""
    _, *parts = (EXAMPLES / "README.md").read_text("utf-8").split("\n## ")
    return {part.partition("\n")[0]: _rows(part) for part in parts}


def _rows(text):
    lines = [line for line in text.splitlines() if line.startswith("| `")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {name.strip("`"): points for name, _, *points in rows}


def test_the_script_writes_the_committed_files_byte_for_byte(tmp_path):
    subprocess.run([sys.executable, EXAMPLES / "make_submissions.py", tmp_path], check=True, timeout=60)
    made, committed = _generated(tmp_path), _generated(EXAMPLES)
    cure = "run python examples/make_submissions.py"
    assert sorted(made) == sorted(committed), cure
    assert [name for name in made if made[name] != committed[name]] == [], cure


def _generated(folder):
    paths = [folder / "README.md", *folder.glob("expected/*.json"), *folder.glob("submitted/*/*/*.ipynb")]
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


@pytest.mark.parametrize(("assignment", "name"), SAMPLES)
def test_a_sample_gets_its_score_and_each_of_its_exercises_its_outcome(assignment, name, graded):
    result, expected = graded(assignment)[name], EXPECTED[assignment][name]
    assert {one.name: [one.earned, one.outcome] for one in result.exercises} == expected["exercises"]
    assert (result.score, result.percent) == (expected["score"], expected["percent"])


@pytest.mark.parametrize("assignment", [pytest.param(name, marks=_storey(name)) for name in ASSIGNMENTS])
def test_every_submission_is_graded_and_expected(assignment, graded):
    assert set(graded(assignment)) == set(EXPECTED[assignment])


@pytest.mark.parametrize(("assignment", "name"), SAMPLES)
def test_the_readme_says_what_grading_finds(assignment, name, graded, tables):
    result = graded(assignment)[name]
    earned = [f"{one.earned:g}" for one in result.exercises]
    assert tables[assignment][name] == [*earned, f"{result.score:g}", f"{result.percent:g}%"]


def test_the_readme_lists_no_other_samples(tables):
    assert {name: list(rows) for name, rows in tables.items()} == {name: list(EXPECTED[name]) for name in ASSIGNMENTS}


def test_only_cells_that_were_edited_or_deleted_are_repaired(graded):
    repaired = {name for name, result in graded("midterm1").items() if result.submission.repairs}
    assert repaired == {"test-cell-edited", "test-cell-deleted"}


def test_no_sample_brings_outputs_along():
    notebooks = [json.loads(path.read_text("utf-8")) for path in EXAMPLES.glob("submitted/*/*/*.ipynb")]
    code = [cell for notebook in notebooks for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)
