"""From the candidate, no expected official answer can be reached."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from nbproctor.assignment.build import build
from nbproctor.assignment.official_seed import SEED_VARIABLE, official_seed
from nbproctor.config import Course
from nbproctor.marking.class_grading import ClassGrading

pytestmark = pytest.mark.started_programs

# The reference's answers begin with this word, the official seed with the other; nothing else does.
ANSWER, SEED = "SphinxAnswer", "SphinxSeed"

# What a submission runs, in the very call of an official test: it looks everywhere for the answer to this
# call and for the seed, and returns where it found them. It knows both words backwards only, so that it
# does not find itself.
SEARCH = """
def search(course, *backwards):
    import gc, os, sys
    found = []

    def look(place, text):
        found.extend(f"{word[:4]} in {place}" for word in backwards if word[::-1] in text)

    def shown(value):
        try:
            return repr(value)[:100_000]
        except BaseException:
            return ""

    def stack():
        frame = sys._getframe()
        while frame is not None:
            for name, value in [*frame.f_locals.items(), *frame.f_globals.items()]:
                look(f"frame {frame.f_code.co_name}: {name}", shown(value))
            frame = frame.f_back

    def objects():
        for value in gc.get_objects():
            if isinstance(value, (dict, list, tuple, set)):
                look("an object", shown(value))

    def modules():
        for name, module in list(sys.modules.items()):
            for attribute, value in list(getattr(module, "__dict__", {}).items()):
                look(f"{name}.{attribute}", shown(value) if not callable(value) else "")

    def environment():
        look("the environment", shown(dict(os.environ)) + shown(sys.argv))
        for process in os.listdir("/proc") if os.access("/proc", os.R_OK) else []:
            for file in ("environ", "cmdline"):
                read(f"/proc/{process}/{file}")

    def read(path):
        try:
            with open(path, "rb") as file:
                look(path, file.read(5_000_000).decode("latin1"))
        except (OSError, ValueError):
            pass

    def files():
        own = [path for path in sys.path if not path.startswith((sys.prefix, sys.base_prefix))]
        for top in (os.getcwd(), *own, course):
            for folder, folders, names in os.walk(top or "."):
                folders[:] = [name for name in folders if name not in (".git", ".venv")]
                for name in names:
                    read(os.path.join(folder, name))
        for folder in (course, os.path.dirname(course), "/", "/tmp", "/proc", "/home", "/root"):
            try:
                names = os.listdir(folder)
            except OSError:
                continue
            if names and folder != os.path.dirname(os.getcwd()):  # its own copy of the release shows
                found.append(f"the listing of {folder}: {names[:3]}")

    for way in (stack, objects, modules, environment, files):
        try:
            way()
        except (OSError, RuntimeError):
            pass
    return sorted(set(found))
"""

SOLUTION = f"""\
def halve(n):
    ### BEGIN SOLUTION
    return "{ANSWER}" + str(n / 2)
    ### END SOLUTION"""

# No official case is a visible one by chance.
SAMPLERS = """\
from nbproctor import Sampler

tc_halve = Sampler(count=20)


@tc_halve.kind("any")
def any_number(rng):
    return {"n": 2 * rng.getrandbits(40)}
"""


@pytest.fixture
def course(own_course: Course, monkeypatch: pytest.MonkeyPatch) -> Course:
    """The small course, with answers and a secret seed that can be recognised."""
    folder = own_course.source / "numbers"
    notebook = nbformat.read(folder / "numbers.ipynb", as_version=4)
    next(cell for cell in notebook.cells if cell.id == "ex4").source = SOLUTION
    nbformat.write(notebook, folder / "numbers.ipynb")
    (folder / "cases.py").write_text(SAMPLERS)
    build(own_course, "numbers")
    monkeypatch.setenv(SEED_VARIABLE, f"{SEED} of the environment")
    own_course.official_seed_file.write_text(f"{SEED} of the file\n")
    own_course.grading.cell_seconds = 60
    own_course.grading.submission_seconds = 120
    return own_course


def _with_search(notebook: NotebookNode, course: Course) -> None:
    cell = next(cell for cell in notebook.cells if cell.id == "ex4")
    cell.source = f"""{SEARCH}
def halve(n):
    answer = {ANSWER[::-1]!r}
    return {{"found": search({str(course.root)!r}, str(n / 2)[::-1] + answer, {SEED[::-1]!r})}}
"""


def test_no_search_from_the_candidate_finds_an_answer_or_the_seed(
    course: Course, hand_in: Callable[..., Path], tmp_path: Path
) -> None:
    submitted = hand_in(course, edit=lambda notebook: _with_search(notebook, course))
    ((_, result),) = ClassGrading(course, "numbers", submitted, tmp_path / "graded").run()
    exercise = result.exercises[3]  # type: ignore[union-attr]
    assert exercise.outcome == "failed"
    assert "returned {'found': []} (dict); expected" in exercise.message, exercise.message


# As a test in the student's own kernel has it: on the stack, in a process that can read the course.
IN_ONE_PROCESS = f"""{SEARCH}
import json, sys

def test(course, *backwards):
    expected = "{ANSWER}4.5"
    return search(course, *backwards)

print(json.dumps(test(*sys.argv[1:])))
"""


def test_the_same_search_finds_both_where_nothing_keeps_it_from_them(course: Course) -> None:
    words = [ANSWER[::-1], SEED[::-1]]
    command = [sys.executable, "-c", IN_ONE_PROCESS, str(course.root), *words]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    answers, seeds = ({line.partition(" in ")[2] for line in found if line.startswith(word[:4])} for word in words)
    assert {"frame test: expected", str(course.source / "numbers" / "numbers.ipynb")} <= answers
    assert {"the environment", str(course.official_seed_file)} <= seeds


def test_the_seed_is_made_once_outside_of_git_and_for_its_owner_alone(own_course: Course) -> None:
    shutil.rmtree(own_course.official_seed_file.parent)
    first = official_seed(own_course)
    assert len(first) == 64
    assert official_seed(own_course) == first
    assert own_course.official_seed_file.stat().st_mode & 0o077 == 0


def test_the_seed_of_the_environment_comes_first(own_course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SEED_VARIABLE, "given")
    own_course.official_seed_file.write_text("another")
    assert official_seed(own_course) == "given"
    own_course.official_seed_file.unlink()
    assert official_seed(own_course) == "given"
    assert not own_course.official_seed_file.exists()


def test_nothing_of_the_official_cases_is_written(course: Course, hand_in: Callable[..., Path], tmp_path: Path) -> None:
    graded = tmp_path / "graded"
    list(ClassGrading(course, "numbers", hand_in(course), graded).run())
    written = [path.read_bytes() for path in graded.rglob("*") if path.is_file()]
    assert written
    assert not any(SEED.encode() in content for content in written)
    results = json.loads((graded / "autograded" / "student-001" / "numbers" / "results.json").read_text())
    assert "files" in results["sandbox"]["enforced"]
    assert SEED_VARIABLE in os.environ
