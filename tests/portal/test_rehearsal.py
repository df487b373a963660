"""A rehearsal measures a real portal, leaves the course alone, and tells what would be enough."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from nbproctor.config import Course
from nbproctor.marking.class_notebooks import released_notebooks
from nbproctor.portal.rehearsal.rehearsal import RehearsalOutcome, RehearsalPlan, RehearsedWork, queued
from nbproctor.portal.rehearsal.rehearsal_page import rehearsal_page, sentences, verdict
from nbproctor.portal.rehearsal.simulated_class import ENDLESS, ClassOutcome, HandedInWork, with_statement
from nbproctor.portal.rehearsal.upload_curves import Curve, moments
from tests.patience import HANGS
from tests.portal.graded_portals import COURSE


def _outcome(works: list[RehearsedWork], at_once: int = 1) -> RehearsalOutcome:
    plan = RehearsalPlan(len(works), 60.0, Curve.EVEN)
    handed_in = [HandedInWork(each.student, "", 0.0, seconds_to_receipt=0.1) for each in works]
    simulated = ClassOutcome(handed_in, seconds=60.0, own_processor_seconds=1.0)
    return RehearsalOutcome(plan, works, [], simulated, at_once, [10**8] * 10)


def _burst(students: int, turn: float) -> list[RehearsedWork]:
    """All hand in at once, and one after the other is examined."""
    return [
        RehearsedWork(f"student-{number}", True, 0.0, turn * number, turn * (number + 1), turn * (number + 2))
        for number in range(students)
    ]


def test_most_hand_in_shortly_before_the_end_or_evenly() -> None:
    rush, even = moments(10_000, 600.0, Curve.RUSH), moments(10_000, 600.0, Curve.EVEN)
    for found in (rush, even):
        assert found == sorted(found)
        assert 0 <= found[0] <= found[-1] <= 600
    assert sum(moment > 540 for moment in even) == pytest.approx(1000, rel=0.1)
    assert sum(moment > 540 for moment in rush) == pytest.approx(10_000 * (0.4 * 0.1 + 0.6 * 0.632), rel=0.05)
    assert rush == moments(10_000, 600.0, Curve.RUSH)


def test_a_queue_of_one_and_of_several_graders() -> None:
    assert list(queued([0, 0, 0, 10], 2, 1)) == [0, 2, 4, 0]
    assert list(queued([0, 0, 0, 10], 2, 2)) == [0, 0, 2, 0]


def test_it_tells_how_many_at_once_would_be_enough() -> None:
    assert _outcome(_burst(100, 0.5)).enough_at_once == 5  # 50 s of work, of which the last twentieth may come later
    assert _outcome(_burst(10, 0.5)).enough_at_once == 1
    assert _outcome(_burst(100, 11.0)).enough_at_once is None  # an examination alone takes longer
    said = " ".join(sentences(_outcome(_burst(100, 0.5))))
    assert "at the same speed, 5 at once would be enough for reports within 10 s for 95% of the students" in said


def test_the_verdict_says_whether_the_machine_is_enough_by_which_figure_and_what_to_do() -> None:
    enough, too_few = verdict(_outcome(_burst(10, 0.5))), verdict(_outcome(_burst(100, 0.5)))
    assert enough.startswith("This machine can handle 10 students: 95% of the reports came within 4.8 s")
    told = "This machine cannot handle 100 students: 95% of the reports came within 47.5 s; the goal is 10 s"
    assert too_few.startswith(told)
    assert "Grade 5 submissions at once instead of 1" in too_few
    assert "tests faster" in verdict(_outcome(_burst(100, 11.0)))
    assert "close other programs" in verdict(_outcome(_burst(100, 0.5), at_once=8))
    lost = replace(_outcome(_burst(10, 0.5)), plan=RehearsalPlan(12, 60.0, Curve.EVEN))
    assert verdict(lost).startswith("This machine cannot handle 12 students: 2 have no report")
    assert verdict(replace(_outcome(_burst(1, 0.5)), problems=["a receipt is lost"])).startswith("This machine cannot")
    assert verdict(_outcome(_burst(1, 0.5))) in rehearsal_page("numbers", _outcome(_burst(1, 0.5)))


def test_what_was_told_is_compared_with_what_came() -> None:
    works = _burst(10, 0.5)
    works[3] = replace(works[3], told=0.1)
    works[4] = replace(works[4], told=None)
    assert _outcome(works).told_rightly == (8, 9)


@pytest.mark.parametrize("works", [[], _burst(1, 0.0), _burst(300, 0.2)])
def test_the_page_stands_for_any_number_of_works(works: list[RehearsedWork]) -> None:
    page = rehearsal_page("<numbers>", _outcome(works))
    assert page.count("<circle") == len(works)
    assert "&lt;numbers&gt;" in page
    assert "nan" not in page


def test_a_statement_begins_a_function_of_an_exercise(own_course: Course) -> None:
    ((source, _),) = released_notebooks(own_course, "numbers")
    before, after = (
        {cell.id: cell.source for cell in work.cells}
        for work in (source.notebook, with_statement(source, source.notebook, ENDLESS))
    )
    (changed,) = (name for name in before if before[name] != after[name])
    new = [line.strip() for line in after[changed].splitlines() if line not in before[changed].splitlines()]
    assert new == [ENDLESS]
    compile(after[changed], changed, "exec")


@pytest.mark.all
def test_a_small_rehearsal_from_the_command_line(own_course: Course, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    words = [COURSE, "rehearse", "numbers", "--students", "6", "--minutes", "0.05", "--unbounded", "20", "0"]
    words += ["--output", page]
    environment = {**os.environ, "COLUMNS": "200"}
    done = subprocess.run(words, cwd=own_course.root, env=environment, capture_output=True, text=True, timeout=HANGS)
    assert done.returncode == 0, done.stderr
    assert "6 have a receipt, and 6 have a report" in done.stdout
    assert "code that never ends or uses up all memory" in done.stdout
    assert re.search(r"^This machine (can|cannot) handle 6 students: ", done.stdout.splitlines()[-1])
    assert re.search(r"^(Loading|Drawing|Making|Getting|Logging in|Handing in)\b.*\d s$", done.stderr, re.MULTILINE)
    assert page.read_text().count("<circle") == 6
    assert not (own_course.root / "portal").exists()
