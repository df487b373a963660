"""Where all replies are the reference's, so is the verdict, and no examiner runs; in all else the two ways are one."""

from __future__ import annotations

import random
import re
import shutil
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from nbproctor.assignment.notebook import Assignment, grade_id
from nbproctor.check.checked_exam import prepare
from nbproctor.check.mutation.mutants import make_mutants
from nbproctor.config import Course
from nbproctor.results import Result
from tests.course.graded_samples import (
    ASSIGNMENTS,
    EXAMS_BOTH_WAYS,
    answered,
    compared_samples,
    graded_reference,
    short_tests,
    submit,
)
from tests.examination.both_ways import Compared, graded_both_ways
from tests.plain_course import hand_in, make_plain_course
from tests.soak import keep_official_seed

ROOT = Path(__file__).parents[3]


@dataclass(frozen=True)
class Share:
    """How much of an exam is judged both ways.

    Args:
        every: every so-manieth solution of each exercise.
        mutants: so many mutants of each exercise; None for all.
    """

    every: int
    mutants: int | None


_SOME, _ALL = Share(every=10, mutants=1), Share(every=1, mutants=None)
SHARES = [
    *(pytest.param(name, _SOME, id=f"{name}-some") for name in ("homework1", "lookup1")),
    *(pytest.param(name, _ALL, id=f"{name}-all", marks=pytest.mark.soak) for name in ASSIGNMENTS),
]


def _proof_set(
    course: Course, assignment: Assignment, released: NotebookNode, workspace: Path, share: Share
) -> Iterator[NotebookNode]:
    """Submissions in which each right and wrong solution of a share occurs once, and some mutants.

    Suites are left as they were released: neither way spares them their examiner.
    """
    folder = course.source / assignment.name / "solutions"
    sources = {grade_id(cell): cell.source for cell in assignment.notebook.cells}
    suites = {exercise.name for exercise in assignment.exercises if "Suite(" in sources[exercise.test]}
    by_exercise = {
        exercise.name: [path.read_text() for path in _solutions(folder, exercise.name)[:: share.every]]
        for exercise in assignment.exercises
        if exercise.name not in suites
    }
    for name, mutants in _shuffled_mutants(course, assignment, workspace).items():
        if name in by_exercise:
            by_exercise[name] += mutants[: share.mutants]
    unanswered = {
        exercise.name: cell.source
        for exercise in assignment.exercises
        for cell in released.cells
        if exercise.name in suites and grade_id(cell) == exercise.solutions[0]
    }
    for answers in zip_longest(*by_exercise.values()):
        yield answered(assignment, released, unanswered | dict(zip(by_exercise, answers, strict=True)))


def _solutions(folder: Path, exercise: str) -> Sequence[Path]:
    return [path for kind in ("right", "wrong") for path in sorted((folder / kind).glob(f"{exercise}_*.py"))]


def _shuffled_mutants(course: Course, assignment: Assignment, workspace: Path) -> dict[str, list[str]]:
    """The mutants of each exercise's solution, in an order drawn by chance: the same one each time."""
    shutil.copytree(course.source / assignment.name, workspace)
    made = defaultdict(list)
    for mutant in make_mutants(next(prepare(course, assignment.name, seeds=0, workspace=workspace))):
        made[mutant.exercise.name].append(mutant.code)
    draws = random.Random(assignment.name)
    return {name: draws.sample(codes, len(codes)) for name, codes in made.items()}


@pytest.mark.all
@pytest.mark.started_programs
@pytest.mark.parametrize("name", EXAMS_BOTH_WAYS)
def test_an_exams_reference_goes_the_short_way(name: str) -> None:
    reference = graded_reference(name)
    assert reference.compared.differences == []
    assert reference.result.score == reference.result.max_score
    assert reference.compared.short >= short_tests(Assignment.read(ROOT / "source" / name))


