"""The sample submissions are what their script makes of the releases, and grading them finds what they show."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.course.graded_samples import ASSIGNMENTS, graded_samples
from tests.patience import HANGS

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
EXPECTED = {name: json.loads((EXAMPLES / "expected" / f"{name}.json").read_text("utf-8")) for name in ASSIGNMENTS}


# The samples of one assignment are graded each time, those of the others, which take longer, by `make test-all`.
ALWAYS = "midterm1"


def _marks(assignment):
    storey = () if assignment == ALWAYS else (pytest.mark.all,)
    return pytest.mark.xdist_group(f"samples of {assignment}"), *storey


SAMPLES = [
    pytest.param(assignment, sample, marks=_marks(assignment))
    for assignment in ASSIGNMENTS
    for sample in EXPECTED[assignment]
]


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
    subprocess.run([sys.executable, EXAMPLES / "make_submissions.py", tmp_path], check=True, timeout=HANGS)
    made, committed = _generated(tmp_path), _generated(EXAMPLES)
    cure = "run python examples/make_submissions.py"
    assert sorted(made) == sorted(committed), cure
    assert [name for name in made if made[name] != committed[name]] == [], cure


def _generated(folder):
    paths = [folder / "README.md", *folder.glob("expected/*.json"), *folder.glob("submitted/*/*/*.ipynb")]
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


@pytest.mark.parametrize(("assignment", "name"), SAMPLES)
def test_a_sample_gets_its_score_and_each_of_its_exercises_its_outcome(assignment, name, tables):
    result, expected = graded_samples(assignment).results[name], EXPECTED[assignment][name]
    assert {one.name: [one.earned, one.outcome] for one in result.exercises} == expected["exercises"]
    assert (result.score, result.percent) == (expected["score"], expected["percent"])
    points = [*(one.earned for one in result.exercises), result.score]
    assert tables[assignment][name] == [*(f"{each:g}" for each in points), f"{result.percent:g}%"], "in the README"


@pytest.mark.parametrize("assignment", [pytest.param(name, marks=_marks(name)) for name in ASSIGNMENTS])
def test_every_submission_is_graded_and_expected(assignment):
    assert set(graded_samples(assignment).results) == set(EXPECTED[assignment])


def test_the_readme_lists_no_other_samples(tables):
    assert {name: list(rows) for name, rows in tables.items()} == {name: list(EXPECTED[name]) for name in ASSIGNMENTS}


@pytest.mark.xdist_group("samples of midterm1")
def test_only_cells_that_were_edited_or_deleted_are_repaired():
    repaired = {name for name, result in graded_samples("midterm1").results.items() if result.submission.repairs}
    assert repaired == {"test-cell-edited", "test-cell-deleted"}


def test_no_sample_brings_outputs_along():
    notebooks = [json.loads(path.read_text("utf-8")) for path in EXAMPLES.glob("submitted/*/*/*.ipynb")]
    code = [cell for notebook in notebooks for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)
