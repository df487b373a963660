"""A suite is judged in candidates of its own where a probe changes it, or something that it uses."""

from __future__ import annotations

from pathlib import Path

import pytest

from nbproctor.config import Course
from nbproctor.examination.grader import both_ways
from nbproctor.examination.grader.sittings.suite_sitting import SuiteSitting
from nbproctor.marking.explained_tests import explain
from tests.attacks.attacked_course import NAME
from tests.attacks.attacked_suite import EXERCISES, HONEST, make_suite_course

# Its second line calls what the student wrote before.
USES_SQUARE = HONEST + "    assert mixed([square(3)]) == 9\n"


def _judged(course: Course, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The code of ex1 and of ex2 in each notebook whose suite candidates of its own judged."""
    judged = []

    class Watched(SuiteSitting):
        def run(self):  # type: ignore[no-untyped-def]
            code = {cell.grade_id: cell.source for cell in self._paper.cells}
            judged.append((code["ex1"], code["ex2"]))
            return super().run()

    monkeypatch.setattr(both_ways, "SuiteSitting", Watched)
    course.grading.probes = 2
    explained = explain(course, NAME)
    assert {test.test: test.reason for test in explained} == {"test_ex1": "", "test_ex2": "", "test_ex3": ""}
    return judged


def test_a_suite_that_no_probe_changes_is_judged_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judged = _judged(make_suite_course(tmp_path / "course"), monkeypatch)
    (ex1,) = (ex1 for ex1, ex2 in judged if HONEST in ex2)
    assert EXERCISES["ex1"][0] in ex1
    assert len(judged) > 4


def test_a_suite_is_judged_again_where_something_that_it_uses_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(EXERCISES, "ex2", (USES_SQUARE, EXERCISES["ex2"][1]))
    judged = _judged(make_suite_course(tmp_path / "course"), monkeypatch)
    assert "" in [ex1 for ex1, ex2 in judged if USES_SQUARE in ex2]
