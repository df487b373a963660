"""A new assignment: a notebook with one exercise, its cases, and a right and a wrong solution."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from cryptography.fernet import Fernet

from nbproctor.assignment.cases_file import CASES
from nbproctor.config import Course
from nbproctor.errors import NoCourseError
from nbproctor.system import whole_files

_FILES = {
    "notebook.json": "{{name}}.ipynb",
    "cases.py.txt": CASES,
    "right_solution.py.txt": "solutions/right/ex1_a_loop.py",
    "wrong_solution.py.txt": "solutions/wrong/ex1_second_character.py",
}
_CONFIGURATION = "c = get_config()\n"


def make_assignment(name: str) -> list[Path]:
    """Make an assignment in the course of the working directory, or in a new course there; return the files made.

    Raises:
        GradingError: there is such an assignment already, or nbgrader does not accept its name.
    """
    made = []
    try:
        course = Course.find()
    except NoCourseError:
        Course.require_name(name)
        made.append(Path("nbgrader_config.py").absolute())
        whole_files.write(made[0], _CONFIGURATION)
        course = Course.find()
    folder = course.new_source(name)
    values = {"name": name, "key": Fernet.generate_key().decode()}
    for template, path in _FILES.items():
        text = (files("nbproctor.assignment") / "template" / template).read_text(encoding="utf-8")
        made.append(folder / _filled(path, values))
        made[-1].parent.mkdir(parents=True, exist_ok=True)
        whole_files.write(made[-1], _filled(text, values))
    return made


def _filled(text: str, values: dict[str, str]) -> str:
    for name, value in values.items():
        text = text.replace("{{" + name + "}}", value)
    return text
