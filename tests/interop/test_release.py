"""The release as students meet it: in an empty folder, in an environment of their own, in a browser."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Error, expect, sync_playwright

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
for cell in json.load(open("midterm1.ipynb", encoding="utf-8"))["cells"]:
    if cell["cell_type"] == "code":
        printed, error = io.StringIO(), None
        try:
            with redirect_stdout(printed):
                exec(compile("".join(cell["source"]), cell["id"], "exec"), names)
        except Exception as raised:
            error = type(raised).__name__
        found[cell["id"]] = [printed.getvalue(), error]
modules = {name: module.__file__ for name, module in sys.modules.items() if name in ("tester_fw", "poker_game")}
print(json.dumps([found, modules]))
"""

CHROMIUM = Path("/usr/bin/chromium")
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


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
        done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        found, modules = json.loads(done.stdout)
        assert {name: Path(file).parents[1] for name, file in modules.items()} == dict.fromkeys(modules, folder)
        assert modules.keys() == {"tester_fw", "poker_game"}
        return {name: (printed, error) for name, (printed, error) in found.items()}

    return cells_of


@pytest.mark.parametrize("name", ["numpy", "pandas", "nbgrader", "IPython", "grading"])
def test_the_students_environment_lacks(student_python, name):
    done = subprocess.run([student_python, "-P", "-c", f"import {name}"], capture_output=True, text=True)
    assert f"ModuleNotFoundError: No module named '{name}'" in done.stderr


def test_with_the_reference_solutions_every_cell_runs_and_every_test_passes(solved, cells_of):
    cells = cells_of(solved)
    assert {name: error for name, (_, error) in cells.items() if error} == {}
    assert {name: printed.strip() for name, (printed, _) in cells.items() if name in TEST_CELLS} == dict.fromkeys(
        TEST_CELLS, PASSED
    )
    assert "351843729281280" in cells["ex1"][0]


def test_the_untouched_release_fails_only_where_an_answer_is_missing(untouched, cells_of):
    cells = cells_of(untouched)
    missing = {*EXERCISES, *TEST_CELLS} - {"ex0", "test_ex0"}
    assert {name for name, (_, error) in cells.items() if error} == missing
    assert {cells[name][1] for name in missing} <= {"NotImplementedError", "NameError"}
    assert cells["test_ex0"] == (PASSED + "\n", None)


# --- in a browser ---------------------------------------------------------------------------------


@pytest.fixture
def jupyterlab(solved, environment):
    """A JupyterLab server on the solved release; its address, token included."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    # Every cell is drawn, not only those in sight, so that the page can be read from top to end.
    settings = Path(environment["JUPYTER_CONFIG_DIR"]) / "lab" / "user-settings" / "@jupyterlab" / "notebook-extension"
    settings.mkdir(parents=True, exist_ok=True)
    (settings / "tracker.jupyterlab-settings").write_text('{"windowingMode": "none"}')
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ServerApp.ip=127.0.0.1"]
    options = {
        "ServerApp.port": port,
        "ServerApp.port_retries": 0,
        "ServerApp.root_dir": solved,
        "IdentityProvider.token": "sesame",
        "LabApp.news_url": "None",
        "LabApp.check_for_updates_class": "jupyterlab.NeverCheckForUpdate",
        "LabApp.extension_manager": "readonly",
    }
    command += [f"--{name}={value}" for name, value in options.items()]
    log = solved.parent / "jupyterlab.log"
    with log.open("w") as file, subprocess.Popen(command, cwd=solved, env=environment, stdout=file, stderr=file) as it:
        try:
            wait_for(port, it, log)
            yield f"http://127.0.0.1:{port}/lab/tree/midterm1.ipynb?token=sesame"
        finally:
            it.terminate()
            try:
                it.wait(20)
            finally:
                it.kill()


def wait_for(port, server, log):
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline:
        assert server.poll() is None, log.read_text()
        try:
            connection = HTTPConnection("127.0.0.1", port, timeout=10)
            connection.request("GET", "/api/status?token=sesame")
            if connection.getresponse().status == 200:
                return
        except OSError:
            time.sleep(0.2)
    raise AssertionError(f"JupyterLab did not answer: {log.read_text()}")


@contextmanager
def browser_page():
    if not CHROMIUM.exists():
        pytest.fail(f"{CHROMIUM} is missing: install a browser with `apt-get update && apt-get install -y chromium`")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        try:
            yield browser.new_page(viewport={"width": 1400, "height": 1000})
        finally:
            browser.close()


def test_in_jupyterlab_the_release_opens_with_its_picture_and_all_its_cells_run(jupyterlab):
    with browser_page() as page:
        page.set_default_timeout(90_000)
        expect.set_options(timeout=90_000)
        page.goto(jupyterlab)
        notebook = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")
        expect(notebook.locator("h1").first).to_contain_text("Midterm 1, Spring 2024: Ranking Poker Hands")
        picture = notebook.locator("img[src*='cards.png']").first
        expect(picture).to_be_attached()
        page.wait_for_function("image => image.complete && image.naturalWidth > 0", arg=picture.element_handle())
        # The kernel is there when its status says so; before that, running would ask for one.
        expect(notebook.locator(".jp-Notebook-ExecutionIndicator[data-status='idle']")).to_be_attached()
        time.sleep(0)
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        passed = notebook.locator(".jp-OutputArea-output").filter(has_text=PASSED)
        expect(passed).to_have_count(len(TEST_CELLS))
        expect(notebook.locator(".jp-OutputArea-output[data-mime-type='application/vnd.jupyter.error']")).to_have_count(0)
        page.screenshot(path="/tmp/x/shot.png")
        picture.scroll_into_view_if_needed(); page.screenshot(path="/tmp/x/shot2.png")
        print(page.content()[:0])
