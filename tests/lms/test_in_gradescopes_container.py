"""The autograder for Gradescope in a Debian of its own, confined as a container is: root, and no user namespaces."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat import NotebookNode

from nbproctor.config import Course
from nbproctor.examination.sandbox.tiers import THROW_AWAY_USER
from nbproctor.lms.gradescope_autograder import write_autograder
from tests.course_copy import ROOT
from tests.lms import container_program

pytestmark = [
    pytest.mark.all,
    pytest.mark.needs("root", "namespaces", "debootstrap"),
    pytest.mark.xdist_group("a container of Debian"),
]

DEBIAN = "bookworm"
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
POINTS = 8
CAP = 6
SETTINGS = "c.Grading.cell_seconds = 3\nc.Grading.submission_seconds = 30\n"

# What a submission finds that looks everywhere; each word names what succeeded.
LOOKS = f"""\
import os, socket, subprocess

FOUND = []

def attempt(name, work):
    try:
        work()
    except BaseException:
        return
    FOUND.append(name)

def require_open(path):
    # the sandbox may only pretend that it changes modes
    if not os.stat(path).st_mode & 0o77:
        raise PermissionError

COURSE = "/autograder/source/course"
for path in (
    f"{{COURSE}}/.secret/official_seed", f"{{COURSE}}/grading_config.py", f"{{COURSE}}/source/numbers/cases.py",
    f"{{COURSE}}/source/numbers/numbers.ipynb", "/autograder/results/results.json", "/etc/shadow",
    "/autograder/submission_metadata.json", "/proc/1/environ", f"/proc/{{os.getppid()}}/environ",
    f"/proc/{{os.getppid()}}/mem",
):
    attempt(f"reads {{path}}", lambda: open(path, "rb").read(10))
for path in ("/autograder/source", COURSE, "/autograder/results"):
    attempt(f"lists {{path}}", lambda: os.listdir(path))
for path in (
    "/autograder/results/results.json", "/autograder/results/other.json", "/autograder/run_autograder",
    "/opt/nbproctor/lib/python3.11/site-packages/nbproctor/results.py", f"{{COURSE}}/grading_config.py",
):
    attempt(f"writes {{path}}", lambda: open(path, "a"))
attempt("becomes root", lambda: os.setuid(0))
if os.getuid() != {THROW_AWAY_USER} or os.geteuid() != {THROW_AWAY_USER}:
    FOUND.append("runs as somebody else")
attempt("changes a file's mode", lambda: os.chmod("/autograder/source", 0o777) or require_open("/autograder/source"))
attempt("ends the grader", lambda: os.kill(os.getppid(), 9))

def later():
    if os.fork() == 0:
        os.setsid()
        for _ in range(600):
            attempt("", lambda: open("/autograder/results/results.json", "w").write('{{"score": {POINTS}}}'))
            __import__("time").sleep(0.05)
        os._exit(0)

attempt("leaves a process", later)
def square(n):
    return 0
"""


@pytest.fixture(scope="module")
def debian(built_course: Course, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The root of a Debian in which `setup.sh` has run."""
    work = tmp_path_factory.mktemp("gradescope")
    root = work / "root"
    make = ["debootstrap", "--variant=minbase", "--include=python3,python3-venv", DEBIAN, root]
    subprocess.run(make, check=True, stdout=subprocess.DEVNULL)
    shutil.copy("/etc/resolv.conf", root / "etc" / "resolv.conf")
    if CERTIFICATES.exists():
        shutil.copy(CERTIFICATES, root / CERTIFICATES.relative_to("/"))
    place = root / "autograder"
    write_autograder(built_course, "numbers", work / "autograder.zip")
    shutil.unpack_archive(work / "autograder.zip", place / "source")
    shutil.copy(place / "source" / "run_autograder", place)
    (place / "run_autograder").chmod(0o755)
    with (place / "source" / "course" / "grading_config.py").open("a") as file:
        file.write(SETTINGS)
    in_container(root, "bash", "/autograder/source/setup.sh", has_network=True).check_returncode()
    yield root
    shutil.rmtree(root)


def in_container(
    root: Path, *program: str, has_network: bool = False, without: str = ""
) -> subprocess.CompletedProcess[bytes]:
    """Run a program in the root as Gradescope would."""
    own = ["--mount", "--pid", "--ipc", "--uts", *([] if has_network else ["--net"])]
    enter = ["unshare", *own, "--fork", "--kill-child", sys.executable, container_program.__file__, root]
    settings = {name: value for name, value in os.environ.items() if name in ("PIP_INDEX_URL", "PIP_CERT")}
    environment = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"}
    environment |= {"PYTHONPATH": str(ROOT), **settings}
    words = [*enter, without, "env", "-u", "PYTHONPATH", *program]
    return subprocess.run(words, env=environment, check=False)


Grade = Callable[..., dict[str, Any]]