@pytest.mark.all
@pytest.mark.started_programs
@pytest.mark.parametrize("name", EXAMS_BOTH_WAYS)
def test_an_exams_samples_are_judged_alike(name: str) -> None:
    samples = compared_samples(name)
    assert samples.compared.differences == []
    assert samples.compared.papers and samples.compared.papers <= len(samples.results)


@pytest.mark.all
@pytest.mark.started_programs
@pytest.mark.parametrize(("name", "share"), SHARES)
def test_an_exams_solutions_and_mutants_are_judged_alike(name: str, share: Share, tmp_path: Path) -> None:
    course, submitted = Course(ROOT), tmp_path / "submitted"
    course.grading.official_seed_file = str(tmp_path / "secret" / "official_seed")
    keep_official_seed(course)
    course.grading.probes = 0
    course.grading.cell_seconds = 8  # a mutant that never ends takes as long, both ways
    assignment = Assignment.read(course.source / name)
    released = nbformat.read(course.release / name / assignment.path.name, as_version=4)
    for number, notebook in enumerate(_proof_set(course, assignment, released, tmp_path / "workspace", share)):
        submit(course, assignment, notebook, submitted / f"solutions-{number:03}")
    compared, found = graded_both_ways(course, name, submitted, tmp_path / "graded")
    assert compared.differences == []
    assert compared.papers and compared.papers <= len(found)


# An assignment whose tests go the short way, but for the last three: a clock, a random number, a file of the student's.
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
    "deals": (
        "class Deck:\n    def __init__(self): self.cards = ['Ah', 'Kd']\n    def deal(self): return self.cards.pop()\n"
        "def deals(): return Deck()",
        "deck = deals()\nassert deck.deal() == 'Kd'\nassert deck.cards == ['Ah']",
    ),
    "adds": (
        "def adds(a, b): return a + b\ndef off(found, right): return found - right",
        "for a, b in [(2, 3), (40, 2)]:\n    assert off(adds(a, b), a + b) == 0",
    ),
    "doubles": ("def doubles(n): return 2 * n", "import time\nn = time.time_ns() % 1000\nassert doubles(n) == 2 * n"),
    "halves": ("def halves(n): return n / 2", "import random\nn = random.random()\nassert halves(n) == n / 2"),
    "writes": (
        "def writes(name):\n    with open('name.txt', 'w') as file:\n        file.write(name)",
        "writes('Ada')\nwith open('name.txt') as file:\n    assert file.read() == 'Ada'",
    ),
}
RECORDED = 8

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
    "arguments sorted and turned round": (
        "sorts",
        "def sorts(cards):\n    cards.sort()\n    cards.reverse()",
        {"sorts"},
    ),
    "arguments changed and changed back": (
        "sorts",
        "def sorts(cards):\n    kept = list(cards)\n    cards.sort()\n    cards[:] = kept",
        {"sorts"},
    ),
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
    "an answer made of what the next call shows": (
        "adds",
        "shown = [0]\ndef adds(a, b): return shown[-1]\n"
        "def off(found, right):\n    shown.append(right)\n    return found - right",
        {"adds"},
    ),
    "an answer that waits for what is said ahead": (
        "adds",
        "import os, socket, stat\n"
        "def ahead():\n    for number in range(3, 64):\n        try:\n"
        "            if stat.S_ISSOCK(os.fstat(number).st_mode):\n"
        "                end = socket.socket(fileno=os.dup(number))\n"
        "                yield end.recv(1 << 20, socket.MSG_PEEK | socket.MSG_DONTWAIT)\n"
        "        except OSError:\n            pass\n"
        "def adds(a, b): return a + b if any(ahead()) else 0\ndef off(found, right): return found - right",
        {"adds"},
    ),
    "an object that is right at first": (
        "deals",
        "class Deck:\n    cards = ['Ah', 'Kd']\n    def deal(self): return self.cards[-1]\ndef deals(): return Deck()",
        {"deals"},
    ),
    "an object in place of data": (
        "deals",
        "class Agrees:\n    def __eq__(self, other): return True\n"
        "class Deck:\n    cards = ['Ah']\n    def deal(self): return Agrees()\ndef deals(): return Deck()",
        {"deals"},
    ),
    "another class with the right answers": (
        "deals",
        "class Cards:\n    cards = ['Ah']\n    def deal(self): return 'Kd'\ndef deals(): return Cards()",
        set(),  # in one kernel it passes as well
    ),
    "a file that says something else": (
        "writes", "def writes(name):\n    with open('name.txt', 'w') as file:\n        file.write('Bob')", {"writes"},
    ),
}  # fmt: skip
# A test that reads what the student wrote is no function of replies: one kernel grades it, whichever way the others go.
READS_SOURCE = {
    "again": ("def again(): return 7", "assert again() == 7"),
    "sums": (
        "def sums(numbers):\n    total = 0\n    for number in numbers:\n        total += number\n    return total",
        "assert sums([3, 4]) == 7\nassert 'sum(' not in inspect.getsource(sums)",
    ),
    "later": ("def later(): return 9", "assert later() == 9"),
}


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Compared, dict[str, Result]]:
    """All attacks and an honest submission, examined both ways in one run."""
    root = tmp_path_factory.mktemp("short-way")
    course, right = make_plain_course(root / "course", EXERCISES), {name: each for name, (each, _) in EXERCISES.items()}
    for number, (name, code, _) in enumerate(ATTACKS.values()):
        hand_in(course, root / "submitted" / f"attack-{number:02}" / "kinds", right | {name: code})
    hand_in(course, root / "submitted" / "honest" / "kinds", right)
    return graded_both_ways(course, "kinds", root / "submitted", root / "graded")


