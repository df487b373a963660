"""What counts in the portal is in nbgrader's gradebook after an export, and is what `course grade` finds as well."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from nbformat import NotebookNode
from nbgrader.api import Gradebook

from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.portal.graders.embedded_graders import EmbeddedGrader
from nbproctor.portal.instructors.gradebook_export import export
from nbproctor.portal.portal_folder import PortalFolder
from tests.course_copy import Run
from tests.portal.graded_portals import hand_in, right_and_wrong, until

pytestmark = pytest.mark.all


def _scores(course: Course) -> dict[str, float]:
    with Gradebook(f"sqlite:///{course.root / 'gradebook.db'}") as gradebook:
        return {each.student.id: each.score for each in gradebook.assignment_submissions("numbers")}


def test_what_counts_reaches_gradebook_and_folders(
    own_course: Course, solved: Callable[[Course], NotebookNode], run: Run
) -> None:
    folder = PortalFolder(own_course)
    with pytest.raises(GradingError, match="nothing to export"):
        export(own_course, folder, "numbers")
    right, wrong = right_and_wrong(solved(own_course))
    for student, work in (("always-right", right), ("right-and-then-wrong", right), ("right-and-then-wrong", wrong)):
        hand_in(folder, student, work)
    with EmbeddedGrader(own_course, ["numbers"]):
        until(lambda: len(folder.rows.read("SELECT * FROM grades")) == 3)
    assert "students exported to the gradebook: 2;" in run("course", "export", "numbers", cwd=own_course.root).stdout
    exported = _scores(own_course)
    assert exported["always-right"] > exported["right-and-then-wrong"] > 0
    target = own_course.submissions("numbers").of("right-and-then-wrong")
    assert (target / "numbers.ipynb").read_bytes() == wrong
    assert (target / "timestamp.txt").read_text().endswith(" UTC")

    # Grading the exported submissions finds the same.
    run("course", "grade", "numbers", cwd=own_course.root)
    assert _scores(own_course) == exported

    # Somebody's own file is not replaced, and what waits is told; what the portal wrote itself it may replace.
    own_course.exam_day.counts = "best"
    assert export(own_course, folder, "numbers") == (2, [])
    assert len(set(_scores(own_course).values())) == 1
    assert (target / "numbers.ipynb").read_bytes() == right
    hand_in(folder, "waits", right)
    told = run("course", "export", "numbers", cwd=own_course.root, code=1).stderr
    assert "not exported, because there is no report yet (1): waits" in told
    (target / "numbers.ipynb").write_text("changed by hand")
    with pytest.raises(GradingError, match="did not come from the portal"):
        export(own_course, folder, "numbers")
    assert (target / "numbers.ipynb").read_text() == "changed by hand"


@pytest.mark.needs("root")
def test_another_user_is_told_who_can_export() -> None:
    """An instructor, at a terminal of the machine that the portal runs on."""
    with tempfile.TemporaryDirectory(dir="/tmp") as root:  # the folders of tests are closed to others
        Path(root).chmod(0o755)
        Path(root, "nbgrader_config.py").touch()
        course = Course(Path(root))
        PortalFolder(course)
        child = os.fork()
        if not child:
            status = 1
            try:
                os.setgroups([])
                os.setuid(65534)
                PortalFolder(course)
            except GradingError as refusal:
                status = 0 if "run this command as that user" in str(refusal) else 2
            finally:
                os._exit(status)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
