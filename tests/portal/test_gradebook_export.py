"""What counts in the portal is in nbgrader's gradebook after an export, and is what `course grade` finds as well."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from nbgrader.api import Gradebook

from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.portal.graders.embedded_graders import EmbeddedGrader
from nbproctor.portal.instructors.gradebook_export import export
from nbproctor.portal.intake_desk import Arrival, Rule
from nbproctor.portal.portal_folder import PortalFolder
from tests.patience import HANGS

pytestmark = pytest.mark.all


def _hand_in(folder: PortalFolder, student: str, work: bytes, key: str) -> None:
    desk = folder.intake_desk()
    arrival = Arrival(student, "numbers", key, folder.uploads.keep(work), len(work), desk.clock.now())
    desk.receipt_for(arrival, Rule())


def _course(*words: str, root: Path) -> subprocess.CompletedProcess[str]:
    course = str(Path(sys.executable).with_name("course"))
    environment = {**os.environ, "COLUMNS": "200"}
    return subprocess.run([course, *words], cwd=root, env=environment, capture_output=True, text=True, timeout=HANGS)


def _scores(course: Course) -> dict[str, float]:
    with Gradebook(f"sqlite:///{course.root / 'gradebook.db'}") as gradebook:
        return {each.student.id: each.score for each in gradebook.assignment_submissions("numbers")}


def test_what_counts_reaches_gradebook_and_folders(
    own_course: Course, solved: Callable[[Course], NotebookNode], tmp_path: Path
) -> None:
    right = solved(own_course)
    wrong = solved(own_course)
    next(cell for cell in wrong.cells if cell.id == "ex1").source = "def square(n): return 0"
    folder = PortalFolder(own_course)
    with pytest.raises(GradingError, match="nothing to export"):
        export(own_course, folder, "numbers")
    texts = [nbformat.writes(each).encode() for each in (right, wrong)]
    _hand_in(folder, "always-right", texts[0], "key-00000001")
    _hand_in(folder, "right-and-then-wrong", texts[0], "key-00000001")
    _hand_in(folder, "right-and-then-wrong", texts[1], "key-00000002")
    gives_up = time.monotonic() + HANGS
    with EmbeddedGrader(own_course, ["numbers"]):
        while len(folder.rows.read("SELECT * FROM grades")) < 3:
            assert time.monotonic() < gives_up
            time.sleep(0.1)
    done = _course("export", "numbers", root=own_course.root)
    assert done.returncode == 0, done.stderr
    assert "2 students" in done.stdout
    exported = _scores(own_course)
    assert exported["always-right"] > exported["right-and-then-wrong"] > 0
    target = own_course.submissions("numbers").of("right-and-then-wrong")
    assert (target / "numbers.ipynb").read_bytes() == texts[1]
    assert (target / "timestamp.txt").read_text().endswith(" UTC")

    # Grading the exported submissions finds the same.
    graded = _course("grade", "numbers", root=own_course.root)
    assert graded.returncode == 0, graded.stdout + graded.stderr
    assert _scores(own_course) == exported

    # Somebody's own file is not replaced, and what waits is told; what the portal wrote itself it may replace.
    own_course.exam_day.counts = "best"
    assert export(own_course, folder, "numbers") == (2, [])
    assert len(set(_scores(own_course).values())) == 1
    assert (target / "numbers.ipynb").read_bytes() == texts[0]
    _hand_in(folder, "waits", texts[0], "key-00000001")
    done = _course("export", "numbers", root=own_course.root)
    assert done.returncode != 0
    assert "not exported, because there is no report yet (1): waits" in done.stderr
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
