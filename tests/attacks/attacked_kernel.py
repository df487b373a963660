"""The assignment that attacks on another kernel are handed in for.

Its kernel is ipykernel under the name of another language, so that an attack is a few lines of Python and has the
kernel's own sockets and keys in its hands, as any code has that runs in a kernel.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from nbformat import NotebookNode

from nbproctor.config import Course
from tests.attacks.attacked_course import NAME, SECRET_WORDS, built, cells_of, marked, tier_setting
from tests.plain_course import answered

KERNEL, LANGUAGE = "cobra", "cobra"

EXERCISES = {
    "ex1": ("def square(n):\n    return n * n", "assert square(3) == 9\nassert square(-4) == 16"),
    "ex2": (
        "def total(numbers):\n    return sum(numbers)",
        "assert total([1, 2]) == 3\n### BEGIN HIDDEN TESTS\n"
        f"assert total([5, 5]) == 10, '{SECRET_WORDS['hidden test']}'\n### END HIDDEN TESTS",
    ),
    "ex3": ("def shout(text):\n    return text.upper()", "assert shout('a') == 'A'"),
}

CONFIG = f"""\
c = get_config()
c.CourseDirectory.course_id = "{NAME}"
c.ClearSolutions.code_stub = {{"{LANGUAGE}": "raise NotImplementedError()"}}
c.Grading.cell_seconds = 5
c.Grading.submission_seconds = 40
c.Grading.workers = 2
"""


def install_kernel(folder: Path) -> None:
    """Put the kernel's specification below a folder, for JUPYTER_PATH."""
    there = folder / "kernels" / KERNEL
    there.mkdir(parents=True)
    argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    (there / "kernel.json").write_text(json.dumps({"argv": argv, "display_name": KERNEL, "language": LANGUAGE}))


def make_kernel_course(root: Path, tier: str = "") -> Course:
    """The course, built, with no submissions yet."""
    kernel = {"name": KERNEL, "display_name": KERNEL, "language": LANGUAGE}
    return built(root, cells_of(marked(EXERCISES)), CONFIG + tier_setting(tier), kernelspec=kernel)


def solved_kernel_notebook(course: Course) -> NotebookNode:
    """The release with a right answer in every solution cell: what an honest student hands in."""
    return answered(course, NAME, {name: solution for name, (solution, _) in EXERCISES.items()})
