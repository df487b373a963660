"""A mutant of a right solution that loses by chance is found, and none where every mistake has a kind of case."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from nbproctor.config import Course

SCRIPT = Path(__file__).parent / "mutate_right_solutions.py"


def _run(course: Course) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, SCRIPT, "small", "--seeds", "12", "--mutants", "1000"]
    return subprocess.run(command, cwd=course.root, capture_output=True, text=True, check=False)


def test_a_mistake_that_shows_by_chance_is_listed(small: Course) -> None:
    code = "def larger(a, b):\n    if b - a == 5:\n        return a + 5\n    return max(a, b)\n"
    (small.source / "small" / "solutions" / "right" / "ex1_five_more.py").write_text(f"# Five more.\n\n\n{code}")
    done = _run(small)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "right/ex1_five_more.py: 5 becomes 4" in done.stdout
    assert "+ return a + 4" in done.stdout


def test_where_every_mistake_has_a_kind_of_case_none_is(small: Course) -> None:
    done = _run(small)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == "0 mutants of right solutions lose by chance\n"
