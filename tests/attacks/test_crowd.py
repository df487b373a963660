"""Ten hostile submissions, each in a way of its own, among many honest ones in one run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest

from nbproctor.config import Course
from tests.attacks.attack_files import attacks
from tests.attacks.attacked_course import CONFIG, EXERCISES, NAME, POINTS
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
FULL_MARKS = POINTS * len(EXERCISES)
SETTING = Setting("", ordinary=False)


def _hostile():
    return [attack for attack in attacks() if attack.name in HOSTILE]


@pytest.fixture(scope="module")
def alone() -> Iterator[Run]:
    """The honest submissions by themselves."""
    with graded([], SETTING, HONEST) as run:
        yield run


@pytest.fixture(scope="module")
def crowd() -> Iterator[Run]:
    """The honest submissions and the hostile ones."""
    with graded(_hostile(), SETTING, HONEST) as run:
        yield run


@pytest.fixture(scope="module")
def limits(tmp_path_factory: pytest.TempPathFactory):
    """The settings that the runs are made with."""
    folder = tmp_path_factory.mktemp("limits")
    (folder / "grading_config.py").write_text(CONFIG)
    return Course(folder).grading


def test_the_honest_scores_are_right(crowd: Run) -> None:
    assert crowd.status == 0, crowd.said
    assert [crowd.results(student)["score"] for student in crowd.honest] == [FULL_MARKS] * HONEST


def test_ten_outcomes_are_bounded(crowd: Run, limits) -> None:
    assert len(crowd.students) == 10
    for attack in _hostile():
        result = crowd.results(crowd.students[attack.name])
        expected = {name: attack.points(name, POINTS) for name in EXERCISES}
        points = {one["name"]: one["earned"] for one in result["exercises"]}
        assert all(points[name] <= expected[name] for name in expected), attack.name
        assert attack.harms_itself or points == expected, attack.name


@pytest.mark.parametrize("look", LOOKS)
def test_no_process_file_mount_or_memory_is_left_behind(crowd: Run, look: str) -> None:
    changes = crowd.around.changes(look)
    assert not changes, f"{look.replace('_', ' ')}: {changes}"


def test_the_ten_cost_no_more_than_their_time_limits_shared_out(alone: Run, crowd: Run, limits) -> None:
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
        assert all(run.results(student)["score"] == FULL_MARKS for student in run.honest)
        # More of them wait than there are processors; whoever comes behind is done before they are.
        assert min(written[student] for student in others) < min(written[student] for student in waiting)
