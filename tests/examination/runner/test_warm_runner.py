"""What the released notebook imports, the runners' parent has imported before it forks."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from nbproctor.marking.class_grading import ClassGrading
from tests.plain_course import hand_in, make_plain_course

_NOTES_FORKS = """
import os
import sys

forks = []
os.register_at_fork(after_in_child=lambda: forks.append(1))
print("hello", file=sys.stderr)
"""
# By what a module's name says of it, the cell that imports it.
_CELLS = {
    "plain": "import plain",
    "taken_from": "from taken_from import forks",
    "beside_a_magic": "%matplotlib inline\nimport beside_a_magic",
    "package.part": "from package import part",
}
_LOOKS = f"""
import sys
print([name for name in {list(_CELLS)} if not sys.modules[name].forks])
one = 1
"""


def test_modules_that_given_cells_import_are_the_parents_and_print_on_nobodys_terminal(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    root = tmp_path / "course"
    (root / "source" / "kinds" / "package").mkdir(parents=True)
    files = {f"{name.replace('.', '/')}.py": _NOTES_FORKS for name in _CELLS} | {"package/__init__.py": ""}
    cells = {f"imports_{number}": (cell, "") for number, cell in enumerate(_CELLS.values())}
    course = make_plain_course(root, {**cells, "one": ("one = 1", "assert one == 1")}, files=files)
    hand_in(course, course.submitted / "s" / "kinds", {"one": _LOOKS})

    list(ClassGrading(course, "kinds").run())

    notebook = json.loads((root / "autograded" / "s" / "kinds" / "kinds.ipynb").read_text())
    answer = next(cell for cell in notebook["cells"] if cell["metadata"]["nbgrader"]["grade_id"] == "one")
    assert "".join(answer["outputs"][0]["text"]) == "[]\n"
    assert "hello" not in "".join(capfd.readouterr())


def test_the_runners_parent_has_no_tester_fw_of_its_own() -> None:
    """The release's is imported in its place, and in the sandbox nothing more could be read of another one."""
    program = (
        "import sys, nbproctor.examination.warm_parent_program, nbproctor.examination.runner.runner\n"
        "print(*(name for name in sys.modules if name.partition('.')[0] == 'tester_fw'))"
    )
    done = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"
