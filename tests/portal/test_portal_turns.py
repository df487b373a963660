"""Who computes for much longer than others do is broken off while others wait, once; what is settled stays."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from nbproctor.config import Course
from nbproctor.examination.grader.examination import Examination
from nbproctor.examination.grader.notebook_sitting import SittingPlan
from nbproctor.examination.grader.transcript import Transcript
from nbproctor.examination.machine.turns import GaveWay, Turns
from nbproctor.marking.marker import Marker
from nbproctor.portal.graders.exam_scheme import exam_scheme, handed_in_file
from nbproctor.portal.graders.machine_grader import PortalTurns
from nbproctor.results import Outcome, Result
from tests.patience import HANGS
from tests.plain_course import hand_in, make_plain_course

EXERCISES = {
    "guesses": ("def guesses(): return True", "assert guesses()"),
    "loops": ("def loops(): return 1", "assert loops() == 1"),
    "adds": ("def adds(a, b): return a + b", "assert adds(2, 3) == 5"),
}
STUDENT = {
    "guesses": "import os\ndef guesses(): return os.urandom(1)[0] < 128",
    "loops": "def loops():\n    while True: pass",
    "adds": "def adds(a, b): return a + b",
}


class PatientTurns(Turns):
    """Turns in which nobody waits."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked = self.stood_back = 0

    def others_go_first(self, charged_seconds: float) -> bool:
        self.asked += 1
        return False

    def stand_back(self) -> None:
        self.stood_back += 1


class ImpatientTurns(PatientTurns):
    """Turns in which others always wait, and who has computed for half a second is broken off."""

    def others_go_first(self, charged_seconds: float) -> bool:
        return charged_seconds > 0.5


@contextmanager
def _marks(
    course: Course, turns: PatientTurns, folder: Path, solutions: dict[str, str]
) -> Iterator[Callable[[], Result]]:
    """What marks these solutions, each time that it is called."""
    hand_in(course, folder, solutions)
    scheme, notebook = exam_scheme(course, "kinds"), folder / "kinds.ipynb"
    with Marker(scheme, turns) as marker:
        marker.wait_until_ready()

        def mark() -> Result:
            with turns:
                return marker.mark(handed_in_file(scheme.assignment, "student-001", notebook, 0)).result

        yield mark


@pytest.mark.all
def test_who_is_broken_off_is_examined_again_and_draws_no_second_guess(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = make_plain_course(tmp_path / "course", EXERCISES)
    course.grading.cell_seconds = 1.0
    broken_off: list[dict[str, Outcome]] = []
    sit = Examination.sit

    def seen(self: Examination, sitting: SittingPlan, *other: object, **more: object) -> Transcript:
        try:
            return sit(self, sitting, *other, **more)  # type: ignore[arg-type]
        except GaveWay:
            broken_off.append({name: test.outcome for name, test in sitting.settled.items()})
            raise

    monkeypatch.setattr(Examination, "sit", seen)
    turns, guessed = ImpatientTurns(), set()
    with _marks(course, turns, tmp_path / "submitted", STUDENT) as mark:
        for number in range(1, 13):
            result = mark()
            found = {each.cell: each.outcome for each in result.exercises}
            (before,) = broken_off
            assert before.items() <= found.items()
            assert [each.outcome for each in result.exercises][1:] == [Outcome.TIMED_OUT, Outcome.PASSED]
            assert turns.stood_back == number
            broken_off.clear()
            guessed.add(result.exercises[0].outcome)
    assert guessed == {Outcome.PASSED, Outcome.FAILED}


def test_who_keeps_nobody_waiting_is_examined_to_the_end_at_once(tmp_path: Path) -> None:
    course = make_plain_course(tmp_path / "course", {"adds": EXERCISES["adds"]})
    turns, slow = PatientTurns(), {"adds": f"import time; time.sleep(0.5)\n{STUDENT['adds']}"}
    with _marks(course, turns, tmp_path / "submitted", slow) as mark:
        result = mark()
    assert [each.outcome for each in result.exercises] == [Outcome.PASSED]
    assert (turns.asked > 0, turns.stood_back) == (True, 0)


def _seen(turns: PortalTurns, seconds: float = 0.2) -> None:
    for _ in range(5):
        turns.begin()
        turns.end(seconds)


@pytest.mark.parametrize(("seconds", "longest"), [(0.2, 2.0), (5.0, 20.0)])
def test_what_is_long_depends_on_what_others_take(seconds: float, longest: float) -> None:
    turns = PortalTurns(2, lambda: True)
    assert not turns.others_go_first(100.0)  # before anything is known
    _seen(turns, seconds)
    assert not turns.others_go_first(0.95 * longest)
    assert turns.others_go_first(1.05 * longest)


def test_nobody_is_broken_off_for_nobody() -> None:
    turns = PortalTurns(2, lambda: False)
    _seen(turns)
    assert not turns.others_go_first(100.0)


def test_who_stands_back_waits_for_the_others_and_leaves_them_a_turn() -> None:
    waiting = threading.Event()
    waiting.set()
    turns = PortalTurns(2, waiting.is_set)
    _seen(turns)
    resumed, may_end = threading.Semaphore(0), threading.Event()

    def long() -> None:
        assert turns.others_go_first(10.0)
        turns.stand_back()
        resumed.release()
        may_end.wait()
        turns.end(10.0)

    threads = [threading.Thread(target=long) for _ in range(3)]
    for thread in threads:
        turns.begin()
        thread.start()
    assert not resumed.acquire(timeout=1.0)
    for _ in range(40):  # the others have their turns, as often as they want them
        turns.begin()
        turns.end(0.2)
    waiting.clear()
    assert resumed.acquire(timeout=HANGS)
    assert not resumed.acquire(timeout=1.0)
    turns.begin()  # beside the one of the three that goes on
    turns.end(0.2)
    may_end.set()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    for _ in range(16):  # all room is there again
        assert turns._room.acquire(timeout=1)


def test_who_stands_back_does_not_outlast_the_grader() -> None:
    turns = PortalTurns(1, lambda: True)
    _seen(turns)
    turns.begin()
    assert turns.others_go_first(10.0)
    thread = threading.Thread(target=turns.stand_back)
    thread.start()
    turns.stop()
    thread.join(60)
    assert not thread.is_alive()
    assert not turns.others_go_first(10.0)