@pytest.fixture
def grade(debian: Path, built_course: Course, solved: Callable[..., NotebookNode]) -> Grade:
    """A function that hands in a notebook with these cells, or none, and returns `results.json`."""
    place = debian / "autograder"

    def run(cells: Mapping[str, str] | None, without: str = "") -> dict[str, Any]:
        for folder in ("submission", "results"):
            shutil.rmtree(place / folder, ignore_errors=True)
            (place / folder).mkdir()
        (place / "submission_metadata.json").write_text('{"previous_submissions": []}')
        if cells is not None:
            nbformat.write(solved(built_course, **cells), place / "submission" / "numbers (2).ipynb")
        in_container(debian, "/autograder/run_autograder", without=without)
        results: dict[str, Any] = json.loads((place / "results" / "results.json").read_text())
        return results

    return run


def _outcomes(results: dict[str, Any]) -> list[str]:
    return [test["output"].partition("\n")[0] for test in results["tests"]]


def test_right_answers_get_all_points_in_the_strongest_tier_that_a_container_allows(grade: Grade) -> None:
    results = grade({})
    assert results["score"] == CAP
    assert _outcomes(results) == ["passed"] * 4
    assert results["extra_data"]["sandbox"]["tier"] == "C"
    assert {"user", "files", "network"} <= {*results["extra_data"]["sandbox"]["enforced"]}


def test_a_wrong_answer_costs_its_exercise(grade: Grade) -> None:
    results = grade({"ex4": "def halve(n):\n    return n"})
    assert _outcomes(results) == ["passed", "passed", "passed", "failed"]
    assert "halve(n=" in results["tests"][3]["output"]


def test_what_is_empty_gets_no_points(grade: Grade, built_course: Course) -> None:
    released = nbformat.read(built_course.release / "numbers" / "numbers.ipynb", as_version=4)
    results = grade({cell.metadata.nbgrader.grade_id: cell.source for cell in released.cells})
    assert results["score"] == 0
    assert _outcomes(results) == ["not attempted"] * 4
    results = grade(None)
    assert results["score"] == 0
    assert "no file was handed in" in results["output"]


def test_an_endless_answer_is_stopped_and_costs_its_exercise(grade: Grade) -> None:
    results = grade({"ex4": "def halve(n):\n    while True: pass"})
    assert _outcomes(results) == ["passed", "passed", "passed", "timed out"]


WRONG = {"ex2": "def total(numbers): return None", "ex3": "def shout(text): return None"}
TELLS = "def halve(n):\n    raise RuntimeError(f'found: {FOUND}')"


def test_a_submission_that_looks_for_answers_or_writes_the_results_earns_nothing(grade: Grade) -> None:
    results = grade({"ex1": LOOKS, **WRONG, "ex4": TELLS})
    assert results["score"] == 0
    assert "found: []" in results["tests"][3]["output"]
    assert results["extra_data"]["sandbox"]["tier"] == "C"


def test_without_landlock_nothing_runs_and_every_test_says_why(grade: Grade) -> None:
    results = grade({}, without="landlock")
    assert [test["score"] for test in results["tests"]] == [0] * 4
    assert all("no sandbox of tier C or stronger" in test["output"] for test in results["tests"])


def test_without_any_capability_root_itself_reaches_nothing(grade: Grade) -> None:
    results = grade({"ex1": LOOKS, **WRONG, "ex4": TELLS}, without="capabilities")
    assert results["score"] == 0
    assert "found: ['runs as somebody else']" in results["tests"][3]["output"]
    assert results["extra_data"]["sandbox"]["tier"] == "C"


@pytest.fixture
def in_tier_d(debian: Path) -> Iterator[None]:
    """Lets submissions run in the weakest tier."""
    settings = debian / "autograder" / "source" / "course" / "grading_config.py"
    before = settings.read_text()
    settings.write_text(f"{before}c.Grading.weakest_tier = 'D'\n")
    yield
    settings.write_text(before)


@pytest.mark.usefixtures("in_tier_d")
def test_in_tier_d_the_answers_and_the_results_are_still_out_of_reach(grade: Grade) -> None:
    results = grade({"ex1": LOOKS, **WRONG, "ex4": TELLS}, without="landlock")
    assert results["score"] == 0
    assert "found: ['leaves a process']" in results["tests"][3]["output"]
    assert results["extra_data"]["sandbox"]["tier"] == "D"


@pytest.mark.usefixtures("in_tier_d")
def test_where_nothing_keeps_submissions_from_the_answers_they_get_no_points(grade: Grade) -> None:
    results = grade({}, without="landlock,capabilities")
    assert [test["score"] for test in results["tests"]] == [0] * 4
    assert all("as root" in test["output"] for test in results["tests"])


def test_even_if_nothing_can_be_started_there_is_a_sentence_and_no_score(grade: Grade, debian: Path) -> None:
    tools = debian / "opt" / "nbproctor"
    tools.rename(tools.with_name("away"))
    try:
        results = grade({})
    finally:
        tools.with_name("away").rename(tools)
    assert "score" not in results
    assert "You lose no points" in results["output"]
