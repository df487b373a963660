"""One run of `course grade` over attacks and honest submissions, as one user at one tier of the sandbox."""

from __future__ import annotations

import copy
import json
import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat import NotebookNode

from nbproctor.config import Course
from nbproctor.intake.student_names import objection, stand_in
from tests.attacks.attack_files import Attack
from tests.attacks.attacked_course import NAME, POINTS, SECRET_WORDS, make_course, solved
from tests.attacks.surroundings import Surroundings, surroundings, temporary_folder
from tests.patience import HANGS

NOBODY = 65534
_EVERY = 8
"""After so many attacks comes an honest submission."""


@dataclass(frozen=True)
class Setting:
    """How a run is made.

    Args:
        tier: the strongest tier that it may use; empty: the strongest there is.
        ordinary: whether an ordinary user makes it.
    """

    tier: str
    ordinary: bool

    def __str__(self) -> str:
        return f"{self.tier or 'strongest'}-{'ordinary' if self.ordinary else 'own'}"


STRONGEST = Setting("A" if os.geteuid() == 0 else "B", ordinary=False)
"""As this user, at the strongest tier: root's is called A, an ordinary user's B."""


@dataclass
class Run:
    """What a run left: the folder of its output, its seconds, what it said, the students' folders."""

    output: Path
    around: Surroundings
    seconds: float = 0.0
    said: str = ""
    students: dict[str, str] = field(default_factory=dict)
    honest: list[str] = field(default_factory=list)

    def results(self, student: str) -> dict[str, Any]:
        """What `results.json` says of a student."""
        return json.loads((self.output / "autograded" / student / NAME / "results.json").read_text())

    def feedback(self, student: str) -> str:
        """The page that the student reads."""
        return (self.output / "feedback" / student / NAME / f"{NAME}.html").read_text()

    def unexpected(self, attack: Attack, exercises: Iterable[str]) -> dict[str, object]:
        """What an attack earned, or how an exercise of it ended, where it should not have; by exercise."""
        found: dict[str, object] = dict.fromkeys(exercises, "it is missing")
        for one in self.results(self.students[attack.name])["exercises"]:
            name, earned, outcome = one["name"], one["earned"], one["outcome"]
            expected = attack.points(name, POINTS)
            is_right = earned <= expected if attack.harms_itself else earned == expected
            if found.pop(name, "") and is_right and outcome == attack.outcomes.get(name, outcome):
                continue
            found[name] = f"{earned} points, {outcome}: {one['message']}"
        return found

    def secrets_told(self, attack: Attack) -> set[str]:
        """The secrets in the student's page, in all that code put out and tests said of it, and in the results."""
        student = self.students[attack.name]
        notebook = nbformat.read(self.output / "autograded" / student / NAME / f"{NAME}.ipynb", as_version=4)
        shown = json.dumps([cell.outputs for cell in notebook.cells if cell.cell_type == "code"])
        told = self.feedback(student) + shown + json.dumps(self.results(student))
        return {what for what, word in SECRET_WORDS.items() if word in told}

    def require_neighbours_right(self, exercises: Collection[str]) -> None:
        """The honest submissions have all points, and the run said nothing of its own."""
        assert self.honest
        scores = {student: self.results(student)["score"] for student in self.honest}
        assert scores == dict.fromkeys(self.honest, POINTS * len(exercises)), scores
        assert "Traceback" not in self.said, self.said


Targets = tuple[Callable[[Path, str], Course], Callable[[Course], NotebookNode]]


@contextmanager
def graded(
    attacks: Sequence[Attack],
    setting: Setting,
    honest: int | None = None,
    prepare: Callable[[Path], None] | None = None,
    targets: Targets = (make_course, solved),
) -> Iterator[Run]:
    """Hand the attacks in with honest submissions between them, and grade all in one run.

    Args:
        attacks: what is handed in beside the honest submissions.
        setting: how the run is made.
        honest: how many honest submissions; by default one for every few attacks.
        prepare: does something to the folder of the submissions before the run.
        targets: makes the course below a folder, for a tier of the sandbox; and an honest submission to it.
    """
    with temporary_folder() as root:
        make, solve = targets
        course = make(root / "course", setting.tier)
        user = NOBODY if setting.ordinary else None
        with surroundings(root, course.root, user) as around:
            run = Run(root / "graded", around)
            answers = solve(course)
            honest = len(attacks) // _EVERY + 2 if honest is None else honest
            for number, attack in enumerate(_interleaved(attacks, honest)):
                if attack is None:
                    run.honest.append(f"{number:03}-honest")
                    _hand_in_honest(root / "submitted" / run.honest[-1], answers)
                else:
                    student = attack.student or f"{number:03}-{attack.technique}"
                    run.students[attack.name] = stand_in(student, ()) if objection(student) else student
                    attack.hand_in(root / "submitted", student, copy.deepcopy(answers), around.words())
            if prepare is not None:
                prepare(root / "submitted")
            run.output.mkdir()
            (root / "home").mkdir()
            if user is not None:
                _give(root, user)
            around.remember()
            _grade(run, root, setting)
            yield run


