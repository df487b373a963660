"""Simulated students of a real portal hold verified receipts, and see their results."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.portal.receipts import verified
from nbproctor.portal.rehearsal.rehearsed_portals import RehearsedPortal
from nbproctor.portal.rehearsal.simulated_class import Percentiles, PlannedWork, SimulatedClass

pytestmark = pytest.mark.all


def test_each_student_holds_a_receipt_and_sees_the_result(
    own_course: Course, solved: Callable[[Course], NotebookNode], tmp_path: Path
) -> None:
    begun = nbformat.read(own_course.release / "numbers" / "numbers.ipynb", as_version=4)
    begun.cells[-1].source += "\n# begun"
    works = [nbformat.writes(solved(own_course)).encode(), nbformat.writes(begun).encode()]
    students = [f"student-{number:03}" for number in range(1, 5)]
    plan = [PlannedWork(name, 0.2 * number, works[number % 2]) for number, name in enumerate(students)]
    with RehearsedPortal(own_course, "numbers", tmp_path / "rehearsal", students) as portal:
        outcome = SimulatedClass(portal.address, "numbers", portal.codes).hand_in(plan)
        key = portal.folder.signer().public_key
    assert outcome.problems == []
    assert sorted(done.student for done in outcome.handed_in) == students
    sent = {planned.student: sha256(planned.work).hexdigest() for planned in plan}
    for done in outcome.handed_in:
        assert verified(done.receipt, key).sha256 == done.sha256 == sent[done.student]
        assert 0 < done.seconds_to_receipt < done.seconds_to_report
    assert 0 < outcome.own_processor_seconds <= outcome.seconds
    assert not (own_course.root / "portal").exists()


def test_who_has_a_wrong_code_is_told_so(own_course: Course, tmp_path: Path) -> None:
    with RehearsedPortal(own_course, "numbers", tmp_path / "rehearsal", ["student-001"]) as portal:
        stranger = SimulatedClass(portal.address, "numbers", {"student-001": "wrong"})
        with pytest.raises(GradingError, match=r"answered 403: .*The name and the code do not match"):
            stranger.hand_in([PlannedWork("student-001", 0, b"{}")])


def test_percentiles_are_those_of_the_values() -> None:
    assert Percentiles.of([float(value) for value in range(101)]) == Percentiles(50, 95, 99, 100)
    assert Percentiles.of([]) == Percentiles(0, 0, 0, 0)
