"""What a configuration says of folders and time, as nbgrader means it, and one sentence for what cannot be done."""

from __future__ import annotations

from pathlib import Path

import pytest
from traitlets.config import Configurable

from nbproctor.config import Course
from nbproctor.config.directory_structure import DEFAULT_STRUCTURE, DirectoryStructure
from nbproctor.config.exam_day import ExamDay
from nbproctor.config.grading import Grading
from nbproctor.errors import GradingError

ROOT = Path("/course")


def _course(root: Path, lines: str) -> Course:
    """A course with these lines in its configuration."""
    (root / "nbgrader_config.py").write_text(f"c = get_config()\n{lines}\n")
    return Course(root)


@pytest.mark.parametrize(
    ("text", "assignments", "student"),
    [
        (DEFAULT_STRUCTURE, "source", "submitted/one/ps1"),
        ("{nbgrader_step}/{assignment_id}/{student_id}", "source", "submitted/ps1/one"),
        ("2024/{nbgrader_step}/hw/{student_id}/{assignment_id}", "2024/source/hw", "2024/submitted/hw/one/ps1"),
    ],
)
def test_folders_lie_where_nbgrader_has_them(text: str, assignments: str, student: str) -> None:
    structure = DirectoryStructure.read(text)
    assert structure.assignments(ROOT, "source") == ROOT / assignments
    assert structure.students(ROOT, "submitted", "ps1").of("one") == ROOT / student
    assert structure.students(ROOT, "/elsewhere", "ps1").base.is_relative_to("/elsewhere")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{nbgrader_step}/{student_id}",
        "{nbgrader_step}/{student_id}-{assignment_id}",
        "{student_id}/{nbgrader_step}/{assignment_id}",
        "{assignment_id}/{nbgrader_step}/{student_id}",
        "{nbgrader_step}/{student_id}/{assignment_id}/files",
        "{nbgrader_step}/{student_id}/{assignment_id}/{notebook_id}",
    ],
)
def test_any_other_structure_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(GradingError, match="must be a folder of its own") as refusal:
        _course(tmp_path, f"c.CourseDirectory.directory_structure = {text!r}")
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("", None),
        ("sqlite:///grades/book.db", "sqlite:///{root}/grades/book.db"),
        ("sqlite+pysqlite:///book.db?timeout=9", "sqlite+pysqlite:///{root}/book.db?timeout=9"),
        ("sqlite:////srv/book.db", "sqlite:////srv/book.db"),
        ("sqlite://", "sqlite://"),
        ("sqlite:///:memory:", "sqlite:///:memory:"),
        ("postgresql://teacher@host/grades", "postgresql://teacher@host/grades"),
    ],
)
def test_a_relative_gradebook_lies_beside_the_configuration_wherever_a_command_runs(
    tmp_path: Path, address: str, found: str | None
) -> None:
    course = _course(tmp_path, f"c.CourseDirectory.db_url = {address!r}" if address else "")
    assert course.gradebook == (found.format(root=tmp_path) if found else tmp_path / "gradebook.db")
    elsewhere = _course(tmp_path, 'c.CourseDirectory.root = "course"\nc.CourseDirectory.db_url = "sqlite:///book.db"')
    assert elsewhere.root == tmp_path / "course"
    assert elsewhere.gradebook == f"sqlite:///{tmp_path}/book.db"


def test_a_list_that_a_configuration_adds_to_keeps_nbgraders_own_entries(tmp_path: Path) -> None:
    course = _course(tmp_path, "c.CourseDirectory.ignore.append('*.zip')")
    assert course.ignore == [".ipynb_checkpoints", "*.pyc", "__pycache__", "feedback", "*.zip"]


@pytest.mark.parametrize(
    ("lines", "cell", "submission"),
    [
        ("", 30, 180),
        ("c.Execute.timeout = 10", 10, 180),
        ("c.Execute.timeout = 600", 600, 3600),
        ("c.Execute.timeout = None", 180, 180),
        ("c.Execute.timeout = -1", 180, 180),
        ("c.Execute.timeout = 600; c.Grading.submission_seconds = 700", 600, 700),
        ("c.Execute.timeout = 600; c.Grading.cell_seconds = 5", 5, 180),
    ],
)
def test_nbgraders_timeout_bounds_a_cell(tmp_path: Path, lines: str, cell: float, submission: float) -> None:
    grading = _course(tmp_path, lines).grading
    assert (grading.cell_seconds, grading.submission_seconds) == (cell, submission)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        *(
            (f"c.Grading.{name} = {value}", f"c.Grading.{name} is no longer a setting, because .*: remove the line; .*")
            for name, value in (("probes", 0), ("short_way", False), ("outcomes", True))
        ),
        ("c.Grading.not_isolatd = 'refuse'", r"c.Grading.not_isolatd is not a setting: did you mean not_isolated\?"),
        ("c.ExamDay.one_kernel = True", "c.ExamDay.one_kernel is not a setting: remove the line"),
    ],
)
def test_a_setting_that_means_nothing_is_refused(tmp_path: Path, line: str, sentence: str) -> None:
    with pytest.raises(GradingError, match=f"^[^\n]*nbgrader_config.py: {sentence}$"):
        _course(tmp_path, line)


@pytest.mark.parametrize("kind", [Grading, ExamDay])
def test_each_setting_can_be_set_to_its_own_default(kind: type[Configurable]) -> None:
    settings = kind()
    for name in kind.class_trait_names(config=True):
        setattr(settings, name, getattr(settings, name))