def test_both_ways_find_the_same_of_every_attack(attacked: tuple[Compared, dict[str, Result]]) -> None:
    compared, _ = attacked
    assert compared.papers == len(ATTACKS) + 1
    assert compared.differences == []


def test_what_is_the_references_needs_no_examiner_up_to_the_first_test_with_a_clock(
    attacked: tuple[Compared, dict[str, Result]],
) -> None:
    compared, found = attacked
    assert found["honest"].score == len(EXERCISES)
    rights = [list(EXERCISES).index(name) for name, _, _ in ATTACKS.values()]
    assert compared.short >= RECORDED + sum(min(right, RECORDED) for right in rights)
    # For the clock, each needs one in the end; whoever ends its process, with its next candidate already.
    assert compared.examiners == compared.papers - 1


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_on_the_short_way_earns_nothing(attacked: tuple[Compared, dict[str, Result]], name: str) -> None:
    _, found = attacked
    result = found[f"attack-{list(ATTACKS).index(name):02}"]
    assert {each.name for each in result.exercises if not each.earned} == ATTACKS[name][2]


def test_a_test_that_reads_source_code_finds_the_same_both_ways(tmp_path: Path) -> None:
    course = make_plain_course(tmp_path / "course", READS_SOURCE)
    right = {name: each for name, (each, _) in READS_SOURCE.items()}
    wrong = {"sums": "def sums(numbers): return sum(numbers)", "later": "def later(): return 7"}
    hand_in(course, tmp_path / "submitted" / "honest" / "kinds", right)
    hand_in(course, tmp_path / "submitted" / "lazy" / "kinds", right | wrong)
    compared, found = graded_both_ways(course, "kinds", tmp_path / "submitted", tmp_path / "graded")
    assert compared.differences == []
    assert [each.earned for each in found["honest"].exercises] == [1, 1, 1]
    assert [each.earned for each in found["lazy"].exercises] == [1, 0, 0]


def test_the_page_of_attacks_lists_them() -> None:
    page = (ROOT / "docs" / "attacks.md").read_text().partition("## Follow the short way")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `([^`]+)` \|", page, re.MULTILINE)) == set(ATTACKS)
