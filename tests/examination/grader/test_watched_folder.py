"""Where a runner's folder is only watched, who writes too much pays for it, whenever the watchdog looks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from nbproctor.config import Course
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import Outcome, Result

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
        position = next(index for index, cell in enumerate(notebook.cells) if cell.id == "ex2")
        notebook.cells[position].source += f"\n{WAYS[way]}"
        later = next(index for index, cell in enumerate(notebook.cells) if cell.id == "ex4")
        notebook.cells.insert(later, nbformat.v4.new_code_cell(f"import time; time.sleep({pause_seconds})"))

    submitted = hand_in(own_course, edit=write_too_much)
    ((_, result),) = ClassGrading(own_course, "numbers", submitted, tmp_path / "graded").run()
    assert isinstance(result, Result)
    outcomes = {exercise.name: exercise.outcome for exercise in result.exercises}
    assert outcomes == {**dict.fromkeys(outcomes, Outcome.PASSED), "ex2": Outcome.ERRORED}
    (message,) = (exercise.message for exercise in result.exercises if exercise.name == "ex2")
    assert message == "Stopped: it wrote more than 400 files or 2 MB to the disk."
