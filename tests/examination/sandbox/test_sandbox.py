"""The sandbox: what each tier keeps a submission from, tried for real by the doctor."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from nbproctor.config import Course
from nbproctor.errors import SandboxError
from nbproctor.examination.doctor import Diagnosis, Protection, diagnose
from nbproctor.examination.sandbox.escape_attempts import ATTEMPTS, JUDGES_ATTEMPTS
from nbproctor.examination.sandbox.tiers import THROW_AWAY_USER
from nbproctor.marking.class_grading import ClassGrading
from tests.examination.classes import NAME, results_of
from tests.made_once import made_once

IS_ROOT = os.geteuid() == 0
STRONGEST = "A" if IS_ROOT else "B"


@pytest.fixture(scope="module")
def diagnosed(built_course: Course) -> Callable[[str], Diagnosis]:
    """A function that returns what the doctor finds at a tier."""

    @made_once
    def at(tier: str) -> Diagnosis:
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(built_course.grading, "strongest_tier", tier)
            return diagnose(built_course)

    return at


@pytest.mark.needs("namespaces")
@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_nothing_forbidden_is_possible_in_the_strongest_tier(
    diagnosed: Callable[[str], Diagnosis], attempt: str
) -> None:
    diagnosis = diagnosed(STRONGEST)
    assert diagnosis.tier == STRONGEST, diagnosis.refusals
    (finding,) = [one for one in diagnosis.findings if one.attempt == attempt]
    assert finding.protection is not Protection.ABSENT, finding.detail


@pytest.mark.needs("namespaces")
def test_a_folder_that_only_the_grader_imports_from_weakens_no_sandbox(
    built_course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "own"
    own.mkdir(mode=0o700)
    monkeypatch.syspath_prepend(own)  # as a Dask worker does
    assert diagnose(built_course).tier == STRONGEST


@pytest.mark.parametrize(
    ("whose", "attempt"), [*(("findings", each) for each in ATTEMPTS), *(("judges", each) for each in JUDGES_ATTEMPTS)]
)
def test_without_namespaces_only_the_names_of_files_show(
    diagnosed: Callable[[str], Diagnosis], whose: str, attempt: str
) -> None:
    diagnosis = diagnosed("C")
    assert diagnosis.tier == "C", diagnosis.refusals
    (finding,) = [one for one in getattr(diagnosis, whose) if one.attempt == attempt]
    possible = finding.protection is Protection.ABSENT
    assert possible == (attempt == "see that a file outside exists"), finding.detail


def test_the_doctor_sees_what_is_not_prevented(diagnosed: Callable[[str], Diagnosis]) -> None:
    diagnosis = diagnosed("D")
    assert diagnosis.tier == "D"
    absent = {one.attempt for one in diagnosis.findings if one.protection is Protection.ABSENT}
    assert {"send by UDP", "connect to a socket in a folder", "start too many processes"} <= absent


def test_a_tier_below_the_configured_one_is_refused_with_the_reason(
    built_course: Course, hand_in: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong_user = "B" if IS_ROOT else "A"
    monkeypatch.setattr(built_course.grading, "strongest_tier", wrong_user)
    monkeypatch.setattr(built_course.grading, "weakest_tier", wrong_user)
    grading = ClassGrading(built_course, "numbers", hand_in(built_course), tmp_path / "graded")
    with pytest.raises(SandboxError, match=f"tier {wrong_user}: .*root"):
        list(grading.run())


@pytest.mark.needs("root")
@pytest.mark.parametrize("closed", [False, True])
def test_without_namespaces_root_still_lets_nobody_run_code_as_root(
    own_course: Course, hand_in: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, closed: bool
) -> None:
    """Python may lie in a folder that only root may enter, as one in root's home does."""
    if closed:
        own = tmp_path / "own"
        own.mkdir(mode=0o700)
        (own / "closed_library.py").write_text("")
        monkeypatch.syspath_prepend(own)
    monkeypatch.setattr(own_course.grading, "strongest_tier", "C")

    def say_who_runs_it(notebook: NotebookNode) -> None:
        notebook.cells.append(nbformat.v4.new_code_cell("import os\nprint(f'user {os.getuid()}, {os.geteuid()}')"))

    submitted = hand_in(own_course, edit=say_who_runs_it)
    (result,) = results_of(own_course, NAME, submitted, tmp_path / "graded").values()
    assert "user" in result.sandbox.enforced
    (graded,) = (tmp_path / "graded" / "autograded").rglob("*.ipynb")
    assert f"user {THROW_AWAY_USER}, {THROW_AWAY_USER}" in graded.read_text()


@pytest.mark.needs("namespaces")
def test_the_command_prints_a_row_for_each_attempt_and_the_tier(own_course: Course) -> None:
    course, environment = Path(sys.executable).with_name("course"), {**os.environ, "COLUMNS": "160"}
    done = subprocess.run([course, "doctor"], cwd=own_course.root, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert f"Tier {STRONGEST}:" in done.stdout
    assert [attempt for attempt in ATTEMPTS if attempt not in done.stdout] == []


_EMPTIES = """
import os, sys
from nbproctor.examination.sandbox import c_library, seccomp
path, may_truncate = sys.argv[1], sys.argv[2] == "True"
code = seccomp.compile_filter(may_fork=False, may_change_metadata=False, may_truncate=may_truncate)
c_library.refuse_new_privileges()
c_library.filter_calls(code)

def size_after(empty):
    with open(path, "wb") as file:
        file.write(b"text")
    try:
        empty()
    except OSError as error:
        print(error.strerror, end=" ")
    print(os.stat(path).st_size, end="; ")

size_after(lambda: os.truncate(path, 0))
for flags in (os.O_RDONLY, os.O_ACCMODE, os.O_WRONLY, os.O_RDWR):
    size_after(lambda: os.open(path, os.O_TRUNC | flags))
size_after(lambda: os.ftruncate(os.open(path, os.O_RDWR), 0))
"""


@pytest.mark.parametrize(
    ("may_truncate", "sizes"),
    [(True, "0; 0; 0; 0; 0; 0; "), (False, "{refused} 4; {refused} 4; {refused} 4; 0; 0; 0; ")],
)
def test_where_landlock_does_not_govern_it_a_file_is_emptied_only_by_who_may_write_it(
    tmp_path: Path, may_truncate: bool, sizes: str
) -> None:
    command = [sys.executable, "-c", _EMPTIES, str(tmp_path / "file"), str(may_truncate)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (sizes.format(refused=os.strerror(errno.EPERM)), "")
