"""Where a runner's folder is only watched, who writes too much pays for it, whenever the watchdog looks."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from nbproctor.config import Course
from nbproctor.examination.machine.resource_watchdog import Watchdog, WatchedRunner
from nbproctor.examination.sandbox.limits import Bounds
from nbproctor.results import Outcome
from nbproctor.system.scratch_folders import remove_folder
from tests.examination.classes import NAME, results_of

WRITE = "for n in range(5): open(f'large{n}', 'wb').write(bytes(500_000))"
DEEP = "import os\nfor n in range(20): os.mkdir('d' * 250); os.chdir('d' * 250)"
WAYS = {
    "in a cell": WRITE,
    "in a call": f"def total(numbers):\n    {WRITE}\n    return sum(numbers)",
    "folders": "import os\nfor n in range(500): os.mkdir(f'folder{n}')",
    "below a path that is too long": f"{DEEP}\n{WRITE}",
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("pause_seconds", [0.0, 1.5])
def test_who_writes_too_much_pays_and_no_other_exercise(
    own_course: Course, hand_in: Callable[..., Path], tmp_path: Path, way: str, pause_seconds: float
) -> None:
    own_course.grading.strongest_tier = "C"
    own_course.grading.disk_bytes = 2 << 20
    own_course.grading.files = 400

    def write_too_much(notebook: NotebookNode) -> None:
        places = {cell.id: place for place, cell in enumerate(notebook.cells)}
        notebook.cells[places["ex2"]].source += f"\n{WAYS[way]}"
        notebook.cells.insert(places["ex4"], nbformat.v4.new_code_cell(f"import time; time.sleep({pause_seconds})"))

    submitted = hand_in(own_course, edit=write_too_much)
    (result,) = results_of(own_course, NAME, submitted, tmp_path / "graded").values()
    outcomes = {exercise.name: exercise.outcome for exercise in result.exercises}
    assert outcomes == {**dict.fromkeys(outcomes, Outcome.PASSED), "ex2": Outcome.ERRORED}
    assert result.exercises[1].message == "Stopped: it wrote more than 400 files or 2 MB to the disk."


def test_folders_nested_deeper_than_python_goes_are_counted(tmp_path: Path) -> None:
    most = 1500
    folder = str(tmp_path / "own")
    place = os.open(tmp_path, os.O_RDONLY)
    for name in ["own", *["d"] * most]:
        os.mkdir(name, dir_fd=place)
        place, upper = os.open(name, os.O_RDONLY, dir_fd=place), place
        os.close(upper)
    watchdog = Watchdog(Bounds(memory_bytes=1 << 30, disk_bytes=1 << 30, files=most, processes=10, cpu_seconds=10))
    try:
        watched = WatchedRunner(0, lambda: None, folder)
        assert not watchdog.has_written_too_much(watched)
        os.close(os.open("one more", os.O_CREAT | os.O_WRONLY, dir_fd=place))
        assert watchdog.has_written_too_much(watched)
    finally:
        os.close(place)
        watchdog.close()
        remove_folder(folder)
