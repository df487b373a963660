"""A notebook is known by what is in it, whatever its file is called."""

from __future__ import annotations

import json
from pathlib import Path

import nbformat
import pytest

from nbproctor.config import Course
from nbproctor.intake.notebook_identity import NotebookIdentity
from nbproctor.intake.submission_folders import Submission
from nbproctor.marking.class_notebooks import class_notebooks


@pytest.fixture
def looked_at(built_course: Course, tmp_path: Path, solved):
    """What is found of a student who handed in the solved release, or another text, under these names."""
    text = nbformat.writes(solved(built_course))

    def look(*names: str, **others: str) -> Submission:
        folder = tmp_path / "submitted" / "student-001" / "numbers"
        folder.mkdir(parents=True)
        for name in names:
            (folder / name).write_text(text)
        for name, other in others.items():
            (folder / f"{name}.ipynb").write_text(other)
        (notebook,) = class_notebooks(
            built_course, "numbers", built_course.submissions("numbers", tmp_path / "submitted")
        )
        return notebook.submissions["student-001"]

    return look


@pytest.mark.parametrize("name", ["numbers (1).ipynb", "Copy of numbers.ipynb", "Untitled.IPYNB", "öäü-2.ipynb"])
def test_a_renamed_notebook_is_graded_and_the_instructor_is_told(looked_at, name):
    found = looked_at(name, notes=json.dumps({"cells": [], "nbformat": 4}))
    assert (found.problem, found.file_name, found.path.name) == ("", name, "numbers.ipynb")
    assert any(name in remark and "numbers.ipynb" in remark for remark in found.remarks)


def test_of_several_notebooks_with_the_same_cells_none_is_chosen(looked_at):
    found = looked_at("numbers-1.ipynb", "numbers-2.ipynb")
    assert "keep one of them" in found.problem and "numbers-2.ipynb" in found.problem


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "no JSON",
        "[" * 100_000,
        "[" * 100_000 + "]" * 100_000,
        json.dumps({"cells": [{"cell_type": "code", "source": "1"}]}),
    ],
)
def test_a_notebook_of_something_else_is_refused_by_name(looked_at, text):
    found = looked_at(other=text)
    assert "there should be" in found.problem and "other.ipynb" in found.problem
    assert found.file_name == "numbers.ipynb"


def test_a_bug_in_looking_costs_nobody_else(looked_at, monkeypatch):
    monkeypatch.setattr(NotebookIdentity, "names", lambda self, tree: 1 / 0)
    assert "there should be" in looked_at("numbers-1.ipynb").problem


def test_the_notebook_itself_comes_before_any_other(looked_at):
    found = looked_at("numbers.ipynb", "numbers (1).ipynb")
    assert (found.problem, found.file_name) == ("", "numbers.ipynb")
