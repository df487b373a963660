"""Where all replies are the reference's, so is the verdict, and no examiner runs; in all else the two ways are one."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections import defaultdict
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from nbproctor.assignment.notebook import Assignment, grade_id
from nbproctor.check.checked_exam import prepare
from nbproctor.check.mutation.mutants import make_mutants
from nbproctor.config import Course
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import Result
from tests.examination.both_ways import Compared, both_ways
from tests.plain_course import hand_in, make_plain_course

ROOT = Path(__file__).parents[3]
# Of each exercise; all of them, with another number, are compared for hours.
MUTANTS = int(os.environ.get("MUTANTS", "1"))
ASSIGNMENTS = sorted(path.name for path in (ROOT / "source").iterdir())


def _graded(course: Course, name: str, submitted: Path) -> tuple[Compared, dict[str, Result]]:
    """Grade submissions both ways; what was compared, and the results of the short way, by student."""
    found: dict[str, Result] = {}
    with both_ways() as compared:
        for submission, result in ClassGrading(course, name, submitted, submitted.parent / "graded").run():
            assert isinstance(result, Result), result
            found[submission.student] = result
    return compared, found


def _answered(assignment: Assignment, release: NotebookNode, answers: dict[str, str | None]) -> NotebookNode:
    """The reference, with other solutions of some exercises."""
    notebook = nbformat.from_dict(json.loads(nbformat.writes(release)))
    sources = {grade_id(cell): cell.source for cell in assignment.notebook.cells}
    for exercise in assignment.exercises:
        if answer := answers.get(exercise.name):
            sources |= dict.fromkeys(exercise.solutions, "") | {exercise.solutions[0]: answer}
    solutions = {cell for exercise in assignment.exercises for cell in exercise.solutions}
    for cell in notebook.cells:
        if cell.cell_type == "code" and grade_id(cell) in solutions:
            cell.source = sources[grade_id(cell)]
    return notebook


def _proof_set(course: Course, assignment: Assignment, workspace: Path) -> Iterator[NotebookNode]:
    """Submissions in which each right and wrong solution of the proof set, and each drawn mutant, occurs once."""
    release = nbformat.read(course.release / assignment.name / assignment.path.name, as_version=4)
    folder = course.source / assignment.name / "solutions"
    mutants = _drawn_mutants(course, assignment, workspace)
    by_exercise = {
        exercise.name: [
            *(path.read_text() for kind in ("right", "wrong") for path in _solutions(folder / kind, exercise.name)),
            *mutants[exercise.name],
        ]
        for exercise in assignment.exercises
    }
    for answers in zip_longest(*by_exercise.values()):
        yield _answered(assignment, release, dict(zip(by_exercise, answers, strict=True)))


def _solutions(folder: Path, exercise: str) -> list[Path]:
    return sorted(folder.glob(f"{exercise}_*.py"))


def _drawn_mutants(course: Course, assignment: Assignment, workspace: Path) -> dict[str, list[str]]:
    """Some mutants of each exercise's solution: the same ones each time."""
    shutil.copytree(course.source / assignment.name, workspace)
    made = defaultdict(list)
    for mutant in make_mutants(next(prepare(course, assignment.name, seeds=0, workspace=workspace))):
        made[mutant.exercise.name].append(mutant.code)
    draws = random.Random(assignment.name)
    return defaultdict(list, {name: draws.sample(codes, min(MUTANTS, len(codes))) for name, codes in made.items()})


@pytest.mark.all
@pytest.mark.parametrize("name", ASSIGNMENTS)
def test_an_exams_samples_solutions_and_mutants_are_judged_alike(name: str, tmp_path: Path) -> None:
    course, submitted = Course(ROOT), tmp_path / "submitted"
    course.grading.official_seed_file = str(tmp_path / "secret" / "official_seed")
    course.grading.probes = 0
    assignment = Assignment.read(course.source / name)
    for number, notebook in enumerate(_proof_set(course, assignment, tmp_path / "workspace")):
        folder = submitted / f"solutions-{number:03}" / name
        shutil.copytree(course.release / name, folder)
        nbformat.write(notebook, folder / assignment.path.name)
    for sample in (ROOT / "examples" / "submitted").glob(f"*/{name}"):
        shutil.copytree(sample, submitted / f"sample-{sample.parent.name}" / name)
    compared, found = _graded(course, name, submitted)
    assert compared.differences == []
    assert compared.papers and compared.papers <= len(found)
    assert compared.short >= compared.papers, "at least the first test of an exam needs no examiner"


