"""A gradebook that an earlier version of nbgrader made is named in a sentence, and left as it is."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.nbgrader.fixture_courses import APPS
from tests.nbgrader.side_by_side import SideBySide, notebook_of, rows

pytestmark = [pytest.mark.all, pytest.mark.xdist_group("earlier gradebook")]


def test_nbgraders_own_command_cures_what_is_said_of_it(tmp_path: Path) -> None:
    both = SideBySide(tmp_path, "c.CourseDirectory.course_id = 'default_course'")
    both.write("source/ps9/p9.ipynb", notebook_of({"one": ("def one(): return 1", "assert one() == 1")}))
    both.course("build", "ps9")
    both.write("submitted/student-001/ps9/p9.ipynb", both.solve("release/ps9/p9.ipynb", {"one": "def one(): return 1"}))
    book = both.ours / "gradebook.db"
    shutil.copy(APPS / "gradebook.db", book)
    before = book.read_bytes()

    said = both.course("grade", "ps9", code=1).strip().splitlines()[-1]
    assert said.startswith(f"course: the gradebook {book} was made by an earlier version of nbgrader (its table ")
    assert "nbgrader db upgrade" in said
    assert book.read_bytes() == before
    assert not (both.ours / "autograded").exists()

    both.fork()
    both.nbgrader("db", "upgrade")
    shutil.copy(both.stock / "gradebook.db", book)
    both.course("grade", "ps9")
    assert rows(both.ours, "ps9", "default_course") == {("student-001", "p9", "test_one"): (1, False)}
