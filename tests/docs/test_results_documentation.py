"""What docs/results.md says about results.json."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from nbproctor.results import Decision, ExerciseResult, Outcome, Result, SandboxRecord, SubmissionRecord

TEXT = (Path(__file__).parents[2] / "docs" / "results.md").read_text("utf-8")
RECORDS = (Result, ExerciseResult, Decision, SubmissionRecord, SandboxRecord)
NAMES = ["open_points", *(field.name for record in RECORDS for field in fields(record) if field.name != "decision")]


@pytest.mark.parametrize("name", [*NAMES, *Outcome])
def test_it_describes_every_field_and_outcome(name):
    assert re.search(rf"^\| `{name}` \|", TEXT, flags=re.MULTILINE)


def test_it_describes_nothing_else():
    described = re.findall(r"^\| `(\w+)` \|", TEXT, flags=re.MULTILINE)
    assert set(described) - {"outcome"} == {*NAMES, *Outcome} - {"outcome"}


def test_its_example_is_a_result():
    (example,) = re.findall(r"```json\n(.*?)```", TEXT, flags=re.DOTALL)
    graded = Result.from_json(example)
    assert graded.score == sum(one.earned for one in graded.exercises)
    assert Result.from_json(graded.to_json()) == graded
