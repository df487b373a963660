"""A class with 40 mistakes, each in two wordings: what is found again as one mistake.

Of 80 students, one makes each mistake in each wording; `make soak` has a class of 300.
"""

from __future__ import annotations

import ast
import shutil
from collections import Counter, defaultdict
from pathlib import Path

import nbformat
import pytest

from nbproctor.config import Course
from nbproctor.report.mistake_groups import mistake_groups
from tests.marking.class_runs import graded, write

LEAST_SHARE_TOGETHER = 0.95
MISTAKES = {
    "ex1": """capitalises counts_tens_as_10 knows_spaces_tabs_and_line_breaks_only prints reads_five_cards
        returns_a_float takes_every_third_character""",
    "ex2": """compares_hashes compares_neighbours empties_its_input passes_over_falsy_values raises_always sorts
        tells_types_apart text_as_keys""",
    "ex3": "a_logarithm at_least_one counts_zeros leaves_out_the_last_bit looks_at_13_bits looks_at_52_bits",
    "ex4": """a_list broadway_is_forgotten counts_cards five_high_is_0_or_1 quads_by_or straights_run_round_the_ace
        trips_have_quads_among_them""",
    "ex5": "a_full_house_swapped a_royal_flush five_high_has_its_ace none_for_no_secondary two_pairs_are_a_pair",
    "ex6": "forgets_zeros_in_front returns_a_float shifts_too_far swaps_the_ranks",
    "ex7": "a_tuple lists_for_sets no_key_for_no_secondary",
}
NAMES = [f"{exercise}_{name}" for exercise, names in MISTAKES.items() for name in names.split()]


class _OtherNames(ast.NodeTransformer):
    """Gives the variables of functions other names."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        inner = [each for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)]
        names = {each.id for each in inner}
        kept = {name for each in ast.walk(node) if isinstance(each, ast.Global | ast.Nonlocal) for name in each.names}
        kept |= {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)}
        for each in ast.walk(node):
            if isinstance(each, ast.Name) and each.id in names - kept:
                each.id = f"my_{each.id}"
        return node


def _reworded(code: str) -> str:
    """The same code with other names and another layout, and without comments."""
    return ast.unparse(_OtherNames().visit(ast.parse(code)))


def _hand_in(course: Course, solutions: dict[str, str], students: int) -> dict[str, str]:
    """A class of which each student has one mistake: its name, by student."""
    made: dict[str, str] = {}
    for number in range(students):
        student, name = f"student-{number:03}", NAMES[number % len(NAMES)]
        code = (course.source / "midterm1" / "solutions" / "wrong" / f"{name}.py").read_text()
        code = _reworded(code) if number // len(NAMES) % 2 else code
        notebook = nbformat.read(course.release / "midterm1" / "midterm1.ipynb", as_version=4)
        for cell in notebook.cells:
            if cell.id in solutions:
                cell.source = solutions[cell.id]
                if cell.id == name.partition("_")[0]:
                    cell.source = f"{cell.source.partition('### demo')[0]}\n{code}"
        write(notebook, course.submitted, student, "midterm1")
        made[student] = name
    return made


@pytest.mark.all
@pytest.mark.parametrize("students", [80, pytest.param(300, marks=pytest.mark.soak)])
def test_of_many_students_with_40_mistakes_each_mistake_is_one_group(
    course: Path, solutions: dict[str, str], students: int
) -> None:
    assert len(NAMES) == 40
    ours = Course(course)
    shutil.rmtree(ours.submitted, ignore_errors=True)
    made = _hand_in(ours, solutions, students)
    groups = mistake_groups(graded(ours, "midterm1")[0].values())
    found = [
        Counter(made[one] for one in group.students if made[one].startswith(f"{cell.removeprefix('test_')}_"))
        for cell, those in groups.items()
        for group in those
    ]
    assert [dict(group) for group in found if len(group) > 1] == [], "two mistakes in one group"
    largest: dict[str, int] = defaultdict(int)
    for group in found:
        for name, count in group.items():
            largest[name] = max(largest[name], count)
    copies = Counter(made.values())
    apart = {name: largest[name] for name in NAMES if largest[name] < LEAST_SHARE_TOGETHER * copies[name]}
    assert apart == {}, f"of {students // len(NAMES)} copies, so many are together"
