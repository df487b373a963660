"""A large class: time and memory. What is measured is a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path
from textwrap import dedent

import pytest

from nbproctor.config import Course
from tests.lms.conftest import ANSWER
from tests.patience import HANGS

pytestmark = pytest.mark.all

_PROGRAM = """
    import resource, sys, time
    from pathlib import Path
    from nbproctor.config import Course
    from nbproctor.lms.collection import collect
    start = time.process_time()
    found = collect(Course(Path(sys.argv[1])), "midterm1", [Path(sys.argv[2])])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(len(found.placed), time.process_time() - start, peak / 1024)
"""


def _collected(course: Course, archive: Path, students: int) -> tuple[int, float, float]:
    """How many submissions of 1 MB were collected, the seconds, and the most memory in MB."""
    notebook = json.loads(ANSWER)
    notebook["cells"][1]["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "0123456789" * 100_000}]
    content = json.dumps(notebook)
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for number in range(students):
            packed.writestr(f"name_{10_000 + number}_{number}_midterm1.ipynb", content.replace("012", f"{number:03}"))
    command = [sys.executable, "-c", dedent(_PROGRAM), str(course.root), str(archive)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=HANGS)
    count, seconds, megabytes = map(float, done.stdout.split())
    return int(count), seconds, megabytes


def test_a_thousand_submissions_of_a_megabyte(exam: Course, tmp_path: Path) -> None:
    few = _collected(exam, tmp_path / "few.zip", 10)
    many = _collected(exam, tmp_path / "many.zip", 1_000)
    assert (few[0], many[0]) == (10, 1_000)
    assert many[1] < 60
    assert many[2] < few[2] + 50
