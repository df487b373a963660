"""Every test of the day's exams is examined apart: both ways of grading agree on a share of the probes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from nbproctor.agreement.probes import Probe, Probes
from nbproctor.config import Course
from nbproctor.marking.explained_tests import explain
from tests.todays_share import todays

pytestmark = [pytest.mark.all]

ROOT = Path(__file__).parents[2]
ASSIGNMENTS = sorted(path.name for path in (ROOT / "source").iterdir())
_all_probes = Probes.__iter__


def _todays_probes(probes: Probes) -> Iterator[Probe]:
    reference, *others = _all_probes(probes)
    yield reference
    yield from todays(others, slowness=2, of_its_own=False)


@pytest.mark.parametrize("assignment", todays(ASSIGNMENTS[1:] + ASSIGNMENTS[:1]))
def test_every_test_of_an_exam_is_isolated(assignment: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Probes, "__iter__", _todays_probes)
    course = Course(ROOT)
    course.grading.official_seed_file = str(tmp_path / "secret" / "official_seed")
    course.grading.cell_seconds, course.grading.submission_seconds = 60.0, 300.0  # a busy machine is slow
    explained = explain(course, assignment)
    assert explained
    assert {test.test: test.reason for test in explained if test.reason} == {}
