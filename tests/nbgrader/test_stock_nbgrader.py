"""The course in the hands of nbgrader's own commands, with no option that a plain nbgrader course would not need."""

import json
import re
import shutil
from contextlib import closing
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook

from nbproctor.results import Result

pytestmark = [pytest.mark.all, pytest.mark.xdist_group("stock nbgrader")]

EXAMPLES = Path(__file__).parents[2] / "examples"
# Samples for which a grader that runs the notebook as it is arrives at the same score; every third one, because
# nbgrader takes its time.
EXPECTED = json.loads((EXAMPLES / "expected" / "midterm1.json").read_text())
HONEST = [name for name, sample in EXPECTED.items() if sample["honest"]][::3]


def contents(folder):
    """All files of a folder: name, mode and bytes; links as what they lead to."""
    files = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {str(path.relative_to(folder)): (path.stat().st_mode, path.read_bytes()) for path in files}


def grades(root, student):
    """What a gradebook says of a student: of each test cell the score, of each solution cell the comment."""
    with closing(Gradebook(f"sqlite:///{root / 'gradebook.db'}", "poker")) as book:
        notebook = book.find_submission_notebook("midterm1", "midterm1", student)
        return (
            {one.name: (one.auto_score, one.max_score, one.needs_manual_grade) for one in notebook.grades},
            {one.name: one.auto_comment for one in notebook.comments},
        )


# --- generate_assignment --------------------------------------------------------------------------


def test_nbgrader_makes_byte_for_byte_the_release_that_course_build_makes(built, generated):
    ours, theirs = (contents(root / "release" / "midterm1") for root in (built, generated))
    assert sorted(theirs) == sorted(ours)
    assert [name for name in ours if theirs[name] != ours[name]] == []
    assert "midterm1.ipynb" in ours


def test_course_build_finds_nothing_to_change_in_what_nbgrader_made(generated, run):
    assert run("course", "build", "midterm1", "--check", cwd=generated).stdout == "midterm1 is up to date.\n"


def test_no_sampler_and_no_solution_gets_into_the_release(generated):
    source = generated / "source" / "midterm1"
    release = contents(generated / "release" / "midterm1")
    secrets = {b"for the instructor's eyes only", b"from nbproctor import Sampler", b"BEGIN SOLUTION", b"HIDDEN TESTS"}
    for cell in nbformat.read(source / "midterm1.ipynb", as_version=4).cells:
        for solution in re.findall("BEGIN SOLUTION\n(.*?)### END SOLUTION", cell.source, re.DOTALL):
            secrets |= {line.strip().encode() for line in solution.splitlines() if len(line.strip()) > 25}
    assert len(secrets) > 20
    assert b"from nbproctor import Sampler" in (source / "cases.py").read_bytes()
    leaks = [(name, secret) for name, (_, content) in release.items() for secret in secrets if secret in content]
    assert leaks == []
    assert not {"cases.py", "solutions"} & {Path(name).parts[0] for name in release}


def test_making_the_release_leaves_the_source_as_it_is(built, generated):
    before, after = (contents(root / "source") for root in (built, generated))
    assert {name: after[name] for name in before} == before


def test_without_force_a_fresh_clone_keeps_the_release_that_it_has_and_one_that_is_missing_is_made(course, built, run):
    done = run("nbgrader", "generate_assignment", "midterm1", cwd=course)
    assert "ERROR" not in done.stderr
    assert contents(course / "release") == contents(built / "release")
    shutil.rmtree(course / "release" / "midterm1")
    run("nbgrader", "generate_assignment", "midterm1", cwd=course)
    assert contents(course / "release") == contents(built / "release")


# --- validate -------------------------------------------------------------------------------------


def test_validate_passes_the_source_notebook_where_it_lies(course, run):
    done = run("nbgrader", "validate", "source/midterm1/midterm1.ipynb", cwd=course)
    assert done.stdout.strip() == "Success! Your notebook passes all the tests."


def test_validate_fails_every_exercise_of_the_untouched_release_but_the_free_one(course, run):
    said = run("nbgrader", "validate", "release/midterm1/midterm1.ipynb", cwd=course).stdout
    assert "VALIDATION FAILED ON 7 CELL(S)!" in said
    assert re.findall(r"### test_cell_(\w+)", said) == [f"ex{number}" for number in range(1, 8)]
    assert len(re.findall(r"^ +---> +\d+ +raise NotImplementedError\(\)$", said, re.MULTILINE)) == 7


# --- autograde ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def autograded(tmp_path_factory, generated, run):
    """The course with the samples graded twice: by nbgrader, and in the folder `graded` by course grade."""
    root = tmp_path_factory.mktemp("autograded") / "course"
    shutil.copytree(generated, root, symlinks=True)
    for name in HONEST:
        shutil.copytree(EXAMPLES / "submitted" / name, root / "honest" / name)
    run("nbgrader", "autograde", "midterm1", "--CourseDirectory.submitted_directory=honest", cwd=root)
    run("course", "grade", "midterm1", "--submitted", "honest", "--output", "graded", cwd=root)
    return root


@pytest.mark.parametrize("student", HONEST)
def test_nbgrader_gives_an_honest_submission_the_scores_and_comments_that_course_grade_gives(autograded, student):
    scores, comments = grades(autograded / "graded", student)
    assert (scores, comments) == grades(autograded, student)
    result = Result.from_json((autograded / "graded/autograded" / student / "midterm1/results.json").read_text())
    assert {name: score for name, (score, _, _) in scores.items()} == {one.cell: one.earned for one in result.exercises}
    assert len(scores) == 8


def test_no_sampler_and_no_solution_lies_beside_a_notebook_while_nbgrader_runs_it(autograded):
    for student in HONEST:
        names = {path.name for path in (autograded / "autograded" / student / "midterm1").iterdir()}
        assert {"midterm1.ipynb", "tester_fw"} <= names
        assert not {"cases.py", "solutions"} & names
