"""A notebook is known by what is in it, whatever its file is called."""

from __future__ import annotations

import json
from pathlib import Path

import nbformat
import pytest

from nbproctor.assignment.release import build
from nbproctor.config import Course
from nbproctor.intake.handed_in import FurtherFilesRule, checksum, further_files, take
from nbproctor.intake.notebook_identity import NotebookIdentity
from nbproctor.intake.submission_folders import Submission
from nbproctor.marking.class_notebooks import class_notebooks


@pytest.fixture
def looked_at(built_course: Course, tmp_path: Path, solved):
    """What is found of a student who handed in the solved release, or another text, under these names."""
    text = nbformat.writes(solved(built_course))

    def look(*names: str, **others: str) -> Submission:
        folder = tmp_path / "submitted" / "student-001" / "numbers"
        folder.mkdir(parents=True, exist_ok=True)
        for name in names:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        for name, other in others.items():
            (folder / f"{name}.ipynb").write_text(other)
        (notebook,) = class_notebooks(
            built_course, "numbers", built_course.submissions("numbers", tmp_path / "submitted")
        )
        return notebook.submissions["student-001"]

    return look


RENAMED = ["numbers (1).ipynb", "Copy of numbers.ipynb", "Untitled.IPYNB", "öäü-2.ipynb", "numbers.ipynb.txt"]
RENAMED += ["numbers.json", "numbers", "inner/numbers.ipynb", "a/b/my work.txt", "notes/x.json"]


@pytest.mark.parametrize("name", RENAMED)
def test_a_notebook_under_any_name_in_any_folder_is_graded_and_the_instructor_is_told(looked_at, name):
    found = looked_at(name, notes=json.dumps({"cells": [], "nbformat": 4}))
    assert (found.problem, found.file_name, found.path.name) == ("", name, "numbers.ipynb")
    assert f'"{name}" was graded as "numbers.ipynb" because it has the same cells' in found.remarks
    assert take(found).problem == "" and take(found).content.sha256 == checksum(found, 1_000_000)
    assert name not in further_files(found, FurtherFilesRule(frozenset(), (), 1_000_000)).contents


@pytest.mark.parametrize(
    "name", [".ipynb_checkpoints/numbers-checkpoint.ipynb", ".hidden/numbers.json", ".numbers.json"]
)
def test_what_is_hidden_is_passed_over(looked_at, name):
    assert "there should be" in looked_at(name, notes="{}").problem


def test_among_many_files_the_notebook_is_found_within_bounds(built_course, tmp_path, looked_at):
    folder = tmp_path / "submitted" / "student-001" / "numbers" / "data"
    folder.mkdir(parents=True)
    for number in range(1000):
        (folder / f"{number}.csv").write_text("1,2,3\n")
    for number in range(100):
        (folder / f"{number}.json").write_text("{}")
    assert looked_at("work/numbers.ipynb.txt").file_name == "work/numbers.ipynb.txt"


def test_links_lead_to_no_notebook(looked_at, tmp_path, built_course, solved):
    folder, elsewhere = tmp_path / "submitted" / "student-001" / "numbers", tmp_path / "elsewhere"
    folder.mkdir(parents=True)
    elsewhere.mkdir()
    (elsewhere / "numbers.json").write_text(nbformat.writes(solved(built_course)))
    (folder / "linked").symlink_to(elsewhere)
    (folder / "numbers.json").symlink_to(elsewhere / "numbers.json")
    assert "there should be" in looked_at(notes="{}").problem


@pytest.mark.parametrize(
    "names",
    [
        ("numbers.json", "inner/numbers.ipynb"),
        ("a/numbers.ipynb", "b/numbers.ipynb"),
        ("numbers-1.ipynb", "numbers-2.ipynb"),
    ],
)
def test_of_several_files_with_the_same_cells_none_is_chosen(looked_at, names):
    problem = looked_at(*names).problem
    assert "keep one of them" in problem and all(name in problem for name in names)


OTHERS = ["{}", "no JSON", "[" * 100_000, "[" * 100_000 + "]" * 100_000]


@pytest.mark.parametrize("text", [*OTHERS, json.dumps({"cells": [{"cell_type": "code", "source": "1"}]})])
def test_a_notebook_of_something_else_is_refused_by_name(looked_at, text):
    found = looked_at(other=text)
    assert "there should be" in found.problem and "other.ipynb" in found.problem
    assert found.file_name == "numbers.ipynb"


def test_the_notebook_of_another_assignment_is_called_so(course_copy, tmp_path, solved):
    course = course_copy(tmp_path / "course")
    build(course, "numbers", unproven=True)
    for folder in (course.source, course.release):
        (folder / "letters").mkdir()
        cells = [nbformat.v4.new_markdown_cell(f"Of {sign * 40}, tell what you know.") for sign in "abc"]
        other = nbformat.writes(nbformat.v4.new_notebook(cells=cells))
        (folder / "letters" / "letters.ipynb").write_text(other)
    for name, text in {"letters": other, "mine": "{}"}.items():
        folder = tmp_path / "submitted" / name / "numbers"
        folder.mkdir(parents=True)
        (folder / f"{name}.ipynb").write_text(text)
    (notebook,) = class_notebooks(course, "numbers", course.submissions("numbers", tmp_path / "submitted"))
    assert notebook.submissions["letters"].problem == (
        'there should be "numbers.ipynb", but "letters.ipynb" is the notebook of letters: hand in numbers.ipynb'
    )
    assert "if that is the right notebook, rename it numbers.ipynb" in notebook.submissions["mine"].problem


def test_a_bug_in_looking_costs_nobody_else(looked_at, monkeypatch):
    monkeypatch.setattr(NotebookIdentity, "names", lambda self, tree: 1 / 0)
    assert "there should be" in looked_at("numbers-1.ipynb").problem


def test_the_notebook_itself_comes_before_any_other(looked_at):
    found = looked_at("numbers.ipynb", "numbers (1).ipynb")
    assert (found.problem, found.file_name) == ("", "numbers.ipynb")
