"""The sample submissions are what their script makes of the release, and grading them finds what they show."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from grading.config import Course
from grading.grade import Grading

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
EXPECTED = json.loads((EXAMPLES / "expected.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """The result of every sample, by its name."""
    course = Course(ROOT)
    course.grading.cell_seconds = 3
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("COURSE_OFFICIAL_SEED", "samples")
        grading = Grading(course, "midterm1", EXAMPLES / "submitted", tmp_path_factory.mktemp("graded"))
        results = {submission.student: result for submission, result in grading.run()}
    bugs = [result for result in results.values() if isinstance(result, Exception)]
    if bugs:
        raise ExceptionGroup("grading some samples failed", bugs)
    return results


@pytest.fixture(scope="module")
def table():
    """The rows of the table in the README, by the sample's name: earned points, score, percent."""
    lines = [line for line in (EXAMPLES / "README.md").read_text("utf-8").splitlines() if line.startswith("| `")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {name.strip("`"): points for name, _, *points in rows}


def test_the_script_writes_the_committed_files_byte_for_byte(tmp_path):
    subprocess.run([sys.executable, EXAMPLES / "make_submissions.py", tmp_path], check=True, timeout=60)
    made, committed = _generated(tmp_path), _generated(EXAMPLES)
    cure = "run python examples/make_submissions.py"
    assert sorted(made) == sorted(committed), cure
    assert [name for name in made if made[name] != committed[name]] == [], cure


def _generated(folder):
    paths = [folder / "README.md", folder / "expected.json", *folder.glob("submitted/*/*/*.ipynb")]
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


@pytest.mark.parametrize("name", EXPECTED)
def test_a_sample_gets_its_score_and_each_of_its_exercises_its_outcome(name, graded):
    result, expected = graded[name], EXPECTED[name]
    assert {one.name: [one.earned, one.outcome] for one in result.exercises} == expected["exercises"]
    assert (result.score, result.percent) == (expected["score"], expected["percent"])


def test_every_submission_is_graded_and_expected(graded):
    assert set(graded) == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_the_readme_says_what_grading_finds(name, graded, table):
    result = graded[name]
    earned = [f"{one.earned:g}" for one in result.exercises]
    assert table[name] == [*earned, f"{result.score:g}", f"{result.percent:g}%"]


def test_the_readme_lists_no_other_samples(table):
    assert list(table) == list(EXPECTED)


def test_only_cells_that_were_edited_or_deleted_are_repaired(graded):
    repaired = {name for name, result in graded.items() if result.submission.repairs}
    assert repaired == {"test-cell-edited", "test-cell-deleted"}


def test_no_sample_brings_outputs_along():
    notebooks = [json.loads(path.read_text("utf-8")) for path in EXAMPLES.glob("submitted/*/*/*.ipynb")]
    code = [cell for notebook in notebooks for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)