# An assignment whose tests go the short way, but for the last two: one looks at a clock, one at a random number.
EXERCISES = {
    "codes": (
        "def encode(text): return [ord(letter) for letter in text]\ndef decode(codes): return ''.join(map(chr, codes))",
        "for text in ['deck', 'hand', 'chips']:\n    assert decode(encode(text)) == text",
    ),
    "greets": (
        "def greets(name):\n    print('Hello,', name)",
        "import contextlib, io\nheard = io.StringIO()\n"
        "with contextlib.redirect_stdout(heard):\n    greets('Ada')\nassert heard.getvalue() == 'Hello, Ada\\n'",
    ),
    "sorts": (
        "def sorts(cards):\n    cards.sort()",
        "cards = [3, 1, 2]\nassert sorts(cards) is None\nassert cards == [1, 2, 3]",
    ),
    "counts": (
        "dealt = []\ndef counts(card):\n    dealt.append(card)\n    return len(dealt)",
        "assert [counts('Ah'), counts('Kd')] == [1, 2]",
    ),
    "again": ("def again(): return len(dealt)", "assert again() == 2\nassert counts('2c') == 3"),
    "raises": (
        "def raises(rank):\n    if rank > 14: raise ValueError('no such rank')\n    return rank",
        "try:\n    raises(15)\nexcept ValueError as error:\n    assert 'rank' in str(error)\nelse:\n    assert False\n"
        "assert raises(3) == 3",
    ),
    "doubles": ("def doubles(n): return 2 * n", "import time\nn = time.time_ns() % 1000\nassert doubles(n) == 2 * n"),
    "halves": ("def halves(n): return n / 2", "import random\nn = random.random()\nassert halves(n) == n / 2"),
}
RECORDED = 6

# By what it tries: the exercise, what stands in its place, and the exercises that earn no point.
ATTACKS = {
    "replies of an earlier test replayed": (
        "again",
        "kept = []\ndef again():\n    kept.append(1)\n    return counts('Ah') if len(kept) > 1 else 1",
        {"again"},
    ),
    "a round trip that remembers": (
        "codes",
        "last = []\ndef encode(text):\n    last.append(text)\n    return len(last)\n"
        "def decode(codes): return last[codes - 1]",
        set(),  # in one kernel it passes as well
    ),
    "a round trip that answers with what it was shown": (
        "codes",
        "seen = []\ndef encode(text):\n    seen.append(text)\n    return [0]\ndef decode(codes): return seen[0]",
        {"codes"},
    ),
    "prints that differ alone": ("greets", "def greets(name):\n    print('hello,', name)", {"greets"}),
    "prints beside the right ones": ("greets", "def greets(name):\n    print('Hello,', name)\n    print()", {"greets"}),
    "arguments changed back": ("sorts", "def sorts(cards):\n    cards.sort()\n    cards.reverse()", {"sorts"}),
    "arguments changed and returned": ("sorts", "def sorts(cards):\n    cards.sort()\n    return cards", {"sorts"}),
    "right at once and wrong in order": (
        "counts",
        "dealt = []\ndef counts(card):\n    dealt.append(card)\n    return 1",
        {"counts", "again"},
    ),
    "state between tests": (
        "counts",
        "dealt = []\nfirst = []\ndef counts(card):\n    first.append(card)\n    return len(first)",
        {"again"},
    ),
    "other words of an exception that the test reads": (
        "raises",
        "def raises(rank):\n    if rank > 14: raise ValueError('no')\n    return rank",
        {"raises"},
    ),
    "the process ended in a call": ("sorts", "import os\ndef sorts(cards): os._exit(0)", {"sorts"}),
    "a clock in the test": ("doubles", "def doubles(n): return 2 * 123", {"doubles"}),
    "a random number in the test": ("halves", "def halves(n): return 0.25", {"halves"}),
    "a reply without an end": (
        "sorts", "def sorts(cards):\n    cards.sort()\n    return 'x' * 10_000_000", {"sorts"},
    ),
    "a wrong answer after many right ones": ("again", "def again(): return 3", {"again"}),
}  # fmt: skip


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Compared, dict[str, Result]]:
    """All attacks and an honest submission, examined both ways in one run."""
    root = tmp_path_factory.mktemp("short-way")
    course, right = make_plain_course(root / "course", EXERCISES), {name: each for name, (each, _) in EXERCISES.items()}
    for number, (name, code, _) in enumerate(ATTACKS.values()):
        hand_in(course, root / "submitted" / f"attack-{number:02}" / "kinds", right | {name: code})
    hand_in(course, root / "submitted" / "honest" / "kinds", right)
    return _graded(course, "kinds", root / "submitted")


def test_both_ways_find_the_same_of_every_attack(attacked: tuple[Compared, dict[str, Result]]) -> None:
    compared, _ = attacked
    assert compared.papers == len(ATTACKS) + 1
    assert compared.differences == []


def test_what_is_the_references_needs_no_examiner_up_to_the_first_test_with_a_clock(
    attacked: tuple[Compared, dict[str, Result]],
) -> None:
    compared, found = attacked
    assert found["honest"].score == len(EXERCISES)
    rights = [list(EXERCISES).index(name) if lost else RECORDED for name, _, lost in ATTACKS.values()]
    assert compared.short >= sum(min(right, RECORDED) for right in rights)
    # For the clock, each needs one in the end; whoever ends its process, with its next candidate already.
    assert compared.examiners == compared.papers - 1


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_on_the_short_way_earns_nothing(attacked: tuple[Compared, dict[str, Result]], name: str) -> None:
    _, found = attacked
    result = found[f"attack-{list(ATTACKS).index(name):02}"]
    assert {each.name for each in result.exercises if not each.earned} == ATTACKS[name][2]
