"""The release as students meet it: in an empty folder, in an environment of their own, in a browser."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import expect

from tests.course.jupyter_servers import run_all_cells, serving
from tests.patience import HANGS

pytestmark = pytest.mark.all

PASSED = "Passed! Please submit."
EXERCISES = [f"ex{number}" for number in range(8)]
TEST_CELLS = [f"test_{name}" for name in EXERCISES]

# Runs the code cells of a notebook one after the other, as a kernel would, with nothing but Python: says of each
# what it printed and how it failed.
RUN_CELLS = """\
import io, json, sys
from contextlib import redirect_stdout

sys.path.insert(0, "")
names, found = {"__name__": "__main__"}, {}
with open("midterm1.ipynb", encoding="utf-8") as file:
    cells = [cell for cell in json.load(file)["cells"] if cell["cell_type"] == "code"]
for cell in cells:
    printed, error = io.StringIO(), None
    try:
        with redirect_stdout(printed):
            exec(compile("".join(cell["source"]), cell["id"], "exec"), names)
    except Exception as raised:
        error = type(raised).__name__
    found[cell["id"]] = [printed.getvalue(), error]
print(json.dumps([found, [sys.modules[name].__file__ for name in ("poker_game", "tester_fw")]]))
"""


@pytest.fixture
def untouched(built, tmp_path):
    """The release alone, in an empty folder."""
    return shutil.copytree(built / "release" / "midterm1", tmp_path / "downloaded")


@pytest.fixture
def solved(untouched, solutions):
    """The release alone, every exercise solved."""
    path = untouched / "midterm1.ipynb"
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        cell.source = solutions.get(cell.id, cell.source)
    nbformat.write(notebook, path)
    return untouched


# --- in an environment of their own ---------------------------------------------------------------


@pytest.fixture(scope="module")
def student_python(built, tmp_path_factory):
    """A Python with what the release asks for. Not JupyterLab: it takes long, and runs no cell by itself."""
    environment = tmp_path_factory.mktemp("student") / "venv"
    wanted = (built / "release" / "midterm1" / "requirements.txt").read_text().split()
    assert "jupyterlab" in [name.partition(">")[0] for name in wanted]
    subprocess.run([sys.executable, "-m", "venv", environment], check=True)
    python = environment / "bin" / "python"
    needed = [name for name in wanted if not name.startswith("jupyterlab")]
    subprocess.run([python, "-m", "pip", "install", "--quiet", *needed], check=True)
    return python


@pytest.fixture
def cells_of(student_python):
    """Runs the notebook in a folder and returns what each code cell printed and raised."""

    def cells_of(folder):
        # -P and no PYTHONPATH: only the folder itself and the environment are there to import from.
        variables = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        command = [student_python, "-P", "-c", RUN_CELLS]
        done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, timeout=HANGS)
        assert done.returncode == 0, done.stderr
        found, packages = json.loads(done.stdout)
        assert [Path(package).parents[1] for package in packages] == [folder, folder]
        return {name: (printed, error) for name, (printed, error) in found.items()}

    return cells_of


@pytest.mark.parametrize("name", ["numpy", "pandas", "nbgrader", "IPython", "nbproctor"])
def test_the_students_environment_lacks(student_python, name):
    done = subprocess.run([student_python, "-P", "-c", f"import {name}"], capture_output=True, text=True)
    assert f"ModuleNotFoundError: No module named '{name}'" in done.stderr


def test_with_the_reference_solutions_every_cell_runs_and_every_test_passes(solved, cells_of):
    cells = cells_of(solved)
    assert {name: error for name, (_, error) in cells.items() if error} == {}
    assert {name: cells[name][0] for name in TEST_CELLS} == dict.fromkeys(TEST_CELLS, PASSED + "\n")
    assert "351843729281280" in cells["ex1"][0]


def test_the_untouched_release_fails_only_where_an_answer_is_missing(untouched, cells_of):
    cells = cells_of(untouched)
    unanswered = {name for name in cells if name.removeprefix("test_") in EXERCISES[1:]}
    assert len(unanswered) == 14
    assert {name for name, (_, error) in cells.items() if error} == unanswered
    assert {cells[name][1] for name in unanswered} <= {"NotImplementedError", "NameError"}
    assert cells["test_ex0"] == (PASSED + "\n", None)


# --- in a browser ---------------------------------------------------------------------------------


@pytest.fixture
def jupyterlab(solved, environment, tmp_path):
    """The address of the solved notebook in a JupyterLab whose root is the release."""
    with serving("jupyterlab", solved, environment, tmp_path) as address:
        yield f"{address}/lab/tree/midterm1.ipynb?token=sesame"


@pytest.mark.needs("Chromium")
def test_in_jupyterlab_the_release_shows_its_title_and_its_picture_and_all_its_cells_run(page, jupyterlab):
    page.goto(jupyterlab)
    notebook = page.locator(".jp-NotebookPanel")
    expect(notebook.locator("h1").first).to_contain_text("Midterm 1, Spring 2024: Ranking Poker Hands")
    picture = notebook.locator("img[src*='cards.png']")
    page.wait_for_function("image => image.complete && image.naturalWidth > 0", arg=picture.element_handle())
    run_all_cells(page, notebook)
    expect(notebook.locator(".jp-OutputArea-output").filter(has_text=PASSED)).to_have_count(len(TEST_CELLS))
    expect(notebook.locator(".jp-OutputArea-output").last).to_contain_text("15 of 15 points so far.")
