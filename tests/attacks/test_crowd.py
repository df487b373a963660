"""Ten hostile submissions, each in a way of its own, among many honest ones in one run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest

from nbproctor.config import Course
from tests.attacks.attack_files import attacks
from tests.attacks.attacked_course import EXERCISES, NAME
from tests.attacks.graded_run import Run, Setting, graded
from tests.attacks.surroundings import LOOKS

pytestmark = [pytest.mark.all, pytest.mark.xdist_group("attacks among many")]

HOSTILE = [
    "control_flow/daemon",
    "control_flow/endless_loop",
    "control_flow/ends_its_process",
    "control_flow/sleeps",
    "fools_comparison/equals_everything",
    "forges_results/too_long_frame",
    "resources/disk",
    "resources/fork_bomb",
    "resources/memory_on_the_heap",
    "resources/output_flood",
]
HONEST = 30
SETTING = Setting("", ordinary=False)
_ATTACKS = [attack for attack in attacks() if attack.name in HOSTILE]


@pytest.fixture(scope="module")
def alone() -> Iterator[Run]:
    """The honest submissions by themselves."""
    with graded([], SETTING, HONEST) as run:
        yield run


@pytest.fixture(scope="module")
def crowd() -> Iterator[Run]:
    """The honest submissions and the hostile ones."""
    with graded(_ATTACKS, SETTING, HONEST) as run:
        yield run


def test_the_honest_scores_are_right(crowd: Run) -> None:
    crowd.require_neighbours_right(EXERCISES)
    assert len(crowd.honest) == HONEST


def test_ten_outcomes_are_bounded(crowd: Run) -> None:
    assert len(crowd.students) == 10
    assert {attack.name: found for attack in _ATTACKS if (found := crowd.unexpected(attack, EXERCISES))} == {}


@pytest.mark.parametrize("look", LOOKS)
def test_no_process_file_mount_or_memory_is_left_behind(crowd: Run, look: str) -> None:
    assert crowd.around.changes(look) == ""


def test_the_ten_cost_no_more_than_their_time_limits_shared_out(alone: Run, crowd: Run) -> None:
    limits = Course(crowd.around.course).grading
    own = len(HOSTILE) * limits.submission_seconds / limits.workers
    assert crowd.seconds - alone.seconds <= own


SLEEPERS = 2 * (os.cpu_count() or 1) + 2


def _let_sleep(submitted: Path) -> None:
    """Let the first so many of the honest submissions wait before they answer."""
    for folder in sorted(submitted.iterdir())[:SLEEPERS]:
        path = folder / NAME / f"{NAME}.ipynb"
        notebook = nbformat.read(path, as_version=4)
        notebook.cells[:0] = [nbformat.v4.new_code_cell("import time\ntime.sleep(1.2)") for _ in range(5)]
        nbformat.write(notebook, path)


def test_a_submission_that_only_waits_does_not_hold_a_processor() -> None:
    with graded([], SETTING, SLEEPERS + 4, _let_sleep) as run:
        written = {
            student: (run.output / "autograded" / student / NAME / "results.json").stat().st_mtime_ns
            for student in run.honest
        }
        waiting, others = run.honest[:SLEEPERS], run.honest[SLEEPERS:]
        run.require_neighbours_right(EXERCISES)
        # More of them wait than there are processors; whoever comes behind is done before they are.
        assert min(written[student] for student in others) < min(written[student] for student in waiting)
