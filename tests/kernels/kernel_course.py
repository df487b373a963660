"""Courses whose notebooks are R's or bash's, graded by nbgrader and by `course grade`."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.nbgrader.side_by_side import Exercises, SideBySide, notebook_of

STUBS = "c.ClearSolutions.code_stub = {'R': '# YOUR CODE HERE\\nstop()', 'bash': '# YOUR CODE HERE\\nfalse'}"


@dataclass(frozen=True)
class Language:
    """A language with its kernel, an assignment, and how a student can go wrong in it.

    Args:
        argv: how the kernel is started.
        exercises: a solution and a test for each.
        wrong: wrong solutions, by exercise.
        broken: what is no code.
        prints: what prints `seen` and the working folder.
    """

    name: str
    kernel: str
    argv: tuple[str, ...]
    exercises: Exercises
    wrong: Mapping[str, str]
    broken: str
    endless: str
    prints: str

    @property
    def right(self) -> dict[str, str]:
        return {name: solution for name, (solution, _) in self.exercises.items()}


R = Language(
    name="R",
    kernel="ir",
    argv=("R", "--slave", "-e", "IRkernel::main()", "--args", "{connection_file}"),
    exercises={
        "square": ("square <- function(n) n * n", "stopifnot(square(3) == 9)\nprint('fine')"),
        "total": (
            "total <- function(x) sum(x)",
            "stopifnot(total(c(1, 2)) == 3)\n### BEGIN HIDDEN TESTS\n"
            "if (total(c(5, 5)) != 10) stop('QuartzHidden')\n### END HIDDEN TESTS",
        ),
        "table": ("table <- data.frame(a = 1:3)", "stopifnot(nrow(table) == 3, sum(table$a) == 6)\nhead(table)"),
        "share": ("share <- 0.5", "share"),
    },
    wrong={"square": "square <- function(n) 9.5", "total": "total <- function(x) 3", "table": "stop('no table')"},
    broken="square <- function(",
    endless="while (TRUE) {}",
    prints="cat('seen', getwd())",
)
BASH = Language(
    name="bash",
    kernel="bash",
    argv=(sys.executable, "-m", "bash_kernel", "-f", "{connection_file}"),
    exercises={
        "square": ("square() { echo $(($1 * $1)); }", "[ $(square 3) = 9 ]"),
        "total": (
            "total() { local n=0; for x in $@; do n=$((n + x)); done; echo $n; }",
            "[ $(total 1 2) = 3 ]\n### BEGIN HIDDEN TESTS\n"
            "[ $(total 5 5) = 10 ] || (echo QuartzHidden; false)\n### END HIDDEN TESTS",
        ),
        "table": ("printf 'a\\n1\\n' > table.csv", "cat table.csv\n[ $(wc -l < table.csv) = 2 ]"),
        "share": ("share=0.5", "echo $share"),
    },
    wrong={"square": "square() { echo 9.5; }", "total": "total() { echo 3; }", "table": "cat nowhere.csv"},
    broken="fi",
    endless="while true; do :; done",
    prints='echo "seen $PWD"',
)
LANGUAGES = {language.name: language for language in (R, BASH)}
NEED = {"R": "IRkernel", "bash": "bash_kernel"}


def install_kernels(folder: Path) -> None:
    """Put the specifications of both kernels below a folder, for JUPYTER_PATH."""
    for language in LANGUAGES.values():
        there = folder / "kernels" / language.kernel
        there.mkdir(parents=True)
        about = {"argv": language.argv, "display_name": language.name, "language": language.name}
        (there / "kernel.json").write_text(json.dumps(about))


def make_course(root: Path, language: Language, settings: str = "") -> SideBySide:
    """A course with one assignment, `ps1`, in a language, and its release; with these lines more of configuration."""
    both = SideBySide(root, f"{STUBS}\nc.Grading.cell_seconds = 20\n{settings}")
    notebook = notebook_of(language.exercises)
    notebook.metadata.kernelspec = {"name": language.kernel, "display_name": language.name, "language": language.name}
    both.write("source/ps1/own.ipynb", notebook)
    both.course("build", "ps1")
    return both


def hand_in(both: SideBySide, student: str, solutions: Mapping[str, str]) -> None:
    both.write(f"submitted/{student}/ps1/own.ipynb", both.solve("release/ps1/own.ipynb", solutions))


def result(both: SideBySide, student: str) -> dict[str, object]:
    path = both.ours / "autograded" / student / "ps1" / "results.json"
    return json.loads(path.read_text())  # type: ignore[no-any-return]


def outcomes(both: SideBySide, student: str) -> dict[str, str]:
    return {one["name"]: one["outcome"] for one in result(both, student)["exercises"]}  # type: ignore[attr-defined]