def _interleaved(attacks: Sequence[Attack], honest: int) -> Iterator[Attack | None]:
    """The attacks, spread evenly among so many honest submissions, for which None stands."""
    total = len(attacks) + honest
    waiting = iter(attacks)
    for number in range(total):
        is_attack = (number + 1) * len(attacks) // total > number * len(attacks) // total
        yield next(waiting) if is_attack else None


def _hand_in_honest(folder: Path, answers: NotebookNode) -> None:
    """An honest submission; its answer to the first exercise holds a word that no other student may see."""
    notebook = copy.deepcopy(answers)
    ex1 = next(cell for cell in notebook.cells if cell.id == "ex1")
    ex1.source += f"  # {SECRET_WORDS['neighbour']}"
    path = folder / NAME / f"{NAME}.ipynb"
    path.parent.mkdir(parents=True)
    nbformat.write(notebook, path)


def _grade(run: Run, root: Path, setting: Setting) -> None:
    command = [str(Path(sys.executable).with_name("course")), "grade", NAME]
    command += ["--submitted", str(root / "submitted"), "--output", str(run.output)]
    environment = {
        **os.environ,
        "TMPDIR": str(run.around.scratch),
        "PYTHONDONTWRITEBYTECODE": "1",
        "COURSE_OFFICIAL_SEED": f"{SECRET_WORDS['seed']} of the environment",
    }
    report = root / "left.json"
    keeper = [sys.executable, str(Path(__file__).parent / "keeper.py"), str(report), "120"]
    if setting.ordinary:
        environment["HOME"] = str(root / "home")
        command = as_ordinary_user(command)
    began = time.monotonic()
    done = subprocess.run(
        [*keeper, *command],
        cwd=run.around.course,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=HANGS,
        check=False,
    )
    run.seconds = time.monotonic() - began
    run.said = done.stdout.decode(errors="replace")
    if done.returncode != 0:
        pytest.fail(f"course grade ended with {done.returncode}:\n{run.said}", pytrace=False)
    run.around.left = json.loads(report.read_text())


def as_ordinary_user(command: list[str]) -> list[str]:
    """The command as root runs it for a user who is nobody, and who may run this Python even so.

    Python, or this project, may lie below a folder that is root's alone. Where one does, a mount namespace of the
    command's own has an empty folder over that folder, and in it nothing but Python and the project.
    """
    closed = list(_closed_to_others())
    kept = [(shlex.quote(str(prefix)), f"$kept/{number}") for number, (_, prefix) in enumerate(closed)]
    uncover = [
        "kept=$(mktemp -d)",
        *(f"mkdir {place} && mount --bind {prefix} {place}" for prefix, place in kept),
        *(f"mount -t tmpfs -o mode=755 none {shlex.quote(str(folder))}" for folder in {folder for folder, _ in closed}),
        *(f"mkdir -p {prefix} && mount --bind {place} {prefix} && umount {place}" for prefix, place in kept),
        "rm -r $kept",
    ]
    drop = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--inh-caps=-all", *command]
    return ["unshare", "--mount", "sh", "-ec", "\n".join([*uncover, f"exec {shlex.join(drop)}"])]


def _closed_to_others() -> Iterator[tuple[Path, Path]]:
    """The topmost folder on the way to Python, or to this project, that others may not enter; and where that leads."""
    project = Path(__file__).parents[2]
    for prefix in sorted({Path(place).resolve() for place in (sys.base_prefix, sys.prefix, project)}):
        for folder in (*reversed(prefix.parents), prefix):
            if not folder.stat().st_mode & 0o001:
                yield folder, prefix
                break


def cannot_be_ordinary() -> str:
    """Why this user cannot run anything as another, or nothing."""
    if not (shutil.which("setpriv") and shutil.which("unshare")):
        return "setpriv and unshare are missing"
    tried = subprocess.run(
        as_ordinary_user([sys.executable, "-c", "import os; print(os.getuid())"]), capture_output=True, check=False
    )
    return "" if tried.stdout.strip() == str(NOBODY).encode() else f"it fails: {tried.stderr.decode()[-300:]}"


def _give(folder: Path, user: int) -> None:
    for path in (folder, *folder.rglob("*")):
        os.chown(path, user, user, follow_symlinks=False)
