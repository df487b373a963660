"""Thousands of mutated notebooks: each is made ready for the examination, or refused in one sentence."""

from __future__ import annotations

import json
import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from nbproctor.assignment.notebook import Assignment, Role, grade_id, is_locked, read_notebook
from nbproctor.config import Course
from nbproctor.intake.handed_in import take
from nbproctor.intake.paper import Paper, Refused, read_paper
from nbproctor.intake.submission_folders import Submission
from tests.course_copy import runner
from tests.intake.mutated_notebooks import mutant
from tests.soak import SOAK_SEED

ROOT = Path(__file__).parents[2]
COUNTS = [500, pytest.param(1000, marks=pytest.mark.all), pytest.param(4000, marks=pytest.mark.soak)]
GRADED = 20
BATCH = 250


@cache
def _samples() -> tuple[str, ...]:
    return tuple(path.read_text("utf-8") for path in sorted((ROOT / "examples/submitted").glob("*/midterm1/*.ipynb")))


@cache
def _assignment() -> tuple[Assignment, NotebookNode]:
    course = Course(ROOT)
    (assignment,) = Assignment.read_all(course.source / "midterm1")
    return assignment, read_notebook(course.release / "midterm1" / assignment.path.name)


def _told(sentence: str) -> bool:
    return 10 < len(sentence) < 300 and sentence.isprintable()


def _check(paper: Paper) -> None:
    assignment, _ = _assignment()
    nbformat.validate(paper.notebook)
    json.dumps(paper.notebook, ensure_ascii=False).encode()
    found = {grade_id(cell): cell for cell in paper.notebook.cells if grade_id(cell)}
    for cell in assignment.notebook.cells:
        if grade_id(cell):
            assert found[grade_id(cell)].metadata == cell.metadata
            assert not is_locked(cell) or found[grade_id(cell)].source == cell.source
    tests = [cell.grade_id for cell in paper.cells if cell.role is Role.TEST]
    assert sorted(tests) == sorted(one.test for one in assignment.exercises)
    assert all(_told(repair) for repair in paper.repairs), paper.repairs
    assert len(paper.repairs) <= 51


def _batch(folder: str, numbers: range) -> Counter[str]:
    """Take a batch in; count how they ended."""
    ends: Counter[str] = Counter()
    path = Path(folder) / str(numbers.start) / "midterm1" / "midterm1.ipynb"
    path.parent.mkdir(parents=True)
    for number in numbers:
        path.write_bytes(mutant(number, _samples()))
        try:
            paper = read_paper(take(Submission("student-001", "midterm1", path)), *_assignment())
            _check(paper)
        except Refused as refusal:
            assert _told(str(refusal)), (number, str(refusal))
            ends["refused"] += 1
        except Exception as error:
            raise AssertionError(f"mutant {number}: {error!r}") from error
        else:
            ends["repaired" if paper.repairs else "unrepaired"] += 1
    return ends


@pytest.mark.parametrize("count", COUNTS)
def test_every_mutant_is_taken_in_or_refused_in_one_sentence(count: int, tmp_path: Path) -> None:
    batches = [range(start, start + BATCH) for start in range(SOAK_SEED, SOAK_SEED + count, BATCH)]
    with ProcessPoolExecutor(len(os.sched_getaffinity(0)), get_context("fork")) as executor:
        ends = sum(executor.map(_batch, [str(tmp_path)] * len(batches), batches), Counter())
    assert ends.total() == count
    # The mutations are neither so mild that nothing is repaired, nor so wild that nothing is read.
    assert min(ends.values()) > count / 50, ends
    assert ends["refused"] < count / 3, ends


@pytest.mark.all
def test_mutants_are_graded_side_by_side_without_a_word_of_ours(
    course: Path, tmp_path: Path, environment: dict[str, str]
) -> None:
    sample = (ROOT / "examples/submitted/all-right/midterm1/midterm1.ipynb").read_text("utf-8")
    files = {f"student-{number:03}": mutant(number, [sample]) for number in range(GRADED)}
    for student, data in files.items():
        path = tmp_path / "submitted" / student / "midterm1" / "midterm1.ipynb"
        path.parent.mkdir(parents=True)
        path.write_bytes(data)
    run = runner(environment | {"COURSE_OFFICIAL_SEED": "mutants"})
    output = tmp_path / "graded"
    done = run("course", "grade", "midterm1", "--submitted", tmp_path / "submitted", "--output", output, cwd=course)
    assert "Traceback" not in done.stdout + done.stderr + (output / "reports/midterm1/grading.log").read_text()
    results = {
        student: json.loads((output / "autograded" / student / "midterm1" / "results.json").read_text())
        for student in files
    }
    for student, data in files.items():
        assert results[student]["submission"]["sha256"] == sha256(data).hexdigest()
        assert (tmp_path / "submitted" / student / "midterm1" / "midterm1.ipynb").read_bytes() == data
    refused = {student for student, result in results.items() if result["submission"]["refused"]}
    assert GRADED / 12 < len(refused) < GRADED / 2
    assert f"refused ({len(refused)}): 0 points" in done.stdout
    assert "midterm1.ipynb is not a notebook: " in done.stdout
    assert sum(result["score"] > 10 for result in results.values()) > GRADED / 6
