"""What a release imports from these tools ships with it, and what it needs is named."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest

from nbproctor.assignment.made_requirements import MADE
from nbproctor.assignment.release import build
from nbproctor.assignment.shipped_tools import ship_tools
from nbproctor.config import Course


def release_of(folder: Path, *cells: str, **files: str) -> Path:
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    nbformat.write(notebook, folder / "quiz1.ipynb")
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text)
    ship_tools(folder, folder.parent)
    return folder


@pytest.mark.parametrize(
    "cell", ["import tester_fw", "from tester_fw.testers import Tester", "!ls\nimport tester_fw.suites"]
)
def test_the_test_framework_ships_where_it_is_imported(tmp_path: Path, cell: str) -> None:
    release = release_of(tmp_path, cell, "import json, numpy as np", "import helper", helper_py="import yaml")
    assert (release / "tester_fw" / "testers.py").is_file()
    lines = (release / "requirements.txt").read_text().splitlines()
    assert lines == [MADE, "jupyterlab>=4.2", "dill>=0.3.8", "cryptography>=42", "numpy", "PyYAML"]


def test_what_an_author_requires_stays(tmp_path: Path) -> None:
    own = "# Python 3.11\nnumpy<3\nDill==0.3.9"
    release = release_of(tmp_path, "import tester_fw, numpy", requirements_txt=own)
    added = ["jupyterlab>=4.2", "cryptography>=42"]
    assert (release / "requirements.txt").read_text().splitlines() == [*own.splitlines(), *added]


def test_a_release_without_it_names_what_else_it_needs(tmp_path: Path) -> None:
    release = release_of(tmp_path, "import json, numpy, helper", "from pandas import Series", helper_py="import yaml")
    assert sorted(path.name for path in release.iterdir()) == ["helper.py", "quiz1.ipynb", "requirements.txt"]
    assert (release / "requirements.txt").read_text() == f"{MADE}\nnumpy\npandas\nPyYAML\n"


def test_a_release_that_needs_nothing_is_left_alone(tmp_path: Path) -> None:
    assert sorted(path.name for path in release_of(tmp_path, "import json").iterdir()) == ["quiz1.ipynb"]


def test_without_it_what_an_author_requires_is_all(tmp_path: Path) -> None:
    release = release_of(tmp_path, "import numpy, pandas", requirements_txt="numpy<3\n")
    assert (release / "requirements.txt").read_text() == "numpy<3\n"


def test_modules_that_students_can_get_nowhere_are_named(tmp_path: Path) -> None:
    release = tmp_path / "release"
    release.mkdir()
    (tmp_path / "poker_game").mkdir()
    (tmp_path / "poker_game" / "cards.py").write_text("")
    (tmp_path / "dealing.py").write_text("")
    release_of(release, "import numpy, poker_game.cards, not_installed", "import dealing")
    assert ship_tools(release, tmp_path) == ["dealing", "not_installed", "poker_game"]
    assert (release / "requirements.txt").read_text() == f"{MADE}\nnumpy\n"


def test_where_the_course_ships_its_own_what_it_needs_is_named(tmp_path: Path) -> None:
    (tmp_path / "tester_fw").mkdir()
    (tmp_path / "tester_fw" / "testers.py").write_text("import pandas\n")
    release_of(tmp_path, "import tester_fw, numpy")
    assert [path.name for path in (tmp_path / "tester_fw").iterdir()] == ["testers.py"]
    written = (tmp_path / "requirements.txt").read_text()
    assert written.splitlines() == [MADE, "jupyterlab>=4.2", "dill>=0.3.8", "cryptography>=42", "numpy"]
    (tmp_path / "requirements.txt").write_text("numpy<3\n")
    release_of(tmp_path, "import tester_fw, numpy")
    assert (tmp_path / "requirements.txt").read_text() == "numpy<3\n"


def test_a_course_of_ones_own_gets_it(tmp_path: Path) -> None:
    (tmp_path / "source" / "quiz1").mkdir(parents=True)
    (tmp_path / "nbgrader_config.py").write_text("c = get_config()\n")
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("import tester_fw")])
    nbformat.write(notebook, tmp_path / "source" / "quiz1" / "quiz1.ipynb")
    build(Course(tmp_path), "quiz1")
    assert (tmp_path / "release" / "quiz1" / "tester_fw" / "__init__.py").is_file()
    assert not (tmp_path / "source" / "quiz1" / "tester_fw").exists()
