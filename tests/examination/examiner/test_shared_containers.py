"""Data travels as copies. Where a copy makes an answer right that is wrong in one kernel, one kernel has the word."""

from __future__ import annotations

import sys

import pytest

from nbproctor.examination.wire.changed_arguments import SharedCopies
from nbproctor.examination.wire.codec import Codec
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import ExerciseResult, Result
from tests.plain_course import hand_in, make_plain_course

# A solution, its test, and an answer of which only the copies are right.
EXERCISES = {
    "returns_its_argument": (
        "def copy_of(xs): return list(xs)",
        "xs = [1]\nys = copy_of(xs)\nys.append(2)\nassert xs == [1] and ys == [1, 2]",
        "def copy_of(xs): return xs",
    ),
    "is_the_same": (
        "def another(xs): return list(xs)",
        "xs = [1]\nassert another(xs) is not xs and another(xs) == [1]",
        "def another(xs): return xs",
    ),
    "returns_one_list_again": (
        "def empty(): return []",
        "xs = empty()\nxs.append(1)\nassert empty() == []",
        "kept = []\ndef empty(): return kept",
    ),
    "changes_what_it_returned": (
        "def appended(n, xs=None): return [*(xs or []), n]",
        "xs = appended(1)\nappended(2)\nassert xs == [1]",
        "def appended(n, xs=[]):\n    xs.append(n)\n    return xs",
    ),
    "one_row_three_times": (
        "def grid(n): return [[0] * n for _ in range(n)]",
        "rows = grid(2)\nrows[0][0] = 1\nassert rows == [[1, 0], [0, 0]]",
        "def grid(n): return [[0] * n] * n",
    ),
    "rows_in_a_tuple": (
        "def rows(): return [0], [0]",
        "one, other = rows()\none.append(1)\nassert other == [0]",
        "pair = ([0],) * 2\ndef rows(): return pair",
    ),
    "two_names": ("p = [1]\nq = [1]", "p.append(2)\nassert q == [1]", "p = [1]\nq = p"),
    "keeps_its_argument": (
        "class Box:\n    def __init__(self, items): self.kept = list(items)\n    def size(self): return len(self.kept)",
        "given = [1]\nbox = Box(given)\ngiven.append(2)\nassert box.size() == 1",
        "class Box:\n    def __init__(self, items): self.kept = items\n    def size(self): return len(self.kept)",
    ),
    "gives_its_own_list_away": (
        "class Hand:\n    def __init__(self): self._cards = [1]\n    def cards(self): return list(self._cards)",
        "hand = Hand()\nhand.cards().append(2)\ncards = hand.cards()\ncards.append(3)\nassert hand.cards() == [1]",
        "class Hand:\n    def __init__(self): self._cards = [1]\n    def cards(self): return self._cards",
    ),
    "changes_a_name": (
        "deck = [3, 1, 2]\ndef best(): return sorted(deck)[-1]",
        "assert best() == 3 and deck == [3, 1, 2]",
        "deck = [3, 1, 2]\ndef best():\n    deck.sort()\n    return deck[-1]",
    ),
    "a_part_of_an_array": (
        "def part(row): return row[:2].copy()",
        "row = np.arange(3)\nfirst = part(row)\nfirst[0] = 7\nassert row[0] == 0",
        "def part(row): return row[:2]",
    ),
    "in_a_dict": (
        "def counts(names): return {name: [] for name in names}",
        "found = counts('ab')\nfound['a'].append(1)\nassert found['b'] == []",
        "def counts(names): return dict.fromkeys(names, [])",
    ),
}
# Its solution shares what no test changes.
HARMLESS = {
    "reads_an_attribute": (
        "class Deck:\n    def __init__(self): self.cards = [1, 2]",
        "deck = Deck()\nassert deck.cards == [1, 2] and len(deck.cards) == 2 and deck.cards is not None",
    ),
}


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, ExerciseResult]]:
    root = tmp_path_factory.mktemp("shared")
    course = make_plain_course(
        root / "course", {name: (each[0], each[1]) for name, each in {**EXERCISES, **HARMLESS}.items()}
    )
    right = {name: each[0] for name, each in {**EXERCISES, **HARMLESS}.items()}
    hand_in(course, course.submitted / "right" / "kinds", right)
    hand_in(course, course.submitted / "wrong" / "kinds", {name: each[2] for name, each in EXERCISES.items()})
    found = {}
    for submission, result in ClassGrading(course, "kinds").run():
        assert isinstance(result, Result), result
        found[submission.student] = {each.name: each for each in result.exercises}
    return found


@pytest.mark.parametrize("name", EXERCISES)
def test_what_only_copies_make_right_earns_what_one_kernel_gives(
    graded: dict[str, dict[str, ExerciseResult]], name: str
) -> None:
    assert graded["right"][name].earned == 1
    assert graded["wrong"][name].earned == 0


@pytest.mark.parametrize("name", HARMLESS)
def test_what_is_shared_and_never_changed_stays_isolated(
    graded: dict[str, dict[str, ExerciseResult]], name: str
) -> None:
    assert (graded["right"][name].earned, graded["right"][name].isolated) == (1, True)


def test_more_than_is_worth_keeping_is_doubtful_and_not_kept() -> None:
    copies = SharedCopies(Codec())
    copies.hold([[1]])
    assert not copies.have_changed()
    large = [b"0" * (20 << 20)]
    before = sys.getrefcount(large)
    copies.hold([large])
    assert copies.have_changed()
    assert sys.getrefcount(large) == before
