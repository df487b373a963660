"""An exercise that cannot be examined apart is proven too, and changes nothing of what is found about the others."""

from __future__ import annotations

import nbformat
import pytest

from nbproctor.check.findings import Verdict
from nbproctor.config import Course
from tests.check.conftest import Check
from tests.edited_notebook import edited_notebook
from tests.plain_course import nbgrader_cell

WRITES = """
### BEGIN SOLUTION
with open("best.txt", "w") as file:
    file.write("14")
### END SOLUTION
"""


@pytest.mark.all
def test_a_test_of_a_written_file_changes_no_finding_about_the_other_exercise(small: Course, check: Check) -> None:
    def about(course: Course, number: int) -> list[tuple[str, str, Verdict, str]]:
        found = [each for each in check(course) if each.proof != "time"]
        return [
            (each.proof, each.subject, each.verdict, each.sentence)
            for each in found
            if each.subject.startswith((f"exercise {number}", f"ex{number}", f"right/ex{number}", f"wrong/ex{number}"))
        ]

    before = about(small, 1)
    with edited_notebook(small.source / "small" / "small.ipynb") as notebook:
        notebook.cells += [
            nbformat.v4.new_markdown_cell("## Exercise 2 (1 point): the best card, in best.txt", id="prompt_2"),
            nbgrader_cell("ex2", "solution", WRITES),
            nbgrader_cell("test_ex2", "test", "assert open('best.txt').read() == '14'"),
        ]
    assert before
    assert about(small, 1) == before
    mutants = [verdict for proof, _, verdict, _ in about(small, 2) if proof == "mutants"]
    assert mutants and set(mutants) == {Verdict.PROVEN}
